"""What the checks have in common: rounds laid by hand and played again, whole plugins, errors and fixtures."""

from __future__ import annotations

import copy
import pickle
import subprocess
import sys
import types
from pathlib import Path
from typing import Any

import pytest

from crazyeights import DeckError, Game, IllegalMoveError, NotationError, Rule
from crazyeights import testing as kit
from crazyeights.testing import Case, CheckError, arrange, check_plugin, deal, play, replay
from support_plugins import rule_source, write

GAME = Game("classic", players=3)


def text(cards: Any) -> str:
    return " ".join(map(str, cards))


# Rounds laid by hand


def test_a_round_is_dealt_as_it_was_laid() -> None:
    state = deal(GAME, hands=["8H QS", "2c"], starter="9D", stock="3D KD", first=2)
    assert {"8H", "QS"} <= set(text(state.hands[0]).split())
    assert "2C" in text(state.hands[1]).split()
    assert state.hand_sizes == (5, 5, 5)
    assert (text(state.discard), text(state.stock[:2]), state.to_move) == ("9D", "3D KD", 2)
    assert sorted(map(str, state.deck_order)) == sorted(map(str, GAME.deck.cards))


def test_what_is_filled_in_does_nothing_as_long_as_it_can() -> None:
    state = deal(GAME, hands=[], starter="8H")
    special = set(text(GAME.ruleset.faces_of(GAME.ruleset.special | GAME.ruleset.wild)).split())
    assert special == {f"{rank}{suit}" for rank in ("A", "2", "8", "Q") for suit in "SHDC"}
    for hand in state.hands:
        assert not special & set(text(hand).split())
    # 36 cards do nothing, of which 15 are dealt; the 15 special ones but the starter come last.
    assert set(text(state.stock[21:]).split()) == special - {"8H"}


def test_several_starters_are_turned_where_the_rules_bury_some() -> None:
    state = deal(Game("plain"), hands=["3C", "3D"], starter="8H 8S KS", stock="4D")
    assert (text(state.discard), str(state.stock[0])) == ("KS", "4D")


def test_two_decks_have_two_of_each() -> None:
    game = Game("classic", players=2, options={"decks": 2})
    assert text(deal(game, hands=["8H 8H"], starter="9D").hands[0]).split().count("8H") == 2
    with pytest.raises(DeckError, match="8H is named too often for this deck"):
        arrange(game, ["8H 8H", "8H"], "9D")


@pytest.mark.parametrize(
    ("hands", "starter", "what"),
    [
        (["3C"] * 4, "9D", "4 hands are given, but 3 play"),
        (["3C 4C 5C 6C 7C 9C"], "9D", "seat 0 is given 6 cards, but the hands have 5; set hand_size"),
        (["3C", "3C 4C"], "4C", "3C and 4C are named too often for this deck"),
        (["3C"], "", "no starter is given"),
    ],
)
def test_a_round_that_can_not_be_laid(hands: list[str], starter: str, what: str) -> None:
    with pytest.raises(DeckError, match=what):
        deal(GAME, hands, starter)


def test_what_is_no_card_or_no_move_is_said() -> None:
    with pytest.raises(NotationError, match="'3X' is not a card"):
        deal(GAME, ["3X"], "9D")
    with pytest.raises(NotationError, match="'foo' is not a card"):
        play(deal(GAME, ["3C"], "9C"), "3C, foo")
    with pytest.raises(IllegalMoveError):
        play(deal(GAME, ["3C"], "9D"), "3C")


def test_moves_are_made_and_the_state_is_given_back() -> None:
    state = deal(GAME, ["3C 8S", "4C"], "9C")
    assert play(state, "3C, draw,draw, 8S=D") is state
    assert text(state.discard) == "9C 3C 8S"
    assert play(state, []).active_suit is GAME.deck.suits[2]
    assert play(state, [state.legal_moves()[0]]).to_move == 2


def test_a_round_is_played_again_from_what_is_printed() -> None:
    state = play(GAME.deal(seed=5, first=1), [])
    moves = []
    while len(moves) < 20 and state.outcome is None:
        moves.append(state.legal_moves()[0])
        state.apply(moves[-1])
    again = replay(GAME, text(state.deck_order), ", ".join(map(str, moves)), first=1)
    assert again.events() == state.events()
    assert Case(GAME, 5, state.deck_order, tuple(moves), 1).replay().events() == state.events()


