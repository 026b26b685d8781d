"""Surprise: what is played tonight is drawn by chance, and the same number always draws the same.

Each rank gets one role at most, and only what goes together is put together, so that every evening can be played.
"""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Final, NamedTuple, TypeAlias, TypeVar

from crazyeights import Rule, Variant

Settings: TypeAlias = "Mapping[str, int | str | bool | None]"
_T = TypeVar("_T")


class Idea(NamedTuple):
    """A rule that an evening may have.

    Attributes:
        rule: its name.
        rank: the rank that it needs for itself; "" if it needs none.
        words: what it does, as a part of the sentence that tells tonight's rules.
        stack: the rule by which what it makes draw adds up; "" if there is none.
    """

    rule: str
    rank: str
    words: str
    stack: str = ""


WILD: Final = (
    Idea("crazy-eight", "8", "eights call the suit"),
    Idea("jack-wild", "J", "jacks call the suit"),
    Idea("ace-wild", "A", "aces call the suit"),
    Idea("eight-must-match", "8", "eights call the suit but have to match"),
    Idea("eight-keeps-suit", "8", "eights go on any card but call no suit"),
)
DRAWS: Final = (
    Idea("draw-two", "2", "twos make draw two", "stack-twos"),
    Idea("five-draw-five", "5", "fives make draw five", "stack-fives"),
    Idea("seven-draw-two", "7", "sevens make draw two", "stack-sevens"),
    Idea("king-draw-two", "K", "kings make draw two"),
    Idea("queen-of-spades-five", "Q", "the queen of spades makes draw five"),
    Idea("black-jack-five", "J", "black jacks make draw five", "stack-black-jacks"),
)
SKIPS: Final = (
    Idea("queen-skip", "Q", "queens skip"),
    Idea("eight-skip", "8", "eights skip"),
    Idea("ten-skip", "10", "tens skip"),
    Idea("jack-skip", "J", "jacks skip"),
    Idea("ace-skip", "A", "aces skip"),
)
REVERSES: Final = (
    Idea("ace-reverse", "A", "aces reverse"),
    Idea("four-reverse", "4", "fours reverse"),
    Idea("nine-reverse", "9", "nines reverse"),
    Idea("king-reverse", "K", "kings reverse"),
)
AGAIN: Final = (Idea("jack-again", "J", "jacks give another turn"),)
EXCHANGES: Final = (
    Idea("seven-swap", "7", "sevens swap hands"),
    Idea("ten-rotate", "10", "tens hand all hands on"),
    Idea("three-pass-left", "3", "threes let everybody pass a card left"),
)
JOKERS: Final = (
    Idea("joker-wild", "*", "two jokers call the suit"),
    Idea("joker-draw-four", "*", "two jokers call the suit and make draw four", "stack-jokers"),
    Idea("joker-cancel", "*", "two jokers call the suit and save who has to draw"),
)
SEVERAL: Final = (
    Idea("all-of-a-rank", "", "all cards of a rank go at once"),
    Idea("runs", "", "runs in a suit go at once"),
    Idea("chains", "", "chains of ranks go at once"),
)
#: What an evening may have, and in how many of a hundred evenings it does.
MENU: Final = (
    (WILD, 100),
    (DRAWS, 85),
    (SKIPS, 70),
    (REVERSES, 55),
    (EXCHANGES, 35),
    (AGAIN, 35),
    (JOKERS, 30),
    (SEVERAL, 40),
)

DRAWING: Final[Sequence[Settings]] = (
    {"draw_limit": 1, "after_draw": "turn_ends"},
    {"draw_limit": 1, "after_draw": "play_drawn"},
    {"draw_limit": 1, "after_draw": "must_play", "voluntary_draw": False},
    {"draw_limit": 3, "after_draw": "play_any", "voluntary_draw": False},
    {"draw_limit": None, "after_draw": "play_any", "voluntary_draw": False},
)
STARTERS: Final[Sequence[Settings]] = (
    {"starter": "any"},
    {"starter": "no_wild"},
    {"starter": "no_special"},
    {"starter": "acts", "wild_starter": "buried"},
    {"starter": "acts", "wild_starter": "called"},
)
MATCHES: Final[Sequence[Settings]] = (
    {"scoring": "winner_collects", "target": 100, "target_step": 50},
    {"scoring": "losers_charged", "target": 100},
    {"scoring": "rounds_won", "target": 3},
)


class Chance:
    """The chance that follows from a number, on every machine and in every version of Python."""

    def __init__(self, number: int) -> None:
        # Of what Random offers, only `random` never changes.
        self._next = Random(f"surprise {number}").random

    def happens(self, percent: int) -> bool:
        """Say whether something happens that does in so many of a hundred cases."""
        return self._next() * 100 < percent

    def one_of(self, things: Sequence[_T]) -> _T:
        """Pick one of the things."""
        return things[int(self._next() * len(things))]


def draw(number: int, rules: Mapping[str, Rule]) -> Variant:
    """Draw the evening that a number stands for.

    Args:
        number: the number.
        rules: all rules by name; what is not among them is not drawn.
    """
    chance = Chance(number)
    ideas = _ideas(chance, rules)
    names = [idea.rule for idea in ideas]
    words = [idea.words for idea in ideas]
    for place, idea in enumerate(ideas):
        if idea.stack in rules and chance.happens(60):
            names.append(idea.stack)
            words[place] += " and add up"
    if "black-jack-five" in names and "red-jack-cancel" in rules and chance.happens(50):
        names.append("red-jack-cancel")
        words.append("red jacks save who has to draw for a black one")
    if "jack-wild" in names and "all-of-a-rank" not in names and "jack-not-on-jack" in rules and chance.happens(50):
        names.append("jack-not-on-jack")
        words.append("no jack goes on a jack")
    options = _options(chance)
    if options["last_card_call"]:
        words.append("the last card has to be announced")
    return Variant(
        name=f"surprise-{number}",
        summary=f"Tonight {', '.join(words[:-1])} and {words[-1]}." if words[1:] else f"Tonight {words[0]}.",
        rules=tuple(names),
        options=options,
        max_players=6,
        default_players=4,
        source=f"drawn by chance from the number {number}",
    )


def _ideas(chance: Chance, rules: Mapping[str, Rule]) -> list[Idea]:
    """Draw rules of which no two need the same rank."""
    drawn: list[Idea] = []
    for choice, percent in MENU:
        taken = {idea.rank for idea in drawn if idea.rank}
        fitting = [idea for idea in choice if idea.rule in rules and idea.rank not in taken]
        if fitting and chance.happens(percent):
            drawn.append(chance.one_of(fitting))
    return drawn


def _options(chance: Chance) -> Settings:
    return {
        "hand_size": chance.one_of((5, 6, 7)),
        "extra_deck_from": 5,
        **chance.one_of(DRAWING),
        **chance.one_of(STARTERS),
        "penalty_turn": chance.one_of(("then_play", "turn_lost")),
        "two_player_reverse": chance.one_of(("skip", "again")),
        "last_card_acts": chance.happens(30),
        "go_out": "no_special" if chance.happens(15) else "any",
        "last_card_call": 2 if chance.happens(40) else 0,
        "blocked": chance.one_of(("draw", "lowest_hand")),
        **chance.one_of(MATCHES),
    }
