"""Kings, queens and jacks: mirrored busts of flat shapes in the colours of the suit, gold and ivory.

Painted in units of a hundredth of a card's width, into the frame in the middle of the card. Each figure is painted
once, in the upper half, and once more upside down.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from crazyeights.cards import Suit
from crazyeights_arcade.canvas import Canvas
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.shapes import Point, curve, disc
from crazyeights_arcade.theme import BLACK, GOLD, GOLD_LIGHT, Colour, rgb

FRAME: Final = Rect(25.5, 9.5, 49.0, 121.0)
_SKIN: Final = rgb("#F7E3CB")
_IVORY: Final = rgb("#FBF6E6")
_INK: Final = rgb("#22242A")
_HAIR: Final = rgb("#5A3A1E")
_SILVER: Final = rgb("#D9DCE2")
_MID: Final = FRAME.cx


def _mixed(colour: Colour, other: Colour, part: float) -> Colour:
    return (
        round(colour[0] + (other[0] - colour[0]) * part),
        round(colour[1] + (other[1] - colour[1]) * part),
        round(colour[2] + (other[2] - colour[2]) * part),
        255,
    )


def paint_court(
    canvas: Canvas,
    rank: str,
    suit: Suit,
    colour: Colour,
    pip: Callable[[Canvas, Suit, float, float, float, Colour], None],
) -> None:
    """Paint the frame of a court card.

    Args:
        canvas: the card.
        rank: K, Q or J.
        suit: the suit whose sign the figure bears.
        colour: the suit's colour.
        pip: paints a sign: canvas, suit, x, y, half its height and colour.
    """
    tint = _mixed(colour, rgb("#FFFDF6"), 0.9)
    width, height = canvas.size[0] / canvas.ratio, canvas.size[1] / canvas.ratio
    half = Canvas(width, height, canvas.ratio)
    half.box(FRAME, tint)
    _rays(half, _mixed(colour, rgb("#FFFDF6"), 0.8))
    {"K": _king, "Q": _queen, "J": _jack}[rank](half, colour)
    pip(half, suit, FRAME.x + 6.6, FRAME.y + 8.2, 4.6, colour)
    half.clip([(FRAME.x, FRAME.y), (FRAME.right, FRAME.y), (FRAME.right, FRAME.cy - 6), (FRAME.x, FRAME.cy + 6)])
    other = half.turned()
    canvas.paste(half)
    canvas.paste(other)
    _sash(canvas, suit, colour, pip)
    canvas.box(FRAME, None, radius=1.6, line=colour, width=0.9)
    canvas.box(FRAME.inset(1.7), None, radius=0.8, line=_mixed(GOLD, rgb("#FFFFFF"), 0.15), width=0.55)


def _rays(canvas: Canvas, colour: Colour) -> None:
    centre = (_MID, FRAME.y + 30)
    for ray in range(12):
        left = -1.25 + ray * 2.5 / 12
        canvas.polygon([centre, (_MID + 60 * left, FRAME.y - 30), (_MID + 60 * (left + 0.1), FRAME.y - 30)], colour)


def _sash(
    canvas: Canvas, suit: Suit, colour: Colour, pip: Callable[[Canvas, Suit, float, float, float, Colour], None]
) -> None:
    """Paint the band across the middle, where the two halves meet, with the suit's sign in a ring."""
    left, right, mid = FRAME.x, FRAME.right, FRAME.cy
    for thick, paint in ((4.6, colour), (3.5, GOLD_LIGHT), (2.5, colour)):
        canvas.polygon(
            [(left, mid + 6 - thick), (right, mid - 6 - thick), (right, mid - 6 + thick), (left, mid + 6 + thick)],
            paint,
        )
    canvas.disc(_MID, mid, 9.2, colour)
    canvas.disc(_MID, mid, 8.2, GOLD_LIGHT)
    canvas.disc(_MID, mid, 7.0, _IVORY)
    # A sign has an upper end; two small ones, the second turned, keep the card the same from both sides.
    pip(canvas, suit, _MID - 2.9, mid - 0.2, 3.1, colour)
    pip(canvas, suit, _MID + 2.9, mid + 0.2, -3.1, colour)


def _flip(points: list[Point]) -> list[Point]:
    return [(2 * _MID - x, y) for x, y in points]


def _both(canvas: Canvas, points: list[Point], colour: Colour) -> None:
    canvas.polygon(points, colour)
    canvas.polygon(_flip(points), colour)


