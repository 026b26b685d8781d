"""The window: how fast it opens and moves, and what it takes while nothing happens. Needs a display, or Xvfb."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

SECONDS = 4.0


def main() -> list[str]:
    """Measure in a process of its own, so that nothing is imported or loaded yet."""
    from support_window import display

    # As in an installed game: with the bytecode of all modules written, which the first of the two processes does.
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    try:
        with display() as name:
            env["DISPLAY"] = name
            subprocess.run([sys.executable, "-c", "import crazyeights_arcade.window"], env=env, check=False)
            # -P: else this file would be what `import arcade` finds.
            command = [sys.executable, "-P", __file__]
            answer = subprocess.run(command, env=env, capture_output=True, text=True, check=False)
    except LookupError as error:
        return [f"window: not measured ({error})"]
    if answer.returncode:
        return [f"window: failed: {answer.stderr.strip().splitlines()[-1]}"]
    return answer.stdout.splitlines()


def measure() -> None:
    """Open the window and print what it takes."""
    began = time.perf_counter()
    import pyglet

    pyglet.options.audio = ("silent",)
    import arcade

    imported = time.perf_counter()
    from crazyeights import Game, load_plugins
    from crazyeights.session import Seat, Session, strategy_rng
    from crazyeights.settings import Settings
    from crazyeights.specs import Folders
    from crazyeights_arcade.flow import Flow
    from crazyeights_arcade.window import TableWindow

    settings = Settings()
    settings.set("pace", 0.0)
    settings.set("sound", False)
    folder = Path(tempfile.mkdtemp())
    registry = load_plugins()
    window = TableWindow(registry, settings, Folders(folder, folder), (1280, 720))
    flow = Flow(window)
    flow.menu()
    frame(window)
    opened = time.perf_counter()
    print(f"window 1280×720, import of arcade aside: first frame after {opened - imported:.2f} s")
    print(f"  (importing arcade: {imported - began:.2f} s)")
    game = Game("classic", 7, registry=registry)
    greedy = registry.strategy("greedy")
    seats = [Seat(f"Computer {seat}", greedy.make(strategy_rng(1, seat)), "greedy") for seat in range(7)]
    flow.seat(Session(game, seats, 1))
    table = flow.table
    assert table is not None
    times = []
    while len(times) < 400 and window.screen_shown is table:
        start = time.perf_counter()
        frames = window.frames
        frame(window)
        if window.frames > frames and table.director.moving:
            times.append(time.perf_counter() - start)
    bare = []
    for _ in range(60):
        start = time.perf_counter()
        window.switch_to()
        window.clear()
        window.flip()
        window.ctx.finish()
        bare.append(time.perf_counter() - start)
    worst = sorted(times)[int(len(times) * 0.95)]
    print(f"  seven players, cards moving: {1 / median(times):.0f} frames/s, 95 % within {1000 * worst:.0f} ms")
    print(f"  a frame of those takes {median(times) / median(bare):.1f}× an empty one")
    rest(window, flow)
    if sys.platform == "linux":
        import resource

        print(f"  memory: {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB at most")
    arcade.close_window()


def frame(window: object) -> None:
    """Run one frame to its end."""
    window._dispatch_updates(1 / 60)  # type: ignore[attr-defined]
    window.dispatch_events()  # type: ignore[attr-defined]
    window.draw(1 / 60)  # type: ignore[attr-defined]
    window.dispatch_events()  # type: ignore[attr-defined]
    window.ctx.finish()  # type: ignore[attr-defined]


def rest(window: object, flow: object) -> None:
    """Print what the real event loop takes while a person thinks."""
    import arcade
    import pyglet

    from crazyeights import Game
    from crazyeights.session import Seat, Session

    flow.seat(Session(Game("classic", 2), [Seat("You"), Seat("Friend")], 1))  # type: ignore[attr-defined]
    taken: list[tuple[float, float, int]] = []

    def note(_: float) -> None:
        taken.append((time.process_time(), time.perf_counter(), window.frames))  # type: ignore[attr-defined]

    pyglet.clock.schedule_once(note, 4.0)
    pyglet.clock.schedule_once(note, 4.0 + SECONDS)
    pyglet.clock.schedule_once(lambda _: arcade.exit(), 4.1 + SECONDS)
    arcade.run()
    (cpu, clock, frames), (cpu_end, clock_end, frames_end) = taken
    part = (cpu_end - cpu) / (clock_end - clock)
    print(f"  at rest: {100 * part:.1f} % of a processor, {frames_end - frames} frames painted")


if __name__ == "__main__":
    measure()
