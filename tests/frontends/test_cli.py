"""The launcher inside one process: how the command line is understood, and what each error says."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from crazyeights import Fault, Game, Seat, Session
from crazyeights.errors import describe_error
from crazyeights.plugins import Registry, load_plugins
from crazyeights.record import Recorder
from crazyeights_cli.failures import ExitCode, Failure
from crazyeights_cli.run import run
from crazyeights_cli.table import GameChoices, SeatChoices, build_table, number, parse_strategy

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def launch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in this process, at an input that has ended, far from the user's folders."""
    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CRAZYEIGHTS_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def launch(*arguments: object) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        return (code, *capsys.readouterr())

    return launch


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_plugins(third_party=False)


class TestWrongUsage:
    """Each is one line and exit code 2."""

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("--variant plane", "no variant is called 'plane'; did you mean plain?"),
            ("--rule queenskip", "no rule is called 'queenskip'; did you mean queen-skip?"),
            ("--no-rule queen", "no rule is called 'queen'; did you mean queen-skip?"),
            (
                "--variant plain --no-rule draw-two",
                "plain has no rule draw-two to leave out; its rules are crazy-eight",
            ),
            ("--rule draw-two --no-rule draw-two", "is both added and left out"),
            ("--ai gredy", "no strategy is called 'gredy'; did you mean greedy?"),
            ("--frontend lien", "no frontend is called 'lien'; did you mean line?"),
            ("--set hand=5", "no option is called 'hand'; did you mean hand_size?"),
            ("--set Hand=5", "no option is called 'Hand'; did you mean hand_size?"),
            ("--set hand_size", "--set takes OPTION=VALUE, as in hand_size=7, not 'hand_size'"),
            ("--set =5", "--set takes OPTION=VALUE"),
            ("--set hand_size=", "--set takes OPTION=VALUE"),
            ("--set hand_size=99", "hand_size can't be '99'; it is a number from 1 to 26"),
            (
                "--set after_draw=never",
                "after_draw can't be 'never'; it is turn_ends, play_drawn, play_any or must_play",
            ),
            ("--set draw_limit=3", "draw_limit=3 contradicts after_draw=turn_ends"),
            ("--role skp=J", "no role is called 'skp'; did you mean skip?"),
            ("--role skip=11", "'11' in the role skip=11 is no card"),
            ("--role draw=2", "the role draw takes a number from 1 to 20, as in draw:2=J"),
            ("--role reverse:2=J", "the role reverse takes no number: write reverse=J"),
            ("--role skip", "a role is written ROLE=CARD,CARD"),
            ("--role wild=*", "the role wild=* is of no card in this deck"),
            ("--role free=8", "the rules crazy-eight and role-free-8 contradict each other"),
            ("--variant suprise-42", "no variant is called 'suprise-42'; did you mean surprise?"),
            ("--players 9", "classic is for 2 to 7 players, not 9"),
            ("--players 1", "classic is for 2 to 7 players, not 1"),
            ("--players 0", "classic is for 2 to 7 players, not 0"),
            ("--variant plain --players 3", "plain is for 2 players, not 3"),
            ("--players 7 --set hand_size=10", "take fewer players, smaller hands or more decks"),
            ("--players two", "--players takes a whole number, not 'two'"),
            ("--players 1_0", "--players takes a whole number, not '1_0'"),
            ("--seed=-1", "--seed takes a whole number, not '-1'"),
            ("--human x", "--human takes a whole number, not 'x'"),
            ("--human 3 --players 3", "there is no seat 3; the seats are 0 to 2"),
            ("--watch --human 1", "--watch leaves no seat for --human: take one or the other"),
            ("--players 2 --ai greedy --ai random", "--ai is given 2 times, but there is 1 computer seat"),
            ("--players 4 --ai greedy --ai random", "--ai is given 2 times, but there are 3 computer seats"),
            ("--watch --players 3 --ai greedy --ai random", "--ai is given 2 times, but there are 3 computer seats"),
            ("--players 2 --human 0 --human 1 --ai greedy", "--ai is given once, but there are 0 computer seats"),
            ("--ai greedy --ai random --ai random --ai random --ai random --ai random --ai random", "classic is for"),
            ("--ai greedy:", "--ai takes NAME or NAME:param=value,param=value, not 'greedy:'"),
            ("--ai greedy:depth", "--ai takes NAME or NAME:param=value,param=value, not 'greedy:depth'"),
            ("--ai greedy:depth=2", "no parameter of greedy is called 'depth'"),
            ("--plugin none.py", "there is no file none.py to take a plugin from"),
            ("--sed 7", "there is no option --sed; did you mean --seed?"),
            ("--seed", "option '--seed' requires an argument"),
            ("-x", "there is no option -x (see crazyeights play --help)"),
            ("paly", "no command is called 'paly'; did you mean play?"),
            ("rules plane", "no variant is called 'plane'; did you mean plain?"),
            ("rules classic plain", "unexpected extra argument"),
            ("rules --rule nothing", "no rule is called 'nothing'"),
            ("replay", "missing argument 'FILE'"),
            ("plugins --nothing", "there is no option --nothing"),
        ],
    )
    def test_is_one_line_and_exit_code_2(self, launch: Run, line: str, says: str) -> None:
        code, out, err = launch(*line.split())
        assert (code, out) == (ExitCode.USAGE, "")
        assert err.count("\n") == 1
        assert err.startswith("crazyeights: ")
        assert says in err
        assert "Traceback" not in err

    def test_an_empty_name_is_wrong_too(self, launch: Run) -> None:
        assert launch("--variant", "")[0] == ExitCode.USAGE
        assert launch("")[0] == ExitCode.USAGE

    @pytest.mark.parametrize("text", ["1" * 5000, "٣", " 3", "3.0", "", "1e3"])
    def test_odd_numbers_are_refused(self, text: str) -> None:
        with pytest.raises(Failure) as caught:
            number("--seed", text)
        assert caught.value.code == ExitCode.USAGE


