"""The variants `openspiel` and `openspiel-special` beside OpenSpiel itself, move by move; `make peers` plays more."""

from __future__ import annotations

import dataclasses
import itertools
from random import Random
from typing import Any

import pytest

from crazyeights import Move, Passed
from peers.in_step import DiffersError, Pair
from peers.openspiel import Setting, altered_game, charge, our_game, their_charge
from peers.policies import POLICIES
from peers.rounds import SETTINGS, Tally, planned, play
from support_decks import arrange

ROUNDS = 300
# What the rounds must meet for the comparison to mean something.
MEETS = {
    "2 as the starter",
    "A as the starter",
    "Q as the starter",
    "A played by one of two",
    "Q played by one of two",
    "a penalty cut short",
    "a penalty that took the last card",
    "a two answered",
    "a two with an empty deck",
    "an eight put back into the deck",
    "an eight that named no suit",
    "nothing to refill from",
    "passed at the limit with cards left",
    "passed with a card to play",
    "the deck refilled",
}


def test_every_step_of_300_rounds_is_the_same_in_both() -> None:
    tally = Tally()
    tally.compare(ROUNDS, "test", patience=90)
    assert tally.rounds == ROUNDS
    assert set(tally.met) >= MEETS
    assert set(tally.ends) == {"empty_hand", "blocked", "play_limit"}
    # What is known to differ was seen, and always as foreseen.
    assert tally.points > tally.best > 0
    assert tally.sooner > 0


def test_those_rounds_meet_any_two_values_of_the_parameters_together() -> None:
    def met(setting: Setting, policy: int) -> set[tuple[tuple[str, object], ...]]:
        values = {**dataclasses.asdict(setting), "policy": policy}
        return set(itertools.combinations(values.items(), 2))

    every = set().union(*(met(setting, policy) for setting in SETTINGS for policy in range(len(POLICIES))))
    there = set().union(*(met(SETTINGS[setting], policy) for setting, policy, _ in planned(ROUNDS, "test")))
    assert there == every


# What is known to differ, by hand


def moves(pair: Pair, text: str) -> Pair:
    for move in text.split():
        pair.step(Move.parse(move, pair.game.deck))
    return pair


def test_openspiel_takes_a_cards_number_in_the_deck_for_its_value() -> None:
    setting = Setting(2, max_plays=1)
    hands = ["3S 4C 8H KD QH JC 10S", "AC 7S 2C 2S 10C 5D 9H"]
    pair = moves(Pair(setting, deck=arrange(our_game(setting).deck, hands, "6S")), "3S")
    assert pair.end is not None
    # By the rules 4, 50, 10, 10, 10, 10 and 10, 7, 2, 2, 10, 5, 9.
    assert pair.end.points == (94, 45)
    # The 4 of clubs is card 8 there, the 10 of spades 35; the 7 of spades 23 and so on, two more for each.
    assert pair.end.returns == (10 + 50 + 10 + 10 + 10 + 37, 10 + 25 + 2 + 5 + 34 + 15 + 32)
    assert pair.theirs.returns() == [-127, -123]


def test_nothing_else_about_the_values_differs() -> None:
    assert [charge(card) for card in range(0, 52, 4)] == [2, 3, 4, 5, 6, 7, 50, 9, 10, 10, 10, 10, 10]
    for card in range(52):
        rank, suit = divmod(card, 4)
        is_number = rank < 9 and rank != 6
        assert their_charge(card) - charge(card) == (3 * rank + suit if is_number else 0)


def twos_at_the_end(left: int) -> Pair:
    """Seat 0 has played a two with so many cards left, and seat 1 has drawn for it."""
    setting = Setting(2, draw_limit=None, max_plays=1000, specials=True)
    hands = ["2S 3H 4H 5H 6H 7H 9H", "3D 4D 5D 6D 7D 9D 10D"]
    pair = Pair(setting, deck=arrange(our_game(setting).deck, hands, "3S"))
    return moves(pair, "draw " * (pair.left - left) + "2S draw")


