"""The strategy `greedy`: plays what it can, keeps its wild cards, calls the suit it holds most."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from crazyeights import Game, Rule, RulesetBuilder, Variant, default_registry
from crazyeights.options import OptionValue, option_choices
from support_decks import Offer, deal

SPEC = default_registry().strategy("greedy")


def choice(state: Any) -> str:
    return str(SPEC.make(Random(1)).choose(state.view(state.to_move)))


@pytest.mark.parametrize(
    ("hand", "starter", "move"),
    [
        ("3S KH 4D", "3H", "KH"),  # the dearest of what it can play
        ("8S 3S 4D", "3H", "3S"),  # and not an eight, though that counts more
        ("8S 4D 5D", "3H", "8S=D"),  # an eight if nothing else goes, and the suit it holds most
        ("8S 8H 4C", "3D", "8S=C"),  # eights don't count for it
        ("8S 4D 5C", "3H", "8S=D"),  # the first of those it holds equally often
        ("4D 5D 6D", "3H", "draw"),  # nothing goes
    ],
)
def test_what_it_plays(hand: str, starter: str, move: str) -> None:
    assert choice(deal("classic", [hand, "9C 10C JC"], starter)) == move


def test_it_passes_only_if_there_is_nothing_to_draw() -> None:
    game = Game("plain", options={"hand_size": 25})
    for seed in range(300):
        state = game.deal(seed=seed)
        while state.to_move is not None:
            move = choice(state)
            if move == "pass":
                assert [str(each) for each in state.legal_moves()] == ["pass"]
                return
            state.apply(next(each for each in state.legal_moves() if str(each) == move))
    pytest.fail("no round in which somebody had to pass")


def test_wild_cards_are_those_of_the_rules_and_not_the_eights() -> None:
    def jacks(build: RulesetBuilder) -> None:
        build.wild(build.rank("J"))
        build.choose_suit(build.rank("J"))

    offer = Offer(Rule("crazy-jack", "", "", jacks))
    state = deal(
        "classic",
        ["JH 8H 3H", "5C 6C 7C"],
        "4H",
        rules_added=["crazy-jack"],
        rules_removed=["crazy-eight"],
        registry=offer,
    )
    assert choice(state) == "8H"


def test_a_card_that_calls_without_being_wild_calls_the_longest_suit() -> None:
    offer = Offer(Rule("calling-four", "", "", lambda build: build.choose_suit(build.rank("4"))))
    state = deal("classic", ["4H 3C 5C", "5S 6C 7C"], "KH", rules_added=["calling-four"], registry=offer)
    assert choice(state) == "4H=C"


def test_it_answers_a_draw_if_it_can() -> None:
    offer = Offer(Rule("stack", "", "", lambda build: build.answers(build.rank("2"), on=build.rank("2"))))
    state = deal("classic", ["2H 3C 5C", "2S KH 7C", "9S 9C 9D"], "4H", rules_added=["stack"], registry=offer)
    state.apply(next(move for move in state.legal_moves() if str(move) == "2H"))
    assert choice(state) == "2S"


def test_it_calls_the_suit_of_a_wild_starter_that_it_holds_most() -> None:
    options = {"hand_size": 3, "few_hand_size": "none"}
    state = deal("pagat", ["5S 6C 7C", "3D 4D KS"], "8H", options=options)
    assert state.to_move == 1
    assert choice(state) == "=D"


def test_it_leaves_nothing_to_chance() -> None:
    def moves(seed: int) -> list[str]:
        state, made = Game("classic", players=4).deal(seed=9), []
        player = SPEC.make(Random(seed))
        while state.to_move is not None:
            made.append(player.choose(state.view(state.to_move)))
            state.apply(made[-1])
        return [str(move) for move in made]

    assert moves(1) == moves(2)


def own_variants() -> Offer:
    def everything(build: RulesetBuilder) -> None:
        build.wild(build.rank("*"))
        build.draw(build.rank("*"), 4)
        build.choose_suit(build.card("5H"))
        build.play_again(build.rank("J"))
        build.forbid_finish(build.rank("K"))
        build.answers(build.rank("2") | build.rank("*"))

    wilds: dict[str, OptionValue] = {"jokers": 2, "decks": 2, "draw_limit": 3, "after_draw": "play_drawn"}
    return Offer(
        Rule("everything", "", "", everything),
        variants=[Variant("wild", "", ("draw-two", "everything"), wilds), Variant("bare", "")],
    )


@pytest.mark.parametrize("name", ["random", "greedy"])
@pytest.mark.parametrize("variant", ["classic", "plain", "wild", "bare"])
def test_strategies_play_whole_rounds_of_any_variant(name: str, variant: str) -> None:
    registry = own_variants()
    spec = default_registry().strategy(name)
    for seed in range(25):
        players = None if variant == "plain" else 2 + seed % 5
        # Every value of the options that change what there is to choose from gets its turn.
        choices = {option: option_choices(option) for option in ("empty_stock", "penalty_turn", "voluntary_draw")}
        options = {option: words[seed % len(words)] for option, words in choices.items()}
        state = Game(variant, players=players, options=options, registry=registry).deal(seed=seed)
        seats = [spec.make(Random(seat)) for seat in range(state.game.players)]
        moves = 0
        while state.to_move is not None and moves < 3000:
            state.apply(seats[state.to_move].choose(state.view(state.to_move)))
            moves += 1
        # Random players who may draw as often as they want can hold the whole deck for ages.
        assert state.outcome is not None or name == "random"


def test_greedy_beats_random() -> None:
    game, wins = Game("classic"), [0, 0]
    for number in range(400):
        seat = number % 2
        players = {seat: SPEC.make(Random(1)), 1 - seat: default_registry().strategy("random").make(Random(number))}
        state = game.deal(seed=number // 2)
        while state.to_move is not None:
            state.apply(players[state.to_move].choose(state.view(state.to_move)))
        if state.outcome is not None and state.outcome.winner is not None:
            wins[state.outcome.winner == seat] += 1
    assert wins[1] > 1.3 * wins[0]
