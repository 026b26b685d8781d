"""Checks a strategy: that it moves legally everywhere, sees no more than it may, and is the same each time."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from random import Random
from typing import Final

from crazyeights.errors import CrazyEightsError, describe_error, listed
from crazyeights.game import Game
from crazyeights.plugins import default_registry
from crazyeights.rules import Variant
from crazyeights.session import strategy_rng
from crazyeights.specs import StrategySpec
from crazyeights.strategy import ParameterValue, Strategy
from crazyeights.testing import elsewhere
from crazyeights.testing.asking import Asker
from crazyeights.testing.cases import Case, Subject
from crazyeights.testing.catalogue import drawn, shipped
from crazyeights.testing.hidden import World, differing
from crazyeights.testing.rounds import Round, any_move, blaming, sensible, silent

#: pytest shows where the author's test failed, not where in here.
__tracebackhide__ = True

# A strategy may draw as often as the rules allow, so a round need not end.
_MOST_MOVES: Final = 80
# How closely it is looked at in the first variant, and in each of the others: rounds; where they are cut off to hide
# cards elsewhere, and in how many worlds.
_CLOSELY: Final = (2, (0.2, 0.5, 0.8, 1.0), 6)
_BRIEFLY: Final = (1, (0.4, 1.0), 2)
#: What can be left out of `check_strategy`, for a strategy for which it makes no sense.
SKIPPABLE: Final = ("same seed", "no peeking", "copies")


def check_strategy(
    strategy: StrategySpec | str,
    *,
    parameters: Mapping[str, ParameterValue] | None = None,
    variants: Iterable[Variant | str] | None = None,
    seconds: float = 5.0,
    skip: Collection[str] = (),
    seed: int = 0,
) -> None:
    """Check that a strategy keeps to what the game expects of strategies.

    Checked are: that it describes itself, and its parameters may have their own defaults and limits; that it chooses a
    legal move in every variant and for every number of players, in time, and changes and prints nothing; "same seed":
    that the same seed gives the same moves, in another process too; "no peeking": that it makes the same moves when the
    cards that its seat has never seen lie elsewhere; and "copies": that after `copy.deepcopy` in mid-round original and
    copy go on alike, and neither disturbs the other. (A view copies as itself; neither it nor a strategy is pickled.)

    Args:
        strategy: the strategy, or the name of an installed one.
        parameters: values for its parameters; for one that thinks by the clock, those that make it fast and let it
            think by counting.
        variants: the variants in which it must be able to play; all of the game's own if left out.
        seconds: how long it may think about a move. The game itself waits 20 s.
        skip: what is not checked: "same seed", "no peeking" or "copies". A program in another process, say, can't be
            copied.
        seed: what all the rounds follow from.

    Raises:
        CheckError: says what is wrong, and in which round it showed.
        UnknownNameError: no strategy of that name is installed.
        ValueError: `skip` names something that can't be left out.
    """
    spec = default_registry().strategy(strategy) if isinstance(strategy, str) else strategy
    if not isinstance(spec, StrategySpec):
        raise TypeError(f"check_strategy takes a StrategySpec or the name of one, not {spec!r}")
    unknown = [name for name in skip if name not in SKIPPABLE]
    if unknown:
        raise ValueError(f"skip can't have {listed(unknown)}; it may have {listed(SKIPPABLE, 'or')}")
    check = _StrategyCheck(spec, dict(parameters or {}), seconds, seed)
    chosen = [_variant(each, seed) for each in (shipped().variants if variants is None else variants)]
    with _unseeded(seed):
        # To look at hidden cards is what one that sees all hands is for.
        check.run(chosen, {*skip, "no peeking"} if spec.sees_all else set(skip))


def _variant(variant: Variant | str, seed: int) -> Variant:
    return drawn(default_registry().variant(variant) if isinstance(variant, str) else variant, seed)


@contextmanager
def _unseeded(seed: int) -> Iterator[None]:
    """Leave Python's own chance as it was; what a strategy takes from it must not be the same for the same seed."""
    before = random.getstate()
    random.seed(f"unseeded {seed}")
    try:
        yield
    finally:
        random.setstate(before)


