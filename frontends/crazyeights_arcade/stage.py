"""What lies on the table as it is shown: it follows the events one by one, while the game itself may be ahead.

Each card keeps its identity from the stock to a hand to the pile, so that it can be followed with the eye. Pure: knows
neither a clock nor a window.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Final

from crazyeights.cards import Card, Deck, Suit
from crazyeights.events import (
    Called,
    Dealt,
    Drew,
    Event,
    Gave,
    LevelReached,
    Outcome,
    PassedOn,
    Played,
    Reshuffled,
    Reversed,
    Rotated,
    RoundOver,
    Swapped,
    WentOut,
)

_SHOWN_PILE: Final = 5


@dataclass(slots=True, eq=False)
class Token:
    """A card on the table.

    Attributes:
        card: what it is; None if the viewer does not know.
        shown: the face that it shows: another than its own after a suit was called.
        face_up: whether it shows its face.
        lean: how it lies on the pile: a small turn of its own.
        order: which card it was in its hand, so that a hand that is not sorted stays as it came.
    """

    card: Card | None = None
    shown: Card | None = None
    face_up: bool = False
    lean: float = 0.0
    order: int = 0


@dataclass(slots=True)
class Stage:
    """The table of one round.

    Attributes:
        deck: the cards that are played with.
        viewer: the seat whose hand is shown open; None for none.
        hands: for each seat, its cards.
        pile: the discards that can be seen, the top one last.
        loose: cards on their way from the pile back to the stock; nobody can tell which they are.
        stock: how many cards the stock has.
        discards: how many cards the pile has.
        direction: which way play goes.
        suit: the suit to match; None for any.
        turn: whose turn light is on.
        outcome: how the round ended.
        levels: in a countdown, with how many cards each seat began its level; else empty.
        out: the seats that are out while their partners play on.
        gifts: for each seat that has chosen a card to pass on, that card.
        picked: which of two equal cards the viewer plays.
        free: the cards on which, as starters, any card may be played.
    """

    deck: Deck
    players: int
    viewer: int | None
    levels: list[int] = field(default_factory=list)
    free: frozenset[Card] = frozenset()
    hands: list[list[Token]] = field(default_factory=list)
    pile: list[Token] = field(default_factory=list)
    loose: list[Token] = field(default_factory=list)
    stock: int = 0
    discards: int = 0
    direction: int = 1
    suit: Suit | None = None
    turn: int | None = None
    outcome: Outcome | None = None
    out: set[int] = field(default_factory=set)
    gifts: dict[int, Token] = field(default_factory=dict)
    picked: Token | None = None
    _count: int = 0

    def __post_init__(self) -> None:
        self.hands = [[] for _ in range(self.players)]
        self.stock = len(self.deck)

    @property
    def top(self) -> Token | None:
        """The top card of the pile."""
        return self.pile[-1] if self.pile else None

    @property
    def tokens(self) -> list[Token]:
        """All cards that can be told apart: the pile from below, then the hands."""
        return [*self.pile, *(token for hand in self.hands for token in hand), *self.loose]

    def apply(self, event: Event) -> list[Token]:
        """Let one event happen.

        Args:
            event: as the viewer may see it.

        Returns:
            The cards that it moves or turns, in the order in which they move.
        """
        self.loose = []
        match event:
            case Dealt():
                return self._deal(event)
            case Played(seat=seat, card=card):
                return [self._play(seat, card)]
            case Called(suit=suit):
                return self._call(suit)
            case Drew(seat=seat, count=count, cards=cards):
                self.stock = max(self.stock - count, 0)
                return [self._give(seat, cards[at] if cards is not None else None) for at in range(count)]
            case Reversed(direction=direction):
                self.direction = direction
            case Reshuffled(count=count):
                self.stock += count
                self.discards = 1
                del self.pile[:-1]
                self.loose = [Token() for _ in range(min(count, _SHOWN_PILE))]
                return list(self.loose)
            case RoundOver(outcome=outcome, hands=hands):
                return self._reveal(outcome, hands)
            case Swapped() | Rotated() | Gave() | PassedOn():
                return self._exchange(event)
            case LevelReached(seat=seat, hand=hand) if self.levels:
                self.levels[seat] = hand
            case WentOut(seat=seat):
                self.out.add(seat)
            case _:
                pass
        return []

    def _deal(self, event: Dealt) -> list[Token]:
        self.stock = len(self.deck) - sum(event.hand_sizes) - 1
        moved = []
        for at in range(max(event.hand_sizes, default=0)):
            for seat, size in enumerate(event.hand_sizes):
                if at < size:
                    cards = event.hands[seat]
                    moved.append(self._give(seat, cards[at] if cards is not None else None))
        starter = Token(event.starter, event.starter, face_up=True, lean=_lean(0))
        self.pile = [starter]
        self.discards = 1
        self.suit = None if event.starter in self.free else event.starter.suit
        self.direction = 1
        return [*moved, starter]

    def _give(self, seat: int, card: Card | None) -> Token:
        self._count += 1
        known = card is not None and seat == self.viewer
        token = Token(card, card, face_up=known, order=self._count)
        self.hands[seat].append(token)
        return token

    def _play(self, seat: int, card: Card) -> Token:
        hand = self.hands[seat]
        known = [token for token in hand if token.card is card]
        # Of a hidden hand any card will do; one from the middle looks as if it was chosen.
        token = known[0] if known else hand[len(hand) // 2] if hand else Token()
        token, self.picked = self.picked if self.picked in known else token, None
        if hand:
            hand.remove(token)
        token.card = token.shown = card
        token.face_up = True
        self.discards += 1
        token.lean = _lean(self.discards)
        self.pile.append(token)
        del self.pile[:-_SHOWN_PILE]
        self.suit = card.suit
        return token

    def _call(self, suit: Suit) -> list[Token]:
        self.suit = suit
        top = self.top
        if top is None or top.card is None or top.card.suit is None:
            return []
        top.shown = Card(top.card.rank, suit)
        return [top]

    # Hands and cards that change hands

    def _exchange(self, event: Swapped | Rotated | Gave | PassedOn) -> list[Token]:
        match event:
            case Swapped(seat=seat, other=other, hands=hands):
                self.hands[seat], self.hands[other] = self.hands[other], self.hands[seat]
                self._take_over(seat, hands[0])
                self._take_over(other, hands[1])
                return [*self.hands[seat], *self.hands[other]]
            case Rotated(direction=direction, hands=hands):
                seats = [seat for seat, held in enumerate(self.hands) if held][::direction]
                before = [self.hands[seat] for seat in seats]
                for at, seat in enumerate(seats):
                    self.hands[seat] = before[at - 1]
                    self._take_over(seat, hands[seat])
                return [token for seat in seats for token in self.hands[seat]]
            case Gave(seat=seat, card=card):
                hand = self.hands[seat]
                known = [token for token in hand if card is not None and token.card is card]
                self.gifts[seat] = self.picked if self.picked in known else (known or hand[len(hand) // 2 :])[0]
                self.picked = None
                return []
            case PassedOn(received=received):
                return self._pass_on(received)

    def _take_over(self, seat: int, cards: Sequence[Card] | None) -> None:
        """Let the viewer know the cards of a seat that has got a hand of another, if it is the viewer's own seat."""
        known = cards is not None and seat == self.viewer
        for at, token in enumerate(self.hands[seat]):
            card = cards[at] if known and cards is not None and at < len(cards) else None
            self._turn(token, card, face_up=known)

    def _turn(self, token: Token, card: Card | None, *, face_up: bool) -> None:
        self._count += 1
        token.card = token.shown = card
        token.face_up = face_up
        token.order = self._count

    def _pass_on(self, received: Sequence[Card | None]) -> list[Token]:
        seats = sorted(self.gifts)
        moved = [self.gifts[seat] for seat in seats]
        for seat, token in zip(seats, moved, strict=True):
            self.hands[seat].remove(token)
        for at, token in enumerate(moved):
            seat = seats[(at + 1) % len(seats)]
            self.hands[seat].append(token)
            self._turn(token, received[seat] if seat == self.viewer else None, face_up=seat == self.viewer)
        self.gifts.clear()
        return moved

    def _reveal(self, outcome: Outcome, hands: Sequence[Sequence[Card]]) -> list[Token]:
        self.outcome = outcome
        self.turn = None
        turned = []
        for seat, cards in enumerate(hands):
            for token, card in zip(self.hands[seat], cards, strict=False):
                if seat == self.viewer and token.card is not None:
                    continue
                token.card = token.shown = card
                if not token.face_up:
                    token.face_up = True
                    turned.append(token)
        return turned

    def look_from(self, viewer: int | None, cards: Sequence[Card]) -> None:
        """Show another seat's hand open and hide that of the last; for several people at one window.

        Args:
            viewer: the seat; None to hide all hands.
            cards: what it holds.
        """
        self.viewer = viewer
        for seat, hand in enumerate(self.hands):
            for at, token in enumerate(hand):
                token.card = token.shown = cards[at] if seat == viewer and at < len(cards) else None
                token.face_up = seat == viewer

    def sorted_hand(self, seat: int, by: str) -> list[Token]:
        """Give a hand in the order in which it is shown.

        Args:
            seat: whose hand.
            by: `suit` or `rank`.
        """
        hand = self.hands[seat]
        if any(token.card is None for token in hand):
            return sorted(hand, key=lambda token: token.order)
        return sorted(hand, key=lambda token: (*_key(token.card, self.deck, by), token.order))


def _key(card: Card | None, deck: Deck, by: str) -> tuple[int, int]:
    assert card is not None
    suit = deck.suits.index(card.suit) if card.suit in deck.suits else len(deck.suits)
    rank = deck.ranks.index(card.rank) if card.rank in deck.ranks else len(deck.ranks) + card.number
    return (suit, rank) if by == "suit" else (rank, suit)


def _lean(number: int) -> float:
    """Give a card on the pile a turn of its own, always the same one; the top card stays nearly upright."""
    return ((number * 37) % 11 - 5) * 0.9
