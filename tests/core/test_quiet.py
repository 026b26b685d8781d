"""What plugins print is caught, what all others print is not."""

from __future__ import annotations

import gc
import io
import subprocess
import sys
import threading
import weakref
from typing import Any

import pytest

from crazyeights.quiet import Muffled, outlive


def test_what_is_printed_in_the_block_is_caught(capsys: pytest.CaptureFixture[str]) -> None:
    print("before")
    with Muffled() as printed:
        assert not printed
        print("inside")
        sys.stdout.write("more")
        sys.stdout.writelines(["\n", "still more"])
        sys.stdout.flush()
    print("after")
    assert printed
    assert printed.complaint == "prints 'inside more still more', but the standard output belongs to the screen"
    assert capsys.readouterr().out == "before\nafter\n"


def test_nothing_printed_is_no_complaint() -> None:
    with Muffled() as printed:
        pass
    assert not printed


def test_the_stream_is_the_same_afterwards_and_but_for_writing_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    real = io.TextIOWrapper(io.BytesIO(), encoding="latin-1")
    monkeypatch.setattr(sys, "stdout", real)
    with Muffled():
        assert sys.stdout is not real
        assert (sys.stdout.encoding, sys.stdout.isatty(), sys.stdout.buffer) == ("latin-1", False, real.buffer)
    assert sys.stdout is real


def test_other_threads_print_as_ever(capsys: pytest.CaptureFixture[str]) -> None:
    inside, done = threading.Event(), threading.Event()
    caught: list[str] = []

    def loud() -> None:
        with Muffled() as printed:
            print("loud")
            inside.set()
            done.wait(20)
            print("louder")
        caught.append(printed.complaint)

    thread = threading.Thread(target=loud)
    thread.start()
    assert inside.wait(20)
    print("the screen")
    done.set()
    thread.join()
    print("still the screen")
    assert capsys.readouterr().out == "the screen\nstill the screen\n"
    assert "'loud louder'" in caught[0]


def test_blocks_may_be_in_one_another(capsys: pytest.CaptureFixture[str]) -> None:
    with Muffled() as outer:
        print("outer")
        with Muffled() as inner:
            print("inner")
        print("again")
    assert "'inner'" in inner.complaint
    assert "'outer again'" in outer.complaint
    assert capsys.readouterr().out == ""


def test_an_error_ends_it(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(KeyError), Muffled():
        raise KeyError
    print("heard")
    assert capsys.readouterr().out == "heard\n"


def test_a_flood_is_not_kept() -> None:
    with Muffled() as printed:
        for _ in range(1000):
            print("x" * 1000)
    assert len(printed.complaint) < 120


def test_what_steers_a_terminal_is_told_without_it() -> None:
    with Muffled() as printed:
        print("\x1b[2J\x07boo")
    assert "'[2J boo'" in printed.complaint


def test_a_program_without_standard_output_is_no_trouble(monkeypatch: pytest.MonkeyPatch) -> None:
    nothing: Any = None
    monkeypatch.setattr(sys, "stdout", nothing)
    with Muffled() as printed:
        print("lost")
    assert printed
    assert sys.stdout is None


def test_somebody_may_put_another_stream_there_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    other = io.StringIO()
    with Muffled():
        sys.stdout = other
        with Muffled() as inner:
            print("caught")
        print("not caught: it is theirs now", file=other)
    assert inner
    assert sys.stdout is not None
    assert other.getvalue() == "not caught: it is theirs now\n"


def test_one_that_never_comes_out_holds_nobody_up(monkeypatch: pytest.MonkeyPatch) -> None:
    hanging, done = threading.Event(), threading.Event()

    def hang() -> None:
        with Muffled():
            hanging.set()
            done.wait(20)

    first, second = io.StringIO(), io.StringIO()
    monkeypatch.setattr(sys, "stdout", first)
    thread = threading.Thread(target=hang)
    thread.start()
    assert hanging.wait(20)
    print("one")
    monkeypatch.setattr(sys, "stdout", second)
    with Muffled() as printed:
        print("caught")
    print("two")
    assert printed
    assert sys.stdout is second
    done.set()
    thread.join()
    assert (first.getvalue(), second.getvalue()) == ("one\n", "two\n")
    assert sys.stdout is second


# Many versions of Python crash in `print` where another thread lets go of the stream that it writes to.
HAMMER = """
import sys, threading, time
from crazyeights.quiet import Muffled

sys.setswitchinterval(1e-6)
end = time.monotonic() + 1.5

def think():
    while time.monotonic() < end:
        with Muffled():
            pass

threads = [threading.Thread(target=think) for _ in range(2)]
for thread in threads:
    thread.start()
count = 0
while time.monotonic() < end:
    print("The round goes on.")
    count += 1
for thread in threads:
    thread.join()
sys.stderr.write(str(count))
"""


def test_whoever_prints_while_others_begin_and_end_is_safe() -> None:
    done = subprocess.run([sys.executable, "-c", HAMMER], capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0
    assert done.stdout == "The round goes on.\n" * int(done.stderr)


def test_streams_that_are_taken_away_live_on_but_not_all_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    kept = []
    for _ in range(40):
        monkeypatch.setattr(sys, "stdout", io.StringIO())
        with Muffled():
            kept.append(weakref.ref(sys.stdout))
        screen = io.StringIO()
        kept.append(weakref.ref(screen))
        outlive(screen)
    del screen
    gc.collect()
    alive = [one() is not None for one in kept]
    assert alive == [False] * 48 + [True] * 32
