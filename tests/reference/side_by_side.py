"""Playing the engine and the reference beside each other and comparing all there is to compare."""

from __future__ import annotations

import functools
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Sequence
from typing import Any
from weakref import WeakKeyDictionary

from crazyeights import Game
from crazyeights.builder import RulesetBuilder
from crazyeights.cards import Card
from crazyeights.events import Reshuffled
from crazyeights.rules import Rule, Turn
from reference.model import PLAIN, Roles, Round
from reference.recorder import listen
from reference.roles import ANY, DEFAULTS
from reference.told import seen_by, told

CLASSIC_RULES = ("ace-reverse", "draw-two", "queen-skip", "crazy-eight")
BASE: dict[str, tuple[tuple[str, ...], dict[str, object]]] = {
    "classic": (CLASSIC_RULES, {}),
    "plain": (("crazy-eight",), PLAIN),
}
_heard: WeakKeyDictionary[Game, tuple[Roles, dict[str, Any]]] = WeakKeyDictionary()


class DiffersError(AssertionError):
    """The engine and the reference disagree; says about what and after which moves."""


def engine_rule(roles: Roles, *, by_function: bool = False, name: str = "thrown-together") -> Rule:
    """The same roles as a rule for the engine; with `by_function`, through `on_play` where that can say it."""

    def cards(build: RulesetBuilder, keys: Iterable[str]) -> frozenset[Card]:
        wanted = set(keys)
        every = build.all_cards
        return frozenset(card for card in every if {ANY, str(card), card.rank.text} & wanted)

    def apply(build: RulesetBuilder) -> None:
        build.wild(cards(build, roles.wild))
        build.choose_suit(cards(build, roles.choose_suit))
        build.forbid_finish(cards(build, roles.forbid_finish))
        build.swap_hands(cards(build, roles.swap))
        build.rotate_hands(cards(build, roles.rotate))
        build.pass_left(cards(build, roles.pass_left))
        build.last_resort(cards(build, roles.last_resort))
        for key, points in roles.points.items():
            build.points(cards(build, [key]), points)
        for top, answers in roles.answers.items():
            build.answers(cards(build, answers), on=None if top == ANY else cards(build, [top]))
        for top, cancels in roles.cancels.items():
            build.cancels(cards(build, cancels), on=None if top == ANY else cards(build, [top]))
        for top, forbidden in roles.forbidden.items():
            build.forbid_on(cards(build, forbidden), cards(build, [top]))
        for played, following in roles.follows.items():
            build.add_on(cards(build, following), cards(build, [played]))
        for key, (places, count) in roles.gifts.items():
            build.on_play(cards(build, [key]), functools.partial(_make_draw, places=places, count=count))
        for hand, wild in roles.levels:
            build.level(hand, cards(build, wild))
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


def _make_draw(turn: Turn, places: int, count: int) -> None:
    turn.make_draw((turn.seat + places) % turn.players, count)


def strings(cards: Iterable[object]) -> list[str]:
    return [str(card) for card in cards]


def heard(game: Game) -> tuple[Roles, dict[str, Any]]:
    """What a game's rules say, and all its options: of the variant, over these of its rules, over these the user's."""
    if game not in _heard:
        roles, options = listen(game.rules, game.deck)
        _heard[game] = roles, {**game.variant.options, **options, **game.options_given}
    return _heard[game]


