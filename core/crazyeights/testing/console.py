"""The person who sits at a frontend while it is checked: plays by the script, and watches the screen."""

from __future__ import annotations

import io
import re
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from random import Random
from typing import Final, NoReturn, TypeAlias

from crazyeights.cards import Card
from crazyeights.moves import Move
from crazyeights.session import Session
from crazyeights.testing.hidden import cards_in
from crazyeights.view import View

#: pytest shows where the author's test failed, not where in here.
__tracebackhide__ = True

#: How a move is typed, if not in the notation.
Writer: TypeAlias = "Callable[[Move, View], str]"
#: Something that is typed although it is no legal move; None for the notation of an illegal one.
Slip: TypeAlias = "str | None"

_NAP: Final = 0.002
# A frontend that asks so often for nothing never stops.
_MANY: Final = 200
# It may ask for something else first, whether the right person has the keyboard, say.
_PATIENT: Final = 10
# Fewer cards than these may all be named in an example by chance.
_TELLTALE: Final = 3


class Problem(Exception):  # noqa: N818  # what a frontend did wrong, on its way to the check
    """Something that a frontend must not do, and the check that found it."""

    def __init__(self, check: str, problem: str) -> None:
        super().__init__(problem)
        self.check = check
        self.problem = problem


class Stopped(BaseException):
    """Ends a frontend that has gone wrong; no `except Exception` in it may stop that."""


class Console:
    """What a person at a frontend has, while it is checked.

    Args:
        rng: where the moves come from that the person makes.
        seconds: how long it is waited for anything.

    Attributes:
        session: the table, once the frontend has opened it.
        moves: what was played at it in this round.
        closed: whether the table was closed.
        problem: what the frontend did wrong, once it has.
    """

    def __init__(self, rng: Random, seconds: float) -> None:
        self.session: Session | None = None
        self.moves: list[Move] = []
        self.closed = False
        self.problem: Problem | None = None
        self.screen = io.StringIO()
        self._rng = rng
        self._seconds = seconds
        self._shown: list[str] = []
        self._wanted: Move | None = None
        self._asked_at = self._wished_at = -1
        self._wishes = 0
        self._ended = threading.Event()

    # For whoever drives the frontend

    @property
    def output(self) -> str:
        """All that was printed so far."""
        return self.screen.getvalue()

    def find(self, pattern: str) -> str:
        """Wait until something is printed that matches, and give it; or the pattern's first group, if it has one.

        Args:
            pattern: a regular expression.
        """
        end = time.monotonic() + self._seconds
        while (found := re.search(pattern, self.output)) is None:
            if self._ended.is_set() or time.monotonic() > end:
                raise Problem("can be driven", f"it never printed anything that matches {pattern!r}")
            time.sleep(_NAP)
        return found[1] if found.re.groups else found[0]

    def turns(self) -> Iterator[tuple[View, Move]]:
        """Give what the person sees and the move to make, each time that a person is to move; ends with the round."""
        while (turn := self._next_turn()) is not None:
            yield turn

    def saw(self, text: str) -> None:
        """Note what a frontend shows that does not print, a page say, so that it is looked through for other hands."""
        self._shown.append(text)
        self.look()

    # For the check

    def end(self) -> None:
        """Note that the frontend has come back."""
        self._ended.set()

    @property
    def ended(self) -> bool:
        """Whether the frontend has come back, or must not go on."""
        return self._ended.is_set() or self.problem is not None

    def opened(self, session: Session) -> None:
        """Take note of the table, and watch what is done at it."""
        self.session = session
        apply, close = session.apply, session.close

        def watched_apply(seat: int, move: Move) -> None:
            legal = move in session.legal_moves(seat)
            if legal and session.seats[seat].strategy is None and move is not self._wanted:
                self.wrong("moves as told", f"it made the move {move}, which the person at seat {seat} did not ask for")
            apply(seat, move)
            self.moves.append(move)
            self._wanted = None

        def watched_close() -> None:
            self.closed = True
            close()

        # On the one object: what the frontend drives is the real table, and nothing else in the process is changed.
        vars(session).update(apply=watched_apply, close=watched_close)

    def wrong(self, check: str, problem: str) -> NoReturn:
        """Note what the frontend did wrong, and end it."""
        self.problem = self.problem or Problem(check, problem)
        raise Stopped

    @property
    def person(self) -> int | None:
        """The seat of the person who is to move; None if no person is."""
        session = self.session
        seat = None if session is None else session.to_move
        return seat if session is not None and seat is not None and session.seats[seat].strategy is None else None

    def wish(self) -> tuple[View, Move]:
        """Choose what the person to move will do, and give what it sees."""
        seat = self.person
        assert self.session is not None
        assert seat is not None
        self.look()
        view = self.session.view_for(seat)
        if self.session.position != self._wished_at or self._wanted is None:
            plays = [move for move in view.legal_moves if move.card is not None]
            self._wanted = self._rng.choice(plays or view.legal_moves)
            self._wished_at, self._wishes = self.session.position, 0
        self._wishes += 1
        if self._wishes > _PATIENT:
            raise Problem("moves as told", f"it was told {_PATIENT} times to make the move {self._wanted}, in vain")
        return view, self._wanted

    def look(self) -> None:
        """Look whether a hand was shown to somebody who may not see it; nothing is hidden where several people play."""
        session = self.session
        people = [] if session is None else [seat for seat, who in enumerate(session.seats) if who.strategy is None]
        if session is None or session.over or len(people) > 1:
            return
        mine = people[0] if people else None
        known = {*cards_in(tuple(session.events_since(0, mine)))}
        text = f"{self.output}\n{' '.join(self._shown)}"
        for seat, hand in enumerate(session.state.hands):
            secret = set(hand) - known
            if seat != mine and len(secret) >= _TELLTALE and all(_is_named(card, text) for card in secret):
                shown = " ".join(map(str, hand))
                raise Problem("hides other hands", f"it shows the cards of seat {seat} to somebody else: {shown}")

    def _next_turn(self) -> tuple[View, Move] | None:
        end = time.monotonic() + self._seconds
        while not self.ended:
            session = self.session
            if session is not None:
                if session.over:
                    return None
                if session.position != self._asked_at and self.person is not None:
                    self._asked_at = session.position
                    return self.wish()
            if time.monotonic() > end:
                what = "it did not open the table" if session is None else "it did nothing after that move"
                raise Problem("plays to the end", f"within {self._seconds:g} s {what}")
            time.sleep(_NAP)
        return None


