"""Each sentence of the rules of `classic`, with decks chosen by hand."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import Game, IllegalMoveError, SeatError
from crazyeights.cards import Card
from crazyeights.events import Called, Drew, Passed, Played, Reshuffled, Reversed, RoundOver, Skipped
from support_decks import calls, cards, deal, hand, kinds, legal, play, short_deck, text

# "52 cards, no jokers, five cards each, 2-7 players."


def test_classic_is_the_default_variant() -> None:
    assert Game().name == "classic"


def test_it_is_played_with_52_cards_and_no_jokers() -> None:
    state = Game("classic", players=2).deal(seed=1)
    everything = [*state.stock, *state.discard, *state.hands[0], *state.hands[1]]
    assert len(everything) == 52
    assert sorted(map(str, everything)) == sorted(
        rank + suit for suit in "SHDC" for rank in ["A", *map(str, range(2, 11)), "J", "Q", "K"]
    )


@pytest.mark.parametrize("players", range(2, 8))
def test_each_of_2_to_7_players_is_dealt_five_cards(players: int) -> None:
    state = Game("classic", players=players).deal(seed=3)
    assert [len(each) for each in state.hands] == [5] * players
    assert len(state.stock) == 52 - 5 * players - 1


@pytest.mark.parametrize("players", [-1, 0, 1, 8])
def test_fewer_than_2_or_more_than_7_cannot_play(players: int) -> None:
    with pytest.raises(SeatError):
        Game("classic", players=players)


def test_the_cards_are_dealt_one_at_a_time_in_seat_order_then_the_starter_then_the_stock() -> None:
    game = Game("classic", players=3)
    deck = list(game.deck.cards)
    state = game.deal(deck=deck)
    assert text(deck[:3]) == "AS 2S 3S"
    assert [hand(state, seat) for seat in range(3)] == [
        {"AS", "4S", "7S", "10S", "KS"},
        {"2S", "5S", "8S", "JS", "AH"},
        {"3S", "6S", "9S", "QS", "2H"},
    ]
    assert text(state.discard) == "3H"
    assert text(state.stock).startswith("4H 5H 6H")
    assert len(state.stock) == 52 - 16


def test_seat_0_starts_the_first_round() -> None:
    assert Game("classic", players=4).deal(seed=5).to_move == 0


# "On a turn the player plays one card or draws one."


def test_on_a_turn_the_player_plays_one_card() -> None:
    state = deal("classic", ["3H 4H", "5C 6C"], "9H")
    play(state, "3H")
    assert hand(state, 0) == {"4H"}
    assert text(state.discard) == "9H 3H"
    assert str(state.top) == "3H"
    assert state.to_move == 1


def test_on_a_turn_the_player_draws_one_card() -> None:
    state = deal("classic", ["3H 4H", "5C 6C"], "9H", "KS JS")
    play(state, "draw")
    assert hand(state, 0) == {"3H", "4H", "KS"}
    assert text(state.stock).startswith("JS ")
    assert text(state.discard) == "9H"


# "Playable: same suit as the active suit, same rank as the top card, or any eight."


def test_playable_is_the_same_suit_as_the_active_suit() -> None:
    assert legal(deal("classic", ["3H KH 4C 5D", "6S"], "9H")) == ["3H", "KH", "draw"]


def test_playable_is_the_same_rank_as_the_top_card() -> None:
    assert legal(deal("classic", ["9S 9C 4C 5D", "6S"], "9H")) == ["9S", "9C", "draw"]


def test_playable_is_any_eight() -> None:
    assert legal(deal("classic", ["8S 8C 4C 5D", "6S"], "9H")) == [*calls("8S", "8C"), "draw"]


def test_nothing_else_is_playable() -> None:
    state = deal("classic", ["4C 5D 10S KC", "6S"], "9H")
    assert legal(state) == ["draw"]
    for card in ["4C", "5D", "10S", "KC"]:
        with pytest.raises(IllegalMoveError):
            play(state, card)


def test_the_legal_moves_come_in_the_order_of_the_deck_then_draw() -> None:
    state = deal("classic", ["9C KH AH 9S 8D", "6S"], "9H")
    assert legal(state) == ["9S", "AH", "KH", *calls("8D"), "9C", "draw"]


def test_a_card_that_is_not_in_the_hand_is_refused() -> None:
    with pytest.raises(IllegalMoveError):
        play(deal("classic", ["4C 5D", "3H 6S"], "9H"), "3H")


# "Who can't play must draw."


def test_who_cannot_play_must_draw() -> None:
    state = deal("classic", ["4C 5D", "6S 7S"], "9H")
    assert legal(state) == ["draw"]
    with pytest.raises(IllegalMoveError):
        play(state, "pass")


# "Drawing is also allowed with a playable card in hand."


def test_drawing_is_also_allowed_with_a_playable_card_in_hand() -> None:
    state = deal("classic", ["3H 5D", "6S 7S"], "9H", "KS")
    play(state, "draw")
    assert hand(state, 0) == {"3H", "5D", "KS"}


# "One card is drawn, and that ends the turn (the drawn card waits for a later turn)."


def test_drawing_a_card_ends_the_turn_and_the_drawn_card_waits() -> None:
    state = deal("classic", ["4C 5D", "6S 7H"], "9H", "KH")
    play(state, "draw")
    assert "KH" in hand(state, 0)
    assert state.to_move == 1
    with pytest.raises(IllegalMoveError):
        play(state, "KH")
    play(state, "7H")
    assert state.to_move == 0
    assert legal(state) == ["KH", "draw"]


# "Ace: the direction reverses (with two players that changes nothing about who is next)."


def test_an_ace_reverses_the_direction() -> None:
    state = deal("classic", ["AH 4H", "5C 6C", "7C 9C", "10C JC"], "9H")
    assert state.direction == 1
    play(state, "AH")
    assert state.direction == -1
    order = []
    for _ in range(5):
        order.append(state.to_move)
        play(state, "draw")
    assert order == [3, 2, 1, 0, 3]
    assert Reversed(-1) in state.events()


def test_a_second_ace_reverses_it_again() -> None:
    state = deal("classic", ["AH 4H", "5C 6C", "AS 9C"], "9H")
    play(state, "AH")
    assert state.to_move == 2
    play(state, "AS")
    assert (state.direction, state.to_move) == (1, 0)


def test_with_two_players_an_ace_changes_nothing_about_who_is_next() -> None:
    state = deal("classic", ["AH 4H", "5C AS"], "9H")
    play(state, "AH")
    assert (state.direction, state.to_move) == (-1, 1)
    play(state, "AS")
    assert (state.direction, state.to_move) == (1, 0)


# "Two: the next player draws two before their turn starts, then plays that turn. No stacking."


def test_after_a_two_the_next_player_draws_two_before_their_turn_starts() -> None:
    state = deal("classic", ["2H 4H", "5C 6C", "7C 9C"], "9H", "KS JS 10S")
    play(state, "2H")
    assert hand(state, 1) == {"5C", "6C", "KS", "JS"}
    assert state.pending_draw == 0
    assert text(state.stock).startswith("10S ")
    assert Drew(1, 2, tuple(cards("KS JS")), penalty=True) in state.events()


def test_after_drawing_two_the_player_plays_that_turn_also_the_cards_just_drawn() -> None:
    state = deal("classic", ["2H 4H", "5C 6C", "7C 9C"], "9H", "KH JS")
    play(state, "2H")
    assert state.to_move == 1
    assert legal(state) == ["KH", "draw"]
    play(state, "KH")
    assert state.to_move == 2


def test_a_two_is_not_stacked_its_victim_draws_though_it_holds_a_two() -> None:
    state = deal("classic", ["2H 4H", "2S 6C", "7C 9C"], "9H", "KS JS 10S 10D 3D")
    play(state, "2H")
    assert hand(state, 1) == {"2S", "6C", "KS", "JS"}
    # Its own two is then an ordinary play, and makes the next player draw two, not four.
    play(state, "2S")
    assert hand(state, 2) == {"7C", "9C", "10S", "10D"}
    assert len(state.hands[1]) == 3


def test_a_two_hits_the_player_who_is_next_in_the_direction() -> None:
    state = deal("classic", ["AH 4H 3C", "5C 6C 7D", "2H 7C 9C"], "9H")
    play(state, "AH")
    assert state.to_move == 2
    play(state, "2H")
    assert [len(each) for each in state.hands] == [2, 5, 2]
    assert state.to_move == 1


# "Queen: the next player is skipped (with two players the same player plays again)."


def test_a_queen_skips_the_next_player() -> None:
    state = deal("classic", ["QH 4H", "5C 6C", "7C 9C"], "9H")
    play(state, "QH")
    assert state.to_move == 2
    assert Skipped(1) in state.events()
    assert [len(each) for each in state.hands] == [1, 2, 2]


def test_a_queen_skips_in_the_direction_of_play() -> None:
    state = deal("classic", ["AH 4H", "5C 6C", "7C 9C", "QH 10C"], "9H")
    play(state, "AH", "QH")
    assert state.to_move == 1
    assert Skipped(2) in state.events()


def test_with_two_players_the_same_player_plays_again_after_a_queen() -> None:
    state = deal("classic", ["QH 4H 3C", "5C 6C 7C"], "9H")
    play(state, "QH")
    assert state.to_move == 0
    play(state, "4H")
    assert state.to_move == 1


# "Eight: always playable; the player calls a suit."


@pytest.mark.parametrize("starter", ["9H", "2C", "KS", "AD", "8D"])
def test_an_eight_is_always_playable(starter: str) -> None:
    assert set(calls("8S")) <= set(legal(deal("classic", ["8S 3C 3D", "6S"], starter)))


@pytest.mark.parametrize("suit", ["S", "H", "D", "C"])
def test_the_player_of_an_eight_calls_any_suit_its_own_too(suit: str) -> None:
    state = deal("classic", ["8S 3C", "6S 7S"], "9H")
    play(state, f"8S={suit}")
    assert str(state.active_suit) == suit
    assert [event for event in state.events() if isinstance(event, Called)] == [Called(0, state.active_suit)]


def test_an_eight_without_a_suit_is_refused() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        play(deal("classic", ["8S 3C", "6S 7S"], "9H"), "8S")
    assert caught.value.code == "suit_needed"


def test_a_suit_for_a_card_that_is_no_eight_is_refused() -> None:
    with pytest.raises(IllegalMoveError) as caught:
        play(deal("classic", ["3H 3C", "6S 7S"], "9H"), "3H=D")
    assert caught.value.code == "suit_not_asked"


# "The top card is shown as the eight *of the called suit*."


def test_the_top_card_is_shown_as_the_eight_of_the_called_suit() -> None:
    state = deal("classic", ["8H 3C", "6S 7S"], "9H")
    play(state, "8H=D")
    assert str(state.shown_top) == "8D"
    assert (str(state.called_suit), str(state.active_suit)) == ("D", "D")
    assert str(state.view(1).shown_top) == "8D"
    # The card itself stays what it is.
    assert str(state.top) == "8H"
    assert text(state.discard) == "9H 8H"


def test_any_other_top_card_is_shown_as_it_is() -> None:
    state = deal("classic", ["8H 3C", "6D 7S"], "9H")
    assert (str(state.shown_top), state.called_suit) == ("9H", None)
    play(state, "8H=D", "6D")
    assert (str(state.shown_top), state.called_suit) == ("6D", None)


# "After 8H called D, a heart may not be played (an eight may)."


def test_after_the_eight_of_hearts_called_diamonds_a_heart_may_not_be_played() -> None:
    state = deal("classic", ["8H 3C 4C", "KH 6D 8S"], "9H")
    play(state, "8H=D")
    assert legal(state) == [*calls("8S"), "6D", "draw"]
    with pytest.raises(IllegalMoveError):
        play(state, "KH")


def test_an_eight_may_be_played_on_an_eight_and_calls_anew() -> None:
    state = deal("classic", ["8H 3C 4C", "KH 6D 8S"], "9H")
    play(state, "8H=D", "8S=C")
    assert str(state.active_suit) == "C"
    assert legal(state) == ["3C", "4C", "draw"]


# "The starter is whatever comes, an eight included; it counts as printed and has no effect."


@pytest.mark.parametrize("starter", ["8C", "AC", "2C", "QC", "JC"])
def test_the_starter_is_whatever_comes_and_has_no_effect(starter: str) -> None:
    state = deal("classic", ["3C 4D", "5C 6S", "7C 9S"], starter)
    assert text(state.discard) == starter
    assert (state.to_move, state.direction, state.pending_draw) == (0, 1, 0)
    assert [len(each) for each in state.hands] == [2, 2, 2]
    assert kinds(state.events()) == ["Dealt"]


def test_a_starter_eight_counts_as_printed() -> None:
    state = deal("classic", ["3C 4D 8S", "5H 6S 9S"], "8C")
    assert (str(state.active_suit), state.called_suit, str(state.shown_top)) == ("C", None, "8C")
    assert legal(state) == [*calls("8S"), "3C", "draw"]


# "Empty stock: the discard pile except its top card is shuffled into a new stock (eights with their printed suit; the
# called suit stays in force)."


def _drain(state: Any) -> None:
    while state.stock:
        play(state, "draw")


def test_an_empty_stock_is_made_anew_from_the_discard_pile_except_its_top_card() -> None:
    state = deal("classic", ["3H 8H 4S", "8D KH 6C"], "9H")
    play(state, "3H", "KH", "8H=S")
    assert text(state.discard) == "9H 3H KH 8H"
    _drain(state)
    assert (len(state.stock), len(state.discard)) == (0, 4)
    drawer = state.to_move
    before = hand(state, drawer)
    play(state, "draw")
    assert text(state.discard) == "8H"
    (new,) = hand(state, drawer) - before
    assert {new, *map(str, state.stock)} == {"9H", "3H", "KH"}
    assert len(state.stock) == 2


def test_the_new_stock_is_shuffled() -> None:
    orders = []
    for stock in ["10H 10S", "10S 10H", "JS 10D", "10D JS"]:
        state = deal("classic", ["3H 8H 4S JH QS", "8D KH 6C 5H 7D"], "9H", stock)
        play(state, "3H", "KH", "JH", "5H", "8H=S")
        _drain(state)
        play(state, "draw")
        (event,) = [event for event in state.events() if isinstance(event, Reshuffled)]
        assert event.count == 5
        assert set(text(event.stock).split()) == {"9H", "3H", "KH", "JH", "5H"}
        orders.append(text(event.stock))
    assert len(set(orders)) > 1


def test_an_eight_in_the_new_stock_has_its_printed_suit() -> None:
    state = deal("classic", ["3H 8H 4S", "8D KH 6D"], "9H", reshuffles=["8H 9H"])
    play(state, "8H=D", "6D")
    _drain(state)
    drawer = state.to_move
    play(state, "draw")
    assert "8H" in hand(state, drawer)
    assert text(state.stock) == "9H"


def test_the_called_suit_stays_in_force_when_the_stock_is_made_anew() -> None:
    state = deal("classic", ["3H 8H 4S", "8D KH 6C"], "9H")
    play(state, "3H", "KH", "8H=S")
    _drain(state)
    play(state, "draw")
    assert (str(state.active_suit), str(state.called_suit), str(state.shown_top)) == ("S", "S", "8S")
    playable = {move for move in legal(state) if "=" not in move and move != "draw"}
    assert playable
    assert all(move.endswith("S") for move in playable)


def test_the_reshuffle_is_in_the_middle_of_a_penalty_where_the_stock_runs_out_there() -> None:
    # 2 x 24 cards, the starter, and three in the stock: two are drawn, then a two asks for two more.
    hands = [
        "2H 9H AS 2S 3S 4S 5S 6S 7S 9S 10S JS QS KS 3C 4C 5C 6C 7C 9C 10C JC QC KC",
        "3H 4H 5H 6H 7H 10H JH QH KH 2C 2D 3D 4D 5D 6D 7D 9D 10D JD QD KD AC AD AH",
    ]
    state = deal("classic", hands, "8H", "8S 8D 8C")
    play(state, "draw", "draw", "2H")
    # One card was left, and only the starter lay under the two.
    assert len(state.hands[1]) == 24 + 1 + 2
    assert {"8C", "8H"} <= hand(state, 1)
    assert (text(state.discard), text(state.stock), state.pending_draw) == ("2H", "", 0)
    assert kinds(state.events())[-4:] == ["Played", "Drew", "Reshuffled", "Drew"]


# "Nothing to draw and nothing to play: pass."

# Seat 1 holds all that fits a heart or a nine.
_FITTING = "AH 2H 3H 4H 5H 6H 7H 10H JH QH KH 8H 8S 8D 8C 9S 9D 9C AS 2S 3S 4S 5S 6S 7S"
_OTHERS = "10S JS QS KS AD 2D 3D 4D 5D 6D 7D 10D JD QD KD AC 2C 3C 4C 5C 6C 7C 10C JC QC"


def test_with_nothing_to_draw_and_nothing_to_play_one_passes() -> None:
    state = deal("classic", [_OTHERS, _FITTING], "9H", "KC", first=1)
    play(state, "draw")
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert Passed(0) in state.events()
    assert (state.to_move, state.outcome) == (1, None)


def test_one_cannot_pass_while_there_is_a_card_to_draw() -> None:
    state = deal("classic", [_OTHERS, _FITTING], "9H", "KC")
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "pass")
    assert caught.value.code == "must_draw"


def test_one_cannot_pass_while_a_card_is_playable() -> None:
    state = deal("classic", [_OTHERS, _FITTING], "9H", "KC")
    play(state, "draw")
    assert "pass" not in legal(state)
    assert "draw" not in legal(state)
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "pass")
    assert caught.value.code == "must_play"


# "When every player has passed in a row, the round ends in a draw."
# Where the stock is remade from the discards, somebody always holds a fitting card when there is none left to draw; so
# this needs a stock that stays empty, and a short deck keeps the round short.


def test_when_every_player_has_passed_in_a_row_the_round_ends_in_a_draw() -> None:
    state = deal(
        "short",
        ["3H 6H 5H 4S", "3S 4H 7H 7S"],
        "5S",
        "6S",
        options={"empty_stock": "stays_empty"},
        registry=short_deck("classic"),
    )
    play(state, "draw", "3S", "3H", "4H", "6H", "7H", "5H")
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert (state.to_move, state.outcome) == (0, None)
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert state.to_move is None
    assert (state.outcome.winner, str(state.outcome.reason), state.outcome.points) == (None, "blocked", (0, 0))
    assert kinds(state.events())[-3:] == ["Passed", "Passed", "RoundOver"]


# "The first empty hand wins at once: a last eight asks for no suit, a last two makes nobody draw."


def test_the_first_empty_hand_wins_at_once() -> None:
    state = deal("classic", ["3H", "5C", "7C"], "9H")
    play(state, "3H")
    assert state.to_move is None
    assert state.outcome is not None
    assert (state.outcome.winner, str(state.outcome.reason)) == (0, "empty_hand")
    assert legal(state) == []
    assert isinstance(state.events()[-1], RoundOver)
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "draw")
    assert caught.value.code == "round_over"


def test_the_winner_collects_what_the_others_hold() -> None:
    # Bicycle's count: ace 1, courts 10, an eight 50, the others what they show.
    state = deal("classic", ["3H 4H", "KC 8C", "AC 10C"], "9H", "2S")
    play(state, "3H", "draw", "draw", "4H")
    # Seat 1 drew the 2, seat 2 the first card that nobody named, the 3 of spades.
    assert hand(state, 2) == {"AC", "10C", "3S"}
    assert state.outcome.points == (10 + 50 + 2 + 1 + 10 + 3, 0, 0)


def test_a_last_eight_asks_for_no_suit() -> None:
    state = deal("classic", ["8S", "5C"], "9H")
    assert legal(state) == ["8S", "draw"]
    with pytest.raises(IllegalMoveError):
        play(state, "8S=D")
    play(state, "8S")
    assert state.outcome.winner == 0
    assert not [event for event in state.events() if isinstance(event, Called)]


def test_a_last_two_makes_nobody_draw() -> None:
    state = deal("classic", ["2H", "5C"], "9H")
    play(state, "2H")
    assert state.outcome.winner == 0
    assert hand(state, 1) == {"5C"}
    assert state.pending_draw == 0
    assert state.outcome.points == (5, 0)
    assert state.events()[-2:-1] == [Played(0, Card.parse("2H"))]


@pytest.mark.parametrize("last", ["AH", "QH"])
def test_a_last_ace_or_queen_does_nothing_either(last: str) -> None:
    state = deal("classic", [last, "5C", "7C"], "9H")
    play(state, last)
    assert (state.outcome.winner, state.direction) == (0, 1)
    assert kinds(state.events()) == ["Dealt", "Played", "RoundOver"]


def test_every_move_is_said_in_an_event_in_the_order_of_the_turn() -> None:
    state = deal("classic", ["8H 3C 4C", "QD 6D 5C", "2S AD 7C"], "9H")
    play(state, "8H=D", "QD", "draw")
    assert kinds(state.events()) == ["Dealt", "Played", "Called", "Played", "Skipped", "Drew"]
