"""The state of a round, and how a move changes it.

A turn, from top to bottom: `legal_moves` intersects the hand with what may be played now; `apply` plays, draws or
passes, lets the card have its effect, makes the next player pay a penalty and hands the turn on. All that a card does
stands in the tables; nothing here knows an eight from a queen. What only some games have (several cards in a turn,
hands that are exchanged, announcements, countdowns, partners) is in `turns`, and costs the others nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crazyeights import effects, scoring, turns
from crazyeights.cards import Card, Hand, Suit
from crazyeights.deal import Deal
from crazyeights.errors import IllegalMoveError, IllegalReason, no_seat
from crazyeights.events import Dealt, Event, Outcome, Reason, RoundOver
from crazyeights.history import START, Chain, Log, Orders, decode, pile
from crazyeights.moves import PASS, Move
from crazyeights.progress import Phase, Progress
from crazyeights.tables import NO_EFFECT, MoveRow, Tables
from crazyeights.view import View, shown_top

if TYPE_CHECKING:
    from crazyeights.game import Game

#: The log as it stood when events were last read; None for the start of the round.
EventMark = tuple[Log, bool]


class State:
    """A round at one moment. Made by `Game.deal`; knows everything, so players get a `view` of it instead.

    Attributes:
        to_move: the seat whose turn it is; None when the round is over.
        outcome: how the round ended; None while it goes on.
        pending_draw: how many cards the seat to move has to draw, unless it answers.
        drawn: how many cards the seat to move has drawn in this turn.
    """

    __slots__ = (
        "_deal",
        "_hands",
        "_left",
        "_legal",
        "_log",
        "_order",
        "_orders",
        "_seen",
        "_sizes",
        "_stock",
        "_t",
        "_top",
        "_x",
        "drawn",
        "outcome",
        "pending_draw",
        "to_move",
    )

    to_move: int | None
    outcome: Outcome | None
    pending_draw: int
    drawn: int
    _t: Tables
    _deal: Deal
    _hands: list[int]
    _sizes: list[int]  # how many cards each hand has
    _stock: tuple[int, ...]  # faces, the next card last, of which _left are still there
    _left: int
    _top: MoveRow  # what may be played, from the top card and the active suit
    _order: tuple[int, ...]  # the next seat after each, in the direction of play
    _legal: tuple[Move, ...] | None  # what is legal; None until somebody asks
    _log: Log
    _seen: list[Chain]  # for each seat, the cards it drew
    _orders: Orders  # the stocks that reshuffles made
    _x: Progress | None  # what only some games have

    def __init__(self, tables: Tables, deal: Deal, hands: list[int], stock: tuple[int, ...]) -> None:
        self._t = tables
        self._deal = deal
        self._hands = hands
        self._sizes = [hand.bit_count() for hand in hands]
        self._stock = stock
        self._left = len(stock)
        self._top = tables.row(deal.opening.starter, deal.opening.suit)
        self._order = tables.orders[0]
        self._legal = None
        self._log = START
        self._seen = [None] * len(hands)
        self._orders = None
        self._x = Progress(len(hands)) if tables.rich else None
        self.to_move = deal.opening.first
        self.outcome = None
        self.pending_draw = 0
        self.drawn = 0

    def copy(self) -> State:
        """Give an independent state at the same moment; cheap enough to copy one for each simulation."""
        new = _new(State)
        new._t = self._t
        new._deal = self._deal
        new._hands = self._hands[:]
        new._sizes = self._sizes[:]
        new._stock = self._stock
        new._left = self._left
        new._top = self._top
        new._order = self._order
        new._legal = self._legal
        new._log = self._log
        new._seen = self._seen[:]
        new._orders = self._orders
        x = self._x
        new._x = None if x is None else x.copy()
        new.to_move = self.to_move
        new.outcome = self.outcome
        new.pending_draw = self.pending_draw
        new.drawn = self.drawn
        return new

    def restore(
        self,
        *,
        to_move: int | None,
        top: tuple[int, int],
        forward: bool,
        pending: int,
        drawn: int,
        log: Log,
        seen: list[Chain],
        outcome: Outcome | None,
        progress: Progress | None,
    ) -> None:
        """Bring a newly made state to a later moment; for states that are imagined from a view."""
        self.to_move = to_move
        self._top = self._t.row(*top)
        self._order = self._t.orders[0 if forward else 1]
        self.pending_draw = pending
        self.drawn = drawn
        self._log = log
        self._seen = seen
        self.outcome = outcome
        self._x = progress
        self._legal = None

    __copy__ = copy

    def __deepcopy__(self, memo: object) -> State:
        return self.copy()

    def __reduce__(self) -> str:
        # The log is nested as deep as the round is long, which no pickler can follow: send a record instead.
        raise TypeError("a State can't be pickled; keep the deck and the moves (a record) instead")

    def __repr__(self) -> str:
        turn = "over" if self.to_move is None else f"seat {self.to_move} to move"
        return f"<State of {self.game.name}: top {self.top}, {turn}>"

    # What may be done

    def legal_moves(self) -> tuple[Move, ...]:
        """Give the legal moves: plays in the deck's order, then drawing, then passing; () when the round is over."""
        return self._legal or self._find_legal()

    def _find_legal(self) -> tuple[Move, ...]:
        """Find what is legal. In an ordinary turn `apply` has already found it when it handed the turn on."""
        t = self._t
        seat = self.to_move
        if seat is None:
            return ()
        if not t.quick:
            self._legal = legal = turns.find_legal(self, seat)
            return legal
        last = self._sizes[seat] == 1
        if self.pending_draw:
            playable = self._hands[seat] & t.answers[self._top[1]]
        else:
            playable = self._hands[seat] & self._top[3]
            if self.drawn and t.play_drawn:
                playable &= self._last_drawn(seat)
        if last:
            playable &= t.can_finish
        if self.pending_draw:
            situation = t.must_draw[last]
        elif self.drawn and (self.drawn >= t.draw_limit or (playable and t.must_play)):
            situation = t.no_draw[last] if playable and t.must_play else t.may_pass[last]
        elif self._left or self._can_reshuffle():
            situation = t.may_draw[last]
        elif playable and not t.voluntary_pass:
            situation = t.no_draw[last]
        else:
            situation = t.may_pass[last]
        self._legal = legal = situation[playable]
        return legal

    def _last_drawn(self, seat: int) -> int:
        chain = self._seen[seat]
        return 1 << chain[1] if chain is not None else 0

    def _can_reshuffle(self) -> bool:
        t = self._t
        return t.reshuffles and t.size - self._left - sum(self._sizes) > 1

    def explain(self, move: object) -> IllegalMoveError | None:
        """Say why the seat to move may not make this move; None if it may."""
        if self.to_move is None:
            return IllegalMoveError(move, "The round is over.", IllegalReason.ROUND_OVER)
        return self.view(self.to_move).explain(move)

    # What is done

    def apply(self, move: Move) -> None:
        """Make a move for the seat to move.

        Raises:
            IllegalMoveError: the rules don't allow it; nothing has changed.
        """
        if move not in (self._legal or self._find_legal()):
            raise self.explain(move) or AssertionError(move)
        t = self._t
        row = t.rows[move]
        seat: int = self.to_move  # type: ignore[assignment]  # a move is legal, so it is somebody's turn
        self._log = (self._log, seat, move)
        hands = self._hands
        sizes = self._sizes
        if row[0]:
            hands[seat] = hands[seat] ^ row[0] if t.single else t.without_card(hands[seat], row[1])
            sizes[seat] = left = sizes[seat] - 1
            self._top = row
            if left and row[4] is None:
                # The turn goes on to the next seat; written out here and below, because it is most of all moves.
                self.drawn = 0
                self.to_move = seat = self._order[seat]
                if self._left and sizes[seat] > 1:
                    self._legal = t.ordinary[hands[seat] & row[3]]
                else:
                    self._legal = None
            elif t.rich:
                turns.play(self, seat, move, row)
            elif left or t.last_card_acts:
                effects.act(self, seat, row[4] or NO_EFFECT)
                if not sizes[seat]:
                    self._finish(seat)
            else:
                self._finish(seat)
        elif move is PASS:
            if self._all_passed():
                self._stop(Reason.BLOCKED)
            else:
                self._begin_turn(self._after(seat))
        elif row[4] is not None:
            turns.decide(self, seat, move)
        elif self.pending_draw:
            self._log = self._log[0]  # how many cards it draws is told by what follows
            effects.draw_pending(self, seat)
        else:
            left = self._left
            if not left:
                left = self._reshuffle_before_draw()
            self._left = left = left - 1
            face = self._stock[left]
            hands[seat] = hands[seat] | 1 << face if t.single else t.with_card(hands[seat], face)
            sizes[seat] += 1
            seen = self._seen
            seen[seat] = (seen[seat], face)
            if not left and t.refills and self._can_reshuffle():
                effects.reshuffle(self)
            if not t.turn_ends:
                self.drawn += 1
                self._legal = None
            elif t.quick:
                self.to_move = seat = self._order[seat]
                if left and sizes[seat] > 1:
                    self._legal = t.ordinary[hands[seat] & self._top[3]]
                else:
                    self._legal = None
            else:
                self._begin_turn(self._after(seat))

    def _reshuffle_before_draw(self) -> int:
        """Reshuffle for the draw that was just logged; it happens before it."""
        log = self._log
        assert log is not None
        self._log, seat, move = log
        effects.reshuffle(self)
        self._log = (self._log, seat, move)
        return self._left

    def _all_passed(self) -> bool:
        t = self._t
        if t.ends_round and not self._left:
            return True
        log = self._log
        # Who is out, where partners play, does not pass.
        for _ in range(sum(size > 0 for size in self._sizes) + t.one_more_pass):
            if log is None or log[2] is not PASS:
                return False
            log = log[0]
        return True

    def _after(self, seat: int) -> int:
        """Give the next seat in the direction of play; where partners play, the next one that has cards."""
        order = self._order
        seat = order[seat]
        if self._t.partners:
            while not self._sizes[seat]:
                seat = order[seat]
        return seat

    def begin(self) -> None:
        """Begin the first turn; a starter that acts does so as if the seat before the first had played it."""
        effect = self._top[4]
        self._begin_turn(self.first)
        if self._t.starter_acts and effect is not None and effect is not NO_EFFECT:
            effects.act(self, (self.first - 1) % len(self._hands), effect)

    def ask_for_suit(self) -> None:
        """Let the seat before the first call the suit of the starter, before the first turn."""
        assert self._x is not None
        self._x.phase = Phase.CALL
        self.to_move = (self.first - 1) % len(self._hands)

    def _begin_turn(self, seat: int) -> None:
        self.to_move = seat
        self.drawn = 0
        self._legal = None

    # How it ends

    def _finish(self, winner: int) -> None:
        t = self._t
        counts = self._counts()
        if t.winner_collects:
            # What nearly all games do, written out, for a round may have no more than some twenty moves.
            points = [0] * len(counts)
            points[winner] = sum(counts)
            self._end(Outcome(winner, Reason.EMPTY_HAND, tuple(points)))
            return
        rules = turns.tables_of(self, winner).ruleset
        wild = bool(rules.wild >> self._top[1] & 1)
        self._end(scoring.won(rules.options, winner, counts, wild=wild))

    def _stop(self, reason: Reason) -> None:
        """End the round without an empty hand."""
        self._end(scoring.stopped(self._t.ruleset.options, reason, self._counts()))

    def _counts(self) -> list[int]:
        return [self._t.points_in(hand) for hand in self._hands]

    def _end(self, outcome: Outcome) -> None:
        self.outcome = outcome
        self.to_move = None
        self.pending_draw = 0
        self.drawn = 0
        self._legal = ()

    # What it looks like

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self._deal.game

    @property
    def top(self) -> Card:
        """The top card of the discard pile, as printed."""
        return self._t.cards[self._top[1]]

    @property
    def active_suit(self) -> Suit | None:
        """The suit to match; None after a joker for which none was called."""
        suits = self._t.ruleset.deck.suits
        return suits[self._top[2]] if self._top[2] < len(suits) else None

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
        return 1 if self._order is self._t.orders[0] else -1

    @property
    def hands(self) -> tuple[Hand, ...]:
        """The hand of each seat."""
        return tuple(Hand(self._t.cards_in(hand)) for hand in self._hands)

    @property
    def hand_sizes(self) -> tuple[int, ...]:
        """How many cards each seat holds."""
        return tuple(self._sizes)

    @property
    def stock(self) -> tuple[Card, ...]:
        """The stock in drawing order, the next card first."""
        cards = self._t.cards
        return tuple(cards[face] for face in reversed(self._stock[: self._left]))

    @property
    def discard(self) -> tuple[Card, ...]:
        """The discard pile, the oldest card first, the top card last."""
        return tuple(pile(self._log, self._t.cards[self._deal.opening.starter]))

    @property
    def levels(self) -> tuple[int, ...] | None:
        """For a countdown, with how many cards each seat began the level that it is at; else None."""
        hands = self._t.level_hands
        return tuple(hands[level] for level in self._x.levels) if hands and self._x is not None else None

    @property
    def last_reshuffle(self) -> object:
        """Something that is another object after each reshuffle, to see whether there was one."""
        return self._orders

    @property
    def deck_order(self) -> tuple[Card, ...]:
        """The deck in dealing order; () for a state that was imagined from a view."""
        cards = self._t.cards
        return tuple(cards[face] for face in self._deal.order)

    @property
    def first(self) -> int:
        """The seat that began the round."""
        return self._deal.opening.first

    def view(self, seat: int) -> View:
        """Give what `seat` may know at this moment, and nothing else.

        Raises:
            SeatError: there is no such seat.
        """
        hands = self._hands
        try:
            hand = hands[seat]
        except (IndexError, TypeError):
            raise no_seat(seat, len(hands)) from None
        if seat < 0:
            raise no_seat(seat, len(hands))
        legal = self.legal_moves() if seat == self.to_move else ()
        t = self._t
        deal, top = self._deal, self._top
        return View(
            deal.game,
            seat,
            (
                hand,
                legal,
                self.to_move,
                top[1],
                top[2],
                self._order is t.orders[0],
                tuple(self._sizes),
                self._left,
                self.pending_draw,
                self.drawn,
                self._log,
                self._seen[seat],
                deal.hands[seat],
                deal.opening,
                self.outcome,
                None if self._x is None else self._x.seen_by(seat),
            ),
        )

    # What happened

    def events(self) -> list[Event]:
        """Give all events of the round so far, with nothing blanked."""
        return self.events_after(None)[0]

    def events_after(self, mark: EventMark | None) -> tuple[list[Event], EventMark]:
        """Give the events since `mark`, with nothing blanked, and the mark to go on from.

        Args:
            mark: what the last call gave; None for the start of the round.
        """
        t = self._t
        events: list[Event] = []
        since, told = mark if mark is not None else (START, False)
        if mark is None:
            dealt = tuple(t.cards_in(hand) for hand in self._deal.hands)
            events.append(self._opening_event(dealt))
        events.extend(decode(self._log, since, self._seen, t.cards, self._orders))
        over = self.outcome is not None
        if self.outcome is not None and not told:
            events.append(RoundOver(self.outcome, tuple(t.cards_in(hand) for hand in self._hands)))
        return events, (self._log, over)

    def _opening_event(self, hands: tuple[tuple[Card, ...] | None, ...]) -> Dealt:
        cards, opening = self._t.cards, self._deal.opening
        buried = tuple(cards[face] for face, _ in opening.buried)
        sizes = (opening.hand_size,) * len(hands)
        return Dealt(hands, sizes, cards[opening.starter], opening.first, buried)


_new: Final = object.__new__
