"""Confidence intervals for shares and means of rounds that hang together by the deal.

The rounds of one deal are no independent trials: the same cards were dealt in all of them. So a deal is what counts as
one observation, and the intervals are those of a ratio of sums over deals. Only sums are kept, so they take no more
memory for a million rounds than for ten; and the sums are whole numbers, so their order can't change the result.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist
from typing import Final

LEVEL: Final = 0.95
# So many deals that were all won and as many that were all lost are added before an interval is computed, as in the
# interval of Agresti and Coull: without them ten wins in ten deals would be a win rate of 100 %, give or take nothing.
IMAGINED: Final = 1


@dataclass(frozen=True, slots=True)
class Estimate:
    """A figure and the interval that covers the true one with the confidence `LEVEL`.

    Attributes:
        value: the figure.
        low, high: the ends of the interval; None where nothing can be said yet.
    """

    value: float
    low: float | None = None
    high: float | None = None


@dataclass(slots=True)
class Ratio:
    """Running sums of two whole numbers per deal, of which the quotient of the totals is to be estimated.

    Attributes:
        deals: how many deals there were.
        top, bottom: the totals.
        top2, cross, bottom2: the totals of the squares and of the product.
    """

    deals: int = 0
    top: int = 0
    bottom: int = 0
    top2: int = 0
    cross: int = 0
    bottom2: int = 0

    def add(self, top: int, bottom: int) -> None:
        """Add a deal.

        Args:
            top: what was won in it, say.
            bottom: the rounds that were played in it, say; a deal without any counts for nothing.
        """
        if not bottom:
            return
        self.deals += 1
        self.top += top
        self.bottom += bottom
        self.top2 += top * top
        self.cross += top * bottom
        self.bottom2 += bottom * bottom

    @property
    def value(self) -> float:
        """The quotient of the totals."""
        return self.top / self.bottom if self.bottom else math.nan

    def share(self, level: float = LEVEL) -> Estimate:
        """Estimate a share, which is from 0 to 1 in every deal."""
        if not self.bottom:
            return Estimate(math.nan, 0.0, 1.0)
        size = self.bottom / self.deals
        deals = self.deals + 2 * IMAGINED
        bottom = self.bottom + 2 * IMAGINED * size
        middle = (self.top + IMAGINED * size) / bottom
        squares = (
            (self.top2 + IMAGINED * size * size)
            - 2 * middle * (self.cross + IMAGINED * size * size)
            + middle * middle * (self.bottom2 + 2 * IMAGINED * size * size)
        )
        width = t_quantile(0.5 + level / 2, deals - 1) * _error(squares, deals, bottom)
        value = self.value
        return Estimate(value, max(0.0, min(value, middle - width)), min(1.0, max(value, middle + width)))

    def mean(self, level: float = LEVEL) -> Estimate:
        """Estimate a mean that may be anything."""
        value = self.value
        if self.deals < 2:
            return Estimate(value)
        squares = self.top2 - 2 * value * self.cross + value * value * self.bottom2
        width = t_quantile(0.5 + level / 2, self.deals - 1) * _error(squares, self.deals, self.bottom)
        return Estimate(value, value - width, value + width)


def _error(squares: float, deals: int, bottom: float) -> float:
    """Give the standard error of a ratio from the squares of what its deals deviate."""
    # What is left of a difference of great numbers can be a little below zero.
    return math.sqrt(max(0.0, squares) * deals / (deals - 1)) / bottom


def t_quantile(probability: float, freedom: int) -> float:
    """Give a quantile of Student's t distribution, good to about 1 in 10,000.

    Args:
        probability: from 0.5 to below 1.
        freedom: the degrees of freedom, at least 1.
    """
    if freedom == 1:
        return math.tan(math.pi * (probability - 0.5))
    if freedom == 2:
        return (2 * probability - 1) * math.sqrt(2 / (4 * probability * (1 - probability)))
    # Abramowitz and Stegun 26.7.5 to begin with, and Newton's method from there where that is not good enough.
    z = NormalDist().inv_cdf(probability)
    n = freedom
    t = (
        z
        + (z**3 + z) / (4 * n)
        + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
        + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
    )
    if n < 30:
        log_peak = math.lgamma((n + 1) / 2) - math.lgamma(n / 2) - math.log(n * math.pi) / 2
        for _ in range(4):
            density = math.exp(log_peak - (n + 1) / 2 * math.log1p(t * t / n))
            t += (probability - _t_distribution(t, n)) / density
    return t


def _t_distribution(t: float, freedom: int) -> float:
    """Give the probability that Student's t is at most `t`, by the finite sums for whole degrees of freedom."""
    angle = math.atan(t / math.sqrt(freedom))
    cosine2 = math.cos(angle) ** 2
    term, total = 1.0, 1.0
    for k in range(2 + freedom % 2, freedom - 1, 2):
        term *= cosine2 * (k - 1) / k
        total += term
    if freedom % 2:
        both = 2 / math.pi * (angle + math.sin(angle) * math.cos(angle) * (total if freedom > 1 else 0.0))
    else:
        both = math.sin(angle) * total
    return 0.5 + both / 2
