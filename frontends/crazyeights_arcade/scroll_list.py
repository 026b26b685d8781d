"""A list of which as many rows are shown as there is room for. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from crazyeights_arcade.geometry import Rect


@dataclass(slots=True)
class ScrollList:
    """How far a list has been turned.

    Attributes:
        area: where its rows are.
        row: the height of a row.
        gap: the room between two rows.
        count: how many rows there are.
        first: the first row that is shown.
    """

    area: Rect = Rect(0, 0, 0, 0)
    row: float = 1.0
    gap: float = 0.0
    count: int = 0
    first: int = 0

    def lay_out(self, area: Rect, row: float, gap: float, count: int) -> None:
        """Take note of where the list is, and how many rows it has."""
        self.area, self.row, self.gap, self.count = area, row, gap, count
        self.turn(0)

    @property
    def fitting(self) -> int:
        """How many rows fit."""
        return max(int((self.area.h + self.gap) // (self.row + self.gap)), 1)

    @property
    def shown(self) -> range:
        """The rows that are shown."""
        return range(self.first, min(self.first + self.fitting, self.count))

    def turn(self, rows: float) -> None:
        """Go on by so many rows, or back, as far as there are any."""
        self.first = max(0, min(self.first + round(rows), self.count - self.fitting))

    def reveal(self, row: int) -> None:
        """Turn as far as it takes to show a row."""
        self.first = min(max(self.first, row - self.fitting + 1), row)
        self.turn(0)

    def rect(self, row: int) -> Rect:
        """Give where a row that is shown is; its right edge leaves room for the bar."""
        y = self.area.y + (row - self.first) * (self.row + self.gap)
        return Rect(self.area.x, y, self.area.w - self.track.w * 2, self.row)

    # The bar

    @property
    def track(self) -> Rect:
        """Where the bar moves; no wider than nothing if all rows are shown."""
        wide = min(7.0, self.area.w * 0.02) if self.count > self.fitting else 0.0
        return Rect(self.area.right - wide, self.area.y, wide, self.area.h)

    @property
    def bar(self) -> Rect | None:
        """The bar that shows which part of the list is seen; None if that is all of it."""
        if self.count <= self.fitting:
            return None
        track = self.track
        length = max(track.h * self.fitting / self.count, 3 * track.w)
        top = track.y + (track.h - length) * self.first / (self.count - self.fitting)
        return Rect(track.x, top, track.w, length)

    def jump(self, y: float) -> None:
        """Turn to where the bar was pressed."""
        part = (y - self.area.y) / max(self.area.h, 1.0)
        self.first = round(part * self.count - self.fitting / 2)
        self.turn(0)
