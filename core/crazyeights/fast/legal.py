"""What the seat to move may do: found as sets, counted, and numbered in the engine's order.

The order is that of `State.legal_moves`: plays by face, for each one by called suit, then by seat to swap with, then
with and without the announcement; after them drawing, and passing or being done.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from crazyeights.fast.bits import lowest, popcount
from crazyeights.fast.cards import can_reshuffle
from crazyeights.fast.layout import (
    ADDING,
    ALOUD_AT,
    CALL,
    CALLING,
    DONE,
    DRAW,
    FACE_AT,
    GIVE,
    GIVING,
    PASS,
    PLAY,
    RICH,
    SUIT_AT,
    SWAP_AT,
)
from crazyeights.fast.parts import apart, inlined, needing, part


@needing(RICH, part)
def is_final(g: Any, s: Any, seat: int) -> bool:
    """Say whether the seat's hand, once it is empty, ends the round."""
    if g.levels:
        return bool(s.levels[seat] + 1 == g.levels)
    return not g.partners or s.sizes[(seat + 2) % 4] == 0


@needing(RICH, part)
def addable(g: Any, s: Any, seat: int, face: int) -> int:
    """Give the faces that the seat may add to the one it has just played."""
    if not g.follow or g.exchange >> face & 1:
        return 0
    playable = s.hands[seat, 0] & g.follows[face]
    if s.sizes[seat] == 1:
        playable &= g.can_finish[s.levels[seat]]
    return playable


@inlined
def find(g: Any, s: Any) -> None:
    """Find what is legal, and note it in the round."""
    # Numbers without sign are indices as they are; others might count from the end, and would be looked at first.
    seat = np.uint32(s.to_move)
    hand = s.hands[seat, 0]
    if g.quick and not s.phase:
        # Nearly all moves of most games, so it is written out.
        size = s.sizes[seat]
        final = size == 1 or s.played + 1 >= g.max_plays
        draw = 0
        other = 0
        if s.pending:
            playable = hand & g.answers[np.uint32(s.top)]
            draw = 1
        else:
            playable = hand & g.playable[0, np.uint32(s.top), np.uint32(s.suit)]
            if s.drawn and g.play_drawn:
                playable &= 1 << s.newest
        if size == 1:
            playable &= g.can_finish[0]
        calling = 0 if final else playable & g.chooses[0]
        s.calls_suit = 0 if final else 1
        s.may_play = playable
        if s.pending:
            pass
        elif s.drawn and ((playable and g.must_play) or s.drawn >= g.draw_limit):
            if not (playable and g.must_play):
                other = PASS
        elif s.left or can_reshuffle(g, s):
            draw = 1 if g.voluntary or not playable else 0
        elif not playable or g.voluntary_pass:
            other = PASS
        count = popcount(playable) + draw
        if other:
            count += 1
        if calling:
            count += (g.suits - 1) * popcount(calling)
        s.may_draw = draw
        s.may_else = other
        s.count = count
    else:
        _find_all(g, s)


