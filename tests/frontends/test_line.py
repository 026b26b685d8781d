"""Line mode as a conversation: rounds and moves, with hands chosen by hand and a reader with prepared answers."""

from __future__ import annotations

import pytest

from support_line import Talk


def test_a_whole_round() -> None:
    talk = Talk(["3D 8H 8S", "4D 9C KC"], "9D", ["3d", "8h=c", "8s", "quit"], computers={1: ["4D", "9C"]})
    assert talk.code == 0
    assert talk.lines == [
        "Crazy Eights: classic, hand_size=3, 2 players.",
        "Type a card, draw or pass; help says more.",
        "",
        "Round 1",
        "3 cards each are dealt. The starter is the 9 of diamonds. You begin.",
        "",
        "Computer 1 has 3 cards. Stock: 45 cards. Direction: clockwise.",
        "Top card: 9 of diamonds. Suit to match: diamonds.",
        "Your turn: match a diamond or a 9, or play an 8.",
        "Your hand: 8♠ 8♥ 3♦",
        "Playable: 8♠ 8♥ 3♦",
        "Your move: [3d]",
        "You play the 3 of diamonds.",
        "Computer 1 plays the 4 of diamonds.",
        "",
        "Computer 1 has 2 cards. Stock: 45 cards. Direction: clockwise.",
        "Top card: 4 of diamonds. Suit to match: diamonds.",
        "Your turn: match a diamond or a 4, or play an 8.",
        "Your hand: 8♠ 8♥",
        "Playable: 8♠ 8♥",
        "Your move: [8h=c]",
        "You play the 8 of hearts and call clubs.",
        "You have one card left!",
        "Computer 1 plays the 9 of clubs.",
        "Computer 1 has one card left!",
        "",
        "Computer 1 has 1 card (last card!). Stock: 45 cards. Direction: clockwise.",
        "Top card: 9 of clubs. Suit to match: clubs.",
        "Your turn: match a club or a 9, or play an 8.",
        "Your hand: 8♠",
        "Playable: 8♠",
        "Your move: [8s]",
        "You play the 8 of spades.",
        "The round is over: you win with an empty hand and score 10 points.",
        "Computer 1 had left: K♣ (10 points)",
        "Scores after 1 round: You 10, Computer 1 0.",
        "Next round, yes or quit? [quit]",
    ]
    assert talk.errors.getvalue() == ""


def test_losing_a_round_shows_what_is_left_in_the_hand() -> None:
    talk = Talk(["3S 4S", "4D 5D"], "9D", ["d", "d"], stock="KS QS", computers={1: ["4D", "5D"]})
    assert talk.code == 0
    assert talk.after("Computer 1 plays the 5 of diamonds.")[:3] == [
        "The round is over: Computer 1 wins with an empty hand and scores 27 points.",
        "You had left: 3♠ 4♠ Q♠ K♠ (27 points)",
        "Scores after 1 round: You 0, Computer 1 27.",
    ]


def test_an_eight_on_top_is_shown_as_the_eight_of_the_called_suit() -> None:
    talk = Talk(["3D 8H 8S", "8D 9C KC"], "9D", ["3d", "quit"], computers={1: ["8D=H"]})
    assert "Top card: 8 of hearts (the 8 of diamonds, hearts called). Suit to match: hearts." in talk.lines
    assert "Your turn: match a heart or an 8." in talk.lines


def test_the_others_come_in_the_order_of_play_and_the_direction_is_told() -> None:
    talk = Talk(["AD 3D", "4D 5D", "6D 7D"], "9D", ["ad", "quit"], computers={1: ["4D"], 2: ["6D"]})
    assert "Computer 1 has 2 cards, Computer 2 has 2 cards. Stock: 45 cards. Direction: clockwise." in talk.lines
    assert talk.after("You have one card left!")[:6] == [
        "The direction turns: now anticlockwise.",
        "Computer 2 plays the 6 of diamonds.",
        "Computer 2 has one card left!",
        "Computer 1 plays the 4 of diamonds.",
        "Computer 1 has one card left!",
        "",
    ]
    last = "Computer 2 has 1 card (last card!), Computer 1 has 1 card (last card!). Stock: 45 cards."
    assert f"{last} Direction: anticlockwise." in talk.lines


def test_without_a_playable_card_it_says_what_to_do() -> None:
    talk = Talk(["3S 4S", "5C 6C"], "9D", ["quit"])
    assert "Playable: none, so draw" in talk.lines


def test_drawing_ends_the_turn_in_classic() -> None:
    talk = Talk(["3S 4S", "5D 6C"], "9D", ["d", "quit"], stock="KD", computers={1: ["5D"]})
    assert talk.after("Your move: [d]")[:3] == [
        "You draw the king of diamonds.",
        "Computer 1 plays the 5 of diamonds.",
        "Computer 1 has one card left!",
    ]


def test_drawing_in_plain_goes_on_with_the_turn_without_describing_the_table_again() -> None:
    talk = Talk(["3S 4S", "5D 6C"], "9D", ["d", "draw", "quit"], stock="KS KD", variant="plain")
    assert talk.after("Your move: [d]") == [
        "You draw the king of spades.",
        "Your turn: match a diamond or a 9, or play an 8.",
        "Your hand: 3♠ 4♠ K♠",
        "Playable: none, so draw",
        "Your move: [draw]",
        "You draw the king of diamonds.",
        "Your turn: match a diamond or a 9, or play an 8.",
        "Your hand: 3♠ 4♠ K♠ K♦",
        "Playable: K♦",
        "Your move: [quit]",
    ]


