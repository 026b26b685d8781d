"""Small rounds of the restatement with chosen cards, for working out by hand what happens in them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from reference.model import Result, Roles, Round, whole_deck

FRENCH = whole_deck(1, 4)
CALL_8 = Roles(wild=["8"], choose_suit=["8"])


def table(
    hands: list[str],
    turned: str,
    stock: str = "",
    /,
    *,
    roles: Roles | None = None,
    first: int = 0,
    reshuffle: Callable[[list[str]], Any] | None = None,
    **options: Any,
) -> Round:
    """A round with these cards and no others; what is dealt and turned lies as written, the next card first."""
    held = [hand.split() for hand in hands]
    size = min(map(len, held))
    dealt = [hand[at] for at in range(size) for hand in held]
    more = [card for hand in held for card in hand[size:]]
    deck = [*dealt, *turned.split(), *stock.split(), *more]
    made = Round(
        deck,
        len(hands),
        options={"hand_size": size, **options},
        roles=roles or (),
        first=first,
        reshuffle=reshuffle or (lambda cards: cards),
        own_deck=sorted(deck, key=FRENCH.index),
    )
    # The hands may be of different sizes, which no deal makes.
    made.stock = [card for card in made.stock if card not in more]
    for seat, cards in enumerate(held):
        made.hands[seat] += cards[size:]
    return made


def play(made: Round, *moves: str) -> Round:
    for move in moves:
        assert move in made.legal_moves(), (move, made.legal_moves())
        made.apply(move)
    return made


def kinds(made: Round) -> list[str]:
    return [event[0] for event in made.events]


def over(made: Round) -> Result:
    assert made.outcome is not None
    assert made.to_move is None
    assert made.legal_moves() == []
    return made.outcome
