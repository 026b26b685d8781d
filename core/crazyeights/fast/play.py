"""What a move does to a round in the kernel: the same steps as in `state`, `turns`, `effects` and `scoring`."""

from __future__ import annotations

from typing import Any

import numpy as np

from crazyeights.fast.cards import can_reshuffle, give, points_in, put, reshuffle, take
from crazyeights.fast.layout import (
    ADDING,
    ALOUD_AT,
    BLOCKED,
    DONE,
    DRAW,
    EMPTY_HAND,
    FACE_AT,
    GIVE,
    GIVING,
    KIND_BITS,
    LOSERS_CHARGED,
    PASS,
    PLAY,
    PLAY_LIMIT,
    RICH,
    ROUNDS_WON,
    SUIT_AT,
    SWAP_AT,
    TURN,
    WINNER_COLLECTS,
)
from crazyeights.fast.legal import addable, is_final
from crazyeights.fast.parts import apart, inlined, needing, part


@inlined
def after(g: Any, s: Any, seat: int) -> int:
    """Give the next seat in the direction of play; where partners play, the next one that has cards."""
    while True:
        seat += s.step
        if seat == g.players:
            seat = 0
        elif seat < 0:
            seat = g.players - 1
        if not g.partners or s.sizes[seat]:
            return seat


@inlined
def apply(g: Any, s: Any, c: Any, move: int) -> None:
    """Make a legal move for the seat to move."""
    s.moves += 1
    seat = s.to_move
    kind = move & KIND_BITS
    if kind == PASS:
        s.passed += 1
        s.passes += 1
        _pass(g, s, seat)
        return
    s.passes = 0
    if kind == PLAY:
        face = (move >> FACE_AT) & 63
        called = (move >> SUIT_AT) & 15
        take(g, s, seat, face)
        s.sizes[seat] -= 1
        s.played += 1
        s.top = face
        s.suit = g.suit_of[face]
        if called:
            s.suit = called - 1
            s.called += 1
        if g.rich:
            s.announced |= (move >> ALOUD_AT) & 1
            _play_rich(g, s, c, seat, face, ((move >> SWAP_AT) & 15) - 1)
            return
        if s.sizes[seat] and not g.involved >> face & 1:
            s.drawn = 0
            s.to_move = after(g, s, seat)
            return
        if not s.left and g.refills and can_reshuffle(g, s):
            reshuffle(g, s, c)
        if s.sizes[seat] == 0 and (not g.last_card_acts or s.played >= g.max_plays):
            _finish(g, s, seat)
        elif s.played >= g.max_plays:
            _stop(g, s, PLAY_LIMIT)
        else:
            act(g, s, c, seat, g.reverse >> face & 1, g.skip[face], g.draw[face], g.again >> face & 1)
            if s.sizes[seat] == 0:
                _finish(g, s, seat)
        return
    if kind == DRAW:
        if s.pending:
            _draw_pending(g, s, c, seat)
        else:
            _draw(g, s, c, seat)
        return
    _decide(g, s, c, seat, kind, move)


@apart
def open_round(g: Any, s: Any, c: Any) -> None:
    """Begin the first turn; a starter that acts does so as if the seat before the first had played it."""
    _begin_turn(s, s.first)
    if g.starter_acts and g.acts >> s.top & 1:
        face = s.top
        seat = s.first - 1 if s.first else g.players - 1
        act(g, s, c, seat, g.reverse >> face & 1, g.skip[face], g.draw[face], g.again >> face & 1)


@inlined
def _begin_turn(s: Any, seat: int) -> None:
    s.to_move = seat
    s.drawn = 0


@part
def _pass(g: Any, s: Any, seat: int) -> None:
    needed = g.players + g.one_more_pass
    if g.partners:
        # Who is out does not pass.
        for other in range(g.players):
            if s.sizes[other] == 0:
                needed -= 1
    if s.passes >= needed or (g.ends_round and not s.left):
        _stop(g, s, BLOCKED)
    else:
        _begin_turn(s, after(g, s, seat))


@inlined
def _draw(g: Any, s: Any, c: Any, seat: int) -> None:
    s.draws += 1
    if not s.left:
        reshuffle(g, s, c)
    s.left -= 1
    s.newest = np.int64(s.stock[s.left])
    put(s, seat, s.newest)
    s.sizes[seat] += 1
    if not s.left and g.refills and can_reshuffle(g, s):
        reshuffle(g, s, c)
    if g.turn_ends:
        _begin_turn(s, after(g, s, seat))
    else:
        s.drawn += 1


