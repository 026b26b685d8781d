"""A session: a table with its seats, its match and the round being played. A frontend drives it.

Synchronous, without clock or threads: `controller` adds these for strategies that take their time.
"""

from __future__ import annotations

import contextlib
import hashlib
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import TypeAlias

from crazyeights.cards import Card
from crazyeights.deal import check_seed
from crazyeights.errors import (
    CrazyEightsError,
    IllegalMoveError,
    IllegalReason,
    SeatError,
    describe_error,
    no_seat,
)
from crazyeights.events import Event, Fault, Observer, blank_all
from crazyeights.game import Game
from crazyeights.match import Match
from crazyeights.moves import Move
from crazyeights.record import Record, Recorder
from crazyeights.state import EventMark, State
from crazyeights.strategy import ParameterValue, Strategy
from crazyeights.view import View
from crazyeights.words import shown_name

#: Asked at the start of a match for its observers.
Watch: TypeAlias = "Callable[[Match], Iterable[Observer]]"


@dataclass(frozen=True, slots=True)
class Seat:
    """Who sits at a seat.

    Attributes:
        name: the player's name.
        strategy: what chooses the moves; None for a person.
        label: what the strategy is called, for the screen and for faults; its class's name if empty.
        parameters: what the strategy was given, so that it can be made again when the table is resumed.
        sees_all: whether the strategy is shown all hands; for analysis, where the user has allowed it.
    """

    name: str
    strategy: Strategy | None = None
    label: str = ""
    parameters: Mapping[str, ParameterValue] = field(default_factory=dict, hash=False)
    sees_all: bool = False

    @property
    def strategy_name(self) -> str | None:
        """What the strategy is called; None for a person."""
        if self.strategy is None:
            return None
        return self.label or type(self.strategy).__name__


