"""`crazyeights tournament` as a program: its processes, its progress bar, and Ctrl-C."""

from __future__ import annotations

import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from support_arena import ROGUES
from support_bots import bot
from support_program import COMMAND, Program, one_line


@pytest.mark.parametrize("jobs", ["1", "2"])
def test_workers_have_the_same_plugins_and_options(tmp_path: Path, jobs: str) -> None:
    program = Program(tmp_path)
    program.write("rogues.py", ROGUES)
    # One from the folder of the user, one that is named, a rule from the file, an option, and a plugin left out.
    program.write(
        "home/data/crazyeights/plugins/shouter.py", ROGUES.replace('"rogue"', '"shouter"').replace("kings", "x")
    )
    line = "tournament greedy rogue:how=fail shouter:how=shout --rounds 12 --seed 3 --json --plugin rogues.py"
    line += " --rule stumbling-kings --no-rule draw-two --set hand_size=6 --disable careful --role skip=J"
    done = program(*line.split(), "--jobs", jobs)
    assert done.returncode == 0
    found = json.loads(done.stdout)
    assert found["rounds"] == 12
    assert {one["name"] for one in found["faults"]} == {"rogue:how=fail", "stumbling-kings"}
    assert {one["message"] for one in found["faults"]} == {"raised ValueError: no idea", "raised RuntimeError: tripped"}


def test_a_strategy_that_ends_its_process_does_not_end_the_tournament(tmp_path: Path) -> None:
    program = Program(tmp_path)
    program.write("rogues.py", ROGUES)
    line = "tournament greedy rogue:how=die,turn=1 --rounds 2 --seed 3 --json --plugin rogues.py"
    done = program(*line.split())
    assert (done.returncode, done.stderr) == (0, "")
    assert [one["count"] for one in json.loads(done.stdout)["faults"]] == [2]


def test_a_program_of_ones_own_takes_part(tmp_path: Path) -> None:
    program = Program(tmp_path)
    done = program("tournament", bot(tmp_path), "greedy", "--rounds", "2", "--seed", "3", "--json")
    assert (done.returncode, done.stderr) == (0, "")
    found = json.loads(done.stdout)
    assert (found["rounds"], found["faults"]) == (2, [])
    broken = program("tournament", bot(tmp_path, whole="time.sleep(0)"), "greedy", "--rounds", "2", "--json")
    (fault,) = json.loads(broken.stdout)["faults"]
    assert fault["count"] == 2
    assert "raised" not in fault["message"]


def test_nothing_but_results_on_the_standard_output(tmp_path: Path) -> None:
    done = Program(tmp_path)("tournament", "careful", "greedy", "--rounds", "4", "--csv", "--jobs", "2")
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("name,rounds,won,")
    assert done.stdout.count("\n") == 3


def test_a_cluster_that_is_not_there(tmp_path: Path) -> None:
    done = Program(tmp_path)("tournament", "careful", "greedy", "--cluster", "tcp://127.0.0.1:9")
    assert (done.returncode, done.stdout) == (1, "")
    assert one_line(done.stderr).startswith("there is no dask scheduler at tcp://127.0.0.1:9: ")


@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no such signal")
def test_ctrl_c_keeps_what_was_played(tmp_path: Path) -> None:
    program = Program(tmp_path)
    line = ["tournament", "greedy", "careful", "--rounds", "500000", "--seed", "3", "--results", "x.jsonl", "--json"]
    child = subprocess.Popen(
        [str(COMMAND), *line], env=program.env, cwd=tmp_path, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    results = tmp_path / "x.jsonl"
    end = time.monotonic() + 60
    while not (results.exists() and results.stat().st_size > 20_000) and time.monotonic() < end:
        time.sleep(0.05)
    child.send_signal(signal.SIGINT)
    out, err = child.communicate(timeout=60)
    assert child.returncode == 130
    rounds = json.loads(out)["rounds"]
    assert one_line(err) == f"stopped after {rounds:,} rounds; the same command with --resume goes on"
    lines = results.read_text(encoding="utf-8").splitlines()
    assert rounds == 2 * (len(lines) - 1) > 50
    again = program(*line[:4], str(rounds + 10), *line[5:], "--resume")
    assert again.returncode == 0
    assert json.loads(again.stdout)["rounds"] == rounds + 10


@pytest.mark.skipif(sys.platform == "win32", reason="pexpect needs a pty")
def test_the_progress_bar_has_rate_and_time_left(tmp_path: Path) -> None:
    pexpect = pytest.importorskip("pexpect")
    program = Program(tmp_path)
    child = pexpect.spawn(
        str(COMMAND),
        ["tournament", "greedy", "careful", "--rounds", "500000", "--seed", "3"],
        env=program.env | {"TERM": "xterm", "LC_ALL": "C.UTF-8"},
        cwd=str(tmp_path),
        dimensions=(30, 120),
        encoding="utf-8",
        codec_errors="replace",
        timeout=60,
    )
    child.expect(r"[1-9][0-9]*/500000\S* rounds, [0-9,]+ a second, \S*[0-9]+:[0-9][0-9]:[0-9][0-9]\S* left")
    child.sendintr()
    child.expect(pexpect.EOF)
    child.close()
    assert child.exitstatus == 130
    shown = re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", child.before)
    assert "greedy is stronger than careful:" in shown
    assert "Traceback" not in shown
    assert "crazyeights: stopping after what is in hand; Ctrl-C again breaks it off" in shown
    assert re.search(r"crazyeights: stopped after [0-9,]+ rounds; the same command with --resume goes on", shown)


PAGE = (Path(__file__).parents[2] / "docs" / "tournament.md").read_text(encoding="utf-8")


def test_what_the_page_shows_works(tmp_path: Path) -> None:
    (code,) = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=Program(tmp_path).env, capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "careful is stronger than greedy: " in done.stdout
    for block in re.findall(r"```json\n(.*?)```", PAGE, re.DOTALL):
        assert json.loads(block)


def test_the_page_has_every_option(tmp_path: Path) -> None:
    for command in ("tournament", "measure"):
        shown = Program(tmp_path)(command, "--help").stdout
        own = set(re.findall(r"^  (--[a-z-]+)", shown, re.MULTILINE)) - {"--disable", "--no-third-party", "--players"}
        assert {option for option in own if f"`{option}" not in PAGE} == set()


def test_help_imports_none_of_it(tmp_path: Path) -> None:
    code = (
        "import sys; from crazyeights_cli.run import run; run(['tournament', '--help']); "
        "heavy = {'crazyeights.arena', 'rich', 'choix', 'numpy', 'loky', 'distributed', 'matplotlib', 'asyncio'}; "
        "print(sorted(heavy & set(sys.modules)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], env=Program(tmp_path).env, capture_output=True, text=True, check=True
    )
    assert done.stdout.splitlines()[-1] == "[]"
