"""Where line mode writes: wraps sentences, and shows cards as signs, as letters or in words.

Nothing here knows a game.
"""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Final, TextIO

from crazyeights.cards import Card

_OLD_TERMINALS: Final = frozenset({"dumb", "vt100", "vt220"})


class CardStyle(Enum):
    """How a row of cards is shown."""

    SIGNS = "signs"  # 8♥ 10♣
    LETTERS = "letters"  # 8H 10C
    WORDS = "words"  # 8 of hearts, 10 of clubs


class Printer:
    """Writes text for people to a stream, line by line, and never fails for a character that the stream has not.

    Args:
        stream: where to write; nothing is written if it is None, as under a program without a console.
        style: how rows of cards are shown.
        width: where lines are wrapped; None for not at all, so that a program can read them.

    Attributes:
        width: as given.
    """

    def __init__(self, stream: TextIO | None, style: CardStyle = CardStyle.SIGNS, width: int | None = None) -> None:
        self._stream = stream
        self._style = style
        self.width = width
        self._encoding = getattr(stream, "encoding", None) or "utf-8"

    def say(self, *sentences: str, indent: str = "") -> None:
        """Write sentences, each beginning on a line of its own; one without text is an empty line.

        Args:
            sentences: the sentences.
            indent: what stands before the second and later lines of a sentence that is wrapped.
        """
        for sentence in sentences:
            lines = [sentence]
            if self.width is not None:
                lines = textwrap.wrap(
                    sentence,
                    self.width,
                    subsequent_indent=indent,
                    break_long_words=False,
                    break_on_hyphens=False,
                )
            self._write("\n".join(lines or [""]) + "\n")

    def text(self, text: str) -> None:
        """Write a text as it is, line breaks and all."""
        self._write(f"{text}\n")

    def ask(self, question: str) -> None:
        """Write a question and stay on its line."""
        self._write(question)

    def cards(self, cards: Iterable[Card]) -> str:
        """Give a row of cards, as in `8♥ 10♣`; "none" if there are none."""
        match self._style:
            case CardStyle.SIGNS:
                return " ".join(card.sign for card in cards) or "none"
            case CardStyle.LETTERS:
                return " ".join(str(card) for card in cards) or "none"
            case CardStyle.WORDS:
                return ", ".join(card.name for card in cards) or "none"

    def _write(self, text: str) -> None:
        if self._stream is None:
            return
        try:
            self._stream.write(text)
        except UnicodeEncodeError:
            # A player's name, say, in a language that this terminal can't show.
            self._stream.write(text.encode(self._encoding, "replace").decode(self._encoding))
        self._stream.flush()


def shows_signs(stream: TextIO | None, env: Mapping[str, str]) -> bool:
    """Say whether the suits' signs can be shown.

    The stream's encoding alone does not tell: in the C locale Python says UTF-8 whatever the terminal can show.

    Args:
        stream: where they would be written.
        env: the environment variables.
    """
    encoding = getattr(stream, "encoding", None) or ""
    if not encoding.lower().startswith("utf"):
        return False
    locale = next((env[name] for name in ("LC_ALL", "LC_CTYPE", "LANG") if env.get(name)), None)
    if locale is not None and "utf" not in locale.lower():
        return False
    return env.get("TERM", "") not in _OLD_TERMINALS
