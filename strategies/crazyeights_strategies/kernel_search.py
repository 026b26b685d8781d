"""`search` in compiled code: the same algorithm as in `search` and `playout`, many times as fast.

Python lays down what is known, and from then on worlds are dealt, moves tried in them and hands judged without it; it
only looks in every millisecond or two whether there is time left. `kernel` says when this is used. This module needs
numba and NumPy, and nothing imports it where they are missing.
"""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any, Final

import numpy as np

from crazyeights import Game, View
from crazyeights.fast import arrays
from crazyeights.fast.bits import lowest, popcount
from crazyeights.fast.jit import compiled, is_ready
from crazyeights.fast.layout import ROUND, STREAM, STREAM_CHANCE
from crazyeights.fast.limits import MAX_FACES, MAX_SEATS
from crazyeights.fast.parts import apart, part
from crazyeights.fast.stream import CHOICES, DECK, begin, mix, step
from crazyeights.fast.worlds import copy, deal_hands, deal_rest, records_of
from crazyeights_strategies import playout, search
from crazyeights_strategies.kernel_playout import play_on
from crazyeights_strategies.memory import Memory

_I: Final = np.int64
_F: Final = np.float64
_11: Final = np.uint64(11)

#: A move that is tried; see `search.Trial`.
TRIAL: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("move", _I),
                ("tried", _I),
                ("weight", _F),
                ("won", _F),
                ("squares", _F),
                ("prior", _F),
                ("promise", _F),
                ("chosen", _I),
            ],
            align=True,
        ),
    )
)
#: How far a search is.
PLAN: Final = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("seat", _I),
                ("length", _I),  # of a playout
                ("most", _I),  # so many moves are tried in each world
                ("sims", _I),  # after so many trials it is over; 0 for never
                ("worlds", _I),
                ("done", _I),
                ("stops", _I),  # whether it is over when the choice is clear
                ("over", _I),
                ("usual", _F),  # weight of a world; negative if it is not known yet, and 0 if all weigh the same
                ("told", _I),  # the seats that have shown what they hardly have
                ("likely", _F, (MAX_SEATS, MAX_FACES)),
                ("wilds", _I, (MAX_SEATS,)),
                ("held", _I, (MAX_SEATS,)),
            ],
            align=True,
        ),
    )
)
# A playout has at least so many moves: for two players twice as many as in Python, where they cost more than they tell.
_LENGTH: Final = 16
# One call into compiled code should take so many seconds.
_SLICE: Final = 0.0015
_FIRST_SLICE: Final = 64
_MOST: Final = 4096
# Where what is known is itself found by chance, it is found anew after so many worlds.
_WORLDS_OF_A_FRAME: Final = 64


