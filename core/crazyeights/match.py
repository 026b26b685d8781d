"""A match: rounds after one another, who begins each, the score, and when it ends."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby

from crazyeights.errors import CrazyEightsError, SeatError
from crazyeights.events import MatchOver, Outcome
from crazyeights.game import Game
from crazyeights.options import Scoring


@dataclass(frozen=True, slots=True)
class SheetRow:
    """A line of the score sheet.

    Attributes:
        round: which round it was, from 0.
        first: the seat that began it.
        outcome: how it ended; None if it was dropped.
        scores: the score of each seat after it.
    """

    round: int
    first: int
    outcome: Outcome | None
    scores: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a seat, or a pair of partners, stands in the match.

    Attributes:
        place: 1 for who leads; equal scores share a place, and the next one is left free.
        seats: the seat, or the two of a pair.
        score: its score.
        wins: how many rounds it has won.
    """

    place: int
    seats: tuple[int, ...]
    score: int
    wins: int


class Match:
    """The score sheet of a match, which starts with its first round.

    Without a target and a number of rounds it never ends.

    Args:
        players: how many play.
        scoring: who scores what in a round; it decides whether the highest score is best or the lowest.
        target: the score that ends the match, once one player or pair leads alone.
        rounds: how many rounds it has at most; a tie after the last one is shared.
        partners: whether seats 0 and 2 play against 1 and 3.
        number: which match at its table it is, from 0.
        begins: the seat that begins its first round.

    Attributes:
        players, scoring, target, rounds, partners, number: as given.
        round: the current round, from 0.
        sheet: how each round ended that is over, None for one that was dropped; the current round is the last once it
            has ended.

    Raises:
        SeatError: there are too few players, not four for two pairs, or no such seat.
    """

    def __init__(
        self,
        players: int,
        *,
        scoring: Scoring = Scoring.WINNER_COLLECTS,
        target: int | None = None,
        rounds: int | None = None,
        partners: bool = False,
        number: int = 0,
        begins: int = 0,
    ) -> None:
        if players < 2:
            raise SeatError(f"a match needs 2 players or more, not {players}")
        if partners and players != 4:
            raise SeatError(f"two pairs of partners are 4 players, not {players}")
        if begins not in range(players):
            raise SeatError(f"there is no seat {begins} to begin; the seats are 0 to {players - 1}")
        self.players = players
        self.scoring = scoring
        self.target = target
        self.rounds = rounds
        self.partners = partners
        self.number = number
        self.round = 0
        self._begins = begins
        self._sheet: list[Outcome | None] = []
        self._scores = (0,) * players
        self._wins = [0] * players

    @classmethod
    def of(cls, game: Game, *, number: int = 0, begins: int = 0) -> Match:
        """Give a match of this game, as its options say.

        Args:
            game: what is played.
            number: which match at its table it is, from 0.
            begins: the seat that begins its first round.
        """
        options = game.options
        return cls(
            game.players,
            scoring=options.scoring,
            target=game.target,
            rounds=options.rounds,
            partners=options.partners,
            number=number,
            begins=begins,
        )

    def another(self) -> Match:
        """Give the next match at the same table, on the same terms; the seat after this one's last to begin begins."""
        return Match(
            self.players,
            scoring=self.scoring,
            target=self.target,
            rounds=self.rounds,
            partners=self.partners,
            number=self.number + 1,
            begins=(self.first + 1) % self.players,
        )

    def __repr__(self) -> str:
        return f"<Match, round {self.round}: {' : '.join(map(str, self.scores))}>"

    # How it is played

    @property
    def first(self) -> int:
        """The seat that begins the current round; it goes round with the rounds."""
        return (self._begins + self.round) % self.players

    @property
    def ends(self) -> bool:
        """Whether it has an end: a target or a number of rounds."""
        return self.target is not None or self.rounds is not None

    @property
    def lowest_wins(self) -> bool:
        """Whether the lowest score is the best."""
        return self.scoring is Scoring.LOSERS_CHARGED

    @property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """Who plays together: the two pairs of partners, or each seat for itself."""
        return ((0, 2), (1, 3)) if self.partners else tuple((seat,) for seat in range(self.players))

    # How it stands

    @property
    def sheet(self) -> tuple[Outcome | None, ...]:
        """How each round ended; None for a round that was dropped."""
        return tuple(self._sheet)

    @property
    def rows(self) -> tuple[SheetRow, ...]:
        """The score sheet with who began each round and the scores after it."""
        rows: list[SheetRow] = []
        scores = (0,) * self.players
        for number, outcome in enumerate(self._sheet):
            if outcome is not None:
                scores = _plus(scores, outcome.points)
            rows.append(SheetRow(number, (self._begins + number) % self.players, outcome, scores))
        return tuple(rows)

    @property
    def played(self) -> int:
        """How many rounds were played to their end."""
        return sum(outcome is not None for outcome in self._sheet)

    @property
    def scores(self) -> tuple[int, ...]:
        """The points of each seat so far; partners have the same."""
        return self._scores

    @property
    def wins(self) -> tuple[int, ...]:
        """How many rounds each seat has won, alone or with its partner."""
        return tuple(self._wins)

    @property
    def standing(self) -> tuple[Standing, ...]:
        """All players, or pairs of partners, the best first; equal ones in the order of their seats."""
        scores, wins = self.scores, self.wins
        order = sorted(self.sides, key=self._rank)
        standing: list[Standing] = []
        for _, equals in groupby(order, key=self._rank):
            place = len(standing) + 1
            standing += [Standing(place, side, scores[side[0]], wins[side[0]]) for side in equals]
        return tuple(standing)

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats that have the best score."""
        return tuple(sorted(seat for line in self.standing if line.place == 1 for seat in line.seats))

    # How it ends

    @property
    def over(self) -> bool:
        """Whether the match has ended."""
        return self.outcome is not None

    @property
    def outcome(self) -> MatchOver | None:
        """How the match ended; None while it goes on."""
        if not self.ends:
            return None
        leaders = self.leaders
        alone = leaders in self.sides
        reached = self.target is not None and max(self.scores) >= self.target
        last = self.rounds is not None and self.played >= self.rounds
        # A tie at the target is played on, but never beyond the last round.
        if not last and not (reached and alone):
            return None
        return MatchOver(leaders[0] if alone else None, self.scores, leaders)

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
        self._scores = _plus(self._scores, outcome.points)
        for winner in outcome.winners:
            self._wins[winner] += 1

    def next_round(self) -> None:
        """Go on to the next round; a round that was not scored counts for nobody.

        Raises:
            CrazyEightsError: the match is over.
        """
        if self.over:
            raise CrazyEightsError("the match is over, so it has no further round; a new match can begin")
        if len(self._sheet) == self.round:
            self._sheet.append(None)
        self.round += 1

    def _rank(self, side: tuple[int, ...]) -> int:
        """Give a number that is the smaller the better a side stands."""
        score = self._scores[side[0]]
        return score if self.lowest_wins else -score


def _plus(scores: tuple[int, ...], points: tuple[int, ...]) -> tuple[int, ...]:
    return tuple(score + more for score, more in zip(scores, points, strict=True))
