"""The command line: commands and their options. What a command needs is imported only when it runs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Final

import typer

from crazyeights_cli import arena_commands, complete
from crazyeights_cli.failures import PROGRAM
from crazyeights_cli.group import Launcher
from crazyeights_cli.options import (
    DisableOption,
    NoRuleOption,
    NoThirdPartyOption,
    PlayersOption,
    PluginOption,
    RoleOption,
    RoundsOption,
    RuleOption,
    SetOption,
    TargetOption,
    VariantOption,
)

app: Final = typer.Typer(
    cls=Launcher,
    help="Crazy Eights and its family of card games. Without a command, a game begins.",
    epilog=(
        "`crazyeights play --help` lists the options of a game.\n\n"
        "Exit codes: 0 done, 1 failed, 2 wrong usage, 3 input ended in mid-game, 4 no terminal or display, "
        "130 stopped by Ctrl-C."
    ),
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["--help", "-h"]},
)


def _version(wanted: bool) -> None:
    if wanted:
        from crazyeights import __version__  # noqa: PLC0415

        typer.echo(f"{PROGRAM} {__version__}")
        raise typer.Exit


@app.callback()
def launcher(
    version: Annotated[
        bool, typer.Option("--version", help="Show the version and exit.", callback=_version, is_eager=True)
    ] = False,
) -> None:
    """Take what stands before the command."""


@app.command()
def play(
    variant: VariantOption = None,
    players: PlayersOption = None,
    ai: Annotated[
        list[str] | None,
        typer.Option(
            "--ai",
            metavar="NAME[:PARAM=VALUE,...]",
            help=(
                "The computer's strategy: once for all computer seats, or once for each of them. exec:COMMAND lets a "
                "program of yours play."
            ),
            autocompletion=complete.strategies,
        ),
    ] = None,
    human: Annotated[
        list[str] | None,
        typer.Option(
            "--human", metavar="SEAT", help="Seat a person here, counted from 0; may be repeated. If left out: seat 0."
        ),
    ] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Let strategies play at all seats, and look on.")] = False,
    allow_oracle: Annotated[
        bool, typer.Option("--allow-oracle", help="Let a strategy play that sees all hands.")
    ] = False,
    rule: RuleOption = None,
    no_rule: NoRuleOption = None,
    role: RoleOption = None,
    set_: SetOption = None,
    target: TargetOption = None,
    rounds: RoundsOption = None,
    seed: Annotated[
        str | None,
        typer.Option(
            "--seed",
            metavar="NUMBER",
            help="Deal the same cards as before with this number.",
            show_default=False,
        ),
    ] = None,
    record: Annotated[
        Path | None,
        typer.Option("--record", metavar="FILE", help="Write a record of the game to a new file.", show_default=False),
    ] = None,
    log: Annotated[
        Path | None,
        typer.Option("--log", metavar="FILE", help="Add what happens, in words, to a file.", show_default=False),
    ] = None,
    frontend: Annotated[
        str | None,
        typer.Option(
            "--frontend",
            metavar="NAME",
            help="How the game is shown; if left out, the best that can run here.",
            autocompletion=complete.frontends,
            show_default=False,
        ),
    ] = None,
    plain: Annotated[
        bool,
        typer.Option("--plain", help="Plain lines without colours or line editing, for screen readers and scripts."),
    ] = False,
    ascii_: Annotated[bool, typer.Option("--ascii", help="Letters instead of suit signs, for simple fonts.")] = False,
    pace: Annotated[
        str | None,
        typer.Option(
            "--pace",
            metavar="SECONDS",
            help="How long the computer takes for a move, as in 0.4; if left out, as in the settings.",
            show_default=False,
        ),
    ] = None,
    resume: Annotated[
        bool, typer.Option("--resume", help="Go on with the round or match that was broken off last.")
    ] = False,
    plugin: PluginOption = None,
    disable: DisableOption = None,
    no_third_party: NoThirdPartyOption = False,
) -> int:
    """Play a game against the computer.

    `crazyeights` alone does the same.
    """
    from crazyeights_cli.launch import load_settings, play_table, with_log  # noqa: PLC0415
    from crazyeights_cli.plugged import load  # noqa: PLC0415
    from crazyeights_cli.table import (  # noqa: PLC0415
        DEFAULT_VARIANT,
        GameChoices,
        SeatChoices,
        build_table,
        number,
        with_match,
    )

    registry = load(plugin or (), disable or (), third_party=not no_third_party)
    settings = load_settings(pace)
    if resume:
        from crazyeights_cli.keeping import kept_table  # noqa: PLC0415

        options = {
            "--variant": variant,
            "--players": players,
            "--ai": ai,
            "--human": human,
            "--watch": watch,
            "--allow-oracle": allow_oracle,
            "--rule": rule,
            "--no-rule": no_rule,
            "--role": role,
            "--set": set_,
            "--target": target,
            "--rounds": rounds,
            "--seed": seed,
            "--record": record,
        }
        table = kept_table(registry, given=[name for name, value in options.items() if value])
    else:
        from crazyeights_cli.usual import fill_in  # noqa: PLC0415

        game = GameChoices(
            DEFAULT_VARIANT if variant is None else variant,
            rule or (),
            no_rule or (),
            with_match(set_ or (), target, rounds),
            number("--players", players),
            role or (),
        )
        people = [seat for text in human or () if (seat := number("--human", text)) is not None]
        game, seats = fill_in(game, SeatChoices(ai or (), people, watch, allow_oracle), variant, settings, registry)
        table = build_table(game, seats, registry, seed=number("--seed", seed), record=record)
    table = with_log(table, log, registry)
    # A frontend with a start menu of its own shows it unless the user has already said what to play.
    said = (variant, players, rule, no_rule, role, set_, target, rounds, ai, human, watch, seed, record, log, resume)
    switches = {"plain": plain, "ascii": ascii_, "asked": any(said)}
    return play_table(table, registry, settings, frontend, switches)


@app.command()
def rules(
    variant: Annotated[
        str | None, typer.Argument(metavar="[VARIANT]", show_default=False, autocompletion=complete.variants)
    ] = None,
    players: PlayersOption = None,
    rule: RuleOption = None,
    no_rule: NoRuleOption = None,
    role: RoleOption = None,
    set_: SetOption = None,
    target: TargetOption = None,
    rounds: RoundsOption = None,
    plugin: PluginOption = None,
    disable: DisableOption = None,
    no_third_party: NoThirdPartyOption = False,
) -> None:
    """Explain the rules of a variant, or list the variants.

    Rules and options that are added, left out or set count in the explanation.
    """
    from crazyeights_cli.listing import explain_rules, list_variants  # noqa: PLC0415
    from crazyeights_cli.plugged import load  # noqa: PLC0415
    from crazyeights_cli.table import GameChoices, build_game, number, with_match  # noqa: PLC0415

    registry = load(plugin or (), disable or (), third_party=not no_third_party)
    if variant is None and not (players or rule or no_rule or role or set_ or target or rounds):
        typer.echo(list_variants(registry))
        return
    set_ = with_match(set_ or (), target, rounds)
    many = number("--players", players)
    choices = GameChoices(variant or "classic", rule or (), no_rule or (), set_, many, role or ())
    typer.echo(explain_rules(build_game(choices, registry)))


@app.command()
def plugins(
    ctx: typer.Context,
    plugin: PluginOption = None,
    disable: DisableOption = None,
    no_third_party: NoThirdPartyOption = False,
    traceback: Annotated[
        bool, typer.Option("--traceback", help="Show where each plugin failed that is left out.")
    ] = False,
) -> None:
    """List what the plugins offer, from where, and why some are left out."""
    from crazyeights_cli.plugged import add_commands, load  # noqa: PLC0415
    from crazyeights_cli.pluginlist import list_plugins  # noqa: PLC0415

    registry = load(plugin or (), disable or (), third_party=not no_third_party)
    root: Any = ctx.find_root().command
    commands = add_commands(registry, tuple(root.commands))
    typer.echo(list_plugins(registry, commands, traceback=traceback))


arena_commands.add_to(app)


@app.command()
def replay(
    file: Annotated[Path, typer.Argument(metavar="FILE", show_default=False)],
    plugin: PluginOption = None,
    disable: DisableOption = None,
    no_third_party: NoThirdPartyOption = False,
) -> None:
    """Print a recorded game and check it against the rules."""
    from crazyeights_cli.plugged import load  # noqa: PLC0415
    from crazyeights_cli.replay import print_record  # noqa: PLC0415

    print_record(file, load(plugin or (), disable or (), third_party=not no_third_party))


@app.command()
def doctor(
    plugin: PluginOption = None,
    disable: DisableOption = None,
    no_third_party: NoThirdPartyOption = False,
) -> None:
    """Say what terminal, display and sound there are, and which frontend would be chosen."""
    from crazyeights_cli.doctor import examine  # noqa: PLC0415
    from crazyeights_cli.plugged import load  # noqa: PLC0415

    typer.echo(examine(load(plugin or (), disable or (), third_party=not no_third_party)))


@app.command()
def new(
    kind: Annotated[
        str,
        typer.Argument(
            metavar="KIND",
            help="rule, variant, strategy or frontend",
            show_default=False,
            autocompletion=complete.kinds,
        ),
    ],
    name: Annotated[str, typer.Argument(metavar="NAME", help="what it is called, as in draw-two", show_default=False)],
    single_file: Annotated[bool, typer.Option("--single-file", help="Write one file instead of a package.")] = False,
) -> None:
    """Begin a plugin of your own, with tests.

    It is written into the current folder; nothing that is there is ever overwritten.
    """
    from crazyeights_cli.new import write_plugin  # noqa: PLC0415
    from crazyeights_cli.plugged import load  # noqa: PLC0415

    typer.echo(write_plugin(kind, name, load(), single_file=single_file))
