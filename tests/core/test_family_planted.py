"""A comparison that can't fail proves nothing: faults planted in the engine or in the restatement are found."""

from __future__ import annotations

import dataclasses
import random
from typing import Any

import pytest

from crazyeights import Game
from reference import side_by_side
from reference.chance import FOCUSES, VALUES, Focus, Made, chooser, make, random_table
from reference.model import Roles, Round
from reference.roles import ANY, RANKS
from reference.side_by_side import DiffersError, Pair

LONGEST = 120


def finds_it(made: Made, *, rounds: int = 60, longest: int = LONGEST) -> bool:
    rng = random.Random("planted")
    try:
        for _ in range(rounds):
            pair = made.pair(rng.getrandbits(32), rng.randrange(made.players))
            pair.run(chooser(rng, pair), longest)
    except DiffersError:
        return True
    return False


# In the engine: one wrong entry in each of its tables


def everything() -> Made:
    """A table at which each of the engine's tables matters."""
    roles = Roles(
        wild=["9"],
        play_again=["K"],
        forbid_finish=["4"],
        draw={"5": 1},
        answers={"2": ["2"], "5": ["5"]},
        cancels={ANY: ["J"]},
        follows={rank: [rank] for rank in RANKS},
        swap=["7"],
        rotate=["10"],
        pass_left=["3"],
        last_resort=["9"],
    )
    made = make("classic", 3, {"hand_size": 2, "last_card_acts": True, "starter": "no_special"}, roles)
    assert made is not None
    return made


def tampered(**changes: Any) -> Made:
    made = everything()
    made.game.ruleset = dataclasses.replace(made.game.ruleset, **changes)
    return made


def test_nothing_is_found_where_nothing_is_wrong() -> None:
    assert not finds_it(everything(), rounds=20)


RULES = everything().game.ruleset
FACES = [str(card) for card in RULES.deck.faces]


@pytest.mark.parametrize(
    "table",
    ["choose", "reverse", "again", "no_finish", "cancel", "swap", "rotate", "pass_left", "last_resort"],
)
def test_one_card_less_in_a_set_of_the_engine_is_found(table: str) -> None:
    mask = getattr(RULES, table)
    assert mask
    assert finds_it(tampered(**{table: mask & (mask - 1)}))


def test_one_special_card_less_is_found() -> None:
    # Such a card is no starter here, which is seen in the deal.
    mask = RULES.special
    assert finds_it(tampered(special=mask & (mask - 1)), rounds=200, longest=0)


@pytest.mark.parametrize(("table", "card"), [("skip", "QD"), ("draw", "2H"), ("points", "6S")])
def test_one_number_too_high_in_a_table_of_the_engine_is_found(table: str, card: str) -> None:
    numbers = [number + (face == card) for face, number in zip(FACES, getattr(RULES, table), strict=True)]
    assert finds_it(tampered(**{table: tuple(numbers)}))


@pytest.mark.parametrize(("table", "card", "other"), [("answers", "2C", "JH"), ("follows", "6D", "6C")])
def test_one_pair_wrong_in_a_table_of_the_engine_is_found(table: str, card: str, other: str) -> None:
    rows = [
        mask ^ ((face == card) << FACES.index(other)) for face, mask in zip(FACES, getattr(RULES, table), strict=True)
    ]
    assert finds_it(tampered(**{table: tuple(rows)}), rounds=150)


def test_one_card_too_much_on_a_card_and_suit_is_found() -> None:
    # The king of clubs can't be played on the jack of spades.
    jack = FACES.index("JS")
    row = [mask | 1 << FACES.index("KC") for mask in RULES.playable[jack]]
    playable = (*RULES.playable[:jack], tuple(row), *RULES.playable[jack + 1 :])
    assert finds_it(tampered(playable=playable))


@pytest.mark.parametrize("wrong", ["hand", "wild", "order"])
def test_a_wrong_level_of_the_engine_is_found(wrong: str) -> None:
    def countdown() -> Made:
        made = make("classic", 2, {}, Roles(levels=[(2, ["7"]), (3, ["6"]), (1, ["5"])]))
        assert made is not None
        return made

    assert not finds_it(countdown(), rounds=20)
    made = countdown()
    first, second, third = made.game.ruleset.levels
    levels = {
        "hand": (first, (2, second[1]), third),
        "wild": (first, (3, first[1]), third),
        "order": (first, third, second),
    }[wrong]
    made.game.ruleset = dataclasses.replace(made.game.ruleset, levels=levels)
    assert finds_it(made)


