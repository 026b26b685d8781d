"""Jack Counts 20: a jack left in a hand counts 20 points.

Source: Mau-Mau, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Count the jacks 20."""
    build.points(build.rank("J"), 20)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A jack that is still in a hand when the round ends counts 20 points."
    return [Rule("jack-counts-20", "A jack counts 20 points.", guide, apply)]
