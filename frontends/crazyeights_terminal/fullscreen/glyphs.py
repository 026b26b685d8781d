"""The characters that the table is drawn with, for terminals that can show much, some or only ASCII."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final, TextIO

from crazyeights.cards import Card, Suit
from crazyeights_terminal.output import shows_signs


@dataclass(frozen=True, slots=True)
class Frame:
    """The lines of a box: its four corners, and what runs across and down."""

    top_left: str
    top_right: str
    bottom_left: str
    bottom_right: str
    across: str
    down: str


@dataclass(frozen=True, slots=True)
class Glyphs:
    """A set of characters, each one cell wide.

    Attributes:
        ascii: whether only ASCII may be shown, names of players included.
        frame: boxes of cards and dialogs.
        heavy: the box of the selected card.
        back: what card backs are filled with.
        pointer: stands before who or what is on.
        clockwise, anticlockwise: which way play goes.
        dot: stands between two facts.
        spinner: shown one after another while somebody thinks.
    """

    ascii: bool
    frame: Frame
    heavy: Frame
    back: str
    pointer: str
    clockwise: str
    anticlockwise: str
    dot: str
    spinner: str
    arrows: str
    up_down: str

    def card(self, card: Card) -> str:
        """Write a card, as in `10♥`."""
        return str(card) if self.ascii else card.sign

    def suit(self, suit: Suit) -> str:
        """Write a suit, as in `♥`."""
        return suit.letter if self.ascii else suit.sign


_HEAVY: Final = Frame("┏", "┓", "┗", "┛", "━", "┃")

UNICODE: Final = Glyphs(
    ascii=False,
    frame=Frame("╭", "╮", "╰", "╯", "─", "│"),
    heavy=_HEAVY,
    back="▒",
    pointer="►",
    clockwise="►",
    anticlockwise="◄",
    dot="·",
    spinner="⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏",
    arrows="←→",
    up_down="↑↓",
)
# The fonts of bare consoles have 256 or 512 characters: the lines of old PCs, but no rounded corners and no Braille.
CONSOLE: Final = Glyphs(
    ascii=False,
    frame=Frame("┌", "┐", "└", "┘", "─", "│"),
    heavy=Frame("╔", "╗", "╚", "╝", "═", "║"),
    back="▒",
    pointer="►",
    clockwise="►",
    anticlockwise="◄",
    dot="·",
    spinner="|/-\\",
    arrows="←→",
    up_down="↑↓",
)
ASCII: Final = Glyphs(
    ascii=True,
    frame=Frame("+", "+", "+", "+", "-", "|"),
    heavy=Frame("#", "#", "#", "#", "=", "#"),
    back=":",
    pointer=">",
    clockwise="->",
    anticlockwise="<-",
    dot="-",
    spinner="|/-\\",
    arrows="<>",
    up_down="^v",
)


def choose_glyphs(charset: str, stream: TextIO | None, env: Mapping[str, str]) -> Glyphs:
    """Choose the characters for a terminal.

    Args:
        charset: the user's setting: `unicode`, `ascii`, or `auto`.
        stream: where they are written.
        env: the environment variables.
    """
    if charset == "ascii" or (charset != "unicode" and not shows_signs(stream, env)):
        return ASCII
    return CONSOLE if env.get("TERM") == "linux" else UNICODE
