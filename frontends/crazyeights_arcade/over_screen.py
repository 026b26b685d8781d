"""The end of a round: who won and why, all hands open, the scores, and how to go on."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from crazyeights.events import Outcome, Reason
from crazyeights.words import counted
from crazyeights_arcade.controls import BUTTON, PRIMARY, Control
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pause_screen import OverlayScreen
from crazyeights_arcade.pictures import Box, Item, Sheet, Sign, in_rect, put, shorten
from crazyeights_arcade.table_play import TablePlay

_PARTY: Final = 3.2
_PIECES: Final = 44


class OverScreen(OverlayScreen):
    """The result, over the table, whose hands stay to be seen.

    Args:
        under: the table.
        menu: leads to the start menu.
    """

    def __init__(self, under: TablePlay, menu: Callable[[], None]) -> None:
        super().__init__(under)
        self.table = under
        self._menu = menu
        self._age = 0.0
        outcome = under.session.state.outcome
        assert outcome is not None
        self.outcome: Outcome = outcome
        you = under.director.viewer
        self._party = outcome.winner is not None and (outcome.winner == you or you is None)
        self._party = self._party and not under.director.reduced

    @property
    def animating(self) -> bool:
        """Whether signs are falling, or cards still turning over."""
        return (self._party and self._age < _PARTY) or self.table.director.moving

    def update(self, seconds: float) -> None:
        """Let them fall."""
        self._age += seconds
        if self.animating:
            self.dirty = True
        if self.table.director.update(seconds):
            self.dirty = True

    def title(self) -> str:
        """Say who won."""
        winner = self.outcome.winner
        if winner is None:
            return "Nobody wins"
        if winner == self.table.director.viewer and len(self.table.humans) == 1:
            return "You win!"
        return f"{self.table.session.names[winner]} wins"

    def reason(self) -> str:
        """Say why."""
        winner = self.outcome.winner
        if winner is None:
            return "Nobody could move any more."
        points = counted(self.outcome.points[winner], "point")
        if self.outcome.reason is Reason.EMPTY_HAND:
            return f"With an empty hand, for {points}."
        return f"Nobody could move; the lowest hand wins {points}."

    def _frame(self) -> Rect:
        layout = self.table.layout
        unit = self.type.unit
        rows = len(self.table.session.names)
        tall = (14.4 + 1.8 * rows) * unit
        # Down to the own cards, so that as little as may be of the others' hands is covered.
        top = max(layout.message.bottom + 1.2 * unit - tall, 0.6 * unit)
        return Rect(layout.area.cx - 19 * unit, top, 38 * unit, tall)

    def controls(self) -> list[Control]:
        """Give the controls."""
        frame, unit = self._frame(), self.type.unit
        y = frame.bottom - 4.3 * unit
        wide = frame.w - 3.6 * unit
        new = Rect(frame.x + 1.8 * unit, y, wide * 0.62, 3.2 * unit)
        menu = Rect(new.right + 0.03 * wide, y, wide * 0.35, 3.2 * unit)
        return [
            Control("new", new, "New round", PRIMARY, "N"),
            Control("menu", menu, "Start menu", BUTTON, "M"),
        ]

    def activate(self, name: str, step: int) -> None:
        """Go on."""
        if name == "new":
            self.table.new_round()
            self.back()
        else:
            self._menu()

    def _button_at(self, x: float, y: float) -> str | None:
        """Give the button of the table under a point that is not covered."""
        if self._frame().contains(x, y):
            return None
        return next((name for name, rect in self.table.layout.buttons.items() if rect.contains(x, y)), None)

    def point(self, x: float, y: float) -> None:
        """Light up what is under the mouse; the table's buttons still work."""
        super().point(x, y)
        name = self._button_at(x, y)
        if name != self.table.hovered:
            self.table.hovered = name
            self.dirty = True

    def press(self, x: float, y: float) -> None:
        """Press a button of the result, or one of the table."""
        name = self._button_at(x, y)
        if name is None:
            super().press(x, y)
        else:
            self._push(name)

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Turn over the rules or the log."""
        self.table.scroll(x, y, steps)
        self.dirty = True

    def key(self, name: str) -> None:
        """Sort the hand or open the rules as at the table; else as on any form."""
        button = {"r": "rules", "t": "sort"}.get(name)
        if button is not None:
            self._push(button)
        else:
            super().key(name)

    def _push(self, button: str) -> None:
        if button == "new":
            self.activate("new", 1)
        elif button == "menu":
            self.dismiss()
        else:
            self.table.push(button)
        self.dirty = True

    def dismiss(self) -> None:
        """Open the menu over the table."""
        self.host.show(self.table.doors.pause(self.table))

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        sheet = self.table.sheet()
        kind, unit, frame = self.type, self.type.unit, self._frame()
        if self._party and self._age < _PARTY:
            self._fall(sheet)
        sheet.add(
            in_rect(Box(round(frame.w), round(frame.h), "sheet", 16 * kind.scale, "accent", 2 * kind.scale), frame)
        )
        sheet.label(
            self.title(), frame.cx, frame.y + 2.8 * unit, round(kind.title * 1.35), "mm", bold=True, colour="accent"
        )
        sheet.label(self.reason(), frame.cx, frame.y + 5.3 * unit, kind.body, "mm")
        left, right = frame.x + 2 * unit, frame.right - 2 * unit
        y = frame.y + 7.7 * unit
        for text, x in (("round", right - 6.5 * unit), ("total", right)):
            sheet.label(text, x, y, kind.quiet, "rm", colour="quiet")
        sheet.add(put(Box(round(right - left), max(round(kind.scale), 1), "line", 0), left, y + 0.95 * unit))
        session = self.table.session
        y += 0.2 * unit
        for seat, name in enumerate(session.names):
            y += 1.8 * unit
            won = seat == self.outcome.winner
            colour = "accent" if won else "text"
            sheet.label(shorten(name, kind.body, right - left - 13 * unit), left, y, kind.body, bold=won, colour=colour)
            sheet.label(f"+{self.outcome.points[seat]}", right - 6.5 * unit, y, kind.body, "rm", colour=colour)
            sheet.label(str(session.match.scores[seat]), right, y, kind.body, "rm", bold=True, colour=colour)
        self.paint_controls(sheet)
        return sheet

    def _fall(self, sheet: Sheet) -> None:
        """Let the suits' signs fall over the table."""
        width, height = self.size
        suits = self.table.session.game.deck.suits
        for piece in range(_PIECES):
            start = (piece * 7919 % 100) / 100 * 0.9
            age = self._age - start
            if age < 0:
                continue
            x = (piece * 61 % _PIECES + 0.5) / _PIECES * width + 18 * math.sin(age * 3 + piece)
            y = -0.05 * height + age * height * (0.42 + (piece % 5) * 0.05)
            size = round((14 + piece % 3 * 5) * self.type.scale)
            fade = min(1.0, (_PARTY - self._age) * 2)
            if y < height * 1.05:
                sheet.add(Item(Sign(suits[piece % len(suits)], size), x, y, 90 * age + 40 * piece, max(fade, 0.0)))
