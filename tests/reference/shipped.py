"""The game's own rules once more, each from its one-line summary: what `Roles` it is, and which options it sets."""

from __future__ import annotations

from typing import Any

from reference.roles import ANY, RANKS, RULES, SUITS, Roles

_NEXT = [
    (rank, near) for at, rank in enumerate(RANKS) for near in (*RANKS[max(at - 1, 0) : at], *RANKS[at + 1 : at + 2])
]
_RUNS = {rank + suit: [near + suit for low, near in _NEXT if low == rank] for rank in RANKS for suit in SUITS}
_CHAINS = {rank: [near for low, near in _NEXT if low == rank] for rank in RANKS}
_BLACK_JACKS, _RED_JACKS = ("JS", "JC"), ("JH", "JD")
_JOKERS: dict[str, Any] = {"wild": ["*"], "choose_suit": ["*"]}

SHIPPED: dict[str, Roles] = {
    **RULES,
    "ace-counts-10": Roles(points={"A": 10}),
    "ace-counts-11": Roles(points={"A": 11}),
    "ace-skip": Roles(skip={"A": 1}),
    "ace-wild": Roles(wild=["A"], choose_suit=["A"]),
    "all-of-a-rank": Roles(follows={rank: [rank] for rank in RANKS}),
    "black-jack-five": Roles(draw=dict.fromkeys(_BLACK_JACKS, 5)),
    "chains": Roles(follows=_CHAINS),
    "countdown": Roles(levels=[(hand, ["A" if hand == 1 else str(hand)]) for hand in range(8, 0, -1)]),
    "crazy-eight-25": Roles(wild=["8"], choose_suit=["8"], points={"8": 25}),
    "eight-keeps-suit": Roles(wild=["8"], points={"8": 50}),
    "eight-must-match": Roles(choose_suit=["8"], points={"8": 50}),
    "eight-not-last": Roles(forbid_finish=["8"]),
    "eight-skip": Roles(skip={"8": 1}),
    "five-draw-five": Roles(draw={"5": 5}),
    "four-reverse": Roles(reverse=["4"]),
    "jack-again": Roles(play_again=["J"]),
    "jack-counts-20": Roles(points={"J": 20}),
    "jack-not-last": Roles(forbid_finish=["J"]),
    "jack-not-on-jack": Roles(forbidden={"J": ["J"]}),
    "jack-skip": Roles(skip={"J": 1}),
    "jack-wild": Roles(wild=["J"], choose_suit=["J"]),
    "joker-cancel": Roles(**_JOKERS, cancels={ANY: ["*"]}),
    "joker-draw-five": Roles(**_JOKERS, draw={"*": 5}),
    "joker-draw-four": Roles(**_JOKERS, draw={"*": 4}),
    "joker-last-resort": Roles(last_resort=["*"]),
    "joker-wild": Roles(**_JOKERS),
    "king-cancel": Roles(cancels={ANY: ["K"]}),
    "king-draw-two": Roles(draw={"K": 2}),
    "king-reverse": Roles(reverse=["K"]),
    "nine-reverse": Roles(reverse=["9"]),
    "queen-of-spades-five": Roles(draw={"QS": 5}),
    "red-jack-cancel": Roles(cancels=dict.fromkeys(_BLACK_JACKS, _RED_JACKS)),
    "runs": Roles(follows=_RUNS),
    "seven-draw-two": Roles(draw={"7": 2}),
    "seven-swap": Roles(swap=["7"]),
    "stack-black-jacks": Roles(answers=dict.fromkeys(_BLACK_JACKS, _BLACK_JACKS)),
    "stack-fives": Roles(answers={"5": ["5"]}),
    "stack-jokers": Roles(answers={"*": ["*"]}),
    "stack-sevens": Roles(answers={"7": ["7"]}),
    "stack-twos": Roles(answers={"2": ["2"]}),
    "stack-twos-and-fives": Roles(answers={"2": ["2", "5"], "5": ["2", "5"]}),
    "ten-rotate": Roles(rotate=["10"]),
    "ten-skip": Roles(skip={"10": 1}),
    "three-pass-left": Roles(pass_left=["3"]),
}
# "Two" jokers, where the summary says so; a countdown deals its first level's hand.
OPTIONS: dict[str, dict[str, object]] = {
    **{name: {"jokers": 2} for name in ("joker-cancel", "joker-draw-five", "joker-draw-four", "joker-wild")},
    "countdown": {"hand_size": 8},
}
