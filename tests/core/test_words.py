"""What happened, in plain English."""

from __future__ import annotations

import pytest

from crazyeights import DONE, DRAW, PASS, Card, Deck, Event, Game, Move, Outcome, Rank, Reason, Rule, Suit, Variant
from crazyeights.cards import CLUBS, DIAMONDS
from crazyeights.events import (
    Announced,
    Called,
    Cancelled,
    Dealt,
    Drew,
    FalseCall,
    Fault,
    Forgot,
    Gave,
    LevelReached,
    MatchOver,
    Passed,
    PassedOn,
    Played,
    Reshuffled,
    Reversed,
    Rotated,
    RoundOver,
    Skipped,
    Swapped,
    WentOut,
)
from crazyeights.words import (
    Narrator,
    counted,
    describe,
    describe_move,
    direction_name,
    kinds,
    listed,
    narrate,
    the_card,
    to_match,
)
from support_decks import cards, deal, play

NAMES = ("You", "Computer 1", "Computer 2")


def card(text: str) -> Card:
    return Card.parse(text)


def drew(seat: int, text: str = "", *, count: int | None = None, penalty: bool = False) -> Drew:
    seen = tuple(cards(text)) or None
    return Drew(seat, len(seen or ()) if count is None else count, seen, penalty)


def dealt(*sizes: int, first: int = 0, buried: str = "") -> Dealt:
    return Dealt((None,) * len(sizes), sizes, card("9D"), first, tuple(cards(buried)))


def over(winner: int | None, reason: Reason, *points: int) -> RoundOver:
    return RoundOver(Outcome(winner, reason, points), ((),) * len(points))


