"""Makes the pictures of the full-screen table: `python docs/make_terminal_pictures.py` writes docs/images/*.svg.

They are what the real frontend paints at a real table, in its real colours; only the terminal around it is drawn here.
"""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from html import escape
from pathlib import Path
from typing import Any, Final

from prompt_toolkit.styles import Attrs, BaseStyle

from crazyeights import Game
from crazyeights.plugins import default_registry
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.settings import Settings
from crazyeights_terminal.fullscreen.canvas import Canvas
from crazyeights_terminal.fullscreen.play import Play
from crazyeights_terminal.fullscreen.scene import Mode
from crazyeights_terminal.fullscreen.screen import paint
from crazyeights_terminal.fullscreen.style import make_style

IMAGES: Final = Path(__file__).parent / "images"
WIDTH: Final = 8.4
HEIGHT: Final = 17.0
SIZE: Final = 14
EDGE: Final = 14
PAPER, INK, QUIET = "#16181d", "#d8dade", "#8b9098"
COLOURS: Final = {
    "ansired": "#ef6b64",
    "ansigreen": "#63bd7b",
    "ansiyellow": "#ecc45c",
    "ansiblue": "#5b8dd9",
    "ansibrightblue": "#7fb0ff",
    "ansimagenta": "#c58ad6",
    "ansiblack": "#16181d",
}
FONTS: Final = "'DejaVu Sans Mono', 'Cascadia Mono', Menlo, Consolas, monospace"


class AtOnce:
    """Runs a job when it is submitted."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:  # noqa: ANN401
        """Run `fn(*args)`."""
        future: Future[Any] = Future()
        future.set_result(fn(*args))
        return future


def sit_down(variant: str, players: int, seed: int) -> Play:
    """Open a table for one person and greedy computers."""
    greedy = default_registry().strategy("greedy")
    names = ("West", "North", "East", "Robin", "Kim", "Alex")
    seats = [Seat("You")]
    seats += [Seat(names[n - 1], greedy.make(strategy_rng(seed, n)), "greedy") for n in range(1, players)]
    session = Session(Game(variant, players), seats, seed)
    settings = Settings()
    settings.override("pace", 0)
    return Play(session, default_registry(), settings, executor=AtOnce())


def play_until(play: Play, wanted: Callable[[Play], bool]) -> bool:
    """Play greedily for everybody until the table looks as wanted; says whether it ever did."""
    for number in range(200):
        while not play.table.yours and not play.session.over:
            play.tick(float(number))
        if play.session.over:
            return False
        if wanted(play):
            return True
        choice = default_registry().strategy("greedy").make(strategy_rng(1, 1)).choose(play.session.view_for(0))
        play.do("cancel")
        play.do("type")
        play.type(str(choice))
        play.do("enter")
    return False


def play_rounds(play: Play, rounds: int) -> None:
    """Play so many rounds to their end."""
    for number in range(rounds):
        if number:
            play.do("yes")
        play_until(play, lambda _: False)


def exciting(play: Play) -> bool:
    """Say whether the table shows much of what there is: a called suit, a last card, a choice of cards."""
    table = play.table
    return table.called_suit is not None and 1 in table.hand_sizes[1:] and 2 < len(table.playable) < len(table.hand)


def svg(canvas: Canvas, style: BaseStyle) -> str:
    """Draw a canvas as the screen of a terminal."""
    width, height = canvas.width * WIDTH + 2 * EDGE, canvas.height * HEIGHT + 2 * EDGE
    box, font = f'viewBox="0 0 {width:g} {height:g}"', f'font-family="{FONTS}" font-size="{SIZE}"'
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" {box} {font}>',
        f'<rect width="{width:g}" height="{height:g}" rx="8" fill="{PAPER}"/>',
    ]
    for y, row in enumerate(canvas.rows()):
        x = 0
        for name, text in row:
            parts += _run(x, y, text, style.get_attrs_for_style_str(name))
            x += len(text)
    return "\n".join([*parts, "</svg>", ""])


def _run(x: int, y: int, text: str, attrs: Attrs) -> list[str]:
    colour, paper = COLOURS.get(attrs.color or "", INK), COLOURS.get(attrs.bgcolor or "", "")
    if attrs.dim:
        colour = QUIET
    left, top, width = EDGE + x * WIDTH, EDGE + y * HEIGHT, len(text) * WIDTH
    parts = []
    if paper:
        parts.append(f'<rect x="{left:g}" y="{top:g}" width="{width:g}" height="{HEIGHT:g}" rx="2" fill="{paper}"/>')
    if text.strip():
        bold = ' font-weight="bold"' if attrs.bold else ""
        parts.append(
            f'<text x="{left:g}" y="{top + HEIGHT * 0.76:g}" textLength="{width:g}" lengthAdjust="spacingAndGlyphs" '
            f'fill="{colour}"{bold} xml:space="preserve">{escape(text)}</text>'
        )
    return parts


def main() -> None:
    """Find a table worth showing, and write its pictures."""
    IMAGES.mkdir(exist_ok=True)
    tables = (sit_down("classic", 4, seed) for seed in range(1, 2000))
    play = next(play for play in tables if play_until(play, exciting))
    style = make_style("two")
    (IMAGES / "terminal.svg").write_text(svg(paint(play.scene(), 80, 24), style), encoding="utf-8")
    (IMAGES / "terminal-wide.svg").write_text(svg(paint(play.scene(), 132, 38), style), encoding="utf-8")
    tables = (sit_down("classic", 4, seed) for seed in range(1, 2000))
    play = next(play for play in tables if play_until(play, _has_eight))
    index = next(at for at, card in enumerate(play.table.hand) if card.rank.text == "8")
    play.do("play", index)
    assert play.ui.mode is Mode.CHOOSE
    (IMAGES / "terminal-chooser.svg").write_text(svg(paint(play.scene(), 80, 24), style), encoding="utf-8")
    play = sit_down("mau-mau", 4, 11)
    play_rounds(play, 4)
    (IMAGES / "terminal-match.svg").write_text(svg(paint(play.scene(), 80, 24), style), encoding="utf-8")
    play.do("game")
    (IMAGES / "terminal-game.svg").write_text(svg(paint(play.scene(), 80, 24), style), encoding="utf-8")


def _has_eight(play: Play) -> bool:
    eights = [card for card in play.table.playable if card.rank.text == "8"]
    return bool(eights) and len(play.table.hand) > 4 and len(play.ui.log) > 8


if __name__ == "__main__":
    main()
