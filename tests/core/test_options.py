"""Each option of the rules with each of its values, bad values, and rules and options composed."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import Game, IllegalMoveError, SeatError
from crazyeights.events import Drew, Skipped
from crazyeights.rules import Rule
from reference.model import Roles
from reference.side_by_side import engine_rule
from support_decks import Offer, calls, deal, hand, kinds, legal, play, short_deck, text

BOTH = pytest.mark.parametrize("variant", ["classic", "plain"])


def _stacking(*tops: str, answers: tuple[str, ...] = ("2",)) -> Offer:
    return Offer(engine_rule(Roles(answers=dict.fromkeys(tops or ("2",), answers)), name="stack"))


# hand_size


@BOTH
@pytest.mark.parametrize("size", [1, 4, 7, 25])
def test_hand_size_is_how_many_cards_each_player_is_dealt(variant: str, size: int) -> None:
    state = Game(variant, options={"hand_size": size}).deal(seed=1)
    assert [len(each) for each in state.hands] == [size, size]
    assert len(state.stock) == 52 - 2 * size - 1


def test_a_deal_may_use_up_the_whole_deck_but_for_the_starter() -> None:
    state = Game("classic", players=3, options={"hand_size": 17}).deal(seed=1)
    assert (len(state.stock), len(state.discard)) == (0, 1)


def test_hands_that_the_deck_has_no_cards_for_are_refused() -> None:
    with pytest.raises(SeatError, match=r"2 hands of 26 cards and a starter need 53 cards, but the deck has 52"):
        Game("classic", players=2, options={"hand_size": 26})


# decks


@BOTH
@pytest.mark.parametrize("decks", [1, 2, 4])
def test_decks_is_how_many_decks_are_shuffled_together(variant: str, decks: int) -> None:
    state = Game(variant, options={"decks": decks}).deal(seed=1)
    everything = [*state.stock, *state.discard, *state.hands[0], *state.hands[1]]
    assert len(everything) == 52 * decks
    assert all(everything.count(card) == decks for card in everything)


def test_with_two_decks_two_equal_cards_are_one_choice() -> None:
    state = deal("classic", ["3H 3H 8S 8S", "5C 6C 7C 9C"], "9H", options={"decks": 2})
    assert legal(state) == [*calls("8S"), "3H", "draw"]
    play(state, "3H")
    assert text(state.hands[0]).split().count("3H") == 1


# jokers


@BOTH
@pytest.mark.parametrize("jokers", [0, 1, 2, 4])
def test_jokers_is_how_many_jokers_each_deck_has(variant: str, jokers: int) -> None:
    game = Game(variant, options={"jokers": jokers, "decks": 2})
    assert len(game.deck) == 2 * (52 + jokers)
    assert [str(card) for card in game.deck.faces[52:]] == [f"*{number + 1}" for number in range(jokers)]


def test_a_joker_matches_only_a_joker_unless_a_rule_makes_it_wild() -> None:
    assert legal(deal("classic", ["*1 3C", "5C 6C"], "9H", options={"jokers": 2})) == ["draw"]
    assert legal(deal("classic", ["*1 3C", "5C 6C"], "*2", options={"jokers": 2})) == ["3C", "*1", "draw"]


def test_on_a_joker_that_called_no_suit_any_card_may_be_played() -> None:
    offer = Offer(engine_rule(Roles(wild=["*"]), name="wild-joker"))
    state = deal("classic", ["*1 3C", "5C 6S"], "9H", options={"jokers": 1}, rules_added=["wild-joker"], registry=offer)
    assert legal(state) == ["*1", "draw"]
    play(state, "*1")
    assert state.active_suit is None
    assert legal(state) == ["6S", "5C", "draw"]


def test_a_joker_that_calls_a_suit_is_like_an_eight() -> None:
    offer = Offer(engine_rule(Roles(wild=["*"], choose_suit=["*"]), name="wild-joker"))
    state = deal("classic", ["*1 3C", "5C 6S"], "9H", options={"jokers": 1}, rules_added=["wild-joker"], registry=offer)
    assert legal(state) == [*calls("*1"), "draw"]
    play(state, "*1=C")
    assert str(state.active_suit) == "C"
    assert legal(state) == ["5C", "draw"]


# starter


@pytest.mark.parametrize("starter", ["8H", "QH", "2H", "AH"])
def test_starter_any_takes_whatever_comes_and_it_does_nothing(starter: str) -> None:
    state = deal("classic", ["3C 4D", "5C 6S", "7C 9S"], starter, options={"starter": "any"})
    assert (text(state.discard), state.to_move, state.direction) == (starter, 0, 1)
    assert state.hand_sizes == (2, 2, 2)


def test_starter_no_wild_buries_a_wild_card_and_no_other() -> None:
    state = deal("classic", ["3C 4D", "5C 6S"], "8H 2H", options={"starter": "no_wild"})
    assert text(state.discard) == "2H"
    # 47 cards were left: 23 of them lie above the eight, one of which was turned.
    assert text(state.stock).split().index("8H") == 22
    assert state.hand_sizes == (2, 2)


@pytest.mark.parametrize("special", ["8H", "QH", "2H", "AH"])
def test_starter_no_special_buries_any_card_that_does_something(special: str) -> None:
    state = deal("classic", ["3C 4D", "5C 6S"], f"{special} KS", options={"starter": "no_special"})
    assert text(state.discard) == "KS"
    assert text(state.stock).split().index(special) == 22


def test_starter_no_special_knows_what_the_rules_in_force_do() -> None:
    state = deal("plain", ["3C 4D", "5C 6S"], "QH KS", options={"starter": "no_special"})
    assert text(state.discard) == "QH"
    state = deal(
        "classic", ["3C 4D", "5C 6S"], "QH KS", options={"starter": "no_special"}, rules_removed=["queen-skip"]
    )
    assert text(state.discard) == "QH"


def test_starter_acts_is_as_if_the_player_before_the_first_had_played_it() -> None:
    hands = ["3C 4D", "5C 6S", "7C 9S", "10C JS"]
    acts = {"starter": "acts"}
    state = deal("classic", hands, "QH", options=acts)
    assert state.to_move == 1
    assert Skipped(0) in state.events()
    state = deal("classic", hands, "2H", "KS JD", options=acts)
    assert (state.to_move, hand(state, 0)) == (0, {"3C", "4D", "KS", "JD"})
    state = deal("classic", hands, "AH", options=acts)
    assert (state.to_move, state.direction) == (2, -1)
    state = deal("classic", hands, "QH", options=acts, first=3)
    assert state.to_move == 0


def test_starter_acts_lets_an_eight_count_as_printed() -> None:
    state = deal("classic", ["3C 4D", "5C 6S"], "8H", options={"starter": "acts"})
    assert (state.to_move, str(state.active_suit), state.called_suit) == (0, "H", None)


def test_starter_acts_and_the_penalty_of_a_two_is_answered_where_that_is_allowed() -> None:
    state = deal(
        "classic", ["2C 4D", "5C 6S"], "2H", options={"starter": "acts"}, rules_added=["stack"], registry=_stacking()
    )
    assert (state.to_move, state.pending_draw) == (0, 2)
    assert legal(state) == ["2C", "draw"]


def test_a_deal_ends_though_more_wild_cards_lie_on_top_than_can_be_buried_in_the_middle() -> None:
    # Two eights and two nines are left: the eights would be buried above the nines for ever.
    state = deal("plain", ["AC", "3D"], "8H 8S", bottom="9C 9D", options={"hand_size": 24})
    assert text(state.discard) == "9C"
    # Each was buried in the middle once, and when the first came up again they went to the bottom.
    assert text(state.stock) == "9D 8H 8S"


def test_a_wild_card_is_the_starter_where_nothing_else_is_left() -> None:
    offer = Offer(engine_rule(Roles(wild=["9"]), name="wild-nine"))
    state = deal(
        "plain",
        ["AC", "3D"],
        "8H 8S",
        bottom="9C 9D",
        options={"hand_size": 24},
        rules_added=["wild-nine"],
        registry=offer,
    )
    assert text(state.discard) == "8H"


# draw_limit


def test_draw_limit_1_allows_one_card_in_a_turn() -> None:
    state = deal("plain", ["4C 5D", "6S 7S"], "9H", "KS", options={"draw_limit": 1})
    assert legal(state) == ["draw"]
    play(state, "draw")
    assert legal(state) == ["pass"]
    play(state, "pass")
    assert (state.to_move, state.drawn) == (1, 0)
    assert legal(state) == ["draw"]


def test_draw_limit_n_allows_n_cards_in_a_turn_and_then_a_pass() -> None:
    state = deal("plain", ["4C 5D", "6S 7S"], "9H", "KS JS 10S KH", options={"draw_limit": 3})
    for _ in range(3):
        assert "pass" not in legal(state)
        play(state, "draw")
    assert legal(state) == ["pass"]
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "draw")
    assert caught.value.code == "draw_limit"


def test_at_the_draw_limit_one_may_pass_though_a_card_is_playable() -> None:
    state = deal("plain", ["4C 5D", "6S 7S"], "9H", "KH", options={"draw_limit": 1})
    play(state, "draw")
    assert legal(state) == ["KH", "pass"]


def test_draw_limit_none_allows_all_cards_there_are() -> None:
    state = deal("plain", ["4C 5D", "6S 7S"], "9H", options={"draw_limit": None})
    for _ in range(47):
        play(state, "draw")
    assert "draw" not in legal(state)


# after_draw


def test_after_draw_turn_ends_passes_the_turn_on() -> None:
    state = deal("plain", ["3H 5D", "6S 7S"], "9H", "KH", options={"after_draw": "turn_ends", "draw_limit": 1})
    play(state, "draw")
    assert state.to_move == 1


def test_after_draw_play_drawn_lets_only_the_card_just_drawn_be_played() -> None:
    options = {"after_draw": "play_drawn", "draw_limit": 2}
    state = deal("classic", ["3H 5D", "6S 7S"], "9H", "KH 9S", options=options)
    play(state, "draw")
    assert (state.to_move, legal(state)) == (0, ["KH", "draw"])
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "3H")
    assert caught.value.code == "only_drawn_card"
    play(state, "draw")
    assert legal(state) == ["9S", "pass"]


def test_after_draw_play_drawn_means_any_card_of_that_face() -> None:
    options = {"after_draw": "play_drawn", "decks": 2}
    state = deal("classic", ["3H 5D", "6S 7S"], "9H", "3H", options=options)
    play(state, "draw")
    assert legal(state) == ["3H", "pass"]


def test_after_draw_play_any_lets_any_playable_card_be_played() -> None:
    state = deal("classic", ["3H 5D", "6S 7S"], "9H", "KH", options={"after_draw": "play_any"})
    play(state, "draw")
    assert legal(state) == ["3H", "KH", "pass"]


# voluntary_draw


def test_voluntary_draw_yes_lets_one_draw_who_could_play() -> None:
    for variant in ["classic", "plain"]:
        assert legal(deal(variant, ["3H 5D", "6S 7S"], "9H", options={"voluntary_draw": True})) == ["3H", "draw"]


def test_voluntary_draw_no_lets_only_those_draw_who_cannot_play() -> None:
    for variant in ["classic", "plain"]:
        state = deal(variant, ["3H 5D", "6S 7S"], "9H", options={"voluntary_draw": False})
        assert legal(state) == ["3H"]
        with pytest.raises(IllegalMoveError) as caught:
            play(state, "draw")
        assert caught.value.code == "must_play"
        assert legal(deal(variant, ["4C 5D", "6S 7S"], "9H", options={"voluntary_draw": False})) == ["draw"]


def test_without_voluntary_draw_one_draws_only_until_a_card_can_be_played() -> None:
    state = deal("plain", ["4C 5D", "6S 7S"], "9H", "KS KH", options={"voluntary_draw": False})
    play(state, "draw", "draw")
    assert legal(state) == ["KH"]


# empty_stock


def _without_stock(variant: str, empty_stock: str) -> Any:
    """3S 3H 4H lie in the pile, none in the stock, and seat 1 is to move."""
    state = deal(
        "short",
        ["3H 6S 4S", "4H 5H 7H"],
        "3S",
        "5S 6H 7S",
        options={"empty_stock": empty_stock, "draw_limit": 1, "after_draw": "turn_ends"},
        registry=short_deck(variant),
    )
    return play(state, "3H", "4H", "draw", "draw", "draw")


@BOTH
def test_empty_stock_reshuffle_makes_a_stock_of_all_discards_but_the_top_one(variant: str) -> None:
    state = _without_stock(variant, "reshuffle")
    assert (text(state.discard), len(state.stock), state.to_move) == ("3S 3H 4H", 0, 1)
    play(state, "draw")
    assert text(state.discard) == "4H"
    assert len(state.stock) == 1
    assert "Reshuffled" in kinds(state.events())


@BOTH
def test_empty_stock_stays_empty_makes_none(variant: str) -> None:
    state = _without_stock(variant, "stays_empty")
    assert (text(state.discard), len(state.stock), state.to_move) == ("3S 3H 4H", 0, 1)
    assert "draw" not in legal(state)
    with pytest.raises(IllegalMoveError) as caught:
        play(state, "draw")
    assert caught.value.code == "nothing_to_draw"


# penalty_turn


def test_penalty_turn_then_play_lets_the_victim_play_its_turn() -> None:
    state = deal("classic", ["2H 4H", "5C 6C", "7C 9C"], "9H", options={"penalty_turn": "then_play"})
    play(state, "2H")
    assert (state.to_move, state.hand_sizes) == (1, (1, 4, 2))


def test_penalty_turn_turn_lost_takes_the_victims_turn() -> None:
    state = deal("classic", ["2H 4H", "5C 6C", "7C 9C"], "9H", options={"penalty_turn": "turn_lost"})
    play(state, "2H")
    assert (state.to_move, state.hand_sizes) == (2, (1, 4, 2))


@pytest.mark.parametrize(("penalty_turn", "next_seat"), [("then_play", 1), ("turn_lost", 2)])
def test_penalty_turn_governs_a_penalty_that_was_taken_rather_than_answered(penalty_turn: str, next_seat: int) -> None:
    state = deal(
        "classic",
        ["2H 4H", "2C 6C", "7C 9C"],
        "9H",
        options={"penalty_turn": penalty_turn},
        rules_added=["stack"],
        registry=_stacking(),
    )
    play(state, "2H")
    assert (state.pending_draw, legal(state)) == (2, ["2C", "draw"])
    play(state, "draw")
    assert (state.pending_draw, state.to_move, state.hand_sizes) == (0, next_seat, (1, 4, 2))
    # A penalty is no draw of the turn's own: who goes on may still draw.
    assert "draw" in legal(state)


def test_answered_penalties_add_up() -> None:
    state = deal(
        "classic", ["2H 4H", "2C 6C", "7C 9C"], "9H", "3S 4S 5S 6S 7S", rules_added=["stack"], registry=_stacking()
    )
    play(state, "2H", "2C")
    assert (state.to_move, state.pending_draw, legal(state)) == (2, 4, ["draw"])
    play(state, "draw")
    assert hand(state, 2) == {"7C", "9C", "3S", "4S", "5S", "6S"}
    assert [event.count for event in state.events() if isinstance(event, Drew)] == [4]


def test_a_penalty_passed_on_by_an_answer_that_draws_nothing_stays_pending() -> None:
    state = deal(
        "classic",
        ["2H 4H", "KC 6C", "7C KS"],
        "9H",
        rules_added=["stack"],
        registry=_stacking("2", "K", answers=("K",)),
    )
    play(state, "2H", "KC")
    assert (state.to_move, state.pending_draw, legal(state)) == (2, 2, ["KS", "draw"])


# two_player_reverse


def test_two_player_reverse_nothing_leaves_the_turn_to_the_other() -> None:
    state = deal("classic", ["AH 4H", "5C 6C"], "9H", options={"two_player_reverse": "nothing"})
    assert play(state, "AH").to_move == 1


def test_two_player_reverse_skip_lets_the_same_player_play_again() -> None:
    state = deal("classic", ["AH 4H", "5C 6C"], "9H", options={"two_player_reverse": "skip"})
    assert play(state, "AH").to_move == 0
    assert Skipped(1) in state.events()


def test_two_player_reverse_says_nothing_about_three_players() -> None:
    state = deal("classic", ["AH 4H", "5C 6C", "7C 9C"], "9H", options={"two_player_reverse": "skip"})
    assert play(state, "AH").to_move == 2
    assert "Skipped" not in kinds(state.events())


# last_card_acts


def test_last_card_acts_no_ends_the_round_before_the_effect() -> None:
    state = deal("classic", ["2H", "5C"], "9H", options={"last_card_acts": False})
    play(state, "2H")
    assert (state.hand_sizes, state.outcome.points) == ((0, 1), (5, 0))


def test_last_card_acts_yes_makes_the_next_player_draw_before_the_points_are_counted() -> None:
    state = deal("classic", ["2H", "5C"], "9H", "KS 8C", options={"last_card_acts": True})
    play(state, "2H")
    assert state.to_move is None
    assert hand(state, 1) == {"5C", "KS", "8C"}
    assert (state.outcome.winner, state.outcome.points) == (0, (5 + 10 + 50, 0))
    assert kinds(state.events()) == ["Dealt", "Played", "Drew", "RoundOver"]


def test_last_card_acts_yes_and_nobody_answers_a_card_that_won() -> None:
    state = deal(
        "classic",
        ["2H", "2C"],
        "9H",
        "KS 3C",
        options={"last_card_acts": True},
        rules_added=["stack"],
        registry=_stacking(),
    )
    play(state, "2H")
    assert state.to_move is None
    assert (hand(state, 1), state.pending_draw) == ({"2C", "KS", "3C"}, 0)
    assert state.outcome.points == (2 + 10 + 3, 0)


def test_last_card_acts_yes_still_asks_for_no_suit_and_ends_the_round() -> None:
    state = deal("classic", ["8S", "5C"], "9H", options={"last_card_acts": True})
    assert legal(state) == ["8S", "draw"]
    play(state, "8S")
    assert state.outcome.winner == 0
    state = deal("classic", ["QH", "5C"], "9H", options={"last_card_acts": True})
    play(state, "QH")
    assert (state.to_move, state.outcome.winner) == (None, 0)


def test_last_card_acts_yes_and_the_round_goes_on_if_the_effect_gave_the_player_cards() -> None:
    # A queen that also makes draw two: with two players it skips the other and comes back.
    offer = Offer(engine_rule(Roles(draw={"Q": 2}), name="draw-queen"))
    state = deal(
        "classic",
        ["QH", "5C"],
        "9H",
        "KS 3C",
        options={"last_card_acts": True},
        rules_added=["draw-queen"],
        registry=offer,
    )
    play(state, "QH")
    assert (state.outcome, state.to_move, hand(state, 0)) == (None, 0, {"KS", "3C"})


# blocked


def _blocked(blocked: str, rule: Rule | None = None) -> Any:
    state = deal(
        "short",
        ["3H 6H 5H 4S", "3S 4H 7H 7S"],
        "5S",
        "6S",
        options={"empty_stock": "stays_empty", "blocked": blocked},
        rules_added=[rule.name] if rule else [],
        registry=Offer(*[rule] if rule else [], variants=[short_deck("classic").variant("short")]),
    )
    return play(state, "draw", "3S", "3H", "4H", "6H", "7H", "5H", "pass", "pass")


def test_blocked_draw_has_no_winner_and_no_points() -> None:
    outcome = _blocked("draw").outcome
    assert (outcome.winner, str(outcome.reason), outcome.points) == (None, "blocked", (0, 0))


def test_blocked_lowest_hand_wins_the_difference() -> None:
    # 4 and 6 against 7.
    outcome = _blocked("lowest_hand").outcome
    assert (outcome.winner, str(outcome.reason), outcome.points) == (1, "blocked", (0, 3))


def test_blocked_lowest_hand_with_a_tie_has_no_winner() -> None:
    # Made equal by a rule that lets the 7 count 10, as much as the 4 and the 6.
    outcome = _blocked("lowest_hand", engine_rule(Roles(points={"7": 10}), name="dear-seven")).outcome
    assert (outcome.winner, str(outcome.reason), outcome.points) == (None, "blocked", (0, 0))


def test_blocked_lowest_hand_shares_the_points_of_a_tie_and_drops_the_rest() -> None:
    # 4, 4 and 9 are left: the difference of 5 is shared by two.
    rule = engine_rule(Roles(points={"6": 4, "7": 9}), name="odd-points")
    state = deal(
        "short",
        ["3S 6H 4S", "3H 7H 6S", "4H 5H 7S"],
        "5S",
        options={"empty_stock": "stays_empty", "blocked": "lowest_hand"},
        rules_added=["odd-points"],
        registry=Offer(rule, variants=[short_deck("classic").variant("short")]),
    )
    play(state, "3S", "3H", "4H", "6H", "7H", "5H", "pass", "pass", "pass")
    assert (state.outcome.winner, state.outcome.points) == (None, (2, 2, 0))
