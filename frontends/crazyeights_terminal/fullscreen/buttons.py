"""The row of buttons: which there are, how each is written where there is little room, and whether it can be used."""

from __future__ import annotations

from typing import Final, NamedTuple

from crazyeights_terminal.fullscreen.canvas import Canvas, Hit
from crazyeights_terminal.fullscreen.scene import Scene


class Button(NamedTuple):
    """A button.

    Attributes:
        action: what it does.
        text: its word, with the key in brackets.
        short: the same in less room; "" if there is no shorter way.
        spare: the higher, the sooner it is left out where there is no room; 0 for never.
    """

    action: str
    text: str
    short: str = ""
    spare: int = 0


_NEW: Final = Button("new", "[N]ew round", "[N]ew")
_COMMON: Final = (
    Button("rules", "[R]ules"),
    Button("scores", "s[C]ores", "", 2),
    _NEW,
    Button("game", "[G]ame", "", 1),
    Button("options", "[O]ptions"),
    Button("quit", "[Q]uit"),
)


def buttons(scene: Scene) -> tuple[Button, ...]:
    """Give the buttons that make sense at this table now; somebody who looks on has none for playing."""
    table = scene.table
    if not table.people:
        return (Button("forward", "[F]orward"), *_COMMON)
    call = (
        Button("announce", "last card[!]", "last[!]") if scene.by_hand else Button("announce", "last card auto", "", 4)
    )
    return (
        Button("draw", "[D]raw"),
        Button("done", "done[P]") if table.adding else Button("pass", "[P]ass"),
        *([call] if table.announced else []),
        Button("hint", "[H]int"),
        Button("sort", "sor[T]", "", 3),
        *_COMMON,
    )


def fitting(row: tuple[Button, ...], room: int) -> tuple[Button, ...]:
    """Shorten buttons, and at last leave some out, until the row fits with a gap between any two."""
    kept = list(row)
    while len(kept) > 1 and _width(kept) > room:
        wordy = [button for button in kept if button.short]
        spare = max(kept, key=lambda button: button.spare)
        if wordy:
            longest = max(wordy, key=lambda button: len(button.text) - len(button.short))
            kept[kept.index(longest)] = longest._replace(text=longest.short, short="")
        elif spare.spare:
            kept.remove(spare)
        else:
            break
    return tuple(kept)


def draw_buttons(canvas: Canvas, scene: Scene, x: int, y: int, room: int) -> None:
    """Draw the row in the middle of its room.

    Args:
        canvas: where.
        scene: what the buttons are for.
        x: the first column of the room.
        y: the row.
        room: how many columns there are.
    """
    row = fitting(buttons(scene), room)
    width = sum(len(button.text) for button in row)
    gap = max(0, min(3, (room - width) // max(1, len(row) - 1)))
    x += max(0, room - width - gap * (len(row) - 1)) // 2
    for button in row:
        enabled, lit = _enabled(scene, button.action)
        hit = Hit(button.action)
        before, bracket, rest = button.text.partition("[")
        key, _, after = rest.partition("]")
        if lit:
            x = canvas.put(x, y, button.text, "class:button.lit", hit)
        elif enabled and bracket:
            x = canvas.put(x, y, before, "class:button", hit)
            x = canvas.put(x, y, f"[{key}]", "class:button.key", hit)
            x = canvas.put(x, y, after, "class:button", hit)
        elif bracket:
            # Without its brackets, so that it can be told without colours.
            x = canvas.put(x, y, f" {before}{key.lower() if before else key}{after} ", "class:button.off", hit)
        else:
            x = canvas.put(x, y, button.text, "class:button.off", hit)
        x += gap


def _width(row: list[Button]) -> int:
    return sum(len(button.text) for button in row) + len(row) - 1


def _enabled(scene: Scene, action: str) -> tuple[bool, bool]:
    """Say whether a button can be used, and whether it is lit: for it is all that can be done, or switched on."""
    table = scene.table
    forced = table.yours and not table.playable
    match action:
        case "draw":
            return table.can_draw, table.can_draw and forced
        case "pass":
            return table.can_pass, table.can_pass and forced and not table.can_draw
        case "announce":
            return scene.by_hand, scene.ui.aloud
        case "hint":
            return table.yours, False
        case "sort":
            return table.you is not None, False
        case _:
            return True, False
