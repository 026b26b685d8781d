"""What line mode says of a table: its sentences, made from a view alone."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from textwrap import wrap

from crazyeights.cards import SUITS, Card
from crazyeights.game import Game
from crazyeights.guide import title
from crazyeights.match import Match
from crazyeights.options import option_summary, option_values, show_option
from crazyeights.rules import Variant
from crazyeights.view import View
from crazyeights.words import counted, describe_move, direction_name, kinds, listed, shown_name, the_card, to_match
from crazyeights_terminal import sheet
from crazyeights_terminal.draft import left_of
from crazyeights_terminal.output import Printer
from crazyeights_terminal.parse import COMMANDS, Command
from crazyeights_terminal.reader import Choice
from crazyeights_terminal.setup import in_order

_OF_OTHER_GAMES = frozenset({Command.VARIANTS, Command.OPTIONS, Command.GAME})


def welcome(game: Game) -> str:
    """Say what is played."""
    return f"Crazy Eights: {title(game)}, {counted(game.players, 'player')}."


def opponents(view: View, names: Sequence[str]) -> str:
    """Say how many cards the others hold, and the stock, and which way play goes.

    The others come in the order in which they play after this seat, whatever the direction.
    """
    after = [(view.seat + step * view.direction) % view.players for step in range(1, view.players)]
    held = [_held(view, seat, shown_name(names[seat])) for seat in after]
    own = "" if view.levels is None else f" You are at level {view.levels[view.seat]}."
    stock = f"Stock: {counted(view.stock_size, 'card')}. Direction: {direction_name(view.direction)}."
    return f"{', '.join(held)}.{own} {stock}"


def _held(view: View, seat: int, name: str) -> str:
    size = view.hand_sizes[seat]
    marks = [
        *(["your partner"] if seat == view.partner else []),
        *([f"level {view.levels[seat]}"] if view.levels is not None else []),
        *(["last card!"] if size == 1 else []),
    ]
    holds = f"has {counted(size, 'card')}" if size or view.partner is None else "is out"
    return f"{name} {holds} ({', '.join(marks)})" if marks else f"{name} {holds}"


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
    """Say which cards may be played or added, or what else may be done; "" where the turn says it already."""
    if view.calling or view.giving:
        return ""
    if view.adding:
        return f"To add: {printer.cards(view.playable)}, or done"
    if view.playable:
        return f"Playable: {printer.cards(view.playable)}"
    ways = [word for word, may in (("draw", view.can_draw), ("pass", view.can_pass)) if may]
    return f"Playable: none, so {listed(ways, 'or')}"


def turn(view: View, names: Sequence[str]) -> str:
    """Say what the turn asks for."""
    to = f" (to {shown_name(names[left_of(view)])})" if view.giving else ""
    return f"Your turn: {to_match(view)}{to}."


def left_over(name: str, cards: Sequence[Card], points: int, printer: Printer) -> str:
    """Say what somebody still held at the end, and what it counts."""
    return f"{shown_name(name)} had left: {printer.cards(cards)} ({counted(points, 'point')})"


def scores(names: Sequence[str], match: Match) -> str:
    """Say how the match stands, or how it ended."""
    stand = ", ".join(f"{shown_name(name)} {score}" for name, score in zip(names, match.scores, strict=True))
    after = f"after {counted(match.played, 'round')}"
    return f"{'Final scores' if match.over else 'Scores'} {after}: {stand}."


def score_sheet(names: Sequence[str], match: Match, most: int | None = None) -> list[str]:
    """Say the score sheet round by round.

    Args:
        names: the name of each seat.
        match: the match.
        most: how many rounds are told, the last ones; None for all.
    """
    rows = sheet.rows(match)
    return [sheet.told(row, names) for row in (rows if most is None else rows[-most:])]


def commands(game: Game, *, others: bool) -> dict[Command, str]:
    """Give the commands that make sense here, with what they do.

    Args:
        game: what is played.
        others: whether another game can be begun.
    """
    without = set() if others else set(_OF_OTHER_GAMES)
    if not game.options.last_card_call:
        without.add(Command.LAST_CARD)
    return {command: meaning for command, meaning in COMMANDS.items() if command not in without}


def move_choices(view: View, names: Sequence[str], *, others: bool) -> list[Choice]:
    """Give what may be typed in a turn: the legal moves, then the commands."""
    moves = [Choice(str(move), describe_move(move, names)) for move in view.legal_moves]
    return moves + [Choice(command.value, meaning) for command, meaning in commands(view.game, others=others).items()]


def help_lines(view: View, *, others: bool, by_hand: bool) -> list[str]:
    """Explain what can be typed.

    Args:
        view: what the person sees.
        others: whether another game can be begun.
        by_hand: whether people announce their last cards themselves.
    """
    lines = [_help_on_cards(view), *_help_on_calls(view)]
    rules = view.game.ruleset
    if any(rules.follows):
        lines.append("While more cards may be added, type one, or done (or d, or p) to end your turn.")
    swapping = rules.faces_of(rules.swap)
    if swapping:
        example = str(swapping[0]).lower()
        lines.append(
            f"{_capital(listed(kinds(swapping, rules.deck), 'or'))} swaps hands: {example}@1 swaps with seat 1, the "
            "seats being numbered from 0; leave it out to be asked for a name."
        )
    if rules.pass_left:
        lines.append("When everybody passes a card to the left, type the card that you pass.")
    cost = view.game.options.last_card_call
    if cost:
        auto = "" if by_hand else " It is announced for you; ! says how to change that."
        lines.append(
            "9d! plays a card and announces that it leaves you one; "
            f"who forgets to announce it draws {counted(cost, 'card')}.{auto}"
        )
    lines.append("draw (or d) draws, pass (or p) passes. Also:")
    offered = commands(view.game, others=others)
    return lines + [f"  {command.value} - {meaning}" for command, meaning in offered.items()]


def _help_on_cards(view: View) -> str:
    deck = view.game.deck
    if set(deck.suits) == set(SUITS):
        return "To play a card, type its rank and its suit: 9d, 9 d, 10c, qs, or 9 of diamonds."
    card = deck.faces[0]
    suits = listed([f"{suit.letter.lower()} for {suit.name}" for suit in deck.suits])
    return f"To play a card, type its rank and its suit: {str(card).lower()}, or {card.name}. The suits are {suits}."


def _help_on_calls(view: View) -> list[str]:
    rules = view.ruleset
    caller = next(iter(rules.faces_of(rules.choose)), None)
    if caller is None:
        return []
    # The hearts are as good an example as any and the one that everybody uses.
    caller = rules.deck.find(f"{caller.rank}H") or caller
    suit = rules.deck.suits[-2:][0]
    example = f"{str(caller).lower()}={suit.letter.lower()} plays {the_card(caller)} and calls {suit.name}"
    return [
        f"{_capital(caller.rank.article)} takes the suit that you call after it: {example}; leave it out to be asked."
    ]


def variants(known: Iterable[Variant], width: int | None) -> str:
    """List the variants with what they are, in two columns."""
    each = list(known)
    indent = max(len(variant.name) for variant in each) + 4
    lines = []
    for variant in each:
        text = f"{variant.summary} {_players(variant)}"
        told = [text] if width is None else wrap(text, max(20, width - indent))
        lines += [f"  {variant.name if at == 0 else '':<{indent - 2}}{line}" for at, line in enumerate(told)]
    return "\n".join([*lines, "game NAME plays one of them."])


def _players(variant: Variant) -> str:
    low, high = variant.min_players, variant.max_players
    return f"{counted(low, 'player')}." if low == high else f"{low} to {high} players."


def options(game: Game) -> list[str]:
    """List the options with the values in force."""
    values = game.options.as_dict()
    told = [
        f"{name}={show_option(values[name])}: {option_summary(name)}; it is {option_values(name)}."
        for name in in_order()
    ]
    return [*told, f"game {game.name} OPTION=VALUE plays with another one."]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def sentence(message: str) -> str:
    """Make a sentence of an error's message."""
    return f"{message[:1].upper()}{message[1:]}{'' if message.endswith(('?', '.', '!')) else '.'}"
