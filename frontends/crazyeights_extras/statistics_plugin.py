"""What the statistics offer to the game: an observer that counts rounds, and the command `statistics`.

Imports nothing of the framework before it is needed, not even `hookimpl`: `crazyeights --help` asks for commands, and
is not to wait for the whole engine.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from crazyeights.events import Observer
    from crazyeights.match import Match
    from crazyeights.specs import TableRequest


def crazyeights_observers(match: Match, table: TableRequest | None) -> Iterable[Observer]:
    """Count the rounds of a table at which one person plays, for that person."""
    from crazyeights_extras.statistics_file import Counter  # noqa: PLC0415

    counter = None if table is None else Counter.at(table, match)
    return () if counter is None else (counter,)


def crazyeights_commands(app: Any) -> None:  # noqa: ANN401  the hook leaves open what it is; it is a typer.Typer
    """Add the command that shows what was counted."""
    import typer  # noqa: PLC0415

    def statistics(
        variant: str = typer.Option("", metavar="NAME", help="Only the rounds of this variant."),
        json: bool = typer.Option(False, "--json", help="Print it for a program: one JSON object."),
    ) -> None:
        """Show how many rounds you played and won, by game and by opponent."""
        from crazyeights.specs import Folders  # noqa: PLC0415
        from crazyeights_extras.statistics_file import read_statistics  # noqa: PLC0415
        from crazyeights_extras.statistics_text import as_json, as_text  # noqa: PLC0415

        kept = read_statistics(Folders.of_user().data, variant or None)
        typer.echo(as_json(kept) if json else as_text(kept))

    app.command()(statistics)
