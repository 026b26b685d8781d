"""The engine's events as the reference notes them: tuples of a word and what there is to tell, cards as strings.

A card that the reader may not see is a `?`, and a hand of such cards is empty.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from crazyeights import events

_TELL: dict[type, Callable[[Any], tuple[Any, ...]]] = {
    events.Played: lambda event: ("played", event.seat, str(event.card)),
    events.Called: lambda event: ("called", event.seat, str(event.suit)),
    events.Drew: lambda event: ("drew", event.seat, *_cards(event.cards, event.count), event.penalty),
    events.Passed: lambda event: ("passed", event.seat),
    events.Skipped: lambda event: ("skipped", event.seat),
    events.Reversed: lambda event: ("reversed", event.direction),
    events.Reshuffled: lambda event: ("reshuffled", *_cards(event.stock, event.count)),
    events.Announced: lambda event: ("announced", event.seat),
    events.Forgot: lambda event: ("forgot", event.seat),
    events.FalseCall: lambda event: ("false call", event.seat),
    events.Cancelled: lambda event: ("cancelled", event.seat),
    events.LevelReached: lambda event: ("level", event.seat, event.level, event.hand),
    events.WentOut: lambda event: ("went out", event.seat),
    events.Swapped: lambda event: ("swapped", event.seat, event.other, *map(_hand, event.hands)),
    events.Rotated: lambda event: ("rotated", event.direction, *map(_hand, event.hands)),
    events.Gave: lambda event: ("gave", event.seat, str(event.card or "?")),
    events.PassedOn: lambda event: ("passed on", *(card and str(card) for card in event.received)),
    events.RoundOver: lambda event: ("over", *map(_hand, event.hands)),
}


def _hand(cards: Iterable[object] | None) -> tuple[str, ...]:
    return tuple(map(str, cards or ()))


def _cards(cards: Iterable[object] | None, count: int) -> tuple[str, ...]:
    return ("?",) * count if cards is None else tuple(map(str, cards))


def told(happened: Iterable[Any]) -> list[tuple[Any, ...]]:
    """Tell the events, but for the deal."""
    return [_TELL[type(event)](event) for event in happened if type(event) is not events.Dealt]


def seen_by(seat: int, happened: tuple[Any, ...]) -> tuple[Any, ...]:
    """Give what the seat may know of something that the reference noted."""
    kind, *told = happened
    if kind == "drew" and told[0] != seat:
        return (kind, told[0], *["?"] * (len(told) - 2), told[-1])
    if kind == "reshuffled":
        return (kind, *["?"] * len(told))
    if kind == "swapped":
        return (kind, *told[:2], *(hand if who == seat else () for who, hand in zip(told[:2], told[2:], strict=True)))
    if kind == "rotated":
        return (kind, told[0], *(hand if who == seat else () for who, hand in enumerate(told[1:])))
    if kind == "gave" and told[0] != seat:
        return (kind, told[0], "?")
    if kind == "passed on":
        return (kind, *(card if who == seat else None for who, card in enumerate(told)))
    return happened
