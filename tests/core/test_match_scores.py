"""Whole matches whose scores are worked out by hand from the rule books' figures.

Bicycle, Wikipedia and pagat agree on them: an eight counts 50, a king, queen or jack 10, an ace 1 and every other card
what it shows. In most of these rounds everybody holds one card, and whoever begins can play it.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crazyeights import Game, MatchOver, Reason, Session
from crazyeights.record import Recorder, load_record, read_record
from support_decks import arrange
from support_tables import make, people

NAMES = ("Ann", "Bob", "Cid", "Dot")


def table(players: int, first_deal: list[str], path: Path | None = None, *, stock: str = "", **options: Any) -> Session:
    """A table at which each has the given cards, on a starter of 9H, and seat 0 begins."""
    given = {"hand_size": len(first_deal[0].split()), **options}
    game = Game("classic", players, options=given)
    recorder = None if path is None else Recorder(path)
    return Session(game, people(*NAMES[:players]), 1, deck=deck(game, first_deal, stock), recorder=recorder)


def deck(game: Game, hands: list[str], stock: str = "") -> list[Any]:
    return arrange(game.deck, hands, "9H", stock)


def deal(session: Session, *hands: str) -> None:
    session.new_round(deck(session.game, list(hands)))


def win(session: Session, card: str) -> None:
    """Let whoever begins play the last card."""
    seat = session.match.first
    make(session, (seat, card))
    assert session.over
    assert session.state.outcome is not None
    assert session.state.outcome.winner == seat


@pytest.mark.parametrize(
    ("card", "counts"),
    [
        ("8C", 50),
        ("KS", 10),
        ("QD", 10),
        ("JC", 10),
        ("10S", 10),
        ("AD", 1),
        ("2S", 2),
        ("3C", 3),
        ("7D", 7),
        ("9S", 9),
    ],
)
def test_what_a_card_counts(card: str, counts: int) -> None:
    session = table(2, ["5H", card])
    win(session, "5H")
    assert session.match.scores == (counts, 0)


def test_the_winner_collects_until_100_for_two_players(tmp_path: Path) -> None:
    path = tmp_path / "r.jsonl"
    session = table(2, ["5H", "8C"], path, target=100, target_step=50)
    win(session, "5H")  # 50
    deal(session, "KS", "6H")
    win(session, "6H")  # a king for Bob
    deal(session, "5H", "QS")
    win(session, "5H")  # 60
    deal(session, "8S", "6H")
    win(session, "6H")  # 60
    assert (session.match.scores, session.match_over) == ((60, 60), False)
    deal(session, "JH", "8D")
    win(session, "JH")  # 110
    assert session.match.outcome == MatchOver(0, (110, 60), (0,))
    assert [row.scores for row in session.match.rows] == [(50, 0), (50, 10), (60, 10), (60, 60), (110, 60)]
    session.close()
    # The record has the whole match.
    assert [(played.state.first, played.scores) for played in read_record(path)] == [
        (0, (50, 0)),
        (1, (50, 10)),
        (0, (60, 10)),
        (1, (60, 60)),
        (0, (110, 60)),
    ]
    assert load_record(path).rounds[-1].match_over == session.match.outcome


def test_three_players_play_to_150() -> None:
    session = table(3, ["5H", "8C", "8D"], target=100, target_step=50)
    win(session, "5H")  # two eights
    assert (session.match.scores, session.match.target, session.match_over) == ((100, 0, 0), 150, False)
    deal(session, "AS", "6H", "2S")
    win(session, "6H")  # an ace and a two
    deal(session, "3S", "QS", "4H")
    win(session, "4H")  # a three and a queen
    assert session.match.scores == (100, 3, 13)
    deal(session, "5H", "8C", "AD")
    win(session, "5H")  # an eight and an ace
    assert session.match.outcome == MatchOver(0, (151, 3, 13), (0,))


def test_a_tie_at_the_target_is_played_off() -> None:
    session = table(3, ["5H 3C", "AS 2S", "KC 3S"], max_plays=1, blocked="lowest_hand", target=5)
    make(session, (0, "5H"))
    # 3, 3 and 13: ten points for two.
    assert (session.match.scores, session.match.leaders, session.match_over) == ((5, 5, 0), (0, 1), False)
    deal(session, "KC 3S", "6H 4C", "7S 2S")
    make(session, (1, "6H"))
    # 13, 4 and 9: nine and five.
    assert session.match.outcome == MatchOver(1, (5, 19, 0), (1,))


def test_the_losers_are_charged_and_the_first_to_100_loses() -> None:
    session = table(3, ["5H", "8C", "KS"], scoring="losers_charged", target=100)
    win(session, "5H")
    assert session.match.scores == (0, 50, 10)
    deal(session, "AS", "6H", "9D")
    win(session, "6H")
    assert session.match.scores == (1, 50, 19)
    deal(session, "7S", "8D", "4H")
    win(session, "4H")
    assert session.match.scores == (8, 100, 19)
    assert session.match.outcome == MatchOver(0, (8, 100, 19), (0,))
    assert [(line.place, *line.seats, line.score) for line in session.match.standing] == [
        (1, 0, 8),
        (2, 2, 19),
        (3, 1, 100),
    ]


def test_a_tie_of_the_fewest_points_is_played_off_where_losers_are_charged() -> None:
    session = table(3, ["5H", "8C", "7S"], scoring="losers_charged", target=50)
    win(session, "5H")  # 0 : 50 : 7
    assert session.match.outcome == MatchOver(0, (0, 50, 7), (0,))
    session = table(3, ["5H", "8C", "7S"], scoring="losers_charged", target=57)
    win(session, "5H")
    deal(session, "7D", "6H", "JS")
    win(session, "6H")  # 7 : 50 : 17
    deal(session, "KS", "8D", "4H")
    win(session, "4H")  # 17 : 100 : 17
    assert (session.match.scores, session.match_over) == ((17, 100, 17), False)
    deal(session, "5H", "2S", "AD")
    win(session, "5H")
    assert session.match.outcome == MatchOver(0, (17, 102, 18), (0,))


def test_rounds_won_count_one_each() -> None:
    session = table(2, ["5H", "8C"], scoring="rounds_won", target=2)
    win(session, "5H")
    deal(session, "8S", "6H")
    win(session, "6H")
    assert session.match.scores == session.match.wins == (1, 1)
    deal(session, "5H", "AC")
    win(session, "5H")
    assert session.match.outcome == MatchOver(0, (2, 1), (0,))


def test_after_a_number_of_rounds_the_highest_score_wins_and_equal_ones_share() -> None:
    session = table(3, ["5H", "KC", "AS"], rounds=3)
    win(session, "5H")  # 11
    deal(session, "10S", "6H", "AD")
    win(session, "6H")  # 11
    deal(session, "2S", "3S", "4H")
    win(session, "4H")  # 5
    assert session.match.outcome == MatchOver(None, (11, 11, 5), (0, 1))


def test_a_last_wild_card_doubles_the_points() -> None:
    session = table(2, ["8H", "KC"], last_wild_doubles=True, target=20)
    win(session, "8H")
    assert session.match.outcome == MatchOver(0, (20, 0), (0,))


def test_a_round_that_ends_early_gives_the_lowest_hand_the_difference() -> None:
    session = table(3, ["5H 9C", "AS 2S", "KC 3S"], max_plays=1, blocked="lowest_hand", rounds=1)
    make(session, (0, "5H"))
    # 9, 1 + 2 and 10 + 3: the lowest is 3, and 6 and 10 more are in the other hands.
    assert session.state.outcome is not None
    assert session.state.outcome.reason is Reason.PLAY_LIMIT
    assert session.match.outcome == MatchOver(1, (0, 16, 0), (1,))


def test_tied_lowest_hands_split_the_difference() -> None:
    session = table(3, ["5H 3C", "AS 2S", "KC 3S"], max_plays=1, blocked="lowest_hand", rounds=1)
    make(session, (0, "5H"))
    # 3, 3 and 13: ten points for two.
    assert session.match.outcome == MatchOver(None, (5, 5, 0), (0, 1))
    assert session.match.wins == (0, 0, 0)


def test_in_a_blocked_draw_nobody_scores_and_the_next_seat_begins() -> None:
    session = table(2, ["5H 9C", "AS 2S"], max_plays=1, rounds=2)
    make(session, (0, "5H"))
    assert (session.match.scores, session.match.wins, session.match_over) == ((0, 0), (0, 0), False)
    session.new_round()
    assert session.state.first == 1


def test_a_blocked_round_charges_everybody() -> None:
    session = table(3, ["5H 9C", "AS 2S", "KC 3S"], max_plays=1, scoring="losers_charged", rounds=1)
    make(session, (0, "5H"))
    assert session.match.outcome == MatchOver(1, (9, 3, 13), (1,))


def test_partners_both_get_what_both_opponents_hold() -> None:
    session = table(4, ["5H", "8C", "6H", "AD"], stock="KS", partners=True, target=61)
    make(session, (0, "5H"))  # out, and the partner plays on
    assert not session.over
    make(session, (1, "draw"), (2, "6H"))
    # An eight, the king that was drawn, and an ace.
    assert session.match.outcome == MatchOver(0, (61, 0, 61, 0), (0, 2))
    assert session.match.wins == (1, 0, 1, 0)
    session.new_match()
    assert session.state.first == 1


def test_charged_partners_share_what_both_hold() -> None:
    session = table(4, ["5H", "8C", "6H", "AD"], stock="KS", partners=True, scoring="losers_charged", rounds=1)
    make(session, (0, "5H"), (1, "draw"), (2, "6H"))
    assert session.match.outcome == MatchOver(0, (0, 61, 0, 61), (0, 2))