EVENTS: list[tuple[Event, str, str]] = [
    # The event, what is said to seat 0, and to somebody without a seat ("" for the same).
    (
        dealt(5, 5, 5),
        "5 cards each are dealt. The starter is the 9 of diamonds. You begin.",
        "5 cards each are dealt. The starter is the 9 of diamonds. Anna begins.",
    ),
    (
        dealt(1, 1, 1, first=1, buried="8H"),
        (
            "1 card each is dealt. The 8 of hearts, turned first, goes back into the middle of the stock. "
            "The starter is the 9 of diamonds. Computer 1 begins."
        ),
        "",
    ),
    (
        dealt(5, 4, 5, first=1, buried="8H 8S"),
        (
            "Cards are dealt: 5 to you, 4 to Computer 1 and 5 to Computer 2. The 8 of hearts and the 8 of spades, "
            "turned first, go back into the middle of the stock. The starter is the 9 of diamonds. Computer 1 begins."
        ),
        (
            "Cards are dealt: 5 to Anna, 4 to Computer 1 and 5 to Computer 2. The 8 of hearts and the 8 of spades, "
            "turned first, go back into the middle of the stock. The starter is the 9 of diamonds. Computer 1 begins."
        ),
    ),
    (Played(0, card("QS")), "You play the queen of spades.", "Anna plays the queen of spades."),
    (Played(1, card("10C")), "Computer 1 plays the 10 of clubs.", "Computer 1 plays the 10 of clubs."),
    (Played(1, card("*2")), "Computer 1 plays joker 2.", "Computer 1 plays joker 2."),
    (Called(0, DIAMONDS), "You call diamonds.", "Anna calls diamonds."),
    (drew(0, "3C"), "You draw the 3 of clubs.", "Anna draws the 3 of clubs."),
    (
        drew(0, "3C 4H"),
        "You draw the 3 of clubs and the 4 of hearts.",
        "Anna draws the 3 of clubs and the 4 of hearts.",
    ),
    (drew(1, count=1), "Computer 1 draws a card.", ""),
    (drew(1, count=3), "Computer 1 draws 3 cards.", ""),
    (drew(1, count=2, penalty=True), "Computer 1 must draw 2 cards.", ""),
    (drew(1, count=1, penalty=True), "Computer 1 must draw 1 card.", ""),
    (
        drew(0, "3C 4H", penalty=True),
        "You must draw 2 cards: the 3 of clubs and the 4 of hearts.",
        "Anna must draw 2 cards: the 3 of clubs and the 4 of hearts.",
    ),
    (drew(0, count=0, penalty=True), "You find nothing to draw.", "Anna finds nothing to draw."),
    (Passed(0), "You pass.", "Anna passes."),
    (Passed(2), "Computer 2 passes.", ""),
    (Skipped(0), "You are skipped.", "Anna is skipped."),
    (Skipped(2), "Computer 2 is skipped.", ""),
    (Reversed(-1), "The direction turns: now anticlockwise.", ""),
    (Reversed(1), "The direction turns: now clockwise.", ""),
    (
        Reshuffled(30, None),
        "The stock was empty: 30 cards from the discard pile are shuffled into a new stock.",
        "",
    ),
    (
        Reshuffled(1, None),
        "The stock was empty: 1 card from the discard pile is shuffled into a new stock.",
        "",
    ),
    (Announced(0), 'You say "Last card!"', 'Anna says "Last card!"'),
    (Forgot(0), "You forget to announce the last card.", "Anna forgets to announce the last card."),
    (FalseCall(0), "You announce a last card wrongly.", "Anna announces a last card wrongly."),
    (Cancelled(0), "You cancel what was to be drawn.", "Anna cancels what was to be drawn."),
    (LevelReached(0, 1, 7), "You reach the next level, of 7 cards.", "Anna reaches the next level, of 7 cards."),
    (LevelReached(1, 7, 1), "Computer 1 reaches the next level, of 1 card.", ""),
    (WentOut(0), "You are out, and your partner plays on.", "Anna is out, and the partner plays on."),
    (Swapped(0, 1), "You swap hands with Computer 1.", "Anna swaps hands with Computer 1."),
    (Swapped(1, 0), "Computer 1 swaps hands with you.", "Computer 1 swaps hands with Anna."),
    (Rotated(1), "All hands move on one seat, clockwise.", ""),
    (Rotated(-1), "All hands move on one seat, anticlockwise.", ""),
    (Gave(0, card("9D")), "You choose the 9 of diamonds to pass on.", "Anna chooses the 9 of diamonds to pass on."),
    (Gave(1, None), "Computer 1 chooses a card to pass on.", ""),
    (
        PassedOn((card("9D"), None, None)),
        "The chosen cards are passed to the left: you get the 9 of diamonds.",
        "The chosen cards are passed to the left: Anna gets the 9 of diamonds.",
    ),
    (PassedOn((None, None, None)), "The chosen cards are passed to the left.", ""),
    (
        Fault("greedy", "took longer than 20 s", 1),
        "Fault of greedy (Computer 1's turn): took longer than 20 s. The game goes on.",
        "",
    ),
    (
        Fault("my-rule", "raised ValueError: no.", 0),
        "Fault of my-rule (your turn): raised ValueError: no. The game goes on.",
        "Fault of my-rule (Anna's turn): raised ValueError: no. The game goes on.",
    ),
    (
        Fault("record", "could not be written"),
        "Fault of record: could not be written. The game goes on.",
        "",
    ),
    (
        over(0, Reason.EMPTY_HAND, 34, 0, 0),
        "The round is over: you win with an empty hand and score 34 points.",
        "The round is over: Anna wins with an empty hand and scores 34 points.",
    ),
    (
        over(2, Reason.EMPTY_HAND, 0, 0, 1),
        "The round is over: Computer 2 wins with an empty hand and scores 1 point.",
        "",
    ),
    (
        over(None, Reason.BLOCKED, 0, 0, 0),
        "The round is over: nobody can move, and nobody wins.",
        "",
    ),
    (
        over(1, Reason.BLOCKED, 0, 7, 0),
        "The round is over: nobody can move, and Computer 1 wins with the lowest hand and scores 7 points.",
        "",
    ),
    (
        over(None, Reason.BLOCKED, 3, 3, 0),
        "The round is over: nobody can move; you and Computer 1 tie for the lowest hand and score 3 points each.",
        "The round is over: nobody can move; Anna and Computer 1 tie for the lowest hand and score 3 points each.",
    ),
    (
        RoundOver(Outcome(0, Reason.EMPTY_HAND, (24, 0, 24), 2), ((), (), ())),
        "The round is over: you and Computer 2 win with empty hands and score 24 points each.",
        "The round is over: Anna and Computer 2 win with empty hands and score 24 points each.",
    ),
    (
        RoundOver(Outcome(2, Reason.BLOCKED, (9, 0, 9), 0), ((), (), ())),
        "The round is over: nobody can move, and you and Computer 2 win with the lowest hands and score 9 points each.",
        (
            "The round is over: nobody can move, and Anna and Computer 2 win with the lowest hands and score "
            "9 points each."
        ),
    ),
    (
        over(1, Reason.PLAY_LIMIT, 0, 7, 0),
        (
            "The round is over: no more cards may be played, and Computer 1 wins with the lowest hand and scores "
            "7 points."
        ),
        "",
    ),
    (
        over(1, Reason.EMPTY_HAND, 12, 0, 1),
        ("The round is over: Computer 1 wins with an empty hand; 12 points go against you and 1 against Computer 2."),
        ("The round is over: Computer 1 wins with an empty hand; 12 points go against Anna and 1 against Computer 2."),
    ),
    (
        over(None, Reason.BLOCKED, 5, 6, 7),
        (
            "The round is over: nobody can move, and nobody wins; 5 points go against you, 6 against Computer 1 and "
            "7 against Computer 2."
        ),
        (
            "The round is over: nobody can move, and nobody wins; 5 points go against Anna, 6 against Computer 1 and "
            "7 against Computer 2."
        ),
    ),
    (
        MatchOver(0, (105, 20, 105), (0, 2)),
        "The match is over: you and Computer 2 win it with 105 points.",
        "The match is over: Anna and Computer 2 win it with 105 points.",
    ),
    (
        # Where points are bad, who tie have the fewest.
        MatchOver(None, (20, 20, 105), (0, 1)),
        "The match is over: you and Computer 1 tie with 20 points.",
        "The match is over: Anna and Computer 1 tie with 20 points.",
    ),
    (
        MatchOver(0, (105, 20, 0)),
        "The match is over: you win it with 105 points.",
        "The match is over: Anna wins it with 105 points.",
    ),
    (
        MatchOver(None, (105, 105, 0)),
        "The match is over: you and Computer 1 tie with 105 points.",
        "The match is over: Anna and Computer 1 tie with 105 points.",
    ),
]


