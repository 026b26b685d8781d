"""The start menu: what is played, by whom, and by which rules and options."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Final

from crazyeights.cards import Card, Deck
from crazyeights_arcade import menu_rows
from crazyeights_arcade.controls import BUTTON, PRIMARY, TAB, Control
from crazyeights_arcade.geometry import Pose, Rect
from crazyeights_arcade.menu_rows import TABS, Row
from crazyeights_arcade.opening import Opening
from crazyeights_arcade.pictures import Box, Face, Item, Label, Shadow, Sheet, in_rect, put, shorten
from crazyeights_arcade.scenery import Felt
from crazyeights_arcade.screen import FormScreen, Host
from crazyeights_arcade.scroll_list import ScrollList

_EIGHTS: Final = ("8S", "8H", "8D", "8C")
_ROW: Final = 2.7
_GAP: Final = 0.45


@dataclass(frozen=True, slots=True)
class Ways:
    """What the menu leads to; `resume` is None if there is no round to go on with."""

    play: Callable[[bool], None]
    resume: Callable[[], None] | None
    settings: Callable[[], None]
    rules: Callable[[], None]


class MenuScreen(FormScreen):
    """The start menu: the variants at the left; beside them one of three pages, table, rules and options.

    Args:
        host: the window.
        opening: the table in the making.
        ways: where it leads.
        notice: what is to be told, such as why a table could not be opened.

    Attributes:
        tab: the page that is open: `table`, `rules` or `options`.
        variants, page: the list of variants, and the one of the page that is open.
    """

    def __init__(self, host: Host, opening: Opening, ways: Ways, notice: str = "") -> None:
        super().__init__(host)
        self.opening = opening
        self.ways = ways
        self.notice = notice
        self.tab = TABS[0][0]
        self.variants = ScrollList()
        self.page = ScrollList()
        self._typed = ""
        self._fault = ""
        self._check()
        self.reveal(f"variant:{opening.variant}")

    def _check(self) -> None:
        self._fault = self.opening.fault()

    # Where everything is

    def _columns(self) -> tuple[Rect, Rect, Rect]:
        """Give the sheet, its left column and its right one."""
        width, height = self.size
        unit = self.type.unit
        wide = min(width - 2 * unit, 96 * unit)
        top = self._head() + 0.4 * unit
        sheet = Rect((width - wide) / 2, top, wide, height - top - unit)
        inner = sheet.inset(1.8 * unit, 1.2 * unit)
        column = (inner.w - 2 * unit) / 2
        high = inner.bottom - 5.4 * unit - inner.y
        return sheet, Rect(inner.x, inner.y, column, high), Rect(inner.right - column, inner.y, column, high)

    def _head(self) -> float:
        """Give the height of what stands over the sheet."""
        return max(0.19 * self.size[1], 7.6 * self.type.unit)

    def _lists(self) -> tuple[tuple[ScrollList, list[Row]], tuple[ScrollList, list[Row]]]:
        """Lay out the two lists, and give them with their rows."""
        _, left, right = self._columns()
        kind, unit = self.type, self.type.unit
        rows = menu_rows.variants(self.opening)
        high = min(menu_rows.variant_height(self.opening, left.w - unit, kind), left.h)
        self.variants.lay_out(left, high, _GAP * unit, len(rows))
        area = Rect(right.x, right.y + 3.2 * unit, right.w, right.h - 3.2 * unit)
        make = {
            "table": lambda: menu_rows.table(self.opening),
            "rules": lambda: menu_rows.rules(self.opening, area.w, kind),
            "options": lambda: menu_rows.options(self.opening),
        }
        page = make[self.tab]()
        self.page.lay_out(area, _ROW * unit, _GAP * unit, len(page))
        return (self.variants, rows), (self.page, page)

    def controls(self) -> list[Control]:
        """Give the controls that are shown."""
        unit = self.type.unit
        sheet, _, right = self._columns()
        one, other = self._lists()
        made = self._shown(*one)
        wide = right.w / len(TABS)
        for at, (name, label) in enumerate(TABS):
            changed = {"rules": len(self.opening.changed), "options": len(self.opening.options)}.get(name, 0)
            rect = Rect(right.x + at * wide, right.y - 0.4 * unit, wide, 2.8 * unit)
            said = f"{label} ({changed})" if changed else label
            made.append(Control(f"tab:{name}", rect, said, TAB, on=name == self.tab))
        return made + self._shown(*other) + self._foot_controls(sheet)

    def _shown(self, rows: ScrollList, every: list[Row]) -> list[Control]:
        """Place the rows of a list that are shown."""
        made = []
        for at in rows.shown:
            rect, gap = rows.rect(at), 0.6 * self.type.unit
            # As wide as in a full row, even if it is the last one and there are fewer.
            wide = (rect.w - gap * (len(every[0]) - 1)) / len(every[0])
            for place, control in enumerate(every[at]):
                cell = Rect(rect.x + place * (wide + gap), rect.y, wide, rect.h)
                made.append(replace(control, rect=cell))
        return made

    def _foot_controls(self, sheet: Rect) -> list[Control]:
        unit = self.type.unit
        area = Rect(sheet.x + 1.8 * unit, sheet.bottom - 4.4 * unit, sheet.w - 3.6 * unit, 3.1 * unit)
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

    def reveal(self, name: str) -> None:
        """Turn the list that has a control of that name so far that it is shown."""
        for rows, every in self._lists():
            for at, row in enumerate(every):
                if any(control.name == name for control in row):
                    rows.reveal(at)

    # What is done

    def activate(self, name: str, step: int) -> None:
        """Change the table in the making, or leave the menu."""
        self.notice = self._typed = ""
        opening = self.opening
        kind, _, rest = name.partition(":")
        match kind:
            case "variant":
                opening.take_variant(rest)
            case "tab":
                self.tab = rest
                self.page.first = 0
            case "players":
                opening.cycle_players(step)
            case "rule":
                opening.switch(rest)
            case "option":
                opening.cycle_option(rest, step)
            case "reset":
                opening.options.clear()
                opening.changed.clear()
            case _ if kind.startswith("seat"):
                opening.cycle_seat(int(kind.removeprefix("seat")), step)
            case _:
                self._leave(name)
                return
        self._check()

    def _leave(self, name: str) -> None:
        match name:
            case "play" | "watch":
                self.ways.play(name == "watch")
            case "resume" if self.ways.resume is not None:
                self.ways.resume()
            case "settings":
                self.ways.settings()
            case "rules":
                self.ways.rules()
            case "quit":
                self.host.leave()
            case _:
                pass

    def type_into(self, name: str, typed: str) -> None:
        """Type the seed, or the number of an option."""
        if name == "seed":
            self.opening.type_seed(typed)
            self._check()
        elif name.startswith("option:"):
            digits = self._typed[:-1] if typed == "\b" else self._typed + typed
            if self.opening.type_option(name.partition(":")[2], digits):
                self._typed = digits
                self._check()

    def refused(self, reason: str) -> None:
        """Say why."""
        self.notice = reason

    # Mouse and keys

    def press(self, x: float, y: float) -> None:
        """Press what is under the mouse, or turn a list by its bar."""
        self._lists()
        for rows in (self.variants, self.page):
            if rows.bar is not None and rows.track.inset(-4, 0).contains(x, y):
                rows.jump(y)
                self.dirty = True
                return
        super().press(x, y)

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Turn the list under the mouse."""
        self._lists()
        for rows in (self.variants, self.page):
            if rows.area.contains(x, y):
                rows.turn(-steps * (1 if rows is self.variants else 2))
                self.point(x, y)
        self.dirty = True

    def key(self, name: str) -> None:
        """Go through the controls and the lists, of which more is shown as one goes on; else as on any form."""
        focused = self.focused or ""
        if name in {"tab", "backtab", "up", "down"} and self._step(focused, name):
            self.dirty = True
            return
        if name == "enter" and focused.startswith("variant:"):
            # The one that the keyboard is on is chosen already.
            self._typed = ""
            name, self.focused = "enter", None
        if name == "backspace" and focused.startswith("option:"):
            self.type_into(focused, "\b")
            self.dirty = True
            return
        super().key(name)
        if self.focused != focused:
            self._typed = ""
            self._arrived()

    def text(self, typed: str) -> None:
        """Type into the focused field, or a number for the focused option."""
        focused = self.focused or ""
        if focused.startswith("option:") and typed.isascii() and typed.isdecimal():
            self.type_into(focused, typed)
            self.dirty = True
        else:
            super().text(typed)

    def _step(self, focused: str, key: str) -> bool:
        """Go to the next control of the list that the keyboard is in; False if it leaves the list."""
        for rows, every in self._lists():
            flat = [(control.name, at) for at, row in enumerate(every) for control in row]
            names = [name for name, _ in flat]
            if focused not in names:
                continue
            beside = len(every[0]) if key in {"up", "down"} else 1
            at = names.index(focused) + (-beside if key in {"up", "backtab"} else beside)
            if not 0 <= at < len(names):
                return False
            self._typed = ""
            self.focused, row = flat[at]
            rows.reveal(row)
            self._arrived()
            return True
        return False

    def _arrived(self) -> None:
        """Take the variant that the keyboard has come to."""
        if self.focused is not None and self.focused.startswith("variant:"):
            self.activate(self.focused, 1)

    # What is seen

    def _cards(self) -> tuple[float, list[tuple[Card, Pose]]]:
        """Give the fan of eights beside the name."""
        head, middle = self._head(), self._columns()[2].cx
        width = round(min(head * 0.52, 13 * self.type.unit))
        fan = []
        for at, text in enumerate(_EIGHTS):
            away = at - 1.5
            pose = Pose(middle + away * width * 0.62, head * 0.55 + abs(away) ** 1.6 * head * 0.03, away * 8)
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
        ground, left, _ = self._columns()
        title = Label("Crazy Eights", round(kind.display * 1.2), "text", bold=True, serif=True)
        sheet.add(put(title, left.x, head * 0.42, "lm"))
        sheet.label("Match the suit or the rank. Eights are wild.", left.x + 3, head * 0.42 + 2.9 * unit, kind.body)
        sheet.add(in_rect(Box(round(ground.w), round(ground.h), "sheet", 16 * kind.scale), ground))
        text, colour = self._explanation()
        y = ground.bottom - 5.3 * unit
        sheet.label(
            shorten(text, kind.quiet, ground.w - 3.6 * unit), ground.x + 1.8 * unit, y, kind.quiet, colour=colour
        )
        self.paint_controls(sheet)
        for rows in (self.variants, self.page):
            if rows.bar is not None:
                bar = rows.bar
                sheet.add(put(Box(round(bar.w), round(bar.h), "line", 99), bar.x, bar.y))
        return sheet

    def _explanation(self) -> tuple[str, str]:
        """Give the line over the buttons: what is wrong, or what the control is for that is pointed at."""
        if self.notice or self._fault:
            return self.notice or self._fault, "warn"
        said = menu_rows.explain(self.opening, self.hovered or self.focused or "")
        if said:
            return said, "text"
        drawn = menu_rows.explain(self.opening, f"variant:{self.opening.variant}")
        if drawn:
            return drawn, "text"
        return "Enter plays. The computer players see only what you could see in their place.", "quiet"
