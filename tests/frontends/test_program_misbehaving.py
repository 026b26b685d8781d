"""The whole program with plugins that misbehave in mid-game: the screen stays whole and the round goes on."""

from __future__ import annotations

import re
import subprocess
import sys
import time
from pathlib import Path

import pyte
import pytest

from support_program import COMMAND, Program, one_line

LOUD: str = """
import sys
from crazyeights import Rule, StrategySpec

def shout():
    print("NOISE" * 30)
    sys.stdout.write("NOISE\\n")
    sys.stdout.flush()

class Loud:
    def __init__(self, rng):
        pass
    def choose(self, view):
        shout()
        return view.legal_moves[0]
    def on_event(self, event):
        shout()

def effect(turn):
    shout()

def crazyeights_strategies():
    return [StrategySpec("loud", "Shouts.", Loud)]

def crazyeights_rules():
    return [Rule("loud-cards", "They shout.", "They shout.", lambda build: build.on_play(build.all_cards, effect))]

def crazyeights_observers(match):
    return [Loud(None)]
"""

MEDDLER = """
from crazyeights import Game, StrategySpec

class Meddler:
    def __init__(self, rng):
        pass
    def choose(self, view):
        move = view.legal_moves[0]
        view.game.ruleset = Game("plain").ruleset
        view.seat = 5
        return move

def crazyeights_strategies():
    return [StrategySpec("meddler", "Changes what it is given.", Meddler)]
"""

HANGING = """
from crazyeights import StrategySpec

class Hanging:
    def __init__(self, rng):
        pass
    def choose(self, view):
        while True:
            pass

def crazyeights_strategies():
    return [StrategySpec("hanging", "Never comes back.", Hanging)]
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def narrated(text: str) -> list[str]:
    """What is told of a round, but for faults and names."""
    return [line for line in text.splitlines() if "fault" not in line.lower()]


def test_what_plugins_print_is_not_seen_and_each_is_named(program: Program) -> None:
    file = program.write("loud.py", LOUD)
    table = ("--plugin", file, "--rule", "loud-cards", "--watch", "--ai", "loud", "--ai", "greedy", "--seed", 1)
    done = program(*table)
    assert (done.returncode, done.stderr) == (0, "")
    assert not [line for line in done.stdout.splitlines() if line.startswith("NOISE")]
    assert "The round is over: " in done.stdout
    faults = [line for line in done.stdout.splitlines() if "NOISE" in line]
    # The observer by the plugin's name, the strategy and the rule by their own; each once.
    assert len(faults) == 3
    for name in ("loud", "loud-cards"):
        assert any(re.search(rf"\b{name}\b(?!-)", line) for line in faults)
    # It is the same round as with the same moves made in silence.
    quiet = program.write("loud.py", LOUD.replace('print("NOISE" * 30)', "return"))
    assert narrated(program(*table[:1], quiet, *table[2:]).stdout) == narrated(done.stdout)


def test_what_is_printed_while_the_table_is_made_is_told_once_each(program: Program) -> None:
    code = LOUD.replace("        pass\n", "        shout()\n").replace(
        "lambda build: build.on_play(build.all_cards, effect)", "lambda build: shout()"
    )
    file = program.write("early.py", code.replace("        shout()\n        return", "        return"))
    done = program("rules", "classic", "--plugin", file, "--rule", "loud-cards")
    assert "NOISE" not in done.stdout
    assert one_line(done.stderr).startswith("a rule prints 'NOISE")
    watched = program("--plugin", file, "--watch", "--ai", "loud", "--ai", "greedy", "--seed", 1)
    assert one_line(watched.stderr).startswith("the strategy loud prints 'NOISE")


def test_what_a_strategy_changes_changes_nothing(program: Program) -> None:
    file = program.write("meddler.py", MEDDLER)
    table = ("--watch", "--ai", "meddler", "--ai", "greedy", "--seed", 1, "--record", "x.jsonl")
    done = program("--plugin", file, *table)
    assert (done.returncode, done.stderr) == (0, "")
    assert "changes the game that is played" in done.stdout
    assert "The round is over: " in done.stdout
    # All of it was by the rules of classic.
    assert program("replay", "x.jsonl").returncode == 0


def test_an_endless_loop_in_choose(program: Program) -> None:
    file = program.write("hanging.py", HANGING)
    # As the command does it, but that a strategy may think for a shorter time.
    script = (
        "import sys\nfrom crazyeights.controller import Controller\nfrom crazyeights_cli.run import run\n"
        "Controller.__init__.__kwdefaults__['time_limit'] = 0.3\n"
        f"sys.exit(run(['--plugin', {str(file)!r}, '--watch', '--ai', 'hanging', '--ai', 'greedy', '--seed', '1']))\n"
    )
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, "-c", script],
        capture_output=True,
        text=True,
        encoding="utf-8",
        env=program.env,
        cwd=program.folder,
        timeout=100,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert "The round is over: " in done.stdout
    faults = [line for line in done.stdout.splitlines() if "fault" in line.lower()]
    assert "hanging" in faults[0]
    assert "took longer than 0.3 s" in faults[0]
    assert len(faults) > 1
    assert all("still busy" in line for line in faults[1:])
    # Its thread runs on to the end, and the program does not wait for it.
    assert time.monotonic() - start < 90


@pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pty")
def test_the_full_screen_stays_whole(program: Program) -> None:
    pexpect = pytest.importorskip("pexpect")
    file = program.write("loud.py", LOUD)
    child = pexpect.spawn(
        str(COMMAND),
        ["--frontend", "terminal", "--plugin", str(file), "--rule", "loud-cards", "--ai", "loud", "--pace", "0"],
        env={**program.env, "TERM": "xterm-256color"},
        cwd=str(program.folder),
        encoding="utf-8",
        dimensions=(40, 120),
        timeout=30,
    )
    screen = pyte.Screen(120, 40)
    stream = pyte.Stream(screen)
    raw = ""

    def read_until(found: str) -> None:
        nonlocal raw
        end = time.monotonic() + 30
        while found not in "\n".join(screen.display):
            assert time.monotonic() < end, "\n".join(screen.display)
            try:
                data = child.read_nonblocking(65536, timeout=0.2)
            except pexpect.TIMEOUT:
                continue
            raw += data
            stream.feed(data)

    try:
        read_until("Your turn")
        child.send("d")
        read_until("NOISENOISE")
        # The complaint alone; what was printed is thirty times as long.
        assert "NOISE" * 12 not in raw
        child.send("q")
    finally:
        child.close(force=True)
