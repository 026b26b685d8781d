"""The arena: tournaments between strategies, with honest statistics, on as many processors as there are.

    plan = Plan(contestants([("careful", {}), ("greedy", {})]), tables=((0, 1),), seed=7)
    report = play(plan, load_plugins(), rounds=1000)
    print(report.as_text())

From the bottom up: `plan` says what is played, `schedule` who plays where, `play` plays one round under a `watch`,
`blocks` a block of them in whatever process, the runners hand blocks out (`runner` here, `child` in one process of its
own, `pools` in many and on other machines), `tournament` puts what comes back in order, `store` keeps it, `tally` sums
it up, and `report` says what it means, with the figures of `intervals`, `verdict` and `rating`.
"""

from crazyeights.arena.errors import ArenaError, MissingExtraError
from crazyeights.arena.facade import make_runner, play
from crazyeights.arena.plan import Contestant, Plan, check, contestants, plugin_files, round_robin
from crazyeights.arena.report import Report, make_report
from crazyeights.arena.store import ResultsFile
from crazyeights.arena.tournament import Progress, Tournament

__all__ = [
    "ArenaError",
    "Contestant",
    "MissingExtraError",
    "Plan",
    "Progress",
    "Report",
    "ResultsFile",
    "Tournament",
    "check",
    "contestants",
    "make_report",
    "make_runner",
    "play",
    "plugin_files",
    "round_robin",
]
