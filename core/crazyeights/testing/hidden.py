"""The same round in another world: cards that a seat has never seen lie elsewhere, and all that it saw is the same."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from random import Random
from typing import Final

from crazyeights.cards import Card
from crazyeights.errors import CrazyEightsError
from crazyeights.events import Event, Reshuffled
from crazyeights.game import Game
from crazyeights.moves import Move
from crazyeights.state import State
from crazyeights.testing.cases import Case
from crazyeights.view import View

# How many other places for the hidden cards are tried: in most worlds somebody could not have moved as they did.
_TRIES: Final = 12
# What tells all that has happened; it takes long to read, and at the end of a round once is enough.
_PAST: Final = ("history", "discard")
_PRESENT: Final = tuple(
    name
    for name in dir(View)
    if not name.startswith("_") and name not in {"game", "ruleset", *_PAST} and not callable(getattr(View, name))
)


def shows(view: View, *, past: bool) -> dict[str, object]:
    """Give all that a view shows, by name; the past only if asked for."""
    return {name: getattr(view, name) for name in (*_PRESENT, *(_PAST if past else ()))}


def differing(mine: Mapping[str, object], theirs: Mapping[str, object]) -> str | None:
    """Give the name of something that is not the same in what two views show; None if nothing is."""
    if mine["outcome"] is not None and theirs["outcome"] is not None:
        return None  # nothing is hidden any more once a round is over
    return next((name for name in mine if mine[name] != theirs[name]), None)


def seen_in(view: View) -> set[Card]:
    """Give the cards of which a seat has seen where they are or were."""
    return {*view.hand, *view.discard, *cards_in(view.history)}


def cards_in(value: object) -> Iterator[Card]:
    """Give every card that an event, or a tuple of them, names."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for item in value:
            yield from cards_in(item)
    else:
        for name in getattr(value, "__dataclass_fields__", ()):
            yield from cards_in(getattr(value, name))


def stocks_of(events: Iterable[Event]) -> tuple[tuple[Card, ...], ...]:
    """Give the stocks that the reshuffles among the events made."""
    return tuple(event.stock for event in events if isinstance(event, Reshuffled) and event.stock is not None)


@dataclass(frozen=True, slots=True)
class World:
    """A round that can be played from its deal: a deck, the stocks of its reshuffles and its moves.

    The stocks of a round that was played follow from its deck; only in another world must they be prescribed.
    """

    game: Game
    first: int
    deck: tuple[Card, ...]
    stocks: tuple[tuple[Card, ...], ...]
    moves: tuple[Move, ...]
    elsewhere: bool = False

    @classmethod
    def of(cls, case: Case, events: Iterable[Event]) -> World:
        """Give the world of a round that was played, from its case and its events."""
        return cls(case.game, case.first, case.deck, stocks_of(events), case.moves)

    def deal(self) -> State:
        """Deal the round."""
        return self.game.deal(deck=self.deck, first=self.first, reshuffles=self.stocks if self.elsewhere else ())

    def until(self, count: int) -> World:
        """Give the same world with its first `count` moves."""
        return replace(self, moves=self.moves[:count])

    def state(self) -> State:
        """Give the round after all the moves.

        Raises:
            CrazyEightsError: a move is not legal, or a reshuffle has other cards, so that there is no such world.
        """
        state = self.deal()
        for move in self.moves:
            state.apply(move)
        return state

    def played(self) -> Iterator[State]:
        """Give the round at the deal and after each move; it is the same state all the time.

        Raises:
            CrazyEightsError: a move is not legal, or a reshuffle has other cards, so that there is no such world.
        """
        state = self.deal()
        yield state
        for move in self.moves:
            state.apply(move)
            yield state

    def shown(self, seat: int) -> Iterator[dict[str, object]]:
        """Give what a seat is shown at the deal and after each move."""
        last = len(self.moves)
        return (shows(state.view(seat), past=number == last) for number, state in enumerate(self.played()))

    def others(self, seat: int, rng: Random) -> Iterator[World]:
        """Give worlds in which the cards lie elsewhere that the seat has not seen by the last of the moves.

        Somebody may not be able to make the moves there. There are none for a deck with several equal cards: with them,
        another order need not be another world.

        Args:
            seat: the seat.
            rng: where the cards go.
        """
        if self.game.deck.copies > 1:
            return
        seen = seen_in(self.state().view(seat))
        hidden = [card for card in self.game.deck.faces if card not in seen]
        if len(hidden) < 2:
            return
        for attempt in range(_TRIES):
            # All of them if possible; else two, for it is more likely then that everybody could still move so.
            moved = hidden if attempt % 2 == 0 else rng.sample(hidden, 2)
            places = moved
            while places == moved:
                places = rng.sample(moved, len(moved))
            there = dict(zip(moved, places, strict=True))
            yield World(
                self.game,
                self.first,
                _renamed(self.deck, there),
                tuple(_renamed(stock, there) for stock in self.stocks),
                tuple(_moved(move, there, self.game) for move in self.moves),
                elsewhere=True,
            )


def _renamed(cards: Sequence[Card], there: dict[Card, Card]) -> tuple[Card, ...]:
    return tuple(there.get(card, card) for card in cards)


def _moved(move: Move, there: dict[Card, Card], game: Game) -> Move:
    """Give the move in the other world; of the cards in moves, only one that was passed in secret can be among them."""
    if move.card is None or move.card not in there:
        return move
    return Move.parse(str(move).replace(str(move.card), str(there[move.card])), game.deck)


def leak(world: World, seat: int, rng: Random, worlds: int = _TRIES) -> tuple[int, str] | None:
    """Look for a way in which a seat is shown where cards lie that it has never seen.

    Args:
        world: a round.
        seat: the seat.
        rng: where the hidden cards go instead.
        worlds: in how many other worlds it is looked for.

    Returns:
        After how many moves something differs in the seat's view although it has seen the same, and what; None if
        nothing does.
    """
    # All of it at once: while the other worlds are played, this one must not be there to be found.
    last = len(world.moves)
    mine = [
        (shows(state.view(seat), past=number == last), state.to_move, state.hands)
        for number, state in enumerate(world.played())
    ]
    for other in islice(world.others(seat, rng), worlds):
        # It may turn out that somebody could not have moved so with other cards, which the seat may know.
        with suppress(CrazyEightsError):
            mover, held = None, None  # who made the last move, and with which hand
            for number, state in enumerate(other.played()):
                shown, following, hands = mine[number]
                name = differing(shown, shows(state.view(seat), past=number == last))
                if name is not None:
                    # What follows from the mover's own hand is no leak: whether it can add a card, say.
                    if mover is None or (held == mine[number - 1][2][mover] and hands[mover] == state.hands[mover]):
                        return number, name
                    break
                mover = following
                held = None if mover is None else state.hands[mover]
    return None
