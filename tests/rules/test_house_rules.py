"""Each house rule in play, alone: what its sentence says happens, and nothing else."""

from __future__ import annotations

import pytest

from crazyeights import Game, OptionError
from support_decks import hand, legal, play
from support_variants import allowed, house, table

# Skipping, reversing, another turn


@pytest.mark.parametrize(
    ("rule", "card"), [("jack-skip", "JS"), ("eight-skip", "8S"), ("ten-skip", "10S"), ("ace-skip", "AS")]
)
def test_it_skips_the_next_player(rule: str, card: str) -> None:
    three = play(house(rule, [f"{card} 3H", "5C 6C", "5D 6D"], "3S"), card)
    assert (three.to_move, three.direction, three.hand_sizes) == (2, 1, (1, 2, 2))
    two = play(house(rule, [f"{card} 3H", "5C 6C"], "3S"), card)
    assert two.to_move == 0


@pytest.mark.parametrize(("rule", "card"), [("four-reverse", "4S"), ("nine-reverse", "9S"), ("king-reverse", "KS")])
def test_it_turns_the_direction(rule: str, card: str) -> None:
    state = play(house(rule, [f"{card} 3H", "5C 6C", "5D 6D"], "3S"), card)
    assert (state.to_move, state.direction) == (2, -1)


def test_a_jack_gives_another_turn() -> None:
    state = play(house("jack-again", ["JS 3S 3H", "5C 6C 7C", "5D 6D 7D"], "4S"), "JS")
    assert state.to_move == 0
    assert legal(state) == ["3S", "draw"]


# Having to draw


@pytest.mark.parametrize(
    ("rule", "card", "count"),
    [
        ("seven-draw-two", "7S", 2),
        ("king-draw-two", "KS", 2),
        ("five-draw-five", "5S", 5),
        ("queen-of-spades-five", "QS", 5),
        ("black-jack-five", "JS", 5),
        ("black-jack-five", "JC", 5),
    ],
)
def test_it_makes_the_next_player_draw(rule: str, card: str, count: int) -> None:
    state = house(rule, [f"{card} 3H", "4C 6C", "4D 6D"], f"3{card[-1]}")
    play(state, card)
    assert state.hand_sizes == (1, 2 + count, 2)
    assert (state.to_move, state.pending_draw) == (1, 0)


@pytest.mark.parametrize(
    ("rule", "card", "top"), [("queen-of-spades-five", "QH", "3H"), ("black-jack-five", "JH", "3H")]
)
def test_other_cards_of_its_rank_make_nobody_draw(rule: str, card: str, top: str) -> None:
    state = play(house(rule, [f"{card} 3C", "4C 6C", "4D 6D"], top), card)
    assert state.hand_sizes == (1, 2, 2)


@pytest.mark.parametrize(
    ("rules", "first", "second", "count"),
    [
        ("draw-two stack-twos", "2S", "2H", 4),
        ("five-draw-five stack-fives", "5S", "5H", 10),
        ("seven-draw-two stack-sevens", "7S", "7H", 4),
        ("black-jack-five stack-black-jacks", "JS", "JC", 10),
        ("draw-two five-draw-five stack-twos-and-fives", "2S", "5H", 7),
        ("draw-two five-draw-five stack-twos-and-fives", "5S", "2H", 7),
    ],
)
def test_an_answer_passes_on_what_must_be_drawn(rules: str, first: str, second: str, count: int) -> None:
    state = house(rules, [f"{first} 3H", f"{second} {second[0]}D", "4D 6D"], "3S")
    play(state, first)
    assert (state.to_move, state.hand_sizes) == (1, (1, 2, 2))
    assert allowed(state, second)
    play(state, second)
    assert (state.to_move, state.pending_draw) == (2, count)
    play(state, "draw")
    assert state.hand_sizes == (1, 1, 2 + count)


