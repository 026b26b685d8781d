"""The variants of Crazy Eights itself, sentence by sentence: bicycle, pagat and wikipedia (docs/variants.md)."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import Game
from support_decks import calls, legal, play, short_deck, text
from support_variants import allowed, table

ALL_THREE = pytest.mark.parametrize("variant", ["bicycle", "pagat", "wikipedia"])


def stuck(variant: str, call: str = "") -> Any:
    """A round of ten cards at the moment when neither of two players can play: one holds 4H, the other 6H.

    The 3S is on top and the 7H is all that is left in the stock.
    """
    registry = short_deck(variant)
    state = table("short", ["5H 4S 7S 4H", "5S 6S 3S 6H"], "3H", "7H", registry=registry, extra_deck_from=None)
    return play(state, "5H", "5S", "4S", "6S", f"7S{call}", f"3S{call}")


# What all three have


@ALL_THREE
def test_a_card_must_match_the_suit_or_the_rank_of_the_top_card(variant: str) -> None:
    state = table(variant, ["7H 9S 9D", "5C 6C JC"], "7S")
    assert legal(state)[:2] == ["9S", "7H"]
    assert not allowed(state, "9D")


@ALL_THREE
def test_an_eight_goes_on_any_card_and_its_player_names_a_suit(variant: str) -> None:
    state = table(variant, ["8H 9D 10D", "5C 6D 8D"], "7S")
    assert legal(state) == [*calls("8H"), "draw"]
    play(state, "8H=C")
    assert legal(state) == [*calls("8D"), "5C", "draw"]


@ALL_THREE
def test_who_cannot_play_draws_until_a_card_can_be_played(variant: str) -> None:
    state = table(variant, ["9D 10D 3D", "5C 6D JD"], "7S", stock="4C 6C 7H KD")
    assert legal(state) == ["draw"]
    play(state, "draw", "draw")
    assert (state.to_move, legal(state)) == (0, ["draw"])
    play(state, "draw")
    assert legal(state) == ["7H", "draw"]
    play(state, "7H")
    assert state.to_move == 1


@ALL_THREE
def test_a_player_may_draw_with_a_playable_card_in_hand(variant: str) -> None:
    state = play(table(variant, ["9S 10D 3D", "5C 6D JD"], "7S", stock="4C 6C"), "draw", "draw")
    assert allowed(state, "9S")
    assert allowed(state, "draw")


@ALL_THREE
def test_nobody_may_pass_while_there_is_something_to_draw(variant: str) -> None:
    assert not allowed(table(variant, ["9D 10D 3D", "5C 6D JD"], "7S"), "pass")


@ALL_THREE
def test_the_first_empty_hand_ends_the_round_and_a_last_eight_calls_nothing(variant: str) -> None:
    state = table(variant, ["8H", "5C"], "7S")
    assert legal(state) == ["8H", "draw"]
    play(state, "8H")
    assert state.outcome.winner == 0


# Bicycle


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_bicycle_deals_five_cards_to_each_of_two_to_five(players: int) -> None:
    state = Game("bicycle", players).deal(seed=1)
    assert state.hand_sizes == (5,) * players
    assert len(state.stock) == 52 - 5 * players - 1


@pytest.mark.parametrize("variant", ["bicycle", "wikipedia"])
def test_an_eight_that_is_turned_is_buried_in_the_stock(variant: str) -> None:
    state = table(variant, ["3H 4H", "3D 4D"], "8S 9C")
    assert str(state.top) == "9C"
    assert "8S" in text(state.stock)
    # In the middle: as many cards lie above it as below, or one less.
    at = [str(card) for card in state.stock].index("8S")
    assert abs(at - (len(state.stock) - 1) / 2) <= 1


@pytest.mark.parametrize("variant", ["bicycle", "wikipedia"])
def test_who_cannot_play_passes_when_the_stock_is_exhausted(variant: str) -> None:
    state = play(stuck(variant), "draw")
    assert (state.to_move, legal(state)) == (0, ["pass"])
    play(state, "pass")
    assert (state.to_move, legal(state)) == (1, ["pass"])


@pytest.mark.parametrize("variant", ["bicycle", "wikipedia"])
def test_when_all_are_stuck_the_lowest_hand_scores_the_difference(variant: str) -> None:
    state = play(stuck(variant), "draw", "pass", "pass")
    # 4 and 7 against 6.
    assert (state.outcome.winner, state.outcome.points) == (1, (0, 5))


@pytest.mark.parametrize("variant", ["bicycle", "wikipedia"])
def test_the_winner_collects_what_the_others_hold(variant: str) -> None:
    state = play(table(variant, ["3S", "8D", "KC"], "7S"), "3S")
    assert state.outcome.points == (50 + 10, 0, 0)
    state = play(table(variant, ["3S", "QC", "AD", "9C"], "7S"), "3S")
    assert state.outcome.points == (10 + 1 + 9, 0, 0, 0)


def test_bicycle_has_no_other_special_card() -> None:
    game = Game("bicycle")
    assert game.ruleset.faces_of(game.ruleset.special) == game.ruleset.faces_of(game.ruleset.wild)
    assert {card.rank.text for card in game.ruleset.faces_of(game.ruleset.wild)} == {"8"}


def test_a_match_of_bicycle_goes_to_100_points_whoever_plays() -> None:
    assert {Game("bicycle", players).target for players in range(2, 6)} == {100}


# pagat


@pytest.mark.parametrize(("players", "cards", "decks"), [(2, 7, 1), (3, 5, 1), (5, 5, 1), (6, 5, 2), (7, 5, 2)])
@pytest.mark.parametrize("variant", ["pagat", "wikipedia"])
def test_two_get_seven_cards_and_more_get_five_and_a_second_deck_from_six(
    variant: str, players: int, cards: int, decks: int
) -> None:
    state = Game(variant, players).deal(seed=1)
    assert state.hand_sizes == (cards,) * players
    assert len(state.stock) == 52 * decks - players * cards - 1


def test_the_dealer_calls_the_suit_of_an_eight_that_is_turned() -> None:
    state = table("pagat", ["7H 9D", "5C 6D", "3S 4S"], "8S")
    assert (state.to_move, legal(state)) == (2, ["=S", "=H", "=D", "=C"])
    play(state, "=D")
    assert (state.to_move, str(state.active_suit), legal(state)) == (0, "D", ["9D!", "9D", "draw"])


def test_an_exhausted_stock_is_made_anew_of_all_discards_but_the_last() -> None:
    state = play(stuck("pagat", "!"), "draw")
    assert legal(state) == ["draw"]
    play(state, "draw")
    # Six of the seven discards were shuffled, and one of them is drawn.
    assert (len(state.stock), len(state.discard), str(state.top)) == (5, 1, "3S")


def test_who_forgets_to_announce_the_last_card_draws_two() -> None:
    start = table("pagat", ["7S 9D", "5C 6D"], "3S")
    assert legal(start)[:2] == ["7S!", "7S"]
    assert play(start.copy(), "7S").hand_sizes == (3, 2)
    assert play(start.copy(), "7S!").hand_sizes == (1, 2)


def test_the_losers_are_charged_for_what_they_hold() -> None:
    state = play(table("pagat", ["3S", "8D", "AD", "KC"], "7S"), "3S")
    assert (state.outcome.winner, state.outcome.points) == (0, (0, 50, 1, 10))


def test_the_first_to_have_100_points_loses_a_match_of_pagat() -> None:
    game = Game("pagat", 4)
    assert (game.target, game.options.scoring) == (100, "losers_charged")


# Wikipedia


def test_queens_skip_and_aces_reverse() -> None:
    state = play(table("wikipedia", ["QS 9D", "5C 6D", "3S 4S"], "7S"), "QS")
    assert state.to_move == 2
    state = play(table("wikipedia", ["AS 9D", "5C 6D", "3S 4S"], "7S"), "AS")
    assert (state.to_move, state.direction) == (2, -1)


def test_a_two_makes_the_next_player_draw_two_and_lose_the_turn() -> None:
    state = play(table("wikipedia", ["2S 9D", "5C 2D", "3S 4S"], "7S"), "2S")
    assert legal(state) == ["2D", "draw"]
    play(state, "draw")
    assert (state.to_move, state.hand_sizes) == (2, (1, 4, 2))


def test_a_two_on_a_two_makes_four() -> None:
    state = play(table("wikipedia", ["2S 9D", "5C 2D", "3S 4S"], "7S"), "2S", "2D", "draw")
    assert (state.to_move, state.hand_sizes) == (0, (1, 1, 6))


def test_the_first_card_does_nothing_but_match() -> None:
    for starter in ("QS", "AS", "2S"):
        state = table("wikipedia", ["7S 9D", "5C 6D", "3S 4S"], starter)
        assert (state.to_move, state.direction, state.pending_draw) == (0, 1, 0)


@pytest.mark.parametrize(("players", "target"), [(2, 100), (3, 150), (4, 200), (5, 250), (6, 300), (7, 350)])
def test_more_players_play_for_more_points(players: int, target: int) -> None:
    assert Game("wikipedia", players).target == target
