"""A game: a variant with its rules and options, compiled for a number of players, from which rounds are dealt."""

from __future__ import annotations

import os
import secrets
from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import Final, Protocol
from weakref import WeakKeyDictionary

from crazyeights.cards import Card, Deck
from crazyeights.deal import Deal, Opening, Restock, check_seed, shuffled
from crazyeights.determinize import imagine
from crazyeights.errors import CrazyEightsError, DeckError, RuleError, SeatError, UnknownNameError, no_seat
from crazyeights.options import Options, OptionValue, Starter, WildStarter
from crazyeights.roles import check_roles, parse_role, rule_of
from crazyeights.rules import Rule, Variant
from crazyeights.ruleset import Ruleset, compile_ruleset
from crazyeights.state import State
from crazyeights.tables import Tables
from crazyeights.view import View


class Catalog(Protocol):
    """Where a game looks up rules and variants by name; the plugins' registry is one."""

    def rule(self, name: str) -> Rule:
        """Give the rule of that name, or raise `UnknownNameError`."""
        ...

    def variant(self, name: str) -> Variant:
        """Give the variant of that name, or raise `UnknownNameError`."""
        ...


#: From so many numbers one is taken for a variant that is drawn by chance, if nobody gives one.
NUMBERS: Final = 1_000_000

_default_catalog: list[Callable[[], Catalog]] = []
# Beside the games, not in them: the tables remember which moves were legal for whom, and a view can reach its game.
_tables: WeakKeyDictionary[Game, Tables] = WeakKeyDictionary()


def set_default_catalog(provider: Callable[[], Catalog]) -> None:
    """Say where games look up names if they are given no registry."""
    _default_catalog[:] = [provider]


