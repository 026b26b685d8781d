"""Measuring side by side: the things to compare run in turn in one process, and the medians are compared.

A machine's speed changes from minute to minute, so only ratios within one run say something.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True)
class Timing:
    """Seconds of CPU time for `count` things, the median over the repeats."""

    seconds: float
    count: int

    @property
    def nanoseconds(self) -> float:
        """Nanoseconds for one thing."""
        return self.seconds / self.count * 1e9

    @property
    def per_second(self) -> float:
        """Things in a second."""
        return self.count / self.seconds


def side_by_side(works: Mapping[str, Callable[[], int]], repeats: int = 5) -> dict[str, Timing]:
    """Run each work in turn, `repeats` times over; a work returns how many things it did."""
    times: dict[str, list[tuple[float, int]]] = {name: [] for name in works}
    for _ in range(repeats):
        for name, work in works.items():
            start = time.process_time()
            count = work()
            times[name].append((time.process_time() - start, count))
    result = {}
    for name, measured in times.items():
        rate = statistics.median(seconds / count for seconds, count in measured)
        count = measured[0][1]
        result[name] = Timing(rate * count, count)
    return result


def goal(text: str, value: float, limit: float, *, at_most: bool = True, unit: str = "") -> str:
    """Write one line that sets a figure against its goal."""
    met = value <= limit if at_most else value >= limit
    sign = "≤" if at_most else "≥"
    return f"  {'reached' if met else 'MISSED ':7}  {text}: {value:,.2f}{unit} (goal {sign} {limit:g}{unit})"
