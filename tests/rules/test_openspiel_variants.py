"""The variants `openspiel` and `openspiel-special`, sentence by sentence (docs/variants.md).

How they compare with the program itself, move by move, is another test's; here are the rules as they are written down.
"""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import Game
from support_decks import calls, hand, legal, play, short_deck, text
from support_variants import allowed, repeat, table

BOTH = pytest.mark.parametrize("variant", ["openspiel", "openspiel-special"])


def short(
    variant: str, hands: list[str], starter: str, stock: str = "", ranks: str = "3 4 5 6 7", **options: Any
) -> Any:
    registry = short_deck(variant, ranks.split())
    return table("short", hands, starter, stock, registry=registry, extra_deck_from=None, **options)


@BOTH
@pytest.mark.parametrize(("players", "cards", "decks"), [(2, 7, 1), (3, 5, 1), (5, 5, 1), (6, 5, 2), (8, 5, 2)])
def test_two_get_seven_cards_and_more_get_five_and_a_second_deck_from_six(
    variant: str, players: int, cards: int, decks: int
) -> None:
    state = Game(variant, players).deal(seed=1)
    assert state.hand_sizes == (cards,) * players
    assert len(state.discard) + len(state.stock) == 52 * decks - players * cards


@BOTH
def test_an_eight_goes_back_into_the_deck_and_another_card_is_turned(variant: str) -> None:
    state = table(variant, ["3H 4H", "3D 4D"], "8S 9C")
    assert str(state.top) == "9C"
    assert "8S" in text(state.stock)


@BOTH
def test_any_eight_any_card_of_the_suit_and_any_of_the_rank_can_be_played_or_a_card_drawn(variant: str) -> None:
    state = table(variant, ["8H 9S 7D 10C", "5C 6D JC 4D"], "7S")
    assert sorted(legal(state)) == sorted([*calls("8H"), "9S", "7D", "draw"])


@BOTH
def test_after_five_cards_drawn_in_a_turn_pass_takes_the_place_of_draw(variant: str) -> None:
    state = table(variant, ["9S 7D 10C", "5C 6D JC"], "7S")
    assert repeat(state, "draw") == 5
    assert state.to_move == 0
    assert allowed(state, "pass")
    assert allowed(state, "9S")
    play(state, "pass")
    assert (state.to_move, allowed(state, "pass"), allowed(state, "draw")) == (1, False, True)


@BOTH
def test_with_an_empty_deck_one_may_pass_although_one_could_play(variant: str) -> None:
    state = short(variant, ["5H 4S 7S 4H", "5S 6S 3S 6H"], "3H", "7H")
    play(state, "draw")
    assert legal(state) == ["4H", "5H", "7H", "pass"]


@BOTH
def test_one_pass_more_than_there_are_players_ends_the_round(variant: str) -> None:
    state = short(variant, ["5H 4S 7S 4H", "5S 6S 3S 6H"], "3H", "7H")
    play(state, "draw", "pass", "pass")
    assert state.outcome is None
    play(state, "pass")
    assert state.outcome.reason == "blocked"


@BOTH
def test_a_play_between_begins_the_count_of_passes_anew(variant: str) -> None:
    state = short(variant, ["5H 4S 7S 4H", "5S 6S 3S 6H"], "3H", "7H")
    play(state, "draw", "pass", "pass", "5H", "pass", "pass")
    assert state.outcome is None
    play(state, "pass")
    assert state.outcome.reason == "blocked"


@BOTH
def test_the_round_ends_when_so_many_cards_were_played(variant: str) -> None:
    assert Game(variant).options.max_plays == 100
    state = table(variant, ["5H 4S 7S", "5S 6D 3S"], "3H", max_plays=2)
    play(state, "5H")
    assert state.outcome is None
    play(state, "5S")
    assert state.outcome.reason == "play_limit"
    # What is left is charged: 4S and 7S, 6D and 3S.
    assert state.outcome.points == (4 + 7, 6 + 3)


