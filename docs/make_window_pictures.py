"""Makes the pictures of the window that the README and docs/arcade.md show: `make screenshots`.

It plays the real window, by the moves of a strategy, and saves what is to be seen. It needs a display; without one it
starts Xvfb.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

from crazyeights import Game, load_plugins
from crazyeights.cards import Card
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.settings import Settings
from crazyeights.specs import Folders

IMAGES = Path(__file__).parent / "images"


@contextmanager
def display(size: str = "3900x2300x24", dpi: int = 96) -> Iterator[None]:
    """Bring a display if there is none.

    Args:
        size: its width, height and depth.
        dpi: its density; 192 is a double one.
    """
    if os.environ.get("DISPLAY") and dpi == 96:
        yield
        return
    read, write = os.pipe()
    command = ["Xvfb", "-displayfd", str(write), "-screen", "0", size, "-noreset", "-nolisten", "tcp"]
    if shutil.which("Xvfb") is None:
        sys.exit("there is no display, and no Xvfb to make one; on Debian and Ubuntu, install xvfb first")
    server = subprocess.Popen(command, pass_fds=[write], stderr=subprocess.DEVNULL)
    os.close(write)
    with os.fdopen(read) as number:
        name = f":{number.readline().strip()}"
    os.environ["DISPLAY"] = name
    if dpi != 96:
        resources = f"Xft.dpi:\t{dpi}\n"
        subprocess.run(
            ["xprop", "-root", "-f", "RESOURCE_MANAGER", "8s", "-set", "RESOURCE_MANAGER", resources], check=True
        )
    try:
        yield
    finally:
        server.terminate()
        server.wait()


class Studio:
    """The real window, driven by a clock of its own.

    Args:
        size: the window in points.
        settings: values of settings.
    """

    def __init__(self, size: tuple[int, int], **settings: object) -> None:
        from crazyeights_arcade.flow import Flow
        from crazyeights_arcade.window import TableWindow

        self.registry = load_plugins()
        values = Settings()
        for name, value in {"deck_colours": "four", "sound": False, "pace": 0.05, **settings}.items():
            values.set(name, value)
        folder = Path(tempfile.mkdtemp())
        self.window = TableWindow(self.registry, values, Folders(folder, folder), size)
        self.flow = Flow(self.window)

    def run(self, seconds: float) -> None:
        """Let so much time pass."""
        for _ in range(round(seconds * 30)):
            self.window.dispatch_events()
            self.window._dispatch_updates(1 / 30)
        self.window.draw(1 / 30)

    def play(self, moves: int, *, players: int = 4, seed: int = 7, variant: str = "classic", **options: object) -> None:
        """Open a table and let a strategy make the person's moves, up to so many."""
        game = Game(variant, players, options=dict(options), registry=self.registry)  # type: ignore[arg-type]
        greedy = self.registry.strategy("greedy")
        seats = [Seat("You")]
        seats += [
            Seat(f"Computer {seat}", greedy.make(strategy_rng(seed, seat)), "greedy") for seat in range(1, players)
        ]
        self.flow.seat(Session(game, seats, seed))
        me = greedy.make(Random(1))
        for _ in range(moves):
            self.wait()
            table = self.flow.table
            assert table is not None
            if table.session.over:
                break
            table.move(me.choose(table.view))
        self.wait()

    def match(self, variant: str, players: int, *, seed: int, rounds: int) -> None:
        """Play some rounds of a match unseen, and show the score sheet."""
        game = Game(variant, players, registry=self.registry)
        greedy = self.registry.strategy("greedy")
        seats = [Seat(name) for name in ("You", *(f"Computer {seat}" for seat in range(1, players)))]
        session = Session(game, seats, seed)
        minds = [greedy.make(strategy_rng(seed, seat)) for seat in range(players)]
        for number in range(rounds):
            if number:
                session.new_round()
            while session.to_move is not None:
                session.apply(session.to_move, minds[session.to_move].choose(session.view_for(session.to_move)))
        self.flow.seat(session, resumed=True)
        table = self.flow.table
        assert table is not None
        self.window.show(table.doors.scores(table, table))
        self.run(0.2)

    def wait(self) -> None:
        """Let the others play until it is the person's turn, or the round is over."""
        table = self.flow.table
        assert table is not None
        for _ in range(4000):
            if table.my_turn or (table.session.over and table.director.idle and not table.director.moving):
                break
            self.run(0.1)
        self.run(1.5)

    def save(self, name: str) -> None:
        """Save what is to be seen."""
        import arcade

        screen = self.window.screen_shown
        assert screen is not None
        self.window.switch_to()
        self.window.paint(screen)
        path = Path(name) if Path(name).is_absolute() else IMAGES / name
        path.parent.mkdir(parents=True, exist_ok=True)
        arcade.get_image().convert("RGB").save(path, optimize=True)


def make_all() -> None:
    """Make the pictures of the docs."""
    from crazyeights_arcade.chooser import SuitChooser
    from crazyeights_arcade.seat_chooser import SeatChooser

    studio = Studio((1280, 720))
    studio.flow.menu()
    studio.flow._opening.players = 4
    studio.save("window-menu.png")
    studio.play(4)
    table = studio.flow.table
    assert table is not None
    studio.save("window-table.png")
    eight, seven = Card.parse("8H"), Card.parse("7S")
    table.chooser = SuitChooser.open(eight, table.session.game.deck.suits, table.view.hand)
    table.chooser.foot = "Esc takes the card back"
    studio.save("window-chooser.png")
    sizes = table.view.hand_sizes
    table.chooser = SeatChooser.open(seven, (1, 2, 3), table.session.names, sizes, [""] * len(sizes))
    table.chooser.foot = "Esc takes the card back"
    studio.save("window-swap.png")
    table.chooser = None
    table.push("rules")
    studio.save("window-rules.png")
    table.push("rules")
    studio.play(200, players=3)
    studio.run(1.2)
    studio.save("window-end.png")
    studio.match("mau-mau", 4, seed=2, rounds=6)
    studio.save("window-scores.png")


def main() -> int:
    """Make all pictures, or one of a table of a given kind."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--dpi", type=int, default=96)
    arguments = parser.parse_args()
    with display(dpi=arguments.dpi):
        make_all()
    return 0


if __name__ == "__main__":
    sys.exit(main())
