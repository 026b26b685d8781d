"""What line mode says of a table: its sentences, made from a view alone."""

from __future__ import annotations

from collections.abc import Sequence

from crazyeights.cards import Card
from crazyeights.game import Game
from crazyeights.guide import title
from crazyeights.view import View
from crazyeights.words import counted, describe_move, direction_name, listed, shown_name, the_card, to_match
from crazyeights_terminal.output import Printer
from crazyeights_terminal.parse import COMMANDS
from crazyeights_terminal.reader import Choice


def welcome(game: Game) -> str:
    """Say what is played."""
    return f"Crazy Eights: {title(game)}, {counted(game.players, 'player')}."


def opponents(view: View, names: Sequence[str]) -> str:
    """Say how many cards the others hold, and the stock, and which way play goes.

    The others come in the order in which they play after this seat, whatever the direction.
    """
    after = [(view.seat + step * view.direction) % view.players for step in range(1, view.players)]
    held = []
    for seat in after:
        size = view.hand_sizes[seat]
        held.append(f"{shown_name(names[seat])} has {counted(size, 'card')}" + (" (last card!)" if size == 1 else ""))
    return f"{', '.join(held)}. Stock: {counted(view.stock_size, 'card')}. Direction: {direction_name(view.direction)}."


def top_card(view: View) -> str:
    """Say what lies on the discard pile and which suit is to be matched.

    An eight is told as the eight of the called suit, and what it really is beside it.
    """
    suit = "any" if view.active_suit is None else view.active_suit.name
    shown = view.shown_top.name
    if view.called_suit is not None:
        shown += f" ({the_card(view.top)}, {view.called_suit.name} called)"
    return f"Top card: {shown}. Suit to match: {suit}."


def hand(view: View, printer: Printer) -> str:
    """Say which cards the seat holds."""
    return f"Your hand: {printer.cards(view.hand)}"


def playable(view: View, printer: Printer) -> str:
    """Say which cards may be played, or what else may be done."""
    if view.playable:
        return f"Playable: {printer.cards(view.playable)}"
    ways = [word for word, may in (("draw", view.can_draw), ("pass", view.can_pass)) if may]
    return f"Playable: none, so {listed(ways, 'or')}"


def turn(view: View) -> str:
    """Say what the turn asks for."""
    return f"Your turn: {to_match(view)}."


def left_over(name: str, cards: Sequence[Card], points: int, printer: Printer) -> str:
    """Say what somebody still held at the end, and what it counts."""
    return f"{shown_name(name)} had left: {printer.cards(cards)} ({counted(points, 'point')})"


def scores(names: Sequence[str], points: Sequence[int], rounds: int) -> str:
    """Say how the match stands."""
    stand = ", ".join(f"{shown_name(name)} {score}" for name, score in zip(names, points, strict=True))
    return f"Scores after {counted(rounds, 'round')}: {stand}."


def move_choices(view: View) -> list[Choice]:
    """Give what may be typed in a turn: the legal moves, then the commands."""
    moves = [Choice(str(move), describe_move(move)) for move in view.legal_moves]
    return moves + [Choice(command.value, meaning) for command, meaning in COMMANDS.items()]


def help_lines(game: Game) -> list[str]:
    """Explain what can be typed."""
    caller = next(iter(game.ruleset.faces_of(game.ruleset.choose)), None)
    lines = ["To play a card, type its rank and its suit: 9d, 9 d, 10c, qs, or 9 of diamonds."]
    if caller is not None:
        # The hearts are as good an example as any and the one that everybody uses.
        caller = game.deck.find(f"{caller.rank}H") or caller
        suit = game.deck.suits[-2]
        lines.append(
            f"{caller.rank.article.capitalize()} takes the suit that you call after it: "
            f"{str(caller).lower()}={suit.letter.lower()} plays {the_card(caller)} and calls {suit.name}; "
            "leave it out to be asked."
        )
    lines.append("draw (or d) draws, pass (or p) passes. Also:")
    return lines + [f"  {command.value} - {meaning}" for command, meaning in COMMANDS.items()]


def sentence(message: str) -> str:
    """Make a sentence of an error's message."""
    return f"{message[:1].upper()}{message[1:]}{'' if message.endswith(('?', '.', '!')) else '.'}"
