"""What a screen is made of: small descriptions of pictures, each of which can be painted with Pillow.

A picture is known by what it shows, so equal ones are painted once. `Item` says where one is shown; a screen is a list
of items, painted in order.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Final, Protocol

from PIL import Image

from crazyeights.cards import Card, Suit
from crazyeights_arcade import cardart
from crazyeights_arcade.canvas import Canvas, font
from crazyeights_arcade.geometry import CARD_RATIO, Rect
from crazyeights_arcade.theme import Colour, Theme, suit_colour

_PAD: Final = 3.0
_FINE: Final = 4


@dataclass(frozen=True, slots=True)
class Brush:
    """What pictures are painted with: all that the user can set about their looks.

    Attributes:
        theme: the colours.
        ratio: how many pixels a point has.
        colours: how many colours the suits have.
        back: the name of the card back.
    """

    theme: Theme
    ratio: float = 1.0
    colours: str = "two"
    back: str = "blue"

    def colour(self, name: str) -> Colour:
        """Give a colour of the theme by its name."""
        found: Colour = getattr(self.theme, name)
        return found


class Picture(Protocol):
    """Something that can be painted; hashable by what it shows."""

    @property
    def size(self) -> tuple[float, float]:
        """Width and height in points."""
        ...

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        ...


@dataclass(frozen=True, slots=True)
class Item:
    """A picture at its place.

    Attributes:
        picture: what is shown.
        x, y: its middle.
        angle: its turn.
        alpha: how opaque it is, from 0 to 1.
        wide, high: how it is stretched; less than 0 mirrors it.
    """

    picture: Picture
    x: float
    y: float
    angle: float = 0.0
    alpha: float = 1.0
    wide: float = 1.0
    high: float = 1.0


def put(picture: Picture, x: float, y: float, anchor: str = "lt", *, alpha: float = 1.0) -> Item:
    """Place a picture by one of its edges: l, m or r, and t, m or b."""
    w, h = picture.size
    dx = {"l": w / 2, "m": 0.0, "r": -w / 2}[anchor[0]]
    dy = {"t": h / 2, "m": 0.0, "b": -h / 2}[anchor[1]]
    return Item(picture, x + dx, y + dy, alpha=alpha)


def in_rect(picture: Picture, rect: Rect, alpha: float = 1.0) -> Item:
    """Place a picture in the middle of a rectangle."""
    return Item(picture, rect.cx, rect.cy, alpha=alpha)


@lru_cache(maxsize=4096)
def text_width(text: str, size: int, *, bold: bool = False) -> float:
    """Measure a line of text in points."""
    return font(size * _FINE, bold=bold).getlength(text) / _FINE


@lru_cache(maxsize=512)
def wrap(text: str, size: int, width: float, *, bold: bool = False) -> tuple[str, ...]:
    """Break text into lines that fit a width; a word that is too long for one is cut."""
    lines: list[str] = []
    line = ""
    for word in text.split():
        longer = f"{line} {word}" if line else word
        if text_width(longer, size, bold=bold) <= width:
            line = longer
            continue
        if line:
            lines.append(line)
        while text_width(word, size, bold=bold) > width and len(word) > 1:
            cut = len(word) - 1
            while cut > 1 and text_width(word[:cut], size, bold=bold) > width:
                cut -= 1
            lines.append(word[:cut])
            word = word[cut:]  # noqa: PLW2901
        line = word
    return (*lines, line) if line else tuple(lines)


@lru_cache(maxsize=1024)
def shorten(text: str, size: int, width: float, *, bold: bool = False) -> str:
    """Cut text that is too wide, with an ellipsis."""
    if text_width(text, size, bold=bold) <= width:
        return text
    while text and text_width(f"{text}…", size, bold=bold) > width:
        text = text[:-1]
    return f"{text.rstrip()}…"


def shorten_name(name: str, size: int, width: float) -> str:
    """Cut a bold name that is too wide; the number at its end stays, for it tells the computer players apart."""
    head, blank, number = name.rpartition(" ")
    if not number.isdecimal() or text_width(name, size, bold=True) <= width:
        return shorten(name, size, width, bold=True)
    end = f"{blank}{number}"
    return shorten(head, size, width - text_width(end, size, bold=True), bold=True) + end


@dataclass(frozen=True, slots=True)
class Label:
    """A line of text.

    Attributes:
        colour: the name of a colour of the theme.
        serif: for ornament.
    """

    text: str
    points: int
    colour: str = "text"
    bold: bool = False
    serif: bool = False

    @property
    def size(self) -> tuple[float, float]:
        """Its width, and the height of a line."""
        return (math.ceil(self._width() + 2 * _PAD), math.ceil(self.points * 1.4))

    def _width(self) -> float:
        if self.serif:
            return font(self.points * _FINE, bold=self.bold, serif=True).getlength(self.text) / _FINE
        return text_width(self.text, self.points, bold=self.bold)

    def paint(self, brush: Brush) -> Image.Image:
        """Write it."""
        w, h = self.size
        canvas = Canvas(w, h, brush.ratio, over=1)
        # On the baseline, so that lines with and without descenders stand level.
        base = h / 2 + self.points * 0.355
        canvas.text(
            _PAD, base, self.text, self.points, brush.colour(self.colour), bold=self.bold, serif=self.serif, anchor="ls"
        )
        return canvas.finish()


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle with round corners, filled, framed or both; with a shadow if asked for."""

    width: float
    height: float
    fill: str | None = "panel"
    radius: float = 10.0
    line: str | None = None
    thick: float = 1.5

    @property
    def size(self) -> tuple[float, float]:
        """Its size."""
        return (self.width, self.height)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        radius = min(self.radius, self.height / 2, self.width / 2)
        # Only the corners need smooth edges; what lies between them is stretched, which is much faster for large ones.
        corner = math.ceil(radius + self.thick + 1)
        wide, high = min(self.width, 2 * corner + 4), min(self.height, 2 * corner + 4)
        canvas = Canvas(wide, high, brush.ratio)
        fill = brush.colour(self.fill) if self.fill is not None else None
        line = brush.colour(self.line) if self.line is not None else None
        canvas.box(Rect(0, 0, wide, high), fill, radius=radius, line=line, width=self.thick)
        size = (max(round(self.width * brush.ratio), 1), max(round(self.height * brush.ratio), 1))
        return _stretched(canvas.finish(), size, math.ceil(corner * brush.ratio))


