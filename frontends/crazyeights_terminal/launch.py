"""From a launch request to a game in line mode: which reader, which signs, which pace, which table."""

from __future__ import annotations

import secrets
import shutil
import sys
from contextlib import suppress
from typing import Final

from crazyeights.controller import Controller
from crazyeights.game import Game
from crazyeights.hints import Adviser
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.settings import Settings
from crazyeights.specs import Environment, LaunchRequest, Offers, TableRequest, seat_names, usual_opponent
from crazyeights_terminal.line import LineGame
from crazyeights_terminal.output import CardStyle, Printer, shows_signs
from crazyeights_terminal.reader import PlainReader, Reader
from crazyeights_terminal.tables import Tables, drawn_summary

_PACE: Final = 0.6


def launch(request: LaunchRequest) -> int:
    """Play a table in line mode.

    Args:
        request: the table; without one, the default game against one computer is played. Its options: `plain` for lines
            without editing and cards in words, `ascii` for letters instead of signs.

    Returns:
        The exit code of the program.
    """
    wanted = default_table(request.registry) if request.table is None else request.table
    environment = Environment.current()
    printer = Printer(sys.stdout, _style(request, environment), _width(environment))
    # What the launcher keeps, for somebody types it at a terminal, is kept in all games of the evening.
    tables = Tables(request, wanted, keeps=bool(request.options.get("kept")))
    try:
        reader = make_reader(printer, environment, plain=bool(request.options.get("plain")))
        while True:
            game, code = _play(tables, request, reader, printer, _pace(request, environment))
            if game.wanted is None:
                return code
            tables.change(game.wanted)
            printer.say("")
    finally:
        tables.leave()


def _play(
    tables: Tables, request: LaunchRequest, reader: Reader, printer: Printer, pace: float
) -> tuple[LineGame, int]:
    """Play at the table that is open."""
    session = tables.session
    summary = drawn_summary(request.registry, session.game)
    settings = Settings.of(request.settings)
    with Controller(session, think_time=pace) as controller:
        game = LineGame(
            session,
            controller,
            reader,
            printer,
            errors=Printer(sys.stderr),
            record=tables.record,
            adviser=Adviser(request.registry.strategies),
            registry=request.registry,
            by_hand=settings.text("announce") == "manual",
            settings=settings.path,
            most_moves=_most_moves(session),
            notices=[text for text in (summary, tables.notice) if text],
        )
        return game, game.run()


def _most_moves(session: Session) -> int | None:
    """Say after how many moves a round is stopped: as in a tournament if no person is there to do it."""
    if any(seat.strategy is None for seat in session.seats):
        return None
    # Here, for who plays does without tournaments.
    from crazyeights.arena.plan import MAX_MOVES  # noqa: PLC0415

    return MAX_MOVES


def default_table(registry: Offers) -> TableRequest:
    """Give the table for somebody who asked for none: the default game, with a computer at every seat but the first."""
    game = Game(registry=registry)
    names = seat_names([seat == 0 for seat in range(game.players)])
    spec = usual_opponent(registry.strategies) or registry.strategy("normal")
    seed = secrets.randbelow(1_000_000)
    seats = [Seat(names[0])]
    seats += [Seat(names[seat], spec.make(strategy_rng(seed, seat)), spec.name) for seat in range(1, game.players)]
    return TableRequest(game, tuple(seats), seed)


def make_reader(printer: Printer, environment: Environment, *, plain: bool) -> Reader:
    """Choose how people type: with editing and completion on a terminal, else, or if so wanted, as plain lines.

    Args:
        printer: where the plain reader asks.
        environment: what the program runs in.
        plain: whether plain lines are wanted anyway.
    """
    screen = environment.stdout_tty
    if screen and environment.stdin_tty and not plain and environment.env.get("TERM") != "dumb":
        # Here, for pipes and watchers do without it.
        from crazyeights_terminal.prompt import PromptReader  # noqa: PLC0415

        # On Windows, a console that only looks like one; the error's own class exists only there.
        with suppress(Exception):
            return PromptReader()
    return PlainReader(sys.stdin, printer, shutil.get_terminal_size().lines if screen else 0)


def _style(request: LaunchRequest, environment: Environment) -> CardStyle:
    charset = "ascii" if request.options.get("ascii") else request.settings.get("charset", "auto")
    if request.options.get("plain"):
        return CardStyle.WORDS
    if charset == "unicode" or (charset != "ascii" and shows_signs(sys.stdout, environment.env)):
        return CardStyle.SIGNS
    return CardStyle.LETTERS


def _width(environment: Environment) -> int | None:
    # One column short: some terminals wrap when the last one is written.
    return max(20, shutil.get_terminal_size().columns - 1) if environment.stdout_tty else None


def _pace(request: LaunchRequest, environment: Environment) -> float:
    """Give the time that a strategy's move takes at least: none if nobody looks on."""
    if not environment.stdout_tty:
        return 0.0
    pace = request.settings.get("pace", _PACE)
    return float(pace) if isinstance(pace, (int, float)) and pace >= 0 else _PACE
