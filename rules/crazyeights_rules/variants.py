"""The variants: each names rules and options; docs/variants.md says where every one of them is from.

An option that is not named has its default, which is that of `classic`.
"""

from crazyeights import Variant, hookimpl
from crazyeights_rules.surprise import draw

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

BICYCLE = Variant(
    name="bicycle",
    summary="The card makers' rules: eights call the suit, draw until you can play, and the winner collects points.",
    rules=("crazy-eight",),
    options={
        "hand_size": 5,
        "starter": "no_wild",
        "draw_limit": None,
        "after_draw": "play_any",
        "voluntary_draw": True,
        "empty_stock": "stays_empty",
        "blocked": "lowest_hand",
        "scoring": "winner_collects",
        "target": 100,
    },
    max_players=5,
    default_players=4,
    source="Bicycle's rules of Crazy Eights",
)

PAGAT = Variant(
    name="pagat",
    summary="The basic game: eights call the suit, the last card is announced, and points are bad.",
    rules=("crazy-eight",),
    options={
        "hand_size": 5,
        "few_hand_size": 7,
        "extra_deck_from": 6,
        "starter": "any",
        "wild_starter": "called",
        "draw_limit": None,
        "after_draw": "play_any",
        "voluntary_draw": True,
        "empty_stock": "reshuffle",
        "last_card_call": 2,
        "scoring": "losers_charged",
        "target": 100,
    },
    max_players=7,
    default_players=4,
    source="the basic game of Crazy Eights at pagat.com",
)

WIKIPEDIA = Variant(
    name="wikipedia",
    summary="Queens skip, aces reverse and twos add up; the winner collects, and more players play for more points.",
    rules=("ace-reverse", "draw-two", "stack-twos", "queen-skip", "crazy-eight"),
    options={
        "hand_size": 5,
        "few_hand_size": 7,
        "extra_deck_from": 6,
        "starter": "no_wild",
        "draw_limit": None,
        "after_draw": "play_any",
        "voluntary_draw": True,
        "empty_stock": "stays_empty",
        "penalty_turn": "turn_lost",
        "blocked": "lowest_hand",
        "scoring": "winner_collects",
        "target": 100,
        "target_step": 50,
    },
    max_players=7,
    default_players=4,
    source="Wikipedia's article on Crazy Eights",
)

OPENSPIEL = Variant(
    name="openspiel",
    summary="The game of the research library OpenSpiel: up to five cards drawn in a turn, and at most 100 played.",
    rules=("crazy-eight", "ace-counts-10"),
    options={
        "hand_size": 5,
        "few_hand_size": 7,
        "extra_deck_from": 6,
        "starter": "no_wild",
        "draw_limit": 5,
        "after_draw": "play_any",
        "voluntary_draw": True,
        "voluntary_pass": True,
        "empty_stock": "stays_empty",
        "block_after": "one_more",
        "blocked": "lowest_hand",
        "max_plays": 100,
        "scoring": "losers_charged",
        "rounds": 1,
    },
    max_players=8,
    default_players=5,
    source="OpenSpiel's game crazy_eights",
)

OPENSPIEL_SPECIAL = Variant(
    name="openspiel-special",
    summary="OpenSpiel's game with its special cards: queens skip, aces reverse and twos add up.",
    rules=("ace-reverse", "draw-two", "stack-twos", "queen-skip", "crazy-eight", "ace-counts-10"),
    options={
        "hand_size": 5,
        "few_hand_size": 7,
        "extra_deck_from": 6,
        "starter": "acts",
        "wild_starter": "buried",
        "draw_limit": 5,
        "after_draw": "play_any",
        "voluntary_draw": True,
        "voluntary_pass": True,
        "empty_stock": "stays_empty",
        "penalty_turn": "turn_lost",
        "block_after": "one_more",
        "blocked": "lowest_hand",
        "max_plays": 100,
        "scoring": "losers_charged",
        "rounds": 1,
    },
    max_players=8,
    default_players=5,
    source="OpenSpiel's game crazy_eights with use_special_cards",
)

