from __future__ import annotations

import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from typing import Any

import pytest

from crazyeights import Event, Fault, Game, IllegalMoveError, IllegalReason, Move, Seat, SeatError, Session, View
from crazyeights.controller import Controller, DaemonExecutor, fallback
from crazyeights.session import strategy_rng
from support_decks import arrange
from support_tables import Chance, HandExecutor, Scripted, make, short_deck_order, short_game

DRAW = Move.parse("draw")


def first_legal(view: View) -> Move:
    return view.legal_moves[0]


class Table:
    """Ann, a person, against Bob, a strategy, whose turn it is: he holds 4S QS 5C and can't play on Ann's 3H."""

    def __init__(self, answer: Callable[[View], Any] = first_legal, **more: Any) -> None:
        self.strategy = Scripted(answer)
        self.executor = HandExecutor()
        game = short_game()
        seats = (Seat("Ann"), Seat("Bob", self.strategy, "greedy"))
        self.session = Session(game, seats, 7, deck=short_deck_order(game))
        self.controller = Controller(self.session, executor=self.executor, **more)
        self.controller.submit(0, Move.parse("3H"))

    @property
    def faults(self) -> list[Fault]:
        return [event for event in self.session.events_since(0, None) if isinstance(event, Fault)]

    @property
    def moves(self) -> int:
        """How many moves were made."""
        return self.session.position - 1


# Pace


def test_a_quick_answer_is_played_after_the_minimum_thinking_time() -> None:
    table = Table(think_time=0.6)
    assert table.controller.tick(10.0)
    assert table.controller.thinking == 1
    table.executor.finish()
    for now in (10.1, 10.59):
        assert not table.controller.tick(now)
        assert table.moves == 1
    assert table.controller.tick(10.61)
    assert table.moves == 2
    assert table.controller.thinking is None
    assert table.session.to_move == 0
    assert table.faults == []


def test_a_slow_answer_is_played_as_soon_as_it_is_there() -> None:
    table = Table(think_time=0.6)
    table.controller.tick(0.0)
    for now in (0.5, 5.0, 19.9):
        assert not table.controller.tick(now)
        assert table.controller.thinking == 1
    table.executor.finish()
    assert table.controller.tick(19.95)
    assert (table.moves, table.faults) == (2, [])


def test_the_first_tick_starts_the_clock_whatever_time_it_is() -> None:
    table = Table(think_time=1.0)
    table.controller.tick(1_000_000.0)
    table.executor.finish()
    assert not table.controller.tick(1_000_000.9)
    assert table.controller.tick(1_000_001.0)


def test_hurry_skips_the_rest_of_this_thinking_time_only() -> None:
    game = short_game()
    answers = Scripted(first_legal)
    executor = HandExecutor()
    session = Session(game, (Seat("A", answers), Seat("B", answers)), 7, deck=short_deck_order(game))
    controller = Controller(session, think_time=5.0, executor=executor)
    controller.tick(0.0)
    controller.hurry()
    assert not controller.tick(0.1)  # hurried, but there is no answer yet
    executor.finish()
    assert controller.tick(0.2)
    assert controller.thinking == 1
    executor.finish()
    assert not controller.tick(5.1)
    assert controller.tick(5.2)


def test_hurry_at_a_persons_turn_is_not_kept_for_later() -> None:
    table = Table(think_time=5.0)
    table.controller.hurry()
    table.controller.tick(0.0)
    table.executor.finish()
    assert not table.controller.tick(4.9)


def test_the_pace_can_be_changed_while_a_strategy_thinks() -> None:
    table = Table(think_time=5.0)
    table.controller.tick(0.0)
    table.executor.finish()
    assert not table.controller.tick(1.0)
    table.controller.think_time = 2.0
    assert not table.controller.tick(1.9)
    assert table.controller.tick(2.0)
    assert table.controller.think_time == 2.0


@pytest.mark.parametrize("seconds", [-0.1, float("nan")])
def test_a_time_that_is_none_is_refused(seconds: float) -> None:
    table = Table()
    with pytest.raises(ValueError, match="think_time is a number of seconds from 0"):
        table.controller.think_time = seconds
    with pytest.raises(ValueError, match="time_limit"):
        Controller(table.session, time_limit=seconds)
    assert table.controller.think_time == 0.6


