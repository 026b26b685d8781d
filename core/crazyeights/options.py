"""The options that govern a turn: what each is called, what it may be, and how a user writes it.

A variant names values for them, a rule may set some, and the user has the last word with `--set OPTION=VALUE`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Final, TypeAlias

from crazyeights.errors import OptionError, UnknownNameError, listed

OptionValue: TypeAlias = "int | bool | str | None"


class Starter(StrEnum):
    """What happens when the first discard is a special card."""

    ANY = "any"  # whatever comes counts as printed and does nothing
    NO_WILD = "no_wild"  # a wild card is buried in the middle of the stock and the next card turned
    NO_SPECIAL = "no_special"  # any card with an effect is buried so
    ACTS = "acts"  # it acts as if the player before the first had played it


class WildStarter(StrEnum):
    """What happens when the first discard is a wild card, unless `Starter` buries it anyway."""

    PRINTED = "printed"  # it counts as printed
    BURIED = "buried"  # it is buried in the middle of the stock and the next card turned
    FREE = "free"  # any card may be played on it
    CALLED = "called"  # the player before the first calls a suit


class DeckCards(StrEnum):
    """How many cards a deck has, jokers aside."""

    ALL = "52"  # ace to king
    FROM_SIX = "36"  # six to king, and the aces
    FROM_SEVEN = "32"  # seven to king, and the aces


class AfterDraw(StrEnum):
    """What a player may do after drawing a card."""

    TURN_ENDS = "turn_ends"  # the drawn card waits for a later turn
    PLAY_DRAWN = "play_drawn"  # only the card just drawn may be played
    PLAY_ANY = "play_any"  # any playable card may be played
    MUST_PLAY = "must_play"  # the card just drawn must be played if it can be


class EmptyStock(StrEnum):
    """What happens when the stock is empty."""

    RESHUFFLE = "reshuffle"  # when a card is to be drawn, the discard pile but for its top card becomes the stock
    REFILL = "refill"  # the same, but as soon as the stock is empty
    STAYS_EMPTY = "stays_empty"  # nobody draws any more
    ENDS_ROUND = "ends_round"  # nobody draws any more, and the first player who can't play ends the round


class PenaltyTurn(StrEnum):
    """What a player who had to draw as a penalty may still do in that turn."""

    THEN_PLAY = "then_play"  # the turn is played as usual
    TURN_LOST = "turn_lost"  # the turn is over


class TwoPlayerReverse(StrEnum):
    """What a reverse does when there are two players."""

    NOTHING = "nothing"  # the other player is next, as ever
    SKIP = "skip"  # the other player is skipped
    AGAIN = "again"  # the same player has another turn


class GoOut(StrEnum):
    """Which cards may be the last of a hand."""

    ANY = "any"
    NO_SPECIAL = "no_special"  # none that does anything
    ONLY_WILD = "only_wild"  # none but a wild card


class Blocked(StrEnum):
    """How a round ends in which nobody can move."""

    DRAW = "draw"  # nobody wins
    LOWEST_HAND = "lowest_hand"  # the hand with the fewest points wins


class BlockAfter(StrEnum):
    """How many passes in a row end a round in which nobody can move."""

    ALL_PASS = "all_pass"  # one of each player
    ONE_MORE = "one_more"  # one more than that


class Scoring(StrEnum):
    """Who scores what at the end of a round."""

    WINNER_COLLECTS = "winner_collects"  # the winner scores what the others hold
    LOSERS_CHARGED = "losers_charged"  # everybody is charged what they hold, and the fewest points are best
    ROUNDS_WON = "rounds_won"  # the winner scores one


def _option(default: OptionValue, summary: str, low: int | None = None, high: int | None = None) -> Any:  # noqa: ANN401
    return dataclasses.field(default=default, metadata={"summary": summary, "low": low, "high": high})


@dataclass(frozen=True, slots=True)
class Options:
    """A value for each option; the defaults are those of `classic`.

    Attributes:
        draw_limit: how many cards a player may draw in one turn; None for as many as there are.
    """

    hand_size: int = _option(5, "how many cards each player is dealt", 1, 26)
    few_players: int = _option(2, "up to how many players count as few", 2, 20)
    few_hand_size: int | None = _option(None, "how many cards each of few players is dealt (none: as many)", 1, 26)
    deck_cards: DeckCards = _option(DeckCards.ALL, "how many cards a deck has, jokers aside")
    decks: int = _option(1, "how many decks are shuffled together", 1, 4)
    extra_deck_from: int | None = _option(None, "from how many players on there is one deck more", 3, 20)
    jokers: int = _option(0, "how many jokers each deck has", 0, 4)
    starter: Starter = _option(Starter.ANY, "what happens when the first discard is a special card")
    wild_starter: WildStarter = _option(WildStarter.PRINTED, "what happens when the first discard is a wild card")
    draw_limit: int | None = _option(1, "how many cards may be drawn in one turn (none: no limit)", 1, 99)
    after_draw: AfterDraw = _option(AfterDraw.TURN_ENDS, "what may be played after drawing")
    voluntary_draw: bool = _option(True, "whether a player who could play may draw instead")
    voluntary_pass: bool = _option(False, "whether a player who could play may pass when there is nothing to draw")
    empty_stock: EmptyStock = _option(EmptyStock.RESHUFFLE, "what happens when the stock is empty")
    penalty_turn: PenaltyTurn = _option(PenaltyTurn.THEN_PLAY, "what a player does after drawing a penalty")
    two_player_reverse: TwoPlayerReverse = _option(TwoPlayerReverse.NOTHING, "what a reverse does with two players")
    last_card_acts: bool = _option(False, "whether a player's last card still has its effect")
    go_out: GoOut = _option(GoOut.ANY, "which cards may be the last of a hand")
    last_wild_doubles: bool = _option(False, "whether the points count twice if the winner's last card was wild")
    last_card_call: int = _option(0, "how many cards it costs not to announce one's last card (0: no call)", 0, 20)
    false_call: int = _option(0, "how many cards it costs to announce a last card wrongly (0: it can't be done)", 0, 20)
    partners: bool = _option(False, "whether four players play as two pairs")
    blocked: Blocked = _option(Blocked.DRAW, "how a round ends in which nobody can move")
    block_after: BlockAfter = _option(BlockAfter.ALL_PASS, "how many passes in a row end such a round")
    max_plays: int | None = _option(None, "after how many played cards a round ends", 1, 100_000)
    scoring: Scoring = _option(Scoring.WINNER_COLLECTS, "who scores what at the end of a round")
    target: int | None = _option(None, "the score that ends a match", 1, 100_000)
    target_step: int = _option(0, "what each player beyond two adds to the target", 0, 10_000)
    rounds: int | None = _option(None, "how many rounds a match has", 1, 10_000)

    def check(self) -> Options:
        """Give these options back if they make sense together.

        Raises:
            OptionError: a value is out of its range, or two values contradict each other.
        """
        for name in OPTION_NAMES:
            parse_option(name, getattr(self, name))
        if self.after_draw is AfterDraw.TURN_ENDS and self.draw_limit != 1:
            limit = "none" if self.draw_limit is None else self.draw_limit
            raise OptionError(
                f"draw_limit={limit} contradicts after_draw=turn_ends, where the first card drawn ends the turn; "
                "take draw_limit=1, or after_draw=play_any or play_drawn"
            )
        buries = self.starter in {Starter.NO_WILD, Starter.NO_SPECIAL}
        if buries and self.wild_starter in {WildStarter.FREE, WildStarter.CALLED}:
            raise OptionError(
                f"starter={self.starter} buries wild cards, which contradicts wild_starter={self.wild_starter}; "
                "take starter=any or acts, or wild_starter=buried"
            )
        if self.false_call and not self.last_card_call:
            raise OptionError(
                f"false_call={self.false_call} makes no sense where no last card is announced; set last_card_call too"
            )
        if self.target_step and self.target is None:
            raise OptionError(f"target_step={self.target_step} makes no sense without a target; set target too")
        return self

    def with_values(self, values: Mapping[str, OptionValue]) -> Options:
        """Give a copy with the named options changed; values may be written as a user writes them.

        Raises:
            UnknownNameError: there is no such option.
            OptionError: a value is not one of those that the option may have.
        """
        parsed: dict[str, Any] = {name: parse_option(name, value) for name, value in values.items()}
        return dataclasses.replace(self, **parsed)

    def as_dict(self) -> dict[str, OptionValue]:
        """Give all options by name, as plain values that JSON can hold."""
        return {name: _plain(getattr(self, name)) for name in OPTION_NAMES}


OPTION_NAMES: Final = tuple(field.name for field in dataclasses.fields(Options))
_FIELDS: Final = {field.name: field for field in dataclasses.fields(Options)}
OPTIONAL: Final = frozenset(
    {"draw_limit", "few_hand_size", "extra_deck_from", "max_plays", "target", "rounds"}
)  # those that may be none
_TRUE: Final = frozenset({"yes", "true", "on", "1"})
_FALSE: Final = frozenset({"no", "false", "off", "0"})


def parse_option(name: str, value: OptionValue) -> OptionValue:
    """Read an option's value as a user writes it ("none", "yes", "play_any") or as a program gives it.

    Raises:
        UnknownNameError: there is no option of that name.
        OptionError: the value is not one of those that the option may have; says which they are.
    """
    field = _FIELDS.get(name)
    if field is None:
        raise UnknownNameError("option", name, OPTION_NAMES)
    word = value.strip().lower().replace("-", "_") if isinstance(value, str) else value
    if isinstance(field.default, StrEnum):
        choices = {choice.value: choice for choice in type(field.default)}
        # A program may give the number 36 where the words are numbers.
        said = str(word) if isinstance(word, int) and not isinstance(word, bool) else word
        if isinstance(said, str) and said in choices:
            return choices[said]
    elif isinstance(field.default, bool):
        if isinstance(word, bool):
            return word
        if isinstance(word, str) and word in _TRUE:
            return True
        if isinstance(word, str) and word in _FALSE:
            return False
    else:
        low, high = field.metadata["low"], field.metadata["high"]
        if (word is None or word == "none") and name in OPTIONAL:
            return None
        # isdecimal, and int() after it: "1_0" and "٣" are numbers to int() but not to a person.
        if isinstance(word, str) and word.isascii() and word.isdecimal():
            word = int(word)
        if isinstance(word, int) and not isinstance(word, bool) and low <= word <= high:
            return word
    raise OptionError(f"{name} can't be {_plain(value)!r}; it is {option_values(name)}")


def option_values(name: str) -> str:
    """Say which values an option may have, as in "any, no_wild or acts"."""
    field = _FIELDS[name]
    if isinstance(field.default, StrEnum):
        return listed([choice.value for choice in type(field.default)], "or")
    if isinstance(field.default, bool):
        return "yes or no"
    numbers = f"a number from {field.metadata['low']} to {field.metadata['high']}"
    return f"{numbers}, or none" if name in OPTIONAL else numbers


def option_summary(name: str) -> str:
    """Say in half a sentence what an option governs."""
    return str(_FIELDS[name].metadata["summary"])


def option_choices(name: str) -> tuple[str, ...]:
    """Give the words that may be written for an option, for completion; numbers are left out."""
    field = _FIELDS[name]
    if isinstance(field.default, StrEnum):
        return tuple(choice.value for choice in type(field.default))
    if isinstance(field.default, bool):
        return ("yes", "no")
    return ("none",) if name in OPTIONAL else ()


def show_option(value: OptionValue) -> str:
    """Write an option's value as a user writes it."""
    if value is None:
        return "none"
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value)


def _plain(value: OptionValue) -> OptionValue:
    return value.value if isinstance(value, StrEnum) else value
