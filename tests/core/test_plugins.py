"""Plugins: where they come from, what each hook does, and that a bad one harms nobody but itself."""

from __future__ import annotations

import inspect
import pickle
import re
import sys
from collections.abc import Callable, Iterator
from importlib.metadata import distribution as installed_distribution
from pathlib import Path
from typing import Any

import pluggy
import pytest
import typer

import crazyeights
from crazyeights import (
    Game,
    Match,
    UnknownNameError,
    default_registry,
    discovery,
    hookspecs,
    load_plugins,
    plugins,
)
from crazyeights.events import Dealt, RoundOver
from crazyeights.plugins import PluginObserver, Registry
from crazyeights.session import Seat, Session
from support_plugins import BUILT_IN_RULES, distribution, rule_source, write

DOCS = Path(__file__).parents[2] / "docs" / "hooks.md"
HOOKS = [name for name in vars(hookspecs) if name.startswith("crazyeights_")]


@pytest.fixture(autouse=True)
def _clean_modules() -> Iterator[None]:
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if name.startswith(("crazyeights_file_", "ce_")):
            del sys.modules[name]


def registered(registry: Registry) -> set[str]:
    return {name for name, _ in registry._manager.list_name_plugin()}


# Where plugins come from


def test_the_games_own_plugins_come_through_the_entry_points() -> None:
    points = installed_distribution("crazyeights").entry_points.select(group="crazyeights")
    own = [info for info in load_plugins(third_party=False).plugins if info.built_in]
    assert {info.name for info in own} == {point.name for point in points}
    assert {"ace-reverse", "draw-two", "queen-skip", "crazy-eight", "variants", "random", "greedy"} <= set(points.names)
    assert all(info.source == f"crazyeights {crazyeights.__version__}" for info in own)


