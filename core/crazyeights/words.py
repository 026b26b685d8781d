"""What happened, in plain English: the sentences that every frontend shows for events, cards and moves.

Nothing here knows a screen. A seat is called by its name; the reader's own seat, if one is given as `you`, is "you".
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from crazyeights.cards import Card, Deck, indefinite
from crazyeights.errors import listed, printable
from crazyeights.events import (
    Called,
    Dealt,
    Drew,
    Event,
    Fault,
    MatchOver,
    Outcome,
    Passed,
    Played,
    Reason,
    Reshuffled,
    Reversed,
    RoundOver,
    Skipped,
)
from crazyeights.moves import Move, MoveKind
from crazyeights.options import AfterDraw
from crazyeights.view import View

__all__ = [
    "Narrator",
    "counted",
    "describe",
    "describe_move",
    "direction_name",
    "kinds",
    "listed",
    "narrate",
    "shown_name",
    "the_card",
    "the_cards",
    "to_match",
]

_IRREGULAR: Final = {"be": ("are", "is"), "have": ("have", "has"), "must": ("must", "must")}


def counted(number: int, thing: str) -> str:
    """Say how many of something there are, as in "1 card" or "2 cards"."""
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def shown_name(name: str) -> str:
    """Give a player's, strategy's or plugin's name as it is shown: a record or plugin must not steer the terminal."""
    return printable(name, 40) or "?"


def the_card(card: Card) -> str:
    """Name a card in a sentence, as in "the 8 of hearts" or "joker 1"."""
    return card.with_article


def the_cards(cards: Iterable[Card]) -> str:
    """Name several cards in a sentence, as in "the 8 of hearts and the 2 of clubs"."""
    return listed([the_card(card) for card in cards])


def direction_name(direction: int) -> str:
    """Say which way play goes: towards higher seats is "clockwise"."""
    return "clockwise" if direction > 0 else "anticlockwise"


def describe_move(move: Move) -> str:
    """Say what a move does, as in "play the 8 of hearts and call diamonds"."""
    match move.kind:
        case MoveKind.DRAW:
            return "draw a card"
        case MoveKind.PASS:
            return "pass"
        case MoveKind.PLAY:
            assert move.card is not None
            called = f" and call {move.suit.name}" if move.suit is not None else ""
            return f"play {the_card(move.card)}{called}"
        case _:
            assert_never(move.kind)


def to_match(view: View) -> str:
    """Say what the next card must be, as in "match a diamond or a 9, or play an 8"."""
    ruleset = view.ruleset
    deck = ruleset.deck
    if view.pending_draw:
        draw = f"draw {counted(view.pending_draw, 'card')}"
        answers = kinds(ruleset.faces_of(ruleset.answers[deck.faces.index(view.top)]), deck)
        return f"answer with {listed(answers, 'or')}, or {draw}" if answers else draw
    if view.drawn and view.playable and ruleset.options.after_draw is AfterDraw.PLAY_DRAWN:
        other = [word for word, may in (("draw again", view.can_draw), ("pass", view.can_pass)) if may]
        also = f", or {listed(other, 'or')}" if other else ""
        return f"play {the_card(view.playable[0])} that you drew{also}"
    suit = view.active_suit
    if suit is None:
        return "play any card"
    wild = [card for card in ruleset.faces_of(ruleset.wild) if card.rank != view.top.rank]
    also = f", or play {listed(kinds(wild, deck), 'or')}" if wild else ""
    return f"match {indefinite(suit.singular)} or {view.top.rank.article}{also}"


def kinds(cards: Sequence[Card], deck: Deck) -> list[str]:
    """Sum cards up, as in "an 8" for all eights, "a joker", and "the jack of spades" for a single card."""
    said = []
    for rank in dict.fromkeys(card.rank for card in cards):
        mine = [card for card in cards if card.rank == rank]
        whole = len(mine) == sum(card.rank == rank for card in deck.faces)
        said += [rank.article] if whole else [the_card(card) for card in mine]
    return said


