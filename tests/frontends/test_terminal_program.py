"""The installed command and its full-screen table on a real pseudo-terminal: a few smokes of what only it can show."""

from __future__ import annotations

import json
import os
import signal
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pyte
import pytest

from support_program import COMMAND, Program

pexpect = pytest.importorskip("pexpect")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pty")

PATIENCE = 10.0


class Screen:
    """The command on a terminal, and what that terminal shows."""

    def __init__(self, child: Any, width: int, height: int) -> None:
        self.child = child
        self.screen = pyte.Screen(width, height)
        self._stream = pyte.Stream(self.screen)
        self.raw = ""

    @property
    def text(self) -> str:
        return "\n".join(line.rstrip() for line in self.screen.display)

    def until(self, what: str | Callable[[], object]) -> None:
        """Read what the program writes until a text is shown or a condition holds."""
        deadline = time.monotonic() + PATIENCE
        while not (what in self.text if isinstance(what, str) else what()):
            if time.monotonic() > deadline:
                raise AssertionError(f"{what!r} did not come; the screen is\n{self.text}")
            self._read()

    def _read(self) -> None:
        try:
            data = self.child.read_nonblocking(65536, timeout=0.2)
        except pexpect.TIMEOUT:
            return
        except pexpect.EOF as error:
            raise AssertionError(f"the program ended; the screen is\n{self.text}") from error
        self.raw += data
        self._stream.feed(data)

    def send(self, keys: str) -> None:
        self.child.send(keys)

    def ended(self) -> int:
        rest = ""
        try:
            while True:
                rest += self.child.read_nonblocking(65536, timeout=PATIENCE)
        except pexpect.EOF:
            pass
        self.raw += rest
        self.child.close()
        return int(self.child.exitstatus) if self.child.exitstatus is not None else -int(self.child.signalstatus)


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


@pytest.fixture
def spawn(program: Program) -> Iterator[Callable[..., Screen]]:
    started: list[Any] = []

    def spawn(*arguments: str, size: tuple[int, int] = (80, 24), command: str = str(COMMAND), **env: str) -> Screen:
        child = pexpect.spawn(
            command,
            list(arguments),
            env={**program.env, "TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": "", **env},
            cwd=str(program.folder),
            encoding="utf-8",
            dimensions=(size[1], size[0]),
            timeout=PATIENCE,
        )
        started.append(child)
        return Screen(child, *size)

    yield spawn
    for child in started:
        child.close(force=True)


def rounds(program: Program) -> list[Path]:
    return sorted((program.folder / "home" / "data" / "crazyeights" / "rounds").glob("*"))


def test_play_chooses_the_full_screen_and_gives_the_terminal_back(
    spawn: Callable[..., Screen], program: Program
) -> None:
    screen = spawn("--players", "3", "--seed", "3", "--pace", "0")
    screen.until("Your turn")
    assert "Computer 2" in screen.text
    screen.send("q")
    assert screen.ended() == 0
    # The alternate screen, the mouse and the cursor are as they were.
    assert screen.raw.rindex("\x1b[?1049l") > screen.raw.rindex("\x1b[?1049h")
    assert screen.raw.rindex("\x1b[?1000l") > screen.raw.rindex("\x1b[?1000h")
    assert rounds(program) == [], "a round that was not touched leaves nothing behind"


def test_a_round_that_is_left_is_gone_on_with(spawn: Callable[..., Screen], program: Program) -> None:
    screen = spawn("--players", "3", "--seed", "3", "--pace", "0")
    screen.until("Your turn")
    screen.send("d")
    screen.until("You draw")
    screen.until("Your turn")
    before = screen.text
    screen.send("q")
    screen.until("--resume")
    screen.send("q")
    assert screen.ended() == 0
    assert "crazyeights play --resume" in screen.raw[screen.raw.rindex("\x1b[?1049l") :]
    assert len(rounds(program)) == 1
    again = spawn("play", "--resume", "--pace", "0")
    again.until("Your turn")
    again.until("You draw")
    for row in (3, 6, 7, 8, 11):
        assert again.text.splitlines()[row] == before.splitlines()[row]
    again.send("qq")
    assert again.ended() == 0


