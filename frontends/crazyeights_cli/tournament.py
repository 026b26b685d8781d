"""What `tournament` does: from the command line to a tournament, and from what came out to what is printed."""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Final

import typer

from crazyeights.arena import (
    Plan,
    Report,
    ResultsFile,
    Tournament,
    check,
    contestants,
    make_report,
    make_runner,
    plugin_files,
    round_robin,
)
from crazyeights.arena.compiled import settle
from crazyeights.arena.plan import MAX_MOVES, TIME_LIMIT
from crazyeights.arena.play import Hall
from crazyeights.arena.tally import Tally
from crazyeights.errors import CrazyEightsError
from crazyeights.game import NUMBERS
from crazyeights.kernel import cache_note
from crazyeights.plugins import Registry
from crazyeights.strategy import ParameterValue
from crazyeights_cli.failures import ExitCode, Failure, as_usage, say
from crazyeights_cli.table import GameChoices, build_game, number, parse_strategy
from crazyeights_cli.tournament_files import Files
from crazyeights_cli.tournament_progress import interruptible, progress_bar

ROUNDS: Final = 1_000


@dataclass(frozen=True, slots=True)
class TournamentChoices:
    """What the user asked for, as written.

    Attributes:
        game: what is played.
        strategies: who takes part, each as NAME or NAME:param=value,….
        tables: who sits at each table, if the user says so.
        seed: what all chance follows from.
        rounds: how many rounds are played in all.
        until_sure: whether to stop as soon as it is sure who is stronger.
        jobs: how many processes play.
        cluster: the address of a dask scheduler.
        time_limit: how many seconds a strategy may take for a move.
        max_moves: after how many moves a round is stopped.
        engine: who plays: auto, python or kernel.
        results: the file that the results are added to.
        resume: whether to go on with what was played before.
        csv, json: whether that is printed instead of a table.
        plot: the picture to be drawn.
        allow_oracle: whether strategies may take part that see all hands.
        disabled: the names of plugins that are not used.
        third_party: whether plugins are used that others have installed.
    """

    game: GameChoices
    strategies: Sequence[str] = ()
    tables: Sequence[Sequence[str]] = ()
    seed: str | None = None
    rounds: str | None = None
    until_sure: bool = False
    jobs: str | None = None
    cluster: str | None = None
    time_limit: str | None = None
    max_moves: str | None = None
    engine: str = "auto"
    results: Path | None = None
    resume: bool = False
    csv: bool = False
    json: bool = False
    plot: Path | None = None
    allow_oracle: bool = False
    disabled: Sequence[str] = ()
    third_party: bool = True


def play_tournament(choices: TournamentChoices, registry: Registry) -> int:
    """Play a tournament, print what came out, and give the program's exit code.

    Raises:
        Failure: something that was asked for is wrong or not possible.
    """
    jobs = jobs_for(choices.jobs, choices.cluster)
    rounds = at_least_one("--rounds", choices.rounds)
    if rounds is None and not choices.until_sure:
        rounds = ROUNDS
    if choices.csv and choices.json:
        raise Failure("--csv and --json both print; take one of them", ExitCode.USAGE)
    if choices.plot is not None:
        from crazyeights.arena.plot import check_plot  # noqa: PLC0415

        with as_usage():
            check_plot(choices.plot)
    plan = make_plan(choices, registry)
    files = Files(plan, choices.results)
    if choices.resume:
        seed = files.kept_seed()
        plan = plan if choices.seed is not None or seed is None else replace(plan, seed=seed)
    with as_usage():
        plan, note = settle(plan, registry, rounds)
    hall = Hall(plan, registry)
    tally = Tally(plan, hall.side)
    tournament = Tournament(plan, hall, tally, rounds=rounds, until_sure=choices.until_sure)
    if choices.until_sure and not tally.duels:
        raise Failure("--until-sure takes two strategies to tell apart", ExitCode.USAGE)
    _tell_of_whole_deals(plan, rounds)
    tell_of_engine(plan, note)
    with ExitStack() as stack:
        file = files.open(plan, resume=choices.resume)
        if file is not None:
            stack.enter_context(file)
            if choices.resume:
                tournament.resume(file.read())
        stopped = False
        try:
            if not tournament.over:
                stopped = _play(tournament, plan, jobs, choices.cluster, file)
        except CrazyEightsError:
            # The workers are gone, say: what they had played by then is worth telling all the same.
            if tally.rounds:
                tournament.finish()
                _print(make_report(plan, tally), choices)
            raise
    tournament.finish()
    report = make_report(plan, tally)
    _print(report, choices)
    if choices.plot is not None:
        from crazyeights.arena.plot import draw  # noqa: PLC0415

        draw(report, choices.plot)
    if stopped:
        kept = "; the same command with --resume goes on" if file is not None else ""
        say(f"stopped after {report.rounds:,} rounds{kept}")
        return ExitCode.INTERRUPTED
    return ExitCode.DONE


