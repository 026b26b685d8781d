"""Rounds over all parameters and players, and what came of them."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable
from random import Random

from peers.in_step import End, Pair
from peers.openspiel import Setting
from peers.policies import POLICIES, greedy

SETTINGS = tuple(
    Setting(*values)
    for values in itertools.product(range(2, 9), (1, 3, 5, None), (7, 100, 100_000), (False, True), (False, True))
)
# So many moves a player keeps to a policy that need not lead anywhere; from then on everybody wants to end the round.
PATIENCE = 400


def play(pair: Pair, policy: int, rng: Random, patience: int = PATIENCE) -> int:
    """Play a round to its end; says how many moves it had."""
    moves = 0
    while pair.end is None:
        pair.step((POLICIES[policy] if moves < patience else greedy)(rng, pair))
        moves += 1
    return moves


def planned(rounds: int, seed: object) -> list[tuple[int, int, int]]:
    """Choose which settings and policies (by number) to play: all equally often, the rest by chance.

    Returns:
        For each round the setting, the policy and a number of its own; the rounds of a setting side by side.
    """
    grid = list(itertools.product(range(len(SETTINGS)), range(len(POLICIES))))
    Random(f"{seed}/order").shuffle(grid)
    return sorted((*pair, number) for number, pair in zip(range(rounds), itertools.cycle(grid), strict=False))


class Tally:
    """What came of the rounds that were played.

    Attributes:
        rounds, moves: how many.
        ends: how often a round ended for each reason.
        met: how often what is worth counting was met.
        points, best, sooner: in how many rounds OpenSpiel's charges were not those of the rules; in how many of them
            others have the fewest points by them; how many rounds were over a pass sooner there.
    """

    def __init__(self) -> None:
        self.rounds = self.moves = self.points = self.best = self.sooner = 0
        self.ends: Counter[str] = Counter()
        self.met: Counter[str] = Counter()

    def compare(
        self, rounds: int, seed: object, patience: int = PATIENCE, *, tell: Callable[[Tally], None] | None = None
    ) -> None:
        """Play so many rounds in both, and count them.

        Args:
            rounds: how many.
            seed: anything; other rounds for each.
            patience: after how many moves everybody wants to end a round.
            tell: called after each round.

        Raises:
            DiffersError: the engine and OpenSpiel disagree.
        """
        for setting, policy, number in planned(rounds, seed):
            rng = Random(f"{seed}/{number}")
            pair = Pair(SETTINGS[setting], seed=rng.getrandbits(48), first=rng.randrange(SETTINGS[setting].players))
            self.moves += play(pair, policy, rng, patience)
            self._add(pair.end, pair.met)
            if tell is not None:
                tell(self)

    def _add(self, end: End | None, met: Counter[str]) -> None:
        assert end is not None
        self.rounds += 1
        self.ends[end.reason.value] += 1
        self.met += met
        self.points += end.points_differ
        self.best += end.best_differ
        self.sooner += end.sooner
