"""The slow restatement of the rules by itself: the deal, a turn's choices and a card's effects, worked out by hand.

What the engine is compared with must be right without the engine.
"""

from __future__ import annotations

from typing import Any

import pytest

from reference.by_hand import CALL_8, kinds, over, play, table
from reference.model import Result, Roles, Round, whole_deck
from reference.roles import ANY, RANKS, SUITS, one_deck

# Decks and the deal


@pytest.mark.parametrize(
    ("name", "ranks"),
    [("52", RANKS), ("36", ("A", *RANKS[5:])), ("32", ("A", *RANKS[6:]))],
)
def test_short_decks_leave_low_cards_out_and_keep_the_aces(name: str, ranks: tuple[str, ...]) -> None:
    assert one_deck(name) == [rank + suit for suit in SUITS for rank in ranks]
    assert len(one_deck(name)) == int(name)


def test_jokers_come_last_in_each_deck() -> None:
    assert whole_deck(2, 1)[52:54] == ["*1", "AS"]
    assert one_deck("32", 2)[32:] == ["*1", "*2"]


@pytest.mark.parametrize(("players", "decks"), [(4, 1), (5, 2), (6, 2)])
def test_an_extra_deck_comes_from_a_number_of_players_on(players: int, decks: int) -> None:
    made = Round(whole_deck(decks), players, options={"extra_deck_from": 5})
    assert len(made.stock) == 52 * decks - 5 * players - 1
    with pytest.raises(AssertionError, match="whole deck"):
        Round(whole_deck(3 - decks), players, options={"extra_deck_from": 5})


@pytest.mark.parametrize(("players", "size"), [(2, 7), (3, 7), (4, 5)])
def test_few_players_may_get_larger_hands(players: int, size: int) -> None:
    made = Round(whole_deck(), players, options={"few_players": 3, "few_hand_size": 7})
    assert [len(hand) for hand in made.hands] == [size] * players


def test_cards_go_round_one_at_a_time_then_the_starter_is_turned() -> None:
    made = table(["3S 4S", "3H 4H"], "KD", "5S 6S")
    assert (made.hands, made.discard, made.stock) == ([["3S", "4S"], ["3H", "4H"]], ["KD"], ["5S", "6S"])
    assert (made.to_move, made.suit, made.direction) == (0, "D", 1)


# The starter


@pytest.mark.parametrize(
    "options", [{"starter": "no_wild"}, {"starter": "no_special"}, {"wild_starter": "buried"}], ids=str
)
def test_a_wild_starter_is_buried_in_the_middle(options: dict[str, Any]) -> None:
    # Four cards are left when the eight goes in: it lies below two of them, and the first of these is turned.
    made = table(["3S", "3H"], "8D", "KC 4S 5S 6S", roles=CALL_8, **options)
    assert (made.top, made.suit, made.stock) == ("KC", "C", ["4S", "8D", "5S", "6S"])


@pytest.mark.parametrize(
    "roles",
    [
        Roles(skip={"Q": 1}),
        Roles(draw={"QD": 2}),
        Roles(reverse=["Q"]),
        Roles(play_again=["Q"]),
        Roles(choose_suit=["Q"]),
        Roles(cancels={ANY: ["Q"]}),
        Roles(swap=["Q"]),
        Roles(rotate=["Q"]),
        Roles(pass_left=["Q"]),
    ],
    ids=lambda roles: next(iter(name for name, value in vars(roles).items() if value)),
)
def test_no_special_buries_all_that_does_anything(roles: Roles) -> None:
    assert table(["3S", "3H"], "QD", "KC 4S", roles=roles, starter="no_special").top == "KC"
    assert table(["3S", "3H"], "QD", "KC 4S", roles=roles, starter="no_wild").top == "QD"


def test_a_wild_starter_counts_as_printed() -> None:
    made = table(["3S 4D", "3H 5H"], "8D", "KC 4S", roles=CALL_8)
    assert (made.suit, made.legal_moves()) == ("D", ["4D", "draw"])


def test_anything_may_be_played_on_a_free_wild_starter() -> None:
    made = table(["3S 4D 8C", "3H 5H 6S"], "8D", "KC 4S", roles=CALL_8, wild_starter="free")
    assert made.legal_moves() == ["3S", "4D", *(f"8C={suit}" for suit in "SHDC"), "draw"]
    assert play(made, "3S").legal_moves() == ["6S", "3H", "draw"]


def test_the_dealer_calls_the_suit_of_a_wild_starter() -> None:
    made = table(["3S 4D", "3H 5H", "6C 7C"], "8D", "KC 4S", roles=CALL_8, wild_starter="called", first=1)
    assert (made.to_move, made.legal_moves()) == (0, ["=S", "=H", "=D", "=C"])
    play(made, "=H")
    assert (made.to_move, made.suit, made.legal_moves()) == (1, "H", ["3H", "5H", "draw"])


