"""Where line mode reads: what both readers have in common, and the plain one.

The other one, for a terminal that can do more, is in prompt.py, which alone needs prompt_toolkit.
"""

from __future__ import annotations

import io
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Protocol, TextIO

from crazyeights_terminal.output import Printer


@dataclass(frozen=True, slots=True)
class Choice:
    """Something that may be typed, for completion, and what it means."""

    text: str
    meaning: str = ""


class Reader(Protocol):
    """Asks a person for a line."""

    @property
    def interactive(self) -> bool:
        """Whether a person types at a terminal, so that it makes sense to ask back."""
        ...

    def ask(self, question: str, choices: Sequence[Choice] = (), *, cancel: bool = False) -> str:
        """Give the line that is typed in answer.

        Args:
            question: what stands before the answer.
            choices: what may be typed, for completion.
            cancel: whether Escape and Ctrl-C mean "nothing" here; the answer is then empty.

        Raises:
            EOFError: there is no more input.
            KeyboardInterrupt: the person wants to leave, and `cancel` is not set.
        """
        ...

    def hide(self) -> None:
        """Take away what is on the screen, so that the next person does not see it."""
        ...


class PlainReader:
    """Reads lines from a stream: a pipe, a file, or a terminal for which plain lines are best.

    Args:
        stream: where to read; None counts as no input.
        printer: where the question goes.
        height: how many lines the terminal has; 0 if nobody looks at one.
    """

    def __init__(self, stream: TextIO | None, printer: Printer, height: int = 0) -> None:
        self._stream = stream
        self._printer = printer
        self._height = height
        self.interactive = height > 0 and stream is not None and stream.isatty()
        if isinstance(stream, io.TextIOWrapper):
            # A byte that is not a character is a typing error of one line, not the end of the game.
            stream.reconfigure(errors="replace")

    def ask(self, question: str, choices: Sequence[Choice] = (), *, cancel: bool = False) -> str:  # noqa: ARG002
        """Give the next line; see `Reader.ask`."""
        self._printer.ask(question)
        try:
            line = self._stream.readline() if self._stream is not None else ""
        except KeyboardInterrupt:
            self._printer.say("")
            if cancel:
                return ""
            raise
        if not line:
            self._printer.say("")
            raise EOFError
        if not self.interactive:
            # Nobody sees what a pipe "typed", so it is shown, as a terminal would.
            self._printer.text("".join(sign if sign.isprintable() else "?" for sign in line.strip()))
        return line.strip()

    def hide(self) -> None:
        """Scroll the screen's text away; on a pipe there is nothing to hide."""
        if self._height:
            self._printer.text("\n" * self._height)
