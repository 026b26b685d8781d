"""Worlds that a player can imagine: a full state that agrees with what one seat has seen.

What counts as seen: the seat's own cards, the discard pile, the sizes of the hands, cards that were turned and buried
when the starter was chosen (until somebody drew them, and then in that hand), which cards became the stock at the last
reshuffle and how many of them each player drew, hands that were swapped and cards that were passed on, and that a
player who passed, or who drew where drawing is only for those who can't play, held nothing playable then. The last
counts only until that player draws: from then on any card of the hand may be any card.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from random import Random

from crazyeights.deal import Deal, shuffled
from crazyeights.history import Chain
from crazyeights.knowledge import Knowledge, knowledge
from crazyeights.state import State
from crazyeights.tables import Tables
from crazyeights.view import (
    DEALT,
    DRAWN,
    FORWARD,
    HAND,
    LEFT,
    LOG,
    OPENING,
    OUTCOME,
    PENDING,
    PROGRESS,
    SEEN,
    SUIT,
    TO_MOVE,
    TOP,
    View,
)

# Dealing anew until nobody holds what they can't hold gives every possible world the same chance; this many tries are
# nearly always enough, and after them the cards are placed one by one.
_TRIES = 30


class _Frame:
    """What all worlds of one view have in common.

    Attributes:
        hands: the cards that are known to be in each hand.
        stock: the stock from its bottom; None where any card may be.
        pools: the hidden faces, sorted, and how many of them go to each seat; what is left goes to the stock.
        void: for each seat, the faces that none of its hidden cards can be.
        newest: the face that was drawn last, if it is known.
        given: the seats that have chosen a card to pass on.
        steady: whether it is the same each time it is worked out.
    """

    __slots__ = ("given", "hands", "newest", "pools", "steady", "stock", "void")

    def __init__(self, view: View, tables: Tables, rng: Random) -> None:
        data = view._data  # the view's own other half
        known = knowledge(view, tables, rng)
        self.hands = [sum_of(tables, faces) for faces in known.known]
        self.stock: list[int | None] = [None] * data[LEFT]
        unseen = Counter(tables.index[card] for card in tables.ruleset.deck.cards)
        unseen.subtract(tables.index[card] for card in view.discard)
        for faces in known.known:
            unseen.subtract(faces)
        for place, face in known.in_stock.items():
            self.stock[place] = face
            unseen[face] -= 1
        self.pools = _pools(known, unseen, tables, len(self.stock), rng)
        self.void = known.void
        self.newest = known.newest
        self.given = known.given
        # With several decks the pools themselves are found by chance after a reshuffle.
        self.steady = not known.by_chance and (tables.single or known.returned is None)


def _pools(
    known: Knowledge, unseen: Counter[int], tables: Tables, stock: int, rng: Random
) -> list[tuple[list[int], list[int]]]:
    both = [old + fresh for old, fresh in zip(known.old, known.fresh, strict=True)]
    if known.returned is None or known.loose:
        return [(sorted(unseen.elements()), both)]
    if tables.single:
        # What has not lain in the pile at the last reshuffle is in the hands, and the stock is of what has.
        old, fresh = unseen - known.returned, unseen & known.returned
        return [(sorted(old.elements()), known.old), (sorted(fresh.elements()), known.fresh)]
    # Of two equal cards nobody knows which was drawn since, so only the stock is sure.
    fresh = Counter(shuffled(sorted((unseen & known.returned).elements()), rng.randbytes(16))[:stock])
    none = [0] * len(both)
    return [(sorted((unseen - fresh).elements()), both), (sorted(fresh.elements()), none)]


def sum_of(tables: Tables, faces: Sequence[int]) -> int:
    """Give the hand of these faces as an int."""
    hand = 0
    for face in faces:
        hand = tables.with_card(hand, face)
    return hand


class _Latest(threading.local):
    """The frame that was made last in this thread, for a search asks for many worlds of one view."""

    view: View | None = None
    frame: _Frame | None = None


_latest = _Latest()


def _frame(view: View, tables: Tables, rng: Random) -> _Frame:
    if _latest.view is view and _latest.frame is not None:
        return _latest.frame
    frame = _Frame(view, tables, rng)
    if frame.steady:
        _latest.view, _latest.frame = view, frame
    return frame


def imagine(view: View, tables: Tables, rng: Random) -> State:
    """Give a state that agrees with all that the view's seat has seen.

    Args:
        view: what the seat knows.
        tables: the game's tables.
        rng: where the hidden cards' places come from.
    """
    data = view._data
    frame = _frame(view, tables, rng)
    hands = frame.hands[:]
    hands[view.seat] = data[HAND]
    drew = -1
    if tables.play_drawn and data[DRAWN] and data[TO_MOVE] != view.seat:
        drew = data[TO_MOVE]
    newest = frame.newest
    rest: list[int] = []
    for faces, parts in frame.pools:
        *dealt, rest = _deal_out(shuffled(faces, rng.randbytes(16)), parts, frame.void, rng)
        for seat, part in enumerate(dealt):
            if seat == drew and part and frame.newest is None:
                newest = part[0]  # any of them, for they lie in random order; rather one of the stock's
            for face in part:
                hands[seat] = hands[seat] | 1 << face if tables.single else tables.with_card(hands[seat], face)
    left = iter(rest)
    full = tuple(next(left) if face is None else face for face in frame.stock)

    start = [0] * len(hands)
    start[view.seat] = data[DEALT]
    deal = Deal(view.game, data[OPENING], (), tuple(start), key=rng.randbytes(16))
    state = State(tables, deal, hands, full)
    seen: list[Chain] = [None] * len(hands)
    seen[view.seat] = data[SEEN]
    if drew >= 0 and newest is not None:
        # Only the card that was just drawn may be played now, so it must be some card.
        seen[drew] = (None, newest)
    progress = None if data[PROGRESS] is None else data[PROGRESS].copy()
    if progress is not None:
        for seat in frame.given:
            if seat != view.seat:
                progress.gifts[seat] = rng.choice(tables.faces_in(hands[seat]))
    state.restore(
        to_move=data[TO_MOVE],
        top=(data[TOP], data[SUIT]),
        forward=data[FORWARD],
        pending=data[PENDING],
        drawn=data[DRAWN],
        log=data[LOG],
        seen=seen,
        outcome=data[OUTCOME],
        progress=progress,
    )
    return state


def _deal_out(hidden: tuple[int, ...], sizes: list[int], void: list[int], rng: Random) -> list[list[int]]:
    """Split the hidden faces into hands of these sizes and a rest, if possible with no face where it can't be."""
    for attempt in range(_TRIES if any(void) else 1):
        faces = hidden if attempt == 0 else shuffled(hidden, rng.randbytes(16))
        parts: list[list[int]] = []
        at = 0
        for size in sizes:
            parts.append(list(faces[at : at + size]))
            at += size
        parts.append(list(faces[at:]))
        if not any(void[seat] >> face & 1 for seat in range(len(sizes)) for face in parts[seat]):
            return parts
    return place(shuffled(hidden, rng.randbytes(16)), sizes, void)


