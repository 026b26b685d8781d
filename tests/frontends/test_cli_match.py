"""Matches on the command line: --target and --rounds, and what `replay` says of a match."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from crazyeights import Game, Match, Seat, Session
from crazyeights.plugins import Registry, load_plugins
from crazyeights.record import Recorder
from crazyeights_cli.failures import ExitCode, Failure
from crazyeights_cli.run import run
from crazyeights_cli.table import GameChoices, SeatChoices, build_table, with_match
from support_decks import arrange
from support_tables import make, people

Run = Callable[..., tuple[int, str, str]]


@pytest.fixture
def launch(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Run:
    """Run a command line in this process, at an input that has ended, far from the user's folders."""
    for name in ("HOME", "USERPROFILE", "XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, str(tmp_path / "home"))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "CRAZYEIGHTS_DEBUG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)

    def launch(*arguments: object) -> tuple[int, str, str]:
        code = run([str(argument) for argument in arguments])
        return (code, *capsys.readouterr())

    return launch


@pytest.fixture(scope="module")
def registry() -> Registry:
    return load_plugins(third_party=False)


def match(registry: Registry, settings: list[str], variant: str = "classic", **choices: int) -> Match:
    table = build_table(
        GameChoices(variant, settings=settings, **choices), SeatChoices(), registry, seed=1, record=None
    )
    return table.open(registry).match


@pytest.mark.parametrize(
    ("settings", "target", "rounds", "expected"),
    [
        ([], None, None, (None, None)),
        ([], "250", None, (250, None)),
        ([], None, "3", (None, 3)),
        (["hand_size=7"], "250", "3", (250, 3)),
        (["target=60"], None, "3", (60, 3)),
    ],
)
def test_target_and_rounds_are_short_for_options(
    registry: Registry, settings: list[str], target: str | None, rounds: str | None, expected: tuple[object, object]
) -> None:
    played = match(registry, with_match(settings, target, rounds))
    assert (played.target, played.rounds) == expected


def test_none_takes_the_variant_s_target_away(registry: Registry) -> None:
    assert match(registry, [], "bicycle").target == 100
    played = match(registry, with_match([], "none", None), "bicycle")
    assert not played.ends


def test_what_each_further_player_adds_stays_the_variant_s(registry: Registry) -> None:
    assert match(registry, with_match([], "80", None), "wikipedia", players=4).target == 80 + 2 * 50


@pytest.mark.parametrize("setting", ["target=60", "Target = 60"])
def test_the_same_cannot_be_said_in_two_ways(setting: str) -> None:
    with pytest.raises(Failure, match="--target is the same as --set target=…; give one of them"):
        with_match([setting], "80", None)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("play --target x", "target can't be 'x'; it is a number from 1 to"),
        ("play --target -5", "target can't be '-5'"),
        ("--rounds 0", "rounds can't be '0'; it is a number from 1 to"),
        ("rules classic --rounds 2.5", "rounds can't be '2.5'"),
        ("play --target 80 --set target=90", "--target is the same as --set target=…"),
        ("play --resume --target 80 --rounds 2", "leave out --target, --rounds"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_code_2(launch: Run, line: str, says: str) -> None:
    code, out, err = launch(*line.split())
    assert (code, out) == (ExitCode.USAGE, "")
    assert says in err
    assert err.count("\n") == 1


def test_rules_takes_a_match_into_account(launch: Run) -> None:
    code, out, err = launch("rules", "classic", "--target", "123")
    assert (code, err) == (ExitCode.DONE, "")
    assert "123" in out


def test_replay_says_the_score_and_the_end_of_each_match(launch: Run, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    game = Game("classic", 2, options={"hand_size": 1, "target": 70})
    ann, bob = (arrange(game.deck, hands, "9H") for hands in (["5H", "8C"], ["KS", "6H"]))
    with Session(game, people("Ann", "Bob"), 1, deck=ann, recorder=Recorder(file)) as session:
        make(session, (0, "5H"))  # 50
        session.new_round(bob)
        make(session, (1, "6H"))  # 10
        session.new_round(ann)
        make(session, (0, "5H"))  # 100
        session.new_match(bob)
        make(session, (1, "6H"))
    code, out, err = launch("replay", file)
    assert (code, err) == (ExitCode.DONE, "")
    lines = out.splitlines()
    assert [line for line in lines if "round " in line.lower() and " of classic" in line] == [
        "Round 1 of classic: Ann and Bob.",
        "Round 2 of classic: Ann and Bob.",
        "Round 3 of classic: Ann and Bob.",
        "Match 2, round 1 of classic: Ann and Bob.",
    ]
    # A first round's points are the score.
    assert [line for line in lines if "Score" in line] == ["  Score: Ann 50, Bob 10.", "  Score: Ann 100, Bob 10."]
    assert sum("match is over" in line for line in lines) == 1
    assert lines[-1] == "Verified: 4 rounds, 4 moves, all by the rules."


def test_a_name_in_the_score_does_not_steer_the_terminal(launch: Run, tmp_path: Path) -> None:
    file = tmp_path / "r.jsonl"
    game = Game("classic", 2, options={"hand_size": 1})
    deck = arrange(game.deck, ["5H", "8C"], "9H")
    with Session(game, (Seat("A\x1b[2J"), Seat("B")), 1, deck=deck, recorder=Recorder(file)) as session:
        make(session, (0, "5H"))
        session.new_round(arrange(game.deck, ["KS", "6H"], "9H"))
        make(session, (1, "6H"))
    _, out, _ = launch("replay", file)
    assert "Score: A [2J 50, B 10." in out
    assert all(line.isprintable() for line in out.splitlines())
