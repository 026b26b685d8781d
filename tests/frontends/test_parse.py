"""What a player types in line mode."""

from __future__ import annotations

import dataclasses
from random import Random
from typing import Any

import pytest

from crazyeights import DONE, DRAW, PASS, Card, Deck, Game, NotationError, Rank, Suit, View
from crazyeights.moves import Move
from crazyeights.plugins import default_registry
from crazyeights.words import describe_move
from crazyeights_terminal.parse import COMMANDS, Command, parse, parse_seat, parse_suit
from support_decks import deal, play


@pytest.fixture(scope="module")
def view() -> View:
    """Seat 0 holds two eights, a single queen and the ten of clubs."""
    view: View = deal("classic", ["8H 8D QS 10C", "3C 4C 5C 6C"], "9D").view(0)
    return view


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        # The notation, in any case, with signs, spaces and `T`.
        ("QS", "QS"),
        ("qs", "QS"),
        ("  qS  ", "QS"),
        ("q s", "QS"),
        ("10c", "10C"),
        ("10C", "10C"),
        ("10 c", "10C"),
        ("tc", "10C"),
        ("t c", "10C"),
        ("Q♠", "QS"),
        ("q ♠", "QS"),
        ("q♠\ufe0f", "QS"),
        ("10♣", "10C"),
        ("3h", "3H"),
        ("\x1aq s\x1a.", "QS"),
        # Words.
        ("queen of spades", "QS"),
        ("Queen Of Spades.", "QS"),
        ("the queen of spades", "QS"),
        ("play the queen of spades", "QS"),
        ("play qs", "QS"),
        ("queen spades", "QS"),
        ("queen of spade", "QS"),
        ("10 of clubs", "10C"),
        ("ten of clubs", "10C"),
        ("eight of hearts", "8H"),
        ("8 of hearts", "8H"),
        ("ace of spades", "AS"),
        ("a s", "AS"),
        ("as", "AS"),
        ("play an as", "AS"),
        # An eight and the suit it calls.
        ("8H=D", "8H=D"),
        ("8h=d", "8H=D"),
        ("8h = d", "8H=D"),
        ("8 h = d", "8H=D"),
        ("8h=diamonds", "8H=D"),
        ("8h=diamond", "8H=D"),
        ("8h=♦", "8H=D"),
        ("8h d", "8H=D"),
        ("8 h d", "8H=D"),
        ("8hd", "8H=D"),
        ("8♥♦", "8H=D"),
        ("8h, d", "8H=D"),
        ("8h diamonds", "8H=D"),
        ("8 of hearts, diamonds", "8H=D"),
        ("8 of hearts and call diamonds", "8H=D"),
        ("play the eight of hearts and call diamonds", "8H=D"),
        # The first suit after a rank is the card's own.
        ("8 d", "8D"),
        ("8 d h", "8D=H"),
        ("8d", "8D"),
        # Where there is one of a rank in the hand, its suit need not be typed.
        ("q", None),  # ... but a command's short form goes first
        ("queen", "QS"),
        ("10", "10C"),
        ("ten", "10C"),
        ("t", "10C"),
    ],
)
def test_cards(view: View, text: str, expected: str | None) -> None:
    assert parse(text, view) == (Command.QUIT if expected is None else Move.parse(expected))


@pytest.mark.parametrize("text", ["draw", "d", "D", " Draw ", "draw."])
def test_drawing(view: View, text: str) -> None:
    assert parse(text, view) is DRAW


@pytest.mark.parametrize("text", ["pass", "p", "PASS"])
def test_passing(view: View, text: str) -> None:
    assert parse(text, view) is PASS


@pytest.mark.parametrize("command", Command)
def test_commands(view: View, command: Command) -> None:
    assert parse(command.value, view) is command
    assert parse(f" {command.value.upper()} ", view) is command
    assert COMMANDS[command]


