"""The rules' own texts, made to fit each other: none says what another takes back, and none says a thing twice."""

from __future__ import annotations

import dataclasses
import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from crazyeights.builder import Declared, RulesetBuilder
from crazyeights.cards import Card, Deck
from crazyeights.errors import CrazyEightsError
from crazyeights.guide.facts import Facts
from crazyeights.guide.naming import sentence
from crazyeights.roles import Casting, rule_of
from crazyeights.rules import Rule

_ANYWHERE: Final = re.compile(r"(may be played on any card)(?! but| except)")


def rule_texts(facts: Facts) -> list[str]:
    """Give what the rules in force say of themselves, each sentence as it is true beside the others."""
    told: list[str] = []
    amended: set[tuple[Card, Card]] = set()
    bans: list[tuple[str, set[tuple[Card, Card]]]] = []
    for rule in _telling(facts):
        declared = _declared([rule], facts.deck)
        text = sentence(rule.guide or rule.summary)
        if declared is not None:
            if declared.forbidden and declared == Declared(forbidden=declared.forbidden, options=declared.options):
                bans.append((text, {(card, top) for top, cards in declared.forbidden.items() for card in cards}))
            text, pairs = _but_not_on(text, declared, facts)
            amended |= pairs
        told.append(text)
    # That jacks don't go on jacks is told already where it is said what they go on.
    done = {text for text, pairs in bans if pairs <= amended}
    return [text for text in dict.fromkeys(told) if text and text not in done]


def _but_not_on(text: str, declared: Declared, facts: Facts) -> tuple[str, set[tuple[Card, Card]]]:
    """Let a text about wild cards say on what they can't be played after all; gives the pairs (card, top) it tells."""
    wild = declared.wild & set(facts.deck.faces)
    tops = {facts.not_on(card) for card in wild}
    # A rule that forbids something itself has said so in its own words.
    if facts.by_level or len(tops) != 1 or declared.forbidden or not _ANYWHERE.search(text):
        return text, set()
    (barring,) = tops
    if not barring:
        return text, set()
    but = f" but {facts.either(barring, 'a')}"
    return _ANYWHERE.sub(lambda found: found[1] + but, text), {(card, top) for card in wild for top in barring}


def _telling(facts: Facts) -> Iterator[Rule]:
    """Give the rules that have something to say: of a role, only the cards for which no rule has said it already."""
    rules = [rule for rule in facts.game.rules if not _is_idle(rule, facts.deck)]
    ordinary = [rule for rule in rules if not isinstance(rule.apply, Casting)]
    yield from ordinary
    for rule in rules:
        if not isinstance(rule.apply, Casting):
            continue
        left = _rest(rule.apply, ordinary, facts.deck)
        if left is not None:
            yield rule if left == rule.apply else rule_of(left, facts.deck)


def _rest(casting: Casting, rules: list[Rule], deck: Deck) -> Casting | None:
    """Give a role without the cards that have it by the rules; None if no card is left."""

    def comes_of(casting: Casting | None) -> Declared | None:
        return _declared([*rules, *([] if casting is None else [rule_of(casting, deck)])], deck)

    before, whole = comes_of(None), comes_of(casting)
    if before is None or whole is None:
        return casting
    if before == whole:
        return None
    left = casting
    for kind in ("ranks", "suits", "cards"):
        for word in getattr(casting, kind):
            words = tuple(other for other in getattr(left, kind) if other != word)
            change: dict[str, Any] = {kind: words}
            without = dataclasses.replace(left, **change)
            if (without.ranks or without.suits or without.cards) and comes_of(without) == whole:
                left = without
    return left


def _is_idle(rule: Rule, deck: Deck) -> bool:
    """Whether a rule is only about cards that the deck does not have, such as twos in one from 7 to ace."""
    there, anywhere = (_touches(rule, cards) for cards in (deck, Deck(jokers=4)))
    return anywhere and not there


def _touches(rule: Rule, deck: Deck) -> bool:
    declared = _declared([rule], deck)
    if declared is None:
        return True
    return declared != Declared(options=declared.options)


def _declared(rules: list[Rule], deck: Deck) -> Declared | None:
    """Give all that rules declare; None if they can't be applied by themselves."""
    builder = RulesetBuilder(deck)
    try:
        for rule in rules:
            builder.add(rule)
    except CrazyEightsError:
        return None
    return deepcopy(builder.declared)
