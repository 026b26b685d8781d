"""What a player remembers of the others: read from the history, and nothing that can't be known."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import Game, default_registry
from crazyeights_strategies.memory import Group, Memory, likelihoods
from support_decks import deal, play


def lacks(state: Any, seat: int = 0, other: int = 1) -> list[tuple[int, set[str]]]:
    """The groups of another hand as a seat remembers them: how many cards, and what none of them is."""
    memory = Memory(state.view(seat))
    rules = state.game.ruleset
    return [(group.count, {str(card) for card in rules.faces_of(group.lacks)}) for group in memory.hands[other]]


def hearts_and(*cards: str) -> set[str]:
    ranks = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
    return {f"{rank}H" for rank in ranks} | {"8S", "8C", "8D"} | set(cards)


def test_at_first_nothing_is_known() -> None:
    assert lacks(deal("classic", ["3S 4S", "5S 6S"], "9H")) == [(2, set())]


def test_who_draws_has_nothing_to_play_and_the_new_card_may_be_anything() -> None:
    state = play(deal("classic", ["3S 4S", "5S 6S"], "9H", "KC", first=1), "draw")
    assert lacks(state) == [(2, hearts_and("9S", "9C", "9D")), (1, set())]


def test_a_card_that_was_lacking_is_played_from_those_drawn_since() -> None:
    state = play(deal("classic", ["3S 4S 5C", "5S 6S 7S"], "9H", "KH KC", first=1), "draw", "draw", "KH")
    assert [count for count, _ in lacks(state)] == [3]
    assert "9S" in lacks(state)[0][1]


def test_who_plays_a_wild_card_has_nothing_else() -> None:
    state = play(deal("classic", ["3S 4S", "8S 6S"], "9H", first=1), "8S=D")
    count, faces = lacks(state)[0]
    assert count == 1
    assert faces == hearts_and("9S", "9C", "9D") - {"8H", "8S", "8C", "8D"}


def test_who_plays_a_cheap_card_probably_has_no_dearer_one() -> None:
    state = play(deal("classic", ["3S 4S", "5H 6S"], "9H", first=1), "5H")
    (group,) = Memory(state.view(0)).hands[1]
    assert group.lacks == 0
    faces = {str(card) for card in state.game.ruleset.faces_of(group.dear)}
    assert faces == {"6H", "7H", "9H", "10H", "JH", "QH", "KH", "9S", "9C", "9D"}


def test_a_penalty_tells_nothing() -> None:
    state = play(deal("classic", ["2H 4S", "5S 6S"], "9H"), "2H")
    assert lacks(state) == [(2, set()), (2, set())]


def test_what_is_known_of_a_hand_moves_with_it() -> None:
    state = deal("classic", ["7H 4S", "5S 6S"], "9H", rules_added=["seven-swap"], first=1)
    play(state, "draw")
    assert [count for count, _ in lacks(state)] == [2, 1]
    play(state, "7H@1")
    assert [count for count, _ in lacks(state)] == [1]
    assert [count for count, _ in lacks(state, seat=1, other=0)] == [2, 1]


@pytest.mark.parametrize("name", sorted(default_registry().variants))
def test_the_groups_are_as_large_as_the_hands_in_every_variant(name: str) -> None:
    variants = default_registry().variants
    game = Game(f"{name}-3" if variants[name].draw else name)
    rng = Random(name)
    for seed in range(4):
        state = game.deal(seed=seed)
        for _ in range(120):
            moves = state.legal_moves()
            if not moves:
                break
            state.apply(rng.choice(moves))
            memory = Memory(state.view(0))
            for seat, size in enumerate(state.hand_sizes):
                assert sum(group.count for group in memory.hands[seat]) == size


def test_likelihoods_are_a_mean_over_the_groups() -> None:
    hand = [Group(3, lacks=0b001), Group(1, dear=0b010)]
    assert likelihoods(hand, 3, doubt=0.2, dear_doubt=0.6) == pytest.approx([0.75 * 0.2 + 0.25, 0.75 + 0.15, 1.0])
    assert likelihoods([], 2, doubt=0.2, dear_doubt=0.6) == [1.0, 1.0]
