from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import pytest

from crazyeights import (
    DIAMONDS,
    DRAW,
    Called,
    Card,
    CrazyEightsError,
    Dealt,
    DeckError,
    Drew,
    Event,
    Fault,
    Game,
    IllegalMoveError,
    IllegalReason,
    Match,
    Move,
    Outcome,
    Played,
    Reason,
    Reshuffled,
    RoundOver,
    Seat,
    SeatError,
    Session,
)
from crazyeights.errors import describe_error
from crazyeights.record import Recorder
from crazyeights.session import random_seed, round_seed, strategy_rng
from support_decks import cards
from support_tables import (
    SHORT_MOVES,
    Chance,
    hand_of,
    make,
    people,
    play_out,
    short_deck_order,
    short_game,
    short_session,
)

SHORT_EVENTS: list[Event] = [
    Dealt((hand_of("3H KD 8S"), hand_of("4S QS 5C")), (3, 3), cards("9H")[0], 0),
    Played(0, cards("3H")[0]),
    Drew(1, 1, hand_of("6C")),
    Played(0, cards("8S")[0]),
    Called(0, DIAMONDS),
    Drew(1, 1, hand_of("7D")),
    Played(0, cards("KD")[0]),
]
# Seat 1 is left with 4S QS 5C 6C 7D.
SHORT_OUTCOME = Outcome(0, Reason.EMPTY_HAND, (4 + 10 + 5 + 6 + 7, 0))


class Notes:
    """Notes the events; fails at the given one."""

    def __init__(self, fails_at: int | None = None, error: BaseException | None = None) -> None:
        self.events: list[Event] = []
        self._fails_at = fails_at
        self._error = error or ValueError("no\nmore\x1b[2J room")

    def on_event(self, event: Event) -> None:
        if len(self.events) == self._fails_at:
            raise self._error
        self.events.append(event)


def chances(players: int, seed: int) -> tuple[Seat, ...]:
    return tuple(Seat(f"C{seat}", Chance(strategy_rng(seed, seat)), "chance") for seat in range(players))


def sets(event: Event) -> Event:
    """The same with the hands as sets, for where the order in which a hand is shown does not matter."""
    if isinstance(event, Dealt):
        hands: Any = tuple(None if hand is None else frozenset(hand) for hand in event.hands)
        return Dealt(hands, event.hand_sizes, event.starter, event.first, event.buried)
    return event


def all_sets(events: list[Event]) -> list[Event]:
    return [sets(event) for event in events]


# What happens


def test_a_round_gives_its_events_in_order() -> None:
    session = short_session()
    make(session, *SHORT_MOVES)
    events = session.events_since(0, 1)
    assert isinstance(events[-1], RoundOver)
    assert events[-1].outcome == SHORT_OUTCOME
    assert all_sets(session.state.events()[:-1]) == all_sets(SHORT_EVENTS)
    assert session.over
    assert session.to_move is None
    assert session.match.scores == (32, 0)
    assert session.match.wins == (1, 0)


def test_each_seat_sees_its_own_cards_and_a_spectator_none() -> None:
    session = short_session()
    make(session, *SHORT_MOVES[:-1])
    one, two = SHORT_EVENTS[2], SHORT_EVENTS[5]
    hidden = [Drew(1, 1, None), Drew(1, 1, None)]
    views = {seat: session.events_since(0, seat) for seat in (0, 1, None)}
    assert sets(views[0][0]) == sets(Dealt((hand_of("3H KD 8S"), None), (3, 3), cards("9H")[0], 0))
    assert sets(views[1][0]) == sets(Dealt((None, hand_of("4S QS 5C")), (3, 3), cards("9H")[0], 0))
    assert views[None][0] == Dealt((None, None), (3, 3), cards("9H")[0], 0)
    assert [views[0][2], views[0][5]] == hidden
    assert [views[1][2], views[1][5]] == [one, two]
    assert [views[None][2], views[None][5]] == hidden


def test_a_cursor_counts_events_over_rounds_and_faults() -> None:
    session = short_session()
    cursor = len(session.events_since(0, 0))
    assert cursor == 1
    make(session, SHORT_MOVES[0])
    fault = Fault("greedy", "raised ValueError", 1)
    session.report(fault)
    make(session, *SHORT_MOVES[1:3])
    news = session.events_since(cursor, 0)
    assert news == [SHORT_EVENTS[1], fault, Drew(1, 1, None), SHORT_EVENTS[3], SHORT_EVENTS[4]]
    cursor += len(news)
    assert session.events_since(cursor, 0) == []
    make(session, *SHORT_MOVES[3:])
    session.new_round()
    news = session.events_since(cursor, 0)
    assert [type(event) for event in news] == [Drew, Played, RoundOver, Dealt]
    assert len(session.events_since(0, None)) == cursor + len(news)


