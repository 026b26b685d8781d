"""Broken-off rounds are kept, found again and gone on with; rounds that are over leave nothing behind."""

from __future__ import annotations

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crazyeights import Game, OptionError, RecordError, TableRequest, UnknownNameError, View
from crazyeights.moves import Move
from crazyeights.plugins import default_registry
from crazyeights.record import Recorder, load_record
from crazyeights.saved import SavedRounds, seats_again
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.strategy import Parameter, StrategySpec


def play(path: Path, *, moves: int | None, seed: int = 3, rounds: int = 1, **options: Any) -> Session:
    """Record a table with a person and greedy computers, broken off after so many moves of its last round."""
    greedy = default_registry().strategy("greedy")
    seats = [Seat("You"), *(Seat(f"Computer {n}", greedy.make(strategy_rng(seed, n)), "greedy") for n in (1, 2))]
    session = Session(Game("classic", 3, options=options), seats, seed, recorder=Recorder(path))
    for number in range(rounds):
        if number:
            session.new_round()
        limit = moves if number == rounds - 1 else None
        while session.to_move is not None and limit != 0:
            session.apply(session.to_move, session.legal_moves(session.to_move)[0])
            limit = None if limit is None else limit - 1
    session.close()
    return session


def test_a_broken_off_round_is_kept_found_and_gone_on_with(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    path = saved.new_file()
    before = play(path, moves=7)
    assert saved.settle(path) is True
    record = saved.newest()
    assert record is not None
    seats = seats_again(record, default_registry(), 5)
    assert [(seat.name, seat.strategy_name) for seat in seats] == [
        ("You", None),
        ("Computer 1", "greedy"),
        ("Computer 2", "greedy"),
    ]
    table = TableRequest(record.game, seats, 5, record.path, kept=record)
    session = table.open(default_registry())
    assert session.position == 8
    assert session.view_for(0).hand == before.view_for(0).hand
    assert session.view_for(0).history == before.view_for(0).history
    while session.to_move is not None:
        session.apply(session.to_move, session.legal_moves(session.to_move)[0])
    session.close()
    whole = load_record(path)
    assert whole.unfinished is None
    assert whole.rounds[-1].outcome == session.state.outcome
    assert saved.settle(path) is False
    assert not path.exists()
    assert saved.newest() is None


@pytest.mark.parametrize("moves", [0, None], ids=["not begun", "over"])
def test_what_is_over_or_was_never_begun_is_forgotten(tmp_path: Path, moves: int | None) -> None:
    saved = SavedRounds(tmp_path)
    path = saved.new_file()
    play(path, moves=moves)
    assert saved.settle(path) is False
    assert list(saved.folder.iterdir()) == []


def test_in_a_later_round_the_scores_are_kept_too(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    path = saved.new_file()
    before = play(path, moves=0, rounds=2)
    assert saved.settle(path) is True
    record = saved.newest()
    assert record is not None
    session = TableRequest(record.game, seats_again(record, default_registry(), 1), 1, kept=record).open(
        default_registry()
    )
    assert session.match.scores == before.match.scores != (0, 0, 0)
    assert session.match.round == 1
    session.close()


# Matches


def test_a_match_is_kept_between_two_rounds_and_gone_on_with_in_the_next(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    path = saved.new_file()
    before = play(path, moves=None, rounds=2, target=1000)
    assert before.over
    assert saved.settle(path) is True
    record = saved.newest()
    assert record is not None
    table = TableRequest(record.game, seats_again(record, default_registry(), 1), 1, kept=record)
    session = table.open(default_registry())
    assert not session.over
    assert (session.match.round, session.match.first, session.match.target) == (2, 2, 1000)
    assert session.match.scores == before.match.scores != (0, 0, 0)
    session.close()
    assert saved.settle(path) is True


def test_a_match_that_is_over_is_forgotten(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    path = saved.new_file()
    session = play_match(path)
    assert session.match_over
    assert saved.settle(path) is False
    assert list(saved.folder.iterdir()) == []


def test_a_new_match_that_nobody_has_moved_in_is_forgotten(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    for moved in (False, True):
        path = saved.new_file()
        session = play_match(path, another=True, moved=moved)
        assert session.match.number == 1
        assert saved.settle(path) is moved


def play_match(path: Path, *, another: bool = False, moved: bool = False) -> Session:
    """Record a match of two rounds, and perhaps the beginning of another one."""
    session = Session(Game("classic", 2, options={"rounds": 2}), (Seat("Ann"), Seat("Bob")), 3, recorder=Recorder(path))
    for number in range(2):
        if number:
            session.new_round()
        while session.to_move is not None:
            session.apply(session.to_move, session.legal_moves(session.to_move)[0])
    if another:
        session.new_match()
    if moved:
        session.apply(session.match.first, session.legal_moves(session.match.first)[0])
    session.close()
    return session


# Strategies


@dataclass
class Odd:
    """A strategy that plays as ever; what matters is what it was given."""

    rng: Random
    ms: int
    share: float
    loud: bool
    mood: str

    def choose(self, view: View) -> Move:
        return view.legal_moves[0]


class Catalog:
    """A registry with one strategy more."""

    spec = StrategySpec(
        "odd",
        "It is odd.",
        Odd,
        (
            Parameter("ms", 100, low=1, high=1000),
            Parameter("share", 0.5, low=0.0, high=1.0),
            Parameter("loud", default=False),
            Parameter("mood", "mild", choices=("mild", "wild")),
        ),
    )

    def __getattr__(self, name: str) -> Any:
        return getattr(default_registry(), name)

    def strategy(self, name: str) -> StrategySpec:
        return self.spec if name == "odd" else default_registry().strategy(name)


GIVEN = {"ms": 250, "share": 0.0001, "loud": True, "mood": "wild"}


def test_strategies_come_back_with_the_parameters_they_had(tmp_path: Path) -> None:
    saved, registry = SavedRounds(tmp_path), Catalog()
    path = saved.new_file()
    seats = (Seat("Ann"), Seat("Bob", Catalog.spec.make(Random(1), GIVEN), "odd", GIVEN))
    with Session(Game("classic", 2), seats, 3, recorder=Recorder(path)) as session:
        session.apply(0, session.legal_moves(0)[0])
    record = saved.newest(registry)
    assert record is not None
    for _ in range(2):
        _, bob = seats_again(record, registry, 1)
        assert isinstance(bob.strategy, Odd)
        assert (bob.strategy.ms, bob.strategy.share, bob.strategy.loud, bob.strategy.mood) == (
            250,
            0.0001,
            True,
            "wild",
        )
        # And from the record of the resumed table, too.
        with Session.resume(record, (Seat("Ann"), bob)) as session:
            session.new_round()
            session.apply(session.match.first, session.legal_moves(session.match.first)[0])
        record = load_record(path)
    assert len(record.rounds) == 3


@pytest.mark.parametrize(
    ("given", "error", "message"),
    [({"ms": 5000}, OptionError, "ms can't be 5000"), ({"speed": 1}, UnknownNameError, "speed")],
)
def test_a_parameter_that_is_possible_no_more_is_named(
    tmp_path: Path, given: dict[str, Any], error: type[Exception], message: str
) -> None:
    path = tmp_path / "r.jsonl"
    seats = (Seat("Ann"), Seat("Bob", Odd(Random(1), 1, 0.5, False, "mild"), "odd", given))
    with Session(Game("classic", 2), seats, 3, recorder=Recorder(path)):
        pass
    with pytest.raises(error, match=message):
        seats_again(load_record(path), Catalog(), 1)


def test_the_one_that_was_played_last_is_gone_on_with(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    paths = [saved.new_file() for _ in range(3)]
    assert len(set(paths)) == 3
    for age, path in enumerate(paths):
        play(path, moves=3 + age)
        os.utime(path, (1000 - age, 1000 - age))
    record = saved.newest()
    assert record is not None
    assert record.path == paths[0]


def test_a_record_of_the_user_s_own_stays_where_it_is(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path / "data")
    mine = tmp_path / "mine.jsonl"
    note = saved.note(mine)
    play(mine, moves=5)
    assert saved.settle(note) is True
    record = saved.newest()
    assert record is not None
    assert record.path == mine
    session = TableRequest(record.game, seats_again(record, default_registry(), 1), 1, kept=record).open(
        default_registry()
    )
    while session.to_move is not None:
        session.apply(session.to_move, session.legal_moves(session.to_move)[0])
    session.close()
    assert saved.settle(mine) is False
    assert mine.exists()
    assert saved.newest() is None
    assert list(saved.folder.iterdir()) == []


def test_what_can_t_be_read_is_passed_over_and_stays(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    good, bad = saved.new_file(), saved.new_file()
    play(good, moves=5)
    bad.write_text('{"format":"crazyeights","version":99}\n', encoding="utf-8")
    (saved.folder / "lost.where").write_text(str(tmp_path / "gone.jsonl"), encoding="utf-8")
    record = saved.newest()
    assert record is not None
    assert record.path == good
    assert saved.settle(bad) is True
    assert bad.exists()


def test_old_ones_are_forgotten(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    for age in range(30):
        path = saved.new_file()
        os.utime(path, (age, age))
    left = sorted(path.stat().st_mtime for path in saved.folder.glob("*.jsonl"))
    # With each its lock goes, too.
    assert len(list(saved.folder.glob("*.lock"))) == 20
    assert len(left) == 20


def test_a_folder_that_can_t_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("", encoding="utf-8")
    with pytest.raises(OSError, match=r".+"):
        SavedRounds(tmp_path / "file").new_file()
    assert SavedRounds(tmp_path / "file").newest() is None


def test_a_strategy_that_is_gone_is_named(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    path = saved.new_file()
    play(path, moves=5)
    path.write_text(path.read_text(encoding="utf-8").replace('"greedy"', '"gone"'), encoding="utf-8")
    record = saved.newest()
    assert record is not None
    with pytest.raises(UnknownNameError, match="gone"):
        seats_again(record, default_registry(), 1)


def test_a_record_that_can_t_be_written_on_is_played_on_all_the_same(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    path = saved.new_file()
    play(path, moves=5)
    record = saved.newest()
    assert record is not None
    # Somebody else has gone on with it meanwhile.
    with path.open("a", encoding="utf-8") as file:
        file.write('{"abandoned":true}\n')
    with pytest.raises(RecordError):
        Recorder.resume(record)
    session = TableRequest(record.game, seats_again(record, default_registry(), 1), 1, kept=record).open(
        default_registry()
    )
    assert session.position == 6
    assert any("is not written on" in str(event) for event in session.events_since(0, None))


def test_a_table_at_which_another_process_plays_is_passed_over(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    older, newer = saved.new_file(), saved.new_file()
    for age, path in enumerate((newer, older)):
        play(path, moves=5)
        assert saved.settle(path) is True
        os.utime(path, (1000 - age, 1000 - age))
    code = (
        "import sys; from pathlib import Path; from crazyeights.saved import SavedRounds\n"
        "saved = SavedRounds(Path(sys.argv[1]))\n"
        "print(saved.hold(Path(sys.argv[2])), flush=True)\n"
        "sys.stdin.read()"
    )
    other = subprocess.Popen(
        [sys.executable, "-c", code, str(tmp_path), str(newer)],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    )
    assert other.stdin is not None
    assert other.stdout is not None
    with other:
        assert other.stdout.readline() == "True\n"
        assert saved.hold(newer) is False
        record = saved.newest()
        assert record is not None
        assert record.path == older
        # However it ends, the lock is given back.
        other.kill()
    record = saved.newest()
    assert record is not None
    assert record.path == newer
    assert saved.hold(newer) is True
    assert saved.settle(newer) is True
    assert sorted(path.suffix for path in saved.folder.iterdir()) == [".jsonl", ".jsonl"]


def test_a_new_table_is_held_at_once_and_its_own_process_may_go_on_with_it(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    path = saved.new_file()
    play(path, moves=5)
    code = (
        "import sys; from pathlib import Path; from crazyeights.saved import SavedRounds\n"
        "saved = SavedRounds(Path(sys.argv[1]))\n"
        "print(saved.newest(), saved.hold(Path(sys.argv[2])))"
    )
    other = subprocess.run(
        [sys.executable, "-c", code, str(tmp_path), str(path)], capture_output=True, text=True, check=True
    )
    assert other.stdout == "None False\n"
    # Somebody else in the same process, as the start menu beside the launcher.
    record = SavedRounds(tmp_path).newest()
    assert record is not None
    assert SavedRounds(tmp_path).hold(record.path) is True
    assert saved.settle(path) is True


def test_why_there_is_no_round_to_go_on_with(tmp_path: Path) -> None:
    saved = SavedRounds(tmp_path)
    assert saved.why_none() is None
    path = saved.new_file()
    path.write_text('{"format":"crazyeights","version":99}\n', encoding="utf-8")
    why = saved.why_none()
    assert why is not None
    assert why.startswith(f"{path} can't be gone on with: line 1: ")
