"""The whole program with strangers' plugins: good ones are at home, bad ones do no harm."""

from __future__ import annotations

from pathlib import Path

import pytest

from support_program import Program, one_line


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


RULE = """
from crazyeights import Rule, hookimpl

@hookimpl
def crazyeights_rules():
    return [Rule("{name}", "Kings play again.", "Whoever plays a king plays again.",
                 lambda build: build.play_again(build.rank("K")))]
"""

BAD = {
    "no_python": "def f(:\n",
    "import_fails": "import nothing_of_that_name\n",
    "import_exits": "raise SystemExit(5)\n",
    "misspelt": "def crazyeights_rulez():\n    return []\n",
    "signature": "def crazyeights_rules(registry):\n    return []\n",
    "hook_raises": "def crazyeights_rules():\n    raise ZeroDivisionError('oops')\n",
    "hook_exits": "def crazyeights_rules():\n    raise SystemExit(5)\n",
    "no_list": "def crazyeights_rules():\n    return 5\n",
    "nothing_back": "def crazyeights_rules():\n    pass\n",
    "no_rule": "def crazyeights_rules():\n    return ['draw-two']\n",
    "taken": RULE.format(name="draw-two"),
    "taken_variant": "import crazyeights as c\ndef crazyeights_variants():\n    return [c.Variant('plain', '')]\n",
    "no_hook": "x = 1\n",
}


def frontend(launch: str, extra: str = "") -> str:
    return (
        "from crazyeights import FrontendSpec\n"
        f"def launch(request):\n    {launch}\n"
        "def crazyeights_frontends():\n"
        f"    return [FrontendSpec('mine', 'A stranger.', launch{extra})]\n"
    )


def strategy(create: str, choose: str = "return view.legal_moves[0]") -> str:
    return (
        "from crazyeights import StrategySpec\n"
        "class Mine:\n"
        f"    def __init__(self, rng):\n        {create}\n"
        f"    def choose(self, view):\n        {choose}\n"
        "def crazyeights_strategies():\n"
        "    return [StrategySpec('mine', 'A stranger.', Mine)]\n"
    )


class TestBadPlugins:
    def test_each_is_left_out_with_one_line_and_the_game_goes_on(self, program: Program) -> None:
        files = [program.write(f"{name}.py", code) for name, code in BAD.items()]
        done = program(*(part for file in files for part in ("--plugin", file)), "--watch", "--seed", 1)
        assert done.returncode == 0
        assert "The round is over: " in done.stdout
        lines = done.stderr.splitlines()
        assert len(lines) == len(BAD)
        for line, name in zip(lines, BAD, strict=True):
            assert line.startswith(f"crazyeights: the plugin {name} ({program.folder}")
            assert "is left out: " in line

    def test_they_are_listed_with_their_reason(self, program: Program) -> None:
        for name, code in BAD.items():
            program.write(f"home/data/crazyeights/plugins/{name}.py", code)
        done = program("plugins", env={"COLUMNS": "200"})
        assert (done.returncode, done.stderr) == (0, "")
        if "Left out" not in done.stdout:
            pytest.skip("the user's folder is elsewhere on this platform")
        left_out = done.stdout.split("Left out\n")[1]
        for name in BAD:
            assert f"  {name} " in left_out
        assert "did you mean crazyeights_rules?" in left_out
        assert "ZeroDivisionError: oops" in left_out

    def test_nobody_is_told_of_others_in_a_game(self, program: Program) -> None:
        env = program.install("broken", "1 / 0\n")
        done = program("--watch", "--seed", 1, env=env)
        assert (done.returncode, done.stderr) == (0, "")
        listed = program("plugins", env=env)
        assert "ZeroDivisionError" in listed.stdout
        assert "broken 1.0" in listed.stdout

    @pytest.mark.parametrize("name", ["a_folder.py", "text.txt"])
    def test_what_is_no_python_file(self, program: Program, name: str) -> None:
        if name.endswith(".py"):
            (program.folder / name).mkdir()
        else:
            program.write(name, "hello")
        done = program("--plugin", name, "--watch", "--seed", 1)
        assert done.returncode == 0
        assert "left out" in one_line(done.stderr)


class TestGoodPlugins:
    def test_a_rule_of_a_file(self, program: Program) -> None:
        file = program.write("kings.py", RULE.format(name="kings"))
        done = program("rules", "--rule", "kings", "--plugin", file)
        assert (done.returncode, done.stderr) == (0, "")
        assert "Whoever plays a king plays again." in done.stdout
        record = program("--watch", "--rule", "kings", "--plugin", file, "--seed", 2, "--record", "x.jsonl")
        assert record.returncode == 0
        assert program("replay", "x.jsonl", "--plugin", file).returncode == 0
        # Without the plugin the record can't be checked, and says so.
        assert "kings" in one_line(program("replay", "x.jsonl").stderr)

    def test_an_installed_one_is_listed_with_its_version(self, program: Program) -> None:
        env = program.install("kings", RULE.format(name="kings"))
        assert "From kings 1.0." in program("plugins", env=env).stdout

    def test_a_rule_that_contradicts_another(self, program: Program) -> None:
        code = RULE.format(name="twos").replace('build.play_again(build.rank("K"))', 'build.draw(build.rank("2"), 3)')
        done = program("--rule", "twos", "--plugin", program.write("twos.py", code))
        assert done.returncode == 2
        line = one_line(done.stderr)
        assert "draw-two" in line
        assert "twos" in line

    def test_a_rule_that_fails(self, program: Program) -> None:
        code = RULE.format(name="zero").replace('build.play_again(build.rank("K"))', "1 / 0")
        done = program("--rule", "zero", "--plugin", program.write("zero.py", code))
        assert done.returncode == 1
        assert "the rule zero failed: ZeroDivisionError" in one_line(done.stderr)


