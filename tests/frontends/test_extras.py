"""Statistics and the session log: what is counted and written, for whom, and that trouble with a file ends no game."""

from __future__ import annotations

import json
import re
from dataclasses import asdict
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest

from crazyeights import Fault, Game, Match, Seat, TableRequest, default_registry
from crazyeights.session import Session, strategy_rng
from crazyeights.specs import Folders
from crazyeights_extras.session_log import SessionLog
from crazyeights_extras.session_log import crazyeights_observers as log_observers
from crazyeights_extras.statistics_file import FILE_NAME, Counter, Kept, Played, read_statistics
from crazyeights_extras.statistics_plugin import crazyeights_observers as statistics_observers
from crazyeights_extras.statistics_text import as_json, as_text
from support_tables import SHORT_MOVES, make, short_deck_order, short_game

# What seat 1 has at the end of the short round.
HELD_TO_THE_END = ("4 of spades", "queen of spades", "5 of clubs", "6 of clubs", "7 of diamonds")
NOON = datetime(2026, 5, 1, 12, 0, 30)


def people_and(*strategies: str) -> tuple[Seat, ...]:
    """A person, then strategies; "" is another person."""
    registry = default_registry()
    seats = [Seat("You")]
    for seat, name in enumerate(strategies, 1):
        strategy = registry.strategy(name).make(strategy_rng(1, seat)) if name else None
        seats.append(Seat(f"Player {seat}", strategy, name))
    return tuple(seats)


def request(folder: Path, seats: tuple[Seat, ...], **more: Any) -> TableRequest:
    return TableRequest(short_game(), seats, 7, folders=Folders(folder / "config", folder / "data"), **more)


def short_round(table: TableRequest, *, observers: Any = ()) -> Session:
    """Play the short round of `support_tables`: seat 0 wins against 4S QS 5C 6C 7D, which count 32."""
    session = Session(table.game, table.seats, 7, observers=observers, deck=short_deck_order(table.game))
    make(session, *SHORT_MOVES)
    assert session.over
    return session


class TestWhatIsCounted:
    def test_a_round_that_a_person_has_played_to_its_end(self, tmp_path: Path) -> None:
        table = request(tmp_path, people_and("greedy"))
        counter = Counter(tmp_path / "deep" / "s.jsonl", table, 0, Match(2), lambda: NOON)
        short_round(table, observers=[counter])
        (line,) = (tmp_path / "deep" / "s.jsonl").read_text(encoding="utf-8").splitlines()
        assert json.loads(line) == {
            "at": "2026-05-01T12:00:30",
            "kind": "round",
            "variant": "classic",
            "changed": True,
            "players": 2,
            "opponents": ["greedy"],
            "result": "won",
            "points": 32,
        }

    def test_a_round_that_was_lost(self, tmp_path: Path) -> None:
        table = request(tmp_path, (*people_and("greedy")[1:], *people_and("greedy")[:1]))
        (counter,) = statistics_observers(Match(2), table)
        short_round(table, observers=[counter])
        (played,) = read_statistics(tmp_path / "data").played
        assert (played.result, played.points) == ("lost", 0)

    def test_the_game_itself_asks_for_it(self, tmp_path: Path) -> None:
        table = TableRequest(
            Game("classic", options={"hand_size": 1, "rounds": 2}),
            people_and("greedy"),
            3,
            folders=Folders(tmp_path, tmp_path),
        )
        session = table.open(default_registry())
        for _ in range(2):
            while session.to_move is not None:
                session.apply(session.to_move, session.legal_moves(session.to_move)[0])
            if not session.match_over:
                session.new_round()
        session.close()
        kept = read_statistics(tmp_path)
        assert [played.kind for played in kept.played] == ["round", "round", "match"]
        assert kept.played[2].points == session.match.scores[0]
        assert sum(played.points for played in kept.played[:2]) == session.match.scores[0]

    @pytest.mark.parametrize("others", [("",), ("greedy", "")])
    def test_with_several_people_nobody_is_you(self, tmp_path: Path, others: tuple[str, ...]) -> None:
        table = TableRequest(
            Game("classic", len(others) + 1), people_and(*others), 1, folders=Folders(tmp_path, tmp_path)
        )
        assert not list(statistics_observers(Match(2), table))

    def test_who_only_looks_on_plays_nothing(self, tmp_path: Path) -> None:
        seats = people_and("greedy", "greedy")[1:]
        assert not list(statistics_observers(Match(2), request(tmp_path, seats)))

    def test_nothing_is_written_where_nobody_says_where(self) -> None:
        assert not list(statistics_observers(Match(2), TableRequest(short_game(), people_and("greedy"), 7)))
        assert not list(statistics_observers(Match(2), None))

    def test_a_file_that_can_not_be_written_is_a_fault_and_the_round_goes_on(self, tmp_path: Path) -> None:
        (tmp_path / "data").write_text("a file", encoding="utf-8")
        table = request(tmp_path, people_and("greedy"))
        session = table.open(default_registry())
        while session.to_move is not None:
            session.apply(session.to_move, session.legal_moves(session.to_move)[0])
        (fault,) = [event for event in session.events_since(0, None) if isinstance(event, Fault)]
        assert fault.source == "statistics"
        assert session.over


