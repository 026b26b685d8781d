"""The launcher: the command `crazyeights`."""

from __future__ import annotations

import sys

__all__ = ["main"]


def main() -> int:
    """Run the command line that the program was started with and give its exit code."""
    from crazyeights_cli.run import run  # noqa: PLC0415  (a Ctrl-C while importing is already handled there)

    return run(sys.argv[1:])
