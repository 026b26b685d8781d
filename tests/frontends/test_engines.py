"""`--engine` as a user has it, and what `doctor` and `plugins` say of the kernel.

Where the kernel plays in another process it is not compiled here (NUMBA_DISABLE_JIT): its rounds are the same.
"""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from support_kernel_free import WITHOUT, needs_kernel
from support_program import Program, one_line

NOT_COMPILED = {"NUMBA_DISABLE_JIT": "1"}
CALLER = """
from crazyeights import Rule

def hop(turn):
    turn.skip()

def apply(build):
    build.on_play(build.rank("9"), hop)

def crazyeights_rules():
    return [Rule("hop", "A 9 skips the next player.", "A 9 skips the next player.", apply)]
"""


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


@needs_kernel
class TestTheSameOutput:
    def test_of_a_tournament_whoever_goes_on_with_it(self, program: Program) -> None:
        def results(file: str, *arguments: str, env: dict[str, str] | None = None) -> tuple[list[str], str]:
            line = f"tournament --table greedy greedy --table greedy random --seed 3 --csv --results {file}"
            done = program(*line.split(), *arguments, env=env)
            assert done.returncode == 0
            return (program.folder / file).read_text(encoding="utf-8").splitlines()[1:], done.stderr

        whole, said = results("python.jsonl", "--rounds", "8", "--engine", "python")
        assert len(whole) >= 4
        assert "kernel" not in said
        begun, said = results("both.jsonl", "--rounds", "4", "--engine", "kernel", env=NOT_COMPILED)
        assert said.startswith(
            "crazyeights: the kernel (not compiled: NUMBA_DISABLE_JIT is set) plays at 1 of 2 tables\n"
        )
        assert 0 < len(begun) < len(whole)
        rest, _ = results("both.jsonl", "--rounds", "8", "--engine", "python", "--resume")
        assert rest == whole
        on_two, _ = results("kernel.jsonl", "--rounds", "8", "--engine", "kernel", "--jobs", "2", env=NOT_COMPILED)
        assert on_two == whole

    def test_of_a_measurement(self, program: Program) -> None:
        line = "measure plain --rounds 3 --skill-rounds 2 --skill careful --seed 3 --json"
        by_python = program(*line.split(), "--engine", "python")
        by_kernel = program(*line.split(), "--engine", "kernel", env=NOT_COMPILED)
        assert (by_python.returncode, by_python.stderr) == (0, "")
        assert (by_kernel.returncode, by_kernel.stderr) == (
            0,
            "crazyeights: the kernel (not compiled: NUMBA_DISABLE_JIT is set) plays\n",
        )
        assert json.loads(by_kernel.stdout)["before"]["rounds"] == 3
        assert by_python.stdout == by_kernel.stdout


class TestWithoutNumba:
    def test_nothing_changes(self, program: Program) -> None:
        line = ["measure", "plain", "--rounds", "12", "--skill-rounds", "0", "--seed", "3", "--json"]
        without = program(*line, env=WITHOUT)
        assert (without.returncode, without.stderr) == (0, "")
        assert without.stdout == program(*line).stdout

    @pytest.mark.parametrize("command", ["tournament --table greedy greedy", "measure plain --skill-rounds 0"])
    def test_who_wants_the_kernel_is_told_what_to_install(self, program: Program, command: str) -> None:
        done = program(*command.split(), "--rounds", "4", "--engine", "kernel", env=WITHOUT)
        assert (done.returncode, done.stdout) == (2, "")
        one_line(done.stderr)
        assert done.stderr.endswith("needs numba, which is not installed: pip install 'crazyeights[fast]'\n")

    def test_doctor_says_so(self, program: Program) -> None:
        (line,) = [line for line in program("doctor", env=WITHOUT).stdout.splitlines() if line.startswith("kernel")]
        assert line.split(maxsplit=1)[1] == "none: numba is not installed: pip install 'crazyeights[fast]'"


def test_an_engine_that_there_is_not(program: Program) -> None:
    done = program("tournament", "--table", "greedy", "greedy", "--engine", "pyton")
    assert (done.returncode, done.stdout) == (2, "")
    one_line(done.stderr)
    assert "no engine is called 'pyton'; did you mean python?" in done.stderr


class TestRulesWithoutAKernel:
    def test_plugins_and_doctor_name_them(self, program: Program) -> None:
        program.write("caller.py", CALLER)
        listed = " ".join(program("plugins", "--plugin", "caller.py").stdout.split())
        assert "hop A 9 skips the next player. From caller.py, plugin caller." in listed
        assert listed.count("No kernel for it: it calls Python functions (on_play).") == 1
        said = program("doctor", "--plugin", "caller.py", env=WITHOUT).stdout
        (line,) = [line for line in said.splitlines() if line.startswith("rule ")]
        assert " ".join(line.split()) == "rule hop no kernel plays it: it calls Python functions (on_play)"

    def test_a_measurement_says_what_it_speaks_of(self, program: Program) -> None:
        program.write("caller.py", CALLER)
        line = "measure classic --with hop --plugin caller.py --rounds 4 --skill-rounds 0 --json"
        done = program(*line.split())
        assert done.returncode == 0
        assert one_line(done.stderr) == (
            "after: the engine in Python plays, not the kernel: the rule hop calls Python functions (on_play)"
        )

    def test_the_games_own_rules_have_one(self, program: Program) -> None:
        assert "No kernel" not in program("plugins").stdout
        assert "\nrule " not in program("doctor", env=WITHOUT).stdout

    @needs_kernel
    def test_doctor_names_the_version_of_numba_and_the_folder(self, program: Program, tmp_path: Path) -> None:
        from importlib.metadata import version

        kept = tmp_path / "kept"
        said = program("doctor", env={"NUMBA_CACHE_DIR": str(kept), "NUMBA_DISABLE_JIT": "0"}).stdout.splitlines()
        found = [re.split(r"  +", line, maxsplit=1) for line in said]
        assert ["kernel", f"compiled by numba {version('numba')}"] in found
        assert ["compiled code", f"kept in {kept / 'crazyeights'}"] in found
        said = program("doctor", env=NOT_COMPILED).stdout.splitlines()
        assert "compiled code" not in [re.split(r"  +", line)[0] for line in said]

    def test_a_tournament_with_one_says_who_is_to_blame(self, program: Program) -> None:
        program.write("caller.py", CALLER)
        line = "tournament --table greedy greedy --rule hop --plugin caller.py --rounds 4 --json"
        done = program(*line.split())
        assert done.returncode == 0
        assert one_line(done.stderr) == (
            "the engine in Python plays, not the kernel: the rule hop calls Python functions (on_play)"
        )
