"""What the terminal can show, as far as it can be told without asking it; for `crazyeights doctor`."""

from __future__ import annotations

import os
import sys
from collections.abc import Mapping, Sequence

from crazyeights.specs import Environment
from crazyeights_terminal.output import shows_signs


def examine(environment: Environment) -> Sequence[tuple[str, str]]:
    """Describe the terminal."""
    env = environment.env
    return (
        ("terminal", _terminal(environment)),
        ("size", _size()),
        ("colours", _colours(env, environment.platform)),
        ("unicode", _unicode(env)),
        ("mouse", _mouse(environment)),
    )


def _terminal(environment: Environment) -> str:
    env = environment.env
    names = [env[name] for name in ("TERM_PROGRAM", "TERM") if env.get(name)]
    if env.get("TMUX"):
        names.append("inside tmux")
    if env.get("SSH_CONNECTION"):
        names.append("over ssh")
    missing = [
        stream for stream, tty in (("input", environment.stdin_tty), ("output", environment.stdout_tty)) if not tty
    ]
    told = ", ".join(names) or ("the Windows console" if environment.platform == "win32" else "TERM is not set")
    return f"{told}; the standard {' and '.join(missing)} is none" if missing else told


def _size() -> str:
    try:
        size = os.get_terminal_size()
    except (OSError, ValueError):
        return "not known"
    return f"{size.columns}x{size.lines} (the table needs 72x20)"


def _colours(env: Mapping[str, str], platform: str) -> str:
    if env.get("NO_COLOR"):
        return "none, for NO_COLOR is set"
    if env.get("COLORTERM", "").lower() in {"truecolor", "24bit"}:
        return "16 million (16 are used)"
    if "256" in env.get("TERM", ""):
        return "256 (16 are used)"
    if env.get("TERM", "") in {"", "dumb", "vt100", "vt220"} and platform != "win32":
        return "none"
    return "16"


def _unicode(env: Mapping[str, str]) -> str:
    locale = next((f"{name}={env[name]}" for name in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(name)), "no locale")
    encoding = getattr(sys.stdout, "encoding", None) or "none"
    shown = "yes, suits as ♠ ♥ ♦ ♣" if shows_signs(sys.stdout, env) else "no, suits as S H D C"
    return f"{shown} ({locale}, encoding {encoding})"


def _mouse(environment: Environment) -> str:
    if not (environment.stdin_tty and environment.stdout_tty):
        return "none without a terminal"
    if environment.env.get("TERM") in {"linux", "dumb", "vt100", "vt220"}:
        return "none on this type of terminal"
    return "asked for when the game begins; most terminals have one"
