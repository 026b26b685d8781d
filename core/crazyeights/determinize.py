"""Worlds that a player can imagine: a full state that agrees with what one seat has seen.

What counts as seen: the seat's own cards, the discard pile, the sizes of the hands, cards that were turned and buried
when the starter was chosen (until somebody drew them, and then in that hand), which cards became the stock at the last
reshuffle and how many of them each player drew, and that a player who passed, or who drew where drawing is only for
those who can't play, held nothing playable then.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from random import Random
from typing import TYPE_CHECKING

from crazyeights.cards import Suit
from crazyeights.deal import Deal, shuffled
from crazyeights.history import Chain, Mark, entries
from crazyeights.moves import DRAW, PASS, Move
from crazyeights.options import AfterDraw
from crazyeights.state import State
from crazyeights.tables import Tables
from crazyeights.view import (
    DEALT,
    DRAWN,
    FORWARD,
    HAND,
    LEFT,
    LOG,
    OPENING,
    OUTCOME,
    PENDING,
    SEEN,
    SIZES,
    SUIT,
    TO_MOVE,
    TOP,
    View,
)

if TYPE_CHECKING:
    from crazyeights.history import Entry

# Dealing anew until nobody holds what they can't hold gives every possible world the same chance; this many tries are
# nearly always enough, and after them the cards are placed one by one.
_TRIES = 30


def imagine(view: View, tables: Tables, rng: Random) -> State:
    """Give a state that agrees with all that the view's seat has seen.

    Args:
        view: what the seat knows.
        tables: the game's tables.
        rng: where the hidden cards' places come from.
    """
    data = view._data  # the view's own other half
    opening = data[OPENING]
    knowledge = _Knowledge(view, tables)
    sizes = list(data[SIZES])
    hands = [0] * len(sizes)
    hands[view.seat] = data[HAND]
    sizes[view.seat] = 0
    stock: list[int | None] = [None] * data[LEFT]
    unseen = Counter(tables.index[card] for card in tables.ruleset.deck.cards)
    unseen.subtract(tables.faces_in(data[HAND]))
    unseen.subtract(tables.index[card] for card in view.discard)
    for face, place in knowledge.in_stock:
        stock[place] = face
        unseen[face] -= 1
    for face, seat in knowledge.held:
        hands[seat] = tables.with_card(hands[seat], face)
        sizes[seat] -= 1
        unseen[face] -= 1
    held: Counter[int] = Counter()
    shares = sizes
    if knowledge.returned is not None:
        # What has not lain in the pile at the last reshuffle is in the hands, and the stock is of what has.
        held, unseen = unseen - knowledge.returned, unseen & knowledge.returned
        shares = knowledge.taken
        if not tables.single:
            # Of two equal cards nobody knows which was drawn since, so only the stock is sure.
            fresh = shuffled(sorted(unseen.elements()), rng.randbytes(16))
            unseen = Counter(fresh[: len(stock)])
            held += Counter(fresh[len(stock) :])
            shares = [0] * len(sizes)
    drew = -1
    if tables.play_drawn and data[DRAWN] and data[TO_MOVE] != view.seat:
        drew = data[TO_MOVE]
    newest = knowledge.newest
    older = [size - share for size, share in zip(sizes, shares, strict=True)]
    for faces, parts in ((held, older), (unseen, shares)):
        hidden = shuffled(sorted(faces.elements()), rng.randbytes(16))
        *dealt, rest = _deal_out(hidden, parts, knowledge.void, rng)
        for seat, part in enumerate(dealt):
            if seat == drew and part and knowledge.newest is None:
                newest = part[0]  # any of them, for they lie in random order; rather one of the stock's
            for face in part:
                hands[seat] = tables.with_card(hands[seat], face)
    left = iter(rest)
    full = tuple(next(left) if face is None else face for face in stock)

    start = [0] * len(hands)
    start[view.seat] = data[DEALT]
    deal = Deal(view.game, opening, (), tuple(start), key=rng.randbytes(16))
    state = State(tables, deal, hands, full)
    seen: list[Chain] = [None] * len(hands)
    seen[view.seat] = data[SEEN]
    if drew >= 0 and newest is not None:
        # Only the card that was just drawn may be played now, so it must be some card.
        seen[drew] = (None, newest)
    state.restore(
        to_move=data[TO_MOVE],
        top=(data[TOP], data[SUIT]),
        forward=data[FORWARD],
        pending=data[PENDING],
        drawn=data[DRAWN],
        log=data[LOG],
        seen=seen,
        outcome=data[OUTCOME],
    )
    return state


def _deal_out(hidden: tuple[int, ...], sizes: list[int], void: list[int], rng: Random) -> list[list[int]]:
    """Split the hidden faces into hands of these sizes and a rest, if possible with no face where it can't be."""
    for attempt in range(_TRIES if any(void) else 1):
        faces = hidden if attempt == 0 else shuffled(hidden, rng.randbytes(16))
        parts: list[list[int]] = []
        at = 0
        for size in sizes:
            parts.append(list(faces[at : at + size]))
            at += size
        parts.append(list(faces[at:]))
        if not any(void[seat] >> face & 1 for seat in range(len(sizes)) for face in parts[seat]):
            return parts
    return place(shuffled(hidden, rng.randbytes(16)), sizes, void)


