"""Whether there are other plugins than the game's own, found out without importing any of them."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import Final

_OWN: Final = "crazyeights"
_GROUP: Final = "[crazyeights]"


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
