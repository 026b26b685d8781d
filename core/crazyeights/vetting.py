"""What a plugin must be like to be used, and how it is told what is wrong with it.

`Registry` loads plugins and asks them; here stands what it holds them against.
"""

from __future__ import annotations

import difflib
import inspect
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from types import FunctionType, MethodType
from typing import Any, Final

import pluggy

from crazyeights import hookspecs
from crazyeights.cards import Deck
from crazyeights.errors import CrazyEightsError, PluginError, describe_error
from crazyeights.hookspecs import PROJECT
from crazyeights.specs import FrontendSpec, Parameter, Rule, StrategySpec, Variant

_PREFIX: Final = f"{PROJECT}_"


@dataclass(frozen=True, slots=True)
class Kind:
    """One kind of thing on offer: which hook gives it, its class, and which of its attributes must be what."""

    name: str
    hook: str
    type: type[Any]
    parts: Mapping[str, Callable[[object], bool]]


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _is_texts(value: object) -> bool:
    # A lone string is a sequence of strings too, but never what was meant.
    return isinstance(value, tuple | list) and all(isinstance(item, str) for item in value)


def _is_number(value: object) -> bool:
    return isinstance(value, int)


def _is_switch(value: object) -> bool:
    return isinstance(value, bool)


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_deck(value: object) -> bool:
    return value is None or isinstance(value, Deck)


def _is_draw(value: object) -> bool:
    return value is None or callable(value)


def _is_parameters(value: object) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(item, Parameter) for item in value)


KINDS: Final = (
    Kind("rule", "crazyeights_rules", Rule, {"summary": _is_text, "guide": _is_text, "apply": callable}),
    Kind(
        "variant",
        "crazyeights_variants",
        Variant,
        {
            "summary": _is_text,
            "source": _is_text,
            "rules": _is_texts,
            "options": _is_mapping,
            "deck": _is_deck,
            "draw": _is_draw,
        },
    ),
    Kind(
        "strategy",
        "crazyeights_strategies",
        StrategySpec,
        {
            "summary": _is_text,
            "create": callable,
            "parameters": _is_parameters,
            "strength": _is_number,
            "sees_all": _is_switch,
            "kernel": _is_text,
        },
    ),
    Kind(
        "frontend",
        "crazyeights_frontends",
        FrontendSpec,
        {"summary": _is_text, "launch": callable, "priority": _is_number, "unusable": callable, "examine": callable},
    ),
)


class Refusal(Exception):  # noqa: N818  it is no error of ours
    """A plugin can't be used: why, in one line, and where it failed."""

    def __init__(self, reason: str, trace: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.trace = trace


@contextmanager
def blaming(what: str) -> Iterator[None]:
    """Turn whatever a plugin raises, `SystemExit` too, into a `Refusal` that begins with `what`."""
    try:
        yield
    except (Refusal, KeyboardInterrupt):
        raise
    except PluginError as error:
        raise Refusal(str(error)) from error
    except BaseException as error:
        trace = "".join(traceback.format_exception(error))
        reason = describe_error(error)
        if isinstance(error, CrazyEightsError):
            reason = reason.removeprefix(f"{type(error).__name__}: ")
        raise Refusal(f"{what}: {reason}", trace) from error


class Manager(pluggy.PluginManager):
    """A plugin manager to which each function with a hook's name is a hook."""

    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """Take any function named like a hook for one, so that a forgotten decorator is no silent loss."""
        if name.startswith("__"):
            return None  # a third of what every module holds, and never a hook
        options = super().parse_hookimpl_opts(plugin, name)
        if options is None and name.startswith(_PREFIX) and _is_function(plugin, name):
            # Not a module, say: `import crazyeights_rules` in a plugin is no hook.
            return pluggy.HookimplOpts(
                wrapper=False, hookwrapper=False, optionalhook=False, tryfirst=False, trylast=False, specname=None
            )
        return options


def _is_function(plugin: object, name: str) -> bool:
    found = inspect.getattr_static(plugin, name, None)
    return isinstance(found, FunctionType | MethodType | classmethod | staticmethod)


def known_hooks() -> tuple[str, ...]:
    """Give the names of all hooks."""
    return tuple(name for name in vars(hookspecs) if name.startswith(_PREFIX))


def advice(hook: str) -> str:
    """Say which hook may be meant by a name that is none."""
    # Compared without the prefix, which would make everything look alike.
    known = {name.removeprefix(_PREFIX): name for name in known_hooks()}
    close = difflib.get_close_matches(hook.removeprefix(_PREFIX), known, n=1)
    return f"did you mean {known[close[0]]}?" if close else f"the hooks are {', '.join(known.values())}"


def no_hooks(plugin: object) -> str:
    """Say why there is no hook in a plugin."""
    for name in known_hooks():
        found = getattr(plugin, name, None)
        if found is not None and not inspect.ismodule(found):
            return f"{name} is {show(found)}, not a function, so there is no hook in it"
    return f"there is no hook in it: a hook is a function with one of the names {', '.join(known_hooks())}"


def check_signature(name: str, function: Callable[..., object], known: Sequence[str]) -> None:
    """Check that a function can be asked as a hook is.

    Args:
        name: what it is called.
        function: the function.
        known: the arguments that the hook has.

    Raises:
        Refusal: it can't.
    """
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise Refusal(f"{name} is async; hooks are plain functions")
    for parameter in inspect.signature(function).parameters.values():
        needed = parameter.default is parameter.empty and parameter.kind not in {
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        }
        if needed and parameter.name not in known:
            raise Refusal(f"{name} has an argument {parameter.name!r} that the hook lacks: {name}({', '.join(known)})")


def show(value: object) -> str:
    """Name a value without trusting its repr to be short, or to work."""
    if value is None or isinstance(value, str | int | float):
        text = repr(value)
        return text if len(text) <= 40 else f"{text[:40]}…"
    return f"a {type(value).__name__}"
