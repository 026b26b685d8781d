"""Making moves at the full-screen table: by keys, mouse and typing, at three sizes, in Unicode, ASCII and NO_COLOR."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest
from prompt_toolkit.output import ColorDepth

from crazyeights import DRAW, HEARTS, PASS, SUITS, Card, Deck, Game, Move
from crazyeights.record import Recorder
from crazyeights.session import Session
from crazyeights.settings import Settings
from crazyeights_terminal.fullscreen.canvas import Hit
from crazyeights_terminal.fullscreen.glyphs import ASCII, UNICODE
from crazyeights_terminal.fullscreen.scene import Mode
from support_decks import arrange
from support_terminal import Terminal, make_session, open_terminal, run

SIZES = [(80, 24), (100, 30), (200, 50)]
LOOKS: dict[str, Any] = {
    "unicode": {"glyphs": UNICODE, "depth": ColorDepth.DEPTH_4_BIT},
    "ascii": {"glyphs": ASCII, "depth": ColorDepth.DEPTH_4_BIT},
    "no-color": {"glyphs": UNICODE, "depth": ColorDepth.DEPTH_1_BIT},
}


def dealt(mine: str, top: str, *, players: int = 2, others: str = "KC KD KS QD JD") -> Session:
    """Deal a table at which I hold these cards and the first computer those."""
    return make_session(players=players, deck=arrange(Deck(), [mine, others], top))


async def by_keys(terminal: Terminal, move: Move) -> None:
    terminal.type(*terminal.keys_for(move))


async def by_arrows(terminal: Terminal, move: Move) -> None:
    """Use nothing but arrows, Enter, d and p."""
    if move.card is None:
        terminal.type("d" if move is DRAW else "p")
        return
    terminal.type("home", *["right"] * terminal.play.table.hand.index(move.card), "enter")
    if move.suit is not None:
        await terminal.until(lambda: terminal.play.ui.mode is Mode.CHOOSE)
        steps = (SUITS.index(move.suit) - terminal.play.ui.choice) % 4
        terminal.type(*["right"] * steps, "enter")


async def by_mouse(terminal: Terminal, move: Move) -> None:
    if move.card is None:
        await terminal.click("draw" if move is DRAW else "pass")
        return
    await terminal.click("play", terminal.play.table.hand.index(move.card))
    if move.suit is not None:
        await terminal.until(lambda: terminal.play.ui.mode is Mode.CHOOSE)
        await terminal.click("choose", SUITS.index(move.suit))


async def by_mouse_presetting(terminal: Terminal, move: Move) -> None:
    """Set the suit beside the pile before the eight is clicked, as in the second source."""
    if move.suit is not None:
        await terminal.click("preset", SUITS.index(move.suit))
        await terminal.until(lambda: terminal.play.ui.preset is move.suit)
    if move.card is None:
        await terminal.click("draw" if move is DRAW else "pass")
    else:
        await terminal.click("play", terminal.play.table.hand.index(move.card))


async def by_typing(terminal: Terminal, move: Move) -> None:
    text = str(move) if move.suit is None else f"{move.card} {move.suit}".lower()
    terminal.type(":", *text, "enter")


WAYS: dict[str, Callable[[Terminal, Move], Awaitable[None]]] = {
    "keys": by_keys,
    "arrows": by_arrows,
    "mouse": by_mouse,
    "preset": by_mouse_presetting,
    "typed": by_typing,
}


class TestWholeRounds:
    @pytest.mark.parametrize("way", WAYS)
    @pytest.mark.parametrize(("variant", "players", "seed"), [("classic", 4, 3), ("plain", 2, 8)])
    def test_a_round_leaves_the_same_record_as_the_same_moves_through_the_api(
        self, way: str, variant: str, players: int, seed: int, tmp_path: Path
    ) -> None:
        rng = Random(seed)
        moves: list[Move] = []
        with Recorder(tmp_path / "screen.jsonl") as recorder:
            session = make_session(variant=variant, players=players, seed=seed, recorder=recorder)

            async def main() -> None:
                async with open_terminal(session) as terminal:
                    while await terminal.my_turn():
                        moves.append(rng.choice(session.legal_moves(0)))
                        before = session.position
                        await WAYS[way](terminal, moves[-1])
                        await terminal.until(lambda before=before: session.position != before)  # type: ignore[misc]
                    await terminal.until("is over")

            run(main())
        mine = iter(moves)
        with Recorder(tmp_path / "api.jsonl") as recorder:
            again = make_session(variant=variant, players=players, seed=seed, recorder=recorder)
            while (seat := again.to_move) is not None:
                again.apply(seat, next(mine) if seat == 0 else again.legal_moves(seat)[0])
        assert len(moves) > 5
        assert (tmp_path / "screen.jsonl").read_bytes() == (tmp_path / "api.jsonl").read_bytes()


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("look", LOOKS)
class TestEveryLook:
    def test_play_an_eight_by_the_chooser(self, size: tuple[int, int], look: str) -> None:
        session = dealt("8H 2H 3H 5C 9C", "KH")

        async def main() -> None:
            async with open_terminal(session, *size, pace=5.0, **LOOKS[look]) as terminal:
                glyphs = terminal.play.scene().glyphs
                await terminal.until("Your turn")
                assert glyphs.card(Card.parse("8H")) in terminal.text
                terminal.type("3")
                await terminal.until("Call a suit")
                assert "H hold 2" in terminal.text
                assert "C hold 2" in terminal.text
                terminal.type("c")
                await terminal.until(lambda: session.state.called_suit is SUITS[3])
                await terminal.until(f"{glyphs.card(Card.parse('8H'))} called {glyphs.suit(SUITS[3])}")
                if glyphs.ascii:
                    assert terminal.text.isascii()

        run(main())

    def test_the_selected_card_can_be_told_from_the_others(self, size: tuple[int, int], look: str) -> None:
        session = dealt("2H 3H 5C 9C 10S", "KH")

        async def main() -> None:
            async with open_terminal(session, *size, pace=5.0, **LOOKS[look]) as terminal:
                heavy = terminal.play.scene().glyphs.heavy
                await terminal.until("Your turn")
                row = next(line for line in terminal.lines if heavy.top_left in line and heavy.across * 3 in line)
                before = row.index(heavy.top_left)
                terminal.type("right")
                await terminal.until(
                    lambda: any(
                        heavy.across * 3 in line and line.find(heavy.top_left) > before for line in terminal.lines
                    )
                )

        run(main())


class TestColours:
    def test_hearts_are_red_and_nothing_is_coloured_with_no_color(self) -> None:
        async def main() -> None:
            for depth, colour in ((ColorDepth.DEPTH_4_BIT, "red"), (ColorDepth.DEPTH_1_BIT, "default")):
                async with open_terminal(dealt("2H 3H 5C 9C 10S", "KH"), depth=depth) as terminal:
                    assert terminal.styles_of("2♥").fg == colour
                    if depth is ColorDepth.DEPTH_1_BIT:
                        cells = [terminal.screen.buffer[y][x] for y in range(24) for x in range(80)]
                        assert {(cell.fg, cell.bg) for cell in cells} == {("default", "default")}
                        assert terminal.styles_of("Your turn").reverse

        run(main())

    def test_four_colours_and_mono(self) -> None:
        async def main() -> None:
            for colours, expected in (("four", "green"), ("two", "default"), ("mono", "default")):
                settings = Settings()
                settings.override("deck_colours", colours)
                async with open_terminal(dealt("2H 3H 5C 9C 10S", "KH"), settings=settings) as terminal:
                    assert terminal.styles_of("5♣").fg == expected
                    assert (terminal.styles_of("2♥").fg == "red") == (colours != "mono")

        run(main())


class TestChooser:
    def test_escape_takes_the_card_back_and_nothing_is_lost(self) -> None:
        session = dealt("8H 2H 3H 5C 9C", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                hand = terminal.play.table.hand
                terminal.type("3")
                await terminal.until("Call a suit")
                terminal.type("escape")
                await terminal.until("The card is back in your hand.")
                assert terminal.play.table.hand == hand
                assert session.to_move == 0
                assert session.position == 1

        run(main())

    def test_stray_keys_do_nothing_in_it(self) -> None:
        session = dealt("8H 2H 3H 5C 9C", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                terminal.type("3")
                await terminal.until("Call a suit")
                terminal.type("x", "7", "n", "p", "t", "pagedown", "z")
                terminal.type("right")
                await terminal.until(lambda: terminal.play.ui.choice == 2)
                assert session.position == 1
                assert "Call a suit" in terminal.text

        run(main())

    def test_the_suit_that_is_held_most_is_proposed(self) -> None:
        session = dealt("8H 2D 3D 5C 9S", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                terminal.type(terminal.keys_for(Move.play(Card.parse("8H")))[0], "enter")
                await terminal.until(lambda: session.position > 1)
                assert "call diamonds" in "".join(terminal.play.ui.log)

        run(main())

    def test_a_last_eight_asks_for_no_suit(self) -> None:
        game = Game("classic", 2, options={"hand_size": 1})
        session = make_session(players=2, game=game, deck=arrange(Deck(), ["8H", "KC"], "KD"))

        async def main() -> None:
            async with open_terminal(session) as terminal:
                terminal.type("enter")
                await terminal.until("You win")

        run(main())


class TestSuitBeforehand:
    def test_a_suit_that_was_set_is_called_at_once(self) -> None:
        session = dealt("8H 2H 3H 5C 9C", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                terminal.type("s", "s", "s")
                await terminal.until("The next 8 that you play calls diamonds.")
                terminal.type("3")
                await terminal.until(lambda: session.position > 1)
                assert terminal.play.ui.log[1] == "You play 8♥ and call diamonds."
                assert terminal.play.ui.preset is None, "it is for one eight"

        run(main())

    def test_clicking_it_again_asks_again(self) -> None:
        session = dealt("8H 2H 3H 5C 9C", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                await terminal.click("preset", 1)
                await terminal.until(lambda: terminal.play.ui.preset is HEARTS)
                await terminal.click("preset", 1)
                await terminal.until("asks for a suit")
                assert terminal.play.ui.preset is None

        run(main())


class TestRefusals:
    def test_a_card_that_does_not_match_says_why(self) -> None:
        session = dealt("2H 3H 5C 9C 10S", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                index = terminal.play.table.hand.index(Card.parse("5C"))
                await terminal.click("play", index)
                await terminal.until(lambda: terminal.play.ui.trouble)
                refused = session.view_for(0).explain(Move.play(Card.parse("5C")))
                assert refused is not None
                assert " ".join(terminal.play.ui.message.split()) == refused.reason
                await terminal.until(refused.reason[:40])
                assert session.position == 1

        run(main())

    def test_passing_when_it_is_not_possible_says_why(self) -> None:
        session = dealt("2H 3H 5C 9C 10S", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                await terminal.click("pass")
                await terminal.until(lambda: terminal.play.ui.trouble)
                refused = session.view_for(0).explain(PASS)
                assert refused is not None
                assert terminal.play.ui.message == refused.reason

        run(main())

    @pytest.mark.parametrize(
        ("typed", "answer"), [("5x", "suit"), ("hello", "neither a card nor a command"), ("8 of moons", "suit")]
    )
    def test_a_typing_error_is_answered_and_can_be_corrected(self, typed: str, answer: str) -> None:
        session = dealt("2H 3H 5C 9C 10S", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                terminal.type(":", *typed, "enter")
                await terminal.until(lambda: answer in terminal.text)
                terminal.type("c-u", *"3h")
                terminal.type("enter")
                await terminal.until(lambda: session.position > 1)
                assert terminal.play.ui.log[1] == "You play 3♥."

        run(main())

    def test_it_is_not_your_turn(self) -> None:
        session = dealt("2H 3H 5C 9C 10S", "KH")

        async def main() -> None:
            async with open_terminal(session, pace=5.0) as terminal:
                terminal.type("d")
                await terminal.until(lambda: session.to_move == 1)
                terminal.type("d")
                await terminal.until("It is not your turn.")
                assert len(session.state.hands[0]) == 6

        run(main())


class TestRepeatedKeys:
    def test_a_held_key_draws_once_where_one_draw_ends_the_turn(self) -> None:
        """With computers that answer at once, the next turn begins before the key is let go."""
        session = dealt("2H 3H 5C 9C 10S", "KH")
        now = [0.0]

        async def main() -> None:
            async with open_terminal(session, clock=lambda: now[0]) as terminal:
                for _ in range(6):
                    terminal.type("d")
                    await terminal.my_turn()
                terminal.type("l")
                await terminal.until("Log")
                await terminal.until(lambda: session.to_move == 0)
                assert len(session.state.hands[0]) == 6
                now[0] += 1.0
                terminal.type("escape", "d")
                await terminal.until(lambda: len(session.state.hands[0]) == 7)

        run(main())

    def test_where_drawing_goes_on_each_key_draws(self) -> None:
        session = make_session(variant="plain", players=2, seed=4)

        async def main() -> None:
            async with open_terminal(session, clock=lambda: 0.0) as terminal:
                terminal.type("d", "d", "d")
                await terminal.until(lambda: len(session.state.hands[0]) == 8)
                assert session.to_move == 0

        run(main())

    def test_many_stray_keys_neither_quit_nor_play(self) -> None:
        session = dealt("2H 3H 5C 9C 10S", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                terminal.type("x", "z", "!", "é", "\x1bx", "\x1b[15~", "\x05", "w", "left")
                await terminal.until(lambda: terminal.play.ui.cursor != 0 or terminal.play.ui.message == "")
                await asyncio.sleep(0)
                assert session.position == 1
                assert terminal.running is not None
                assert not terminal.running.done()

        run(main())


class TestMouse:
    def test_a_click_on_the_stock_draws(self) -> None:
        session = dealt("2H 3H 5C 9C 10S", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                stock = terminal.screen.display[8].index("▒")
                assert terminal.app._canvas.hit_at(stock, 8) == Hit("draw")
                terminal.click_at(stock, 8)
                await terminal.until(lambda: len(session.state.hands[0]) == 6)

        run(main())

    def test_a_click_beside_everything_does_nothing(self) -> None:
        session = dealt("2H 3H 5C 9C 10S", "KH")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                for row in range(24):
                    terminal.click_at(79, row)
                await terminal.click("help")
                await terminal.until("On your turn")
                assert session.position == 1

        run(main())

    def test_the_wheel_scrolls_a_panel(self) -> None:
        async def main() -> None:
            async with open_terminal(make_session()) as terminal:
                await terminal.click("rules")
                await terminal.until("The rules of classic")
                terminal.wheel(40, 10, down=True)
                await terminal.gone("The rules of classic")
                terminal.wheel(40, 10, down=False)
                await terminal.until("The rules of classic")

        run(main())
