"""Reading a record: the moves of each round are made again, and every line is checked against the rules."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from crazyeights.cards import Card, Deck
from crazyeights.errors import (
    CrazyEightsError,
    DeckError,
    IllegalMoveError,
    NotationError,
    RecordError,
    UnfinishedRecordError,
)
from crazyeights.events import Event, Fault, MatchOver, Outcome, Reshuffled
from crazyeights.game import Catalog, Game
from crazyeights.match import Match
from crazyeights.moves import Move
from crazyeights.recordlines import (
    FAULT,
    FORMAT,
    HEADER,
    SEAT,
    VERSION,
    Entry,
    Json,
    LineReader,
    bad,
    check,
    equal,
    match_line,
    of_version,
    outcome_line,
    reshuffle_line,
    show,
)
from crazyeights.state import State
from crazyeights.strategy import ParameterValue

_NO_STOCK: Final = "the move before made a new stock, and its order is missing here"
_WRONG_STOCK: Final = "a new stock is made of the cards of the discard pile but for its top card, and this one is not"


@dataclass(frozen=True, slots=True)
class RecordedSeat:
    """Who sat at a seat.

    Attributes:
        name: the player's name.
        strategy: the strategy's name; None for a person.
        parameters: what the strategy was given.
    """

    name: str
    strategy: str | None
    parameters: Mapping[str, ParameterValue] = field(default_factory=dict, hash=False)


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """A move of a record, and the number of its line."""

    line: int
    seat: int
    move: Move


@dataclass(frozen=True, slots=True)
class ReplayedRound:
    """A round that was read, as far as it was good.

    Attributes:
        game: what was played.
        seats: who played it.
        match: which match at the table it belongs to, from 0.
        number: which round of its match it is, from 0.
        line: the number of its header's line.
        deck: the cards in dealing order.
        moves: its moves.
        reshuffles: the new stocks in order, next card first.
        events: all its events, faults among them, with nothing blanked.
        state: how it stood after the last move.
        abandoned: whether the players dropped it.
        scores: the score of each seat in its match after it.
        match_over: how the match ended, if it did with this round.
        missing: lines that the recorder still owed when it was stopped.
    """

    game: Game
    seats: tuple[RecordedSeat, ...]
    match: int
    number: int
    line: int
    deck: tuple[Card, ...]
    moves: tuple[RecordedMove, ...]
    reshuffles: tuple[tuple[Card, ...], ...]
    events: tuple[Event, ...]
    state: State
    abandoned: bool
    scores: tuple[int, ...]
    match_over: MatchOver | None
    missing: tuple[str, ...]

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None if it did not."""
        return self.state.outcome

    def deal(self) -> State:
        """Give the round as it was dealt, to make the moves again."""
        return self.game.deal(deck=self.deck, first=self.state.first, reshuffles=self.reshuffles)


def read_record(source: Path | str | Iterable[str | bytes], registry: Catalog | None = None) -> Iterator[ReplayedRound]:
    """Read a record round by round and check every line against the rules.

    Where it is bad or breaks off, the last round is given as far as it was good, and then the error is raised.

    Args:
        source: a file's path, or its lines.
        registry: where names are looked up; the built-in and installed plugins if left out.

    Raises:
        UnfinishedRecordError: the record is good but ends in mid-round.
        RecordError: the file can't be read, or a line is bad; names the first bad one.
    """
    return RecordReader(source, registry).rounds()


class RecordReader:
    """Reads a record; what `read_record` gives, and what of the file was good.

    Args:
        source: a file's path, or its lines.
        registry: where names are looked up; the built-in and installed plugins if left out.

    Attributes:
        lines: how many lines and bytes were read.
    """

    def __init__(self, source: Path | str | Iterable[str | bytes], registry: Catalog | None) -> None:
        self.lines = LineReader(source)
        self._registry = registry

    def rounds(self) -> Iterator[ReplayedRound]:
        """Give the rounds; see `read_record`."""
        entries = self.lines.entries()
        header: Entry | None = next(entries, None)
        if header is None:
            raise RecordError("the record is empty")
        table: _Table | None = None
        while header is not None:
            table = _Table.read(header, table, self._registry)
            body: list[Entry] = []
            following: Entry | None = None
            error: RecordError | None = None
            # The new stocks must be known before the moves that make them, so a round is collected before it is played.
            try:
                for entry in entries:
                    if entry.kind == "header":
                        following = entry
                        break
                    body.append(entry)
            except RecordError as bad_line:
                error = bad_line
            replayer = _Replayer(table, header.number, body)
            error = replayer.play() or error
            if error is None and not replayer.closed:
                error = replayer.not_closed(following, self.lines.number)
            yield replayer.result()
            if error is not None:
                raise error
            header = following


