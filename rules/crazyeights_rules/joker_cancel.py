"""Joker Cancel: two wild jokers that save who has to draw.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Bring two jokers that are wild, call a suit and cancel what must be drawn."""
    build.option("jokers", 2)
    jokers = build.rank("*")
    build.wild(jokers)
    build.choose_suit(jokers)
    build.cancels(jokers)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "A joker may be played on any card. Whoever plays it calls a suit. A player who has to draw may play a joker "
        "instead: then nobody draws those cards."
    )
    return [Rule("joker-cancel", "Two wild jokers cancel what their player has to draw.", guide, apply)]
