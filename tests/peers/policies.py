"""Who plays the rounds that are compared: players who between them get into every corner of the rules."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from crazyeights import DRAW, PASS, Move
from peers.in_step import Pair


def uniform(rng: Random, pair: Pair) -> Move:
    """Take any legal move, all equally likely."""
    return rng.choice(pair.legal)


def greedy(rng: Random, pair: Pair) -> Move:
    """Play if possible, eights last; else draw, else pass."""
    plays = [move for move in pair.legal if move.card is not None]
    ordinary = [move for move in plays if move.suit is None]
    return rng.choice(ordinary or plays or pair.legal[:1])


def drawer(rng: Random, pair: Pair) -> Move:
    """Draw nine times out of ten, and so empty the deck."""
    return DRAW if DRAW in pair.legal and rng.random() < 0.9 else rng.choice(pair.legal)


def passer(rng: Random, pair: Pair) -> Move:
    """Pass as soon as that is possible, and so block the round."""
    if PASS in pair.legal and rng.random() < 0.95:
        return PASS
    return DRAW if DRAW in pair.legal and rng.random() < 0.6 else rng.choice(pair.legal)


def saver(rng: Random, pair: Pair) -> Move:
    """Save the twos for a deck that is nearly empty; then play them on each other, and pass."""
    twos = [move for move in pair.legal if move.card is not None and move.card.rank.text == "2"]
    if twos and 0 < pair.left <= 4 and rng.random() < 0.8:
        return rng.choice(twos)
    if DRAW in pair.legal and (pair.left > 2 or pair.ours.pending_draw):
        return DRAW
    return PASS if PASS in pair.legal and rng.random() < 0.9 else rng.choice(pair.legal)


POLICIES: tuple[Callable[[Random, Pair], Move], ...] = (uniform, greedy, drawer, passer, saver)
