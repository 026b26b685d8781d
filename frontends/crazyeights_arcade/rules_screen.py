"""The rules of a game on a screen of their own, as the start menu shows them."""

from __future__ import annotations

from crazyeights.game import Game
from crazyeights_arcade.controls import PRIMARY, Control
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pause_screen import OverlayScreen
from crazyeights_arcade.pictures import Box, Sheet, in_rect, shorten
from crazyeights_arcade.rules_text import RulesText
from crazyeights_arcade.screen import Screen


class RulesScreen(OverlayScreen):
    """The rules, over the menu."""

    def __init__(self, under: Screen, game: Game) -> None:
        super().__init__(under)
        self.rules = RulesText(game)

    def _frame(self) -> Rect:
        width, height = self.size
        unit = self.type.unit
        return Rect.around(width / 2, height / 2, min(62 * unit, width - 2 * unit), height - 3 * unit)

    def controls(self) -> list[Control]:
        """Give the one button."""
        frame, unit = self._frame(), self.type.unit
        rect = Rect(frame.cx - 8 * unit, frame.bottom - 4.4 * unit, 16 * unit, 3.2 * unit)
        return [Control("back", rect, "Back", PRIMARY, "Esc")]

    def activate(self, name: str, step: int) -> None:
        """Go back."""
        self.back()

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Turn the pages."""
        self.rules.scroll(-3 * steps)
        self.dirty = True

    def key(self, name: str) -> None:
        """Turn the pages, or go back."""
        step = {"up": -2, "down": 2, "pageup": -18, "pagedown": 18, "home": -9999, "end": 9999}.get(name)
        if step is None:
            super().key("escape" if name == "r" else name)
        else:
            self.rules.scroll(step)
        self.dirty = True

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        sheet = self.veiled()
        kind, unit, frame = self.type, self.type.unit, self._frame()
        sheet.add(
            in_rect(Box(round(frame.w), round(frame.h), "sheet", 16 * kind.scale, "line", 1.4 * kind.scale), frame)
        )
        title = shorten(f"Rules: {self.rules.title}", kind.title, frame.w - 4 * unit, bold=True)
        sheet.label(title, frame.x + 2 * unit, frame.y + 2.4 * unit, kind.title, bold=True)
        self.rules.paint(
            sheet, Rect(frame.x + 2 * unit, frame.y + 4.6 * unit, frame.w - 4 * unit, frame.h - 10 * unit), kind
        )
        self.paint_controls(sheet)
        return sheet
