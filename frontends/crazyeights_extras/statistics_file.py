"""The file in which the rounds are counted: a JSON object a line in the user's data folder, one for each round."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from dataclasses import asdict, dataclass
from datetime import datetime
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias

from crazyeights.events import Event, MatchOver, RoundOver
from crazyeights.match import Match
from crazyeights.specs import TableRequest

FILE_NAME: Final = "statistics.jsonl"

Result: TypeAlias = Literal["won", "lost", "drawn"]


@dataclass(frozen=True, slots=True)
class Played:
    """A round, or a match, that the user has played to its end.

    Attributes:
        at: when it ended, as in "2026-05-01T20:15:00".
        kind: "round" or "match".
        variant: the name of the variant.
        changed: whether rules or options were other than the variant's own.
        players: how many played.
        opponents: the strategies of the others, by seat.
        result: how it ended for the user.
        points: what the user scored.
    """

    at: str
    kind: Literal["round", "match"]
    variant: str
    changed: bool
    players: int
    opponents: tuple[str, ...]
    result: Result
    points: int


@dataclass(frozen=True, slots=True)
class Kept:
    """What is in the file.

    Attributes:
        path: the file.
        played: what was played, the oldest first.
        unreadable: how many lines make no sense.
        variant: the variant to which this is confined; None for all.
    """

    path: Path
    played: tuple[Played, ...]
    unreadable: int = 0
    variant: str | None = None


class Counter:
    """An observer that adds each round and match to the file as it ends.

    Args:
        path: the file.
        table: what is played and by whom.
        seat: the user's seat.
        match: the match.
        clock: says what time it is.
    """

    def __init__(
        self, path: Path, table: TableRequest, seat: int, match: Match, clock: Callable[[], datetime] = datetime.now
    ) -> None:
        self._path = path
        self._table = table
        self._seat = seat
        self._match = match
        self._clock = clock

    @classmethod
    def at(cls, table: TableRequest, match: Match) -> Counter | None:
        """Give the counter for a table; None if it is not known whose rounds they are, or where to write."""
        people = [seat for seat, player in enumerate(table.seats) if player.strategy is None]
        if table.folders is None or len(people) != 1:
            return None
        return cls(table.folders.data / FILE_NAME, table, people[0], match)

    def on_event(self, event: Event) -> None:
        """Write down what has ended.

        Raises:
            OSError: the file can't be written.
        """
        if isinstance(event, RoundOver):
            self._add("round", event.outcome.winners, event.outcome.points[self._seat])
        elif isinstance(event, MatchOver):
            self._add("match", event.winners, event.scores[self._seat])

    def _add(self, kind: Literal["round", "match"], winners: tuple[int, ...], points: int) -> None:
        game = self._table.game
        result: Result = "drawn" if not winners else "won" if self._seat in winners else "lost"
        played = Played(
            at=self._clock().isoformat(timespec="seconds"),
            kind=kind,
            variant=game.name,
            changed=bool(game.rules_added or game.rules_removed or game.options_given),
            players=game.players,
            opponents=tuple(seat.strategy_name or "" for at, seat in enumerate(self._table.seats) if at != self._seat),
            result=result,
            points=points,
        )
        line = json.dumps(asdict(played), ensure_ascii=False, separators=(",", ":"))
        self._path.parent.mkdir(parents=True, exist_ok=True)
        # Two games at once may both add to it: each line is written in one piece.
        with self._path.open("a", encoding="utf-8") as file:
            file.write(f"{line}\n")


def read_statistics(data: Path, variant: str | None = None) -> Kept:
    """Read what was counted.

    Args:
        data: the user's data folder.
        variant: the variant whose rounds are wanted; None for all.

    Raises:
        OSError: the file is there and can't be read.
    """
    path = data / FILE_NAME
    played: list[Played] = []
    unreadable = 0
    with suppress(FileNotFoundError), path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            try:
                one = _read(json.loads(line))
            except (ValueError, TypeError, KeyError, RecursionError):
                unreadable += 1
                continue
            if variant in {None, one.variant}:
                played.append(one)
    return Kept(path, tuple(played), unreadable, variant)


def _read(line: Any) -> Played:  # noqa: ANN401
    # What a later version adds is left out; what is wrong raises.
    return Played(
        at=datetime.fromisoformat(line["at"]).isoformat(timespec="seconds"),
        kind=_one_of(line["kind"], "round", "match"),
        variant=str(line["variant"]),
        changed=bool(line["changed"]),
        players=int(line["players"]),
        opponents=tuple(map(str, line["opponents"])),
        result=_one_of(line["result"], "won", "lost", "drawn"),
        points=int(line["points"]),
    )


def _one_of(value: Any, *words: str) -> Any:  # noqa: ANN401
    if value not in words:
        raise ValueError(f"{value!r} is none of {words}")
    return value
