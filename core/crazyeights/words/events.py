"""One event in a sentence or two."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from typing import Final, assert_never

from crazyeights.cards import Card
from crazyeights.errors import listed, printable
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
    MatchOver,
    Outcome,
    Passed,
    PassedOn,
    Played,
    Reason,
    Reshuffled,
    Reversed,
    Rotated,
    RoundOver,
    Skipped,
    Swapped,
    WentOut,
)
from crazyeights.options import EmptyStock, Options, Scoring
from crazyeights.words.names import counted, direction_name, shown_name, the_card, the_cards

_IRREGULAR: Final = {"be": ("are", "is"), "have": ("have", "has"), "must": ("must", "must")}
_HISSING: Final = ("s", "sh", "ch", "x")


def describe(event: Event, names: Sequence[str], you: int | None = None, options: Options | None = None) -> str:
    """Say one event in a sentence or two.

    Args:
        event: the event as its reader may see it; a drawn card is named only if the event shows it.
        names: the name of each seat.
        you: the reader's own seat, which is called "you"; None if there is none.
        options: the options in force; without them, what points are for is read off the points.
    """
    return Speaker(names, you, options).describe(event)


@dataclass(frozen=True, slots=True)
class Speaker:
    """Makes the sentences for one reader."""

    names: Sequence[str]
    you: int | None
    options: Options | None = None

    def describe(self, event: Event) -> str:
        """Say one event by itself."""
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
                cards = f"{counted(count, 'card')} from the discard pile {be} shuffled"
                return f"The stock was empty: {cards} into a new stock."
            case Announced(seat=seat):
                return self.says(seat, "say", '"Last card!"')
            case Forgot(seat=seat):
                return self.says(seat, "forget", "to announce the last card.")
            case FalseCall(seat=seat):
                return self.says(seat, "announce", "a last card wrongly.")
            case Cancelled(seat=seat):
                return self.says(seat, "cancel", "what was to be drawn.")
            case Fault():
                return self._fault(event)
            case RoundOver(outcome=outcome):
                return f"The round is over: {self._result(outcome)}."
            case MatchOver():
                return f"The match is over: {self._match(event)}."
            case LevelReached() | WentOut() | Swapped() | Rotated() | Gave() | PassedOn():
                return self._describe_change(event)
            case _:
                assert_never(event)

    def _describe_change(self, event: LevelReached | WentOut | Swapped | Rotated | Gave | PassedOn) -> str:
        """Say what became of whole hands or of cards that changed hands."""
        match event:
            case LevelReached(seat=seat, hand=hand):
                return self.says(seat, "reach", f"the next level, of {counted(hand, 'card')}.")
            case WentOut(seat=seat):
                whose = "your" if self._is_you(seat) else "the"
                return self.says(seat, "be", f"out, and {whose} partner plays on.")
            case Swapped(seat=seat, other=other):
                return self.says(seat, "swap", f"hands with {self.name(other, inside=True)}.")
            case Rotated(direction=direction):
                return f"All hands move on one seat, {direction_name(direction)}."
            case Gave(seat=seat, card=card):
                what = "a card" if card is None else the_card(card)
                return self.says(seat, "choose", f"{what} to pass on.")
            case PassedOn(received=received):
                return self._passed_on(received)
            case _:
                assert_never(event)

    def says(self, seat: int, verb: str, rest: str, *, inside: bool = False) -> str:
        """Make a sentence of a seat, a verb in its base form and the rest; `inside` another sentence if so said."""
        gap = "" if rest[:1] in {"", ".", ","} else " "
        return f"{self.name(seat, inside=inside)} {self._verb(seat, verb)}{gap}{rest}"

    def play(self, event: Played, after: Event | None) -> str:
        """Say that a card was played, with the suit that was called right after it."""
        called = ""
        if isinstance(after, Called) and after.seat == event.seat:
            called = f" and {self._verb(event.seat, 'call')} {after.suit.name}"
        return self.says(event.seat, "play", f"{the_card(event.card)}{called}.")

    def new_level(self, event: LevelReached, dealt: Drew) -> str:
        """Say that a level was reached, with the cards that were dealt for it."""
        cards = counted(dealt.count, "card") if dealt.cards is None else the_cards(dealt.cards)
        return self.says(event.seat, "reach", f"the next level and {self._verb(event.seat, 'get')} {cards}.")

    def _is_you(self, seat: int) -> bool:
        # A record may be read by somebody else than its "You", whose verbs stay the same.
        return seat == self.you or self.names[seat].lower() == "you"

    def name(self, seat: int, *, inside: bool) -> str:
        """Name a seat, at the start of a sentence or inside one."""
        if self._is_you(seat):
            return "you" if inside else "You"
        return shown_name(self.names[seat])

    def _named(self, seats: Collection[int]) -> str:
        return listed([self.name(seat, inside=True) for seat in seats])

    def _verb(self, seat: int, verb: str) -> str:
        plain, third = _IRREGULAR.get(verb, (verb, f"{verb}es" if verb.endswith(_HISSING) else f"{verb}s"))
        return plain if self._is_you(seat) else third

    def _dealt(self, event: Dealt) -> str:
        sizes = set(event.hand_sizes)
        if len(sizes) == 1:
            size = event.hand_sizes[0]
            dealt = f"{counted(size, 'card')} each {'is' if size == 1 else 'are'} dealt."
        else:
            each = [f"{size} to {self.name(seat, inside=True)}" for seat, size in enumerate(event.hand_sizes)]
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

    def _passed_on(self, received: Sequence[Card | None]) -> str:
        got = [
            f"{self.name(seat, inside=True)} {self._verb(seat, 'get')} {the_card(card)}"
            for seat, card in enumerate(received)
            if card is not None
        ]
        return f"The chosen cards are passed to the left{': ' + listed(got) if got else ''}."

    def _fault(self, event: Fault) -> str:
        turn = ""
        if event.seat is not None:
            turn = " (your turn)" if self._is_you(event.seat) else f" ({shown_name(self.names[event.seat])}'s turn)"
        message = printable(event.message).rstrip(".")
        return f"Fault of {shown_name(event.source)}{turn}: {message}. The game goes on."

    # How rounds and matches ended

    def _result(self, outcome: Outcome) -> str:
        charged = self._charged(outcome)
        winners, points = outcome.winners, outcome.points
        each = " each" if len(winners) > 1 else ""
        if winners:
            hand = "hands" if len(winners) > 1 else "hand"
            how = f"with empty {hand}" if each else "with an empty hand"
            if outcome.reason is not Reason.EMPTY_HAND:
                how = f"with the lowest {hand}"
            win = f"{self._named(winners)} {'win' if each else self._verb(winners[0], 'win')} {how}"
            if charged is None:
                score = "score" if each else self._verb(winners[0], "score")
                win += f" and {score} {counted(points[winners[0]], 'point')}{each}"
        else:
            scoring = [seat for seat, number in enumerate(points) if number]
            win = "nobody wins"
            if scoring and charged is None:
                tied = f"{self._named(scoring)} tie for the lowest hand"
                win = f"{tied} and score {counted(points[scoring[0]], 'point')} each"
        if outcome.reason is not Reason.EMPTY_HAND:
            joint = "; " if " tie for " in win else ", and "
            win = f"{self._why_stopped(outcome)}{joint}{win}"
        return f"{win}; {charged}" if charged else win

    def _why_stopped(self, outcome: Outcome) -> str:
        if outcome.reason is Reason.PLAY_LIMIT:
            return "no more cards may be played"
        if self.options is not None and self.options.empty_stock is EmptyStock.ENDS_ROUND:
            return "the stock is empty"
        if self.options is not None and self.options.voluntary_pass:
            return "everybody has passed"
        return "nobody can move"

    def _charged(self, outcome: Outcome) -> str | None:
        """Say who is charged how many points; None where points are scored and not charged."""
        if not self._points_are_bad(outcome):
            return None
        paying = [seat for seat, number in enumerate(outcome.points) if number]
        if not paying:
            return "nobody is charged any points"
        first, *rest = paying
        who = self.name(first, inside=True)
        parts = [f"{counted(outcome.points[first], 'point')} {self._go(outcome.points[first])} against {who}"]
        parts += [f"{outcome.points[seat]} against {self.name(seat, inside=True)}" for seat in rest]
        return listed(parts)

    @staticmethod
    def _go(number: int) -> str:
        return "goes" if number == 1 else "go"

    def _points_are_bad(self, outcome: Outcome) -> bool:
        if self.options is not None:
            return self.options.scoring is Scoring.LOSERS_CHARGED
        points, winners = outcome.points, outcome.winners
        if winners:
            return any(number for seat, number in enumerate(points) if seat not in winners)
        # All who tie for the lowest hand score the same, and the others, of whom there are some, nothing.
        return any(points) and (all(points) or len(set(points)) > 2)

    def _match(self, event: MatchOver) -> str:
        scores = event.scores
        winners = event.winners or tuple(seat for seat, score in enumerate(scores) if score == max(scores))
        if event.winner is None:
            return f"{self._named(winners)} tie with {counted(scores[winners[0]], 'point')}"
        points = f"it with {counted(scores[event.winner], 'point')}"
        if len(event.winners) > 1:
            return f"{self._named(winners)} win {points}"
        return self.says(event.winner, "win", points, inside=True)
