"""Hints: whose advice, in time, and true."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Any

import pytest

from crazyeights import DRAW, PASS, Deck, Game, Move, StrategySpec, View
from crazyeights.hints import Adviser, adviser, reason_for
from support_decks import arrange


class Choosing:
    def __init__(self, rng: Random) -> None:
        pass

    def choose(self, view: View) -> Move:
        return view.legal_moves[-1]


class Raising(Choosing):
    def choose(self, view: View) -> Move:
        raise RuntimeError("no idea")


class Cheating(Choosing):
    def choose(self, view: View) -> Move:
        return PASS


class Explaining(Choosing):
    def explain(self, view: View, move: Move) -> str:
        return f"I like {move}\n best."


class Later:
    """An executor that runs its job when told."""

    def __init__(self) -> None:
        self.run: Callable[[], None] = lambda: None

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def work() -> None:
            try:
                future.set_result(fn(*args))
            except Exception as error:  # noqa: BLE001
                future.set_exception(error)

        self.run = work
        return future


def spec(name: str, kind: type = Choosing, strength: int = 1) -> StrategySpec:
    return StrategySpec(name, "", kind, strength=strength)


def view_of(mine: str, top: str, *, players: int = 2, stock: str = "") -> View:
    deck = arrange(Deck(), [mine, *[""] * (players - 1)], top, stock, hand_size=5)
    return Game("classic", players).deal(deck=deck).view(0)


def advice(kind: type, view: View) -> tuple[Move, str, str]:
    later = Later()
    asked = Adviser({"x": spec("x", kind)}, Random(1), executor=later)
    asked.ask(view, 0.0)
    assert asked.waiting
    assert asked.poll(0.1) is None
    later.run()
    hint = asked.poll(0.2)
    assert hint is not None
    assert not asked.waiting
    return hint.move, hint.reason, hint.source


def test_the_strongest_is_asked_and_among_equals_greedy() -> None:
    offers = {name: spec(name, strength=strength) for name, strength in (("a", 3), ("greedy", 3), ("z", 1))}
    assert adviser(offers) is offers["greedy"]
    offers["best"] = spec("best", strength=4)
    assert adviser(offers) is offers["best"]
    assert adviser({}) is None


def test_a_strategy_s_own_reason_comes_first() -> None:
    move, reason, source = advice(Explaining, view_of("2H 3H 5C 9C 10S", "KH"))
    assert (move, reason, source) == (DRAW, "I like draw best.", "x")


@pytest.mark.parametrize("kind", [Raising, Cheating])
def test_one_that_fails_or_cheats_is_replaced(kind: type) -> None:
    view = view_of("2H 3H 5C 9C 10S", "KH")
    move, reason, source = advice(kind, view)
    assert move in view.legal_moves
    assert reason
    assert source == ""


def test_one_that_takes_too_long_is_replaced() -> None:
    view = view_of("2H 3H 5C 9C 10S", "KH")
    asked = Adviser({"x": spec("x")}, executor=Later(), patience=3.0)
    asked.ask(view, 10.0)
    assert asked.poll(12.9) is None
    hint = asked.poll(13.0)
    assert hint is not None
    assert hint.move in view.legal_moves


def test_an_answer_that_is_not_wanted_any_more_is_dropped() -> None:
    later = Later()
    asked = Adviser({"x": spec("x")}, executor=later)
    asked.ask(view_of("2H 3H 5C 9C 10S", "KH"), 0.0)
    asked.forget()
    later.run()
    assert asked.poll(1.0) is None


@pytest.mark.parametrize(
    ("mine", "top", "players", "move", "reason"),
    [
        ("4S 3S 5C 9C 10S", "KH", 2, "draw", "None of your cards can be played."),
        (
            "2H 3S 5C 9C 10S",
            "KH",
            3,
            "2H",
            "It makes the next player draw 2 cards and it is the only card that you can play.",
        ),
        ("QH 3H 5C 9C 10S", "KH", 3, "QH", "It skips the next player and it counts most against you"),
        ("8H 3C 5C 9D 10S", "KS", 2, "8H=C", "Clubs are what you hold most (2)"),
        ("8H 3C 5C 9D 10S", "KS", 2, "8H=H", "You hold no hearts"),
        ("3H 4H 5C 9C 10S", "KH", 2, "3H", "It leaves you 1 heart more to follow with."),
        (
            "3H 4S 5C 9C 10S",
            "KH",
            2,
            "3H",
            "It is the only card that you can play and it is one card less in your hand.",
        ),
        ("3H 4H 5C 9C 10S", "KH", 2, "draw", "It keeps what you could play for later."),
    ],
)
def test_reasons_are_read_off_the_move(mine: str, top: str, players: int, move: str, reason: str) -> None:
    view = view_of(mine, top, players=players)
    chosen = Move.parse(move)
    assert chosen in view.legal_moves
    assert reason_for(view, chosen).startswith(reason)


def test_the_last_card_needs_no_other_reason() -> None:
    deck = arrange(Deck(), ["3H", ""], "KH", hand_size=1)
    view = Game("classic", 2, options={"hand_size": 1}).deal(deck=deck).view(0)
    assert reason_for(view, Move.parse("3H")) == "It is your last card."
