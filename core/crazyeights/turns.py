"""Turns of more than one part, for the games that have them.

Several cards in a turn, an announced last card, hands that are exchanged, a countdown and partners: each works on a
`State` whose tables say so, and `state` itself knows nothing of them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crazyeights.effects import act, call_functions, give, reshuffle
from crazyeights.events import Reason
from crazyeights.history import Gifts, Mark, NewLevel, Rotation, Swap
from crazyeights.moves import DONE, PASS, Move, MoveKind
from crazyeights.progress import Phase, Progress
from crazyeights.scoring import partner_of
from crazyeights.tables import NO_EFFECT, Call, Draw, MoveRow, Tables

if TYPE_CHECKING:
    from crazyeights.state import State


def tables_of(state: State, seat: int) -> Tables:
    """Give the tables that hold for a seat: in a countdown, those of its level."""
    t, x = state._t, state._x
    return t.levels[x.levels[seat]] if t.levels and x is not None else t


# What may be done


def find_legal(state: State, seat: int) -> tuple[Move, ...]:
    """Find the legal moves of the seat to move.

    Args:
        state: the round.
        seat: the seat to move.
    """
    t, x = state._t, state._x
    hand = state._hands[seat]
    if x is not None and x.phase is Phase.CALL:
        return t.calls
    if x is not None and x.phase is Phase.GIVE:
        return tuple(t.gives[face] for face in dict.fromkeys(t.faces_in(hand)))
    adding = x is not None and x.phase is Phase.ADD
    playable = _addable(state, seat, state._top[1]) if adding else _playable(state, seat)
    draw, move = (Draw.NO, DONE) if adding else _besides(state, playable)
    size = state._sizes[seat]
    final = x is not None and (x.plays + 1 >= t.max_plays or (size == 1 and _is_final(state, seat)))
    if x is None:
        final = size == 1
    call = Call.NONE
    if t.last_card_call:
        call = Call.RIGHT if size == 2 else Call.WRONG if t.false_call else Call.NONE
    targets: tuple[int, ...] = ()
    if t.swap and not final and (size > 1 or t.levels):
        targets = tuple(other for other, cards in enumerate(state._sizes) if cards and other != seat)
    mine = tables_of(state, seat)
    return mine.situation(draw, move, calls_suit=not final, call=call, targets=targets)[playable]


def _besides(state: State, playable: int) -> tuple[Draw, Move | None]:
    """Say whether drawing and passing are legal besides the playable faces."""
    t = state._t
    if state.pending_draw:
        return Draw.YES, None
    if state.drawn and playable and t.must_play:
        return Draw.NO, None
    if state.drawn >= t.draw_limit:
        return Draw.NO, PASS
    if state._left or state._can_reshuffle():
        return Draw.YES if t.voluntary else Draw.UNABLE, None
    return Draw.NO, None if playable and not t.voluntary_pass else PASS


def _playable(state: State, seat: int) -> int:
    t = tables_of(state, seat)
    hand = state._hands[seat]
    top, suit = state._top[1], state._top[2]
    if state.pending_draw:
        playable = hand & t.answers[top]
    else:
        playable = hand & t.playable[top][suit]
        if state.drawn and t.play_drawn:
            playable &= state._last_drawn(seat)
    if playable & t.last_resort and hand & t.suit_faces[suit] & ~t.last_resort:
        playable &= ~t.last_resort
    return playable & t.can_finish if state._sizes[seat] == 1 else playable


def _addable(state: State, seat: int, face: int) -> int:
    """Give the faces that the seat may add to the one it has just played."""
    t = tables_of(state, seat)
    if t.exchange >> face & 1:
        return 0
    playable = state._hands[seat] & t.follows[face]
    return playable & t.can_finish if state._sizes[seat] == 1 else playable


def _is_final(state: State, seat: int) -> bool:
    """Say whether the seat's hand, once it is empty, ends the round."""
    t, x = state._t, state._x
    if t.levels and x is not None:
        return x.levels[seat] + 1 == len(t.levels)
    return not t.partners or not state._sizes[partner_of(seat)]


# What is done


def play(state: State, seat: int, move: Move, row: MoveRow) -> None:
    """Go on with a move that has just put its card on the discard pile.

    Args:
        state: the round.
        seat: who played it.
        move: the move.
        row: what the tables say about it.
    """
    t, x = state._t, state._x
    assert x is not None
    x.plays += 1
    x.announced |= move.announces
    x.phase = Phase.PLAY
    state.drawn = 0
    state._legal = None
    if t.refills and not state._left and state._can_reshuffle():
        reshuffle(state)
    x.left = state._sizes[seat]
    if not x.left and t.levels:
        _next_level(state, seat)
    over = not state._sizes[seat] and _is_final(state, seat)
    if over and (not t.last_card_acts or x.plays >= t.max_plays):
        state._finish(seat)
        return
    if not state._sizes[seat] and not over:
        state._log = (state._log, seat, Mark.WENT_OUT)
    if x.plays >= t.max_plays:
        state._stop(Reason.PLAY_LIMIT)
        return
    face = row[1]
    if state.pending_draw and t.cancel >> face & 1:
        state.pending_draw = 0
        state._log = (state._log, seat, Mark.CANCELLED)
    more = bool(_addable(state, seat, face))
    if not more:
        _judge_announcement(state, seat)
    effect = row[4] or NO_EFFECT
    reverse, skip, draw, again, calls = effect
    if calls:
        reverse, skip, draw, again = call_functions(state, seat, effect)
    x.reverse ^= reverse
    x.skip += skip
    x.draw += draw
    x.again |= again
    if more:
        x.phase = Phase.ADD
    else:
        _end_turn(state, seat, face, move.swap)


