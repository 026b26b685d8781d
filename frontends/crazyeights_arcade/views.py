"""arcade's views, one per screen: they put arcade's input into the screens' words."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

import arcade

from crazyeights_arcade import keys
from crazyeights_arcade.curtain_screen import CurtainScreen
from crazyeights_arcade.menu_screen import MenuScreen
from crazyeights_arcade.over_screen import OverScreen
from crazyeights_arcade.pause_screen import PauseScreen
from crazyeights_arcade.rules_screen import RulesScreen
from crazyeights_arcade.scores_screen import ScoresScreen
from crazyeights_arcade.screen import Screen
from crazyeights_arcade.settings_screen import SettingsScreen
from crazyeights_arcade.table_screen import TableScreen
from crazyeights_arcade.tonight_screen import TonightScreen

if TYPE_CHECKING:
    from crazyeights_arcade.window import TableWindow


class ScreenView(arcade.View):
    """Shows a screen.

    Args:
        screen: the screen.
        window: the window it is shown in.
    """

    def __init__(self, screen: Screen, window: TableWindow) -> None:
        super().__init__(window)
        self.screen = screen
        self._table_window = window

    def on_update(self, delta_time: float) -> None:
        """Let time pass."""
        self.screen.update(delta_time)

    def on_draw(self) -> None:
        """Paint the screen."""
        self._table_window.paint(self.screen)

    def _point(self, x: float, y: float) -> tuple[float, float]:
        return x, self._table_window.height - y

    def on_mouse_motion(self, x: int, y: int, dx: int, dy: int) -> None:
        """Point at something."""
        self.screen.point(*self._point(x, y))

    def on_mouse_drag(self, x: int, y: int, dx: int, dy: int, buttons: int, modifiers: int) -> None:
        """Point at something with a button pressed."""
        self.screen.point(*self._point(x, y))

    def on_mouse_press(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Press the left button; the others do nothing."""
        if button == arcade.MOUSE_BUTTON_LEFT:
            self.screen.press(*self._point(x, y))

    def on_mouse_release(self, x: int, y: int, button: int, modifiers: int) -> None:
        """Let the left button go."""
        if button == arcade.MOUSE_BUTTON_LEFT:
            self.screen.release(*self._point(x, y))

    def on_mouse_scroll(self, x: int, y: int, scroll_x: float, scroll_y: float) -> None:
        """Turn the wheel."""
        self.screen.scroll(*self._point(x, y), scroll_y)

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Press a key."""
        name = keys.name_of(symbol, modifiers)
        if name is not None:
            self.screen.key(name)

    def on_text(self, text: str) -> None:
        """Type."""
        if text.isprintable():
            self.screen.text(text)


class MenuView(ScreenView):
    """The start menu."""


class TableView(ScreenView):
    """The table."""


class PauseView(ScreenView):
    """The menu over the table."""


class SettingsView(ScreenView):
    """The settings."""


class RulesView(ScreenView):
    """The rules, from the start menu."""


class OverView(ScreenView):
    """The result of a round."""


class ScoresView(ScreenView):
    """The score sheet."""


class TonightView(ScreenView):
    """The rules of a variant that was drawn by chance."""


class CurtainView(ScreenView):
    """What hides the hands between two people."""


_VIEWS: Final[dict[type[Screen], type[ScreenView]]] = {
    MenuScreen: MenuView,
    TableScreen: TableView,
    PauseScreen: PauseView,
    SettingsScreen: SettingsView,
    RulesScreen: RulesView,
    OverScreen: OverView,
    ScoresScreen: ScoresView,
    TonightScreen: TonightView,
    CurtainScreen: CurtainView,
}


def view_for(screen: Screen, window: TableWindow) -> ScreenView:
    """Make the view of a screen."""
    return _VIEWS.get(type(screen), ScreenView)(screen, window)
