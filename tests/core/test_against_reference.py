"""The engine beside the slow restatement of the rules: the same in every state of very many rounds."""

from __future__ import annotations

import dataclasses
import random
from collections.abc import Mapping
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from crazyeights import Game, OptionError, SeatError
from reference.model import Roles, Round
from reference.side_by_side import BASE, CLASSIC_RULES, DiffersError, Pair, engine_rule
from support_decks import Offer

ROUNDS = 10_000
# How many moves of a round are played, by the players' habit. Random players draw for ever where drawing is free; lazy
# ones run the stock down; those who only play end the round.
HABITS = {"any": 25, "play": 60, "draw": 75}
LONGEST = 120

VALUES: dict[str, tuple[object, ...]] = {
    "hand_size": (1, 2, 3, 5, 7),
    "decks": (1, 2),
    "jokers": (0, 1, 2),
    "starter": ("any", "no_wild", "no_special", "acts"),
    "draw_limit": (1, 2, 3, None),
    "after_draw": ("turn_ends", "play_drawn", "play_any"),
    "voluntary_draw": (True, False),
    "empty_stock": ("reshuffle", "stays_empty"),
    "penalty_turn": ("then_play", "turn_lost"),
    "two_player_reverse": ("nothing", "skip"),
    "last_card_acts": (False, True),
    "blocked": ("draw", "lowest_hand"),
}


def _is_valid(variant: str, options: Mapping[str, object]) -> bool:
    full = {"draw_limit": 1, "after_draw": "turn_ends", **BASE[variant][1], **options}
    return full["after_draw"] != "turn_ends" or full["draw_limit"] == 1


def _random_options(rng: random.Random, variant: str) -> dict[str, Any]:
    # A third of the rounds as the variant has it, the others with a few options changed.
    names = rng.sample(sorted(VALUES), rng.choice([0, 0, 1, 2, 3, 5, 8]))
    options = {name: rng.choice(VALUES[name]) for name in names}
    while not _is_valid(variant, options):
        options |= {"draw_limit": rng.choice(VALUES["draw_limit"]), "after_draw": rng.choice(VALUES["after_draw"])}
    return options


def _random_table(rng: random.Random) -> tuple[str, int, dict[str, Any]]:
    variant = rng.choice(["classic", "classic", "plain"])
    players = rng.randint(2, 7) if variant == "classic" else 2
    while True:
        options = _random_options(rng, variant)
        if players * int(options.get("hand_size", 5)) < 52:
            return variant, players, options


