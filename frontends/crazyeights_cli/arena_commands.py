"""The commands of the arena, `tournament` and `measure`, and their options."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crazyeights_cli import complete
from crazyeights_cli.many_values import TournamentCommand, seats_of
from crazyeights_cli.options import (
    DisableOption,
    NoRuleOption,
    NoThirdPartyOption,
    PlayersOption,
    PluginOption,
    RoleOption,
    RuleOption,
    SetOption,
)

# What is measured must not hang on somebody's settings, so there the variant is not looked up in them.
VariantOfTournament = Annotated[
    str,
    typer.Option("--variant", metavar="NAME", help="The game to play.", autocompletion=complete.variants),
]
SeedOfTournament = Annotated[
    str | None,
    typer.Option(
        "--seed", metavar="NUMBER", help="Play the same rounds as before with this number.", show_default=False
    ),
]
JobsOption = Annotated[
    str | None,
    typer.Option(
        "--jobs", metavar="NUMBER", help="How many processes play; the results don't change.", show_default=False
    ),
]
ClusterOption = Annotated[
    str | None,
    typer.Option(
        "--cluster",
        metavar="ADDRESS",
        help="Play on the workers of the dask scheduler there, as in tcp://10.0.0.1:8786.",
        show_default=False,
    ),
]
TimeLimitOption = Annotated[
    str | None,
    typer.Option(
        "--time-limit",
        metavar="SECONDS",
        help="How long a strategy may take for a move; 10 if left out.",
        show_default=False,
    ),
]
MaxMovesOption = Annotated[
    str | None,
    typer.Option(
        "--max-moves",
        metavar="NUMBER",
        help="Stop a round after so many moves, as drawn; 5000 if left out.",
        show_default=False,
    ),
]
EngineOption = Annotated[
    str,
    typer.Option(
        "--engine",
        metavar="NAME",
        help="Who plays: python, the compiled kernel, or auto for what is faster; the results don't change.",
        autocompletion=complete.engines,
    ),
]


def add_to(app: typer.Typer) -> None:
    """Add the commands to the launcher's application."""
    app.command(cls=TournamentCommand)(tournament)
    app.command()(measure)


def tournament(
    strategies: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="NAME[:PARAM=VALUE,...]",
            help="The strategies that play against each other.",
            show_default=False,
            autocompletion=complete.strategies,
        ),
    ] = None,
    table: Annotated[
        list[str] | None,
        typer.Option(
            "--table",
            metavar="NAME NAME ...",
            help="Who sits at a table, instead of everybody with everybody; may be repeated.",
            autocompletion=complete.strategies,
        ),
    ] = None,
    variant: VariantOfTournament = "classic",
    players: Annotated[
        str | None,
        typer.Option("--players", metavar="NUMBER", help="How many sit at a table.", show_default=False),
    ] = None,
    rule: RuleOption = None,
    no_rule: NoRuleOption = None,
    role: RoleOption = None,
    set_: SetOption = None,
    seed: SeedOfTournament = None,
    rounds: Annotated[
        str | None,
        typer.Option(
            "--rounds",
            metavar="NUMBER",
            help="How many rounds are played in all; if left out, 1000, or with --until-sure as many as it takes.",
            show_default=False,
        ),
    ] = None,
    until_sure: Annotated[
        bool,
        typer.Option(
            "--until-sure", help="Stop as soon as it is sure who is stronger; wrong in at most 5 of 100 tournaments."
        ),
    ] = False,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    time_limit: TimeLimitOption = None,
    max_moves: MaxMovesOption = None,
    engine: EngineOption = "auto",
    results: Annotated[
        Path | None,
        typer.Option(
            "--results",
            metavar="FILE",
            help="Add the result of each round to a file; if left out, to one in the data folder.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the same tournament where it was broken off.")
    ] = False,
    csv: Annotated[bool, typer.Option("--csv", help="Print comma-separated values.")] = False,
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plot: Annotated[
        Path | None,
        typer.Option("--plot", metavar="FILE.png", help="Draw win rates and ratings as a picture.", show_default=False),
    ] = None,
    allow_oracle: Annotated[
        bool, typer.Option("--allow-oracle", help="Let strategies take part that see all hands.")
    ] = False,
    plugin: PluginOption = None,
    disable: DisableOption = None,
    no_third_party: NoThirdPartyOption = False,
) -> int:
    """Let strategies play against each other, and tell how strong they are.

    Each deal is played once from each seat, so that luck cancels out.
    """
    from crazyeights_cli.plugged import load  # noqa: PLC0415
    from crazyeights_cli.table import GameChoices, number  # noqa: PLC0415
    from crazyeights_cli.tournament import TournamentChoices, play_tournament  # noqa: PLC0415

    registry = load(plugin or (), disable or (), third_party=not no_third_party)
    many = number("--players", players)
    choices = TournamentChoices(
        game=GameChoices(variant, rule or (), no_rule or (), set_ or (), many, role or ()),
        strategies=strategies or (),
        tables=[seats_of(one) for one in table or ()],
        seed=seed,
        rounds=rounds,
        until_sure=until_sure,
        jobs=jobs,
        cluster=cluster,
        time_limit=time_limit,
        max_moves=max_moves,
        engine=engine,
        results=results,
        resume=resume,
        csv=csv,
        json=json,
        plot=plot,
        allow_oracle=allow_oracle,
        disabled=disable or (),
        third_party=not no_third_party,
    )
    return play_tournament(choices, registry)


