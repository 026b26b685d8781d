"""Crazy Eight 25: an 8 goes on any card and calls the suit, and counts 25 points instead of 50.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Make the eights wild, let them call a suit, and count them 25."""
    eights = build.rank("8")
    build.wild(eights)
    build.choose_suit(eights)
    build.points(eights, 25)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "An 8 may be played on any card. Whoever plays it calls a suit, and it then counts as a card of the called "
        "suit. An 8 that is still in a hand when the round ends counts 25 points."
    )
    return [Rule("crazy-eight-25", "An 8 is always playable and calls a suit, and counts 25.", guide, apply)]
