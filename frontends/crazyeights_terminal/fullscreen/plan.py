"""Where the parts of the table go on a screen of a given size; nothing is drawn here."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, TypeAlias

MIN_WIDTH: Final = 72
MIN_HEIGHT: Final = 20

_Sizes: TypeAlias = "tuple[tuple[int, int], ...]"
_SMALL: Final[_Sizes] = ((6, 4), (6, 3))
_MEDIUM: Final[_Sizes] = ((7, 5), *_SMALL)
_LARGE: Final[_Sizes] = ((9, 7), *_MEDIUM)


@dataclass(frozen=True, slots=True)
class Plan:
    """The rows of the board and the sizes of its cards. Rows and columns are those of the screen.

    Attributes:
        left, width: the columns of the board.
        top, height: its rows.
        pile: the size of the cards on the piles.
        hand_sizes: the sizes of the cards in the hand, the best first.
        header: the row of the title and the scores.
        opponents: the first row of the opponents.
        opponent_rows: how many rows each of them has.
        piles: the first row of the piles.
        prompt: the row that says whose turn it is.
        hand: the first row of the hand.
        hand_height: how many rows the hand has.
        message: the first row of the message.
        message_rows: how many rows it has.
        buttons: the row of the buttons.
        status: the row of the key hints.
    """

    left: int
    width: int
    top: int
    height: int
    pile: tuple[int, int]
    hand_sizes: tuple[tuple[int, int], ...]
    header: int
    opponents: int
    opponent_rows: int
    piles: int
    prompt: int
    hand: int
    hand_height: int
    message: int
    message_rows: int
    buttons: int
    status: int


def fits(width: int, height: int) -> bool:
    """Say whether a table can be shown in a window of this size."""
    return width >= MIN_WIDTH and height >= MIN_HEIGHT


def make_plan(width: int, height: int) -> Plan:
    """Share a screen out among the parts of the table.

    Args:
        width: how many columns the screen has, at least `MIN_WIDTH`.
        height: how many rows it has, at least `MIN_HEIGHT`.
    """
    if width >= 130 and height >= 38:
        pile, sizes, most, hand_height = (11, 9), _LARGE, (150, 44), 9
    elif width >= 96 and height >= 29:
        pile, sizes, most, hand_height = (9, 7), _MEDIUM, (124, 36), 7
    else:
        pile, sizes, most, hand_height = (7, 5), _SMALL, (110, 28), 6
    board_width, board_height = min(width, most[0]), min(height, most[1])
    # One row each for the header, the names of the piles, the prompt, the message, the buttons and the status.
    spare = board_height - (1 + 2 + pile[1] + 1 + 1 + hand_height + 1 + 1 + 1)

    def take(rows: int = 1) -> int:
        nonlocal spare
        taken = min(rows, max(spare, 0))
        spare -= taken
        return taken

    # What is worth a spare row, the best first.
    after_opponents = take()
    opponent_rows = 2 + take()
    message_rows = 1 + take()
    before_prompt = take()
    after_header = take()
    hand_height += take()
    before_buttons = take()
    after_header += take()
    after_opponents += take()
    before_prompt += take()
    hand_height += take()
    before_message = take()
    hand_height += take(2)
    top = max(0, (height - board_height + spare) // 2)
    row = top
    header = row
    opponents = header + 1 + after_header
    piles = opponents + opponent_rows + after_opponents
    prompt = piles + pile[1] + 1 + before_prompt
    hand = prompt + 1
    message = hand + hand_height + before_message
    buttons = message + message_rows + before_buttons
    return Plan(
        left=(width - board_width) // 2,
        width=board_width,
        top=top,
        height=buttons + 2 - top,
        pile=pile,
        hand_sizes=sizes,
        header=header,
        opponents=opponents,
        opponent_rows=opponent_rows,
        piles=piles,
        prompt=prompt,
        hand=hand,
        hand_height=hand_height,
        message=message,
        message_rows=message_rows,
        buttons=buttons,
        status=buttons + 1,
    )
