"""Whether one strategy is stronger than another: a test that may be looked at as often as one likes.

What is tested is the difference between two win rates in each deal, a number from -1 to 1 that has the mean 0 for equal
strategies, because the seats are rotated. The test is a bet: whoever says that the mean is at most m is offered, deal
by deal, a bet that is fair if the mean is m and bad for us if it is less. The stake is mixed from many sizes. Capital
that began as 1 reaches c with a probability of at most 1/c then, ever, however long it goes on (Ville's inequality).
So with a capital of 40 in either direction the mean is not m, and this is wrong in at most 5 % of all tournaments:
no normal distribution is assumed, and stopping as soon as one is sure is allowed.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from fractions import Fraction
from typing import Final

ERROR: Final = 0.05
# Up to this difference between two win rates, two strategies are as good as equal.
MARGIN: Final = 0.02
# The stakes, as parts of the capital: small ones find small differences in many deals, great ones great ones in few.
STAKES: Final = tuple(0.95 * 0.66**step for step in range(20))
# More deals than these "about N more" is not said of.
MANY: Final = 1e9


class Answer(StrEnum):
    """What is known about two strategies."""

    YES = "yes"  # the first is stronger
    NO = "no"  # the second is stronger
    EQUAL = "equal"  # they are as good as equal
    UNKNOWN = "unknown"  # that can't be told yet


@dataclass(frozen=True, slots=True)
class Verdict:
    """What is known about two strategies.

    Attributes:
        answer: whether the first is stronger than the second.
        difference: by how much the first's win rate is the higher one, from -1 to 1; 0 if they never met.
        deals: in how many deals they met.
        more: how many more deals it takes to be sure, if these go on like those so far; 0 if it is sure, None if that
            can't be said.
    """

    answer: Answer
    difference: float
    deals: int
    more: int | None


class Duel:
    """The differences between the win rates of two strategies, deal by deal.

    They are counted by value, which is a whole number of equal parts of a round; so the order in which they come in
    can't change what follows from them, and a million deals take no more memory than a hundred.

    Args:
        error: the probability with which a verdict may be wrong.
        margin: up to which difference between the win rates two strategies are as good as equal.
    """

    def __init__(self, error: float = ERROR, margin: float = MARGIN) -> None:
        self._threshold = math.log(2 / error)
        self._margin = margin
        self._counts: Counter[tuple[int, int]] = Counter()
        self.deals = 0

    def add(self, difference: int, whole: int) -> None:
        """Add a deal.

        Args:
            difference: by how much more the first strategy won in it.
            whole: the most that the difference could be.
        """
        self._counts[difference, whole] += 1
        self.deals += 1

    @property
    def difference(self) -> float:
        """The mean difference; 0 without deals."""
        total = sum(Fraction(value, whole) * count for (value, whole), count in self._counts.items())
        return float(total / self.deals) if self.deals else 0.0

    def answer(self) -> Answer:
        """Say what is known by now."""
        return self._answer(self._values(), 1.0)

    def verdict(self) -> Verdict:
        """Say what is known by now, and how many more deals it takes if it is not enough."""
        answer = self.answer()
        more: int | None = 0
        if answer is Answer.UNKNOWN:
            more = self._more()
        return Verdict(answer, self.difference, self.deals, more)

    def interval(self) -> tuple[float, float]:
        """Give the ends of the interval that covers the true difference at all times, but for the error probability."""
        values = self._values()
        if not values:
            return (-1.0, 1.0)
        mirrored = _mirrored(values)
        low = _last(lambda mean: self._more_than(values, mean, 1.0))
        high = 1.0 - _last(lambda mean: self._more_than(mirrored, mean, 1.0))
        return (2 * low - 1, 2 * high - 1)

    def _values(self) -> list[tuple[float, int]]:
        """Give each value, brought to the range from 0 to 1, and how often it came."""
        return sorted(((1 + value / whole) / 2, count) for (value, whole), count in self._counts.items())

    def _answer(self, values: list[tuple[float, int]], scale: float) -> Answer:
        mirrored = _mirrored(values)
        if self._more_than(values, 0.5, scale):
            return Answer.YES
        if self._more_than(mirrored, 0.5, scale):
            return Answer.NO
        least = 0.5 - self._margin / 2
        if self._more_than(values, least, scale) and self._more_than(mirrored, least, scale):
            return Answer.EQUAL
        return Answer.UNKNOWN

    def _more_than(self, values: list[tuple[float, int]], mean: float, scale: float) -> bool:
        """Say whether it is sure that the true mean is more than `mean`.

        Args:
            values: what was seen, from 0 to 1, and how often.
            mean: what somebody says the mean is at most.
            scale: how many times as often it shall have been seen.
        """
        capitals = []
        for stake in STAKES:
            log = sum(count * math.log1p(stake * (value / mean - 1)) for value, count in values)
            capitals.append(scale * log)
        best = max(capitals)
        mixed = best + math.log(sum(math.exp(log - best) for log in capitals) / len(STAKES))
        return mixed >= self._threshold

    def _more(self) -> int | None:
        values = self._values()
        if not values:
            return None

        def sure(scale: float) -> bool:
            return self._answer(values, scale) is not Answer.UNKNOWN

        low, high = 1.0, 2.0
        while not sure(high):
            low, high = high, high * 2
            if high * self.deals > MANY:
                return None
        while high - low > low / 64:
            middle = (low + high) / 2
            low, high = (low, middle) if sure(middle) else (middle, high)
        return max(1, math.ceil((high - 1) * self.deals))


def _mirrored(values: list[tuple[float, int]]) -> list[tuple[float, int]]:
    return [(1 - value, count) for value, count in values]


def _last(surely_more: Callable[[float], bool]) -> float:
    """Find the largest number from 0 to 1 of which it is sure that the mean is more."""
    low, high = 0.0, 1.0
    for _ in range(30):
        middle = (low + high) / 2
        low, high = (middle, high) if surely_more(middle) else (low, middle)
    return low
