"""The figures of the arena against published examples, independent computations, and simulation with fixed seeds."""

from __future__ import annotations

import math
import sys
from collections import Counter
from random import Random

import pytest

from crazyeights.arena.errors import MissingExtraError
from crazyeights.arena.intervals import Ratio, t_quantile
from crazyeights.arena.rating import AVERAGE, Encounters, rate
from crazyeights.arena.verdict import Answer, Duel

ELO = 400 / math.log(10)


def ratio_of(pairs: list[tuple[int, int]]) -> Ratio:
    ratio = Ratio()
    for top, bottom in pairs:
        ratio.add(top, bottom)
    return ratio


class TestIntervals:
    @pytest.mark.parametrize(
        ("freedom", "published"),
        [
            # The column for 95 %, two-sided, as it is printed at the end of any textbook.
            *((1, 12.706), (2, 4.303), (3, 3.182), (4, 2.776), (5, 2.571), (6, 2.447), (7, 2.365), (8, 2.306)),
            *((9, 2.262), (10, 2.228), (15, 2.131), (20, 2.086), (29, 2.045), (30, 2.042), (40, 2.021)),
            *((60, 2.000), (120, 1.980), (1_000_000, 1.960)),
        ],
    )
    def test_quantiles_of_t_are_those_of_the_tables(self, freedom: int, published: float) -> None:
        assert t_quantile(0.975, freedom) == pytest.approx(published, abs=6e-4)

    def test_a_ratio_over_clusters_is_as_published(self) -> None:
        """Scheaffer, Mendenhall and Ott, Elementary Survey Sampling: incomes of the residents of 25 city blocks.

        They give 8,801 dollars a head, s = 25,189, and, of 415 blocks in all, a bound of 1,617 dollars: two standard
        errors. That of an endless number of blocks is larger by the root of 1 / (1 - 25/415).
        """
        residents = [8, 12, 4, 5, 6, 6, 7, 5, 8, 3, 2, 6, 5, 10, 9, 3, 6, 5, 5, 4, 6, 8, 7, 3, 8]
        thousands = [
            96,
            121,
            42,
            65,
            52,
            40,
            75,
            65,
            45,
            50,
            85,
            43,
            54,
            49,
            53,
            50,
            32,
            22,
            45,
            37,
            51,
            30,
            39,
            47,
            41,
        ]
        income = [1000 * number for number in thousands]
        estimate = ratio_of(list(zip(income, residents, strict=True))).mean()
        assert estimate.low is not None
        assert estimate.value == pytest.approx(8801, abs=1)
        error = (estimate.value - estimate.low) / t_quantile(0.975, 24)
        assert 2 * error * math.sqrt(1 - 25 / 415) == pytest.approx(1617, abs=1)

    @pytest.mark.parametrize("chance", [0.5, 0.6, 0.9, 0.98])
    @pytest.mark.parametrize("deals", [8, 40, 300])
    @pytest.mark.parametrize("pairing", [-1, 0, 1])
    def test_a_share_is_covered_as_often_as_claimed(self, chance: float, deals: int, pairing: int) -> None:
        """Two rounds a deal that go against each other, that don't care, or that go the same way."""
        rng = Random(5)
        trials, covered = 600, 0
        for _ in range(trials):
            pairs = []
            for _ in range(deals):
                first = rng.random()
                second = {-1: 1 - first, 0: rng.random(), 1: first}[pairing]
                pairs.append(((first < chance) + (second < chance), 2))
            estimate = ratio_of(pairs).share()
            assert estimate.low is not None
            assert estimate.high is not None
            assert estimate.low <= estimate.value <= estimate.high
            covered += estimate.low <= chance <= estimate.high
        # Three standard errors of 600 trials below 95 %.
        assert covered / trials > 0.95 - 3 * math.sqrt(0.95 * 0.05 / trials)

    def test_pairing_makes_the_interval_narrower(self) -> None:
        even = ratio_of([(1, 2)] * 200).share()
        mixed = ratio_of([(2, 2), (0, 2)] * 100).share()
        assert even.low is not None
        assert mixed.low is not None
        assert even.value == mixed.value == 0.5
        assert 0.5 - even.low < (0.5 - mixed.low) / 4

    def test_all_won_is_not_certainty(self) -> None:
        estimate = ratio_of([(2, 2)] * 10).share()
        # The exact interval of Clopper and Pearson for ten of ten begins at 69 %.
        assert estimate.low is not None
        assert 0.6 < estimate.low < 0.85
        assert (estimate.value, estimate.high) == (1.0, 1.0)

    def test_without_deals_nothing_is_known(self) -> None:
        estimate = Ratio().share()
        assert math.isnan(estimate.value)
        assert (estimate.low, estimate.high) == (0.0, 1.0)
        assert ratio_of([(5, 1)]).mean().low is None