def played(result: Any, at: int = 1, **more: Any) -> Played:
    values: dict[str, Any] = {
        "at": f"2026-05-{at:02}T20:00:00",
        "kind": "round",
        "variant": "classic",
        "changed": False,
        "players": 2,
        "opponents": ("greedy",),
        "result": result,
        "points": 10,
    }
    return Played(**(values | more))


def kept(*rounds: Played, **more: Any) -> Kept:
    return Kept(Path("s.jsonl"), rounds, **more)


class TestWhatIsShown:
    ROUNDS = (
        played("won", 1, points=20),
        played("won", 2, points=31),
        played("lost", 3, points=0, variant="plain"),
        played("drawn", 4, points=0, players=3, opponents=("greedy", "careful")),
        played("won", 5, points=9, players=3, opponents=("greedy", "greedy"), changed=True),
        played("won", 6, kind="match", points=60),
        played("lost", 7, kind="match", points=3),
    )

    def test_in_words(self) -> None:
        lines = as_text(kept(*self.ROUNDS)).splitlines()
        assert lines[0] == "You have played 5 rounds and won 3 (60%); 1 drawn. Of 2 matches you have won 1."
        assert lines[1] == "In a row you have won 1 now and 2 at best. Last played on 2026-05-05."
        table = [line.split("  ") for line in lines[3:8]]
        assert [row[0] for row in table] == [
            *("By game", "classic, 2 players", "plain, 2 players", "classic, 3 players", "classic (changed), 3 players")
        ]
        assert lines[4].split()[-5:] == ["2", "2", "(100%)", "0", "25.5"]
        opponents = lines[lines.index(next(line for line in lines if line.startswith("By opponent"))) + 1 :]
        assert opponents[0].split() == ["greedy", "5", "3", "(60%)", "1", "12.0"]
        assert opponents[1].split() == ["careful", "1", "0", "(0%)", "1", "0.0"]
        assert "delete the file to begin anew" in lines[-1]

    def test_for_a_program(self) -> None:
        told = json.loads(as_json(kept(*self.ROUNDS, unreadable=2)))
        assert (told["rounds"], told["won"], told["drawn"], told["points"]) == (5, 3, 1, 60)
        assert (told["matches"], told["matches_won"], told["streak"], told["best_streak"]) == (2, 1, 1, 2)
        assert told["by_opponent"]["careful"] == {"rounds": 1, "won": 0, "drawn": 1, "points": 0}
        assert told["by_game"]["plain, 2 players"] == {"rounds": 1, "won": 0, "drawn": 0, "points": 0}
        assert (told["file"], told["unreadable"]) == ("s.jsonl", 2)

    def test_one_round_and_none(self) -> None:
        assert as_text(kept(played("lost"))).startswith("You have played 1 round and won 0 (0%).\n")
        assert as_text(kept()) == "No rounds yet. Each one that you play to its end is counted."
        assert as_text(kept(variant="plain")).startswith("No rounds of plain yet.")

    def test_a_name_can_not_steer_the_terminal(self) -> None:
        text = as_text(kept(played("won", opponents=("exec:\x1b[31m" + "x" * 100,))))
        assert "\x1b" not in text
        assert max(map(len, text.splitlines())) < 100


