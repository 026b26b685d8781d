"""The slow restatement by itself: several cards in a turn, announcements, exchanges, countdown and partners."""

from __future__ import annotations

from typing import Any

from reference.by_hand import kinds, over, play, table
from reference.model import Result, Roles, Round

# Several cards in a turn

OF_A_RANK = Roles(
    follows={"9": ["9"], "Q": ["Q"], "A": ["A"], "8": ["8"], "2": ["2"]},
    skip={"Q": 1},
    reverse=["A"],
    wild=["8"],
    choose_suit=["8"],
    draw={"2": 2},
    answers={"2": ["2"]},
)


def test_equal_cards_are_added_until_the_player_is_done() -> None:
    made = table(["9C 9D 9H 3S", "3H 4H", "5D 6D"], "4C", "JS KS", roles=OF_A_RANK)
    play(made, "9C")
    assert (made.to_move, made.phase, made.legal_moves()) == (0, "add", ["9H", "9D", "done"])
    play(made, "9D")
    assert (made.suit, made.legal_moves()) == ("D", ["9H", "done"])
    play(made, "done")
    assert (made.to_move, made.hands[0], made.top) == (1, ["9H", "3S"], "9D")


def test_the_turn_ends_by_itself_when_nothing_can_be_added() -> None:
    made = play(table(["9C 9D 3S", "3H 4H"], "4C", "JS KS", roles=OF_A_RANK), "9C", "9D")
    assert (made.to_move, made.phase) == (1, "turn")
    assert play(table(["9C 3D 3S", "3H 4H"], "4C", "JS KS", roles=OF_A_RANK), "9C").to_move == 1


def test_effects_add_up_and_act_when_the_turn_ends() -> None:
    hands = ["QC QD AC AH 8C 8D 2C 2D 3S", "3H 4H 5H", "3D 4D 5D", "6S 7S 9S"]
    made = play(table(hands, "4C", "JS KS 10S 10H 10D", roles=OF_A_RANK), "QC")
    assert (made.to_move, made.noted_skips) == (0, 1)
    assert play(made, "QD").to_move == 3
    made = play(table(hands, "4C", "JS KS", roles=OF_A_RANK), "AC", "AH")
    assert (made.to_move, made.direction) == (1, 1)
    made = play(table(hands, "4C", "JS KS", roles=OF_A_RANK), "AC", "done")
    assert (made.to_move, made.direction) == (3, -1)
    made = play(table(hands, "4C", "JS KS 10S 10H 10D", roles=OF_A_RANK), "2C", "2D")
    assert (made.to_move, made.pending) == (1, 4)


def test_added_cards_call_suits_and_need_not_match() -> None:
    made = play(table(["8C 8D 3S", "3H 4H 5H"], "4C", "JS", roles=OF_A_RANK), "8C=H")
    assert made.legal_moves() == [*(f"8D={suit}" for suit in "SHDC"), "done"]
    assert play(made, "8D=S").suit == "S"


def test_answers_may_be_added_to() -> None:
    made = table(["2C 3S 4S", "2H 2D 5H", "3D 4D 5D"], "4C", "JS KS 10S 10H 10D 10C", roles=OF_A_RANK)
    play(made, "2C", "2H")
    assert (made.pending, made.phase) == (2, "add")
    play(made, "2D")
    assert (made.pending, made.to_move) == (6, 2)


def test_the_last_of_several_cards_may_have_to_be_allowed_as_last() -> None:
    roles = Roles(follows={"9": ["9"]}, forbid_finish=["9H"])
    made = play(table(["9C 9H 9D", "3H 4H 5H"], "4C", "JS KS", roles=roles), "9C")
    assert made.legal_moves() == ["9H", "9D", "done"]
    # The nine of hearts is left and may not be the last.
    assert play(made, "9D").to_move == 1
    made = play(table(["9C 9D", "3H 4H"], "4C", "JS", roles=roles), "9C", "9D")
    assert over(made).winner == 0


# The announcement of the last card


def test_playing_down_to_one_card_is_announced() -> None:
    made = table(["4C 3S", "3H 4H"], "9C", "JS KS 10S", last_card_call=2)
    assert made.legal_moves() == ["4C!", "4C", "draw"]
    play(made, "4C!")
    assert (made.hands[0], kinds(made)) == (["3S"], ["played", "announced"])
    forgot = play(table(["4C 3S", "3H 4H"], "9C", "JS KS 10S", last_card_call=2), "4C")
    assert (forgot.hands[0], forgot.to_move) == (["3S", "JS", "KS"], 1)
    assert forgot.events == [("played", 0, "4C"), ("forgot", 0), ("drew", 0, "JS", "KS", True)]


