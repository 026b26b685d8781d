"""How strong the strategies are: win rates against greedy, every deal played from both seats."""

from __future__ import annotations

import math
from random import Random

from benchmarks.timing import goal
from crazyeights import Game, default_registry

DEALS = 2_000


def duel(name: str, other: str, variant: str) -> tuple[float, float]:
    """Give the share of rounds that a strategy wins against another, and its standard error over the deals."""
    registry = default_registry()
    game = Game(variant, 2)
    shares: list[float] = []
    for seed in range(DEALS):
        wins = 0.0
        for seat in (0, 1):
            names = (name, other) if seat == 0 else (other, name)
            players = [registry.strategy(each).make(Random(seed)) for each in names]
            state = game.deal(seed=seed)
            while state.to_move is not None:
                state.apply(players[state.to_move].choose(state.view(state.to_move)))
            assert state.outcome is not None
            wins += 0.5 if state.outcome.winner is None else float(state.outcome.winner == seat)
        shares.append(wins / 2)
    mean = sum(shares) / DEALS
    spread = math.sqrt(sum((share - mean) ** 2 for share in shares) / (DEALS - 1) / DEALS)
    return mean, spread


def main() -> list[str]:
    """Measure, and give the lines of the report."""
    lines = [f"Strategies against greedy, two players, {2 * DEALS:,} rounds, each deal from both seats"]
    for variant in ("classic", "plain"):
        share, error = duel("careful", "greedy", variant)
        lines.append(f"  careful, {variant:8} wins {share:.1%} ± {error:.1%} (one standard error)")
        if variant == "classic":
            lines.append(goal("careful against greedy", share * 100, 53, at_most=False, unit=" %"))
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
