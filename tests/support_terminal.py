"""The full-screen table in a terminal that is a `pyte` screen: keys and mouse go in, what a user would see comes out.

No pseudo-terminal is needed, so this runs everywhere and takes a tenth of a second a test. Nothing sleeps for a guessed
time: what is waited for is always something that must happen.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Callable, Coroutine, Sequence
from concurrent.futures import Future
from itertools import count
from typing import Any

import pyte
from prompt_toolkit.data_structures import Point, Size
from prompt_toolkit.input import DummyInput, create_pipe_input
from prompt_toolkit.mouse_events import MouseButton, MouseEvent, MouseEventType
from prompt_toolkit.output import ColorDepth, DummyOutput
from prompt_toolkit.output.vt100 import Vt100_Output

from crazyeights import DRAW, Card, Deck, Game, Move, MoveKind, Strategy, View
from crazyeights.choices import Choice
from crazyeights.plugins import default_registry
from crazyeights.record import Recorder
from crazyeights.session import Seat, Session
from crazyeights.settings import Settings
from crazyeights_terminal.fullscreen.app import TableApp
from crazyeights_terminal.fullscreen.canvas import Hit
from crazyeights_terminal.fullscreen.glyphs import ASCII, UNICODE, Glyphs
from crazyeights_terminal.fullscreen.play import Play
from crazyeights_terminal.fullscreen.scene import CARD_KEYS, Mode
from crazyeights_terminal.fullscreen.screen import paint
from crazyeights_terminal.setup import Setup
from support_decks import arrange

PATIENCE = 10.0
KEYS = {
    "left": "\x1b[D",
    "right": "\x1b[C",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "home": "\x1b[H",
    "end": "\x1b[F",
    "pageup": "\x1b[5~",
    "pagedown": "\x1b[6~",
    "enter": "\r",
    "escape": "\x1b",
    "tab": "\t",
    "s-tab": "\x1b[Z",
    "backspace": "\x7f",
    "space": " ",
    "c-c": "\x03",
    "c-l": "\x0c",
    "c-u": "\x15",
}


class Inline:
    """An executor that runs a job at once: the computers move at the next tick, whatever the machine is busy with."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args))
        except BaseException as error:  # noqa: BLE001
            future.set_exception(error)
        return future


class First:
    """Plays the first legal move."""

    def choose(self, view: View) -> Move:
        return view.legal_moves[0]


def make_session(
    *,
    variant: str = "classic",
    players: int = 3,
    people: Sequence[int] = (0,),
    seed: int = 1,
    deck: Sequence[Card] | None = None,
    recorder: Recorder | None = None,
    strategy: Callable[[], Strategy] = First,
    game: Game | None = None,
) -> Session:
    """Deal a table at which the computers play their first legal move."""
    game = game or Game(variant, players=players)
    names = [
        "You" if people == (0,) else f"Player {people.index(n) + 1}" if n in people else "" for n in range(players)
    ]
    seats = [Seat(names[n]) if n in people else Seat(f"Computer {n}", strategy(), "first") for n in range(game.players)]
    return Session(game, seats, seed, deck=deck, recorder=recorder)


class _Wire:
    """What the terminal is written to."""

    encoding = "utf-8"

    def __init__(self, stream: pyte.Stream) -> None:
        self._stream = stream
        self.written = 0

    def write(self, data: str) -> int:
        self.written += len(data)
        self._stream.feed(data)
        return len(data)

    def flush(self) -> None:
        pass

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        raise OSError


