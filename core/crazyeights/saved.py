"""Rounds and matches that are kept: what is played is recorded in the user's data folder, so that it can be resumed.

A kept one is an ordinary record, one file a table, written as it is played; a closed terminal loses nothing of it.
The launcher names the file before the game (`new_file`) and tidies up after it (`settle`); a frontend only closes its
session. A record that the user asked for stays where it is: a note in the folder says where.
"""

from __future__ import annotations

import importlib
import os
import re
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO, Final

from crazyeights.errors import RecordError
from crazyeights.external import external_spec, is_external
from crazyeights.game import Catalog
from crazyeights.match import Match
from crazyeights.record import Record, load_record
from crazyeights.session import Seat, strategy_rng
from crazyeights.specs import Offers

_FOLDER: Final = "rounds"
_RECORD: Final = ".jsonl"
_NOTE: Final = ".where"
_LOCK: Final = ".lock"
_MOST: Final = 20


# The tables at which this process plays, by lock file: it may go on with its own ones, whoever asks.
_held: dict[Path, _Lock] = {}


class SavedRounds:
    """The kept rounds and matches of a user.

    Args:
        data: the user's data folder, which need not exist.

    Attributes:
        folder: where the rounds are.
    """

    def __init__(self, data: Path) -> None:
        self.folder = data / _FOLDER

    def new_file(self) -> Path:
        """Give the path of a new record for a table that is about to be opened.

        Raises:
            OSError: the folder can't be made or written to.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._unused(_RECORD)
        # Made at once, so that an unwritable folder is told before anything is dealt.
        path.touch(exist_ok=False)
        self.hold(path)
        self._forget_old()
        return path

    def note(self, record: Path) -> Path:
        """Note that a table is recorded in a file of the user's; gives the note, for `settle`.

        Raises:
            OSError: the folder can't be made or written to.
        """
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self._unused(_NOTE)
        path.write_text(str(record.absolute()), encoding="utf-8")
        self.hold(path)
        self._forget_old()
        return path

    def hold(self, path: Path) -> bool:
        """Keep others from going on with a table, until this process ends or `settle` is called.

        Args:
            path: the path of the record that is resumed; `new_file` and `note` hold what they give.

        Returns:
            Whether it could be had; False if another process plays at it.
        """
        where = self._lock_of(path)
        if where in _held:
            return True
        lock = _Lock(where)
        if not lock.take():
            return False
        _held[where] = lock
        return True

    def newest(self, registry: Catalog | None = None) -> Record | None:
        """Give the record of the round or match that was broken off last; None if there is none.

        One at which another process plays is passed over.

        Args:
            registry: where names are looked up. A record that can't be read with it is passed over, and stays.
        """
        for path in self._files():
            where = self._lock_of(path)
            if where not in _held and _Lock(where).is_taken():
                continue
            with suppress(RecordError, OSError, ValueError):
                record = load_record(_target(path), registry)
                if worth_keeping(record):
                    return record
        return None

    def why_none(self, registry: Catalog | None = None) -> str | None:
        """Say what keeps `newest` from giving the round that was played last; None if there is none at all.

        Args:
            registry: where names are looked up.
        """
        for path in self._files():
            try:
                where = self._lock_of(path)
                if where not in _held and _Lock(where).is_taken():
                    return f"another program plays at {_target(path)}"
                load_record(_target(path), registry)
            except (RecordError, OSError, ValueError) as error:
                reason = (error.strerror if isinstance(error, OSError) else None) or str(error)
                return f"{_target(path)} can't be gone on with: {reason}"
        return None

    def settle(self, path: Path, registry: Catalog | None = None) -> bool:
        """Tidy up after a game: forget what is over or never began.

        Args:
            path: what `new_file` or `note` gave, or the path of the record that was resumed.
            registry: where names are looked up.

        Returns:
            Whether there is something to go on with.
        """
        paths = [path] if path.parent == self.folder else [at for at in self._files() if _target(at) == path.absolute()]
        kept = False
        with suppress(OSError, ValueError):
            if (lock := _held.pop(self._lock_of(path), None)) is not None:
                lock.release()
        for at in paths:
            try:
                kept = worth_keeping(load_record(_target(at), registry))
            except (RecordError, OSError, ValueError):
                # Empty: nothing was dealt. Else it is a riddle, but perhaps a later version reads it.
                kept = at.suffix == _RECORD and at.exists() and at.stat().st_size > 0
            if not kept:
                with suppress(OSError):
                    at.unlink()
        return kept

    def _files(self) -> list[Path]:
        """Give the records and notes, the newest first."""
        try:
            # Of a record the last move counts, not when the table was opened.
            found = [path for path in self.folder.iterdir() if path.suffix in {_RECORD, _NOTE}]
            return sorted(found, key=lambda path: (_changed(path), path.name), reverse=True)
        except OSError:
            return []

    def _lock_of(self, path: Path) -> Path:
        """Give the file that is locked while a table is played at; for a record elsewhere it is in the folder, too."""
        target = _target(path).absolute()
        name = target.name if target.parent == self.folder.absolute() else re.sub(r"\W+", "-", str(target))
        return self.folder / f"{name[-200:]}{_LOCK}"

    def _unused(self, suffix: str) -> Path:
        stem = f"{time.strftime('%Y%m%d-%H%M%S')}-{os.getpid()}"
        return next(path for path in _numbered(self.folder, stem, suffix) if not path.exists())

    def _forget_old(self) -> None:
        for path in self._files()[_MOST:]:
            with suppress(OSError, ValueError):
                where = self._lock_of(path)
                if where in _held:
                    _held.pop(where).release()
                elif _Lock(where).is_taken():
                    continue
                else:
                    where.unlink(missing_ok=True)
                path.unlink()


def worth_keeping(record: Record) -> bool:
    """Say whether a record can be gone on with: its round or match is not over, and somebody has moved in the match."""
    last = record.rounds[-1]
    if last.match_over is not None:
        return False
    # Where the match has an end, it is worth keeping even between two rounds.
    broken_off = last.outcome is None and not last.abandoned
    return (broken_off or Match.of(record.game).ends) and any(
        replayed.moves for replayed in record.rounds if replayed.match == last.match
    )


def seats_again(record: Record, registry: Offers, seed: int) -> tuple[Seat, ...]:
    """Seat the players of a record again, the strategies with the parameters they had.

    Args:
        record: the record; one that the user played, for its strategies run with whatever it says.
        registry: where the strategies are.
        seed: what the strategies' chance follows from.

    Raises:
        UnknownNameError: a strategy or a parameter of one is not there any more.
        OptionError: a parameter can't have its value any more.
    """
    seats = []
    for seat, recorded in enumerate(record.seats):
        if recorded.strategy is None:
            seats.append(Seat(recorded.name))
        else:
            given = recorded.parameters
            external = is_external(recorded.strategy)
            spec = external_spec(recorded.strategy) if external else registry.strategy(recorded.strategy)
            strategy = spec.make(strategy_rng(seed, seat), given)
            seats.append(Seat(recorded.name, strategy, recorded.strategy, given, spec.sees_all))
    return tuple(seats)


class _Lock:
    """A lock that the system takes back when its process ends, however it ends.

    Args:
        path: the file that is locked.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        self._file: BinaryIO | None = None

    def take(self) -> bool:
        """Take the lock; False if another process has it. Where it can't be had at all, everybody has it."""
        try:
            file = self._path.open("ab")
        except OSError:
            return True
        if not _lock(file):
            file.close()
            return False
        self._file = file
        return True

    def is_taken(self) -> bool:
        """Say whether another process has it."""
        if not self._path.exists():
            return False
        if not self.take():
            return True
        self._close()
        return False

    def _close(self) -> None:
        if self._file is not None:
            self._file.close()
            self._file = None

    def release(self) -> None:
        """Give it back."""
        self._close()
        with suppress(OSError):
            self._path.unlink()


def _lock(file: BinaryIO) -> bool:
    """Lock a file without waiting; False if somebody else has."""
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
        # A file system without locks.
        return True
    return True


def _lock_on_windows(file: BinaryIO) -> bool:
    try:
        msvcrt: Any = importlib.import_module("msvcrt")
        file.seek(0)
        msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
    except ImportError:
        return True
    except OSError:
        return False
    return True


def _target(path: Path) -> Path:
    return Path(path.read_text(encoding="utf-8")) if path.suffix == _NOTE else path


def _changed(path: Path) -> float:
    try:
        return _target(path).stat().st_mtime
    except (OSError, ValueError):
        return path.stat().st_mtime


def _numbered(folder: Path, stem: str, suffix: str) -> Iterator[Path]:
    number = 0
    while True:
        yield folder / f"{stem}{f'-{number}' if number else ''}{suffix}"
        number += 1
