"""All of a Rank: several cards of one rank may be played in a turn.

Source: Last Card, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let each card be followed by the others of its rank."""
    for rank in build.deck.ranks:
        cards = build.rank(rank.text)
        build.add_on(cards, after=cards)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whoever has played a card may add other cards of the same rank in the same turn, one on top of the other."
    return [Rule("all-of-a-rank", "Several cards of one rank may be played in one turn.", guide, apply)]
