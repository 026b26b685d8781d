"""The director: takes the events of a session one by one, and lets the cards move, sounds be heard and the log be told.

What is shown follows the game: no event begins before the one before it has been seen. Pure; time comes from `update`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from crazyeights.cards import Card
from crazyeights.events import (
    Announced,
    Called,
    Cancelled,
    Dealt,
    Drew,
    Event,
    FalseCall,
    Fault,
    Forgot,
    Gave,
    LevelReached,
    Passed,
    PassedOn,
    Played,
    Reshuffled,
    Reversed,
    Rotated,
    RoundOver,
    Skipped,
    Swapped,
    WentOut,
    blank_all,
)
from crazyeights.options import WildStarter
from crazyeights.session import Session
from crazyeights.words import Narrator
from crazyeights_arcade.geometry import Pose
from crazyeights_arcade.layout import TableLayout
from crazyeights_arcade.motion import Glide
from crazyeights_arcade.stage import Stage, Token

SPEEDS: Final[Mapping[str, float]] = {"slow": 0.6, "normal": 1.0, "fast": 2.4}
_HURRY: Final = 9.0
_SETTLE: Final = 0.17
_FADE: Final = 0.14
_LOG: Final = 400


@dataclass(frozen=True, slots=True)
class Badge:
    """A word that appears at a seat for a moment; at the piles if the seat is None."""

    text: str
    seat: int | None
    began: float
    lasts: float


@dataclass(frozen=True, slots=True)
class Beat:
    """How long an event is seen: its cards move, the next event begins, the next card begins; in seconds."""

    moves: float
    next: float
    sound: str = ""
    gap: float = 0.14


_BEATS: Final[Mapping[type, Beat]] = {
    Dealt: Beat(0.26, 0.3, "deal", 0.055),
    Played: Beat(0.26, 0.3, "play"),
    Called: Beat(0.34, 0.42, "call"),
    Drew: Beat(0.24, 0.28, "draw"),
    Passed: Beat(0.0, 0.4, "pass"),
    Skipped: Beat(0.0, 0.45, "skip"),
    Reversed: Beat(0.4, 0.45, "reverse"),
    Reshuffled: Beat(0.3, 0.5, "shuffle"),
    RoundOver: Beat(0.36, 0.7, ""),
    Fault: Beat(0.0, 0.2, "refuse"),
    Announced: Beat(0.0, 0.4, "call"),
    Forgot: Beat(0.0, 0.6, "refuse"),
    FalseCall: Beat(0.0, 0.6, "refuse"),
    Cancelled: Beat(0.0, 0.45, "call"),
    LevelReached: Beat(0.0, 0.6, "call"),
    WentOut: Beat(0.0, 0.5, "call"),
    Swapped: Beat(0.42, 0.7, "shuffle", 0.02),
    Rotated: Beat(0.42, 0.7, "shuffle", 0.02),
    Gave: Beat(0.0, 0.25, "click"),
    PassedOn: Beat(0.4, 0.6, "deal", 0.05),
}


def badge_of(event: Event) -> tuple[str, int | None]:
    """Give the word that an event is worth, "" if none, and the seat at which it appears; None for the piles."""
    match event:
        case Skipped(seat=seat):
            return "skipped", seat
        case Passed(seat=seat):
            return "passes", seat
        case Drew(seat=seat, count=count, penalty=True) if count:
            return f"draws {count}", seat
        case Announced(seat=seat):
            return "last card!", seat
        case Forgot(seat=seat):
            return "forgot to say it", seat
        case FalseCall(seat=seat):
            return "not the last card", seat
        case LevelReached(seat=seat, hand=hand):
            return f"level {hand}", seat
        case WentOut(seat=seat):
            return "out", seat
        case Gave(seat=seat):
            return "has chosen", seat
        case _:
            return _word_for_all(event), None


def _word_for_all(event: Event) -> str:
    """Give the word of an event that concerns everybody; "" if it has none."""
    match event:
        case Reversed():
            return "direction turns"
        case Reshuffled():
            return "reshuffled"
        case Called(suit=suit):
            return f"{suit.name} called"
        case Cancelled():
            return "nothing to draw"
        case Swapped():
            return "hands swapped"
        case Rotated():
            return "all hands move on"
        case PassedOn():
            return "cards passed on"
        case _:
            return ""


class Director:
    """Shows the events of a session to one viewer.

    Args:
        session: the table.
        viewer: the seat whose hand is open; None for none.
        sound: called with the name of a sound.

    Attributes:
        stage: what lies on the table as it is shown.
        log: what has been told, the oldest line first.
        badges: the words that are shown now.
        now: the time that has passed in the film, in seconds.
        speed: how fast it goes.
        reduced: whether cards fade instead of move.
        happened: the events that were shown, in their order; for whoever wants to know.
    """

    def __init__(self, session: Session, viewer: int | None, sound: Callable[[str], None]) -> None:
        self._session = session
        self._sound = sound
        self._cursor = 0
        self._queue: deque[Event] = deque()
        self._narrated = 0
        self._glides: dict[Token, Glide] = {}
        self._flying: list[Token] = []
        self._was: dict[Token, tuple[Card | None, bool]] = {}
        self._drawn: set[Token] = set()
        self._rest: dict[Token, Pose] = {}
        self._layout: TableLayout | None = None
        self._next_at = 0.0
        self._hurried = False
        self._turned_at = -9.0
        self.viewer = viewer
        self.speed = 1.0
        self.reduced = False
        self.now = 0.0
        self.log: list[str] = []
        self.badges: list[Badge] = []
        self.happened: list[Event] = []
        self.stage = self._new_stage()
        self._narrator = Narrator(session.names, self._you, session.game.options)

    @property
    def _you(self) -> int | None:
        return self.viewer if sum(seat.strategy is None for seat in self._session.seats) == 1 else None

    def _new_stage(self) -> Stage:
        game = self._session.game
        rules = game.ruleset
        levels = [rules.levels[0][0]] * game.players if rules.levels else []
        free = rules.faces_of(rules.wild) if game.options.wild_starter is WildStarter.FREE else ()
        return Stage(game.deck, game.players, self.viewer, levels, frozenset(free))

    @property
    def idle(self) -> bool:
        """Whether everything that happened has been shown."""
        return not self._queue and self.now >= self._next_at

    @property
    def moving(self) -> bool:
        """Whether anything moves or will move by itself."""
        return (
            bool(self._queue) or self.now < self._next_at or bool(self._glides) or bool(self.badges) or self.turning < 1
        )

    @property
    def turning(self) -> float:
        """How far the direction's arrows have turned since the last reverse, from 0 to 1."""
        return min((self.now - self._turned_at) / _BEATS[Reversed].moves, 1.0)

    def look(self, viewer: int | None) -> None:
        """Let another person look; takes effect on the cards at once.

        Args:
            viewer: the seat whose hand is shown open; None while nobody may see one.
        """
        self.viewer = viewer
        cards: Sequence[Card] = self._session.view_for(viewer).hand if viewer is not None else ()
        self.stage.look_from(viewer, cards)
        self._glides.clear()

    def feed(self) -> None:
        """Take over what has happened since the last time."""
        events = self._session.events_since(self._cursor, self.viewer)
        self._cursor += len(events)
        self._queue += events

    def skip_past(self) -> None:
        """Show everything that has happened so far at once, as it is when a round is resumed."""
        self.feed()
        while self._queue:
            self._happen(self._queue.popleft(), quiet=True)
        self._glides.clear()
        self._flying.clear()
        self.badges.clear()
        self._next_at = self.now
        self.stage.turn = self._session.to_move

    def hurry(self) -> None:
        """Show what is left at once, nearly."""
        self._hurried = not self.idle

    def update(self, seconds: float) -> bool:
        """Let time pass; at most one event begins.

        Returns:
            Whether anything looks otherwise than before.
        """
        moving = self.moving
        # A long pause, such as a minimised window, is no reason to skip what it would have shown.
        self.now += min(seconds, 0.25) * self.speed * (_HURRY if self._hurried else 1.0)
        for token in [token for token, glide in self._glides.items() if glide.done(self.now)]:
            del self._glides[token]
            if token in self._flying:
                self._flying.remove(token)
        self.badges = [badge for badge in self.badges if self.now < badge.began + badge.lasts]
        if self._queue and self.now >= self._next_at:
            self._happen(self._queue.popleft())
            return True
        if self.idle:
            self._hurried = False
            if self.stage.turn != self._session.to_move:
                self.stage.turn = self._session.to_move
                return True
        return moving

    def _happen(self, event: Event, *, quiet: bool = False) -> None:
        self.happened.append(event)
        beat = _BEATS.get(type(event), Beat(0.0, 0.2))
        if isinstance(event, Dealt):
            self.stage = self._new_stage()
            self._glides.clear()
            self._flying.clear()
        faces = {token: (token.shown, token.face_up) for token in self.stage.tokens}
        moved = self.stage.apply(event)
        self._tell(event)
        if quiet:
            return
        lasts, gap = beat.moves, beat.gap
        self._drawn = {token for token in moved if token not in faces}
        for at, token in enumerate(moved):
            begins = self.now + at * gap
            flips = faces.get(token, (None, False)) != (token.shown, token.face_up)
            start = (
                self._layout.pile if isinstance(event, Reshuffled) and self._layout is not None else self._start(token)
            )
            self._glides[token] = Glide(start, Pose(0, 0), begins, lasts, 0.05, 1.0 if flips else 0.0)
            self._was[token] = faces.get(token, (None, False))
            if token not in self._flying:
                self._flying.append(token)
        self._next_at = self.now + beat.next + gap * max(len(moved) - 1, 0)
        if isinstance(event, Reversed):
            self._turned_at = self.now
        self._badge(event)
        if beat.sound:
            self._sound(beat.sound)
        if isinstance(event, RoundOver):
            won = event.outcome.winner is not None and event.outcome.winner == self.viewer
            self._sound("win" if won or self.viewer is None else "lose")

    def _badge(self, event: Event) -> None:
        word, seat = badge_of(event)
        if word and not (isinstance(event, Gave) and seat == self.viewer):
            self.badges.append(Badge(word, seat, self.now, 1.1))

    def _tell(self, event: Event) -> None:
        if self._narrated:
            # It was told together with the event before it.
            self._narrated -= 1
            return
        events = [event, *self._belonging(event)]
        self._narrated = len(events) - 1
        # Of several people at one window everybody can read the log.
        self.log += self._narrator.tell(events if self._you is not None else blank_all(events, None))
        del self.log[:-_LOG]

    def _belonging(self, event: Event) -> list[Event]:
        """Give the events to come that are told in one sentence with an event, or change what is to be said of it."""
        found: list[Event] = []
        for following in self._queue:
            match event, following:
                case Played(seat=seat), Called(seat=caller) if caller == seat and not found:
                    found.append(following)
                case Played(), Swapped() | Rotated():
                    found.append(following)
                    break
                case LevelReached(seat=seat), Drew(seat=drawer) if drawer == seat:
                    found.append(following)
                    break
                case _:
                    break
        return found

    # Where the cards are

    def _start(self, token: Token) -> Pose:
        glide = self._glides.get(token)
        if glide is not None:
            return glide.pose(self.now)
        return self._rest.get(token) or (self._layout.stock if self._layout is not None else Pose(0, 0))

    def arrange(self, layout: TableLayout, rest: Mapping[Token, Pose]) -> None:
        """Say where every card belongs; those that are elsewhere go there.

        Args:
            layout: the table; another one than the last moves everything at once.
            rest: the pose of each card.
        """
        moved = layout is not self._layout
        if moved:
            self._glides.clear()
        before, self._layout, self._rest = self._rest, layout, dict(rest)
        for token, pose in rest.items():
            glide = self._glides.get(token)
            if glide is not None and (token in self._flying or glide.end == pose):
                glide.end = pose
                glide.fade = glide.fade or self.reduced
                continue
            old = before.get(token)
            if glide is None and (moved or old is None or old == pose):
                continue
            start = glide.pose(self.now) if glide is not None else old or pose
            self._glides[token] = Glide(start, pose, self.now, _SETTLE if not self.reduced else 0.0)
        gone = [token for token in self._glides if token not in rest]
        for token in gone:
            del self._glides[token]
        self._flying = [token for token in self._flying if token in rest and token in self._glides]
        if self.reduced:
            for glide in self._glides.values():
                glide.lasts = min(glide.lasts, _FADE)

    def place(self, token: Token, pose: Pose) -> None:
        """Say that a card is somewhere right now, as after it was dragged; it goes home from there."""
        self._glides[token] = Glide(pose, self._rest.get(token, pose), self.now, _SETTLE)

    def pose(self, token: Token) -> Pose:
        """Give where a card is now."""
        glide = self._glides.get(token)
        if glide is not None:
            return glide.pose(self.now)
        return self._rest.get(token, Pose(0, 0))

    def alpha(self, token: Token) -> float:
        """Give how opaque a card is now."""
        glide = self._glides.get(token)
        return glide.alpha(self.now) if glide is not None else 1.0

    def face(self, token: Token) -> tuple[Card | None, float]:
        """Give the face that a card shows now, None for its back, and how wide it looks while it turns over."""
        shown = token.shown if token.face_up else None
        glide = self._glides.get(token)
        if glide is None or not glide.flip or glide.fade:
            return shown, 1.0
        part = glide.part(self.now)
        card, up = self._was.get(token, (None, False))
        if part < 0.5:
            return (card if up else None), max(1 - 2 * part, 0.04)
        return shown, max(2 * part - 1, 0.04)

    def flying(self, token: Token) -> bool:
        """Whether an event moves this card now, so that it lies over all others."""
        return token in self._flying and token in self._glides

    def begun(self, token: Token) -> bool:
        """Whether a card has left the stock; one that does not come from there always has."""
        glide = self._glides.get(token)
        return glide is None or self.now >= glide.began or token not in self._drawn
