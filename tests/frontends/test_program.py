"""The whole program through a pipe: the installed command, as a script or a curious user runs it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from random import Random
from typing import ClassVar

import pytest

from crazyeights import Game
from crazyeights.plugins import default_registry
from crazyeights.session import Seat, Session, strategy_rng
from support_program import COMMAND, Program, one_line


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def script(seed: int, variant: str = "classic", players: int = 2) -> tuple[list[str], Session]:
    """Play a round against the usual computers with whatever is legal first; give the moves to type, and the table."""
    game = Game(variant, players=players)
    usual = default_registry().strategy("normal")
    seats = [
        Seat("You"),
        *(Seat(f"Computer {n}", usual.make(strategy_rng(seed, n)), "normal") for n in range(1, players)),
    ]
    session = Session(game, seats, seed)
    typed = []
    while (seat := session.to_move) is not None:
        strategy = seats[seat].strategy
        view = session.view_for(seat)
        move = view.legal_moves[0] if strategy is None else strategy.choose(view)
        if strategy is None:
            typed.append(str(move))
        session.apply(seat, move)
    return typed, session


class TestRound:
    @pytest.mark.parametrize(("variant", "players"), [("classic", 2), ("classic", 4), ("plain", 2)])
    def test_a_full_round_is_recorded_and_replayed(self, program: Program, variant: str, players: int) -> None:
        typed, session = script(11, variant, players)
        options = ["--variant", variant, "--players", players, "--seed", 11, "--record", "round.jsonl"]
        done = program(*options, typed=[*typed, "quit"])
        assert (done.returncode, done.stderr) == (0, "")
        assert "The round is over: " in done.stdout
        lines = [json.loads(line) for line in (program.folder / "round.jsonl").read_text(encoding="utf-8").splitlines()]
        outcome = session.state.outcome
        assert outcome is not None
        assert lines[-1]["outcome"]["points"] == list(outcome.points)
        replayed = program("replay", "round.jsonl")
        assert (replayed.returncode, replayed.stderr) == (0, "")
        moves = sum("move" in line for line in lines)
        assert replayed.stdout.splitlines()[-1] == f"Verified: 1 round, {moves} moves, all by the rules."
        assert "The round is over: " in replayed.stdout

    def test_the_same_seed_gives_the_same_game(self, program: Program) -> None:
        first, again = (program("--watch", "--players", 3, "--seed", 5) for _ in range(2))
        assert first.stdout == again.stdout
        assert "The round is over: " in first.stdout
        assert (first.returncode, first.stderr) == (0, "")

    def test_the_end_of_the_input_in_mid_round_is_exit_code_3(self, program: Program) -> None:
        done = program("--seed", 7, "--record", "round.jsonl", typed="draw\n")
        assert done.returncode == 3
        assert len(done.stderr.splitlines()) == 1
        assert "Traceback" not in done.stderr
        # Nothing is lost: what was played is there, and said to be unfinished.
        replayed = program("replay", "round.jsonl")
        assert replayed.returncode == 1
        assert "You draw" in replayed.stdout
        assert "Verified" not in replayed.stdout
        assert "round.jsonl" in one_line(replayed.stderr)

    def test_refused_moves_say_why_and_change_nothing(self, program: Program) -> None:
        done = program("--seed", 7, typed=["11H", "8X", "pass", "fish", "quit"])
        assert (done.returncode, done.stderr) == (0, "")
        assert "Traceback" not in done.stdout
        assert "rank" in done.stdout
        assert "You may pass only when" in done.stdout

    def test_a_composed_game(self, program: Program) -> None:
        done = program(
            "play", "--variant", "plain", "--rule", "queen-skip", "--set", "hand_size=3", typed=["rules", "quit"]
        )
        assert done.returncode == 0
        assert "The rules of plain with queen-skip, hand_size=3" in done.stdout

    def test_text_that_the_output_can_not_encode(self, program: Program) -> None:
        done = program("--seed", 7, typed=["quit"], env={"PYTHONIOENCODING": "ascii"})
        assert (done.returncode, done.stderr) == (0, "")

    def test_bytes_that_are_no_text(self, program: Program) -> None:
        done = subprocess.run(
            [str(COMMAND), "--seed", "7"],
            input=b"\xff\xfe\x00draw\nquit\n",
            capture_output=True,
            env=program.env,
            check=False,
            timeout=60,
        )
        assert done.returncode == 0
        assert b"Traceback" not in done.stdout + done.stderr


class TestErrors:
    """One of each kind; test_cli.py has the rest."""

    @pytest.mark.parametrize(
        ("line", "code", "says"),
        [
            ("--variant plane", 2, "did you mean plain?"),
            ("paly", 2, "did you mean play?"),
            ("--set hand_size=x", 2, "a number from 1 to 26"),
            ("--players 12", 2, "classic is for 2 to 7 players"),
            ("--ai random --ai greedy --players 2", 2, "--ai is given 2 times"),
            ("--record missing/folder/x.jsonl", 1, "No such file or directory"),
            ("--record .", 1, "can't write"),
            ("replay missing.jsonl", 1, "No such file or directory"),
            ("replay .", 1, "can't read"),
        ],
    )
    def test_is_one_line_and_its_code(self, program: Program, line: str, code: int, says: str) -> None:
        done = program(*line.split())
        assert done.returncode == code
        assert says in one_line(done.stderr)
        assert done.stdout == ""

    def test_a_record_is_never_overwritten(self, program: Program) -> None:
        file = program.write("mine.txt", "a letter\n")
        done = program("--record", file)
        assert done.returncode == 1
        assert "not empty" in one_line(done.stderr)
        assert file.read_text(encoding="utf-8") == "a letter\n"

    @pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read and write anything")
    def test_files_without_permission(self, program: Program) -> None:
        file = program.write("locked.jsonl", "")
        file.chmod(0)
        for arguments in (["--record", file], ["replay", file]):
            done = program(*arguments)
            assert done.returncode == 1
            assert "Permission denied" in one_line(done.stderr)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
    def test_a_full_disk(self, program: Program) -> None:
        with Path("/dev/full").open("w", encoding="utf-8") as full:
            done = subprocess.run(
                [str(COMMAND), "rules", "plain"],
                stdout=full,
                stderr=subprocess.PIPE,
                text=True,
                env=program.env,
                check=False,
                timeout=60,
            )
        assert done.returncode == 1
        assert "No space left on device" in one_line(done.stderr)

    @pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device of Linux")
    def test_a_record_that_fills_the_disk_does_not_end_the_game(self, program: Program) -> None:
        done = program("--watch", "--seed", 5, "--record", "/dev/full")
        assert "Traceback" not in done.stdout + done.stderr
        assert "The round is over: " in done.stdout
        assert "No space left on device" in done.stdout

    @pytest.mark.skipif(sys.platform == "win32", reason="no such pipes")
    @pytest.mark.parametrize("arguments", [["rules", "classic"], ["--watch", "--players", "7", "--seed", "1"]])
    def test_a_reader_that_goes_away_is_no_error(self, program: Program, arguments: list[str]) -> None:
        started = subprocess.Popen(
            [str(COMMAND), *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=program.env
        )
        assert started.stdout is not None
        assert started.stderr is not None
        started.stdout.close()
        assert started.stderr.read() == ""
        started.stderr.close()
        assert started.wait(timeout=60) in {0, 1}

    @pytest.mark.skipif(sys.platform == "win32", reason="a shell's way to close a stream")
    def test_closed_streams(self, program: Program) -> None:
        for closed in ("<&-", ">&-", "2>&-"):
            done = subprocess.run(
                ["sh", "-c", f'"$0" --seed 7 {closed}', str(COMMAND)],
                stdin=subprocess.DEVNULL,
                capture_output=True,
                text=True,
                env=program.env,
                check=False,
                timeout=60,
            )
            assert "Traceback" not in done.stdout + done.stderr
            assert done.returncode in {1, 3}


@pytest.fixture(scope="module")
def record(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """A good record, in lines."""
    program = Program(tmp_path_factory.mktemp("record"))
    done = program("--watch", "--players", 3, "--seed", 3, "--record", "good.jsonl")
    assert done.returncode == 0
    return (program.folder / "good.jsonl").read_text(encoding="utf-8").splitlines(keepends=True)


class TestBadRecords:
    def replay(self, program: Program, lines: list[str]) -> subprocess.CompletedProcess[str]:
        return program("replay", program.write("bad.jsonl", "".join(lines)))

    def test_the_good_one_is_verified(self, program: Program, record: list[str]) -> None:
        done = self.replay(program, record)
        assert (done.returncode, done.stderr) == (0, "")

    @pytest.mark.parametrize("cut", [1, 20])
    def test_a_record_that_is_cut_off_in_a_line(self, program: Program, record: list[str], cut: int) -> None:
        done = self.replay(program, [*record[:9], record[9][:-cut]])
        assert done.returncode == 1
        assert "bad.jsonl" in one_line(done.stderr)
        assert "Verified" not in done.stdout
        assert "are dealt" in done.stdout

    def test_an_edited_move_is_named_by_its_line(self, program: Program, record: list[str]) -> None:
        held = Random(0).choice([line for line in record[1:] if '"move":"draw"' not in line and '"move"' in line])
        at = record.index(held)
        seat = json.loads(held)["seat"]
        edited = [*record[:at], f'{{"seat":{seat},"move":"pass"}}\n', *record[at + 1 :]]
        done = self.replay(program, edited)
        assert done.returncode == 1
        assert f"line {at + 1}: " in one_line(done.stderr)

    def test_an_edited_outcome_is_named_by_its_line(self, program: Program, record: list[str]) -> None:
        outcome = json.loads(record[-1])
        outcome["outcome"]["points"][0] += 1
        done = self.replay(program, [*record[:-1], json.dumps(outcome) + "\n"])
        assert done.returncode == 1
        assert f"line {len(record)}: " in one_line(done.stderr)

    @pytest.mark.parametrize(
        "text",
        ["", "hello\n", "[]\n", '{"format":"other","version":1}\n', '{"format":"crazyeights","version":99}\n', "\0\0"],
    )
    def test_what_is_no_record_at_all(self, program: Program, text: str) -> None:
        done = self.replay(program, [text])
        assert done.returncode == 1
        assert "bad.jsonl" in one_line(done.stderr)


class TestWhereTheWindowTurnsOutNotToRun:
    """A display that is named but gone: only opening a window shows it."""

    GONE: ClassVar[dict[str, str]] = {"DISPLAY": ":987", "WAYLAND_DISPLAY": ""}

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere no variable names the display")
    def test_the_next_best_frontend_plays(self, program: Program) -> None:
        done = program("--seed", "7", typed="quit\n", env=self.GONE)
        assert done.returncode == 0
        assert "no display for a window" in done.stderr
        assert "Your hand: " in done.stdout

    @pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere no variable names the display")
    def test_unless_the_window_was_asked_for(self, program: Program) -> None:
        done = program("--frontend", "arcade", typed="quit\n", env=self.GONE)
        assert done.returncode == 4
        assert "--frontend terminal" in one_line(done.stderr)
        assert done.stdout == ""
