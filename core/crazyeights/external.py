"""Strategies in any language: a program of the user's own chooses the moves, as chess engines do.

`exec:COMMAND` names one wherever a strategy can be named. The program is started when it is first asked, told in JSON
lines what its seat may see, and asked for each move; docs/protocol.md has every message. Whatever it does wrong is a
`StrategyError`, which the table counts as its fault; a program that takes too long, floods or dies is killed with its
children and started again when it is next asked, unless it fails too often.
"""

from __future__ import annotations

import re
import shlex
import shutil
import sys
import threading
import time
import weakref
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, Final

from crazyeights import external_protocol as protocol
from crazyeights.errors import OptionError, StrategyError, printable
from crazyeights.events import Dealt, Event, Fault, blank
from crazyeights.external_protocol import BadAnswerError
from crazyeights.moves import Move
from crazyeights.strategy import Parameter, StrategySpec
from crazyeights.version import version
from crazyeights.view import View

if TYPE_CHECKING:
    from crazyeights.external_process import Process

PREFIX: Final = "exec:"

#: How many seconds a program has for its hello. With the longest limit for a move it is less than a table waits.
HELLO_LIMIT: Final = 8.0
LIMIT: Final = Parameter("limit", 5.0, "how many seconds it has for a move", low=0.1, high=10.0)
ERRORS: Final = Parameter("stderr", "", "a file to which its error output is added")

#: What may be set for each program, besides the parameters of its own.
PARAMETERS: Final = (LIMIT, ERRORS)

#: A program may fail once, and then once more for so many moves that it made, but never more often in a row than this.
MOVES_PER_RESTART: Final = 10
_MOST_RESTARTS: Final = 3.0


@dataclass(frozen=True, slots=True)
class Command:
    """A program that plays, as the user named it; calling it makes a strategy.

    Attributes:
        text: as it was written, with `exec:`.
        words: the program and its arguments.
        limit: how many seconds it has for a move.
        errors: the file to which its error output is added; None for none.
        parameters: what it is told in the hello, by name.
    """

    text: str
    words: tuple[str, ...]
    limit: float = 5.0
    errors: Path | None = None
    parameters: Mapping[str, int | float | str] = field(default_factory=dict)

    def __call__(self, rng: Random) -> ExternalStrategy:
        """Make a strategy, which starts the program when it is first asked."""
        return ExternalStrategy(self, rng.getrandbits(32))


def is_external(text: str) -> bool:
    """Say whether a strategy is written as a program, as in `exec:python3 bot.py`."""
    return text.lstrip().startswith(PREFIX)


def external_spec(text: str) -> StrategySpec:
    """Give the strategy that a program plays. It can be pickled, and nothing is started before the first move.

    Args:
        text: `exec:COMMAND` or `exec:PARAM=VALUE,…:COMMAND`. The parameters `limit` and `stderr` are the game's own,
            all others are told to the program.

    Raises:
        OptionError: the text is not of that form, or there is no such program.
    """
    command = parse_command(text)
    return StrategySpec(command.text, f"The program {Path(command.words[0]).name}, by {PREFIX}.", command)


def parse_command(text: str, platform: str = sys.platform) -> Command:
    """Read a command written after `exec:`.

    Args:
        text: what was written.
        platform: as in `sys.platform`; on Windows a backslash is part of a path, elsewhere it quotes.

    Raises:
        OptionError: the text is not of that form, or there is no such program.
    """
    written = printable(text, None)
    rest = text.strip().removeprefix(PREFIX).strip()
    given, rest = _parameters(rest)
    try:
        words = tuple(_split(rest, platform))
    except ValueError as error:
        raise OptionError(f"{written!r} is no command: {str(error).lower()}") from error
    if not words:
        raise OptionError(f"{PREFIX} takes a command, as in {PREFIX}python3 bot.py")
    if shutil.which(words[0]) is None:
        raise OptionError(_no_program(words[0]))
    limit = LIMIT.parse(given.pop(LIMIT.name, LIMIT.default))
    errors = given.pop(ERRORS.name, "")
    parameters = {name: _value(value) for name, value in given.items()}
    return Command(written, words, float(limit), Path(errors) if errors else None, parameters)


