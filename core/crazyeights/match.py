"""A match: rounds after one another, who begins each, and the score."""

from __future__ import annotations

from crazyeights.errors import SeatError
from crazyeights.events import Outcome


class Match:
    """The score sheet of a table, which starts with its first round.

    Args:
        players: how many play.

    Attributes:
        players: how many play.
        round: the current round, from 0.
        sheet: how each round ended that is over, None for one that was dropped; the current round is the last once it
            has ended.
    """

    def __init__(self, players: int) -> None:
        if players < 2:
            raise SeatError(f"a match needs 2 players or more, not {players}")
        self.players = players
        self.round = 0
        self._sheet: list[Outcome | None] = []

    def __repr__(self) -> str:
        return f"<Match, round {self.round}: {' : '.join(map(str, self.scores))}>"

    @property
    def sheet(self) -> tuple[Outcome | None, ...]:
        """How each round ended; None for a round that was dropped."""
        return tuple(self._sheet)

    @property
    def first(self) -> int:
        """The seat that begins the current round; it goes round with the rounds."""
        return self.round % self.players

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far."""
        return tuple(sum(outcome.points[seat] for outcome in self._ended) for seat in range(self.players))

    @property
    def wins(self) -> tuple[int, ...]:
        """How many rounds each seat has won."""
        winners = [outcome.winner for outcome in self._ended]
        return tuple(winners.count(seat) for seat in range(self.players))

    @property
    def _ended(self) -> list[Outcome]:
        return [outcome for outcome in self._sheet if outcome is not None]

    def add(self, outcome: Outcome) -> None:
        """Score the current round.

        Raises:
            SeatError: the round is scored already, or the outcome is not for this number of players.
        """
        if len(self._sheet) > self.round:
            raise SeatError(f"round {self.round + 1} is scored already")
        if len(outcome.points) != self.players:
            raise SeatError(f"points for {len(outcome.points)} seats don't fit a match of {self.players}")
        self._sheet.append(outcome)

    def next_round(self) -> None:
        """Go on to the next round; a round that was not scored counts for nobody."""
        if len(self._sheet) == self.round:
            self._sheet.append(None)
        self.round += 1
