"""How one screen leads to another: from the menu to a table, to the result, and back. Knows no arcade."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from crazyeights.errors import CrazyEightsError
from crazyeights.record import Record
from crazyeights.saved import SavedRounds, seats_again
from crazyeights.session import Session, random_seed
from crazyeights.specs import TableRequest
from crazyeights_arcade.curtain_screen import CurtainScreen
from crazyeights_arcade.menu_screen import MenuScreen, Ways
from crazyeights_arcade.opening import Opening
from crazyeights_arcade.over_screen import OverScreen
from crazyeights_arcade.pause_screen import Leave, PauseScreen
from crazyeights_arcade.rules_screen import RulesScreen
from crazyeights_arcade.scores_screen import ScoresScreen
from crazyeights_arcade.screen import Host, Screen
from crazyeights_arcade.settings_screen import SettingsScreen
from crazyeights_arcade.table_moves import Doors, TableMoves
from crazyeights_arcade.table_screen import TableScreen
from crazyeights_arcade.tonight_screen import TonightScreen


class Flow:
    """Opens screens and tables.

    Args:
        host: the window.

    Attributes:
        table: the table that is open.
    """

    def __init__(self, host: Host) -> None:
        self.host = host
        self.table: TableScreen | None = None
        self._opening = Opening.from_settings(host.registry, host.settings)
        self._saved = SavedRounds(host.folders.data)
        self._kept: Path | None = None

    # The menu

    def menu(self, notice: str = "") -> None:
        """Leave the table, if one is open, and show the start menu."""
        self.leave_table()
        self._opening.redraw()
        record = self._saved.newest(self.host.registry)
        ways = Ways(
            play=self._play,
            resume=(lambda: self._resume(record)) if record is not None else None,
            settings=lambda: self._settings(self._shown_menu),
            rules=lambda: self.host.show(RulesScreen(self._shown_menu, self._opening.game())),
        )
        self._shown_menu = MenuScreen(self.host, self._opening, ways, notice)
        self.host.show(self._shown_menu)

    _shown_menu: MenuScreen

    def _settings(self, under: Screen) -> None:
        self.host.show(SettingsScreen(under))

    def _play(self, watch: bool) -> None:
        self._opening.remember(self.host.settings)
        notice = self.host.settings.save() or ""
        try:
            request = self._opening.request(watch=watch)
        except CrazyEightsError as error:
            self.menu(str(error))
            return
        self.open(request, keep=not request.watch, notice=notice[:1].upper() + notice[1:])

    # Tables

    def open(self, request: TableRequest, *, keep: bool = False, notice: str = "") -> None:
        """Open a table.

        Args:
            request: the table.
            keep: whether its rounds are recorded for Resume; those that the launcher named a file for already are.
            notice: what is to be told first.

        Raises:
            CrazyEightsError, OSError: it can't be opened.
        """
        self.leave_table()
        if keep and request.record is None:
            try:
                self._kept = self._saved.new_file()
            except OSError as error:
                notice = f"The round can't be kept for later: {error.strerror or error}."
            request = replace(request, record=self._kept)
        session = replace(request, folders=self.host.folders).open(self.host.registry)
        self.seat(session, resumed=request.kept is not None, notice=notice)

    def _resume(self, record: Record) -> None:
        if not self._saved.hold(record.path):
            self.menu("Another program plays at that round.")
            return
        seed = random_seed()
        try:
            seats = seats_again(record, self.host.registry, seed)
            self.open(TableRequest(record.game, seats, seed, record.path, kept=record))
        except (CrazyEightsError, OSError) as error:
            self._saved.settle(record.path, self.host.registry)
            self.menu(f"The round can't be resumed: {error}")
            return
        self._kept = record.path

    def seat(self, session: Session, *, resumed: bool = False, notice: str = "") -> None:
        """Sit down at a table that was opened."""
        doors = Doors(
            pause=self._pause,
            over=lambda table: OverScreen(table, self.menu),
            curtain=self._curtain,
            scores=lambda table, under: ScoresScreen(under, table),
        )
        self.table = TableScreen(self.host, session, doors, resumed=resumed)
        if notice:
            self.table.say(notice, warns=True, seconds=8.0)
        # Nobody knows the rules of a variant that was drawn by chance: they are told first.
        drawn = session.game.name not in self.host.registry.variants
        self.host.show(TonightScreen(self.table) if drawn and not resumed else self.table)

    def leave_table(self) -> None:
        """Leave the table that is open; a round that is not over is kept."""
        table, self.table = self.table, None
        if table is not None:
            table.closed()
        kept, self._kept = self._kept, None
        if kept is not None:
            self._saved.settle(kept, self.host.registry)

    def _pause(self, table: TableMoves) -> Screen:
        leave = Leave(settings=self._settings, new_round=table.new_round, menu=self.menu)
        session = table.session
        again, told = "Deal a new round", "If you leave, the round is kept: Resume goes on with it."
        if session.match_over:
            again, told = "Begin a new match", "The match is over."
        elif session.over:
            again = "Deal the next round"
            told = "The round is over."
            if session.match.ends:
                told += " If you leave, Resume goes on with the match."
        return PauseScreen(table, leave, again, told)

    def _curtain(self, table: TableMoves, seat: int) -> Screen:
        return CurtainScreen(
            table, table.session.names[seat], lambda: table.show_hand(seat), lambda: self._pause(table)
        )
