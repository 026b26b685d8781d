"""The full-screen table: from a key to the screen, redrawing, doing nothing, starting and leaving.

Times of one screen are taken in this process, on a screen that counts bytes; starting, idling and leaving are those of
the installed command on a pseudo-terminal. The goals were set on a machine that imports prompt_toolkit in 105 ms; so
that a slower or a busy one does not say otherwise, what is held against them is the ratio to that import, taken here.
Of redrawing, importing and starting the processor time is taken, of what a person waits for the time by the clock.
"""

from __future__ import annotations

import asyncio
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pexpect

from benchmarks.timing import goal
from crazyeights import Move, View
from crazyeights.controller import DaemonExecutor
from crazyeights_terminal.fullscreen.screen import paint
from support_terminal import make_session, open_terminal

KEYS = 100
STARTS = 9
IDLE = 5.0


class Thinking:
    """A strategy that keeps the interpreter busy until it is told to stop."""

    stop = threading.Event()

    def choose(self, view: View) -> Move:
        total = 0
        while not self.stop.is_set():
            total += 1
        return view.legal_moves[0]


def _measure_keys(width: int, height: int) -> list[float]:
    """Measure on the player's own turn's screen while another player's strategy thinks."""
    taken: list[float] = []

    async def main() -> None:
        session = make_session(players=4, strategy=Thinking)
        Thinking.stop.clear()
        async with open_terminal(session, width, height, executor=DaemonExecutor()) as terminal:
            terminal.type("d")
            await terminal.until(lambda: terminal.play.busy)
            # What pyte makes of the bytes is no part of what is measured.
            terminal.wire.write = len  # type: ignore[assignment, method-assign]
            # Sorting changes the whole hand; the spinner goes on turning meanwhile.
            drawn = [0]
            terminal.app.application.after_render += lambda _: drawn.__setitem__(0, drawn[0] + 1)
            for _ in range(KEYS):
                order = terminal.play.settings.text("sort")
                start = time.perf_counter()
                terminal.type("t")
                while terminal.play.settings.text("sort") == order:
                    await asyncio.sleep(0.0002)
                before = drawn[0]
                while drawn[0] == before:
                    await asyncio.sleep(0.0002)
                taken.append(time.perf_counter() - start)
            Thinking.stop.set()

    asyncio.run(main())
    return taken


def _measure_redraw(width: int, height: int) -> tuple[float, float, int]:
    """Give the time of painting, that of painting and showing the whole screen anew, and its bytes."""
    painted: list[float] = []
    shown: list[float] = []
    size = 0

    async def main() -> None:
        nonlocal size
        async with open_terminal(make_session(players=7), width, height) as terminal:
            app = terminal.app.application
            scene = terminal.play.scene()
            # What pyte makes of the bytes is no part of what is measured.
            terminal.wire.write = len  # type: ignore[assignment, method-assign]
            for _ in range(60):
                start = time.process_time()
                paint(scene, width, height).rows()
                painted.append(time.process_time() - start)
                app.renderer.reset()
                start = time.process_time()
                app.renderer.render(app, app.layout)
                shown.append(time.process_time() - start)

            written: list[str] = []
            terminal.wire.write = lambda data: written.append(data) or len(data)  # type: ignore[method-assign, func-returns-value]
            app.renderer.reset()
            app.renderer.render(app, app.layout)
            size = sum(map(len, written))

    asyncio.run(main())
    return statistics.median(painted), statistics.median(shown), size


def _spawn(folder: str, *arguments: str) -> Any:
    env = {
        **os.environ,
        "XDG_DATA_HOME": folder,
        "XDG_CONFIG_HOME": folder,
        "TERM": "xterm-256color",
        "LANG": "C.UTF-8",
    }
    env.pop("DISPLAY", None)
    command = str(Path(sys.executable).with_name("crazyeights"))
    return pexpect.spawn(command, list(arguments), env=env, encoding="utf-8", dimensions=(24, 80), timeout=30)


def _median(measure: Callable[[], float]) -> float:
    return statistics.median(measure() for _ in range(STARTS))


def _import_alone() -> float:
    """Give the processor time of a process that imports prompt_toolkit and nothing else."""
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", "import prompt_toolkit.application, prompt_toolkit.layout"], check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def _first_paint() -> float:
    """Give the processor time of the command from its start until the table is there."""
    with tempfile.TemporaryDirectory() as folder:
        child = _spawn(folder, "--seed", "7")
        child.expect("Your turn")
        taken = _cpu_seconds(child.pid)
        child.send("q")
        child.expect(pexpect.EOF)
        child.close()
        return taken


def _quit_while_thinking() -> float:
    """Leave while a strategy thinks that would go on for minutes."""
    with tempfile.TemporaryDirectory() as folder:
        plugin = Path(folder) / "slow.py"
        plugin.write_text(
            "import time\n"
            "from crazyeights import StrategySpec\n"
            "class Slow:\n"
            "    def choose(self, view):\n"
            "        time.sleep(300)\n"
            "def crazyeights_strategies():\n"
            "    return [StrategySpec('slow', 'Sleeps.', lambda rng: Slow())]\n",
            encoding="utf-8",
        )
        child = _spawn(folder, "play", "--plugin", str(plugin), "--ai", "slow", "--seed", "7")
        child.expect("Your turn")
        child.send("d")
        child.expect("Computer 1's turn")
        child.send("q")
        child.expect("Leave the table")
        start = time.perf_counter()
        child.send("q")
        child.expect(pexpect.EOF)
        taken = time.perf_counter() - start
        child.close()
        return taken


def _idle() -> float:
    """Give the share of a processor that the program takes while a person thinks."""
    with tempfile.TemporaryDirectory() as folder:
        child = _spawn(folder, "--seed", "7")
        child.expect("Your turn")
        time.sleep(0.5)
        before = _cpu_seconds(child.pid)
        time.sleep(IDLE)
        used = _cpu_seconds(child.pid) - before
        child.send("q")
        child.expect(pexpect.EOF)
        child.close()
        return used / IDLE


def _cpu_seconds(pid: int) -> float:
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="utf-8").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def main() -> list[str]:
    """Measure, and give the lines of the report."""
    alone = _median(_import_alone)
    lines = ["Full-screen terminal", f"  importing prompt_toolkit alone: {alone * 1000:.0f} ms"]

    def held(text: str, seconds: float, limit: float) -> str:
        return goal(
            f"{text}: {seconds * 1000:.1f} ms, against that import", seconds / alone, round(limit / 0.105, 3), unit="×"
        )

    for size in ((80, 24), (200, 50)):
        painted, shown, written = _measure_redraw(*size)
        lines.append(f"  painting {size[0]}x{size[1]}: {painted * 1000:.1f} ms; the whole screen is {written} bytes")
        lines.append(held(f"redrawing {size[0]}x{size[1]}", shown, 0.010))
    for size in ((80, 24), (200, 50)):
        taken = statistics.median(_measure_keys(*size))
        lines.append(held(f"key to screen at {size[0]}x{size[1]} while a strategy thinks", taken, 0.015))
    lines.append(held("quit while a strategy thinks", _median(_quit_while_thinking), 0.5))
    if Path("/proc").is_dir():
        lines.append(held("play to first paint", _median(_first_paint), 0.350))
        lines.append(goal("CPU while a person thinks", _idle() * 100, 1, unit=" %"))
    return lines


if __name__ == "__main__":
    print("\n".join(main()))