class Session:
    """A table: seats, match and state, and what happened so far.

    A failing observer or recorder is dropped, and a `Fault` event says so; the game goes on.

    Args:
        game: what is played.
        seats: who plays it.
        seed: what all deals follow from; any if left out.
        recorder: writes the match down.
        observers: are told every event, with nothing blanked.
        deck: the cards of the first round in dealing order, instead of the seed.
        match: the score sheet, just begun; one as the game's options say if left out.
        watch: asked at the start of each match for observers of that match, besides those of the table.

    Attributes:
        game: what is played.
        seats: who plays it.
        seed: what the deals follow from.
        match: the score sheet of the current match.
        state: the current round, with everything that no player may know.
        position: another number after each deal and each move, to see whether the table has changed.

    Raises:
        SeatError: the number of seats or of the match's players is not the game's.
        DeckError: the cards are not the game's deck, or the seed is no whole number.
    """

    state: State

    def __init__(
        self,
        game: Game,
        seats: Sequence[Seat],
        seed: int | None = None,
        *,
        recorder: Recorder | None = None,
        observers: Iterable[Observer] = (),
        deck: Iterable[Card] | None = None,
        match: Match | None = None,
        watch: Watch | None = None,
    ) -> None:
        self._sit_down(game, seats, seed, Match.of(game) if match is None else match)
        self._recorder: Recorder | None = recorder
        self._be_watched(observers, watch)
        self._deal(deck)

    def _sit_down(self, game: Game, seats: Sequence[Seat], seed: int | None, match: Match) -> None:
        if len(seats) != game.players:
            raise SeatError(f"{len(seats)} seats don't fit a game for {game.players} players")
        check_seed(seed)
        self.game = game
        self.seats = tuple(seats)
        self.seed = random_seed() if seed is None else seed
        self.match = match
        if match.players != game.players:
            raise SeatError(f"a match of {match.players} players doesn't fit a game for {game.players}")
        self.position = 0
        self._events: list[Event] = []
        self._mark: EventMark | None = None
        self._told = 0
        self._telling = False

    def _be_watched(self, observers: Iterable[Observer], watch: Watch | None) -> None:
        self._watch = watch
        self._of_match: tuple[Observer, ...] = () if watch is None else tuple(watch(self.match))
        self._observers: list[Observer] = [*observers, *self._of_match]

    @classmethod
    def resume(
        cls,
        record: Record,
        seats: Sequence[Seat],
        seed: int | None = None,
        *,
        recording: bool = True,
        observers: Iterable[Observer] = (),
        match: Match | None = None,
        watch: Watch | None = None,
    ) -> Session:
        """Sit down again at a table that was recorded, where the record ends.

        The match with its scores, the number of the round and the events so far are those of the record; observers are
        told what happens from now on.

        Args:
            record: what `load_record` gave.
            seats: who plays on; the record's own `seats` say who did.
            seed: what the deals of further rounds follow from; any if left out.
            recording: whether the file is written on.
            observers: are told every event from now on.
            match: the score sheet, just begun, which gets the recorded rounds of the match that the record ends in; one
                as the game's options say if left out.
            watch: asked at the start of each match, and for the one that is gone on with, for observers of that match.

        Raises:
            SeatError: the number of seats is not the record's.
            RecordError: the file can't be written, or has changed since it was read.
        """
        session = cls.__new__(cls)
        last = record.rounds[-1]
        rounds = [replayed for replayed in record.rounds if replayed.match == last.match]
        if match is None:
            match = Match.of(record.game, number=last.match, begins=rounds[0].state.first)
        session._sit_down(record.game, seats, seed, match)
        for replayed in rounds:
            if replayed.outcome is not None:
                match.add(replayed.outcome)
            if replayed is not last:
                match.next_round()
        for replayed in record.rounds:
            session._events += replayed.events
        session.state = last.state.copy()
        session._mark = session.state.events_after(None)[1]
        session._told = len(session._events)
        session.position = 1 + sum(len(replayed.moves) for replayed in record.rounds)
        session._recorder = Recorder.resume(record) if recording else None
        session._be_watched(observers, watch)
        if last.abandoned:
            session.new_round()
        return session

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<Session of {self.game.name}: {', '.join(self.names)}; round {self.match.round}>"

    # What there is to know

    @property
    def names(self) -> tuple[str, ...]:
        """The players' names, by seat."""
        return tuple(seat.name for seat in self.seats)

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the round is over."""
        return self.state.to_move

    @property
    def over(self) -> bool:
        """Whether the round is over."""
        return self.state.outcome is not None

    @property
    def match_over(self) -> bool:
        """Whether the match is over, so that only a new match can follow."""
        return self.match.over

    def view_for(self, seat: int) -> View:
        """Give what a seat may know now.

        Raises:
            SeatError: there is no such seat.
        """
        return self.state.view(self._seat(seat))

    def legal_moves(self, seat: int) -> tuple[Move, ...]:
        """Give the moves that a seat may make now; () if it is not its turn.

        Raises:
            SeatError: there is no such seat.
        """
        return self.state.legal_moves() if self._seat(seat) == self.state.to_move else ()

    def revealed(self) -> tuple[tuple[Card, ...], ...]:
        """Give all hands, once the round is over.

        Raises:
            CrazyEightsError: it is not.
        """
        if not self.over:
            raise CrazyEightsError("the hands are hidden until the round is over")
        return tuple(tuple(hand) for hand in self.state.hands)

    def events_since(self, cursor: int, seat: int | None) -> list[Event]:
        """Give what happened since the table was opened, in all rounds and matches, but for the first `cursor` events.

        Args:
            cursor: how many events the reader has had; the next time it is `cursor` and the length of this answer.
            seat: for whom the hidden cards are left in; None for somebody who may see no hand.

        Raises:
            SeatError: there is no such seat.
            ValueError: the cursor is negative.
        """
        if seat is not None:
            self._seat(seat)
        if cursor < 0:
            raise ValueError(f"a cursor counts events from 0, so it can't be {cursor}")
        self._gather()
        return blank_all(self._events[cursor:], seat)

    # What can be done

    def apply(self, seat: int, move: Move) -> None:
        """Make a move for a seat.

        Raises:
            SeatError: there is no such seat.
            IllegalMoveError: it is not the seat's turn, or the rules don't allow the move; nothing has changed.
        """
        state = self.state
        to_move = state.to_move
        if seat != to_move:
            self._seat(seat)
            if to_move is not None:
                mine, theirs = shown_name(self.seats[seat].name), shown_name(self.seats[to_move].name)
                reason = f"It is not {mine}'s turn, but {theirs}'s."
                raise IllegalMoveError(move, reason, IllegalReason.NOT_YOUR_TURN)
        state.apply(move)
        self.position += 1
        outcome = state.outcome
        ended = None
        if outcome is not None:
            self.match.add(outcome)
            ended = self.match.outcome
            if ended is not None:
                self._gather()
                self._events.append(ended)
        recorder = self._recorder
        if recorder is not None:
            try:
                recorder.move(seat, move, state)
                if outcome is not None:
                    recorder.end(outcome, ended)
            except Exception as error:  # noqa: BLE001  # a full disk must not end the game
                self._drop_recorder(error)
        if self._observers:
            self._tell()

    def new_round(self, deck: Iterable[Card] | None = None) -> None:
        """Deal the next round; one that is not over is dropped and counts for nobody.

        Args:
            deck: the cards in dealing order, instead of what follows from the seed.

        Raises:
            CrazyEightsError: the match is over.
            DeckError: the cards are not the game's deck; nothing has changed.
        """
        cards = None if deck is None else self.game.deck.check(deck)
        self._gather()
        self.match.next_round()
        self._deal(cards)

    def new_match(self, deck: Iterable[Card] | None = None) -> None:
        """Begin another match and deal its first round; a match or round that is not over is dropped.

        The seat after the last one to begin begins. `match` is a new score sheet from now on.

        Args:
            deck: the cards in dealing order, instead of what follows from the seed.

        Raises:
            DeckError: the cards are not the game's deck; nothing has changed.
        """
        cards = None if deck is None else self.game.deck.check(deck)
        self._gather()
        self._tell()
        self.match = self.match.another()
        staying = [observer for observer in self._observers if not any(observer is old for old in self._of_match)]
        self._told = len(self._events)
        self._be_watched(staying, self._watch)
        self._deal(cards)

    def report(self, fault: Fault) -> None:
        """Add a fault to the events."""
        self._gather()
        self._add_fault(fault)
        self._tell()

    def close(self) -> None:
        """Close the record; a round that is not over can be resumed."""
        recorder, self._recorder = self._recorder, None
        if recorder is not None:
            recorder.close()

    # How it is done

    def _seat(self, seat: int) -> int:
        if not isinstance(seat, int) or not 0 <= seat < len(self.seats):
            raise no_seat(seat, len(self.seats))
        return seat

    def _deal(self, deck: Iterable[Card] | None) -> None:
        match = self.match
        if deck is not None:
            self.state = self.game.deal(deck=deck, first=match.first)
        else:
            self.state = self.game.deal(seed=round_seed(self.seed, match.round, match.number), first=match.first)
        self._mark = None
        self.position += 1
        if self._recorder is not None:
            try:
                self._recorder.begin(self.game, self.seats, self.state, match.round, match.number)
            except Exception as error:  # noqa: BLE001  # a full disk must not end the game
                self._drop_recorder(error)
        self._tell()

    def _gather(self) -> None:
        """Add what happened in the round since the last time."""
        events, self._mark = self.state.events_after(self._mark)
        self._events += events

    def _add_fault(self, fault: Fault) -> None:
        self._events.append(fault)
        if self._recorder is not None:
            try:
                self._recorder.fault(fault)
            except Exception as error:  # noqa: BLE001  # a full disk must not end the game
                self._drop_recorder(error)

    def _drop_recorder(self, error: Exception) -> None:
        recorder, self._recorder = self._recorder, None
        self._gather()
        what = (error.strerror if isinstance(error, OSError) else None) or str(error) or type(error).__name__
        self._events.append(Fault("record", f"could not be written ({what}) and stops here"))
        if recorder is not None:
            # What is wrong with the file was said above.
            with contextlib.suppress(Exception):
                recorder.close()

    def _tell(self) -> None:
        """Tell the observers what they have not been told yet."""
        # An observer that reports a fault comes here again; the loop outside tells that one too.
        if self._telling or not self._observers:
            return
        self._telling = True
        try:
            self._gather()
            while self._told < len(self._events):
                event = self._events[self._told]
                self._told += 1
                for observer in tuple(self._observers):
                    try:
                        observer.on_event(event)
                    except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a stranger's observer raises
                        self._observers.remove(observer)
                        name = str(getattr(observer, "plugin", type(observer).__name__))
                        self._add_fault(Fault(name, f"raised {describe_error(error)} and is told nothing more"))
        finally:
            self._telling = False


def random_seed() -> int:
    """Give a seed that nobody can guess, short enough to be typed again."""
    return secrets.randbits(48)


def round_seed(seed: int, number: int, match: int = 0) -> int:
    """Give the seed of a round: the first one of a table's first match has the table's own.

    Args:
        seed: what all deals at the table follow from.
        number: which round of its match it is, from 0.
        match: which match at the table it is, from 0.
    """
    if match:
        return _derive(f"round {number} of match {match} of {seed}")
    return seed if number == 0 else _derive(f"round {number} of {seed}")


def strategy_rng(seed: int, seat: int) -> Random:
    """Give the random stream of a seat's strategy; always the same, and the deal can't be derived from it."""
    return Random(_derive(f"strategy at seat {seat} of {seed}"))


def _derive(text: str) -> int:
    return int.from_bytes(hashlib.sha256(text.encode()).digest())
