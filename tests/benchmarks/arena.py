"""The arena: what it costs over the bare engine, what a second process gains, and what it takes in memory."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.timing import goal, side_by_side
from crazyeights import Game, default_registry
from crazyeights.arena import Plan, Progress, Tournament, contestants
from crazyeights.arena.play import Hall
from crazyeights.arena.pools import LokyRunner
from crazyeights.arena.runner import HereRunner
from crazyeights.arena.tally import Tally
from crazyeights.version import version

ROUNDS = 1_000
LONG = 24_000
MILLION = 1_000_000


def plan() -> Plan:
    """Greedy against greedy."""
    return Plan(contestants([("greedy", {}), ("greedy", {})]), ((0, 1),), seed=1)


def bare() -> int:
    """Rounds between two strategies that are made once and called directly."""
    game, spec = Game("classic", 2), default_registry().strategy("greedy")
    players = [spec.make(Random(seat)) for seat in range(2)]
    for seed in range(ROUNDS):
        state = game.deal(seed=seed)
        while state.to_move is not None:
            state.apply(players[state.to_move].choose(state.view(state.to_move)))
    return ROUNDS


def arena() -> int:
    """As many rounds of a tournament, in this process: watched, checked, counted and summed up."""
    hall = Hall(plan(), default_registry())
    tournament = Tournament(plan(), hall, Tally(plan()), rounds=ROUNDS)
    tournament.play(HereRunner(plan(), default_registry()))
    return ROUNDS


def rate(jobs: int, rounds: int = LONG) -> float:
    """Rounds a second by the clock in so many processes, from when they are at work."""
    times: list[tuple[int, float]] = []

    def tell(progress: Progress) -> None:
        times.append((progress.rounds, time.perf_counter()))

    hall = Hall(plan(), default_registry())
    tournament = Tournament(plan(), hall, Tally(plan()), rounds=rounds)
    tournament.play(LokyRunner(plan(), version(), jobs), tell=tell)
    first = next(at for at, (played, _) in enumerate(times) if played > rounds / 8)
    (before, began), (after, ended) = times[first], times[-1]
    return (after - before) / (ended - began)


def memory(rounds: int) -> tuple[float, float]:
    """The most memory, in MB, of the tournament's own process and of its worker."""
    code = (
        "import resource, sys; from crazyeights_cli.run import run\n"
        "run(['tournament', 'greedy', 'greedy', '--seed', '1', '--rounds', sys.argv[1], '--results', sys.argv[2]])\n"
        "print(*(resource.getrusage(who).ru_maxrss for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)))\n"
    )
    with tempfile.TemporaryDirectory() as folder:
        command = [sys.executable, "-c", code, str(rounds), str(Path(folder) / "results.jsonl")]
        done = subprocess.run(command, capture_output=True, text=True, check=True)
    unit = 1 << 20 if sys.platform == "darwin" else 1 << 10
    own, worker = (int(number) / unit for number in done.stdout.split()[-2:])
    return own, worker


def main() -> list[str]:
    """Measure, and give the lines of the report."""
    lines = ["Tournaments of greedy against greedy, classic, two players"]
    timings = side_by_side({"bare": bare, "arena": arena})
    for name, timing in timings.items():
        lines.append(f"  {name:6} {timing.per_second:8,.0f} rounds a second of processor time")
    share = timings["bare"].seconds / timings["arena"].seconds
    lines.append(goal("of the bare engine's rounds a second", share * 100, 60, at_most=False, unit=" %"))
    one, two = max(rate(1) for _ in range(2)), max(rate(2) for _ in range(2))
    busy = f"{os.getloadavg()[0]:.1f}" if hasattr(os, "getloadavg") else "unknown"
    lines.append(
        f"  one process {one:,.0f}, two {two:,.0f} rounds a second by the clock (load {busy}, {os.cpu_count()} cores)"
    )
    lines.append(goal("two processes against one, on idle cores", two / one, 1.7, at_most=False, unit=" ×"))
    if sys.platform != "win32":
        few = 20_000
        many = MILLION if "--million" in sys.argv else 3 * few
        small, large = memory(few), memory(many)
        lines += [
            f"  {rounds:9,} rounds: {own:.0f} MB in the tournament's process, {worker:.0f} MB in its worker"
            for rounds, (own, worker) in ((few, small), (many, large))
        ]
        lines.append(goal("MB more for the more rounds", max(large[0] - small[0], large[1] - small[1]), 20))
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
