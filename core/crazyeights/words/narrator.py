"""Events as a story: sentences that belong together are one, and last cards are announced."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from crazyeights.events import (
    Announced,
    Called,
    Dealt,
    Drew,
    Event,
    Forgot,
    LevelReached,
    Played,
    Rotated,
    Swapped,
)
from crazyeights.options import Options
from crazyeights.words.events import Speaker


def narrate(
    events: Iterable[Event], names: Sequence[str], you: int | None = None, options: Options | None = None
) -> list[str]:
    """Say events in sentences, as `Narrator` does."""
    return Narrator(names, you, options).tell(events)


class Narrator:
    """Says events in sentences as they come, and announces last cards.

    A card and the suit called with it are one sentence, and so are cards that one seat draws one after another. It
    counts the cards in the hands from the `Dealt` event on; without having heard that, it announces no last card. Where
    the players announce their last cards themselves, that takes its place.

    Args:
        names: the name of each seat.
        you: the reader's own seat, which is called "you"; None if there is none.
        options: the options in force; without them, what they would say is read off the events as far as it can be.
    """

    def __init__(self, names: Sequence[str], you: int | None = None, options: Options | None = None) -> None:
        self._speaker = Speaker(names, you, options)
        self._sizes: list[int] = []
        self._only_starter = False

    def tell(self, events: Iterable[Event]) -> list[str]:
        """Say the events that happened since the last time."""
        told: list[str] = []
        rest = list(_joined(events))
        for index, event in enumerate(rest):
            before = rest[index - 1] if index else None
            after = rest[index + 1] if index + 1 < len(rest) else None
            self._count(event)
            match event:
                case Called(seat=seat) if isinstance(before, Played) and before.seat == seat:
                    pass
                case Drew(seat=seat) if isinstance(before, LevelReached) and before.seat == seat:
                    pass
                case Called(seat=seat, suit=suit) if self._only_starter:
                    told.append(self._speaker.says(seat, "call", f"{suit.name} for the starter."))
                case LevelReached(seat=seat) if isinstance(after, Drew) and after.seat == seat:
                    told.append(self._speaker.new_level(event, after))
                case Played():
                    told.append(self._speaker.play(event, after))
                    if not self._otherwise_announced(event.seat, rest[index + 1 :]):
                        told += self._last_cards([event.seat])
                case Swapped(seat=seat, other=other):
                    told += [self._speaker.describe(event), *self._last_cards([seat, other])]
                case Rotated():
                    told += [self._speaker.describe(event), *self._last_cards(range(len(self._sizes)))]
                case _:
                    told.append(self._speaker.describe(event))
        return told

    def _last_cards(self, seats: Iterable[int]) -> list[str]:
        """Say which of the seats have one card left."""
        return [
            self._speaker.says(seat, "have", "one card left!")
            for seat in seats
            if self._sizes and self._sizes[seat] == 1
        ]

    def _otherwise_announced(self, seat: int, rest: Sequence[Event]) -> bool:
        """Whether the player must announce a last card, or is to hold other cards in a moment."""
        options = self._speaker.options
        if options is not None and options.last_card_call:
            return True
        for event in rest:
            match event:
                case Announced() | Forgot():
                    return event.seat == seat
                case Swapped() | Rotated():
                    return True
                case Called():
                    pass
                case _:
                    return False
        return False

    def _count(self, event: Event) -> None:
        sizes = self._sizes
        match event:
            case Dealt(hand_sizes=dealt):
                self._sizes = list(dealt)
                self._only_starter = True
            case Played(seat=seat):
                self._only_starter = False
                if sizes:
                    sizes[seat] -= 1
            case Drew(seat=seat, count=count) if sizes:
                sizes[seat] += count
            case Swapped(seat=seat, other=other) if sizes:
                sizes[seat], sizes[other] = sizes[other], sizes[seat]
            case Rotated(direction=direction) if sizes:
                # Players without cards take no part.
                seats = [seat for seat, size in enumerate(sizes) if size][::direction]
                held = [sizes[seat] for seat in seats]
                for at, seat in enumerate(seats):
                    sizes[seat] = held[at - 1]
            case _:
                pass


def _joined(events: Iterable[Event]) -> Iterable[Event]:
    """Make one event of the cards that a seat draws, of its own will, one after another."""
    held: Drew | None = None
    before: Event | None = None
    for event in events:
        # The cards that are dealt for a new level are not drawn.
        of_level = isinstance(before, LevelReached)
        before = event
        if isinstance(event, Drew) and not event.penalty and not of_level:
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
