"""What a strategy is, and how one is described to the framework."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Protocol, TypeAlias, runtime_checkable

from crazyeights.errors import OptionError, UnknownNameError
from crazyeights.moves import Move
from crazyeights.view import View

if TYPE_CHECKING:
    from crazyeights.state import State

ParameterValue: TypeAlias = "int | float | bool | str"


@runtime_checkable
class Strategy(Protocol):
    """Chooses the moves of one seat."""

    def choose(self, view: View) -> Move:
        """Choose one of `view.legal_moves`.

        Called only when it is this seat's turn; there is always at least one legal move. Anything else than a legal
        move, an exception or a too long think is replaced by a legal move and reported as this strategy's fault.

        Args:
            view: what the seat may know.
        """
        ...


@runtime_checkable
class Seeing(Protocol):
    """What a strategy is besides that looks into all hands; for analysis only.

    Where the user has allowed it, `see` is called before each `choose`; where it is not, never. A view tells such a
    strategy no more than any other.
    """

    def see(self, state: State) -> None:
        """Look at the round, everything in it included.

        Args:
            state: a copy of the round; what is done to it has no effect.
        """
        ...


def seeing(strategy: Strategy, state: State) -> Callable[[View], Move]:
    """Give the `choose` of a strategy that may look into all hands of a round.

    Args:
        strategy: the strategy; one that has no `see` chooses as always.
        state: the round, which goes on after this call.
    """

    def choose(view: View) -> Move:
        show(strategy, state.copy())
        return strategy.choose(view)

    return choose


def show(strategy: Strategy, state: State) -> None:
    """Let a strategy look into all hands, if it has a method for that.

    Args:
        strategy: the strategy.
        state: a copy of the round.
    """
    if isinstance(strategy, Seeing):
        strategy.see(state)


@dataclass(frozen=True, slots=True)
class Parameter:
    """A number, switch or word that a strategy may be given, as in `search:ms=100`.

    Attributes:
        name: as the user writes it.
        default: the value if the user gives none; its type is the parameter's type.
        summary: what it does, in half a sentence.
        low, high: the range of a number, both ends included; None for no limit.
        choices: the words that it may be; empty for any.
    """

    name: str
    default: ParameterValue
    summary: str = ""
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()

    def parse(self, value: ParameterValue) -> ParameterValue:
        """Read a value as a user writes it or as a program gives it.

        Raises:
            OptionError: the value is not of the parameter's type or not in its range; says what would be.
        """
        kind = type(self.default)
        parsed: ParameterValue | None = None
        if kind is bool:
            word = str(value).lower()
            if word in {"yes", "true", "on", "1", "no", "false", "off", "0"}:
                parsed = word in {"yes", "true", "on", "1"}
        elif kind is str:
            parsed = str(value) if not self.choices or str(value) in self.choices else None
        elif not isinstance(value, bool):
            parsed = _whole(value) if kind is int else _number(value)
            if parsed is not None and not self._in_range(parsed):
                parsed = None
        if parsed is None:
            raise OptionError(f"{self.name} can't be {value!r}; it is {self.values()}")
        return parsed

    def _in_range(self, number: float) -> bool:
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def values(self) -> str:
        """Say which values it may have, as in "a whole number from 1 to 100"."""
        if isinstance(self.default, bool):
            return "yes or no"
        if isinstance(self.default, str):
            return f"one of {', '.join(self.choices)}" if self.choices else "a word"
        text = "a whole number" if isinstance(self.default, int) else "a number"
        if self.low is not None and self.high is not None:
            return f"{text} from {self.low:g} to {self.high:g}"
        if self.low is not None:
            return f"{text}, at least {self.low:g}"
        return f"{text}, at most {self.high:g}" if self.high is not None else text


def _whole(value: object) -> int | None:
    # isdecimal on ASCII, and int() after it: "1_0" and "٣" are numbers to int() but not to a person.
    if isinstance(value, str):
        digits = value.strip().removeprefix("-")
        value = int(value) if digits.isascii() and digits.isdecimal() and len(digits) < 19 else None
    return value if isinstance(value, int) else None


def _number(value: object) -> float | None:
    if isinstance(value, str) and (not value.isascii() or "_" in value):
        return None
    try:
        number = float(value) if isinstance(value, (int, float, str)) else math.nan
    except (ValueError, OverflowError):
        return None
    return number if math.isfinite(number) else None


@dataclass(frozen=True, slots=True)
class StrategySpec:
    """A strategy on offer: what a plugin's `crazyeights_strategies` hook returns.

    Attributes:
        name: as the user writes it after `--ai`.
        summary: how it plays, in one line.
        create: called as `create(rng, **parameters)` once per seat and round-playing table; gives the `Strategy`. Its
            `rng` is a random stream of its own, from which the deal can't be derived: a strategy that takes all its
            chance from it plays the same game for the same seed.
        parameters: what the user may set.
        strength: how well it plays, from 0; the hint of the frontends asks the strongest one there is.
        sees_all: whether it looks into all hands, by a method `see(state)` besides (see `Seeing`). Such a strategy is
            for analysis: an ordinary game refuses it, and hints never ask it.
        kernel: the name of the compiled kernel's way to choose that, without parameters, makes the very same moves as
            this strategy, as "greedy" for `greedy`; then a tournament may let the kernel play for it. "" for none.
    """

    name: str
    summary: str
    create: Callable[..., Strategy]
    parameters: tuple[Parameter, ...] = ()
    strength: int = 0
    sees_all: bool = False
    kernel: str = ""

    def make(self, rng: Random, given: Mapping[str, ParameterValue] | None = None) -> Strategy:
        """Make a strategy with the given parameters and the defaults of the others.

        Raises:
            UnknownNameError: there is no parameter of that name.
            OptionError: a value is out of its range.
        """
        values: dict[str, ParameterValue] = {parameter.name: parameter.default for parameter in self.parameters}
        known = {parameter.name: parameter for parameter in self.parameters}
        for name, value in (given or {}).items():
            if name not in known:
                raise UnknownNameError(f"parameter of {self.name}", name, known)
            values[name] = known[name].parse(value)
        return self.create(rng, **values)


def ordinary(strategies: Mapping[str, StrategySpec]) -> tuple[str, ...]:
    """Give the names of the strategies that see no more than a player: those that an ordinary game offers."""
    return tuple(name for name, spec in strategies.items() if not spec.sees_all)