def _stretched(small: Image.Image, size: tuple[int, int], corner: int) -> Image.Image:
    """Give a picture a larger size: its corners as they are, and what lies between them stretched."""
    for axis in (0, 1):
        if small.size[axis] == size[axis]:
            continue
        whole = (size[0], small.height) if axis == 0 else (small.width, size[1])
        large = Image.new("RGBA", whole)
        end = small.size[axis] - corner
        middle, far = size[axis] - 2 * corner, size[axis] - corner
        if axis == 0:
            large.paste(small.crop((0, 0, corner, small.height)), (0, 0))
            large.paste(small.crop((corner, 0, corner + 1, small.height)).resize((middle, small.height)), (corner, 0))
            large.paste(small.crop((end, 0, small.width, small.height)), (far, 0))
        else:
            large.paste(small.crop((0, 0, small.width, corner)), (0, 0))
            large.paste(small.crop((0, corner, small.width, corner + 1)).resize((small.width, middle)), (0, corner))
            large.paste(small.crop((0, end, small.width, small.height)), (0, far))
        small = large
    return small


@dataclass(frozen=True, slots=True)
class Face:
    """A card's face."""

    card: Card
    width: float

    @property
    def size(self) -> tuple[float, float]:
        """Its size."""
        return (self.width, self.width * CARD_RATIO)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        return cardart.paint_face(self.card, self.width, brush.ratio, brush.theme, brush.colours)


@dataclass(frozen=True, slots=True)
class Back:
    """A card's back."""

    width: float

    @property
    def size(self) -> tuple[float, float]:
        """Its size."""
        return (self.width, self.width * CARD_RATIO)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        return cardart.paint_back(self.width, brush.ratio, brush.theme, brush.back)


