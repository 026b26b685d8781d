"""What happened, in the short form in which it fits beside a player's name or into a narrow log."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache

from crazyeights.cards import Card, Deck
from crazyeights.events import (
    Announced,
    Called,
    Cancelled,
    Dealt,
    Drew,
    Event,
    FalseCall,
    Forgot,
    Gave,
    LevelReached,
    Passed,
    Played,
    Skipped,
    Swapped,
    WentOut,
)
from crazyeights.session import Session
from crazyeights.words import Narrator, shown_name, the_card
from crazyeights_terminal.fullscreen.glyphs import Glyphs


@lru_cache(maxsize=8)
def _card_names(deck: Deck) -> tuple[re.Pattern[str], dict[str, Card]]:
    cards = {the_card(card): card for card in deck.faces}
    # The longest first, for the name of one card may be the beginning of another's.
    pattern = "|".join(re.escape(name) for name in sorted(cards, key=len, reverse=True))
    return re.compile(pattern, re.IGNORECASE), {name.lower(): card for name, card in cards.items()}


def shorten(text: str, deck: Deck, glyphs: Glyphs) -> str:
    """Write the cards of a sentence as signs: "You play the 8 of hearts." becomes "You play 8♥."."""
    pattern, cards = _card_names(deck)
    return pattern.sub(lambda match: glyphs.card(cards[match[0].lower()]), text)


def deeds(events: Iterable[Event], glyphs: Glyphs, names: Sequence[str]) -> Iterator[tuple[int, str]]:
    """Say for each seat that did or suffered something what it was, in a few words."""
    played = fault = ""
    fresh_level = -1
    for event in events:
        match event:
            case Played(seat=seat, card=card):
                played = f"played {glyphs.card(card)}"
                yield seat, played
            case Called(seat=seat, suit=suit):
                sign = glyphs.suit(suit)
                played = f"{played}, calls {sign}" if played else f"called {sign}"
                yield seat, played
            case LevelReached(seat=seat, hand=hand):
                fresh_level = seat
                yield seat, f"reached level {hand}"
            case Drew(seat=seat) if seat == fresh_level:
                # The cards of the new level.
                fresh_level = -1
            case Drew(seat=seat, count=count) if fault:
                yield seat, f"{fault}, drew {count}"
                fault = ""
            case Drew(seat=seat, count=count, penalty=penalty):
                yield seat, f"had to draw {count}" if penalty else f"drew {count}"
            case Announced(seat=seat):
                yield seat, f"{played}, last card!"
            case Forgot(seat=seat):
                # What it costs is drawn at once, if there is anything to draw.
                fault = "forgot to announce"
                yield seat, fault
            case FalseCall(seat=seat):
                fault = "announced wrongly"
                yield seat, fault
            case Cancelled(seat=seat):
                yield seat, f"{played}, cancels"
            case Swapped(seat=seat, other=other):
                yield seat, f"swapped with {_inside(names[other])}"
                yield other, f"swapped with {_inside(names[seat])}"
            case Gave(seat=seat):
                yield seat, "chose a card"
            case WentOut(seat=seat):
                yield seat, "is out"
            case Passed(seat=seat):
                yield seat, "passed"
            case Skipped(seat=seat):
                yield seat, "was skipped"
            case _:
                pass


def _inside(name: str) -> str:
    """Name a player inside a sentence."""
    return "you" if name.lower() == "you" else shown_name(name)


class Story:
    """The current round as one person has seen it: in sentences, and what each seat did last.

    Args:
        session: the table.
        glyphs: gives the characters that the terminal can show.

    Attributes:
        log: the sentences; the newest last.
        did: for each seat, what it did last.
        events: how many events of the session were read.
    """

    def __init__(self, session: Session, glyphs: Callable[[], Glyphs]) -> None:
        self._session = session
        self._glyphs = glyphs
        self.restart(None)

    def restart(self, reader: int | None, *, call_you: bool = True) -> None:
        """Read the current round from its deal.

        Args:
            reader: the seat that reads; None for somebody who may see no hand.
            call_you: whether that seat is called "you".
        """
        self._reader = reader
        deals = [at for at, event in enumerate(self._session.events_since(0, reader)) if isinstance(event, Dealt)]
        self.events = deals[-1] if deals else 0
        self.log: list[str] = []
        self.did = [""] * len(self._session.seats)
        you = reader if call_you else None
        self._narrator = Narrator(self._session.names, you, self._session.game.options)
        self.read()

    def read(self) -> None:
        """Read what happened since the last time."""
        events = self._session.events_since(self.events, self._reader)
        self.events += len(events)
        glyphs, deck = self._glyphs(), self._session.game.deck
        self.log += [shorten(line, deck, glyphs) for line in self._narrator.tell(events)]
        for seat, deed in deeds(events, glyphs, self._session.names):
            self.did[seat] = deed
