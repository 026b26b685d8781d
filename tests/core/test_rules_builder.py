"""Rules as data: what each verb compiles to, how rules contradict each other, and the way out, `on_play`."""

from __future__ import annotations

import dataclasses
import pickle
from collections.abc import Callable
from typing import Any

import pytest

from crazyeights import (
    DIAMONDS,
    RANKS,
    SUITS,
    Card,
    Deck,
    Game,
    Move,
    NotationError,
    OptionError,
    Rank,
    Rule,
    RuleConflictError,
    RuleError,
    Ruleset,
    RulesetBuilder,
    Suit,
    Turn,
    UnknownNameError,
    Variant,
)
from crazyeights.events import Called, Drew, Fault, Played, Skipped
from crazyeights.ruleset import compile_ruleset
from support_decks import Offer, deal, legal, play

Apply = Callable[[RulesetBuilder], None]


def rule(apply: Apply, name: str = "mine") -> Rule:
    return Rule(name, "A rule.", "It is a rule.", apply)


def compiled(*applies: Apply, options: Any = None, deck: Deck | None = None) -> Ruleset:
    rules = [rule(apply, f"rule-{number}") for number, apply in enumerate(applies, 1)]
    return compile_ruleset(rules, chosen=options, deck=deck)


def names(ruleset: Ruleset, mask: int) -> str:
    return " ".join(str(card) for card in ruleset.faces_of(mask))


# Sets of cards


def test_cards_are_picked_by_rank_suit_and_name() -> None:
    build = RulesetBuilder(Deck(jokers=1))
    assert {str(card) for card in build.rank("Q", "2")} == {"QS", "QH", "QD", "QC", "2S", "2H", "2D", "2C"}
    assert {str(card) for card in build.rank("q") & build.suit("s")} == {"QS"}
    assert {str(card) for card in build.card("QS", "tc") | build.rank("*")} == {"QS", "10C", "*1"}
    assert len(build.suit("hearts", "♠")) == 26
    assert build.all_cards == set(build.deck.faces)


def test_cards_that_the_deck_lacks_are_left_out() -> None:
    build = RulesetBuilder(Deck(ranks=RANKS[6:]))
    assert not build.rank("2", "*") | build.card("AS", "*1")
    build.draw([Card.parse("2S")], 2)
    assert not build.declared.draw


@pytest.mark.parametrize(
    ("pick", "part"),
    [
        (lambda build: build.rank("11"), "'11' is not a rank"),
        (lambda build: build.suit("X"), "'X' is not a suit"),
        (lambda build: build.card("8X"), "'8X' is not a card"),
    ],
)
def test_a_misspelt_card_is_an_error_and_never_an_empty_set(
    pick: Callable[[RulesetBuilder], object], part: str
) -> None:
    with pytest.raises(NotationError, match=part):
        pick(RulesetBuilder(Deck()))
    with pytest.raises(RuleError, match="the rule mine is wrong: .*" + part):
        compile_ruleset([rule(lambda build: (pick(build), None)[1])])


@pytest.mark.parametrize(
    ("use", "part"),
    [
        (lambda build: build.rank(2), r"""build\.rank takes texts, as in build\.rank\("Q"\), not 2"""),
        (lambda build: build.suit(SUITS[0]), r"""build\.suit takes texts, as in build\.suit\("S"\)"""),
        (lambda build: build.card(["QS"]), r"""build\.card takes texts, as in build\.card\("QS"\)"""),
        (lambda build: build.wild(Card.parse("QS")), r"""QS is a single card, .* build\.card\("QS"\)"""),
        (lambda build: build.skip(8), r"a int is no set of cards; build\.rank, build\.suit and build\.card give some"),
    ],
)
def test_a_verb_that_is_given_something_else_says_what_it_takes(use: Apply, part: str) -> None:
    with pytest.raises(RuleError, match="the rule mine is wrong: .*" + part):
        compile_ruleset([rule(use)])


