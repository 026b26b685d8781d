"""OpenSpiel's `crazy_eights` in our words: its parameters, its numbers for what is done, what it shows, what it takes.

`in_step` plays a round in both; docs/peers.md says what is compared and what is known to differ.
"""

from __future__ import annotations

import functools
from dataclasses import dataclass
from typing import Any

from crazyeights import Card, Game, Move, MoveKind, State

# A card's number there is four times the place of its rank here and the place of its suit. What else a player does has
# numbers of its own; at the first chance node 52 + i says that seat i deals.
RANKS = "23456789TJQKA"
SUITS = "CDHS"
DRAW, PASS = 52, 53
NAMES_SUIT = [54, 55, 56, 57]
DEALER = 52
OVER = -4

#: What must be installed, for whoever has not.
HOW_TO_INSTALL = (
    "OpenSpiel is missing: `make test` installs it, or `pip install --group dev` where there is a wheel of it"
)


@dataclass(frozen=True)
class Setting:
    """The parameters of the game; written as OpenSpiel has them."""

    players: int
    draw_limit: int | None = 5
    max_plays: int = 100
    specials: bool = False
    refill: bool = False

    def __str__(self) -> str:
        limit = -1 if self.draw_limit is None else self.draw_limit
        return (
            f"crazy_eights(players={self.players},max_draw_cards={limit},max_turns={self.max_plays},"
            f"use_special_cards={self.specials},reshuffle={self.refill})"
        )


# Few are kept: a game of ours remembers which moves were legal for whom.
@functools.lru_cache(maxsize=4)
def their_game(setting: Setting) -> Any:
    """OpenSpiel's game."""
    import pyspiel

    return pyspiel.load_game(str(setting))


@functools.lru_cache(maxsize=4)
def our_game(setting: Setting) -> Game:
    """The same by our variants."""
    return altered_game(setting)


def altered_game(setting: Setting, *, rules_removed: tuple[str, ...] = (), **options: Any) -> Game:
    """The same by our variants, but for what is said; to see that the difference is noticed."""
    given = {
        "draw_limit": setting.draw_limit,
        "max_plays": setting.max_plays,
        "empty_stock": "refill" if setting.refill else "stays_empty",
    }
    variant = "openspiel-special" if setting.specials else "openspiel"
    return Game(variant, setting.players, rules_removed=rules_removed, options={**given, **options})


# What is done


@functools.cache
def number(card: Card) -> int:
    """Give the number of a card."""
    assert card.suit is not None
    rank = "T" if card.rank.text == "10" else card.rank.text
    return RANKS.index(rank) * 4 + SUITS.index(card.suit.letter)


@functools.cache
def actions(move: Move) -> tuple[int, ...]:
    """Give what a player does there for a move of ours; to play an eight and to name its suit are two decisions."""
    if move.kind is MoveKind.DRAW:
        return (DRAW,)
    if move.kind is MoveKind.PASS:
        return (PASS,)
    assert move.kind is MoveKind.PLAY
    assert move.card is not None
    suit = () if move.suit is None else (NAMES_SUIT[SUITS.index(move.suit.letter)],)
    return (number(move.card), *suit)


@functools.lru_cache(maxsize=2_000)
def choices(legal: tuple[Move, ...]) -> tuple[list[int], bool]:
    """Give what is legal there if these moves are here, and whether each eight names any suit (or none names one)."""
    named: dict[int, list[int]] = {}
    for move in legal:
        action, *suit = actions(move)
        named.setdefault(action, []).extend(suit)
    eights = [sorted(suits) for action, suits in named.items() if action < DRAW and RANKS[action // 4] == "8"]
    others = sum(len(suits) for suits in named.values()) - sum(map(len, eights))
    complete = not others and (all(suits == NAMES_SUIT for suits in eights) or not any(eights))
    return sorted(named), complete


# What is shown


@dataclass(frozen=True)
class Seen:
    """What OpenSpiel shows a seat: its cards by suit, the top card, the suit to match, and from this seat on the sizes
    of the hands; with special cards the direction."""

    hand: tuple[str, ...]
    top: str
    suit: str
    sizes: tuple[int, ...]
    direction: str

    @property
    def cards(self) -> list[int]:
        """The numbers of the cards in the hand."""
        return [RANKS.index(rank) * 4 + suit for suit, ranks in enumerate(self.hand) for rank in ranks]


def seen_there(state: Any, seat: int) -> Seen:
    """Read it off OpenSpiel's text."""
    lines = state.observation_string(seat).split("\n")
    hand = tuple(line.partition(":")[2].replace(" ", "") for line in lines[1:5])
    sizes = lines[7].partition("have: ")[2].removesuffix(" cards.").split(", ")
    return Seen(hand, lines[5][-2:], lines[6][-1], tuple(map(int, sizes)), lines[8].removeprefix("The direction is "))


def seen_here(state: State, seat: int, direction: int | None) -> Seen:
    """Make it from our state; `direction` is None where it is not shown."""
    held = sorted(map(number, state.view(seat).hand))
    hand = tuple("".join(RANKS[card // 4] for card in held if card % 4 == suit) for suit in range(4))
    top = number(state.top)
    assert state.active_suit is not None
    sizes = state.hand_sizes[seat:] + state.hand_sizes[:seat]
    # Seats are counted counterclockwise there.
    turning = {None: "", 1: "counterclockwise", -1: "clockwise"}[direction]
    return Seen(hand, SUITS[top % 4] + RANKS[top // 4], state.active_suit.letter, sizes, turning)


# What it costs


def charge(card: int) -> int:
    """Give what a card that is left in a hand costs by the rules: 50 for an eight, 10 for a court or an ace, its number
    for another card."""
    rank = RANKS[card // 4]
    return 50 if rank == "8" else 10 if rank in "TJQKA" else int(rank)


def their_charge(card: int) -> int:
    """Give what it costs there: where the rules say the card's number, its number in the deck plus two is taken."""
    return charge(card) if RANKS[card // 4] in "8JQKA" else card + 2
