"""Checks a variant: that its rules and options go together, its deck can be written, and all can play it."""

from __future__ import annotations

import pickle
from collections.abc import Iterable
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory
from typing import Final, NoReturn

from crazyeights.cards import Card, Suit
from crazyeights.errors import describe_error
from crazyeights.game import Game
from crazyeights.guide import guide, render
from crazyeights.plugins import default_registry
from crazyeights.record import Recorder, read_record
from crazyeights.rules import Rule, Variant
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.specs import StrategySpec
from crazyeights.testing.cases import Case, Subject
from crazyeights.testing.catalogue import Catalogue, contents, drawn, shipped
from crazyeights.testing.hidden import World, leak
from crazyeights.testing.rounds import (
    LONGEST,
    Round,
    any_move,
    blaming,
    check_notation,
    check_repeatable,
    sensible,
    silent,
)

#: pytest shows where the author's test failed, not where in here.
__tracebackhide__ = True

# Those of the game's own strategies that don't think for long.
_PLAYERS: Final = ("random", "greedy", "careful")
# A strategy may draw as often as it likes, so a round of strategies need not end.
_STRATEGY_MOVES: Final = 150
# How many variants of a family that is drawn by chance are looked at.
_DRAWN: Final = 3
# Moves are written with these, and with blanks.
_SIGNS: Final = frozenset("=@!, ")
_LEAKS_AFTER: Final = (6, 20)
_WORLDS: Final = 3


def check_variant(variant: Variant | str, *, rules: Iterable[Rule] = (), seed: int = 0) -> None:
    """Check that a variant keeps to what the game expects of variants.

    Checked are: that it describes itself; that its rules are there and go together with its options, for every number
    of players; that each card and move is read as it is written; that rounds end, and that at every move the deck is
    whole, somebody can move and no view shows what a seat may not know; that the same deck and moves give the same
    round; that the guide can be written; that the game's simple strategies can play it; and that a record of it can be
    read again.

    Args:
        variant: the variant, or the name of an installed one.
        rules: the rules that it brings along, if they are not installed.
        seed: what all the rounds follow from.

    Raises:
        CheckError: says what is wrong, and in which round it showed.
        UnknownNameError: no variant of that name is installed.
    """
    found = default_registry().variant(variant) if isinstance(variant, str) else variant
    if not isinstance(found, Variant):
        raise TypeError(f"check_variant takes a Variant or the name of one, not {found!r}")
    if found.draw is None:
        _VariantCheck(found, tuple(rules), seed).run()
        return
    for number in range(seed, seed + _DRAWN):
        with blaming(Subject("variant", found.name), f"can draw {number}"):
            one = drawn(found, number)
        _VariantCheck(one, tuple(rules), seed).run()


