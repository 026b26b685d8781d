"""The cursor in the hand: where it stands, and how keys move it."""

from __future__ import annotations

from collections.abc import Callable

from crazyeights.cards import Card
from crazyeights.settings import Settings
from crazyeights_terminal.fullscreen.scene import Ui
from crazyeights_terminal.fullscreen.snapshot import Snapshot


class Cursor:
    """Moves the cursor, which `ui.cursor` is.

    Args:
        settings: the user's settings; they say how the hand is sorted.
        ui: what the person is doing.
        table: gives the table as the person sees it.
        elsewhere: moves on in what is being chosen instead; says whether anything is.

    Attributes:
        actions: what each action for moving about does.
    """

    def __init__(
        self, settings: Settings, ui: Ui, table: Callable[[], Snapshot], elsewhere: Callable[[int], bool]
    ) -> None:
        self._settings = settings
        self._ui = ui
        self._table = table
        self._elsewhere = elsewhere
        self.actions: dict[str, Callable[[int], None]] = {
            "left": lambda _: self._step(-1),
            "right": lambda _: self._step(1),
            "up": lambda _: self._jump(-1),
            "down": lambda _: self._jump(1),
            "home": lambda _: self._go(0),
            "end": lambda _: self._go(max(0, len(self._table().hand) - 1)),
            "sort": lambda _: self._sort(),
        }

    def clamp(self) -> None:
        """Keep the cursor on the hand, which may have become smaller."""
        self._go(max(0, min(self._ui.cursor, len(self._table().hand) - 1)))

    def select(self, card: Card) -> None:
        """Go to a card, if it is in the hand."""
        hand = self._table().hand
        if card in hand:
            self._go(hand.index(card))

    def to_playable(self) -> None:
        """Go on to a card that can be played, if the one under the cursor can't."""
        table = self._table()
        if table.playable and table.hand and table.hand[self._ui.cursor] not in table.playable:
            self._next_playable(1)

    def _go(self, position: int) -> None:
        self._ui.cursor = position

    def _step(self, step: int) -> None:
        if not self._elsewhere(step) and self._table().hand:
            self._go((self._ui.cursor + step) % len(self._table().hand))

    def _jump(self, step: int) -> None:
        if not self._elsewhere(step):
            self._next_playable(step)

    def _next_playable(self, step: int) -> None:
        table = self._table()
        for distance in range(1, len(table.hand) + 1):
            at = (self._ui.cursor + step * distance) % len(table.hand)
            if table.hand[at] in table.playable:
                self._go(at)
                return

    def _sort(self) -> None:
        """Sort the hand in the next way; the cursor stays on its card."""
        hand, cursor = self._table().hand, self._ui.cursor
        order = self._settings.cycle("sort")
        if cursor < len(hand):
            self.select(hand[cursor])
        self._ui.say(self._settings.save() or f"Sorted by {order}.")
