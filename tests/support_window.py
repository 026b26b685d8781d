"""Drives the real window in a test: by dispatched clicks, drags and keys, on a clock of the test's own."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from crazyeights import DRAW, Game, Move, MoveKind, View, default_registry
from crazyeights.match import Match
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.settings import Settings
from crazyeights.specs import Folders, TableRequest
from support_decks import arrange

NEEDED = "install xvfb libgl1 libfreetype6 libfontconfig1 libxrender1 (and xdotool) for the tests of the window"
_PATIENCE = 30.0


@contextlib.contextmanager
def virtual_display() -> Iterator[str]:
    """Start Xvfb and give its name.

    Raises:
        LookupError: it can't be started; says what to install.
    """
    if shutil.which("Xvfb") is None:
        raise LookupError(NEEDED)
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", "2600x1700x24", "-noreset", "-nolisten", "tcp"]
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    try:
        with os.fdopen(read) as number:
            name = f":{number.readline().strip()}"
        if name == ":":
            raise LookupError(f"Xvfb does not start; {NEEDED}")
        yield name
    finally:
        server.terminate()
        server.wait()


@contextlib.contextmanager
def display() -> Iterator[str]:
    """Give a display to this process: the one that there is, else one of Xvfb.

    Raises:
        LookupError: there is none; says what to install.
    """
    if sys.platform != "linux" or os.environ.get("DISPLAY"):
        yield os.environ.get("DISPLAY", "")
        return
    with virtual_display() as name:
        os.environ["DISPLAY"] = name
        try:
            yield name
        finally:
            os.environ.pop("DISPLAY", None)


def seats_of(game: Game, seed: int, humans: tuple[int, ...] = (0,), strategy: str = "greedy") -> tuple[Seat, ...]:
    """Seat people at some seats and a strategy at the others, always in the same way."""
    spec = default_registry().strategy(strategy)
    seats = []
    for seat in range(game.players):
        if seat in humans:
            seats.append(Seat("You" if len(humans) == 1 else f"Player {seat + 1}"))
        else:
            seats.append(Seat(f"Computer {seat}", spec.make(strategy_rng(seed, seat)), strategy))
    return tuple(seats)


class Last:
    """Draws, passes or is done: does the last thing that it may."""

    def choose(self, view: View) -> Move:
        return view.legal_moves[-1]


class Pilot:
    """A person at the window.

    Args:
        window: the window, shared by all tests.
        folder: where this test's files are.
    """

    def __init__(self, window: Any, folder: Path) -> None:
        from crazyeights_arcade.flow import Flow

        self.window = window
        window.settings = Settings()
        window.settings.set("pace", 0.0)
        window.settings.set("sound", False)
        window.settings.set("speed", "fast")
        # As the player says it, so that each of the legal moves can be made.
        window.settings.set("announce", "manual")
        window.folders = Folders(folder / "config", folder / "data")
        window.leaving = False
        window.screen_shown = None
        self.resize(1280, 720)
        self.folder = folder
        self.flow = Flow(window)

    # What is there

    @property
    def screen(self) -> Any:
        """The screen that is shown."""
        return self.window.screen_shown

    @property
    def table(self) -> Any:
        """The table that is open."""
        assert self.flow.table is not None
        return self.flow.table

    @property
    def kind(self) -> str:
        """The class of the screen that is shown."""
        return type(self.screen).__name__

    def said(self) -> list[str]:
        """Give all lines that are to be read on the screen."""
        return [item.picture.text for item in self.screen.sheet().items if hasattr(item.picture, "text")]

    def sit_down(
        self,
        game: Game,
        *,
        seed: int = 1,
        humans: tuple[int, ...] = (0,),
        record: Path | None = None,
        strategy: str = "greedy",
    ) -> Any:
        """Open a table."""
        seats = seats_of(game, seed, humans, strategy)
        self.flow.open(TableRequest(game, seats, seed, record, watch=not humans))
        return self.table

    def deal(
        self,
        game: Game,
        hands: Sequence[str],
        starter: str,
        stock: str = "",
        *,
        strategy: Any = None,
        match: Match | None = None,
    ) -> Any:
        """Open a table with chosen cards; the others do the last thing that they may, unless a strategy is given."""
        seats = [Seat("You")]
        seats += [Seat(f"Computer {seat}", strategy or Last(), "last") for seat in range(1, game.players)]
        deck = arrange(game.deck, hands, starter, stock, hand_size=game.hand_size)
        self.flow.seat(Session(game, seats, 1, deck=deck, match=match))
        if self.kind == "TonightScreen":
            self.key("enter")
        self.wait()
        return self.table

    # Time

    def tick(self, seconds: float = 1 / 30) -> None:
        """Let a frame's time pass."""
        # Outside the event loop pyglet only queues what is dispatched.
        self.window._dispatch_updates(seconds)
        self.window.dispatch_events()

    def frame(self) -> None:
        """Let time pass and paint."""
        self.tick()
        self.window.draw(1 / 30)
        self.window.dispatch_events()

    def until(self, condition: Callable[[], bool], seconds: float = 0.1) -> None:
        """Let time pass until something is so."""
        end = time.monotonic() + _PATIENCE
        while not condition():
            assert time.monotonic() < end, f"{self.screen!r} never came so far: {self.table.prompt()}"
            self.tick(seconds)
            if self.flow.table is not None and self.table.controller.thinking is not None:
                time.sleep(0.0005)

    def ready(self) -> bool:
        """Whether a person may do something."""
        return self.screen is not self.table or (self.table.my_turn and not self.table.director.moving)

    def wait(self) -> None:
        """Let the others play until a person may do something."""
        self.until(self.ready)

    # What a person does

    def move_to(self, x: float, y: float) -> None:
        """Move the mouse."""
        self.window.dispatch_event("on_mouse_motion", round(x), round(self.window.height - y), 0, 0)
        self.window.dispatch_events()

    def click(self, x: float, y: float) -> None:
        """Move the mouse somewhere and click."""
        self.move_to(x, y)
        for event in ("on_mouse_press", "on_mouse_release"):
            self.window.dispatch_event(event, round(x), round(self.window.height - y), 1, 0)
        self.window.dispatch_events()

    def drag(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """Drag from one point to another."""
        height = self.window.height
        self.move_to(*start)
        self.window.dispatch_event("on_mouse_press", round(start[0]), round(height - start[1]), 1, 0)
        for part in (0.3, 0.7, 1.0):
            x = start[0] + (end[0] - start[0]) * part
            y = start[1] + (end[1] - start[1]) * part
            self.window.dispatch_event("on_mouse_drag", round(x), round(height - y), 0, 0, 1, 0)
            self.frame()
        self.window.dispatch_event("on_mouse_release", round(end[0]), round(height - end[1]), 1, 0)
        self.window.dispatch_events()

    def key(self, name: str) -> None:
        """Press a key: `d`, `shift+h`, `enter`, `left`."""
        from arcade import key

        modifiers = key.MOD_SHIFT if name.startswith("shift+") else 0
        symbol = getattr(key, name.removeprefix("shift+").upper())
        self.window.dispatch_event("on_key_press", symbol, modifiers)
        self.window.dispatch_event("on_key_release", symbol, modifiers)
        self.window.dispatch_events()

    def write(self, text: str) -> None:
        """Type text."""
        for letter in text:
            self.window.dispatch_event("on_text", letter)
        self.window.dispatch_events()

    def press(self, name: str) -> None:
        """Click a button of the screen that is shown."""
        screen = self.screen
        if screen is self.flow.table:
            rect = screen.layout.buttons[name]
        else:
            if hasattr(screen, "reveal"):
                screen.reveal(name)
            rect = next(control.rect for control in screen.controls() if control.name == name)
        self.click(rect.right - 0.2 * rect.w, rect.cy)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, as the window system would."""
        if self.window.fullscreen:
            self.window.settings.set("full_screen", False)
            self.window.set_fullscreen(False)
        if (self.window.width, self.window.height) == (width, height):
            return
        self.window.set_size(width, height)
        for _ in range(50):
            self.window.dispatch_events()
            if (self.window.width, self.window.height) == (width, height):
                break
            time.sleep(0.01)
        self.window.on_resize(width, height)

    def place_of(self, card: Any) -> tuple[float, float]:
        """Give a point at which a card of the hand, or one of its tokens, can be seen."""
        table = self.table
        hand = table.hand()
        at = next(index for index, token in enumerate(hand) if card in (token, token.card))
        layout = table.layout
        pose = table.director.pose(hand[at]).moved(-0.44 * layout.card, -0.38 * layout.card_height)
        return pose.x, pose.y

    # Moves, in three ways

    def by_click(self, move: Move) -> None:
        """Make a move with the mouse alone."""
        if move.announces:
            self.press("announce")
        match move.kind:
            case MoveKind.PLAY | MoveKind.GIVE:
                self.click(*self.place_of(move.card))
            case MoveKind.CALL:
                pass
            case _:
                self.press("draw" if move is DRAW else "pass")
        self._click_choices(move)

    def by_drag(self, move: Move) -> None:
        """Make a move by dragging a card onto the pile; draws by a click on the stock."""
        layout = self.table.layout
        if move is DRAW:
            self.click(layout.stock.x, layout.stock.y)
            return
        if move.kind not in {MoveKind.PLAY, MoveKind.GIVE}:
            self.by_click(move)
            return
        if move.announces:
            self.press("announce")
        if move.suit is not None and self.table.preset != move.suit:
            self.click(*self.centre(layout.signs[self.table.session.game.deck.suits.index(move.suit)]))
        self.drag(self.place_of(move.card), (layout.pile.x, layout.pile.y))
        self._click_choices(move)

    def by_key(self, move: Move) -> None:
        """Make a move with the keyboard alone."""
        if move.kind is MoveKind.CALL:
            self.key(move.suit.letter.lower())  # type: ignore[union-attr]
            return
        if move.card is None:
            self.key("d" if move is DRAW else "p")
            return
        table = self.table
        if move.announces:
            self.write("!")
        for _ in range(len(table.hand()) + 1):
            if table.pointed is not None and table.pointed.card is move.card:
                break
            self.key("right")
        assert table.pointed.card is move.card
        self.key("enter")
        if move.suit is not None:
            assert table.chooser is not None
            self.key(move.suit.letter.lower())
        if move.swap is not None:
            self.key(f"key_{table.chooser.seats.index(move.swap) + 1}")

    def _click_choices(self, move: Move) -> None:
        """Click what is asked for with a card, as far as it is asked for."""
        table = self.table
        if move.suit is not None and table.chooser is not None and hasattr(table.chooser, "suits"):
            self.choose(move.suit)
        if move.swap is not None:
            self.click(*self.centre(table.chooser.rects(table.layout)[table.chooser.seats.index(move.swap)]))

    @staticmethod
    def centre(rect: Any) -> tuple[float, float]:
        """Give the middle of a rectangle."""
        return rect.cx, rect.cy

    def choose(self, suit: Any) -> None:
        """Click a suit in the chooser."""
        chooser = self.table.chooser
        assert chooser is not None
        self.click(*self.centre(chooser.rects(self.table.layout)[chooser.suits.index(suit)]))
