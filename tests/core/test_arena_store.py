"""The file of results, going on with it, and that nothing grows with the number of rounds."""

from __future__ import annotations

import gc
import json
import subprocess
import sys
import tracemalloc
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crazyeights.arena import ArenaError, Plan, ResultsFile, make_report
from crazyeights.arena.blocks import Block, BlockResult
from crazyeights.arena.play import Hall
from crazyeights.arena.results import SetResult
from crazyeights.arena.runner import HereRunner, Lost
from crazyeights.arena.store import read_seed
from crazyeights.arena.tally import Tally
from crazyeights.arena.tournament import Tournament
from support_arena import invented, own_plugins, plan_for, rogues

PLAN = plan_for("careful", "random", "greedy")


def some_sets(count: int, plan: Plan = PLAN) -> list[SetResult]:
    rng = Random(6)
    return [invented(plan, number, rng, faults=True) for number in range(count)]


def write(path: Path, sets: list[SetResult], plan: Plan = PLAN) -> None:
    with ResultsFile(path, plan, "1", resume=False) as file:
        file.add(sets)


def read(path: Path, plan: Plan = PLAN, version: str = "1") -> list[SetResult]:
    with ResultsFile(path, plan, version, resume=True) as file:
        return list(file.read())


class TestFile:
    def test_gives_back_what_was_put_in(self, tmp_path: Path) -> None:
        write(tmp_path / "x.jsonl", some_sets(20))
        assert read(tmp_path / "x.jsonl") == some_sets(20)

    def test_is_lines_of_json_that_say_what_they_are(self, tmp_path: Path) -> None:
        write(tmp_path / "x.jsonl", some_sets(4))
        header, *lines = map(json.loads, (tmp_path / "x.jsonl").read_text(encoding="utf-8").splitlines())
        assert (header["format"], header["crazyeights"]) == ("crazyeights tournament", "1")
        assert [one["name"] for one in header["tournament"]["strategies"]] == ["careful", "random", "greedy"]
        assert [(line["deal"], line["table"]) for line in lines] == [(0, 0), (0, 1), (0, 2), (1, 0)]
        assert {key for line in lines for one in line["rounds"] for key in one} >= {
            *("seats", "winners", "points", "moves", "ending"),
        }
        assert read_seed(tmp_path / "x.jsonl") == 7

    def test_can_be_added_to_after_reading(self, tmp_path: Path) -> None:
        sets = some_sets(9)
        write(tmp_path / "x.jsonl", sets[:5])
        with ResultsFile(tmp_path / "x.jsonl", PLAN, "1", resume=True) as file:
            assert list(file.read()) == sets[:5]
            file.add(sets[5:])
        assert read(tmp_path / "x.jsonl") == sets

    @pytest.mark.parametrize("cut", [1, 30, 100])
    def test_a_line_that_was_cut_off_is_dropped(self, tmp_path: Path, cut: int) -> None:
        path = tmp_path / "x.jsonl"
        sets = some_sets(6)
        write(path, sets)
        path.write_bytes(path.read_bytes()[:-cut])
        with ResultsFile(path, PLAN, "1", resume=True) as file:
            assert list(file.read()) == sets[:5]
            file.add(sets[5:])
        assert read(path) == sets

    def test_nothing_is_written_over(self, tmp_path: Path) -> None:
        write(tmp_path / "x.jsonl", some_sets(1))
        with pytest.raises(ArenaError, match=r"x\.jsonl holds something already; --resume goes on with it"):
            ResultsFile(tmp_path / "x.jsonl", PLAN, "1", resume=False)
        (tmp_path / "empty").touch()
        write(tmp_path / "empty", some_sets(1))
        assert len(read(tmp_path / "empty")) == 1

    @pytest.mark.parametrize(
        ("changed", "what"),
        [
            ({"variant": "plain"}, "the variant"),
            ({"seed": 8}, "the seed"),
            ({"tables": ((0, 1),)}, "the tables"),
            ({"rules_removed": ("queen-skip",)}, "the rules that are left out"),
            ({"options": (("hand_size", 6),)}, "the options"),
            ({"roles": ("skip=J",)}, "the roles"),
            ({"max_moves": 100}, "the limit of moves"),
            ({"contestants": plan_for("careful", "greedy", "random").contestants}, "the strategies"),
        ],
    )
    def test_another_tournament_is_refused(self, tmp_path: Path, changed: dict[str, Any], what: str) -> None:
        path = tmp_path / "x.jsonl"
        write(path, some_sets(2))
        before = path.read_bytes()
        with pytest.raises(ArenaError) as caught:
            read(path, replace(PLAN, **changed))
        assert str(caught.value) == f"{path} holds another tournament, which differs in {what}"
        assert path.read_bytes() == before

    def test_so_is_another_version_and_a_plugin_that_was_changed(self, tmp_path: Path) -> None:
        write(tmp_path / "x.jsonl", some_sets(1))
        with pytest.raises(ArenaError, match=r"which differs in the version of crazyeights$"):
            read(tmp_path / "x.jsonl", version="2")
        plan = plan_for("greedy", "rogue", registry=rogues(tmp_path))
        write(tmp_path / "y.jsonl", [], plan)
        (tmp_path / "rogues.py").write_text("# changed\n", encoding="utf-8")
        changed = replace(plan, plugins=(replace(plan.plugins[0], source=b"# changed\n"),))
        with pytest.raises(ArenaError, match=r"which differs in a plugin file \(its name or its contents\)$"):
            read(tmp_path / "y.jsonl", changed)

    def test_the_limits_of_time_and_of_rounds_may_change(self, tmp_path: Path) -> None:
        write(tmp_path / "x.jsonl", some_sets(2))
        assert len(read(tmp_path / "x.jsonl", replace(PLAN, time_limit=99))) == 2

    @pytest.mark.parametrize("text", ["nonsense\n", "{}\n", "[1]\n", '{"format":"crazyeights"}\n', "\n", "\x00\xff"])
    def test_what_is_no_such_file_is_refused(self, tmp_path: Path, text: str) -> None:
        path = tmp_path / "x.jsonl"
        path.write_text(text, encoding="utf-8")
        with pytest.raises(ArenaError, match="is no file of a tournament's results"):
            read(path)
        assert path.read_text(encoding="utf-8") == text
        assert read_seed(path) is None

    @pytest.mark.parametrize(
        "spoil",
        [
            lambda line: line | {"deal": 5},
            lambda line: line | {"rounds": line["rounds"][:1]},
            lambda line: line | {"rounds": "none"},
            lambda line: {"deal": line["deal"]},
            lambda line: _with_round(line, winners=[2]),
            lambda line: _with_round(line, winners=[True]),
            lambda line: _with_round(line, points=[1]),
            lambda line: _with_round(line, points=["1", "2"]),
            lambda line: _with_round(line, moves=None),
            lambda line: _with_round(line, seats=[1, 2]),
            lambda line: _with_round(line, ending=3),
            lambda line: _with_round(line, faults=[{"seat": 9, "source": "x", "message": "y"}]),
            lambda line: _with_round(line, faults=[{}]),
        ],
    )
    def test_a_bad_line_is_named(self, tmp_path: Path, spoil: Any) -> None:
        path = tmp_path / "x.jsonl"
        write(path, some_sets(3))
        lines = path.read_text(encoding="utf-8").splitlines()
        lines[2] = json.dumps(spoil(json.loads(lines[2])))
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
        with pytest.raises(ArenaError, match=r"x\.jsonl, line 3: "):
            read(path)

    def test_two_programs_can_t_write_to_it_at_once(self, tmp_path: Path) -> None:
        path = tmp_path / "x.jsonl"
        write(path, some_sets(1))
        code = (
            "import sys; from pathlib import Path; from crazyeights.arena import ArenaError, ResultsFile\n"
            "from support_arena import plan_for\n"
            "try: ResultsFile(Path(sys.argv[1]), plan_for('careful', 'random', 'greedy'), '1', resume=True).close()\n"
            "except ArenaError as error: print(error)\n"
        )
        command = [sys.executable, "-c", f"import sys; sys.path[:] = {sys.path!r}\n{code}", str(path)]
        with ResultsFile(path, PLAN, "1", resume=True):
            done = subprocess.run(command, capture_output=True, text=True, check=True)
        assert done.stdout.strip() == f"{path} is being written by another tournament"
        assert subprocess.run(command, capture_output=True, text=True, check=True).stdout == ""


