"""Finds, loads and checks plugins, and is the registry of all that they offer.

A plugin is good as a whole or left out as a whole: one that can't be imported, has a hook that does not exist or takes
other arguments, fails in a hook, or offers something wrong leaves nothing behind but a line that says why. Who comes
first gets a name: the game's own plugins, other installed ones by name, files in the plugins folder, given files.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final, TypeVar

import pluggy

from crazyeights import discovery, game, hookspecs
from crazyeights.discovery import Candidate
from crazyeights.errors import PluginError, UnknownNameError
from crazyeights.events import Event, Observer
from crazyeights.hookspecs import PROJECT, hookimpl
from crazyeights.match import Match
from crazyeights.quiet import Muffled
from crazyeights.rules import check_name
from crazyeights.specs import FrontendSpec, LeftOut, PluginInfo, Rule, StrategySpec, TableRequest, Variant
from crazyeights.vetting import (
    KINDS,
    Kind,
    Manager,
    Refusal,
    advice,
    blaming,
    check_signature,
    no_hooks,
    show,
)

__all__ = ["LeftOut", "PluginInfo", "Registry", "default_registry", "hookimpl", "load_plugins"]

_T = TypeVar("_T")
_FAMILY_NUMBER: Final = re.compile(r"[0-9]{1,100}")


class Registry:
    """All that the plugins in use offer, by name.

    Attributes:
        rules, variants, strategies, frontends: what is on offer, in the order in which it was loaded; read-only.
    """

    def __init__(self) -> None:
        self._manager = Manager(PROJECT)
        self._manager.add_hookspecs(hookspecs)
        self._plugins: dict[str, tuple[PluginInfo, object]] = {}
        self._left_out: list[LeftOut] = []
        self._owners: dict[tuple[str, str], PluginInfo] = {}
        self._offers: dict[str, dict[str, Any]] = {kind.name: {} for kind in KINDS}
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
        """The plugins that can't be used, and what a plugin in use does wrong."""
        return tuple(self._left_out)

    def rule(self, name: str) -> Rule:
        """Give the rule of that name.

        Raises:
            UnknownNameError: no plugin offers one; says which similar one there is.
        """
        return _find("rule", self.rules, name)

    def variant(self, name: str) -> Variant:
        """Give the variant of that name; of one that is drawn by chance, "surprise-42" is what 42 stands for.

        Raises:
            UnknownNameError: no plugin offers one; says which similar one there is.
            PluginError: the plugin fails to draw it.
        """
        family, _, number = str(name).rpartition("-")
        drawn = self.variants.get(family)
        if drawn is None or drawn.draw is None or name in self.variants or not _FAMILY_NUMBER.fullmatch(number):
            return _find("variant", self.variants, name)
        try:
            with blaming(f"{name} can't be drawn"):
                variant = drawn.draw(int(number), self.rules)
                if not isinstance(variant, Variant) or variant.draw is not None:
                    raise Refusal(f"{name} can't be drawn: it is {show(variant)}, not a variant to play")
                return replace(variant, name=f"{family}-{int(number)}")
        except Refusal as refusal:
            raise PluginError(f"{self.owner('variant', family).name}: {refusal.reason}") from refusal

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
            before, known = _contents(app), set(names() if names is not None else ())
            try:
                with blaming("crazyeights_commands fails"), Muffled() as printed:
                    self._ask(plugin, "crazyeights_commands", app=app)
                    counts = Counter(names() if names is not None else ())
                    doubled = [name for name, count in counts.items() if count > 1]
                    if doubled:
                        raise Refusal(f"its command {doubled[0]} has a name already taken")
            except Refusal as refusal:
                _restore(app, before)
                self._remove(info, plugin)
                self._note(info, refusal)
            else:
                self._owners.update((("command", name), info) for name in counts if name not in known)
                self._note_printed(info, printed)

    def observers(self, match: Match, table: TableRequest | None = None) -> tuple[Observer, ...]:
        """Ask all plugins for their observers of a match.

        One that fails is noted in `left_out` and has no observers of this match; what else it offers stays, because a
        game in play may be using it.

        Args:
            match: the match.
            table: the table at which it is played, if there is one.
        """
        observers: list[Observer] = []
        for info, plugin in self._plugins.values():
            try:
                with blaming("crazyeights_observers fails"), Muffled() as printed:
                    offered = self._items(plugin, "crazyeights_observers", match=match, table=table)
                    for observer in offered:
                        if not callable(getattr(observer, "on_event", None)):
                            raise Refusal(f"its observer, {show(observer)}, has no method on_event")
            except Refusal as refusal:
                self._note(info, refusal, in_use=True)
            else:
                observers += [PluginObserver(info.name, observer) for observer in offered]
                self._note_printed(info, printed)
        return tuple(observers)

    # Loading

    def load(self, candidate: Candidate) -> None:
        """Load a plugin that was found; leave it out if anything is wrong with it."""
        info = PluginInfo(self._free_name(candidate), candidate.source, candidate.built_in)
        plugin: object = None
        printed = Muffled()
        try:
            with printed:
                plugin, hooks, offered = self._read(candidate, info)
        except Refusal as refusal:
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
        self._note_printed(info, printed)

    def leave_out(self, candidate: Candidate, reason: str) -> None:
        """Leave a plugin out that was found, without loading it."""
        self._note(PluginInfo(candidate.name, candidate.source, candidate.built_in), Refusal(reason))

    def _read(
        self, candidate: Candidate, info: PluginInfo
    ) -> tuple[object, tuple[str, ...], list[tuple[Kind, tuple[Any, ...]]]]:
        """Load a plugin, and give it with the names of its hooks and what it offers."""
        plugin: object = None
        try:
            with blaming("it can't be imported"):
                plugin = candidate.load()
            with blaming("its hooks can't be read"):
                hooks = self._check_hooks(plugin)
                for other, same in self._plugins.values():
                    if same is plugin:
                        raise Refusal(f"it is the same as the plugin {other.name}")
            with blaming("it can't be registered"):
                self._manager.register(plugin, info.name)
            with blaming("what it offers can't be read"):
                return plugin, hooks, [(kind, self._check_offers(kind, plugin)) for kind in KINDS]
        except Refusal:
            # A failed register() of pluggy may leave the name taken and half of the hooks in place.
            self._remove(info, plugin)
            raise

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
                    raise Refusal(f"there is no hook {hook}; {advice(hook)}")
                continue
            if options.get("wrapper") or options.get("hookwrapper"):
                raise Refusal(
                    f"{name} is a wrapper, which would tie it to the other plugins; hooks are plain functions"
                )
            check_signature(name, getattr(plugin, name), caller.spec.argnames)
            hooks.append(hook)
        if not hooks:
            raise Refusal(no_hooks(plugin))
        return tuple(dict.fromkeys(hooks))

    def _check_offers(self, kind: Kind, plugin: object) -> tuple[Any, ...]:
        items = self._items(plugin, kind.hook)
        names = set()
        for item in items:
            if not isinstance(item, kind.type):
                raise Refusal(f"{kind.hook} offers {show(item)}, which is no {kind.type.__name__}")
            check_name(kind.name, item.name)
            for part, is_good in kind.parts.items():
                if not is_good(getattr(item, part)):
                    raise Refusal(f"the {kind.name} {item.name} can't have {part}={show(getattr(item, part))}")
            owner = self._owners.get((kind.name, item.name))
            if owner is not None:
                raise Refusal(f"its {kind.name} {item.name} has a name already taken by the plugin {owner.name}")
            if item.name in names:
                raise Refusal(f"it offers two {kind.name} descriptions of the same name {item.name}")
            names.add(item.name)
        return items

    def _items(self, plugin: object, hook: str, **arguments: object) -> tuple[Any, ...]:
        """Ask a plugin's hook for what it offers; nothing if it does not answer that hook."""
        items: list[object] = []
        for result in self._ask(plugin, hook, **arguments):
            if result is None:
                raise Refusal(f"{hook} returns nothing; it must return a list, even if an empty one")
            if isinstance(result, str) or not isinstance(result, Iterable):
                raise Refusal(f"{hook} returns {show(result)}; it must return a list")
            with blaming(f"{hook} fails"):
                items += result
        return tuple(items)

    def _ask(self, plugin: object, hook: str, **arguments: object) -> list[object]:
        """Call one plugin's hook; pluggy itself asks all of them, and one that fails spoils the answers of all."""
        implementations: list[pluggy.HookImpl] = getattr(self._manager.hook, hook).get_hookimpls()
        with blaming(f"{hook} fails"):
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

    def _note(self, info: PluginInfo, refusal: Refusal, *, in_use: bool = False) -> None:
        self._left_out.append(LeftOut(info.name, info.source, refusal.reason, refusal.trace, in_use))

    def _note_printed(self, info: PluginInfo, printed: Muffled) -> None:
        if printed:
            self._note(info, Refusal(f"it {printed.complaint}"), in_use=True)


