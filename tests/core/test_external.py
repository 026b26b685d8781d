"""External strategies: programs that play, and every way in which they can fail to."""

from __future__ import annotations

import copy
import gc
import pickle
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from crazyeights import Game, IllegalMoveError, Move, State, StrategyError
from crazyeights.external import ExternalStrategy, external_spec
from support_bots import Lifeline, bot, notes_of, noting, playing, strategy, with_parameters


def deal(seed: int = 3, players: int = 2, variant: str = "classic") -> State:
    return Game(variant, players=players).deal(seed=seed)


def play_round(state: State, player: ExternalStrategy, seat: int = 0, longest: int = 400) -> list[str]:
    """Let the program play a seat, and all others the first legal move; gives its moves."""
    moves = []
    for _ in range(longest):
        if state.to_move is None:
            break
        if state.to_move == seat:
            move = player.choose(state.view(seat))
            moves.append(str(move))
        else:
            move = state.legal_moves()[0]
        state.apply(move)
    return moves


def fault_of(player: ExternalStrategy, state: State | None = None) -> str:
    state = deal() if state is None else state
    assert state.to_move is not None
    with pytest.raises(StrategyError) as caught:
        player.choose(state.view(state.to_move))
    return str(caught.value)


# One that plays well


def test_a_program_plays_a_round_to_its_end(tmp_path: Path) -> None:
    # It takes the last move that is offered, and so does the loop below without any program.
    expected: list[str] = []
    state = deal()
    while state.to_move is not None and len(expected) < 100:
        move = state.legal_moves()[-1 if state.to_move == 0 else 0]
        if state.to_move == 0:
            expected.append(str(move))
        state.apply(move)
    with playing(bot(tmp_path, "answer(message, message['moves'][-1])")) as player:
        assert play_round(deal(), player)[: len(expected)] == expected
    assert len(expected) > 3


def test_it_may_write_moves_in_any_case_and_with_any_other_field(tmp_path: Path) -> None:
    with playing(bot(tmp_path, "answer(message, message['moves'][0].lower(), why='because')")) as player:
        state = deal()
        assert player.choose(state.view(0)) is state.legal_moves()[0]


def test_messages_of_unknown_types_are_passed_over(tmp_path: Path) -> None:
    with playing(bot(tmp_path, "say(type='info', text='thinking'); answer(message)")) as player:
        assert play_round(deal(), player)


def test_a_python_program_may_forget_to_flush(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # The bots of these tests all do, but their surroundings might see to it.
    monkeypatch.delenv("PYTHONUNBUFFERED", raising=False)
    with playing(bot(tmp_path)) as player:
        assert play_round(deal(), player)


def test_late_answers_to_older_questions_are_passed_over(tmp_path: Path) -> None:
    on_choose = """
        if message["id"] > 1:
            say(type="move", id=message["id"] - 1, move="no move at all")
        answer(message)
    """
    with playing(bot(tmp_path, on_choose)) as player:
        assert len(play_round(deal(), player)) > 3


def test_its_chance_follows_from_the_seed_of_the_table(tmp_path: Path) -> None:
    text, notes = noting(tmp_path)
    for seed in (1, 1, 2):
        with playing(text, seed) as player:
            player.choose(deal().view(0))
    seeds = [message["seed"] for message in notes_of(notes) if message["type"] == "hello"]
    assert seeds[0] == seeds[1] != seeds[2]


def test_one_program_plays_one_seat_after_another(tmp_path: Path) -> None:
    text, notes = noting(tmp_path)
    with playing(text) as player:
        state = deal(players=3)
        player.choose(state.view(0))
        state.apply(state.legal_moves()[0])
        player.choose(state.view(1))
    rounds = [message for message in notes_of(notes) if message["type"] == "round"]
    assert [message["seat"] for message in rounds] == [0, 1]


def test_nothing_is_started_before_the_first_move(tmp_path: Path) -> None:
    player = strategy(bot(tmp_path))
    assert player.pid is None
    assert not (tmp_path / "started").exists()


@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda player: pickle.loads(pickle.dumps(player))])
def test_a_copy_has_a_program_of_its_own_and_the_same_chance(tmp_path: Path, again: Any) -> None:
    text, notes = noting(tmp_path)
    with playing(text) as player:
        player.choose(deal().view(0))
        other = again(player)
        assert other.pid is None
        other.choose(deal().view(0))
        assert other.pid not in {None, player.pid}
        other.close()
    first, second = [message for message in notes_of(notes) if message["type"] == "hello"]
    assert first == second


