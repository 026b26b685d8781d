"""The full-screen table beside the moves: panels, options, hints, the computers, and what is said."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from pathlib import Path
from typing import Any

import pytest

from crazyeights import Card, Deck, Game, Move, StrategySpec, View
from crazyeights.guide import guide
from crazyeights.plugins import default_registry
from crazyeights.settings import Settings
from crazyeights.words import to_match
from crazyeights_terminal.fullscreen.glyphs import ASCII
from crazyeights_terminal.fullscreen.play import Play
from support_decks import arrange
from support_terminal import First, Inline, dealt_to, finish, make_session, open_terminal, run


class Waiting:
    """An executor whose jobs run when the test says so."""

    def __init__(self) -> None:
        self.jobs: list[Callable[[], None]] = []

    def submit(self, fn: Callable[..., Any], /, *args: Any) -> Future[Any]:
        future: Future[Any] = Future()

        def work() -> None:
            try:
                future.set_result(fn(*args))
            except Exception as error:  # noqa: BLE001
                future.set_exception(error)

        self.jobs.append(work)
        return future

    def release(self) -> None:
        for job in self.jobs:
            job()
        self.jobs.clear()


class TestPanels:
    @pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 50)])
    @pytest.mark.parametrize("variant", ["classic", "plain"])
    def test_the_rules_are_those_in_force_with_example_and_questions(self, size: tuple[int, int], variant: str) -> None:
        session = make_session(variant=variant, players=2)
        rules = guide(session.game)

        async def main() -> None:
            async with open_terminal(session, *size) as terminal:
                terminal.type("r")
                await terminal.until(f"The rules of {variant}")
                seen = terminal.text
                ui = terminal.play.ui
                terminal.type("end")
                await terminal.until(lambda: ui.scroll > 0)
                while ui.scroll:
                    await terminal.until(terminal._is_drawn)
                    seen += terminal.text
                    before = ui.scroll
                    terminal.type("pageup")
                    await terminal.until(lambda before=before: ui.scroll != before)  # type: ignore[misc]
                words = set(seen.replace("│", " ").split())
                wanted = [section.title for section in rules.sections] + [
                    part for pair in rules.questions for part in pair
                ]
                for text in wanted:
                    assert set(text.split()) <= words, text
                terminal.type("escape")
                await terminal.until("[D]raw")
                await terminal.gone("The rules of")

        run(main())

    def test_help_names_the_keys_and_fits_the_rules(self) -> None:
        async def main() -> None:
            async with open_terminal(make_session(), 100, 40) as terminal:
                terminal.type("?")
                await terminal.until("On your turn")
                assert "type a move" in terminal.text
                assert "the next 8 calls" in terminal.text
                terminal.type("?")
                await terminal.gone("On your turn")

        run(main())

    def test_the_log_has_the_whole_round_newest_in_sight(self) -> None:
        session = make_session(players=4, seed=3)

        async def main() -> None:
            async with open_terminal(session) as terminal:
                await finish(terminal)
                terminal.type("l")
                await terminal.until("─ Log ")
                assert len(terminal.play.ui.log) > 15
                assert terminal.play.ui.log[-1][:30] in terminal.text
                terminal.type("home")
                await terminal.until("5 cards each are dealt.")
                terminal.type("escape")
                await terminal.until("[N]ew round")

        run(main())

    def test_on_a_wide_screen_the_piles_stay_in_sight_beside_a_panel(self) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to(""), 200, 50) as terminal:
                terminal.type("r")
                await terminal.until("The rules of classic")
                assert "stock 41" in terminal.text
                assert "Computer 1" in terminal.text

        run(main())

    def test_options_change_and_last(self, tmp_path: Path) -> None:
        settings = Settings.load(tmp_path)

        async def main() -> None:
            async with open_terminal(dealt_to("2H 3H 5C 9C 10S"), settings=settings) as terminal:
                terminal.type("o")
                await terminal.until("Colours of the suits")
                terminal.type("right", "down", "enter", "enter")
                await terminal.until("[ascii]")
                terminal.type("escape")
                await terminal.until("2H")
                assert terminal.text.isascii()

        run(main())
        again = Settings.load(tmp_path)
        assert (again.text("deck_colours"), again.text("charset")) == ("four", "ascii")

    def test_an_unwritable_config_folder_is_told_and_the_setting_holds(self, tmp_path: Path) -> None:
        blocked = tmp_path / "blocked"
        blocked.write_text("a file where the folder should be", encoding="utf-8")
        settings = Settings.load(blocked / "crazyeights")

        async def main() -> None:
            async with open_terminal(dealt_to("2H 3H 5C 9C 10S"), settings=settings) as terminal:
                terminal.type("t")
                await terminal.until("can't be kept")
                assert settings.text("sort") == "rank"
                assert [str(card) for card in terminal.play.table.hand] == ["2H", "3H", "5C", "9C", "10S"]

        run(main())


class TestHand:
    def test_a_key_sorts_by_rank_and_back_and_keeps_the_selected_card(self) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to("9C 2H 5C 3H 10S")) as terminal:
                hand = [str(card) for card in terminal.play.table.hand]
                assert hand == ["10S", "2H", "3H", "5C", "9C"]
                terminal.type("end", "t")
                await terminal.until("Sorted by rank.")
                assert [str(card) for card in terminal.play.table.hand] == ["2H", "3H", "5C", "9C", "10S"]
                assert terminal.play.ui.cursor == 3
                terminal.type("t")
                await terminal.until("Sorted by suit.")

        run(main())

    def test_up_down_and_tab_go_from_one_playable_card_to_the_next(self) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to("10S 2H 5C 9C 8C")) as terminal:
                assert str(terminal.play.table.hand[terminal.play.ui.cursor]) == "2H"
                for key in ("down", "tab"):
                    terminal.type(key)
                    await terminal.until(lambda: str(terminal.play.table.hand[terminal.play.ui.cursor]) == "8C")
                    terminal.type("up")
                    await terminal.until(lambda: str(terminal.play.table.hand[terminal.play.ui.cursor]) == "2H")

        run(main())


class TestHint:
    def test_it_names_the_move_the_strategy_and_a_reason(self) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to("10S 2H 5C 9C 7C")) as terminal:
                terminal.type("right", "h")
                await terminal.until("Hint (")
                assert "play 2♥. It makes the next player draw 2 cards" in terminal.text
                assert str(terminal.play.table.hand[terminal.play.ui.cursor]) == "2H"

        run(main())

    def test_a_slow_strategy_does_not_stop_the_screen(self) -> None:
        jobs = Waiting()

        async def main() -> None:
            async with open_terminal(dealt_to("10S 2H 5C 9C 7C"), executor=jobs, clock=time.monotonic) as terminal:
                terminal.type("h")
                await terminal.until("Thinking about a hint")
                terminal.type("r")
                await terminal.until("The rules of classic")
                terminal.type("escape")
                await terminal.gone("The rules of classic")
                jobs.release()
                await terminal.until("Hint (")

        run(main())


class TestComputers:
    def test_a_spinner_turns_while_one_thinks_and_its_name_is_marked(self) -> None:
        jobs = Waiting()

        async def main() -> None:
            async with open_terminal(dealt_to("10S 2H 5C 9C 7C", players=3), executor=jobs) as terminal:
                terminal.type("d")
                await terminal.until("► Computer 1")
                await terminal.until("Computer 1's turn")
                first = terminal.app._spin
                await terminal.until(lambda: terminal.app._spin > first + 1)
                terminal.type("r")
                await terminal.until("The rules of classic")
                terminal.type("escape")
                await terminal.gone("The rules of classic")
                jobs.release()
                await terminal.until("► Computer 2")

        run(main())

    def test_effects_are_said_and_shown_at_the_player(self) -> None:
        session = dealt_to("QH 3H 5C 9C 10S", "KC KD KS 7D 6D", "3S 4S 5S 6S 7S", players=3)

        async def main() -> None:
            async with open_terminal(session, pace=5.0) as terminal:
                terminal.type(*terminal.keys_for(Move.play(Card.parse("QH"))))
                await terminal.until("Computer 1 is skipped.")
                await terminal.until("was skipped")
                assert terminal.text.index("was skipped") < terminal.text.index("Computer 1 is skipped.")

        run(main())

    def test_fast_forward_comes_to_my_turn_and_the_pace_is_as_before(self) -> None:
        session = make_session(players=5, seed=2)

        async def main() -> None:
            async with open_terminal(session, pace=3.0) as terminal:
                terminal.type("d")
                await terminal.until(lambda: session.to_move == 1)
                terminal.type("f")
                await terminal.my_turn()
                assert terminal.play.controller.think_time == 3.0

        run(main())

    def test_the_pace_can_be_changed_at_any_time(self) -> None:
        async def main() -> None:
            async with open_terminal(make_session(), pace=0.8) as terminal:
                terminal.type("+")
                await terminal.until("A computer's turn takes 1.5 s.")
                terminal.type("-", "-", "-")
                await terminal.until("A computer's turn takes 0.2 s.")
                assert terminal.play.controller.think_time == 0.2

        run(main())

    def test_a_strategy_that_raises_is_told_and_replaced(self) -> None:
        class Broken:
            def choose(self, view: View) -> Move:
                raise ValueError("out of ideas")

        session = make_session(players=2, strategy=Broken, deck=arrange(Deck(), ["10S 2H 5C 9C 7C"], "KH"))

        async def main() -> None:
            async with open_terminal(session) as terminal:
                terminal.type("d")
                await terminal.until("out of ideas")
                await terminal.my_turn()
                assert session.position == 3

        run(main())

    def test_one_that_hangs_does_not_keep_anybody_from_leaving(self) -> None:
        never = threading.Event()

        class Hanging:
            def choose(self, view: View) -> Move:
                never.wait()
                return view.legal_moves[0]

        from crazyeights.controller import DaemonExecutor

        session = make_session(players=2, strategy=Hanging)

        async def main() -> None:
            async with open_terminal(session, executor=DaemonExecutor()) as terminal:
                terminal.type("d")
                await terminal.until("Computer 1's turn")
                terminal.type("q")
                await terminal.until("Leave the table?")
                terminal.type("q")
                assert await terminal.ended() == 0

        run(main())
        never.set()


class TestWords:
    def test_the_prompt_says_what_to_match(self) -> None:
        session = dealt_to("10S 2H 5C 9C 7C", top="9D")

        async def main() -> None:
            async with open_terminal(session, 100, 30) as terminal:
                await terminal.until(f"Your turn  {to_match(session.view_for(0))}.")

        run(main())

    def test_having_to_draw_is_said_and_the_button_is_lit(self) -> None:
        session = dealt_to("10S 4S 5S 9S 7S", top="KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                await terminal.until("you can't, so draw.")
                assert terminal.styles_of("[D]raw").bg == "brown"

        run(main())

    def test_ascii_has_no_other_character_in_any_panel(self) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to("8H 2H 5C 9C 7C"), glyphs=ASCII) as terminal:
                for key in ("r", "?", "l", "o"):
                    terminal.type(key)
                    await terminal.until("Esc [x]")
                    assert terminal.text.isascii()
                    terminal.type("escape")
                    await terminal.gone("Esc [x]")

        run(main())


class TestHints:
    def test_after_the_round_there_is_none(self) -> None:
        session = make_session(game=Game("classic", 3, options={"rounds": 1}))
        while (seat := session.to_move) is not None:
            session.apply(seat, session.legal_moves(seat)[0])
        play = Play(session, default_registry(), Settings(), executor=Inline())
        play.do("hint")
        assert play.ui.message == "The match is over, so there is no hint."

    def test_the_strongest_strategy_is_asked_and_explains_itself(self) -> None:
        class Wise(First):
            def explain(self, view: View, move: Move) -> str:
                return f"Because I say {move}."

        class Offers:
            variants = default_registry().variants

            @property
            def strategies(self) -> dict[str, StrategySpec]:
                wise = StrategySpec("wise", "Knows.", lambda rng: Wise(), strength=99)
                return {**default_registry().strategies, "wise": wise}

        session = dealt_to("10S 2H 5C 9C 7C")
        play = Play(session, Offers(), Settings(), executor=Inline())  # type: ignore[arg-type]
        play.do("hint")
        play.tick(0.0)
        assert play.ui.message == "Hint (wise): play 2♥. Because I say 2H."
