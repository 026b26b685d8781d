"""`crazyeights tournament` and `measure`: what is understood, printed, kept and refused."""

from __future__ import annotations

import csv
import io
import json
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crazyeights.arena import ArenaError, Plan
from crazyeights.arena.runner import HereRunner
from crazyeights_cli import measure as measuring
from crazyeights_cli import tournament as playing
from crazyeights_cli.failures import ExitCode
from crazyeights_cli.many_values import seats_of
from crazyeights_cli.run import run
from support_arena import own_plugins

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def launch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in this process, rounds and all, far from the user's folders."""
    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "XDG_CONFIG_HOME", "LOCALAPPDATA", "APPDATA"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    monkeypatch.delenv("CRAZYEIGHTS_DEBUG", raising=False)
    monkeypatch.chdir(tmp_path)

    # Processes take longer to start than these rounds to play; test_tournament_program.py has them.
    def here(plan: Plan, *, jobs: int, cluster: str | None, registry: object = None) -> HereRunner:
        assert (jobs, cluster) == (1, None)
        return HereRunner(plan, own_plugins())

    monkeypatch.setattr(playing, "make_runner", here)
    monkeypatch.setattr(measuring, "make_runner", here)

    def launch(line: str) -> tuple[int, str, str]:
        code = run(line.split())
        return (code, *capsys.readouterr())

    return launch


def told(launch: Run, line: str) -> Any:
    code, out, err = launch(f"tournament {line} --json")
    assert (code, err) == (ExitCode.DONE, "")
    return json.loads(out)


