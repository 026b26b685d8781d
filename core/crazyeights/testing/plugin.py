"""Checks a plugin as a whole: that the game takes it, beside its own plugins."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

from crazyeights import discovery
from crazyeights.plugins import Registry, load_plugins
from crazyeights.testing.cases import Subject

#: pytest shows where the author's test failed, not where in here.
__tracebackhide__ = True


def check_plugin(plugin: ModuleType | Path | str) -> Registry:
    """Check that the game takes a plugin, and give a registry with the game's own plugins and this one.

    It need not be installed: its hooks must be spelled right, and what they offer must have good names that are not
    taken.

    Args:
        plugin: its module, or the path of its file.

    Raises:
        CheckError: says why the game would leave it out.
    """
    if isinstance(plugin, ModuleType):
        registry = load_plugins(third_party=False)
        name, source = plugin.__name__, str(getattr(plugin, "__file__", None) or "a module")
        registry.load(discovery.Candidate(name, source, lambda: plugin))
    else:
        path = Path(plugin)
        name = path.stem
        registry = load_plugins([path], third_party=False)
    refused = next((one for one in registry.left_out if one.name == name), None)
    if refused is not None:
        trace = f"\n{refused.traceback}" if refused.traceback else ""
        Subject("plugin", name).fail("is taken by the game", f"{refused.reason}{trace}")
    return registry
