"""Jack Skip: whoever comes after a jack is skipped.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the jacks skip."""
    build.skip(build.rank("J"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a jack is played, the next player is skipped. With two players the same player moves again."
    return [Rule("jack-skip", "A jack skips the next player.", guide, apply)]
