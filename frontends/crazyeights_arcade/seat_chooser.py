"""The chooser for the player with whom hands are swapped. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from crazyeights.cards import Card
from crazyeights.words import counted
from crazyeights_arcade.chooser import Chooser
from crazyeights_arcade.geometry import Pose, Rect
from crazyeights_arcade.layout import TableLayout
from crazyeights_arcade.pictures import Back, Box, Item, Sheet, in_rect, shorten

_SHOWN = 9


@dataclass(slots=True)
class SeatChooser(Chooser):
    """The players whose hands may be had, with how many cards they hold.

    Attributes:
        seats: their seats, in the order in which they are shown.
        names: their names.
        sizes: how many cards each of them holds.
        notes: what else there is to say of each, such as its level in a countdown; "" for nothing.
    """

    seats: tuple[int, ...] = field(kw_only=True)
    names: tuple[str, ...] = ()
    sizes: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()

    @classmethod
    def open(
        cls, card: Card, seats: Sequence[int], names: Sequence[str], sizes: Sequence[int], notes: Sequence[str]
    ) -> SeatChooser:
        """Offer hands; the keyboard starts on the smallest one.

        Args:
            card: the card with which hands are swapped.
            seats: the seats on offer.
            names: the names of all seats.
            sizes: how many cards all seats hold.
            notes: what else there is to say of all seats.
        """
        found = tuple(sizes[seat] for seat in seats)
        return cls(
            f"Swap hands with whom, for {card.with_article}?",
            "",
            found.index(min(found)),
            seats=tuple(seats),
            names=tuple(names[seat] for seat in seats),
            sizes=found,
            notes=tuple(notes[seat] for seat in seats),
        )

    def __len__(self) -> int:
        return len(self.seats)

    def tile(self, layout: TableLayout) -> tuple[float, float, float]:
        """Give the size of a tile: wide enough for a name."""
        s = layout.type.scale
        return 150 * s, 112 * s, 0.84

    def key_of(self, at: int) -> str:
        """Give the digit of a tile, the first one's 1."""
        return str(at + 1) if at < _SHOWN else ""

    def paint_tile(self, sheet: Sheet, layout: TableLayout, at: int, rect: Rect) -> None:
        """Paint the backs, the name and the number of cards."""
        kind, s = layout.type, layout.type.scale
        chosen = at == self.at
        fill, line = ("button_lit", "accent") if chosen else ("button", None)
        sheet.add(in_rect(Box(round(rect.w), round(rect.h), fill, 10 * s, line, 2.4 * s), rect))
        size = self.sizes[at]
        shown = min(size, _SHOWN)
        wide = round(min(28 * s, 0.24 * rect.w))
        step = min(0.45 * wide, (rect.w - wide - 20 * s) / max(shown - 1, 1))
        y = rect.y + 0.33 * rect.h
        for number in range(shown):
            pose = Pose(rect.cx + (number - (shown - 1) / 2) * step, y)
            sheet.add(Item(Back(wide), pose.x, pose.y))
        key = self.key_of(at)
        if key:
            sheet.label(key, rect.x + 8 * s, rect.y + 13 * s, kind.quiet, bold=True, colour="accent")
        name = shorten(self.names[at], kind.body, rect.w - 12 * s, bold=True)
        sheet.label(name, rect.cx, rect.bottom - 0.32 * rect.h, kind.body, "mm", bold=True)
        said = " · ".join(filter(None, (counted(size, "card"), self.notes[at])))
        sheet.label(shorten(said, kind.quiet, rect.w - 8 * s), rect.cx, rect.bottom - 0.13 * rect.h, kind.quiet, "mm")
