"""Records that were edited, damaged or never were records: the first bad line is named."""

from __future__ import annotations

import builtins
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crazyeights import RecordError, UnfinishedRecordError
from crazyeights.record import Recorder, load_record, read_record
from support_tables import Lines, lines_of, read_until_error, record_short, with_reshuffle, write


def edit(at: int, **changes: Any) -> Callable[[Lines], object]:
    def change(lines: Lines) -> None:
        lines[at].update(changes)

    return change


def without(at: int, key: str) -> Callable[[Lines], object]:
    return lambda lines: lines[at].pop(key)


def replaced(at: int, line: Any) -> Callable[[Lines], object]:
    def change(lines: Lines) -> None:
        lines[at] = line

    return change


def inserted(at: int, line: Any) -> Callable[[Lines], object]:
    return lambda lines: lines.insert(at, line)


def deck_with(at: int, card: str) -> Callable[[Lines], object]:
    def change(lines: Lines) -> None:
        lines[0]["deck"][at] = card

    return change


def outcome(**changes: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[6]["outcome"].update(changes)


SEATS: list[dict[str, Any]] = [
    {"name": "Ann", "strategy": None, "parameters": {}},
    {"name": "Bob", "strategy": None, "parameters": {}},
]
NEXT = {"round": 1, "first": 1}

BAD: list[tuple[str, Callable[[Lines], object], int, str]] = [
    ("another format", edit(0, format="chess"), 1, 'no record of a crazyeights game, but of "chess"'),
    ("no version", without(0, "version"), 1, "the version can't be null"),
    ("a newer version", edit(0, version=3), 1, "the record is of version 3, but only 1 to 2 are known here"),
    ("version 0", edit(0, version=0), 1, "the version can't be 0"),
    ("version true", edit(0, version=True), 1, "the version can't be true"),
    ("unknown variant", edit(0, variant="clasic"), 1, "did you mean classic?"),
    ("variant a number", edit(0, variant=5), 1, "variant must be a text, not 5"),
    ("players true", edit(0, players=True), 1, "players must be a whole number, not true"),
    ("players and seats", edit(0, players=3), 1, "there are 2 seats for 3 players"),
    ("too many players", edit(0, players=8, seats=SEATS * 4), 1, "classic is for 2 to 7 players, not 8"),
    ("huge players", edit(0, players=10**50), 1, "there are 2 seats for 1000"),
    ("seats a text", edit(0, seats="ab"), 1, "seats must be a list of objects"),
    ("seat without name", edit(0, seats=[{"strategy": None}, SEATS[1]]), 1, "seat 0: name is missing"),
    (
        "seat without parameters",
        edit(0, seats=[SEATS[0], {"name": "B", "strategy": None}]),
        1,
        "seat 1: parameters is missing",
    ),
    (
        "parameters in a list",
        edit(0, seats=[SEATS[0], {**SEATS[1], "parameters": {"ms": [1]}}]),
        1,
        "seat 1: parameters must be an object of simple values",
    ),
    (
        "seat with a number",
        edit(0, seats=[SEATS[0], {**SEATS[1], "strategy": 4}]),
        1,
        "seat 1: strategy must be a text or",
    ),
    ("unknown rule", edit(0, rules_added=["ace-revers"]), 1, "did you mean ace-reverse?"),
    ("rule not to remove", edit(0, rules_removed=["no-such"]), 1, "no rule is called 'no-such'"),
    (
        "other rules",
        edit(0, rules=["crazy-eight"]),
        1,
        "it was played with other rules (crazy-eight) than classic has here",
    ),
    ("unknown option", edit(0, options={"hand": 3}), 1, "did you mean hand_size?"),
    ("option out of range", edit(0, options={"hand_size": 0}), 1, "hand_size can't be 0"),
    ("option a list", edit(0, options={"hand_size": [3]}), 1, "options must be an object of simple values"),
    ("too few cards", edit(0, options={"hand_size": 26}), 1, "need 53 cards"),
    ("another round", edit(0, round=1), 1, "its round must be 0, not 1"),
    ("another match", edit(0, match=1), 1, "its match must be 0, not 1"),
    ("match true", edit(0, match=True), 1, "match must be a whole number, not true"),
    ("no match", without(0, "match"), 1, "match is missing"),
    ("no roles", without(0, "roles"), 1, "roles is missing"),
    ("roles a text", edit(0, roles="skip=J"), 1, 'roles must be a list of texts, not "skip=J"'),
    ("no such role", edit(0, roles=["skpi=J"]), 1, "skpi"),
    ("version 1 with a match", edit(0, version=1), 1, "is not known here"),
    ("first not a seat", edit(0, first=2), 1, "first can't be 2: there is no such seat"),
    ("missing card", lambda lines: lines[0]["deck"].pop(), 1, "missing"),
    ("doubled card", deck_with(1, "3H"), 1, "3H too often; 4S missing"),
    ("no card", deck_with(1, "1H"), 1, "'1' is not a rank"),
    ("foreign card", deck_with(1, "*1"), 1, "this deck has no jokers"),
    ("deck of numbers", edit(0, deck=[1, 2]), 1, "deck must be a list of texts"),
    ("unknown field", edit(0, colour="red"), 1, '"colour" is not known here'),
    ("no header", lambda lines: lines.pop(0), 1, "a record begins with a header"),
    ("another seat's move", edit(1, seat=1), 2, "it is seat 0's turn, not seat 1's"),
    ("seat true", edit(2, seat=True), 3, "seat must be a whole number, not true"),
    ("seat 1.0", edit(2, seat=1.0), 3, "all numbers of a record are whole numbers"),
    ("seat 7", edit(2, seat=7), 3, "it is seat 1's turn, not seat 7's"),
    ("no move", edit(3, move="fly"), 4, "'fly' is not a card"),
    ("move a number", edit(3, move=8), 4, "move must be a text, not 8"),
    ("an illegal move", edit(3, move="KD"), 4, 'seat 0 can\'t do "KD": the king of diamonds matches neither'),
    ("an eight without suit", edit(3, move="8S"), 4, 'seat 0 can\'t do "8S": the 8 of spades needs a suit'),
    ("a card not held", edit(1, move="QS"), 2, 'seat 0 can\'t do "QS": you do not hold'),
    ("a move left out", lambda lines: lines.pop(2), 3, "it is seat 1's turn, not seat 0's"),
    (
        "a move too many",
        inserted(6, {"seat": 1, "move": "draw"}),
        7,
        "the round is over, and only its outcome may follow",
    ),
    ("move and more", edit(1, note="x"), 2, '"note" is not known here'),
    ("unknown line", replaced(2, {"comment": "nice"}), 3, "this one has none"),
    ("a list", replaced(2, [1]), 3, "is a JSON object"),
    ("a number", replaced(2, 5), 3, "is a JSON object"),
    ("fault of no seat", inserted(2, {"fault": {"seat": 2, "source": "x", "message": "y"}}), 3, "there is no seat 2"),
    (
        "fault of seat true",
        inserted(2, {"fault": {"seat": True, "source": "x", "message": "y"}}),
        3,
        "fault: seat must be",
    ),
    ("fault without source", inserted(2, {"fault": {"seat": 1, "message": "y"}}), 3, "fault: source is missing"),
    ("outcome too early", lambda lines: lines.pop(5), 6, "the round is not over here"),
    ("another winner", outcome(winner=1), 7, "the moves lead to another outcome"),
    ("winner false", outcome(winner=False), 7, "the moves lead to another outcome"),
    ("another reason", outcome(reason="blocked"), 7, "the moves lead to another outcome"),
    ("other points", outcome(points=[31, 0]), 7, "the moves lead to another outcome"),
    ("points 32.0", outcome(points=[32.0, 0]), 7, "all numbers of a record are whole numbers"),
    ("outcome and more", outcome(bonus=1), 7, "the moves lead to another outcome"),
    (
        "outcome twice",
        lambda lines: lines.append(lines[6]),
        8,
        "the round is over, and only the next round's header may follow",
    ),
    ("a move after the end", lambda lines: lines.append(lines[1]), 8, "only the next round's header may follow"),
    (
        "the end of a match that goes on",
        replaced(6, {"match": {"winners": [0], "scores": [32, 0]}}),
        7,
        "the match is not over here, so it has no end",
    ),
    ("abandoned after the end", replaced(6, {"abandoned": True}), 7, "the round is over, so it can't be abandoned"),
    ("abandoned: false", inserted(3, {"abandoned": False}), 4, "abandoned must be true, not false"),
    ("next round too early", lambda lines: lines.insert(3, {**lines[0], **NEXT}), 4, "round 1 has neither an outcome"),
    ("the same round again", lambda lines: lines.append(lines[0]), 8, "its round must be 1, not 0"),
    (
        "a match left out",
        lambda lines: lines.append({**lines[0], "match": 2}),
        8,
        "its match must be 0 or 1, not 2",
    ),
    (
        "a round of a new match that is not its first",
        lambda lines: lines.append({**lines[0], **NEXT, "match": 1}),
        8,
        "its round must be 0, not 1",
    ),
    (
        "other roles",
        lambda lines: lines.append({**lines[0], **NEXT, "roles": ["skip=J"]}),
        8,
        "roles is another",
    ),
    (
        "another table",
        lambda lines: lines.append({**lines[0], **NEXT, "rules_removed": ["draw-two"]}),
        8,
        "rules_removed is another",
    ),
    ("other players", lambda lines: lines.append({**lines[0], **NEXT, "seats": SEATS[::-1]}), 8, "seats is another"),
]


@pytest.mark.parametrize(("change", "line", "message"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_the_first_bad_line_is_named(
    tmp_path: Path, change: Callable[[Lines], object], line: int, message: str
) -> None:
    lines = lines_of(record_short(tmp_path / "r.jsonl"))
    change(lines)
    path = write(tmp_path / "bad.jsonl", lines)
    rounds, error = read_until_error(path)
    assert error is not None
    assert message in str(error)
    assert str(error).startswith(f"line {line}: ")
    assert (type(error), error.line) == (RecordError, line)
    assert "\n" not in str(error)
    assert len(str(error)) < 1500  # the longest lists all rules there are
    # What came before is there.
    assert sum(len(played.moves) for played in rounds) == len([line for line in lines[: line - 1] if "move" in line])
    with pytest.raises(RecordError):
        load_record(path)


@pytest.mark.parametrize(
    ("raw", "message"),
    [
        (b'{"seat":1,"seat":1,"move":"draw"}\n', '"seat" is there twice'),
        (b'{"seat":1,"move":"draw"\n', "not JSON: "),
        (b'{"seat":1,"move":"dr\xe4w"}\n', "not UTF-8"),
        (b'{"seat":NaN,"move":"draw"}\n', '"NaN": all numbers of a record are whole numbers'),
        (b'{"seat":1e0,"move":"draw"}\n', '"1e0": all numbers of a record are whole numbers'),
        (b'{"seat":' + b"9" * 5000 + b',"move":"draw"}\n', "a number is too long"),
        (b'{"seat":' + b"[" * 100_000 + b"\n", "nested too deeply"),
        (b'{"a":' * 100_000 + b"\n", "nested too deeply"),
        (b"\n", "not JSON: "),
        (b"hello", "not JSON: "),
        (b"\0\0\0\n", "not JSON: "),
        (b'"' + b"x" * 2_000_000 + b'"\n', "the line is longer than any line of a record"),
    ],
    ids=lambda value: value[:20].decode("latin-1") if isinstance(value, bytes) else "",
)
def test_lines_that_are_no_strict_json_are_named(tmp_path: Path, raw: bytes, message: str) -> None:
    good = record_short(tmp_path / "r.jsonl", moves=1).read_bytes()
    rounds, error = read_until_error(write(tmp_path / "bad.jsonl", good + raw))
    assert error is not None
    assert str(error).startswith(f"line 3: {message}")
    assert type(error) is RecordError
    assert len(str(error)) < 200
    assert [len(played.moves) for played in rounds] == [1]


def test_an_earlier_bad_move_is_named_before_a_later_line_that_is_no_json(tmp_path: Path) -> None:
    lines = lines_of(record_short(tmp_path / "r.jsonl"))
    lines[2]["seat"] = 0
    path = write(tmp_path / "bad.jsonl", lines)
    path.write_bytes(path.read_bytes() + b"nonsense\n")
    assert str(read_until_error(path)[1]).startswith("line 3: it is seat 1's turn")


def test_an_empty_record_is_none(tmp_path: Path) -> None:
    source: Any
    for source in (write(tmp_path / "r.jsonl", ""), []):
        with pytest.raises(RecordError, match="the record is empty") as failed:
            list(read_record(source))
        assert not isinstance(failed.value, UnfinishedRecordError)


@pytest.mark.parametrize(
    ("name", "reason"), [("no.jsonl", "No such file"), (".", "Is a directory"), ("a\0b", "null byte")]
)
def test_a_file_that_cant_be_read_is_one_clear_line(tmp_path: Path, name: str, reason: str) -> None:
    for read in (lambda path: list(read_record(path)), load_record):
        with pytest.raises(RecordError, match=reason if os.name == "posix" else "") as failed:
            read(str(tmp_path / name))
        assert str(failed.value).startswith("can't read ")


def test_a_file_without_permission_is_one_clear_line(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # By the call that fails, not by chmod: root, as whom tests often run, may read everything.
    path = record_short(tmp_path / "r.jsonl")

    def refuse(*args: object, **kwargs: object) -> None:
        raise PermissionError(13, "Permission denied", str(path))

    for name in ("open", "read_bytes", "read_text"):
        monkeypatch.setattr(Path, name, refuse)
    monkeypatch.setattr(builtins, "open", refuse)
    with pytest.raises(RecordError, match="Permission denied"):
        list(read_record(path))
    with pytest.raises(RecordError, match="Permission denied"):
        Recorder(path)


def test_a_record_is_not_changed_by_reading_it(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl", moves=2)
    before = path.read_bytes()
    read_until_error(path)
    load_record(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("case", ["doubled", "short", "no card", "moved up", "left out", "twice"])
def test_a_stock_that_the_moves_did_not_make_is_named(tmp_path: Path, case: str) -> None:
    path = tmp_path / "r.jsonl"
    lines, at = with_reshuffle(path)
    bad, message = at, "a new stock is made of the cards of the discard pile"
    stock = lines[at]["reshuffle"]
    match case:
        case "doubled":
            stock[0] = stock[1]
        case "short":
            stock.pop()
        case "no card":
            stock[0] = "1H"
            message = "'1' is not a rank"
        case "moved up":
            lines.insert(at - 1, lines.pop(at))
            bad, message = at - 1, "no new stock was made here"
        case "left out":
            lines.pop(at)
            message = "its order is missing here"
        case _:
            lines.insert(at, lines[at])
            bad, message = at + 1, "no new stock was made here"
    rounds, error = read_until_error(write(path, lines))
    assert error is not None
    assert message in str(error)
    assert error.line == bad + 1
    assert all(move.line <= bad for move in rounds[0].moves)
    assert type(error) is RecordError
