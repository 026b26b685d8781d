"""How a round is scored, and when a match is over: from the hands as they are left, with nothing of the engine."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True)
class Result:
    """How a round ended. With partners `winner` and `partner` are a pair, the one who went out last first."""

    winner: int | None
    reason: str
    points: list[int]
    partner: int | None = None

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(sorted(seat for seat in (self.winner, self.partner) if seat is not None))


def partner_of(seat: int, options: Mapping[str, Any]) -> int | None:
    return (seat + 2) % 4 if options["partners"] else None


def sides(players: int, options: Mapping[str, Any]) -> list[list[int]]:
    """The seats that win and lose together."""
    return [[0, 2], [1, 3]] if options["partners"] else [[seat] for seat in range(players)]


def score_won(winner: int, counts: Sequence[int], options: Mapping[str, Any], *, last_was_wild: bool) -> Result:
    """Score a round that `winner` won by going out.

    Args:
        winner: the seat.
        counts: what the cards in each hand count.
        options: the options.
        last_was_wild: whether the winner's last card was a wild one.
    """
    partner = partner_of(winner, options)
    winners = {winner, partner}
    if options["scoring"] == "losers_charged":
        points = _charged(counts, options)
    else:
        each = 1 if options["scoring"] == "rounds_won" else sum(counts)
        points = [each if seat in winners else 0 for seat in range(len(counts))]
    if options["last_wild_doubles"] and last_was_wild:
        points = [2 * number for number in points]
    return Result(winner, "empty_hand", points, partner)


def score_stopped(reason: str, counts: Sequence[int], options: Mapping[str, Any]) -> Result:
    """Score a round that ended with cards in all hands, because nobody could move or enough had been played."""
    every = sides(len(counts), options)
    best: list[list[int]] = []
    sums = [sum(counts[seat] for seat in side) for side in every]
    if options["blocked"] == "lowest_hand":
        best = [side for side, total in zip(every, sums, strict=True) if total == min(sums)]
    won = best[0] if len(best) == 1 else []
    points = [0] * len(counts)
    if options["scoring"] == "losers_charged":
        points = _charged(counts, options)
    elif options["scoring"] == "rounds_won":
        for seat in won:
            points[seat] = 1
    else:
        # What the others hold more than the lowest; several who are equally low share it.
        for side in best:
            for seat in side:
                points[seat] = sum(total - min(sums) for total in sums) // len(best)
    return Result(won[0] if won else None, reason, points, won[1] if len(won) == 2 else None)


def _charged(counts: Sequence[int], options: Mapping[str, Any]) -> list[int]:
    points = [0] * len(counts)
    for side in sides(len(counts), options):
        for seat in side:
            points[seat] = sum(counts[each] for each in side)
    return points


def target_of(players: int, options: Mapping[str, Any]) -> int | None:
    """The score that ends a match: so much, and a step more for each player beyond two."""
    if options["target"] is None:
        return None
    return int(options["target"]) + int(options["target_step"]) * (players - 2)


def match_winners(rounds: Sequence[Sequence[int]], players: int, options: Mapping[str, Any]) -> tuple[int, ...] | None:
    """Who has won the match after rounds with these points; several for a pair or a tie, None while it goes on."""
    totals = [sum(points[seat] for points in rounds) for seat in range(players)]
    best = min(totals) if options["scoring"] == "losers_charged" else max(totals)
    leading = [side for side in sides(players, options) if totals[side[0]] == best]
    leaders = tuple(sorted(seat for side in leading for seat in side))
    if options["rounds"] is not None and len(rounds) >= options["rounds"]:
        return leaders
    target = target_of(players, options)
    if target is not None and max(totals) >= target and len(leading) == 1:
        return leaders
    return None
