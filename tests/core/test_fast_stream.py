"""The kernel's chance: SplitMix64 and SHAKE-128 in compiled code, beside published figures and the standard library."""

from __future__ import annotations

import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from crazyeights.deal import shuffled

np = pytest.importorskip("numpy")
pytest.importorskip("numba")

from crazyeights.fast import bits, keccak, plainstream, stream  # noqa: E402
from crazyeights.fast.jit import DISABLED, compiled  # noqa: E402

# What the authors' C program gives for the seed 1234567.
SPLITMIX64 = (
    6457827717110365317,
    3203168211198807973,
    9817491932198370423,
    4593380528125082431,
    16408922859458223821,
)
EDGES = (0, 1, 2**31, 2**32, 2**53 + 1, 2**63 - 1, 2**63, 2**64 - 1)


# What Python may call; the kernel's own are for compiled code.
@compiled
def popcount(mask: Any) -> Any:
    return bits.popcount(mask)


@compiled
def lowest(mask: Any) -> Any:
    return bits.lowest(mask)


@compiled
def highest(mask: Any) -> Any:
    return bits.highest(mask)


@compiled
def mix(state: Any) -> Any:
    return stream.mix(state)


@compiled
def step(state: Any) -> Any:
    return stream.step(state)


@compiled
def begin(seed: Any, number: Any, lane: Any) -> Any:
    return stream.begin(seed, number, lane)


@compiled
def below(value: Any, count: Any) -> Any:
    return stream.below(value, count)


@compiled
def shuffle(order: Any, count: Any, state: Any) -> Any:
    return stream.shuffle(order, count, state)


@compiled
def shake_order(key: Any, length: Any, count: Any, order: Any) -> Any:
    keccak.shake_order(key, length, count, order)


def some_numbers(count: int) -> list[int]:
    rng = random.Random(8)
    return [*EDGES, *(rng.getrandbits(64) for _ in range(count))]


def test_the_stream_is_the_published_one() -> None:
    state, plain = np.uint64(1234567), 1234567
    for number in SPLITMIX64:
        state, plain = np.uint64(step(state)), plainstream.step(plain)
        assert int(mix(state)) == plainstream.mix(plain) == number


def test_compiled_and_plain_are_the_same() -> None:
    numbers = some_numbers(200)
    for seed, number, lane in zip(numbers, reversed(numbers), numbers[3:] + numbers[:3], strict=True):
        begun = plainstream.begin(seed, number, lane)
        assert int(begin(np.uint64(seed), np.uint64(number), np.uint64(lane))) == begun
        assert int(step(np.uint64(seed))) == plainstream.step(seed)
        assert int(mix(np.uint64(seed))) == plainstream.mix(seed)
        for count in (1, 2, 3, 52, 2**31 - 1):
            assert int(below(np.uint64(seed), count)) == plainstream.below(seed, count)
    assert (int(stream.DECK), int(stream.CHOICES)) == (plainstream.DECK, plainstream.CHOICES) == (0, 1 << 32)


def test_a_stream_begins_as_agreed() -> None:
    # Written out, for decks and choices of whole studies follow from it.
    golden = 0x9E3779B97F4A7C15
    for seed, number, lane in ((0, 0, 0), (7, 3, 1 << 32), (2**64 - 1, 2**64 - 1, 2**64 - 1)):
        inner = plainstream.mix((seed + golden) % 2**64)
        middle = plainstream.mix((inner + number) % 2**64)
        assert plainstream.begin(seed, number, lane) == plainstream.mix((middle + lane) % 2**64)


def test_shuffles_are_the_same_and_leave_the_rest() -> None:
    for count in (0, 1, 2, 5, 51, 52, 104, 200):
        for state in EDGES:
            order = np.arange(200, dtype=np.uint8)
            plain = list(range(200))
            after = shuffle(order, count, np.uint64(state))
            assert int(after) == plainstream.shuffle(plain, count, state)
            assert order.tolist() == plain
            assert sorted(plain[:count]) == list(range(count))
            assert plain[count:] == list(range(count, 200))
            assert int(after) == (state + max(count - 1, 0) * 0x9E3779B97F4A7C15) % 2**64


