"""What the README, docs/rules.md and docs/variants.md show works as shown."""

from __future__ import annotations

import re
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

from crazyeights import Game
from crazyeights.options import OPTION_NAMES, OPTIONAL, option_choices, show_option
from support_program import Program

ROOT = Path(__file__).parents[2]
README = (ROOT / "README.md").read_text(encoding="utf-8")
RULES = (ROOT / "docs" / "rules.md").read_text(encoding="utf-8")
VARIANTS = (ROOT / "docs" / "variants.md").read_text(encoding="utf-8")


def blocks(text: str) -> list[str]:
    return re.findall(r"```python\n(.*?)```", text, re.DOTALL)


def plugins(text: str) -> list[tuple[str, str, str]]:
    """Give file name, options and code of each plugin shown: its command follows its code."""
    found = re.findall(r"```python\n(.*?)```.*?crazyeights --plugin (\S+\.py) ([^\n]+)", text, re.DOTALL)
    return [(name, options, code) for code, name, options in found]


def test_the_readme_shows_a_rule_and_a_strategy_and_the_rules_a_variant() -> None:
    assert [name for name, _, _ in plugins(README)] == ["kings.py", "dearest.py"]
    assert [name for name, _, _ in plugins(RULES)] == ["evening.py"]


@pytest.mark.parametrize(("name", "options", "code"), [*plugins(README), *plugins(RULES)])
def test_its_plugins_play_a_round(tmp_path: Path, name: str, options: str, code: str) -> None:
    program = Program(tmp_path)
    program.write(name, code)
    done = program("--plugin", name, *options.split(), "--watch", "--seed", 1)
    assert (done.returncode, done.stderr) == (0, "")
    assert "The round is over: " in done.stdout
    assert "fault" not in done.stdout.lower()
    # "In ten lines" is meant: of code, a comment or blank line is none.
    assert len([line for line in code.splitlines() if line.strip()]) <= 10


@pytest.mark.parametrize("code", [code for code in blocks(README) if "import crazyeights\n" in code])
def test_its_other_code_runs(code: str) -> None:
    if "simulate" in code:
        pytest.importorskip("numpy")
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60)
    assert done.stderr == ""
    if "simulate" in code:
        # Moves a round, the first seat's share of the wins, and turns skipped.
        moves, share, skipped = map(float, done.stdout.split())
        assert moves > 10
        assert 0.2 < share < 0.5
        assert skipped > 500
    else:
        assert "Outcome" in done.stdout


# That they are understood is seen in few rounds as well as in the thousands that they play else.
FEW = {"tournament": ("--rounds", "4"), "measure": ("--rounds", "4", "--skill-rounds", "4")}


@pytest.mark.parametrize("text", [README, RULES, VARIANTS])
def test_its_command_lines_are_understood(tmp_path: Path, text: str) -> None:
    program = Program(tmp_path)
    for name, _, code in plugins(README):
        program.write(name, code)
    lines = re.findall(r"^    crazyeights((?: (?!  )\S+)*)", text, re.MULTILINE)
    assert lines
    for line in lines:
        words = shlex.split(line)
        if not words or "replay" in words or words[0] == "--plugin" or "VARIANT" in words:
            continue
        done = program(*words, *FEW.get(words[0], ()), typed="quit\n")
        if "--resume" in words:
            # Nothing was left here that one could go on with.
            assert (done.returncode, "no round to go on with" in done.stderr) == (1, True)
            continue
        assert done.returncode in {0, 3}, (line, done.stderr)
        assert done.returncode == 0 or "--human" in words, line


def test_its_links_lead_somewhere() -> None:
    for folder, text in ((ROOT, README), (ROOT / "docs", RULES), (ROOT / "docs", VARIANTS)):
        for target in re.findall(r"\]\(([^)#:]+)[^)]*\)", text):
            assert (folder / target).exists(), target


@pytest.mark.parametrize("name", OPTION_NAMES)
def test_the_table_of_options_is_right(name: str) -> None:
    row = next(line for line in RULES.splitlines() if line.startswith(f"| `{name}` |"))
    values, classic, plain = (cell.strip().replace("`", "") for cell in row.split("|")[2:5])
    if option_choices(name) and name not in OPTIONAL:
        assert tuple(values.split(", ")) == option_choices(name)
    for variant, shown in (("classic", classic), ("plain", plain)):
        assert shown == show_option(Game(variant).options.as_dict()[name])
