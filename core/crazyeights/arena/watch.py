"""Keeps watch over whoever thinks: a strategy that never answers must not hold up the tournament.

Rounds are played in a thread of their own, and the thread that started it looks on:

    thinking ──(time limit)──> an exception is thrown into it ──> it lands: the strategy's fault, the next round
                                     │ it does not land: the strategy catches everything, or waits for something
                                     └──(grace)──> the thread is left behind: the same, but in a new thread

What even that does not reach, code that lets no other thread run, is ended by a timer of the interpreter's that ends
the whole process. Only processes made for it set that timer (`armed`); whoever started them plays the round again,
one move at a time, to learn who was at fault (see `child`).
"""

from __future__ import annotations

import ctypes
import faulthandler
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, TextIO

#: How many seconds an exception that was thrown into a thread has to land.
GRACE: Final = 1.0
_LOOK: Final = 0.1
# Looking on came so much too late: the whole process was stopped, by Ctrl-Z say, and the time doesn't count.
_LATE: Final = 1.0

#: What the player is busy with, besides a seat that thinks.
NOBODY: Final = -1


class Overrun(BaseException):
    """The time limit is passed; not an Exception, so that few strategies catch it."""


class Watch:
    """What the player tells about its work, and what the onlooker does about it.

    Attributes:
        since: when the current move began.
        seat: the seat that is asked now; `NOBODY` while a move is carried out.
        making: whether that seat's strategy is being made, rather than asked for a move.
        limit: how many seconds a move may take.
    """

    def __init__(self, limit: float) -> None:
        self.limit = limit
        self.since = time.perf_counter()
        self.seat = NOBODY
        self.making = False
        self._lock = threading.Lock()
        self._left = False
        self._looked = (self.since, time.process_time())

    # For the player

    def overran(self) -> bool:
        """Say whether a move that seems to have taken too long did, or the process stood still."""
        self._pardon()
        return time.perf_counter() - self.since > self.limit

    def settle(self) -> bool:
        """End a round: after this no exception arrives for it.

        Returns:
            Whether the player goes on; if not, it was left behind and another one does.
        """
        while True:
            try:
                with self._lock:
                    self.seat = NOBODY
                    self.since = time.perf_counter()
                    return not self._left
            except Overrun:
                continue

    # For the onlooker

    def look(self, player: threading.Thread) -> bool:
        """See to a move that takes too long.

        Args:
            player: the thread that plays.

        Returns:
            Whether the player was left behind.
        """
        self._pardon()
        with self._lock:
            over = time.perf_counter() - self.since - self.limit
            # If it comes back it sees for itself that it took too long: what is thrown now can hit nothing else.
            if over > _LOOK and not self._left:
                _throw(Overrun, player)
                self._left = over > _LOOK + GRACE
            return self._left

    def leave(self) -> None:
        """Leave the player behind: whatever it does from now on counts for nothing."""
        with self._lock:
            self._left = True

    def _pardon(self) -> None:
        """Take off the time in which the whole process stood still."""
        now, used = time.perf_counter(), time.process_time()
        before, used_before = self._looked
        self._looked = (now, used)
        # A strategy that lets no other thread run uses the processor; one that is stopped does not.
        if now - before > _LOOK + _LATE and used - used_before < (now - before) / 4:
            self.since += now - before - _LOOK


def deadlock(limit: float) -> float:
    """Say for how many seconds all threads of a process must stand still until it is ended.

    Args:
        limit: how many seconds a move may take.
    """
    return 1 + 1.5 * limit


def look_on(watch: Watch, work: Callable[[], None], armed: bool) -> bool:
    """Do some work in a thread of its own, under a watch.

    Args:
        watch: what the work tells about itself.
        work: returns at once if it was left behind.
        armed: whether the process is ended if no thread can run for too long.

    Returns:
        Whether the thread has ended; if not, it was left behind.
    """
    done = threading.Event()
    failures: list[BaseException] = []

    def play() -> None:
        try:
            work()
        except Overrun:
            pass  # came a moment too late; whoever looks on sees that the work is not finished
        except BaseException as error:  # noqa: BLE001  # raised again where somebody waits for it
            failures.append(error)
        finally:
            done.set()

    player = threading.Thread(target=play, name="crazyeights-arena", daemon=True)
    with _armed(deadlock(watch.limit) if armed else None) as arm:
        player.start()
        try:
            while not done.wait(_LOOK):
                arm()
                if watch.look(player):
                    return False
        except BaseException:
            # Ctrl-C, which comes to the main thread.
            watch.leave()
            raise
    player.join()
    if failures:
        raise failures[0]
    return True


def _throw(error: type[BaseException], thread: threading.Thread) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident or 0), ctypes.py_object(error))


class _Alarm:
    """The interpreter's timer that ends the process; there is one, however many threads use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._users = 0
        self._sink: TextIO | None = None

    def set(self, seconds: float) -> None:
        with self._lock:
            if self._sink is None:
                self._sink = open(os.devnull, "w", encoding="utf-8")  # noqa: PTH123, SIM115  as long as the process
            faulthandler.dump_traceback_later(seconds, exit=True, file=self._sink)

    def enter(self) -> None:
        with self._lock:
            self._users += 1

    def leave(self) -> None:
        with self._lock:
            self._users -= 1
            if not self._users:
                faulthandler.cancel_dump_traceback_later()


_alarm: Final = _Alarm()


@contextmanager
def _armed(seconds: float | None) -> Iterator[Callable[[], None]]:
    """Give a function that sets the timer anew; it does nothing if there shall be none."""
    if seconds is None:
        yield lambda: None
        return
    _alarm.enter()
    _alarm.set(seconds)
    try:
        yield lambda: _alarm.set(seconds)
    finally:
        _alarm.leave()
