"""What a player types, read as a move or a command; nothing here touches a screen.

A card is its rank and its suit, in letters, signs or words: `8h`, `8 h`, `8♥`, `8 of hearts`, `eight of hearts`. After
an eight may come the suit it calls: `8h=d`, `8h d`, `8hd`, `8 of hearts, diamonds`. `d` alone draws, but `8 d` is the
8 of diamonds: the first suit after a rank is always the card's own. Then may come with whom hands are swapped, as in
`7h@2` or `7h with computer 2`, and at the end that one card is left: `9d!` or `9d last card`.
"""

from __future__ import annotations

import difflib
import re
from collections.abc import Sequence
from enum import StrEnum
from typing import Final, TypeAlias

from crazyeights.cards import JOKER, Card, Deck, Rank, Suit
from crazyeights.errors import NotationError, printable
from crazyeights.moves import DONE, DRAW, PASS, Move
from crazyeights.view import View
from crazyeights.words import listed, shown_name


class Command(StrEnum):
    """What a player can type besides a move."""

    TABLE = "table"
    HAND = "hand"
    HINT = "hint"
    LOG = "log"
    SCORES = "scores"
    RULES = "rules"
    LAST_CARD = "last card"
    NEW = "new"
    VARIANTS = "variants"
    OPTIONS = "options"
    GAME = "game"
    HELP = "help"
    QUIT = "quit"


COMMANDS: Final = {
    Command.TABLE: "show the table again",
    Command.HAND: "show your hand and what can be played",
    Command.HINT: "say what to do, and why",
    Command.LOG: "show what has happened in this round",
    Command.SCORES: "show the score sheet of the match",
    Command.RULES: "explain the rules in force",
    Command.LAST_CARD: "announce your last card with the next card that you play, as ! does",
    Command.NEW: "deal a new round",
    Command.VARIANTS: "list the variants",
    Command.OPTIONS: "list the options and their values",
    Command.GAME: "play another game, as in: game mau-mau players=3 target=100",
    Command.HELP: "show this help",
    Command.QUIT: "leave the game",
}
_SHORT: Final[dict[str, Move | Command]] = {
    "draw": DRAW,
    "draw a card": DRAW,
    "d": DRAW,
    "pass": PASS,
    "p": PASS,
    "done": DONE,
    "end": DONE,
    "end turn": DONE,
    "end your turn": DONE,
    "?": Command.HELP,
    "!": Command.LAST_CARD,
    "sheet": Command.SCORES,
    "score": Command.SCORES,
    "q": Command.QUIT,
    "exit": Command.QUIT,
    **{command.value: command for command in Command},
}
_NUMBERS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
_SPELLED: Final = {word: str(number) for number, word in enumerate(_NUMBERS, 2)} | {"t": "10"}
_FILLERS: Final = frozenset({"play", "the", "of", "and", "call", "calls", "calling", "an"})
# Emoji keyboards put a variation selector after a suit's sign.
_NOISE: Final = re.compile(r"[\ufe0e\ufe0f]")
_GAPS: Final = re.compile(r"[\s,;:=]+")
_JOKER: Final = re.compile(r"joker\s*(?=\d)", re.IGNORECASE)
# While cards may be added nothing can be drawn or passed, so what is short for these ends the turn.
_ENDS_TURN: Final = frozenset({"d", "p", "pass"})
_MOVES: Final = frozenset(word for word, meant in _SHORT.items() if isinstance(meant, Move))
_SWAP: Final = re.compile(r"\s*@\s*|[\s,]+(?:and\s+)?(?:swaps?\s+(?:hands\s+)?)?with\s+", re.IGNORECASE)
_LAST: Final = re.compile(
    r"(?:[\s,]+(?:and\s+)?(?:(?:announce|say)\s+)?(?:(?:your|my|the)\s+)?last card|\s*!)[\s.!]*$", re.IGNORECASE
)
_GIVE: Final = re.compile(r"give\s+(.+?)(?:\s+to\s+the\s+left)?", re.IGNORECASE)
_GIVE_NOW: Final = re.compile(r"(?:give|pass)\s+(.+?)(?:\s+to\s+the\s+left)?", re.IGNORECASE)
_CALL: Final = re.compile(r"(?:call\s|=)\s*", re.IGNORECASE)
_LONGEST: Final = 40

