"""What `rules` and `plugins` print."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable, Mapping
from typing import Any, Final

from crazyeights.game import Game
from crazyeights.guide import guide, render
from crazyeights.plugins import Registry
from crazyeights.rules import Variant
from crazyeights.strategy import StrategySpec

# Longer lines than this are hard to read, however wide the terminal is.
_WIDEST: Final = 100


def width() -> int:
    """Give the length of the lines to print."""
    return max(40, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns - 1))


def explain_rules(game: Game) -> str:
    """Explain the rules of a game."""
    return render(guide(game), width())


def list_variants(registry: Registry) -> str:
    """List the variants, and the rules that can be added to them."""
    variants = [(name, f"{variant.summary} {_players(variant)}") for name, variant in registry.variants.items()]
    rules = [(name, rule.summary) for name, rule in registry.rules.items()]
    blocks = [
        _block("Variants", variants),
        _block("Rules that --rule adds and --no-rule leaves out", rules),
        _wrapped("crazyeights rules VARIANT explains one; --rule, --no-rule, --set and --players count in it too."),
    ]
    return "\n\n".join(blocks)


def list_plugins(registry: Registry, commands: Mapping[str, Any]) -> str:
    """List what the plugins offer and where it is from, and the plugins that are left out."""

    def rows(kind: str, offered: Mapping[str, Any]) -> list[tuple[str, str]]:
        return [
            (name, f"{_stopped(item.summary)} From {registry.owner(kind, name).source}.")
            for name, item in offered.items()
        ]

    strategies = []
    for name, spec in registry.strategies.items():
        strategies += [
            (name, f"{_stopped(spec.summary)} From {registry.owner('strategy', name).source}."),
            *_parameters(spec),
        ]
    blocks = [
        _block("Rules", rows("rule", registry.rules)),
        _block("Variants", rows("variant", registry.variants)),
        _block("Strategies", strategies),
        _block("Frontends", rows("frontend", registry.frontends)),
    ]
    if commands:
        blocks.append(
            _block("Commands", [(name, command.get_short_help_str(200)) for name, command in commands.items()])
        )
    if registry.left_out:
        left = [(one.name, f"{_stopped(one.reason)} From {one.source}.") for one in registry.left_out]
        blocks.append(_block("Left out", left))
    return "\n\n".join(blocks)


def _players(variant: Variant) -> str:
    low, high = variant.min_players, variant.max_players
    return f"{low} players." if low == high else f"{low} to {high} players."


def _parameters(spec: StrategySpec) -> Iterable[tuple[str, str]]:
    for parameter in spec.parameters:
        what = f"{parameter.summary}: " if parameter.summary else ""
        yield f"  :{parameter.name}={parameter.default}", f"{what}{parameter.values()}"


def _stopped(text: str) -> str:
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."


def _block(title: str, rows: Iterable[tuple[str, str]]) -> str:
    given = list(rows) or [("none", "")]
    column = min(24, max(len(name) for name, _ in given)) + 4
    lines = [title]
    for name, text in given:
        start = f"  {name}".ljust(column)
        if len(start) > column:
            lines.append(start)
            start = " " * column
        lines.append(_wrapped(text, start, " " * column) if text else start.rstrip())
    return "\n".join(lines)


def _wrapped(text: str, first: str = "", rest: str = "") -> str:
    return textwrap.fill(
        " ".join(text.split()),
        width(),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
