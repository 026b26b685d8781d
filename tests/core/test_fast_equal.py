"""The compiled kernel beside the engine: the same in every state of very many rounds, from the same deck and choices.

`CRAZYEIGHTS_ROUNDS=10000` plays so many rounds of each variant and at each sort of table.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

pytest.importorskip("numba", reason="the kernel takes numba: pip install 'crazyeights[fast]'")

from crazyeights import Game, Move, OptionError, Rule, State, Variant
from crazyeights.cards import HEARTS, RANKS, SPADES, Deck, Suit
from crazyeights.fast import limits
from crazyeights.plugins import load_plugins
from crazyeights.strategy import Strategy
from reference.chance import FOCUSES, VALUES, random_table
from support_kernel import KernelDiffersError, Twin, run

ROUNDS = int(os.environ.get("CRAZYEIGHTS_ROUNDS", "440"))
REGISTRY = load_plugins(third_party=False)
VARIANTS = [name for name, variant in REGISTRY.variants.items() if variant.draw is None]
LONGEST = 36
pytestmark = pytest.mark.timeout(180 + ROUNDS)


def any_move(rng: random.Random) -> Callable[[State], Move]:
    """Chooses any move, in most rounds rather one that plays a card, so that they come to an end."""
    eager = rng.random() < 0.7

    def choose(state: State) -> Move:
        legal = state.legal_moves()
        if eager and rng.random() < 0.9:
            legal = tuple(move for move in legal if move.card is not None) or legal
        return rng.choice(legal)

    return choose


def greedy() -> Callable[[State], Move]:
    strategy: Strategy = REGISTRY.strategy("greedy").make(random.Random(0))

    def choose(state: State) -> Move:
        assert state.to_move is not None
        return strategy.choose(state.view(state.to_move))

    return choose


@pytest.mark.parametrize("name", VARIANTS)
def test_each_variant_is_the_same_state_by_state(name: str) -> None:
    rng = random.Random(f"kernel/{name}")
    variant = REGISTRY.variant(name)
    likes = greedy()
    moves = 0
    for players in range(variant.min_players, min(variant.max_players, 8) + 1):
        twin = Twin(Game(name, players))
        for _ in range(max(4, ROUNDS // (min(variant.max_players, 8) - variant.min_players + 1))):
            seed, first = rng.getrandbits(32), rng.randrange(players)
            moves += run(twin, any_move(rng), seed, first, LONGEST, likes)
    assert moves > 10 * ROUNDS


@pytest.mark.parametrize("focus", FOCUSES)
def test_random_tables_are_the_same_state_by_state(focus: str) -> None:
    """Any options and any roles of cards, but for those that take a Python function."""
    rng = random.Random(f"kernel tables/{focus}")
    likes = greedy()
    played = 0
    twin: Twin | None = None
    while played < ROUNDS:
        if twin is None or played % 5 == 0:
            game = random_table(rng, FOCUSES[focus]).game
            if limits.why_not(game):
                assert game.ruleset.has_callables or game.players > 10
                continue
            twin = Twin(game)
        seed, first = rng.getrandbits(32), rng.randrange(twin.game.players)
        run(twin, any_move(rng), seed, first, LONGEST, likes)
        played += 1


@pytest.mark.parametrize("part", range(4))
def test_surprises_are_the_same_state_by_state(part: int) -> None:
    likes = greedy()
    for number in range(part, ROUNDS, 4):
        rng = random.Random(f"kernel surprise/{number}")
        twin = Twin(Game(f"surprise-{number}", rng.randint(2, 6)))
        run(twin, any_move(rng), rng.getrandbits(32), 0, LONGEST, likes)


@pytest.mark.parametrize("name", sorted(VALUES))
def test_every_value_of_every_option_is_the_same_state_by_state(name: str) -> None:
    rng = random.Random(f"kernel option/{name}")
    needed: dict[str, dict[str, Any]] = {
        "draw_limit": {"after_draw": "play_any"},
        "false_call": {"last_card_call": 2},
        "target_step": {"target": 100},
    }
    for value in VALUES[name]:
        for variant, players in (("classic", 4), ("switch", 4), ("mau-mau", 2)):
            if name == "partners" and players != 4:
                continue
            try:
                game = Game(variant, players, options={**needed.get(name, {}), name: value})
            except OptionError:
                assert name in {"starter", "wild_starter"}  # some of their values contradict each other
                continue
            twin = Twin(game)
            for _ in range(3):
                run(twin, any_move(rng), rng.getrandbits(32), 0, 2 * LONGEST)


@pytest.mark.parametrize("name", VARIANTS)
def test_a_whole_round_of_each_variant_is_the_same(name: str) -> None:
    twin = Twin(Game(name))
    likes = greedy()
    for seed in range(3):
        run(twin, likes, seed, 0, 3_000)
        assert twin.round.to_move < 0


@pytest.mark.parametrize("copies", [1, 2, 5])
def test_a_deck_of_ones_own_is_the_same_state_by_state(copies: int) -> None:
    stars = Suit("X", "stars", "★")
    deck = Deck(suits=(HEARTS, stars, SPADES), ranks=(*RANKS[1:9], RANKS[11]), jokers=1, copies=copies)
    rules = ("crazy-eight", "all-of-a-rank", "queen-skip", "seven-swap")
    variant = Variant("stars", "With three suits.", rules, deck=deck, min_players=2, max_players=4)
    rng = random.Random("stars")
    for players in (2, 3, 4):
        twin = Twin(Game(variant, players))
        for _ in range(ROUNDS // 30):
            run(twin, any_move(rng), rng.getrandbits(32), 0, 4 * LONGEST)


_TABLES: dict[tuple[str, int], Twin | None] = {}


@settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(
    focus=st.sampled_from(sorted(FOCUSES)),
    table=st.integers(0, 200),
    seed=st.integers(0, 2**32 - 1),
    numbers=st.lists(st.integers(0, 60), max_size=80),
)
def test_any_table_and_moves_are_the_same_state_by_state(focus: str, table: int, seed: int, numbers: list[int]) -> None:
    key = (focus, table)
    if key not in _TABLES:
        game = random_table(random.Random(f"kernel {key}"), FOCUSES[focus]).game
        _TABLES[key] = None if limits.why_not(game) else Twin(game)
    twin = _TABLES[key]
    assume(twin is not None)
    assert twin is not None
    left = iter(numbers)
    run(twin, lambda state: state.legal_moves()[next(left) % len(state.legal_moves())], seed, 0, len(numbers))


def _bit(record: Any, name: str, face: int) -> None:
    record[name] ^= 1 << face


# One entry of the kernel's rules that is wrong: what it stands for in `switch`, which has nearly everything.
_WRONG: dict[str, Callable[[Any], None]] = {
    "playable": lambda record: record.playable[0, 5].__ixor__(1 << 20),
    "wild": lambda record: record.chooses.__ixor__(1),
    "skip": lambda record: record.skip.__ixor__(1),
    "draw": lambda record: record.draw.__iadd__(1),
    "answers": lambda record: record.answers.__iand__(0),
    "points": lambda record: record.points.__iadd__(1),
    "suit": lambda record: record.suit_of.__ixor__(1),
    "reverse": lambda record: _bit(record, "reverse", 11),
    "can finish": lambda record: record.can_finish.__iand__(~0b1111),
    "players": lambda record: setattr(record, "reshuffles", 0),
    "hand": lambda record: setattr(record, "hand_size", record.hand_size + 1),
    "voluntary": lambda record: setattr(record, "voluntary", 1 - record.voluntary),
    "call": lambda record: setattr(record, "last_card_call", record.last_card_call + 1),
}


@pytest.mark.parametrize("wrong", _WRONG)
def test_a_planted_wrong_entry_is_found(wrong: str) -> None:
    rng = random.Random(f"planted/{wrong}")
    twin = Twin(Game("switch", 4, options={"last_card_call": 2, "scoring": "winner_collects"}))
    _WRONG[wrong](twin.rules)
    likes = greedy()
    with pytest.raises(KernelDiffersError):
        _play_many(twin, rng, likes)


# Plain games have another record, without what they can't have; nothing answers a pending draw in them.
@pytest.mark.parametrize("wrong", sorted(_WRONG.keys() - {"answers", "call"}))
def test_a_planted_wrong_entry_of_a_plain_game_is_found(wrong: str) -> None:
    game = Game("classic", 4)
    assert limits.is_plain(game)
    twin = Twin(game)
    _WRONG[wrong](twin.rules)
    with pytest.raises(KernelDiffersError):
        _play_many(twin, random.Random(f"planted/{wrong}"), greedy())


def _play_many(twin: Twin, rng: random.Random, likes: Callable[[State], Move]) -> None:
    for _ in range(400):
        run(twin, any_move(rng), rng.getrandbits(32), 0, 200, likes)


def test_rules_with_functions_have_no_kernel_and_are_named() -> None:
    rule = Rule("whim", "Says so.", "Says so.", lambda build: build.on_play(build.rank("5"), lambda turn: None))
    game = Game("classic", rules_added=[rule])
    assert "whim" in limits.why_not(game)
    assert not limits.why_not(Game("classic"))


def test_what_is_too_large_has_no_kernel() -> None:
    suits = tuple(Suit(letter, f"{letter}s", letter) for letter in "ABCDEFGHI")
    wide = Variant("wide", "Nine suits.", ("crazy-eight",), deck=Deck(suits=suits, ranks=RANKS[:6]), max_players=4)
    assert "9 suits" in limits.why_not(Game(wide, 2))
    many = Variant("many", "Seventy faces.", (), deck=Deck(suits=suits[:7], ranks=(*RANKS,)), max_players=4)
    assert "91 different cards" in limits.why_not(Game(many, 2))
    crowd = Variant("crowd", "Eleven players.", (), {"decks": 2}, max_players=12)
    assert "at most 10 players, not 11" in limits.why_not(Game(crowd, 11))
