"""Countdown: from eight cards down to one, each level with wild cards of its own.

Source: countdown, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let everybody count down from eight cards to one."""
    for hand in range(8, 0, -1):
        build.level(hand, wild=build.rank("A" if hand == 1 else str(hand)))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "Everybody begins at level 8 and counts down to level 1. The level is the number of cards that its hand begins "
        "with, and for a player at that level the cards of that rank are wild (8s at level 8, aces at level 1): they "
        "may be played on any card, and call a suit. Whoever gets rid of a hand is dealt the next level's hand at once "
        "and plays on; whoever does so at level 1 has won."
    )
    return [Rule("countdown", "Who goes out begins anew with one card less, from eight down to one.", guide, apply)]
