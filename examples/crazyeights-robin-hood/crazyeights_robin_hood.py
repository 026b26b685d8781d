"""Robin Hood: a 9 makes the player who holds the fewest cards draw one."""

from crazyeights import Rule, RulesetBuilder, Turn, hookimpl

GUIDE = (
    "Whenever a 9 is played, the other player who holds the fewest cards draws one. If several hold as few, it is the "
    "one of them whose turn would come first."
)


def take_from_the_rich(turn: Turn) -> None:
    """Make the player draw who is nearest to winning."""
    others = [(turn.seat + step * turn.direction) % turn.players for step in range(1, turn.players)]
    # min gives the first of several.
    turn.make_draw(min(others, key=lambda seat: turn.hand_sizes[seat]), 1)


def apply(build: RulesetBuilder) -> None:
    """Let the nines call the function, which stands at the top level so that rulesets can be pickled."""
    build.on_play(build.rank("9"), take_from_the_rich)


RULE = Rule("robin-hood", "A 9 makes the player with the fewest cards draw.", GUIDE, apply)


@hookimpl
def crazyeights_rules() -> list[Rule]:
    """Offer the rule."""
    return [RULE]
