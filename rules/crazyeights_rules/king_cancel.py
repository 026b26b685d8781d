"""King Cancel: a king saves who has to draw.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the kings cancel whatever must be drawn."""
    build.cancels(build.rank("K"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A player who has to draw may play any king instead: then nobody draws those cards."
    return [Rule("king-cancel", "A king cancels what its player has to draw.", guide, apply)]
