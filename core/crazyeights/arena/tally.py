"""Running sums over a tournament: all that its report needs, in the same small memory however many rounds there are.

Everything that is summed is a whole number, so the sums are the same in whatever portions the rounds come in.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from crazyeights.arena.intervals import Ratio
from crazyeights.arena.plan import Plan
from crazyeights.arena.rating import Encounters
from crazyeights.arena.results import WHOLE, Ending, RoundResult, SetResult, shares
from crazyeights.arena.verdict import ERROR, MARGIN, Duel

#: So many different faults are kept apart; what comes after them is only counted.
MOST_FAULTS: Final = 500
OTHERS: Final = "other faults"


@dataclass(slots=True)
class FaultCount:
    """A fault, and how often it happened.

    Attributes:
        name: the strategy or rule.
        message: what it did.
        count: how often.
        deal: the number of the deal in which it happened first.
        table: the number of the table.
        turn: the number of the round in that set.
    """

    name: str
    message: str
    count: int
    deal: int
    table: int
    turn: int


class Tally:
    """The sums of a tournament.

    Args:
        plan: the tournament.
        side: how many win together: 2 where partners play, else 1.
        error: the probability with which any of the verdicts may be wrong.
        margin: up to which difference between win rates two strategies are as good as equal.

    Attributes:
        rounds: how many rounds were played.
        deals: how many deals were played.
        wins: for each contestant, the share of the rounds that it won, by deal.
        points: for each contestant, its points, by deal.
        won: for each contestant, how many rounds it won outright.
        duels: for each two contestants that share a table, the differences between them.
        encounters: who beat whom.
        endings: how many rounds ended in each way.
        drawn: how many rounds nobody won.
        moves: how many moves were made.
        faults: what went wrong, by name and message.
        faults_of: how many rounds each contestant lost by a fault.
    """

    def __init__(self, plan: Plan, side: int = 1, error: float = ERROR, margin: float = MARGIN) -> None:
        count = len(plan.contestants)
        self._plan = plan
        self._side = side
        self.rounds = 0
        self.deals = 0
        self.wins = [Ratio() for _ in range(count)]
        self.points = [Ratio() for _ in range(count)]
        self.won = [0] * count
        self.encounters = Encounters()
        self.endings: Counter[str] = Counter()
        self.drawn = 0
        self.moves = 0
        self.faults: dict[tuple[str, str], FaultCount] = {}
        self.faults_of = [0] * count
        pairs = sorted({pair for table in plan.tables for pair in combinations(sorted(set(table)), 2)})
        # Every verdict may be looked at: all of them together are to be wrong no more often than stated.
        self.duels = {pair: Duel(error / len(pairs), margin) for pair in pairs}
        self._scale = math.lcm(*(_seats(table, one) for table in plan.tables for one in set(table)))

    @property
    def equal_share(self) -> float:
        """What everybody would win of their rounds if all were equal."""
        return self._side / self._plan.players

    def add(self, sets: Sequence[SetResult]) -> None:
        """Add the sets of a deal, from all tables."""
        count = len(self._plan.contestants)
        wins, seats, points = [0] * count, [0] * count, [0] * count
        met: dict[tuple[int, int], int] = {}
        ahead: dict[tuple[int, int], int] = {}
        beaten: Counter[tuple[int, int]] = Counter()
        for one in sets:
            in_set = [0] * count
            for turn, played in enumerate(one.rounds):
                parts = shares(played, self._side)
                for contestant, part, scored in zip(played.seats, parts, played.points, strict=True):
                    in_set[contestant] += part
                    seats[contestant] += 1
                    points[contestant] += scored
                _count_beaten(played, parts, beaten)
                self._count(one.number, turn, played)
            here = Counter(one.rounds[0].seats)
            for contestant in here:
                wins[contestant] += in_set[contestant]
            for first, second in combinations(sorted(here), 2):
                met[first, second] = met.get((first, second), 0) + len(one.rounds)
                gain = in_set[first] * (self._scale // here[first]) - in_set[second] * (self._scale // here[second])
                ahead[first, second] = ahead.get((first, second), 0) + gain
        self.deals += 1
        for contestant, ratio in enumerate(self.wins):
            ratio.add(wins[contestant], WHOLE * seats[contestant])
            self.points[contestant].add(points[contestant], seats[contestant])
        for pair, rounds in met.items():
            self.duels[pair].add(ahead[pair], rounds * WHOLE * self._scale)
        self.encounters.add(beaten)

    def _count(self, number: int, turn: int, played: RoundResult) -> None:
        self.rounds += 1
        self.endings[played.ending] += 1
        self.moves += played.moves
        if not played.winners:
            self.drawn += 1
        elif played.ending != Ending.FAULT:
            for seat in played.winners:
                self.won[played.seats[seat]] += 1
        for fault in played.faults:
            if fault.seat >= 0:
                self.faults_of[played.seats[fault.seat]] += 1
            key = (fault.source, fault.message)
            if key not in self.faults and len(self.faults) >= MOST_FAULTS:
                key = (fault.source, OTHERS)
            known = self.faults.get(key)
            if known is None:
                deal, table = divmod(number, len(self._plan.tables))
                self.faults[key] = FaultCount(*key, 1, deal, table, turn)
            else:
                known.count += 1


def _seats(table: Iterable[int], contestant: int) -> int:
    return sum(one == contestant for one in table)


def _count_beaten(played: RoundResult, parts: list[int], beaten: Counter[tuple[int, int]]) -> None:
    """Count whom each contestant beat: a winner all that did not win; in a drawn round everybody everybody a little."""
    seats, winners = played.seats, played.winners
    if len(winners) == 1:
        (seat,) = winners
        winner, part = seats[seat], parts[seat]
        for other in seats:
            if other != winner:
                beaten[winner, other] += part
        return
    for seat, winner in enumerate(seats):
        if parts[seat]:
            for at, other in enumerate(seats):
                if other != winner and (at not in winners or not winners):
                    beaten[winner, other] += parts[seat]
