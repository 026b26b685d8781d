"""Every error that the framework raises on purpose, and how errors and strangers' texts are told in one line.

All of them are `CrazyEightsError`, so that a frontend or a script can report any of them as one line; those about a
wrong value are `ValueError` too, those about a name that nobody offers `LookupError`.
"""

from __future__ import annotations

import difflib
from collections.abc import Iterable, Sequence
from enum import StrEnum
from typing import TYPE_CHECKING, Final

if TYPE_CHECKING:
    from crazyeights.moves import Move


# A longer list of names helps nobody in one line.
_MANY: Final = 20


class CrazyEightsError(Exception):
    """The base of all errors that the framework raises on purpose; `str()` is one line for a person."""


class NotationError(CrazyEightsError, ValueError):
    """A text that is not the notation of a card, a suit or a move; says what is wrong with it."""


class DeckError(CrazyEightsError, ValueError):
    """A deck that can't be dealt: a card is missing, doubled or foreign to it."""


class OptionError(CrazyEightsError, ValueError):
    """An option that does not exist, a value out of its range, or values that contradict each other."""


class RuleConflictError(CrazyEightsError, ValueError):
    """Two rules that set the same thing differently.

    Attributes:
        first: name of the rule that set it first.
        second: name of the rule that set it differently.
    """

    def __init__(self, first: str, second: str, what: str) -> None:
        super().__init__(f"the rules {first} and {second} contradict each other: {what}")
        self.first = first
        self.second = second
        self.what = what

    def __reduce__(self) -> tuple[type[RuleConflictError], tuple[str, str, str]]:
        return (type(self), (self.first, self.second, self.what))


class RuleError(CrazyEightsError, ValueError):
    """A rule that can't be compiled; the message begins with the rule's name."""


class UnknownNameError(CrazyEightsError, LookupError):
    """A name that nothing on offer has; says which similar name there is.

    Attributes:
        kind: what was looked for, as in "variant".
        name: the name that was not found.
        known: the names on offer.
        named_by: what named it, as in "the variant hasty"; empty if the user did.
    """

    def __init__(self, kind: str, name: str, known: Iterable[str], named_by: str = "") -> None:
        self.kind = kind
        self.name = name
        self.known = tuple(sorted(known))
        self.named_by = named_by
        shown = _shortened(str(name), 60)
        close = difflib.get_close_matches(shown.lower(), self.known, n=1, cutoff=0.5)
        if close:
            advice = f"did you mean {close[0]}?"
        elif len(self.known) > _MANY:
            advice = f"there are {len(self.known)}, from {self.known[0]} to {self.known[-1]}"
        elif self.known:
            advice = f"there are: {', '.join(self.known)}"
        else:
            advice = "there are none"
        whose = f", which {named_by} names" if named_by else ""
        super().__init__(f"no {kind} is called {shown!r}{whose}; {advice}")

    def __reduce__(self) -> tuple[type[UnknownNameError], tuple[str, str, tuple[str, ...], str]]:
        return (type(self), (self.kind, self.name, self.known, self.named_by))


class IllegalReason(StrEnum):
    """Why a move is not legal, for programs; `IllegalMoveError.reason` says the same in words."""

    ROUND_OVER = "round_over"
    NOT_YOUR_TURN = "not_your_turn"
    NOT_IN_HAND = "not_in_hand"
    NO_MATCH = "no_match"
    SUIT_NEEDED = "suit_needed"
    SUIT_NOT_ASKED = "suit_not_asked"
    ANSWER_OR_DRAW = "answer_or_draw"
    ONLY_DRAWN_CARD = "only_drawn_card"
    NOT_AS_LAST_CARD = "not_as_last_card"
    MUST_PLAY = "must_play"
    MUST_DRAW = "must_draw"
    DRAW_LIMIT = "draw_limit"
    NOTHING_TO_DRAW = "nothing_to_draw"
    NOT_ON_THIS_CARD = "not_on_this_card"
    ONLY_IF_STUCK = "only_if_stuck"
    ADD_OR_DONE = "add_or_done"
    NOTHING_TO_END = "nothing_to_end"
    GIVE_A_CARD = "give_a_card"
    NOTHING_TO_GIVE = "nothing_to_give"
    CALL_THE_SUIT = "call_the_suit"
    NOTHING_TO_CALL = "nothing_to_call"
    SEAT_NEEDED = "seat_needed"
    NO_SWAP = "no_swap"
    NO_ANNOUNCEMENT = "no_announcement"
    NOT_A_MOVE = "not_a_move"


