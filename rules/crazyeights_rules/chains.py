"""Chains: cards one rank apart may be played in a turn.

Source: Domineights, in docs/variants.md.
"""

from itertools import pairwise

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let each card be followed by those one rank higher or lower."""
    for low, high in pairwise(build.deck.ranks):
        lower, higher = build.rank(low.text), build.rank(high.text)
        build.add_on(higher, after=lower)
        build.add_on(lower, after=higher)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "Whoever has played a card may add one of the next higher or next lower rank in the same turn, whatever its "
        "suit, then one next to that, and so on. Aces are low, and the highest rank is not next to the lowest."
    )
    return [Rule("chains", "A chain of cards, each one rank up or down, may be played in one turn.", guide, apply)]
