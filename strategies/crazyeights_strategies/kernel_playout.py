"""How a round probably goes on, in compiled code: the same rule of thumb and the same judgement as in `playout`."""

from __future__ import annotations

import math
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
    KIND_BITS,
    PLAY,
    SUIT_AT,
    SWAP_AT,
)
from crazyeights.fast.legal import find
from crazyeights.fast.parts import apart, part
from crazyeights.fast.play import apply
from crazyeights.fast.policies import dearest
from crazyeights_strategies import playout


@part
def play_on(g: Any, s: Any, c: Any, p: Any, bases: Any, move: int) -> float:
    """Make a move, play on by the rule of thumb, and judge the hands; as `playout.Playouts.play`."""
    for seat in range(g.players):
        p.held[seat] = p.wilds[seat]
    left = p.length
    while True:
        if move & KIND_BITS == PLAY and g.wild[0] >> (move >> FACE_AT & 63) & 1:
            p.held[s.to_move] -= 1
        apply(g, s, c, move)
        if s.to_move < 0:
            break
        find(g, s)
        if not left:
            break
        left -= 1
        move = _by_thumb(g, s)
    return _chance(g, s, p, bases)


@part
def _by_thumb(g: Any, s: Any) -> int:
    """Choose a move: dear cards first, wild ones last, and drawing only if need be."""
    if s.phase == CALLING:
        return CALL | (_most_held(g, s, 0) + 1) << SUIT_AT
    playable = s.may_play
    if not playable:
        return DRAW if s.may_draw else s.may_else
    ordinary = playable & ~g.wild[0]
    face = dearest(g, ordinary) if ordinary else lowest(playable)
    if s.phase == GIVING:
        return GIVE | face << FACE_AT
    calls = s.calls_suit and g.chooses[s.levels[s.to_move]] >> face & 1
    if calls or (g.rich and s.targets and g.swap >> face & 1):
        return _decide(g, s, face, ordinary)
    move = PLAY | face << FACE_AT
    if g.rich and s.aloud == 1:
        move |= 1 << ALOUD_AT
    return move


@part
def _held(g: Any, s: Any, faces: int) -> int:
    count = 0
    for copies in range(g.copies):
        count += popcount(s.hands[s.to_move, copies] & faces)
    return count


@part
def _most_held(g: Any, s: Any, but: int) -> int:
    """Give the suit of which the mover holds most, not counting some faces."""
    best = 0
    most = -1
    for suit in range(g.suits):
        held = _held(g, s, g.suit_faces[suit] & ~but)
        if held > most:
            most = held
            best = suit
    return best


@apart
def _decide(g: Any, s: Any, first: int, ordinary: int) -> int:
    """Choose the suit that is held most and the seat with the fewest cards, of the cards that are worth as much."""
    chooses = g.chooses[s.levels[s.to_move]] if s.calls_suit else 0
    swaps = g.swap if g.rich and s.targets else 0
    suit = _most_held(g, s, 1 << first)
    without = (1 << g.faces) - 1 & ~(1 << first)
    for other in range(g.suits):
        without &= ~g.suit_faces[other]
    seat = -1
    faces = s.targets if swaps else 0
    while faces:
        other = lowest(faces)
        faces &= faces - 1
        if seat < 0 or s.sizes[other] < s.sizes[seat]:
            seat = other
    best = -1
    fewest = most = 0
    faces = ordinary or s.may_play
    while faces:
        face = lowest(faces)
        faces &= faces - 1
        if ordinary and g.points[face] != g.points[first]:
            continue
        size = s.sizes[seat] if swaps >> face & 1 else 0
        held = _held(g, s, g.suit_faces[suit] & ~(1 << first) if chooses >> face & 1 else without)
        if best < 0 or size < fewest or (size == fewest and held > most):
            best, fewest, most = face, size, held
    move = PLAY | best << FACE_AT
    if chooses >> best & 1:
        move |= (suit + 1) << SUIT_AT
    if swaps >> best & 1:
        move |= (seat + 1) << SWAP_AT
    if g.rich and s.aloud == 1:
        move |= 1 << ALOUD_AT
    return move


@part
def _chance(g: Any, s: Any, p: Any, bases: Any) -> float:
    """Judge how likely the seat is to win the round; as `playout.Playouts.chance`."""
    if s.to_move < 0:
        if s.winner < 0:
            return (2 if g.partners else 1) / g.players
        return 1.0 if _together(g, s.winner, p.seat) else 0.0
    mine = total = 0.0
    for seat in range(g.players):
        size = s.sizes[seat]
        if g.levels:
            hand = g.level_hands[s.levels[seat]]
            size += hand * (hand - 1) // 2
        strength = playout.LAST_CARD_FITS
        if size:
            wilds = max(0, min(p.held[seat], size))
            strength = bases[size] + playout.WILD * wilds + playout.WILD_SHARE * wilds / size
            if seat == s.to_move:
                strength += _turn_strength(g, s, size)
        power = math.exp(strength)
        total += power
        if _together(g, seat, p.seat):
            mine += power
    return mine / total


@part
def _turn_strength(g: Any, s: Any, size: int) -> float:
    """Say what it is worth to a seat that it is its turn."""
    playable = 0 if s.phase == CALLING else s.may_play
    strength = playout.MOVES_ON if playable & ~g.wild[0] else playout.STUCK
    if size <= 2 and playable and (s.phase != GIVING or playable & ~g.wild[0]):
        strength += playout.LAST_CARD_FITS if size == 1 else playout.LAST_BUT_ONE_FITS
    return strength


@part
def _together(g: Any, one: int, two: int) -> bool:
    """Say whether two seats are the same, or partners."""
    return one == two or (g.partners != 0 and (one - two) % 2 == 0)
