"""The kernel's chance on Python's whole numbers: SplitMix64, counted from a seed, a number and a lane.

A state is a number below 2 ** 64. Each step adds the same odd constant to it, and `mix` makes a random number of what
comes out; so the stream of every round is found without drawing those of the rounds before it.
"""

from __future__ import annotations

from collections.abc import MutableSequence
from typing import Any, Final

GOLDEN: Final = 0x9E3779B97F4A7C15
_FIRST: Final = 0xBF58476D1CE4E5B9
_SECOND: Final = 0x94D049BB133111EB
_ALL: Final = (1 << 64) - 1

#: The lane of a round's deck; the reshuffles have the lanes after it, in turn.
DECK: Final = 0
#: The lane of what the policies of a round choose.
CHOICES: Final = 1 << 32


def mix(state: int) -> int:
    """Give the random number of a state."""
    z = (state ^ state >> 30) * _FIRST & _ALL
    z = (z ^ z >> 27) * _SECOND & _ALL
    return z ^ z >> 31


def step(state: int) -> int:
    """Give the next state."""
    return state + GOLDEN & _ALL


def begin(seed: int, number: int, lane: int) -> int:
    """Give the state with which a stream begins.

    Args:
        seed: a number below 2 ** 64.
        number: which round it is for.
        lane: what it is for in that round.
    """
    return mix(mix(mix(seed + GOLDEN & _ALL) + number & _ALL) + lane & _ALL)


def below(value: int, count: int) -> int:
    """Give a number from 0 to `count` - 1 that follows from a random number; `count` is less than 2 ** 31."""
    return (value >> 32) * count >> 32


def shuffle(order: MutableSequence[Any], count: int, state: int) -> int:
    """Shuffle the first `count` items in place, and give the state after it."""
    for last in range(count - 1, 0, -1):
        state = state + GOLDEN & _ALL
        other = below(mix(state), last + 1)
        order[last], order[other] = order[other], order[last]
    return state
