"""What `rules` prints, and how lists are laid out."""

from __future__ import annotations

import shutil
import textwrap
from collections.abc import Iterable
from typing import Final

from crazyeights.game import Game
from crazyeights.guide import guide, render
from crazyeights.plugins import Registry
from crazyeights.quiet import Muffled
from crazyeights.roles import ROLES
from crazyeights.rules import Variant

# Longer lines than this are hard to read, however wide the terminal is.
_WIDEST: Final = 100


def width() -> int:
    """Give the length of the lines to print."""
    return max(40, min(_WIDEST, shutil.get_terminal_size((80, 24)).columns - 1))


def explain_rules(game: Game) -> str:
    """Explain the rules of a game."""
    # The guide asks rules again what they declare; that one prints was told when the game was made.
    with Muffled():
        return render(guide(game), width())


def list_variants(registry: Registry) -> str:
    """List the variants, and the rules and roles that can be added to them."""
    variants = [(name, f"{variant.summary} {_players(variant)}") for name, variant in registry.variants.items()]
    rules = [(name, rule.summary) for name, rule in registry.rules.items()]
    roles = [(f"{role.start}CARDS", f"{role.summary[:1].upper()}{role.summary[1:]}.") for role in ROLES.values()]
    blocks = [
        block("Variants", variants),
        block("Rules that --rule adds and --no-rule leaves out", rules),
        block("Roles that --role gives, as in --role skip=J or --role draw:2=2,5", roles),
        wrapped(
            "crazyeights rules VARIANT explains one; --rule, --no-rule, --role, --set and --players count in it too."
        ),
    ]
    return "\n\n".join(blocks)


def _players(variant: Variant) -> str:
    low, high = variant.min_players, variant.max_players
    return f"{low} players." if low == high else f"{low} to {high} players."


def stopped(text: str) -> str:
    """Give a text as one line with a full stop."""
    text = " ".join(text.split())
    return text if text.endswith((".", "!", "?")) else f"{text}."


def block(title: str, rows: Iterable[tuple[str, str]]) -> str:
    """Lay out a title and, below it, names with their texts beside them."""
    given = list(rows) or [("none", "")]
    column = min(24, max(len(name) for name, _ in given)) + 4
    lines = [title]
    for name, text in given:
        start = f"  {name}".ljust(column)
        if len(start) > column:
            lines.append(start)
            start = " " * column
        lines.append(wrapped(text, start, " " * column) if text else start.rstrip())
    return "\n".join(lines)


def wrapped(text: str, first: str = "", rest: str = "") -> str:
    """Break a text into lines."""
    return textwrap.fill(
        " ".join(text.split()),
        width(),
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )
