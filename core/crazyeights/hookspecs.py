"""The hooks: everything that a plugin may be asked. docs/hooks.md has an example of each.

A plugin answers as many of them as it wants. A hook that only describes what is on offer is asked once, when the
plugins are loaded; none is asked while a round is played.
"""

from __future__ import annotations

from collections.abc import Iterable

import pluggy

from crazyeights.events import Observer
from crazyeights.match import Match
from crazyeights.specs import FrontendSpec, Rule, StrategySpec, TableRequest, Variant

PROJECT = "crazyeights"
hookspec = pluggy.HookspecMarker(PROJECT)
hookimpl = pluggy.HookimplMarker(PROJECT)


@hookspec
def crazyeights_rules() -> Iterable[Rule]:
    """Offer special-card rules. Asked once.

    Returns:
        The rules; the user picks them with `--rule`, variants name them.
    """
    return ()


@hookspec
def crazyeights_variants() -> Iterable[Variant]:
    """Offer variants: named sets of rules and options. Asked once.

    Returns:
        The variants; their rules may come from any plugin.
    """
    return ()


@hookspec
def crazyeights_strategies() -> Iterable[StrategySpec]:
    """Offer strategies, which choose the computer's moves. Asked once.

    Returns:
        Descriptions of the strategies; one is made for each seat that it plays.
    """
    return ()


@hookspec
def crazyeights_frontends() -> Iterable[FrontendSpec]:
    """Offer frontends, which show the game to people and take their moves. Asked once.

    Returns:
        Descriptions of the frontends; only the one in use is launched, so import what is slow in its `launch`.
    """
    return ()


@hookspec
def crazyeights_commands(app: object) -> None:
    """Add commands to the launcher.

    Asked at most once, and only where commands matter: for `--help`, for `plugins`, and for a command name that is not
    one of the launcher's own.

    Args:
        app: the launcher's `typer.Typer`; typed as an object because the core knows no command-line library.
    """


@hookspec
def crazyeights_observers(match: Match, table: TableRequest | None) -> Iterable[Observer]:  # noqa: ARG001
    """Offer observers, which are told every event of a match. Asked once a match, before its first round is dealt.

    Args:
        match: the match; who leads and which round is played can be read from it at any time.
        table: what is played and by whom, and where the user's files are; None for a match without a table.

    Returns:
        Objects with a method `on_event(event)`. They see all cards: they are trusted, and no players.
    """
    return ()
