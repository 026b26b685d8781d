"""The log of a round, and the events that are read from it.

The engine logs a move as one small tuple, `(log before, seat, what)`: adding costs next to nothing, a copied state
shares its past, and a view can hold the log of its moment without holding the state. The log is public: it says that
a seat drew, not what. What only one seat knows is chained apart, `(chain before, what)`, and only that seat's view gets
its chain: the face of a card that it drew, chose to give or was given, and as a negative number the inverse of a whole
hand that it took over.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from typing import Final, NamedTuple, TypeAlias

from crazyeights.cards import Card, Suit
from crazyeights.events import (
    Announced,
    Called,
    Cancelled,
    Drew,
    Event,
    FalseCall,
    Fault,
    Forgot,
    Gave,
    LevelReached,
    Passed,
    PassedOn,
    Played,
    Reshuffled,
    Reversed,
    Rotated,
    Skipped,
    Swapped,
    WentOut,
)
from crazyeights.moves import DRAW, PASS, Move, MoveKind
from crazyeights.tables import cards_in


class Mark(Enum):
    """What the log notes besides moves."""

    SKIPPED = "skipped"  # the seat loses its turn
    TURNED = "turned"  # the "seat" is the new direction
    RESHUFFLED = "reshuffled"  # the "seat" is the number of cards in the new stock
    FORGOT = "forgot"  # the seat did not announce its last card
    FALSE_CALL = "false call"  # the seat announced a last card that is not its last
    CANCELLED = "cancelled"  # the seat's card wiped out what was to be drawn
    WENT_OUT = "went out"  # the seat has no cards left, and its partner plays on
    GAVE = "gave"  # the seat chose the card that it passes to the left


class NewLevel(NamedTuple):
    """A seat begins the next level of its countdown."""

    level: int
    hand: int


class Swap(NamedTuple):
    """The seat swapped hands with another."""

    other: int


class Rotation(NamedTuple):
    """The hands of these seats moved on, each to the next one in the list, the last one's to the first."""

    seats: tuple[int, ...]


class Gifts(NamedTuple):
    """These seats passed a card on, each to the next one in the list, the last one to the first."""

    seats: tuple[int, ...]


#: What happened: a move; a number of cards drawn as a penalty, or negative, dealt; a suit set by a rule's function; a
#: fault; a mark; or an exchange.
Entry: TypeAlias = "Move | int | Suit | Fault | Mark | NewLevel | Swap | Rotation | Gifts"
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
            if what.kind is MoveKind.PLAY:
                assert what.card is not None
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
            _decode_move(seat, what, events, chains, cards)
        elif isinstance(what, int):
            events.append(Drew(seat, abs(what), _take(chains, seat, abs(what), cards), penalty=what > 0))
        elif what is Mark.RESHUFFLED:
            stock: tuple[Card, ...] | None = None
            if orders is not None:
                orders, order = orders
                stock = tuple(cards[face] for face in reversed(order))
            events.append(Reshuffled(seat, stock))
        elif isinstance(what, Mark):
            events.append(_mark_event(seat, what, chains, cards))
        elif isinstance(what, Suit):
            events.append(Called(seat, what))
        elif isinstance(what, Fault):
            events.append(what)
        elif isinstance(what, NewLevel):
            events.append(LevelReached(seat, what.level, what.hand))
        elif isinstance(what, Swap):
            second = _take_hand(chains, what.other, cards)
            events.append(Swapped(seat, what.other, (_take_hand(chains, seat, cards), second)))
        elif isinstance(what, Rotation):
            hands = [_take_hand(chains, at, cards) if at in what.seats else None for at in range(len(chains))]
            events.append(Rotated(seat, tuple(hands)))
        else:
            received = [_take_one(chains, at, cards) if at in what.seats else None for at in range(len(chains))]
            events.append(PassedOn(tuple(received)))
    events.reverse()
    return events


def _decode_move(seat: int, move: Move, events: list[Event], chains: list[Chain], cards: Sequence[Card]) -> None:
    """Add the events of a move, the last one first."""
    if move is DRAW:
        events.append(Drew(seat, 1, _take(chains, seat, 1, cards)))
    elif move is PASS:
        events.append(Passed(seat))
    else:
        if move.announces:
            events.append(Announced(seat))
        if move.suit is not None:
            events.append(Called(seat, move.suit))
        if move.card is not None:
            events.append(Played(seat, move.card))


def _mark_event(seat: int, mark: Mark, chains: list[Chain], cards: Sequence[Card]) -> Event:
    match mark:
        case Mark.SKIPPED:
            return Skipped(seat)
        case Mark.TURNED:
            return Reversed(seat)
        case Mark.FORGOT:
            return Forgot(seat)
        case Mark.FALSE_CALL:
            return FalseCall(seat)
        case Mark.CANCELLED:
            return Cancelled(seat)
        case Mark.WENT_OUT:
            return WentOut(seat)
        case _:
            return Gave(seat, _take_one(chains, seat, cards))


def _take_one(chains: list[Chain], seat: int, cards: Sequence[Card]) -> Card | None:
    taken = _take(chains, seat, 1, cards)
    return taken[0] if taken else None


def _take_hand(chains: list[Chain], seat: int, cards: Sequence[Card]) -> tuple[Card, ...] | None:
    link = chains[seat]
    if link is None:
        return None
    chains[seat], inverse = link
    return cards_in(~inverse, tuple(cards))


def _take(chains: list[Chain], seat: int, count: int, cards: Sequence[Card]) -> tuple[Card, ...] | None:
    taken: list[Card] = []
    for _ in range(count):
        link = chains[seat]
        if link is None:
            return None
        chains[seat], face = link
        taken.append(cards[face])
    return tuple(reversed(taken))
