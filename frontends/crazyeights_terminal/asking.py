"""What line mode asks once a card is named: which suit it calls, and with whom hands are swapped."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

from crazyeights.errors import NotationError
from crazyeights.view import View
from crazyeights.words import counted, listed, shown_name
from crazyeights_terminal.draft import Draft
from crazyeights_terminal.output import Printer
from crazyeights_terminal.parse import parse_seat, parse_suit
from crazyeights_terminal.reader import Choice, Reader
from crazyeights_terminal.table import sentence

_A = TypeVar("_A")


class Asker:
    """Asks a person what is missing.

    Args:
        reader: where people type.
        printer: where it is said what is wrong with an answer.
        names: the name of each seat.
        command: does what somebody asks for instead of answering, as in "hint"; says whether it was a command.
    """

    def __init__(
        self, reader: Reader, printer: Printer, names: Sequence[str], command: Callable[[str, View], bool]
    ) -> None:
        self._reader = reader
        self._printer = printer
        self._names = names
        self._command = command

    def complete(self, draft: Draft, view: View) -> Draft | None:
        """Ask for the suit and the seat that are missing; None if the person thinks better of it."""
        if draft.asks_suit:
            names = [suit.name for suit in draft.choice.suits]
            question = f"Which suit do you call, {listed(names, 'or')}? "
            suit = self._ask(question, [Choice(name) for name in names], view, lambda text: parse_suit(text, view))
            if suit is None:
                self._printer.say("No suit was called, so nothing is played.")
                return None
            draft = draft.with_suit(suit)
        if draft.asks_seat:
            held = [(self._name(seat), counted(view.hand_sizes[seat], "card")) for seat in draft.choice.seats]
            who = listed([f"{name} ({cards})" for name, cards in held], "or")
            offered = [Choice(name, cards) for name, cards in held]
            question = f"With whom do you swap hands, {who}? "
            seat = self._ask(question, offered, view, lambda text: parse_seat(text, self._names))
            if seat is None:
                self._printer.say("Nobody was chosen, so nothing is played.")
                return None
            draft = draft.with_seat(seat)
        return draft

    def _name(self, seat: int) -> str:
        return shown_name(self._names[seat])

    def _ask(self, question: str, choices: Sequence[Choice], view: View, read: Callable[[str], _A]) -> _A | None:
        while True:
            text = self._reader.ask(question, choices, cancel=True)
            if not text:
                return None
            try:
                return read(text)
            except NotationError as error:
                if not self._command(text, view):
                    self._printer.say(sentence(str(error)))
