"""Choosers: tiles over the table, one of which is chosen; and the one for the suit that is called. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from crazyeights.cards import Card, Suit
from crazyeights_arcade.geometry import CARD_RATIO, Rect
from crazyeights_arcade.layout import TableLayout
from crazyeights_arcade.pictures import Box, Face, Item, Rim, Shadow, Sheet, Sign, in_rect, put, text_width
from crazyeights_arcade.scenery import Veil


@dataclass(slots=True)
class Chooser:
    """Tiles to choose from, in a row, or in several where one has no room for them.

    Attributes:
        title: what is to be chosen.
        foot: what else can be done.
        at: which tile the keyboard is on.
        needed: whether it can't be taken back.
    """

    title: str
    foot: str = ""
    at: int = 0
    needed: bool = False

    def __len__(self) -> int:
        raise NotImplementedError

    def tile(self, layout: TableLayout) -> tuple[float, float, float]:
        """Give the width that a tile would like to have, its least width, and its height over its width."""
        raise NotImplementedError

    def below(self, layout: TableLayout) -> float:
        """Give the room that a tile needs for what is written below it."""
        return 0.0

    def paint_tile(self, sheet: Sheet, layout: TableLayout, at: int, rect: Rect) -> None:
        """Paint a tile."""
        raise NotImplementedError

    def key_of(self, at: int) -> str:
        """Give the key that chooses a tile."""
        raise NotImplementedError

    # Where it is

    @property
    def _foot(self) -> float:
        return 40.0 if self.foot else 18.0

    def columns(self, layout: TableLayout) -> int:
        """Give how many tiles are in a row."""
        s, count = layout.type.scale, len(self)
        _, least, _ = self.tile(layout)
        room = layout.area.w - 76 * s
        for rows in range(1, count + 1):
            columns = -(-count // rows)
            if (room + _GAP * s) / columns - _GAP * s >= least:
                return columns
        return 1

    def rects(self, layout: TableLayout) -> tuple[Rect, ...]:
        """Give where the tiles are."""
        s, count, columns = layout.type.scale, len(self), self.columns(layout)
        wanted, _, ratio = self.tile(layout)
        rows, gap, below = -(-count // columns), _GAP * s, self.below(layout)
        wide = (layout.area.w - 76 * s - gap * (columns - 1)) / columns
        # Title, foot and a margin above and below must have room, too.
        high = (layout.area.h - (_HEAD + self._foot + 16) * s - (rows - 1) * 0.5 * gap) / rows - below
        width = min(wanted, wide, high / ratio)
        line = width * ratio + below
        block = rows * line + (rows - 1) * 0.5 * gap
        low, most = (8 + _HEAD) * s, layout.area.h - (8 + self._foot) * s - block
        top = max(min(layout.pile.y - block / 2, most), low)
        made = []
        for at in range(count):
            row, column = divmod(at, columns)
            mine = min(columns, count - row * columns)
            left = layout.area.cx - (width * mine + gap * (mine - 1)) / 2
            made.append(Rect(left + column * (width + gap), top + row * (line + 0.5 * gap), width, width * ratio))
        return tuple(made)

    def frame(self, layout: TableLayout) -> Rect:
        """Give the sheet that the tiles stand on."""
        s, kind, rects = layout.type.scale, layout.type, self.rects(layout)
        tiles = max(rect.right for rect in rects) - min(rect.x for rect in rects)
        said = max(text_width(self.title, kind.title, bold=True), text_width(self.foot, kind.quiet))
        wide = min(max(tiles + 52 * s, said + 40 * s), layout.area.w - 8 * s)
        top = rects[0].y - _HEAD * s
        high = rects[-1].bottom + self.below(layout) + self._foot * s - top
        return Rect(layout.area.cx - wide / 2, top, wide, high)

    def hit(self, layout: TableLayout, x: float, y: float) -> int | None:
        """Give the tile under a point."""
        below = self.below(layout)
        for at, rect in enumerate(self.rects(layout)):
            if Rect(rect.x, rect.y, rect.w, rect.h + below).contains(x, y):
                return at
        return None

    # The keyboard

    def move(self, layout: TableLayout, key: str) -> bool:
        """Go to another tile by an arrow or the tab key; False if it is another key."""
        columns = self.columns(layout)
        step = {"left": -1, "backtab": -1, "right": 1, "tab": 1, "up": -columns, "down": columns}.get(key)
        if step is None:
            return False
        if abs(step) == 1:
            self.at = (self.at + step) % len(self)
        elif 0 <= self.at + step < len(self):
            self.at += step
        return True

    def find(self, key: str) -> int | None:
        """Give the tile that a key or a typed sign chooses."""
        return next((at for at in range(len(self)) if self.key_of(at).lower() == key.lower()), None)

    # What it looks like

    def paint(self, sheet: Sheet, layout: TableLayout, width: float, height: float) -> None:
        """Paint it over the darkened table."""
        kind, s = layout.type, layout.type.scale
        sheet.add(Veil.over(width, height))
        frame = self.frame(layout)
        sheet.add(in_rect(Box(round(frame.w), round(frame.h), "sheet", 16 * s, "accent", 2 * s), frame))
        sheet.label(self.title, frame.cx, frame.y + 28 * s, kind.title, "mm", bold=True)
        for at, rect in enumerate(self.rects(layout)):
            self.paint_tile(sheet, layout, at, rect)
        sheet.label(self.foot, frame.cx, frame.bottom - 19 * s, kind.quiet, "mm", colour="quiet")


_GAP = 20.0
_HEAD = 56.0


@dataclass(slots=True)
class SuitChooser(Chooser):
    """The suits that may be called with a card, each shown as the card in that suit.

    Attributes:
        card: the card; nothing has happened to it yet.
        suits: the suits that may be called.
        held: for each of them, how many other cards of it the hand has.
    """

    card: Card = field(kw_only=True)
    suits: tuple[Suit, ...] = ()
    held: tuple[int, ...] = ()

    @classmethod
    def open(cls, card: Card, suits: Sequence[Suit], hand: Sequence[Card], *, needed: bool = False) -> SuitChooser:
        """Offer suits; the keyboard starts on the one that the hand has most of.

        Args:
            card: the card with which a suit is called.
            suits: the suits.
            hand: the cards of the player.
            needed: whether it is the starter, which can't be taken back.
        """
        rest = list(hand)
        if card in rest and not needed:
            rest.remove(card)
        held = tuple(sum(other.suit == suit for other in rest) for suit in suits)
        title = "You are the dealer: name the suit of the starter" if needed else f"Call a suit for {card.with_article}"
        return cls(title, "", held.index(max(held)), needed, card=card, suits=tuple(suits), held=held)

    def __len__(self) -> int:
        return len(self.suits)

    def tile(self, layout: TableLayout) -> tuple[float, float, float]:
        """Give the size of a card, which may be smaller than those of the hand."""
        return layout.card * 1.02, min(layout.card * 0.6, 66 * layout.type.scale), CARD_RATIO

    def below(self, layout: TableLayout) -> float:
        """Give the room for the key and the number of cards held."""
        return 34 * layout.type.scale

    def key_of(self, at: int) -> str:
        """Give the suit's letter."""
        return self.suits[at].letter

    def paint_tile(self, sheet: Sheet, layout: TableLayout, at: int, rect: Rect) -> None:
        """Paint the card in a suit, with what the hand has of it."""
        kind, s, suit = layout.type, layout.type.scale, self.suits[at]
        chosen = at == self.at
        up = 7 * s if chosen else 0.0
        wide = round(rect.w)
        sheet.add(Item(Shadow(wide), rect.cx, rect.cy - up))
        if chosen:
            sheet.add(Item(Rim(wide, "accent", round(3 * s)), rect.cx, rect.cy - up))
        if self.card.suit is not None:
            sheet.add(Item(Face(Card(self.card.rank, suit), wide), rect.cx, rect.cy - up))
        else:
            # A joker looks the same whatever it calls.
            box = Box(wide, round(wide * CARD_RATIO), "face", 0.07 * wide)
            sheet.add(put(box, rect.cx, rect.cy - up, "mm"), put(Sign(suit, wide * 0.55), rect.cx, rect.cy - up, "mm"))
        y, held = rect.bottom + 18 * s, self.held[at]
        said = f"you hold {held}" if rect.w >= 84 * s else str(held)
        whole = text_width(suit.letter, kind.body, bold=True) + 7 * s + text_width(said, kind.quiet)
        left = rect.cx - whole / 2
        sheet.label(suit.letter, left, y, kind.body, bold=True, colour="accent")
        sheet.label(said, left + whole, y, kind.quiet, "rm", colour="text" if held else "quiet")
