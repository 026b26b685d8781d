from __future__ import annotations

import json
import os
import sys
from pathlib import Path

import pytest

from crazyeights import (
    Card,
    Deck,
    Event,
    Fault,
    Game,
    Move,
    Rank,
    RecordError,
    Reshuffled,
    Seat,
    SeatError,
    Session,
    Suit,
    UnfinishedRecordError,
    Variant,
)
from crazyeights.record import Recorder, load_record, read_record
from crazyeights.session import strategy_rng
from support_decks import Offer
from support_tables import (
    SHORT_MOVES,
    Chance,
    chances,
    lines_of,
    make,
    people,
    play_out,
    random_record,
    read_until_error,
    record_short,
    short_deck_order,
    short_game,
    short_session,
    with_reshuffle,
    write,
)

BODY = [
    '{"seat":0,"move":"3H"}',
    '{"seat":1,"move":"draw"}',
    '{"seat":0,"move":"8S=D"}',
    '{"seat":1,"move":"draw"}',
    '{"seat":0,"move":"KD"}',
    '{"outcome":{"winner":0,"reason":"empty_hand","points":[32,0]}}',
]


# Writing


def test_a_round_is_written_exactly_so(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    game = Game("classic", players=2, rules_removed=["draw-two"], options={"hand_size": 3})
    given = {"ms": 100, "share": 0.25, "loud": True, "mood": "bold"}
    seats = (Seat("Zoë"), Seat("Bob", Chance(strategy_rng(7, 1)), "chance", given))
    session = Session(game, seats, 7, deck=short_deck_order(game), recorder=Recorder(path))
    make(session, *SHORT_MOVES)
    session.close()
    written = path.read_bytes()
    assert written.endswith(b"\n")
    assert b"\r" not in written
    header, *body = written.decode("utf-8").splitlines()
    assert body == BODY
    start = (
        '{"format":"crazyeights","version":2,"variant":"classic","players":2,"rules_added":[],"rules_removed":["draw-two"],'
        '"roles":[],"options":{"hand_size":3},"rules":["ace-reverse","queen-skip","crazy-eight"],'
        '"seats":[{"name":"Zoë","strategy":null,"parameters":{}},{"name":"Bob","strategy":"chance",'
        '"parameters":{"ms":100,"share":"0.25","loud":true,"mood":"bold"}}],"match":0,"round":0,"first":0,'
        '"deck":["3H","4S","8S","QS","KD","5C","9H","6C","7D",'
    )
    assert header[: len(start)] == start
    assert len(json.loads(header)["deck"]) == 52


def test_every_line_is_in_the_file_at_once(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    session = short_session(recorder=Recorder(path))
    for number, move in enumerate(SHORT_MOVES):
        assert len(path.read_text(encoding="utf-8").splitlines()) == 1 + number
        make(session, move)
    assert len(path.read_text(encoding="utf-8").splitlines()) == 7
    session.close()


def test_a_fault_is_written_where_it_happened(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    session = short_session(recorder=Recorder(path))
    make(session, SHORT_MOVES[0])
    session.report(Fault("greedy", 'raised "☹"', 1))
    session.report(Fault("watcher", "stopped"))
    make(session, *SHORT_MOVES[1:])
    session.report(Fault("late", "between two rounds"))
    session.close()
    assert path.read_text(encoding="utf-8").splitlines()[2:4] == [
        '{"fault":{"seat":1,"source":"greedy","message":"raised \\"☹\\""}}',
        '{"fault":{"seat":null,"source":"watcher","message":"stopped"}}',
    ]
    (replayed,) = read_record(path)
    assert list(replayed.events)[2:4] == [Fault("greedy", 'raised "☹"', 1), Fault("watcher", "stopped")]
    assert len(lines_of(path)) == 9


def test_a_dropped_round_is_marked_and_the_next_follows(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    session = short_session(recorder=Recorder(path))
    make(session, *SHORT_MOVES[:2])
    session.new_round()
    session.close()
    lines = lines_of(path)
    assert lines[3] == {"abandoned": True}
    assert (lines[4]["round"], lines[4]["first"]) == (1, 1)
    rounds, error = read_until_error(path)
    assert isinstance(error, UnfinishedRecordError)
    assert [(played.abandoned, played.outcome) for played in rounds] == [(True, None), (False, None)]


def test_a_file_that_holds_anything_is_never_overwritten(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", "precious")
    with pytest.raises(RecordError, match=r"r\.jsonl is not empty"):
        Recorder(path)
    assert path.read_text(encoding="utf-8") == "precious"


def test_an_empty_file_is_taken(tmp_path: Path) -> None:
    path = write(tmp_path / "r.jsonl", "")
    record_short(path)
    assert len(lines_of(path)) == 7


@pytest.mark.parametrize(
    ("name", "reason"), [("no/r.jsonl", "No such file"), (".", "Is a directory"), ("a\0b", "null byte")]
)
def test_a_file_that_cant_be_made_is_one_clear_line(tmp_path: Path, name: str, reason: str) -> None:
    with pytest.raises(RecordError, match=reason if os.name == "posix" else "") as failed:
        Recorder(tmp_path / name)
    assert str(failed.value).startswith("can't write ")
    assert "\n" not in str(failed.value)


def test_a_name_that_utf8_cant_hold_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    names = ("half a pair \ud83d", 'quote " and \u2028 and \n')
    with short_session(people(*names), recorder=Recorder(path)) as session:
        make(session, *SHORT_MOVES)
    (replayed,) = read_record(path)
    assert tuple(seat.name for seat in replayed.seats) == names


def test_a_deck_with_signs_that_json_escapes_can_be_recorded(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    deck = Deck(
        (Suit('"', "quotes", '"'), Suit("\\", "slashes", "\\")), tuple(Rank(str(n), str(n), n) for n in range(1, 9))
    )
    variant = Variant("odd", "an odd deck", ("crazy-eight",), {"hand_size": 2}, deck=deck)
    offer = Offer(variants=[variant])
    with Session(Game("odd", registry=offer), chances(2, 4), 4, recorder=Recorder(path)) as session:
        play_out(session)
    rounds, error = read_until_error(path, offer)
    assert error is None
    assert rounds[0].outcome == session.state.outcome


# Reading again


def test_reading_gives_back_the_whole_round(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl")
    (replayed,) = read_record(path)
    assert (replayed.game.name, replayed.game.players, replayed.game.options.hand_size) == ("classic", 2, 3)
    assert [(seat.name, seat.strategy) for seat in replayed.seats] == [("Ann", None), ("Bob", None)]
    assert [(move.line, move.seat, str(move.move)) for move in replayed.moves] == [
        (line, seat, move) for line, (seat, move) in enumerate(SHORT_MOVES, 2)
    ]
    assert (replayed.number, replayed.line, replayed.abandoned, replayed.missing) == (0, 1, False, ())
    session = short_session()
    make(session, *SHORT_MOVES)
    assert list(replayed.events) == session.state.events()
    assert replayed.outcome == session.state.outcome
    assert replayed.deal().hand_sizes == (3, 3)


@pytest.mark.parametrize("variant", ["classic", "plain"])
@pytest.mark.parametrize("seed", range(8))
def test_a_random_match_reads_back_as_it_was_played(tmp_path: Path, variant: str, seed: int) -> None:
    path = tmp_path / "r.jsonl"
    players = 2 if variant == "plain" else 2 + seed % 6
    notes: list[Event] = []

    class Notes:
        def on_event(self, event: Event) -> None:
            notes.append(event)

    game = Game(variant, players=players)
    session = Session(game, chances(players, seed), seed, recorder=Recorder(path), observers=[Notes()])
    for number in range(3):
        if number:
            session.new_round()
        play_out(session)
    session.close()
    rounds = list(read_record(path))
    assert [event for played in rounds for event in played.events] == notes
    assert [played.number for played in rounds] == [0, 1, 2]
    assert [played.outcome for played in rounds] == list(session.match.sheet)
    stocks = [event.stock for event in notes if isinstance(event, Reshuffled)]
    assert [stock for played in rounds for stock in played.reshuffles] == stocks
    written = [[Card.parse(card) for card in line["reshuffle"]] for line in lines_of(path) if "reshuffle" in line]
    assert written == [list(stock or ()) for stock in stocks]
    if variant == "classic":
        assert stocks


def test_a_reshuffle_that_a_penalty_made_necessary_is_written(tmp_path: Path) -> None:
    for seed in range(60):
        path = tmp_path / f"{seed}.jsonl"
        random_record(path, "classic", 3, seed)
        lines = lines_of(path)
        moves = [lines[at - 1]["move"] for at, line in enumerate(lines) if "reshuffle" in line]
        if any(move.startswith("2") for move in moves):
            assert read_until_error(path)[1] is None
            return
    pytest.fail("no such round in 60")


def test_the_stock_that_is_recorded_is_the_stock_that_is_replayed(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    lines, at = with_reshuffle(path)
    (before,) = read_record(path)
    stock = lines[at]["reshuffle"]
    stock[-1], stock[-2] = stock[-2], stock[-1]
    (after,) = read_record(write(path, lines))
    assert [str(card) for card in after.state.stock[-2:]] == stock[-2:]
    assert after.state.stock[-2:] == before.state.stock[-2:][::-1]


def test_a_record_can_be_read_from_its_lines(tmp_path: Path) -> None:
    text = record_short(tmp_path / "r.jsonl").read_text(encoding="utf-8")
    for lines in (text.splitlines(), text.splitlines(keepends=True), text.encode().splitlines()):
        (replayed,) = read_record(lines)
        assert len(replayed.moves) == 5


def test_line_ends_and_marks_of_windows_editors_do_no_harm(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl")
    write(path, b"\xef\xbb\xbf" + path.read_bytes().replace(b"\n", b"\r\n"))
    assert read_until_error(path)[1] is None


def test_moves_may_be_written_in_any_case(tmp_path: Path) -> None:
    lines = lines_of(record_short(tmp_path / "r.jsonl"))
    lines[3]["move"] = "8s=d"
    assert read_until_error(write(tmp_path / "e.jsonl", lines))[1] is None


# Records that end in mid-round


@pytest.mark.parametrize("moves", range(5))
def test_a_record_that_ends_in_mid_round_gives_its_moves_and_says_so(tmp_path: Path, moves: int) -> None:
    path = record_short(tmp_path / "r.jsonl", moves)
    rounds, error = read_until_error(path)
    assert isinstance(error, UnfinishedRecordError)
    assert str(error) == f"line {moves + 1}: the record ends in the middle of round 1"
    assert [(move.seat, str(move.move)) for move in rounds[0].moves] == list(SHORT_MOVES[:moves])
    assert rounds[0].outcome is None


def test_a_header_that_is_cut_off_leaves_nothing_to_resume(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl")
    write(path, path.read_bytes()[:40])
    with pytest.raises(UnfinishedRecordError, match="line 1: the record ends in the middle of this line"):
        load_record(path)


def two_rounds(path: Path) -> bytes:
    """A match of two rounds in which the stock is reshuffled in the second."""
    for seed in range(100):
        path.unlink(missing_ok=True)
        random_record(path, "classic", 4, seed, rounds=2, hand_size=9)
        second = path.read_bytes().split(b'"round":1')[1]
        if b"reshuffle" in second and len(path.read_bytes()) < 6000:
            return path.read_bytes()
    raise AssertionError("no such match in 100")


def test_a_record_cut_off_anywhere_is_resumed_where_it_ends(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    whole = two_rounds(path)
    moves = [move for played in read_record(path) for move in played.moves]
    lines = whole.splitlines(keepends=True)
    sizes = []
    size = len(lines[0])
    for number, line in enumerate(lines[1:], 1):
        # Each line that is no move and those around it, and some others: cut off within, before and after its line end.
        near = lines[number - 1 : number + 2]
        if number % 5 == 0 or any(b'"move"' not in neighbour for neighbour in near):
            sizes += [size + 1, size + len(line) // 2, size + len(line) - 1, size + len(line)]
        size += len(line)
    assert len(sizes) > 100
    for size in sizes:
        path.write_bytes(whole[:size])
        record = load_record(path)
        read = [move for played in record.rounds for move in played.moves]
        whole_lines = whole[:size].splitlines()
        if whole[size - 1 : size + 1] != b"}\n" and not whole[:size].endswith(b"\n"):
            whole_lines.pop()
        assert read == moves[: sum(b'"move"' in line for line in whole_lines)], size
        session = Session.resume(record, chances(4, 1))
        rest = moves[len(read) :]
        for move in rest:
            if session.over:
                session.new_round(record_deck(whole))
            session.apply(move.seat, move.move)
        session.close()
        assert path.read_bytes() == whole, size


def record_deck(whole: bytes) -> list[Card]:
    header = next(line for line in whole.splitlines() if b'"round":1' in line)
    return [Card.parse(card) for card in json.loads(header)["deck"]]


# Resuming


def test_a_resumed_round_goes_on_where_it_stopped(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl", moves=3)
    record = load_record(path)
    assert (record.game.name, [seat.name for seat in record.seats]) == ("classic", ["Ann", "Bob"])
    assert isinstance(record.unfinished, UnfinishedRecordError)
    session = Session.resume(record, people("Ann", "Bob"))
    fresh = short_session()
    make(fresh, *SHORT_MOVES[:3])
    assert session.events_since(0, 0) == fresh.events_since(0, 0)
    assert session.to_move == 1
    assert session.state.hands == fresh.state.hands
    make(session, *SHORT_MOVES[3:])
    make(fresh, *SHORT_MOVES[3:])
    assert session.events_since(0, None) == fresh.events_since(0, None)
    assert session.match.scores == (32, 0)
    session.close()
    assert path.read_text(encoding="utf-8").splitlines()[1:] == BODY


def test_scores_and_the_number_of_the_round_are_resumed(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    before = short_session(recorder=Recorder(path))
    make(before, *SHORT_MOVES)
    before.new_round()
    before.new_round()
    before.close()
    session = Session.resume(load_record(path), people("Ann", "Bob"))
    assert session.match.round == 2
    assert session.match.sheet == before.match.sheet
    assert session.match.scores == (32, 0)
    assert session.to_move == session.match.first == 0
    assert session.events_since(0, 1) == before.events_since(0, 1)
    session.new_round()
    assert session.match.round == 3
    session.close()
    assert [line["round"] for line in lines_of(path) if "round" in line] == [0, 1, 2, 3]
    assert isinstance(read_until_error(path)[1], UnfinishedRecordError)


def test_a_finished_record_is_resumed_between_two_rounds(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl")
    record = load_record(path)
    assert record.unfinished is None
    session = Session.resume(record, people("Ann", "Bob"))
    assert session.over
    session.new_round()
    assert session.to_move == 1
    session.close()
    assert [line for line in lines_of(path) if "abandoned" in line] == []
    assert len(read_until_error(path)[0]) == 2


def test_a_record_whose_round_was_dropped_resumes_with_the_next(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl", moves=1)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"abandoned":true}\n')
    session = Session.resume(load_record(path), people("Ann", "Bob"))
    assert session.match.round == 1
    assert not session.over
    session.close()
    assert [played.abandoned for played in read_until_error(path)[0]] == [True, False]


def test_seats_resumed_may_have_other_strategies_but_not_another_number(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl", moves=1)
    with pytest.raises(SeatError, match="3 seats"):
        Session.resume(load_record(path), people("Ann", "Bob", "Cid"))
    session = Session.resume(load_record(path), chances(2, 3))
    play_out(session)
    session.close()
    assert read_until_error(path)[1] is None


def test_a_session_can_be_resumed_without_writing_on(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl", moves=3)
    before = path.read_bytes()
    session = Session.resume(load_record(path), people("Ann", "Bob"), recording=False)
    make(session, *SHORT_MOVES[3:])
    session.close()
    assert path.read_bytes() == before


def test_observers_of_a_resumed_session_are_told_what_happens_from_then_on(tmp_path: Path) -> None:
    told: list[Event] = []

    class Notes:
        def on_event(self, event: Event) -> None:
            told.append(event)

    path = record_short(tmp_path / "r.jsonl", moves=3)
    with Session.resume(load_record(path), people("Ann", "Bob"), observers=[Notes()]) as session:
        make(session, *SHORT_MOVES[3:])
    assert [type(event).__name__ for event in told] == ["Drew", "Played", "RoundOver"]


def test_a_file_that_changed_since_it_was_read_is_not_written(tmp_path: Path) -> None:
    path = record_short(tmp_path / "r.jsonl", moves=2)
    record = load_record(path)
    with path.open("a", encoding="utf-8") as file:
        file.write('{"seat":0,"move":"draw"}\n')
    before = path.read_bytes()
    with pytest.raises(RecordError, match="has changed since it was read"):
        Session.resume(record, people("Ann", "Bob"))
    assert path.read_bytes() == before
    path.unlink()
    with pytest.raises(RecordError, match="can't write"):
        Session.resume(record, people("Ann", "Bob"))
    assert not path.exists()


def test_a_fault_of_a_resumed_round_is_read_again(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    session = short_session(recorder=Recorder(path))
    session.report(Fault("greedy", "raised ValueError", 1))
    make(session, SHORT_MOVES[0])
    session.close()
    resumed = Session.resume(load_record(path), people("Ann", "Bob"))
    resumed.close()
    assert resumed.events_since(1, None) == session.events_since(1, None)
    assert resumed.events_since(1, None)[0] == Fault("greedy", "raised ValueError", 1)


def test_no_recursion_limit_bounds_a_long_round(tmp_path: Path) -> None:
    path = tmp_path / "long.jsonl"
    with Session(short_game(), people("Ann", "Bob"), 3, recorder=Recorder(path)) as session:
        draw = Move.parse("draw")
        for _ in range(3 * sys.getrecursionlimit()):
            seat = session.to_move
            assert seat is not None
            legal = session.legal_moves(seat)
            session.apply(seat, draw if draw in legal else legal[-1])
            if session.over:
                session.new_round()
    rounds, _ = read_until_error(path)
    assert sum(len(played.moves) for played in rounds) == 3 * sys.getrecursionlimit()
    assert max(len(played.moves) for played in rounds) > sys.getrecursionlimit()