class Game:
    """A variant, with rules added and removed and options set, for a number of players.

    Args:
        variant: the variant, or its name.
        players: how many play; the variant's usual number if left out.
        rules_added: rules besides the variant's, or their names.
        rules_removed: names of the variant's rules that are not played.
        options: values for options; they go over what the variant and the rules set.
        registry: where names are looked up; the built-in and installed plugins if left out.
        roles: cards in roles, as in "skip=J" (see `crazyeights.roles`); they become rules after all others.

    Attributes:
        variant: the variant; of a family, the one that was drawn.
        players: how many play.
        rules: the rules in force.
        ruleset: the rules in force and the options, compiled.
        rules_added, rules_removed, options_given: as asked for, as names and plain values.
        roles: the roles that were asked for, as they are usually written.

    Raises:
        UnknownNameError: there is no variant, rule or option of a name, or a rule to be removed is not in force.
        SeatError: the variant is not for so many players, or there are too few cards for them.
        OptionError: an option has an impossible value.
        RuleConflictError: two rules contradict each other.
        RuleError: a rule failed, is both added and left out, or is no rule of the variant and left out all the same.
    """

    def __init__(
        self,
        variant: str | Variant = "classic",
        players: int | None = None,
        rules_added: Iterable[str | Rule] = (),
        rules_removed: Iterable[str] = (),
        options: Mapping[str, OptionValue] | None = None,
        registry: Catalog | None = None,
        roles: Iterable[str] = (),
    ) -> None:
        def catalog() -> Catalog:
            if registry is not None:
                return registry
            if not _default_catalog:
                raise CrazyEightsError("no registry was given and none is set; import crazyeights, which sets one")
            return _default_catalog[0]()

        lists = (
            ("rules_added", "rule", rules_added),
            ("rules_removed", "rule", rules_removed),
            ("roles", "role", roles),
        )
        for what, each, given in lists:
            if isinstance(given, str | Rule):
                name = given if isinstance(given, str) else given.name
                raise RuleError(f"{what} is a list, even of one {each}: [{name!r}]")
        self.variant = variant if isinstance(variant, Variant) else catalog().variant(variant)
        if self.variant.draw is not None:
            self.variant = catalog().variant(f"{self.variant.name}-{secrets.randbelow(NUMBERS)}")
        removed = tuple(rules_removed)
        try:
            rules = {name: catalog().rule(name) for name in self.variant.rules if name not in removed}
        except UnknownNameError as error:
            raise UnknownNameError("rule", error.name, error.known, f"the variant {self.variant.name}") from error
        for name in removed:
            if name not in self.variant.rules:
                catalog().rule(name)  # says so if there is none at all
                raise RuleError(f"{self.variant.name} has no rule {name} to leave out; {self._has()}")
        added = [rule if isinstance(rule, Rule) else catalog().rule(rule) for rule in rules_added]
        for rule in added:
            if rule.name in removed:
                raise RuleError(f"the rule {rule.name} is both added and left out")
            rules[rule.name] = rule
        castings = [parse_role(text, self.variant.deck) for text in roles]
        for casting in castings:
            rule = rule_of(casting, self.variant.deck)
            rules[rule.name] = rule
        self.players = self.variant.default_players if players is None else players
        self.rules = tuple(rules.values())
        self.rules_added = tuple(rule.name for rule in added)
        self.rules_removed = removed
        self.roles = tuple(map(str, castings))
        self.options_given = dict(options or {})
        self._check_players()
        self.ruleset: Ruleset = compile_ruleset(
            self.rules, self.variant.options, options, self.variant.deck, self.players
        )
        check_roles(castings, self.deck)
        self._check_cards()

    def _has(self) -> str:
        return f"its rules are {', '.join(self.variant.rules)}" if self.variant.rules else "it has no special rules"

    def _check_players(self) -> None:
        variant, players = self.variant, self.players
        low, high = variant.min_players, variant.max_players
        if not isinstance(players, int) or isinstance(players, bool) or not low <= players <= high:
            need = f"{low} players" if low == high else f"{low} to {high} players"
            raise SeatError(f"{variant.name} is for {need}, not {players}")

    def _check_cards(self) -> None:
        players = self.players
        needed = players * self.hand_size + 1
        if needed > len(self.deck):
            raise SeatError(
                f"{players} hands of {self.hand_size} cards and a starter need {needed} cards, "
                f"but the deck has {len(self.deck)}; take fewer players, smaller hands or more decks"
            )

    def __repr__(self) -> str:
        return f"<Game {self.name} for {self.players}>"

    @property
    def name(self) -> str:
        """The variant's name."""
        return self.variant.name

    @property
    def options(self) -> Options:
        """The value of each option."""
        return self.ruleset.options

    @property
    def hand_size(self) -> int:
        """How many cards each of so many players is dealt."""
        return self.ruleset.hand_size

    @property
    def target(self) -> int | None:
        """The score that ends a match of so many players; None if there is none."""
        target = self.options.target
        return None if target is None else target + self.options.target_step * (self.players - 2)

    @property
    def deck(self) -> Deck:
        """The cards that are played with."""
        return self.ruleset.deck

    def deal(
        self,
        seed: int | None = None,
        *,
        deck: Iterable[Card] | None = None,
        first: int = 0,
        reshuffles: Sequence[Sequence[Card]] = (),
    ) -> State:
        """Deal a round.

        The deck's first card goes to seat 0, and so on one card at a time until the hands are full; the next card is
        the starter, and the rest is the stock. The same deck and moves always give the same round, reshuffles included.

        Args:
            seed: what the order of the deck follows from; another one each time if left out.
            deck: the cards in dealing order, instead of a seed.
            first: the seat that moves first.
            reshuffles: the stock after the first, second … reshuffle, the next card first; for replaying.

        Raises:
            DeckError: the cards are not the game's deck, or the seed is no whole number.
            SeatError: there is no such seat.
        """
        if type(first) is not int or not 0 <= first < self.players:
            raise no_seat(first, self.players)
        check_seed(seed)
        tables = self._tables()
        if deck is None:
            key = os.urandom(16) if seed is None else f"deal {seed}".encode()
            faces = range(len(tables.cards))
            order = shuffled(faces if tables.single else [*faces] * self.deck.copies, key)
        elif seed is not None:
            raise DeckError("a round is dealt from a seed or from a deck, not from both")
        else:
            order = tuple([tables.index[card] for card in self.deck.check(deck)])
        return self._lay_out(tables, order, first, reshuffles)

    def _lay_out(
        self,
        tables: Tables,
        order: tuple[int, ...],
        first: int = 0,
        reshuffles: Sequence[Sequence[Card]] = (),
        restock: Restock | None = None,
    ) -> State:
        dealt = self.players * self.hand_size
        hands = [0] * self.players
        if tables.single:
            for seat in range(self.players):
                hands[seat] = sum(map(tables.bits.__getitem__, order[seat : dealt : self.players]))
        else:
            for at, face in enumerate(order[:dealt]):
                hands[at % self.players] = tables.with_card(hands[at % self.players], face)
        starter, stock, buried = self._turn_starter(order[dealt:])
        wild = self.ruleset.wild >> starter & 1
        suit = tables.own_suit[starter]
        if wild and self.options.wild_starter is WildStarter.FREE:
            suit = tables.no_suit
        opening = Opening(first, starter, self.hand_size, suit, buried)
        prescribed = self._prescribed(tables, reshuffles) if reshuffles else ()
        deal = Deal(self, opening, order, tuple(hands), prescribed, restock=restock)
        state = State(tables, deal, hands, stock)
        if wild and self.options.wild_starter is WildStarter.CALLED:
            state.ask_for_suit()
        elif tables.starter_acts:
            state.begin()
        return state

    def _turn_starter(self, faces: tuple[int, ...]) -> tuple[int, tuple[int, ...], tuple[tuple[int, int], ...]]:
        """Turn the first discard; a card that may not be one is buried in the middle of the stock, and the next turned.

        Returns:
            The starter, the stock with its next card last, and the buried cards with their places in it.
        """
        rule = self.options.starter
        unfit = 0
        if rule is Starter.NO_WILD or self.options.wild_starter is WildStarter.BURIED:
            unfit = self.ruleset.wild
        if rule is Starter.NO_SPECIAL:
            unfit = self.ruleset.wild | self.ruleset.special
        if not unfit >> faces[0] & 1 or all(unfit >> face & 1 for face in faces):
            return faces[0], faces[:0:-1], ()
        # Places, not faces: with two decks the same face can be buried twice.
        places = list(range(len(faces)))
        buried: list[int] = []
        while unfit >> faces[places[0]] & 1:
            turned = places.pop(0)
            middle = len(places) // 2
            # When the whole upper half has been buried, its first card comes up again: from then on to the bottom.
            places.insert(middle if len(buried) <= middle else len(places), turned)
            buried.append(turned)
        starter = faces[places.pop(0)]
        places.reverse()
        where = tuple((faces[place], places.index(place)) for place in dict.fromkeys(buried))
        return starter, tuple([faces[place] for place in places]), where

    def _prescribed(self, tables: Tables, reshuffles: Sequence[Sequence[Card]]) -> tuple[tuple[int, ...], ...]:
        for number, cards in enumerate(reshuffles, 1):
            foreign = next((card for card in cards if card not in tables.index), None)
            if foreign is not None:
                raise DeckError(f"reshuffle {number} has the {foreign.name}, which is not in the deck")
        return tuple(tuple(tables.index[card] for card in reversed(cards)) for cards in reshuffles)

    def determinize(self, view: View, rng: Random) -> State:
        """Give a state that agrees with all that a view shows; see `View.determinize`."""
        return imagine(view, self._tables(), rng)

    def _tables(self) -> Tables:
        tables = _tables.get(self)
        if tables is None:
            tables = _tables.setdefault(self, Tables(self.ruleset, self.players))
        return tables
