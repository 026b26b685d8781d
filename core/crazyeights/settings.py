"""The user's settings, which last: one TOML file in the user's config folder, shared by all frontends.

Trouble with the file never stops a game. What can't be read is said in one line and the defaults hold; what is not
known here (a newer version's key, a plugin's table) stays in the file; a file that is no TOML is put aside before
another one is written.
"""

from __future__ import annotations

import os
import tomllib
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final, TypeAlias

from crazyeights.errors import OptionError, UnknownNameError

FILE_NAME: Final = "settings.toml"

Value: TypeAlias = "bool | int | float | str | tuple[str, ...]"


@dataclass(frozen=True, slots=True)
class Setting:
    """Something that the user may set.

    Attributes:
        name: its key in the file.
        default: its value until it is set; its type is the setting's type.
        summary: what it is, in half a sentence.
        choices: the words that it may be; empty for any.
        low, high: the range of a number, both ends included.
    """

    name: str
    default: Value
    summary: str
    choices: tuple[str, ...] = ()
    low: float | None = None
    high: float | None = None

    def check(self, value: object) -> Value:
        """Give the value in the setting's type.

        Raises:
            OptionError: the value is of another kind or out of range; says what it can be.
        """
        checked: Value | None = None
        match self.default:
            case bool():
                checked = value if isinstance(value, bool) else None
            case int():
                checked = value if isinstance(value, int) and not isinstance(value, bool) else None
            case float():
                checked = float(value) if isinstance(value, (int, float)) and not isinstance(value, bool) else None
            case str():
                checked = value if isinstance(value, str) and (not self.choices or value in self.choices) else None
            case tuple():
                if isinstance(value, (list, tuple)) and all(isinstance(item, str) for item in value):
                    checked = tuple(value)
        if isinstance(checked, (int, float)) and not self._in_range(checked):
            checked = None
        if checked is None:
            raise OptionError(f"{self.name} can't be {value!r}; it is {self.values()}")
        return checked

    def _in_range(self, number: float) -> bool:
        # Written so that "not a number" is out of every range.
        return (self.low is None or number >= self.low) and (self.high is None or number <= self.high)

    def values(self) -> str:
        """Say what it can be, as in "a number from 0 to 5"."""
        match self.default:
            case bool():
                return "true or false"
            case str():
                return f"one of {', '.join(self.choices)}" if self.choices else "a text"
            case tuple():
                return "a list of texts"
            case _:
                kind = "a whole number" if isinstance(self.default, int) else "a number"
                return kind if self.low is None else f"{kind} from {self.low:g} to {self.high:g}"


_ALL: Final = (
    # The table that `play` opens if it is not told.
    Setting("variant", "classic", "the variant that is played"),
    Setting("players", 0, "how many play; 0 for as many as the variant is best with", low=0, high=20),
    Setting("ai", (), "who plays the computer's seats, as after --ai"),
    # All frontends.
    Setting("deck_colours", "two", "how many colours the suits have", ("two", "four", "mono")),
    Setting("sort", "suit", "how the hand is sorted", ("suit", "rank")),
    Setting("pace", 0.8, "how many seconds the computer takes for a move", low=0.0, high=5.0),
    Setting("show_playable", True, "whether playable cards are marked"),
    Setting("announce", "auto", "whether your last card is announced for you", ("auto", "manual")),
    # The terminal.
    Setting("charset", "auto", "the signs of the terminal", ("auto", "unicode", "ascii")),
    Setting("mouse", True, "whether the terminal's mouse plays"),
    # The window.
    Setting("speed", "normal", "how fast cards move", ("slow", "normal", "fast")),
    Setting("reduced_motion", False, "whether cards fade instead of move"),
    Setting("sound", True, "whether there is sound"),
    Setting("volume", 70, "how loud it is, in percent", low=0, high=100),
    Setting("theme", "dark", "the colours of the table", ("dark", "light", "contrast")),
    Setting("card_back", "blue", "the backs of the cards"),
    Setting("large_cards", False, "whether cards have large signs"),
    Setting("full_screen", False, "whether the window fills the screen"),
)
SETTINGS: Final[Mapping[str, Setting]] = {setting.name: setting for setting in _ALL}


