"""Several people at one terminal, the end of a round, leaving, looking on, and what becomes of the window."""

from __future__ import annotations

from pathlib import Path

import pytest

from crazyeights.record import Recorder, load_record
from crazyeights_terminal.fullscreen.scene import Mode
from support_terminal import dealt_to, finish, make_session, open_terminal, run


class TestSeveralPeople:
    def test_hands_are_hidden_until_the_next_person_is_there(self) -> None:
        session = dealt_to("10S 4H 5C 9C 7C", "KC KD KS 7D 6D", "2S 4S 5S 6S 7S", players=3, people=(0, 2))

        async def main() -> None:
            async with open_terminal(session) as terminal:
                await terminal.until("Pass the keyboard to Player 1")
                assert "10♠" not in terminal.text
                terminal.type("enter")
                await terminal.until("Player 1's turn")
                assert "10♠" in terminal.text
                terminal.type("d")
                # Computer 1 moves at once; then Player 1 may look at the drawn card as long as needed.
                await terminal.until("Enter hides your cards for Player 2")
                assert "10♠" in terminal.text
                assert "Player 1 draws" in terminal.text
                terminal.type("enter")
                await terminal.until("Pass the keyboard to Player 2")
                assert not any(sign in terminal.text for sign in "♠♥♦♣")
                terminal.type("enter")
                await terminal.until("Player 2's turn")
                assert "10♠" not in terminal.text
                assert "6♠" in terminal.text
                assert "Player 1 draws a card." in terminal.text, "the next person is not told which"

        run(main())

    def test_a_whole_round_is_played_by_two(self) -> None:
        session = make_session(players=3, people=(0, 2), seed=6)

        async def main() -> None:
            async with open_terminal(session) as terminal:
                while not session.over:
                    before = session.position
                    await terminal.until(lambda: terminal.play.ui.waiting_for is not None or terminal.play.table.yours)
                    if terminal.play.ui.waiting_for is not None:
                        mode = terminal.play.ui.mode
                        terminal.type("enter")
                        await terminal.until(lambda mode=mode: terminal.play.ui.mode is not mode)  # type: ignore[misc]
                        continue
                    seat = session.to_move
                    assert seat is not None
                    assert seat == terminal.play.you
                    terminal.type(*terminal.keys_for(session.legal_moves(seat)[0]))
                    await terminal.until(lambda before=before: session.position != before)  # type: ignore[misc]
                    await terminal.until(lambda: session.over or session.to_move in {0, 2})
                await terminal.until("is over")
                assert "left in hand" in terminal.text

        run(main())


class TestEndOfRound:
    @pytest.mark.parametrize("size", [(80, 24), (100, 30), (200, 50)])
    def test_hands_scores_and_another_round(self, size: tuple[int, int]) -> None:
        session = make_session(players=3, seed=2)

        async def main() -> None:
            async with open_terminal(session, *size) as terminal:
                await finish(terminal)
                await terminal.until("Round 1 is over")
                for hand in session.revealed():
                    for card in hand:
                        assert card.sign in terminal.text
                assert "total" in terminal.text
                terminal.type("n")
                await terminal.until("round 2")
                await terminal.until(lambda: terminal.play.ui.mode is Mode.TABLE)
                assert session.match.scores != (0, 0, 0)
                terminal.type("q")
                await terminal.until("Leave the table?")

        run(main())

    def test_a_draw_is_called_one(self) -> None:
        session = make_session(players=2, variant="plain", seed=1)

        async def main() -> None:
            async with open_terminal(session) as terminal:
                # Whoever only draws empties the stock; then both pass.
                while await terminal.my_turn():
                    view = session.view_for(0)
                    terminal.type("d" if view.can_draw else "p" if view.can_pass else "escape")
                    if not (view.can_draw or view.can_pass):
                        terminal.type(*terminal.keys_for(view.legal_moves[0]))
                    before = session.position
                    await terminal.until(lambda before=before: session.position != before)  # type: ignore[misc]
                await terminal.until("is over")

        run(main())


