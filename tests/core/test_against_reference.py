"""The engine beside the slow restatement of the rules: the same in every state of very many rounds.

`CRAZYEIGHTS_ROUNDS=10000` plays so many rounds of each variant and at each sort of table, instead of a few.
"""

from __future__ import annotations

import dataclasses
import os
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from crazyeights import Game, Variant
from crazyeights.cards import HEARTS, SPADES, Deck, Suit
from crazyeights.cards import RANKS as FRENCH
from crazyeights.plugins import load_plugins
from reference.chance import FOCUSES, VALUES, chooser, make, random_table, single
from reference.roles import ANY, DEFAULTS, RULES, Roles
from reference.side_by_side import BASE, DiffersError, Pair

ROUNDS = int(os.environ.get("CRAZYEIGHTS_ROUNDS", "60"))
REGISTRY = load_plugins(third_party=False)
VARIANTS = [name for name, variant in REGISTRY.variants.items() if variant.draw is None]
pytestmark = pytest.mark.timeout(120 + ROUNDS)


@pytest.mark.parametrize("focus", FOCUSES)
def test_random_tables_are_the_same_state_by_state(focus: str) -> None:
    rng = random.Random(f"tables/{focus}")
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        if number % 4 == 0:
            made = random_table(rng, FOCUSES[focus])
        pair = made.pair(rng.getrandbits(32), rng.randrange(made.players))
        pair.run(chooser(rng, pair), 80)
        seen += pair.seen
    # The rounds must have been worth it.
    assert min(seen[kind] for kind in FOCUSES[focus].kinds) >= ROUNDS // 12


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_is_the_same_state_by_state(name: str) -> None:
    rng = random.Random(f"variants/{name}")
    variant = REGISTRY.variant(name)
    seen: Counter[str] = Counter()
    for number in range(ROUNDS):
        if number % 4 == 0:
            game = Game(name, rng.randint(variant.min_players, variant.max_players))
        pair = Pair(game, seed=rng.getrandbits(32), first=rng.randrange(game.players))
        pair.run(chooser(rng, pair), 100)
        seen += pair.seen
    assert min(seen[kind] for kind in ("played", "called", "drew")) >= ROUNDS
    assert seen["over"] >= ROUNDS // 8 or name == "countdown"


@pytest.mark.parametrize("name", VARIANTS)
def test_a_whole_round_of_each_variant_is_the_same(name: str) -> None:
    """Who plays whatever can be played gets to the end, be it after some hundred moves."""
    pair = Pair(Game(name), seed=8)
    pair.run(chooser(random.Random(name), pair, "play"), 3_000)
    assert pair.state.outcome is not None


@pytest.mark.parametrize("part", range(4))
def test_surprises_are_the_same_state_by_state(part: int) -> None:
    for number in range(part, ROUNDS, 4):
        rng = random.Random(f"surprise/{number}")
        game = Game(f"surprise-{number}", rng.randint(2, 6))
        pair = Pair(game, seed=rng.getrandbits(32), first=rng.randrange(game.players))
        pair.run(chooser(rng, pair), 100)
        assert pair.moves


