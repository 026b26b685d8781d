"""The C program in tests/benchmarks, whose rules are written by hand, beside the engine and the kernel.

Engine and C program get the same decks, reshuffles and choices. CRAZYEIGHTS_ROUNDS says how many rounds for each number
of players; a round of random moves takes some 400 to 800 of them.
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path

import pytest

from benchmarks.kernel import Played, build, c_rounds, checksum, kernel_rounds
from crazyeights import Game
from crazyeights.fast import plainstream

ROUNDS = int(os.environ.get("CRAZYEIGHTS_ROUNDS", "25"))
SEED = 2**64 - 12345


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    program, why = build(tmp_path_factory.mktemp("kernel"))
    if program is None:
        pytest.skip(why)
    return program


def engine_rounds(
    players: int, numbers: range, max_moves: int, monkeypatch: pytest.MonkeyPatch
) -> Iterator[tuple[int, int]]:
    """Play the rounds in the engine, with C's chance; gives the winner (-1 for nobody) and the moves of each."""
    game = Game("classic", players)
    number = 0

    def reshuffled(faces: Sequence[int], key: bytes) -> tuple[int, ...]:
        # The key ends with how many reshuffles there were before.
        assert list(faces) == sorted(faces)
        lane = int.from_bytes(key[-4:], "little") + 1
        stock = list(faces)
        plainstream.shuffle(stock, len(stock), plainstream.begin(SEED, number, lane))
        return tuple(stock)

    monkeypatch.setattr("crazyeights.deal.shuffled", reshuffled)
    for number in numbers:
        order = list(range(52))
        plainstream.shuffle(order, 52, plainstream.begin(SEED, number, plainstream.DECK))
        state = game.deal(deck=[game.deck.faces[face] for face in order])
        choices = plainstream.begin(SEED, number, plainstream.CHOICES)
        moves = 0
        while state.outcome is None and moves < max_moves:
            legal = state.legal_moves()
            chosen = 0
            if len(legal) > 1:
                choices = plainstream.step(choices)
                chosen = plainstream.below(plainstream.mix(choices), len(legal))
            state.apply(legal[chosen])
            moves += 1
        winner = None if state.outcome is None else state.outcome.winner
        yield -1 if winner is None else winner, moves


@pytest.mark.parametrize("players", [2, 3, 4, 5, 6, 7])
@pytest.mark.parametrize("max_moves", [100_000, 300])
def test_c_plays_the_engines_rounds(
    program: Path, players: int, max_moves: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = 10**9
    played = c_rounds(program, players, ROUNDS, SEED, first, max_moves, each=True)
    ours = list(engine_rounds(players, range(first, first + ROUNDS), max_moves, monkeypatch))
    assert list(played.each) == ours
    assert (played.nobody, played.wins) == tally(ours, players)
    assert played.moves == sum(moves for _, moves in ours)
    winners, moves = map(list, zip(*ours, strict=True))
    assert played.checksum == checksum(winners, moves, first)


def tally(rounds: list[tuple[int, int]], players: int) -> tuple[int, tuple[int, ...]]:
    winners = [winner for winner, _ in rounds]
    return winners.count(-1), tuple(winners.count(seat) for seat in range(players))


@pytest.mark.parametrize("players", [2, 4, 7])
def test_the_kernel_plays_cs_rounds(program: Path, players: int) -> None:
    pytest.importorskip("numba")
    from crazyeights.fast.jit import DISABLED

    rounds = 3 if DISABLED else 3000
    played: Played = c_rounds(program, players, rounds)
    _, winners, moves = kernel_rounds(players, rounds)
    assert sum(moves) == played.moves
    assert checksum(winners, moves) == played.checksum