@pytest.mark.parametrize(("event", "yours", "_others"), EVENTS)
def test_each_event_is_said_to_the_reader_at_seat_0(event: Event, yours: str, _others: str) -> None:
    assert describe(event, NAMES, 0) == yours


@pytest.mark.parametrize(("event", "yours", "others"), EVENTS)
def test_each_event_is_said_to_somebody_without_a_seat(event: Event, yours: str, others: str) -> None:
    assert describe(event, ("Anna", *NAMES[1:])) == (others or yours)


def test_every_kind_of_event_is_tested_here() -> None:
    assert {type(event) for event, _, _ in EVENTS} == set(Event.__args__)


def test_a_reader_with_a_name_of_their_own_is_you_all_the_same() -> None:
    assert describe(Played(1, card("3C")), ("Anna", "Ben"), you=1) == "You play the 3 of clubs."
    assert describe(Skipped(0), ("Anna", "Ben"), you=1) == "Anna is skipped."


def test_the_you_of_a_record_keeps_its_verbs_for_another_reader() -> None:
    assert describe(Passed(0), NAMES) == "You pass."


def test_names_and_messages_of_strangers_stay_on_their_line_and_steer_nothing() -> None:
    names = ("Eve\x1b[2J\nYou win!", "\x07", "x" * 1000)
    events: list[Event] = [
        Played(0, card("3D")),
        Passed(1),
        Passed(2),
        Fault("bad\x1b]0;title\x07", "raised\r\nmany \u202elines" + "y" * 1000, 0),
        RoundOver(Outcome(None, Reason.BLOCKED, (3, 3, 0)), ((), (), ())),
    ]
    told = narrate(events, names)
    assert told[:2] == ["Eve [2J You win! plays the 3 of diamonds.", "? passes."]
    assert told[2] == f"{'x' * 39}… passes."
    assert told[3].startswith("Fault of bad ]0;title (Eve [2J You win!'s turn): raised many lines")
    assert len(told[3]) < 350
    assert "Eve [2J You win! and ? tie" in told[4]
    assert all(line.isprintable() for line in told)


