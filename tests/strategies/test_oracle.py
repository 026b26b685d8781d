"""The strategy `oracle`: sees all hands where that is allowed, and plays nowhere else."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Any

import pytest

from crazyeights import Fault, Game, Seat, Session, StrategyError, default_registry
from crazyeights.controller import Controller
from crazyeights.hints import adviser
from crazyeights.strategy import ordinary, seeing
from crazyeights_cli.failures import Failure
from crazyeights_cli.table import GameChoices, SeatChoices, build_table
from crazyeights_strategies.greedy import Greedy
from crazyeights_strategies.oracle import Oracle
from support_decks import deal

SPEC = default_registry().strategy("oracle")


class AtOnce:
    """An executor that runs each job at once."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_result(fn(*args))
        return future


def test_it_is_marked_and_no_hint_asks_it() -> None:
    strategies = default_registry().strategies
    assert SPEC.sees_all
    assert [name for name, spec in strategies.items() if spec.sees_all] == ["oracle"]
    assert "oracle" not in ordinary(strategies)
    assert set(ordinary(strategies)) == set(strategies) - {"oracle"}
    found = adviser(strategies)
    assert found is not None
    assert found.name == "search"


def test_without_being_shown_the_hands_it_does_not_play() -> None:
    view = deal("classic", ["3H 4H", "9C 9D"], "5H").view(0)
    with pytest.raises(StrategyError, match="plays only with --allow-oracle"):
        Oracle(Random(1)).choose(view)


def test_it_looks_anew_for_each_move() -> None:
    state = deal("classic", ["3H 4H", "9C 9D"], "5H")
    player = Oracle(Random(1))
    player.see(state.copy())
    player.choose(state.view(0))
    with pytest.raises(StrategyError):
        player.choose(state.view(0))


@pytest.mark.parametrize(("held", "move"), [("3C", "4H"), ("4C", "3H")])
def test_it_plays_on_what_the_other_holds(held: str, move: str) -> None:
    # The other player has one card, which fits the rank of one of the two hearts and nothing else.
    state = deal("classic", ["3H 4H", f"5H {held}"], "KH", "9S", first=1)
    state.apply(next(each for each in state.legal_moves() if str(each) == "5H"))
    assert state.hand_sizes == (2, 1)
    assert str(seeing(Oracle(Random(1)), state)(state.view(0))) == move


def session_with(*, allowed: bool) -> Session:
    seats = [Seat("Ann", SPEC.make(Random(1)), "oracle", sees_all=allowed), Seat("Bob", Greedy(Random(2)), "greedy")]
    return Session(Game("classic", 2), seats, seed=5)


@pytest.mark.parametrize("allowed", [True, False])
def test_a_table_shows_it_the_hands_only_where_that_is_allowed(allowed: bool) -> None:
    session = session_with(allowed=allowed)
    with Controller(session, think_time=0, executor=AtOnce()) as controller:
        for now in range(400):
            controller.tick(float(now))
            if session.over:
                break
    faults = [event for event in session.events_since(0, None) if isinstance(event, Fault)]
    assert session.over
    assert bool(faults) is not allowed
    assert all(fault.source == "oracle" and "--allow-oracle" in fault.message for fault in faults)


def test_the_launcher_seats_it_only_if_it_is_asked_to() -> None:
    game, registry = GameChoices("classic", players=2), default_registry()
    with pytest.raises(Failure, match="oracle sees all hands; it plays only with --allow-oracle"):
        build_table(game, SeatChoices(ai=["oracle"]), registry, seed=1, record=None)
    table = build_table(game, SeatChoices(ai=["oracle"], allow_oracle=True), registry, seed=1, record=None)
    assert [seat.sees_all for seat in table.seats] == [False, True]


def test_what_it_does_to_what_it_is_shown_has_no_effect() -> None:
    class Spoiler(Oracle):
        def see(self, state: Any) -> None:
            super().see(state.copy())
            while state.legal_moves():
                state.apply(state.legal_moves()[0])

    state = Game("classic", 2).deal(seed=2)
    choose = seeing(Spoiler(Random(1), sims=4), state)
    before = (state.hands, state.stock, state.to_move)
    assert choose(state.view(0)) in state.legal_moves()
    assert (state.hands, state.stock, state.to_move) == before


def test_it_beats_greedy_by_far() -> None:
    # Some 80 %; even players win 53 of 80 rounds or more once in 400 times.
    game, wins = Game("classic", 2), 0
    for seed in range(40):
        for seat in (0, 1):
            state = game.deal(seed=seed)
            oracle, greedy = seeing(Oracle(Random(seed), sims=40), state), Greedy(Random(1)).choose
            choosers = [oracle, greedy] if seat == 0 else [greedy, oracle]
            while state.to_move is not None:
                state.apply(choosers[state.to_move](state.view(state.to_move)))
            assert state.outcome is not None
            wins += state.outcome.winner == seat
    assert wins >= 53