class TestTheFile:
    def test_what_was_written_is_read(self, tmp_path: Path) -> None:
        rounds = (played("won"), played("lost", variant="plain", kind="match"))
        text = "".join(f"{json.dumps(asdict(one))}\n" for one in rounds)
        (tmp_path / FILE_NAME).write_text(text, encoding="utf-8")
        assert read_statistics(tmp_path) == Kept(tmp_path / FILE_NAME, rounds)
        assert read_statistics(tmp_path, "plain").played == rounds[1:]

    def test_no_file_is_no_rounds(self, tmp_path: Path) -> None:
        assert read_statistics(tmp_path / "nowhere").played == ()

    def test_lines_that_make_no_sense_are_counted_and_left_out(self, tmp_path: Path) -> None:
        good = json.dumps(asdict(played("won")) | {"added_later": 5})
        bad = [
            *("", "nonsense", "[]", "5", "{}", good[:-20], "[" * 100_000),
            *(
                json.dumps(asdict(played("won")) | {key: value})
                for key, value in (
                    *(("result", "cheated"), ("kind", "game"), ("at", "noon"), ("players", "many")),
                    *(("points", None), ("opponents", 5)),
                )
            ),
        ]
        (tmp_path / FILE_NAME).write_bytes("\n".join([good, *bad, good]).encode() + b"\n\xff\xfe\n")
        read = read_statistics(tmp_path)
        assert read.played == (played("won"), played("won"))
        assert read.unreadable == len(bad) + 1
        assert f"{len(bad) + 1} lines in {tmp_path / FILE_NAME} can't be read and are left out." in as_text(read)


class TestTheLog:
    def log(self, tmp_path: Path, seats: tuple[Seat, ...]) -> list[str]:
        table = request(tmp_path, seats, log=tmp_path / "session.log")
        match = Match(2)
        log = SessionLog(tmp_path / "session.log", table, match, lambda: NOON)
        deck = short_deck_order(table.game)
        make(Session(table.game, table.seats, 7, observers=[log], match=match, deck=deck), *SHORT_MOVES)
        return (tmp_path / "session.log").read_text(encoding="utf-8").splitlines()

    def test_it_tells_the_round_in_sentences(self, tmp_path: Path) -> None:
        lines = self.log(tmp_path, people_and("greedy"))
        assert all(line.startswith("12:00:30 ") for line in lines)
        text = [line.removeprefix("12:00:30 ") for line in lines]
        assert text[0].startswith("2026-05-01 crazyeights 0.1.0: ")
        assert text[0].endswith("At the table: You and Player 1 (greedy).")
        assert "You play the 8 of spades." in text
        assert "Player 1 draws a card." in text
        (left,) = [line for line in text if line.startswith("Player 1 had left: ")]
        cards = set(re.split(", | and ", left.removeprefix("Player 1 had left: ").rstrip(".")))
        assert cards == {f"the {card}" for card in HELD_TO_THE_END}
        assert text[-1] == "Scores after 1 round: You 32 and Player 1 0."

    def test_it_names_no_card_that_the_user_could_not_see(self, tmp_path: Path) -> None:
        text = "\n".join(self.log(tmp_path, people_and("greedy")))
        before_the_end = text.split("had left")[0]
        for hidden in HELD_TO_THE_END:
            assert hidden not in before_the_end
        # The user's own hand is told, but not where several people could read it.
        assert "3 of hearts" in text.split("You play")[0]
        (tmp_path / "session.log").unlink()
        shared = "\n".join(self.log(tmp_path, people_and("")))
        assert "king of diamonds" not in shared.split("play the king")[0]
        assert "hold" not in shared

    def test_it_is_added_to(self, tmp_path: Path) -> None:
        (tmp_path / "session.log").write_text("older\n", encoding="utf-8")
        assert self.log(tmp_path, people_and("greedy"))[0] == "older"

    def test_there_is_none_unless_it_is_asked_for(self, tmp_path: Path) -> None:
        assert not list(log_observers(Match(2), request(tmp_path, people_and("greedy"))))
        assert not list(log_observers(Match(2), None))

    def test_a_file_that_can_not_be_written_is_a_fault_and_the_round_goes_on(self, tmp_path: Path) -> None:
        table = request(tmp_path, people_and("greedy"), log=tmp_path / "no" / "such.log")
        session = table.open(default_registry())
        (fault,) = [event for event in session.events_since(0, None) if isinstance(event, Fault)]
        assert fault.source == "session-log"
        assert "No such file or directory" in fault.message
        assert session.to_move is not None
