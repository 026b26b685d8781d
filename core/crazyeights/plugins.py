"""Finds, loads and checks plugins, and is the registry of all that they offer.

A plugin is good as a whole or left out as a whole: one that can't be imported, has a hook that does not exist or takes
other arguments, fails in a hook, or offers something wrong leaves nothing behind but a line that says why. Who comes
first gets a name: the game's own plugins, other installed ones by name, files in the plugins folder, given files.
"""

from __future__ import annotations

import difflib
import inspect
import traceback
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from pathlib import Path
from types import FunctionType, MappingProxyType, MethodType
from typing import Any, Final, TypeVar

import pluggy

from crazyeights import discovery, game, hookspecs
from crazyeights.cards import Deck
from crazyeights.discovery import Candidate
from crazyeights.errors import CrazyEightsError, PluginError, UnknownNameError, describe_error
from crazyeights.events import Observer
from crazyeights.hookspecs import PROJECT, hookimpl
from crazyeights.match import Match
from crazyeights.rules import check_name
from crazyeights.specs import FrontendSpec, LeftOut, Parameter, PluginInfo, Rule, StrategySpec, Variant

__all__ = ["LeftOut", "PluginInfo", "Registry", "default_registry", "hookimpl", "load_plugins"]

_T = TypeVar("_T")
_PREFIX: Final = f"{PROJECT}_"


@dataclass(frozen=True, slots=True)
class _Kind:
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


def _is_mapping(value: object) -> bool:
    return isinstance(value, Mapping)


def _is_deck(value: object) -> bool:
    return value is None or isinstance(value, Deck)


def _is_parameters(value: object) -> bool:
    return isinstance(value, tuple | list) and all(isinstance(item, Parameter) for item in value)


_KINDS: Final = (
    _Kind("rule", "crazyeights_rules", Rule, {"summary": _is_text, "guide": _is_text, "apply": callable}),
    _Kind(
        "variant",
        "crazyeights_variants",
        Variant,
        {"summary": _is_text, "source": _is_text, "rules": _is_texts, "options": _is_mapping, "deck": _is_deck},
    ),
    _Kind(
        "strategy",
        "crazyeights_strategies",
        StrategySpec,
        {"summary": _is_text, "create": callable, "parameters": _is_parameters, "strength": _is_number},
    ),
    _Kind(
        "frontend",
        "crazyeights_frontends",
        FrontendSpec,
        {"summary": _is_text, "launch": callable, "priority": _is_number, "unusable": callable, "examine": callable},
    ),
)


