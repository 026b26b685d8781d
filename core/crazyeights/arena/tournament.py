"""Plays a tournament: cuts it into blocks, hands them to the workers, and puts what comes back in order again."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Protocol

from crazyeights.arena.blocks import Block, BlockResult
from crazyeights.arena.child import Inquiry
from crazyeights.arena.plan import Plan
from crazyeights.arena.play import Hall
from crazyeights.arena.results import SetResult
from crazyeights.arena.runner import Lost, Runner
from crazyeights.arena.store import ResultsFile
from crazyeights.arena.verdict import Answer, Duel
from crazyeights.version import version

# A block is at most so many times as long as the one before it, and so many sets long.
_GROWTH: Final = 4
_LONGEST: Final = 4096
# So many blocks per worker are handed out ahead: one in hand, and one that waits for it.
_AHEAD: Final = 2
_TICK: Final = 0.1


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a tournament is.

    Attributes:
        rounds: how many rounds were played.
        expected: how many there will be, as far as that is known.
    """

    rounds: int
    expected: int | None


class Sums(Protocol):
    """What the results are added to, deal by deal."""

    @property
    def deals(self) -> int:
        """How many deals were added."""
        ...

    @property
    def duels(self) -> Mapping[tuple[int, int], Duel]:
        """The differences between each two that are to be told apart."""
        ...

    def add(self, sets: Sequence[SetResult]) -> None:
        """Add the sets of a deal, from all tables."""
        ...


