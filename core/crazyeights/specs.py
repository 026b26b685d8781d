"""What passes between plugins, the launcher and the frontends: frozen descriptions, and the table to open.

The descriptions that a plugin hands over are `Rule`, `Variant`, `StrategySpec` and `FrontendSpec`; the first three are
defined beside what they describe and are here again, so that a plugin's author finds all of them in one place.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Protocol

from crazyeights.errors import RecordError
from crazyeights.events import Fault, Observer
from crazyeights.external import ExternalStrategy
from crazyeights.game import Game
from crazyeights.match import Match
from crazyeights.record import Record, Recorder
from crazyeights.rules import Rule, Variant
from crazyeights.session import Seat, Session, Watch
from crazyeights.strategy import Parameter, StrategySpec

__all__ = [
    "Environment",
    "Folders",
    "FrontendSpec",
    "LaunchRequest",
    "LeftOut",
    "Observer",
    "Offers",
    "Parameter",
    "PluginInfo",
    "Rule",
    "StrategySpec",
    "TableRequest",
    "Variant",
    "choose_frontend",
    "seat_names",
    "usual_opponent",
]


@dataclass(frozen=True, slots=True)
class PluginInfo:
    """A plugin in use.

    Attributes:
        name: the name of its entry point, or of its file without `.py`.
        source: where it is from: a distribution with its version, or the path of a file.
        built_in: whether it came with the game.
        hooks: the hooks that it answers.
        offers: for each kind ("rule", "variant", "strategy", "frontend") of which it offers any, the names.
    """

    name: str
    source: str
    built_in: bool = False
    hooks: tuple[str, ...] = ()
    offers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """A plugin that can't be used, or did something wrong and is used all the same; `str()` is one line for a person.

    Attributes:
        name: the name of its entry point, or of its file without `.py`.
        source: where it is from: a distribution with its version, or the path of a file.
        reason: what is wrong with it, in one line.
        traceback: where it failed, for its author; empty if it raised nothing.
        in_use: whether it is used all the same.
    """

    name: str
    source: str
    reason: str
    traceback: str = ""
    in_use: bool = False

    def __str__(self) -> str:
        what = "misbehaves" if self.in_use else "is left out"
        return f"the plugin {self.name} ({self.source}) {what}: {self.reason}"


class Offers(Protocol):
    """What a frontend may ask the registry of plugins; `plugins.Registry` is the real one."""

    @property
    def rules(self) -> Mapping[str, Rule]:
        """All rules by name."""
        ...

    @property
    def variants(self) -> Mapping[str, Variant]:
        """All variants by name."""
        ...

    @property
    def strategies(self) -> Mapping[str, StrategySpec]:
        """All strategies by name."""
        ...

    @property
    def frontends(self) -> Mapping[str, FrontendSpec]:
        """All frontends by name."""
        ...

    @property
    def plugins(self) -> tuple[PluginInfo, ...]:
        """The plugins in use."""
        ...

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The plugins that can't be used or misbehave."""
        ...

    def rule(self, name: str) -> Rule:
        """Give the rule of that name."""
        ...

    def variant(self, name: str) -> Variant:
        """Give the variant of that name."""
        ...

    def strategy(self, name: str) -> StrategySpec:
        """Give the strategy of that name."""
        ...

    def frontend(self, name: str) -> FrontendSpec:
        """Give the frontend of that name."""
        ...

    def observers(self, match: Match, table: TableRequest | None = None) -> tuple[Observer, ...]:
        """Ask all plugins for their observers of a match at a table."""
        ...


