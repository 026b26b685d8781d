"""The special-card rules as plugins: what each declares, and that a stranger could have written it."""

from __future__ import annotations

import ast
import importlib
import pkgutil
import sys
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

import crazyeights
import crazyeights_rules
from crazyeights import Card, Deck, Game, Rule, RulesetBuilder, default_registry, load_plugins
from crazyeights.builder import Declared, Exchange
from support_decks import deal, legal, play

BLACK_JACKS: Final = "JS JC"
#: What each rule declares: for each verb the ranks or cards and, where there is one, the number.
DOES: Final[dict[str, dict[str, object]]] = {
    "ace-reverse": {"reverse": "A"},
    "four-reverse": {"reverse": "4"},
    "nine-reverse": {"reverse": "9"},
    "king-reverse": {"reverse": "K"},
    "queen-skip": {"skip": ("Q", 1)},
    "jack-skip": {"skip": ("J", 1)},
    "eight-skip": {"skip": ("8", 1)},
    "ten-skip": {"skip": ("10", 1)},
    "ace-skip": {"skip": ("A", 1)},
    "jack-again": {"again": "J"},
    "draw-two": {"draw": ("2", 2)},
    "seven-draw-two": {"draw": ("7", 2)},
    "king-draw-two": {"draw": ("K", 2)},
    "five-draw-five": {"draw": ("5", 5)},
    "queen-of-spades-five": {"draw": ("QS", 5)},
    "black-jack-five": {"draw": (BLACK_JACKS, 5)},
    "stack-twos": {"answers": [("2", "2")]},
    "stack-fives": {"answers": [("5", "5")]},
    "stack-sevens": {"answers": [("7", "7")]},
    "stack-jokers": {"answers": [("*", "*")]},
    "stack-twos-and-fives": {"answers": [("2 5", "2"), ("2 5", "5")]},
    "stack-black-jacks": {"answers": [(BLACK_JACKS, BLACK_JACKS)]},
    "red-jack-cancel": {"answers": [("JH JD", BLACK_JACKS)], "cancel": "JH JD"},
    "king-cancel": {"answers": [("K", "anything")], "cancel": "K"},
    "crazy-eight": {"wild": "8", "choose": "8", "points": ("8", 50)},
    "crazy-eight-25": {"wild": "8", "choose": "8", "points": ("8", 25)},
    "eight-must-match": {"choose": "8", "points": ("8", 50)},
    "eight-keeps-suit": {"wild": "8", "points": ("8", 50)},
    "jack-wild": {"wild": "J", "choose": "J"},
    "ace-wild": {"wild": "A", "choose": "A"},
    "joker-wild": {"wild": "*", "choose": "*", "options": {"jokers": 2}},
    "joker-draw-four": {"wild": "*", "choose": "*", "draw": ("*", 4), "options": {"jokers": 2}},
    "joker-draw-five": {"wild": "*", "choose": "*", "draw": ("*", 5), "options": {"jokers": 2}},
    "joker-cancel": {
        "wild": "*",
        "choose": "*",
        "answers": [("*", "anything")],
        "cancel": "*",
        "options": {"jokers": 2},
    },
    "joker-last-resort": {"last_resort": "*"},
    "seven-swap": {"exchange": ("7", Exchange.SWAP)},
    "ten-rotate": {"exchange": ("10", Exchange.ROTATE)},
    "three-pass-left": {"exchange": ("3", Exchange.PASS_LEFT)},
    "jack-not-on-jack": {"forbidden": [("J", "J")]},
    "jack-not-last": {"no_finish": "J"},
    "eight-not-last": {"no_finish": "8"},
    "ace-counts-10": {"points": ("A", 10)},
    "ace-counts-11": {"points": ("A", 11)},
    "jack-counts-20": {"points": ("J", 20)},
}
#: Those whose cards are too many to list; test_house_rules.py plays them.
LISTED_ELSEWHERE: Final = {"all-of-a-rank", "runs", "chains", "countdown"}
RULES: Final = sorted([*DOES, *LISTED_ELSEWHERE])
FIRST: Final = ("ace-reverse", "crazy-eight", "draw-two", "queen-skip")


def module_of(name: str) -> str:
    return name.replace("-", "_")


@cache
def source_of(name: str) -> str:
    file = importlib.import_module(f"crazyeights_rules.{module_of(name)}").__file__
    assert file is not None
    return Path(file).read_text(encoding="utf-8")


