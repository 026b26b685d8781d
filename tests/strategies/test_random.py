"""The strategy `random`: any legal move, all of them equally likely, the same for the same seed."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from crazyeights import Game, Strategy, UnknownNameError, default_registry
from support_decks import deal

SPEC = default_registry().strategy("random")


def test_every_legal_move_is_as_likely_as_the_others() -> None:
    state = deal("classic", ["8H 3S 3C 4D", "5C 6C 7C 9C"], "3H")
    strategy = SPEC.make(Random(1))
    chosen = Counter(strategy.choose(state.view(0)) for _ in range(7000))
    assert set(chosen) == set(state.legal_moves())
    assert all(800 < count < 1200 for count in chosen.values())


def test_the_same_seed_makes_the_same_moves() -> None:
    def moves(seed: int) -> list[str]:
        players = [SPEC.make(Random(seed + seat)) for seat in range(3)]
        state = Game("classic", players=3).deal(seed=1)
        made = []
        while state.to_move is not None:
            made.append(players[state.to_move].choose(state.view(state.to_move)))
            state.apply(made[-1])
        return [str(move) for move in made]

    assert moves(5) == moves(5)
    assert moves(5) != moves(6)


def test_it_takes_no_parameters() -> None:
    assert isinstance(SPEC.make(Random(1)), Strategy)
    with pytest.raises(UnknownNameError, match="no parameter of random"):
        SPEC.make(Random(1), {"depth": 3})
