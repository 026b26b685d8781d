"""`crazyeights new`: what it writes can be installed, played with and tested as it is; nothing is overwritten."""

from __future__ import annotations

import subprocess
import sys
import tomllib
import zipfile
from contextlib import chdir
from pathlib import Path

import pytest

from crazyeights import load_plugins
from crazyeights_cli.failures import ExitCode, Failure
from crazyeights_cli.new import PLAY, write_plugin
from crazyeights_cli.run import run
from support_program import one_line
from support_sandbox import Sandbox

KINDS = tuple(PLAY)
REGISTRY = load_plugins(third_party=False)


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="module")
def sandbox(tmp_path_factory: pytest.TempPathFactory) -> Sandbox:
    """An environment with a package and a file of each kind, the packages installed, all at once."""
    made = Sandbox(tmp_path_factory.mktemp("new"))
    first, *others = KINDS
    for more in ((), ("--single-file",)):
        done = made.run("crazyeights", "new", first, f"{'day' if more else 'night'}-{first}", *more)
        assert (done.returncode, done.stderr) == (0, ""), done
    with chdir(made.folder):
        for kind in others:
            write_plugin(kind, f"night-{kind}", REGISTRY)
            write_plugin(kind, f"day-{kind}", REGISTRY, single_file=True)
    made.install(*(made.folder / f"crazyeights-night-{kind}" for kind in KINDS))
    return made


# What is written works as written


def test_packages_are_found_once_they_are_installed(sandbox: Sandbox) -> None:
    done = sandbox.run("crazyeights", "plugins")
    assert done.returncode == 0, done.stderr
    for kind in KINDS:
        assert f"crazyeights-night-{kind} 0.1.0" in " ".join(done.stdout.split())
    assert "Left out" not in done.stdout


def test_packages_are_played_with_all_in_one_game(sandbox: Sandbox) -> None:
    play = [word for kind in KINDS for word in PLAY[kind].format(name=f"night-{kind}").split()]
    done = sandbox.run("crazyeights", *play, "--watch", "--seed", 3)
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins" in done.stdout


def test_single_files_are_played_with_all_in_one_game(sandbox: Sandbox) -> None:
    play = [word for kind in KINDS for word in PLAY[kind].format(name=f"day-{kind}").split()]
    files = [word for kind in KINDS for word in ("--plugin", f"day_{kind}.py")]
    done = sandbox.run("crazyeights", *files, *play, "--watch", "--seed", 3)
    assert (done.returncode, done.stderr) == (0, "")
    assert "wins" in done.stdout


def test_all_of_them_pass_their_own_tests(sandbox: Sandbox) -> None:
    packages = [f"crazyeights-night-{kind}" for kind in KINDS]
    files = [f"day_{kind}.py" for kind in KINDS]
    done = sandbox.run("python", "-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider", *packages, *files)
    assert done.returncode == 0, done.stdout
    # Three tests for each, but for the frontend, which has no rule of its own to test.
    assert "22 passed" in done.stdout


def test_a_written_test_can_fail(sandbox: Sandbox) -> None:
    broken = sandbox.folder / "broken.py"
    text = (sandbox.folder / "day_rule.py").read_text(encoding="utf-8").replace("day-rule", "broken")
    broken.write_text(text.replace("build.play_again", "build.skip"), encoding="utf-8")
    done = sandbox.run("python", "-m", "pytest", "-q", "-p", "no:cacheprovider", "broken.py", "-k", "three")
    assert done.returncode == 1
    assert "assert 2 == 0" in done.stdout
    assert "1 failed" in done.stdout


def test_what_is_written_is_clean(sandbox: Sandbox, tmp_path: Path) -> None:
    files = [*sandbox.folder.rglob("*.py")]
    assert len(files) >= 12
    style = ("--isolated", "--no-cache", "--line-length", "120")
    lint = ("check", *style, "--select", "E,F,I,ANN,B,UP,RUF,SIM", "--target-version", "py311")
    for words in (lint, ("format", "--check", *style)):
        done = subprocess.run(
            [sys.executable, "-m", "ruff", *words, *files], capture_output=True, text=True, check=False
        )
        assert done.returncode == 0, done.stdout


def test_the_packages_say_what_they_are(sandbox: Sandbox) -> None:
    for kind in KINDS:
        folder = sandbox.folder / f"crazyeights-night-{kind}"
        project = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
        assert project["project"]["name"] == folder.name
        assert project["project"]["entry-points"]["crazyeights"] == {f"night-{kind}": f"crazyeights_night_{kind}"}
        assert PLAY[kind].format(name=f"night-{kind}") in (folder / "README.md").read_text(encoding="utf-8")
        assert not [
            line for file in folder.rglob("*.*") for line in file.read_text("utf-8").splitlines() if "$" in line
        ]


