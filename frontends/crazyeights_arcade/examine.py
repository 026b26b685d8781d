"""What `crazyeights doctor` tells about the window: OpenGL and sound, both tried for real."""

from __future__ import annotations

import sys
from collections.abc import Sequence

from crazyeights.specs import Environment
from crazyeights_arcade import trouble


def examine(environment: Environment) -> Sequence[tuple[str, str]]:
    """Look for what the window needs; never raises.

    Args:
        environment: what the program runs in.

    Returns:
        Pairs of what was looked for and what was found.
    """
    if trouble.no_display(environment) is not None:
        # That is told as the reason why the window can't be used.
        return []
    found: list[tuple[str, str]] = []
    try:
        # In here, for `doctor` must also work where these can't be imported.
        import pyglet.window  # noqa: PLC0415

        window = pyglet.window.Window(64, 64, visible=False)
        try:
            info = window.context.get_info()
            version, renderer = info.get_version(), info.get_renderer()
            enough = tuple(version[:2]) >= (3, 3)
        finally:
            window.close()
        written = ".".join(map(str, version[:2]))
        found.append(("OpenGL", f"{written}, {renderer}" + ("" if enough else "; the window needs 3.3 or newer")))
        found.append(("sound", _sound()))
    except Exception as error:  # noqa: BLE001  # whatever a driver or a missing library raises
        line = trouble.explain(error, sys.platform)
        found.append(("OpenGL", line or f"can't be used: {type(error).__name__}: {' '.join(str(error).split())}"))
    return found


def _sound() -> str:
    import pyglet.media  # noqa: PLC0415

    driver = type(pyglet.media.get_audio_driver()).__name__  # type: ignore[no-untyped-call]  # pyglet has no types
    return "no device found: the window is silent" if "Silent" in driver else driver.removesuffix("Driver")
