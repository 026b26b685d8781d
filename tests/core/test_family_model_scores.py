"""The slow restatement by itself: how rounds end and are scored, and matches too."""

from __future__ import annotations

from typing import Any

import pytest

from reference.by_hand import CALL_8, over, play, table
from reference.model import Result, Roles
from reference.roles import DEFAULTS
from reference.scoring import match_winners

# The end of a round


def test_the_first_empty_hand_wins_the_others_points() -> None:
    made = table(["4C", "KH 4H", "AD 6D"], "9C", "JS", roles=Roles(points={"4H": 50}))
    assert over(play(made, "4C")) == Result(0, "empty_hand", [67, 0, 0])


def test_a_last_card_acts_only_where_it_is_said() -> None:
    roles = Roles(draw={"2": 2})
    assert over(play(table(["2C", "3H"], "9C", "JS KS", roles=roles), "2C")).points == [3, 0]
    assert over(play(table(["2C", "3H"], "9C", "JS KS", roles=roles, last_card_acts=True), "2C")).points == [23, 0]
    # Nobody is left to answer it.
    roles = Roles(draw={"2": 2}, answers={"2": ["2"]})
    assert over(play(table(["2C", "2H"], "9C", "JS KS", roles=roles, last_card_acts=True), "2C")).points == [22, 0]


def test_which_cards_may_be_a_hands_last() -> None:
    roles = Roles(wild=["8"], choose_suit=["8"], skip={"Q": 1}, forbid_finish=["3"])
    last = {
        ("8S", "any"): ["8S", "draw"],
        ("8S", "no_special"): ["draw"],
        ("8S", "only_wild"): ["8S", "draw"],
        ("QC", "any"): ["QC", "draw"],
        ("QC", "no_special"): ["draw"],
        ("QC", "only_wild"): ["draw"],
        ("4C", "no_special"): ["4C", "draw"],
        ("4C", "only_wild"): ["draw"],
        ("3C", "any"): ["draw"],
    }
    for (card, rule), moves in last.items():
        assert table([card, "6H"], "9C", "JS", roles=roles, go_out=rule).legal_moves() == moves
    assert table(["QC 4D", "6H"], "9C", "JS", roles=roles, go_out="no_special").legal_moves() == ["QC", "draw"]


def test_a_last_wild_doubles() -> None:
    for double, points in {False: 16, True: 32}.items():
        made = table(["8S", "6H KH"], "9C", "JS", roles=CALL_8, last_wild_doubles=double)
        assert over(play(made, "8S")).points == [points, 0]
    made = table(["4C", "6H KH"], "9C", "JS", roles=CALL_8, last_wild_doubles=True)
    assert over(play(made, "4C")).points == [16, 0]


def test_a_round_ends_after_so_many_cards() -> None:
    options: dict[str, Any] = {"max_plays": 2, "blocked": "lowest_hand"}
    made = table(["4C 3S 7D", "8C KH 5H"], "9C", "JS", roles=CALL_8, **options)
    # The card that reaches the limit calls no suit.
    assert play(made, "4C").legal_moves() == ["8C", "draw"]
    assert over(play(made, "8C")) == Result(0, "play_limit", [5, 0])
    # Who goes out with that card has won all the same.
    made = table(["4C 3S", "8C"], "9C", "JS", roles=CALL_8, **options)
    assert over(play(made, "4C", "8C")) == Result(1, "empty_hand", [0, 3])


# Scores


@pytest.mark.parametrize(
    ("scoring", "blocked", "points", "winner"),
    [
        ("winner_collects", "draw", [0, 0, 0], None),
        ("winner_collects", "lowest_hand", [17, 0, 0], 0),
        ("losers_charged", "draw", [4, 10, 15], None),
        ("losers_charged", "lowest_hand", [4, 10, 15], 0),
        ("rounds_won", "draw", [0, 0, 0], None),
        ("rounds_won", "lowest_hand", [1, 0, 0], 0),
    ],
)
def test_each_scoring_of_a_blocked_round(scoring: str, blocked: str, points: list[int], winner: int | None) -> None:
    options: dict[str, Any] = {"empty_stock": "stays_empty", "blocked": blocked, "scoring": scoring}
    made = play(table(["4D", "KH", "5D JD"], "9C", **options), "pass", "pass", "pass")
    assert over(made) == Result(winner, "blocked", points)


def test_a_tie_in_a_blocked_round_shares_the_points() -> None:
    options: dict[str, Any] = {"empty_stock": "stays_empty", "blocked": "lowest_hand"}
    made = play(table(["4D", "KH 3H", "4S"], "9C", **options), "pass", "pass", "pass")
    assert over(made) == Result(None, "blocked", [4, 0, 4])
    made = play(table(["4D", "KH 3H", "4S"], "9C", **options, scoring="rounds_won"), "pass", "pass", "pass")
    assert over(made) == Result(None, "blocked", [0, 0, 0])


@pytest.mark.parametrize(
    ("scoring", "points"), [("winner_collects", [14, 0]), ("losers_charged", [0, 14]), ("rounds_won", [1, 0])]
)
def test_each_scoring_of_a_round_that_was_won(scoring: str, points: list[int]) -> None:
    assert over(play(table(["4C", "KH 4H"], "9C", "JS", scoring=scoring), "4C")).points == points
    doubled = table(["8C", "KH 4H"], "9C", "JS", scoring=scoring, roles=CALL_8, last_wild_doubles=True)
    assert over(play(doubled, "8C")).points == [2 * number for number in points]


def match(played: list[list[int]], **options: Any) -> tuple[int, ...] | None:
    return match_winners(played, len(played[0]), {**DEFAULTS, **options})


def test_a_match_goes_to_the_target_or_for_a_number_of_rounds() -> None:
    assert match([[60, 0], [0, 30]], target=100) is None
    assert match([[60, 0], [0, 30], [40, 0]], target=100) == (0,)
    assert match([[60, 0], [0, 30], [40, 0]]) is None
    assert match([[60, 0], [0, 30]], rounds=2) == (0,)
    assert match([[60, 0], [0, 60]], rounds=2) == (0, 1)
    # A hundred for two, fifty more for each further player.
    assert match([[149, 0, 0]], target=100, target_step=50) is None
    assert match([[150, 0, 0]], target=100, target_step=50) == (0,)


def test_a_tie_at_the_target_needs_another_round() -> None:
    tied = [[100, 0, 0], [0, 100, 0]]
    assert match(tied, target=100) is None
    assert match([*tied, [0, 0, 30]], target=100) is None
    assert match([*tied, [0, 10, 0]], target=100) == (1,)


def test_the_lowest_wins_where_points_are_bad() -> None:
    assert match([[0, 90, 20], [5, 10, 0]], scoring="losers_charged", target=100) == (0,)
    assert match([[0, 90, 20], [20, 10, 0]], scoring="losers_charged", target=100) is None
    assert match([[0, 90], [40, 0]], scoring="losers_charged", rounds=2) == (0,)


def test_partners_win_a_match_together() -> None:
    assert match([[0, 100, 0, 100]], partners=True, target=100) == (1, 3)
    assert match([[0, 60, 0, 60], [60, 0, 60, 0]], partners=True, rounds=2) == (0, 1, 2, 3)