class TestStrategies:
    def test_one_that_can_not_be_made(self, program: Program) -> None:
        done = program("--ai", "mine", "--plugin", program.write("mine.py", strategy("raise ValueError('no book')")))
        assert done.returncode == 1
        assert "the strategy mine can't be used: ValueError: no book" in one_line(done.stderr)

    @pytest.mark.parametrize(
        "choose", ["raise ValueError('lost')", "return 'queen'", "return None", "raise SystemExit"]
    )
    def test_one_that_fails_is_replaced_and_named(self, program: Program, choose: str) -> None:
        file = program.write("mine.py", strategy("pass", choose))
        done = program(
            "--watch", "--ai", "mine", "--ai", "greedy", "--seed", 1, "--plugin", file, "--record", "x.jsonl"
        )
        assert (done.returncode, done.stderr) == (0, "")
        assert "fault of mine" in done.stdout.lower()
        assert "The round is over: " in done.stdout
        assert program("replay", "x.jsonl").returncode == 0


class TestFrontends:
    def run(self, program: Program, code: str, *arguments: str) -> tuple[int, str, str]:
        done = program("--plugin", program.write("mine.py", code), *arguments)
        return done.returncode, done.stdout, done.stderr

    def test_one_that_is_asked_for_gets_the_table(self, program: Program) -> None:
        code = frontend("print(request.table.game.name, request.options['plain'], len(request.table.seats)); return 0")
        assert self.run(program, code, "--frontend", "mine", "--players", "3", "--plain") == (0, "classic True 3\n", "")

    def test_one_without_priority_is_only_launched_when_it_is_named(self, program: Program) -> None:
        code, out, _ = self.run(program, frontend("print('mine'); return 0"))
        assert code == 3
        assert "mine" not in out

    def test_the_highest_priority_that_can_run_is_chosen(self, program: Program) -> None:
        mine = frontend("print('mine'); return 0", ", 99")
        assert self.run(program, mine) == (0, "mine\n", "")
        # But not for somebody who wants plain lines.
        assert self.run(program, mine, "--plain")[0] == 3
        unusable = frontend("print('mine'); return 0", ", 99, lambda environment: 'too dark'")
        assert self.run(program, unusable)[0] == 3

    def test_one_that_can_not_run_here_is_exit_code_4(self, program: Program) -> None:
        code = frontend("return 0", ", 99, lambda environment: None if environment.display else 'there is no display'")
        exit_code, out, err = self.run(program, code, "--frontend", "mine")
        assert (exit_code, out) == (4, "")
        assert one_line(err) == "the frontend mine can't run here: there is no display"

    def test_its_exit_code_is_the_programs(self, program: Program) -> None:
        assert self.run(program, frontend("return 4"), "--frontend", "mine")[0] == 4

    @pytest.mark.parametrize(
        ("launch", "says"),
        [
            (
                "1 / 0",
                "the frontend mine failed: ZeroDivisionError: division by zero; run again with CRAZYEIGHTS_DEBUG=1",
            ),
            ("return 'fine'", "the frontend mine gave no exit code but 'fine'"),
            ("return None", "the frontend mine gave no exit code but None"),
        ],
    )
    def test_one_that_fails_is_one_line(self, program: Program, launch: str, says: str) -> None:
        code, _, err = self.run(program, frontend(launch), "--frontend", "mine")
        assert code == 1
        assert says in one_line(err)

    def test_where_it_failed_is_shown_on_demand(self, program: Program) -> None:
        file = program.write("mine.py", frontend("1 / 0"))
        done = program("--plugin", file, "--frontend", "mine", env={"CRAZYEIGHTS_DEBUG": "1"})
        assert "Traceback" in done.stderr
        assert "mine.py" in done.stderr


COMMANDS = """
def crazyeights_commands(app):
    @app.command()
    def hello(name: str = "you") -> None:
        \"\"\"Greet somebody.\"\"\"
        print(f"hello {name}")
"""


class TestCommands:
    def test_a_plugin_adds_one(self, program: Program) -> None:
        env = program.install("greeter", COMMANDS)
        assert program("hello", "--name", "Ann", env=env).stdout == "hello Ann\n"
        assert "Greet somebody." in program("--help", env=env).stdout
        assert "hello" in program("plugins", env=env).stdout
        assert "did you mean hello?" in program("helo", env=env).stderr

    def test_the_launchers_own_can_not_be_replaced(self, program: Program) -> None:
        env = program.install("greeter", COMMANDS.replace("def hello", "def rules"))
        assert "Variants" in program("rules", env=env).stdout
        assert "greeter" in program("plugins", env=env).stdout.split("Left out")[1]

    def test_one_that_fails_harms_nobody(self, program: Program) -> None:
        env = program.install("greeter", "def crazyeights_commands(app):\n    1 / 0\n")
        done = program("--help", env=env)
        assert (done.returncode, done.stderr) == (0, "")
        assert "ZeroDivisionError" in program("plugins", env=env).stdout