def test_the_spec_can_be_sent_to_another_process(tmp_path: Path) -> None:
    spec = pickle.loads(pickle.dumps(external_spec(bot(tmp_path))))
    player = spec.make(Random(1))
    assert play_round(deal(), player)
    player.close()


# What it is told


def test_it_is_told_the_round_and_then_each_event_once(tmp_path: Path) -> None:
    text, notes = noting(tmp_path)
    with playing(text) as player:
        state = deal(players=3)
        play_round(state, player, longest=30)
    messages = notes_of(notes)
    assert [message["type"] for message in messages[:2]] == ["hello", "round"]
    events = [message for message in messages if message["type"] == "event"]
    played = [message["card"] for message in events if message["event"] == "played"]
    assert len(events) > 10
    # Without a table that tells it more, it is told up to its last question.
    assert tuple(played) == tuple(str(card) for card in state.discard[1:])[: len(played)]
    assert len(played) >= len(state.discard) - 4


def test_what_it_is_told_changes_with_nothing_that_it_may_not_see(tmp_path: Path) -> None:
    game = Game("classic", players=3)
    deck = list(game.deal(seed=9).deck_order)
    # The other two swap their hands, and the last ten cards of the stock come in another order.
    other = deck[:]
    for at in range(1, 15, 3):
        other[at], other[at + 1] = other[at + 1], other[at]
    other[-10:] = reversed(other[-10:])
    heard = []
    for number, cards in enumerate((deck, other)):
        folder = tmp_path / str(number)
        folder.mkdir()
        text, notes = noting(folder)
        with playing(text) as player:
            state = game.deal(deck=cards)
            for _ in range(4):
                player.choose(state.view(0))
                for _ in range(3):
                    state.apply(Move.parse("draw"))
        # It is told to quit some time later.
        heard.append([message for message in notes_of(notes) if message["type"] != "quit"])
    assert deck != other
    assert heard[0] == heard[1]


def test_another_round_is_told_even_if_it_begins_alike(tmp_path: Path) -> None:
    text, notes = noting(tmp_path)
    with playing(text) as player:
        for _ in range(2):
            play_round(deal(), player, longest=5)
        # The very same question again: nobody moved in between, so it can't be the same round.
        view = deal().view(0)
        player.choose(view)
        player.choose(view)
    kinds = [message["type"] for message in notes_of(notes)]
    assert kinds.count("round") == 4
    assert kinds.count("hello") == 1


def test_it_gets_the_guide_if_it_wants_it(tmp_path: Path) -> None:
    text, notes = noting(tmp_path, on_hello="hello(wants=['guide', 'coffee'])")
    with playing(text) as player:
        player.choose(deal().view(0))
    assert "calls" in notes_of(notes)[1]["guide"]
    assert "\n" in notes_of(notes)[1]["guide"]


def test_it_gets_its_parameters(tmp_path: Path) -> None:
    text, notes = noting(tmp_path, on_hello="hello(parameters=message['parameters'] | {'more': 1})")
    with playing(with_parameters(text, "limit=2.5,depth=3,share=0.5,book=big-one")) as player:
        player.choose(deal().view(0))
    hello = notes_of(notes)[0]
    assert hello["parameters"] == {"depth": 3, "share": 0.5, "book": "big-one"}
    assert hello["time_limit"] == 2.5


# What it can do wrong: (on_choose, what the fault says)

WRONG = {
    "no json": ("print('hello there'); answer(message)", "wrote 'hello there', which is no JSON"),
    "empty line": ("print(); answer(message)", "wrote '', which is no JSON"),
    "half a message": ('print(\'{"type": "move", "id"\')', "which is no JSON"),
    "a list": ("print([1, 2])", "wrote '[1, 2]', which is no JSON object"),
    "no type": ("print('{}')", "no JSON object with a type"),
    "deep": ("print('[' * 30000)", "which is no JSON"),
    "not utf-8": ("sys.stdout.buffer.write(b'\\xff\\n'); sys.stdout.flush()", "which is no JSON"),
    "for the terminal": ("print('\\x1b[31mred')", "wrote '[31mred', which"),
    "no id": ("say(type='move', move=message['moves'][0])", "answers without the id of the question"),
    "id is text": ("say(type='move', id='1', move=message['moves'][0])", "answers without the id"),
    "id to come": ("say(type='move', id=99, move='draw')", "answers question 99, which was not asked yet"),
    "no move": ("say(type='move', id=message['id'])", "names no move"),
    "move is a number": ("answer(message, 8)", "names no move"),
    "no such move": ("answer(message, 'the best one')", "chose 'the best one', which is not a move"),
    "no such card": ("answer(message, '1Z')", "chose '1Z', which is not a move"),
    "in trouble": ("say(type='error', message='out of\\nideas')", "says: out of ideas"),
}


