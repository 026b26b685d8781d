"""Hints: whose advice, in time, and true."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from random import Random
from typing import Any

import pytest

from crazyeights import DRAW, PASS, Deck, Game, Move, StrategySpec, View
from crazyeights.hints import Adviser, Hint, adviser, reason_for
from crazyeights.roles import role_rule
from support_decks import arrange, deal, play


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
            "It is the only card that you can play.",
        ),
        ("3H 4H 5C 9C 10S", "KH", 2, "draw", "It keeps what you could play for later."),
    ],
)
def test_reasons_are_read_off_the_move(mine: str, top: str, players: int, move: str, reason: str) -> None:
    view = view_of(mine, top, players=players)
    chosen = Move.parse(move)
    assert chosen in view.legal_moves
    assert reason_for(view, chosen).startswith(reason)


@pytest.mark.parametrize(
    ("hands", "starter", "moves", "rules", "options", "move", "reason"),
    [
        # What answers or cancels a draw saves its player from it.
        (
            ["2D 9S 4S", "2C 6H 5H"],
            "KD",
            ["2D"],
            ["stack-twos"],
            {},
            "2C",
            "It saves you from drawing 2 cards and it makes the next player draw 2 cards, who has 2 cards left.",
        ),
        (["2D 9S 4S", "KC 6H 5H"], "KD", ["2D"], ["king-cancel"], {}, "KC", "It saves you from drawing 2 cards and"),
        # With 2 cards left of 3 you take over 3.
        (["7D 9S 4S", "KC 6H 5H"], "KD", [], ["seven-swap"], {}, "7D@1", "It gets you 3 cards for the 2 that you have"),
        (["10D 9S 4S", "KC 6H 5H"], "KD", [], ["ten-rotate"], {}, "10D", "It gets you 3 cards for the 2 that you have"),
        (
            ["3D 9S 4S", "KC 6H 5H"],
            "KD",
            [],
            ["three-pass-left"],
            {},
            "3D",
            "It lets everybody pass a card to the left",
        ),
        (["JD 9S 4S", "KC 6H 5H"], "KD", [], ["jack-again"], {}, "JD", "It gives you another turn and"),
        (
            ["3D 3S 3C", "KC 6H 5H"],
            "KD",
            ["3D"],
            ["all-of-a-rank"],
            {},
            "done",
            "It keeps what you could add for later.",
        ),
        (
            ["3D 3S 9C", "KC 6H 5H"],
            "KD",
            ["3D"],
            ["all-of-a-rank"],
            {},
            "3S",
            "It is the only card that you can add.",
        ),
        (
            ["3D KS 9C", "KC 6H 5H"],
            "KD",
            ["3D"],
            ["three-pass-left"],
            {},
            "give KS",
            "None of your cards counts more at",
        ),
        (["3D KS 9C 4C", "KC 6H 5H"], "QD", ["3D"], ["three-pass-left"], {}, "give 9C", "One of your cards has to go."),
        (["3D KS 9C 4H", "KC 6H 5H"], "QD", ["3D"], ["three-pass-left"], {}, "give 9C", "You hold no other club."),
        (
            ["3D KS 9C 4C", "KC 6H 5H"],
            "QD",
            ["3D"],
            ["three-pass-left"],
            {"scoring": "rounds_won"},
            "give KS",
            "You hold no other spade.",
        ),
        (["3D 9S 4S", "KC 6C 5H"], "8D", [], [], {"wild_starter": "called"}, "=C", "Clubs are what you hold most (2)."),
        (["3D 9S 4S", "KC 6C 5H"], "8D", [], [], {"wild_starter": "called"}, "=S", "You hold no spades."),
    ],
)
def test_reasons_for_the_family_s_moves(
    hands: list[str],
    starter: str,
    moves: list[str],
    rules: list[str],
    options: dict[str, Any],
    move: str,
    reason: str,
) -> None:
    state = play(deal("classic", hands, starter, rules_added=rules, options=options), *moves)
    view = state.view(state.to_move)
    chosen = Move.parse(move)
    assert chosen in view.legal_moves
    assert reason_for(view, chosen).startswith(reason)


def test_what_a_hand_counts_is_no_reason_where_only_rounds_are_counted() -> None:
    hands = ["QH 3H 5C 9C 10S", "4C 4D 4S 5S 6S", "5D 6D 7D 7S 9S"]
    for scoring, counts in (("winner_collects", True), ("rounds_won", False)):
        state = deal("classic", hands, "KH", options={"scoring": scoring})
        assert ("counts most against you" in reason_for(state.view(0), Move.parse("QH"))) == counts


def test_who_is_next_is_looked_up_where_the_card_turns_the_direction() -> None:
    # The ace turns the direction, so that seat 3, which has two cards left, must draw.
    hands = ["3C AH 5C", "4C 4D 4S", "5D 6D 7D", "9H 9C 10S"]
    state = deal("classic", hands, "KH", rules_added=[role_rule("draw:2=A")], first=3)  # type: ignore[list-item]
    play(state, "9H")
    assert state.view(0).hand_sizes == (3, 3, 3, 2)
    reason = reason_for(state.view(0), Move.parse("AH"))
    assert reason.startswith("It makes the next player draw 2 cards, who has 2 cards left")


def test_there_is_a_reason_for_every_legal_move_of_any_round() -> None:
    rules = ["stack-twos", "king-cancel", "all-of-a-rank", "seven-swap", "ten-rotate", "three-pass-left", "jack-again"]
    for seed in range(12):
        variant, players = ("countdown", 3) if seed % 2 else ("classic", 4)
        options: dict[str, Any] = {
            "partners": variant == "classic",
            "last_card_call": 2,
            "false_call": 1,
            "wild_starter": "called",
        }
        state, rng = Game(variant, players, rules_added=rules, options=options).deal(seed=seed), Random(seed)
        for _ in range(80):
            if state.to_move is None:
                break
            view = state.view(state.to_move)
            for move in view.legal_moves:
                reason = reason_for(view, move)
                assert reason[0].isupper()
                assert reason.endswith(".")
                assert "  " not in reason
            state.apply(rng.choice(view.legal_moves))


def test_a_hint_names_whose_hand_is_swapped() -> None:
    hint = Hint(Move.parse("7H@1"), "It gets you 2 cards for the 5 that you have left.", "greedy")
    advice = "It gets you 2 cards for the 5 that you have left."
    assert str(hint) == f"Hint (greedy): play the 7 of hearts and swap hands with seat 1. {advice}"
    assert hint.told(("You", "West")) == f"Hint (greedy): play the 7 of hearts and swap hands with West. {advice}"


def test_the_last_card_needs_no_other_reason() -> None:
    deck = arrange(Deck(), ["3H", ""], "KH", hand_size=1)
    view = Game("classic", 2, options={"hand_size": 1}).deal(deck=deck).view(0)
    assert reason_for(view, Move.parse("3H")) == "It is your last card."
