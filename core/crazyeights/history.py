"""The log of a round, and the events that are read from it.

The engine logs a move as one small tuple, `(log before, seat, what)`: adding costs next to nothing, a copied state
shares its past, and a view can hold the log of its moment without holding the state. The log is public: it says that
a seat drew, not what. Drawn cards are chained a seat apart, `(chain before, face)`, and only their owner's view gets
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, TypeAlias

from crazyeights.cards import Card, Suit
from crazyeights.events import (
    Called,
    Drew,
    Event,
    Fault,
    Passed,
    Played,
    Reshuffled,
    Reversed,
    Skipped,
)
from crazyeights.moves import DRAW, PASS, Move


class Mark(Enum):
    """What the log notes besides moves."""

    SKIPPED = "skipped"  # the seat loses its turn
    TURNED = "turned"  # the "seat" is the new direction
    RESHUFFLED = "reshuffled"  # the "seat" is the number of cards in the new stock


#: What happened: a move, a number of cards drawn as a penalty, a suit set by a rule's function, a fault, or a mark.
Entry: TypeAlias = "Move | int | Suit | Fault | Mark"
Log: TypeAlias = "tuple[Log, int, Entry] | None"
Chain: TypeAlias = "tuple[Chain, int] | None"
Orders: TypeAlias = "tuple[Orders, tuple[int, ...]] | None"

START: Final[Log] = None


def entries(log: Log) -> list[tuple[int, Entry]]:
    """Give the log's entries, (seat, what), oldest first."""
    found: list[tuple[int, Entry]] = []
    while log is not None:
        log, seat, what = log
        found.append((seat, what))
    found.reverse()
    return found


def pile(log: Log, starter: Card) -> list[Card]:
    """Give the discard pile, oldest card first."""
    cards: list[Card] = []
    bottom = False
    while log is not None:
        log, _, what = log
        if isinstance(what, Move):
            if what.card is not None:
                cards.append(what.card)
                if bottom:
                    break
        elif what is Mark.RESHUFFLED:
            # Below a reshuffle only the card that was on top at its time remained.
            bottom = True
    else:
        cards.append(starter)
    cards.reverse()
    return cards


def decode(
    log: Log,
    since: Log,
    drawn: Sequence[Chain],
    cards: Sequence[Card],
    orders: Orders = None,
) -> list[Event]:
    """Read the events that were logged after `since`.

    Args:
        log: the newest entry.
        since: the entry after which to begin; None for the start of the round.
        drawn: each seat's chain of drawn cards; one that is too short leaves the cards unknown.
        cards: the card of each face.
        orders: the stocks made by reshuffles; None leaves them unknown.
    """
    chains = list(drawn)
    events: list[Event] = []
    while log is not since and log is not None:
        log, seat, what = log
        if isinstance(what, Move):
            if what is DRAW:
                events.append(Drew(seat, 1, _take(chains, seat, 1, cards)))
            elif what is PASS:
                events.append(Passed(seat))
            else:
                if what.suit is not None:
                    events.append(Called(seat, what.suit))
                assert what.card is not None
                events.append(Played(seat, what.card))
        elif isinstance(what, int):
            events.append(Drew(seat, what, _take(chains, seat, what, cards), penalty=True))
        elif isinstance(what, Suit):
            events.append(Called(seat, what))
        elif isinstance(what, Fault):
            events.append(what)
        elif what is Mark.SKIPPED:
            events.append(Skipped(seat))
        elif what is Mark.TURNED:
            events.append(Reversed(seat))
        else:
            stock: tuple[Card, ...] | None = None
            if orders is not None:
                orders, order = orders
                stock = tuple(cards[face] for face in reversed(order))
            events.append(Reshuffled(seat, stock))
    events.reverse()
    return events


def _take(chains: list[Chain], seat: int, count: int, cards: Sequence[Card]) -> tuple[Card, ...] | None:
    taken: list[Card] = []
    for _ in range(count):
        link = chains[seat]
        if link is None:
            return None
        chains[seat], face = link
        taken.append(cards[face])
    return tuple(reversed(taken))
