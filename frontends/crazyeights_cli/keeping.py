"""Keeps what is played, so that a broken-off round or match can be resumed, and resumes it."""

from __future__ import annotations

import secrets
from dataclasses import replace
from pathlib import Path

from crazyeights.errors import CrazyEightsError
from crazyeights.plugins import Registry
from crazyeights.saved import SavedRounds, seats_again
from crazyeights.specs import Environment, Folders, FrontendSpec, TableRequest
from crazyeights_cli.failures import PROGRAM, ExitCode, Failure, say

GO_ON = f"{PROGRAM} play --resume"


def kept_table(registry: Registry, *, given: list[str]) -> TableRequest:
    """Give the table of the round or match that was broken off last.

    Args:
        registry: the plugins.
        given: the options that say what is played or who plays; the table has answered that already.

    Raises:
        Failure: there is no such table, or an option makes no sense with it.
    """
    if given:
        raise Failure(
            f"--resume goes on with a table whose rules and players are settled; leave out {', '.join(given)}",
            ExitCode.USAGE,
        )
    saved = SavedRounds(Folders.of_user().data)
    record = saved.newest(registry)
    if record is None:
        why = saved.why_none(registry)
        raise Failure(f"there is no round to go on with{f'; {why}' if why else ''}")
    seed = secrets.randbelow(1_000_000)
    try:
        seats = seats_again(record, registry, seed)
    except CrazyEightsError as error:
        raise Failure(f"the kept round can't be gone on with: {error}") from error
    return TableRequest(record.game, seats, seed, record.path, watch=False, kept=record)


class Keeper:
    """Keeps the round of one table while it is played.

    Args:
        folders: where the user's files are.
        registry: the plugins.
    """

    def __init__(self, folders: Folders, registry: Registry) -> None:
        self._saved = SavedRounds(folders.data)
        self._registry = registry
        self._path: Path | None = None

    @property
    def keeps(self) -> bool:
        """Whether the table is kept, so that it can be resumed."""
        return self._path is not None

    def begin(
        self, table: TableRequest, spec: FrontendSpec, environment: Environment
    ) -> tuple[TableRequest, str | None]:
        """Have a table recorded.

        Args:
            table: the table; one that nobody plays at is not kept.
            spec: the frontend that will show it; neither is what a script plays.
            environment: where it runs.

        Returns:
            The table as it is to be opened, and in one line why it can't be kept, if it can't.

        Raises:
            Failure: another program plays at the round that is to be resumed.
        """
        people = any(seat.strategy is None for seat in table.seats)
        if not people or not _is_played_by_people(spec, environment):
            return table, None
        try:
            if table.kept is not None:
                if not self._saved.hold(table.kept.path):
                    raise Failure("another program plays at the kept round")
                self._path = table.kept.path
            elif table.record is None:
                self._path = self._saved.new_file()
                table = replace(table, record=self._path)
            else:
                self._path = self._saved.note(table.record)
        except OSError as error:
            return table, f"The round can't be kept ({error.strerror or error}); it is played all the same."
        return table, None

    def end(self) -> None:
        """Forget what is over; say how what is not is gone on with."""
        if self._path is not None and self._saved.settle(self._path, self._registry):
            say(f"what you played is kept; go on with it by: {GO_ON}")


def _is_played_by_people(spec: FrontendSpec, environment: Environment) -> bool:
    """Say whether people play, rather than a script through a pipe."""
    if environment.stdin_tty:
        return True
    nowhere = Environment(env={}, platform=environment.platform)
    try:
        # What runs even where there is neither a terminal nor a display is played by a script here.
        return spec.unusable(nowhere) is not None
    except Exception:  # noqa: BLE001  (whatever a plugin's function raises)
        return False
