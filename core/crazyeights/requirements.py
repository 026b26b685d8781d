"""Whether a plugin was made for this version of the framework.

A distribution says in its dependencies which versions it needs, as in `crazyeights>=0.2`; a plugin of a single file may
say the same in the usual block of comments at its top:

    # /// script
    # dependencies = ["crazyeights>=0.2"]
    # ///
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable

from crazyeights.version import DISTRIBUTION, version

_BLOCK = re.compile(r"(?m)^# /// script\s*\n((?:#(?: .*)?\n)+?)# ///\s*$")
_OURS = re.compile(rf"\s*{DISTRIBUTION}\s*([^\w.\-\s]|$)", re.IGNORECASE)


def unmet(requirements: Iterable[str]) -> str | None:
    """Say in half a sentence which version is needed if it is not this one; None if this one will do.

    Args:
        requirements: the dependencies of a distribution or a file; those on other things are none of our business.
    """
    ours = [text for text in requirements if _OURS.match(text)]
    if not ours:
        return None
    # Here, for most plugins have no such need.
    from packaging.requirements import InvalidRequirement, Requirement  # noqa: PLC0415

    for text in ours:
        try:
            requirement = Requirement(text)
            if requirement.marker is not None and not requirement.marker.evaluate({"extra": ""}):
                continue
        except InvalidRequirement:
            return f"it needs {text!r}, which is no version"
        if not requirement.specifier.contains(version(), prereleases=True):
            return f"it needs {DISTRIBUTION} {requirement.specifier}, but this is {DISTRIBUTION} {version()}"
    return None


def of_file(source: bytes) -> list[str]:
    """Give the dependencies that a single file names at its top; none if it names none."""
    block = _BLOCK.search(source.decode("utf-8", "replace").replace("\r\n", "\n"))
    if block is None:
        return []
    text = "".join(line.removeprefix("#").removeprefix(" ") for line in block[1].splitlines(keepends=True))
    try:
        named = tomllib.loads(text).get("dependencies", [])
    except tomllib.TOMLDecodeError:
        return []
    return [item for item in named if isinstance(item, str)] if isinstance(named, list) else []
