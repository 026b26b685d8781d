"""What `measure` does and prints: what a set of rules is like, and what changes when rules are added."""

from __future__ import annotations

import json
import secrets
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import asdict, dataclass, replace
from typing import Final

import typer

from crazyeights.arena import Plan, check, contestants, make_runner, plugin_files
from crazyeights.arena.intervals import LEVEL, Estimate
from crazyeights.arena.measure import SKILLED, YARDSTICK, Character, Measurement, find_skilled
from crazyeights.arena.plan import MAX_MOVES, TIME_LIMIT, Contestant
from crazyeights.arena.tournament import Progress
from crazyeights.game import NUMBERS
from crazyeights.plugins import Registry
from crazyeights_cli.failures import ExitCode, as_usage, say
from crazyeights_cli.table import GameChoices, build_game, number, parse_strategy
from crazyeights_cli.tournament import at_least_one, drawn, jobs_for, seconds, tell_of_engine
from crazyeights_cli.tournament_progress import interruptible, progress_bar

ROUNDS: Final = 10_000
SKILL_ROUNDS: Final = 300
# Of the game as it is, and with the rules that are added.
_NAMES: Final = ("before", "after")


@dataclass(frozen=True, slots=True)
class MeasureChoices:
    """What the user asked for, as written.

    Attributes:
        game: what is measured.
        added: the rules that are added for the second measurement.
        player: the strategy that plays all seats.
        skilled: the strategy by which skill is measured; None for the strongest.
        rounds: how many rounds are played with the rules, and as many without each of them.
        skill_rounds: how many rounds are played to measure skill; 0 leaves it out.
        seed: what all chance follows from.
        jobs, cluster, time_limit, max_moves, engine: as for a tournament.
        json: whether JSON is printed instead of a table.
        disabled: the names of plugins that are not used.
        third_party: whether plugins are used that others have installed.
    """

    game: GameChoices
    added: Sequence[str] = ()
    player: str | None = None
    skilled: str | None = None
    rounds: str | None = None
    skill_rounds: str | None = None
    seed: str | None = None
    jobs: str | None = None
    cluster: str | None = None
    time_limit: str | None = None
    max_moves: str | None = None
    engine: str = "auto"
    json: bool = False
    disabled: Sequence[str] = ()
    third_party: bool = True


def measure_rules(choices: MeasureChoices, registry: Registry) -> int:
    """Measure what the user asked for, print what came out, and give the program's exit code.

    Raises:
        Failure: something that was asked for is wrong or not possible.
    """
    jobs = jobs_for(choices.jobs, choices.cluster)
    seed = number("--seed", choices.seed)
    seed = secrets.randbelow(NUMBERS) if seed is None else seed
    before = drawn(choices.game, registry, seed)
    games = [before]
    if choices.added:
        games.append(replace(before, rules=(*before.rules, *choices.added)))
    plans = [_plan(game, choices, registry, seed) for game in games]
    player = _contestant(choices.player or YARDSTICK, registry)
    skilled = _skilled(choices, registry, player)
    rounds = at_least_one("--rounds", choices.rounds) or ROUNDS
    skill_rounds = number("--skill-rounds", choices.skill_rounds)
    skill_rounds = SKILL_ROUNDS if skill_rounds is None else skill_rounds
    with interruptible() as pressed, ExitStack() as stack:
        with as_usage():
            measurements = [
                Measurement(
                    plan,
                    registry,
                    player,
                    skilled if skill_rounds else None,
                    rounds=rounds,
                    skill_rounds=skill_rounds,
                    runner=lambda part: make_runner(part, jobs=jobs, cluster=choices.cluster, registry=registry),
                    stop=pressed,
                )
                for plan in plans
            ]
        alike = len({one.note for one in measurements}) == 1
        for name, one in zip(_NAMES, measurements[:1] if alike else measurements, strict=False):
            tell_of_engine(one.plan, one.note if alike or not one.note else f"{name}: {one.note}")
        expected = sum(one.expected for one in measurements)
        tell = stack.enter_context(progress_bar(Progress(0, expected)))
        found, done = [], 0
        for measurement in measurements:
            begun = done

            def told(progress: Progress, begun: int = begun) -> None:
                tell(Progress(begun + progress.rounds, expected))

            measurement.tell = told
            found.append(measurement.run())
            done += measurement.expected
            if pressed():
                typer.echo("crazyeights: stopped before it was done, so there is nothing to tell", err=True)
                return ExitCode.INTERRUPTED
    typer.echo(as_json(found) if choices.json else as_text(found))
    return ExitCode.DONE


