"""The end of a round or match: who won and why, all hands open, the scores round by round, and how to go on."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Final

from crazyeights.events import MatchOver, Outcome, RoundOver
from crazyeights.match import SheetRow
from crazyeights.words import describe, listed, shown_name
from crazyeights_arcade import prompts
from crazyeights_arcade.controls import BUTTON, PRIMARY, Control
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pause_screen import OverlayScreen
from crazyeights_arcade.pictures import Box, Item, Sheet, Sign, in_rect, put, shorten, wrap
from crazyeights_arcade.table_moves import TableMoves

_PARTY: Final = 3.2
_PIECES: Final = 44
_WIDE: Final = 40  # of the sheet, in units of type
_ROUND: Final = 4.2
_SHOWN_ROUNDS: Final = 4


class OverScreen(OverlayScreen):
    """The result, over the table, whose hands stay to be seen. The table's own buttons still work.

    Args:
        under: the table.
        menu: leads to the start menu.
    """

    def __init__(self, under: TableMoves, menu: Callable[[], None]) -> None:
        super().__init__(under)
        self.table = under
        self._menu = menu
        self._age = 0.0
        outcome = under.session.state.outcome
        assert outcome is not None
        self.outcome: Outcome = outcome
        self.match = under.session.match
        self.ended: MatchOver | None = self.match.outcome
        winners = self.ended.winners if self.ended is not None else outcome.winners
        you = under.director.viewer
        self._party = bool(winners) and (you in winners or you is None)
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
        """Say who won: the round or, if it is over, the match."""
        names, ended = self.table.session.names, self.ended
        winners = ended.winners if ended is not None else self.outcome.winners
        if not winners:
            return "Nobody wins"
        you = self.table.director.viewer if len(self.table.humans) == 1 else None
        mine = you in winners
        who = listed(["You", *(shown_name(names[seat]) for seat in winners if seat != you)][0 if mine else 1 :])
        several = mine or len(winners) > 1
        # Partners are one side: what they win is not shared.
        if ended is not None and ended.winner is None:
            return f"{who} share the match"
        if ended is not None:
            return f"{who} {'win' if several else 'wins'} the match!"
        what = " the round" if self.match.ends else "!" if mine else ""
        return f"{who} {'win' if several else 'wins'}{what}"

    def reason(self) -> str:
        """Say why, in a sentence."""
        session = self.table.session
        you = self.table.director.viewer if len(self.table.humans) == 1 else None
        told = describe(RoundOver(self.outcome, ()), session.names, you, session.game.options).partition(": ")[2]
        if self.ended is not None:
            return f"The last round: {told}"
        return f"{told[:1].upper()}{told[1:]}"

    def _reason_lines(self) -> tuple[str, ...]:
        kind, unit = self.type, self.type.unit
        return wrap(self.reason(), kind.quiet, (_WIDE - 4) * unit)[:3]

    def _frame(self) -> Rect:
        layout = self.table.layout
        unit = self.type.unit
        rows = len(self.match.sides)
        tall = (11.9 + 1.6 * len(self._reason_lines()) + 1.8 * rows) * unit
        # Down to the own cards, so that as little as may be of the others' hands is covered.
        top = max(layout.message.bottom + 1.2 * unit - tall, 0.6 * unit)
        wide = min(_WIDE * unit, layout.area.w - unit)
        return Rect(layout.area.cx - wide / 2, top, wide, tall)

    def controls(self) -> list[Control]:
        """Give the controls."""
        frame, unit = self._frame(), self.type.unit
        y = frame.bottom - 4.3 * unit
        wide = frame.w - 3.6 * unit
        parts = (("new", self._next(), PRIMARY, "N", 0.41), ("scores", "Scores", BUTTON, "C", 0.25))
        made, x = [], frame.x + 1.8 * unit
        for name, label, kind, key, part in (*parts, ("menu", "Start menu", BUTTON, "M", 0.30)):
            made.append(Control(name, Rect(x, y, part * wide, 3.2 * unit), label, kind, key))
            x += (part + 0.02) * wide
        return made

    def _next(self) -> str:
        return "New match" if self.ended is not None else "Next round" if self.match.ends else "New round"

    def activate(self, name: str, step: int) -> None:
        """Go on."""
        if name == "new":
            self.table.new_round()
            self.back()
        elif name == "scores":
            self.host.show(self.table.doors.scores(self.table, self))
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
        if button in {"new", "scores"}:
            self.activate(button, 1)
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
        y = sheet.lines(
            self._reason_lines(), frame.x + 2 * unit, frame.y + 4.3 * unit, kind.quiet, colour="quiet", lead=1.5
        )
        self._scores(sheet, frame, y + 1.3 * unit)
        self.paint_controls(sheet)
        return sheet

    def _scores(self, sheet: Sheet, frame: Rect, y: float) -> None:
        """Paint the scores: a row for each player or pair; the last rounds beside one another, and the total."""
        kind, unit = self.type, self.type.unit
        left, right = frame.x + 2 * unit, frame.right - 2 * unit
        shown = self.match.rows[-_SHOWN_ROUNDS:]
        columns = [right - 5 * unit - (len(shown) - 1 - at) * _ROUND * unit for at in range(len(shown))]
        for row, x in zip(shown, columns, strict=True):
            colour = "text" if row is shown[-1] else "quiet"
            sheet.label(str(row.round + 1), x, y, kind.quiet, "rm", colour=colour)
        sheet.label("round", left, y, kind.quiet, colour="quiet")
        sheet.label("total", right, y, kind.quiet, "rm", colour="quiet")
        sheet.add(put(Box(round(right - left), max(round(kind.scale), 1), "line", 0), left, y + 0.95 * unit))
        winners = self.ended.winners if self.ended is not None else self.outcome.winners
        room = columns[0] - left - 3 * unit
        for side in self.match.sides:
            y += 1.8 * unit
            won = side[0] in winners
            colour = "accent" if won else "text"
            name = prompts.side_name(side, self.table.session.names)
            sheet.label(
                shorten(name, kind.body, room, bold=won), left, y + 0.2 * unit, kind.body, bold=won, colour=colour
            )
            for row, x in zip(shown, columns, strict=True):
                now = row is shown[-1]
                text = points_of(row, side[0])
                sheet.label(text, x, y + 0.2 * unit, kind.body, "rm", colour=colour if now else "quiet")
            total = str(self.match.scores[side[0]])
            sheet.label(total, right, y + 0.2 * unit, kind.body, "rm", bold=True, colour=colour)

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


def points_of(row: SheetRow, seat: int) -> str:
    """Give what a seat scored in a round, as it stands on the score sheet; a dash for a round that was dropped."""
    return "–" if row.outcome is None else str(row.outcome.points[seat])
