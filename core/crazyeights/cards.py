"""Suits, ranks, cards and decks, and how they are written.

A card is written as its rank and the letter of its suit (`8H`, `10C`, `QS`); the jokers are `*1` and `*2`. Cards are
interned: equal cards are the same object, also after pickling, so they are compared and hashed by identity.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields
from functools import cached_property
from types import MappingProxyType
from typing import Any, ClassVar, Final, NamedTuple, final

from crazyeights.errors import DeckError, NotationError, listed


def indefinite(noun: str) -> str:
    """Give a noun with its article, as in "an 8" or "a queen"."""
    vowel = noun[:1].lower() in {*"aeiou"} or noun in {"8", "11", "18"}
    return f"{'an' if vowel else 'a'} {noun}"


class Suit(NamedTuple):
    """A suit, or whatever plays its part in a deck of one's own (a colour, say).

    Attributes:
        letter: one capital letter for the notation, as in `H`.
        name: the plural for sentences, as in "hearts".
        sign: one character for the screen, as in "♥".
    """

    letter: str
    name: str
    sign: str

    def __str__(self) -> str:
        return self.letter

    @property
    def singular(self) -> str:
        """The name of one card of the suit, as in "a heart"."""
        return self.name.removesuffix("s")

    @classmethod
    def parse(cls, text: str, suits: Iterable[Suit] | None = None) -> Suit:
        """Read a suit from its letter, sign, name or singular, in any case.

        Args:
            text: what was written.
            suits: the suits that there are; the four French ones if left out.

        Raises:
            NotationError: the text names none of the suits.
        """
        known = SUITS if suits is None else tuple(suits)
        word = text.strip().lower()
        for suit in known:
            if word in {suit.letter.lower(), suit.sign, suit.name.lower(), suit.singular.lower()}:
                return suit
        names = ", ".join(f"{suit.letter} ({suit.name})" for suit in known)
        raise NotationError(f"{text.strip()!r} is not a suit; the suits are {names}")


class Rank(NamedTuple):
    """A rank: how it is written (`10`, `Q`), said ("queen") and what it usually counts in a hand.

    Attributes:
        text: the notation, as in `Q`.
        name: the word for sentences, as in "queen".
        points: what a card of this rank usually counts against the hand that holds it at the end.
    """

    text: str
    name: str
    points: int

    def __str__(self) -> str:
        return self.text

    @property
    def plural(self) -> str:
        """The name of several, as in "sixes" or "10s"."""
        if self.name[-1].isdigit():
            return f"{self.name}s"
        return f"{self.name}es" if self.name.endswith("x") else f"{self.name}s"

    @property
    def article(self) -> str:
        """The name of one with its article, as in "an 8" or "a queen"."""
        return indefinite(self.name)


# Named tuples, for they are compared and hashed at the speed of C.
SPADES: Final = Suit("S", "spades", "♠")
HEARTS: Final = Suit("H", "hearts", "♥")
DIAMONDS: Final = Suit("D", "diamonds", "♦")
CLUBS: Final = Suit("C", "clubs", "♣")
SUITS: Final = (SPADES, HEARTS, DIAMONDS, CLUBS)

# Ace 1, courts 10, others their face value: Bicycle's and Wikipedia's count (the eight's 50 comes from its rule).
RANKS: Final = (
    Rank("A", "ace", 1),
    *(Rank(str(number), str(number), number) for number in range(2, 11)),
    Rank("J", "jack", 10),
    Rank("Q", "queen", 10),
    Rank("K", "king", 10),
)
JOKER: Final = Rank("*", "joker", 50)


@final
class Card:
    """One face of a card; immutable and interned, so `is`, `==` and `hash` are as fast as they get.

    Attributes:
        rank: its rank; `JOKER` for a joker.
        suit: its suit; None for a joker.
        number: 0, or which joker it is (1, 2, …).
    """

    __slots__ = ("_text", "number", "rank", "suit")
    _interned: ClassVar[dict[tuple[Rank, Suit | None, int], Card]] = {}

    rank: Rank
    suit: Suit | None
    number: int
    _text: str

    def __new__(cls, rank: Rank, suit: Suit | None = None, number: int = 0) -> Card:
        """Give the one object that there is for this card."""
        key = (rank, suit, number)
        try:
            known = cls._interned.get(key)
        except TypeError:
            known = None  # something that can't be a key is no rank or suit either, and is told so below
        if known is not None:
            return known
        if not isinstance(rank, Rank) or not (suit is None or isinstance(suit, Suit)) or type(number) is not int:
            raise DeckError(
                f"a card is made of a Rank and a Suit, not of {rank!r} and {suit!r}; Card.parse reads a text"
            )
        if (suit is None) != (number > 0):
            raise DeckError("a card has either a suit or, as a joker, a number from 1")
        card = super().__new__(cls)
        object.__setattr__(card, "rank", rank)
        object.__setattr__(card, "suit", suit)
        object.__setattr__(card, "number", number)
        object.__setattr__(card, "_text", f"{rank}{suit if suit is not None else number}")
        # setdefault: two threads that make the same card at once must get one object.
        return cls._interned.setdefault(key, card)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a card never changes: can't set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a card never changes: can't delete {name!r}")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Card({self._text})"

    def __reduce__(self) -> tuple[type[Card], tuple[Rank, Suit | None, int]]:
        return (Card, (self.rank, self.suit, self.number))

    @property
    def sign(self) -> str:
        """How the card is shown on screen, as in `8♥`; a joker as `*1`."""
        return f"{self.rank}{self.suit.sign if self.suit is not None else self.number}"

    @property
    def name(self) -> str:
        """The card's name for sentences, as in "8 of hearts" or "joker 1"."""
        if self.suit is None:
            return f"{self.rank.name} {self.number}"
        return f"{self.rank.name} of {self.suit.name}"

    @property
    def with_article(self) -> str:
        """The card's name inside a sentence, as in "the 8 of hearts" or "joker 1"."""
        return self.name if self.suit is None else f"the {self.name}"

    @classmethod
    def parse(cls, text: str, deck: Deck | None = None) -> Card:
        """Read a card from its notation, in any case; `TC` is read as `10C`, and the signs ♠♥♦♣ as letters.

        Args:
            text: what was written.
            deck: the deck whose cards there are; the 52 and two jokers if left out.

        Raises:
            NotationError: the text is not a card of the deck; says which part is wrong.
        """
        known = deck if deck is not None else _ALL
        word = text.strip()
        card = known.find(word)
        if card is not None:
            return card
        if not word:
            raise NotationError("no card was given; a card is its rank and its suit, as in 8H")
        upper = word.upper()
        if upper.startswith("*"):
            jokers = [str(card) for card in known.faces if card.suit is None]
            have = f"the jokers are {', '.join(jokers)}" if jokers else "this deck has no jokers"
            raise NotationError(f"{word!r} is not a joker; {have}")
        letters = {suit.letter for suit in known.suits} | {suit.sign for suit in known.suits}
        if upper[-1] not in letters:
            names = ", ".join(f"{suit.letter} ({suit.name})" for suit in known.suits)
            raise NotationError(f"{word!r} is not a card: it must end with its suit, one of {names}")
        ranks = ", ".join(rank.text for rank in known.ranks)
        rank = word[:-1]
        what = f"{rank!r} is not a rank" if rank else "its rank is missing"
        raise NotationError(f"{word!r} is not a card: {what}; the ranks are {ranks}")


