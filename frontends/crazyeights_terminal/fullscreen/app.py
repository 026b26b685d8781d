"""The shell: shows the painted scene in the terminal, hands keys and clicks on, and lets the strategies play.

The only module besides `style` that knows prompt_toolkit.
"""

from __future__ import annotations

import asyncio
import contextlib
import signal
import sys
import time
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, Final

from prompt_toolkit.application import Application
from prompt_toolkit.filters import Condition
from prompt_toolkit.input import Input
from prompt_toolkit.key_binding import KeyBindings, KeyPressEvent
from prompt_toolkit.keys import Keys
from prompt_toolkit.layout import Layout, Window
from prompt_toolkit.layout.controls import UIContent, UIControl
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, Output
from prompt_toolkit.styles import BaseStyle, DynamicStyle

from crazyeights.errors import CrazyEightsError
from crazyeights_terminal.fullscreen.canvas import Canvas
from crazyeights_terminal.fullscreen.keymap import action_for
from crazyeights_terminal.fullscreen.panels import last_scroll, panel_room
from crazyeights_terminal.fullscreen.plan import fits
from crazyeights_terminal.fullscreen.play import Play
from crazyeights_terminal.fullscreen.scene import PANELS, Mode
from crazyeights_terminal.fullscreen.screen import paint
from crazyeights_terminal.fullscreen.style import make_style

if TYPE_CHECKING:
    from crazyeights_terminal.setup import Setup

DONE: Final = 0
INPUT_ENDED: Final = 3
INTERRUPTED: Final = 130

_SPIN: Final = 0.1
# A strategy that thinks in pure Python keeps the interpreter this long, several times between a key and the screen.
# With Python's usual 5 ms that is felt.
_SWITCH: Final = 0.0005
# Else Escape waits half a second for a key that it might be the beginning of.
_ESCAPE: Final = 0.05
_NAMES: Final = {
    Keys.Left: "left",
    Keys.Right: "right",
    Keys.Up: "up",
    Keys.Down: "down",
    Keys.Home: "home",
    Keys.End: "end",
    Keys.PageUp: "pageup",
    Keys.PageDown: "pagedown",
    Keys.Enter: "enter",
    Keys.ControlJ: "enter",
    Keys.Escape: "escape",
    Keys.Tab: "tab",
    Keys.BackTab: "s-tab",
    Keys.Backspace: "backspace",
    Keys.ControlU: "c-u",
    Keys.F1: "f1",
}


class _Table(UIControl):
    """The one control on the screen: what `paint` has drawn."""

    def __init__(self, app: TableApp) -> None:
        self._app = app

    def create_content(self, width: int, height: int) -> UIContent:
        """Paint the scene in the size of the window."""
        rows = self._app.paint(width, height).rows()
        return UIContent(
            get_line=lambda row: list(rows[row]),
            line_count=len(rows),
            show_cursor=False,
        )

    def is_focusable(self) -> bool:
        """Take the focus, for something must have it."""
        return True

    def mouse_handler(self, mouse_event: MouseEvent) -> None:
        """Hand a click or a turn of the wheel on."""
        self._app.mouse(mouse_event)