_Part: TypeAlias = "Card | Rank | Suit"


def parse(text: str, view: View, names: Sequence[str] = ()) -> Move | Command:
    """Read what a player typed.

    Args:
        text: the line.
        view: what the player sees; says which cards there are and which the player holds.
        names: the name of each seat, by which one may be called with whom hands are swapped.

    Returns:
        The command, or the move, which need not be legal: an eight without a suit is one that calls none.

    Raises:
        NotationError: the text is neither; says what does not match.
    """
    typed = _printed(text).rstrip(".").strip()
    line, aloud = _without_call(typed) if view.game.options.last_card_call else (typed.rstrip(".! "), False)
    if not line and "!" in typed:
        raise NotationError("! goes after a card and announces your last one; no last card is announced in this game")
    if not line:
        raise NotationError("nothing was typed; type a card, draw, pass, or help")
    if view.calling:
        suit = _suit(_CALL.sub("", line, count=1)[:_LONGEST], view.game.deck)
        if suit is not None:
            return Move.call(suit)
    if view.adding and line.lower() in _ENDS_TURN:
        return DONE
    known = _SHORT.get(line.lower())
    if known is not None:
        return known
    if len(line) > _LONGEST * 3:
        raise NotationError(f"{line[:_LONGEST]!r} and so on is too long for a card or a command")
    if (given := (_GIVE_NOW if view.giving else _GIVE).fullmatch(line)) is not None:
        return Move.give(_card_of(_read(given[1], view, line)))
    line, *rest = _SWAP.split(line, maxsplit=1)
    swap = parse_seat(rest[0], names, numbered="@" in typed) if rest else None
    move = _read(line, view, line)
    if swap is None and not aloud:
        return move
    return Move.play(_card_of(move), move.suit, swap=swap, announces=aloud)


def parse_suit(text: str, view: View) -> Suit:
    """Read the suit that a player calls: its letter, sign or name.

    Raises:
        NotationError: the text is none of the suits; says which there are.
    """
    return Suit.parse(_printed(text).rstrip(".!").strip()[:_LONGEST], view.game.deck.suits)


def parse_seat(text: str, names: Sequence[str], *, numbered: bool = False) -> int:
    """Read with whom a player swaps hands: a name, its first or last word, or a seat's number after an `@`.

    Args:
        text: what was typed.
        names: the name of each seat.
        numbered: whether a number is a seat's, as in the notation.

    Raises:
        NotationError: the text names no seat; says who there is.
    """
    typed = _printed(text).rstrip(".!").strip()
    word = typed.lower()
    digits = word.removeprefix("@").strip()
    if (numbered or word.startswith("@") or not names) and digits.isascii() and digits.isdecimal() and len(digits) < 4:
        return int(digits)
    known = [shown_name(name).lower() for name in names]
    # The whole name, its beginning, its last word: whatever fits one player first.
    tests = (
        [seat for seat, name in enumerate(known) if name == word],
        [seat for seat, name in enumerate(known) if word and name.startswith(word)],
        [seat for seat, name in enumerate(known) if name.split()[-1:] == [word]],
    )
    found = next((seats[0] for seats in tests if len(seats) == 1), None)
    if found is not None:
        return found
    who = f"; the players are {listed([shown_name(name) for name in names])}" if names else ", as in 7H@1"
    raise NotationError(f"{typed[:_LONGEST]!r} names no player{who}")


def _printed(text: str) -> str:
    """Leave out what no player means: a Ctrl-Z that could not suspend the program, say."""
    return printable(_NOISE.sub("", text), None)


def _without_call(line: str) -> tuple[str, bool]:
    """Split the announcement of the last card off a move."""
    rest = _LAST.sub("", line)
    return (rest, True) if rest and rest != line else (line, False)


def _card_of(move: Move) -> Card:
    assert move.card is not None
    return move.card