def _is_named(card: Card, text: str) -> bool:
    """Say whether a text has a card in the notation, with its sign, or by name."""
    names = "|".join(re.escape(name) for name in (str(card), card.sign, card.name))
    return re.search(rf"(?<![0-9A-Za-z])(?:{names})(?![0-9A-Za-z])", text) is not None


class Screen(io.TextIOBase):
    """A standard output that a console's person looks at."""

    encoding = "utf-8"

    def __init__(self, console: Console) -> None:
        self._console = console

    def writable(self) -> bool:
        """Say that it takes text."""
        return True

    def write(self, text: str) -> int:
        """Show some text."""
        return self._console.screen.write(text)


class Keyboard(io.TextIOBase):
    """A standard input at which a console's person types.

    Args:
        console: the person.
        write: how a move is typed.
        slips: what is typed before the first move.
        moves: after how many moves the input ends; None for after the round.
        goodbye: what is typed once the round is over.

    Attributes:
        typed: the last line that was typed; None if nobody asked for any.
    """

    encoding = "utf-8"

    def __init__(
        self,
        console: Console,
        write: Writer,
        *,
        slips: Sequence[Slip] = (),
        moves: int | None = None,
        goodbye: Sequence[str] = (),
    ) -> None:
        self.typed: str | None = None
        self._console = console
        self._write = write
        self._slips = list(slips)
        self._left = moves
        self._goodbye = list(goodbye)
        self._for_nothing = 0

    def readable(self) -> bool:
        """Say that it gives text."""
        return True

    def readline(self, size: int | None = -1) -> str:  # type: ignore[override]  # noqa: ARG002
        """Type the next line; at the end of the input it is empty."""
        if self._console.ended:
            raise Stopped
        try:
            line = self._next()
        except Problem as problem:
            self._console.wrong(problem.check, problem.problem)
        self.typed = line.strip()
        return line

    def _next(self) -> str:
        console = self._console
        if console.session is not None and console.session.over:
            return f"{self._goodbye.pop(0)}\n" if self._goodbye else self._end()
        if console.person is None:
            self._count("plays to the end", "it asks and asks though nobody is to move")
            return "\n"
        if self._slips:
            slip = self._slips.pop(0)
            return f"{self._illegal() if slip is None else slip}\n"
        if self._left == 0:
            return self._end()
        self._left = None if self._left is None else self._left - 1
        view, move = console.wish()
        return f"{self._write(move, view)}\n"

    def _illegal(self) -> str:
        """Write a move with a card that the person does not hold."""
        assert self._console.session is not None
        assert self._console.person is not None
        view = self._console.session.view_for(self._console.person)
        return self._write(Move.play(next(card for card in view.game.deck.faces if card not in view.hand)), view)

    def _end(self) -> str:
        self._count("ends with the input", "it asks and asks though the input has ended")
        return ""

    def _count(self, check: str, problem: str) -> None:
        self._for_nothing += 1
        if self._for_nothing > _MANY:
            raise Problem(check, problem)
