"""The compiled kernel for Python: a game's records, and many rounds at a time. Importing this imports numba.

`kernel` says whether that can be done at all.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

import numpy as np

from crazyeights.fast import arrays, jit, layout, rounds
from crazyeights.game import Game

#: Whether the kernel is compiled at all; it is not with NUMBA_DISABLE_JIT, and then slower than the engine.
COMPILED: Final = not jit.DISABLED
#: What the numbers for the end of a round mean.
REASONS: Final = arrays.REASONS


class Machine:
    """The kernel with records of its own: one for each thread.

    Args:
        game: a game that the kernel can play.
    """

    def __init__(self, game: Game) -> None:
        # The arrays must live as long as their records.
        self._arrays = (arrays.rules_record(game), np.zeros(1, layout.ROUND))
        self._records = [array[0] for array in self._arrays]
        self._chances = (np.zeros(1, layout.STREAM_CHANCE), np.zeros(1, layout.CHANCE))
        self._stream, self._shaken = (array[0] for array in self._chances)

    def is_ready(self, policies: Sequence[int] | None) -> bool:
        """Say whether what plays is compiled by now, or was before and is kept on disk.

        Args:
            policies: the number of each seat's policy for `play`; None for `replay`.
        """
        return jit.is_ready(*self._call(policies))

    def is_loaded(self, policies: Sequence[int] | None) -> bool:
        """Say whether what plays is at hand in this process by now.

        Args:
            policies: as for `is_ready`.
        """
        return jit.is_loaded(*self._call(policies))

    def _call(self, policies: Sequence[int] | None) -> tuple[Any, ...]:
        """Give a function and arguments for it as they may be."""
        results = np.zeros(1, layout.RESULT)
        if policies is None:
            return (rounds.replay_seeds, *self._replayed([0], [[1]], results, 0))
        return (rounds.simulate, *self._played(policies, 0, 0, results, 0))

    def play(self, policies: Sequence[int], seed: int, start: int, count: int, max_moves: int) -> Any:  # noqa: ANN401
        """Play the rounds of a seed.

        Args:
            policies: the number of the policy of each seat.
            seed: a number below 2 ** 64.
            start: the number of the first round.
            count: how many rounds; 0 makes the kernel ready, and no more.
            max_moves: after so many moves a round is stopped.

        Returns:
            An array of `layout.RESULT`.
        """
        results = np.zeros(count, layout.RESULT)
        rounds.simulate(*self._played(policies, seed, start, results, max_moves))
        return results

    def _played(self, policies: Sequence[int], *others: Any) -> tuple[Any, ...]:  # noqa: ANN401
        seed, *rest = others
        chosen = np.array(policies, np.int64) if any(policies) else None
        return (*self._records, self._stream, chosen, np.uint64(seed), *rest)

    def replay(self, seeds: Sequence[int], policies: Sequence[Sequence[int]], max_moves: int) -> Any:  # noqa: ANN401
        """Play the rounds that `Game.deal` deals from some seeds.

        Args:
            seeds: the seed of each round.
            policies: for each round, the number of the policy of each seat; none that leaves anything to chance.
            max_moves: after so many moves a round is stopped.

        Returns:
            An array of `layout.RESULT`.
        """
        results = np.zeros(len(seeds), layout.RESULT)
        if seeds:
            rounds.replay_seeds(*self._replayed(seeds, policies, results, max_moves))
        return results

    def _replayed(self, seeds: Sequence[int], policies: Sequence[Sequence[int]], *rest: Any) -> tuple[Any, ...]:  # noqa: ANN401
        keys = [f"deal {seed}".encode() for seed in seeds]
        return (
            *self._records,
            self._shaken,
            np.frombuffer(bytearray(b"".join(keys)), np.uint8),
            np.cumsum([len(key) for key in keys], dtype=np.int64),
            np.array(policies, np.int64),
            np.zeros(len(keys), np.int64),
            *rest,
        )


def plain(results: Any, into: Any) -> None:  # noqa: ANN401
    """Copy results of the kernel into an array of `layout.results`."""
    for name in into.dtype.names:
        into[name] = results[name][:, : into[name].shape[1]] if name == "points" else results[name]