def place(faces: Sequence[int], sizes: Sequence[int], void: Sequence[int]) -> list[list[int]]:
    """Split faces into hands and a rest with no face where it can't be, whenever that can be done at all.

    Each place in a hand takes a face that it can hold; one that is taken is given up if its holder finds another (the
    augmenting paths of bipartite matching).

    Args:
        faces: the faces, in random order.
        sizes: how many each hand gets.
        void: for each hand, the faces that it can't hold.

    Returns:
        The hands, and after them the rest.
    """
    places = [seat for seat, size in enumerate(sizes) for _ in range(size)]
    holder: dict[int, int] = {}

    def serve(wanting: int, tried: set[int]) -> bool:
        for at, face in enumerate(faces):
            if at in tried or void[places[wanting]] >> face & 1:
                continue
            tried.add(at)
            if at not in holder or serve(holder[at], tried):
                holder[at] = wanting
                return True
        return False

    unserved = [wanting for wanting in range(len(places)) if not serve(wanting, set())]
    rest = [at for at in range(len(faces)) if at not in holder]
    for wanting in unserved:  # only if no world fits
        holder[rest.pop()] = wanting
    parts: list[list[int]] = [[] for _ in sizes]
    for at, wanting in holder.items():
        parts[places[wanting]].append(faces[at])
    return [*parts, [faces[at] for at in rest]]


class _Knowledge:
    """What follows from the log for cards that the seat doesn't see.

    Attributes:
        in_stock: buried cards that are still in the stock: face, place from its bottom.
        held: buried cards that an opponent drew and still holds: face, seat.
        returned: the faces that became the stock at the last reshuffle; None if there was none.
        newest: the face that was drawn last, if it is known; else None.
        taken: with one deck, for each opponent, how many of the returned cards it drew and still holds.
        void: for each seat, faces that it can't hold.
    """

    def __init__(self, view: View, tables: Tables) -> None:
        data = view._data
        self._tables = tables
        self._ruleset = tables.ruleset
        opening = data[OPENING]
        players = view.players
        self.void = [0] * players
        self._places = {place: face for face, place in opening.buried}
        self._held: list[tuple[int, int]] = []
        self.returned: Counter[int] | None = None
        self.taken = [0] * players
        self.newest: int | None = None
        self._pile = [opening.starter]
        self._left = tables.size - players * opening.hand_size - 1
        self._sizes = [opening.hand_size] * players
        self._top = opening.starter
        self._suit = tables.own_suit[opening.starter]
        self._drawn = 0
        self._turn = -1
        for seat, what in entries(data[LOG]):
            self._follow(seat, what)
        self.in_stock = [(face, place) for place, face in self._places.items()]
        self.held = [(face, seat) for face, seat in self._held if seat != view.seat]
        self.void[view.seat] = 0
        self.taken[view.seat] = 0

    def _follow(self, seat: int, what: Entry) -> None:
        if seat != self._turn and isinstance(what, Move):
            self._turn, self._drawn = seat, 0
        if isinstance(what, Move):
            if what is DRAW:
                if not self._ruleset.options.voluntary_draw:
                    self._has_nothing(seat)
                self._draw(seat, 1)
                self._drawn += 1
            elif what is PASS:
                if self._drawn < self._tables.draw_limit:
                    self._has_nothing(seat)
            else:
                _, face, self._suit, _, _ = self._tables.rows[what]
                self._top = face
                self._pile.append(face)
                if self.returned is not None and face in self.returned:
                    self.taken[seat] -= 1
                self._sizes[seat] -= 1
                self._drawn = 0
                self._turn = -1
                if (face, seat) in self._held:
                    self._held.remove((face, seat))
        elif isinstance(what, int):
            self._draw(seat, what)
        elif what is Mark.RESHUFFLED:
            self._left = seat
            self._places.clear()
            self.returned = Counter(self._pile[:-1])
            self.taken = [0] * len(self.taken)
            del self._pile[:-1]
        elif isinstance(what, Suit):
            self._suit = self._tables.suit_index[what]

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            self._left -= 1
            face = self.newest = self._places.pop(self._left, None)
            if face is not None:
                self._held.append((face, seat))
        self._sizes[seat] += count
        self.taken[seat] += count
        # The new cards may be anything; which of the hand are new can't be told.
        self.void[seat] = 0

    def _has_nothing(self, seat: int) -> None:
        """Note that the seat holds nothing playable at this point of the log."""
        options = self._ruleset.options
        if options.after_draw is AfterDraw.PLAY_DRAWN and self._drawn:
            return  # it only says that the card just drawn can't be played
        # A card that may not be the last one can be held unplayed by somebody who holds no other.
        excused = self._ruleset.no_finish if self._sizes[seat] == 1 else 0
        self.void[seat] |= self._ruleset.playable[self._top][self._suit] & ~excused
