"""The same tournament in this process, in one, two and four others, and on a cluster: always the same results."""

from __future__ import annotations

import os
import signal
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest

from crazyeights.arena import ArenaError, MissingExtraError, Plan, Report, make_runner, play, pools
from crazyeights.arena.blocks import Block, BlockResult, play_in_hall
from crazyeights.arena.child import ChildRunner
from crazyeights.arena.play import Hall
from crazyeights.arena.pools import DaskRunner, LokyRunner
from crazyeights.arena.runner import HereRunner, Lost
from crazyeights.arena.tally import Tally
from crazyeights.arena.tournament import Progress, Tournament
from crazyeights.version import version
from support_arena import own_plugins, plan_for, played

ROUNDS = 130


def three() -> Plan:
    """Three strategies, one of them with chance, so that all that a seed decides is in it."""
    return plan_for("careful", "random", "greedy")


@pytest.fixture(scope="module")
def here() -> Report:
    return played(three(), rounds=ROUNDS)


class TestProcesses:
    def test_one(self, here: Report) -> None:
        assert played(three(), rounds=ROUNDS, runner=make_runner(three(), jobs=1)) == here

    @pytest.mark.parametrize("jobs", [2, 4])
    def test_several(self, here: Report, jobs: int) -> None:
        assert played(three(), rounds=ROUNDS, runner=make_runner(three(), jobs=jobs)) == here

    def test_rounds_are_counted_in_all_and_to_whole_deals(self, here: Report) -> None:
        assert here.rounds == ROUNDS
        # 65 sets at three tables: 21 deals at all of them, and one more at two.
        assert here.deals == 22
        assert played(plan_for("careful", "greedy"), rounds=7).rounds == 8

    def test_a_killed_process_costs_nothing(self, here: Report) -> None:
        for runner in (ChildRunner(three(), version()), LokyRunner(three(), version(), 2)):
            killed = []

            def kill(progress: Progress, runner: Any = runner, killed: list[int] = killed) -> None:
                if progress.rounds > 20 and not killed:
                    child = getattr(runner, "_child", None)
                    pids = [child._process.pid] if child else list(runner._executor._processes)
                    killed.append(pids[0])
                    os.kill(pids[0], signal.SIGTERM)

            assert played(three(), rounds=ROUNDS, runner=runner, tell=kill) == here
            assert killed

    def test_a_worker_of_another_version_is_refused(self) -> None:
        with pytest.raises(ArenaError, match=r"a worker has crazyeights .*, but the tournament is played with 0\.0\.1"):
            played(three(), rounds=4, runner=ChildRunner(three(), "0.0.1"))
        with pytest.raises(ArenaError, match=r"but the tournament is played with 0\.0\.1"):
            played(three(), rounds=4, runner=LokyRunner(three(), "0.0.1", 2))

    def test_a_worker_that_lacks_a_plugin_says_so(self, tmp_path: Any) -> None:
        from support_arena import rogues

        registry = rogues(tmp_path)
        plan = replace(plan_for("greedy", "rogue", registry=registry), plugins=())
        with pytest.raises(ArenaError, match="a worker lacks a plugin: no strategy is called 'rogue'"):
            played(plan, registry, rounds=4, runner=ChildRunner(plan, version()))

    def test_without_loky_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "loky", None)
        with pytest.raises(MissingExtraError, match=r"--jobs needs loky, .*: pip install 'crazyeights\[arena\]'"):
            make_runner(three(), jobs=2)
        monkeypatch.setitem(sys.modules, "distributed", None)
        with pytest.raises(MissingExtraError, match=r"--cluster needs distributed, .*\[cluster\]'"):
            make_runner(three(), cluster="tcp://127.0.0.1:1")

    def test_in_one_call(self, here: Report) -> None:
        assert play(three(), own_plugins(), rounds=ROUNDS) == here


@pytest.fixture(scope="module")
def cluster() -> Iterator[Any]:
    """Two worker processes and a scheduler, as on two machines."""
    from distributed import LocalCluster

    with LocalCluster(  # type: ignore[no-untyped-call]
        n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None, silence_logs=50
    ) as found:
        yield found


