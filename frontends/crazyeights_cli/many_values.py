"""An option that takes as many values as follow it, as in `--table careful greedy greedy`."""

from __future__ import annotations

from typing import Any, Final

from typer.core import TyperCommand

from crazyeights_cli.failures import ExitCode, Failure

_JOINT: Final = "\n"
TABLE: Final = "--table"


class TournamentCommand(TyperCommand):
    """Takes all that follows `--table`, up to the next option, as one value of it."""

    def parse_args(self, ctx: Any, args: list[str]) -> list[str]:  # noqa: ANN401
        """Join the strategies of each table before the line is read."""
        joined: list[str] = []
        waiting = list(args)
        while waiting:
            word = waiting.pop(0)
            joined.append(word)
            if word != TABLE:
                continue
            seats = []
            while waiting and not waiting[0].startswith("-"):
                seats.append(waiting.pop(0))
            if seats:
                joined.append(_JOINT.join(seats))
            elif not ctx.resilient_parsing:
                raise Failure(f"{TABLE} takes the strategies of a table, as in {TABLE} careful greedy", ExitCode.USAGE)
        return list(super().parse_args(ctx, joined))


def seats_of(table: str) -> list[str]:
    """Give the strategies of a table as `TournamentCommand` joined them."""
    return table.split(_JOINT)
