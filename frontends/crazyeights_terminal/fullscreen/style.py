"""The colours. Names of ANSI colours on the terminal's own background look right on dark and on light ones.

Gold is for the one thing that matters now. Nothing is told by colour alone.
"""

from __future__ import annotations

from typing import Final

from prompt_toolkit.styles import Style

_SUITS: Final = {
    # Spades, hearts, diamonds, clubs; or whatever four suits a deck has in their place.
    "two": ("", "ansired", "ansired", ""),
    "four": ("", "ansired", "ansibrightblue", "ansigreen"),
    "mono": ("", "", "", ""),
}
# Suits of a deck of one's own that are called after a colour have that colour, if suits have any.
_NAMED: Final = {"red": "ansired", "green": "ansigreen", "blue": "ansibrightblue", "yellow": "ansiyellow"}
_GOLD: Final = "ansiyellow"
_LIT: Final = "bg:ansiyellow fg:ansiblack bold"


def make_style(colours: str, *, plain: bool = False) -> Style:
    """Give the style of a deck with two colours, four colours or none.

    Args:
        colours: "two", "four" or "mono".
        plain: whether the terminal shows no colours at all (NO_COLOR), so that what is lit must be told otherwise.
    """
    suits = {f"suit.{at}": f"bold {colour}" for at, colour in enumerate(_SUITS[colours])}
    suits |= {f"suit.{name}": f"bold {colour if colours != 'mono' else ''}" for name, colour in _NAMED.items()}
    lit = "reverse bold" if plain else _LIT
    return Style.from_dict(
        {
            **suits,
            "suit.joker": "bold ansimagenta" if colours != "mono" else "bold",
            "title": "bold",
            "quiet": "dim",
            "name": "bold",
            "name.turn": lit,
            "alarm": "bold ansired" if colours != "mono" else "bold",
            "did": "dim",
            "tag": "",
            "card": "",
            "card.key": "dim",
            "card.playable": "bold",
            "card.playable.key": f"bold {_GOLD}",
            "card.selected": f"bold {_GOLD}",
            "card.selected.key": f"bold {_GOLD}",
            "chip.selected": "reverse",
            "back": "ansiblue",
            "back.edge": "",
            "lit": lit,
            "turn": lit,
            "prompt": "bold",
            "message": "",
            "trouble": f"bold {_GOLD}",
            "log": "dim",
            "news": "",
            "button": "",
            "button.key": "bold",
            "button.lit": lit,
            "button.off": "dim",
            "window": _GOLD,
            "window.title": "bold",
            "panel": "",
            "panel.title": "bold",
            "typed": "bold",
            "caret": "reverse",
        }
    )
