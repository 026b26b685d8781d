"""Worlds that a player can imagine, dealt in compiled code: as `determinize` does it, and from the same knowledge.

What all worlds of a view have in common is worked out once, in Python, and laid down as a round without the hidden
cards and a frame that says where they may lie; from then on a world is a matter of shuffling.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any, Final

import numpy as np

from crazyeights import determinize
from crazyeights.fast.bits import lowest
from crazyeights.fast.cards import put
from crazyeights.fast.jit import DISABLED
from crazyeights.fast.layout import ROUND
from crazyeights.fast.limits import MAX_CARDS, MAX_FACES, MAX_SEATS
from crazyeights.fast.parts import apart, part
from crazyeights.fast.stream import below, mix, shuffle, step
from crazyeights.history import Log
from crazyeights.moves import PASS
from crazyeights.progress import Progress
from crazyeights.tables import Tables
from crazyeights.view import (
    DRAWN,
    FORWARD,
    HAND,
    LEFT,
    LOG,
    OPENING,
    OUTCOME,
    PENDING,
    PROGRESS,
    SEEN,
    SIZES,
    SUIT,
    TO_MOVE,
    TOP,
    View,
)

_I: Final = np.int64
_MAX_POOLS: Final = 2
#: Where no face is known; a hand has no such bit.
_NO_FACE: Final = MAX_FACES + 1

#: What all worlds of a view have in common: see `determinize._Frame`. The last ones are for the work in hand.
FRAME: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("faces", np.uint8, (_MAX_POOLS, MAX_CARDS)),
                ("counts", _I, (_MAX_POOLS,)),
                ("parts", _I, (_MAX_POOLS, MAX_SEATS)),
                ("void", _I, (MAX_SEATS,)),
                ("stock", np.int16, (MAX_CARDS,)),  # from the bottom; -1 where any card may lie
                ("pools", _I),
                ("tries", _I),
                ("drew", _I),  # the seat that may play only the card that it has drawn; -1 for none
                ("newest", _I),  # that card, if it is known; else -1
                ("given", _I),  # a set of seats
                ("rest", _I),
                ("dealt", np.uint8, (MAX_CARDS,)),
                ("seats", np.int16, (MAX_CARDS,)),
                ("cards", np.int16, (MAX_CARDS,)),
                ("wanted", np.int16, (MAX_CARDS,)),
                ("queue", np.int16, (MAX_CARDS,)),
            ],
            align=True,
        ),
    )
)


if DISABLED:

    def copy(to: Any, what: Any) -> None:
        """Make a record equal to another one of its kind."""
        for name in what.dtype.names:
            to[name] = what[name]

else:
    from numba.core import cgutils as typed_cgutils
    from numba.core import types
    from numba.extending import intrinsic

    cgutils: Any = typed_cgutils  # whose types don't know how it is called

    @intrinsic
    def copy(_context: Any, to: Any, what: Any) -> Any:
        """Make a record equal to another one of its kind."""

        # What numba makes of an assignment is slower by far.
        def generate(context: Any, builder: Any, _signature: Any, given: Any) -> Any:
            cgutils.raw_memcpy(builder, *given, context.get_constant(types.intp, what.size), 1)
            return context.get_dummy_value()

        return types.none(to, what), generate


def records_of(view: View, tables: Tables, rng: Random) -> tuple[Any, Any, bool]:
    """Give what worlds are made from: a round without its hidden cards, and a frame, each an array of one record.

    Args:
        view: what a seat has seen.
        tables: the game's tables.
        rng: the chance where the frame itself is found by chance.

    Returns:
        Also whether they are the same each time.
    """
    frame = determinize._frame(view, tables, rng)
    root: Any = np.zeros(1, dtype=ROUND)
    _lay_open(root[0], view, tables, frame.hands)
    array: Any = np.zeros(1, dtype=FRAME)
    record = array[0]
    for pool, (faces, parts) in enumerate(frame.pools):
        record.faces[pool, : len(faces)] = faces
        record.counts[pool] = len(faces)
        record.parts[pool, : len(parts)] = parts
    record.void[: len(frame.void)] = frame.void
    record.stock[: len(frame.stock)] = [-1 if face is None else face for face in frame.stock]
    record.pools = len(frame.pools)
    record.tries = determinize._TRIES if any(frame.void) else 1
    data = view._data
    waits = tables.play_drawn and data[DRAWN] and data[TO_MOVE] != view.seat
    record.drew = data[TO_MOVE] if waits else -1
    record.newest = -1 if frame.newest is None else frame.newest
    record.given = sum(1 << seat for seat in frame.given if seat != view.seat)
    return root, array, frame.steady


def _lay_open(s: Any, view: View, tables: Tables, hands: Sequence[int]) -> None:
    """Note in a round what a seat has seen of it."""
    data = view._data
    faces = len(tables.cards)
    for seat, known in enumerate(hands):
        hand = data[HAND] if seat == view.seat else known
        for word in range(tables.ruleset.deck.copies):
            s.hands[seat, word] = hand >> word * faces & (1 << faces) - 1
    players = len(hands)
    s.sizes[:players] = data[SIZES]
    s.left = data[LEFT]
    s.to_move = -1 if data[OUTCOME] is not None else data[TO_MOVE]
    s.first = data[OPENING].first
    s.top, s.suit = data[TOP], data[SUIT]
    s.step = 1 if data[FORWARD] else -1
    s.pending, s.drawn = data[PENDING], data[DRAWN]
    if data[DRAWN] and data[TO_MOVE] == view.seat:
        s.newest = data[SEEN][1]
    s.passes = _passes(data[LOG])
    s.winner = -1
    s.actor = -1
    s.gifts[:] = -1
    if data[PROGRESS] is not None:
        _go_on(s, data[PROGRESS], players)


def _go_on(s: Any, progress: Progress, players: int) -> None:
    """Note how far the turn is, and a countdown."""
    s.phase, s.actor, s.announced = progress.phase, progress.actor, progress.announced
    s.played, s.cards_left = progress.plays, progress.left
    s.to_reverse, s.to_skip = progress.reverse, progress.skip
    s.to_draw, s.to_go_again = progress.draw, progress.again
    s.levels[:players] = progress.levels
    s.gifts[:players] = progress.gifts


def _passes(log: Log) -> int:
    """Count the passes at the end of the log."""
    count = 0
    while log is not None and log[2] is PASS:
        count += 1
        log = log[0]
    return count


@part
def deal_hands(g: Any, f: Any, s: Any, state: Any) -> Any:
    """Deal the hidden cards of all hands into a copy of the round without them, and give the state of chance after it.

    Args:
        g: the record of the rules.
        f: the frame.
        s: the copy.
        state: the state of chance.
    """
    newest = f.newest
    for pool in range(f.pools):
        count = f.counts[pool]
        for at in range(count):
            f.dealt[at] = f.faces[pool, at]
        fits = False
        for _ in range(f.tries):
            fits = True
            left = count
            for seat in range(g.players):
                void = f.void[seat]
                for _ in range(f.parts[pool, seat]):
                    left -= 1
                    state = step(state)
                    other = below(mix(state), left + 1)
                    face = np.int64(f.dealt[other])
                    f.dealt[other] = f.dealt[left]
                    f.dealt[left] = face
                    if void >> face & 1:
                        fits = False
                        break
                if not fits:
                    break
            if fits:
                break
        if not fits:
            state = shuffle(f.dealt, count, state)
            _place(g, f, pool)
        at = count
        for seat in range(g.players):
            for number in range(f.parts[pool, seat]):
                at -= 1
                face = np.int64(f.dealt[at])
                put(s, seat, face)
                if seat == f.drew and number == 0 and f.newest < 0:
                    newest = face
        f.rest = at
    if f.drew >= 0:
        s.newest = newest if newest >= 0 else _NO_FACE
    return state


@part
def deal_rest(g: Any, f: Any, s: Any, state: Any) -> None:
    """Deal the stock, after `deal_hands`, and let those who passed a card on have chosen one."""
    state = shuffle(f.dealt, f.rest, state)
    at = 0
    for place in range(s.left):
        face = np.int64(f.stock[place])
        if face < 0:
            face = np.int64(f.dealt[at])
            at += 1
        s.stock[place] = face
    if f.given:
        for seat in range(g.players):
            if f.given >> seat & 1:
                state = step(state)
                s.gifts[seat] = _card_at(s, seat, below(mix(state), s.sizes[seat]))


@apart
def _card_at(s: Any, seat: int, number: int) -> int:
    """Give the face of one of a hand's cards."""
    copy = 0
    hand = s.hands[seat, 0]
    for _ in range(number):
        hand &= hand - 1
        if not hand:
            copy += 1
            hand = s.hands[seat, copy]
    return lowest(hand)


