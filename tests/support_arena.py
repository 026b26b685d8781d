"""Tournaments for tests: a file of strategies that misbehave in every way, and plans that play them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

from crazyeights.arena import Plan, Report, contestants, make_report, plugin_files, round_robin
from crazyeights.arena.play import Hall
from crazyeights.arena.results import RoundFault, RoundResult, SetResult
from crazyeights.arena.runner import HereRunner, Runner
from crazyeights.arena.tally import Tally
from crazyeights.arena.tournament import Tournament
from crazyeights.plugins import Registry, load_plugins

ROGUES = '''
import os, signal, sys, time
from crazyeights import Move, Parameter, Rule, StrategySpec, hookimpl


class Rogue:
    """Plays the first legal move, and in the third turn misbehaves."""

    def __init__(self, rng, how, turn):
        if how == "make":
            raise OSError("nothing to begin with")
        self.how, self.left = how, turn

    def choose(self, view):
        self.left -= 1
        return view.legal_moves[0] if self.left else getattr(self, self.how)(view)

    def fine(self, view):
        return view.legal_moves[-1]

    def fail(self, view):
        raise ValueError("no idea")

    def leave(self, view):
        sys.exit(3)

    def cheat(self, view):
        return next(move for move in map(Move.play, view.game.deck.faces) if move not in view.legal_moves)

    def talk(self, view):
        return "8H"

    def forge(self, view):
        return object.__new__(Move)

    def loop(self, view):
        while True:
            pass

    def cling(self, view):
        while True:
            try:
                while True:
                    time.sleep(0.01)
            except BaseException:
                pass

    def sleep(self, view):
        time.sleep(1000)

    def tarry(self, view):
        time.sleep(0.45)
        return view.legal_moves[0]

    def die(self, view):
        os._exit(7)

    def hog(self, view):
        # Of exponential time, in C, without letting go of the interpreter.
        import re
        re.match(r"(a+)+$", "a" * 64 + "b")

    def shout(self, view):
        print("listen to me")
        return view.legal_moves[0]


def stumble(turn):
    raise RuntimeError("tripped")


def apply(build):
    build.on_play(build.rank("K"), stumble)


@hookimpl
def crazyeights_strategies():
    parameters = (Parameter("how", "fine"), Parameter("turn", 3, low=1))
    return [StrategySpec("rogue", "Misbehaves.", Rogue, parameters)]


@hookimpl
def crazyeights_rules():
    return [Rule("stumbling-kings", "Kings fail.", "Kings fail.", apply)]
'''


def rogues(folder: Path) -> Registry:
    """The game's own plugins, and the rogues."""
    path = folder / "rogues.py"
    path.write_text(ROGUES, encoding="utf-8")
    return load_plugins([path], third_party=False)


@cache
def own_plugins() -> Registry:
    return load_plugins(third_party=False)


def plan_for(*strategies: str | tuple[str, dict[str, Any]], registry: Registry | None = None, **kwargs: Any) -> Plan:
    """A round robin between some strategies, written as names or as names with parameters."""
    taking_part = contestants([(one, {}) if isinstance(one, str) else one for one in strategies])
    files = plugin_files(registry) if registry is not None else ()
    plan = Plan(taking_part, (), seed=7, plugins=files, third_party=False)
    plan = replace(plan, **kwargs)
    return plan if plan.tables else replace(plan, tables=round_robin(len(taking_part), plan.players))


def played(
    plan: Plan, registry: Registry | None = None, *, rounds: int, runner: Runner | None = None, **kwargs: Any
) -> Report:
    """The report of a tournament, played here or by a runner."""
    registry = registry or own_plugins()
    hall = Hall(plan, registry)
    tally = Tally(plan, hall.side)
    tournament = Tournament(plan, hall, tally, rounds=rounds)
    tournament.play(runner or HereRunner(plan, registry), **kwargs)
    tournament.finish()
    return make_report(plan, tally)


def invented(plan: Plan, number: int, rng: Random, *, faults: bool = False) -> SetResult:
    """A set of rounds that nobody played."""
    from crazyeights.arena import schedule

    rounds = []
    for turn in range(plan.rounds_per_set):
        seats = schedule.seating(plan, schedule.find(plan, number), turn)
        winner = rng.randrange(-1, len(seats))
        points = tuple(rng.randrange(60) if seat == winner else 0 for seat in range(len(seats)))
        if faults and rng.random() < 0.2:
            loser = rng.randrange(len(seats))
            winners: Sequence[int] = [seat for seat in range(len(seats)) if seat != loser]
            fault = RoundFault(loser, plan.contestants[seats[loser]].name, f"raised {rng.randrange(3)}")
            rounds.append(RoundResult(seats, tuple(winners), (0,) * len(seats), 0, "fault", (fault,)))
        else:
            winners = () if winner < 0 else (winner,)
            ending = "stopped" if winner < 0 else "empty_hand"
            rounds.append(RoundResult(seats, tuple(winners), points, rng.randrange(10, 90), ending))
    return SetResult(number, tuple(rounds))