def test_each_rule_is_a_module_and_a_plugin_of_its_own() -> None:
    modules = {module.name for module in pkgutil.iter_modules(crazyeights_rules.__path__)}
    assert modules == {*map(module_of, RULES), "variants", "surprise"}
    assert {name: default_registry().owner("rule", name).name for name in RULES} == {name: name for name in RULES}
    assert not default_registry().left_out


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
    text = source_of(name)
    tree = ast.walk(ast.parse(text))
    imported = [node for node in tree if isinstance(node, ast.ImportFrom)]
    assert not any(isinstance(node, ast.Import) for node in ast.walk(ast.parse(text)))
    theirs = [node for node in imported if node.module not in sys.stdlib_module_names]
    assert [node.module for node in theirs] == ["crazyeights"]
    assert all(alias.name in crazyeights.__all__ for alias in theirs[0].names)
    assert len(text.splitlines()) <= 32, "a rule fits on one screen"
    assert "Source: the rules of `classic` in docs/rules.md" in text or "in docs/variants.md." in text


def test_copies_under_other_names_work_as_a_strangers_files(tmp_path: Path) -> None:
    for name in RULES:
        text = source_of(name)
        assert text.count(f'Rule("{name}"') == 1
        text = text.replace(f'Rule("{name}"', f'Rule("my-{name}"')
        (tmp_path / f"{module_of(name)}.py").write_text(text, encoding="utf-8")
    registry = load_plugins(folder=tmp_path, third_party=False)
    assert not registry.left_out
    for name in RULES:
        assert registry.owner("rule", f"my-{name}").source == str(tmp_path / f"{module_of(name)}.py")
        assert declared(registry.rule(f"my-{name}")) == declared(default_registry().rule(name))


def test_a_copy_of_a_classic_rule_takes_its_place(tmp_path: Path) -> None:
    copy = tmp_path / "copied.py"
    copy.write_text(source_of("queen-skip").replace('"queen-skip"', '"my-own"'), encoding="utf-8")
    registry = load_plugins([copy], third_party=False)
    original = Game("classic", players=3).ruleset
    mine = Game("classic", players=3, rules_added=["my-own"], rules_removed=["queen-skip"], registry=registry).ruleset
    assert set(mine.rules) == {"ace-reverse", "crazy-eight", "draw-two", "my-own"}
    for table in ("wild", "choose", "reverse", "again", "skip", "draw", "points", "special", "playable", "answers"):
        assert getattr(mine, table) == getattr(original, table)


# What they declare

DECK: Final = Deck(jokers=2)


def declared(rule: Rule) -> Declared:
    build = RulesetBuilder(DECK)
    build.add(rule)
    return build.declared


def named(text: str) -> set[Card]:
    """The cards of ranks, or single cards, written with blanks between them."""
    if text == "anything":
        return set(DECK.faces)
    return {card for card in DECK.faces if {str(card), card.rank.text} & set(text.split())}


def expected(does: dict[str, Any]) -> dict[str, Any]:
    """Write what a rule shall do as a builder notes it."""
    found: dict[str, Any] = {}
    for verb, what in does.items():
        if isinstance(what, str):
            found[verb] = named(what)
        elif isinstance(what, tuple):
            found[verb] = dict.fromkeys(named(what[0]), what[1])
        elif isinstance(what, list):
            found[verb] = {top: named(cards) for cards, tops in what for top in named(tops)}
        else:
            found[verb] = what
    return found


@pytest.mark.parametrize("name", DOES)
def test_a_rule_declares_what_it_says_and_nothing_else(name: str) -> None:
    noted = declared(default_registry().rule(name))
    done = {verb: getattr(noted, verb) for verb in Declared.__slots__ if getattr(noted, verb)}
    assert done == expected(DOES[name])


# One turn with each card of the first four, in a variant that has no other special card


@pytest.mark.parametrize("name", ["ace-reverse", "draw-two", "queen-skip"])
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
    state = deal("classic", ["AS 2S 8S QS", "5C 6C 7C 9C", "5D 6D 7D 9D"], "3S", rules_removed=list(FIRST))
    for card in ("AS", "2S", "8S", "QS"):
        twin = play(state.copy(), card)
        assert (twin.to_move, twin.direction, twin.hand_sizes, str(twin.active_suit)) == (1, 1, (3, 4, 4), "S")