# Eight parts: a failure names the part, and a long test does not meet the time limit for one.
@pytest.mark.parametrize("part", range(8))
def test_ten_thousand_random_rounds_are_the_same_state_by_state(part: int) -> None:
    rng = random.Random(f"rounds/{part}")
    states = reshuffles = finished = 0
    for number in range(ROUNDS // 8):
        if number % 5 == 0:
            variant, players, options = _random_table(rng)
            game = Game(variant, players=players, options=options)
        pair = Pair(game, seed=rng.getrandbits(32), first=rng.randrange(players), options=options)
        habit = rng.choice(["any", "play", "play", "draw"])
        states += pair.run(lambda _, pair=pair, habit=habit: _choose(rng, pair, habit), HABITS[habit])
        reshuffles += pair.reshuffles
        finished += pair.state.outcome is not None
    # The rounds must have been worth it.
    assert states > 30_000
    assert reshuffles > 100
    assert finished > 400


def _choose(rng: random.Random, pair: Pair, habit: str) -> int:
    count = len(pair.legal)
    if habit == "play":
        return 0
    if habit == "draw" and rng.random() < 0.7:
        return count - 1
    return rng.randrange(count)


# What hypothesis varies: it shrinks to few options, few roles and few moves, each the first one.

_RANKS = ("3", "4", "5", "6", "7", "9", "10", "J", "K", "QS", "KH", "*")


def _roles() -> st.SearchStrategy[Roles]:
    some = st.lists(st.sampled_from(_RANKS), max_size=2, unique=True).map(tuple)
    counts = st.dictionaries(st.sampled_from(_RANKS), st.integers(1, 4), max_size=2)
    return st.builds(
        Roles,
        wild=some,
        choose_suit=some,
        reverse=some,
        play_again=some,
        forbid_finish=some,
        skip=counts,
        draw=counts,
        points=st.dictionaries(st.sampled_from(_RANKS), st.integers(0, 99), max_size=2),
        answers=st.dictionaries(
            st.sampled_from((*_RANKS, "2")),
            st.lists(st.sampled_from((*_RANKS, "2")), max_size=3).map(tuple),
            max_size=3,
        ),
    )


def _clean(roles: Roles) -> Roles:
    """Leave out what two entries (or the queen-skip rule and a `QS`) set differently: the engine refuses that."""

    def single(table: Mapping[str, int], taken: tuple[str, ...] = ()) -> dict[str, int]:
        return {key: n for key, n in table.items() if not (key[:-1] in table or key[:-1] in taken)}

    return dataclasses.replace(
        roles,
        skip=single(roles.skip, ("Q",)),
        draw=single(roles.draw),
        points=single(roles.points),
        answers={top: each for top, each in roles.answers.items() if each},
    )


_OPTIONS = st.fixed_dictionaries({}, optional={name: st.sampled_from(values) for name, values in VALUES.items()})
_NUMBERS = st.lists(st.integers(0, 40), max_size=60)
_hypothesis = settings(max_examples=300, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)


def _pair(
    variant: str,
    players: int,
    options: dict[str, Any],
    removed: tuple[str, ...],
    roles: Roles,
    seed: int,
    first: int,
    *,
    by_function: bool = False,
) -> Pair:
    players = 2 if variant == "plain" else players
    base = BASE[variant][0]
    removed = tuple(name for name in removed if name in base)
    rule = engine_rule(roles, by_function=by_function)
    try:
        game = Game(
            variant,
            players=players,
            rules_added=[rule.name],
            rules_removed=removed,
            options=options,
            registry=Offer(rule),
        )
    except (OptionError, SeatError):
        # Options that contradict each other, or more hands than the deck has cards for.
        assume(False)
    return Pair(
        game,
        seed=seed,
        first=first % players,
        rules=set(base) - set(removed),
        options=options,
        roles=roles,
    )


@_hypothesis
@given(
    variant=st.sampled_from(sorted(BASE)),
    players=st.integers(2, 7),
    options=_OPTIONS,
    removed=st.lists(st.sampled_from(CLASSIC_RULES), max_size=4, unique=True).map(tuple),
    roles=_roles().map(_clean),
    by_function=st.booleans(),
    seed=st.integers(0, 2**32 - 1),
    first=st.integers(0, 6),
    numbers=_NUMBERS,
)
def test_any_rules_options_and_moves_are_the_same_state_by_state(
    variant: str,
    players: int,
    options: dict[str, Any],
    removed: tuple[str, ...],
    roles: Roles,
    by_function: bool,
    seed: int,
    first: int,
    numbers: list[int],
) -> None:
    pair = _pair(variant, players, options, removed, roles, seed, first, by_function=by_function)
    pair.run(numbers.__getitem__, len(numbers))


def test_random_roles_are_the_same_state_by_state_to_the_end_of_the_round() -> None:
    """Longer rounds than hypothesis draws, with rules made up at random."""
    rng = random.Random("roles")
    finished = 0
    for number in range(300):
        variant, players, options = _random_table(rng)
        roles = _clean(
            Roles(
                **{
                    role: tuple(rng.sample(_RANKS, rng.randint(0, 2)))
                    for role in ("wild", "choose_suit", "reverse", "play_again", "forbid_finish")
                },
                skip={key: rng.randint(1, 3) for key in rng.sample(_RANKS, rng.randint(0, 2))},
                draw={key: rng.randint(1, 5) for key in rng.sample(_RANKS, rng.randint(0, 2))},
                answers={
                    key: tuple(rng.sample((*_RANKS, "2"), rng.randint(1, 4)))
                    for key in rng.sample((*_RANKS, "2"), rng.choice([0, 3, 6]))
                },
            )
        )
        pair = _pair(variant, players, options, (), roles, rng.getrandbits(32), 0, by_function=number % 3 == 0)
        pair.run(lambda _, pair=pair: rng.randrange(len(pair.legal)), 150)
        finished += pair.state.outcome is not None
    assert finished > 150


# A comparison that can't fail proves nothing.


def _finds_it(game: Game, *, model: type[Round] = Round, rounds: int = 60) -> bool:
    rng = random.Random("planted")
    try:
        for _ in range(rounds):
            pair = Pair(game, seed=rng.getrandbits(32), model=model)
            habit = rng.choice(["any", "play"])
            pair.run(lambda _, pair=pair, habit=habit: _choose(rng, pair, habit), LONGEST)
    except DiffersError:
        return True
    return False


def _changed(**changes: Any) -> Game:
    game = Game("classic", players=3)
    game.ruleset = dataclasses.replace(game.ruleset, **changes)
    return game


def _without_one(mask: int) -> int:
    return mask & (mask - 1)


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert not _finds_it(_changed())


@pytest.mark.parametrize("table", ["choose", "reverse", "skip", "draw", "points", "playable", "answers", "no_finish"])
def test_one_wrong_entry_in_a_table_of_the_engine_is_found(table: str) -> None:
    rules = Game("classic", players=3).ruleset
    faces = [str(card) for card in rules.deck.faces]
    old = getattr(rules, table)
    if table in {"choose", "reverse"}:
        new: object = _without_one(old)
    elif table == "no_finish":
        new = 0b1111
    elif table == "playable":
        # The king of clubs can't be played on the jack of spades with spades called: a card too much.
        row = list(old[faces.index("JS")])
        row[0] |= 1 << faces.index("KC")
        new = tuple(tuple(row) if at == faces.index("JS") else each for at, each in enumerate(old))
    else:
        at = {"skip": "QD", "draw": "2H", "points": "9S", "answers": "2C"}[table]
        new = tuple(each + (faces[number] == at) for number, each in enumerate(old))
    assert _finds_it(_changed(**{table: new}))


class _ForgetsTheCall(Round):
    """Keeps an eight's printed suit."""

    def _play(self, card: str, suit: str | None) -> None:
        super()._play(card, card[-1])


class _LosesTheStock(Round):
    """Does not make the stock anew."""

    def _draw(self, seat: int | None, count: int) -> list[str]:
        self.options["empty_stock"] = "stays_empty"
        return super()._draw(seat, count)


class _OtherOrder(Round):
    """Gives the legal moves in another order."""

    def legal_moves(self) -> list[str]:
        return super().legal_moves()[::-1]


class _WinnerCountsOwn(Round):
    """Counts the points of a winner of a blocked round wrong, and every other's too."""

    def card_points(self, card: str) -> int:
        return super().card_points(card) + (card == "8C")


@pytest.mark.parametrize("model", [_ForgetsTheCall, _LosesTheStock, _OtherOrder, _WinnerCountsOwn])
def test_one_wrong_rule_in_the_reference_is_found(model: type[Round]) -> None:
    assert _finds_it(Game("classic", players=3), model=model)


def test_a_difference_says_what_and_after_which_moves() -> None:
    game = _changed(reverse=0)

    def play_until_it_differs() -> None:
        for seed in range(50):
            Pair(game, seed=seed).run(lambda _: 0, LONGEST)

    with pytest.raises(DiffersError, match=r"^(direction|who moves): the engine says .* after .*A[SHDC]$"):
        play_until_it_differs()


def test_hypothesis_shrinks_a_planted_fault_to_few_moves() -> None:
    from hypothesis import find

    game = _changed(reverse=0)

    def differs(case: tuple[int, list[int]]) -> bool:
        seed, numbers = case
        try:
            Pair(game, seed=seed).run(numbers.__getitem__, len(numbers))
        except DiffersError:
            return True
        return False

    _, numbers = find(
        st.tuples(st.integers(0, 50), _NUMBERS),
        differs,
        settings=settings(max_examples=2_000, derandomize=True, database=None, suppress_health_check=list(HealthCheck)),
    )
    # The simplest that is left: the first legal move each time, until somebody plays an ace.
    assert set(numbers) == {0}
    assert len(numbers) <= 4
