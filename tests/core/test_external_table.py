"""External strategies at a table: asked beside the frontend, told what happens, replaced when they fail."""

from __future__ import annotations

import gc
import json
import time
from pathlib import Path
from typing import Any

import pytest

from crazyeights import Drew, Event, Fault, Game, OptionError, RoundOver, Seat, TableRequest, default_registry
from crazyeights.controller import Controller
from crazyeights.external import external_spec, parse_command
from crazyeights.external_protocol import event_fields
from crazyeights.record import load_record
from crazyeights.saved import seats_again
from crazyeights.session import Session, strategy_rng
from support_bots import Lifeline, bot, notes_with, noting, with_parameters


def table(text: str, players: int = 2, **more: Any) -> TableRequest:
    """A table at which the program plays against `greedy`."""
    spec = external_spec(text)
    greedy = default_registry().strategy("greedy")
    seats = [Seat("Bot", spec.make(strategy_rng(1, 0)), spec.name)]
    seats += [Seat(f"Greedy {seat}", greedy.make(strategy_rng(1, seat)), "greedy") for seat in range(1, players)]
    return TableRequest(Game("classic", players=players), tuple(seats), 5, **more)


def play(session: Session, controller: Controller, until: Any) -> None:
    end = time.monotonic() + 60
    while not until():
        controller.tick(time.monotonic())
        assert time.monotonic() < end
        time.sleep(0.001)


def faults(session: Session) -> list[Fault]:
    return [event for event in session.events_since(0, None) if isinstance(event, Fault)]


def close(session: Session) -> None:
    session.close()
    for seat in session.seats:
        end: Any = getattr(seat.strategy, "close", lambda: None)
        end()


def test_it_plays_at_a_table_and_is_told_everything_once(tmp_path: Path) -> None:
    text, notes = noting(tmp_path)
    session = table(text, players=3).open(default_registry())
    with Controller(session, think_time=0) as controller:
        play(session, controller, lambda: session.over)
        session.new_round()
        play(session, controller, lambda: session.over)
    happened = session.events_since(0, 0)
    heard = [message for message in notes_with(notes, "round_over", 2) if message["type"] in {"round", "event"}]
    close(session)
    assert not faults(session)
    # The deals are told as rounds; the rest is word for word what the table says happened.
    expected = [_as_told(event) for event in happened]
    assert [
        {key: value for key, value in message.items() if key != "type"} for message in heard if "event" in message
    ] == [event for event in expected if event["event"] != "dealt"]
    assert [message["type"] for message in heard].count("round") == 2
    assert heard[-1]["event"] == "round_over"
    assert all(message["cards"] is None for message in heard if message.get("event") == "drew" and message["seat"])
    assert any(isinstance(event, Drew) for event in happened)


def _as_told(event: Event) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(json.dumps(event_fields(event)))
    return told


def test_a_program_that_hangs_keeps_nobody_waiting(tmp_path: Path) -> None:
    session = table(with_parameters(bot(tmp_path, "time.sleep(60)"), "limit=10")).open(default_registry())
    with Controller(session, think_time=0) as controller:
        ticks = 0
        start = time.monotonic()
        while ticks < 20:
            controller.tick(time.monotonic())
            ticks += 1
        # It has ten seconds for its move; the ticks did not wait for any of them.
        assert time.monotonic() - start < 8
        assert controller.thinking == 0
        assert not session.over
    close(session)


def test_its_faults_are_counted_with_its_own_words_and_the_round_goes_on(tmp_path: Path) -> None:
    session = table(bot(tmp_path, "trouble('no idea'); sys.exit(1)")).open(default_registry())
    with Controller(session, think_time=0) as controller:
        play(session, controller, lambda: session.over)
    close(session)
    name = session.seats[0].label
    assert name.startswith("exec:")
    assert set(faults(session)) == {
        Fault(name, "ended with exit code 1; its last words: no idea", 0),
        Fault(name, "is not started again, for it failed too often", 0),
    }
    assert isinstance(session.events_since(0, None)[-1], RoundOver)


def test_an_illegal_move_is_told_like_anybodys(tmp_path: Path) -> None:
    state = table(bot(tmp_path)).open(default_registry()).state
    foreign = next(card for card in state.game.deck.faces if card not in state.hands[0])
    session = table(bot(tmp_path, f"answer(message, '{foreign}')")).open(default_registry())
    with Controller(session, think_time=0) as controller:
        play(session, controller, lambda: session.position > 1)
    close(session)
    assert faults(session)[0].message.startswith(f"chose {foreign}, which is not legal: ")


