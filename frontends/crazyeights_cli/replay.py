"""What `replay` prints: a record in words, and whether it is good."""

from __future__ import annotations

from pathlib import Path

import typer

from crazyeights.errors import RecordError, UnfinishedRecordError, UnknownNameError
from crazyeights.plugins import Registry
from crazyeights.record import ReplayedRound, read_record
from crazyeights.words import listed, narrate, shown_name
from crazyeights_cli.failures import Failure


def print_record(file: Path, registry: Registry) -> None:
    """Print a record round by round while it is checked, and that it was verified.

    Raises:
        Failure: the record is bad or ends in mid-round; names the line. All that was good before is printed.
    """
    moves = rounds = 0
    try:
        for played in read_record(file, registry):
            _print_round(played)
            rounds += 1
            moves += len(played.moves)
    except UnfinishedRecordError as error:
        raise Failure(f"{file}: {error}; up to there it is verified") from error
    except RecordError as error:
        message = str(error)
        missing = error.__cause__
        if isinstance(missing, UnknownNameError) and missing.kind in {"rule", "variant"}:
            message += "; a plugin in a file is named with --plugin FILE"
        raise Failure(message if str(file) in message else f"{file}: {message}") from error
    many_rounds = f"{rounds} round{'' if rounds == 1 else 's'}"
    typer.echo(f"Verified: {many_rounds}, {moves} move{'' if moves == 1 else 's'}, all by the rules.")


def _print_round(played: ReplayedRound) -> None:
    game = played.game
    players = [
        f"{shown_name(seat.name)} ({shown_name(seat.strategy)})" if seat.strategy else shown_name(seat.name)
        for seat in played.seats
    ]
    match = f"Match {played.match + 1}, round" if played.match else "Round"
    typer.echo(f"{match} {played.number + 1} of {game.name}: {listed(players)}.")
    for line in narrate(played.events, [seat.name for seat in played.seats], options=game.options):
        typer.echo(f"  {line}")
    if played.outcome is not None and played.scores != played.outcome.points:
        scores = [f"{shown_name(seat.name)} {score}" for seat, score in zip(played.seats, played.scores, strict=True)]
        typer.echo(f"  Score: {', '.join(scores)}.")
    if played.abandoned:
        typer.echo("  The round was abandoned.")
    typer.echo("")
