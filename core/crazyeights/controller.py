"""The controller: lets strategies think beside the frontend, at a pace that people can follow.

A frontend calls `tick(now)` as often as it likes, from one thread, and `submit` when its user moves. A strategy's turn:

    asked ──(answers)──> the minimum thinking time passes ──> its move is made
      │                                             raises, cheats: fault, and a legal move instead
      └──(time limit passes)──> fault, a legal move instead; the late answer is thrown away

Strategies run in daemon threads, so quitting never waits for one. A thread can't be stopped: a strategy that hangs
keeps its thread, and until it comes back each of its turns is a fault and a legal move. A strategy is never asked twice
at once.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from itertools import count
from typing import Any, Final, Protocol

from crazyeights.errors import IllegalMoveError, IllegalReason, StrategyError, describe_error, listed, printable
from crazyeights.events import Fault
from crazyeights.game import Game
from crazyeights.moves import DRAW, PASS, Move, MoveKind
from crazyeights.quiet import Muffled
from crazyeights.ruleset import Ruleset
from crazyeights.session import Session
from crazyeights.state import State
from crazyeights.strategy import Strategy, show
from crazyeights.view import View
from crazyeights.words import shown_name

# How often, in seconds, it is worth looking whether a strategy has answered.
_POLL: Final = 0.02


class Executor(Protocol):
    """Runs a function beside the caller; those of `concurrent.futures` do, but they wait at exit."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:  # noqa: ANN401
        """Start `fn(*args)` and give its future."""
        ...


class DaemonExecutor:
    """Runs each job in a daemon thread of its own, for which nothing ever waits."""

    _numbers = count(1)

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:  # noqa: ANN401
        """Start `fn(*args)` and give its future."""
        future: Future[Any] = Future()
        name = f"crazyeights-strategy-{next(self._numbers)}"
        threading.Thread(target=_run, args=(future, fn, args), name=name, daemon=True).start()
        return future


def _run(future: Future[Any], fn: Callable[..., Any], args: tuple[Any, ...]) -> None:
    if not future.set_running_or_notify_cancel():
        return
    try:
        result = fn(*args)
    except BaseException as error:  # noqa: BLE001  # a strategy that calls sys.exit() is at fault, too
        future.set_exception(error)
    else:
        future.set_result(result)


@dataclass(slots=True)
class _Turn:
    """A strategy's turn. `job` is None while an earlier job of the strategy still runs, and when it was never asked."""

    seat: int
    strategy: Strategy
    position: int
    started: float
    asked: float
    job: Future[Any] | None = None
    hurried: bool = False
    move: Move | None = None  # what will be played, once that is known
    fault: str = ""


@dataclass(slots=True)
class _Busy:
    """A job whose answer nobody waits for any more, and whether it is the strategy's fault."""

    strategy: Strategy  # held so that its id stays its own
    job: Future[Any]
    overran: bool