def test_a_starter_that_was_called_acts_after_the_call() -> None:
    roles = Roles(wild=["8"], choose_suit=["8"], skip={"8": 1})
    made = table(["3S", "3H", "6C"], "8D", "KC", roles=roles, wild_starter="called", starter="acts")
    assert made.to_move == 2
    assert play(made, "=C").to_move == 1


def test_a_starter_acts_as_if_the_dealer_had_played_it() -> None:
    assert table(["3S", "3H", "6C"], "QD", "KC", roles=Roles(skip={"Q": 1}), starter="acts").to_move == 1
    assert table(["3S", "3H", "6C"], "QD", "KC", roles=Roles(skip={"Q": 1}), starter="any").to_move == 0
    backwards = table(["3S", "3H", "6C"], "AD", "KC", roles=Roles(reverse=["A"]), starter="acts")
    assert (backwards.to_move, backwards.direction) == (1, -1)
    assert table(["3S", "3H"], "2D", "KC 4C 5C", roles=Roles(draw={"2": 2}), starter="acts").hands[0] == [
        "3S",
        "KC",
        "4C",
    ]
    # All cards are dealt: nothing can be drawn, so nothing is pending.
    waits = table(["3S 2H", "3H 2C"], "2D", "", roles=Roles(draw={"2": 2}, answers={"2": ["2"]}), starter="acts")
    assert (waits.pending, waits.legal_moves()) == (0, ["2H"])


# What may be played


def test_a_card_matches_by_the_active_suit_or_by_rank() -> None:
    made = table(["3S 9H 4C 5D", "6S 6D 6H 6C"], "9C", "KC")
    assert made.legal_moves() == ["9H", "4C", "draw"]


def test_a_wild_card_calls_and_a_calling_card_that_is_not_wild_must_match() -> None:
    roles = Roles(wild=["8"], choose_suit=["8", "J"])
    made = table(["8S JH JC 3D", "6S 6D 6H 6C"], "9C", "KC", roles=roles)
    assert made.legal_moves() == [*(f"8S={suit}" for suit in "SHDC"), *(f"JC={suit}" for suit in "SHDC"), "draw"]
    play(made, "JC=D")
    assert (made.suit, made.legal_moves()) == ("D", ["6D", "draw"])


def test_a_wild_card_that_calls_nothing_keeps_its_suit_and_a_joker_has_none() -> None:
    made = table(["8S 3D *1", "6S 6D 6H"], "9C", "KC", roles=Roles(wild=["8", "*"]))
    assert made.legal_moves() == ["8S", "*1", "draw"]
    assert play(made, "8S").legal_moves() == ["6S", "draw"]
    made = table(["8S 3D *1", "6S 6D 6H"], "9C", "KC", roles=Roles(wild=["8", "*"]))
    assert play(made, "*1").suit is None
    assert made.legal_moves() == ["6S", "6H", "6D", "draw"]


def test_cards_may_be_forbidden_on_others_even_if_wild() -> None:
    roles = Roles(wild=["J"], choose_suit=["J"], forbidden={"J": ["J"], "9C": ["4"]})
    made = table(["JS 4C 5C", "JH JD 6S"], "9C", "KC", roles=roles)
    assert made.legal_moves() == [*(f"JS={suit}" for suit in "SHDC"), "5C", "draw"]
    assert play(made, "JS=D").legal_moves() == ["draw"]
    # Matching does not help either.
    assert table(["4C 5C", "4D 6S"], "9C", "KC", roles=roles).legal_moves() == ["5C", "draw"]


def test_a_last_resort_needs_a_hand_without_the_active_suit() -> None:
    roles = Roles(wild=["K"], last_resort=["K"])
    assert table(["KS 4C 5D", "6H 6D 6S"], "9C", "7C", roles=roles).legal_moves() == ["4C", "draw"]
    assert table(["KS 9D 5D", "6H 6D 6S"], "9C", "7C", roles=roles).legal_moves() == ["KS", "9D", "draw"]
    # Another last resort of the active suit does not count.
    assert table(["KS KC 5D", "6H 6D 6S"], "9C", "7C", roles=roles).legal_moves() == ["KS", "KC", "draw"]


def test_two_equal_cards_are_one_choice() -> None:
    deck = ["3S", "4S", "3S", "4H", "KS", "3S", "4D"]
    made = Round(deck, 2, options={"hand_size": 2, "decks": 1}, own_deck=deck)
    assert made.hands[0] == ["3S", "3S"]
    assert made.legal_moves() == ["3S", "draw"]


# Drawing and passing


