"""The game menu: all variants with what they are, and the one that is chosen with everything that can be set."""

from __future__ import annotations

from collections.abc import Callable

from crazyeights.errors import CrazyEightsError
from crazyeights.options import OPTIONAL, option_summary, option_values, show_option
from crazyeights.specs import Offers
from crazyeights.strategy import ordinary
from crazyeights.words import counted
from crazyeights_terminal.fullscreen.scene import Item
from crazyeights_terminal.setup import Setup, in_order, next_value

_START = "Start the game"
_LABELS = {"target": "Match to (points)", "rounds": "Match of (rounds)"}
_FIRST = 4  # the lines before the options: start, players, people, computers


class GameMenu:
    """What is to be played next.

    Args:
        registry: what there is to choose from.
        setup: what is played now.
        warning: says what becomes of the round that is played; "" for nothing.

    Attributes:
        setup: what is to be played.
    """

    def __init__(self, registry: Offers, setup: Setup, warning: Callable[[], str] = str) -> None:
        self._registry = registry
        self._warning = warning
        self.setup = setup
        self._names = tuple(registry.variants)
        self._options = in_order()
        self._rules = tuple(registry.rules)
        self._typed = ""
        self._typed_at = -1

    # The variants

    @property
    def chosen(self) -> int:
        """The line of the variant that is chosen."""
        return self._names.index(self.setup.variant) if self.setup.variant in self._names else 0

    def variants(self) -> tuple[Item, ...]:
        """Give a line for each variant."""
        items = []
        for variant in self._registry.variants.values():
            low, high = variant.min_players, variant.max_players
            players = counted(low, "player") if low == high else f"{low} to {high} players"
            items.append(Item(variant.name, variant.summary, f"{variant.summary} {players[:1].upper()}{players[1:]}."))
        return tuple(items)

    def take(self, index: int) -> None:
        """Choose a variant."""
        self.setup.take(self._names[index])
        self._typed_at = -1

    # How it is played

    def items(self) -> tuple[Item, ...]:
        """Give a line for all that can be set: who plays, the match, the options, the house rules."""
        setup = self.setup
        found = setup.found
        computers = ", ".join(dict.fromkeys(label for label, _ in setup.computers))
        return (
            Item(_START, "Enter", f"{setup.variant}: {found.summary} {self._warning()}".strip()),
            Item("Players", str(setup.players), f"From {found.min_players} to {found.max_players} can play."),
            Item(
                "People among them", str(setup.people) if setup.people else "none, look on", "They share the keyboard."
            ),
            Item("Computers play as", computers, self._about_strategy()),
            *(self._option_item(name) for name in self._options),
            *(
                Item(f"Rule {name}", "on" if setup.is_on(name) else "off", self._registry.rules[name].summary)
                for name in self._rules
            ),
        )

    def change(self, index: int, step: int) -> str | None:
        """Change what a line says; gives what is wrong with the game then, None if nothing."""
        setup = self.setup
        if index == 1:
            low, high = setup.found.min_players, setup.found.max_players
            setup.set_players(low + (setup.players - low + step) % (high - low + 1))
        elif index == 2:
            setup.people = (setup.people + step) % (setup.players + 1)
        elif index == 3:
            self._next_strategy(step)
        elif _FIRST <= index < _FIRST + len(self._options):
            name = self._options[index - _FIRST]
            setup.set(name, next_value(name, setup.value(name), step))
        elif index >= _FIRST:
            setup.switch(self._rules[index - _FIRST - len(self._options)])
        self._typed_at = -1
        return setup.fault() or None

    def type(self, index: int, text: str) -> str | None:
        """Take digits that are typed on a line with a number; gives what is wrong with it, None if nothing."""
        if index != self._typed_at:
            self._typed, self._typed_at = "", index
        digits = "".join(letter for letter in text if letter.isascii() and letter.isdigit())
        self._typed = (self._typed + digits)[-6:]
        option = self._options[index - _FIRST] if _FIRST <= index < _FIRST + len(self._options) else ""
        if not digits or (index != 1 and not option):
            return None
        try:
            if index == 1:
                self.setup.set_players(int(self._typed))
            else:
                self.setup.set(option, self._typed)
        except CrazyEightsError as error:
            self._typed = digits[-1:]
            return f"{str(error)[:1].upper()}{str(error)[1:]}."
        return self.setup.fault() or None

    def erase(self, index: int) -> str | None:
        """Take back what was typed: an option that may be none is none, another is as the variant has it."""
        self._typed_at = -1
        if _FIRST <= index < _FIRST + len(self._options):
            name = self._options[index - _FIRST]
            if name in OPTIONAL:
                self.setup.set(name, None)
            else:
                self.setup.options.pop(name, None)
        return self.setup.fault() or None

    def _option_item(self, name: str) -> Item:
        value, usual = show_option(self.setup.value(name)), show_option(self.setup.usual().as_dict()[name])
        about = option_summary(name)
        label = _LABELS.get(name, f"{name.replace('_', ' ').capitalize()}")
        changed = "" if value == usual else f" Usually {usual}."
        detail = f"{name}: {about}. It is {option_values(name)}.{changed}"
        return Item(label, value if value == usual else f"{value} *", detail)

    def _about_strategy(self) -> str:
        spec = self._registry.strategies.get(self.setup.computers[0][0])
        return "" if spec is None else spec.summary

    def _next_strategy(self, step: int) -> None:
        names = ordinary(self._registry.strategies)
        now = self.setup.computers[0][0]
        at = names.index(now) if now in names else 0
        if names:
            self.setup.computers = ((names[(at + step) % len(names)], {}),)
