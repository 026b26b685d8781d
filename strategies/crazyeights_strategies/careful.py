"""Careful: a rule of thumb player that looks at its whole hand and at how the next player stands.

It keeps its wild cards for when nothing else goes, and gets rid of queens and twos (whatever skips and makes draw)
while they hurt. A card whose rank it holds twice it would rather keep, for that is a way to another suit. And it
likes to leave a suit and rank behind on which it can go on itself and the next player probably can't.
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

# In points of a common scale; found by playing some ten thousand rounds of `classic` against greedy.
KEEP_WILD: Final = 5.0
SKIP: Final = 3.4
MAKE_DRAW: Final = 1.3
GO_ON: Final = 0.5
KEEP_PAIR: Final = 0.8
STOP_NEXT: Final = 0.6
# What a card more or less is worth where hands change owners.
FEWER_CARDS: Final = 2.0


class Careful:
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
        next_hand = [(view.hand_sizes[next_seat(view)], unseen_faces(view))]
        return max(plays, key=lambda move: weigh(view, move, next_hand))

    def explain(self, view: View, move: Move) -> str:
        """Say what speaks for a move most; "" where nothing does that the rules alone don't say.

        Args:
            view: what the player knew.
            move: the move.
        """
        if not is_play(move) or len(view.hand) == 1 or len(set(view.playable)) == 1:
            return ""
        next_hand = [(view.hand_sizes[next_seat(view)], unseen_faces(view))]
        weight, reason = max(reasons(view, move, next_hand))
        return reason if weight > 0 else ""


def weigh(view: View, move: Move, next_hand: list[tuple[int, int]]) -> float:
    """Weigh a move that plays a card; the larger the better.

    Args:
        view: what the player knows.
        move: the move.
        next_hand: what is known of the next player's cards: so many, each one of these faces.
    """
    return sum(weight for weight, _ in reasons(view, move, next_hand))


def reasons(view: View, move: Move, next_hand: list[tuple[int, int]]) -> Iterator[tuple[float, str]]:
    """Give what speaks for a play or against it: a weight, and what to say of it.

    Args:
        view: what the player knows.
        move: the move.
        next_hand: what is known of the next player's cards: so many, each one of these faces.
    """
    rules = view.ruleset
    index = rules.deck.index
    card = move.card
    assert card is not None
    face = index[card]
    mine = [index[other] for other in view.hand]
    mine.remove(face)
    follows = playable_after(rules, move)
    yield STOP_NEXT * chance_stuck(follows, next_hand), "The next player probably can't go on from there."
    if any(follows >> other & 1 and not rules.wild >> other & 1 for other in mine):
        yield GO_ON, "You can go on from there yourself."
    if rules.wild >> face & 1:
        yield -KEEP_WILD, ""
    else:
        faces = rules.deck.faces
        yield -KEEP_PAIR * sum(faces[other].rank == card.rank for other in mine), ""
    # The fewer cards the next player holds, the more it hurts.
    urgency = 1 + 2 / max(1, view.hand_sizes[next_seat(view)])
    if rules.skip[face]:
        yield SKIP * urgency, "It takes a turn away from the next player."
    if rules.draw[face]:
        yield MAKE_DRAW * urgency, "It makes the next player draw."
    taken = received(view, move)
    if taken is not None:
        yield FEWER_CARDS * (len(mine) - taken), "It leaves you with fewer cards."


@hookimpl
def crazyeights_strategies() -> list[StrategySpec]:
    """Offer the strategy."""
    summary = "Weighs its whole hand, saves its eights and skips and makes draw while it hurts."
    return [StrategySpec("careful", summary, Careful, strength=30)]
