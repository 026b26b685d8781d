"""Every variant at the full-screen table and in line mode: whole matches by a scripted player, and a monkey."""

from __future__ import annotations

import io
import re
from collections.abc import Sequence
from itertools import count
from random import Random

import pytest

from crazyeights import Game, Move, Seat, Session
from crazyeights.controller import Controller
from crazyeights.hints import Adviser
from crazyeights.options import OptionValue
from crazyeights.plugins import default_registry
from crazyeights.session import strategy_rng
from crazyeights.settings import Settings
from crazyeights.specs import seat_names
from crazyeights_terminal.fullscreen.keymap import _BY_MODE
from crazyeights_terminal.fullscreen.play import Play
from crazyeights_terminal.fullscreen.scene import Mode
from crazyeights_terminal.line import LineGame
from crazyeights_terminal.output import Printer
from crazyeights_terminal.parse import Command
from crazyeights_terminal.reader import Choice
from support_line import AtOnce
from support_terminal import Desk, Inline, keys_for, reachable

VARIANTS = [name for name, variant in default_registry().variants.items() if variant.draw is None]
DRAWN = ["surprise-2", "surprise-7", "surprise-15"]
# House rules and options for what no variant has.
HOUSES: dict[str, tuple[tuple[str, ...], dict[str, OptionValue]]] = {
    "exchanges": (("seven-swap", "ten-rotate", "three-pass-left"), {"last_card_call": 2, "false_call": 1}),
    "partners": (("all-of-a-rank",), {"partners": True, "last_card_acts": True}),
    "jokers": (("joker-wild", "joker-draw-four", "stack-jokers"), {"jokers": 2, "decks": 2, "wild_starter": "called"}),
}


def game_of(name: str) -> Game:
    """A short match of a variant, or of classic with house rules."""
    ends: dict[str, OptionValue] = {"rounds": 1 if name == "countdown" else 2, "target": None, "target_step": 0}
    if name in HOUSES:
        rules, options = HOUSES[name]
        return Game("classic", 4, rules, options={**options, **ends})
    return Game(name, options=ends)


def table_of(name: str, seed: int) -> Session:
    """A table with one person and computers that play well enough to come to an end."""
    game = game_of(name)
    names = seat_names([seat == 0 for seat in range(game.players)])
    greedy = default_registry().strategy("greedy")
    seats = [Seat(names[0])]
    seats += [Seat(names[at], greedy.make(strategy_rng(seed, at)), "greedy") for at in range(1, game.players)]
    return Session(game, seats, seed)


def sit_down(name: str, seed: int = 1, *, announce: str = "auto") -> Desk:
    settings = Settings()
    settings.override("pace", 0.0)
    settings.override("announce", announce)
    clock = map(float, count()).__next__
    return Desk(Play(table_of(name, seed), default_registry(), settings, executor=Inline(), clock=clock))


def choose(rng: Random, moves: Sequence[Move]) -> Move:
    """Choose like somebody who wants to get on: rather play than draw or end the turn."""
    plays = [move for move in moves if move.card is not None]
    return rng.choice(plays if plays and rng.random() < 0.9 else list(moves))


def make(desk: Desk, rng: Random, move: Move) -> None:
    """Make a move by keys, with the mouse or typed."""
    play = desk.play
    way = rng.choice(("keys", "mouse", "typed"))
    if way == "typed" and play.ui.mode is Mode.TABLE:
        desk.press(":", *str(move), "enter")
    elif way == "mouse" and move.card is not None and not move.announces and play.ui.mode is Mode.TABLE:
        desk.click("play", play.table.hand.index(move.card))
        if play.ui.mode is Mode.CHOOSE and move.suit is not None:
            desk.click("choose", play.table.suits.index(move.suit))
        if play.ui.mode is Mode.SEAT and play.ui.draft is not None and move.swap is not None:
            desk.click("seat", play.ui.draft.choice.seats.index(move.swap))
    else:
        desk.press(*keys_for(play, move))