def _parameters(text: str) -> tuple[dict[str, str], str]:
    """Take PARAM=VALUE,… and the colon from before the command, if they are there."""
    before, colon, command = text.partition(":")
    if not colon or re.fullmatch(r"\s*[\w-]+=[^\s,=]+(,[\w-]+=[^\s,=]+)*\s*", before) is None:
        return {}, text
    parts = [part.partition("=") for part in before.split(",")]
    return {name.strip(): value.strip() for name, _, value in parts}, command


def _split(text: str, platform: str) -> list[str]:
    words = shlex.shlex(text, posix=True, punctuation_chars=False)
    words.whitespace_split = True
    words.commenters = ""
    if platform == "win32":
        words.escape = ""
    return list(words)


def _no_program(name: str) -> str:
    path = Path(name)
    if path.is_file():
        return f"{name} can't be run by itself; name what runs it first, as in {PREFIX}python3 {name}"
    return f"there is no program {name!r} to play with"


def _value(text: str) -> int | float | str:
    # By their looks: "1_0", "nan" and digits of other scripts are numbers to Python, but to nobody else.
    if re.fullmatch(r"-?[0-9]{1,15}", text):
        return int(text)
    return float(text) if re.fullmatch(r"-?[0-9]{1,15}\.[0-9]{1,15}", text) else text