class PluginObserver:
    """A plugin's observer, under the plugin's name.

    Attributes:
        plugin: the name of the plugin.
        observer: what the plugin gave.
    """

    def __init__(self, plugin: str, observer: Observer) -> None:
        self.plugin = plugin
        self.observer = observer

    def on_event(self, event: Event) -> None:
        """Pass an event on.

        Raises:
            PluginError: the observer printed; whoever has the screen would not expect it.
        """
        with Muffled() as printed:
            self.observer.on_event(event)
        if printed:
            raise PluginError(printed.complaint)


def _find(kind: str, offered: Mapping[str, _T], name: str) -> _T:
    found = offered.get(name)
    if found is None:
        raise UnknownNameError(kind, name, offered)
    return found


def _contents(app: object) -> dict[str, object]:
    """Copy the attributes of an application and their lists, where typer and click keep what is added."""
    attributes = getattr(app, "__dict__", {})
    return {name: value.copy() if isinstance(value, list | dict) else value for name, value in attributes.items()}


def _restore(app: object, contents: Mapping[str, object]) -> None:
    attributes = getattr(app, "__dict__", {})
    attributes.clear()
    attributes.update(contents)


def load_plugins(
    files: Sequence[Path] = (),
    *,
    folder: Path | None = None,
    third_party: bool = True,
    disabled: Collection[str] = (),
) -> Registry:
    """Load the game's own plugins, the other installed ones, and those of single files.

    A bad plugin never stops this: it is left out and listed in the registry's `left_out`.

    Args:
        files: files to load plugins from.
        folder: a folder whose `*.py` files are plugins, but for those whose name begins with `_`; it need not exist.
        third_party: whether to load what others have installed.
        disabled: the names of plugins that are to be left out.

    Raises:
        UnknownNameError: there is no plugin of a name in `disabled`.
    """
    registry = Registry()
    candidates = [*discovery.installed(third_party), *discovery.in_files(files, folder)]
    names = {candidate.name for candidate in candidates}
    for name in disabled:
        if name not in names:
            raise UnknownNameError("plugin", name, names)
    for candidate in candidates:
        if candidate.name in disabled:
            registry.leave_out(candidate, "it is disabled")
        else:
            registry.load(candidate)
    return registry


@cache
def default_registry() -> Registry:
    """Give the registry of all installed plugins, loaded once a process."""
    return load_plugins()


game.set_default_catalog(default_registry)