@part
def _draw_pending(g: Any, s: Any, c: Any, seat: int) -> None:
    s.penalty += give(g, s, c, seat, s.pending)
    s.pending = 0
    if g.turn_lost:
        s.skipped += 1
        seat = after(g, s, seat)
    _begin_turn(s, seat)


@inlined
def act(g: Any, s: Any, c: Any, seat: int, reverse: int, skip: int, draw: int, again: int) -> None:
    """Let the cards that `seat` just played have their effect, and hand the turn on."""
    if reverse:
        s.step = -s.step
        s.reversed += 1
        skip += g.reverse_skips
        again |= g.reverse_again
    if g.partners and s.sizes[seat] == 0:
        again = 0
    following = after(g, s, seat)
    if skip and not again:
        for _ in range(skip):
            s.skipped += 1
            following = after(g, s, following)
    if draw and (s.left or can_reshuffle(g, s)):
        s.pending += draw
    # With another turn of the same seat in between, or with the round over, nobody can answer in time.
    if s.pending and (again or s.sizes[seat] == 0 or not g.answers[s.top]):
        s.penalty += give(g, s, c, following, s.pending)
        s.pending = 0
        if g.turn_lost and not again:
            s.skipped += 1
            following = after(g, s, following)
    if again:
        s.replayed += 1
        following = seat
    _begin_turn(s, following)


# What only some games have


@needing(RICH)
def _decide(g: Any, s: Any, c: Any, seat: int, kind: int, move: int) -> None:
    """Make a move that neither plays a card nor draws nor passes."""
    if kind == DONE:
        s.phase = TURN
        _judge_announcement(g, s, c, seat)
        _end_turn(g, s, c, seat, s.top, -1)
    elif kind == GIVE:
        _choose_gift(g, s, c, seat, (move >> FACE_AT) & 63)
    else:
        s.phase = TURN
        s.called += 1
        s.suit = ((move >> SUIT_AT) & 15) - 1
        open_round(g, s, c)


@needing(RICH)
def _play_rich(g: Any, s: Any, c: Any, seat: int, face: int, swap: int) -> None:
    s.phase = TURN
    s.drawn = 0
    if g.refills and not s.left and can_reshuffle(g, s):
        reshuffle(g, s, c)
    s.cards_left = s.sizes[seat]
    if not s.cards_left and g.levels:
        while not s.sizes[seat] and s.levels[seat] + 1 < g.levels:
            s.levels[seat] += 1
            give(g, s, c, seat, g.level_hands[s.levels[seat]])
    over = not s.sizes[seat] and is_final(g, s, seat)
    if over and (not g.last_card_acts or s.played >= g.max_plays):
        _finish(g, s, seat)
        return
    if s.played >= g.max_plays:
        _stop(g, s, PLAY_LIMIT)
        return
    if s.pending and g.cancel >> face & 1:
        s.pending = 0
    more = addable(g, s, seat, face) != 0
    if not more:
        _judge_announcement(g, s, c, seat)
    s.to_reverse ^= g.reverse >> face & 1
    s.to_skip += g.skip[face]
    s.to_draw += g.draw[face]
    s.to_go_again |= g.again >> face & 1
    if more:
        s.phase = ADDING
    else:
        _end_turn(g, s, c, seat, face, swap)


@part
def _judge_announcement(g: Any, s: Any, c: Any, seat: int) -> None:
    announced = s.announced
    s.announced = 0
    if not s.sizes[seat]:
        return
    if s.cards_left == 1 and not announced:
        s.penalty += give(g, s, c, seat, g.last_card_call)
    elif s.cards_left != 1 and announced:
        s.penalty += give(g, s, c, seat, g.false_call)


@part
def _end_turn(g: Any, s: Any, c: Any, seat: int, face: int, swap: int) -> None:
    if s.sizes[seat] and g.exchange >> face & 1:
        if swap >= 0:
            _swap(g, s, seat, swap)
        elif g.rotate >> face & 1:
            _rotate(g, s)
        elif g.pass_left >> face & 1:
            s.phase = GIVING
            s.actor = seat
            s.to_move = seat
            return
    _settle(g, s, c, seat)