def test_a_case_tells_how_its_game_is_made() -> None:
    game = Game("classic", 4, ["jack-again"], ["draw-two"], {"hand_size": 7}, roles=["skip=K"])
    told, seed = str(Case(game, 7)).splitlines()
    assert seed == "seed:  7"
    assert told.removeprefix("game:  ") == (
        'Game("classic", players=4, rules_added=["jack-again"], rules_removed=["draw-two"], roles=["skip=K"], '
        'options={"hand_size": 7})'
    )


# Errors


def test_an_error_has_all_parts_and_can_be_pickled() -> None:
    state = GAME.deal(seed=1)
    error = CheckError("the rule odd", "rounds end", "it never ends", Case(GAME, 1, state.deck_order))
    assert isinstance(error, AssertionError)
    assert str(error).startswith('the rule odd fails the check "rounds end": it never ends\n    game:  Game(')
    assert f"deck:  {text(state.deck_order)}" in str(error)
    again = pickle.loads(pickle.dumps(error))
    assert (again.subject, again.check, again.problem) == (error.subject, error.check, error.problem)
    assert copy.copy(error).problem == error.problem


# Whole plugins


def test_a_file_that_is_good_is_taken(tmp_path: Path) -> None:
    registry = check_plugin(write(tmp_path, "kit_file", rule_source("kit-file")))
    assert isinstance(registry.rule("kit-file"), Rule)
    assert "crazy-eight" in registry.rules


def test_a_module_that_is_good_is_taken() -> None:
    module = types.ModuleType("ce_kit_module")
    exec(compile(rule_source("kit-module"), "ce_kit_module.py", "exec"), module.__dict__)
    assert "kit-module" in check_plugin(module).rules


@pytest.mark.parametrize(
    ("source", "why"),
    [
        ("def crazyeights_rulez(): return []", "did you mean crazyeights_rules?"),
        ("x = 1", "there is no hook in it"),
        ("1 / 0", "ZeroDivisionError"),
        (rule_source("queen-skip"), "its rule queen-skip has a name already taken by the plugin queen-skip"),
    ],
)
def test_a_file_that_is_bad_is_not(tmp_path: Path, source: str, why: str) -> None:
    with pytest.raises(CheckError) as caught:
        check_plugin(write(tmp_path, "kit_bad", source))
    assert caught.value.subject == "the plugin kit_bad"
    assert why in caught.value.problem


def test_a_file_that_is_not_there(tmp_path: Path) -> None:
    with pytest.raises(CheckError, match="there is no such file"):
        check_plugin(tmp_path / "nothing.py")


# Without pytest, and as its fixtures


def test_the_kit_needs_no_pytest_and_the_game_no_kit() -> None:
    code = "import sys, crazyeights; assert not any('testing' in name for name in sys.modules if 'crazy' in name)\n"
    code += "import crazyeights.testing; assert 'pytest' not in sys.modules; print(crazyeights.testing.__all__)"
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True, check=True)
    assert done.stderr == ""
    assert "check_rule" in done.stdout


def test_the_checks_are_fixtures_where_they_are_asked_for(tmp_path: Path) -> None:
    names = [name for name in kit.__all__ if name.startswith("check_")]
    assert len(names) == 5
    source = 'pytest_plugins = ["crazyeights.testing.fixtures"]\n\n'
    for name in names:
        source += (
            f"def test_{name}({name}):\n    import crazyeights.testing as kit\n    assert {name} is kit.{name}\n\n"
        )
    source += "def test_registry(crazyeights_registry):\n    assert 'classic' in crazyeights_registry.variants\n"
    (tmp_path / "test_them.py").write_text(source, encoding="utf-8")
    command = [sys.executable, "-W", "error", "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_them.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout
    assert f"{len(names) + 1} passed" in done.stdout


def test_each_public_name_is_documented() -> None:
    page = (Path(__file__).parents[2] / "docs" / "kit.md").read_text(encoding="utf-8")
    for name in kit.__all__:
        assert f"`{name}(" in page or f"`{name}`" in page or name in {"Case", "Console"}, name


@pytest.mark.parametrize("name", ["crazy-eight", "seven-swap", "three-pass-left", "countdown", "stack-jokers"])
def test_the_games_own_rules_pass(name: str) -> None:
    kit.check_rule(name)
