"""Somebody who presses everything everywhere: nothing raises, nobody moves twice, and the table stays whole."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import Game, default_registry
from support_window import Pilot

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

KEYS = [
    *(
        [
            "left",
            "right",
            "up",
            "down",
            "enter",
            "space",
            "escape",
            "tab",
            "pageup",
            "pagedown",
            "home",
            "end",
            "backspace",
        ]
    ),
    *(["d", "p", "h", "t", "r", "n", "s", "c", "m", "e", "w", "shift+s", "shift+h", "shift+d", "shift+c"]),
    *(["key_1", "key_2"]),
]
EXCHANGES = {"rules_added": ["seven-swap", "ten-rotate", "three-pass-left", "all-of-a-rank"]}
TABLES: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in default_registry().variants if name != "surprise"),
    *((f"surprise-{number}", {}) for number in (2, 11)),
    ("classic", EXCHANGES),
    ("", {}),
    ("", {}),
]


@pytest.mark.parametrize("seed", range(len(TABLES)))
def test_pressing_everything_breaks_nothing(pilot: Pilot, seed: int) -> None:
    rng = Random(seed)
    variant, more = TABLES[seed]
    humans = (0, 1) if seed % 3 == 2 else (0,)
    pilot.window.settings.set("reduced_motion", seed % 2 == 1)
    if variant:
        found = default_registry().variant(variant)
        players = rng.randint(found.min_players, found.max_players)
        pilot.sit_down(Game(variant, players, **more), seed=seed, humans=humans)
    else:
        pilot.flow.menu()
    for step in range(90):
        width, height = pilot.window.width, pilot.window.height
        table = pilot.flow.table
        mine = _moves(table)
        what = rng.random()
        if what < 0.04:
            pilot.write("!")
        elif what < 0.35:
            pilot.key(rng.choice(KEYS))
        elif what < 0.75:
            pilot.click(rng.uniform(0, width), rng.uniform(0, height))
        elif what < 0.9:
            # Where something is to be had: hand, piles, buttons.
            pilot.click(rng.uniform(0.2 * width, 0.7 * width), rng.uniform(0.6 * height, height))
        else:
            pilot.drag(
                (rng.uniform(0, width), rng.uniform(0.5 * height, height)),
                (rng.uniform(0, width), rng.uniform(0, height)),
            )
        if pilot.window.leaving:
            pilot.window.leaving = False
        if pilot.flow.table is table and table is not None:
            assert _moves(table) - mine <= 1 or what >= 0.9
        for _ in range(rng.randint(0, 3)):
            pilot.tick(rng.choice((0.01, 0.1, 0.25)))
        if step % 20 == 0:
            pilot.resize(*rng.choice([(640, 480), (800, 600), (1280, 720), (1500, 1100)]))
            pilot.frame()
        if table is not None:
            state = table.session.state
            assert sum(map(len, state.hands)) + len(state.stock) + len(state.discard) == len(state.game.deck)


def _moves(table: object) -> int:
    return table.session.position if table is not None else 0  # type: ignore[attr-defined]
