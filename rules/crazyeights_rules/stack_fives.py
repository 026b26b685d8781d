"""Stack Fives: who has to draw for a 5 may answer with another.

Source: Last Card, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the fives answer each other."""
    fives = build.rank("5")
    build.answers(fives, on=fives)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A player who has to draw for a 5 may answer with another 5."
    return [Rule("stack-fives", "Who has to draw for a 5 may answer with another.", guide, apply)]
