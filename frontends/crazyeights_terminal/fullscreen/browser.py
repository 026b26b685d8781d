"""The panels: which one is open, what it says, how far it is scrolled, and changing options."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from crazyeights.game import Game
from crazyeights_terminal.fullscreen.glyphs import Glyphs
from crazyeights_terminal.fullscreen.options import OptionsPanel
from crazyeights_terminal.fullscreen.scene import Line, Mode, Snapshot, Ui
from crazyeights_terminal.fullscreen.texts import help_text, log_text, rules_text

PANEL_ACTIONS: Final = {"rules": Mode.RULES, "help": Mode.HELP, "log": Mode.LOG, "options": Mode.OPTIONS}

_FAR: Final = 10_000
_PAGE: Final = 10
_STEPS: Final = {"up": -1, "down": 1, "page_up": -_PAGE, "page_down": _PAGE, "home": -_FAR, "end": _FAR}


class Browser:
    """Opens, scrolls and fills panels.

    Args:
        ui: what the person is doing; the browser changes its mode, scroll, choice and message.
        game: whose rules are explained.
        options: the options.
        glyphs: gives the characters that the terminal can show.

    Attributes:
        limit: how far the open panel can be scrolled; the shell, which knows the size of the window, says so.
    """

    def __init__(self, ui: Ui, game: Game, options: OptionsPanel, glyphs: Callable[[], Glyphs]) -> None:
        self._ui = ui
        self._game = game
        self._options = options
        self._glyphs = glyphs
        self._rules: tuple[Line, ...] = ()
        self.limit = _FAR

    def open(self, mode: Mode, home: Mode) -> None:
        """Open a panel; the same key closes it again.

        Args:
            mode: the panel.
            home: the mode to which it returns.
        """
        ui = self._ui
        ui.mode = mode if ui.mode is not mode else home
        ui.choice = 0
        # Of the log, the newest is wanted; the painter shows the last page for whatever lies behind it.
        ui.scroll = _FAR if mode is Mode.LOG else 0

    def act(self, action: str, value: int) -> bool:
        """Do something with the open panel.

        Args:
            action: what, as in `up`.
            value: by how much, or to which option.

        Returns:
            Whether the action was one for a panel.
        """
        ui = self._ui
        options = ui.mode is Mode.OPTIONS
        match action:
            case "up" | "down" if options:
                ui.choice = (ui.choice + _STEPS[action]) % len(self._options)
            case "left" | "right" | "enter" if options:
                self.change(-1 if action == "left" else 1)
            case "option" if options:
                ui.choice = value
                self.change(1)
            case "scroll" | "up" | "down" | "page_up" | "page_down" | "home" | "end":
                self.scroll(value if action == "scroll" else _STEPS[action])
            case _:
                return False
        return True

    def scroll(self, step: int) -> None:
        """Scroll the text, as far as there is any."""
        self._ui.scroll = max(0, min(min(self._ui.scroll, self.limit) + step, self.limit))

    def change(self, step: int) -> None:
        """Change the selected option to its next value, or the one before if `step` is negative."""
        problem = self._options.change(self._ui.choice, step)
        if problem is not None:
            self._ui.say(problem, trouble=True)

    def options(self) -> tuple[tuple[str, str], ...]:
        """Give the name and the value of each option."""
        return self._options.lines()

    def text(self, table: Snapshot) -> tuple[Line, ...]:
        """Give the text of the open panel.

        Args:
            table: the table that the help is about.
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
            case _:
                return ()
