"""What the launcher asks of the plugins: the registry with the files that the user names, and commands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import typer
import typer.main

from crazyeights.plugins import Registry, load_plugins
from crazyeights.specs import Folders
from crazyeights_cli.failures import ExitCode, Failure, as_usage, say


def load(files: Sequence[Path] = (), disabled: Sequence[str] = (), *, third_party: bool = True) -> Registry:
    """Load the built-in and installed plugins, those of the user's folder, and the given files.

    A given file that can't be used, or misbehaves, is told in one line; the game goes on. Others are listed by
    `crazyeights plugins`.

    Args:
        files: files to load plugins from.
        disabled: the names of plugins that are left out.
        third_party: whether to use what others have installed and what is in the user's folder.

    Raises:
        Failure: a given file does not exist, or there is no plugin of a name to be left out.
    """
    for file in files:
        if not file.exists():
            raise Failure(f"there is no file {file} to take a plugin from", ExitCode.USAGE)
    folder = Folders.of_user().plugins if third_party else None
    with as_usage():
        registry = load_plugins(files, folder=folder, third_party=third_party, disabled=disabled)
    given = {str(file.resolve()) for file in files} | {str(file) for file in files}
    for left_out in registry.left_out:
        if left_out.source in given and left_out.name not in disabled:
            say(str(left_out))
    return registry


def add_commands(registry: Registry, built_in: Sequence[str]) -> dict[str, Any]:
    """Ask the plugins of a registry for commands.

    Args:
        registry: the plugins; one that fails or takes a name that is taken is left out of it.
        built_in: the names of the launcher's own commands.
    """
    # An application of their own: what plugins do to it can't damage the launcher's commands.
    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    registry.add_commands(app, lambda: [*built_in, *_names(app)])
    return dict(typer.main.get_group(app).commands)


def plugin_commands(built_in: Sequence[str]) -> dict[str, Any]:
    """Give the commands of the installed plugins and of those in the user's folder."""
    return add_commands(load(), built_in)


def _names(app: typer.Typer) -> list[str]:
    """Give the names of the commands that an application has; one that is there twice is named twice."""
    # Raises here, where the plugin that added it is blamed, for a command that typer can't build.
    typer.main.get_group(app)
    names: list[str | None] = []
    for command in app.registered_commands:
        called = getattr(command.callback, "__name__", "")
        names.append(command.name or typer.main.get_command_name(called))
    names += [group.name for group in app.registered_groups]
    return [name for name in names if isinstance(name, str)]
