"""How many rounds `search` plays on in a second, in Python and compiled, and how long the latter takes to be ready.

    make bench ARGS=search

Needs numba (crazyeights[fast]).
"""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.timing import goal, side_by_side
from crazyeights import Game, View
from crazyeights_strategies.search import Budget, Search, Worlds, candidates, try_out

_POSITIONS = 12
_SIMS_COMPILED, _SIMS_PYTHON = 20_000, 300
_GAMES = (("classic", 2), ("classic", 4), ("switch", 3), ("countdown", 3))
_FIRST = """
from random import Random
from crazyeights import Game
from crazyeights_strategies.search import Search
Search(Random(1), sims=1000, engine="kernel").choose(Game("classic", 2).deal(seed=3).view(0))
"""


def positions(game: Game) -> list[View]:
    """Give views of some rounds, each with a choice."""
    found: list[View] = []
    seed = 0
    while len(found) < _POSITIONS:
        state, rng = game.deal(seed=seed), Random(seed)
        seed += 1
        for _ in range(rng.randrange(2, 16)):
            if state.to_move is not None:
                state.apply(rng.choice(state.legal_moves()))
        if state.to_move is not None and len(candidates(state.view(state.to_move))) > 1:
            found.append(state.view(state.to_move))
    return found


def compiled(views: list[View]) -> Callable[[], int]:
    """Give the work of searching these on the kernel; it gives the number of rounds that were played on."""
    from crazyeights_strategies.kernel_search import KernelSearch  # needs numba

    def work() -> int:
        done = 0
        for view in views:
            player = Search(Random(1))
            trials = player._prepare(view, candidates(view))
            search = KernelSearch(view, trials, player._weights.memory, Random(2))
            plan = search.plan[0]
            plan.sims, plan.stops = _SIMS_COMPILED, 0
            while not plan.over:
                search.go_on(1_000)
            done += int(plan.done)
        return done

    return work


def plain(views: list[View]) -> Callable[[], int]:
    """Give the same in Python."""

    def work() -> int:
        done = 0
        for view in views:
            player = Search(Random(1))
            trials = player._prepare(view, candidates(view))
            try_out(Worlds(view, player._weights.memory, Random(2)).draw, view, trials, Budget(0, _SIMS_PYTHON))
            done += sum(trial.tried for trial in trials)
        return done

    return work


def main() -> list[str]:
    """Measure, and give the lines of the report."""
    lines = ["Search: rounds that are played on for some turns, with all that it takes to imagine their worlds"]
    try:
        import numba  # noqa: F401
    except ImportError:
        return [*lines, "  numba is not installed: pip install 'crazyeights[fast]'"]
    for variant, players in _GAMES:
        views = positions(Game(variant, players))
        works = {"compiled": compiled(views), "Python": plain(views)}
        for work in works.values():
            work()
        times = side_by_side(works)
        fast, slow = times["compiled"], times["Python"]
        lines.append(
            f"  {variant}, {players} players: {fast.per_second:,.0f} a second compiled, "
            f"{slow.per_second:,.0f} in Python ({fast.per_second / slow.per_second:.0f} times as many)"
        )
        if (variant, players) == ("classic", 2):
            lines.append(goal("compiled, two players", fast.per_second, 500_000, at_most=False, unit=" a second"))
    for what in ("first search of a process (what was compiled may be kept)", "the same once more"):
        begin = time.perf_counter()
        subprocess.run([sys.executable, "-c", _FIRST], check=True)
        lines.append(f"  {what}: {time.perf_counter() - begin:.2f} s, with Python's start")
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
