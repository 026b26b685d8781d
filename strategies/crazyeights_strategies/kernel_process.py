"""Compiles the search in a process of its own: it takes no time from the game, and goes on when that is over.

What it compiled is kept on disk, where the game finds it, or the next one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from typing import Final

from crazyeights import Game

# The process finds the modules where this one does, and does not run this one's main module.
_PROGRAM: Final = (
    "import json, sys; sys.path[:] = json.loads(sys.argv[1]); "
    "from crazyeights_strategies.kernel_process import compile_here; compile_here(*sys.argv[2:])"
)
# Compiling takes no longer even on a slow machine; whoever has not done it by then never will.
_PATIENCE: Final = 180.0
_TICK: Final = 0.1
#: A game of each sort: a plain one and another.
SAMPLES: Final = {True: "classic", False: "countdown"}


def compile_apart(folder: Path, *, plain: bool) -> bool:
    """Let another process compile the search, and wait for it; say whether that could be done at all.

    If a process is at it already, it is waited for.

    Args:
        folder: where what is compiled is kept.
        plain: for which sort of games.
    """
    mark = folder / f".compiling-{SAMPLES[plain]}"
    try:
        with suppress(FileExistsError):
            folder.mkdir(parents=True)
        if mark.exists() and time.time() - mark.stat().st_mtime > _PATIENCE:
            mark.unlink()
        mark.touch(exist_ok=False)
    except FileExistsError:
        end = time.monotonic() + _PATIENCE
        while mark.exists() and time.monotonic() < end:
            time.sleep(_TICK)
        return True
    except OSError:
        return False
    command = [sys.executable, "-P", "-c", _PROGRAM, json.dumps(sys.path), SAMPLES[plain], str(mark)]
    nothing = subprocess.DEVNULL
    try:
        # In a session of its own, so that Ctrl-C in the terminal of the game does not end it.
        process = subprocess.Popen(  # noqa: S603
            command, stdin=nothing, stdout=nothing, stderr=nothing, start_new_session=True
        )
    except (OSError, ValueError):
        _remove(mark)
        return False
    try:
        return process.wait() == 0
    finally:
        _remove(mark)


def compile_here(name: str, mark: str) -> None:
    """Compile the search for games like one, and remove the mark that says so.

    Args:
        name: the name of its variant.
        mark: the file.
    """
    try:
        if hasattr(os, "nice"):
            os.nice(10)
        from crazyeights_strategies import kernel_search  # noqa: PLC0415  # it takes numba

        kernel_search.warm_up(Game(name, 2))
    finally:
        _remove(Path(mark))


def _remove(mark: Path) -> None:
    with suppress(OSError):
        mark.unlink(missing_ok=True)
