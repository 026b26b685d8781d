"""Stack Twos and Fives: who has to draw for a 2 or a 5 may answer with either.

Source: Last Card, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the twos and the fives answer each other."""
    both = build.rank("2", "5")
    build.answers(both, on=both)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A player who has to draw for a 2 or a 5 may answer with a 2 or a 5."
    return [Rule("stack-twos-and-fives", "Who has to draw for a 2 or a 5 may answer with either.", guide, apply)]
