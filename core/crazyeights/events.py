"""Events: what happened in a round, in the order in which it happened, for screens, records and observers.

Events are made only when somebody reads them. What a seat may not see is blanked: a card that somebody else drew is
None, and so is the order of a reshuffled stock.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Protocol, TypeAlias

from crazyeights.cards import Card, Suit


class Reason(StrEnum):
    """Why a round ended."""

    EMPTY_HAND = "empty_hand"  # a player got rid of all cards
    BLOCKED = "blocked"  # everybody passed in a row
    PLAY_LIMIT = "play_limit"  # as many cards were played as may be


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a round ended.

    Attributes:
        winner: the seat that won; None for a draw.
        reason: why the round ended.
        points: what each seat scores for the round, by seat.
        partner: the seat that won with it, where partners play; else None.
    """

    winner: int | None
    reason: Reason
    points: tuple[int, ...]
    partner: int | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; () for a draw."""
        return tuple(sorted(seat for seat in (self.winner, self.partner) if seat is not None))


@dataclass(frozen=True, slots=True)
class Dealt:
    """A round began. `hands` has each seat's cards, None for a hand that the reader may not see."""

    hands: tuple[tuple[Card, ...] | None, ...]
    hand_sizes: tuple[int, ...]
    starter: Card
    first: int
    buried: tuple[Card, ...] = ()


@dataclass(frozen=True, slots=True)
class Played:
    """A seat played a card."""

    seat: int
    card: Card


@dataclass(frozen=True, slots=True)
class Called:
    """The seat that just played called a suit."""

    seat: int
    suit: Suit


@dataclass(frozen=True, slots=True)
class Drew:
    """A seat drew; `cards` is None for a reader who may not see them. `penalty`: it had to, for a card played on it."""

    seat: int
    count: int
    cards: tuple[Card, ...] | None
    penalty: bool = False


@dataclass(frozen=True, slots=True)
class Passed:
    """A seat passed."""

    seat: int


@dataclass(frozen=True, slots=True)
class Skipped:
    """A seat loses the turn that was about to come to it."""

    seat: int


@dataclass(frozen=True, slots=True)
class Reversed:
    """The direction turned. `direction` is the new one: 1 towards higher seats, -1 towards lower ones."""

    direction: int


@dataclass(frozen=True, slots=True)
class Reshuffled:
    """The discard pile but for its top card became the stock; `stock` (next card first) is None for players."""

    count: int
    stock: tuple[Card, ...] | None


@dataclass(frozen=True, slots=True)
class Announced:
    """A seat announced, with the card it just played, that it has one card left."""

    seat: int


@dataclass(frozen=True, slots=True)
class Forgot:
    """A seat has one card left and did not announce it; what it draws for it follows."""

    seat: int


@dataclass(frozen=True, slots=True)
class FalseCall:
    """A seat announced its last card and does not have one card left; what it draws for it follows."""

    seat: int


@dataclass(frozen=True, slots=True)
class Cancelled:
    """The card that the seat just played wiped out what was to be drawn."""

    seat: int


@dataclass(frozen=True, slots=True)
class LevelReached:
    """In a countdown, a seat went out and begins its next level; the `hand` cards that it draws follow.

    Attributes:
        seat: the seat.
        level: the number of the level, the first being 0.
        hand: how many cards the level begins with.
    """

    seat: int
    level: int
    hand: int


@dataclass(frozen=True, slots=True)
class WentOut:
    """A seat has no cards left, and its partner plays on."""

    seat: int


@dataclass(frozen=True, slots=True)
class Swapped:
    """Two seats swapped their hands.

    Attributes:
        seat: the seat that played the card.
        other: the seat that it chose.
        hands: what each of the two holds now, in this order; None for a hand that the reader may not see.
    """

    seat: int
    other: int
    hands: tuple[tuple[Card, ...] | None, tuple[Card, ...] | None] = (None, None)


@dataclass(frozen=True, slots=True)
class Rotated:
    """Every hand moved one seat on.

    Attributes:
        direction: 1 towards higher seats, -1 towards lower ones.
        hands: what each seat holds now; None for a hand that the reader may not see.
    """

    direction: int
    hands: tuple[tuple[Card, ...] | None, ...] = ()


@dataclass(frozen=True, slots=True)
class Gave:
    """A seat chose the card that it passes to the left; `card` is None for a reader who may not see it."""

    seat: int
    card: Card | None


@dataclass(frozen=True, slots=True)
class PassedOn:
    """The chosen cards were passed on.

    Attributes:
        received: what each seat received; None for one that takes no part, or whose card the reader may not see.
    """

    received: tuple[Card | None, ...]


@dataclass(frozen=True, slots=True)
class Fault:
    """Something that a plugin provided failed, and the game went on without it.

    Attributes:
        source: the name of the plugin at fault.
        message: what it did, in half a sentence.
        seat: the seat for which it acted; None if for none.
    """

    source: str
    message: str
    seat: int | None = None


@dataclass(frozen=True, slots=True)
class RoundOver:
    """The round ended; all hands are shown."""

    outcome: Outcome
    hands: tuple[tuple[Card, ...], ...]


@dataclass(frozen=True, slots=True)
class MatchOver:
    """The match ended.

    Attributes:
        winner: the seat that won, of two partners the lower one; None if the win is shared.
        scores: the score of each seat.
        winners: the seats that won: one, two partners, or all that share the win.
    """

    winner: int | None
    scores: tuple[int, ...]
    winners: tuple[int, ...] = ()


Event: TypeAlias = (
    Dealt
    | Played
    | Called
    | Drew
    | Passed
    | Skipped
    | Reversed
    | Reshuffled
    | Announced
    | Forgot
    | FalseCall
    | Cancelled
    | LevelReached
    | WentOut
    | Swapped
    | Rotated
    | Gave
    | PassedOn
    | Fault
    | RoundOver
    | MatchOver
)


class Observer(Protocol):
    """Watches a match: gets every event as it happens, with nothing blanked."""

    def on_event(self, event: Event) -> None:
        """Take note of an event; one that raises is asked no more and reported as a fault.

        Args:
            event: what happened.
        """
        ...


def blank(event: Event, seat: int | None) -> Event:
    """Give the event as `seat` may see it; as somebody who sees no hand may if `seat` is None."""
    match event:
        case Dealt(hands=hands):
            return replace(event, hands=tuple(hand if at == seat else None for at, hand in enumerate(hands)))
        case Drew(seat=drawer) if drawer != seat:
            return replace(event, cards=None)
        case Reshuffled():
            return replace(event, stock=None)
        case Swapped(seat=one, other=two, hands=(first, second)):
            return replace(event, hands=(first if one == seat else None, second if two == seat else None))
        case Rotated(hands=hands):
            return replace(event, hands=tuple(hand if at == seat else None for at, hand in enumerate(hands)))
        case Gave(seat=giver) if giver != seat:
            return replace(event, card=None)
        case PassedOn(received=received):
            return replace(event, received=tuple(card if at == seat else None for at, card in enumerate(received)))
        case _:
            return event


def blank_all(events: Iterable[Event], seat: int | None) -> list[Event]:
    """Give the events as `seat` may see them."""
    return [blank(event, seat) for event in events]
