"""What the start menu sets up: variant, players, seats, rules, options and seed; and the table that comes of it."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from random import SystemRandom
from typing import Final

from crazyeights.errors import CrazyEightsError, OptionError
from crazyeights.game import NUMBERS, Game
from crazyeights.options import OPTIONAL, Options, OptionValue, option_choices, parse_option, show_option
from crazyeights.session import Seat, random_seed, strategy_rng
from crazyeights.settings import Settings
from crazyeights.specs import Offers, TableRequest, Variant, seat_names, usual_opponent
from crazyeights.strategy import ordinary

HUMAN: Final = "person"
_SEED_DIGITS: Final = 15
# By how much a press changes a number, and what it begins with where there was none.
_STEPS: Final[Mapping[str, int]] = {"target": 10, "target_step": 10, "max_plays": 10}
_LOWEST: Final[Mapping[str, int]] = {each.name: each.metadata["low"] for each in dataclasses.fields(Options)}
_FIRST: Final[Mapping[str, int]] = {"target": 100, "max_plays": 100, "rounds": 3}


@dataclass(slots=True)
class Opening:
    """A table in the making.

    Attributes:
        registry: what there is to choose from.
        variant: the name of the variant.
        players: how many play.
        seats: who sits where: `HUMAN` or the name of a strategy. It may be longer than there are players, so that
            nobody is forgotten when their number goes down and up again.
        changed: the rules that are switched otherwise than the variant has them.
        seed: the digits of the seed; "" for any.
        options: the options that are set otherwise than the variant and its rules have them.
        number: what a variant that is drawn by chance is drawn from, unless a seed is typed.
    """

    registry: Offers
    variant: str = "classic"
    players: int = 2
    seats: list[str] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    seed: str = ""
    options: dict[str, OptionValue] = field(default_factory=dict)
    number: int = 0
    _base: tuple[object, Options] | None = None

    @classmethod
    def from_settings(cls, registry: Offers, settings: Settings) -> Opening:
        """Begin with what the user last set, as far as there still is such a thing."""
        names = list(registry.variants)
        variant = settings.text("variant")
        opening = cls(registry, variant if variant in names else names[0])
        opening.redraw()
        found = opening.found
        players = int(settings.number("players")) or found.default_players
        opening.players = min(max(players, found.min_players), found.max_players)
        wanted = [name.partition(":")[0] for name in settings.texts("ai")]
        opponent = usual_opponent(registry.strategies)
        usual = HUMAN if opponent is None else opponent.name
        known = [name if name in ordinary(registry.strategies) else usual for name in wanted]
        opening.seats = [HUMAN, *known]
        opening._fill(usual)
        return opening

    def _fill(self, name: str) -> None:
        most = max(variant.max_players for variant in self.registry.variants.values())
        self.seats += [name] * (most - len(self.seats))

    @property
    def found(self) -> Variant:
        """The variant; of those that are drawn by chance, the one that the number stands for."""
        family = self.registry.variant(self.variant)
        if family.draw is not None:
            # If its plugin fails, that is told when the game is made.
            with suppress(CrazyEightsError):
                return self.registry.variant(f"{self.variant}-{self._drawn_from}")
        return family

    @property
    def _drawn_from(self) -> int:
        return int(self.seed) if self.seed else self.number

    def redraw(self) -> None:
        """Let chance draw another variant, if it is one of those."""
        self.number = SystemRandom().randrange(NUMBERS)

    @property
    def sitters(self) -> tuple[str, ...]:
        """Who sits at the seats that there are."""
        return tuple(self.seats[: self.players])

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return seat_names([who == HUMAN for who in self.sitters])

    def take_variant(self, name: str) -> None:
        """Take a variant; its rules and options are as it has them."""
        if name != self.variant:
            self.variant = name
            self.changed.clear()
            self.options.clear()
        self.players = min(max(self.players, self.found.min_players), self.found.max_players)

    def cycle_players(self, step: int) -> None:
        """Take one more player, or one less; goes round."""
        low, high = self.found.min_players, self.found.max_players
        self.players = low + (self.players - low + step) % (high - low + 1)

    def cycle_seat(self, seat: int, step: int) -> None:
        """Let somebody else sit at a seat."""
        who = [HUMAN, *ordinary(self.registry.strategies)]
        self.seats[seat] = who[(who.index(self.seats[seat]) + step) % len(who)]

    def switch(self, rule: str) -> None:
        """Switch a rule on or off."""
        self.changed ^= {rule}

    def is_on(self, rule: str) -> bool:
        """Whether a rule is in force."""
        return (rule in self.found.rules) != (rule in self.changed)

    # Options

    def base(self) -> Options:
        """Give the options as the variant and its rules have them; their defaults if they contradict each other."""
        key = (self.found.name, self.players, frozenset(self.changed))
        if self._base is None or self._base[0] != key:
            options = Options()
            with suppress(CrazyEightsError):
                options = self._game({}).options
            self._base = (key, options)
        return self._base[1]

    def option(self, name: str) -> OptionValue:
        """Give the value of an option."""
        found: OptionValue = self.options.get(name, getattr(self.base(), name))
        return found

    def set_option(self, name: str, value: OptionValue) -> None:
        """Set an option; to what the variant has anyway, it is as if it had not been set.

        Raises:
            OptionError: it can't be that.
        """
        parsed = parse_option(name, value)
        if parsed == getattr(self.base(), name):
            self.options.pop(name, None)
        else:
            self.options[name] = parsed

    def cycle_option(self, name: str, step: int) -> None:
        """Take the next value of an option, or the one before; words go round, numbers have ends."""
        now = self.option(name)
        words = [word for word in option_choices(name) if word != "none"]
        if words:
            self.set_option(name, words[(words.index(show_option(now)) + step) % len(words)])
        elif now is None:
            if step > 0:
                self.set_option(name, _FIRST.get(name, _LOWEST[name]))
        else:
            assert isinstance(now, int)
            wide = _STEPS.get(name, 1)
            # On round numbers, wherever it began.
            value = (now // wide + step) * wide if step > 0 or now % wide == 0 else now // wide * wide
            if value < _LOWEST[name]:
                value = None if name in OPTIONAL else _LOWEST[name]  # type: ignore[assignment]  # an option may be none
            with suppress(OptionError):
                self.set_option(name, value)

    def type_option(self, name: str, digits: str) -> bool:
        """Set an option to a number that was typed, or without digits to what the variant has.

        Returns:
            Whether it can be that.
        """
        if not digits:
            self.options.pop(name, None)
            return True
        try:
            self.set_option(name, int(digits))
        except OptionError:
            return False
        return True

    def type_seed(self, typed: str) -> None:
        """Type into the seed: digits, or a backspace."""
        if typed == "\b":
            self.seed = self.seed[:-1]
        else:
            digits = "".join(sign for sign in typed if sign.isascii() and sign.isdigit())
            self.seed = (self.seed + digits)[:_SEED_DIGITS]

    def game(self) -> Game:
        """Make the game.

        Raises:
            CrazyEightsError: what was chosen does not go together; says why.
        """
        return self._game(self.options)

    def _game(self, options: Mapping[str, OptionValue]) -> Game:
        found = self.found
        added = [name for name in self.registry.rules if name in self.changed and name not in found.rules]
        removed = [name for name in found.rules if name in self.changed]
        return Game(found, self.players, added, removed, options, self.registry)

    def fault(self) -> str:
        """Say why what was chosen does not go together; "" if it does."""
        try:
            self.game()
        except CrazyEightsError as error:
            text = str(error)
            return text[:1].upper() + text[1:] + ("" if text.endswith(".") else ".")
        return ""

    def request(self, *, watch: bool = False) -> TableRequest:
        """Make the table that was set up.

        Args:
            watch: whether strategies take the seats of people, too.

        Raises:
            CrazyEightsError: what was chosen does not go together; says why.
        """
        game = self.game()
        drawn = self.registry.variant(self.variant).draw is not None
        seed = int(self.seed) if self.seed else self.number if drawn else random_seed()
        usual = next((name for name in self.sitters if name != HUMAN), next(iter(self.registry.strategies)))
        sitters = [usual if watch and who == HUMAN else who for who in self.sitters]
        names = seat_names([who == HUMAN for who in sitters])
        seats = []
        for seat, (name, who) in enumerate(zip(names, sitters, strict=True)):
            strategy = None if who == HUMAN else self.registry.strategy(who).make(strategy_rng(seed, seat))
            seats.append(Seat(name, strategy, "" if who == HUMAN else who))
        return TableRequest(game, tuple(seats), seed, watch=watch or HUMAN not in sitters)

    def remember(self, settings: Settings) -> None:
        """Set the user's settings to what was chosen."""
        settings.set("variant", self.variant)
        settings.set("players", self.players)
        settings.set("ai", tuple(who for who in self.sitters if who != HUMAN))
