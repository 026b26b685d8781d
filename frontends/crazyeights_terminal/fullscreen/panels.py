"""Panels: texts that can be scrolled (rules, help, log, scores) and lists that can be chosen from (options, games)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from crazyeights_terminal.fullscreen.canvas import Canvas, Hit, clip, wrap
from crazyeights_terminal.fullscreen.plan import MIN_WIDTH, make_plan
from crazyeights_terminal.fullscreen.scene import LISTS, Item, Line, Mode, Scene

_TITLES: Final = {
    Mode.RULES: "Rules",
    Mode.HELP: "Help",
    Mode.LOG: "Log",
    Mode.SCORES: "Scores",
    Mode.OPTIONS: "Options",
    Mode.GAME: "What is played next?",
    Mode.SETUP: "How is it played?",
}
_WIDEST: Final = 84
_VALUE: Final = 24
# The names of the variants stand beside what they are, and more of the one that is chosen below the list.
_NAME: Final = 20
_DETAIL: Final = 3


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
    detail = _detail_rows(scene)
    if ui.mode in LISTS:
        height = min(height, len(scene.items) + detail + 4)
    canvas.forget_hits()
    if room.table_width == canvas.width:
        # No halves of what is behind shall stand at its sides.
        canvas.clear(0, y, canvas.width, height)
    canvas.box(x, y, width, height, scene.glyphs.frame, "class:window")
    canvas.put(x + 2, y, f" {_TITLES[ui.mode]} ", "class:window.title")
    canvas.put(x + width - 10, y, " Esc [x] ", "class:window.title", Hit("cancel"))
    if ui.mode in LISTS:
        _draw_list(canvas, scene, x + 3, y + 1, width - 6, height - 3 - detail)
        _draw_detail(canvas, scene, x + 3, y + height - 2 - detail, width - 6, detail)
        foot = _list_foot(scene)
    else:
        lines = panel_lines(scene.panel, width - 6)
        shown = height - 3
        start = max(0, min(ui.scroll, len(lines) - shown))
        for row, line in enumerate(lines[start : start + shown]):
            canvas.put(x + 3, y + 1 + row, line.text, "class:panel.title" if line.title else "class:panel")
        more = f" {start + 1}-{min(start + shown, len(lines))} of {len(lines)}" if len(lines) > shown else ""
        foot = f"{scene.glyphs.up_down} PgUp PgDn scroll{more} {scene.glyphs.dot} Esc back to the table"
    canvas.center(y + height - 2, clip(foot, width - 4), "class:quiet", left=x, width=width)


def _detail_rows(scene: Scene) -> int:
    """Say how many rows below a list tell more of the line that is chosen."""
    return _DETAIL if any(item.detail for item in scene.items) else 1


def _list_foot(scene: Scene) -> str:
    glyphs = scene.glyphs
    choose = f"{glyphs.up_down} choose"
    match scene.ui.mode:
        case Mode.GAME:
            keys = [choose, "Enter takes it", "Esc back to the table"]
        case Mode.SETUP:
            keys = [choose, f"{glyphs.arrows} change", "0-9 a number", "S starts", "Esc back"]
        case _:
            keys = [choose, f"Enter or {glyphs.arrows} change", "Esc back to the table"]
    return f" {glyphs.dot} ".join(keys)


def _draw_list(canvas: Canvas, scene: Scene, x: int, y: int, width: int, height: int) -> None:
    """Draw as many lines of the list as there is room for, with the chosen one among them."""
    items, choice = scene.items, scene.ui.choice
    first = max(0, min(choice - height // 2, len(items) - height))
    for row, item in enumerate(items[first : first + height]):
        index = first + row
        selected = index == choice
        hit = Hit("line", index)
        canvas.put(x, y + row, " " * width, "", hit)
        canvas.put(x, y + row, scene.glyphs.pointer if selected else " ", "class:card.selected", hit)
        draw = _draw_variant if scene.ui.mode is Mode.GAME else _draw_value
        draw(canvas, x + 2, y + row, width - 2, item, hit, selected)
    if first:
        canvas.put(x + width, y, scene.glyphs.up_down[0], "class:quiet")
    if first + height < len(items):
        canvas.put(x + width, y + height - 1, scene.glyphs.up_down[1], "class:quiet")


def _draw_value(canvas: Canvas, x: int, y: int, width: int, item: Item, hit: Hit, selected: bool) -> None:
    canvas.put(x, y, clip(item.label, width - _VALUE), "class:name" if selected else "", hit)
    text = f"[{item.value}]" if selected and item.value else f" {item.value} "
    canvas.put(x + width - _VALUE + 2, y, clip(text, _VALUE - 2), "class:lit" if selected and item.value else "", hit)


def _draw_variant(canvas: Canvas, x: int, y: int, width: int, item: Item, hit: Hit, selected: bool) -> None:
    canvas.put(x, y, clip(item.label, _NAME - 1), "class:lit" if selected else "class:name", hit)
    canvas.put(x + _NAME, y, clip(item.value, width - _NAME), "" if selected else "class:quiet", hit)


def _draw_detail(canvas: Canvas, scene: Scene, x: int, y: int, width: int, rows: int) -> None:
    """Tell more of the chosen line, or what is wrong with what was chosen."""
    ui = scene.ui
    text = ui.message
    if not text and 0 <= ui.choice < len(scene.items):
        text = scene.items[ui.choice].detail
    style = "class:trouble" if ui.message and ui.trouble else "class:panel"
    for row, line in enumerate(wrap(text, width)[:rows] if text else []):
        canvas.put(x, y + row, line, style)
