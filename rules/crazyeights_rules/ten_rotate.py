"""Ten Rotate: all hands move on by one seat when a 10 is played.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the tens hand all hands on."""
    build.rotate_hands(build.rank("10"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "Whenever a 10 is played, every hand goes to the next player in the direction of play, unless the 10 was the "
        "last card that its player had to get rid of."
    )
    return [Rule("ten-rotate", "When a 10 is played, every hand goes to the next player.", guide, apply)]
