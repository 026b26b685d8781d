"""The line frontend: a game in plain lines of text, for any terminal, for pipes and for screen readers.

`LineGame` is the whole conversation over one session. It waits in two places only: in its reader, when a person is to
move, and in short sleeps, while a strategy thinks.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

from crazyeights.controller import Controller
from crazyeights.errors import CrazyEightsError, IllegalMoveError, NotationError
from crazyeights.guide import guide, render
from crazyeights.hints import Adviser
from crazyeights.moves import Move, MoveKind
from crazyeights.session import Session
from crazyeights.specs import Offers
from crazyeights.view import View
from crazyeights.words import Narrator, narrate, shown_name
from crazyeights_terminal import sheet, table
from crazyeights_terminal.asking import Asker
from crazyeights_terminal.draft import Draft
from crazyeights_terminal.output import Printer
from crazyeights_terminal.parse import Command, parse
from crazyeights_terminal.reader import Choice, Reader
from crazyeights_terminal.setup import Setup

DONE: Final = 0
INPUT_ENDED: Final = 3
INTERRUPTED: Final = 130

_NAP: Final = (0.0005, 0.02)
_YES: Final = frozenset({"yes", "y", "new"})
_NO: Final = frozenset({"no", "n", "quit", "q", "exit"})
# How many rounds of a long match are told after each of them; `scores` tells them all.
_LATEST: Final = 5
_AFTER: Final = (
    *(Command.LOG, Command.SCORES, Command.RULES, Command.HELP),
    *(Command.VARIANTS, Command.OPTIONS, Command.GAME),
)


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
        registry: what other games can be begun; none if left out.
        by_hand: whether people announce their last cards themselves.
        settings: the file of the settings, to be named where one of them matters.
        most_moves: after how many moves a round is stopped, where nobody is there to do it; None for never.
        notices: what is to be said first.
        clock, sleep: the time, for tests.

    Attributes:
        wanted: the game that is to be played instead, once `run` has returned; None for none.
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
        registry: Offers | None = None,
        by_hand: bool = False,
        settings: Path | None = None,
        most_moves: int | None = None,
        notices: Sequence[str] = (),
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
        self._registry = registry
        self._by_hand = by_hand
        self._settings = settings
        self._most_moves = most_moves
        self._notices = notices
        self._aloud = False
        self._asker = Asker(reader, printer, session.names, self._in_between)
        self.wanted: Setup | None = None
        self._clock = clock
        self._sleep = sleep
        self._humans = tuple(seat for seat, who in enumerate(session.seats) if who.strategy is None)
        # Who is told what happens, and sees a hand: the only person, or whoever has the keyboard.
        self._reading = self._you = self._humans[0] if len(self._humans) == 1 else None
        options = session.game.options
        self._told = {seat: (0, Narrator(session.names, self._you, options)) for seat in (None, *self._humans)}
        self._round_start = 0
        # What the table looked like when it was last described, so that it is not repeated while nothing changes.
        self._shown: object = None

    def run(self) -> int:
        """Play until somebody leaves or the input ends; give the exit code."""
        try:
            goal = sheet.goal(self._session.match)
            self._printer.say(table.welcome(self._session.game), *self._notices, *([goal] if goal else []))
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
        start = session.position
        while session.to_move is not None:
            if self._most_moves is not None and session.position - start >= self._most_moves:
                self._stop(self._most_moves)
            if session.seats[session.to_move].strategy is None:
                self._turn(session.to_move)
            else:
                self._wait()
        self._tell()

    def _stop(self, moves: int) -> None:
        """Leave a round that may never end."""
        self._tell()
        where = f"; what was played is in {self._record}" if self._record is not None else ""
        self._printer.say(f"The round is stopped after {moves:,} moves, for it may never end{where}.")
        raise _Left

    def _begin(self) -> None:
        self._printer.say("", sheet.round_name(self._session.match))

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
            names = self._session.names
            text = self._reader.ask(f"{name}: ", table.move_choices(view, names, others=self._registry is not None))
            try:
                if self._asks_for_game(text):
                    continue
                asked = parse(text, view, names)
                done = self._command(asked, view) if isinstance(asked, Command) else self._move(asked, view)
            except IllegalMoveError as error:
                self._printer.say(error.reason)
            except CrazyEightsError as error:
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
        if move.kind is MoveKind.PLAY:
            draft = self._asker.complete(Draft.of(move, view), view)
            if draft is None:
                return False
            move = draft.move(self._aloud if self._by_hand else None)
        self._controller.submit(view.seat, move)
        self._aloud = False
        self._tell()
        return True

    def _in_between(self, text: str, view: View) -> bool:
        """Do what somebody asks for who was asked for a suit or a seat; says whether it was a command."""
        try:
            asked = parse(text, view, self._session.names)
        except NotationError:
            return False
        if not isinstance(asked, Command) or asked in {Command.NEW, Command.GAME}:
            return False
        self._command(asked, view)
        return True

    # What is shown on demand

    def _describe(self, seat: int) -> None:
        """Describe the table before a turn; only what changes in one if it goes on after drawing."""
        view = self._session.view_for(seat)
        others = [size for at, size in enumerate(view.hand_sizes) if at != seat]
        match = self._session.match
        looks = (match.number, match.round, seat, view.top, view.active_suit, others, view.direction, view.levels)
        # Whoever has just played a card and may add another knows what the table looks like.
        if looks != self._shown and not view.adding:
            self._shown = looks
            self._printer.say("")
            self._show_table(view)
        self._show_hand(view)

    def _show_table(self, view: View) -> None:
        names = self._session.names
        self._printer.say(table.opponents(view, names), table.top_card(view), indent="  ")

    def _show_hand(self, view: View) -> None:
        printer = self._printer
        lines = [table.turn(view, self._session.names), table.hand(view, printer), table.playable(view, printer)]
        printer.say(*filter(None, lines), indent="  ")

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
            case Command.LAST_CARD:
                self._announce(view)
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
        self._printer.say(hint.told(self._session.names))

    def _announce(self, view: View) -> None:
        """Let the next card announce the last one; a second time takes it back."""
        if not view.game.options.last_card_call:
            self._printer.say("No last card is announced in this game.")
        elif not self._by_hand:
            file = self._settings or "settings.toml (crazyeights doctor says where it is)"
            self._printer.say(
                f'Your last card is announced for you. To do it yourself, write announce = "manual" in {file}.'
            )
        else:
            self._aloud = not self._aloud
            says = "announces that one card is left" if self._aloud else "announces nothing"
            self._printer.say(f"The next card that you play {says}.")

    def _explain(self, command: Command) -> None:
        """Show what can be asked for in a round and after it: the rules, the log, the scores, other games, the help."""
        session, printer = self._session, self._printer
        game, names = session.game, session.names
        match command:
            case Command.RULES:
                printer.text(render(guide(game), printer.width or 79))
            case Command.LOG:
                events = session.events_since(self._round_start, self._reading)
                printer.say(*narrate(events, names, self._you, game.options), indent="  ")
            case Command.SCORES:
                goal = sheet.goal(session.match)
                printer.say(*table.score_sheet(names, session.match), table.scores(names, session.match), indent="  ")
                printer.say(*([goal] if goal else []))
            case Command.VARIANTS if self._registry is not None:
                printer.text(table.variants(self._registry.variants.values(), printer.width))
            case Command.OPTIONS:
                printer.say(*table.options(game), indent="  ")
            case Command.GAME:
                printer.say("game NAME plays another variant; variants lists them.")
            case _:
                view = session.view_for(self._reading or 0)
                lines = table.help_lines(view, others=self._registry is not None, by_hand=self._by_hand)
                printer.say(*lines, indent="    ")

    # Another game

    def _asks_for_game(self, text: str) -> bool:
        """Leave the table for another game if that is what was typed; says whether it was.

        Raises:
            CrazyEightsError: the game can't be played; says why.
        """
        words = text.split()
        if self._registry is None or len(words) < 2 or words[0].lower() != Command.GAME:
            return False
        setup = Setup.from_table(self._registry, self._session)
        setup.read(words[1:])
        setup.request()
        if self._session.to_move is not None and self._reader.interactive:
            answer = self._reader.ask(f"Leave this table and play {setup.variant}, yes or no? ").lower()
            if answer not in _YES:
                self._printer.say("The round goes on.")
                return True
        self.wanted = setup
        raise _Left

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
        session = self._session
        session.new_match() if session.match_over else session.new_round()
        self._round_start = start
        self._aloud = False
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
        if match.played > 1:
            rows = table.score_sheet(session.names, match, None if match.over else _LATEST)
            self._printer.say(*rows, indent="  ")
        self._printer.say(table.scores(session.names, match))
        if self._humans:
            self._ask_for_another()
        elif match.ends and not match.over:
            self._new_round()
        else:
            raise _Left

    def _ask_for_another(self) -> None:
        enter = self._reader.interactive
        which, new = ("a new match", "New match") if self._session.match_over else ("the next round", "Next round")
        question = f"Press Enter for {which}, or type quit: " if enter else f"{new}, yes or quit? "
        choices = [Choice("yes", f"deal {which}"), Choice("quit", "leave the game")]
        while True:
            typed = self._reader.ask(question, choices).lower()
            text = typed.rstrip(".!")
            if text in _YES or (not typed and enter):
                self._new_round()
                return
            if text in _NO:
                raise _Left
            if typed:
                self._answer_after_round(text)

    def _answer_after_round(self, text: str) -> None:
        """Answer what was typed after a round and is neither yes nor quit."""
        over = "match" if self._session.match_over else "round"
        try:
            if self._asks_for_game(text):
                return
        except CrazyEightsError as error:
            self._printer.say(table.sentence(str(error)))
            return
        known = {"?": Command.HELP, "sheet": Command.SCORES, "score": Command.SCORES}
        command = known.get(text) or next((command for command in _AFTER if command == text), None)
        if command is not None:
            self._explain(command)
        elif text in {Command.HINT, "h"}:
            self._printer.say(f"The {over} is over, so it is nobody's turn and there is no hint.")
        else:
            self._printer.say(f"The {over} is over: type yes, quit, log, scores, rules or help.")