class _Refusal(Exception):  # noqa: N818  it is no error of ours
    """A plugin can't be used: why, in one line, and where it failed."""

    def __init__(self, reason: str, trace: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.trace = trace


@contextmanager
def _blaming(what: str) -> Iterator[None]:
    """Turn whatever a plugin raises, `SystemExit` too, into a `_Refusal` that begins with `what`."""
    try:
        yield
    except (_Refusal, KeyboardInterrupt):
        raise
    except PluginError as error:
        raise _Refusal(str(error)) from error
    except BaseException as error:
        trace = "".join(traceback.format_exception(error))
        reason = describe_error(error)
        if isinstance(error, CrazyEightsError):
            reason = reason.removeprefix(f"{type(error).__name__}: ")
        raise _Refusal(f"{what}: {reason}", trace) from error


class _Manager(pluggy.PluginManager):
    def parse_hookimpl_opts(self, plugin: object, name: str) -> pluggy.HookimplOpts | None:
        """Take any function named like a hook for one, so that a forgotten decorator is no silent loss."""
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


class Registry:
    """All that the plugins in use offer, by name.

    Attributes:
        rules, variants, strategies, frontends: what is on offer, in the order in which it was loaded; read-only.
    """

    def __init__(self) -> None:
        self._manager = _Manager(PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self._plugins: dict[str, tuple[PluginInfo, object]] = {}
        self._left_out: list[LeftOut] = []
        self._owners: dict[tuple[str, str], PluginInfo] = {}
        self._offers: dict[str, dict[str, Any]] = {kind.name: {} for kind in _KINDS}
        self.rules: Mapping[str, Rule] = MappingProxyType(self._offers["rule"])
        self.variants: Mapping[str, Variant] = MappingProxyType(self._offers["variant"])
        self.strategies: Mapping[str, StrategySpec] = MappingProxyType(self._offers["strategy"])
        self.frontends: Mapping[str, FrontendSpec] = MappingProxyType(self._offers["frontend"])

    @property
    def plugins(self) -> tuple[PluginInfo, ...]:
        """The plugins in use, in the order in which they were loaded."""
        return tuple(info for info, _ in self._plugins.values())

    @property
    def left_out(self) -> tuple[LeftOut, ...]:
        """The plugins that can't be used, and whatever a plugin in use failed to do later."""
        return tuple(self._left_out)

    def rule(self, name: str) -> Rule:
        """Give the rule of that name.

        Raises:
            UnknownNameError: no plugin offers one; says which similar one there is.
        """
        return _find("rule", self.rules, name)

    def variant(self, name: str) -> Variant:
        """Give the variant of that name.

        Raises:
            UnknownNameError: no plugin offers one; says which similar one there is.
        """
        return _find("variant", self.variants, name)

    def strategy(self, name: str) -> StrategySpec:
        """Give the strategy of that name.

        Raises:
            UnknownNameError: no plugin offers one; says which similar one there is.
        """
        return _find("strategy", self.strategies, name)

    def frontend(self, name: str) -> FrontendSpec:
        """Give the frontend of that name.

        Raises:
            UnknownNameError: no plugin offers one; says which similar one there is.
        """
        return _find("frontend", self.frontends, name)

    def owner(self, kind: str, name: str) -> PluginInfo:
        """Say which plugin offers the rule, variant, strategy or frontend of that name.

        Raises:
            UnknownNameError: none does.
        """
        owner = self._owners.get((kind, name))
        if owner is None:
            raise UnknownNameError(kind, name, self._offers.get(kind, ()))
        return owner

    def add_commands(self, app: object, names: Callable[[], Iterable[str]] | None = None) -> None:
        """Let all plugins add their commands to the launcher; one that fails is left out with all that it offers.

        Args:
            app: the launcher's application.
            names: gives the names of the commands that `app` has by now, so that no plugin can take over another's.
        """
        for info, plugin in tuple(self._plugins.values()):
            if "crazyeights_commands" not in info.hooks:
                continue
            before = _contents(app)
            try:
                with _blaming("crazyeights_commands fails"):
                    self._ask(plugin, "crazyeights_commands", app=app)
                    counts = Counter(names() if names is not None else ())
                    doubled = [name for name, count in counts.items() if count > 1]
                    if doubled:
                        raise _Refusal(f"its command {doubled[0]} has a name already taken")
            except _Refusal as refusal:
                _restore(app, before)
                self._remove(info, plugin)
                self._note(info, refusal)

    def observers(self, match: Match) -> tuple[Observer, ...]:
        """Ask all plugins for their observers of a match.

        One that fails is noted in `left_out` and has no observers of this match; what else it offers stays, because a
        game in play may be using it.
        """
        observers: list[Observer] = []
        for info, plugin in self._plugins.values():
            try:
                with _blaming("crazyeights_observers fails"):
                    offered = self._items(plugin, "crazyeights_observers", match=match)
                    for observer in offered:
                        if not callable(getattr(observer, "on_event", None)):
                            raise _Refusal(f"its observer, {_show(observer)}, has no method on_event")
            except _Refusal as refusal:
                self._note(info, refusal)
            else:
                observers += offered
        return tuple(observers)

    # Loading

    def load(self, candidate: Candidate) -> None:
        """Load a plugin that was found; leave it out if anything is wrong with it."""
        info = PluginInfo(self._free_name(candidate), candidate.source, candidate.built_in)
        plugin: object = None
        try:
            with _blaming("it can't be imported"):
                plugin = candidate.load()
            with _blaming("its hooks can't be read"):
                hooks = self._check_hooks(plugin)
                for other, same in self._plugins.values():
                    if same is plugin:
                        raise _Refusal(f"it is the same as the plugin {other.name}")
            with _blaming("it can't be registered"):
                self._manager.register(plugin, info.name)
            with _blaming("what it offers can't be read"):
                offered = [(kind, self._check_offers(kind, plugin)) for kind in _KINDS]
        except _Refusal as refusal:
            # A failed register() of pluggy may leave the name taken and half of the hooks in place.
            self._remove(info, plugin)
            candidate.drop()
            self._note(info, refusal)
            return
        names = {kind.name: tuple(item.name for item in items) for kind, items in offered if items}
        info = replace(info, hooks=hooks, offers=MappingProxyType(names))
        self._plugins[info.name] = (info, plugin)
        for kind, items in offered:
            for item in items:
                self._offers[kind.name][item.name] = item
                self._owners[kind.name, item.name] = info

    def _free_name(self, candidate: Candidate) -> str:
        # Plugins' names are for people to read; two strangers who chose the same one are told apart by their source.
        return candidate.name if candidate.name not in self._plugins else f"{candidate.name} ({candidate.source})"

    def _check_hooks(self, plugin: object) -> tuple[str, ...]:
        """Give the names of the hooks that a plugin answers, if all of them exist and take the right arguments."""
        hooks: list[str] = []
        for name in dir(plugin):
            options = self._manager.parse_hookimpl_opts(plugin, name)
            if options is None:
                continue
            hook = options.get("specname") or name
            caller = getattr(self._manager.hook, hook, None)
            if caller is None or caller.spec is None:
                if not options.get("optionalhook"):
                    raise _Refusal(f"there is no hook {hook}; {_advice(hook)}")
                continue
            if options.get("wrapper") or options.get("hookwrapper"):
                raise _Refusal(
                    f"{name} is a wrapper, which would tie it to the other plugins; hooks are plain functions"
                )
            _check_signature(name, getattr(plugin, name), caller.spec.argnames)
            hooks.append(hook)
        if not hooks:
            raise _Refusal(_no_hooks(plugin))
        return tuple(dict.fromkeys(hooks))

    def _check_offers(self, kind: _Kind, plugin: object) -> tuple[Any, ...]:
        items = self._items(plugin, kind.hook)
        names = set()
        for item in items:
            if not isinstance(item, kind.type):
                raise _Refusal(f"{kind.hook} offers {_show(item)}, which is no {kind.type.__name__}")
            check_name(kind.name, item.name)
            for part, is_good in kind.parts.items():
                if not is_good(getattr(item, part)):
                    raise _Refusal(f"the {kind.name} {item.name} can't have {part}={_show(getattr(item, part))}")
            owner = self._owners.get((kind.name, item.name))
            if owner is not None:
                raise _Refusal(f"its {kind.name} {item.name} has a name already taken by the plugin {owner.name}")
            if item.name in names:
                raise _Refusal(f"it offers two {kind.name} descriptions of the same name {item.name}")
            names.add(item.name)
        return items

    def _items(self, plugin: object, hook: str, **arguments: object) -> tuple[Any, ...]:
        """Ask a plugin's hook for what it offers; nothing if it does not answer that hook."""
        items: list[object] = []
        for result in self._ask(plugin, hook, **arguments):
            if result is None:
                raise _Refusal(f"{hook} returns nothing; it must return a list, even if an empty one")
            if isinstance(result, str) or not isinstance(result, Iterable):
                raise _Refusal(f"{hook} returns {_show(result)}; it must return a list")
            with _blaming(f"{hook} fails"):
                items += result
        return tuple(items)

    def _ask(self, plugin: object, hook: str, **arguments: object) -> list[object]:
        """Call one plugin's hook; pluggy itself asks all of them, and one that fails spoils the answers of all."""
        implementations: list[pluggy.HookImpl] = getattr(self._manager.hook, hook).get_hookimpls()
        with _blaming(f"{hook} fails"):
            return [
                implementation.function(*(arguments[name] for name in implementation.argnames))
                for implementation in implementations
                if implementation.plugin is plugin
            ]

    def _remove(self, info: PluginInfo, plugin: object) -> None:
        if self._manager.get_plugin(info.name) is plugin and plugin is not None:
            self._manager.unregister(plugin, info.name)
        self._plugins.pop(info.name, None)
        for (kind, name), owner in tuple(self._owners.items()):
            if owner.name == info.name:
                del self._owners[kind, name], self._offers[kind][name]

    def _note(self, info: PluginInfo, refusal: _Refusal) -> None:
        self._left_out.append(LeftOut(info.name, info.source, refusal.reason, refusal.trace))


def _find(kind: str, offered: Mapping[str, _T], name: str) -> _T:
    found = offered.get(name)
    if found is None:
        raise UnknownNameError(kind, name, offered)
    return found


def _known_hooks() -> tuple[str, ...]:
    return tuple(name for name in vars(hookspecs) if name.startswith(_PREFIX))


def _advice(hook: str) -> str:
    # Compared without the prefix, which would make everything look alike.
    known = {name.removeprefix(_PREFIX): name for name in _known_hooks()}
    close = difflib.get_close_matches(hook.removeprefix(_PREFIX), known, n=1)
    return f"did you mean {known[close[0]]}?" if close else f"the hooks are {', '.join(known.values())}"


def _no_hooks(plugin: object) -> str:
    for name in _known_hooks():
        found = getattr(plugin, name, None)
        if found is not None and not inspect.ismodule(found):
            return f"{name} is {_show(found)}, not a function, so there is no hook in it"
    return f"there is no hook in it: a hook is a function with one of the names {', '.join(_known_hooks())}"


def _check_signature(name: str, function: Callable[..., object], known: Sequence[str]) -> None:
    if inspect.iscoroutinefunction(function) or inspect.isasyncgenfunction(function):
        raise _Refusal(f"{name} is async; hooks are plain functions")
    for parameter in inspect.signature(function).parameters.values():
        needed = parameter.default is parameter.empty and parameter.kind not in {
            parameter.VAR_POSITIONAL,
            parameter.VAR_KEYWORD,
        }
        if needed and parameter.name not in known:
            raise _Refusal(f"{name} has an argument {parameter.name!r} that the hook lacks: {name}({', '.join(known)})")


def _show(value: object) -> str:
    """Name a value without trusting its repr to be short, or to work."""
    if value is None or isinstance(value, str | int | float):
        text = repr(value)
        return text if len(text) <= 40 else f"{text[:40]}…"
    return f"a {type(value).__name__}"


def _contents(app: object) -> dict[str, object]:
    """Copy the attributes of an application and their lists, where typer and click keep what is added."""
    attributes = getattr(app, "__dict__", {})
    return {name: value.copy() if isinstance(value, list | dict) else value for name, value in attributes.items()}


def _restore(app: object, contents: Mapping[str, object]) -> None:
    attributes = getattr(app, "__dict__", {})
    attributes.clear()
    attributes.update(contents)


def load_plugins(files: Sequence[Path] = (), *, folder: Path | None = None, third_party: bool = True) -> Registry:
    """Load the game's own plugins, the other installed ones, and those of single files.

    A bad plugin never stops this: it is left out and listed in the registry's `left_out`.

    Args:
        files: files to load plugins from.
        folder: a folder whose `*.py` files are plugins, but for those whose name begins with `_`; it need not exist.
        third_party: whether to load what others have installed.
    """
    registry = Registry()
    for candidate in discovery.installed(third_party):
        registry.load(candidate)
    for candidate in discovery.in_files(files, folder):
        registry.load(candidate)
    return registry


@cache
def default_registry() -> Registry:
    """Give the registry of all installed plugins, loaded once a process."""
    return load_plugins()


game.set_default_catalog(default_registry)