def measure(
    variant: Annotated[str, typer.Argument(metavar="VARIANT", show_default=False, autocompletion=complete.variants)],
    with_: Annotated[
        list[str] | None,
        typer.Option(
            "--with",
            metavar="RULE",
            help="Measure it with this rule added as well; may be repeated.",
            autocompletion=complete.rules,
        ),
    ] = None,
    players: PlayersOption = None,
    rule: RuleOption = None,
    no_rule: NoRuleOption = None,
    role: RoleOption = None,
    set_: SetOption = None,
    by: Annotated[
        str | None,
        typer.Option(
            "--by",
            metavar="NAME[:PARAM=VALUE,...]",
            help="The strategy that plays at all seats; greedy if left out.",
            show_default=False,
            autocompletion=complete.strategies,
        ),
    ] = None,
    skill: Annotated[
        str | None,
        typer.Option(
            "--skill",
            metavar="NAME[:PARAM=VALUE,...]",
            help="The strategy whose win rate against it is the measure of skill; search if left out.",
            show_default=False,
            autocompletion=complete.strategies,
        ),
    ] = None,
    rounds: Annotated[
        str | None,
        typer.Option(
            "--rounds",
            metavar="NUMBER",
            help="How many rounds are played, and again without each rule; 10000 if left out.",
            show_default=False,
        ),
    ] = None,
    skill_rounds: Annotated[
        str | None,
        typer.Option(
            "--skill-rounds",
            metavar="NUMBER",
            help="How many rounds are played to measure skill; 300 if left out, 0 for none.",
            show_default=False,
        ),
    ] = None,
    seed: SeedOfTournament = None,
    jobs: JobsOption = None,
    cluster: ClusterOption = None,
    time_limit: TimeLimitOption = None,
    max_moves: MaxMovesOption = None,
    engine: EngineOption = "auto",
    json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
    plugin: PluginOption = None,
    disable: DisableOption = None,
    no_third_party: NoThirdPartyOption = False,
) -> int:
    """Tell what the rules of a variant are like to play.

    How long its rounds are, how many are blocked, what the first seat is worth, how often each rule decides, and how
    much skill counts.
    """
    from crazyeights_cli.measure import MeasureChoices, measure_rules  # noqa: PLC0415
    from crazyeights_cli.plugged import load  # noqa: PLC0415
    from crazyeights_cli.table import GameChoices, number  # noqa: PLC0415

    registry = load(plugin or (), disable or (), third_party=not no_third_party)
    many = number("--players", players)
    choices = MeasureChoices(
        game=GameChoices(variant, rule or (), no_rule or (), set_ or (), many, role or ()),
        added=with_ or (),
        player=by,
        skilled=skill,
        rounds=rounds,
        skill_rounds=skill_rounds,
        seed=seed,
        jobs=jobs,
        cluster=cluster,
        time_limit=time_limit,
        max_moves=max_moves,
        engine=engine,
        json=json,
        disabled=disable or (),
        third_party=not no_third_party,
    )
    return measure_rules(choices, registry)