# Each verb and its table


def test_wild() -> None:
    rules = compiled(lambda build: build.wild(build.rank("8")))
    assert names(rules, rules.wild) == "8S 8H 8D 8C"
    top, suit = rules.deck.faces.index(Card.parse("3H")), SUITS.index(DIAMONDS)
    wild_or_match = {str(card) for card in rules.faces_of(rules.playable[top][suit])}
    assert wild_or_match == {f"{rank}D" for rank in RANKS} | {"3S", "3H", "3C", "8S", "8H", "8C"}


def test_choose_suit() -> None:
    rules = compiled(lambda build: build.choose_suit(build.card("JS")))
    assert (names(rules, rules.choose), names(rules, rules.special)) == ("JS", "JS")


def test_reverse() -> None:
    rules = compiled(lambda build: build.reverse(build.rank("A")))
    assert (names(rules, rules.reverse), names(rules, rules.special)) == ("AS AH AD AC", "AS AH AD AC")


def test_skip() -> None:
    rules = compiled(lambda build: build.skip(build.rank("Q")), lambda build: build.skip(build.rank("J"), 2))
    assert dict(zip(map(str, rules.deck.faces), rules.skip, strict=True)) == {
        str(card): {"Q": 1, "J": 2}.get(card.rank.text, 0) for card in rules.deck.faces
    }


def test_draw() -> None:
    rules = compiled(lambda build: build.draw(build.card("QS"), 5))
    assert [(str(card), count) for card, count in zip(rules.deck.faces, rules.draw, strict=True) if count] == [
        ("QS", 5)
    ]


def test_play_again() -> None:
    rules = compiled(lambda build: build.play_again(build.card("JH")))
    assert (names(rules, rules.again), names(rules, rules.special)) == ("JH", "JH")


def test_forbid_finish() -> None:
    rules = compiled(lambda build: build.forbid_finish(build.card("8H", "8D")))
    assert names(rules, rules.no_finish) == "8H 8D"
    assert not rules.special, "it does nothing when played"


def test_answers() -> None:
    rules = compiled(lambda build: build.answers(build.rank("2") & build.suit("S"), on=build.rank("2")))
    answered = {
        str(card): names(rules, mask) for card, mask in zip(rules.deck.faces, rules.answers, strict=True) if mask
    }
    assert answered == {"2S": "2S", "2H": "2S", "2D": "2S", "2C": "2S"}
    assert all(compiled(lambda build: build.answers(build.rank("2"))).answers)


def test_points() -> None:
    rules = compiled(lambda build: build.points(build.rank("8"), 50))
    assert [rules.card_points(Card.parse(text)) for text in ("8H", "AS", "10C", "KD")] == [50, 1, 10, 10]


def test_option() -> None:
    set_both = [
        lambda build: build.option("draw_limit", "none"),
        lambda build: build.option("after_draw", "play-any"),
    ]
    rules = compiled(*set_both)
    assert (rules.options.draw_limit, rules.options.after_draw) == (None, "play_any")
    chosen = compiled(*set_both, options={"draw_limit": 3})
    assert chosen.options.draw_limit == 3, "the user has the last word"


def test_on_play() -> None:
    rules = compiled(lambda build: build.on_play(build.card("KS"), rain))
    assert rules.has_callables
    assert rules.callable_rules == ("rule-1",)
    assert rules.effects[rules.deck.faces.index(Card.parse("KS"))] == (("rule-1", rain),)
    assert names(rules, rules.special) == "KS"
    assert not compiled(lambda build: build.reverse(build.rank("A"))).has_callables


def test_a_rule_that_brings_cards_is_applied_to_them() -> None:
    def jokers(build: RulesetBuilder) -> None:
        build.option("jokers", 2)
        build.wild(build.rank("*"))

    rules = compiled(jokers)
    assert len(rules.deck) == 54
    assert names(rules, rules.wild) == "*1 *2"


