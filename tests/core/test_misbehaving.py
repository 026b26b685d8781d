"""Plugins that misbehave while a round is played: the game goes on as by its rules, and one line names who did what."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from crazyeights import Fault, Game, Move, Rule, Seat, StrategyError, TableRequest, View, load_plugins
from crazyeights.controller import Controller
from crazyeights.session import Session
from support_plugins import write
from support_tables import HandExecutor, Scripted


def faults(session: Session) -> list[Fault]:
    return [event for event in session.events_since(0, None) if isinstance(event, Fault)]


def play(session: Session, longest: int = 400) -> None:
    """Let the strategies play, each answer at once, until the round is over."""
    executor = HandExecutor()
    with Controller(session, think_time=0, executor=executor) as controller:
        for now in range(longest):
            if session.over:
                break
            controller.tick(float(now))
            for number in executor.running:
                executor.finish(number)
    assert session.over


def table(choose: Callable[[View], Any], seed: int = 4) -> Session:
    """Seat 0 is played by the stranger, seat 1 takes the first legal move."""
    seats = (Seat("Ann", Scripted(choose), "stranger"), Seat("Bob", Scripted(lambda view: view.legal_moves[0]), "bob"))
    return Session(Game("classic"), seats, seed)


def first(view: View) -> Move:
    return view.legal_moves[0]


def events_of(choose: Callable[[View], Any]) -> list[Any]:
    """What happens if the stranger chooses so, but for faults."""
    session = table(choose)
    play(session)
    return [event for event in session.events_since(0, None) if not isinstance(event, Fault)]


# Printing


def test_a_strategy_that_prints_plays_on_and_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    def loud(view: View) -> Move:
        print("thinking about", view.top)
        return view.legal_moves[0]

    session = table(loud)
    play(session)
    assert capsys.readouterr().out == ""
    (fault,) = faults(session)
    assert (fault.source, fault.seat) == ("stranger", 0)
    assert fault.message.startswith("prints 'thinking about ")
    assert events_of(loud) == events_of(first)


def test_one_that_prints_and_fails_is_told_for_its_failure(capsys: pytest.CaptureFixture[str]) -> None:
    def loud(view: View) -> Move:
        print("oh no")
        raise ValueError("no idea")

    session = table(loud)
    play(session)
    assert capsys.readouterr().out == ""
    assert {fault.message for fault in faults(session)} == {"raised ValueError: no idea"}


def test_a_rules_function_that_prints_is_named_once(capsys: pytest.CaptureFixture[str]) -> None:
    def effect(turn: Any) -> None:
        print("a four!")

    def apply(build: Any) -> None:
        build.on_play(build.rank("4", "5", "6", "7"), effect)

    rule = Rule("loud-fours", "It prints.", "Fours print.", apply)
    game = Game("classic", rules_added=[rule])
    seats = [Seat(name, Scripted(first), "first") for name in ("Ann", "Bob")]
    session = Session(game, seats, 4)
    play(session)
    assert capsys.readouterr().out == ""
    (fault,) = faults(session)
    assert fault.source == "loud-fours"
    assert fault.message == "prints 'a four!', but the standard output belongs to the screen"


LOUD_OBSERVER = """
    class Loud:
        def on_event(self, event):
            SEEN.append(event)
            print("something happened")
    SEEN = []
    def crazyeights_observers(match):
        return [Loud()]
"""


def test_an_observer_that_prints_is_told_nothing_more(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry = load_plugins([write(tmp_path, "loud_watch", LOUD_OBSERVER)])
    seats = tuple(Seat(name, Scripted(first), "first") for name in ("Ann", "Bob"))
    session = TableRequest(Game("classic"), seats, 4).open(registry)
    play(session)
    assert capsys.readouterr().out == ""
    (fault,) = faults(session)
    # It is named by the plugin, which the user can leave out, and not by its class.
    assert fault.source == "loud_watch"
    assert "prints 'something happened'" in fault.message
    module: Any = registry._plugins["loud_watch"][1]
    assert len(module.SEEN) == 1


# Changing what it is given


def change_seat(view: Any) -> None:
    view.seat = 1


def change_contents(view: Any) -> None:
    view._data = (*view._data[:1], (), *view._data[2:])


def change_game(view: Any) -> None:
    view.game.players = 7
    view.game.ruleset = Game("plain").ruleset


def forget_game(view: Any) -> None:
    del view.game.ruleset


@pytest.mark.parametrize(
    ("change", "says"),
    [
        (change_seat, "changes the view that it is given"),
        (change_contents, "changes the view that it is given"),
        (change_game, "changes the game that is played"),
        (forget_game, "changes the game that is played"),
    ],
)
def test_a_strategy_that_changes_what_it_is_given_changes_nothing(change: Any, says: str) -> None:
    def meddle(view: View) -> Move:
        move = view.legal_moves[0]
        change(view)
        return move

    session = table(meddle)
    game = session.game
    before = dict(vars(game))
    play(session)
    assert vars(game) == before
    assert faults(session) == [Fault("stranger", says, 0)]
    assert events_of(meddle) == events_of(first)


@pytest.mark.parametrize("name", ["hand", "legal_moves", "top", "discard", "history", "hand_sizes"])
def test_what_a_view_shows_can_not_be_set(name: str) -> None:
    def meddle(view: Any) -> Move:
        move: Move = view.legal_moves[0]
        setattr(view, name, ())
        return move

    session = table(meddle)
    play(session)
    assert all(fault.message.startswith("raised AttributeError: ") for fault in faults(session))
    assert faults(session)


def test_events_of_a_view_can_not_be_changed() -> None:
    def meddle(view: Any) -> Move:
        view.history[0].hands = None
        raise AssertionError("it was changed")

    session = table(meddle)
    play(session)
    assert "FrozenInstanceError" in faults(session)[0].message


# Hanging, and saying why not


def test_an_endless_loop_costs_one_time_limit_and_the_round_ends() -> None:
    stop: list[bool] = []

    def hang(view: View) -> Move:
        while not stop:
            time.sleep(0.001)
        return view.legal_moves[0]

    session = table(hang)
    end = time.monotonic() + 60
    with Controller(session, think_time=0, time_limit=0.2) as controller:
        while not session.over:
            assert time.monotonic() < end
            controller.tick(time.monotonic())
            time.sleep(0.001)
    stop.append(True)
    messages = [fault.message for fault in faults(session)]
    assert messages[0] == "took longer than 0.2 s"
    assert len(messages) > 1
    assert set(messages[1:]) == {"is still busy with an earlier turn"}
    assert {fault.source for fault in faults(session)} == {"stranger"}


def test_a_strategy_may_say_in_its_own_words_that_it_can_not_choose() -> None:
    def give_up(view: View) -> Move:
        raise StrategyError("found no\nbook for \x1b[1m7 players")

    session = table(give_up)
    play(session)
    assert {fault.message for fault in faults(session)} == {"found no book for [1m7 players"}
