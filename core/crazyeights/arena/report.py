"""What is told of a tournament: how each strategy did, who is stronger, what went wrong; as a table, CSV and JSON."""

from __future__ import annotations

import csv
import io
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from crazyeights.arena.errors import MissingExtraError
from crazyeights.arena.intervals import LEVEL, Estimate
from crazyeights.arena.plan import Plan
from crazyeights.arena.rating import rate
from crazyeights.arena.results import Ending
from crazyeights.arena.tally import FaultCount, Tally
from crazyeights.arena.verdict import ERROR, MARGIN, Answer, Verdict

#: So many faults are shown in the table; `--json` has all of them.
_SHOWN_FAULTS: Final = 10


@dataclass(frozen=True, slots=True)
class Standing:
    """How a strategy did.

    Attributes:
        name: what it is called.
        rounds: at how many seats it sat, over all rounds.
        won: how many rounds it won outright.
        win_rate: the share of the rounds that it won, drawn ones shared out among their seats.
        points: what it scored in a round.
        rating: its rating; None if none can be computed.
        faults: how many rounds it lost by a fault.
    """

    name: str
    rounds: int
    won: int
    win_rate: Estimate
    points: Estimate
    rating: Estimate | None
    faults: int


@dataclass(frozen=True, slots=True)
class Comparison:
    """Whether one strategy is stronger than another.

    Attributes:
        first, second: their names.
        verdict: what is known about it.
    """

    first: str
    second: str
    verdict: Verdict

    def __str__(self) -> str:
        verdict = self.verdict
        question = f"{self.first} is stronger than {self.second}:"
        ahead = f"{abs(verdict.difference) * 100:.1f} points of win rate"
        match verdict.answer:
            case Answer.YES:
                return f"{question} yes, by {ahead}"
            case Answer.NO:
                return f"{question} no, {self.second} is stronger by {ahead}"
            case Answer.EQUAL:
                return f"{question} no, they are equal to within {MARGIN * 100:g} points of win rate"
        if verdict.more is None:
            return f"{question} can't tell yet"
        return f"{question} can't tell yet, about {_rounded(verdict.more):,} more deals needed"


@dataclass(frozen=True, slots=True)
class Report:
    """What came out of a tournament.

    Attributes:
        title: what was played, in one line.
        rounds: how many rounds were played.
        deals: how many deals.
        standings: how each strategy did, in the order in which they were named.
        comparisons: who is stronger than whom.
        faults: what went wrong.
        drawn: how many rounds nobody won.
        stopped: how many of these were stopped because they went on for too long.
        moves: how many moves were made.
        max_moves: after how many moves a round is stopped.
        equal_share: what everybody would win if all were equal.
        unrated: why there are no ratings; "" if there are.
    """

    title: str
    rounds: int
    deals: int
    standings: tuple[Standing, ...]
    comparisons: tuple[Comparison, ...]
    faults: tuple[FaultCount, ...]
    drawn: int
    stopped: int
    moves: int
    max_moves: int
    equal_share: float
    unrated: str = ""

    def as_json(self) -> str:
        """Give the report as JSON."""
        strategies = [
            {
                "name": one.name,
                "win_rate": _plain(one.win_rate.value),
                "low": _plain(one.win_rate.low),
                "high": _plain(one.win_rate.high),
                "rating": None if one.rating is None else _plain(one.rating.value),
            }
            for one in self.standings
        ]
        faults = [
            {
                "name": fault.name,
                "message": fault.message,
                "count": fault.count,
                "deal": fault.deal,
                "table": fault.table,
                "round": fault.turn,
            }
            for fault in self.faults
        ]
        return json.dumps({"rounds": self.rounds, "strategies": strategies, "faults": faults}, indent=2)

    def as_csv(self) -> str:
        """Give the lines of the strategies as CSV."""
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        ends = [f"{what}{end}" for what in ("win_rate", "points", "rating") for end in ("", "_low", "_high")]
        writer.writerow(["name", "rounds", "won", *ends, "faults"])
        for one in self.standings:
            figures = [*_ends(one.win_rate), *_ends(one.points), *_ends(one.rating)]
            writer.writerow([one.name, one.rounds, one.won, *figures, one.faults])
        return text.getvalue()

    def as_text(self) -> str:
        """Give the report for people."""
        blocks = [self._heading(), _table(_columns(self._ranked()))]
        if self.comparisons:
            blocks.append("\n".join(map(str, self.comparisons)))
        blocks.append(self._notes())
        if self.faults:
            blocks.append(self._faults())
        return "\n\n".join(blocks)

    def _ranked(self) -> list[Standing]:
        return sorted(self.standings, key=lambda one: -one.win_rate.value)

    def _heading(self) -> str:
        moves = self.moves / self.rounds if self.rounds else 0.0
        drawn = f"{self.drawn:,} drawn" if self.drawn else "none drawn"
        if self.stopped:
            drawn += f" ({self.stopped:,} stopped after {self.max_moves:,} moves)"
        deals = "deal" if self.deals == 1 else "deals"
        return f"{self.title}\n{self.rounds:,} rounds of {self.deals:,} {deals}, {moves:.1f} moves a round, {drawn}"

    def _notes(self) -> str:
        equal = f"equally strong ones win {self.equal_share:.1%}, a drawn round is shared"
        notes = [f"[low, high] covers the true figure with {LEVEL:.0%} confidence; {equal}."]
        if self.comparisons:
            verdicts = "The verdict is" if len(self.comparisons) == 1 else "The verdicts are, all together,"
            notes.append(f"{verdicts} wrong with a probability of at most {ERROR:.0%}, however often one looks.")
        return "\n".join(notes)

    def _faults(self) -> str:
        total = sum(fault.count for fault in self.faults)
        lines = [f"{total:,} fault{'' if total == 1 else 's'}:"]
        worst = sorted(self.faults, key=lambda fault: -fault.count)[:_SHOWN_FAULTS]
        lines += [f"  {one.name} {one.message} ({one.count:,} ×, first in deal {one.deal})" for one in worst]
        if len(self.faults) > _SHOWN_FAULTS:
            lines.append(f"  and {len(self.faults) - _SHOWN_FAULTS} others, which --json has")
        return "\n".join(lines)