def test_the_wheel_has_the_templates(tmp_path: Path) -> None:
    root = Path(__file__).parents[2]
    command = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(command, cwd=root, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    names = set(zipfile.ZipFile(wheel).namelist())
    templates = [path.name for path in (root / "frontends" / "crazyeights_cli" / "templates").iterdir()]
    assert len(templates) == 14
    assert names >= {f"crazyeights_cli/templates/{name}" for name in templates}
    assert "crazyeights/testing/fixtures.py" in names


# What it says


def test_it_says_what_it_wrote_and_how_to_go_on() -> None:
    text = str(write_plugin("rule", "rain", REGISTRY))
    assert text.splitlines() == [
        "crazyeights-rain is written:",
        "  pyproject.toml",
        "  README.md",
        "  crazyeights_rain.py",
        "  tests/test_rain.py",
        "Go on with:",
        "  pip install --editable crazyeights-rain",
        "  crazyeights --rule rain",
        "  python -m pytest crazyeights-rain",
    ]
    text = str(write_plugin("strategy", "bold-one", REGISTRY, single_file=True))
    assert text.splitlines() == [
        "bold_one.py is written.",
        "Go on with:",
        "  crazyeights --plugin bold_one.py --ai bold-one",
        "  python -m pytest bold_one.py",
    ]
    assert "class BoldOne:" in Path("bold_one.py").read_text(encoding="utf-8")


# Nothing is overwritten


@pytest.mark.parametrize("single_file", [False, True])
@pytest.mark.parametrize("there", ["file", "folder", "link"])
def test_nothing_is_overwritten(tmp_path: Path, there: str, single_file: bool) -> None:
    place = Path("rain.py" if single_file else "crazyeights-rain")
    if there == "file":
        place.write_text("mine", encoding="utf-8")
    elif there == "folder":
        place.mkdir()
        (place / "README.md").write_text("mine", encoding="utf-8")
    elif sys.platform == "win32":
        pytest.skip("links need a right of their own here")
    else:
        place.symlink_to("nowhere")
    before = sorted(str(path) for path in tmp_path.rglob("*"))
    with pytest.raises(Failure, match="is there already, and nothing is ever overwritten"):
        write_plugin("rule", "rain", REGISTRY, single_file=single_file)
    assert sorted(str(path) for path in tmp_path.rglob("*")) == before
    if there != "link":
        mine = place if there == "file" else place / "README.md"
        assert mine.read_text(encoding="utf-8") == "mine"


def test_a_second_time_it_is_refused() -> None:
    write_plugin("rule", "rain", REGISTRY)
    with pytest.raises(Failure, match="crazyeights-rain is there already"):
        write_plugin("variant", "rain", REGISTRY)


# Bad names


@pytest.mark.parametrize(
    ("name", "advice"),
    [
        ("Rain", "did you mean rain?"),
        ("king_again", "did you mean king-again?"),
        ("two  words!", "did you mean two-words?"),
        ("7-up", "did you mean up?"),
        ("-", "as in draw-two"),
        ("", "as in draw-two"),
        ("../rain", "did you mean rain?"),
        ("a--b", "did you mean a-b?"),
        ("é", "as in draw-two"),
        ("regen\n", "did you mean regen?"),
    ],
)
def test_a_bad_name_gives_advice(tmp_path: Path, name: str, advice: str) -> None:
    with pytest.raises(Failure) as caught:
        write_plugin("rule", name, REGISTRY)
    assert caught.value.code is ExitCode.USAGE
    assert caught.value.message.endswith(advice)
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("kind", "name"), [("rule", "queen-skip"), ("variant", "plain"), ("strategy", "greedy"), ("frontend", "line")]
)
def test_a_name_that_is_taken(kind: str, name: str) -> None:
    with pytest.raises(Failure, match=f"there is a {kind} {name} already, from crazyeights "):
        write_plugin(kind, name, REGISTRY)


@pytest.mark.parametrize(
    ("name", "single_file", "what"),
    [
        ("random", True, "would be taken for Python's own random"),
        ("class", True, "would be taken for Python's own class"),
        ("pytest", True, "would hide a module that is installed"),
        ("crazyeights", True, "would hide a module that is installed"),
        ("rules", False, "the module crazyeights_rules of a plugin rules would hide"),
        ("cli", False, "would hide a module that is installed"),
    ],
)
def test_a_name_whose_module_would_hide_another(name: str, single_file: bool, what: str) -> None:
    with pytest.raises(Failure, match=what):
        write_plugin("rule", name, REGISTRY, single_file=single_file)
    assert not list(Path().iterdir())


def test_a_kind_that_there_is_not() -> None:
    with pytest.raises(Failure, match="no kind of plugin is called 'rul'; did you mean rule"):
        write_plugin("rul", "rain", REGISTRY)


# The command


@pytest.mark.parametrize("words", [["rul", "rain"], ["rule", "Rain"], ["rule", "queen-skip"], ["rule"], []])
def test_the_command_says_each_mistake_in_one_line(capsys: pytest.CaptureFixture[str], words: list[str]) -> None:
    assert run(["new", *words]) == ExitCode.USAGE
    printed = capsys.readouterr()
    assert printed.out == ""
    assert one_line(printed.err)


def test_the_command_overwrites_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["new", "rule", "rain", "--single-file"]) == ExitCode.DONE
    before = Path("rain.py").read_bytes()
    capsys.readouterr()
    assert run(["new", "frontend", "rain", "--single-file"]) == ExitCode.FAILED
    assert "is there already" in one_line(capsys.readouterr().err)
    assert Path("rain.py").read_bytes() == before


def test_the_command_is_in_the_help_and_the_help_loads_nothing_for_it(capsys: pytest.CaptureFixture[str]) -> None:
    assert run(["--help"]) == ExitCode.DONE
    assert "\n  new " in capsys.readouterr().out
    assert run(["new", "--help"]) == ExitCode.DONE
    assert "--single-file" in capsys.readouterr().out
    code = "import sys, crazyeights_cli.app; print([name for name in sys.modules if name.startswith('crazyeights.')])"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert loaded.strip() == "[]"
