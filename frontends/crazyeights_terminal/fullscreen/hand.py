"""How a hand is laid out and drawn: large boxes if there is room, then smaller ones, fans, rows of fans, at last words.

A playable card stands one row higher and has its key on its lower edge; the selected one has a heavy edge. So both
can be told without colours.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from crazyeights.cards import Card, Suit
from crazyeights_terminal.fullscreen.canvas import Canvas, Hit, cells, clip
from crazyeights_terminal.fullscreen.glyphs import Glyphs
from crazyeights_terminal.fullscreen.scene import CARD_KEYS, Scene

# Suits of a deck of one's own that are called so have a style of their own.
COLOUR_NAMES: Final = frozenset({"red", "green", "blue", "yellow"})
# The three cells of a 10; decks of one's own may have longer names, of which so much is shown at most.
_FACE = 3
_LONGEST_FACE = 8
# A card in words has its key, a bracket on either side, and a gap.
_AROUND_FACE = 5


@dataclass(frozen=True, slots=True)
class Arrangement:
    """Where the cards of a hand go.

    Attributes:
        card_width, card_height: the size of a box; a height of 1 stands for cards in words.
        step: how many columns a card is right of the one before.
        per_row: how many cards a row has at most.
        rows: how many rows there are.
        lift: how many rows a playable card stands higher.
    """

    card_width: int
    card_height: int
    step: int
    per_row: int
    rows: int
    lift: int

    @property
    def height(self) -> int:
        """How many rows of cells all of it takes."""
        return self.rows * self.card_height + self.lift

    def row_width(self, count: int) -> int:
        """How many columns a row of so many cards takes."""
        return 0 if count == 0 else (count - 1) * self.step + self.card_width


def arrange(count: int, width: int, height: int, sizes: Sequence[tuple[int, int]], face: int = _FACE) -> Arrangement:
    """Lay out a hand as large as it goes.

    Args:
        count: how many cards there are.
        width: how many columns there are.
        height: how many rows there are.
        sizes: the sizes of boxes that would look well, the best first.
        face: how many cells a card takes in writing.
    """
    # In a fan, a card must show its edge and what is written in its corner.
    narrowest = face + 1
    sizes = [(max(card_width, face + 2), card_height) for card_width, card_height in sizes]
    for card_width, card_height in sizes:
        if card_height + 1 > height:
            continue
        if count * card_width <= width:
            return Arrangement(card_width, card_height, card_width, max(count, 1), 1, 1)
        step = (width - card_width) // (count - 1)
        if step > narrowest:
            return Arrangement(card_width, card_height, step, count, 1, 1)
    for card_width, card_height in (sizes[-1], (max(6, face + 2), 3)):
        for rows in (1, 2, 3, 4):
            per_row = -(-count // rows)
            step = min(card_width, (width - card_width) // max(per_row - 1, 1))
            # Where there is no row to spare, the key on its edge alone marks a playable card.
            lift = 0 if rows > 1 and rows * card_height == height else 1
            if step >= narrowest and rows * card_height + lift <= height:
                return Arrangement(card_width, card_height, step, per_row, rows, lift)
    chip = face + _AROUND_FACE
    per_row = max(1, width // chip)
    return Arrangement(chip - 1, 1, chip, per_row, max(1, -(-count // per_row)), 0)


def suit_style(suit: Suit | None, suits: Sequence[Suit]) -> str:
    """Give the style of a suit's cards: by its name if that is a colour's, else by its place in the deck."""
    if suit is None or suit not in suits:
        return "class:suit.joker"
    colour = suit.singular.lower()
    return f"class:suit.{colour if colour in COLOUR_NAMES else suits.index(suit) % 4}"


def written(card: Card, glyphs: Glyphs, room: int = _LONGEST_FACE) -> str:
    """Write a card in so many cells; of a long rank the end is cut off, for the suit must be seen."""
    face = glyphs.card(card)
    if cells(face) <= room:
        return face
    sign = str(card.number) if card.suit is None else glyphs.suit(card.suit)
    return f"{clip(card.rank.text, max(1, room - cells(sign)))}{sign}"


def draw_card(
    canvas: Canvas,
    x: int,
    y: int,
    size: tuple[int, int],
    card: Card,
    glyphs: Glyphs,
    suits: Sequence[Suit],
    *,
    edge: str = "class:card",
    heavy: bool = False,
    label: str = "",
    hit: Hit | None = None,
) -> None:
    """Draw a card as a box, its face up.

    Args:
        canvas: where.
        x: the column of its left edge.
        y: the row of its upper edge.
        size: how many columns and rows it takes.
        card: the card.
        glyphs: the characters.
        suits: the deck's suits.
        edge: the style of its edge.
        heavy: whether its edge is heavy.
        label: what stands on its lower edge.
        hit: what a click on it does.
    """
    width, height = size
    canvas.box(x, y, width, height, glyphs.heavy if heavy else glyphs.frame, edge, hit)
    style = suit_style(card.suit, suits)
    face = written(card, glyphs, width - 2)
    canvas.put(x + 1, y + 1, face, style, hit)
    if height >= 5:
        sign = "*" if card.suit is None else glyphs.suit(card.suit)
        if height >= 9:
            _draw_picture(canvas, x, y, size, card, sign, glyphs, style, hit)
        else:
            canvas.put(x + width // 2, y + height // 2, sign, style, hit)
        canvas.put(x + width - 1 - cells(face), y + height - 2, face, style, hit)
    if label:
        canvas.put(x + 2, y + height - 1, label, f"{edge}.key", hit)


# Where the pips of a card are: columns left, middle and right, rows from 0 to 4.
_SIDES = {0: (), 4: (0, 4), 6: (0, 2, 4), 8: (0, 1, 3, 4)}
_PIPS: Mapping[str, tuple[int, tuple[int, ...]]] = {
    "A": (0, (2,)),
    "2": (0, (0, 4)),
    "3": (0, (0, 2, 4)),
    "4": (4, ()),
    "5": (4, (2,)),
    "6": (6, ()),
    "7": (6, (1,)),
    "8": (6, (1, 3)),
    "9": (8, (2,)),
    "10": (8, (1, 3)),
}


def _draw_picture(
    canvas: Canvas,
    x: int,
    y: int,
    size: tuple[int, int],
    card: Card,
    sign: str,
    glyphs: Glyphs,
    style: str,
    hit: Hit | None,
) -> None:
    """Draw the middle of a large card: its pips, or its rank in a frame if it is a court card."""
    width, height = size
    middle, top = x + width // 2, y + height // 2 - 2
    if card.rank.text not in _PIPS:
        canvas.box(middle - 2, top + 1, 5, 3, glyphs.frame, style, hit)
        canvas.put(middle - 1, top + 2, clip(card.rank.text, 3).center(3), style, hit)
        return
    at_sides, at_middle = _PIPS[card.rank.text]
    for row in _SIDES[at_sides]:
        canvas.put(middle - 2, top + row, sign, style, hit)
        canvas.put(middle + 2, top + row, sign, style, hit)
    for row in at_middle:
        canvas.put(middle, top + row, sign, style, hit)


def draw_back(canvas: Canvas, x: int, y: int, size: tuple[int, int], glyphs: Glyphs, hit: Hit | None = None) -> None:
    """Draw a card as a box, its face down."""
    width, height = size
    canvas.box(x, y, width, height, glyphs.frame, "class:back.edge", hit)
    for row in range(y + 1, y + height - 1):
        canvas.put(x + 1, row, glyphs.back * (width - 2), "class:back", hit)


def draw_hand(
    canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int, sizes: Sequence[tuple[int, int]]
) -> None:
    """Draw the hand in the middle of a part of the canvas, near its upper end.

    Args:
        canvas: where.
        scene: whose hand.
        x: the first column of the part.
        y: its first row.
        width: how many columns it has.
        height: how many rows it has.
        sizes: the sizes of boxes that would look well, the best first.
    """
    hand = scene.table.hand
    face = max((cells(written(card, scene.glyphs)) for card in hand), default=_FACE)
    plan = arrange(len(hand), width, height, sizes, max(_FACE, face))
    top = y + min(1, max(0, height - plan.height)) + plan.lift
    # A tiny window and a huge hand: the rows about the selected card are shown, and the arrows reach the others.
    room = max(1, (y + height - top) // plan.card_height)
    first = max(0, min(plan.rows - room, min(scene.ui.cursor, len(hand)) // plan.per_row - room + 1))
    for index, card in enumerate(hand):
        row, column = divmod(index, plan.per_row)
        if not first <= row < first + room:
            continue
        in_row = min(plan.per_row, len(hand) - row * plan.per_row)
        left = x + max(0, (width - plan.row_width(in_row)) // 2) + column * plan.step
        at = top + (row - first) * plan.card_height
        if plan.card_height == 1:
            _draw_chip(canvas, scene, left, at, index, card)
        else:
            _draw_box(canvas, scene, left, at, index, card, plan)


def _marks(scene: Scene, index: int, card: Card) -> tuple[bool, bool, str]:
    """Say whether a card is marked as playable and as selected, and which key plays it."""
    table, ui = scene.table, scene.ui
    playable = table.yours and card in table.playable
    marked = playable and scene.show_playable
    # Where no card can be played, none is pointed at: drawing is what to do.
    selected = table.yours and index == ui.cursor and bool(table.playable)
    key = CARD_KEYS[index] if index < len(CARD_KEYS) else ""
    return marked, selected, key if marked or not scene.show_playable else ""


def _draw_box(canvas: Canvas, scene: Scene, x: int, y: int, index: int, card: Card, plan: Arrangement) -> None:
    marked, selected, key = _marks(scene, index, card)
    edge = "class:card.selected" if selected else "class:card.playable" if marked else "class:card"
    # In rows of fans, the row above would be hidden by what is lifted; the key on the edge is the mark there.
    lift = plan.lift if marked and (plan.rows == 1 or index < plan.per_row) else 0
    draw_card(
        canvas,
        x,
        y - lift,
        (plan.card_width, plan.card_height),
        card,
        scene.glyphs,
        scene.table.suits,
        edge=edge,
        heavy=selected,
        label=key,
        hit=Hit("play", index),
    )


def _draw_chip(canvas: Canvas, scene: Scene, x: int, y: int, index: int, card: Card) -> None:
    marked, selected, key = _marks(scene, index, card)
    face = written(card, scene.glyphs)
    hit = Hit("play", index)
    style = suit_style(card.suit, scene.table.suits)
    if selected:
        style += " class:chip.selected"
    left, right = ("[", "]") if marked else (" ", " ")
    end = canvas.put(x, y, key or " ", "class:quiet", hit)
    # The selected one must be told from the others without colours too.
    end = canvas.put(end, y, scene.glyphs.pointer if selected else left, "class:card.playable" if marked else "", hit)
    end = canvas.put(end, y, face, style, hit)
    canvas.put(end, y, right, "class:card.playable" if marked else "", hit)
