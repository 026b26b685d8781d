"""Compiles the kernel's functions, and keeps what was compiled on disk.

numba's own cache looks only at the file of the function itself, so that a change in another file of the kernel would go
unnoticed; and it raises where a file of its is broken. So what numba compiles is kept by `CodeFolder` here. This takes
parts of numba that may change: whatever they raise, functions are compiled at every start, and `cache_note` says so.
"""

from __future__ import annotations

import inspect
import pickle
import platform
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, Final

import llvmlite
import numba as typed_numba
import numpy as np

from crazyeights.errors import describe_error
from crazyeights.fast.codefolder import CodeFolder, name, place, sources
from crazyeights.fast.parts import WHOLE

numba: Any = typed_numba  # whose types don't know all its parts
#: Whether numba was told to leave all functions as they are (NUMBA_DISABLE_JIT).
DISABLED: Final = bool(numba.config.DISABLE_JIT)

_folders: dict[Path, CodeFolder] = {}
_problems: dict[str, None] = {}


def compiled(function: Callable[..., Any]) -> Any:
    """Compile a function for the kernel when it is called, or find what was compiled before."""
    dispatcher = numba.njit(nogil=True, error_model="numpy", no_cfunc_wrapper=True, pipeline_class=WHOLE)(function)
    if not DISABLED:
        try:
            dispatcher._cache = _Kept(function, _folder(Path(inspect.getfile(function))))
        except Exception as error:  # noqa: BLE001  # a source that can't be read, say
            _complain(error)
    return dispatcher


def is_ready(function: Any, *arguments: Any) -> bool:
    """Say whether a compiled function need not be compiled any more for some arguments."""
    kept = getattr(function._cache, "has", lambda *_: False)
    signature = _signature(function, arguments)
    return signature in function.overloads or bool(kept(signature, function.targetctx))


def is_loaded(function: Any, *arguments: Any) -> bool:
    """Say whether a compiled function can be called with some arguments as it is."""
    return _signature(function, arguments) in function.overloads


def _signature(function: Any, arguments: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(function.typeof_pyval(one) for one in arguments)


def kept_in() -> Path:
    """Give the folder in which all compiled code is kept; it may not be there yet."""
    return place(numba.config.CACHE_DIR).absolute()


def cache_note() -> str:
    """Say in one line why compiled code is not kept on disk; "" if it is."""
    if not DISABLED:
        for folder in _folders.values():
            problem = folder.problem()
            if problem:
                _problems.setdefault(problem)
    if not _problems:
        return ""
    return (
        f"compiled code can't be kept on disk, so the first round of each start takes seconds ({next(iter(_problems))})"
    )


def _folder(file: Path) -> CodeFolder:
    """Give the folder for the compiled functions of a source file."""
    config = numba.config
    made_of = (platform.python_version(), numba.__version__, llvmlite.__version__, np.__version__)
    how = f"{config.OPT} {config.BOUNDSCHECK} {config.DEBUGINFO_DEFAULT}"
    key = name(*made_of, platform.python_implementation(), how, sources(Path(__file__)), sources(file))
    path = place(config.CACHE_DIR) / key
    return _folders.setdefault(path, CodeFolder(path))


def _complain(error: Exception) -> None:
    _problems.setdefault(describe_error(error))


class _Kept:
    """What a dispatcher of numba takes for its cache."""

    def __init__(self, function: Callable[..., Any], folder: CodeFolder) -> None:
        self._function = function
        self._folder = folder

    @property
    def cache_path(self) -> str:
        return str(self._folder.path)

    def enable(self) -> None:
        """Nothing, for it always is."""

    def disable(self) -> None:
        """Nothing, for nobody asks for it."""

    def flush(self) -> None:
        """Nothing, for what is compiled again is written again."""

    def has(self, signature: Any, context: Any) -> bool:
        """Say whether there is something kept for a signature; it may be broken."""
        return (self._folder.path / self._file(signature, context.codegen())).exists()

    def load_overload(self, signature: Any, context: Any) -> Any:
        """Give the function compiled for a signature; None if it is not there."""
        try:
            context.refresh()
            content = self._folder.read(self._file(signature, context.codegen()))
            if content is None:
                return None
            known, parts = pickle.loads(content)  # noqa: S301  # our own, in the user's folder, and as it was written
            if known != signature:
                return None
            return numba.core.compiler.CompileResult._rebuild(context, *parts)
        except Exception:  # noqa: BLE001  # it is compiled again, whatever was wrong
            return None

    def save_overload(self, signature: Any, result: Any) -> None:
        """Keep the function compiled for a signature."""
        try:
            if result.lifted or result.library.has_dynamic_globals:
                return
            content = numba.core.serialize.dumps((signature, result._reduce()))
            self._folder.write(self._file(signature, result.library.codegen), content)
        except Exception as error:  # noqa: BLE001  # the function works, though nothing is kept of it
            _complain(error)

    def _file(self, signature: Any, codegen: Any) -> str:
        code, closure = self._function.__code__, self._function.__closure__ or ()
        around = numba.core.serialize.dumps(tuple(cell.cell_contents for cell in closure)) if closure else b""
        key = name(repr(signature), repr(codegen.magic_tuple()), str(code.co_firstlineno), code.co_code, around)
        return f"{self._function.__qualname__.rpartition('.')[2]}-{key}"
