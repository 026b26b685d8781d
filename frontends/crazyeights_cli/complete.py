"""What the shell is offered when a value is being completed: names from the plugins, with what they are."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, TypeAlias

if TYPE_CHECKING:
    from crazyeights.plugins import Registry

Offered: TypeAlias = "list[tuple[str, str]]"


def variants(incomplete: str) -> Offered:
    """Offer variants."""
    return _offer(incomplete, lambda registry: _named(registry.variants))


def rules(incomplete: str) -> Offered:
    """Offer special-card rules."""
    return _offer(incomplete, lambda registry: _named(registry.rules))


def frontends(incomplete: str) -> Offered:
    """Offer frontends."""
    return _offer(incomplete, lambda registry: _named(registry.frontends))


def plugins(incomplete: str) -> Offered:
    """Offer the plugins that are in use."""
    return _offer(incomplete, lambda registry: [(info.name, f"from {info.source}") for info in registry.plugins])


def kinds(incomplete: str) -> Offered:
    """Offer the kinds of plugins that `new` writes."""
    offered = {
        "rule": "what a special card does",
        "variant": "a named set of rules and options",
        "strategy": "a computer player",
        "frontend": "a way to show the game",
    }
    return [(kind, what) for kind, what in offered.items() if kind.startswith(incomplete)]


def strategies(incomplete: str) -> Offered:
    """Offer strategies, and after `name:` the parameters that are not given yet."""

    def offer(registry: Registry) -> Iterable[tuple[str, str]]:
        name, colon, rest = incomplete.partition(":")
        if not colon:
            return [*_named(registry.strategies), ("exec:", "a program of yours, as in exec:python3 bot.py")]
        before = rest.rpartition(",")[0]
        given = {part.partition("=")[0] for part in before.split(",")}
        start = f"{name}:{before}," if before else f"{name}:"
        parameters = registry.strategies[name].parameters
        return (
            (f"{start}{one.name}=", f"{one.summary or one.name}: {one.values()}")
            for one in parameters
            if one.name not in given
        )

    return _offer(incomplete, offer)


def engines(incomplete: str) -> Offered:
    """Offer what can play a tournament."""
    offered = {
        "auto": "whatever is faster",
        "python": "the engine in Python",
        "kernel": "the compiled kernel, where it can",
    }
    return [(engine, what) for engine, what in offered.items() if engine.startswith(incomplete)]


def roles(incomplete: str) -> Offered:
    """Offer roles, and after `role=` the ranks."""

    def offer(registry: Registry) -> Iterable[tuple[str, str]]:  # noqa: ARG001
        from crazyeights.cards import JOKER, RANKS  # noqa: PLC0415
        from crazyeights.roles import ROLES  # noqa: PLC0415

        head, equals, cards = incomplete.partition("=")
        if not equals:
            return ((role.start, role.summary) for role in ROLES.values())
        before = cards.rpartition(",")[0]
        start = f"{head}={before}," if before else f"{head}="
        return ((f"{start}{rank.text}", rank.plural) for rank in (*RANKS, JOKER))

    return _offer(incomplete, offer)


def settings(incomplete: str) -> Offered:
    """Offer options, and after `option=` its values."""

    def offer(registry: Registry) -> Iterable[tuple[str, str]]:  # noqa: ARG001
        from crazyeights.options import OPTION_NAMES, option_choices, option_summary  # noqa: PLC0415

        name, equals, _ = incomplete.partition("=")
        if equals:
            return ((f"{name}={value}", option_summary(name)) for value in option_choices(name))
        return ((f"{option}=", option_summary(option)) for option in OPTION_NAMES)

    return _offer(incomplete, offer)


def _named(offered: Mapping[str, Any]) -> Iterable[tuple[str, str]]:
    return ((name, item.summary) for name, item in offered.items())


def _offer(incomplete: str, offer: Callable[[Registry], Iterable[tuple[str, str]]]) -> Offered:
    """Give what begins with what is written; nothing if anything fails, for the user is in the middle of a line."""
    try:
        from crazyeights.plugins import load_plugins  # noqa: PLC0415
        from crazyeights.specs import Folders  # noqa: PLC0415

        registry = load_plugins(folder=Folders.of_user().plugins)
        return [(value, " ".join(text.split())) for value, text in offer(registry) if value.startswith(incomplete)]
    except Exception:  # noqa: BLE001
        return []
