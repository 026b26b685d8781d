"""Levels: opponents by how hard they are to beat, for players who don't care how they think."""

from __future__ import annotations

from random import Random
from typing import Final

from crazyeights import Move, StrategySpec, View, hookimpl
from crazyeights_strategies.basics import is_play
from crazyeights_strategies.careful import Careful
from crazyeights_strategies.counter import Counter
from crazyeights_strategies.search import Search

# How often a beginner plays any card that fits, and not the one that speaks for itself.
_SLIPS: Final = 0.4
_THINKING_MS: Final = 200


class Easy:
    """Plays like careful, but often any card that fits; forgets to announce its last card as often.

    Args:
        rng: the chance of a slip.
    """

    def __init__(self, rng: Random) -> None:
        self._rng = rng
        self._careful = Careful(rng)

    def choose(self, view: View) -> Move:
        """Choose a move; now and then without a thought."""
        plays = [move for move in view.legal_moves if is_play(move)]
        if plays and self._rng.random() < _SLIPS:
            return self._rng.choice(plays)
        return self._careful.choose(view)


def _hard(rng: Random) -> Search:
    return Search(rng, _THINKING_MS)


@hookimpl
def crazyeights_strategies() -> list[StrategySpec]:
    """Offer the levels. Hints ask search itself, and so none of them is stronger."""
    best = f"The best opponent: thinks like search, for {_THINKING_MS} ms a move."
    return [
        StrategySpec("easy", "A gentle opponent, who often plays any card that fits.", Easy, strength=15),
        StrategySpec("normal", "A good opponent: plays like counter.", Counter, strength=39),
        StrategySpec("hard", best, _hard, strength=79),
    ]