def test_a_card_and_the_suit_called_with_it_are_one_sentence() -> None:
    events: list[Event] = [Played(1, card("8H")), Called(1, DIAMONDS), Played(0, card("8S")), Called(0, CLUBS)]
    assert narrate(events, NAMES, 0) == [
        "Computer 1 plays the 8 of hearts and calls diamonds.",
        "You play the 8 of spades and call clubs.",
    ]


def test_a_suit_called_later_is_a_sentence_of_its_own() -> None:
    events: list[Event] = [Played(1, card("8H")), Fault("x", "raised X", 1), Called(1, DIAMONDS)]
    assert narrate(events, NAMES, 0)[-1] == "Computer 1 calls diamonds."
    assert narrate([Called(1, DIAMONDS)], NAMES) == ["Computer 1 calls diamonds."]


def test_cards_drawn_one_after_another_are_one_sentence() -> None:
    events: list[Event] = [
        drew(1, count=1),
        drew(1, count=1),
        drew(0, "3C"),
        drew(0, "4C"),
        drew(1, count=1),
        Passed(1),
    ]
    assert narrate(events, NAMES, 0) == [
        "Computer 1 draws 2 cards.",
        "You draw the 3 of clubs and the 4 of clubs.",
        "Computer 1 draws a card.",
        "Computer 1 passes.",
    ]


def test_a_penalty_is_not_mixed_up_with_cards_drawn_at_will() -> None:
    events: list[Event] = [drew(1, count=1), drew(1, count=2, penalty=True), drew(1, count=1)]
    assert narrate(events, NAMES) == [
        "Computer 1 draws a card.",
        "Computer 1 must draw 2 cards.",
        "Computer 1 draws a card.",
    ]


def test_the_last_card_is_announced() -> None:
    events: list[Event] = [dealt(2, 2, 2), Played(0, card("3D")), Played(1, card("8D")), Called(1, CLUBS)]
    assert narrate(events, NAMES, 0)[1:] == [
        "You play the 3 of diamonds.",
        "You have one card left!",
        "Computer 1 plays the 8 of diamonds and calls clubs.",
        "Computer 1 has one card left!",
    ]


def test_a_narrator_goes_on_counting_from_one_batch_to_the_next() -> None:
    narrator = Narrator(NAMES, 0)
    narrator.tell([dealt(2, 2, 2)])
    assert narrator.tell([drew(1, count=1), Played(0, card("3D"))])[-1] == "You have one card left!"
    assert narrator.tell([Played(1, card("4D"))]) == ["Computer 1 plays the 4 of diamonds."]
    assert narrator.tell([Played(0, card("5D"))]) == ["You play the 5 of diamonds."]
    assert narrator.tell([dealt(5, 5, 5), Played(0, card("3D"))])[-1] == "You play the 3 of diamonds."


def test_a_whole_round_can_be_told() -> None:
    state = play(deal("classic", ["8H QC", "2C 3C 4S"], "9D", "KS", options={"hand_size": 3}), "8H=C")
    told = narrate(state.view(1).history, NAMES, 1)
    assert told[-1] == "You play the 8 of hearts and call clubs."


@pytest.mark.parametrize(
    ("hands", "starter", "moves", "expected"),
    [
        (["3D 4C", "5C 6C"], "9D", [], "match a diamond or a 9, or play an 8"),
        (["3D 8H 5S", "5C 6C"], "9D", ["8H=S", "draw"], "match a spade or an 8"),
        (["AD 4C", "5C 6C"], "9D", ["AD", "draw"], "match a diamond or an ace, or play an 8"),
    ],
)
def test_what_must_be_matched(hands: list[str], starter: str, moves: list[str], expected: str) -> None:
    state = play(deal("classic", hands, starter), *moves)
    assert to_match(state.view(0)) == expected


def test_what_must_be_matched_on_a_joker_that_called_nothing() -> None:
    state = play(deal("classic", ["*1 4C", "5C 6C"], "*2", options={"jokers": 2}), "*1")
    assert to_match(state.view(1)) == "play any card"


def test_what_must_be_matched_where_a_draw_can_be_answered() -> None:
    rule = Rule("stack", "Twos stack.", "", lambda build: build.answers(build.rank("2")))
    state = play(deal("classic", ["2D 4C", "2C 6C"], "9D", rules_added=[rule]), "2D")  # type: ignore[list-item]
    assert to_match(state.view(1)) == "answer with a 2, or draw 2 cards"


