"""Ends of rounds that are searched to their end."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import Game, Move
from crazyeights_strategies.endgame import certainty, solve
from support_decks import deal, play, short_deck

NODES = 5_000


def solved(state: Any, nodes: int = NODES) -> str | None:
    view = state.view(state.to_move)
    move = solve(view, view.legal_moves, Random(1), nodes)
    return None if move is None else str(move)


def test_the_last_card_wins() -> None:
    assert solved(deal("classic", ["3H", "9C"], "5H")) == "3H"


def test_two_queens_and_a_card_that_fits_win_at_once() -> None:
    # Each queen skips the only other player.
    assert solved(deal("classic", ["QH QS 3S", "9C 9D 9S"], "5H")) == "QH"


def test_it_wins_so_with_more_players_too_only_if_nobody_else_has_a_turn() -> None:
    assert solved(deal("classic", ["QH 3H", "9C 9D", "10C 10D"], "5H")) is None


def test_an_exchange_of_hands_is_no_way_to_be_sure() -> None:
    state = deal("classic", ["7H 3H", "9C 9D"], "5H", rules_added=["seven-swap"])
    assert solved(state) is None


def brute(state: Any, seat: int) -> float:
    """What the seat gets with best play on both sides, with nothing left out."""
    if state.outcome is not None:
        return float(state.outcome.winner == seat) if state.outcome.winner is not None else 0.5
    values = []
    for move in state.legal_moves():
        after = state.copy()
        after.apply(move)
        values.append(brute(after, seat))
    return max(values) if state.to_move == seat else min(values)


def test_with_no_stock_and_two_players_it_plays_as_well_as_can_be() -> None:
    game = Game("short", 2, registry=short_deck("plain"), options={"hand_size": 4})
    rng = Random(6)
    checked = 0
    for seed in range(60):
        state = game.deal(seed=seed)
        while state.stock and state.outcome is None:
            state.apply(rng.choice(state.legal_moves()))
        if state.outcome is not None or len(state.legal_moves()) < 2:
            continue
        seat = state.to_move
        assert seat is not None
        move = solved(state)
        assert move is not None
        best = brute(state, seat)
        play(state, move)
        assert brute(state, seat) == pytest.approx(best)
        checked += 1
    assert checked > 10


def test_what_is_sure_of_each_move_is_told_as_it_is() -> None:
    game = Game("short", 2, registry=short_deck("plain"), options={"hand_size": 4})
    rng = Random(6)
    told = {
        1.0: {"It wins whatever the other player does.", "It wins the round at once."},
        0.5: {"If both of you play your best after it, nobody wins the round."},
        0.0: {"The other player can win after it, whatever you do."},
    }
    seen: set[str] = set()
    for seed in range(60):
        state = game.deal(seed=seed)
        while state.stock and state.outcome is None:
            state.apply(rng.choice(state.legal_moves()))
        if state.outcome is not None:
            continue
        seat = state.to_move
        for move in state.legal_moves():
            after = state.copy()
            after.apply(move)
            sentence = certainty(state.view(seat), move, NODES)
            assert sentence in told[brute(after, seat)]
            seen.add(sentence)
    assert len(seen - {"It wins the round at once."}) == 3


def test_nothing_is_sure_while_cards_are_hidden() -> None:
    state = deal("classic", ["3H 4S", "9C 9D"], "5H")
    assert certainty(state.view(0), state.legal_moves()[0], NODES) == ""
    # Nor is anything told about somebody else's turn.
    assert certainty(state.view(1), state.legal_moves()[0], NODES) == ""


def test_a_run_to_the_end_is_sure() -> None:
    state = deal("classic", ["QH QS 3S", "9C 9D 9S"], "5H")
    first = Move.parse("QH")
    assert certainty(state.view(0), first, NODES) == "It wins the round before anybody else has a turn."
    play(state, "QH", "QS")
    assert certainty(state.view(0), Move.parse("3S"), NODES) == "It wins the round at once."


def test_it_gives_up_where_there_is_too_much_to_look_at() -> None:
    game = Game("plain", options={"hand_size": 25})
    state = game.deal(seed=3)
    play(state, *["draw"] * len(state.stock))
    assert solved(state, nodes=200) is None


def test_it_knows_no_end_while_cards_may_be_drawn() -> None:
    state = deal("classic", ["3H 4S", "9C 9D"], "5H")
    assert solved(state) is None
    assert isinstance(state.legal_moves()[0], Move)