class Terminal:
    """A `TableApp` on a screen."""

    def __init__(
        self,
        play: Play,
        width: int,
        height: int,
        *,
        depth: ColorDepth = ColorDepth.DEPTH_4_BIT,
        pipe: Any,
        clock: Callable[[], float] = time.monotonic,
        change: Callable[[Setup], Play] | None = None,
    ) -> None:
        self.width, self.height = width, height
        self.screen = pyte.Screen(width, height)
        self.wire = _Wire(pyte.Stream(self.screen))
        self.pipe = pipe
        output = Vt100_Output(
            self.wire,  # type: ignore[arg-type]
            lambda: Size(rows=self.height, columns=self.width),
            term="xterm-256color",
            default_color_depth=depth,
            enable_cpr=False,
        )
        self.app = TableApp(play, change, input=pipe, output=output, clock=clock)
        self.running: asyncio.Task[int] | None = None

    @property
    def play(self) -> Play:
        """The table that is shown now."""
        return self.app._play

    # What is seen

    @property
    def lines(self) -> list[str]:
        return [line.rstrip() for line in self.screen.display]

    @property
    def text(self) -> str:
        return "\n".join(self.lines)

    def styles_of(self, text: str) -> Any:
        """Give the cell in which a text begins."""
        for y, line in enumerate(self.screen.display):
            x = line.find(text)
            if x >= 0:
                return self.screen.buffer[y][x]
        raise AssertionError(f"{text!r} is not on the screen:\n{self.text}")

    # What is done

    def type(self, *keys: str) -> None:
        """Press keys, by name or as characters."""
        for key in keys:
            self.pipe.send_text(KEYS.get(key, key))

    def click_at(self, x: int, y: int) -> None:
        self.pipe.send_text(f"\x1b[<0;{x + 1};{y + 1}M\x1b[<0;{x + 1};{y + 1}m")

    def wheel(self, x: int, y: int, *, down: bool) -> None:
        self.pipe.send_text(f"\x1b[<{65 if down else 64};{x + 1};{y + 1}M")

    async def click(self, action: str, value: int = 0) -> None:
        """Click the first cell that does this, once there is one on the screen."""
        hit = Hit(action, value)
        await self.until(lambda: self._is_drawn() and self.app._canvas.find(hit) is not None)
        place = self.app._canvas.find(hit)
        assert place is not None
        self.click_at(*place)

    def _is_drawn(self) -> bool:
        """Say whether the screen shows what is painted now; else a click would be meant for something else."""
        now = paint(self.play.scene(self.app._spin), self.width, self.height)
        return self.app._canvas.lines() == now.lines() and self.lines == [line.rstrip() for line in now.lines()]

    def resize(self, width: int, height: int) -> None:
        self.width, self.height = width, height
        self.screen.resize(height, width)
        self.app.application._on_resize()

    async def until(self, what: Callable[[], object] | str) -> None:
        """Wait until a text is on the screen, or until a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not (what in self.text if isinstance(what, str) else what()):
            assert self.running is not None
            if self.running.done() and not isinstance(what, str) and what():
                return
            if time.monotonic() > deadline or self.running.done():
                ended = f" (it ended: {self.running.exception() or 'by itself'})" if self.running.done() else ""
                raise AssertionError(f"{what!r} did not come{ended}; the screen is\n{self.text}")
            await asyncio.sleep(0.001)

    async def gone(self, text: str) -> None:
        await self.until(lambda: text not in self.text)

    async def my_turn(self) -> bool:
        """Wait until a person is to move or the round is over; say whether a person is to move."""
        play = self.play
        await self.until(lambda: play.session.over or (play.table.yours and play.ui.mode is Mode.TABLE))
        return not play.session.over

    async def ended(self) -> int:
        assert self.running is not None
        return await asyncio.wait_for(self.running, PATIENCE)

    # Making moves in different ways

    def keys_for(self, move: Move) -> list[str]:
        """Give the keys that make a move."""
        return keys_for(self.play, move)


@contextlib.asynccontextmanager
async def open_terminal(
    session: Session,
    width: int = 80,
    height: int = 24,
    *,
    settings: Settings | None = None,
    glyphs: Glyphs = UNICODE,
    depth: ColorDepth = ColorDepth.DEPTH_4_BIT,
    executor: Any = None,
    pace: float = 0.0,
    change: Callable[[Setup], Play] | None = None,
    **options: Any,
) -> AsyncIterator[Terminal]:
    """Show a session on a screen."""
    settings = settings or Settings()
    settings.override("pace", pace)

    def characters() -> Glyphs:
        return ASCII if settings.text("charset") == "ascii" else glyphs

    with create_pipe_input() as pipe:
        play = Play(
            session,
            default_registry(),
            settings,
            glyphs=characters,
            executor=Inline() if executor is None else executor,
            # To the table, a second passes between any two keys: it is no key that is held down.
            **{"clock": map(float, count()).__next__, **options},
        )
        terminal = Terminal(play, width, height, depth=depth, pipe=pipe, change=change)
        terminal.running = asyncio.ensure_future(terminal.app.run_async())
        try:
            # The status line is the last to be drawn.
            await terminal.until(lambda: any(terminal.lines))
            yield terminal
        finally:
            if not terminal.running.done():
                terminal.app._leave(0)
            await asyncio.wait_for(terminal.running, PATIENCE)


def dealt_to(
    *hands: str, top: str = "KH", stock: str = "", players: int = 2, people: tuple[int, ...] = (0,)
) -> Session:
    """Deal a table with the given hands, the first seat's first."""
    deck = arrange(Deck(), [*hands, *[""] * (players - len(hands))], top, hand_size=5)
    return make_session(players=players, people=people, deck=deck)