def test_what_must_be_matched_when_only_the_drawn_card_may_be_played() -> None:
    options = {"after_draw": "play_drawn"}
    state = play(deal("classic", ["3S 4C", "5C 6C"], "9D", "KD", options=options), "draw")
    assert to_match(state.view(0)) == "play the king of diamonds that you drew, or pass"
    state = play(deal("classic", ["3S 4C", "5C 6C"], "9D", "KS", options=options), "draw")
    assert to_match(state.view(0)) == "pass, for the card that you drew can't be played"
    # It is told to whom it is about; who waits reads what is to be matched.
    assert to_match(state.view(1)) == "match a diamond or a 9, or play an 8"
    state = play(deal("classic", ["3S 4C", "5C 6C"], "9D", "KS", options={**options, "draw_limit": 2}), "draw")
    assert to_match(state.view(0)) == "draw again, for the card that you drew can't be played"


def test_what_is_to_be_matched_in_a_game_without_wild_cards() -> None:
    state = deal("classic", ["3D 4C", "5C 6C"], "9D", rules_removed=["crazy-eight"])
    assert to_match(state.view(0)) == "match a diamond or a 9"


def test_cards_are_summed_up_by_rank_where_that_is_right() -> None:
    deck = Deck(jokers=2)
    assert kinds(cards("8S 8H 8D 8C *1 *2 JS"), deck) == ["an 8", "a joker", "the jack of spades"]
    assert kinds(cards("JS JC QH QD KS KH"), deck) == [
        "a black jack",
        "a red queen",
        "the king of spades",
        "the king of hearts",
    ]


@pytest.mark.parametrize(
    ("move", "expected"),
    [
        (DRAW, "draw a card"),
        (PASS, "pass"),
        (Move.play(card("QH")), "play the queen of hearts"),
        (Move.play(card("8H"), DIAMONDS), "play the 8 of hearts and call diamonds"),
        (Move.play(card("*1"), DIAMONDS), "play joker 1 and call diamonds"),
        (Move.play(card("9D"), announces=True), "play the 9 of diamonds and announce your last card"),
        (Move.play(card("7H"), swap=2), "play the 7 of hearts and swap hands with seat 2"),
        (
            Move.play(card("8H"), DIAMONDS, swap=1, announces=True),
            "play the 8 of hearts, call diamonds, swap hands with seat 1 and announce your last card",
        ),
        (DONE, "end your turn"),
        (Move.call(DIAMONDS), "call diamonds"),
        (Move.give(card("9D")), "pass the 9 of diamonds to the left"),
    ],
)
def test_moves_in_words(move: Move, expected: str) -> None:
    assert describe_move(move) == expected


def test_whose_hand_is_swapped_is_named() -> None:
    assert describe_move(Move.play(card("7H"), swap=2), NAMES) == "play the 7 of hearts and swap hands with Computer 2"
    assert describe_move(Move.play(card("7H"), swap=0), NAMES) == "play the 7 of hearts and swap hands with you"
    assert describe_move(Move.play(card("7H"), swap=5), NAMES) == "play the 7 of hearts and swap hands with seat 5"


def test_small_words() -> None:
    assert [counted(number, "card") for number in (0, 1, 2)] == ["0 cards", "1 card", "2 cards"]
    assert [listed(words) for words in ([], ["a"], ["a", "b"], ["a", "b", "c"])] == [
        "nothing",
        "a",
        "a and b",
        "a, b and c",
    ]
    assert listed(["a", "b"], "or") == "a or b"
    assert [direction_name(1), direction_name(-1)] == ["clockwise", "anticlockwise"]
    assert the_card(card("AS")) == "the ace of spades"


def test_the_suits_of_a_deck_of_ones_own_get_the_right_article() -> None:
    suits = (Suit("O", "oranges", "o"), Suit("R", "reds", "r"))
    ranks = tuple(Rank(str(number), str(number), number) for number in range(1, 10))
    game = Game(Variant("fruit", "Fruit.", deck=Deck(suits, ranks)), options={"hand_size": 2})
    starter = game.deck.find("9O")
    assert starter is not None
    others = [each for each in game.deck.cards if each is not starter]
    state = game.deal(deck=[*others[:4], starter, *others[4:]])
    assert to_match(state.view(0)) == "match an orange or a 9"
