"""A program beside the game that is talked to in lines: started, written to, read from, and killed with its children.

Nothing here knows what the lines say. Threads serve the pipes, so that nothing that the program does, or leaves undone,
holds up whoever talks to it: sending never blocks, and receiving takes a time limit.

    send ──> queue ──> [writer] ──> its stdin          its stdout ──> [reader] ──> queue ──> receive
                                                       its stderr ──> [listener] ──> the last words, and a file
"""

from __future__ import annotations

import atexit
import os
import queue
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from io import BufferedReader
from pathlib import Path
from typing import IO, BinaryIO, Final, cast

from crazyeights.errors import printable

#: How many bytes a line may have, and how many lines may wait to be read: more is a flood.
LONGEST_LINE: Final = 1 << 16
MOST_LINES: Final = 1000
#: How many bytes of its error output are kept in memory, and in a file.
_MOST_WORDS: Final = 1 << 12
MOST_KEPT: Final = 10 << 20
_CHUNK: Final = 1 << 16
#: How many seconds a program has to end by itself when it is asked to.
GRACE: Final = 1.0


class Ended(Exception):  # noqa: N818  it is no error of ours
    """The program has ended or was killed; the text says how, as in "ended with exit code 1"."""


class Process:
    """A running program.

    Args:
        command: the program and its arguments; no shell is in between.
        errors: the file to which its error output is added; None for none.
        farewell: the line that it is sent if the game's own process ends first.

    Raises:
        OSError: it can't be started, or the file can't be written.
    """

    def __init__(self, command: Sequence[str], errors: Path | None = None, farewell: str = "") -> None:
        self._farewell = farewell
        self._parent = os.getpid()
        self._lock = threading.Lock()
        self._killed_for = ""
        self._outbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._inbox: queue.SimpleQueue[bytes | None] = queue.SimpleQueue()
        self._words = bytearray()
        file = None if errors is None else errors.open("ab")
        try:
            self._process = _start(command)
        except BaseException:
            if file is not None:
                file.close()
            raise
        _running[self] = None
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._listener = _in_thread(self._listen, cast("BufferedReader", stderr), file)
        _in_thread(self._read, stdout)
        _in_thread(self._write, stdin)

    @property
    def pid(self) -> int:
        """The number of the process."""
        return self._process.pid

    @property
    def last_words(self) -> str:
        """The last two lines of its error output, in one line; "" if there are none."""
        text = bytes(self._words).decode("utf-8", "replace")
        lines = [line for line in map(printable, text.splitlines()) if line]
        return " / ".join(lines[-2:])

    def send(self, line: str) -> None:
        """Send a line; whether it is ever read is another matter."""
        self._outbox.put(line.encode() + b"\n")

    def receive(self, seconds: float) -> bytes | None:
        """Give the next line; None if there is none within so many seconds.

        Raises:
            Ended: there will be none, for the program has ended or wrote too much.
        """
        try:
            line = self._inbox.get(timeout=max(0.0, seconds))
        except queue.Empty:
            return None
        if line is None:
            self._inbox.put(None)
            raise Ended(self._how_it_ended())
        return line

    def drop_lines(self) -> None:
        """Throw away what has come in and was not asked for."""
        with suppress(queue.Empty):
            while self._inbox.get_nowait() is not None:
                pass
            self._inbox.put(None)

    def kill(self, why: str = "was killed") -> None:
        """Kill it and all that it started; if it has ended, only what it left behind.

        Args:
            why: what `Ended` says from now on.
        """
        if os.getpid() != self._parent:
            return  # a copy of the game that was forked off owns no program
        with self._lock:
            if self not in _running:
                return
            if self._process.returncode is None:
                self._killed_for = why
            _kill_tree(self._process)
            # Once it is killed this takes no time, except where the system itself hangs.
            with suppress(subprocess.TimeoutExpired):
                self._process.wait(5)
            _running.pop(self, None)
        self._outbox.put(None)
        self._listener.join(GRACE)

    def leave(self) -> None:
        """Send the farewell, and see to its end without waiting for it."""
        if self not in _running or os.getpid() != self._parent:
            return
        self.say_farewell()
        try:
            _in_thread(self.finish)
        except RuntimeError:
            self.kill()  # the interpreter is ending and starts no threads any more

    def say_farewell(self) -> None:
        """Send the farewell and close its input."""
        self.send(self._farewell)
        self._outbox.put(None)

    def finish(self, seconds: float = GRACE) -> None:
        """Wait so long for it to end by itself, then kill it."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(max(0.0, seconds))
        self.kill()

    def _how_it_ended(self) -> str:
        # Its output is closed; that it is over may take a moment longer.
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self.kill("closed its output and was killed")
        if self._killed_for:
            return self._killed_for
        code = self._process.returncode
        return f"ended with exit code {code}" if code is None or code >= 0 else f"was ended by signal {-code}"

    # The threads

    def _write(self, stdin: IO[bytes]) -> None:
        # That nobody reads any more is found out by whoever waits for an answer.
        with suppress(OSError, ValueError):
            while (line := self._outbox.get()) is not None:
                stdin.write(line)
                if self._outbox.empty():
                    stdin.flush()
        with suppress(OSError, ValueError):
            stdin.close()

    def _read(self, stdout: IO[bytes]) -> None:
        with stdout, suppress(OSError, ValueError):
            while line := stdout.readline(LONGEST_LINE + 1):
                if len(line) > LONGEST_LINE:
                    self.kill(f"wrote a line of more than {LONGEST_LINE >> 10} kB and was killed")
                elif self._inbox.qsize() >= MOST_LINES:
                    self.kill(f"wrote {MOST_LINES} lines without being asked and was killed")
                else:
                    self._inbox.put(line)
                    continue
                break
        self._inbox.put(None)

    def _listen(self, stderr: BufferedReader, file: BinaryIO | None) -> None:
        kept = 0
        with stderr, suppress(OSError, ValueError):
            while chunk := stderr.read1(_CHUNK):
                self._words += chunk
                del self._words[:-_MOST_WORDS]
                if file is not None and kept < MOST_KEPT:
                    kept += len(chunk)
                    with suppress(OSError):
                        file.write(chunk)
                        file.flush()
                if len(chunk) > _CHUNK // 2:
                    time.sleep(0.01)  # a flood shall cost the program time, and not the game
        if file is not None:
            with suppress(OSError):
                file.close()


def _start(command: Sequence[str]) -> subprocess.Popen[bytes]:
    # A Python program that uses print() would otherwise keep its answers back until there are 8 kB of them.
    env = {**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"}
    # A group of its own: Ctrl-C in the game's terminal is not for it, and it can be killed with its children.
    if sys.platform == "win32":
        flags, session = subprocess.CREATE_NEW_PROCESS_GROUP | subprocess.CREATE_NO_WINDOW, False
    else:
        flags, session = 0, True
    return subprocess.Popen(  # noqa: S603  to run what the user names is what it is for
        list(command),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env=env,
        creationflags=flags,
        start_new_session=session,
    )


def _kill_tree(process: subprocess.Popen[bytes]) -> None:
    if sys.platform == "win32":
        # The children are found through their parent, so they go first.
        with suppress(OSError, subprocess.SubprocessError):
            subprocess.run(  # noqa: S603
                ["taskkill", "/T", "/F", "/PID", str(process.pid)],  # noqa: S607
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                timeout=5,
                check=False,
                creationflags=subprocess.CREATE_NO_WINDOW,
            )
    else:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(process.pid, signal.SIGKILL)
    with suppress(OSError):
        process.kill()


def _in_thread(function: Callable[..., None], *arguments: object) -> threading.Thread:
    thread = threading.Thread(target=function, args=arguments, name="crazyeights-external", daemon=True)
    thread.start()
    return thread


# All programs that run, in the order in which they were started, so that none is left behind.
_running: Final[dict[Process, None]] = {}


@atexit.register
def _end_all() -> None:
    left = [process for process in tuple(_running) if process._parent == os.getpid()]
    for process in left:
        process.say_farewell()
    end = time.monotonic() + GRACE
    for process in left:
        process.finish(end - time.monotonic())
