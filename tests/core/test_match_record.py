"""The record of a whole match: how its end is written, checked and gone on with, and records of version 1."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crazyeights import Game, MatchOver, RecordError, RoundOver, Seat, Session, UnfinishedRecordError
from crazyeights.record import Recorder, load_record
from crazyeights.session import strategy_rng
from support_tables import (
    SHORT_MOVES,
    Chance,
    Lines,
    chances,
    lines_of,
    make,
    people,
    play_out,
    read_until_error,
    record_short,
    short_deck_order,
    short_game,
    write,
)

END = '{"match":{"winners":[0],"scores":[32,0]}}'


def short_match(path: Path, **options: Any) -> Session:
    """A session in whose first round seat 0 wins 32 points by `SHORT_MOVES`."""
    game = short_game(**options)
    return Session(game, people("Ann", "Bob"), 7, deck=short_deck_order(game), recorder=Recorder(path))


def record_match(path: Path, **options: Any) -> Path:
    with short_match(path, **(options or {"rounds": 1})) as session:
        make(session, *SHORT_MOVES)
    return path


# How it is written


def test_the_end_of_the_match_follows_the_outcome_of_its_last_round(tmp_path: Path) -> None:
    lines = record_match(tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()
    assert len(lines) == 8
    assert lines[6].startswith('{"outcome":')
    assert lines[7] == END


def test_a_match_that_goes_on_has_no_end(tmp_path: Path) -> None:
    assert "match" not in lines_of(record_match(tmp_path / "r.jsonl", target=33))[-1]
    assert "match" not in lines_of(record_match(tmp_path / "s.jsonl", rounds=2))[-1]
    assert "match" in lines_of(record_match(tmp_path / "t.jsonl", target=32))[-1]


def test_a_new_match_counts_its_rounds_from_0(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    session = short_match(path, rounds=1)
    make(session, *SHORT_MOVES)
    session.new_match()
    session.new_match()
    session.new_round()
    session.close()
    headers = [(line["match"], line["round"], line["first"]) for line in lines_of(path) if "format" in line]
    assert headers == [(0, 0, 0), (1, 0, 1), (2, 0, 0), (2, 1, 1)]
    rounds, error = read_until_error(path)
    assert isinstance(error, UnfinishedRecordError)
    assert [(played.match, played.number, played.abandoned) for played in rounds] == [
        (0, 0, False),
        (1, 0, True),
        (2, 0, True),
        (2, 1, False),
    ]


# Reading it again


def test_reading_gives_the_end_of_the_match_and_the_scores_after_each_round(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    game = Game("classic", 3, options={"target": 150, "target_step": 50})
    session = Session(game, chances(3, 5), 5, recorder=Recorder(path))
    play_out(session)
    while not session.match_over:
        session.new_round()
        play_out(session)
    session.close()
    assert game.target == 200
    rounds, error = read_until_error(path)
    assert error is None
    assert len(rounds) > 1
    assert [played.match_over for played in rounds[:-1]] == [None] * (len(rounds) - 1)
    assert rounds[-1].match_over == session.match.outcome
    assert [played.scores for played in rounds] == [row.scores for row in session.match.rows]
    assert [type(event) for event in rounds[-1].events[-2:]] == [RoundOver, MatchOver]


def edit(at: int, **changes: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[at].update(changes)


def end(**changes: Any) -> Callable[[Lines], object]:
    return lambda lines: lines[7]["match"].update(changes)


NEXT = {"round": 1, "first": 1}
BAD: list[tuple[str, Callable[[Lines], object], int, str]] = [
    ("another winner", end(winners=[1]), 8, f"the rounds lead to another end of the match: {END}"),
    ("a winner more", end(winners=[0, 1]), 8, "the rounds lead to another end of the match"),
    ("winner true", end(winners=[False]), 8, "the rounds lead to another end of the match"),
    ("other scores", end(scores=[33, 0]), 8, "the rounds lead to another end of the match"),
    ("end and more", end(reason="rounds"), 8, "the rounds lead to another end of the match"),
    ("end a list", edit(7, match=[0]), 8, "match must be an object, not [0]"),
    ("end twice", lambda lines: lines.append(lines[7]), 9, "only the next round's header may follow"),
    ("end before the outcome", lambda lines: lines.insert(6, lines.pop()), 7, "the match is not over here"),
    ("a move after the outcome", lambda lines: lines.insert(7, lines[1]), 8, "how it ended is missing here"),
    ("a round after the end", lambda lines: lines.append({**lines[0], **NEXT}), 9, "its match must be 1, not 0"),
    ("no end", lambda lines: lines.__setitem__(7, {**lines[0], "match": 1}), 8, "how it ended is missing here"),
    ("a match too many", lambda lines: lines.append({**lines[0], "match": 2}), 9, "its match must be 1, not 2"),
    (
        "the second round first",
        lambda lines: lines.append({**lines[0], **NEXT, "match": 1}),
        9,
        "round must be 0, not 1",
    ),
]


@pytest.mark.parametrize(("change", "line", "message"), [case[1:] for case in BAD], ids=[case[0] for case in BAD])
def test_the_first_bad_line_is_named(
    tmp_path: Path, change: Callable[[Lines], object], line: int, message: str
) -> None:
    lines = lines_of(record_match(tmp_path / "r.jsonl"))
    change(lines)
    rounds, error = read_until_error(write(tmp_path / "bad.jsonl", lines))
    assert type(error) is RecordError
    assert str(error).startswith(f"line {line}: ")
    assert message in str(error)
    assert len(rounds[0].moves) == 5


# Records that break off, and going on


def test_a_record_without_the_end_of_its_match_is_unfinished_and_gets_it_when_it_is_gone_on_with(
    tmp_path: Path,
) -> None:
    path = record_match(tmp_path / "r.jsonl")
    whole = path.read_bytes()
    without = whole.index(b'{"match":')
    for size in (without, without + 1, len(whole) - 1, without - 1):
        path.write_bytes(whole[:size])
        rounds, error = read_until_error(path)
        assert rounds[0].match_over == MatchOver(0, (32, 0), (0,))
        if size != len(whole) - 1:
            assert isinstance(error, UnfinishedRecordError)
        session = Session.resume(load_record(path), people("Ann", "Bob"))
        assert session.match_over
        session.close()
        assert path.read_bytes() == whole, size
    path.write_bytes(whole[:without])
    assert str(read_until_error(path)[1]) == "line 7: the record ends at the end of the match in round 1"


def test_a_match_is_gone_on_with_its_scores_and_ends_as_if_it_had_not_been_broken_off(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    session = short_match(path, target=64)
    make(session, *SHORT_MOVES)
    session.new_match(short_deck_order(session.game))
    assert session.match.first == 1
    session.new_match(short_deck_order(session.game))
    make(session, *SHORT_MOVES)
    session.new_round()
    session.close()
    before = session.match
    again = Session.resume(load_record(path), people("Ann", "Bob"))
    assert (again.match.number, again.match.round, again.match.scores) == (2, 1, (32, 0))
    assert (again.match.first, again.match.target, again.match.rows) == (1, 64, before.rows)
    assert again.events_since(0, None) == session.events_since(0, None)
    again.new_round(short_deck_order(again.game))
    assert again.state.first == 0
    make(again, *SHORT_MOVES)
    assert again.match_over
    assert again.match.outcome == MatchOver(0, (64, 0), (0,))
    again.close()
    rounds, error = read_until_error(path)
    assert error is None
    assert rounds[-1].match_over == again.match.outcome


def test_every_cut_of_two_matches_is_gone_on_with_where_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    session = short_match(path, rounds=2)
    make(session, *SHORT_MOVES)
    session.new_round()
    session.new_round(short_deck_order(session.game))
    make(session, *SHORT_MOVES)
    session.new_match()
    session.close()
    whole = path.read_bytes()
    events = session.events_since(0, None)
    plan = read_until_error(path)[0]
    assert [len(played.moves) for played in plan] == [5, 0, 5, 0]
    ends = [0]
    for line in whole.splitlines(keepends=True):
        ends.append(ends[-1] + len(line))
    dropped = 0
    # Each line whole, without its line end, and cut off in the middle.
    for size in sorted({*ends[1:], *(end - 1 for end in ends[1:]), *(end + 9 for end in ends[1:-1])}):
        path.write_bytes(whole[:size])
        record = load_record(path)
        last = record.rounds[-1]
        if last.abandoned:
            dropped += 1  # what is dealt next is another round each time
            continue
        with Session.resume(record, people("Ann", "Bob")) as again:
            assert again.events_since(0, None) == events[: len(again.events_since(0, None))], size
            for move in plan[len(record.rounds) - 1].moves[len(last.moves) :]:
                again.apply(move.seat, move.move)
            for following in plan[len(record.rounds) :]:
                deal = again.new_round if following.match == again.match.number else again.new_match
                deal(following.deck)
                for move in following.moves:
                    again.apply(move.seat, move.move)
            assert again.events_since(0, None) == events, size
        assert path.read_bytes() == whole, size
    assert dropped == 3


def test_a_strategy_may_have_taken_a_seat_over(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl")
    seats = (Seat("Ann"), Seat("Bob", Chance(strategy_rng(1, 1)), "chance", {"ms": 5}))
    session = Session.resume(load_record(path), seats)
    session.new_round()
    session.close()
    record = load_record(path)
    assert [(seat.name, seat.strategy, dict(seat.parameters)) for seat in record.seats] == [
        ("Ann", None, {}),
        ("Bob", "chance", {"ms": 5}),
    ]


# Roles and parameters


def test_roles_are_recorded_and_played_again(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    game = Game("classic", 2, roles=["skip=J"])
    with Session(game, chances(2, 3), 3, recorder=Recorder(path)) as session:
        play_out(session)
    assert lines_of(path)[0]["roles"] == ["skip=J"]
    rounds, error = read_until_error(path)
    assert error is None
    assert rounds[0].game.roles == game.roles
    assert rounds[0].outcome == session.state.outcome


# Version 1

OLD = (
    '{"format":"crazyeights","version":1,"variant":"classic","players":2,"rules_added":[],"rules_removed":[],'
    '"options":{"hand_size":3},"rules":["ace-reverse","draw-two","queen-skip","crazy-eight"],'
    '"seats":[{"name":"Ann","strategy":null},{"name":"Bob","strategy":"greedy"}],"round":0,"first":0,"deck":['
)


def old_record(path: Path, moves: int = len(SHORT_MOVES)) -> Path:
    """What the program before matches wrote."""
    deck = json.dumps([str(card) for card in short_deck_order(short_game())])[1:]
    lines = [f"{OLD}{deck}}}", *(json.dumps({"seat": seat, "move": move}) for seat, move in SHORT_MOVES[:moves])]
    if moves == len(SHORT_MOVES):
        lines.append('{"outcome":{"winner":0,"reason":"empty_hand","points":[32,0]}}')
    return write(path, "".join(f"{line}\n" for line in lines))


def test_a_record_of_version_1_is_read(tmp_path: Path) -> None:
    (replayed,), error = read_until_error(old_record(tmp_path / "r.jsonl"))
    assert error is None
    assert replayed.outcome is not None
    assert (replayed.outcome.points, replayed.match, replayed.number, replayed.scores) == ((32, 0), 0, 0, (32, 0))
    assert [(seat.name, seat.strategy, dict(seat.parameters)) for seat in replayed.seats] == [
        ("Ann", None, {}),
        ("Bob", "greedy", {}),
    ]


def test_rounds_of_version_1_follow_one_another(tmp_path: Path) -> None:
    path = old_record(tmp_path / "r.jsonl")
    lines = lines_of(path)
    path = write(path, [*lines, {**lines[0], "round": 1, "first": 1}, {"abandoned": True}])
    rounds, error = read_until_error(path)
    assert error is None
    assert [(played.number, played.match) for played in rounds] == [(0, 0), (1, 0)]
    lines[0]["round"] = 1
    assert "its round must be 0, not 1" in str(read_until_error(write(path, lines))[1])


@pytest.mark.parametrize("moves", [2, 5])
def test_a_record_of_version_1_is_gone_on_with(tmp_path: Path, moves: int) -> None:
    path = old_record(tmp_path / "r.jsonl", moves)
    seats = (Seat("Ann"), Seat("Bob", Chance(strategy_rng(1, 1)), "chance", {"ms": 5}))
    session = Session.resume(load_record(path), seats)
    make(session, *SHORT_MOVES[moves:])
    session.new_round()
    session.close()
    assert [line["version"] for line in lines_of(path) if "format" in line] == [1, 2]
    again = Session.resume(load_record(path), seats, recording=False)
    assert (again.match.round, again.match.scores) == (1, (32, 0))


@pytest.mark.parametrize("field", ["match", "roles", "parameters"])
def test_version_1_has_nothing_of_version_2(tmp_path: Path, field: str) -> None:
    lines = lines_of(old_record(tmp_path / "r.jsonl"))
    if field == "parameters":
        lines[0]["seats"][0]["parameters"] = {}
    else:
        lines[0][field] = 0 if field == "match" else []
    _, error = read_until_error(write(tmp_path / "bad.jsonl", lines))
    assert f'"{field}" is not known here' in str(error)
