"""The relatives of Crazy Eights, sentence by sentence: mau-mau, switch, last-card, domineights (docs/variants.md)."""

from __future__ import annotations

import pytest

from crazyeights import Game
from support_decks import calls, legal, play, text
from support_variants import allowed, table

# Mau-Mau


@pytest.mark.parametrize("players", [2, 5])
def test_mau_mau_is_played_with_32_cards_and_five_each(players: int) -> None:
    game = Game("mau-mau", players)
    assert len(game.deck) == 32
    assert {card.rank.text for card in game.deck.faces} == {"7", "8", "9", "10", "J", "Q", "K", "A"}
    assert game.deal(seed=1).hand_sizes == (5,) * players


def test_a_seven_makes_draw_two_unless_another_seven_is_played() -> None:
    state = table("mau-mau", ["7S 9D QD", "7D 10C QH", "9H 10H KC"], "KS")
    play(state, "7S")
    assert legal(state) == ["7D", "draw"]
    answered = play(state.copy(), "7D", "draw")
    assert (answered.hand_sizes, answered.to_move) == ((2, 2, 7), 0)
    paid = play(state.copy(), "draw")
    # Whoever has drawn the two is out of the turn.
    assert (paid.hand_sizes, paid.to_move) == ((2, 5, 3), 2)


def test_an_eight_lets_the_next_player_sit_out() -> None:
    assert play(table("mau-mau", ["8S 9D QD", "7D 10C QH", "9H 10H KC"], "KS"), "8S").to_move == 2


def test_a_jack_goes_on_any_card_but_a_jack_and_its_player_wishes_for_a_suit() -> None:
    state = table("mau-mau", ["JH 9D QD", "JD 9C QH"], "KS")
    assert legal(state) == [*calls("JH"), "draw"]
    play(state, "JH=C")
    assert legal(state) == ["9C", "draw"]


def test_who_cannot_play_draws_one_card_and_may_play_it() -> None:
    state = table("mau-mau", ["9D 10D QD", "JD 9C QH"], "KS", stock="AS 7C")
    play(state, "draw")
    assert legal(state) == ["AS", "pass"]


def test_who_forgets_to_say_mau_draws_two() -> None:
    state = table("mau-mau", ["9S 10D", "JD 9C"], "KS")
    assert play(state.copy(), "9S").hand_sizes == (3, 2)
    assert play(state.copy(), "9S!").hand_sizes == (1, 2)


def test_the_first_card_counts_as_played_by_the_dealer() -> None:
    assert table("mau-mau", ["9S 10D", "JD 9C", "9H 10H"], "8S").to_move == 1
    seven = table("mau-mau", ["9S 10D", "JD 9C", "9H 10H"], "7S")
    assert (seven.to_move, seven.pending_draw) == (0, 2)
    jack = table("mau-mau", ["9S 10D", "JD 9C", "9H 10H"], "JS")
    assert (jack.to_move, legal(jack)) == (2, ["=S", "=H", "=D", "=C"])


def test_an_empty_stock_is_made_anew_of_the_discards() -> None:
    assert Game("mau-mau").options.empty_stock == "reshuffle"


def test_the_losers_are_charged_number_cards_by_number_courts_10_jacks_20_and_aces_11() -> None:
    state = play(table("mau-mau", ["9S", "JD", "AC", "10H", "QD"], "KS"), "9S")
    assert state.outcome.points == (0, 20, 11, 10, 10)


def test_going_out_with_a_jack_doubles_what_the_losers_are_charged() -> None:
    state = play(table("mau-mau", ["JS", "JD", "7C"], "KS"), "JS")
    assert state.outcome.points == (0, 40, 14)


def test_who_has_300_points_loses_the_match() -> None:
    game = Game("mau-mau")
    assert (game.target, game.options.scoring) == (300, "losers_charged")


# Switch


