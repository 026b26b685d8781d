"""The rules in force as lines that fit a strip, and how far they were turned over. Pure."""

from __future__ import annotations

from dataclasses import dataclass

from crazyeights.game import Game
from crazyeights.guide import guide
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pictures import Box, Sheet, put, wrap
from crazyeights_arcade.theme import Type


@dataclass(frozen=True, slots=True)
class _Line:
    text: str
    colour: str
    bold: bool
    height: float


class RulesText:
    """The rules of a game, the worked example and the questions.

    Args:
        game: the game.
    """

    def __init__(self, game: Game) -> None:
        self._guide = guide(game)
        self._first = 0.0
        self._lines: tuple[_Line, ...] = ()
        self._for: tuple[int, int] = (0, 0)
        self._fitting = 1

    @property
    def title(self) -> str:
        """What is played."""
        return self._guide.title[:1].upper() + self._guide.title[1:]

    @property
    def position(self) -> int:
        """The first line that is shown."""
        return round(self._first)

    def scroll(self, lines: float) -> None:
        """Go on by so many lines, or back."""
        self._first = max(0.0, min(self._first + lines, float(len(self._lines) - self._fitting)))

    def _flow(self, width: int, kind: Type) -> tuple[_Line, ...]:
        if self._for == (width, kind.body):
            return self._lines
        lines: list[_Line] = []

        def paragraph(text: str, colour: str = "text", *, bold: bool = False) -> None:
            size = kind.body if bold else kind.quiet
            lines.extend(_Line(line, colour, bold, size * 1.45) for line in wrap(text, size, width, bold=bold))

        def gap(height: float) -> None:
            lines.append(_Line("", "text", bold=False, height=height * kind.scale))

        for section in self._guide.sections:
            paragraph(section.title, "accent", bold=True)
            gap(3)
            for text in section.paragraphs:
                paragraph(text)
                gap(6)
            gap(8)
        if self._guide.questions:
            paragraph("Questions", "accent", bold=True)
            gap(3)
        for question, answer in self._guide.questions:
            paragraph(question, bold=True)
            paragraph(answer, "quiet")
            gap(9)
        self._lines, self._for = tuple(lines), (width, kind.body)
        return self._lines

    def paint(self, sheet: Sheet, rect: Rect, kind: Type) -> None:
        """Paint the lines that fit into a rectangle, and a bar that shows where they are."""
        lines = self._flow(round(rect.w - 1.4 * kind.unit), kind)
        self._fitting = self._count(lines, len(lines), rect.h)
        self._first = min(self._first, float(max(len(lines) - self._fitting, 0)))
        y = rect.y
        shown = 0
        for line in lines[self.position :]:
            if y + line.height > rect.bottom:
                break
            size = kind.body if line.bold else kind.quiet
            sheet.label(line.text, rect.x, y + line.height / 2, size, colour=line.colour, bold=line.bold)
            y += line.height
            shown += 1
        if shown < len(lines):
            part = shown / len(lines)
            length = max(rect.h * part, 24 * kind.scale)
            top = rect.y + (rect.h - length) * self.position / max(len(lines) - self._fitting, 1)
            sheet.add(put(Box(round(4 * kind.scale), round(length), "line", 99), rect.right, top, "rt"))

    @staticmethod
    def _count(lines: tuple[_Line, ...], end: int, height: float) -> int:
        """Count how many of the last lines fit."""
        count = 0
        while count < end and height >= lines[end - 1 - count].height:
            height -= lines[end - 1 - count].height
            count += 1
        return count
