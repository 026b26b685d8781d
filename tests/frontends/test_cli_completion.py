"""What the shell is offered, asked as the shell's script asks it."""

from __future__ import annotations

from pathlib import Path

import pytest

from support_program import Program


def offered(program: Program, line: str) -> list[str]:
    """Give what is offered where `|` stands in the line."""
    words = line.partition("|")[0]
    env = {
        "_CRAZYEIGHTS_COMPLETE": "complete_bash",
        "COMP_WORDS": words,
        "COMP_CWORD": str(len(words.split()) - (0 if words.endswith(" ") else 1)),
    }
    done = program(env=env)
    assert done.stderr == ""
    return done.stdout.split()


@pytest.mark.parametrize(
    ("line", "words"),
    [
        (
            "crazyeights |",
            ["play", "rules", "plugins", "tournament", "measure", "replay", "doctor", "new", "statistics"],
        ),
        ("crazyeights pl|", ["play", "plugins"]),
        ("crazyeights play --variant c|", ["classic", "countdown"]),
        ("crazyeights rules p|", ["plain", "pagat"]),
        ("crazyeights play --rule q|", ["queen-of-spades-five", "queen-skip"]),
        ("crazyeights play --no-rule ace-r|", ["ace-reverse"]),
        ("crazyeights play --role s|", ["skip=", "stack=", "swap="]),
        ("crazyeights play --role dr|", ["draw:2="]),
        ("crazyeights rules --role draw:3=1|", ["draw:3=10"]),
        ("crazyeights play --role wild=8,*|", ["wild=8,*"]),
        ("crazyeights play --set hand|", ["hand_size="]),
        ("crazyeights play --set voluntary_draw=|", ["voluntary_draw=yes", "voluntary_draw=no"]),
        ("crazyeights --se|", ["--set", "--seed"]),
        ("crazyeights play --disable gre|", ["greedy"]),
        ("crazyeights play --ai ex|", ["exec:"]),
    ],
)
def test_is_offered(tmp_path: Path, line: str, words: list[str]) -> None:
    assert offered(Program(tmp_path), line) == words


def test_all_variants_are_offered(tmp_path: Path) -> None:
    assert {"classic", "plain", "mau-mau", "surprise"} <= set(offered(Program(tmp_path), "crazyeights --variant |"))


def test_strategies_and_frontends_are_offered(tmp_path: Path) -> None:
    program = Program(tmp_path)
    assert {"random", "greedy"} <= set(offered(program, "crazyeights --ai |"))
    assert "line" in offered(program, "crazyeights --frontend |")


def test_parameters_are_offered_after_a_strategys_name(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.write(
        "home/data/crazyeights/plugins/deep.py",
        "from crazyeights import Parameter, StrategySpec\n"
        "def crazyeights_strategies():\n"
        "    return [StrategySpec('deep', 'x', print, (Parameter('depth', 2), Parameter('width', 3)))]\n",
    )
    if "deep" not in offered(program, "crazyeights --ai |"):
        pytest.skip("the user's folder is elsewhere on this platform")
    assert offered(program, "crazyeights --ai deep:|") == ["deep:depth=", "deep:width="]
    assert offered(program, "crazyeights --ai deep:depth=1,|") == ["deep:depth=1,width="]


def test_each_option_is_offered_once(tmp_path: Path) -> None:
    options = offered(Program(tmp_path), "crazyeights --|")
    assert len(options) == len(set(options))
    assert {"--variant", "--version", "--help"} <= set(options)