def test_a_shuffle_swaps_each_place_with_one_up_to_it() -> None:
    state, order = 99, list(range(52))
    expected = list(range(52))
    for last in range(51, 0, -1):
        state = plainstream.step(state)
        other = (plainstream.mix(state) >> 32) * (last + 1) >> 32
        expected[last], expected[other] = expected[other], expected[last]
    plainstream.shuffle(order, 52, 99)
    assert order == expected


def chi_square(counts: list[int], expected: float) -> float:
    return sum((count - expected) ** 2 for count in counts) / expected


def test_cards_come_to_all_places_alike_and_choices_are_even() -> None:
    # Shuffles of consecutive rounds, as a study has them. The seed is fixed, so these are the same figures every time.
    rounds = 4000
    at = [[0] * 13 for _ in range(13)]
    choices = [0] * 10
    for number in range(rounds):
        order = list(range(13))
        plainstream.shuffle(order, 13, plainstream.begin(2026, number, plainstream.DECK))
        for place, card in enumerate(order):
            at[place][card] += 1
        state = plainstream.begin(2026, number, plainstream.CHOICES)
        for _ in range(5):
            state = plainstream.step(state)
            choices[plainstream.below(plainstream.mix(state), 10)] += 1
    freedom = 12 * 12
    # Each card has one place and each place one card, so that a cell counts a little more than its chi-square.
    figure = sum(chi_square(row, rounds / 13) for row in at) * 12 / 13
    assert abs(figure - freedom) < 5 * (2 * freedom) ** 0.5
    assert abs(chi_square(choices, rounds * 5 / 10) - 9) < 5 * 18**0.5


@pytest.mark.parametrize("length", [0, 1, 7, 8, 135, 167, 168, 169, 335, 336, 500])
def test_the_order_of_a_key_is_the_engines(length: int) -> None:
    key = random.Random(length).randbytes(500)
    given = np.frombuffer(key, dtype=np.uint8).copy()
    # Blocks of SHAKE-128 hold the keys of 21 places.
    for count in (1, 2, 20, 21, 22, 52, 104, 255) if not DISABLED else (1, 21, 22, 52):
        order = np.full(300, 255, dtype=np.uint8)
        shake_order(given, length, count, order)
        assert tuple(order[:count].tolist()) == shuffled(range(count), key[:length])
        assert (order[count:] == 255).all()
    assert given.tobytes() == key


def test_more_places_than_a_byte_can_number() -> None:
    key = b"six decks"
    order = np.zeros(400, dtype=np.uint16)
    shake_order(np.frombuffer(key, dtype=np.uint8).copy(), len(key), 400, order)
    assert tuple(order.tolist()) == shuffled(range(400), key)


def test_many_keys() -> None:
    rng = random.Random(5)
    order = np.zeros(52, dtype=np.uint8)
    for _ in range(500 if not DISABLED else 10):
        key = rng.randbytes(108)
        shake_order(np.frombuffer(key, dtype=np.uint8).copy(), 108, 52, order)
        assert tuple(order.tolist()) == shuffled(range(52), key)


def test_bits() -> None:
    rng = random.Random(62)
    for mask in (*(1 << place for place in range(63)), *(rng.getrandbits(62) or 1 for _ in range(300)), 2**63 - 1):
        text = f"{mask:b}"
        number = np.int64(mask)
        assert popcount(number) == text.count("1")
        assert lowest(number) == len(text) - text.rindex("1") - 1
        assert highest(number) == len(text) - 1
    assert popcount(np.int64(0)) == 0
    assert popcount(np.int64(-1)) == 64


@pytest.mark.skipif(DISABLED, reason="these are the tests without compiling")
def test_all_this_without_compiling() -> None:
    again = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", __file__]
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1"}
    env.pop("PYTEST_ADDOPTS", None)
    root = Path(__file__).parents[2]
    run = subprocess.run(again, env=env, cwd=root, capture_output=True, text=True, timeout=100, check=False)
    assert run.returncode == 0, run.stdout + run.stderr
    assert "passed" in run.stdout