class Tournament:
    """A tournament that is being played.

    Args:
        plan: the tournament.
        hall: the tournament, ready to be played.
        sums: what the results are added to.
        rounds: how many rounds are played in all; None for no limit.
        until_sure: whether to stop as soon as it is sure who is stronger.
    """

    def __init__(
        self,
        plan: Plan,
        hall: Hall,
        sums: Sums,
        *,
        rounds: int | None,
        until_sure: bool = False,
    ) -> None:
        if rounds is None and not until_sure:
            raise ValueError("a tournament ends after so many rounds or when it is sure; say one of them")
        self.plan = plan
        self._sums = sums
        self._inquiry = Inquiry(plan, hall, version())
        self._until_sure = until_sure
        self._total = None if rounds is None else plan.sets_for(rounds)
        self._next = 0  # the set that is to be counted next
        self._deal: list[SetResult] = []  # the sets of the deal that is not complete yet
        self._looks_at = 1  # the number of deals after which it is looked again whether it is sure
        self._expected: int | None = None
        self._sure = False

    @property
    def over(self) -> bool:
        """Whether all has been played that shall be."""
        return self._sure or (self._total is not None and self._next >= self._total)

    @property
    def progress(self) -> Progress:
        """How far it is."""
        per_set = self.plan.rounds_per_set
        total = self._total
        if self._until_sure and self._expected is not None:
            total = self._expected if total is None else min(total, self._expected)
        return Progress(self._next * per_set, None if total is None else max(total, self._next) * per_set)

    def resume(self, sets: Iterable[SetResult]) -> None:
        """Count sets that were played before, all of them, however many rounds are wanted."""
        for one in sets:
            self._count(one)

    def count(self, sets: Iterable[SetResult]) -> list[SetResult]:
        """Count sets that come next, as many as are wanted.

        Returns:
            Those that were counted.
        """
        counted = []
        for one in sets:
            if self.over:
                break
            counted.append(one)
            self._count(one)
        return counted

    def _count(self, one: SetResult) -> None:
        self._next += 1
        self._deal.append(one)
        if self._next % len(self.plan.tables) == 0:
            self._sums.add(self._deal)
            self._deal = []
            self._look()

    def finish(self) -> None:
        """Count a last deal that was played at some of the tables only; nothing is counted after that."""
        if self._deal:
            self._sums.add(self._deal)
            self._deal = []

    def play(
        self,
        runner: Runner,
        *,
        file: ResultsFile | None = None,
        stop: Callable[[], bool] = lambda: False,
        tell: Callable[[Progress], None] = lambda _: None,
    ) -> None:
        """Play until it is over.

        Args:
            runner: plays the blocks; it is closed in any case.
            file: what is played is added to it.
            stop: asked often; it ends when this says so.
            tell: told often how far it is.

        Raises:
            ArenaError: the workers can't play this tournament, or there are none any more.
            OSError: the file can't be written.
        """
        cutter = _Cutter(self._next, self._total)
        results: dict[int, BlockResult] = {}
        try:
            while not self.over and not stop():
                while (block := cutter.cut(self._next, runner)) is not None:
                    runner.submit(block)
                for found in runner.wait(_TICK):
                    if isinstance(found, Lost):
                        found = BlockResult(found.block.start, list(self._ask(found.block, stop)), 0.0)  # noqa: PLW2901
                    cutter.take_back(found, runner.block_seconds)
                    if found.sets:
                        results[found.start] = found
                while (ready := results.pop(self._next, None)) is not None:
                    counted = self.count(ready.sets)
                    if file is not None:
                        file.add(counted)
                    tell(self.progress)
                    if self.over:
                        break
        finally:
            runner.close()

    def _ask(self, block: Block, stop: Callable[[], bool]) -> Iterable[SetResult]:
        """Play the sets of a block whose process ended."""
        for one in self._inquiry.play(block):
            yield one
            if stop():
                return

    def _look(self) -> None:
        """See whether it is sure by now who is stronger; the more deals there are, the more seldom."""
        deals = self._sums.deals
        if not self._until_sure or deals < self._looks_at:
            return
        self._looks_at = deals + max(1, deals // 50)
        verdicts = [duel.verdict() for duel in self._sums.duels.values()]
        self._sure = all(verdict.answer is not Answer.UNKNOWN for verdict in verdicts)
        more = [verdict.more for verdict in verdicts]
        needed = None if None in more else max((one for one in more if one is not None), default=0)
        self._expected = None if needed is None else (deals + needed) * len(self.plan.tables)


class _Cutter:
    """Cuts what is to be played into blocks that take about as long as the runner wants.

    Args:
        start: the number of the first set.
        total: how many sets there are in all; None for no limit.
    """

    def __init__(self, start: int, total: int | None) -> None:
        self._next = start
        self._total = total
        self._size = 1
        self._back: list[Block] = []  # what a worker did not get to
        self._out: dict[int, Block] = {}
        self._seconds = 0.0  # for a set

    def cut(self, counted: int, runner: Runner) -> Block | None:
        """Give the next block; None if the workers have enough to do, or all is given out.

        Args:
            counted: the number of the set that is to be counted next.
            runner: plays the blocks.
        """
        jobs = max(1, runner.jobs)
        if len(self._out) >= _AHEAD * jobs:
            return None
        if self._back:
            block = self._back.pop()
        else:
            size = self._size
            # What can't be counted yet has to be kept: no more than some blocks of it.
            if self._next - counted >= 4 * _AHEAD * jobs * size:
                return None
            if self._total is not None:
                left = self._total - self._next
                if left <= 0:
                    return None
                # Towards the end small ones, so that all workers come to the end together.
                size = max(1, min(size, left // (2 * jobs)))
            block = Block(self._next, self._next + size)
            self._next = block.stop
        self._out[block.start] = block
        return block

    def take_back(self, result: BlockResult, seconds: float) -> None:
        """Take note of a block that came back.

        Args:
            result: what came out of it.
            seconds: how long a block should take.
        """
        block = self._out.pop(result.start)
        done = len(result.sets)
        if block.start + done < block.stop:
            self._back.append(Block(block.start + done, block.stop))
        if done and result.seconds and not result.spoiled:
            latest = result.seconds / done
            self._seconds = latest if not self._seconds else (self._seconds + latest) / 2
            self._size = max(1, min(int(seconds / self._seconds), self._size * _GROWTH, _LONGEST))
