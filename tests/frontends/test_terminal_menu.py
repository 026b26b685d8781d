"""The game menu of the full-screen table: choosing, setting and opening another game; and what is told at its start."""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from crazyeights import Deck, Game, OptionError, UnknownNameError
from crazyeights.options import OPTION_NAMES
from crazyeights.plugins import default_registry
from crazyeights.record import load_record
from crazyeights.saved import SavedRounds
from crazyeights.settings import Settings
from crazyeights.specs import Folders, LaunchRequest, TableRequest
from crazyeights_terminal.fullscreen.play import Play
from crazyeights_terminal.fullscreen.scene import Mode
from crazyeights_terminal.setup import Setup, choices, family_of, in_order, next_value
from crazyeights_terminal.tables import Tables, drawn_summary
from support_terminal import Desk, Inline, make_session, open_terminal, run

REGISTRY = default_registry()
VARIANTS = list(REGISTRY.variants)
Begin: TypeAlias = "Callable[..., Evening]"


class Evening:
    """A table and those that follow it, as the launcher would open them."""

    def __init__(self, folder: Path, variant: str = "classic", players: int = 2) -> None:
        self.settings = Settings()
        self.settings.override("pace", 0.0)
        folders = Folders(folder, folder)
        first = make_session(variant=variant, players=players)
        table = TableRequest(first.game, first.seats, 1, folders=folders)
        self.tables = Tables(LaunchRequest(REGISTRY, table, self.settings, folders), table, keeps=True)

    def play(self) -> Play:
        session = self.tables.session
        told = drawn_summary(REGISTRY, session.game)
        return Play(session, REGISTRY, self.settings, executor=Inline(), clock=lambda: 0.0, told=told)

    def change(self, setup: Setup) -> Play:
        self.tables.change(setup)
        setup.remember(self.settings)
        return self.play()

    def desk(self, width: int = 80, height: int = 24) -> Desk:
        return Desk(self.play(), width, height, self.change)


@pytest.fixture
def evening(tmp_path: Path) -> Iterator[Callable[..., Evening]]:
    """Begin an evening, which ends with the test."""
    begun: list[Evening] = []

    def begin(variant: str = "classic", players: int = 2) -> Evening:
        begun.append(Evening(tmp_path, variant, players))
        return begun[-1]

    yield begin
    for each in begun:
        each.tables.close()


def flat(text: str) -> str:
    """Give what is on a screen in one line, without the edges of dialogs."""
    return " ".join(text.replace("│", " ").split())


def choose(desk: Desk, variant: str) -> None:
    """Open the menu and choose a variant."""
    desk.press("g", "home", *["down"] * VARIANTS.index(variant), "enter")
    assert desk.play.ui.mode is Mode.SETUP


def go_to(desk: Desk, label: str) -> None:
    """Go to the line of that name."""
    labels = [item.label for item in desk.play.scene().items]
    desk.press("home", *["down"] * labels.index(label))


def value_of(desk: Desk, label: str) -> str:
    return next(item.value for item in desk.play.scene().items if item.label == label)


class TestVariants:
    @pytest.mark.parametrize("size", [(72, 20), (80, 24), (200, 50)])
    def test_all_are_listed_and_each_tells_its_summary(self, size: tuple[int, int], evening: Begin) -> None:
        desk = evening().desk(*size)
        desk.press("g", "home")
        for name, variant in REGISTRY.variants.items():
            text = flat(desk.text)
            assert name in text
            assert variant.summary in text
            desk.press("down")
        # It has gone round.
        assert desk.play.ui.choice == 0

    def test_what_is_played_is_chosen_first(self, evening: Begin) -> None:
        desk = evening("mau-mau", 4).desk()
        desk.press("g")
        assert VARIANTS[desk.play.ui.choice] == "mau-mau"

    def test_keys_open_another_game(self, evening: Begin) -> None:
        begun = evening()
        desk = begun.desk()
        choose(desk, "mau-mau")
        desk.press("enter")
        game = desk.play.session.game
        assert (game.name, game.players, len(game.deck)) == ("mau-mau", 4, 32)
        assert "Mau-mau" in desk.text
        assert begun.settings.text("variant") == "mau-mau"
        assert desk.play.session is begun.tables.session

    def test_the_mouse_opens_another_game(self, evening: Begin) -> None:
        desk = evening().desk()
        desk.click("game")
        desk.click("line", VARIANTS.index("switch"))
        desk.click("line", 1)
        assert value_of(desk, "Players") == "5"
        desk.click("line", 0)
        game = desk.play.session.game
        assert (game.name, game.players) == ("switch", 5)

    def test_escape_goes_back_step_by_step_and_nothing_is_opened(self, evening: Begin) -> None:
        desk = evening().desk()
        session = desk.play.session
        choose(desk, "pagat")
        desk.press("escape")
        assert desk.play.ui.mode is Mode.GAME
        desk.press("escape")
        assert desk.play.ui.mode is Mode.TABLE
        assert desk.play.session is session

    def test_on_a_real_screen(self, evening: Begin) -> None:
        begun = evening()
        options: dict[str, Any] = {"settings": begun.settings, "change": begun.change}

        async def main() -> None:
            async with open_terminal(begun.tables.session, **options) as terminal:
                terminal.type("g")
                await terminal.until("What is played next?")
                await terminal.click("line", VARIANTS.index("bicycle"))
                await terminal.until("How is it played?")
                terminal.type("s")
                await terminal.until("Bicycle")
                await terminal.until(lambda: terminal.play.table.yours)
                terminal.type("d")
                await terminal.until(lambda: len(terminal.play.table.hand) == 6)

        run(main())


