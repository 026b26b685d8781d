"""What a seat may see, and that nothing else can be had from its view."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from crazyeights import DRAW, Game, IllegalMoveError, Move
from crazyeights.cards import Card
from crazyeights.events import Reshuffled
from support_decks import text
from support_rounds import ALL, GAMES, SEED, bits, reachable, shows

# What a seat may see


def _deal_again(state: Any, order: tuple[Card, ...], moves: list[Move], stocks: list[tuple[Card, ...]]) -> Any:
    again = state.game.deal(deck=order, first=state.first, reshuffles=stocks)
    for move in moves:
        again.apply(move)
    return again


def _played(name: str, seed: int, length: int) -> tuple[Any, list[Move]]:
    rng = random.Random(f"{name}/{seed}/swap")
    state = GAMES[name].deal(seed=rng.getrandbits(48))
    moves: list[Move] = []
    while state.legal_moves() and len(moves) < length:
        moves.append(rng.choice(state.legal_moves()))
        state.apply(moves[-1])
    return state, moves


def _hidden_from(state: Any, seat: int) -> list[Card]:
    """Cards in the other hands and the stock that the seat has never seen."""
    seen = {*state.view(seat).discard, *state.hands[seat]}
    for event in state.view(seat).history:
        for attribute in ("card", "starter"):
            seen.add(getattr(event, attribute, None))
        for attribute in ("buried", "cards"):
            seen.update(getattr(event, attribute, None) or ())
    if state.view(seat).history:
        seen.update(state.view(seat).history[0].hands[seat])
    return [card for card in state.game.deck.faces if card not in seen]


@pytest.mark.parametrize("name", [name for name in GAMES if name != "two-decks"])
def test_a_view_changes_with_nothing_that_the_seat_may_not_see(name: str) -> None:
    swaps = 0
    for seed in range(36):
        state, moves = _played(name, seed, 2 + 4 * (seed % 12))
        stocks = [event.stock for event in state.events() if isinstance(event, Reshuffled)]
        if state.outcome is not None:
            continue
        rng = random.Random(seed)
        for seat in range(state.game.players):
            hidden = _hidden_from(state, seat)
            if len(hidden) < 2:
                continue
            one, other = rng.sample(hidden, 2)
            there = {one: other, other: one}
            try:
                twin = _deal_again(state, tuple(there.get(card, card) for card in state.deck_order), moves, stocks)
            except IllegalMoveError:
                continue  # with these cards somebody else could not have moved so, which the seat may know
            if twin.deck_order == state.deck_order or twin.first != state.first:
                raise AssertionError("nothing was swapped")
            mine, theirs = shows(state.view(seat)), shows(twin.view(seat))
            assert mine.keys() == theirs.keys()
            for field in mine:
                assert mine[field] == theirs[field], field
            swaps += 1
    assert swaps >= 10


def test_a_view_does_not_change_with_the_order_of_a_reshuffled_stock() -> None:
    state, moves = _played("classic-2", 5, 0)
    rng = random.Random(1)
    while not any(isinstance(event, Reshuffled) for event in state.events()):
        plays = [move for move in state.legal_moves() if move is DRAW] or list(state.legal_moves())
        moves.append(plays[0] if rng.random() < 0.7 else rng.choice(state.legal_moves()))
        state.apply(moves[-1])
    assert len(state.stock) > 1
    (stock,) = [event.stock for event in state.events() if isinstance(event, Reshuffled)]
    drawn = len(stock) - len(state.stock)
    other = (*stock[:drawn], *reversed(stock[drawn:]))
    twin = _deal_again(state, state.deck_order, moves, [other])
    assert twin.stock == tuple(reversed(state.stock))
    for seat in range(2):
        assert shows(state.view(seat)) == shows(twin.view(seat))


def _secrets(state: Any, seat: int, root: object, seed: int) -> list[str]:
    """What can be reached that holds another hand, the order of the stock or of the deck, or the seed."""
    others = [held for other, held in enumerate(state.hands) if other != seat and len(held) > 2]
    masks = {bits(state, held) for held in others}
    sets = [frozenset(held) for held in others]
    faces = {card: face for face, card in enumerate(state.game.deck.faces)}
    runs = [tuple(order[at : at + 4]) for order in (state.stock, state.deck_order) for at in range(len(order) - 3)]
    runs += [run[::-1] for run in runs]
    # Runs that are in the deck's own order are no secret: the deck's cards themselves lie so.
    told = {tuple(state.game.deck.faces[at : at + 4]) for at in range(len(faces))}
    told |= {tuple(state.discard[at : at + 4]) for at in range(len(state.discard))}
    runs = [run for run in runs if len(set(run)) == 4 and run not in told and run[::-1] not in told]
    numbers = {tuple(faces[card] for card in run) for run in runs}
    texts = [" ".join(map(str, run)) for run in runs]
    found = []
    for item in reachable(root):
        if isinstance(item, random.Random) or type(item).__name__ in {"State", "Deal"}:
            found.append(f"a {type(item).__name__}")
        elif isinstance(item, int):
            if item == seed or item in masks:
                found.append(f"the number {item}")
        elif isinstance(item, str):
            if any(run in item for run in texts) or str(seed) in item:
                found.append(f"the text {item!r}")
        elif isinstance(item, bytes):
            if any(bytes(run) in item for run in numbers) or any(
                b"".join(face.to_bytes(2, "little") for face in run) in item for run in numbers
            ):
                found.append(f"the bytes {item!r}")
        elif isinstance(item, tuple | list | set | frozenset | dict):
            content = list(item)
            if all(isinstance(each, Card) for each in content) and frozenset(content) in sets:
                found.append("a hand")
            if isinstance(item, tuple | list):
                windows = [tuple(content[at : at + 4]) for at in range(len(content) - 3)]
                if any(window in runs or window in numbers for window in _hashable(windows)):
                    found.append("an order of cards")
    return found


def _hashable(windows: list[tuple[object, ...]]) -> Iterator[tuple[object, ...]]:
    return (window for window in windows if all(isinstance(each, Card | int) for each in window))


@ALL
def test_nothing_reachable_from_a_view_holds_a_secret(name: str) -> None:
    rng = random.Random(name)
    state = GAMES[name].deal(seed=SEED)
    for _ in range(25):
        for seat in range(state.game.players):
            assert _secrets(state, seat, state.view(seat), SEED) == []
        for _ in range(3):
            if state.to_move is not None and min(state.hand_sizes) > 2:
                state.apply(rng.choice(state.legal_moves()))


@pytest.mark.parametrize(
    "leak",
    [
        lambda state: state,
        lambda state: state.copy(),
        lambda state: [state.hands[1]],
        lambda state: list(state.hands[1]),
        lambda state: {"hand": set(state.hands[1])},
        lambda state: bits(state, state.hands[1]),
        lambda state: state.stock,
        lambda state: state.deck_order,
        lambda state: [state.game.deck.faces.index(card) for card in state.stock],
        lambda state: bytes(state.game.deck.faces.index(card) for card in state.stock),
        lambda state: f"key: {text(state.deck_order)}",
        lambda state: SEED,
        lambda state: random.Random(SEED),
        lambda state: lambda: state,
        lambda state: state.legal_moves,
    ],
)
def test_a_secret_that_was_planted_is_found(leak: Any) -> None:
    game = Game("classic", 2)
    state = game.deal(seed=SEED)
    assert _secrets(state, 0, state.view(0), SEED) == []
    game.planted = leak(state)  # type: ignore[attr-defined]
    assert _secrets(state, 0, state.view(0), SEED) != []
