"""Where the results of a tournament are kept: in the file that the user names, else in the user's data folder."""

from __future__ import annotations

import hashlib
import json
import time
from pathlib import Path
from typing import Final

from crazyeights.arena import Plan, ResultsFile
from crazyeights.arena.store import read_seed
from crazyeights.specs import Folders
from crazyeights.version import version
from crazyeights_cli.failures import ExitCode, Failure, say

#: So many tournaments are kept in the data folder, the latest ones.
MOST: Final = 20
_FOLDER: Final = "tournaments"


class Files:
    """Finds the file of a tournament.

    Args:
        plan: the tournament; if the user gave no seed, with any.
        path: the file that the user names.
    """

    def __init__(self, plan: Plan, path: Path | None) -> None:
        self._path = path
        self._folder = Folders.of_user().data / _FOLDER
        self._name = _name(plan)

    def kept_seed(self) -> int | None:
        """Give the seed of the tournament that is to be gone on with.

        Raises:
            Failure: there is none.
        """
        path = self._kept()
        return read_seed(path)

    def open(self, plan: Plan, *, resume: bool) -> ResultsFile | None:
        """Open the file; None if none was named and the data folder can't be written.

        Raises:
            Failure: there is nothing to go on with.
            ArenaError: it holds another tournament.
            OSError: a file that the user named can't be read or written.
        """
        if self._path is not None:
            return ResultsFile(self._path, plan, version(), resume=resume)
        if resume:
            return ResultsFile(self._kept(), plan, version(), resume=True)
        try:
            self._folder.mkdir(parents=True, exist_ok=True)
            self._tidy()
            return ResultsFile(self._folder / f"{self._name}-{time.time_ns()}.jsonl", plan, version(), resume=False)
        except OSError as error:
            say(f"the results are not kept: {error.filename}: {error.strerror}")
            return None

    def _kept(self) -> Path:
        if self._path is not None:
            if not self._path.exists():
                raise Failure(f"there is no file {self._path} to go on with", ExitCode.USAGE)
            return self._path
        found = sorted(self._folder.glob(f"{self._name}-*.jsonl"))
        if not found:
            raise Failure("no tournament like this one was begun; leave out --resume to begin it", ExitCode.USAGE)
        return found[-1]

    def _tidy(self) -> None:
        """Remove the oldest files, so that there is room for one more."""
        files = sorted(self._folder.glob("*.jsonl"), key=lambda path: path.stat().st_mtime)
        for path in files[: max(0, len(files) - MOST + 1)]:
            path.unlink(missing_ok=True)


def _name(plan: Plan) -> str:
    """Give a name that all tournaments share which differ in the seed or in a plugin's contents only."""
    described = {key: value for key, value in plan.describe().items() if key not in {"seed", "plugins"}}
    return hashlib.sha256(json.dumps(described, sort_keys=True).encode()).hexdigest()[:16]
