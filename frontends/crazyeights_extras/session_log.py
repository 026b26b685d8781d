"""The session log: what happened at a table, sentence by sentence with the time, in a file that `--log` names.

It tells what the user could see, and of hidden cards nothing: it may be read while the round is played.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from datetime import datetime
from pathlib import Path

from crazyeights.errors import listed
from crazyeights.events import Dealt, Event, Observer, RoundOver, blank
from crazyeights.guide import title
from crazyeights.hookspecs import hookimpl
from crazyeights.match import Match
from crazyeights.session import Seat
from crazyeights.specs import TableRequest
from crazyeights.version import version
from crazyeights.words import counted, describe, shown_name, the_cards


@hookimpl
def crazyeights_observers(match: Match, table: TableRequest | None) -> Iterable[Observer]:
    """Write the log, if one was asked for."""
    return () if table is None or table.log is None else (SessionLog(table.log, table, match),)


class SessionLog:
    """An observer that writes each event into a file, which it opens only to write: what is written is there at once.

    Args:
        path: the file; what is in it stays.
        table: what is played and by whom.
        match: the match.
        clock: says what time it is.

    Raises:
        OSError: the file can't be written.
    """

    def __init__(
        self, path: Path, table: TableRequest, match: Match, clock: Callable[[], datetime] = datetime.now
    ) -> None:
        self._path = path
        self._names = [seat.name for seat in table.seats]
        self._match = match
        self._clock = clock
        people = [seat for seat, player in enumerate(table.seats) if player.strategy is None]
        # Of several people none is "you", and each would read the others' cards.
        self._you = people[0] if len(people) == 1 else None
        players = listed([_player(seat) for seat in table.seats])
        begun = f"{clock():%Y-%m-%d} crazyeights {version()}: {title(table.game)}"
        self._write([f"{begun}. At the table: {players}."])

    def on_event(self, event: Event) -> None:
        """Write an event.

        Raises:
            OSError: the file can't be written.
        """
        lines = [describe(blank(event, self._you), self._names, self._you)]
        if isinstance(event, Dealt) and self._you is not None and (hand := event.hands[self._you]) is not None:
            lines.append(f"You hold {the_cards(hand)}.")
        if isinstance(event, RoundOver):
            lines += [
                f"{shown_name(name)} had left: {the_cards(hand)}."
                for name, hand in zip(self._names, event.hands, strict=True)
                if hand
            ]
            scores = zip(self._names, self._match.scores, strict=True)
            after = counted(self._match.round + 1, "round")
            lines.append(f"Scores after {after}: {listed([f'{shown_name(name)} {score}' for name, score in scores])}.")
        self._write(lines)

    def _write(self, lines: Iterable[str]) -> None:
        time = f"{self._clock():%H:%M:%S}"
        with self._path.open("a", encoding="utf-8") as file:
            file.writelines(f"{time} {line}\n" for line in lines if line)


def _player(seat: Seat) -> str:
    name, strategy = shown_name(seat.name), seat.strategy_name
    return name if strategy is None else f"{name} ({shown_name(strategy)})"
