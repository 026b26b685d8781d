"""Cards, painted at the size in which they are shown: faces with large corner indices, courts, jokers and the back.

Everything is measured in hundredths of a card's width; a card is 100 wide and 140 high.
"""

from __future__ import annotations

import math
from typing import Final

from PIL import Image

from crazyeights.cards import Card, Suit
from crazyeights_arcade import shapes
from crazyeights_arcade.canvas import Canvas, font, has_glyph
from crazyeights_arcade.courts import paint_court
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.theme import (
    BLACK,
    BLUE,
    GOLD,
    GOLD_LIGHT,
    GREEN,
    PURPLE,
    RED,
    Colour,
    Theme,
    back_colours,
    rgb,
    suit_colour,
)

WIDTH: Final = 100.0
HEIGHT: Final = 140.0
RADIUS: Final = 7.0
_INDEX_X: Final = 14.4
_INDEX_ROOM: Final = 22.0
_INDEX_SIZE: Final = 30.5  # a capital is 0.72 of it high: 22, which is 15.7 % of the card's height
_PIP: Final = 9.6
FACE: Final = rgb("#FCFAF4")  # of a letter in a disc, whatever the theme

_L, _C, _R = 34.2, 50.0, 65.8
_T, _B, _M = 24.5, 115.5, 70.0
_Q1, _Q2 = 54.8, 85.2
_PIPS: Final[dict[str, tuple[tuple[float, float], ...]]] = {
    "2": ((_C, _T), (_C, _B)),
    "3": ((_C, _T), (_C, _M), (_C, _B)),
    "4": ((_L, _T), (_R, _T), (_L, _B), (_R, _B)),
    "5": ((_L, _T), (_R, _T), (_C, _M), (_L, _B), (_R, _B)),
    "6": ((_L, _T), (_R, _T), (_L, _M), (_R, _M), (_L, _B), (_R, _B)),
    "7": ((_L, _T), (_R, _T), (_C, 48.0), (_L, _M), (_R, _M), (_L, _B), (_R, _B)),
    "8": ((_L, _T), (_R, _T), (_C, 48.0), (_L, _M), (_R, _M), (_C, 92.0), (_L, _B), (_R, _B)),
    "9": ((_L, _T), (_R, _T), (_L, _Q1), (_R, _Q1), (_C, _M), (_L, _Q2), (_R, _Q2), (_L, _B), (_R, _B)),
    "10": (
        (_L, _T), (_R, _T), (_C, 40.6), (_L, _Q1), (_R, _Q1),
        (_L, _Q2), (_R, _Q2), (_C, 99.4), (_L, _B), (_R, _B),
    ),
}  # fmt: skip


def pip(canvas: Canvas, suit: Suit, x: float, y: float, size: float, colour: Colour) -> None:
    """Paint a suit's sign around a point.

    Args:
        canvas: what to paint on.
        suit: the suit; of a deck of somebody's own, whose sign may be any character, the letter may have to do.
        x: the middle.
        y: the middle.
        size: half the sign's height; less than 0 to paint it upside down.
        colour: its colour.
    """
    turned, half = size < 0, abs(size)
    outline = shapes.outlines(suit.sign)
    if outline:
        canvas.shape(outline, x, y, half, colour, turned=turned)
    elif has_glyph(suit.sign) and not suit.sign.isalnum():
        canvas.glyph(x, y, suit.sign, half * 0.94, colour, turned=turned)
    else:
        canvas.disc(x, y, half, colour)
        canvas.glyph(x, y, suit.letter, half * 0.56, FACE, turned=turned)


def paint_face(card: Card, width: float, ratio: float, theme: Theme, colours: str = "two") -> Image.Image:
    """Paint a card's face.

    Args:
        card: the card.
        width: its width in points.
        ratio: how many pixels a point has.
        theme: the colours.
        colours: how many colours the suits have: two, four or mono.
    """
    canvas = _blank(width, ratio, theme)
    colour = suit_colour(card.suit, colours)
    if card.suit is None:
        _joker(canvas, card)
        return canvas.finish()
    text = card.rank.text
    if text in _PIPS:
        for x, y in _PIPS[text]:
            pip(canvas, card.suit, x, y, -_PIP if y > _M + 1 else _PIP, colour)
    elif text in {"J", "Q", "K"}:
        paint_court(canvas, text, card.suit, colour, pip)
    elif text == "A":
        _ace(canvas, card.suit, colour)
    else:
        size = min(46.0, 46.0 * 58 / _width_of(text, 46, serif=True))
        canvas.text(50, 70, text, size, colour, bold=True, serif=True, anchor="mm")
    index = _index(width, ratio, text, card.suit, colour)
    canvas.paste(index)
    canvas.paste(index.turned())
    return canvas.finish()


