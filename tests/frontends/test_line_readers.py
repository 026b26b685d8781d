"""Line mode's two readers, its printer, and how it is launched."""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from prompt_toolkit.application import Application, create_app_session
from prompt_toolkit.completion import CompleteEvent
from prompt_toolkit.document import Document
from prompt_toolkit.input import PipeInput, create_pipe_input
from prompt_toolkit.output import DummyOutput

from crazyeights import Card, Game, Seat
from crazyeights.controller import Controller
from crazyeights.plugins import default_registry
from crazyeights.session import Session
from crazyeights.settings import Settings
from crazyeights.specs import Environment, Folders, LaunchRequest, TableRequest
from crazyeights_terminal.launch import default_table, launch, make_reader
from crazyeights_terminal.line import LineGame
from crazyeights_terminal.output import CardStyle, Printer, shows_signs
from crazyeights_terminal.plugin import crazyeights_frontends
from crazyeights_terminal.prompt import ChoiceCompleter, PromptReader
from crazyeights_terminal.reader import Choice, PlainReader
from support_decks import arrange

CHOICES = [Choice("8H=D", "play the 8 of hearts"), Choice("8H=C"), Choice("draw", "draw a card"), Choice("quit")]


# The reader for a terminal


@contextmanager
def typing(keys: str) -> Iterator[PipeInput]:
    """A terminal at which these keys are typed, and then nothing any more."""
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        pipe.send_text(keys)
        yield pipe


def test_a_line_is_read_and_its_blanks_are_cut_off() -> None:
    with typing("  8h=d \r"):
        assert PromptReader().ask("Your move: ", CHOICES) == "8h=d"


def test_typing_errors_can_be_corrected() -> None:
    with typing("8hh\x7f=d\r"):
        assert PromptReader().ask("Your move: ", CHOICES) == "8h=d"


def test_lines_typed_before_can_be_called_back() -> None:
    with typing("hand\r3d\r"):
        reader = PromptReader()
        reader.ask("Your move: ")
        reader.ask("Your move: ")
        assert reader._session.history.get_strings() == ["hand", "3d"]


@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        ("", ["8H=D", "8H=C", "draw", "quit"]),
        ("8", ["8H=D", "8H=C"]),
        ("8h=d", ["8H=D"]),
        ("  D", ["draw"]),
        ("x", []),
    ],
)
def test_completion(typed: str, offered: list[str]) -> None:
    completer = ChoiceCompleter()
    completer.choices = CHOICES
    found = list(completer.get_completions(Document(typed), CompleteEvent()))
    assert [completion.text for completion in found] == offered
    assert all(completion.start_position == -len(typed.lstrip()) for completion in found)


def test_completion_says_what_a_choice_means() -> None:
    completer = ChoiceCompleter()
    completer.choices = CHOICES
    assert next(iter(completer.get_completions(Document("dr"), CompleteEvent()))).display_meta_text == "draw a card"


def test_tab_completes() -> None:
    # Completion is found in the background, so Enter may only come when it is there.
    with create_pipe_input() as pipe, create_app_session(input=pipe, output=DummyOutput()):
        reader = PromptReader()

        def enter_when_complete(buffer: Any) -> None:
            if buffer.text == "quit":
                pipe.send_text("\r")

        reader._session.default_buffer.on_text_changed += enter_when_complete
        pipe.send_text("qu\t")
        assert reader.ask("Your move: ", CHOICES) == "quit"


@pytest.mark.parametrize("key", ["\x1b", "\x03", "\r"])
def test_a_question_that_can_be_cancelled_gives_nothing(key: str) -> None:
    with typing(key):
        assert PromptReader().ask("Which suit? ", cancel=True) == ""


def test_escape_and_ctrl_c_do_so_only_there() -> None:
    with typing("\x03\x03"):
        reader = PromptReader()
        assert reader.ask("Which suit? ", cancel=True) == ""
        with pytest.raises(KeyboardInterrupt):
            reader.ask("Your move: ")


