"""The start menu: what is played, by whom, and by which rules."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from crazyeights.cards import Card, Deck
from crazyeights_arcade.controls import BUTTON, CHOICE, FIELD, PRIMARY, SWITCH, Control
from crazyeights_arcade.geometry import Pose, Rect
from crazyeights_arcade.opening import HUMAN, Opening
from crazyeights_arcade.pictures import Box, Face, Felt, Item, Label, Shadow, Sheet, in_rect, put, shorten, wrap
from crazyeights_arcade.screen import FormScreen, Host

_EIGHTS: Final = ("8S", "8H", "8D", "8C")
_ROW: Final = 2.7


@dataclass(frozen=True, slots=True)
class Ways:
    """What the menu leads to; `resume` is None if there is no round to go on with."""

    play: Callable[[bool], None]
    resume: Callable[[], None] | None
    settings: Callable[[], None]
    rules: Callable[[], None]


class MenuScreen(FormScreen):
    """The start menu.

    Args:
        host: the window.
        opening: the table in the making.
        ways: where it leads.
        notice: what is to be told, such as why a table could not be opened.

    Attributes:
        page: which rules are shown, if they are too many for one page.
    """

    def __init__(self, host: Host, opening: Opening, ways: Ways, notice: str = "") -> None:
        super().__init__(host)
        self.opening = opening
        self.ways = ways
        self.notice = notice
        self.page = 0
        self._fault = ""
        self._check()

    def _check(self) -> None:
        self._fault = self.opening.fault()

    # Where everything is

    def _columns(self) -> tuple[Rect, Rect, Rect]:
        """Give the sheet, its left column and its right one."""
        width, height = self.size
        unit = self.type.unit
        wide = min(width - 2 * unit, 86 * unit)
        top = self._head() + 0.4 * unit
        sheet = Rect((width - wide) / 2, top, wide, height - top - unit)
        inner = sheet.inset(1.8 * unit, 1.5 * unit)
        column = (inner.w - 2 * unit) / 2
        foot = inner.bottom - 3.4 * unit
        left = Rect(inner.x, inner.y, column, foot - inner.y - unit)
        return sheet, left, Rect(inner.right - column, inner.y, column, foot - inner.y - unit)

    def _head(self) -> float:
        """Give the height of what stands over the sheet, which is as high as what it holds, as far as that goes."""
        height, unit = self.size[1], self.type.unit
        step = _ROW + 0.45
        rules = -(-len(self.opening.registry.rules) // 2)
        most = max(variant.max_players for variant in self.opening.registry.variants.values())
        left = 3 * step + 4.2 + 2.0 + rules * step
        right = 1.7 + min(most, 8) * step
        return max(height - (max(left, right) + 10.6) * unit, 8.6 * unit)

    def _row_height(self) -> float:
        """Give the height of a row: seven players must fit."""
        left = self._columns()[1]
        return min(_ROW * self.type.unit, (left.h - 1.8 * self.type.unit) / 8 - 0.45 * self.type.unit)

    def controls(self) -> list[Control]:
        """Give the controls."""
        opening, unit = self.opening, self.type.unit
        sheet, left, right = self._columns()
        row, gap = self._row_height(), 0.45 * unit
        made = [
            Control("variant", Rect(left.x, left.y, left.w, row), "Variant", CHOICE, value=opening.variant),
            Control("players", self._players_rect(), "Players", CHOICE, value=str(opening.players)),
        ]
        y = self._players_rect().bottom + gap
        made.append(
            Control("seed", Rect(left.x, y, left.w, row), "Seed", FIELD, value=opening.seed, hint="any; type digits")
        )
        made += self._rule_controls(
            Rect(left.x, y + row + 2.0 * unit, left.w, left.bottom - y - row - 2.0 * unit), row, gap
        )
        y = right.y + 1.7 * unit
        for seat, who in enumerate(opening.sitters):
            value = "a person" if who == HUMAN else who
            made.append(
                Control(f"seat{seat}", Rect(right.x, y, right.w, row), opening.names[seat], CHOICE, value=value)
            )
            y += row + gap
        return made + self._foot_controls(sheet)

    def _players_rect(self) -> Rect:
        left = self._columns()[1]
        row = self._row_height()
        summary = len(self._summary(left.w)) * self.type.quiet * 1.42
        return Rect(left.x, left.y + row + summary + 0.8 * self.type.unit, left.w, row)

    def _summary(self, width: float) -> tuple[str, ...]:
        return wrap(self.opening.found.summary, self.type.quiet, width)[:3]

    def _rule_controls(self, area: Rect, row: float, gap: float) -> list[Control]:
        rules = list(self.opening.registry.rules)
        lines = max(int((area.h + gap) // (row + gap)), 1)
        fits = lines * 2
        if len(rules) > fits:
            fits = max((lines - 1) * 2, 2)
        pages = -(-len(rules) // fits)
        self.page %= pages
        wide = (area.w - gap) / 2
        made = []
        for at, name in enumerate(rules[self.page * fits : (self.page + 1) * fits]):
            rect = Rect(area.x + (at % 2) * (wide + gap), area.y + (at // 2) * (row + gap), wide, row)
            made.append(Control(f"rule:{name}", rect, name, SWITCH, on=self.opening.is_on(name)))
        if pages > 1:
            rect = Rect(area.x, area.y + (lines - 1) * (row + gap), area.w, row)
            made.append(Control("page", rect, "", CHOICE, value=f"rules {self.page + 1} of {pages}"))
        return made

    def _foot_controls(self, sheet: Rect) -> list[Control]:
        unit = self.type.unit
        area = Rect(sheet.x + 1.8 * unit, sheet.bottom - 4.6 * unit, sheet.w - 3.6 * unit, 3.1 * unit)
        gap = 0.7 * unit
        resume = "" if self.ways.resume is not None else "There is no round that was broken off."
        nobody = "" if self.opening.registry.strategies else "There is no strategy that could play."
        named = (
            ("play", "Play", PRIMARY, "", self._fault, 1.7),
            ("resume", "Resume", BUTTON, "E", resume, 1.15),
            ("watch", "Watch", BUTTON, "W", self._fault or nobody, 1.1),
            ("settings", "Settings", BUTTON, "S", "", 1.15),
            ("rules", "Rules", BUTTON, "R", self._fault, 1.0),
            ("quit", "Quit", BUTTON, "Q", "", 1.0),
        )
        whole = sum(part for *_, part in named)
        x = area.x
        made = []
        for name, label, kind, key, why, part in named:
            wide = (area.w - gap * (len(named) - 1)) * part / whole
            made.append(Control(name, Rect(x, area.y, wide, area.h), label, kind, key, why=why))
            x += wide + gap
        return made

    # What is done

    def activate(self, name: str, step: int) -> None:
        """Change the table in the making, or leave the menu."""
        self.notice = ""
        opening = self.opening
        match name:
            case "variant":
                opening.cycle_variant(step)
            case "players":
                opening.cycle_players(step)
            case "page":
                self.page += step
            case "play" | "watch":
                self.ways.play(name == "watch")
                return
            case "resume" if self.ways.resume is not None:
                self.ways.resume()
                return
            case "settings":
                self.ways.settings()
                return
            case "rules":
                self.ways.rules()
                return
            case "quit":
                self.host.leave()
                return
            case _ if name.startswith("rule:"):
                opening.switch(name.removeprefix("rule:"))
            case _ if name.startswith("seat"):
                opening.cycle_seat(int(name.removeprefix("seat")), step)
            case _:
                pass
        self._check()

    def type_into(self, name: str, typed: str) -> None:
        """Type the seed."""
        if name == "seed":
            self.opening.type_seed(typed)

    def refused(self, reason: str) -> None:
        """Say why."""
        self.notice = reason

    # What is seen

    def _cards(self) -> tuple[float, list[tuple[Card, Pose]]]:
        """Give the fan of eights beside the name."""
        unit = self.type.unit
        head = self._head()
        width = round(min(head * 0.5, 13 * unit))
        middle = self.size[0] / 2 + 17.5 * unit
        fan = []
        for at, text in enumerate(_EIGHTS):
            away = at - 1.5
            pose = Pose(middle + away * width * 0.52, head * 0.53 + abs(away) ** 1.6 * head * 0.028, away * 9)
            fan.append((Card.parse(text, Deck()), pose))
        return width, fan

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        sheet = Sheet()
        kind, unit = self.type, self.type.unit
        width, height = self.size
        sheet.add(Item(Felt(width, height, 0.5), width / 2, height / 2))
        head = self._head()
        wide, fan = self._cards()
        for card, pose in fan:
            sheet.add(
                Item(Shadow(wide), pose.x, pose.y, pose.angle), Item(Face(card, wide), pose.x, pose.y, pose.angle)
            )
        left = self._columns()[1].x
        title = Label("Crazy Eights", round(kind.display * 1.4), "text", bold=True, serif=True)
        sheet.add(put(title, left, head * 0.44, "lm"))
        sheet.label(
            "Match the suit or the rank. Eights are wild.",
            left + 3,
            head * 0.44 + 3.4 * unit,
            kind.body,
        )
        ground, left_column, right_column = self._columns()
        sheet.add(in_rect(Box(round(ground.w), round(ground.h), "sheet", 16 * kind.scale), ground))
        row = self._row_height()
        sheet.lines(
            self._summary(left_column.w), left_column.x, left_column.y + row + 0.3 * unit, kind.quiet, colour="quiet"
        )
        seed_bottom = self._players_rect().bottom + 0.45 * unit + row
        sheet.label("Rules", left_column.x, seed_bottom + 1.1 * unit, kind.body, bold=True)
        sheet.label("Who sits where", right_column.x, right_column.y + 0.6 * unit, kind.body, bold=True)
        text, colour = self._explanation()
        y = ground.bottom - 5.6 * unit
        sheet.label(
            shorten(text, kind.quiet, ground.w - 3.6 * unit), ground.x + 1.8 * unit, y, kind.quiet, colour=colour
        )
        self.paint_controls(sheet)
        return sheet

    def _explanation(self) -> tuple[str, str]:
        if self.notice or self._fault:
            return self.notice or self._fault, "warn"
        name = self.focused or self.hovered or ""
        if name.startswith("rule:"):
            return self.opening.registry.rule(name.removeprefix("rule:")).summary, "text"
        if name.startswith("seat"):
            seat = int(name.removeprefix("seat"))
            if seat < self.opening.players and self.opening.seats[seat] != HUMAN:
                return self.opening.registry.strategy(self.opening.seats[seat]).summary, "text"
            return "A person plays here; several take turns at this window.", "text"
        if name == "seed":
            return "The same seed deals the same cards again.", "text"
        return "Enter plays. The computer players see only what you could see in their place.", "quiet"
