"""Seven Draw Two: a 7 makes the next player draw two cards.

Source: Mau-Mau, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the sevens make draw."""
    build.draw(build.rank("7"), 2)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a 7 is played, the next player must draw two cards."
    return [Rule("seven-draw-two", "A 7 makes the next player draw two cards.", guide, apply)]
