"""The table at play: what is known about it, how time passes, where the cards belong.

`table_moves` adds what can be done, and `table_screen` mouse and keys.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from crazyeights.cards import Card, Suit
from crazyeights.choices import Choice
from crazyeights.controller import Controller
from crazyeights.hints import Adviser
from crazyeights.moves import DONE, DRAW, PASS
from crazyeights.scoring import partner_of
from crazyeights.session import Session
from crazyeights.view import View
from crazyeights_arcade import prompts, table_paint
from crazyeights_arcade.chooser import Chooser
from crazyeights_arcade.director import SPEEDS, Director
from crazyeights_arcade.geometry import Pose, Rect, hits, topmost
from crazyeights_arcade.layout import BUTTONS, TableLayout, lay_out
from crazyeights_arcade.pictures import Face, Picture, Sheet
from crazyeights_arcade.rules_text import RulesText
from crazyeights_arcade.screen import Host, Screen
from crazyeights_arcade.stage import Token

NOTICE: Final = 4.0


@dataclass(slots=True)
class Drag:
    """A card under a pressed button; it is dragged once the mouse has moved."""

    token: Token
    x: float
    y: float
    dx: float
    dy: float
    moved: bool = False


class TablePlay(Screen):
    """A table at play.

    Args:
        host: the window.
        session: the table, with a round dealt.
        resumed: whether the round was begun earlier, so that it is shown as it stands.
        clock: the time by which strategies think.

    Attributes:
        session, controller, director: the game, its pace, and how it is shown.
        humans: the seats of people.
        pointed: the card that the mouse or the keyboard is on.
        chooser: the suits or hands on offer, while there are any.
        choice, suit: the card for which something is chosen, and the suit that was chosen for it already.
        preset: the suit that was set beforehand.
        calling: whether the person announces the last card with the next one that is played.
        drag: the card under the pressed button.
        hovered: the button under the mouse.
        notice, warns: what is to be told for a moment, and whether it is a refusal.
        hinted: the card that the hint names.
        rules: the text of the rules; `rules_open` says whether it is shown.
    """

    def __init__(
        self,
        host: Host,
        session: Session,
        *,
        resumed: bool = False,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(host)
        self.session = session
        self.clock = clock
        self.humans = tuple(seat for seat, who in enumerate(session.seats) if who.strategy is None)
        settings = host.settings
        self.controller = Controller(session, think_time=settings.number("pace"))
        self.director = Director(session, self.humans[0] if len(self.humans) == 1 else None, host.sound)
        self.rules = RulesText(session.game)
        self.rules_open = False
        self.pointed: Token | None = None
        self.by_key = False
        self.chooser: Chooser | None = None
        self.choice: Choice | None = None
        self.suit: Suit | None = None
        self.preset: Suit | None = None
        self.calling = False
        self.drag: Drag | None = None
        self.hovered: str | None = None
        self.notice = ""
        self.warns = False
        self.hinted: Card | None = None
        self.log_back = 0
        self._notice_until = 0.0
        self._confirm_until = 0.0
        self._adviser = Adviser(host.registry.strategies)
        self._asked_at = -1
        self._layout_key: tuple[object, ...] = ()
        self._layout: TableLayout | None = None
        self.restyled()
        self.arrange()
        if resumed:
            self.director.skip_past()
        else:
            self.director.feed()

    # What the painting asks

    @property
    def layout(self) -> TableLayout:
        """The layout at the present size."""
        width, height = self.size
        key = (width, height, self.rules_open, self.host.settings.flag("large_cards"))
        if self._layout is None or key != self._layout_key:
            self._layout = lay_out(
                width,
                height,
                self.session.game.players,
                len(self.session.game.deck.suits),
                buttons=self.buttons,
                rows=len(self.session.match.sides),
                large=self.host.settings.flag("large_cards"),
                rules=self.rules_open,
            )
            self._layout_key = key
        return self._layout

    @property
    def buttons(self) -> tuple[str, ...]:
        """The buttons that are of use at this table."""
        useless = set()
        if not self.humans:
            useless |= {"draw", "pass", "announce", "hint", "sort"}
        if not self.session.game.options.last_card_call:
            useless.add("announce")
        return tuple(name for name in BUTTONS if name not in useless)

    @property
    def partner(self) -> int | None:
        """The seat of the partner of the player at the bottom; None where everybody plays alone."""
        return partner_of(self.bottom) if self.session.game.options.partners else None

    @property
    def can_preset(self) -> bool:
        """Whether a suit may be set beforehand: a person plays, and there are cards that call one."""
        rules = self.session.game.ruleset
        return bool(self.humans) and any(each.choose for each in (rules, *(level for _, level in rules.levels)))

    @property
    def announces(self) -> bool:
        """Whether a last card is announced without being told to."""
        return self.host.settings.text("announce") == "auto"

    @property
    def bottom(self) -> int:
        """The seat at the bottom of the window."""
        if self.director.viewer is not None:
            return self.director.viewer
        return self._last_viewer

    _last_viewer = 0

    @property
    def my_turn(self) -> bool:
        """Whether the person at the bottom may move now: it is their turn and everything before it has been seen."""
        viewer = self.director.viewer
        return viewer is not None and self.director.idle and self.session.to_move == viewer

    @property
    def view(self) -> View:
        """What the person at the bottom sees; at a watched table the first seat's, of which no hand is shown."""
        return self.session.view_for(self.bottom)

    def hand(self) -> list[Token]:
        """Give the own cards as they lie, from left to right."""
        return self.director.stage.sorted_hand(self.bottom, self.host.settings.text("sort"))

    def playable(self) -> set[Card]:
        """Give the own cards that may be played now; none if it is not the turn."""
        return set(self.view.playable) if self.my_turn else set()

    def prompt(self) -> str:
        """Say what is to be done now."""
        stage = self.director.stage
        if stage.outcome is not None:
            return "The round is over"
        if self.my_turn:
            whose = "Your turn" if len(self.humans) == 1 else f"{self.session.names[self.bottom]}'s turn"
            return prompts.prompt(self.view, whose, self.session.names)
        seat = self.director.stage.turn
        if seat is None or not self.director.idle:
            return self.director.log[-1] if self.director.log else "The cards are dealt"
        thinking = "…" if self.controller.thinking == seat else ""
        return f"{self.session.names[seat]}'s turn{thinking}"

    def why_not(self, button: str) -> str:
        """Say why a button can't be used now; "" if it can."""
        move = {"draw": DRAW, "pass": PASS}.get(button)
        if button == "announce":
            return self._why_no_call()
        if move is None and button != "hint":
            return ""
        if not self.humans:
            return "You are watching: the computers play this round."
        if self.director.stage.outcome is not None:
            return "The round is over."
        if not self.my_turn:
            seat = self.session.to_move
            if seat is not None and seat != self.director.viewer:
                return f"It is {self.session.names[seat]}'s turn."
            return "One moment: the cards are still moving."
        view = self.view
        error = view.explain(DONE if move is PASS and view.adding else move) if move is not None else None
        return error.reason if error is not None else ""

    def _why_no_call(self) -> str:
        if not self.session.game.options.last_card_call:
            return "By these rules nobody announces the last card."
        if self.announces:
            return "Your last card is announced for you. If you would rather do it yourself, change it in the settings."
        return ""

    # Time

    @property
    def animating(self) -> bool:
        """Whether anything moves, thinks or is about to vanish."""
        return (
            self.director.moving
            or bool(self.notice)
            or self._adviser.waiting
            or self.session.to_move not in (None, *self.humans)
        )

    def update(self, seconds: float) -> None:
        """Let cards move, strategies move, and notices vanish."""
        if self.director.update(seconds):
            self.dirty = True
        now = self.clock()
        if self.director.idle and not self.session.over and self.controller.tick(now):
            self.director.feed()
            self.dirty = True
        hint = self._adviser.poll(now)
        if hint is not None:
            self.hinted = hint.move.card
            self.say(hint.told(self.session.names), seconds=12.0)
        if self.notice and now > self._notice_until:
            self.notice = ""
            self.dirty = True
        if self.dirty:
            self.arrange()
        if self.director.idle:
            self.go_on()

    def go_on(self) -> None:
        """Open what comes next by itself, once everything has been seen."""

    def hide_hands(self) -> None:
        """Let nobody's hand be seen."""
        self._last_viewer = self.bottom
        self.director.look(None)
        self._forget_pointing()

    def show_hand(self, seat: int) -> None:
        """Let a person see their hand."""
        self.director.look(seat)
        self._last_viewer = seat
        self._asked_at = -1
        self.dirty = True
        self.arrange()

    def say(self, text: str, *, warns: bool = False, seconds: float = NOTICE) -> None:
        """Show a line for a moment."""
        self.notice, self.warns = text, warns
        self._notice_until = self.clock() + seconds
        self.dirty = True

    def resized(self) -> None:
        """Lay everything out anew."""
        super().resized()
        self.drag = None
        self.arrange()

    def restyled(self) -> None:
        """Take over changed settings."""
        settings = self.host.settings
        self.director.speed = SPEEDS.get(settings.text("speed"), 1.0)
        self.director.reduced = settings.flag("reduced_motion")
        self.controller.think_time = settings.number("pace")
        self.dirty = True

    def shown(self) -> None:
        """Go on after another screen."""
        self.restyled()
        self.arrange()

    def closed(self) -> None:
        """Leave the table; the record keeps a round that is not over."""
        self.controller.close()
        self.session.close()

    # Where the cards belong

    def raised(self, token: Token) -> float:
        """Give how far a card of the own hand stands up."""
        if token is self.pointed and self.chooser is None:
            return self.layout.raise_
        if self.host.settings.flag("show_playable") and token.card in self.playable():
            return self.layout.lift
        return 0.0

    def arrange(self) -> None:
        """Say where every card belongs now."""
        layout, stage = self.layout, self.director.stage
        rest: dict[Token, Pose] = {}
        for token in stage.pile:
            rest[token] = Pose(layout.pile.x, layout.pile.y, token.lean)
        hand = self.hand()
        playable = self.playable() if self.host.settings.flag("show_playable") else set()
        for token, pose in zip(hand, layout.fan(len(hand)), strict=True):
            up = layout.raise_ if token is self.pointed else layout.lift if token.card in playable else 0.0
            rest[token] = pose.moved(0, -up)
        for at, place in enumerate(layout.places):
            tokens = stage.hands[(self.bottom + 1 + at) % stage.players]
            rest |= dict(zip(tokens, place.poses(len(tokens), layout.card), strict=True))
        gift = stage.gifts.get(self.bottom)
        if gift in rest and stage.viewer is not None:
            # Chosen to be passed on, it waits above the others.
            rest[gift] = rest[gift].moved(0, -layout.raise_)
        for token in stage.loose:
            rest[token] = layout.stock
        self.director.arrange(layout, rest)
        if self.drag is not None and self.drag.token not in rest:
            self.drag = None

    def card_at(self, x: float, y: float) -> Token | None:
        """Give the own card under a point."""
        if self.director.viewer is None:
            return None
        layout, hand = self.layout, self.hand()
        resting = layout.fan(len(hand))
        playable = self.playable() if self.host.settings.flag("show_playable") else set()
        # Where they stand without being pointed at: else a card would slip away from under the mouse as it rises.
        poses = [
            pose.moved(0, -layout.lift) if token.card in playable else pose
            for token, pose in zip(hand, resting, strict=True)
        ]
        found = topmost(poses, layout.card, layout.card_height, x, y)
        if found is None:
            found = topmost(resting, layout.card, layout.card_height, x, y)
        if found is not None:
            return hand[found]
        token = self.pointed
        if token in hand and hits(self.director.pose(token), layout.card, layout.card_height, x, y):
            return token
        return None

    def _forget_pointing(self) -> None:
        self.pointed = None
        self.drag = None
        self.chooser = None
        self.choice = self.suit = None
        self.calling = False
        self.hinted = None
        self._adviser.forget()

    def drop_zone(self) -> Rect:
        """Give where a dragged card may be let go to be played."""
        layout = self.layout
        wide = layout.signs[0].right - layout.stock.x if layout.signs else 3 * layout.card
        return Rect.around(layout.pile.x, layout.pile.y, max(wide, 2.2 * layout.card), 1.5 * layout.card_height)

    def ahead(self) -> Sequence[Picture]:
        """Give the faces of all cards."""
        return [Face(card, self.layout.card) for card in self.session.game.deck.faces]

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        return table_paint.paint(self)
