"""What a played card does: it turns the direction, skips, makes draw, calls Python functions of rules.

Each function works on a `State`; the cards to draw and the new stocks are dealt with here too.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from crazyeights.errors import describe_error
from crazyeights.events import Fault
from crazyeights.history import Mark
from crazyeights.rules import Turn
from crazyeights.tables import EffectRow

if TYPE_CHECKING:
    from crazyeights.state import State


def act(state: State, seat: int, effect: EffectRow) -> None:
    """Let the cards that `seat` just played have their effect, and hand the turn on.

    Args:
        state: the round.
        seat: whose turn it was.
        effect: what the cards ask for, all together.
    """
    t = state._t
    reverse, skip, draw, again, calls = effect
    if calls:
        reverse, skip, draw, again = call_functions(state, seat, effect)
    if reverse:
        forward, backward = t.orders
        turned = state._order is forward
        state._order = backward if turned else forward
        state._log = (state._log, -1 if turned else 1, Mark.TURNED)
        skip += t.reverse_skips
        again |= t.reverse_again
    if t.partners:
        again = again and state._sizes[seat] > 0
    following = state._after(seat)
    if skip and not again:
        for _ in range(skip):
            state._log = (state._log, following, Mark.SKIPPED)
            following = state._after(following)
    if draw and (state._left or state._can_reshuffle()):
        state.pending_draw += draw
    # With another turn of the same seat in between, or with the round over, nobody can answer in time.
    if state.pending_draw and (again or not state._sizes[seat] or not t.answers[state._top[1]]):
        give(state, following, state.pending_draw)
        state.pending_draw = 0
        if t.turn_lost and not again:
            state._log = (state._log, following, Mark.SKIPPED)
            following = state._after(following)
    state._begin_turn(seat if again else following)


def call_functions(state: State, seat: int, effect: EffectRow) -> tuple[bool, int, int, bool]:
    """Let the rules' own functions ask for more; a function that fails is reported and asks for nothing."""
    t = state._t
    reverse, skip, draw, again, calls = effect
    for name, function in calls:
        turn = Turn(t.cards[state._top[1]], seat, state.direction, state.active_suit, state.hand_sizes, state._left)
        try:
            function(turn)
            skips, draws, reverses, agains, suit, gifts = turn.requests
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a stranger's function raises
            fault = Fault(name, f"raised {describe_error(error)}", seat)
            state._log = (state._log, seat, fault)
            continue
        skip += skips
        draw += draws
        reverse ^= reverses
        again |= agains
        if suit is not None:
            if suit not in t.suit_index:
                state._log = (state._log, seat, Fault(name, f"chose a suit that the deck has not: {suit}", seat))
            else:
                state._top = t.row(state._top[1], t.suit_index[suit])
                state._log = (state._log, seat, suit)
        for receiver, count in gifts:
            give(state, receiver, count)
    return reverse, skip, draw, again


def draw_pending(state: State, seat: int) -> None:
    """Let the seat draw what it was made to draw."""
    give(state, seat, state.pending_draw)
    state.pending_draw = 0
    if state._t.turn_lost:
        state._log = (state._log, seat, Mark.SKIPPED)
        seat = state._after(seat)
    state._begin_turn(seat)


def give(state: State, seat: int, count: int, *, penalty: bool = True) -> None:
    """Make a seat draw so many cards; fewer if there are no more."""
    t = state._t
    hands, seen = state._hands, state._seen
    while count:
        if not state._left:
            if not state._can_reshuffle():
                return
            reshuffle(state)
        now = min(count, state._left)
        for _ in range(now):
            state._left -= 1
            face = state._stock[state._left]
            hands[seat] = t.with_card(hands[seat], face)
            seen[seat] = (seen[seat], face)
        state._sizes[seat] += now
        state._log = (state._log, seat, now if penalty else -now)
        count -= now
        if not state._left and t.refills and state._can_reshuffle():
            reshuffle(state)


def reshuffle(state: State) -> None:
    """Make the discard pile, but for its top card, the stock."""
    t = state._t
    faces = t.faces_outside(state._hands, state._top[1])
    done = 0
    orders = state._orders
    while orders is not None:
        orders, _ = orders
        done += 1
    state._stock = stock = state._deal.stock_of(done, faces)
    state._left = len(stock)
    state._orders = (state._orders, stock)
    state._log = (state._log, len(stock), Mark.RESHUFFLED)
