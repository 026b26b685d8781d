"""Queen of Spades Five: the queen of spades makes the next player draw five cards.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the queen of spades make draw."""
    build.draw(build.card("QS"), 5)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever the queen of spades is played, the next player must draw five cards."
    return [Rule("queen-of-spades-five", "The queen of spades makes the next player draw five cards.", guide, apply)]
