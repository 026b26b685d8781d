"""The variant keeps to what the game expects of variants, its rules to what it expects of rules, and they act."""

import pytest
from crazyeights import Card, Game, Move, Rule, State, load_plugins
from crazyeights.testing import check_rule, check_variant, deal, play
from crazyeights_colours import DECK, RULES, VARIANT


def table(*hands: str, stock: str = "") -> State:
    """Three players, a red five on the pile."""
    return deal(Game("colours", players=3), hands=hands, starter="5R", stock=stock)


def test_it_is_a_good_variant() -> None:
    check_variant(VARIANT)


@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.name)
def test_its_rules_are_good_rules(rule: Rule) -> None:
    check_rule(rule, variant=VARIANT)


def test_the_game_finds_it() -> None:
    registry = load_plugins()
    assert "colours" in registry.variants, registry.left_out
    assert {rule.name for rule in RULES} <= set(registry.rules)


def test_the_deck_is_two_of_each() -> None:
    assert len(DECK) == 2 * (4 * 13 + 2)
    assert str(Card.parse("sb", DECK)) == "SB"
    assert Move.parse("*1=g", DECK).suit == DECK.suits[2]


def test_colours_and_numbers_match() -> None:
    state = table("7R 5B 3G")
    assert {"7R", "5B"} <= {str(move) for move in state.legal_moves()}
    assert "3G" not in {str(move) for move in state.legal_moves()}


def test_a_stop_skips() -> None:
    assert play(table("SR"), "SR").to_move == 2


def test_a_turn_round_turns() -> None:
    assert play(table("UR"), "UR").to_move == 2


def test_a_plus_two_makes_draw_and_takes_the_turn() -> None:
    state = play(table("PR"), "PR")
    assert state.hand_sizes == (6, 9, 7)
    assert state.to_move == 2


def test_a_joker_calls_a_colour() -> None:
    state = play(table("*1"), "*1=B")
    assert state.active_suit == DECK.suits[3]