def as_json(found: Sequence[Character]) -> str:
    """Give measurements as JSON: what is measured, and what it is with the added rules, if there are any."""
    return json.dumps({name: asdict(one) for name, one in zip(_NAMES, found, strict=False)}, indent=2)


def as_text(found: Sequence[Character]) -> str:
    """Give measurements for people, side by side."""
    first = found[0]
    rows: list[tuple[str, list[str]]] = [
        ("moves a round", [_number(one.length) for one in found]),
        ("  a quarter, half, three quarters end by", [", ".join(map(str, one.quartiles)) for one in found]),
        ("blocked rounds", [_percent(one.blocked) for one in found]),
        ("drawn rounds", [_percent(one.drawn) for one in found]),
        ("stopped rounds", [_percent(one.stopped) for one in found]),
        ("first seat wins", [_percent(one.first) for one in found]),
        (f"  more than its share of {first.equal_share:.1%}", [_advantage(one) for one in found]),
        *_deciders(found),
    ]
    if first.skill is not None:
        label = f"skill: {first.skilled} against {first.unskilled}"
        rows.append((label, [_percent(one.skill) for one in found]))
    column = max(len(label) for label, _ in rows) + 2
    widths = [max(len(cells[at]) for _, cells in rows) for at in range(len(found))]
    lines = [
        label.ljust(column) + "  ".join(cell.ljust(width) for cell, width in zip(cells, widths, strict=True)).rstrip()
        for label, cells in rows
    ]
    both = [f"{name}: {one.title}" for name, one in zip(_NAMES, found, strict=False)]
    titles = [first.title] if len(found) == 1 else both
    return "\n".join(
        [
            *titles,
            f"{first.rounds:,} rounds, {first.unskilled} at every seat",
            "",
            *lines,
            "",
            f"[low, high] covers the true figure with {LEVEL:.0%} confidence. A rule decides a round if somebody else",
            "wins, or nobody, when the same deal is played without it.",
        ]
    )


def _deciders(found: Sequence[Character]) -> list[tuple[str, list[str]]]:
    """Give a row for each rule, those that decide most first."""
    shares: dict[str, list[str]] = {}
    order: dict[str, float] = {}
    for at, one in enumerate(found):
        for decider in one.deciders:
            cells = shares.setdefault(decider.rule, ["–"] * len(found))
            cells[at] = "can't be left out" if decider.share is None else _percent(decider.share)
            order[decider.rule] = max(order.get(decider.rule, 0.0), decider.share.value if decider.share else 0.0)
    ranked = sorted(shares, key=lambda rule: -order[rule])
    return [(f"decided by {rule}", shares[rule]) for rule in ranked]


def _number(estimate: Estimate) -> str:
    ends = "" if estimate.low is None else f" [{estimate.low:.1f}, {estimate.high:.1f}]"
    return f"{estimate.value:.1f}{ends}"


def _percent(estimate: Estimate | None) -> str:
    if estimate is None or estimate.low is None or estimate.high is None:
        return "–"
    return f"{estimate.value:.1%} [{estimate.low * 100:.1f}, {estimate.high * 100:.1f}]"


def _advantage(one: Character) -> str:
    return f"{(one.first.value - one.equal_share) * 100:+.1f} points"


def _plan(game: GameChoices, choices: MeasureChoices, registry: Registry, seed: int) -> Plan:
    made = build_game(game, registry)
    return Plan(
        (),
        (),
        variant=made.name,
        players=made.players,
        rules_added=made.rules_added,
        rules_removed=made.rules_removed,
        options=tuple(made.options_given.items()),
        roles=made.roles,
        seed=seed,
        time_limit=seconds("--time-limit", choices.time_limit, TIME_LIMIT),
        max_moves=at_least_one("--max-moves", choices.max_moves) or MAX_MOVES,
        plugins=plugin_files(registry),
        disabled=tuple(choices.disabled),
        third_party=choices.third_party,
        engine=choices.engine,
    )


def _contestant(text: str, registry: Registry) -> Contestant:
    with as_usage():
        spec, parameters = parse_strategy(text, registry, "a strategy")
        (one,) = contestants([(spec.name, parameters)])
        check(Plan((one,), ((0, 0),)), registry)
    return one


def _skilled(choices: MeasureChoices, registry: Registry, player: Contestant) -> Contestant | None:
    if choices.skilled is not None:
        return _contestant(choices.skilled, registry)
    skilled = find_skilled(registry, player.strategy)
    if skilled is None:
        say(f"there is no strategy besides {player.name}, so skill is not measured")
    elif skilled.strategy != SKILLED:
        say(f"there is no strategy {SKILLED}, so skill is measured by the strongest there is, {skilled.name}")
    return skilled
