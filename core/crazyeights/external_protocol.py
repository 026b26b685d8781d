"""What the game and an external strategy say to each other: a JSON object a line, as docs/protocol.md has it.

Nothing here starts a program or waits for one.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields, is_dataclass
from typing import Any, Final

from crazyeights.cards import Card, Suit
from crazyeights.errors import NotationError, listed, printable
from crazyeights.events import Dealt, Event
from crazyeights.moves import Move
from crazyeights.recordlines import to_json
from crazyeights.view import View

#: Another number only when a program that speaks this one would go wrong; new fields and types of message don't count.
VERSION: Final = 1

#: What `choose` says of the view, besides the legal moves.
VIEW_FIELDS: Final = (
    "seat",
    "hand",
    "top",
    "active_suit",
    "called_suit",
    "direction",
    "hand_sizes",
    "stock_size",
    "discard",
    "pending_draw",
    "drawn",
    "levels",
    "partner",
)

#: What a card may do, as `round` says it, and the ruleset's attribute: a mask of faces, or a number for each face.
CARD_FIELDS: Final[Mapping[str, str]] = {
    "wild": "wild",
    "choose_suit": "choose",
    "reverse": "reverse",
    "play_again": "again",
    "forbid_finish": "no_finish",
    "skip": "skip",
    "draw": "draw",
    "cancel": "cancel",
    "swap": "swap",
    "rotate": "rotate",
    "pass_left": "pass_left",
    "last_resort": "last_resort",
    "special": "special",
    "points": "points",
}

#: What a program may ask for in its hello.
WANTS: Final = ("guide",)


class BadAnswerError(Exception):
    """An answer that is none; the text says what it was, as in "wrote 'hello', which is no JSON"."""


# From the game


def hello(crazyeights: str, seed: int, time_limit: float, parameters: Mapping[str, object]) -> str:
    """Write the first message to a program."""
    message = {"type": "hello", "protocol": VERSION, "crazyeights": crazyeights}
    return to_json({**message, "seed": seed, "time_limit": time_limit, "parameters": dict(parameters)})


def new_round(view: View, dealt: Dealt, guide: str | None = None) -> str:
    """Write the message that a round has begun.

    Args:
        view: what the seat may know at any moment of the round.
        dealt: the round's first event, as the seat may see it.
        guide: the rules in sentences, for a program that asked for them.
    """
    game = view.game
    message: dict[str, object] = {
        "type": "round",
        "variant": game.name,
        "rules": [rule.name for rule in game.rules],
        "options": game.options.as_dict(),
        "players": game.players,
        "seat": view.seat,
        "first": dealt.first,
        "hand": plain(dealt.hands[view.seat]),
        "hand_sizes": plain(dealt.hand_sizes),
        "starter": str(dealt.starter),
        "buried": plain(dealt.buried),
        "suits": plain(game.deck.suits),
        "copies": game.deck.copies,
        "cards": cards(view),
    }
    if guide is not None:
        message["guide"] = guide
    return to_json(message)


def cards(view: View) -> list[dict[str, object]]:
    """Say of each different card of the deck what it does; what it does not do is left out."""
    told: list[dict[str, object]] = []
    for face, card in enumerate(view.game.deck.faces):
        entry: dict[str, object] = {"card": str(card)}
        for name, attribute in CARD_FIELDS.items():
            value = getattr(view.ruleset, attribute)
            if isinstance(value, int):
                if value >> face & 1:
                    entry[name] = True
            elif value[face]:
                entry[name] = value[face]
        told.append(entry)
    return told


def event(happened: Event) -> str:
    """Write the message of something that happened; it must be blanked for the seat."""
    return to_json({"type": "event", **event_fields(happened)})


def event_fields(happened: Event) -> dict[str, object]:
    """Give what a message says of an event: what sort it is, and its fields under their own names."""
    sort = "".join(f"_{sign.lower()}" if sign.isupper() else sign for sign in type(happened).__name__)
    return {"event": sort.removeprefix("_"), **_fields(happened)}


def choose(number: int, view: View) -> str:
    """Write the question for a move.

    Args:
        number: the number of the question, which the answer repeats.
        view: what the seat may know.
    """
    seen = {name: plain(getattr(view, name)) for name in VIEW_FIELDS}
    return to_json({"type": "choose", "id": number, "view": seen, "moves": [str(move) for move in view.legal_moves]})


def quit_() -> str:
    """Write the message that the program is to end."""
    return to_json({"type": "quit"})


def plain(value: object) -> Any:  # noqa: ANN401
    """Give a value of an event or a view as JSON has it; cards and suits are in the notation."""
    if isinstance(value, (Card, Suit)):
        return str(value)
    if isinstance(value, (tuple, list)):
        return [plain(item) for item in value]
    if is_dataclass(value):
        return _fields(value)
    return value


def _fields(value: Any) -> dict[str, object]:  # noqa: ANN401
    return {field.name: plain(getattr(value, field.name)) for field in fields(value)}


# From the program


def read(line: bytes) -> dict[str, Any]:
    """Read a message.

    Raises:
        BadAnswerError: it is no JSON object with a type, or says that the program is in trouble.
    """
    text = line.decode("utf-8", "replace")
    try:
        message = json.loads(text)
    except (ValueError, RecursionError):
        raise BadAnswerError(f"wrote {_quoted(text)}, which is no JSON; all else belongs on its error output") from None
    if not isinstance(message, dict) or not isinstance(message.get("type"), str):
        raise BadAnswerError(f"wrote {_quoted(text)}, which is no JSON object with a type")
    if message["type"] == "error":
        raise BadAnswerError(f"says: {printable(str(message.get('message', 'error')), 120)}")
    return message


def check_hello(message: Mapping[str, Any], parameters: Mapping[str, object]) -> tuple[str, ...]:
    """Check the program's own hello, and give what it wants.

    Args:
        message: what it wrote.
        parameters: those that the user gave it.

    Raises:
        BadAnswerError: it speaks another protocol, does not know a parameter, or does not say what it must.
    """
    if message["type"] != "hello":
        raise BadAnswerError(f"wrote {_quoted(to_json(message))} before its hello")
    protocol = message.get("protocol")
    if protocol != VERSION or isinstance(protocol, bool):
        spoken = "names no protocol" if protocol is None else f"speaks protocol {_quoted(to_json(protocol))}"
        raise BadAnswerError(f"{spoken}; this game speaks {VERSION}")
    known = message.get("parameters", {})
    if not isinstance(known, dict):
        raise BadAnswerError("has parameters that are no JSON object")
    unknown = [name for name in parameters if name not in known]
    if unknown:
        advice = f"has {listed(sorted(map(printable, known)), most=8)}" if known else "has none"
        raise BadAnswerError(f"has no parameter {listed(unknown, 'or')}; it {advice}")
    wants = message.get("wants", [])
    return tuple(want for want in WANTS if want in wants) if isinstance(wants, list) else ()


def find_move(message: Mapping[str, Any], view: View) -> Move:
    """Give the move that an answer names; it need not be legal, which the table judges as for any strategy.

    Raises:
        BadAnswerError: it names none.
    """
    written = message.get("move")
    if not isinstance(written, str):
        raise BadAnswerError("names no move, which is a text")
    for move in view.legal_moves:
        if str(move) == written:
            return move
    try:
        return Move.parse(written, view.game.deck)
    except NotationError:
        raise BadAnswerError(f"chose {_quoted(written)}, which is not a move") from None


def number_of(message: Mapping[str, Any]) -> int:
    """Give the number of the question that an answer is for.

    Raises:
        BadAnswerError: it has none.
    """
    number = message.get("id")
    if not isinstance(number, int) or isinstance(number, bool):
        raise BadAnswerError("answers without the id of the question")
    return number


def _quoted(text: str) -> str:
    return repr(printable(text, 60))
