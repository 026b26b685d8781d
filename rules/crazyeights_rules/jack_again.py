"""Jack Again: whoever plays a jack has another turn.

Source: Last Card, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the jacks give another turn."""
    build.play_again(build.rank("J"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "Whoever plays a jack has another turn."
    return [Rule("jack-again", "A jack gives another turn.", guide, apply)]
