"""Which version of the framework this is, for those parts of it that can't import its front."""

from __future__ import annotations

from functools import cache

DISTRIBUTION = "crazyeights"


@cache
def version() -> str:
    """Give the version that is installed; "0" for a checkout of which nothing is."""
    # Here, for it takes longer to import than all that asks for it.
    from importlib.metadata import PackageNotFoundError, version  # noqa: PLC0415

    try:
        return version(DISTRIBUTION)
    except PackageNotFoundError:
        return "0"