@part
def _settle(g: Any, s: Any, c: Any, seat: int) -> None:
    """Let the cards of the turn have their effects, and hand the turn on."""
    reverse = s.to_reverse
    skip = s.to_skip
    draw = s.to_draw
    again = s.to_go_again
    s.to_reverse = 0
    s.to_skip = 0
    s.to_draw = 0
    s.to_go_again = 0
    act(g, s, c, seat, reverse, skip, draw, again)
    if not s.sizes[seat] and is_final(g, s, seat):
        _finish(g, s, seat)


@part
def _swap(g: Any, s: Any, seat: int, other: int) -> None:
    for copy in range(g.copies):
        kept = s.hands[seat, copy]
        s.hands[seat, copy] = s.hands[other, copy]
        s.hands[other, copy] = kept
    size = s.sizes[seat]
    s.sizes[seat] = s.sizes[other]
    s.sizes[other] = size


@part
def _rotate(g: Any, s: Any) -> None:
    """Move every hand on to the next seat in the direction of play, past those that are out."""
    step = s.step
    start = 0 if step > 0 else g.players - 1
    # The first hand goes hand over hand to the end, and the last one's comes to the first.
    seat = start
    while not s.sizes[seat]:
        seat += step
    first = seat
    for _ in range(g.players):
        seat += step
        if seat < 0 or seat >= g.players:
            break
        if s.sizes[seat]:
            _swap(g, s, first, seat)


@apart
def _choose_gift(g: Any, s: Any, c: Any, seat: int, face: int) -> None:
    """Note which card a seat passes on; when all have chosen, the cards move."""
    s.gifts[seat] = face
    other = seat
    for _ in range(1, g.players):
        other += 1
        if other == g.players:
            other = 0
        if other == s.actor:
            break
        if s.sizes[other]:
            s.to_move = other
            return
    last = -1
    for giver in range(g.players):
        if s.sizes[giver]:
            take(g, s, giver, s.gifts[giver])
            last = giver
    for receiver in range(g.players):
        if s.sizes[receiver]:
            put(s, receiver, s.gifts[last])
            last = receiver
    for giver in range(g.players):
        s.gifts[giver] = -1
    s.phase = TURN
    _settle(g, s, c, s.actor)


# How it ends


@part
def _end(s: Any, winner: int, reason: int) -> None:
    s.winner = winner
    s.reason = reason
    s.to_move = -1
    s.pending = 0
    s.drawn = 0


@part
def _together(g: Any, one: int, two: int) -> bool:
    """Say whether two seats are the same, or partners."""
    return one == two or (g.partners != 0 and (one - two) % 2 == 0)


@apart
def _finish(g: Any, s: Any, winner: int) -> None:
    prize = 1
    if g.scoring == WINNER_COLLECTS:
        prize = 0
        for seat in range(g.players):
            if not _together(g, seat, winner):
                prize += points_in(g, s, seat)
    for seat in range(g.players):
        if g.scoring == LOSERS_CHARGED:
            s.points[seat] = _charge(g, s, seat)
        else:
            s.points[seat] = prize if _together(g, seat, winner) else 0
        if g.last_wild_doubles and g.wild[s.levels[winner]] >> s.top & 1:
            s.points[seat] *= 2
    _end(s, winner, EMPTY_HAND)


@part
def _charge(g: Any, s: Any, seat: int) -> int:
    """Say what a seat's own cards count; partners' are counted together."""
    own = points_in(g, s, seat)
    return own + points_in(g, s, (seat + 2) % 4) if g.partners else own


@apart
def _stop(g: Any, s: Any, reason: int) -> None:
    """End the round without an empty hand."""
    lowest = most = total = _charge(g, s, 0)
    best = 0
    for seat in range(1, g.players):
        own = _charge(g, s, seat)
        lowest = min(lowest, own)
        most = max(most, own)
        total += own
    count = 0
    for seat in range(g.players - 1, -1, -1):
        if _charge(g, s, seat) == lowest:
            count += 1
            best = seat
    alone = g.lowest_hand and count == (2 if g.partners else 1)
    share = (total - lowest * g.players) // count
    for seat in range(g.players):
        own = _charge(g, s, seat)
        points = 0
        if g.scoring == LOSERS_CHARGED:
            points = own
        elif own != lowest or not g.lowest_hand or (g.partners and not alone):
            points = 0
        elif g.scoring == ROUNDS_WON:
            points = 1 if alone else 0
        elif g.partners:
            points = most - lowest
        else:
            points = share
        s.points[seat] = points
    _end(s, best if alone else -1, reason)
