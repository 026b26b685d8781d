"""Counter: remembers what was played and what everybody showed not to have, and plays on that.

It weighs its moves much as careful does. But where careful takes the next player's hand for any cards that it has not
seen, counter knows that whoever drew on hearts had none, and that only the cards drawn since may be some. And knowing
better where it can go on, it keeps its queens (whatever skips) until they win the round.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Final

from crazyeights import DRAW, Move, StrategySpec, View, hookimpl
from crazyeights_strategies.basics import (
    chance_stuck,
    is_play,
    next_seat,
    playable_after,
    received,
    sensible,
    to_call,
    to_give,
    unseen_faces,
)
from crazyeights_strategies.memory import Memory

# In points of a common scale; found by playing some ten million rounds of `classic` against greedy.
KEEP_WILD: Final = 7.2
LAST_BUT_ONE: Final = -0.9
SKIP: Final = 0.07
MAKE_DRAW: Final = 3.2
GO_ON: Final = 0.62
KEEP_PAIR: Final = 0.16
STOP_NEXT: Final = 0.5
FEWER_CARDS: Final = 2.0


class Counter:
    """Weighs each legal move by what stands above; leaves nothing to chance."""

    def __init__(self, rng: Random) -> None:
        """Take the random stream that every strategy is given; this one has no use for it."""

    def choose(self, view: View) -> Move:
        """Choose the move that weighs most; draw and pass only if nothing can be played."""
        if view.giving:
            return to_give(view)
        if view.calling:
            return to_call(view)
        plays = sensible(view, [move for move in view.legal_moves if is_play(move)])
        if not plays:
            return DRAW if view.can_draw else view.legal_moves[0]
        if len(plays) == 1:
            return plays[0]
        return max(plays, key=Weights(view).weigh)

    def explain(self, view: View, move: Move) -> str:
        """Say what speaks for a move most; "" where nothing does that the rules alone don't say.

        Args:
            view: what the player knew.
            move: the move.
        """
        if not is_play(move) or len(view.hand) == 1 or len(set(view.playable)) == 1:
            return ""
        weight, reason = max(Weights(view).reasons(move))
        return reason if weight > 0 else ""


class Weights:
    """Weighs plays by all that their player remembers.

    Args:
        view: what the player knows.
    """

    def __init__(self, view: View) -> None:
        self._view = view
        self.memory = Memory(view)
        self._next = next_seat(view)
        self._next_hand = self.memory.possible(self._next, unseen_faces(view))

    def weigh(self, move: Move) -> float:
        """Weigh a move that plays a card; the larger the better."""
        return sum(weight for weight, _ in self.reasons(move))

    def reasons(self, move: Move) -> Iterator[tuple[float, str]]:
        """Give what speaks for a play or against it: a weight, and what to say of it."""
        view, rules = self._view, self._view.ruleset
        index = rules.deck.index
        card = move.card
        assert card is not None
        face = index[card]
        mine = [index[other] for other in view.hand]
        mine.remove(face)
        follows = playable_after(rules, move)
        stuck = chance_stuck(follows, self._next_hand)
        sure = "has shown to have nothing" if stuck > 0.99 else "probably has nothing"
        yield STOP_NEXT * stuck, f"The next player {sure} to go on with."
        if any(follows >> other & 1 and not rules.wild >> other & 1 for other in mine):
            yield GO_ON, "You can go on from there yourself."
        if rules.wild >> face & 1:
            yield -KEEP_WILD + (LAST_BUT_ONE if len(mine) == 1 else 0.0), ""
        else:
            faces = rules.deck.faces
            yield -KEEP_PAIR * sum(faces[other].rank == card.rank for other in mine), ""
        size = max(1, view.hand_sizes[self._next])
        if rules.skip[face]:
            yield SKIP, "It takes a turn away from the next player."
        if rules.draw[face]:
            # The fewer cards the next player holds, the more it hurts.
            yield MAKE_DRAW * (1 + 5.8 / size), "It makes the next player draw."
        taken = received(view, move)
        if taken is not None:
            yield FEWER_CARDS * (len(mine) - taken), "It leaves you with fewer cards."


@hookimpl
def crazyeights_strategies() -> list[StrategySpec]:
    """Offer the strategy."""
    summary = "Remembers what everybody played and could not play, and weighs its whole hand."
    return [StrategySpec("counter", summary, Counter, strength=40)]
