"""A new game in the making: which variant, for how many, with which options and house rules; and its table."""

from __future__ import annotations

import dataclasses
import secrets
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final, TypeAlias, TypeVar

from crazyeights.errors import CrazyEightsError, NotationError, StrategyError, UnknownNameError, describe_error
from crazyeights.external import external_spec, is_external
from crazyeights.game import NUMBERS, Game
from crazyeights.options import OPTION_NAMES, Options, OptionValue, option_choices, parse_option
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.settings import Settings
from crazyeights.specs import Folders, Offers, StrategySpec, TableRequest, Variant, seat_names, usual_opponent
from crazyeights.strategy import ParameterValue, Strategy

#: A strategy's name, or the program that plays, and what it is given.
Computer: TypeAlias = "tuple[str, Mapping[str, ParameterValue]]"

_Found = TypeVar("_Found")

# What a number goes to next, beyond those that are near.
_ROUND: Final = (
    *(1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 12, 15, 20, 25, 30, 40, 50, 75),
    *(100, 150, 200, 250, 300, 400, 500, 1000, 2000, 5000, 10_000),
)


@dataclass(slots=True)
class Setup:
    """What is to be played next.

    Attributes:
        registry: what there is to choose from.
        variant: the name of the variant, or of a family of which one is drawn.
        players: how many play.
        people: how many of them are people; they have the first seats.
        computers: who plays the other seats, one after another; from the beginning again where they are too few.
        options: the options that are set otherwise than the variant has them.
        switched: the rules that are on where the variant has them off, or off where it has them on.
        roles: cards in roles.
        number: what the deals and, in a family, the variant follow from.
    """

    registry: Offers
    variant: str = "classic"
    players: int = 2
    people: int = 1
    computers: tuple[Computer, ...] = ()
    options: dict[str, OptionValue] = field(default_factory=dict)
    switched: set[str] = field(default_factory=set)
    roles: tuple[str, ...] = ()
    number: int = 0
    _usual: tuple[object, Options] | None = field(default=None, init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        """Let the usual opponent play where nobody was named."""
        if not self.computers:
            usual = usual_opponent(self.registry.strategies)
            self.computers = (("normal" if usual is None else usual.name, {}),)

    @classmethod
    def from_table(cls, registry: Offers, session: Session) -> Setup:
        """Begin with what is played at a table."""
        game = session.game
        computers = tuple((seat.label, seat.parameters) for seat in session.seats if seat.strategy is not None)
        known = [computer for computer in computers if computer[0] in registry.strategies or is_external(computer[0])]
        setup = cls(
            registry,
            family_of(registry, game.name),
            game.players,
            len(session.seats) - len(computers),
            tuple(known),
            dict(game.options_given),
            {name for name in game.rules_added if name in registry.rules and name not in game.variant.rules}
            | set(game.rules_removed),
            game.roles,
        )
        setup.number = secrets.randbelow(NUMBERS)
        return setup

    # What there is, and what was chosen

    @property
    def found(self) -> Variant:
        """The variant."""
        return self.registry.variant(self.variant)

    def take(self, variant: str) -> None:
        """Choose a variant; its options and rules are as it has them.

        Raises:
            UnknownNameError: there is none of that name.
        """
        found = self.registry.variant(variant)
        if variant != self.variant:
            self.variant = variant
            self.options.clear()
            self.switched.clear()
            self.roles = ()
            self.players = found.default_players
        self.set_players(self.players)

    def set_players(self, players: int) -> None:
        """Choose how many play, as far as the variant is for so many."""
        found = self.found
        self.players = min(max(players, found.min_players), found.max_players)
        self.people = min(self.people, self.players)

    def usual(self) -> Options:
        """Give the options as they are if none is set; the defaults if the game can't be played so."""
        key = (self._drawn(), self.players, frozenset(self.switched))
        if self._usual is None or self._usual[0] != key:
            try:
                options = self._game({}).options
            except CrazyEightsError:
                options = Options()
            self._usual = (key, options)
        return self._usual[1]

    def value(self, option: str) -> OptionValue:
        """Give the value of an option."""
        if option in self.options:
            return self.options[option]
        return self.usual().as_dict()[option]

    def set(self, option: str, value: OptionValue) -> None:
        """Set an option; one that is as the variant has it is not set.

        Raises:
            UnknownNameError: there is no such option.
            OptionError: it can't have that value.
        """
        parsed = parse_option(option, value)
        plain = str(parsed) if isinstance(parsed, str) else parsed
        if plain == self.usual().as_dict()[option]:
            self.options.pop(option, None)
        else:
            self.options[option] = plain

    def is_on(self, rule: str) -> bool:
        """Whether a rule is in force."""
        return (rule in self.found.rules) != (rule in self.switched)

    def switch(self, rule: str) -> None:
        """Switch a rule on or off."""
        self.switched ^= {rule}

    def read(self, words: Sequence[str]) -> None:
        """Take what somebody typed: the variant's name, then `players=3`, `OPTION=VALUE`, `+RULE`, `-RULE`.

        Raises:
            CrazyEightsError: a word is none of these, or what it asks for can't be had; says which.
        """
        for at, word in enumerate(words):
            name, equals, value = word.partition("=")
            if equals and name.lower() in {"players", "people"}:
                self._read_number(name.lower(), value)
            elif equals and name.lower() == "ai":
                self.computers = tuple((_strategy(self.registry, each).name, {}) for each in value.split(","))
            elif equals:
                option = name.lower().replace("-", "_")
                self.set(option if option in OPTION_NAMES else name, value)
            elif word[0] in "+-":
                rule = _in_any_case(self.registry.rule, word[1:]).name
                if self.is_on(rule) != (word[0] == "+"):
                    self.switch(rule)
            elif at == 0:
                _in_any_case(self.take, name)
            else:
                raise NotationError(
                    f"{word!r} is not understood; as in: game mau-mau players=3 hand_size=6 +queen-skip"
                )

    def _read_number(self, name: str, value: str) -> None:
        if not (value.isascii() and value.isdecimal() and len(value) < 4):
            raise NotationError(f"{name} is a number, not {value!r}")
        if name == "players":
            # As many as was said: if the variant is not for so many, the game says so.
            self.players = int(value)
            self.people = min(self.people, self.players)
        else:
            self.people = min(int(value), self.players)

    # What comes of it

    def game(self) -> Game:
        """Make the game.

        Raises:
            CrazyEightsError: what was chosen does not go together; says why.
        """
        return self._game(self.options)

    def fault(self) -> str:
        """Say why what was chosen does not go together; "" if it does."""
        try:
            self.game()
        except CrazyEightsError as error:
            text = str(error)
            return f"{text[:1].upper()}{text[1:].rstrip('.')}."
        return ""

    def request(self, folders: Folders | None = None, log: Path | None = None) -> TableRequest:
        """Make the table, to be opened.

        Args:
            folders: where the user's files are.
            log: the file to which what happens is written in words.

        Raises:
            CrazyEightsError: what was chosen does not go together, or a strategy can't be had; says why.
        """
        game = self.game()
        names = seat_names([seat < self.people for seat in range(self.players)])
        seats = []
        for seat, name in enumerate(names):
            if seat < self.people:
                seats.append(Seat(name))
            else:
                label, given = self.computers[(seat - self.people) % len(self.computers)]
                strategy = _make(_strategy(self.registry, label), self.number, seat, given)
                seats.append(Seat(name, strategy, label, given))
        return TableRequest(game, tuple(seats), self.number, watch=not self.people, folders=folders, log=log)

    def remember(self, settings: Settings) -> str | None:
        """Make it what is played if nobody says otherwise; gives in one line why that can't be kept, if it can't."""
        settings.set("variant", family_of(self.registry, self.variant))
        settings.set("players", self.players)
        settings.set("ai", tuple(dict.fromkeys(label for label, given in self.computers if not given))[:1])
        return settings.save()

    def _game(self, options: Mapping[str, OptionValue]) -> Game:
        added = [name for name in self.registry.rules if name in self.switched and name not in self.found.rules]
        removed = [name for name in self.found.rules if name in self.switched]
        return Game(self._drawn(), self.players, added, removed, options, self.registry, self.roles)

    def _drawn(self) -> str:
        return f"{self.variant}-{self.number}" if self.found.draw is not None else self.variant


def family_of(registry: Offers, name: str) -> str:
    """Give the name under which a variant is on offer: one that was drawn is offered as its family."""
    if name in registry.variants:
        return name
    families = (variant.name for variant in registry.variants.values() if variant.draw is not None)
    return next((family for family in families if name.startswith(f"{family}-")), next(iter(registry.variants)))


def choices(option: str, now: OptionValue) -> tuple[OptionValue, ...]:
    """Give the values that can be chosen for an option one after another; any other number can be typed.

    Args:
        option: its name.
        now: its value.
    """
    words: list[OptionValue] = [parse_option(option, word) for word in option_choices(option)]
    data = {each.name: each for each in dataclasses.fields(Options)}[option].metadata
    low, high = data["low"], data["high"]
    if low is None:
        return tuple(words)
    numbers = {number for number in (low, *_ROUND) if low <= number <= high}
    if isinstance(now, int):
        numbers.add(now)
    return (*words, *sorted(numbers))


def next_value(option: str, now: OptionValue, step: int) -> OptionValue:
    """Give an option's next value, or the one before if `step` is negative; goes round."""
    values = choices(option, now)
    return values[(values.index(now) + step) % len(values)] if now in values else values[0]


def in_order() -> tuple[str, ...]:
    """Give all options, those of the match first."""
    first = ("target", "rounds")
    return (*first, *(name for name in OPTION_NAMES if name not in first))


def _in_any_case(find: Callable[[str], _Found], name: str) -> _Found:
    """Find something by its name in any case; one that is not known is complained of as it was typed."""
    try:
        return find(name.lower())
    except UnknownNameError:
        return find(name)


def _strategy(registry: Offers, label: str) -> StrategySpec:
    return external_spec(label) if is_external(label) else registry.strategy(label)


def _make(spec: StrategySpec, seed: int, seat: int, given: Mapping[str, ParameterValue]) -> Strategy:
    try:
        return spec.make(strategy_rng(seed, seat), given)
    except CrazyEightsError:
        raise
    except Exception as error:
        raise StrategyError(f"the strategy {spec.name} can't be used: {describe_error(error)}") from error
