"""`check_rule` passes good rules and names each fault of bad ones."""

from __future__ import annotations

import gc
import random
import re
import sys
from collections.abc import Callable
from typing import Any

import pytest

from crazyeights import Card, Deck, Rank, Rule, RulesetBuilder, State, Suit, Turn, UnknownNameError, Variant
from crazyeights.testing import CheckError, check_rule, replay

GUIDE = "Whoever plays a nine makes something happen."


def rule(apply: Callable[[RulesetBuilder], None], **more: Any) -> Rule:
    return Rule(**{"name": "odd", "summary": "Something odd.", "guide": GUIDE, "apply": apply} | more)


def on_nines(effect: Callable[[Turn], object]) -> Rule:
    return rule(lambda build: build.on_play(build.rank("9"), effect))


def found(bad: Rule, **more: Any) -> CheckError:
    with pytest.raises(CheckError) as caught:
        check_rule(bad, **more)
    assert caught.value.subject == f"the rule {bad.name}"
    assert str(caught.value).startswith(f"the rule {bad.name} fails the check")
    return caught.value


# Effects must stand at the top level, as the kit itself demands.


def skip_if_few(turn: Turn) -> None:
    if min(turn.hand_sizes) < 3:
        turn.skip()


def fail(turn: Turn) -> None:
    raise ZeroDivisionError("no nines here")


def leave(turn: Turn) -> None:
    sys.exit("bye")


def by_chance(turn: Turn) -> None:
    if random.random() < 0.5:
        turn.skip()


_COUNT = [0]


def every_third(turn: Turn) -> None:
    _COUNT[0] += 1
    if _COUNT[0] % 3 == 0:
        turn.reverse()
        turn.skip()


def boast(turn: Turn) -> None:
    print("nine!")


def never_out(turn: Turn) -> None:
    if turn.hand_sizes[turn.seat] == 1:
        turn.make_draw(turn.seat, 3)


def fail_at_the_start(turn: Turn) -> None:
    # When the starter acts nobody has played: no other moment has all hands at the same size.
    if len(set(turn.hand_sizes)) == 1 and sum(turn.hand_sizes) + turn.stock_size == 51:
        raise IndexError("nothing was played before")


def fail_with_seven(turn: Turn) -> None:
    [0, 1, 2, 3, 4][turn.seat]


def peek_in_memory(turn: Turn) -> None:
    # By its type alone, for a proxy that somebody left there raises where it is asked for its class.
    states = [item for item in gc.get_objects() if type(item) is State and item.hand_sizes == turn.hand_sizes]
    if any(card.suit and card.suit.letter in "HD" for state in states for card in state.stock[:1]):
        turn.reverse()
        turn.skip()


def _found_in_frames() -> Any:
    frame: Any = sys._getframe()
    while not isinstance(frame.f_locals.get("self"), State):
        frame = frame.f_back
    return frame.f_locals["self"]


def steal(turn: Turn) -> None:
    state = _found_in_frames()
    state._hands[turn.seat] &= state._hands[turn.seat] - 1


def peek_in_frames(turn: Turn) -> None:
    state = _found_in_frames()
    if state.stock and state.stock[0].rank.points % 2:
        turn.skip()


def test_a_good_rule_passes() -> None:
    check_rule(on_nines(skip_if_few))
    check_rule(rule(lambda build: build.draw(build.rank("9"), 1)))


@pytest.mark.parametrize("name", ["crazy-eight", "draw-two"])
def test_a_rule_is_found_by_its_name(name: str) -> None:
    check_rule(name)


def test_what_is_no_rule_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean draw-two"):
        check_rule("draw-too")
    with pytest.raises(TypeError, match="takes a Rule or the name of one"):
        check_rule(GUIDE.split)  # type: ignore[arg-type]


@pytest.mark.parametrize("summary", ["", "  ", None, "Two\nlines."])
def test_a_bad_summary(summary: Any) -> None:
    error = found(rule(lambda build: build.skip(build.rank("9")), summary=summary))
    assert error.check == "describes itself"
    assert "summary" in error.problem


@pytest.mark.parametrize("guide", ["", " \n", None])
def test_a_missing_guide(guide: Any) -> None:
    error = found(rule(lambda build: build.skip(build.rank("9")), guide=guide))
    assert (error.check, "guide text" in error.problem) == ("describes itself", True)


def test_a_rule_that_does_nothing() -> None:
    assert found(rule(lambda build: None)).check == "does something"


def test_a_rule_that_does_something_only_with_two_decks_and_jokers_does_something() -> None:
    check_rule(rule(lambda build: build.play_again(build.rank("*") & build.all_cards)))