def test_no_announcement_is_legal_where_none_is_due() -> None:
    hands = ["4C 5C 3S", "3H 4H 5H"]
    assert table(hands, "9C", "JS KS", last_card_call=2).legal_moves() == ["4C", "5C", "draw"]
    assert table(["4C 3S", "3H 4H"], "9C", "JS").legal_moves() == ["4C", "draw"]
    assert table(["4C", "3H"], "9C", "JS", last_card_call=2).legal_moves() == ["4C", "draw"]


def test_a_false_announcement_costs_what_it_costs() -> None:
    made = table(["4C 5C 3S", "3H 4H 5H"], "9C", "JS KS 10S 10H", last_card_call=2, false_call=3)
    assert made.legal_moves() == ["4C", "4C!", "5C", "5C!", "draw"]
    play(made, "4C!")
    assert made.hands[0] == ["5C", "3S", "JS", "KS", "10S"]
    assert kinds(made) == ["played", "announced", "false call", "drew"]
    # With the last card the round is over before anybody judges.
    made = table(["4C", "3H"], "9C", "JS KS", last_card_call=2, false_call=3)
    assert over(play(made, "4C!")).points == [3, 0]


def test_an_announcement_counts_for_the_whole_turn() -> None:
    options: dict[str, Any] = {"roles": OF_A_RANK, "last_card_call": 2, "false_call": 3}
    made = table(["9C 9D 3S", "3H 4H"], "4C", "JS KS 10S 10H", **options)
    assert made.legal_moves() == ["9C", "9C!", "draw"]
    play(made, "9C")
    assert made.legal_moves() == ["9D!", "9D", "done"]
    assert play(made, "9D!").hands[0] == ["3S"]
    # Announced with the first card and true when the turn ends.
    made = play(table(["9C 9D 3S", "3H 4H"], "4C", "JS KS 10S 10H", **options), "9C!", "9D")
    assert made.hands[0] == ["3S"]
    # Announced with one card left, and then that card is not added: it was right.
    made = play(table(["9C 9D", "3H 4H"], "4C", "JS KS 10S 10H", **options), "9C!", "done")
    assert made.hands[0] == ["9D"]
    made = play(table(["9C 9D", "3H 4H"], "4C", "JS KS 10S 10H", **options), "9C", "done")
    assert made.hands[0] == ["9D", "JS", "KS"]


# Exchanges of hands


def test_hands_are_swapped_with_a_player_of_ones_choice() -> None:
    made = table(["7C 3S 8C", "3H 4H", "5D 6D JD"], "9C", "JS", roles=Roles(swap=["7"]))
    assert made.legal_moves() == ["7C@1", "7C@2", "8C", "draw"]
    play(made, "7C@2")
    assert made.hands == [["5D", "6D", "JD"], ["3H", "4H"], ["3S", "8C"]]
    assert (made.to_move, made.events[-1]) == (1, ("swapped", 0, 2, ("5D", "6D", "JD"), ("3S", "8C")))
    # A last card has no hand to swap.
    made = table(["7C", "3H 4H", "5D 6D JD"], "9C", "JS", roles=Roles(swap=["7"]))
    assert over(play(made, "7C")).winner == 0


def test_a_swap_is_judged_by_the_hand_before_it() -> None:
    made = table(["7C 3S", "3H 4H"], "9C", "JS KS", roles=Roles(swap=["7"]), last_card_call=1)
    assert made.legal_moves() == ["7C@1!", "7C@1", "draw"]
    play(made, "7C@1")
    assert made.hands == [["3H", "4H"], ["3S", "JS"]]


def test_all_hands_move_on_in_the_direction_of_play() -> None:
    roles = Roles(rotate=["7", "KC"], reverse=["A", "KC"])
    hands = ["7C 3S KC", "3H AC", "5D 6D JD"]
    made = play(table(hands, "9C", "JS", roles=roles), "7C")
    assert made.hands == [["5D", "6D", "JD"], ["3S", "KC"], ["3H", "AC"]]
    # The card's own reverse comes after.
    made = play(table(hands, "9C", "JS", roles=roles), "KC")
    assert made.hands == [["5D", "6D", "JD"], ["7C", "3S"], ["3H", "AC"]]
    assert (made.direction, made.to_move) == (-1, 2)
    made = play(table(hands, "9C", "JS", roles=roles, first=1), "AC", "7C")
    assert made.hands == [["3H"], ["5D", "6D", "JD"], ["3S", "KC"]]


