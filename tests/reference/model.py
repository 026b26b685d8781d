"""The rules of a round once more: slow, obvious, and sharing nothing with the engine.

Cards, suits and moves are plain strings in the notation, hands and piles are lists, and what a card does is looked up
by its rank (or by the card itself) in small dictionaries. The tests play it beside the engine; the benchmark times it
as what somebody would write who does not care for speed.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SUITS = ("S", "H", "D", "C")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")

DEFAULTS: dict[str, Any] = {
    "hand_size": 5,
    "decks": 1,
    "jokers": 0,
    "starter": "any",
    "draw_limit": 1,
    "after_draw": "turn_ends",
    "voluntary_draw": True,
    "empty_stock": "reshuffle",
    "penalty_turn": "then_play",
    "two_player_reverse": "nothing",
    "last_card_acts": False,
    "blocked": "draw",
}
PLAIN: dict[str, Any] = {
    "starter": "no_wild",
    "draw_limit": None,
    "after_draw": "play_any",
    "empty_stock": "stays_empty",
}


@dataclass(frozen=True)
class Roles:
    """What cards do. Each key or member is a rank (`Q`, `*` for jokers) or a single card (`QS`)."""

    wild: Collection[str] = ()
    choose_suit: Collection[str] = ()
    reverse: Collection[str] = ()
    play_again: Collection[str] = ()
    forbid_finish: Collection[str] = ()
    skip: Mapping[str, int] = field(default_factory=dict)
    draw: Mapping[str, int] = field(default_factory=dict)
    points: Mapping[str, int] = field(default_factory=dict)
    answers: Mapping[str, Collection[str]] = field(default_factory=dict)  # top card -> what answers its draw


RULES: dict[str, Roles] = {
    "ace-reverse": Roles(reverse=["A"]),
    "draw-two": Roles(draw={"2": 2}),
    "queen-skip": Roles(skip={"Q": 1}),
    "crazy-eight": Roles(wild=["8"], choose_suit=["8"], points={"8": 50}),
}


@dataclass(frozen=True)
class Result:
    winner: int | None
    reason: str
    points: list[int]


def whole_deck(decks: int = 1, jokers: int = 0) -> list[str]:
    """All cards in the deck's order: suit by suit, the jokers last, and that once for each deck."""
    one = [rank + suit for suit in SUITS for rank in RANKS] + [f"*{number + 1}" for number in range(jokers)]
    return one * decks


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str | None:
    return None if card[0] == "*" else card[-1]


def _is_among(card: str, keys: Collection[str]) -> bool:
    return card in keys or card[:-1] in keys


