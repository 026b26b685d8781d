"""Every way in which a plugin can be bad: it is left out as a whole, with its reason, and the others are all there."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crazyeights import Game, load_plugins
from crazyeights.plugins import Registry
from support_plugins import BUILT_IN_RULES, distribution, rule_source, write

OFFER = "from crazyeights import *\nspare = Rule('spare', 'S.', 'S.', lambda build: None)\n"

# name: (source, what the reason must say)
BAD = {
    "raises": ("raise RuntimeError('boom')", "it can't be imported: RuntimeError: boom"),
    "exits": ("import sys\nsys.exit(3)", "it can't be imported: SystemExit: 3"),
    "raises_no_exception": ("class Odd(BaseException): pass\nraise Odd", "it can't be imported: Odd"),
    "many_lines": ("raise ValueError('one\\n  two')", "it can't be imported: ValueError: one two"),
    "mute_error": (
        "class Mute(Exception):\n    def __str__(self): raise RuntimeError\nraise Mute",
        "it can't be imported: Mute",
    ),
    "syntax": ("def (:", "it can't be imported: SyntaxError: invalid syntax"),
    "lacks_module": ("import nowhere_to_be_found", "No module named 'nowhere_to_be_found'"),
    "bad_rule_name": (
        "from crazyeights import Rule\nRule('Bad Name', '', '', print)",
        "it can't be imported: 'Bad Name' can't be the name of a rule",
    ),
    "empty": ("", "there is no hook in it"),
    "not_a_function": ("crazyeights_rules = []", "crazyeights_rules is a list, not a function"),
    "misspelt": (
        OFFER + "def crazyeights_rules(): return [spare]\ndef crazyeights_varients(): return []",
        "there is no hook crazyeights_varients; did you mean crazyeights_variants?",
    ),
    "misspelt_and_decorated": (
        OFFER + "@hookimpl\ndef rules(): return [spare]",
        "there is no hook rules; did you mean crazyeights_rules?",
    ),
    "unknown_hook": ("def crazyeights_zzz(): return []", "no hook crazyeights_zzz; the hooks are crazyeights_rules"),
    "foreign_argument": (
        OFFER + "def crazyeights_rules(config): return [spare]",
        "crazyeights_rules has an argument 'config' that the hook lacks: crazyeights_rules()",
    ),
    "foreign_argument_of_two": (
        OFFER + "def crazyeights_rules(): return [spare]\ndef crazyeights_observers(match, app): return []",
        "crazyeights_observers has an argument 'app' that the hook lacks: crazyeights_observers(match, table)",
    ),
    "async": (OFFER + "async def crazyeights_rules(): return [spare]", "crazyeights_rules is async"),
    "wrapper": (
        OFFER + "@hookimpl(wrapper=True)\ndef crazyeights_rules(): return (yield)",
        "crazyeights_rules is a wrapper",
    ),
    "hook_raises": (OFFER + "def crazyeights_rules(): 1 / 0", "crazyeights_rules fails: ZeroDivisionError"),
    "hook_exits": (OFFER + "def crazyeights_rules(): raise SystemExit", "crazyeights_rules fails: SystemExit"),
    "later_hook_raises": (
        OFFER + "def crazyeights_rules(): return [spare]\ndef crazyeights_frontends(): return 1 / 0",
        "crazyeights_frontends fails: ZeroDivisionError: division by zero",
    ),
    "hook_stops_half_way": (
        OFFER + "def crazyeights_rules():\n    yield spare\n    raise OSError('gone')",
        "crazyeights_rules fails: OSError: gone",
    ),
    "forgot_return": (OFFER + "def crazyeights_rules(): [spare]", "crazyeights_rules returns nothing"),
    "returns_one": (OFFER + "def crazyeights_rules(): return spare", "returns a Rule; it must return a list"),
    "returns_text": (OFFER + "def crazyeights_rules(): return 'spare'", "returns 'spare'; it must return a list"),
    "returns_number": (OFFER + "def crazyeights_rules(): return 42", "returns 42; it must return a list"),
    "wrong_item": (
        OFFER + "def crazyeights_rules(): return [spare, 'queen-skip']",
        "crazyeights_rules offers 'queen-skip', which is no Rule",
    ),
    "wrong_kind": (
        OFFER + "def crazyeights_variants(): return [spare]",
        "crazyeights_variants offers a Rule, which is no Variant",
    ),
    "bad_name": (
        OFFER + "def crazyeights_strategies(): return [StrategySpec('My Bot', '', print)]",
        "'My Bot' can't be the name of a strategy",
    ),
    "no_name": (
        OFFER + "def crazyeights_frontends(): return [FrontendSpec(None, '', print)]",
        "None can't be the name of a frontend",
    ),
    "taken_rule": (
        OFFER + "def crazyeights_rules(): return [spare, Rule('queen-skip', '', '', print)]",
        "its rule queen-skip has a name already taken by the plugin queen-skip",
    ),
    "taken_variant": (
        OFFER + "def crazyeights_rules(): return [spare]\ndef crazyeights_variants(): return [Variant('classic', '')]",
        "its variant classic has a name already taken by the plugin variants",
    ),
    "taken_strategy": (
        OFFER + "def crazyeights_strategies(): return [StrategySpec('greedy', '', print)]",
        "its strategy greedy has a name already taken by the plugin greedy",
    ),
    "taken_frontend": (
        OFFER + "def crazyeights_frontends(): return [FrontendSpec('line', '', print)]",
        "its frontend line has a name already taken by the plugin line",
    ),
    "doubled": (OFFER + "def crazyeights_rules(): return [spare, spare]", "of the same name spare"),
    "rule_without_apply": (
        OFFER + "def crazyeights_rules(): return [Rule('x', '', '', None)]",
        "the rule x can't have apply=None",
    ),
    "rule_without_guide": (
        OFFER + "def crazyeights_rules(): return [Rule('x', '', 5, print)]",
        "the rule x can't have guide=5",
    ),
    "rules_of_variant_are_text": (
        OFFER + "def crazyeights_variants(): return [Variant('x', '', 'crazy-eight')]",
        "the variant x can't have rules='crazy-eight'",
    ),
    "parameters_are_text": (
        OFFER + "def crazyeights_strategies(): return [StrategySpec('x', '', print, ('depth',))]",
        "the strategy x can't have parameters=a tuple",
    ),
    "bad_strength": (
        OFFER + "def crazyeights_strategies(): return [StrategySpec('x', '', print, (), 'high')]",
        "the strategy x can't have strength='high'",
    ),
    "bad_deck": (
        OFFER + "def crazyeights_variants(): return [Variant('x', '', deck='tarot')]",
        "the variant x can't have deck='tarot'",
    ),
    "raises_for_the_terminal": (
        "raise ValueError('a\\x1b[31m\\nb')",
        "it can't be imported: ValueError: a [31m b",
    ),
    "bad_priority": (
        OFFER + "def crazyeights_frontends(): return [FrontendSpec('x', '', print, 'high')]",
        "the frontend x can't have priority='high'",
    ),
    "sneaky": (
        OFFER + "class Sneaky(Rule):\n    guide = property(lambda self: 1 / 0)\n    def __init__(self): pass\n"
        "    name = 'sneaky'\n    summary = ''\n"
        "def crazyeights_rules(): return [Sneaky()]",
        "what it offers can't be read: ZeroDivisionError",
    ),
}
SILENT = {
    *("empty", "not_a_function", "misspelt", "misspelt_and_decorated", "unknown_hook", "async", "wrapper", "doubled"),
    *("foreign_argument", "foreign_argument_of_two", "forgot_return", "wrong_item", "wrong_kind", "bad_priority"),
    *("returns_one", "returns_text", "returns_number", "parameters_are_text", "rules_of_variant_are_text"),
    *("taken_rule", "taken_variant", "taken_strategy", "taken_frontend", "rule_without_apply", "rule_without_guide"),
    *("bad_strength", "bad_deck"),
}


@pytest.fixture(autouse=True)
def _clean_modules() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith(("crazyeights_file_", "ce_")):
            del sys.modules[name]


def check(registry: Registry, name: str, reason: str, *, silent: bool) -> None:
    (out,) = registry.left_out
    assert out.name == name
    assert reason in out.reason
    assert "\n" not in str(out)
    assert name in str(out)
    assert out.source in str(out)
    assert bool(out.traceback) != silent, out.traceback
    # Nothing of it remains …
    assert name not in {info.name for info in registry.plugins}
    assert name not in {registered for registered, _ in registry._manager.list_name_plugin()}
    # … so that the plugin that came after it could have the name that it offered as well …
    assert registry.owner("rule", "spare").name in {"good-after", "good_after"}
    # … and all the others are there.
    assert {*BUILT_IN_RULES, "before", "spare"} == set(registry.rules)
    assert {"classic", "plain"} <= set(registry.variants)
    assert {"random", "greedy"} <= set(registry.strategies)
    game = Game("classic", players=3, rules_added=["before", "spare"], registry=registry)
    assert game.deal(seed=1).legal_moves()


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_file_is_left_out(kind: str, tmp_path: Path) -> None:
    source, reason = BAD[kind]
    modules = set(sys.modules)
    files = [
        write(tmp_path, "good_before", rule_source("before")),
        write(tmp_path, f"bad_{kind}", source),
        write(tmp_path, "good_after", rule_source("spare", "pass")),
    ]
    registry = load_plugins(files)
    check(registry, f"bad_{kind}", reason, silent=kind in SILENT)
    assert registry.left_out[0].source == str(files[1])
    assert not any(f"bad_{kind}" in name for name in set(sys.modules) - modules)


@pytest.mark.parametrize("kind", BAD)
def test_a_bad_installed_plugin_is_left_out(kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source, reason = BAD[kind]
    distribution(
        tmp_path,
        "mixed-bag",
        {
            f"ce_before_{kind}": rule_source("before"),
            f"ce_bad_{kind}": source,
            f"ce_after_{kind}": rule_source("spare", "pass"),
        },
        entry_points=(
            f"[crazyeights]\na-before = ce_before_{kind}\nbad = ce_bad_{kind}\ngood-after = ce_after_{kind}\n"
        ),
    )
    monkeypatch.syspath_prepend(tmp_path)
    registry = load_plugins()
    check(registry, "bad", reason, silent=kind in SILENT)
    assert registry.left_out[0].source == "mixed-bag 1.0"


def test_a_traceback_names_the_line_for_the_plugins_author(tmp_path: Path) -> None:
    (out,) = load_plugins([write(tmp_path, "bad", "x = 1\nraise RuntimeError('boom')")]).left_out
    assert f'File "{tmp_path / "bad.py"}", line 2' in out.traceback
    assert out.traceback.endswith("RuntimeError: boom\n")


def test_an_optional_hook_of_another_version_is_no_mistake(tmp_path: Path) -> None:
    source = OFFER + (
        "def crazyeights_rules(): return [spare]\n@hookimpl(optionalhook=True)\ndef crazyeights_sounds(): return []"
    )
    registry = load_plugins([write(tmp_path, "newer", source)])
    assert not registry.left_out
    assert "spare" in registry.rules


def test_a_hook_may_have_another_functions_name(tmp_path: Path) -> None:
    source = OFFER + "@hookimpl(specname='crazyeights_rules')\ndef mine(): return [spare]\n"
    registry = load_plugins([write(tmp_path, "renamed", source), write(tmp_path, "next", rule_source("next"))])
    assert not registry.left_out
    assert [registry.owner("rule", name).name for name in ("spare", "next")] == ["renamed", "next"]


def test_a_module_named_like_a_hook_is_no_hook(tmp_path: Path) -> None:
    source = "import crazyeights_rules\nimport crazyeights_strategies\n"
    (out,) = load_plugins([write(tmp_path, "importing", source)]).left_out
    assert "there is no hook in it" in out.reason
    registry = load_plugins([write(tmp_path, "importing", source + OFFER + "def crazyeights_variants(): return ()")])
    assert not registry.left_out


LOUD = {
    "at its import": "print('hello')\n" + OFFER + "def crazyeights_rules(): return [spare]",
    "in a hook": OFFER + "def crazyeights_rules():\n    print('hello')\n    return [spare]",
    "while it is gone through": OFFER + "def crazyeights_rules():\n    print('hello')\n    yield spare",
}


@pytest.mark.parametrize("when", LOUD)
def test_one_that_prints_is_used_and_told_and_nothing_is_seen_of_it(
    when: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = write(tmp_path, "loud", LOUD[when])
    registry = load_plugins([path])
    assert capsys.readouterr().out == ""
    assert "spare" in registry.rules
    (out,) = registry.left_out
    assert out.in_use
    assert str(out) == (
        f"the plugin loud ({path}) misbehaves: it prints 'hello', but the standard output belongs to the screen"
    )


def test_one_that_prints_and_fails_is_left_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    registry = load_plugins([write(tmp_path, "loud", "print('hello')\n1 / 0")])
    assert capsys.readouterr().out == ""
    (out,) = registry.left_out
    assert not out.in_use
    assert "ZeroDivisionError" in out.reason
