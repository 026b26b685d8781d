"""Checks a frontend: that it plays whole rounds with nobody looking on, does what it is told, and ends."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from queue import Empty, SimpleQueue
from random import Random
from tempfile import TemporaryDirectory
from typing import Any, Final, NoReturn, TypeAlias

from crazyeights.cards import Deck, Rank, Suit
from crazyeights.errors import describe_error
from crazyeights.events import Fault
from crazyeights.game import Game
from crazyeights.moves import Move
from crazyeights.plugins import default_registry
from crazyeights.quiet import outlive
from crazyeights.rules import Variant
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.settings import Settings
from crazyeights.specs import Environment, Folders, FrontendSpec, LaunchRequest, TableRequest, seat_names
from crazyeights.testing.cases import Case, Subject
from crazyeights.testing.catalogue import shipped
from crazyeights.testing.console import Console, Keyboard, Problem, Screen, Slip, Stopped, Writer
from crazyeights.view import View

#: pytest shows where the author's test failed, not where in here.
__tracebackhide__ = True

#: Drives a frontend that nobody types at: gets the console, and returns when it has made the frontend leave.
Driver: TypeAlias = "Callable[[Console], object]"

_DONE: Final = 0
_INPUT_ENDED: Final = 3
_SLIPS: Final[tuple[Slip, ...]] = ("", "xyzzy", "♥♥♥ = ?", None)
_ENVIRONMENTS: Final = (
    Environment(platform="linux"),
    Environment(stdin_tty=True, stdout_tty=True, env={"TERM": "xterm"}, platform="linux"),
    Environment(stdin_tty=True, stdout_tty=True, display=True, env={"DISPLAY": ":0"}, platform="linux"),
    Environment(display=True, platform="win32"),
    Environment(display=True, platform="darwin"),
)
# Colours and numbers: a frontend must take suits and ranks from the deck, not from its own head.
_COLOURS: Final = Variant(
    "colours-to-check",
    "Four colours instead of suits, to see whether a frontend knows other decks.",
    rules=("crazy-eight",),
    max_players=4,
    deck=Deck(
        suits=(Suit("R", "reds", "▲"), Suit("Y", "yellows", "●"), Suit("G", "greens", "■"), Suit("B", "blues", "◆")),
        ranks=tuple(Rank(str(number), str(number), number) for number in range(10)),
    ),
)


def check_frontend(
    frontend: FrontendSpec | str,
    *,
    user: Driver | None = None,
    write: Writer | None = None,
    goodbye: Sequence[str] = (),
    options: Mapping[str, object] | None = None,
    seconds: float = 20.0,
    seed: int = 0,
) -> None:
    """Check that a frontend keeps to what the game expects of frontends, with neither terminal nor display.

    Checked are: that it describes itself, and can say of any environment whether it can run there; that it shows a
    table of strategies to the end of the round; that a person plays a round at it, with one and with three other
    players, with the French deck and with another; that it makes the moves that it is told and no others, and shows no
    other hand; that it closes the table and gives the right exit code; and, if it reads the standard input, that
    nonsense and illegal moves do no harm, and that it ends when the input does.

    A frontend that reads the standard input is typed at, one move a line. Any other one needs a `user` to drive it:

        def user(console):
            address = console.find("http://[^ ]+")  # waits until it is printed
            for view, move in console.turns():
                send(address, str(move))
            send(address, "leave")

    Args:
        frontend: the frontend, or the name of an installed one. It is launched in a thread beside the check.
        user: drives the frontend, and returns when it has made the frontend leave.
        write: called as `write(move, view)`, says how a move is typed; in the notation if left out.
        goodbye: lines that are typed when the round is over; then the input ends.
        options: switches of the frontend's own, for `request.options`.
        seconds: how long it is waited for anything.
        seed: what all the rounds follow from.

    Raises:
        CheckError: says what is wrong, and in which round it showed.
        UnknownNameError: no frontend of that name is installed.
    """
    spec = default_registry().frontend(frontend) if isinstance(frontend, str) else frontend
    if not isinstance(spec, FrontendSpec):
        raise TypeError(f"check_frontend takes a FrontendSpec or the name of one, not {spec!r}")
    typing = _Typing(write or _notation, tuple(goodbye))
    _FrontendCheck(spec, user, typing, dict(options or {}), seconds, seed).run()


def _notation(move: Move, view: View) -> str:  # noqa: ARG001
    return str(move)


@dataclass(frozen=True, slots=True)
class _Typing:
    """How the person types, and what in this round: slips before the first move, an end after so many moves."""

    write: Writer
    goodbye: tuple[str, ...] = ()
    slips: tuple[Slip, ...] = ()
    moves: int | None = None

    def at(self, console: Console) -> Keyboard:
        return Keyboard(console, self.write, slips=self.slips, moves=self.moves, goodbye=self.goodbye)


def _nobody(session: Session) -> None:
    pass


@dataclass(frozen=True, slots=True)
class _Table(TableRequest):
    """A table that tells when it is opened."""

    opened: Callable[[Session], None] = _nobody

    def open(self, registry: Any) -> Session:  # noqa: ANN401  # whatever the frontend gives
        session = TableRequest.open(self, registry)
        self.opened(session)
        return session


@dataclass(frozen=True, slots=True)
class _Came:
    """What came of a launch: what it gave, or what it raised; neither if it never came back."""

    code: object = None
    error: BaseException | None = None
    late: bool = False


class _FrontendCheck:
    def __init__(
        self,
        spec: FrontendSpec,
        user: Driver | None,
        typing: _Typing,
        options: dict[str, object],
        seconds: float,
        seed: int,
    ) -> None:
        self.spec = spec
        self.subject = Subject("frontend", spec.name)
        self.user = user
        self.typing = typing
        self.options = options
        self.seconds = seconds
        self.seed = seed

    def run(self) -> None:
        """Make all the checks, the cheap ones first."""
        self.describes_itself()
        classic, colours = Game("classic", 3), Game(_COLOURS, 4)
        self.plays(classic, None, self.typing)
        slips = () if self.user is not None else _SLIPS
        self.plays(Game("classic", 2), 0, _Typing(self.typing.write, self.typing.goodbye, slips))
        self.plays(colours, 1, self.typing)
        if self.user is None:
            self.ends_with_the_input(classic)

    def describes_itself(self) -> None:
        self.subject.check_texts(self.spec.summary)
        if not callable(self.spec.launch):
            self.subject.fail("describes itself", f"its launch is {self.spec.launch!r}, which is no function")
        for environment in _ENVIRONMENTS:
            try:
                reason = self.spec.unusable(environment)
                findings = [(str(what), str(finding)) for what, finding in self.spec.examine(environment)]
            except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a stranger's function raises
                problem = f"asked whether it can run on {environment.platform}, it raises {describe_error(error)}"
                self.subject.fail("says where it can run", problem)
            if reason is not None and not (isinstance(reason, str) and reason.strip()):
                self.subject.fail("says where it can run", f"unusable gives {reason!r}; it must be a reason, or None")
            if not all(what and finding for what, finding in findings):
                self.subject.fail("says where it can run", "examine gives an empty text")

    # Rounds

    def plays(self, game: Game, person: int | None, typing: _Typing) -> None:
        """Let a round be played: by a person at that seat and strategies at the others, or by strategies alone."""
        with self.launched(game, person, typing) as (console, keyboard, came):
            session = self.judge(console, keyboard, came)
            if not session.over:
                self.fail(console, "plays to the end", f"it came back with {_show(came)} in the middle of the round")
            self.expect_code(console, came, _DONE, "when the round was over")

    def ends_with_the_input(self, game: Game) -> None:
        typing = _Typing(self.typing.write, moves=1)
        with self.launched(game, 0, typing) as (console, keyboard, came):
            # The launcher takes the error for that.
            ended = _Came(_INPUT_ENDED) if isinstance(came.error, EOFError) else came
            self.judge(console, keyboard, ended, closing=False)
            self.expect_code(console, ended, _INPUT_ENDED, "when the input ended in the middle of a round")

    def judge(self, console: Console, keyboard: Keyboard, came: _Came, *, closing: bool = True) -> Session:
        """Say what went wrong, if anything did, whatever the frontend was to do."""
        if console.problem is not None:
            self.fail(console, console.problem.check, console.problem.problem)
        after = f" after {keyboard.typed!r} was typed" if keyboard.typed is not None else ""
        if came.late:
            unread = keyboard.typed is None and self.user is None
            advice = "; it does not read the standard input, so check_frontend needs a user" if unread else after
            self.fail(console, "plays to the end", f"it did nothing for {self.seconds:g} s{advice}")
        if came.error is not None:
            self.fail(console, "plays to the end", f"it raises {describe_error(came.error)}{after}", came.error)
        session = console.session
        if session is None:
            self.fail(console, "opens the table", "it never called request.table.open(request.registry)")
        for event in session.events_since(0, None):
            if isinstance(event, Fault):
                self.fail(console, "lets strategies play", f"{event.source} {event.message}")
        if closing and not console.closed:
            self.fail(console, "closes the table", "it did not call session.close(), which ends the record")
        return session

    def expect_code(self, console: Console, came: _Came, code: int, when: str) -> None:
        if not isinstance(came.code, int) or isinstance(came.code, bool) or came.code != code:
            self.fail(console, "gives an exit code", f"launch gave {_show(came)} {when}; it must be {code}")

    def fail(self, console: Console, check: str, problem: str, cause: BaseException | None = None) -> NoReturn:
        session = console.session
        case = None
        if session is not None:
            case = Case(session.game, session.seed, session.state.deck_order, tuple(console.moves))
        self.subject.fail(check, problem, case, cause)

    @contextmanager
    def launched(self, game: Game, person: int | None, typing: _Typing) -> Iterator[tuple[Console, Keyboard, _Came]]:
        """Launch the frontend with a table, and wait until it comes back or seems never to."""
        console = Console(Random(f"person {self.seed}"), self.seconds)
        keyboard = typing.at(console)
        with TemporaryDirectory() as folder, _streams(keyboard, Screen(console)):
            folders = Folders(Path(folder, "config"), Path(folder, "data"))
            table = self.table(game, person, console.opened)
            options = {"plain": True, "asked": True, **self.options}
            request = LaunchRequest(default_registry(), table, Settings(), folders, options)
            coming: SimpleQueue[_Came] = SimpleQueue()
            threading.Thread(
                target=_launch, args=(self.spec, request, console, coming), name="crazyeights-check", daemon=True
            ).start()
            came = self.wait(console, keyboard, coming)
        yield console, keyboard, came

    def wait(self, console: Console, keyboard: Keyboard, coming: SimpleQueue[_Came]) -> _Came:
        if self.user is not None:
            try:
                self.user(console)
            except Problem as problem:
                console.problem = console.problem or problem
            except Stopped:
                pass
        before: object = None
        end = 0.0
        while True:
            now = (console.session and console.session.position, len(console.output), keyboard.typed)
            if now != before:
                before, end = now, time.monotonic() + self.seconds
            if time.monotonic() > end or (console.problem is not None and self.user is not None):
                console.end()
                return _Came(late=True)
            try:
                return coming.get(timeout=0.05)
            except Empty:
                continue

    def table(self, game: Game, person: int | None, opened: Callable[[Session], None]) -> TableRequest:
        """Give a table with a person at a seat, or with none."""
        greedy = shipped().strategy("greedy")
        names = seat_names([seat == person for seat in range(game.players)])
        seats = tuple(
            Seat(name) if seat == person else Seat(name, greedy.make(strategy_rng(self.seed, seat)), greedy.name)
            for seat, name in enumerate(names)
        )
        return _Table(game, seats, self.seed, watch=person is None, opened=opened)


def _launch(spec: FrontendSpec, request: LaunchRequest, console: Console, coming: SimpleQueue[_Came]) -> None:
    try:
        came = _Came(spec.launch(request))
    except BaseException as error:  # noqa: BLE001  # whatever a stranger's frontend raises
        came = _Came(error=error)
    console.end()
    coming.put(came)


@contextmanager
def _streams(keyboard: Keyboard, screen: Screen) -> Iterator[None]:
    """Let the standard streams be the console's."""
    before = sys.stdin, sys.stdout, sys.stderr
    sys.stdin, sys.stdout, sys.stderr = keyboard, screen, screen
    try:
        yield
    finally:
        sys.stdin, sys.stdout, sys.stderr = before
        # A frontend that did not come back may be writing still.
        outlive((keyboard, screen))


def _show(came: _Came) -> str:
    return f"the exit code {came.code}" if isinstance(came.code, int) else repr(came.code)