def test_a_cursor_beyond_the_end_gives_nothing_and_a_negative_one_is_refused() -> None:
    session = short_session()
    assert session.events_since(99, 0) == []
    with pytest.raises(ValueError, match="can't be -1"):
        session.events_since(-1, 0)


@pytest.mark.parametrize("players", [2, 5])
def test_no_event_shows_a_hidden_card_before_the_end(players: int) -> None:
    session = Session(Game("classic", players=players), chances(players, 3), 3)
    play_out(session)
    assert any(isinstance(event, Drew) for event in session.events_since(0, None))
    for seat in [*range(players), None]:
        for event in session.events_since(0, seat):
            if isinstance(event, Dealt):
                assert [at for at, hand in enumerate(event.hands) if hand is not None] == (
                    [] if seat is None else [seat]
                )
            elif isinstance(event, Drew):
                assert (event.cards is not None) == (event.seat == seat)
            elif isinstance(event, Reshuffled):
                assert event.stock is None


def test_the_same_seed_gives_the_same_events_round_after_round() -> None:
    def played(seed: int) -> list[Event]:
        session = Session(Game("classic", players=3), chances(3, seed), seed)
        for _ in range(3):
            play_out(session)
            session.new_round()
        return session.events_since(0, 0)

    assert played(11) == played(11)
    assert played(11) != played(12)


def test_every_round_of_a_match_is_another_deal() -> None:
    session = Session(Game("classic"), chances(2, 1), 1)
    decks = []
    for _ in range(4):
        decks.append(session.state.deck_order)
        session.new_round()
    assert len(set(decks)) == 4


def test_the_first_round_is_the_deal_of_the_seed() -> None:
    game = Game("classic")
    session = Session(game, people("Ann", "Bob"), 7)
    assert session.seed == 7
    assert session.state.deck_order == game.deal(seed=7).deck_order


def test_without_a_seed_every_session_is_another() -> None:
    game = Game("classic")
    one, two = Session(game, people("Ann", "Bob")), Session(game, people("Ann", "Bob"))
    assert one.seed != two.seed
    assert one.state.deck_order != two.state.deck_order
    again = Session(game, people("Ann", "Bob"), one.seed)
    assert again.state.deck_order == one.state.deck_order


# Seeds


def test_a_strategys_chance_is_its_own_and_always_the_same() -> None:
    def numbers(rng: Random) -> list[float]:
        return [rng.random() for _ in range(3)]

    assert numbers(strategy_rng(7, 0)) == numbers(strategy_rng(7, 0))
    different = [numbers(rng) for rng in (strategy_rng(7, 0), strategy_rng(7, 1), strategy_rng(8, 0), Random(7))]
    assert len({tuple(stream) for stream in different}) == 4


def test_the_deal_is_not_dealt_with_a_strategys_chance() -> None:
    game = Game("classic")
    deal = game.deal(seed=7).deck_order
    for seat in range(2):
        rng = strategy_rng(7, seat)
        assert deal != game.deal(seed=rng.getrandbits(64)).deck_order
        # Neither the seed nor what a later round is dealt from is a part of the stream's state.
        assert not {7, round_seed(7, 1)} & set(strategy_rng(7, seat).getstate()[1])


def test_later_rounds_have_seeds_of_their_own() -> None:
    assert round_seed(7, 0) == 7
    assert len({round_seed(seed, number) for seed in range(20) for number in range(20)}) == 400
    assert random_seed() != random_seed()
    assert 0 <= random_seed() < 2**48


# Moves that are refused


def test_a_move_out_of_turn_names_both_players_and_changes_nothing() -> None:
    session = short_session()
    before = (session.position, session.state.hand_sizes, len(session.events_since(0, None)))
    with pytest.raises(IllegalMoveError, match=r"It is not Bob's turn, but Ann's\.") as refused:
        make(session, (1, "draw"))
    assert refused.value.code is IllegalReason.NOT_YOUR_TURN
    assert (session.position, session.state.hand_sizes, len(session.events_since(0, None))) == before
    assert session.to_move == 0


