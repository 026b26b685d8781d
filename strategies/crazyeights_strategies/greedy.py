"""Greedy: plays whenever it can, the dearest card first, and keeps its wild cards for when nothing else goes."""

from collections import Counter
from functools import lru_cache
from random import Random

from crazyeights import DRAW, Card, Move, Ruleset, StrategySpec, View, hookimpl


@lru_cache(maxsize=8)
def values(rules: Ruleset) -> dict[Card, tuple[int, int]]:
    """Say how gladly each card is played: wild ones last (which these are is the rules' business), then by points."""
    wild = rules.faces_of(rules.wild)
    cards = zip(rules.deck.faces, rules.points, strict=True)
    return {card: (1 if card in wild else 2, points) for card, points in cards}


class Greedy:
    """Looks at its own hand and at nothing else; leaves nothing to chance."""

    def __init__(self, rng: Random) -> None:
        """Take the random stream that every strategy is given; this one has no use for it."""

    def choose(self, view: View) -> Move:
        """Choose the best card to play; draw if there is none, and pass if that is not possible either."""
        value = values(view.ruleset)
        held = Counter(card.suit for card in view.hand if value[card][0] == 2)

        def worth(move: Move) -> tuple[int, int, int]:
            if move.card is None:
                return (0, move is DRAW, 0 if move.suit is None else held[move.suit])
            return (*value[move.card], held[move.suit])

        return max(view.legal_moves, key=worth)


@hookimpl
def crazyeights_strategies() -> list[StrategySpec]:
    """Offer the strategy."""
    summary = "Plays what it can, saves its eights, calls the suit it holds most."
    return [StrategySpec("greedy", summary, Greedy, strength=20, kernel="greedy")]