class TestPlaying:
    def test_tells_in_a_table(self, launch: Run) -> None:
        code, out, err = launch("tournament random careful --rounds 60 --seed 7")
        assert (code, err) == (ExitCode.DONE, "")
        lines = out.splitlines()
        assert lines[0] == "classic, 2 players, seed 7"
        assert lines[1].startswith("60 rounds of 30 deals, ")
        assert [line.split()[0] for line in lines[4:6]] == ["careful", "random"]
        assert "random is stronger than careful: no, careful is stronger by" in out

    def test_json_is_in_the_promised_shape(self, launch: Run) -> None:
        found = told(launch, "random careful --rounds 60 --seed 7")
        assert list(found) == ["rounds", "strategies", "faults"]
        assert (found["rounds"], found["faults"]) == (60, [])
        assert [list(one) for one in found["strategies"]] == [["name", "win_rate", "low", "high", "rating"]] * 2
        assert sum(one["win_rate"] for one in found["strategies"]) == pytest.approx(1.0)

    def test_the_same_seed_is_the_same_tournament(self, launch: Run) -> None:
        first, again, other = (told(launch, f"greedy careful --rounds 20 --seed {seed}") for seed in (7, 7, 8))
        assert first == again != other

    def test_csv(self, launch: Run) -> None:
        code, out, err = launch("tournament random careful greedy --rounds 60 --seed 7 --csv")
        assert (code, err) == (ExitCode.DONE, "")
        rows = list(csv.DictReader(io.StringIO(out)))
        assert [row["name"] for row in rows] == ["random", "careful", "greedy"]
        assert [row["rounds"] for row in rows] == ["40", "40", "40"]

    def test_a_picture(self, launch: Run) -> None:
        assert launch("tournament random careful --rounds 4 --seed 7 --plot x.png")[0] == ExitCode.DONE
        assert Path("x.png").read_bytes().startswith(b"\x89PNG")

    def test_a_table_of_ones_own(self, launch: Run) -> None:
        found = told(launch, "--table careful greedy greedy --rounds 30 --seed 7")
        assert [one["name"] for one in found["strategies"]] == ["careful", "greedy"]
        assert found["rounds"] == 30
        both = told(launch, "greedy --table careful greedy greedy --rounds 30 --table careful careful greedy --seed 7")
        assert [one["name"] for one in both["strategies"]] == ["greedy", "careful"]

    def test_up_to_seven_at_a_table(self, launch: Run) -> None:
        assert told(launch, "careful greedy --players 7 --rounds 42 --seed 1")["rounds"] == 42
        code, out, _ = launch("tournament random careful greedy --players 3 --rounds 30 --seed 1")
        assert code == ExitCode.DONE
        assert "30 rounds of 10 deals" in out

    def test_another_game(self, launch: Run) -> None:
        line = "--variant plain --rule queen-skip --no-rule crazy-eight --role skip=J --set hand_size=6"
        code, out, _ = launch(f"tournament careful greedy --rounds 4 --seed 1 {line}")
        assert code == ExitCode.DONE
        assert out.startswith("plain +queen-skip -crazy-eight skip=J hand_size=6, 2 players, seed 1\n")

    def test_partners(self, launch: Run) -> None:
        line = "--variant pagat --set partners=yes --players 4 --max-moves 300"
        found = told(launch, f"careful random --rounds 20 --seed 1 {line}")
        assert sum(one["win_rate"] for one in found["strategies"]) == pytest.approx(1.0)

    def test_a_variant_that_is_drawn_follows_from_the_seed(self, launch: Run) -> None:
        code, out, _ = launch("tournament careful greedy --rounds 2 --seed 12 --variant surprise")
        assert code == ExitCode.DONE
        assert out.startswith("surprise-12, ")

    def test_whole_deals_are_played(self, launch: Run) -> None:
        code, out, err = launch("tournament careful greedy --rounds 7 --seed 1 --json")
        assert (code, json.loads(out)["rounds"]) == (ExitCode.DONE, 8)
        assert err == "crazyeights: each deal is played 2 times, once from each seat: 8 rounds, not 7\n"

    def test_until_sure(self, launch: Run) -> None:
        code, out, _ = launch("tournament greedy random --until-sure --seed 1")
        assert code == ExitCode.DONE
        assert "greedy is stronger than random: yes, by " in out
        code, out, _ = launch("tournament greedy careful --until-sure --rounds 20 --seed 1")
        assert "20 rounds" in out
        assert "greedy is stronger than careful: can't tell yet, about" in out

    def test_who_sees_all_hands_takes_part_if_it_is_allowed(self, launch: Run) -> None:
        found = told(launch, "random oracle:sims=5 --allow-oracle --rounds 10 --seed 1")
        assert found["faults"] == []
        assert found["strategies"][1]["win_rate"] > 0.6

    def test_stopped_rounds_are_told(self, launch: Run) -> None:
        code, out, _ = launch("tournament random random --rounds 10 --seed 1 --max-moves 3")
        assert code == ExitCode.DONE
        assert "10 drawn (10 stopped after 3 moves)" in out
        assert "random (2)" in out

    def test_without_choix_only_the_ratings_are_missing(self, launch: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "choix", None)
        code, out, err = launch("tournament careful random --rounds 10 --seed 1")
        assert code == ExitCode.DONE
        assert "win rate" in out
        assert "rating" not in out
        assert err == (
            "crazyeights: the rating table needs choix, which is not installed: pip install 'crazyeights[arena]'\n"
        )


