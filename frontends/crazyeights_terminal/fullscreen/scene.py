"""What is shown: a `Snapshot` of the session as one person may see it, and the `Ui`, what that person is doing."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from enum import Enum
from typing import Final

from crazyeights.cards import Card, Suit
from crazyeights.events import Outcome
from crazyeights.guide import title
from crazyeights.moves import DRAW, PASS
from crazyeights.session import Session
from crazyeights.words import kinds, to_match
from crazyeights_terminal.fullscreen.glyphs import UNICODE, Glyphs

# Digits for the first ten cards, as on the keyboard; then capital letters, for the small ones are commands.
CARD_KEYS: Final = "1234567890ABCDEFGHIJKLMNOPQRSTUVWXYZ"


class Mode(Enum):
    """What has the keyboard."""

    TABLE = "table"
    CHOOSE = "choose"  # which suit the eight calls
    TYPE = "type"  # a move is being typed
    RULES = "rules"
    HELP = "help"
    LOG = "log"
    OPTIONS = "options"
    ASK_QUIT = "ask quit"
    ASK_NEW = "ask new"
    HIDE = "hide"  # somebody has moved and may look until the hand is hidden for the next person
    HAND_OVER = "hand over"  # the keyboard goes to another person
    OVER = "over"  # the round is over


PANELS: Final = frozenset({Mode.RULES, Mode.HELP, Mode.LOG, Mode.OPTIONS})


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table as one person may see it.

    Attributes:
        title: the variant and what was changed about it.
        round: which round is played, from 1.
        names: the players' names, by seat.
        scores: their points in the match.
        people: the seats of people.
        you: the person's seat; None for somebody who looks on.
        hand: the person's cards, sorted.
        playable: which of them may be played now.
        hand_sizes: how many cards each seat holds.
        to_move: whose turn it is; None when the round is over.
        top: the top card as printed.
        shown_top: the top card in the called suit.
        active_suit: the suit to match; None if any card goes.
        called_suit: the active suit if it is not the top card's own.
        direction: 1 towards higher seats, -1 towards lower ones.
        stock: how many cards the stock has.
        discards: how many the discard pile has.
        pending: how many cards are to be drawn by the seat to move unless it answers.
        can_draw, can_pass: whether the person may do so now.
        demand: what the next card must be, as in "match a diamond or an 8".
        suits: the deck's suits.
        caller: what calls a suit, as in "8"; empty if nothing does.
        did: for each seat, what it did last.
        outcome: how the round ended; None while it goes on.
        revealed: all hands, once the round is over.
        card_points: what each revealed hand counts.
    """

    title: str
    round: int
    names: tuple[str, ...]
    scores: tuple[int, ...]
    people: tuple[int, ...]
    you: int | None
    hand: tuple[Card, ...]
    playable: frozenset[Card]
    hand_sizes: tuple[int, ...]
    to_move: int | None
    top: Card
    shown_top: Card
    active_suit: Suit | None
    called_suit: Suit | None
    direction: int
    stock: int
    discards: int
    pending: int
    can_draw: bool
    can_pass: bool
    demand: str
    suits: tuple[Suit, ...]
    caller: str
    did: tuple[str, ...]
    outcome: Outcome | None = None
    revealed: tuple[tuple[Card, ...], ...] = ()
    card_points: tuple[int, ...] = ()

    @property
    def yours(self) -> bool:
        """Whether it is the person's turn."""
        return self.you is not None and self.to_move == self.you

    @property
    def others(self) -> tuple[int, ...]:
        """The other seats in seat order, as one looks round the table."""
        players = len(self.names)
        if self.you is None:
            return tuple(range(players))
        return tuple((self.you + step) % players for step in range(1, players))


