"""The table to open, how seats are named, and which frontend is chosen."""

from __future__ import annotations

import io
import sys
from pathlib import Path
from typing import Any, get_args

import pytest

import crazyeights
from crazyeights import Event, Fault, Game, RecordError, SeatError, load_plugins, specs
from crazyeights.plugins import Registry, default_registry
from crazyeights.session import Seat, Session, strategy_rng
from crazyeights.specs import (
    Environment,
    Folders,
    FrontendSpec,
    LaunchRequest,
    Offers,
    TableRequest,
    choose_frontend,
    seat_names,
    usual_opponent,
)
from support_plugins import write


def computers(players: int, seed: int = 1) -> tuple[Seat, ...]:
    greedy = default_registry().strategy("greedy")
    names = seat_names([False] * players)
    return tuple(Seat(name, greedy.make(strategy_rng(seed, seat)), "greedy") for seat, name in enumerate(names))


def play_out(session: Session) -> None:
    while session.to_move is not None:
        session.apply(session.to_move, session.legal_moves(session.to_move)[0])


# Names


@pytest.mark.parametrize(
    ("humans", "names"),
    [
        ([True, False], ("You", "Computer 1")),
        ([False, True, False], ("Computer 1", "You", "Computer 2")),
        ([True, False, True, False], ("Player 1", "Computer 1", "Player 2", "Computer 2")),
        ([False, False], ("Computer 1", "Computer 2")),
        ([True, True], ("Player 1", "Player 2")),
        ([], ()),
    ],
)
def test_seats_are_named(humans: list[bool], names: tuple[str, ...]) -> None:
    assert seat_names(humans) == names


@pytest.mark.parametrize(
    ("there", "plays"),
    [
        (["random", "greedy", "normal", "search"], "normal"),
        (["random", "greedy", "search"], "greedy"),
        # The strongest, but for one that sees all hands.
        (["random", "search", "oracle", "careful"], "search"),
        (["oracle"], None),
        ([], None),
    ],
)
def test_who_plays_where_nobody_says_it(there: list[str], plays: str | None) -> None:
    strategies = {name: default_registry().strategy(name) for name in there}
    spec = usual_opponent(strategies)
    assert (spec and spec.name) == plays


# Tables


def test_a_table_is_opened_with_its_game_seats_and_seed() -> None:
    game = Game("classic", players=3)
    session = TableRequest(game, computers(3), seed=11).open(default_registry())
    assert (session.game, session.seed, session.names) == (game, 11, ("Computer 1", "Computer 2", "Computer 3"))
    assert session.state.deck_order == game.deal(seed=11).deck_order


def test_a_table_records(tmp_path: Path) -> None:
    file = tmp_path / "game.jsonl"
    session = TableRequest(Game("plain"), computers(2), seed=1, record=file).open(default_registry())
    play_out(session)
    session.close()
    lines = file.read_text(encoding="utf-8").splitlines()
    assert '"variant":"plain"' in lines[0]
    assert "outcome" in lines[-1]


def test_a_record_that_cannot_be_written_is_an_error_before_anything_is_dealt(tmp_path: Path) -> None:
    with pytest.raises(RecordError):
        TableRequest(Game("plain"), computers(2), record=tmp_path / "no" / "such.jsonl").open(default_registry())


def test_a_table_that_cannot_be_opened_leaves_no_open_file(tmp_path: Path) -> None:
    with pytest.raises(SeatError):
        TableRequest(Game("plain"), computers(3), record=tmp_path / "game.jsonl").open(default_registry())


OBSERVER = """
    class Watch:
        def on_event(self, event):
            SEEN.append(event)
    SEEN = []
    def crazyeights_observers(match):
        {first}
        return [Watch()]
"""


def test_observers_see_the_match_from_its_first_event(tmp_path: Path) -> None:
    registry = load_plugins([write(tmp_path, "watch", OBSERVER.format(first="assert match.round == 0"))])
    session = TableRequest(Game("plain"), computers(2), seed=1).open(registry)
    module: Any = registry._plugins["watch"][1]
    assert list(session.state.events()) == module.SEEN


def test_a_failing_observer_plugin_is_a_fault_in_the_game(tmp_path: Path) -> None:
    files = [write(tmp_path, "bad", OBSERVER.format(first="1 / 0")), write(tmp_path, "good", OBSERVER.format(first=""))]
    registry = load_plugins(files)
    session = TableRequest(Game("plain"), computers(2), seed=1).open(registry)
    (fault,) = (event for event in session.events_since(0, None) if isinstance(event, Fault))
    assert fault == Fault("bad", "crazyeights_observers fails: ZeroDivisionError: division by zero")
    module: Any = registry._plugins["good"][1]
    assert fault in module.SEEN
    play_out(session)
    assert session.over


