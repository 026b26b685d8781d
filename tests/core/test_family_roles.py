"""Roles as users write them mean in the engine what they mean in the restatement."""

from __future__ import annotations

import os
import random
from collections import Counter

import pytest

from crazyeights import Game, OptionError, RuleConflictError
from reference.chance import chooser
from reference.roles import RANKS, RULES
from reference.side_by_side import Pair
from reference.texts import NUMBERED, ROLES, restated

ROUNDS = max(12, int(os.environ.get("CRAZYEIGHTS_ROUNDS", "0")) // 20)
CARDS = (*RANKS, "*", "QS", "10C", "JH", "*1", "hearts")
pytestmark = pytest.mark.timeout(120 + ROUNDS)


def written(rng: random.Random, role: str) -> str:
    number = f":{rng.randint(1, 4)}" if role in NUMBERED else ""
    return f"{role}{number}={','.join(rng.sample(CARDS, rng.randint(1, 3)))}"


@pytest.mark.parametrize("role", ROLES)
def test_a_role_is_the_same_in_both(role: str) -> None:
    """The role, and others with it that do not contradict it."""
    rng = random.Random(role)
    played: Counter[str] = Counter()
    while played["rounds"] < ROUNDS:
        texts = [written(rng, each) for each in (role, *rng.sample(ROLES, rng.randint(0, 2)))]
        removed = [name for name in RULES if rng.random() < 0.5]
        try:
            game = Game("classic", rng.randint(2, 4), rules_removed=removed, options={"jokers": 2}, roles=texts)
        except (OptionError, RuleConflictError):
            played["contradictions"] += 1
            assert played["contradictions"] < 20 * (ROUNDS + 1)
            continue
        rules = [name for name in RULES if name not in removed]
        pair = Pair(game, seed=rng.getrandbits(32), rules=rules, roles=[restated(text) for text in texts])
        pair.run(chooser(rng, pair), 80)
        played["rounds"] += 1


def test_every_role_of_the_engine_is_restated() -> None:
    from crazyeights import roles

    assert set(ROLES) == {role.name for role in roles.ROLES.values()}
