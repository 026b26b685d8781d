"""Moves: what a player can do in a turn, and how it is written.

`QH` plays a card, `8H=D` plays an eight and calls diamonds, `7H@2` plays a seven and swaps hands with seat 2, `9D!`
announces that one card is left; `draw` and `pass` say what they do, and `done` ends a turn in which more cards could be
added. `=D` calls the suit of the starter, `give 9D` passes a card to the left. Moves are interned like cards: equal
moves are the same object, so `move in moves` and dictionaries of moves cost next to nothing.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final, TypeAlias, final

from crazyeights.cards import Card, Deck, Suit
from crazyeights.errors import NotationError


class MoveKind(StrEnum):
    """What a move does."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"
    DONE = "done"  # adds no more cards in this turn
    CALL = "call"  # names the suit of a wild starter
    GIVE = "give"  # passes a card to the left


_Key: TypeAlias = "tuple[MoveKind, Card | None, Suit | None, int | None, bool]"


@final
class Move:
    """A move; immutable and interned.

    Attributes:
        kind: what it does.
        card: the card that it plays or gives; None for the other kinds.
        suit: the suit it calls; None if it calls none.
        swap: the seat with which it swaps hands; None if with none.
        announces: whether it announces that one card is left.
    """

    __slots__ = ("_text", "announces", "card", "kind", "suit", "swap")
    _interned: ClassVar[dict[_Key, Move]] = {}

    kind: MoveKind
    card: Card | None
    suit: Suit | None
    swap: int | None
    announces: bool
    _text: str

    def __new__(
        cls,
        kind: MoveKind,
        card: Card | None = None,
        suit: Suit | None = None,
        swap: int | None = None,
        announces: bool = False,
    ) -> Move:
        """Give the one object that there is for this move."""
        key = (kind, card, suit, swap, announces)
        known = cls._interned.get(key)
        if known is not None:
            return known
        if (kind in {MoveKind.PLAY, MoveKind.GIVE}) != (card is not None):
            raise NotationError("a move that plays or gives needs a card, and no other move has one")
        if kind is MoveKind.CALL and suit is None:
            raise NotationError("a call needs the suit that it calls")
        if kind not in {MoveKind.PLAY, MoveKind.CALL} and suit is not None:
            raise NotationError("only a played card can call a suit")
        if kind is not MoveKind.PLAY and (swap is not None or announces):
            raise NotationError("only a played card can swap hands or be the last but one")
        if swap is not None and (type(swap) is not int or swap < 0):
            raise NotationError(f"{swap!r} is not a seat; seats are numbers from 0")
        move = super().__new__(cls)
        object.__setattr__(move, "kind", kind)
        object.__setattr__(move, "card", card)
        object.__setattr__(move, "suit", suit)
        object.__setattr__(move, "swap", swap)
        object.__setattr__(move, "announces", bool(announces))
        object.__setattr__(move, "_text", _written(move))
        return cls._interned.setdefault(key, move)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move never changes: can't set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a move never changes: can't delete {name!r}")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Move({self._text})"

    def __reduce__(self) -> tuple[type[Move], _Key]:
        return (Move, (self.kind, self.card, self.suit, self.swap, self.announces))

    @property
    def announced(self) -> Move:
        """The same move with the announcement of the last card."""
        return Move(self.kind, self.card, self.suit, self.swap, announces=True)

    @property
    def silent(self) -> Move:
        """The same move without the announcement of the last card."""
        return Move(self.kind, self.card, self.suit, self.swap) if self.announces else self

    @classmethod
    def play(cls, card: Card, suit: Suit | None = None, *, swap: int | None = None, announces: bool = False) -> Move:
        """Give the move that plays `card`.

        Args:
            card: the card.
            suit: the suit that is called with it, if any.
            swap: the seat with which hands are swapped, if any.
            announces: whether it is announced that one card is left.
        """
        return cls(MoveKind.PLAY, card, suit, swap, announces)

    @classmethod
    def call(cls, suit: Suit) -> Move:
        """Give the move that calls the suit of a wild starter."""
        return cls(MoveKind.CALL, None, suit)

    @classmethod
    def give(cls, card: Card) -> Move:
        """Give the move that passes a card to the left."""
        return cls(MoveKind.GIVE, card)

    @classmethod
    def parse(cls, text: str, deck: Deck | None = None) -> Move:
        """Read a move from its notation, in any case.

        Args:
            text: what was written, as in `QH`, `8h=d`, `9D!`, `7H@2`, `draw`, `pass`, `done`, `=D` or `give 9D`.
            deck: the deck whose cards there are; the 52 and two jokers if left out.

        Raises:
            NotationError: the text is not a move; says which part is wrong.
        """
        word = text.strip()
        known = _WORDS.get(word.lower())
        if known is not None:
            return known
        if not word:
            raise NotationError("no move was given; a move is a card (8H=D calls diamonds), draw or pass")
        suits = None if deck is None else deck.suits
        if word.startswith("="):
            return cls.call(Suit.parse(word[1:], suits))
        first, _, rest = word.partition(" ")
        if first.lower() == MoveKind.GIVE:
            return cls.give(Card.parse(rest, deck))
        left = word.removesuffix("!").rstrip()
        announces = left != word
        left, at, seat = left.partition("@")
        written, equals, called = left.partition("=")
        card = Card.parse(written, deck)
        if equals and not called.strip():
            raise NotationError(f"{word!r} calls no suit: after = comes the suit, as in {card}=D")
        digits = seat.strip()
        if at and not (digits.isascii() and digits.isdecimal() and len(digits) < 4):
            raise NotationError(f"{word!r} names no seat: after @ comes its number, as in {card}@1")
        suit = Suit.parse(called, suits) if equals else None
        return cls.play(card, suit, swap=int(digits) if at else None, announces=announces)


def _written(move: Move) -> str:
    match move.kind:
        case MoveKind.PLAY:
            called = f"={move.suit}" if move.suit is not None else ""
            swapped = f"@{move.swap}" if move.swap is not None else ""
            return f"{move.card}{called}{swapped}{'!' if move.announces else ''}"
        case MoveKind.CALL:
            return f"={move.suit}"
        case MoveKind.GIVE:
            return f"give {move.card}"
        case _:
            return move.kind.value


DRAW: Final = Move(MoveKind.DRAW)
PASS: Final = Move(MoveKind.PASS)
DONE: Final = Move(MoveKind.DONE)
_WORDS: Final = {str(move): move for move in (DRAW, PASS, DONE)}
