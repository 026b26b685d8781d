"""Eight Not Last: nobody goes out with an 8.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Forbid to go out with eights."""
    build.forbid_finish(build.rank("8"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "An 8 can't be played as the last card of a hand."
    return [Rule("eight-not-last", "An 8 can't be the last card of a hand.", guide, apply)]
