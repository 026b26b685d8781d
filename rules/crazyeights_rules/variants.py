"""The two variants that the game began with; docs/rules.md has the full rules of both."""

from crazyeights import Variant, hookimpl

CLASSIC = Variant(
    name="classic",
    summary="Eights call the suit, aces reverse, twos make draw and queens skip; one card drawn ends the turn.",
    rules=("ace-reverse", "draw-two", "queen-skip", "crazy-eight"),
    options={
        "hand_size": 5,
        "starter": "any",
        "draw_limit": 1,
        "after_draw": "turn_ends",
        "voluntary_draw": True,
        "empty_stock": "reshuffle",
        "penalty_turn": "then_play",
        "two_player_reverse": "nothing",
        "last_card_acts": False,
        "blocked": "draw",
    },
    source="docs/rules.md, classic",
)

PLAIN = Variant(
    name="plain",
    summary="For two: eights call the suit, nothing else is special, and you may draw as often as you want.",
    rules=("crazy-eight",),
    options={
        "hand_size": 5,
        "starter": "no_wild",
        "draw_limit": None,
        "after_draw": "play_any",
        "voluntary_draw": True,
        "empty_stock": "stays_empty",
        "last_card_acts": False,
        "blocked": "draw",
    },
    max_players=2,
    source="docs/rules.md, plain",
)


@hookimpl
def crazyeights_variants() -> list[Variant]:
    """Offer both."""
    return [CLASSIC, PLAIN]
