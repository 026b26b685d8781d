"""Playing the engine and the reference beside each other and comparing all there is to compare."""

from __future__ import annotations

import functools
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from crazyeights import Game
from crazyeights.cards import Card
from crazyeights.events import Reshuffled
from crazyeights.rules import Rule, RulesetBuilder, Turn
from reference.model import PLAIN, Roles, Round

CLASSIC_RULES = ("ace-reverse", "draw-two", "queen-skip", "crazy-eight")
BASE: dict[str, tuple[tuple[str, ...], dict[str, object]]] = {
    "classic": (CLASSIC_RULES, {}),
    "plain": (("crazy-eight",), PLAIN),
}


class DiffersError(AssertionError):
    """The engine and the reference disagree; says about what and after which moves."""


def engine_rule(roles: Roles, *, by_function: bool = False, name: str = "thrown-together") -> Rule:
    """The same roles as a rule for the engine; with `by_function`, through `on_play` where that can say it."""

    def cards(build: RulesetBuilder, keys: Iterable[str]) -> frozenset[Card]:
        wanted = set(keys)
        return frozenset(card for card in build.all_cards if str(card) in wanted or card.rank.text in wanted)

    def apply(build: RulesetBuilder) -> None:
        build.wild(cards(build, roles.wild))
        build.choose_suit(cards(build, roles.choose_suit))
        build.forbid_finish(cards(build, roles.forbid_finish))
        for key, points in roles.points.items():
            build.points(cards(build, [key]), points)
        for top, answers in roles.answers.items():
            build.answers(cards(build, answers), on=cards(build, [top]))
        if by_function:
            build.on_play(cards(build, roles.reverse), Turn.reverse)
            build.on_play(cards(build, roles.play_again), Turn.play_again)
            for key, turns in roles.skip.items():
                build.on_play(cards(build, [key]), functools.partial(_skip, turns=turns))
            for key, count in roles.draw.items():
                build.on_play(cards(build, [key]), functools.partial(_add_draw, count=count))
            return
        build.reverse(cards(build, roles.reverse))
        build.play_again(cards(build, roles.play_again))
        for key, turns in roles.skip.items():
            build.skip(cards(build, [key]), turns)
        for key, count in roles.draw.items():
            build.draw(cards(build, [key]), count)

    return Rule(name, "Made up for a test.", "Made up for a test.", apply)


def _skip(turn: Turn, turns: int) -> None:
    turn.skip(turns)


def _add_draw(turn: Turn, count: int) -> None:
    turn.add_draw(count)


def strings(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


class Pair:
    """A round in both, kept in step; every step compares them.

    `game` may be given to compare an engine that was tampered with.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int,
        first: int = 0,
        rules: Collection[str] | None = None,
        options: Mapping[str, object] | None = None,
        roles: Roles | None = None,
        model: type[Round] = Round,
    ) -> None:
        self.state: Any = game.deal(seed=seed, first=first)
        self.moves: list[str] = []
        self._mark: Any = None
        self._stocks: list[list[str]] = []
        self.reshuffles = 0
        base_rules, base_options = BASE[game.name]
        self.model = model(
            strings(self.state.deck_order),
            game.players,
            base_rules if rules is None else rules,
            {**base_options, **(options or {})},
            first=first,
            roles=roles,
            reshuffle=self._next_stock,
        )
        self._read_events()
        self.legal = self.compare()

    def _next_stock(self, cards: list[str]) -> list[str]:
        if not self._stocks:
            raise self._differs("a reshuffle", "none", cards)
        self.reshuffles += 1
        return self._stocks.pop(0)

    def _read_events(self) -> None:
        events, self._mark = self.state.events_after(self._mark)
        self._stocks = [strings(event.stock) for event in events if type(event) is Reshuffled]

    def step(self, number: int) -> None:
        """Play the legal move that the number falls on."""
        move = self.legal[number % len(self.legal)]
        self.moves.append(str(move))
        self.state.apply(move)
        self._read_events()
        self.model.apply(str(move))
        if self._stocks:
            raise self._differs("a reshuffle", self._stocks, "none")
        self.legal = self.compare()

    def run(self, numbers: Callable[[int], int], longest: int) -> int:
        """Play on until the round is over or `longest` moves were made; says how many were."""
        made = 0
        while self.legal and made < longest:
            self.step(numbers(made))
            made += 1
        return made

    def compare(self) -> Sequence[Any]:
        """Compare everything; gives the legal moves.

        Raises:
            DiffersError: they disagree.
        """
        state, model = self.state, self.model
        legal = state.legal_moves()
        self._same("who moves", state.to_move, model.to_move)
        self._same("legal moves", list(map(str, legal)), model.legal_moves())
        for seat, hand in enumerate(state.hands):
            self._same(f"hand {seat}", sorted(map(str, hand)), sorted(model.hands[seat]))
        self._same("stock", list(map(str, state.stock)), model.stock)
        self._same("discard pile", list(map(str, state.discard)), model.discard)
        self._same("direction", state.direction, model.direction)
        suit = state.active_suit
        self._same("active suit", None if suit is None else str(suit), model.suit)
        self._same("pending draw", state.pending_draw, model.pending)
        outcome = state.outcome
        if outcome is None or model.outcome is None:
            self._same("outcome", outcome, model.outcome)
        else:
            self._same("winner", outcome.winner, model.outcome.winner)
            self._same("reason", str(outcome.reason), model.outcome.reason)
            self._same("points", list(outcome.points), model.outcome.points)
        return legal

    def _same(self, what: str, engine: object, model: object) -> None:
        if engine != model:
            raise self._differs(what, engine, model)

    def _differs(self, what: str, engine: object, model: object) -> DiffersError:
        return DiffersError(
            f"{what}: the engine says {engine}, the reference {model}; after {' '.join(self.moves) or 'the deal'}"
        )
