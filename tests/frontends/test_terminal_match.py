"""Matches at the full-screen table: the score line, the sheet, and what comes at the end of a round and of a match."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest

from crazyeights import Game
from crazyeights.session import Session
from crazyeights.settings import Settings
from crazyeights_terminal import sheet
from crazyeights_terminal.fullscreen.scene import Mode
from crazyeights_terminal.fullscreen.snapshot import snapshot
from crazyeights_terminal.fullscreen.texts import scores_text
from support_decks import arrange
from support_terminal import Desk, Inline, Play, default_registry, keys_for, make_session, open_terminal, run

SIZES = [(72, 20), (80, 24), (200, 50)]


def one_card_each(variant: str = "classic", players: int = 2, **options: Any) -> tuple[Session, list[Any]]:
    """A table at which whoever begins wins with the only card, against kings; and its deck for every round."""
    game = Game(variant, players, options={"hand_size": 1, "few_hand_size": None, **options})
    hands = ["3H", "KC", "KD", "KS", "QC", "QD", "QS", "JC"][:players]
    deck = arrange(game.deck, hands, "4H", hand_size=1)
    return make_session(game=game, players=players, deck=deck), deck


def desk(session: Session, size: tuple[int, int] = (80, 24)) -> Desk:
    settings = Settings()
    settings.override("pace", 0.0)
    return Desk(Play(session, default_registry(), settings, executor=Inline(), clock=lambda: 0.0), *size)


def rows(table: Desk) -> list[list[str]]:
    """Give what stands in each line between the edges of dialogs, as words."""
    return [part.split() for line in table.text.splitlines() for part in line.split("│") if part.strip()]


def finish(table: Desk) -> None:
    """Play the round to its end."""
    rng = Random(5)
    session = table.play.session
    while not session.over:
        moves = session.legal_moves(0)
        plays = [move for move in moves if move.card is not None]
        table.press(*keys_for(table.play, rng.choice(plays or moves)))


class TestEndOfRound:
    @pytest.mark.parametrize("size", SIZES)
    def test_the_points_of_the_rounds_before_are_beside_those_of_this_one(self, size: tuple[int, int]) -> None:
        session, deck = one_card_each(players=3)
        for _ in range(3):
            while session.to_move is not None:
                seat = session.to_move
                session.apply(seat, session.legal_moves(seat)[0])
            session.new_round(deck)
        table = desk(session, size)
        finish(table)
        points = [outcome.points for outcome in session.match.sheet if outcome is not None]
        assert len(points) == 4
        head = next(words for words in rows(table) if words[:3] == ["left", "in", "hand"])
        assert head[-2:] == ["round", "total"]
        earlier = head[3:-2]
        assert earlier == [f"r{number}" for number in range(4 - len(earlier), 4)]
        assert len(earlier) >= 2
        shown = points[-len(earlier) - 1 :]
        for seat, name in enumerate(session.names):
            wanted = [f"{each[seat]:+}" if each[seat] else "0" for each in shown] + [str(session.match.scores[seat])]
            assert any(" ".join(words).startswith(name) and words[-len(wanted) :] == wanted for words in rows(table))

    def test_the_verdict_is_the_one_of_the_rules_in_force(self) -> None:
        charged, _ = one_card_each("pagat", last_card_call=0, wild_starter="printed")
        table = desk(charged)
        table.press("1")
        assert "You win  with an empty hand; 10 points go against Computer 1." in table.text
        collected, _ = one_card_each("bicycle")
        table = desk(collected)
        table.press("1")
        assert "You win  with an empty hand and score 10 points." in table.text

    def test_enter_deals_the_next_round_and_the_next_seat_begins(self) -> None:
        session, _ = one_card_each(rounds=3)
        table = desk(session)
        table.press("1")
        assert "Round 1 is over · of 3" in table.text
        assert "[N]ew round" in table.text
        table.press("enter")
        assert (session.match.round, session.match.first) == (1, 1)


class TestEndOfMatch:
    @pytest.mark.parametrize("size", SIZES)
    def test_the_result_and_a_new_match(self, size: tuple[int, int]) -> None:
        session, _ = one_card_each(target=10)
        table = desk(session, size)
        assert "round 1 · to 10" in table.text
        table.press("1")
        assert session.match_over
        for text in ("The match is over", "you win it with 10 points", "[N]ew match"):
            assert text in table.text
        table.press("n")
        assert (session.match.number, session.match.round, session.match.scores) == (1, 0, (0, 0))
        assert "round 1" in table.text

    def test_q_leaves_without_a_question(self) -> None:
        session, _ = one_card_each(target=10)
        table = desk(session)
        table.press("1", "q")
        assert table.play.leaving

    def test_a_tie_is_shared(self) -> None:
        session, deck = one_card_each(rounds=2)
        table = desk(session)
        table.press("1")
        # In the second round the other one begins, with the card that wins.
        session.new_round([deck[1], deck[0], *deck[2:]])
        table.wait()
        assert session.match.scores == (10, 10)
        assert "The match is over: you and Computer 1 tie with 10 points." in table.text

    def test_on_a_real_screen(self) -> None:
        session, _ = one_card_each("pagat", last_card_call=0, target=10)

        async def main() -> None:
            async with open_terminal(session) as terminal:
                await terminal.until("to 10")
                terminal.type("1")
                await terminal.until("The match is over: you win it with 0 points.")
                await terminal.click("yes")
                await terminal.until(lambda: session.match.number == 1)

        run(main())


class TestSheet:
    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("players", [2, 4, 8])
    def test_it_has_a_line_for_each_round_and_the_totals(self, players: int, size: tuple[int, int]) -> None:
        session, deck = one_card_each("openspiel", players, rounds=None, max_plays=3)
        for _ in range(3):
            while session.to_move is not None:
                seat = session.to_move
                session.apply(seat, session.legal_moves(seat)[0])
            if len(session.match.sheet) < 3:
                session.new_round(deck)
        table = desk(session, size)
        table.press("c")
        for number, outcome in enumerate(session.match.sheet, 1):
            assert outcome is not None
            wanted = [f"{points}{'*' if seat in outcome.winners else ''}" for seat, points in enumerate(outcome.points)]
            assert [str(number), *wanted] in rows(table)
        assert ["Total", *map(str, session.match.scores)] in rows(table)
        table.press("escape")
        assert table.play.ui.mode is Mode.OVER

    def test_a_dropped_round_counts_for_nobody(self) -> None:
        session, _ = one_card_each(target=50)
        table = desk(session)
        table.press("n", "n", "c")
        assert ["1", "-", "-"] in rows(table)
        assert "the round was dropped" in table.text

    def test_before_the_first_round_is_over_it_says_so(self) -> None:
        table = desk(one_card_each()[0])
        table.click("scores")
        assert "No round is over yet." in table.text

    def test_the_scores_in_the_first_line_open_it(self) -> None:
        table = desk(one_card_each()[0])
        table.click_at(table.text.splitlines()[0].index("You 0"), 0)
        assert table.play.ui.mode is Mode.SCORES

    def test_a_long_match_is_scrolled_and_the_newest_round_in_sight(self) -> None:
        session, deck = one_card_each()
        for _ in range(40):
            while session.to_move is not None:
                seat = session.to_move
                session.apply(seat, session.legal_moves(seat)[0])
            session.new_round(deck)
        table = desk(session)
        table.press("c")
        shown = {words[0] for words in rows(table)}
        assert "40" in shown
        assert "1" not in shown
        table.press("home")
        assert "1" in {words[0] for words in rows(table)}

    def test_names_that_are_wide_stay_in_their_columns(self) -> None:
        session, _ = one_card_each()
        shown = snapshot(session, 0, sort="suit")
        lines = scores_text(dataclasses.replace(shown, names=("漢字漢字漢字漢字漢字", "B")))
        assert lines[0].text.endswith("B ")


class TestGoals:
    """How far a match goes, in words."""

    @pytest.mark.parametrize(
        ("options", "sentence", "tag"),
        [
            ({}, "", ""),
            ({"target": 100}, "The match ends when somebody has 100 points.", "to 100"),
            ({"rounds": 5}, "The match ends after 5 rounds.", "of 5"),
            ({"rounds": 1}, "The match ends after 1 round.", "of 1"),
            (
                {"target": 100, "rounds": 5},
                "The match ends when somebody has 100 points, at the latest after 5 rounds.",
                "to 100",
            ),
            (
                {"target": 300, "scoring": "losers_charged"},
                "The match ends when somebody has 300 points; the fewest points win.",
                "to 300",
            ),
            ({"scoring": "losers_charged"}, "The match has no end; the fewest points win.", ""),
            ({"target": 3, "scoring": "rounds_won"}, "The match ends when somebody has 3 rounds won.", "to 3"),
        ],
    )
    def test_it_is_said(self, options: dict[str, Any], sentence: str, tag: str) -> None:
        match = make_session(game=Game("classic", 2, options=options), players=2).match
        assert sheet.goal(match) == sentence
        assert sheet.goal_tag(match) == tag

    def test_the_target_grows_with_the_players(self) -> None:
        match = make_session(game=Game("wikipedia", 4), players=4).match
        # 100 for two, 50 more for each player beyond two.
        assert sheet.goal_tag(match) == "to 200"
