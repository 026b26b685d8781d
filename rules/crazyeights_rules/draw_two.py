"""Draw Two: a 2 makes the next player draw two cards.

Source: the rules of `classic` in docs/rules.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the twos make draw."""
    build.draw(build.rank("2"), 2)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a 2 is played, the next player must draw two cards."
    return [Rule("draw-two", "A 2 makes the next player draw two cards.", guide, apply)]
