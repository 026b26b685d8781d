"""What the person does: takes actions, by whichever way they were given, and drives the session.

An action is a word and a number; a key and a click on the same thing are the same action. Nothing here knows the
terminal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Final

from crazyeights.controller import Controller, Executor
from crazyeights.errors import CrazyEightsError, IllegalMoveError
from crazyeights.hints import Adviser, Hint
from crazyeights.moves import DONE, DRAW, PASS, Move
from crazyeights.session import Session
from crazyeights.settings import Settings
from crazyeights.specs import Offers
from crazyeights_terminal.fullscreen.browser import PANEL_ACTIONS, Browser
from crazyeights_terminal.fullscreen.cursor import Cursor
from crazyeights_terminal.fullscreen.glyphs import UNICODE, Glyphs
from crazyeights_terminal.fullscreen.options import OptionsPanel, next_pace, pace_name
from crazyeights_terminal.fullscreen.picking import Picking
from crazyeights_terminal.fullscreen.scene import LISTS, PANELS, Mode, Scene, Ui
from crazyeights_terminal.fullscreen.snapshot import Snapshot, snapshot
from crazyeights_terminal.fullscreen.story import Story, shorten
from crazyeights_terminal.parse import Command

if TYPE_CHECKING:
    from crazyeights_terminal.fullscreen.menu import GameMenu
    from crazyeights_terminal.setup import Setup

# What is typed, where the key is called otherwise.
_COMMANDS: Final = {
    Command.LAST_CARD: "announce",
    Command.VARIANTS: "game",
    Command.TABLE: "look",
    Command.HAND: "look",
}
# A key that is held down repeats faster than this; a person who wants to draw in the next turn as well is slower.
_REPEAT: Final = 0.25


class Play:
    """A person, or several, at a table.

    Args:
        session: the table, with its round dealt.
        registry: what the plugins offer.
        settings: the user's settings.
        glyphs: gives the characters that the terminal can show.
        executor: runs the strategies; daemon threads if left out.
        clock: the time, for tests.
        notices: what is to be said at the beginning.
        resumable: whether a round that is left can be resumed.
        told: what is to be read before the game begins; "" for nothing.

    Attributes:
        session: the table.
        settings: the user's settings.
        controller: plays the strategies.
        ui: what the person is doing.
        you: whose hand is shown; None for nobody's.
        leaving: whether the person wants to leave.
        wanted: the game that the person wants to play instead; None for none.
        browser: the panels of text and lists.
    """

    def __init__(
        self,
        session: Session,
        registry: Offers,
        settings: Settings,
        *,
        glyphs: Callable[[], Glyphs] = lambda: UNICODE,
        executor: Executor | None = None,
        clock: Callable[[], float] = time.monotonic,
        notices: Sequence[str] = (),
        resumable: bool = False,
        told: str = "",
    ) -> None:
        self.session = session
        self.settings = settings
        self._pace = settings.number("pace")
        self.controller = Controller(session, think_time=self._pace, executor=executor)
        self.ui = Ui()
        self.leaving = False
        self.wanted: Setup | None = None
        self._told = told
        self._glyphs = glyphs
        self._clock = clock
        self._resumable = resumable
        self._adviser = Adviser(registry.strategies, executor=executor)
        self._people = tuple(seat for seat, who in enumerate(session.seats) if who.strategy is None)
        self.you: int | None = self._people[0] if len(self._people) == 1 else None
        options = OptionsPanel(settings, lambda: self._pace, self._set_pace)
        self.browser = Browser(
            self.ui, session.game, options, lambda: _menu(registry, session, self._left_round), glyphs
        )
        self._picking = Picking(session, settings, self.ui, lambda: self.table, self._submit, self._home)
        self._cursor = Cursor(settings, self.ui, lambda: self.table, self._picking.step)
        self._actions = {**self._picking.actions, **self._cursor.actions}
        self._turn: tuple[int, int | None] = (-1, None)
        self._last_draw: tuple[float, int] = (float("-inf"), 0)
        self._turns = 0
        self._seen: tuple[object, Snapshot] | None = None
        self._story = Story(session, glyphs)
        self._read_from_start()
        self._settle()
        self.ui.mode = self._home() if told else self.ui.mode
        if notices:
            self.ui.say(" ".join(notices), trouble=True)

    # What the shell asks

    def tick(self, now: float) -> bool:
        """Let the strategies play on; says whether there is anything new to show."""
        # What is to be read first is read before anybody moves.
        changed = not self._told and self.controller.tick(now)
        hint = self._adviser.poll(now)
        if changed:
            self._settle()
        if hint is not None:
            self._show_hint(hint)
        return changed or hint is not None

    def next_wakeup(self, now: float) -> float | None:
        """Say when the next tick is worth its while; None for not before the person does something."""
        wakeup = None if self._told else self.controller.next_wakeup(now)
        if self._adviser.waiting:
            return now + 0.03 if wakeup is None else min(wakeup, now + 0.03)
        return wakeup

    @property
    def busy(self) -> bool:
        """Whether somebody thinks, so that a spinner turns."""
        return self.controller.thinking is not None

    def scene(self, tick: int = 0) -> Scene:
        """Give what is to be shown.

        Args:
            tick: how far the spinner has turned.
        """
        ui = self.ui
        thinking = self.controller.thinking
        return Scene(
            table=self.table,
            ui=ui,
            glyphs=self._glyphs(),
            show_playable=self.settings.flag("show_playable"),
            colours=self.settings.text("deck_colours"),
            thinking=thinking,
            tick=tick,
            panel=self.browser.text(self.table) if ui.mode in PANELS else (),
            items=self.browser.items() if ui.mode in LISTS else (),
            pace=pace_name(self._pace),
            resumable=self._resumable,
            by_hand=self._picking.by_hand,
            told=self._told,
        )

    @property
    def table(self) -> Snapshot:
        """The table as the person sees it."""
        you = None if self.ui.mode is Mode.HAND_OVER else self.you
        key = (self.session.position, you, self.settings.text("sort"), self._story.events)
        if self._seen is None or self._seen[0] != key:
            self._seen = (key, snapshot(self.session, you, sort=self.settings.text("sort"), did=self._story.did))
        return self._seen[1]

    def close(self) -> None:
        """Stop the strategies; the session stays open."""
        self.controller.close()

    # What the person does

    def do(self, action: str, value: int = 0) -> None:
        """Do something; what is not possible is answered by a message and changes nothing.

        Args:
            action: what, as in `draw`.
            value: on what, as in the position of a card.
        """
        ui = self.ui
        if ui.mode is not Mode.TYPE and action != "scroll":
            ui.say("")
        try:
            if action in PANEL_ACTIONS:
                self.browser.open(PANEL_ACTIONS[action], self._home())
                return
            if ui.mode in PANELS and self.browser.act(action, value):
                return
            handler = self._actions.get(action) or getattr(self, f"_do_{action}", None)
            if handler is None:
                return
            handler(value)
        except IllegalMoveError as error:
            ui.say(error.reason, trouble=True)
        except CrazyEightsError as error:
            message = str(error)
            ui.say(f"{message[:1].upper()}{message[1:].rstrip('.')}.", trouble=True)
        self._settle()

    @property
    def typing(self) -> bool:
        """Whether characters that are no keys are to be typed."""
        return self.ui.mode in {Mode.TYPE, Mode.SETUP}

    def type(self, text: str) -> None:
        """Take characters that are typed, or pasted: into the line for a move, or as a number of an option."""
        if self.ui.mode is Mode.SETUP:
            self.browser.type(text)
        else:
            self._picking.type(text)

    def _do_enter(self, _: int) -> None:
        ui = self.ui
        match ui.mode:
            case Mode.TABLE:
                self._picking.play(ui.cursor)
            case Mode.CHOOSE:
                self._picking.choose(ui.choice)
            case Mode.SEAT:
                self._picking.seat(ui.choice)
            case Mode.TYPE:
                self._do_typed()
            case Mode.SETUP:
                self._do_start(0)
            case Mode.OVER | Mode.HIDE | Mode.HAND_OVER | Mode.ASK_NEW:
                self._do_yes(0)
            case _:
                self._do_cancel(0)

    def _do_draw(self, _: int) -> None:
        # Nothing can be drawn while cards may be added, so D can mean only one thing.
        self._take(DONE if self.table.adding else DRAW)

    def _do_pass(self, _: int) -> None:
        self._take(DONE if self.table.adding else PASS)

    def _do_done(self, _: int) -> None:
        self._take(DONE)

    def _take(self, move: Move) -> None:
        """Make a move without a card, unless the key for it is still held down from the turn before."""
        if not self._is_repeat():
            self._submit(move)

    def _do_type(self, _: int) -> None:
        if self.ui.mode is Mode.TABLE:
            self.ui.typed = ""
            self.ui.mode = Mode.TYPE

    def _do_erase(self, value: int) -> None:
        self.ui.typed = self.ui.typed[:-1] if value == 0 else ""

    def _do_typed(self) -> None:
        command = self._picking.typed()
        if command is not None:
            # Table and hand are in sight all the time.
            self.do(_COMMANDS.get(command, command.value))

    def _do_hint(self, _: int) -> None:
        if not self.table.yours:
            over = f"The {self._what} is over, so there is no hint."
            self.ui.say(over if self.session.over else "A hint is for your own turn.", trouble=True)
            return
        assert self.you is not None
        self.ui.say("Thinking about a hint…")
        self._adviser.ask(self.session.view_for(self.you), self._clock())

    def _do_new(self, _: int) -> None:
        if self.session.over:
            self._new_round()
        else:
            self.ui.mode = Mode.ASK_NEW

    def _do_quit(self, _: int) -> None:
        if self.session.over or not self._people or self.ui.mode is Mode.ASK_QUIT or not self._begun():
            self.leaving = True
        else:
            self.ui.mode = Mode.ASK_QUIT

    def _left_round(self) -> str:
        """Say what becomes of the round if another game is begun."""
        if self.session.over or not self._people or not self._begun():
            return ""
        return "The round at this table is left; " + ("it is kept for --resume." if self._resumable else "it is lost.")

    def _begun(self) -> bool:
        # The deal is position 1; in later rounds the scores would be lost.
        return self.session.position > 1

    def _do_yes(self, _: int) -> None:
        ui = self.ui
        match ui.mode:
            case Mode.ASK_QUIT:
                self.leaving = True
            case Mode.ASK_NEW | Mode.OVER:
                self._new_round()
            case Mode.TOLD:
                self._told = ""
                ui.mode = self._home()
            case Mode.HIDE:
                ui.mode = Mode.HAND_OVER
            case Mode.HAND_OVER:
                self.you, ui.waiting_for = ui.waiting_for, None
                ui.mode = Mode.TABLE
                self._read_from_start()
                self._start_turn()
            case _:
                pass

    def _do_cancel(self, _: int) -> None:
        # The suit of the starter has to be called, but whoever is asked for it may look at the table first.
        looking = self.ui.mode is Mode.CHOOSE and self.ui.draft is None
        self._picking.cancel()
        self.ui.mode = Mode.TABLE if looking else self._home()

    def _do_line(self, _: int) -> None:
        # What a click on a line means is the browser's business, but for starting.
        self._do_start(0)

    def _do_start(self, _: int) -> None:
        if self.ui.mode is Mode.SETUP:
            setup = self.browser.menu.setup
            setup.request()
            self.wanted = setup

    def _do_forward(self, _: int) -> None:
        if self.table.yours or self.session.over:
            self.ui.say("It is your turn." if self.table.yours else f"The {self._what} is over.")
            return
        self.ui.hurrying = True
        self.controller.think_time = 0.0
        self.controller.hurry()

    def _do_slower(self, _: int) -> None:
        self._change_pace(1)

    def _do_faster(self, _: int) -> None:
        self._change_pace(-1)

    def _change_pace(self, step: int) -> None:
        self._set_pace(next_pace(self._pace, step))
        self.ui.say(self.settings.save() or f"A computer's turn takes {pace_name(self._pace)}.")

    def _set_pace(self, pace: float) -> None:
        self._pace = pace
        self.settings.set("pace", pace)
        if not self.ui.hurrying:
            self.controller.think_time = pace

    # How it is done

    def _home(self) -> Mode:
        """Give the mode to which panels and dialogs return."""
        if self._told:
            return Mode.TOLD
        if self.ui.waiting_for is not None:
            return Mode.HAND_OVER
        if self.session.over:
            return Mode.OVER
        return Mode.CHOOSE if self.table.calling else Mode.TABLE

    @property
    def _what(self) -> str:
        return "match" if self.session.match_over else "round"

    def _submit(self, move: Move) -> None:
        if self.you is None or self.session.over:
            over = f"The {self._what} is over."
            self.ui.say(over if self.session.over else "You look on; the computers play.", trouble=True)
            return
        if self.session.to_move != self.you:
            self.ui.say("It is not your turn.", trouble=True)
            return
        before = len(self.ui.log)
        self.controller.submit(self.you, move)
        self.ui.fresh = before
        self.ui.preset = None if move.suit is not None else self.ui.preset
        self.ui.aloud = False
        self._last_draw = (self._clock(), self._turns) if move.card is None else self._last_draw
        self._adviser.forget()

    def _is_repeat(self) -> bool:
        """Say whether this draw or pass is a held key's, that was meant for the turn before."""
        when, turn = self._last_draw
        return turn != self._turns and self._clock() - when < _REPEAT

    def _new_round(self) -> None:
        session = self.session
        session.new_match() if session.match_over else session.new_round()
        self._adviser.forget()
        self._picking.forget()
        self.ui.waiting_for = None
        self.ui.mode = Mode.TABLE
        if len(self._people) > 1:
            self.you = None
        self._read_from_start()

    def _read_from_start(self) -> None:
        """Read what happened in this round, as the person who looks now may know it."""
        self._story.restart(self.you, call_you=len(self._people) == 1)
        self.ui.log = self._story.log
        self.ui.fresh = 0

    def _settle(self) -> None:
        """Take in what has changed at the table."""
        self._story.read()
        ui, session = self.ui, self.session
        turn = (session.position, session.to_move)
        if turn == self._turn:
            return
        self._turn = turn
        seat = session.to_move
        if seat is None:
            self._stop_hurrying()
            if ui.mode in {Mode.TABLE, Mode.TYPE, Mode.CHOOSE, Mode.SEAT, Mode.HIDE}:
                ui.mode = Mode.OVER
            if self.you is None and self._people:
                # All hands lie open now.
                self.you = self._people[0] if len(self._people) == 1 else None
            return
        if seat not in self._people:
            self._cursor.clamp()
            return
        self._stop_hurrying()
        if seat != self.you:
            ui.waiting_for = seat
            if ui.mode in {Mode.TABLE, Mode.TYPE}:
                ui.mode = Mode.HIDE if self.you is not None else Mode.HAND_OVER
            return
        self._start_turn()

    def _start_turn(self) -> None:
        if self.session.state.drawn == 0 and not self.table.adding:
            self._turns += 1
        self.ui.hint = None
        self._cursor.clamp()
        self._cursor.to_playable()
        self._picking.begin_turn()

    def _show_hint(self, hint: Hint) -> None:
        ui, move = self.ui, hint.move
        ui.say(shorten(hint.told(self.session.names), self.session.game.deck, self._glyphs()))
        ui.hint = move.card
        if move.card is not None:
            self._cursor.select(move.card)

    def _stop_hurrying(self) -> None:
        self.ui.hurrying = False
        self.controller.think_time = self._pace


def _menu(registry: Offers, session: Session, warning: Callable[[], str]) -> GameMenu:
    """Make the menu of what can be played next."""
    # Here, for most evenings do without it, and nobody shall wait for it before the first card.
    from crazyeights_terminal.fullscreen.menu import GameMenu  # noqa: PLC0415
    from crazyeights_terminal.setup import Setup  # noqa: PLC0415

    return GameMenu(registry, Setup.from_table(registry, session), warning)
