"""Moves: what a player can do in a turn, and how it is written.

`QH` plays a card, `8H=D` plays an eight and calls diamonds, `draw` and `pass` say what they do. Moves are interned like
cards: equal moves are the same object, so `move in moves` and dictionaries of moves cost next to nothing.
"""

from __future__ import annotations

from enum import StrEnum
from typing import ClassVar, Final, final

from crazyeights.cards import Card, Deck, Suit
from crazyeights.errors import NotationError


class MoveKind(StrEnum):
    """What a move does."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"


@final
class Move:
    """A move; immutable and interned.

    Attributes:
        kind: whether it plays a card, draws or passes.
        card: the card it plays; None for drawing and passing.
        suit: the suit it calls; None if it calls none.
    """

    __slots__ = ("_text", "card", "kind", "suit")
    _interned: ClassVar[dict[tuple[MoveKind, Card | None, Suit | None], Move]] = {}

    kind: MoveKind
    card: Card | None
    suit: Suit | None
    _text: str

    def __new__(cls, kind: MoveKind, card: Card | None = None, suit: Suit | None = None) -> Move:
        """Give the one object that there is for this move."""
        key = (kind, card, suit)
        known = cls._interned.get(key)
        if known is not None:
            return known
        if (kind is MoveKind.PLAY) != (card is not None):
            raise NotationError("a move that plays needs a card, and no other move has one")
        if suit is not None and card is None:
            raise NotationError("only a played card can call a suit")
        move = super().__new__(cls)
        object.__setattr__(move, "kind", kind)
        object.__setattr__(move, "card", card)
        object.__setattr__(move, "suit", suit)
        text = kind.value if card is None else str(card) if suit is None else f"{card}={suit}"
        object.__setattr__(move, "_text", text)
        return cls._interned.setdefault(key, move)

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"a move never changes: can't set {name!r}")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"a move never changes: can't delete {name!r}")

    def __str__(self) -> str:
        return self._text

    def __repr__(self) -> str:
        return f"Move({self._text})"

    def __reduce__(self) -> tuple[type[Move], tuple[MoveKind, Card | None, Suit | None]]:
        return (Move, (self.kind, self.card, self.suit))

    @classmethod
    def play(cls, card: Card, suit: Suit | None = None) -> Move:
        """Give the move that plays `card` and, if a suit is given, calls it."""
        return cls(MoveKind.PLAY, card, suit)

    @classmethod
    def parse(cls, text: str, deck: Deck | None = None) -> Move:
        """Read a move from its notation, in any case.

        Args:
            text: what was written, as in `QH`, `8h=d`, `draw` or `pass`.
            deck: the deck whose cards there are; the 52 and two jokers if left out.

        Raises:
            NotationError: the text is not a move; says which part is wrong.
        """
        word = text.strip()
        lower = word.lower()
        if lower == MoveKind.DRAW:
            return DRAW
        if lower == MoveKind.PASS:
            return PASS
        if not word:
            raise NotationError("no move was given; a move is a card (8H=D calls diamonds), draw or pass")
        written, equals, called = word.partition("=")
        card = Card.parse(written, deck)
        if not equals:
            return cls.play(card)
        if not called.strip():
            raise NotationError(f"{word!r} calls no suit: after = comes the suit, as in {card}=D")
        return cls.play(card, Suit.parse(called, None if deck is None else deck.suits))


DRAW: Final = Move(MoveKind.DRAW)
PASS: Final = Move(MoveKind.PASS)
