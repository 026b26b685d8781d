"""What `--help` must know of plugins, found out without importing the core: whether there are any but the game's own.

If there are none, the commands of the game's own plugins are asked for directly, from those modules that have the hook.
"""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Any, Final

_OWN: Final = "crazyeights"
_GROUP: Final = "[crazyeights]"
_HOOK: Final = b"def crazyeights_commands("


def any_strangers() -> bool:
    """Say whether somebody else's plugin is installed or in the user's folder; if in doubt, yes.

    It is for `--help`, which would otherwise pay for the whole core only to learn that nobody adds a command.
    """
    from importlib.metadata import distributions  # noqa: PLC0415

    import platformdirs  # noqa: PLC0415

    try:
        for distribution in distributions():
            points = distribution.read_text("entry_points.txt") or ""
            if _GROUP in points and distribution.metadata["Name"] != _OWN:
                return True
        folder = Path(platformdirs.user_data_path(_OWN, appauthor=False)) / "plugins"
        with contextlib.suppress(FileNotFoundError):
            return any(path.suffix.lower() == ".py" for path in folder.iterdir())
    except Exception:  # noqa: BLE001  (whatever is wrong there, loading the plugins will tell)
        return True
    return False


def own_commands() -> dict[str, Any] | None:
    """Give the commands that the game's own plugins add; None if that can't be found out so."""
    from importlib import import_module, metadata, util  # noqa: PLC0415

    import typer.main  # noqa: PLC0415

    app = typer.Typer(rich_markup_mode=None, pretty_exceptions_enable=False)
    try:
        for point in metadata.distribution(_OWN).entry_points.select(group=_OWN):
            spec = util.find_spec(point.module)
            if spec is not None and spec.origin is not None and _HOOK in Path(spec.origin).read_bytes():
                import_module(point.module).crazyeights_commands(app)
        return dict(typer.main.get_group(app).commands) if app.registered_commands else {}
    except Exception:  # noqa: BLE001  (whatever is wrong there, loading the plugins will tell)
        return None