def _robe(canvas: Canvas, main: Colour, trim: Colour, panel: Colour) -> None:
    """Paint shoulders with a panel down the middle."""
    low = FRAME.cy + 10
    half: list[Point] = [(_MID, 48.0)]
    half += curve((_MID, 48.0), (_MID - 10, 49), (_MID - 21, 52), (_MID - 25, 66))
    half += [(_MID - 25, low), (_MID, low)]
    _both(canvas, half, main)
    edge: list[Point] = [(_MID - 12, 49.6)]
    edge += curve((_MID - 12, 49.6), (_MID - 19, 52), (_MID - 22, 56), (_MID - 25, 66))
    canvas.line(edge, trim, 1.4)
    canvas.line(_flip(edge), trim, 1.4)
    canvas.polygon([(_MID - 6.6, 48), (_MID + 6.6, 48), (_MID + 8.6, low), (_MID - 8.6, low)], trim)
    canvas.polygon([(_MID - 5.2, 48), (_MID + 5.2, 48), (_MID + 7.0, low), (_MID - 7.0, low)], panel)


def _face(canvas: Canvas, top: float = 27.0, height: float = 20.0, width: float = 15.5) -> None:
    canvas.polygon([(_MID - 3.6, 43), (_MID + 3.6, 43), (_MID + 4.6, 52), (_MID - 4.6, 52)], _mixed(_SKIN, _HAIR, 0.16))
    canvas.ellipse(Rect(_MID - width / 2, top, width, height), _SKIN)
    eye = top + height * 0.46
    for side in (-1, 1):
        canvas.line(
            [(_MID + side * 5.2, eye - 2.3), (_MID + side * 3.4, eye - 3.1), (_MID + side * 1.7, eye - 2.5)], _INK, 0.7
        )
        canvas.ellipse(Rect.around(_MID + side * 3.4, eye, 2.5, 1.9), _INK)
        canvas.disc(_MID + side * 3.4 + 0.4, eye - 0.4, 0.42, _IVORY)
    canvas.line([(_MID + 0.3, eye), (_MID - 1.1, eye + 4.4), (_MID + 0.8, eye + 4.7)], _mixed(_SKIN, _HAIR, 0.55), 0.7)


def _lips(canvas: Canvas, y: float, colour: Colour) -> None:
    canvas.polygon(
        [
            (_MID - 2.3, y),
            (_MID - 0.8, y - 0.8),
            (_MID, y - 0.3),
            (_MID + 0.8, y - 0.8),
            (_MID + 2.3, y),
            (_MID, y + 1.3),
        ],
        colour,
    )


def _king(canvas: Canvas, colour: Colour) -> None:
    dark = _mixed(colour, BLACK, 0.35)
    _robe(canvas, colour, GOLD_LIGHT, dark)
    # Hair and beard in one: a frame around the face that ends in curls.
    beard = _mixed(_HAIR, BLACK, 0.1)
    half: list[Point] = [(_MID, 28), (_MID - 9.6, 28)]
    half += curve((_MID - 9.6, 28), (_MID - 13.4, 34), (_MID - 10, 40), (_MID - 13.4, 45))
    half += curve((_MID - 13.4, 45), (_MID - 12.4, 50), (_MID - 8, 48), (_MID - 8, 46))
    half += curve((_MID - 8, 46), (_MID - 7, 55), (_MID - 3, 60), (_MID, 61))
    _both(canvas, half, beard)
    _face(canvas, height=18.5)
    chin: list[Point] = [(_MID, 40.6)]
    chin += curve((_MID, 40.6), (_MID - 4, 40.2), (_MID - 6.4, 40), (_MID - 8, 36.5))
    chin += curve((_MID - 8, 36.5), (_MID - 8.4, 48), (_MID - 5, 56), (_MID, 59))
    _both(canvas, chin, beard)
    for shift in (-3.4, 0, 3.4):
        canvas.line(
            [(_MID + shift, 48), (_MID + shift * 0.7, 55 - abs(shift) * 0.5)], _mixed(beard, GOLD_LIGHT, 0.4), 0.6
        )
    _lips(canvas, 42.6, _mixed(rgb("#B5483C"), colour, 0.2))
    # The crown: five points with pearls on a jewelled band.
    spikes = [(-12.0, 14.2), (-6.4, 12.0), (0.0, 10.6 + 1.4), (6.4, 12.0), (12.0, 14.2)]
    outline: list[Point] = [(_MID - 10, 28.5)]
    for index, (x, y) in enumerate(spikes):
        outline.append((_MID + x, y + 1.6))
        if index < 4:
            outline.append((_MID + (x + spikes[index + 1][0]) / 2, 21.0))
    outline.append((_MID + 10, 28.5))
    canvas.polygon(outline, GOLD)
    canvas.polygon([(_MID + (x - _MID) * 0.86, y + 1.4) for x, y in outline], GOLD_LIGHT)
    for x, y in spikes:
        canvas.disc(_MID + x, y + 1.4, 1.5, GOLD)
        canvas.disc(_MID + x, y + 1.4, 1.0, _IVORY)
    canvas.box(Rect(_MID - 10.6, 25.4, 21.2, 4.6), GOLD, radius=1.2)
    canvas.box(Rect(_MID - 10.0, 26.0, 20.0, 3.4), colour, radius=0.9)
    for x in (-6.6, 0.0, 6.6):
        canvas.polygon([(_MID + x, 26.2), (_MID + x + 1.7, 27.7), (_MID + x, 29.2), (_MID + x - 1.7, 27.7)], GOLD_LIGHT)
    # Ermine on the shoulders.
    for x, y in ((-16.0, 57.0), (-19.5, 63.0), (-13.5, 63.0)):
        for side in (-1, 1):
            canvas.disc(_MID - side * x, y, 1.1, GOLD_LIGHT)


