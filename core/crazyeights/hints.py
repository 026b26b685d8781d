"""Hints: what the strongest strategy there is would do, and why; shared by every frontend.

A strategy may say itself why it chose a move, by a method `explain(view, move) -> str`. For one that can't, the reason
is read off the move and the rules: what it says is true of the move, even if the strategy had others in mind.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from concurrent.futures import Future
from dataclasses import dataclass
from random import Random
from typing import Final

from crazyeights.cards import Card
from crazyeights.controller import DaemonExecutor, Executor, fallback
from crazyeights.moves import DONE, DRAW, PASS, Move, MoveKind
from crazyeights.options import Blocked, Scoring
from crazyeights.quiet import Muffled
from crazyeights.strategy import Strategy, StrategySpec
from crazyeights.view import View
from crazyeights.words import counted, describe_move, listed

_FALLBACK: Final = "greedy"
_PATIENCE: Final = 10.0


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice for one turn.

    Attributes:
        move: what to do.
        reason: why, as a sentence.
        source: the name of the strategy whose advice it is; "" if none could be asked.
    """

    move: Move
    reason: str
    source: str

    def __str__(self) -> str:
        return self.told()

    def told(self, names: Sequence[str] | None = None) -> str:
        """Say the hint.

        Args:
            names: the name of each seat; without them, one whose hand is swapped is called by its number.
        """
        by = f" ({self.source})" if self.source else ""
        return f"Hint{by}: {describe_move(self.move, names)}. {self.reason}"


def adviser(strategies: Mapping[str, StrategySpec]) -> StrategySpec | None:
    """Give the strongest strategy that sees no more than a player; among equals `greedy`, if it is one of them."""
    honest = (spec for spec in strategies.values() if not spec.sees_all)
    ranked = sorted(honest, key=lambda spec: (-spec.strength, spec.name != _FALLBACK, spec.name))
    return ranked[0] if ranked else None


class Adviser:
    """Asks for hints beside the frontend, so that a slow strategy does not stop the screen.

    Args:
        strategies: all strategies by name.
        rng: the chance of the one that is asked.
        executor: runs it; daemon threads if left out.
        patience: how many seconds it may think.
    """

    def __init__(
        self,
        strategies: Mapping[str, StrategySpec],
        rng: Random | None = None,
        *,
        executor: Executor | None = None,
        patience: float = _PATIENCE,
    ) -> None:
        self._spec = adviser(strategies)
        self._rng = rng or Random()
        self._executor: Executor = executor or DaemonExecutor()
        self._patience = patience
        self._asked: tuple[View, float, Future[tuple[Move, str]]] | None = None

    @property
    def waiting(self) -> bool:
        """Whether an answer is awaited."""
        return self._asked is not None

    def ask(self, view: View, now: float) -> None:
        """Ask what to do; `poll` gives the answer.

        Args:
            view: what the player to move sees.
            now: the time by the clock of `poll`.
        """
        self._asked = (view, now, self._executor.submit(_advise, self._spec, self._rng, view))

    def forget(self) -> None:
        """Await no answer any more: the table has changed."""
        self._asked = None

    def poll(self, now: float) -> Hint | None:
        """Give the hint if it is there; one of the adviser's own if the strategy failed or takes too long."""
        if self._asked is None:
            return None
        view, asked, job = self._asked
        if not job.done() and now - asked < self._patience:
            return None
        self._asked = None
        if job.done() and job.exception() is None:
            move, reason = job.result()
            if move in view.legal_moves:
                return Hint(move, reason or reason_for(view, move), self._spec.name if self._spec else "")
        move = fallback(view.game, view.legal_moves)
        return Hint(move, reason_for(view, move), "")


def _advise(spec: StrategySpec | None, rng: Random, view: View) -> tuple[Move, str]:
    if spec is None:
        return fallback(view.game, view.legal_moves), ""
    with Muffled():
        strategy: Strategy = spec.make(rng)
        move = strategy.choose(view)
        explain = getattr(strategy, "explain", None)
        return move, " ".join(str(explain(view, move)).split()) if callable(explain) else ""


