"""What follows for the hidden cards from all that one seat has seen of a round.

Reads the log from its start and keeps account of every hand: which cards are known to be in it, and how many others.
Where cards were passed on that the seat did not see, one of the ways in which it may have happened is chosen by chance.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from random import Random
from typing import TypeVar

from crazyeights.cards import Suit
from crazyeights.history import Chain, Entry, Gifts, Mark, NewLevel, Rotation, Swap, entries
from crazyeights.moves import DRAW, PASS, Move, MoveKind
from crazyeights.tables import Tables
from crazyeights.view import DEALT, LOG, OPENING, SEEN, View

# How often passed cards are chosen anew when what happened later shows that it must have been others.
_TRIES = 50


class ContradictionError(Exception):
    """A card that was passed on unseen can't have been the one that was chosen by chance."""


class Knowledge:
    """What one seat knows about all hands and the stock.

    Attributes:
        known: for each seat, the faces that are known to be in its hand; all of them for the seat itself.
        old: for each seat, how many other cards it holds that have not been in the stock since the last reshuffle.
        fresh: for each seat, how many other cards it holds that were drawn since the last reshuffle.
        void: for each seat, faces that none of its other cards can be.
        in_stock: buried cards that are still in the stock: face by place, from the bottom.
        returned: the faces that became the stock at the last reshuffle; None if there was none.
        newest: the face that was drawn last, if it is known; else None.
        given: the seats that have chosen a card to pass on, which is still in their hands.
        by_chance: whether anything was chosen by chance, so that another reading may differ.

    Args:
        view: what the seat has seen.
        tables: the game's tables.
        rng: the chance by which cards are chosen that were passed on unseen.
        loose: forget what others hold when they pass cards on, instead of choosing which; that never contradicts.
    """

    def __init__(self, view: View, tables: Tables, rng: Random, *, loose: bool = False) -> None:
        data = view._data  # the view's own other half
        opening = data[OPENING]
        players = view.players
        self._me = view.seat
        self._tables = tables
        self._rng = rng
        self.loose = loose
        self._options = tables.ruleset.options
        self.known: list[list[int]] = [[] for _ in range(players)]
        self.known[self._me] = tables.faces_in(data[DEALT])
        self.old = [opening.hand_size] * players
        self.old[self._me] = 0
        self.fresh = [0] * players
        self.void = [0] * players
        self.in_stock = {place: face for face, place in opening.buried}
        self.returned: Counter[int] | None = None
        self.newest: int | None = None
        self.given: list[int] = []
        self.by_chance = False
        self._gift = -1
        self._pile = [opening.starter]
        self._left = tables.size - players * opening.hand_size - 1
        self._top, self._suit = opening.starter, opening.suit
        self._levels = [0] * players
        self._drawn = 0
        self._turn = -1
        self._private = _oldest_first(data[SEEN])
        for seat, what in entries(data[LOG]):
            self._follow(seat, what)
        self._check()

    def _follow(self, seat: int, what: Entry) -> None:
        if isinstance(what, Move):
            if seat != self._turn:
                self._turn, self._drawn = seat, 0
            self._move(seat, what)
        elif isinstance(what, int):
            self._draw(seat, abs(what))
        elif what is Mark.RESHUFFLED:
            self._reshuffle(seat)
        elif isinstance(what, Suit):
            self._suit = self._tables.suit_index[what]
        elif isinstance(what, NewLevel):
            self._levels[seat] = what.level
        elif isinstance(what, Swap):
            self._exchange((seat, what.other))
        elif isinstance(what, Rotation):
            self._exchange(what.seats)
        elif what is Mark.GAVE:
            self.given.append(seat)
            if seat == self._me:
                self._gift = next(self._private)
        elif isinstance(what, Gifts):
            self._pass_on(what.seats)

    def _move(self, seat: int, move: Move) -> None:
        if move is DRAW:
            if not self._options.voluntary_draw:
                self._has_nothing(seat)
            self._draw(seat, 1)
            self._drawn += 1
        elif move is PASS:
            if self._drawn < self._tables.draw_limit and not self._options.voluntary_pass:
                self._has_nothing(seat)
        elif move.kind is MoveKind.PLAY:
            face, self._suit = self._tables.laid(move)
            self._top = face
            self._pile.append(face)
            self._take_from(seat, face)
            self._turn = -1
        elif move.kind is MoveKind.CALL:
            assert move.suit is not None
            self._suit = self._tables.suit_index[move.suit]

    def _draw(self, seat: int, count: int) -> None:
        for _ in range(count):
            self._left -= 1
            face = self.in_stock.pop(self._left, None)
            if seat == self._me:
                face = next(self._private)
            self.newest = face
            if face is not None:
                self.known[seat].append(face)
            elif self.returned is None:
                self.old[seat] += 1
            else:
                self.fresh[seat] += 1
        # The new cards may be anything; which of the hand are new can't be told.
        self.void[seat] = 0

    def _reshuffle(self, count: int) -> None:
        self._left = count
        self.in_stock.clear()
        self.returned = Counter(self._pile[:-1])
        del self._pile[:-1]
        for seat, number in enumerate(self.fresh):
            self.old[seat] += number
            self.fresh[seat] = 0

    def _take_from(self, seat: int, face: int) -> None:
        """Take a card that everybody or this seat has seen out of a hand."""
        if face in self.known[seat]:
            self.known[seat].remove(face)
            return
        self._not_elsewhere(seat, face)
        self._uncount(seat, face)

    def _not_elsewhere(self, seat: int, face: int) -> None:
        """Make sure that a card which a seat turns out to hold is not taken for another's."""
        if not self._tables.single:
            return
        for other, known in enumerate(self.known):
            if other != seat and face in known:
                if not self.loose:
                    raise ContradictionError
                known.remove(face)
                self.old[other] += 1

    def _uncount(self, seat: int, face: int) -> None:
        """Count one hidden card less in a hand, for it was this one."""
        counts, others = self.old, self.fresh
        if self._tables.single and self.returned is not None and face in self.returned:
            counts, others = others, counts
        if not counts[seat]:
            if not self.loose and (self._tables.single or not others[seat]):
                raise ContradictionError
            counts = others
        if counts[seat]:
            counts[seat] -= 1
        else:
            self.known[seat].pop()  # it was not there after all

    def _exchange(self, seats: tuple[int, ...]) -> None:
        """Let each seat have the hand of the seat before it in the list, the first one that of the last."""
        _shift(self.known, seats)
        for numbers in (self.old, self.fresh, self.void):
            _shift(numbers, seats)
        me = self._me
        if me in seats:
            # Its chain says which cards these are.
            hand = self._tables.faces_in(~next(self._private))
            for face in list(self.known[me]):
                if face not in hand:
                    if not self.loose:
                        raise ContradictionError
                    self.known[me].remove(face)
                    self.old[me] += 1
            unseen = Counter(hand) - Counter(self.known[me])
            for face in unseen.elements():
                self._not_elsewhere(me, face)
                self._uncount(me, face)
            self.known[me] = list(hand)
            self.void[me] = 0

    def _pass_on(self, seats: tuple[int, ...]) -> None:
        me = self._me
        if self.loose:
            for seat in seats:
                if seat != me:
                    self.old[seat] += len(self.known[seat])
                    self.known[seat] = []
        received = next(self._private) if me in seats else None
        moving: list[tuple[int, int | None, bool]] = []
        for at, seat in enumerate(seats):
            receiver = seats[(at + 1) % len(seats)]
            face: int | None
            fresh = False
            if seat == me:
                face = self._gift
                self.known[me].remove(face)
            elif receiver == me:
                face = received
                assert face is not None
                self._take_from(seat, face)
            else:
                face, fresh = self._any_card(seat)
            moving.append((receiver, face, fresh))
        for receiver, face, fresh in moving:
            if face is not None:
                self.known[receiver].append(face)
            elif fresh:
                self.fresh[receiver] += 1
            else:
                self.old[receiver] += 1
            self.void[receiver] = 0
        self.given = []
        self._gift = -1

    def _any_card(self, seat: int) -> tuple[int | None, bool]:
        """Take any card out of a hand: its face if it is a known one, and else whether it is a fresh one."""
        self.by_chance = True
        known = self.known[seat]
        chosen = self._rng.randrange(len(known) + self.old[seat] + self.fresh[seat])
        if chosen < len(known):
            return known.pop(chosen), False
        fresh = chosen >= len(known) + self.old[seat]
        (self.fresh if fresh else self.old)[seat] -= 1
        return None, fresh

    def _has_nothing(self, seat: int) -> None:
        """Note that the seat holds nothing playable at this point of the log."""
        if seat == self._me or (self._tables.play_drawn and self._drawn):
            return  # in the second case only the card just drawn can't be played
        t = self._tables
        if t.levels:
            t = t.levels[self._levels[seat]]
        rules = t.ruleset
        # A card that may not be the last one can be held unplayed by somebody who holds no other, and so can a last
        # resort by somebody who holds such a card of the suit.
        size = len(self.known[seat]) + self.old[seat] + self.fresh[seat]
        excused = rules.last_resort | (rules.no_finish if size == 1 else 0)
        self.void[seat] |= rules.playable[self._top][self._suit] & ~excused

    def _check(self) -> None:
        """Check what was chosen by chance: no card may be there more often than the deck has it."""
        if not self.by_chance:
            return
        placed = Counter(self._pile)
        for known in self.known:
            placed.update(known)
        copies = self._tables.ruleset.deck.copies
        for face, count in placed.items():
            for _ in range(count - copies):
                if not self.loose:
                    raise ContradictionError
                seat = next(at for at, known in enumerate(self.known) if at != self._me and face in known)
                self.known[seat].remove(face)
                self.old[seat] += 1


_T = TypeVar("_T")


def _shift(entries: list[_T], seats: tuple[int, ...]) -> None:
    held = [entries[seat] for seat in seats]
    for at, seat in enumerate(seats):
        entries[seat] = held[at - 1]


def _oldest_first(chain: Chain) -> Iterator[int]:
    found: list[int] = []
    while chain is not None:
        chain, what = chain
        found.append(what)
    return reversed(found)


def knowledge(view: View, tables: Tables, rng: Random) -> Knowledge:
    """Read what a view's seat knows.

    Args:
        view: what the seat has seen.
        tables: the game's tables.
        rng: the chance by which cards are chosen that were passed on unseen.
    """
    for _ in range(_TRIES):
        try:
            return Knowledge(view, tables, rng)
        except ContradictionError:
            continue
    return Knowledge(view, tables, rng, loose=True)