class Round:
    """One round.

    `reshuffle` gets the cards that become the new stock and gives them back in the order in which they are drawn.
    """

    def __init__(
        self,
        deck: Sequence[str],
        players: int,
        rules: Collection[str],
        options: Mapping[str, Any] | None = None,
        *,
        first: int = 0,
        roles: Roles | None = None,
        reshuffle: Callable[[list[str]], Sequence[str]] | None = None,
    ) -> None:
        self.options = {**DEFAULTS, **(options or {})}
        whole = whole_deck(self.options["decks"], self.options["jokers"])
        assert Counter(deck) == Counter(whole), "not a whole deck"
        self.order = {card: place for place, card in enumerate(whole_deck(1, self.options["jokers"]))}
        self.players = players
        every = [RULES[name] for name in sorted(rules)] + ([roles] if roles else [])
        self.wild = {key for each in every for key in each.wild}
        self.choose_suit = {key for each in every for key in each.choose_suit}
        self.reverse = {key for each in every for key in each.reverse}
        self.play_again = {key for each in every for key in each.play_again}
        self.forbid_finish = {key for each in every for key in each.forbid_finish}
        self.skip = {key: number for each in every for key, number in each.skip.items()}
        self.draw = {key: number for each in every for key, number in each.draw.items()}
        self.points = {key: number for each in every for key, number in each.points.items()}
        self.answers = [pair for each in every for pair in each.answers.items()]
        self.reshuffle = reshuffle or (lambda cards: random.Random(0).sample(cards, len(cards)))

        self.direction = 1
        self.pending = 0
        self.drawn: list[str] = []  # what the player to move has drawn in this turn
        self.passes = 0
        self.outcome: Result | None = None
        self._deal(list(deck), first)

    # What cards do

    def _number(self, numbers: Mapping[str, int], card: str) -> int:
        return numbers[card] if card in numbers else numbers.get(card[:-1], 0)

    def _is_special(self, card: str) -> bool:
        signs = any(_is_among(card, keys) for keys in (self.wild, self.choose_suit, self.reverse, self.play_again))
        return signs or self._number(self.skip, card) > 0 or self._number(self.draw, card) > 0

    def _answers(self, card: str) -> bool:
        return any(_is_among(self.top, [top]) and _is_among(card, keys) for top, keys in self.answers)

    def _anything_answers(self) -> bool:
        return any(self._answers(card) for card in self.order)

    # Dealing

    def _deal(self, deck: list[str], first: int) -> None:
        self.hands: list[list[str]] = [[] for _ in range(self.players)]
        for _ in range(self.options["hand_size"]):
            for hand in self.hands:
                hand.append(deck.pop(0))
        starter = deck.pop(0)
        turned = 0
        half = len(deck) // 2
        while self._buried(starter) and not all(self._buried(card) for card in deck):
            # A buried card comes up again when all of the upper half was buried: from then on they go to the bottom.
            deck.insert(half if turned <= half else len(deck), starter)
            starter = deck.pop(0)
            turned += 1
        self.stock = deck
        self.discard = [starter]
        self.suit = suit_of(starter)
        self.to_move: int | None = first
        if self.options["starter"] == "acts":
            self.to_move = (first - 1) % self.players
            self._take_effect(starter)

    def _buried(self, card: str) -> bool:
        starter = self.options["starter"]
        if starter == "no_wild":
            return _is_among(card, self.wild)
        return starter == "no_special" and self._is_special(card)

    # What a player may do

    @property
    def top(self) -> str:
        return self.discard[-1]

    def _playable(self, card: str, hand: list[str]) -> bool:
        if _is_among(card, self.forbid_finish) and len(hand) == 1:
            return False
        if self.pending:
            return self._answers(card)
        if self.drawn and self.options["after_draw"] == "play_drawn" and card != self.drawn[-1]:
            return False
        if self.suit is None or _is_among(card, self.wild):
            return True
        return suit_of(card) == self.suit or rank_of(card) == rank_of(self.top)

    def legal_moves(self) -> list[str]:
        """All legal moves: plays in the deck's order, then draw, then pass."""
        if self.to_move is None:
            return []
        hand = self.hands[self.to_move]
        playable = [card for card in set(hand) if self._playable(card, hand)]
        moves = []
        for card in sorted(playable, key=self.order.__getitem__):
            if _is_among(card, self.choose_suit) and len(hand) > 1:
                moves += [f"{card}={suit}" for suit in SUITS]
            else:
                moves.append(card)
        if self.pending:
            return [*moves, "draw"]
        limit = self.options["draw_limit"]
        at_limit = limit is not None and len(self.drawn) >= limit
        something_to_draw = self.stock or (self.options["empty_stock"] == "reshuffle" and len(self.discard) > 1)
        if something_to_draw and not at_limit:
            if self.options["voluntary_draw"] or not playable:
                moves.append("draw")
        elif at_limit or not playable:
            moves.append("pass")
        return moves

    # What a move does

    def apply(self, move: str) -> None:
        """Carry out a move, which must be one of `legal_moves()`."""
        if move == "pass":
            self.passes += 1
            if self.passes == self.players:
                self._end_blocked()
            else:
                self._next_turn(self._after(self.to_move))
            return
        self.passes = 0
        if move == "draw" and self.pending:
            self._pay(self.to_move)
            if self.options["penalty_turn"] == "turn_lost":
                self._next_turn(self._after(self.to_move))
        elif move == "draw":
            self.drawn += self._draw(self.to_move, 1)
            if self.options["after_draw"] == "turn_ends":
                self._next_turn(self._after(self.to_move))
        else:
            card, _, called = move.partition("=")
            self._play(card, called or suit_of(card))

    def _play(self, card: str, suit: str | None) -> None:
        assert self.to_move is not None
        player = self.to_move
        self.hands[player].remove(card)
        self.discard.append(card)
        self.suit = suit
        last = not self.hands[player]
        if not last or self.options["last_card_acts"]:
            self._take_effect(card)
        # An effect may have given the player of the last card new cards.
        if not self.hands[player]:
            self._end_with_winner(player)

    def _take_effect(self, card: str) -> None:
        """Let the card that `to_move` has just put on the discard pile act, and go on to the next turn."""
        player = self.to_move
        assert player is not None
        skips = self._number(self.skip, card)
        if _is_among(card, self.reverse):
            self.direction = -self.direction
            if self.players == 2 and self.options["two_player_reverse"] == "skip":
                skips += 1
        again = _is_among(card, self.play_again)
        nearest = self._after(player)
        following = nearest
        for _ in range(skips):
            following = self._after(following)
        self.pending += self._number(self.draw, card)
        self._next_turn(player if again else following)
        if not self.pending:
            return
        # Nobody answers the card that won the round: nobody has another turn.
        if not again and self.hands[player] and self._anything_answers():
            return
        self._pay(nearest if again else following)
        if not again and self.options["penalty_turn"] == "turn_lost":
            self._next_turn(self._after(following))

    def _after(self, seat: int | None) -> int:
        assert seat is not None
        return (seat + self.direction) % self.players

    def _next_turn(self, seat: int) -> None:
        self.to_move = seat
        self.drawn = []

    def _pay(self, seat: int | None) -> None:
        self._draw(seat, self.pending)
        self.pending = 0

    def _draw(self, seat: int | None, count: int) -> list[str]:
        assert seat is not None
        drawn: list[str] = []
        while len(drawn) < count:
            if not self.stock and self.options["empty_stock"] == "reshuffle":
                old = self.discard[:-1]
                if old:
                    self.stock = list(self.reshuffle(list(old)))
                    assert Counter(self.stock) == Counter(old), "the reshuffled stock has other cards than the discards"
                    self.discard = self.discard[-1:]
            if not self.stock:
                break
            drawn.append(self.stock.pop(0))
        self.hands[seat] += drawn
        return drawn

    # The end

    def card_points(self, card: str) -> int:
        rank = rank_of(card)
        for key in (card, rank):
            if key in self.points:
                return self.points[key]
        return {"A": 1, "J": 10, "Q": 10, "K": 10, "*": 50}.get(rank) or int(rank)

    def hand_points(self) -> list[int]:
        return [sum(self.card_points(card) for card in hand) for hand in self.hands]

    def _end_with_winner(self, winner: int) -> None:
        points = [0] * self.players
        points[winner] = sum(self.hand_points())
        self._end(Result(winner, "empty_hand", points))

    def _end_blocked(self) -> None:
        points = [0] * self.players
        winner = None
        if self.options["blocked"] == "lowest_hand":
            counts = self.hand_points()
            lowest = min(counts)
            best = [seat for seat, count in enumerate(counts) if count == lowest]
            for seat in best:
                points[seat] = sum(count - lowest for count in counts) // len(best)
            winner = best[0] if len(best) == 1 else None
        self._end(Result(winner, "blocked", points))

    def _end(self, result: Result) -> None:
        self.outcome = result
        self.to_move = None
        self.pending = 0
        self.drawn = []
