"""What plays blocks for a tournament: the contract of all runners, and the one that plays in this process."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass
from typing import Protocol

from crazyeights.arena.blocks import Block, BlockResult, play_in_hall
from crazyeights.arena.plan import Plan
from crazyeights.arena.play import Hall
from crazyeights.plugins import Registry


@dataclass(frozen=True, slots=True)
class Lost:
    """A block whose process ended while it was played.

    Attributes:
        block: the block.
        reason: how the process ended.
    """

    block: Block
    reason: str


class Runner(Protocol):
    """Plays blocks, several at once perhaps.

    Attributes:
        jobs: how many blocks it plays at once; may change while it runs.
        block_seconds: how long a block should take, so that handing it over costs next to nothing.
    """

    @property
    def jobs(self) -> int:
        """How many blocks it plays at once; may change while it runs."""
        ...

    @property
    def block_seconds(self) -> float:
        """How long a block should take, so that handing it over costs next to nothing."""
        ...

    def submit(self, block: Block) -> None:
        """Take a block to be played; doesn't wait for anything."""
        ...

    def wait(self, seconds: float) -> list[BlockResult | Lost]:
        """Give the blocks that are finished by now; if there are none, those finished within some seconds.

        Raises:
            ArenaError: the workers can't play this tournament, or there are none any more.
        """
        ...

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        ...


class HereRunner:
    """Plays blocks in this process, one at a time; for programs that want no other processes.

    Args:
        plan: the tournament.
        registry: the plugins.
    """

    jobs = 1
    block_seconds = 0.3

    def __init__(self, plan: Plan, registry: Registry) -> None:
        self._hall = Hall(plan, registry)
        self._waiting: deque[Block] = deque()

    def submit(self, block: Block) -> None:
        """Take a block to be played."""
        self._waiting.append(block)

    def wait(self, seconds: float) -> list[BlockResult | Lost]:  # noqa: ARG002
        """Play the next block."""
        return [play_in_hall(self._hall, self._waiting.popleft())] if self._waiting else []

    def close(self) -> None:
        """Forget the blocks that are not played yet."""
        self._waiting.clear()
