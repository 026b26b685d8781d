"""Line mode without a terminal: hands chosen by hand, prepared answers, and all that was said."""

from __future__ import annotations

import io
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import Future
from itertools import count
from pathlib import Path
from typing import Any

from crazyeights import Game, Move, Seat, Session, View
from crazyeights.controller import Controller
from crazyeights.hints import Adviser
from crazyeights.record import Recorder
from crazyeights.specs import Offers, seat_names
from crazyeights.strategy import StrategySpec
from crazyeights_terminal.line import LineGame
from crazyeights_terminal.output import CardStyle, Printer
from crazyeights_terminal.reader import Choice
from support_decks import arrange


class Answers:
    """A reader that answers as it was told to; what it is told to raise, it raises; at the end the input is over."""

    def __init__(self, printer: Printer, answers: Sequence[str | BaseException], interactive: bool) -> None:
        self.interactive = interactive
        self.choices: list[Sequence[Choice]] = []
        self._printer = printer
        self._answers = iter(answers)

    def ask(self, question: str, choices: Sequence[Choice] = (), *, cancel: bool = False) -> str:
        self.choices.append(choices)
        answer = next(self._answers, EOFError())
        self._printer.say(f"{question}[{answer}]")
        if isinstance(answer, KeyboardInterrupt) and cancel:
            return ""
        if isinstance(answer, BaseException):
            raise answer
        return answer

    def hide(self) -> None:
        self._printer.say("~~~ hidden ~~~")


class Scripted:
    """A strategy that makes prepared moves."""

    def __init__(self, *moves: str) -> None:
        self._moves = iter(moves)

    def choose(self, view: View) -> Move:
        return Move.parse(next(self._moves), view.game.deck)


class AtOnce:
    """An executor that is done before it returns."""

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()
        try:
            future.set_result(fn(*args))
        except Exception as error:  # noqa: BLE001
            future.set_exception(error)
        return future


class Talk:
    """A conversation: the code that it ended with, and what was said."""

    def __init__(
        self,
        hands: Sequence[str],
        starter: str,
        answers: Sequence[str | BaseException] = (),
        *,
        stock: str = "",
        computers: Mapping[int, Sequence[str]] | None = None,
        names: Sequence[str] = (),
        variant: str = "classic",
        rules: Sequence[str] = (),
        options: Mapping[str, Any] | None = None,
        interactive: bool = False,
        think_time: float = 0.0,
        strategies: Mapping[str, StrategySpec] | None = None,
        record: Path | None = None,
        registry: Offers | None = None,
        by_hand: bool = False,
        most_moves: int | None = None,
        notices: Sequence[str] = (),
        style: CardStyle = CardStyle.SIGNS,
        width: int | None = None,
        sleep: Callable[[float], object] = lambda seconds: None,
    ) -> None:
        given = {"hand_size": max(len(hand.split()) for hand in hands), **(options or {})}
        game = Game(variant, players=len(hands), rules_added=rules, options=given)
        deck = arrange(game.deck, hands, starter, stock, hand_size=given["hand_size"])
        scripts = {1: ()} if computers is None else computers
        names = names or seat_names([seat not in scripts for seat in range(len(hands))])
        seats = [
            Seat(name, Scripted(*scripts[seat]), "scripted") if seat in scripts else Seat(name)
            for seat, name in enumerate(names)
        ]
        recorder = None if record is None else Recorder(record)
        self.session = Session(game, seats, seed=1, deck=deck, recorder=recorder)
        self.output = io.StringIO()
        self.errors = io.StringIO()
        printer = Printer(self.output, style, width)
        self.reader = Answers(printer, answers, interactive)
        controller = Controller(self.session, think_time=think_time, executor=AtOnce())
        self.game = LineGame(
            self.session,
            controller,
            self.reader,
            printer,
            errors=Printer(self.errors),
            record=record,
            adviser=Adviser(strategies or {}, executor=AtOnce()),
            registry=registry,
            by_hand=by_hand,
            most_moves=most_moves,
            notices=notices,
            clock=count().__next__,
            sleep=sleep,
        )
        self.code = self.game.run()
        self.session.close()

    @property
    def text(self) -> str:
        return self.output.getvalue()

    @property
    def lines(self) -> list[str]:
        return self.text.splitlines()

    def after(self, line: str) -> list[str]:
        """The lines after the first one that is exactly this."""
        return self.lines[self.lines.index(line) + 1 :]
