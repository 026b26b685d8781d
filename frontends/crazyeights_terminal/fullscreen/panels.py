"""Panels of text that can be scrolled: rules, help, log and options."""

from __future__ import annotations

from dataclasses import dataclass

from crazyeights_terminal.fullscreen.canvas import Canvas, Hit, clip, wrap
from crazyeights_terminal.fullscreen.plan import MIN_WIDTH, make_plan
from crazyeights_terminal.fullscreen.scene import Line, Mode, Scene

_TITLES = {Mode.RULES: "Rules", Mode.HELP: "Help", Mode.LOG: "Log", Mode.OPTIONS: "Options"}
_WIDEST = 84


@dataclass(frozen=True, slots=True)
class Room:
    """Where a panel is, and where the table is meanwhile.

    Attributes:
        table_width: how many columns the table has, from the left edge of the window.
        x: the panel's left edge.
        y: its upper edge.
        width: how many columns it has.
        height: how many rows it has at most.
    """

    table_width: int
    x: int
    y: int
    width: int
    height: int

    @property
    def lines(self) -> int:
        """How many lines of text it shows."""
        return max(1, self.height - 3)


def panel_room(width: int, height: int) -> Room:
    """Place a panel: beside the table if the window is wide enough for both, else over it.

    Args:
        width: how many columns the window has.
        height: how many rows it has.
    """
    beside = width - _WIDEST - 2
    if beside >= MIN_WIDTH:
        plan = make_plan(beside, height)
        return Room(beside, beside, plan.header, _WIDEST, plan.status + 1 - plan.header)
    plan = make_plan(width, height)
    panel = min(plan.width - 4, _WIDEST)
    return Room(width, plan.left + (plan.width - panel) // 2, plan.header + 1, panel, plan.status - plan.header - 1)


def panel_lines(text: tuple[Line, ...], width: int) -> list[Line]:
    """Wrap paragraphs to lines."""
    lines: list[Line] = []
    for paragraph in text:
        lines += [Line(line, paragraph.title) for line in wrap(paragraph.text, width)]
    return lines


def last_scroll(text: tuple[Line, ...], room: Room) -> int:
    """Say how far a panel can be scrolled."""
    return max(0, len(panel_lines(text, room.width - 6)) - room.lines)


def draw_panel(canvas: Canvas, scene: Scene, room: Room) -> None:
    """Draw the open panel."""
    ui = scene.ui
    x, y, width, height = room.x, room.y, room.width, room.height
    if ui.mode is Mode.OPTIONS:
        height = min(height, len(scene.options) + 5)
    canvas.forget_hits()
    if room.table_width == canvas.width:
        # No halves of what is behind shall stand at its sides.
        canvas.clear(0, y, canvas.width, height)
    canvas.box(x, y, width, height, scene.glyphs.frame, "class:window")
    canvas.put(x + 2, y, f" {_TITLES[ui.mode]} ", "class:window.title")
    canvas.put(x + width - 10, y, " Esc [x] ", "class:window.title", Hit("cancel"))
    if ui.mode is Mode.OPTIONS:
        _options(canvas, scene, x + 3, y + 1, width - 6, height - 3)
        dot = scene.glyphs.dot
        foot = f"{scene.glyphs.up_down} choose {dot} Enter or {scene.glyphs.arrows} change {dot} Esc back to the table"
    else:
        lines = panel_lines(scene.panel, width - 6)
        shown = height - 3
        start = max(0, min(ui.scroll, len(lines) - shown))
        for row, line in enumerate(lines[start : start + shown]):
            canvas.put(x + 3, y + 1 + row, line.text, "class:panel.title" if line.title else "class:panel")
        more = f" {start + 1}-{min(start + shown, len(lines))} of {len(lines)}" if len(lines) > shown else ""
        foot = f"{scene.glyphs.up_down} PgUp PgDn scroll{more} {scene.glyphs.dot} Esc back to the table"
    canvas.center(y + height - 2, clip(foot, width - 4), "class:quiet", left=x, width=width)


def _options(canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int) -> None:
    first = max(0, scene.ui.choice - height + 1)
    for row, (name, value) in enumerate(scene.options[first : first + height]):
        index = first + row
        selected = index == scene.ui.choice
        hit = Hit("option", index)
        canvas.put(x, y + row, " " * width, "", hit)
        canvas.put(x, y + row, scene.glyphs.pointer if selected else " ", "class:card.selected", hit)
        canvas.put(x + 2, y + row, clip(name, width - 26), "class:name" if selected else "", hit)
        text = f" {value} " if not selected else f"[{value}]"
        canvas.put(x + width - 24, y + row, clip(text, 24), "class:lit" if selected else "", hit)
