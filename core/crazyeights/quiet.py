"""Keeps what plugins print off the screen, which belongs to the frontend.

A stray `print` in a plugin would run through a full screen, or through output that a program is to read. `Muffled`
catches what is printed in its block by the thread that is in it; all other threads print as ever. What is written past
`sys.stdout`, by an extension in C say, is not caught.
"""

from __future__ import annotations

import sys
import threading
from collections import deque
from typing import Any, ClassVar, Final

from crazyeights.errors import printable

_MOST: Final = 200
_local = threading.local()
# Reentrant: what the collector of garbage calls in between may print, too.
_lock = threading.RLock()


_outliving: Final[deque[object]] = deque(maxlen=16)


def outlive(stream: object) -> None:
    """Keep a stream for some time that has been a standard stream until now.

    In many versions of Python `print` and `input` hold no reference to the stream that they use, and if another thread
    takes the last one away meanwhile, the whole program goes down (CPython's issue 130163).
    """
    _outliving.append(stream)


class Muffled:
    """Catch what is printed in a `with` block; true if anything was."""

    __slots__ = ("_before", "_stand_in", "_text")

    def __enter__(self) -> Muffled:
        self._text = ""
        self._before: Muffled | None = getattr(_local, "muffled", None)
        self._stand_in = _StandIn.take_place()
        _local.muffled = self
        return self

    def __exit__(self, *exc: object) -> None:
        _local.muffled = self._before
        self._stand_in.leave()

    def __bool__(self) -> bool:
        return bool(self._text)

    def add(self, text: str) -> None:
        """Take note of what is printed; the beginning will do."""
        if len(self._text) < _MOST:
            self._text += text[:_MOST]

    @property
    def complaint(self) -> str:
        """What is wrong with it, as in "prints 'hello', but the standard output belongs to the screen"."""
        return f"prints {printable(self._text, 40)!r}, but the standard output belongs to the screen"


class _StandIn:
    """Stands for `sys.stdout` while anybody is muffled; in all but writing it is the real one.

    It outlives its being there, for the reason that `outlive` gives: it is used again for the same stream, and the last
    ones for other streams are kept.
    """

    _kept: ClassVar[deque[_StandIn]] = deque(maxlen=16)

    def __init__(self, real: Any) -> None:  # noqa: ANN401
        self._real = real
        self._users = 0

    @classmethod
    def take_place(cls) -> _StandIn:
        """Give the one that stands there, or put one there."""
        with _lock:
            now = sys.stdout
            known = (one for one in cls._kept if one is now or one._real is now)
            stand_in = next(known, None)
            if stand_in is None:
                stand_in = now if isinstance(now, cls) else cls(now)
                cls._kept.append(stand_in)
            stand_in._users += 1
            sys.stdout = stand_in
            return stand_in

    def leave(self) -> None:
        """Put the real one back, unless others are muffled still, or somebody has put another stream there."""
        with _lock:
            self._users -= 1
            if not self._users and sys.stdout is self:
                sys.stdout = self._real

    def write(self, text: str) -> int:
        listener: Muffled | None = getattr(_local, "muffled", None)
        if listener is not None:
            listener.add(text)
            return len(text)
        return 0 if self._real is None else int(self._real.write(text))

    def writelines(self, lines: Any) -> None:  # noqa: ANN401
        for line in lines:
            self.write(line)

    def flush(self) -> None:
        if getattr(_local, "muffled", None) is None and self._real is not None:
            self._real.flush()

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401
        return getattr(self._real, name)
