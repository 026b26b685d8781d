"""The window: arcade's, with a screen in it. Hands input on to the screen and paints it, and does nothing else.

A frame is painted only when something changed; while nothing moves, the window is looked after a few times a second.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import arcade
from PIL import Image
from pyglet.image import ImageData

from crazyeights.cards import Card
from crazyeights.settings import Settings
from crazyeights.specs import Folders, Offers
from crazyeights_arcade import keys
from crazyeights_arcade.cardart import paint_face
from crazyeights_arcade.layout import MINIMUM
from crazyeights_arcade.pictures import Brush
from crazyeights_arcade.renderer import Renderer
from crazyeights_arcade.screen import Screen
from crazyeights_arcade.sound import Sounds
from crazyeights_arcade.theme import DARK, THEMES
from crazyeights_arcade.views import view_for

TITLE: Final = "Crazy Eights"
SIZE: Final = (1280, 720)
_FAST: Final = 1 / 60
_NAP: Final = 0.025


class TableWindow(arcade.Window):
    """The window of the game; it is the `Host` of its screens.

    Args:
        registry: what the plugins offer.
        settings: the user's settings.
        folders: where the user's files are.
        size: its size in points; a sensible one for the display if left out.
        visible: whether it is shown; tests may want it not to be.
    """

    def __init__(
        self,
        registry: Offers,
        settings: Settings,
        folders: Folders,
        size: tuple[int, int] | None = None,
        *,
        visible: bool = True,
    ) -> None:
        width, height = size or _fitting(SIZE)
        super().__init__(
            width,
            height,
            TITLE,
            resizable=True,
            # Everything is painted with smooth edges already, and multisampling halves the frame rate of weak machines.
            antialiasing=False,
            vsync=True,
            visible=False,
            update_rate=_FAST,
            draw_rate=_FAST,
            fullscreen=settings.flag("full_screen") and size is None,
        )
        self.registry = registry
        self.settings = settings
        self.folders = folders
        self.leaving = False
        self.frames = 0
        self.screen_shown: Screen | None = None
        self.on_leave: Callable[[], None] = lambda: None
        # Small sheets for small pictures: what a sheet takes is memory, whether it is full or not.
        self._renderer = Renderer(self.ctx, 1024 if self.get_framebuffer_size()[1] <= 1200 else 2048)
        self._sounds = Sounds()
        self._stale = True
        self.set_minimum_size(*MINIMUM)
        self._sounds.adjust(on=settings.flag("sound"), volume=settings.number("volume") / 100)
        self._set_icon()
        if visible:
            self.set_visible(True)

    def _set_icon(self) -> None:
        image = Image.new("RGBA", (64, 64), (0, 0, 0, 0))
        card = paint_face(Card.parse("8H"), 44, 1.0, DARK)
        image.alpha_composite(card, (10, 1))
        self.set_icon(ImageData(64, 64, "RGBA", image.tobytes(), -64 * 4))

    # What screens ask for

    @property
    def points(self) -> tuple[int, int]:
        """The size in points."""
        return (max(self.width, MINIMUM[0]), max(self.height, MINIMUM[1]))

    def show(self, screen: Screen) -> None:
        """Show another screen."""
        if self.screen_shown is screen:
            return
        self.screen_shown = screen
        screen.shown()
        self.show_view(view_for(screen, self))
        self._stale = True

    def sound(self, name: str) -> None:
        """Let a sound be heard."""
        self._sounds.play(name)

    def leave(self) -> None:
        """Close the window after this frame."""
        self.leaving = True

    def restyle(self) -> str | None:
        """Take over changed settings and keep them; say why if they can't be kept."""
        self._sounds.adjust(on=self.settings.flag("sound"), volume=self.settings.number("volume") / 100)
        if self.fullscreen != self.settings.flag("full_screen"):
            self.set_fullscreen(self.settings.flag("full_screen"))
        self._stale = True
        return self.settings.save()

    @property
    def brush(self) -> Brush:
        """What pictures are painted with."""
        theme = THEMES.get(self.settings.text("theme"), DARK)
        ratio = self.get_framebuffer_size()[0] / max(self.width, 1)
        return Brush(theme, ratio, self.settings.text("deck_colours"), self.settings.text("card_back"))

    # What arcade asks for

    def paint(self, screen: Screen) -> None:
        """Paint a screen, if anything about it changed since the last time."""
        screen.dirty = False
        self._stale = False
        self.frames += 1
        self._renderer.draw(screen.sheet().items, (self.width, self.height), self.brush)

    def draw(self, dt: float) -> None:
        """Paint and show a frame, unless it would be the one that is shown already."""
        screen = self.screen_shown
        if self._stale or screen is None or screen.dirty:
            super().draw(dt)
        elif not screen.animating and not self._renderer.prepare(screen.ahead(), self.brush):
            # Nothing moves, so the loop need not turn sixty times a second; what the user does wakes it in time.
            time.sleep(_NAP)

    def on_resize(self, width: int, height: int) -> None:
        """Lay the screen out anew."""
        super().on_resize(width, height)
        self._stale = True
        if self.screen_shown is not None:
            self.screen_shown.resized()

    def on_expose(self) -> None:
        """Paint again what was covered."""
        self._stale = True

    def on_show(self) -> None:
        """Paint after the window was hidden."""
        self._stale = True

    def on_activate(self) -> None:
        """Paint when the window comes to the front."""
        self._stale = True

    def on_key_press(self, symbol: int, modifiers: int) -> None:
        """Switch to the full screen and back; all other keys are the screen's."""
        if keys.name_of(symbol, modifiers) == "f11":
            self.settings.set("full_screen", not self.fullscreen)
            self.restyle()

    def on_update(self, delta_time: float) -> None:
        """Close the window when that was asked for."""
        if self.leaving:
            self.on_close()

    def on_close(self) -> None:
        """Leave the table and close; nothing is waited for."""
        if self.screen_shown is not None:
            self.screen_shown.closed()
        self.on_leave()
        self._sounds.close()
        super().on_close()


def _fitting(size: tuple[int, int]) -> tuple[int, int]:
    """Give the largest size up to the wanted one, or on a large display beyond it, that leaves a margin."""
    width, height = arcade.get_display_size()
    scale = min(width * 0.92 / size[0], height * 0.88 / size[1])
    scale = 1.0 if 1.0 <= scale < 1.3 else min(scale, 1.5)
    return (max(round(size[0] * scale), MINIMUM[0]), max(round(size[1] * scale), MINIMUM[1]))
