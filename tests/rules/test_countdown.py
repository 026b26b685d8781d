"""The variant `countdown`, sentence by sentence (docs/variants.md)."""

from __future__ import annotations

import pytest

from crazyeights import Game
from support_decks import calls, deal, hand, legal, play
from support_variants import allowed, table


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_everybody_begins_with_eight_cards_and_eights_wild(players: int) -> None:
    state = Game("countdown", players).deal(seed=1)
    assert state.hand_sizes == (8,) * players
    assert state.levels == (8,) * players
    wild = state.game.ruleset.faces_of(state.game.ruleset.wild)
    assert {card.rank.text for card in wild} == {"8"}


def test_an_eight_goes_on_any_card_and_calls_the_suit_at_the_first_level() -> None:
    state = table("countdown", ["8H 9D", "5C 6D"], "7S")
    assert legal(state) == calls("8H")
    play(state, "8H=C")
    assert legal(state) == ["5C"]


def test_who_plays_the_last_card_is_dealt_seven_cards_and_plays_on_with_sevens_wild() -> None:
    state = table("countdown", ["9S", "9D"], "6S", stock="7H 3D 4D 10D JD QD KD 3C")
    play(state, "9S")
    assert state.outcome is None
    assert state.levels == (7, 8)
    assert hand(state, 0) == {"7H", "3D", "4D", "10D", "JD", "QD", "KD"}
    # The others keep their hands and their level.
    assert hand(state, 1) == {"9D"}
    play(state, "9D")
    assert state.levels == (7, 7)
    assert set(calls("7H")) <= set(legal(state))


@pytest.mark.parametrize("rule", ["seven-swap", "ten-rotate", "three-pass-left"])
def test_the_last_card_of_a_level_exchanges_cards_and_no_rule_says_otherwise(rule: str) -> None:
    card = {"seven-swap": "7S", "ten-rotate": "10S", "three-pass-left": "3S"}[rule]
    state = deal("countdown", [card, "9D"], "6S", "2H 3D 4D 5D JD QD KC", options={"hand_size": 1}, rules_added=[rule])
    play(state, f"{card}@1" if rule == "seven-swap" else card)
    assert state.levels == (7, 8)
    # Seven new cards were dealt before; now the hands, or a card of each, change places.
    assert state.view(0).giving if rule == "three-pass-left" else state.hand_sizes == (1, 7)
    (text,) = (each.guide for each in state.game.rules if each.name == rule)
    # It was the last card of a hand, so that must not be what keeps hands where they are.
    assert "their last card" not in text
    assert "its player's last card" not in text
    assert "the last card that" in text


def test_eights_are_ordinary_cards_for_who_has_left_the_first_level() -> None:
    state = table("countdown", ["9S", "9H 9D"], "6S", stock="8D 3D 4D 10D JD QD KD")
    play(state, "9S", "9H")
    assert not allowed(state, "8D=S")
    assert not allowed(state, "8D")
    # An 8 is still wild for the other player.
    state = table("countdown", ["9S 3H", "8D 9D"], "6S")
    play(state, "9S")
    assert set(calls("8D")) <= set(legal(state))


def test_a_seven_is_ordinary_for_who_is_still_at_the_first_level() -> None:
    state = table("countdown", ["9S", "7D 10D"], "6S", stock="7H 3D 4D 10C JD QD KD")
    play(state, "9S")
    assert legal(state) == ["draw"]


def test_each_level_has_one_card_less_and_its_own_number_wild_down_to_one_card_and_aces() -> None:
    game = Game("countdown", 2)
    hands = [hand_size for hand_size, _ in game.ruleset.levels]
    assert hands == [8, 7, 6, 5, 4, 3, 2, 1]
    ranks = [{card.rank.text for card in level.faces_of(level.wild)} for _, level in game.ruleset.levels]
    assert ranks == [{"8"}, {"7"}, {"6"}, {"5"}, {"4"}, {"3"}, {"2"}, {"A"}]


def test_a_two_makes_draw_two_and_the_queen_of_spades_five() -> None:
    state = play(table("countdown", ["2S 9D", "5C 6D", "3H 4H"], "7S"), "2S")
    assert (state.hand_sizes, state.to_move) == ((1, 4, 2), 1)
    state = play(table("countdown", ["QS 9D", "5C 6D", "3H 4H"], "7S"), "QS")
    assert (state.hand_sizes, state.to_move) == ((1, 7, 2), 1)


def test_only_who_cannot_play_draws_one_card_which_may_be_played_at_once() -> None:
    state = table("countdown", ["9S 10D", "5C 6D"], "7S")
    assert legal(state) == ["9S"]
    state = table("countdown", ["9D 10D", "5C 6D"], "7S", stock="7H 4C")
    assert legal(state) == ["draw"]
    play(state, "draw")
    assert legal(state) == ["7H", "pass"]


def test_the_first_to_get_rid_of_the_last_hand_wins_the_game() -> None:
    """Everybody plays what they can until somebody has gone down all the levels."""
    state = Game("countdown", 3).deal(seed=3)
    lowest = [8, 8, 8]
    for _ in range(5000):
        if state.to_move is None:
            break
        plays = [move for move in state.legal_moves() if move.card is not None]
        state.apply((plays or list(state.legal_moves()))[0])
        assert all(now <= before for now, before in zip(state.levels, lowest, strict=True))
        lowest = list(state.levels)
    assert state.outcome is not None
    winner = state.outcome.winner
    assert (state.levels[winner], state.hand_sizes[winner]) == (1, 0)
    assert state.outcome.points == tuple(int(seat == winner) for seat in range(3))
    assert Game("countdown").options.rounds == 1