def test_the_rules_are_told_and_another_game_is_begun_and_kept(spawn: Callable[..., Screen], program: Program) -> None:
    screen = spawn("--variant", "surprise", "--seed", "2", "--pace", "0")
    screen.until("Tonight eights go on any card")
    screen.send("\r")
    screen.until("Your turn")
    screen.send("g")
    screen.until("What is played next?")
    screen.send("\x1b[H\r")
    screen.until("How is it played?")
    screen.send("s")
    screen.until("Classic")
    screen.send("d")
    screen.until("You draw")
    screen.until("Your turn")
    screen.send("q")
    screen.until("--resume")
    screen.send("q")
    assert screen.ended() == 0
    assert "crazyeights play --resume" in screen.raw[screen.raw.rindex("\x1b[?1049l") :]
    assert len([path for path in rounds(program) if path.suffix == ".jsonl"]) == 1


@pytest.mark.parametrize("name", ["SIGHUP", "SIGKILL"])
def test_a_terminal_that_goes_away_loses_nothing(spawn: Callable[..., Screen], program: Program, name: str) -> None:
    screen = spawn("--players", "3", "--seed", "3", "--pace", "0")
    screen.until("Your turn")
    screen.send("d")
    screen.until("You draw")
    screen.until("Your turn")
    os.kill(screen.child.pid, getattr(signal, name))
    assert screen.ended() == (3 if name == "SIGHUP" else -signal.SIGKILL)
    # What locked the table stays behind after a SIGKILL, and locks nothing any more.
    (path,) = [path for path in rounds(program) if path.suffix == ".jsonl"]
    lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert lines[1] == {"seat": 0, "move": "draw"}
    again = spawn("play", "--resume")
    again.until("Your turn")


@pytest.mark.skipif(not Path("/bin/sh").exists(), reason="needs a shell with jobs")
def test_ctrl_z_and_back(spawn: Callable[..., Screen]) -> None:
    # Only a shell's job can be stopped, so one is between.
    screen = spawn("-i", command="/bin/sh", PS1="$ ", ENV="")
    screen.send(f"{COMMAND} --players 2 --seed 3\r")
    screen.until("Your turn")
    screen.send("\x1a")
    screen.until(lambda: "topped" in screen.raw)
    assert screen.raw.count("\x1b[?1049l") == 1
    screen.send("fg\r")
    screen.until(lambda: screen.raw.count("\x1b[?1049h") == 2)
    screen.until("Your turn")
    screen.send("?")
    screen.until("On your turn")
    screen.send("\x1bq")
    screen.until(lambda: screen.raw.count("\x1b[?1049l") == 2)


def test_resizing_the_window(spawn: Callable[..., Screen]) -> None:
    screen = spawn("--players", "2", "--seed", "3")
    screen.until("Your turn")
    screen.screen.resize(12, 50)
    screen.child.setwinsize(12, 50)
    screen.until("50x12")
    screen.screen.resize(50, 200)
    screen.child.setwinsize(50, 200)
    screen.until("Your turn")
    screen.send("q")
    assert screen.ended() == 0


def test_no_color_and_a_locale_without_unicode(spawn: Callable[..., Screen]) -> None:
    screen = spawn("--players", "2", "--seed", "3", NO_COLOR="1", LC_ALL="C", LANG="C")
    screen.until("Your turn")
    screen.until("? help")
    assert screen.text.isascii()
    colours = {(cell.fg, cell.bg) for row in screen.screen.buffer.values() for cell in row.values()}
    assert colours == {("default", "default")}