@pytest.mark.parametrize(("text", "command"), [("?", Command.HELP), ("q", Command.QUIT), ("exit", Command.QUIT)])
def test_short_commands(view: View, text: str, command: Command) -> None:
    assert parse(text, view) is command


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "nothing was typed; type a card, draw, pass, or help"),
        ("   ", "nothing was typed; type a card, draw, pass, or help"),
        (".", "nothing was typed; type a card, draw, pass, or help"),
        ("1h", "'1h' is not a card: '1' is not a rank; the ranks are A, 2, 3"),
        ("11h", "'11h' is not a card: '11' is not a rank"),
        ("3z", "'3z' is not a card: it must end with its suit, one of S (spades), H (hearts)"),
        ("kx", "'kx' is not a card: it must end with its suit"),
        ("zd", "'zd' is not a card: 'z' is not a rank"),
        ("8h=", "'8h=' calls no suit: after = comes the suit, as in 8H=D"),
        ("8h=x", "'x' is not a suit; the suits are S (spades), H (hearts), D (diamonds), C (clubs)"),
        ("8h x", "'x' is not a suit; the suits are"),
        ("8 x", "'x' is not a suit; the suits are"),
        ("8h=d=c", "'d=c' is not a suit; the suits are"),
        ("8h d c", "'8h d c' calls more than one suit"),
        ("8h 9h", "'8h 9h' is more than one card; play one at a time"),
        ("8h 9", "'8h 9' is more than one card; play one at a time"),
        ("hearts", "hearts is a suit; a card is its rank and its suit, as in 8H"),
        ("h", "hearts is a suit; a card is its rank and its suit, as in 8H"),
        ("8", "which 8? You hold 8H and 8D"),
        ("9", "you hold no 9"),
        ("king", "you hold no king"),
        ("play", "'play' is not a card; a card is its rank and its suit, as in 8H"),
        ("h 8", "'h 8' is not a card; a card is its rank and its suit, as in 8H"),
        ("*1", "'*1' is not a joker; this deck has no jokers"),
        ("drwa", "'drwa' is neither a card nor a command; did you mean draw?"),
        ("dr", "'dr' is neither a card nor a command; did you mean draw?"),
        ("qiut", "'qiut' is neither a card nor a command; did you mean quit?"),
        ("ruels", "'ruels' is neither a card nor a command; did you mean rules?"),
        ("xyzzy", "'xyzzy' is neither a card nor a command; type help for what there is"),
        ("play it again", "'it' is neither a card nor a command"),
        ("8 of harts", "'harts' is not a suit"),
        # Keys such as Ctrl-Z that did nothing are no part of what was meant, nor of what is said.
        ("\x1a", "nothing was typed; type a card, draw, pass, or help"),
        ("xyz\x1a", "'xyz' is neither a card nor a command"),
        ("3z\x00", "'3z' is not a card"),
        # What is complained of is told as it was typed.
        ("DRWA", "'DRWA' is neither a card nor a command; did you mean draw?"),
        ("Xyzzy", "'Xyzzy' is neither a card nor a command"),
        ("3Z", "'3Z' is not a card: it must end with its suit"),
        ("8H of Harts", "'Harts' is not a suit"),
        ("8H 9H", "'8H 9H' is more than one card"),
        ("8H=", "'8H=' calls no suit: after = comes the suit, as in 8H=D"),
        ("Play", "'Play' is not a card"),
        # One move at a time.
        ("draw draw", "'draw draw' is more than one move; make one at a time, as in draw"),
        ("D d", "'D d' is more than one move; make one at a time, as in draw"),
        ("draw 2", "'draw 2' is more than one move; make one at a time, as in draw"),
        ("draw, then QS", "'draw, then QS' is more than one move; make one at a time, as in draw"),
        ("pass pass", "'pass pass' is more than one move; make one at a time, as in pass"),
        ("QS draw", "'QS draw' is more than one move; make one at a time, as in draw"),
        # Where no last card is announced, an exclamation mark alone says nothing.
        ("!", "! goes after a card and announces your last one; no last card is announced in this game"),
        (" !! ", "! goes after a card and announces your last one; no last card is announced in this game"),
        ("8h" * 1000, "'8h8h8h8h8h8h8h8h8h8h8h8h8h8h8h8h8h8h8h8h' and so on is too long"),
    ],
)
def test_what_does_not_match_is_said(view: View, text: str, message: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse(text, view)
    assert str(caught.value).startswith(message)
    assert "\n" not in str(caught.value)


def test_every_legal_move_can_be_typed_in_its_notation_and_in_words() -> None:
    for seed in range(5):
        view = Game("classic", options={"hand_size": 20, "jokers": 0}).deal(seed=seed).view(0)
        for move in view.legal_moves:
            assert parse(str(move), view) is move
            if move.card is not None:
                called = f" and call {move.suit.name}" if move.suit is not None else ""
                assert parse(f"play the {move.card.name}{called}", view) is move


HOUSES: dict[str, tuple[list[str], dict[str, Any]]] = {
    "swap": (["seven-swap", "all-of-a-rank", "three-pass-left"], {"last_card_call": 2, "false_call": 1}),
    "starter": (["jack-wild"], {"wild_starter": "called", "jokers": 2}),
}


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("house", HOUSES)
def test_every_legal_move_can_be_typed_whatever_the_rules(house: str, seed: int) -> None:
    rules, options = HOUSES[house]
    names = ("You", "Computer 1", "Kim", "Ann Lee")
    state = Game("classic", 4, rules, options={"hand_size": 6, **options}).deal(seed=seed)
    rng = Random(seed)
    for _ in range(150):
        if (seat := state.to_move) is None:
            break
        view = state.view(seat)
        for move in view.legal_moves:
            assert parse(str(move), view, names) is move
            assert parse(describe_move(move, names), view, names) is move
        state.apply(rng.choice(view.legal_moves))


@pytest.mark.parametrize(
    ("text", "seat"),
    [("@2", 2), ("kim", 2), ("Kim.", 2), ("ann", 3), ("lee", 3), ("computer 1", 1), ("1", 1), ("y", 0)],
)
def test_whose_hand_is_swapped(text: str, seat: int) -> None:
    assert parse_seat(text, ("You", "Computer 1", "Kim", "Ann Lee")) == seat


def test_a_name_that_nobody_has_is_told_as_it_was_typed() -> None:
    with pytest.raises(NotationError, match="'Kim' names no player"):
        parse_seat("Kim", ("You", "Computer 1"))


@pytest.mark.parametrize("text", ["", "7", "computer 3", "an n", "@", "@x", "@12345"])
def test_nobody_s_hand(text: str) -> None:
    with pytest.raises(NotationError, match="names no player; the players are You, Computer 1 and Computer 2"):
        parse_seat(text, ("You", "Computer 1", "Computer 2"))


def test_two_players_who_are_called_alike_are_told_apart_by_more_of_the_name() -> None:
    names = ("Player 1", "Computer 1", "Player 2")
    with pytest.raises(NotationError, match="'1' names no player"):
        parse_seat("1", names)
    assert parse_seat("2", names) == 2
    assert parse_seat("c", names) == 1


@pytest.mark.parametrize("text", ["d", "p", "pass", "done", "end turn"])
def test_the_end_of_a_turn(text: str) -> None:
    state = deal("classic", ["9H 9C 3S", "3C 4C 5C"], "9D", rules_added=["all-of-a-rank"])
    play(state, "9H")
    assert state.view(0).adding
    assert parse(text, state.view(0)) is DONE


def test_d_draws_where_nothing_can_be_added(view: View) -> None:
    assert parse("d", view) is DRAW


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("10c!", "10C!"),
        ("10 c !", "10C!"),
        ("10c last card", "10C!"),
        ("10C And Say Last Card", "10C!"),
        ("10c, last card.", "10C!"),
        ("10 of clubs and say last card", "10C!"),
        ("8h=d!", "8H=D!"),
        ("8h d!", "8H=D!"),
        ("draw!", "draw"),
        ("10c", "10C"),
    ],
)
def test_the_announcement_of_the_last_card(text: str, expected: str) -> None:
    told = deal("classic", ["8H 10C", "3C 4C"], "9D", options={"last_card_call": 2}).view(0)
    assert parse(text, told) == Move.parse(expected)


