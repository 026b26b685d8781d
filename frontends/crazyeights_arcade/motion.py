"""Motion: eased ways from one pose to another. Pure, driven by a clock of the caller's."""

from __future__ import annotations

from dataclasses import dataclass, replace

from crazyeights_arcade.geometry import Pose


def ease_out(part: float) -> float:
    """Start fast and come to rest gently; 0 and 1 stay what they are."""
    rest = 1 - min(max(part, 0.0), 1.0)
    return 1 - rest * rest * rest


def between(start: Pose, end: Pose, part: float) -> Pose:
    """Give the pose on the way from one to another."""
    return Pose(
        start.x + (end.x - start.x) * part,
        start.y + (end.y - start.y) * part,
        start.angle + (end.angle - start.angle) * part,
        start.scale + (end.scale - start.scale) * part,
    )


@dataclass(slots=True)
class Glide:
    """The way of one card, and its flip.

    Attributes:
        start, end: the poses.
        began, lasts: when it starts, and how many seconds it takes.
        arc: how far it rises off the table on its way, as a part of its size.
        flip: how far it turns over: 0 not at all, 1 once.
        fade: whether it fades in at its end instead of moving.
    """

    start: Pose
    end: Pose
    began: float = 0.0
    lasts: float = 0.0
    arc: float = 0.0
    flip: float = 0.0
    fade: bool = False

    def part(self, now: float) -> float:
        """Give how much of the way is done, eased."""
        if self.lasts <= 0:
            return 1.0
        return ease_out((now - self.began) / self.lasts)

    def done(self, now: float) -> bool:
        """Whether it has arrived."""
        return now >= self.began + self.lasts

    def pose(self, now: float) -> Pose:
        """Give where the card is."""
        if self.fade or self.done(now):
            return self.end
        part = self.part(now)
        pose = between(self.start, self.end, part)
        if self.arc:
            pose = replace(pose, scale=pose.scale * (1 + self.arc * 4 * part * (1 - part)))
        return pose

    def alpha(self, now: float) -> float:
        """Give how opaque the card is."""
        return self.part(now) if self.fade else 1.0
