"""What can go wrong with a tournament besides what its strategies do."""

from __future__ import annotations

from crazyeights.errors import CrazyEightsError, MissingExtraError

__all__ = ["ArenaError", "MissingExtraError"]


class ArenaError(CrazyEightsError, ValueError):
    """A tournament that can't be played, or results that can't be gone on with."""