class TestLeaving:
    def test_quitting_in_mid_round_asks_once_and_enter_goes_on(self) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to("10S 2H 5C 9C 7C"), resumable=True) as terminal:
                terminal.type("d")
                await terminal.my_turn()
                terminal.type("q")
                await terminal.until("--resume")
                terminal.type("enter")
                await terminal.gone("Leave the table?")
                terminal.type("q", "q")
                assert await terminal.ended() == 0

        run(main())

    def test_a_round_that_was_not_touched_is_left_without_a_question(self) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to("10S 2H 5C 9C 7C")) as terminal:
                terminal.type("q")
                assert await terminal.ended() == 0

        run(main())

    def test_ctrl_c_asks_and_a_second_one_leaves(self) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to("10S 2H 5C 9C 7C")) as terminal:
                terminal.type("d")
                await terminal.my_turn()
                terminal.type("c-c")
                await terminal.until("Leave the table?")
                terminal.type("c-c")
                assert await terminal.ended() == 130

        run(main())

    def test_a_new_round_in_mid_round_asks_too(self) -> None:
        session = dealt_to("10S 2H 5C 9C 7C")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                terminal.type("n")
                await terminal.until("Deal a new round?")
                terminal.type("escape")
                await terminal.gone("Deal a new round?")
                assert session.match.round == 0
                terminal.type("n", "n")
                await terminal.until("round 2")
                assert session.match.round == 1

        run(main())

    def test_a_terminal_that_goes_away_ends_the_game_and_the_record_is_whole(self, tmp_path: Path) -> None:
        path = tmp_path / "round.jsonl"
        with Recorder(path) as recorder:
            session = make_session(players=2, seed=3, recorder=recorder)

            async def main() -> None:
                async with open_terminal(session) as terminal:
                    terminal.type("d")
                    await terminal.my_turn()
                    terminal.pipe.close()
                    assert terminal.running is not None
                    with pytest.raises(EOFError):
                        await terminal.ended()
                    assert load_record(path).rounds[-1].state.view(0).hand == session.view_for(0).hand

            with pytest.raises(EOFError):
                run(main())


class TestFaults:
    @pytest.mark.parametrize("where", ["scene", "do", "tick"])
    def test_a_fault_of_our_own_ends_the_game_instead_of_freezing_it(
        self, where: str, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to("10S 2H 5C 9C 7C")) as terminal:

                def broken(*_: object) -> None:
                    raise ZeroDivisionError("ours")

                monkeypatch.setattr(terminal.play, where, broken)
                terminal.type("d")
                await terminal.until(lambda: terminal.running is not None and terminal.running.done())

        with pytest.raises(ZeroDivisionError, match="ours"):
            run(main())


class TestWindow:
    def test_resizing_in_mid_round_keeps_the_table(self) -> None:
        session = dealt_to("10S 2H 5C 9C 7C")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                terminal.type("right")
                for size in ((200, 50), (100, 30), (60, 12), (80, 24)):
                    terminal.resize(*size)
                    if size == (60, 12):
                        await terminal.until("60x12")
                        terminal.type("d", "1", "enter")
                        continue
                    await terminal.until(lambda: "Your turn" in terminal.text and terminal._is_drawn())
                    assert all(card.sign in terminal.text for card in terminal.play.table.hand)
                assert session.position == 1, "what can't be seen is not played"
                terminal.type("d")
                await terminal.until(lambda: session.position > 1)

        run(main())

    def test_resizing_with_the_chooser_open_loses_nothing(self) -> None:
        session = dealt_to("8H 2H 5C 9C 7C")

        async def main() -> None:
            async with open_terminal(session, 200, 50) as terminal:
                terminal.type("2")
                await terminal.until("Call a suit")
                terminal.resize(50, 10)
                await terminal.until("50x10")
                assert "Call a suit" not in terminal.text
                terminal.resize(80, 24)
                await terminal.until("Call a suit")
                terminal.type("d")
                await terminal.until(lambda: session.position > 1)

        run(main())

    def test_too_small_from_the_start_can_be_left(self) -> None:
        async def main() -> None:
            async with open_terminal(dealt_to(""), 40, 10) as terminal:
                await terminal.until("40x10")
                terminal.type("q")
                assert await terminal.ended() == 0

        run(main())


class TestLookingOn:
    def test_nobody_s_hand_is_shown_and_the_round_runs_by_itself(self) -> None:
        session = make_session(players=3, people=(), seed=4)

        async def main() -> None:
            async with open_terminal(session, pace=0.0) as terminal:
                await terminal.until("is over")
                terminal.type("q")
                assert await terminal.ended() == 0

        run(main())

    def test_moves_are_refused_with_a_reason(self) -> None:
        session = make_session(players=3, people=(), seed=4)

        async def main() -> None:
            async with open_terminal(session, pace=5.0) as terminal:
                assert terminal.play.table.hand == ()
                terminal.type("d")
                await terminal.until("You look on; the computers play.")

        run(main())
