"""How the kernel's records lie in memory: the rules of a game, a round, the chance behind it, and what came of it.

Numbers are 64 bits wide, for compiled code mixes nothing else with them; sets of faces are the lowest bits of one
number. The sizes are the largest that the kernel can play; `limits.why_not` says which rules want more.
"""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from crazyeights.fast.limits import MAX_CARDS, MAX_COPIES, MAX_FACES, MAX_LEVELS, MAX_SEATS, MAX_SUITS

NO_LIMIT: Final = 1 << 30

# Moves are numbers: their kind, then face, called suit + 1, swap seat + 1 and announcement, from these bits on.
PLAY: Final = 1
DRAW: Final = 2
PASS: Final = 3
DONE: Final = 4
CALL: Final = 5
GIVE: Final = 6
KIND_BITS: Final = 7
FACE_AT: Final = 3
SUIT_AT: Final = 9
SWAP_AT: Final = 13
ALOUD_AT: Final = 17

# What the seat to move decides; as `progress.Phase`.
TURN: Final = 0
ADDING: Final = 1
GIVING: Final = 2
CALLING: Final = 3

# Why a round is over; `REASONS` in `arrays` says what the engine calls them.
GOES_ON: Final = 0
EMPTY_HAND: Final = 1
BLOCKED: Final = 2
PLAY_LIMIT: Final = 3
STOPPED: Final = 4

# How the order of cards follows: from a stream of numbers, or as `Game.deal` does it.
STREAM: Final = 0
SHAKE: Final = 1

# Scoring; as `options.Scoring`.
WINNER_COLLECTS: Final = 0
LOSERS_CHARGED: Final = 1
ROUNDS_WON: Final = 2

_I = np.int64