@dataclass(frozen=True, slots=True)
class Environment:
    """What the program runs in, as far as it matters for which frontend can run.

    Attributes:
        stdin_tty: whether somebody types at the standard input.
        stdout_tty: whether the standard output is a terminal.
        display: whether a window can be opened.
        env: the environment variables.
        platform: as in `sys.platform`.
    """

    stdin_tty: bool = False
    stdout_tty: bool = False
    display: bool = False
    env: Mapping[str, str] = field(default_factory=dict)
    platform: str = sys.platform

    @classmethod
    def current(cls) -> Environment:
        """Describe what this process runs in."""
        env = dict(os.environ)
        # But on Windows and macOS a window needs one of these; over ssh they are set only if it can be shown.
        display = bool(env.get("DISPLAY") or env.get("WAYLAND_DISPLAY"))
        if sys.platform == "win32" or (sys.platform == "darwin" and not env.get("SSH_CONNECTION")):
            display = True
        return cls(_is_tty(sys.stdin), _is_tty(sys.stdout), display, env, sys.platform)


class _Stream(Protocol):
    def isatty(self) -> bool: ...


def _is_tty(stream: _Stream | None) -> bool:
    # None under pythonw; closed when the parent closed it.
    try:
        return stream is not None and stream.isatty()
    except ValueError:
        return False


@dataclass(frozen=True, slots=True)
class Folders:
    """Where the user's files are; none of the folders is made before something is written to it.

    Attributes:
        config: for settings.
        data: for records, statistics and, in `plugins`, plugins of a single file.
    """

    config: Path
    data: Path

    @property
    def plugins(self) -> Path:
        """The folder of the user's single-file plugins."""
        return self.data / "plugins"

    @classmethod
    def of_user(cls) -> Folders:
        """Give the folders that the platform has for this user."""
        # Here, for no other part needs it and every command would pay for it.
        import platformdirs  # noqa: PLC0415

        config = platformdirs.user_config_path("crazyeights", appauthor=False)
        return cls(config, platformdirs.user_data_path("crazyeights", appauthor=False))


def seat_names(humans: Sequence[bool]) -> tuple[str, ...]:
    """Name the seats of a table: "You" (of several people "Player 1" and so on), "Computer 1", "Computer 2" and so on.

    Args:
        humans: for each seat, whether a person sits there.
    """
    names: list[str] = []
    for seat, human in enumerate(humans):
        if not human:
            names.append(f"Computer {humans[: seat + 1].count(False)}")
        elif humans.count(True) == 1:
            names.append("You")
        else:
            names.append(f"Player {humans[: seat + 1].count(True)}")
    return tuple(names)


def usual_opponent(strategies: Mapping[str, StrategySpec]) -> StrategySpec | None:
    """Give who plays the computer's seats where nobody says it: `normal`, or what comes nearest to it.

    Args:
        strategies: all strategies by name.

    Returns:
        `normal`, else `greedy`, else the strongest strategy that sees no more than a player; None if there is none.
    """
    from crazyeights.hints import adviser  # noqa: PLC0415  (here, for it is hardly ever asked)

    return strategies.get("normal") or strategies.get("greedy") or adviser(strategies)