class IllegalMoveError(CrazyEightsError, ValueError):
    """A move that the rules don't allow now; nothing has changed.

    Attributes:
        move: the move that was refused.
        reason: why, in a sentence for a person.
        code: why, for a program.
    """

    def __init__(self, move: Move | object, reason: str, code: IllegalReason) -> None:
        super().__init__(reason)
        self.move = move
        self.reason = reason
        self.code = code

    def __reduce__(self) -> tuple[type[IllegalMoveError], tuple[object, str, IllegalReason]]:
        return (type(self), (self.move, self.reason, self.code))


class RecordError(CrazyEightsError, ValueError):
    """A record that can't be read or breaks the rules; names the first bad line.

    Attributes:
        line: number of the bad line, from 1; 0 if it is not about a line.
    """

    def __init__(self, message: str, line: int = 0) -> None:
        super().__init__(f"line {line}: {message}" if line else message)
        self.message = message
        self.line = line

    def __reduce__(self) -> tuple[type[RecordError], tuple[str, int]]:
        return (type(self), (self.message, self.line))


class UnfinishedRecordError(RecordError):
    """A record that is good as far as it goes but ends in mid-round."""


class PluginError(CrazyEightsError):
    """A plugin that can't be used; the message begins with the plugin's name."""


class StrategyError(CrazyEightsError):
    """A strategy that can't choose a move; the table tells the message as its fault."""


class MissingExtraError(CrazyEightsError, ImportError):
    """Something that takes a package which is not installed; says what to install.

    Attributes:
        extra: the extra of crazyeights that brings it.
    """

    def __init__(self, what: str, package: str, extra: str) -> None:
        super().__init__(f"{what} needs {package}, which is not installed: pip install 'crazyeights[{extra}]'")
        self.what = what
        self.package = package
        self.extra = extra

    def __reduce__(self) -> tuple[type[MissingExtraError], tuple[str, str, str]]:
        return (type(self), (self.what, self.package, self.extra))


class SeatError(CrazyEightsError, ValueError):
    """A number of players or seats that the variant or the table has no room for."""


def no_seat(seat: object, players: int) -> SeatError:
    """Give the error for a seat that a table of so many players has not."""
    return SeatError(f"there is no seat {_shortened(repr(seat), 40)}; the seats are 0 to {players - 1}")


def printable(text: str, limit: int | None = 200) -> str:
    """Give a text of a stranger's as one line that no terminal obeys.

    Args:
        text: the text, a name in a record say.
        limit: how many characters it may have; a longer one is cut off. None for any number.
    """
    # Control characters would be obeyed by a terminal.
    line = " ".join("".join(sign if sign.isprintable() else " " for sign in text).split())
    return line if limit is None else _shortened(line, limit)


def _shortened(text: str, limit: int) -> str:
    return text if len(text) <= limit else f"{text[: limit - 1]}…"


def listed(parts: Sequence[str], joint: str = "and", most: int | None = None) -> str:
    """Join words to a list, as in "a, b and c"; an empty list is "nothing".

    Args:
        parts: the words.
        joint: what stands before the last one.
        most: how many are named; of the others only the number is, as in "a, b and 3 more".
    """
    if most is not None and len(parts) > most:
        return f"{', '.join(parts[:most])} and {len(parts) - most} more"
    if len(parts) < 2:
        return parts[0] if parts else "nothing"
    return f"{', '.join(parts[:-1])} {joint} {parts[-1]}"


def describe_error(error: BaseException) -> str:
    """Say in one line what was raised, as in "ValueError: no such card"."""
    try:
        message = printable(str(error))
    except Exception:  # noqa: BLE001  # an error whose __str__ raises is one more way to fail
        message = ""
    name = type(error).__name__
    return f"{name}: {message}" if message else name
