"""Records of the whole family: whatever a turn is made of, deck and moves alone bring the same round about again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crazyeights import Event, Game, Move, Reshuffled, Session, View
from crazyeights.events import Cancelled, FalseCall, Forgot, Gave, LevelReached, PassedOn, Rotated, Swapped, WentOut
from crazyeights.moves import MoveKind
from crazyeights.plugins import default_registry
from crazyeights.record import Recorder, load_record
from crazyeights.session import Seat
from support_tables import lines_of, read_until_error


def game(variant: str, players: int, roles: str = "", **options: Any) -> Game:
    return Game(variant, players, options=options, roles=roles.split())


# A game for each thing that is not a card played, drawn or passed; and what must have happened in it.
GAMES: dict[str, tuple[Game, set[type[Event]]]] = {
    "swap": (game("classic", 3, "swap=7,9"), {Swapped}),
    "rotate": (game("classic", 4, "rotate=7,9"), {Rotated}),
    "pass-left": (game("classic", 3, "pass-left=3,6"), {Gave, PassedOn}),
    "several cards": (Game("last-card", 3), set()),
    "cancel": (game("classic", 3, "draw:2=3,4,5,6 cancel=7,9", hand_size=8), {Cancelled}),
    "announcements": (game("classic", 3, last_card_call=2, false_call=1), {Forgot, FalseCall}),
    "countdown": (game("countdown", 3), {LevelReached}),
    "partners": (game("classic", 4, partners=True, hand_size=3), {WentOut}),
    "called starter": (game("classic", 2, "wild=3,4,5,6,7,9,10,J,K", wild_starter="called"), set()),
    "called starter that acts": (
        game("classic", 3, "wild=3,4,5,6,7 draw:2=3,4,5,6,7", wild_starter="called", starter="acts"),
        set(),
    ),
    "refill": (game("classic", 4, hand_size=11, empty_stock="refill"), {Reshuffled}),
    "refill of two decks": (game("classic", 7, hand_size=14, decks=2, empty_stock="refill"), {Reshuffled}),
    "reshuffle in a countdown": (game("countdown", 5, empty_stock="reshuffle"), {Reshuffled, LevelReached}),
    "refill in a countdown": (game("countdown", 5, empty_stock="refill"), {Reshuffled, LevelReached}),
    "penalties out of an empty stock": (game("classic", 4, "draw:5=3,4,5,6,7", hand_size=10), {Reshuffled}),
}


class Wild:
    """Chooses any legal move, but rather plays than draws."""

    def __init__(self, seed: object) -> None:
        self._rng = Random(str(seed))

    def choose(self, view: View) -> Move:
        others = [move for move in view.legal_moves if move.kind is not MoveKind.DRAW]
        return self._rng.choice(others if others and self._rng.random() < 0.8 else view.legal_moves)


class Notes:
    def __init__(self) -> None:
        self.events: list[Event] = []

    def on_event(self, event: Event) -> None:
        self.events.append(event)


def record(path: Path, what: Game, seed: int, moves: int = 400) -> tuple[Session, list[Event]]:
    """Record a round by chance; one that goes on for long is left."""
    notes = Notes()
    seats = [Seat(f"C{seat}", Wild((seed, seat)), "wild") for seat in range(what.players)]
    with Session(what, seats, seed, recorder=Recorder(path), observers=[notes]) as session:
        for _ in range(moves):
            if (seat := session.to_move) is None:
                break
            strategy = session.seats[seat].strategy
            assert strategy is not None
            session.apply(seat, strategy.choose(session.view_for(seat)))
    return session, notes.events


def rounds(path: Path, what: Game, number: int) -> Iterator[list[Event]]:
    """Play so many rounds, and read each again; gives what happened in them."""
    for seed in range(number):
        path.unlink(missing_ok=True)
        session, events = record(path, what, seed)
        read, _ = read_until_error(path)
        assert len(read) == 1
        assert list(read[0].events) == events
        assert read[0].outcome == session.state.outcome
        assert (read[0].state.hands, read[0].state.stock) == (session.state.hands, session.state.stock)
        assert read[0].missing == ()
        again = read[0].deal()
        for move in read[0].moves:
            again.apply(move.move)
        assert again.hands == session.state.hands
        yield events


@pytest.mark.parametrize("name", GAMES)
def test_a_random_round_reads_back_as_it_was_played(tmp_path: Path, name: str) -> None:
    what, wanted = GAMES[name]
    happened: set[type[Event]] = set()
    for events in rounds(tmp_path / "r.jsonl", what, 5):
        happened.update(map(type, events))
    assert wanted <= happened


@pytest.mark.parametrize("variant", default_registry().variants)
def test_a_round_of_every_variant_reads_back_as_it_was_played(tmp_path: Path, variant: str) -> None:
    spec = default_registry().variant(variant)
    for players in {spec.min_players, spec.max_players}:
        for _ in rounds(tmp_path / "r.jsonl", Game(variant, players), 2):
            pass


@pytest.mark.parametrize("name", ["pass-left", "refill", "called starter", "countdown"])
def test_a_round_broken_off_at_any_move_goes_on_the_same(tmp_path: Path, name: str) -> None:
    path = tmp_path / "r.jsonl"
    session, events = record(path, GAMES[name][0], 3)
    whole = path.read_bytes()
    plan = [(line["seat"], line["move"]) for line in lines_of(path) if "move" in line]
    size = done = 0
    for number, line in enumerate(whole.splitlines(keepends=True)[:120]):
        size += len(line)
        done += b'"move"' in line
        if number % 3:
            continue
        path.write_bytes(whole[:size])
        with Session.resume(load_record(path), session.seats) as again:
            assert len(again.events_since(0, None)) <= len(events)
            for seat, move in plan[done:]:
                again.apply(seat, Move.parse(move, again.game.deck))
        assert path.read_bytes() == whole, number


def test_moves_of_every_kind_are_in_these_records(tmp_path: Path) -> None:
    written: set[str] = set()
    for number, (what, _) in enumerate(GAMES.values()):
        path = tmp_path / f"{number}.jsonl"
        record(path, what, 1)
        written |= {line["move"] for line in lines_of(path) if "move" in line}
    for sign in ("=", "@", "!", "give "):
        assert any(sign in move for move in written), sign
    assert any(move.startswith("=") for move in written)
    assert {"draw", "pass", "done"} <= written
