"""Whole rounds in the kernel, one after another."""

from __future__ import annotations

from typing import Any

import numpy as np

from crazyeights.fast.cards import lay_out, shuffle_deck
from crazyeights.fast.jit import compiled
from crazyeights.fast.keccak import shake_order
from crazyeights.fast.layout import SHAKE, STOPPED, STREAM, TURN
from crazyeights.fast.legal import find
from crazyeights.fast.parts import apart, part
from crazyeights.fast.play import apply, open_round
from crazyeights.fast.policies import any_move, choose
from crazyeights.fast.stream import CHOICES, begin


@apart
def play_out(g: Any, s: Any, c: Any, policies: Any, max_moves: int) -> None:
    """Play a round to its end, or stop it after so many moves."""
    while s.to_move >= 0:
        if s.moves == max_moves:
            s.reason = STOPPED
            return
        find(g, s)
        move = any_move(g, s, c) if policies is None else choose(g, s, c, policies[np.uint32(s.to_move)])
        apply(g, s, c, move)


@part
def _note(g: Any, s: Any, out: Any) -> None:
    out.winner = s.winner
    out.reason = s.reason
    out.moves = s.moves
    for seat in range(g.players):
        out.points[seat] = s.points[seat]
    out.played = s.played
    out.drawn = s.draws
    out.penalty = s.penalty
    out.passed = s.passed
    out.called = s.called
    out.reversed = s.reversed
    out.skipped = s.skipped
    out.replayed = s.replayed
    out.reshuffled = s.reshuffled


@compiled
def simulate(g: Any, s: Any, c: Any, policies: Any, seed: Any, start: int, out: Any, max_moves: int) -> None:
    """Play rounds number `start`, `start` + 1, …, one for each place in `out`.

    Args:
        g: the rules.
        s: the round.
        c: the chance.
        policies: who plays for each seat; None where all play any move, for which less is compiled.
        seed: what all chance follows from.
        start: the number of the first round.
        out: what came of each round.
        max_moves: after so many a round is stopped.
    """
    c.mode = STREAM
    c.seed = seed
    for at in range(len(out)):
        c.number = np.uint64(start + at)
        c.choices = begin(seed, c.number, CHOICES)
        shuffle_deck(g, c)
        lay_out(g, s, c, 0)
        if s.phase == TURN and g.starter_acts:
            open_round(g, s, c)
        play_out(g, s, c, policies, max_moves)
        _note(g, s, out[at])


@compiled
def replay_seeds(
    g: Any, s: Any, c: Any, keys: Any, ends: Any, policies: Any, firsts: Any, out: Any, max_moves: int
) -> None:
    """Play the rounds that `Game.deal` deals from seeds.

    Args:
        g: the rules.
        s: the round.
        c: the chance.
        keys: the bytes of all keys, one after another: of seed 7 "deal 7".
        ends: where each key ends.
        policies: for each round and seat, who plays; none that leaves anything to chance.
        firsts: who moves first in each round.
        out: what came of each round.
        max_moves: after so many a round is stopped.
    """
    c.mode = SHAKE
    start = 0
    for at in range(len(out)):
        shake_order(keys[start : ends[at]], ends[at] - start, g.cards, c.scratch)
        start = ends[at]
        for place in range(g.cards):
            c.order[place] = c.scratch[place] % g.faces
        lay_out(g, s, c, firsts[at])
        if s.phase == TURN and g.starter_acts:
            open_round(g, s, c)
        play_out(g, s, c, policies[at], max_moves)
        _note(g, s, out[at])
