"""States imagined from a view agree with all that its seat has seen."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from collections.abc import Sequence
from itertools import accumulate, pairwise, permutations
from typing import Any

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from crazyeights import Game
from crazyeights.determinize import place
from crazyeights.events import Drew, Played, Reshuffled
from support_decks import arrange, deal, hand, play, short_deck, snapshot, text
from support_rounds import ALL, SEED, bits, reachable, shows, walk

# Imagined states


def _check_agrees(state: Any, seat: int, imagined: Any) -> None:
    view, again = state.view(seat), imagined.view(seat)
    mine, theirs = shows(view), shows(again)
    for field in mine:
        if field != "inside":
            assert theirs[field] == mine[field], field
    assert Counter(imagined.hands[seat]) == Counter(state.hands[seat])
    assert imagined.discard == state.discard
    assert imagined.hand_sizes == state.hand_sizes == tuple(map(len, imagined.hands))
    assert len(imagined.stock) == len(state.stock)
    assert (imagined.to_move, imagined.top, imagined.active_suit) == (state.to_move, state.top, state.active_suit)
    assert (imagined.direction, imagined.pending_draw) == (state.direction, state.pending_draw)
    whole = Counter(itertools.chain(imagined.stock, imagined.discard, *imagined.hands))
    assert whole == Counter(state.game.deck.cards)


@ALL
def test_an_imagined_state_agrees_with_all_that_the_seat_has_seen(name: str) -> None:
    rng = random.Random(name)
    for seed in range(4):
        for state in itertools.islice(walk(name, f"imagine/{seed}"), 0, None, 7):
            before = snapshot(state)
            for seat in range(state.game.players):
                imagined = state.view(seat).determinize(rng)
                _check_agrees(state, seat, imagined)
                if state.to_move == seat:
                    assert imagined.legal_moves() == state.legal_moves()
            assert snapshot(state) == before


@ALL
def test_an_imagined_state_can_be_played_to_the_end(name: str) -> None:
    rng = random.Random(name)
    for state in itertools.islice(walk(name, "to the end"), 0, None, 11):
        for seat in range(state.game.players):
            imagined = state.view(seat).determinize(rng)
            for _ in range(60):
                moves = imagined.legal_moves()
                if not moves:
                    assert imagined.outcome is not None
                    break
                assert all(move.card is None or move.card in imagined.hands[imagined.to_move] for move in moves)
                imagined.apply(rng.choice(moves))
            whole = Counter(itertools.chain(imagined.stock, imagined.discard, *imagined.hands))
            assert whole == Counter(state.game.deck.cards)


def test_imagined_states_differ_and_the_same_chance_gives_the_same() -> None:
    view = Game("classic", 3).deal(seed=4).view(0)
    states = [view.determinize(random.Random(seed)) for seed in range(20)]
    assert len({state.stock for state in states}) == 20
    assert view.determinize(random.Random(7)).stock == states[7].stock
    assert view.determinize(random.Random(7)).hands == states[7].hands


def test_an_imagined_state_knows_nothing_of_the_real_one() -> None:
    state = Game("classic", 2).deal(seed=SEED)
    imagined = state.view(0).determinize(random.Random(1))
    assert imagined.deck_order == ()
    assert not [
        item for item in reachable(imagined) if isinstance(item, int) and item in {SEED, bits(state, state.hands[1])}
    ]


def test_every_hidden_card_may_be_anywhere_in_imagined_states() -> None:
    state = deal("classic", ["3H 4H", "5C 6C"], "9H", "KS")
    rng = random.Random(3)
    places: Counter[int] = Counter()
    for _ in range(300):
        imagined = state.view(0).determinize(rng)
        places["KS" in hand(imagined, 1)] += 1
    # 2 of the 49 hidden cards are in the other hand: 12 of 300 are to be expected.
    assert 2 <= places[True] <= 30


def test_a_buried_starter_eight_stays_where_all_saw_it_go() -> None:
    game = Game("plain")
    order = arrange(game.deck, ["3C 4C 5C 6C 7C", "3D 4D 5D 6D 7D"], "8H KS QS")
    state = game.deal(deck=order)
    rng = random.Random(5)
    for seat in range(2):
        for _ in range(20):
            imagined = state.view(seat).determinize(rng)
            assert text(imagined.stock).split().index("8H") == 19 == text(state.stock).split().index("8H")
    # Seat 0 draws down to it: whoever looks on knows that it holds the eight now, but not the other cards.
    for _ in range(20):
        play(state, "draw")
    imagined = [state.view(1).determinize(rng) for _ in range(20)]
    assert all("8H" in hand(each, 0) for each in imagined)
    assert not all("QS" in hand(each, 0) for each in imagined)


def test_who_passed_held_nothing_playable_in_any_imagined_state() -> None:
    state = deal("short", ["3H 6H 5H 4S", "3S 4H 7H 7S"], "5S", "6S", registry=short_deck("plain"), first=1)
    play(state, "3S", "3H", "4H", "6H", "7H", "draw", "5H", "pass")
    # All cards but seat 1's last are seen by seat 0, and seat 1 sees all but seat 0's two.
    assert hand(state.view(0).determinize(random.Random(1)), 1) == {"7S"}
    assert hand(state.view(1).determinize(random.Random(1)), 0) == {"4S", "6S"}


def test_in_an_imagined_state_only_one_card_was_just_drawn_and_it_may_be_playable() -> None:
    options = {"after_draw": "play_drawn", "draw_limit": 2}
    state = deal("classic", ["4C 5D", "6S 7S"], "9H", "KH", options=options)
    play(state, "draw")
    rng = random.Random(2)
    playable = 0
    for _ in range(200):
        imagined = state.view(1).determinize(rng)
        plays = {move.card for move in imagined.legal_moves() if move.card is not None}
        assert len(plays) <= 1
        assert plays <= set(imagined.hands[0])
        playable += len(plays)
    # 18 of the 49 hidden cards fit a nine of hearts: 73 of 200 are to be expected.
    assert 45 <= playable <= 100


def _check_reshuffle_is_known(state: Any, imagined: Any) -> None:
    """The stock is of the cards that lay in the pile, and each seat holds as many of them as it drew since."""
    events = state.events()
    at = max(number for number, event in enumerate(events) if isinstance(event, Reshuffled))
    returned = set(events[at].stock)
    assert set(imagined.stock) <= returned
    for seat, held in enumerate(imagined.hands):
        since = events[at + 1 :]
        drawn = sum(event.count for event in since if isinstance(event, Drew) and event.seat == seat)
        played = sum(event.card in returned for event in since if isinstance(event, Played) and event.seat == seat)
        assert sum(card in returned for card in held) == drawn - played


@pytest.mark.parametrize("name", ["classic-2", "classic-3", "must-play", "stacking", "play-drawn"])
def test_after_a_reshuffle_the_imagined_stock_is_of_the_cards_that_lay_in_the_pile(name: str) -> None:
    rng = random.Random(name)
    checked = 0
    for seed in range(6):
        for number, state in enumerate(walk(name, f"pile/{seed}", 150)):
            if number % 5 or state.outcome or not any(isinstance(event, Reshuffled) for event in state.events()):
                continue
            _check_reshuffle_is_known(state, state)
            for seat in range(state.game.players):
                _check_reshuffle_is_known(state, state.view(seat).determinize(rng))
            checked += 1
    assert checked > 10


@given(st.integers(1, 6), st.lists(st.tuples(st.integers(0, 3), st.integers(0, 63)), min_size=1, max_size=3))
def test_the_last_way_to_deal_finds_a_world_whenever_there_is_one(count: int, hands: list[tuple[int, int]]) -> None:
    sizes, void = [size for size, _ in hands], [mask for _, mask in hands]
    assume(sum(sizes) <= count)

    def split(order: Sequence[int]) -> list[list[int]]:
        ends = list(accumulate(sizes, initial=0))
        return [list(order[at:to]) for at, to in pairwise(ends)] + [list(order[ends[-1] :])]

    def fits(parts: list[list[int]]) -> bool:
        return not any(mask >> face & 1 for mask, part in zip(void, parts, strict=False) for face in part)

    dealt = place(range(count), sizes, void)
    assert sorted(face for part in dealt for face in part) == list(range(count))
    assert [len(part) for part in dealt[:-1]] == sizes
    assert fits(dealt) is any(fits(split(order)) for order in permutations(range(count)))
