"""Whether `search` can think in compiled code: that takes numba, rules that the kernel knows, and some seconds once.

Nobody waits for these seconds in a game: a thread makes the kernel ready, with another process that compiles it if
need be, and until then the search is Python's. Nothing of it is imported before somebody thinks, and without the extra
nothing ever is.
"""

from __future__ import annotations

import threading
from functools import lru_cache
from types import ModuleType
from typing import Final

from crazyeights import Game, kernel_refusal
from crazyeights.errors import CrazyEightsError, describe_error
from crazyeights.fast.limits import is_plain
from crazyeights.kernel import installed
from crazyeights_strategies.kernel_process import compile_apart

_NO_NUMBA: Final = "numba is not installed: pip install 'crazyeights[fast]'"
_NOT_HAD: Final = "search:engine=kernel can't be had: {}"


class _Loader:
    """Makes the kernel ready for games of a sort, once.

    Attributes:
        module: `kernel_search`, when it is ready.
        problem: why it never will be; "" if that is not known.
    """

    def __init__(self) -> None:
        self.module: ModuleType | None = None
        self.problem = ""
        self._lock = threading.Lock()
        self._thread: threading.Thread | None = None

    def load(self, game: Game, *, wait: bool) -> ModuleType | None:
        """Give the module if it is ready, and see to it that it will be.

        Args:
            game: a game of that sort.
            wait: whether to wait until it is.
        """
        with self._lock:
            if self._thread is None and not self.problem:
                if not installed():
                    self.problem = _NO_NUMBA
                else:
                    # A daemon, so that quitting does not wait for it.
                    self._thread = threading.Thread(
                        target=self._make_ready, args=(game,), name="kernel of search", daemon=True
                    )
                    self._thread.start()
        if wait and self._thread is not None:
            self._thread.join()
        return self.module

    def _make_ready(self, game: Game) -> None:
        try:
            self.module = self._import(game)
        except Exception as error:  # noqa: BLE001  # whatever is wrong with it, the Python search plays as well
            self.problem = describe_error(error)

    def _import(self, game: Game) -> ModuleType | None:
        from crazyeights.fast.jit import DISABLED  # noqa: PLC0415  # numba takes half a second
        from crazyeights_strategies import kernel_search  # noqa: PLC0415

        if DISABLED:
            self.problem = "NUMBA_DISABLE_JIT is set, and what is not compiled is slower than the search in Python"
            return None
        if not kernel_search.is_compiled(game):
            # Where that can't be done, or did not work, it is compiled here.
            compile_apart(kernel_search.folder(), plain=is_plain(game))
        kernel_search.warm_up(game)
        return kernel_search


#: For plain games and for the others, for which more is compiled.
_LOADERS: Final = {True: _Loader(), False: _Loader()}


def ready_kernel(game: Game) -> ModuleType | None:
    """Give the module `kernel_search` if a game can be searched with it now; else None.

    Args:
        game: the game.
    """
    return None if _refusal(game) else _loader(game).load(game, wait=False)


def check_demand() -> None:
    """Check that whoever wants no other search than the compiled one can have it, as far as that can be seen at once.

    Raises:
        CrazyEightsError: numba is not installed.
    """
    if not installed():
        raise CrazyEightsError(_NOT_HAD.format(_NO_NUMBA))


def demanded_kernel(game: Game) -> ModuleType:
    """Give the module `kernel_search`, for whoever wants no other; this can take some seconds the first time.

    Args:
        game: the game.

    Raises:
        CrazyEightsError: a game can't be searched with it, or not here; says why.
    """
    loader = _loader(game)
    if not _refusal(game):
        module = loader.load(game, wait=True)
        if module is not None:
            return module
    raise CrazyEightsError(_NOT_HAD.format(_refusal(game) or loader.problem))


@lru_cache(maxsize=8)
def _loader(game: Game) -> _Loader:
    return _LOADERS[is_plain(game)]


@lru_cache(maxsize=8)
def _refusal(game: Game) -> str:
    return kernel_refusal(game)


def problem() -> str:
    """Say why compiled code is not used; "" if it is, or is not ready yet, or was never needed."""
    return next((loader.problem for loader in _LOADERS.values() if loader.problem), "")