class Hand(Sequence[Card]):
    """The cards of a seat: iterable, sized, and `card in hand` answers; changes with nothing once it was given out."""

    __slots__ = ("_cards",)

    def __init__(self, cards: tuple[Card, ...]) -> None:
        self._cards = cards

    def __len__(self) -> int:
        return len(self._cards)

    def __iter__(self) -> Iterator[Card]:
        return iter(self._cards)

    def __getitem__(self, at: Any) -> Any:  # noqa: ANN401  # an index or a slice, as tuples take them
        return self._cards[at]

    def __contains__(self, card: object) -> bool:
        return card in self._cards

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Hand) and self._cards == other._cards

    def __hash__(self) -> int:
        return hash(self._cards)

    def __repr__(self) -> str:
        return f"Hand({' '.join(map(str, self._cards))})"


@dataclass(frozen=True)
class Deck:
    """The cards that a variant is played with; decks are data.

    Attributes:
        suits: the suits, in the order in which they are shown.
        ranks: the ranks, from low to high.
        jokers: how many jokers each copy has.
        copies: how many times each card is there.

    Raises:
        DeckError: there is no suit or no rank, two are written alike, or a number is impossible.
    """

    suits: tuple[Suit, ...] = SUITS
    ranks: tuple[Rank, ...] = RANKS
    jokers: int = 0
    copies: int = 1

    def __post_init__(self) -> None:
        for kind, things, known in (("suit", self.suits, Suit), ("rank", self.ranks, Rank)):
            if not isinstance(things, tuple) or not things:
                raise DeckError(f"a deck needs a tuple of one {kind} or more, not {things!r}")
            strange = next((thing for thing in things if not isinstance(thing, known)), None)
            if strange is not None:
                raise DeckError(f"a deck's {kind}s are of the class {known.__name__}, which {strange!r} is not")
            # In any case, for so they are read.
            written = [str(thing).upper() for thing in things]
            if "" in written:
                raise DeckError(f"a {kind} of a deck is written as nothing")
            doubled = next((text for text in written if written.count(text) > 1), None)
            if doubled is not None:
                raise DeckError(f"two {kind}s of a deck are both written {doubled}")
        for what, number, low in (("jokers", self.jokers, 0), ("copies", self.copies, 1)):
            if type(number) is not int or number < low:
                raise DeckError(f"the {what} of a deck can't be {number!r}; their number is a whole one from {low}")

    @cached_property
    def faces(self) -> tuple[Card, ...]:
        """Each different card once, suit by suit from low to high, the jokers last."""
        suited = tuple(Card(rank, suit) for suit in self.suits for rank in self.ranks)
        return suited + tuple(Card(JOKER, None, number + 1) for number in range(self.jokers))

    @cached_property
    def index(self) -> Mapping[Card, int]:
        """The place of each card in `faces`."""
        return MappingProxyType({card: face for face, card in enumerate(self.faces)})

    @property
    def cards(self) -> tuple[Card, ...]:
        """All cards; with two copies each face is there twice."""
        return self.faces * self.copies

    def __len__(self) -> int:
        return len(self.faces) * self.copies

    def find(self, text: str) -> Card | None:
        """Give the card that is written so (any case, `T` for 10, signs for letters), or None."""
        return self._spellings.get(text.strip().upper())

    @cached_property
    def _spellings(self) -> dict[str, Card]:
        table = {}
        for card in self.faces:
            table[str(card).upper()] = card
            table[card.sign.upper()] = card
            if card.rank.text == "10" and card.suit is not None:
                table[f"T{card.suit}".upper()] = card
                table[f"T{card.suit.sign}".upper()] = card
        return table

    def __getstate__(self) -> dict[str, object]:
        # What is worked out from the rest needs no sending, and a mapping proxy can't be sent.
        return {field.name: getattr(self, field.name) for field in fields(self)}

    def __setstate__(self, state: dict[str, object]) -> None:
        self.__dict__.update(state)

    def check(self, cards: Iterable[Card]) -> tuple[Card, ...]:
        """Give the cards as a tuple if they are exactly this deck.

        Raises:
            DeckError: a card is missing, doubled or foreign; names the cards.
        """
        given = tuple(cards)
        counts: dict[Card, int] = dict.fromkeys(self.faces, 0)
        foreign = [card for card in given if card not in counts]
        if foreign:
            raise DeckError(f"the deck has no {_named(foreign)}")
        for card in given:
            counts[card] += 1
        doubled = [card for card, count in counts.items() if count > self.copies]
        missing = [card for card, count in counts.items() if count < self.copies]
        faults = [f"{_named(doubled)} too often" if doubled else "", f"{_named(missing)} missing" if missing else ""]
        if any(faults):
            raise DeckError(f"not a whole deck of {len(self)} cards: {'; '.join(filter(None, faults))}")
        return given


def _named(cards: list[Card]) -> str:
    return listed([str(card) for card in cards], most=5)


STANDARD_DECK: Final = Deck()
_ALL: Final = Deck(jokers=2)
