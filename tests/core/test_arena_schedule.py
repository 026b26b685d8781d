"""Who plays where, one round as its parts play it, and what is summed up of it."""

from __future__ import annotations

import json
import math
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from random import Random
from typing import Any

import pytest

from crazyeights import Game
from crazyeights.arena import ArenaError, check, contestants, round_robin, schedule
from crazyeights.arena.blocks import Block, play_in_hall
from crazyeights.arena.play import Hall
from crazyeights.arena.results import RoundFault, RoundResult, shares
from crazyeights.arena.tally import MOST_FAULTS, OTHERS, Tally
from crazyeights.arena.watch import Watch
from crazyeights.errors import CrazyEightsError
from support_arena import invented, own_plugins, plan_for


class TestTables:
    def test_everybody_meets_everybody(self) -> None:
        assert round_robin(2, 2) == ((0, 1),)
        assert round_robin(4, 2) == tuple(combinations(range(4), 2))
        assert len(round_robin(7, 3)) == math.comb(7, 3)
        assert round_robin(7, 7) == (tuple(range(7)),)

    def test_with_more_seats_than_strategies_all_sit_at_every_table(self) -> None:
        assert set(round_robin(2, 3)) == {(0, 0, 1), (0, 1, 1)}
        assert set(round_robin(2, 4)) == {(0, 0, 0, 1), (0, 0, 1, 1), (0, 1, 1, 1)}

    def test_partners_play_with_themselves(self) -> None:
        assert round_robin(3, 4, partners=True) == ((0, 1, 0, 1), (0, 2, 0, 2), (1, 2, 1, 2))

    def test_the_same_strategy_twice_has_two_names(self) -> None:
        given: list[tuple[str, dict[str, Any]]] = [("greedy", {}), ("greedy", {}), ("search", {"ms": 5})]
        assert [one.name for one in contestants(given)] == ["greedy", "greedy (2)", "search:ms=5"]


class TestSeats:
    @pytest.mark.parametrize("players", [2, 3, 4, 7])
    def test_in_a_set_everybody_has_every_seat_once(self, players: int) -> None:
        plan = plan_for(*["greedy"] * players, players=players)
        for number in range(20):
            played = schedule.find(plan, number)
            seatings = [schedule.seating(plan, played, turn) for turn in range(plan.rounds_per_set)]
            for contestant in range(players):
                assert sorted(one.index(contestant) for one in seatings) == list(range(players))

    def test_with_several_seats_a_strategy_has_each_as_often(self) -> None:
        plan = plan_for("careful", "greedy", players=3, tables=((0, 1, 1),))
        seatings = [schedule.seating(plan, schedule.find(plan, 0), turn) for turn in range(3)]
        for seat in range(3):
            assert sorted(one[seat] for one in seatings) == [0, 1, 1]

    def test_everybody_follows_everybody_else_as_often(self) -> None:
        plan = plan_for(*["greedy"] * 4, players=4)
        after: Counter[tuple[int, int]] = Counter()
        for deal in range(6):  # of four there are 3! orders around a table
            seats = schedule.seating(plan, schedule.find(plan, deal), 0)
            after.update((seats[seat], seats[(seat + 1) % 4]) for seat in range(4))
        assert set(after.values()) == {2}
        assert len(after) == 12

    def test_partners_stay_partners(self) -> None:
        plan = plan_for("careful", "greedy", players=4, tables=round_robin(2, 4, partners=True), reorder=False)
        assert plan.rounds_per_set == 2
        seatings = [schedule.seating(plan, schedule.find(plan, 5), turn) for turn in range(2)]
        assert seatings == [(0, 1, 0, 1), (1, 0, 1, 0)]

    def test_all_tables_play_the_same_deals_with_other_chance(self) -> None:
        plan = plan_for("careful", "greedy", "random")
        here, there, later = (schedule.find(plan, number) for number in (0, 1, 3))
        assert schedule.deal_seed(plan, here) == schedule.deal_seed(plan, there) != schedule.deal_seed(plan, later)
        streams = {
            schedule.strategy_rng(plan, played, turn, seat).random()
            for played in (here, there, later)
            for turn in range(2)
            for seat in range(2)
        }
        assert len(streams) == 12
        other = replace(plan, seed=8)
        assert schedule.deal_seed(other, here) != schedule.deal_seed(plan, here)