def test_a_drawn_card_may_end_the_turn() -> None:
    assert play(table(["3S 4S", "3H 4H"], "9C", "5C 6C"), "draw").to_move == 1


def test_only_the_drawn_card_may_be_played_or_any() -> None:
    drawn = play(table(["4C 3S", "3H 4H"], "9C", "5C 6C", after_draw="play_drawn"), "draw")
    assert drawn.legal_moves() == ["5C", "pass"]
    any_card = play(table(["4C 3S", "3H 4H"], "9C", "5C 6C", after_draw="play_any"), "draw")
    assert any_card.legal_moves() == ["4C", "5C", "pass"]


def test_a_drawn_card_must_be_played_if_it_can_be() -> None:
    made = play(table(["4C 3S", "3H 4H"], "9C", "5D 6C 7C", after_draw="must_play", draw_limit=3), "draw")
    assert made.legal_moves() == ["draw"]
    assert play(made, "draw").legal_moves() == ["6C"]
    # One may not draw another; but with none that can be played, the turn ends by passing.
    made = play(table(["4C 3S", "3H 4H"], "9C", "5D 6D", after_draw="must_play", draw_limit=2), "draw", "draw")
    assert made.legal_moves() == ["pass"]
    assert play(made, "pass").to_move == 1


def test_drawing_may_be_for_those_who_cannot_play() -> None:
    assert table(["4C 3S", "3H 4H"], "9C", "5D", voluntary_draw=False).legal_moves() == ["4C"]
    assert table(["4D 3S", "3H 4H"], "9C", "5D", voluntary_draw=False).legal_moves() == ["draw"]


def test_a_pass_needs_that_nothing_can_be_played_or_that_passing_is_free() -> None:
    stays: dict[str, Any] = {"empty_stock": "stays_empty"}
    assert table(["4C 3S", "3H 4H"], "9C", **stays).legal_moves() == ["4C"]
    assert table(["4D 3S", "3H 4H"], "9C", **stays).legal_moves() == ["pass"]
    assert table(["4C 3S", "3H 4H"], "9C", **stays, voluntary_pass=True).legal_moves() == ["4C", "pass"]
    assert table(["4C 3S", "3H 4H"], "9C", "5D", voluntary_pass=True).legal_moves() == ["4C", "draw"]


# The stock


def test_the_discards_are_shuffled_when_a_card_is_to_be_drawn() -> None:
    made = table(["4C 3S 5D", "5C 4H 6D"], "9C", "7H", reshuffle=lambda cards: cards[::-1])
    play(made, "4C", "5C", "draw")
    assert (made.stock, made.discard) == ([], ["9C", "4C", "5C"])
    play(made, "draw")
    assert (made.stock, made.discard, made.hands[1]) == (["9C"], ["5C"], ["4H", "6D", "4C"])


def test_the_discards_become_the_stock_as_soon_as_it_is_empty() -> None:
    made = table(["4C 3S 5D", "5C 4H 6D"], "9C", "7H 7D", empty_stock="refill")
    play(made, "4C", "draw")
    assert (made.stock, made.discard) == (["7D"], ["9C", "4C"])
    play(made, "draw")
    assert (made.stock, made.discard) == (["9C"], ["4C"])
    assert kinds(made)[-2:] == ["drew", "reshuffled"]
    # With nothing to refill with, the stock waits for the first play.
    made = table(["4C 3S 5D", "5C 4H 6D"], "9C", empty_stock="refill")
    assert made.legal_moves() == ["4C"]
    play(made, "4C")
    assert (made.stock, made.discard, kinds(made)) == (["9C"], ["4C"], ["played", "reshuffled"])


def test_a_penalty_goes_on_after_a_refill() -> None:
    made = table(["2C 3S 5D", "5C 4H 6D"], "9C", "7H", empty_stock="refill", roles=Roles(draw={"2": 2}))
    play(made, "2C")
    assert (made.hands[1], made.stock, made.discard) == (["5C", "4H", "6D", "7H", "9C"], [], ["2C"])


def test_the_first_pass_may_end_the_round() -> None:
    made = table(["4D 3S", "3H 4H"], "9C", empty_stock="ends_round")
    assert over(play(made, "pass")) == Result(None, "blocked", [0, 0])
    # While there are cards in the stock, a pass is only a pass.
    made = table(["4D 3S", "3H 4H"], "9C", "5D 6D", empty_stock="ends_round", after_draw="play_drawn")
    assert play(made, "draw", "pass").to_move == 1


def test_a_round_is_blocked_when_all_or_all_and_one_more_have_passed() -> None:
    hands = ["4D 3S", "3H 4H", "6S 6H"]
    made = table(hands, "9C", empty_stock="stays_empty")
    assert over(play(made, "pass", "pass", "pass")).reason == "blocked"
    made = table(hands, "9C", empty_stock="stays_empty", block_after="one_more")
    play(made, "pass", "pass", "pass")
    assert made.to_move == 0
    assert over(play(made, "pass")).reason == "blocked"