def test_a_difference_says_what_and_after_which_moves() -> None:
    game = Game("classic", players=3)
    game.ruleset = dataclasses.replace(game.ruleset, reverse=0)

    def play_until_it_differs() -> None:
        for seed in range(50):
            Pair(game, seed=seed).run(lambda _: 0, LONGEST)

    with pytest.raises(DiffersError, match=r"^(direction|who moves): the engine says .* after .*A[SHDC]$"):
        play_until_it_differs()


def test_a_secret_that_is_told_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(side_by_side, "seen_by", lambda seat, event: event)
    pair = Pair(Game("classic", players=3), seed=1)
    with pytest.raises(DiffersError, match="what 0 knows"):
        pair.run(lambda _: -1, 5)


# In the restatement: each option and each role left out

IN_A_ROUND = {
    "hand_size": "anything",
    "few_players": "anything",
    "few_hand_size": "anything",
    "starter": "starters",
    "wild_starter": "starters",
    "draw_limit": "anything",
    "after_draw": "anything",
    "voluntary_draw": "anything",
    "voluntary_pass": "piles",
    "empty_stock": "piles",
    "penalty_turn": "penalties",
    "two_player_reverse": "starters",
    "last_card_acts": "endings",
    "go_out": "endings",
    "last_wild_doubles": "endings",
    "last_card_call": "announcements",
    "false_call": "announcements",
    "partners": "partners",
    "blocked": "piles",
    "block_after": "piles",
    "max_plays": "endings",
    "scoring": "endings",
}
OF_THE_DECK = {"deck_cards", "decks", "extra_deck_from", "jokers"}
OF_THE_MATCH = {"target", "target_step", "rounds"}


def test_each_option_is_tampered_with_or_governs_no_round() -> None:
    assert {*IN_A_ROUND, *OF_THE_DECK, *OF_THE_MATCH} == set(VALUES)


def finds_model(model: type[Round], focus: Focus, tables: int = 60) -> bool:
    rng = random.Random("planted")
    try:
        for _ in range(tables):
            made = random_table(rng, focus)
            for _ in range(3):
                pair = made.pair(rng.getrandbits(32), 0, model)
                pair.run(chooser(rng, pair), LONGEST)
    except DiffersError:
        return True
    return False


@pytest.mark.parametrize("name", IN_A_ROUND)
def test_a_restatement_with_another_value_of_an_option_is_found(name: str) -> None:
    focus = FOCUSES[IN_A_ROUND[name]]
    here, there = VALUES[name][:2] if name != "partners" else (True, False)

    class Other(Round):
        def _deal(self, deck: list[str]) -> None:
            self.options[name] = there
            super()._deal(deck)

    assert finds_model(Other, dataclasses.replace(focus, options={**focus.options, name: (here,)}))


OF_ROLES = {
    "wild": "starters",
    "choose_suit": "anything",
    "reverse": "starters",
    "play_again": "anything",
    "forbid_finish": "endings",
    "skip": "starters",
    "draw": "penalties",
    "points": "endings",
    "gifts": "anything",
    "answers": "penalties",
    "cancels": "penalties",
    "forbidden": "anything",
    "follows": "several cards",
    "swap": "exchanges",
    "rotate": "exchanges",
    "pass_left": "exchanges",
    "last_resort": "anything",
    "levels": "countdown",
}


def test_each_role_is_tampered_with() -> None:
    assert set(OF_ROLES) == {field.name for field in dataclasses.fields(Roles)}


@pytest.mark.parametrize("name", OF_ROLES)
def test_a_restatement_without_one_of_the_roles_is_found(name: str) -> None:
    class Without(Round):
        def _deal(self, deck: list[str]) -> None:
            table = getattr(self.table, name)
            pairs = name in ("answers", "cancels", "forbidden", "follows")
            setattr(self.table, name, {top: set() for top in table} if pairs else type(table)())
            super()._deal(deck)

    focus = FOCUSES[OF_ROLES[name]]
    if name in ("play_again", "last_resort"):
        focus = Focus((), roles=lambda rng: {"wild": RANKS[:9], name: rng.sample(RANKS, 5)})
    assert finds_model(Without, focus)


