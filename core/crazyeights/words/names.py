"""How cards, numbers, names and directions are called in a sentence."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Final

from crazyeights.cards import CLUBS, DIAMONDS, HEARTS, SPADES, SUITS, Card, Deck
from crazyeights.errors import listed, printable

_COLOURS: Final = (("black", {SPADES, CLUBS}), ("red", {HEARTS, DIAMONDS}))


def counted(number: int, thing: str) -> str:
    """Say how many of something there are, as in "1 card" or "2 cards"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def shown_name(name: str) -> str:
    """Give a player's, strategy's or plugin's name as it is shown: a record or plugin must not steer the terminal."""
    return printable(name, 40) or "?"


def the_card(card: Card) -> str:
    """Name a card in a sentence, as in "the 8 of hearts" or "joker 1"."""
    return card.with_article


def the_cards(cards: Iterable[Card]) -> str:
    """Name several cards in a sentence, as in "the 8 of hearts and the 2 of clubs"."""
    return listed([the_card(card) for card in cards])


def direction_name(direction: int) -> str:
    """Say which way play goes: towards higher seats is "clockwise"."""
    return "clockwise" if direction > 0 else "anticlockwise"


def kinds(cards: Sequence[Card], deck: Deck) -> list[str]:
    """Sum cards up, as in "an 8" for all eights, "a red jack" and, for a single card, "the jack of spades"."""
    said = []
    for rank in dict.fromkeys(card.rank for card in cards):
        mine = [card for card in cards if card.rank == rank]
        suits = {card.suit for card in mine}
        colour = next((colour for colour, both in _COLOURS if suits == both and set(deck.suits) == set(SUITS)), "")
        if len(mine) == sum(card.rank == rank for card in deck.faces):
            said.append(rank.article)
        elif colour:
            said.append(f"a {colour} {rank.name}")
        else:
            said += [the_card(card) for card in mine]
    return said