def test_an_illegal_move_says_why_and_changes_nothing() -> None:
    session = short_session()
    with pytest.raises(IllegalMoveError) as refused:
        make(session, (0, "KD"))
    assert refused.value.code is IllegalReason.NO_MATCH
    with pytest.raises(IllegalMoveError) as refused:
        session.apply(0, "3H")  # type: ignore[arg-type]
    assert refused.value.code is IllegalReason.NOT_A_MOVE
    assert session.to_move == 0
    assert len(session.events_since(0, None)) == 1
    assert session.position == 1


def test_after_the_round_every_move_is_refused() -> None:
    session = short_session()
    make(session, *SHORT_MOVES)
    for seat in (0, 1):
        with pytest.raises(IllegalMoveError) as refused:
            make(session, (seat, "draw"))
        assert refused.value.code is IllegalReason.ROUND_OVER
    assert session.match.scores == (32, 0)


def test_only_the_seat_to_move_has_legal_moves() -> None:
    session = short_session()
    assert {str(move) for move in session.legal_moves(0)} == {"3H", "8S=S", "8S=H", "8S=D", "8S=C", "draw"}
    assert session.legal_moves(1) == ()
    assert session.view_for(1).legal_moves == ()
    make(session, *SHORT_MOVES)
    assert session.legal_moves(0) == session.legal_moves(1) == ()


@pytest.mark.parametrize("seat", [-1, 2])
def test_a_seat_that_does_not_exist_is_refused(seat: int) -> None:
    session = short_session()
    for ask in (session.view_for, session.legal_moves, lambda at: session.events_since(0, at)):
        with pytest.raises(SeatError, match=f"there is no seat {seat}; the seats are 0 to 1"):
            ask(seat)
    with pytest.raises(SeatError):
        make(session, (seat, "draw"))


@pytest.mark.parametrize("seed", ["7", 7.0, True, [1], (Card.parse("8H"),)])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(DeckError, match=r"a seed is a whole number, .*; a deck is given as deck=…"):
        Session(short_game(), people("Ann", "Bob"), seed)
    with pytest.raises(DeckError, match="a seed is a whole number"):
        short_game().deal(seed)


def test_a_refusal_names_players_in_print_only() -> None:
    session = Session(short_game(), people("An\x1bn\n", "Bob"), 1)
    with pytest.raises(IllegalMoveError) as caught:
        session.apply(1, DRAW)
    assert str(caught.value) == "It is not Bob's turn, but An n's."


def test_seats_and_match_must_fit_the_game() -> None:
    with pytest.raises(SeatError, match="3 seats don't fit a game for 2 players"):
        Session(short_game(), people("Ann", "Bob", "Cid"))
    with pytest.raises(SeatError, match="a match of 3 players"):
        Session(short_game(), people("Ann", "Bob"), match=Match(3))


def test_hands_are_revealed_only_at_the_end() -> None:
    session = short_session()
    with pytest.raises(CrazyEightsError, match="hidden until the round is over"):
        session.revealed()
    make(session, *SHORT_MOVES)
    assert [set(hand) for hand in session.revealed()] == [set(), set(cards("4S QS 5C 6C 7D"))]


# Rounds


def test_a_new_round_begins_with_the_next_seat_and_keeps_the_score() -> None:
    session = short_session()
    make(session, *SHORT_MOVES)
    session.new_round()
    assert not session.over
    assert session.to_move == session.state.first == session.match.first == 1
    assert session.match.round == 1
    assert session.match.scores == (32, 0)


def test_a_round_dropped_in_the_middle_is_nobodys_win() -> None:
    session = short_session()
    make(session, SHORT_MOVES[0])
    session.new_round()
    assert session.match.scores == (0, 0)
    assert session.match.wins == (0, 0)
    assert session.match.sheet == (None,)
    assert session.match.round == 1
    assert [type(event) for event in session.events_since(0, None)] == [Dealt, Played, Dealt]


def test_a_bad_deck_for_a_new_round_changes_nothing() -> None:
    session = short_session()
    with pytest.raises(DeckError):
        session.new_round(short_deck_order(session.game)[1:])
    assert session.match.round == 0
    make(session, SHORT_MOVES[0])
    assert len(session.events_since(0, None)) == 2


def test_the_position_is_another_after_each_deal_and_move() -> None:
    session = short_session()
    seen = [session.position]
    for move in SHORT_MOVES:
        make(session, move)
        seen.append(session.position)
    session.new_round()
    seen.append(session.position)
    assert len(set(seen)) == len(seen)
    session.report(Fault("x", "y"))
    assert session.position == seen[-1]


def test_rounds_can_be_played_on_a_match_that_was_given() -> None:
    match = Match(2)
    session = short_session(match=match)
    make(session, *SHORT_MOVES)
    assert session.match is match
    assert match.scores == (32, 0)