def test_the_registry_is_what_frontends_may_ask() -> None:
    offers: Offers = default_registry()
    assert isinstance(offers, Registry)
    assert offers.frontend("line").priority == 10


def test_a_documented_frontend_plays_a_table(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    docs = (Path(__file__).parents[2] / "docs" / "hooks.md").read_text(encoding="utf-8")
    (example,) = (block for block in docs.split("```") if "def launch(" in block)
    registry = load_plugins([write(tmp_path, "hurry", example.removeprefix("python\n"))])
    table = TableRequest(Game("classic"), computers(2), seed=4)
    request = LaunchRequest(registry, table, {}, Folders(tmp_path, tmp_path))
    assert registry.frontend("hurry").launch(request) == 0
    assert capsys.readouterr().out.startswith("Seat ")


# Frontends


def frontend(name: str, priority: int, unusable: Any = None) -> FrontendSpec:
    return FrontendSpec(name, "", lambda request: 0, priority, unusable or (lambda environment: None))


def fail(environment: Environment) -> str | None:
    raise RuntimeError


def test_the_usable_frontend_with_the_highest_priority_is_chosen() -> None:
    window = frontend("window", 30, lambda environment: None if environment.display else "there is no display")
    line, broken, unranked = frontend("line", 10), frontend("broken", 99, fail), frontend("unranked", 0)
    offered = [unranked, line, broken, window]
    chosen = [choose_frontend(offered, Environment(display=display)) for display in (True, False)]
    assert chosen == [window, line]
    assert choose_frontend([unranked], Environment()) is None
    assert FrontendSpec("any", "", lambda request: 0).unusable(Environment()) is None


def test_the_environment_is_described(monkeypatch: pytest.MonkeyPatch) -> None:
    closed = io.StringIO()
    closed.close()
    monkeypatch.setattr(sys, "stdin", None)
    monkeypatch.setattr(sys, "stdout", closed)
    monkeypatch.setattr(sys, "platform", "linux")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    environment = Environment.current()
    assert (environment.stdin_tty, environment.stdout_tty, environment.display) == (False, False, False)
    monkeypatch.setenv("DISPLAY", ":0")
    assert Environment.current().display
    monkeypatch.delenv("DISPLAY")
    monkeypatch.delenv("SSH_CONNECTION", raising=False)
    monkeypatch.setattr(sys, "platform", "darwin")
    assert Environment.current().display


def test_a_mac_over_ssh_has_no_display_unless_one_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "platform", "darwin")
    monkeypatch.delenv("DISPLAY", raising=False)
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("SSH_CONNECTION", "10.0.0.1 50000 10.0.0.2 22")
    assert not Environment.current().display
    monkeypatch.setenv("DISPLAY", "localhost:10.0")
    assert Environment.current().display
    monkeypatch.delenv("DISPLAY")
    monkeypatch.setattr(sys, "platform", "win32")
    assert Environment.current().display


def test_the_users_folders_are_not_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    folders = Folders.of_user()
    assert folders.plugins == folders.data / "plugins"
    assert not any(tmp_path.iterdir())


# The public names


def test_all_public_names_are_there() -> None:
    for module in (crazyeights, specs):
        assert all(hasattr(module, name) for name in module.__all__)
        assert len(set(module.__all__)) == len(module.__all__)
    described = {"Rule", "Variant", "StrategySpec", "Parameter", "FrontendSpec"}
    wanted = {
        "load_plugins",
        "hookimpl",
        "Game",
        "State",
        "View",
        "RulesetBuilder",
        "Turn",
        "Strategy",
        "LaunchRequest",
    }
    assert described | wanted <= set(crazyeights.__all__)
    events = {kind.__name__ for kind in get_args(Event)}
    assert events <= set(crazyeights.__all__)
    errors = {name for name, value in vars(crazyeights.errors).items() if name.endswith("Error")}
    assert errors <= set(crazyeights.__all__)


def test_the_version_is_that_of_the_project() -> None:
    project = (Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8")
    assert f'version = "{crazyeights.__version__}"' in project


def test_importing_the_core_stays_light() -> None:
    import subprocess

    code = (
        "import crazyeights, sys; crazyeights.load_plugins(); "
        "print(*{'asyncio', 'rich', 'typer', 'prompt_toolkit', 'arcade', 'pyglet', 'platformdirs'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == ""
