"""How long `search` thinks, in whatever order it is asked, and that only `oracle` plays by hidden cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import Game, View, default_registry, load_plugins
from crazyeights.arena import ArenaError, Plan, contestants, round_robin
from crazyeights.arena import play as play_tournament
from crazyeights.hints import adviser
from crazyeights.specs import TableRequest
from crazyeights_cli.failures import ExitCode, Failure
from crazyeights_cli.table import GameChoices, SeatChoices, build_table
from crazyeights_strategies import search
from crazyeights_strategies.search import Budget, Search, Trial, World, candidates, try_out
from support_decks import deal, play
from support_strategies import choose, made

# Hidden cards


def last_card_of_the_other(card: str) -> Any:
    """A round in which the other one has only this card; of two, 5H goes and 4S goes."""
    return play(deal("classic", ["5H 4S", f"4H {card}"], "9H", "10C", first=1), "4H")


def test_oracle_plays_as_the_cards_lie() -> None:
    # On the five of hearts the other one would go out with a heart; on the four of spades, with a spade.
    assert str(choose(made("oracle", 1), last_card_of_the_other("3H"))) == "4S"
    assert str(choose(made("oracle", 1), last_card_of_the_other("3S"))) == "5H"


@pytest.mark.parametrize("name", ["random", "greedy", "careful", "counter", "easy", "normal", "search:sims=30"])
def test_nobody_else_does(name: str) -> None:
    for seed in range(8):
        one, other = (choose(made(name, seed), last_card_of_the_other(card)) for card in ("3H", "3S"))
        assert one is other


# Where oracle may play


def seated(*, allow_oracle: bool) -> TableRequest:
    seats = SeatChoices(("oracle",), (), watch=True, allow_oracle=allow_oracle)
    return build_table(GameChoices("classic"), seats, load_plugins(third_party=False), seed=1, record=None)


def test_an_ordinary_game_refuses_oracle_unless_allowed() -> None:
    with pytest.raises(Failure) as caught:
        seated(allow_oracle=False)
    assert str(caught.value) == "oracle sees all hands; it plays only with --allow-oracle"
    assert caught.value.code is ExitCode.USAGE
    assert all(seat.sees_all for seat in seated(allow_oracle=True).seats)


def test_so_does_a_tournament() -> None:
    registry = load_plugins(third_party=False)
    plan = Plan(contestants([("oracle", {"sims": 4}), ("greedy", {})]), round_robin(2, 2), seed=7, third_party=False)
    with pytest.raises(ArenaError, match="oracle sees all hands; it takes part only with --allow-oracle"):
        play_tournament(plan, registry, rounds=2)
    assert not play_tournament(plan, registry, rounds=4, allow_oracle=True).faults


# The same seed


def positions(count: int) -> list[View]:
    """Views of rounds of several games, each with something to choose."""
    found = []
    for seed in range(count):
        state = Game(("classic", "switch", "pagat")[seed % 3], 2 + seed % 2).deal(seed=seed)
        rng = Random(seed)
        while state.to_move is not None:
            if len(state.events()) >= 5 + seed and len(candidates(state.view(state.to_move))) > 1:
                found.append(state.view(state.to_move))
                break
            state.apply(rng.choice(state.legal_moves()))
    assert len(found) > count // 2
    return found


def test_the_same_seed_makes_the_same_moves_in_whatever_order_they_are_asked_for() -> None:
    views = positions(12)

    def asked(order: list[int]) -> list[str]:
        chosen = {number: str(Search(Random(number), sims=40).choose(views[number])) for number in order}
        return [chosen[number] for number in sorted(chosen)]

    forwards = list(range(len(views)))
    mixed = forwards[:]
    Random(5).shuffle(mixed)
    assert asked(forwards) == asked(forwards[::-1]) == asked(mixed)


def test_two_searches_asked_in_turn_do_not_disturb_each_other() -> None:
    views = positions(6)
    one, other, again = Search(Random(3), sims=40), Search(Random(4), sims=40), Search(Random(3), sims=40)
    together = []
    for view in views:
        together.append(str(one.choose(view)))
        other.choose(view)
    assert together == [str(again.choose(view)) for view in views]


# How long it thinks


class NoChance(Random):
    """A random stream from which nobody may take anything."""

    def random(self) -> float:
        raise AssertionError("chance was asked for")

    def getrandbits(self, k: int, /) -> int:
        raise AssertionError("chance was asked for")

    def randbytes(self, n: int) -> bytes:
        raise AssertionError("chance was asked for")


@pytest.mark.parametrize(("hand", "move"), [("3D 3C", "draw"), ("3H 3C", "3H")])
def test_it_does_not_think_where_there_is_no_choice(hand: str, move: str) -> None:
    view = deal("classic", [hand, "9C 10C"], "9H").view(0)
    assert str(Search(NoChance(1)).choose(view)) == move


def tried(hand: str, sims: int) -> tuple[int, int]:
    """How many trials and worlds a choice took."""
    view = deal("classic", [hand, "9C 10C"], "9H").view(0)
    trials = [Trial(move, 0.5) for move in candidates(view)]
    rng, worlds = Random(2), 0

    def draw() -> World:
        nonlocal worlds
        worlds += 1
        state = view.determinize(rng)
        return World(state, state.hands)

    try_out(draw, view, trials, Budget(0, sims))
    return sum(trial.tried for trial in trials), worlds


def test_it_stops_when_the_choice_is_clear() -> None:
    # After the three an eight is left, which always goes; after the eight, a three.
    trials, _ = tried("8S 3H", 50_000)
    assert trials < 10_000


def test_it_goes_on_while_two_moves_are_as_good() -> None:
    # Two cards of one suit that do nothing: it spends all that it may.
    assert tried("4H 5H", 400) == (400, 200)


def test_a_budget_by_time_ends_by_the_thread_s_time_or_at_last_by_the_clock(monkeypatch: pytest.MonkeyPatch) -> None:
    used, clock = [0.0], [0.0]
    monkeypatch.setattr("crazyeights_strategies.search.time.thread_time", lambda: used[0])
    monkeypatch.setattr("crazyeights_strategies.search.time.perf_counter", lambda: clock[0])
    budget = Budget(100, 0)
    clock[0] = 0.39
    assert not budget.spent(1_000_000)
    used[0] = 0.1
    assert budget.spent(1)
    used[0], clock[0] = 0.0, 0.4
    assert budget.spent(1)


def test_hints_ask_search_and_are_there_within_a_second() -> None:
    spec = adviser(default_registry().strategies)
    assert spec is not None
    assert spec.name == "search"
    (ms,) = (parameter.default for parameter in spec.parameters if parameter.name == "ms")
    assert isinstance(ms, int)
    # By the clock it thinks at most so many times as long.
    assert ms * search._PATIENCE < 1_000
