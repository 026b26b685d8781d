"""What of a frame has to be painted again: the places at which two screens differ. Pure, without arcade."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Final

from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pictures import Item

_MARGIN: Final = 3.0
_MOST: Final = 6


def bounds_of(item: Item) -> Rect:
    """Give the upright rectangle that a picture covers, with a margin for its smooth edge."""
    w, h = item.picture.size
    w, h = w * abs(item.wide), h * abs(item.high)
    if item.angle:
        turn = math.radians(item.angle)
        cos, sin = abs(math.cos(turn)), abs(math.sin(turn))
        w, h = w * cos + h * sin, w * sin + h * cos
    return Rect.around(item.x, item.y, w + 2 * _MARGIN, h + 2 * _MARGIN)


def overlap(one: Rect, other: Rect) -> bool:
    """Whether two rectangles have a point in common."""
    return one.x < other.right and other.x < one.right and one.y < other.bottom and other.y < one.bottom


def union(one: Rect, other: Rect) -> Rect:
    """Give the smallest rectangle around two."""
    x, y = min(one.x, other.x), min(one.y, other.y)
    return Rect(x, y, max(one.right, other.right) - x, max(one.bottom, other.bottom) - y)


def damaged(before: Sequence[Item], after: Sequence[Item], window: Rect) -> list[Rect]:
    """Give the rectangles in which two screens differ, none of which overlap.

    Args:
        before: the items of the one screen.
        after: the items of the other.
        window: the whole window; it is the answer if most of it differs.
    """
    old, new = set(before), set(after)
    kept_before = [item for item in before if item in new]
    kept_after = [item for item in after if item in old]
    if kept_before != kept_after:
        # The same pictures lie over one another in another order: rare, and not worth being clever about.
        return [window]
    rects: list[Rect] = []
    for item in old ^ new:
        rect = bounds_of(item)
        rects = _merge(rects, rect)
    while len(rects) > _MOST:
        last = rects.pop()
        nearest = min(rects, key=lambda rect: _waste(rect, last))
        rects.remove(nearest)
        rects = _merge(rects, union(nearest, last))
    if sum(rect.w * rect.h for rect in rects) > 0.7 * window.w * window.h:
        return [window]
    return rects


def _merge(rects: list[Rect], rect: Rect) -> list[Rect]:
    """Add a rectangle; those that it overlaps become one with it."""
    apart: list[Rect] = []
    waiting = list(rects)
    while waiting:
        other = waiting.pop()
        if overlap(rect, other):
            rect = union(rect, other)
            # Grown, it may reach some that it did not.
            waiting += apart
            apart = []
        else:
            apart.append(other)
    return [*apart, rect]


def _waste(one: Rect, other: Rect) -> float:
    both = union(one, other)
    return both.w * both.h - one.w * one.h - other.w * other.h
