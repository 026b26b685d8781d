"""Hands and the stock in the kernel: taking, putting, counting, reshuffling and dealing cards."""

from __future__ import annotations

from typing import Any

import numpy as np

from crazyeights.fast.bits import lowest
from crazyeights.fast.keccak import shake_order
from crazyeights.fast.layout import CALLING, SHAKE, SHAKEN
from crazyeights.fast.parts import apart, inlined, needing, part
from crazyeights.fast.stream import begin, shuffle


@inlined
def put(s: Any, seat: int, face: int) -> None:
    """Put a card into a hand; its size is the caller's business."""
    bit = 1 << face
    at = np.uint32(seat)
    copy = 0
    while s.hands[at, copy] & bit:
        copy += 1
    s.hands[at, copy] |= bit


@inlined
def take(g: Any, s: Any, seat: int, face: int) -> None:
    """Take a card out of a hand that holds it; its size is the caller's business."""
    bit = 1 << face
    at = np.uint32(seat)
    if g.copies == 1:
        s.hands[at, 0] ^= bit
        return
    copy = 0
    while copy + 1 < g.copies and s.hands[at, copy + 1] & bit:
        copy += 1
    s.hands[at, copy] ^= bit


@part
def points_in(g: Any, s: Any, seat: int) -> int:
    """Say what the cards in a hand count against it."""
    total = 0
    for copy in range(g.copies):
        hand = s.hands[seat, copy]
        while hand:
            total += g.points[lowest(hand)]
            hand &= hand - 1
    return total


@inlined
def can_reshuffle(g: Any, s: Any) -> bool:
    """Say whether the discard pile has cards besides the top one that may become the stock."""
    if not g.reshuffles:
        return False
    outside = g.cards - s.left
    for seat in range(g.players):
        outside -= s.sizes[seat]
    return bool(outside > 1)


@part
def _outside(g: Any, s: Any, faces: Any) -> int:
    """Write the faces of all cards that are in no hand and not on top, in the deck's order; give how many there are."""
    count = 0
    if g.copies == 1:
        rest = ((1 << g.faces) - 1) ^ (1 << s.top)
        for seat in range(g.players):
            rest ^= s.hands[seat, 0]
        while rest:
            faces[count] = lowest(rest)
            count += 1
            rest &= rest - 1
        return count
    for face in range(g.faces):
        bit = 1 << face
        here = g.copies - (face == s.top)
        for seat in range(g.players):
            for copy in range(g.copies):
                if not s.hands[seat, copy] & bit:
                    break
                here -= 1
        for _ in range(here):
            faces[count] = face
            count += 1
    return count


@apart
def reshuffle(g: Any, s: Any, c: Any) -> None:
    """Make the discard pile, but for its top card, the stock."""
    s.reshuffled += 1
    if c.mode == SHAKE:
        _reshuffle_shaken(g, s, c)
        return
    count = _outside(g, s, s.stock)
    shuffle(s.stock, count, begin(c.seed, c.number, np.uint64(s.reshuffled)))
    s.left = count


@needing(SHAKEN)
def _reshuffle_shaken(g: Any, s: Any, c: Any) -> None:
    count = _outside(g, s, c.faces)
    length = 2 * g.cards
    number = s.reshuffled - 1
    for at in range(4):
        c.key[length + at] = (number >> (8 * at)) & 255
    shake_order(c.key, length + 4, count, c.scratch)
    for at in range(count):
        s.stock[at] = c.faces[c.scratch[at]]
    s.left = count


@apart
def give(g: Any, s: Any, c: Any, seat: int, count: int) -> int:
    """Make a seat draw so many cards, fewer if there are no more; give how many it drew."""
    drawn = 0
    while drawn < count:
        if not s.left:
            if not can_reshuffle(g, s):
                break
            reshuffle(g, s, c)
        s.left -= 1
        put(s, seat, np.int64(s.stock[s.left]))
        s.sizes[seat] += 1
        drawn += 1
        if not s.left and g.refills and can_reshuffle(g, s):
            reshuffle(g, s, c)
    return drawn


@part
def shuffle_deck(g: Any, c: Any) -> None:
    """Bring the deck into the order of its stream."""
    for place in range(g.cards):
        c.order[place] = place % g.faces
    shuffle(c.order, g.cards, begin(c.seed, c.number, np.uint64(0)))


@part
def lay_out(g: Any, s: Any, c: Any, first: int) -> None:
    """Deal a round from the deck's order of faces; `effects.open_round` lets the starter act after it."""
    players = g.players
    for seat in range(players):
        for copy in range(g.copies):
            s.hands[seat, copy] = 0
        s.sizes[seat] = g.hand_size
        s.levels[seat] = 0
        s.gifts[seat] = -1
        s.points[seat] = 0
    dealt = players * g.hand_size
    seat = 0
    for at in range(dealt):
        put(s, seat, np.int64(c.order[at]))
        seat += 1
        if seat == players:
            seat = 0
    if c.mode == SHAKE:
        _note_order(g, c)
    rest = g.cards - dealt
    if g.unfit >> np.int64(c.order[dealt]) & 1:
        _bury(g, c, dealt, rest)
    s.top = np.int64(c.order[dealt])
    s.left = rest - 1
    for at in range(rest - 1):
        s.stock[at] = c.order[g.cards - 1 - at]
    s.suit = g.suit_of[s.top]
    s.first = first
    s.to_move = first
    s.step = 1
    for_turn(s)
    s.actor = -1
    s.winner = -1
    if g.wild[0] >> s.top & 1:
        if g.starter_free:
            s.suit = g.suits
        elif g.starter_called:
            s.phase = CALLING
            s.to_move = (first - 1) % players


@needing(SHAKEN)
def _note_order(g: Any, c: Any) -> None:
    """Note what reshuffles follow from."""
    for at in range(g.cards):
        c.key[2 * at] = c.order[at]
        c.key[2 * at + 1] = 0


@part
def for_turn(s: Any) -> None:
    """Set to 0 what a round begins without."""
    s.pending = 0
    s.drawn = 0
    s.newest = 0
    s.passes = 0
    s.reshuffled = 0
    s.phase = 0
    s.announced = 0
    s.cards_left = 0
    s.to_reverse = 0
    s.to_skip = 0
    s.to_draw = 0
    s.to_go_again = 0
    s.reason = 0
    s.moves = 0
    s.played = 0
    s.draws = 0
    s.passed = 0
    s.called = 0
    s.reversed = 0
    s.skipped = 0
    s.replayed = 0
    s.penalty = 0


@apart
def _bury(g: Any, c: Any, start: int, count: int) -> None:
    """Bury unfit cards in the middle of the rest until one comes up that may be the starter, as `Game` does it."""
    every = True
    for at in range(start, start + count):
        if not g.unfit >> np.int64(c.order[at]) & 1:
            every = False
            break
    buried = 0
    while not every and g.unfit >> np.int64(c.order[start]) & 1:
        turned = c.order[start]
        # When the whole upper half has been buried, its first card comes up again: from then on to the bottom.
        middle = (count - 1) // 2
        place = middle if buried <= middle else count - 1
        for at in range(start, start + place):
            c.order[at] = c.order[at + 1]
        c.order[start + place] = turned
        buried += 1
