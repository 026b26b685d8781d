"""Where plugins come from: the entry points of installed distributions, and single files.

Nothing is loaded here; what is found is loaded and checked by `plugins`.
"""

from __future__ import annotations

import hashlib
import importlib.machinery
import importlib.util
import re
import sys
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import CodeType, ModuleType
from typing import TYPE_CHECKING, Final

from crazyeights.errors import PluginError
from crazyeights.requirements import of_file, unmet

if TYPE_CHECKING:
    from importlib.metadata import Distribution, EntryPoint

GROUP: Final = "crazyeights"
OWN_DISTRIBUTION: Final = "crazyeights"


def _nothing_to_undo() -> None:
    pass


@dataclass(frozen=True, slots=True)
class Candidate:
    """A plugin that was found and not loaded yet.

    Attributes:
        name: the name of its entry point, or of its file without `.py`.
        source: where it is from: a distribution with its version, or the path of a file.
        load: gives its module, or the object that its entry point names; raises whatever is wrong with it.
        drop: undoes `load`, for a plugin that turned out to be bad.
        built_in: whether it came with the game.
    """

    name: str
    source: str
    load: Callable[[], object]
    drop: Callable[[], None] = _nothing_to_undo
    built_in: bool = False


def installed(third_party: bool = True) -> Iterator[Candidate]:
    """Find the plugins among the installed distributions: the game's own first, the others by name.

    Args:
        third_party: whether to look for others than the game's own.
    """
    # `importlib.metadata.entry_points` and pluggy's loader for it fail for all if one distribution's files are broken.
    # Imported here because it takes longer than the rest of the core.
    from importlib.metadata import distributions  # noqa: PLC0415

    own: list[Candidate] = []
    others: list[Candidate] = []
    seen: set[tuple[str, str]] = set()
    seen_distributions: set[str] = set()
    for distribution in distributions():
        if not _names_our_group(distribution):
            continue
        name, source = _describe(distribution)
        key = re.sub(r"[-_.]+", "-", name).lower()
        # The same distribution twice (an editable install beside an older one): Python imports the first one.
        if key in seen_distributions or (key != OWN_DISTRIBUTION and not third_party):
            continue
        seen_distributions.add(key)
        try:
            points = list(distribution.entry_points.select(group=GROUP))
        except Exception as error:  # noqa: BLE001  whatever a file that anybody may have written leads to
            others.append(Candidate(name, source, _failing(f"its entry points can't be read: {error}")))
            continue
        built_in = key == OWN_DISTRIBUTION
        needs = None if built_in else _needs(distribution)
        for point in points:
            if (point.name, point.value) not in seen:
                seen.add((point.name, point.value))
                load = _loader(point) if needs is None else _failing(needs)
                candidate = Candidate(point.name, source, load, built_in=built_in)
                (own if built_in else others).append(candidate)
    if not own:
        missing = _failing("the distribution crazyeights is not installed, so its own rules can't be found; install it")
        own.append(Candidate(OWN_DISTRIBUTION, OWN_DISTRIBUTION, missing, built_in=True))
    yield from own
    yield from sorted(others, key=lambda candidate: (candidate.name, candidate.source))


def _names_our_group(distribution: Distribution) -> bool:
    try:
        return f"[{GROUP}]" in (distribution.read_text("entry_points.txt") or "")
    except Exception:  # noqa: BLE001  not readable, so nobody's plugin as far as we can tell
        return False


def _describe(distribution: Distribution) -> tuple[str, str]:
    try:
        name, version = distribution.metadata["Name"], distribution.version
    except Exception:  # noqa: BLE001  a distribution without its METADATA file
        return "unknown", "a distribution without a name"
    return str(name), f"{name} {version}"


def _needs(distribution: Distribution) -> str | None:
    try:
        return unmet(distribution.requires or ())
    except Exception:  # noqa: BLE001  no legible metadata, so no needs that we know of
        return None


def _failing(message: str) -> Callable[[], object]:
    def load() -> object:
        raise PluginError(message)

    return load


def _loader(point: EntryPoint) -> Callable[[], object]:
    def load() -> object:
        if not point.pattern.match(point.value):
            raise PluginError(f"its entry point {point.value!r} does not name a module")
        return point.load()

    return load


def in_files(files: Sequence[Path] = (), folder: Path | None = None) -> Iterator[Candidate]:
    """Find the plugins of a folder, by name, and then those of the given files; each file once.

    Args:
        files: the files.
        folder: the folder; it need not exist.
    """
    paths: list[Path] = []
    if folder is not None:
        try:
            paths = sorted(path for path in folder.iterdir() if is_python(path) and path.name[0] not in "._")
        except FileNotFoundError:
            pass
        except OSError as error:
            yield Candidate(folder.name, str(folder), _failing(f"the folder can't be read: {error.strerror}"))
    seen: set[Path] = set()
    for path in (*paths, *map(Path, files)):
        place = _resolved(path)
        if place not in seen:
            seen.add(place)
            plugin = _FilePlugin(path.absolute(), place)
            yield Candidate(path.stem or str(path), str(path), plugin.load, plugin.drop)


def is_python(path: Path) -> bool:
    """Say whether a file is Python by its name, in any case, as some file systems have it."""
    return path.suffix.lower() == ".py"


def _resolved(path: Path) -> Path:
    try:
        return path.resolve()
    except (OSError, RuntimeError, ValueError):
        return path.absolute()  # links in a circle, say; loading it says what is wrong


class _SourceOnly(importlib.machinery.SourceFileLoader):
    """Leaves no bytecode beside the user's file, and so never takes an older one for it."""

    def get_code(self, fullname: str) -> CodeType:
        path = self.get_filename(fullname)
        return self.source_to_code(self.get_data(path), path)


class _FilePlugin:
    """A plugin of a single file, as a module under a name of its own, so that its functions can be pickled."""

    def __init__(self, given: Path, path: Path) -> None:
        self.given = given
        self.path = path
        self.loaded = ""

    def load(self) -> ModuleType:
        if not is_python(self.given):
            raise PluginError(f"{self.given.name} is no Python file; its name must end with .py")
        if not self.path.exists():
            raise PluginError("there is no such file")
        if not self.path.is_file():
            raise PluginError("it is not a file")
        try:
            source = self.path.read_bytes()
        except OSError as error:
            raise PluginError(f"the file can't be read: {error.strerror}") from error
        needs = unmet(of_file(source))
        if needs is not None:
            raise PluginError(needs)
        # Path and contents: the same in another process, another one for another file or after a change.
        digest = hashlib.sha256(str(self.path).encode(errors="surrogateescape") + b"\0" + source).hexdigest()
        stem = re.sub(r"\W", "_", self.given.stem)
        name = f"crazyeights_file_{stem}_{digest[:12]}"
        if name in sys.modules:
            return sys.modules[name]
        spec = importlib.util.spec_from_file_location(name, self.path, loader=_SourceOnly(name, str(self.path)))
        if spec is None or spec.loader is None:
            raise PluginError("it can't be loaded as a module")
        module = importlib.util.module_from_spec(spec)
        # Before it runs: dataclasses and pickle look their module up.
        sys.modules[name] = module
        self.loaded = name
        spec.loader.exec_module(module)
        return module

    def drop(self) -> None:
        if self.loaded:
            sys.modules.pop(self.loaded, None)
