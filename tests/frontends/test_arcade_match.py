"""Matches in the real window: the scores beside the table, the score sheet, the end of a round and of a match."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import Card, Game, Outcome, Reason, default_registry
from crazyeights.match import Match
from crazyeights.session import Session
from crazyeights_arcade import prompts
from support_window import Pilot, seats_of

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SIZES = [(640, 480), (1280, 720), (1920, 1080)]


def finish(pilot: Pilot) -> None:
    """Play the round to its end."""
    greedy = default_registry().strategy("greedy").make(Random(1))
    for _ in range(500):
        pilot.wait()
        if pilot.kind == "OverScreen":
            return
        pilot.by_click(greedy.choose(pilot.table.view))
    raise AssertionError("the round never ends")


def played_on(game: Game, rounds: int, seed: int = 2) -> Session:
    """Play some rounds of a match without the window."""
    session = Session(game, seats_of(game, seed, humans=()), seed)
    for number in range(rounds):
        if number:
            session.new_round()
        while session.to_move is not None:
            strategy = session.seats[session.to_move].strategy
            assert strategy is not None
            session.apply(session.to_move, strategy.choose(session.view_for(session.to_move)))
    return session


def over_screen(pilot: Pilot, game: Game, *outcomes: Outcome) -> Any:
    """Show the end of a match's rounds that ended so."""
    session = played_on(game, 1)
    session.seats = seats_of(game, 2)
    session.match = Match.of(game)
    for at, outcome in enumerate(outcomes):
        if at:
            session.match.next_round()
        session.match.add(outcome)
    session.state.outcome = outcomes[-1]
    pilot.flow.seat(session, resumed=True)
    pilot.window.show(pilot.table.doors.over(pilot.table))
    return pilot.screen


def won(winner: int | None, *points: int, partner: int | None = None, reason: Reason = Reason.EMPTY_HAND) -> Outcome:
    return Outcome(winner, reason, points, partner)


# Beside the table


def test_the_panel_says_which_round_it_is_and_when_the_match_ends(pilot: Pilot) -> None:
    pilot.sit_down(Game("mau-mau", 3), seed=4)
    assert "Round 1 · to 300 points" in pilot.said()
    pilot.sit_down(Game("openspiel", 3), seed=4)
    assert "Round 1 of 1" in pilot.said()
    pilot.sit_down(Game("classic", 3), seed=4)
    assert "Round 1" in pilot.said()
    pilot.resize(640, 480)
    pilot.sit_down(Game("mau-mau", 3), seed=4)
    assert any("0 of 300" in text for text in pilot.said())


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"target": 1}, "to 1 point"),
        ({"target": 3, "scoring": "rounds_won"}, "to 3 won"),
        ({}, ""),
    ],
)
def test_the_goal_is_said_in_the_matchs_own_points(options: dict[str, Any], said: str) -> None:
    assert prompts.goal_score(Match.of(Game("classic", 2, options=options))) == said


def test_the_target_that_grows_with_the_players_is_shown_whole(pilot: Pilot) -> None:
    pilot.sit_down(Game("wikipedia", 4), seed=4)
    assert "Round 1 · to 200 points" in pilot.said()


# The score sheet


@pytest.mark.parametrize("way", ["button", "key", "scores"])
def test_the_score_sheet_opens_over_the_table_and_goes_back(pilot: Pilot, way: str) -> None:
    table = pilot.sit_down(Game("mau-mau", 3), seed=4)
    pilot.wait()
    if way == "button":
        pilot.press("scores")
    elif way == "key":
        pilot.key("c")
    else:
        pilot.click(table.layout.scores.cx, table.layout.scores.cy)
    assert pilot.kind == "ScoresScreen"
    assert "No round has been played to its end yet." in pilot.said()
    pilot.frame()
    pilot.key("c" if way == "key" else "escape")
    assert pilot.screen is table