@dataclass(frozen=True, slots=True)
class Shadow:
    """A card's shadow."""

    width: float

    @property
    def size(self) -> tuple[float, float]:
        """Larger than the card."""
        return (self.width * 1.3, self.width * CARD_RATIO * 1.3)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        return cardart.paint_shadow(self.width, self.width * CARD_RATIO, brush.ratio)


@dataclass(frozen=True, slots=True)
class Rim:
    """A rim around a card."""

    width: float
    colour: str
    thick: float

    @property
    def size(self) -> tuple[float, float]:
        """Larger than the card by its thickness on each side."""
        return (self.width + 2 * self.thick, self.width * CARD_RATIO + 2 * self.thick)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        return cardart.paint_rim(self.width, brush.ratio, brush.colour(self.colour), self.thick)


@dataclass(frozen=True, slots=True)
class Sign:
    """A suit's sign; in the colour that it has on cards, or in one of the theme's."""

    suit: Suit
    height: float
    colour: str | None = None

    @property
    def size(self) -> tuple[float, float]:
        """A square."""
        return (self.height, self.height)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        canvas = Canvas(self.height, self.height, brush.ratio, over=4)
        colour = brush.colour(self.colour) if self.colour is not None else suit_colour(self.suit, brush.colours)
        cardart.pip(canvas, self.suit, self.height / 2, self.height / 2, self.height * 0.47, colour)
        return canvas.finish()


@dataclass(frozen=True, slots=True)
class Dot:
    """A disc."""

    diameter: float
    colour: str

    @property
    def size(self) -> tuple[float, float]:
        """A square."""
        return (self.diameter, self.diameter)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        canvas = Canvas(self.diameter, self.diameter, brush.ratio, over=4)
        canvas.disc(self.diameter / 2, self.diameter / 2, self.diameter / 2 - 0.5, brush.colour(self.colour))
        return canvas.finish()


@dataclass(frozen=True, slots=True)
class Wedge:
    """A triangle that points to a side: l, r, u or d."""

    height: float
    way: str
    colour: str = "text"

    @property
    def size(self) -> tuple[float, float]:
        """A square."""
        return (self.height, self.height)

    def paint(self, brush: Brush) -> Image.Image:
        """Paint it."""
        canvas = Canvas(self.height, self.height, brush.ratio, over=4)
        h = self.height
        corners = {
            "l": [(h * 0.25, h / 2), (h * 0.72, h * 0.18), (h * 0.72, h * 0.82)],
            "r": [(h * 0.75, h / 2), (h * 0.28, h * 0.18), (h * 0.28, h * 0.82)],
            "u": [(h / 2, h * 0.25), (h * 0.18, h * 0.72), (h * 0.82, h * 0.72)],
            "d": [(h / 2, h * 0.75), (h * 0.18, h * 0.28), (h * 0.82, h * 0.28)],
        }[self.way]
        canvas.polygon(corners, brush.colour(self.colour))
        return canvas.finish()


@dataclass(slots=True)
class Sheet:
    """A screen in the making: items in the order in which they are painted."""

    items: list[Item] = field(default_factory=list)

    def add(self, *items: Item) -> None:
        """Paint more on top."""
        self.items += items

    def label(
        self,
        text: str,
        x: float,
        y: float,
        points: int,
        anchor: str = "lm",
        *,
        colour: str = "text",
        bold: bool = False,
        alpha: float = 1.0,
    ) -> None:
        """Write a line; the anchor is of the text itself, without the margin of its picture."""
        if not text:
            return
        dx = {"l": -_PAD, "m": 0.0, "r": _PAD}[anchor[0]]
        self.add(put(Label(text, points, colour, bold), x + dx, y, anchor, alpha=alpha))

    def lines(
        self,
        lines: Sequence[str],
        x: float,
        y: float,
        points: int,
        *,
        colour: str = "text",
        bold: bool = False,
        lead: float = 1.42,
    ) -> float:
        """Write lines below one another; gives the y below them."""
        for line in lines:
            self.label(line, x, y + points * lead / 2, points, colour=colour, bold=bold)
            y += points * lead
        return y
