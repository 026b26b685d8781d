"""Oracle: sees all hands and the stock; for analysis only, as the bound that no honest player reaches.

It tries its moves out as search does, but in the one world that there is. How the others go on is still tried by a rule
of thumb, with a little chance in it, for oracle sees cards and not thoughts.
"""

from __future__ import annotations

from random import Random

from crazyeights import Move, Parameter, State, StrategyError, StrategySpec, View, hookimpl
from crazyeights_strategies.search import Budget, Trial, World, candidates, try_out


class Oracle:
    """Chooses the move that wins most often as the cards really lie.

    Args:
        rng: the chance in how the others go on.
        sims: how many rounds it plays on for a move.
    """

    def __init__(self, rng: Random, sims: int = 200) -> None:
        self._rng = rng
        self._sims = sims
        self._state: State | None = None

    def see(self, state: State) -> None:
        """Look into all hands.

        Args:
            state: a copy of the round.
        """
        self._state = state

    def choose(self, view: View) -> Move:
        """Choose the best move as the cards lie.

        Raises:
            StrategyError: it was not shown them.
        """
        state, self._state = self._state, None
        if state is None:
            raise StrategyError("sees all hands, and this table shows it none; it plays only with --allow-oracle")
        moves = candidates(view)
        if len(moves) == 1:
            return moves[0]
        trials = [Trial(move, 0.5) for move in moves]
        world = World(state, state.hands)
        try_out(lambda: world, view, trials, Budget(0, self._sims), self._rng)
        return max(trials, key=lambda trial: trial.mean).move


@hookimpl
def crazyeights_strategies() -> list[StrategySpec]:
    """Offer the strategy."""
    summary = "Sees all hands and the stock: a bound for analysis, no player (needs --allow-oracle)."
    sims = Parameter("sims", 200, "how many rounds it plays on for a move", 1, 100_000)
    return [StrategySpec("oracle", summary, Oracle, (sims,), strength=100, sees_all=True)]
