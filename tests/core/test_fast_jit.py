"""What the kernel compiles is found again at the next start, and nothing about the folder for it stops a game."""

from __future__ import annotations

import importlib.util
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

pytest.importorskip("numpy")
numba = pytest.importorskip("numba")

from crazyeights.fast import codefolder, jit  # noqa: E402
from crazyeights.fast.codefolder import CodeFolder  # noqa: E402

pytestmark = pytest.mark.skipif(jit.DISABLED, reason="nothing is compiled here")

HELPER = """
from crazyeights.fast.jit import compiled

@compiled
def helper(x):
    return x + {}
"""
MAIN = """
from crazyeights.fast.jit import compiled
from {helper} import helper

@compiled
def main(x):
    return helper(x) * 10
"""
# Prints what `main` gives, how often it was found and how often compiled, and what is said about the folder.
START = """
import sys
from crazyeights.fast import jit
from apackage.main import main
result = main(1)
stats = main.stats
print(result, sum(stats.cache_hits.values()), sum(stats.cache_misses.values()), jit.cache_note(), sep="|")
"""


class Kernel:
    """A package of two files with compiled functions, imported as if the program had started anew."""

    def __init__(self, folder: Path, patch: pytest.MonkeyPatch) -> None:
        self.folder = folder / "apackage"
        self.folder.mkdir()
        self.kept = folder / "kept"
        self.patch = patch
        patch.setattr(numba.config, "CACHE_DIR", str(self.kept))
        (self.folder / "__init__.py").touch()
        self.write(1)

    def write(self, plus: int) -> None:
        (self.folder / "helper.py").write_text(HELPER.format(plus), encoding="utf-8")
        (self.folder / "main.py").write_text(MAIN.format(helper="apackage.helper"), encoding="utf-8")

    def load(self) -> Any:
        self.patch.setattr(jit, "_folders", {})
        self.patch.setattr(jit, "_problems", {})
        codefolder.sources.cache_clear()
        for name in ("apackage", "apackage.helper", "apackage.main"):
            module = _imported(name, self.folder)
            self.patch.setitem(sys.modules, name, module)
            assert module.__spec__ is not None
            assert module.__spec__.loader is not None
            module.__spec__.loader.exec_module(module)
        return sys.modules["apackage.main"].main

    def start(self) -> tuple[int, bool]:
        """Give what `main(1)` is, and whether it was found."""
        main = self.load()
        result = main(1)
        hits, misses = main.stats.cache_hits, main.stats.cache_misses
        assert sum(hits.values()) + sum(misses.values()) == 1
        return result, bool(hits)

    def files(self) -> list[Path]:
        return sorted(path for path in self.kept.rglob("*") if path.is_file())


def _imported(name: str, folder: Path) -> ModuleType:
    file = folder / f"{name.partition('.')[2] or '__init__'}.py"
    spec = importlib.util.spec_from_file_location(name, file)
    assert spec is not None
    return importlib.util.module_from_spec(spec)


@pytest.fixture
def kernel(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Kernel:
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    return Kernel(tmp_path, monkeypatch)


def test_what_was_compiled_is_found_again(kernel: Kernel) -> None:
    assert kernel.start() == (20, False)
    assert kernel.start() == (20, True)
    assert jit.cache_note() == ""
    # Arguments of another type are another function.
    main = kernel.load()
    assert main(1.5) == 25.0
    assert not main.stats.cache_hits
    assert main(1) == 20
    assert sum(main.stats.cache_hits.values()) == 1


def test_another_helper_is_compiled_and_the_old_one_found_again(kernel: Kernel) -> None:
    kernel.start()
    kernel.write(2)
    assert kernel.start() == (30, False)
    assert kernel.start() == (30, True)
    kernel.write(1)
    assert kernel.start() == (20, True)


def test_another_kernel_or_another_numba_is_compiled(kernel: Kernel) -> None:
    kernel.start()
    real = codefolder.sources
    with kernel.patch.context() as patch:
        here = Path(jit.__file__)
        patch.setattr(jit, "sources", lambda file: "changed" if file == here else real(file))
        assert kernel.start() == (20, False)
    with kernel.patch.context() as patch:
        patch.setattr(numba, "__version__", "0.1")
        assert kernel.start() == (20, False)
    with kernel.patch.context() as patch:
        patch.setattr(numba.config, "BOUNDSCHECK", 1)
        assert kernel.start() == (20, False)
    assert kernel.start() == (20, True)


def test_all_files_of_the_kernel_count() -> None:
    kernel = Path(jit.__file__).parent
    names = {path.name for path in kernel.glob("*.py")}
    assert {"jit.py", "stream.py", "keccak.py"} <= names
    assert codefolder.sources(kernel / "jit.py") == codefolder.sources(kernel / "stream.py")


def test_files_beside_a_single_file_do_not_count(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("1", encoding="utf-8")
    before = codefolder.sources(tmp_path / "one.py")
    (tmp_path / "two.py").write_text("2", encoding="utf-8")
    codefolder.sources.cache_clear()
    assert codefolder.sources(tmp_path / "one.py") == before
    (tmp_path / "one.py").write_text("3", encoding="utf-8")
    codefolder.sources.cache_clear()
    assert codefolder.sources(tmp_path / "one.py") != before


def empty(path: Path) -> None:
    path.write_bytes(b"")


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-100])