@pytest.mark.parametrize("size", SIZES)
def test_the_sheet_shows_each_round_and_the_totals(pilot: Pilot, size: tuple[int, int]) -> None:
    pilot.resize(*size)
    game = Game("openspiel", 8, options={"rounds": 9})
    session = played_on(game, 3)
    pilot.flow.seat(session, resumed=True)
    pilot.window.show(pilot.table.doors.scores(pilot.table, pilot.table))
    pilot.frame()
    said = pilot.said()
    for name in ("1", "2", "3", "Round", "Total"):
        assert name in said
    for row in session.match.rows:
        assert row.outcome is not None
        for points in row.outcome.points:
            assert str(points) in said
    for score in session.match.scores:
        assert str(score) in said
    low = min(session.match.scores)
    subtitle = pilot.screen.subtitle()
    assert subtitle.startswith("9 rounds · the fewest points win · ")
    assert f"with {low}" in subtitle
    frame = pilot.screen._frame()
    assert frame.x >= 0
    assert frame.y >= 0
    assert frame.bottom <= size[1]


def test_a_long_sheet_begins_with_the_newest_rounds_and_can_be_turned_back(pilot: Pilot) -> None:
    game = Game("plain", 2)
    session = played_on(game, 40)
    pilot.flow.seat(session, resumed=True)
    pilot.window.show(pilot.table.doors.scores(pilot.table, pilot.table))
    assert "40" in pilot.said()
    pilot.key("home")
    assert "1" in pilot.said()
    first = pilot.said()
    pilot.window.dispatch_event("on_mouse_scroll", 640, 300, 0, -1)
    pilot.window.dispatch_events()
    assert pilot.said() != first
    pilot.key("end")
    pilot.frame()
    assert "40" in pilot.said()


def test_partners_share_a_column(pilot: Pilot) -> None:
    game = Game("classic", 4, options={"partners": True})
    session = played_on(game, 1)
    pilot.flow.seat(session, resumed=True)
    pilot.window.show(pilot.table.doors.scores(pilot.table, pilot.table))
    assert len(pilot.screen.names) == 2
    pilot.frame()


# The end of a round and of a match


def test_a_match_is_played_round_by_round_to_its_end_and_another_begins(pilot: Pilot) -> None:
    game = Game("classic", 2, options={"rounds": 2})
    table = pilot.sit_down(game, seed=3)
    finish(pilot)
    screen = pilot.screen
    assert screen.title().endswith("the round")
    assert next(control.label for control in screen.controls() if control.name == "new") == "Next round"
    pilot.key("c")
    assert pilot.kind == "ScoresScreen"
    pilot.key("escape")
    assert pilot.screen is screen
    pilot.key("n")
    assert table.session.match.round == 1
    assert table.session.state.first == 1, "the beginning goes round"
    finish(pilot)
    assert table.session.match_over
    assert "the match" in pilot.screen.title()
    assert next(control.label for control in pilot.screen.controls() if control.name == "new") == "New match"
    assert any(line.startswith("The match is over: ") for line in table.director.log)
    scores = table.session.match.scores
    said = pilot.said()
    assert all(str(score) in said for score in scores)
    pilot.frame()
    pilot.key("escape")
    assert "Begin a new match" in pilot.said()
    pilot.key("escape")
    pilot.until(lambda: pilot.kind == "OverScreen")
    pilot.press("new")
    assert pilot.screen is table
    assert (table.session.match.number, table.session.match.scores) == (1, (0, 0))
    pilot.wait()