def test_a_rule_that_can_not_decide_on_a_deck_is_refused() -> None:
    def jokers_where_there_are_none(build: RulesetBuilder) -> None:
        if not build.rank("*"):
            build.option("jokers", 2)

    with pytest.raises(OptionError, match="a different deck each time"):
        compiled(jokers_where_there_are_none)


def test_a_variant_may_have_a_deck_of_its_own() -> None:
    deck = Deck(
        (Suit("R", "reds", "r"), Suit("G", "greens", "g")), tuple(Rank(str(n), str(n), n) for n in range(1, 10))
    )
    rules = compiled(lambda build: build.skip(build.card("3R")), deck=deck)
    assert [str(card) for card, count in zip(deck.faces, rules.skip, strict=True) if count] == ["3R"]


# The result


def test_a_ruleset_is_frozen() -> None:
    with pytest.raises(dataclasses.FrozenInstanceError):
        Game("classic").ruleset.wild = 0  # type: ignore[misc]


@pytest.mark.parametrize("variant", ["classic", "plain"])
def test_a_ruleset_pickles(variant: str) -> None:
    rules = Game(variant).ruleset
    twin = pickle.loads(pickle.dumps(rules))
    assert all(getattr(twin, field.name) == getattr(rules, field.name) for field in dataclasses.fields(rules))
    effectful = compiled(lambda build: build.on_play(build.card("KS"), rain))
    assert pickle.loads(pickle.dumps(effectful)).effects == effectful.effects


def test_classic_compiles_to_the_tables_of_its_rules() -> None:
    rules = Game("classic").ruleset
    assert rules.rules == ("ace-reverse", "draw-two", "queen-skip", "crazy-eight")
    assert names(rules, rules.reverse) == "AS AH AD AC"
    assert names(rules, rules.wild) == names(rules, rules.choose) == "8S 8H 8D 8C"
    assert {card.rank.text for card in rules.faces_of(rules.special)} == {"A", "2", "8", "Q"}
    assert not rules.has_callables
    assert not any(rules.answers)


# Contradictions and errors


@pytest.mark.parametrize(
    ("first", "second", "what"),
    [
        (
            lambda build: build.draw(build.rank("2"), 2),
            lambda build: build.draw(build.card("2H"), 4),
            "2H makes draw 2 by rule-1 and makes draw 4 by rule-2",
        ),
        (
            lambda build: build.skip(build.rank("Q")),
            lambda build: build.skip(build.rank("Q"), 2),
            "QC skips 1 by rule-1 and skips 2 by rule-2",
        ),
        (
            lambda build: build.points(build.rank("8"), 50),
            lambda build: build.points(build.card("8S"), 25),
            "8S counts 50 by rule-1 and counts 25 by rule-2",
        ),
        (
            lambda build: build.option("draw_limit", 1),
            lambda build: build.option("draw_limit", None),
            "rule-1 sets draw_limit=1, rule-2 sets draw_limit=none",
        ),
    ],
)
def test_two_rules_that_set_the_same_thing_differently_are_both_named(first: Apply, second: Apply, what: str) -> None:
    with pytest.raises(RuleConflictError) as caught:
        compiled(first, second)
    assert str(caught.value) == f"the rules rule-1 and rule-2 contradict each other: {what}"
    assert (caught.value.first, caught.value.second) == ("rule-1", "rule-2")
    assert str(pickle.loads(pickle.dumps(caught.value))) == str(caught.value)


def test_two_rules_that_say_the_same_agree() -> None:
    def draws(build: RulesetBuilder) -> None:
        build.draw(build.rank("2"), 2)
        build.option("jokers", 1)

    assert compiled(draws, draws).rules == ("rule-1", "rule-2")


