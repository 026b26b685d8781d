"""The four special cards as plugins: what each declares, and that a stranger could have written it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
from pathlib import Path

import pytest

import crazyeights
import crazyeights_rules
from crazyeights import Game, Rule, default_registry, load_plugins
from crazyeights.ruleset import compile_ruleset
from support_decks import deal, legal, play

RULES = {
    "ace-reverse": "ace_reverse",
    "draw-two": "draw_two",
    "queen-skip": "queen_skip",
    "crazy-eight": "crazy_eight",
}


def source_of(module: str) -> Path:
    file = importlib.import_module(f"crazyeights_rules.{module}").__file__
    assert file is not None
    return Path(file)


def test_each_rule_is_a_module_and_a_plugin_of_its_own() -> None:
    modules = {module.name for module in pkgutil.iter_modules(crazyeights_rules.__path__)}
    assert modules == {*RULES.values(), "variants"}
    assert {name: default_registry().owner("rule", name).name for name in RULES} == {name: name for name in RULES}


@pytest.mark.parametrize("name", RULES)
def test_a_rule_has_a_summary_and_a_guide_in_whole_sentences(name: str) -> None:
    rule = default_registry().rule(name)
    assert "\n" not in rule.summary
    for text in (rule.summary, *rule.guide.split(". ")):
        assert text[:1].isupper()
    assert rule.summary.endswith(".")
    assert rule.guide.endswith(".")


@pytest.mark.parametrize("name", RULES)
def test_a_rule_reads_as_a_strangers(name: str) -> None:
    text = source_of(RULES[name]).read_text(encoding="utf-8")
    imported = [node for node in ast.walk(ast.parse(text)) if isinstance(node, ast.Import | ast.ImportFrom)]
    assert [node.module for node in imported if isinstance(node, ast.ImportFrom)] == ["crazyeights"]
    assert len(imported) == 1
    assert all(alias.name in crazyeights.__all__ for alias in imported[0].names)
    assert len(text.splitlines()) <= 32, "a rule fits on one screen"
    assert "Source: the rules of `classic` in docs/rules.md" in text


@pytest.mark.parametrize("name", RULES)
def test_a_copy_under_another_name_works_as_a_strangers_file(name: str, tmp_path: Path) -> None:
    text = source_of(RULES[name]).read_text(encoding="utf-8")
    assert text.count(f'"{name}"') == 1
    copy = tmp_path / "copied.py"
    copy.write_text(text.replace(f'"{name}"', '"my-own"'), encoding="utf-8")
    registry = load_plugins([copy])
    assert not registry.left_out
    assert registry.owner("rule", "my-own").source == str(copy)
    others = [other for other in RULES if other != name]
    original = Game("classic", players=3).ruleset
    mine = Game("classic", players=3, rules_added=["my-own"], rules_removed=[name], registry=registry).ruleset
    assert set(mine.rules) == {*others, "my-own"}
    for table in ("wild", "choose", "reverse", "again", "skip", "draw", "points", "special", "playable", "answers"):
        assert getattr(mine, table) == getattr(original, table)


def alone(rule: Rule) -> dict[str, str]:
    """What a rule does and for which ranks, by itself."""
    rules = compile_ruleset([rule])
    cards = rules.deck.faces
    masks = {verb: getattr(rules, verb) for verb in ("wild", "choose", "reverse", "again", "no_finish")}
    found = {verb: {card.rank.text for card in rules.faces_of(mask)} for verb, mask in masks.items() if mask}
    for verb in ("skip", "draw", "answers"):
        ranks = {card.rank.text for card, count in zip(cards, getattr(rules, verb), strict=True) if count}
        if ranks:
            found[verb] = ranks
    return {verb: "".join(ranks) for verb, ranks in found.items()}


def test_each_rule_declares_what_it_says_and_nothing_else() -> None:
    assert {name: alone(default_registry().rule(name)) for name in RULES} == {
        "ace-reverse": {"reverse": "A"},
        "draw-two": {"draw": "2"},
        "queen-skip": {"skip": "Q"},
        "crazy-eight": {"wild": "8", "choose": "8"},
    }


# One turn with each card, in a variant that has no other special card


@pytest.mark.parametrize("name", [name for name in RULES if name != "crazy-eight"])
def test_a_rule_works_in_a_variant_that_does_not_name_it(name: str) -> None:
    added = Game("plain", rules_added=[name])
    assert [rule.name for rule in added.rules] == ["crazy-eight", name]


def test_ace_reverse_in_play() -> None:
    state = deal("classic", ["AS 3H", "5C 6C", "5D 6D"], "3S", rules_removed=["draw-two", "queen-skip"])
    play(state, "AS")
    assert (state.direction, state.to_move) == (-1, 2)


def test_draw_two_in_play() -> None:
    state = deal("classic", ["2S 3H", "5C 6C", "5D 6D"], "3S")
    play(state, "2S")
    assert (state.hand_sizes, state.to_move) == ((1, 4, 2), 1)


def test_queen_skip_in_play() -> None:
    state = deal("classic", ["QS 3H", "5C 6C", "5D 6D"], "3S")
    play(state, "QS")
    assert state.to_move == 2


def test_crazy_eight_in_play() -> None:
    state = deal("classic", ["8H 3H 3C", "5C 6D 8C", "5D 7D KC"], "3S")
    assert {"8H=S", "8H=H", "8H=D", "8H=C"} <= set(legal(state))
    play(state, "8H=D")
    assert (str(state.active_suit), str(state.shown_top)) == ("D", "8D")
    assert set(legal(state)) == {"6D", "8C=S", "8C=H", "8C=D", "8C=C", "draw"}


def test_without_its_rule_a_card_does_nothing() -> None:
    state = deal("classic", ["AS 2S 8S QS", "5C 6C 7C 9C", "5D 6D 7D 9D"], "3S", rules_removed=list(RULES))
    for card in ("AS", "2S", "8S", "QS"):
        twin = play(state.copy(), card)
        assert (twin.to_move, twin.direction, twin.hand_sizes, str(twin.active_suit)) == (1, 1, (3, 4, 4), "S")
