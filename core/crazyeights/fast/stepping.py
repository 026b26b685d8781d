"""The kernel one step at a time, for whoever compares it with the engine; whole rounds are for `rounds`."""

from __future__ import annotations

from typing import Any

from crazyeights.fast import cards, legal, play, policies
from crazyeights.fast.jit import compiled
from crazyeights.fast.layout import TURN


@compiled
def deal(g: Any, s: Any, c: Any, first: int) -> None:
    """Deal a round from the deck's order."""
    cards.lay_out(g, s, c, first)
    if s.phase == TURN and g.starter_acts:
        play.open_round(g, s, c)
    if s.to_move >= 0:
        legal.find(g, s)


@compiled
def apply(g: Any, s: Any, c: Any, move: int) -> None:
    """Make a legal move, and find what is legal then."""
    play.apply(g, s, c, move)
    if s.to_move >= 0:
        legal.find(g, s)


@compiled
def moves(g: Any, s: Any, found: Any) -> None:
    """Write the legal moves."""
    for number in range(s.count):
        found[number] = legal.move_at(g, s, number)


@compiled
def choose(g: Any, s: Any, c: Any, policy: int) -> int:
    """Choose a legal move as a policy does."""
    return policies.choose(g, s, c, policy)
