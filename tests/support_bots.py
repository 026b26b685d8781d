"""Programs that play, good and bad ones, for the tests of external strategies."""

from __future__ import annotations

import json
import socket
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from textwrap import dedent, indent
from typing import Any

from crazyeights.external import ExternalStrategy, external_spec

# What every bot here begins with. Without flush, as an author might forget it.
_START = """
import json, sys, time, os

def say(**message):
    print(json.dumps(message))

def hello(**more):
    say(type="hello", protocol=1, **more)

def answer(question, move=None, **more):
    say(type="move", id=question["id"], move=question["moves"][0] if move is None else move, **more)

heard = []
starts = os.path.exists({mark!r})
open({mark!r}, "a").close()

def messages():
    for line in sys.stdin:
        heard.append(json.loads(line))
        yield heard[-1]

def trouble(text="in trouble"):
    print(text, file=sys.stderr)
"""
_LOOP = """
for message in messages():
    kind = message["type"]
    if kind == "hello":
{on_hello}
    elif kind == "choose":
{on_choose}
    elif kind == "quit":
        break
"""


def bot(folder: Path, on_choose: str = "answer(message)", on_hello: str = "hello()", *, whole: str = "") -> str:
    """Write a bot and give what stands after `--ai` for it.

    Args:
        folder: where it is written.
        on_choose: what it does with the question `message`.
        on_hello: what it does with the game's hello, `message`. `starts` is whether it was started before.
        whole: all that it does, instead.
    """
    path = folder / "bot.py"
    body = whole or _LOOP.format(
        on_hello=indent(dedent(on_hello), " " * 8), on_choose=indent(dedent(on_choose), " " * 8)
    )
    path.write_text(_START.format(mark=str(folder / "started")) + dedent(body), encoding="utf-8")
    return command(path)


def command(path: Path, before: str = "") -> str:
    """Give what stands after `--ai` for a Python file; the interpreter starts faster without its site packages."""
    return f"exec:{before}{_quoted(sys.executable)} -S {_quoted(str(path))}"


def _quoted(text: str) -> str:
    return f'"{text}"'


def with_parameters(text: str, parameters: str) -> str:
    """Add parameters to what `bot` gave."""
    return text.replace("exec:", f"exec:{parameters}:", 1)


def strategy(text: str, seed: int = 1) -> ExternalStrategy:
    """Make the strategy; whoever does closes it."""
    made: Any = external_spec(text).make(Random(seed))
    assert isinstance(made, ExternalStrategy)
    return made


@contextmanager
def playing(text: str, seed: int = 1) -> Iterator[ExternalStrategy]:
    """Make the strategy, and end its program at the end."""
    made = strategy(text, seed)
    try:
        yield made
    finally:
        made.close()


#: Makes a bot write all that it hears into a file, as it hears it.
NOTING = """
notes = open({path!r}, "a", encoding="utf-8")
original = messages
def messages():
    for message in original():
        notes.write(json.dumps(message) + "\\n")
        notes.flush()
        yield message
"""


def noting(folder: Path, on_choose: str = "answer(message)", on_hello: str = "hello()") -> tuple[str, Path]:
    """Write a bot that notes what it hears; gives what stands after `--ai` for it, and the file."""
    notes = folder / "notes.jsonl"
    body = NOTING.format(path=str(notes)) + _LOOP.format(
        on_hello=indent(on_hello, " " * 8), on_choose=indent(on_choose, " " * 8)
    )
    return bot(folder, whole=body), notes


def notes_of(path: Path) -> list[dict[str, Any]]:
    """Give what a bot has noted."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def notes_with(path: Path, event: str, times: int = 1) -> list[dict[str, Any]]:
    """Give what a bot has noted once it has noted an event so often; it is told some time after it happened."""
    end = time.monotonic() + 20
    while path.read_text(encoding="utf-8").count(f'"event": "{event}"') < times:
        assert time.monotonic() < end, f"it was not told of {event}"
        time.sleep(0.01)
    return notes_of(path)


class Lifeline:
    """Tells whether a process lives, on every system: it holds a connection, which its end closes."""

    def __init__(self) -> None:
        self._server = socket.create_server(("127.0.0.1", 0))
        self._server.settimeout(20)
        self._held: list[socket.socket] = []

    def __enter__(self) -> Lifeline:
        return self

    def __exit__(self, *exc: object) -> None:
        for held in (*self._held, self._server):
            held.close()

    @property
    def code(self) -> str:
        """What a Python program does to hold on to it."""
        port = self._server.getsockname()[1]
        return f"import socket; life = socket.create_connection(('127.0.0.1', {port}))"

    def wait_for_holder(self) -> None:
        """Wait until a process holds it."""
        held, _ = self._server.accept()
        held.settimeout(20)
        self._held.append(held)

    def wait_for_end(self) -> bool:
        """Wait until all processes that held it have ended."""
        for held in self._held:
            try:
                assert held.recv(1) == b""
            except ConnectionError:
                continue
            except TimeoutError:
                return False
        return True
