"""The strategy keeps to what the game expects of strategies, and remembers what it says it does."""

from random import Random

from crazyeights import CLUBS, HEARTS, Game, State, load_plugins
from crazyeights.testing import check_strategy, deal, play
from crazyeights_watchful import STRATEGY, drawn_on


def table() -> State:
    """Two players; seat 1 drew twice on hearts, and seat 0 may play a heart or a club."""
    game = Game("classic", options={"hand_size": 6})
    state = deal(game, hands=["5H 6H 7H 6C 4S JS", "7D 7S JD 9S 10D 10S"], starter="9H", stock="3D 3S KD")
    return play(state, "5H, draw, 6H, draw")


def test_it_is_a_good_strategy() -> None:
    check_strategy(STRATEGY)


def test_the_game_finds_it() -> None:
    registry = load_plugins()
    assert "watchful" in registry.strategies, registry.left_out


def test_it_counts_who_drew_on_what() -> None:
    history = play(table(), "6C, draw").view(0).history
    assert drawn_on(history, 0, 100) == {HEARTS: 2, CLUBS: 1}
    assert drawn_on(history, 0, 1) == {CLUBS: 1}
    assert not drawn_on(history, 1, 100)


def test_it_leaves_the_suit_behind_on_which_the_other_drew() -> None:
    view = table().view(0)
    chosen = {str(STRATEGY.make(Random(seed)).choose(view)) for seed in range(20)}
    assert chosen == {"7H"}
    forgetful = {str(STRATEGY.make(Random(seed), {"memory": 0}).choose(view)) for seed in range(20)}
    assert forgetful == {"7H", "6C"}
