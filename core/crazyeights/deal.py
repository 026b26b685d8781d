"""How a round begins: what everybody saw of it, what nobody may know, and how cards are shuffled."""

from __future__ import annotations

import hashlib
import struct
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, NamedTuple

from crazyeights.errors import DeckError

if TYPE_CHECKING:
    from crazyeights.game import Game


class Opening(NamedTuple):
    """How a round began, as everybody at the table saw it.

    Attributes:
        first: the seat that moved first (or would have, but for the starter's effect).
        starter: the face of the first discard.
        hand_size: how many cards each seat was dealt.
        suit: the index of the suit to match at first, one past the last for none.
        buried: for each card that was turned and buried, its face and its place in the first stock, from its bottom.
    """

    first: int
    starter: int
    hand_size: int
    suit: int
    buried: tuple[tuple[int, int], ...] = ()


#: Gives the stock that a reshuffle makes, the next card last, from its number, the first being 0, and its faces.
Restock = Callable[[int, list[int]], tuple[int, ...]]


class Deal:
    """What a round began with that no player may know.

    Attributes:
        order: the faces of the deck in dealing order; empty for a round that was imagined from a view.
        hands: the hands that were dealt.
        prescribed: the stocks that the first reshuffles must make, the next card last.
        game: the game that is played.
        opening: how the round began for everybody to see.
    """

    __slots__ = ("_key", "_restock", "game", "hands", "opening", "order", "prescribed")

    def __init__(
        self,
        game: Game,
        opening: Opening,
        order: tuple[int, ...],
        hands: tuple[int, ...],
        prescribed: tuple[tuple[int, ...], ...] = (),
        key: bytes = b"",
        restock: Restock | None = None,
    ) -> None:
        self.game = game
        self.opening = opening
        self.order = order
        self.hands = hands
        self.prescribed = prescribed
        self._key = key
        self._restock = restock

    @property
    def key(self) -> bytes:
        """What the order of every reshuffle follows from: the deck's, so that the same deck is the same round."""
        if not self._key:
            self._key = struct.pack(f"<{len(self.order)}H", *self.order)
        return self._key

    def stock_of(self, number: int, faces: list[int]) -> tuple[int, ...]:
        """Give the stock that a reshuffle makes, the next card last.

        Args:
            number: how many reshuffles there were before.
            faces: the faces of its cards, in the deck's order.

        Raises:
            DeckError: a stock of other cards was prescribed.
        """
        if number < len(self.prescribed):
            stock = self.prescribed[number]
            if sorted(stock) != faces:
                raise DeckError(
                    f"reshuffle {number + 1} can't be as prescribed: its cards are not those of the discard pile"
                )
            return stock
        if self._restock is not None:
            return self._restock(number, faces)
        return shuffled(faces, self.key + number.to_bytes(4, "little"))


def check_seed(seed: object) -> None:
    """Check that something is a seed, or None for any.

    Raises:
        DeckError: it is not.
    """
    # 7, "7" and True must not be three seeds that look alike, nor a deck be taken for one.
    if seed is not None and (not isinstance(seed, int) or isinstance(seed, bool)):
        raise DeckError(f"a seed is a whole number, not a {type(seed).__name__}; a deck is given as deck=…")


def shuffled(faces: Sequence[int], key: bytes) -> tuple[int, ...]:
    """Give the faces in the random order that follows from `key`.

    The chance comes from SHAKE-128: it is the same on every machine and in every version of Python, one order says
    nothing about another, and a whole deck takes a fraction of the time of `random.Random(seed).shuffle`.
    """
    count = len(faces)
    keys = struct.unpack(f"<{count}Q", hashlib.shake_128(key).digest(8 * count))
    places = sorted(range(count), key=keys.__getitem__)
    return tuple(places if type(faces) is range else map(faces.__getitem__, places))