@pytest.mark.parametrize(
    ("apply", "part"),
    [
        (lambda build: 1 / 0, "the rule rule-1 failed: ZeroDivisionError: division by zero"),
        (lambda build: build.wilde(build.rank("8")), "the rule rule-1 failed: AttributeError"),
        (lambda build: build.wild("8H"), "is not a card; build.rank, build.suit and build.card give sets"),
        (lambda build: build.wild(["8H"]), "'8H' is not a card"),
        (lambda build: build.skip(build.rank("Q"), 0), "the number of turns to skip can't be 0"),
        (lambda build: build.draw(build.rank("2"), True), "the number of cards to draw can't be True"),
        (lambda build: build.draw(build.rank("2"), 2.5), "can't be 2.5; it is a whole number from 1 to 99"),
        (lambda build: build.points(build.rank("2"), -1), "the points of a card can't be -1"),
        (lambda build: build.on_play(build.rank("2"), "skip"), "on_play takes a function, not 'skip'"),
        (lambda build: build.option("draw_limt", 1), "did you mean draw_limit"),
        (lambda build: build.option("draw_limit", 0), "draw_limit can't be 0"),
    ],
)
def test_a_rule_that_fails_is_named_with_the_reason(apply: Any, part: str) -> None:
    with pytest.raises(RuleError) as caught:
        compiled(apply)
    assert str(caught.value).startswith("the rule rule-1 ")
    assert part in str(caught.value)


def test_names_of_rules_and_variants_are_checked() -> None:
    for name in ("", "Queen", "queen_skip", "-x", "a--b", "é", 5):
        with pytest.raises(RuleError, match="small letters, digits and hyphens"):
            Rule(name, "", "", lambda build: None)  # type: ignore[arg-type]
        with pytest.raises(RuleError, match="small letters, digits and hyphens"):
            Variant(name, "")  # type: ignore[arg-type]
    with pytest.raises(RuleError, match="players"):
        Variant("odd", "", min_players=4, max_players=3)


def test_rules_are_composed_by_name() -> None:
    assert [each.name for each in Game("plain", rules_added=["queen-skip"]).rules] == ["crazy-eight", "queen-skip"]
    assert [each.name for each in Game("classic", rules_removed=["ace-reverse", "draw-two"]).rules] == [
        "queen-skip",
        "crazy-eight",
    ]
    with pytest.raises(UnknownNameError, match="did you mean queen-skip"):
        Game("plain", rules_added=["queenskip"])


def test_rules_that_leave_no_starter_are_refused() -> None:
    with pytest.raises(OptionError, match="leaves no card to start with"):
        compiled(lambda build: build.wild(build.all_cards), options={"starter": "no_wild"})


# The way out: what no verb says


def rain(turn: Turn) -> None:
    for seat in range(turn.players):
        if seat != turn.seat:
            turn.make_draw(seat, 1)


def rain_and_flood(turn: Turn) -> None:
    rain(turn)
    turn.choose_suit(DIAMONDS)


def everything(turn: Turn) -> None:
    turn.skip()
    turn.reverse()
    turn.add_draw(3)


def once_more(turn: Turn) -> None:
    if turn.hand_sizes[turn.seat] % 2:
        turn.play_again()


def fails_late(turn: Turn) -> None:
    turn.skip(2)
    turn.make_draw(turn.seat, 5)
    raise ValueError("no rain today")


class MuteError(Exception):
    def __str__(self) -> str:
        raise ValueError("no words")


def raises_what_can_not_be_shown(turn: Turn) -> None:
    raise MuteError


def with_effect(effect: Callable[[Turn], object], card: str = "KS") -> Offer:
    return Offer(rule(lambda build: build.on_play(build.card(card), effect), "weather"))


def played(effect: Callable[[Turn], object], seats: int = 4) -> Any:
    hands = ["KS 3H 4H", "5C 6C 7C", "5D 6D 7D", "9C 9D JC"][:seats]
    state = deal("classic", hands, "3S", rules_added=["weather"], registry=with_effect(effect))
    return play(state, "KS")


