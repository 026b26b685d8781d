"""What a check says when it fails: what is wrong, and all that it takes to see it again."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NoReturn

from crazyeights.cards import Card
from crazyeights.game import Game
from crazyeights.moves import Move
from crazyeights.state import State

#: pytest shows where the author's test failed, not where in here.
__tracebackhide__ = True

# More moves than these are not printed; `case.moves` has all of them.
_SHOWN_MOVES: Final = 200


@dataclass(frozen=True, slots=True)
class Case:
    """A round up to the move at which something was wrong.

    Attributes:
        game: what was played.
        seed: what the deal followed from; None if the deck was laid by hand.
        deck: the cards in dealing order; empty if nothing was dealt.
        moves: what was played, the last one being the one at fault where one is.
        first: the seat that moved first.
    """

    game: Game
    seed: int | None = None
    deck: tuple[Card, ...] = ()
    moves: tuple[Move, ...] = ()
    first: int = 0

    def replay(self) -> State:
        """Play the round again, up to and with the last of the moves."""
        return replay(self.game, self.deck, self.moves, first=self.first)

    def __str__(self) -> str:
        lines = [f"game:  {describe_game(self.game)}"]
        if self.seed is not None:
            lines.append(f"seed:  {self.seed}")
        if self.deck:
            lines += [f"deck:  {' '.join(map(str, self.deck))}", f"first: seat {self.first}"]
            shown = ", ".join(map(str, self.moves[:_SHOWN_MOVES])) or "none yet"
            more = len(self.moves) - _SHOWN_MOVES
            lines.append(f"moves: {shown}{f' and {more} more (error.case.moves has all)' if more > 0 else ''}")
            lines.append("crazyeights.testing.replay(game, deck, moves, first=…) plays this again.")
        return "\n".join(lines)


class CheckError(AssertionError):
    """A plugin does not keep to what its kind promises; `str()` says what is wrong, and how to see it again.

    Attributes:
        subject: what was checked, as in "the rule rain".
        check: the check that failed, as in "rounds end".
        problem: what is wrong, in one line.
        case: the round in which it showed; None if it takes no round.
    """

    def __init__(self, subject: str, check: str, problem: str, case: Case | None = None) -> None:
        self.subject = subject
        self.check = check
        self.problem = problem
        self.case = case
        where = "" if case is None else "\n" + "\n".join(f"    {line}" for line in str(case).splitlines())
        super().__init__(f'{subject} fails the check "{check}": {problem}{where}')

    def __reduce__(self) -> tuple[type[CheckError], tuple[str, str, str]]:
        # Without the round, whose rules need not be picklable: that may be the very fault.
        return (type(self), (self.subject, self.check, self.problem))


@dataclass(frozen=True, slots=True)
class Subject:
    """What is being checked; raises what is wrong with it.

    Attributes:
        kind: "rule", "variant", "strategy" or "frontend".
        name: its name.
    """

    kind: str
    name: str

    def __str__(self) -> str:
        return f"the {self.kind} {self.name}"

    def fail(self, check: str, problem: str, case: Case | None = None, cause: BaseException | None = None) -> NoReturn:
        """Raise the error for a check that failed; `cause` is what was raised, for the author to see where."""
        error = CheckError(str(self), check, problem, case)
        if cause is not None:
            raise error from cause
        raise error

    def check_texts(self, summary: object) -> None:
        """Check the summary that lists show: a line of text that says something."""
        if not isinstance(summary, str) or not summary.strip():
            self.fail("describes itself", f"its summary is {summary!r}; it must say in one line what it is")
        if "\n" in summary or not summary.isprintable():
            self.fail("describes itself", f"its summary is more than one line of text: {summary!r}")


def describe_game(game: Game) -> str:
    """Write how a game is made, as Python."""
    variant = game.variant
    named = f'Variant("{BARE}", "no special cards")' if variant.name == BARE else f'"{variant.name}"'
    parts = [named, f"players={game.players}"]
    for what, value in (
        ("rules_added", list(game.rules_added)),
        ("rules_removed", list(game.rules_removed)),
        ("roles", list(game.roles)),
        ("options", game.options_given),
    ):
        if value:
            parts.append(f"{what}={value!r}".replace("'", '"'))
    return f"Game({', '.join(parts)})"


#: The name of the variant without any rules in which a rule is alone.
BARE: Final = "bare"


def replay(game: Game, deck: str | Iterable[Card], moves: str | Iterable[str | Move] = (), *, first: int = 0) -> State:
    """Deal a deck and make the given moves; a failed check prints what to give.

    Args:
        game: what is played.
        deck: the cards in dealing order, or their notation with blanks between them.
        moves: the moves, or their notation with commas between them.
        first: the seat that moves first.

    Raises:
        NotationError, DeckError: something is no card, no move, or no whole deck.
        IllegalMoveError: a move is not legal.
    """
    cards = read_cards(deck, game) if isinstance(deck, str) else tuple(deck)
    state = game.deal(deck=cards, first=first)
    return play(state, moves)


def play(state: State, moves: str | Iterable[str | Move]) -> State:
    """Make some moves and give the state back.

    Args:
        state: the round.
        moves: the moves, or their notation with commas between them.

    Raises:
        NotationError: something is no move.
        IllegalMoveError: a move is not legal.
    """
    words: Sequence[str | Move]
    words = [word for word in moves.split(",") if word.strip()] if isinstance(moves, str) else list(moves)
    for word in words:
        state.apply(word if isinstance(word, Move) else Move.parse(word, state.game.deck))
    return state


def read_cards(text: str, game: Game) -> tuple[Card, ...]:
    """Read cards written with blanks between them.

    Raises:
        NotationError: something is no card of the game's deck.
    """
    return tuple(Card.parse(word, game.deck) for word in text.split())
