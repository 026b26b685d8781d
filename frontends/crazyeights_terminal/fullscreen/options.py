"""The options panel: which settings it shows, what they are called, and how they change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from crazyeights.settings import Settings
from crazyeights_terminal.fullscreen.scene import Item

PACES: Final = (0.0, 0.2, 0.4, 0.8, 1.5, 3.0)


def pace_name(seconds: float) -> str:
    """Say a pace, as in "0.8 s"."""
    return f"{seconds:g} s" if seconds else "at once"


def next_pace(seconds: float, step: int) -> float:
    """Give the next slower pace, or the next faster one if `step` is negative."""
    if step > 0:
        return next((pace for pace in PACES if pace > seconds), PACES[-1])
    return next((pace for pace in reversed(PACES) if pace < seconds), PACES[0])


@dataclass(frozen=True, slots=True)
class _Setting:
    """A line of the panel: what it is called, what it is now, and what the next value is (`step` is 1 or -1)."""

    label: str
    value: Callable[[], str]
    change: Callable[[int], object]


class OptionsPanel:
    """The settings that can be changed at the table.

    Args:
        settings: the settings.
        pace: gives the pace in use, which the command line may have set.
        set_pace: changes it.
    """

    def __init__(self, settings: Settings, pace: Callable[[], float], set_pace: Callable[[float], None]) -> None:
        self._settings = settings
        self._lines = (
            self._choice("Colours of the suits", "deck_colours"),
            self._choice("Characters", "charset"),
            self._choice("Hand sorted by", "sort"),
            _Setting(
                "Computers take",
                lambda: pace_name(pace()),
                lambda step: set_pace(next_pace(pace(), step)),
            ),
            self._choice("Mark playable cards", "show_playable"),
            self._choice("Announce the last card", "announce"),
            self._choice("Mouse plays (off: it selects text)", "mouse"),
        )

    def items(self) -> tuple[Item, ...]:
        """Give each option's name and value."""
        return tuple(Item(line.label, line.value()) for line in self._lines)

    def change(self, index: int, step: int) -> str | None:
        """Change an option and keep it; says in one line why it could not be kept, None if it could."""
        self._lines[index].change(1 if step >= 0 else -1)
        return self._settings.save()

    def _choice(self, label: str, name: str) -> _Setting:
        settings = self._settings

        def value() -> str:
            now = settings[name]
            return str(now) if not isinstance(now, bool) else "yes" if now else "no"

        return _Setting(label, value, lambda step: _cycle(settings, name, step))


def _cycle(settings: Settings, name: str, step: int) -> None:
    """Change a setting to its next choice; a step back is all the steps forward but one."""
    before = settings[name]
    values = [settings.cycle(name)]
    while values[-1] != before:
        values.append(settings.cycle(name))
    settings.set(name, values[0] if step > 0 or len(values) < 2 else values[-2])
