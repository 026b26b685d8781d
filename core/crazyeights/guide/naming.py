"""How the guide names cards and numbers in a sentence."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from functools import lru_cache
from typing import Final

from crazyeights.cards import CLUBS, DIAMONDS, HEARTS, JOKER, SPADES, SUITS, Card, Deck, indefinite
from crazyeights.words import listed, the_card

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


def number(count: int) -> str:
    """Give a number as a word if it is a small one."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def some(count: int, thing: str) -> str:
    """Say how many of something there are, as in "one card" or "12 cards"."""
    return f"{number(count)} {thing}{'' if count == 1 else 's'}"


def capital(text: str) -> str:
    """Let a sentence begin with a capital letter."""
    return text[:1].upper() + text[1:]


def sentence(text: str) -> str:
    """Make a sentence of what somebody else wrote; "" of nothing."""
    joined = capital(" ".join(text.split()))
    return joined if joined.endswith((".", "!", "?", ")")) or not joined else f"{joined}."


def kinds(cards: Collection[Card], deck: Deck) -> list[tuple[str, str]]:
    """Sum cards up: (singular, plural) for whole suits, ranks and colours of a rank, (name, name) for a single card."""
    left = set(cards)
    names = []
    faces = deck.faces
    for one, many, whole in _groups(deck):
        if whole and whole <= left:
            names.append((one, many))
            left -= whole
    return names + [(the_card(card), the_card(card)) for card in faces if card in left]


@lru_cache(maxsize=16)
def _groups(deck: Deck) -> tuple[tuple[str, str, frozenset[Card]], ...]:
    return tuple((one, many, frozenset(cards)) for one, many, cards in _all_groups(deck))


def _all_groups(deck: Deck) -> Iterator[tuple[str, str, set[Card]]]:
    """Give what cards are summed up as: suits, ranks, and the black and the red ones of a rank."""
    faces = deck.faces
    for suit in deck.suits:
        yield suit.singular, suit.name, {face for face in faces if face.suit == suit}
    for rank in (*deck.ranks, JOKER):
        yield rank.name, rank.plural, {face for face in faces if face.rank == rank}
    if set(deck.suits) == set(SUITS):
        for rank in deck.ranks:
            for colour, suits in (("black", (SPADES, CLUBS)), ("red", (HEARTS, DIAMONDS))):
                both = {face for face in faces if face.rank == rank and face.suit in suits}
                yield f"{colour} {rank.name}", f"{colour} {rank.plural}", both


def plural(cards: Collection[Card], deck: Deck, joint: str = "and") -> str:
    """Name all the cards, as in "8s and the queen of spades"."""
    return listed([many for _, many in kinds(cards, deck)], joint)


def each(cards: Collection[Card], deck: Deck, word: str = "any") -> list[str]:
    """Name the kinds of cards, as in "any 8" and "the queen of spades"; `word` may be "a"."""
    return [with_word(word, one) if one != many else one for one, many in kinds(cards, deck)]


def either(cards: Collection[Card], deck: Deck, word: str = "any") -> str:
    """Name one of the cards, as in "any 8 or the queen of spades"; `word` may be "a"."""
    return listed(each(cards, deck, word), "or")


def with_word(word: str, noun: str) -> str:
    """Put an article or the like before a noun, as in "an ace" or "any ace"."""
    return indefinite(noun) if word == "a" else f"{word} {noun}"