class TestCluster:
    def test_plays_the_same(self, cluster: Any, here: Report) -> None:
        runner = make_runner(three(), cluster=cluster.scheduler_address)
        assert runner.jobs == 2
        assert played(three(), rounds=ROUNDS, runner=runner) == here

    def test_a_killed_worker_costs_nothing(self, cluster: Any, here: Report) -> None:
        runner = DaskRunner(three(), version(), cluster.scheduler_address)
        pids = list(runner._client.run(os.getpid).values())
        killed: list[int] = []

        def kill(progress: Progress) -> None:
            if progress.rounds > 20 and not killed:
                killed.append(pids[0])
                os.kill(pids[0], getattr(signal, "SIGKILL", signal.SIGTERM))

        assert played(three(), rounds=ROUNDS, runner=runner, tell=kill) == here
        assert killed

    def test_whoever_ends_processes_ends_no_worker(self, cluster: Any, tmp_path: Any) -> None:
        from support_arena import rogues

        registry = rogues(tmp_path)
        plan = plan_for("greedy", ("rogue", {"how": "die", "turn": 1}), registry=registry)
        runner = DaskRunner(plan, version(), cluster.scheduler_address)
        runner._client.wait_for_workers(2)  # the one that was killed before comes again
        pids = set(runner._client.run(os.getpid).values())
        report = played(plan, registry, rounds=4, runner=runner)
        assert [fault.count for fault in report.faults] == [4]
        again = DaskRunner(plan, version(), cluster.scheduler_address)
        assert set(again._client.run(os.getpid).values()) == pids
        again.close()

    def test_there_must_be_one(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(pools, "_CONNECT", 1)
        with pytest.raises(ArenaError, match=r"there is no dask scheduler at tcp://127\.0\.0\.1:9: "):
            make_runner(three(), cluster="tcp://127.0.0.1:9")
        with pytest.raises(ArenaError, match="there is no dask scheduler at nonsense://x"):
            make_runner(three(), cluster="nonsense://x")


class Whimsical:
    """A runner that gives its blocks back in any order, in parts, and loses one."""

    block_seconds = 0.05
    jobs = 3

    def __init__(self, plan: Plan, seed: int) -> None:
        self._hall = Hall(plan, own_plugins())
        self._rng = Random(seed)
        self._blocks: list[Block] = []
        self._lost = False
        self.sizes: list[int] = []

    def submit(self, block: Block) -> None:
        self._blocks.append(block)
        self.sizes.append(block.stop - block.start)

    def wait(self, seconds: float) -> list[BlockResult | Lost]:
        self._rng.shuffle(self._blocks)
        block = self._blocks.pop()
        if len(self.sizes) > 9 and not self._lost:
            self._lost = True
            return [Lost(block, "was lost")]
        stop = self._rng.randint(block.start, block.stop)
        result = play_in_hall(self._hall, Block(block.start, stop))
        return [replace(result, spoiled=self._rng.random() < 0.1, seconds=self._rng.random() * len(result.sets))]

    def close(self) -> None:
        self._blocks.clear()


class TestOrder:
    @pytest.mark.parametrize("seed", [1, 2])
    def test_how_the_blocks_are_cut_and_come_back_changes_nothing(self, here: Report, seed: int) -> None:
        assert played(three(), rounds=ROUNDS, runner=Whimsical(three(), seed)) == here

    def test_blocks_grow_as_fast_work_allows_and_shrink_at_the_end(self) -> None:
        sizes: list[int] = []

        class Counting(HereRunner):
            def submit(self, block: Block) -> None:
                sizes.append(block.stop - block.start)
                super().submit(block)

        plan = plan_for("greedy", "random")
        played(plan, rounds=1200, runner=Counting(plan, own_plugins()))
        assert sum(sizes) == 600
        assert sizes[0] == 1
        assert max(sizes) > 20
        assert sizes[-1] == 1

    def test_slow_work_stays_in_small_blocks(self) -> None:
        plan = three()
        runner = Whimsical(plan, 1)
        slow = runner.wait

        def wait(seconds: float) -> list[BlockResult | Lost]:
            found = slow(seconds)
            return [
                replace(one, seconds=60.0 * len(one.sets)) if isinstance(one, BlockResult) else one for one in found
            ]

        runner.wait = wait  # type: ignore[method-assign]
        played(plan, rounds=60, runner=runner)
        assert set(runner.sizes) == {1}


class TestUntilSure:
    def play(self, runner: Any, plan: Plan, rounds: int | None = None) -> tuple[Tally, Tournament]:
        hall = Hall(plan, own_plugins())
        tally = Tally(plan, hall.side)
        tournament = Tournament(plan, hall, tally, rounds=rounds, until_sure=True)
        tournament.play(runner)
        tournament.finish()
        return tally, tournament

    def test_stops_at_the_same_deal_however_it_is_played(self) -> None:
        plan = plan_for("careful", "greedy")
        tally, tournament = self.play(HereRunner(plan, own_plugins()), plan)
        assert tournament.over
        assert 50 < tally.deals < 1000
        assert tally.duels[0, 1].answer() == "yes"
        for runner in (Whimsical(plan, 3), make_runner(plan, jobs=2)):
            other, _ = self.play(runner, plan)
            assert (other.deals, other.rounds) == (tally.deals, tally.rounds)

    def test_not_before_all_are_told_apart(self) -> None:
        plan = plan_for("greedy", "careful", "random")
        tally, tournament = self.play(HereRunner(plan, own_plugins()), plan, rounds=300)
        assert tournament.over
        assert tally.rounds == 300
        assert {pair: duel.answer().value for pair, duel in tally.duels.items()} == {
            (0, 1): "unknown",
            (0, 2): "yes",
            (1, 2): "yes",
        }

    def test_foretells_how_many_rounds_it_takes(self) -> None:
        plan = plan_for("greedy", "random")
        hall = Hall(plan, own_plugins())
        told: list[Progress] = []
        tournament = Tournament(plan, hall, Tally(plan), rounds=None, until_sure=True)
        assert tournament.progress == Progress(0, None)
        tournament.play(HereRunner(plan, own_plugins()), tell=told.append)
        assert told[-1].rounds == told[-1].expected
        assert all(one.expected is None or one.expected >= one.rounds for one in told)

    def test_an_end_must_be_said(self) -> None:
        plan = three()
        with pytest.raises(ValueError, match="say one of them"):
            Tournament(plan, Hall(plan, own_plugins()), Tally(plan), rounds=None)


def test_stopping_closes_the_workers_and_keeps_what_was_counted() -> None:
    plan = three()
    stopped = threading.Event()
    runner = make_runner(plan, jobs=2)
    hall = Hall(plan, own_plugins())
    tally = Tally(plan, hall.side)
    tournament = Tournament(plan, hall, tally, rounds=1_000_000)
    tournament.play(runner, stop=stopped.is_set, tell=lambda progress: stopped.set())
    tournament.finish()
    assert tally.rounds > 0
    assert not tournament.over
    end = time.monotonic() + 5
    while runner._executor is not None and time.monotonic() < end:  # type: ignore[attr-defined]
        time.sleep(0.01)
    assert runner._executor is None  # type: ignore[attr-defined]
