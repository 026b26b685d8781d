"""The guide on which cards may be added to which: the table of pairs, read back as a rule that a person would give.

If the table depends on the ranks alone, the same in every suit, "of the same rank" and "one rank higher or lower" are
looked for in it; whatever follows no such rule is told card by card.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from typing import TypeAlias

from crazyeights.cards import Card, Rank
from crazyeights.guide.facts import Facts
from crazyeights.guide.naming import capital
from crazyeights.words import listed

#: For each rank, the ranks that may follow it.
Steps: TypeAlias = "Mapping[Rank, frozenset[Rank]]"


def added(facts: Facts) -> str:
    """Say, in a sentence or two, which cards may be added to which."""
    # Nothing can ever be added to a card with which cards change hands; that is told where it is true.
    all_cards = [card for card in facts.deck.faces if card not in facts.exchanging]
    for cards, named in ((all_cards, "a card"), (list(facts.follows), _domain(facts, all_cards))):
        rule = _rule(cards, facts)
        if rule is not None:
            return f"After playing {named} you may add, in the same turn, {rule}"
    parts: dict[frozenset[Card], list[Card]] = {}
    for card, others in facts.follows.items():
        parts.setdefault(others, []).append(card)
    told = [f"after {facts.either(first, 'a')}, {facts.either(others, 'a')}" for others, first in parts.items()]
    return f"After playing a card you may add one in the same turn: {'; '.join(told)}."


def _domain(facts: Facts, all_cards: Sequence[Card]) -> str:
    """Name the cards to which something can be added: all but a few, or these."""
    rest = [card for card in all_cards if card not in facts.follows]
    if len(facts.kinds(rest)) < len(facts.kinds(facts.follows)):
        return f"a card that is not {facts.either(rest, 'a')}"
    return facts.either(facts.follows, "a")


def _rule(cards: Sequence[Card], facts: Facts) -> str | None:
    """Give the rule for these cards in words, as in "another card of the same rank."; None if there is none."""
    table = _by_rank(cards, facts)
    if table is None:
        return None
    anywhere, in_suit = table
    same = [rank in ranks for rank, ranks in anywhere.items()]
    if any(same) and not all(same):
        return None
    words = ["another card of the same rank"] if all(same) else []
    circle = False
    for steps, where in ((anywhere, "of any suit"), (in_suit, "of the same suit")):
        rest = {rank: ranks - {rank} for rank, ranks in steps.items()}
        if not any(rest.values()):
            continue
        named = _neighbours(rest, facts.deck.ranks)
        if named is None:
            return None
        words.append(f"a card {where} that is {named[0]}")
        circle = circle or named[1]
    if not words:
        return None
    low, high = facts.deck.ranks[0], facts.deck.ranks[-1]
    return f"{listed(words, 'or')}." + (f" {capital(low.article)} counts as next to {high.article}." if circle else "")


def _by_rank(cards: Sequence[Card], facts: Facts) -> tuple[Steps, Steps] | None:
    """Give the ranks that may follow each rank in any suit, and in its own only; None if there is more to it."""
    inside: dict[Rank, set[frozenset[Rank]]] = {}
    outside: dict[Rank, set[frozenset[Rank]]] = {}
    for card in cards:
        others = facts.follows.get(card, frozenset())
        if card.suit is None or any(other.suit is None for other in others):
            return None
        for suit in facts.deck.suits:
            ranks = frozenset(other.rank for other in others if other.suit == suit)
            # A card is not there to follow itself, unless there are two of it: its own rank says nothing in its suit.
            table, ranks = (inside, ranks - {card.rank}) if suit == card.suit else (outside, ranks)
            table.setdefault(card.rank, set()).add(ranks)
    if any(len(found) != 1 for found in (*inside.values(), *outside.values())):
        return None
    anywhere: dict[Rank, frozenset[Rank]] = {}
    in_suit: dict[Rank, frozenset[Rank]] = {}
    for rank, (own,) in inside.items():
        (other,) = outside.get(rank, {frozenset()})
        if not other - {rank} <= own:
            return None
        anywhere[rank] = other
        in_suit[rank] = own - other
    return anywhere, in_suit


def _neighbours(steps: Steps, ranks: Collection[Rank]) -> tuple[str, bool] | None:
    """Say that the steps go up or down the ranks, and whether these go round in a circle; None if they do neither."""
    orders = [(list(ranks), "", False), (list(ranks), "", True)]
    if next(iter(ranks)).text == "A":
        orders.append(([*ranks][1:] + [*ranks][:1], " (the ace is the highest)", False))
    for order, note, circle in orders:
        up = _next(order, 1, circle)
        down = _next(order, -1, circle)
        both = {rank: up[rank] | down[rank] for rank in order}
        for going, words in ((both, "one rank higher or lower"), (up, "one rank higher"), (down, "one rank lower")):
            if all(found == going[rank] for rank, found in steps.items()):
                return f"{words}{note}", circle
    return None


def _next(order: Sequence[Rank], step: int, circle: bool) -> dict[Rank, frozenset[Rank]]:
    found = {}
    for place, rank in enumerate(order):
        after = place + step
        there = circle or 0 <= after < len(order)
        found[rank] = frozenset({order[after % len(order)]} if there else ())
    return found