class Settings(Mapping[str, object]):
    """The settings in force: a mapping of all names to values; `text`, `number`, `flag`, `texts` give a type.

    Args:
        path: the file; None for settings that last only as long as the program.

    Attributes:
        path: the file.
        warning: what was wrong with the file, in one line; None if nothing was.
    """

    def __init__(self, path: Path | None = None) -> None:
        self.path = path
        self.warning: str | None = None
        self._values: dict[str, Value] = {}
        self._changed: dict[str, Value] = {}
        self._broken = False
        self._values = self._known(self._read())

    @classmethod
    def load(cls, folder: Path) -> Settings:
        """Read the settings of a config folder; never raises, see `warning`.

        Args:
            folder: the user's config folder, which need not exist.
        """
        return cls(folder / FILE_NAME)

    @classmethod
    def of(cls, given: Mapping[str, object]) -> Settings:
        """Give what a frontend was launched with as `Settings`: it is one, or becomes one that is not kept.

        Args:
            given: the settings of a launch request; what is not known or not possible in it is left out.
        """
        if isinstance(given, Settings):
            return given
        settings = cls()
        for name, value in given.items():
            with suppress(OptionError, UnknownNameError):
                settings.set(name, value)
        return settings

    def __getitem__(self, name: str) -> Value:
        if name not in SETTINGS:
            raise KeyError(name)
        return self._values.get(name, SETTINGS[name].default)

    def __iter__(self) -> Iterator[str]:
        return iter(SETTINGS)

    def __len__(self) -> int:
        return len(SETTINGS)

    def text(self, name: str) -> str:
        """Give a setting that is a text."""
        return str(self[name])

    def number(self, name: str) -> float:
        """Give a setting that is a number."""
        value = self[name]
        assert isinstance(value, (int, float))
        return value

    def flag(self, name: str) -> bool:
        """Give a setting that is on or off."""
        return bool(self[name])

    def texts(self, name: str) -> tuple[str, ...]:
        """Give a setting that is a list of texts."""
        value = self[name]
        assert isinstance(value, tuple)
        return value

    def given(self, name: str) -> bool:
        """Say whether the user has set it, be it to its default."""
        return name in self._values

    def set(self, name: str, value: object) -> None:
        """Set a setting; `save` makes it last.

        Raises:
            UnknownNameError: there is no such setting.
            OptionError: it can't be that.
        """
        if name not in SETTINGS:
            raise UnknownNameError("setting", name, SETTINGS)
        self._values[name] = self._changed[name] = SETTINGS[name].check(value)

    def override(self, name: str, value: object) -> None:
        """Set a setting for this time only, as the command line does.

        Raises:
            UnknownNameError: there is no such setting.
            OptionError: it can't be that.
        """
        if name not in SETTINGS:
            raise UnknownNameError("setting", name, SETTINGS)
        self._values[name] = SETTINGS[name].check(value)

    def cycle(self, name: str) -> Value:
        """Set a setting to the next of its choices (a switch to its other side) and give that."""
        setting, now = SETTINGS[name], self[name]
        if isinstance(now, bool):
            self.set(name, not now)
        else:
            self.set(name, setting.choices[(setting.choices.index(str(now)) + 1) % len(setting.choices)])
        return self[name]

    def save(self) -> str | None:
        """Write what was set to the file, beside what stands there.

        Returns:
            None, or in one line why it could not be written; the settings then hold for this time.
        """
        if self.path is None or not self._changed:
            return None
        # Here, for most runs change nothing.
        import tomli_w  # noqa: PLC0415

        try:
            # Another program may have written since: only what was changed here is ours.
            document = self._read() | self._changed
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self._broken:
                self.path.replace(_unused(self.path))
            draft = self.path.with_name(f"{self.path.name}.{os.getpid()}.new")
            draft.write_text(tomli_w.dumps(document), encoding="utf-8")
            draft.replace(self.path)
        except (OSError, ValueError) as error:
            reason = getattr(error, "strerror", None) or str(error)
            return f"the settings can't be kept in {self.path}: {reason}"
        self._changed = {}
        self._broken = False
        return None

    def _read(self) -> dict[str, Any]:
        """Give the whole file; note in `warning` and `_broken` if that is not possible."""
        self._broken = False
        if self.path is None:
            return {}
        try:
            return tomllib.loads(self.path.read_text(encoding="utf-8-sig"))
        except (FileNotFoundError, NotADirectoryError):
            return {}
        except OSError as error:
            self.warning = f"the settings in {self.path} can't be read: {error.strerror or error}"
        except (ValueError, RecursionError) as error:
            # TOMLDecodeError and UnicodeDecodeError are both a ValueError.
            reason = " ".join(str(error).split())
            self.warning = f"the settings in {self.path} are not used, for the file is not TOML: {reason}"
            self._broken = True
        return {}

    def _known(self, document: Mapping[str, object]) -> dict[str, Value]:
        values = {}
        for name, value in document.items():
            if name not in SETTINGS:
                continue
            try:
                values[name] = SETTINGS[name].check(value)
            except OptionError as error:
                self.warning = self.warning or f"{self.path}: {error}"
        return values


def _unused(path: Path) -> Path:
    """Give a name beside a broken file to which it can be moved without overwriting anything."""
    number = 1
    while (aside := path.with_name(f"{path.name}.broken-{number}")).exists():
        number += 1
    return aside