def _with_round(line: dict[str, Any], **changed: Any) -> dict[str, Any]:
    return line | {"rounds": [line["rounds"][0] | changed, *line["rounds"][1:]]}


class TestResuming:
    def play(self, path: Path, rounds: int, *, until_sure: bool = False, plan: Plan = PLAN) -> str:
        hall = Hall(plan, own_plugins())
        tally = Tally(plan, hall.side)
        tournament = Tournament(plan, hall, tally, rounds=rounds, until_sure=until_sure)
        with ResultsFile(path, plan, "1", resume=path.exists()) as file:
            tournament.resume(file.read())
            tournament.play(HereRunner(plan, own_plugins()), file=file)
        tournament.finish()
        return make_report(plan, tally).as_json()

    def test_comes_to_the_same_as_playing_all_at_once(self, tmp_path: Path) -> None:
        for rounds in (10, 44, 60):
            in_parts = self.play(tmp_path / "parts", rounds)
        assert in_parts == self.play(tmp_path / "whole", 60)
        assert (tmp_path / "parts").read_bytes() == (tmp_path / "whole").read_bytes()

    def test_what_is_there_counts_even_if_fewer_rounds_are_wanted(self, tmp_path: Path) -> None:
        longer = self.play(tmp_path / "x", 30)
        assert self.play(tmp_path / "x", 10) == longer

    def test_until_sure_stops_where_it_would_have(self, tmp_path: Path) -> None:
        plan = plan_for("greedy", "random")
        whole = self.play(tmp_path / "whole", 10_000, until_sure=True, plan=plan)
        self.play(tmp_path / "parts", 12, plan=plan)
        assert self.play(tmp_path / "parts", 10_000, until_sure=True, plan=plan) == whole


