"""The kernel's chance: SplitMix64 on numbers of 64 bits; `plainstream` is the same for Python and says what is what.

States and random numbers are unsigned. A state goes on by `step` alone, for adding to it would be an overflow where
nothing is compiled.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from crazyeights.fast import plainstream
from crazyeights.fast.jit import DISABLED
from crazyeights.fast.parts import inlined

#: As in `plainstream`, for compiled code.
DECK: Final = np.uint64(plainstream.DECK)
CHOICES: Final = np.uint64(plainstream.CHOICES)
GOLDEN: Final = np.uint64(plainstream.GOLDEN)

if DISABLED:
    # NumPy's numbers would warn of every overflow, so here chance is made of Python's.
    def mix(state: Any) -> int:
        """Give the random number of a state."""
        return plainstream.mix(int(state))

    def step(state: Any) -> int:
        """Give the next state."""
        return plainstream.step(int(state))

    def begin(seed: Any, number: Any, lane: Any) -> int:
        """Give the state with which a stream begins."""
        return plainstream.begin(int(seed), int(number), int(lane))

    def below(value: Any, count: Any) -> int:
        """Give a number from 0 to `count` - 1 that follows from a random number."""
        return plainstream.below(int(value), int(count))

    def shuffle(order: Any, count: Any, state: Any) -> int:
        """Shuffle the first `count` items in place, and give the state after it."""
        return plainstream.shuffle(order, int(count), int(state))

else:
    _FIRST: Final = np.uint64(plainstream._FIRST)
    _SECOND: Final = np.uint64(plainstream._SECOND)
    _27, _30, _31, _32 = np.uint64(27), np.uint64(30), np.uint64(31), np.uint64(32)

    @inlined
    def mix(state: Any) -> Any:
        """Give the random number of a state."""
        z = (state ^ (state >> _30)) * _FIRST
        z = (z ^ (z >> _27)) * _SECOND
        return z ^ (z >> _31)

    @inlined
    def step(state: Any) -> Any:
        """Give the next state."""
        return state + GOLDEN

    @inlined
    def begin(seed: Any, number: Any, lane: Any) -> Any:
        """Give the state with which a stream begins."""
        return mix(mix(mix(np.uint64(seed) + GOLDEN) + np.uint64(number)) + np.uint64(lane))

    @inlined
    def below(value: Any, count: Any) -> Any:
        """Give a number from 0 to `count` - 1 that follows from a random number."""
        return np.int64(((value >> _32) * np.uint64(count)) >> _32)

    @inlined
    def shuffle(order: Any, count: Any, state: Any) -> Any:
        """Shuffle the first `count` items in place, and give the state after it."""
        for last in range(count - 1, 0, -1):
            state = state + GOLDEN
            other = below(mix(state), last + 1)
            order[last], order[other] = order[other], order[last]
        return state
