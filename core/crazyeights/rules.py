"""Rules as data: what a special card does is declared once to a `RulesetBuilder` and compiled to tables.

A rule plugin is a `Rule` with a function `apply(build)`. It says in verbs over sets of cards what those cards do:

    def apply(build):
        build.skip(build.rank("Q"))

What no verb says, `on_play` does with a Python function that gets a `Turn`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Final, TypeAlias

from crazyeights.cards import JOKER, RANKS, SUITS, Card, Deck, Suit
from crazyeights.errors import CrazyEightsError, NotationError, RuleConflictError, RuleError, describe_error
from crazyeights.options import OptionValue, parse_option, show_option

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
        deck: a deck of its own; None for the French one that the options `decks` and `jokers` describe.
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
        self._skip += _count("turns to skip", turns)

    def reverse(self) -> None:
        """Turn the direction; twice is not at all."""
        self._reverse = not self._reverse

    def add_draw(self, cards: int) -> None:
        """Make the next player draw `cards` more."""
        self._draw += _count("cards to draw", cards)

    def make_draw(self, seat: int, cards: int) -> None:
        """Make the given seat draw `cards` now, whoever is next."""
        if not isinstance(seat, int) or seat not in range(self.players):
            raise RuleError(f"there is no seat {seat}; the seats are 0 to {self.players - 1}")
        self._gifts.append((seat, _count("cards to draw", cards)))

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


def _count(what: str, number: int) -> int:
    if not isinstance(number, int) or isinstance(number, bool) or not 1 <= number <= 99:
        raise RuleError(f"the number of {what} can't be {number!r}; it is a whole number from 1 to 99")
    return number


def _check_texts(method: str, example: str, texts: tuple[object, ...]) -> None:
    for text in texts:
        if not isinstance(text, str):
            raise NotationError(f'build.{method} takes texts, as in build.{method}("{example}"), not {text!r}')


@dataclass(slots=True)
class Declared:
    """All that the rules of one ruleset have declared; the compiler's input."""

    wild: set[Card] = field(default_factory=set)
    choose: set[Card] = field(default_factory=set)
    reverse: set[Card] = field(default_factory=set)
    again: set[Card] = field(default_factory=set)
    no_finish: set[Card] = field(default_factory=set)
    skip: dict[Card, int] = field(default_factory=dict)
    draw: dict[Card, int] = field(default_factory=dict)
    points: dict[Card, int] = field(default_factory=dict)
    answers: dict[Card, set[Card]] = field(default_factory=dict)
    effects: dict[Card, list[tuple[str, Effect]]] = field(default_factory=dict)
    options: dict[str, OptionValue] = field(default_factory=dict)


