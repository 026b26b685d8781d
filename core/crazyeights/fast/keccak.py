"""SHAKE-128 in compiled code, so that the kernel can deal the decks that the engine deals from a seed."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from crazyeights.fast.parts import apart, part

_RATE: Final = 168
_LANES: Final = _RATE // 8
_ROOM: Final = 55
_1, _63, _64 = np.uint64(1), np.uint64(63), np.uint64(64)
_PAD: Final = np.uint64(0x1F)
_LAST: Final = np.uint64(1 << 63)


def _round_constants() -> tuple[int, ...]:
    """Give FIPS 202's constants of the 24 rounds, from the shift register that they are defined by."""
    constants = []
    register = 1
    for _ in range(24):
        constant = 0
        for power in range(7):
            if register & 1:
                constant |= 1 << ((1 << power) - 1)
            register <<= 1
            if register & 0x100:
                register ^= 0x171
        constants.append(constant)
    return tuple(constants)


def _turns_and_places() -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Give how far each lane is turned, and which lane it then becomes."""
    turns, places = [0] * 25, [0] * 25
    x, y = 1, 0
    for step in range(24):
        turns[x + 5 * y] = (step + 1) * (step + 2) // 2 % 64
        x, y = y, (2 * x + 3 * y) % 5
    for x in range(5):
        for y in range(5):
            places[x + 5 * y] = y + 5 * ((2 * x + 3 * y) % 5)
    return tuple(turns), tuple(places)


_ROUNDS: Final = np.array(_round_constants(), dtype=np.uint64)
_TURNS: Final = np.array(_turns_and_places()[0], dtype=np.uint64)
_PLACES: Final = np.array(_turns_and_places()[1], dtype=np.int64)
_AFTER: Final = np.array([1, 2, 3, 4, 0, 1], dtype=np.int64)
_BEFORE: Final = np.array([4, 0, 1, 2, 3], dtype=np.int64)


@part
def _turn(lane: Any, by: Any) -> Any:
    return (lane << by) | (lane >> ((_64 - by) & _63))


@apart
def _permute(room: Any) -> None:
    """Apply Keccak-f[1600] to the 25 lanes at the beginning of the room; the next 30 are for working in."""
    for constant in _ROUNDS:
        for x in range(5):
            room[50 + x] = room[x] ^ room[x + 5] ^ room[x + 10] ^ room[x + 15] ^ room[x + 20]
        for x in range(5):
            change = room[50 + _BEFORE[x]] ^ _turn(room[50 + _AFTER[x]], _1)
            for lane in range(x, 25, 5):
                room[25 + _PLACES[lane]] = _turn(room[lane] ^ change, _TURNS[lane])
        for y in range(0, 25, 5):
            for x in range(5):
                room[y + x] = room[25 + y + x] ^ (~room[25 + y + _AFTER[x]] & room[25 + y + _AFTER[x + 1]])
        room[0] ^= constant


@apart
def shake_order(key: Any, length: Any, count: Any, order: Any) -> None:
    """Write the order that `deal.shuffled` gives `range(count)`.

    Args:
        key: the bytes of the key.
        length: how many of them there are.
        count: how many places there are.
        order: where to write them.
    """
    # One array for all, and one loop that takes in and gives out, for each of either takes long to compile.
    room = np.zeros(_ROOM + count, dtype=np.uint64)
    last = length // _RATE  # the block in which the key ends
    done = block = taken = 0
    while done < count:
        at = 0
        while taken < length and at < _RATE:
            room[at >> 3] ^= np.uint64(key[taken]) << np.uint64((at & 7) * 8)
            taken += 1
            at += 1
        if block == last:
            room[at >> 3] ^= _PAD << np.uint64((at & 7) * 8)
            room[_LANES - 1] ^= _LAST
        _permute(room)
        lane = 0
        while block >= last and lane < _LANES and done < count:
            rank = room[lane]
            place = done
            while place > 0 and room[_ROOM + place - 1] > rank:
                room[_ROOM + place] = room[_ROOM + place - 1]
                order[place] = order[place - 1]
                place -= 1
            room[_ROOM + place] = rank
            order[place] = done
            done += 1
            lane += 1
        block += 1
