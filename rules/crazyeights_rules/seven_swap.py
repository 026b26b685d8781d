"""Seven Swap: whoever plays a 7 swaps hands with another player.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the sevens swap hands."""
    build.swap_hands(build.rank("7"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "Whoever plays a 7 swaps hands with another player of their choice, unless it was the last card that they had "
        "to get rid of."
    )
    return [Rule("seven-swap", "Whoever plays a 7 swaps hands with another player.", guide, apply)]
