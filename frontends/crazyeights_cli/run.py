"""Runs a command line: whatever happens ends as an exit code and, if it went wrong, as one line of plain English."""

from __future__ import annotations

import difflib
import errno
import io
import os
import sys
import traceback
from collections.abc import Sequence
from typing import Any

from crazyeights_cli.failures import DEBUG_VARIABLE, PROGRAM, ExitCode, Failure, how_to_debug, say

_COMPLETING = f"_{PROGRAM.upper()}_COMPLETE"


def run(arguments: Sequence[str]) -> int:
    """Run a command line.

    Args:
        arguments: what stands after the program's name.

    Returns:
        The exit code.
    """
    _never_fail_to_encode()
    try:
        code = _invoke(arguments)
        if sys.stdout is not None:
            # Here, where a full disk or a closed pipe can still be told; at the interpreter's exit it can't.
            sys.stdout.flush()
    except SystemExit as leaving:
        code = (
            leaving.code
            if isinstance(leaving.code, int)
            else ExitCode.DONE
            if leaving.code is None
            else ExitCode.FAILED
        )
    except BaseException as error:  # noqa: BLE001  (the last resort: nobody shall be shown a traceback)
        code = _give_up(error)
    return int(code)


def _invoke(arguments: Sequence[str]) -> int:
    import typer.main  # noqa: PLC0415  (here, where a Ctrl-C in the middle of it is caught)

    from crazyeights_cli.app import app  # noqa: PLC0415

    command: Any = typer.main.get_command(app)
    if _COMPLETING in os.environ:
        command.main(args=list(arguments), prog_name=PROGRAM)
    # Not command.main(): it has ways of its own, and others in each version, with Ctrl-C and the end of the input.
    try:
        with command.make_context(PROGRAM, list(arguments)) as context:
            result = command.invoke(context)
    except typer.Exit as leaving:
        return int(leaving.exit_code)
    except typer.Abort:
        return ExitCode.INTERRUPTED
    return result if isinstance(result, int) else ExitCode.DONE


def _give_up(error: BaseException) -> int:
    """Say in one line why the program ends, and give its exit code."""
    if os.environ.get(DEBUG_VARIABLE):
        traceback.print_exception(error)
    message, code = _explain(error)
    if code is ExitCode.INTERRUPTED:
        _end_line()
    elif message:
        _discard_output_if_broken()
        say(message)
    else:
        _discard_output()
    return code


def _explain(error: BaseException) -> tuple[str, ExitCode]:
    from crazyeights.errors import CrazyEightsError, describe_error  # noqa: PLC0415

    match error:
        case KeyboardInterrupt():
            return "", ExitCode.INTERRUPTED
        case Failure():
            return error.message, error.code
        case CrazyEightsError():
            return str(error), ExitCode.FAILED
        case EOFError():
            return "the input ended", ExitCode.INPUT_ENDED
        case OSError() if isinstance(error, BrokenPipeError) or error.errno == errno.EPIPE:
            return "", ExitCode.FAILED
        case OSError():
            reason = error.strerror or describe_error(error)
            return f"{error.filename}: {reason}" if error.filename is not None else reason, ExitCode.FAILED
    # typer brings its own copy of click, so that its usage errors can't be named; they are known by what they have.
    if hasattr(error, "format_message") and getattr(error, "exit_code", None) == ExitCode.USAGE:
        return _usage(error), ExitCode.USAGE
    return f"unexpected error: {describe_error(error)}; {how_to_debug()}", ExitCode.FAILED


def _usage(error: Any) -> str:  # noqa: ANN401
    possible = getattr(error, "possibilities", None)
    option = getattr(error, "option_name", None)
    if type(error).__name__ == "NoSuchOption":
        text = f"there is no option {option}"
        close = difflib.get_close_matches(str(option), possible or (), n=1)
        if close:
            return f"{text}; did you mean {close[0]}?"
    else:
        text = error.format_message().strip().rstrip(".")
        text = text[:1].lower() + text[1:]
    context = getattr(error, "ctx", None)
    return f"{text} (see {context.command_path} --help)" if context is not None else text


def _never_fail_to_encode() -> None:
    """Let what the output's encoding lacks come out as a question mark: a suit's sign must not end the program."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def _end_line() -> None:
    """Go to a new line after the ^C that a terminal shows."""
    try:
        if sys.stderr is not None and sys.stderr.isatty():
            print(file=sys.stderr)  # noqa: T201
    except (OSError, ValueError):
        pass


def _discard_output_if_broken() -> None:
    try:
        if sys.stdout is not None:
            sys.stdout.flush()
    except (OSError, ValueError):
        _discard_output()


def _discard_output() -> None:
    """Let the interpreter's own flush at exit find nothing to complain about."""
    try:
        sink = os.open(os.devnull, os.O_WRONLY)
        os.dup2(sink, sys.stdout.fileno())
        os.close(sink)
    except (OSError, ValueError, AttributeError):
        pass
