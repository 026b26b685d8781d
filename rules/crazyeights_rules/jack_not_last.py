"""Jack Not Last: nobody goes out with a jack.

Source: the family's house rules, in docs/variants.md.
"""

from crazyeights import Rule, RulesetBuilder, hookimpl


def apply(build: RulesetBuilder) -> None:
    """Forbid to go out with jacks."""
    build.forbid_finish(build.rank("J"))


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    guide = "A jack can't be played as the last card of a hand."
    return [Rule("jack-not-last", "A jack can't be the last card of a hand.", guide, apply)]