class TestRounds:
    def test_a_round_is_what_its_parts_play(self) -> None:
        """The same rounds, played by hand with the game and the strategies themselves."""
        registry = own_plugins()
        plan = plan_for("careful", "random", players=3, tables=((0, 1, 1),))
        result = play_in_hall(Hall(plan, registry), Block(0, 4))
        game = Game("classic", 3, registry=registry)
        assert [one.number for one in result.sets] == [0, 1, 2, 3]
        for one in result.sets:
            played = schedule.find(plan, one.number)
            for turn, found in enumerate(one.rounds):
                players = [
                    registry.strategy(plan.contestants[contestant].strategy).make(
                        schedule.strategy_rng(plan, played, turn, seat)
                    )
                    for seat, contestant in enumerate(found.seats)
                ]
                state = game.deal(seed=schedule.deal_seed(plan, played))
                moves = 0
                while state.to_move is not None:
                    state.apply(players[state.to_move].choose(state.view(state.to_move)))
                    moves += 1
                assert state.outcome is not None
                expected = (state.outcome.winners, state.outcome.points, moves, state.outcome.reason.value)
                assert (found.winners, found.points, found.moves, found.ending) == expected
                assert found.faults == ()

    def test_an_endless_round_is_stopped_and_drawn(self) -> None:
        hall = Hall(plan_for("random", "random", max_moves=5), own_plugins())
        result = hall.play(schedule.find(hall.plan, 0), 0, Watch(10))
        assert (result.ending, result.winners, result.points, result.moves) == ("stopped", (), (0, 0), 5)

    def test_partners_win_together(self) -> None:
        plan = plan_for(
            "greedy", "random", variant="pagat", players=4, options=(("partners", True),), tables=((0, 1, 0, 1),)
        )
        hall = Hall(plan, own_plugins())
        found = [hall.play(schedule.find(plan, number), 0, Watch(10)) for number in range(12)]
        assert {one.winners for one in found if one.winners} == {(0, 2), (1, 3)}
        assert hall.side == 2


class TestChecks:
    @pytest.mark.parametrize(
        ("changed", "says"),
        [
            ({"variant": "clasic"}, "no variant is called 'clasic'; did you mean classic"),
            ({"players": 3}, "a table has 2 strategies, but the game is for 3 players"),
            ({"players": 9}, "classic is for 2 to 7 players, not 9"),
            ({"tables": ((0, 5),)}, "a table has a strategy that does not take part"),
            ({"rules_removed": ("jack-skip",)}, "classic has no rule jack-skip to leave out"),
            ({"time_limit": 0.0}, "the time limit is a number of seconds above 0"),
            ({"time_limit": math.nan}, "the time limit is a number of seconds above 0"),
            ({"max_moves": 0}, "a round is stopped after 1 move or more"),
            ({"contestants": contestants([("gredy", {})] * 2)}, "no strategy is called 'gredy'; did you mean greedy"),
            ({"contestants": contestants([("greedy", {"ms": 5})] * 2)}, "no parameter of greedy is called 'ms'"),
        ],
    )
    def test_what_is_wrong_is_said_before_anything_is_played(self, changed: dict[str, Any], says: str) -> None:
        plan = replace(plan_for("careful", "greedy"), **changed)
        with pytest.raises(CrazyEightsError, match=says):
            check(plan, own_plugins())

    def test_nobody_takes_part_alone(self) -> None:
        with pytest.raises(ArenaError, match="takes at least two"):
            check(replace(plan_for("careful", "greedy"), tables=()), own_plugins())

    def test_a_plan_says_what_it_is_in_json(self) -> None:
        plan = plan_for("careful", ("greedy", {}), roles=("skip=J",), options=(("hand_size", 7),))
        described = json.loads(json.dumps(plan.describe()))
        assert described["seed"] == 7
        assert described["options"] == {"hand_size": 7}
        assert described["roles"] == ["skip=J"]
        assert [one["name"] for one in described["strategies"]] == ["careful", "greedy"]
        assert "time_limit" not in described