@pytest.mark.parametrize("name", WRONG)
def test_a_wrong_answer_is_its_fault_and_it_plays_on(tmp_path: Path, name: str) -> None:
    on_choose, says = WRONG[name]
    once = f"if message['id'] == 1:\n    {on_choose}\nelse:\n    answer(message)"
    with playing(bot(tmp_path, once)) as player:
        state = deal()
        fault = fault_of(player, state)
        assert says in fault
        assert "\n" not in fault
        pid = player.pid
        state.apply(state.legal_moves()[0])
        state.apply(state.legal_moves()[0])
        assert player.choose(state.view(0)) is state.legal_moves()[0]
        assert player.pid == pid is not None


def test_an_illegal_move_is_given_back_for_the_table_to_judge(tmp_path: Path) -> None:
    state = deal()
    illegal = next(card for card in state.game.deck.faces if card not in state.hands[0])
    with playing(bot(tmp_path, f"answer(message, {str(illegal)!r})")) as player:
        move = player.choose(state.view(0))
        assert move is Move.play(illegal)
        with pytest.raises(IllegalMoveError):
            state.apply(move)


def test_a_fault_names_no_card_of_the_hand(tmp_path: Path) -> None:
    # Everybody at the table reads it.
    state = deal()
    with playing(bot(tmp_path, "answer(message, 'nonsense')")) as player:
        fault = fault_of(player, state)
    assert not any(str(card) in fault for card in state.hands[0])


# (on_hello, on_choose, what the fault says): the program is ended, and started again
FATAL = {
    "dies at once": ("sys.exit(3)", "", "ended with exit code 3"),
    "dies at once, done": ("sys.exit()", "", "ended with exit code 0"),
    "fails": ("hello()", "1 / 0", "ended with exit code 1; its last words: "),
    "its last words": ("hello()", "trouble('a\\n\\nb\\nc'); sys.exit(2)", "exit code 2; its last words: b / c"),
    "closes its output": ("hello()", "os.close(1); time.sleep(60)", "closed its output and was killed"),
    "silent": ("hello()", "time.sleep(60)", "took longer than 0.4 s and was killed"),
    "busy": ("hello()", "while True: pass", "took longer than 0.4 s and was killed"),
    "half an answer": ("hello()", "sys.stdout.write('{'); time.sleep(60)", "took longer than 0.4 s and was killed"),
    "chatty": ("hello()", "while True: say(type='info')", "and was killed"),
    "chatty without a pause": (
        "hello()",
        'line = \'{"type": "info"}\\n\' * 500\nwhile True: sys.stdout.write(line)',
        "and was killed",
    ),
    "floods": ("hello()\nwhile True: print('x' * 100)", "", "wrote 1000 lines without being asked and was killed"),
    "floods without end": ("hello()\nwhile True: sys.stdout.write('x' * 9999)", "", "a line of more than 64 kB"),
    "no hello": ("answer({'id': 1, 'moves': ['draw']})", "", "before its hello"),
    "hello is no json": ("print('hi')", "", "wrote 'hi', which is no JSON"),
    "no protocol": ("say(type='hello')", "", "names no protocol; this game speaks 1"),
    "newer protocol": ("say(type='hello', protocol=2)", "", "speaks protocol '2'; this game speaks 1"),
    "odd protocol": ("say(type='hello', protocol=True)", "", "speaks protocol 'true'; this game speaks 1"),
    "odd parameters": ("hello(parameters=5)", "", "has parameters that are no JSON object"),
    "does not start": ("say(type='error', message='no model')", "", "says: no model"),
}


@pytest.mark.parametrize("name", FATAL)
def test_one_that_fails_is_ended_and_started_again(tmp_path: Path, name: str) -> None:
    on_hello, on_choose, says = FATAL[name]
    first = f"if not starts:\n{_indented(on_hello)}\nelse:\n    hello()"
    then = f"if not starts:\n{_indented(on_choose or 'answer(message)')}\nelse:\n    answer(message)"
    # Only what is too late shall be waited for.
    limit = "limit=0.4" if "0.4 s" in says or "chatty" in name else "limit=10"
    with playing(with_parameters(bot(tmp_path, then, first), limit)) as player:
        state = deal()
        # What floods after its hello may get its first answer in.
        fault = fault_of(player, state) if "floods" not in name else _first_fault(player, state)
        assert says in fault
        assert "\n" not in fault
        assert player.pid is None
        # Time enough now, for a machine that is busy.
        player.command = replace(player.command, limit=10.0)
        assert player.choose(state.view(0)) in state.legal_moves()


