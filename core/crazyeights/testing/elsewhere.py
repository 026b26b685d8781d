"""Asks a strategy in another process, where nothing but its seed is the same."""

from __future__ import annotations

import base64
import os
import pickle
import subprocess
import sys
from collections.abc import Mapping
from typing import Final

from crazyeights.cards import Card
from crazyeights.errors import describe_error
from crazyeights.game import Game
from crazyeights.moves import Move
from crazyeights.session import strategy_rng
from crazyeights.specs import StrategySpec
from crazyeights.strategy import ParameterValue
from crazyeights.testing.hidden import World

_PATIENCE: Final = 60.0


def choices(spec: StrategySpec, parameters: Mapping[str, ParameterValue], seed: int, world: World) -> list[str] | None:
    """Let a new strategy choose for seat 0 in another process.

    Args:
        spec: the strategy.
        parameters: values for its parameters.
        seed: what its chance follows from.
        world: the round.

    Returns:
        What it chose, in the notation; None if the strategy or the game can't be had in another process by their names,
        as that of a test's own function can't.
    """
    game = world.game
    asked = (spec.create, dict(parameters), spec.parameters, seed, game.variant.name, game.players)
    played = ([str(card) for card in world.deck], world.first, [str(move) for move in world.moves])
    stocks = [[str(card) for card in stock] for stock in world.stocks]
    try:
        sent = base64.b64encode(pickle.dumps((*asked, *played, stocks)))
    except Exception:  # noqa: BLE001  # a lambda, say
        return None
    # Another order of sets, and of everything that depends on addresses.
    env = {**os.environ, "PYTHONHASHSEED": "4711", "PYTHONPATH": os.pathsep.join(filter(None, sys.path))}
    try:
        done = subprocess.run(
            [sys.executable, "-c", "from crazyeights.testing.elsewhere import main; main()"],
            input=sent,
            capture_output=True,
            env=env,
            timeout=_PATIENCE,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return None
    return done.stdout.decode().split(",") if done.returncode == 0 else None


def main() -> None:
    """Read what is asked from the standard input and print the choices."""
    create, given, parameters, seed, variant, players, deck, first, moves, stocks = pickle.loads(  # noqa: S301
        base64.b64decode(sys.stdin.buffer.read())
    )
    spec = StrategySpec("elsewhere", "the same strategy", create, parameters)
    strategy = spec.make(strategy_rng(seed, 0), given)
    game = Game(variant, players)
    state = game.deal(
        deck=[Card.parse(card, game.deck) for card in deck],
        first=first,
        reshuffles=[[Card.parse(card, game.deck) for card in stock] for stock in stocks],
    )
    chosen = []
    for move in moves:
        if state.to_move == 0:
            try:
                chosen.append(str(strategy.choose(state.view(0))))
            except Exception as error:  # noqa: BLE001  # whatever a stranger's strategy raises
                chosen.append(f"nothing, for it raised {describe_error(error)}".replace(",", ";"))
                break
        state.apply(Move.parse(move, game.deck))
    sys.stdout.write(",".join(chosen))