def test_at_most_one_move_is_made_in_a_tick_however_late_it_comes() -> None:
    game = Game("classic", players=3)
    seats = [Seat(f"C{seat}", Chance(strategy_rng(1, seat))) for seat in range(3)]
    session = Session(game, seats, 1)
    executor = HandExecutor()
    controller = Controller(session, think_time=0.0, executor=executor)
    now = 0.0
    while not session.over:
        before = session.position
        assert controller.tick(now)
        assert session.position - before <= 1
        if executor.running:
            executor.finish()
        now += 1000.0
    assert not controller.tick(now)
    assert controller.thinking is None


def test_ticks_before_the_person_moves_change_nothing() -> None:
    game = short_game()
    session = Session(game, (Seat("Ann"), Seat("Bob", Scripted(first_legal))), 7, deck=short_deck_order(game))
    controller = Controller(session, executor=HandExecutor())
    assert [controller.tick(now) for now in (0.0, 100.0)] == [False, False]
    assert controller.thinking is None


def test_the_next_wakeup_says_when_something_may_change() -> None:
    table = Table(think_time=1.0)
    controller = table.controller
    assert controller.next_wakeup(5.0) == 5.0
    controller.tick(5.0)
    assert controller.next_wakeup(5.1) == 6.0
    wakeup = controller.next_wakeup(7.0)  # still thinking after the minimum: look again soon
    assert wakeup is not None
    assert 7.0 < wakeup < 7.1
    table.executor.finish()
    assert controller.next_wakeup(7.0) == 7.0
    controller.tick(7.0)
    assert controller.next_wakeup(7.0) is None
    controller.close()
    assert controller.next_wakeup(7.0) is None


# A person's moves


def test_a_person_may_not_move_for_a_strategy_or_out_of_turn() -> None:
    table = Table()
    with pytest.raises(IllegalMoveError, match="Bob is played by greedy") as refused:
        table.controller.submit(1, DRAW)
    assert refused.value.code is IllegalReason.NOT_YOUR_TURN
    with pytest.raises(IllegalMoveError) as refused:
        table.controller.submit(0, DRAW)
    assert refused.value.code is IllegalReason.NOT_YOUR_TURN
    with pytest.raises(SeatError):
        table.controller.submit(2, DRAW)
    assert table.moves == 1


# Strategies that fail


class BadlyMadeError(Exception):
    def __str__(self) -> str:
        raise RuntimeError("not even this")


def deep(view: View) -> Move:
    return deep(view)


def unmade_move(_view: View) -> Any:
    return object.__new__(Move)


def raiser(error: BaseException) -> Callable[[View], Any]:
    def answer(_view: View) -> Any:
        raise error

    return answer


FAILURES: list[tuple[str, Callable[[View], Any], str]] = [
    ("raises", raiser(ValueError("no card\nfits")), "raised ValueError: no card fits"),
    ("raises without words", raiser(KeyError()), "raised KeyError"),
    ("exits", raiser(SystemExit(3)), "raised SystemExit: 3"),
    ("interrupts", raiser(KeyboardInterrupt()), "raised KeyboardInterrupt"),
    ("raises what can't be shown", raiser(BadlyMadeError()), "raised BadlyMadeError"),
    ("recurses", deep, "raised RecursionError: "),
    ("gives nothing", lambda view: None, "chose None, which is not a move"),
    ("gives a text", lambda view: "draw", "chose 'draw', which is not a move"),
    ("gives a card", lambda view: view.hand[0], "chose a Card, which is not a move"),
    ("gives half a move", unmade_move, "raised AttributeError: "),
    (
        "plays another's card",
        lambda view: Move.parse("KD"),
        "chose KD, which is not legal: you do not hold the king of diamonds",
    ),
    (
        "plays what does not match",
        lambda view: Move.parse("5C"),
        "chose 5C, which is not legal: the 5 of clubs matches neither",
    ),
    ("passes", lambda view: Move.parse("pass"), "chose pass, which is not legal: you may pass only when"),
]