def _blank(width: float, ratio: float, theme: Theme) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, width * ratio / WIDTH)
    canvas.box(Rect(0, 0, WIDTH, HEIGHT), theme.face, radius=RADIUS, line=theme.face_edge, width=0.9)
    return canvas


def _index(width: float, ratio: float, text: str, suit: Suit, colour: Colour) -> Canvas:
    canvas = Canvas(WIDTH, HEIGHT, width * ratio / WIDTH)
    size, squeeze = _INDEX_SIZE, 1.0
    wide = _width_of(text, size)
    if wide > _INDEX_ROOM:
        # Ten is one thing in a fan: its two digits take little more room than a queen. Longer ranks get smaller, too.
        squeeze = max(_INDEX_ROOM / wide, 0.62)
        size = min(size, size * _INDEX_ROOM / (wide * squeeze))
    canvas.text(_INDEX_X, 29.2, text, size, colour, bold=True, anchor="ms", squeeze=squeeze)
    pip(canvas, suit, _INDEX_X, 43.0, 9.0, colour)
    return canvas


def _width_of(text: str, size: float, *, serif: bool = False) -> float:
    return max(font(200, bold=True, serif=serif).getlength(text) * size / 200, 1.0)


def _ace(canvas: Canvas, suit: Suit, colour: Colour) -> None:
    quiet = (*colour[:3], 60)
    for radius in (31.0, 28.6):
        canvas.disc(50, 70, radius, None, quiet, 0.7)
    for step in range(24):
        turn = 2 * math.pi * step / 24
        canvas.disc(50 + 29.8 * math.cos(turn), 70 + 29.8 * math.sin(turn), 0.75, quiet)
    pip(canvas, suit, 50, 70, 21.5, colour)
    if suit.sign == "♠":
        canvas.disc(50, 72, 5.4, GOLD_LIGHT)
        canvas.disc(50, 72, 4.4, colour)
        canvas.text(50, 72.2, "8", 7.6, GOLD_LIGHT, bold=True, serif=True, anchor="mm")


_MOTLEY: Final = (PURPLE, BLUE, GREEN, RED)


