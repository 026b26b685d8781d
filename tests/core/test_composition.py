"""Bad values of options, rules and options composed, and who has the last word about an option."""

from __future__ import annotations

import dataclasses
from typing import Any

import pytest

from crazyeights import Game, OptionError, RuleError, UnknownNameError
from crazyeights.builder import RulesetBuilder
from crazyeights.events import Skipped
from crazyeights.options import OPTION_NAMES, Options
from crazyeights.rules import Rule, Variant
from support_decks import Offer, deal, legal, play

# Bad values


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("hand_size", 0),
        ("hand_size", 27),
        ("hand_size", "five"),
        ("hand_size", None),
        ("hand_size", 2.5),
        ("hand_size", True),
        ("decks", 0),
        ("decks", 5),
        ("jokers", -1),
        ("jokers", 5),
        ("draw_limit", 0),
        ("draw_limit", 100),
        ("draw_limit", "1_0"),
        ("starter", "none"),
        ("after_draw", ""),
        ("voluntary_draw", "maybe"),
        ("voluntary_draw", 2),
        ("empty_stock", "reshuffled"),
        ("penalty_turn", "lost"),
        ("two_player_reverse", True),
        ("last_card_acts", None),
        ("blocked", "lowest"),
    ],
)
def test_a_bad_value_is_refused_with_the_option_and_what_it_may_be(name: str, value: Any) -> None:
    with pytest.raises(OptionError) as caught:
        Game("classic", options={name: value})
    message = str(caught.value)
    assert message.startswith(f"{name} can't be {value!r}; it is ")
    assert "\n" not in message


def test_an_unknown_option_is_refused_with_a_similar_one() -> None:
    with pytest.raises(UnknownNameError, match=r"no option is called 'hand_sise'; did you mean hand_size\?"):
        Game("classic", options={"hand_sise": 5})


@pytest.mark.parametrize("limit", [2, None])
def test_a_draw_limit_that_contradicts_the_end_of_the_turn_is_refused(limit: int | None) -> None:
    with pytest.raises(OptionError, match="contradicts after_draw=turn_ends"):
        Game("classic", options={"draw_limit": limit})


def test_values_may_be_written_as_a_user_writes_them() -> None:
    options = Game(
        "classic",
        options={"hand_size": "7", "draw_limit": "None", "after_draw": "Play-Any", "voluntary_draw": "no"},
    ).options
    assert (options.hand_size, options.draw_limit, options.after_draw, options.voluntary_draw) == (
        7,
        None,
        "play_any",
        False,
    )


def test_every_option_of_the_design_is_there() -> None:
    named = (
        "hand_size decks jokers starter draw_limit after_draw voluntary_draw empty_stock penalty_turn "
        "two_player_reverse last_card_acts blocked"
    )
    assert set(named.split()) <= set(OPTION_NAMES)


# Composition


def test_plain_with_queen_skip() -> None:
    game = Game("plain", rules_added=["queen-skip"])
    assert {rule.name for rule in game.rules} == {"crazy-eight", "queen-skip"}
    state = deal("plain", ["QH 4H", "5C 6C"], "9H", rules_added=["queen-skip"])
    play(state, "QH")
    assert (state.to_move, Skipped(1) in state.events()) == (0, True)


def test_plain_with_draw_two_draws_before_the_turn_and_draws_on_in_it() -> None:
    state = deal("plain", ["2H 4H", "5C 6C"], "9H", rules_added=["draw-two"])
    play(state, "2H")
    assert (state.to_move, state.hand_sizes, state.drawn) == (1, (1, 4), 0)
    play(state, "draw", "draw")
    assert state.hand_sizes == (1, 6)


@pytest.mark.parametrize(("rule", "card"), [("ace-reverse", "AH"), ("draw-two", "2H"), ("queen-skip", "QH")])
def test_a_rule_that_is_left_out_leaves_its_card_without_effect(rule: str, card: str) -> None:
    state = deal("classic", [f"{card} 4H", "5C 6C", "7C 9C"], "9H", rules_removed=[rule])
    play(state, card)
    assert (state.to_move, state.direction, state.hand_sizes) == (1, 1, (1, 2, 2))


