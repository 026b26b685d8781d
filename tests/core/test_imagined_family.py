"""Imagined states where hands are exchanged, cards are passed on unseen, and players are at different levels."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from crazyeights import Game
from crazyeights.cards import Card
from crazyeights.knowledge import Knowledge, knowledge
from crazyeights.moves import Move, MoveKind
from crazyeights.tables import Tables
from support_decks import arrange

GAMES: dict[str, tuple[str, int, list[str], dict[str, Any]]] = {
    "swaps": ("classic", 3, ["swap=7"], {}),
    "swaps of two decks": ("classic", 3, ["swap=7"], {"decks": 2, "hand_size": 9}),
    "rotations": ("classic", 4, ["rotate=10,3"], {}),
    "cards passed left": ("classic", 4, ["pass-left=3,9"], {}),
    "everything": ("classic", 4, ["swap=7", "rotate=10", "pass-left=3,9"], {"voluntary_draw": False}),
    "everything with partners": ("classic", 4, ["swap=7", "rotate=10", "pass-left=3"], {"partners": True}),
    "everything of two decks": ("classic", 4, ["swap=7", "rotate=10", "pass-left=3,9"], {"decks": 2}),
    "a small stock": ("classic", 4, ["swap=7", "pass-left=3,9"], {"hand_size": 11, "voluntary_draw": False}),
    "a countdown": ("countdown", 3, ["swap=10", "pass-left=9"], {}),
    "runs": ("switch", 3, ["swap=7"], {}),
    "a called starter": ("pagat", 3, ["rotate=10"], {}),
    "only what was drawn": ("classic", 3, ["swap=7"], {"after_draw": "play_drawn", "voluntary_draw": False}),
}


@pytest.fixture(params=GAMES)
def game(request: pytest.FixtureRequest) -> Game:
    variant, players, roles, options = GAMES[request.param]
    return Game(variant, players, roles=roles, options=options)


def moments(game: Game, rounds: int = 6, moves: int = 45) -> Iterator[Any]:
    """Play some rounds by chance, rather cards than draws, and give the state after every few moves."""
    rng = random.Random(f"{game.name} {game.options_given} {game.roles}")
    for seed in range(rounds):
        state = game.deal(seed=seed)
        for number in range(moves):
            if state.to_move is None:
                break
            legal = state.legal_moves()
            played = [move for move in legal if move.kind is not MoveKind.DRAW]
            state.apply(rng.choice(played if played and rng.random() < 0.85 else legal))
            if number % 4 == 0:
                yield state


def test_an_imagined_state_shows_its_seat_what_the_real_one_does(game: Game) -> None:
    rng = random.Random(1)
    for state in moments(game):
        for seat in range(game.players):
            view = state.view(seat)
            imagined = view.determinize(rng)
            again = imagined.view(seat)
            for name in (
                "hand",
                "legal_moves",
                "top",
                "active_suit",
                "direction",
                "hand_sizes",
                "stock_size",
                "levels",
            ):
                assert getattr(again, name) == getattr(view, name), name
            assert (again.history, again.discard, again.drawn) == (view.history, view.discard, view.drawn)
            whole = Counter(itertools.chain(imagined.stock, imagined.discard, *imagined.hands))
            assert whole == Counter(game.deck.cards)
            assert imagined.hand_sizes == tuple(map(len, imagined.hands)) == state.hand_sizes


def test_what_is_taken_for_known_is_so(game: Game) -> None:
    rng = random.Random(2)
    certain = 0
    for state in moments(game):
        tables = Tables(game.ruleset, game.players)
        for seat in range(game.players):
            known = knowledge(state.view(seat), tables, rng)
            sizes = [len(known.known[at]) + known.old[at] + known.fresh[at] for at in range(game.players)]
            assert tuple(sizes) == state.hand_sizes
            if known.by_chance:
                continue  # what was passed on unseen is a guess, and the next test is about it
            certain += 1
            for at, hand in enumerate(state.hands):
                held = Counter(tables.index[card] for card in hand)
                claimed = Counter(known.known[at])
                assert not claimed - held
                assert not [face for face in held - claimed if known.void[at] >> face & 1]
    assert certain > 20


def test_an_imagined_state_can_be_played_on(game: Game) -> None:
    rng = random.Random(3)
    for state in itertools.islice(moments(game), 0, None, 3):
        for seat in range(game.players):
            imagined = state.view(seat).determinize(rng)
            for _ in range(25):
                if imagined.to_move is None:
                    break
                imagined.apply(rng.choice(imagined.legal_moves()))
            whole = Counter(itertools.chain(imagined.stock, imagined.discard, *imagined.hands))
            assert whole == Counter(game.deck.cards)


# What one knows after an exchange


def _read(state: Any, seat: int) -> Knowledge:
    return knowledge(state.view(seat), Tables(state.game.ruleset, state.game.players), random.Random(0))


def _cards(state: Any, faces: list[int]) -> set[Card]:
    return {state.game.deck.faces[face] for face in faces}


def _dealt(roles: list[str], hands: list[str], starter: str, **options: Any) -> Any:
    game = Game("classic", len(hands), roles=roles, options={"hand_size": len(hands[0].split()), **options})
    return game.deal(deck=arrange(game.deck, hands, starter, hand_size=game.hand_size))


def _named(text: str) -> set[Card]:
    return {Card.parse(card) for card in text.split()}


def test_after_a_swap_each_knows_what_the_other_holds_and_nobody_else_does() -> None:
    state = _dealt(["swap=7"], ["7S 4H 5H", "JD 9D 10D", "4C 5C 6C"], "9S")
    state.apply(Move.parse("7S@1"))
    assert _cards(state, _read(state, 0).known[1]) == _named("4H 5H")
    assert _cards(state, _read(state, 1).known[0]) == _named("JD 9D 10D")
    assert _read(state, 2).known[:2] == [[], []]


def test_what_is_known_after_a_swap_goes_when_it_is_played() -> None:
    state = _dealt(["swap=7"], ["7S 4S 5H", "JD 9D 10D", "4C 5C 6C"], "9S")
    state.apply(Move.parse("7S@1"))
    state.apply(Move.parse("4S"))
    assert _cards(state, _read(state, 0).known[1]) == _named("5H")


def test_after_a_rotation_one_knows_the_hand_that_one_handed_on() -> None:
    state = _dealt(["rotate=10"], ["10S 4H", "JD 9D", "4C 5C"], "9S")
    state.apply(Move.parse("10S"))
    # Hands of 4H; JD 9D; 4C 5C have each moved one seat on.
    assert [_cards(state, _read(state, seat).known[(seat + 1) % 3]) for seat in range(3)] == [
        _named("4H"),
        _named("JD 9D"),
        _named("4C 5C"),
    ]


def test_one_knows_the_card_that_one_passed_on() -> None:
    state = _dealt(["pass-left=3"], ["3S 4H 5H", "JD 9D 10D", "4C 5C 6C"], "9S")
    for move in ("3S", "give 4H", "give 9D", "give 6C"):
        state.apply(Move.parse(move))
    assert _cards(state, _read(state, 0).known[1]) == _named("4H")
    assert _cards(state, _read(state, 1).known[2]) == _named("9D")
    assert _cards(state, _read(state, 2).known[0]) == _named("6C")


def test_while_cards_are_chosen_nobody_knows_what_another_has_chosen() -> None:
    state = _dealt(["pass-left=3"], ["3S 4H 5H", "JD 9D 10D", "4C 5C 6C"], "9S")
    state.apply(Move.parse("3S"))
    state.apply(Move.parse("give 4H"))
    rng = random.Random(4)
    chosen = set()
    for _ in range(60):
        imagined = state.view(1).determinize(rng)
        held = set(imagined.hands[0])
        for move in ("give 9D", None):
            imagined.apply(Move.parse(move) if move else imagined.legal_moves()[0])
        (given,) = held - set(imagined.hands[0])
        chosen.add(given)
    # Any card that seat 0 may hold can be the one: seat 1 sees 45 others than its own, the pile's and the starter.
    assert len(chosen) > 15


def test_a_card_that_was_passed_on_and_played_leaves_whole_decks_to_imagine() -> None:
    # Seat 0 swaps with seat 1 and so knows what it holds; one of these goes on to seat 2, which then plays it.
    state = _dealt(["swap=7", "pass-left=3"], ["7S 4S 3S", "JD 9D 10D", "6S 5S 6C"], "9S")
    for move in ("7S@1", "3S"):  # seat 1 now holds 4S 3S and plays the 3
        state.apply(Move.parse(move))
    for move in ("give 4S", "give 6C", "give 10D"):
        state.apply(Move.parse(move))
    state.apply(Move.parse("4S"))  # seat 2 has it from seat 1
    rng = random.Random(5)
    for seat in range(3):
        for _ in range(10):
            imagined = state.view(seat).determinize(rng)
            assert Counter(itertools.chain(imagined.stock, imagined.discard, *imagined.hands)) == Counter(
                state.game.deck.cards
            )