# In the restatement: the order of things, and what is easily forgotten


class ForgetsTheCall(Round):
    """Keeps an eight's printed suit."""

    def _play(self, card: str, called: str | None, *, announces: bool) -> None:
        super()._play(card, called and card[-1], announces=announces)


class LosesTheStock(Round):
    """Does not make the stock anew."""

    def _can_draw(self) -> bool:
        return bool(self.stock)


class OtherOrder(Round):
    """Gives the legal moves in another order."""

    def legal_moves(self) -> list[str]:
        return super().legal_moves()[::-1]


class CountsWrong(Round):
    """Counts one card wrong."""

    def card_points(self, card: str) -> int:
        return super().card_points(card) + (card == "8C")


class JudgesAfterTheExchange(Round):
    """Looks at the hand after it was swapped."""

    def _judge_announcement(self, player: int) -> None:
        if self.swap_with is not None:
            self.left = len(self.hands[self.swap_with])
        super()._judge_announcement(player)


class RemembersOneEffect(Round):
    """Forgets what the cards before the last one did."""

    def _note_effects(self, card: str) -> None:
        self.noted_skips = self.noted_draw = 0
        super()._note_effects(card)


class RotatesTheOtherWay(Round):
    """Hands the hands on against the direction of play."""

    def _rotate(self) -> None:
        self.direction = -self.direction
        super()._rotate()
        self.direction = -self.direction


class ReversesBeforeRotating(Round):
    """Lets a card's own reverse act before the hands are handed on."""

    def _rotate(self) -> None:
        self.direction *= -1 if self.noted_reverse else 1
        super()._rotate()
        self.direction *= -1 if self.noted_reverse else 1


class GivesOneByOne(Round):
    """Lets a card go before all have chosen."""

    def _give(self, card: str) -> None:
        giver = self.to_move
        super()._give(card)
        if self.phase == "give" and giver is not None:
            self.hands[giver].remove(card)
            self.hands[giver].append(card)
            self.hands[giver], self.hands[giver - 1] = self.hands[giver - 1], self.hands[giver]


class PlaysOnInsteadOfTheNextLevel(Round):
    """Lets the first empty hand win."""

    def _go_to_next_level(self, player: int) -> None:
        self.levels[player] = max(len(self.table.levels) - 1, 0)


class AsksTheAbsent(Round):
    """Gives a turn to partners who are out."""

    def _after(self, seat: int) -> int:
        return (seat + self.direction) % self.players


class AddsToNothing(Round):
    """Lets a draw card be pending while nothing can be drawn."""

    def _let_effects_act(self, player: int) -> None:
        if not self._can_draw():
            self.pending += self.noted_draw
        super()._let_effects_act(player)


MODELS = {
    ForgetsTheCall: "anything",
    LosesTheStock: "piles",
    OtherOrder: "anything",
    CountsWrong: "endings",
    JudgesAfterTheExchange: "exchanges",
    RemembersOneEffect: "several cards",
    RotatesTheOtherWay: "exchanges",
    ReversesBeforeRotating: "exchanges",
    GivesOneByOne: "exchanges",
    PlaysOnInsteadOfTheNextLevel: "countdown",
    AsksTheAbsent: "partners",
    AddsToNothing: "penalties",
}


@pytest.mark.parametrize("model", MODELS)
def test_one_wrong_rule_in_the_restatement_is_found(model: type[Round]) -> None:
    focus = FOCUSES[MODELS[model]]
    more: dict[str, tuple[object, ...]] = {}
    roles = focus.roles
    if model is JudgesAfterTheExchange:
        more = {"last_card_call": (2,)}
    if model is AddsToNothing:
        more = {"empty_stock": ("stays_empty",), "hand_size": (7, 10), "deck_cards": ("36", "32")}
    if model is ReversesBeforeRotating:

        def both(rng: random.Random) -> dict[str, Any]:
            return {**FOCUSES["exchanges"].roles(rng), "reverse": ("7", "J", "10", "3", "K", "5")}

        roles = both
    assert finds_model(model, dataclasses.replace(focus, options={**focus.options, **more}, roles=roles))
