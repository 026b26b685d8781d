"""Plays one round between strategies, none of which is trusted."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import cached_property
from typing import Final

from crazyeights.arena import schedule
from crazyeights.arena.compiled import Compiled, compiled
from crazyeights.arena.plan import Plan, check, find_strategy
from crazyeights.arena.results import Ending, RoundFault, RoundResult
from crazyeights.arena.schedule import Set
from crazyeights.arena.watch import NOBODY, Overrun, Watch
from crazyeights.errors import IllegalMoveError, StrategyError, describe_error, printable
from crazyeights.events import Fault
from crazyeights.external import ExternalStrategy
from crazyeights.game import Game
from crazyeights.moves import Move
from crazyeights.plugins import Registry
from crazyeights.state import State
from crazyeights.strategy import Strategy, seeing
from crazyeights.view import View

_clock: Final = time.perf_counter
_ADDRESS: Final = re.compile(r"0x[0-9a-fA-F]{6,}")


class LeftBehind(Exception):  # noqa: N818  it is no error of ours
    """The player was left behind, and another one goes on."""


class Hall:
    """A tournament ready to be played: its game and its strategies.

    Args:
        plan: the tournament.
        registry: the plugins.

    Raises:
        CrazyEightsError: a name, a parameter or an option is wrong.
    """

    def __init__(self, plan: Plan, registry: Registry) -> None:
        # Whether an oracle may take part was settled where the tournament was begun.
        check(plan, registry, allow_oracle=True)
        self.plan = plan
        self.game: Game = plan.make_game(registry)
        self.side = 2 if self.game.options.partners else 1
        self._registry = registry
        self._specs = [find_strategy(one.strategy, registry) for one in plan.contestants]
        self._parameters = [dict(one.parameters) for one in plan.contestants]

    @cached_property
    def compiled(self) -> Compiled | None:
        """The kernel, if it plays some of it; made ready when somebody first asks."""
        return compiled(self.plan, self.game, self._registry)

    def play(self, played: Set, turn: int, watch: Watch) -> RoundResult:
        """Play a round of a set.

        Args:
            played: the set.
            turn: the number of the round in the set.
            watch: is told who thinks.

        Raises:
            LeftBehind: the watch has given this player up.
        """
        seats = schedule.seating(self.plan, played, turn)
        programs: list[ExternalStrategy] = []
        try:
            watch.seat, watch.making, watch.since = NOBODY, False, _clock()
            state = self.game.deal(seed=schedule.deal_seed(self.plan, played))
            choosers = self._sit_down(state, seats, played, turn, watch, programs)
            moves = _play(state, choosers, watch, self.plan.max_moves)
        except BaseException as error:  # noqa: BLE001  # strategies may raise anything, SystemExit too
            seat, making = watch.seat, watch.making
            if not watch.settle():
                raise LeftBehind from None
            return self._lost(seats, seat, _why(error, watch.limit, making=making))
        finally:
            for program in programs:
                program.close()
        if not watch.settle():
            raise LeftBehind
        outcome = state.outcome
        faults = self._faults_of_rules(state)
        if outcome is None:
            return RoundResult(seats, (), (0,) * len(seats), moves, Ending.STOPPED, faults)
        return RoundResult(seats, outcome.winners, outcome.points, moves, outcome.reason.value, faults)

    def overrun(self, played: Set, turn: int, seat: int, message: str = "") -> RoundResult:
        """Give the result of a round whose player was left behind while it waited for a seat.

        Args:
            played: the set.
            turn: the number of the round in the set.
            seat: the seat that it waited for; `NOBODY` for none.
            message: what went wrong; that it took too long if left out.
        """
        text = message or _why(Overrun(), self.plan.time_limit, making=False)
        return self._lost(schedule.seating(self.plan, played, turn), seat, text)

    def _sit_down(
        self,
        state: State,
        seats: tuple[int, ...],
        played: Set,
        turn: int,
        watch: Watch,
        programs: list[ExternalStrategy],
    ) -> list[Callable[[View], Move]]:
        """Make a strategy for each seat, and give what chooses its moves; those that are programs are noted."""
        watch.making = True
        choosers: list[Callable[[View], Move]] = []
        for seat, contestant in enumerate(seats):
            rng = schedule.strategy_rng(self.plan, played, turn, seat)
            watch.seat, watch.since = seat, _clock()
            spec = self._specs[contestant]
            strategy: Strategy = spec.make(rng, self._parameters[contestant])
            choosers.append(seeing(strategy, state) if spec.sees_all else strategy.choose)
            if isinstance(strategy, ExternalStrategy):
                programs.append(strategy)
        watch.making = False
        return choosers

    def _lost(self, seats: tuple[int, ...], seat: int, message: str) -> RoundResult:
        """Give the result of a round that a seat lost by a fault; nobody's if the rules were at fault."""
        points = (0,) * len(seats)
        if seat == NOBODY:
            fault = RoundFault(NOBODY, self.plan.variant, f"the rules: {message}")
            return RoundResult(seats, (), points, 0, Ending.FAULT, (fault,))
        winners = tuple(other for other in range(len(seats)) if not self._same_side(other, seat))
        fault = RoundFault(seat, self.plan.contestants[seats[seat]].name, message)
        return RoundResult(seats, winners, points, 0, Ending.FAULT, (fault,))

    def _same_side(self, one: int, two: int) -> bool:
        return one == two or (self.side == 2 and (one - two) % 2 == 0)

    def _faults_of_rules(self, state: State) -> tuple[RoundFault, ...]:
        """Give what the rules' own functions did wrong; the game has gone on without them."""
        if not self.game.ruleset.has_callables:
            return ()
        return tuple(
            RoundFault(NOBODY, event.source, event.message) for event in state.events() if isinstance(event, Fault)
        )


