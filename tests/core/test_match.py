import pytest

from crazyeights import Match, Outcome, Reason, SeatError


def won(winner: int, *points: int) -> Outcome:
    return Outcome(winner, Reason.EMPTY_HAND, points)


def test_a_match_begins_with_nothing_scored_and_seat_0() -> None:
    match = Match(3)
    assert (match.round, match.first, match.scores, match.wins) == (0, 0, (0, 0, 0), (0, 0, 0))
    assert match.sheet == ()


def test_the_first_seat_goes_round_with_the_rounds() -> None:
    match = Match(3)
    firsts = []
    for _ in range(5):
        firsts.append(match.first)
        match.next_round()
    assert firsts == [0, 1, 2, 0, 1]
    assert match.round == 5


def test_points_and_wins_add_up_and_a_draw_is_nobodys_win() -> None:
    match = Match(3)
    match.add(won(1, 0, 40, 0))
    assert (match.round, match.first, match.scores, match.wins) == (0, 0, (0, 40, 0), (0, 1, 0))
    match.next_round()
    match.add(Outcome(None, Reason.BLOCKED, (0, 0, 0)))
    match.next_round()
    match.add(won(2, 0, 3, 11))
    assert match.scores == (0, 43, 11)
    assert match.wins == (0, 1, 1)


def test_a_dropped_round_counts_for_nobody_and_stands_on_the_sheet() -> None:
    match = Match(2)
    match.next_round()
    match.add(won(0, 5, 0))
    match.next_round()
    assert match.sheet == (None, won(0, 5, 0))
    assert match.scores == (5, 0)
    assert match.round == 2


def test_a_round_is_scored_once() -> None:
    match = Match(2)
    match.add(won(0, 5, 0))
    with pytest.raises(SeatError, match="round 1 is scored already"):
        match.add(won(0, 5, 0))
    assert match.scores == (5, 0)


def test_points_for_another_number_of_seats_are_refused() -> None:
    match = Match(2)
    with pytest.raises(SeatError, match="points for 3 seats"):
        match.add(won(0, 5, 0, 0))
    assert match.sheet == ()


def test_nobody_plays_a_match_alone() -> None:
    with pytest.raises(SeatError, match="2 players or more"):
        Match(1)
