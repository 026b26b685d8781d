"""What a seat may see, and that nothing else can be had from its view."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from crazyeights import DRAW, Game, IllegalMoveError, Move
from crazyeights.cards import Card
from crazyeights.events import Gave, PassedOn, Reshuffled, Rotated, RoundOver, Swapped, blank_all
from crazyeights.moves import MoveKind
from support_decks import text
from support_rounds import ALL, GAMES, SEED, bits, reachable, shows

# Games in which cards go from hand to hand.
EXCHANGES = {
    "swap": Game("classic", 3, roles=["swap=3,6,7,9,10"], options={"hand_size": 7}),
    "rotate": Game("classic", 4, roles=["rotate=3,6,7,9,10"], options={"hand_size": 7}),
    "pass-left": Game("classic", 3, roles=["pass-left=3,6,7,9,10"], options={"hand_size": 7}),
    "all": Game(
        "classic",
        4,
        roles=["swap=3,6", "rotate=7,9", "pass-left=10,J"],
        options={
            "hand_size": 7,
            "empty_stock": "refill",
            "wild_starter": "called",
            "last_card_call": 2,
            "false_call": 1,
        },
    ),
    "partners": Game("classic", 4, roles=["swap=3,6", "rotate=7,9", "pass-left=10,J"], options={"partners": True}),
}
EACH_EXCHANGE = pytest.mark.parametrize("name", EXCHANGES)

# What a seat may see


def _deal_again(state: Any, order: tuple[Card, ...], moves: list[Move], stocks: list[tuple[Card, ...]]) -> Any:
    again = state.game.deal(deck=order, first=state.first, reshuffles=stocks)
    for move in moves:
        again.apply(move)
    return again


def _played(name: str, seed: int, length: int) -> tuple[Any, list[Move]]:
    rng = random.Random(f"{name}/{seed}/swap")
    state = (GAMES | EXCHANGES)[name].deal(seed=rng.getrandbits(48))
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
        for attribute in ("buried", "cards", "received"):
            seen.update(getattr(event, attribute, None) or ())
        if isinstance(event, Swapped | Rotated):
            seen.update(card for hand in event.hands for card in hand or ())
    if state.view(seat).history:
        seen.update(state.view(seat).history[0].hands[seat])
    return [card for card in state.game.deck.faces if card not in seen]


@pytest.mark.parametrize("name", [*(name for name in GAMES if name != "two-decks"), *EXCHANGES])
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
            order = tuple(there.get(card, card) for card in state.deck_order)
            # Which hidden card another seat passed on is hidden, too.
            same = [Move.give(there[move.card]) if _gives(move, there) else move for move in moves]
            try:
                twin = _deal_again(state, order, same, [[there.get(card, card) for card in stock] for stock in stocks])
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


def _gives(move: Move, cards: dict[Card, Card]) -> bool:
    return move.kind is MoveKind.GIVE and move.card in cards


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


# Cards that go from hand to hand


def _walk(name: str, seed: int, longest: int = 60) -> Iterator[tuple[Any, Move | None]]:
    """A random round with as many exchanges as can be, state by state (always the same object), with the last move."""
    rng = random.Random(f"{name}/{seed}/exchange")
    state = EXCHANGES[name].deal(seed=rng.getrandbits(48))
    yield state, None
    for _ in range(longest):
        if not (legal := state.legal_moves()):
            return
        plays = [move for move in legal if move.card is not None]
        move = rng.choice(plays or legal) if rng.random() < 0.9 else rng.choice(legal)
        state.apply(move)
        yield state, move


@EACH_EXCHANGE
def test_events_show_a_seat_what_its_view_shows_and_others_nothing(name: str) -> None:
    shown = dict.fromkeys((Swapped, Rotated, Gave, PassedOn), 0)
    for seed in range(4):
        for state, _ in _walk(name, seed):
            whole = state.events()
            told = [event for event in whole if not isinstance(event, RoundOver)]
            for seat in range(state.game.players):
                assert blank_all(told, seat) == list(state.view(seat).history)
        for event, secret in zip(whole, blank_all(whole, None), strict=True):
            if isinstance(event, Swapped | Rotated):
                assert isinstance(secret, Swapped | Rotated)
                assert any(event.hands)
                assert not any(secret.hands)
            elif isinstance(event, Gave):
                assert event.card is not None
                assert secret == Gave(event.seat, None)
            elif isinstance(event, PassedOn):
                assert any(event.received)
                assert secret == PassedOn((None,) * state.game.players)
            else:
                continue
            shown[type(event)] += 1
    expected = {"swap": [Swapped], "rotate": [Rotated], "pass-left": [Gave, PassedOn]}
    assert all(shown[kind] > 3 for kind in expected.get(name, shown))


@EACH_EXCHANGE
def test_what_a_seat_is_shown_is_what_it_holds(name: str) -> None:
    for seed in range(5):
        mark, before = None, None
        for state, _ in _walk(name, seed):
            events, mark = state.events_after(mark)
            for event in events:
                if isinstance(event, Swapped) and before is not None:
                    assert set(event.hands[0] or ()) == set(before[event.other])
                    # What it had, but for the card it played; and perhaps what a forgotten announcement cost.
                    assert set(event.hands[1] or ()) >= {card for card in before[event.seat] if card is not state.top}
                elif isinstance(event, PassedOn) and before is not None:
                    given = [each for each in state.events() if isinstance(each, Gave)][
                        -sum(map(bool, event.received)) :
                    ]
                    assert sorted(str(each.card) for each in given) == sorted(map(str, filter(None, event.received)))
                    for each in given:
                        takers = [at for at, card in enumerate(event.received) if card == each.card]
                        seats = [at for at, card in enumerate(event.received) if card is not None]
                        assert takers == [seats[(seats.index(each.seat) + 1) % len(seats)]]
            before = state.hands


@pytest.mark.parametrize("name", ["pass-left", "all", "partners"])
def test_a_view_does_not_change_with_what_another_seat_gives_away(name: str) -> None:
    compared = moved = 0
    for seed in range(3):
        for state, _ in _walk(name, seed):
            giver = state.to_move
            legal = state.legal_moves()
            if giver is None or len(legal) < 2 or legal[0].kind is not MoveKind.GIVE:
                continue
            one, other = state.copy(), state.copy()
            one.apply(legal[0])
            other.apply(legal[-1])
            received = one.events()[-1]
            still = one.to_move is not None and one.view(one.to_move).giving
            seats = [seat for seat in range(state.game.players) if seat != giver]
            if not still:
                # All have given: who receives it may know it.
                passed = [event for event in one.events() if isinstance(event, PassedOn)][-1]
                seats.remove(next(at for at, card in enumerate(passed.received) if card == legal[0].card))
                moved += 1
            for seat in seats:
                mine, theirs = shows(one.view(seat)), shows(other.view(seat))
                assert {key for key in mine if mine[key] != theirs[key]} == set(), (seat, received)
                compared += 1
    assert compared > 8
    assert moved > 2


@EACH_EXCHANGE
def test_nothing_reachable_from_a_view_holds_a_secret_where_hands_are_exchanged(name: str) -> None:
    rng = random.Random(name)
    state = EXCHANGES[name].deal(seed=SEED)
    # A hand that a seat has had itself is no secret to it.
    own: list[set[int]] = [set() for _ in range(state.game.players)]
    for _ in range(16):
        for seat, held in enumerate(state.hands):
            own[seat].add(bits(state, held))
        for seat in range(state.game.players):
            others = {bits(state, held) for other, held in enumerate(state.hands) if other != seat}
            if not others & own[seat]:
                assert _secrets(state, seat, state.view(seat), SEED) == []
        if state.to_move is None:
            break
        state.apply(rng.choice(state.legal_moves()))
