"""Jack Not on Jack: no jack is played on another.

Source: Mau-Mau, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Keep the jacks off each other."""
    jacks = build.rank("J")
    build.forbid_on(jacks, tops=jacks)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A jack may not be played on another jack."
    return [Rule("jack-not-on-jack", "A jack may not be played on a jack.", guide, apply)]