@pytest.mark.parametrize(("answer", "message"), [case[1:] for case in FAILURES], ids=[case[0] for case in FAILURES])
def test_a_strategy_that_fails_is_replaced_and_reported(answer: Callable[[View], Any], message: str) -> None:
    table = Table(answer, think_time=0.0)
    table.controller.tick(0.0)
    table.executor.finish()
    assert table.controller.tick(0.1)
    assert [(fault.source, fault.seat) for fault in table.faults] == [("greedy", 1)]
    assert table.faults[0].message.startswith(message)
    assert "\n" not in table.faults[0].message
    assert not table.faults[0].message.endswith(".")
    # Bob can only draw, and that is what is done for him; the fault comes before it.
    events = table.session.events_since(0, 1)
    assert [type(event).__name__ for event in events] == ["Dealt", "Played", "Fault", "Drew"]
    assert table.session.to_move == 0


def test_a_strategy_that_failed_is_asked_again_the_next_time() -> None:
    table = Table(raiser(ValueError("once")), think_time=0.0)
    table.controller.tick(0.0)
    table.executor.finish()
    table.controller.tick(0.1)
    table.strategy.answer = first_legal
    make(table.session, (0, "8S=D"))
    table.controller.tick(0.2)
    table.executor.finish()
    assert table.controller.tick(0.3)
    assert len(table.faults) == 1
    assert table.moves == 4


def test_a_strategy_can_change_nothing_through_its_view() -> None:
    def cheat(view: View) -> Move:
        for name in ("_data", "seat", "game"):
            try:
                setattr(view, name, getattr(view, name))
                if name == "seat":
                    view.seat = 0
            except AttributeError:
                pass
        for thing in (view.hand, view.legal_moves, view.discard, view.history, view.hand_sizes):
            assert isinstance(thing, tuple)
        return Move.parse("KD")  # Ann's card

    table = Table(cheat, think_time=0.0)
    hands = [set(hand) for hand in table.session.state.hands]
    table.controller.tick(0.0)
    table.executor.finish()
    assert [set(hand) for hand in table.session.state.hands] == hands
    table.controller.tick(0.1)
    assert set(table.session.state.hands[0]) == hands[0]
    assert len(table.faults) == 1


def test_a_strategy_gets_its_own_seats_view_once_a_turn() -> None:
    table = Table(think_time=0.0)
    table.controller.tick(0.0)
    table.executor.finish()
    table.controller.tick(0.1)
    assert [(view.seat, view.to_move) for view in table.strategy.views] == [(1, 1)]
    assert {str(card) for card in table.strategy.views[0].hand} == {"4S", "QS", "5C"}


