"""How strong the strategies are: win rates against greedy, every deal played from both seats.

    make bench ARGS=strategies
    cd tests; python -m benchmarks.strategies search:ms=100 [DEALS [VARIANT [OTHER]]]

The first takes fewer deals for those that think long; the second is for the figures of docs/benchmarks.md.
"""

from __future__ import annotations

import math
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from random import Random

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.timing import goal
from crazyeights import Game, default_registry
from crazyeights.strategy import seeing

#: Who is measured: how, in which variant, over how many deals, and the goal in percent.
CONTESTS: tuple[tuple[str, str, int, float | None], ...] = (
    ("careful", "classic", 2_000, 53),
    ("careful", "plain", 2_000, None),
    ("counter", "classic", 2_000, 55),
    ("counter", "plain", 2_000, None),
    ("easy", "classic", 2_000, None),
    ("search:ms=20", "classic", 300, 57),
    ("search:ms=100", "classic", 100, 60),
    ("oracle", "classic", 300, None),
)


@dataclass(frozen=True)
class Result:
    """What came out of a duel.

    Attributes:
        share: of the rounds that were won; a drawn one counts half.
        error: the standard error of that, over the deals.
        ms: milliseconds of processor time for a move.
    """

    share: float
    error: float
    ms: float


def duel(name: str, other: str, variant: str, deals: int) -> Result:
    """Play each deal from both seats, and give how a strategy fared against another.

    Args:
        name: the strategy, as it is written after `--ai`.
        other: the other one.
        variant: the variant.
        deals: how many deals; there are twice as many rounds.
    """
    registry = default_registry()
    game = Game(variant, 2)
    shares: list[float] = []
    spent, moves = 0.0, 0
    for seed in range(deals):
        wins = 0.0
        for seat in (0, 1):
            state = game.deal(seed=seed)
            choosers = []
            for at, text in enumerate((name, other) if seat == 0 else (other, name)):
                word, _, given = text.partition(":")
                spec = registry.strategy(word)
                pairs = dict(part.split("=") for part in given.split(",")) if given else {}
                strategy = spec.make(Random(1000 * seed + at), pairs)
                choosers.append(seeing(strategy, state) if spec.sees_all else strategy.choose)
            while state.to_move is not None:
                mover = state.to_move
                view, begin = state.view(mover), time.thread_time()
                move = choosers[mover](view)
                if mover == seat:
                    spent, moves = spent + time.thread_time() - begin, moves + 1
                state.apply(move)
            assert state.outcome is not None
            wins += 0.5 if state.outcome.winner is None else float(state.outcome.winner == seat)
        shares.append(wins / 2)
    mean = sum(shares) / deals
    error = math.sqrt(sum((share - mean) ** 2 for share in shares) / (deals - 1) / deals)
    return Result(mean, error, 1000 * spent / moves)


def contest(name: str, variant: str, deals: int, other: str = "greedy") -> tuple[Result, str]:
    """Play a duel, and give its line of the report."""
    result = duel(name, other, variant, deals)
    text = f"{name}, {variant}, {2 * deals:,} rounds against {other}: wins {result.share:.1%} ± {result.error:.1%}"
    return result, f"  {text}, {result.ms:.2f} ms a move"


def main() -> list[str]:
    """Measure, and give the lines of the report."""
    lines = ["Strategies, two players, each deal from both seats (± is one standard error)"]
    for name, variant, deals, wanted in CONTESTS:
        result, line = contest(name, variant, deals)
        lines.append(line)
        if wanted is not None:
            lines.append(goal(f"{name} against greedy", result.share * 100, wanted, at_most=False, unit=" %"))
    return lines


if __name__ == "__main__":
    given = sys.argv[1:]
    if given:
        variant = given[2] if len(given) > 2 else "classic"
        other = given[3] if len(given) > 3 else "greedy"
        print(contest(given[0], variant, int(given[1]) if len(given) > 1 else 2_000, other)[1])
    else:
        print("\n".join(main()))
