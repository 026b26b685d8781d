"""What is left to choose once a card is picked."""

from __future__ import annotations

import pytest

from crazyeights import Game, Rule
from crazyeights.cards import HEARTS, SUITS, Card
from crazyeights.choices import Choice
from crazyeights.moves import Move
from crazyeights.state import State


def dealt(game: Game, hands: str, starter: str = "9S") -> State:
    """Deal these hands, one seat after another, each a list of cards parted by blanks."""
    seats = [[Card.parse(text) for text in hand.split()] for hand in hands.split("/")]
    first = [card for cards in zip(*seats, strict=True) for card in cards]
    first.append(Card.parse(starter))
    return game.deal(deck=[*first, *(card for card in game.deck.cards if card not in first)])


def swapping() -> Rule:
    return Rule("sevens-swap", "Sevens swap.", "A 7 swaps hands.", lambda build: build.swap_hands(build.rank("7")))


def choice(state: State, card: str) -> Choice:
    assert state.to_move is not None
    return Choice.of(state.view(state.to_move), Card.parse(card))


def test_a_plain_card_leaves_nothing_to_choose() -> None:
    state = dealt(Game("plain", options={"hand_size": 3}), "2S 3D 8H/2C 3C 4C")
    plain = choice(state, "2S")
    assert (plain.suits, plain.seats, plain.may_announce) == ((), (), False)
    assert plain.move() is Move.parse("2S")


def test_a_card_that_can_not_be_played_has_no_move() -> None:
    state = dealt(Game("plain", options={"hand_size": 3}), "2S 3D 8H/2C 3C 4C")
    assert choice(state, "3D").moves == ()
    assert choice(state, "3D").move() is None


def test_an_eight_asks_for_the_suit() -> None:
    state = dealt(Game("plain", options={"hand_size": 3}), "2S 3D 8H/2C 3C 4C")
    eight = choice(state, "8H")
    assert eight.suits == SUITS
    assert eight.move() is None
    assert eight.move(HEARTS) is Move.parse("8H=H")


def test_a_swap_asks_for_the_seat() -> None:
    game = Game("classic", 3, [swapping()], options={"hand_size": 2})
    seven = choice(dealt(game, "7S 3D/2C 3C/4C 5C"), "7S")
    assert seven.seats == (1, 2)
    assert seven.move() is None
    assert seven.move(swap=2) is Move.parse("7S@2")


@pytest.mark.parametrize(("announce", "expected"), [(None, "2S!"), (True, "2S!"), (False, "2S")])
def test_a_last_card_is_announced_unless_one_wants_to_forget_it(announce: bool | None, expected: str) -> None:
    game = Game("plain", options={"hand_size": 2, "last_card_call": 2})
    last = choice(dealt(game, "2S 3D/2C 3C"), "2S")
    assert last.last_card
    assert last.move(announce=announce) is Move.parse(expected)


@pytest.mark.parametrize(("announce", "expected"), [(None, "2S"), (True, "2S!"), (False, "2S")])
def test_a_false_call_is_made_only_on_purpose(announce: bool | None, expected: str) -> None:
    game = Game("plain", options={"hand_size": 3, "last_card_call": 2, "false_call": 1})
    early = choice(dealt(game, "2S 3D 4D/2C 3C 4C"), "2S")
    assert not early.last_card
    assert early.move(announce=announce) is Move.parse(expected)


def test_where_nothing_is_announced_asking_for_it_changes_nothing() -> None:
    state = dealt(Game("plain", options={"hand_size": 2}), "2S 3D/2C 3C")
    assert choice(state, "2S").move(announce=True) is Move.parse("2S")


def test_a_card_may_be_given() -> None:
    left = Rule("nines-left", "Nines.", "A 9 lets everybody pass.", lambda build: build.pass_left(build.rank("9")))
    game = Game("classic", 3, [left], options={"hand_size": 2})
    state = dealt(game, "9H 3D/2C 3C/4C 5C")
    state.apply(Move.parse("9H"))
    given = choice(state, "3D")
    assert given.gives
    assert given.move() is Move.parse("give 3D")