def test_without_crazy_eight_an_eight_is_a_card_like_another() -> None:
    state = deal("classic", ["8S 8H 4H", "5C 6C 7S"], "9H", rules_removed=["crazy-eight"])
    assert legal(state) == ["4H", "8H", "draw"]
    play(state, "8H")
    assert (str(state.active_suit), state.called_suit) == ("H", None)
    # And it counts 8 in a hand, not 50.
    state = deal("classic", ["4H", "8C"], "9H", rules_removed=["crazy-eight"])
    assert play(state, "4H").outcome.points == (8, 0)


def test_a_rule_that_is_not_played_cannot_be_left_out() -> None:
    with pytest.raises(RuleError, match="plain has no rule queen-skip to leave out"):
        Game("plain", rules_removed=["queen-skip"])


def test_an_unknown_rule_or_variant_is_refused_with_a_similar_one() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean queen-skip\?"):
        Game("plain", rules_added=["queen-skp"])
    with pytest.raises(UnknownNameError, match=r"did you mean queen-skip\?"):
        Game("classic", rules_removed=["queen-skp"])
    with pytest.raises(UnknownNameError, match=r"did you mean plain\?"):
        Game("plan")


def test_a_variant_with_an_unknown_rule_is_named() -> None:
    offer = Offer(variants=[Variant("hasty", "Made up.", ("crazy-eight", "queen-skp"))])
    with pytest.raises(UnknownNameError, match=r"'queen-skp', which the variant hasty names; did you mean queen-skip"):
        Game("hasty", registry=offer)


def test_a_lone_rule_where_a_list_belongs_is_told_so() -> None:
    with pytest.raises(RuleError, match=r"rules_added is a list, even of one rule: \['queen-skip'\]"):
        Game("plain", rules_added="queen-skip")
    with pytest.raises(RuleError, match=r"rules_removed is a list, even of one rule: \['queen-skip'\]"):
        Game("classic", rules_removed="queen-skip")


def test_a_very_long_name_is_shortened_in_the_message() -> None:
    with pytest.raises(UnknownNameError) as caught:
        Game("x" * 10_000)
    assert len(str(caught.value)) < 300
    assert caught.value.name == "x" * 10_000


def test_adding_a_rule_that_is_there_changes_nothing() -> None:
    assert [rule.name for rule in Game("classic", rules_added=["queen-skip"]).rules] == [
        rule.name for rule in Game("classic").rules
    ]


# Precedence: what an option is by default < in the variant < by a rule < as the user sets it.


def _layers(*, variant: bool, rule: bool, user: bool) -> Options:
    def apply(build: RulesetBuilder) -> None:
        build.option("hand_size", 7)

    setter = Rule("seven-cards", "Seven cards.", "Seven cards.", apply)
    made = Variant(
        "made",
        "Made for a test.",
        rules=("seven-cards",) if rule else (),
        options={"hand_size": 6} if variant else {},
    )
    return Game(made, options={"hand_size": 8} if user else {}, registry=Offer(setter)).options


def test_a_variant_goes_over_the_default_a_rule_over_the_variant_and_the_user_over_all() -> None:
    assert _layers(variant=False, rule=False, user=False).hand_size == 5
    assert _layers(variant=True, rule=False, user=False).hand_size == 6
    assert _layers(variant=True, rule=True, user=False).hand_size == 7
    assert _layers(variant=False, rule=True, user=False).hand_size == 7
    assert _layers(variant=True, rule=True, user=True).hand_size == 8
    assert _layers(variant=True, rule=False, user=True).hand_size == 8


def test_options_that_contradict_each_other_are_checked_only_when_all_have_spoken() -> None:
    # Each of the two would be refused without the other.
    options = Game("classic", options={"after_draw": "play_any", "draw_limit": 3}).options
    assert (options.after_draw, options.draw_limit) == ("play_any", 3)


def test_the_defaults_are_those_of_classic() -> None:
    assert Game("classic").options == Options()
    assert dataclasses.asdict(Game("plain").options) == dataclasses.asdict(Options()) | {
        "starter": "no_wild",
        "draw_limit": None,
        "after_draw": "play_any",
        "empty_stock": "stays_empty",
    }
