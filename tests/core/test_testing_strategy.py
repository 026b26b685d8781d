"""`check_strategy` passes good strategies and names each fault of bad ones."""

from __future__ import annotations

import gc
import random
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crazyeights import DRAW, Move, Parameter, State, StrategySpec, UnknownNameError, View
from crazyeights.testing import CheckError, check_strategy

VARIANTS = ("classic", "plain")


class Chance:
    """A good one: it takes all its chance from its own stream."""

    def __init__(self, rng: Random) -> None:
        self.rng = rng

    def choose(self, view: View) -> Move:
        return self.rng.choice(view.legal_moves)


class First:
    def __init__(self, rng: Random, **parameters: Any) -> None:
        self.parameters = parameters

    def choose(self, view: View) -> Any:
        return view.legal_moves[0]


def spec(create: Any, **more: Any) -> StrategySpec:
    return StrategySpec(**{"name": "odd", "summary": "Something odd.", "create": create} | more)


def found(create: Any, *, seconds: float = 5.0, variants: Any = VARIANTS, **more: Any) -> CheckError:
    with pytest.raises(CheckError) as caught:
        check_strategy(spec(create, **more), variants=variants, seconds=seconds)
    assert caught.value.subject == "the strategy odd"
    return caught.value


# Good ones


@pytest.mark.parametrize("name", ["random", "greedy", "careful"])
def test_the_games_own_strategies_pass(name: str) -> None:
    check_strategy(name, variants=VARIANTS)


def test_a_strategy_with_chance_and_memory_passes() -> None:
    class Mindful(Chance):
        def __init__(self, rng: Random) -> None:
            super().__init__(rng)
            self.seen: list[int] = []

        def choose(self, view: View) -> Move:
            self.seen.append(view.stock_size)
            plays = [move for move in view.legal_moves if move is not DRAW]
            return self.rng.choice(plays or view.legal_moves) if len(self.seen) % 3 else super().choose(view)

    check_strategy(spec(Mindful), variants=VARIANTS)


def test_one_that_searches_in_imagined_rounds_passes() -> None:
    class Dreaming(Chance):
        def choose(self, view: View) -> Move:
            def worth(move: Move) -> int:
                state = view.determinize(self.rng)
                state.apply(move)
                return -len(state.hands[view.seat])

            return max(view.legal_moves, key=worth)

    check_strategy(spec(Dreaming), variants=["plain"])


def test_the_chance_of_python_is_left_as_it_was() -> None:
    random.seed(5)
    before = random.getstate()
    check_strategy(spec(Chance), variants=["plain"])
    assert random.getstate() == before


def test_what_is_no_strategy_is_refused() -> None:
    with pytest.raises(UnknownNameError, match="did you mean greedy"):
        check_strategy("gredy")
    with pytest.raises(TypeError, match="takes a StrategySpec or the name of one"):
        check_strategy(Chance)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="it may have same seed, no peeking or copies"):
        check_strategy("greedy", skip=["speed"])


# What it says of itself


def test_a_missing_summary() -> None:
    assert found(Chance, summary="").check == "describes itself"


def test_a_parameter_whose_default_is_out_of_its_range() -> None:
    error = found(First, parameters=(Parameter("depth", 3, low=5, high=9),))
    assert error.problem == "its parameter depth: depth can't be 3; it is a whole number from 5 to 9"


def test_a_parameter_that_create_does_not_take() -> None:
    error = found(Chance, parameters=(Parameter("depth", 3),))
    assert error.check == "can be made"
    assert "TypeError" in error.problem


