"""The score sheet: what each round adds, who begins, who leads, and when a match is over."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import CrazyEightsError, Game, Match, MatchOver, Outcome, Reason, SeatError
from crazyeights.match import SheetRow, Standing
from crazyeights.options import Scoring


def won(winner: int, *points: int, partner: int | None = None) -> Outcome:
    return Outcome(winner, Reason.EMPTY_HAND, points, partner)


def blocked(*points: int) -> Outcome:
    return Outcome(None, Reason.BLOCKED, points)


def play(match: Match, *outcomes: Outcome) -> list[MatchOver | None]:
    """Score the rounds one after another; gives how the match stood after each."""
    stood = []
    for at, outcome in enumerate(outcomes):
        if at:
            match.next_round()
        match.add(outcome)
        stood.append(match.outcome)
    return stood


# Rounds and scores


def test_a_match_begins_with_nothing_scored_and_seat_0() -> None:
    match = Match(3)
    assert (match.round, match.first, match.scores, match.wins) == (0, 0, (0, 0, 0), (0, 0, 0))
    assert (match.sheet, match.rows, match.played, match.leaders) == ((), (), 0, (0, 1, 2))


def test_the_first_seat_goes_round_with_the_rounds() -> None:
    match = Match(3)
    firsts = []
    for _ in range(5):
        firsts.append(match.first)
        match.next_round()
    assert firsts == [0, 1, 2, 0, 1]
    assert match.round == 5


def test_another_seat_may_begin_the_match() -> None:
    match = Match(3, begins=2)
    play(match, won(0, 5, 0, 0), won(0, 5, 0, 0))
    assert [row.first for row in match.rows] == [2, 0]


def test_points_and_wins_add_up_and_a_draw_is_nobodys_win() -> None:
    match = Match(3)
    match.add(won(1, 0, 40, 0))
    assert (match.round, match.first, match.scores, match.wins) == (0, 0, (0, 40, 0), (0, 1, 0))
    match.next_round()
    match.add(blocked(0, 0, 0))
    match.next_round()
    match.add(won(2, 0, 3, 11))
    assert match.scores == (0, 43, 11)
    assert match.wins == (0, 1, 1)
    assert match.played == 3


def test_a_dropped_round_counts_for_nobody_and_stands_on_the_sheet() -> None:
    match = Match(2)
    match.next_round()
    match.add(won(0, 5, 0))
    match.next_round()
    assert match.sheet == (None, won(0, 5, 0))
    assert match.scores == (5, 0)
    assert match.round == 2
    assert match.played == 1


def test_the_rows_of_the_sheet_say_who_began_and_how_it_stood() -> None:
    match = Match(2, begins=1)
    play(match, won(0, 61, 0), blocked(3, 3))
    match.next_round()
    match.next_round()
    match.add(won(1, 0, 12))
    assert match.rows == (
        SheetRow(0, 1, won(0, 61, 0), (61, 0)),
        SheetRow(1, 0, blocked(3, 3), (64, 3)),
        SheetRow(2, 1, None, (64, 3)),
        SheetRow(3, 0, won(1, 0, 12), (64, 15)),
    )


def test_a_round_is_scored_once() -> None:
    match = Match(2)
    match.add(won(0, 5, 0))
    with pytest.raises(SeatError, match="round 1 is scored already"):
        match.add(won(0, 5, 0))
    assert match.scores == (5, 0)
    assert match.wins == (1, 0)


def test_points_for_another_number_of_seats_are_refused() -> None:
    match = Match(2)
    with pytest.raises(SeatError, match="points for 3 seats"):
        match.add(won(0, 5, 0, 0))
    assert match.sheet == ()
    assert match.scores == (0, 0)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"players": 1}, "2 players or more"),
        ({"players": 3, "partners": True}, "two pairs of partners are 4 players, not 3"),
        ({"players": 2, "begins": 2}, "no seat 2 to begin; the seats are 0 to 1"),
    ],
)
def test_a_match_that_makes_no_sense_is_refused(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(SeatError, match=message):
        Match(**arguments)


# Who leads


def test_the_highest_score_leads_and_equal_ones_share_a_place() -> None:
    match = Match(4)
    play(match, won(2, 0, 0, 30, 0), won(1, 0, 30, 0, 0), won(3, 0, 0, 0, 7))
    assert match.standing == (
        Standing(1, (1,), 30, 1),
        Standing(1, (2,), 30, 1),
        Standing(3, (3,), 7, 1),
        Standing(4, (0,), 0, 0),
    )
    assert match.leaders == (1, 2)
    assert not match.lowest_wins


def test_where_losers_are_charged_the_lowest_score_leads() -> None:
    match = Match(3, scoring=Scoring.LOSERS_CHARGED)
    match.add(won(1, 61, 0, 7))
    assert match.lowest_wins
    assert [(line.place, line.seats, line.score) for line in match.standing] == [
        (1, (1,), 0),
        (2, (2,), 7),
        (3, (0,), 61),
    ]
    assert match.leaders == (1,)


def test_partners_stand_together() -> None:
    match = Match(4, partners=True)
    match.add(won(3, 0, 25, 0, 25, partner=1))
    assert match.sides == ((0, 2), (1, 3))
    assert match.standing == (Standing(1, (1, 3), 25, 1), Standing(2, (0, 2), 0, 0))
    assert match.leaders == (1, 3)
    assert match.wins == (0, 1, 0, 1)


# When it ends


def test_without_target_and_rounds_a_match_never_ends() -> None:
    match = Match(2)
    assert not match.ends
    assert play(match, *[won(0, 1000, 0)] * 50) == [None] * 50


def test_who_reaches_the_target_wins() -> None:
    match = Match(2, target=100)
    assert match.ends
    assert play(match, won(0, 99, 0), won(1, 0, 99), won(1, 0, 1)) == [None, None, MatchOver(1, (99, 100), (1,))]
    assert match.over


def test_a_tie_at_the_target_is_played_on_until_one_leads() -> None:
    match = Match(3, target=100)
    stood = play(match, blocked(0, 100, 100), blocked(20, 10, 10), blocked(0, 0, 0), won(2, 0, 0, 4))
    assert stood == [None, None, None, MatchOver(2, (20, 110, 114), (2,))]


def test_somebody_below_the_target_may_lead_the_tie_out() -> None:
    # Two have reached it and a third passes both.
    match = Match(3, target=100)
    stood = play(match, blocked(90, 100, 100), won(0, 11, 0, 0))
    assert stood == [None, MatchOver(0, (101, 100, 100), (0,))]


def test_where_losers_are_charged_reaching_the_target_loses() -> None:
    match = Match(3, scoring=Scoring.LOSERS_CHARGED, target=100)
    stood = play(match, won(0, 0, 99, 12), won(1, 20, 0, 30), won(2, 1, 1, 0))
    assert stood == [None, None, MatchOver(0, (21, 100, 42), (0,))]


def test_where_losers_are_charged_a_tie_of_the_lowest_is_played_on() -> None:
    match = Match(3, scoring=Scoring.LOSERS_CHARGED, target=50)
    stood = play(match, won(0, 0, 60, 0), won(1, 5, 0, 5), won(2, 3, 9, 0))
    assert stood == [None, None, MatchOver(2, (8, 69, 5), (2,))]


def test_rounds_won_are_counted_to_the_target() -> None:
    match = Match(2, scoring=Scoring.ROUNDS_WON, target=2)
    stood = play(match, won(0, 1, 0), won(1, 0, 1), blocked(0, 0), won(1, 0, 1))
    assert stood == [None, None, None, MatchOver(1, (1, 2), (1,))]


def test_a_number_of_rounds_ends_the_match_whatever_the_score() -> None:
    match = Match(2, rounds=3)
    assert match.ends
    assert play(match, won(0, 9, 0), won(1, 0, 2), won(1, 0, 3)) == [None, None, MatchOver(0, (9, 5), (0,))]


def test_a_tie_after_the_last_round_is_shared() -> None:
    match = Match(3, rounds=2)
    assert play(match, won(0, 8, 0, 0), won(2, 0, 0, 8)) == [None, MatchOver(None, (8, 0, 8), (0, 2))]
    assert Match(2, rounds=1).outcome is None


def test_a_dropped_round_is_none_of_the_rounds() -> None:
    match = Match(2, rounds=2)
    match.add(won(0, 9, 0))
    match.next_round()
    match.next_round()
    assert not match.over
    match.add(won(1, 0, 3))
    assert match.outcome == MatchOver(0, (9, 3), (0,))


def test_with_a_target_and_rounds_whichever_comes_first_ends_it() -> None:
    early = Match(2, target=50, rounds=3)
    assert play(early, won(0, 50, 0)) == [MatchOver(0, (50, 0), (0,))]
    late = Match(2, target=50, rounds=2)
    assert play(late, won(0, 5, 0), won(1, 0, 9)) == [None, MatchOver(1, (5, 9), (1,))]
    # No tie is played on beyond the last round.
    tied = Match(2, target=50, rounds=2)
    assert play(tied, blocked(25, 25), blocked(25, 25)) == [None, MatchOver(None, (50, 50), (0, 1))]


def test_partners_win_together_and_a_tie_of_pairs_is_played_on() -> None:
    match = Match(4, partners=True, target=100)
    assert play(match, won(2, 100, 0, 100, 0, partner=0)) == [MatchOver(0, (100, 0, 100, 0), (0, 2))]
    match = Match(4, partners=True, target=100)
    stood = play(match, blocked(100, 100, 100, 100), won(3, 0, 1, 0, 1, partner=1))
    assert stood == [None, MatchOver(1, (100, 101, 100, 101), (1, 3))]
    shared = Match(4, partners=True, rounds=1)
    assert play(shared, blocked(7, 7, 7, 7)) == [MatchOver(None, (7, 7, 7, 7), (0, 1, 2, 3))]


def test_after_the_end_no_round_follows() -> None:
    match = Match(2, rounds=1)
    match.add(won(0, 5, 0))
    with pytest.raises(CrazyEightsError, match="the match is over, so it has no further round"):
        match.next_round()
    assert (match.round, match.sheet) == (0, (won(0, 5, 0),))


def test_another_match_is_on_the_same_terms_and_begun_by_the_next_seat() -> None:
    match = Match(3, scoring=Scoring.LOSERS_CHARGED, target=90, rounds=7, begins=1)
    play(match, won(0, 0, 50, 0), won(0, 0, 50, 1))
    following = match.another()
    assert (following.number, following.first, following.round) == (1, 0, 0)
    assert (following.scores, following.sheet, following.outcome) == ((0, 0, 0), (), None)
    assert (following.scoring, following.target, following.rounds) == (Scoring.LOSERS_CHARGED, 90, 7)
    assert Match(4, partners=True).another().sides == ((0, 2), (1, 3))


# What the game's options make of it


@pytest.mark.parametrize(("players", "target"), [(2, 100), (3, 150), (4, 200), (7, 350)])
def test_the_target_is_100_for_two_players_and_50_more_for_each_further_one(players: int, target: int) -> None:
    match = Match.of(Game("classic", players, options={"target": 100, "target_step": 50}))
    assert (match.players, match.target, match.rounds) == (players, target, None)
    nearly = [0] * players
    nearly[1] = target - 1
    assert play(match, won(1, *nearly), won(1, *nearly))[0] is None
    assert match.over


def test_scoring_rounds_and_partners_are_the_games() -> None:
    game = Game("classic", 4, options={"scoring": "losers_charged", "rounds": 5, "partners": True})
    match = Match.of(game, number=3, begins=2)
    assert (match.scoring, match.rounds, match.sides) == (Scoring.LOSERS_CHARGED, 5, ((0, 2), (1, 3)))
    assert (match.number, match.first, match.target) == (3, 2, None)
    assert not Match.of(Game("classic", 2)).ends
