"""The end of a round, searched to its end where nothing that matters is hidden.

That is so in two cases. Whoever can play on and on without anybody else having a turn wins in every world: so much for
queens and the like. And with two players, an empty stock and nothing that may become one, the other hand is known, and
what happens depends on the two alone.
"""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from crazyeights import DRAW, Move, State, View
from crazyeights_strategies.basics import is_play

# Longer runs than this are not looked for; they hardly ever happen.
_LONGEST_RUN = 6


class _TooLargeError(Exception):
    """There is more to look at than may be looked at, or something turned out not to be known."""


def solve(view: View, moves: Sequence[Move], rng: Random, nodes: int) -> Move | None:
    """Give the best move where the round can be searched to its end; else None.

    Args:
        view: what the player knows.
        moves: the moves to choose from.
        rng: where the world comes from; it says nothing that is not known.
        nodes: how many positions may be looked at.
    """
    if view.giving or view.calling:
        return None
    open_end = _is_open(view)
    if len(view.hand) > _LONGEST_RUN and not open_end:
        return None
    world = view.determinize(rng)
    solver = _Solver(view, nodes)
    try:
        run = solver.run(world, moves)
        if run is not None or not open_end:
            return run
        return max(moves, key=lambda move: solver.value_of(world, move, 0.0))
    except _TooLargeError:
        return None


def certainty(view: View, move: Move, nodes: int) -> str:
    """Say in a sentence what comes of a move for sure; "" where that can't be told.

    Args:
        view: what the player knows.
        move: the move.
        nodes: how many positions may be looked at.
    """
    if view.to_move != view.seat or view.giving or view.calling:
        return ""
    # The world says nothing that is not known, so any chance will do; the player's own stays as it is.
    world = view.determinize(Random(0))
    solver = _Solver(view, nodes)
    try:
        if len(view.hand) <= _LONGEST_RUN and solver.run(world, [move]) is not None:
            before = "at once" if len(view.hand) == 1 else "before anybody else has a turn"
            return f"It wins the round {before}."
        if not _is_open(view):
            return ""
        value = solver.value_of(world, move, 0.0)
    except _TooLargeError:
        return ""
    if value == 1:
        return "It wins whatever the other player does."
    if value == 0:
        return "The other player can win after it, whatever you do."
    return "If both of you play your best after it, nobody wins the round."


def _is_open(view: View) -> bool:
    """Say whether there are two players and all cards are known, with none to draw."""
    return view.players == 2 and not view.stock_size and DRAW not in view.legal_moves


class _Solver:
    """Looks at positions, up to a number of them."""

    def __init__(self, view: View, nodes: int) -> None:
        self._seat = view.seat
        self._left = nodes
        rules = view.ruleset
        self._exchanging = set(rules.faces_of(rules.swap | rules.rotate | rules.pass_left))

    def _after(self, state: State, move: Move) -> State:
        self._left -= 1
        if self._left < 0:
            raise _TooLargeError
        after = state.copy()
        after.apply(move)
        return after

    def run(self, state: State, moves: Sequence[Move]) -> Move | None:
        """Give a move by which the seat wins before anybody else has a turn; None if there is none."""
        seat = self._seat
        size = state.hand_sizes[seat]
        for move in moves:
            # An exchange brings cards that are not known.
            if not is_play(move) or (move.card in self._exchanging and size > 1):
                continue
            after = self._after(state, move)
            if after.outcome is not None:
                if seat in after.outcome.winners:
                    return move
            # Whoever drew has cards that are not known.
            elif (
                after.to_move == seat
                and after.hand_sizes[seat] == size - 1
                and self.run(after, after.legal_moves()) is not None
            ):
                return move
        return None

    def value_of(self, state: State, move: Move, least: float) -> float:
        """Give what a move gets the seat, if both play their best: 1 for a win, 0 for a loss.

        Args:
            state: the round before it.
            move: the move.
            least: what the seat gets anyway, by another move.
        """
        return self._value(self._after(state, move), least, 1.0)

    def _value(self, state: State, least: float, most: float) -> float:
        outcome = state.outcome
        if outcome is not None:
            winners = outcome.winners
            return float(self._seat in winners) if winners else 0.5
        legal = state.legal_moves()
        if DRAW in legal:
            raise _TooLargeError  # there is a stock again, and nobody knows its order
        mine = state.to_move == self._seat
        total = sum(state.hand_sizes)
        best = 0.0 if mine else 1.0
        for move in legal:
            after = self._after(state, move)
            if sum(after.hand_sizes) > total:
                raise _TooLargeError
            value = self._value(after, least, most)
            if mine:
                best = max(best, value)
                least = max(least, best)
            else:
                best = min(best, value)
                most = min(most, best)
            if least >= most:
                break
        return best