def test_a_red_jack_does_not_answer_a_black_one_without_its_rule() -> None:
    state = play(house("black-jack-five stack-black-jacks", ["JS 3H", "JC JH", "4D 6D"], "3S"), "JS")
    assert legal(state) == ["JC", "draw"]


def test_a_2_does_not_answer_a_5_where_each_is_stacked_on_its_own() -> None:
    state = play(house("draw-two stack-twos five-draw-five stack-fives", ["5S 3H", "2S 5H", "4D 6D"], "3S"), "5S")
    assert legal(state) == ["5H", "draw"]


def test_a_joker_answers_a_joker() -> None:
    state = play(house("joker-draw-four stack-jokers", ["*1 3H", "*2 5C", "4D 6D"], "3S"), "*1=H")
    assert allowed(state, "*2=S")
    play(state, "*2=S", "draw")
    assert state.hand_sizes == (1, 1, 10)


def test_a_red_jack_saves_who_has_to_draw_for_a_black_one() -> None:
    state = house("black-jack-five red-jack-cancel", ["JS 3H", "JH 5C", "4D 6D"], "3S")
    play(state, "JS")
    assert legal(state) == ["JH", "draw"]
    play(state, "JH")
    assert (state.pending_draw, state.to_move, state.hand_sizes) == (0, 2, (1, 1, 2))


def test_a_red_jack_does_not_save_from_a_2() -> None:
    state = play(house("draw-two black-jack-five red-jack-cancel", ["2H 3S", "JH 5C", "4D 6D"], "3H"), "2H")
    assert state.hand_sizes == (1, 4, 2)


def test_a_king_of_any_suit_saves_who_has_to_draw() -> None:
    state = play(house("draw-two king-cancel", ["2H 3S", "KC 5C", "4D 6D"], "3H"), "2H")
    assert legal(state) == ["KC", "draw"]
    play(state, "KC")
    assert (state.pending_draw, state.to_move, state.hand_sizes) == (0, 2, (1, 1, 2))
    assert str(state.active_suit) == "C"


# Wild cards


@pytest.mark.parametrize(("rule", "card"), [("jack-wild", "JH"), ("ace-wild", "AH"), ("crazy-eight-25", "8H")])
def test_it_goes_on_any_card_and_calls_the_suit(rule: str, card: str) -> None:
    state = house(rule, [f"{card} 3H 4H", "5C 6D 7S"], "3S")
    play(state, f"{card}=D")
    assert legal(state) == ["6D", "draw"]


def test_an_8_counts_25_instead_of_50() -> None:
    state = play(house("crazy-eight-25", ["3H", "8S"], "3S"), "3H")
    assert state.outcome.points == (25, 0)


def test_an_8_that_must_match_calls_a_suit_where_it_does() -> None:
    state = house("eight-must-match", ["8H 8S 4C", "5C 6D 7S"], "3S")
    assert legal(state) == ["8S=S", "8S=H", "8S=D", "8S=C", "draw"]
    play(state, "8S=D")
    assert legal(state) == ["6D", "draw"]


def test_an_8_that_keeps_its_suit_goes_on_any_card() -> None:
    state = house("eight-keeps-suit", ["8H 4C 5C", "5H 6D 7S"], "3S")
    assert legal(state) == ["8H", "draw"]
    play(state, "8H")
    assert legal(state) == ["5H", "draw"]


# Jokers


def test_two_jokers_are_added_to_the_deck() -> None:
    assert len(Game("plain", rules_added=["joker-wild"]).deck) == 54
    assert len(Game("plain", rules_added=["joker-wild"], options={"jokers": 4}).deck) == 56


def test_a_joker_goes_on_any_card_and_calls_the_suit() -> None:
    state = house("joker-wild", ["*1 4C 5C", "5H 6D 7S"], "3S")
    play(state, "*1=D")
    assert legal(state) == ["6D", "draw"]


@pytest.mark.parametrize(("rule", "count"), [("joker-draw-four", 4), ("joker-draw-five", 5)])
def test_a_joker_makes_the_next_player_draw(rule: str, count: int) -> None:
    state = play(house(rule, ["*1 4C", "5H 6D", "7H 9H"], "3S"), "*1=D")
    assert state.hand_sizes == (1, 2 + count, 2)