class TestTrouble:
    def test_what_was_played_before_the_workers_were_gone_is_told(
        self, launch: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        class Failing(HereRunner):
            def wait(self, seconds: float) -> Any:
                if not self._waiting or self._waiting[0].start > 5:
                    raise ArenaError("the cluster is gone")
                return super().wait(seconds)

        monkeypatch.setattr(playing, "make_runner", lambda plan, **_: Failing(plan, own_plugins()))
        code, out, err = launch("tournament careful random --rounds 400 --seed 1 --json --results x.jsonl")
        assert (code, err) == (ExitCode.FAILED, "crazyeights: the cluster is gone\n")
        rounds = json.loads(out)["rounds"]
        assert rounds == 2 * (len(Path("x.jsonl").read_text(encoding="utf-8").splitlines()) - 1) > 0


class TestKeeping:
    def test_goes_on_from_the_data_folder(self, launch: Run) -> None:
        launch("tournament careful greedy --rounds 10 --seed 5")
        launch("tournament careful random --rounds 10 --seed 6")
        resumed = told(launch, "careful greedy --rounds 30 --resume")
        assert resumed == told(launch, "careful greedy --rounds 30 --seed 5")
        code, out, err = launch("tournament careful greedy --rounds 10 --seed 6 --resume")
        assert (code, out) == (ExitCode.FAILED, "")
        assert "holds another tournament, which differs in the seed" in err

    def test_goes_on_from_a_file(self, launch: Run) -> None:
        launch("tournament careful greedy --rounds 10 --seed 5 --results x.jsonl")
        before = Path("x.jsonl").read_text(encoding="utf-8")
        assert told(launch, "careful greedy --rounds 20 --results x.jsonl --resume")["rounds"] == 20
        assert Path("x.jsonl").read_text(encoding="utf-8").startswith(before)
        assert not list(Path().rglob("tournaments"))

    def test_only_the_latest_are_kept(self, launch: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("crazyeights_cli.tournament_files.MOST", 3)
        for seed in range(5):
            launch(f"tournament careful greedy --rounds 2 --seed {seed}")
        files = [path.read_text(encoding="utf-8") for path in tmp_path.rglob("tournaments/*.jsonl")]
        assert len(files) == 3
        assert any('"seed":4' in text for text in files)

    @pytest.mark.parametrize(
        ("line", "code", "says"),
        [
            ("--resume", ExitCode.USAGE, "no tournament like this one was begun; leave out --resume to begin it"),
            ("--resume --results no.jsonl", ExitCode.USAGE, "there is no file no.jsonl to go on with"),
            ("--results old.jsonl", ExitCode.FAILED, "old.jsonl holds something already; --resume goes on with it"),
            ("--results old.jsonl --resume", ExitCode.FAILED, "old.jsonl is no file of a tournament's results"),
            ("--results no/x.jsonl", ExitCode.FAILED, "no/x.jsonl: No such file or directory"),
        ],
    )
    def test_what_can_t_be_is_said_in_one_line(self, launch: Run, line: str, code: int, says: str) -> None:
        Path("old.jsonl").write_text("not\nmine\n", encoding="utf-8")
        found, out, err = launch(f"tournament careful greedy --rounds 2 {line}")
        assert (found, out, err.count("\n")) == (code, "", 1)
        assert says in err.replace("\\", "/")
        assert Path("old.jsonl").read_text(encoding="utf-8") == "not\nmine\n"

    def test_where_nothing_can_be_written_it_is_played_all_the_same(self, launch: Run) -> None:
        Path("home").write_text("a file", encoding="utf-8")
        code, out, err = launch("tournament careful greedy --rounds 2 --seed 1")
        assert code == ExitCode.DONE
        assert "2 rounds" in out
        assert err.startswith("crazyeights: the results are not kept: ")


class TestWrongUsage:
    """Each is one line and exit code 2, before anything is played."""

    @pytest.mark.parametrize(
        ("line", "says"),
        [
            ("tournament", "a tournament takes two strategies or more, as in careful greedy"),
            ("tournament greedy", "a tournament takes two strategies or more"),
            ("tournament greedy gredy", "no strategy is called 'gredy'; did you mean greedy?"),
            ("tournament greedy greedy:deep=1", "no parameter of greedy is called 'deep'"),
            ("tournament greedy greedy:deep", "a tournament takes NAME or NAME:param=value,param=value"),
            ("tournament greedy random --variant clasic", "no variant is called 'clasic'; did you mean classic?"),
            ("tournament greedy random --players 8", "classic is for 2 to 7 players, not 8"),
            ("tournament greedy random --rounds 0", "--rounds takes a whole number from 1, not 0"),
            ("tournament greedy random --rounds x", "--rounds takes a whole number, not 'x'"),
            ("tournament greedy random --jobs 0", "--jobs takes a whole number from 1, not 0"),
            ("tournament greedy random --seed=-1", "--seed takes a whole number, not '-1'"),
            ("tournament greedy random --time-limit 0", "--time-limit takes a number of seconds above 0"),
            ("tournament greedy random --time-limit nan", "--time-limit takes a number of seconds above 0"),
            ("tournament greedy random --time-limit 1_0", "--time-limit takes a number of seconds above 0"),
            ("tournament greedy random --max-moves 0", "--max-moves takes a whole number from 1, not 0"),
            ("tournament greedy random --json --csv", "--csv and --json both print; take one of them"),
            ("tournament greedy random --jobs 2 --cluster x", "--jobs is for this machine, --cluster for others"),
            ("tournament greedy random --plot x.doc", "a picture is a file whose name ends with .png, .svg or .pdf"),
            ("tournament --table", "--table takes the strategies of a table, as in --table careful greedy"),
            ("tournament --table --rounds 3", "--table takes the strategies of a table"),
            ("tournament --table greedy", "classic is for 2 to 7 players, not 1"),
            ("tournament --table greedy random --table greedy random random", "all tables have the same number"),
            ("tournament --table greedy random --players 3", "--players 3 does not fit a table of 2"),
            ("tournament careful --table greedy random", "careful sits at no table; name it after --table too"),
            ("tournament --table greedy greedy --until-sure", "--until-sure takes two strategies to tell apart"),
            ("tournament greedy random --plugin none.py", "there is no file none.py to take a plugin from"),
            ("tournament greedy oracle", "oracle sees all hands; it takes part only with --allow-oracle"),
            ("measure classic --skill oracle", "oracle sees all hands; it takes part only with --allow-oracle"),
            ("measure", "missing argument 'VARIANT'"),
            ("measure clasic", "no variant is called 'clasic'; did you mean classic?"),
            ("measure classic --with kings", "no rule is called 'kings'"),
            ("measure classic --by gredy", "no strategy is called 'gredy'"),
            ("measure classic --skill greedy:x=1", "no parameter of greedy is called 'x'"),
            ("measure classic --rounds 0", "--rounds takes a whole number from 1, not 0"),
        ],
    )
    def test_is_one_line_and_exit_code_2(self, launch: Run, line: str, says: str) -> None:
        code, out, err = launch(line)
        assert (code, out) == (ExitCode.USAGE, "")
        assert err.count("\n") == 1
        assert err.startswith("crazyeights: ")
        assert says in err

    def test_what_is_not_installed_is_said_before_anything_is_played(
        self, launch: Run, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
        code, out, err = launch("tournament greedy random --plot x.png")
        assert (code, out) == (ExitCode.USAGE, "")
        assert err.endswith("needs matplotlib, which is not installed: pip install 'crazyeights[plots]'\n")

    def test_a_table_is_what_follows_up_to_the_next_option(self) -> None:
        assert seats_of("careful\ngreedy\ngreedy") == ["careful", "greedy", "greedy"]


class TestMeasuring:
    def test_tells_before_and_after(self, launch: Run) -> None:
        line = "measure classic --with king-reverse --players 3 --rounds 20 --skill-rounds 6 --skill careful --seed 3"
        code, out, err = launch(line)
        assert (code, err) == (ExitCode.DONE, "")
        lines = out.splitlines()
        assert lines[:2] == ["before: classic, 3 players, seed 3", "after: classic +king-reverse, 3 players, seed 3"]
        rows = {line[:42].strip(): line[42:].split("  ") for line in lines if line}
        for label in ("moves a round", "blocked rounds", "first seat wins", "skill: careful against greedy"):
            assert len([cell for cell in rows[label] if cell]) == 2
        assert rows["decided by king-reverse"][0] == "–"

    def test_json(self, launch: Run) -> None:
        code, out, _ = launch("measure plain --rounds 20 --skill-rounds 0 --seed 3 --json")
        found = json.loads(out)
        assert (code, list(found)) == (ExitCode.DONE, ["before"])
        assert found["before"]["rounds"] == 20
        assert found["before"]["skill"] is None
        assert found["before"]["length"]["low"] < found["before"]["length"]["value"]
        assert [one["rule"] for one in found["before"]["deciders"]] == ["crazy-eight"]

    def test_says_by_whom_skill_is_measured(self, launch: Run) -> None:
        code, out, err = launch("measure plain --rounds 4 --skill-rounds 2 --seed 3 --by random")
        assert code == ExitCode.DONE
        assert err == ""
        assert "skill: search:sims=200 against random" in out

    def test_without_search_it_is_the_strongest(self, launch: Run) -> None:
        code, _, err = launch("measure plain --rounds 4 --skill-rounds 2 --seed 3 --by random --disable search")
        assert code == ExitCode.DONE
        assert err == (
            "crazyeights: there is no strategy search, so skill is measured by the strongest there is, hard\n"
        )
