"""Search: plays the round on, over and over, in worlds that agree with all that it has seen.

Each world is one way in which the hidden cards may lie: `view.determinize` deals them, and worlds that don't fit what
the others did are kept rarely (who drew held hardly anything to play; see `memory`). In each world the most promising
moves are tried, all in the same one, so that luck cancels between them; after some turns the hands are judged (see
`playout`). A move is one choice for all worlds, as its player can't tell them apart: a tree of information sets, one
move deep. Deeper trees were tried with 800 trials a move, and were no stronger.

It counts processor time of its own thread, so that a busy machine makes it slower and not weaker, up to a limit by the
clock of four times that.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Sequence
from copy import deepcopy
from random import Random
from types import ModuleType
from typing import Final, NamedTuple

from crazyeights import DRAW, PASS, Card, Game, Move, Parameter, State, StrategySpec, View, hookimpl
from crazyeights.hints import reason_for
from crazyeights.kernel import ENGINES
from crazyeights.words import describe_move
from crazyeights_strategies.basics import is_play, sensible
from crazyeights_strategies.counter import Counter, Weights
from crazyeights_strategies.endgame import certainty, solve
from crazyeights_strategies.kernel import check_demand, demanded_kernel, ready_kernel
from crazyeights_strategies.memory import Memory, likelihoods
from crazyeights_strategies.playout import playouts_of

# How likely it is all the same that somebody holds what could have been played, or a dearer card than the one played.
_DOUBT: Final = 0.15
_DEAR_DOUBT: Final = 0.4
# Worlds that are less likely than this share of the first ones are kept only now and then.
FIRST_WORLDS: Final = 20
USUAL_AT: Final = 14
HEAVIEST: Final = 10.0
# What a move's weight says before it was ever tried, and as how many trials that counts.
_PRIOR_SLOPE: Final = 0.05
PRIOR_TRIALS: Final = 10.0
_PRIOR_DRAW: Final = -8.0
# How many moves are tried in each world, and how much is tried out besides the best.
TRIED: Final = 3
CURIOSITY: Final = 0.5
# It is looked now and then whether the choice is clear: the lead is this many standard errors.
LOOK_EVERY: Final = 16
FEWEST: Final = 40
CLEAR: Final = 3.2
FAR: Final = 0.25
# By the clock it thinks at most this many times as long.
_PATIENCE: Final = 4.0


class Trial:
    """A move that is tried, and what came of it.

    Attributes:
        move: the move.
        prior: how likely it wins, by what is known before it was ever tried.
        tried: how often it was tried.
        weight: the same, each time counted as the world's weight.
        won: the sum of the chances to win, weighted so.
        squares: the sum of their squares, for how sure that is.
    """

    __slots__ = ("move", "prior", "squares", "tried", "weight", "won")

    def __init__(self, move: Move, prior: float) -> None:
        self.move = move
        self.tried = 0
        self.weight = PRIOR_TRIALS
        self.won = PRIOR_TRIALS * prior
        self.squares = 0.0
        self.prior = prior

    def add(self, chance: float, weight: float) -> None:
        """Note what came of it once more."""
        self.tried += 1
        self.weight += weight
        self.won += weight * chance
        self.squares += weight * chance * chance

    @property
    def mean(self) -> float:
        """How likely it wins, by all that is known."""
        return self.won / self.weight

    def error(self) -> float:
        """How far the mean may be off: its variance."""
        weight = self.weight - PRIOR_TRIALS
        mean = (self.won - PRIOR_TRIALS * self.prior) / weight
        return max(self.squares / weight - mean * mean, 0.0025) / weight


class Search:
    """Chooses the move that wins most often in the worlds that it imagines.

    Args:
        rng: where the worlds come from.
        ms: how many milliseconds it may think about a move.
        sims: how many rounds it plays on for a move instead; 0 to go by the time.
        engine: whether it thinks in Python or in compiled code ("kernel"); "auto" for the latter where it goes by the
            time, and once it is ready.

    Raises:
        CrazyEightsError: compiled code is asked for, and numba is not installed.
    """

    def __init__(self, rng: Random, ms: int = 100, sims: int = 0, engine: str = "auto") -> None:
        self._rng = rng
        self._ms = ms
        self._sims = sims
        if engine == "kernel":
            check_demand()
        self._engine = engine
        self._last: tuple[View, Sequence[Trial]] | None = None

    def __deepcopy__(self, memo: dict[int, object]) -> Search:
        # What it remembers of its last thought is only for telling why, and holds what no copier can follow.
        return type(self)(deepcopy(self._rng, memo), self._ms, self._sims, self._engine)

    def choose(self, view: View) -> Move:
        """Choose the best move that was found in the time."""
        self._last = None
        moves = candidates(view)
        if len(moves) == 1:
            return moves[0]
        budget = Budget(self._ms, self._sims)
        trials = self._prepare(view, moves)
        exact = solve(view, moves, self._rng, budget.nodes)
        if exact is not None:
            return exact
        self._search(view, trials, budget)
        best = max(trials, key=lambda trial: trial.mean)
        self._last = (view, trials)
        return best.move

    def explain(self, view: View, move: Move) -> str:
        """Say what speaks for a move and how often it won in the worlds that were imagined, or what is sure of it.

        Args:
            view: what the player knew.
            move: the move.

        Returns:
            "" if nothing was tried and the round can't be searched to its end.
        """
        if self._last is None or self._last[0] is not view:
            return certainty(view, move, Budget(self._ms, self._sims).nodes)
        trials = sorted(self._last[1], key=lambda trial: -trial.mean)
        mine = next((trial for trial in trials if trial.move is move), None)
        if mine is None or not mine.tried:
            return ""
        other = next((trial for trial in trials if trial is not mine and trial.tried), None)
        # Odds alone teach nothing, so what counter would say of the move comes first.
        why = Counter(self._rng).explain(view, move) or reason_for(view, move)
        text = f"{why} Played on in thought, this wins about {mine.mean:.0%} of the rounds"
        return f"{text}; to {describe_move(other.move)} {other.mean:.0%}." if other is not None else f"{text}."

    def _prepare(self, view: View, moves: Sequence[Move]) -> list[Trial]:
        self._weights = Weights(view)
        weights = [self._weights.weigh(move) if is_play(move) else _PRIOR_DRAW for move in moves]
        most = max(weights)
        return [
            Trial(move, max(0.0, 0.5 + _PRIOR_SLOPE * (weight - most)))
            for move, weight in zip(moves, weights, strict=True)
        ]

    def _search(self, view: View, trials: list[Trial], budget: Budget) -> None:
        memory = self._weights.memory
        kernel = self._find_kernel(view.game)
        if kernel is not None:
            kernel.KernelSearch(view, trials, memory, self._rng).run(budget)
        else:
            try_out(Worlds(view, memory, self._rng).draw, view, trials, budget)

    def _find_kernel(self, game: Game) -> ModuleType | None:
        if self._engine == "kernel":
            return demanded_kernel(game)
        # With a number of trials the same seed makes the same move, whether or not compiled code is there yet.
        return ready_kernel(game) if self._engine == "auto" and not self._sims else None


def try_out(
    draw: Callable[[], World], view: View, trials: list[Trial], budget: Budget, slips: Random | None = None
) -> None:
    """Try moves out until the budget is spent or the choice is clear.

    Args:
        draw: gives a world.
        view: what the player knows.
        trials: the moves; what comes of them is noted there.
        budget: how long to go on.
        slips: the chance by which players now and then make any move; where there is but one world.
    """
    playouts = playouts_of(view.game)
    seat = view.seat
    worlds = done = 0
    while True:
        world = draw()
        worlds += 1
        wilds = playouts.wilds(world.hands)
        for trial in _promising(trials, done):
            state = world.state.copy()
            held = wilds[:]
            if playouts.is_wild(trial.move):
                held[seat] -= 1
            state.apply(trial.move)
            trial.add(playouts.play(state, seat, held, slips), world.weight)
            done += 1
        if budget.spent(done) or (worlds % LOOK_EVERY == 0 and _is_clear(trials)):
            return


def _promising(trials: list[Trial], done: int) -> list[Trial]:
    """Choose the moves that are tried in a world: those with the best mean, and those that were tried little."""
    if len(trials) <= TRIED:
        return trials
    log = math.log(done + 2)

    def promise(trial: Trial) -> float:
        return trial.mean + CURIOSITY * math.sqrt(log / (trial.tried + 1))

    return sorted(trials, key=promise, reverse=True)[:TRIED]


def _is_clear(trials: list[Trial]) -> bool:
    """Say whether the best move leads so far that more trials would change nothing."""
    best, *others = sorted(trials, key=lambda trial: -trial.mean)
    if best.tried < FEWEST:
        return False
    error = best.error()
    for other in others:
        if other.tried < FEWEST:
            if other.mean > best.mean - FAR:
                return False
        elif best.mean - other.mean < CLEAR * math.sqrt(error + other.error()):
            return False
    return True


class Budget:
    """How long a search may go on.

    Args:
        ms: milliseconds of this thread's processor time, and of `_PATIENCE` times as many by the clock.
        sims: how many trials instead; 0 to go by the time.
    """

    def __init__(self, ms: float, sims: int) -> None:
        #: How many trials; 0 to go by the time.
        self.sims = sims
        self._until = time.thread_time() + ms / 1000
        self._latest = time.perf_counter() + _PATIENCE * ms / 1000
        #: How many positions an exact search of the end may look at.
        self.nodes = sims or int(ms * 20)

    def spent(self, done: int) -> bool:
        """Say whether it is time to answer, after so many trials."""
        if self.sims:
            return done >= self.sims
        return time.thread_time() >= self._until or time.perf_counter() >= self._latest


class World(NamedTuple):
    """A way in which the hidden cards may lie.

    Attributes:
        state: the round.
        hands: all hands.
        weight: 1 for a usual one, more for one that is likelier.
    """

    state: State
    hands: Sequence[Sequence[Card]]
    weight: float = 1.0


class Worlds:
    """Draws worlds that agree with what a seat has seen, the likely ones oftener than the others.

    Args:
        view: what the seat has seen.
        memory: what it remembers.
        rng: where the worlds come from.
    """

    def __init__(self, view: View, memory: Memory, rng: Random) -> None:
        self._view = view
        self._rng = rng
        faces = view.ruleset.deck.faces
        self._likely = [(seat, dict(zip(faces, likely, strict=True))) for seat, likely in told(view, memory)]
        self._usual = 0.0
        if self._likely:
            first = sorted(self._weight(view.determinize(rng).hands) for _ in range(FIRST_WORLDS))
            self._usual = first[USUAL_AT]

    def _weight(self, hands: Sequence[Sequence[Card]]) -> float:
        weight = 1.0
        for seat, likely in self._likely:
            for card in hands[seat]:
                weight *= likely[card]
        return weight

    def draw(self) -> World:
        """Give a world."""
        for _ in range(FIRST_WORLDS):
            state = self._view.determinize(self._rng)
            hands = state.hands
            if not self._usual:
                break
            weight = self._weight(hands) / self._usual
            if weight >= 1 or self._rng.random() < weight:
                return World(state, hands, min(max(weight, 1.0), HEAVIEST))
        return World(state, hands)


def told(view: View, memory: Memory) -> list[tuple[int, list[float]]]:
    """Give the other seats that have shown what they hardly hold, each with how likely it holds each face.

    Args:
        view: what a seat has seen.
        memory: what it remembers.
    """
    return [
        (seat, likelihoods(hand, len(view.ruleset.deck.faces), _DOUBT, _DEAR_DOUBT))
        for seat, hand in enumerate(memory.hands)
        if seat != view.seat and any(group.lacks | group.dear for group in hand)
    ]


def candidates(view: View) -> list[Move]:
    """Give the moves that are worth a thought; always at least one.

    Left out are announcements that are wrong, drawing and passing while a card that is not wild can be played, and of
    several wild cards of one rank all but one.

    Args:
        view: what the player knows.
    """
    legal = view.legal_moves
    plays = [move for move in legal if is_play(move)]
    if not plays:
        return [DRAW] if view.can_draw and set(legal) <= {DRAW, PASS} else list(legal)
    rules = view.ruleset
    index = rules.deck.index
    known: set[tuple[object, ...]] = set()
    chosen = []
    ordinary = False
    for move in sensible(view, plays):
        assert move.card is not None
        face = index[move.card]
        kind: tuple[object, ...] = (move,)
        if rules.wild >> face & 1 and move.suit is not None:
            kind = (move.card.rank, move.suit, move.swap, rules.skip[face], rules.draw[face])
        ordinary |= not rules.wild >> face & 1
        if kind not in known:
            known.add(kind)
            chosen.append(move)
    rest = [move for move in legal if not is_play(move)]
    if ordinary:
        rest = [move for move in rest if move not in {DRAW, PASS}]
    return chosen + rest


PARAMETERS: Final = (
    Parameter("ms", 100, "milliseconds of processor time it thinks about a move", 1, 10_000),
    Parameter("sims", 0, "how many rounds it plays on for a move instead; 0 to go by the time", 0, 100_000),
    Parameter("engine", "auto", "what it thinks in: python, compiled code, or the latter when it can", choices=ENGINES),
)


@hookimpl
def crazyeights_strategies() -> list[StrategySpec]:
    """Offer the strategy."""
    summary = "Plays the round on in many worlds that agree with what it has seen, and takes what wins most."
    return [StrategySpec("search", summary, Search, PARAMETERS, strength=80)]
