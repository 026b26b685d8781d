"""The state of a round, and how a move changes it.

A turn, from top to bottom: `legal_moves` intersects the hand with what may be played now; `apply` plays, draws or
passes, lets the card have its effect, makes the next player pay a penalty and hands the turn on. All that a card does
stands in the tables; nothing here knows an eight from a queen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from crazyeights.cards import Card, Hand, Suit
from crazyeights.deal import Deal, shuffled
from crazyeights.errors import DeckError, IllegalMoveError, IllegalReason, describe_error, no_seat
from crazyeights.events import Dealt, Event, Fault, Outcome, Reason, RoundOver
from crazyeights.history import START, Chain, Log, Mark, Orders, decode, pile
from crazyeights.moves import PASS, Move
from crazyeights.options import Blocked
from crazyeights.rules import Turn
from crazyeights.tables import NO_EFFECT, EffectRow, MoveRow, Tables
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

    def __init__(self, tables: Tables, deal: Deal, hands: list[int], stock: tuple[int, ...]) -> None:
        self._t = tables
        self._deal = deal
        self._hands = hands
        self._sizes = [hand.bit_count() for hand in hands]
        self._stock = stock
        self._left = len(stock)
        starter = deal.opening.starter
        self._top = tables.row(starter, tables.own_suit[starter])
        self._order = tables.orders[0]
        self._legal = None
        self._log = START
        self._seen = [None] * len(hands)
        self._orders = None
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
            situation = t.must_draw_last if last else t.must_draw
        elif self.drawn < t.draw_limit and (self._left or self._can_reshuffle()):
            situation = t.ordinary_last if last else t.ordinary
        elif playable and self.drawn < t.draw_limit:
            situation = t.no_draw_last if last else t.no_draw
        else:
            situation = t.may_pass_last if last else t.may_pass
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
            elif left or t.last_card_acts:
                self._act(seat, row[4] or NO_EFFECT)
                if not sizes[seat]:
                    self._finish(seat)
            else:
                self._finish(seat)
        elif move is PASS:
            if self._all_passed():
                self._block()
            else:
                self._begin_turn(self._order[seat])
        elif self.pending_draw:
            self._log = self._log[0]  # how many cards it draws is told by what follows
            self._draw_pending(seat)
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
            if t.turn_ends:
                self.to_move = seat = self._order[seat]
                if left and sizes[seat] > 1:
                    self._legal = t.ordinary[hands[seat] & self._top[3]]
                else:
                    self._legal = None
            else:
                self.drawn += 1
                self._legal = None

    def _reshuffle_before_draw(self) -> int:
        """Reshuffle for the draw that was just logged; it happens before it."""
        log = self._log
        assert log is not None
        self._log, seat, move = log
        self._reshuffle()
        self._log = (self._log, seat, move)
        return self._left

    def _all_passed(self) -> bool:
        log = self._log
        for _ in self._hands:
            if log is None or log[2] is not PASS:
                return False
            log = log[0]
        return True

    def let_starter_act(self) -> None:
        """Let the starter have its effect, as if the seat before the first had played it."""
        effect = self._top[4]
        if effect is not None:
            self._act((self.first - 1) % len(self._hands), effect)

    def _begin_turn(self, seat: int) -> None:
        self.to_move = seat
        self.drawn = 0
        self._legal = None

    def _act(self, seat: int, effect: EffectRow) -> None:
        """Let the card that `seat` just played have its effect, and hand the turn on."""
        t = self._t
        reverse, skip, draw, again, calls = effect
        if calls:
            reverse, skip, draw, again = self._call(seat, effect)
        if reverse:
            forward, backward = t.orders
            turned = self._order is forward
            self._order = backward if turned else forward
            self._log = (self._log, -1 if turned else 1, Mark.TURNED)
            skip += t.reverse_skips
        order = self._order
        following = order[seat]
        if not again:
            for _ in range(skip):
                self._log = (self._log, following, Mark.SKIPPED)
                following = order[following]
        self.pending_draw += draw
        # With another turn of the same seat in between, or with the round over, nobody can answer in time.
        if self.pending_draw and (again or not self._sizes[seat] or not t.answers[self._top[1]]):
            self._give(following, self.pending_draw)
            self.pending_draw = 0
            if t.turn_lost and not again:
                self._log = (self._log, following, Mark.SKIPPED)
                following = order[following]
        self._begin_turn(seat if again else following)

    def _call(self, seat: int, effect: EffectRow) -> tuple[bool, int, int, bool]:
        """Let the rules' own functions ask for more; a function that fails is reported and asks for nothing."""
        t = self._t
        reverse, skip, draw, again, calls = effect
        for name, function in calls:
            turn = Turn(t.cards[self._top[1]], seat, self.direction, self.active_suit, self.hand_sizes, self._left)
            try:
                function(turn)
                skips, draws, reverses, agains, suit, gifts = turn.requests
            except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a stranger's function raises
                fault = Fault(name, f"raised {describe_error(error)}", seat)
                self._log = (self._log, seat, fault)
                continue
            skip += skips
            draw += draws
            reverse ^= reverses
            again |= agains
            if suit is not None:
                if suit not in t.suit_index:
                    self._log = (self._log, seat, Fault(name, f"chose a suit that the deck has not: {suit}", seat))
                else:
                    self._top = t.row(self._top[1], t.suit_index[suit])
                    self._log = (self._log, seat, suit)
            for receiver, count in gifts:
                self._give(receiver, count)
        return reverse, skip, draw, again

    def _draw_pending(self, seat: int) -> None:
        self._give(seat, self.pending_draw)
        self.pending_draw = 0
        if self._t.turn_lost:
            self._log = (self._log, seat, Mark.SKIPPED)
            seat = self._order[seat]
        self._begin_turn(seat)

    def _give(self, seat: int, count: int) -> None:
        """Make a seat draw so many cards; fewer if there are no more."""
        t = self._t
        hands, seen = self._hands, self._seen
        while count:
            if not self._left:
                if not self._can_reshuffle():
                    return
                self._reshuffle()
            now = min(count, self._left)
            for _ in range(now):
                self._left -= 1
                face = self._stock[self._left]
                hands[seat] = t.with_card(hands[seat], face)
                seen[seat] = (seen[seat], face)
            self._sizes[seat] += now
            self._log = (self._log, seat, now)
            count -= now

    def _reshuffle(self) -> None:
        """Make the discard pile, but for its top card, the stock."""
        t = self._t
        faces = t.faces_outside(self._hands, self._top[1])
        done = 0
        orders = self._orders
        while orders is not None:
            orders, _ = orders
            done += 1
        prescribed = self._deal.prescribed
        if done < len(prescribed):
            stock = prescribed[done]
            if sorted(stock) != faces:
                raise DeckError(
                    f"reshuffle {done + 1} can't be as prescribed: its cards are not those of the discard pile"
                )
        else:
            stock = shuffled(faces, self._deal.key + done.to_bytes(4, "little"))
        self._stock = stock
        self._left = len(stock)
        self._orders = (self._orders, stock)
        self._log = (self._log, len(stock), Mark.RESHUFFLED)

    # How it ends

    def _finish(self, winner: int) -> None:
        counts = [self._t.points_in(hand) for hand in self._hands]
        points = [0] * len(counts)
        points[winner] = sum(counts)
        self._end(winner, Reason.EMPTY_HAND, points)

    def _block(self) -> None:
        counts = [self._t.points_in(hand) for hand in self._hands]
        points = [0] * len(counts)
        winner = None
        if self.game.options.blocked is Blocked.LOWEST_HAND:
            lowest = min(counts)
            best = [seat for seat, count in enumerate(counts) if count == lowest]
            share = sum(count - lowest for count in counts) // len(best)
            for seat in best:
                points[seat] = share
            winner = best[0] if len(best) == 1 else None
        self._end(winner, Reason.BLOCKED, points)

    def _end(self, winner: int | None, reason: Reason, points: list[int]) -> None:
        self.outcome = Outcome(winner, reason, tuple(points))
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
