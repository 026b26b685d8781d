"""Buttons, switches, choices and fields: what they look like, and how a form of them is gone through. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pictures import Box, Dot, Sheet, Wedge, in_rect, put, shorten, text_width, wrap
from crazyeights_arcade.theme import Type

BUTTON: Final = "button"
PRIMARY: Final = "primary"
SWITCH: Final = "switch"
CHOICE: Final = "choice"
FIELD: Final = "field"
PICK: Final = "pick"
TAB: Final = "tab"


@dataclass(frozen=True, slots=True)
class Control:
    """Something to be pressed.

    Attributes:
        name: by which its screen knows it.
        rect: where it is.
        label: what stands on it.
        kind: how it looks and works.
        key: the key that does the same, as it stands on the button.
        value: what a choice or field holds, or what stands at the right of a pick.
        on: whether a switch is on, or a pick or tab is the chosen one.
        why: why it can't be used now; "" if it can.
        hint: what an empty field says, or what stands below the label of a pick.
        split: which part of a choice or field its label takes.
        marked: whether a choice or switch is not as usual.
    """

    name: str
    rect: Rect
    label: str = ""
    kind: str = BUTTON
    key: str = ""
    value: str = ""
    on: bool = False
    why: str = ""
    hint: str = ""
    split: float = 0.36
    marked: bool = False


def at(controls: Sequence[Control], x: float, y: float) -> Control | None:
    """Give the control under a point."""
    return next((control for control in reversed(controls) if control.rect.contains(x, y)), None)


def step_of(control: Control, x: float) -> int:
    """Say which way a press changes a choice: back on its left third, else forward."""
    middle = control.rect.x + _label_width(control) + (control.rect.w - _label_width(control)) / 3
    return -1 if control.kind == CHOICE and x < middle else 1


def _label_width(control: Control) -> float:
    return control.rect.w * control.split if control.label else 0.0


def paint(sheet: Sheet, control: Control, kind: Type, *, hovered: bool = False, focused: bool = False) -> None:
    """Paint a control.

    Args:
        sheet: the screen.
        control: the control.
        kind: the sizes of type.
        hovered: whether the mouse is on it.
        focused: whether the keyboard is.
    """
    painters = {SWITCH: _switch, CHOICE: _choice, FIELD: _field, PICK: _pick, TAB: _tab}
    painters.get(control.kind, _button)(sheet, control, kind, hovered)
    if focused:
        rect = control.rect.inset(-3 * kind.scale)
        sheet.add(in_rect(Box(round(rect.w), round(rect.h), None, 12 * kind.scale, "accent", 2.2 * kind.scale), rect))


def _ground(sheet: Sheet, rect: Rect, kind: Type, fill: str, line: str | None = None) -> None:
    sheet.add(in_rect(Box(round(rect.w), round(rect.h), fill, 9 * kind.scale, line, 1.2 * kind.scale), rect))


def _button(sheet: Sheet, control: Control, kind: Type, hovered: bool) -> None:
    rect, size = control.rect, kind.body
    primary = control.kind == PRIMARY and not control.why
    fill = "accent" if primary else "panel" if control.why else "button_lit" if hovered else "button"
    _ground(sheet, rect, kind, fill, "text" if primary and hovered else None)
    colour = "on_accent" if primary else "quiet" if control.why else "text"
    key = control.key if rect.w > text_width(control.label + control.key, size, bold=True) + 2.6 * kind.unit else ""
    room = rect.w - 1.2 * kind.unit - (text_width(key, size) + kind.unit if key else 0)
    while text_width(control.label, size, bold=True) > room and size > kind.quiet * 0.8:
        size -= 1
    text = shorten(control.label, size, room, bold=True)
    if key:
        sheet.label(text, rect.x + kind.unit, rect.cy, size, "lm", colour=colour, bold=True)
        sheet.label(key, rect.right - kind.unit, rect.cy, kind.quiet, "rm", colour="on_accent" if primary else "quiet")
    else:
        sheet.label(text, rect.cx, rect.cy, size, "mm", colour=colour, bold=True)


def _switch(sheet: Sheet, control: Control, kind: Type, hovered: bool) -> None:
    rect, unit = control.rect, kind.unit
    _ground(sheet, rect, kind, "button_lit" if hovered else "button")
    track = Rect(rect.right - 0.8 * unit - 2.6 * unit, rect.cy - 0.7 * unit, 2.6 * unit, 1.4 * unit)
    sheet.add(
        in_rect(Box(round(track.w), round(track.h), "accent" if control.on else "panel", 99, "line", kind.scale), track)
    )
    knob = 1.0 * unit
    x = track.right - 0.7 * unit if control.on else track.x + 0.7 * unit
    sheet.add(put(Dot(round(knob), "on_accent" if control.on else "quiet"), x, track.cy, "mm"))
    room = track.x - rect.x - 1.6 * unit
    colour = "quiet" if control.why else "accent" if control.marked else "text"
    sheet.label(shorten(control.label, kind.body, room), rect.x + unit, rect.cy, kind.body, colour=colour)


def _choice(sheet: Sheet, control: Control, kind: Type, hovered: bool) -> None:
    rect, unit = control.rect, kind.unit
    left = _label_width(control)
    if control.label:
        sheet.label(shorten(control.label, kind.body, left - unit), rect.x, rect.cy, kind.body, colour="quiet")
    box = Rect(rect.x + left, rect.y, rect.w - left, rect.h)
    _ground(sheet, box, kind, "button_lit" if hovered else "button")
    wedge = round(1.15 * unit)
    sheet.add(put(Wedge(wedge, "l", "quiet" if control.why else "text"), box.x + 0.9 * unit, box.cy, "mm"))
    sheet.add(put(Wedge(wedge, "r", "quiet" if control.why else "text"), box.right - 0.9 * unit, box.cy, "mm"))
    text = shorten(control.value, kind.body, box.w - 3.6 * unit, bold=True)
    colour = "quiet" if control.why else "accent" if control.marked else "text"
    sheet.label(text, box.cx, box.cy, kind.body, "mm", bold=True, colour=colour)


def _field(sheet: Sheet, control: Control, kind: Type, hovered: bool) -> None:
    rect, unit = control.rect, kind.unit
    left = _label_width(control)
    if control.label:
        sheet.label(shorten(control.label, kind.body, left - unit), rect.x, rect.cy, kind.body, colour="quiet")
    box = Rect(rect.x + left, rect.y, rect.w - left, rect.h)
    _ground(sheet, box, kind, "panel", "text" if hovered else "line")
    text, colour = (control.value, "text") if control.value else (control.hint, "quiet")
    text = shorten(text, kind.body, box.w - 2 * unit)
    sheet.label(text, box.x + unit, box.cy, kind.body, colour=colour, bold=bool(control.value))


def _pick(sheet: Sheet, control: Control, kind: Type, hovered: bool) -> None:
    """Paint a thing to be picked from a list: its name, and below it what it is."""
    rect, unit = control.rect, kind.unit
    fill = "button_lit" if hovered else "button" if control.on else "panel"
    _ground(sheet, rect, kind, fill, "accent" if control.on else None)
    left = rect.x + 0.9 * unit
    y = rect.y + PICK_HEAD * unit / 2 + 0.25 * unit
    colour = "accent" if control.on else "text"
    room = rect.w - 2.4 * unit - text_width(control.value, kind.quiet)
    sheet.label(shorten(control.label, kind.body, room, bold=True), left, y, kind.body, bold=True, colour=colour)
    sheet.label(control.value, rect.right - 0.9 * unit, y, kind.quiet, "rm", colour="quiet")
    y = rect.y + PICK_HEAD * unit
    lines = wrap(control.hint, kind.quiet, rect.w - 1.8 * unit)
    sheet.lines(lines, left, y, kind.quiet, colour="text" if control.on else "quiet", lead=PICK_LEAD)


#: The height of a pick's name in units of type, and how far its lines are apart in sizes of type.
PICK_HEAD: Final = 2.0
PICK_LEAD: Final = 1.36


def _tab(sheet: Sheet, control: Control, kind: Type, hovered: bool) -> None:
    """Paint the name of a page; the one that is open is underlined."""
    rect = control.rect
    colour = "accent" if control.on else "text" if hovered else "quiet"
    size = kind.body
    while text_width(control.label, size, bold=True) > rect.w - 4 and size > kind.quiet * 0.8:
        size -= 1
    text = shorten(control.label, size, rect.w - 4, bold=True)
    sheet.label(text, rect.cx, rect.cy - 0.1 * kind.unit, size, "mm", bold=True, colour=colour)
    thick = max(round(2.4 * kind.scale), 2) if control.on else 1
    line = Box(round(rect.w), thick, "accent" if control.on else "line", 0)
    sheet.add(put(line, rect.x, rect.bottom, "lb"))


def next_focus(controls: Sequence[Control], focused: str | None, key: str) -> str | None:
    """Give the control to which a key leads: tab and back in order, arrows to the nearest in their direction."""
    if not controls:
        return None
    names = [control.name for control in controls]
    if focused not in names:
        return names[-1] if key == "backtab" else names[0]
    if key in {"tab", "backtab"}:
        return names[(names.index(focused) + (1 if key == "tab" else -1)) % len(names)]
    here = controls[names.index(focused)].rect
    best, nearest = focused, float("inf")
    for control in controls:
        dx, dy = control.rect.cx - here.cx, control.rect.cy - here.cy
        along, across = (dx, dy) if key in {"left", "right"} else (dy, dx)
        along *= 1 if key in {"right", "down"} else -1
        # What overlaps in the other direction is straight ahead, whatever its middle says.
        if along > 1 and (distance := along + 2.2 * abs(across)) < nearest:
            best, nearest = control.name, distance
    return best
