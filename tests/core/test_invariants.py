"""What holds at every moment of every round, whatever the rules and options."""

from __future__ import annotations

import copy
import itertools
import random
from collections import Counter
from typing import Any

import pytest

from crazyeights import DRAW, PASS, Game, IllegalMoveError, Move, SeatError
from crazyeights.cards import Card, Suit
from reference.model import Roles
from reference.side_by_side import engine_rule
from support_decks import Offer, cards, deal, legal, play, short_deck, snapshot, text
from support_rounds import ALL, GAMES, shows, walk

# The deck is whole


@ALL
def test_hands_stock_and_discard_pile_are_exactly_the_deck(name: str) -> None:
    whole = Counter(GAMES[name].deck.cards)
    for seed in range(8):
        for state in walk(name, seed):
            found = Counter(itertools.chain(state.stock, state.discard, *state.hands))
            assert found == whole
            assert tuple(map(len, state.hands)) == state.hand_sizes
            assert state.discard[-1] is state.top


@ALL
def test_there_is_always_somebody_to_move_who_can_or_the_round_is_over(name: str) -> None:
    for seed in range(8):
        for state in walk(name, seed):
            if state.outcome is None:
                assert state.to_move in range(GAMES[name].players)
                assert state.legal_moves()
            else:
                assert state.to_move is None
                assert state.legal_moves() == ()


@ALL
def test_the_legal_moves_have_no_move_twice_and_are_all_the_cards_one_holds(name: str) -> None:
    for state in walk(name, "moves"):
        moves = state.legal_moves()
        assert len(set(moves)) == len(moves)
        assert all(move.card is None or move.card in state.hands[state.to_move] for move in moves)


# Illegal moves

_FOREIGN = Suit("X", "stars", "★")


def _universe(game: Game) -> list[object]:
    suits = (None, *game.deck.suits, _FOREIGN)
    foreign = [Card.parse("2H"), *cards("*1 *4")]
    plays = [Move.play(card, suit) for card in dict.fromkeys([*game.deck.faces, *foreign]) for suit in suits]
    return [*plays, DRAW, PASS, "8H", "draw", None, 7, game.deck.faces[0]]


@ALL
def test_an_illegal_move_raises_and_changes_nothing(name: str) -> None:
    universe = _universe(GAMES[name])
    for state in itertools.islice(walk(name, "illegal"), 0, None, 6):
        before = snapshot(state)
        allowed = set(state.legal_moves())
        refused = 0
        for move in universe:
            if move in allowed:
                assert state.explain(move) is None
                continue
            with pytest.raises(IllegalMoveError) as caught:
                state.apply(move)
            assert caught.value.move is move
            assert caught.value.reason == str(caught.value)
            assert caught.value.reason.endswith(".")
            explained = state.explain(move)
            assert (explained.code, explained.reason) == (caught.value.code, caught.value.reason)
            refused += 1
        assert refused + len(allowed) == len(universe)
        assert snapshot(state) == before


@ALL
def test_after_an_illegal_move_the_round_goes_on_as_if_nothing_had_been(name: str) -> None:
    rng = random.Random(name)
    tried, untried = (GAMES[name].deal(seed=11) for _ in range(2))
    universe = _universe(GAMES[name])
    for _ in range(60):
        moves = untried.legal_moves()
        if not moves:
            break
        wrong = rng.choice([move for move in universe if move not in moves])
        with pytest.raises(IllegalMoveError):
            tried.apply(wrong)
        move = rng.choice(moves)
        tried.apply(move)
        untried.apply(move)
    assert snapshot(tried) == snapshot(untried)


# Copies


@ALL
def test_a_copy_is_independent(name: str) -> None:
    rng = random.Random(name)
    for state in itertools.islice(walk(name, "copy"), 0, None, 9):
        before = snapshot(state)
        copy = state.copy()
        assert snapshot(copy) == before
        for _ in range(30):
            if copy.legal_moves():
                copy.apply(rng.choice(copy.legal_moves()))
        assert snapshot(state) == before
        # And the other way round: what happens to the original does not reach the copy.
        second = state.copy()
        after = snapshot(second)
        third = state.copy()
        if third.legal_moves():
            third.apply(third.legal_moves()[0])
        assert snapshot(second) == after


@ALL
def test_a_copy_goes_on_as_the_original_does_reshuffles_too(name: str) -> None:
    rng = random.Random(name)
    state = GAMES[name].deal(seed=3)
    copy = state.copy()
    for _ in range(90):
        if not state.legal_moves():
            break
        move = rng.choice(state.legal_moves())
        state.apply(move)
        copy.apply(move)
    assert snapshot(copy) == snapshot(state)


