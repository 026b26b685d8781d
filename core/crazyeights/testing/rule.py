"""Checks a rule: that it says what it does, goes together with others, and that rounds with it are sound."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import islice
from random import Random
from typing import Final

from crazyeights.cards import Card
from crazyeights.errors import CrazyEightsError, OptionError, RuleConflictError, SeatError, describe_error
from crazyeights.game import Game
from crazyeights.guide import guide, render
from crazyeights.options import OptionValue
from crazyeights.plugins import default_registry
from crazyeights.rules import Rule, Variant
from crazyeights.testing.cases import Case, Subject
from crazyeights.testing.catalogue import BARE_VARIANT, Catalogue, contents, drawn, shipped
from crazyeights.testing.decks import arrange
from crazyeights.testing.hidden import World, leak
from crazyeights.testing.rounds import LONGEST, Round, any_move, blaming, check_repeatable, sensible, silent

#: pytest shows where the author's test failed, not where in here.
__tracebackhide__ = True

#: The tables at which a rule is tried alone: those at which the engine goes different ways.
_TABLES: Final[tuple[tuple[int, Mapping[str, OptionValue]], ...]] = (
    (2, {}),
    (3, {"last_card_acts": True, "starter": "acts"}),
    (4, {"penalty_turn": "turn_lost", "hand_size": 7}),
    (2, {"two_player_reverse": "skip", "after_draw": "play_any", "draw_limit": "none"}),
    (5, {"decks": 2, "jokers": 2, "starter": "no_wild"}),
    (7, {"empty_stock": "stays_empty", "after_draw": "play_drawn"}),
)
_LEAKS_AFTER: Final = (6, 14, 30)
_WORLDS: Final = 3
# How many moves are made beside each of the other rules and in each of the variants.
_BESIDE: Final = 30
_INSIDE: Final = 100


def check_rule(rule: Rule | str, *, variant: Variant | str | None = None, seed: int = 0) -> None:
    """Check that a rule keeps to what the game expects of rules.

    Checked are: that it describes itself; that it compiles alone, with each of the game's own rules and in each of its
    variants (or is refused by a `RuleConflictError` that names both rules); that compiled twice it is the same, and
    can be pickled; that rounds with it end, and that at every move the deck is whole, somebody can move and no view
    shows what a seat may not know; that the same deck and moves give the same round; that its cards may be starters;
    that its functions raise nothing and print nothing; and that the guide has its text.

    Args:
        rule: the rule, or the name of an installed one.
        variant: the game in which it is tried alone, for a rule that is about another deck; one without special cards,
            and with the French deck, if left out.
        seed: what all the rounds follow from.

    Raises:
        CheckError: says what is wrong, and in which round it showed.
        UnknownNameError: no rule of that name is installed.
    """
    found = default_registry().rule(rule) if isinstance(rule, str) else rule
    if not isinstance(found, Rule):
        raise TypeError(f"check_rule takes a Rule or the name of one, not {found!r}")
    _RuleCheck(found, variant, seed).run()


class _RuleCheck:
    def __init__(self, rule: Rule, variant: Variant | str | None, seed: int) -> None:
        self.rule = rule
        self.subject = Subject("rule", rule.name)
        self.catalogue = Catalogue([rule])
        self.home = self.catalogue.variant(variant) if isinstance(variant, str) else variant or BARE_VARIANT
        self.own = [rule.name] if rule.name in self.home.rules else []
        self.rng = Random(f"{rule.name} {seed}")
        self.seed = seed

    def run(self) -> None:
        """Make all the checks, the cheap ones first."""
        self.describes_itself()
        with silent(self.subject):
            game = self.compiles_alone()
            self.is_deterministic_and_picklable(game)
            self.is_in_the_guide(game)
        self.plays_alone()
        self.may_start()
        self.goes_with_other_rules()
        self.goes_into_variants()

    # What it says

    def describes_itself(self) -> None:
        self.subject.check_texts(self.rule.summary)
        text = self.rule.guide
        if not isinstance(text, str) or not text.strip():
            problem = f"its guide text is {text!r}; it must say in whole sentences what the rule does"
            self.subject.fail("describes itself", problem)
        if not callable(self.rule.apply):
            self.subject.fail("describes itself", f"its apply is {self.rule.apply!r}, which is no function")

    def is_in_the_guide(self, game: Game) -> None:
        with blaming(self.subject, "is in the guide", Case(game)):
            text = render(guide(game), 10_000)
        if " ".join(self.rule.guide.split()).rstrip(".").lower() not in " ".join(text.split()).lower():
            self.subject.fail("is in the guide", "`crazyeights rules` does not print its guide text", Case(game))

    # How it compiles

    def game(self, variant: Variant | str, players: int | None, *others: str, **options: OptionValue) -> Game:
        """Make a game with the rule; raises whatever is wrong with that."""
        known = self.catalogue.variant(variant) if isinstance(variant, str) else variant
        added = [*others] if self.rule.name in known.rules else [*others, self.rule.name]
        return Game(variant, players, added, options=options, registry=self.catalogue)

    def compiles_alone(self) -> Game:  # noqa: RET503  # `fail` never returns
        """Give a game in which the rule does something, which may take jokers or a second deck."""
        with blaming(self.subject, "compiles alone"):
            game = self.game(self.home, None)
        for players, options in ((None, {}), *_TABLES):
            try:
                acting = self.game(self.home, players, **options)
                without = Game(self.home, players, rules_removed=self.own, options=options, registry=self.catalogue)
            except CrazyEightsError:
                continue
            if contents(acting.ruleset) != contents(without.ruleset):
                return acting
        self.subject.fail("does something", "with it the rules are the same as without it", Case(game))

    def is_deterministic_and_picklable(self, game: Game) -> None:
        again = self.game(self.home, game.players, **game.options_given)
        first, second = contents(game.ruleset), contents(again.ruleset)
        differing = [name for name in first if first[name] != second[name]]
        if differing:
            problem = f"compiled a second time it is another rule: {differing[0]} differs"
            self.subject.fail("is the same each time", problem, Case(game))
        try:
            copy = pickle.loads(pickle.dumps(game.ruleset))  # noqa: S301  # what was pickled a moment ago
        except Exception as error:  # noqa: BLE001  # whatever a stranger's object raises
            problem = f"{describe_error(error)}; a function for on_play stands at the top level of its module"
            self.subject.fail("can be pickled", problem, Case(game))
        if contents(copy) != contents(game.ruleset):
            self.subject.fail("can be pickled", "unpickled it is another rule", Case(game))

    # How it plays

    def plays_alone(self) -> None:
        for number, (players, options) in enumerate(_TABLES):
            game = self.possible(self.home, players, **options)
            if game is not None:
                self.plays(game, self.seed + number)

    def possible(self, variant: Variant, players: int | None, *others: str, **options: OptionValue) -> Game | None:
        """Make a game with the rule; None if the table itself is impossible, which is nobody's fault."""
        try:
            return self.game(variant, players, *others, **options)
        except (OptionError, SeatError):
            return None

    def plays(self, game: Game, seed: int) -> None:
        """Play a round with some sense to its end, and one without any sense for a while."""
        played = Round(self.subject, game, seed).play(sensible(Random(self.rng.random())))
        if played.state.outcome is None:
            played.fail("rounds end", f"after {LONGEST} moves the round is not over, though whoever could play did")
        check_repeatable(played)
        Round(self.subject, game, seed, first=game.players - 1).play(any_move(Random(self.rng.random())), 60)
        for count in _LEAKS_AFTER:
            world = World.of(played.case, played.events).until(count)
            for seat in range(min(2, game.players)):
                self.leaks_nothing(played, world, seat)

    def leaks_nothing(self, played: Round, world: World, seat: int) -> None:
        try:
            found = leak(world, seat, Random(self.rng.random()), _WORLDS)
        except CrazyEightsError as error:
            problem = f"the same deck and moves gave another round, in which a move was refused: {error}"
            played.fail("is the same each time", problem)
        if found is not None:
            # What differs by chance differs here too.
            for _ in range(4):
                check_repeatable(played)
            count, what = found
            case = Case(played.game, played.seed, played.case.deck, tuple(played.moves[:count]), played.first)
            problem = f"seat {seat} can tell where cards lie that it has never seen: view.{what} depends on them"
            self.subject.fail("views leak nothing", problem, case)

    def may_start(self) -> None:
        """Turn each sort of card that the rule is about as the first discard, with a starter that acts and one not."""
        for starter in ("acts", "any", "no_special"):
            game = self.possible(self.home, None, starter=starter)
            if game is None:
                continue
            for card in islice(self.special_cards(game), 6):
                deck = arrange(game, [], str(card))
                with silent(self.subject):
                    Round(self.subject, game, deck=deck).play(sensible(Random(self.rng.random())), 12)

    def special_cards(self, game: Game) -> Iterator[Card]:
        """Give a card of each rank that does something."""
        told = set()
        for card in game.ruleset.faces_of(game.ruleset.special | game.ruleset.wild):
            if card.rank not in told:
                told.add(card.rank)
                yield card

    # What it goes together with

    def goes_with_other_rules(self) -> None:
        if self.home.deck is not None:
            return  # the game's own rules are about the French deck
        for number, other in enumerate(shipped().rules):
            if other != self.rule.name:
                game = self.beside(other, partial(self.game, self.home, 3, other))
                if game is not None:
                    Round(self.subject, game, self.seed + number).play(sensible(Random(self.rng.random())), _BESIDE)

    def goes_into_variants(self) -> None:
        for number, variant in enumerate(shipped().variants.values()):
            if variant.deck is None and self.rule.name not in variant.rules:
                one = drawn(variant, self.seed)
                game = self.beside(f"those of {one.name}", partial(self.game, one, None))
                if game is not None:
                    Round(self.subject, game, self.seed + number).play(sensible(Random(self.rng.random())), _INSIDE)

    def beside(self, others: str, make: Callable[[], Game]) -> Game | None:
        """Make a game with other rules; None if they contradict each other in so many words, which is allowed."""
        try:
            with silent(self.subject):
                return make()
        except RuleConflictError as error:
            if self.rule.name not in {error.first, error.second} or error.first == error.second:
                self.subject.fail("goes with other rules", f"beside {others}: {error}")
            return None
        except (OptionError, SeatError):
            return None
        except AssertionError:
            raise
        except (Exception, SystemExit) as error:  # noqa: BLE001  # whatever a stranger's function raises
            self.subject.fail("goes with other rules", f"beside {others} it raises {describe_error(error)}")