def test_ctrl_d_is_the_end_of_the_input() -> None:
    with typing("\x04"), pytest.raises(EOFError):
        PromptReader().ask("Your move: ")


def test_a_closed_terminal_is_the_end_of_the_input() -> None:
    with typing("") as pipe:
        pipe.close()
        with pytest.raises(EOFError):
            PromptReader().ask("Your move: ")


@pytest.mark.skipif(sys.platform == "win32", reason="nothing can be suspended there")
def test_ctrl_z_suspends_and_is_not_typed(monkeypatch: pytest.MonkeyPatch) -> None:
    suspended: list[object] = []
    monkeypatch.setattr(Application, "suspend_to_background", lambda app, *given: suspended.append(app))
    with typing("8h\x1a=d\r"):
        assert PromptReader().ask("Your move: ") == "8h=d"
    assert len(suspended) == 1


def test_the_screen_is_cleared_for_the_next_person() -> None:
    with typing(""):
        PromptReader().hide()


def test_a_round_at_a_terminal() -> None:
    game = Game("classic", options={"hand_size": 2})
    deck = arrange(game.deck, ["3D 8H", "KC 5S"], "9D")
    session = Session(game, [Seat("Ann"), Seat("Ben")], seed=1, deck=deck)
    output = io.StringIO()
    # Player 1 takes the keyboard and asks for no suit at first; then player 2 quits.
    with typing("\r8h\r\x038h\rclubs\r\r\rquit\r"):
        printer = Printer(output)
        assert LineGame(session, Controller(session, think_time=0), PromptReader(), printer).run() == 0
    assert "No suit was called, so nothing is played." in output.getvalue()
    assert "Ann plays the 8 of hearts and calls clubs." in output.getvalue()


# The plain reader


def plain(text: str, height: int = 0) -> tuple[PlainReader, io.StringIO]:
    output = io.StringIO()
    return PlainReader(io.StringIO(text), Printer(output), height), output


def test_lines_from_a_pipe_are_shown_after_the_question() -> None:
    reader, output = plain(" 8h=d \ndraw")
    assert reader.ask("Your move: ") == "8h=d"
    assert reader.ask("Your move: ") == "draw"
    with pytest.raises(EOFError):
        reader.ask("Your move: ")
    assert output.getvalue() == "Your move: 8h=d\nYour move: draw\nYour move: \n"
    assert not reader.interactive


def test_control_characters_are_not_shown() -> None:
    reader, output = plain("\x1b[2J\x07x\n")
    assert reader.ask("> ") == "\x1b[2J\x07x"
    assert output.getvalue() == "> ?[2J?x\n"


def test_no_standard_input_is_the_end_of_the_input() -> None:
    with pytest.raises(EOFError):
        PlainReader(None, Printer(io.StringIO())).ask("> ")


def test_bytes_that_are_no_text_are_a_typing_error_only() -> None:
    stream = io.TextIOWrapper(io.BytesIO(b"\xff\xfe\nquit\n"), encoding="utf-8")
    reader = PlainReader(stream, Printer(io.StringIO()))
    assert reader.ask("> ") == "\ufffd\ufffd"
    assert reader.ask("> ") == "quit"


@pytest.mark.parametrize("cancel", [True, False])
def test_ctrl_c_ends_the_line(cancel: bool) -> None:
    class Interrupted(io.StringIO):
        def readline(self, size: int = -1, /) -> str:
            raise KeyboardInterrupt

    output = io.StringIO()
    reader = PlainReader(Interrupted(), Printer(output))
    if cancel:
        assert reader.ask("? ", cancel=True) == ""
    else:
        with pytest.raises(KeyboardInterrupt):
            reader.ask("? ")
    assert output.getvalue() == "? \n"


def test_hiding_scrolls_a_terminal_and_leaves_a_pipe_alone() -> None:
    reader, output = plain("", height=24)
    reader.hide()
    assert output.getvalue().count("\n") >= 24
    reader, output = plain("")
    reader.hide()
    assert output.getvalue() == ""