def describe(event: Event, names: Sequence[str], you: int | None = None) -> str:
    """Say one event in a sentence or two.

    Args:
        event: the event as its reader may see it; a drawn card is named only if the event shows it.
        names: the name of each seat.
        you: the reader's own seat, which is called "you"; None if there is none.
    """
    return _Speaker(names, you).describe(event)


def narrate(events: Iterable[Event], names: Sequence[str], you: int | None = None) -> list[str]:
    """Say events in sentences, as `Narrator` does."""
    return Narrator(names, you).tell(events)


class Narrator:
    """Says events in sentences as they come, and announces last cards.

    A card and the suit called with it are one sentence, and so are cards that one seat draws one after another. It
    counts the cards in the hands from the `Dealt` event on; without having heard that, it announces no last card.
    """

    def __init__(self, names: Sequence[str], you: int | None = None) -> None:
        self._speaker = _Speaker(names, you)
        self._sizes: list[int] = []

    def tell(self, events: Iterable[Event]) -> list[str]:
        """Say the events that happened since the last time."""
        told: list[str] = []
        rest = list(_joined(events))
        for index, event in enumerate(rest):
            self._count(event)
            if isinstance(event, Called):
                before = rest[index - 1] if index else None
                if isinstance(before, Played) and before.seat == event.seat:
                    continue
                told.append(self._speaker.describe(event))
                continue
            after = rest[index + 1] if index + 1 < len(rest) else None
            if isinstance(event, Played):
                told.append(self._speaker.play(event, after))
                if self._sizes and self._sizes[event.seat] == 1:
                    told.append(self._speaker.says(event.seat, "have", "one card left!"))
            else:
                told.append(self._speaker.describe(event))
        return told

    def _count(self, event: Event) -> None:
        match event:
            case Dealt(hand_sizes=sizes):
                self._sizes = list(sizes)
            case Played(seat=seat) if self._sizes:
                self._sizes[seat] -= 1
            case Drew(seat=seat, count=count) if self._sizes:
                self._sizes[seat] += count
            case _:
                pass


def _joined(events: Iterable[Event]) -> Iterable[Event]:
    """Make one event of the cards that a seat draws, of its own will, one after another."""
    held: Drew | None = None
    for event in events:
        if isinstance(event, Drew) and not event.penalty:
            if held is not None and held.seat == event.seat:
                seen = held.cards is not None and event.cards is not None
                cards = (*(held.cards or ()), *(event.cards or ())) if seen else None
                held = Drew(held.seat, held.count + event.count, cards)
                continue
            if held is not None:
                yield held
            held = event
            continue
        if held is not None:
            yield held
            held = None
        yield event
    if held is not None:
        yield held


