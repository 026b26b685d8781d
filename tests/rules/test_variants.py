"""The two variants: they name rules and options, and nothing else."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from crazyeights import Game, Variant, default_registry
from crazyeights.options import OPTION_NAMES, Options
from crazyeights_rules import variants

CLASSIC = {
    "hand_size": 5,
    "decks": 1,
    "jokers": 0,
    "starter": "any",
    "draw_limit": 1,
    "after_draw": "turn_ends",
    "voluntary_draw": True,
    "empty_stock": "reshuffle",
    "penalty_turn": "then_play",
    "two_player_reverse": "nothing",
    "last_card_acts": False,
    "blocked": "draw",
}
PLAIN = CLASSIC | {
    "starter": "no_wild",
    "draw_limit": None,
    "after_draw": "play_any",
    "empty_stock": "stays_empty",
}


@pytest.mark.parametrize(("name", "options"), [("classic", CLASSIC), ("plain", PLAIN)])
def test_a_variants_options_are_those_of_its_rules_text(name: str, options: dict[str, object]) -> None:
    game = Game(name)
    assert game.options.as_dict() == options
    assert set(options) == set(OPTION_NAMES)
    assert game.options.check() == game.options


def test_classic_is_what_the_options_default_to() -> None:
    assert Game("classic").options == Options()


def test_the_variants_rules_and_players() -> None:
    registry = default_registry()
    classic, plain = registry.variant("classic"), registry.variant("plain")
    assert classic.rules == ("ace-reverse", "draw-two", "queen-skip", "crazy-eight")
    assert plain.rules == ("crazy-eight",)
    assert (classic.min_players, classic.max_players) == (2, 7)
    assert (plain.min_players, plain.max_players) == (2, 2)
    assert Game().name == "classic"


def test_a_variant_only_names_rules_and_options() -> None:
    tree = ast.parse(Path(variants.__file__).read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert {call.id for call in calls if isinstance(call, ast.Name)} == {"Variant"}
    functions = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert functions == ["crazyeights_variants"]
    assert all(variant.deck is None for variant in (variants.CLASSIC, variants.PLAIN))
    assert isinstance(variants.CLASSIC, Variant)