class Inventing:
    """A runner that plays nothing and is very fast."""

    jobs = 2
    block_seconds = 0.01

    def __init__(self, plan: Plan) -> None:
        self._plan = plan
        self._blocks: list[Block] = []

    def submit(self, block: Block) -> None:
        self._blocks.append(block)

    def wait(self, seconds: float) -> list[BlockResult | Lost]:
        block = self._blocks.pop(0)
        sets = [invented(self._plan, number, Random(number), faults=True) for number in range(*block)]
        return [BlockResult(block.start, sets, 0.0005 * len(sets))]

    def close(self) -> None:
        self._blocks.clear()


def peak(work: Any) -> int:
    """The most memory that some work has at once, over what there was before."""
    gc.collect()
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


class TestMemory:
    @pytest.mark.parametrize("tables", [((0, 1),), ((0, 1), (0, 2), (1, 2))])
    def test_three_times_as_many_rounds_take_no_more(self, tmp_path: Path, tables: Any) -> None:
        plan = replace(PLAN, tables=tables)
        hall = Hall(plan, own_plugins())

        def work(rounds: int) -> None:
            tally = Tally(plan, hall.side)
            tournament = Tournament(plan, hall, tally, rounds=rounds)
            with ResultsFile(tmp_path / f"{rounds}.jsonl", plan, "1", resume=False) as file:
                tournament.play(Inventing(plan), file=file)
            tournament.finish()
            assert tally.rounds == rounds

        work(300)  # what is made once and kept
        once, thrice = peak(lambda: work(1_200)), peak(lambda: work(3_600))
        # A list of the results would take about 500 bytes for each round; what waits for the garbage collector varies.
        assert thrice - once < 300_000

    def test_nor_does_going_on_with_them(self, tmp_path: Path) -> None:
        plan = plan_for("careful", "greedy")
        hall = Hall(plan, own_plugins())

        def work(path: Path, rounds: int) -> None:
            tournament = Tournament(plan, hall, Tally(plan, hall.side), rounds=rounds)
            with ResultsFile(path, plan, "1", resume=True) as file:
                tournament.resume(file.read())

        for count in (100, 1_000, 3_000):
            write(tmp_path / f"{count}", some_sets(count, plan), plan)
        work(tmp_path / "100", 200)
        once, thrice = (peak(lambda n=n: work(tmp_path / f"{n}", 2 * n)) for n in (1_000, 3_000))
        assert thrice - once < 300_000