def test_a_function_lets_all_others_draw_and_forces_the_suit() -> None:
    state = played(rain_and_flood)
    assert state.hand_sizes == (2, 4, 4, 4)
    assert (state.active_suit, str(state.shown_top), state.to_move) == (DIAMONDS, "KD", 1)
    events = state.events()[1:]
    assert events[0] == Played(0, Card.parse("KS"))
    assert [(event.seat, event.count) for event in events if isinstance(event, Drew)] == [(1, 1), (2, 1), (3, 1)]
    assert Called(0, DIAMONDS) in events
    assert "KC" not in legal(state)
    assert not any(isinstance(event, Fault) for event in events)


def test_a_function_can_ask_for_what_the_verbs_do() -> None:
    state = played(everything)
    # Reversed, so seat 3 is skipped, and seat 2 draws three before its turn.
    assert (state.direction, state.to_move, state.hand_sizes) == (-1, 2, (2, 3, 6, 3))
    assert Skipped(3) in state.events()


def test_a_function_may_depend_on_the_hand() -> None:
    assert played(once_more).to_move == 1
    state = deal("classic", ["KS 3H 4H 5H", "6C"], "3S", rules_added=["weather"], registry=with_effect(once_more))
    assert play(state, "KS").to_move == 0


def test_a_function_that_fails_is_a_fault_of_its_rule_and_the_card_is_played_without_it() -> None:
    state = played(fails_late)
    plain = deal("classic", ["KS 3H 4H", "5C 6C 7C", "5D 6D 7D", "9C 9D JC"], "3S")
    play(plain, "KS")
    (fault,) = (event for event in state.events() if isinstance(event, Fault))
    assert (fault.source, fault.seat) == ("weather", 0)
    assert "ValueError: no rain today" in fault.message
    assert (state.to_move, state.hand_sizes, str(state.top)) == (plain.to_move, plain.hand_sizes, "KS")
    play(state, *["draw"] * 4)
    assert state.to_move == 1


@pytest.mark.parametrize(
    ("effect", "part"),
    [
        (lambda turn: turn.skip(0), "the number of turns to skip can't be 0"),
        (lambda turn: turn.add_draw(-1), "the number of cards to draw can't be -1"),
        (lambda turn: turn.make_draw(9, 1), "there is no seat 9; the seats are 0 to 3"),
        (lambda turn: turn.choose_suit(Suit("X", "xs", "x")), "suit"),
        (lambda turn: turn.choose_suit("D"), "suit"),
        (lambda turn: turn.choose_suit([]), "suit"),
        (lambda turn: turn.make_draw(1.0, 1), "there is no seat 1.0"),
        (raises_what_can_not_be_shown, "raised MuteError"),
        (lambda turn: turn.state, "AttributeError"),
    ],
)
def test_a_function_that_asks_for_nonsense_is_a_fault(effect: Callable[[Turn], object], part: str) -> None:
    state = played(effect)
    (fault,) = (event for event in state.events() if isinstance(event, Fault))
    assert part in fault.message
    assert state.to_move == 1
    assert str(state.active_suit) == "S"


def test_a_turn_shows_no_hand_and_no_stock() -> None:
    seen: list[Turn] = []
    played(seen.append)
    (turn,) = seen
    values = {name: getattr(turn, name) for name in Turn.__slots__ if not name.startswith("_")}
    assert values == {
        "card": Card.parse("KS"),
        "seat": 0,
        "players": 4,
        "direction": 1,
        "active_suit": SUITS[0],
        "hand_sizes": (2, 3, 3, 3),
        "stock_size": 52 - 12 - 1,
    }


def test_a_rule_with_a_function_plays_whole_rounds() -> None:
    game = Game("classic", players=4, rules_added=["weather"], registry=with_effect(rain_and_flood))
    for seed in range(20):
        state = game.deal(seed=seed)
        while state.outcome is None:
            state.apply(next(move for move in state.legal_moves() if isinstance(move, Move)))
        assert sum(state.hand_sizes) + len(state.stock) + len(state.discard) == 52
