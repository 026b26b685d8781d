"""Nine Reverse: a 9 turns the direction of play.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the nines reverse."""
    build.reverse(build.rank("9"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a 9 is played, the direction of play reverses."
    return [Rule("nine-reverse", "A 9 reverses the direction of play.", guide, apply)]
