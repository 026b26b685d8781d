"""Each sentence of the rules of `plain`, with decks chosen by hand."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import Game, IllegalMoveError, SeatError
from crazyeights.events import Called, Dealt, Drew, Passed
from support_decks import arrange, calls, deal, hand, kinds, legal, play, short_deck, text

# "Two players, 52 cards, five each."


def test_two_players_are_dealt_five_of_52_cards_each() -> None:
    game = Game("plain")
    assert game.players == 2
    state = game.deal(seed=2)
    assert [len(each) for each in state.hands] == [5, 5]
    assert (len(state.stock), len(state.discard)) == (41, 1)
    assert len({*state.stock, *state.discard, *state.hands[0], *state.hands[1]}) == 52


@pytest.mark.parametrize("players", [1, 3, 4, 7])
def test_no_other_number_of_players_can_play(players: int) -> None:
    with pytest.raises(SeatError):
        Game("plain", players=players)


# "Eights are wild and call a suit."


@pytest.mark.parametrize("starter", ["9H", "2C", "KS", "AD"])
def test_eights_are_wild(starter: str) -> None:
    assert set(calls("8S")) <= set(legal(deal("plain", ["8S 3C 3D", "6S"], starter)))


def test_eights_call_a_suit() -> None:
    state = deal("plain", ["8H 3C 4C", "KH 6D 8S"], "9H")
    play(state, "8H=D")
    assert (str(state.active_suit), str(state.shown_top), str(state.top)) == ("D", "8D", "8H")
    assert [event for event in state.events() if isinstance(event, Called)] == [Called(0, state.active_suit)]
    # The called suit or another eight, but not the eight's printed suit.
    assert legal(state) == [*calls("8S"), "6D", "draw"]


def test_the_called_suit_lasts_until_the_next_card() -> None:
    state = deal("plain", ["8H 3C 4D", "KH 6D 8S"], "9H")
    play(state, "8H=D", "6D")
    assert (str(state.active_suit), state.called_suit) == ("D", None)
    state = deal("plain", ["8H 3C 4D", "KH 6D 8S"], "9H")
    play(state, "8H=D", "8S=C")
    assert str(state.active_suit) == "C"


def test_a_card_matches_by_suit_or_by_rank() -> None:
    assert legal(deal("plain", ["9S KH 4C 5D", "6S"], "9H")) == ["9S", "KH", "draw"]


# "No other card does anything (no reverse, draw two or skip)."


@pytest.mark.parametrize("card", ["AH", "2H", "QH", "JH", "KH", "7H"])
def test_no_other_card_does_anything(card: str) -> None:
    state = deal("plain", [f"{card} 3C", "5C 6C"], "9H")
    play(state, card)
    assert (state.to_move, state.direction, state.pending_draw) == (1, 1, 0)
    assert hand(state, 1) == {"5C", "6C"}
    assert kinds(state.events()) == ["Dealt", "Played"]


# "The starter is never an eight (an eight is buried in the middle of the stock and the next card turned)."


def test_a_starter_eight_is_buried_in_the_middle_of_the_stock_and_the_next_card_turned() -> None:
    game = Game("plain")
    deck = arrange(game.deck, ["3C 4C 5C 6C 7C", "3D 4D 5D 6D 7D"], "8H KS QS")
    state = game.deal(deck=deck)
    assert text(state.discard) == "KS"
    # 41 cards lay below the eight: 20 above it and 21 below, and then the next card was turned.
    assert list(state.stock) == [*deck[12:31], deck[10], *deck[31:]]
    (dealt,) = [event for event in state.events() if isinstance(event, Dealt)]
    assert (str(dealt.starter), text(dealt.buried)) == ("KS", "8H")


def test_one_starter_eight_after_another_is_buried() -> None:
    game = Game("plain")
    deck = arrange(game.deck, ["3C 4C 5C 6C 7C", "3D 4D 5D 6D 7D"], "8H 8S 8D 8C KS QS")
    state = game.deal(deck=deck)
    assert text(state.discard) == "KS"
    assert len(state.stock) == 41
    assert text(state.stock)[:3] == "QS "
    # Each went to the same depth, so the last one lies lowest of the four.
    places = [text(state.stock).split().index(eight) for eight in ["8H", "8S", "8D", "8C"]]
    assert places == [16, 17, 18, 19]


def test_the_starter_is_never_an_eight_in_any_round() -> None:
    for seed in range(200):
        assert Game("plain").deal(seed=seed).top.rank.text != "8"


@pytest.mark.parametrize("card", ["AC", "2C", "QC"])
def test_any_other_card_is_a_starter(card: str) -> None:
    state = deal("plain", ["3C 4D", "5C 6S"], card)
    assert (text(state.discard), state.to_move, kinds(state.events())) == (card, 0, ["Dealt"])


# "Draw one card at a time, as often as wanted; drawing does not end the turn, and any playable card may be played."


def test_one_card_is_drawn_at_a_time() -> None:
    state = deal("plain", ["4C 5D", "6S 7S"], "9H", "KS JS")
    play(state, "draw")
    assert hand(state, 0) == {"4C", "5D", "KS"}
    assert state.drawn == 1


def test_one_draws_as_often_as_wanted_down_to_the_last_card() -> None:
    state = deal("plain", ["3H 5D", "6S 7S"], "9H")
    for _ in range(len(state.stock)):
        assert "draw" in legal(state)
        play(state, "draw")
    assert len(state.hands[0]) == 2 + 47
    assert (len(state.stock), state.to_move) == (0, 0)
    assert "draw" not in legal(state)


def test_one_may_draw_though_a_card_is_playable() -> None:
    assert legal(deal("plain", ["3H 5D", "6S 7S"], "9H")) == ["3H", "draw"]


def test_drawing_does_not_end_the_turn() -> None:
    state = deal("plain", ["4C 5D", "6S 7S"], "9H", "KS JS")
    play(state, "draw", "draw")
    assert state.to_move == 0
    assert [event.seat for event in state.events() if isinstance(event, Drew)] == [0, 0]


def test_after_drawing_any_playable_card_may_be_played_drawn_or_not() -> None:
    state = deal("plain", ["3H 5D", "6S 7S"], "9H", "KH 9S")
    play(state, "draw", "draw")
    assert legal(state) == ["9S", "3H", "KH", "draw"]
    play(state, "3H")
    assert state.to_move == 1


# "The stock is not recycled."


def test_the_stock_is_not_recycled() -> None:
    state = _emptied()
    assert len(state.discard) == 7
    assert len(state.stock) == 0
    assert "draw" not in legal(state)
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "draw")
    assert caught.value.code == "nothing_to_draw"


# "Pass is legal only with an empty stock and no playable card."


def test_one_cannot_pass_while_the_stock_has_cards() -> None:
    state = deal("plain", ["4C 5D", "6S 7S"], "9H")
    assert legal(state) == ["draw"]
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "pass")
    assert caught.value.code == "must_draw"


def test_one_cannot_pass_with_an_empty_stock_and_a_playable_card() -> None:
    state = deal("plain", ["3H 5D", "6S 7S"], "9H")
    for _ in range(len(state.stock)):
        play(state, "draw")
    assert "pass" not in legal(state)
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "pass")
    assert caught.value.code == "must_play"


def test_with_an_empty_stock_and_no_playable_card_one_passes() -> None:
    state = _emptied()
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert (state.to_move, state.outcome) == (0, None)
    assert Passed(1) in state.events()


# "Two passes in a row end the round in a draw."


def _emptied() -> Any:
    """Spades and hearts from 3 to 7; only the 4, 6 and 7 of spades are still held, and the 5 of hearts is on top."""
    state = deal("short", ["3H 6H 5H 4S", "3S 4H 7H 7S"], "5S", "6S", registry=short_deck("plain"), first=1)
    play(state, "3S", "3H", "4H", "6H", "7H", "draw", "5H")
    return state


def test_two_passes_in_a_row_end_the_round_in_a_draw() -> None:
    state = _emptied()
    play(state, "pass", "pass")
    assert state.to_move is None
    assert (state.outcome.winner, str(state.outcome.reason), state.outcome.points) == (None, "blocked", (0, 0))
    assert kinds(state.events())[-3:] == ["Passed", "Passed", "RoundOver"]


def test_two_passes_that_are_not_in_a_row_do_not_end_the_round() -> None:
    state = deal("short", ["3H 4H 5H", "6S 7S 3S"], "6H", "7H 4S 5S", registry=short_deck("plain"))
    play(state, "draw", "draw", "draw", "5H", "pass", "5S", "3S", "3H")
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert state.outcome is None
    assert state.to_move == 0


# "The first empty hand wins."


def test_the_first_empty_hand_wins() -> None:
    state = deal("plain", ["3H", "5C"], "9H")
    play(state, "3H")
    assert state.to_move is None
    assert (state.outcome.winner, str(state.outcome.reason), state.outcome.points) == (0, "empty_hand", (5, 0))


def test_a_last_eight_asks_for_no_suit() -> None:
    state = deal("plain", ["8S", "5C"], "9H")
    assert legal(state) == ["8S", "draw"]
    play(state, "8S")
    assert state.outcome.winner == 0


# The worked example of the source: "If 5C is on top, you can play another club, another five, or any eight."


def test_the_worked_example_of_the_source() -> None:
    state = deal("plain", ["9C 5D 8S 9H 4D", "KH 2S 3C"], "5C")
    assert legal(state) == [*calls("8S"), "5D", "9C", "draw"]
    play(state, "8S=H")
    assert legal(state) == ["KH", "draw"]