def test_an_executor_that_can_start_nothing_is_reported_and_the_game_goes_on() -> None:
    class Full(HandExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
            raise RuntimeError("can't start new thread")

    table = Table()
    controller = Controller(table.session, think_time=0.0, executor=Full())
    assert controller.tick(0.0)
    assert controller.tick(0.1)
    assert [fault.message for fault in table.faults] == ["could not be asked: RuntimeError: can't start new thread"]
    assert table.moves == 2


@pytest.mark.parametrize("how", ["cancelled", "RuntimeError"])
def test_an_executor_that_drops_a_job_is_reported(how: str) -> None:
    class Dropping(HandExecutor):
        def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
            future: Future[Any] = Future()
            if how == "cancelled":
                future.cancel()
            else:
                future.set_exception(RuntimeError("lost"))
            return future

    table = Table()
    controller = Controller(table.session, think_time=0.0, executor=Dropping())
    controller.tick(0.0)
    assert controller.tick(0.1)
    assert [fault.message for fault in table.faults] == [f"was not run: {how}"]


# Strategies that hang


def test_a_strategy_that_overruns_is_replaced_and_its_late_answer_thrown_away() -> None:
    table = Table(lambda view: Move.parse("4S"), think_time=0.0, time_limit=20.0)
    table.controller.tick(0.0)
    assert not table.controller.tick(20.0)
    assert table.controller.tick(20.1)
    assert table.faults == [Fault("greedy", "took longer than 20 s", 1)]
    assert table.moves == 2
    table.executor.finish(0)
    assert not table.controller.tick(20.2)
    assert table.moves == 2
    assert table.session.to_move == 0
    assert len(table.faults) == 1


def test_while_it_hangs_each_of_its_turns_is_one_fault_and_it_is_not_asked_again() -> None:
    table = Table(think_time=0.5, time_limit=2.0)
    table.controller.tick(0.0)
    assert table.controller.tick(2.1)
    make(table.session, (0, "8S=D"))
    assert table.controller.tick(3.0)
    assert not table.controller.tick(3.4)  # at the usual pace, not at once
    assert table.controller.tick(3.5)
    assert table.session.to_move == 0
    assert [fault.message for fault in table.faults] == ["took longer than 2 s", "is still busy with an earlier turn"]
    assert len(table.executor.jobs) == 1


def test_a_strategy_that_comes_back_is_asked_again() -> None:
    table = Table(think_time=0.0, time_limit=2.0)
    table.controller.tick(0.0)
    table.controller.tick(2.1)
    table.executor.finish(0)
    make(table.session, (0, "8S=D"))
    table.controller.tick(3.0)
    assert table.executor.running == [1]
    table.executor.finish()
    assert table.controller.tick(3.1)
    assert len(table.faults) == 1


def test_the_time_limit_counts_also_where_the_pace_is_slower() -> None:
    table = Table(think_time=10.0, time_limit=2.0)
    table.controller.tick(0.0)
    table.controller.tick(2.1)
    table.executor.finish()
    assert not table.controller.tick(9.9)
    assert table.controller.tick(10.0)
    assert [fault.message for fault in table.faults] == ["took longer than 2 s"]


def test_seats_that_share_a_strategy_never_have_it_asked_twice_at_once() -> None:
    game = short_game()
    shared = Scripted(first_legal)
    executor = HandExecutor()
    session = Session(game, (Seat("A", shared, "one"), Seat("B", shared, "two")), 7, deck=short_deck_order(game))
    controller = Controller(session, think_time=0.0, time_limit=2.0, executor=executor)
    controller.tick(0.0)
    assert controller.tick(2.1)  # seat 0 is replaced, and seat 1's turn begins while the job still hangs
    assert controller.thinking == 1
    assert len(executor.jobs) == 1
    assert controller.tick(2.2)
    faults = [event for event in session.events_since(0, None) if isinstance(event, Fault)]
    assert faults == [
        Fault("one", "took longer than 2 s", 0),
        Fault("two", "is still busy with an earlier turn", 1),
    ]
    executor.finish(0)
    # Seat 0's turn had begun with a fault; from the next turn on it is asked again.
    controller.tick(2.3)
    assert executor.running == [1]


# New round, other moves and quitting while a strategy thinks


def test_a_new_round_throws_the_answer_away_and_the_strategy_is_waited_for() -> None:
    table = Table(think_time=0.0)
    table.controller.tick(0.0)
    table.session.new_round()  # begins with seat 1, the strategy, which still thinks about the old round
    assert table.controller.thinking is None
    assert table.controller.tick(1.0)
    assert table.controller.thinking == 1
    assert len(table.executor.jobs) == 1
    table.executor.finish(0)
    assert table.controller.tick(1.1)
    assert table.executor.running == [1]
    before = table.session.position
    assert not table.controller.tick(1.2)
    assert table.session.position == before
    table.executor.finish()
    assert table.controller.tick(1.3)
    assert table.session.position == before + 1
    assert table.faults == []
    assert table.strategy.views[1].hand_sizes == (3, 3)


def test_a_strategy_that_hangs_over_a_new_round_is_replaced_after_the_time_limit() -> None:
    table = Table(think_time=0.0, time_limit=2.0)
    table.controller.tick(0.0)
    table.session.new_round()
    table.controller.tick(1.0)
    assert not table.controller.tick(3.0)
    assert table.controller.tick(3.1)
    make(table.session, (0, str(table.session.legal_moves(0)[0])))
    while table.session.to_move == 0:  # a special card may bring Ann another turn
        make(table.session, (0, "draw"))
    assert table.controller.tick(4.0)
    assert table.controller.tick(4.1)  # known to hang by now: no second wait
    assert [fault.message for fault in table.faults] == ["took longer than 2 s", "is still busy with an earlier turn"]
    assert len(table.executor.jobs) == 1


def test_a_move_that_somebody_else_made_for_the_seat_stands() -> None:
    table = Table(think_time=0.0)
    table.controller.tick(0.0)
    make(table.session, (1, "draw"))
    table.executor.finish()
    assert table.controller.tick(0.1)
    assert table.controller.thinking is None
    assert (table.moves, table.faults) == (2, [])


def test_after_close_nothing_happens_any_more() -> None:
    table = Table(think_time=0.0)
    table.controller.tick(0.0)
    table.controller.close()
    table.controller.close()
    assert table.controller.thinking is None
    table.executor.finish()
    assert not table.controller.tick(1.0)
    assert not table.controller.tick(100.0)
    assert (table.moves, table.faults) == (1, [])


def test_leaving_the_with_block_closes() -> None:
    table = Table()
    with table.controller as controller:
        controller.tick(0.0)
    assert not controller.tick(50.0)


def test_the_same_seed_gives_the_same_events_through_a_controller() -> None:
    def played(step: float) -> list[Event]:
        seats = [Seat(f"C{seat}", Chance(strategy_rng(5, seat))) for seat in range(3)]
        session = Session(Game("classic", players=3), seats, 5)
        executor = HandExecutor()
        controller = Controller(session, executor=executor)
        now = 0.0
        while not session.over:
            controller.tick(now)
            for number in executor.running:
                executor.finish(number)
            now += step
        return session.events_since(0, None)

    assert played(0.1) == played(7.0)


# The fallback


@pytest.mark.parametrize(
    ("hand", "starter", "chosen"),
    [
        ("8S 3H KH", "9H", "3H"),  # a card that is not wild, the first in the deck's order
        ("8C 8D KD", "9H", "8D=S"),  # only wild cards fit: the first in the deck's order, and the first suit
        ("4S QS 5C", "9H", "draw"),
    ],
)
def test_the_fallback_is_the_first_plain_card_else_a_wild_one_else_drawing(
    hand: str, starter: str, chosen: str
) -> None:
    game = short_game()
    state = game.deal(deck=arrange(game.deck, [hand, "4C 5D 6C"], starter))
    assert str(fallback(game, state.legal_moves())) == chosen


@pytest.mark.parametrize(
    ("game", "hand", "starter", "moves", "chosen"),
    [
        # Of what may be added to a card: another card rather than nothing.
        (Game("last-card", 2), "6H 6S 9C KD 4D 5D 10D", "9H", ["6H"], "6S"),
        (Game("classic", 2, roles=["pass-left=6"], options={"hand_size": 3}), "6H 9S KD", "9H", ["6H"], "give 9S"),
        (Game("classic", 2, roles=["swap=6"], options={"hand_size": 3}), "6H 9S KD", "7H", [], "6H@1"),
        (Game("pagat", 2), "3C 4C 5C 6C 7C 9C 10C", "8H", [], "=S"),
        (Game("classic", 2, options={"hand_size": 2, "last_card_call": 2}), "6H 4C", "7H", [], "6H!"),
    ],
    ids=["adding", "giving", "swapping", "calling", "announcing"],
)
def test_a_strategy_that_fails_is_replaced_in_every_kind_of_decision(
    game: Game, hand: str, starter: str, moves: list[str], chosen: str
) -> None:
    class Fails:
        def choose(self, view: View) -> Move:
            raise ValueError("no idea")

    deck = arrange(game.deck, [hand, ""], starter)
    seats = (Seat("Ann", Fails(), "fails"), Seat("Bob", Fails(), "fails"))
    session = Session(game, seats, 1, deck=deck)
    # Who calls the suit of the starter sits before the first.
    assert session.to_move == (1 if chosen == "=S" else 0)
    for move in moves:
        session.apply(0, Move.parse(move, game.deck))
    assert str(fallback(game, session.legal_moves(session.to_move or 0))) == chosen
    executor = HandExecutor()
    controller = Controller(session, executor=executor, think_time=0)
    controller.tick(1.0)
    executor.finish()
    before = session.position
    controller.tick(2.0)
    controller.tick(3.0)
    assert session.position == before + 1
    assert [event.message for event in session.events_since(0, None) if isinstance(event, Fault)] == [
        "raised ValueError: no idea"
    ]


def test_moves_of_every_kind_are_moves() -> None:
    game = Game("classic", 2, roles=["swap=6"], options={"hand_size": 3, "last_card_call": 1, "false_call": 1})
    session = Session(
        game,
        (Seat("Ann", Scripted(lambda view: Move.parse("6H@1!")), "ann"), Seat("Bob")),
        deck=arrange(game.deck, ["6H 9S KD", ""], "7H"),
    )
    executor = HandExecutor()
    controller = Controller(session, executor=executor, think_time=0)
    controller.tick(1.0)
    executor.finish()
    controller.tick(2.0)
    controller.tick(3.0)
    assert not [event for event in session.events_since(0, None) if isinstance(event, Fault)]
    assert session.position == 2


def test_a_fault_does_not_tell_which_card_would_have_been_given() -> None:
    table = Table(lambda view: Move.parse("give QS"), think_time=0)
    table.controller.tick(1.0)
    table.executor.finish()
    table.controller.tick(2.0)
    table.controller.tick(3.0)
    (fault,) = table.faults
    assert fault.message == "chose to give a card, which is not legal"


def test_the_fallback_passes_where_nothing_else_is_legal() -> None:
    assert str(fallback(short_game(), (Move.parse("pass"),))) == "pass"


# Real threads


def wait_for(condition: Callable[[], bool]) -> None:
    end = time.monotonic() + 30
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.001)


