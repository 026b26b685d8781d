"""When `search` uses compiled code: once it is ready, which nobody waits for in a game; and without it all goes on."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path
from random import Random
from typing import Any, ClassVar

import pytest

from crazyeights import CrazyEightsError, Game, Rule, default_registry
from crazyeights.fast.limits import is_plain
from crazyeights_strategies import kernel, kernel_process
from crazyeights_strategies.kernel import demanded_kernel, ready_kernel
from crazyeights_strategies.kernel_process import compile_apart
from crazyeights_strategies.search import Search
from support_decks import Offer, deal


def thinking() -> Any:
    """A view with something to think about."""
    return deal("classic", ["3H 4H 9C 10S", "KD JD QC 5D"], "5H").view(0)


class _Compiler(kernel._Loader):
    """A loader whose compiling takes as long as a test wants."""

    def __init__(self, error: Exception | None = None) -> None:
        super().__init__()
        self.may_end = threading.Event()
        self.ended = threading.Event()
        self.started = 0
        self.error = error

    def _import(self, game: Game) -> Any:
        self.started += 1
        self.may_end.wait(20)
        if self.error is not None:
            raise self.error
        return _Kernel

    def _make_ready(self, game: Game) -> None:
        super()._make_ready(game)
        self.ended.set()


class _Kernel:
    """Stands for the module `kernel_search`."""

    searches = 0

    class KernelSearch:
        def __init__(self, _view: Any, trials: Any, _memory: Any, _rng: Any) -> None:
            _Kernel.searches += 1
            trials[-1].add(100.0, 100.0)

        def run(self, budget: Any) -> None:
            """Nothing; the last move has won by now."""


@pytest.fixture
def loader(monkeypatch: pytest.MonkeyPatch) -> _Compiler:
    found = _Compiler()
    monkeypatch.setattr(kernel, "_loader", lambda game: found)
    monkeypatch.setattr(kernel, "_LOADERS", {True: found})
    monkeypatch.setattr(kernel, "installed", lambda: "0.0")
    monkeypatch.setattr(_Kernel, "searches", 0)
    return found


def test_in_a_game_nobody_waits_until_it_is_compiled(loader: _Compiler) -> None:
    player = Search(Random(1), ms=5)
    assert str(player.choose(thinking())) in {"3H", "4H"}
    assert (loader.started, _Kernel.searches) == (1, 0)
    loader.may_end.set()
    assert loader.ended.wait(20)
    player.choose(thinking())
    player.choose(thinking())
    assert (loader.started, _Kernel.searches) == (1, 2)


def test_who_wants_nothing_else_waits_for_it(loader: _Compiler) -> None:
    threading.Timer(0.05, loader.may_end.set).start()
    Search(Random(1), sims=20, engine="kernel").choose(thinking())
    assert _Kernel.searches == 1


@pytest.mark.parametrize("given", [{"sims": 20}, {"ms": 5, "engine": "python"}])
def test_a_number_of_trials_or_the_wish_for_python_leaves_it_out(loader: _Compiler, given: dict[str, Any]) -> None:
    # The same seed and number of trials make the same move whether it is installed or not.
    default_registry().strategy("search").make(Random(1), given).choose(thinking())
    assert (loader.started, _Kernel.searches) == (0, 0)


def test_one_that_does_not_work_is_told_of_and_python_thinks(loader: _Compiler) -> None:
    loader.error = RuntimeError("no such instruction")
    loader.may_end.set()
    player = Search(Random(1), ms=5)
    player.choose(thinking())
    assert loader.ended.wait(20)
    assert str(player.choose(thinking())) in {"3H", "4H"}
    assert kernel.problem() == "RuntimeError: no such instruction"
    assert (loader.started, _Kernel.searches) == (1, 0)
    with pytest.raises(CrazyEightsError, match="search:engine=kernel can't be had: RuntimeError: no such instruction"):
        Search(Random(1), engine="kernel").choose(thinking())


def test_without_numba_python_thinks(loader: _Compiler, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kernel, "installed", lambda: "")
    assert str(Search(Random(1), ms=5).choose(thinking())) in {"3H", "4H"}
    assert kernel.problem() == "numba is not installed: pip install 'crazyeights[fast]'"
    with pytest.raises(CrazyEightsError, match="can't be had: numba is not installed: pip install"):
        Search(Random(1), engine="kernel").choose(thinking())
    assert not loader.started


def test_rules_that_call_functions_are_for_python(loader: _Compiler) -> None:
    def apply(build: Any) -> None:
        build.on_play(build.rank("3"), lambda turn: turn.skip())

    game = Game("classic", 2, rules_added=["odd"], registry=Offer(Rule("odd", "Odd.", "", apply)))
    assert ready_kernel(game) is None
    with pytest.raises(CrazyEightsError, match="can't be had: the rule odd calls Python functions"):
        demanded_kernel(game)
    assert not loader.started


def run(code: str, **environment: str) -> str:
    done = subprocess.run(
        [sys.executable, "-c", textwrap.dedent(code)],
        capture_output=True,
        text=True,
        timeout=100,
        check=False,
        env={**os.environ, **environment},
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_nothing_is_imported_before_somebody_searches() -> None:
    printed = run(
        """
        import sys
        from random import Random
        from crazyeights import Game, default_registry
        state = Game("classic", 2).deal(seed=1)
        for name in ("random", "greedy", "careful", "counter", "easy", "normal"):
            default_registry().strategy(name).make(Random(1)).choose(state.view(0))
        default_registry().strategy("search").make(Random(1))
        print({"numba", "numpy"} & set(sys.modules))
        """
    )
    assert printed == "set()"


def test_without_the_extra_nothing_of_it_is_imported() -> None:
    printed = run(
        """
        import sys
        sys.modules["numba"] = None  # as if it were not installed
        from random import Random
        from crazyeights import Game, default_registry
        player = default_registry().strategy("search").make(Random(1), {"ms": 5})
        player.choose(Game("classic", 2).deal(seed=1).view(0))
        print({"numpy", "llvmlite", "crazyeights_strategies.kernel_search"} & set(sys.modules))
        """
    )
    assert printed == "set()"


def test_quitting_does_not_wait_for_the_compiler(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    printed = run(
        """
        from random import Random
        from crazyeights import Game
        from crazyeights_strategies import kernel
        from crazyeights_strategies.search import Search
        Search(Random(1), ms=1).choose(Game("classic", 2).deal(seed=1).view(0))
        loader = kernel._LOADERS[True]
        print(loader._thread.daemon, loader.module)
        """,
        NUMBA_CACHE_DIR=str(tmp_path),  # so that all is to be compiled
    )
    assert printed == "True None"


def test_what_is_being_compiled_is_kept_though_the_game_is_over(tmp_path: Path) -> None:
    pytest.importorskip("numba")
    code = """
        import time
        from random import Random
        from crazyeights import Game
        from crazyeights_strategies.search import Search
        Search(Random(1), ms=1).choose(Game("classic", 2).deal(seed=1).view(0))
        while not list(Path({folder!r}).rglob(".compiling-*")):
            time.sleep(0.05)
    """
    run(
        "from pathlib import Path\n" + textwrap.dedent(code.format(folder=str(tmp_path))), NUMBA_CACHE_DIR=str(tmp_path)
    )
    end = time.monotonic() + 100
    while list(tmp_path.rglob(".compiling-*")):
        assert time.monotonic() < end
        time.sleep(0.1)
    assert [path.name.partition("-")[0] for path in tmp_path.rglob("*") if path.is_file()] == ["try_out"]


class _Process:
    """Stands for a process that compiles."""

    code = 0
    started: ClassVar[list[Any]] = []

    def __init__(self, command: list[str], **_: object) -> None:
        if self.code < 0:
            raise OSError("no more processes")
        self.started.append(command)
        assert Path(command[-1]).exists()

    def wait(self) -> int:
        return self.code


@pytest.fixture
def process(monkeypatch: pytest.MonkeyPatch) -> type[_Process]:
    monkeypatch.setattr(kernel_process.subprocess, "Popen", _Process)
    monkeypatch.setattr(_Process, "started", [])
    monkeypatch.setattr(_Process, "code", 0)
    return _Process


class TestCompilingApart:
    """`compile_apart`: one process, whoever asks, and none where nothing can be kept."""

    @pytest.mark.parametrize(("code", "done"), [(0, True), (1, False), (-1, False)])
    def test_says_whether_it_is_done(self, tmp_path: Path, process: type[_Process], code: int, *, done: bool) -> None:
        process.code = code
        assert compile_apart(tmp_path / "new", plain=True) is done
        assert not list(tmp_path.rglob(".compiling-*"))

    @pytest.mark.parametrize("plain", [True, False])
    def test_compiles_for_a_game_of_that_sort(self, tmp_path: Path, process: type[_Process], *, plain: bool) -> None:
        compile_apart(tmp_path, plain=plain)
        (command,) = process.started
        assert is_plain(Game(command[-2])) is plain

    def test_waits_for_a_process_that_is_at_it(self, tmp_path: Path, process: type[_Process]) -> None:
        mark = tmp_path / ".compiling-classic"
        mark.touch()
        threading.Timer(0.3, mark.unlink).start()
        assert compile_apart(tmp_path, plain=True)
        assert not mark.exists()
        assert not process.started

    def test_does_not_wait_for_one_that_was_killed_long_ago(self, tmp_path: Path, process: type[_Process]) -> None:
        mark = tmp_path / ".compiling-classic"
        mark.touch()
        os.utime(mark, (1_000_000_000, 1_000_000_000))
        assert compile_apart(tmp_path, plain=True)
        assert len(process.started) == 1

    def test_starts_none_where_nothing_can_be_kept(self, tmp_path: Path, process: type[_Process]) -> None:
        (tmp_path / "file").touch()
        assert not compile_apart(tmp_path / "file", plain=True)
        assert not process.started