class _StrategyCheck:
    def __init__(self, spec: StrategySpec, parameters: dict[str, ParameterValue], seconds: float, seed: int) -> None:
        self.spec = spec
        self.subject = Subject("strategy", spec.name)
        self.parameters = parameters
        self.seconds = seconds
        self.seed = seed

    def run(self, variants: list[Variant], skip: set[str]) -> None:
        """Make all the checks, the cheap ones first."""
        self.describes_itself()
        with silent(self.subject), Asker(self.subject, self.seconds, sees_all=self.spec.sees_all) as asker:
            for variant in variants:
                for players in range(variant.min_players, variant.max_players + 1):
                    self.plays(asker, Game(variant, players), self.seed + players)
            for number, variant in enumerate(variants):
                count, cuts, worlds = _BRIEFLY if number else _CLOSELY
                game = Game(variant)
                for one in range(count):
                    played = Watched.play(self.subject, game, self.seed + number + 100 * one, self.make, asker)
                    if "same seed" not in skip:
                        self.is_the_same(asker, played)
                    if "no peeking" not in skip:
                        self.sees_no_more(asker, played, cuts, worlds)
                    if "copies" not in skip:
                        self.copies(asker, played)
            if "same seed" not in skip and variants and not self.spec.sees_all:
                self.is_the_same_elsewhere(asker, Game(variants[0]))

    def describes_itself(self) -> None:
        self.subject.check_texts(self.spec.summary)
        for parameter in self.spec.parameters:
            limits = [limit for limit in (parameter.low, parameter.high) if limit is not None]
            if isinstance(parameter.default, int) and not isinstance(parameter.default, bool):
                limits = [int(limit) for limit in limits]
            for value in (parameter.default, *limits, *parameter.choices):
                try:
                    parameter.parse(value)
                except CrazyEightsError as error:
                    self.subject.fail("describes itself", f"its parameter {parameter.name}: {error}")
                self.make(0, {parameter.name: value})

    def make(self, seat: int, given: Mapping[str, ParameterValue] | None = None) -> Strategy:
        """Make the strategy for a seat, with the parameters to be checked or with others."""
        values = self.parameters if given is None else given
        with blaming(self.subject, "can be made"), silent(self.subject):
            strategy = self.spec.make(strategy_rng(self.seed, seat), values)
        if not callable(getattr(strategy, "choose", None)):
            self.subject.fail("can be made", f"create gives a {type(strategy).__name__}, which has no method choose")
        return strategy

    # Rounds

    def plays(self, asker: Asker, game: Game, seed: int) -> None:
        """Let it play at every other seat, among players who make any move, and then at every seat."""
        for step in (2, 1):
            players = {seat: self.make(seat) for seat in range(0, game.players, step)}
            other = any_move(Random(seed))
            played = Round(self.subject, game, seed, first=game.players - 1, looking=False)
            while played.state.to_move is not None and len(played.moves) < _MOST_MOVES:
                seat = played.state.to_move
                if seat in players:
                    played.apply(asker.ask(players[seat], played.state, partial(getattr, played, "case")))
                else:
                    played.apply(other(played.state))

    # Checks

    def is_the_same(self, asker: Asker, played: Watched) -> None:
        random.seed(f"another one {self.seed}")
        self.expect(asker, played, played.world, "same seed", "it is asked again with the same seed")

    def expect(self, asker: Asker, played: Watched, world: World, check: str, when: str) -> None:
        """Let a new strategy go through a world and expect the same choices."""
        strategy = self.make(0)
        state = world.deal()
        mine = iter(played.choices)
        for number, move in enumerate(world.moves):
            if state.to_move == 0:
                expected = next(mine)
                chosen = asker.ask(strategy, state, partial(played.case, number))
                if chosen is not expected:
                    self.subject.fail(check, f"it chose {expected}, but {chosen} when {when}", played.case(number))
            state.apply(move)

    def sees_no_more(self, asker: Asker, played: Watched, cuts: tuple[float, ...], worlds: int) -> None:
        rng = Random(f"peeking {self.seed}")
        for cut in cuts:
            for other in _possible(played.world.until(played.after_turn(cut)), rng, worlds):
                self.expect(asker, played, other, "no peeking", "cards that it has never seen lie elsewhere")

    def copies(self, asker: Asker, played: Watched) -> None:
        strategy: Strategy = self.make(0)
        state = played.world.deal()
        mine = iter(played.choices)
        for number, move in enumerate(played.world.moves):
            if state.to_move == 0:
                expected = next(mine)
                try:
                    twin = copy.deepcopy(strategy)
                except Exception as error:  # noqa: BLE001  # whatever a stranger's object raises
                    self.subject.fail("copies", f"copy.deepcopy raises {describe_error(error)}", played.case(number))
                for which, player in (("a copy", twin), ("the original, after its copy was asked,", strategy)):
                    chosen = asker.ask(player, state, partial(played.case, number))
                    if chosen is not expected:
                        problem = f"it chose {expected}, but {which} chose {chosen}"
                        self.subject.fail("copies", problem, played.case(number))
            state.apply(move)

    def is_the_same_elsewhere(self, asker: Asker, game: Game) -> None:
        """Ask in another process, where sets and dictionaries of moves have another order."""
        played = Watched.play(self.subject, game, self.seed, self.make, asker)
        chosen = elsewhere.choices(self.spec, self.parameters, self.seed, played.world)
        if chosen is None:
            return
        for number, (one, other) in enumerate(zip(played.choices, chosen, strict=False)):
            if str(one) != other:
                problem = (
                    f"it chose {one}, but {other} in another process with the same seed (does it go through a set?)"
                )
                self.subject.fail("same seed", problem, played.case(played.turns[number]))


