"""Where the checks look up names: what is being checked, the game's own plugins, and what else is installed."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields, replace
from functools import cache

from crazyeights.game import Catalog
from crazyeights.plugins import Registry, default_registry, load_plugins
from crazyeights.rules import Rule, Variant
from crazyeights.ruleset import Ruleset
from crazyeights.testing.cases import BARE

#: A variant without special cards, in which a rule is alone.
BARE_VARIANT = Variant(BARE, "no special cards", max_players=7)


@cache
def shipped() -> Registry:
    """Give the game's own plugins."""
    return load_plugins(third_party=False)


class Catalogue:
    """Names of what is being checked, before those of a registry.

    Args:
        rules: rules that need not be installed.
        variants: variants that need not be installed.
        registry: what else there is; all that is installed if left out.
    """

    def __init__(
        self, rules: Iterable[Rule] = (), variants: Iterable[Variant] = (), registry: Catalog | None = None
    ) -> None:
        self._rules = {rule.name: rule for rule in rules}
        self._variants = {variant.name: variant for variant in variants}
        self._registry = default_registry() if registry is None else registry

    def rule(self, name: str) -> Rule:
        """Give the rule of that name, or raise `UnknownNameError`."""
        return self._rules[name] if name in self._rules else self._registry.rule(name)

    def variant(self, name: str) -> Variant:
        """Give the variant of that name, or raise `UnknownNameError`."""
        return self._variants[name] if name in self._variants else self._registry.variant(name)


def drawn(variant: Variant, number: int) -> Variant:
    """Give the variant itself; of a family that is drawn by chance, the one that the number stands for."""
    if variant.draw is None:
        return variant
    return replace(variant.draw(number, default_registry().rules), name=f"{variant.name}-{number}")


def contents(ruleset: Ruleset) -> dict[str, object]:
    """Give what a ruleset says, to compare it with another one; its functions by their names."""
    return {field.name: _comparable(getattr(ruleset, field.name)) for field in fields(ruleset) if field.name != "rules"}


def _comparable(value: object) -> object:
    if isinstance(value, Ruleset):
        return contents(value)
    if isinstance(value, tuple):
        return tuple(map(_comparable, value))
    return getattr(value, "__qualname__", value)
