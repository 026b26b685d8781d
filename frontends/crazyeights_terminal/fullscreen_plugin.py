"""What this package offers to the game besides line mode: the frontend `terminal`, a full-screen table."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crazyeights.hookspecs import hookimpl
from crazyeights.specs import Environment, FrontendSpec, LaunchRequest


def launch_fullscreen(request: LaunchRequest) -> int:
    """Play at the full-screen table; its libraries are imported only now."""
    from crazyeights_terminal.fullscreen.launch import launch  # noqa: PLC0415

    return launch(request)


def unusable(environment: Environment) -> str | None:
    """Say why there can be no full screen here."""
    if not environment.stdin_tty:
        return "nobody types at the standard input (it is no terminal)"
    if not environment.stdout_tty:
        return "the standard output is no terminal"
    if environment.platform != "win32":
        if environment.env.get("TERM") == "dumb":
            return "a terminal of the type dumb has no full screen"
        if not environment.env.get("TERM"):
            return "TERM is not set, so the type of the terminal is not known"
    return None


def examine(environment: Environment) -> Sequence[tuple[str, str]]:
    """Say what the terminal can show."""
    from crazyeights_terminal import examine as examination  # noqa: PLC0415

    return examination.examine(environment)


@hookimpl
def crazyeights_frontends() -> Iterable[FrontendSpec]:
    """Offer the full-screen table."""
    return (
        FrontendSpec(
            "terminal",
            "A full-screen table in the terminal, for keyboard and mouse.",
            launch_fullscreen,
            priority=20,
            unusable=unusable,
            examine=examine,
        ),
    )
