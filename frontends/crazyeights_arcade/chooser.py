"""The chooser: four eights, one per suit, to call a suit with. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crazyeights.cards import Card, Suit
from crazyeights_arcade.geometry import CARD_RATIO, Rect
from crazyeights_arcade.layout import TableLayout
from crazyeights_arcade.pictures import Box, Face, Item, Rim, Shadow, Sheet, Veil, in_rect


@dataclass(slots=True)
class Chooser:
    """The suits on offer for a card that was played.

    Attributes:
        card: the card; nothing has happened to it yet.
        suits: the suits that may be called.
        held: for each of them, how many other cards of it the hand has.
        at: which one the keyboard is on.
    """

    card: Card
    suits: tuple[Suit, ...]
    held: tuple[int, ...]
    at: int = 0

    @classmethod
    def open(cls, card: Card, suits: Sequence[Suit], hand: Sequence[Card]) -> Chooser:
        """Offer suits; the keyboard starts on the one that the hand has most of."""
        rest = list(hand)
        if card in rest:
            rest.remove(card)
        held = tuple(sum(other.suit == suit for other in rest) for suit in suits)
        return cls(card, tuple(suits), held, held.index(max(held)))

    def frame(self, layout: TableLayout) -> Rect:
        """Give the sheet that the suits stand on."""
        s = layout.type.scale
        cards = self.rects(layout)
        top = cards[0].y - 58 * s
        return Rect(cards[0].x - 26 * s, top, cards[-1].right - cards[0].x + 52 * s, cards[0].bottom + 66 * s - top)

    def rects(self, layout: TableLayout) -> tuple[Rect, ...]:
        """Give where the cards of the suits are."""
        s = layout.type.scale
        gap = 20 * s
        room = layout.area.w - 76 * s - gap * (len(self.suits) - 1)
        width = min(layout.card * 1.02, room / len(self.suits))
        height = width * CARD_RATIO
        left = layout.area.cx - (width * len(self.suits) + gap * (len(self.suits) - 1)) / 2
        top = max(layout.pile.y - height / 2, 66 * s)
        return tuple(Rect(left + at * (width + gap), top, width, height) for at in range(len(self.suits)))

    def hit(self, layout: TableLayout, x: float, y: float) -> int | None:
        """Give the suit under a point."""
        low = 30 * layout.type.scale
        for at, rect in enumerate(self.rects(layout)):
            if Rect(rect.x, rect.y, rect.w, rect.h + low).contains(x, y):
                return at
        return None

    def paint(self, sheet: Sheet, layout: TableLayout, width: float, height: float) -> None:
        """Paint it over the darkened table."""
        kind, s = layout.type, layout.type.scale
        sheet.add(Veil.over(width, height))
        frame = self.frame(layout)
        sheet.add(in_rect(Box(round(frame.w), round(frame.h), "sheet", 16 * s, "accent", 2 * s), frame))
        sheet.label(f"Call a suit for the {self.card.name}", frame.cx, frame.y + 28 * s, kind.title, "mm", bold=True)
        for at, (suit, rect) in enumerate(zip(self.suits, self.rects(layout), strict=True)):
            chosen = at == self.at
            up = 7 * s if chosen else 0.0
            card = Card(self.card.rank, suit)
            wide = round(rect.w)
            sheet.add(Item(Shadow(wide), rect.cx, rect.cy - up))
            if chosen:
                sheet.add(Item(Rim(wide, "accent", round(3 * s)), rect.cx, rect.cy - up))
            sheet.add(Item(Face(card, wide), rect.cx, rect.cy - up))
            y = rect.bottom + 18 * s
            held = self.held[at]
            sheet.label(suit.letter, rect.cx - 34 * s, y, kind.body, "mm", bold=True, colour="accent")
            sheet.label(f"you hold {held}", rect.cx + 10 * s, y, kind.quiet, "mm", colour="text" if held else "quiet")
        sheet.label("Esc takes the card back", frame.cx, frame.bottom - 19 * s, kind.quiet, "mm", colour="quiet")
