"""Exit codes, and how the launcher gives up: with one line for a person and one of these codes."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import IntEnum
from typing import Final

PROGRAM: Final = "crazyeights"
DEBUG_VARIABLE: Final = "CRAZYEIGHTS_DEBUG"


class ExitCode(IntEnum):
    """What the program's exit code means."""

    DONE = 0
    FAILED = 1
    USAGE = 2
    INPUT_ENDED = 3
    NO_SCREEN = 4
    INTERRUPTED = 130


class Failure(Exception):  # noqa: N818  (it ends the program; most often the error is the user's)
    """The command can't be done.

    Attributes:
        message: why, in one line, without the program's name.
        code: the exit code.
    """

    def __init__(self, message: str, code: ExitCode = ExitCode.FAILED) -> None:
        super().__init__(message)
        self.message = message
        self.code = code


@contextmanager
def as_usage() -> Iterator[None]:
    """Take errors of the framework for wrong usage: what is done inside hangs on what the user asked for.

    Raises:
        Failure: with the message of any `CrazyEightsError`; the fault of a plugin is no wrong usage, though.
    """
    from crazyeights.errors import CrazyEightsError, PluginError, RecordError, RuleError  # noqa: PLC0415

    try:
        yield
    except (PluginError, RecordError):
        raise
    except RuleError as error:
        # A rule that raised is a fault of its plugin; one that was only named wrongly is the user's.
        code = ExitCode.FAILED if error.__cause__ is not None else ExitCode.USAGE
        raise Failure(str(error), code) from error
    except CrazyEightsError as error:
        raise Failure(str(error), ExitCode.USAGE) from error


def how_to_debug() -> str:
    """Say how the user gets to see where an error came from."""
    return f"run again with {DEBUG_VARIABLE}=1 for the details"


def say(message: str) -> None:
    """Write one line to the standard error stream; if there is none or it is closed, nobody can be told."""
    # Not the core's `printable`: that the core can't be imported must be told, too.
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in message).split())
    with suppress(OSError, ValueError):
        print(f"{PROGRAM}: {line}", file=sys.stderr, flush=True)  # noqa: T201
