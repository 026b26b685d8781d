"""What a tournament is: plain data, by names, so that it can be sent to another process and written to a file."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations, combinations_with_replacement
from pathlib import Path
from typing import Any, Final

from crazyeights.arena.errors import ArenaError
from crazyeights.errors import OptionError, UnknownNameError
from crazyeights.external import external_spec, is_external
from crazyeights.game import Game
from crazyeights.options import OptionValue
from crazyeights.plugins import Registry
from crazyeights.strategy import ParameterValue, StrategySpec

TIME_LIMIT: Final = 10.0
MAX_MOVES: Final = 5_000


@dataclass(frozen=True, slots=True)
class Contestant:
    """A strategy that takes part.

    Attributes:
        name: what it is called in the results; no two are called the same.
        strategy: the strategy's name.
        parameters: what it is given, as (name, value).
    """

    name: str
    strategy: str
    parameters: tuple[tuple[str, ParameterValue], ...] = ()


@dataclass(frozen=True, slots=True)
class PluginFile:
    """A plugin in a single file, with its contents: another machine may not have the file.

    Attributes:
        path: where it is.
        source: what is in it.
    """

    path: str
    source: bytes

    @property
    def digest(self) -> str:
        """A short text that is another one when the contents are."""
        return hashlib.sha256(self.source).hexdigest()[:16]


@dataclass(frozen=True, slots=True)
class Plan:
    """All that the results of a tournament follow from.

    Attributes:
        contestants: who takes part.
        tables: who sits at each table, as places in `contestants`; the deals are played at each table in turn.
        variant, players, rules_added, rules_removed, options, roles: the game.
        seed: what all deals and all chance of the strategies follow from.
        rotate: whether each deal is played once from each seat; if not, once.
        reorder: whether the order around a table changes from deal to deal; not where partners face each other.
        time_limit: how many seconds a strategy may take for a move.
        max_moves: after so many moves a round is stopped and counts as drawn.
        plugins: plugin files to load besides what is installed.
        disabled: names of installed plugins that are not used.
        third_party: whether plugins are used that others have installed.
        engine: "python", or "kernel" to let the compiled kernel play where it can; "auto" is settled before it begins.
            The results are the same.
    """

    contestants: tuple[Contestant, ...]
    tables: tuple[tuple[int, ...], ...]
    variant: str = "classic"
    players: int = 2
    rules_added: tuple[str, ...] = ()
    rules_removed: tuple[str, ...] = ()
    options: tuple[tuple[str, OptionValue], ...] = ()
    roles: tuple[str, ...] = ()
    seed: int = 0
    rotate: bool = True
    reorder: bool = True
    time_limit: float = TIME_LIMIT
    max_moves: int = MAX_MOVES
    plugins: tuple[PluginFile, ...] = ()
    disabled: tuple[str, ...] = ()
    third_party: bool = True
    engine: str = "auto"

    @property
    def title(self) -> str:
        """What is played, in one line."""
        changes = [f"+{name}" for name in self.rules_added] + [f"-{name}" for name in self.rules_removed]
        changes += [*self.roles, *(f"{name}={value}" for name, value in self.options)]
        return f"{' '.join([self.variant, *changes])}, {self.players} players, seed {self.seed}"

    @property
    def rounds_per_set(self) -> int:
        """How many rounds are played at a table with one deal."""
        if not self.rotate:
            return 1
        # Two pairs of partners are seated in two ways, not in four.
        periods = {self.players} if self.reorder else {_period(table) for table in self.tables}
        return periods.pop() if len(periods) == 1 else self.players

    def sets_for(self, rounds: int) -> int:
        """Say how many times a table plays a deal until there are at least so many rounds."""
        return -(-rounds // self.rounds_per_set)

    def describe(self) -> dict[str, Any]:
        """Give all that must be the same for results to belong together, as plain values that JSON can hold."""
        return {
            "variant": self.variant,
            "players": self.players,
            "rules_added": list(self.rules_added),
            "rules_removed": list(self.rules_removed),
            "options": dict(self.options),
            "roles": list(self.roles),
            "strategies": [
                {"name": one.name, "strategy": one.strategy, "parameters": dict(one.parameters)}
                for one in self.contestants
            ],
            "tables": [list(table) for table in self.tables],
            "rotate": self.rotate,
            "reorder": self.reorder,
            "max_moves": self.max_moves,
            "plugins": {Path(file.path).name: file.digest for file in self.plugins},
            "seed": self.seed,
        }

    def make_game(self, registry: Registry) -> Game:
        """Make the game that is played.

        Raises:
            CrazyEightsError: a name or an option is wrong.
        """
        return Game(
            self.variant,
            self.players,
            self.rules_added,
            self.rules_removed,
            dict(self.options),
            registry,
            roles=self.roles,
        )


def _period(table: tuple[int, ...]) -> int:
    """Say after how many seats the order around a table comes again."""
    return next(at for at in range(1, len(table) + 1) if table[at:] + table[:at] == table)


def contestants(given: Sequence[tuple[str, Mapping[str, ParameterValue]]]) -> tuple[Contestant, ...]:
    """Give the contestants for strategies and their parameters; of the same one twice the second is "greedy (2)"."""
    seen: dict[str, int] = {}
    found = []
    for strategy, parameters in given:
        settings = ",".join(f"{name}={value}" for name, value in parameters.items())
        text = f"{strategy}:{settings}" if settings else strategy
        seen[text] = seen.get(text, 0) + 1
        name = text if seen[text] == 1 else f"{text} ({seen[text]})"
        found.append(Contestant(name, strategy, tuple(parameters.items())))
    return tuple(found)


def round_robin(count: int, players: int, *, partners: bool = False) -> tuple[tuple[int, ...], ...]:
    """Give the tables at which everybody meets everybody.

    With more seats than contestants they take several seats each, in all the ways in which everybody is there.

    Args:
        count: how many contestants there are.
        players: how many sit at a table.
        partners: whether every other seat plays together: then each contestant plays with itself.
    """
    if partners:
        return tuple((one, two) * (players // 2) for one, two in combinations(range(count), 2))
    if count >= players:
        return tuple(combinations(range(count), players))
    extra = combinations_with_replacement(range(count), players - count)
    return tuple(tuple(sorted((*range(count), *more))) for more in extra)


def check(plan: Plan, registry: Registry, *, allow_oracle: bool = False) -> None:
    """Check that a tournament can be played.

    Args:
        plan: the tournament.
        registry: the plugins.
        allow_oracle: whether strategies may take part that see all hands.

    Raises:
        CrazyEightsError: a name, a parameter or an option is wrong, the tables don't fit, or an oracle takes part.
    """
    plan.make_game(registry)
    if len(plan.contestants) < 1 or not plan.tables:
        raise ArenaError("a tournament takes at least two strategies")
    for table in plan.tables:
        if len(table) != plan.players:
            raise ArenaError(f"a table has {len(table)} strategies, but the game is for {plan.players} players")
        if any(not 0 <= one < len(plan.contestants) for one in table):
            raise ArenaError("a table has a strategy that does not take part")
    for one in plan.contestants:
        spec = find_strategy(one.strategy, registry)
        if spec.sees_all and not allow_oracle:
            raise ArenaError(f"{one.strategy} sees all hands; it takes part only with --allow-oracle")
        known = {parameter.name: parameter for parameter in spec.parameters}
        for name, value in one.parameters:
            if name not in known:
                raise UnknownNameError(f"parameter of {one.strategy}", name, known)
            known[name].parse(value)
    if not plan.time_limit > 0:
        raise OptionError(f"the time limit is a number of seconds above 0, not {plan.time_limit!r}")
    if plan.max_moves < 1:
        raise OptionError(f"a round is stopped after 1 move or more, not {plan.max_moves!r}")


def find_strategy(name: str, registry: Registry) -> StrategySpec:
    """Give the strategy of a name, or the program that is named by `exec:`.

    Raises:
        UnknownNameError, OptionError: there is none.
    """
    return external_spec(name) if is_external(name) else registry.strategy(name)


def plugin_files(registry: Registry) -> tuple[PluginFile, ...]:
    """Give the plugins of a registry that are single files.

    Raises:
        ArenaError: one can't be read any more.
    """
    files = []
    for info in registry.plugins:
        path = Path(info.source)
        if info.built_in or path.suffix.lower() != ".py":
            continue
        try:
            files.append(PluginFile(str(path.absolute()), path.read_bytes()))
        except OSError as error:
            raise ArenaError(f"the plugin {info.name} ({path}) can't be read any more: {error.strerror}") from error
    return tuple(files)
