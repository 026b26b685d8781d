"""Opens the table that was asked for and shows it in the terminal."""

from __future__ import annotations

import os
import sys
from random import Random
from typing import Final

from crazyeights.game import Game
from crazyeights.hints import adviser
from crazyeights.session import Seat
from crazyeights.settings import Settings
from crazyeights.specs import LaunchRequest, TableRequest, seat_names
from crazyeights_terminal.fullscreen.app import TableApp
from crazyeights_terminal.fullscreen.glyphs import choose_glyphs
from crazyeights_terminal.fullscreen.play import Play

_DEFAULT_STRATEGY: Final = "greedy"


def launch(request: LaunchRequest) -> int:
    """Play a table in full screen.

    Args:
        request: the table; without one, it is the variant of the settings against computers.

    Returns:
        The exit code of the program.
    """
    settings = Settings.of(request.settings)
    table = request.table or _usual_table(request, settings)
    session = table.open(request.registry)
    if request.options.get("ascii"):
        settings.override("charset", "ascii")
    notices = request.options.get("notices", ())
    play = Play(
        session,
        request.registry,
        settings,
        glyphs=lambda: choose_glyphs(settings.text("charset"), sys.stdout, os.environ),
        notices=[str(notice) for notice in notices] if isinstance(notices, (list, tuple)) else (),
        resumable=bool(request.options.get("kept")),
    )
    try:
        return TableApp(play).run()
    finally:
        play.close()
        session.close()


def _usual_table(request: LaunchRequest, settings: Settings) -> TableRequest:
    """Give the table of the settings: one person, and the computer at all other seats."""
    registry = request.registry
    game = Game(settings.text("variant"), int(settings.number("players")) or None, registry=registry)
    spec = registry.strategies.get(_DEFAULT_STRATEGY) or adviser(registry.strategies)
    names = seat_names([seat == 0 for seat in range(game.players)])
    strategy = None if spec is None else spec.make
    label = "" if spec is None else spec.name
    computers = (Seat(name, None if strategy is None else strategy(Random()), label) for name in names[1:])
    return TableRequest(game, (Seat(names[0]), *computers))
