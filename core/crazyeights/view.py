"""A view: what one seat may know at one moment. Strategies choose from it, and screens are painted from it."""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any, Final

from crazyeights.cards import Card, Suit
from crazyeights.errors import IllegalMoveError
from crazyeights.events import Dealt, Event, Outcome
from crazyeights.history import START, Chain, decode, pile
from crazyeights.moves import DONE, DRAW, PASS, Move, MoveKind
from crazyeights.progress import Progress
from crazyeights.refusals import refusal
from crazyeights.ruleset import Ruleset
from crazyeights.scoring import partner_of
from crazyeights.tables import cards_in

if TYPE_CHECKING:
    from crazyeights.game import Game
    from crazyeights.state import State

# Places in a view's data. One tuple is three times as fast to make as an object with as many attributes.
(
    HAND,
    LEGAL,
    TO_MOVE,
    TOP,
    SUIT,
    FORWARD,
    SIZES,
    LEFT,
    PENDING,
    DRAWN,
    LOG,
    SEEN,
    DEALT,
    OPENING,
    OUTCOME,
    PROGRESS,
) = range(16)


class View:
    """What one seat may know at one moment; later moves don't change it.

    No object that can be reached from a view holds another hand, the order of the stock or the seed.

    Attributes:
        seat: the seat.
        game: the game that is played: its variant, rules, options and deck.
    """

    __slots__ = ("_data", "game", "seat")

    def __init__(self, game: Game, seat: int, data: tuple[Any, ...]) -> None:
        self.game = game
        self.seat = seat
        self._data: Final = data

    def __copy__(self) -> View:
        return self

    def __deepcopy__(self, memo: object) -> View:
        # It never changes; and what happened is nested as deep as the round is long, which no copier can follow.
        return self

    def __repr__(self) -> str:
        hand = " ".join(map(str, self.hand))
        return f"<View of seat {self.seat}: {hand or 'no cards'}; top {self.shown_top}>"

    @property
    def hand(self) -> tuple[Card, ...]:
        """The cards that this seat holds, in the deck's order."""
        return cards_in(self._data[HAND], self._faces)

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves, if it is this seat's turn; else ()."""
        moves: tuple[Move, ...] = self._data[LEGAL]
        return moves

    @property
    def playable(self) -> tuple[Card, ...]:
        """The cards in the hand that may be played now; () if it is not this seat's turn."""
        plays = (move.card for move in self.legal_moves if move.kind is MoveKind.PLAY)
        return tuple(dict.fromkeys(card for card in plays if card is not None))

    @property
    def can_draw(self) -> bool:
        """Whether this seat may draw now."""
        return DRAW in self.legal_moves

    @property
    def can_pass(self) -> bool:
        """Whether this seat may pass now."""
        return PASS in self.legal_moves

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is; None when the round is over."""
        seat: int | None = self._data[TO_MOVE]
        return seat

    @property
    def top(self) -> Card:
        """The top card of the discard pile, as printed."""
        card: Card = self._faces[self._data[TOP]]
        return card

    @property
    def active_suit(self) -> Suit | None:
        """The suit to match; None after a joker for which none was called."""
        suits = self.game.deck.suits
        return suits[self._data[SUIT]] if self._data[SUIT] < len(suits) else None

    @property
    def called_suit(self) -> Suit | None:
        """The active suit if it is another than the top card's own; else None."""
        suit = self.active_suit
        return None if suit == self.top.suit else suit

    @property
    def shown_top(self) -> Card:
        """The top card as it is shown: after an eight, the eight of the called suit."""
        return shown_top(self.top, self.active_suit)

    @property
    def direction(self) -> int:
        """1 towards higher seats, -1 towards lower ones."""
        return 1 if self._data[FORWARD] else -1

    @property
    def players(self) -> int:
        """How many seats there are."""
        return len(self._data[SIZES])

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        sizes: tuple[int, ...] = self._data[SIZES]
        return sizes

    @property
    def stock_size(self) -> int:
        """How many cards the stock has."""
        return int(self._data[LEFT])

    @property
    def discard(self) -> tuple[Card, ...]:
        """The discard pile, the oldest card first, the top card last."""
        return tuple(pile(self._data[LOG], self._faces[self._data[OPENING].starter]))

    @property
    def pending_draw(self) -> int:
        """How many cards the seat to move has to draw, unless it answers."""
        return int(self._data[PENDING])

    @property
    def drawn(self) -> int:
        """How many cards the seat to move has drawn in this turn."""
        return int(self._data[DRAWN])

    @property
    def outcome(self) -> Outcome | None:
        """How the round ended; None while it goes on."""
        outcome: Outcome | None = self._data[OUTCOME]
        return outcome

    @property
    def history(self) -> tuple[Event, ...]:
        """What happened in the round, the oldest event first, with what this seat may not see blanked."""
        chains: list[Chain] = [None] * self.players
        chains[self.seat] = self._data[SEEN]
        return (self._dealt(), *decode(self._data[LOG], START, chains, self._faces))

    def _dealt(self) -> Dealt:
        opening = self._data[OPENING]
        hands: list[tuple[Card, ...] | None] = [None] * self.players
        hands[self.seat] = cards_in(self._data[DEALT], self._faces)
        buried = tuple(self._faces[face] for face, _ in opening.buried)
        sizes = (opening.hand_size,) * self.players
        return Dealt(tuple(hands), sizes, self._faces[opening.starter], opening.first, buried)

    @property
    def ruleset(self) -> Ruleset:
        """The compiled rules that hold for this seat: in a countdown, those of its level."""
        rules, progress = self.game.ruleset, self._progress
        if rules.levels and progress is not None:
            return rules.levels[progress.levels[self.seat]][1]
        return rules

    @property
    def adding(self) -> bool:
        """Whether this seat has played a card and may now add another or be done."""
        return DONE in self.legal_moves

    @property
    def giving(self) -> bool:
        """Whether this seat must now choose the card that it passes to the left."""
        return bool(self.legal_moves) and self.legal_moves[0].kind is MoveKind.GIVE

    @property
    def calling(self) -> bool:
        """Whether this seat must now call the suit of the starter."""
        return bool(self.legal_moves) and self.legal_moves[0].kind is MoveKind.CALL

    @property
    def levels(self) -> tuple[int, ...] | None:
        """For a countdown, with how many cards each seat began the level that it is at; else None."""
        rules, progress = self.game.ruleset, self._progress
        if not rules.levels or progress is None:
            return None
        return tuple(rules.levels[level][0] for level in progress.levels)

    @property
    def partner(self) -> int | None:
        """The seat of this seat's partner; None where everybody plays alone."""
        return partner_of(self.seat) if self.game.options.partners else None

    @property
    def _progress(self) -> Progress | None:
        progress: Progress | None = self._data[PROGRESS]
        return progress

    def explain(self, move: object) -> IllegalMoveError | None:
        """Say why this seat may not make the move now; None if it may."""
        return refusal(self, move)

    def determinize(self, rng: Random) -> State:
        """Give a state that agrees with all that this seat has seen, its hidden cards dealt by chance; for search.

        Args:
            rng: where the chance comes from.
        """
        return self.game.determinize(self, rng)

    @property
    def _faces(self) -> tuple[Card, ...]:
        return self.game.ruleset.deck.faces


def shown_top(top: Card, active: Suit | None) -> Card:
    """Give the card as which a top card is shown: in the called suit, if one was called."""
    return top if active is None or top.suit is None or active == top.suit else Card(top.rank, active)