@dataclass(frozen=True, slots=True)
class TableRequest:
    """A table that somebody asked for, not opened yet.

    Attributes:
        game: what is played.
        seats: who plays it; a seat without a strategy is a person's.
        seed: what the deals follow from; None for any.
        record: the file to write the record to; None for none.
        watch: whether strategies hold all seats and the user looks on.
        kept: the record of a round or match that was broken off, which is gone on with; its file is written on.
        folders: where the user's files are; None if nothing is to be written there.
        log: the file to which what happens is written in words; None for none.
    """

    game: Game
    seats: tuple[Seat, ...]
    seed: int | None = None
    record: Path | None = None
    watch: bool = False
    kept: Record | None = None
    folders: Folders | None = None
    log: Path | None = None

    def open(self, registry: Offers) -> Session:
        """Open the table and deal the first round, or go on with the one that was kept.

        Args:
            registry: whose plugins may watch each match.

        Raises:
            SeatError: the number of seats is not the game's number of players.
            RecordError, OSError: the record can't be written.
        """
        session: Session | None = None
        faults: list[Fault] = []

        def watch(match: Match) -> Sequence[Observer]:
            before = len(registry.left_out)
            observers = registry.observers(match, self)
            for failed in registry.left_out[before:]:
                fault = Fault(failed.name, failed.reason)
                # While the table is being opened there is nobody to tell yet.
                (faults.append if session is None else session.report)(fault)
            return observers

        session = self._deal(watch) if self.kept is None else self._go_on(self.kept, watch)
        for fault in faults:
            session.report(fault)
        return session

    def _deal(self, watch: Watch) -> Session:
        recorder = None if self.record is None else Recorder(self.record)
        try:
            return Session(
                self.game, self.seats, self.seed, recorder=recorder, observers=self._listeners(), watch=watch
            )
        except BaseException:
            if recorder is not None:
                recorder.close()
            raise

    def _listeners(self) -> list[Observer]:
        """Give what tells programs that play here what happens while it is not their turn."""
        players = enumerate(seat.strategy for seat in self.seats)
        return [player.listener(seat) for seat, player in players if isinstance(player, ExternalStrategy)]

    def _go_on(self, kept: Record, watch: Watch) -> Session:
        try:
            session = Session.resume(kept, self.seats, self.seed, observers=self._listeners(), watch=watch)
        except RecordError as error:
            # It can be played on, if not written on.
            session = Session.resume(
                kept, self.seats, self.seed, recording=False, observers=self._listeners(), watch=watch
            )
            session.report(Fault("record", f"is not written on: {error}"))
        if session.over and not session.match_over:
            # It was left between two rounds of a match.
            session.new_round()
        return session


@dataclass(frozen=True, slots=True)
class LaunchRequest:
    """What a frontend gets when it is launched.

    Attributes:
        registry: everything that the plugins offer.
        table: the table that the user asked for; None if the frontend shall ask.
        settings: the user's settings by name.
        folders: where the user's files are.
        options: switches of the frontend's own, such as `plain`.
    """

    registry: Offers
    table: TableRequest | None
    settings: Mapping[str, object]
    folders: Folders
    options: Mapping[str, object] = field(default_factory=dict)


def _nothing_found(environment: Environment) -> Sequence[tuple[str, str]]:  # noqa: ARG001
    return ()


def _always_usable(environment: Environment) -> str | None:  # noqa: ARG001
    return None


@dataclass(frozen=True, slots=True)
class FrontendSpec:
    """A frontend on offer: what a plugin's `crazyeights_frontends` hook returns.

    Attributes:
        name: as the user writes it after `--frontend`.
        summary: what it is, in one line.
        launch: plays what is asked for and returns the exit code of the program.
        priority: if the user names no frontend, the usable one with the highest priority is launched; one with 0 is
            launched only when it is named.
        unusable: says why it can't run in this environment; gives None if it can.
        examine: says what it finds in this environment, as (what, finding) pairs, for `crazyeights doctor`.
    """

    name: str
    summary: str
    launch: Callable[[LaunchRequest], int]
    priority: int = 0
    unusable: Callable[[Environment], str | None] = _always_usable
    examine: Callable[[Environment], Sequence[tuple[str, str]]] = _nothing_found


def choose_frontend(frontends: Iterable[FrontendSpec], environment: Environment) -> FrontendSpec | None:
    """Give the frontend to launch if the user names none: the usable one with the highest priority above 0.

    Args:
        frontends: what there is.
        environment: where it must run.
    """
    usable = [spec for spec in frontends if spec.priority > 0 and _is_usable(spec, environment)]
    return max(usable, key=lambda spec: spec.priority, default=None)


def _is_usable(spec: FrontendSpec, environment: Environment) -> bool:
    try:
        return spec.unusable(environment) is None
    except Exception:  # noqa: BLE001  a stranger's frontend that can't even say so must not keep the others from it
        return False
