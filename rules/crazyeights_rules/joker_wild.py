"""Joker Wild: two jokers that go on any card and call the suit.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Bring two jokers that are wild and call a suit."""
    build.option("jokers", 2)
    jokers = build.rank("*")
    build.wild(jokers)
    build.choose_suit(jokers)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A joker may be played on any card. Whoever plays it calls a suit."
    return [Rule("joker-wild", "Two jokers are always playable and call a suit.", guide, apply)]
