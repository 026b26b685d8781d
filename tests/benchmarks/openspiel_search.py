"""`search` against OpenSpiel's ISMCTS, in OpenSpiel's own game and refereed by it, at equal processor time a move.

OpenSpiel's search can't imagine other cards in this game by itself, so it is given a way: the round played again from
its deal, with the cards that its seat has not seen dealt anew. Its rollouts are OpenSpiel's own, in C++.

Run it by itself: `python tests/benchmarks/openspiel_search.py [DEALS] [SIMULATIONS]`. Each deal is played from both
seats; `peers.in_step` plays the round in both programs and compares every step.
"""

from __future__ import annotations

import math
import sys
import time
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.timing import goal
from crazyeights import Move, default_registry
from peers.in_step import Pair
from peers.openspiel import HOW_TO_INSTALL, Setting, actions, their_game

DEALS = 500
SIMULATIONS = 200
SETTING = Setting(players=2)
# Of the order of what a round costs, for its returns are points.
EXPLORATION = 30.0
# A world in which an eight had been dealt before it was turned up and put back can't be dealt so; then another is.
_TRIES = 100


class Rollouts:
    """OpenSpiel's random rollouts in C++, with what its search in Python asks for besides.

    Args:
        seed: what their chance follows from.
    """

    def __init__(self, seed: int) -> None:
        import pyspiel

        self._play = pyspiel.evaluate_bots
        self._players = [pyspiel.make_uniform_random_bot(seat, seed + seat) for seat in range(SETTING.players)]
        self._rng = Random(seed)

    def evaluate(self, state: Any) -> Any:
        """Give what each seat gets."""
        return np.array(self._play(state.clone(), self._players, self._rng.getrandbits(31)))

    def prior(self, state: Any) -> list[tuple[int, float]]:
        """Give what is legal, all equally likely."""
        legal = state.legal_actions()
        return [(action, 1 / len(legal)) for action in legal]


class Peer:
    """OpenSpiel's search at a seat.

    Attributes:
        spent: seconds of processor time for choices.
        choices: how many choices there were.
    """

    def __init__(self, seed: int, simulations: int) -> None:
        from open_spiel.python.algorithms import ismcts  # type: ignore[import-untyped]

        self._rng = Random(seed)
        self._bot = ismcts.ISMCTSBot(
            their_game(SETTING),
            Rollouts(seed),
            uct_c=EXPLORATION,
            max_simulations=simulations,
            random_state=np.random.RandomState(seed),
            use_observation_string=True,  # the game has no other
            allow_inconsistent_action_sets=True,
        )
        self._bot.set_resampler(self._imagine)
        self.spent = 0.0
        self.choices = 0

    def choose(self, pair: Pair) -> Move:
        """Choose one of our legal moves, as OpenSpiel's search would."""
        start = time.process_time()
        action = self._bot.step(pair.theirs)
        fitting = [move for move in pair.legal if actions(move)[0] == action]
        if len(fitting) > 1:
            named = pair.theirs.clone()
            named.apply_action(int(action))
            suit = self._bot.step(named)
            fitting = [move for move in fitting if actions(move)[1] == suit]
        if len(pair.legal) > 1:
            self.spent += time.process_time() - start
            self.choices += 1
        return fitting[0]

    def _imagine(self, state: Any, seat: int) -> Any:
        """Give a state that agrees with all that a seat has seen."""
        for _ in range(_TRIES):
            world = self._dealt_anew(state, seat)
            if world is not None:
                return world
        return state.clone()

    def _dealt_anew(self, state: Any, seat: int) -> Any:
        # Who got each card, from the history: the dealer first, then a card in turn each, the starter, and draws.
        past = [(each.player, each.action) for each in state.full_history()]
        played = {action for player, action in past if player >= 0 and action < 52}
        dealer = past[0][1] - 52
        hands = 7 * SETTING.players
        owner: dict[int, int] = {}  # the place in the history: whose card that is
        drawer = -1
        for place, (player, action) in enumerate(past[1:], 1):
            if player >= 0:
                drawer = player if action == 52 else -1
            elif place <= hands:
                owner[place] = (dealer + place) % SETTING.players
            elif drawer >= 0:
                owner[place] = drawer
        hidden = [place for place, who in owner.items() if who != seat and past[place][1] not in played]
        seen = {action for place, (_, action) in enumerate(past) if place in owner and place not in hidden}
        starter = next(
            action
            for place, (player, action) in reversed(list(enumerate(past)))
            if place and player < 0 and place not in owner
        )
        pool = [card for card in range(52) if card not in seen and card != starter]
        anew = dict(zip(hidden, self._rng.sample(pool, len(hidden)), strict=True))
        world = their_game(SETTING).new_initial_state()
        for place, (_, action) in enumerate(past):
            chosen = anew.get(place, action)
            if world.is_chance_node() and chosen not in world.legal_actions():
                return None
            world.apply_action(chosen)
        return world


def play(pair: Pair, players: list[Callable[[Pair], Move]]) -> float:
    """Play a round; what seat 0 gets by OpenSpiel's returns: 1, 0, or a half."""
    while pair.end is None:
        seat = pair.ours.to_move
        assert seat is not None
        pair.step(players[seat](pair))
    mine, other = pair.theirs.returns()
    return 0.5 if mine == other else float(mine > other)


def greedy(pair: Pair) -> Move:
    """Choose as the game's own `greedy`."""
    seat = pair.ours.to_move
    assert seat is not None
    move: Move = default_registry().strategy("greedy").make(Random(0)).choose(pair.ours.view(seat))
    return move


def main(deals: int = DEALS, simulations: int = SIMULATIONS) -> list[str]:
    """Measure, and give the lines of the report."""
    try:
        their_game(SETTING)
    except ImportError:
        return [HOW_TO_INSTALL]
    # First how long it thinks, so that both think as long.
    peer = Peer(1, simulations)
    for seed in range(10):
        play(Pair(SETTING, seed=10_000 + seed), [peer.choose, greedy])
    ms = max(1, round(1000 * peer.spent / peer.choices))
    spec = default_registry().strategy("search")
    peer = Peer(2, simulations)
    spent, choices = 0.0, 0

    def ours(rng: Random) -> Callable[[Pair], Move]:
        strategy = spec.make(rng, {"ms": ms})

        def choose(pair: Pair) -> Move:
            nonlocal spent, choices
            seat = pair.ours.to_move
            assert seat is not None
            start = time.process_time()
            move: Move = strategy.choose(pair.ours.view(seat))
            if len(pair.legal) > 1:
                spent += time.process_time() - start
                choices += 1
            return move

        return choose

    shares = []
    for seed in range(deals):
        searching = ours(Random(seed))
        first = play(Pair(SETTING, seed=seed), [searching, peer.choose])
        second = 1 - play(Pair(SETTING, seed=seed), [peer.choose, searching])
        shares.append((first + second) / 2)
    mean = sum(shares) / deals
    error = math.sqrt(sum((share - mean) ** 2 for share in shares) / max(1, deals - 1) / deals)
    thought = f"search {1000 * spent / choices:.1f} ms, ISMCTS {1000 * peer.spent / peer.choices:.1f} ms"
    return [
        f"search:ms={ms} against OpenSpiel's ISMCTS with {simulations} simulations, {SETTING}, {2 * deals:,} rounds",
        f"  processor time a choice: {thought}",
        f"  search wins {mean:.1%} ± {error:.1%} (one standard error)",
        goal("search against OpenSpiel's ISMCTS", mean * 100, 60, at_most=False, unit=" %"),
    ]


if __name__ == "__main__":
    print("\n".join(main(*map(int, sys.argv[1:]))))
