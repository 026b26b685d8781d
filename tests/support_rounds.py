"""Games of all sorts, random rounds of them, and all that can be read from a view or reached from an object."""

from __future__ import annotations

import gc
import random
import types
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from crazyeights import Game
from reference.model import Roles
from reference.side_by_side import engine_rule
from support_decks import Offer, short_deck

_STACK = Offer(
    engine_rule(
        Roles(answers={"2": ["2"], "5": ["2", "5"]}, draw={"5": 1}, play_again=["7"], forbid_finish=["K"]), name="odd"
    )
)
# Games of all sorts; each is played in every test below.
GAMES = {
    "classic-2": Game("classic", 2),
    "classic-3": Game("classic", 3),
    "classic-7": Game("classic", 7),
    "plain": Game("plain"),
    "plain-few": Game("plain", options={"hand_size": 20}),
    "two-decks": Game("classic", 4, options={"decks": 2, "jokers": 1, "starter": "no_special"}),
    "play-drawn": Game("classic", 3, options={"after_draw": "play_drawn", "draw_limit": 2, "hand_size": 12}),
    "must-play": Game("classic", 2, options={"voluntary_draw": False, "starter": "acts", "hand_size": 18}),
    "stacking": Game("classic", 3, rules_added=["odd"], registry=_STACK, options={"hand_size": 12}),
    "stays-empty": Game(
        "classic", 3, options={"empty_stock": "stays_empty", "blocked": "lowest_hand", "hand_size": 13}
    ),
    "short": Game("short", 2, registry=short_deck("classic"), options={"hand_size": 3}),
}
ALL = pytest.mark.parametrize("name", GAMES)


def walk(name: str, seed: object, longest: int = 90) -> Iterator[Any]:
    """A random round, state by state (always the same object)."""
    rng = random.Random(f"{name}/{seed}")
    state = GAMES[name].deal(seed=rng.getrandbits(48), first=rng.randrange(GAMES[name].players))
    yield state
    for _ in range(longest):
        moves = state.legal_moves()
        if not moves:
            return
        state.apply(rng.choice(moves) if rng.random() < 0.8 else moves[-1])
        yield state


def shows(view: Any) -> dict[str, object]:
    """All that a view shows, by attribute; and what it keeps inside."""
    shown = {
        name: getattr(view, name)
        for name in dir(type(view))
        if not name.startswith("_") and not callable(getattr(type(view), name)) and name != "game"
    }
    return {**shown, "repr": repr(view), "inside": leaves(view)}


def reachable(root: object) -> Iterator[object]:
    """Every object that can be reached from another without going through classes, modules and functions' globals."""
    todo, known = [root], {id(root): root}
    while todo:
        item = todo.pop()
        yield item
        if isinstance(item, types.FunctionType):
            below: list[object] = [item.__closure__, item.__defaults__, item.__kwdefaults__]
        else:
            below = list(gc.get_referents(item))
        for each in below:
            if id(each) not in known and not isinstance(each, type | types.ModuleType | types.BuiltinFunctionType):
                known[id(each)] = each
                todo.append(each)


def leaves(root: object) -> frozenset[object]:
    """The numbers and texts that can be reached."""
    return frozenset(
        (type(item).__name__, item)
        for item in reachable(root)
        if isinstance(item, int | float | str | bytes) and not isinstance(item, bool)
    )


def bits(state: Any, held: Any) -> int:
    """A hand as the engine keeps it: a bit for each face, and further up for its second copy."""
    faces = state.game.deck.faces
    bits = 0
    for card, count in Counter(held).items():
        for copy in range(count):
            bits |= 1 << (faces.index(card) + copy * len(faces))
    return bits


SEED = 0x5EED_5EED_5EED
