"""Watchful: remembers on which suits the others drew, and leaves them behind."""

from collections import Counter
from collections.abc import Sequence
from random import Random

from crazyeights import Called, Dealt, Drew, Event, Move, Parameter, Played, StrategySpec, Suit, View, hookimpl


def drawn_on(history: Sequence[Event], seat: int, memory: int) -> Counter[Suit | None]:
    """Count for each suit how often another seat drew on it of its own accord, in the last events."""
    counts: Counter[Suit | None] = Counter()
    suit: Suit | None = None
    for number, event in enumerate(history):
        match event:
            case Dealt(starter=card) | Played(card=card):
                suit = card.suit
            case Called(suit=called):
                suit = called
            case Drew(seat=drawer, penalty=False) if drawer != seat and number >= len(history) - memory:
                counts[suit] += 1
    return counts


class Watchful:
    """Plays a card, if it can, after which the others will probably have to draw again."""

    def __init__(self, rng: Random, memory: int) -> None:
        self._rng = rng
        self._memory = memory

    def choose(self, view: View) -> Move:
        """Choose one of the legal moves from what this seat may know."""
        lacking = drawn_on(view.history, view.seat, self._memory)
        held = Counter(card.suit for card in view.hand)
        wild = view.ruleset.faces_of(view.ruleset.wild)

        def worth(move: Move) -> tuple[int, int, int, float]:
            by_chance = self._rng.random()  # between moves that are as good
            if move.card is None:
                return (0, 0, 0, by_chance)
            suit = move.suit or move.card.suit
            return (1 if move.card in wild else 2, lacking[suit], held[suit], by_chance)

        return max(view.legal_moves, key=worth)


STRATEGY = StrategySpec(
    name="watchful",
    summary="Leaves suits behind on which the others had to draw.",
    create=Watchful,
    parameters=(Parameter("memory", 30, "how many events back it remembers", low=0, high=1000),),
)


@hookimpl
def crazyeights_strategies() -> list[StrategySpec]:
    """Offer the strategy."""
    return [STRATEGY]
