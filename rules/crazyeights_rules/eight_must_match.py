"""Eight Must Match: an 8 calls the suit, but only where it matches.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Let the eights call a suit without being wild."""
    eights = build.rank("8")
    build.must_match(eights)
    build.choose_suit(eights)
    build.points(eights, 50)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = (
        "An 8 must match like any other card. Whoever plays it calls a suit, and it then counts as a card of the "
        "called suit. An 8 that is still in a hand when the round ends counts 50 points."
    )
    return [Rule("eight-must-match", "An 8 calls a suit, but must match like any other card.", guide, apply)]
