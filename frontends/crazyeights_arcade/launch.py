"""Starts the window, or says in one line why it can't be had."""

from __future__ import annotations

import sys
from contextlib import suppress

from crazyeights.settings import Settings
from crazyeights.specs import LaunchRequest
from crazyeights_arcade import trouble

DONE = 0
NO_SCREEN = 4

# A strategy that computes in its thread lets the window have a turn so often, in seconds; else frames would be late.
_SWITCH = 0.0005


def launch(request: LaunchRequest) -> int:
    """Play in a window.

    Args:
        request: the table, if one was asked for; without one the start menu asks.

    Returns:
        The exit code: 4 if there can be no window.
    """
    settings = Settings.of(request.settings)
    try:
        _prepare(sound=settings.flag("sound"))
        # Here, for it takes half a second, and without OpenGL it fails.
        import arcade  # noqa: PLC0415

        from crazyeights_arcade.flow import Flow  # noqa: PLC0415
        from crazyeights_arcade.window import TableWindow  # noqa: PLC0415

        window = TableWindow(request.registry, settings, request.folders)
    except Exception as error:
        line = trouble.explain(error, sys.platform)
        if line is None:
            raise
        _say(line)
        return NO_SCREEN
    flow = Flow(window)
    window.on_leave = flow.leave_table
    before = sys.getswitchinterval()
    sys.setswitchinterval(_SWITCH)
    try:
        notice = _notice(request, settings)
        # A launcher that fills in the usual table where the user asked for none says so.
        if request.table is None or request.options.get("asked") is False:
            flow.menu(notice)
        else:
            flow.open(request.table, notice=notice)
        arcade.run()
    finally:
        sys.setswitchinterval(before)
        flow.leave_table()
    return DONE


def _prepare(*, sound: bool) -> None:
    """Set what pyglet must know before it is imported by arcade."""
    import pyglet  # noqa: PLC0415

    # Cut glyphs on Windows otherwise; and a silent driver starts faster than one that is not used.
    with suppress(AttributeError):
        pyglet.options.win32_gdi_font = False
    if not sound:
        pyglet.options.audio = ("silent",)


def _notice(request: LaunchRequest, settings: Settings) -> str:
    """Give what the launcher wants the user to know, or what is wrong with the settings."""
    given = request.options.get("notices")
    notices = [str(note) for note in given] if isinstance(given, tuple | list) else []
    text = notices[0] if notices else settings.warning or ""
    return text[:1].upper() + text[1:]


def _say(line: str) -> None:
    with suppress(OSError, ValueError):
        print(f"crazyeights: {line}", file=sys.stderr, flush=True)  # noqa: T201