def _play(state: State, choosers: list[Callable[[View], Move]], watch: Watch, max_moves: int) -> int:
    """Play a round to its end, or stop it after so many moves.

    Returns:
        How many moves were made.
    """
    view, apply, limit = state.view, state.apply, watch.limit
    moves = 0
    watch.since = _clock()
    while (seat := state.to_move) is not None:
        if moves == max_moves:
            return moves
        watch.seat = seat
        move = choosers[seat](view(seat))
        now = _clock()
        if now - watch.since > limit and watch.overran():
            raise Overrun
        if type(move) is not Move:
            raise _Cheated(f"chose {_described(move)}, which is not a move")
        watch.seat = NOBODY
        watch.since = now
        try:
            apply(move)
        except Exception:
            if state.to_move == seat and move not in state.legal_moves():
                watch.seat = seat
                raise _Cheated(_refusal(state, move)) from None
            raise
        moves += 1
    return moves


class _Cheated(Exception):  # noqa: N818  it is no error of ours
    """A strategy chose something else than a legal move; the text says what."""


def _described(value: object) -> str:
    """Name a value without trusting its repr to be short, or to work."""
    if value is None or type(value) in {str, int, float, bool}:
        return printable(repr(value), 40)
    return f"a {type(value).__name__}"


def _refusal(state: State, move: Move) -> str:
    """Say what was chosen and why it is not legal."""
    try:
        refused: IllegalMoveError | None = state.explain(move)
        reason = "" if refused is None else f": {refused.reason[:1].lower()}{refused.reason[1:].rstrip('.')}"
        # A card that would be given away is nobody's business, in a report neither.
        what = "to give a card" if move.kind.value == "give" else str(move)
    except Exception:  # noqa: BLE001  # a move that was not made by `Move` may lack anything
        return "chose something that is not a move"
    return f"chose {what}, which is not legal{reason}"


def _why(error: BaseException, limit: float, *, making: bool) -> str:
    """Say in half a sentence what a strategy did."""
    if isinstance(error, _Cheated):
        return str(error)
    if isinstance(error, Overrun):
        what = f"took longer than {limit:g} s"
    elif isinstance(error, StrategyError):
        what = printable(str(error))
    else:
        # Where an object lies in memory is another place in each process, and says nothing.
        what = f"raised {_ADDRESS.sub('0x…', describe_error(error))}"
    return f"{what} when it was made" if making else what
