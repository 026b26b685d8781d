"""Stack Twos: who has to draw for a 2 may answer with another.

Source: Wikipedia's Crazy Eights, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the twos answer each other."""
    twos = build.rank("2")
    build.answers(twos, on=twos)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A player who has to draw for a 2 may answer with another 2."
    return [Rule("stack-twos", "Who has to draw for a 2 may answer with another.", guide, apply)]