@dataclass(frozen=True, slots=True)
class _Table:
    """A header that makes sense."""

    game: Game
    seats: tuple[RecordedSeat, ...]
    match: Match  # as it stands before the round
    first: int
    deck: tuple[Card, ...]
    same: Json  # what must be the same in each round of a record

    @classmethod
    def read(cls, entry: Entry, before: _Table | None, registry: Catalog | None) -> _Table:
        line, data = entry.number, entry.data
        if entry.kind != "header":
            raise RecordError("a record begins with a header, the line with its format and version", line)
        if data["format"] != FORMAT:
            raise RecordError(f"this is no record of a {FORMAT} game, but of {show(data['format'])}", line)
        version = data.get("version")
        if type(version) is int and version > VERSION:
            raise RecordError(f"the record is of version {show(version)}, but only 1 to {VERSION} are known here", line)
        if type(version) is not int or version < 1:
            raise RecordError(f"the version can't be {show(version)}", line)
        check(data, of_version(HEADER, version), line)
        for at, seat in enumerate(data["seats"]):
            check(seat, of_version(SEAT, version), line, f"seat {at}: ")
        if data["players"] != len(data["seats"]):
            raise RecordError(f"there are {len(data['seats'])} seats for {show(data['players'])} players", line)
        same = _same(data)
        if before is not None and not equal(same, before.same):
            key = next(key for key in same if not equal(same[key], before.same[key]))
            raise RecordError(f"{key} is another than in the round before", line)
        game = before.game if before is not None else _game(data, line, registry)
        if data["first"] not in range(game.players):
            raise RecordError(f"first can't be {show(data['first'])}: there is no such seat", line)
        match = _match(data, line, game, None if before is None else before.match)
        cards = _cards(data["deck"], game.deck, line)
        try:
            game.deck.check(cards)
        except DeckError as error:
            raise RecordError(str(error), line) from error
        seats = [RecordedSeat(seat["name"], seat["strategy"], seat.get("parameters", {})) for seat in data["seats"]]
        return cls(game, tuple(seats), match, data["first"], cards, same)


def _same(data: Json) -> Json:
    """Give what must be the same in each round of a record; a resumed one is of another version perhaps."""
    same = {key: data[key] for key in ("variant", "players", "rules_added", "rules_removed", "options", "rules")}
    # Somebody else's strategy may have taken a seat over when the table was resumed.
    return same | {"roles": data.get("roles", []), "seats": [seat["name"] for seat in data["seats"]]}


def _match(data: Json, line: int, game: Game, before: Match | None) -> Match:
    """Give the match that a round belongs to, going on with the one before or beginning another."""
    last = -1 if before is None else before.number
    number = data.get("match", max(last, 0))
    if before is None or before.over or number != last:
        if type(number) is not int or number != last + 1:
            must = last + 1 if before is None or before.over else f"{last} or {last + 1}"
            raise RecordError(f"its match must be {must}, not {show(number)}", line)
        match = Match.of(game, number=number, begins=data["first"])
    else:
        match = before
        match.next_round()
    if data["round"] != match.round:
        raise RecordError(f"its round must be {match.round}, not {show(data['round'])}", line)
    return match