def _indented(code: str) -> str:
    return "\n".join(f"    {line}" for line in code.split("\n"))


def _first_fault(player: ExternalStrategy, state: State) -> str:
    for _ in range(1000):
        try:
            player.choose(state.view(0))
        except StrategyError as error:
            if "JSON" not in str(error):
                return str(error)
        time.sleep(0.01)
    raise AssertionError("no fault")


def test_an_unknown_parameter_is_told_with_those_that_there_are(tmp_path: Path) -> None:
    text = with_parameters(bot(tmp_path, on_hello="hello(parameters={'width': 1, 'book': 'x'})"), "depth=3,book=y")
    with playing(text) as player:
        assert fault_of(player) == "has no parameter depth; it has book and width"


def test_a_parameter_of_a_program_that_has_none_is_told(tmp_path: Path) -> None:
    with playing(with_parameters(bot(tmp_path), "depth=3")) as player:
        assert fault_of(player) == "has no parameter depth; it has none"


def test_one_that_always_fails_is_given_up_and_every_turn_is_a_fault(tmp_path: Path) -> None:
    with playing(bot(tmp_path, "sys.exit(1)")) as player:
        faults = [fault_of(player) for _ in range(4)]
    assert faults == ["ended with exit code 1"] * 2 + ["is not started again, for it failed too often"] * 2


def test_one_that_plays_between_its_failures_is_started_again(tmp_path: Path) -> None:
    # It ends at every twelfth question, and has earned a new start by then.
    on_choose = "if message['id'] % 12 == 0: sys.exit(4)\nanswer(message)"
    faults = []
    with playing(bot(tmp_path, on_choose)) as player:
        view = deal().view(0)
        for _ in range(50):
            try:
                player.choose(view)
            except StrategyError as error:
                faults.append(str(error))
    assert faults == ["ended with exit code 4"] * 4


def test_after_a_restart_it_is_told_the_whole_round(tmp_path: Path) -> None:
    text, notes = noting(tmp_path, "if message['id'] == 3: sys.exit(1)\nanswer(message)")
    with playing(text) as player:
        state = deal()
        for _ in range(4):
            try:
                state.apply(player.choose(state.view(0)))
            except StrategyError:
                state.apply(state.legal_moves()[0])
            while state.to_move == 1:
                state.apply(state.legal_moves()[0])
    messages = notes_of(notes)
    again = next(at for at, message in enumerate(messages) if at and message["type"] == "hello")
    assert messages[again + 1] == messages[1]
    before = [message for message in messages[:again] if message["type"] == "event"]
    after = [message for message in messages[again:] if message["type"] == "event"]
    assert len(before) > 2
    assert after[: len(before)] == before


def test_a_flood_on_its_error_output_harms_nobody(tmp_path: Path) -> None:
    on_choose = "sys.stderr.write('x' * 2_000_000); trouble('done'); answer(message)"
    with playing(with_parameters(bot(tmp_path, on_choose), "limit=10")) as player:
        state = deal()
        assert player.choose(state.view(0)) in state.legal_moves()


def test_one_that_never_reads_is_not_waited_for(tmp_path: Path) -> None:
    with playing(with_parameters(bot(tmp_path, whole="hello()\ntime.sleep(60)"), "limit=0.3")) as player:
        assert fault_of(player) == "took longer than 0.3 s and was killed"


def test_its_error_output_can_be_kept_in_a_file(tmp_path: Path) -> None:
    kept = tmp_path / "kept.txt"
    kept.write_text("older\n", encoding="utf-8")
    text = bot(tmp_path, "trouble('one'); trouble('two'); sys.exit(1)")
    player = ExternalStrategy(_with_errors(text, kept), 1)
    assert fault_of(player) == "ended with exit code 1; its last words: one / two"
    assert kept.read_text(encoding="utf-8").splitlines() == ["older", "one", "two"]


def _with_errors(text: str, path: Path) -> Any:
    command: Any = external_spec(text).create
    return type(command)(command.text, command.words, command.limit, path)


def test_a_file_that_can_not_be_written_is_its_fault(tmp_path: Path) -> None:
    player = ExternalStrategy(_with_errors(bot(tmp_path), tmp_path / "no" / "file"), 1)
    assert fault_of(player) == "can't be started: No such file or directory"


