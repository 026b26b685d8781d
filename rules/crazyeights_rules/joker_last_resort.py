"""Joker Last Resort: a joker is only for who holds no card of the active suit.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Keep the jokers for those who can't follow suit."""
    build.last_resort(build.rank("*"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A joker may be played only by a player who holds no card of the active suit."
    return [Rule("joker-last-resort", "A joker may be played only without a card of the active suit.", guide, apply)]