class KernelSearch:
    """A search on the kernel.

    Attributes:
        seed: what the worlds follow from.
        plan: how far it is.
        world: the world that was drawn last.

    Args:
        view: what the player knows.
        trials: the moves; what came of them is noted there in the end.
        memory: what the player remembers.
        rng: where the seed of the worlds comes from.
    """

    def __init__(self, view: View, trials: Sequence[search.Trial], memory: Memory, rng: Random) -> None:
        game = view.game
        self._view, self._trials, self._rng = view, trials, rng
        self._tables = game._tables()  # the rules as the kernel has them
        self._rules = rules_of(game)
        self._new_frame()
        self.world: Any = np.zeros(1, dtype=ROUND)
        self._state: Any = np.zeros(1, dtype=ROUND)
        self._chance: Any = np.zeros(1, dtype=STREAM_CHANCE)
        self._chance[0].mode = STREAM
        self.seed = rng.getrandbits(64)
        self._chance[0].seed = self.seed
        self.plan: Any = np.zeros(1, dtype=PLAN)
        plan = self.plan[0]
        plan.seat = view.seat
        plan.length = max(_LENGTH, playout.playouts_of(game).length)
        plan.most = search.TRIED
        plan.stops = 1
        faces = len(game.deck.faces)
        for seat, likely in search.told(view, memory):
            plan.told |= 1 << seat
            plan.likely[seat, :faces] = likely
        plan.usual = -1.0 if plan.told else 0.0
        self._tried: Any = np.zeros(len(trials), dtype=TRIAL)
        for record, trial in zip(self._tried, trials, strict=True):
            record.move = arrays.encode(game, trial.move)
            record.weight, record.won = trial.weight, trial.won
            record.prior = trial.prior
        self._bases = bases_of(game)

    def _new_frame(self) -> None:
        self._root, self._frame, self._steady = records_of(self._view, self._tables, self._rng)

    def go_on(self, worlds: int) -> None:
        """Draw so many worlds more, and try moves in them, unless it is over before."""
        try_out(*self._arguments(worlds))

    def is_ready(self) -> bool:
        """Say whether what it takes is compiled by now, or was before and is kept on disk."""
        return is_ready(try_out, *self._arguments(1))

    def _arguments(self, worlds: int) -> tuple[Any, ...]:
        return (
            self._rules[0],
            self._root[0],
            self._frame[0],
            self.world[0],
            self._state[0],
            self._chance[0],
            self.plan[0],
            self._tried,
            self._bases,
            worlds,
        )

    def draw(self, number: int) -> float:
        """Draw a world into `world`, as `go_on` does it, and give its weight; for whoever compares."""
        return float(
            draw(
                self._rules[0],
                self._root[0],
                self._frame[0],
                self.world[0],
                self._chance[0],
                self.plan[0],
                number,
            )
        )

    def run(self, budget: search.Budget) -> None:
        """Go on until the budget is spent or the choice is clear, and note what came of each move."""
        plan = self.plan[0]
        plan.sims = budget.sims
        worlds = _FIRST_SLICE
        while True:
            most = worlds if self._steady else min(worlds, _WORLDS_OF_A_FRAME)
            begin = time.perf_counter()
            self.go_on(most)
            if plan.over or budget.spent(int(plan.done)):
                break
            if not self._steady:
                self._new_frame()
            elif not budget.sims:
                taken = max(time.perf_counter() - begin, 1e-6)
                worlds = max(16, min(2 * worlds, int(worlds * _SLICE / taken), _MOST))
        self.note()

    def note(self) -> None:
        """Note what came of each move."""
        for record, trial in zip(self._tried, self._trials, strict=True):
            trial.tried = int(record.tried)
            trial.weight = float(record.weight)
            trial.won = float(record.won)
            trial.squares = float(record.squares)


def warm_up(game: Game) -> None:
    """Compile all that a search needs in games of a sort, or load what was compiled before.

    Args:
        game: one of them.
    """
    _first_search(game).go_on(1)


def is_compiled(game: Game) -> bool:
    """Say whether all that a search needs in games of a sort was compiled before.

    Args:
        game: one of them.
    """
    return _first_search(game).is_ready()


def folder() -> Path:
    """Give the folder in which what is compiled here is kept."""
    return Path(try_out._cache.cache_path)


def _first_search(game: Game) -> KernelSearch:
    state = game.deal(seed=0)
    assert state.to_move is not None
    view = state.view(state.to_move)
    trials = [search.Trial(move, 0.5) for move in view.legal_moves]
    return KernelSearch(view, trials, Memory(view), Random(0))


@lru_cache(maxsize=8)
def rules_of(game: Game) -> Any:
    """Give the kernel's rules of a game."""
    return arrays.rules_record(game)


