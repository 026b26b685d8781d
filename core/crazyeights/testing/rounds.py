"""Rounds that the checks play, and what must hold at every moment of any round."""

from __future__ import annotations

import io
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, redirect_stdout, suppress
from itertools import chain, takewhile
from random import Random
from typing import Final, NoReturn, TypeAlias

from crazyeights.cards import Card
from crazyeights.errors import CrazyEightsError, describe_error, listed
from crazyeights.events import Event, Fault, RoundOver, blank_all
from crazyeights.game import Game
from crazyeights.moves import DRAW, PASS, Move
from crazyeights.quiet import outlive
from crazyeights.specs import seat_names
from crazyeights.state import EventMark, State
from crazyeights.testing.cases import Case, Subject
from crazyeights.testing.hidden import World
from crazyeights.words import narrate

#: pytest shows where the author's test failed, not where in here.
__tracebackhide__ = True

#: A round of classic that is played with some sense is over after 300 moves, but a countdown may take two thousand.
LONGEST: Final = 5000
# Looking at all views after each move would take much longer than the round itself, and the more so the later.
_VIEWS_EVERY: Final = 7
_LATER: Final = 100

Chooser: TypeAlias = "Callable[[State], Move]"


class Round:
    """A round that is played for a check, with all that it takes to play it again.

    Args:
        subject: what is being checked.
        game: what is played.
        seed: what the deal follows from.
        deck: the cards in dealing order, instead of the seed.
        first: the seat that moves first.
        looking: whether to look after each move at what must hold; not if it is the players that are checked.

    Attributes:
        subject, game, seed, first: as given.
        state: the round.
        moves: what was played so far.
        events: what happened so far, with nothing blanked.
    """

    def __init__(
        self,
        subject: Subject,
        game: Game,
        seed: int | None = None,
        *,
        deck: tuple[Card, ...] = (),
        first: int = 0,
        looking: bool = True,
    ) -> None:
        self.subject = subject
        self.game = game
        self.seed = seed
        self.first = first
        self.moves: list[Move] = []
        self.events: list[Event] = []
        self._looking = looking
        self._mark: EventMark | None = None
        self._whole = Counter(game.deck.cards)
        with blaming(subject, "deals a round", Case(game, seed, deck, (), first)):
            self.state = game.deal(deck=deck, first=first) if deck else game.deal(seed=seed, first=first)
        self._look()

    @property
    def case(self) -> Case:
        """All that it takes to play the round again."""
        return Case(self.game, self.seed, self.state.deck_order, tuple(self.moves), self.first)

    def fail(self, check: str, problem: str) -> NoReturn:
        """Raise the error for a check that failed in this round."""
        self.subject.fail(check, problem, self.case)

    def apply(self, move: Move) -> None:
        """Make a move and look whether all is as it must be."""
        self.moves.append(move)
        try:
            self.state.apply(move)
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a stranger's function raises
            self.fail("plays a round", f"it raises {describe_error(error)}")
        self._look()

    def play(self, choose: Chooser, longest: int = LONGEST) -> Round:
        """Play to the end, or as many moves, and look at everything now and then; gives the round itself."""
        with silent(self.subject, self.fail):
            while self.state.outcome is None and len(self.moves) < longest:
                self.apply(choose(self.state))
                number = len(self.moves)
                if number % (_VIEWS_EVERY if number < _LATER else _LATER) == 0:
                    self.look_at_views()
            self.look_at_views()
            with blaming(self.subject, "can be told in sentences", self.case):
                narrate(self.events, seat_names([False] * self.game.players), None, self.game.options)
        return self

    # What must hold

    def _look(self) -> None:
        if not self._looking:
            return
        new, self._mark = self.state.events_after(self._mark)
        self.events += new
        for event in new:
            if isinstance(event, Fault):
                self.fail("its functions work", f"{event.source} {event.message}")
        hands = self.state.hands
        self._look_at_cards(hands)
        self._look_at_turn(hands)

    def _look_at_cards(self, hands: Sequence[Sequence[Card]]) -> None:
        state = self.state
        found = Counter(chain(state.stock, state.discard, *hands))
        if dict.__ne__(found, self._whole):  # a Counter's own comparison takes twice the time of all the rest
            missing, more = self._whole - found, found - self._whole
            self.fail("the deck stays whole", f"{_named(missing)} missing, {_named(more)} too often")
        if tuple(map(len, hands)) != state.hand_sizes:
            self.fail("the deck stays whole", f"the hands have not the sizes {state.hand_sizes}")

    def _look_at_turn(self, hands: Sequence[Sequence[Card]]) -> None:
        state = self.state
        legal = state.legal_moves()
        if state.outcome is not None:
            if state.to_move is not None or legal:
                self.fail("somebody can move", "the round is over, but it is still somebody's turn")
            return
        if state.to_move is None or state.to_move not in range(self.game.players):
            self.fail("somebody can move", f"the round is not over, but seat {state.to_move} is to move")
        if not legal:
            self.fail("somebody can move", f"seat {state.to_move} has no legal move")
        if len(set(legal)) != len(legal):
            self.fail("somebody can move", f"a move is there twice: {', '.join(map(str, legal))}")
        hand = hands[state.to_move]
        foreign = [str(move) for move in legal if move.card is not None and move.card not in hand]
        if foreign:
            self.fail("somebody can move", f"seat {state.to_move} may play {listed(foreign)} without holding it")

    def look_at_views(self) -> None:
        """Look whether each seat is told what it may know and no more, and every legal move can be written and read."""
        state = self.state
        told = [event for event in self.events if not isinstance(event, RoundOver)]
        for seat in range(self.game.players):
            view = state.view(seat)
            if view.hand != tuple(state.hands[seat]):
                self.fail("views leak nothing", f"seat {seat} is not shown its own hand")
            if list(view.history) != blank_all(told, seat):
                self.fail("views leak nothing", f"what seat {seat} is told is not what it may know")
            if view.legal_moves != (state.legal_moves() if seat == state.to_move else ()):
                self.fail("views leak nothing", f"seat {seat} is not shown its legal moves")
        for move in state.legal_moves():
            check_notation(self.subject, move, self.game, self.case)


