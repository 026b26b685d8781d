"""Line mode as a conversation: commands, how rounds and input end, watching, several people, how it looks."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from crazyeights.hints import adviser
from crazyeights.plugins import default_registry
from crazyeights_terminal.output import CardStyle
from support_line import Talk

# Commands


def test_help() -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["help", "?", "quit"])
    said = talk.after("Your move: [help]")
    assert said[0] == "To play a card, type its rank and its suit: 9d, 9 d, 10c, qs, or 9 of diamonds."
    assert said[1].startswith(
        "An 8 takes the suit that you call after it: 8h=d plays the 8 of hearts and calls diamonds"
    )
    for command in ("table", "hand", "hint", "log", "rules", "new", "help", "quit"):
        assert any(line.startswith(f"  {command} - ") for line in said)
    assert talk.after("Your move: [?]")[0] == said[0]


def test_hand_and_table() -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["hand", "table", "quit"])
    described = [
        "Computer 1 has 3 cards. Stock: 45 cards. Direction: clockwise.",
        "Top card: 9 of diamonds. Suit to match: diamonds.",
        "Your turn: match a diamond or a 9, or play an 8.",
        "Your hand: 8♥ 3♦ 3♣",
        "Playable: 8♥ 3♦",
    ]
    assert talk.after("Your move: [hand]")[:4] == [*described[2:], "Your move: [table]"]
    assert talk.after("Your move: [table]") == [*described, "Your move: [quit]"]


def test_a_hint_is_the_strongest_strategy_s_with_its_reason() -> None:
    strategies = default_registry().strategies
    talk = Talk(["3C 3D", "4C 5D"], "9D", ["hint", "quit"], strategies=strategies)
    best = adviser(strategies)
    assert best is not None
    said = talk.after("Your move: [hint]")
    assert said[0].startswith(f"Hint ({best.name}): play the 3 of diamonds. ")
    assert said[0].endswith(".")
    assert said[1:] == ["Your move: [quit]"]
    assert talk.session.view_for(0).hand_sizes == (2, 2)


@pytest.mark.parametrize("typed", ["hint", "h", "H"])
def test_after_the_round_there_is_no_hint(typed: str) -> None:
    talk = Talk(["3D", "KC"], "9D", ["3d", typed, "quit"])
    said = talk.after(f"Next round, yes or quit? [{typed}]")
    assert said[0] == "The round is over, so it is nobody's turn and there is no hint."


@pytest.mark.parametrize("typed", ["!", "last card", "3d"])
@pytest.mark.parametrize("interactive", [False, True])
def test_after_the_round_whatever_else_is_typed_is_answered(typed: str, interactive: bool) -> None:
    talk = Talk(["3D", "KC"], "9D", ["3d", typed, "quit"], interactive=interactive)
    at = next(at for at, line in enumerate(talk.lines) if line.endswith(f"[{typed}]") and "ound" in line)
    assert talk.lines[at + 1] == "The round is over: type yes, quit, log, scores, rules or help."


def test_rules_explains_the_rules_in_force() -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["rules", "quit"])
    said = talk.after("Your move: [rules]")
    assert said[0].startswith("The rules of classic")
    assert any("5 of clubs" in line for line in said)
    assert max(map(len, said)) <= 80


def test_log_shows_this_round_with_nothing_hidden_in_it() -> None:
    talk = Talk(["3S 4S", "5D 6S"], "9D", ["d", "log", "quit"], stock="KD QS", computers={1: ["draw"]})
    assert talk.after("Your move: [log]") == [
        "2 cards each are dealt. The starter is the 9 of diamonds. You begin.",
        "You draw the king of diamonds.",
        "Computer 1 draws a card.",
        "Your move: [quit]",
    ]


def test_log_after_a_new_round_begins_with_it() -> None:
    talk = Talk(["3C 3D 8H", "4D 5C 6C"], "9D", ["3d", "new", "log", "quit"], computers={1: ["4D"]})
    said = talk.after("Your move: [log]")
    assert said[0].startswith("3 cards each are dealt.")
    assert sum(line.startswith("3 cards each are dealt") for line in said) == 1


# New rounds, and leaving


def test_new_in_mid_round_deals_at_once_where_nobody_can_be_asked() -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["new", "quit"])
    assert talk.after("Your move: [new]")[:2] == ["", "Round 2"]
    assert talk.session.match.round == 1
    assert talk.session.match.scores == (0, 0)


@pytest.mark.parametrize(("answer", "dealt"), [("yes", True), ("Y", True), ("no", False), ("", False), ("huh", False)])
def test_new_in_mid_round_asks_a_person_once(answer: str, dealt: bool) -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["new", answer, "quit"], interactive=True)
    assert f"Drop this round and deal a new one, yes or no? [{answer}]" in talk.lines
    assert ("Round 2" in talk.lines) == dealt
    assert ("The round goes on." in talk.lines) != dealt


def test_scores_add_up_over_rounds() -> None:
    talk = Talk(["3D", "KC"], "9D", ["3d", "yes", "quit"])
    assert talk.after("Next round, yes or quit? [yes]")[:2] == ["", "Round 2"]
    assert "Scores after 1 round: You 10, Computer 1 0." in talk.lines
    assert talk.session.match.scores[0] == 10


def test_a_person_gets_the_next_round_with_enter() -> None:
    talk = Talk(["3D", "KC"], "9D", ["3d", "", "quit"], interactive=True)
    assert talk.after("Press Enter for the next round, or type quit: []")[:2] == ["", "Round 2"]


def test_on_a_pipe_an_empty_line_is_no_wish_for_another_round() -> None:
    talk = Talk(["3D", "KC"], "9D", ["3d", ""])
    assert talk.code == 0
    assert "Round 2" not in talk.lines


def test_after_the_round_the_log_the_rules_and_help_are_still_there() -> None:
    talk = Talk(["3D", "KC"], "9D", ["3d", "log", "rules", "help", "?", "hand", "quit"])
    assert "You play the 3 of diamonds." in talk.after("Next round, yes or quit? [log]")
    assert talk.after("Next round, yes or quit? [rules]")[0].startswith("The rules of")
    assert talk.after("Next round, yes or quit? [help]")[0].startswith("To play a card")
    assert talk.after("Next round, yes or quit? [?]")[0].startswith("To play a card")
    said = talk.after("Next round, yes or quit? [hand]")
    assert said[0] == "The round is over: type yes, quit, log, scores, rules or help."


@pytest.mark.parametrize("typed", ["quit", "q", "exit", "QUIT"])
def test_quit_leaves_at_once(typed: str) -> None:
    talk = Talk(["3D", "KC"], "9D", [typed], interactive=True)
    assert talk.code == 0
    assert talk.lines[-1] == f"Your move: [{typed}]"


def test_the_end_of_the_input_in_mid_round_is_told_in_one_line() -> None:
    talk = Talk(["3D 4D", "KC 5D"], "9D", ["3d"], computers={1: ["5D"]})
    assert talk.code == 3
    assert talk.errors.getvalue() == "crazyeights: the input ended in mid-round, so the game is not finished\n"


def test_the_end_of_the_input_while_a_suit_is_asked_for() -> None:
    talk = Talk(["3D 8H", "KC 5D"], "9D", ["8h"])
    assert talk.code == 3


def test_it_is_told_where_the_record_is(tmp_path: Path) -> None:
    path = tmp_path / "game.jsonl"
    talk = Talk(["3D 4D", "KC 5D"], "9D", ["3d"], computers={1: ["5D"]}, record=path)
    assert talk.errors.getvalue().endswith(f"is not finished; what was played is in {path}\n")
    assert '{"seat":0,"move":"3D"}' in path.read_text(encoding="utf-8")


def test_the_end_of_the_input_after_the_round_is_a_good_end() -> None:
    talk = Talk(["3D", "KC"], "9D", ["3d"])
    assert talk.code == 0
    assert talk.errors.getvalue() == ""


@pytest.mark.parametrize("moves", [0, 1])
def test_ctrl_c_at_a_prompt(moves: int) -> None:
    talk = Talk(["3D 4D", "KC 5D"], "9D", [*["3d"][:moves], KeyboardInterrupt()], computers={1: ["5D"]})
    assert talk.code == 130


def test_ctrl_c_while_a_strategy_thinks() -> None:
    def interrupt(seconds: float) -> None:
        raise KeyboardInterrupt

    talk = Talk(["3D 4D", "KC 5D"], "9D", [], computers={0: ["3D"], 1: []}, think_time=9, sleep=interrupt)
    assert talk.code == 130
    assert talk.text.endswith("\n\n")


def test_it_sleeps_between_ticks_and_never_long() -> None:
    naps: list[float] = []
    Talk(["3D 4D", "5D KC"], "9D", ["3d"], computers={1: ["5D"]}, think_time=8, sleep=naps.append)
    assert naps
    assert all(0 < nap <= 0.02 for nap in naps)


# Watching


def test_watching_plays_one_round_to_its_end_without_any_input() -> None:
    talk = Talk(["3D 8H", "4D KC"], "9D", [], computers={0: ["3D", "8H"], 1: ["4D"]})
    assert talk.code == 0
    assert talk.lines == [
        "Crazy Eights: classic, hand_size=2, 2 players.",
        "",
        "Round 1",
        "2 cards each are dealt. The starter is the 9 of diamonds. Computer 1 begins.",
        "Computer 1 plays the 3 of diamonds.",
        "Computer 1 has one card left!",
        "Computer 2 plays the 4 of diamonds.",
        "Computer 2 has one card left!",
        "Computer 1 plays the 8 of hearts.",
        "The round is over: Computer 1 wins with an empty hand and scores 10 points.",
        "Computer 2 had left: K♣ (10 points)",
        "Scores after 1 round: Computer 1 10, Computer 2 0.",
    ]


def test_a_watched_round_that_never_ends_is_stopped_and_its_record_kept(tmp_path: Path) -> None:
    record = tmp_path / "x.jsonl"
    draws = {0: ["draw"] * 9, 1: ["draw"] * 9}
    talk = Talk(["3D 8H", "4D KC"], "9D", [], computers=draws, most_moves=4, record=record)
    assert talk.code == 0
    kept = f"what was played is in {record}."
    assert talk.lines[-1] == f"The round is stopped after 4 moves, for it may never end; {kept}"
    assert talk.text.count("draws a card") == 4
    assert record.read_text(encoding="utf-8").count('"move":"draw"') == 4


def test_a_round_that_ends_with_the_last_move_that_is_allowed_is_not_stopped() -> None:
    moves: dict[int, list[str]] = {0: ["3D", "8H"], 1: ["4D"]}
    talk = Talk(["3D 8H", "4D KC"], "9D", [], computers=moves, most_moves=3)
    assert "stopped" not in talk.text
    assert "Scores after 1 round" in talk.lines[-1]


def test_a_watcher_sees_no_drawn_card() -> None:
    talk = Talk(["3S 8H", "4D KC"], "9D", [], computers={0: ["draw", "8H=D"], 1: ["4D"]}, stock="7S")
    assert "Computer 1 draws a card." in talk.lines
    assert "draws the" not in talk.text


# Several people at one keyboard


def hot_seat(*answers: str, interactive: bool = False, **more: Any) -> Talk:
    return Talk(["3D 4S", "KD 5S"], "9D", answers, computers={}, interactive=interactive, **more)


def test_people_take_turns_at_the_keyboard_and_hands_stay_hidden() -> None:
    talk = hot_seat("", "3d", "", "kd", "", "4s", "quit")
    assert talk.lines[3:] == [
        "Round 1",
        "The keyboard goes to Player 1, who then presses Enter. []",
        "",
        "2 cards each are dealt. The starter is the 9 of diamonds. Player 1 begins.",
        "",
        "Player 2 has 2 cards. Stock: 47 cards. Direction: clockwise.",
        "Top card: 9 of diamonds. Suit to match: diamonds.",
        "Your turn: match a diamond or a 9, or play an 8.",
        "Your hand: 4♠ 3♦",
        "Playable: 3♦",
        "Player 1's move: [3d]",
        "Player 1 plays the 3 of diamonds.",
        "Player 1 has one card left!",
        "~~~ hidden ~~~",
        "Pass the keyboard to Player 2, who then presses Enter. []",
        "",
        "2 cards each are dealt. The starter is the 9 of diamonds. Player 1 begins.",
        "Player 1 plays the 3 of diamonds.",
        "Player 1 has one card left!",
        "",
        "Player 1 has 1 card (last card!). Stock: 47 cards. Direction: clockwise.",
        "Top card: 3 of diamonds. Suit to match: diamonds.",
        "Your turn: match a diamond or a 3, or play an 8.",
        "Your hand: 5♠ K♦",
        "Playable: K♦",
        "Player 2's move: [kd]",
        "Player 2 plays the king of diamonds.",
        "Player 2 has one card left!",
        "~~~ hidden ~~~",
        "Pass the keyboard to Player 1, who then presses Enter. []",
        "",
        "Player 2 plays the king of diamonds.",
        "Player 2 has one card left!",
        "",
        "Player 2 has 1 card (last card!). Stock: 47 cards. Direction: clockwise.",
        "Top card: king of diamonds. Suit to match: diamonds.",
        "Your turn: match a diamond or a king, or play an 8.",
        "Your hand: 4♠",
        "Playable: none, so draw",
        "Player 1's move: [4s]",
        "The 4 of spades matches neither diamonds nor a king.",
        "Player 1's move: [quit]",
    ]


def test_the_next_person_is_not_told_what_the_one_before_drew() -> None:
    talk = hot_seat("", "draw", "", "log", "quit", stock="QC")
    before, after = talk.text.split("~~~ hidden ~~~")
    assert "Player 1 draws the queen of clubs." in before
    assert "Player 1 draws a card." in after
    assert "queen" not in after


def test_a_person_can_read_what_came_of_the_move_before_it_is_hidden() -> None:
    talk = hot_seat("", "draw", "", "", "quit", interactive=True, stock="QC")
    assert talk.after("Player 1 draws the queen of clubs.")[:3] == [
        "Press Enter to hide your cards. []",
        "~~~ hidden ~~~",
        "Pass the keyboard to Player 2, who then presses Enter. []",
    ]


def test_in_the_next_round_nobody_is_told_the_last_one_again() -> None:
    talk = Talk(["3D", "KC"], "9D", ["", "3d", "yes", "", "quit"], computers={})
    assert "Player 2 had left: K♣ (10 points)" in talk.lines
    said = talk.after("Round 2")
    assert said[1] == "Pass the keyboard to Player 2, who then presses Enter. []"
    assert not any("3 of diamonds" in line for line in said[2:4])


# How it looks elsewhere


def test_letters_and_words_for_the_cards() -> None:
    letters = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["quit"], style=CardStyle.LETTERS)
    assert "Your hand: 8H 3D 3C" in letters.lines
    words = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["quit"], style=CardStyle.WORDS)
    assert "Your hand: 8 of hearts, 3 of diamonds, 3 of clubs" in words.lines
    for talk in (letters, words):
        assert talk.text.isascii()


def test_long_lines_wrap_at_the_width() -> None:
    hands = ["3D 4D", "5D 6D", "7D 4C", "5C 6C", "7C 3C", "KD KS", "3S 4S"]
    talk = Talk(hands, "9D", ["help", "table", "quit"], computers=dict.fromkeys(range(1, 7), ()), width=40)
    assert max(map(len, talk.lines)) <= 40
    assert "Direction: clockwise." in talk.text


def test_completion_offers_the_legal_moves_and_the_commands() -> None:
    talk = Talk(["3C 3D 8H", "4C 5D 6D"], "9D", ["quit"])
    offered = {choice.text: choice.meaning for choice in talk.reader.choices[0]}
    assert list(offered)[:6] == ["8H=S", "8H=H", "8H=D", "8H=C", "3D", "draw"]
    assert offered["8H=D"] == "play the 8 of hearts and call diamonds"
    assert offered["draw"] == "draw a card"
    assert "pass" not in offered
    assert offered["hint"] == "say what to do, and why"
    assert offered["quit"] == "leave the game"


def test_faults_are_told_and_the_game_goes_on() -> None:
    talk = Talk(["3D 4D", "5D KC"], "9D", ["3d", "quit"], computers={1: ["KC"]})
    why = "the king of clubs matches neither diamonds nor a 3"
    assert talk.after("You have one card left!")[:2] == [
        f"Fault of scripted (Computer 1's turn): chose KC, which is not legal: {why}. The game goes on.",
        "Computer 1 plays the 5 of diamonds.",
    ]
