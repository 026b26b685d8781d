"""The whole program: `--log`, `statistics`, leaving plugins out, and what `plugins` says of them."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support_plugins import rule_source
from support_program import Program, one_line

FOR_ANOTHER_VERSION = '# /// script\n# dependencies = ["crazyeights>=99"]\n# ///\n'


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


def data(program: Program) -> Path:
    """The user's data folder, where this platform has it."""
    said = program("doctor").stdout
    (line,) = [line for line in said.splitlines() if line.startswith("data ")]
    return Path(re.sub(r"^data +(.*) \(.*\)$", r"\1", line))


class TestTheLog:
    def test_it_is_written(self, program: Program) -> None:
        done = program("--watch", "--seed", 1, "--log", "session.log")
        assert (done.returncode, done.stderr) == (0, "")
        lines = (program.folder / "session.log").read_text(encoding="utf-8").splitlines()
        assert re.fullmatch(r"\d\d:\d\d:\d\d \d{4}-\d\d-\d\d crazyeights .*: classic.* At the table: .*", lines[0])
        # What is written there is what was told.
        assert "The round is over: " in lines[-3]
        assert lines[-3].split(" ", 1)[1] in done.stdout

    def test_a_file_that_can_not_be_written_ends_it_before_the_game(self, program: Program) -> None:
        done = program("--watch", "--log", "no/such.log")
        assert (done.returncode, done.stdout) == (1, "")
        assert "no" in one_line(done.stderr)
        assert "No such file or directory" in done.stderr

    def test_without_its_plugin_there_is_none(self, program: Program) -> None:
        done = program("--watch", "--log", "session.log", "--disable", "session-log")
        assert done.returncode == 2
        assert one_line(done.stderr) == "--log needs the plugin session-log, which is not in use"
        assert not (program.folder / "session.log").exists()


class TestStatistics:
    def test_rounds_are_counted_and_shown(self, program: Program) -> None:
        assert program("statistics").stdout == "No rounds yet. Each one that you play to its end is counted.\n"
        # A hand of one card: whoever can play it wins, and a script that draws and plays loses or wins soon.
        typed = [word for _ in range(60) for word in ("pass", "draw")]
        done = program("--set", "hand_size=1", "--seed", 3, "--frontend", "line", typed=typed)
        assert "The round is over: " in done.stdout
        won = "The round is over: you win" in done.stdout
        told = json.loads(program("statistics", "--json").stdout)
        assert (told["rounds"], told["won"]) == (1, int(won))
        assert list(told["by_game"]) == ["classic (changed), 2 players"]
        shown = program("statistics")
        assert (shown.returncode, shown.stderr) == (0, "")
        assert shown.stdout.startswith(f"You have played 1 round and won {int(won)} ")
        assert "No rounds of plain yet." in program("statistics", "--variant", "plain").stdout

    def test_rounds_that_are_watched_are_not(self, program: Program) -> None:
        assert program("--watch", "--seed", 1).returncode == 0
        assert json.loads(program("statistics", "--json").stdout)["rounds"] == 0

    def test_the_command_is_in_the_help_and_is_found_when_it_is_misspelt(self, program: Program) -> None:
        assert re.search(r"^ *statistics +Show how many rounds", program("--help").stdout, re.MULTILINE)
        assert "did you mean statistics?" in one_line(program("statistic").stderr)

    def test_help_with_it_imports_neither_the_core_nor_any_screen(self, program: Program) -> None:
        script = (
            "import sys; from crazyeights_cli.run import run; run(['--help'])\n"
            "heavy = {'crazyeights', 'crazyeights.plugins', 'prompt_toolkit', 'arcade', 'pyglet', 'rich', 'asyncio'}\n"
            "print(sorted(heavy & set(sys.modules)), 'crazyeights_extras' in sys.modules)"
        )
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, text=True, check=True, env=program.env, timeout=60
        )
        assert done.stdout.splitlines()[-1] == "[] True"


