"""What there is to play with and by, as plain data: cards, what they do, and the options with their usual values."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

SUITS = ("S", "H", "D", "C")
RANKS = ("A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")
ANY = "any"  # among the top cards of `answers`, `cancels` and `forbidden`: whatever the top card is

DEFAULTS: dict[str, Any] = {
    # The deal
    "hand_size": 5,
    "few_players": 2,
    "few_hand_size": None,
    "deck_cards": "52",
    "decks": 1,
    "extra_deck_from": None,
    "jokers": 0,
    "starter": "any",
    "wild_starter": "printed",
    # The turn
    "draw_limit": 1,
    "after_draw": "turn_ends",
    "voluntary_draw": True,
    "voluntary_pass": False,
    "empty_stock": "reshuffle",
    "penalty_turn": "then_play",
    "two_player_reverse": "nothing",
    # The end
    "last_card_acts": False,
    "go_out": "any",
    "last_wild_doubles": False,
    "last_card_call": 0,
    "false_call": 0,
    "partners": False,
    "blocked": "draw",
    "block_after": "all_pass",
    "max_plays": None,
    # The score
    "scoring": "winner_collects",
    "target": None,
    "target_step": 0,
    "rounds": None,
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
    gifts: Mapping[str, tuple[int, int]] = field(default_factory=dict)  # who, so many seats on, draws how many at once
    answers: Mapping[str, Collection[str]] = field(default_factory=dict)  # top card -> what answers its draw
    cancels: Mapping[str, Collection[str]] = field(default_factory=dict)  # top card -> what wipes its draw out
    forbidden: Mapping[str, Collection[str]] = field(default_factory=dict)  # top card -> what may not be played on it
    follows: Mapping[str, Collection[str]] = field(default_factory=dict)  # card just played -> what may be added to it
    swap: Collection[str] = ()
    rotate: Collection[str] = ()
    pass_left: Collection[str] = ()
    last_resort: Collection[str] = ()
    levels: Sequence[tuple[int, Collection[str]]] = ()  # countdown: the size of each level's hand, what is wild in it


RULES: dict[str, Roles] = {
    "ace-reverse": Roles(reverse=["A"]),
    "draw-two": Roles(draw={"2": 2}),
    "queen-skip": Roles(skip={"Q": 1}),
    "crazy-eight": Roles(wild=["8"], choose_suit=["8"], points={"8": 50}),
}


class Table:
    """Several `Roles` laid together and spelled out for each card of a deck: who asks need not know of ranks.

    The names are those of `Roles`, where its docstring and comments say what they mean.
    """

    def __init__(self, every: Sequence[Roles], faces: Collection[str]) -> None:
        """Spell them out.

        Args:
            every: the roles.
            faces: each different card of the deck.
        """

        def cards(keys: Collection[str]) -> set[str]:
            return {card for card in faces if card in keys or rank_of(card) in keys or ANY in keys}

        def all_of(name: str) -> set[str]:
            return {card for each in every for card in cards(getattr(each, name))}

        def values(name: str) -> dict[str, Any]:
            keys = [(key, value) for each in every for key, value in getattr(each, name).items()]
            # A single card has the last word.
            keys.sort(key=lambda pair: pair[0] in faces)
            return {card: value for key, value in keys for card in cards([key])}

        def pairs(name: str) -> dict[str, set[str]]:
            table: dict[str, set[str]] = {top: set() for top in faces}
            for each in every:
                for key, value in getattr(each, name).items():
                    meant = cards(value)
                    for top in cards([key]):
                        table[top] |= meant
            return table

        self.wild, self.choose_suit = all_of("wild"), all_of("choose_suit")
        self.reverse, self.play_again = all_of("reverse"), all_of("play_again")
        self.forbid_finish, self.last_resort = all_of("forbid_finish"), all_of("last_resort")
        self.swap, self.rotate, self.pass_left = all_of("swap"), all_of("rotate"), all_of("pass_left")
        self.skip, self.draw, self.points, self.gifts = map(values, ("skip", "draw", "points", "gifts"))
        self.answers, self.cancels, self.forbidden, self.follows = map(
            pairs, ("answers", "cancels", "forbidden", "follows")
        )
        self.cancelling = {card for each in self.cancels.values() for card in each}
        self.levels = [(hand, cards(wild)) for each in every for hand, wild in each.levels]

    def is_wild(self, card: str, level: int) -> bool:
        return card in self.wild or bool(self.levels and card in self.levels[level][1])

    def calls(self, card: str, level: int) -> bool:
        return card in self.choose_suit or bool(self.levels and card in self.levels[level][1])

    def is_exchange(self, card: str) -> bool:
        return card in self.swap or card in self.rotate or card in self.pass_left

    def is_special(self, card: str, level: int) -> bool:
        """Whether the card does anything."""
        always = (self.reverse, self.play_again, self.skip, self.draw, self.gifts, self.cancelling)
        does = any(card in cards for cards in always) or self.is_exchange(card)
        return does or self.is_wild(card, level) or self.calls(card, level)

    def card_points(self, card: str) -> int:
        if card in self.points:
            return int(self.points[card])
        rank = rank_of(card)
        return {"A": 1, "J": 10, "Q": 10, "K": 10, "*": 50}.get(rank) or int(rank)


def rank_of(card: str) -> str:
    return card[:-1]


def suit_of(card: str) -> str | None:
    return None if card[0] == "*" else card[-1]


def one_deck(deck_cards: str = "52", jokers: int = 0) -> list[str]:
    """The cards of one deck in its order: suit by suit, the jokers last."""
    low = {"52": "A", "36": "6", "32": "7"}[str(deck_cards)]
    ranks = [rank for rank in RANKS if rank == "A" or RANKS.index(rank) >= RANKS.index(low)]
    return [rank + suit for suit in SUITS for rank in ranks] + [f"*{number + 1}" for number in range(jokers)]


def whole_deck(decks: int = 1, jokers: int = 0, deck_cards: str = "52") -> list[str]:
    """All cards that are played with, deck after deck."""
    return one_deck(deck_cards, jokers) * decks
