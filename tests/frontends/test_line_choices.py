"""The choices of the whole family in line mode: adding, giving, swapping, calling, announcing; matches; other games."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights.events import Announced, FalseCall, Forgot
from crazyeights.plugins import default_registry
from support_line import Talk

REGISTRY = default_registry()


def happened(talk: Talk, kind: type) -> bool:
    return any(isinstance(event, kind) for event in talk.session.events_since(0, None))


# Adding cards


@pytest.mark.parametrize("done", ["done", "d", "p", "pass", "end", "end turn", "DONE."])
def test_cards_are_added_until_one_is_done(done: str) -> None:
    hands, typed = ["9H 9C 3S 9D", "KC KD KS QD"], ["9h", "9c", done, "quit"]
    talk = Talk(hands, "2H", typed, rules=["all-of-a-rank"], computers={1: ["KC"]})
    assert talk.after("Your move: [9h]")[:5] == [
        "You play the 9 of hearts.",
        "Your turn: add the 9 of diamonds or the 9 of clubs, or end your turn.",
        "Your hand: 3♠ 9♦ 9♣",
        "To add: 9♦ 9♣, or done",
        "Your move: [9c]",
    ]
    assert talk.after(f"Your move: [{done}]")[0] == "Computer 1 plays the king of clubs."


def test_what_can_t_be_added_is_refused() -> None:
    talk = Talk(["9H 9C 3S", "KC KD KS"], "2H", ["9h", "3s", "draw", "quit"], rules=["all-of-a-rank"])
    said = talk.after("Your move: [3s]")
    assert said[0] == "The 3 of spades can't be added to the 9 of hearts: add the 9 of clubs, or say done."
    assert "You have played a card already: add the 9 of clubs, or say done." in talk.lines


def test_done_when_there_is_nothing_to_end() -> None:
    talk = Talk(["9H 9C", "KC KD"], "2H", ["done", "quit"])
    assert talk.after("Your move: [done]")[0].startswith("There is nothing to end")


# Passing a card to the left


@pytest.mark.parametrize(
    "typed", ["9c", "give 9c", "pass 9c", "the 9 of clubs", "pass the 9 of clubs to the left", "9"]
)
def test_a_card_is_passed_to_the_left(typed: str) -> None:
    computers = {1: ["give KS", "KC"], 2: ["give JS"]}
    talk = Talk(
        ["3H 9C 4S", "KC KD KS", "QC QD JS"],
        "2H",
        ["3h", typed, "quit"],
        rules=["three-pass-left"],
        computers=computers,
    )
    assert talk.after("Your move: [3h]")[4:6] == [
        "Your turn: choose a card to pass to the left (to Computer 1).",
        "Your hand: 4♠ 9♣",
    ]
    assert "You choose the 9 of clubs to pass on." in talk.lines
    assert "The chosen cards are passed to the left: you get the jack of spades." in talk.lines
    assert not any("Playable" in line for line in talk.after("Your move: [3h]")[:7])


def test_first_the_card_is_chosen() -> None:
    talk = Talk(["3H 9C 4S", "KC KD KS"], "2H", ["3h", "pass", "quit"], rules=["three-pass-left"])
    assert talk.after("Your move: [pass]")[0].startswith("First choose the card that you pass to the left, as in give")


# The suit of the starter


@pytest.mark.parametrize("typed", ["d", "=d", "diamonds", "call diamonds", "call d", "♦"])
def test_the_dealer_calls_the_suit_of_the_starter(typed: str) -> None:
    talk = Talk(
        ["KC 2D", "QC QD"],
        "8H",
        [typed, "quit"],
        options={"wild_starter": "called"},
        computers={0: ["2D"]},
        names=["Computer 1", "You"],
    )
    assert "Your turn: call a suit for the 8 of hearts." in talk.lines
    assert "You call diamonds for the starter." in talk.lines


def test_commands_are_understood_before_the_suit_is_called() -> None:
    talk = Talk(
        ["KC 2D", "QC QD"],
        "8H",
        ["hand", "hint", "qd", "quit"],
        options={"wild_starter": "called"},
        computers={0: []},
        names=["Computer 1", "You"],
        strategies=REGISTRY.strategies,
    )
    assert talk.after("Your move: [hint]")[0].startswith("Hint (")
    assert talk.after("Your move: [qd]")[0].startswith("First call a suit for the 8 of hearts")


# Swapping hands


def swapping(*answers: str, **more: Any) -> Talk:
    hands = ["7H 9C 4S", "KC KD KS", "QC QD JS"]
    return Talk(hands, "2H", [*answers, "quit"], rules=["seven-swap"], computers={1: ["draw"], 2: ["draw"]}, **more)


@pytest.mark.parametrize(
    "typed",
    ["7h@2", "7h @ 2", "7h with computer 2", "7h and swap hands with Computer 2", "7h swap with 2", "7h@computer 2"],
)
def test_hands_are_swapped(typed: str) -> None:
    talk = swapping(typed)
    assert "You swap hands with Computer 2." in talk.lines


@pytest.mark.parametrize("answer", ["Computer 2", "computer 2.", "2", "@2"])
def test_with_whom_is_asked(answer: str) -> None:
    talk = swapping("7h", answer)
    question = f"With whom do you swap hands, Computer 1 (3 cards) or Computer 2 (3 cards)? [{answer}]"
    assert talk.after(question)[:2] == ["You play the 7 of hearts.", "You swap hands with Computer 2."]
    assert [choice.text for choice in talk.reader.choices[1]] == ["Computer 1", "Computer 2"]


def test_nobody_is_chosen_and_nothing_is_lost() -> None:
    talk = swapping("7h", "")
    assert "Nobody was chosen, so nothing is played." in talk.lines
    assert talk.session.position == 1


def test_somebody_who_is_not_there_is_asked_for_again() -> None:
    talk = swapping("7h", "kim", "computer", "1")
    assert "'kim' names no player; the players are You, Computer 1 and Computer 2." in talk.lines
    assert "'computer' names no player; the players are You, Computer 1 and Computer 2." in talk.lines
    assert "You swap hands with Computer 1." in talk.lines


def test_with_oneself_is_refused() -> None:
    talk = swapping("7h", "you")
    assert any(line.startswith("You can't swap hands with seat 0") for line in talk.lines)


def test_with_one_other_player_nobody_is_asked() -> None:
    talk = Talk(["7H 9C", "KC KD"], "2H", ["7h", "quit"], rules=["seven-swap"], computers={1: ["draw"]})
    assert talk.after("Your move: [7h]")[1] == "You swap hands with Computer 1."


# Announcing the last card


def announcing(*answers: str, by_hand: bool, **options: Any) -> Talk:
    given = {"last_card_call": 2, **options}
    hands = ["9H 9C 3H", "KC KD KS"] if options else ["9H 9C", "KC KD"]
    return Talk(hands, "2H", [*answers, "quit"], options=given, by_hand=by_hand, computers={1: ["draw"]})


@pytest.mark.parametrize(
    "typed", ["9h!", "9h !", "9h last card", "9h, last card!", "9 of hearts and announce your last card"]
)
@pytest.mark.parametrize("by_hand", [True, False])
def test_it_is_announced_with_the_card(typed: str, by_hand: bool) -> None:
    talk = announcing(typed, by_hand=by_hand)
    assert 'You say "Last card!"' in talk.lines
    assert len(talk.session.state.hands[0]) == 1


def test_without_a_word_it_is_announced_for_you() -> None:
    talk = announcing("9h", by_hand=False)
    assert happened(talk, Announced)


def test_without_a_word_it_is_forgotten_by_hand() -> None:
    talk = announcing("9h", by_hand=True)
    assert happened(talk, Forgot)
    assert "You forget to announce the last card." in talk.lines
    assert len(talk.session.state.hands[0]) == 3


@pytest.mark.parametrize("typed", ["!", "last card"])
def test_it_can_be_said_before_the_card(typed: str) -> None:
    talk = announcing(typed, "9h", by_hand=True)
    assert talk.after(f"Your move: [{typed}]")[0] == "The next card that you play announces that one card is left."
    assert happened(talk, Announced)


def test_it_can_be_taken_back() -> None:
    talk = announcing("!", "!", "9h", by_hand=True)
    assert "The next card that you play announces nothing." in talk.lines
    assert happened(talk, Forgot)


def test_a_false_call_costs_what_the_rules_say() -> None:
    talk = announcing("!", "9h", by_hand=True, false_call=1)
    assert happened(talk, FalseCall)


def test_the_command_explains_itself_where_it_means_nothing() -> None:
    assert announcing("!", by_hand=False).after("Your move: [!]")[0] == (
        "Your last card is announced for you. To do it yourself, write "
        'announce = "manual" in settings.toml (crazyeights doctor says where it is).'
    )
    talk = Talk(["9H 9C", "KC KD"], "2H", ["last card", "quit"])
    assert talk.after("Your move: [last card]")[0] == "No last card is announced in this game."


def test_where_no_last_card_is_announced_an_exclamation_mark_does_no_harm() -> None:
    talk = Talk(["9H 9C", "KC KD"], "2H", ["9h!", "quit"], computers={1: ["draw"]})
    assert "You play the 9 of hearts." in talk.lines


# Commands while something is asked


@pytest.mark.parametrize("command", ["hint", "hand", "table", "rules", "log", "scores", "help"])
def test_commands_are_understood_at_the_suit_question(command: str) -> None:
    talk = Talk(
        ["8H 9C", "KC KD"],
        "2H",
        ["8h", command, "c", "quit"],
        computers={1: ["KC"]},
        strategies=REGISTRY.strategies,
    )
    question = "Which suit do you call, spades, hearts, diamonds or clubs? "
    said = talk.after(f"{question}[{command}]")
    assert said.index(f"{question}[c]") > 0
    assert "is not a suit" not in talk.text
    assert "You play the 8 of hearts and call clubs." in said
    if command == "hint":
        assert said[0].startswith("Hint (")


def test_quit_at_the_suit_question_leaves() -> None:
    talk = Talk(["8H 9C", "KC KD"], "2H", ["8h", "quit"])
    assert talk.code == 0


# What is said of the table


def test_the_levels_of_a_countdown_and_what_is_wild_for_me() -> None:
    talk = Talk(["9H", "9C"], "2H", ["quit"], variant="countdown", options={"hand_size": 8})
    line = next(line for line in talk.lines if line.startswith("Computer 1 has"))
    assert line.startswith("Computer 1 has 8 cards (level 8). You are at level 8. Stock: 35 cards.")
    assert any("play an 8" in line for line in talk.lines if line.startswith("Your turn"))


def test_partners_and_who_is_out() -> None:
    talk = Talk(
        ["9H 3H", "KH 4S", "QC QD", "JC JD"],
        "2H",
        ["quit"],
        options={"partners": True},
        computers={1: (), 2: (), 3: ()},
    )
    assert (
        "Computer 1 has 2 cards, Computer 2 has 2 cards (your partner), Computer 3 has 2 cards. "
        "Stock: 43 cards. Direction: clockwise." in talk.lines
    )
    computers = {1: ["KH", "5H"], 2: ["draw", "draw"], 3: ["draw", "draw"]}
    hands = ["9H 4S", "KH 5H", "QC QD", "JC JD"]
    talk = Talk(hands, "2H", ["9h", "d", "quit"], options={"partners": True}, computers=computers)
    described = [line for line in talk.lines if line.startswith("Computer 1 ")]
    assert described[-1].startswith(
        "Computer 1 is out, Computer 2 has 4 cards (your partner), Computer 3 has 4 cards. "
    )


# Matches


def test_a_match_is_played_to_its_end_and_another_one_begun() -> None:
    talk = Talk(["3H", "KC"], "4H", ["3h", "yes", "scores", "quit"], options={"target": 10})
    assert "The match ends when somebody has 10 points." in talk.lines
    assert "The match is over: you win it with 10 points." in talk.lines
    assert "Final scores after 1 round: You 10, Computer 1 0." in talk.lines
    assert talk.after("New match, yes or quit? [yes]")[:2] == ["", "Match 2, round 1"]
    assert talk.session.match.number == 1
    assert "Scores after 0 rounds: You 0, Computer 1 0." in talk.lines


def test_a_person_gets_the_next_match_with_enter() -> None:
    talk = Talk(["3H", "KC"], "4H", ["3h", "", "quit"], options={"rounds": 1}, interactive=True)
    assert talk.after("Press Enter for a new match, or type quit: []")[:2] == ["", "Match 2, round 1 of 1"]


def test_after_a_round_and_on_demand_the_sheet_is_told() -> None:
    talk = Talk(["3H", "KC"], "4H", ["3h", "scores", "hint", "sheet", "what", "quit"], options={"target": 100})
    said = talk.after("Next round, yes or quit? [scores]")
    assert said[:3] == [
        "Round 1, won by you: You 10, Computer 1 0.",
        "Scores after 1 round: You 10, Computer 1 0.",
        "The match ends when somebody has 100 points.",
    ]
    assert talk.after("Next round, yes or quit? [sheet]")[:3] == said[:3]


def test_a_watched_match_is_played_to_its_end() -> None:
    greedy = {seat: _endless_greedy(seat) for seat in range(2)}
    talk = Talk(["3H", "KC"], "4H", [], options={"rounds": 3}, computers=greedy)
    assert talk.code == 0
    assert talk.session.match_over
    assert [line for line in talk.lines if line.startswith("Round ") and "of 3" in line] == [
        "Round 1 of 3",
        "Round 2 of 3",
        "Round 3 of 3",
    ]
    assert talk.lines[-1].startswith("Final scores after 3 rounds: ")
    assert sum(line.startswith("Round 1, won by") for line in talk.lines) == 2, "after the second round and the third"


def _endless_greedy(seat: int) -> list[str]:
    # The first move is prepared; of what comes then none is legal, so that the first legal move is made.
    return ["3H"] if seat == 0 else []


# Other games


def test_the_variants_are_listed() -> None:
    talk = Talk(["3H 4S", "KC KD"], "4H", ["variants", "quit"], registry=REGISTRY, width=79)
    said = " ".join(" ".join(talk.after("Your move: [variants]")).split())
    for name, variant in REGISTRY.variants.items():
        assert f"{name} {variant.summary}" in said
    assert max(map(len, talk.lines)) <= 79


def test_the_options_are_listed_with_their_values() -> None:
    talk = Talk(["3H 4S", "KC KD"], "4H", ["options", "quit"], registry=REGISTRY)
    said = talk.after("Your move: [options]")
    assert any(
        line.startswith("hand_size=2: how many cards each player is dealt; it is a number from 1") for line in said
    )
    assert any(line.startswith("target=none: the score that ends a match; it is") for line in said)


def test_another_game_is_asked_for() -> None:
    typed = "game mau-mau players=3 target=50 +jack-again"
    talk = Talk(["3H 4S", "KC KD"], "4H", [typed], registry=REGISTRY)
    assert talk.code == 0
    assert talk.game.wanted is not None
    request = talk.game.wanted.request()
    assert (request.game.name, request.game.players, request.game.target) == ("mau-mau", 3, 50)
    assert request.game.rules_added == ("jack-again",)
    assert [seat.name for seat in request.seats] == ["You", "Computer 1", "Computer 2"]


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("game pokr", "No variant is called 'pokr'"),
        ("game classic hand_size=99", "Hand_size can't be '99'; it is a number from 1 to 26."),
        ("game plain players=4", "Plain is for 2 players, not 4."),
        ("game", "game NAME plays another variant; variants lists them."),
    ],
)
def test_what_can_t_be_played_is_told_and_the_game_goes_on(typed: str, answer: str) -> None:
    talk = Talk(["3H 4S", "KC KD"], "4H", [typed, "quit"], registry=REGISTRY)
    assert talk.after(f"Your move: [{typed}]")[0].startswith(answer)
    assert talk.game.wanted is None


@pytest.mark.parametrize(("answer", "leaves"), [("yes", True), ("no", False)])
def test_a_person_is_asked_before_a_round_is_left(answer: str, leaves: bool) -> None:
    answers = ["game pagat", answer, "quit"]
    talk = Talk(["3H 4S", "KC KD"], "4H", answers, registry=REGISTRY, interactive=True)
    assert f"Leave this table and play pagat, yes or no? [{answer}]" in talk.lines
    assert (talk.game.wanted is not None) == leaves


def test_after_a_round_another_game_can_be_begun_without_a_question() -> None:
    talk = Talk(["3H", "KC"], "4H", ["3h", "game pokr", "game pagat"], registry=REGISTRY, interactive=True)
    assert any(line.startswith("No variant is called 'pokr'") for line in talk.lines)
    assert talk.game.wanted is not None


def test_without_a_registry_no_other_game_is_offered() -> None:
    talk = Talk(["3H 4S", "KC KD"], "4H", ["help", "quit"])
    assert not any("game - " in line or "variants - " in line for line in talk.lines)
    offered = {choice.text for choice in talk.reader.choices[0]}
    assert not offered & {"game", "variants", "options", "last card"}


def test_what_is_told_at_the_start() -> None:
    talk = Talk(["3H 4S", "KC KD"], "4H", ["quit"], notices=["Tonight aces reverse."])
    assert talk.lines[1] == "Tonight aces reverse."


# Help


def test_help_explains_what_these_rules_ask_for() -> None:
    rules = ["all-of-a-rank", "seven-swap", "three-pass-left"]
    talk = Talk(["9H 9C", "KC KD"], "2H", ["help", "quit"], rules=rules, options={"last_card_call": 2}, by_hand=True)
    said = " ".join(talk.after("Your move: [help]"))
    assert "While more cards may be added" in said
    assert "A 7 swaps hands: 7s@1" in said
    assert "passes a card to the left" in said
    assert "who forgets to announce it draws 2 cards." in said
    assert "last card - announce" in said
    plain = " ".join(Talk(["9H 9C", "KC KD"], "2H", ["help", "quit"]).after("Your move: [help]"))
    for word in ("added", "swaps", "to the left", "forgets"):
        assert word not in plain
