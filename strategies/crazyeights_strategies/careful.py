"""Careful: a rule of thumb player that looks at its whole hand and at how the next player stands.

It keeps its wild cards for when nothing else goes, and gets rid of queens and twos (whatever skips and makes draw)
while they hurt. A card whose rank it holds twice it would rather keep, for that is a way to another suit. And it
likes to leave a suit and rank behind on which it can go on itself and the next player probably can't.
"""

from __future__ import annotations

from random import Random
from typing import Final

from crazyeights import DRAW, Move, Ruleset, StrategySpec, View, hookimpl

# In points of a common scale; found by playing some ten thousand rounds of `classic` against greedy.
KEEP_WILD: Final = 5.0
SKIP: Final = 3.4
MAKE_DRAW: Final = 1.3
GO_ON: Final = 0.5
KEEP_PAIR: Final = 0.8
STOP_NEXT: Final = 0.6


class Careful:
    """Weighs each legal move by what stands above; leaves nothing to chance."""

    def __init__(self, rng: Random) -> None:
        """Take the random stream that every strategy is given; this one has no use for it."""

    def choose(self, view: View) -> Move:
        """Choose the move that weighs most; draw and pass only if nothing can be played."""
        plays = [move for move in view.legal_moves if move.card is not None]
        if not plays:
            return DRAW if view.can_draw else view.legal_moves[0]
        if len(plays) == 1:
            return plays[0]
        next_hand = [(view.hand_sizes[next_seat(view)], unseen_faces(view))]
        return max(plays, key=lambda move: weigh(view, move, next_hand))


def weigh(view: View, move: Move, next_hand: list[tuple[int, int]]) -> float:
    """Weigh a move that plays a card; the larger the better.

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
    weight = STOP_NEXT * chance_stuck(follows, next_hand)
    if any(follows >> other & 1 and not rules.wild >> other & 1 for other in mine):
        weight += GO_ON
    if rules.wild >> face & 1:
        weight -= KEEP_WILD
    else:
        faces = rules.deck.faces
        weight -= KEEP_PAIR * sum(faces[other].rank == card.rank for other in mine)
    # The fewer cards the next player holds, the more it hurts.
    urgency = 1 + 2 / max(1, view.hand_sizes[next_seat(view)])
    if rules.skip[face]:
        weight += SKIP * urgency
    if rules.draw[face]:
        weight += MAKE_DRAW * urgency
    return weight


def chance_stuck(follows: int, hand: list[tuple[int, int]]) -> float:
    """Give the chance that a hand, of which this is known, holds none of the faces that may follow."""
    chance = 1.0
    for count, faces in hand:
        possible = faces.bit_count()
        if possible:
            chance *= (1 - (faces & follows).bit_count() / possible) ** count
    return chance


def playable_after(rules: Ruleset, move: Move) -> int:
    """Give the faces that may be played on the card that a move plays."""
    assert move.card is not None
    suits = rules.deck.suits
    suit = move.suit or move.card.suit
    return rules.playable[rules.deck.index[move.card]][len(suits) if suit is None else suits.index(suit)]


def unseen_faces(view: View) -> int:
    """Give the faces that lie neither in the player's own hand nor in the discard pile."""
    index = view.ruleset.deck.index
    seen = 0
    for card in (*view.hand, *view.discard):
        seen |= 1 << index[card]
    return ((1 << len(index)) - 1) & ~seen


def next_seat(view: View) -> int:
    """Give the seat whose turn is next, if nothing changes that."""
    return (view.seat + view.direction) % view.players


@hookimpl
def crazyeights_strategies() -> list[StrategySpec]:
    """Offer the strategy."""
    summary = "Weighs its whole hand, saves its eights and skips and makes draw while it hurts."
    return [StrategySpec("careful", summary, Careful, strength=30)]
