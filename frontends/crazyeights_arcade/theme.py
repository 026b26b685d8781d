"""What the window looks like: the colours of each theme by the same names, and the sizes of type.

Nothing else in this package names a colour. All pairs of text and ground have a contrast of 4.5:1 or more.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

from crazyeights.cards import Suit

Colour: TypeAlias = tuple[int, int, int, int]


def rgb(text: str, alpha: float = 1.0) -> Colour:
    """Read a colour such as `#1C704E`, and how opaque it is."""
    value = int(text.removeprefix("#"), 16)
    return (value >> 16, value >> 8 & 255, value & 255, round(alpha * 255))


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of the window.

    Attributes:
        name: as it stands in the settings.
        felt, felt_edge: the table, in its middle and towards its corners.
        panel: the ground of panels and pills that lie on the felt.
        sheet: the ground of what covers the table: menus, the chooser, the result.
        veil: what darkens the table under a sheet.
        text, quiet: what is said, and what may be overlooked.
        accent, on_accent: the one thing that matters now, and the text on it.
        button, button_lit: a button, and one under the mouse.
        line: thin lines and frames.
        face, face_edge, back, back_line: the cards.
        warn: where something is refused or went wrong.
    """

    name: str
    felt: Colour
    felt_edge: Colour
    panel: Colour
    sheet: Colour
    veil: Colour
    text: Colour
    quiet: Colour
    accent: Colour
    on_accent: Colour
    button: Colour
    button_lit: Colour
    line: Colour
    face: Colour
    face_edge: Colour
    back: Colour
    back_line: Colour
    warn: Colour


DARK: Final = Theme(
    name="dark",
    felt=rgb("#1C704E"),
    felt_edge=rgb("#0A3024"),
    panel=rgb("#061C16", 0.62),
    sheet=rgb("#08211A"),
    veil=rgb("#03100C", 0.55),
    text=rgb("#F0ECDE"),
    quiet=rgb("#B0CCBE"),
    accent=rgb("#ECC45C"),
    on_accent=rgb("#1C1608"),
    button=rgb("#22543F"),
    button_lit=rgb("#2F6E54"),
    line=rgb("#5E8B78", 0.7),
    face=rgb("#FCFAF4"),
    face_edge=rgb("#C9C2B0"),
    back=rgb("#26427A"),
    back_line=rgb("#8FA9DC"),
    warn=rgb("#FFB59E"),
)

LIGHT: Final = Theme(
    name="light",
    felt=rgb("#CFE3D3"),
    felt_edge=rgb("#A3C4AE"),
    panel=rgb("#FAFBF6", 0.86),
    sheet=rgb("#FBFBF7"),
    veil=rgb("#22352B", 0.38),
    text=rgb("#16241D"),
    quiet=rgb("#3E5548"),
    accent=rgb("#8A5A00"),
    on_accent=rgb("#FFFFFF"),
    button=rgb("#DDE8DE"),
    button_lit=rgb("#C6DACA"),
    line=rgb("#6E8A7A", 0.7),
    face=rgb("#FFFFFF"),
    face_edge=rgb("#8F9A92"),
    back=rgb("#26427A"),
    back_line=rgb("#9DB4E2"),
    warn=rgb("#A3200C"),
)

CONTRAST: Final = Theme(
    name="contrast",
    felt=rgb("#06140F"),
    felt_edge=rgb("#000000"),
    panel=rgb("#000000", 0.92),
    sheet=rgb("#000000"),
    veil=rgb("#000000", 0.7),
    text=rgb("#FFFFFF"),
    quiet=rgb("#E4E4E4"),
    accent=rgb("#FFD83D"),
    on_accent=rgb("#000000"),
    button=rgb("#1F1F1F"),
    button_lit=rgb("#3D3D3D"),
    line=rgb("#FFFFFF", 0.85),
    face=rgb("#FFFFFF"),
    face_edge=rgb("#000000"),
    back=rgb("#10265C"),
    back_line=rgb("#FFFFFF"),
    warn=rgb("#FFB08F"),
)

THEMES: Final = {theme.name: theme for theme in (DARK, LIGHT, CONTRAST)}

RED: Final = rgb("#C8262C")
BLACK: Final = rgb("#1C1E22")
BLUE: Final = rgb("#1F60C4")
GREEN: Final = rgb("#168046")
GOLD: Final = rgb("#C79A32")
GOLD_LIGHT: Final = rgb("#ECC45C")
PURPLE: Final = rgb("#7A3FA8")
_OTHERS: Final = (PURPLE, rgb("#A94A08"), rgb("#0B717B"), rgb("#7B5E14"), rgb("#A3256B"), rgb("#45549C"))

_TWO: Final = {"♠": BLACK, "♥": RED, "♦": RED, "♣": BLACK}
_FOUR: Final = {"♠": BLACK, "♥": RED, "♦": BLUE, "♣": GREEN}
# For suits that are called after a colour; each dark enough to be read on a card.
_NAMED: Final = {
    "red": RED,
    "blue": BLUE,
    "green": GREEN,
    "yellow": rgb("#8A6A00"),
    "gold": rgb("#7B5E14"),
    "orange": rgb("#A94A08"),
    "purple": PURPLE,
    "violet": PURPLE,
    "pink": rgb("#A3256B"),
    "brown": rgb("#6E431B"),
    "black": BLACK,
    "grey": rgb("#595E66"),
    "white": rgb("#595E66"),
}


BACKS: Final = {
    "blue": (rgb("#26427A"), rgb("#8FA9DC")),
    "red": (rgb("#8A1F2B"), rgb("#E3A0A6")),
    "green": (rgb("#1B5A3C"), rgb("#8CC7A8")),
    "plum": (rgb("#54306B"), rgb("#C3A3D8")),
}


def back_colours(name: str, theme: Theme) -> tuple[Colour, Colour]:
    """Give the ground and the thread of a card back; the theme's own for a name that there is not."""
    return BACKS.get(name, (theme.back, theme.back_line)) if theme is not CONTRAST else (theme.back, theme.back_line)


def suit_colour(suit: Suit | None, colours: str = "two") -> Colour:
    """Give the colour in which a suit is printed on a card.

    Args:
        suit: the suit; None for a joker.
        colours: `two`, `four` (each of the French suits has its own) or `mono`.
    """
    if colours == "mono":
        return BLACK
    if suit is None:
        return PURPLE
    table = _FOUR if colours == "four" else _TWO
    own = table.get(suit.sign) or _NAMED.get(suit.singular.lower())
    return own or _OTHERS[sum(map(ord, suit.name)) % len(_OTHERS)]


@dataclass(frozen=True, slots=True)
class Type:
    """The sizes of type for one window, in points of its own grid.

    Attributes:
        scale: 1 at 1280×720.
    """

    scale: float

    @property
    def title(self) -> int:
        """Titles of panels."""
        return round(18 * self.scale)

    @property
    def body(self) -> int:
        """Whatever is read."""
        return round(14.5 * self.scale)

    @property
    def quiet(self) -> int:
        """Captions and the log."""
        return round(13 * self.scale)

    @property
    def display(self) -> int:
        """The name of the game, and who won."""
        return round(34 * self.scale)

    @property
    def unit(self) -> int:
        """A step of the grid on which everything stands."""
        return round(12 * self.scale)