class RulesetBuilder:
    """What a rule's `apply` declares its effects to.

    Every verb takes any collection of cards; `rank`, `suit` and `card` give sets of them, which `&` and `|` combine.
    Cards that the deck does not have are left out, so a rule about twos does no harm in a deck without twos.

    Attributes:
        deck: the deck that the ruleset is for.
        rule: the name of the rule that is being applied.
    """

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self.rule = ""
        self.declared = Declared()
        self._faces = frozenset(deck.faces)
        self._setters: dict[tuple[str, object], str] = {}

    def add(self, rule: Rule) -> None:
        """Apply a rule.

        Raises:
            RuleConflictError: it contradicts a rule applied before.
            RuleError: it fails; the message names it.
        """
        self.rule = rule.name
        try:
            rule.apply(self)
        except RuleConflictError:
            raise
        except CrazyEightsError as error:
            raise RuleError(f"the rule {rule.name} is wrong: {error}") from error
        except (Exception, SystemExit) as error:
            raise RuleError(f"the rule {rule.name} failed: {describe_error(error)}") from error

    # Sets of cards

    def rank(self, *texts: str) -> frozenset[Card]:
        """Give all cards of the ranks written so, as in `rank("Q")`; `rank("*")` gives the jokers.

        Raises:
            NotationError: neither this deck nor the French one has such a rank.
        """
        _check_texts("rank", "Q", texts)
        known = {rank.text.upper() for rank in (*self.deck.ranks, *RANKS, JOKER)}
        wanted = {text.strip().upper() for text in texts}
        for text in sorted(wanted - known):
            raise NotationError(f"{text!r} is not a rank")
        return frozenset(card for card in self._faces if card.rank.text.upper() in wanted)

    def suit(self, *texts: str) -> frozenset[Card]:
        """Give all cards of the suits written so, as in `suit("S")`.

        Raises:
            NotationError: neither this deck nor the French one has such a suit.
        """
        _check_texts("suit", "S", texts)
        suits = {Suit.parse(text, (*self.deck.suits, *SUITS)) for text in texts}
        return frozenset(card for card in self._faces if card.suit in suits)

    def card(self, *texts: str) -> frozenset[Card]:
        """Give the single cards written so, as in `card("QS")`.

        Raises:
            NotationError: neither this deck nor the French one has such a card.
        """
        _check_texts("card", "QS", texts)
        cards = (self.deck.find(text) or Card.parse(text) for text in texts)
        return frozenset(cards) & self._faces

    @property
    def all_cards(self) -> frozenset[Card]:
        """Give every card of the deck."""
        return self._faces

    # Verbs

    def wild(self, cards: Iterable[Card]) -> None:
        """Let the cards be played on any card."""
        self.declared.wild |= self._mine(cards)

    def choose_suit(self, cards: Iterable[Card]) -> None:
        """Let the player who plays one of the cards call the suit to match."""
        self.declared.choose |= self._mine(cards)

    def reverse(self, cards: Iterable[Card]) -> None:
        """Let the cards turn the direction of play."""
        self.declared.reverse |= self._mine(cards)

    def play_again(self, cards: Iterable[Card]) -> None:
        """Let the player who plays one of the cards have another turn."""
        self.declared.again |= self._mine(cards)

    def forbid_finish(self, cards: Iterable[Card]) -> None:
        """Forbid to play one of the cards as the last card of a hand."""
        self.declared.no_finish |= self._mine(cards)

    def skip(self, cards: Iterable[Card], turns: int = 1) -> None:
        """Let the cards skip the next `turns` turns.

        Raises:
            RuleConflictError: another rule lets one of them skip another number.
        """
        self._set("skip", self.declared.skip, cards, _count("turns to skip", turns), "skips {}")

    def draw(self, cards: Iterable[Card], count: int) -> None:
        """Let the cards make the next player draw `count` cards.

        Raises:
            RuleConflictError: another rule lets one of them make draw another number.
        """
        self._set("draw", self.declared.draw, cards, _count("cards to draw", count), "makes draw {}")

    def points(self, cards: Iterable[Card], points: int) -> None:
        """Let the cards count `points` against the hand that holds them at the end, from 0 to 999.

        Raises:
            RuleConflictError: another rule lets one of them count another number.
        """
        if not isinstance(points, int) or isinstance(points, bool) or not 0 <= points <= 999:
            raise RuleError(f"the points of a card can't be {points!r}; they are a whole number from 0 to 999")
        self._set("points", self.declared.points, cards, points, "counts {}")

    def answers(self, cards: Iterable[Card], on: Iterable[Card] | None = None) -> None:
        """Let the cards be played instead of drawing, by a player who was made to draw.

        Args:
            cards: the cards that may be played then; a draw of their own is added to what is pending.
            on: the top cards that they answer; if left out, any card that made draw.
        """
        answering = self._mine(cards)
        for top in self._faces if on is None else self._mine(on):
            self.declared.answers.setdefault(top, set()).update(answering)

    def option(self, name: str, value: OptionValue) -> None:
        """Set an option; the user's own `--set` still has the last word.

        Raises:
            RuleConflictError: another rule sets it to something else.
            UnknownNameError: there is no such option.
            OptionError: the option can't have that value.
        """
        parsed = parse_option(name, value)
        before = self.declared.options.get(name, parsed)
        first = self._setters.setdefault(("option", name), self.rule)
        if before != parsed:
            both = f"{first} sets {name}={show_option(before)}, {self.rule} sets {name}={show_option(parsed)}"
            raise RuleConflictError(first, self.rule, both)
        self.declared.options[name] = parsed

    def on_play(self, cards: Iterable[Card], effect: Effect) -> None:
        """Call `effect(turn)` whenever one of the cards is played: the way out for what no verb says.

        Such a ruleset runs on the Python engine only. If the function fails, the card is played without it, and the
        failure is reported with the rule's name.

        Args:
            cards: the cards.
            effect: a function of the module's top level (so that the ruleset can be pickled) that takes a `Turn`.
        """
        if not callable(effect):
            raise RuleError(f"on_play takes a function, not {effect!r}")
        for card in self._mine(cards):
            self.declared.effects.setdefault(card, []).append((self.rule, effect))

    def _mine(self, cards: Iterable[Card]) -> set[Card]:
        if isinstance(cards, Card):
            raise RuleError(f'{cards} is a single card, and a set of cards is needed: build.card("{cards}")')
        try:
            given = set(cards)
        except TypeError:
            what = f"a {type(cards).__name__} is no set of cards"
            raise RuleError(f"{what}; build.rank, build.suit and build.card give some") from None
        strange = next((card for card in sorted(given, key=str) if not isinstance(card, Card)), None)
        if strange is not None:
            raise RuleError(f"{strange!r} is not a card; build.rank, build.suit and build.card give sets of cards")
        return given & self._faces

    def _set(self, verb: str, table: dict[Card, int], cards: Iterable[Card], value: int, words: str) -> None:
        for card in sorted(self._mine(cards), key=str):
            first = self._setters.setdefault((verb, card), self.rule)
            if table.setdefault(card, value) != value:
                what = f"{card} {words.format(table[card])} by {first} and {words.format(value)} by {self.rule}"
                raise RuleConflictError(first, self.rule, what)