@needing(RICH, inlined)
def _find_all(g: Any, s: Any) -> None:
    """Find what is legal whatever a turn can be."""
    seat = s.to_move
    hand = s.hands[np.uint32(seat), 0]
    if s.phase == CALLING:
        s.count = g.suits
        return
    if s.phase == GIVING:
        s.may_play = hand
        s.count = popcount(hand)
        return
    size = s.sizes[seat]
    level = s.levels[seat]
    if s.phase == ADDING:
        playable = addable(g, s, seat, s.top)
        s.may_draw = 0
        s.may_else = DONE
    else:
        if s.pending:
            playable = hand & g.answers[s.top]
        else:
            playable = hand & g.playable[level, s.top, s.suit]
            if s.drawn and g.play_drawn:
                playable &= 1 << s.newest
        if playable & g.last_resort and hand & g.suit_faces[s.suit] & ~g.last_resort:
            playable &= ~g.last_resort
        if size == 1:
            playable &= g.can_finish[level]
        s.may_draw = 0
        s.may_else = 0
        if s.pending:
            s.may_draw = 1
        elif s.drawn and playable and g.must_play:
            pass
        elif s.drawn >= g.draw_limit:
            s.may_else = PASS
        elif s.left or can_reshuffle(g, s):
            s.may_draw = 1 if g.voluntary or not playable else 0
        elif not playable or g.voluntary_pass:
            s.may_else = PASS
    final = s.played + 1 >= g.max_plays or (size == 1 and is_final(g, s, seat))
    s.may_play = playable
    s.calls_suit = 0 if final else 1
    count = popcount(playable)
    calling = 0 if final else playable & g.chooses[level]
    if g.rich:
        s.aloud = 0
        if g.last_card_call:
            s.aloud = 1 if size == 2 else 2 if g.false_call else 0
        s.targets = 0
        if g.swap and not final and (size > 1 or g.levels):
            for other in range(g.players):
                if s.sizes[other] and other != seat:
                    s.targets |= 1 << other
        swapping = playable & g.swap if s.targets else 0
        partners = popcount(s.targets)
        count = popcount(playable & ~calling & ~swapping)
        count += g.suits * popcount(calling & ~swapping)
        count += partners * popcount(swapping & ~calling) + g.suits * partners * popcount(calling & swapping)
        if s.aloud:
            count *= 2
    elif calling:
        count += (g.suits - 1) * popcount(calling)
    if s.may_draw:
        count += 1
    if s.may_else:
        count += 1
    s.count = count


@inlined
def move_at(g: Any, s: Any, number: int) -> int:
    """Give a legal move by its number, after `find`."""
    if g.rich or s.phase:
        return _rich_at(g, s, number)
    left = s.may_play
    calling = g.chooses[0] & left if s.calls_suit else 0
    if calling:
        return _calling_at(g, s, number, calling)
    # An ordinary card's only way to be played.
    many = popcount(left)
    if number < many:
        for _ in range(number):
            left &= left - 1
        return PLAY | lowest(left) << FACE_AT
    return DRAW if s.may_draw and number == many else s.may_else


@apart
def _calling_at(g: Any, s: Any, number: int, calling: int) -> int:
    """Give a legal move by its number where some cards call a suit."""
    left = s.may_play
    while left:
        face = lowest(left)
        left &= left - 1
        calls = calling >> face & 1
        ways = g.suits if calls else 1
        if number < ways:
            move = PLAY | face << FACE_AT
            return move | (number + 1) << SUIT_AT if calls else move
        number -= ways
    return DRAW if s.may_draw and not number else s.may_else


@needing(RICH)
def _rich_at(g: Any, s: Any, number: int) -> int:
    """Give a legal move by its number where cards may be played in several ways, or in another phase of a turn."""
    left = s.may_play
    if s.phase == CALLING:
        return CALL | (number + 1) << SUIT_AT
    if s.phase == GIVING:
        for _ in range(number):
            left &= left - 1
        return GIVE | lowest(left) << FACE_AT
    calling = g.chooses[s.levels[s.to_move]] if s.calls_suit else 0
    partners = popcount(s.targets)
    loud = 2 if s.aloud else 1
    while left:
        face = lowest(left)
        left &= left - 1
        suits = g.suits if calling >> face & 1 else 1
        seats = partners if partners and g.swap >> face & 1 else 1
        ways = suits * seats * loud
        if number < ways:
            return _way(g, s, face, number, suits if calling >> face & 1 else 0, seats, loud)
        number -= ways
    return DRAW if s.may_draw and not number else s.may_else


@needing(RICH)
def _way(g: Any, s: Any, face: int, number: int, suits: int, seats: int, loud: int) -> int:
    """Give one of the ways in which a card may be played."""
    move = PLAY | face << FACE_AT
    if loud == 2:
        announces = number % 2 == (0 if s.aloud == 1 else 1)
        number //= 2
        if announces:
            move |= 1 << ALOUD_AT
    if s.targets and g.swap >> face & 1:
        which = number % seats
        number //= seats
        targets = s.targets
        for _ in range(which):
            targets &= targets - 1
        move |= (lowest(targets) + 1) << SWAP_AT
    if suits:
        move |= (number + 1) << SUIT_AT
    return move
