"""Names for arcade's keys: `enter`, `escape`, `left`, `backtab`, `d`, `shift+d`."""

from __future__ import annotations

from typing import Final

from arcade import key

_NAMES: Final = {
    key.ENTER: "enter",
    key.NUM_ENTER: "enter",
    key.SPACE: "space",
    key.ESCAPE: "escape",
    key.LEFT: "left",
    key.RIGHT: "right",
    key.UP: "up",
    key.DOWN: "down",
    key.HOME: "home",
    key.END: "end",
    key.PAGEUP: "pageup",
    key.PAGEDOWN: "pagedown",
    key.BACKSPACE: "backspace",
    key.F11: "f11",
}


def name_of(symbol: int, modifiers: int) -> str | None:
    """Give a key's name; None for one that means nothing here.

    Args:
        symbol: arcade's number of the key.
        modifiers: arcade's bits of the keys that are held with it.
    """
    if modifiers & (key.MOD_CTRL | key.MOD_ALT | key.MOD_COMMAND):
        return None
    if symbol == key.TAB:
        return "backtab" if modifiers & key.MOD_SHIFT else "tab"
    if symbol in _NAMES:
        return _NAMES[symbol]
    if key.A <= symbol <= key.Z:
        letter = chr(symbol)
        return f"shift+{letter}" if modifiers & key.MOD_SHIFT else letter
    if key.KEY_0 <= symbol <= key.KEY_9:
        return chr(symbol)
    return None