def make_report(plan: Plan, tally: Tally) -> Report:
    """Make the report of a tournament.

    Args:
        plan: the tournament.
        tally: its sums.
    """
    names = [one.name for one in plan.contestants]
    ratings: Sequence[Estimate | None] | None = None
    unrated = ""
    try:
        ratings = rate(tally.encounters, len(names)) if tally.deals else None
        if ratings is None and len(names) > 1:
            unrated = (
                "there are no ratings, for not all strategies have met, or they differ too much"
                if tally.deals
                else "nothing was played"
            )
    except MissingExtraError as error:
        unrated = str(error)
    standings = tuple(
        Standing(
            name,
            tally.points[at].bottom,
            tally.won[at],
            tally.wins[at].share(),
            tally.points[at].mean(),
            None if ratings is None else ratings[at],
            tally.faults_of[at],
        )
        for at, name in enumerate(names)
    )
    return Report(
        title=plan.title,
        rounds=tally.rounds,
        deals=tally.deals,
        standings=standings,
        comparisons=tuple(
            Comparison(names[one], names[two], duel.verdict()) for (one, two), duel in tally.duels.items()
        ),
        faults=tuple(tally.faults.values()),
        drawn=tally.drawn,
        stopped=tally.endings[Ending.STOPPED],
        moves=tally.moves,
        max_moves=plan.max_moves,
        equal_share=tally.equal_share,
        unrated=unrated,
    )


def _columns(standings: Sequence[Standing]) -> list[list[str]]:
    """Give the table of the standings, column by column, but for columns that would say nothing."""
    rates, points = [one.win_rate for one in standings], [one.points for one in standings]
    columns = [
        ["strategy", *(one.name for one in standings)],
        ["win rate", *(_figure(rate, lambda value: f"{value:.1%}") for rate in rates)],
        ["[low, high]", *(_between(rate, lambda end: f"{end * 100:.1f}") for rate in rates)],
        ["won", *(f"{one.won:,}" for one in standings)],
        ["points", *(_figure(one, lambda value: f"{value:.1f}") for one in points)],
        ["[low, high]", *(_between(one, lambda end: f"{end:.1f}") for one in points)],
    ]
    ratings = [one.rating for one in standings if one.rating is not None]
    if ratings:
        columns += [
            ["rating", *(f"{one.value:.0f}" for one in ratings)],
            ["[low, high]", *(_between(one, lambda end: f"{end:.0f}") for one in ratings)],
        ]
    if any(one.faults for one in standings):
        columns.append(["faults", *(f"{one.faults:,}" for one in standings)])
    return columns


def _figure(estimate: Estimate, write: Callable[[float], str]) -> str:
    return "–" if math.isnan(estimate.value) else write(estimate.value)


def _between(estimate: Estimate, write: Callable[[float], str]) -> str:
    if estimate.low is None or estimate.high is None:
        return "–"
    return f"[{write(estimate.low)}, {write(estimate.high)}]"


def _table(columns: Sequence[Sequence[str]]) -> str:
    """Write columns side by side, the first one from the left and the others to the right."""
    padded = []
    for at, column in enumerate(columns):
        width = max(map(len, column))
        padded.append([cell.ljust(width) if at == 0 else cell.rjust(width) for cell in column])
    return "\n".join("  ".join(row).rstrip() for row in zip(*padded, strict=True))


def _ends(estimate: Estimate | None) -> list[float | None]:
    if estimate is None:
        return [None, None, None]
    return [_plain(estimate.value), _plain(estimate.low), _plain(estimate.high)]


def _plain(number: float | None) -> float | None:
    """Give a number that JSON has, without the last digits, which say nothing."""
    return None if number is None or math.isnan(number) else round(number, 6)


def _rounded(number: int) -> int:
    """Round to two digits: more of them would say more than is known."""
    digits = max(0, len(str(number)) - 2)
    return round(number, -digits) if digits else number
