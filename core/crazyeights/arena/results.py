"""What came out of a round and of a set: small tuples, because there may be a million of them."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final, NamedTuple

#: A round is divided into so many parts, so that it can be shared out in whole numbers among up to seven.
WHOLE: Final = 420


class Ending(StrEnum):
    """How a round ended, if not as its rules say; else it is the outcome's own reason."""

    FAULT = "fault"  # a strategy failed, and lost it
    STOPPED = "stopped"  # it went on for too long


class RoundFault(NamedTuple):
    """Something that a plugin did wrong in a round.

    Attributes:
        seat: the seat for which it acted; -1 for none.
        source: the name of the strategy or rule.
        message: what it did, in half a sentence.
    """

    seat: int
    source: str
    message: str


class RoundResult(NamedTuple):
    """What came out of a round.

    Attributes:
        seats: the contestant at each seat.
        winners: the seats that won; () for a draw.
        points: what each seat scored.
        moves: how many moves were made.
        ending: how it ended.
        faults: what went wrong.
    """

    seats: tuple[int, ...]
    winners: tuple[int, ...]
    points: tuple[int, ...]
    moves: int
    ending: str
    faults: tuple[RoundFault, ...] = ()

    def as_dict(self) -> dict[str, Any]:
        """Give it as plain values that JSON can hold."""
        plain: dict[str, Any] = {
            "seats": self.seats,
            "winners": self.winners,
            "points": self.points,
            "moves": self.moves,
            "ending": self.ending,
        }
        if self.faults:
            plain["faults"] = [fault._asdict() for fault in self.faults]
        return plain


class SetResult(NamedTuple):
    """What came out of the rounds of a set.

    Attributes:
        number: the number of the set.
        rounds: the rounds, the first one first.
    """

    number: int
    rounds: tuple[RoundResult, ...]


def shares(result: RoundResult, side: int) -> list[int]:
    """Say how much of the win each seat has, in parts of `WHOLE`.

    The winner has all of it. A drawn round is shared out among all, and a round that somebody lost by a fault among the
    others, or goes to the other side where partners play.

    Args:
        result: the round.
        side: how many win together: 2 where partners play, else 1.
    """
    winners = result.winners
    if not winners:
        count = len(result.seats)
        return [WHOLE * side // count] * count
    part = WHOLE if len(winners) <= side else WHOLE * side // len(winners)
    return [part if seat in winners else 0 for seat in range(len(result.seats))]
