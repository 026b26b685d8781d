"""Rules as data: what a special card does is declared once to a `RulesetBuilder` and compiled to tables.

A rule plugin is a `Rule` with a function `apply(build)`. It says in verbs over sets of cards what those cards do:

    def apply(build):
        build.skip(build.rank("Q"))

What no verb says, `on_play` does with a Python function that gets a `Turn`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Final, TypeAlias

from crazyeights.cards import Card, Deck, Suit
from crazyeights.errors import RuleError
from crazyeights.options import OptionValue

if TYPE_CHECKING:
    from crazyeights.builder import RulesetBuilder

Effect: TypeAlias = "Callable[[Turn], object]"

_NAME: Final = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")


def check_name(kind: str, name: object) -> None:
    """Check the name of something that a plugin offers: small letters, digits and single hyphens.

    Raises:
        RuleError: it is not such a name.
    """
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise RuleError(
            f"{name!r} can't be the name of a {kind}: it takes small letters, digits and hyphens, as in draw-two"
        )


@dataclass(frozen=True, slots=True)
class Rule:
    """A special-card rule: what a plugin's `crazyeights_rules` hook returns.

    Attributes:
        name: as the user writes it after `--rule`.
        summary: what it does, in one line.
        guide: what it does, in whole sentences for the player's guide.
        apply: declares it to a `RulesetBuilder`.
    """

    name: str
    summary: str
    guide: str
    apply: Callable[[RulesetBuilder], None]

    def __post_init__(self) -> None:
        check_name("rule", self.name)


@dataclass(frozen=True, slots=True)
class Variant:
    """A named set of rules and options: what a plugin's `crazyeights_variants` hook returns.

    Attributes:
        name: as the user writes it after `--variant`.
        summary: what sort of game it is, in one line.
        rules: the names of its rules.
        options: its values for the options; the others keep their defaults.
        min_players, max_players: how many can play it.
        default_players: how many play if nobody says.
        source: where its rules are from.
        deck: a deck of its own; None for the French one that the options describe.
        draw: for a family of variants that are drawn by chance: gives the one that a number stands for, from that
            number and all rules by name. The variant drawn is called after both, as in "surprise-42".
    """

    name: str
    summary: str
    rules: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    min_players: int = 2
    max_players: int = 7
    default_players: int = 2
    source: str = ""
    deck: Deck | None = None
    draw: Callable[[int, Mapping[str, Rule]], Variant] | None = None

    def __post_init__(self) -> None:
        check_name("variant", self.name)
        if not 2 <= self.min_players <= self.default_players <= self.max_players:
            raise RuleError(
                f"{self.name}: the players must be 2 or more and in order: at least {self.min_players}, "
                f"usually {self.default_players}, at most {self.max_players}"
            )


class Turn:
    """What a rule's Python function may see and do when a card is played.

    It gathers what is asked for; the engine carries it out when the function has returned, and drops all of it if the
    function fails, so that no rule can leave a round half changed.

    Attributes:
        card: the card that was played.
        seat: the seat that played it.
        players: how many seats there are.
        direction: 1 towards higher seats, -1 towards lower ones, before this card's own effects.
        active_suit: the suit to match after this card; None after a joker that called none.
        hand_sizes: how many cards each seat holds, the played card no longer among them.
        stock_size: how many cards the stock has.
    """

    __slots__ = (
        "_again",
        "_draw",
        "_gifts",
        "_reverse",
        "_skip",
        "_suit",
        "active_suit",
        "card",
        "direction",
        "hand_sizes",
        "players",
        "seat",
        "stock_size",
    )

    def __init__(
        self,
        card: Card,
        seat: int,
        direction: int,
        active_suit: Suit | None,
        hand_sizes: tuple[int, ...],
        stock_size: int,
    ) -> None:
        self.card = card
        self.seat = seat
        self.players = len(hand_sizes)
        self.direction = direction
        self.active_suit = active_suit
        self.hand_sizes = hand_sizes
        self.stock_size = stock_size
        self._skip = 0
        self._draw = 0
        self._reverse = False
        self._again = False
        self._suit: Suit | None = None
        self._gifts: list[tuple[int, int]] = []

    def skip(self, turns: int = 1) -> None:
        """Let the next `turns` turns be skipped."""
        self._skip += check_count("turns to skip", turns)

    def reverse(self) -> None:
        """Turn the direction; twice is not at all."""
        self._reverse = not self._reverse

    def add_draw(self, cards: int) -> None:
        """Make the next player draw `cards` more."""
        self._draw += check_count("cards to draw", cards)

    def make_draw(self, seat: int, cards: int) -> None:
        """Make the given seat draw `cards` now, whoever is next."""
        if not isinstance(seat, int) or seat not in range(self.players):
            raise RuleError(f"there is no seat {seat}; the seats are 0 to {self.players - 1}")
        self._gifts.append((seat, check_count("cards to draw", cards)))

    def play_again(self) -> None:
        """Let the player who played this card have another turn."""
        self._again = True

    def choose_suit(self, suit: Suit) -> None:
        """Make `suit` the suit to match, whatever the card's own."""
        if not isinstance(suit, Suit):
            raise RuleError(f"{suit!r} is not a suit")
        self._suit = suit

    @property
    def requests(self) -> tuple[int, int, bool, bool, Suit | None, tuple[tuple[int, int], ...]]:
        """What was asked for: turns skipped, cards to draw, reverse, again, suit, and (seat, cards) drawn now."""
        return (self._skip, self._draw, self._reverse, self._again, self._suit, tuple(self._gifts))


def check_count(what: str, number: int) -> int:
    """Give a number back if it is a sensible one of turns or cards.

    Raises:
        RuleError: it is not.
    """
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 99:
        raise RuleError(f"the number of {what} can't be {number!r}; it is a whole number from 1 to 99")
    return number
