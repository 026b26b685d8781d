"""What happened, in plain English: the sentences that every frontend shows for events, cards and moves.

Nothing here knows a screen. A seat is called by its name; the reader's own seat, if one is given as `you`, is "you".
"""

from crazyeights.errors import listed
from crazyeights.words.choices import describe_move, to_match
from crazyeights.words.events import describe
from crazyeights.words.names import counted, direction_name, kinds, shown_name, the_card, the_cards
from crazyeights.words.narrator import Narrator, narrate

__all__ = [
    "Narrator",
    "counted",
    "describe",
    "describe_move",
    "direction_name",
    "kinds",
    "listed",
    "narrate",
    "shown_name",
    "the_card",
    "the_cards",
    "to_match",
]
