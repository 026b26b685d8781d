"""Three Pass Left: everybody passes a card to the left when a 3 is played.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the threes make everybody pass a card."""
    build.pass_left(build.rank("3"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "Whenever a 3 is played, everybody chooses a card and passes it to the player on the left, all at once, unless "
        "the 3 was the last card that its player had to get rid of."
    )
    return [Rule("three-pass-left", "When a 3 is played, everybody passes a card to the left.", guide, apply)]
