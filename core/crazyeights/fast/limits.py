"""What the kernel can play, said without it: this needs neither numba nor NumPy."""

from __future__ import annotations

from typing import Final

from crazyeights.game import Game
from crazyeights.options import WildStarter

# The largest sizes.
MAX_FACES: Final = 62
MAX_SUITS: Final = 8
MAX_SEATS: Final = 10
MAX_COPIES: Final = 6
MAX_CARDS: Final = 384
MAX_LEVELS: Final = 10

#: The names of the ways to choose a move that the kernel knows, with their numbers.
POLICIES: Final = {"random": 0, "greedy": 1}


def why_not(game: Game) -> str:
    """Say in half a sentence why the kernel can't play a game, with the name of the rule; "" if it can."""
    rules, deck = game.ruleset, game.deck
    if rules.has_callables:
        names = ", ".join(rules.callable_rules)
        plural = len(rules.callable_rules) > 1
        return f"the rule{'s' * plural} {names} call{'s' * (not plural)} Python functions (on_play)"
    limits = (
        ("different cards", len(deck.faces), MAX_FACES),
        ("suits", len(deck.suits), MAX_SUITS),
        ("copies of each card", deck.copies, MAX_COPIES),
        ("cards", len(deck), MAX_CARDS),
    )
    for what, has, most in limits:
        if has > most:
            return f"the deck has {has} {what}, and it takes at most {most}"
    if game.players > MAX_SEATS:
        return f"it plays with at most {MAX_SEATS} players, not {game.players}"
    if len(rules.levels) > MAX_LEVELS:
        return f"the countdown has {len(rules.levels)} levels, and it takes at most {MAX_LEVELS}"
    return ""


def is_rich(game: Game) -> bool:
    """Say whether cards do more than turn, skip, make draw and give another turn, or turns can have more parts."""
    tables, rules, options = game._tables(), game.ruleset, game.options
    more = any(rules.follows) or tables.exchange or rules.cancel or rules.levels
    return bool(more or options.last_card_call or options.partners)


def is_plain(game: Game) -> bool:
    """Say whether a turn is never more than drawing, passing or a card whose being legal depends on the top one alone.

    For such games the kernel is compiled without what the others need, which takes half as long.
    """
    called = game.options.wild_starter is WildStarter.CALLED
    return not (is_rich(game) or game._tables().last_resort or called)
