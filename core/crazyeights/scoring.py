"""What a round that is over is worth: who won, and what each seat scores."""

from __future__ import annotations

from collections.abc import Sequence

from crazyeights.events import Outcome, Reason
from crazyeights.options import Blocked, Options, Scoring


def partner_of(seat: int) -> int:
    """Give the partner of a seat, where four play as two pairs."""
    return (seat + 2) % 4


def won(options: Options, winner: int, counts: Sequence[int], *, wild: bool) -> Outcome:
    """Give the outcome of a round that a seat won with an empty hand.

    Args:
        options: the options in force.
        winner: the seat.
        counts: what the cards in each hand count.
        wild: whether the winner's last card was a wild one.
    """
    partner = partner_of(winner) if options.partners else None
    points = _points(options, (winner,) if partner is None else (winner, partner), counts)
    if wild and options.last_wild_doubles:
        points = [2 * number for number in points]
    return Outcome(winner, Reason.EMPTY_HAND, tuple(points), partner)


def stopped(options: Options, reason: Reason, counts: Sequence[int]) -> Outcome:
    """Give the outcome of a round that ended without an empty hand.

    Args:
        options: the options in force.
        reason: why it ended.
        counts: what the cards in each hand count.
    """
    mine = _charges(options, counts)
    lowest = min(mine)
    best = [seat for seat, count in enumerate(mine) if count == lowest]
    alone = len(best) == (2 if options.partners else 1) and options.blocked is Blocked.LOWEST_HAND
    winner = best[0] if alone else None
    partner = partner_of(winner) if options.partners and winner is not None else None
    if options.scoring is Scoring.LOSERS_CHARGED:
        points = mine
    elif options.blocked is Blocked.DRAW or (options.partners and winner is None):
        points = [0] * len(counts)
    elif options.scoring is Scoring.ROUNDS_WON:
        points = [int(alone and seat in best) for seat in range(len(counts))]
    elif options.partners:
        points = [max(mine) - lowest if seat in best else 0 for seat in range(len(counts))]
    else:
        # Those who tie share the differences; what can't be shared is dropped.
        share = sum(count - lowest for count in counts) // len(best)
        points = [share if seat in best else 0 for seat in range(len(counts))]
    return Outcome(winner, reason, tuple(points), partner)


def _points(options: Options, winners: Sequence[int], counts: Sequence[int]) -> list[int]:
    if options.scoring is Scoring.LOSERS_CHARGED:
        return _charges(options, counts)
    prize = 1
    if options.scoring is Scoring.WINNER_COLLECTS:
        # With a Python function's help the winner may hold cards again; nobody collects from themselves.
        prize = sum(count for seat, count in enumerate(counts) if seat not in winners)
    return [prize if seat in winners else 0 for seat in range(len(counts))]


def _charges(options: Options, counts: Sequence[int]) -> list[int]:
    """Say what each seat's own cards count; partners' are counted together."""
    if not options.partners:
        return list(counts)
    return [counts[seat] + counts[partner_of(seat)] for seat in range(len(counts))]