@pytest.mark.parametrize(
    ("options", "outcomes", "title", "reason"),
    [
        ({}, [won(0, 31, 0, 0)], "You win!", "You win with an empty hand and score 31 points."),
        (
            {"target": 50},
            [won(1, 0, 31, 0)],
            "Computer 1 wins the round",
            "Computer 1 wins with an empty hand and scores 31 points.",
        ),
        (
            {"target": 50},
            [won(1, 0, 31, 0), won(1, 0, 25, 0)],
            "Computer 1 wins the match!",
            "The last round: Computer 1 wins with an empty hand and scores 25 points.",
        ),
        (
            {"target": 50, "scoring": "losers_charged"},
            [won(1, 12, 0, 60)],
            "Computer 1 wins the match!",
            "The last round: Computer 1 wins with an empty hand; 12 points go against you and 60 against Computer 2.",
        ),
        (
            {"rounds": 2},
            [won(0, 9, 0, 0), won(1, 0, 9, 0)],
            "You and Computer 1 share the match",
            "The last round: Computer 1 wins with an empty hand and scores 9 points.",
        ),
        (
            {"blocked": "lowest_hand"},
            [won(2, 0, 0, 7, reason=Reason.BLOCKED)],
            "Computer 2 wins",
            "Nobody can move, and Computer 2 wins with the lowest hand and scores 7 points.",
        ),
        (
            {},
            [won(None, 0, 0, 0, reason=Reason.BLOCKED)],
            "Nobody wins",
            "Nobody can move, and nobody wins.",
        ),
        (
            {"max_plays": 9},
            [won(0, 4, 0, 0, reason=Reason.PLAY_LIMIT)],
            "You win!",
            "No more cards may be played, and you win with the lowest hand and score 4 points.",
        ),
    ],
)
def test_the_end_says_who_won_what_and_why(
    pilot: Pilot, options: dict[str, Any], outcomes: list[Outcome], title: str, reason: str
) -> None:
    screen = over_screen(pilot, Game("classic", 3, options=options), *outcomes)
    assert screen.title() == title
    assert screen.reason() == reason
    pilot.frame()


def test_partners_win_together(pilot: Pilot) -> None:
    game = Game("classic", 4, options={"partners": True, "target": 20})
    screen = over_screen(pilot, game, won(2, 24, 0, 24, 0, partner=0))
    assert screen.title() == "You and Computer 2 win the match!"
    said = pilot.said()
    assert "You + Computer 2" in said
    assert "Computer 1 + 3" in said
    assert said.count("24") >= 2


def test_the_last_rounds_stand_beside_one_another(pilot: Pilot) -> None:
    outcomes = [won(0, 11, 0, 0), won(1, 0, 22, 0), won(2, 0, 0, 33), won(0, 44, 0, 0), won(1, 0, 55, 0)]
    over_screen(pilot, Game("classic", 3), *outcomes)
    said = pilot.said()
    assert all(text in said for text in ("22", "33", "44", "55", "77"))
    assert "11" not in said, "five rounds ago is on the score sheet"


def test_a_round_that_was_dropped_stands_as_a_dash(pilot: Pilot) -> None:
    table = pilot.deal(Game("plain", 2, options={"hand_size": 1}), ["9D", "5C"], "9S")
    pilot.press("new")
    pilot.press("new")
    assert table.session.match.rows[0].outcome is None
    pilot.wait()
    pilot.press("scores")
    assert pilot.said().count("–") == 2
    pilot.frame()


def test_a_match_that_is_left_between_two_rounds_is_gone_on_with(pilot: Pilot) -> None:
    pilot.flow.menu()
    made = pilot.screen.opening
    made.set_option("rounds", 3)
    pilot.press("play")
    finish(pilot)
    scores = pilot.table.session.match.scores
    pilot.press("menu")
    assert pilot.kind == "MenuScreen"
    assert pilot.screen.ways.resume is not None
    pilot.key("e")
    match = pilot.table.session.match
    assert (match.round, match.scores, match.rounds) == (1, scores, 3)
    pilot.wait()
    assert pilot.screen is pilot.table


def test_a_won_card_is_not_asked_for_after_the_end(pilot: Pilot) -> None:
    table = pilot.deal(Game("classic", 2, options={"hand_size": 1}), ["8D", "5C"], "9S")
    pilot.click(*pilot.place_of(Card.parse("8D")))
    assert table.session.over
    pilot.until(lambda: pilot.kind == "OverScreen")
