"""What a person still has to choose once a card is picked: a suit, a seat, whether to announce it.

Shared by all frontends: `Choice.of(view, card)` says what there is to choose, and its `move` gives the move.
"""

from __future__ import annotations

from dataclasses import dataclass

from crazyeights.cards import Card, Suit
from crazyeights.moves import Move, MoveKind
from crazyeights.view import View


@dataclass(frozen=True, slots=True)
class Choice:
    """The legal moves with one card.

    Attributes:
        card: the card.
        moves: its legal moves; () if it can neither be played nor given now.
        suits: the suits that may be called with it, () if it calls none.
        seats: the seats with which hands may be swapped, () if it swaps none.
        last_card: whether it leaves one card in the hand, which is to be announced.
        may_announce: whether it may be announced, rightly or not, that it leaves one.
    """

    card: Card
    moves: tuple[Move, ...]
    suits: tuple[Suit, ...]
    seats: tuple[int, ...]
    last_card: bool
    may_announce: bool

    @classmethod
    def of(cls, view: View, card: Card) -> Choice:
        """Give what there is to choose for a card.

        Args:
            view: what the seat to move sees.
            card: the card that was picked.
        """
        moves = tuple(move for move in view.legal_moves if move.card is card)
        may_announce = any(move.announces for move in moves)
        return cls(
            card,
            moves,
            tuple(dict.fromkeys(move.suit for move in moves if move.suit is not None)),
            tuple(dict.fromkeys(move.swap for move in moves if move.swap is not None)),
            may_announce and len(view.hand) == 2,
            may_announce,
        )

    @property
    def gives(self) -> bool:
        """Whether the card would be passed to the left, not played."""
        return bool(self.moves) and self.moves[0].kind is MoveKind.GIVE

    def move(self, suit: Suit | None = None, swap: int | None = None, announce: bool | None = None) -> Move | None:
        """Give the move with these choices; None if there is none (something is still to be chosen, or can't be).

        Args:
            suit: the suit to call.
            swap: the seat to swap hands with.
            announce: whether to announce that one card is left; if None, when it is so.
        """
        aloud = self.last_card if announce is None else announce and self.may_announce
        for move in self.moves:
            if (move.suit, move.swap, move.announces) == (suit, swap, aloud):
                return move
        return None
