"""The variants: they name rules and options, and nothing else; docs/variants.md tells each of them."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Final

import pytest

from crazyeights import Game, Variant, default_registry
from crazyeights.options import OPTION_NAMES, Options
from crazyeights_rules import variants

NAMES: Final = (
    "classic",
    "plain",
    "bicycle",
    "pagat",
    "wikipedia",
    "openspiel",
    "openspiel-special",
    "countdown",
    "mau-mau",
    "switch",
    "last-card",
    "domineights",
    "surprise",
)
DOCS: Final = Path(__file__).parents[2] / "docs"
CLASSIC: Final = {
    "hand_size": 5,
    "decks": 1,
    "jokers": 0,
    "starter": "any",
    "draw_limit": 1,
    "after_draw": "turn_ends",
    "voluntary_draw": True,
    "voluntary_pass": False,
    "empty_stock": "reshuffle",
    "penalty_turn": "then_play",
    "two_player_reverse": "nothing",
    "last_card_acts": False,
    "go_out": "any",
    "last_card_call": 0,
    "partners": False,
    "blocked": "draw",
    "block_after": "all_pass",
    "max_plays": None,
    "scoring": "winner_collects",
    "target": None,
    "rounds": None,
}
PLAIN: Final = CLASSIC | {
    "starter": "no_wild",
    "draw_limit": None,
    "after_draw": "play_any",
    "empty_stock": "stays_empty",
}


def test_these_variants_are_offered_in_this_order() -> None:
    offered = [name for name in default_registry().variants if default_registry().owner("variant", name).built_in]
    assert tuple(offered) == NAMES


@pytest.mark.parametrize(("name", "options"), [("classic", CLASSIC), ("plain", PLAIN)])
def test_a_variants_options_are_those_of_its_rules_text(name: str, options: dict[str, object]) -> None:
    game = Game(name)
    assert {option: game.options.as_dict()[option] for option in options} == options
    assert set(options) <= set(OPTION_NAMES)
    assert game.options.check() == game.options


def test_classic_is_what_the_options_default_to() -> None:
    assert Game("classic").options == Options()


def test_the_rules_and_players_of_the_first_two() -> None:
    registry = default_registry()
    classic, plain = registry.variant("classic"), registry.variant("plain")
    assert classic.rules == ("ace-reverse", "draw-two", "queen-skip", "crazy-eight")
    assert plain.rules == ("crazy-eight",)
    assert (classic.min_players, classic.max_players) == (2, 7)
    assert (plain.min_players, plain.max_players) == (2, 2)
    assert Game().name == "classic"


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_can_be_played_by_every_number_of_players_it_is_for(name: str) -> None:
    variant = default_registry().variant(name)
    for players in range(variant.min_players, variant.max_players + 1):
        state = Game(name, players).deal(seed=players)
        assert state.legal_moves()
        assert len(state.hands) == players


@pytest.mark.parametrize("name", NAMES)
def test_a_variant_says_what_it_is_and_where_it_is_from(name: str) -> None:
    variant = default_registry().variant(name)
    assert variant.summary.endswith(".")
    assert "\n" not in variant.summary
    assert variant.source
    assert f"\n## {name}\n" in (DOCS / "variants.md").read_text(encoding="utf-8")


def test_the_page_names_every_rule() -> None:
    page = (DOCS / "variants.md").read_text(encoding="utf-8")
    assert [name for name in default_registry().rules if f"`{name}`" not in page] == []


def test_a_variant_only_names_rules_and_options() -> None:
    tree = ast.parse(Path(variants.__file__).read_text(encoding="utf-8"))
    calls = [node.func for node in ast.walk(tree) if isinstance(node, ast.Call)]
    assert {call.id for call in calls if isinstance(call, ast.Name)} == {"Variant"}
    functions = [node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    assert functions == ["crazyeights_variants"]
    offered = variants.crazyeights_variants()
    assert all(isinstance(variant, Variant) and variant.deck is None for variant in offered)
    assert [variant.name for variant in offered if variant.draw is not None] == ["surprise"]
