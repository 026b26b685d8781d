"""The whole program with external strategies: the sample bots play, bad ones do no harm, nothing stays behind."""

from __future__ import annotations

import json
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Final

import pytest

from crazyeights import Game, StrategyError, default_registry
from crazyeights.external import external_spec
from support_bots import Lifeline, bot, with_parameters
from support_node import node
from support_program import COMMAND, Program, one_line

BOTS: Final = Path(__file__).parents[2] / "examples" / "bots"
PROTOCOL: Final = (BOTS.parents[1] / "docs" / "protocol.md").read_text(encoding="utf-8")


def saver() -> str:
    return f'exec:"{sys.executable}" "{BOTS / "saver.py"}"'


def counter() -> str:
    return f'exec:"{node()}" "{BOTS / "counter.js"}"'


SAMPLES: Final = pytest.mark.parametrize("sample", [saver, counter])


def moves_of(text: str) -> list[str]:
    """The moves of a program that plays a round alone."""
    player = external_spec(text).make(Random(1))
    state = Game("classic", 3).deal(seed=4)
    moves: list[str] = []
    while state.to_move is not None and len(moves) < 60:
        move = player.choose(state.view(state.to_move))
        moves.append(str(move))
        state.apply(move)
    return moves


@pytest.fixture
def program(tmp_path: Path) -> Program:
    return Program(tmp_path)


class TestSamples:
    @SAMPLES
    def test_it_plays_in_the_program(self, program: Program, sample: Callable[[], str]) -> None:
        done = program("--watch", "--ai", sample(), "--ai", "greedy", "--seed", 1, "--record", "x.jsonl")
        assert (done.returncode, done.stderr) == (0, "")
        assert "The round is over: " in done.stdout
        assert "fault" not in done.stdout.lower()
        # A record only names the program; reading it starts none.
        header = json.loads((program.folder / "x.jsonl").read_text(encoding="utf-8").splitlines()[0])
        assert header["seats"][0]["strategy"] == sample()
        replayed = program("replay", "x.jsonl", env={"PATH": ""})
        assert (replayed.returncode, replayed.stderr) == (0, "")

    @SAMPLES
    def test_it_knows_every_variant(self, sample: Callable[[], str]) -> None:
        registry = default_registry()
        player = external_spec(sample()).make(Random(1))
        moves = 0
        for name, variant in registry.variants.items():
            state = Game(name, variant.max_players).deal(seed=3)
            rng = Random(name)
            for _ in range(150):
                if state.to_move is None:
                    break
                if state.to_move == 1:
                    # A fault would be raised here, an illegal move in the next line.
                    state.apply(player.choose(state.view(1)))
                    moves += 1
                else:
                    state.apply(rng.choice(state.legal_moves()))
        assert moves > 5 * len(registry.variants)

    @SAMPLES
    def test_it_plays_alike_for_the_same_seed(self, sample: Callable[[], str]) -> None:
        assert moves_of(sample()) == moves_of(sample())

    def test_the_counters_parameter_is_told_and_checked(self) -> None:
        assert moves_of(with_parameters(counter(), "caution=3"))
        with pytest.raises(StrategyError, match=r"^says: caution is a number$"):
            moves_of(with_parameters(counter(), "caution=much"))
        with pytest.raises(StrategyError, match=r"^has no parameter depth; it has caution$"):
            moves_of(with_parameters(counter(), "depth=3"))

    @pytest.mark.parametrize("line", re.findall(r"^    (crazyeights .*)$", PROTOCOL, re.MULTILINE))
    def test_the_commands_of_the_protocols_page_work(self, program: Program, line: str) -> None:
        words = shlex.split(line)[1:]
        runners = {"python3 examples": f'"{sys.executable}" examples', "node examples": f'"{node()}" examples'}
        for written, real in runners.items():
            words = [word.replace(written, real) for word in words]
        words = [word.replace("examples/bots", BOTS.as_posix()) for word in words]
        done = program(*words, "--seed", 1, typed="quit\n")
        assert (done.returncode, done.stderr) == (0, "")
        assert "fault" not in done.stdout.lower()


class TestBadOnes:
    def test_its_fault_is_named_and_the_round_goes_on(self, program: Program) -> None:
        text = bot(program.folder, "print('debugging'); trouble('\\x1b[31mlost'); sys.exit(7)")
        done = program("--watch", "--ai", text, "--ai", "greedy", "--seed", 1)
        assert (done.returncode, done.stderr) == (0, "")
        assert "The round is over: " in done.stdout
        assert "wrote 'debugging', which is no JSON" in done.stdout
        # What it writes is told in the game's own words, and never reaches the terminal as it is.
        assert "\x1b" not in done.stdout
        assert not [line for line in done.stdout.splitlines() if line == "debugging"]

    def test_one_that_floods_both_its_outputs(self, program: Program) -> None:
        text = bot(program.folder, "while True: sys.stderr.write('x' * 9999); print('y' * 99)")
        done = program("--watch", "--ai", text, "--ai", "greedy", "--seed", 1)
        assert (done.returncode, done.stderr) == (0, "")
        assert "The round is over: " in done.stdout
        assert len(done.stdout) < 20_000

    @pytest.mark.parametrize(
        ("ai", "says"),
        [
            ("exec:", "exec: takes a command, as in exec:python3 bot.py"),
            ("exec:no-such-thing-here --fast", "there is no program 'no-such-thing-here' to play with"),
            ("exec:'x", "is no command: no closing quotation"),
        ],
    )
    def test_a_wrong_command_is_wrong_usage(self, program: Program, ai: str, says: str) -> None:
        done = program("--watch", "--ai", ai)
        assert done.returncode == 2
        assert says in one_line(done.stderr)

    def test_a_wrong_command_in_the_settings_is_told_and_not_used(self, program: Program) -> None:
        text = 'ai = ["exec:no-such-thing-here"]\n'
        program.write("home/config/crazyeights/settings.toml", text)
        done = program("--watch", "--seed", 1)
        if "greedy" in done.stdout and not done.stderr:
            pytest.skip("the user's folder is elsewhere on this platform")
        assert done.returncode == 0
        assert "there is no program 'no-such-thing-here'" in one_line(done.stderr)


class TestWhatStaysBehind:
    def test_nothing_when_the_program_ends(self, program: Program) -> None:
        with Lifeline() as life:
            text = bot(program.folder, on_hello=f"{life.code}; hello()")
            assert program("--watch", "--ai", text, "--ai", "greedy", "--seed", 1).returncode == 0
            life.wait_for_holder()
            assert life.wait_for_end()

    @pytest.mark.skipif(sys.platform == "win32", reason="Windows sends Ctrl-C to a whole console only")
    def test_nothing_after_ctrl_c_while_it_thinks(self, program: Program) -> None:
        with Lifeline() as life:
            text = bot(program.folder, f"{life.code}; time.sleep(60)")
            process = subprocess.Popen(
                [str(COMMAND), "--watch", "--ai", with_parameters(text, "limit=10"), "--ai", "greedy", "--seed", "1"],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env=program.env,
                cwd=program.folder,
            )
            life.wait_for_holder()
            start = time.monotonic()
            process.send_signal(signal.SIGINT)
            _, errors = process.communicate(timeout=30)
            assert process.returncode == 130
            assert b"Traceback" not in errors
            # It had ten seconds for its move, and nobody waited for them.
            assert time.monotonic() - start < 8
            assert life.wait_for_end()