def test_a_joker_saves_who_has_to_draw() -> None:
    state = play(house("draw-two joker-cancel", ["2S 4C", "*1 6D", "7H 9H"], "3S"), "2S")
    assert legal(state) == ["*1=S", "*1=H", "*1=D", "*1=C", "draw"]
    play(state, "*1=H")
    assert (state.pending_draw, state.to_move, state.hand_sizes) == (0, 2, (1, 1, 2))


def test_a_joker_of_last_resort_waits_until_no_card_of_the_active_suit_is_held() -> None:
    rules = "joker-draw-four joker-last-resort"
    assert legal(house(rules, ["*1 4S 5C", "5H 6D 7H"], "3S")) == ["4S", "draw"]
    # A card of the top card's rank is none of the active suit.
    assert "*1=S" in legal(house(rules, ["*1 3C 5C", "5H 6D 7H"], "3S"))


# Several cards in a turn


def test_all_of_a_rank_go_in_one_turn() -> None:
    state = house("all-of-a-rank", ["7S 7H 7D 8D", "5C 6C 9C QC"], "3S")
    play(state, "7S")
    assert (state.to_move, legal(state)) == (0, ["7H", "7D", "done"])
    play(state, "7D")
    assert legal(state) == ["7H", "done"]
    play(state, "done")
    assert (state.to_move, str(state.top), str(state.active_suit)) == (1, "7D", "D")
    assert state.hand_sizes == (2, 4)


def test_a_run_goes_up_or_down_in_its_suit() -> None:
    state = house("runs", ["6S 7S 8S 5S 7H 4S", "5C 6C 9C QC 10C KC"], "3S")
    play(state, "6S")
    assert legal(state) == ["5S", "7S", "done"]
    play(state, "7S")
    assert legal(state) == ["8S", "done"]
    play(state, "8S")
    # No 9 is held: the turn has ended by itself.
    assert (state.to_move, str(state.top), state.hand_sizes) == (1, "8S", (3, 6))


def test_a_run_does_not_go_round_the_corner() -> None:
    state = play(house("runs", ["KS AS 4H", "5C 6C 9C"], "3S"), "KS")
    assert state.to_move == 1
    state = play(house("runs", ["AS 2S KS", "5C 6C 9C"], "3S"), "AS")
    assert legal(state) == ["2S", "done"]


def test_a_chain_goes_up_and_down_in_any_suit() -> None:
    state = house("chains", ["6S 7H 6D 5C 9S KD", "5H 6C 9C QC 10C KC"], "3S")
    play(state, "6S")
    assert legal(state) == ["7H", "5C", "done"]
    play(state, "7H")
    assert legal(state) == ["6D", "done"]
    play(state, "6D", "5C")
    assert (state.to_move, str(state.top), state.hand_sizes) == (1, "5C", (2, 6))


def test_a_chain_does_not_go_round_the_corner() -> None:
    state = play(house("chains", ["KS AH AD", "5C 6C 9C"], "3S"), "KS")
    assert state.to_move == 1


def test_what_the_cards_of_a_turn_do_adds_up_when_it_ends() -> None:
    state = house("all-of-a-rank draw-two", ["2S 2H 4D", "5C 6C 9C"], "3S")
    play(state, "2S")
    assert state.hand_sizes == (2, 3)
    play(state, "2H")
    assert (state.hand_sizes, state.to_move) == ((1, 7), 1)


# Exchanging cards


def test_a_7_swaps_hands_with_a_player_of_choice() -> None:
    state = house("seven-swap", ["7S 3H 4H", "5C 6C 9C", "5D 6D 9D"], "3S")
    assert [move for move in legal(state) if move != "draw"] == ["7S@1", "7S@2", "3H"]
    play(state, "7S@2")
    assert [hand(state, seat) for seat in range(3)] == [{"5D", "6D", "9D"}, {"5C", "6C", "9C"}, {"3H", "4H"}]
    assert state.to_move == 1


