"""What all screens have in common. A screen takes input in its own words and gives items to paint; it knows no arcade.

Points are of the window, y downwards. Keys are named by words: `enter`, `escape`, `left`, `tab`, `backtab`, `d`,
`shift+d`.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from crazyeights.settings import Settings
from crazyeights.specs import Folders, Offers
from crazyeights_arcade import controls
from crazyeights_arcade.controls import CHOICE, FIELD, Control
from crazyeights_arcade.layout import type_for
from crazyeights_arcade.pictures import Picture, Sheet
from crazyeights_arcade.theme import Type


class Host(Protocol):
    """What a screen may ask of the window it is shown in."""

    settings: Settings
    registry: Offers
    folders: Folders

    @property
    def points(self) -> tuple[int, int]:
        """The size of the window in points."""
        ...

    def show(self, screen: Screen) -> None:
        """Show another screen instead."""
        ...

    def sound(self, name: str) -> None:
        """Let a sound be heard."""
        ...

    def leave(self) -> None:
        """Close the window."""
        ...

    def restyle(self) -> str | None:
        """Take over changed settings (colours, sound, full screen) and keep them; say why if they can't be kept."""
        ...


class Screen:
    """A screen.

    Args:
        host: the window.

    Attributes:
        dirty: whether it looks otherwise than when it was last painted.
    """

    def __init__(self, host: Host) -> None:
        self.host = host
        self.dirty = True

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window."""
        return self.host.points

    @property
    def type(self) -> Type:
        """The sizes of type."""
        return type_for(*self.size)

    @property
    def animating(self) -> bool:
        """Whether time alone will change it, so that it must be updated often."""
        return False

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        raise NotImplementedError

    def update(self, seconds: float) -> None:
        """Let time pass."""

    def ahead(self) -> Sequence[Picture]:
        """Give pictures that may be needed soon, to be painted while nothing else is to be done."""
        return ()

    def resized(self) -> None:
        """Take note of another size of the window."""
        self.dirty = True

    def shown(self) -> None:
        """Take note that it is on screen now."""
        self.dirty = True

    def closed(self) -> None:
        """Take note that the window closes; nothing may wait here."""

    def point(self, x: float, y: float) -> None:
        """Take note of where the mouse is."""

    def press(self, x: float, y: float) -> None:
        """Take a press of the mouse's left button, or a touch."""

    def release(self, x: float, y: float) -> None:
        """Take the end of a press."""

    def scroll(self, x: float, y: float, steps: float) -> None:
        """Take a turn of the wheel; more than 0 is up."""

    def key(self, name: str) -> None:
        """Take a key."""

    def text(self, typed: str) -> None:
        """Take typed text; comes besides the key."""


class FormScreen(Screen):
    """A screen of controls, which can all be reached by mouse and by keyboard."""

    def __init__(self, host: Host) -> None:
        super().__init__(host)
        self.hovered: str | None = None
        self.focused: str | None = None

    def controls(self) -> list[Control]:
        """Give the controls at the present size, in the order of the tab key."""
        raise NotImplementedError

    def activate(self, name: str, step: int) -> None:
        """Do what a control stands for.

        Args:
            name: which.
            step: for a choice, 1 for the next value and -1 for the one before; else 1.
        """
        raise NotImplementedError

    def type_into(self, name: str, typed: str) -> None:
        """Type into a field; a backspace is the control character."""

    def dismiss(self) -> None:
        """Do what the escape key asks for."""

    def refused(self, reason: str) -> None:
        """Say why a control can't be used."""

    def point(self, x: float, y: float) -> None:
        """Light up what is under the mouse."""
        found = controls.at(self.controls(), x, y)
        name = found.name if found is not None else None
        if name != self.hovered:
            self.hovered = name
            self.dirty = True

    def press(self, x: float, y: float) -> None:
        """Press what is under the mouse."""
        found = controls.at(self.controls(), x, y)
        if found is not None:
            self.focused = found.name if found.kind == FIELD else None
            self._use(found, controls.step_of(found, x))
        self.dirty = True

    def key(self, name: str) -> None:
        """Go through the controls, or press the one with this key."""
        every = self.controls()
        focused = next((control for control in every if control.name == self.focused), None)
        if name == "backspace" and focused is not None and focused.kind == FIELD:
            self.type_into(focused.name, "\b")
        elif name in {"left", "right"} and focused is not None and focused.kind == CHOICE:
            self._use(focused, -1 if name == "left" else 1)
        elif name in {"tab", "backtab", "left", "right", "up", "down"}:
            self.focused = controls.next_focus(every, self.focused, name)
        elif name in {"enter", "space"}:
            target = focused or next((control for control in every if control.kind == controls.PRIMARY), None)
            if target is not None and (name == "enter" or focused is not None):
                self._use(target, 1)
        elif name == "escape":
            self.dismiss()
        elif focused is None or focused.kind != FIELD:
            keyed = next((control for control in every if control.key and control.key.lower() == name), None)
            if keyed is not None:
                self._use(keyed, 1)
        self.dirty = True

    def text(self, typed: str) -> None:
        """Type into the focused field."""
        focused = next((control for control in self.controls() if control.name == self.focused), None)
        if focused is not None and focused.kind == FIELD:
            self.type_into(focused.name, typed)
            self.dirty = True

    def paint_controls(self, sheet: Sheet) -> None:
        """Paint all controls."""
        for control in self.controls():
            controls.paint(
                sheet,
                control,
                self.type,
                hovered=control.name == self.hovered,
                focused=control.name == self.focused,
            )

    def _use(self, control: Control, step: int) -> None:
        if control.why:
            self.host.sound("refuse")
            self.refused(control.why)
            return
        if control.kind != FIELD:
            self.host.sound("click")
            self.activate(control.name, step)