# The printer


def encoded(encoding: str) -> io.TextIOWrapper:
    return io.TextIOWrapper(io.BytesIO(), encoding=encoding, newline="")


def test_what_the_encoding_has_not_becomes_a_question_mark() -> None:
    stream = encoded("latin-1")
    Printer(stream).say("Zoë plays 8♥.")
    stream.seek(0)
    assert stream.read() == "Zoë plays 8?.\n"


def test_nothing_is_written_where_there_is_no_output() -> None:
    printer = Printer(None)
    printer.say("x")
    printer.ask("x")
    printer.text("x")


def test_a_sentence_is_wrapped_between_words_and_its_later_lines_indented() -> None:
    output = io.StringIO()
    Printer(output, width=20).say("Computer 1 plays the 8 of hearts.", "", "Short.", indent="  ")
    assert output.getvalue() == "Computer 1 plays the\n  8 of hearts.\n\nShort.\n"


@pytest.mark.parametrize(
    ("encoding", "env", "signs"),
    [
        ("utf-8", {}, True),
        ("UTF-8", {"LANG": "en_GB.UTF-8", "TERM": "xterm-256color"}, True),
        ("utf-8", {"LANG": "de_DE.utf8"}, True),
        ("latin-1", {"LANG": "en_GB.UTF-8"}, False),
        ("cp1252", {}, False),
        ("utf-8", {"LANG": "C"}, False),
        ("utf-8", {"LC_ALL": "C", "LANG": "en_GB.UTF-8"}, False),
        ("utf-8", {"LC_ALL": "", "LC_CTYPE": "en_GB.UTF-8", "LANG": "C"}, True),
        ("utf-8", {"TERM": "dumb"}, False),
        ("utf-8", {"TERM": "vt100"}, False),
    ],
)
def test_the_signs_of_the_suits_are_shown_where_they_can_be(encoding: str, env: dict[str, str], signs: bool) -> None:
    assert shows_signs(encoded(encoding), env) is signs


def test_without_an_output_there_are_no_signs() -> None:
    assert not shows_signs(None, {})


def test_a_row_of_cards() -> None:
    row = [Card.parse("8H"), Card.parse("10C"), Card.parse("*1")]
    assert Printer(None, CardStyle.SIGNS).cards(row) == "8♥ 10♣ *1"
    assert Printer(None, CardStyle.LETTERS).cards(row) == "8H 10C *1"
    assert Printer(None, CardStyle.WORDS).cards(row) == "8 of hearts, 10 of clubs, joker 1"
    for style in CardStyle:
        assert Printer(None, style).cards([]) == "none"


# The launch


def request(tmp_path: Path, table: TableRequest | None = None, **options: object) -> LaunchRequest:
    return LaunchRequest(default_registry(), table, {}, Folders(tmp_path, tmp_path), options)


