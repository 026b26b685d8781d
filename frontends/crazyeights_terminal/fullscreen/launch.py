"""Opens the table that was asked for and shows it in the terminal."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from crazyeights.game import Game
from crazyeights.session import Seat
from crazyeights.settings import Settings
from crazyeights.specs import LaunchRequest, TableRequest, seat_names, usual_opponent
from crazyeights_terminal.fullscreen.app import TableApp
from crazyeights_terminal.fullscreen.glyphs import choose_glyphs
from crazyeights_terminal.fullscreen.play import Play
from crazyeights_terminal.tables import Tables, drawn_summary

if TYPE_CHECKING:
    from crazyeights_terminal.setup import Setup


def launch(request: LaunchRequest) -> int:
    """Play a table in full screen.

    Args:
        request: the table; without one, it is the variant of the settings against computers.

    Returns:
        The exit code of the program.
    """
    settings = Settings.of(request.settings)
    tables = Tables(request, request.table or _usual_table(request, settings), keeps=True)
    if request.options.get("ascii"):
        settings.override("charset", "ascii")
    notices = request.options.get("notices", ())
    told = [str(notice) for notice in notices] if isinstance(notices, (list, tuple)) else []

    def show(notices: Sequence[str], *, resumable: bool) -> Play:
        session = tables.session
        return Play(
            session,
            request.registry,
            settings,
            glyphs=lambda: choose_glyphs(settings.text("charset"), sys.stdout, os.environ),
            notices=notices,
            resumable=resumable,
            told=drawn_summary(request.registry, session.game) if session.position <= 1 else "",
        )

    def change(setup: Setup) -> Play:
        tables.change(setup)
        problem = setup.remember(settings)
        notices = [notice for notice in (tables.notice, problem) if notice]
        return show(notices, resumable=tables.record is not None)

    play = show(told, resumable=bool(request.options.get("kept")))
    try:
        return TableApp(play, change).run()
    finally:
        play.close()
        tables.leave()


def _usual_table(request: LaunchRequest, settings: Settings) -> TableRequest:
    """Give the table of the settings: one person, and the computer at all other seats."""
    registry = request.registry
    game = Game(settings.text("variant"), int(settings.number("players")) or None, registry=registry)
    spec = usual_opponent(registry.strategies)
    names = seat_names([seat == 0 for seat in range(game.players)])
    strategy = None if spec is None else spec.make
    label = "" if spec is None else spec.name
    computers = (Seat(name, None if strategy is None else strategy(Random()), label) for name in names[1:])
    return TableRequest(game, (Seat(names[0]), *computers))
