"""The options that several commands share."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from crazyeights_cli import complete

VariantOption = Annotated[
    str | None,
    typer.Option(
        "--variant",
        metavar="NAME",
        help="The game to play; if left out, that of the settings, which is classic at first.",
        autocompletion=complete.variants,
        show_default=False,
    ),
]
RuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--rule", metavar="NAME", help="Add a special-card rule; may be repeated.", autocompletion=complete.rules
    ),
]
NoRuleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--no-rule",
        metavar="NAME",
        help="Leave out one of the variant's rules; may be repeated.",
        autocompletion=complete.rules,
    ),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set", metavar="OPTION=VALUE", help="Set an option; may be repeated.", autocompletion=complete.settings
    ),
]
RoleOption = Annotated[
    list[str] | None,
    typer.Option(
        "--role",
        metavar="ROLE=CARD,...",
        help="Put cards in a role, as in skip=J or draw:2=2,5; may be repeated.",
        autocompletion=complete.roles,
    ),
]
TargetOption = Annotated[
    str | None,
    typer.Option(
        "--target",
        metavar="SCORE",
        help="Play a match to this score; none: a match without end.",
        show_default=False,
    ),
]
RoundsOption = Annotated[
    str | None,
    typer.Option("--rounds", metavar="NUMBER", help="Play a match of so many rounds.", show_default=False),
]
PlayersOption = Annotated[
    str | None,
    typer.Option(
        "--players", metavar="NUMBER", help="How many play, people and computers together.", show_default=False
    ),
]
PluginOption = Annotated[
    list[Path] | None,
    typer.Option("--plugin", metavar="FILE", help="Use the plugin in a Python file; may be repeated."),
]
DisableOption = Annotated[
    list[str] | None,
    typer.Option(
        "--disable", metavar="NAME", help="Leave out a plugin; may be repeated.", autocompletion=complete.plugins
    ),
]
NoThirdPartyOption = Annotated[
    bool,
    typer.Option("--no-third-party", help="Use no plugins but the game's own and those of --plugin."),
]