class TestSums:
    @pytest.mark.parametrize(
        ("strategies", "kwargs"),
        [
            (2, {}),
            (4, {}),
            (3, {"players": 3}),
            (2, {"players": 3, "tables": ((0, 1, 1), (0, 0, 1))}),
            (5, {"players": 4}),
            (7, {"players": 7}),
        ],
    )
    def test_are_those_of_the_rounds(self, strategies: int, kwargs: dict[str, Any]) -> None:
        """Against fractions added up round by round, the simple way."""
        plan = plan_for(*["greedy"] * strategies, **kwargs)
        rng, tables = Random(4), len(plan.tables)
        tally = Tally(plan)
        deals = [[invented(plan, tables * deal + at, rng, faults=True) for at in range(tables)] for deal in range(12)]
        for sets in deals:
            tally.add(sets)
        won: Counter[int] = Counter()
        share: dict[int, Fraction] = dict.fromkeys(range(strategies), Fraction(0))
        for sets in deals:
            for played in (one for each in sets for one in each.rounds):
                sharing = played.winners or range(plan.players)
                for seat, contestant in enumerate(played.seats):
                    share[contestant] += Fraction(seat in sharing, len(sharing))
                    won[contestant] += seat in played.winners and played.ending != "fault"
        for contestant in range(strategies):
            assert tally.won[contestant] == won[contestant]
            seats = tally.points[contestant].bottom
            assert tally.wins[contestant].value == pytest.approx(float(share[contestant] / seats))
        assert tally.rounds == sum(len(one.rounds) for sets in deals for one in sets)
        assert sum(tally.endings.values()) == tally.rounds
        assert sum(fault.count for fault in tally.faults.values()) == sum(tally.faults_of) == tally.endings["fault"]
        for (one, two), duel in tally.duels.items():
            differences = []
            for sets in deals:
                total, rounds = Fraction(0), 0
                for played in (played for each in sets for played in each.rounds):
                    if {one, two} <= set(played.seats):
                        sharing = played.winners or range(plan.players)
                        means = [
                            Fraction(sum(played.seats[seat] == who for seat in sharing), len(sharing))
                            / sum(other == who for other in played.seats)
                            for who in (one, two)
                        ]
                        total, rounds = total + means[0] - means[1], rounds + 1
                differences.append(total / rounds)
            assert duel.deals == 12
            assert duel.difference == pytest.approx(float(sum(differences) / 12))

    def test_two_beat_each_other_as_often_as_they_win(self) -> None:
        plan = plan_for("careful", "greedy")
        tally, rng = Tally(plan), Random(1)
        for number in range(40):
            tally.add([invented(plan, number, rng)])
        beaten = tally.encounters.beaten
        assert beaten[0, 1] / (beaten[0, 1] + beaten[1, 0]) == pytest.approx(tally.wins[0].value)

    def test_a_drawn_round_is_shared_and_a_lost_one_goes_to_the_others(self) -> None:
        drawn = RoundResult((0, 1, 2), (), (0, 0, 0), 9, "blocked")
        assert shares(drawn, 1) == [140, 140, 140]
        fault = RoundResult((0, 1, 2), (0, 2), (0, 0, 0), 9, "fault")
        assert shares(fault, 1) == [210, 0, 210]
        won = RoundResult((0, 1, 2), (1,), (0, 9, 0), 9, "empty_hand")
        assert shares(won, 1) == [0, 420, 0]
        partners = RoundResult((0, 1, 0, 1), (1, 3), (0, 9, 0, 9), 9, "empty_hand")
        assert shares(partners, 2) == [0, 420, 0, 420]
        assert shares(RoundResult((0, 1, 0, 1), (), (0,) * 4, 9, "stopped"), 2) == [210] * 4

    def test_a_million_different_faults_take_no_more_room_than_some(self) -> None:
        plan = plan_for("careful", "greedy")
        tally = Tally(plan)
        for number in range(MOST_FAULTS):
            rounds = []
            for turn in range(2):
                fault = RoundFault(0, "careful", f"raised {number}.{turn}")
                rounds.append(RoundResult((turn, 1 - turn), (1,), (0, 0), 0, "fault", (fault,)))
            tally.add([invented(plan, number, Random(1))._replace(rounds=tuple(rounds))])
        assert len(tally.faults) == MOST_FAULTS + 1
        assert tally.faults["careful", OTHERS].count == MOST_FAULTS
