"""The folder in which compiled code stays from one start to the next.

Its name follows from all that the code does, so that code of other sources is never found; and what is broken in it is
as good as missing. Nothing here raises for a folder that can't be read or written: then code is compiled every time.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Final

_CHECK_BYTES: Final = 32
_NAME: Final = re.compile("[0-9a-f]{24}")
_MOST_IDLE: Final = 30 * 24 * 3600.0


def place(chosen: str) -> Path:
    """Give the folder that holds all such folders.

    Args:
        chosen: the folder that the user wants for compiled code of all programs; "" for none.
    """
    if chosen:
        return Path(chosen) / "crazyeights"
    import platformdirs  # noqa: PLC0415  # not needed where a folder was chosen

    return platformdirs.user_cache_path("crazyeights", appauthor=False) / "kernel"


def name(*parts: str | bytes) -> str:
    """Give the name that follows from some parts."""
    digest = hashlib.sha256()
    for part in parts:
        data = part.encode() if isinstance(part, str) else part
        digest.update(b"%d " % len(data) + data)
    return digest.hexdigest()[:24]


@cache
def sources(file: Path) -> str:
    """Give what follows from a source file and, if it is in a package, from all files beside it.

    A compiled function has the functions that it calls inside, and these may stand in other files.

    Raises:
        OSError: the file can't be read.
    """
    beside = sorted(file.parent.glob("*.py")) if (file.parent / "__init__.py").is_file() else [file]
    return name(*(part for path in sorted({*beside, file}) for part in (path.name, path.read_bytes())))


class CodeFolder:
    """A folder of files that are either whole or not there.

    Attributes:
        path: the folder; it is made when something is written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self._found = False
        self._problem = ""

    def read(self, file: str) -> bytes | None:
        """Give what was written to a file; None if it is not there or not as it was written."""
        try:
            data = (self.path / file).read_bytes()
        except OSError:
            return None
        content = data[_CHECK_BYTES:]
        if hashlib.sha256(content).digest() != data[:_CHECK_BYTES]:
            return None
        if not self._found:
            self._found = True
            with suppress(OSError):
                os.utime(self.path)  # it is in use
        return content

    def write(self, file: str, content: bytes) -> None:
        """Write a file in one step, so that others who read or write it meanwhile see all of it or nothing."""
        try:
            self._write(self.path / file, hashlib.sha256(content).digest() + content)
        except OSError as error:
            # Where open files can't be replaced, the other one that has it open wrote the same.
            if self.read(file) is None:
                self._problem = _reason(error, self.path)

    def _write(self, target: Path, data: bytes) -> None:
        if not self.path.is_dir():
            self.path.mkdir(parents=True, exist_ok=True)
            self._tidy()
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        handle, temporary = tempfile.mkstemp(dir=self.path, prefix=".new-")
        try:
            with os.fdopen(handle, "wb") as stream:
                stream.write(data)
            Path(temporary).replace(target)
        except BaseException:
            Path(temporary).unlink(missing_ok=True)
            raise

    def _tidy(self) -> None:
        """Remove the folders beside this one that nobody has used for long: of older versions, most likely."""
        for other in self.path.parent.iterdir():
            with suppress(OSError):
                if _NAME.fullmatch(other.name) and time.time() - other.stat().st_mtime > _MOST_IDLE:
                    shutil.rmtree(other)

    def problem(self) -> str:
        """Say why nothing can be written, as in "/home/me/.cache: Permission denied"; "" if it can or need not be."""
        if not self._problem and not self._found:
            try:
                self.path.mkdir(parents=True, exist_ok=True)
                tempfile.TemporaryFile(dir=self.path).close()
            except OSError as error:
                self._problem = _reason(error, self.path)
        return self._problem


def _reason(error: OSError, path: Path) -> str:
    return f"{error.filename or path}: {error.strerror or error}"
