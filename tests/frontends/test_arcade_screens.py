"""Screens over the table of the real window: pause, settings, the end of a round, curtain; and Resume."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import Card, Game, Move
from crazyeights.saved import SavedRounds
from crazyeights.session import Seat, Session
from crazyeights.settings import Settings
from crazyeights_arcade import pause_screen
from support_decks import arrange
from support_window import Pilot

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]


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
    points = outcome.points[outcome.winner]
    who = "You win" if outcome.winner == 0 else "Computer 1 wins"
    assert f"{who} with an empty hand and score{'' if outcome.winner == 0 else 's'} {points} points." in said
    assert said.count(str(points)) >= 2, "for the round and in all"
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


def test_the_log_tells_nobody_what_another_person_drew_or_passed_on(pilot: Pilot) -> None:
    game = Game("classic", 2, ["three-pass-left"], options={"hand_size": 3})
    cards = arrange(game.deck, ["3S 4H 5H", "6C 7C 10C"], "9S", "KD JD")
    pilot.flow.seat(Session(game, [Seat("Ann"), Seat("Bob")], 1, deck=cards))

    def take_turn(name: str) -> None:
        pilot.until(lambda: kind(pilot) == "CurtainScreen")
        assert f"{name}, it is your turn" in texts(pilot)
        pilot.press("show")
        pilot.wait()

    take_turn("Ann")
    pilot.by_click(Move.parse("3S"))
    pilot.wait()
    assert "Ann's turn: choose a card to pass to the left, to Bob" in texts(pilot)
    pilot.by_click(Move.parse("give 4H"))
    take_turn("Bob")
    assert sorted(str(token.card) for token in pilot.table.hand()) == ["10C", "6C", "7C"]
    pilot.by_click(Move.parse("give 7C"))
    pilot.wait()
    assert sorted(str(token.card) for token in pilot.table.hand()) == ["10C", "4H", "6C"]
    pilot.by_click(Move.parse("draw"))
    take_turn("Ann")
    assert sorted(str(token.card) for token in pilot.table.hand()) == ["5H", "7C"]
    told = " ".join(pilot.table.director.log)
    assert "Ann chooses a card to pass on. Bob chooses a card to pass on." in told
    assert "Bob draws a card." in told
    for secret in ("4 of hearts", "7 of clubs", "king of diamonds"):
        assert secret not in told


def test_every_screen_has_a_view_of_its_own() -> None:
    import importlib
    import inspect
    import pkgutil

    import crazyeights_arcade
    from crazyeights_arcade.screen import FormScreen, Screen
    from crazyeights_arcade.table_moves import TableMoves
    from crazyeights_arcade.table_play import TablePlay
    from crazyeights_arcade.views import _VIEWS

    screens = set()
    for found in pkgutil.iter_modules(crazyeights_arcade.__path__):
        if found.name.endswith(("_screen", "_play", "_moves")):
            module = importlib.import_module(f"crazyeights_arcade.{found.name}")
            screens |= {thing for _, thing in inspect.getmembers(module, inspect.isclass) if issubclass(thing, Screen)}
    bases = {Screen, FormScreen, TablePlay, TableMoves, pause_screen.OverlayScreen}
    assert screens - bases == set(_VIEWS)


def test_the_menu_can_be_opened_from_the_curtain_which_stays_down(pilot: Pilot) -> None:
    pilot.sit_down(Game("classic", 2), humans=(0, 1), seed=9)
    pilot.until(lambda: kind(pilot) == "CurtainScreen")
    pilot.key("escape")
    assert kind(pilot) == "PauseScreen"
    pilot.key("escape")
    pilot.until(lambda: kind(pilot) == "CurtainScreen")