def _queen(canvas: Canvas, colour: Colour) -> None:
    dark = _mixed(colour, BLACK, 0.35)
    hair = rgb("#C98A2B")
    half: list[Point] = [(_MID, 22.5)]
    half += curve((_MID, 22.5), (_MID - 9, 22), (_MID - 13, 27), (_MID - 12.6, 34))
    half += curve((_MID - 12.6, 34), (_MID - 12.2, 41), (_MID - 17, 46), (_MID - 15, 56))
    half += [(_MID, 58)]
    _both(canvas, half, hair)
    for shift in (10.2, 12.2):
        strand = curve((_MID - shift, 32), (_MID - shift - 0.4, 41), (_MID - shift - 3, 46), (_MID - shift - 1.5, 55))
        canvas.line(strand, _mixed(hair, _HAIR, 0.5), 0.6)
        canvas.line(_flip(strand), _mixed(hair, _HAIR, 0.5), 0.6)
    _robe(canvas, colour, GOLD_LIGHT, _IVORY)
    for step in range(5):
        y = 54.0 + 5 * step
        canvas.polygon([(_MID, y), (_MID + 2.3, y + 2.5), (_MID, y + 5), (_MID - 2.3, y + 2.5)], dark)
    # A wide neckline with pearls.
    neck: list[Point] = [(_MID, 56.5)]
    neck += curve((_MID, 56.5), (_MID - 6, 56), (_MID - 9, 53), (_MID - 9.6, 48.6))
    neck += [(_MID, 46)]
    _both(canvas, neck, _SKIN)
    _face(canvas, top=26.2, height=20.4, width=14.6)
    fringe: list[Point] = [(_MID, 24.5)]
    fringe += curve((_MID, 24.5), (_MID - 6, 24), (_MID - 9, 27), (_MID - 8.6, 34))
    fringe += curve((_MID - 8.6, 34), (_MID - 6.4, 31), (_MID - 3, 29.5), (_MID, 27.6))
    _both(canvas, fringe, hair)
    for side in (-1, 1):
        canvas.disc(_MID + side * 4.9, 40.6, 1.5, rgb("#F2B9A4"))
    _lips(canvas, 42.4, rgb("#C0392F"))
    for step in range(-4, 5):
        canvas.disc(_MID + step * 2.05, 52.2 - abs(step) * abs(step) * 0.2, 1.05, _IVORY, _mixed(GOLD, BLACK, 0.2), 0.3)
    # The coronet: three leaves between pearls.
    base: list[Point] = [(_MID - 10, 26)]
    base += curve((_MID - 10, 26), (_MID - 11.6, 20), (_MID - 13, 18), (_MID - 12.4, 14.6))
    base += curve((_MID - 12.4, 14.6), (_MID - 9, 16), (_MID - 7, 18), (_MID - 6, 20.5))
    base += curve((_MID - 6, 20.5), (_MID - 5.4, 15), (_MID - 2.4, 13.4), (_MID, 11.2))
    base += [(_MID, 26)]
    _both(canvas, base, GOLD)
    _both(canvas, [(_MID + (x - _MID) * 0.84, 0.84 * y + 3.9) for x, y in base], GOLD_LIGHT)
    band = curve((_MID - 10.4, 25.2), (_MID - 5, 22.8), (_MID + 5, 22.8), (_MID + 10.4, 25.2))
    canvas.line([(_MID - 10.4, 25.2), *band], GOLD, 3.6)
    canvas.line([(_MID - 9.8, 25.1), *band[:-1]], colour, 2.2)
    for x, y in ((-12.4, 14.4), (0.0, 11.4), (12.4, 14.4)):
        canvas.disc(_MID + x, y, 1.7, GOLD)
        canvas.disc(_MID + x, y, 1.15, _IVORY)
    canvas.disc(_MID, 18.4, 2.0, colour)
    canvas.disc(_MID - 0.5, 17.8, 0.6, _IVORY)