# Observers and recorders


def test_an_observer_is_told_everything_with_nothing_blanked() -> None:
    notes = Notes()
    session = short_session(observers=[notes])
    assert len(notes.events) == 1
    make(session, *SHORT_MOVES)
    assert all_sets(notes.events[:-1]) == all_sets(SHORT_EVENTS)
    fault = Fault("x", "y")
    session.report(fault)
    session.new_round()
    assert notes.events[-2] == fault
    assert isinstance(notes.events[-1], Dealt)
    assert isinstance(notes.events[-3], RoundOver)


@pytest.mark.parametrize("error", [ValueError("no\nmore\x1b[2J room"), SystemExit("no more [2J room")])
def test_an_observer_that_fails_is_dropped_with_one_fault(error: BaseException) -> None:
    bad, good = Notes(2, error), Notes()
    session = short_session(observers=[bad, good])
    make(session, *SHORT_MOVES)
    faults = [event for event in session.events_since(0, None) if isinstance(event, Fault)]
    assert faults == [Fault("Notes", f"raised {type(error).__name__}: no more [2J room and is told nothing more")]
    assert len(bad.events) == 2
    assert [event for event in good.events if isinstance(event, Fault)] == faults
    assert [event for event in good.events if not isinstance(event, Fault)][:-1] == session.state.events()[:-1]
    assert session.match.scores == (32, 0)


def test_an_observer_may_report_a_fault_itself() -> None:
    class Reporter(Notes):
        session: Session | None = None

        def on_event(self, event: Event) -> None:
            super().on_event(event)
            if isinstance(event, Played) and self.session is not None:
                self.session.report(Fault("reporter", f"saw {event.card}"))

    notes, reporter = Notes(), Reporter()
    session = short_session(observers=[reporter, notes])
    reporter.session = session
    make(session, *SHORT_MOVES[:2])
    expected = [SHORT_EVENTS[1], Fault("reporter", "saw 3H"), SHORT_EVENTS[2]]
    assert notes.events[1:] == reporter.events[1:] == expected
    assert len(session.events_since(0, None)) == 4


class BrokenRecorder(Recorder):
    """Fails at the given write."""

    def __init__(self, path: Path, fails_at: int) -> None:
        super().__init__(path)
        self._left = fails_at

    def _write(self, data: bytes) -> None:
        if self._left == 0:
            raise OSError(28, "No space left on device")
        self._left -= 1
        super()._write(data)


@pytest.mark.parametrize("fails_at", range(7))
def test_a_recorder_that_fails_is_dropped_with_one_fault(tmp_path: Path, fails_at: int) -> None:
    recorder = BrokenRecorder(tmp_path / "r.jsonl", fails_at)
    session = short_session(recorder=recorder)
    make(session, *SHORT_MOVES)
    faults = [event for event in session.events_since(0, None) if isinstance(event, Fault)]
    assert faults == [Fault("record", "could not be written (No space left on device) and stops here")]
    assert session.match.scores == (32, 0)
    session.new_round()
    session.report(Fault("x", "y"))
    session.close()
    assert len((tmp_path / "r.jsonl").read_text(encoding="utf-8").splitlines()) == fails_at


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="the system has no /dev/full")
def test_a_full_disk_does_not_end_the_game() -> None:
    session = short_session(recorder=Recorder("/dev/full"))
    make(session, *SHORT_MOVES)
    assert session.match.scores == (32, 0)
    assert [type(event) for event in session.events_since(0, None)].count(Fault) == 1


def test_a_closed_session_can_still_be_played(tmp_path: Path) -> None:
    session = short_session(recorder=Recorder(tmp_path / "r.jsonl"))
    session.close()
    session.close()
    make(session, *SHORT_MOVES)
    assert not [event for event in session.events_since(0, None) if isinstance(event, Fault)]


def test_an_error_is_described_in_one_short_printable_line() -> None:
    class Mute(Exception):  # noqa: N818
        def __str__(self) -> str:
            raise RuntimeError

    assert describe_error(ValueError("a\n\tb\x1b[31m")) == "ValueError: a b [31m"
    assert describe_error(KeyError()) == "KeyError"
    assert describe_error(Mute()) == "Mute"
    assert len(describe_error(ValueError("x" * 10_000))) < 220


def test_moves_need_no_reader_of_events() -> None:
    session = short_session()
    make(session, *SHORT_MOVES)
    assert len(session.events_since(0, None)) == len(SHORT_EVENTS) + 1
    assert Move.parse("KD").card is session.state.top
