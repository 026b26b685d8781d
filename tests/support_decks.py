"""Decks chosen by hand: say who holds what, and the rest of the deck falls into place."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from crazyeights import Game, Move
from crazyeights.cards import RANKS, SUITS, Card, Deck
from crazyeights.plugins import default_registry
from crazyeights.rules import Rule, Variant

# What is left is filled in with cards that do nothing in classic first, so that no test meets a card it did not name
# sooner than it must.
_SPECIAL = ("A", "2", "8", "Q", "*")


class Offer:
    """The catalogue of a test: what it made up, and the rest as the game offers it."""

    def __init__(self, *rules: Rule, variants: Sequence[Variant] = ()) -> None:
        self._rules = {rule.name: rule for rule in rules}
        self._variants = {variant.name: variant for variant in variants}

    def rule(self, name: str) -> Rule:
        return self._rules[name] if name in self._rules else default_registry().rule(name)

    def variant(self, name: str) -> Variant:
        return self._variants[name] if name in self._variants else default_registry().variant(name)


def cards(text: str) -> list[Card]:
    """Read cards written with blanks between them; jokers up to `*4`."""
    deck = Deck(jokers=4)
    return [Card.parse(word, deck) for word in text.split()]


def arrange(
    deck: Deck, hands: Sequence[str], starter: str, stock: str = "", *, bottom: str = "", hand_size: int | None = None
) -> list[Card]:
    """Give a whole deck in dealing order.

    Args:
        deck: the deck that it must be.
        hands: the first cards of each seat's hand; what is missing is filled in.
        starter: what is turned after the hands (several cards where some of them are buried).
        stock: what comes next.
        bottom: what comes last.
        hand_size: how many cards each hand gets; the longest of the given ones if left out.
    """
    held = [cards(hand) for hand in hands]
    size = max(map(len, held)) if hand_size is None else hand_size
    named = [card for hand in held for card in hand] + cards(f"{starter} {stock} {bottom}")
    left = Counter(deck.cards)
    left.subtract(named)
    wrong = [str(card) for card, count in left.items() if count < 0]
    assert not wrong, f"not so many in this deck: {wrong}"
    rest = sorted(left.elements(), key=lambda card: (card.rank.text in _SPECIAL, deck.faces.index(card)))
    for hand in held:
        while len(hand) < size:
            hand.append(rest.pop(0))
    dealt = [hand[number] for number in range(size) for hand in held]
    return [*dealt, *cards(f"{starter} {stock}"), *rest, *cards(bottom)]


def deal(
    variant: str,
    hands: Sequence[str],
    starter: str,
    stock: str = "",
    *,
    bottom: str = "",
    options: Mapping[str, Any] | None = None,
    rules_added: Collection[str] = (),
    rules_removed: Collection[str] = (),
    first: int = 0,
    reshuffles: Sequence[str] = (),
    registry: Any = None,
) -> Any:
    """Deal a round in which the seats hold exactly these hands.

    `hand_size` becomes the length of the longest hand, unless the options set it; shorter hands are filled in.
    """
    given = dict(options or {})
    given.setdefault("hand_size", max(len(hand.split()) for hand in hands))
    game = Game(
        variant,
        players=len(hands),
        rules_added=tuple(rules_added),
        rules_removed=tuple(rules_removed),
        options=given,
        registry=registry,
    )
    deck = arrange(game.deck, hands, starter, stock, bottom=bottom, hand_size=int(given["hand_size"]))
    return game.deal(deck=deck, first=first, reshuffles=[cards(order) for order in reshuffles])


def short_deck(variant: str, ranks: Sequence[str] = ("3", "4", "5", "6", "7"), suits: str = "SH") -> Offer:
    """A catalogue whose variant `short` is the named one with fewer cards."""
    deck = Deck(
        suits=tuple(suit for suit in SUITS if suit.letter in suits),
        ranks=tuple(rank for rank in RANKS if rank.text in ranks),
    )
    return Offer(variants=[dataclasses.replace(default_registry().variant(variant), name="short", deck=deck)])


def play(state: Any, *moves: str) -> Any:
    """Make these moves, and give the state back."""
    for move in moves:
        state.apply(Move.parse(move, state.game.deck))
    return state


def legal(state: Any) -> list[str]:
    """The legal moves in the notation."""
    return [str(move) for move in state.legal_moves()]


def text(things: Iterable[object]) -> str:
    """Cards, moves or suits in the notation, with blanks between them."""
    return " ".join(str(thing) for thing in things)


def hand(state: Any, seat: int) -> set[str]:
    """The cards of a hand (with one deck) in the notation."""
    return {str(card) for card in state.hands[seat]}


def calls(*eights: str) -> list[str]:
    """The moves that play these wild cards, one a suit."""
    return [f"{eight}={suit}" for eight in eights for suit in "SHDC"]


def kinds(events: Iterable[object]) -> list[str]:
    """The kind of each event."""
    return [type(event).__name__ for event in events]


def snapshot(state: Any) -> dict[str, object]:
    """All that can be read from a state, to see that nothing has changed."""
    return {
        "to_move": state.to_move,
        "legal": list(state.legal_moves()),
        "hands": [list(each) for each in state.hands],
        "hand_sizes": tuple(state.hand_sizes),
        "stock": tuple(state.stock),
        "discard": tuple(state.discard),
        "top": state.top,
        "shown_top": state.shown_top,
        "active_suit": state.active_suit,
        "called_suit": state.called_suit,
        "direction": state.direction,
        "pending_draw": state.pending_draw,
        "drawn": state.drawn,
        "outcome": state.outcome,
        "first": state.first,
        "deck_order": state.deck_order,
        "events": list(state.events()),
    }
