"""What a tournament and a measurement say: numbers that are right, in the shape that was promised."""

from __future__ import annotations

import csv
import io
import json
import sys
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crazyeights import Game
from crazyeights.arena import ArenaError, MissingExtraError, Report, make_report
from crazyeights.arena.measure import Measurement, find_skilled, without_rule
from crazyeights.arena.plan import Contestant, Plan
from crazyeights.arena.plot import check_plot, draw
from crazyeights.arena.report import Comparison
from crazyeights.arena.results import RoundFault, RoundResult, SetResult
from crazyeights.arena.runner import HereRunner
from crazyeights.arena.tally import Tally
from crazyeights.arena.verdict import Answer, Verdict
from support_arena import invented, own_plugins, plan_for, played

GREEDY = Contestant("greedy", "greedy")


def some_report(*, deals: int = 40, faults: bool = True) -> Report:
    plan = plan_for("careful", "greedy", "random")
    tally, rng = Tally(plan), Random(2)
    for deal in range(deals):
        tally.add([invented(plan, 3 * deal + at, rng, faults=faults) for at in range(3)])
    return make_report(plan, tally)


class TestReport:
    def test_json_has_the_promised_shape(self) -> None:
        report = some_report()
        found = json.loads(report.as_json())
        assert list(found) == ["rounds", "strategies", "faults"]
        assert found["rounds"] == 240
        assert [one["name"] for one in found["strategies"]] == ["careful", "greedy", "random"]
        for one in found["strategies"]:
            assert list(one) == ["name", "win_rate", "low", "high", "rating"]
            assert 0 <= one["low"] <= one["win_rate"] <= one["high"] <= 1
        assert sum(one["rating"] for one in found["strategies"]) / 3 == pytest.approx(1500)
        assert sum(one["count"] for one in found["faults"]) == sum(one.faults for one in report.standings)
        assert {key for one in found["faults"] for key in one} == {
            *("name", "message", "count", "deal", "table", "round"),
        }

    def test_csv_has_a_line_for_each(self) -> None:
        rows = list(csv.DictReader(io.StringIO(some_report().as_csv())))
        assert [row["name"] for row in rows] == ["careful", "greedy", "random"]
        for row in rows:
            assert float(row["win_rate_low"]) <= float(row["win_rate"]) <= float(row["win_rate_high"])
            assert float(row["points_low"]) <= float(row["points"]) <= float(row["points_high"])
            assert float(row["rating_low"]) <= float(row["rating"]) <= float(row["rating_high"])
            assert int(row["rounds"]) == 160

    def test_the_table_begins_with_the_best(self) -> None:
        report = some_report()
        lines = report.as_text().splitlines()
        order = [line.split()[0] for line in lines[4:7]]
        rates = {one.name: one.win_rate.value for one in report.standings}
        assert order == sorted(rates, key=lambda name: -rates[name])
        assert lines[0] == "classic, 2 players, seed 7"
        assert "240 rounds of 40 deals" in lines[1]
        assert "faults" in lines[3]
        assert "random raised" in report.as_text()

    def test_without_faults_nothing_is_said_of_them(self) -> None:
        assert "fault" not in some_report(faults=False).as_text()

    def test_nothing_played_is_no_failure(self) -> None:
        report = some_report(deals=0)
        assert json.loads(report.as_json())["strategies"][0] == {
            "name": "careful",
            "win_rate": None,
            "low": 0.0,
            "high": 1.0,
            "rating": None,
        }
        assert report.as_text()
        assert report.unrated == "nothing was played"

    def test_without_choix_there_are_win_rates_all_the_same(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "choix", None)
        report = some_report()
        assert report.unrated.startswith("the rating table needs choix, which is not installed: pip install")
        assert json.loads(report.as_json())["strategies"][0]["rating"] is None
        assert "rating" not in report.as_text()

    def test_many_faults_are_cut_short(self) -> None:
        plan = plan_for("careful", "greedy")
        tally = Tally(plan)
        for number in range(30):
            fault = RoundFault(0, "careful", f"raised {number}")
            result = RoundResult((0, 1), (1,), (0, 0), 0, "fault", (fault,))
            tally.add([SetResult(number, (result, result._replace(seats=(1, 0), winners=(0,), faults=())))])
        text = make_report(plan, tally).as_text()
        assert "30 faults:" in text
        assert text.endswith("and 20 others, which --json has")

    @pytest.mark.parametrize(
        ("verdict", "says"),
        [
            (Verdict(Answer.YES, 0.123, 500, 0), "yes, by 12.3 points of win rate"),
            (Verdict(Answer.NO, -0.05, 500, 0), "no, B is stronger by 5.0 points of win rate"),
            (Verdict(Answer.EQUAL, 0.001, 500, 0), "no, they are equal to within 2 points of win rate"),
            (Verdict(Answer.UNKNOWN, 0.1, 500, 2345), "can't tell yet, about 2,300 more deals needed"),
            (Verdict(Answer.UNKNOWN, 0.1, 500, 7), "can't tell yet, about 7 more deals needed"),
            (Verdict(Answer.UNKNOWN, 0.0, 0, None), "can't tell yet"),
        ],
    )
    def test_verdicts_in_words(self, verdict: Verdict, says: str) -> None:
        assert str(Comparison("A", "B", verdict)) == f"A is stronger than B: {says}"

    def test_all_verdicts_together_keep_the_error_rate(self) -> None:
        """Three pairs: each gets a third of it, so one that is sure alone need not be among three."""
        two, three = Tally(plan_for("careful", "greedy")), Tally(plan_for("careful", "greedy", "random"))
        for _ in range(11):
            two.duels[0, 1].add(1, 2)
            three.duels[0, 1].add(1, 2)
        thresholds = [tally.duels[0, 1]._threshold for tally in (two, three)]
        assert thresholds[1] - thresholds[0] == pytest.approx(1.0986, abs=1e-3)  # the logarithm of three


