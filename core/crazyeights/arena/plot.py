"""Draws the result of a tournament as a picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

from crazyeights.arena.errors import ArenaError, MissingExtraError
from crazyeights.arena.intervals import LEVEL, Estimate
from crazyeights.arena.report import Report

SUFFIXES: Final = (".png", ".svg", ".pdf")
_COLOUR: Final = "#1f5f8b"
_LINE: Final = "#999999"


def check_plot(path: Path) -> None:
    """Check, before anything is played, that a picture can be drawn there.

    Raises:
        MissingExtraError: matplotlib is not installed.
        ArenaError: the file can't be such a picture.
    """
    try:
        import matplotlib.figure  # noqa: F401, PLC0415
    except ImportError as error:
        raise MissingExtraError("--plot", "matplotlib", "plots") from error
    if path.suffix.lower() not in SUFFIXES:
        raise ArenaError(f"a picture is a file whose name ends with .png, .svg or .pdf, not {path.name}")
    if not path.absolute().parent.is_dir():
        raise ArenaError(f"there is no folder {path.parent} for the picture")


def draw(report: Report, path: Path) -> None:
    """Draw win rates, and ratings if there are any, each with its interval.

    Args:
        report: what came out.
        path: the file to be written.

    Raises:
        OSError: it can't be written.
    """
    from matplotlib.figure import Figure  # noqa: PLC0415

    ranked = sorted(report.standings, key=lambda one: one.win_rate.value)
    ratings = [one.rating for one in ranked if one.rating is not None]
    rated = len(ratings) == len(ranked)
    figure = Figure(figsize=(9 if rated else 6, 1.6 + 0.45 * len(ranked)), layout="constrained")
    axes: Any = figure.subplots(1, 2 if rated else 1, sharey=True, squeeze=False)[0]
    names = [_shown(one.name) for one in ranked]
    _bars(axes[0], names, [one.win_rate for one in ranked], 100.0)
    axes[0].axvline(100 * report.equal_share, color=_LINE, linestyle="--", linewidth=1, zorder=0)
    axes[0].set_xlabel("win rate, %")
    if rated:
        _bars(axes[1], names, ratings, 1.0)
        axes[1].set_xlabel("rating")
    figure.suptitle(f"{report.rounds:,} rounds, {report.deals:,} deals, {LEVEL:.0%} intervals", fontsize=10)
    figure.savefig(path, dpi=150)


def _bars(axis: Any, names: list[str], estimates: list[Estimate], scale: float) -> None:  # noqa: ANN401
    for at, estimate in enumerate(estimates):
        if estimate.low is not None and estimate.high is not None:
            axis.plot([scale * estimate.low, scale * estimate.high], [at, at], color=_COLOUR, linewidth=2)
        axis.plot([scale * estimate.value], [at], "o", color=_COLOUR)
    axis.set_yticks(range(len(names)), names)
    axis.set_ylim(-0.6, len(names) - 0.4)
    axis.grid(axis="x", alpha=0.3)


def _shown(name: str) -> str:
    """Give a name as it is written: matplotlib would read mathematics between dollar signs."""
    return name.replace("$", r"\$")
