"""The outlines of suits' signs, as polygons around (0, 0) that reach from -1 to 1 in height."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Final, TypeAlias

Point: TypeAlias = tuple[float, float]
_STEPS: Final = 18


def curve(start: Point, first: Point, second: Point, end: Point, steps: int = _STEPS) -> list[Point]:
    """Give points of a cubic Bézier curve, without its start."""
    points = []
    for step in range(1, steps + 1):
        t = step / steps
        u = 1 - t
        a, b, c, d = u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t
        points.append(
            (
                a * start[0] + b * first[0] + c * second[0] + d * end[0],
                a * start[1] + b * first[1] + c * second[1] + d * end[1],
            )
        )
    return points


def disc(x: float, y: float, radius: float, steps: int = 40, stretch: float = 1.0) -> list[Point]:
    """Give a circle, or with `stretch` an ellipse that is so much higher than wide."""
    turns = [2 * math.pi * step / steps for step in range(steps)]
    return [(x + radius * math.cos(turn), y + radius * stretch * math.sin(turn)) for turn in turns]


def mirrored(half: Sequence[Point]) -> list[Point]:
    """Close a left half with its mirror image."""
    return [*half, *((-x, y) for x, y in reversed(half))]


@cache
def outlines(sign: str) -> tuple[tuple[Point, ...], ...]:
    """Give the polygons that make up a suit's sign: a French one, or a simple shape; () for any other.

    Args:
        sign: the sign, as in "♥".
    """
    shapes = {
        "♥": _heart, "♠": _spade, "♦": _diamond, "♣": _club,
        "▲": _triangle, "▼": _triangle_down, "■": _square, "●": _circle, "◆": _rhombus, "★": _star, "✚": _cross,
    }  # fmt: skip
    make = shapes.get(sign)
    return tuple(tuple(polygon) for polygon in make()) if make is not None else ()


def _heart() -> list[list[Point]]:
    half = [(0.0, 1.0)]
    half += curve((0, 1.0), (-0.16, 0.62), (-0.96, 0.22), (-0.96, -0.36))
    half += curve((-0.96, -0.36), (-0.96, -0.98), (-0.16, -1.14), (0, -0.46))
    return [mirrored(half)]


def _spade() -> list[list[Point]]:
    half = [(0.0, -1.0)]
    half += curve((0, -1.0), (-0.14, -0.6), (-0.92, -0.22), (-0.92, 0.28))
    half += curve((-0.92, 0.28), (-0.92, 0.8), (-0.24, 0.82), (-0.04, 0.36))
    return [mirrored(half), _stem()]


def _diamond() -> list[list[Point]]:
    half = [(0.0, -1.0)]
    half += curve((0, -1.0), (-0.2, -0.62), (-0.5, -0.22), (-0.76, 0.0))
    half += curve((-0.76, 0.0), (-0.5, 0.22), (-0.2, 0.62), (0, 1.0))
    return [mirrored(half)]


def _club() -> list[list[Point]]:
    leaves = [disc(0, -0.53, 0.45), disc(-0.5, 0.2, 0.45), disc(0.5, 0.2, 0.45)]
    return [*leaves, [(-0.2, -0.3), (0.2, -0.3), (0.26, 0.4), (-0.26, 0.4)], _stem()]


def _stem() -> list[Point]:
    half = [(-0.05, 0.3)]
    half += curve((-0.05, 0.3), (-0.07, 0.74), (-0.2, 0.9), (-0.44, 1.0))
    return mirrored(half)


def _triangle() -> list[list[Point]]:
    return [[(0.0, -0.95), (0.98, 0.8), (-0.98, 0.8)]]


def _triangle_down() -> list[list[Point]]:
    return [[(x, -y) for x, y in _triangle()[0]]]


def _square() -> list[list[Point]]:
    return [[(-0.78, -0.78), (0.78, -0.78), (0.78, 0.78), (-0.78, 0.78)]]


def _circle() -> list[list[Point]]:
    return [disc(0, 0, 0.88)]


def _rhombus() -> list[list[Point]]:
    return [[(0.0, -1.0), (0.9, 0.0), (0.0, 1.0), (-0.9, 0.0)]]


def _star() -> list[list[Point]]:
    turns = [math.pi * step / 5 - math.pi / 2 for step in range(10)]
    reach = (1.0, 0.42)
    return [[(reach[at % 2] * math.cos(turn), reach[at % 2] * math.sin(turn) + 0.06) for at, turn in enumerate(turns)]]


def _cross() -> list[list[Point]]:
    arm, end = 0.3, 0.9
    return [[(-arm, -end), (arm, -end), (arm, end), (-arm, end)], [(-end, -arm), (end, -arm), (end, arm), (-end, arm)]]
