"""What the start menu sets up: variant, players, who sits where, rules and seed; and the table that comes of it."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final

from crazyeights.errors import CrazyEightsError
from crazyeights.game import Game
from crazyeights.session import Seat, random_seed, strategy_rng
from crazyeights.settings import Settings
from crazyeights.specs import Offers, TableRequest, Variant, seat_names

HUMAN: Final = "person"
_SEED_DIGITS: Final = 15


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
    """

    registry: Offers
    variant: str = "classic"
    players: int = 2
    seats: list[str] = field(default_factory=list)
    changed: set[str] = field(default_factory=set)
    seed: str = ""

    @classmethod
    def from_settings(cls, registry: Offers, settings: Settings) -> Opening:
        """Begin with what the user last set, as far as there still is such a thing."""
        names = list(registry.variants)
        variant = settings.text("variant")
        opening = cls(registry, variant if variant in names else names[0])
        found = opening.found
        players = int(settings.number("players")) or found.default_players
        opening.players = min(max(players, found.min_players), found.max_players)
        wanted = [name.partition(":")[0] for name in settings.texts("ai")]
        usual = "greedy" if "greedy" in registry.strategies else next(iter(registry.strategies), HUMAN)
        known = [name if name in registry.strategies else usual for name in wanted]
        opening.seats = [HUMAN, *known]
        opening._fill(usual)
        return opening

    def _fill(self, name: str) -> None:
        most = max(variant.max_players for variant in self.registry.variants.values())
        self.seats += [name] * (most - len(self.seats))

    @property
    def found(self) -> Variant:
        """The variant."""
        return self.registry.variant(self.variant)

    @property
    def sitters(self) -> tuple[str, ...]:
        """Who sits at the seats that there are."""
        return tuple(self.seats[: self.players])

    @property
    def names(self) -> tuple[str, ...]:
        """What the players are called."""
        return seat_names([who == HUMAN for who in self.sitters])

    def cycle_variant(self, step: int) -> None:
        """Take the next variant, or the one before; its rules are as it has them."""
        names = list(self.registry.variants)
        self.variant = names[(names.index(self.variant) + step) % len(names)]
        self.changed.clear()
        self.players = min(max(self.players, self.found.min_players), self.found.max_players)

    def cycle_players(self, step: int) -> None:
        """Take one more player, or one less; goes round."""
        low, high = self.found.min_players, self.found.max_players
        self.players = low + (self.players - low + step) % (high - low + 1)

    def cycle_seat(self, seat: int, step: int) -> None:
        """Let somebody else sit at a seat."""
        who = [HUMAN, *self.registry.strategies]
        self.seats[seat] = who[(who.index(self.seats[seat]) + step) % len(who)]

    def switch(self, rule: str) -> None:
        """Switch a rule on or off."""
        self.changed ^= {rule}

    def is_on(self, rule: str) -> bool:
        """Whether a rule is in force."""
        return (rule in self.found.rules) != (rule in self.changed)

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
        added = [name for name in self.registry.rules if name in self.changed and name not in self.found.rules]
        removed = [name for name in self.found.rules if name in self.changed]
        return Game(self.variant, self.players, added, removed, registry=self.registry)

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
        seed = int(self.seed) if self.seed else random_seed()
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
