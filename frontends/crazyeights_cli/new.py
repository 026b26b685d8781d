"""Writes the beginning of a plugin: a package that can be installed, or one file; with tests that pass as written."""

from __future__ import annotations

import importlib.util
import keyword
import re
import sys
from collections.abc import Mapping
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from string import Template
from typing import Final

from crazyeights import __version__
from crazyeights.errors import CrazyEightsError, UnknownNameError
from crazyeights.plugins import Registry
from crazyeights.rules import check_name
from crazyeights_cli.failures import PROGRAM, ExitCode, Failure

#: What is written after `crazyeights` to play with a plugin of each kind.
PLAY: Final[Mapping[str, str]] = {
    "rule": "--rule {name}",
    "variant": "--variant {name}",
    "strategy": "--ai {name}",
    "frontend": "--frontend {name}",
}


@dataclass(frozen=True, slots=True)
class Written:
    """What was written.

    Attributes:
        place: the folder of the package, or the file.
        files: all files.
        next_steps: command lines to go on with.
    """

    place: Path
    files: tuple[Path, ...]
    next_steps: tuple[str, ...]

    def __str__(self) -> str:
        lines = [f"{self.place} is written:"] if len(self.files) > 1 else [f"{self.place} is written."]
        if len(self.files) > 1:
            lines += [f"  {file.relative_to(self.place).as_posix()}" for file in self.files]
        return "\n".join([*lines, "Go on with:", *(f"  {step}" for step in self.next_steps)])


def write_plugin(kind: str, name: str, registry: Registry, *, single_file: bool = False) -> Written:
    """Write a plugin into the current folder; nothing that is there is ever changed.

    Args:
        kind: "rule", "variant", "strategy" or "frontend".
        name: the plugin's name.
        registry: the plugins that there are, whose names are taken.
        single_file: whether to write one file instead of a package.

    Raises:
        Failure: the kind or the name can't be, or something of that name is there.
    """
    if kind not in PLAY:
        raise Failure(str(UnknownNameError("kind of plugin", kind, PLAY)), ExitCode.USAGE)
    _check_name(kind, name, registry)
    words = name.replace("-", "_")
    module = words if single_file else f"{PROGRAM}_{words}"
    _check_module(module, name, single_file=single_file)
    play = PLAY[kind].format(name=name)
    values = {
        "kind": kind,
        "name": name,
        "module": module,
        "file": f"{module}.py",
        "distribution": f"{PROGRAM}-{name}",
        "title": name.replace("-", " ").capitalize(),
        "class_name": "".join(part.capitalize() for part in name.split("-")),
        "version": __version__,
        "play": play,
    }
    if single_file:
        path = Path(f"{module}.py")
        texts = {path: _filled(f"{kind}.py", values) + _filled(f"{kind}_single_test.py", values)}
        steps: tuple[str, ...] = (f"{PROGRAM} --plugin {path} {play}", f"python -m pytest {path}")
        return Written(path, _write(texts, path), steps)
    folder = Path(f"{PROGRAM}-{name}")
    texts = {
        folder / "pyproject.toml": _filled("pyproject.toml", values),
        folder / "README.md": _filled("README.md", values),
        folder / f"{module}.py": _filled(f"{kind}.py", values),
        folder / "tests" / f"test_{words}.py": _filled(f"{kind}_test.py", values),
    }
    steps = (f"pip install --editable {folder}", f"{PROGRAM} {play}", f"python -m pytest {folder}")
    return Written(folder, _write(texts, folder), steps)


def _check_name(kind: str, name: str, registry: Registry) -> None:
    try:
        check_name(kind, name)
    except CrazyEightsError as error:
        better = "-".join(re.findall(r"[a-z0-9]+", name.lower())).lstrip("0123456789-")
        advice = f"; did you mean {better}?" if better else ""
        raise Failure(f"{error}{advice}", ExitCode.USAGE) from error
    offered: Mapping[str, Mapping[str, object]] = {
        "rule": registry.rules,
        "variant": registry.variants,
        "strategy": registry.strategies,
        "frontend": registry.frontends,
    }
    if name in offered[kind]:
        source = registry.owner(kind, name).source
        raise Failure(f"there is a {kind} {name} already, from {source}; take another name", ExitCode.USAGE)


def _check_module(module: str, name: str, *, single_file: bool) -> None:
    """Refuse a name whose module would hide another one: Python's own `random`, say."""
    if keyword.iskeyword(module) or module in sys.stdlib_module_names:
        raise Failure(f"a file {module}.py would be taken for Python's own {module}; take another name", ExitCode.USAGE)
    try:
        spec = importlib.util.find_spec(module)
    except (ImportError, ValueError):
        spec = None
    # A file of that name in the current folder is told apart below, by what is there.
    if spec is not None and (spec.origin is None or Path(spec.origin).parent != Path.cwd()):
        where = f"a file {module}.py" if single_file else f"the module {module} of a plugin {name}"
        raise Failure(f"{where} would hide a module that is installed; take another name", ExitCode.USAGE)


def _filled(template: str, values: Mapping[str, str]) -> str:
    text = files(__package__).joinpath("templates", f"{template}.txt").read_text(encoding="utf-8")
    return Template(text).substitute(values)


def _write(texts: Mapping[Path, str], place: Path) -> tuple[Path, ...]:
    """Write new files; if the place is taken, nothing is written."""
    # Also what is no file: a link to nowhere.
    if place.is_symlink() or place.exists():
        raise Failure(f"{place} is there already, and nothing is ever overwritten; take another name or folder")
    for path, text in texts.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        with path.open("x", encoding="utf-8", newline="\n") as file:
            file.write(text)
    return tuple(texts)
