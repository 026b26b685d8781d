"""The curtain: hides the hands while the window passes from one person to another."""

from __future__ import annotations

from collections.abc import Callable

from crazyeights_arcade.controls import BUTTON, PRIMARY, Control
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pause_screen import OverlayScreen
from crazyeights_arcade.pictures import Box, Sheet, in_rect
from crazyeights_arcade.screen import Screen


class CurtainScreen(OverlayScreen):
    """Waits until the next person is there.

    Args:
        under: the table, with all hands hidden.
        name: the person whose turn it is.
        open_: shows that person's hand.
        menu: opens the menu over the table.
    """

    def __init__(self, under: Screen, name: str, open_: Callable[[], None], menu: Callable[[], Screen]) -> None:
        super().__init__(under)
        self.name = name
        self._open = open_
        self._menu = menu

    def _frame(self) -> Rect:
        width, height = self.size
        unit = self.type.unit
        return Rect.around(width / 2, height / 2, min(42 * unit, width - 2 * unit), 17 * unit)

    def controls(self) -> list[Control]:
        """Give the controls."""
        frame, unit = self._frame(), self.type.unit
        y = frame.bottom - 5.2 * unit
        wide = frame.w - 4 * unit
        return [
            Control("show", Rect(frame.x + 2 * unit, y, wide * 0.68, 3.4 * unit), "Show my cards", PRIMARY, "Enter"),
            Control("menu", Rect(frame.x + 2 * unit + wide * 0.72, y, wide * 0.28, 3.4 * unit), "Menu", BUTTON, "Esc"),
        ]

    def activate(self, name: str, step: int) -> None:
        """Show the hand, or open the menu."""
        if name == "show":
            self._open()
            self.back()
        else:
            self.dismiss()

    def dismiss(self) -> None:
        """Open the menu; the curtain stays down."""
        self.host.show(self._menu())

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        sheet = self.veiled()
        kind, unit, frame = self.type, self.type.unit, self._frame()
        sheet.add(
            in_rect(Box(round(frame.w), round(frame.h), "sheet", 16 * kind.scale, "accent", 2 * kind.scale), frame)
        )
        sheet.label(
            f"{self.name}, it is your turn", frame.cx, frame.y + 4.0 * unit, round(kind.title * 1.3), "mm", bold=True
        )
        text = "The others look away now. All hands are hidden."
        sheet.label(text, frame.cx, frame.y + 7.6 * unit, kind.body, "mm", colour="quiet")
        self.paint_controls(sheet)
        return sheet
