"""The way to the compiled kernel for all that must do without it: whether it is there, what it plays, when it pays.

Importing this imports neither numba nor NumPy.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from contextlib import suppress
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.util import find_spec
from typing import TYPE_CHECKING, Final

from crazyeights.builder import RulesetBuilder
from crazyeights.cards import Deck
from crazyeights.errors import CrazyEightsError, MissingExtraError, UnknownNameError, describe_error
from crazyeights.fast.limits import why_not
from crazyeights.game import Game
from crazyeights.rules import Rule

if TYPE_CHECKING:
    from types import ModuleType

#: The extra of crazyeights that brings what the kernel takes.
EXTRA: Final = "fast"
#: Who may be asked to play: the kernel where it can and it pays, the engine in Python, the kernel or nobody.
ENGINES: Final = ("auto", "python", "kernel")
# The seconds that it takes to load compiled code, and to compile it, with something to spare.
_TO_LOAD: Final = 2.0
_TO_COMPILE: Final = 12.0


def kernel_refusal(game: Game) -> str:
    """Say in half a sentence why the compiled kernel can't play a game, with the name of the rule; "" if it can.

    Args:
        game: the game. Nothing needs to be installed to learn this.

    Raises:
        TypeError: it is no game.
    """
    check_game(game)
    return why_not(game)


def check_game(game: object) -> None:
    """Check that something is a game, and not the name of a variant, say.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(game, Game):
        raise TypeError(f"what is played is a crazyeights.Game, as in Game('classic', 2), not {game!r}")


def rule_refusal(rule: Rule) -> str:
    """Say in half a sentence why there is no kernel for games with a rule; "" if it is not the rule's fault.

    Args:
        rule: the rule.
    """
    # Jokers too, for a rule may be about them. One that is for a deck of its own is known by its variant alone.
    build = RulesetBuilder(Deck(jokers=2))
    with suppress(Exception):
        build.add(rule)
    return "it calls Python functions (on_play)" if build.declared.effects else ""


def installed() -> str:
    """Give the version of numba that is installed; "" if none is."""
    if find_spec("numba") is None:
        return ""
    try:
        return version("numba")
    except PackageNotFoundError:
        return "of no version"


def describe() -> str:
    """Say in half a sentence what there is of a kernel here.

    This imports numba.
    """
    if problem():
        return f"none: {problem()}"
    from crazyeights import machine  # noqa: PLC0415

    if not machine.COMPILED:
        return f"numba {installed()} is there, but NUMBA_DISABLE_JIT is set, so nothing is compiled"
    return f"compiled by numba {installed()}"


def is_ready(game: Game, policies: Sequence[int] | None) -> bool:
    """Say whether nothing need be compiled any more before the kernel can play; so too where nothing ever is.

    This imports numba, which must be usable.

    Args:
        game: what is played; one that the kernel can play.
        policies: as for `pays`.
    """
    from crazyeights import machine  # noqa: PLC0415

    return not machine.COMPILED or machine.Machine(game).is_ready(policies)


def is_compiled() -> bool:
    """Say whether the kernel is compiled at all; it is not with NUMBA_DISABLE_JIT.

    This imports numba, which must be usable.
    """
    from crazyeights import machine  # noqa: PLC0415

    return machine.COMPILED


@cache
def problem() -> str:
    """Say in half a sentence why the kernel can't be used here, whatever is played; "" if it can.

    This imports numba.
    """
    if not installed():
        return f"numba is not installed: pip install 'crazyeights[{EXTRA}]'"
    try:
        from crazyeights import machine  # noqa: F401, PLC0415
    except Exception as error:  # noqa: BLE001  # a numba that does not fit this Python or NumPy may raise anything
        return f"numba can't be used: {describe_error(error)}"
    return ""


def demand(what: str, game: Game) -> ModuleType:
    """Give the module `machine`, for somebody who wants the kernel or nothing.

    Args:
        what: what it is wanted for.
        game: what it shall play.

    Raises:
        MissingExtraError: numba is not installed.
        CrazyEightsError: numba does not work here, or the kernel can't play the game.
    """
    refusal = why_not(game)
    if refusal:
        raise CrazyEightsError(f"{what}: the kernel can't play {game.name}, for {refusal}")
    if not installed():
        raise MissingExtraError(what, "numba", EXTRA)
    if problem():
        raise CrazyEightsError(f"{what}: {problem()}")
    from crazyeights import machine  # noqa: PLC0415

    return machine


def could_pay(seconds: float) -> bool:
    """Say whether the kernel is sooner done than the engine in Python if it is compiled already.

    Args:
        seconds: what the engine takes, about.
    """
    return seconds >= _TO_LOAD


def pays(seconds: float, game: Game, policies: Sequence[int] | None) -> bool:
    """Say whether the kernel is sooner done than the engine in Python, with all that it takes to make it ready.

    Args:
        seconds: what the engine takes, about.
        game: what is played; one that the kernel can play.
        policies: the number of each seat's policy; None if the rounds are those that `Game.deal` deals, for which other
            code is compiled.
    """
    # Where this process has the code at hand, there is nothing to wait for; tournaments are played in others.
    at_hand = policies is not None and "crazyeights.machine" in sys.modules
    if not (could_pay(seconds) or at_hand) or problem():
        return False
    from crazyeights import machine  # noqa: PLC0415

    if not machine.COMPILED:
        return False
    kernel = machine.Machine(game)
    if at_hand and kernel.is_loaded(policies):
        return True
    return could_pay(seconds) and (seconds >= _TO_COMPILE or kernel.is_ready(policies))


def cache_note() -> str:
    """Say in one line why compiled code is not kept on disk; "" if it is, or there is none.

    This imports numba.
    """
    if problem():
        return ""
    from crazyeights.fast import jit, rounds  # noqa: F401, PLC0415  # with the functions that are to be kept

    return jit.cache_note()


def cache_place() -> str:
    """Say where compiled code is kept, or why it can't be; "" if there is none.

    This imports numba.
    """
    note = cache_note()
    if note or problem():
        return note.removeprefix("compiled code ")
    from crazyeights.fast import jit  # noqa: PLC0415

    return "" if jit.DISABLED else f"kept in {jit.kept_in()}"


def check_engine(engine: str) -> None:
    """Check the name of an engine.

    Raises:
        UnknownNameError: there is none of that name.
    """
    if engine not in ENGINES:
        raise UnknownNameError("engine", engine, ENGINES)