def test_a_rule_that_can_not_be_compiled() -> None:
    error = found(rule(lambda build: build.skip(build.rank("Z"))))
    assert error.check == "compiles alone"
    assert "'Z' is not a rank" in error.problem
    assert error.case is None


def test_a_function_that_can_not_be_pickled() -> None:
    def inner(turn: Turn) -> None:
        turn.skip()

    for effect in (inner, lambda turn: turn.skip()):
        error = found(on_nines(effect))
        assert error.check == "can be pickled"
        assert "top level of its module" in error.problem


@pytest.mark.parametrize(
    ("effect", "what"),
    [(fail, "ZeroDivisionError: no nines here"), (leave, "SystemExit: bye"), (fail_with_seven, "IndexError")],
)
def test_a_function_that_raises(effect: Callable[[Turn], None], what: str) -> None:
    error = found(on_nines(effect))
    assert error.check == "its functions work"
    assert f"odd raised {what}" in error.problem


def test_a_function_that_raises_at_the_start() -> None:
    error = found(on_nines(fail_at_the_start))
    assert error.check == "its functions work"
    assert error.case is not None
    assert error.case.moves == ()
    assert error.case.game.options_given == {"starter": "acts"}


@pytest.mark.parametrize("effect", [by_chance, every_third])
def test_a_function_that_is_not_the_same_each_time(effect: Callable[[Turn], None]) -> None:
    error = found(on_nines(effect))
    assert error.check == "is the same each time"
    assert "the same deck and moves gave another round" in error.problem


def test_a_rule_that_is_another_one_each_time() -> None:
    ranks = iter("3456789" * 9)
    error = found(rule(lambda build: build.skip(build.rank(next(ranks)))))
    assert error.check == "is the same each time"
    assert "compiled a second time it is another rule" in error.problem


def test_a_function_that_prints() -> None:
    error = found(on_nines(boast))
    assert error.check == "prints nothing"
    assert "'nine!" in error.problem


def test_rounds_that_never_end() -> None:
    error = found(rule(lambda build: build.on_play(build.all_cards, never_out)))
    assert error.check == "rounds end"
    assert error.case is not None
    assert len(error.case.moves) == 5000
    assert "and 4800 more" in str(error)


@pytest.mark.parametrize("effect", [peek_in_memory, peek_in_frames])
def test_a_function_that_looks_at_hidden_cards(effect: Callable[[Turn], None]) -> None:
    error = found(on_nines(effect))
    assert error.check == "views leak nothing"
    assert "can tell where cards lie that it has never seen" in error.problem


def test_a_function_that_loses_cards() -> None:
    error = found(on_nines(steal))
    assert error.check == "the deck stays whole"
    assert " missing, nothing too often" in error.problem


def test_a_rule_that_fails_beside_another() -> None:
    def apply(build: RulesetBuilder) -> None:
        if build.declared.wild:
            raise KeyError("there are wild cards")
        build.skip(build.rank("9"))

    error = found(rule(apply))
    assert error.check == "goes with other rules"
    assert re.match(r"beside (ace|jack|joker)-wild it raises .*there are wild cards", error.problem)


def test_a_contradiction_that_names_both_rules_is_allowed() -> None:
    check_rule(rule(lambda build: build.draw(build.rank("2", "9"), 3)))


def test_a_rule_about_another_deck_is_tried_with_it() -> None:
    suits = (Suit("R", "reds", "▲"), Suit("B", "blues", "◆"))
    deck = Deck(suits, tuple(Rank(text, text, 1) for text in ("1", "2", "3", "4", "5", "6", "7", "stop")))
    home = Variant("two-colours", "Red and blue.", deck=deck, max_players=3)

    def apply(build: RulesetBuilder) -> None:
        build.skip(frozenset(card for card in build.all_cards if card.rank.text == "stop"))

    assert found(rule(apply)).check == "does something"
    check_rule(rule(apply), variant=home)


def test_a_failure_says_how_to_see_it_again() -> None:
    error = found(on_nines(fail))
    case = error.case
    assert case is not None
    text = str(error)
    assert '    game:  Game(Variant("bare", "no special cards"), players=' in text
    assert 'rules_added=["odd"]' in text
    deck = next(line for line in text.splitlines() if "deck:  " in line).partition("deck:  ")[2]
    moves = next(line for line in text.splitlines() if "moves: " in line).partition("moves: ")[2]
    state = replay(case.game, deck, moves, first=case.first)
    assert state.events() == case.replay().events()
    last = state.events()[-2:]
    assert any("no nines here" in str(event) for event in last)
    assert isinstance(case.deck[0], Card)
    if case.seed is not None:
        assert case.game.deal(seed=case.seed, first=case.first).deck_order == case.deck