def duel_of(differences: list[int], **kwargs: float) -> Duel:
    duel = Duel(**kwargs)
    for difference in differences:
        duel.add(difference, 1)
    return duel


def called_wrongly(chances: dict[int, float], deals: int, error: float) -> float:
    """The exact probability that equal strategies are ever told apart, if it is looked after each deal.

    Args:
        chances: how likely each difference is; their mean is 0.
        deals: how many deals are played at most.
        error: what the verdict claims.
    """
    # What is known hangs on how often each difference came, not on the order: so the courses can be counted together.
    on_the_way = {(0,) * len(chances): 1.0}
    wrong = 0.0
    for _ in range(deals):
        following: dict[tuple[int, ...], float] = {}
        for counts, likely in on_the_way.items():
            for at, chance in enumerate(chances.values()):
                more = (*counts[:at], counts[at] + 1, *counts[at + 1 :])
                following[more] = following.get(more, 0.0) + likely * chance
        on_the_way = {}
        for counts, likely in following.items():
            course = [value for value, count in zip(chances, counts, strict=True) for _ in range(count)]
            if duel_of(course, error=error).answer() in {Answer.YES, Answer.NO}:
                wrong += likely
            else:
                on_the_way[counts] = likely
    return wrong


class TestVerdict:
    @pytest.mark.parametrize("error", [0.05, 0.25])
    @pytest.mark.parametrize(
        ("chances", "deals"),
        [
            ({-1: 0.5, 1: 0.5}, 80),
            ({-1: 0.25, 0: 0.5, 1: 0.25}, 25),
            ({-1: 0.05, 0: 0.9, 1: 0.05}, 25),
        ],
    )
    def test_equals_are_told_apart_no_more_often_than_stated(
        self, chances: dict[int, float], deals: int, error: float
    ) -> None:
        assert called_wrongly(chances, deals, error) <= error

    def test_and_not_so_rarely_that_it_would_be_blunt(self) -> None:
        assert called_wrongly({-1: 0.5, 1: 0.5}, 80, 0.25) > 0.04

    def test_the_error_rate_holds_in_simulated_tournaments(self) -> None:
        """300 tournaments between equals of 600 deals, stopped as soon as anything but equality is said."""
        rng = Random(11)
        wrong = 0
        for _ in range(300):
            duel = Duel(error=0.1)
            for deal in range(1, 600):
                duel.add((rng.random() < 0.5) + (rng.random() < 0.5) - 1, 1)
                if deal % 25 == 0 and duel.answer() in {Answer.YES, Answer.NO}:
                    wrong += 1
                    break
        assert wrong / 300 <= 0.1

    def test_the_interval_covers_at_all_times(self) -> None:
        rng = Random(3)
        missed = 0
        for _ in range(60):
            duel = Duel(error=0.2)
            for deal in range(1, 160):
                duel.add((rng.random() < 0.6) + (rng.random() < 0.6) - 1, 1)
                if deal % 40 == 0:
                    low, high = duel.interval()
                    if not low <= 0.2 <= high:
                        missed += 1
                        break
        assert missed / 60 <= 0.2

    @pytest.mark.parametrize(("chance", "answer"), [(0.6, Answer.YES), (0.4, Answer.NO), (0.5, Answer.EQUAL)])
    def test_the_truth_is_found_in_the_end(self, chance: float, answer: Answer) -> None:
        rng = Random(2)
        duel = Duel(margin=0.1)
        for _ in range(3000):
            duel.add((rng.random() < chance) + (rng.random() < chance) - 1, 1)
        assert duel.answer() is answer
        assert duel.verdict().more == 0

    def test_how_many_more_deals_is_about_right(self) -> None:
        """What is foretold after 100 deals is compared with how many it takes when the like of them go on."""
        course = [1, 0, 0, 1, -1, 0, 1, 0, -1, 0] * 10
        duel = duel_of(course)
        foretold = duel.verdict().more
        assert duel.answer() is Answer.UNKNOWN
        assert foretold is not None
        took = 0
        while duel.answer() is Answer.UNKNOWN:
            duel.add(course[took % 100], 1)
            took += 1
        assert took == pytest.approx(foretold, rel=0.2)

    def test_nothing_is_foretold_from_nothing(self) -> None:
        verdict = Duel().verdict()
        assert (verdict.answer, verdict.more, verdict.deals, verdict.difference) == (Answer.UNKNOWN, None, 0, 0.0)
        assert Duel().interval() == (-1.0, 1.0)

    def test_the_order_of_the_deals_does_not_matter(self) -> None:
        course = [1, 0, -1, 1, 1, 0, 0, 1] * 20
        shuffled = course[:]
        Random(1).shuffle(shuffled)
        assert duel_of(course).verdict() == duel_of(shuffled).verdict()
        assert duel_of(course).interval() == duel_of(shuffled).interval()

    def test_the_difference_is_in_parts_of_the_whole(self) -> None:
        duel = Duel()
        duel.add(3, 12)
        duel.add(-1, 2)
        assert duel.difference == pytest.approx(-0.125)


