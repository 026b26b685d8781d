"""Stack Black Jacks: who has to draw for a black jack may answer with another.

Source: Switch, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the black jacks answer each other."""
    black_jacks = build.card("JS", "JC")
    build.answers(black_jacks, on=black_jacks)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A player who has to draw for a black jack may answer with another black jack."
    return [Rule("stack-black-jacks", "Who has to draw for a black jack may answer with another.", guide, apply)]
