"""The statistics in words and as JSON."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from crazyeights.errors import printable
from crazyeights_extras.statistics_file import Kept, Played

_WIDEST: Final = 40


@dataclass(slots=True)
class Tally:
    """Rounds added up."""

    rounds: int = 0
    won: int = 0
    drawn: int = 0
    points: int = 0

    def add(self, played: Played) -> None:
        """Add a round."""
        self.rounds += 1
        self.won += played.result == "won"
        self.drawn += played.result == "drawn"
        self.points += played.points


def by_game(rounds: Iterable[Played]) -> dict[str, Tally]:
    """Add up by variant and number of players, in the order in which they were first played."""
    tallies: dict[str, Tally] = {}
    for played in rounds:
        changed = " (changed)" if played.changed else ""
        tallies.setdefault(f"{played.variant}{changed}, {played.players} players", Tally()).add(played)
    return tallies


def by_opponent(rounds: Iterable[Played]) -> dict[str, Tally]:
    """Add up by strategy; a round counts once for each strategy that was in it."""
    tallies: dict[str, Tally] = {}
    for played in rounds:
        for name in dict.fromkeys(played.opponents):
            tallies.setdefault(name, Tally()).add(played)
    return tallies


def streaks(rounds: Iterable[Played]) -> tuple[int, int]:
    """Say how many rounds in a row were won at the end, and how many at best."""
    now = best = 0
    for played in rounds:
        now = now + 1 if played.result == "won" else 0
        best = max(best, now)
    return now, best


def as_text(kept: Kept) -> str:
    """Tell the statistics to a person."""
    rounds, matches = _apart(kept.played)
    of_variant = f" of {kept.variant}" if kept.variant else ""
    if not rounds:
        text = f"No rounds{of_variant} yet. Each one that you play to its end is counted."
    else:
        all_of_them, (now, best) = _sum(rounds), streaks(rounds)
        text = f"You have played {_counted(all_of_them.rounds, 'round')}{of_variant} and won {_share(all_of_them)}"
        text += f"; {all_of_them.drawn} drawn." if all_of_them.drawn else "."
        if matches:
            text += f" Of {_counted(len(matches), 'match', 'matches')} you have won {_sum(matches).won}."
        text += f"\nIn a row you have won {now} now and {best} at best. Last played on {rounds[-1].at[:10]}."
        text += f"\n\n{_table('By game', by_game(rounds))}\n\n{_table('By opponent', by_opponent(rounds))}"
    if kept.unreadable:
        are = "is" if kept.unreadable == 1 else "are"
        text += f"\n\n{_counted(kept.unreadable, 'line')} in {kept.path} can't be read and {are} left out."
    return f"{text}\n\nKept in {kept.path}; delete the file to begin anew." if rounds else text


def as_json(kept: Kept) -> str:
    """Tell the statistics to a program."""
    rounds, matches = _apart(kept.played)
    now, best = streaks(rounds)

    def told(tallies: Mapping[str, Tally]) -> dict[str, dict[str, int]]:
        return {name: _plain(tally) for name, tally in tallies.items()}

    return json.dumps(
        {
            **_plain(_sum(rounds)),
            "matches": len(matches),
            "matches_won": _sum(matches).won,
            "streak": now,
            "best_streak": best,
            "by_game": told(by_game(rounds)),
            "by_opponent": told(by_opponent(rounds)),
            "file": str(kept.path),
            "unreadable": kept.unreadable,
        },
        ensure_ascii=False,
    )


def _apart(played: Iterable[Played]) -> tuple[list[Played], list[Played]]:
    rounds: list[Played] = []
    matches: list[Played] = []
    for one in played:
        (rounds if one.kind == "round" else matches).append(one)
    return rounds, matches


def _sum(played: Iterable[Played]) -> Tally:
    tally = Tally()
    for one in played:
        tally.add(one)
    return tally


def _plain(tally: Tally) -> dict[str, int]:
    return {"rounds": tally.rounds, "won": tally.won, "drawn": tally.drawn, "points": tally.points}


def _share(tally: Tally) -> str:
    return f"{tally.won} ({tally.won / tally.rounds:.0%})"


def _table(title: str, tallies: Mapping[str, Tally]) -> str:
    rows = [(title, "rounds", "won", "drawn", "points a round")]
    for name, tally in tallies.items():
        points = f"{tally.points / tally.rounds:.1f}"
        rows.append((printable(name, _WIDEST), str(tally.rounds), _share(tally), str(tally.drawn), points))
    return "\n".join(_aligned(rows))


def _aligned(rows: Sequence[Sequence[str]]) -> Iterable[str]:
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for first, *others in rows:
        numbers = (text.rjust(width) for text, width in zip(others, widths[1:], strict=True))
        yield "  ".join((first.ljust(widths[0]), *numbers)).rstrip()


def _counted(number: int, one: str, many: str | None = None) -> str:
    return f"{number} {one if number == 1 else many or f'{one}s'}"
