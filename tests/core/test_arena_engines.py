"""Tournaments that the kernel plays: the very same results, round by round, and a kernel only where it can and pays."""

from __future__ import annotations

import random
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crazyeights import CrazyEightsError, MissingExtraError, kernel
from crazyeights.arena import Plan, contestants, make_runner, play
from crazyeights.arena.blocks import Block, play_in_hall
from crazyeights.arena.child import ChildRunner
from crazyeights.arena.compiled import plays_all, policies_of, settle
from crazyeights.arena.measure import Measurement
from crazyeights.arena.play import Hall
from crazyeights.arena.results import SetResult
from crazyeights.arena.runner import HereRunner
from crazyeights.plugins import Registry, load_plugins
from support_arena import own_plugins, plan_for, rogues
from support_kernel_free import FEW, needs_kernel

VARIANTS = [name for name, variant in own_plugins().variants.items() if variant.draw is None]
OPTIONS: tuple[dict[str, Any], ...] = (
    {},
    {"partners": "yes"},
    {"scoring": "losers_charged", "last_wild_doubles": "yes"},
    {"scoring": "rounds_won", "max_plays": 12, "blocked": "lowest_hand"},
    {"decks": 2, "jokers": 2, "last_card_call": 2, "starter": "acts"},
)

TWIN = """
from crazyeights import Parameter, StrategySpec
from crazyeights_strategies.greedy import Greedy

def create(rng, bold):
    return Greedy(rng)

def crazyeights_strategies():
    yield StrategySpec("twin", "As greedy.", create, (Parameter("bold", False),), kernel="greedy")
    yield StrategySpec("stranger", "For a kernel of another version.", Greedy, kernel="by-feeling")
"""


def sets(plan: Plan, count: int, registry: Registry | None = None) -> list[SetResult]:
    """The first sets of a tournament."""
    hall = Hall(plan, registry or own_plugins())
    assert (hall.compiled is not None) == (plan.engine == "kernel")
    return play_in_hall(hall, Block(3, 3 + count)).sets


def everywhere(engine: str, variant: str, players: int, options: dict[str, Any], **kwargs: Any) -> Plan:
    given = {"tables": ((0,) * players,), "players": players, "variant": variant, "options": tuple(options.items())}
    return plan_for("greedy", engine=engine, **given, **kwargs)


@needs_kernel
class TestTheSameResults:
    @pytest.mark.parametrize("name", VARIANTS)
    def test_of_each_variant(self, name: str) -> None:
        variant = own_plugins().variant(name)
        count = 1 if FEW else 8
        sizes = {variant.min_players, min(variant.max_players, 4), variant.max_players}
        for players in sorted(sizes)[: 1 if FEW else None]:
            limit = 40 if FEW else 5_000
            plans = [everywhere(engine, name, players, {}, max_moves=limit) for engine in ("python", "kernel")]
            one, two = (sets(plan, count) for plan in plans)
            assert one == two
            assert len(one) == count

    @pytest.mark.parametrize("options", OPTIONS, ids=str)
    def test_whatever_the_options(self, options: dict[str, Any]) -> None:
        plans = [everywhere(engine, "classic", 4, options) for engine in ("python", "kernel")]
        one, two = (sets(plan, 8 if FEW else 20) for plan in plans)
        assert one == two
        winners = {len(played.winners) for each in one for played in each.rounds}
        assert max(winners) == (2 if "partners" in options else 1)

    def test_of_rounds_that_are_stopped(self) -> None:
        one, two = (sets(everywhere(engine, "classic", 2, {}, max_moves=9), 20) for engine in ("python", "kernel"))
        assert one == two
        assert {played.ending for each in one for played in each.rounds} == {"stopped", "empty_hand"}

    def test_of_other_tables_too(self) -> None:
        """The kernel plays at one of the tables; the sets come in their order all the same."""
        tables = ((0, 1), (0, 0), (1, 1))
        plans = [plan_for("greedy", "random", tables=tables, engine=engine) for engine in ("python", "kernel")]
        one, two = (sets(plan, 17) for plan in plans)
        assert one == two
        assert [played.number for played in two] == list(range(3, 20))

    def test_after_somebody_misbehaved(self, tmp_path: Path) -> None:
        registry = rogues(tmp_path)
        strategies = ("greedy", ("rogue", {"how": "cling", "turn": 1}))
        given: dict[str, Any] = {"tables": ((0, 1), (0, 0)), "time_limit": 0.2, "registry": registry}
        plan = plan_for(*strategies, engine="kernel", **given)
        hall = Hall(plan, registry)
        result = play_in_hall(hall, Block(0, 2))
        assert result.spoiled
        assert [played.number for played in result.sets] in ([0], [0, 1])
        (fault,) = result.sets[0].rounds[0].faults
        assert fault.source.startswith("rogue")

    def test_of_a_whole_report(self) -> None:
        plan = plan_for("greedy", ("greedy", {}), tables=((0, 1),))
        one, two = (
            play(replace(plan, engine=engine), own_plugins(), rounds=8 if FEW else 60)
            for engine in ("python", "kernel")
        )
        assert one.as_json() == two.as_json()

    @pytest.mark.parametrize("variant", ["switch", "mau-mau"])
    def test_of_a_measurement(self, variant: str) -> None:
        found = []
        for engine in ("python", "kernel"):
            plan = Plan((), (), variant=variant, players=3, seed=5, engine=engine, third_party=False)
            (player,) = contestants([("greedy", {})])
            measurement = Measurement(
                plan,
                own_plugins(),
                player,
                None,
                rounds=4 if FEW else 25,
                skill_rounds=0,
                runner=lambda part: HereRunner(part, own_plugins()),
            )
            assert measurement.note == ("the compiled kernel plays" if engine == "kernel" else "")
            found.append(measurement.run())
        assert found[0] == found[1]

    def test_a_wrong_table_would_be_seen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from crazyeights.fast import arrays

        right = arrays.rules_record

        def wrong(game: Any) -> Any:
            array = right(game)
            array["points"][0, random.Random(1).randrange(52)] += 1
            return array

        monkeypatch.setattr(arrays, "rules_record", wrong)
        one, two = (sets(everywhere(engine, "classic", 4, {}), 20) for engine in ("python", "kernel"))
        assert one != two