def _record(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    # Elements of this class have their fields as attributes, in plain Python too.
    return np.dtype((np.record, np.dtype(list(fields), align=True)))


#: What the engine's `Tables` have under the same name.
SAME: Final = (
    # sets of faces
    "swap",
    # numbers
    "draw_limit",
    "max_plays",
    # yes or no
    "stacks",
    "turn_ends",
    "play_drawn",
    "must_play",
    "voluntary",
    "voluntary_pass",
    "reshuffles",
    "refills",
    "ends_round",
    "one_more_pass",
    "turn_lost",
    "reverse_skips",
    "reverse_again",
    "last_card_acts",
    "starter_acts",
    "partners",
)
#: The same, of what only games that are not plain have.
SAME_IF_RICH: Final = (
    # sets of faces
    "cancel",
    "rotate",
    "pass_left",
    "exchange",
    "last_resort",
    # numbers
    "last_card_call",
    "false_call",
)
_PLAIN: Final[tuple[tuple[Any, ...], ...]] = (
    ("playable", _I, (MAX_LEVELS, MAX_FACES, MAX_SUITS + 1)),
    ("wild", _I, (MAX_LEVELS,)),
    ("chooses", _I, (MAX_LEVELS,)),
    ("can_finish", _I, (MAX_LEVELS,)),
    ("level_hands", _I, (MAX_LEVELS,)),
    ("answers", _I, (MAX_FACES,)),
    ("skip", _I, (MAX_FACES,)),
    ("draw", _I, (MAX_FACES,)),
    ("points", _I, (MAX_FACES,)),
    ("suit_of", _I, (MAX_FACES,)),
    ("suit_faces", _I, (MAX_SUITS + 1,)),
    *(
        (name, _I)
        for name in (
            # sets of faces
            "reverse",
            "again",
            "acts",
            "involved",  # faces of which something follows, or may
            "unfit",
            # numbers
            "players",
            "faces",
            "copies",
            "cards",
            "suits",
            "hand_size",
            "levels",
            "scoring",
            # yes or no
            "rich",
            "quick",
            "starter_free",
            "starter_called",
            "lowest_hand",
            "last_wild_doubles",
            *SAME,
        )
    ),
)
_RICH: Final[tuple[tuple[Any, ...], ...]] = (
    ("follows", _I, (MAX_FACES,)),
    ("follow", _I),  # whether there is any
    *((name, _I) for name in SAME_IF_RICH),
)
#: The rules of a game for a number of players. What differs from level to level of a countdown comes with the level
#: first; other games have but one.
RULES: Final = _record(*_RICH, *_PLAIN)  # in this order, or numba would take it for a sort of plain rules
#: The same where a turn is never more than drawing, passing or one card that the quick way in `legal.find` finds. What
#: else there is needs the field `RICH`, and is not even compiled for such games.
PLAIN_RULES: Final = _record(*_PLAIN)
RICH: Final = "follows"

#: A round at one moment, what is legal in it (once `legal.find` was called), and how it ended.
ROUND: Final = _record(
    # Word 0 says which faces a hand holds at least once, word 1 which at least twice, and so on.
    ("hands", _I, (MAX_SEATS, MAX_COPIES)),
    ("sizes", _I, (MAX_SEATS,)),
    ("stock", np.uint8, (MAX_CARDS,)),
    ("levels", _I, (MAX_SEATS,)),
    ("gifts", _I, (MAX_SEATS,)),
    ("points", _I, (MAX_SEATS,)),
    *(
        (name, _I)
        for name in (
            "left",  # cards in the stock; the next one is the last of them
            "to_move",  # -1 when the round is over
            "first",
            "top",
            "suit",
            "step",  # 1 towards higher seats, -1 towards lower ones
            "pending",
            "drawn",
            "newest",  # the face that was drawn last in an ordinary draw
            "passes",  # in a row
            "reshuffled",  # how often
            # `progress.Progress`
            "phase",
            "actor",
            "announced",
            "cards_left",
            "to_reverse",
            "to_skip",
            "to_draw",
            "to_go_again",
            # what is legal
            "may_play",  # a set of faces; in GIVING, those that may be given
            "may_draw",
            "may_else",  # PASS or DONE; 0 for neither
            "calls_suit",
            "aloud",  # 0: no announcements; 1: they would be right, and come first; 2: wrong, and come after
            "targets",  # a set of seats
            "count",  # of the legal moves
            # how it ended
            "winner",  # -1 for nobody
            "reason",
            # what happened
            "moves",
            "played",
            "draws",
            "passed",
            "called",
            "reversed",
            "skipped",
            "replayed",
            "penalty",
        )
    ),
)

_ORDER: Final = (
    ("seed", np.uint64),
    ("number", np.uint64),
    ("choices", np.uint64),  # the stream of the policies' choices
    ("mode", _I),
    ("order", np.uint8, (MAX_CARDS,)),  # the faces of the deck in dealing order
)
#: Where the order of the cards comes from if it is a stream of numbers.
STREAM_CHANCE: Final = _record(*_ORDER)
#: Where it comes from if it is as `Game.deal` has it; parts for this need the field `SHAKEN`.
CHANCE: Final = _record(
    ("key", np.uint8, (2 * MAX_CARDS + 4,)),
    ("faces", np.uint8, (MAX_CARDS,)),
    ("scratch", np.uint16, (MAX_CARDS,)),
    *_ORDER,
)
SHAKEN: Final = "key"


_COUNTS: Final = (
    ("moves", np.int32),
    ("played", np.int32),
    ("drawn", np.int32),
    ("penalty", np.int32),
    ("passed", np.int32),
    ("called", np.int32),
    ("reversed", np.int32),
    ("skipped", np.int32),
    ("replayed", np.int32),
    ("reshuffled", np.int32),
)
#: What came of a round.
RESULT: Final = _record(("winner", np.int8), ("reason", np.uint8), ("points", np.int32, (MAX_SEATS,)), *_COUNTS)


def results(players: int) -> np.dtype[Any]:
    """Give the type of what is kept of each round, for so many players; see `simulation.simulate` for its fields."""
    return np.dtype([("winner", np.int8), ("reason", np.uint8), ("points", np.int32, (players,)), *_COUNTS])
