"""The menu over the table, and what it has in common with the other screens that lie over one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from crazyeights_arcade.controls import BUTTON, PRIMARY, Control
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pictures import Box, Sheet, in_rect
from crazyeights_arcade.scenery import Veil
from crazyeights_arcade.screen import FormScreen, Screen


class OverlayScreen(FormScreen):
    """A screen that lies over another one.

    Args:
        under: the screen below, which is painted but gets no input.
    """

    def __init__(self, under: Screen) -> None:
        super().__init__(under.host)
        self.under = under

    def back(self) -> None:
        """Go back to the screen below."""
        self.host.show(self.under)

    def dismiss(self) -> None:
        """Go back."""
        self.back()

    def closed(self) -> None:
        """Close what is below."""
        self.under.closed()

    def resized(self) -> None:
        """Lay out what is below, too."""
        super().resized()
        self.under.resized()

    def veiled(self) -> Sheet:
        """Give the screen below, darkened."""
        sheet = self.under.sheet()
        width, height = self.size
        sheet.add(Veil.over(width, height))
        return sheet

    def framed(self, frame: Rect, title: str) -> Sheet:
        """Give the screen below, darkened, with a titled sheet over it."""
        sheet, kind = self.veiled(), self.type
        sheet.add(
            in_rect(Box(round(frame.w), round(frame.h), "sheet", 16 * kind.scale, "line", 1.4 * kind.scale), frame)
        )
        sheet.label(title, frame.cx, frame.y + 2.6 * kind.unit, kind.title, "mm", bold=True)
        return sheet


@dataclass(frozen=True, slots=True)
class Leave:
    """What the menu over the table leads to, besides back."""

    settings: Callable[[Screen], None]
    new_round: Callable[[], None]
    menu: Callable[[], None]


class PauseScreen(OverlayScreen):
    """The menu over the table; while it is open, nothing moves.

    Args:
        under: the table.
        leave: what it leads to.
        again: what is dealt next, as in "Deal a new round".
        told: what becomes of the round or match.
    """

    def __init__(self, under: Screen, leave: Leave, again: str, told: str) -> None:
        super().__init__(under)
        self.leave = leave
        self.again = again
        self.told = told

    def _frame(self) -> Rect:
        width, height = self.size
        unit = self.type.unit
        return Rect.around(width / 2, height / 2, min(34 * unit, width - 2 * unit), 28.5 * unit)

    def controls(self) -> list[Control]:
        """Give the controls."""
        unit = self.type.unit
        frame = self._frame()
        made = []
        named = (
            ("back", "Back to the table", PRIMARY, "Esc"),
            ("settings", "Settings", BUTTON, "S"),
            ("new", self.again, BUTTON, "N"),
            ("menu", "Start menu", BUTTON, "M"),
            ("quit", "Quit", BUTTON, "Q"),
        )
        for at, (name, label, kind, key) in enumerate(named):
            y = frame.y + (5.0 + 3.7 * at) * unit
            made.append(Control(name, Rect(frame.x + 2 * unit, y, frame.w - 4 * unit, 3.2 * unit), label, kind, key))
        return made

    def activate(self, name: str, step: int) -> None:
        """Leave the menu, in one of its ways."""
        match name:
            case "back":
                self.back()
            case "settings":
                self.leave.settings(self)
            case "new":
                self.back()
                self.leave.new_round()
            case "menu":
                self.leave.menu()
            case _:
                self.host.leave()

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        kind, unit, frame = self.type, self.type.unit, self._frame()
        sheet = self.framed(frame, "Paused")
        sheet.label(self.told, frame.cx, frame.bottom - 2.0 * unit, kind.quiet, "mm", colour="quiet")
        self.paint_controls(sheet)
        return sheet
