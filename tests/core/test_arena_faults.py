"""Strategies that fail, cheat, hang or end their process: they lose that round, and the tournament goes on."""

from __future__ import annotations

import threading
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crazyeights.arena import Plan
from crazyeights.arena.child import ChildRunner
from crazyeights.arena.play import Hall
from crazyeights.arena.pools import LokyRunner
from crazyeights.arena.runner import Runner
from crazyeights.arena.schedule import find
from crazyeights.arena.watch import NOBODY, Overrun, Watch, look_on
from crazyeights.plugins import Registry
from crazyeights.version import version
from support_arena import plan_for, played, rogues


@pytest.fixture(scope="module")
def registry(tmp_path_factory: pytest.TempPathFactory) -> Registry:
    return rogues(tmp_path_factory.mktemp("rogues"))


def rogue_plan(registry: Registry, how: str, **kwargs: Any) -> Plan:
    kwargs = {"time_limit": 0.3, **kwargs}
    return plan_for("greedy", ("rogue", {"how": how}), registry=registry, **kwargs)


@pytest.mark.parametrize(
    ("how", "says"),
    [
        ("make", "raised OSError: nothing to begin with when it was made"),
        ("fail", "raised ValueError: no idea"),
        ("leave", "raised SystemExit: 3"),
        ("cheat", "which is not legal: "),
        ("talk", "chose '8H', which is not a move"),
        ("forge", "chose something that is not a move"),
        ("loop", "took longer than 0.3 s"),
        ("tarry", "took longer than 0.3 s"),
    ],
)
def test_costs_the_round_and_is_counted(registry: Registry, how: str, says: str) -> None:
    report = played(rogue_plan(registry, how), registry, rounds=4)
    greedy, rogue = report.standings
    # A round that is over before the rogue's third turn is none of its faults.
    assert 0 < rogue.faults <= 4
    assert sum(fault.count for fault in report.faults) == rogue.faults
    assert all(says in fault.message and fault.name == rogue.name for fault in report.faults)
    assert greedy.faults == 0
    assert greedy.win_rate.value >= rogue.faults / 4
    assert report.rounds == 4


def test_what_only_plays_badly_is_no_fault(registry: Registry, capsys: pytest.CaptureFixture[str]) -> None:
    assert played(rogue_plan(registry, "fine"), registry, rounds=4).faults == ()
    assert played(rogue_plan(registry, "shout"), registry, rounds=4).faults == ()


def test_a_loser_among_three_leaves_the_round_to_the_others(registry: Registry) -> None:
    plan = plan_for("greedy", "careful", ("rogue", {"how": "make"}), registry=registry, players=3)
    report = played(plan, registry, rounds=6)
    assert [one.win_rate.value for one in report.standings] == pytest.approx([0.5, 0.5, 0.0])
    assert [one.won for one in report.standings] == [0, 0, 0]


def test_rules_that_fail_are_counted_and_nobody_loses_for_it(registry: Registry) -> None:
    plan = plan_for("greedy", "careful", registry=registry, rules_added=("stumbling-kings",))
    report = played(plan, registry, rounds=20)
    assert {(fault.name, fault.message) for fault in report.faults} == {
        ("stumbling-kings", "raised RuntimeError: tripped")
    }
    assert [one.faults for one in report.standings] == [0, 0]
    assert sum(one.won for one in report.standings) == 20


@pytest.mark.parametrize("how", ["cling", "sleep"])
def test_what_no_exception_reaches_is_left_behind(registry: Registry, how: str) -> None:
    threads = threading.active_count()
    report = played(rogue_plan(registry, how), registry, rounds=2)
    assert {fault.message for fault in report.faults} == {"took longer than 0.3 s"}
    # They hang on for ever, as daemons: neither the tournament nor the end of the program waits for them.
    assert threading.active_count() > threads


