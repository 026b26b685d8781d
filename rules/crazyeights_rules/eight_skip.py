"""Eight Skip: whoever comes after an 8 is skipped.

Source: Switch, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the eights skip."""
    build.skip(build.rank("8"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever an 8 is played, the next player is skipped. With two players the same player moves again."
    return [Rule("eight-skip", "An 8 skips the next player.", guide, apply)]
