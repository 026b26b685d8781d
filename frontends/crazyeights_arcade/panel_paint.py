"""The panel beside the table (what is played, the score, the log), and the strip with the rules."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crazyeights.words import counted
from crazyeights_arcade import prompts
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.layout import score_lead, shown_scores
from crazyeights_arcade.pictures import Box, Sheet, in_rect, put, shorten, wrap

if TYPE_CHECKING:
    from crazyeights_arcade.layout import TableLayout
    from crazyeights_arcade.table_play import TablePlay


def paint(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    """Paint the panel or, in a small window, the bar; and the rules if they are open."""
    if layout.panel is not None:
        _panel(sheet, screen, layout, layout.panel)
    if layout.bar is not None:
        sheet.add(in_rect(Box(round(layout.bar.w), round(layout.bar.h), "panel", 0), layout.bar))
        _corner(sheet, screen, layout)
    if layout.rules is not None:
        _rules(sheet, screen, layout, layout.rules)


def _panel(sheet: Sheet, screen: TablePlay, layout: TableLayout, panel: Rect) -> None:
    kind = layout.type
    s, unit = kind.scale, kind.unit
    session = screen.session
    sheet.add(in_rect(Box(round(panel.w), round(panel.h), "panel", 14 * s), panel))
    left, right = panel.x + 1.4 * unit, panel.right - 1.4 * unit
    y = panel.y + 24 * s
    title = shorten(session.game.name.capitalize(), kind.title, right - left, bold=True)
    sheet.label(title, left, y, kind.title, bold=True)
    match = session.match
    y += 23 * s
    said = prompts.round_of(match)
    sheet.label(shorten(said[:1].upper() + said[1:], kind.quiet, right - left), left, y, kind.quiet, colour="quiet")
    y += 26 * s
    sides = match.sides
    lead = score_lead(len(sides)) * s
    leaders = match.leaders if match.played else ()
    # Of more than there is room for, the best.
    standing = sides if len(sides) == shown_scores(len(sides)) else [line.seats for line in match.standing]
    for side in standing[: shown_scores(len(sides))]:
        name = prompts.side_name(side, session.names)
        sheet.label(shorten(name, kind.body, right - left - 46 * s), left, y, kind.body)
        sheet.label(str(match.scores[side[0]]), right, y, kind.body, "rm", bold=side[0] in leaders)
        y += lead
    y += 14 * s - lead
    sheet.add(put(Box(round(right - left), max(round(s), 1), "line", 0), left, y))
    log = layout.log
    if log is None:
        return
    # The newest line at the foot, older ones above it as far as there is room.
    size = kind.quiet
    lead = size * 1.42
    y = log.bottom
    told = screen.director.log[: len(screen.director.log) - screen.log_back]
    for index in range(len(told) - 1, -1, -1):
        lines = wrap(told[index], size, log.w)
        if y - lead * len(lines) < log.y:
            break
        y -= lead * len(lines) + 3 * s
        fresh = index >= len(told) - 2 and not screen.log_back
        sheet.lines(lines, log.x, y, size, colour="text" if fresh else "quiet")


def _corner(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    """Paint what is left of the panel in a small window: the game and the own score, in a corner of the felt."""
    kind = layout.type
    session = screen.session
    name = session.game.name.capitalize()
    score = session.match.scores[screen.bottom]
    target = session.match.target
    total = f"{score} of {target}" if target is not None else counted(score, "point")
    text = f"{name} · round {session.match.round + 1} · {total}"
    y = layout.me.cy
    room = layout.me.x - 20 * kind.scale
    sheet.label(shorten(text, kind.quiet, room), 10 * kind.scale, y, kind.quiet)
    if screen.director.log:
        line = shorten(screen.director.log[-1], kind.quiet, layout.area.w - layout.me.right - 20 * kind.scale)
        sheet.label(line, layout.area.w - 10 * kind.scale, y, kind.quiet, "rm")


def _rules(sheet: Sheet, screen: TablePlay, layout: TableLayout, strip: Rect) -> None:
    kind = layout.type
    s, unit = kind.scale, kind.unit
    sheet.add(in_rect(Box(round(strip.w), round(strip.h), "sheet", 14 * s), strip))
    title = shorten(screen.rules.title, kind.title, strip.w - 4.6 * unit, bold=True)
    sheet.label(title, strip.x + 1.2 * unit, strip.y + 24 * s, kind.title, bold=True)
    sheet.label("×", strip.right - 22 * s, strip.y + 23 * s, round(24 * s), "mm", colour="quiet")
    inner = Rect(strip.x + 1.2 * unit, strip.y + 46 * s, strip.w - 2.0 * unit, strip.h - 60 * s)
    screen.rules.paint(sheet, inner, kind)