class TestProcesses:
    """What ends or blocks a whole process is found out, and costs nobody else anything."""

    @pytest.mark.parametrize(
        ("how", "says"),
        [
            ("die", "ended its process, which ended with exit code 7"),
            ("hog", "took longer than 0.3 s"),
        ],
    )
    def test_one_process(self, registry: Registry, how: str, says: str) -> None:
        # In its first turn, so that it is a fault in every round; of two rounds, for a hog takes its time.
        plan = replace(rogue_plan(registry, how), contestants=_at_once(registry, how).contestants)
        report = played(plan, registry, rounds=2, runner=ChildRunner(plan, version()))
        assert [(fault.message, fault.count) for fault in report.faults] == [(says, 2)]
        assert report.standings[0].win_rate.value == 1.0

    def test_many_processes(self, registry: Registry) -> None:
        plan = _at_once(registry, "die")
        report = played(plan, registry, rounds=2, runner=LokyRunner(plan, version(), 2))
        assert [(fault.message, fault.count) for fault in report.faults] == [
            ("ended its process, which ended with exit code 7", 2)
        ]

    def test_what_is_left_behind_there_takes_its_process_along(self, registry: Registry) -> None:
        plan = rogue_plan(registry, "cling")
        here = played(plan, registry, rounds=2)
        runners: list[Runner] = [ChildRunner(plan, version()), LokyRunner(plan, version(), 2)]
        for runner in runners:
            assert played(plan, registry, rounds=2, runner=runner).as_json() == here.as_json()

    def test_printing_does_not_disturb(self, registry: Registry) -> None:
        plan = rogue_plan(registry, "shout")
        report = played(plan, registry, rounds=4, runner=ChildRunner(plan, version()))
        assert report.as_json() == played(plan, registry, rounds=4).as_json()


def _at_once(registry: Registry, how: str) -> Plan:
    return plan_for("greedy", ("rogue", {"how": how, "turn": 1}), registry=registry, time_limit=0.3)


class TestWatch:
    def test_work_that_fails_is_heard_of(self) -> None:
        def work() -> None:
            raise LookupError("here")

        with pytest.raises(LookupError, match="here"):
            look_on(Watch(10), work, armed=False)

    def test_an_exception_that_comes_too_late_ends_nothing(self) -> None:
        def work() -> None:
            raise Overrun

        assert look_on(Watch(10), work, armed=False)

    def test_rules_that_hang_make_a_drawn_round(self, registry: Registry) -> None:
        hall = Hall(rogue_plan(registry, "fine"), registry)
        result = hall.overrun(find(hall.plan, 0), 0, NOBODY)
        assert (result.winners, result.ending) == ((), "fault")
        assert result.faults[0].seat == NOBODY
        assert result.faults[0].message == "the rules: took longer than 0.3 s"

    def test_time_in_which_the_process_stood_still_does_not_count(self) -> None:
        watch = Watch(0.5)
        # As after Ctrl-Z and ten seconds: the clock went on, the processor did nothing.
        watch.since -= 10
        before, used = watch._looked
        watch._looked = (before - 10, used)
        assert not watch.overran()

    def test_time_that_was_worked_does_count(self) -> None:
        watch = Watch(0.5)
        watch.since -= 10
        before, used = watch._looked
        watch._looked = (before - 10, used - 9)
        assert watch.overran()


def test_a_plugin_file_that_the_worker_lacks_is_sent(registry: Registry, tmp_path: Path) -> None:
    plan = rogue_plan(registry, "fine")
    (file,) = plan.plugins
    # As if the worker were on another machine: there is no such file, or there is another one.
    elsewhere = tmp_path / "rogues.py"
    for prepare in (lambda: None, lambda: elsewhere.write_text("x = 1", encoding="utf-8")):
        prepare()
        moved = replace(plan, plugins=(replace(file, path=str(elsewhere)),))
        runner = ChildRunner(moved, version())
        assert played(moved, registry, rounds=2, runner=runner).as_json() == played(plan, registry, rounds=2).as_json()
