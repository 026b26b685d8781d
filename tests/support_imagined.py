"""Worlds that the kernel imagined, as states of the engine whose reshuffles go as the kernel's."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from crazyeights import Game, State, View
from crazyeights.deal import Deal
from crazyeights.fast import plainstream
from crazyeights.fast.layout import MAX_FACES
from crazyeights.moves import MoveKind
from crazyeights.view import (
    DEALT,
    DRAWN,
    FORWARD,
    LOG,
    OPENING,
    OUTCOME,
    PENDING,
    PROGRESS,
    SEEN,
    SUIT,
    TO_MOVE,
    TOP,
)


def as_state(view: View, world: Any, seed: int, number: int) -> State:
    """Give a world of the kernel as the engine's.

    Args:
        view: what the seat has seen for which it was imagined.
        world: the kernel's record of the round.
        seed: the seed of its chance.
        number: its number.
    """
    game, data = view.game, view._data
    tables, players = game._tables(), game.players
    faces = len(game.deck.faces)
    hands = [
        sum(int(word) << copy * faces for copy, word in enumerate(world.hands[seat][: game.deck.copies]))
        for seat in range(players)
    ]
    dealt = [0] * players
    dealt[view.seat] = data[DEALT]

    def restock(before: int, pile: list[int]) -> tuple[int, ...]:
        stock = pile[:]
        plainstream.shuffle(stock, len(stock), plainstream.begin(seed, number, plainstream.DECK + 1 + before))
        return tuple(stock)

    beginning = Deal(game, data[OPENING], (), tuple(dealt), restock=restock)
    state = State(tables, beginning, hands, tuple(int(face) for face in world.stock[: world.left]))
    seen: list[Any] = [None] * players
    seen[view.seat] = data[SEEN]
    if tables.play_drawn and data[DRAWN] and data[TO_MOVE] != view.seat and world.newest < MAX_FACES:
        seen[data[TO_MOVE]] = (None, int(world.newest))
    progress = None if data[PROGRESS] is None else data[PROGRESS].copy()
    if progress is not None:
        progress.gifts = [int(face) for face in world.gifts[:players]]
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


def moments(game: Game, seeds: int, longest: int = 70) -> Iterator[State]:
    """Give one moment of each of some rounds that are played by chance, rather with cards than with draws."""
    for seed in range(seeds):
        rng = Random(f"{game.name} {game.players} {seed}")
        state = game.deal(seed=seed)
        for _ in range(rng.randrange(longest)):
            legal = state.legal_moves()
            plays = [move for move in legal if move.kind is not MoveKind.DRAW]
            after = state.copy()
            after.apply(rng.choice(plays if plays and rng.random() < 0.7 else legal))
            if after.to_move is None:
                break
            state = after
        yield state