def _named(cards: Counter[Card]) -> str:
    return listed([str(card) for card in cards.elements()], most=5)


def check_notation(subject: Subject, move: Move, game: Game, case: Case | None = None) -> None:
    """Check that a move, as it is written in records and typed by people, is read as itself."""
    try:
        again: Move | None = Move.parse(str(move), game.deck)
    except ValueError:
        again = None
    if again is not move:
        read = "can't be read" if again is None else f"is read as {again!r}"
        subject.fail("moves can be written", f"the move written {str(move)!r} {read}; rename its rank or suit", case)


class blaming:  # noqa: N801  # used like a function
    """Take whatever is raised inside for a fault of what is checked.

    A class, for `contextmanager` would put frames of its own into what the author is shown.

    Args:
        subject: what is checked.
        check: the check that then fails.
        case: the round.
    """

    def __init__(self, subject: Subject, check: str, case: Case | None = None) -> None:
        self._subject = subject
        self._check = check
        self._case = case

    def __enter__(self) -> None:
        """Begin."""

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        """Raise the error for the check, if anything was raised."""
        if isinstance(error, Exception | SystemExit) and not isinstance(error, AssertionError):
            self._subject.fail(self._check, f"it raises {describe_error(error)}", self._case, error)


@contextmanager
def silent(subject: Subject, fail: Callable[[str, str], NoReturn] | None = None) -> Iterator[None]:
    """Take whatever is printed inside for a fault of what is checked: the screen is the frontend's."""
    printed = io.StringIO()
    with redirect_stdout(printed):
        yield
    outlive(printed)
    text = printed.getvalue()
    if text:
        (fail or subject.fail)("prints nothing", f"it prints {text[:60]!r}, but the screen is the frontend's")


def check_repeatable(played: Round) -> None:
    """Check that the same deck and moves give the same round, as every record relies on, whatever was played before."""
    world = World.of(played.case, played.events)
    for part in range(4):
        # A function that keeps something from one round to the next now has something else in mind.
        with suppress(CrazyEightsError):
            world.until(len(world.moves) * part // 4).state()
        again = world.deal()
        for move in world.moves:
            if move not in again.legal_moves():
                break
            again.apply(move)
        events = again.events()
        if events != played.events:
            pairs = zip(events, played.events, strict=False)
            same = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], pairs))
            event = played.events[min(same, len(played.events) - 1)]
            problem = f"the same deck and moves gave another round, from event {same + 1} on: {event}"
            played.fail("is the same each time", problem)


def sensible(rng: Random) -> Chooser:
    """Give a player who nearly always plays a card where that is possible, so that rounds end."""

    def choose(state: State) -> Move:
        legal = state.legal_moves()
        plays = [move for move in legal if move not in {DRAW, PASS}]
        return rng.choice(plays if plays and rng.random() < 0.95 else legal)

    return choose


def any_move(rng: Random) -> Chooser:
    """Give a player who makes any legal move."""

    def choose(state: State) -> Move:
        return rng.choice(state.legal_moves())

    return choose
