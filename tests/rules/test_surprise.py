"""The family `surprise`: a number draws the rules of an evening, always the same, always playable."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Final

import pytest

from crazyeights import Game, PluginError, UnknownNameError, Variant, default_registry, load_plugins
from crazyeights_cli.table import GameChoices, SeatChoices, build_table
from crazyeights_rules.surprise import MENU, Idea, draw

RULES: Final = default_registry().rules
IDEAS: Final = {idea.rule: idea for choice, _ in MENU for idea in choice}
#: Rules that an evening has beside its ideas, each with one that it goes with.
EXTRAS: Final = {"red-jack-cancel": "black-jack-five", "jack-not-on-jack": "jack-wild"}


def evening(number: int) -> Variant:
    return default_registry().variant(f"surprise-{number}")


def ideas(variant: Variant) -> list[Idea]:
    return [IDEAS[name] for name in variant.rules if name in IDEAS]


def test_the_same_number_draws_the_same_evening_whatever_else_is_installed() -> None:
    more = {**RULES, "mine": RULES["queen-skip"]}
    for number in range(50):
        assert draw(number, RULES) == draw(number, more) == evening(number)


def test_different_numbers_draw_different_evenings() -> None:
    assert len({(evening(number).rules, str(evening(number).options)) for number in range(200)}) > 190


def test_an_evening_is_named_after_its_number_and_told_in_a_sentence() -> None:
    for number in range(100):
        variant = evening(number)
        assert variant.name == f"surprise-{number}"
        assert variant.summary.startswith("Tonight ")
        assert variant.summary.endswith(".")
        for idea in ideas(variant):
            assert idea.words in variant.summary
        assert ("the last card has to be announced" in variant.summary) == bool(variant.options["last_card_call"])


def test_no_rank_has_two_roles_and_what_goes_with_a_rule_is_there_only_with_it() -> None:
    for number in range(300):
        variant = evening(number)
        ranks = [idea.rank for idea in ideas(variant) if idea.rank]
        assert len(ranks) == len(set(ranks)), variant
        stacks = {idea.stack for idea in ideas(variant)}
        for name in variant.rules:
            assert name in IDEAS or name in stacks or EXTRAS[name] in variant.rules, variant


def test_every_rule_of_the_menu_is_drawn_at_some_time() -> None:
    drawn = {name for number in range(300) for name in evening(number).rules}
    assert drawn >= {*IDEAS, *EXTRAS, "stack-twos", "stack-fives", "stack-sevens", "stack-black-jacks", "stack-jokers"}


@pytest.mark.parametrize("number", range(60))
def test_an_evening_can_be_played_to_its_end(number: int) -> None:
    rng = Random(number)
    game = Game(f"surprise-{number}", 2 + number % 5)
    state = game.deal(seed=number)
    for _ in range(20_000):
        if state.to_move is None:
            break
        moves = list(state.legal_moves())
        plays = [move for move in moves if move.card is not None]
        state.apply(rng.choice(plays or moves))
    assert state.outcome is not None


def test_the_family_itself_draws_another_evening_each_time() -> None:
    names = {Game("surprise").name for _ in range(5)}
    assert len(names) > 1
    assert all(name.startswith("surprise-") for name in names)
    assert Game("surprise", 3).players == 3


def test_a_rule_that_is_left_out_is_not_drawn() -> None:
    some = {name: rule for name, rule in RULES.items() if name not in {"crazy-eight", "stack-twos"}}
    for number in range(100):
        assert set(draw(number, some).rules) <= set(some)


@pytest.mark.parametrize(
    ("name", "advice"),
    [("suprise-42", "did you mean surprise?"), ("surprise-", "did you mean surprise?"), ("classic-42", "classic")],
)
def test_a_misspelt_family_is_told(name: str, advice: str) -> None:
    with pytest.raises(UnknownNameError, match=advice):
        default_registry().variant(name)


def test_a_number_may_be_written_with_zeros_before_it() -> None:
    assert default_registry().variant("surprise-007") == evening(7)


def test_an_evening_follows_from_its_number_by_random_numbers_that_no_version_of_python_changes() -> None:
    for number in range(20):
        chance = Random(f"surprise {number}")
        assert chance.random() < 1  # there always are wild cards, or what plays their part
        wild = MENU[0][0]
        assert evening(number).rules[0] == wild[int(chance.random() * len(wild))].rule


def test_the_launcher_takes_the_seed_for_the_number() -> None:
    choices, nobody = GameChoices("surprise", players=3), SeatChoices(watch=True)
    table = build_table(choices, nobody, default_registry(), seed=7, record=None)
    assert (table.game.name, table.game.players, table.seed) == ("surprise-7", 3, 7)
    drawn = build_table(choices, nobody, default_registry(), seed=None, record=None)
    assert drawn.game.name == f"surprise-{drawn.seed}"
    # A number of one's own goes with any seed.
    table = build_table(GameChoices("surprise-42"), nobody, default_registry(), seed=7, record=None)
    assert (table.game.name, table.seed) == ("surprise-42", 7)


FAMILY: Final = """
from crazyeights import Variant

def draw(number, rules):
    {body}

def crazyeights_variants():
    return [Variant("odd", "Odd.", draw={draw})]
"""


@pytest.mark.parametrize(
    ("body", "why"),
    [
        ("raise RuntimeError('no idea')", "odd-3 can't be drawn: RuntimeError: no idea"),
        ("return None", "odd-3 can't be drawn: it is None, not a variant to play"),
        ("raise SystemExit", "odd-3 can't be drawn: SystemExit"),
        ("return Variant('x', '', draw=draw)", "odd-3 can't be drawn: it is a Variant, not a variant to play"),
    ],
)
def test_a_strangers_family_that_fails_is_named(tmp_path: Path, body: str, why: str) -> None:
    file = tmp_path / "oddities.py"
    file.write_text(FAMILY.format(body=body, draw="draw"), encoding="utf-8")
    registry = load_plugins([file], third_party=False)
    with pytest.raises(PluginError) as raised:
        registry.variant("odd-3")
    assert str(raised.value) == f"oddities: {why}"


def test_a_strangers_family_works_and_its_variants_are_called_after_it(tmp_path: Path) -> None:
    file = tmp_path / "oddities.py"
    body = "return Variant('whatever', f'Hands of {number}.', ('crazy-eight',), {'hand_size': number})"
    file.write_text(FAMILY.format(body=body, draw="draw"), encoding="utf-8")
    registry = load_plugins([file], third_party=False)
    game = Game("odd-3", registry=registry)
    assert (game.name, game.options.hand_size) == ("odd-3", 3)


def test_a_draw_that_is_no_function_leaves_the_plugin_out(tmp_path: Path) -> None:
    file = tmp_path / "oddities.py"
    file.write_text(FAMILY.format(body="pass", draw="5"), encoding="utf-8")
    registry = load_plugins([file], third_party=False)
    assert [str(one.reason) for one in registry.left_out] == ["the variant odd can't have draw=5"]
