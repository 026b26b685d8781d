"""Ratings: how strong each strategy is on one scale, after Bradley and Terry, in the numbers of Elo.

In a round the winner has beaten each of the others at the table. The model says with which odds one beats another:
10 to the power of the difference of their ratings divided by 400. choix finds the ratings under which the results are
likeliest. How far they may be off is computed from how much the deals differ among themselves, since the rounds of a
deal are not independent.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from crazyeights.arena.errors import MissingExtraError
from crazyeights.arena.intervals import IMAGINED, LEVEL, Estimate, t_quantile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

AVERAGE: Final = 1500.0
_SCALE: Final = 400 / math.log(10)
_ROUNDS: Final = 10_000

#: Who beat whom.
Pair = tuple[int, int]


class Encounters:
    """Running sums of who beat whom, in whole numbers.

    Attributes:
        deals: how many deals there were.
        beaten: how often each strategy beat each other one.
        products: for two pairs, the sum over the deals of the product of what `beaten` got.
        deals_of: in how many deals each two met; the lower number first.
    """

    def __init__(self) -> None:
        self.deals = 0
        self.beaten: Counter[Pair] = Counter()
        self.products: Counter[tuple[Pair, Pair]] = Counter()
        self.deals_of: Counter[Pair] = Counter()

    def add(self, beaten: Mapping[Pair, int]) -> None:
        """Add a deal: how often each strategy beat each other one in it."""
        self.deals += 1
        products = self.products
        for pair, count in beaten.items():
            self.beaten[pair] += count
            for other, more in beaten.items():
                products[pair, other] += count * more
        for first, second in {(min(pair), max(pair)) for pair in beaten}:
            self.deals_of[first, second] += 1


def require_choix() -> None:
    """Check that ratings can be computed.

    Raises:
        MissingExtraError: choix is not installed.
    """
    try:
        import choix  # noqa: F401, PLC0415
    except ImportError as error:
        raise MissingExtraError("the rating table", "choix", "arena") from error


def rate(encounters: Encounters, count: int, level: float = LEVEL, imagined: int = IMAGINED) -> list[Estimate] | None:
    """Give the rating of each strategy; their mean is `AVERAGE`.

    Args:
        encounters: who beat whom.
        count: how many strategies there are.
        level: the confidence of the intervals.
        imagined: so many deals that one wins and as many that the other wins are added for each two that met, so that
            nobody's rating is infinite; as for the intervals of win rates.

    Returns:
        None if there are none: some strategies never met, not even by way of others, or no ratings fit the results.

    Raises:
        MissingExtraError: choix is not installed.
    """
    require_choix()
    import choix  # noqa: PLC0415
    import numpy as np  # noqa: PLC0415

    if count < 2 or not _connected(encounters, count):
        return None
    pairs = [(one, two) for one in range(count) for two in range(count) if one != two]
    place = {pair: at for at, pair in enumerate(pairs)}
    wins = np.zeros((count, count))
    for (winner, loser), number in encounters.beaten.items():
        wins[winner, loser] = number
    products = np.zeros((len(pairs), len(pairs)))
    for (pair, other), number in encounters.products.items():
        products[place[pair], place[other]] = number
    deals: float = encounters.deals
    if imagined:
        for (one, two), met in encounters.deals_of.items():
            size = (encounters.beaten[one, two] + encounters.beaten[two, one]) / met
            for pair in ((one, two), (two, one)):
                wins[pair] += imagined * size
                products[place[pair], place[pair]] += imagined * size * size
        deals += 2 * imagined
    # What counts are the proportions; whole rounds are easier for an iteration than millions of parts of a round.
    try:
        strengths = choix.ilsr_pairwise_dense(wins / wins.max(), max_iter=_ROUNDS)
    except RuntimeError:  # it did not converge
        return None
    errors = _errors(wins, products, pairs, strengths, deals)
    width = t_quantile(0.5 + level / 2, max(1, int(deals) - 1))
    centred = strengths - strengths.mean()
    return [_on_the_scale(float(value), width * float(error)) for value, error in zip(centred, errors, strict=True)]


def _on_the_scale(strength: float, width: float) -> Estimate:
    middle = AVERAGE + _SCALE * strength
    return Estimate(middle, middle - _SCALE * width, middle + _SCALE * width)


def _errors(
    wins: NDArray[np.float64],
    products: NDArray[np.float64],
    pairs: Sequence[Pair],
    strengths: NDArray[np.float64],
    deals: float,
) -> Any:  # noqa: ANN401
    """Give the standard error of each strength, measured from their mean.

    The sandwich of the information (how sharply the likelihood is peaked) around the products of the deals' scores.
    """
    import numpy as np  # noqa: PLC0415

    count = len(wins)
    chance = 1 / (1 + np.exp(strengths[None, :] - strengths[:, None]))  # that the row beats the column
    weights = (wins + wins.T) * chance * chance.T
    information = np.diag(weights.sum(axis=1)) - weights
    # What one more win of a pair adds to each strategy's score in a deal.
    scores = np.zeros((count, len(pairs)))
    for at, (winner, loser) in enumerate(pairs):
        scores[winner, at] += chance[loser, winner]
        scores[loser, at] -= chance[loser, winner]
    spread = scores @ products @ scores.T * deals / max(1.0, deals - 1)
    inverse = np.linalg.pinv(information, hermitian=True)
    return np.sqrt(np.maximum(0.0, np.diag(inverse @ spread @ inverse)))


def _connected(encounters: Encounters, count: int) -> bool:
    """Say whether everybody can be compared with everybody, by way of others if need be."""
    near: dict[int, set[int]] = {one: set() for one in range(count)}
    for one, two in encounters.deals_of:
        near[one].add(two)
        near[two].add(one)
    reached, waiting = {0}, [0]
    while waiting:
        new = near[waiting.pop()] - reached
        reached |= new
        waiting += new
    return len(reached) == count
