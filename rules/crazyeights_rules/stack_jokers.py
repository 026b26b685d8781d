"""Stack Jokers: who has to draw for a joker may answer with another.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the jokers answer each other."""
    jokers = build.rank("*")
    build.answers(jokers, on=jokers)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A player who has to draw for a joker may answer with another joker."
    return [Rule("stack-jokers", "Who has to draw for a joker may answer with another.", guide, apply)]