def garbage(path: Path) -> None:
    path.write_bytes(b"\x80garbage" * 1000)


def one_bit(path: Path) -> None:
    # In machine code, which would run if nobody looked.
    data = bytearray(path.read_bytes())
    data[len(data) // 2] ^= 4
    path.write_bytes(data)


def no_function(path: Path) -> None:
    # Whole as a file, but not what numba wants.
    name = path.name
    path.unlink()
    CodeFolder(path.parent).write(name, b"cos\nsystem\n.")


def folder(path: Path) -> None:
    path.unlink()
    path.mkdir()
    (path / "file").touch()


@pytest.mark.parametrize("harm", [empty, cut, garbage, one_bit, no_function, folder, Path.unlink])
def test_what_is_broken_is_compiled_again(kernel: Kernel, harm: Callable[[Path], None]) -> None:
    kernel.start()
    files = kernel.files()
    assert len(files) == 2
    for path in files:
        harm(path)
    assert kernel.start() == (20, False)
    assert jit.cache_note() == ""
    assert kernel.start() == (20, True)
    assert kernel.files() == files


def test_a_file_in_place_of_the_folder(kernel: Kernel) -> None:
    kernel.kept.write_text("not a folder", encoding="utf-8")
    for _ in range(2):
        assert kernel.start() == (20, False)
        note = jit.cache_note()
        assert note.startswith("compiled code can't be kept on disk, so ")
        assert str(kernel.kept) in note
        assert "\n" not in note
        assert jit.cache_note() == note
    assert kernel.kept.read_text(encoding="utf-8") == "not a folder"


def test_the_note_needs_no_round(kernel: Kernel) -> None:
    kernel.load()
    assert jit.cache_note() == ""
    assert kernel.files() == []
    kernel.patch.setattr(numba.config, "CACHE_DIR", str(kernel.folder / "main.py"))
    kernel.load()
    assert "main.py" in jit.cache_note()


def test_a_folder_that_can_only_be_read_is_used(kernel: Kernel) -> None:
    kernel.start()

    def refused(*_: object, **__: object) -> Any:
        raise PermissionError(13, "Permission denied")

    for name in ("tempfile.mkstemp", "tempfile.TemporaryFile", "os.utime"):
        kernel.patch.setattr(name, refused)
    assert kernel.start() == (20, True)
    assert jit.cache_note() == ""
    assert kernel.load()(1.5) == 25.0
    assert "Permission denied" in jit.cache_note()


@pytest.mark.parametrize("part", ["numba.core.serialize.dumps", "numba.core.compiler.CompileResult._reduce"])
def test_a_numba_that_gives_nothing_to_keep(kernel: Kernel, part: str) -> None:
    def gone(*_: object) -> Any:
        raise AttributeError("it is called otherwise now")

    kernel.patch.setattr(part, gone)
    assert kernel.start() == (20, False)
    assert "it is called otherwise now" in jit.cache_note()


def test_a_numba_that_takes_nothing_back(kernel: Kernel) -> None:
    kernel.start()
    kernel.patch.setattr("numba.core.compiler.CompileResult._rebuild", None)
    assert kernel.start() == (20, False)


def test_a_function_without_a_file_works(kernel: Kernel) -> None:
    kernel.load()
    space: dict[str, Any] = {}
    exec(MAIN.format(helper="apackage.helper"), space)
    assert space["main"](1) == 20


def test_old_folders_are_removed_and_nothing_else(tmp_path: Path) -> None:
    old, new, other = (tmp_path / name for name in ("0" * 24, "1" * 24, "somebody-elses"))
    long_ago = time.time() - 31 * 24 * 3600
    for path in (old, new, other):
        path.mkdir()
        (path / "file").touch()
        if path is not new:
            os.utime(path, (long_ago, long_ago))
    CodeFolder(tmp_path / ("2" * 24)).write("file", b"content")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["1" * 24, "2" * 24, "somebody-elses"]


def test_a_folder_in_use_is_not_old(tmp_path: Path) -> None:
    path = tmp_path / ("3" * 24)
    CodeFolder(path).write("file", b"content")
    long_ago = time.time() - 31 * 24 * 3600
    os.utime(path, (long_ago, long_ago))
    assert CodeFolder(path).read("file") == b"content"
    CodeFolder(tmp_path / ("4" * 24)).write("file", b"content")
    assert path.is_dir()


def test_a_write_that_fails_leaves_what_was_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    CodeFolder(tmp_path).write("file", b"content")

    def full(*_: object) -> Any:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(Path, "replace", full)
    there, missing = CodeFolder(tmp_path), CodeFolder(tmp_path)
    there.write("file", b"content")
    assert there.problem() == ""  # another process wrote it meanwhile, as far as one can see
    missing.write("another", b"content")
    assert "No space left" in missing.problem()
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


@pytest.fixture
def program(tmp_path: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    started: list[subprocess.Popen[str]] = []
    package = tmp_path / "source" / "apackage"
    package.mkdir(parents=True)
    (package / "__init__.py").touch()
    (package / "helper.py").write_text(HELPER.format(1), encoding="utf-8")
    (package / "main.py").write_text(MAIN.format(helper="apackage.helper"), encoding="utf-8")

    def start(**env: str) -> subprocess.Popen[str]:
        kept = {name: value for name, value in os.environ.items() if not name.startswith(("NUMBA", "XDG"))}
        run = subprocess.Popen(
            [sys.executable, "-W", "error", "-c", START],
            env={**kept, "PYTHONPATH": str(tmp_path / "source"), **env},
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            encoding="utf-8",
        )
        started.append(run)
        return run

    yield start
    for run in started:
        run.kill()
        run.communicate()


def said(run: subprocess.Popen[str]) -> list[str]:
    output, errors = run.communicate(timeout=60)
    assert run.returncode == 0, errors
    assert errors == ""
    return output.rstrip("\n").split("|")


def test_two_processes_at_once_and_one_after_them(
    program: Callable[..., subprocess.Popen[str]], tmp_path: Path
) -> None:
    env = {"NUMBA_CACHE_DIR": str(tmp_path / "kept")}
    for run in (program(**env), program(**env)):
        result, *_, note = said(run)
        assert (result, note) == ("20", "")
    assert said(program(**env)) == ["20", "1", "0", ""]


@pytest.mark.skipif(sys.platform == "win32", reason="Windows finds the folder without variables")
def test_a_home_that_is_no_folder(program: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    home = tmp_path / "home"
    home.touch()
    result, hits, misses, note = said(program(HOME=str(home)))
    assert (result, hits, misses) == ("20", "0", "1")
    assert note.startswith("compiled code can't be kept on disk")
    assert str(home) in note


@pytest.mark.skipif(sys.platform == "win32", reason="Windows finds the folder without variables")
def test_the_users_folder(program: Callable[..., subprocess.Popen[str]], tmp_path: Path) -> None:
    assert said(program(HOME=str(tmp_path / "home"))) == ["20", "0", "1", ""]
    (kept,) = (tmp_path / "home").rglob("kernel")
    assert "crazyeights" in kept.parts
    assert len([path for path in kept.rglob("*") if path.is_file()]) == 2


def test_nothing_of_numba_is_imported_before_it_is_used() -> None:
    code = """
import sys
import crazyeights
heavy = {"numba", "llvmlite", "numpy"} & sys.modules.keys()
assert not heavy, heavy
sys.modules["numba"] = None
try:
    import crazyeights.fast.jit
except ImportError:
    print("refused")
"""
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False)
    assert (run.stdout, run.stderr) == ("refused\n", "")
