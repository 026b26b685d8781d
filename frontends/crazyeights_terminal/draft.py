"""A card that a person has picked, with what was chosen for it so far: a suit, a seat, whether it is announced.

Both ways to play in a terminal ask for what is missing, each in its own manner, and make the move that comes of it.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from crazyeights.cards import Suit
from crazyeights.choices import Choice
from crazyeights.moves import Move
from crazyeights.view import View


@dataclass(frozen=True, slots=True)
class Draft:
    """A card on its way to the table.

    Attributes:
        choice: the card, and what there is to choose.
        suit: the suit that it calls; None if none was chosen.
        swap: the seat with which hands are swapped; None if none was chosen.
        aloud: whether the player has written the announcement of the last card into the move.
    """

    choice: Choice
    suit: Suit | None = None
    swap: int | None = None
    aloud: bool = False

    @classmethod
    def of(cls, move: Move, view: View) -> Draft:
        """Begin with a move as it was picked or typed, which need not be complete.

        Args:
            move: a move with a card.
            view: what its player sees.
        """
        assert move.card is not None
        choice = Choice.of(view, move.card)
        suit, swap = move.suit, move.swap
        rules, face = view.ruleset, view.ruleset.deck.index[move.card]
        if choice.moves and not choice.gives:
            # A card that ends the round calls no suit and swaps no hands; whoever says so all the same means no harm.
            if not choice.suits and (len(view.hand) == 1 or rules.choose >> face & 1):
                suit = None
            if not choice.seats and rules.swap >> face & 1:
                swap = None
        if swap is None and len(choice.seats) == 1:
            swap = choice.seats[0]
        return cls(choice, suit, swap, move.announces)

    @property
    def asks_suit(self) -> bool:
        """Whether a suit must still be chosen."""
        return bool(self.choice.suits) and self.suit is None

    @property
    def asks_seat(self) -> bool:
        """Whether a seat must still be chosen; the suit goes first."""
        return bool(self.choice.seats) and self.swap is None and not self.asks_suit

    def with_suit(self, suit: Suit) -> Draft:
        """Give the draft with a suit to call."""
        return replace(self, suit=suit)

    def with_seat(self, seat: int) -> Draft:
        """Give the draft with a seat to swap hands with."""
        return replace(self, swap=seat)

    def move(self, announce: bool | None) -> Move:
        """Give the move, legal or not: whoever makes it is told what is wrong with it.

        Args:
            announce: whether the player has said beforehand that the last card is announced; None to announce it
                whenever it has to be.
        """
        choice = self.choice
        if choice.gives and self.suit is None and self.swap is None:
            return Move.give(choice.card)
        found = None if self.aloud else choice.move(self.suit, self.swap, announce)
        return found or Move.play(choice.card, self.suit, swap=self.swap, announces=self.aloud)


def left_of(view: View) -> int:
    """Give the seat to which this one passes a card: the next higher one that has cards."""
    seat = (view.seat + 1) % view.players
    while not view.hand_sizes[seat] and seat != view.seat:
        seat = (seat + 1) % view.players
    return seat
