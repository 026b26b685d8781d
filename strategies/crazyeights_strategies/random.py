"""Random: any legal move, each as likely as the others."""

from random import Random

from crazyeights import Move, StrategySpec, View, hookimpl


class RandomStrategy:
    """Plays without a thought; the yardstick for all the others."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Move:
        """Pick one of the legal moves."""
        return self._rng.choice(view.legal_moves)


@hookimpl
def crazyeights_strategies() -> list[StrategySpec]:
    """Offer the strategy."""
    return [StrategySpec("random", "Makes any legal move.", RandomStrategy)]
