"""Sets that the compiled kernel plays, with the very same results as the engine in Python, and whether it pays.

The kernel plays a table at which all strategies say which of its policies makes the same moves. A tournament can be
played by both: other tables, and workers that have no numba, use the engine.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final, NamedTuple

from crazyeights import kernel
from crazyeights.arena import schedule
from crazyeights.arena.errors import ArenaError
from crazyeights.arena.plan import Plan, find_strategy
from crazyeights.arena.results import Ending, RoundResult, SetResult
from crazyeights.arena.schedule import Set
from crazyeights.fast.limits import POLICIES
from crazyeights.game import Game
from crazyeights.plugins import Registry
from crazyeights.scoring import partner_of

_RANDOM: Final = "random"
# About so many rounds a second are played by the engine in Python, with strategies that have a policy.
_ENGINE_SPEED: Final = 1_500.0
# Where nobody says how many rounds there will be.
_UNKNOWN: Final = 10_000


def policies_of(plan: Plan, registry: Registry) -> tuple[int, ...]:
    """Give the number of each contestant's policy; -1 for one that the kernel can't play for."""
    found = []
    for one in plan.contestants:
        name = find_strategy(one.strategy, registry).kernel
        # What a policy does is what the strategy does without parameters; and chance is another one in the kernel.
        known = not one.parameters and name != _RANDOM
        found.append(POLICIES.get(name, -1) if known else -1)
    return tuple(found)


def plays_all(plan: Plan, registry: Registry) -> bool:
    """Say whether the kernel plays all of a tournament, so that nothing but our own code runs."""
    if plan.engine != "kernel" or not kernel.installed() or kernel.kernel_refusal(plan.make_game(registry)):
        return False
    policies = policies_of(plan, registry)
    return all(_all_known(policies, table) for table in plan.tables)


class Settled(NamedTuple):
    """Who plays a tournament.

    Attributes:
        plan: the tournament, with its engine settled: "python", or "kernel" wherever that can play.
        note: what is to be said about it; "" if that goes without saying.
    """

    plan: Plan
    note: str


def settle(plan: Plan, registry: Registry, rounds: int | None) -> Settled:
    """Settle who plays a tournament.

    Args:
        plan: the tournament.
        registry: the plugins.
        rounds: how many rounds are played in all; None if that is not known.

    Raises:
        MissingExtraError: the kernel is asked for, and numba is not installed.
        CrazyEightsError: the kernel is asked for and can play none of it, or there is no such engine.
    """
    kernel.check_engine(plan.engine)
    if plan.engine == "python":
        return Settled(plan, "")
    policies = policies_of(plan, registry)
    tables = [_all_known(policies, table) for table in plan.tables]
    asked = plan.engine == "kernel"
    by_python = replace(plan, engine="python")
    if not any(tables):
        if asked:
            without = ", ".join(one.name for one, policy in zip(plan.contestants, policies, strict=True) if policy < 0)
            raise ArenaError(f"--engine kernel: every table has a strategy that the kernel can't play for ({without})")
        return Settled(by_python, "")
    game = plan.make_game(registry)
    if asked:
        kernel.demand("--engine kernel", game)
    else:
        refusal = kernel.kernel_refusal(game)
        if refusal:
            return Settled(by_python, f"the engine in Python plays, not the kernel: {refusal}")
        if not kernel.installed():
            return Settled(by_python, "")
        seconds = (_UNKNOWN if rounds is None else rounds) * sum(tables) / len(tables) / _ENGINE_SPEED
        if not kernel.pays(seconds, game, None):
            # Nothing is said where there was nothing to gain.
            if not kernel.could_pay(seconds):
                return Settled(by_python, "")
            why = kernel.problem() or (
                "it is done before the kernel is compiled (--engine kernel compiles it)"
                if kernel.is_compiled()
                else "NUMBA_DISABLE_JIT is set, and what is not compiled is slower"
            )
            return Settled(by_python, f"the engine in Python plays: {why}")
    by_kernel = replace(plan, engine="kernel")
    who = "the compiled kernel" if kernel.is_compiled() else "the kernel (not compiled: NUMBA_DISABLE_JIT is set)"
    where = "" if all(tables) else f" at {sum(tables)} of {len(tables)} tables"
    first = "" if kernel.is_ready(game, None) else "; it is compiled first, which takes some ten seconds, once"
    return Settled(by_kernel, f"{who} plays{where}{first}")


def _all_known(policies: Sequence[int], table: Sequence[int]) -> bool:
    return all(policies[one] >= 0 for one in table)


class Compiled:
    """The kernel, ready to play the sets of a tournament.

    Args:
        plan: the tournament.
        game: its game.
        policies: the number of each contestant's policy; -1 for none.
    """

    def __init__(self, plan: Plan, game: Game, policies: Sequence[int]) -> None:
        from crazyeights import machine  # noqa: PLC0415  # numba takes half a second

        self._plan = plan
        self._partners = game.options.partners
        self._policies = policies
        self._tables = [_all_known(policies, table) for table in plan.tables]
        self._machine = machine.Machine(game)
        self._reasons = [Ending.STOPPED.value if one is None else one.value for one in machine.REASONS]
        # Compiled or loaded here, so that no block seems to take so long.
        self._machine.replay([0], [[0] * plan.players], 0)

    def plays(self, played: Set) -> bool:
        """Say whether it can play a set."""
        return self._tables[played.table]

    def play(self, sets: Sequence[Set]) -> Iterator[SetResult]:
        """Play some sets."""
        plan, policies = self._plan, self._policies
        seats: list[tuple[int, ...]] = []
        seeds: list[int] = []
        for played in sets:
            seed = schedule.deal_seed(plan, played)
            for turn in range(plan.rounds_per_set):
                seats.append(schedule.seating(plan, played, turn))
                seeds.append(seed)
        chosen = [[policies[one] for one in table] for table in seats]
        found = self._machine.replay(seeds, chosen, plan.max_moves)
        rounds = map(self._result, seats, *(found[name].tolist() for name in ("winner", "reason", "points", "moves")))
        for played in sets:
            yield SetResult(played.number, tuple(islice(rounds, plan.rounds_per_set)))

    def _result(self, seats: tuple[int, ...], winner: int, reason: int, points: list[int], moves: int) -> RoundResult:
        winners: tuple[int, ...] = () if winner < 0 else (winner,)
        if winners and self._partners:
            winners = tuple(sorted((winner, partner_of(winner))))
        return RoundResult(seats, winners, tuple(points[: len(seats)]), moves, self._reasons[reason])


def compiled(plan: Plan, game: Game, registry: Registry) -> Compiled | None:
    """Make the kernel ready to play what it can of a tournament; None if it is to play nothing, or can't here."""
    policies = policies_of(plan, registry)
    wanted = plan.engine == "kernel" and any(_all_known(policies, table) for table in plan.tables)
    if not wanted or kernel.kernel_refusal(game) or kernel.problem():
        return None
    return Compiled(plan, game, policies)