@dataclass(slots=True)
class Ui:
    """What the person is doing, as far as the session does not know it.

    Attributes:
        mode: what has the keyboard.
        cursor: the position of the selected card in the hand.
        preset: the suit that the next eight calls; None to be asked.
        choosing: the card for which a suit is being chosen.
        choice: the position of the suit, or of the option, that is selected.
        typed: what has been typed of a move.
        scroll: how far a panel is scrolled.
        message: the last answer to something that the person did; "" for none.
        trouble: whether the message says that something is not possible.
        waiting_for: the person to whom the keyboard goes.
        log: what happened in the round, in sentences; the newest last.
        fresh: how many sentences of the log are from before the person's last move.
        hurrying: whether the computers' turns are not waited for.
        hint: the card that was advised.
    """

    mode: Mode = Mode.TABLE
    cursor: int = 0
    preset: Suit | None = None
    choosing: Card | None = None
    choice: int = 0
    typed: str = ""
    scroll: int = 0
    message: str = ""
    trouble: bool = False
    waiting_for: int | None = None
    log: list[str] = field(default_factory=list)
    fresh: int = 0
    hurrying: bool = False
    hint: Card | None = None

    def say(self, message: str, *, trouble: bool = False) -> None:
        """Show a message in place of the one before."""
        self.message = message
        self.trouble = trouble


@dataclass(frozen=True, slots=True)
class Line:
    """A line of a panel: its text, and whether it is a title."""

    text: str
    title: bool = False


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that the screen is painted from.

    Attributes:
        table: the table.
        ui: what the person is doing.
        glyphs: the characters.
        show_playable: whether playable cards are marked.
        colours: "two", "four" or "mono".
        thinking: the seat that thinks.
        tick: counts up while somebody thinks.
        panel: the paragraphs of the panel that is open.
        options: the lines of the options panel, each with its value.
        pace: the pace, in words.
        resumable: whether a round that is left can be resumed.
    """

    table: Snapshot
    ui: Ui
    glyphs: Glyphs = UNICODE
    show_playable: bool = True
    colours: str = "two"
    thinking: int | None = None
    tick: int = 0
    panel: tuple[Line, ...] = ()
    options: tuple[tuple[str, str], ...] = ()
    pace: str = ""
    resumable: bool = False


def sort_hand(cards: Sequence[Card], session: Session, order: str) -> tuple[Card, ...]:
    """Sort a hand by suit or by rank, in the deck's order; jokers last."""
    deck = session.game.deck
    ranks = {rank: at for at, rank in enumerate(deck.ranks)}
    suits = {suit: at for at, suit in enumerate(deck.suits)}

    def place(card: Card) -> tuple[int, int]:
        rank = ranks.get(card.rank, len(ranks) + card.number)
        suit = len(suits) if card.suit is None else suits[card.suit]
        return (rank, suit) if order == "rank" else (suit, rank)

    return tuple(sorted(cards, key=place))


def snapshot(session: Session, you: int | None, *, sort: str, did: Sequence[str] = ()) -> Snapshot:
    """Describe the table as a seat may see it.

    Args:
        session: the table.
        you: the seat; None for somebody who may see no hand.
        sort: how the hand is sorted, by `suit` or by `rank`.
        did: for each seat, what it did last.
    """
    # Somebody who looks on sees what is the same for all seats, and none of what is that seat's own.
    view = session.view_for(0 if you is None else you)
    mine = you is not None
    ruleset = session.game.ruleset
    callers = kinds(ruleset.faces_of(ruleset.choose), session.game.deck)
    over = session.over
    revealed = session.revealed() if over else ()
    return Snapshot(
        title=title(session.game),
        round=session.match.round + 1,
        names=session.names,
        scores=session.match.scores,
        people=tuple(seat for seat, who in enumerate(session.seats) if who.strategy is None),
        you=you,
        hand=sort_hand(view.hand, session, sort) if mine else (),
        playable=frozenset(view.playable) if mine else frozenset(),
        hand_sizes=view.hand_sizes,
        to_move=view.to_move,
        top=view.top,
        shown_top=view.shown_top,
        active_suit=view.active_suit,
        called_suit=view.called_suit,
        direction=view.direction,
        stock=view.stock_size,
        discards=len(view.discard),
        pending=view.pending_draw,
        can_draw=mine and DRAW in view.legal_moves,
        can_pass=mine and PASS in view.legal_moves,
        demand=to_match(view),
        suits=session.game.deck.suits,
        caller=" or ".join(word.removeprefix("an ").removeprefix("a ").removeprefix("the ") for word in callers),
        did=tuple(did) if did else ("",) * len(session.names),
        outcome=session.state.outcome,
        revealed=revealed,
        card_points=tuple(sum(map(ruleset.card_points, hand)) for hand in revealed),
    )