def test_a_program_that_is_gone_is_its_fault(tmp_path: Path) -> None:
    command: Any = external_spec(bot(tmp_path)).create
    player = ExternalStrategy(type(command)(command.text, (str(tmp_path / "gone"),)), 1)
    assert fault_of(player) == "can't be started: No such file or directory"
    assert fault_of(player) == "can't be started: No such file or directory"
    assert fault_of(player) == "is not started again, for it failed too often"


# Nothing is left behind


def test_one_that_overruns_is_killed_with_its_children(tmp_path: Path) -> None:
    with Lifeline() as life:
        child = f"{life.code}; import time; time.sleep(60)"
        on_choose = f"""
            import subprocess
            subprocess.Popen([sys.executable, "-S", "-c", {child!r}])
            time.sleep(60)
        """
        with playing(with_parameters(bot(tmp_path, on_choose), "limit=10")) as player:
            # It has time to start the child, and then takes too long by a clock that is set forward.
            _run_until(player, life)
        assert life.wait_for_end()


def _run_until(player: ExternalStrategy, life: Lifeline) -> None:
    import threading

    faults: list[str] = []

    def ask() -> None:
        try:
            player.choose(deal().view(0))
        except StrategyError as error:
            faults.append(str(error))

    thread = threading.Thread(target=ask)
    thread.start()
    life.wait_for_holder()
    assert player._desk.process is not None
    player._desk.process.kill("took too long")
    thread.join()
    assert faults == ["took too long"]


def test_one_that_dies_leaves_no_children_behind(tmp_path: Path) -> None:
    with Lifeline() as life:
        child = f"{life.code}; import time; time.sleep(60)"
        on_choose = f"""
            import subprocess
            subprocess.Popen([sys.executable, "-S", "-c", {child!r}], stdout=subprocess.DEVNULL)
            {life.code}
            sys.exit(0)
        """
        with playing(bot(tmp_path, on_choose)) as player:
            assert fault_of(player) == "ended with exit code 0"
        life.wait_for_holder()
        assert life.wait_for_end()


def test_one_that_is_forgotten_is_told_to_quit_and_ends(tmp_path: Path) -> None:
    with Lifeline() as life:
        text, notes = noting(tmp_path, on_hello=f"{life.code}; hello()")
        player = strategy(text)
        player.choose(deal().view(0))
        life.wait_for_holder()
        del player
        gc.collect()
        assert life.wait_for_end()
    assert notes_of(notes)[-1] == {"type": "quit"}


def test_one_that_will_not_quit_is_killed(tmp_path: Path) -> None:
    with Lifeline() as life:
        whole = f"""
            import signal
            {life.code}
            signal.signal(signal.SIGTERM, signal.SIG_IGN)
            for message in messages():
                if message["type"] == "hello":
                    hello()
                elif message["type"] == "choose":
                    answer(message)
            while True:
                time.sleep(60)
        """
        with playing(bot(tmp_path, whole=whole)) as player:
            player.choose(deal().view(0))
            life.wait_for_holder()
        assert life.wait_for_end()


STUBBORN = """
{life}
for message in messages():
    if message["type"] == "hello":
        hello()
    elif message["type"] == "choose":
        answer(message)
while True:
    time.sleep(60)
"""


def _end_of_the_game(text: str, end: str) -> None:
    script = f"""
from random import Random
from crazyeights import Game
from crazyeights.external import external_spec
players = [external_spec({text!r}).make(Random(seat)) for seat in range(2)]
for player in players:
    player.choose(Game("classic").deal(seed=1).view(0))
{end}
"""
    subprocess.run([sys.executable, "-c", script], check=False, stderr=subprocess.DEVNULL, timeout=60)


def test_none_outlives_the_game_even_if_it_would(tmp_path: Path) -> None:
    with Lifeline() as life:
        _end_of_the_game(bot(tmp_path, whole=STUBBORN.format(life=life.code)), "1 / 0")
        life.wait_for_holder()
        life.wait_for_holder()
        assert life.wait_for_end()


def test_those_that_are_left_at_the_end_of_the_game_are_told_to_quit(tmp_path: Path) -> None:
    text, notes = noting(tmp_path)
    _end_of_the_game(text, "pass")
    assert [message["type"] for message in notes_of(notes)].count("quit") == 2


def test_a_game_that_is_cut_off_closes_their_input(tmp_path: Path) -> None:
    with Lifeline() as life:
        _end_of_the_game(bot(tmp_path, on_hello=f"{life.code}; hello()"), "import os; os._exit(0)")
        life.wait_for_holder()
        life.wait_for_holder()
        assert life.wait_for_end()
