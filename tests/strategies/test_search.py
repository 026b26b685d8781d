"""The strategy `search`: the same seed, the same move; forced wins; nothing that is hidden; every variant."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import DRAW, PASS, Game, OptionError, UnknownNameError, default_registry
from crazyeights.testing import check_strategy
from crazyeights_strategies.search import Budget, Search, candidates
from support_decks import deal, legal, play

SPEC = default_registry().strategy("search")
FEW = {"sims": 4}
VARIANTS = sorted(default_registry().variants)


def game_of(variant: str, players: int | None = None) -> Game:
    drawn = default_registry().variants[variant].draw is not None
    return Game(f"{variant}-5" if drawn else variant, players)


def choice(state: Any, sims: int = 60, seed: int = 1) -> str:
    return str(Search(Random(seed), sims=sims).choose(state.view(state.to_move)))


@pytest.mark.parametrize("variant", VARIANTS)
def test_it_keeps_to_what_is_expected_of_strategies(variant: str) -> None:
    # Legal moves, the same seed the same moves, and none other when only hidden cards lie elsewhere.
    check_strategy(SPEC, parameters=FEW, variants=[game_of(variant).variant])


def moves_of(seed: int, sims: int) -> list[str]:
    state, made = Game("classic", 2).deal(seed=3), []
    players = [Search(Random(seed + seat), sims=sims) for seat in range(2)]
    while state.to_move is not None:
        made.append(players[state.to_move].choose(state.view(state.to_move)))
        state.apply(made[-1])
    return [str(move) for move in made]


def test_the_same_seed_and_number_of_trials_make_the_same_moves() -> None:
    assert moves_of(1, 40) == moves_of(1, 40)


def test_a_forced_win_is_found() -> None:
    # Two queens, each of which skips the only other player, and a card that fits: whatever the other one holds.
    for seed in range(5):
        state = deal("classic", ["QH QS 3S KH", "9C 9D 9S 4C"], "5H", options={"hand_size": 4})
        play(state, "KH", "draw")
        made = []
        while state.to_move == 0:
            made.append(choice(state, sims=20, seed=seed))
            play(state, made[-1])
        assert made == ["QH", "QS", "3S"]
        assert state.outcome.winner == 0


def test_the_last_card_is_played() -> None:
    assert choice(deal("classic", ["3H", "9C"], "5H")) == "3H"


def test_an_eight_calls_the_suit_that_it_can_go_on_with() -> None:
    # With two spades left and nothing else, any other suit gives the turn away.
    state = deal("classic", ["8H 3S 4S", "9C 9D 10C"], "KD")
    assert choice(state, sims=300) == "8H=S"


def test_no_thought_is_wasted_on_what_nobody_would_do() -> None:
    state = deal("classic", ["8H 8S 3S 4S", "9C 9D 10C JC"], "KS")
    named = [str(move) for move in candidates(state.view(0))]
    # Both threes fit; of the two eights one is enough; drawing is no use while a spade can be played.
    assert named == ["3S", "4S", *(f"8S={suit}" for suit in "SHDC")]
    only_wild = deal("classic", ["8H 3S", "9C 9D"], "KD")
    assert DRAW in candidates(only_wild.view(0))
    nothing = deal("classic", ["4H 3S", "9C 9D"], "KD")
    assert candidates(nothing.view(0)) == [DRAW]


def test_wrong_announcements_are_no_candidates() -> None:
    state = deal("pagat", ["3H 4S", "9C 9D"], "5H", options={"false_call": 2, "few_hand_size": "none"})
    assert {"3H!", "3H"} <= set(legal(state))
    named = [str(move) for move in candidates(state.view(0))]
    assert "3H!" in named
    assert "3H" not in named


def test_there_is_always_a_candidate() -> None:
    rng = Random(4)
    for variant in VARIANTS:
        for seed in range(5):
            state = game_of(variant).deal(seed=seed)
            for _ in range(80):
                moves = state.legal_moves()
                if not moves:
                    break
                assert state.to_move is not None
                found = candidates(state.view(state.to_move))
                assert found
                assert set(found) <= set(moves)
                state.apply(rng.choice(moves))


def test_it_says_how_often_it_won_in_thought() -> None:
    state = deal("classic", ["3H 4H 9C 10S", "KD JD QC 5D"], "5H")
    player, view = Search(Random(1), sims=100), state.view(0)
    move = player.choose(view)
    reason = player.explain(view, move)
    plain, odds = reason.split(" Played on in thought, ")
    # A reason that a person can learn from comes first, and is true: of three hearts that fit none does anything else.
    assert plain == "You can go on from there yourself."
    assert odds.startswith("this wins about ")
    assert odds.endswith("%.")
    # About another turn it has nothing to say.
    assert player.explain(play(state, str(move)).view(0), move) == ""


def test_it_says_what_is_sure_where_it_need_not_try_anything_out() -> None:
    # Each queen skips the only other player.
    view = deal("classic", ["QH QS 3S", "9C 9D 9S"], "5H").view(0)
    player = Search(Random(1), sims=100)
    move = player.choose(view)
    assert str(move) == "QH"
    assert player.explain(view, move) == "It wins the round before anybody else has a turn."


def test_a_clear_choice_needs_fewer_trials() -> None:
    state = deal("classic", ["KH 3H 3S", "9C 9D 10C"], "5H")
    player, view = Search(Random(1), sims=100_000), state.view(0)
    player.choose(view)
    assert player._last is not None
    assert sum(trial.tried for trial in player._last[1]) < 100_000


def test_a_budget_of_trials_knows_no_clock() -> None:
    budget = Budget(0, 50)
    assert not budget.spent(49)
    assert budget.spent(50)
    assert Budget(0, 0).spent(0)


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ({"ms": 0}, "ms can't be 0; it is a whole number from 1 to 10000"),
        ({"ms": "soon"}, "ms can't be 'soon'; it is a whole number from 1 to 10000"),
        ({"sims": -1}, "sims can't be -1; it is a whole number from 0 to 100000"),
    ],
)
def test_wrong_parameters_are_named_with_what_would_be_right(given: dict[str, Any], message: str) -> None:
    with pytest.raises(OptionError) as caught:
        SPEC.make(Random(1), given)
    assert str(caught.value).startswith(message)


def test_a_parameter_that_there_is_not() -> None:
    with pytest.raises(UnknownNameError, match="parameter of search"):
        SPEC.make(Random(1), {"depth": 3})


def test_it_is_stronger_than_random() -> None:
    # By chance alone 60 rounds would give 39 wins or more once in 80 times.
    game, wins = Game("classic", 2), 0
    for number in range(60):
        seat = number % 2
        players: dict[int, Any] = {
            seat: SPEC.make(Random(number), {"sims": 40}),
            1 - seat: default_registry().strategy("random").make(Random(number)),
        }
        state = game.deal(seed=number // 2)
        while state.to_move is not None:
            state.apply(players[state.to_move].choose(state.view(state.to_move)))
        assert state.outcome is not None
        wins += state.outcome.winner == seat
    assert wins > 36


def test_passing_is_for_who_can_do_nothing_else() -> None:
    game = Game("plain", options={"hand_size": 25})
    state = game.deal(seed=1)
    for _ in range(60):
        if state.to_move is None:
            break
        move = Search(Random(1), sims=8).choose(state.view(state.to_move))
        if move is PASS:
            assert set(state.legal_moves()) <= {PASS, DRAW}
        state.apply(move)