@pytest.mark.parametrize("text", ["!", "last card"])
def test_the_announcement_alone_is_a_command(text: str) -> None:
    told = deal("classic", ["8H 10C", "3C 4C"], "9D", options={"last_card_call": 2}).view(0)
    assert parse(text, told) is Command.LAST_CARD


def test_jokers() -> None:
    view = deal("classic", ["*1 4C", "5C 6C"], "9D", options={"jokers": 2}).view(0)
    for text in ("*1", "joker 1", "joker1", "joker", "the joker"):
        assert parse(text, view) == Move.parse("*1")
    assert parse("*2", view) == Move.parse("*2")


def test_two_equal_cards_are_one_choice() -> None:
    view = deal("classic", ["QS QS", "5C 6C"], "9D", options={"decks": 2}).view(0)
    assert parse("queen", view) == Move.parse("QS")


def test_a_deck_of_ones_own_is_read_by_its_own_names() -> None:
    red, blue = Suit("R", "reds", "r"), Suit("B", "blues", "b")
    deck = Deck((red, blue), (Rank("1", "one", 1), Rank("+2", "plus two", 20), Rank("3", "three", 3)))
    plain = default_registry().variant("plain")
    variant = dataclasses.replace(plain, name="own", deck=deck, rules=(), options={"hand_size": 2})
    view = Game(variant).deal(deck=deck.cards).view(0)
    assert parse("+2r", view) == Move.play(Card(deck.ranks[1], red))
    assert parse("3 b", view) == Move.play(Card(deck.ranks[2], blue))
    assert parse("one of reds", view) == Move.play(Card(deck.ranks[0], red))
    with pytest.raises(NotationError, match="'3h' is not a card"):
        parse("3h", view)


@pytest.mark.parametrize("text", ["d", "D", "♦", "diamonds", "Diamond", " diamonds. ", "d\x1a"])
def test_the_suit_that_is_called(view: View, text: str) -> None:
    assert parse_suit(text, view) == Suit.parse("D")


@pytest.mark.parametrize("text", ["x", "red", "8"])
def test_a_suit_that_does_not_exist_is_refused(view: View, text: str) -> None:
    with pytest.raises(NotationError, match="is not a suit; the suits are S"):
        parse_suit(text, view)