def test_nothing_is_built_in_by_another_way(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("importlib.metadata.distributions", lambda: iter(()))
    registry = load_plugins()
    for offered in (registry.rules, registry.variants, registry.strategies, registry.frontends):
        assert not offered
    assert [out.name for out in registry.left_out] == ["crazyeights"]
    assert "not installed" in registry.left_out[0].reason


def test_the_default_registry_is_loaded_once_and_games_use_it() -> None:
    assert default_registry() is default_registry()
    assert Game("plain").rules == (default_registry().rule("crazy-eight"),)


def test_installed_plugins_of_others_are_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distribution(tmp_path, "stranger-rules", {"ce_one": rule_source("one")}, version="2.5")
    monkeypatch.syspath_prepend(tmp_path)
    registry = load_plugins()
    owner = registry.owner("rule", "one")
    assert (owner.name, owner.source, owner.built_in) == ("ce-one", "stranger-rules 2.5", False)
    assert owner.offers == {"rule": ("one",)}
    assert owner.hooks == ("crazyeights_rules",)
    assert "one" not in load_plugins(third_party=False).rules


def test_an_entry_point_may_name_an_object(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = """
        from crazyeights import Variant

        class Plugin:
            def crazyeights_variants(self):
                return [Variant("tiny", "Small.", ("crazy-eight",), {"hand_size": 2})]

        plugin = Plugin()
    """
    distribution(tmp_path, "obj", {"ce_obj": source}, entry_points="[crazyeights]\nobj = ce_obj:plugin\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert load_plugins().variant("tiny").options == {"hand_size": 2}


def test_names_are_given_to_the_games_own_then_by_name_then_the_folder_then_files(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    distribution(tmp_path / "site", "zz-first", {"ce_b": rule_source("b")})
    distribution(tmp_path / "site", "aa-second", {"ce_c": rule_source("c"), "ce_a": rule_source("a")})
    monkeypatch.syspath_prepend(tmp_path / "site")
    folder = tmp_path / "plugins"
    folder.mkdir()
    write(folder, "y", rule_source("y"))
    write(folder, "x", rule_source("x"))
    write(folder, "_helper", "raise RuntimeError('not a plugin')")
    (folder / "notes.txt").write_text("not a plugin either", encoding="utf-8")
    given = write(tmp_path, "given", rule_source("g"))
    registry = load_plugins([given], folder=folder)
    assert not registry.left_out
    assert [info.name for info in registry.plugins if not info.built_in] == ["ce-a", "ce-b", "ce-c", "x", "y", "given"]
    assert all(info.built_in for info in registry.plugins[:-6])
    assert list(registry.rules)[-6:] == ["a", "b", "c", "x", "y", "g"]


def test_two_plugins_of_one_name_are_told_apart(tmp_path: Path) -> None:
    (tmp_path / "sub").mkdir()
    files = [write(tmp_path, "mine", rule_source("one")), write(tmp_path / "sub", "mine", rule_source("two"))]
    registry = load_plugins(files)
    assert registry.owner("rule", "one").name == "mine"
    assert registry.owner("rule", "two").name == f"mine ({files[1]})"


def test_a_file_given_twice_is_loaded_once(tmp_path: Path) -> None:
    file = write(tmp_path, "twice", rule_source("twice"))
    registry = load_plugins([file, file], folder=tmp_path)
    assert not registry.left_out
    assert [info.name for info in registry.plugins].count("twice") == 1


def test_a_file_by_another_way_is_the_same_plugin(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "p").mkdir()
    write(tmp_path / "p", "way", rule_source("way"))
    monkeypatch.chdir(tmp_path / "p")
    registry = load_plugins([Path("way.py"), Path("../p/way.py")])
    assert not registry.left_out
    assert [info.name for info in registry.plugins].count("way") == 1
    module = registry.rule("way").apply.__module__
    assert load_plugins([Path("../p/way.py")]).rule("way").apply.__module__ == module


def test_the_suffix_of_a_file_may_be_in_capitals(tmp_path: Path) -> None:
    write(tmp_path, "loud", rule_source("loud")).rename(tmp_path / "LOUD.PY")
    assert "loud" in load_plugins([tmp_path / "LOUD.PY"]).rules
    assert "loud" in load_plugins(folder=tmp_path).rules


def test_a_distribution_with_stale_metadata_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distribution(tmp_path / "old", "doubled", {"ce_doubled": rule_source("old")}, version="0.9")
    distribution(tmp_path / "new", "Doubled", {"ce_doubled": rule_source("new")}, version="1.0")
    monkeypatch.syspath_prepend(tmp_path / "old")
    monkeypatch.syspath_prepend(tmp_path / "new")
    registry = load_plugins()
    assert not registry.left_out
    assert registry.owner("rule", "new").source == "Doubled 1.0"
    assert "old" not in registry.rules


def test_one_module_under_two_names_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    points = "[crazyeights]\none = ce_same\ntwo = ce_same\n"
    distribution(tmp_path, "same", {"ce_same": rule_source("same")}, entry_points=points)
    monkeypatch.syspath_prepend(tmp_path)
    registry = load_plugins()
    assert registry.owner("rule", "same").name == "one"
    assert [(out.name, out.reason) for out in registry.left_out] == [("two", "it is the same as the plugin one")]


def test_broken_metadata_harms_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distribution(tmp_path, "aa-broken", {}, entry_points="[crazyeights]\nthis line has no equals sign\n")
    distribution(tmp_path, "bb-binary", {}, entry_points="")
    (tmp_path / "bb_binary-1.0.dist-info" / "entry_points.txt").write_bytes(b"\xff\xfe[crazyeights]\0")
    distribution(tmp_path, "cc-empty", {}, entry_points="[crazyeights]\n")
    distribution(tmp_path, "dd-odd", {}, entry_points="[crazyeights]\nodd = not a module!\n")
    distribution(tmp_path, "ee-gone", {}, entry_points="[crazyeights]\ngone = ce_was_removed\n")
    distribution(tmp_path, "ff-good", {"ce_good": rule_source("good")})
    monkeypatch.syspath_prepend(tmp_path)
    registry = load_plugins()
    assert {"good", *BUILT_IN_RULES} <= set(registry.rules)
    reasons = {out.name: out.reason for out in registry.left_out}
    assert set(reasons) == {"aa-broken", "odd", "gone"}
    assert "entry points can't be read" in reasons["aa-broken"]
    assert "'not a module!' does not name a module" in reasons["odd"]
    assert "ModuleNotFoundError: No module named 'ce_was_removed'" in reasons["gone"]


# Leaving plugins out


def test_a_disabled_plugin_is_not_even_imported(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    distribution(tmp_path / "site", "noisy", {"ce_noisy": "raise RuntimeError('it was imported')"})
    monkeypatch.syspath_prepend(tmp_path / "site")
    file = write(tmp_path, "mine", "raise RuntimeError('it was run')")
    registry = load_plugins([file], disabled=["ce-noisy", "mine", "queen-skip"])
    assert {out.name for out in registry.left_out} == {"ce-noisy", "mine", "queen-skip"}
    assert {(out.reason, out.in_use) for out in registry.left_out} == {("it is disabled", False)}
    assert set(registry.rules) == BUILT_IN_RULES - {"queen-skip"}
    with pytest.raises(UnknownNameError, match="no rule is called 'queen-skip', which the variant classic names"):
        Game("classic", registry=registry)


def test_disabling_what_there_is_not_is_an_error_that_knows_better() -> None:
    with pytest.raises(UnknownNameError, match="no plugin is called 'gredy'; did you mean greedy"):
        load_plugins(disabled=["gredy"])


# Files


def test_functions_of_a_file_can_be_pickled_and_its_dataclasses_work(tmp_path: Path) -> None:
    source = """
        from __future__ import annotations
        from dataclasses import dataclass
        from crazyeights import Rule

        @dataclass(frozen=True, slots=True)
        class Much:
            cards: int = 1

        def effect(turn):
            turn.add_draw(Much().cards)

        def apply(build):
            build.on_play(build.rank("J"), effect)

        def crazyeights_rules():
            return [Rule("jack-draws", "It draws.", "A jack draws.", apply)]
    """
    registry = load_plugins([write(tmp_path, "jack draws", source)])
    assert not registry.left_out
    rule = registry.rule("jack-draws")
    assert pickle.loads(pickle.dumps(rule)) == rule
    ruleset = Game("plain", rules_added=["jack-draws"], registry=registry).ruleset
    assert pickle.loads(pickle.dumps(ruleset)).callable_rules == ("jack-draws",)


def test_a_changed_file_is_read_again_and_leaves_no_bytecode(tmp_path: Path) -> None:
    assert "aaa" in load_plugins([write(tmp_path, "changing", rule_source("aaa"))]).rules
    assert "bbb" in load_plugins([write(tmp_path, "changing", rule_source("bbb"))]).rules
    assert not (tmp_path / "__pycache__").exists()


def test_an_unchanged_file_is_run_once_a_process(tmp_path: Path) -> None:
    file = write(tmp_path, "once", rule_source("once"))
    assert load_plugins([file]).rule("once") == load_plugins([file]).rule("once")


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda path: None, "there is no such file"),
        (lambda path: path.mkdir(), "it is not a file"),
        (lambda path: path.write_bytes(b"\xff\xfe = 1"), "SyntaxError"),
        (lambda path: path.write_bytes(b"x = 1\0"), "null bytes"),
    ],
)
def test_a_file_that_is_no_plugin_is_left_out(tmp_path: Path, make: Callable[[Path], Any], reason: str) -> None:
    make(tmp_path / "bad.py")
    registry = load_plugins([tmp_path / "bad.py"])
    assert [out.name for out in registry.left_out] == ["bad"]
    assert registry.left_out[0].source == str(tmp_path / "bad.py")
    assert reason in registry.left_out[0].reason


def test_a_file_that_is_not_python_is_left_out(tmp_path: Path) -> None:
    (tmp_path / "rules.txt").write_text(rule_source("text"), encoding="utf-8")
    reasons = [out.reason for out in load_plugins([tmp_path / "rules.txt", Path()]).left_out]
    assert reasons == [
        "rules.txt is no Python file; its name must end with .py",
        f"{Path.cwd().name} is no Python file; its name must end with .py",
    ]


def test_an_unreadable_file_is_left_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(path: Path) -> bytes:
        raise PermissionError(13, "Permission denied", str(path))

    file = write(tmp_path, "secret", rule_source("secret"))
    monkeypatch.setattr(Path, "read_bytes", refuse)
    assert [out.reason for out in load_plugins([file]).left_out] == ["the file can't be read: Permission denied"]


def test_a_folder_of_plugins_need_not_exist_but_a_bad_one_is_told(tmp_path: Path) -> None:
    assert not load_plugins(folder=tmp_path / "missing").left_out
    (tmp_path / "plugins").write_text("a file", encoding="utf-8")
    registry = load_plugins(folder=tmp_path / "plugins")
    assert [out.reason for out in registry.left_out] == ["the folder can't be read: Not a directory"]
    assert set(registry.rules) >= BUILT_IN_RULES


# The registry


def test_unknown_names_are_told_with_the_nearest_one() -> None:
    registry = default_registry()
    for find, name, near in (
        (registry.rule, "queen-skp", "queen-skip"),
        (registry.variant, "clasic", "classic"),
        (registry.strategy, "gredy", "greedy"),
        (registry.frontend, "lin", "line"),
    ):
        with pytest.raises(UnknownNameError, match=f"did you mean {near}"):
            find(name)
    with pytest.raises(UnknownNameError):
        registry.owner("rule", "nothing")
    with pytest.raises(UnknownNameError):
        registry.owner("nonsense", "classic")


def test_what_is_on_offer_is_read_only() -> None:
    with pytest.raises(TypeError):
        default_registry().rules["mine"] = default_registry().rule("queen-skip")  # type: ignore[index]


# Each hook: what a plugin hands over is what the game uses


def test_crazyeights_rules(tmp_path: Path) -> None:
    registry = load_plugins([write(tmp_path, "own", rule_source("own-rule"))])
    assert [rule.name for rule in Game("plain", rules_added=["own-rule"], registry=registry).rules] == [
        "crazy-eight",
        "own-rule",
    ]


def test_crazyeights_variants(tmp_path: Path) -> None:
    source = """
        from crazyeights import Variant
        def crazyeights_variants():
            yield Variant("own", "My own.", ("queen-skip",), {"hand_size": 4}, default_players=3)
    """
    game = Game("own", registry=load_plugins([write(tmp_path, "own", source)]))
    assert (game.players, game.options.hand_size, game.rules[0].name) == (3, 4, "queen-skip")


def test_crazyeights_strategies(tmp_path: Path) -> None:
    source = """
        from crazyeights import Parameter, StrategySpec
        class Own:
            def __init__(self, rng, depth):
                self.depth = depth
            def choose(self, view):
                return view.legal_moves[-1]
        def crazyeights_strategies():
            return {StrategySpec("own", "My own.", Own, (Parameter("depth", 3, low=1),))}
    """
    spec = load_plugins([write(tmp_path, "own", source)]).strategy("own")
    strategy: Any = spec.make(crazyeights.session.strategy_rng(1, 0), {"depth": "7"})
    view = Game("plain").deal(seed=1).view(0)
    assert (strategy.depth, strategy.choose(view)) == (7, view.legal_moves[-1])


def test_crazyeights_frontends(tmp_path: Path) -> None:
    source = """
        from crazyeights import FrontendSpec
        def crazyeights_frontends():
            return [FrontendSpec("own", "My own.", lambda request: 7)]
    """
    spec = load_plugins([write(tmp_path, "own", source)]).frontend("own")
    assert (spec.launch(None), spec.priority) == (7, 0)  # type: ignore[arg-type]


COMMAND = """
    from crazyeights import Rule, hookimpl
    @hookimpl
    def crazyeights_commands(app):
        @app.command()
        def {name}():
            "Do something."
        {then}
    def crazyeights_rules():
        return [Rule("rule-of-{name}", "", "", lambda build: None)]
"""


def command_names(app: typer.Typer) -> list[str]:
    """The names of the commands that an application has but for those of the game's own plugins."""
    callbacks = [command.callback for command in app.registered_commands if command.callback]
    return [callback.__name__ for callback in callbacks if not callback.__module__.startswith("crazyeights_extras")]


def test_crazyeights_commands(tmp_path: Path) -> None:
    registry = load_plugins([write(tmp_path, "own", COMMAND.format(name="own", then=""))])
    app = typer.Typer()
    registry.add_commands(app)
    assert command_names(app) == ["own"]


@pytest.mark.parametrize("then", ["raise ValueError('no')", "raise SystemExit", "app.callback()(own); 1 / 0"])
def test_a_plugin_that_fails_to_add_commands_leaves_nothing_behind(tmp_path: Path, then: str) -> None:
    files = [
        write(tmp_path, "good", COMMAND.format(name="good", then="")),
        write(tmp_path, "bad", COMMAND.format(name="bad", then=then)),
        write(tmp_path, "last", COMMAND.format(name="last", then="")),
    ]
    registry = load_plugins(files)
    app = typer.Typer()
    registry.add_commands(app)
    assert command_names(app) == ["good", "last"]
    assert app.registered_callback is None
    assert {"rule-of-good", "rule-of-last"} <= set(registry.rules)
    assert "rule-of-bad" not in registry.rules
    assert [out.name for out in registry.left_out] == ["bad"]
    assert "crazyeights_commands fails: " in registry.left_out[0].reason
    assert "bad" not in registered(registry)


def test_a_command_that_takes_anothers_name_is_refused(tmp_path: Path) -> None:
    files = [write(tmp_path, name, COMMAND.format(name="play", then="")) for name in ("first", "second")]
    registry = load_plugins([files[0], write(tmp_path, "other", COMMAND.format(name="other", then=""))])
    app = typer.Typer()
    app.command()(lambda: None)
    registry.add_commands(app, lambda: ["play", *command_names(app)])
    assert [str(out) for out in registry.left_out] == [
        f"the plugin first ({files[0]}) is left out: its command play has a name already taken"
    ]
    assert command_names(app) == ["<lambda>", "other"]


OBSERVER = """
    class Notes:
        def __init__(self, match):
            self.match = match
            self.events = []
        def on_event(self, event):
            self.events.append(event)
    NOTES = []
    def crazyeights_observers(match):
        {first}
        NOTES.append(Notes(match))
        return NOTES[-1:]
"""


def test_crazyeights_observers(tmp_path: Path) -> None:
    registry = load_plugins([write(tmp_path, "watch", OBSERVER.format(first="pass"))])
    match = Match(2)
    (notes,) = registry.observers(match)
    assert isinstance(notes, PluginObserver)
    assert notes.plugin == "watch"
    seen: Any = notes.observer
    assert seen.match is match
    greedy = default_registry().strategy("greedy")
    seats = [Seat(str(seat), greedy.make(crazyeights.session.strategy_rng(1, seat))) for seat in range(2)]
    session = Session(Game("classic"), seats, seed=3, observers=[notes], match=match)
    while session.to_move is not None:
        session.apply(session.to_move, session.legal_moves(session.to_move)[0])
    assert isinstance(seen.events[0], Dealt)
    assert None not in seen.events[0].hands
    assert isinstance(seen.events[-1], RoundOver)
    registry.observers(Match(3))
    assert len(sys.modules[type(seen).__module__].NOTES) == 2, "asked once a match"


@pytest.mark.parametrize(
    ("first", "reason"),
    [
        ("raise ValueError('no')", "crazyeights_observers fails: ValueError: no"),
        ("return None", "crazyeights_observers returns nothing"),
        ("return Notes(match)", "crazyeights_observers returns a Notes; it must return a list"),
        ("return [42]", "its observer, 42, has no method on_event"),
    ],
)
def test_a_plugin_that_fails_to_give_observers_is_told_and_the_others_watch(
    tmp_path: Path, first: str, reason: str
) -> None:
    good = write(tmp_path, "good", OBSERVER.format(first="pass"))
    bad = write(tmp_path, "bad", OBSERVER.format(first=first))
    registry = load_plugins([bad, good])
    assert len(registry.observers(Match(2))) == 1
    (out,) = registry.left_out
    assert out.name == "bad"
    assert out.reason.startswith(reason)


def test_every_hook_has_a_test() -> None:
    assert {f"test_{hook}" for hook in HOOKS} <= set(globals())


def test_every_hook_is_documented_with_its_signature_and_an_example() -> None:
    parts = re.split(r"^## (.*)$", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)[1:]
    sections = dict(zip(parts[::2], parts[1::2], strict=True))
    assert [title for title in sections if title.startswith("crazyeights_")] == HOOKS
    for hook in HOOKS:
        function = getattr(hookspecs, hook)
        signature = str(inspect.signature(function)).replace("'", "")
        assert f"```python\ndef {hook}{signature}\n```" in sections[hook]
        assert f"@hookimpl\ndef {hook}(" in sections[hook]
        assert "Real user" in sections[hook]
        assert function.__doc__


def test_the_documented_examples_work(tmp_path: Path) -> None:
    blocks = re.findall(r"```python\n(.*?)```", DOCS.read_text(encoding="utf-8"), flags=re.DOTALL)
    examples = [block for block in blocks if "@hookimpl" in block]
    files = [write(tmp_path, f"example{number}", block) for number, block in enumerate(examples)]
    registry = load_plugins(files)
    assert not registry.left_out
    assert len(files) == len(HOOKS) + 1
    app = typer.Typer()
    registry.add_commands(app)
    assert command_names(app) == ["odds"]
    assert len(registry.observers(Match(2))) == 1
    dreamer = registry.strategy("dreamer").make(crazyeights.session.strategy_rng(1, 0), {"attention": 80})
    state = Game("hasty", rules_added=["rain", "ten-again"], registry=registry).deal(seed=5)
    while state.to_move is not None:
        state.apply(dreamer.choose(state.view(state.to_move)))


# The hooks are asked when plugins are loaded, and never again


def test_each_hook_is_asked_once(tmp_path: Path) -> None:
    source = """
        ASKED = []
        def crazyeights_rules():
            ASKED.append("rules")
            return []
        def crazyeights_variants():
            ASKED.append("variants")
            return []
    """
    registry = load_plugins([write(tmp_path, "counting", source)])
    module: Any = registry._plugins["counting"][1]
    Game("classic", registry=registry).deal(seed=1)
    _ = registry.rules, registry.variants, registry.plugins
    assert module.ASKED == ["rules", "variants"]


def frames_entered(action: Callable[[], object]) -> set[str]:
    entered: set[str] = set()

    def note(frame: Any, event: str, argument: object) -> None:
        entered.add(f"{frame.f_code.co_filename}::{frame.f_code.co_name}")

    sys.setprofile(note)
    try:
        action()
    finally:
        sys.setprofile(None)
    return entered


def test_no_pluggy_and_no_hook_runs_while_a_round_is_played() -> None:
    registry = load_plugins()
    game = Game("classic", players=4, registry=registry)
    players = [registry.strategy("greedy").make(crazyeights.session.strategy_rng(1, seat)) for seat in range(4)]

    def play() -> None:
        for seed in range(5):
            state = game.deal(seed=seed)
            while state.to_move is not None:
                state.apply(players[state.to_move].choose(state.view(state.to_move)))

    def from_plugins(frames: set[str]) -> set[str]:
        package, own = str(Path(pluggy.__file__).parent), plugins.__file__
        return {frame for frame in frames if frame.startswith((package, own)) or "::crazyeights_" in frame}

    # That it would be seen: loading plugins is full of it.
    assert {frame.rpartition("::")[2] for frame in from_plugins(frames_entered(load_plugins))} >= {
        "register",
        "crazyeights_rules",
    }
    assert from_plugins(frames_entered(play)) == set()


def test_discovery_leaves_ctrl_c_alone(tmp_path: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        load_plugins([write(tmp_path, "slow", "raise KeyboardInterrupt")])
    assert discovery.GROUP == "crazyeights"