def _jack(canvas: Canvas, colour: Colour) -> None:
    dark = _mixed(colour, BLACK, 0.35)
    hair = rgb("#8A5A2B")
    half: list[Point] = [(_MID, 24)]
    half += curve((_MID, 24), (_MID - 10, 24), (_MID - 12, 29), (_MID - 11.6, 36))
    half += curve((_MID - 11.6, 36), (_MID - 11.6, 42), (_MID - 15, 43), (_MID - 13.6, 47))
    half += curve((_MID - 13.6, 47), (_MID - 10, 49), (_MID - 7, 47), (_MID - 7, 43))
    half += [(_MID, 43)]
    _both(canvas, half, hair)
    _robe(canvas, dark, GOLD_LIGHT, colour)
    for x in (-21.0, -16.0, -11.0):
        for side in (-1, 1):
            left = _MID - side * x
            canvas.polygon(
                [
                    (left - 1.1, 53.5 if abs(x) < 20 else 57),
                    (left + 1.1, 53.5 if abs(x) < 20 else 57),
                    (left + 1.6, 82),
                    (left - 1.6, 82),
                ],
                colour,
            )
    for y in (56.5, 62.5):
        canvas.disc(_MID, y, 1.3, GOLD_LIGHT)
    # A ruff of pleats.
    for step in range(-4, 5):
        x = _MID + step * 2.5
        y = 50.4 - 0.14 * step * step
        canvas.ellipse(Rect.around(x, y, 3.4, 5.4), _IVORY, _mixed(_SILVER, BLACK, 0.25), 0.4)
    _face(canvas, top=26.6, height=20.0, width=14.8)
    fringe: list[Point] = [(_MID, 25)]
    fringe += curve((_MID, 25), (_MID - 7, 25), (_MID - 9.4, 28), (_MID - 8.6, 35))
    fringe += curve((_MID - 8.6, 35), (_MID - 7.4, 32), (_MID - 3.5, 31.4), (_MID, 31.6))
    _both(canvas, fringe, hair)
    _lips(canvas, 42.4, rgb("#B5483C"))
    # A soft cap, and a feather that sweeps to one side.
    feather: list[Point] = [(_MID + 8, 22.5)]
    feather += curve((_MID + 8, 22.5), (_MID + 14, 14), (_MID + 20, 12.5), (_MID + 21.5, 19))
    feather += curve((_MID + 21.5, 19), (_MID + 22.4, 24), (_MID + 20, 29), (_MID + 17, 31.5))
    feather += curve((_MID + 17, 31.5), (_MID + 18.4, 25), (_MID + 15, 20), (_MID + 8, 22.5))
    canvas.polygon(feather, _IVORY)
    canvas.line(
        [(_MID + 8, 22.4), *curve((_MID + 8, 22.4), (_MID + 14, 16), (_MID + 20, 16), (_MID + 18.4, 28))],
        _mixed(GOLD, BLACK, 0.1),
        0.8,
    )
    cap: list[Point] = [(_MID - 11, 26.5)]
    cap += curve((_MID - 11, 26.5), (_MID - 17, 20), (_MID - 9, 12.6), (_MID + 1, 12.8))
    cap += curve((_MID + 1, 12.8), (_MID + 11, 13), (_MID + 13, 20), (_MID + 11, 26.5))
    canvas.polygon(cap, colour)
    canvas.line(curve((_MID - 6, 25), (_MID - 9, 20), (_MID - 5, 16), (_MID + 1, 15.5)), dark, 0.8)
    canvas.box(Rect(_MID - 11.4, 23.8, 22.8, 4.2), GOLD, radius=1.6)
    canvas.box(Rect(_MID - 10.8, 24.5, 21.6, 2.8), GOLD_LIGHT, radius=1.2)
    canvas.disc(_MID + 8.4, 24.6, 2.3, colour)
    canvas.disc(_MID + 8.4, 24.6, 1.3, GOLD_LIGHT)
    canvas.polygon(disc(_MID + 8.4, 24.6, 0.6), _IVORY)
