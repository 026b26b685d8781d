"""Choices at the window's table: several cards in a turn, passing left, the starter's suit, swaps, the last card."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from crazyeights import Card, Game, Move, Rule, View
from crazyeights.match import Match
from crazyeights_arcade import table_paint
from crazyeights_arcade.controls import PRIMARY
from support_window import Pilot

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SIZES = [(640, 480), (1280, 720), (1920, 1080)]


def button(table: Any, name: str) -> Any:
    return next(control for control in table_paint.button_controls(table) if control.name == name)


def held(table: Any, text: str) -> Any:
    return next(token for token in table.hand() if str(token.card) == text)


def classic(players: int, rules: Sequence[str] = (), size: int = 4, **more: Any) -> Game:
    return Game("classic", players, rules, options={"hand_size": size, **more.pop("options", {})}, **more)


# Several cards in a turn


def adding(pilot: Pilot) -> Any:
    table = pilot.deal(classic(2, ["all-of-a-rank"], size=5), ["9S 9D 4H 9C QS", "3C 5C 6C 7C 10C"], "4S", "KD KC")
    pilot.click(*pilot.place_of(Card.parse("9S")))
    pilot.wait()
    return table


def test_cards_that_may_be_added_stand_up_and_done_takes_the_place_of_pass(pilot: Pilot) -> None:
    table = adding(pilot)
    assert table.prompt() == "Your turn: add the 9 of diamonds or the 9 of clubs, or end your turn"
    assert table.raised(held(table, "9D")) > 0
    assert table.raised(held(table, "QS")) == 0
    done = button(table, "pass")
    assert (done.label, done.key, done.kind, done.why) == ("Done", "P", PRIMARY, "")
    assert button(table, "draw").why


@pytest.mark.parametrize("way", ["click", "key"])
def test_a_card_is_added_and_the_turn_ended(pilot: Pilot, way: str) -> None:
    table = adding(pilot)
    getattr(pilot, f"by_{way}")(Move.parse("9C"))
    pilot.wait()
    assert table.view.adding
    getattr(pilot, f"by_{way}")(Move.parse("done"))
    assert table.session.to_move == 1
    assert [str(card) for card in table.session.state.discard] == ["4S", "9S", "9C"]


def test_a_card_that_may_not_be_added_says_why(pilot: Pilot) -> None:
    table = adding(pilot)
    position = table.session.position
    pilot.click(*pilot.place_of(Card.parse("QS")))
    assert table.session.position == position
    assert table.warns
    assert table.notice


# Passing a card to the left


def giving(pilot: Pilot, **more: Any) -> Any:
    hands = ["3S 3D 4H 9C", "5C 6C 7C 10C", "5D 6D 7D 10D"]
    table = pilot.deal(classic(3, ["three-pass-left"]), hands, "9S", "KD KC JC", **more)
    pilot.click(*pilot.place_of(Card.parse("3S")))
    pilot.wait()
    return table


@pytest.mark.parametrize("way", ["click", "drag", "key"])
def test_the_card_that_is_picked_goes_to_the_left(pilot: Pilot, way: str) -> None:
    table = giving(pilot)
    assert table.prompt() == "Your turn: choose a card to pass to the left, to Computer 1"
    assert all(table.raised(token) == 0 for token in table.hand()), "any card may be chosen, so none stands out"
    getattr(pilot, f"by_{way}")(Move.parse("give 4H"))
    pilot.wait()
    assert Card.parse("4H") in table.session.state.hands[1]
    assert sorted(map(str, table.view.hand)) == sorted(str(token.card) for token in table.hand())
    assert all(token.face_up for token in table.hand())
    # What the others hold now nobody at this seat knows, the card that was given aside.
    assert all(token.card is None for token in table.director.stage.hands[1])


def test_what_was_chosen_waits_above_the_hand_until_all_have_chosen(pilot: Pilot) -> None:
    class Slow:
        def choose(self, view: View) -> Move:
            return view.legal_moves[-1]

    table = giving(pilot, strategy=Slow())
    pilot.window.settings.set("pace", 5.0)
    table.restyled()
    token = held(table, "4H")
    rests = table.layout.fan(3)
    pilot.click(*pilot.place_of(token))
    pilot.until(lambda: table.director.stage.gifts.get(0) is token and not table.director.moving)
    assert table.director.pose(token).y < min(pose.y for pose in rests)
    assert "has chosen" not in [badge.text for badge in table.director.badges]


# The starter's suit


def calling(pilot: Pilot) -> Any:
    game = Game("pagat", 3, options={"hand_size": 3, "few_hand_size": None})
    # The seat before the first is the dealer, who calls.
    return pilot.deal(game, ["2D 3D 9C", "5C 6C 7C", "5S 6S 7S"], "8H", match=Match.of(game, begins=1))


def test_the_dealer_is_asked_for_the_suit_of_the_starter(pilot: Pilot) -> None:
    table = calling(pilot)
    chooser = table.chooser
    assert chooser is not None
    assert chooser.title == "You are the dealer: name the suit of the starter"
    assert chooser.held == (0, 0, 2, 1)
    pilot.frame()
    pilot.click(*pilot.centre(chooser.rects(table.layout)[3]))
    assert str(table.session.state.active_suit) == "C"
    pilot.wait()
    assert table.chooser is None
    assert "You call clubs for the starter." in table.director.log


def test_the_starters_suit_is_called_by_key_and_cannot_be_put_off(pilot: Pilot) -> None:
    table = calling(pilot)
    position = table.session.position
    pilot.click(5, 5)
    assert table.chooser is not None
    pilot.key("escape")
    assert pilot.kind == "PauseScreen"
    pilot.key("escape")
    assert pilot.screen is table
    assert table.chooser is not None
    assert table.session.position == position
    pilot.key("d")
    assert str(table.session.state.active_suit) == "D"


# Swapping hands


HANDS = ["7S 3D 4H 9C", "5C 6C 7C 10C", "5D 6D 10D JD", "2H 3H 5H 6H"]


def swapping(pilot: Pilot) -> Any:
    table = pilot.deal(classic(4, ["seven-swap"]), HANDS, "9S")
    pilot.click(*pilot.place_of(Card.parse("7S")))
    return table


@pytest.mark.parametrize("size", SIZES)
def test_the_names_and_hands_to_swap_with_are_shown(pilot: Pilot, size: tuple[int, int]) -> None:
    pilot.resize(*size)
    table = swapping(pilot)
    pilot.frame()
    said = pilot.said()
    assert "Swap hands with whom, for the 7 of spades?" in said
    assert said.count("4 cards") == 3
    chooser = table.chooser
    assert chooser.names == ("Computer 1", "Computer 2", "Computer 3")
    frame = chooser.frame(table.layout)
    for rect in chooser.rects(table.layout):
        assert frame.x <= rect.x
        assert rect.right <= frame.right
        assert frame.y <= rect.y
        assert rect.bottom <= frame.bottom
    assert frame.x >= 0
    assert frame.bottom <= table.layout.area.bottom


@pytest.mark.parametrize("how", ["click", "digit", "arrows"])
def test_hands_are_swapped_with_whom_is_chosen(pilot: Pilot, how: str) -> None:
    table = swapping(pilot)
    before = [str(token.card) for token in table.hand()]
    assert len(before) == 4, "nothing has happened yet"
    if how == "click":
        pilot.click(*pilot.centre(table.chooser.rects(table.layout)[1]))
    elif how == "digit":
        pilot.key("key_2")
    else:
        pilot.key("right")
        pilot.key("enter")
    pilot.until(lambda: not table.director.moving)
    assert sorted(map(str, table.session.view_for(0).hand)) == sorted(HANDS[2].split())
    assert sorted(str(token.card) for token in table.hand()) == sorted(HANDS[2].split())
    assert all(token.face_up for token in table.hand())
    assert all(token.card is None and not token.face_up for token in table.director.stage.hands[2])
    assert "You swap hands with Computer 2." in table.director.log


def test_escape_takes_the_swapping_card_back(pilot: Pilot) -> None:
    table = swapping(pilot)
    pilot.key("escape")
    assert table.chooser is None
    assert table.session.position == 1
    pilot.click(*pilot.place_of(Card.parse("7S")))
    pilot.click(5, 5)
    assert table.chooser is None
    assert Card.parse("7S") in table.view.hand


def test_a_card_that_calls_and_swaps_asks_for_both(pilot: Pilot) -> None:
    game = classic(4, roles=["wild=7", "swap=7"])
    table = pilot.deal(game, HANDS, "9H")
    pilot.click(*pilot.place_of(Card.parse("7S")))
    pilot.key("d")
    assert table.session.position == 1
    assert "Swap" in table.chooser.title
    pilot.key("key_3")
    assert table.session.state.active_suit is not None
    assert str(table.session.state.active_suit) == "D"
    assert sorted(map(str, table.session.view_for(0).hand)) == sorted(HANDS[3].split())


def test_all_hands_move_on_when_a_card_rotates_them(pilot: Pilot) -> None:
    hands = ["10S 3D 4H 9C", *HANDS[1:3]]
    table = pilot.deal(classic(3, ["ten-rotate"]), hands, "9S")
    pilot.by_click(Move.parse("10S"))
    pilot.until(lambda: not table.director.moving)
    assert sorted(str(token.card) for token in table.hand()) == sorted(hands[2].split())
    pilot.wait()
    stage = table.director.stage
    assert tuple(len(hand) for hand in stage.hands) == table.view.hand_sizes
    assert all(token.card is None and not token.face_up for hand in stage.hands[1:] for token in hand)


# The last card


def with_call(pilot: Pilot, **options: Any) -> Any:
    game = classic(2, size=3, options={"last_card_call": 2, **options})
    table = pilot.deal(game, ["9S 9D 4H", "5C 6C 7C"], "4S", "KD KC JC QD")
    pilot.by_click(Move.parse("9S"))
    pilot.wait()
    return table


def told(table: Any) -> list[str]:
    return [type(event).__name__ for event in table.director.happened]


def test_the_last_card_is_announced_by_itself_in_auto(pilot: Pilot) -> None:
    pilot.window.settings.set("announce", "auto")
    table = with_call(pilot)
    assert "announced for you" in button(table, "announce").why
    pilot.click(*pilot.place_of(Card.parse("9D")))
    pilot.wait()
    assert "Announced" in told(table)
    assert len(table.session.state.hands[0]) == 1


def test_who_forgets_to_announce_draws(pilot: Pilot) -> None:
    table = with_call(pilot)
    pilot.click(*pilot.place_of(Card.parse("9D")))
    pilot.wait()
    assert "Forgot" in told(table)
    assert "Announced" not in told(table)
    assert len(table.session.state.hands[0]) == 3
    assert "You forget to announce the last card." in table.director.log


@pytest.mark.parametrize("how", ["button", "key"])
def test_the_last_card_is_announced_with_a_button_or_a_key(pilot: Pilot, how: str) -> None:
    table = with_call(pilot)

    def say() -> None:
        if how == "button":
            pilot.press("announce")
        else:
            pilot.write("!")

    assert not table.calling
    say()
    assert button(table, "announce").kind == PRIMARY
    say()
    assert not table.calling
    say()
    pilot.click(*pilot.place_of(Card.parse("9D")))
    pilot.until(lambda: any(badge.text == "last card!" for badge in table.director.badges))
    pilot.wait()
    assert "Announced" in told(table)
    assert len(table.session.state.hands[0]) == 1
    assert not table.calling, "the next card is another matter"


def test_a_false_call_costs_what_the_rules_say(pilot: Pilot) -> None:
    game = classic(2, size=4, options={"last_card_call": 2, "false_call": 1})
    table = pilot.deal(game, ["9S 9D 4H QS", "5C 6C 7C 10C"], "4S", "KD KC JC QD")
    pilot.by_click(Move.parse("9S!"))
    pilot.wait()
    assert "FalseCall" in told(table)
    assert len(table.session.state.hands[0]) == 4


def test_the_call_can_still_be_made_while_a_suit_is_chosen(pilot: Pilot) -> None:
    game = classic(2, size=2, options={"last_card_call": 2})
    table = pilot.deal(game, ["8S 9D", "5C 6C"], "4H")
    pilot.click(*pilot.place_of(Card.parse("8S")))
    assert "! announces your last card" in table.chooser.foot
    pilot.write("!")
    assert "your last card will be announced" in table.chooser.foot
    pilot.key("d")
    pilot.wait()
    assert "Announced" in told(table)


def test_without_the_rule_there_is_no_button_and_the_key_says_why(pilot: Pilot) -> None:
    table = pilot.deal(classic(2), HANDS[:2], "9S")
    assert "announce" not in table.layout.buttons
    pilot.write("!")
    assert table.notice == "By these rules nobody announces the last card."


# Hints


def test_a_hint_knows_all_kinds_of_moves(pilot: Pilot) -> None:
    table = giving(pilot)
    pilot.press("hint")
    pilot.until(lambda: table.notice.startswith("Hint"))
    assert "to the left" in table.notice
    assert table.hinted in table.view.hand


# Jokers, and decks of somebody's own


def test_a_joker_calls_a_suit_that_is_shown_on_it(pilot: Pilot) -> None:
    game = classic(2, ["joker-wild"], options={"jokers": 2})
    table = pilot.deal(game, ["*1 3D 4H 9C", "5C 6C 7C 10C"], "9S")
    pilot.click(*pilot.place_of(Card.parse("*1")))
    assert table.chooser.title == "Call a suit for joker 1"
    pilot.frame()
    pilot.key("h")
    pilot.until(lambda: not table.director.moving)
    assert "hearts called" in pilot.said()
    pilot.frame()


def test_of_two_equal_cards_the_one_that_is_clicked_is_played(pilot: Pilot) -> None:
    game = classic(2, options={"decks": 2})
    table = pilot.deal(game, ["9C 9C 3D 4H", "5C 6C 7C 10C"], "9S")
    for which in (1, 0):
        twins = [token for token in table.hand() if token.card is Card.parse("9C")]
        picked = twins[which]
        pilot.click(*pilot.place_of(picked))
        pilot.until(lambda: not table.director.moving)
        assert picked in table.director.stage.pile
        pilot.wait()
        if not which:
            break


def test_any_card_goes_on_a_free_starter(pilot: Pilot) -> None:
    game = classic(2, options={"wild_starter": "free"})
    table = pilot.deal(game, ["7S 3D 4H 9C", "5C 6C 7C 10C"], "8S")
    assert table.director.stage.suit is None
    assert table.prompt() == "Your turn: play any card"
    assert "any card goes" in pilot.said()


def test_a_function_of_a_rule_may_ask_for_nothing(pilot: Pilot) -> None:
    rule = Rule("fives", "A 5 skips.", "A 5 skips.", lambda build: build.on_play(build.rank("5"), lambda t: t.skip(1)))
    table = pilot.deal(classic(2, [rule]), ["5S 3D 4H 9C", "5C 6C 7C 10C"], "9S")  # type: ignore[list-item]
    pilot.by_click(Move.parse("5S"))
    pilot.wait()
    assert "Skipped" in told(table)
