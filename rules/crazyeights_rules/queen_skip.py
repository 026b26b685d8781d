"""Queen Skip: whoever comes after a queen is skipped.

Source: the rules of `classic` in docs/rules.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the queens skip."""
    build.skip(build.rank("Q"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever a queen is played, the next player is skipped. With two players the same player moves again."
    return [Rule("queen-skip", "A queen skips the next player.", guide, apply)]