@lru_cache(maxsize=8)
def bases_of(game: Game) -> Any:
    """Give what a hand is worth by the number of its cards alone."""
    most = max((hand for hand, _ in game.ruleset.levels), default=0)
    sizes = range(1, len(game.deck) + most * (most - 1) // 2 + 1)
    return np.array([0.0, *(playout.strength_of(size, 0) for size in sizes)])


# The search


@compiled
def try_out(g: Any, root: Any, f: Any, w: Any, s: Any, c: Any, p: Any, trials: Any, bases: Any, worlds: int) -> None:
    """Draw worlds and try moves out in them.

    Args:
        g: the rules.
        root: the round without its hidden cards.
        f: where they may lie.
        w: room for a world.
        s: room for a round that is played on in it.
        c: their chance.
        p: how far the search is.
        trials: the moves.
        bases: what hands are worth by their size.
        worlds: how many worlds at most.
    """
    if p.usual < 0:
        p.usual = _find_usual(g, root, f, w, c, p)
    for _ in range(worlds):
        weight = _draw(g, root, f, w, c, p, p.worlds)
        p.worlds += 1
        for seat in range(g.players):
            p.wilds[seat] = 0
            for copies in range(g.copies):
                p.wilds[seat] += popcount(w.hands[seat, copies] & g.wild[0])
        _choose(p, trials)
        for at in range(len(trials)):
            if not trials[at].chosen:
                continue
            copy(s, w)
            chance = play_on(g, s, c, p, bases, trials[at].move)
            trials[at].tried += 1
            trials[at].weight += weight
            trials[at].won += weight * chance
            trials[at].squares += weight * chance * chance
            p.done += 1
        clear = p.stops and p.worlds % search.LOOK_EVERY == 0 and _is_clear(trials)
        if clear or (p.sims and p.done >= p.sims):
            p.over = 1
            return


@part
def _mean(trial: Any) -> float:
    return trial.won / trial.weight


@part
def _choose(p: Any, trials: Any) -> None:
    """Choose the moves that are tried in a world; as `search._promising`."""
    few = len(trials) <= p.most
    log = math.log(p.done + 2)
    for at in range(len(trials)):
        trials[at].chosen = few
        trials[at].promise = _mean(trials[at]) + search.CURIOSITY * math.sqrt(log / (trials[at].tried + 1))
    if few:
        return
    for _ in range(p.most):
        best = -1
        for at in range(len(trials)):
            if not trials[at].chosen and (best < 0 or trials[at].promise > trials[best].promise):
                best = at
        trials[best].chosen = 1


@part
def _error(trial: Any) -> float:
    weight = trial.weight - search.PRIOR_TRIALS
    mean = (trial.won - search.PRIOR_TRIALS * trial.prior) / weight
    return max(trial.squares / weight - mean * mean, 0.0025) / weight


@apart
def _is_clear(trials: Any) -> bool:
    """Say whether the best move leads so far that more trials would change nothing; as `search._is_clear`."""
    best = 0
    for at in range(1, len(trials)):
        if _mean(trials[at]) > _mean(trials[best]):
            best = at
    if trials[best].tried < search.FEWEST:
        return False
    mean = _mean(trials[best])
    error = _error(trials[best])
    for at in range(len(trials)):
        if at == best:
            continue
        if trials[at].tried < search.FEWEST:
            if _mean(trials[at]) > mean - search.FAR:
                return False
        elif mean - _mean(trials[at]) < search.CLEAR * math.sqrt(error + _error(trials[at])):
            return False
    return True


# Worlds


@compiled
def draw(g: Any, root: Any, f: Any, w: Any, c: Any, p: Any, number: int) -> float:
    """Draw a world by its number, and give its weight."""
    if p.usual < 0:
        p.usual = _find_usual(g, root, f, w, c, p)
    return _draw(g, root, f, w, c, p, number)


@part
def _draw(g: Any, root: Any, f: Any, w: Any, c: Any, p: Any, number: int) -> float:
    """Draw a world into `w`, the likely ones oftener than the others; as `search.Worlds.draw`."""
    c.number = np.uint64(number)
    state = begin(c.seed, c.number, DECK)
    weight = 1.0
    for _ in range(search.FIRST_WORLDS):
        copy(w, root)
        state = deal_hands(g, f, w, state)
        if not p.usual:
            break
        weight = _weigh(g, w, p) / p.usual
        if weight >= 1:
            weight = min(weight, search.HEAVIEST)
            break
        state = step(state)
        kept = np.float64(mix(state) >> _11) * 2.0**-53 < weight
        weight = 1.0
        if kept:
            break
    deal_rest(g, f, w, state)
    return weight


@part
def _weigh(g: Any, w: Any, p: Any) -> float:
    """Say how likely the hands of a world are, by what their players have shown."""
    weight = 1.0
    for seat in range(g.players):
        if p.told >> seat & 1:
            for copies in range(g.copies):
                hand = w.hands[seat, copies]
                while hand:
                    weight *= p.likely[seat, lowest(hand)]
                    hand &= hand - 1
    return weight


@apart
def _find_usual(g: Any, root: Any, f: Any, w: Any, c: Any, p: Any) -> float:
    """Give the weight that some of the first worlds exceed."""
    state = begin(c.seed, np.uint64(0), CHOICES)
    above = search.FIRST_WORLDS - search.USUAL_AT
    heaviest = np.zeros(above)
    for _ in range(search.FIRST_WORLDS):
        copy(w, root)
        state = deal_hands(g, f, w, state)
        weight = _weigh(g, w, p)
        for at in range(above):
            if weight > heaviest[at]:
                weight, heaviest[at] = heaviest[at], weight
    return heaviest[above - 1]
