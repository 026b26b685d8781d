"""The options panel: which settings it shows, what they are called, and how they change."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from crazyeights.settings import Settings
from crazyeights.specs import Offers

PACES: Final = (0.0, 0.2, 0.4, 0.8, 1.5, 3.0)
_MOST_PLAYERS: Final = 7


def pace_name(seconds: float) -> str:
    """Say a pace, as in "0.8 s"."""
    return f"{seconds:g} s" if seconds else "at once"


def next_pace(seconds: float, step: int) -> float:
    """Give the next slower pace, or the next faster one if `step` is negative."""
    if step > 0:
        return next((pace for pace in PACES if pace > seconds), PACES[-1])
    return next((pace for pace in reversed(PACES) if pace < seconds), PACES[0])


@dataclass(frozen=True, slots=True)
class _Item:
    """A line of the panel: what it is called, what it is now, and what the next value is (`step` is 1 or -1)."""

    label: str
    value: Callable[[], str]
    change: Callable[[int], None]


class OptionsPanel:
    """The settings that can be changed at the table.

    Args:
        settings: the settings.
        registry: which variants and strategies there are.
        pace: gives the pace in use, which the command line may have set.
        set_pace: changes it.
    """

    def __init__(
        self,
        settings: Settings,
        registry: Offers,
        pace: Callable[[], float],
        set_pace: Callable[[float], None],
    ) -> None:
        self._settings = settings
        self._items = (
            self._choice("Colours of the suits", "deck_colours"),
            self._choice("Characters", "charset"),
            self._choice("Hand sorted by", "sort"),
            _Item(
                "Computers take",
                lambda: pace_name(pace()),
                lambda step: set_pace(next_pace(pace(), step)),
            ),
            self._choice("Mark playable cards", "show_playable"),
            self._choice("Mouse plays (off: it selects text)", "mouse"),
            self._named("Variant of the next game", "variant", tuple(registry.variants)),
            _Item("Players of the next game", self._players, self._change_players),
            _Item(
                "Strategy of the next game",
                lambda: ", ".join(settings.texts("ai")) or "as usual",
                lambda step: self._change_strategy(tuple(registry.strategies), step),
            ),
        )

    def __len__(self) -> int:
        return len(self._items)

    def lines(self) -> tuple[tuple[str, str], ...]:
        """Give each option's name and value."""
        return tuple((item.label, item.value()) for item in self._items)

    def change(self, index: int, step: int) -> str | None:
        """Change an option and keep it; says in one line why it could not be kept, None if it could."""
        self._items[index].change(1 if step >= 0 else -1)
        return self._settings.save()

    def _choice(self, label: str, name: str) -> _Item:
        settings = self._settings

        def value() -> str:
            now = settings[name]
            return str(now) if not isinstance(now, bool) else "yes" if now else "no"

        return _Item(label, value, lambda step: _cycle(settings, name, step))

    def _named(self, label: str, name: str, names: tuple[str, ...]) -> _Item:
        settings = self._settings
        return _Item(
            label,
            lambda: settings.text(name),
            lambda step: settings.set(name, _next(names, settings.text(name), step)),
        )

    def _players(self) -> str:
        number = int(self._settings.number("players"))
        return str(number) if number else "as usual"

    def _change_players(self, step: int) -> None:
        numbers = ("0", *(str(number) for number in range(2, _MOST_PLAYERS + 1)))
        self._settings.set("players", int(_next(numbers, str(int(self._settings.number("players"))), step)))

    def _change_strategy(self, names: tuple[str, ...], step: int) -> None:
        now = (self._settings.texts("ai") or ("",))[0]
        chosen = _next(("", *names), now, step)
        self._settings.set("ai", (chosen,) if chosen else ())


def _cycle(settings: Settings, name: str, step: int) -> None:
    """Change a setting to its next choice; a step back is all the steps forward but one."""
    before = settings[name]
    values = [settings.cycle(name)]
    while values[-1] != before:
        values.append(settings.cycle(name))
    settings.set(name, values[0] if step > 0 or len(values) < 2 else values[-2])


def _next(names: tuple[str, ...], now: str, step: int) -> str:
    at = names.index(now) if now in names else 0
    return names[(at + step) % len(names)]
