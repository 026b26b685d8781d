"""From the options of the command line to a game and the table at which it is played."""

from __future__ import annotations

import secrets
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

from crazyeights.errors import CrazyEightsError, describe_error
from crazyeights.external import external_spec, is_external
from crazyeights.game import NUMBERS, Game
from crazyeights.options import OPTION_NAMES, OptionValue, parse_option
from crazyeights.plugins import Registry
from crazyeights.quiet import Muffled
from crazyeights.session import Seat, strategy_rng
from crazyeights.specs import StrategySpec, TableRequest, seat_names, usual_opponent
from crazyeights.strategy import ParameterValue, Strategy
from crazyeights_cli.failures import ExitCode, Failure, as_usage, how_to_debug, say

DEFAULT_VARIANT: Final = "classic"


@dataclass(frozen=True, slots=True)
class GameChoices:
    """What the user asked to be played, as written.

    Attributes:
        variant: the variant's name.
        rules: rules to add.
        no_rules: rules to leave out.
        settings: options, each as OPTION=VALUE.
        players: how many play; None for whatever fits the rest.
        roles: cards in roles, each as ROLE=CARD,CARD.
    """

    variant: str
    rules: Sequence[str] = ()
    no_rules: Sequence[str] = ()
    settings: Sequence[str] = ()
    players: int | None = None
    roles: Sequence[str] = ()


@dataclass(frozen=True, slots=True)
class SeatChoices:
    """Who the user asked to play, as written.

    Attributes:
        ai: strategies, each as NAME, NAME:param=value,… or exec:COMMAND: one for all computer seats, or one for each.
        humans: the seats of people; the first seat if none is named.
        watch: whether strategies play at all seats.
        allow_oracle: whether strategies may play that see all hands.
    """

    ai: Sequence[str] = ()
    humans: Sequence[int] = ()
    watch: bool = False
    allow_oracle: bool = False

    @property
    def people(self) -> tuple[int, ...]:
        """The seats of people, each once."""
        return () if self.watch else tuple(sorted(set(self.humans))) or (0,)


def build_game(choices: GameChoices, registry: Registry) -> Game:
    """Make the game that the user asked for.

    Raises:
        Failure: a name, an option or the number of players is wrong.
    """
    with as_usage(), _muffled("a rule"):
        return Game(
            choices.variant,
            choices.players,
            choices.rules,
            choices.no_rules,
            parse_settings(choices.settings),
            registry,
            choices.roles,
        )


@contextmanager
def _muffled(who: str) -> Iterator[None]:
    """Keep what a plugin prints off the screen, and say in one line that it did."""
    with Muffled() as printed:
        yield
    if printed:
        say(f"{who} {printed.complaint}")


def build_table(
    choices: GameChoices, seats: SeatChoices, registry: Registry, *, seed: int | None, record: Path | None
) -> TableRequest:
    """Make the table that the user asked for; nothing is opened or dealt yet.

    Raises:
        Failure: a name, an option, or the number of players, people or strategies is wrong.
    """
    if seats.watch and seats.humans:
        raise Failure("--watch leaves no seat for --human: take one or the other", ExitCode.USAGE)
    with as_usage():
        wanted = [parse_strategy(text, registry) for text in seats.ai]
    for spec, _ in wanted:
        if spec.sees_all and not seats.allow_oracle:
            raise Failure(f"{spec.name} sees all hands; it plays only with --allow-oracle", ExitCode.USAGE)
    # A seed is drawn here already, so that the strategies' chance follows from it too.
    seed = secrets.randbelow(NUMBERS) if seed is None else seed
    game = build_game(_drawn(_with_players(choices, seats, registry), registry, seed), registry)
    for seat in seats.people:
        if seat not in range(game.players):
            raise Failure(f"there is no seat {seat}; the seats are 0 to {game.players - 1}", ExitCode.USAGE)
    computers = game.players - len(seats.people)
    if len(wanted) not in {0, 1, computers} or (wanted and not computers):
        times = "once" if len(wanted) == 1 else f"{len(wanted)} times"
        fit = "is 1 computer seat" if computers == 1 else f"are {computers} computer seats"
        raise Failure(
            f"--ai is given {times}, but there {fit}; give it once for all of them or once for each", ExitCode.USAGE
        )
    with as_usage():
        default = [] if wanted else [_default_strategy(registry)]
    each = iter(wanted if len(wanted) == computers else (wanted or default) * computers)
    return TableRequest(game, tuple(_seated(game, seats.people, each, seed)), seed, record, seats.watch)


def _default_strategy(registry: Registry) -> tuple[StrategySpec, dict[str, ParameterValue]]:
    usual = usual_opponent(registry.strategies)
    return (usual, {}) if usual is not None else parse_strategy("normal", registry)