@pytest.mark.parametrize(("players", "decks"), [(2, 1), (5, 1), (6, 2), (8, 2)])
def test_switch_deals_seven_cards_to_each_and_takes_a_second_deck_for_many(players: int, decks: int) -> None:
    game = Game("switch", players)
    assert game.deal(seed=1).hand_sizes == (7,) * players
    assert len(game.deck) == 52 * decks


@pytest.mark.parametrize("trick", ["2S", "8S", "JS", "JH", "KS", "AS"])
def test_the_first_card_is_never_a_trick_card(trick: str) -> None:
    state = table("switch", ["3H 4H", "3D 4D"], f"{trick} 9C")
    assert str(state.top) == "9C"
    assert trick in text(state.stock)


def test_who_cannot_or_will_not_play_draws_one_card_and_plays_it_if_possible() -> None:
    state = table("switch", ["9S 10D 3D", "4D 9C QH"], "7S", stock="3S 7C")
    assert allowed(state, "draw")
    play(state, "draw")
    assert legal(state) == ["3S", "pass"]


def test_a_two_makes_draw_two_and_twos_add_up() -> None:
    state = table("switch", ["2S 9D QD", "2D 10C QH", "9H 10H 5C"], "7S")
    assert play(state, "2S", "2D", "draw").hand_sizes == (2, 2, 7)


def test_a_black_jack_makes_draw_five_and_black_jacks_add_up() -> None:
    state = table("switch", ["JS 9D QD", "JC 4C QH", "9H 10H 5C"], "7S")
    play(state, "JS")
    assert legal(state) == ["JC", "draw"]
    assert play(state, "JC", "draw").hand_sizes == (2, 2, 13)


def test_a_red_jack_cancels_a_black_one() -> None:
    state = table("switch", ["JS 9D QD", "JH 10C QC", "9H 10H 5C"], "7S")
    play(state, "JS", "JH")
    assert (state.pending_draw, state.to_move, state.hand_sizes) == (0, 2, (2, 2, 3))


def test_who_has_drawn_for_a_trick_card_plays_no_card() -> None:
    state = play(table("switch", ["2S 9D QD", "4D 10C QH", "9H 10H 5C"], "7S"), "2S", "draw")
    assert (state.to_move, state.hand_sizes) == (2, (2, 5, 3))


def test_an_eight_misses_a_turn_and_a_king_switches_the_direction() -> None:
    assert play(table("switch", ["8S 4D QD", "4C 10C QH", "9H 10H 5C"], "7S"), "8S").to_move == 2
    state = play(table("switch", ["KS 4D 9D", "4C 10C QH", "9H 10H 5C"], "7S"), "KS")
    assert (state.to_move, state.direction) == (2, -1)


def test_an_ace_goes_on_any_card_and_calls_the_suit() -> None:
    state = table("switch", ["AH 4D QD", "4C 10D QH"], "7S")
    assert legal(state) == [*calls("AH"), "draw"]


def test_a_run_in_a_suit_goes_in_one_turn() -> None:
    state = table("switch", ["3S 4S 5S 9D", "4C 10D QH 9H"], "7S")
    play(state, "3S", "4S", "5S!")
    assert (state.to_move, str(state.top), state.hand_sizes) == (1, "5S", (1, 4))


def test_who_forgets_to_say_last_card_draws_two() -> None:
    state = table("switch", ["3S 9D", "4C 10D"], "7S")
    assert play(state.copy(), "3S").hand_sizes == (3, 2)
    assert play(state.copy(), "3S!").hand_sizes == (1, 2)


@pytest.mark.parametrize("variant", ["switch", "last-card"])
def test_the_first_without_cards_wins_and_nothing_is_counted(variant: str) -> None:
    state = play(table(variant, ["3S", "KD", "9H"], "7S"), "3S")
    assert (state.outcome.winner, state.outcome.points) == (0, (1, 0, 0))
    assert (Game(variant).target, Game(variant).options.rounds) == (None, None)


# Last Card


@pytest.mark.parametrize("players", [2, 6])
def test_last_card_deals_seven_cards_to_each(players: int) -> None:
    assert Game("last-card", players).deal(seed=1).hand_sizes == (7,) * players