@apart
def _place(g: Any, f: Any, pool: int) -> None:
    """Bring the shuffled cards of a pool into an order in which no hand gets one that it can't have, if there is one.

    Each place in a hand takes a card that it can hold; one that is taken is given up if its holder finds another (the
    augmenting paths of bipartite matching).
    """
    count = f.counts[pool]
    places = 0
    for seat in range(g.players):
        for _ in range(f.parts[pool, seat]):
            f.seats[places] = seat
            f.cards[places] = -1
            places += 1
    for first in range(places):
        # Which place asked for each card first; the places that still have to ask wait in a queue.
        for card in range(count):
            f.wanted[card] = -1
        f.queue[0] = first
        asked = 0
        waiting = 1
        found: Any = -1
        while asked < waiting and found < 0:
            place = np.int64(f.queue[asked])
            asked += 1
            void = f.void[f.seats[place]]
            for card in range(count):
                if f.wanted[card] >= 0 or void >> np.int64(f.dealt[card]) & 1:
                    continue
                f.wanted[card] = place
                holder = -1
                for other in range(places):
                    if f.cards[other] == card:
                        holder = other
                        break
                if holder < 0:
                    found = card
                    break
                f.queue[waiting] = holder
                waiting += 1
        while found >= 0:
            place = np.int64(f.wanted[found])
            given_up = np.int64(f.cards[place])
            f.cards[place] = found
            found = -1 if place == first else given_up
    _arrange(f, count, places)


@part
def _arrange(f: Any, count: int, places: int) -> None:
    """Put the card of each place where it is dealt from: the first one's last, and so on."""
    for card in range(count):
        f.queue[card] = 1
    for place in range(places):
        if f.cards[place] >= 0:
            f.queue[f.cards[place]] = 0
    left = 0
    for place in range(places):  # only if no world fits
        if f.cards[place] < 0:
            while not f.queue[left]:
                left += 1
            f.queue[left] = 0
            f.cards[place] = left
    for place in range(places):
        f.wanted[count - 1 - place] = f.dealt[f.cards[place]]
    at = 0
    for card in range(count):
        if f.queue[card]:
            f.wanted[at] = f.dealt[card]
            at += 1
    for card in range(count):
        f.dealt[card] = f.wanted[card]
