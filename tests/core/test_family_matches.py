"""Matches beside their slow restatement: over after the same round, won by the same seats."""

from __future__ import annotations

import random
from typing import Any

import pytest

from crazyeights import Game
from crazyeights.events import Outcome, Reason
from crazyeights.match import Match
from reference.roles import DEFAULTS
from reference.scoring import match_winners, score_stopped, score_won

SCORINGS = ("winner_collects", "losers_charged", "rounds_won")


def terms(rng: random.Random, scoring: str) -> tuple[int, dict[str, Any]]:
    """How many play, and for what; ties must be as likely as anything."""
    high = 5 if scoring == "rounds_won" else 60
    options: dict[str, Any] = {"scoring": scoring, "blocked": "lowest_hand"}
    options["target"] = rng.choice([None, high, 2 * high])
    options["rounds"] = rng.choice([None, 1, 3, 6])
    options["target_step"] = rng.choice([0, 3]) if options["target"] else 0
    options["partners"] = rng.random() < 0.3
    return 4 if options["partners"] else rng.randint(2, 5), options


@pytest.mark.parametrize("scoring", SCORINGS)
def test_a_match_is_over_after_the_same_round(scoring: str) -> None:
    rng = random.Random(f"matches/{scoring}")
    ended = shared = 0
    for _ in range(120):
        players, options = terms(rng, scoring)
        full = {**DEFAULTS, **options}
        match = Match.of(Game("classic", players, options=options))
        played: list[list[int]] = []
        for number in range(25):
            assert match.first == number % players
            # Few points and often the same, so that many matches are tied at their target.
            counts = [rng.choice([0, 5, 10, 15]) for _ in range(players)]
            if rng.random() < 0.7:
                result = score_won(rng.randrange(players), counts, full, last_was_wild=False)
            else:
                result = score_stopped("blocked", counts, full)
            match.add(Outcome(result.winner, Reason(result.reason), tuple(result.points), result.partner))
            played.append(result.points)
            assert match.scores == tuple(map(sum, zip(*played, strict=True)))
            winners = match_winners(played, players, full)
            assert match.over == (winners is not None)
            if match.outcome is not None:
                assert match.outcome.winners == winners
                ended += 1
                shared += len(match.outcome.winners) > 1
                break
            match.next_round()
    assert ended > 60
    assert shared > 5
