"""What a round keeps besides cards and direction, where its rules need it: what is going on in the middle of a turn."""

from __future__ import annotations

from enum import IntEnum


class Phase(IntEnum):
    """What the seat to move has to decide."""

    PLAY = 0  # an ordinary turn
    ADD = 1  # whether to add a card to the one just played
    GIVE = 2  # which card to pass to the left
    CALL = 3  # the suit of the starter


class Progress:
    """How far a turn is, and a countdown.

    Attributes:
        phase: what the seat to move has to decide.
        actor: the seat whose card lets everybody pass a card; else -1.
        announced: whether the last card was announced in this turn.
        plays: how many cards were played in the round.
        left: how many cards the last one that was played left in its player's hand.
        reverse, skip, draw, again: what the cards of this turn do when it ends.
        levels: the level of each seat, from 0.
        gifts: for each seat, the face that it chose to pass on; -1 for none.
    """

    __slots__ = ("actor", "again", "announced", "draw", "gifts", "left", "levels", "phase", "plays", "reverse", "skip")

    def __init__(self, players: int) -> None:
        self.phase = Phase.PLAY
        self.actor = -1
        self.announced = False
        self.plays = 0
        self.left = 0
        self.reverse = False
        self.skip = 0
        self.draw = 0
        self.again = False
        self.levels = [0] * players
        self.gifts = [-1] * players

    def copy(self) -> Progress:
        """Give an independent copy."""
        new = Progress.__new__(Progress)
        new.phase = self.phase
        new.actor = self.actor
        new.announced = self.announced
        new.plays = self.plays
        new.left = self.left
        new.reverse = self.reverse
        new.skip = self.skip
        new.draw = self.draw
        new.again = self.again
        new.levels = self.levels[:]
        new.gifts = self.gifts[:]
        return new

    def seen_by(self, seat: int) -> Progress:
        """Give a copy without the cards that other seats chose to pass on."""
        new = self.copy()
        new.gifts = [gift if at == seat else -1 for at, gift in enumerate(self.gifts)]
        return new
