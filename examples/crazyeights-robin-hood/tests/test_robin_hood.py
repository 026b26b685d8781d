"""The rule keeps to what the game expects of rules, and does what its guide says."""

from crazyeights import Game, State, load_plugins
from crazyeights.testing import check_rule, deal, play
from crazyeights_robin_hood import RULE


def table() -> State:
    """Three players; seat 2 has fewer cards than seat 1 after these moves."""
    game = Game("classic", players=3, rules_added=[RULE])
    state = deal(game, hands=["9H 9S KD", "7C 7D 7S", "3H 4H 5H"], starter="6H")
    return play(state, "draw, draw, 3H")


def test_it_is_a_good_rule() -> None:
    check_rule(RULE)


def test_the_game_finds_it() -> None:
    registry = load_plugins()
    assert "robin-hood" in registry.rules, registry.left_out


def test_who_holds_the_fewest_cards_draws() -> None:
    state = table()
    assert state.hand_sizes == (6, 6, 4)
    play(state, "9H")
    assert state.hand_sizes == (5, 6, 5)
    assert state.to_move == 1


def test_of_several_it_is_the_next() -> None:
    game = Game("classic", players=3, rules_added=[RULE])
    state = deal(game, hands=["9H"], starter="6H")
    play(state, "9H")
    assert state.hand_sizes == (4, 6, 5)


def test_whoever_plays_it_draws_nothing_however_few_cards_are_left() -> None:
    state = table()
    play(state, "9H, draw, draw, 9S")
    assert state.hand_sizes == (4, 7, 7)
