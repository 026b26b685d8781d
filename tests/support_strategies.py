"""Strategies as a user writes them, asked as a table asks them: one that sees all is shown the hands."""

from __future__ import annotations

from random import Random
from typing import Any

from crazyeights import Strategy, default_registry
from crazyeights.strategy import seeing


def made(text: str, seed: object) -> tuple[Strategy, bool]:
    """Make a strategy written as `name` or `name:parameter=number`; with it, whether it sees all."""
    name, _, given = text.partition(":")
    values = dict(item.split("=") for item in given.split(",") if item)
    spec = default_registry().strategy(name)
    return spec.make(Random(f"{text} {seed}"), values), spec.sees_all


def choose(player: tuple[Strategy, bool], state: Any) -> Any:
    """Ask whoever is to move."""
    strategy, sees_all = player
    ask = seeing(strategy, state) if sees_all else strategy.choose
    return ask(state.view(state.to_move))
