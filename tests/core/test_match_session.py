"""Matches at a table: rounds until the match is over, then another one, and who is told of it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crazyeights import (
    CrazyEightsError,
    Dealt,
    DeckError,
    Event,
    Fault,
    Game,
    Match,
    MatchOver,
    Observer,
    RoundOver,
    Seat,
    Session,
    TableRequest,
)
from crazyeights.plugins import load_plugins
from crazyeights.session import round_seed
from support_decks import arrange
from support_plugins import write
from support_tables import chances, make, people, play_out

# Whoever begins holds three queens, which skip the only other player, and is out at once; the other is left with
# an eight, a king, an ace and a seven: 50 + 10 + 1 + 7.
OUT = "QH QS QD 5D"
LEFT = "8C KS AH 7C"
WORTH = 68


def table(**more: Any) -> Session:
    options = {"hand_size": 4, **more.pop("options", {})}
    game = Game("classic", 2, options=options)
    return Session(game, people("Ann", "Bob"), 7, deck=deck(game, 0), **more)


def deck(game: Game, winner: int) -> list[Any]:
    hands = [OUT, LEFT] if winner == 0 else [LEFT, OUT]
    return arrange(game.deck, hands, "9H")


def win(session: Session) -> None:
    """Let whoever begins play all cards."""
    seat = session.match.first
    make(session, *((seat, card) for card in OUT.split()))
    assert session.over


class Notes:
    def __init__(self, match: Match | None = None) -> None:
        self.match = match
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


def kinds(events: list[Event]) -> list[type]:
    return [type(event) for event in events]


def test_the_match_follows_from_the_games_options() -> None:
    session = table(options={"target": 100, "rounds": 9})
    assert (session.match.target, session.match.rounds, session.match.number) == (100, 9, 0)
    assert not session.match_over


def test_a_match_to_a_target_is_over_when_it_is_reached() -> None:
    session = table(options={"target": 100})
    win(session)
    assert (session.match.scores, session.match_over) == ((WORTH, 0), False)
    session.new_round(deck(session.game, 1))
    win(session)
    assert (session.match.scores, session.match_over) == ((WORTH, WORTH), False)
    session.new_round(deck(session.game, 0))
    win(session)
    assert session.match.scores == (136, 68)
    assert session.match_over
    assert session.match.outcome == MatchOver(0, (136, 68), (0,))
    events = session.events_since(0, None)
    assert [event for event in events if isinstance(event, MatchOver)] == [MatchOver(0, (136, 68), (0,))]
    assert kinds(events[-2:]) == [RoundOver, MatchOver]


def test_every_seat_is_told_the_end_of_the_match_once() -> None:
    session = table(options={"rounds": 1})
    cursor = len(session.events_since(0, 1))
    win(session)
    for seat in (0, 1, None):
        assert kinds(session.events_since(cursor, seat))[-2:] == [RoundOver, MatchOver]
        assert session.events_since(cursor + len(session.events_since(cursor, seat)), seat) == []


def test_after_the_match_no_round_can_be_dealt() -> None:
    session = table(options={"rounds": 1})
    win(session)
    before = (session.position, len(session.events_since(0, None)), session.state)
    with pytest.raises(CrazyEightsError, match="the match is over, so it has no further round; a new match can begin"):
        session.new_round()
    assert (session.position, len(session.events_since(0, None)), session.state) == before
    session.new_match()
    assert not session.over


def test_a_new_match_begins_from_nothing_with_the_next_seat() -> None:
    session = table(options={"rounds": 2})
    win(session)
    session.new_round(deck(session.game, 1))
    win(session)
    ended, position = session.match, session.position
    session.new_match()
    assert session.match is not ended
    assert (session.match.number, session.match.round, session.match.scores) == (1, 0, (0, 0))
    # Seat 1 began the round before.
    assert session.match.first == session.state.first == session.to_move == 0
    assert session.position > position
    assert ended.scores == (WORTH, WORTH)
    session.new_round()
    assert session.state.first == 1
    assert kinds(session.events_since(0, None)).count(Dealt) == 4


def test_a_match_can_be_dropped_in_the_middle() -> None:
    session = table(options={"target": 100})
    win(session)
    session.new_match(deck(session.game, 1))
    assert (session.match.number, session.match.first, session.match.scores) == (1, 1, (0, 0))
    win(session)
    assert session.match.scores == (0, WORTH)
    assert MatchOver not in kinds(session.events_since(0, None))


def test_a_bad_deck_for_a_new_match_changes_nothing() -> None:
    session = table()
    match = session.match
    with pytest.raises(DeckError):
        session.new_match(deck(session.game, 0)[1:])
    assert session.match is match
    win(session)


def test_every_deal_of_every_match_is_another() -> None:
    assert len({round_seed(7, number, match) for number in range(20) for match in range(20)}) == 400
    session = Session(Game("classic", 2), people("Ann", "Bob"), 7)
    decks = [session.state.deck_order]
    for _ in range(2):
        session.new_round()
        decks.append(session.state.deck_order)
    session.new_match()
    decks.append(session.state.deck_order)
    session.new_round()
    decks.append(session.state.deck_order)
    assert len(set(decks)) == 5


def test_the_same_seed_plays_the_same_matches() -> None:
    def played() -> list[Event]:
        session = Session(Game("classic", 3, options={"rounds": 2}), chances(3, 4), 4)
        for _ in range(2):
            play_out(session)
            session.new_round()
            play_out(session)
            session.new_match()
        return session.events_since(0, None)

    events = played()
    assert events == played()
    assert kinds(events).count(MatchOver) == 2


# Observers


def test_observers_of_a_match_are_asked_for_once_each_match() -> None:
    asked: list[Notes] = []

    def watch(match: Match) -> list[Observer]:
        asked.append(Notes(match))
        return [asked[-1]]

    always = Notes()
    session = table(options={"rounds": 2}, observers=[always], watch=watch)
    win(session)
    session.new_round(deck(session.game, 1))
    win(session)
    assert [notes.match for notes in asked] == [session.match]
    first = session.events_since(0, None)
    assert kinds(asked[0].events) == kinds(first)
    session.new_match(deck(session.game, 0))
    win(session)
    assert [notes.match.number for notes in asked if notes.match is not None] == [0, 1]
    assert asked[1].match is session.match
    # Each is told of its own match, and the table's own observer of all.
    assert kinds(asked[0].events) == kinds(first)
    assert kinds(asked[1].events) == kinds(session.events_since(len(first), None))
    assert kinds(always.events) == kinds(session.events_since(0, None))


def test_an_observer_of_a_later_match_is_not_told_the_earlier_one() -> None:
    later = Notes()
    session = table(watch=lambda match: [later] if match.number else [])
    win(session)
    session.new_match()
    assert kinds(later.events) == [Dealt]


WATCHING = """
    from crazyeights import hookimpl
    class Notes:
        events = []
        def on_event(self, event):
            self.events.append(event)
    @hookimpl
    def crazyeights_observers(match):
        if match.number:
            raise ValueError("one is enough")
        return [Notes()]
"""


def test_a_plugin_that_fails_at_a_later_match_is_named_and_the_game_goes_on(tmp_path: Path) -> None:
    registry = load_plugins([write(tmp_path, "watching", WATCHING)], third_party=False)
    game = Game("classic", 2, options={"rounds": 1})
    session = TableRequest(game, tuple(chances(2, 1)), 1).open(registry)
    play_out(session)
    session.new_match()
    play_out(session)
    faults = [event for event in session.events_since(0, None) if isinstance(event, Fault)]
    assert [(fault.source, "one is enough" in fault.message) for fault in faults] == [("watching", True)]
    assert session.match_over
    assert session.match.number == 1


def test_a_session_of_a_match_that_was_given_plays_that_one() -> None:
    match = Match(2, rounds=1)
    session = table(match=match)
    win(session)
    assert session.match is match
    assert session.match_over
    assert Seat("Ann") == Seat("Ann", parameters={})
