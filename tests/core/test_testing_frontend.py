"""`check_frontend` passes good frontends and names each fault of bad ones."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path
from typing import Any, ClassVar

import pytest

from crazyeights import CrazyEightsError, Environment, FrontendSpec, LaunchRequest, Move, Session
from crazyeights.controller import Controller
from crazyeights.testing import CheckError, Console, check_frontend


class Chat:
    """A good frontend; each bad one differs from it in one thing."""

    def __init__(self, request: LaunchRequest) -> None:
        assert request.table is not None
        self.request = request
        self.session: Session = request.table.open(request.registry)

    def run(self) -> Any:
        session = self.session
        with Controller(session, think_time=0) as controller:
            now = 0.0
            while not session.over:
                seat = session.to_move
                assert seat is not None
                if session.seats[seat].strategy is None:
                    if not self.turn(seat):
                        return self.end(3)
                else:
                    controller.tick(now)
                now += 0.001
        self.say("over")
        return self.end(0)

    def turn(self, seat: int) -> bool:
        view = self.session.view_for(seat)
        self.say(f"{view.shown_top} is on top; you hold {' '.join(map(str, view.hand))}")
        line = self.read()
        if not line:
            return False
        self.type(seat, line.strip())
        return True

    def type(self, seat: int, text: str) -> None:
        try:
            self.session.apply(seat, Move.parse(text, self.session.game.deck))
        except CrazyEightsError as error:
            self.say(str(error))

    def read(self) -> str:
        return sys.stdin.readline()

    def say(self, text: str) -> None:
        print(text)

    def end(self, code: int) -> Any:
        self.session.close()
        return code


def spec(kind: Callable[[LaunchRequest], Any], **more: Any) -> FrontendSpec:
    def launch(request: LaunchRequest) -> Any:
        made = kind(request)
        return made.run() if isinstance(made, Chat) else made

    return FrontendSpec(**{"name": "odd", "summary": "Something odd.", "launch": launch} | more)


def found(kind: Callable[[LaunchRequest], Any], *, seconds: float = 10.0, user: Any = None, **more: Any) -> CheckError:
    streams = sys.stdin, sys.stdout, sys.stderr
    with pytest.raises(CheckError) as caught:
        check_frontend(spec(kind, **more), seconds=seconds, user=user)
    assert (sys.stdin, sys.stdout, sys.stderr) == streams
    assert caught.value.subject == "the frontend odd"
    return caught.value


# Good ones


def test_a_good_frontend_passes() -> None:
    check_frontend(spec(Chat))


def test_the_line_mode_passes() -> None:
    check_frontend("line", goodbye=["quit"])
    check_frontend("line")


def test_input_works_as_well() -> None:
    class Asking(Chat):
        def read(self) -> str:
            return input("? ") or " "

    check_frontend(spec(Asking))


def test_moves_may_be_typed_in_another_way() -> None:
    class Numbered(Chat):
        def type(self, seat: int, text: str) -> None:
            moves = self.session.legal_moves(seat)
            if text.isdecimal() and int(text) < len(moves):
                self.session.apply(seat, moves[int(text)])

    check_frontend(spec(Numbered), write=lambda move, view: str((*view.legal_moves, move).index(move)))
    error = found(Numbered)
    assert error.check == "moves as told"
    assert "times to make the move" in error.problem


class Board(Chat):
    """Is driven from outside, by something that it puts on a board."""

    boards: ClassVar[list[Board]] = []

    def run(self) -> Any:
        self.sent: list[str] = []
        self.news = threading.Event()
        self.left = threading.Event()
        self.boards.append(self)
        self.say(f"board {len(self.boards) - 1}")
        code = super().run()
        self.left.wait(10)
        return code

    def read(self) -> str:
        self.news.wait(10)
        self.news.clear()
        return self.sent.pop() if self.sent else ""


def drive(console: Console) -> None:
    board = Board.boards[int(console.find(r"board (\d+)"))]
    for view, move in console.turns():
        console.saw(f"{view!r}")
        board.sent.append(f"{move}\n")
        board.news.set()
    board.left.set()


def test_one_that_is_driven_from_outside() -> None:
    check_frontend(spec(Board), user=drive)


# What it says of itself


def test_a_missing_summary() -> None:
    assert found(Chat, summary=" ").check == "describes itself"


def test_one_that_can_not_say_where_it_runs() -> None:
    def unusable(environment: Environment) -> str | None:
        return None if environment.env["DISPLAY"] else "no display"

    error = found(Chat, unusable=unusable)
    assert error.check == "says where it can run"
    assert "KeyError: 'DISPLAY'" in error.problem
    assert "gives ''" in found(Chat, unusable=lambda environment: "").problem
    assert "gives False" in found(Chat, unusable=lambda environment: False).problem
    assert found(Chat, examine=lambda environment: [("", "x")]).check == "says where it can run"


# How it plays


@pytest.mark.parametrize("code", [None, "0", True, 0.0, 1])
def test_a_wrong_exit_code(code: Any) -> None:
    class Odd(Chat):
        def end(self, ended: int) -> Any:
            return super().end(ended) if ended else (super().end(0), code)[1]

    error = found(Odd)
    assert error.check == "gives an exit code"
    assert "when the round was over; it must be 0" in error.problem


def test_one_that_raises() -> None:
    class Odd(Chat):
        def say(self, text: str) -> None:
            raise OSError("no paper")

    error = found(Odd)
    assert (error.check, "it raises OSError: no paper" in error.problem) == ("plays to the end", True)


def test_one_that_opens_no_table() -> None:
    assert found(lambda request: 0).check == "opens the table"


def test_one_that_leaves_in_the_middle() -> None:
    class Odd(Chat):
        def turn(self, seat: int) -> bool:
            return len(self.session.state.discard) < 5 and super().turn(seat)

    assert "came back with the exit code 3 in the middle" in found(Odd).problem


def test_one_that_does_not_close_the_table() -> None:
    class Odd(Chat):
        def end(self, code: int) -> int:
            return code

    assert found(Odd).check == "closes the table"


def test_one_that_breaks_at_nonsense() -> None:
    class Odd(Chat):
        def type(self, seat: int, text: str) -> None:
            self.session.apply(seat, Move.parse(text, self.session.game.deck))

    error = found(Odd)
    assert error.check == "plays to the end"
    assert "raises NotationError" in error.problem
    assert "after '' was typed" in error.problem


def test_one_that_breaks_at_an_illegal_move() -> None:
    class Odd(Chat):
        def type(self, seat: int, text: str) -> None:
            try:
                move = Move.parse(text, self.session.game.deck)
            except CrazyEightsError:
                return
            self.session.apply(seat, move)

    assert "raises IllegalMoveError" in found(Odd).problem


def test_one_that_knows_only_the_french_deck() -> None:
    class Odd(Chat):
        def type(self, seat: int, text: str) -> None:
            try:
                self.session.apply(seat, Move.parse(text))
            except CrazyEightsError as error:
                self.say(str(error))

    error = found(Odd)
    assert error.check == "moves as told"
    assert error.case is not None
    assert error.case.game.name == "colours-to-check"


def test_one_that_moves_without_being_told() -> None:
    class Odd(Chat):
        def type(self, seat: int, text: str) -> None:
            self.session.apply(seat, self.session.legal_moves(seat)[-1])

    error = found(Odd)
    assert error.check == "moves as told"
    assert "did not ask for" in error.problem


def test_one_that_shows_other_hands() -> None:
    class Odd(Chat):
        def turn(self, seat: int) -> bool:
            self.say(" / ".join(" ".join(card.sign for card in hand) for hand in self.session.state.hands))
            return super().turn(seat)

    error = found(Odd)
    assert error.check == "hides other hands"
    assert "it shows the cards of seat 1" in error.problem


def test_a_driven_one_that_shows_other_hands() -> None:
    def leak(console: Console) -> None:
        board = Board.boards[int(console.find(r"board (\d+)"))]
        for _, move in console.turns():
            console.saw(str(board.session.state.hands))
            board.sent.append(f"{move}\n")
            board.news.set()
        board.left.set()

    assert found(Board, user=leak).check == "hides other hands"


def test_one_that_hangs() -> None:
    done = threading.Event()

    class Odd(Chat):
        def read(self) -> str:
            done.wait(20)
            return ""

    error = found(Odd, seconds=0.3)
    done.set()
    assert error.check == "plays to the end"
    assert "did nothing for 0.3 s; it does not read the standard input, so check_frontend needs a user" in error.problem


def test_a_driven_one_that_does_nothing() -> None:
    def idle(console: Console) -> None:
        board = Board.boards[int(console.find(r"board (\d+)"))]
        list(console.turns())
        board.left.set()

    error = found(Board, seconds=0.5, user=idle)
    assert (error.check, "it did nothing after that move" in error.problem) == ("plays to the end", True)
    error = found(Board, seconds=0.3, user=lambda console: console.find("nothing of the sort"))
    assert error.check == "can be driven"
    for board in Board.boards:
        board.left.set()
        board.news.set()


def test_one_that_never_ends_though_the_input_does() -> None:
    class Odd(Chat):
        def turn(self, seat: int) -> bool:
            super().turn(seat)
            return True

    error = found(Odd)
    assert error.check == "ends with the input"
    assert "asks and asks though the input has ended" in error.problem


def test_one_that_takes_the_end_of_the_input_for_a_good_end() -> None:
    class Odd(Chat):
        def end(self, code: int) -> int:
            return super().end(0)

    error = found(Odd)
    assert error.check == "gives an exit code"
    assert "when the input ended in the middle of a round; it must be 3" in error.problem


def test_nothing_of_the_users_is_touched(tmp_path: Path) -> None:
    folders = []

    class Odd(Chat):
        def run(self) -> Any:
            folders.append(self.request.folders)
            (self.request.folders.data).mkdir()
            return super().run()

    check_frontend(spec(Odd))
    assert len(folders) == 4
    assert not any(each.data.exists() for each in folders)
