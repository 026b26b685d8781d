"""A match in words: how far it goes, and its score sheet, round by round; for both ways to play in a terminal."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from crazyeights.events import Outcome
from crazyeights.match import Match
from crazyeights.options import Scoring
from crazyeights.words import counted, listed, shown_name


class Row(NamedTuple):
    """A line of the score sheet.

    Attributes:
        round: which round it was, from 1.
        points: what each seat scored; None for a round that was dropped.
        winners: the seats that won it.
    """

    round: int
    points: tuple[int, ...] | None
    winners: tuple[int, ...]


def rows(match: Match) -> tuple[Row, ...]:
    """Give the score sheet of a match."""
    return tuple(_row(number, outcome) for number, outcome in enumerate(match.sheet, 1))


def _row(number: int, outcome: Outcome | None) -> Row:
    return Row(number, None, ()) if outcome is None else Row(number, outcome.points, outcome.winners)


def goal(match: Match) -> str:
    """Say in a sentence when a match ends and what is best; "" if it never ends and the most points are best."""
    won = match.scoring is Scoring.ROUNDS_WON
    target = None if match.target is None else counted(match.target, "round" if won else "point") + " won" * won
    rounds = None if match.rounds is None else counted(match.rounds, "round")
    ways = [
        *([f"when somebody has {target}"] if target is not None else []),
        *([f"after {rounds}"] if rounds is not None else []),
    ]
    best = "the fewest points win" if match.lowest_wins else ""
    if not ways:
        return f"The match has no end; {best}." if best else ""
    return f"The match ends {', at the latest '.join(ways)}{'; ' if best else ''}{best}."


def round_name(match: Match) -> str:
    """Name the round that is played, as in "Round 2 of 5"."""
    of = f" of {match.rounds}" if match.rounds is not None and match.target is None else ""
    before = f"Match {match.number + 1}, round" if match.number else "Round"
    return f"{before} {match.round + 1}{of}"


def goal_tag(match: Match) -> str:
    """Say in two or three words how far a match goes, as in "to 150"; "" if it never ends."""
    if match.target is not None:
        return f"to {match.target}"
    return "" if match.rounds is None else f"of {match.rounds}"


def told(row: Row, names: Sequence[str]) -> str:
    """Say a line of the sheet in a sentence."""
    if row.points is None:
        return f"Round {row.round}: dropped."
    winners = [shown_name(names[seat]) for seat in row.winners]
    winners = ["you" if name.lower() == "you" else name for name in winners]
    won = f", won by {listed(winners)}" if winners else ""
    scored = ", ".join(f"{shown_name(name)} {score}" for name, score in zip(names, row.points, strict=True))
    return f"Round {row.round}{won}: {scored}."