def _read(text: str, view: View, line: str) -> Move:
    """Read a card and the suit that it calls."""
    deck = view.game.deck
    written, equals, called = _JOKER.sub("*", text).partition("=")
    if equals and not called.strip():
        raise NotationError(f"{line!r} calls no suit: after = comes the suit, as in {written.strip().upper()}=D")
    parts: list[_Part] = []
    for word in _GAPS.split(written):
        if word and word.lower() not in _FILLERS:
            parts += _parts(word, parts, deck, line)
    if equals:
        parts.append(Suit.parse(called, deck.suits))
    return _move(parts, view, line)


def _move(parts: list[_Part], view: View, line: str) -> Move:
    card: Card | None = None
    match parts:
        case [Card() as card, *rest]:
            pass
        case [Rank() as rank, Suit() as suit, *rest]:
            card = view.game.deck.find(f"{rank}{suit}")
            if card is None:
                raise NotationError(f"this deck has no {rank.name} of {suit.name}")
        case [Rank() as rank]:
            return Move.play(_only(rank, view))
        case [Suit() as suit]:
            raise NotationError(f"{suit.name} is a suit; a card is its rank and its suit, as in 8{suit}")
        case _:
            if all(word in _MOVES for word in _GAPS.split(line.lower())):
                raise _several(line)
            raise NotationError(f"{line!r} is not a card; a card is its rank and its suit, as in 8H")
    match rest:
        case []:
            return Move.play(card)
        case [Suit() as called]:
            return Move.play(card, called)
        case [Card(), *_] | [Rank(), *_]:
            raise NotationError(f"{line!r} is more than one card; play one at a time")
        case _:
            raise NotationError(f"{line!r} calls more than one suit")


def _only(rank: Rank, view: View) -> Card:
    """Give the one card of a rank in the hand: its suit need not be typed."""
    mine = list(dict.fromkeys(card for card in view.hand if card.rank == rank))
    if len(mine) == 1:
        return mine[0]
    if mine:
        raise NotationError(f"which {rank.name}? You hold {listed([str(card) for card in mine])}")
    raise NotationError(f"you hold no {rank.name}")


def _parts(word: str, before: list[_Part], deck: Deck, line: str) -> list[_Part]:
    """Read one word: a card, a rank, a suit, or a card with the suit it calls."""
    part = deck.find(word) or _suit(word, deck) or _rank(word, deck)
    if part is not None:
        return [part]
    for cut in range(len(word) - 1, 0, -1):
        card, suit = deck.find(word[:cut]), _suit(word[cut:], deck)
        if card is not None and suit is not None:
            return [card, suit]
    if word.lower() in _MOVES:
        raise _several(line)
    if before and not isinstance(before[-1], Suit):
        # A rank or a card came before, so this was meant to be a suit.
        Suit.parse(word[:_LONGEST], deck.suits)
    raise _unknown(word, deck, line)


def _suit(word: str, deck: Deck) -> Suit | None:
    try:
        return Suit.parse(word, deck.suits)
    except NotationError:
        return None


def _rank(word: str, deck: Deck) -> Rank | None:
    text = _SPELLED.get(word.lower(), word.lower())
    jokers = (JOKER,) if deck.jokers else ()
    ranks: tuple[Rank, ...] = (*deck.ranks, *jokers)
    for rank in ranks:
        if text in {rank.text.lower(), rank.name.lower()}:
            return rank
    return None


def _several(line: str) -> NotationError:
    """Say that only one move is made at a time, and which is the first of those that were typed."""
    word = next(word for word in _GAPS.split(line.lower()) if word in _MOVES)
    return NotationError(f"{line[:_LONGEST]!r} is more than one move; make one at a time, as in {_SHORT[word]}")


def _unknown(word: str, deck: Deck, line: str) -> NotationError:
    """Say why a word is nothing: what is wrong with it as a card, or which command it resembles."""
    ranked = word[0].isdigit() or word[0] == "*" or _rank(word[:-1], deck) is not None
    suited = len(word) <= 3 and _suit(word[-1], deck) is not None
    if ranked or suited:
        try:
            Card.parse(word[:_LONGEST], deck)
        except NotationError as error:
            return error
    close = difflib.get_close_matches(line.lower(), [name for name in _SHORT if len(name) > 2], n=1, cutoff=0.6)
    advice = f"did you mean {close[0]}?" if close else "type help for what there is"
    return NotationError(f"{word[:_LONGEST]!r} is neither a card nor a command; {advice}")
