"""With this folder in PYTHONPATH, Python finds neither numba nor NumPy, as where the extra `fast` is not installed.

Python imports a module of this name at its start. What is left out is looked for in vain, and so is whatever needs it.
"""

import sys
from importlib.machinery import PathFinder
from typing import Any

MISSING = {"numba", "llvmlite", "numpy"}
_find = PathFinder.find_spec


def _find_all_but_missing(cls: type[PathFinder], name: str, *others: Any, **named: Any) -> Any:
    return None if name.partition(".")[0] in MISSING else _find(name, *others, **named)


# A method of the class, as it was: pytest keeps it as an attribute of a class of its own.
PathFinder.find_spec = classmethod(_find_all_but_missing)  # type: ignore[method-assign, assignment]
assert not MISSING & sys.modules.keys()
