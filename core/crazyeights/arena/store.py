"""The file of a tournament's results: JSON Lines, written as sets are played, so that nothing is lost with the program.

The first line says which tournament it is; each further line is a set: one deal at one table from each seat, in the
order of their numbers. A last line that was cut off in the middle is dropped when the tournament is gone on with.
"""

from __future__ import annotations

import importlib
import json
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, BinaryIO, Final

from crazyeights.arena import schedule
from crazyeights.arena.errors import ArenaError
from crazyeights.arena.plan import Plan
from crazyeights.arena.results import RoundFault, RoundResult, SetResult
from crazyeights.errors import printable

FORMAT: Final = "crazyeights tournament"
FORMAT_VERSION: Final = 1
# What is locked on Windows is a byte that no file reaches, so that the file itself can be read.
_LOCKED_BYTE: Final = 1 << 40
_WORDS: Final = {
    "variant": "the variant",
    "players": "the number of players",
    "rules_added": "the rules that are added",
    "rules_removed": "the rules that are left out",
    "options": "the options",
    "roles": "the roles",
    "strategies": "the strategies",
    "tables": "the tables",
    "rotate": "the way the seats change",
    "reorder": "the way the order around the table changes",
    "max_moves": "the limit of moves",
    "plugins": "a plugin file (its name or its contents)",
    "seed": "the seed",
    "crazyeights": "the version of crazyeights",
}


class ResultsFile:
    """A file that results are added to.

    Args:
        path: the file.
        plan: the tournament.
        version: the version of crazyeights.
        resume: whether to go on with what is in it; there must be nothing otherwise.

    Raises:
        ArenaError: it holds another tournament, or something else, or somebody else writes to it.
        OSError: it can't be read or written.
    """

    def __init__(self, path: Path, plan: Plan, version: str, *, resume: bool) -> None:
        self.path = path
        self._plan = plan
        self._header = _header(plan, version)
        there = path.exists() and path.stat().st_size > 0
        if there and not resume:
            raise ArenaError(f"{path} holds something already; --resume goes on with it, or name another file")
        self._file: BinaryIO = path.open("r+b" if there else "w+b")
        try:
            if not _lock(self._file):
                raise ArenaError(f"{path} is being written by another tournament")
            if there:
                check_same(path, self._first_line(), self._header)
            else:
                self._write([self._header])
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> ResultsFile:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def read(self) -> Iterator[SetResult]:
        """Give the sets that are in it; to be called once, before anything is added.

        Raises:
            ArenaError: a line is bad; says which.
        """
        self._file.seek(0)
        self._file.readline()
        good, number = self._file.tell(), 0
        while line := self._file.readline():
            if not line.endswith(b"\n"):
                break  # cut off in the middle
            try:
                yield _parse(line, number, self._plan)
            except (ValueError, TypeError, KeyError, AttributeError) as error:
                raise ArenaError(f"{self.path}, line {number + 2}: {error}") from error
            good, number = self._file.tell(), number + 1
        self._file.seek(good)
        self._file.truncate()

    def add(self, sets: Iterable[SetResult]) -> None:
        """Add sets, which follow on those that are there."""
        self._write(_line(self._plan, one) for one in sets)

    def _first_line(self) -> bytes:
        self._file.seek(0)
        return self._file.readline()

    def _write(self, lines: Iterable[Mapping[str, Any]]) -> None:
        text = "".join(f"{json.dumps(line, separators=(',', ':'))}\n" for line in lines)
        self._file.write(text.encode())
        self._file.flush()


def read_seed(path: Path) -> int | None:
    """Give the seed of the tournament that a file holds; None if it holds none."""
    try:
        with path.open("rb") as file:
            seed = json.loads(file.readline())["tournament"]["seed"]
    except (OSError, ValueError, KeyError, TypeError):
        return None
    return seed if type(seed) is int else None


def check_same(path: Path, line: bytes, header: Mapping[str, Any]) -> None:
    """Check that a file is of this tournament.

    Raises:
        ArenaError: it is not; says what is different.
    """
    try:
        found = json.loads(line)
        if found["format"] != FORMAT:
            raise ValueError
        theirs: dict[str, Any] = {**found["tournament"], "crazyeights": found["crazyeights"]}
    except (ValueError, KeyError, TypeError):
        raise ArenaError(f"{path} is no file of a tournament's results") from None
    if found.get("format_version") != FORMAT_VERSION:
        raise ArenaError(f"{path} has the format {found.get('format_version')!r}; this program reads {FORMAT_VERSION}")
    ours = json.loads(json.dumps({**header["tournament"], "crazyeights": header["crazyeights"]}))
    different = [_WORDS[key] for key in ours if theirs.get(key) != ours[key]]
    if different:
        raise ArenaError(f"{path} holds another tournament, which differs in {different[0]}")


def _header(plan: Plan, version: str) -> dict[str, Any]:
    return {
        "format": FORMAT,
        "format_version": FORMAT_VERSION,
        "crazyeights": version,
        "tournament": plan.describe(),
    }


def _line(plan: Plan, one: SetResult) -> dict[str, Any]:
    played = schedule.find(plan, one.number)
    return {"deal": played.deal, "table": played.table, "rounds": [played.as_dict() for played in one.rounds]}


def _parse(line: bytes, number: int, plan: Plan) -> SetResult:
    found = json.loads(line)
    expected = schedule.find(plan, number)
    if (found["deal"], found["table"]) != (expected.deal, expected.table):
        raise ValueError(f"deal {expected.deal} at table {expected.table} should be here")
    rounds = tuple(_round(one, schedule.seating(plan, expected, turn)) for turn, one in enumerate(found["rounds"]))
    if len(rounds) != plan.rounds_per_set:
        raise ValueError(f"a deal is played {plan.rounds_per_set} times, not {len(rounds)}")
    return SetResult(number, rounds)


def _round(found: Mapping[str, Any], seats: tuple[int, ...]) -> RoundResult:
    winners, points, moves, ending = found["winners"], found["points"], found["moves"], found["ending"]
    if tuple(found["seats"]) != seats:
        raise ValueError("the seats are not as in this tournament")
    if len(points) != len(seats) or not all(type(number) is int for number in (*points, *winners, moves)):
        raise ValueError("the points, winners or moves make no sense")
    if not all(0 <= seat < len(seats) for seat in winners) or not isinstance(ending, str):
        raise ValueError("the winners or the ending make no sense")
    faults = tuple(
        RoundFault(fault["seat"], printable(fault["source"]), printable(fault["message"]))
        for fault in found.get("faults", ())
    )
    if not all(type(fault.seat) is int and -1 <= fault.seat < len(seats) for fault in faults):
        raise ValueError("the faults make no sense")
    return RoundResult(seats, tuple(winners), tuple(points), moves, ending, faults)


def _lock(file: BinaryIO) -> bool:
    """Lock a file until it is closed; False if another process has. Where files have no locks, nobody is kept out."""
    # Of each system's module there is no trace on the others.
    try:
        import fcntl  # noqa: PLC0415
    except ImportError:
        return _lock_on_windows(file)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    except OSError:
        return True
    return True


def _lock_on_windows(file: BinaryIO) -> bool:
    try:
        msvcrt: Any = importlib.import_module("msvcrt")
        file.seek(_LOCKED_BYTE)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except ImportError:
        return True
    except OSError:
        return False
    finally:
        file.seek(0)
    return True
