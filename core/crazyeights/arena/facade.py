"""A whole tournament in one call, for programs; and which runner is for what was asked."""

from __future__ import annotations

from crazyeights.arena.child import ChildRunner
from crazyeights.arena.compiled import plays_all, settle
from crazyeights.arena.plan import Plan, check
from crazyeights.arena.play import Hall
from crazyeights.arena.pools import DaskRunner, LokyRunner
from crazyeights.arena.report import Report, make_report
from crazyeights.arena.runner import HereRunner, Runner
from crazyeights.arena.tally import Tally
from crazyeights.arena.tournament import Tournament
from crazyeights.plugins import Registry
from crazyeights.version import version


def make_runner(plan: Plan, *, jobs: int = 1, cluster: str | None = None, registry: Registry | None = None) -> Runner:
    """Make what plays a tournament.

    Args:
        plan: the tournament.
        jobs: how many processes play on this machine.
        cluster: the address of a dask scheduler, whose workers play instead.
        registry: the plugins. With them, what the kernel plays alone is played in this process, where it is loaded but
            once; strategies are played in another one, which can be ended.

    Raises:
        MissingExtraError: what it takes is not installed.
        ArenaError: there is no such cluster.
    """
    if cluster is not None:
        return DaskRunner(plan, version(), cluster)
    if jobs == 1 and registry is not None and plays_all(plan, registry):
        return HereRunner(plan, registry)
    return ChildRunner(plan, version()) if jobs == 1 else LokyRunner(plan, version(), jobs)


def play(
    plan: Plan,
    registry: Registry,
    *,
    rounds: int,
    jobs: int = 0,
    until_sure: bool = False,
    allow_oracle: bool = False,
) -> Report:
    """Play a tournament.

    Args:
        plan: the tournament.
        registry: the plugins.
        rounds: how many rounds are played in all; as many more as it takes to end the last deal.
        jobs: how many processes play; 0 for this one.
        until_sure: whether to stop earlier if it is sure who is stronger.
        allow_oracle: whether strategies may take part that see all hands.

    Raises:
        CrazyEightsError: the tournament can't be played.
    """
    check(plan, registry, allow_oracle=allow_oracle)
    plan = settle(plan, registry, rounds).plan
    hall = Hall(plan, registry)
    tally = Tally(plan, hall.side)
    tournament = Tournament(plan, hall, tally, rounds=rounds, until_sure=until_sure)
    tournament.play(make_runner(plan, jobs=jobs) if jobs else HereRunner(plan, registry))
    tournament.finish()
    return make_report(plan, tally)
