"""How many sequences of so many moves there are: by hand in small tables, and in the engine as in the restatement."""

from __future__ import annotations

import os
import random
from collections.abc import Callable
from typing import Any

import pytest

from crazyeights import Game
from crazyeights.plugins import load_plugins
from reference.chance import FOCUSES, chooser, make, random_table
from reference.model import Roles, Round
from reference.roles import RANKS
from reference.side_by_side import Pair
from support_decks import arrange

TABLES = max(6, int(os.environ.get("CRAZYEIGHTS_ROUNDS", "0")) // 10)
REGISTRY = load_plugins(third_party=False)
VARIANTS = [name for name, variant in REGISTRY.variants.items() if variant.draw is None]


def count(state: Any, depth: int) -> int:
    """Count the sequences of `depth` moves with the engine alone."""
    legal = state.legal_moves()
    if depth <= 1:
        return len(legal) if depth else 1
    total = 0
    for move in legal:
        after = state.copy()
        after.apply(move)
        total += count(after, depth - 1)
    return total


def walk(pair: Pair, depth: int) -> int:
    """Count them in both, which are compared after every move."""
    if depth == 0:
        return 1
    total = 0
    for number in range(len(pair.legal)):
        after = pair.fork()
        after.step(number)
        total += walk(after, depth - 1)
    return total


@pytest.mark.parametrize("name", VARIANTS)
def test_every_variant_has_as_many_sequences_in_both(name: str) -> None:
    """From a fixed deal, as deep as some hundred sequences go."""
    game = Game(name)
    deck = list(game.deck.cards)
    random.Random("perft").shuffle(deck)
    depth = 1
    pair = Pair(game, deck=deck)
    while (total := count(pair.state, depth)) < 250 and depth < 7:
        depth += 1
    assert walk(pair, depth) == total
    assert depth > 2


@pytest.mark.parametrize("focus", FOCUSES)
def test_every_sort_of_table_has_as_many_sequences_in_both(focus: str) -> None:
    """Somewhere in a round, all that can come of it."""
    rng = random.Random(f"perft/{focus}")
    for _ in range(TABLES):
        made = random_table(rng, FOCUSES[focus])
        pair = made.pair(rng.getrandbits(32), rng.randrange(made.players))
        pair.run(chooser(rng, pair), rng.randrange(25))
        depth = next(deep for deep in range(1, 8) if deep == 7 or count(pair.state, deep + 1) > 120)
        assert walk(pair, depth) == count(pair.state, depth)


def table(
    hands: list[str],
    starter: str,
    stock: str = "",
    *,
    roles: Roles | None = None,
    rules: tuple[str, ...] = (),
    **options: Any,
) -> Pair:
    """A round with these hands, in both; of the rules of `classic` only those named."""
    size = len(hands[0].split())
    left_out = [rule for rule in ("ace-reverse", "draw-two", "queen-skip", "crazy-eight") if rule not in rules]
    made = make("classic", len(hands), {"hand_size": size, **options}, roles or Roles(), left_out)
    assert made is not None
    deck = arrange(made.game.deck, hands, starter, stock, hand_size=made.game.hand_size)
    return Pair(made.game, deck=deck, rules=made.rules, roles=made.roles)


# Each with the figures for one, two … moves, and how they come about.
BY_HAND: dict[str, tuple[Callable[[], Pair], list[int]]] = {
    # Nothing fits, nobody may do anything but draw.
    "only draws": (lambda: table(["3S 4S", "5S 6S"], "9H", "KD QD JD 10D"), [1, 1, 1, 1]),
    # 9S or a draw. After 9S the other has 5S, 6S or a draw; after the draw of KD nothing on 9H: 3 + 1. Then the first
    # has 4S or a draw after 9S and whatever came then; after two draws (QD is the second one's) 9S or a draw. So
    # 2 + 2 + 2 + 2.
    "a choice of suit cards": (lambda: table(["9S 4S", "5S 6S"], "9H", "KD QD JC 10C"), [2, 4, 8]),
    # An eight calls one of four, or a draw: 5. Whatever is called, the other, who has one card of each suit, has that
    # or a draw: 4 times 2; and after the draw, on 9H, the heart or a draw: 2. Together 10.
    "an eight": (lambda: table(["8S 3S 3C 3D", "4S 5H 6D 7C"], "9H", "KD QD", rules=("crazy-eight",)), [5, 10]),
    # With two cards the one that fits is played with the announcement or without, or a card drawn: 3. Who forgot draws
    # a card, but the other only sees the card: after both 5H or a draw (announced or not: 3); after a draw too. 9.
    "an announcement": (lambda: table(["4H 3S", "5H 6S"], "9H", "KD QD JC 10C", last_card_call=1), [3, 9]),
    # A wrong announcement too can be made with any of two cards, of three in the hand: 2 times 2 and the draw.
    "false announcements": (
        lambda: table(["4H 5H 3S", "6C 7C 8C"], "9H", "KD QD JC 10C", last_card_call=1, false_call=1),
        [5, 5],
    ),
    # One of three nines, or a draw: 4. Then one of the two others or done: 3 times 3; and the draw's one draw: 10.
    # Then: one of two was added, and the third one or done: 3 × 2 × 2. Done, and the other can only draw: 3. One drew:
    # the first has his three nines and KD on 9H, so 4. Together 19.
    "three of a rank": (
        lambda: table(
            ["9S 9D 9C 3S", "4C 5C 6C 7C"],
            "9H",
            "KD QD JC 10C",
            roles=Roles(
                follows={rank: [rank] for rank in RANKS}, forbidden={rank: ["4", "5", "6", "7"] for rank in RANKS}
            ),
        ),
        [4, 10, 19],
    ),
    # The seven goes with one of the two other seats, or a draw: 3. The next one then has the hand 3S 4S or, if the swap
    # was with the third, its own: nothing fits 7H, so all draw: 3. Three moves: nobody fits but the first who drew: the
    # turn is the third seat's: draws: 3.
    "a swap": (
        lambda: table(["7H 3S 4S", "5C 6C 2C", "5D 6D 2D"], "9H", "KC QC JC 10C", roles=Roles(swap=["7"])),
        [3, 3, 3],
    ),
    # The three or a draw: 2. With the three, the first chooses among its two other cards: 2, and the draw's draw: 1.
    # Then the second chooses among its three: 6, and so on: the third move has 2 × 3 + 1, the fourth 2 × 3 × 3 + 1 (who
    # drew first has the three again, or a draw: 2).
    "passing to the left": (
        lambda: table(["3H 4S 5S", "5C 6C 2C", "5D 6D 2D"], "9H", "KC QC JC 10C", roles=Roles(pass_left=["3"])),
        [2, 3, 7, 20],
    ),
    # The two waits to be answered. It, or a draw: 2. The other has a two and a king that cancels, or draws two: 3; and
    # after the draw on 9H a draw: 4 in all.
    "an answer": (
        lambda: table(
            ["2H 3S", "2S KC"],
            "9H",
            "QD JD 10D",
            rules=("draw-two",),
            roles=Roles(answers={"2": ["2"]}, cancels={"2": ["K"]}),
        ),
        [2, 4],
    ),
    # The dealer, who is the second, calls one of four suits; then the first has a card of it or draws.
    "a called starter": (
        lambda: table(["3S 3H 3D 3C", "4S 5H 6D 7C"], "8S", "KD QD", rules=("crazy-eight",), wild_starter="called"),
        [4, 8],
    ),
    # Anything goes on a free starter: four cards and the draw. Then the other has the card of that suit, or draws; if
    # the first one drew, the other has all its four or draws: 4 × 2 + 5.
    "a free starter": (
        lambda: table(["3S 3H 3D 3C", "4S 5H 6D 7C"], "8S", "KD QD", rules=("crazy-eight",), wild_starter="free"),
        [5, 13],
    ),
}


@pytest.mark.parametrize("name", BY_HAND)
def test_the_figures_worked_out_by_hand(name: str) -> None:
    make_table, figures = BY_HAND[name]
    pair = make_table()
    for depth, figure in enumerate(figures, 1):
        assert count(pair.state, depth) == figure
        assert walk(pair, depth) == figure


# What chance hardly comes to; the engine and the restatement once differed in each of them.
_ACES = {"A": ["A"]}
CORNERS: dict[str, Callable[[], Pair]] = {
    "a next level of one card, to which a card could be added": lambda: table(
        ["AH", "4D"], "3H", "AC KS QS", roles=Roles(levels=[(1, []), (1, []), (1, [])], follows=_ACES), last_card_call=1
    ),
    "cards that a function gives while cards may be added": lambda: table(
        ["AH AC", "4D 5D"],
        "3H",
        "7S KS QS 10S 10D",
        roles=Roles(gifts={"A": (0, 2)}, follows=_ACES),
        last_card_call=2,
        false_call=1,
    ),
    "announced with one left, then the last one added and a level dealt": lambda: table(
        ["9H AH AC", "4D 3S KD"],
        "7H",
        "KS QS",
        roles=Roles(levels=[(3, []), (3, [])], follows=_ACES),
        last_card_call=1,
    ),
    "only wild cards may be the last, and they are wild at one level": lambda: table(
        ["9H", "4D"], "3C", "5S 6S 9C 2D", roles=Roles(levels=[(1, ["5", "9"]), (1, ["9"])]), go_out="only_wild"
    ),
    "a wild card called at another level": lambda: table(
        ["7H 6D", "6S 4C"], "3H", "8C 5D 6H", roles=Roles(levels=[(2, ["7"]), (1, ["6"])])
    ),
    "nothing to draw for a card that makes draw": lambda: table(
        ["2H 3S", "2S 4S", "5S 6S"],
        "9H",
        roles=Roles(draw={"2": 2}, answers={"2": ["2"]}),
        empty_stock="stays_empty",
        penalty_turn="turn_lost",
        hand_size=17,
    ),
}


@pytest.mark.parametrize("name", CORNERS)
def test_corners(name: str) -> None:
    pair = CORNERS[name]()
    depth = next(deep for deep in range(1, 8) if deep == 7 or count(pair.state, deep + 1) > 600)
    assert depth > 1
    assert walk(pair, depth) == count(pair.state, depth)


def test_a_walk_finds_one_move_too_many() -> None:
    class More(Round):
        def legal_moves(self) -> list[str]:
            return [*super().legal_moves(), "pass"]

    pair = BY_HAND["only draws"][0]()
    pair.model.__class__ = More
    with pytest.raises(AssertionError, match="legal moves"):
        walk(pair, 1)
