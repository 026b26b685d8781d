"""A canvas of character cells: text, style and what a click means, for each cell. Nothing ever leaves its edges."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import lru_cache
from typing import Final, NamedTuple, TypeAlias

from wcwidth import wcwidth

from crazyeights_terminal.fullscreen.glyphs import Frame

Fragment: TypeAlias = "tuple[str, str]"


class Hit(NamedTuple):
    """What a click on a cell does: an action of `play`, with a number that says on what."""

    action: str
    value: int = 0


_UNSTEADY: Final = dict.fromkeys((*range(0x1F1E6, 0x1F200), *range(0x1F3FB, 0x1F400)), "?")
_PLAIN: Final = {"·": "-", "…": ".", "–": "-", "—": "-", "’": "'", "×": "x", "♠": "S", "♥": "H", "♦": "D", "♣": "C"}


class Canvas:
    """A grid of cells.

    Args:
        width, height: how many cells there are.
        ascii_only: whether whatever is not ASCII is replaced.
    """

    def __init__(self, width: int, height: int, *, ascii_only: bool = False) -> None:
        self.width = max(0, width)
        self.height = max(0, height)
        self.ascii_only = ascii_only
        self._text = [[" "] * self.width for _ in range(self.height)]
        self._style = [[""] * self.width for _ in range(self.height)]
        self._hit: list[list[Hit | None]] = [[None] * self.width for _ in range(self.height)]

    def put(self, x: int, y: int, text: str, style: str = "", hit: Hit | None = None) -> int:
        """Write text; what lies outside is cut off. Gives the column after it."""
        if not text.isprintable():
            # A name from a record or a plugin must not steer the terminal.
            text = "".join(letter if letter.isprintable() else "?" for letter in text)
        if self.ascii_only and not text.isascii():
            text = "".join(_PLAIN.get(letter, letter) for letter in text).encode("ascii", "replace").decode()
        even = True
        if not text.isascii():
            text, even = _steady(text)
        if not even:
            return self._put_wide(x, y, text, style, hit)
        end = x + len(text)
        if 0 <= y < self.height and end > 0 and x < self.width:
            start, stop = max(x, 0), min(end, self.width)
            self._text[y][start:stop] = text[start - x : stop - x]
            self._style[y][start:stop] = [style] * (stop - start)
            self._hit[y][start:stop] = [hit] * (stop - start)
        return end

    def _put_wide(self, x: int, y: int, text: str, style: str, hit: Hit | None) -> int:
        for letter in text:
            size = _width(letter)
            if 0 <= y < self.height and x >= 0 and x + size <= self.width and size > 0:
                for at in range(x, x + size):
                    self._text[y][at] = letter if at == x else ""
                    self._style[y][at] = style
                    self._hit[y][at] = hit
            x += max(size, 0)
        return x

    def put_all(self, x: int, y: int, fragments: Iterable[Fragment], hit: Hit | None = None) -> int:
        """Write fragments of (style, text) after one another; gives the column after them."""
        for style, text in fragments:
            x = self.put(x, y, text, style, hit)
        return x

    def center(self, y: int, text: str, style: str = "", *, left: int = 0, width: int | None = None) -> None:
        """Write text in the middle of the row, or of a part of it."""
        room = self.width if width is None else width
        self.put(left + max(0, (room - cells(text)) // 2), y, text, style)

    def box(
        self, x: int, y: int, width: int, height: int, frame: Frame, style: str = "", hit: Hit | None = None
    ) -> None:
        """Draw a box and clear what is inside."""
        if width < 2 or height < 2:
            return
        inner = width - 2
        self.put(x, y, f"{frame.top_left}{frame.across * inner}{frame.top_right}", style, hit)
        for row in range(y + 1, y + height - 1):
            self.put(x, row, frame.down, style, hit)
            self.put(x + 1, row, " " * inner, "", hit)
            self.put(x + width - 1, row, frame.down, style, hit)
        self.put(x, y + height - 1, f"{frame.bottom_left}{frame.across * inner}{frame.bottom_right}", style, hit)

    def clear(self, x: int, y: int, width: int, height: int) -> None:
        """Make cells blank, so that nothing shows through what is drawn there next."""
        for row in range(y, y + height):
            self.put(x, row, " " * width)

    def forget_hits(self) -> None:
        """Let no click mean anything: a dialog is about to be drawn over the table."""
        self._hit = [[None] * self.width for _ in range(self.height)]

    def hit_at(self, x: int, y: int) -> Hit | None:
        """Say what a click on a cell does."""
        return self._hit[y][x] if 0 <= y < self.height and 0 <= x < self.width else None

    def find(self, hit: Hit) -> tuple[int, int] | None:
        """Give the first cell on which a click does that; None if there is none."""
        for y, row in enumerate(self._hit):
            if hit in row:
                return row.index(hit), y
        return None

    def rows(self) -> list[list[Fragment]]:
        """Give each row as fragments; blank cells at its end are left out, but for one."""
        return [self._row(y) for y in range(self.height)]

    def lines(self) -> list[str]:
        """Give each row as text."""
        return ["".join(row) for row in self._text]

    def _row(self, y: int) -> list[Fragment]:
        texts, styles = self._text[y], self._style[y]
        end = self.width
        while end and texts[end - 1] == " " and not styles[end - 1]:
            end -= 1
        # One blank stays: prompt_toolkit takes a click beyond the end of a row for one on its last cell.
        end = min(end + 1, self.width)
        fragments: list[Fragment] = []
        start = 0
        while start < end:
            style = styles[start]
            stop = start + 1
            while stop < end and styles[stop] == style:
                stop += 1
            fragments.append((style, "".join(texts[start:stop])))
            start = stop
        return fragments


def _width(letter: str) -> int:
    size: int = wcwidth(letter)
    return size


def cells(text: str) -> int:
    """Say how many cells a text takes."""
    return len(text) if text.isascii() else _cells(text)


# The same texts are written again and again, from one picture to the next.
@lru_cache(maxsize=2048)
def _cells(text: str) -> int:
    return sum(max(0, _width(letter)) for letter in _steady(text)[0])


@lru_cache(maxsize=2048)
def _steady(text: str) -> tuple[str, bool]:
    """Replace what takes another number of cells beside its like than alone: the halves of flags, and tones of skin.

    Returns:
        The text, and whether each of its characters takes one cell.
    """
    text = text.translate(_UNSTEADY)
    return text, all(_width(letter) == 1 for letter in text)


def clip(text: str, width: int) -> str:
    """Shorten a text to a number of cells, with an ellipsis in place of what is cut off."""
    if cells(text) <= width:
        return text
    if width < 1:
        return ""
    kept, used = "", 0
    for letter in text:
        used += max(0, _width(letter))
        if used > width - 1:
            break
        kept += letter
    return f"{kept}…"


def wrap(text: str, width: int) -> list[str]:
    """Break a text into lines of at most a number of cells."""
    return textwrap.wrap(text, max(1, width), break_on_hyphens=False) or [""]