def test_several_people_and_a_seat_for_the_computer(spawn: Callable[..., Screen]) -> None:
    screen = spawn("--players", "3", "--human", "0", "--human", "2", "--seed", "3", "--pace", "0")
    screen.until("Pass the keyboard to Player 1")
    screen.send("\r")
    screen.until("Player 1's turn")
    assert "Computer 1" in screen.text


@pytest.mark.skipif(not hasattr(os, "geteuid"), reason="needs POSIX")
def test_folders_that_can_t_be_written_are_told_and_the_game_goes_on(
    spawn: Callable[..., Screen], program: Program
) -> None:
    # A file in the folder's place stops even the superuser.
    home = program.folder / "home"
    home.mkdir()
    (home / "data").write_text("", encoding="utf-8")
    (home / "config").write_text("", encoding="utf-8")
    screen = spawn("--players", "2", "--seed", "3", "--pace", "0")
    screen.until("can't be kept")
    screen.send("t")
    screen.until("settings can't be kept")
    screen.send("d")
    screen.until("You draw")
    screen.until("Your turn")
    screen.send("q")
    screen.until("It is not kept.")
    screen.send("q")
    assert screen.ended() == 0


@pytest.mark.parametrize("term", ["dumb", ""])
def test_without_a_full_screen_the_line_mode_is_taken(spawn: Callable[..., Screen], term: str) -> None:
    screen = spawn("--players", "2", "--seed", "3", TERM=term)
    screen.until("Your move")


class TestWithoutTerminal:
    def test_asking_for_it_is_refused(self, program: Program) -> None:
        done = program("--frontend", "terminal")
        assert done.returncode == 4
        assert "the frontend terminal can't run here" in done.stderr

    def test_nothing_to_resume(self, program: Program) -> None:
        done = program("play", "--resume", "--plain")
        assert (done.returncode, done.stdout) == (1, "")
        assert done.stderr == "crazyeights: there is no round to go on with\n"

    def test_resume_takes_no_other_rules(self, program: Program) -> None:
        done = program("play", "--resume", "--variant", "plain", "--seed", "3")
        assert done.returncode == 2
        assert "leave out --variant, --seed" in done.stderr

    @pytest.mark.parametrize("pace", ["fast", "-1", "nan", "99"])
    def test_a_pace_that_is_none(self, program: Program, pace: str) -> None:
        done = program("--pace", pace)
        assert done.returncode == 2
        assert f"--pace takes a number from 0 to 5, in seconds, not '{pace}'" in done.stderr

    def test_doctor_says_what_it_finds_and_what_it_would_choose(self, program: Program) -> None:
        done = program("doctor", env={"TERM": "xterm-256color", "LANG": "C.UTF-8", "LC_ALL": ""})
        assert (done.returncode, done.stderr) == (0, "")
        found = {line[:30].split("  ")[0]: line for line in done.stdout.splitlines()}
        for what in ("version", "terminal", "colours", "unicode", "mouse", "display", "frontend terminal"):
            assert what in found, done.stdout
        assert "can't run here" in found["frontend terminal"]
        assert done.stdout.splitlines()[-1].endswith(" would use line")

    def test_settings_say_what_is_played_and_bad_ones_are_told(self, program: Program) -> None:
        program.write("home/config/crazyeights/settings.toml", 'variant = "plain"\nai = ["gone"]\n')
        done = program("--plain", "--seed", "3", typed=["quit"])
        assert done.returncode == 0
        assert done.stdout.startswith("Crazy Eights: plain")
        assert "the settings name a strategy that can't be used" in done.stderr
        program.write("home/config/crazyeights/settings.toml", "variant = [")
        done = program("--plain", "--seed", "3", typed=["quit"])
        assert done.returncode == 0
        assert done.stdout.startswith("Crazy Eights: classic")
        assert "not TOML" in done.stderr

    def test_what_a_script_plays_is_not_kept(self, program: Program) -> None:
        done = program("--plain", "--seed", "3", typed=["draw"])
        assert done.returncode == 3
        assert rounds(program) == []
