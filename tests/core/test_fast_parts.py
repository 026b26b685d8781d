"""What the kernel leaves uncompiled: what games can't reach, and a second time what is compiled already."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

np = pytest.importorskip("numpy")
numba = pytest.importorskip("numba")

from crazyeights import Game  # noqa: E402
from crazyeights.fast import arrays, jit, layout, limits, parts  # noqa: E402
from crazyeights.machine import Machine  # noqa: E402

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled here")

LEAN = np.dtype((np.record, np.dtype([("number", np.int64)])))
FULL = np.dtype((np.record, np.dtype([("more", np.int64), ("number", np.int64)])))


def test_what_needs_a_field_is_left_out_where_there_is_none() -> None:
    @parts.needing("more")
    def add(record: Any, number: int) -> int:
        return int(record.more + number)

    @jit.compiled
    def call(record: Any, number: int) -> int:
        if number:
            return add(record, number)
        return int(record.number)

    lean, full = np.zeros(1, LEAN), np.zeros(1, FULL)
    lean[0].number = full[0].number = 7
    full[0].more = 30
    assert parts.LEAVES_OUT
    # Compiled for a record without the field, its code would raise.
    assert (call(lean[0], 0), call(full[0], 0), call(full[0], 5)) == (7, 7, 35)
    assert call(lean[0], 5) == 0  # which nobody does


def test_numbers_that_are_written_down_are_no_types_of_their_own() -> None:
    @parts.part
    def double(number: int) -> int:
        return 2 * number

    @jit.compiled
    def call(number: int) -> int:
        return int(double(1) + double(20) + double(number))

    assert call(300) == 642
    assert len(double.signatures) == 1


def test_records_of_one_sort_are_never_taken_for_the_other() -> None:
    """numba takes a record for another one that it begins with, and would play rich games as plain ones."""
    for more, fewer in ((layout.RULES, layout.PLAIN_RULES), (layout.CHANCE, layout.STREAM_CHANCE)):
        one, other = (numba.typeof(np.zeros(1, kind)[0]) for kind in (more, fewer))
        context = numba.core.registry.cpu_target.typing_context
        assert set(other.fields) < set(one.fields)
        assert context.can_convert(one, other) is None
        assert context.can_convert(other, one) is None


# By the rules' text: what more than one card, drawing or passing there is in a turn, or whose cards are not all alike.
PLAIN = ("classic", "plain", "bicycle", "openspiel", "openspiel-special")
RICH = ("countdown", "last-card", "mau-mau", "switch")


@pytest.mark.parametrize("name", [*PLAIN, *RICH])
def test_a_game_is_plain_or_not(name: str) -> None:
    game = Game(name)
    assert limits.is_plain(game) == (name in PLAIN)
    record = arrays.rules_record(game)
    assert record.dtype == (layout.PLAIN_RULES if name in PLAIN else layout.RULES)


@pytest.mark.parametrize(
    "options",
    [
        {"last_card_call": 2},
        {"partners": True, "scoring": "rounds_won"},
        {"wild_starter": "called"},
    ],
)
def test_one_option_is_enough(options: dict[str, Any]) -> None:
    assert not limits.is_plain(Game("classic", 4, options=options))


@pytest.mark.parametrize("rule", ["all-of-a-rank", "seven-swap", "king-cancel", "joker-last-resort"])
def test_one_rule_is_enough(rule: str) -> None:
    assert not limits.is_plain(Game("classic", 4, rules_added=[rule], options={"jokers": 2, "decks": 1}))


def test_a_plain_game_is_the_same_with_all_that_the_others_need(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("classic", 3)
    played = {policy: Machine(game).play([policy] * 3, 5, 0, 300, 3_000) for policy in (0, 1)}
    monkeypatch.setattr(arrays, "is_plain", lambda game: False)
    assert arrays.rules_record(game).dtype == layout.RULES
    for policy, results in played.items():
        assert np.array_equal(Machine(game).play([policy] * 3, 5, 0, 300, 3_000), results)


READY = """
import sys
from crazyeights import Game
from crazyeights.machine import Machine
machine = Machine(Game("classic", 2))
ready = [machine.is_ready(policies) for policies in ([0, 0], [1, 1], None)]
machine.play([0, 0], 1, 0, 1, 100)
print(*ready, machine.is_ready([0, 0]), Machine(Game("countdown", 2)).is_ready([0, 0]))
"""


def test_it_is_known_what_is_ready(tmp_path: Path) -> None:
    for kept in (False, True):
        env = {**os.environ, "NUMBA_CACHE_DIR": str(tmp_path)}
        done = subprocess.run(
            [sys.executable, "-c", READY], capture_output=True, text=True, timeout=110, check=False, env=env
        )
        assert (done.stdout.split(), done.stderr) == ([str(kept), "False", "False", "True", "False"], "")
