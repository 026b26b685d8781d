"""What `plugins` prints: all that is on offer and where it is from, and what is wrong with which plugin."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any

from crazyeights.external import PARAMETERS, PREFIX
from crazyeights.kernel import rule_refusal
from crazyeights.plugins import Registry
from crazyeights.specs import Folders, LeftOut, PluginInfo
from crazyeights.strategy import Parameter
from crazyeights_cli.listing import block, stopped, wrapped


def list_plugins(
    registry: Registry, commands: Mapping[str, Any], folder: Path | None = None, *, traceback: bool = False
) -> str:
    """List what the plugins offer and where it is from, and the plugins that are left out.

    Args:
        registry: the plugins.
        commands: the commands that they add, by name.
        folder: the folder of the user's single-file plugins; the user's own if left out.
        traceback: whether to show where each one failed that did.
    """
    folder = folder or Folders.of_user().plugins

    def rows(kind: str, offered: Mapping[str, Any]) -> list[tuple[str, str]]:
        return [
            (name, f"{stopped(item.summary)} {_origin(registry.owner(kind, name), name)}")
            for name, item in offered.items()
        ]

    rules = rows("rule", registry.rules)
    for at, rule in enumerate(registry.rules.values()):
        refusal = rule_refusal(rule)
        if refusal:
            rules[at] = (rule.name, f"{rules[at][1]} No kernel for it: {refusal}.")
    strategies: list[tuple[str, str]] = []
    for row, spec in zip(rows("strategy", registry.strategies), registry.strategies.values(), strict=True):
        strategies += [row, *_parameters(spec.parameters)]
    strategies += [
        (f"{PREFIX}COMMAND", "A program of yours chooses the moves; docs/protocol.md says how."),
        *_parameters(PARAMETERS),
    ]
    blocks = [
        block("Rules", rules),
        block("Variants", rows("variant", registry.variants)),
        block("Strategies", strategies),
        block("Frontends", rows("frontend", registry.frontends)),
    ]
    watching = [info for info in registry.plugins if "crazyeights_observers" in info.hooks]
    if watching:
        blocks.append(block("Observers", [(info.name, _origin(info, info.name)) for info in watching]))
    if commands:
        helps = ((name, stopped(command.get_short_help_str(200))) for name, command in commands.items())
        told = [(name, f"{text} {_origin(registry.owner('command', name), name)}") for name, text in helps]
        blocks.append(block("Commands", told))
    blocks += _wrong("Misbehaving, but in use", [one for one in registry.left_out if one.in_use], traceback)
    blocks += _wrong("Left out", [one for one in registry.left_out if not one.in_use], traceback)
    blocks.append(wrapped(f"A plugin in a single file is loaded every time if it is in {folder}"))
    return "\n\n".join(blocks)


def _origin(info: PluginInfo, name: str) -> str:
    plugin = "" if info.name == name else f", plugin {info.name}"
    return f"From {info.source}{plugin}."


def _parameters(parameters: Sequence[Parameter]) -> Iterable[tuple[str, str]]:
    for parameter in parameters:
        what = f"{parameter.summary}: " if parameter.summary else ""
        yield f"  :{parameter.name}={parameter.default}", f"{what}{parameter.values()}"


def _wrong(title: str, plugins: Sequence[LeftOut], traceback: bool) -> list[str]:
    """Say what is wrong with plugins; with the whole of it, each is a block of its own under the title."""
    if not plugins:
        return []
    rows = [(one.name, f"{stopped(one.reason)} From {one.source}.") for one in plugins]
    if not traceback or not any(one.traceback for one in plugins):
        return [block(title, rows)]
    told = [title]
    for row, one in zip(rows, plugins, strict=True):
        told.append(block("", [row]).lstrip("\n"))
        if one.traceback:
            told.append(textwrap.indent(one.traceback.rstrip(), "      "))
    return told
