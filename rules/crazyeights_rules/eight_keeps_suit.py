"""Eight Keeps Suit: an 8 goes on any card, but calls no suit.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Make the eights wild without a call."""
    eights = build.rank("8")
    build.wild(eights)
    build.keep_suit(eights)
    build.points(eights, 50)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "An 8 may be played on any card. It calls no suit: its own has to be matched next. An 8 that is still in a "
        "hand when the round ends counts 50 points."
    )
    return [Rule("eight-keeps-suit", "An 8 is always playable, but keeps its own suit.", guide, apply)]