class _Replayer:
    """Makes the moves of one round again, up to the first bad line."""

    def __init__(self, table: _Table, line: int, body: list[Entry]) -> None:
        self._table = table
        self._line = line
        self._body = body
        self._at = 0
        self._moves: list[RecordedMove] = []
        self._reshuffles: list[tuple[Card, ...]] = []
        self._missing: list[str] = []
        self._abandoned = False
        self._scored = False
        self._over: MatchOver | None = None
        self.closed = False

    def play(self) -> RecordError | None:
        """Play the round; give the first error."""
        game = self._table.game
        stocks: list[tuple[Card, ...]] = []
        error: RecordError | None = None
        for at, line in enumerate(self._body):
            if line.kind == "reshuffle":
                try:
                    stocks.append(_cards(line.data["reshuffle"], game.deck, line.number))
                except RecordError as bad_line:
                    error = bad_line
                    del self._body[at:]
                    break
        self._state = game.deal(deck=self._table.deck, first=self._table.first, reshuffles=stocks)
        self._events, self._mark = self._state.events_after(None)
        try:
            while (entry := self._following()) is not None:
                self._at += 1
                if self.closed:
                    raise bad(entry, "the round is over, and only the next round's header may follow")
                self._read(entry)
        except RecordError as bad_line:
            return bad_line
        return error

    def result(self) -> ReplayedRound:
        """Give the round as far as it was played."""
        outcome = self._state.outcome
        missing = [*self._missing]
        if not self._scored and outcome is not None:
            missing.append(outcome_line(outcome))
        if not self.closed and self._over is not None:
            missing.append(match_line(self._over))
        table = self._table
        return ReplayedRound(
            game=table.game,
            seats=table.seats,
            match=table.match.number,
            number=table.match.round,
            line=self._line,
            deck=table.deck,
            moves=tuple(self._moves),
            reshuffles=tuple(self._reshuffles),
            events=tuple(self._events),
            state=self._state,
            abandoned=self._abandoned,
            scores=table.match.scores,
            match_over=self._over,
            missing=tuple(missing),
        )

    def not_closed(self, following: Entry | None, last: int) -> RecordError:
        """Give the error of a round without an end.

        Args:
            following: the header that follows; None if the record ends.
            last: the number of the record's last line.
        """
        number = self._table.match.round + 1
        if following is None:
            where = f"at the end of the match in round {number}" if self._scored else f"in the middle of round {number}"
            return UnfinishedRecordError(f"the record ends {where}", last)
        if self._scored:
            return bad(following, f"the match is over with round {number}, and how it ended is missing here")
        return bad(following, f"round {number} has neither an outcome nor was it abandoned")

    def _following(self) -> Entry | None:
        return self._body[self._at] if self._at < len(self._body) else None

    def _read(self, entry: Entry) -> None:
        outcome = self._state.outcome
        if self._scored and entry.kind != "match":
            raise bad(entry, "the match is over, and how it ended is missing here")
        match entry.kind:
            case "move":
                self._move(entry, entry.data["seat"], entry.data["move"])
            case "reshuffle":
                raise bad(entry, "no new stock was made here")
            case "fault":
                self._fault(entry, entry.data["fault"])
            case "abandoned":
                if outcome is not None:
                    raise bad(entry, "the round is over, so it can't be abandoned")
                self._abandoned = self.closed = True
            case "match":
                if not self._scored or self._over is None:
                    raise bad(entry, "the match is not over here, so it has no end")
                _must_be(entry, match_line(self._over), "the rounds lead to another end of the match")
                self.closed = True
            case _:
                if outcome is None:
                    raise bad(entry, "the round is not over here, so it has no outcome")
                _must_be(entry, outcome_line(outcome), "the moves lead to another outcome")
                self._scored = True
                self.closed = self._over is None

    def _move(self, entry: Entry, seat: int, text: str) -> None:
        state = self._state
        if state.to_move is None:
            raise bad(entry, "the round is over, and only its outcome may follow")
        if seat != state.to_move:
            raise bad(entry, f"it is seat {state.to_move}'s turn, not seat {show(seat)}'s")
        after = state.copy()
        try:
            move = Move.parse(text, self._table.game.deck)
            after.apply(move)
        except NotationError as error:
            raise bad(entry, str(error)) from error
        except IllegalMoveError as error:
            why = f"{error.reason[:1].lower()}{error.reason[1:].rstrip('.')}"
            raise bad(entry, f"seat {seat} can't do {show(text)}: {why}") from error
        except DeckError as error:
            # The stocks are prescribed in order, so if one was left out the next does not fit where that one should be.
            if (following := self._following()) is None:
                raise bad(entry, str(error)) from error
            raise bad(following, _NO_STOCK if following.kind != "reshuffle" else _WRONG_STOCK) from error
        self._state = after
        self._moves.append(RecordedMove(entry.number, seat, move))
        events, self._mark = after.events_after(self._mark)
        self._events += events
        if after.outcome is not None:
            self._table.match.add(after.outcome)
            self._over = self._table.match.outcome
            if self._over is not None:
                self._events.append(self._over)
        for event in events:
            if isinstance(event, Reshuffled):
                self._made_stock(event)

    def _made_stock(self, event: Reshuffled) -> None:
        assert event.stock is not None
        self._reshuffles.append(event.stock)
        if (following := self._following()) is None:
            self._missing.append(reshuffle_line(event.stock))
            return
        if following.kind != "reshuffle":
            raise bad(following, _NO_STOCK)
        self._at += 1

    def _fault(self, entry: Entry, fault: Json) -> None:
        check(fault, FAULT, entry.number, "fault: ")
        seat = fault["seat"]
        if seat is not None and seat not in range(self._table.game.players):
            raise bad(entry, f"there is no seat {show(seat)}")
        self._events.append(Fault(fault["source"], fault["message"], seat))


def _must_be(entry: Entry, expected: str, message: str) -> None:
    if not equal(entry.data, json.loads(expected)):
        raise bad(entry, f"{message}: {expected}")


def _game(data: Json, line: int, registry: Catalog | None) -> Game:
    try:
        game = Game(
            data["variant"],
            data["players"],
            data["rules_added"],
            data["rules_removed"],
            data["options"],
            registry,
            roles=data.get("roles", ()),
        )
    except CrazyEightsError as error:
        raise RecordError(str(error), line) from error
    rules = [rule.name for rule in game.rules]
    if sorted(rules) != sorted(data["rules"]):
        played, here = ", ".join(data["rules"]) or "none", ", ".join(rules) or "none"
        raise RecordError(f"it was played with other rules ({played}) than {game.name} has here ({here})", line)
    return game


def _cards(texts: Iterable[str], deck: Deck, line: int) -> tuple[Card, ...]:
    try:
        return tuple(Card.parse(text, deck) for text in texts)
    except NotationError as error:
        raise RecordError(str(error), line) from error
