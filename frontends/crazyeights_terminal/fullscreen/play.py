"""What the person does: takes actions, by whichever way they were given, and drives the session.

An action is a word and a number; a key and a click on the same thing are the same action. Nothing here knows the
terminal.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import Final

from crazyeights.cards import Card, Suit
from crazyeights.controller import Controller, Executor
from crazyeights.errors import CrazyEightsError, IllegalMoveError, NotationError
from crazyeights.hints import Adviser
from crazyeights.moves import DRAW, PASS, Move
from crazyeights.session import Session
from crazyeights.settings import Settings
from crazyeights.specs import Offers
from crazyeights_terminal.fullscreen.browser import PANEL_ACTIONS, Browser
from crazyeights_terminal.fullscreen.glyphs import UNICODE, Glyphs
from crazyeights_terminal.fullscreen.options import OptionsPanel, next_pace, pace_name
from crazyeights_terminal.fullscreen.scene import PANELS, Mode, Scene, Snapshot, Ui, snapshot
from crazyeights_terminal.fullscreen.story import Story, shorten
from crazyeights_terminal.parse import Command, parse

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

    Attributes:
        session: the table.
        settings: the user's settings.
        controller: plays the strategies.
        ui: what the person is doing.
        you: whose hand is shown; None for nobody's.
        leaving: whether the person wants to leave.
        browser: the panels of text and options.
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
    ) -> None:
        self.session = session
        self.settings = settings
        self._pace = settings.number("pace")
        self.controller = Controller(session, think_time=self._pace, executor=executor)
        self.ui = Ui()
        self.leaving = False
        self._glyphs = glyphs
        self._clock = clock
        self._resumable = resumable
        self._adviser = Adviser(registry.strategies, executor=executor)
        self._people = tuple(seat for seat, who in enumerate(session.seats) if who.strategy is None)
        self.you: int | None = self._people[0] if len(self._people) == 1 else None
        options = OptionsPanel(settings, registry, lambda: self._pace, self._set_pace)
        self.browser = Browser(self.ui, session.game, options, glyphs)
        self._turn: tuple[int, int | None] = (-1, None)
        self._last_draw: tuple[float, int] = (float("-inf"), 0)
        self._turns = 0
        self._seen: tuple[object, Snapshot] | None = None
        self._story = Story(session, glyphs)
        self._read_from_start()
        self._settle()
        if notices:
            self.ui.say(" ".join(notices), trouble=True)

    # What the shell asks

    def tick(self, now: float) -> bool:
        """Let the strategies play on; says whether there is anything new to show."""
        changed = self.controller.tick(now)
        hint = self._adviser.poll(now)
        if changed:
            self._settle()
        if hint is not None:
            self.ui.say(shorten(str(hint), self.session.game.deck, self._glyphs()))
            self.ui.hint = hint.move.card
            if hint.move.card is not None:
                self._select(hint.move.card)
        return changed or hint is not None

    def next_wakeup(self, now: float) -> float | None:
        """Say when the next tick is worth its while; None for not before the person does something."""
        wakeup = self.controller.next_wakeup(now)
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
            options=self.browser.options() if ui.mode is Mode.OPTIONS else (),
            pace=pace_name(self._pace),
            resumable=self._resumable,
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
        if action in PANEL_ACTIONS:
            self.browser.open(PANEL_ACTIONS[action], self._home())
            return
        if ui.mode in PANELS and self.browser.act(action, value):
            return
        handler = getattr(self, f"_do_{action}", None)
        if handler is None:
            return
        try:
            handler(value)
        except IllegalMoveError as error:
            ui.say(error.reason, trouble=True)
        except (NotationError, CrazyEightsError) as error:
            message = str(error)
            ui.say(f"{message[:1].upper()}{message[1:].rstrip('.')}.", trouble=True)
        self._settle()

    def type(self, text: str) -> None:
        """Take characters that are typed, or pasted, into the line for a move."""
        self.ui.say("")
        self.ui.typed = (self.ui.typed + "".join(letter for letter in text if letter.isprintable()))[:80]

    def _do_left(self, _: int) -> None:
        self._step(-1)

    def _do_right(self, _: int) -> None:
        self._step(1)

    def _step(self, step: int) -> None:
        ui, table = self.ui, self.table
        if ui.mode is Mode.CHOOSE:
            ui.choice = (ui.choice + step) % len(table.suits)
        elif table.hand:
            ui.cursor = (ui.cursor + step) % len(table.hand)

    def _do_up(self, _: int) -> None:
        self._next_playable(-1)

    def _do_down(self, _: int) -> None:
        self._next_playable(1)

    def _do_home(self, _: int) -> None:
        self.ui.cursor = 0

    def _do_end(self, _: int) -> None:
        self.ui.cursor = max(0, len(self.table.hand) - 1)

    def _do_enter(self, _: int) -> None:
        ui = self.ui
        match ui.mode:
            case Mode.TABLE:
                self._do_play(ui.cursor)
            case Mode.CHOOSE:
                self._do_choose(ui.choice)
            case Mode.TYPE:
                self._do_typed()
            case Mode.OVER | Mode.HIDE | Mode.HAND_OVER | Mode.ASK_NEW:
                self._do_yes(0)
            case _:
                self._do_cancel(0)

    def _do_play(self, index: int) -> None:
        hand = self.table.hand
        if not 0 <= index < len(hand):
            return
        self.ui.cursor = index
        self._play_card(hand[index])

    def _do_draw(self, _: int) -> None:
        if self._is_repeat():
            return
        self._submit(DRAW)

    def _do_pass(self, _: int) -> None:
        if self._is_repeat():
            return
        self._submit(PASS)

    def _do_choose(self, index: int) -> None:
        ui, suits = self.ui, self.table.suits
        if ui.choosing is None or not 0 <= index < len(suits):
            return
        card, ui.choosing = ui.choosing, None
        ui.mode = Mode.TABLE
        self._submit(Move.play(card, suits[index]))

    def _do_preset(self, index: int) -> None:
        suits = self.table.suits
        self.ui.preset = suits[index] if 0 <= index < len(suits) and self.ui.preset is not suits[index] else None
        self._say_preset()

    def _do_suit(self, _: int) -> None:
        if not self.table.caller:
            self.ui.say("No card calls a suit in this game.", trouble=True)
            return
        choices: tuple[Suit | None, ...] = (None, *self.table.suits)
        self.ui.preset = choices[(choices.index(self.ui.preset) + 1) % len(choices)]
        self._say_preset()

    def _say_preset(self) -> None:
        suit, caller = self.ui.preset, self.table.caller
        calls = f"calls {suit.name}" if suit is not None else "asks for a suit"
        self.ui.say(f"The next {caller} that you play {calls}.")

    def _do_hint(self, _: int) -> None:
        if not self.table.yours:
            self.ui.say("A hint is for your own turn.", trouble=True)
            return
        assert self.you is not None
        self.ui.say("Thinking about a hint…")
        self._adviser.ask(self.session.view_for(self.you), self._clock())

    def _do_sort(self, _: int) -> None:
        hand, cursor = self.table.hand, self.ui.cursor
        order = self.settings.cycle("sort")
        if cursor < len(hand):
            self._select(hand[cursor])
        self.ui.say(self.settings.save() or f"Sorted by {order}.")

    def _do_type(self, _: int) -> None:
        if self.ui.mode is Mode.TABLE:
            self.ui.typed = ""
            self.ui.mode = Mode.TYPE

    def _do_erase(self, value: int) -> None:
        self.ui.typed = self.ui.typed[:-1] if value == 0 else ""

    def _do_typed(self) -> None:
        ui = self.ui
        ui.say("")
        if not ui.typed.strip():
            ui.mode = self._home()
            return
        view = self.session.view_for(self.you if self.you is not None else 0)
        asked = parse(ui.typed, view)
        if isinstance(asked, Command):
            ui.mode = self._home()
            # Table and hand are in sight all the time.
            self.do(asked.value)
            return
        if asked.card is not None and asked.suit is None:
            self._play_card(asked.card)
        else:
            if asked.card is not None and len(view.hand) == 1:
                # A last card calls no suit; whoever names one means no harm.
                asked = Move.play(asked.card)
            self._submit(asked)
        if ui.mode is Mode.TYPE:
            ui.mode = self._home()

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
        ui = self.ui
        if ui.mode is Mode.CHOOSE:
            ui.say("The card is back in your hand.")
        ui.choosing = None
        ui.mode = self._home()

    def _do_forward(self, _: int) -> None:
        if self.table.yours or self.session.over:
            self.ui.say("It is your turn." if self.table.yours else "The round is over.")
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
        if self.ui.waiting_for is not None:
            return Mode.HAND_OVER
        return Mode.OVER if self.session.over else Mode.TABLE

    def _play_card(self, card: Card) -> None:
        """Play a card; if it calls a suit, the one that was set beforehand or, without one, ask."""
        ui = self.ui
        suits = [move.suit for move in self._legal() if move.card is card]
        called = [suit for suit in suits if suit is not None]
        if not called:
            self._submit(Move.play(card))
        elif ui.preset in called:
            self._submit(Move.play(card, ui.preset))
        else:
            self._select(card)
            rest = [other for other in self.table.hand if other is not card]
            ui.choosing = card
            ui.mode = Mode.CHOOSE
            ui.choice = max(
                range(len(self.table.suits)),
                key=lambda at: (sum(other.suit == self.table.suits[at] for other in rest), -at),
            )

    def _legal(self) -> tuple[Move, ...]:
        return self.session.legal_moves(self.you) if self.you is not None else ()

    def _submit(self, move: Move) -> None:
        if self.you is None or self.session.over:
            self.ui.say("The round is over." if self.session.over else "You look on; the computers play.", trouble=True)
            return
        if self.session.to_move != self.you:
            self.ui.say("It is not your turn.", trouble=True)
            return
        before = len(self.ui.log)
        self.controller.submit(self.you, move)
        self.ui.fresh = before
        self.ui.preset = None if move.suit is not None else self.ui.preset
        self._last_draw = (self._clock(), self._turns) if move in {DRAW, PASS} else self._last_draw
        self._adviser.forget()

    def _is_repeat(self) -> bool:
        """Say whether this draw or pass is a held key's, that was meant for the turn before."""
        when, turn = self._last_draw
        return turn != self._turns and self._clock() - when < _REPEAT

    def _new_round(self) -> None:
        self.session.new_round()
        self._adviser.forget()
        self.ui.choosing = None
        self.ui.waiting_for = None
        self.ui.preset = None
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
            if ui.mode in {Mode.TABLE, Mode.TYPE, Mode.CHOOSE, Mode.HIDE}:
                ui.mode = Mode.OVER
            if self.you is None and self._people:
                # All hands lie open now.
                self.you = self._people[0] if len(self._people) == 1 else None
            return
        if seat not in self._people:
            self._clamp()
            return
        self._stop_hurrying()
        if seat != self.you:
            ui.waiting_for = seat
            if ui.mode in {Mode.TABLE, Mode.TYPE}:
                ui.mode = Mode.HIDE if self.you is not None else Mode.HAND_OVER
            return
        self._start_turn()

    def _start_turn(self) -> None:
        if self.session.state.drawn == 0:
            self._turns += 1
        self.ui.hint = None
        self._clamp()
        table = self.table
        if table.playable and table.hand and table.hand[self.ui.cursor] not in table.playable:
            self._next_playable(1)

    def _stop_hurrying(self) -> None:
        self.ui.hurrying = False
        self.controller.think_time = self._pace

    def _clamp(self) -> None:
        self.ui.cursor = max(0, min(self.ui.cursor, len(self.table.hand) - 1))

    def _next_playable(self, step: int) -> None:
        hand = self.table.hand
        for distance in range(1, len(hand) + 1):
            at = (self.ui.cursor + step * distance) % len(hand)
            if hand[at] in self.table.playable:
                self.ui.cursor = at
                return

    def _select(self, card: Card) -> None:
        hand = self.table.hand
        if card in hand:
            self.ui.cursor = hand.index(card)
