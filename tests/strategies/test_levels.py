"""The levels: easy, normal and hard, in this order, and all of them play everywhere."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import Game, StrategySpec, default_registry
from crazyeights.testing import check_strategy
from crazyeights_strategies.search import Search
from support_decks import deal

STRATEGIES = default_registry().strategies


def test_they_are_ordered_and_none_is_what_hints_ask() -> None:
    easy, normal, hard, search = (STRATEGIES[name].strength for name in ("easy", "normal", "hard", "search"))
    assert easy < normal < hard < search


@pytest.mark.parametrize("name", ["easy", "normal"])
def test_they_keep_to_what_is_expected_of_strategies(name: str) -> None:
    check_strategy(name, variants=["classic", "pagat", "switch", "countdown"])


def test_hard_is_search_with_time_to_think() -> None:
    hard = STRATEGIES["hard"].make(Random(1))
    assert isinstance(hard, Search)
    state = deal("classic", ["3H 4H 9C", "KD JD QC"], "5H")
    assert hard.choose(state.view(0)) in state.legal_moves()


def test_levels_take_no_parameters() -> None:
    assert all(not STRATEGIES[name].parameters for name in ("easy", "normal", "hard"))


def wins(spec: StrategySpec, other: StrategySpec, deals: int) -> int:
    game, won = Game("classic", 2), 0
    for seed in range(deals):
        for seat in (0, 1):
            players: list[Any] = [other.make(Random(seed)), other.make(Random(seed))]
            players[seat] = spec.make(Random(seed + 1))
            state = game.deal(seed=seed)
            while state.to_move is not None:
                state.apply(players[state.to_move].choose(state.view(state.to_move)))
            assert state.outcome is not None
            won += state.outcome.winner == seat
    return won


def test_easy_slips_now_and_then() -> None:
    # It plays an eight though a three goes: careful never does.
    state = deal("classic", ["8S 3S 4D", "9C 10C JC"], "3H")
    made = {str(STRATEGIES["easy"].make(Random(seed)).choose(state.view(0))) for seed in range(40)}
    assert "3S" in made
    assert made & {f"8S={suit}" for suit in "SHDC"}


def test_normal_beats_easy_and_easy_beats_random() -> None:
    # 400 rounds of even players give 232 wins or more once in 1,300 times.
    assert wins(STRATEGIES["normal"], STRATEGIES["easy"], 200) > 231
    assert wins(STRATEGIES["easy"], STRATEGIES["random"], 200) > 200
