"""Every strategy in every variant: legal moves only, whoever else sits at the table.

`CRAZYEIGHTS_ROUNDS=200` plays so many rounds of each strategy in each variant, instead of a few. `hard`, which goes by
the clock, is `search` with another budget.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Sequence

import pytest

from crazyeights import Game, default_registry
from crazyeights.options import OptionValue
from support_strategies import choose, made

STRATEGIES = ("random", "greedy", "careful", "counter", "easy", "normal", "search:sims=8", "oracle:sims=6")
ROUNDS = int(os.environ.get("CRAZYEIGHTS_ROUNDS", "3"))
VARIANTS = default_registry().variants
# Players who draw as they like can hold a round up for ages.
MOST_MOVES = 150
pytestmark = pytest.mark.timeout(120 + 10 * ROUNDS)


def go_round(game: Game, names: Sequence[str], seed: int) -> None:
    table = [made(text, seed) for text in names]
    state = game.deal(seed=seed)
    for _ in range(MOST_MOVES):
        if state.to_move is None:
            break
        state.apply(choose(table[state.to_move], state))  # refuses what is not legal


def test_no_strategy_is_left_out() -> None:
    names = {text.partition(":")[0] for text in STRATEGIES}
    own = {"careful", "counter", "easy", "greedy", "hard", "normal", "oracle", "random", "search"}
    assert own <= set(default_registry().strategies)
    assert names == own - {"hard"}


@pytest.mark.parametrize("name", sorted(VARIANTS))
def test_every_strategy_plays_every_variant(name: str) -> None:
    variant = VARIANTS[name]
    sat: Counter[str] = Counter()
    number = 0
    while len(sat) < len(STRATEGIES) or min(sat.values()) < ROUNDS:
        span = variant.max_players - variant.min_players + 1
        players = variant.min_players + number % span
        game = Game(f"{name}-{number}" if variant.draw else name, players)
        names = [STRATEGIES[(number + seat) % len(STRATEGIES)] for seat in range(players)]
        go_round(game, names, number)
        sat.update(names)
        number += 1


# What no variant of the game has by itself.
@pytest.mark.parametrize(
    ("rules", "options"),
    [
        ((), {"partners": True}),
        (("seven-swap", "ten-rotate", "three-pass-left"), {"decks": 2, "jokers": 4}),
        ((), {"after_draw": "play_drawn", "voluntary_draw": False, "decks": 2}),
        ((), {"empty_stock": "stays_empty", "hand_size": 12, "blocked": "lowest_hand"}),
    ],
)
def test_every_strategy_plays_by_house_rules(rules: tuple[str, ...], options: dict[str, OptionValue]) -> None:
    game = Game("classic", 4, rules_added=rules, options=options)
    for number in range(4):
        go_round(game, [STRATEGIES[(2 * number + seat) % len(STRATEGIES)] for seat in range(4)], number)
