"""What the table is set in: the felt, the arrows that go round, and what darkens it all under a sheet."""

from __future__ import annotations

import math
from dataclasses import dataclass

from PIL import Image

from crazyeights_arcade.canvas import Canvas
from crazyeights_arcade.geometry import ARC_STARTS, arc_thickness
from crazyeights_arcade.pictures import Brush, Item
from crazyeights_arcade.theme import Colour


@dataclass(frozen=True, slots=True)
class Felt:
    """The table: a light middle, darker corners, and a grain."""

    width: float
    height: float
    bright: float = 0.46  # where the light falls, as a part of the width

    @property
    def size(self) -> tuple[float, float]:
        """Its size."""
        return (self.width, self.height)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        size = (max(round(self.width * brush.ratio), 1), max(round(self.height * brush.ratio), 1))
        middle, edge = brush.theme.felt[:3], brush.theme.felt_edge[:3]
        # A quarter of the size is enough for what has no edges. The gradient's picture reaches the farthest corner on
        # all sides of the light; the table is cut out of it.
        small = (size[0] // 4 + 1, size[1] // 4 + 1)
        far = max(self.bright, 1 - self.bright) * small[0]
        reach = round(2.06 * math.hypot(far, 0.56 * small[1]))
        light = Image.radial_gradient("L").resize((reach, reach), Image.Resampling.BICUBIC)
        left = round(reach / 2 - small[0] * self.bright)
        top = round(reach / 2 - small[1] * 0.44)
        light = light.crop((left, top, left + small[0], top + small[1]))
        light = light.point([min(255, round((value / 255) ** 0.85 * 255)) for value in range(256)])
        light = light.resize(size, Image.Resampling.BILINEAR)
        felt = Image.composite(Image.new("RGB", size, edge), Image.new("RGB", size, middle), light)
        grain = Image.effect_noise((256, 256), 11).convert("L")
        tile = Image.new("L", size)
        for x in range(0, size[0], 256):
            for y in range(0, size[1], 256):
                tile.paste(grain, (x, y))
        return Image.blend(felt, Image.merge("RGB", (tile, tile, tile)), 0.035).convert("RGBA")


@dataclass(frozen=True, slots=True)
class Veil:
    """What darkens the window under a sheet; a few points that are stretched."""

    colour: str = "veil"

    @classmethod
    def over(cls, width: float, height: float) -> Item:
        """Give it over a whole window; larger than that, for its edges are soft."""
        return Item(cls(), width / 2, height / 2, wide=width / 6, high=height / 6)

    @property
    def size(self) -> tuple[float, float]:
        """A few points."""
        return (8.0, 8.0)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        return Image.new("RGBA", (8, 8), brush.colour(self.colour))


@dataclass(frozen=True, slots=True)
class Arcs:
    """Two arrows that go round, clockwise: which way play goes."""

    width: float
    height: float
    sweep: int
    colour: str = "quiet"

    @property
    def size(self) -> tuple[float, float]:
        """Its size."""
        return (self.width, self.height)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        canvas = Canvas(self.width, self.height, brush.ratio)
        colour = (*brush.colour(self.colour)[:3], 190)
        thick = arc_thickness(self.height)
        rx, ry = self.width / 2 - 4 * thick, self.height / 2 - 4 * thick
        for start in ARC_STARTS:
            points: list[tuple[float, float]] = []
            for step in range(41):
                turn = math.radians(start + self.sweep * step / 40)
                points.append((self.width / 2 + rx * math.cos(turn), self.height / 2 + ry * math.sin(turn)))
            canvas.line(points, colour, thick)
            _head(canvas, points[-4], points[-1], thick * 4.2, colour)
        return canvas.finish()


def _head(canvas: Canvas, before: tuple[float, float], tip: tuple[float, float], size: float, colour: Colour) -> None:
    dx, dy = tip[0] - before[0], tip[1] - before[1]
    length = math.hypot(dx, dy) or 1.0
    dx, dy = dx / length, dy / length
    canvas.polygon(
        [
            (tip[0] + dx * size, tip[1] + dy * size),
            (tip[0] - dy * size * 0.62, tip[1] + dx * size * 0.62),
            (tip[0] + dy * size * 0.62, tip[1] - dx * size * 0.62),
        ],
        colour,
    )