@BOTH
def test_a_last_eight_names_nothing(variant: str) -> None:
    state = table(variant, ["8H", "5C"], "7S")
    assert legal(state) == ["8H", "draw"]


@BOTH
def test_each_is_charged_50_for_an_eight_10_for_a_court_or_an_ace_and_the_value_of_another(variant: str) -> None:
    state = table(variant, ["7S", "8D", "AD", "KC", "QH", "JH", "9C"], "3S")
    play(state, "7S")
    assert state.outcome.points == (0, 50, 10, 10, 10, 10, 9)


@BOTH
def test_a_game_is_one_round(variant: str) -> None:
    assert (Game(variant).options.rounds, Game(variant).target) == (1, None)


@pytest.mark.parametrize("card", ["QS", "AS", "2S"])
def test_without_specials_only_the_eights_do_anything(card: str) -> None:
    state = play(table("openspiel", [f"{card} 9D", "5C 6D", "3S 4S"], "7S"), card)
    assert (state.to_move, state.direction, state.pending_draw, state.hand_sizes) == (1, 1, 0, (1, 2, 2))


# With special cards


def test_a_queen_goes_two_steps_on_and_an_ace_turns_the_direction() -> None:
    assert play(table("openspiel-special", ["QS 9D", "5C 6D", "3S 4S"], "7S"), "QS").to_move == 2
    state = play(table("openspiel-special", ["AS 9D", "5C 6D", "3S 4S"], "7S"), "AS")
    assert (state.to_move, state.direction) == (2, -1)


def test_of_two_players_the_other_is_next_after_an_ace() -> None:
    state = play(table("openspiel-special", ["AS 9D", "5C 6D"], "7S"), "AS")
    assert state.to_move == 1


def test_while_cards_are_pending_only_a_two_can_be_played_or_all_of_them_drawn() -> None:
    state = table("openspiel-special", ["2S 9D 5H", "2D 8C 3S", "3H 8H 4S"], "7S")
    play(state, "2S")
    assert (state.pending_draw, legal(state)) == (2, ["2D", "draw"])
    play(state, "2D")
    assert (state.pending_draw, legal(state)) == (4, ["draw"])
    play(state, "draw")
    # The turn has passed with it.
    assert (state.pending_draw, state.hand_sizes, state.to_move) == (0, (2, 2, 7), 0)


def test_if_the_deck_runs_out_the_rest_of_what_is_pending_is_forgiven() -> None:
    state = short("openspiel-special", ["2S 3H 4H", "5H 4S 3S"], "5S", "2H", ranks="2 3 4 5")
    assert len(state.stock) == 1
    play(state, "2S", "draw")
    assert (state.pending_draw, state.to_move, hand(state, 1)) == (0, 0, {"5H", "4S", "3S", "2H"})


def test_with_an_empty_deck_a_two_is_an_ordinary_card() -> None:
    state = short("openspiel-special", ["2S 3H 4H", "5H 4S 3S"], "5S", "2H", ranks="2 3 4 5")
    play(state, "draw", "2S")
    assert (state.pending_draw, state.to_move) == (0, 1)
    assert legal(state) == ["3S", "4S", "pass"]


def test_the_starter_acts_as_if_the_dealer_had_played_it() -> None:
    queen = table("openspiel-special", ["7S 9D", "5C 6D", "3S 4S"], "QS")
    assert (queen.to_move, queen.direction) == (1, 1)
    ace = table("openspiel-special", ["7S 9D", "5C 6D", "3S 4S"], "AS")
    # The dealer is seat 2, and before the dealer sits seat 1.
    assert (ace.to_move, ace.direction) == (1, -1)
    two = table("openspiel-special", ["7S 2D", "5C 6D", "3S 4S"], "2S")
    assert (two.to_move, two.pending_draw, legal(two)) == (0, 2, ["2D", "draw"])


def test_a_queen_turned_for_two_players_lets_the_dealer_begin() -> None:
    state = table("openspiel-special", ["7S 9D", "5C 6D"], "QS")
    assert state.to_move == 1
