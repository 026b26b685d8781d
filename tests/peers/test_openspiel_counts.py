"""How many sequences of so many moves there are: each of the two counts alone, and both must come to the same."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from peers.in_step import Pair
from peers.openspiel import NAMES_SUIT, Setting, number
from peers.policies import drawer

EIGHTS = range(24, 28)
OPENINGS = [
    Setting(2),
    Setting(3, draw_limit=1, max_plays=3),
    Setting(6, draw_limit=None),
    Setting(2, draw_limit=1, specials=True),
    Setting(4, draw_limit=3, max_plays=3, specials=True),
    Setting(8, draw_limit=None, specials=True),
]
# From four players on no round with a penalty that took the last card is over (a pass sooner there) at such a depth.
ENDINGS = [
    Setting(2, draw_limit=1),
    Setting(3, draw_limit=5, max_plays=100_000),
    Setting(4, draw_limit=3, specials=True),
    Setting(6, draw_limit=None, specials=True),
]


def count_here(state: Any, depth: int) -> int:
    """Count ours."""
    legal = state.legal_moves()
    if depth == 1:
        return len(legal)
    total = 0
    for move in legal:
        after = state.copy()
        after.apply(move)
        total += count_here(after, depth - 1)
    return total


def count_there(state: Any, deck: list[int], depth: int) -> int:
    """Count OpenSpiel's, which draws from this deck; an eight and the suit that it names are one move."""
    if depth == 0:
        return 1
    total = 0
    for action in state.legal_actions():
        after = state.child(action)
        if action in EIGHTS and not after.is_terminal():
            total += sum(count_there(after.child(suit), deck, depth - 1) for suit in NAMES_SUIT)
            continue
        drawn = 0
        while after.is_chance_node():
            after.apply_action(deck[drawn])
            drawn += 1
        total += count_there(after, deck[drawn:], depth - 1)
    return total


def both(pair: Pair, depth: int) -> tuple[int, int]:
    deck = list(map(number, pair.ours.stock))
    return count_here(pair.ours, depth), count_there(pair.theirs, deck, depth)


@pytest.mark.parametrize("setting", OPENINGS, ids=str)
def test_openings_have_as_many_sequences_in_both(setting: Setting) -> None:
    longest = 0
    for seed in range(3):
        pair = Pair(setting, seed=seed, first=seed % setting.players)
        for depth in range(1, 6):
            ours, theirs = both(pair, depth)
            assert ours == theirs
            longest = max(longest, ours)
    assert longest > 100


@pytest.mark.parametrize("setting", ENDINGS, ids=str)
def test_so_have_positions_with_hardly_a_card_left(setting: Setting) -> None:
    longest = 0
    for seed in range(3):
        rng = Random(seed)
        pair = Pair(setting, seed=seed)
        while pair.left > 2:
            pair.step(drawer(rng, pair))
        for depth in range(1, 5):
            ours, theirs = both(pair, depth)
            assert ours == theirs
            longest = max(longest, ours)
    assert longest > 100
