"""What can be done at the table: buttons, and cards with all that has to be chosen for them."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from crazyeights.cards import Suit
from crazyeights.choices import Choice
from crazyeights.errors import IllegalMoveError
from crazyeights.moves import DONE, DRAW, PASS, Move
from crazyeights.session import Session
from crazyeights_arcade import prompts
from crazyeights_arcade.chooser import SuitChooser
from crazyeights_arcade.screen import Host, Screen
from crazyeights_arcade.seat_chooser import SeatChooser
from crazyeights_arcade.stage import Token
from crazyeights_arcade.table_play import NOTICE, TablePlay

_REFUSED: Final = 5.0


@dataclass(frozen=True, slots=True)
class Doors:
    """Where the table leads: what opens the other screens.

    Attributes:
        pause: the menu over the table.
        over: the result of the round.
        curtain: what hides the hands between two people; gets the seat that is to move.
        scores: the score sheet; gets the screen that it goes back to.
    """

    pause: Callable[[TableMoves], Screen]
    over: Callable[[TableMoves], Screen]
    curtain: Callable[[TableMoves, int], Screen]
    scores: Callable[[TableMoves, Screen], Screen]


class TableMoves(TablePlay):
    """A table at which moves are made.

    Args:
        host: the window.
        session: the table, with a round dealt.
        doors: the screens beyond.
        resumed: whether the round was begun earlier, so that it is shown as it stands.
        clock: the time by which strategies think.
    """

    def __init__(
        self,
        host: Host,
        session: Session,
        doors: Doors,
        *,
        resumed: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(host, session, resumed=resumed, clock=clock)
        self.doors = doors

    def go_on(self) -> None:
        """Open the screen that comes next by itself: the result, or the curtain before another person's turn."""
        if self.director.stage.outcome is not None and self.session.over:
            self.host.show(self.doors.over(self))
        elif (
            len(self.humans) > 1
            and self.session.to_move in self.humans
            and self.session.to_move != self.director.viewer
        ):
            assert self.session.to_move is not None
            self.hide_hands()
            self.host.show(self.doors.curtain(self, self.session.to_move))
        elif self._asked_at != self.session.position and self.my_turn:
            self._asked_at = self.session.position
            self._ask()

    def _ask(self) -> None:
        """Ask for the suit of the starter, if it is for the person at the bottom to call it."""
        view = self.view
        if view.calling:
            suits = [move.suit for move in view.legal_moves if move.suit is not None]
            self.chooser = SuitChooser.open(view.top, suits, view.hand, needed=True)
            self.host.sound("click")
            self.dirty = True

    # Buttons

    def push(self, button: str) -> None:
        """Do what a button stands for, or say why that can't be."""
        why = self.why_not(button)
        if why:
            if not self.director.idle:
                self.director.hurry()
            self.refuse(why)
            return
        match button:
            case "draw":
                self.move(DRAW)
            case "pass":
                self.move(DONE if self.view.adding else PASS)
            case "announce":
                self.calling = not self.calling
                self._tell_call()
                self.host.sound("click")
            case "hint":
                self.say("Thinking about a hint…")
                self._adviser.ask(self.view, self.clock())
            case "sort":
                self.host.settings.cycle("sort")
                self.host.restyle()
                self.host.sound("click")
                self.arrange()
            case "rules":
                self.rules_open = not self.rules_open
                self.host.sound("click")
                self.resized()
            case "scores":
                self.host.show(self.doors.scores(self, self))
            case "new":
                self._new_round()
            case _:
                self.host.show(self.doors.pause(self))
        self.dirty = True

    # Cards

    def play(self, token: Token) -> None:
        """Play or give a card of the own hand; asks first for what has to be chosen with it."""
        why = self.why_not("hint")
        if why or token.card is None:
            self.director.hurry()
            self.refuse(why)
            return
        self.director.stage.picked = token
        choice = Choice.of(self.view, token.card)
        if not choice.moves:
            self.move(Move.play(token.card))
        elif choice.gives:
            self.move(choice.moves[0])
        else:
            self._decide(choice, self.preset if self.preset in choice.suits else None)

    def _decide(self, choice: Choice, suit: Suit | None = None, seat: int | None = None) -> None:
        """Make the move with a card, or ask for what is still to be chosen: a suit, then a seat."""
        view = self.view
        self.choice, self.suit = choice, suit
        if suit is None and choice.suits:
            self.chooser = SuitChooser.open(choice.card, choice.suits, view.hand)
        elif seat is None and choice.seats:
            stage = self.director.stage
            notes = [prompts.note_on(stage, at, view.partner) for at in range(view.players)]
            # As they sit round the table, beginning at the left.
            order = sorted(choice.seats, key=lambda at: (at - view.seat) % view.players)
            self.chooser = SeatChooser.open(choice.card, order, self.session.names, view.hand_sizes, notes)
        else:
            aloud = None if self.announces else self.calling
            move = choice.move(suit, seat, announce=aloud) or choice.move(suit, seat, announce=False)
            assert move is not None
            self.move(move)
            return
        self._tell_call()
        self.host.sound("click")
        self.dirty = True

    def _tell_call(self) -> None:
        """Say in the chooser whether the last card will be announced."""
        if self.chooser is not None and self.choice is not None:
            self.chooser.foot = "Esc takes the card back"
            if not self.announces and self.choice.may_announce:
                says = "your last card will be announced" if self.calling else "! announces your last card"
                self.chooser.foot += f" · {says}"

    def choose(self, at: int) -> None:
        """Choose a tile of the chooser that is open."""
        chooser, choice = self.chooser, self.choice
        self.chooser = None
        match chooser:
            case SuitChooser(needed=True, suits=suits):
                self.move(Move.call(suits[at]))
            case SuitChooser(suits=suits) if choice is not None:
                self._decide(choice, suits[at])
            case SeatChooser(seats=seats) if choice is not None:
                self._decide(choice, self.suit, seats[at])
            case _:
                pass

    def take_back(self) -> None:
        """Close the chooser; nothing has happened. One that needs an answer stays."""
        if self.chooser is None or self.chooser.needed:
            return
        self.chooser = self.choice = self.suit = None
        self.director.stage.picked = None
        self.say("Nothing was played.")

    def move(self, move: Move) -> None:
        """Make a move for the person at the bottom; says why if it is not allowed."""
        seat = self.director.viewer
        assert seat is not None
        try:
            self.controller.submit(seat, move)
        except IllegalMoveError as error:
            self.director.stage.picked = None
            self.refuse(error.reason)
            return
        self._forget_pointing()
        self.preset = None
        self.notice = ""
        self.director.feed()
        self.dirty = True

    def refuse(self, reason: str) -> None:
        """Say why something can't be done."""
        self.host.sound("refuse")
        self.say(reason, warns=True, seconds=_REFUSED)

    def set_suit(self, suit: Suit) -> None:
        """Set the suit that the next wild card calls, or no more if it was set."""
        if not self.can_preset:
            return
        self.preset = None if self.preset == suit else suit
        self.host.sound("click")
        set_ = f"Your next card that calls a suit calls {suit.name}."
        self.say(set_ if self.preset else "You will be asked for the suit.")

    # Rounds

    def _new_round(self) -> None:
        now = self.clock()
        if not self.session.over and now > self._confirm_until:
            self._confirm_until = now + NOTICE
            self.say("Press N again to drop this round and deal a new one.", warns=True)
            return
        self.new_round()

    def new_round(self) -> None:
        """Deal the next round; after the last round of a match, the first one of another match."""
        self._confirm_until = 0.0
        self._forget_pointing()
        self.notice = ""
        if len(self.humans) > 1:
            self.hide_hands()
        if self.session.match_over:
            self.session.new_match()
        else:
            self.session.new_round()
        self.director.feed()
        self.arrange()
        self.dirty = True
