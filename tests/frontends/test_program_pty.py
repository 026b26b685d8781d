"""The whole program on a terminal: what it shows there, Ctrl-C, and leaving."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from support_program import COMMAND, Program

pexpect = pytest.importorskip("pexpect")
pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pty")


@pytest.fixture
def spawn(tmp_path: Path) -> Iterator[Any]:
    """Start the command on a terminal of its own."""
    started: list[Any] = []

    def spawn(*arguments: str) -> Any:
        env = {**Program(tmp_path).env, "TERM": "xterm"}
        child = pexpect.spawn(
            str(COMMAND),
            list(arguments),
            env=env,
            cwd=str(tmp_path),
            encoding="utf-8",
            dimensions=(40, 100),
            timeout=30,
        )
        started.append(child)
        return child

    yield spawn
    for child in started:
        child.close(force=True)


def leave(child: Any) -> int:
    child.expect(pexpect.EOF)
    child.close()
    return int(child.exitstatus)


# The prompt's editing mode is a matter of the terminal's own tests; both ways of reading must end the same.
@pytest.mark.parametrize("mode", [["--frontend", "line"], ["--plain"]])
def test_a_game_can_be_played_and_left(spawn: Any, mode: list[str]) -> None:
    child = spawn("--seed", "7", *mode)
    child.expect("Your move")
    child.sendline("draw")
    child.expect("You draw")
    child.expect("Your move")
    child.sendline("quit")
    assert leave(child) == 0
    assert "Traceback" not in child.before


@pytest.mark.parametrize("mode", [["--frontend", "line"], ["--plain"]])
def test_ctrl_c_is_exit_code_130(spawn: Any, mode: list[str]) -> None:
    child = spawn("--seed", "7", *mode)
    child.expect("Your move")
    child.sendintr()
    assert leave(child) == 130
    assert "Traceback" not in child.before


def test_ctrl_c_while_strategies_play(spawn: Any) -> None:
    child = spawn("--watch", "--players", "7", "--seed", "7", "--frontend", "line")
    child.expect("plays")
    child.sendintr()
    assert leave(child) == 130
    assert "Traceback" not in child.before


def test_ctrl_d_ends_the_input(spawn: Any) -> None:
    child = spawn("--seed", "7", "--plain")
    child.expect("Your move")
    child.sendeof()
    assert leave(child) == 3