class Pair:
    """A round in both, kept in step; every step compares them.

    What the rules say is heard from the game's rules, unless `rules` (names in the reference's own `RULES`) and `roles`
    say it in their place.
    """

    def __init__(
        self,
        game: Game,
        *,
        seed: int | None = None,
        deck: Sequence[Card] | None = None,
        first: int = 0,
        rules: Collection[str] | None = None,
        roles: Roles | Sequence[Roles] | None = None,
        model: type[Round] = Round,
    ) -> None:
        """Deal the round in both.

        Args:
            game: the game; it may be one that was tampered with.
            seed: what the deal follows from.
            deck: the deck in dealing order, instead of a seed.
            first: who has the first turn.
            rules: see above.
            roles: see above.
            model: the reference, or one that was tampered with.
        """
        self.state: Any = game.deal(seed=seed, deck=deck, first=first)
        self.moves: list[str] = []
        self._mark: Any = None
        self._stocks: list[list[str]] = []
        self._happened: list[tuple[Any, ...]] = []
        self._all: list[tuple[Any, ...]] = []
        self.seen: Counter[str] = Counter()  # how often each kind of event happened
        said, options = heard(game)
        self._same("options", game.options.as_dict(), {**DEFAULTS, **options})
        own = game.variant.deck is not None
        self._read_events()
        self.model = model(
            strings(self.state.deck_order),
            game.players,
            rules or (),
            options,
            first=first,
            roles=said if rules is None and roles is None else roles or (),
            reshuffle=self._next_stock,
            own_deck=strings(game.deck.cards) if own else None,
            suits=strings(game.deck.suits),
        )
        self.legal = self.compare()

    def _next_stock(self, cards: list[str]) -> list[str]:
        if not self._stocks:
            raise self._differs("a reshuffle", "none", cards)
        return self._stocks.pop(0)

    def _read_events(self) -> None:
        events, self._mark = self.state.events_after(self._mark)
        self._stocks = [strings(event.stock or ()) for event in events if type(event) is Reshuffled]
        self._happened = told(events)
        self.seen.update(event[0] for event in self._happened)

    def fork(self) -> Pair:
        """The same two rounds at the same moment, to be played on by themselves."""
        new = object.__new__(Pair)
        new.__dict__.update(self.__dict__)
        new.state, new.model = self.state.copy(), self.model.copy()
        new.model.reshuffle = new._next_stock
        new.moves, new.seen, new._all = list(self.moves), Counter(self.seen), list(self._all)
        return new

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
        self._compare_histories()
        return made

    def compare(self) -> Sequence[Any]:
        """Compare everything; gives the legal moves.

        Raises:
            DiffersError: they disagree.
        """
        state, model = self.state, self.model
        legal: Sequence[Any] = state.legal_moves()
        self._same("who moves", state.to_move, model.to_move)
        self._same("legal moves", list(map(str, legal)), model.legal_moves())
        self._same("direction", state.direction, model.direction)
        suit = state.active_suit
        self._same("active suit", None if suit is None else str(suit), model.suit)
        self._same("pending draw", state.pending_draw, model.pending)
        self._same("levels", state.levels, model.level_sizes())
        self._same("what happened", self._happened, model.events)
        self._all += model.events
        model.events.clear()
        self._compare_view()
        outcome = state.outcome
        # Whatever moves a card is told as an event, so that a look at all piles now and then is enough.
        if len(self.moves) % 4 == 0 or outcome is not None:
            self._compare_piles()
        if outcome is None or model.outcome is None:
            self._same("outcome", outcome, model.outcome)
        else:
            self._same("winners", outcome.winners, model.outcome.winners)
            self._same("reason", str(outcome.reason), model.outcome.reason)
            self._same("points", list(outcome.points), model.outcome.points)
        return legal

    def _compare_piles(self) -> None:
        state, model = self.state, self.model
        for seat, hand in enumerate(state.hands):
            self._same(f"hand {seat}", sorted(map(str, hand)), sorted(model.hands[seat]))
        self._same("stock", list(map(str, state.stock)), model.stock)
        self._same("discard pile", list(map(str, state.discard)), model.discard)

    def _compare_view(self) -> None:
        """Compare what one of the players sees of it, the one to move if there is one."""
        state, model = self.state, self.model
        seat = len(self.moves) % model.players if model.to_move is None else model.to_move
        view = state.view(seat)
        phase = "add" if view.adding else "give" if view.giving else "call" if view.calling else "turn"
        self._same("view: legal moves", view.legal_moves, state.legal_moves())
        self._same("view: hand", strings(view.hand), sorted(model.hands[seat], key=model.order.__getitem__))
        self._same("view: hand sizes", view.hand_sizes, tuple(map(len, model.hands)))
        self._same("view: stock", view.stock_size, len(model.stock))
        # Once a card was played, there is no more drawing in the turn.
        self._same("view: drawn", view.drawn, len(model.drawn) if phase == "turn" else 0)
        self._same("view: phase", phase, model.phase)
        self._same("view: levels", view.levels, model.level_sizes())
        self._same("view: partner", view.partner, (seat + 2) % 4 if model.options["partners"] else None)

    def _compare_histories(self) -> None:
        """Compare all that each seat was told since the deal."""
        for seat in range(self.model.players):
            told_to = told(self.state.view(seat).history)
            self._same(
                f"what {seat} knows", told_to, [seen_by(seat, event) for event in self._all if event[0] != "over"]
            )

    def _same(self, what: str, engine: object, model: object) -> None:
        if engine != model:
            raise self._differs(what, engine, model)

    def _differs(self, what: str, engine: object, model: object) -> DiffersError:
        return DiffersError(
            f"{what}: the engine says {engine}, the reference {model}; after {' '.join(self.moves) or 'the deal'}"
        )
