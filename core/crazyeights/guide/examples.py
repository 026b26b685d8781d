"""The guide's worked examples, each read off the compiled rules."""

from __future__ import annotations

from crazyeights.cards import STANDARD_DECK, Card, Suit
from crazyeights.guide.facts import Facts
from crazyeights.guide.naming import each, with_word
from crazyeights.words import listed, the_card


def ordinary(facts: Facts) -> Card | None:
    """Find a card on which only matching bears: the 5 of clubs, or else the first that will do."""
    plain = [card for card in facts.deck.faces if card not in facts.untypical and card.suit is not None]
    five = STANDARD_DECK.find("5C")
    return five if five in plain else next(iter(plain), None)


def example(facts: Facts) -> tuple[str, ...]:
    """Give an example of what can be played, and one of each thing that needs one; () if there is no simple card."""
    top = ordinary(facts)
    if top is None or top.suit is None:
        return ()
    return tuple(filter(None, (_matching(top, top.suit, facts), _calling(facts), _adding(top, facts))))


def _matching(top: Card, suit: Suit, facts: Facts) -> str:
    when = f"If the {top.name} is on top" + (" and you hold several cards" if facts.not_last else "")
    if facts.level_wild(facts.rules):
        when += f" and {facts.plural(facts.level_wild(facts.rules))} are wild for you"
    can, also = _follow(top, suit, facts, "another")
    return f"{when}, you can play {can}{also}."


def _follow(top: Card, suit: Suit, facts: Facts, word: str) -> tuple[str, str]:
    """Name the cards that may follow a card while a suit is to be matched, and those that only a last resort are.

    Args:
        top: the card.
        suit: the suit to match.
        facts: the rules in force.
        word: "another" or "any", for a card of the suit and one of the rank.
    """
    all_may = facts.may_follow(top, suit)
    last = all_may & set(facts.last_resort)
    may = rest = all_may - last
    parts = []
    for name, alike in (
        (suit.singular, {card for card in facts.deck.faces if card.suit == suit}),
        (top.rank.name, {card for card in facts.deck.faces if card.rank == top.rank}),
    ):
        if alike & may:
            missing = alike - may
            but = f" but not {facts.either(missing, 'a')}" if missing else ""
            parts.append(f"{with_word(word, name)}{but}")
            rest -= alike
    if rest:
        # All 8s are "any 8", though one of them is among "another club" already.
        ranks = [{card for card in facts.deck.faces if card.rank == rank} for rank in {card.rank for card in rest}]
        parts += each(rest.union(*(whole for whole in ranks if whole <= may)), facts.deck)
    if not last:
        return listed(parts, "or"), ""
    others = " other" if any(card.suit == suit for card in last) else ""
    return listed(parts, "or"), f"; and if you hold no{others} {suit.singular}, {facts.either(last)} too"


def _calling(facts: Facts) -> str:
    if facts.caller is None:
        return ""
    suit = called(facts)
    text = f"Calling {suit.name} with {facts.one(facts.caller)} makes {suit.name} the active suit"
    if facts.caller.suit is None or facts.answering:
        return f"{text}."
    can, also = _follow(facts.caller, suit, facts, "any")
    return f"{text}, whatever suit the card itself has: {can} can be played on it{also}."


def _adding(top: Card, facts: Facts) -> str:
    following = facts.follows.get(top, frozenset()) - {top}
    card = next((card for card in facts.deck.faces if card in following), None)
    return (
        "" if card is None else f"If you hold {the_card(card)} too, you may add it to {the_card(top)} in the same turn."
    )


def called(facts: Facts) -> Suit:
    """Give the suit that the examples call."""
    return next((suit for suit in facts.deck.suits if suit.name == "hearts"), facts.deck.suits[-1])