class TestSetting:
    @pytest.mark.parametrize("option", OPTION_NAMES)
    def test_every_option_can_be_set(self, option: str, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "classic")
        menu = desk.play.browser.menu
        place = 4 + in_order().index(option)
        desk.press("home", *["down"] * place)
        usual = menu.setup.value(option)
        desk.press("right")
        changed = menu.setup.value(option)
        assert changed != usual
        assert desk.play.scene().items[place].value.endswith("*")
        desk.press("left")
        assert menu.setup.value(option) == usual
        assert menu.setup.options == {}

    def test_a_number_is_typed(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "bicycle")
        go_to(desk, "Match to (points)")
        assert value_of(desk, "Match to (points)") == "100"
        desk.press("2", "3", "4")
        assert value_of(desk, "Match to (points)") == "234 *"
        desk.press("s")
        assert desk.play.session.game.target == 234
        assert "to 234" in desk.text

    def test_backspace_takes_it_back(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "bicycle")
        go_to(desk, "Match to (points)")
        desk.press("7", "backspace")
        assert value_of(desk, "Match to (points)") == "none *"
        go_to(desk, "Hand size")
        desk.press("9", "backspace")
        assert value_of(desk, "Hand size") == "5"

    def test_the_number_of_rounds(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "classic")
        go_to(desk, "Match of (rounds)")
        desk.press("3", "s")
        assert desk.play.session.match.rounds == 3
        assert "round 1 of 3" in desk.text

    def test_a_number_out_of_range_is_told(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "classic")
        go_to(desk, "Hand size")
        desk.press("2", "7")
        assert "Hand_size can't be" in desk.text
        assert desk.play.ui.trouble

    def test_what_does_not_go_together_is_told_and_can_t_be_started(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "classic")
        session = desk.play.session
        go_to(desk, "Partners")
        desk.press("right")
        assert "partners" in desk.play.ui.message.lower()
        assert desk.play.ui.message[:20] in desk.text
        desk.press("s")
        assert desk.play.session is session
        assert desk.play.ui.trouble
        go_to(desk, "Players")
        desk.press("4", "s")
        assert desk.play.session.game.options.partners

    def test_house_rules(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "classic")
        go_to(desk, "Rule seven-swap")
        assert value_of(desk, "Rule seven-swap") == "off"
        desk.press("enter")
        assert value_of(desk, "Rule seven-swap") == "on"
        go_to(desk, "Rule ace-reverse")
        desk.press("enter", "s")
        game = desk.play.session.game
        assert game.rules_added == ("seven-swap",)
        assert game.rules_removed == ("ace-reverse",)

    def test_people_and_computers(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "classic")
        go_to(desk, "Players")
        desk.press("3")
        go_to(desk, "People among them")
        desk.press("right")
        go_to(desk, "Computers play as")
        now = value_of(desk, "Computers play as")
        desk.press("right")
        chosen = value_of(desk, "Computers play as")
        assert chosen != now
        assert chosen in REGISTRY.strategies
        desk.press("s")
        assert desk.play.session.names == ("Player 1", "Player 2", "Computer 1")
        assert desk.play.session.seats[2].label == chosen

    def test_looking_on(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "classic")
        go_to(desk, "People among them")
        desk.press("left")
        assert value_of(desk, "People among them") == "none, look on"
        desk.press("s")
        assert "[F]orward" in desk.text

    def test_another_variant_forgets_what_was_set(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "classic")
        go_to(desk, "Hand size")
        desk.press("7")
        desk.press("escape", "escape")
        choose(desk, "classic")
        assert value_of(desk, "Hand size") == "7 *", "what was set stays as long as the variant does"
        desk.press("escape", "escape")
        choose(desk, "switch")
        assert value_of(desk, "Hand size") == "7"
        desk.press("escape", "escape")
        choose(desk, "classic")
        assert value_of(desk, "Hand size") == "5"


