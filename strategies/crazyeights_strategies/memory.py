"""What a player remembers of the others: which cards somebody would have played, had they been there.

The rules say little about it: in most variants anybody may draw. But hardly anybody does who can play something, nobody
gives a wild card away while another card goes, and most get rid of their dear cards first. Everything that somebody did
so tells of the cards that were in the hand by then, and nothing of those that came later.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from crazyeights import (
    Called,
    Card,
    Dealt,
    Drew,
    LevelReached,
    Passed,
    PassedOn,
    Played,
    Rotated,
    Ruleset,
    Swapped,
    View,
)
from crazyeights.events import Event


class Group:
    """Cards of a hand that came into it together, as far as the others can tell.

    Attributes:
        count: how many.
        lacks: faces that none of them is, if their owner plays what can be played.
        dear: faces that none of them is, if their owner plays dear cards first, too.
    """

    __slots__ = ("count", "dear", "lacks")

    def __init__(self, count: int, lacks: int = 0, dear: int = 0) -> None:
        self.count = count
        self.lacks = lacks
        self.dear = dear


Hand: TypeAlias = list[Group]


class Memory:
    """What all players did in a round, read from a view's history.

    Attributes:
        hands: for each seat, the groups of cards that it holds, the oldest first.

    Args:
        view: what the player has seen.
    """

    def __init__(self, view: View) -> None:
        rules = view.game.ruleset
        self._levels = [level for _, level in rules.levels] or [rules]
        self._rules = [self._levels[0]] * view.players  # in a countdown each seat has those of its level
        self._index = rules.deck.index
        self._suits = {suit: number for number, suit in enumerate(rules.deck.suits)}
        self._dearer = _dearer(rules)
        self.hands: list[Hand] = [[] for _ in range(view.players)]
        self._top = 0
        self._suit = len(self._suits)
        self._last = -1  # whose card lies on top
        for event in view.history:
            self._follow(event)

    def _follow(self, event: Event) -> None:
        match event:
            case Dealt(hand_sizes=sizes, starter=starter):
                self.hands = [[Group(size)] for size in sizes]
                self._lay(starter)
            case Played(seat=seat, card=card):
                self._play(seat, card)
            case Called(suit=suit):
                self._suit = self._suits[suit]
            case Drew(seat=seat, count=count, penalty=penalty):
                if not penalty:
                    self._lack(seat, self._playable(seat))
                self.hands[seat].append(Group(count))
            case Passed(seat=seat):
                self._lack(seat, self._playable(seat))
            case LevelReached(seat=seat, level=level):
                self.hands[seat] = []
                self._rules[seat] = self._levels[level]
            case Swapped(seat=seat, other=other):
                self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
            case Rotated(direction=direction):
                self._rotate(direction)
            case PassedOn():
                # Which card went is hidden, so nothing holds of any of them for sure.
                for hand in self.hands:
                    hand[:] = [Group(sum(group.count for group in hand))]
            case _:
                pass  # nothing that tells of a hand

    def _lay(self, card: Card) -> None:
        self._top = self._index[card]
        self._suit = len(self._suits) if card.suit is None else self._suits[card.suit]

    def _playable(self, seat: int) -> int:
        return self._rules[seat].playable[self._top][self._suit]

    def _play(self, seat: int, card: Card) -> None:
        rules = self._rules[seat]
        face = self._index[card]
        playable = self._playable(seat)
        ordinary = playable & ~rules.wild
        lacks = dear = 0
        added = seat == self._last and rules.follows[self._top] >> face & 1
        if added or rules.answers[self._top] >> face & 1:
            pass  # it was chosen from other cards than those that could be played otherwise
        elif ordinary >> face & 1:
            dear = ordinary & self._dearer[face]
        elif playable >> face & 1:
            lacks = ordinary  # a wild card, and so nothing else
        self._last = seat
        self._take(self.hands[seat], 1 << face)
        for group in self.hands[seat]:
            group.lacks |= lacks
            group.dear |= dear
        self._lay(card)

    def _take(self, hand: Hand, face: int) -> None:
        """Take a card from the newest group that may have held it."""
        fitting = [group for group in hand if not group.lacks & face] or hand
        if fitting:
            fitting[-1].count -= 1
            hand[:] = [group for group in hand if group.count > 0]

    def _lack(self, seat: int, faces: int) -> None:
        for group in self.hands[seat]:
            group.lacks |= faces

    def _rotate(self, direction: int) -> None:
        seats = [seat for seat, hand in enumerate(self.hands) if hand][::direction]
        moved = [self.hands[seat] for seat in seats]
        for at, seat in enumerate(seats):
            self.hands[seat] = moved[at - 1]

    def possible(self, seat: int, unseen: int) -> list[tuple[int, int]]:
        """Give what is known of a hand: so many cards, each one of these faces.

        Args:
            seat: whose hand.
            unseen: the faces that are not seen elsewhere.
        """
        return [(group.count, unseen & ~group.lacks) for group in self.hands[seat]]


def likelihoods(hand: Sequence[Group], faces: int, doubt: float, dear_doubt: float) -> list[float]:
    """Say for each face how much likelier than any card it is that it is one of a hand's, from 0 to 1.

    Args:
        hand: the groups of the hand.
        faces: how many faces there are.
        doubt: how likely it is all the same that somebody holds what could have been played.
        dear_doubt: how likely it is that somebody holds a card that is dearer than the one played.
    """
    total = sum(group.count for group in hand)
    if not total:
        return [1.0] * faces
    result = [0.0] * faces
    for group in hand:
        share = group.count / total
        for face in range(faces):
            factor = doubt if group.lacks >> face & 1 else dear_doubt if group.dear >> face & 1 else 1.0
            result[face] += share * factor
    return result


def _dearer(rules: Ruleset) -> list[int]:
    """Give for each face the faces that count more."""
    points = rules.points
    return [sum(1 << other for other, theirs in enumerate(points) if theirs > mine) for mine in points]