def test_a_computer_that_draws_on_and_on_is_told_in_one_sentence_when_nobody_waits() -> None:
    computers = {1: ["draw", "draw", "draw", "5D"]}
    talk = Talk(["3D 4S", "5D 6C"], "9D", ["3d", "quit"], variant="plain", computers=computers)
    assert talk.after("You have one card left!")[:2] == [
        "Computer 1 draws 3 cards.",
        "Computer 1 plays the 5 of diamonds.",
    ]
    slow = Talk(["3D 4S", "5D 6C"], "9D", ["3d", "quit"], variant="plain", computers=computers, think_time=0.1)
    assert slow.after("You have one card left!")[:3] == ["Computer 1 draws a card."] * 3


def test_a_penalty_is_told_with_its_cards() -> None:
    talk = Talk(["3D 4S", "2D 6C"], "9D", ["3d", "quit"], stock="KD QD", computers={1: ["2D"]})
    assert "You must draw 2 cards: the king of diamonds and the queen of diamonds." in talk.lines


def test_being_skipped_is_told() -> None:
    talk = Talk(["3D 4S", "QD 6D 7C"], "9D", ["3d", "quit"], computers={1: ["QD", "6D"]}, options={"hand_size": 3})
    assert talk.after("Computer 1 plays the queen of diamonds.")[:2] == [
        "You are skipped.",
        "Computer 1 plays the 6 of diamonds.",
    ]


# Refused moves


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("3c", "The 3 of clubs matches neither diamonds nor a 9."),
        ("ks", "You do not hold the king of spades."),
        ("pass", "You may pass only when there is nothing to draw: draw a card or play one."),
        ("3d=s", "The 3 of diamonds calls no suit: play it as 3D."),
        ("8h=x", "'x' is not a suit; the suits are S (spades), H (hearts), D (diamonds), C (clubs)."),
        ("zz", "'zz' is neither a card nor a command; type help for what there is."),
        ("drwa", "'drwa' is neither a card nor a command; did you mean draw?"),
        ("1h", "'1h' is not a card: '1' is not a rank; the ranks are A, 2, 3, 4, 5, 6, 7, 8, 9, 10, J, Q, K."),
        ("", "Nothing was typed; type a card, draw, pass, or help."),
        ("queen", "You hold no queen."),
    ],
)
def test_a_refused_move_says_why_and_nothing_changes(typed: str, answer: str) -> None:
    talk = Talk(["3C 3D 8H", "4D 5C 6C"], "9D", [typed, "quit"])
    assert talk.after(f"Your move: [{typed}]") == [answer, "Your move: [quit]"]
    assert [str(card) for card in talk.session.state.hands[0]] == ["8H", "3D", "3C"]


# Eights


def test_an_eight_without_a_suit_asks_for_it() -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["8h", "clubs", "quit"], computers={1: ["4C"]})
    assert talk.after("Your move: [8h]")[:3] == [
        "Which suit do you call, spades, hearts, diamonds or clubs? [clubs]",
        "You play the 8 of hearts and call clubs.",
        "Computer 1 plays the 4 of clubs.",
    ]
    assert [choice.text for choice in talk.reader.choices[1]] == ["spades", "hearts", "diamonds", "clubs"]


def test_a_suit_that_does_not_exist_is_asked_for_again() -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["8h", "stars", "c", "quit"], computers={1: ["4C"]})
    assert talk.after("Your move: [8h]")[:4] == [
        "Which suit do you call, spades, hearts, diamonds or clubs? [stars]",
        "'stars' is not a suit; the suits are S (spades), H (hearts), D (diamonds), C (clubs).",
        "Which suit do you call, spades, hearts, diamonds or clubs? [c]",
        "You play the 8 of hearts and call clubs.",
    ]


@pytest.mark.parametrize("cancelled", ["", KeyboardInterrupt()])
def test_not_calling_a_suit_plays_nothing_and_loses_nothing(cancelled: str | BaseException) -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["8h", cancelled, "3d", "quit"], computers={1: ["5D"]})
    assert talk.code == 0
    assert "No suit was called, so nothing is played." in talk.lines
    assert "You play the 3 of diamonds." in talk.lines


def test_a_last_eight_asks_for_no_suit_and_takes_one_without_fuss() -> None:
    for typed in ("8h", "8h=c"):
        talk = Talk(["3D 8H", "4D 5D"], "9D", ["3d", typed, "quit"], computers={1: ["4D"]})
        assert talk.after(f"Your move: [{typed}]")[0] == "You play the 8 of hearts."


def test_an_eight_that_is_not_in_the_hand_asks_for_no_suit() -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["8s", "quit"])
    assert talk.after("Your move: [8s]")[0] == "You do not hold the 8 of spades."


def test_names_steer_nothing() -> None:
    names = ("Ann\x1b[2J", "Bob\nYou win!")
    talk = Talk(["3H 4H", "5H 9C"], "7H", ["", "3h", "", "", "5h", "", "", "4h", "quit"], computers={}, names=names)
    assert talk.code == 0
    assert "The keyboard goes to Ann [2J, who then presses Enter. []" in talk.lines
    assert "Ann [2J's move: [3h]" in talk.lines
    assert "Bob You win! has 2 cards. Stock: 47 cards. Direction: clockwise." in talk.lines
    assert "Bob You win! had left: 9♣ (9 points)" in talk.lines
    assert "Scores after 1 round: Ann [2J 9, Bob You win! 0." in talk.lines
    assert "\x1b" not in talk.text
    assert "You win!" not in talk.lines
