"""The score sheet: what everybody scored in each round of the match, and the totals."""

from __future__ import annotations

from typing import Final

from crazyeights.match import Match, Standing
from crazyeights.words import counted, listed
from crazyeights_arcade import prompts
from crazyeights_arcade.controls import PRIMARY, Control
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.over_screen import points_of
from crazyeights_arcade.pause_screen import OverlayScreen
from crazyeights_arcade.pictures import Box, Dot, Sheet, put, shorten, shorten_name
from crazyeights_arcade.scenery import Veil
from crazyeights_arcade.screen import Screen
from crazyeights_arcade.table_moves import TableMoves

_ROW: Final = 2.0


class ScoresScreen(OverlayScreen):
    """The score sheet, over the table or the result of a round.

    Args:
        under: the screen that it goes back to.
        table: the table.
    """

    def __init__(self, under: Screen, table: TableMoves) -> None:
        super().__init__(under)
        self.table = table
        self.match: Match = table.session.match
        # The newest rounds matter most.
        self._first = float(len(self.match.rows))

    def veiled(self) -> Sheet:
        """Give the table, darkened, even if it goes back to the result of a round."""
        sheet = self.table.sheet()
        sheet.add(Veil.over(*self.size))
        return sheet

    @property
    def names(self) -> tuple[str, ...]:
        """What the columns are called: the players, or the pairs of partners."""
        return tuple(prompts.side_name(side, self.table.session.names) for side in self.match.sides)

    def _frame(self) -> Rect:
        width, height = self.size
        unit = self.type.unit
        columns = len(self.match.sides)
        wide = min(width - 2 * unit, max(40 * unit, (11 + 9.5 * columns) * unit))
        rows = max(len(self.match.rows), 1)
        tall = min(height - 2 * unit, (17.6 + _ROW * rows) * unit)
        return Rect.around(width / 2, height / 2, wide, tall)

    def _body(self) -> Rect:
        """Give where the rounds are."""
        frame, unit = self._frame(), self.type.unit
        return Rect(frame.x + 2 * unit, frame.y + 7.2 * unit, frame.w - 4 * unit, frame.h - 16.8 * unit)

    def shown(self) -> None:
        """Begin with the newest rounds."""
        super().shown()
        self.turn(0)

    def turn(self, rows: float) -> None:
        """Turn the sheet over by so many rounds."""
        fitting = max(int(self._body().h / (_ROW * self.type.unit)), 1)
        self._first = max(0.0, min(self._first + rows, float(len(self.match.rows) - fitting)))
        self.dirty = True

    def controls(self) -> list[Control]:
        """Give the one button."""
        frame, unit = self._frame(), self.type.unit
        rect = Rect(frame.cx - 8 * unit, frame.bottom - 4.4 * unit, 16 * unit, 3.2 * unit)
        return [Control("back", rect, "Back", PRIMARY, "Esc")]

    def activate(self, name: str, step: int) -> None:
        """Go back."""
        self.back()

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Turn the sheet over."""
        self.turn(-steps)

    def key(self, name: str) -> None:
        """Turn the sheet over, or go back."""
        step = {"up": -1, "down": 1, "pageup": -8, "pagedown": 8, "home": -1e6, "end": 1e6}.get(name)
        if step is None:
            super().key("escape" if name == "c" else name)
        else:
            self.turn(step)

    def subtitle(self) -> str:
        """Say which match it is, how it ends, and how it stands."""
        match = self.match
        parts = [f"Match {match.number + 1}"] if match.number else []
        goal = [prompts.goal_score(match)] if match.target is not None else []
        goal += [counted(match.rounds, "round")] if match.rounds is not None else []
        parts += goal or ["Played as long as you like"]
        if match.lowest_wins:
            parts.append("the fewest points win")
        if match.played:
            parts.append(self._lead([line for line in match.standing if line.place == 1]))
        text = " · ".join(parts)
        return text[:1].upper() + text[1:]

    def _lead(self, best: list[Standing]) -> str:
        who = listed([prompts.side_name(line.seats, self.table.session.names) for line in best])
        if self.match.over:
            return f"won by {who}" if len(best) == 1 else f"shared by {who}"
        several = len(best) > 1 or len(best[0].seats) > 1 or who.lower() == "you"
        return f"{who} {'lead' if several else 'leads'} with {best[0].score}"

    # What is seen

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        kind, unit, frame, body = self.type, self.type.unit, self._frame(), self._body()
        sheet = self.framed(frame, "Score sheet")
        text = shorten(self.subtitle(), kind.quiet, frame.w - 3 * unit)
        sheet.label(text, frame.cx, frame.y + 4.4 * unit, kind.quiet, "mm", colour="quiet")
        columns = self._columns(body)
        y = body.y - 0.7 * unit
        sheet.label("Round", body.x, y, kind.quiet, colour="quiet")
        wide = (columns[0] - body.x) - 5.2 * unit if len(columns) == 1 else columns[1] - columns[0] - unit
        for name, x in zip(self.names, columns, strict=True):
            sheet.label(shorten_name(name, kind.quiet, wide), x, y, kind.quiet, "rm", bold=True)
        line = Box(round(body.w), max(round(kind.scale), 1), "line", 0)
        sheet.add(put(line, body.x, body.y + 0.2 * unit))
        self._rounds(sheet, body, columns)
        sheet.add(put(line, body.x, body.bottom + 0.5 * unit))
        self._totals(sheet, body, columns)
        said = "The dot is at who began a round; gold has won it."
        sheet.label(said, frame.cx, body.bottom + 3.7 * unit, kind.quiet, "mm", colour="quiet")
        self.paint_controls(sheet)
        return sheet

    def _columns(self, body: Rect) -> list[float]:
        """Give the right edges of the columns."""
        count = len(self.match.sides)
        wide = (body.w - 4.6 * self.type.unit) / count
        return [body.right - (count - 1 - at) * wide for at in range(count)]

    def _rounds(self, sheet: Sheet, body: Rect, columns: list[float]) -> None:
        kind, unit = self.type, self.type.unit
        rows = self.match.rows
        if not rows:
            text = "No round has been played to its end yet."
            sheet.label(text, body.cx, body.y + 1.3 * unit, kind.body, "mm")
            return
        first = round(self._first)
        fitting = max(int(body.h / (_ROW * unit)), 1)
        y = body.y + 1.3 * unit
        for row in rows[first : first + fitting]:
            sheet.label(str(row.round + 1), body.x, y, kind.body, colour="quiet")
            winners = row.outcome.winners if row.outcome is not None else ()
            for side, x in zip(self.match.sides, columns, strict=True):
                won = side[0] in winners
                text = points_of(row, side[0])
                sheet.label(text, x, y, kind.body, "rm", bold=won, colour="accent" if won else "text")
                if row.first in side:
                    sheet.add(put(Dot(round(0.5 * unit), "quiet"), x - 4.4 * unit, y, "mm"))
            y += _ROW * unit
        if len(rows) > fitting:
            part = fitting / len(rows)
            length = max(body.h * part, 2 * unit)
            top = body.y + (body.h - length) * first / max(len(rows) - fitting, 1)
            sheet.add(put(Box(round(0.35 * unit), round(length), "line", 99), body.right + 0.9 * unit, top, "mt"))

    def _totals(self, sheet: Sheet, body: Rect, columns: list[float]) -> None:
        kind, unit = self.type, self.type.unit
        y = body.bottom + 1.7 * unit
        sheet.label("Total", body.x, y, kind.body, bold=True)
        leaders = self.match.leaders if self.match.played else ()
        for side, x in zip(self.match.sides, columns, strict=True):
            best = side[0] in leaders
            total = str(self.match.scores[side[0]])
            sheet.label(total, x, y, kind.body, "rm", bold=True, colour="accent" if best else "text")