class Watched:
    """A round, and what the strategy at seat 0 chose in it.

    Attributes:
        world: the round.
        turns: after how many moves the strategy was asked each time.
        choices: what it chose each time.
    """

    def __init__(self, played: Round, turns: list[int]) -> None:
        self._case = played.case
        self.turns = turns
        self.world = World.of(played.case, played.state.events())
        self.choices = [played.moves[turn] for turn in turns]

    @classmethod
    def play(cls, subject: Subject, game: Game, seed: int, make: Callable[[int], Strategy], asker: Asker) -> Watched:
        """Play a round with the strategy at seat 0, and players with some sense at the others."""
        other = sensible(Random(f"others {seed}"))
        strategy = make(0)
        played = Round(subject, game, seed, looking=False)
        turns = []
        while played.state.to_move is not None and len(played.moves) < _MOST_MOVES:
            if played.state.to_move == 0:
                turns.append(len(played.moves))
                played.apply(asker.ask(strategy, played.state, partial(getattr, played, "case")))
            else:
                played.apply(other(played.state))
        return cls(played, turns)

    def case(self, count: int) -> Case:
        """Give the case after so many moves."""
        return replace(self._case, moves=self._case.moves[:count])

    def after_turn(self, part: float) -> int:
        """Give the number of moves up to and with one of the strategy's turns, at such a part of all of them."""
        return self.turns[max(0, round(part * len(self.turns)) - 1)] + 1 if self.turns else 0


def _possible(world: World, rng: Random, most: int) -> Iterator[World]:
    """Give worlds, at most so many, in which everything seems the same to seat 0 and all can move as they did."""
    mine = list(world.shown(0))
    given = 0
    for other in world.others(0, rng):
        try:
            same = not any(map(differing, mine, other.shown(0)))
        except CrazyEightsError:
            continue
        if same:
            yield other
            given += 1
            if given == most:
                return
