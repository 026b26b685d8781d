"""What is shown while a tournament is played, and how Ctrl-C ends it without losing anything."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any, Final

from crazyeights.arena import Progress

_STOPPING: Final = b"\ncrazyeights: stopping after what is in hand; Ctrl-C again breaks it off\n"


@contextmanager
def interruptible() -> Iterator[Callable[[], bool]]:
    """Take note of Ctrl-C instead of being broken off by it; a second one does break off.

    Gives a function that says whether it was pressed.
    """
    pressed = False

    def note(*_: object) -> None:
        nonlocal pressed
        if pressed:
            raise KeyboardInterrupt
        pressed = True
        if sys.stderr is not None and sys.stderr.isatty():
            # Past the stream, which may be in the middle of writing something else.
            with suppress(OSError, ValueError):
                os.write(sys.stderr.fileno(), _STOPPING)

    try:
        before: Any = signal.signal(signal.SIGINT, note)
    except ValueError:
        # Only the main thread hears of signals.
        yield lambda: False
        return
    try:
        yield lambda: pressed
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def progress_bar(begun: Progress) -> Iterator[Callable[[Progress], None]]:
    """Show how far the tournament is on the error stream, if that is a terminal.

    Gives the function that is to be told.

    Args:
        begun: how far it is already.
    """
    if sys.stderr is None or not sys.stderr.isatty():
        yield lambda _: None
        return
    from rich.console import Console  # noqa: PLC0415
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn  # noqa: PLC0415
    from rich.progress import Progress as Bar  # noqa: PLC0415

    columns = (
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("rounds, {task.fields[rate]} a second,"),
        TimeRemainingColumn(elapsed_when_finished=True),
        TextColumn("left"),
    )
    with Bar(*columns, console=Console(stderr=True), transient=True, redirect_stdout=False) as bar:
        task = bar.add_task("", total=begun.expected, completed=begun.rounds, rate="–")

        def tell(progress: Progress) -> None:
            speed = bar.tasks[0].speed
            rate = "–" if speed is None else f"{speed:,.0f}" if speed >= 10 else f"{speed:.1f}"
            bar.update(task, completed=progress.rounds, total=progress.expected, rate=rate)

        yield tell