class TableApp:
    """A `Play` in a terminal.

    Args:
        play: what is shown and driven.
        change: opens another table, as the person wants it; none can be opened if left out.
        input, output: the terminal; the process's own if left out.
        clock: the time of the strategies' turns.
    """

    def __init__(
        self,
        play: Play,
        change: Callable[[Setup], Play] | None = None,
        *,
        input: Input | None = None,  # noqa: A002  # prompt_toolkit's own word
        output: Output | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._play = play
        self._change = change
        self._clock = clock
        self._canvas = Canvas(0, 0)
        self._size = (0, 0)
        self._spin = 0
        self._woken: asyncio.Event | None = None
        self._code = DONE
        self.application: Application[None] = Application(
            layout=Layout(Window(_Table(self), always_hide_cursor=True)),
            key_bindings=self._bindings(),
            style=DynamicStyle(self._style),
            full_screen=True,
            mouse_support=Condition(lambda: play.settings.flag("mouse")),
            input=input,
            output=output,
        )
        self.application.ttimeoutlen = _ESCAPE
        self.application.timeoutlen = 0.2
        self._styles: dict[str, BaseStyle] = {}

    def run(self) -> int:
        """Show the table until the person leaves; gives the exit code."""
        try:
            asyncio.run(self.run_async())
        except EOFError:
            return INPUT_ENDED
        except KeyboardInterrupt:
            return INTERRUPTED
        return self._code

    async def run_async(self) -> int:
        """Show the table until the person leaves; gives the exit code."""
        self._woken = asyncio.Event()
        ticking = asyncio.ensure_future(self._tick())
        interval = sys.getswitchinterval()
        sys.setswitchinterval(_SWITCH)
        try:
            with self._signals():
                await self.application.run_async()
        finally:
            sys.setswitchinterval(interval)
            ticking.cancel()
            self._play.close()
        return self._code

    @contextlib.contextmanager
    def _signals(self) -> Iterator[None]:
        """Leave in good order when the terminal goes away or the program is told to end."""
        loop = asyncio.get_running_loop()
        handled = []
        for name, code in (("SIGHUP", INPUT_ENDED), ("SIGTERM", INTERRUPTED)):
            # Not on Windows, and not outside the main thread; there the closed input ends the game.
            with contextlib.suppress(AttributeError, NotImplementedError, ValueError, RuntimeError):
                number = getattr(signal, name)
                loop.add_signal_handler(number, self._leave, code)
                handled.append(number)
        try:
            yield
        finally:
            for number in handled:
                loop.remove_signal_handler(number)

    def paint(self, width: int, height: int) -> Canvas:
        """Paint the scene; the canvas also says what clicks mean."""
        self._size = (width, height)
        self._canvas = Canvas(width, height)
        with self._failing():
            self._canvas = paint(self._play.scene(self._spin), width, height)
        return self._canvas

    def press(self, key: str) -> None:
        """Take a key, by its name or the character that it types."""
        play = self._play
        if not fits(*self._size):
            # Nothing can be seen, so nothing is done by accident.
            if key in {"q", "Q"}:
                self._leave(DONE)
            return
        with self._failing():
            hit = action_for(key, play.ui.mode, play.table)
            if hit is not None:
                self.act(hit.action, hit.value)
            elif play.typing and len(key) == 1:
                play.type(key)
        self._changed()

    def act(self, action: str, value: int = 0) -> None:
        """Do what a key or a click means."""
        play = self._play
        with self._failing():
            if play.ui.mode in PANELS and fits(*self._size):
                play.browser.limit = last_scroll(play.scene().panel, panel_room(*self._size))
            play.do(action, value)
        self._changed()

    def mouse(self, event: MouseEvent) -> None:
        """Take a mouse event."""
        match event.event_type:
            case MouseEventType.SCROLL_UP:
                self.act("scroll", -2)
            case MouseEventType.SCROLL_DOWN:
                self.act("scroll", 2)
            case MouseEventType.MOUSE_UP if event.button in {MouseButton.LEFT, MouseButton.UNKNOWN}:
                hit = self._canvas.hit_at(event.position.x, event.position.y)
                if hit is not None:
                    self.act(hit.action, hit.value)
            case _:
                pass

    def _bindings(self) -> KeyBindings:
        bindings = KeyBindings()

        @bindings.add(Keys.Any)
        def _any(event: KeyPressEvent) -> None:
            self.press(event.data)

        for key, name in _NAMES.items():
            bindings.add(key)(self._named(name))

        @bindings.add(Keys.BracketedPaste)
        def _paste(event: KeyPressEvent) -> None:
            if self._play.typing:
                self._play.type(event.data)
                self._changed()

        @bindings.add(Keys.ControlC)
        def _interrupt(event: KeyPressEvent) -> None:  # noqa: ARG001
            self._interrupt()

        @bindings.add(Keys.ControlZ)
        def _suspend(event: KeyPressEvent) -> None:
            # Nothing happens where there is no shell to go to, as on Windows.
            if hasattr(signal, "SIGTSTP"):
                event.app.suspend_to_background()

        @bindings.add(Keys.ControlL)
        def _redraw(event: KeyPressEvent) -> None:
            event.app.renderer.clear()

        return bindings

    def _named(self, name: str) -> Callable[[KeyPressEvent], None]:
        def pressed(event: KeyPressEvent) -> None:  # noqa: ARG001
            self.press(name)

        return pressed

    def _interrupt(self) -> None:
        """Ask once, as for Q; a second Ctrl-C leaves."""
        play = self._play
        if play.ui.mode is Mode.ASK_QUIT:
            self._leave(INTERRUPTED)
            return
        play.do("quit")
        if play.leaving:
            self._code = INTERRUPTED
        self._changed()

    def _changed(self) -> None:
        """Show what has changed, and see whether a strategy has to move."""
        if self._play.leaving:
            self._leave(self._code)
            return
        if self._play.wanted is not None:
            with self._failing():
                self._change_table(self._play.wanted)
        if self._woken is not None:
            self._woken.set()
        self.application.invalidate()

    def _change_table(self, setup: Setup) -> None:
        """Show another table in place of this one."""
        play = self._play
        play.wanted = None
        if self._change is None:
            play.ui.say("No other game can be opened here.", trouble=True)
            return
        try:
            self._play = self._change(setup)
        except (CrazyEightsError, OSError) as error:
            play.ui.say(f"The game can't be opened: {error}", trouble=True)
            return
        play.close()

    def _leave(self, code: int) -> None:
        application = self.application
        # A second exit would raise: a held key may leave twice.
        if application.is_running and application.future is not None and not application.future.done():
            self._code = code
            application.exit()

    @contextlib.contextmanager
    def _failing(self) -> Iterator[None]:
        """End the game with what is raised inside; prompt_toolkit would go on, with a traceback all over the table."""
        try:
            yield
        except Exception as error:  # noqa: BLE001  # the launcher tells it in one line
            future = self.application.future
            if self.application.is_running and future is not None and not future.done():
                self.application.exit(exception=error)

    async def _tick(self) -> None:
        """Let the strategies play; sleeps as long as nothing can change by itself."""
        assert self._woken is not None
        spun = self._clock()
        while True:
            play = self._play
            now = self._clock()
            changed = False
            with self._failing():
                changed = play.tick(now)
            if play.busy and now - spun >= _SPIN:
                self._spin += 1
                spun = now
                changed = True
            if changed:
                self.application.invalidate()
                # Several computers in a row: each is seen before the next one moves.
                await asyncio.sleep(0)
            wakeup = play.next_wakeup(self._clock())
            if play.busy:
                wakeup = spun + _SPIN if wakeup is None else min(wakeup, spun + _SPIN)
            delay: Any = None if wakeup is None else max(0.0, wakeup - self._clock())
            with contextlib.suppress(asyncio.TimeoutError):
                await asyncio.wait_for(self._woken.wait(), delay)
            self._woken.clear()

    def _style(self) -> BaseStyle:
        colours = self._play.settings.text("deck_colours")
        if colours not in self._styles:
            plain = self.application.color_depth is ColorDepth.DEPTH_1_BIT
            self._styles[colours] = make_style(colours, plain=plain)
        return self._styles[colours]
