"""Five Draw Five: a 5 makes the next player draw five cards.

Source: Last Card, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the fives make draw."""
    build.draw(build.rank("5"), 5)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a 5 is played, the next player must draw five cards."
    return [Rule("five-draw-five", "A 5 makes the next player draw five cards.", guide, apply)]
