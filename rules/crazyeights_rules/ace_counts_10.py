"""Ace Counts 10: an ace left in a hand counts 10 points.

Source: OpenSpiel's game, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Count the aces 10."""
    build.points(build.rank("A"), 10)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "An ace that is still in a hand when the round ends counts 10 points."
    return [Rule("ace-counts-10", "An ace counts 10 points.", guide, apply)]