@pytest.mark.parametrize("announce", ["auto", "manual"])
@pytest.mark.parametrize("name", [*VARIANTS, *DRAWN, *HOUSES])
def test_a_match_on_the_screen_is_the_one_that_the_same_moves_give(name: str, announce: str) -> None:
    rng = Random(f"{name} {announce}")
    desk = sit_down(name, announce=announce)
    session, made = desk.play.session, []
    while not session.match_over:
        if session.over:
            desk.press("enter")
            continue
        move = choose(rng, reachable(desk.play, session.legal_moves(0)))
        before = session.position
        make(desk, rng, move)
        assert session.position > before, f"{move} was not made:\n{desk.text}"
        made.append(move)
    assert "The match is over" in desk.text
    again = table_of(name, 1)
    mine = iter(made)
    while not again.match_over:
        if (seat := again.to_move) is None:
            again.new_round()
            continue
        strategy = again.seats[seat].strategy
        again.apply(seat, next(mine) if strategy is None else strategy.choose(again.view_for(seat)))
    assert next(mine, None) is None
    assert again.match.sheet == session.match.sheet
    desk.press("enter")
    assert (session.match.number, session.match.round, session.match.scores) == (1, 0, (0,) * len(session.seats))


def keys_at_random(rng: Random, desk: Desk) -> None:
    """Press or click anything at all."""
    if rng.random() < 0.25:
        desk.click_at(rng.randrange(desk.size[0]), rng.randrange(desk.size[1]))
        return
    known = list(_BY_MODE[desk.play.ui.mode])
    desk.press(rng.choice([*known, *"dpshc1234=!9 8h=", "f1", "é", "enter", "up"]))


@pytest.mark.parametrize("name", [*VARIANTS, *DRAWN, *HOUSES])
def test_a_monkey_breaks_nothing_and_a_person_can_still_finish(name: str) -> None:
    rng = Random(f"monkey of {name}")
    desk = sit_down(name, announce=rng.choice(("auto", "manual")))
    for number in range(150):
        if number % 30 == 0:
            desk.size = rng.choice(((80, 24), (72, 20), (130, 40), (60, 10)))
            desk.app.paint(*desk.size)
        keys_at_random(rng, desk)
        desk.play.leaving = False
    desk.size = (80, 24)
    desk.app.paint(*desk.size)
    session = desk.play.session
    for _ in range(3000):
        if desk.play.ui.mode is Mode.OVER:
            break
        if desk.play.ui.mode is Mode.TABLE and desk.play.table.yours:
            make(desk, rng, choose(rng, reachable(desk.play, session.legal_moves(0))))
        elif desk.play.ui.mode is Mode.CHOOSE:
            desk.press("enter")
        else:
            desk.press("escape")
    assert session.over


# In line mode


class Typist:
    """Types a legal move, in the notation or in words; after a round goes on."""

    interactive = False

    def __init__(self, rng: Random, session: Session) -> None:
        self.rng = rng
        self.session = session

    def ask(self, question: str, choices: Sequence[Choice] = (), *, cancel: bool = False) -> str:
        if "yes or quit" in question:
            return "quit" if self.session.match_over else "yes"
        moves = [choice for choice in choices if choice.text not in set(Command)]
        plays = [choice for choice in moves if choice.text not in {"draw", "pass", "done"}]
        choice = self.rng.choice(plays if plays and self.rng.random() < 0.9 else moves)
        if cancel:
            # What stands beside a player's name is how many cards there are.
            return choice.text
        text = choice.meaning if self.rng.random() < 0.5 else choice.text
        # What is left out is asked for.
        asks = self.rng.random() < 0.5 and not text.startswith(("=", "call"))
        return re.split(r"=|@|,| and call| and swap", text)[0] if asks else text

    def hide(self) -> None:
        raise AssertionError("one person needs no hiding")


@pytest.mark.parametrize("name", [*VARIANTS, *DRAWN, *HOUSES])
def test_a_match_in_line_mode_comes_to_its_end_without_a_refusal(name: str) -> None:
    session = table_of(name, 2)
    output = io.StringIO()
    printer = Printer(output)
    controller = Controller(session, think_time=0, executor=AtOnce())
    typist = Typist(Random(name), session)
    game = LineGame(session, controller, typist, printer, adviser=Adviser({}), clock=count().__next__)
    assert game.run() == 0
    assert session.match_over
    text = output.getvalue()
    assert "The match is over: " in text
    assert f"Final scores after {session.match.played} round" in text
    for refused in (
        "matches neither",
        "is neither a card",
        "may not",
        "does not hold",
        "names no player",
        "is not a suit",
    ):
        assert refused not in text
