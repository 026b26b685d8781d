"""The choices of the whole family at the full-screen table: by keys, with the mouse and as typed moves."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from crazyeights import Card, Game, Move
from crazyeights.events import Announced, FalseCall, Forgot, Gave, PassedOn, Swapped
from crazyeights.session import Session
from crazyeights.settings import Settings
from crazyeights_terminal.fullscreen.glyphs import ASCII, UNICODE
from crazyeights_terminal.fullscreen.scene import Mode
from support_decks import arrange
from support_terminal import Desk, Inline, Play, Terminal, default_registry, make_session, open_terminal, run

SIZES = [(72, 20), (80, 24), (200, 50)]


def house(hands: list[str], top: str, *, rules: str = "", people: tuple[int, ...] = (0,), **options: Any) -> Session:
    """A table at which classic is played with house rules; the hands are those of the seats in order."""
    given = {"hand_size": len(hands[0].split()), **options}
    game = Game("classic", len(hands), rules.split(), options=given)
    deck = arrange(game.deck, hands, top, hand_size=given["hand_size"])
    return make_session(game=game, players=len(hands), people=people, deck=deck)


def manual() -> Settings:
    settings = Settings()
    settings.override("announce", "manual")
    return settings


async def by_keys(terminal: Terminal, move: Move) -> None:
    terminal.type(*terminal.keys_for(move))


async def by_mouse(terminal: Terminal, move: Move) -> None:
    play = terminal.play
    if move.announces and play.settings.text("announce") == "manual":
        await terminal.click("announce")
        await terminal.until(lambda: play.ui.aloud)
    if move.card is not None:
        await terminal.click("play", play.table.hand.index(move.card))
    elif move.suit is None:
        await terminal.click("done")
    if move.suit is not None:
        await terminal.until(lambda: play.ui.mode is Mode.CHOOSE)
        await terminal.click("choose", play.table.suits.index(move.suit))
    if move.swap is not None:
        await terminal.until(lambda: play.ui.mode is Mode.SEAT)
        assert play.ui.draft is not None
        await terminal.click("seat", play.ui.draft.choice.seats.index(move.swap))


async def by_typing(terminal: Terminal, move: Move) -> None:
    if terminal.play.ui.mode is Mode.CHOOSE:
        terminal.type("escape")
        await terminal.until(lambda: terminal.play.ui.mode is Mode.TABLE)
    terminal.type(":", *str(move), "enter")


WAYS: dict[str, Callable[[Terminal, Move], Awaitable[None]]] = {
    "keys": by_keys,
    "mouse": by_mouse,
    "typed": by_typing,
}


async def make(terminal: Terminal, way: str, text: str) -> None:
    """Make a move in one of the ways, and wait until it is made."""
    session = terminal.play.session
    before = session.position
    await WAYS[way](terminal, Move.parse(text, session.game.deck))
    await terminal.until(lambda: session.position > before)


async def told(terminal: Terminal, text: str) -> None:
    """Wait until the log says it."""
    await terminal.until(lambda: any(text in line for line in terminal.play.ui.log))


@pytest.mark.parametrize("way", WAYS)
class TestEveryWay:
    def test_add_a_card_and_be_done(self, way: str) -> None:
        session = house(["9H 9C 9D 3S", "KC KD KS QD"], "2H", rules="all-of-a-rank")

        async def main() -> None:
            async with open_terminal(session, pace=5.0) as terminal:
                await make(terminal, way, "9H")
                await terminal.until("add the 9 of diamonds or the 9 of clubs, or end your turn")
                assert "done[P]" in terminal.text
                assert terminal.play.table.playable == {Card.parse("9C"), Card.parse("9D")}
                await make(terminal, way, "9C")
                await terminal.until("add the 9 of diamonds, or end your turn")
                assert session.to_move == 0
                await make(terminal, way, "done")
                await terminal.until(lambda: session.to_move == 1)
                assert [str(card) for card in session.state.hands[0]] == ["3S", "9D"]
                assert session.state.top is Card.parse("9C")

        run(main())

    def test_pass_a_card_to_the_left(self, way: str) -> None:
        session = house(["3H 9C 4S", "KC KD KS", "QC QD JS"], "2H", rules="three-pass-left")

        async def main() -> None:
            async with open_terminal(session) as terminal:
                await make(terminal, way, "3H")
                await terminal.until("choose a card to pass to the left (to Computer 1)")
                assert terminal.play.table.playable == {Card.parse("9C"), Card.parse("4S")}
                await make(terminal, way, "give 9C")
                await terminal.until(lambda: any(isinstance(event, PassedOn) for event in session.state.events()))
                # The computers give what they may give first: the deck's lowest spade.
                given = [(event.seat, str(event.card)) for event in session.state.events() if isinstance(event, Gave)]
                assert given == [(0, "9C"), (1, "KS"), (2, "JS")]
                await told(terminal, "You choose 9♣ to pass on.")
                assert "JS" in map(str, session.state.hands[0])

        run(main())

    def test_call_the_suit_of_the_starter(self, way: str) -> None:
        # The person has the last seat, and the first one begins: so the person deals.
        session = house(["KC KD KS", "QC QD JS"], "8H", people=(1,), wild_starter="called")

        async def main() -> None:
            async with open_terminal(session, pace=5.0) as terminal:
                await terminal.until("You are the dealer: call a suit for the 8♥")
                await make(terminal, way, "=D")
                await terminal.until(lambda: session.state.called_suit is not None)
                assert session.state.active_suit == session.game.deck.suits[2]
                await terminal.until("8♥ called ♦")

        run(main())

    def test_swap_hands(self, way: str) -> None:
        session = house(["7H 9C 4S", "KC KD KS", "QC QD JS"], "2H", rules="seven-swap")

        async def main() -> None:
            async with open_terminal(session, pace=5.0) as terminal:
                await make(terminal, way, "7H@2")
                await terminal.until(lambda: any(isinstance(event, Swapped) for event in session.state.events()))
                assert set(map(str, session.state.hands[0])) == {"QC", "QD", "JS"}
                await told(terminal, "You swap hands with Computer 2.")
                await terminal.until("swapped with you")

        run(main())

    def test_call_a_suit_and_swap_hands(self, way: str) -> None:
        game = Game("classic", 3, options={"hand_size": 3}, roles=["swap=8"])
        deck = arrange(game.deck, ["8H 9C 4S", "KC KD KS", "QC QD JS"], "2H", hand_size=3)
        session = make_session(game=game, players=3, deck=deck)

        async def main() -> None:
            async with open_terminal(session, pace=5.0) as terminal:
                await make(terminal, way, "8H=S@1")
                assert set(map(str, session.state.hands[0])) == {"KC", "KD", "KS"}
                assert session.state.active_suit == game.deck.suits[0]

        run(main())

    def test_announce_the_last_card_by_hand(self, way: str) -> None:
        session = house(["9H 9C", "KC KD"], "2H", last_card_call=2)

        async def main() -> None:
            async with open_terminal(session, settings=manual(), pace=5.0) as terminal:
                await terminal.until("last[!]")
                await make(terminal, way, "9H!")
                await told(terminal, 'You say "Last card!"')
                assert any(isinstance(event, Announced) for event in session.state.events())
                assert len(session.state.hands[0]) == 1

        run(main())

    def test_forget_it_by_hand(self, way: str) -> None:
        session = house(["9H 9C", "KC KD"], "2H", last_card_call=2)

        async def main() -> None:
            async with open_terminal(session, settings=manual(), pace=5.0) as terminal:
                await make(terminal, way, "9H")
                await told(terminal, "You forget to announce the last card.")
                assert any(isinstance(event, Forgot) for event in session.state.events())
                assert len(session.state.hands[0]) == 3

        run(main())

    def test_it_is_announced_for_you(self, way: str) -> None:
        session = house(["9H 9C", "KC KD"], "2H", last_card_call=2)

        async def main() -> None:
            async with open_terminal(session, pace=5.0) as terminal:
                await make(terminal, way, "9H")
                await told(terminal, 'You say "Last card!"')
                assert len(session.state.hands[0]) == 1

        run(main())


def desk(session: Session, *, settings: Settings | None = None, size: tuple[int, int] = (80, 24)) -> Desk:
    """A table without a terminal, at which the computers wait."""
    settings = settings or Settings()
    settings.override("pace", 5.0)
    play = Play(session, default_registry(), settings, executor=Inline(), clock=lambda: 0.0)
    return Desk(play, *size)


class TestAdding:
    def test_p_and_d_end_the_turn(self) -> None:
        for key in "pd":
            session = house(["9H 9C 3S", "KC KD KS"], "2H", rules="all-of-a-rank")
            table = desk(session)
            table.press("2" if table.play.table.hand[1] is Card.parse("9H") else "3")
            assert table.play.table.adding
            table.press(key)
            assert session.to_move == 1

    def test_a_card_that_can_t_be_added_is_refused(self) -> None:
        session = house(["9H 9C 3S", "KC KD KS"], "2H", rules="all-of-a-rank")
        table = desk(session)
        table.press(":", *"9h", "enter", ":", *"3s", "enter")
        assert "The 3 of spades can't be added" in table.play.ui.message
        assert session.to_move == 0

    def test_a_wild_card_that_is_added_calls_its_suit(self) -> None:
        session = house(["8H 8C 3S", "KC KD KS"], "2H", rules="all-of-a-rank")
        table = desk(session)
        table.press(":", *"8h=s", "enter", ":", *"8c", "enter")
        assert "Call a suit for the 8♣" in table.text
        table.press("d")
        assert session.state.active_suit == session.game.deck.suits[2]
        assert session.to_move == 1


class TestStarter:
    @pytest.mark.parametrize("size", SIZES)
    def test_one_may_look_at_the_table_first(self, size: tuple[int, int]) -> None:
        session = house(["KC KD KS", "QC QD JS"], "8H", people=(1,), wild_starter="called")
        table = desk(session, size=size)
        assert "You are the dealer" in table.text
        table.press("escape")
        assert "You are the dealer" not in table.text
        assert "call a suit for the 8 of hearts" in table.text
        table.press("1")
        assert "You are the dealer" in table.text, "a card can't be played yet"
        table.press("escape", "d")
        assert "First call a suit for the 8 of hearts" in table.play.ui.message
        for key in ("s", "enter"):
            table.press(key)
            assert table.play.ui.mode is Mode.CHOOSE
            table.press("escape")
        table.press("r")
        table.press("escape")
        assert table.play.ui.mode is Mode.CHOOSE, "after the rules it is asked again"
        table.press("c")
        assert session.state.active_suit == session.game.deck.suits[3]

    def test_the_suit_that_is_held_most_is_proposed(self) -> None:
        session = house(["KC KD KS", "QD JD JS"], "8H", people=(1,), wild_starter="called")
        table = desk(session)
        table.press("enter")
        assert session.state.active_suit == session.game.deck.suits[2]


class TestSwapping:
    def table(self, size: tuple[int, int] = (80, 24)) -> Desk:
        hands = ["7H 9C 4S", "KC KD KS", "QC QD JS", "5C 6C JD"]
        return desk(house(hands, "2H", rules="seven-swap"), size=size)

    @pytest.mark.parametrize("size", SIZES)
    def test_names_and_numbers_of_cards_are_shown(self, size: tuple[int, int]) -> None:
        table = self.table(size)
        table.press(":", *"7h", "enter")
        lines = table.text.splitlines()
        for seat in (1, 2, 3):
            line = next(line for line in lines if f"{seat} Computer {seat}" in line)
            assert "3 cards" in line

    def test_escape_takes_the_card_back(self) -> None:
        table = self.table()
        table.press(":", *"7h", "enter", "escape")
        assert table.play.ui.message == "The card is back in your hand."
        assert table.play.session.position == 1

    def test_arrows_go_round_and_enter_takes_it(self) -> None:
        table = self.table()
        table.press(":", *"7h", "enter", "up", "enter")
        assert set(map(str, table.play.session.state.hands[0])) == {"5C", "6C", "JD"}

    def test_a_digit_without_a_player_does_nothing(self) -> None:
        table = self.table()
        table.press(":", *"7h", "enter", "9")
        assert table.play.ui.mode is Mode.SEAT

    def test_with_one_other_player_nobody_is_asked(self) -> None:
        session = house(["7H 9C 4S", "KC KD KS"], "2H", rules="seven-swap")
        table = desk(session)
        table.press(":", *"7h", "enter")
        assert set(map(str, session.state.hands[0])) == {"KC", "KD", "KS"}

    def test_a_last_card_swaps_nothing(self) -> None:
        session = house(["7H", "KC"], "2H", rules="seven-swap")
        table = desk(session)
        table.press("1")
        assert "You win" in table.text

    def test_a_typed_move_may_name_the_player(self) -> None:
        table = self.table()
        table.press(":", *"7h with computer 2", "enter")
        assert set(map(str, table.play.session.state.hands[0])) == {"QC", "QD", "JS"}


class TestAnnouncing:
    def test_the_button_is_there_only_where_it_means_something(self) -> None:
        without = desk(house(["9H 9C", "KC KD"], "2H"), settings=manual(), size=(120, 30))
        assert "last card" not in without.text
        auto = desk(house(["9H 9C", "KC KD"], "2H", last_card_call=2), size=(120, 30))
        assert "last card auto" in auto.text
        by_hand = desk(house(["9H 9C", "KC KD"], "2H", last_card_call=2), settings=manual(), size=(120, 30))
        assert "last card[!]" in by_hand.text

    def test_the_key_switches_it_on_and_off_and_a_move_switches_it_off(self) -> None:
        table = desk(house(["9H 9C 4S", "KC KD KS"], "2H", last_card_call=2), settings=manual())
        table.press("!")
        assert table.play.ui.aloud
        table.press("!")
        assert not table.play.ui.aloud
        table.press("!", "d")
        assert not table.play.ui.aloud

    def test_it_explains_itself_where_it_is_automatic_or_means_nothing(self) -> None:
        auto = desk(house(["9H 9C", "KC KD"], "2H", last_card_call=2))
        auto.press("!")
        assert "is announced for you" in auto.play.ui.message
        without = desk(house(["9H 9C", "KC KD"], "2H"))
        without.press("!")
        assert without.play.ui.message == "No last card is announced in this game."

    def test_it_can_be_switched_while_a_suit_is_chosen(self) -> None:
        session = house(["8H 9C", "KC KD"], "2H", last_card_call=2)
        table = desk(session, settings=manual())
        table.press(":", *"8h", "enter")
        assert "[!] last card" in table.text
        table.press("!")
        assert " last card! " in table.text
        table.press("s")
        assert any(isinstance(event, Announced) for event in session.state.events())

    def test_a_false_call_costs_what_the_rules_say(self) -> None:
        session = house(["9H 9C 4S", "KC KD KS"], "2H", last_card_call=2, false_call=1)
        table = desk(session, settings=manual())
        table.press("!", ":", *"9h", "enter")
        assert any(isinstance(event, FalseCall) for event in session.state.events())
        assert len(session.state.hands[0]) == 3

    def test_a_typed_announcement_that_is_wrong_is_refused_with_the_reason(self) -> None:
        session = house(["9H 9C 4S", "KC KD KS"], "2H", last_card_call=2)
        table = desk(session)
        table.press(":", *"9h!", "enter")
        assert "only a card that leaves you one is announced" in table.play.ui.message
        assert session.position == 1


class TestBesideTheNames:
    @pytest.mark.parametrize("size", SIZES)
    def test_the_levels_of_a_countdown(self, size: tuple[int, int]) -> None:
        session = make_session(variant="countdown", players=3)
        text = desk(session, size=size).text
        assert "Computer 1 level 8" in text or "Computer 1 L8" in text
        assert "your level: 8" in text
        assert "next 8" in text

    def test_what_is_wild_is_what_is_wild_for_me(self) -> None:
        game = Game("countdown", 2)
        deck = arrange(game.deck, ["AS AH AC AD 2S 3S 4S 5S"], "KS", "7H", hand_size=8)
        session = make_session(game=game, players=2, deck=deck)
        table = desk(session)
        assert table.play.table.caller == "8"

    @pytest.mark.parametrize("size", SIZES)
    def test_partners(self, size: tuple[int, int]) -> None:
        session = house(["9H", "KC", "QC", "JC"], "2H", partners=True)
        table = desk(session, size=size)
        name = next(line for line in table.text.splitlines() if "Computer 1" in line and "round" not in line)
        assert "Computer 2 partner" in name or "Computer 2 P" in name
        assert "Computer 1 p" not in name
        table.press("1")
        assert not session.over
        assert "you are out, and your partner plays on" in table.text

    @pytest.mark.parametrize("size", SIZES)
    def test_who_is_out(self, size: tuple[int, int]) -> None:
        table = desk(house(["9H", "KH", "QC", "JC"], "2H", partners=True), size=size)
        table.press("1")
        for _ in range(20):
            if table.play.session.to_move == 2:
                break
            table.wait()
        assert table.play.table.out == {0, 1}
        lines = table.text.splitlines()
        names = next(line for line in lines if "Computer 1" in line and "Computer 3" in line and "round" not in line)
        below = lines[lines.index(names) + 1]
        assert below[names.index("Computer 1") :].startswith("out")
        assert below.count("out") == 1


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("size", SIZES)
class TestWatching:
    def test_no_button_is_dead(self, size: tuple[int, int], glyphs: Any) -> None:
        session = make_session(variant="mau-mau", players=4, people=())
        settings = Settings()
        settings.override("charset", "ascii" if glyphs is ASCII else "unicode")
        table = desk(session, settings=settings, size=size)
        row = next(line for line in table.text.splitlines() if "[R]ules" in line)
        assert "[F]orward" in row
        for button in ("raw", "ass", "int", "sor", "last"):
            assert button not in row
