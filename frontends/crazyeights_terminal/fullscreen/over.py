"""The end of a round or match: who won and why, what everybody still holds, and the points of the last rounds."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crazyeights.cards import Card
from crazyeights.words import listed, shown_name
from crazyeights_terminal.fullscreen.board import short_names
from crazyeights_terminal.fullscreen.canvas import Canvas, Fragment, Hit, cells, clip, wrap
from crazyeights_terminal.fullscreen.dialogs import draw_frame
from crazyeights_terminal.fullscreen.hand import suit_style, written
from crazyeights_terminal.fullscreen.plan import Plan
from crazyeights_terminal.fullscreen.scene import Scene
from crazyeights_terminal.fullscreen.snapshot import Snapshot

_WIDEST: Final = 100
_ROUND: Final = 6  # the columns for the points of an earlier round
_TOTALS: Final = 14  # those for this round and the total
_HAND: Final = 20  # those that a hand has at least


def draw_over(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Draw the result of the round, and of the match if it is over with it."""
    table = scene.table
    assert table.outcome is not None
    width = min(_WIDEST, plan.width - 4)
    inner = width - 6
    said = _said(table, inner)
    names = short_names(table.names, 16)
    names_width = max(6, *map(cells, names))
    earlier, hand_room = _share(table, inner - names_width - 2 - _TOTALS)
    hands = [_hand_lines(scene, hand, hand_room) for hand in table.revealed]
    # As many lines of each hand as the window has room for.
    room = canvas.height - 7 - len(said) - plan.header
    lines_each = max(1, min(max(len(lines) for lines in hands), room // len(hands)))
    rows = sum(min(len(lines), lines_each) for lines in hands)
    height = rows + 6 + len(said)
    x = plan.left + (plan.width - width) // 2
    y = max(0, min(plan.header + 1, canvas.height - height), min(plan.piles - 1, canvas.height - height - 2))
    over = "The match" if table.score.over else f"Round {table.score.round}"
    goal = f" {scene.glyphs.dot} {table.score.tag}" if table.score.tag and not table.score.over else ""
    draw_frame(canvas, scene, plan, x, y, width, height, f" {over} is over{goal} ")
    left, right = x + 3, x + 3 + inner
    for row, fragments in enumerate(said):
        canvas.put_all(left, y + 1 + row, fragments)
    row = y + 2 + len(said)
    canvas.put(left + names_width + 2, row, "left in hand", "class:quiet")
    canvas.put(right - _TOTALS, row, f"{'round':>6}  {'total':>6}", "class:quiet")
    for place, number in enumerate(earlier):
        canvas.put(
            right - _TOTALS - (len(earlier) - place) * _ROUND, row, f"{f'r{number + 1}':>{_ROUND}}", "class:quiet"
        )
    row += 1
    for seat, lines in enumerate(hands):
        style = "class:name" if seat in table.outcome.winners else ""
        canvas.put(left, row, names[seat], style)
        points = f"{_signed(table.outcome.points[seat]):>6}  {table.score.totals[seat]:>6}"
        canvas.put(right - _TOTALS, row, points, style)
        for place, number in enumerate(earlier):
            scored = table.score.rows[number].points
            text = "-" if scored is None else _signed(scored[seat])
            column = right - _TOTALS - (len(earlier) - place) * _ROUND
            canvas.put(column, row, f"{text:>{_ROUND}}", "class:quiet")
        for number, line in enumerate(lines[:lines_each]):
            canvas.put_all(left + names_width + 2, row + number, line)
        row += min(len(lines), lines_each)
    _draw_ways_on(canvas, table, left, y + height - 2)


def _draw_ways_on(canvas: Canvas, table: Snapshot, x: int, y: int) -> None:
    new = "match" if table.score.over else "round"
    at = canvas.put(x, y, f" [N]ew {new} ", "class:lit", Hit("yes"))
    for text, action in (
        ("s[C]ores", "scores"),
        ("[L]og", "log"),
        ("[R]ules", "rules"),
        ("[G]ame", "game"),
        ("[Q]uit", "quit"),
    ):
        at = canvas.put(at + 2, y, text, "class:button", Hit(action))


def _signed(points: int) -> str:
    return f"{points:+}" if points else "0"


def _share(table: Snapshot, room: int) -> tuple[range, int]:
    """Share the room out: gives the earlier rounds that are shown, and how many columns the hands have."""
    widest = max((sum(cells(str(card)) + 1 for card in hand) for hand in table.revealed), default=0)
    before = len(table.score.rows) - 1
    shown = max(0, min(before, (room - max(_HAND, min(widest, room)) - 1) // _ROUND))
    return range(before - shown, max(0, before)), room - shown * _ROUND - 1


def _hand_lines(scene: Scene, hand: Sequence[Card], room: int) -> list[list[Fragment]]:
    """Write a hand in words, wrapped."""
    table = scene.table
    if not hand:
        return [[("class:quiet", "nothing")]]
    lines: list[list[Fragment]] = [[]]
    used = 0
    for card in hand:
        text = f"{written(card, scene.glyphs)} "
        if used + cells(text) > room:
            lines.append([])
            used = 0
        lines[-1].append((suit_style(card.suit, table.suits), text))
        used += cells(text)
    return lines


def _said(table: Snapshot, width: int) -> list[list[Fragment]]:
    """Say who won, as a badge, and how; then how the match ended, if it did."""
    won = _verdict(table)
    badge = f" {clip(won, width - 2)} "
    # What the badge says need not be said twice.
    how = table.verdict.removeprefix(won).strip()
    lines = wrap(how, max(20, width - cells(badge) - 1))
    said: list[list[Fragment]] = [[("class:turn", badge), ("class:prompt", f" {lines[0]}")]]
    rest = " ".join(lines[1:])
    said += [[("class:prompt", line)] for line in (wrap(rest, width) if rest else [])]
    if table.score.over:
        said += [[("class:alarm", line)] for line in wrap(table.score.over, width)]
    return said


def _verdict(table: Snapshot) -> str:
    assert table.outcome is not None
    winners = [shown_name(table.names[seat]) for seat in table.outcome.winners]
    if not winners:
        return "Nobody wins"
    name = listed(winners)
    return f"{name} {'win' if len(winners) > 1 or name.lower() == 'you' else 'wins'}"
