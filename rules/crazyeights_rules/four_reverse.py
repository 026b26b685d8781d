"""Four Reverse: a 4 turns the direction of play.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the fours reverse."""
    build.reverse(build.rank("4"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a 4 is played, the direction of play reverses."
    return [Rule("four-reverse", "A 4 reverses the direction of play.", guide, apply)]
