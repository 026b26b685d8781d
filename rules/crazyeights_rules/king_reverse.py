"""King Reverse: a king turns the direction of play.

Source: Switch, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the kings reverse."""
    build.reverse(build.rank("K"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a king is played, the direction of play reverses."
    return [Rule("king-reverse", "A king reverses the direction of play.", guide, apply)]
