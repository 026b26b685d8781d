"""The panels: which one is open, what it says, how far it is scrolled, and changing what its lines say."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from crazyeights.game import Game
from crazyeights_terminal.fullscreen.glyphs import Glyphs
from crazyeights_terminal.fullscreen.options import OptionsPanel
from crazyeights_terminal.fullscreen.scene import LISTS, Item, Line, Mode, Ui
from crazyeights_terminal.fullscreen.snapshot import Snapshot
from crazyeights_terminal.fullscreen.texts import help_text, log_text, rules_text, scores_text

if TYPE_CHECKING:
    from crazyeights_terminal.fullscreen.menu import GameMenu

PANEL_ACTIONS: Final = {
    "rules": Mode.RULES,
    "help": Mode.HELP,
    "log": Mode.LOG,
    "scores": Mode.SCORES,
    "options": Mode.OPTIONS,
    "game": Mode.GAME,
}

_FAR: Final = 10_000
_PAGE: Final = 10
_STEPS: Final = {"up": -1, "down": 1, "page_up": -_PAGE, "page_down": _PAGE, "home": -_FAR, "end": _FAR}


class Browser:
    """Opens, scrolls and fills panels.

    Args:
        ui: what the person is doing; the browser changes its mode, scroll, choice and message.
        game: whose rules are explained.
        options: the options.
        menu: makes the menu of what can be played next.
        glyphs: gives the characters that the terminal can show.

    Attributes:
        limit: how far the open panel can be scrolled; the shell, which knows the size of the window, says so.
    """

    def __init__(
        self, ui: Ui, game: Game, options: OptionsPanel, menu: Callable[[], GameMenu], glyphs: Callable[[], Glyphs]
    ) -> None:
        self._ui = ui
        self._game = game
        self._options = options
        self._make_menu = menu
        self._menu: GameMenu | None = None
        self._glyphs = glyphs
        self._rules: tuple[Line, ...] = ()
        self.limit = _FAR

    @property
    def menu(self) -> GameMenu:
        """The menu of what can be played next, made when it is first opened."""
        if self._menu is None:
            self._menu = self._make_menu()
        return self._menu

    def open(self, mode: Mode, home: Mode) -> None:
        """Open a panel; the same key closes it again.

        Args:
            mode: the panel.
            home: the mode to which it returns.
        """
        ui = self._ui
        ui.mode = mode if ui.mode is not mode else home
        ui.choice = self.menu.chosen if mode is Mode.GAME else 0
        # Of the log, the newest is wanted; the painter shows the last page for whatever lies behind it.
        ui.scroll = _FAR if mode in {Mode.LOG, Mode.SCORES} else 0

    def act(self, action: str, value: int) -> bool:
        """Do something with the open panel.

        Args:
            action: what, as in `up`.
            value: by how much, or to which line.

        Returns:
            Whether the action was one for a panel.
        """
        if self._ui.mode in LISTS:
            return self._act_on_list(action, value)
        if action not in _STEPS and action != "scroll":
            return False
        self.scroll(value if action == "scroll" else _STEPS[action])
        return True

    def _act_on_list(self, action: str, value: int) -> bool:
        ui = self._ui
        last = len(self.items()) - 1
        match action:
            case "up" | "down":
                ui.choice = (ui.choice + _STEPS[action]) % (last + 1)
            case "page_up" | "page_down" | "home" | "end" | "scroll":
                ui.choice = max(0, min(ui.choice + (_STEPS.get(action) or value), last))
            case "line" if 0 <= value <= last:
                ui.choice = value
                return self._act_on_list("enter", 0)
            case "enter" if ui.mode is Mode.GAME:
                self.menu.take(ui.choice)
                ui.mode, ui.choice = Mode.SETUP, 0
            case "enter" if ui.mode is Mode.SETUP and ui.choice == 0:
                # Starting is more than a panel can do.
                return False
            case "left" | "right" | "enter":
                self.change(-1 if action == "left" else 1)
            case "erase" if ui.mode is Mode.SETUP:
                self._complain(self.menu.erase(ui.choice))
            case "cancel" if ui.mode is Mode.SETUP:
                ui.mode, ui.choice = Mode.GAME, self.menu.chosen
            case _:
                return False
        return True

    def scroll(self, step: int) -> None:
        """Scroll the text, as far as there is any."""
        self._ui.scroll = max(0, min(min(self._ui.scroll, self.limit) + step, self.limit))

    def change(self, step: int) -> None:
        """Change the chosen line to its next value, or the one before if `step` is negative."""
        if self._ui.mode is Mode.OPTIONS:
            self._complain(self._options.change(self._ui.choice, step))
        elif self._ui.mode is Mode.SETUP:
            self._complain(self.menu.change(self._ui.choice, step))

    def type(self, text: str) -> None:
        """Take digits that are typed on a line with a number."""
        self._complain(self.menu.type(self._ui.choice, text))

    def items(self) -> tuple[Item, ...]:
        """Give the lines of the list that is open."""
        match self._ui.mode:
            case Mode.OPTIONS:
                return self._options.items()
            case Mode.GAME:
                return self.menu.variants()
            case Mode.SETUP:
                return self.menu.items()
            case _:
                return ()

    def text(self, table: Snapshot) -> tuple[Line, ...]:
        """Give the text of the open panel.

        Args:
            table: the table that the help and the scores are about.
        """
        match self._ui.mode:
            case Mode.RULES:
                if not self._rules:
                    self._rules = rules_text(self._game)
                return self._rules
            case Mode.HELP:
                return help_text(table, self._glyphs())
            case Mode.LOG:
                return log_text(self._ui.log)
            case Mode.SCORES:
                return scores_text(table)
            case _:
                return ()

    def _complain(self, problem: str | None) -> None:
        self._ui.say(problem or "", trouble=problem is not None)
