"""The lines of a record: how each is written, and how strictly it is read.

Nothing here knows the rules; `record` does.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Final, NamedTuple, NoReturn, TypeAlias

from crazyeights.cards import Card
from crazyeights.errors import RecordError, UnfinishedRecordError
from crazyeights.events import Fault, MatchOver, Outcome
from crazyeights.moves import Move

FORMAT: Final = "crazyeights"
#: The version that is written; those before it are read, too.
VERSION: Final = 2

# Far above any line that a recorder writes; a file without line ends must not fill the memory.
_LONGEST: Final = 1 << 20

# Made once: `json.dumps` makes one a call if it is given any setting.
_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"))

Json: TypeAlias = "dict[str, Any]"


# Writing


def to_json(value: object) -> str:
    """Write a value as JSON in one line."""
    return _ENCODER.encode(value)


def move_line(seat: int, move: Move) -> str:
    """Write the line of a move."""
    return to_json({"seat": seat, "move": str(move)})


def reshuffle_line(stock: Iterable[Card]) -> str:
    """Write the line of a new stock, the next card first."""
    return to_json({"reshuffle": [str(card) for card in stock]})


def fault_line(fault: Fault) -> str:
    """Write the line of a fault."""
    return to_json({"fault": {"seat": fault.seat, "source": fault.source, "message": fault.message}})


def outcome_line(outcome: Outcome) -> str:
    """Write the line that ends a round; a partner is named only where there is one."""
    data: Json = {"winner": outcome.winner, "reason": outcome.reason.value, "points": list(outcome.points)}
    if outcome.partner is not None:
        data["partner"] = outcome.partner
    return to_json({"outcome": data})


def match_line(ended: MatchOver) -> str:
    """Write the line that ends a match, after the outcome of its last round."""
    return to_json({"match": {"winners": list(ended.winners), "scores": list(ended.scores)}})


def abandoned_line() -> str:
    """Write the line that ends a round which was dropped."""
    return to_json({"abandoned": True})


# Reading


class Entry(NamedTuple):
    """A line that is JSON of a known kind.

    Attributes:
        number: the line's number, from 1.
        kind: "header", "move", "reshuffle", "fault", "outcome", "match" or "abandoned".
        data: what it says.
    """

    number: int
    kind: str
    data: Json


class LineReader:
    """Reads the lines of a record one by one.

    Args:
        source: a file's path, or the lines.

    Attributes:
        number: how many lines were read.
        size: how many bytes these are.
        good_size: how many bytes the good lines are.
        ends_line: whether the last good line has its line end.
    """

    def __init__(self, source: Path | str | Iterable[str | bytes]) -> None:
        self._source = source
        self.number = 0
        self.size = 0
        self.good_size = 0
        self.ends_line = True

    def entries(self) -> Iterator[Entry]:
        """Give the lines.

        Raises:
            UnfinishedRecordError: the last line is cut off.
            RecordError: the file can't be read, or a line is not one of a record.
        """
        for raw, last in self._lines():
            self.number += 1
            self.size += len(raw)
            entry = _parse(raw, self.number, last)
            self.good_size = self.size
            self.ends_line = raw.endswith(b"\n")
            yield entry

    def _lines(self) -> Iterator[tuple[bytes, bool]]:
        """Give each line, and whether it may have been cut off by a crash."""
        if isinstance(self._source, (str, Path)):
            try:
                with Path(self._source).open("rb") as file:
                    while raw := file.readline(_LONGEST):
                        yield raw, not raw.endswith(b"\n")
            except (OSError, ValueError) as error:
                raise RecordError(f"can't read {self._source}: {why(error)}") from error
            return
        held: bytes | None = None
        for line in self._source:
            if held is not None:
                yield held, False
            held = line.encode("utf-8", "surrogatepass") if isinstance(line, str) else line
        if held is not None:
            yield held, not held.endswith(b"\n")


class _NotStrictError(ValueError):
    """JSON that Python would read, but that no recorder writes."""


def _parse(raw: bytes, number: int, last: bool) -> Entry:
    if len(raw) >= _LONGEST:
        raise RecordError("the line is longer than any line of a record", number)
    try:
        text = raw.decode("utf-8-sig" if number == 1 else "utf-8")
        data = json.loads(text, object_pairs_hook=_object, parse_float=_no_number, parse_constant=_no_number)
    except (ValueError, RecursionError) as error:
        if last and raw.startswith(b"{"):
            raise UnfinishedRecordError("the record ends in the middle of this line", number) from error
        raise RecordError(_why_not_json(error), number) from error
    if not isinstance(data, dict):
        raise RecordError("a line of a record is a JSON object, { … }", number)
    if "format" in data:
        return Entry(number, "header", data)
    for kind, fields in _LINES.items():
        if kind in data:
            check(data, fields, number)
            return Entry(number, kind, data)
    raise RecordError(f"a line has one of {', '.join(_LINES)}; this one has none", number)


def _why_not_json(error: Exception) -> str:
    match error:
        case json.JSONDecodeError():
            return f"not JSON: {error.msg[:1].lower()}{error.msg[1:]} (column {error.colno})"
        case UnicodeDecodeError():
            return "not UTF-8"
        case _NotStrictError():
            return str(error)
        case RecursionError():
            return "nested too deeply"
        case _:
            return "a number is too long"


def _object(pairs: list[tuple[str, Any]]) -> Json:
    data = dict(pairs)
    if len(data) < len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _NotStrictError(f"{show(twice)} is there twice")
    return data


def _no_number(text: str) -> NoReturn:
    raise _NotStrictError(f"{show(text)}: all numbers of a record are whole numbers")


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_text_or_null(value: object) -> bool:
    return value is None or isinstance(value, str)


def _is_number(value: object) -> bool:
    # Not isinstance: true is an int to Python.
    return type(value) is int


def _is_number_or_null(value: object) -> bool:
    return value is None or type(value) is int


def _is_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, str) for item in value)


def _is_objects(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(item, dict) for item in value)


def _is_object(value: object) -> bool:
    return isinstance(value, dict)


def _is_simple(value: object) -> bool:
    return isinstance(value, dict) and not any(isinstance(item, (list, dict)) for item in value.values())


def _is_true(value: object) -> bool:
    return value is True


_Field: TypeAlias = "tuple[Callable[[object], bool], str]"
_TEXT: Final[_Field] = (_is_text, "a text")
_TEXT_OR_NULL: Final[_Field] = (_is_text_or_null, "a text or null")
_NUMBER: Final[_Field] = (_is_number, "a whole number")
_TEXTS: Final[_Field] = (_is_texts, "a list of texts")
_OBJECT: Final[_Field] = (_is_object, "an object")
_VALUES: Final[_Field] = (_is_simple, "an object of simple values")

HEADER: Final[Mapping[str, _Field]] = {
    "format": _TEXT,
    "version": _NUMBER,
    "variant": _TEXT,
    "players": _NUMBER,
    "rules_added": _TEXTS,
    "rules_removed": _TEXTS,
    "roles": _TEXTS,
    "options": _VALUES,
    "rules": _TEXTS,
    "seats": (_is_objects, "a list of objects"),
    "match": _NUMBER,
    "round": _NUMBER,
    "first": _NUMBER,
    "deck": _TEXTS,
}
SEAT: Final[Mapping[str, _Field]] = {"name": _TEXT, "strategy": _TEXT_OR_NULL, "parameters": _VALUES}
_NEW_IN_2: Final = frozenset({"roles", "match", "parameters"})
FAULT: Final[Mapping[str, _Field]] = {
    "seat": (_is_number_or_null, "a whole number or null"),
    "source": _TEXT,
    "message": _TEXT,
}
_LINES: Final[Mapping[str, Mapping[str, _Field]]] = {
    "move": {"seat": _NUMBER, "move": _TEXT},
    "reshuffle": {"reshuffle": _TEXTS},
    "fault": {"fault": _OBJECT},
    "outcome": {"outcome": _OBJECT},
    "match": {"match": _OBJECT},
    "abandoned": {"abandoned": (_is_true, "true")},
}


def of_version(fields: Mapping[str, _Field], version: int) -> Mapping[str, _Field]:
    """Give those of the fields of a header or a seat that a record of that version has."""
    return fields if version > 1 else {key: field for key, field in fields.items() if key not in _NEW_IN_2}


def check(data: Json, fields: Mapping[str, _Field], line: int, where: str = "") -> None:
    """Check that an object has exactly the given fields.

    Args:
        data: the object.
        fields: what each of its fields must be.
        line: the number of its line.
        where: what the message begins with.

    Raises:
        RecordError: a field is missing, not known or of the wrong kind.
    """
    for key, (is_right, kind) in fields.items():
        if key not in data:
            raise RecordError(f"{where}{key} is missing", line)
        if not is_right(data[key]):
            raise RecordError(f"{where}{key} must be {kind}, not {show(data[key])}", line)
    for key in data:
        if key not in fields:
            raise RecordError(f"{where}{show(key)} is not known here", line)


def equal(one: object, other: object) -> bool:
    """Say whether two values are the same JSON."""
    # As texts, for to Python 1 and true are equal.
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def bad(entry: Entry, message: str) -> RecordError:
    """Give the error that names the entry's line."""
    return RecordError(message, entry.number)


def show(value: object) -> str:
    """Write a value as JSON, in at most 40 characters."""
    text = to_json(value)
    return text if len(text) <= 40 else f"{text[:37]}…"


def why(error: Exception) -> str:
    """Say in a few words why a file could not be opened, read or written."""
    return (error.strerror if isinstance(error, OSError) else None) or str(error)
