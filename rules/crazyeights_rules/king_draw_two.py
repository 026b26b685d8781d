"""King Draw Two: a king makes the next player draw two cards.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the kings make draw."""
    build.draw(build.rank("K"), 2)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a king is played, the next player must draw two cards."
    return [Rule("king-draw-two", "A king makes the next player draw two cards.", guide, apply)]
