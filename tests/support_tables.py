"""Tables and records for tests: a short round whose every event is known, and an executor that is moved by hand."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from pathlib import Path
from random import Random
from typing import Any

from crazyeights import Game, Move, RecordError, Seat, Session, View
from crazyeights.record import Recorder, ReplayedRound, read_record
from crazyeights.session import strategy_rng
from support_decks import arrange, cards

Lines = list[dict[str, Any]]

# Seat 0 plays 3H, an eight for diamonds and KD, and wins; seat 1 can only draw: 6C and 7D.
SHORT_MOVES = ((0, "3H"), (1, "draw"), (0, "8S=D"), (1, "draw"), (0, "KD"))


def short_game(**more: Any) -> Game:
    return Game("classic", players=2, options={"hand_size": 3, **more})


def short_deck_order(game: Game) -> list[Any]:
    return arrange(game.deck, ["3H 8S KD", "4S QS 5C"], "9H", "6C 7D")


def people(*names: str) -> tuple[Seat, ...]:
    return tuple(Seat(name) for name in names)


def short_session(seats: Sequence[Seat] = (), **more: Any) -> Session:
    game = short_game()
    return Session(game, seats or people("Ann", "Bob"), 7, deck=short_deck_order(game), **more)


def make(session: Session, *moves: tuple[int, str]) -> None:
    for seat, move in moves:
        session.apply(seat, Move.parse(move))


def hand_of(text: str) -> tuple[Any, ...]:
    return tuple(cards(text))


class Chance:
    """Chooses any legal move."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def choose(self, view: View) -> Move:
        return self._rng.choice(view.legal_moves)


class Scripted:
    """Answers with whatever the function makes of the view; notes the views."""

    def __init__(self, answer: Callable[[View], Any]) -> None:
        self.answer = answer
        self.views: list[View] = []

    def choose(self, view: View) -> Any:
        self.views.append(view)
        return self.answer(view)


class HandExecutor:
    """Runs nothing until it is told to."""

    def __init__(self) -> None:
        self.jobs: list[tuple[Future[Any], Callable[..., Any], tuple[Any, ...]]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        future.set_running_or_notify_cancel()
        self.jobs.append((future, fn, args))
        return future

    @property
    def running(self) -> list[int]:
        return [number for number, (future, _, _) in enumerate(self.jobs) if not future.done()]

    def finish(self, number: int = -1) -> None:
        future, fn, args = self.jobs[number]
        assert not future.done()
        future.set_result(fn(*args))


def play_out(session: Session) -> None:
    """Play the round to its end with the seats' strategies."""
    while (seat := session.to_move) is not None:
        strategy = session.seats[seat].strategy
        assert strategy is not None
        session.apply(seat, strategy.choose(session.view_for(seat)))


# Records


def record_short(path: Path, moves: int = len(SHORT_MOVES)) -> Path:
    session = short_session(recorder=Recorder(path))
    make(session, *SHORT_MOVES[:moves])
    session.close()
    return path


def chances(players: int, seed: int) -> list[Seat]:
    return [Seat(f"C{seat}", Chance(strategy_rng(seed, seat)), "chance") for seat in range(players)]


def random_record(path: Path, variant: str, players: int, seed: int, rounds: int = 1, **options: Any) -> Session:
    game = Game(variant, players=players, options=options)
    session = Session(game, chances(players, seed), seed, recorder=Recorder(path))
    for number in range(rounds):
        if number:
            session.new_round()
        play_out(session)
    session.close()
    return session


def lines_of(path: Path) -> Lines:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def write(path: Path, lines: Lines | str | bytes) -> Path:
    if isinstance(lines, list):
        lines = "".join(f"{json.dumps(line)}\n" for line in lines)
    path.write_bytes(lines if isinstance(lines, bytes) else lines.encode())
    return path


def read_until_error(source: Any, registry: Any = None) -> tuple[list[ReplayedRound], RecordError | None]:
    rounds = []
    try:
        for replayed in read_record(source, registry):
            rounds.append(replayed)  # noqa: PERF402  # list() would lose what came before the error
    except RecordError as error:
        return rounds, error
    return rounds, None


def with_reshuffle(path: Path) -> tuple[Lines, int]:
    """A record and the place of its last reshuffle, of which the two last cards are still in the stock at the end."""
    for seed in range(200):
        path.unlink(missing_ok=True)
        session = random_record(path, "classic", 2, seed)
        lines = lines_of(path)
        places = [at for at, line in enumerate(lines) if "reshuffle" in line]
        if places and len(session.state.stock) >= 2:
            return lines, places[-1]
    raise AssertionError("no such round in 200")