# Effects


def test_skip_reverse_and_again() -> None:
    hands = ["QC AC 7C 3S", "3H 4H 5H 6H", "3D 4D 5D 6D"]
    roles = Roles(skip={"Q": 1}, reverse=["A"], play_again=["7"])
    for card, seat in {"QC": 2, "AC": 2, "7C": 0}.items():
        assert play(table(hands, "9C", "JS", roles=roles), card).to_move == seat
    two = [hand for hand in hands if hand != hands[1]]
    for rule, seat in {"nothing": 1, "skip": 0, "again": 0}.items():
        assert play(table(two, "9C", "JS", roles=roles, two_player_reverse=rule), "AC").to_move == seat
    assert kinds(play(table(two, "9C", "JS", roles=roles, two_player_reverse="skip"), "AC"))[-1] == "skipped"
    assert kinds(play(table(two, "9C", "JS", roles=roles, two_player_reverse="again"), "AC"))[-1] == "reversed"
    # Three players: a reverse is a reverse.
    assert play(table(hands, "9C", "JS", roles=roles, two_player_reverse="again"), "AC").to_move == 2


@pytest.mark.parametrize(("rule", "seat"), [("then_play", 1), ("turn_lost", 2)])
def test_a_penalty_is_drawn_at_once_where_nothing_answers_it(rule: str, seat: int) -> None:
    made = table(["2C 3S", "3H 4H", "5D 6D"], "9C", "JS KS", roles=Roles(draw={"2": 2}), penalty_turn=rule)
    play(made, "2C")
    assert (made.hands[1], made.to_move, made.pending) == (["3H", "4H", "JS", "KS"], seat, 0)


def test_a_penalty_waits_for_an_answer_and_grows() -> None:
    roles = Roles(draw={"2": 2, "5": 5}, answers={"2": ["2", "5"]})
    made = table(["2C 3S", "2H 5H 4H", "3D 6D"], "9C", "JS KS QS 7S 6S", roles=roles)
    play(made, "2C")
    assert (made.pending, made.legal_moves()) == (2, ["2H", "5H", "draw"])
    play(made, "2H")
    assert (made.pending, made.legal_moves()) == (4, ["draw"])
    play(made, "draw")
    assert (len(made.hands[2]), made.to_move, made.pending) == (6, 2, 0)
    # Nothing answers a five.
    made = table(["2C 3S", "2H 5H 4H", "3D 6D"], "9C", "JS KS QS 7S 6S 8S 9S", roles=roles)
    play(made, "2C", "5H")
    assert (made.pending, len(made.hands[2])) == (0, 9)


def test_a_forbidden_answer_is_none() -> None:
    roles = Roles(draw={"2": 2}, answers={"2": ["2"]}, forbidden={"2C": ["2"]})
    made = play(table(["2C 3S", "2H 4H", "3D 6D"], "9C", "JS KS", roles=roles), "2C")
    assert (made.pending, len(made.hands[1])) == (0, 4)


def test_a_draw_can_be_cancelled() -> None:
    roles = Roles(draw={"2": 2}, cancels={"2": ["JH", "JD"]})
    made = table(["2C 3S 4S", "JH 2H 4H", "3D 6D JS"], "9C", "KS QS", roles=roles)
    play(made, "2C")
    assert (made.pending, made.legal_moves()) == (2, ["JH", "draw"])
    play(made, "JH")
    assert (made.pending, made.to_move, made.legal_moves()) == (0, 2, ["JS", "draw"])
    assert made.events[-2:] == [("played", 1, "JH"), ("cancelled", 1)]
    # Without a draw to cancel it is a card like any other.
    made = table(["JH 3S", "3D 6H"], "9H", "KS QS", roles=roles)
    assert kinds(play(made, "JH")) == ["played"]


def test_a_draw_card_adds_nothing_when_nothing_can_be_drawn() -> None:
    roles = Roles(draw={"2": 2}, answers={"2": ["2"]})
    stays: dict[str, Any] = {"empty_stock": "stays_empty", "penalty_turn": "turn_lost"}
    made = play(table(["2C 3S", "2H 4H"], "9C", roles=roles, **stays), "2C")
    assert (made.pending, made.to_move, made.legal_moves()) == (0, 1, ["2H"])
    # With the discards to shuffle there is one card to draw.
    made = play(table(["2C 3S", "2H 4H"], "9C", roles=roles), "2C")
    assert made.pending == 2
    assert play(made, "draw").hands[1] == ["2H", "4H", "9C"]
