"""Records: a match as JSON Lines, written as it is played, and read again with every line checked against the rules.

A round is its header (the table and the deck in dealing order), then a line for each move, for each new stock that a
move made necessary and for each fault, then the outcome, and if the round ended the match, how that ended:

    {"format":"crazyeights","version":2,"variant":"classic","players":2,…,"round":0,"first":0,"deck":["8H",…]}
    {"seat":0,"move":"8H=D"}
    {"reshuffle":["2C",…]}
    {"fault":{"seat":1,"source":"greedy","message":"raised ValueError: …"}}
    {"outcome":{"winner":0,"reason":"empty_hand","points":[112,0]}}
    {"match":{"winners":[0],"scores":[112,0]}}

A round that was dropped ends with `{"abandoned":true}` instead. The next round's header follows; the first one of
another match counts `match` up and `round` from 0 again.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from io import FileIO
from pathlib import Path
from typing import Protocol

from crazyeights.errors import RecordError, UnfinishedRecordError
from crazyeights.events import Fault, MatchOver, Outcome, Reshuffled
from crazyeights.game import Catalog, Game
from crazyeights.moves import Move, MoveKind
from crazyeights.recordlines import (
    FORMAT,
    VERSION,
    Json,
    abandoned_line,
    fault_line,
    match_line,
    move_line,
    outcome_line,
    reshuffle_line,
    to_json,
    why,
)
from crazyeights.replay import RecordedMove, RecordedSeat, RecordReader, ReplayedRound, read_record
from crazyeights.state import EventMark, State
from crazyeights.strategy import ParameterValue

__all__ = [
    "Record",
    "RecordedMove",
    "RecordedSeat",
    "Recorder",
    "ReplayedRound",
    "load_record",
    "read_record",
]


class Seated(Protocol):
    """What a record notes of a seat; a session's `Seat` is one."""

    @property
    def name(self) -> str:
        """The player's name."""
        ...

    @property
    def strategy_name(self) -> str | None:
        """The strategy's name; None for a person."""
        ...

    @property
    def parameters(self) -> Mapping[str, ParameterValue]:
        """What the strategy was given."""
        ...


