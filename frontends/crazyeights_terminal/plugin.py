"""What this package offers to the game: the frontend `line`."""

from __future__ import annotations

from collections.abc import Iterable

from crazyeights.hookspecs import hookimpl
from crazyeights.specs import FrontendSpec, LaunchRequest


def launch_line(request: LaunchRequest) -> int:
    """Play in line mode; its libraries are imported only now."""
    from crazyeights_terminal.launch import launch  # noqa: PLC0415

    return launch(request)


@hookimpl
def crazyeights_frontends() -> Iterable[FrontendSpec]:
    """Offer the line mode."""
    return (
        FrontendSpec(
            "line",
            "Plain lines of text, for any terminal, pipe or screen reader.",
            launch_line,
            priority=10,
        ),
    )
