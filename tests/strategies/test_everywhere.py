"""Every strategy in every variant that there is, for the fewest and the most players: no move is ever refused."""

from __future__ import annotations

from random import Random

import pytest

from crazyeights import Game, default_registry
from crazyeights.strategy import seeing

REGISTRY = default_registry()
# Those that think get a little time only; what they choose from is the same.
GIVEN: dict[str, dict[str, int | float | bool | str]] = {"search": {"sims": 2}, "oracle": {"sims": 2}}
# Rounds need not end where everybody may draw.
LONGEST = 250


@pytest.mark.parametrize("variant", sorted(REGISTRY.variants))
@pytest.mark.parametrize("name", sorted(set(REGISTRY.strategies) - {"hard"}))
def test_it_plays_by_the_rules(name: str, variant: str) -> None:
    spec = REGISTRY.strategy(name)
    family = REGISTRY.variants[variant]
    for number, players in enumerate((family.min_players, family.max_players, family.default_players)):
        game = Game(f"{variant}-{number}" if family.draw else variant, players)
        state = game.deal(seed=number)
        made = [spec.make(Random(seat), GIVEN.get(name)) for seat in range(players)]
        choosers = [seeing(each, state) if spec.sees_all else each.choose for each in made]
        for _ in range(LONGEST):
            if state.to_move is None:
                break
            view = state.view(state.to_move)
            move = choosers[state.to_move](view)
            assert move in view.legal_moves
            explain = getattr(made[state.to_move], "explain", None)
            assert explain is None or isinstance(explain(view, move), str)
            state.apply(move)
