"""Joker Draw Five: two wild jokers that make the next player draw five cards.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Bring two jokers that are wild, call a suit and make draw."""
    build.option("jokers", 2)
    jokers = build.rank("*")
    build.wild(jokers)
    build.choose_suit(jokers)
    build.draw(jokers, 5)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A joker may be played on any card. Whoever plays it calls a suit. The next player must draw five cards."
    return [Rule("joker-draw-five", "Two wild jokers make the next player draw five cards.", guide, apply)]