@dataclass(frozen=True, slots=True)
class _Speaker:
    """Makes the sentences for one reader."""

    names: Sequence[str]
    you: int | None

    def describe(self, event: Event) -> str:
        match event:
            case Dealt():
                return self._dealt(event)
            case Played():
                return self.play(event, None)
            case Called(seat=seat, suit=suit):
                return self.says(seat, "call", f"{suit.name}.")
            case Drew():
                return self._drew(event)
            case Passed(seat=seat):
                return self.says(seat, "pass", ".")
            case Skipped(seat=seat):
                return self.says(seat, "be", "skipped.")
            case Reversed(direction=direction):
                return f"The direction turns: now {direction_name(direction)}."
            case Reshuffled(count=count):
                be = "is" if count == 1 else "are"
                return (
                    f"The stock was empty: {counted(count, 'card')} from the discard pile {be} shuffled "
                    "into a new stock."
                )
            case Fault():
                return self._fault(event)
            case RoundOver(outcome=outcome):
                return f"The round is over: {self._result(outcome)}."
            case MatchOver(winner=winner, scores=scores):
                return f"The match is over: {self._match(winner, scores)}."
            case _:
                assert_never(event)

    def says(self, seat: int, verb: str, rest: str, *, inside: bool = False) -> str:
        """Make a sentence of a seat, a verb in its base form and the rest; `inside` another sentence if so said."""
        gap = "" if rest[:1] in {"", ".", ","} else " "
        return f"{self._name(seat, inside=inside)} {self._verb(seat, verb)}{gap}{rest}"

    def play(self, event: Played, after: Event | None) -> str:
        called = ""
        if isinstance(after, Called) and after.seat == event.seat:
            called = f" and {self._verb(event.seat, 'call')} {after.suit.name}"
        return self.says(event.seat, "play", f"{the_card(event.card)}{called}.")

    def _is_you(self, seat: int) -> bool:
        # A record may be read by somebody else than its "You", whose verbs stay the same.
        return seat == self.you or self.names[seat].lower() == "you"

    def _name(self, seat: int, *, inside: bool) -> str:
        if self._is_you(seat):
            return "you" if inside else "You"
        return shown_name(self.names[seat])

    def _verb(self, seat: int, verb: str) -> str:
        plain, third = _IRREGULAR.get(verb, (verb, f"{verb}es" if verb.endswith("s") else f"{verb}s"))
        return plain if self._is_you(seat) else third

    def _dealt(self, event: Dealt) -> str:
        sizes = set(event.hand_sizes)
        if len(sizes) == 1:
            size = event.hand_sizes[0]
            dealt = f"{counted(size, 'card')} each {'is' if size == 1 else 'are'} dealt."
        else:
            each = [f"{size} to {self._name(seat, inside=True)}" for seat, size in enumerate(event.hand_sizes)]
            dealt = f"Cards are dealt: {listed(each)}."
        buried = ""
        if event.buried:
            verb = "goes" if len(event.buried) == 1 else "go"
            shown = the_cards(event.buried)
            buried = f" {shown[0].upper()}{shown[1:]}, turned first, {verb} back into the middle of the stock."
        return f"{dealt}{buried} The starter is {the_card(event.starter)}. {self.says(event.first, 'begin', '.')}"

    def _drew(self, event: Drew) -> str:
        verb = "must" if event.penalty else "draw"
        draw = "draw " if event.penalty else ""
        if event.count == 0:
            return self.says(event.seat, "find", "nothing to draw.")
        if event.cards is None:
            number = "a card" if event.count == 1 and not event.penalty else counted(event.count, "card")
            return self.says(event.seat, verb, f"{draw}{number}.")
        if event.penalty:
            return self.says(event.seat, verb, f"draw {counted(event.count, 'card')}: {the_cards(event.cards)}.")
        return self.says(event.seat, verb, f"{the_cards(event.cards)}.")

    def _fault(self, event: Fault) -> str:
        turn = ""
        if event.seat is not None:
            turn = " (your turn)" if self._is_you(event.seat) else f" ({shown_name(self.names[event.seat])}'s turn)"
        message = printable(event.message).rstrip(".")
        return f"Fault of {shown_name(event.source)}{turn}: {message}. The game goes on."

    def _result(self, outcome: Outcome) -> str:
        points = outcome.points
        winner = outcome.winner
        if winner is not None:
            score = f"and {self._verb(winner, 'score')} {counted(points[winner], 'point')}"
            if outcome.reason is Reason.EMPTY_HAND:
                return self.says(winner, "win", f"with an empty hand {score}", inside=True)
            lowest = self.says(winner, "win", f"with the lowest hand {score}", inside=True)
            return f"nobody can move, and {lowest}"
        scoring = [seat for seat, number in enumerate(points) if number]
        if not scoring:
            return "nobody can move, and nobody wins"
        tied = listed([self._name(seat, inside=True) for seat in scoring])
        return f"nobody can move; {tied} tie for the lowest hand and score {counted(points[scoring[0]], 'point')} each"

    def _match(self, winner: int | None, scores: Sequence[int]) -> str:
        if winner is not None:
            return self.says(winner, "win", f"it with {counted(scores[winner], 'point')}", inside=True)
        best = [self._name(seat, inside=True) for seat, score in enumerate(scores) if score == max(scores)]
        return f"{listed(best)} tie with {counted(max(scores), 'point')}"
