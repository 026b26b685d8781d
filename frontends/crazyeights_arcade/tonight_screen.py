"""What is played tonight: tells the rules of a variant that was drawn by chance, before the first card is seen."""

from __future__ import annotations

from crazyeights_arcade.controls import BUTTON, PRIMARY, Control
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pause_screen import OverlayScreen
from crazyeights_arcade.pictures import Box, Sheet, in_rect, wrap
from crazyeights_arcade.table_moves import TableMoves


class TonightScreen(OverlayScreen):
    """The variant's summary, over the table, at which nothing happens yet.

    Args:
        under: the table.
    """

    def __init__(self, under: TableMoves) -> None:
        super().__init__(under)
        self.table = under
        self.variant = under.session.game.variant

    def _lines(self) -> tuple[str, ...]:
        return wrap(self.variant.summary, self.type.body, self._wide() - 4 * self.type.unit)

    def _wide(self) -> float:
        return min(46 * self.type.unit, self.size[0] - 2 * self.type.unit)

    def _frame(self) -> Rect:
        width, height = self.size
        unit = self.type.unit
        tall = (11.6 + 1.75 * len(self._lines())) * unit
        return Rect.around(width / 2, height / 2, self._wide(), tall)

    def controls(self) -> list[Control]:
        """Give the controls."""
        frame, unit = self._frame(), self.type.unit
        y, wide = frame.bottom - 5.0 * unit, frame.w - 4 * unit
        return [
            Control("deal", Rect(frame.x + 2 * unit, y, wide * 0.6, 3.2 * unit), "Deal the cards", PRIMARY, "Enter"),
            Control("rules", Rect(frame.x + 2 * unit + wide * 0.64, y, wide * 0.36, 3.2 * unit), "Rules", BUTTON, "R"),
        ]

    def activate(self, name: str, step: int) -> None:
        """Go to the table, with the rules beside it if they were asked for."""
        if name == "rules" and not self.table.rules_open:
            self.table.push("rules")
        self.back()

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        kind, unit, frame = self.type, self.type.unit, self._frame()
        sheet = self.veiled()
        sheet.add(
            in_rect(Box(round(frame.w), round(frame.h), "sheet", 16 * kind.scale, "accent", 2 * kind.scale), frame)
        )
        title = self.variant.name.capitalize()
        sheet.label(title, frame.cx, frame.y + 3.0 * unit, round(kind.title * 1.3), "mm", bold=True)
        sheet.lines(self._lines(), frame.x + 2 * unit, frame.y + 5.2 * unit, kind.body)
        self.paint_controls(sheet)
        return sheet
