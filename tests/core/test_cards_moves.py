"""Cards, suits, decks and moves: the notation there and back, and what is said about a text that is none."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from crazyeights import (
    CLUBS,
    DIAMONDS,
    DRAW,
    HEARTS,
    JOKER,
    PASS,
    RANKS,
    SPADES,
    SUITS,
    Card,
    Deck,
    DeckError,
    Move,
    MoveKind,
    NotationError,
    Rank,
    Suit,
)

FULL = Deck(jokers=2)
CARDS = st.sampled_from(FULL.faces)
CALLED = st.none() | st.sampled_from(SUITS)
MOVES = st.one_of(st.just(DRAW), st.just(PASS), st.builds(Move.play, CARDS, CALLED))
COLOURS = Deck(
    suits=(Suit("R", "reds", "r"), Suit("G", "greens", "g")),
    ranks=(Rank("1", "1", 1), Rank("11", "11", 11), Rank("REV", "reverse", 20)),
)


def any_case(text: str, capitals: list[bool]) -> str:
    return "".join(
        letter.upper() if up else letter.lower() for letter, up in zip(text, capitals * len(text), strict=False)
    )


# There and back


@given(CARDS)
def test_a_card_is_read_from_what_it_prints(card: Card) -> None:
    assert Card.parse(str(card)) is card
    assert Card.parse(card.sign) is card


@given(MOVES)
def test_a_move_is_read_from_what_it_prints(move: Move) -> None:
    assert Move.parse(str(move)) is move


@given(MOVES, st.lists(st.booleans(), min_size=1), st.sampled_from(["", " ", "\t ", "\n"]))
def test_any_case_and_blanks_around_will_do(move: Move, capitals: list[bool], blank: str) -> None:
    assert Move.parse(f"{blank}{any_case(str(move), capitals)}{blank}") is move


@given(st.sampled_from(COLOURS.faces), st.none() | st.sampled_from(COLOURS.suits))
def test_a_deck_of_ones_own_has_its_own_notation(card: Card, suit: Suit | None) -> None:
    move = Move.play(card, suit)
    assert Move.parse(str(move).lower(), COLOURS) is move


@given(st.text(max_size=8))
def test_any_other_text_is_a_notation_error_of_one_line_or_a_card(text: str) -> None:
    for parse in (Card.parse, Move.parse, Suit.parse):
        said = "read"
        try:
            parse(text)
        except NotationError as error:
            said = str(error)
        assert said
        assert len(said.splitlines()) == 1


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("10C", "10C"),
        ("TC", "10C"),
        ("tc", "10C"),
        ("t♣", "10C"),
        ("8♥", "8H"),
        ("qs", "QS"),
        ("*1", "*1"),
        ("*2", "*2"),
    ],
)
def test_other_spellings_are_read(text: str, card: str) -> None:
    assert str(Card.parse(text)) == card


@pytest.mark.parametrize("text", ["h", "H", "♥", "hearts", "Heart", " HEARTS "])
def test_a_suit_is_read_from_letter_sign_or_name(text: str) -> None:
    assert Suit.parse(text) is HEARTS


def test_moves_are_written_as_the_notation_says() -> None:
    eight = Card.parse("8H")
    texts = [str(move) for move in (Move.play(Card.parse("QH")), Move.play(eight, DIAMONDS), DRAW, PASS)]
    assert texts == ["QH", "8H=D", "draw", "pass"]
    assert [repr(thing) for thing in (eight, DRAW)] == ["Card(8H)", "Move(draw)"]


def test_cards_are_said_in_words() -> None:
    assert [Card.parse(text).name for text in ("8H", "10C", "AS", "*1")] == [
        "8 of hearts",
        "10 of clubs",
        "ace of spades",
        "joker 1",
    ]
    assert [rank.article for rank in RANKS if rank.text in {"A", "8", "9", "Q"}] == ["an ace", "an 8", "a 9", "a queen"]
    assert HEARTS.singular == "heart"


# What is wrong with a text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["no card was given", "as in 8H"]),
        ("  ", ["no card was given"]),
        ("1H", ["'1H' is not a card", "'1' is not a rank", "the ranks are A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K"]),
        ("11S", ["'11' is not a rank"]),
        ("H", ["its rank is missing"]),
        ("8", ["'8' is not a card", "must end with its suit", "H (hearts)"]),
        ("8X", ["must end with its suit", "S (spades), H (hearts), D (diamonds), C (clubs)"]),
        ("H8", ["must end with its suit"]),
        ("*", ["'*' is not a joker", "the jokers are *1, *2"]),
        ("*3", ["'*3' is not a joker"]),
        ("8 of hearts", ["'8 of hearts' is not a card"]),
        ("8HH", ["'8H' is not a rank"]),
    ],
)
def test_a_text_that_is_no_card_is_told_what_is_wrong(text: str, parts: list[str]) -> None:
    with pytest.raises(NotationError) as caught:
        Card.parse(text)
    for part in parts:
        assert part in str(caught.value)


def test_a_card_that_the_deck_lacks_is_told_so() -> None:
    with pytest.raises(NotationError, match="this deck has no jokers"):
        Card.parse("*1", Deck())
    with pytest.raises(NotationError, match=r"must end with its suit, one of R \(reds\), G \(greens\)"):
        Card.parse("8H", COLOURS)
    with pytest.raises(NotationError, match="the ranks are 1, 11, REV"):
        Card.parse("8R", COLOURS)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("", ["no move was given", "draw or pass"]),
        ("8H=", ["'8H=' calls no suit", "as in 8H=D"]),
        ("8H=X", ["'X' is not a suit", "S (spades)"]),
        ("8H=D=C", ["'D=C' is not a suit"]),
        ("=", ["'' is not a suit", "S (spades)"]),
        ("=X", ["'X' is not a suit"]),
        ("give", ["no card was given"]),
        ("give 8X", ["'8X' is not a card"]),
        ("7H@", ["'7H@' names no seat", "as in 7H@1"]),
        ("7H@x", ["names no seat"]),
        ("7H@1=D", ["names no seat"]),
        ("9Z", ["'9Z' is not a card"]),
        ("drow", ["is not a card"]),
    ],
)
def test_a_text_that_is_no_move_is_told_what_is_wrong(text: str, parts: list[str]) -> None:
    with pytest.raises(NotationError) as caught:
        Move.parse(text)
    for part in parts:
        assert part in str(caught.value)


def test_notation_errors_are_value_errors() -> None:
    assert issubclass(NotationError, ValueError)


# Objects


@given(CARDS, MOVES)
def test_cards_and_moves_are_one_object_each_even_after_pickling_and_copying(card: Card, move: Move) -> None:
    for thing in (card, move):
        assert pickle.loads(pickle.dumps(thing)) is thing
        assert copy.deepcopy(thing) is thing
    assert Card(card.rank, card.suit, card.number) is card
    assert Move(move.kind, move.card, move.suit) is move


def test_cards_made_by_many_threads_at_once_are_one_object() -> None:
    ranks = [Rank(f"T{number}", "thread", number) for number in range(50)]

    def make(_: int) -> list[Card]:
        return [Card(rank, CLUBS) for rank in ranks]

    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(make, range(16)))
    assert all(card is first for cards in made for card, first in zip(cards, made[0], strict=True))


def test_cards_and_moves_never_change() -> None:
    for thing in (Card.parse("8H"), DRAW):
        with pytest.raises(AttributeError, match="never changes"):
            thing.suit = SPADES
        with pytest.raises(AttributeError, match="never changes"):
            del thing.suit


@pytest.mark.parametrize(
    ("text", "kind", "card", "suit", "swap", "announces"),
    [
        ("9d!", MoveKind.PLAY, "9D", None, None, True),
        ("7H@2", MoveKind.PLAY, "7H", None, 2, False),
        ("8h=d@1!", MoveKind.PLAY, "8H", DIAMONDS, 1, True),
        ("done", MoveKind.DONE, None, None, None, False),
        ("=c", MoveKind.CALL, None, CLUBS, None, False),
        ("GIVE 9d", MoveKind.GIVE, "9D", None, None, False),
    ],
)
def test_the_moves_that_only_some_games_have_are_read_and_written(
    text: str, kind: MoveKind, card: str | None, suit: Any, swap: int | None, announces: bool
) -> None:
    move = Move.parse(text)
    assert (move.kind, move.suit, move.swap, move.announces) == (kind, suit, swap, announces)
    assert move.card is (None if card is None else Card.parse(card))
    assert Move.parse(str(move)) is move is pickle.loads(pickle.dumps(move))


def test_a_move_can_be_made_silent_and_announced() -> None:
    assert Move.parse("8H=D@1!").silent is Move.parse("8H=D@1")
    assert Move.parse("9D").announced is Move.parse("9D!")
    assert Move.parse("9D").silent is Move.parse("9D")


def test_impossible_cards_and_moves_are_refused() -> None:
    with pytest.raises(DeckError):
        Card(RANKS[0])
    with pytest.raises(DeckError):
        Card(JOKER, HEARTS, 1)
    with pytest.raises(NotationError):
        Move(MoveKind.PLAY)
    with pytest.raises(NotationError):
        Move(MoveKind.DRAW, Card.parse("8H"))
    with pytest.raises(NotationError):
        Move(MoveKind.DRAW, None, HEARTS)


@pytest.mark.parametrize("parts", [("8", HEARTS), (RANKS[0], "H"), (["8"], HEARTS), (JOKER, None, "1"), (None, None)])
def test_a_card_is_made_of_a_rank_and_a_suit(parts: Any) -> None:
    with pytest.raises(DeckError):
        Card(*parts)


# Decks


@pytest.mark.parametrize(
    ("made", "part"),
    [
        (lambda: Deck(suits=()), "one suit or more"),
        (lambda: Deck(ranks=()), "one rank or more"),
        (lambda: Deck(suits=(HEARTS, Suit("h", "hats", "^"))), "two suits of a deck are both written H"),
        (lambda: Deck(ranks=(Rank("Q", "queen", 10), Rank("q", "quack", 1))), "two ranks of a deck are both written Q"),
        (lambda: Deck(ranks=(Rank("", "blank", 0),)), "written as nothing"),
        (lambda: Deck(suits=("H",)), "of the class Suit, which 'H' is not"),  # type: ignore[arg-type]
        (lambda: Deck(ranks=("8",)), "of the class Rank, which '8' is not"),  # type: ignore[arg-type]
        (lambda: Deck(suits=[HEARTS]), "a tuple of one suit"),  # type: ignore[arg-type]
        (lambda: Deck(jokers=-1), "the jokers of a deck can't be -1"),
        (lambda: Deck(copies=0), "the copies of a deck can't be 0"),
        (lambda: Deck(copies=True), "the copies of a deck can't be True"),
    ],
)
def test_an_impossible_deck_is_refused_when_it_is_made(made: Callable[[], Deck], part: str) -> None:
    with pytest.raises(DeckError, match=part):
        made()


def test_a_deck_has_each_face_suit_by_suit_and_the_jokers_last() -> None:
    assert len(Deck()) == 52
    assert [str(card) for card in Deck().faces[:14]] == [f"{rank}S" for rank in RANKS] + ["AH"]
    assert [str(card) for card in FULL.faces[-2:]] == ["*1", "*2"]
    double = Deck(jokers=1, copies=2)
    assert (len(double), len(double.cards), len(double.faces)) == (106, 106, 53)


def test_a_whole_deck_in_any_order_is_good() -> None:
    order = tuple(reversed(Deck().cards))
    assert Deck().check(order) == order


@pytest.mark.parametrize(
    ("change", "part"),
    [
        (lambda cards: cards[:-1], "KC missing"),
        (lambda cards: [*cards, cards[0]], "AS too often"),
        (lambda cards: [cards[1], *cards[1:]], "2S too often; AS missing"),
        (lambda cards: [*cards, Card.parse("*1")], r"the deck has no \*1"),
        (lambda cards: [], "AS, 2S, 3S, 4S, 5S and 47 more missing"),
    ],
)
def test_a_deck_with_wrong_cards_is_told_which(change: object, part: str) -> None:
    assert callable(change)
    with pytest.raises(DeckError, match=part):
        Deck().check(change(list(Deck().cards)))


def test_a_deck_of_two_copies_needs_both() -> None:
    double = Deck(copies=2)
    assert len(double.check(double.cards)) == 104
    with pytest.raises(DeckError, match="AS missing"):
        double.check(double.cards[1:])