class Controller:
    """Plays a session's strategies and takes its people's moves.

    Args:
        session: the table.
        think_time: how many seconds a strategy's turn takes at least.
        time_limit: how many seconds a strategy may think.
        executor: runs the strategies; daemon threads if left out.

    Raises:
        ValueError: a time is negative or not a number.
    """

    def __init__(
        self,
        session: Session,
        *,
        think_time: float = 0.6,
        time_limit: float = 20.0,
        executor: Executor | None = None,
    ) -> None:
        self.session = session
        self._executor: Executor = DaemonExecutor() if executor is None else executor
        self.think_time = think_time
        self.time_limit = _seconds("time_limit", time_limit)
        self._turn: _Turn | None = None
        self._busy: dict[int, _Busy] = {}
        self._complained_of: list[Strategy | Ruleset] = []
        self._closed = False

    def __enter__(self) -> Controller:
        return self

    def __exit__(self, *exc: object) -> None:
        self.close()

    @property
    def think_time(self) -> float:
        """How many seconds a strategy's turn takes at least; may be changed at any time."""
        return self._think_time

    @think_time.setter
    def think_time(self, seconds: float) -> None:
        self._think_time = _seconds("think_time", seconds)

    @property
    def thinking(self) -> int | None:
        """The seat whose strategy has its turn; None if it is a person's turn or nobody's."""
        turn = self._turn
        return turn.seat if turn is not None and turn.position == self.session.position else None

    def submit(self, seat: int, move: Move) -> None:
        """Make a person's move.

        Raises:
            SeatError: there is no such seat.
            IllegalMoveError: it is not that person's turn, or the rules don't allow the move; nothing has changed.
        """
        if seat in range(len(self.session.seats)) and self.session.seats[seat].strategy is not None:
            player = self.session.seats[seat]
            reason = f"{shown_name(player.name)} is played by {shown_name(str(player.strategy_name))}."
            raise IllegalMoveError(move, reason, IllegalReason.NOT_YOUR_TURN)
        self._apply(seat, move)

    def _apply(self, seat: int, move: Move) -> None:
        """Make a move; what a rule's function prints thereby is kept from the screen."""
        session = self.session
        rules = session.game.ruleset
        if not rules.has_callables:
            session.apply(seat, move)
            return
        with Muffled() as printed:
            session.apply(seat, move)
        if printed and not any(rules is known for known in self._complained_of):
            self._complained_of.append(rules)
            session.report(Fault(listed(rules.callable_rules, "or"), printed.complaint, seat))

    def hurry(self) -> None:
        """Let the strategy that has its turn move as soon as it has answered; later turns take their time again."""
        if self._turn is not None:
            self._turn.hurried = True

    def tick(self, now: float) -> bool:
        """Make a strategy's move if it is due, and ask the next strategy. Never waits.

        Args:
            now: the time in seconds by any clock that doesn't go back, the same for all ticks.

        Returns:
            Whether anything changed: a move (at most one), a fault, or whose turn it is.
        """
        if self._closed:
            return False
        changed = self._drop_stale_turn()
        if self._turn is not None:
            changed = self._follow(self._turn, now) or changed
        if self._turn is None:
            changed = self._start_turn(now) or changed
        return changed

    def next_wakeup(self, now: float) -> float | None:
        """Say when the next tick is worth its while; None if nothing changes before a person moves.

        Args:
            now: the time by the clock of `tick`.
        """
        session, turn = self.session, self._turn
        if self._closed:
            return None
        if turn is None or turn.position != session.position:
            seat = session.to_move
            asked = seat is not None and session.seats[seat].strategy is not None
            return now if asked or turn is not None else None
        due = now if turn.hurried else max(now, turn.started + self.think_time)
        answered = turn.move is not None or (turn.job is not None and turn.job.done())
        return due if answered or due > now else now + _POLL

    def close(self) -> None:
        """Stop: no tick does anything from now on, and no strategy is waited for. The session stays open."""
        self._closed = True
        if self._turn is not None:
            self._leave(self._turn, overran=False)

    def _drop_stale_turn(self) -> bool:
        """Forget a turn that is over without the controller, by a new round or by somebody else's move."""
        turn = self._turn
        if turn is None or turn.position == self.session.position:
            return False
        self._leave(turn, overran=False)
        return True

    def _leave(self, turn: _Turn, overran: bool) -> None:
        self._turn = None
        if turn.job is not None and not turn.job.cancel() and not turn.job.done():
            self._busy[id(turn.strategy)] = _Busy(turn.strategy, turn.job, overran)

    def _start_turn(self, now: float) -> bool:
        session = self.session
        seat = session.to_move
        if seat is None:
            return False
        strategy = session.seats[seat].strategy
        if strategy is None:
            return False
        self._turn = turn = _Turn(seat, strategy, session.position, now, now)
        busy = self._still_busy(strategy)
        if busy is None:
            self._ask(turn, now)
        elif busy.overran:
            self._replace(turn, "is still busy with an earlier turn")
        return True

    def _still_busy(self, strategy: Strategy) -> _Busy | None:
        busy = self._busy.get(id(strategy))
        if busy is not None and busy.job.done():
            del self._busy[id(strategy)]
            return None
        return busy

    def _ask(self, turn: _Turn, now: float) -> None:
        turn.asked = now
        try:
            session = self.session
            sight = session.state.copy() if session.seats[turn.seat].sees_all else None
            turn.job = self._executor.submit(_choose, turn.strategy, session.view_for(turn.seat), sight)
        except Exception as error:  # noqa: BLE001  # no more threads, say
            self._replace(turn, f"could not be asked: {describe_error(error)}")

    def _follow(self, turn: _Turn, now: float) -> bool:
        """Take the answer, if there is one, and make the move, if it is time."""
        changed = False
        if turn.move is None:
            changed = self._await(turn, now)
            if turn.move is None:
                return changed
        if not turn.hurried and now - turn.started < self.think_time:
            return changed
        session = self.session
        if turn.job is not None:
            self._leave(turn, overran=True)
        self._turn = None
        if turn.fault:
            session.report(Fault(self._label(turn.seat), turn.fault, turn.seat))
        # The answer was checked against the same state, so this is legal.
        self._apply(turn.seat, turn.move)
        return True

    def _await(self, turn: _Turn, now: float) -> bool:
        job = turn.job
        if job is None and self._still_busy(turn.strategy) is None:
            self._ask(turn, now)
            return True
        if job is not None and job.done():
            self._judge(turn, job)
        elif now - turn.asked > self.time_limit:
            if job is None:
                self._busy[id(turn.strategy)].overran = True
            self._replace(turn, f"took longer than {self.time_limit:g} s")
        return False

    def _judge(self, turn: _Turn, job: Future[Any]) -> None:
        error = None if job.cancelled() else job.exception()
        if error is not None or job.cancelled():
            # `_choose` gives what a strategy raises as its answer: this is the executor's failure.
            self._replace(turn, f"was not run: {type(error).__name__ if error is not None else 'cancelled'}")
            return
        answer, complaint = job.result()
        if isinstance(answer, _Failure):
            self._replace(turn, answer.message)
        elif answer in self.session.legal_moves(turn.seat):
            turn.move = answer
        elif answer.kind is MoveKind.GIVE:
            # Everybody reads a fault, and which card it would have given is nobody's business.
            self._replace(turn, "chose to give a card, which is not legal")
        else:
            refused = self.session.state.explain(answer)
            reason = "" if refused is None else f": {refused.reason[:1].lower()}{refused.reason[1:].rstrip('.')}"
            self._replace(turn, f"chose {answer}, which is not legal{reason}")
        if complaint and not turn.fault and not any(turn.strategy is known for known in self._complained_of):
            # Its move counts, and to be told once is enough.
            self._complained_of.append(turn.strategy)
            turn.fault = complaint

    def _replace(self, turn: _Turn, fault: str) -> None:
        turn.fault = fault
        turn.move = fallback(self.session.game, self.session.legal_moves(turn.seat))

    def _label(self, seat: int) -> str:
        return self.session.seats[seat].strategy_name or self.session.seats[seat].name


