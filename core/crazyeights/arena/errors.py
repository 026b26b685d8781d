"""What can go wrong with a tournament besides what its strategies do."""

from __future__ import annotations

from crazyeights.errors import CrazyEightsError


class ArenaError(CrazyEightsError, ValueError):
    """A tournament that can't be played, or results that can't be gone on with."""


class MissingExtraError(CrazyEightsError, ImportError):
    """Something that takes a package which is not installed; says what to install.

    Attributes:
        extra: the extra of crazyeights that brings it.
    """

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(f"{what} needs {package}, which is not installed: pip install 'crazyeights[{extra}]'")
        self.what = what
        self.package = package
        self.extra = extra

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str, str]]:
        return (type(self), (self.what, self.package, self.extra))
