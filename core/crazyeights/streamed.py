"""Rounds of the engine in Python with the chance of the kernel: the same decks, reshuffles and random choices."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeAlias

from crazyeights.events import Reason
from crazyeights.fast.plainstream import CHOICES, DECK, begin, below, mix, shuffle, step
from crazyeights.game import Game
from crazyeights.history import Log, Mark, entries
from crazyeights.moves import DRAW, PASS, Move, MoveKind
from crazyeights.progress import Phase
from crazyeights.state import State
from crazyeights.strategy import Strategy
from crazyeights.tables import NO_EFFECT, EffectRow

#: Makes what chooses for a seat in one round; None for a choice by chance.
Chooser: TypeAlias = "Callable[[], Strategy] | None"

#: The numbers of the reasons why a round is over; as in `fast.layout`.
STOPPED: Final = 4
_REASONS: Final = {Reason.EMPTY_HAND: 1, Reason.BLOCKED: 2, Reason.PLAY_LIMIT: 3}


class Round(NamedTuple):
    """What came of a round; the fields are those of `fast.layout.results`."""

    winner: int
    reason: int
    points: tuple[int, ...]
    moves: int
    played: int
    drawn: int
    penalty: int
    passed: int
    called: int
    reversed: int
    skipped: int
    replayed: int
    reshuffled: int


class StreamedRounds:
    """Plays the rounds of a seed.

    Args:
        game: the game.
        choosers: who plays at each seat.
        seed: a number below 2 ** 64.
        max_moves: after so many moves a round is stopped.
    """

    def __init__(self, game: Game, choosers: Sequence[Chooser], seed: int, max_moves: int) -> None:
        self._game = game
        self._choosers = choosers
        self._seed = seed
        self._max_moves = max_moves

    def deal(self, number: int) -> State:
        """Deal the round of a number."""
        seed, tables = self._seed, self._game._tables()
        order = list(range(len(tables.cards))) * self._game.deck.copies
        shuffle(order, len(order), begin(seed, number, DECK))

        def restock(before: int, faces: list[int]) -> tuple[int, ...]:
            stock = faces[:]
            shuffle(stock, len(stock), begin(seed, number, DECK + 1 + before))
            return tuple(stock)

        return self._game._lay_out(tables, tuple(order), restock=restock)

    def play(self, number: int) -> Round:
        """Play the round of a number."""
        state = self.deal(number)
        players = [chooser() if chooser is not None else None for chooser in self._choosers]
        chance = begin(self._seed, number, CHOICES)
        turns = _Turns(state)
        moves = 0
        while state.to_move is not None:
            if moves == self._max_moves:
                return _counted(state, moves, turns.replayed)
            player = players[state.to_move]
            if player is not None:
                move = player.choose(state.view(state.to_move))
            else:
                legal = state.legal_moves()
                move = legal[0]
                if len(legal) > 1:
                    chance = step(chance)
                    move = legal[below(mix(chance), len(legal))]
            turns.apply(move)
            moves += 1
        return _counted(state, moves, turns.replayed)


class _Turns:
    """Makes moves, and counts how often a card gave its player another turn, which the log doesn't say."""

    def __init__(self, state: State) -> None:
        self.replayed = 0
        self._state = state
        self._plays = 0
        self._cards: list[EffectRow] = []  # what the cards of the turn do
        self._before_first = (state.first - 1) % state._deal.game.players
        self._look(self._before_first, None)

    def apply(self, move: Move) -> None:
        state, before, seat = self._state, self._state._log, self._state.to_move
        assert seat is not None
        if move.kind is MoveKind.PLAY:
            self._plays += 1
            self._cards.append(state._t.rows[move][4] or NO_EFFECT)
        state.apply(move)
        if move is DRAW or move is PASS:
            return
        x = state._x
        if state.to_move is None:
            self._look_at_the_end()
        elif x is None or x.phase is Phase.PLAY:
            # All that choose a card to pass on end the turn of the one who played.
            actor = x.actor if x is not None and move.kind is MoveKind.GIVE else seat
            self._look(self._before_first if move.kind is MoveKind.CALL else actor, before)
            self._cards.clear()

    def _look(self, actor: int, before: Log) -> None:
        """See whether the seat that played has another turn: it moves again, and nobody was skipped for that."""
        state = self._state
        if state.to_move != actor or (state._x is not None and state._x.phase is not Phase.PLAY):
            return
        log = state._log
        while log is not None and log is not before:
            if log[2] is Mark.SKIPPED:
                return
            log = log[0]
        self.replayed += 1

    def _look_at_the_end(self) -> None:
        """A last card that acts still counts, though nobody is there for its turn."""
        t, outcome = self._state._t, self._state.outcome
        assert outcome is not None
        acts = t.last_card_acts and self._plays < t.max_plays and not t.partners
        if outcome.reason is Reason.EMPTY_HAND and acts:
            turned = sum(card[0] for card in self._cards) % 2 == 1
            self.replayed += any(card[3] for card in self._cards) or (turned and t.reverse_again)


def _counted(state: State, moves: int, replayed: int) -> Round:
    played = drawn = penalty = passed = called = turned = skipped = reshuffled = 0
    for _, what in entries(state._log):
        if isinstance(what, Move):
            played += what.kind is MoveKind.PLAY
            called += what.suit is not None
            drawn += what is DRAW
            passed += what is PASS
        elif isinstance(what, int):
            penalty += max(what, 0)
        else:
            turned += what is Mark.TURNED
            skipped += what is Mark.SKIPPED
            reshuffled += what is Mark.RESHUFFLED
    outcome = state.outcome
    winner = -1 if outcome is None or outcome.winner is None else outcome.winner
    reason = STOPPED if outcome is None else _REASONS[outcome.reason]
    points = (0,) * len(state.hand_sizes) if outcome is None else outcome.points
    return Round(
        winner,
        reason,
        points,
        moves=moves,
        played=played,
        drawn=drawn,
        penalty=penalty,
        passed=passed,
        called=called,
        reversed=turned,
        skipped=skipped,
        replayed=replayed,
        reshuffled=reshuffled,
    )
