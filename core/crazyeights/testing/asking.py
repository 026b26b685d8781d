"""Asks a strategy for its moves as the game does: in a thread of its own, for a limited time, trusting nothing."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import dataclass
from queue import Empty, SimpleQueue
from typing import Any, TypeAlias

from crazyeights.errors import describe_error
from crazyeights.moves import Move
from crazyeights.state import State
from crazyeights.strategy import Strategy, seeing
from crazyeights.testing.cases import Case, Subject
from crazyeights.view import View

#: pytest shows where the author's test failed, not where in here.
__tracebackhide__ = True

_Job: TypeAlias = "tuple[SimpleQueue[Answer], Callable[..., Any], tuple[Any, ...]] | None"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came of running a function: its value, what it raised, or that it did not come back in time."""

    value: Any = None
    error: BaseException | None = None
    late: bool = False


class Worker:
    """Runs one thing after another in a daemon thread, and gives up on what does not come back."""

    def __init__(self) -> None:
        self._jobs: SimpleQueue[_Job] = SimpleQueue()
        self._started = False

    def run(self, seconds: float, function: Callable[..., Any], *arguments: Any) -> Answer:  # noqa: ANN401
        """Run `function(*arguments)`; if it takes longer, its thread is left to itself."""
        if not self._started:
            self._started = True
            threading.Thread(target=_work, args=(self._jobs,), name="crazyeights-check", daemon=True).start()
        answers: SimpleQueue[Answer] = SimpleQueue()
        self._jobs.put((answers, function, arguments))
        try:
            return answers.get(timeout=seconds)
        except Empty:
            self._jobs, self._started = SimpleQueue(), False
            return Answer(late=True)

    def close(self) -> None:
        """Let the thread end."""
        self._jobs.put(None)


def _work(jobs: SimpleQueue[_Job]) -> None:
    while (job := jobs.get()) is not None:
        answers, function, arguments = job
        try:
            answer = Answer(function(*arguments))
        except BaseException as error:  # noqa: BLE001  # whatever it raises is told to whoever asked
            answer = Answer(error=error)
        answers.put(answer)
        # A round that is held here would be one that a strategy could find.
        del job, answers, function, arguments, answer


class Asker:
    """Asks strategies and looks at how they answer.

    Args:
        subject: the strategy that is being checked.
        seconds: how long it may think about a move.
        sees_all: whether it looks into all hands, as one for analysis may.
    """

    def __init__(self, subject: Subject, seconds: float, *, sees_all: bool = False) -> None:
        self.subject = subject
        self.seconds = seconds
        self._sees_all = sees_all
        self._worker = Worker()

    def __enter__(self) -> Asker:
        return self

    def __exit__(self, *exc: object) -> None:
        self._worker.close()

    def ask(self, strategy: Strategy, state: State, case: Callable[[], Case]) -> Move:
        """Give the strategy's move for the seat that is to move; whatever is wrong with it is a failed check.

        Args:
            strategy: the strategy.
            state: the round.
            case: gives the same round, to be told if something is wrong.
        """
        assert state.to_move is not None
        view = state.view(state.to_move)
        before = _inside(view)
        choose = seeing(strategy, state) if self._sees_all else strategy.choose
        answer = self._worker.run(self.seconds, choose, view)
        if answer.late:
            problem = f"it did not choose within {self.seconds:g} s, the `seconds` that check_strategy gives it"
            self.subject.fail("keeps its time", problem, case())
        if answer.error is not None:
            problem = f"it raises {describe_error(answer.error)}"
            self.subject.fail("chooses a legal move", problem, case(), answer.error)
        if any(now is not then for now, then in zip(_inside(view), before, strict=True)):
            self.subject.fail("changes nothing", "it changed the view that it was given", case())
        move = answer.value
        if type(move) is not Move:
            what = repr(move) if move is None or type(move) in {str, int} else f"a {type(move).__name__}"
            self.subject.fail("chooses a legal move", f"it chose {what}, which is none of view.legal_moves", case())
        if move not in state.legal_moves():
            refused = state.explain(move)
            why = f": {refused.reason}" if refused is not None else ""
            self.subject.fail("chooses a legal move", f"it chose {move}, which is not legal{why}", case())
        return move


def _inside(view: View) -> list[object]:
    """Give what a view is made of; all of it is immutable, so that being another object is the only change."""
    return [getattr(view, name) for name in View.__slots__] + [view.game.ruleset, view.game.options]
