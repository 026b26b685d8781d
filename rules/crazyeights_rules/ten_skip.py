"""Ten Skip: whoever comes after a 10 is skipped.

Source: Last Card, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the tens skip."""
    build.skip(build.rank("10"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a 10 is played, the next player is skipped. With two players the same player moves again."
    return [Rule("ten-skip", "A 10 skips the next player.", guide, apply)]
