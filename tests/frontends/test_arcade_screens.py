"""The other screens of the real window: start menu, pause, settings, rules, round end, curtain; and Resume."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import Card, Game, default_registry
from crazyeights.saved import SavedRounds
from crazyeights.session import Seat, Session
from crazyeights.settings import Settings
from crazyeights_arcade.opening import HUMAN, Opening
from support_window import Pilot

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SIZES = [(640, 480), (800, 600), (1280, 720), (1920, 1080)]


def kind(pilot: Pilot) -> str:
    return type(pilot.screen).__name__


def texts(pilot: Pilot) -> list[str]:
    return [item.picture.text for item in pilot.screen.sheet().items if hasattr(item.picture, "text")]


def begin(pilot: Pilot, **more: Any) -> Any:
    """Open a table and wait for the first turn."""
    table = pilot.sit_down(Game(more.pop("variant", "classic"), more.pop("players", 2)), **more)
    pilot.wait()
    return table


def finish(pilot: Pilot) -> None:
    """Play the round to its end."""
    for _ in range(500):
        pilot.wait()
        if kind(pilot) == "OverScreen":
            return
        if kind(pilot) == "CurtainScreen":
            pilot.key("enter")
            continue
        pilot.by_click(pilot.table.view.legal_moves[0])
    raise AssertionError("the round never ends")


# The start menu


def test_from_the_menu_to_the_next_round_and_back(pilot: Pilot) -> None:
    pilot.flow.menu()
    assert kind(pilot) == "MenuScreen"
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
    assert kind(pilot) == "MenuScreen"


def test_the_menu_sets_variant_players_seats_rules_and_seed(pilot: Pilot) -> None:
    pilot.flow.menu()
    opening = pilot.flow._opening
    while opening.players < 4:
        pilot.press("players")
    while opening.seats[2] != "random":
        pilot.press("seat2")
    pilot.press("rule:queen-skip")
    pilot.press("seed")
    pilot.write("12a3")
    pilot.key("backspace")
    pilot.write("4")
    pilot.key("enter")
    assert opening.seed == "124"
    pilot.press("play")
    session = pilot.table.session
    assert session.game.players == 4
    assert session.game.rules_removed == ("queen-skip",)
    assert [seat.strategy_name for seat in session.seats] == [None, "greedy", "random", "greedy"]
    assert session.seed == 124


def test_the_menu_works_by_keyboard_alone(pilot: Pilot) -> None:
    pilot.flow.menu()
    pilot.key("tab")
    assert pilot.screen.focused == "variant"
    pilot.key("right")
    assert pilot.flow._opening.variant != "classic"
    pilot.key("left")
    assert pilot.flow._opening.variant == "classic"
    pilot.key("down")
    assert pilot.screen.focused == "players"
    pilot.key("right")
    assert pilot.flow._opening.players == 3
    pilot.key("w")
    assert pilot.table.humans == ()


def test_every_control_of_the_menu_can_be_reached_by_tab(pilot: Pilot) -> None:
    pilot.flow.menu()
    names = [control.name for control in pilot.screen.controls()]
    reached = []
    for _ in names:
        pilot.key("tab")
        reached.append(pilot.screen.focused)
    assert reached == names


def test_the_menu_tells_a_combination_that_does_not_go_together(pilot: Pilot) -> None:
    pilot.flow.menu()
    menu = pilot.screen
    menu._fault = "These two rules exclude each other."
    pilot.press("play")
    assert pilot.screen is menu
    assert "These two rules exclude each other." in texts(pilot)


def test_rules_and_settings_open_from_the_menu_and_lead_back(pilot: Pilot) -> None:
    pilot.flow.menu()
    menu = pilot.screen
    for name, screen in (("rules", "RulesScreen"), ("settings", "SettingsScreen")):
        pilot.press(name)
        assert kind(pilot) == screen
        pilot.frame()
        pilot.key("escape")
        assert pilot.screen is menu


def test_without_a_kept_round_resume_says_so(pilot: Pilot) -> None:
    pilot.flow.menu()
    pilot.press("resume")
    assert "There is no round that was broken off." in texts(pilot)


@pytest.mark.parametrize("size", SIZES)
def test_all_controls_of_the_menu_and_the_settings_lie_inside_the_window(pilot: Pilot, size: tuple[int, int]) -> None:
    pilot.resize(*size)
    pilot.flow.menu()
    pilot.screen.opening.players = 7
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


def test_many_rules_are_shown_in_pages(pilot: Pilot) -> None:
    pilot.flow.menu()
    menu = pilot.screen
    rules = dict(default_registry().rules)
    first = next(iter(rules.values()))
    many = {f"rule-{number}": first for number in range(60)}

    class Many:
        rules = many
        variants = menu.opening.registry.variants
        strategies = menu.opening.registry.strategies

        def variant(self, name: str) -> Any:
            return default_registry().variant(name)

        def rule(self, name: str) -> Any:
            return many[name]

    menu.opening.registry = Many()
    seen = set()
    pages = 0
    while True:
        names = {control.name for control in menu.controls() if control.name.startswith("rule:")}
        if names <= seen:
            break
        seen |= names
        pages += 1
        menu.page += 1
    assert len(seen) == 60
    assert pages > 1


# Over the table


def test_pause_and_back(pilot: Pilot) -> None:
    table = begin(pilot)
    pilot.key("escape")
    assert kind(pilot) == "PauseScreen"
    pilot.key("escape")
    assert pilot.screen is table


def test_settings_hold_at_once_and_last(pilot: Pilot) -> None:
    path = pilot.folder / "config" / "settings.toml"
    pilot.window.settings = Settings(path)
    table = begin(pilot)
    pilot.press("menu")
    pilot.press("settings")
    pilot.press("theme")
    pilot.press("deck_colours")
    pilot.press("large_cards")
    pilot.press("reduced_motion")
    pilot.frame()
    brush = pilot.window.brush
    assert (brush.theme.name, brush.colours) == ("light", "four")
    pilot.press("done")
    pilot.press("back")
    assert pilot.screen is table
    assert table.director.reduced
    again = Settings(path)
    assert (again["theme"], again["deck_colours"], again["large_cards"]) == ("light", "four", True)


def test_every_setting_can_be_changed_both_ways_and_painted(pilot: Pilot) -> None:
    begin(pilot)
    pilot.press("menu")
    pilot.press("settings")
    for control in pilot.screen.controls()[:-1]:
        if control.name == "full_screen":
            continue
        before = pilot.window.settings[control.name]
        pilot.screen.activate(control.name, 1)
        assert pilot.window.settings[control.name] != before
        pilot.screen.activate(control.name, -1)
        assert pilot.window.settings[control.name] == before
        pilot.frame()


@pytest.mark.parametrize("theme", ["dark", "light", "contrast"])
def test_text_can_be_read_in_every_theme(theme: str) -> None:
    from crazyeights_arcade.theme import THEMES

    def light(colour: tuple[int, ...]) -> float:
        parts = [value / 255 for value in colour[:3]]
        parts = [part / 12.92 if part <= 0.03928 else ((part + 0.055) / 1.055) ** 2.4 for part in parts]
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]

    def over(top: tuple[int, ...], below: tuple[int, ...]) -> tuple[int, ...]:
        part = top[3] / 255
        return tuple(round(a * part + b * (1 - part)) for a, b in zip(top[:3], below[:3], strict=True))

    def contrast(one: tuple[int, ...], other: tuple[int, ...]) -> float:
        bright, dark = sorted((light(one), light(other)), reverse=True)
        return (bright + 0.05) / (dark + 0.05)

    looks = THEMES[theme]
    panel = over(looks.panel, looks.felt)
    for text in (looks.text, looks.quiet):
        for ground in (panel, looks.sheet, looks.button):
            assert contrast(text, ground) >= 4.5, (text, ground)
    assert contrast(looks.text, looks.felt) >= 4.5
    assert contrast(looks.on_accent, looks.accent) >= 4.5
    for text in (looks.accent, looks.warn):
        assert contrast(text, looks.sheet) >= 4.5


def test_settings_that_cannot_be_kept_say_so_and_hold(pilot: Pilot) -> None:
    (pilot.folder / "config").write_text("a file where a folder should be")
    pilot.window.settings = Settings(pilot.folder / "config" / "settings.toml")
    pilot.window.settings.set("sound", False)
    begin(pilot)
    pilot.press("menu")
    pilot.press("settings")
    pilot.press("theme")
    assert pilot.window.brush.theme.name == "light"
    assert any("can't be kept" in text for text in texts(pilot))


# The end of a round


def test_the_end_shows_winner_reason_hands_and_scores(pilot: Pilot) -> None:
    begin(pilot, seed=3)
    finish(pilot)
    outcome = pilot.table.session.state.outcome
    said = texts(pilot)
    name = "You win!" if outcome.winner == 0 else "Computer 1 wins"
    assert name in said
    assert f"With an empty hand, for {outcome.points[outcome.winner]} points." in said
    assert f"+{outcome.points[outcome.winner]}" in said
    for hand in pilot.table.director.stage.hands:
        assert all(token.face_up and token.card is not None for token in hand)


def test_the_buttons_of_the_table_still_work_at_the_end(pilot: Pilot) -> None:
    begin(pilot, seed=3)
    finish(pilot)
    table, over = pilot.table, pilot.screen
    rects = table.layout.buttons
    pilot.click(*pilot.centre(rects["rules"]))
    assert table.rules_open
    pilot.frame()
    pilot.key("r")
    assert not table.rules_open
    pilot.click(*pilot.centre(rects["draw"]))
    assert table.notice == "The round is over."
    assert pilot.screen is over
    pilot.click(*pilot.centre(rects["menu"]))
    assert kind(pilot) == "PauseScreen"
    pilot.key("escape")
    pilot.until(lambda: kind(pilot) == "OverScreen")
    pilot.click(*pilot.centre(rects["new"]))
    assert pilot.screen is table
    assert table.session.match.round == 1


def test_a_blocked_round_ends_with_nobody(pilot: Pilot) -> None:
    game = Game("plain", 2, options={"hand_size": 25})
    cards = list(game.deck.cards)
    spades, hearts = cards[:13], cards[13:26]
    # One holds all spades and hearts but the eights and a king, the other one the rest; a queen of clubs lies on top.
    mine = [card for card in spades + hearts if card.rank.text not in {"8", "Q"}] + [Card.parse("8D")]
    theirs = [card for card in cards if card not in mine and str(card) not in {"QC", "8C"}]
    mine = mine[:25] if len(mine) >= 25 else mine + theirs[: 25 - len(mine)]
    theirs = [card for card in cards if card not in mine and str(card) not in {"QC", "8C"}][:25]
    order = [card for pair in zip(mine, theirs, strict=True) for card in pair] + [Card.parse("QC"), Card.parse("8C")]

    class Last:
        def choose(self, view: Any) -> Any:
            return view.legal_moves[-1]

    session = Session(game, [Seat("You"), Seat("Computer 1", Last(), "last")], 1, deck=order)
    pilot.flow.seat(session)
    for _ in range(200):
        pilot.wait()
        if kind(pilot) == "OverScreen":
            break
        pilot.by_key(pilot.table.view.legal_moves[-1])
    assert kind(pilot) == "OverScreen"
    assert pilot.screen.title() in {"Nobody wins", "You win!", "Computer 1 wins"}
    pilot.frame()


def test_signs_fall_for_a_winner_and_come_to_rest(pilot: Pilot) -> None:
    begin(pilot, seed=3)
    finish(pilot)
    pilot.screen._party = True
    pilot.frame()
    pilot.until(lambda: not pilot.screen.animating)


# Resume


def test_closing_in_mid_round_keeps_the_round_for_resume(pilot: Pilot) -> None:
    pilot.flow.menu()
    pilot.press("play")
    pilot.wait()
    pilot.by_click(pilot.table.view.legal_moves[0])
    pilot.wait()
    view = pilot.table.view
    rounds = SavedRounds(pilot.folder / "data").folder
    (record,) = rounds.glob("*.jsonl")
    # Held as long as it is played here, so that no second window can go on with it.
    assert list(rounds.glob("*.lock")) == [record.with_name(f"{record.name}.lock")]
    pilot.press("menu")
    pilot.press("menu")
    assert kind(pilot) == "MenuScreen"
    assert list(rounds.glob("*.lock")) == []
    pilot.key("e")
    pilot.wait()
    assert list(rounds.glob("*.lock")) == [record.with_name(f"{record.name}.lock")]
    again = pilot.table.view
    assert (again.hand, again.top, again.hand_sizes, again.to_move) == (
        view.hand,
        view.top,
        view.hand_sizes,
        view.to_move,
    )
    stage = pilot.table.director.stage
    assert [len(hand) for hand in stage.hands] == list(view.hand_sizes)
    finish(pilot)
    pilot.press("menu")
    assert pilot.screen.ways.resume is None


def test_an_unwritable_folder_is_told_and_the_game_goes_on(pilot: Pilot) -> None:
    (pilot.folder / "data").write_text("a file where a folder should be")
    pilot.flow.menu()
    pilot.press("play")
    assert "can't be kept" in pilot.table.notice
    pilot.wait()
    assert pilot.table.my_turn


# Several people


def test_a_curtain_hides_the_hands_between_two_people(pilot: Pilot) -> None:
    table = pilot.sit_down(Game("classic", 3), humans=(0, 1), seed=9)
    pilot.until(lambda: kind(pilot) == "CurtainScreen")
    first = table.session.to_move
    assert all(not token.face_up and token.card is None for hand in table.director.stage.hands for token in hand)
    hidden = {getattr(item.picture, "card", None) for item in pilot.screen.sheet().items}
    assert hidden <= {None, *table.session.state.discard}
    pilot.frame()
    pilot.press("show")
    pilot.wait()
    assert (pilot.screen, table.bottom) == (table, first)
    assert sorted(map(str, table.view.hand)) == sorted(str(token.card) for token in table.hand())
    pilot.by_click(table.view.legal_moves[-1])
    pilot.until(lambda: kind(pilot) == "CurtainScreen")
    assert f"{table.session.names[table.session.to_move]}, it is your turn" in texts(pilot)
    finish(pilot)
    assert pilot.screen.title().endswith("wins") or pilot.screen.title() == "Nobody wins"
    pilot.press("new")
    pilot.until(lambda: kind(pilot) == "CurtainScreen")


def test_the_menu_can_be_opened_from_the_curtain_which_stays_down(pilot: Pilot) -> None:
    pilot.sit_down(Game("classic", 2), humans=(0, 1), seed=9)
    pilot.until(lambda: kind(pilot) == "CurtainScreen")
    pilot.key("escape")
    assert kind(pilot) == "PauseScreen"
    pilot.key("escape")
    pilot.until(lambda: kind(pilot) == "CurtainScreen")


# The table in the making, without a window


def opening() -> Opening:
    return Opening.from_settings(default_registry(), Settings())


def test_players_stay_in_the_range_of_the_variant() -> None:
    made = opening()
    made.players = 7
    while made.variant != "plain":
        made.cycle_variant(1)
    assert made.players == 2
    made.cycle_players(1)
    assert made.players == 2


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
    assert made.seats[:3] == [HUMAN, "greedy", "random"]
    assert made.players <= made.found.max_players


def test_what_was_chosen_is_remembered() -> None:
    made, settings = opening(), Settings()
    made.players = 3
    made.remember(settings)
    again = Opening.from_settings(default_registry(), settings)
    assert (again.players, again.sitters) == (3, made.sitters)
