"""Runs the installed command `crazyeights` as a user would, with a home folder of its own."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

COMMAND = Path(sys.executable).parent / ("crazyeights.exe" if sys.platform == "win32" else "crazyeights")


class Program:
    """The command, run in a folder of its own with an environment that no user's settings or plugins reach."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.env = {
            **{
                name: value
                for name, value in os.environ.items()
                if not name.startswith(("CRAZYEIGHTS", "_CRAZYEIGHTS"))
            },
            "HOME": str(folder / "home"),
            "USERPROFILE": str(folder / "home"),
            "XDG_DATA_HOME": str(folder / "home" / "data"),
            "XDG_CONFIG_HOME": str(folder / "home" / "config"),
            "COLUMNS": "100",
        }
        # A display is for the tests of what needs one.
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "PYTHONPATH"):
            self.env.pop(name, None)

    def __call__(
        self, *arguments: object, typed: str | Sequence[str] = "", env: dict[str, str] | None = None
    ) -> subprocess.CompletedProcess[str]:
        """Run it.

        Args:
            arguments: what stands after the command.
            typed: what comes in at its input, as text or as lines.
            env: variables to add.
        """
        text = typed if isinstance(typed, str) else "".join(f"{line}\n" for line in typed)
        return subprocess.run(
            [str(COMMAND), *map(str, arguments)],
            input=text,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env={**self.env, **(env or {})},
            cwd=self.folder,
            timeout=60,
            check=False,
        )

    def write(self, name: str, text: str) -> Path:
        """Write a file into the folder."""
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
        return path

    def install(self, name: str, code: str) -> dict[str, str]:
        """Lay out an installed distribution with one plugin; give the environment in which it is found."""
        site = self.folder / "site"
        self.write(f"site/{name}.py", code)
        info = f"site/{name}-1.0.dist-info"
        self.write(f"{info}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.0\n")
        self.write(f"{info}/entry_points.txt", f"[crazyeights]\n{name} = {name}\n")
        return {"PYTHONPATH": str(site)}


def one_line(text: str) -> str:
    """Give the only line of an error output, without the program's name in front of it."""
    lines = text.splitlines()
    assert len(lines) == 1, text
    assert lines[0].startswith("crazyeights: "), text
    assert "Traceback" not in text
    return lines[0].removeprefix("crazyeights: ")
