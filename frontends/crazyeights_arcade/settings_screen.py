"""The settings that have to do with the window; they last, and are the ones of all frontends."""

from __future__ import annotations

from typing import Final

from crazyeights.settings import SETTINGS
from crazyeights_arcade.controls import CHOICE, PRIMARY, SWITCH, Control
from crazyeights_arcade.geometry import Rect
from crazyeights_arcade.pause_screen import OverlayScreen
from crazyeights_arcade.pictures import Sheet, shorten
from crazyeights_arcade.theme import BACKS

_SHOWN: Final = (
    ("theme", "Colours"),
    ("deck_colours", "Suit colours"),
    ("card_back", "Card backs"),
    ("sort", "Sort the hand by"),
    ("large_cards", "Large cards"),
    ("show_playable", "Mark playable cards"),
    ("announce", "Announce the last card"),
    ("full_screen", "Full screen (F11)"),
    ("speed", "Speed of the cards"),
    ("pace", "Computer's pace"),
    ("reduced_motion", "Reduced motion"),
    ("sound", "Sound"),
    ("volume", "Volume"),
)


class SettingsScreen(OverlayScreen):
    """The settings, over whatever screen asked for them."""

    _note = ""

    def _frame(self) -> Rect:
        width, height = self.size
        unit = self.type.unit
        return Rect.around(width / 2, height / 2, min(72 * unit, width - 2 * unit), min(40 * unit, height - 2 * unit))

    def controls(self) -> list[Control]:
        """Give the controls."""
        unit, frame = self.type.unit, self._frame()
        inner = frame.inset(2 * unit, 0)
        wide = (inner.w - 2.4 * unit) / 2
        half = -(-len(_SHOWN) // 2)
        made = []
        for at, (name, label) in enumerate(_SHOWN):
            x = inner.x + (at // half) * (wide + 2.4 * unit)
            rect = Rect(x, frame.y + (5.2 + 3.7 * (at % half)) * unit, wide, 3.0 * unit)
            value = self.host.settings[name]
            if isinstance(value, bool):
                made.append(Control(name, rect, label, SWITCH, on=value))
            else:
                made.append(Control(name, rect, label, CHOICE, value=_shown(name, value), split=0.46))
        made.append(
            Control(
                "done", Rect(frame.cx - 9 * unit, frame.bottom - 5.0 * unit, 18 * unit, 3.2 * unit), "Done", PRIMARY
            )
        )
        return made

    def activate(self, name: str, step: int) -> None:
        """Change a setting; it holds at once."""
        if name == "done":
            self.back()
            return
        settings = self.host.settings
        value = settings[name]
        setting = SETTINGS[name]
        if isinstance(value, bool):
            settings.set(name, not value)
        elif name == "volume":
            settings.set(name, (int(settings.number(name)) // 10 * 10 + 10 * step) % 110)
        elif name == "pace":
            settings.set(name, round((settings.number(name) + 0.2 * step) % 3.2, 1))
        else:
            choices = setting.choices or tuple(BACKS)
            at = choices.index(str(value)) if value in choices else 0
            settings.set(name, choices[(at + step) % len(choices)])
        self._note = self.host.restyle() or ""
        self.under.resized()

    def sheet(self) -> Sheet:
        """Give what is to be seen."""
        kind, unit, frame = self.type, self.type.unit, self._frame()
        sheet = self.framed(frame, "Settings")
        name = self.focused or self.hovered or ""
        said = SETTINGS[name].summary if name in SETTINGS else "They hold at once, and for the terminal, too."
        said = self._note or said
        text = shorten(said[:1].upper() + said[1:], kind.quiet, frame.w - 4 * unit)
        colour = "warn" if self._note else "quiet"
        sheet.label(text, frame.cx, frame.bottom - 6.4 * unit, kind.quiet, "mm", colour=colour)
        self.paint_controls(sheet)
        return sheet


def _shown(name: str, value: object) -> str:
    if name == "pace":
        return f"{value:g} s" if isinstance(value, (int, float)) else str(value)
    return f"{value} %" if name == "volume" else str(value)