class Recorder:
    """Writes a match to a file, each line at once, so that a crash loses nothing.

    Every method but `close` may raise `OSError` (the disk is full); the file then ends in a line that is cut off, which
    readers understand.

    Args:
        path: the file; it is made, or must be empty.

    Raises:
        RecordError: the file can't be written or is not empty.
    """

    _file: FileIO
    _lines: dict[tuple[int, Move], bytes]  # the lines of moves made so far
    _open_round: bool
    _cards: int  # in the deck
    _pile: int  # discards since the last reshuffle
    _mark: EventMark | None  # up to where the new stocks are written

    def __init__(self, path: Path | str) -> None:
        self.path = Path(path)
        try:
            # Unbuffered: a line is one write, and no half of one waits for a later flush.
            self._file = self.path.open("ab", buffering=0)
        except (OSError, ValueError) as error:
            raise RecordError(f"can't write {self.path}: {why(error)}") from error
        if os.fstat(self._file.fileno()).st_size:
            self._file.close()
            raise RecordError(f"{self.path} is not empty, and a record never overwrites anything; name a new file")
        self._open_round = False
        self._lines = {}

    @classmethod
    def resume(cls, record: Record) -> Recorder:
        """Go on writing a record that was read: a line that is cut off is replaced, and what the crash kept back added.

        Args:
            record: what `load_record` gave.

        Raises:
            RecordError: the file can't be written, or has changed since it was read.
        """
        recorder = cls.__new__(cls)
        recorder.path = record.path
        recorder._lines = {}
        try:
            recorder._file = record.path.open("r+b", buffering=0)
        except OSError as error:
            raise RecordError(f"can't write {record.path}: {why(error)}") from error
        try:
            if os.fstat(recorder._file.fileno()).st_size != record.size:
                raise RecordError(f"{record.path} has changed since it was read")
            recorder._file.truncate(record.good_size)
            recorder._file.seek(0, os.SEEK_END)
            last = record.rounds[-1]
            recorder._write(b"" if record.ends_line else b"\n")
            recorder._write(b"".join(map(_bytes, last.missing)))
            recorder._count(last.game, last.state)
            recorder._mark = last.state.events_after(None)[1]
            recorder._open_round = last.state.outcome is None and not last.abandoned
        except OSError as error:
            recorder.close()
            raise RecordError(f"can't write {record.path}: {why(error)}") from error
        except RecordError:
            recorder.close()
            raise
        return recorder

    def __enter__(self) -> Recorder:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    def begin(self, game: Game, seats: Sequence[Seated], state: State, number: int, match: int = 0) -> None:
        """Write a round's header; a round before that is not over is marked as abandoned.

        Args:
            game: what is played.
            seats: who plays it.
            state: the round, just dealt.
            number: which round of its match it is, from 0.
            match: which match at the table it is, from 0.
        """
        header = {
            "format": FORMAT,
            "version": VERSION,
            "variant": game.name,
            "players": game.players,
            "rules_added": list(game.rules_added),
            "rules_removed": list(game.rules_removed),
            "roles": list(game.roles),
            "options": game.options_given,
            "rules": [rule.name for rule in game.rules],
            "seats": [_seat(seat) for seat in seats],
            "match": match,
            "round": number,
            "first": state.first,
            "deck": [str(card) for card in state.deck_order],
        }
        dropped = _bytes(abandoned_line()) if self._open_round else b""
        self._open_round = True
        self._count(game, state)
        self._write(dropped + _bytes(to_json(header)))

    def move(self, seat: int, move: Move, state: State) -> None:
        """Write a move, and the new stock if the move made one necessary.

        Args:
            seat: who made the move.
            move: the move.
            state: the round after the move.
        """
        line = self._lines.get((seat, move))
        if line is None:
            # Writing JSON takes as long as the move itself, and a match has few different moves.
            line = self._lines[seat, move] = _bytes(move_line(int(seat), move))
        if move.kind is MoveKind.PLAY:
            self._pile += 1
        # Only where discards came back or no stock is left can hands and pile have all the deck's cards or more; asking
        # the state for its events after each move would cost more than the line.
        if sum(state.hand_sizes) + self._pile >= self._cards:
            events, self._mark = state.events_after(self._mark)
            stocks = [event.stock for event in events if isinstance(event, Reshuffled) and event.stock is not None]
            if stocks:
                line += b"".join(_bytes(reshuffle_line(stock)) for stock in stocks)
                self._pile = len(state.discard)
        self._write(line)

    def fault(self, fault: Fault) -> None:
        """Write a fault; one that comes between two rounds belongs to neither and is not written."""
        if self._open_round:
            self._write(_bytes(fault_line(fault)))

    def end(self, outcome: Outcome, ended: MatchOver | None = None) -> None:
        """Write how the round ended, and the match if it ended with it.

        Args:
            outcome: how the round ended.
            ended: how the match ended; None if it goes on.
        """
        self._open_round = False
        self._write(_bytes(outcome_line(outcome)) + (b"" if ended is None else _bytes(match_line(ended))))

    def close(self) -> None:
        """Close the file; a round that is not over can be resumed."""
        self._file.close()

    def _count(self, game: Game, state: State) -> None:
        """Begin to count cards in the round as it stands."""
        self._cards = len(game.deck)
        self._pile = len(state.discard)
        self._mark = None

    def _write(self, data: bytes) -> None:
        while data:
            written = self._file.write(data)
            if not written:
                raise OSError(None, "it takes no more")
            data = data[written:]


def _seat(seat: Seated) -> Json:
    # A record has whole numbers only; others are written as a user writes them.
    parameters = {name: repr(value) if isinstance(value, float) else value for name, value in seat.parameters.items()}
    return {"name": seat.name, "strategy": seat.strategy_name, "parameters": parameters}


def _bytes(line: str) -> bytes:
    # What UTF-8 can't hold (half a surrogate pair in a name) becomes a \uXXXX escape, which JSON understands.
    return f"{line}\n".encode("utf-8", "backslashreplace")


@dataclass(frozen=True, slots=True)
class Record:
    """A whole record file that is good as far as it goes.

    Attributes:
        path: the file.
        rounds: its rounds, at least one; only the last can be unfinished.
        unfinished: where and why it breaks off; None if its last round is over.
        size: the file's size in bytes.
        good_size: how many of these are whole lines.
        ends_line: whether the last whole line has its line end.
    """

    path: Path
    rounds: tuple[ReplayedRound, ...]
    unfinished: UnfinishedRecordError | None
    size: int
    good_size: int
    ends_line: bool

    @property
    def game(self) -> Game:
        """What is played."""
        return self.rounds[-1].game

    @property
    def seats(self) -> tuple[RecordedSeat, ...]:
        """Who plays it."""
        return self.rounds[-1].seats


def load_record(path: Path | str, registry: Catalog | None = None) -> Record:
    """Read a record whole, so that it can be resumed even if it ends in mid-round.

    Args:
        path: the file.
        registry: where names are looked up; the built-in and installed plugins if left out.

    Raises:
        RecordError: the file can't be read, a line is bad, or it ends before its first round began.
    """
    reader = RecordReader(path, registry)
    rounds: list[ReplayedRound] = []
    unfinished = None
    try:
        for replayed in reader.rounds():
            rounds.append(replayed)  # noqa: PERF402  # list() would lose what came before the error
    except UnfinishedRecordError as error:
        if not rounds:
            raise
        unfinished = error
    lines = reader.lines
    return Record(Path(path), tuple(rounds), unfinished, lines.size, lines.good_size, lines.ends_line)