@ALL
def test_a_view_stays_as_it_was_when_the_round_goes_on(name: str) -> None:
    kept = []
    for state in walk(name, "views", 40):
        for seat in range(state.game.players):
            view = state.view(seat)
            kept.append((view, shows(view)))
    for view, shown in kept:
        assert shows(view) == shown


# The same seed


@pytest.mark.parametrize("seat", [-1, 3, 99, "0", None, 0.5])
def test_a_seat_that_there_is_not_has_no_view(seat: Any) -> None:
    state = Game("classic", players=3).deal(seed=1)
    with pytest.raises(SeatError, match=f"there is no seat {seat!r}; the seats are 0 to 2"):
        state.view(seat)


@pytest.mark.parametrize("first", [-1, 3, 1.0, True, "0"])
def test_a_seat_that_there_is_not_can_not_begin(first: Any) -> None:
    with pytest.raises(SeatError, match=f"there is no seat {first!r}; the seats are 0 to 2"):
        Game("classic", players=3).deal(seed=1, first=first)


def test_a_view_of_a_long_round_copies_as_itself() -> None:
    state = Game("classic", players=2).deal(seed=1)
    for _ in range(5000):
        if state.outcome is not None:
            break
        legal = state.legal_moves()
        state.apply(DRAW if DRAW in legal else legal[0])
    view = state.view(0)
    assert len(view.history) > 2000
    assert copy.deepcopy({"seen": [view]})["seen"][0] is view
    assert copy.copy(view) is view


@ALL
def test_the_same_seed_and_moves_give_the_same_events(name: str) -> None:
    runs = []
    for _ in range(2):
        state = None
        for state in walk(name, "same"):  # noqa: B007
            pass
        runs.append(snapshot(state))
    assert runs[0] == runs[1]


def test_another_seed_gives_another_round() -> None:
    game = Game("classic", 2)
    assert len({game.deal(seed=seed).deck_order for seed in range(50)}) == 50


@ALL
def test_a_round_dealt_from_the_deck_of_a_seed_is_the_round_of_that_seed(name: str) -> None:
    rng = random.Random(name)
    by_seed = GAMES[name].deal(seed=99)
    by_deck = GAMES[name].deal(deck=by_seed.deck_order)
    while by_seed.legal_moves() and len(by_seed.events()) < 120:
        move = rng.choice(by_seed.legal_moves())
        by_seed.apply(move)
        by_deck.apply(move)
    assert snapshot(by_seed) == snapshot(by_deck)


@ALL
def test_events_in_parts_are_the_events_as_a_whole(name: str) -> None:
    mark = None
    parts: list[object] = []
    for state in walk(name, "parts"):
        new, mark = state.events_after(mark)
        parts += new
    assert parts == state.events()


# Reshuffles


def test_a_reshuffle_keeps_the_called_suit() -> None:
    registry = short_deck("classic", ("3", "4", "7", "8"))
    state = deal("short", ["3H 8H 4S", "3S 4H 7H"], "7S", "8S", registry=registry)
    play(state, "4S", "3S", "8H=H", "draw")
    assert text(state.discard) == "7S 4S 3S 8H"
    before = (state.active_suit, state.called_suit, state.shown_top)
    play(state, "draw")
    assert text(state.discard) == "8H"
    assert (state.active_suit, state.called_suit, state.shown_top) == before


def test_a_reshuffle_in_a_penalty_keeps_what_is_pending_until_it_is_paid() -> None:
    short = short_deck("classic", ("2", "3", "4", "5")).variant("short")
    offer = Offer(engine_rule(Roles(answers={"2": ["2"]}), name="odd"), variants=[short])
    state = deal("short", ["3H 2H 5S", "4H 2S 5H"], "3S", "4S", registry=offer, rules_added=["odd"])
    play(state, "3H", "4H", "2H")
    assert (state.pending_draw, len(state.stock), legal(state)) == (2, 1, ["2S", "draw"])
    play(state, "2S")
    assert (state.pending_draw, state.to_move) == (4, 0)
    play(state, "draw")
    # The last card of the stock, and three of the pile: 3S 3H 4H 2H were under the two of spades.
    assert state.pending_draw == 0
    assert len(state.hands[0]) == 1 + 4
    assert (text(state.discard), len(state.stock)) == ("2S", 1)