class TestCommands:
    def test_the_version(self, launch: Run) -> None:
        from crazyeights import __version__

        assert launch("--version") == (0, f"crazyeights {__version__}\n", "")

    @pytest.mark.parametrize("line", ["--help", "-h", "play --help", "rules --help", "plugins --help", "replay --help"])
    def test_help(self, launch: Run, line: str) -> None:
        code, out, err = launch(*line.split())
        assert (code, err) == (0, "")
        assert out.startswith("Usage: crazyeights")

    def test_help_lists_all_commands(self, launch: Run) -> None:
        out = launch("--help")[1]
        for command in ("play", "rules", "plugins", "replay"):
            assert f"\n  {command} " in out
        assert "`crazyeights play --help` lists the options of a game." in out

    def test_rules_without_a_variant_lists_variants_and_rules(self, launch: Run) -> None:
        code, out, _ = launch("rules")
        assert code == 0
        for word in ("classic", "2 to 7 players", "plain", "2 players", "ace-reverse", "crazy-eight"):
            assert word in out

    def test_rules_explains_what_was_composed(self, launch: Run) -> None:
        out = launch("rules", "plain", "--rule", "queen-skip", "--set", "hand-size=7")[1]
        assert out.startswith("The rules of plain with queen-skip, hand_size=7\n")
        assert "seven cards" in out

    def test_rules_lists_the_roles_and_explains_those_that_were_given(self, launch: Run) -> None:
        listed = launch("rules")[1].split("Roles that --role gives")[1]
        for start in ("wild=", "skip=", "draw:2=", "last-resort="):
            assert f"\n  {start}" in listed
        out = launch("rules", "--role", "skip=J", "--role", "draw:3=QS")[1]
        assert "Whenever a jack is played, the next player is skipped." in out
        assert "the queen of spades is played, the next player must draw three cards." in " ".join(out.split())

    def test_rules_with_options_but_no_variant_explains_classic(self, launch: Run) -> None:
        assert launch("rules", "--players", "5")[1].startswith("The rules of classic\n")

    def test_plugins_lists_everything_on_offer_and_from_where(self, launch: Run, registry: Registry) -> None:
        code, out, _ = launch("plugins")
        assert code == 0
        offered = [registry.rules, registry.variants, registry.strategies, registry.frontends]
        for name in (name for offers in offered for name in offers):
            assert f"\n  {name} " in out
        assert "crazyeights " in out.split("Variants")[0]
        assert "Left out" not in out

    def test_replay_prints_no_name_that_steers_the_terminal(self, launch: Run, tmp_path: Path) -> None:
        seats = [Seat("Eve\x1b[2J\nVerified: all", None), Seat("Bob\x9b1m", None)]
        file = tmp_path / "r.jsonl"
        with Session(Game("classic", players=2), seats, 7, recorder=Recorder(file)) as session:
            while session.to_move is not None:
                session.apply(session.to_move, session.legal_moves(session.to_move)[0])
                if session.position == 2:
                    session.report(Fault("x\x07", "raised\x1b]0;title\x07", 0))
        code, out, err = launch("replay", file)
        assert (code, err) == (ExitCode.DONE, "")
        assert out.startswith("Round 1 of classic: Eve [2J Verified: all and Bob 1m.\n")
        assert "Fault of x (Eve [2J Verified: all's turn): raised ]0;title. The game goes on." in out
        assert all(line.isprintable() for line in out.splitlines())

    @pytest.mark.parametrize(
        ("changed", "advised"),
        [({"variant": "kings"}, True), ({"rules_added": ["kings"]}, True), ({"options": {"kings": 1}}, False)],
    )
    def test_a_record_with_a_plugin_s_rules_says_how_to_name_it(
        self, launch: Run, tmp_path: Path, changed: dict[str, object], advised: bool
    ) -> None:
        file = tmp_path / "r.jsonl"
        Session(Game("classic", players=2), [Seat("A"), Seat("B")], 7, recorder=Recorder(file)).close()
        header = json.loads(file.read_text(encoding="utf-8").splitlines()[0])
        file.write_text(json.dumps(header | changed) + "\n", encoding="utf-8")
        code, _, err = launch("replay", file)
        assert code == ExitCode.FAILED
        assert "'kings'" in err
        assert err.endswith("; a plugin in a file is named with --plugin FILE\n") == advised

    def test_a_bad_record_is_told_without_steering_the_terminal(self, launch: Run, tmp_path: Path) -> None:
        file = tmp_path / "r.jsonl"
        file.write_text('{"\x9b2J":1}\n', encoding="utf-8")
        code, _, err = launch("replay", file)
        assert code == ExitCode.FAILED
        assert err.removesuffix("\n").isprintable()


