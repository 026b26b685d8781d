"""What this package offers to the game: the frontend `arcade`."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crazyeights.hookspecs import hookimpl
from crazyeights.specs import Environment, FrontendSpec, LaunchRequest


def launch_window(request: LaunchRequest) -> int:
    """Play in a window; its libraries are imported only now."""
    from crazyeights_arcade.launch import launch  # noqa: PLC0415

    return launch(request)


def unusable(environment: Environment) -> str | None:
    """Say why there can be no window; None if there may be one."""
    from crazyeights_arcade.trouble import no_display  # noqa: PLC0415

    return no_display(environment)


def examine(environment: Environment) -> Sequence[tuple[str, str]]:
    """Say what there is of OpenGL and sound."""
    from crazyeights_arcade import examine as examination  # noqa: PLC0415

    return examination.examine(environment)


@hookimpl
def crazyeights_frontends() -> Iterable[FrontendSpec]:
    """Offer the window."""
    return (
        FrontendSpec(
            "arcade",
            "A window with a felt table, painted cards, mouse and keys.",
            launch_window,
            priority=30,
            unusable=unusable,
            examine=examine,
        ),
    )