def test_everybody_passes_a_card_to_the_left_at_once() -> None:
    roles = Roles(pass_left=["7"], reverse=["A"], skip={"7": 1})
    made = table(["4C 8C", "3H 7C AC", "5D 6D JD"], "9C", "JS", roles=roles, first=1)
    play(made, "7C")
    assert (made.to_move, made.legal_moves()) == (1, ["give 3H", "give AC"])
    play(made, "give 3H")
    # It has not moved yet.
    assert (made.hands[1], made.to_move) == (["3H", "AC"], 2)
    play(made, "give JD")
    assert (made.to_move, made.legal_moves()) == (0, ["give 4C", "give 8C"])
    play(made, "give 8C")
    assert [sorted(hand) for hand in made.hands] == [["4C", "JD"], ["8C", "AC"], ["3H", "5D", "6D"]]
    assert made.events[-2] == ("passed on", "JD", "8C", "3H")
    # Then the skip acts: seat 2 loses its turn.
    assert made.to_move == 0


def test_left_is_left_whatever_the_direction() -> None:
    roles = Roles(pass_left=["7"], reverse=["A"])
    made = table(["AC 8C 3D", "3H 4H JH", "7C 6D JD"], "9C", "JS", roles=roles)
    play(made, "AC", "7C", "give 6D", "give 8C", "give 4H")
    assert [sorted(hand) for hand in made.hands] == [["3D", "6D"], ["3H", "8C", "JH"], ["4H", "JD"]]
    assert made.to_move == 1


def test_an_exchange_ends_the_turn() -> None:
    roles = Roles(rotate=["7"], follows={"7": ["7"], "9": ["7"]})
    made = play(table(["9C 7C 7D 3S", "3H 4H JH QH"], "KC", "JS", roles=roles), "9C")
    assert made.legal_moves() == ["7D", "7C", "done"]
    assert play(made, "7D").hands == [["3H", "4H", "JH", "QH"], ["7C", "3S"]]
    assert made.to_move == 1


# Countdown

COUNTDOWN = Roles(levels=[(2, ["2"]), (1, ["A"])])


def test_a_levels_cards_are_wild_for_its_seats_only() -> None:
    made = table(["2S AS", "4H 2H"], "9C", "JS KS", roles=COUNTDOWN)
    assert made.legal_moves() == [*(f"2S={suit}" for suit in "SHDC"), "draw"]
    made = table(["9S 9H", "4H 2H", "AH 2D"], "9C", "AD KS JS", roles=COUNTDOWN)
    play(made, "9S", "draw", "draw", "9H")
    assert (made.levels, made.hands[0], made.to_move) == ([1, 0, 0], ["JS"], 1)
    assert made.events[-2:] == [("level", 0, 1, 1), ("drew", 0, "JS", False)]


def test_a_play_on_the_next_level_calls_and_the_last_level_wins() -> None:
    made = table(["9S 2H", "4H 5H"], "9C", "10C AD QH", roles=COUNTDOWN)
    # The last card of a level calls its suit; the hand that follows has an ace, now wild.
    play(made, "9S", "draw", "2H=H")
    assert (made.hands[0], made.suit, made.to_move) == (["AD"], "H", 1)
    play(made, "4H")
    assert made.legal_moves() == ["AD", "draw"]
    assert over(play(made, "AD")) == Result(0, "empty_hand", [15, 0])


def test_a_level_without_cards_is_done_too() -> None:
    roles = Roles(levels=[(1, []), (3, []), (2, [])])
    made = play(table(["9S", "4H"], "9C", "5D 6D", roles=roles, empty_stock="stays_empty"), "9S")
    assert (made.levels, made.hands[0]) == ([1, 0], ["5D", "6D"])
    made = table(["9S", "4H"], "9C", "", roles=roles, empty_stock="stays_empty")
    assert over(play(made, "9S")).winner == 0


def test_the_discards_serve_for_a_levels_hand() -> None:
    roles = Roles(levels=[(1, []), (3, []), (2, [])])
    for rule in ("reshuffle", "refill"):
        made = play(table(["9S", "4H"], "9C", roles=roles, empty_stock=rule), "9S")
        assert (made.levels, made.hands[0], made.discard) == ([1, 0], ["9C"], ["9S"])


