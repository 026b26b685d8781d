"""`make peers`: many rounds in the engine and in OpenSpiel, compared at every step; docs/peers.md explains."""

from __future__ import annotations

import argparse
import importlib.metadata
import importlib.util
import platform
import sys
import time
from datetime import date
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from peers.in_step import DiffersError
from peers.openspiel import HOW_TO_INSTALL
from peers.policies import POLICIES
from peers.rounds import SETTINGS, Tally

EVERY = 3 * len(SETTINGS) * len(POLICIES)


def main() -> None:
    """Play as many rounds as the command line says, or three of each setting and policy."""
    parser = argparse.ArgumentParser(prog="make peers", description="Compare the engine with OpenSpiel, move by move.")
    parser.add_argument("--rounds", type=int, default=EVERY, help=f"how many rounds (default: {EVERY})")
    parser.add_argument("--seed", default="peers", help="anything; other rounds for each")
    wanted = parser.parse_args()
    if importlib.util.find_spec("pyspiel") is None:
        sys.exit(HOW_TO_INSTALL)
    version = importlib.metadata.version("open-spiel")
    print(f"{date.today()}, Python {platform.python_version()}, {platform.machine()}, OpenSpiel {version}", flush=True)
    started = time.perf_counter()
    tally = Tally()
    try:
        tally.compare(wanted.rounds, wanted.seed, tell=progress)
    except DiffersError as error:
        sys.exit(f"After {tally.rounds:,} rounds without a difference (--seed {wanted.seed}):\n{error}")
    print("\n".join(report(tally)))
    print(f"{time.perf_counter() - started:.0f} s")


def progress(tally: Tally) -> None:
    """Say now and then how far it is."""
    if tally.rounds % 500 == 0:
        print(f"  {tally.rounds:,} rounds, {tally.moves:,} moves", flush=True)


def report(tally: Tally) -> list[str]:
    """Give the lines that say what was compared and what differs."""
    ends = ", ".join(f"{count:,} {reason}" for reason, count in tally.ends.most_common())
    return [
        f"{tally.rounds:,} rounds, {tally.moves:,} moves: at every one the same player to move, the same legal moves,",
        "the same hand, top card, suit, direction and cards left; at the end the same hands, winner and reason.",
        f"Ended by: {ends}",
        "Met on the way:",
        *(f"  {count:9,} × {what}" for what, count in sorted(tally.met.items(), key=lambda each: -each[1]) if count),
        "Known to differ, each time exactly as foreseen:",
        f"  {tally.points:9,} rounds in which OpenSpiel takes a card's number in the deck for its value;",
        f"  {tally.best:9,} of them in which therefore others have the fewest points",
        f"  {tally.sooner:9,} rounds that are over a pass sooner there, as a penalty took the last card",
    ]


if __name__ == "__main__":
    main()