def test_a_penalty_that_takes_the_last_card_counts_as_a_pass_there() -> None:
    pair = moves(twos_at_the_end(2), "pass")
    assert (pair.left, pair.end) == (0, None)
    moves(pair, "pass")
    assert pair.end is not None
    assert (pair.end.reason, pair.end.sooner) == ("blocked", True)
    # Three passes in a row end ours.
    assert sum(isinstance(event, Passed) for event in pair.ours.events()) == 3


@pytest.mark.parametrize("left", [1, 3])
def test_no_other_penalty_does(left: int) -> None:
    pair = twos_at_the_end(left)
    moves(pair, "pass pass" if left == 1 else "draw pass pass")
    assert pair.end is None
    moves(pair, "pass")
    assert pair.end is not None
    assert (pair.end.reason, pair.end.sooner) == ("blocked", False)


def test_a_play_in_between_makes_up_for_it() -> None:
    pair = moves(twos_at_the_end(2), "pass 8C=C pass pass")
    assert pair.end is None
    moves(pair, "pass")
    assert pair.end is not None
    assert not pair.end.sooner


# That the comparison can fail

FULL = {"draw_limit": None, "max_plays": 100_000}
ALTERED: dict[str, tuple[dict[str, Any], dict[str, Any], str]] = {
    "hand": ({"players": 2}, {"few_hand_size": None}, "chance"),
    "decks": ({"players": 6}, {"extra_deck_from": None}, "the cards left"),
    "eight turned": ({}, {"starter": "any"}, "who is next"),
    "eight turned, specials": ({"specials": True}, {"wild_starter": "printed"}, "who is next"),
    "starter idle": ({"specials": True}, {"starter": "no_wild"}, "who is next"),
    "limit": ({"draw_limit": 3}, {"draw_limit": 4}, "legal actions"),
    "no limit": ({"draw_limit": None}, {"draw_limit": 30}, "legal actions"),
    "only what was drawn": ({}, {"after_draw": "play_drawn"}, "legal actions"),
    "no drawing at will": ({}, {"voluntary_draw": False}, "legal actions"),
    "no passing at will": (FULL, {"voluntary_pass": False}, "legal actions"),
    "a pass less": (FULL, {"block_after": "all_pass"}, "who is next"),
    "refilled": (FULL, {"empty_stock": "refill"}, "legal actions"),
    "refilled late": ({**FULL, "refill": True}, {"empty_stock": "reshuffle"}, "the cards left"),
    "a play more": ({"max_plays": 7}, {"max_plays": 8}, "who names a suit|who is next"),
    "last card acts": ({"specials": True}, {"last_card_acts": True}, "what is seen at the end"),
    "plays on": ({"specials": True}, {"penalty_turn": "then_play"}, "who is next"),
    "a reverse skips": ({"players": 2, "specials": True}, {"two_player_reverse": "skip"}, "who is next"),
    "no stacking": ({"specials": True}, {"rules_removed": ("stack-twos",)}, "chance|who is next|legal actions"),
    "no skip": ({"specials": True}, {"rules_removed": ("queen-skip",)}, "who is next"),
    "no reverse": ({"specials": True}, {"rules_removed": ("ace-reverse",)}, "who is next"),
    "no eights": ({}, {"rules_removed": ("crazy-eight",)}, "chance|legal actions"),
    "aces count 1": ({}, {"rules_removed": ("ace-counts-10",)}, "outcome"),
    "winner collects": ({}, {"scoring": "winner_collects"}, "outcome"),
}


@pytest.mark.parametrize("name", ALTERED)
def test_whatever_is_not_as_in_openspiel_is_noticed(name: str) -> None:
    values, changes, noticed = ALTERED[name]
    setting = Setting(**{"players": 3, **values})
    game = altered_game(setting, **changes)

    def rounds() -> None:
        for number in range(60):
            rng = Random(f"{name}/{number}")
            pair = Pair(setting, game=game, seed=rng.getrandbits(48))
            play(pair, number % len(POLICIES), rng)

    with pytest.raises(DiffersError, match=noticed):
        rounds()
