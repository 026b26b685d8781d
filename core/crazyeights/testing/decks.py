"""Rounds laid by hand: say who holds what, and the rest of the deck falls into place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from crazyeights.cards import Card
from crazyeights.errors import DeckError, listed
from crazyeights.game import Game
from crazyeights.state import State
from crazyeights.testing.cases import read_cards


def arrange(game: Game, hands: Sequence[str], starter: str, stock: str = "") -> tuple[Card, ...]:
    """Give a whole deck in dealing order.

    Cards that do nothing are filled in before those that do something, so that nothing happens in the round that was
    not asked for sooner than it must.

    Args:
        game: what is to be played.
        hands: the cards of each seat as in `"8H QS"`; what is missing in a hand, or to all of it, is filled in.
        starter: what is turned after the deal; several cards where the rules bury some of them.
        stock: what is drawn first, the next card first.

    Raises:
        NotationError: something is no card of the deck.
        DeckError: there are too many hands, too many cards in one, or a card is named too often.
    """
    if len(hands) > game.players:
        raise DeckError(f"{len(hands)} hands are given, but {game.players} play")
    held = [list(read_cards(hand, game)) for hand in hands] + [[] for _ in range(game.players - len(hands))]
    size = game.hand_size
    for seat, hand in enumerate(held):
        if len(hand) > size:
            raise DeckError(f"seat {seat} is given {len(hand)} cards, but the hands have {size}; set hand_size")
    turned, drawn = read_cards(starter, game), read_cards(stock, game)
    if not turned:
        raise DeckError("no starter is given: the card that is turned after the deal")
    left = Counter(game.deck.cards)
    left.subtract([card for hand in held for card in hand] + [*turned, *drawn])
    often = [str(card) for card, count in left.items() if count < 0]
    if often:
        raise DeckError(f"{listed(often)} {'is' if len(often) == 1 else 'are'} named too often for this deck")
    does = frozenset(game.ruleset.faces_of(game.ruleset.special | game.ruleset.wild))
    rest = sorted(left.elements(), key=lambda card: (card in does, game.deck.index[card]))
    for hand in held:
        while len(hand) < size:
            hand.append(rest.pop(0))
    dealt = [hand[at] for at in range(size) for hand in held]
    return (*dealt, *turned, *drawn, *rest)


def deal(game: Game, hands: Sequence[str], starter: str, stock: str = "", *, first: int = 0) -> State:
    """Deal a round in which the seats hold these cards.

    Args:
        game: what is to be played.
        hands: the cards of each seat as in `"8H QS"`; what is missing in a hand, or to all of it, is filled in.
        starter: what is turned after the deal; several cards where the rules bury some of them.
        stock: what is drawn first, the next card first.
        first: the seat that moves first.

    Raises:
        NotationError: something is no card of the deck.
        DeckError: there are too many hands, too many cards in one, or a card is named too often.
        SeatError: there is no such seat.
    """
    return game.deal(deck=arrange(game, hands, starter, stock), first=first)
