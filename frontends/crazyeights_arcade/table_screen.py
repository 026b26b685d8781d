"""The table's mouse and keys: what they do while a round is played."""

from __future__ import annotations

from typing import Final

from crazyeights_arcade.geometry import Pose, Rect, hits
from crazyeights_arcade.table_moves import TableMoves
from crazyeights_arcade.table_play import Drag

_DRAG: Final = 6.0
_KEYS: Final = {
    "d": "draw",
    "p": "pass",
    "h": "hint",
    "t": "sort",
    "r": "rules",
    "c": "scores",
    "n": "new",
    "escape": "menu",
}


class TableScreen(TableMoves):
    """A table that is played with mouse and keys."""

    # The mouse

    def point(self, x: float, y: float) -> None:
        """Raise the card under the mouse, move the one that is dragged, light up a button."""
        if self.chooser is not None:
            at = self.chooser.hit(self.layout, x, y)
            if at is not None and at != self.chooser.at:
                self.chooser.at = at
                self.dirty = True
            return
        drag = self.drag
        if drag is not None:
            drag.moved = drag.moved or abs(x - drag.x) + abs(y - drag.y) > _DRAG
            drag.x, drag.y = (x, y) if drag.moved else (drag.x, drag.y)
            self.dirty = True
            return
        hovered = self._button_at(x, y)
        token = self.card_at(x, y)
        if hovered != self.hovered or (token is not self.pointed and (token is not None or not self.by_key)):
            self.hovered, self.pointed, self.by_key = hovered, token, False
            self.dirty = True
            self.arrange()

    def press(self, x: float, y: float) -> None:
        """Take a card up, or press what is under the mouse."""
        if self.chooser is not None:
            at = self.chooser.hit(self.layout, x, y)
            if at is not None:
                self.choose(at)
            elif not self.chooser.frame(self.layout).contains(x, y):
                self.take_back()
            return
        self.by_key = False
        button = self._button_at(x, y)
        if button is not None:
            self.push(button)
            return
        token = self.card_at(x, y)
        if token is not None:
            pose = self.director.pose(token)
            self.pointed = token
            self.drag = Drag(token, x, y, pose.x - x, pose.y - y)
            self.dirty = True
            return
        if self._press_table(x, y):
            return
        self.director.hurry()
        self.controller.hurry()

    def _button_at(self, x: float, y: float) -> str | None:
        return next((name for name, rect in self.layout.buttons.items() if rect.contains(x, y)), None)

    def _press_table(self, x: float, y: float) -> bool:
        layout = self.layout
        for suit, rect in zip(self.session.game.deck.suits, layout.signs, strict=True):
            if self.can_preset and rect.contains(x, y):
                self.set_suit(suit)
                return True
        if self.humans and hits(layout.stock, layout.card, layout.card_height, x, y):
            self.push("draw")
            return True
        if layout.scores is not None and layout.scores.contains(x, y):
            self.push("scores")
            return True
        if layout.rules is not None and layout.rules.contains(x, y):
            if Rect(
                layout.rules.right - 44 * layout.type.scale,
                layout.rules.y,
                44 * layout.type.scale,
                44 * layout.type.scale,
            ).contains(x, y):
                self.push("rules")
            return True
        return False

    def release(self, x: float, y: float) -> None:
        """Play the card that was clicked, or dragged onto the pile."""
        drag, self.drag = self.drag, None
        if drag is None:
            return
        self.dirty = True
        if not drag.moved:
            self.play(drag.token)
            return
        self.director.place(drag.token, Pose(x + drag.dx, y + drag.dy))
        self.pointed = None
        if self.drop_zone().contains(x, y):
            self.play(drag.token)
        self.arrange()

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Turn over the rules or the log."""
        layout = self.layout
        if layout.rules is not None and layout.rules.contains(x, y):
            self.rules.scroll(-steps * 3)
        elif layout.panel is not None and layout.panel.contains(x, y):
            self.log_back = max(0, min(self.log_back + round(steps), len(self.director.log) - 1))
        self.dirty = True

    # The keyboard

    def key(self, name: str) -> None:
        """Do what a key stands for."""
        self.dirty = True
        if self.chooser is not None:
            self._chooser_key(name)
            return
        if name in {"pageup", "pagedown"} and self.rules_open:
            self.rules.scroll(14 if name == "pagedown" else -14)
            return
        if name in {"left", "right", "home", "end"}:
            self._move_focus(name)
            return
        if name in {"enter", "space", "up"}:
            if not self.director.idle:
                self.director.hurry()
            elif self.pointed is not None and self.pointed in self.hand():
                self.play(self.pointed)
            elif self.my_turn:
                self._move_focus("right")
            else:
                self.controller.hurry()
            return
        for suit in self.session.game.deck.suits:
            if name == f"shift+{suit.letter.lower()}":
                self.set_suit(suit)
                return
        if name == "escape" and self.rules_open:
            self.push("rules")
        elif name in _KEYS:
            self.push(_KEYS[name])

    def _move_focus(self, name: str) -> None:
        hand = self.hand() if self.director.viewer is not None else []
        if not hand:
            return
        if self.pointed in hand:
            here = hand.index(self.pointed)
            step = {"left": -1, "right": 1, "home": -here, "end": len(hand) - 1 - here}[name]
            self.pointed = hand[(here + step) % len(hand)]
        else:
            # After a hint the card that it named comes first, so that Enter and Enter again follow it.
            playable = self.playable() if self.hinted is None else (self.hinted,)
            fitting = [token for token in hand if token.card in playable] or hand
            self.pointed = fitting[-1 if name in {"left", "end"} else 0]
        self.by_key = True
        self.arrange()

    def _chooser_key(self, name: str) -> None:
        chooser = self.chooser
        assert chooser is not None
        if name == "escape":
            if chooser.needed:
                self.push("menu")
            else:
                self.take_back()
        elif name in {"enter", "space"}:
            self.choose(chooser.at)
        elif not chooser.move(self.layout, name) and (at := chooser.find(name)) is not None:
            self.choose(at)

    def text(self, typed: str) -> None:
        """Announce the last card; or choose a suit whose letter no key has a name for."""
        if typed == "!":
            self.push("announce")
        elif self.chooser is not None and not typed.isascii() and (at := self.chooser.find(typed)) is not None:
            self.choose(at)
        self.dirty = True
