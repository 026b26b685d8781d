"""The start menu of the real window: variants, who sits where, house rules, options; and the table that comes of it."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import Game, PluginError, default_registry
from crazyeights.options import OPTION_NAMES, option_summary
from crazyeights.settings import SETTINGS, Settings
from crazyeights_arcade.opening import HUMAN, Opening
from crazyeights_arcade.scroll_list import ScrollList
from support_window import Pilot

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SIZES = [(640, 480), (800, 600), (1280, 720), (1920, 1080)]
VARIANTS = default_registry().variants


def opening() -> Opening:
    return Opening.from_settings(default_registry(), Settings())


def at_menu(pilot: Pilot) -> Any:
    pilot.flow.menu()
    return pilot.screen


def finish(pilot: Pilot) -> None:
    for _ in range(500):
        pilot.wait()
        if pilot.kind == "OverScreen":
            return
        pilot.by_click(pilot.table.view.legal_moves[0])
    raise AssertionError("the round never ends")


def names(menu: Any, kind: str) -> list[str]:
    return [control.name.partition(":")[2] for control in menu.controls() if control.name.startswith(f"{kind}:")]


# From the menu and back


def test_from_the_menu_to_the_next_round_and_back(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    assert pilot.kind == "MenuScreen"
    pilot.press("play")
    assert pilot.screen is pilot.table
    finish(pilot)
    scores = pilot.table.session.match.scores
    pilot.press("new")
    assert pilot.screen is pilot.table
    assert pilot.table.session.match.round == 1
    assert pilot.table.session.match.scores == scores
    finish(pilot)
    pilot.press("menu")
    assert pilot.kind == "MenuScreen"
    assert pilot.screen is not menu


def test_rules_and_settings_open_from_the_menu_and_lead_back(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    for name, screen in (("rules", "RulesScreen"), ("settings", "SettingsScreen")):
        pilot.press(name)
        assert pilot.kind == screen
        pilot.frame()
        pilot.key("escape")
        assert pilot.screen is menu


def test_without_a_kept_round_resume_says_so(pilot: Pilot) -> None:
    at_menu(pilot)
    pilot.press("resume")
    assert "There is no round that was broken off." in pilot.said()


def test_the_menu_tells_a_combination_that_does_not_go_together(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    menu._fault = "These two rules exclude each other."
    pilot.press("play")
    assert pilot.screen is menu
    assert "These two rules exclude each other." in pilot.said()


# Variants


def test_every_variant_is_listed_with_what_it_is(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    seen: dict[str, str] = {}
    area = menu.variants.area
    for _ in range(len(VARIANTS)):
        for control in menu.controls():
            if control.name.startswith("variant:"):
                seen[control.label] = control.hint
        pilot.window.dispatch_event("on_mouse_scroll", round(area.cx), round(pilot.window.height - area.cy), 0, -1)
        pilot.window.dispatch_events()
    assert seen == {name: variant.summary for name, variant in VARIANTS.items()}
    pilot.frame()


@pytest.mark.parametrize("variant", VARIANTS)
def test_a_click_on_a_variant_takes_it(pilot: Pilot, variant: str) -> None:
    menu = at_menu(pilot)
    pilot.press(f"variant:{variant}")
    made = menu.opening
    assert made.variant == variant
    assert made.found.min_players <= made.players <= made.found.max_players
    made.players = made.found.max_players
    pilot.frame()
    assert made.fault() == ""


def test_the_list_is_gone_through_by_keys_and_each_variant_taken(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    pilot.key("tab")
    assert menu.focused == "variant:classic"
    for name in list(VARIANTS)[1:]:
        pilot.key("down")
        assert menu.focused == f"variant:{name}"
        assert menu.opening.variant == name
        assert name in names(menu, "variant"), "the list follows"
    for _ in list(VARIANTS)[1:]:
        pilot.key("up")
    assert menu.opening.variant == "classic"
    pilot.key("enter")
    assert pilot.table.session.game.name == "classic"


def test_the_bar_turns_the_list(pilot: Pilot) -> None:
    pilot.resize(640, 480)
    menu = at_menu(pilot)
    menu.controls()
    track = menu.variants.track
    pilot.click(track.cx, track.bottom - 2)
    assert list(VARIANTS)[-1] in names(menu, "variant")
    pilot.click(track.cx, track.y + 2)
    assert next(iter(VARIANTS)) in names(menu, "variant")


def test_another_variant_has_its_own_rules_options_and_players() -> None:
    made = opening()
    made.players = 7
    made.switch("queen-skip")
    made.set_option("decks", 2)
    made.take_variant("plain")
    assert (made.players, made.changed, made.options) == (2, set(), {})
    made.cycle_players(1)
    assert made.players == 2


# The table


def test_the_menu_sets_players_seats_rules_and_seed(pilot: Pilot) -> None:
    made = at_menu(pilot).opening
    while made.players < 4:
        pilot.press("players")
    while made.seats[2] != "random":
        pilot.press("seat2")
    pilot.press("seed")
    pilot.write("12a3")
    pilot.key("backspace")
    pilot.write("4")
    pilot.key("enter")
    assert made.seed == "124"
    pilot.press("tab:rules")
    pilot.press("rule:queen-skip")
    pilot.press("rule:four-reverse")
    pilot.press("play")
    session = pilot.table.session
    assert session.game.players == 4
    assert session.game.rules_removed == ("queen-skip",)
    assert session.game.rules_added == ("four-reverse",)
    assert [seat.strategy_name for seat in session.seats] == [None, "normal", "random", "normal"]
    assert session.seed == 124


def test_a_match_is_set_by_a_target_or_a_number_of_rounds(pilot: Pilot) -> None:
    made = at_menu(pilot).opening
    pilot.press("option:target")
    assert made.option("target") == 100
    pilot.press("option:target")
    assert made.option("target") == 110
    pilot.press("option:rounds")
    pilot.press("play")
    match = pilot.table.session.match
    assert (match.target, match.rounds) == (110, 3)


def test_the_menu_works_by_keyboard_alone(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    menu.focused = "players"
    pilot.key("right")
    assert menu.opening.players == 3
    pilot.key("left")
    assert menu.opening.players == 2
    pilot.key("w")
    assert pilot.table.humans == ()


@pytest.mark.parametrize("tab", ["table", "rules", "options"])
def test_every_control_of_the_menu_can_be_reached_by_tab(pilot: Pilot, tab: str) -> None:
    menu = at_menu(pilot)
    pilot.press(f"tab:{tab}")
    wanted = {control.name for _, rows in menu._lists() for row in rows for control in row}
    wanted |= {control.name for control in menu.controls()}
    menu.focused = None
    reached = []
    for _ in range(len(wanted)):
        pilot.key("tab")
        reached.append(menu.focused)
        assert menu.focused in {control.name for control in menu.controls()}, "it is to be seen"
    assert set(reached) == wanted


# House rules and options


def test_all_rules_are_listed_those_in_force_first(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    pilot.press("tab:rules")
    rows = menu._lists()[1][1]
    listed = [control.name.partition(":")[2] for row in rows for control in row]
    assert sorted(listed) == sorted(default_registry().rules)
    assert set(listed[:4]) == set(VARIANTS["classic"].rules)
    pilot.move_to(*pilot.centre(menu.controls()[len(names(menu, "variant")) + 3].rect))
    assert any(rule.summary in pilot.said() for rule in default_registry().rules.values())


@pytest.mark.parametrize("name", OPTION_NAMES)
def test_every_option_can_be_set_and_set_back(pilot: Pilot, name: str) -> None:
    menu = at_menu(pilot)
    pilot.press("tab:options")
    menu.reveal(f"option:{name}")
    control = next(control for control in menu.controls() if control.name == f"option:{name}")
    pilot.click(control.rect.right - 4, control.rect.cy)
    made = menu.opening
    assert name in made.options, "one step on it is not what the variant has"
    said = " ".join(pilot.said())
    assert option_summary(name)[1:] in said or made.fault() in said, "what it is, or why it can't be, is at the foot"
    pilot.frame()
    for _ in range(12):
        if name not in made.options:
            break
        made.cycle_option(name, -1)
    assert name not in made.options
    assert made.game().options == Game("classic", made.players).options


def test_a_number_can_be_typed_for_an_option(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    pilot.press("tab:options")
    menu.focused = "option:target"
    menu.reveal("option:target")
    pilot.write("250")
    assert menu.opening.option("target") == 250
    pilot.key("backspace")
    assert menu.opening.option("target") == 25
    for _ in range(2):
        pilot.key("backspace")
    assert menu.opening.option("target") is None
    menu.focused = "option:hand_size"
    pilot.write("x7")
    assert menu.opening.option("hand_size") == 7
    pilot.write("9")
    assert menu.opening.option("hand_size") == 7, "79 cards are not dealt, and 7 was typed before"
    menu.focused = "option:starter"
    pilot.write("3")
    assert menu.opening.option("starter") == "any"


def test_words_go_round_and_numbers_have_ends() -> None:
    made = opening()
    for word in ("no_special", "only_wild", "any"):
        made.cycle_option("go_out", 1)
        assert made.option("go_out") == word
    made.set_option("decks", 4)
    made.cycle_option("decks", 1)
    assert made.option("decks") == 4
    made.set_option("draw_limit", 1)
    made.cycle_option("draw_limit", -1)
    assert made.option("draw_limit") is None
    made.cycle_option("draw_limit", -1)
    assert made.option("draw_limit") is None
    made.set_option("target", 125)
    made.cycle_option("target", 1)
    assert made.option("target") == 130


def test_options_that_contradict_each_other_are_told_and_can_be_set_back(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    menu.opening.set_option("draw_limit", 3)
    pilot.press("tab:options")
    pilot.press("option:decks")
    assert any("raw_limit=3 contradicts" in text for text in pilot.said())
    pilot.press("play")
    assert pilot.screen is menu
    pilot.press("reset")
    assert menu.opening.options == {}
    pilot.press("play")
    assert pilot.screen is pilot.table


def test_options_that_were_set_are_played(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    pilot.press("variant:mau-mau")
    pilot.press("tab:options")
    menu.focused = "option:hand_size"
    pilot.write("6")
    pilot.press("option:go_out")
    pilot.press("play")
    game = pilot.table.session.game
    assert (game.name, game.hand_size, game.options.go_out) == ("mau-mau", 6, "no_special")


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("tab", ["table", "rules", "options"])
def test_all_controls_of_the_menu_and_the_settings_lie_inside_the_window(
    pilot: Pilot, size: tuple[int, int], tab: str
) -> None:
    pilot.resize(*size)
    menu = at_menu(pilot)
    menu.opening.take_variant("switch")
    menu.opening.players = 8
    pilot.press(f"tab:{tab}")
    for screen in ("menu", "settings"):
        if screen == "settings":
            pilot.press("settings")
        pilot.frame()
        rects = [control.rect for control in pilot.screen.controls()]
        for at, rect in enumerate(rects):
            assert rect.x >= 0
            assert rect.y >= 0
            assert rect.right <= size[0]
            assert rect.bottom <= size[1]
            for other in rects[at + 1 :]:
                assert (
                    rect.right <= other.x + 0.5
                    or other.right <= rect.x + 0.5
                    or (rect.bottom <= other.y + 0.5 or other.bottom <= rect.y + 0.5)
                ), (rect, other)


def test_the_settings_hold_the_call_of_the_last_card(pilot: Pilot) -> None:
    at_menu(pilot)
    before = pilot.window.settings.text("announce")
    pilot.press("settings")
    pilot.press("announce")
    assert {before, pilot.window.settings.text("announce")} == set(SETTINGS["announce"].choices)


# Variants that are drawn by chance


def test_the_menu_says_which_rules_were_drawn(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    pilot.press("variant:surprise")
    made = menu.opening
    drawn = default_registry().variant(f"surprise-{made.number}")
    assert made.found.summary == drawn.summary
    pilot.move_to(5, 5)
    assert any(text.startswith(f"Surprise-{made.number}: Tonight") for text in pilot.said())
    assert [name for name in default_registry().rules if made.is_on(name)] == [
        name for name in default_registry().rules if name in drawn.rules
    ]
    pilot.press("play")
    assert pilot.kind == "TonightScreen"
    session = pilot.table.session
    assert session.game.name == drawn.name
    assert session.seed == made.number, "so that the launcher's --seed gives the same again"
    pilot.key("enter")
    pilot.wait()


def test_the_seed_decides_what_is_drawn_and_each_evening_is_another() -> None:
    made = opening()
    made.take_variant("surprise")
    numbers = set()
    for _ in range(4):
        made.redraw()
        numbers.add(made.found.name)
    assert len(numbers) > 1
    made.type_seed("42")
    assert made.found.name == "surprise-42"
    request = made.request()
    assert (request.game.name, request.seed) == ("surprise-42", 42)


def test_a_variant_that_can_not_be_drawn_is_told_and_nothing_fails(pilot: Pilot) -> None:
    menu = at_menu(pilot)
    real = menu.opening.registry

    class Failing:
        rules = real.rules
        variants = real.variants
        strategies = real.strategies

        def variant(self, name: str) -> Any:
            if name.startswith("surprise-"):
                raise PluginError("the evening can't be drawn")
            return real.variant(name)

        def rule(self, name: str) -> Any:
            return real.rule(name)

    menu.opening.registry = Failing()
    pilot.press("variant:surprise")
    pilot.frame()
    assert "The evening can't be drawn." in pilot.said()
    pilot.press("play")
    assert pilot.screen is menu


# The table in the making, without a window


def test_watching_seats_a_strategy_instead_of_the_person() -> None:
    request = opening().request(watch=True)
    assert request.watch
    assert all(seat.strategy is not None for seat in request.seats)
    assert not opening().request().watch


def test_settings_that_name_what_is_not_there_any_more_are_passed_over() -> None:
    settings = Settings()
    settings.set("variant", "gone")
    settings.set("ai", ("gone", "random:x=1"))
    settings.set("players", 19)
    made = Opening.from_settings(default_registry(), settings)
    assert made.variant in default_registry().variants
    assert made.seats[:3] == [HUMAN, "normal", "random"]
    assert made.players <= made.found.max_players


def test_what_was_chosen_is_remembered() -> None:
    made, settings = opening(), Settings()
    made.players = 3
    made.take_variant("surprise")
    made.remember(settings)
    again = Opening.from_settings(default_registry(), settings)
    assert (again.variant, again.players, again.sitters) == ("surprise", 3, made.sitters)


def test_an_option_set_to_what_the_variant_has_is_not_set() -> None:
    made = opening()
    made.take_variant("mau-mau")
    made.set_option("deck_cards", "52")
    assert made.option("deck_cards") == "52"
    made.set_option("deck_cards", "32")
    assert made.options == {}
    assert made.game().options == Game("mau-mau", made.players).options


# Lists


def test_a_list_shows_what_fits_and_turns_no_further_than_its_ends() -> None:
    from crazyeights_arcade.geometry import Rect

    rows = ScrollList()
    rows.lay_out(Rect(0, 0, 100, 100), 20, 5, 10)
    assert rows.fitting == 4
    assert list(rows.shown) == [0, 1, 2, 3]
    rows.turn(99)
    assert list(rows.shown) == [6, 7, 8, 9]
    rows.reveal(2)
    assert list(rows.shown) == [2, 3, 4, 5]
    rows.turn(-99)
    assert rows.bar is not None
    assert rows.bar.y == 0
    rows.jump(100)
    assert rows.first == 6
    assert rows.bar.bottom == pytest.approx(100)
    rows.lay_out(Rect(0, 0, 100, 400), 20, 5, 10)
    assert rows.bar is None
    assert list(rows.shown) == list(range(10))
