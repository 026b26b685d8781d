"""Stack Sevens: who has to draw for a 7 may answer with another.

Source: Mau-Mau, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the sevens answer each other."""
    sevens = build.rank("7")
    build.answers(sevens, on=sevens)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A player who has to draw for a 7 may answer with another 7."
    return [Rule("stack-sevens", "Who has to draw for a 7 may answer with another.", guide, apply)]
