"""`crazyeights.simulate`: the same rounds by the kernel and by the engine, and what is said where it can't be done."""

from __future__ import annotations

import random
import re
import subprocess
import sys
import threading
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from crazyeights import (
    Called,
    CrazyEightsError,
    Drew,
    Game,
    MissingExtraError,
    OptionError,
    Passed,
    Played,
    Reshuffled,
    Reversed,
    Rule,
    SeatError,
    Skipped,
    UnknownNameError,
    kernel,
    kernel_refusal,
    simulate,
    simulation,
)
from crazyeights.cards import SUITS, Deck, Suit
from crazyeights.fast.plainstream import CHOICES, begin, below, mix, step
from crazyeights.plugins import load_plugins
from crazyeights.rules import Variant
from crazyeights.streamed import StreamedRounds
from reference.chance import FOCUSES, random_table
from support_kernel_free import FEW, HAS_NUMBA, needs_kernel, without_extra

REGISTRY = load_plugins(third_party=False)
VARIANTS = [name for name, variant in REGISTRY.variants.items() if variant.draw is None]
needs_numpy = pytest.mark.skipif(not HAS_NUMBA, reason="the results take NumPy: pip install 'crazyeights[fast]'")


def skip_on_nine(turn: Any) -> None:
    turn.skip()


def with_callable(players: int = 3) -> Game:
    """A game that the kernel can't play."""
    rule = Rule(
        "hop", "A 9 skips.", "A 9 skips the next player.", lambda build: build.on_play(build.rank("9"), skip_on_nine)
    )
    return Game("classic", players, rules_added=[rule])


def both(game: Game, rounds: int, policy: str | Sequence[str], seed: int, max_moves: int = 250) -> tuple[Any, Any]:
    """The same rounds by the engine and by the kernel."""
    by_python = simulate(game, rounds, policy, seed, engine="python", max_moves=max_moves)
    return by_python, simulate(game, rounds, policy, seed, engine="kernel", max_moves=max_moves)


def differences(one: Any, two: Any) -> list[str]:
    """The fields in which two results differ."""
    assert one.dtype == two.dtype
    return [name for name in one.dtype.names if not (one[name] == two[name]).all()]


