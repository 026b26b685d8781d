"""Black Jack Five: a black jack makes the next player draw five cards.

Source: Switch, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the black jacks make draw."""
    build.draw(build.card("JS", "JC"), 5)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever the jack of spades or the jack of clubs is played, the next player must draw five cards."
    return [Rule("black-jack-five", "A black jack makes the next player draw five cards.", guide, apply)]
