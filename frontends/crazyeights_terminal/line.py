"""The line frontend: a game in plain lines of text, for any terminal, for pipes and for screen readers.

`LineGame` is the whole conversation over one session. It waits in two places only: in its reader, when a person is to
move, and in short sleeps, while a strategy thinks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from crazyeights.cards import Suit
from crazyeights.controller import Controller
from crazyeights.errors import IllegalMoveError, NotationError
from crazyeights.guide import guide, render
from crazyeights.hints import Adviser
from crazyeights.moves import Move
from crazyeights.session import Session
from crazyeights.view import View
from crazyeights.words import Narrator, listed, narrate, shown_name
from crazyeights_terminal import table
from crazyeights_terminal.output import Printer
from crazyeights_terminal.parse import Command, parse, parse_suit
from crazyeights_terminal.reader import Choice, Reader

DONE: Final = 0
INPUT_ENDED: Final = 3
INTERRUPTED: Final = 130

_NAP: Final = (0.0005, 0.02)
_YES: Final = frozenset({"yes", "y", "new"})
_NO: Final = frozenset({"no", "n", "quit", "q", "exit"})


class _Left(Exception):  # noqa: N818  # no error: somebody asked to leave
    """The player has left the game."""


class LineGame:
    """A conversation over one session.

    Args:
        session: the table, with its first round dealt.
        controller: moves the session's strategies.
        reader: where people type.
        printer: where everything is written.
        errors: where it is said that the input ended too early; as everything else if left out.
        record: the file in which the session is recorded, to be named then.
        adviser: whom `hint` asks; if left out, hints are those of no strategy.
        clock, sleep: the time, for tests.
    """

    def __init__(
        self,
        session: Session,
        controller: Controller,
        reader: Reader,
        printer: Printer,
        *,
        errors: Printer | None = None,
        record: Path | None = None,
        adviser: Adviser | None = None,
        clock: Callable[[], float] = time.monotonic,
        sleep: Callable[[float], object] = time.sleep,
    ) -> None:
        self._session = session
        self._controller = controller
        self._reader = reader
        self._printer = printer
        self._errors = errors or printer
        self._record = record
        self._adviser = adviser or Adviser({})
        self._clock = clock
        self._sleep = sleep
        self._humans = tuple(seat for seat, who in enumerate(session.seats) if who.strategy is None)
        # Who is told what happens, and sees a hand: the only person, or whoever has the keyboard.
        self._reading = self._you = self._humans[0] if len(self._humans) == 1 else None
        self._told = {seat: (0, Narrator(session.names, self._you)) for seat in (None, *self._humans)}
        self._round_start = 0
        # What the table looked like when it was last described, so that it is not repeated while nothing changes.
        self._shown: object = None

    def run(self) -> int:
        """Play until somebody leaves or the input ends; give the exit code."""
        try:
            self._printer.say(table.welcome(self._session.game))
            if self._humans:
                self._printer.say("Type a card, draw or pass; help says more.")
            while True:
                self._play_round()
                self._end_of_round()
        except _Left:
            return DONE
        except EOFError:
            if self._session.over:
                return DONE
            where = f"; what was played is in {self._record}" if self._record is not None else ""
            self._errors.say(f"crazyeights: the input ended in mid-round, so the game is not finished{where}")
            return INPUT_ENDED
        except KeyboardInterrupt:
            return INTERRUPTED

    # A round

    def _play_round(self) -> None:
        session = self._session
        self._begin()
        while session.to_move is not None:
            if session.seats[session.to_move].strategy is None:
                self._turn(session.to_move)
            else:
                self._wait()
        self._tell()

    def _begin(self) -> None:
        self._printer.say("", f"Round {self._session.match.round + 1}")

    def _wait(self) -> None:
        """Let a strategy think until it has moved, and say what it did."""
        seat = self._session.to_move
        nap, longest = _NAP
        try:
            while not self._controller.tick(self._clock()):
                self._sleep(nap)
                nap = min(2 * nap, longest)
        except KeyboardInterrupt:
            self._printer.say("")
            raise
        # Where nobody waits, a turn of many draws is told in one sentence, at its end.
        if self._controller.think_time or self._session.to_move != seat:
            self._tell()

    def _tell(self) -> None:
        """Say what the reader has not been told yet."""
        cursor, narrator = self._told[self._reading]
        events = self._session.events_since(cursor, self._reading)
        self._told[self._reading] = (cursor + len(events), narrator)
        self._printer.say(*narrator.tell(events), indent="  ")

    def _turn(self, seat: int) -> None:
        """Let a person make one move, or start a new round."""
        self._hand_over(seat)
        self._tell()
        self._describe(seat)
        while True:
            view = self._session.view_for(seat)
            name = "Your move" if seat == self._you else f"{shown_name(self._session.names[seat])}'s move"
            text = self._reader.ask(f"{name}: ", table.move_choices(view))
            try:
                asked = parse(text, view)
                done = self._command(asked, view) if isinstance(asked, Command) else self._move(asked, view)
            except IllegalMoveError as error:
                self._printer.say(error.reason)
            except NotationError as error:
                self._printer.say(table.sentence(str(error)))
            else:
                if done:
                    return

    def _hand_over(self, seat: int) -> None:
        """Give the keyboard to another person, without showing one the other's hand."""
        if self._reading == seat:
            return
        if self._reading is not None:
            if self._reader.interactive:
                # Else what came of the last move, a drawn card say, would be gone before it could be read.
                self._reader.ask("Press Enter to hide your cards. ")
            self._reader.hide()
        name = shown_name(self._session.names[seat])
        before = "Pass the keyboard to" if self._reading is not None else "The keyboard goes to"
        self._reading = seat
        self._shown = None
        self._reader.ask(f"{before} {name}, who then presses Enter. ")
        self._printer.say("")

    def _move(self, move: Move, view: View) -> bool:
        """Make a move; say whether it was made."""
        card = move.card
        if card is not None:
            suits = [legal.suit for legal in view.legal_moves if legal.card is card]
            if suits == [None] and len(view.hand) == 1:
                # A last card calls no suit; whoever names one all the same means no harm.
                move = Move.play(card)
            elif suits and None not in suits and move.suit is None:
                suit = self._ask_suit(view, [suit for suit in suits if suit is not None])
                if suit is None:
                    self._printer.say("No suit was called, so nothing is played.")
                    return False
                move = Move.play(card, suit)
        self._controller.submit(view.seat, move)
        self._tell()
        return True

    def _ask_suit(self, view: View, suits: Sequence[Suit]) -> Suit | None:
        """Ask which suit is called; None if the person thinks better of it."""
        names = [suit.name for suit in suits]
        question = f"Which suit do you call, {listed(names, 'or')}? "
        while True:
            text = self._reader.ask(question, [Choice(name) for name in names], cancel=True)
            if not text:
                return None
            try:
                return parse_suit(text, view)
            except NotationError as error:
                self._printer.say(table.sentence(str(error)))

    # What is shown on demand

    def _describe(self, seat: int) -> None:
        """Describe the table before a turn; only what changes in one if it goes on after drawing."""
        view = self._session.view_for(seat)
        others = [size for at, size in enumerate(view.hand_sizes) if at != seat]
        looks = (self._session.match.round, seat, view.top, view.active_suit, others, view.direction)
        if looks != self._shown:
            self._shown = looks
            self._printer.say("")
            self._show_table(view)
        self._show_hand(view)

    def _show_table(self, view: View) -> None:
        names = self._session.names
        self._printer.say(table.opponents(view, names), table.top_card(view), indent="  ")

    def _show_hand(self, view: View) -> None:
        lines = [table.turn(view), table.hand(view, self._printer), table.playable(view, self._printer)]
        self._printer.say(*lines, indent="  ")

    def _command(self, command: Command, view: View) -> bool:
        """Do what was asked; say whether the turn is over with it."""
        match command:
            case Command.TABLE:
                self._show_table(view)
                self._show_hand(view)
            case Command.HAND:
                self._show_hand(view)
            case Command.HINT:
                self._hint(view)
            case Command.NEW:
                return self._new_in_mid_round()
            case Command.QUIT:
                raise _Left
            case _:
                self._explain(command)
        return False

    def _hint(self, view: View) -> None:
        """Say what the strongest strategy would do in a person's turn."""
        self._adviser.ask(view, self._clock())
        try:
            while (hint := self._adviser.poll(self._clock())) is None:
                self._sleep(_NAP[1])
        finally:
            self._adviser.forget()
        self._printer.say(str(hint))

    def _explain(self, command: Command) -> None:
        """Show what can be asked for in a round and after it: the rules, the log or the help."""
        game = self._session.game
        if command is Command.RULES:
            self._printer.text(render(guide(game), self._printer.width or 79))
        elif command is Command.LOG:
            events = self._session.events_since(self._round_start, self._reading)
            self._printer.say(*narrate(events, self._session.names, self._you), indent="  ")
        else:
            self._printer.say(*table.help_lines(game), indent="    ")

    # Between rounds

    def _new_in_mid_round(self) -> bool:
        if self._reader.interactive:
            answer = self._reader.ask("Drop this round and deal a new one, yes or no? ").lower()
            if answer not in _YES:
                self._printer.say("The round goes on.")
                return False
        self._new_round()
        self._begin()
        return True

    def _new_round(self) -> None:
        start = len(self._session.events_since(0, None))
        self._session.new_round()
        self._round_start = start
        for reader, (_, narrator) in self._told.items():
            self._told[reader] = (start, narrator)
        self._shown = None

    def _end_of_round(self) -> None:
        session = self._session
        for name, cards in zip(session.names, session.revealed(), strict=True):
            if cards:
                points = sum(map(session.game.ruleset.card_points, cards))
                self._printer.say(table.left_over(name, cards, points, self._printer), indent="  ")
        match = session.match
        ended = sum(outcome is not None for outcome in match.sheet)
        self._printer.say(table.scores(session.names, match.scores, ended))
        if not self._humans:
            raise _Left
        self._ask_for_another()

    def _ask_for_another(self) -> None:
        enter = self._reader.interactive
        question = "Press Enter for the next round, or type quit: " if enter else "Next round, yes or quit? "
        choices = [Choice("yes", "deal the next round"), Choice("quit", "leave the game")]
        while True:
            text = self._reader.ask(question, choices).lower().rstrip(".!")
            if text in _YES or (not text and enter):
                self._new_round()
                return
            if text in _NO:
                raise _Left
            if text in {Command.LOG, Command.RULES, Command.HELP, "?"}:
                self._explain(Command.HELP if text == "?" else Command(text))
            elif text == Command.HINT:
                self._printer.say("The round is over, so it is nobody's turn and there is no hint.")
            elif text:
                self._printer.say("The round is over: type yes, quit, log, rules or help.")