COUNTDOWN = Variant(
    name="countdown",
    summary="Who goes out gets one card less and another wild rank; the first to get through eight hands wins.",
    rules=("countdown", "draw-two", "queen-of-spades-five"),
    options={
        "hand_size": 8,
        "starter": "any",
        "draw_limit": 1,
        "after_draw": "play_drawn",
        "voluntary_draw": False,
        "empty_stock": "reshuffle",
        "penalty_turn": "then_play",
        "scoring": "rounds_won",
        "rounds": 1,
    },
    max_players=5,
    default_players=4,
    source="Crazy Eights Countdown, as families play it",
)

MAU_MAU = Variant(
    name="mau-mau",
    summary="The German game with 32 cards: sevens make draw, eights skip, jacks call the suit, and say Mau in time.",
    rules=(
        "seven-draw-two",
        "stack-sevens",
        "eight-skip",
        "jack-wild",
        "jack-not-on-jack",
        "jack-counts-20",
        "ace-counts-11",
    ),
    options={
        "hand_size": 5,
        "deck_cards": "32",
        "starter": "acts",
        "wild_starter": "called",
        "draw_limit": 1,
        "after_draw": "play_drawn",
        "voluntary_draw": True,
        "empty_stock": "reshuffle",
        "penalty_turn": "turn_lost",
        "last_card_call": 2,
        "last_wild_doubles": True,
        "scoring": "losers_charged",
        "target": 300,
    },
    max_players=5,
    default_players=4,
    source="Mau-Mau, as German rule books have it",
)

SWITCH = Variant(
    name="switch",
    summary="The British game: runs, twos and black jacks that make draw, red jacks that save you, kings that reverse.",
    rules=(
        "draw-two",
        "stack-twos",
        "black-jack-five",
        "stack-black-jacks",
        "red-jack-cancel",
        "eight-skip",
        "king-reverse",
        "ace-wild",
        "runs",
    ),
    options={
        "hand_size": 7,
        "extra_deck_from": 6,
        "starter": "no_special",
        "draw_limit": 1,
        "after_draw": "play_drawn",
        "voluntary_draw": True,
        "empty_stock": "reshuffle",
        "penalty_turn": "turn_lost",
        "last_card_call": 2,
        "scoring": "rounds_won",
    },
    max_players=8,
    default_players=4,
    source="Wikipedia's article on Switch",
)

LAST_CARD = Variant(
    name="last-card",
    summary="The New Zealand game: twos and fives make draw, tens skip, jacks go again, aces call the suit.",
    rules=(
        "draw-two",
        "stack-twos",
        "five-draw-five",
        "stack-fives",
        "ten-skip",
        "jack-again",
        "ace-wild",
        "all-of-a-rank",
    ),
    options={
        "hand_size": 7,
        "starter": "any",
        "draw_limit": 1,
        "after_draw": "turn_ends",
        "voluntary_draw": True,
        "empty_stock": "reshuffle",
        "penalty_turn": "turn_lost",
        "last_card_call": 2,
        "scoring": "rounds_won",
    },
    max_players=6,
    default_players=4,
    source="Wikipedia's article on Last Card",
)

DOMINEIGHTS = Variant(
    name="domineights",
    summary="Eights call the suit, and a chain of cards, each one rank up or down, may be played in one turn.",
    rules=("chains", "crazy-eight"),
    options={
        "hand_size": 7,
        "starter": "no_wild",
        "draw_limit": 1,
        "after_draw": "play_drawn",
        "voluntary_draw": True,
        "empty_stock": "reshuffle",
        "scoring": "winner_collects",
        "target": 100,
        "target_step": 50,
    },
    max_players=6,
    default_players=4,
    source="Domineights, a game of the family",
)

SURPRISE = Variant(
    name="surprise",
    summary="Other rules every time: they are drawn by chance, and the same number draws the same rules.",
    max_players=6,
    default_players=4,
    source="this game's own",
    draw=draw,
)


@hookimpl
def crazyeights_variants() -> list[Variant]:
    """Offer them."""
    return [
        CLASSIC,
        PLAIN,
        BICYCLE,
        PAGAT,
        WIKIPEDIA,
        OPENSPIEL,
        OPENSPIEL_SPECIAL,
        COUNTDOWN,
        MAU_MAU,
        SWITCH,
        LAST_CARD,
        DOMINEIGHTS,
        SURPRISE,
    ]
