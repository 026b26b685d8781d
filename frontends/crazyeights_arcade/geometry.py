"""Rectangles, poses and the fan: where things are, and what is hit. Pure, without arcade.

Positions are in points of the window, x to the right and y downwards; angles are in degrees, clockwise.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final

CARD_RATIO: Final = 1.4  # a card's height over its width
#: Where on their ellipse the two arrows that go round begin, in degrees clockwise from the right.
ARC_STARTS: Final = (198.0, 18.0)


@dataclass(frozen=True, slots=True)
class Rect:
    """An upright rectangle by its left upper corner."""

    x: float
    y: float
    w: float
    h: float

    @property
    def right(self) -> float:
        """The x of the right edge."""
        return self.x + self.w

    @property
    def bottom(self) -> float:
        """The y of the lower edge."""
        return self.y + self.h

    @property
    def cx(self) -> float:
        """The x of the middle."""
        return self.x + self.w / 2

    @property
    def cy(self) -> float:
        """The y of the middle."""
        return self.y + self.h / 2

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies inside; the right and lower edges do not belong to it."""
        return self.x <= x < self.right and self.y <= y < self.bottom

    def inset(self, dx: float, dy: float | None = None) -> Rect:
        """Give the rectangle without a margin."""
        dy = dx if dy is None else dy
        return Rect(self.x + dx, self.y + dy, max(self.w - 2 * dx, 0), max(self.h - 2 * dy, 0))

    @classmethod
    def around(cls, cx: float, cy: float, w: float, h: float) -> Rect:
        """Give the rectangle of that size around a point."""
        return cls(cx - w / 2, cy - h / 2, w, h)


@dataclass(frozen=True, slots=True)
class Pose:
    """How a card lies: its middle, its turn, and its size relative to a card of the hand."""

    x: float
    y: float
    angle: float = 0.0
    scale: float = 1.0

    def moved(self, dx: float = 0.0, dy: float = 0.0) -> Pose:
        """Give the pose moved along the card's own axes, so that a raised card slides out of its fan."""
        turn = math.radians(self.angle)
        cos, sin = math.cos(turn), math.sin(turn)
        return replace(self, x=self.x + dx * cos - dy * sin, y=self.y + dx * sin + dy * cos)


def arc_thickness(height: float) -> float:
    """Give how thick the arrows that go round are, in an ellipse of a height."""
    return max(2.0, height * 0.011)


def corners(pose: Pose, width: float, height: float) -> tuple[tuple[float, float], ...]:
    """Give the four corners of a card, the left upper one first and then clockwise."""
    w, h = width * pose.scale / 2, height * pose.scale / 2
    points = ((-w, -h), (w, -h), (w, h), (-w, h))
    moved = (pose.moved(dx, dy) for dx, dy in points)
    return tuple((point.x, point.y) for point in moved)


def bounds(poses: Iterable[Pose], width: float, height: float) -> Rect:
    """Give the smallest upright rectangle around some cards."""
    points = [point for pose in poses for point in corners(pose, width, height)]
    left, top = min(x for x, _ in points), min(y for _, y in points)
    return Rect(left, top, max(x for x, _ in points) - left, max(y for _, y in points) - top)


def hits(pose: Pose, width: float, height: float, x: float, y: float) -> bool:
    """Whether a point lies on a card."""
    turn = math.radians(-pose.angle)
    dx, dy = x - pose.x, y - pose.y
    across = dx * math.cos(turn) - dy * math.sin(turn)
    down = dx * math.sin(turn) + dy * math.cos(turn)
    return abs(across) <= width * pose.scale / 2 and abs(down) <= height * pose.scale / 2


def topmost(poses: Sequence[Pose], width: float, height: float, x: float, y: float) -> int | None:
    """Give the index of the card under a point; of several, the one painted last."""
    for index in range(len(poses) - 1, -1, -1):
        if hits(poses[index], width, height, x, y):
            return index
    return None


def fan(count: int, area: Rect, width: float, height: float, lift: float) -> tuple[Pose, ...]:
    """Lay out a hand: a gentle arc that spreads as far as it may, in two rows if one would hide the indices.

    Args:
        count: how many cards there are.
        area: where the cards lie, raised ones and turned corners included.
        width: of a card.
        height: of a card.
        lift: how far a raised card slides up; room for it stays free above.

    Returns:
        The poses in the order in which they are painted, which is from left to right; a back row first.
    """
    if count == 0:
        return ()
    step = (area.w - width) / max(count - 1, 1)
    if step >= 0.2 * width or count < 12:
        return _row(count, area, width, height, lift)
    behind = count // 2
    drop = min(0.46 * height, area.h - height - lift)
    if drop < 0.25 * height:
        return _row(count, area, width, height, lift)
    back = _row(behind, Rect(area.x, area.y, area.w, area.h - drop), width, height, lift)
    return back + _row(count - behind, Rect(area.x, area.y + drop, area.w, area.h - drop), width, height, lift)


def _row(count: int, area: Rect, width: float, height: float, lift: float) -> tuple[Pose, ...]:
    room = max(area.w - width, 0.0)
    step = min((0.86 if count < 6 else 0.66) * width, room / max(count - 1, 1))
    spread = step * (count - 1)
    # Turned cards need more room than upright ones: turn only as far as the area leaves room.
    turn = min(9.0, 1.6 * (count - 1) / 2)
    while turn > 0.05:
        sin = math.sin(math.radians(turn))
        wide = width * math.cos(math.radians(turn)) + (height + 2 * lift) * sin
        sag = min(0.11 * height, 0.02 * spread) + 0.5 * width * sin
        narrower = min(spread, area.w - wide)
        if narrower >= 0.6 * spread and height + lift + sag <= area.h:
            spread = narrower
            break
        turn *= 0.7
    else:
        turn = sag = 0.0
    step = spread / max(count - 1, 1)
    middle = (count - 1) / 2
    arc = max(sag - 0.5 * width * math.sin(math.radians(turn)), 0.0)
    poses = []
    for index in range(count):
        away = (index - middle) / middle if count > 1 else 0.0
        y = area.bottom - height / 2 - sag + arc * away * away
        poses.append(Pose(area.cx + (index - middle) * step, y, turn * away))
    return tuple(poses)