def place(faces: Sequence[int], sizes: Sequence[int], void: Sequence[int]) -> list[list[int]]:
    """Split faces into hands and a rest with no face where it can't be, whenever that can be done at all.

    Each place in a hand takes a face that it can hold; one that is taken is given up if its holder finds another (the
    augmenting paths of bipartite matching).

    Args:
        faces: the faces, in random order.
        sizes: how many each hand gets.
        void: for each hand, the faces that it can't hold.

    Returns:
        The hands, and after them the rest.
    """
    places = [seat for seat, size in enumerate(sizes) for _ in range(size)]
    holder: dict[int, int] = {}

    def serve(wanting: int, tried: set[int]) -> bool:
        for at, face in enumerate(faces):
            if at in tried or void[places[wanting]] >> face & 1:
                continue
            tried.add(at)
            if at not in holder or serve(holder[at], tried):
                holder[at] = wanting
                return True
        return False

    unserved = [wanting for wanting in range(len(places)) if not serve(wanting, set())]
    rest = [at for at in range(len(faces)) if at not in holder]
    for wanting in unserved:  # only if no world fits
        holder[rest.pop()] = wanting
    parts: list[list[int]] = [[] for _ in sizes]
    for at, wanting in holder.items():
        parts[places[wanting]].append(faces[at])
    return [*parts, [faces[at] for at in rest]]
