"""Red Jack Cancel: a red jack saves who has to draw for a black one.

Source: Switch, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the red jacks cancel what the black jacks make draw."""
    build.cancels(build.card("JH", "JD"), on=build.card("JS", "JC"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A player who has to draw for a black jack may play a red jack instead: then nobody draws those cards."
    return [Rule("red-jack-cancel", "A red jack cancels what a black jack makes draw.", guide, apply)]
