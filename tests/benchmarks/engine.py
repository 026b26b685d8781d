"""The engine: random rounds through the public API, beside a naive restatement of the rules and beside OpenSpiel.

Everything plays uniformly random legal moves, two players, the shuffle included; a move is a player's decision.
"""

from __future__ import annotations

import importlib.util
import random
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

import pluggy

from benchmarks.timing import goal, side_by_side
from crazyeights import Game, Move, View
from reference.model import RULES, Round, whole_deck

MOVES = 60_000
YARDSTICK = 900.0  # nanoseconds for a call of a hook with one implementation, where the goals were set


def our_rounds(seed: int = 1, **options: bool) -> int:
    """Random rounds of `classic`; returns the number of moves."""
    game = Game("classic", 2, options=options)
    rand = random.Random(seed).random
    moves = 0
    while moves < MOVES:
        state = game.deal(seed=moves)
        while state.outcome is None:
            legal = state.legal_moves()
            state.apply(legal[int(rand() * len(legal))])
            moves += 1
    return moves


def naive_rounds(seed: int = 1) -> int:
    """The same with objects and lists."""
    rng = random.Random(seed)
    rand = rng.random
    cards = whole_deck()
    moves = 0
    while moves < MOVES // 6:
        rng.shuffle(cards)
        state = Round(cards, 2, rules=tuple(RULES))
        while state.outcome is None:
            legal = state.legal_moves()
            state.apply(legal[int(rand() * len(legal))])
            moves += 1
    return moves


def openspiel_rounds(seed: int = 1) -> int:
    """OpenSpiel's game with its special cards, one draw a turn and reshuffling: the nearest it has to `classic`."""
    import pyspiel

    game = pyspiel.load_game(
        "crazy_eights(players=2,max_draw_cards=1,max_turns=100000,use_special_cards=True,reshuffle=True)"
    )
    rand = random.Random(seed).random
    moves = 0
    while moves < MOVES:
        state = game.new_initial_state()
        while not state.is_terminal():
            legal = state.legal_actions()
            # At a chance node the legal actions are the cards left, all equally likely: its fastest use from Python.
            if not state.is_chance_node():
                moves += 1
            state.apply_action(legal[int(rand() * len(legal))])
    return moves


def short_rounds() -> int:
    """Rounds in which one draws only if one can't play: some 45 moves instead of some 600, with hardly a reshuffle."""
    return our_rounds(voluntary_draw=False)


def hook_calls() -> int:
    """Calls of a hook with one implementation: the yardstick for machines, 0.9 µs where our goals were set."""
    spec, impl = pluggy.HookspecMarker("bench"), pluggy.HookimplMarker("bench")

    class Specs:
        @spec
        def called(self, number: int) -> None: ...

    class Plugin:
        @impl
        def called(self, number: int) -> None: ...

    manager = pluggy.PluginManager("bench")
    manager.add_hookspecs(Specs)
    manager.register(Plugin())
    hook = manager.hook.called
    for number in range(MOVES):
        hook(number=number)
    return MOVES


class Chooser:
    """The cheapest strategy that there can be: it takes the first legal move."""

    def choose(self, view: View) -> Move:
        """Choose the first."""
        return view.legal_moves[0]


def first_moves() -> int:
    """Rounds in which the engine's caller takes the first legal move."""
    game = Game("classic", 2)
    moves = 0
    while moves < MOVES:
        state = game.deal(seed=moves)
        while state.outcome is None:
            state.apply(state.legal_moves()[0])
            moves += 1
    return moves


def chosen_moves() -> int:
    """The same rounds with a strategy that gets a view."""
    game = Game("classic", 2)
    chooser = Chooser()
    moves = 0
    while moves < MOVES:
        state = game.deal(seed=moves)
        while (seat := state.to_move) is not None:
            state.apply(chooser.choose(state.view(seat)))
            moves += 1
    return moves


def copies() -> int:
    """Copies of a state in mid-round."""
    state = Game("classic", 2).deal(seed=1)
    for _ in range(20):
        state.apply(state.legal_moves()[0])
    copy = state.copy
    for _ in range(MOVES):
        copy()
    return MOVES


def main() -> list[str]:
    """Measure, and give the lines of the report."""
    works = {"crazyeights": our_rounds, "naive": naive_rounds}
    if importlib.util.find_spec("pyspiel"):
        works["OpenSpiel"] = openspiel_rounds
    timings = side_by_side(works)
    ours = timings["crazyeights"]
    lines = ["Random rounds of classic, two players, shuffle included"]
    for name, timing in timings.items():
        ratio = timing.nanoseconds / ours.nanoseconds
        lines.append(
            f"  {name:12} {timing.nanoseconds:9,.0f} ns a move {timing.per_second:12,.0f} moves/s  × {ratio:.2f}"
        )
    lines.append(
        goal("faster than the naive one", timings["naive"].nanoseconds / ours.nanoseconds, 4, at_most=False, unit="×")
    )
    if "OpenSpiel" in timings:
        against = timings["OpenSpiel"].nanoseconds / ours.nanoseconds
        lines.append(goal("moves per second against OpenSpiel", against, 1, at_most=False, unit="×"))
    else:
        lines.append("  OpenSpiel is not installed (pip install open-spiel): not compared")
    small = side_by_side(
        {"hook": hook_calls, "plain": first_moves, "chosen": chosen_moves, "copy": copies, "short": short_rounds}
    )
    slower = small["hook"].nanoseconds / YARDSTICK
    lines.append(
        f"Small things, in µs divided by {slower:.2f}: by so much is a hook call slower here than where the goals"
    )
    lines.append("were set (0.9 µs)")
    lines.append(
        goal("a move where one draws only if one must", small["short"].nanoseconds / slower / 1000, 0.6, unit=" µs")
    )
    lines.append(goal("copy of a state", small["copy"].nanoseconds / slower / 1000, 0.5, unit=" µs"))
    extra = (small["chosen"].nanoseconds - small["plain"].nanoseconds) / slower / 1000
    lines.append(goal("strategy call with its view, over the engine", extra, 0.6, unit=" µs"))
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