def fallback(game: Game, legal: tuple[Move, ...]) -> Move:
    """Choose for a strategy that failed: the first card that is not wild, else the first card, else draw, else pass.

    Where none of these is possible, the first move there is.

    Args:
        game: what is played.
        legal: the legal moves; at least one.
    """
    wild = game.ruleset.faces_of(game.ruleset.wild)
    plays = [move for move in legal if move.kind is MoveKind.PLAY]
    plain = [move for move in plays if move.card not in wild]
    return (plain or plays or [move for move in (DRAW, PASS) if move in legal] or legal)[0]


@dataclass(frozen=True, slots=True)
class _Failure:
    message: str


def _choose(strategy: Strategy, view: View, sight: State | None) -> tuple[Move | _Failure, str]:
    """Ask a strategy, in its thread; give its answer, and what is to be complained of besides."""
    game, seat, data = view.game, view.seat, view._data
    rules = dict(vars(game))
    with Muffled() as printed:
        answer = _answer_of(strategy, view, sight)
    if rules.keys() != vars(game).keys() or any(value is not rules[name] for name, value in vars(game).items()):
        # All at the table play by it.
        vars(game).clear()
        vars(game).update(rules)
        return answer, "changes the game that is played"
    if view.game is not game or view.seat != seat or view._data is not data:
        return answer, "changes the view that it is given"
    return answer, printed.complaint if printed else ""


def _answer_of(strategy: Strategy, view: View, sight: State | None) -> Move | _Failure:
    """Get a strategy's answer: what that or an error is made of may run code of its own, which may hang."""
    try:
        if sight is not None:
            show(strategy, sight)
        move = strategy.choose(view)
        # A move that was not made by `Move` may lack anything, its text to begin with.
        if type(move) is Move and Move(move.kind, move.card, move.suit, move.swap, move.announces) is move:
            return move
        return _Failure(f"chose {_described(move)}, which is not a move")
    except StrategyError as error:
        return _Failure(printable(str(error)))
    except BaseException as error:  # noqa: BLE001  # a strategy that calls sys.exit() is at fault, too
        return _Failure(f"raised {describe_error(error)}")


def _described(value: object) -> str:
    if value is None or type(value) in {str, int, float, bool}:
        text = repr(value)
        return text if len(text) <= 40 else f"{text[:39]}…"
    return f"a {type(value).__name__}"


def _seconds(name: str, seconds: float) -> float:
    if not seconds >= 0:
        raise ValueError(f"{name} is a number of seconds from 0, not {seconds!r}")
    return seconds