class TestLeavingPluginsOut:
    def test_one_by_its_name(self, program: Program) -> None:
        file = program.write("mine.py", rule_source("mine"))
        assert "mine" in program("rules", "--plugin", file).stdout
        listed = program("plugins", "--plugin", file, "--disable", "mine", "--disable", "greedy")
        assert (listed.returncode, listed.stderr) == (0, "")
        left_out = listed.stdout.split("Left out\n")[1]
        assert re.findall(r"^  (\S+) +it is disabled\.", left_out, re.MULTILINE) == ["greedy", "mine"]
        done = program("--watch", "--ai", "greedy", "--disable", "greedy")
        assert done.returncode == 2
        assert "no strategy is called 'greedy'" in one_line(done.stderr)

    def test_an_unknown_name_is_wrong_usage(self, program: Program) -> None:
        done = program("plugins", "--disable", "gredy")
        assert done.returncode == 2
        assert one_line(done.stderr) == "no plugin is called 'gredy'; did you mean greedy?"

    def test_all_strangers_but_those_that_are_named(self, program: Program) -> None:
        env = program.install("stranger", rule_source("stranger"))
        folder = data(program) / "plugins"
        if program.folder not in folder.parents:
            pytest.skip("the user's folder is elsewhere on this platform")
        folder.mkdir(parents=True)
        (folder / "housemate.py").write_text(rule_source("housemate"), encoding="utf-8")
        file = program.write("guest.py", rule_source("guest"))
        strangers = re.compile(r"^  (stranger|housemate|guest) ", re.MULTILINE)
        assert strangers.findall(program("plugins", "--plugin", file, env=env).stdout) == [
            "stranger",
            "housemate",
            "guest",
        ]
        alone = program("plugins", "--plugin", file, "--no-third-party", env=env).stdout
        assert strangers.findall(alone) == ["guest"]
        assert "classic" in alone


class TestThePlugins:
    def test_what_is_wrong_is_listed_with_its_traceback_on_demand(self, program: Program) -> None:
        files = [
            program.write("broken.py", "x = 1\nraise RuntimeError('boom')\n"),
            program.write("loud.py", f"print('hello')\n{rule_source('loud')}"),
            program.write(
                "future.py", f'# /// script\n# dependencies = ["crazyeights>=99"]\n# ///\n{rule_source("future")}'
            ),
        ]
        given = [part for file in files for part in ("--plugin", file)]
        done = program("plugins", *given, env={"COLUMNS": "200"})
        assert done.returncode == 0
        lines = done.stderr.splitlines()
        assert [line.split(" (")[0] for line in lines] == [
            f"crazyeights: the plugin {name}" for name in ("broken", "loud", "future")
        ]
        assert "misbehaves: it prints 'hello'" in lines[1]
        assert "is left out: it needs crazyeights >=99, but this is crazyeights " in lines[2]
        misbehaving, left_out = done.stdout.split("Misbehaving, but in use\n")[1].split("Left out\n")
        assert re.findall(r"^  (\S+) ", misbehaving, re.MULTILINE) == ["loud"]
        assert re.findall(r"^  (\S+) ", left_out, re.MULTILINE) == ["broken", "future"]
        assert "Traceback" not in done.stdout
        assert not [line for line in done.stdout.splitlines() if line == "hello"]
        told = program("plugins", "--traceback", *given).stdout
        assert f'File "{files[0]}", line 2' in told
        assert told.count("Traceback") == 1

    def test_each_thing_is_listed_with_its_plugin_and_its_parameters(self, program: Program) -> None:
        code = (
            "from crazyeights import Parameter, StrategySpec\n"
            "def crazyeights_strategies():\n"
            "    depth = Parameter('depth', 3, 'how far it looks', low=1, high=9)\n"
            "    return [StrategySpec('seer', 'Looks ahead.', print, (depth,))]\n"
            "def crazyeights_commands(app):\n"
            "    @app.command()\n"
            "    def gaze():\n"
            "        'Look into the ball.'\n"
        )
        listed = program("plugins", env={**program.install("crystal", code), "COLUMNS": "200"}).stdout
        assert re.search(r"^  seer +Looks ahead\. From crystal 1\.0, plugin crystal\.$", listed, re.MULTILINE)
        assert re.search(r"^    :depth=3 +how far it looks: a whole number from 1 to 9$", listed, re.MULTILINE)
        assert re.search(r"^  gaze +Look into the ball\. From crystal 1\.0, plugin crystal\.$", listed, re.MULTILINE)
        assert re.search(r"^  exec:COMMAND +A program of yours", listed, re.MULTILINE)
        assert re.search(r"^    :limit=5\.0 +how many seconds it has for a move: a number", listed, re.MULTILINE)
        assert re.search(r"^  statistics +From crazyeights ", listed.split("Observers\n")[1], re.MULTILINE)
