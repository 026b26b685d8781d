"""Sounds, made by our own code: taps, swishes and chimes of a fraction of a second.

Trouble with sound never stops the game: without a device, or after any failure, it is silent.
"""

from __future__ import annotations

import io
import math
import wave
from array import array
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

_RATE: Final = 22050

# For each sound: (kind, start frequency, end frequency, seconds, loudness, begins at) of its parts.
_PARTS: Final[Mapping[str, tuple[tuple[str, float, float, float, float, float], ...]]] = {
    "click": (("tone", 900, 700, 0.035, 0.16, 0.0),),
    "play": (("noise", 900, 240, 0.09, 0.55, 0.0), ("tone", 150, 90, 0.09, 0.4, 0.0)),
    "draw": (("noise", 2400, 900, 0.13, 0.3, 0.0),),
    "deal": tuple(("noise", 2200, 800, 0.07, 0.22, 0.055 * at) for at in range(7)),
    "shuffle": tuple(("noise", 1500 + 150 * (at % 5), 600, 0.05, 0.25, 0.03 * at) for at in range(14)),
    "call": (("bell", 660, 660, 0.32, 0.26, 0.0), ("bell", 990, 990, 0.4, 0.24, 0.09)),
    "skip": (("tone", 520, 340, 0.16, 0.25, 0.0),),
    "reverse": (("tone", 320, 640, 0.15, 0.22, 0.0), ("tone", 640, 320, 0.17, 0.2, 0.15)),
    "pass": (("tone", 260, 230, 0.12, 0.22, 0.0),),
    "refuse": (("tone", 170, 130, 0.14, 0.32, 0.0),),
    "win": tuple(("bell", tone, tone, 0.6, 0.24, 0.11 * at) for at, tone in enumerate((523, 659, 784, 1047))),
    "lose": tuple(("bell", tone, tone, 0.5, 0.2, 0.16 * at) for at, tone in enumerate((440, 392, 330))),
}


def synthesize(name: str) -> bytes:
    """Make a sound as the bytes of a WAV file.

    Args:
        name: one of `NAMES`.
    """
    parts = _PARTS[name]
    length = round(_RATE * (max(begins + lasts for _, _, _, lasts, _, begins in parts) + 0.02))
    mixed = [0.0] * length
    for kind, low, high, lasts, loud, begins in parts:
        _add(mixed, round(begins * _RATE), kind, low, high, round(lasts * _RATE), loud)
    samples = array("h", (round(32000 * max(-1.0, min(1.0, value))) for value in mixed))
    out = io.BytesIO()
    with wave.open(out, "wb") as file:
        file.setnchannels(1)
        file.setsampwidth(2)
        file.setframerate(_RATE)
        file.writeframes(samples.tobytes())
    return out.getvalue()


NAMES: Final = tuple(_PARTS)


def _add(mixed: list[float], begin: int, kind: str, start: float, end: float, count: int, loud: float) -> None:
    noise = Random(count)
    phase = held = 0.0
    for at in range(count):
        part = at / count
        pitch = start + (end - start) * part
        phase += 2 * math.pi * pitch / _RATE
        fall = (1 - part) ** 2 * min(1.0, at / 60)
        if kind == "noise":
            # White noise through a low pass whose corner slides: paper on felt.
            corner = 1 - math.exp(-2 * math.pi * pitch / _RATE)
            held += corner * (noise.uniform(-1, 1) - held)
            value = 2.2 * held
        elif kind == "bell":
            value = math.sin(phase) + 0.35 * math.sin(2.01 * phase) + 0.12 * math.sin(3.98 * phase)
        else:
            value = math.sin(phase)
        mixed[begin + at] += loud * fall * value


class Sounds:
    """Plays sounds.

    Args:
        load: makes something with a `play` method from a name and the bytes of a WAV file; pyglet's if left out.
    """

    def __init__(self, load: Callable[[str, bytes], Any] | None = None) -> None:
        self._load = load or _load
        self._loaded: dict[str, Any] = {}
        self._players: list[Any] = []
        self.on = True
        self.volume = 0.7
        self._broken = False

    def adjust(self, *, on: bool, volume: float) -> None:
        """Switch sound on or off, and set how loud it is, from 0 to 1."""
        self.on, self.volume = on, volume

    def play(self, name: str) -> None:
        """Let a sound be heard, if there is sound and one of that name."""
        if not self.on or self._broken or self.volume <= 0 or name not in _PARTS:
            return
        try:
            if name not in self._loaded:
                self._loaded[name] = self._load(name, synthesize(name))
            player = self._loaded[name].play()
            player.volume = self.volume
            self._players = [*self._players[-7:], player]
        except Exception:  # noqa: BLE001  # drivers raise whatever they like, and a card game can be silent
            self._broken = True

    def close(self) -> None:
        """Play nothing more."""
        self.on = False
        self._players.clear()


def _load(name: str, data: bytes) -> Any:  # noqa: ANN401  # pyglet's sources have no common type that is public
    import pyglet.media  # noqa: PLC0415  # finding the audio driver takes a while; with sound off nobody pays for it

    # Without a device pyglet plays to nobody, on a thread that can fail on a busy machine and then fills the terminal.
    driver = pyglet.media.get_audio_driver()  # type: ignore[no-untyped-call]  # pyglet has no types
    if driver is None or "silent" in type(driver).__module__:
        raise OSError("there is no sound device")
    return pyglet.media.load(f"{name}.wav", io.BytesIO(data), streaming=False)
