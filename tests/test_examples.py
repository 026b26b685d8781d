"""The example packages: installed with pip from their own folders, found, played with, and passing their own tests."""

from __future__ import annotations

import re
import shutil
import tomllib
from pathlib import Path

import pytest

from support_sandbox import Sandbox

EXAMPLES = Path(__file__).parents[1] / "examples"
PACKAGES = sorted(path.parent.name for path in EXAMPLES.glob("*/pyproject.toml"))


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """An environment with all the examples, each installed from a copy of its folder."""
    made = Sandbox(tmp_path_factory.mktemp("examples"))
    for name in PACKAGES:
        shutil.copytree(EXAMPLES / name, made.folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    made.install(*(made.folder / name for name in PACKAGES))
    return made


def test_there_is_one_of_each_kind() -> None:
    assert {f"crazyeights-{name}" for name in ("colours", "robin-hood", "watchful", "webpage")} == set(PACKAGES)


def test_all_are_found_and_none_is_left_out(sandbox: Sandbox) -> None:
    done = sandbox.run("crazyeights", "plugins")
    assert done.returncode == 0, done.stderr
    listed = " ".join(done.stdout.split())
    for name in PACKAGES:
        assert f"{name} 0.1.0" in listed
    assert "Left out" not in done.stdout


def test_the_rule_and_the_strategy_are_played_with(sandbox: Sandbox) -> None:
    options = "--rule robin-hood --ai watchful:memory=9 --players 4 --watch --seed 4"
    done = sandbox.run("crazyeights", "--frontend", "line", *options.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert "fault" not in done.stdout.lower()
    # Who holds the fewest cards draws for each nine that is played.
    lines = done.stdout.splitlines()
    nines = [number for number, line in enumerate(lines) if re.search(r"plays the 9 of", line)]
    assert nines
    for number in nines:
        assert re.search(r"must draw 1 card|wins", lines[number + 1]), lines[number : number + 2]


@pytest.mark.parametrize("name", PACKAGES)
def test_its_own_tests_pass_in_its_own_folder(sandbox: Sandbox, name: str) -> None:
    command = ("python", "-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider")
    done = sandbox.run(*command, folder=sandbox.folder / name)
    assert done.returncode == 0, done.stdout
    assert " passed" in done.stdout


@pytest.mark.parametrize("name", PACKAGES)
def test_its_readme_says_how_to_play_with_it(name: str) -> None:
    text = (EXAMPLES / name / "README.md").read_text(encoding="utf-8")
    assert "    pip install .\n    crazyeights --" in text
    project = tomllib.loads((EXAMPLES / name / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    assert project["name"] == name
    assert project["dependencies"] == ["crazyeights>=0.1"]
    assert name in (EXAMPLES / "README.md").read_text(encoding="utf-8")


def test_the_guide_tells_the_rules_of_the_colours(sandbox: Sandbox) -> None:
    done = sandbox.run("crazyeights", "rules", "colours")
    assert done.returncode == 0, done.stderr
    assert "Whenever a plus two is played, the next player draws two cards and loses the turn." in done.stdout


def test_the_variant_is_played_recorded_and_replayed(sandbox: Sandbox) -> None:
    options = "--variant colours --watch --seed 9 --record colours.jsonl --frontend line"
    played = sandbox.run("crazyeights", *options.split())
    assert (played.returncode, played.stderr) == (0, "")
    assert "wins" in played.stdout
    assert "fault" not in played.stdout.lower()
    done = sandbox.run("crazyeights", "replay", "colours.jsonl")
    assert (done.returncode, done.stderr) == (0, "")
