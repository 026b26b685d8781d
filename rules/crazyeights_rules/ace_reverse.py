"""Ace Reverse: an ace turns the direction of play.

Source: the rules of `classic` in docs/rules.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the aces reverse."""
    build.reverse(build.rank("A"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whenever an ace is played, the direction of play reverses."
    return [Rule("ace-reverse", "An ace reverses the direction of play.", guide, apply)]
