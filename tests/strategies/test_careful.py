"""The strategy `careful`: weighs its hand, keeps its wild cards, and is stronger than greedy."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import Game
from crazyeights.options import OptionValue
from crazyeights_strategies.basics import chance_stuck
from crazyeights_strategies.careful import Careful
from crazyeights_strategies.greedy import Greedy
from support_decks import deal


def choice(state: Any) -> str:
    return str(Careful(Random(1)).choose(state.view(state.to_move)))


@pytest.mark.parametrize(
    ("hand", "starter", "move"),
    [
        ("8S 3S 4D", "3H", "3S"),  # not the eight while something else goes
        ("QH 5H 6C", "4H", "QH"),  # the queen: it takes a turn away from the other player
        ("2H 5H 6C", "4H", "2H"),  # the two: it makes draw
        ("5H 5S 6H 7H", "4H", "6H"),  # not the five, which is a way to another suit
        ("KH 9H 9D 4C", "4H", "KH"),  # a card on which it can go on, and no other way to play one
        ("4D 5D 6D", "3H", "draw"),  # nothing goes
    ],
)
def test_what_it_plays(hand: str, starter: str, move: str) -> None:
    other = ["9C", "10C", "JC", "KC"][: len(hand.split())]
    assert choice(deal("classic", [hand, " ".join(other)], starter)) == move


@pytest.mark.parametrize(
    ("hand", "starter", "reason"),
    [
        ("QH 5H 6C", "4H", "It takes a turn away from the next player."),
        ("2H 5H 6C", "4H", "It makes the next player draw."),
        ("4D 5D 6D", "3H", ""),  # it can only draw, and that the rules say themselves
    ],
)
def test_it_says_what_speaks_for_its_move(hand: str, starter: str, reason: str) -> None:
    view = deal("classic", [hand, "9C 10C JC"], starter).view(0)
    player = Careful(Random(1))
    assert player.explain(view, player.choose(view)) == reason


def test_the_chance_that_nobody_can_follow() -> None:
    # Two cards, each one of four faces, of which one follows: (3/4)².
    assert chance_stuck(0b0001, [(2, 0b1111)]) == pytest.approx(9 / 16)
    # All that it can hold follows; nothing that it can hold follows; it holds nothing.
    assert chance_stuck(0b11, [(1, 0b11)]) == 0
    assert chance_stuck(0b100, [(3, 0b11)]) == 1
    assert chance_stuck(0b1, []) == 1


@pytest.mark.parametrize("variant", ["classic", "plain"])
def test_it_is_stronger_than_greedy(variant: str) -> None:
    # Each deal from both seats. In 4,000 rounds it wins 57 % (classic) and 56 % (plain); by chance alone the 800 rounds
    # here would fall below half once in some 10,000 times, and with these seeds they don't.
    game = Game(variant, 2)
    wins = 0
    for seed in range(400):
        for seat in (0, 1):
            players = [Careful(Random(0)), Careful(Random(0))]
            players[1 - seat] = Greedy(Random(0))  # type: ignore[call-overload]
            state = game.deal(seed=seed)
            while state.to_move is not None:
                state.apply(players[state.to_move].choose(state.view(state.to_move)))
            assert state.outcome is not None
            wins += state.outcome.winner == seat
    assert wins > 400


@pytest.mark.parametrize("players", [2, 5, 7])
def test_it_plays_whole_rounds_with_all_rules_changed(players: int) -> None:
    options: dict[str, OptionValue] = {"decks": 2, "draw_limit": 3, "after_draw": "play_drawn", "hand_size": 6}
    game = Game("classic", players, rules_removed=("crazy-eight",), options=options)
    for seed in range(5):
        state = game.deal(seed=seed)
        careful = Careful(Random(0))
        for _ in range(2_000):
            if state.to_move is None:
                break
            state.apply(careful.choose(state.view(state.to_move)))
        assert state.outcome is not None