class _VariantCheck:
    def __init__(self, variant: Variant, rules: tuple[Rule, ...], seed: int) -> None:
        self.variant = variant
        self.subject = Subject("variant", variant.name)
        self.catalogue = Catalogue(rules, [variant])
        self.rng = Random(f"{variant.name} {seed}")
        self.seed = seed

    def run(self) -> None:
        """Make all the checks, the cheap ones first."""
        self.subject.check_texts(self.variant.summary)
        with silent(self.subject):
            games = [self.game(players) for players in range(self.variant.min_players, self.variant.max_players + 1)]
            usual = self.game(self.variant.default_players)
            self.can_be_written(usual)
            self.is_the_same_each_time(usual)
            with blaming(self.subject, "is in the guide", Case(usual)):
                render(guide(usual))
        for game in games:
            self.plays(game)
        for name in _PLAYERS:
            self.is_played_by(shipped().strategy(name), usual)
        self.is_recorded(usual)

    def game(self, players: int) -> Game:
        """Make the game for so many players."""
        with blaming(self.subject, f"can be played by {players}"):
            return Game(self.variant, players, registry=self.catalogue)

    def can_be_written(self, game: Game) -> None:
        """Check that every card is read as itself, and every suit too: records, people and screens rely on it."""
        for suit in game.deck.suits:
            if not (len(suit.letter) == 1 and suit.letter.isupper()):
                self.unreadable(f"the suit {suit.name} has the letter {suit.letter!r}, which is not one capital")
            if not (len(suit.sign) == 1 and suit.sign.isprintable()):
                self.unreadable(f"the suit {suit.name} has the sign {suit.sign!r}, which is not one character")
            if _suit(suit.letter, game) is not suit or _suit(suit.name, game) is not suit:
                self.unreadable(f"the suit {suit.name} is read as another one")
        for card in game.deck.faces:
            for text in (str(card), str(card).lower(), card.sign):
                if set(text) & _SIGNS:
                    self.unreadable(f"the card written {text!r} has a sign that moves are written with")
                read = _card(text, game)
                if read is not card:
                    self.unreadable(f"the card written {text!r} is read as {read}; rename its rank or suit")

    def unreadable(self, problem: str) -> NoReturn:
        self.subject.fail("cards can be written", problem)

    def is_the_same_each_time(self, game: Game) -> None:
        again = self.game(game.players)
        if contents(game.ruleset) != contents(again.ruleset):
            self.subject.fail("is the same each time", "compiled a second time its rules are others", Case(game))
        try:
            pickle.dumps(game.ruleset)
        except Exception as error:  # noqa: BLE001  # whatever a stranger's object raises
            self.subject.fail("can be pickled", describe_error(error), Case(game))

    def plays(self, game: Game) -> None:
        for number in range(3):
            played = Round(self.subject, game, self.seed + number, first=number % game.players)
            played.play(sensible(Random(self.rng.random())))
            if played.state.outcome is None:
                played.fail("rounds end", f"after {LONGEST} moves the round is not over, though whoever could play did")
            for move in played.moves:
                check_notation(self.subject, move, game, played.case)
        check_repeatable(played)
        for count in _LEAKS_AFTER:
            self.leaks_nothing(played, count)
        Round(self.subject, game, self.seed).play(any_move(Random(self.rng.random())), 80)

    def leaks_nothing(self, played: Round, count: int) -> None:
        found = leak(World.of(played.case, played.events).until(count), 0, Random(self.rng.random()), _WORLDS)
        if found is not None:
            count, what = found
            case = Case(played.game, played.seed, played.case.deck, tuple(played.moves[:count]), played.first)
            problem = f"seat 0 can tell where cards lie that it has never seen: view.{what} depends on them"
            self.subject.fail("views leak nothing", problem, case)

    def is_played_by(self, spec: StrategySpec, game: Game) -> None:
        """Let one of the game's own strategies play."""
        players = [spec.make(strategy_rng(self.seed, seat)) for seat in range(game.players)]
        played = Round(self.subject, game, self.seed)
        while played.state.to_move is not None and len(played.moves) < _STRATEGY_MOVES:
            seat = played.state.to_move
            with blaming(self.subject, f"can be played by {spec.name}", played.case):
                move = players[seat].choose(played.state.view(seat))
            if move not in played.state.legal_moves():
                played.fail(
                    f"can be played by {spec.name}", f"the strategy {spec.name} chose {move}, which is not legal"
                )
            played.apply(move)

    def is_recorded(self, game: Game) -> None:
        """Write a record of a round and read it, as `--resume` and `replay` do."""
        choose = sensible(Random(self.rng.random()))
        with TemporaryDirectory() as folder:
            path = Path(folder) / "round.jsonl"
            with blaming(self.subject, "can be recorded", Case(game)):
                seats = [Seat(f"Player {seat}") for seat in range(game.players)]
                with Session(game, seats, self.seed, recorder=Recorder(path)) as session:
                    for _ in range(LONGEST):
                        if session.to_move is None:
                            break
                        session.apply(session.to_move, choose(session.state))
                (read,) = read_record(path, self.catalogue)
            if read.outcome != session.state.outcome:
                self.subject.fail("can be recorded", "the record is read as another round", Case(game, self.seed))


def _suit(text: str, game: Game) -> Suit | None:
    try:
        return Suit.parse(text, game.deck.suits)
    except ValueError:
        return None


def _card(text: str, game: Game) -> Card | None:
    try:
        return Card.parse(text, game.deck)
    except ValueError:
        return None
