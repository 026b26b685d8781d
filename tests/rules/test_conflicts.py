"""Two rules that contradict each other are refused with both names and why; all others go together."""

from __future__ import annotations

from itertools import combinations
from typing import Final

import pytest

from crazyeights import Deck, Game, Rule, RuleConflictError, RulesetBuilder, Variant, default_registry

#: The shipped pairs that contradict each other, and what the message says beside both names.
PAIRS: Final = {
    ("crazy-eight", "crazy-eight-25"): "8C counts 50 by crazy-eight and counts 25 by crazy-eight-25",
    ("crazy-eight", "eight-must-match"): "8C is wild by crazy-eight and must match by eight-must-match",
    ("crazy-eight", "eight-keeps-suit"): "8C calls a suit by crazy-eight and keeps its suit by eight-keeps-suit",
    ("crazy-eight-25", "eight-must-match"): "8C is wild by crazy-eight-25 and must match",
    ("crazy-eight-25", "eight-keeps-suit"): "8C calls a suit by crazy-eight-25 and keeps its suit",
    ("eight-must-match", "eight-keeps-suit"): "8C must match by eight-must-match and is wild by eight-keeps-suit",
    ("countdown", "eight-must-match"): "8C is wild by countdown and must match",
    ("countdown", "eight-keeps-suit"): "8C calls a suit by countdown and keeps its suit",
    ("jack-skip", "jack-again"): "JC skips the next player by jack-skip and gives another turn by jack-again",
    ("ace-counts-10", "ace-counts-11"): "AC counts 10 by ace-counts-10 and counts 11",
    ("joker-draw-four", "joker-draw-five"): "*1 makes draw 4 by joker-draw-four and makes draw 5",
    ("stack-jokers", "joker-cancel"): "*1 passes on what must be drawn by stack-jokers and cancels what must be drawn",
    ("jack-not-on-jack", "all-of-a-rank"): "may not be played on J",
    ("jack-not-on-jack", "stack-black-jacks"): "may not be played on J",
    ("jack-not-on-jack", "red-jack-cancel"): "may not be played on J",
}
DECK: Final = Deck(jokers=2)


@pytest.mark.parametrize(("first", "second"), PAIRS)
def test_a_contradiction_names_both_rules_and_says_why(first: str, second: str) -> None:
    why = PAIRS[first, second]
    with pytest.raises(RuleConflictError) as raised:
        Game(Variant("bare", "Nothing is special."), rules_added=[first, second])
    assert (raised.value.first, raised.value.second) == (first, second)
    assert str(raised.value).startswith(f"the rules {first} and {second} contradict each other: ")
    assert why in str(raised.value)
    assert "\n" not in str(raised.value)


def test_every_pair_of_rules_goes_together_or_contradicts_in_either_order() -> None:
    rules = default_registry().rules
    refused = set()
    for pair in combinations(rules, 2):
        for one, other in (pair, pair[::-1]):
            build = RulesetBuilder(DECK)
            build.add(rules[one])
            try:
                build.add(rules[other])
            except RuleConflictError as error:
                refused.add((error.first, error.second))
    assert refused == {*PAIRS, *((second, first) for first, second in PAIRS)}


def test_all_rules_that_go_together_make_a_game() -> None:
    """Whatever else the compiler looks at, all rules but those that contradict an earlier one pass it."""
    rules = default_registry().rules
    taken: list[str] = []
    for name in rules:
        if not any({name, other} == set(pair) for pair in PAIRS for other in taken):
            taken.append(name)
    assert len(taken) > 35
    assert len(Game("classic", 2, rules_added=taken).ruleset.rules) == len(taken)


def test_a_rule_that_contradicts_the_variant_is_refused_until_that_is_left_out() -> None:
    with pytest.raises(RuleConflictError, match="queen-skip and role-again-q contradict"):
        Game("classic", roles=["again=Q"])
    assert Game("classic", roles=["again=Q"], rules_removed=["queen-skip"]).ruleset.again


def test_one_rule_may_say_both_for_it_knows_what_it_does() -> None:
    def both(build: RulesetBuilder) -> None:
        build.skip(build.rank("J"))
        build.play_again(build.rank("J"))

    game = Game(Variant("bare", "Nothing is special."), rules_added=[Rule("both", "", "", both)])
    assert game.ruleset.again
    assert any(game.ruleset.skip)


def test_what_a_rule_says_of_other_cards_is_no_contradiction() -> None:
    rules = [
        "crazy-eight",
        "jack-skip",
        "draw-two",
        "stack-twos",
        "queen-of-spades-five",
        "queen-skip",
        "jack-not-last",
    ]
    assert len(Game(Variant("bare", "Nothing is special."), rules_added=rules).rules) == len(rules)
