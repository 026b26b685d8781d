"""Each kind of fault that other implementations of the game were reported for, as far as it touches the engine."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crazyeights import (
    DRAW,
    PASS,
    Game,
    IllegalMoveError,
    Move,
    NotationError,
    Reason,
    Suit,
    default_registry,
)
from crazyeights.events import Called, Drew, Reshuffled, Reversed, Skipped
from reference.model import Roles
from reference.side_by_side import engine_rule
from support_decks import Offer, calls, cards, deal, hand, kinds, legal, play, short_deck, snapshot, text

BOTH = pytest.mark.parametrize("variant", ["classic", "plain"])
_STACK = Offer(
    engine_rule(Roles(answers={"2": ["2"]}), name="stack"), variants=[short_deck("classic").variant("short")]
)


# Last card is an eight -> still asks for a suit.


@BOTH
@pytest.mark.parametrize("acts", [False, True])
def test_a_last_card_that_is_an_eight_does_not_ask_for_a_suit(variant: str, acts: bool) -> None:
    state = deal(variant, ["8S", "5C"], "9H", options={"last_card_acts": acts})
    assert legal(state) == ["8S", "draw"]
    play(state, "8S")
    assert (state.outcome.winner, state.called_suit) == (0, None)


# Round ends on an eight -> the called suit survives into the next.


@BOTH
def test_the_called_suit_does_not_survive_into_the_next_round(variant: str) -> None:
    state = deal(variant, ["8H 4H", "6D 8S"], "9H")
    game = state.game
    play(state, "8H=D", "6D", "draw")
    while state.outcome is None:
        state.apply(next((move for move in state.legal_moves() if move.suit is not None), state.legal_moves()[0]))
    for seed in range(20):
        fresh = game.deal(seed=seed)
        assert (fresh.called_suit, fresh.active_suit, fresh.pending_draw) == (None, fresh.top.suit, 0)


# Reshuffle -> called suit and pending draw cleared.


def _before_a_reshuffle(*, called: str = "H") -> Any:
    """Seat 0 is about to draw from an empty stock; 7S 4S 3S lie under the eight of hearts, which called a suit."""
    registry = short_deck("classic", ("3", "4", "7", "8"))
    state = deal("short", ["3H 8H 4S", "3S 4H 7H"], "7S", "8S", registry=registry)
    return play(state, "4S", "3S", f"8H={called}", "draw")


@pytest.mark.parametrize("called", ["S", "H"])
def test_a_reshuffle_does_not_clear_the_called_suit(called: str) -> None:
    state = _before_a_reshuffle(called=called)
    assert state.stock == ()
    play(state, "draw")
    assert "Reshuffled" in kinds(state.events())
    assert (str(state.active_suit), str(state.shown_top)) == (called, f"8{called}")


@pytest.mark.parametrize("stacked", [False, True])
def test_a_reshuffle_does_not_clear_a_pending_draw(stacked: bool) -> None:
    # One card of the penalty is the last of the stock; the other comes from the pile.
    registry = Offer(_STACK.rule("stack"), variants=[short_deck("classic", ("2", "3", "4", "5")).variant("short")])
    state = deal(
        "short", ["3H 2H 5S", "4H 2S 5H"], "3S", "4S", registry=registry, rules_added=["stack"] if stacked else []
    )
    play(state, "3H", "4H", "2H")
    if stacked:
        assert (state.pending_draw, text(state.stock)) == (2, "4S")
        play(state, "draw")
    assert (state.pending_draw, len(state.hands[1])) == (0, 4)
    assert {"2S", "5H", "4S"} < hand(state, 1)
    assert (text(state.discard), len(state.stock)) == ("2H", 2)


# Reshuffle keeps the second-last card as top; wilds keep the called suit.


def test_a_reshuffle_keeps_the_top_card_and_not_the_one_below() -> None:
    state = _before_a_reshuffle()
    play(state, "draw")
    assert text(state.discard) == "8H"
    (event,) = [event for event in state.events() if isinstance(event, Reshuffled)]
    assert set(text(event.stock).split()) == {"7S", "4S", "3S"}


def test_a_wild_card_that_comes_back_from_a_reshuffle_does_not_keep_the_suit_once_called() -> None:
    registry = short_deck("classic", ("3", "4", "7", "8"))
    state = deal("short", ["3H 8H 3S", "4S 7H 8S"], "7S", "4H", registry=registry, reshuffles=["8H 7S"])
    play(state, "8H=S", "4S", "draw")
    assert text(state.discard) == "7S 8H 4S"
    play(state, "draw")
    assert "8H" in hand(state, 1)
    # It is the eight of hearts again, and calls anew.
    play(state, "3S")
    assert legal(state) == ["8S=S", "8S=H", "8H=S", "8H=H", "draw"]
    play(state, "8H=H")
    assert (str(state.active_suit), str(state.shown_top), state.called_suit) == ("H", "8H", None)


# The oldest discard stayed, so the top card was also back in the stock; an empty stock with one discard crashed.


def test_after_a_reshuffle_the_top_card_is_not_also_in_the_stock() -> None:
    state = _before_a_reshuffle()
    play(state, "draw")
    assert "8H" not in text(state.stock).split()
    everywhere = [*state.stock, *state.discard, *state.hands[0], *state.hands[1]]
    assert len(everywhere) == len(set(everywhere)) == len(state.game.deck)


def test_an_empty_stock_with_one_discard_does_not_crash() -> None:
    state = Game("classic", players=3, options={"hand_size": 17}).deal(seed=1)
    assert (len(state.stock), len(state.discard)) == (0, 1)
    assert DRAW not in state.legal_moves()
    with pytest.raises(IllegalMoveError) as caught:
        state.apply(DRAW)
    assert caught.value.code == "nothing_to_draw"
    rng = random.Random(1)
    while state.outcome is None:
        state.apply(rng.choice(state.legal_moves()))


def test_a_penalty_with_nothing_left_to_draw_takes_what_there_is() -> None:
    registry = short_deck("classic", ("2", "3", "4", "5"))
    state = deal("short", ["3H 2H 4S", "4H 2S 3S"], "5H", registry=registry)
    assert text(state.stock) == "5S"
    play(state, "2H")
    assert len(state.hands[1]) == 5
    assert (text(state.stock), text(state.discard)) == ("", "2H")
    play(state, "2S")
    # One card, the two of hearts, lies under the two of spades.
    assert hand(state, 0) == {"3H", "4S", "2H"}
    assert state.to_move == 0


# A wild on top, the next player draws -> the called suit is lost.


@BOTH
def test_the_called_suit_is_not_lost_when_the_next_player_draws(variant: str) -> None:
    state = deal(variant, ["8H 4H", "6S 7C"], "9H", "KS JS KD")
    play(state, "8H=D", "draw")
    assert (str(state.active_suit), str(state.shown_top)) == ("D", "8D")
    if variant == "classic":
        play(state, "draw")
    else:
        play(state, "draw", "draw")
    assert str(state.active_suit) == "D"
    assert ("KD" in legal(state)) == (variant == "plain")


# Suit choice cancelled or timed out -> game stuck.


@BOTH
def test_a_suit_that_was_not_chosen_leaves_the_game_as_it_was(variant: str) -> None:
    state = deal(variant, ["8H 4H", "6S 7C"], "9H")
    before = snapshot(state)
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "8H")
    assert caught.value.code == "suit_needed"
    assert snapshot(state) == before
    play(state, "4H")
    assert state.to_move == 1


# A suit that doesn't exist is accepted -> nothing is playable.


@BOTH
def test_a_suit_that_does_not_exist_is_refused(variant: str) -> None:
    state = deal(variant, ["8H 4H", "6S 7C"], "9H")
    before = snapshot(state)
    for written in ["8H=X", "8H=", "8H=hart", "8H=8"]:
        with pytest.raises(NotationError):
            Move.parse(written)
    with pytest.raises(IllegalMoveError):
        state.apply(Move.play(state.game.deck.faces[20], Suit("X", "stars", "★")))
    assert snapshot(state) == before


# The chosen suit is ignored.


@BOTH
@pytest.mark.parametrize("called", ["S", "H", "D", "C"])
def test_the_chosen_suit_is_not_ignored(variant: str, called: str) -> None:
    state = deal(variant, ["8H 4H", "6S 7H KD JC"], "9H", options={"hand_size": 4})
    play(state, f"8H={called}")
    fitting = {"S": "6S", "H": "7H", "D": "KD", "C": "JC"}
    assert legal(state) == [fitting[called], "draw"]


# Discards show a blank card; the computer's called suit can't be seen.


@BOTH
def test_every_seat_sees_the_discards_and_the_called_suit(variant: str) -> None:
    state = deal(variant, ["8H 4H", "6S 7C"], "9H")
    play(state, "8H=D")
    for seat in range(2):
        view = state.view(seat)
        assert text(view.discard) == "9H 8H"
        assert (str(view.top), str(view.called_suit), str(view.active_suit), str(view.shown_top)) == (
            "8H",
            "D",
            "D",
            "8D",
        )
        assert Called(0, view.active_suit) in view.history


# Stock empty -> no reshuffle, or the round never ends.


def test_an_empty_stock_is_reshuffled() -> None:
    state = _before_a_reshuffle()
    assert legal(state)[-1] == "draw"
    play(state, "draw")
    assert len(state.stock) == 2


@BOTH
@pytest.mark.parametrize("lazy", [False, True])
def test_every_round_comes_to_an_end(variant: str, lazy: bool) -> None:
    # In plain also for players who would rather draw, for they run out of cards to draw.
    prefer = (DRAW, PASS) if lazy and variant == "plain" else ()
    for seed in range(40):
        state = Game(variant).deal(seed=seed)
        rng = random.Random(seed)
        for _ in range(5_000):
            if state.outcome is not None:
                break
            moves = state.legal_moves()
            wanted = [move for move in moves if move in prefer]
            state.apply(wanted[0] if wanted and rng.random() < 0.9 else rng.choice(moves))
        assert state.outcome is not None
        assert state.outcome.reason in {Reason.EMPTY_HAND, Reason.BLOCKED}


# Drawing without limit. Clicking draw fast draws five.


def test_drawing_is_limited() -> None:
    state = deal("classic", ["4C 5D", "6S 7S"], "9H", options={"after_draw": "play_any", "draw_limit": 2})
    play(state, "draw", "draw")
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "draw")
    assert caught.value.code == "draw_limit"


def test_drawing_five_times_fast_draws_one_card() -> None:
    from crazyeights.session import Seat, Session

    session = Session(Game("classic", 3), [Seat("You"), Seat("B"), Seat("C")], seed=5)
    session.apply(0, DRAW)
    for _ in range(4):
        with pytest.raises(IllegalMoveError) as caught:
            session.apply(0, DRAW)
        assert caught.value.code == "not_your_turn"
    assert session.view_for(0).hand_sizes == (6, 5, 5)


# After +2 only a +2 is playable.


def test_after_the_penalty_of_a_two_any_fitting_card_is_playable() -> None:
    state = deal("classic", ["2H 4C", "5H 2S 8C"], "9H", "KS JH", options={"hand_size": 3})
    play(state, "2H")
    assert legal(state) == ["2S", "5H", "JH", *calls("8C"), "draw"]


def test_after_a_penalty_was_taken_any_fitting_card_is_playable_where_twos_are_stacked() -> None:
    state = deal(
        "classic",
        ["2H 4C", "5H 2S 8C"],
        "9H",
        "KS JH",
        options={"hand_size": 3},
        rules_added=["stack"],
        registry=_STACK,
    )
    play(state, "2H")
    assert legal(state) == ["2S", "draw"]
    play(state, "draw")
    assert legal(state) == ["2S", "5H", "JH", *calls("8C"), "draw"]


# One card taken before deciding to stack.


def test_no_card_is_taken_before_one_decides_to_stack() -> None:
    state = deal("classic", ["2H 4C", "5H 2S"], "9H", "KS JH", rules_added=["stack"], registry=_STACK)
    play(state, "2H")
    assert (state.hand_sizes, state.pending_draw) == ((1, 2), 2)
    assert not [event for event in state.events() if isinstance(event, Drew)]
    play(state, "2S")
    assert (state.hand_sizes, state.pending_draw) == ((1, 1), 4)


# Reverse or skip with two players wrong.


def test_with_two_players_a_skip_lets_the_same_player_play_again_and_a_reverse_does_not() -> None:
    state = deal("classic", ["QH AH 4H", "5C AS 6C"], "9H")
    play(state, "QH")
    assert state.to_move == 0
    play(state, "AH")
    assert state.to_move == 1
    play(state, "AS")
    assert state.to_move == 0


# Next player moves before the reversal.


def test_nobody_moves_before_the_reversal() -> None:
    state = deal("classic", ["AH 4H", "5H 6C", "7H 9C"], "9H")
    play(state, "AH")
    assert (state.to_move, state.direction) == (2, -1)
    assert kinds(state.events()) == ["Dealt", "Played", "Reversed"]
    play(state, "7H")
    assert state.to_move == 1


# A player leaves -> the turn points at nobody. (Nobody leaves here; but the turn is always somebody's.)


@pytest.mark.parametrize("players", range(2, 8))
def test_the_turn_never_points_at_nobody(players: int) -> None:
    rng = random.Random(players)
    for seed in range(10):
        state = Game("classic", players).deal(seed=seed)
        while state.outcome is None:
            assert state.to_move in range(players)
            assert state.legal_moves()
            state.apply(rng.choice(state.legal_moves()))


# Game starts on a wild and nobody can play.


def test_a_round_that_starts_on_a_wild_card_can_be_played() -> None:
    state = deal("classic", ["3C 4D", "5C 6S"], "8C")
    assert legal(state) == ["3C", "draw"]
    # A joker has no suit to match: any card goes on it.
    joker = Offer(engine_rule(Roles(wild=["*"], choose_suit=["*"]), name="joker"))
    for starter in ["any", "acts"]:
        options = {"jokers": 1, "starter": starter}
        state = deal("classic", ["3C 4D", "5C 6S"], "*1", options=options, rules_added=["joker"], registry=joker)
        assert legal(state) == ["4D", "3C", "draw"]


# Winner credited with his own cards.


@BOTH
def test_the_winner_is_not_credited_with_cards_of_the_winners_own(variant: str) -> None:
    state = deal(variant, ["8S", "5C"], "9H")
    assert play(state, "8S").outcome.points == (5, 0)


def test_the_winner_of_a_blocked_round_is_credited_with_the_difference_only() -> None:
    state = deal(
        "short",
        ["3H 6H 5H 4S", "3S 4H 7H 7S"],
        "5S",
        "6S",
        options={"empty_stock": "stays_empty", "blocked": "lowest_hand"},
        registry=short_deck("classic"),
    )
    play(state, "draw", "3S", "3H", "4H", "6H", "7H", "5H", "pass", "pass")
    assert state.outcome.points == (0, 4 + 6 - 7)


# Bots ignore rule options.


# Those that think at once; tests/strategies/test_everywhere.py has the others.
@pytest.mark.parametrize("strategy", ["careful", "counter", "greedy", "random"])
@pytest.mark.parametrize(
    "options",
    [
        {"voluntary_draw": False, "after_draw": "play_drawn"},
        {"after_draw": "play_any", "draw_limit": 3, "empty_stock": "stays_empty"},
        {"hand_size": 12, "starter": "acts", "penalty_turn": "turn_lost", "two_player_reverse": "skip"},
    ],
)
def test_the_computer_players_keep_to_the_options(strategy: str, options: dict[str, Any]) -> None:
    game = Game("classic", 2, rules_added=["stack"], registry=_STACK, options=options)
    players = [default_registry().strategy(strategy).make(random.Random(seat)) for seat in range(2)]
    for seed in range(5):
        state = game.deal(seed=seed)
        for _ in range(80):
            if state.to_move is None:
                break
            view = state.view(state.to_move)
            move = players[state.to_move].choose(view)
            assert move in view.legal_moves == state.legal_moves()
            state.apply(move)


# Silent special effects; "card not in hand" unclear.


def test_no_special_effect_is_silent() -> None:
    hands = ["AH 4H 3C", "QH 6C 7D", "2H 8C 9D", "5C 6D KD"]
    state = deal("classic", hands, "9H", "3S 4S 5S 6S")
    play(state, "AH")
    assert state.events()[-1] == Reversed(-1)
    play(state, "draw", "2H")
    assert state.events()[-1] == Drew(1, 2, tuple(cards("4S 5S")), penalty=True)
    play(state, "QH")
    assert state.events()[-1] == Skipped(0)
    play(state, "draw", "8C=D")
    assert state.events()[-1] == Called(2, state.active_suit)
    # And every seat is told, without the cards that others drew.
    for seat in range(4):
        told = kinds(state.view(seat).history)
        assert told == kinds(state.events())
        penalties = [event for event in state.view(seat).history if isinstance(event, Drew) and event.penalty]
        assert [event.cards is not None for event in penalties] == [seat == 1]


@BOTH
def test_a_card_that_is_not_in_the_hand_is_named(variant: str) -> None:
    state = deal(variant, ["3H 4H", "6S 7C"], "9H")
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "6S")
    assert caught.value.code == "not_in_hand"
    assert "6 of spades" in caught.value.reason


@BOTH
def test_a_card_that_does_not_fit_is_named_with_what_would(variant: str) -> None:
    state = deal(variant, ["8H 4H", "3H 7C"], "9H")
    play(state, "8H=D")
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "3H")
    assert caught.value.code == "no_match"
    for word in ["3 of hearts", "diamonds", "8"]:
        assert word in caught.value.reason