class TestTable:
    def seats(self, registry: Registry, seats: SeatChoices, **game: object) -> list[str | None]:
        choices = GameChoices(**{"variant": "classic", **game})  # type: ignore[arg-type]
        table = build_table(choices, seats, registry, seed=7, record=None)
        assert len(table.seats) == table.game.players
        return [seat.strategy_name for seat in table.seats]

    def test_alone_it_is_you_against_one_computer(self, registry: Registry) -> None:
        assert self.seats(registry, SeatChoices()) == [None, "normal"]

    def test_one_ai_plays_all_computer_seats(self, registry: Registry) -> None:
        assert self.seats(registry, SeatChoices(["random"]), players=4) == [None, "random", "random", "random"]

    def test_an_ai_for_each_computer_seat_in_order(self, registry: Registry) -> None:
        seats = self.seats(registry, SeatChoices(["random", "greedy"]), players=3)
        assert seats == [None, "random", "greedy"]

    def test_the_number_of_ais_decides_the_players(self, registry: Registry) -> None:
        assert self.seats(registry, SeatChoices(["random", "greedy", "random"])) == [None, "random", "greedy", "random"]
        assert self.seats(registry, SeatChoices(["random", "greedy"], watch=True)) == ["random", "greedy"]

    def test_watching_leaves_no_seat_to_a_person(self, registry: Registry) -> None:
        assert self.seats(registry, SeatChoices(watch=True), players=3) == ["normal", "normal", "normal"]

    def test_people_sit_where_they_were_told(self, registry: Registry) -> None:
        assert self.seats(registry, SeatChoices(humans=[2]), players=3) == ["normal", "normal", None]
        assert self.seats(registry, SeatChoices(humans=[0, 1, 1])) == [None, None]

    def test_a_seed_is_chosen_if_none_is_given(self, registry: Registry) -> None:
        table = build_table(GameChoices("classic"), SeatChoices(), registry, seed=None, record=None)
        assert table.seed is not None

    def test_the_last_value_of_an_option_counts(self, registry: Registry) -> None:
        choices = GameChoices("classic", settings=["hand_size=3", "HAND-SIZE=4"])
        assert build_table(choices, SeatChoices(), registry, seed=1, record=None).game.options.hand_size == 4

    def test_a_strategy_with_parameters(self, tmp_path: Path) -> None:
        file = tmp_path / "deep.py"
        file.write_text(
            "from crazyeights import Parameter, StrategySpec\n"
            "def crazyeights_strategies():\n"
            "    return [StrategySpec('deep', 'x', lambda rng, **values: None,\n"
            "            (Parameter('depth', 2, low=1, high=9), Parameter('mode', 'a', choices=('a', 'b'))))]\n",
            encoding="utf-8",
        )
        registry = load_plugins([file], third_party=False)
        spec, values = parse_strategy("deep:depth=3,mode=b", registry)
        assert (spec.name, values) == ("deep", {"depth": 3, "mode": "b"})
        with pytest.raises(ValueError, match="depth can't be '10'"):
            parse_strategy("deep:depth=10", registry)


