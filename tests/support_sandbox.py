"""A throwaway environment in which plugins are installed as by a stranger, beside the game but away from our own."""

from __future__ import annotations

import os
import subprocess
import sys
import sysconfig
import venv
from pathlib import Path

_COMMAND = "import sys; from crazyeights_cli import main; sys.argv[0] = 'crazyeights'; sys.exit(main())"


class Sandbox:
    """A virtual environment that sees what ours has, and a folder to work in.

    Args:
        folder: where it is made.
    """

    def __init__(self, folder: Path) -> None:
        self.home = folder / "home"
        self.folder = folder / "work"
        self.folder.mkdir(parents=True)
        where = folder / "venv"
        # Without pip, whose copying takes most of the time: ours installs into it.
        venv.create(where, with_pip=False, symlinks=os.name != "nt")
        self.python = where / ("Scripts/python.exe" if os.name == "nt" else "bin/python")
        scheme = {"base": str(where), "platbase": str(where)}
        site = Path(sysconfig.get_path("purelib", vars=scheme))
        ours = sysconfig.get_path("purelib")
        # `addsitedir`, for the game itself may be installed in editable mode, by a .pth file there.
        (site / "ours.pth").write_text(f"import site; site.addsitedir({ours!r})\n", encoding="utf-8")
        self.env = {
            **{name: value for name, value in os.environ.items() if not name.startswith(("CRAZYEIGHTS", "PYTEST"))},
            "HOME": str(self.home),
            "USERPROFILE": str(self.home),
            "XDG_DATA_HOME": str(self.home / "data"),
            "XDG_CONFIG_HOME": str(self.home / "config"),
            "COLUMNS": "100",
            "PYTHONIOENCODING": "utf-8",
            "PYTHONDONTWRITEBYTECODE": "1",
            "PIP_DISABLE_PIP_VERSION_CHECK": "1",
        }
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            self.env.pop(name, None)

    def run(self, *command: object, typed: str = "", folder: Path | None = None) -> subprocess.CompletedProcess[str]:
        """Run a command; `python`, `pip` and `crazyeights` are those of the environment.

        Args:
            command: the words of the command line.
            typed: what comes in at its input.
            folder: where it runs; the folder to work in if left out.
        """
        first, *rest = map(str, command)
        words = {
            "python": [str(self.python), *rest],
            "crazyeights": [str(self.python), "-c", _COMMAND, *rest],
            # Nothing is fetched: what a plugin needs, and what builds it, is there already.
            "pip": [sys.executable, "-m", "pip", "--python", str(self.python), *rest, *self._offline(rest)],
        }[first]
        return subprocess.run(
            words,
            input=typed,
            capture_output=True,
            text=True,
            encoding="utf-8",
            env=self.env,
            cwd=folder or self.folder,
            timeout=110,
            check=False,
        )

    def install(self, *folders: Path) -> None:
        """Install packages from their folders, all at once."""
        done = self.run("pip", "install", "--quiet", *folders)
        assert done.returncode == 0, done.stdout + done.stderr

    @staticmethod
    def _offline(words: list[str]) -> list[str]:
        return ["--no-deps", "--no-build-isolation", "--no-index"] if words[:1] == ["install"] else []
