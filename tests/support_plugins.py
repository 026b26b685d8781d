"""Plugins made up by tests: as single files, and as distributions with entry points."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from textwrap import dedent

from crazyeights import load_plugins

BUILT_IN_RULES = frozenset(load_plugins(third_party=False).rules)


def rule_source(name: str, body: str = "build.play_again(build.rank('J'))") -> str:
    """The source of a plugin that offers one good rule."""
    return dedent(
        f"""
        from crazyeights import Rule, hookimpl

        def apply(build):
            {body}

        @hookimpl
        def crazyeights_rules():
            return [Rule({name!r}, "A rule.", "It is a rule.", apply)]
        """
    )


def write(folder: Path, name: str, source: str) -> Path:
    """Write a plugin of a single file."""
    path = folder / f"{name}.py"
    path.write_text(dedent(source), encoding="utf-8")
    return path


def distribution(
    folder: Path, name: str, modules: Mapping[str, str], *, version: str = "1.0", entry_points: str | None = None
) -> None:
    """Write a distribution whose entry points are its modules, each under its own name with hyphens.

    Args:
        folder: a folder that is or will be on `sys.path`.
        name: the distribution's name.
        modules: the sources of the modules by name; the names must be unlike those of all other tests.
        version: its version.
        entry_points: the text of its `entry_points.txt`, if it is to be another one.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for module, source in modules.items():
        write(folder, module, source)
    info = folder / f"{name.replace('-', '_')}-{version}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n", encoding="utf-8")
    lines = "".join(f"{module.replace('_', '-')} = {module}\n" for module in modules)
    text = f"[crazyeights]\n{lines}" if entry_points is None else entry_points
    (info / "entry_points.txt").write_text(text, encoding="utf-8")