class TestWhoPlays:
    def plan(self, *strategies: Any, **kwargs: Any) -> Plan:
        return plan_for(*(strategies or ("greedy", ("greedy", {}))), **kwargs)

    def test_only_what_chooses_the_same_moves_has_a_policy(self) -> None:
        taking_part = [(name, {}) for name in ("greedy", "random", "careful")]
        assert policies_of(replace(self.plan(), contestants=contestants(taking_part)), own_plugins()) == (1, -1, -1)

    def test_a_strategy_with_parameters_has_none(self, tmp_path: Path) -> None:
        file = tmp_path / "twin.py"
        file.write_text(TWIN, encoding="utf-8")
        registry = load_plugins([file], third_party=False)
        taking_part = contestants([("twin", {}), ("twin", {"bold": True}), ("stranger", {})])
        assert policies_of(replace(self.plan(), contestants=taking_part), registry) == (1, -1, -1)

    def test_nothing_is_said_of_what_goes_without_saying(self) -> None:
        for plan in (self.plan("careful", "greedy"), self.plan(engine="python"), self.plan()):
            settled = settle(plan, own_plugins(), 100)
            assert (settled.plan.engine, settled.note) == ("python", "")

    def test_where_it_pays_it_is_the_kernel(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernel, "installed", lambda: "0.61")
        monkeypatch.setattr(kernel, "pays", lambda seconds, game, policies: policies is None and seconds > 10)
        monkeypatch.setattr(kernel, "problem", lambda: "")
        monkeypatch.setattr(kernel, "is_compiled", lambda: True)
        monkeypatch.setattr(kernel, "is_ready", lambda game, policies: True)
        settled = settle(self.plan(), own_plugins(), 1_000_000)
        assert (settled.plan.engine, settled.note) == ("kernel", "the compiled kernel plays")
        tables = ((0, 0), (0, 1), (1, 1))
        settled = settle(self.plan("greedy", "random", tables=tables), own_plugins(), 1_000_000)
        assert settled.note == "the compiled kernel plays at 1 of 3 tables"
        settled = settle(self.plan(), own_plugins(), 12_000)
        assert settled.plan.engine == "python"
        assert settled.note.startswith("the engine in Python plays: it is done before the kernel is compiled")
        monkeypatch.setattr(kernel, "is_ready", lambda game, policies: False)
        assert settle(self.plan(), own_plugins(), 1_000_000).note == (
            "the compiled kernel plays; it is compiled first, which takes some ten seconds, once"
        )

    def test_where_nothing_is_compiled_that_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernel, "installed", lambda: "0.61")
        monkeypatch.setattr(kernel, "problem", lambda: "")
        monkeypatch.setattr(kernel, "is_compiled", lambda: False)
        monkeypatch.setattr(kernel, "is_ready", lambda game, policies: True)
        monkeypatch.setattr(kernel, "demand", lambda what, game: None)
        monkeypatch.setattr(kernel, "pays", lambda seconds, game, policies: False)
        assert settle(self.plan(engine="kernel"), own_plugins(), 100).note == (
            "the kernel (not compiled: NUMBA_DISABLE_JIT is set) plays"
        )
        assert settle(self.plan(), own_plugins(), 1_000_000).note == (
            "the engine in Python plays: NUMBA_DISABLE_JIT is set, and what is not compiled is slower"
        )

    def test_where_the_rules_have_none_it_is_said_why(self, tmp_path: Path) -> None:
        registry = rogues(tmp_path)
        plan = plan_for("greedy", ("greedy", {}), registry=registry, rules_added=("stumbling-kings",))
        settled = settle(plan, registry, 1_000_000)
        assert settled.plan.engine == "python"
        assert settled.note == (
            "the engine in Python plays, not the kernel: the rule stumbling-kings calls Python functions (on_play)"
        )
        with pytest.raises(CrazyEightsError, match="the rule stumbling-kings calls Python functions"):
            settle(replace(plan, engine="kernel"), registry, 1_000_000)

    def test_without_numba(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernel, "installed", lambda: "")
        assert settle(self.plan(), own_plugins(), 1_000_000) == (replace(self.plan(), engine="python"), "")
        with pytest.raises(MissingExtraError, match="--engine kernel needs numba, which is not installed"):
            settle(self.plan(engine="kernel"), own_plugins(), 100)

    def test_a_worker_without_numba_uses_the_engine(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernel, "problem", lambda: "numba is not installed")
        plan = self.plan(engine="kernel")
        hall = Hall(plan, own_plugins())
        assert hall.compiled is None
        assert play_in_hall(hall, Block(3, 6)).sets == sets(replace(plan, engine="python"), 3)

    def test_nobody_to_play_for(self) -> None:
        with pytest.raises(
            CrazyEightsError, match=r"every table has a strategy that the kernel can't play for \(careful"
        ):
            settle(self.plan("careful", "greedy", engine="kernel"), own_plugins(), 100)

    def test_no_such_engine(self) -> None:
        with pytest.raises(CrazyEightsError, match="no engine is called 'kerel'; did you mean kernel"):
            settle(self.plan(engine="kerel"), own_plugins(), 100)

    def test_the_engine_is_no_part_of_what_results_hang_on(self) -> None:
        assert self.plan(engine="kernel").describe() == self.plan(engine="python").describe()


