"""Who plays where: the deals, the tables, the seats, and the chance of each, all from the tournament's seed.

A set is one deal at one table, played once from each seat. Sets are numbered: the first deal at every table, then the
second one, and so on. What happens in a set follows from its number alone, so sets can be played anywhere and in any
order.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache
from itertools import permutations
from random import Random
from typing import NamedTuple

from crazyeights.arena.plan import Plan
from crazyeights.deal import shuffled


class Set(NamedTuple):
    """One deal at one table.

    Attributes:
        number: the number of the set.
        deal: the number of the deal.
        table: the number of the table.
    """

    number: int
    deal: int
    table: int


def find(plan: Plan, number: int) -> Set:
    """Give the set of a number."""
    deal, table = divmod(number, len(plan.tables))
    return Set(number, deal, table)


def seating(plan: Plan, played: Set, turn: int) -> tuple[int, ...]:
    """Say which contestant sits at each seat.

    From deal to deal the order around the table changes, so that nobody always follows the same one; within a set it
    stays, and everybody moves one seat on.

    Args:
        plan: the tournament.
        played: the set.
        turn: the number of the round in the set.
    """
    order = plan.tables[played.table]
    if plan.reorder:
        orders = _orders(order)
        order = orders[played.deal % len(orders)]
    return order[-turn:] + order[:-turn] if turn else order


@lru_cache(maxsize=256)
def _orders(table: tuple[int, ...]) -> tuple[tuple[int, ...], ...]:
    """Give the different orders in which contestants can sit around a table, each once however it is turned."""
    seen: dict[tuple[int, ...], tuple[int, ...]] = {}
    for rest in permutations(table[1:]):
        order = (table[0], *rest)
        key = min(order[at:] + order[:at] for at in range(len(order)))
        seen.setdefault(key, order)
    orders = tuple(seen.values())
    # Mixed, so that a few deals already have orders that are not all alike; the one that was given comes first.
    return (orders[0], *(orders[1:][at] for at in shuffled(range(len(orders) - 1), b"orders around a table")))


def deal_seed(plan: Plan, played: Set) -> int:
    """Give the seed of a set's deal, the same at every table."""
    return _derive(f"deal {played.deal} of tournament {plan.seed}")


def strategy_rng(plan: Plan, played: Set, turn: int, seat: int) -> Random:
    """Give the random stream of the strategy at a seat in one round."""
    where = f"seat {seat} of round {turn} of deal {played.deal} at table {played.table} of tournament {plan.seed}"
    return Random(_derive(f"strategy at {where}"))


def _derive(text: str) -> int:
    # 64 bits are enough for chance, and a stream is begun in half the time of one from all 256.
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:8])
