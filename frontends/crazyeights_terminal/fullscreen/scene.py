"""What is shown: the table as a `Snapshot`, and the `Ui`, what the person who looks at it is doing."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from typing import Final, NamedTuple

from crazyeights.cards import Card, Suit
from crazyeights_terminal.draft import Draft
from crazyeights_terminal.fullscreen.glyphs import UNICODE, Glyphs
from crazyeights_terminal.fullscreen.snapshot import Snapshot

# Digits for the first ten cards, as on the keyboard; then capital letters, for the small ones are commands.
CARD_KEYS: Final = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Mode(Enum):
    """What has the keyboard."""

    TABLE = "table"
    CHOOSE = "choose"  # which suit a card calls
    SEAT = "seat"  # with whom hands are swapped
    TYPE = "type"  # a move is being typed
    RULES = "rules"
    HELP = "help"
    LOG = "log"
    SCORES = "scores"  # the score sheet of the match
    OPTIONS = "options"
    GAME = "game"  # which variant is to be played next
    SETUP = "setup"  # how it is to be played
    ASK_QUIT = "ask quit"
    ASK_NEW = "ask new"
    TOLD = "told"  # the rules of a variant that was drawn by chance
    HIDE = "hide"  # somebody has moved and may look until the hand is hidden for the next person
    HAND_OVER = "hand over"  # the keyboard goes to another person
    OVER = "over"  # the round is over


LISTS: Final = frozenset({Mode.OPTIONS, Mode.GAME, Mode.SETUP})
PANELS: Final = frozenset({Mode.RULES, Mode.HELP, Mode.LOG, Mode.SCORES, *LISTS})


@dataclass(slots=True)
class Ui:
    """What the person is doing, as far as the session does not know it.

    Attributes:
        mode: what has the keyboard.
        cursor: the position of the selected card in the hand.
        preset: the suit that the next eight calls; None to be asked.
        draft: the card for which a suit or a seat is being chosen; None for the starter.
        aloud: whether the next card that is played announces the last one.
        choice: the position of the suit, the seat or the line of a list that is selected.
        typed: what has been typed of a move.
        scroll: how far a panel is scrolled.
        message: the last answer to something that the person did; "" for none.
        trouble: whether the message says that something is not possible.
        waiting_for: the person to whom the keyboard goes.
        log: what happened in the round, in sentences; the newest last.
        fresh: how many sentences of the log are from before the person's last move.
        hurrying: whether the computers' turns are not waited for.
        hint: the card that was advised.
    """

    mode: Mode = Mode.TABLE
    cursor: int = 0
    preset: Suit | None = None
    draft: Draft | None = None
    aloud: bool = False
    choice: int = 0
    typed: str = ""
    scroll: int = 0
    message: str = ""
    trouble: bool = False
    waiting_for: int | None = None
    log: list[str] = field(default_factory=list)
    fresh: int = 0
    hurrying: bool = False
    hint: Card | None = None

    def say(self, message: str, *, trouble: bool = False) -> None:
        """Show a message in place of the one before."""
        self.message = message
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a panel: its text, and whether it is a title."""

    text: str
    title: bool = False


class Item(NamedTuple):
    """A line of a list that something can be chosen from: what it is, its value, and more about it."""

    label: str
    value: str
    detail: str = ""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the screen is painted from.

    Attributes:
        table: the table.
        ui: what the person is doing.
        glyphs: the characters.
        show_playable: whether playable cards are marked.
        colours: "two", "four" or "mono".
        thinking: the seat that thinks.
        tick: counts up while somebody thinks.
        panel: the paragraphs of the panel that is open.
        items: the lines of the list that is open.
        pace: the pace, in words.
        resumable: whether a round that is left can be resumed.
        by_hand: whether people announce their last cards themselves.
        told: what is told before the game begins.
    """

    table: Snapshot
    ui: Ui
    glyphs: Glyphs = UNICODE
    show_playable: bool = True
    colours: str = "two"
    thinking: int | None = None
    tick: int = 0
    panel: tuple[Line, ...] = ()
    items: tuple[Item, ...] = ()
    pace: str = ""
    resumable: bool = False
    by_hand: bool = False
    told: str = ""