def test_faults_are_not_its_business(tmp_path: Path) -> None:
    text, notes = noting(tmp_path)
    session = table(text).open(default_registry())
    with Controller(session, think_time=0) as controller:
        play(session, controller, lambda: session.position > 3)
        session.report(Fault("somebody", "did something"))
        play(session, controller, lambda: session.over)
    messages = notes_with(notes, "round_over")
    close(session)
    assert "fault" not in {message.get("event") for message in messages}
    assert [message["type"] for message in messages].count("round") == 1


def test_a_table_that_is_left_ends_its_program(tmp_path: Path) -> None:
    with Lifeline() as life:
        _play_a_little(bot(tmp_path, on_hello=f"{life.code}; hello()"))
        life.wait_for_holder()
        gc.collect()
        assert life.wait_for_end()


def _play_a_little(text: str) -> None:
    session = table(text).open(default_registry())
    with Controller(session, think_time=0) as controller:
        play(session, controller, lambda: session.position > 1)
    session.close()


def test_a_kept_round_is_gone_on_with_by_the_same_program(tmp_path: Path) -> None:
    text = bot(tmp_path)
    session = table(text, record=tmp_path / "round.jsonl").open(default_registry())
    with Controller(session, think_time=0) as controller:
        play(session, controller, lambda: session.position > 4)
    close(session)
    record = load_record(tmp_path / "round.jsonl", default_registry())
    assert record.seats[0].strategy == external_spec(text).name
    seats = seats_again(record, default_registry(), 3)
    session = TableRequest(record.game, seats, 3, kept=record).open(default_registry())
    with Controller(session, think_time=0) as controller:
        play(session, controller, lambda: session.over)
    close(session)
    assert not faults(session)


# What stands after --ai


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("exec:python bot.py", ("python", "bot.py")),
        (" exec: python  bot.py ", ("python", "bot.py")),
        ("exec:python 'my bot.py' \"a b\" c\\ d", ("python", "my bot.py", "a b", "c d")),
        (
            "exec:python bot.py --url=http://x:1 # no comment",
            ("python", "bot.py", "--url=http://x:1", "#", "no", "comment"),
        ),
        (
            "exec:python bot.py; rm -rf / | cat $HOME `x` *",
            ("python", "bot.py;", "rm", "-rf", "/", "|", "cat", "$HOME", "`x`", "*"),
        ),
    ],
)
def test_a_command_is_split_as_words_and_no_shell_sees_it(
    text: str, words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)
    command = parse_command(text, "linux")
    assert command.words == words
    assert (command.limit, command.errors, command.parameters) == (5.0, None, {})


def test_on_windows_backslashes_stay(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)
    command = parse_command(r'exec:C:\Python\python.exe "C:\My Bots\bot.py" --x=\\server\y', "win32")
    assert command.words == ("C:\\Python\\python.exe", "C:\\My Bots\\bot.py", "--x=\\\\server\\y")
    assert command.parameters == {}


def test_parameters_stand_before_the_command(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: name)
    command = parse_command("exec:limit=2,stderr=bot.log,depth=-3,share=0.25,big-book=1_0,level=nan:python bot.py:7")
    assert (command.words, command.limit, command.errors) == (("python", "bot.py:7"), 2.0, Path("bot.log"))
    assert command.parameters == {"depth": -3, "share": 0.25, "big-book": "1_0", "level": "nan"}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("exec:", "exec: takes a command, as in exec:python3 bot.py"),
        ("exec:limit=2:", "exec: takes a command, as in exec:python3 bot.py"),
        ("exec:python 'bot.py", "is no command: no closing quotation"),
        ("exec:no-such-program-anywhere x", "there is no program 'no-such-program-anywhere' to play with"),
        ("exec:limit=soon:python bot.py", "limit can't be 'soon'; it is a number from 0.1 to 10"),
        ("exec:limit=60:python bot.py", "limit can't be '60'; it is a number from 0.1 to 10"),
    ],
)
def test_what_is_no_command_is_told(text: str, says: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.which", lambda name: None if name.startswith("no-such") else name)
    with pytest.raises(OptionError) as caught:
        parse_command(text)
    assert says in str(caught.value)


def test_a_file_that_needs_an_interpreter_is_told(tmp_path: Path) -> None:
    path = tmp_path / "bot.txt"
    path.write_text("hello", encoding="utf-8")
    with pytest.raises(OptionError, match="can't be run by itself; name what runs it first"):
        parse_command(f"exec:{path.as_posix()}")
