"""Crazy Eight: an 8 goes on any card, and whoever plays it calls the suit.

Source: the rules of `classic` in docs/rules.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl

GUIDE = (
    "An 8 may be played on any card. Whoever plays it calls a suit, and the 8 then counts as a card of the called "
    "suit: its printed suit no longer matters. An 8 that is still in a hand when the round ends counts 50 points."
)


def apply(build: RulesetBuilder) -> None:
    """Make the eights wild and let them call a suit."""
    eights = build.rank("8")
    build.wild(eights)
    build.choose_suit(eights)
    build.points(eights, 50)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    return [Rule("crazy-eight", "An 8 is always playable and calls a suit.", GUIDE, apply)]