@pytest.mark.parametrize("card", ["AS", "2S", "5S", "10S", "JS"])
def test_the_first_card_only_sets_the_suit(card: str) -> None:
    state = table("last-card", ["3S 4D", "KD 9D", "9H QH"], card)
    assert (state.to_move, state.direction, state.pending_draw, str(state.active_suit)) == (0, 1, 0, "S")


def test_a_five_makes_draw_five_unless_another_five_is_played() -> None:
    state = table("last-card", ["5S 9D QD", "5D 10C QH", "9H 4H 3C"], "7S")
    play(state, "5S")
    assert legal(state) == ["5D", "draw"]
    assert play(state, "5D", "draw").hand_sizes == (2, 2, 13)


def test_a_two_makes_draw_two_unless_another_two_is_played_and_the_turn_is_lost() -> None:
    state = table("last-card", ["2S 9D QD", "2D 10C QH", "9H 4H 3C"], "7S")
    play(state, "2S")
    assert legal(state) == ["2D", "draw"]
    play(state, "draw")
    assert (state.hand_sizes, state.to_move) == ((2, 5, 3), 2)


def test_a_two_does_not_go_on_a_five_that_must_be_drawn_for() -> None:
    state = play(table("last-card", ["5S 9D QD", "2D 2S QH", "9H 4H 3C"], "7S"), "5S")
    assert not allowed(state, "2S")


def test_a_ten_misses_a_turn_and_a_jack_has_another() -> None:
    assert play(table("last-card", ["10S 9D QD", "4C 3D QH", "9H 4H 3C"], "7S"), "10S").to_move == 2
    assert play(table("last-card", ["JS 9D QD", "4C 3D QH", "9H 4H 3C"], "7S"), "JS").to_move == 0


def test_an_ace_may_be_played_at_any_time_and_decides_the_suit() -> None:
    state = table("last-card", ["AH 9D QD", "4C 3D QH"], "7S")
    assert legal(state) == [*calls("AH"), "draw"]


def test_cards_of_the_same_number_go_together() -> None:
    state = table("last-card", ["9S 9D 9H QD 3C", "4C 3D QH 6H 10H"], "7S")
    play(state, "9S", "9H", "9D")
    assert (state.to_move, str(state.active_suit), state.hand_sizes) == (1, "D", (2, 5))


def test_who_cannot_play_draws_one_card() -> None:
    state = play(table("last-card", ["9D QD", "4C 3D"], "7S", stock="7H 4H"), "draw")
    assert (state.to_move, state.hand_sizes) == (1, (3, 2))


def test_who_does_not_say_last_card_draws_two() -> None:
    state = table("last-card", ["3S 9D", "4C 10D"], "7S")
    assert play(state.copy(), "3S").hand_sizes == (3, 2)
    assert play(state.copy(), "3S!").hand_sizes == (1, 2)


# Domineights


def test_a_chain_of_neighbouring_ranks_goes_in_one_turn() -> None:
    state = table("domineights", ["6S 7H 8D 9C JD", "4C 10D QH 3H KC"], "3S")
    play(state, "6S")
    assert legal(state) == ["7H", "done"]
    play(state, "7H")
    assert legal(state) == [*calls("8D"), "done"]
    play(state, "8D=H")
    # An 8 calls a suit in a chain too, and a 9 may still be put on it.
    assert legal(state) == ["9C", "done"]
    play(state, "done")
    assert (state.to_move, str(state.active_suit), legal(state)) == (1, "H", ["3H", "QH", "draw"])


def test_the_first_card_of_a_chain_must_match() -> None:
    state = table("domineights", ["4H 5S 6D", "4C 10D QH"], "3S")
    assert legal(state) == ["5S", "draw"]


def test_an_eight_calls_the_suit_and_counts_50() -> None:
    state = table("domineights", ["8H 3D", "4C 10D"], "7S")
    assert legal(state) == [*calls("8H"), "draw"]
    assert play(table("domineights", ["6S", "8D"], "7S"), "6S").outcome.points == (50, 0)