def keys_for(play: Play, move: Move) -> list[str]:
    """Give the keys that make a move, whose suit was not set beforehand."""
    if move.kind is MoveKind.CALL:
        assert move.suit is not None
        return [move.suit.letter.lower()]
    if move.card is None:
        return ["d" if move is DRAW else "p"]
    choice = Choice.of(play.session.view_for(play.session.to_move or 0), move.card)
    index = play.table.hand.index(move.card)
    keys = [CARD_KEYS[index]] if index < len(CARD_KEYS) else ["home", *(["right"] * index), "enter"]
    if move.announces and play.settings.text("announce") == "manual":
        keys.insert(0, "!")
    if move.suit is not None:
        keys.append(move.suit.letter.lower())
    if len(choice.seats) > 1 and move.swap is not None:
        keys.append(str(choice.seats.index(move.swap) + 1))
    return keys


def reachable(play: Play, moves: Sequence[Move]) -> list[Move]:
    """Give the moves that a person can make: whose last cards are announced for them neither forgets nor errs."""
    if play.settings.text("announce") == "manual" or not play.session.game.options.last_card_call:
        return list(moves)
    due = len(play.table.hand) == 2
    return [move for move in moves if move.kind is not MoveKind.PLAY or move.announces == due]


class Desk:
    """A `TableApp` that is not running: keys and clicks are taken at once, and what fails in it fails in the test."""

    def __init__(
        self, play: Play, width: int = 80, height: int = 24, change: Callable[[Setup], Play] | None = None
    ) -> None:
        self.size = (width, height)
        self.app = TableApp(play, change, input=DummyInput(), output=DummyOutput())
        self.app._failing = contextlib.nullcontext  # type: ignore[method-assign, assignment]
        self._now = count()
        self.app.paint(*self.size)
        self.wait()

    @property
    def play(self) -> Play:
        return self.app._play

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.app.paint(*self.size).lines())

    def press(self, *keys: str) -> None:
        """Press keys, by name or as characters."""
        for key in keys:
            self.app.press(key)
            self.wait()

    def click(self, action: str, value: int = 0) -> None:
        """Click the first cell that does this."""
        place = self.app.paint(*self.size).find(Hit(action, value))
        assert place is not None, f"nothing does {action} {value}:\n{self.text}"
        self.click_at(*place)

    def click_at(self, x: int, y: int) -> None:
        self.app.mouse(MouseEvent(Point(x, y), MouseEventType.MOUSE_UP, MouseButton.LEFT, frozenset()))
        self.wait()

    def wait(self) -> None:
        """Let the computers play until a person is to move, or until what is shown must be read first."""
        while self.play.tick(float(next(self._now))):
            pass


async def finish(terminal: Terminal) -> None:
    """Play a round to its end, with whatever is legal first."""
    session = terminal.play.session
    while await terminal.my_turn():
        before = session.position
        assert terminal.play.you is not None
        terminal.type(*terminal.keys_for(session.legal_moves(terminal.play.you)[0]))
        await terminal.until(lambda before=before: session.position != before)  # type: ignore[misc]


def run(main: Coroutine[Any, Any, None]) -> None:
    """Run a test's coroutine."""
    asyncio.run(main)
