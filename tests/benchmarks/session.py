"""A watched round with its record beside one without: its events are read and put into words, move by move."""

from __future__ import annotations

import tempfile
from itertools import count
from pathlib import Path

from benchmarks.timing import goal, side_by_side
from crazyeights import Game, default_registry
from crazyeights.events import Fault
from crazyeights.record import Recorder
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.words import narrate

ROUNDS = 60


def _watched(recorder: Recorder | None) -> int:
    game = Game("classic", 2)
    spec = default_registry().strategy("greedy")
    seats = [Seat(f"Computer {seat + 1}", spec.make(strategy_rng(1, seat)), "greedy") for seat in range(2)]
    session = Session(game, seats, seed=1, recorder=recorder)
    moves = cursor = 0
    for number in range(ROUNDS):
        if number:
            session.new_round()
        while (seat := session.to_move) is not None:
            strategy = session.seats[seat].strategy
            assert strategy is not None
            session.apply(seat, strategy.choose(session.view_for(seat)))
            events = session.events_since(cursor, None)
            cursor += len(events)
            assert not any(isinstance(event, Fault) for event in events)
            narrate(events, session.names, None)
            moves += 1
    session.close()
    return moves


def main() -> list[str]:
    """Measure, and give the lines of the report."""
    with tempfile.TemporaryDirectory() as folder:
        files = (Path(folder) / f"{number}.jsonl" for number in count())
        works = {"without": lambda: _watched(None), "with": lambda: _watched(Recorder(next(files)))}
        timings = side_by_side(works, repeats=15)
    plain, recorded = timings["without"], timings["with"]
    lines = ["A watched round (session, two greedy players, every event put into words)"]
    lines += [f"  {name:8} its record {timing.nanoseconds / 1000:8.1f} µs a move" for name, timing in timings.items()]
    extra = (recorded.nanoseconds / plain.nanoseconds - 1) * 100
    lines.append(goal("the record costs", extra, 20, unit=" %"))
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