def test_where_compiled_code_can_t_be_kept_it_is_said(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    from crazyeights_cli import tournament

    monkeypatch.setattr(tournament, "cache_note", lambda: "compiled code can't be kept on disk")
    tournament.tell_of_engine(plan_for("greedy", tables=((0, 0),), engine="kernel"), "the compiled kernel plays")
    said = "crazyeights: the compiled kernel plays\ncrazyeights: compiled code can't be kept on disk\n"
    assert capsys.readouterr().err == said
    tournament.tell_of_engine(plan_for("greedy", tables=((0, 0),), engine="python"), "")
    assert capsys.readouterr().err == ""


def test_what_the_kernel_plays_alone_needs_no_other_process(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing of a stranger's runs there that would have to be ended; but where a strategy thinks, it does."""
    monkeypatch.setattr(kernel, "installed", lambda: "0.61")
    registry = own_plugins()
    alone = plan_for("greedy", ("greedy", {}), tables=((0, 1),), engine="kernel")
    mixed = plan_for("greedy", ("careful", {}), tables=((0, 1),), engine="kernel")
    assert plays_all(alone, registry)
    assert not plays_all(mixed, registry)
    assert not plays_all(replace(alone, engine="python"), registry)
    assert isinstance(make_runner(mixed, registry=registry), ChildRunner)
    assert isinstance(make_runner(replace(alone, engine="python"), registry=registry), ChildRunner)