class TestOpening:
    def test_where_none_can_be_opened_it_is_said(self) -> None:
        settings = Settings()
        desk = Desk(Play(make_session(players=2), REGISTRY, settings, executor=Inline(), clock=lambda: 0.0))
        choose(desk, "pagat")
        desk.press("s")
        assert desk.play.ui.message == "No other game can be opened here."

    def test_the_first_round_stays_as_it_is_and_the_new_one_is_kept(self, evening: Begin, tmp_path: Path) -> None:
        begun = evening()
        desk = begun.desk()
        desk.press("d")
        choose(desk, "mau-mau")
        assert "The round at this table is left; it is lost." in flat(desk.text)
        desk.press("enter")
        path = begun.tables.record
        assert path is not None
        for _ in range(40):
            if desk.play.table.yours and desk.play.session.position > 1:
                break
            desk.press("d", "p", "enter")
        assert begun.tables.close(), "there is something to go on with"
        kept = SavedRounds(tmp_path).newest(REGISTRY)
        assert kept is not None
        assert kept.path == path
        assert load_record(path).game.name == "mau-mau"

    def test_one_that_was_not_played_is_not_kept(self, evening: Begin) -> None:
        begun = evening()
        desk = begun.desk()
        choose(desk, "classic")
        desk.press("enter")
        path = begun.tables.record
        assert path is not None
        assert not begun.tables.close()
        assert not path.exists()

    def test_a_folder_that_can_t_be_written_is_told_and_the_game_is_played(
        self, evening: Begin, tmp_path: Path
    ) -> None:
        begun = evening()
        (tmp_path / "rounds").write_text("a file where the folder should be", encoding="utf-8")
        choose(desk := begun.desk(), "pagat")
        desk.press("enter")
        assert desk.play.session.game.name == "pagat"
        assert "can't be kept" in begun.tables.notice

    def test_a_failing_strategy_is_told_and_the_table_stays(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "classic")
        session = desk.play.session
        desk.play.browser.menu.setup.computers = (("nobody", {}),)
        desk.press("s")
        assert "nobody" in desk.play.ui.message
        assert desk.play.session is session


class TestTold:
    def test_the_rules_of_a_drawn_variant_are_told_before_anybody_moves(self, evening: Begin) -> None:
        desk = evening().desk()
        choose(desk, "surprise")
        go_to(desk, "People among them")
        desk.press("left", "s")
        play = desk.play
        summary = play.session.game.variant.summary
        assert summary in flat(desk.text)
        for now in range(100):
            play.tick(float(now))
        assert play.session.position == 1
        desk.press("r")
        assert f"The rules of {play.session.game.name}" in desk.text
        desk.press("escape")
        assert play.ui.mode is Mode.TOLD
        desk.press("enter")
        for now in range(100, 200):
            play.tick(float(now))
        assert play.session.position > 1

    @pytest.mark.parametrize("size", [(72, 20), (80, 24), (200, 50)])
    @pytest.mark.parametrize("number", range(1, 12))
    def test_it_fits(self, number: int, size: tuple[int, int]) -> None:
        game = Game(f"surprise-{number}")
        session = make_session(game=game, players=game.players)
        play = Play(session, REGISTRY, Settings(), executor=Inline(), told=drawn_summary(REGISTRY, game))
        text = flat(Desk(play, *size).text)
        assert game.variant.summary in text
        assert "Enter begins" in text

    def test_nothing_is_told_of_what_can_be_looked_up(self) -> None:
        assert drawn_summary(REGISTRY, Game("mau-mau")) == ""


