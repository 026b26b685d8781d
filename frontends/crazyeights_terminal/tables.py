"""The tables of an evening, one after another: opens them, and keeps their rounds so that they can be resumed."""

from __future__ import annotations

import sys
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING

from crazyeights.game import Game
from crazyeights.saved import SavedRounds
from crazyeights.session import Session
from crazyeights.specs import LaunchRequest, Offers, TableRequest
from crazyeights_terminal.output import Printer

if TYPE_CHECKING:
    from crazyeights_terminal.setup import Setup


class Tables:
    """Opens tables. The first one is kept by the launcher, those that follow it are kept here.

    Args:
        request: what was asked for.
        first: the first table.
        keeps: whether the others are kept.

    Attributes:
        session: the table that is open.
        record: the file in which it is recorded; None for none.
        notice: why the table can't be kept; "" if it can.
    """

    def __init__(self, request: LaunchRequest, first: TableRequest, *, keeps: bool) -> None:
        self._request = request
        self._saved = SavedRounds(request.folders.data)
        self._keeps = keeps
        self._kept: Path | None = None
        self.record = first.record
        self.notice = ""
        self.session: Session = first.open(request.registry)

    def change(self, setup: Setup) -> None:
        """Leave the table that is open, which stays as it is for `--resume`, and open another.

        Raises:
            CrazyEightsError, OSError: it can't be opened; then nothing has changed.
        """
        first = self._request.table
        table = setup.request(self._request.folders, None if first is None else first.log)
        record, notice = self._new_record() if self._keeps and setup.people else (None, "")
        try:
            session = replace(table, record=record).open(self._request.registry)
        except BaseException:
            self._settle(record)
            raise
        self.close()
        self.session, self.record, self.notice, self._kept = session, record, notice, record

    def leave(self) -> None:
        """Leave the table that is open for good; says how one that was kept here is gone on with."""
        if self.close():
            Printer(sys.stderr).say("crazyeights: what you played is kept; go on with it by: crazyeights play --resume")

    def close(self) -> bool:
        """Leave the table that is open; says whether it was kept here and there is something to go on with."""
        self.session.close()
        kept, self._kept = self._kept, None
        return self._settle(kept)

    def _new_record(self) -> tuple[Path | None, str]:
        try:
            return self._saved.new_file(), ""
        except OSError as error:
            return None, f"The round can't be kept ({error.strerror or error}); it is played all the same."

    def _settle(self, record: Path | None) -> bool:
        return record is not None and self._saved.settle(record, self._request.registry)


def drawn_summary(registry: Offers, game: Game) -> str:
    """Give what is to be told of a variant that was drawn by chance; "" for one that can be looked up."""
    return "" if game.name in registry.variants else game.variant.summary