def decide(state: State, seat: int, move: Move) -> None:
    """Make a move that neither plays a card nor draws nor passes.

    Args:
        state: the round.
        seat: who makes it.
        move: the move.
    """
    x = state._x
    assert x is not None
    state._legal = None
    if move.kind is MoveKind.DONE:
        x.phase = Phase.PLAY
        _judge_announcement(state, seat)
        _end_turn(state, seat, state._top[1], None)
    elif move.kind is MoveKind.GIVE:
        _choose_gift(state, seat, move)
    else:
        assert move.suit is not None
        x.phase = Phase.PLAY
        state._top = state._t.row(state._top[1], state._t.suit_index[move.suit])
        state.begin()


def _next_level(state: State, seat: int) -> None:
    """Deal the seat its next level's hand; where no card is left to deal, the level is done as well."""
    t, x = state._t, state._x
    assert x is not None
    while not state._sizes[seat] and x.levels[seat] + 1 < len(t.levels):
        x.levels[seat] += 1
        hand = t.level_hands[x.levels[seat]]
        state._log = (state._log, seat, NewLevel(x.levels[seat], hand))
        give(state, seat, hand, penalty=False)


def _judge_announcement(state: State, seat: int) -> None:
    """Make the seat draw for a last card that it did not announce, or announced wrongly.

    What counts is how many cards the last one that it played left, not what it was dealt or made draw since.
    """
    t, x = state._t, state._x
    assert x is not None
    announced, x.announced = x.announced, False
    if not state._sizes[seat]:
        return
    if x.left == 1 and not announced and t.last_card_call:
        state._log = (state._log, seat, Mark.FORGOT)
        give(state, seat, t.last_card_call)
    elif x.left != 1 and announced and t.false_call:
        state._log = (state._log, seat, Mark.FALSE_CALL)
        give(state, seat, t.false_call)


def _end_turn(state: State, seat: int, face: int, swap: int | None) -> None:
    t = state._t
    bit = 1 << face
    if state._sizes[seat] and t.exchange & bit:
        if swap is not None:
            _swap(state, seat, swap)
        elif t.rotate & bit:
            _rotate(state)
        elif t.pass_left & bit:
            _begin_giving(state, seat)
            return
    _settle(state, seat)


def _settle(state: State, seat: int) -> None:
    """Let the cards of the turn have their effects, and hand the turn on."""
    x = state._x
    assert x is not None
    effect = (x.reverse, x.skip, x.draw, x.again, ())
    x.reverse, x.skip, x.draw, x.again = False, 0, 0, False
    act(state, seat, effect)
    if not state._sizes[seat] and _is_final(state, seat):
        state._finish(seat)


# Exchanges


def _take_over(state: State, seat: int, hand: int, size: int) -> None:
    state._hands[seat] = hand
    state._sizes[seat] = size
    state._seen[seat] = (state._seen[seat], ~hand)


def _swap(state: State, seat: int, other: int) -> None:
    hands, sizes = state._hands, state._sizes
    mine, my_size = hands[seat], sizes[seat]
    _take_over(state, seat, hands[other], sizes[other])
    _take_over(state, other, mine, my_size)
    state._log = (state._log, seat, Swap(other))


def _rotate(state: State) -> None:
    seats = [seat for seat, size in enumerate(state._sizes) if size]
    if state.direction < 0:
        seats.reverse()
    held = [(state._hands[seat], state._sizes[seat]) for seat in seats]
    for at, seat in enumerate(seats):
        _take_over(state, seat, *held[at - 1])
    state._log = (state._log, state.direction, Rotation(tuple(seats)))


def _begin_giving(state: State, seat: int) -> None:
    x = state._x
    assert x is not None
    x.phase = Phase.GIVE
    x.actor = seat
    state.to_move = seat
    state._legal = None


def _choose_gift(state: State, seat: int, move: Move) -> None:
    """Note which card a seat passes on; when all have chosen, the cards move."""
    t, x = state._t, state._x
    assert x is not None
    assert move.card is not None
    face = t.index[move.card]
    x.gifts[seat] = face
    # The log has the move already, but what was given is for the giver alone to know.
    assert state._log is not None
    state._log = (state._log[0], seat, Mark.GAVE)
    state._seen[seat] = (state._seen[seat], face)
    players = len(state._sizes)
    for step in range(1, players):
        other = (seat + step) % players
        if other == x.actor:
            break
        if state._sizes[other]:
            state.to_move = other
            return
    _pass_on(state, x)


def _pass_on(state: State, x: Progress) -> None:
    t = state._t
    seats = [seat for seat, size in enumerate(state._sizes) if size]
    for seat in seats:
        state._hands[seat] = t.without_card(state._hands[seat], x.gifts[seat])
    for at, seat in enumerate(seats):
        face = x.gifts[seats[at - 1]]
        state._hands[seat] = t.with_card(state._hands[seat], face)
        state._seen[seat] = (state._seen[seat], face)
    state._log = (state._log, x.actor, Gifts(tuple(seats)))
    x.gifts = [-1] * len(x.gifts)
    x.phase = Phase.PLAY
    _settle(state, x.actor)
