"""Ace Counts 11: an ace left in a hand counts 11 points.

Source: Mau-Mau, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Count the aces 11."""
    build.points(build.rank("A"), 11)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "An ace that is still in a hand when the round ends counts 11 points."
    return [Rule("ace-counts-11", "An ace counts 11 points.", guide, apply)]
