"""The verbs in which a rule says what its cards do, and all that the rules of a game have said.

A rule's `apply(build)` gets a `RulesetBuilder`; `ruleset` compiles what it has gathered to tables.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from enum import StrEnum
from typing import TypeVar

from crazyeights.cards import JOKER, RANKS, SUITS, Card, Deck, Suit
from crazyeights.errors import CrazyEightsError, NotationError, RuleConflictError, RuleError, describe_error
from crazyeights.options import OptionValue, parse_option, show_option
from crazyeights.rules import Effect, Rule, check_count

_V = TypeVar("_V")


def _check_texts(method: str, example: str, texts: tuple[object, ...]) -> None:
    for text in texts:
        if not isinstance(text, str):
            raise NotationError(f'build.{method} takes texts, as in build.{method}("{example}"), not {text!r}')


class Exchange(StrEnum):
    """What a card does with whole hands or with a card of each."""

    SWAP = "swaps hands"  # the player swaps hands with another of their choice
    ROTATE = "hands all hands on"  # every hand moves one seat on in the direction of play
    PASS_LEFT = "lets everybody pass a card"  # everybody passes a card of their choice to the left


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
    cancel: set[Card] = field(default_factory=set)
    forbidden: dict[Card, set[Card]] = field(default_factory=dict)
    follows: dict[Card, set[Card]] = field(default_factory=dict)
    exchange: dict[Card, Exchange] = field(default_factory=dict)
    last_resort: set[Card] = field(default_factory=set)
    levels: list[tuple[int, frozenset[Card]]] = field(default_factory=list)
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
        self._claims: dict[tuple[str, object], tuple[str, str]] = {}

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
        """Let the cards be played on any card.

        Raises:
            RuleConflictError: another rule says that one of them must match.
        """
        self._claim("play", cards, "is wild")
        self.declared.wild |= self._mine(cards)

    def must_match(self, cards: Iterable[Card]) -> None:
        """Say that the cards are played only where they match, as any card is until a rule makes it wild.

        Raises:
            RuleConflictError: another rule makes one of them wild.
        """
        self._claim("play", cards, "must match")

    def choose_suit(self, cards: Iterable[Card]) -> None:
        """Let the player who plays one of the cards call the suit to match.

        Raises:
            RuleConflictError: another rule says that one of them keeps its suit.
        """
        self._claim("suit", cards, "calls a suit")
        self.declared.choose |= self._mine(cards)

    def keep_suit(self, cards: Iterable[Card]) -> None:
        """Say that the cards keep their own suit, as any card does until a rule lets it call one.

        Raises:
            RuleConflictError: another rule lets one of them call a suit.
        """
        self._claim("suit", cards, "keeps its suit")

    def reverse(self, cards: Iterable[Card]) -> None:
        """Let the cards turn the direction of play."""
        self.declared.reverse |= self._mine(cards)

    def play_again(self, cards: Iterable[Card]) -> None:
        """Let the player who plays one of the cards have another turn.

        Raises:
            RuleConflictError: another rule lets one of them skip the next player.
        """
        self._claim("turn", cards, "gives another turn")
        self.declared.again |= self._mine(cards)

    def forbid_finish(self, cards: Iterable[Card]) -> None:
        """Forbid to play one of the cards as the last card of a hand."""
        self.declared.no_finish |= self._mine(cards)

    def skip(self, cards: Iterable[Card], turns: int = 1) -> None:
        """Let the cards skip the next `turns` turns.

        Raises:
            RuleConflictError: another rule lets one of them skip another number, or give another turn.
        """
        self._claim("turn", cards, "skips the next player")
        self._set("skip", self.declared.skip, cards, check_count("turns to skip", turns), "skips {}")

    def draw(self, cards: Iterable[Card], count: int) -> None:
        """Let the cards make the next player draw `count` cards.

        Raises:
            RuleConflictError: another rule lets one of them make draw another number.
        """
        self._set("draw", self.declared.draw, cards, check_count("cards to draw", count), "makes draw {}")

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

        Raises:
            RuleConflictError: another rule says that one of them cancels, or that it may not be played on one of `on`.
        """
        self._claim("answer", cards, "passes on what must be drawn")
        self._answer(cards, on)

    def cancels(self, cards: Iterable[Card], on: Iterable[Card] | None = None) -> None:
        """Let the cards be played by a player who was made to draw, and nobody draws.

        Args:
            cards: the cards.
            on: the top cards that they cancel; if left out, any card that made draw.

        Raises:
            RuleConflictError: another rule says that one of them passes the draw on, or that it may not be played on
                one of `on`.
        """
        self._claim("answer", cards, "cancels what must be drawn")
        self._answer(cards, on)
        if on is None or self._mine(on):  # else the deck has nothing for them to cancel
            self.declared.cancel |= self._mine(cards)

    def forbid_on(self, cards: Iterable[Card], tops: Iterable[Card]) -> None:
        """Forbid to play the cards on the given top cards, wild or not.

        Raises:
            RuleConflictError: another rule lets one of them be added to one of `tops`, or answer it.
        """
        forbidden = self._mine(cards)
        for top in self._mine(tops):
            self._claim_on(forbidden, top, "may not be played")
            self.declared.forbidden.setdefault(top, set()).update(forbidden)

    def add_on(self, cards: Iterable[Card], after: Iterable[Card]) -> None:
        """Let one of `cards` be added, in the same turn, to one of `after` that was just played.

        Raises:
            RuleConflictError: another rule says that one of them may not be played on one of `after`.
        """
        added = self._mine(cards)
        for first in self._mine(after):
            self._claim_on(added, first, "may be played")
            self.declared.follows.setdefault(first, set()).update(added)

    def swap_hands(self, cards: Iterable[Card]) -> None:
        """Let the player who plays one of the cards swap hands with another player of their choice.

        Raises:
            RuleConflictError: another rule lets one of them exchange cards in another way.
        """
        self._set("exchange", self.declared.exchange, cards, Exchange.SWAP, "{}")

    def rotate_hands(self, cards: Iterable[Card]) -> None:
        """Let the cards hand every hand on to the next seat in the direction of play.

        Raises:
            RuleConflictError: another rule lets one of them exchange cards in another way.
        """
        self._set("exchange", self.declared.exchange, cards, Exchange.ROTATE, "{}")

    def pass_left(self, cards: Iterable[Card]) -> None:
        """Let everybody pass a card of their choice to the left, all at once, when one of the cards is played.

        Raises:
            RuleConflictError: another rule lets one of them exchange cards in another way.
        """
        self._set("exchange", self.declared.exchange, cards, Exchange.PASS_LEFT, "{}")

    def last_resort(self, cards: Iterable[Card]) -> None:
        """Let the cards be played only by a player who holds no other card of the active suit."""
        self.declared.last_resort |= self._mine(cards)

    def level(self, hand: int, wild: Iterable[Card]) -> None:
        """Add a level to a countdown: who goes out at one is dealt the next one's hand, and only the last one wins.

        Args:
            hand: how many cards the level begins with; for the first level, the hand that is dealt.
            wild: the cards that are wild, and call a suit, for a player at this level only.

        Raises:
            RuleConflictError: another rule has a countdown too, or says that one of the wild cards must match or keeps
                its suit.
        """
        first = self._setters.setdefault(("level", None), self.rule)
        if first != self.rule:
            raise RuleConflictError(first, self.rule, "both have a countdown of their own")
        self._claim("play", wild, "is wild")
        self._claim("suit", wild, "calls a suit")
        if not self.declared.levels:
            self.option("hand_size", check_count("cards of a level", hand))
        self.declared.levels.append((check_count("cards of a level", hand), frozenset(self._mine(wild))))

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

    def _answer(self, cards: Iterable[Card], on: Iterable[Card] | None) -> None:
        answering = self._mine(cards)
        for top in self._faces if on is None else self._mine(on):
            if on is not None:
                self._claim_on(answering, top, "may be played")
            self.declared.answers.setdefault(top, set()).update(answering)

    def _claim_on(self, cards: Iterable[Card], top: Card, what: str) -> None:
        self._claim(f"on {top}", cards, f"{what} on {top}")

    def _claim(self, topic: str, cards: Iterable[Card], what: str) -> None:
        """Note what the rule says of the cards where no other rule may say something else; the verbs set the rest."""
        for card in sorted(self._mine(cards), key=str):
            first, said = self._claims.setdefault((topic, card), (self.rule, what))
            if said != what and first != self.rule:
                raise RuleConflictError(first, self.rule, f"{card} {said} by {first} and {what} by {self.rule}")

    def _set(self, verb: str, table: dict[Card, _V], cards: Iterable[Card], value: _V, words: str) -> None:
        for card in sorted(self._mine(cards), key=str):
            first = self._setters.setdefault((verb, card), self.rule)
            if table.setdefault(card, value) != value:
                what = f"{card} {words.format(table[card])} by {first} and {words.format(value)} by {self.rule}"
                raise RuleConflictError(first, self.rule, what)