class TestSetup:
    def test_it_begins_with_what_is_played(self) -> None:
        game = Game("classic", 3, ["queen-skip", "seven-swap"], ["ace-reverse"], {"hand_size": 6}, roles=["skip=J"])
        setup = Setup.from_table(REGISTRY, make_session(game=game, players=3))
        again = setup.game()
        assert (again.name, again.players) == ("classic", 3)
        assert set(again.rules_added) == {"seven-swap"}, "queens skip in classic anyway"
        assert again.rules_removed == ("ace-reverse",)
        assert again.options == game.options
        assert again.roles == ("skip=J",)

    def test_a_drawn_variant_is_drawn_anew_from_its_family(self) -> None:
        game = Game("surprise-7")
        setup = Setup.from_table(REGISTRY, make_session(game=game, players=game.players))
        assert setup.variant == "surprise"
        setup.number = 12
        assert setup.game().name == "surprise-12"
        assert setup.request().game.name == "surprise-12"

    def test_words(self) -> None:
        setup = Setup(REGISTRY)
        setup.read(["switch", "players=3", "people=2", "ai=careful", "hand-size=6", "+jack-again", "-runs"])
        game = setup.game()
        assert (game.name, game.players, game.options.hand_size) == ("switch", 3, 6)
        assert game.rules_added == ("jack-again",)
        assert game.rules_removed == ("runs",)
        request = setup.request()
        assert [seat.strategy_name for seat in request.seats] == [None, None, "careful"]

    @pytest.mark.parametrize(
        ("words", "error", "message"),
        [
            ("pokr", UnknownNameError, "pokr"),
            # As it was typed.
            ("Pokr", UnknownNameError, "'Pokr'"),
            ("classic HandSize=9", UnknownNameError, "'HandSize'"),
            ("classic +Queen", UnknownNameError, "'Queen'"),
            ("classic hand_size=99", OptionError, "hand_size can't be '99'"),
            ("classic handsize=9", UnknownNameError, "handsize"),
            ("classic +queen", UnknownNameError, "queen"),
            ("classic players=many", ValueError, "players is a number"),
            ("classic please", ValueError, "'please' is not understood"),
            ("classic ai=nobody", UnknownNameError, "nobody"),
        ],
    )
    def test_words_that_mean_nothing(self, words: str, error: type[Exception], message: str) -> None:
        with pytest.raises(error, match=message):
            Setup(REGISTRY).read(words.split())

    def test_where_nobody_is_named_normal_plays(self) -> None:
        request = Setup(REGISTRY).request()
        assert [seat.strategy_name for seat in request.seats] == [None, "normal"]

    def test_words_are_read_in_any_case(self) -> None:
        setup = Setup(REGISTRY)
        setup.read(["Surprise-7", "Players=3", "Hand-Size=6", "+Jack-Again"])
        game = setup.game()
        assert (game.name, game.players, game.options.hand_size) == ("surprise-7", 3, 6)
        assert "jack-again" in game.rules_added

    def test_too_many_players_are_told(self) -> None:
        setup = Setup(REGISTRY)
        setup.read(["plain", "players=5"])
        assert setup.fault() == "Plain is for 2 players, not 5."

    def test_the_values_of_an_option_go_round(self) -> None:
        for option in OPTION_NAMES:
            value = Setup(REGISTRY).value(option)
            seen = [value]
            while (value := next_value(option, value, 1)) != seen[0]:
                seen.append(value)
                assert len(seen) < 60
            assert len(seen) == len(set(seen)) >= 2
            assert next_value(option, seen[0], -1) == seen[-1]

    def test_a_number_between_the_usual_ones_is_a_choice_too(self) -> None:
        assert 234 in choices("target", 234)
        assert next_value("target", 234, 1) == 250

    def test_the_name_under_which_a_variant_is_on_offer(self) -> None:
        assert family_of(REGISTRY, "surprise-42") == "surprise"
        assert family_of(REGISTRY, "mau-mau") == "mau-mau"

    def test_a_variant_with_a_deck_of_its_own(self) -> None:
        own = dataclasses.replace(REGISTRY.variant("plain"), name="own", deck=Deck(copies=2), rules=())
        setup = Setup(_With(own), "own")  # type: ignore[arg-type]
        assert len(setup.game().deck) == 104
        setup.set("jokers", 2)
        assert "own" in setup.fault().lower()


class _With:
    """The registry, and a variant."""

    def __init__(self, variant: Any) -> None:
        self.variants = {**REGISTRY.variants, variant.name: variant}
        self.rules = REGISTRY.rules
        self.rule = REGISTRY.rule
        self.strategies = REGISTRY.strategies
        self.strategy = REGISTRY.strategy

    def variant(self, name: str) -> Any:
        return self.variants[name]
