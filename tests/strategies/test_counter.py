"""The strategy `counter`: what it remembers changes what it plays; stronger than greedy."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import Game, default_registry
from crazyeights.testing import check_strategy
from crazyeights_strategies.counter import Counter
from crazyeights_strategies.greedy import Greedy
from support_decks import deal, play

SPEC = default_registry().strategy("counter")


def choice(state: Any) -> str:
    return str(Counter(Random(1)).choose(state.view(state.to_move)))


@pytest.mark.parametrize(
    ("hand", "starter", "move"),
    [
        ("8S 3S 4D", "3H", "3S"),  # not the eight while something else goes
        ("2H 5H 6C", "4H", "2H"),  # the two: it makes draw
        ("4D 5D 6D", "3H", "draw"),  # nothing goes
    ],
)
def test_what_it_plays(hand: str, starter: str, move: str) -> None:
    assert choice(deal("classic", [hand, "9C 10C JC"], starter)) == move


def test_it_plays_on_what_the_other_could_not_play() -> None:
    # Both cards leave as good a hand. The other player drew on spades, and had none of them by then.
    state = deal("classic", ["5C 9S 9C", "JD QD KD"], "5S", "7D 4D", first=1)
    play(state, "draw")
    assert choice(state) == "9S"
    # Had the other one drawn on clubs instead, it would be the other way round.
    state = deal("classic", ["5S 9S 9C", "JD QD KD"], "5C", "7D 4D", first=1)
    play(state, "draw")
    assert choice(state) == "9C"


def test_the_reason_is_one_of_the_weights() -> None:
    state = deal("classic", ["2H 5H 6C", "9C 10C JC"], "4H")
    view = state.view(0)
    player = Counter(Random(1))
    move = player.choose(view)
    assert player.explain(view, move) == "It makes the next player draw."
    nothing = deal("classic", ["4D 5D 6D", "9C 10C JC"], "3H").view(0)
    assert player.explain(nothing, player.choose(nothing)) == ""


def test_it_keeps_to_what_is_expected_of_strategies() -> None:
    variants = default_registry().variants
    check_strategy(SPEC, variants=[f"{name}-5" if variants[name].draw else name for name in variants])


def test_it_is_stronger_than_greedy() -> None:
    # Each deal from both seats. In half a million rounds it wins 57 %; by chance alone the 800 rounds here would fall
    # below half once in some 10,000 times, and with these seeds they don't.
    game = Game("classic", 2)
    wins = 0
    for seed in range(400):
        for seat in (0, 1):
            players: list[Any] = [Greedy(Random(0)), Greedy(Random(0))]
            players[seat] = Counter(Random(0))
            state = game.deal(seed=seed)
            while state.to_move is not None:
                state.apply(players[state.to_move].choose(state.view(state.to_move)))
            assert state.outcome is not None
            wins += state.outcome.winner == seat
    assert wins > 400