class TestRating:
    # Wins of each team (row) over each other one: baseball, American League East, 1987.
    TEAMS = ("Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore")
    WINS = (
        (0, 7, 9, 7, 7, 9, 11),
        (6, 0, 7, 5, 11, 9, 9),
        (4, 6, 0, 7, 7, 8, 12),
        (6, 8, 6, 0, 6, 7, 10),
        (6, 2, 6, 7, 0, 7, 12),
        (4, 4, 5, 6, 6, 0, 6),
        (2, 4, 1, 3, 1, 7, 0),
    )

    def test_strengths_are_as_published(self) -> None:
        """Agresti, Categorical Data Analysis, second edition, table 10.11: strengths over Baltimore's."""
        encounters = Encounters()
        for winner, row in enumerate(self.WINS):
            for loser, wins in enumerate(row):
                for _ in range(wins):
                    encounters.add({(winner, loser): 1})
        ratings = rate(encounters, 7, imagined=0)
        assert ratings is not None
        above = [(one.value - ratings[-1].value) / ELO for one in ratings]
        assert above == pytest.approx([1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0.0], abs=0.005)
        assert sum(one.value for one in ratings) / 7 == pytest.approx(AVERAGE)

    def test_two_are_rated_by_their_odds(self) -> None:
        """With two there is a formula: the log odds, and the error of a share by the delta method."""
        encounters, ratio = Encounters(), Ratio()
        for wins in [2, 1, 1, 2, 0, 1, 2, 1] * 25:
            encounters.add({pair: n for pair, n in (((0, 1), wins), ((1, 0), 2 - wins)) if n})
            ratio.add(wins, 2)
        first, second = rate(encounters, 2, imagined=0) or []
        share = ratio.value
        assert first.value - second.value == pytest.approx(ELO * math.log(share / (1 - share)))
        low, high = ratio.mean().low, ratio.mean().high
        assert low is not None
        assert high is not None
        assert first.high is not None
        # Each is rated from the middle of the two, so that each has half of the difference and of its error.
        half = ELO * (high - low) / 2 / (share * (1 - share)) / 2
        assert first.high - first.value == pytest.approx(half, rel=1e-6)

    def test_covers_as_often_as_claimed(self) -> None:
        """Three players of known strengths; the four rounds of each deal and pair all go the same way."""
        strengths = (0.4, 0.0, -0.4)
        rng = Random(9)
        covered = total = 0
        for _ in range(120):
            encounters = Encounters()
            for _ in range(60):
                beaten: Counter[tuple[int, int]] = Counter()
                for one, two in ((0, 1), (0, 2), (1, 2)):
                    chance = 1 / (1 + math.exp(strengths[two] - strengths[one]))
                    beaten[(one, two) if rng.random() < chance else (two, one)] += 4
                encounters.add(beaten)
            for truth, estimate in zip(strengths, rate(encounters, 3) or [], strict=True):
                assert estimate.low is not None
                assert estimate.high is not None
                covered += estimate.low <= AVERAGE + ELO * truth <= estimate.high
                total += 1
        assert total == 360
        # Taken for independent, the rounds would give intervals of half the width, which cover 67 %.
        assert covered / total > 0.95 - 3 * math.sqrt(0.95 * 0.05 / total)

    def test_who_always_wins_has_a_rating_all_the_same(self) -> None:
        encounters = Encounters()
        for _ in range(50):
            encounters.add({(0, 1): 2})
        first, second = rate(encounters, 2) or []
        assert 1800 < first.value < 2000
        assert 1000 < second.value < 1200

    def test_who_never_met_has_none(self) -> None:
        encounters = Encounters()
        encounters.add({(0, 1): 1, (2, 3): 1})
        assert rate(encounters, 4) is None
        encounters.add({(1, 2): 1})
        assert rate(encounters, 4) is not None

    def test_without_choix_it_says_what_to_install(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setitem(sys.modules, "choix", None)
        with pytest.raises(MissingExtraError, match=r"needs choix, .*: pip install 'crazyeights\[arena\]'"):
            rate(Encounters(), 2)
