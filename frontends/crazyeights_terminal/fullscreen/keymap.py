"""Which key does what; as data, so that the help, the tests and the terminal agree."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from crazyeights_terminal.fullscreen.canvas import Hit
from crazyeights_terminal.fullscreen.scene import CARD_KEYS, Mode
from crazyeights_terminal.fullscreen.snapshot import Snapshot

_MOVES: Final[Mapping[str, Hit]] = {
    "left": Hit("left"),
    "right": Hit("right"),
    "up": Hit("up"),
    "down": Hit("down"),
    "home": Hit("home"),
    "end": Hit("end"),
    "pageup": Hit("page_up"),
    "pagedown": Hit("page_down"),
    "enter": Hit("enter"),
    "escape": Hit("cancel"),
}
_ANY_TIME: Final[Mapping[str, Hit]] = {
    **_MOVES,
    "t": Hit("sort"),
    "r": Hit("rules"),
    "l": Hit("log"),
    "?": Hit("help"),
    "f1": Hit("help"),
    "o": Hit("options"),
    "c": Hit("scores"),
    "g": Hit("game"),
    "n": Hit("new"),
    "q": Hit("quit"),
}
_TABLE: Final[Mapping[str, Hit]] = {
    **_ANY_TIME,
    "tab": Hit("down"),
    "s-tab": Hit("up"),
    " ": Hit("enter"),
    "d": Hit("draw"),
    "p": Hit("pass"),
    "h": Hit("hint"),
    "s": Hit("suit"),
    "!": Hit("announce"),
    "f": Hit("forward"),
    "+": Hit("slower"),
    "=": Hit("slower"),
    "-": Hit("faster"),
    ":": Hit("type"),
    "/": Hit("type"),
    "m": Hit("type"),
    **{key: Hit("play", index) for index, key in enumerate(CARD_KEYS)},
}
_BY_MODE: Final[Mapping[Mode, Mapping[str, Hit]]] = {
    Mode.TABLE: _TABLE,
    Mode.CHOOSE: {
        **_MOVES,
        " ": Hit("enter"),
        "tab": Hit("right"),
        "s-tab": Hit("left"),
        "q": Hit("quit"),
        "!": Hit("announce"),
    },
    Mode.SEAT: {
        **_MOVES,
        " ": Hit("enter"),
        "tab": Hit("down"),
        "s-tab": Hit("up"),
        "q": Hit("quit"),
        "!": Hit("announce"),
        **{str(number + 1): Hit("seat", number) for number in range(9)},
    },
    Mode.TYPE: {
        "enter": Hit("enter"),
        "escape": Hit("cancel"),
        "backspace": Hit("erase"),
        "c-u": Hit("erase", 1),
    },
    **{
        mode: {
            **_MOVES,
            " ": Hit("page_down"),
            "q": Hit("cancel"),
            "r": Hit("rules"),
            "l": Hit("log"),
            "c": Hit("scores"),
            "?": Hit("help"),
        }
        for mode in (Mode.RULES, Mode.HELP, Mode.LOG, Mode.SCORES)
    },
    Mode.OPTIONS: {**_MOVES, " ": Hit("enter"), "o": Hit("cancel"), "q": Hit("cancel")},
    Mode.GAME: {**_MOVES, " ": Hit("enter"), "g": Hit("cancel"), "q": Hit("cancel")},
    Mode.SETUP: {
        **_MOVES,
        " ": Hit("enter"),
        "s": Hit("start"),
        "backspace": Hit("erase"),
        "g": Hit("cancel"),
        "q": Hit("cancel"),
    },
    # Enter goes on playing: somebody who types ahead must not lose the round.
    Mode.ASK_QUIT: {
        "enter": Hit("cancel"),
        "escape": Hit("cancel"),
        "n": Hit("cancel"),
        "q": Hit("yes"),
        "y": Hit("yes"),
    },
    Mode.ASK_NEW: {
        "enter": Hit("cancel"),
        "escape": Hit("cancel"),
        "q": Hit("cancel"),
        "n": Hit("yes"),
        "y": Hit("yes"),
        "g": Hit("game"),
    },
    Mode.TOLD: {
        "enter": Hit("yes"),
        " ": Hit("yes"),
        "escape": Hit("yes"),
        "r": Hit("rules"),
        "g": Hit("game"),
        "?": Hit("help"),
        "q": Hit("quit"),
    },
    Mode.HIDE: {**_ANY_TIME, "enter": Hit("yes"), " ": Hit("yes")},
    Mode.HAND_OVER: {"enter": Hit("yes"), " ": Hit("yes"), "q": Hit("quit")},
    Mode.OVER: {**_ANY_TIME, "enter": Hit("yes"), "n": Hit("yes"), "escape": Hit("nothing")},
}


def action_for(key: str, mode: Mode, table: Snapshot) -> Hit | None:
    """Give what a key does.

    Args:
        key: the key's name, or the character that it types.
        mode: what has the keyboard.
        table: the table; while a suit is chosen, its suits' letters are keys.
    """
    if mode is Mode.CHOOSE:
        for index, suit in enumerate(table.suits):
            if key in {suit.letter.lower(), suit.letter, suit.sign, str(index + 1)}:
                return Hit("choose", index)
    return _BY_MODE[mode].get(key)