class _Desk:
    """What a strategy leaves behind when it is forgotten: the program that is to be ended."""

    def __init__(self) -> None:
        self.process: Process | None = None

    def clear(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            process.leave()


class ExternalStrategy:
    """Lets a program choose the moves of a seat.

    One that is copied or pickled is a new one, whose program is not started yet.

    Args:
        command: the program.
        seed: what it may take its chance from.
    """

    def __init__(self, command: Command, seed: int) -> None:
        self.command = command
        self._seed = seed
        self._desk = _Desk()
        # The atexit function of external_process sees to those that are left at the end, all at once.
        weakref.finalize(self, self._desk.clear).atexit = False
        self._lock = threading.Lock()
        self._restarts = 1.0
        self._started = False
        self._wants: tuple[str, ...] = ()
        self._number = 0
        self._forget()

    def __reduce__(self) -> tuple[type[ExternalStrategy], tuple[Command, int]]:
        return (type(self), (self.command, self._seed))

    def __repr__(self) -> str:
        return f"<ExternalStrategy {self.command.text}>"

    @property
    def pid(self) -> int | None:
        """The number of the program's process; None if none runs that is known of."""
        process = self._desk.process
        return None if process is None else process.pid

    def choose(self, view: View) -> Move:
        """Ask the program for a move.

        Raises:
            StrategyError: it gave none in time; says what it did instead.
        """
        process = self._running()
        try:
            with self._lock:
                self._catch_up(process, view)
                self._number += 1
                process.send(protocol.choose(self._number, view))
            move = protocol.find_move(self._answer(process), view)
        except BadAnswerError as error:
            # It runs on: answers are numbered, so what still comes of this one is told apart.
            process.drop_lines()
            raise StrategyError(str(error)) from None
        if move in view.legal_moves:
            self._restarts = min(_MOST_RESTARTS, self._restarts + 1 / MOVES_PER_RESTART)
        return move

    def listener(self, seat: int) -> Listener:
        """Give an observer that tells the program what happens as it happens, and how each round ends.

        Without one, it is told when it is asked for a move.

        Args:
            seat: the seat that the strategy plays.
        """
        return Listener(self, seat)

    def close(self) -> None:
        """End the program, without waiting for it; if it is asked again, it is started again."""
        with self._lock:
            self._forget()
            self._desk.clear()
            self._started = False

    # Starting and ending

    def _running(self) -> Process:
        process = self._desk.process
        if process is not None:
            return process
        if self._started:
            if self._restarts < 1:
                raise StrategyError("is not started again, for it failed too often")
            self._restarts -= 1
        self._started = True
        # Here, for a game without external strategies needs none of it.
        from crazyeights.external_process import Process  # noqa: PLC0415

        words = self.command.words
        try:
            process = Process((shutil.which(words[0]) or words[0], *words[1:]), self.command.errors, protocol.quit_())
        except (OSError, ValueError) as error:
            reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
            raise StrategyError(f"can't be started: {reason}") from error
        with self._lock:
            self._forget()
            self._desk.process = process
        self._greet(process)
        return process

    def _greet(self, process: Process) -> None:
        command = self.command
        process.send(protocol.hello(version(), self._seed, command.limit, command.parameters))
        try:
            end = time.monotonic() + HELLO_LIMIT
            message = protocol.read(self._line(process, end, f"said no hello in {HELLO_LIMIT:g} s and was killed"))
            self._wants = protocol.check_hello(message, command.parameters)
        except BadAnswerError as error:
            # What does not even get this right can't be talked to.
            raise self._ended(process, f"{error}") from None

    def _ended(self, process: Process, what: str) -> StrategyError:
        """Kill the program, and give the error that says so with its last words."""
        process.kill()
        with self._lock:
            # Unless another one was started meanwhile, for whoever did not wait for this one.
            if self._desk.process is process:
                self._desk.process = None
                self._forget()
        words = process.last_words
        return StrategyError(f"{what}; its last words: {words}" if words else what)

    # What it is told

    def _forget(self) -> None:
        self._told: list[Event] = []
        self._seat = -1
        self._asked_at = 0

    def _catch_up(self, process: Process, view: View) -> None:
        """Tell what has happened since the last time, from the beginning if it is another round."""
        history: list[Event] = [event for event in view.history if not isinstance(event, Fault)]
        told = self._told
        # After each question something happens, if only the answer: else it is another round that begins alike.
        goes_on = len(history) > self._asked_at and history[: len(told)] == told
        if not (told and goes_on):
            self._seat = view.seat
            dealt = history[0]
            assert isinstance(dealt, Dealt)
            process.send(protocol.new_round(view, dealt, _guide(view) if "guide" in self._wants else None))
            told = history[:1]
        for event in history[len(told) :]:
            process.send(protocol.event(event))
        self._told = history
        self._asked_at = len(history)

    def hear(self, event: Event, seat: int) -> None:
        """Tell the program an event at once, if it has been told of the round; never waits."""
        with self._lock:
            process = self._desk.process
            if process is None or not self._told or seat != self._seat or isinstance(event, Fault):
                return
            if isinstance(event, Dealt):
                # Its first turn in the new round is soon enough.
                self._forget()
                return
            seen = blank(event, seat)
            self._told.append(seen)
            process.send(protocol.event(seen))

    # What it answers

    def _answer(self, process: Process) -> dict[str, Any]:
        """Give its answer to the last question."""
        limit = self.command.limit
        end = time.monotonic() + limit
        while True:
            message = protocol.read(self._line(process, end, f"took longer than {limit:g} s and was killed"))
            # Messages of other types are for later versions.
            if message["type"] == "move":
                number = protocol.number_of(message)
                if number == self._number:
                    return message
                if number > self._number:
                    raise BadAnswerError(f"answers question {number}, which was not asked yet")

    def _line(self, process: Process, end: float, late: str) -> bytes:
        from crazyeights.external_process import Ended  # noqa: PLC0415

        left = end - time.monotonic()
        try:
            # Not even what is there already is taken when the time is over: a program could write without end.
            line = process.receive(left) if left > 0 else None
        except Ended as ended:
            raise self._ended(process, str(ended)) from None
        if line is None:
            raise self._ended(process, late)
        return line


class Listener:
    """Tells an external strategy what happens at its table, as its seat may see it; an observer."""

    def __init__(self, strategy: ExternalStrategy, seat: int) -> None:
        self._strategy = strategy
        self._seat = seat

    def on_event(self, event: Event) -> None:
        """Pass an event on; never waits."""
        self._strategy.hear(event, self._seat)


def _guide(view: View) -> str:
    from crazyeights.guide import guide, render  # noqa: PLC0415  (long, and few programs want it)

    return render(guide(view.game), 100)
