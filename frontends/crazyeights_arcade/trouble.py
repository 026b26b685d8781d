"""What can go wrong before the window is there, in one line for a person. It must work where arcade can't be had."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from crazyeights.specs import Environment

_OTHERWISE: Final = "or play with --frontend terminal"

# Parts of what is raised while arcade is imported, and what is missing then.
_LIBRARIES: Final[Mapping[str, tuple[str, str]]] = {
    'Library "GL"': ("OpenGL (libGL)", "libgl1"),
    'Library "EGL"': ("EGL", "libegl1"),
    'Library "freetype"': ("FreeType", "libfreetype6"),
    'Library "fontconfig"': ("fontconfig", "libfontconfig1"),
    'Library "X11"': ("X11", "libx11-6"),
    "XRenderFindVisualFormat": ("XRender", "libxrender1"),
    'Library "Xrender"': ("XRender", "libxrender1"),
}


def no_display(environment: Environment) -> str | None:
    """Say why there can be no window here, without trying; None if there may be one.

    Args:
        environment: what the program runs in.
    """
    env = environment.env
    if not environment.display:
        return f"there is no display for a window: start it on a desktop, {_OTHERWISE}"
    if environment.platform not in {"win32", "darwin"} and env.get("WAYLAND_DISPLAY") and not env.get("DISPLAY"):
        # pyglet speaks X11 only; desktops with Wayland usually bring XWayland, which sets DISPLAY.
        return f"the window needs X11: install xwayland and set DISPLAY, {_OTHERWISE}"
    return None


def explain(error: BaseException, platform: str) -> str | None:
    """Say in one line why the window could not be opened, and what helps; None if the error is of another kind.

    Args:
        error: what was raised by importing arcade or opening a window.
        platform: as in `sys.platform`.
    """
    text = " ".join(str(error).split())
    names = {kind.__name__ for kind in type(error).__mro__}
    for part, (what, package) in _LIBRARIES.items():
        if part in text:
            how = f"install it (Debian, Ubuntu: {package})" if platform == "linux" else "install it"
            return f"the window needs {what}, which is missing: {how}, {_OTHERWISE}"
    if isinstance(error, ModuleNotFoundError) and error.name in {"arcade", "pyglet", "PIL"}:
        return f"the window needs {error.name}, which is missing: pip install {_package(error.name)}, {_OTHERWISE}"
    if "NoSuchDisplayException" in names or "NoSuchScreenModeException" in names:
        return f"there is no display for a window: start it on a desktop, {_OTHERWISE}"
    if names & {"NoSuchConfigException", "NoOpenGLException", "ContextException", "GLException", "ShaderException"} or (
        "OpenGL" in text or "GLX" in text
    ):
        mesa = " (Debian, Ubuntu: libgl1-mesa-dri)" if platform == "linux" else ""
        return f"the window needs OpenGL 3.3 or newer: install or update the graphics driver{mesa}, {_OTHERWISE}"
    if isinstance(error, ImportError) or names & {"WindowException"}:
        return f"the window can't be opened ({text or type(error).__name__}): repair arcade, {_OTHERWISE}"
    return None


def _package(name: str | None) -> str:
    return "pillow" if name == "PIL" else str(name)