def _joker(canvas: Canvas, card: Card) -> None:
    """Paint a cap and bells over an eight-pointed star; each joker of a deck in another colour."""
    colour = _MOTLEY[(card.number - 1) % len(_MOTLEY)]
    other = _MOTLEY[card.number % len(_MOTLEY)]
    for points, radius, paint in ((8, 33.0, (*GOLD_LIGHT[:3], 90)), (8, 25.0, (*GOLD_LIGHT[:3], 150))):
        star: list[tuple[float, float]] = []
        for step in range(points * 2):
            turn = math.pi * step / points - math.pi / 2
            reach = radius if step % 2 == 0 else radius * 0.62
            star.append((50.0 + reach * math.cos(turn), 72 + reach * math.sin(turn)))
        canvas.polygon(star, paint)
    left = [(50.0, 78.0), *shapes.curve((50, 78), (40, 78), (34, 78), (31, 76))]
    left += shapes.curve((31, 76), (34, 66), (32, 58), (20, 62))
    left += shapes.curve((20, 62), (24, 46), (42, 46), (50, 60))
    canvas.polygon(left, colour)
    canvas.polygon([(100 - x, y) for x, y in left], other)
    crest = [(36.0, 66.0), *shapes.curve((36, 66), (40, 52), (44, 46), (50, 36))]
    crest += shapes.curve((50, 36), (56, 46), (60, 52), (64, 66))
    crest += shapes.curve((64, 66), (58, 76), (42, 76), (36, 66))
    canvas.polygon(crest, GOLD)
    canvas.box(Rect(30, 74, 40, 7), BLACK, radius=2.4)
    canvas.box(Rect(30.8, 74.8, 38.4, 5.4), GOLD_LIGHT, radius=1.8)
    for x, y in ((20.0, 62.0), (80.0, 62.0), (50.0, 36.0)):
        canvas.disc(x, y, 3.6, BLACK)
        canvas.disc(x, y, 2.9, GOLD_LIGHT)
        canvas.disc(x - 0.8, y - 0.8, 0.8, rgb("#FFF6D8"))
    canvas.ellipse(Rect(39, 81, 22, 25), rgb("#F7E3CB"))
    for x in (45.5, 54.5):
        canvas.polygon([(x, 86.5), (x + 1.7, 89.6), (x, 92.7), (x - 1.7, 89.6)], BLACK)
    canvas.line(shapes.curve((43.5, 96.5), (46, 102.5), (54, 102.5), (56.5, 96.5)), rgb("#B5483C"), 1.4)
    index = Canvas(WIDTH, HEIGHT, canvas.ratio)
    small: list[tuple[float, float]] = []
    for step in range(10):
        turn = math.pi * step / 5 - math.pi / 2
        reach = 10.5 if step % 2 == 0 else 4.4
        small.append((_INDEX_X + reach * math.cos(turn), 17 + reach * math.sin(turn)))
    index.polygon(small, colour)
    for place, letter in enumerate("JOKER"):
        index.text(_INDEX_X, 38 + place * 11, letter, 10.5, colour, bold=True, anchor="mm")
    canvas.paste(index)
    canvas.paste(index.turned())


def paint_back(width: float, ratio: float, theme: Theme, back: str = "blue") -> Image.Image:
    """Paint the back: a lattice on the theme's colour, with an eight in a ring; the same from both sides."""
    canvas = _blank(width, ratio, theme)
    colour, thread = back_colours(back, theme)
    inner = Rect(5, 5, WIDTH - 10, HEIGHT - 10)
    ground = Canvas(WIDTH, HEIGHT, canvas.ratio)
    ground.box(inner, colour, radius=4.0)
    quiet = (*thread[:3], 95)
    step = 8.0
    for at in range(-18, 32):
        start = 50 + at * step
        ground.line([(start - 70, 0), (start + 70, 140)], quiet, 0.6)
        ground.line([(start + 70, 0), (start - 70, 140)], quiet, 0.6)
    ground.clip_box(inner, 4.0)
    canvas.paste(ground)
    canvas.box(inner.inset(2.6), None, radius=2.4, line=(*thread[:3], 170), width=0.7)
    for radius, fill in ((19.5, colour), (17.2, colour)):
        canvas.disc(50, 70, radius, fill, GOLD_LIGHT, 1.0 if radius > 18 else 0.6)
    for turn in range(16):
        angle = 2 * math.pi * turn / 16
        canvas.disc(50 + 18.3 * math.cos(angle), 70 + 18.3 * math.sin(angle), 0.6, GOLD_LIGHT)
    # An eight of two equal rings, so that the back has no upper end.
    for y in (64.2, 75.8):
        canvas.disc(50, y, 6.6, None, GOLD_LIGHT, 2.7)
    return canvas.finish()


def paint_shadow(width: float, height: float, ratio: float, strength: float = 0.5) -> Image.Image:
    """Paint the soft shadow of a card; it is 1.3 times as wide and high, with the card in its middle."""
    canvas = Canvas(width * 1.3, height * 1.3, ratio, over=1)
    rect = Rect(width * 0.15, height * 0.15, width, height)
    canvas.shadow(rect, width * 0.06, width * 0.07, strength, dy=width * 0.025)
    return canvas.finish()


def paint_rim(width: float, ratio: float, colour: Colour, thick: float) -> Image.Image:
    """Paint a rim to go around a card; it is wider and higher by twice its thickness, and glows a little."""
    height = width * HEIGHT / WIDTH
    canvas = Canvas(width + 2 * thick, height + 2 * thick, ratio)
    outer = Rect(0, 0, width + 2 * thick, height + 2 * thick)
    canvas.box(outer, None, radius=width * RADIUS / WIDTH + thick, line=colour, width=thick + 0.6)
    return canvas.finish()
