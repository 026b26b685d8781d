"""Plays a block of sets: the work that is handed to a worker, in this process or in another one on another machine.

A block is cut as long as is good for speed; what comes out of its sets does not depend on where it is cut.
"""

from __future__ import annotations

import hashlib
import tempfile
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cache, lru_cache
from pathlib import Path
from typing import NamedTuple

import crazyeights.version
from crazyeights import discovery
from crazyeights.arena import schedule
from crazyeights.arena.errors import ArenaError
from crazyeights.arena.plan import Plan, PluginFile
from crazyeights.arena.play import Hall, LeftBehind
from crazyeights.arena.results import RoundResult, SetResult
from crazyeights.arena.watch import Watch, look_on
from crazyeights.plugins import load_plugins


class Block(NamedTuple):
    """Sets to be played: from number `start` to before number `stop`."""

    start: int
    stop: int


@dataclass(frozen=True, slots=True)
class BlockResult:
    """What came out of a block.

    Attributes:
        start: the number of the first set.
        sets: what came out of the sets, in order; fewer than the block has if the worker should not go on.
        seconds: how long it took.
        spoiled: whether a thread was left behind that may go on for ever: the process had better be replaced.
    """

    start: int
    sets: list[SetResult]
    seconds: float
    spoiled: bool = False


def play_block(plan: Plan, block: Block, version: str) -> BlockResult:
    """Play a block in a process that was made for it.

    Args:
        plan: the tournament.
        block: the sets.
        version: the version of crazyeights that cut the block.

    Raises:
        ArenaError: this is another version, or lacks one of the plugins.
    """
    return play_in_hall(hall_for(plan, version), block, armed=True)


@lru_cache(maxsize=8)
def hall_for(plan: Plan, version: str) -> Hall:
    """Load the plugins of a tournament and make ready to play it; once a process.

    Args:
        plan: the tournament.
        version: the version of crazyeights that it was begun with.

    Raises:
        ArenaError: this is another version, or lacks one of the plugins.
    """
    ours = crazyeights.version.version()
    if version != ours:
        raise ArenaError(f"a worker has crazyeights {ours}, but the tournament is played with {version}")
    # Files that are not used are not among those that were sent; what is disabled here can only be installed.
    installed = {candidate.name for candidate in discovery.installed(plan.third_party)} if plan.disabled else set()
    registry = load_plugins(
        [_local(file) for file in plan.plugins],
        third_party=plan.third_party,
        disabled=[name for name in plan.disabled if name in installed],
    )
    try:
        return Hall(plan, registry)
    except LookupError as error:
        raise ArenaError(f"a worker lacks a plugin: {error}") from error


def _local(file: PluginFile) -> Path:
    """Give the path of a plugin file on this machine, which gets its own copy if it has not the same one."""
    path = Path(file.path)
    try:
        if path.read_bytes() == file.source:
            return path
    except OSError:
        pass
    # Two files of one name in folders of their own; `PureWindowsPath` and the like don't matter for the last part.
    name = file.path.replace("\\", "/").rpartition("/")[2]
    folder = Path(_folder().name) / hashlib.sha256(file.path.encode() + file.source).hexdigest()[:16]
    folder.mkdir(exist_ok=True)
    copy = folder / name
    copy.write_bytes(file.source)
    return copy


@cache
def _folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="crazyeights-")


def play_in_hall(hall: Hall, block: Block, *, armed: bool = False) -> BlockResult:
    """Play a block.

    Args:
        hall: the tournament.
        block: the sets.
        armed: whether the process may be ended by a strategy that lets no other thread run.
    """
    compiled = hall.compiled
    began = time.perf_counter()
    progress = _Progress(hall, block)
    if compiled is not None:
        # First of all, and under nobody's watch: these rounds end by themselves.
        sets = [schedule.find(hall.plan, number) for number in range(block.start, block.stop)]
        progress.given = {one.number: one for one in compiled.play([one for one in sets if compiled.plays(one)])}
        progress.take_given()
    spoiled = False
    while not progress.finished and not (spoiled and progress.between_sets):
        watch = Watch(hall.plan.time_limit)
        # Once a thread was left behind, only the set in hand is ended.
        work = progress.work(watch, one_set=spoiled)
        if not look_on(watch, work, armed):
            spoiled = True
            progress.overrun(watch.seat)
    return BlockResult(block.start, progress.sets, time.perf_counter() - began, spoiled)


@dataclass(slots=True)
class _Progress:
    """How far a block is played; one player at a time goes on with it."""

    hall: Hall
    block: Block
    sets: list[SetResult] = field(default_factory=list)
    rounds: list[RoundResult] = field(default_factory=list)  # of the set in hand
    given: dict[int, SetResult] = field(default_factory=dict)  # what the kernel has played of it

    @property
    def finished(self) -> bool:
        return self.block.start + len(self.sets) >= self.block.stop

    @property
    def between_sets(self) -> bool:
        return not self.rounds

    def work(self, watch: Watch, *, one_set: bool) -> Callable[[], None]:
        """Give what the next player has to do."""

        def play() -> None:
            while not self.finished:
                played = schedule.find(self.hall.plan, self.block.start + len(self.sets))
                try:
                    result = self.hall.play(played, len(self.rounds), watch)
                except LeftBehind:
                    return
                self._add(result)
                if one_set and self.between_sets:
                    return

        return play

    def overrun(self, seat: int) -> None:
        """End the round in which a player was left behind, as the fault of the seat that it waited for."""
        played = schedule.find(self.hall.plan, self.block.start + len(self.sets))
        self._add(self.hall.overrun(played, len(self.rounds), seat))

    def _add(self, result: RoundResult) -> None:
        self.rounds.append(result)
        if len(self.rounds) == self.hall.plan.rounds_per_set:
            self.sets.append(SetResult(self.block.start + len(self.sets), tuple(self.rounds)))
            self.rounds.clear()
            self.take_given()

    def take_given(self) -> None:
        """Add the sets that come next and were played already."""
        while (one := self.given.pop(self.block.start + len(self.sets), None)) is not None:
            self.sets.append(one)
