"""Runs: a run of cards in one suit may be played in a turn.

Source: Switch, in docs/variants.md.
"""

from itertools import pairwise

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let each card be followed by its neighbours in the same suit."""
    for suit in build.deck.suits:
        cards = build.suit(suit.letter)
        for low, high in pairwise(build.deck.ranks):
            lower, higher = build.rank(low.text) & cards, build.rank(high.text) & cards
            build.add_on(higher, after=lower)
            build.add_on(lower, after=higher)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "Whoever has played a card may add the next higher or next lower card of the same suit in the same turn, then "
        "the one next to that, and so on. Aces are low, and the highest rank is not next to the lowest."
    )
    return [Rule("runs", "A run of cards in one suit may be played in one turn.", guide, apply)]
