"""Jack Wild: a jack goes on any card, and whoever plays it calls the suit.

Source: Mau-Mau, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Make the jacks wild and let them call a suit."""
    jacks = build.rank("J")
    build.wild(jacks)
    build.choose_suit(jacks)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "A jack may be played on any card. Whoever plays it calls a suit, and it then counts as a card of the called "
        "suit."
    )
    return [Rule("jack-wild", "A jack is always playable and calls a suit.", guide, apply)]