@needs_kernel
class TestBothEngines:
    @pytest.mark.parametrize("name", VARIANTS)
    def test_play_the_same_rounds(self, name: str) -> None:
        variant = REGISTRY.variant(name)
        sizes = {variant.min_players, min(variant.max_players, 4), min(variant.max_players, 8)}
        for players in sorted(sizes)[: 1 if FEW else None]:
            game = Game(name, players)
            mixed = [("random", "greedy")[seat % 2] for seat in range(players)]
            for policy in ("random", "greedy", mixed):
                one, two = both(game, 1 if FEW else 8, policy, seed=players)
                assert differences(one, two) == [], (players, policy)

    @pytest.mark.parametrize("focus", FOCUSES)
    def test_whatever_the_options_and_roles(self, focus: str) -> None:
        rng = random.Random(f"simulate/{focus}")
        seen: Counter[str] = Counter()
        while seen["games"] < (4 if FEW else 25):
            game = random_table(rng, FOCUSES[focus]).game
            if kernel_refusal(game):
                continue
            one, two = both(game, 2 if FEW else 6, rng.choice(("random", "greedy")), rng.getrandbits(64), max_moves=60)
            assert differences(one, two) == [], game
            seen.update(games=1, replayed=int(one["replayed"].sum()), reshuffled=int(one["reshuffled"].sum()))
        assert seen["reshuffled"] or FEW

    def test_a_wrong_table_would_be_seen(self, monkeypatch: pytest.MonkeyPatch) -> None:
        from crazyeights.fast import arrays

        right = arrays.rules_record

        def wrong(game: Game) -> Any:
            array = right(game)
            array["reverse"] = 0
            return array

        monkeypatch.setattr(arrays, "rules_record", wrong)
        assert "reversed" in differences(*both(Game("classic", 3), 8, "random", seed=1))

    def test_jobs_change_nothing(self) -> None:
        game = Game("classic", 2)
        rounds = 100 if FEW else 3_000
        one = simulate(game, rounds, "greedy", seed=4, engine="kernel")
        for jobs in (2, 3):
            assert differences(one, simulate(game, rounds, "greedy", seed=4, jobs=jobs, engine="kernel")) == []

    def test_auto_begins_with_one_and_ends_with_the_other(self, monkeypatch: pytest.MonkeyPatch) -> None:
        game = Game("classic", 2)
        asked = []

        def pays(seconds: float, **_: object) -> bool:
            asked.append(seconds)
            return True

        monkeypatch.setattr(kernel, "pays", pays)
        monkeypatch.setattr(simulation, "_TICK", 0.0)
        told: list[int] = []
        found = simulate(game, 60, "greedy", seed=4, progress=told.append)
        assert differences(found, simulate(game, 60, "greedy", seed=4, engine="python")) == []
        assert len(asked) == 1
        assert told == sorted(told)
        assert (told[0], told[-1]) == (1, 60)

    def test_one_hiccup_does_not_start_the_compiler(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The rest is guessed after every round here; only the guess after the second one is long."""
        clock = iter([0.0, 0.001, 60.0, *(60.0 + 0.001 * number for number in range(1, 1_000))])
        guesses = []

        def pays(seconds: float, **_: object) -> bool:
            guesses.append(seconds)
            return False

        monkeypatch.setattr(kernel, "pays", pays)
        monkeypatch.setattr(simulation, "_TICK", 0.0)
        monkeypatch.setattr(simulation, "time", SimpleNamespace(monotonic=lambda: next(clock)))
        simulate(Game("classic", 2), 60, "greedy", seed=4)
        assert len(guesses) == 60
        # After two rounds in 60 s the other 58 would take 1,740 s; but the guess before and the one after are right.
        assert max(guesses) < 0.06

    @pytest.mark.parametrize("jobs", [1, 2])
    def test_what_the_progress_raises_ends_it(self, jobs: int) -> None:
        def interrupt(done: int) -> None:
            raise KeyboardInterrupt

        before = threading.active_count()
        with pytest.raises(KeyboardInterrupt):
            simulate(Game("classic", 2), 5_000, "greedy", jobs=jobs, engine="kernel", progress=interrupt)
        assert threading.active_count() == before

    def test_what_numba_has_no_room_for_on_disk_is_said(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernel, "cache_note", lambda: "compiled code can't be kept")
        with pytest.warns(RuntimeWarning, match="can't be kept"):
            simulate(Game("classic", 2), 1, engine="kernel")


@needs_numpy
class TestResults:
    def test_say_what_happened(self) -> None:
        """The counts are those of the events of the very same moves."""
        game = Game("classic", 3)
        found = simulate(game, 12, "random", seed=9, engine="python")
        seen: Counter[str] = Counter()
        for number, row in enumerate(found):
            state = StreamedRounds(game, [None] * 3, 9, 5_000).deal(number)
            chance = begin(9, number, CHOICES)
            moves = 0
            while state.to_move is not None:
                legal = state.legal_moves()
                move = legal[0]
                if len(legal) > 1:
                    chance = step(chance)
                    move = legal[below(mix(chance), len(legal))]
                state.apply(move)
                moves += 1
            events = state.events()
            counts = Counter(type(event) for event in events)
            penalty = sum(event.count for event in events if isinstance(event, Drew) and event.penalty)
            drawn = sum(event.count for event in events if isinstance(event, Drew) and not event.penalty)
            assert state.outcome is not None
            assert row["winner"] == (-1 if state.outcome.winner is None else state.outcome.winner)
            assert row["reason"] == {"empty_hand": 1, "blocked": 2}[state.outcome.reason.value]
            assert tuple(row["points"]) == state.outcome.points
            assert (row["moves"], row["drawn"], row["penalty"]) == (moves, drawn, penalty)
            kinds = {"played": Played, "passed": Passed, "called": Called, "reversed": Reversed, "skipped": Skipped}
            for field, kind in {**kinds, "reshuffled": Reshuffled}.items():
                assert row[field] == counts[kind], field
                seen[field] += counts[kind]
        assert all(seen[field] for field in ("played", "called", "reversed", "skipped", "reshuffled"))

    def test_count_the_turns_had_again(self) -> None:
        """With three players who follows in turn, a seat moves twice in a row only for a jack."""
        variant = Variant("again", "Jacks give another turn.", ("jack-again", "crazy-eight"))
        game = Game(variant, 3)
        found = simulate(game, 30, "random", seed=2, engine="python")
        expected = []
        for number in range(30):
            state = StreamedRounds(game, [None] * 3, 2, 5_000).deal(number)
            chance = begin(2, number, CHOICES)
            again = 0
            while state.to_move is not None:
                seat, legal = state.to_move, state.legal_moves()
                move = legal[0]
                if len(legal) > 1:
                    chance = step(chance)
                    move = legal[below(mix(chance), len(legal))]
                state.apply(move)
                again += state.to_move == seat
            expected.append(again)
        assert found["replayed"].tolist() == expected
        assert sum(expected) > 30

    def test_of_a_round_do_not_hang_on_the_others(self) -> None:
        game = Game("switch", 3)
        many = simulate(game, 20, "random", seed=3, engine="python")
        assert differences(simulate(game, 7, "random", seed=3, engine="python"), many[:7]) == []
        assert differences(simulate(game, 7, "random", seed=4, engine="python"), many[:7]) != []

    def test_of_rounds_that_go_on_for_too_long(self) -> None:
        found = simulate(Game("classic", 2), 5, max_moves=3, engine="python")
        assert found["reason"].tolist() == [4] * 5
        assert found["winner"].tolist() == [-1] * 5
        assert found["moves"].tolist() == [3] * 5

    def test_of_no_rounds(self) -> None:
        assert len(simulate(Game("classic", 2), 0)) == 0

    def test_a_policy_for_each_seat(self) -> None:
        """Who plays greedily wins more often than who makes any move."""
        found = simulate(Game("classic", 2), 60, ["random", "greedy"], engine="python")
        wins = Counter(found["winner"].tolist())
        assert wins[1] > 2 * wins[0]

    def test_a_rule_with_a_function_is_played_by_the_engine(self) -> None:
        game = with_callable()
        assert kernel_refusal(game) == "the rule hop calls Python functions (on_play)"
        found = simulate(game, 10, seed=5)
        assert found["skipped"].sum() > simulate(Game("classic", 3), 10, seed=5)["skipped"].sum()


class TestRefusals:
    def test_the_kernel_can_t_call_python(self) -> None:
        with pytest.raises(CrazyEightsError, match=r"the kernel can't play classic, for the rule hop calls Python"):
            kernel.demand("x", with_callable())
        if HAS_NUMBA:
            with pytest.raises(CrazyEightsError, match="the rule hop calls Python functions"):
                simulate(with_callable(), 10, engine="kernel")

    def test_more_cards_than_fit_into_a_word(self) -> None:
        suits = (*SUITS, Suit("T", "stars", "★"))
        many = Variant("many", "Five suits.", (), deck=Deck(suits=suits))
        assert kernel_refusal(Game(many, 2)) == "the deck has 65 different cards, and it takes at most 62"
        assert kernel_refusal(Game("classic", 2, options={"jokers": 4})) == ""

    @pytest.mark.parametrize("name", VARIANTS)
    def test_there_are_none_for_the_games_own_variants(self, name: str) -> None:
        assert kernel_refusal(Game(name)) == ""

    @pytest.mark.parametrize(
        ("given", "error", "says"),
        [
            ({"rounds": -1}, OptionError, "rounds is a whole number from 0, not -1"),
            ({"rounds": 1.5}, OptionError, "rounds is a whole number from 0, not 1.5"),
            ({"seed": True}, OptionError, "seed is a whole number from 0, not True"),
            ({"seed": 1 << 64}, OptionError, "seed is a whole number below 2 "),
            ({"jobs": 0}, OptionError, "jobs is a whole number from 1, not 0"),
            ({"max_moves": 0}, OptionError, "max_moves is a whole number from 1, not 0"),
            ({"policy": "gredy"}, UnknownNameError, "no policy is called 'gredy'; did you mean greedy"),
            ({"policy": ["greedy"]}, SeatError, "there is 1 policy for 2 players"),
            ({"policy": ["greedy"] * 3}, SeatError, "there are 3 policies for 2 players"),
            ({"policy": None}, UnknownNameError, "no policy is called 'None'"),
            ({"policy": [None, None]}, UnknownNameError, "no policy is called 'None'"),
            ({"engine": "c"}, UnknownNameError, "no engine is called 'c'"),
        ],
    )
    def test_say_what_is_wrong(self, given: dict[str, Any], error: type[Exception], says: str) -> None:
        with pytest.raises(error) as caught:
            simulate(Game("classic", 2), **{"rounds": 1, **given})
        assert str(caught.value).startswith(says)


class TestWithoutTheExtra:
    def test_simulate_says_what_to_install(self) -> None:
        code = "import crazyeights\ntry:\n    crazyeights.simulate(crazyeights.Game(), 1)\n"
        code += "except crazyeights.MissingExtraError as error:\n    print(error)"
        done = without_extra(code)
        expected = "simulate needs NumPy, which is not installed: pip install 'crazyeights[fast]'\n"
        assert (done.stdout, done.stderr) == (expected, "")

    def test_the_kernel_alone_may_be_missing(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernel, "installed", lambda: "")
        with pytest.raises(MissingExtraError, match=r"needs numba, .*: pip install 'crazyeights\[fast\]'"):
            kernel.demand('simulate(engine="kernel")', Game())
        if HAS_NUMBA:
            with pytest.raises(MissingExtraError, match="needs numba"):
                simulate(Game(), 1, engine="kernel")

    def test_a_numba_that_does_not_work_is_told(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(kernel, "problem", lambda: "numba can't be used: SystemError: no")
        monkeypatch.setattr(kernel, "installed", lambda: "0.61")
        with pytest.raises(CrazyEightsError, match=r"x: numba can't be used: SystemError: no"):
            kernel.demand("x", Game())
        assert not kernel.pays(1e9, Game(), None)

    def test_what_has_no_kernel_is_known_all_the_same(self) -> None:
        code = "import crazyeights; print(repr(crazyeights.kernel_refusal(crazyeights.Game('switch'))))"
        done = without_extra(code)
        assert (done.stdout, done.stderr) == ("''\n", "")


def test_importing_the_game_imports_neither_numba_nor_numpy() -> None:
    code = "import sys, crazyeights, crazyeights.arena; crazyeights.default_registry(); "
    code += "crazyeights.kernel_refusal(crazyeights.Game()); print({'numba', 'llvmlite', 'numpy'} & sys.modules.keys())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (done.stdout, done.stderr) == ("set()\n", "")


def test_few_rounds_are_not_worth_it_and_nothing_is_imported_for_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "crazyeights.machine", raising=False)  # as if no kernel had played yet
    monkeypatch.setattr(kernel, "problem", lambda: pytest.fail("this imports numba"))
    assert not kernel.pays(0.5, Game(), None)


@needs_numpy
def test_what_the_page_shows_works() -> None:
    page = (Path(__file__).parents[2] / "docs" / "simulate.md").read_text(encoding="utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert done.stderr == ""
    assert re.fullmatch(r"[\d.]+ moves a round\nthe first seat .* [\d.]+% .*\n[\d.]+ turns .*\n", done.stdout)
    named = {field for row in re.findall(r"^\| (`.*?) \|", page, re.MULTILINE) for field in re.findall(r"`(\w+)`", row)}
    found = simulate(Game(), 0)
    assert named == set(found.dtype.names)


@needs_numpy
def test_numbers_of_numpy_are_numbers() -> None:
    import numpy as np

    one = simulate(Game(), np.int64(3), seed=np.uint64(7), max_moves=np.int32(50), jobs=np.int8(1), engine="python")
    assert differences(one, simulate(Game(), 3, seed=7, max_moves=50, engine="python")) == []
    with pytest.raises(OptionError, match=r"rounds is a whole number from 0, not np.float64\(2.0\)"):
        simulate(Game(), np.float64(2.0))  # type: ignore[arg-type]


def test_a_name_is_no_game() -> None:
    wrong: Any = "classic"
    for call in (kernel.kernel_refusal, lambda game: simulate(game, 2)):
        with pytest.raises(TypeError, match=r"is a crazyeights.Game, as in Game\('classic', 2\), not 'classic'"):
            call(wrong)


@needs_kernel
def test_what_is_at_hand_always_pays(monkeypatch: pytest.MonkeyPatch) -> None:
    game = Game("classic", 2)
    simulate(game, 1, "greedy", seed=1, engine="kernel")
    assert kernel.pays(0.001, game, [1, 1]) == kernel.is_compiled()
    assert kernel.pays(0.001, game, [1, 0]) == kernel.is_compiled()  # the same code
    assert not kernel.pays(0.001, game, None)
    monkeypatch.setattr(kernel, "problem", lambda: "gone")
    assert not kernel.pays(0.001, game, [1, 1])