def _with_players(choices: GameChoices, seats: SeatChoices, registry: Registry) -> GameChoices:
    """Let the number of strategies or people decide how many play, if the user did not."""
    if choices.players is not None:
        return choices
    # A single --ai is for all computer seats, however many there are.
    needed = len(seats.people) + len(seats.ai) if len(seats.ai) > 1 else max((*seats.people, 0)) + 1
    with as_usage():
        usual = registry.variant(choices.variant).default_players
    players = needed if len(seats.ai) > 1 else max(needed, usual)
    return replace(choices, players=players)


def _drawn(choices: GameChoices, registry: Registry, seed: int) -> GameChoices:
    """Let the seed decide which variant is played, if the one asked for is drawn by chance."""
    family = registry.variants.get(choices.variant)
    if family is None or family.draw is None:
        return choices
    return replace(choices, variant=f"{family.name}-{seed}")


def _seated(
    game: Game, people: Sequence[int], strategies: Iterator[tuple[StrategySpec, dict[str, ParameterValue]]], seed: int
) -> Iterator[Seat]:
    names = seat_names([seat in people for seat in range(game.players)])
    for seat, name in enumerate(names):
        if seat in people:
            yield Seat(name)
            continue
        spec, parameters = next(strategies)
        yield Seat(name, _make(spec, parameters, seed, seat), spec.name, parameters, spec.sees_all)


def _make(spec: StrategySpec, parameters: dict[str, ParameterValue], seed: int, seat: int) -> Strategy:
    """Make a strategy; what it raises itself is its own fault and no wrong usage."""
    with as_usage():
        try:
            with _muffled(f"the strategy {spec.name}"):
                return spec.make(strategy_rng(seed, seat), parameters)
        except CrazyEightsError:
            raise
        except Exception as error:
            what = f"the strategy {spec.name} can't be used: {describe_error(error)}"
            raise Failure(f"{what}; {how_to_debug()}") from error


def number(option: str, text: str | None) -> int | None:
    """Read the number given to an option; None if none is given.

    Not left to typer, whose versions say in different ways, and at length, what is wrong with it.

    Raises:
        Failure: the text is not a whole number from 0 up.
    """
    if text is None:
        return None
    # Longer ones are a slip, and int() refuses those of thousands of digits.
    if not (text.isascii() and text.isdecimal() and len(text) <= 100):
        raise Failure(f"{option} takes a whole number, not {text!r}", ExitCode.USAGE)
    return int(text)


def with_match(settings: Sequence[str], target: str | None, rounds: str | None) -> list[str]:
    """Add `--target` and `--rounds`, which are short for options, to the options written as OPTION=VALUE.

    Raises:
        Failure: one of them is given in both ways.
    """
    short = {name: value for name, value in (("target", target), ("rounds", rounds)) if value is not None}
    for text in settings:
        name = text.partition("=")[0].strip().lower()
        if name in short:
            raise Failure(f"--{name} is the same as --set {name}=…; give one of them", ExitCode.USAGE)
    return [*settings, *(f"{name}={value}" for name, value in short.items())]


def parse_settings(texts: Sequence[str]) -> Mapping[str, OptionValue]:
    """Read options written as OPTION=VALUE; of one that is given several times the last counts.

    Raises:
        Failure: a text is not of that form.
        UnknownNameError, OptionError: there is no such option, or it can't have the value.
    """
    values: dict[str, OptionValue] = {}
    for text in texts:
        name, equals, value = text.partition("=")
        name = name.strip()
        option = name.lower().replace("-", "_")
        if not equals or not name or not value.strip():
            raise Failure(f"--set takes OPTION=VALUE, as in hand_size=7, not {text!r}", ExitCode.USAGE)
        # A name that is not known is complained of as it was written.
        values[option] = parse_option(option if option in OPTION_NAMES else name, value)
    return values


def parse_strategy(
    text: str, registry: Registry, option: str = "--ai"
) -> tuple[StrategySpec, dict[str, ParameterValue]]:
    """Read a strategy written as NAME, NAME:param=value,… or exec:COMMAND.

    Args:
        text: what was written.
        registry: which strategies there are.
        option: where it was written, for the message.

    Raises:
        Failure: the text is not of that form.
        UnknownNameError, OptionError: there is no such strategy, program or parameter, or it can't have the value.
    """
    if is_external(text):
        return external_spec(text), {}
    name, colon, rest = text.partition(":")
    spec = registry.strategy(name.strip())
    known = {parameter.name: parameter for parameter in spec.parameters}
    values: dict[str, ParameterValue] = {}
    for part in rest.split(",") if colon else ():
        key, equals, value = (piece.strip() for piece in part.partition("="))
        if not (key and equals and value):
            raise Failure(f"{option} takes NAME or NAME:param=value,param=value, not {text!r}", ExitCode.USAGE)
        # Read here, where its parameter's range is told before anything is dealt.
        values[key] = known[key].parse(value) if key in known else value
    return spec, values
