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


def strategies(incomplete: str) -> Offered:
    """Offer strategies, and after `name:` the parameters that are not given yet."""

    def offer(registry: Registry) -> Iterable[tuple[str, str]]:
        name, colon, rest = incomplete.partition(":")
        if not colon:
            return _named(registry.strategies)
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
