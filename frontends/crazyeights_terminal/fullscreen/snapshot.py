"""The table as one person may see it: everything that the painter needs to know of the session."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crazyeights.cards import Card, Suit
from crazyeights.events import MatchOver, Outcome, RoundOver
from crazyeights.guide import title
from crazyeights.moves import DRAW, PASS, MoveKind
from crazyeights.session import Session
from crazyeights.view import View
from crazyeights.words import describe, kinds, shown_name, to_match
from crazyeights_terminal import sheet
from crazyeights_terminal.draft import left_of


@dataclass(frozen=True, slots=True)
class Score:
    """How the match stands.

    Attributes:
        round: which round is played, from 1.
        goal: how far the match goes, in a sentence; "" if it never ends.
        tag: the same in two or three words, as in "to 150".
        totals: the points of each seat.
        rows: the score sheet.
        over: how the match ended, as in "The match is over: you win …"; "" while it goes on.
    """

    round: int
    totals: tuple[int, ...]
    goal: str = ""
    tag: str = ""
    rows: tuple[sheet.Row, ...] = ()
    over: str = ""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """The table as one person may see it.

    Attributes:
        title: the variant and what was changed about it.
        names: the players' names, by seat.
        score: how the match stands.
        people: the seats of people.
        you: the person's seat; None for somebody who looks on.
        hand: the person's cards, sorted.
        playable: which of them may be played, added or given now.
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
        adding: whether the person may add a card or end the turn.
        giving: whether the person must choose a card to pass on.
        calling: whether the person must call the suit of the starter.
        levels: in a countdown, the level of each seat.
        partner: the person's partner.
        out: the seats that have no cards left while the round goes on.
        announced: whether last cards have to be announced in this game.
        outcome: how the round ended; None while it goes on.
        verdict: the same in a sentence.
        revealed: all hands, once the round is over.
    """

    title: str
    names: tuple[str, ...]
    score: Score
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
    adding: bool = False
    giving: bool = False
    calling: bool = False
    levels: tuple[int, ...] | None = None
    partner: int | None = None
    out: frozenset[int] = frozenset()
    announced: bool = False
    outcome: Outcome | None = None
    verdict: str = ""
    revealed: tuple[tuple[Card, ...], ...] = ()

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
    legal = view.legal_moves if mine else ()
    ruleset = view.ruleset if mine else session.game.ruleset
    callers = kinds(ruleset.faces_of(ruleset.choose), session.game.deck)
    out = [seat for seat, size in enumerate(view.hand_sizes) if not size and view.partner is not None]
    over = session.over
    revealed = session.revealed() if over else ()
    outcome = session.state.outcome
    return Snapshot(
        title=title(session.game),
        names=session.names,
        score=_score(session, you),
        people=tuple(seat for seat, who in enumerate(session.seats) if who.strategy is None),
        you=you,
        hand=sort_hand(view.hand, session, sort) if mine else (),
        playable=frozenset(move.card for move in legal if move.card is not None),
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
        can_draw=DRAW in legal,
        can_pass=PASS in legal,
        demand=_demand(view, session.names) if legal else "",
        suits=session.game.deck.suits,
        caller=" or ".join(word.removeprefix("an ").removeprefix("a ").removeprefix("the ") for word in callers),
        did=tuple(did) if did else ("",) * len(session.names),
        adding=mine and view.adding,
        giving=bool(legal) and legal[0].kind is MoveKind.GIVE,
        calling=bool(legal) and legal[0].kind is MoveKind.CALL,
        levels=view.levels,
        partner=view.partner if mine else None,
        out=frozenset() if over else frozenset(out),
        announced=session.game.options.last_card_call > 0,
        outcome=outcome,
        verdict="" if outcome is None else _verdict(RoundOver(outcome, revealed), session, you),
        revealed=revealed,
    )


def _score(session: Session, you: int | None) -> Score:
    match = session.match
    ended = match.outcome
    return Score(
        match.round + 1,
        match.scores,
        sheet.goal(match),
        sheet.goal_tag(match),
        sheet.rows(match),
        "" if ended is None else _told(ended, session, you),
    )


def _told(event: RoundOver | MatchOver, session: Session, you: int | None) -> str:
    people = sum(seat.strategy is None for seat in session.seats)
    return describe(event, session.names, you if people == 1 else None, session.game.options)


def _verdict(event: RoundOver, session: Session, you: int | None) -> str:
    """Say how a round ended, but not that it did: "The round is over: you win …" becomes "You win …"."""
    text = _told(event, session, you).partition(": ")[2]
    return text[:1].upper() + text[1:]


def _demand(view: View, names: Sequence[str]) -> str:
    return f"{to_match(view)} (to {shown_name(names[left_of(view)])})" if view.giving else to_match(view)