def test_a_level_of_one_card_needs_no_announcement() -> None:
    made = table(["9S 9H", "4H 2H"], "9C", "AD KS JS 3D 4D", roles=COUNTDOWN, last_card_call=1, false_call=2)
    play(made, "9S!", "draw")
    assert made.legal_moves() == ["9H", "9H!", "draw"]
    false = made.copy()
    assert play(made, "9H").hands[0] == ["KS"]
    assert play(false, "9H!").hands[0] == ["KS", "JS", "3D"]


# Partners


def partners(hands: list[str], starter: str, stock: str, **options: Any) -> Round:
    return table(hands, starter, stock, partners=True, **options)


def test_both_partners_must_go_out() -> None:
    made = play(partners(["4C", "KH 4H", "5C 6D", "3D JD"], "9C", "JS KS 10S 10H"), "4C")
    assert (made.to_move, made.outcome, made.events[-1]) == (1, None, ("went out", 0))
    # Seat 0 has no turn any more.
    play(made, "draw", "5C", "draw")
    assert made.to_move == 1
    play(made, "draw", "draw")
    assert made.to_move == 3


def test_partners_win_together_and_score_the_same() -> None:
    charged = partners(["4C", "KH 4H", "5C", "3D JD"], "9C", "JS KS", scoring="losers_charged")
    play(charged, "4C", "draw", "5C")
    assert over(charged) == Result(2, "empty_hand", [0, 37, 0, 37], 0)
    assert over(charged).winners == (0, 2)
    won = partners(["4C", "KH 4H", "5C", "3D JD"], "9C", "JS KS")
    assert over(play(won, "4C", "draw", "5C")) == Result(2, "empty_hand", [37, 0, 37, 0], 0)


def test_who_is_out_is_passed_over_and_plays_no_second_turn() -> None:
    roles = Roles(play_again=["7"], skip={"Q": 1}, draw={"2": 2}, answers={"2": ["2"]})
    hands = ["7C", "QH 4H QC", "5C 6D", "3D JD"]
    made = play(partners(hands, "9C", "JS KS 10S", roles=roles), "7C")
    assert made.to_move == 1
    assert play(made, "QC").to_move == 3
    assert play(made, "draw").to_move == 1
    # A player who is gone hears no answer.
    made = play(partners(["2C", "2H 4H", "5C 6D", "3D JD"], "9C", "JS KS 10S", roles=roles), "2C")
    assert (made.pending, made.hands[1]) == (0, ["2H", "4H", "JS", "KS"])


def test_exchanges_leave_out_who_is_out() -> None:
    roles = Roles(swap=["7"], rotate=["K"], pass_left=["Q"])
    hands = ["4C", "7C 4H KC QC", "5C 6D", "3D JD"]
    made = play(partners(hands, "9C", "JS", roles=roles), "4C")
    assert [move for move in made.legal_moves() if move[0] == "7"] == ["7C@2", "7C@3"]
    rotated, given = play(made.copy(), "KC"), play(made.copy(), "QC")
    assert rotated.hands == [[], ["3D", "JD"], ["7C", "4H", "QC"], ["5C", "6D"]]
    play(given, "give 7C", "give 5C", "give 3D")
    assert given.hands == [[], ["4H", "KC", "3D"], ["6D", "7C"], ["JD", "5C"]]


def test_nobody_judges_who_is_out() -> None:
    made = partners(["4C", "KH 4H", "5C 6D", "3D JD"], "9C", "JS KS 10S", last_card_call=1, false_call=2)
    assert made.legal_moves() == ["4C", "4C!", "draw"]
    assert play(made, "4C!").hands[0] == []
    assert made.to_move == 1


def test_a_blocked_round_is_won_by_the_lighter_pair() -> None:
    options: dict[str, Any] = {"empty_stock": "stays_empty", "blocked": "lowest_hand"}
    made = partners(["4D", "KH", "5D", "3H"], "9C", "", **options)
    assert over(play(made, *["pass"] * 4)).points == [4, 0, 4, 0]
    assert over(made).winners == (0, 2)
    tied = partners(["4D", "5H", "5D", "4H"], "9C", "", **options)
    assert over(play(tied, *["pass"] * 4)) == Result(None, "blocked", [0, 0, 0, 0])
    charged = partners(["4D", "KH", "5D", "3H"], "9C", "", **options, scoring="losers_charged")
    assert over(play(charged, *["pass"] * 4)).points == [9, 13, 9, 13]