def test_a_strategy_that_can_not_be_made_with_its_own_limits() -> None:
    def create(rng: Random, depth: int) -> First:
        return First(rng, depth=1 // (9 - depth))

    error = found(create, parameters=(Parameter("depth", 3, low=1, high=9),))
    assert "ZeroDivisionError" in error.problem


def test_one_that_can_not_choose() -> None:
    error = found(lambda rng: object())
    assert error.problem == "create gives a object, which has no method choose"


# What it chooses


@pytest.mark.parametrize(
    ("answer", "what"),
    [
        (None, "it chose None, which is none of view.legal_moves"),
        ("8H", "it chose '8H', which is none of view.legal_moves"),
        ([DRAW], "it chose a list, which is none of view.legal_moves"),
        (Move.parse("*1"), "it chose *1, which is not legal: "),
    ],
)
def test_what_is_no_legal_move(answer: Any, what: str) -> None:
    class Odd(First):
        def choose(self, view: View) -> Any:
            return answer

    error = found(Odd)
    assert error.check == "chooses a legal move"
    assert error.problem.startswith(what)
    assert error.case is not None


@pytest.mark.parametrize("error", [KeyError("what"), SystemExit("bye"), KeyboardInterrupt(), RecursionError()])
def test_one_that_raises(error: BaseException) -> None:
    class Odd(First):
        def choose(self, view: View) -> Move:
            raise error

    assert f"it raises {type(error).__name__}" in found(Odd).problem


def test_one_that_fails_only_with_seven_players() -> None:
    class Odd(First):
        def choose(self, view: View) -> Any:
            return None if view.players == 7 else super().choose(view)

    error = found(Odd)
    assert error.case is not None
    assert error.case.game.players == 7


def test_one_that_fails_only_in_one_variant() -> None:
    class Odd(First):
        def choose(self, view: View) -> Any:
            return None if view.game.name == "plain" else super().choose(view)

    error = found(Odd)
    assert error.case is not None
    assert error.case.game.name == "plain"


def test_one_that_never_answers_and_one_that_is_slow() -> None:
    done = threading.Event()

    class Hanging(First):
        def choose(self, view: View) -> Any:
            done.wait(20)

    class Slow(First):
        def choose(self, view: View) -> Any:
            time.sleep(2)
            return super().choose(view)

    for bad in (Hanging, Slow):
        error = found(bad, seconds=0.1)
        assert (error.check, "within 0.1 s" in error.problem) == ("keeps its time", True)
    done.set()


def test_one_that_prints() -> None:
    class Odd(First):
        def choose(self, view: View) -> Move:
            print("hm")
            return view.legal_moves[0]

    error = found(Odd)
    assert (error.check, "'hm" in error.problem) == ("prints nothing", True)


def test_one_that_changes_its_view() -> None:
    class Odd(First):
        def choose(self, view: View) -> Move:
            data = list(view._data)
            data[0] = 0
            view._data = tuple(data)  # type: ignore[misc]
            return view.legal_moves[0]

    assert found(Odd).check == "changes nothing"


# The same seed


def test_one_that_takes_its_chance_from_elsewhere() -> None:
    class Odd(First):
        def choose(self, view: View) -> Move:
            return random.choice(view.legal_moves)

    error = found(Odd)
    assert error.check == "same seed"
    assert "when it is asked again with the same seed" in error.problem


def test_one_that_remembers_other_tables() -> None:
    class Odd(First):
        turns = 0

        def choose(self, view: View) -> Move:
            Odd.turns += 1
            return view.legal_moves[Odd.turns % len(view.legal_moves)]

    assert found(Odd).check == "same seed"


def test_one_that_goes_through_a_set(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # It must be found by its name in another process.
    source = """
class Odd:
    def __init__(self, rng):
        pass
    def choose(self, view):
        return next(iter({str(move): move for move in set(view.legal_moves)}.values()))
"""
    (tmp_path / "ce_kit_odd.py").write_text(source, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    from ce_kit_odd import Odd

    error = found(Odd)
    del sys.modules["ce_kit_odd"]
    assert error.check == "same seed"
    assert "in another process" in error.problem


# Peeking


def _rounds(view: View) -> list[State]:
    states = [item for item in gc.get_objects() if type(item) is State and item.game is view.game]
    return [state for state in states if state.view(view.seat).hand == view.hand]


class PeeksAtTheStock(First):
    def choose(self, view: View) -> Move:
        for state in _rounds(view):
            if state.stock:
                return view.legal_moves[sum(card.rank.points for card in state.stock[:3]) % len(view.legal_moves)]
        return view.legal_moves[0]


class PeeksAtTheLastCards(First):
    """Looks only when it matters."""

    def choose(self, view: View) -> Move:
        plays = [move for move in view.legal_moves if move is not DRAW]
        for state in _rounds(view):
            hand = state.hands[(view.seat + 1) % view.players]
            if len(hand) <= 3 and plays:
                return min(plays, key=lambda move: [move.card and card.suit == move.card.suit for card in hand])
        return (plays or view.legal_moves)[0]


class PeeksThroughThreads(First):
    def choose(self, view: View) -> Move:
        for frame in sys._current_frames().values():
            at: Any = frame
            while at is not None:
                for held in at.f_locals.values():
                    if isinstance(held, State) and held.view(view.seat).hand == view.hand and held.stock:
                        return view.legal_moves[held.stock[0].rank.points % len(view.legal_moves)]
                at = at.f_back
        return view.legal_moves[0]


@pytest.fixture
def _only_new_objects() -> Iterator[None]:
    """Hide what earlier tests left from `gc.get_objects`, which would take long to go through."""
    gc.collect()
    gc.freeze()
    yield
    gc.unfreeze()


@pytest.mark.usefixtures("_only_new_objects")
@pytest.mark.parametrize("bad", [PeeksAtTheStock, PeeksAtTheLastCards, PeeksThroughThreads])
def test_one_that_peeks(bad: Any) -> None:
    error = found(bad, variants=["plain"])
    assert error.check == "no peeking"
    assert "when cards that it has never seen lie elsewhere" in error.problem
    assert error.case is not None


# Copies


def test_one_that_can_not_be_copied() -> None:
    class Odd(First):
        def __init__(self, rng: Random) -> None:
            self.lock = threading.Lock()

    error = found(Odd)
    assert error.check == "copies"
    assert "copy.deepcopy raises TypeError" in error.problem
    check_strategy(spec(Odd), variants=["plain"], skip=["copies"])


def test_one_whose_copy_has_the_same_chance() -> None:
    class Odd(Chance):
        def __deepcopy__(self, memo: object) -> Odd:
            return Odd(self.rng)

    error = found(Odd)
    assert error.check == "copies"
    assert " chose " in error.problem


def test_one_whose_copy_has_lost_its_memory() -> None:
    class Odd(First):
        def __init__(self, rng: Random) -> None:
            self.turns = 0

        def choose(self, view: View) -> Move:
            self.turns += 1
            return view.legal_moves[self.turns % len(view.legal_moves)]

        def __deepcopy__(self, memo: object) -> Odd:
            return Odd(Random())

    error = found(Odd)
    assert error.check == "copies"
    assert "but a copy chose" in error.problem