def test_a_last_7_swaps_nothing() -> None:
    state = play(house("seven-swap", ["7S", "5C", "5D"], "3S"), "7S")
    assert state.outcome.winner == 0


def test_a_10_hands_every_hand_on_in_the_direction_of_play() -> None:
    state = house("ten-rotate", ["10S 3H 4H", "5C 6C 9C", "5D 6D 9D"], "3S")
    play(state, "10S")
    assert [hand(state, seat) for seat in range(3)] == [{"5D", "6D", "9D"}, {"3H", "4H"}, {"5C", "6C", "9C"}]


def test_a_3_lets_everybody_pass_a_card_to_the_left_at_once() -> None:
    state = house("three-pass-left", ["3S 3H 4H", "5C 6C 9C", "5D 6D 9D"], "3D")
    play(state, "3S")
    assert legal(state) == ["give 3H", "give 4H"]
    play(state, "give 3H")
    assert (state.to_move, hand(state, 1)) == (1, {"5C", "6C", "9C"})
    play(state, "give 9C", "give 5D")
    assert [hand(state, seat) for seat in range(3)] == [{"4H", "5D"}, {"5C", "6C", "3H"}, {"6D", "9D", "9C"}]
    assert state.to_move == 1


# Where and when not


def test_a_jack_does_not_go_on_a_jack() -> None:
    state = house("jack-not-on-jack", ["JS 3H 9D", "5C 6C 9C"], "JH")
    assert legal(state) == ["3H", "draw"]
    state = house("jack-wild jack-not-on-jack", ["JS 3H 9D", "5C 6C 9C"], "JH")
    assert legal(state) == ["3H", "draw"]
    assert allowed(house("jack-not-on-jack", ["JS 3H 9D", "5C 6C 9C"], "QS"), "JS")


@pytest.mark.parametrize(("rule", "card"), [("jack-not-last", "JS"), ("eight-not-last", "8S")])
def test_nobody_goes_out_with_it(rule: str, card: str) -> None:
    assert legal(house(rule, [card, "5C"], "3S")) == ["draw"]
    assert card in legal(house(rule, [f"{card} 4D", "5C 6C"], "3S"))


# Points


@pytest.mark.parametrize(
    ("rules", "left", "points"),
    [("ace-counts-10", "AS", 10), ("ace-counts-11", "AS", 11), ("jack-counts-20", "JH", 20)],
)
def test_it_counts_so_many_points(rules: str, left: str, points: int) -> None:
    state = play(house(rules, ["3H", left], "3S"), "3H")
    assert state.outcome.points == (points, 0)


# Options that a house may have


def test_the_last_card_has_to_be_announced_where_that_is_played() -> None:
    forgot = play(house("jack-skip", ["4S 3H", "5C 6C"], "3S", last_card_call=2), "4S")
    assert forgot.hand_sizes == (3, 2)
    said = play(house("jack-skip", ["4S 3H", "5C 6C"], "3S", last_card_call=2), "4S!")
    assert said.hand_sizes == (1, 2)


def test_a_hand_that_may_go_out_only_on_a_wild_card() -> None:
    state = house("crazy-eight", ["4S", "5C"], "3S", go_out="only_wild")
    assert legal(state) == ["draw"]
    assert legal(house("crazy-eight", ["8H", "5C"], "3S", go_out="only_wild")) == ["8H", "draw"]
    with pytest.raises(OptionError, match="go_out=only_wild"):
        house("jack-skip", ["4S", "5C"], "3S", go_out="only_wild")


def test_partners_win_when_both_are_out() -> None:
    state = play(table("classic", ["4S", "6C", "4H", "9D"], "3S", partners=True), "4S")
    assert (state.outcome, state.to_move) == (None, 1)
    play(state, "draw", "4H")
    assert state.outcome.winners == (0, 2)