@pytest.mark.parametrize("rules", [(), ("all-of-a-rank", "queen-skip", "seven-swap")])
def test_a_deck_of_ones_own_is_the_same_state_by_state(rules: tuple[str, ...]) -> None:
    stars = Suit("X", "stars", "★")
    deck = Deck(suits=(HEARTS, stars, SPADES), ranks=(*FRENCH[1:9], FRENCH[11]), jokers=1, copies=2)
    variant = Variant("stars", "With three suits.", ("crazy-eight", *rules), deck=deck, min_players=2, max_players=4)
    rng = random.Random("stars")
    seen: Counter[str] = Counter()
    for players in (2, 3, 4):
        game = Game(variant, players)
        for _ in range(ROUNDS // 12):
            pair = Pair(game, seed=rng.getrandbits(32))
            pair.run(chooser(rng, pair), 80)
            seen.update(pair.moves)
    # The third suit was played, and called.
    assert seen["9X"]
    assert seen["8S=X"]


@pytest.mark.parametrize("name", BASE)
def test_the_first_variants_are_as_restated_by_name(name: str) -> None:
    """Not heard from the rules themselves: what their names stand for is written down in the restatement."""
    rng = random.Random(f"named/{name}")
    rules, options = BASE[name]
    game = Game(name)
    assert game.options.as_dict() == {**DEFAULTS, **options}
    for _ in range(10):
        pair = Pair(game, seed=rng.getrandbits(32), rules=rules)
        pair.run(chooser(rng, pair), 80)


def test_there_are_the_same_options_with_the_same_defaults() -> None:
    assert Game("classic").options.as_dict() == DEFAULTS
    assert set(VALUES) == set(DEFAULTS)


# What hypothesis varies: it shrinks to few options, few roles and few moves, each the first one.

_KEYS = ("3", "4", "5", "6", "7", "9", "10", "J", "K", "2", "8", "A", "Q", "QS", "KH", "*")
_SOME = st.lists(st.sampled_from(_KEYS), max_size=2, unique=True).map(tuple)
_FEW = st.lists(st.sampled_from(_KEYS), min_size=1, max_size=2, unique=True).map(tuple)
_PAIRS = st.dictionaries(st.sampled_from((ANY, *_KEYS)), _FEW, max_size=3)
_COUNTS = st.dictionaries(st.sampled_from(_KEYS), st.integers(1, 4), max_size=2).map(single)
_ROLES = st.builds(
    Roles,
    wild=_SOME,
    choose_suit=_SOME,
    reverse=_SOME,
    play_again=_SOME,
    forbid_finish=_SOME,
    last_resort=_SOME,
    skip=_COUNTS,
    draw=_COUNTS,
    points=_COUNTS,
    answers=_PAIRS,
    cancels=_PAIRS,
    forbidden=_PAIRS.map(lambda pairs: {top: cards for top, cards in pairs.items() if top != ANY}),
    follows=_PAIRS.map(lambda pairs: {top: cards for top, cards in pairs.items() if top != ANY}),
    swap=_SOME,
    rotate=_SOME,
    pass_left=_SOME,
    levels=st.just(()) | st.lists(st.tuples(st.integers(1, 4), _SOME), min_size=1, max_size=3).map(tuple),
)
_OPTIONS = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in VALUES.items()})
_NUMBERS = st.lists(st.integers(0, 40), max_size=60)
_hypothesis = settings(max_examples=120, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


@_hypothesis
@given(
    variant=st.sampled_from(sorted(BASE)),
    players=st.integers(2, 7),
    options=_OPTIONS,
    removed=st.lists(st.sampled_from(sorted(RULES)), max_size=4, unique=True),
    roles=_ROLES,
    by_function=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
    first=st.integers(0, 6),
    numbers=_NUMBERS,
)
def test_any_rules_options_and_moves_are_the_same_state_by_state(
    variant: str,
    players: int,
    options: dict[str, Any],
    removed: list[str],
    roles: Roles,
    by_function: bool,
    seed: int,
    first: int,
    numbers: list[int],
) -> None:
    # Contradictions are hardly what is to be found.
    if options.get("after_draw", "turn_ends") == "turn_ends":
        options.pop("draw_limit", None)
    if options.get("partners"):
        players, roles = 4, dataclasses.replace(roles, levels=())
    made = make(variant, 2 if variant == "plain" else players, options, roles, removed, by_function=by_function)
    assume(made is not None)
    assert made is not None
    pair = made.pair(seed, first)
    pair.run(numbers.__getitem__, len(numbers))


def test_hypothesis_shrinks_a_planted_fault_to_few_moves() -> None:
    from hypothesis import find

    game = Game("classic", players=3)
    game.ruleset = dataclasses.replace(game.ruleset, reverse=0)

    def differs(case: tuple[int, list[int]]) -> bool:
        seed, numbers = case
        try:
            Pair(game, seed=seed).run(numbers.__getitem__, len(numbers))
        except DiffersError:
            return True
        return False

    _, numbers = find(
        st.tuples(st.integers(0, 50), _NUMBERS),
        differs,
        settings=settings(max_examples=2_000, derandomize=True, database=None, suppress_health_check=list(HealthCheck)),
    )
    # The simplest that is left: the first legal move each time, until somebody plays an ace.
    assert set(numbers) == {0}
    assert len(numbers) <= 4