class TestLastResort:
    def test_an_unexpected_error_is_one_line(self, launch: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        def fail(*args: object, **kwargs: object) -> None:
            raise ZeroDivisionError("nothing\nto see")

        monkeypatch.setattr("crazyeights_cli.plugged.load_plugins", fail)
        code, _, err = launch("rules")
        assert code == ExitCode.FAILED
        line = "unexpected error: ZeroDivisionError: nothing to see; run again with CRAZYEIGHTS_DEBUG=1 for the details"
        assert err == f"crazyeights: {line}\n"
        monkeypatch.setenv("CRAZYEIGHTS_DEBUG", "1")
        assert "Traceback" in launch("rules")[2]

    @pytest.mark.parametrize(
        ("error", "code", "says"),
        [
            (KeyboardInterrupt(), ExitCode.INTERRUPTED, ""),
            (BrokenPipeError(), ExitCode.FAILED, ""),
            (EOFError(), ExitCode.INPUT_ENDED, "crazyeights: the input ended\n"),
            (OSError(28, "No space left on device", "x"), ExitCode.FAILED, "crazyeights: x: No space left on device\n"),
            (MemoryError(), ExitCode.FAILED, "crazyeights: unexpected error: MemoryError; run again"),
        ],
    )
    def test_what_is_raised_becomes_a_code(
        self, launch: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: ExitCode, says: str
    ) -> None:
        def fail(*args: object, **kwargs: object) -> None:
            raise error

        monkeypatch.setattr("crazyeights_cli.plugged.load_plugins", fail)
        given, _, err = launch("rules")
        assert given == code
        assert err.startswith(says)
        assert bool(err) == bool(says)

    def test_an_error_that_can_not_be_shown(self) -> None:
        class SulkyError(Exception):
            def __str__(self) -> str:
                raise RuntimeError

        assert describe_error(SulkyError()) == "SulkyError"


HEAVY = ("prompt_toolkit", "arcade", "pyglet", "rich", "asyncio")


@pytest.mark.parametrize("line", ["--help", "play --help", "--version"])
def test_help_imports_nothing_heavy(line: str) -> None:
    code = (
        "import sys; from crazyeights_cli.run import run; code = run(sys.argv[1:])\n"
        f"print([name for name in {HEAVY} if name in sys.modules], file=sys.stderr); sys.exit(code)"
    )
    done = subprocess.run([sys.executable, "-c", code, *line.split()], capture_output=True, text=True, check=True)
    assert done.stderr.strip() == "[]"
    assert done.stdout


def test_help_leaves_the_core_alone_while_nobody_adds_commands(tmp_path: Path) -> None:
    """It is what makes `--help` quick."""
    code = "import sys; from crazyeights_cli.run import run; run(['--help']); print('crazyeights.game' in sys.modules)"
    home = {name: str(tmp_path) for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME")}
    script = f"import os; os.environ.update({home!r})\n{code}"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    assert done.stdout.splitlines()[-1] == "False"
