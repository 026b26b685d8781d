"""What a role that a user writes (`skip=J`, `draw:2=2,5`, `wild=hearts`) is in the restatement."""

from __future__ import annotations

from collections.abc import Callable

from reference.roles import ANY, RANKS, Roles

_SUITS = {"spades": "S", "hearts": "H", "diamonds": "D", "clubs": "C"}
_MADE: dict[str, Callable[[list[str], int], Roles]] = {
    "wild": lambda cards, _: Roles(wild=cards, choose_suit=cards),
    "free": lambda cards, _: Roles(wild=cards),
    "call": lambda cards, _: Roles(choose_suit=cards),
    "skip": lambda cards, number: Roles(skip=dict.fromkeys(cards, number)),
    "reverse": lambda cards, _: Roles(reverse=cards),
    "draw": lambda cards, number: Roles(draw=dict.fromkeys(cards, number)),
    "again": lambda cards, _: Roles(play_again=cards),
    "cancel": lambda cards, _: Roles(cancels={ANY: cards}),
    "stack": lambda cards, _: Roles(answers=dict.fromkeys(cards, cards)),
    "not-last": lambda cards, _: Roles(forbid_finish=cards),
    "points": lambda cards, number: Roles(points=dict.fromkeys(cards, number)),
    "swap": lambda cards, _: Roles(swap=cards),
    "rotate": lambda cards, _: Roles(rotate=cards),
    "pass-left": lambda cards, _: Roles(pass_left=cards),
    "last-resort": lambda cards, _: Roles(last_resort=cards),
}
ROLES = tuple(_MADE)
NUMBERED = ("skip", "draw", "points")


def restated(text: str) -> Roles:
    """Give the roles that the text stands for."""
    role, _, cards = text.partition("=")
    name, _, number = role.partition(":")
    keys = [
        key
        for card in cards.split(",")
        for key in ([rank + _SUITS[card] for rank in RANKS] if card in _SUITS else [card])
    ]
    return _MADE[name](keys, int(number or 1))
