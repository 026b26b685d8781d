"""Ace Skip: whoever comes after an ace is skipped.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the aces skip."""
    build.skip(build.rank("A"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever an ace is played, the next player is skipped. With two players the same player moves again."
    return [Rule("ace-skip", "An ace skips the next player.", guide, apply)]