class TestPicture:
    @pytest.mark.parametrize("suffix", [".png", ".svg"])
    def test_is_drawn(self, tmp_path: Path, suffix: str) -> None:
        path = tmp_path / f"x{suffix}"
        check_plot(path)
        report = some_report()
        names = [replace(one, name=f"a_$x^{at}") for at, one in enumerate(report.standings)]
        draw(replace(report, standings=tuple(names)), path)
        assert path.read_bytes().startswith(b"\x89PNG" if suffix == ".png" else b"<?xml")
        draw(replace(report, standings=tuple(replace(one, rating=None) for one in names)), path)

    @pytest.mark.parametrize(
        ("path", "says"), [("x.txt", "ends with .png, .svg or .pdf, not x.txt"), ("no/x.png", "there is no folder no")]
    )
    def test_is_refused_before_anything_is_played(self, tmp_path: Path, path: str, says: str) -> None:
        with pytest.raises(ArenaError, match=says):
            check_plot(Path(path))

    def test_without_matplotlib_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "matplotlib.figure", None)
        with pytest.raises(MissingExtraError, match=r"--plot needs matplotlib, .*'crazyeights\[plots\]'"):
            check_plot(Path("x.png"))


def measured(variant: str, *, rounds: int = 60, skilled: Contestant | None = None, **kwargs: Any) -> Any:
    plan = Plan((), (), variant=variant, seed=5, **kwargs)
    registry = own_plugins()
    return Measurement(
        plan,
        registry,
        GREEDY,
        skilled,
        rounds=rounds,
        skill_rounds=40,
        runner=lambda part: HereRunner(part, registry),
    ).run()


class TestMeasuring:
    def test_is_what_the_rounds_are(self) -> None:
        """Against the same rounds played by hand."""
        found = measured("plain", rounds=80)
        game = Game("plain", 2)
        greedy = own_plugins().strategy("greedy")
        from crazyeights.arena import schedule

        plan = Plan((GREEDY,), ((0, 0),), variant="plain", seed=5, rotate=False)
        moves, blocked, first = [], 0, 0.0
        for number in range(80):
            seed = schedule.deal_seed(plan, schedule.find(plan, number))
            state = game.deal(seed=seed)
            players = [greedy.make(Random(0)) for _ in range(2)]
            moves.append(0)
            while state.to_move is not None:
                state.apply(players[state.to_move].choose(state.view(state.to_move)))
                moves[-1] += 1
            assert state.outcome is not None
            blocked += state.outcome.reason == "blocked"
            first += 0.5 if state.outcome.winner is None else state.outcome.winner == 0
        assert found.length.value == pytest.approx(sum(moves) / 80)
        assert found.quartiles == tuple(sorted(moves)[at] for at in (19, 39, 59))
        assert found.blocked.value == pytest.approx(blocked / 80)
        assert found.first.value == pytest.approx(first / 80)
        assert blocked > 0

    def test_a_rule_decides_where_another_wins_without_it(self) -> None:
        deciders = {one.rule: one for one in measured("classic", rounds=60).deciders}
        assert set(deciders) == {"ace-reverse", "draw-two", "queen-skip", "crazy-eight"}
        # With two players a reverse changes nothing, so that the rounds without it are the same.
        assert deciders["ace-reverse"].share.value == 0.0
        assert deciders["ace-reverse"].length.value == measured("classic", rounds=60).length.value
        assert 0.1 < deciders["queen-skip"].share.value < 0.5
        assert deciders["crazy-eight"].length.value > deciders["ace-reverse"].length.value

    def test_with_three_players_a_reverse_does_something(self) -> None:
        deciders = {one.rule: one for one in measured("classic", rounds=60, players=3).deciders}
        assert deciders["ace-reverse"].share.value > 0.1

    def test_skill_is_a_win_rate(self) -> None:
        skill = measured("classic", rounds=10, skilled=Contestant("careful", "careful")).skill
        assert skill is not None
        assert 0.3 < skill.value < 0.9
        versus = played(plan_for("careful", "greedy", seed=5), rounds=40).standings[0]
        assert skill.value == versus.win_rate.value

    def test_rules_come_off_however_they_came_on(self) -> None:
        plan = Plan((), (), rules_added=("king-reverse",), roles=("skip=J", "skip=10"))
        rules = [rule.name for rule in plan.make_game(own_plugins()).rules]
        assert len(rules) == 7
        for rule in rules:
            left = [one.name for one in without_rule(plan, rule, rules).make_game(own_plugins()).rules]
            assert left == [one for one in rules if one != rule]

    def test_skill_is_measured_by_the_strongest_that_plays_fair(self) -> None:
        registry = own_plugins()
        skilled = find_skilled(registry, "greedy")
        assert skilled is not None
        assert skilled == Contestant("search:sims=200", "search", (("sims", 200),))

    def test_what_can_t_be_left_out_is_said(self) -> None:
        # Without jokers there is no role for them.
        found = measured("classic", rounds=4, options=(("jokers", 2),), rules_added=("joker-wild",))
        assert all(one.share is not None or one.why_not for one in found.deciders)
