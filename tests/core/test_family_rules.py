"""Each of the game's own rules says to the engine what its summary says, and no more."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights.cards import Deck
from crazyeights.plugins import load_plugins
from reference.recorder import listen
from reference.roles import Roles, Table
from reference.shipped import OPTIONS, SHIPPED

RULES = load_plugins(third_party=False).rules
DECK = Deck(jokers=2)
FACES = [str(card) for card in DECK.faces]


def spread(roles: Roles) -> dict[str, Any]:
    """What the roles say of each card of the deck."""
    return vars(Table([roles], FACES))


@pytest.mark.parametrize("name", sorted(RULES))
def test_a_rule_says_what_its_summary_says(name: str) -> None:
    assert name in SHIPPED, "tests/reference/shipped.py restates every rule"
    roles, options = listen([RULES[name]], DECK)
    assert spread(roles) == spread(SHIPPED[name])
    assert options == OPTIONS.get(name, {})


def test_nothing_is_restated_that_is_not_there() -> None:
    assert set(SHIPPED) == set(RULES)
    assert set(OPTIONS) < set(SHIPPED)
