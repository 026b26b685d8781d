"""Ways to choose a move that the kernel knows: by chance, and as the strategy `greedy` does; numbered in `limits`."""

from __future__ import annotations

from typing import Any

from crazyeights.fast.bits import lowest, popcount
from crazyeights.fast.layout import (
    ALOUD_AT,
    CALL,
    CALLING,
    DRAW,
    FACE_AT,
    GIVE,
    GIVING,
    PLAY,
    SUIT_AT,
    SWAP_AT,
)
from crazyeights.fast.legal import move_at
from crazyeights.fast.parts import apart, inlined, part
from crazyeights.fast.stream import below, mix, step


@inlined
def choose(g: Any, s: Any, c: Any, policy: int) -> int:
    """Choose one of the legal moves, which `legal.find` has found."""
    if policy == 1:
        return greedy(g, s)
    return any_move(g, s, c)


@inlined
def any_move(g: Any, s: Any, c: Any) -> int:
    """Choose any of the legal moves, which `legal.find` has found."""
    if s.count == 1:
        return move_at(g, s, 0)
    c.choices = step(c.choices)
    return move_at(g, s, below(mix(c.choices), s.count))


@part
def held_in(g: Any, s: Any, seat: int, suit: int) -> int:
    """Count the cards of a suit in a hand that are not wild."""
    faces = g.suit_faces[suit] if suit < g.suits else ~_all_suits(g)
    faces &= ~g.wild[s.levels[seat]]
    held = 0
    for copy in range(g.copies):
        held += popcount(s.hands[seat, copy] & faces)
    return held


@part
def _all_suits(g: Any) -> int:
    faces = 0
    for suit in range(g.suits):
        faces |= g.suit_faces[suit]
    return faces


@part
def most_held(g: Any, s: Any, seat: int) -> int:
    """Give the suit of which a hand holds most cards that are not wild; of several the first."""
    best = 0
    most = -1
    for suit in range(g.suits):
        held = held_in(g, s, seat, suit)
        if held > most:
            most = held
            best = suit
    return best


@part
def greedy(g: Any, s: Any) -> int:
    """Choose the dearest card that is not wild, else a wild one, else draw."""
    seat = s.to_move
    if s.phase == CALLING:
        return CALL | (most_held(g, s, seat) + 1) << SUIT_AT
    if not s.may_play:
        return DRAW if s.may_draw else s.may_else
    wild = g.wild[s.levels[seat]]
    face = dearest(g, s.may_play & ~wild)
    if face < 0 or s.may_play & ~wild & g.chooses[s.levels[seat]]:
        return _with_suit(g, s, seat, face, wild)
    if s.phase == GIVING:
        return GIVE | face << FACE_AT
    return _first_way(g, s, face)


@part
def dearest(g: Any, faces: int) -> int:
    """Give the face that counts most, of several the first; -1 if there is none."""
    best = -1
    most = -1
    while faces:
        face = lowest(faces)
        faces &= faces - 1
        if g.points[face] > most:
            most = g.points[face]
            best = face
    return best


@apart
def _with_suit(g: Any, s: Any, seat: int, face: int, wild: int) -> int:
    """Choose where cards that call a suit are among the dearest: of those the one whose suit is held most."""
    faces = s.may_play & ~wild if face >= 0 else s.may_play
    points = g.points[dearest(g, faces)]
    level = s.levels[seat]
    suit = most_held(g, s, seat)
    calling_held = held_in(g, s, seat, suit)
    other_held = held_in(g, s, seat, g.suits)
    best = -1
    most = -1
    while faces:
        face = lowest(faces)
        faces &= faces - 1
        if g.points[face] != points:
            continue
        calls = s.phase != GIVING and s.calls_suit and g.chooses[level] >> face & 1
        held = calling_held if calls else other_held
        if held > most:
            most = held
            best = face
    if s.phase == GIVING:
        return GIVE | best << FACE_AT
    move = _first_way(g, s, best)
    if s.calls_suit and g.chooses[level] >> best & 1:
        move |= (suit + 1) << SUIT_AT
    return move


@part
def _first_way(g: Any, s: Any, face: int) -> int:
    """Play a card in the first way in which it may be played, calling no suit."""
    move = PLAY | face << FACE_AT
    if g.rich:
        if s.aloud == 1:
            move |= 1 << ALOUD_AT
        if s.targets and g.swap >> face & 1:
            move |= (lowest(s.targets) + 1) << SWAP_AT
    return move