@pytest.fixture
def piped(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Launch line mode with these lines on the standard input; give the code and what was written."""

    def run(wanted: LaunchRequest, lines: str, encoding: str = "utf-8", **env: str) -> tuple[int, str, str]:
        for name in ("LC_ALL", "LC_CTYPE", "LANG", "TERM"):
            monkeypatch.delenv(name, raising=False)
        for name, value in env.items():
            monkeypatch.setenv(name, value)
        output, errors = encoded(encoding), io.StringIO()
        monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
        monkeypatch.setattr(sys, "stdout", output)
        monkeypatch.setattr(sys, "stderr", errors)
        code = launch(wanted)
        output.seek(0)
        return code, output.read(), errors.getvalue()

    return run


def table(*, record: Path | None = None, watch: bool = False) -> TableRequest:
    game = Game("classic", players=2)
    greedy = default_registry().strategy("greedy").make
    seats = [Seat("You"), Seat("Computer 1", greedy(_rng()), "greedy")]
    if watch:
        seats[0] = Seat("Computer 0", greedy(_rng()), "greedy")
    return TableRequest(game, tuple(seats), 5, record, watch)


def _rng() -> Any:
    from random import Random

    return Random(1)


def test_the_plugin_offers_the_frontend_for_any_environment() -> None:
    (spec,) = crazyeights_frontends()
    assert (spec.name, spec.priority) == ("line", 10)
    assert spec.unusable(Environment()) is None


def test_a_table_is_played_on_a_pipe(tmp_path: Path, piped: Any) -> None:
    (spec,) = crazyeights_frontends()
    assert spec.launch.__name__ == "launch_line"
    code, said, errors = piped(request(tmp_path, table()), "d\nquit\n")
    assert code == 0
    assert "Your hand: 9♠ K♠ 6♣ 10♣ Q♣\n" in said
    assert "Your move: d\nYou draw the king of hearts.\n" in said
    assert errors == ""


@pytest.mark.parametrize(
    ("encoding", "env", "options", "hand"),
    [
        ("latin-1", {}, {}, "9S KS 6C 10C QC"),
        ("ascii", {}, {}, "9S KS 6C 10C QC"),
        ("utf-8", {"LANG": "C"}, {}, "9S KS 6C 10C QC"),
        ("utf-8", {}, {"ascii": True}, "9S KS 6C 10C QC"),
        ("utf-8", {}, {"plain": False}, "9♠ K♠ 6♣ 10♣ Q♣"),
        ("utf-8", {}, {"plain": True}, "9 of spades, king of spades, 6 of clubs, 10 of clubs, queen of clubs"),
    ],
)
def test_how_cards_look(
    tmp_path: Path, piped: Any, encoding: str, env: dict[str, str], options: dict[str, object], hand: str
) -> None:
    code, said, _ = piped(request(tmp_path, table(), **options), "quit\n", encoding, **env)
    assert code == 0
    assert f"Your hand: {hand}\n" in said


def test_the_setting_for_signs_counts(tmp_path: Path, piped: Any) -> None:
    for charset, env, hand in (("ascii", "C.UTF-8", "9S KS"), ("unicode", "C", "9♠ K♠"), ("auto", "C", "9S KS")):
        wanted = LaunchRequest(default_registry(), table(), {"charset": charset}, Folders(tmp_path, tmp_path))
        assert f"Your hand: {hand}" in piped(wanted, "quit\n", LANG=env)[1]


def test_the_input_ends_in_mid_round_and_the_record_is_whole(tmp_path: Path, piped: Any) -> None:
    record = tmp_path / "game.jsonl"
    code, _, errors = piped(request(tmp_path, table(record=record)), "d\n")
    assert code == 3
    assert (
        errors
        == f"crazyeights: the input ended in mid-round, so the game is not finished; what was played is in {record}\n"
    )
    assert '"move":"draw"' in record.read_text(encoding="utf-8")


def test_watching_needs_no_input(tmp_path: Path, piped: Any) -> None:
    code, said, errors = piped(request(tmp_path, table(watch=True)), "")
    assert code == 0
    assert "The round is over" in said
    assert errors == ""


def test_only_a_watched_round_is_stopped_and_as_late_as_in_a_tournament(
    tmp_path: Path, piped: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("crazyeights.arena.plan.MAX_MOVES", 1)
    code, said, errors = piped(request(tmp_path, table(watch=True)), "")
    assert (code, errors) == (0, "")
    assert said.endswith("The round is stopped after 1 moves, for it may never end.\n")
    assert "stopped" not in piped(request(tmp_path, table()), "d\nd\nquit\n")[1]


def test_the_file_in_which_announcing_is_set_is_named(tmp_path: Path, piped: Any) -> None:
    wanted = request(tmp_path, _with_call())
    file = tmp_path / "settings.toml"
    named = LaunchRequest(wanted.registry, _with_call(), Settings(file), wanted.folders)
    assert f'write announce = "manual" in {file}.' in piped(named, "!\nquit\n")[1]
    # And that does it.
    file.write_text('announce = "manual"', encoding="utf-8")
    named = LaunchRequest(wanted.registry, _with_call(), Settings(file), wanted.folders)
    assert "announces that one card is left" in piped(named, "!\nquit\n")[1]


def test_without_a_table_the_default_game_is_played(tmp_path: Path, piped: Any) -> None:
    wanted = default_table(default_registry())
    assert (wanted.game.name, [seat.name for seat in wanted.seats]) == ("classic", ["You", "Computer 1"])
    assert wanted.seats[1].strategy_name == "normal"
    code, said, _ = piped(request(tmp_path), "quit\n")
    assert code == 0
    assert said.startswith("Crazy Eights: classic, 2 players.\n")


def test_a_closed_pipe_is_left_to_the_launcher(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Closed(io.StringIO):
        def write(self, text: str, /) -> int:
            raise BrokenPipeError

    monkeypatch.setattr(sys, "stdout", Closed())
    with pytest.raises(BrokenPipeError):
        launch(request(tmp_path, table(watch=True)))


@pytest.mark.parametrize(
    ("stdin", "stdout", "term", "plain_wanted", "kind"),
    [
        (True, True, "xterm", False, PromptReader),
        (True, True, "xterm", True, PlainReader),
        (True, True, "dumb", False, PlainReader),
        (False, True, "xterm", False, PlainReader),
        (True, False, "xterm", False, PlainReader),
    ],
)
def test_which_reader_is_taken(stdin: bool, stdout: bool, term: str, plain_wanted: bool, kind: type) -> None:
    environment = Environment(stdin, stdout, env={"TERM": term})
    with typing(""):
        assert type(make_reader(Printer(None), environment, plain=plain_wanted)) is kind


def test_a_terminal_that_only_looks_like_one_gets_plain_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(self: object) -> None:
        raise OSError("no console")

    monkeypatch.setattr(PromptReader, "__init__", fail)
    environment = Environment(stdin_tty=True, stdout_tty=True, env={"TERM": "xterm"})
    assert type(make_reader(Printer(None), environment, plain=False)) is PlainReader


def test_another_game_is_played_at_the_next_prompt_and_its_rules_are_told(tmp_path: Path, piped: Any) -> None:
    code, said, errors = piped(request(tmp_path, table()), "game surprise players=3 rounds=2\nquit\n")
    assert code == 0
    again = said.partition("game surprise players=3 rounds=2\n")[2]
    assert again.startswith("\nCrazy Eights: surprise-")
    assert "rounds=2, 3 players.\nTonight " in again
    assert "\nRound 1\n" in again
    assert again.endswith("Your move: quit\n")
    assert errors == ""
    assert list(tmp_path.iterdir()) == [], "through a pipe nothing is kept"


def test_where_the_launcher_keeps_the_first_game_the_next_ones_are_kept_too(tmp_path: Path, piped: Any) -> None:
    code, said, errors = piped(request(tmp_path, table(), kept=True), "game plain\nd\nd\nquit\n")
    assert code == 0
    assert "Crazy Eights: plain, 2 players." in said
    assert errors == "crazyeights: what you played is kept; go on with it by: crazyeights play --resume\n"
    (record,) = (path for path in (tmp_path / "rounds").iterdir() if path.suffix == ".jsonl")
    assert '{"seat":0,"move":"draw"}' in record.read_text(encoding="utf-8")


def test_the_setting_for_announcing_counts(tmp_path: Path, piped: Any) -> None:
    wanted = request(tmp_path, _with_call())
    assert "is announced for you" in piped(wanted, "!\nquit\n")[1]
    by_hand = LaunchRequest(wanted.registry, _with_call(), {"announce": "manual"}, wanted.folders)
    assert "announces that one card is left" in piped(by_hand, "!\nquit\n")[1]


def _with_call() -> TableRequest:
    game = Game("mau-mau", players=2, options={"starter": "any", "wild_starter": "printed"})
    return TableRequest(game, (Seat("You"), table().seats[1]), 5)
