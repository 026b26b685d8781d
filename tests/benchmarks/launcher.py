"""The launcher: `crazyeights --help` beside a bare import of typer, whole processes."""

from __future__ import annotations

import statistics
import subprocess
import sys
import time
from pathlib import Path

from benchmarks.timing import goal

REPEATS = 11


def _once(command: list[str]) -> float:
    start = time.perf_counter()
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - start


def main() -> list[str]:
    """Measure, and give the lines of the report."""
    program = Path(sys.executable).with_name("crazyeights")
    commands = {
        "import typer": [sys.executable, "-c", "import typer"],
        "crazyeights --help": [str(program), "--help"],
    }
    times: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(REPEATS):
        for name, command in commands.items():
            times[name].append(_once(command))
    medians = {name: statistics.median(values) for name, values in times.items()}
    lines = ["Starting (whole processes)"]
    lines += [f"  {name:20} {seconds * 1000:6.0f} ms" for name, seconds in medians.items()]
    lines.append(
        goal("--help against import typer", medians["crazyeights --help"] / medians["import typer"], 3, unit="×")
    )
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
