"""How a round probably goes on: played for some turns by a quick rule of thumb, and then judged by the hands.

Playing on to the end costs three times as much and tells less: what happens late depends on cards that nobody can know,
and how many cards everybody holds after a few turns says nearly as well who wins.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from random import Random
from typing import Final

from crazyeights import DRAW, Card, Game, Move, MoveKind, State

# What a seat's cards and its turn are worth: from half a million positions of `classic`, two and four players.
_CARD: Final = -0.15
_LOG_CARDS: Final = -0.85
WILD: Final = 0.65
WILD_SHARE: Final = 2.0
STUCK: Final = -0.4
MOVES_ON: Final = 0.3
LAST_CARD_FITS: Final = 3.0
LAST_BUT_ONE_FITS: Final = 0.45
_SLIPS: Final = 0.15
#: From here on a move's worth says that it plays a card that is not wild.
_ORDINARY: Final = 100_000
_WILD_PLAY: Final = 10_000


class Playouts:
    """Plays rounds on for one game.

    Args:
        game: what is played.
    """

    def __init__(self, game: Game) -> None:
        rules = game.ruleset
        self._rules = rules
        self._index = rules.deck.index
        self._wild = frozenset(rules.faces_of(rules.wild))
        self._worth: dict[Move, int] = _Worth(self)
        self._partners = game.options.partners
        #: How many moves are played before the hands are judged.
        self.length = 4 * game.players

    def worth(self, move: Move) -> int:
        """Say how gladly a move is made in a playout: dear cards first, wild ones last, and drawing only if need be."""
        rules = self._rules
        if move.card is None:
            return 2 if move is DRAW else 1
        face = self._index[move.card]
        points = rules.points[face]
        if rules.wild >> face & 1:
            return 0 if move.kind is MoveKind.GIVE else _WILD_PLAY
        return _ORDINARY + points

    def is_wild(self, move: Move) -> bool:
        """Say whether a move plays a wild card."""
        return self._worth[move] == _WILD_PLAY

    def wilds(self, hands: Sequence[Iterable[Card]]) -> list[int]:
        """Count the wild cards of each hand."""
        wild = self._wild
        return [len([card for card in hand if card in wild]) for hand in hands]

    def play(self, state: State, seat: int, wilds: list[int], slips: Random | None = None) -> float:
        """Play a round on, and give how likely it is by then that a seat wins.

        Args:
            state: the round; it is played on.
            seat: whose chance is wanted.
            wilds: each seat's number of wild cards; kept up to date.
            slips: the chance by which any move is made now and then; never if left out.
        """
        worth = self._worth
        for _ in range(self.length):
            legal = state.legal_moves()
            if not legal:
                break
            move = max(legal, key=worth.__getitem__) if len(legal) > 1 else legal[0]
            if slips is not None and slips.random() < _SLIPS:
                move = slips.choice(legal)
            elif move.suit is not None or move.swap is not None:
                move = self._decide(state, legal, move)
            if worth[move] == _WILD_PLAY:
                wilds[state.to_move] -= 1  # type: ignore[index]  # a move is legal, so it is somebody's turn
            state.apply(move)
        return self.chance(state, seat, wilds)

    def _decide(self, state: State, legal: tuple[Move, ...], first: Move) -> Move:
        """Choose the suit that is held most and the seat with the fewest cards, of the moves that are worth as much."""
        worth = self._worth
        mover = state.to_move
        assert mover is not None
        held = Counter(card.suit for card in state.view(mover).hand if card is not first.card)
        sizes = state.hand_sizes
        least = worth[first]
        return max(
            (move for move in legal if worth[move] == least),
            key=lambda move: (0 if move.swap is None else -sizes[move.swap], held[move.suit]),
        )

    def chance(self, state: State, seat: int, wilds: list[int]) -> float:
        """Judge how likely a seat is to win the round.

        Args:
            state: the round.
            seat: whose chance is wanted.
            wilds: each seat's number of wild cards.
        """
        outcome = state.outcome
        sizes = state.hand_sizes
        if outcome is not None:
            winners = outcome.winners
            return float(seat in winners) if winners else (2 if self._partners else 1) / len(sizes)
        levels = state.levels
        mover = state.to_move
        worth = self._worth
        mine = total = 0.0
        for other, size in enumerate(sizes):
            if levels is not None:
                size += levels[other] * (levels[other] - 1) // 2  # noqa: PLW2901  # the hands that are still to come
            if size:
                strength = strength_of(size, max(0, min(wilds[other], size)))
                if other == mover:
                    best = max(map(worth.__getitem__, state.legal_moves()))
                    strength += MOVES_ON if best >= _ORDINARY else STUCK
                    if size <= 2 and best >= _WILD_PLAY:
                        strength += LAST_CARD_FITS if size == 1 else LAST_BUT_ONE_FITS
            else:
                strength = LAST_CARD_FITS  # out, and the partner plays on
            power = math.exp(strength)
            total += power
            if other == seat or (self._partners and (other - seat) % 2 == 0):
                mine += power
        return mine / total


class _Worth(dict[Move, int]):
    """What each move is worth, found out when it is first met."""

    def __init__(self, playouts: Playouts) -> None:
        super().__init__()
        self._find = playouts.worth

    def __missing__(self, move: Move) -> int:
        worth = self[move] = self._find(move)
        return worth


@lru_cache(maxsize=4096)
def strength_of(size: int, wilds: int) -> float:
    """Say what a hand of so many cards is worth, of which so many are wild."""
    return _CARD * size + _LOG_CARDS * math.log(size) + WILD * wilds + WILD_SHARE * wilds / size


@lru_cache(maxsize=8)
def playouts_of(game: Game) -> Playouts:
    """Give the playouts of a game; made once for each of the last few games."""
    return Playouts(game)
