"""Ace Wild: an ace goes on any card, and whoever plays it calls the suit.

Source: Switch, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Make the aces wild and let them call a suit."""
    aces = build.rank("A")
    build.wild(aces)
    build.choose_suit(aces)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "An ace may be played on any card. Whoever plays it calls a suit, and it then counts as a card of the called "
        "suit."
    )
    return [Rule("ace-wild", "An ace is always playable and calls a suit.", guide, apply)]