def test_rounds_are_played_in_real_threads() -> None:
    seats = [Seat(f"C{seat}", Chance(strategy_rng(5, seat))) for seat in range(3)]
    session = Session(Game("classic", players=3), seats, 5)
    threads: set[str] = set()

    def answer(view: View) -> Move:
        threads.add(threading.current_thread().name)
        assert threading.current_thread().daemon
        return view.legal_moves[0]

    seats[0].strategy.choose = answer  # type: ignore[union-attr, method-assign]
    controller = Controller(session, think_time=0.0)
    wait_for(lambda: controller.tick(time.monotonic()) and session.over)
    assert threads
    assert not any(isinstance(event, Fault) for event in session.events_since(0, None))


def test_a_daemon_executor_hands_over_results_and_whatever_is_raised() -> None:
    executor = DaemonExecutor()
    assert executor.submit(pow, 2, 5).result(30) == 32
    assert isinstance(executor.submit(sys.exit, 3).exception(30), SystemExit)


def test_a_tick_never_waits_for_a_strategy() -> None:
    stop = threading.Event()

    def hang(view: View) -> Move:
        stop.wait(60)
        return view.legal_moves[0]

    table = Table(hang, think_time=0.0)
    controller = Controller(table.session, think_time=0.0, time_limit=2.0)
    try:
        assert controller.tick(0.0)
        assert not controller.tick(1.0)
        assert controller.tick(2.1)
        assert [fault.message for fault in table.faults] == ["took longer than 2 s"]
        controller.close()
    finally:
        stop.set()


QUIT = """
    import sys, time
    from crazyeights import Game, Seat, Session
    from crazyeights.controller import Controller

    class Sleeper:
        def choose(self, view):
            time.sleep(30)
            return view.legal_moves[0]

    session = Session(Game("classic"), (Seat("A", Sleeper()), Seat("B", Sleeper())), 1)
    controller = Controller(session)
    assert controller.tick(0.0)
    assert controller.thinking == 0
    controller.close()
    print("quits", flush=True)
    {last}
"""


@pytest.mark.parametrize("last", ["sys.exit(3)", ""])
def test_quitting_never_waits_for_a_strategy_that_thinks(last: str) -> None:
    script = textwrap.dedent(QUIT).format(last=last)
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=15, check=False)
    assert done.stderr == ""
    assert done.stdout == "quits\n"
    assert done.returncode == (3 if last else 0)