def make_plan(choices: TournamentChoices, registry: Registry) -> Plan:
    """Make the plan of the tournament that the user asked for.

    Raises:
        Failure: a name, a parameter, an option or a number is wrong.
    """
    seed = number("--seed", choices.seed)
    seed = secrets.randbelow(NUMBERS) if seed is None else seed
    named = [_strategy(text, registry) for text in choices.strategies]
    tables = [[_strategy(text, registry) for text in table] for table in choices.tables]
    players = _players(choices, len(tables[0]) if tables else None, registry)
    game = build_game(drawn(replace(choices.game, players=players), registry, seed), registry)
    if tables:
        given = _unique([*named, *(one for table in tables for one in table)])
        taking_part = contestants(given)
        seats = tuple(tuple(given.index(one) for one in table) for table in tables)
        unseated = [one.name for at, one in enumerate(taking_part) if not any(at in table for table in seats)]
        if unseated:
            raise Failure(f"{unseated[0]} sits at no table; name it after --table too", ExitCode.USAGE)
    else:
        if len(named) < 2:
            raise Failure("a tournament takes two strategies or more, as in careful greedy", ExitCode.USAGE)
        taking_part = contestants(named)
        seats = round_robin(len(named), game.players, partners=game.options.partners)
    plan = Plan(
        taking_part,
        seats,
        variant=game.name,
        players=game.players,
        rules_added=game.rules_added,
        rules_removed=game.rules_removed,
        options=tuple(game.options_given.items()),
        roles=game.roles,
        seed=seed,
        reorder=not game.options.partners,
        time_limit=seconds("--time-limit", choices.time_limit, TIME_LIMIT),
        max_moves=at_least_one("--max-moves", choices.max_moves) or MAX_MOVES,
        plugins=plugin_files(registry),
        disabled=tuple(choices.disabled),
        third_party=choices.third_party,
        engine=choices.engine,
    )
    with as_usage():
        check(plan, registry, allow_oracle=choices.allow_oracle)
    return plan


def _play(tournament: Tournament, plan: Plan, jobs: int, cluster: str | None, file: ResultsFile | None) -> bool:
    """Play until it is over; says whether it was stopped by Ctrl-C before."""
    with interruptible() as pressed:
        runner = make_runner(plan, jobs=jobs, cluster=cluster)
        with progress_bar(tournament.progress) as tell:
            tournament.play(runner, file=file, stop=pressed, tell=tell)
        return not tournament.over


def _print(report: Report, choices: TournamentChoices) -> None:
    if report.unrated:
        say(report.unrated)
    if choices.json:
        typer.echo(report.as_json())
    elif choices.csv:
        typer.echo(report.as_csv(), nl=False)
    else:
        typer.echo(report.as_text())


def _tell_of_whole_deals(plan: Plan, rounds: int | None) -> None:
    if rounds is not None and rounds % plan.rounds_per_set:
        whole = plan.sets_for(rounds) * plan.rounds_per_set
        say(f"each deal is played {plan.rounds_per_set} times, once from each seat: {whole:,} rounds, not {rounds:,}")


def tell_of_engine(plan: Plan, note: str) -> None:
    """Say who plays, and if compiled code can't be kept.

    Args:
        plan: what is played, with its engine settled.
        note: what is to be said; "" for nothing.
    """
    if note:
        say(note)
    if plan.engine == "kernel":
        problem = cache_note()
        if problem:
            say(problem)


def _strategy(text: str, registry: Registry) -> tuple[str, dict[str, ParameterValue]]:
    with as_usage():
        spec, parameters = parse_strategy(text, registry, "a tournament")
    return spec.name, parameters


def _unique(given: Sequence[tuple[str, dict[str, ParameterValue]]]) -> list[tuple[str, dict[str, ParameterValue]]]:
    found: list[tuple[str, dict[str, ParameterValue]]] = []
    for one in given:
        if one not in found:
            found.append(one)
    return found


def _players(choices: TournamentChoices, at_table: int | None, registry: Registry) -> int:
    """Say how many sit at a table: as many as are named, as the user says, or as few as the variant allows."""
    asked = choices.game.players
    if at_table is not None:
        for table in choices.tables:
            if len(table) != at_table:
                raise Failure(
                    f"all tables have the same number of seats, not {at_table} and {len(table)}", ExitCode.USAGE
                )
        if asked is not None and asked != at_table:
            raise Failure(f"--players {asked} does not fit a table of {at_table}", ExitCode.USAGE)
        return at_table
    if asked is not None:
        return asked
    with as_usage():
        return registry.variant(choices.game.variant).default_players


def drawn(game: GameChoices, registry: Registry, seed: int) -> GameChoices:
    """Let the seed decide which variant is played, if the one asked for is drawn by chance."""
    family = registry.variants.get(game.variant)
    if family is None or family.draw is None:
        return game
    return replace(game, variant=f"{family.name}-{seed}")


def jobs_for(text: str | None, cluster: str | None) -> int:
    """Read how many processes play.

    Raises:
        Failure: it is no such number, or a cluster plays.
    """
    jobs = at_least_one("--jobs", text)
    if cluster is not None and jobs is not None:
        raise Failure("--jobs is for this machine, --cluster for others; take one of them", ExitCode.USAGE)
    return jobs or 1


def at_least_one(option: str, text: str | None) -> int | None:
    """Read the number given to an option; None if none is given.

    Raises:
        Failure: the text is not a whole number from 1 up.
    """
    value = number(option, text)
    if value == 0:
        raise Failure(f"{option} takes a whole number from 1, not 0", ExitCode.USAGE)
    return value


def seconds(option: str, text: str | None, default: float) -> float:
    """Read the seconds given to an option.

    Raises:
        Failure: the text is no number above 0.
    """
    if text is None:
        return default
    try:
        value = float(text) if text.isascii() and "_" not in text else 0.0
    except ValueError:
        value = 0.0
    if not 0 < value <= 86_400:
        raise Failure(f"{option} takes a number of seconds above 0, as in 2.5, not {text!r}", ExitCode.USAGE)
    return value
