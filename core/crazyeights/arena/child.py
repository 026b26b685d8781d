"""A worker process of one's own, talked to through its pipes; it needs nothing but Python.

It plays blocks for `--jobs 1`: whatever a strategy does to its process, the tournament's own goes on. And it plays the
rounds of a block again whose process ended, one at a time, telling before each move whom it asks: so it comes out who
ends processes, and the others' rounds are played as if nothing had been.
"""

from __future__ import annotations

import json
import os
import pickle
import queue
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from typing import IO, Any, Final

from crazyeights.arena import schedule
from crazyeights.arena.blocks import Block, BlockResult, hall_for, play_block
from crazyeights.arena.errors import ArenaError
from crazyeights.arena.plan import Plan
from crazyeights.arena.play import Hall
from crazyeights.arena.results import RoundResult, SetResult
from crazyeights.arena.runner import Lost
from crazyeights.arena.watch import NOBODY, Watch, deadlock, look_on
from crazyeights.errors import CrazyEightsError, describe_error

_SIZE: Final = struct.Struct("<Q")
# The child finds the modules where this process does, and does not run this process's main module.
_PROGRAM: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); from crazyeights.arena.child import serve; serve()"
)
# A process that is being started on a busy machine may take its time.
_START: Final = 60.0
_PATIENCE: Final = 1.0
# A child that nobody asks for anything for so long ends itself: whoever started it may be gone without a word.
_IDLE: Final = 300.0


class Child:
    """A worker process.

    Args:
        plan: the tournament.
        version: the version of crazyeights.
    """

    def __init__(self, plan: Plan, version: str) -> None:
        # -c puts the current folder first in the child's path, before it is replaced: -P keeps that out from the start.
        command = [sys.executable, "-P", "-c", _PROGRAM, json.dumps(sys.path)]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)  # noqa: S603
        self._messages: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._reader = threading.Thread(target=self._read, name="crazyeights-arena-reader", daemon=True)
        self._reader.start()
        self.send((plan, version))

    def send(self, message: object) -> None:
        """Send a message; one that can't arrive any more is noticed by `receive`."""
        assert self._process.stdin is not None
        with suppress(OSError):
            _send(self._process.stdin, message)

    def receive(self, seconds: float) -> Any:  # noqa: ANN401
        """Give the next message; None if none comes in so many seconds.

        Raises:
            EOFError: the process has ended; the text says how.
            CrazyEightsError: it can't play this tournament.
        """
        try:
            message = self._messages.get(timeout=seconds)
        except queue.Empty:
            return None
        if message is _END:
            self._messages.put(_END)
            raise EOFError(self._how_it_ended())
        if isinstance(message, CrazyEightsError):
            raise message
        return message

    def end(self) -> None:
        """End the process, whatever it is doing."""
        self._process.kill()

    def kill(self) -> None:
        """End the process, and give back what belongs to it."""
        self.end()
        self._process.wait()
        self._reader.join()
        for stream in (self._process.stdin, self._process.stdout):
            assert stream is not None
            with suppress(OSError):
                stream.close()

    def _read(self) -> None:
        assert self._process.stdout is not None
        with suppress(EOFError, OSError, ValueError):
            while True:
                self._messages.put(_receive(self._process.stdout))
        self._messages.put(_END)

    def _how_it_ended(self) -> str:
        code = self._process.wait()
        if code < 0:
            return f"was killed by signal {-code}"
        return f"ended with exit code {code}"


_END: Final = object()


class ChildRunner:
    """Plays blocks in one other process.

    Args:
        plan: the tournament.
        version: the version of crazyeights.
    """

    jobs = 1
    block_seconds = 0.3

    def __init__(self, plan: Plan, version: str) -> None:
        self._plan = plan
        self._version = version
        self._child: Child | None = None
        self._blocks: list[Block] = []

    def submit(self, block: Block) -> None:
        """Take a block to be played."""
        if self._child is None:
            self._child = Child(self._plan, self._version)
        self._blocks.append(block)
        self._child.send(block)

    def wait(self, seconds: float) -> list[BlockResult | Lost]:
        """Give the next block that is finished."""
        if self._child is None:
            return []
        try:
            result: BlockResult | None = self._child.receive(seconds)
        except EOFError as error:
            lost = Lost(self._blocks.pop(0), f"its process {error}")
            self._replace()
            return [lost]
        if result is None:
            return []
        self._blocks.pop(0)
        if result.spoiled:
            self._replace()
        return [result]

    def close(self) -> None:
        """End the process."""
        self._blocks.clear()
        if self._child is not None:
            self._child.kill()
            self._child = None

    def end(self) -> None:
        """End the process, whatever thread waits for it: that one finds the block lost."""
        child = self._child
        if child is not None:
            child.end()

    def _replace(self) -> None:
        """Let another process go on with the blocks that are left."""
        left = self._blocks[:]
        self.close()
        for block in left:
            self.submit(block)


def play_block_apart(plan: Plan, block: Block, version: str) -> BlockResult:
    """Play a block in a process of its own, for a worker that others need too: no strategy can end or block it.

    Each thread of the worker has a process, which stays for the next block.

    Args:
        plan: the tournament.
        block: the sets.
        version: the version of crazyeights that cut the block.

    Raises:
        ArenaError: the worker has another version, or lacks one of the plugins.
    """
    hall = hall_for(plan, version)
    mine = threading.get_ident()
    with _lock:
        runner = _runners.get((mine, plan))
        if runner is None:
            for key in [key for key in _runners if key[0] == mine]:
                _runners.pop(key).close()
            runner = _runners[mine, plan] = ChildRunner(plan, version)
    began = time.perf_counter()
    runner.submit(block)
    while not (found := runner.wait(_PATIENCE)):
        pass
    (result,) = found
    if not isinstance(result, Lost):
        return result
    if (mine, plan) not in _runners:
        raise ArenaError("the tournament was ended")
    sets = list(Inquiry(plan, hall, version).play(block))
    return BlockResult(block.start, sets, time.perf_counter() - began)


