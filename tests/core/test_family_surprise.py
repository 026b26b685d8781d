"""Rules drawn by chance: every round of them ends, nobody is ever stuck, and no card is lost or doubled.

`CRAZYEIGHTS_ROUNDS=2000` draws so many games instead of a few.
"""

from __future__ import annotations

import os
import random
from collections import Counter
from itertools import chain
from typing import Any

import pytest

from crazyeights import Game, MoveKind
from crazyeights.plugins import default_registry

GAMES = int(os.environ.get("CRAZYEIGHTS_ROUNDS", "200"))
PARTS = 8
LONGEST = 5_000
pytestmark = pytest.mark.timeout(120 + GAMES)


def check(state: Any, whole: Counter[Any], *, closely: bool) -> None:
    """What holds at every moment."""
    sizes = [len(hand) for hand in state.hands]
    assert tuple(sizes) == state.hand_sizes
    assert sum(sizes) + len(state.stock) + len(state.discard) == whole.total()
    moves = state.legal_moves()
    if state.outcome is None:
        assert moves
        assert state.hands[state.to_move] or moves[0].kind is MoveKind.CALL
        assert len(set(moves)) == len(moves)
        assert state.pending_draw >= 0
    else:
        assert (state.to_move, moves, state.pending_draw) == (None, (), 0)
    if closely:
        assert Counter(chain(state.stock, state.discard, *state.hands)) == whole
        assert state.discard[-1] is state.top
        for seat in range(state.game.players):
            view = state.view(seat)
            assert view.hand == tuple(state.hands[seat])
            assert (view.legal_moves == moves) == (seat == state.to_move or not moves)


@pytest.mark.parametrize("part", range(PARTS))
def test_every_round_ends_and_nobody_is_ever_stuck(part: int) -> None:
    reasons: Counter[str] = Counter()
    for number in range(part, GAMES, PARTS):
        rng = random.Random(f"stuck/{number}")
        variant = default_registry().variant(f"surprise-{number}")
        game = Game(variant, rng.randint(variant.min_players, variant.max_players))
        state: Any = game.deal(seed=number, first=rng.randrange(game.players))
        whole = Counter(game.deck.cards)
        for moved in range(LONGEST):
            check(state, whole, closely=moved % 16 == 0 or state.outcome is not None)
            if state.outcome is not None:
                break
            moves = state.legal_moves()
            plays = [move for move in moves if move.kind is MoveKind.PLAY]
            # Who always played what could be played would never be seen to draw at will.
            state.apply(rng.choice(plays if plays and rng.random() < 0.8 else moves))
        assert state.outcome is not None, f"surprise-{number} went on and on"
        reasons[str(state.outcome.reason)] += 1
    assert reasons["empty_hand"] > GAMES // PARTS // 2
