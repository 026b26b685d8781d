"""Worlds for search: all that is possible equally likely, and with what others did, likely ones oftener."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

from crazyeights import Game
from crazyeights_strategies.counter import Weights
from crazyeights_strategies.search import Worlds
from support_decks import deal, play, short_deck


def chi_square(counts: Counter[Any], expected: dict[Any, float]) -> float:
    assert set(counts) <= set(expected)
    return sum((counts[key] - wanted) ** 2 / wanted for key, wanted in expected.items())


def test_every_hidden_card_lies_everywhere_equally_often() -> None:
    state = Game("classic", 2).deal(seed=11)
    view, rng = state.view(0), Random(1)
    hands: Counter[Any] = Counter()
    tops: Counter[Any] = Counter()
    for _ in range(4_000):
        world = view.determinize(rng)
        hands.update(world.hands[1])
        tops[world.stock[0]] += 1
    hidden = [card for card in state.game.deck.cards if card not in view.hand and card is not view.top]
    assert len(hidden) == 46
    # 45 degrees of freedom: above 85 once in 3,000 seeds. The cards of one hand differ, which makes it smaller still.
    assert chi_square(hands, dict.fromkeys(hidden, 4_000 * 5 / 46)) < 85
    assert chi_square(tops, dict.fromkeys(hidden, 4_000 / 46)) < 85


def test_every_pair_of_cards_is_an_equally_likely_hand() -> None:
    registry = short_deck("plain")
    state = deal("short", ["3H 6H", "3S 4H"], "5S", "6S", registry=registry)
    view, rng = state.view(0), Random(2)
    counts = Counter(frozenset(view.determinize(rng).hands[1]) for _ in range(4_200))
    # 10 cards, of which 3 are seen: 7 hidden ones make 21 hands; 20 degrees of freedom, above 50 once in 4,000.
    assert len(counts) == 21
    assert chi_square(counts, dict.fromkeys(counts, 200.0)) < 50


def test_who_passed_held_nothing_to_play_and_the_rest_is_equally_likely() -> None:
    options = {"empty_stock": "stays_empty"}
    hands = ["3H 6H 5H", "3S 4S 7S", "5S 4H 7H"]
    state = deal("short", hands, "6S", registry=short_deck("classic"), options=options)
    play(state, "6H", "pass")
    view, rng = state.view(0), Random(3)
    counts = Counter(frozenset(map(str, view.determinize(rng).hands[1])) for _ in range(2_000))
    # Three of the four spades, for it had no heart: four hands; three degrees of freedom, above 18 once in 2,000.
    spades = ("3S", "4S", "5S", "7S")
    expected = {frozenset(set(spades) - {spade}): 500.0 for spade in spades}
    assert chi_square(counts, expected) < 18


def kept(state: Any, worlds: int = 600) -> Counter[str]:
    """How often each card is in the other hand, in the worlds that a search of seat 0 uses."""
    view = state.view(0)
    source = Worlds(view, Weights(view).memory, Random(4))
    counts: Counter[str] = Counter()
    total = 0.0
    for _ in range(worlds):
        world = source.draw()
        total += world.weight
        for card in world.hands[1]:
            counts[str(card)] += world.weight  # type: ignore[assignment]
    return Counter({card: count / total for card, count in counts.items()})


def test_who_drew_on_hearts_seldom_holds_hearts_in_the_worlds_that_are_searched() -> None:
    state = play(deal("classic", ["3S 4S 5S 6S", "3C 4C 5C 6C"], "9H", first=1), "draw")
    share = kept(state)
    hearts = [share[f"{rank}H"] for rank in (3, 4, 5, 6, 7, 10)]
    clubs = [share[f"{rank}C"] for rank in (3, 4, 5, 6, 7, 10)]
    # Five of 47 hidden cards: 0.106 for each if nothing were known. Hearts can only be the one that was drawn.
    assert sum(hearts) / 6 < 0.07
    assert sum(clubs) / 6 > 0.11


def test_worlds_agree_with_what_was_seen_all_the_same() -> None:
    state = play(deal("classic", ["3S 4S 5S 6S", "3C 4C 5C 6C"], "9H", first=1), "draw")
    view = state.view(0)
    source = Worlds(view, Weights(view).memory, Random(5))
    for _ in range(50):
        world = source.draw().state
        assert set(world.hands[0]) == set(view.hand)
        assert world.hand_sizes == view.hand_sizes
        assert world.discard == view.discard