def end_apart(plan: Plan) -> None:
    """End the processes in which blocks of a tournament are played apart."""
    with _lock:
        for key in [key for key in _runners if key[1] == plan]:
            _runners.pop(key).end()


# By thread and tournament.
_runners: Final[dict[tuple[int, Plan], ChildRunner]] = {}
_lock: Final = threading.Lock()


class Inquiry:
    """Plays a block again whose process ended, and finds out who is at fault.

    Args:
        plan: the tournament.
        hall: the tournament, ready to be played.
        version: the version of crazyeights.
    """

    def __init__(self, plan: Plan, hall: Hall, version: str) -> None:
        self._plan = plan
        self._hall = hall
        self._version = version

    def play(self, block: Block) -> Iterator[SetResult]:
        """Play the sets of a block.

        Raises:
            ArenaError: no process can be started that plays.
        """
        child: Child | None = None
        try:
            for number in range(block.start, block.stop):
                rounds: list[RoundResult] = []
                for turn in range(self._plan.rounds_per_set):
                    if child is None:
                        child = Child(self._plan, self._version)
                    result, ended = self._play_round(child, number, turn)
                    if ended:
                        child.kill()
                        child = None
                    rounds.append(result)
                yield SetResult(number, tuple(rounds))
        finally:
            if child is not None:
                child.kill()

    def _play_round(self, child: Child, number: int, turn: int) -> tuple[RoundResult, bool]:
        """Play a round; gives it, and whether its process had better be ended."""
        child.send((number, turn))
        patience = 2 * deadlock(self._plan.time_limit)
        begun, seat, told = False, NOBODY, time.monotonic()
        while True:
            try:
                message = child.receive(patience if begun else _START + patience)
            except EOFError as error:
                if not begun:
                    raise ArenaError(f"a worker process {error} before it played anything") from error
                # A process that lets no other thread run ends itself: that is an overrun like any other.
                overrun = time.monotonic() - told > self._plan.time_limit
                return self._ended(number, turn, seat, "" if overrun else f"ended its process, which {error}"), True
            told = time.monotonic()
            match message:
                case None:
                    return self._ended(number, turn, seat, ""), True
                case int():
                    begun, seat = True, message
                case RoundResult():
                    return message, False
                case _:
                    return message[0], True

    def _ended(self, number: int, turn: int, seat: int, message: str) -> RoundResult:
        return self._hall.overrun(schedule.find(self._plan, number), turn, seat, message)


class _TellingWatch(Watch):
    """A watch that tells whom the player asks before it does."""

    def __init__(self, limit: float, pipe: IO[bytes]) -> None:
        self._pipe = pipe
        self._seat = NOBODY
        super().__init__(limit)

    @property
    def seat(self) -> int:
        """The seat that is asked now."""
        return self._seat

    @seat.setter
    def seat(self, seat: int) -> None:
        self._seat = seat
        _send(self._pipe, seat)


def serve() -> None:
    """Be the child: play what is asked for, until there is no more."""
    import signal  # noqa: PLC0415

    # Ctrl-C comes to all processes of the terminal; the parent decides what happens then.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    # The pipes get numbers of their own, so that no strategy's print or input comes between the messages.
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    with open(os.devnull, "rb") as nothing:  # noqa: PTH123
        os.dup2(nothing.fileno(), 0)
    os.dup2(2, 1)
    plan, version = _receive(requests)
    try:
        hall = hall_for(plan, version)
        while True:
            idle = threading.Timer(_IDLE, os._exit, [0])
            idle.daemon = True
            idle.start()
            request = _receive(requests)
            idle.cancel()
            if isinstance(request, Block):
                _send(answers, play_block(plan, request, version))
            else:
                number, turn = request
                _send(answers, _play_one(hall, number, turn, answers))
    except (EOFError, BrokenPipeError):
        pass  # the parent is gone
    except Exception as error:  # noqa: BLE001  # whatever it is, the parent says it in one line
        known = isinstance(error, CrazyEightsError)
        with suppress(OSError):
            _send(answers, error if known else ArenaError(f"a worker failed: {describe_error(error)}"))
    # Threads that were left behind must not hold up the end, nor may what runs at exit.
    os._exit(0)


def _play_one(hall: Hall, number: int, turn: int, answers: IO[bytes]) -> RoundResult | tuple[RoundResult]:
    """Play one round; in a tuple if the process is no good any more."""
    played = schedule.find(hall.plan, number)
    watch = _TellingWatch(hall.plan.time_limit, answers)
    results: list[RoundResult] = []

    def play() -> None:
        results.append(hall.play(played, turn, watch))

    if not look_on(watch, play, armed=True):
        return (hall.overrun(played, turn, watch.seat),)
    return results[0] if results else (hall.overrun(played, turn, watch.seat),)


def _send(pipe: IO[bytes], message: object) -> None:
    data = pickle.dumps(message)
    pipe.write(_SIZE.pack(len(data)) + data)
    pipe.flush()


def _receive(pipe: IO[bytes]) -> Any:  # noqa: ANN401
    size = _SIZE.unpack(_exactly(pipe, _SIZE.size))[0]
    return pickle.loads(_exactly(pipe, size))  # noqa: S301  what we wrote ourselves, on this machine


def _exactly(pipe: IO[bytes], count: int) -> bytes:
    data = b""
    while len(data) < count:
        more = pipe.read(count - len(data))
        if not more:
            raise EOFError
        data += more
    return data
