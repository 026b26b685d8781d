"""What the lists of the start menu hold: a row is one control, or several beside one another. Pure."""

from __future__ import annotations

from typing import Final, TypeAlias

from crazyeights.options import OPTION_NAMES, option_summary, option_values, show_option
from crazyeights_arcade.controls import BUTTON, CHOICE, FIELD, PICK, PICK_HEAD, PICK_LEAD, SWITCH, Control
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.opening import HUMAN, Opening
from crazyeights_arcade.pictures import wrap
from crazyeights_arcade.theme import Type

Row: TypeAlias = "tuple[Control, ...]"

TABS: Final = (("table", "Table"), ("rules", "House rules"), ("options", "Options"))
_NOWHERE: Final = Rect(0, 0, 0, 0)
_MOST_LINES: Final = 3
_WIDE_RULE: Final = 19  # in units: from here on two rules have room beside one another


def variants(opening: Opening) -> list[Row]:
    """Give the variants, each with what it is."""
    return [
        (
            Control(
                f"variant:{name}",
                _NOWHERE,
                name,
                PICK,
                value=_players(variant.min_players, variant.max_players),
                hint=variant.summary,
                on=name == opening.variant,
            ),
        )
        for name, variant in opening.registry.variants.items()
    ]


def _players(low: int, high: int) -> str:
    return f"{low} players" if low == high else f"{low} to {high}"


def variant_height(opening: Opening, width: float, kind: Type) -> float:
    """Give the height of a row in the list of variants, so that the longest summary fits, or most of it."""
    every = opening.registry.variants.values()
    lines = max(len(wrap(variant.summary, kind.quiet, width - 1.8 * kind.unit)) for variant in every)
    return PICK_HEAD * kind.unit + min(lines, _MOST_LINES) * kind.quiet * PICK_LEAD + 0.5 * kind.unit


def table(opening: Opening) -> list[Row]:
    """Give who sits where, how long is played, and the seed."""
    made = [Control("players", _NOWHERE, "Players", CHOICE, value=str(opening.players))]
    for seat, who in enumerate(opening.sitters):
        value = "a person" if who == HUMAN else who
        made.append(Control(f"seat{seat}", _NOWHERE, opening.names[seat], CHOICE, value=value))
    made += [_option(opening, "target", "Match to"), _option(opening, "rounds", "Rounds")]
    made.append(Control("seed", _NOWHERE, "Seed", FIELD, value=opening.seed, hint="any; type digits"))
    return [(control,) for control in made]


def rules(opening: Opening, width: float, kind: Type) -> list[Row]:
    """Give the rules, two beside one another where there is room; those in force come first."""
    beside = 2 if width >= 2 * _WIDE_RULE * kind.unit else 1
    found = opening.found.rules
    names = [*found, *(name for name in opening.registry.rules if name not in found)]
    made = [
        Control(f"rule:{name}", _NOWHERE, name, SWITCH, on=opening.is_on(name), marked=name in opening.changed)
        for name in names
        if name in opening.registry.rules
    ]
    return [tuple(made[at : at + beside]) for at in range(0, len(made), beside)]


def options(opening: Opening) -> list[Row]:
    """Give all options with their values, and a way back to those of the variant."""
    rows: list[Row] = [(_option(opening, name, name.replace("_", " ").capitalize(), 0.46),) for name in OPTION_NAMES]
    why = "" if opening.options or opening.changed else "Nothing was changed."
    return [*rows, (Control("reset", _NOWHERE, f"All as in {opening.variant}", BUTTON, why=why),)]


def _option(opening: Opening, name: str, label: str, split: float = 0.36) -> Control:
    shown = show_option(opening.option(name)).replace("_", " ")
    return Control(f"option:{name}", _NOWHERE, label, CHOICE, value=shown, split=split, marked=name in opening.options)


def explain(opening: Opening, name: str) -> str:
    """Say what a control of the lists is for; "" for others."""
    kind, _, rest = name.partition(":")
    match kind:
        case "variant":
            found = opening.found
            # Of a variant that is drawn by chance, what was drawn.
            drawn = rest == opening.variant and found.name != rest
            return f"{found.name.capitalize()}: {found.summary}" if drawn else ""
        case "rule":
            return opening.registry.rule(rest).summary
        case "option":
            summary = option_summary(rest)
            return f"{summary[:1].upper()}{summary[1:]}: {option_values(rest).replace('_', ' ')}."
        case "seed":
            return "The same seed deals the same cards again."
        case "players":
            found = opening.found
            many = _players(found.min_players, found.max_players).removesuffix(" players")
            return f"{found.name} is for {many} players."
        case _ if kind.startswith("seat"):
            seat = int(kind.removeprefix("seat"))
            if seat < opening.players and opening.seats[seat] != HUMAN:
                return opening.registry.strategy(opening.seats[seat]).summary
            return "A person plays here; several take turns at this window."
        case _:
            return ""