def reason_for(view: View, move: Move) -> str:
    """Say in one sentence what speaks for a move.

    Args:
        view: what its player sees.
        move: a legal move.
    """
    if move is DRAW:
        return _why_draw(view)
    if move is PASS:
        return "There is nothing else that you can do." if len(view.legal_moves) == 1 else "Nothing else looks better."
    if move is DONE:
        return "It keeps what you could add for later."
    if move.kind is MoveKind.CALL:
        return _sentence([_why_call(view, move)])
    assert move.card is not None
    if move.kind is MoveKind.GIVE:
        return _sentence([_why_give(view, move.card)])
    if len(view.hand) == 1:
        return "It is your last card."
    others = [card for card in view.playable if card is not move.card]
    reasons = [
        *([_why_call(view, move)] if move.suit is not None else []),
        *_why_effect(view, move, move.card),
        *([f"it is the only card that you can {'add' if view.adding else 'play'}"] if not others else []),
        *_why_card(view, move),
    ]
    return _sentence(reasons or ["it is one card less in your hand"])


def _sentence(reasons: Sequence[str]) -> str:
    sentence = listed(reasons[:2])
    return f"{sentence[0].upper()}{sentence[1:]}."


def _why_draw(view: View) -> str:
    if view.pending_draw:
        return f"You have to draw {counted(view.pending_draw, 'card')}."
    if not view.playable:
        return "None of your cards can be played."
    return "It keeps what you could play for later."


def _why_call(view: View, move: Move) -> str:
    assert move.suit is not None
    rest = list(view.hand)
    if move.card is not None:
        rest.remove(move.card)
    held = sum(card.suit == move.suit for card in rest)
    most = max(Counter(card.suit for card in rest).values(), default=0)
    if held and held == most:
        return f"{move.suit.name} are what you hold most ({held})"
    return f"you hold {counted(held, move.suit.singular)}" if held else f"you hold no {move.suit.name}"


def _why_give(view: View, card: Card) -> str:
    points = view.ruleset.card_points(card)
    if _points_count(view) and points == max(map(view.ruleset.card_points, view.hand)):
        return f"none of your cards counts more at the end ({counted(points, 'point')})"
    if card.suit is not None and sum(held.suit == card.suit for held in view.hand) == 1:
        return f"you hold no other {card.suit.singular}"
    return "one of your cards has to go"


def _why_effect(view: View, move: Move, card: Card) -> list[str]:
    """Say what the card does to the hands and to the next player, if it does anything."""
    rules = view.ruleset
    face = rules.deck.index[card]
    turns = rules.reverse >> face & 1 and view.players > 2
    following = _beside(view, -view.direction if turns else view.direction)
    close = view.hand_sizes[following] <= 2
    left = f", who has {counted(view.hand_sizes[following], 'card')} left" if close else ""
    effects = []
    if view.pending_draw:
        effects.append(f"it saves you from drawing {counted(view.pending_draw, 'card')}")
    if move.swap is not None:
        effects.append(_why_exchange(view, view.hand_sizes[move.swap]))
    elif rules.rotate >> face & 1:
        effects.append(_why_exchange(view, view.hand_sizes[_beside(view, -view.direction)]))
    elif rules.pass_left >> face & 1:
        effects.append("it lets everybody pass a card to the left")
    if rules.draw[face]:
        effects.append(f"it makes the next player draw {counted(rules.draw[face], 'card')}{left}")
    elif rules.skip[face]:
        effects.append(f"it skips the next player{left}")
    if rules.again >> face & 1:
        effects.append("it gives you another turn")
    return effects


def _why_exchange(view: View, received: int) -> str:
    return f"it gets you {counted(received, 'card')} for the {len(view.hand) - 1} that you have left"


def _beside(view: View, direction: int) -> int:
    """Give the next seat that has cards, in a direction; where partners play, some may be out."""
    seat = (view.seat + direction) % view.players
    while not view.hand_sizes[seat]:
        seat = (seat + direction) % view.players
    return seat


def _why_card(view: View, move: Move) -> list[str]:
    rules = view.ruleset
    assert move.card is not None
    points = rules.card_points(move.card)
    ordinary = [card for card in view.playable if card not in rules.faces_of(rules.wild)]
    if move.swap is not None or (rules.rotate | rules.pass_left) >> rules.deck.index[move.card] & 1:
        return []
    if _points_count(view) and len(ordinary) > 1 and points == max(map(rules.card_points, ordinary)):
        return [f"it counts most against you if somebody else wins ({counted(points, 'point')})"]
    if move.card.suit is not None and move.suit is None:
        held = sum(card.suit == move.card.suit for card in view.hand) - 1
        if held:
            return [f"it leaves you {counted(held, move.card.suit.singular)} more to follow with"]
    return []


def _points_count(view: View) -> bool:
    """Whether it matters what the cards left in a hand count."""
    options = view.ruleset.options
    return options.scoring is not Scoring.ROUNDS_WON or options.blocked is Blocked.LOWEST_HAND
