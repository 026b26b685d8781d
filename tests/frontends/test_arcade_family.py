"""Tables of the whole family in the window: countdown, partners, eight seats, own decks, drawn variants, watching."""

from __future__ import annotations

from typing import Any

import pytest

from crazyeights import (
    Card,
    Dealt,
    Deck,
    Game,
    LevelReached,
    Move,
    PassedOn,
    Rank,
    Rotated,
    Suit,
    Swapped,
    Variant,
    WentOut,
    default_registry,
)
from crazyeights.events import Gave
from crazyeights.session import Seat, Session
from crazyeights_arcade import prompts
from crazyeights_arcade.canvas import has_glyph
from crazyeights_arcade.cardart import paint_face
from crazyeights_arcade.pictures import Brush, Sign
from crazyeights_arcade.stage import Stage
from crazyeights_arcade.theme import DARK, suit_colour
from support_window import Last, Pilot

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SIZES = [(640, 480), (1280, 720), (1920, 1080)]
COLOURS = (
    Suit("R", "reds", "▲"),
    Suit("Y", "yellows", "●"),
    Suit("G", "greens", "■"),
    Suit("B", "blues", "◆"),
    Suit("X", "stars", "★"),
    Suit("M", "moons", "☾"),
    Suit("O", "roses", "✿"),
    Suit("P", "plusses", "+"),
    Suit("Ä", "apples", "a"),
)
NUMBERS = tuple(Rank(str(number), str(number), number) for number in range(1, 13))


def coloured(suits: int, jokers: int = 0) -> Variant:
    deck = Deck(COLOURS[:suits], NUMBERS, jokers)
    return Variant("coloured", "Colours and numbers.", ("crazy-eight",), max_players=8, deck=deck)


def as_seen(*hands: Any) -> Dealt:
    sizes = tuple(len(hand) if isinstance(hand, tuple) else hand for hand in hands)
    return Dealt(tuple(hand if isinstance(hand, tuple) else None for hand in hands), sizes, Card.parse("9S"), 0)


def cards(text: str) -> tuple[Card, ...]:
    return tuple(Card.parse(word) for word in text.split())


# The stage, without a window


def stage_of(players: int, *hands: Any, viewer: int | None = 0, **more: Any) -> Stage:
    stage = Stage(Deck(), players, viewer, **more)
    stage.apply(as_seen(*hands))
    return stage


def shown(stage: Stage, seat: int) -> list[str | None]:
    return [str(token.card) if token.card is not None else None for token in stage.hands[seat]]


def test_hands_that_are_swapped_change_their_places_and_hide_what_is_not_the_viewers() -> None:
    stage = stage_of(3, cards("2S 3S"), 3, 2)
    mine, theirs = list(stage.hands[0]), list(stage.hands[1])
    moved = stage.apply(Swapped(0, 1, (cards("4D 5D 6D"), None)))
    assert stage.hands[:2] == [theirs, mine]
    assert set(moved) == {*mine, *theirs}
    assert shown(stage, 0) == ["4D", "5D", "6D"]
    assert shown(stage, 1) == [None, None]
    assert [token.face_up for token in mine + theirs] == [False, False, True, True, True]


def test_hands_of_others_are_swapped_face_down() -> None:
    stage = stage_of(3, cards("2S 3S"), 3, 2)
    stage.apply(Swapped(1, 2))
    assert [len(hand) for hand in stage.hands] == [2, 2, 3]
    assert shown(stage, 0) == ["2S", "3S"]


@pytest.mark.parametrize(("direction", "mine"), [(1, 3), (-1, 1)])
def test_hands_move_on_past_who_has_none(direction: int, mine: int) -> None:
    # Seat 2 is out: towards higher seats seat 3's hand comes to seat 0, towards lower ones that of seat 1.
    stage = stage_of(4, cards("2S 3S"), 3, 0, 1)
    before = list(stage.hands[mine])
    stage.apply(Rotated(direction, (cards("4D 5D 6D")[: len(before)], None, None, None)))
    assert stage.hands[0] == before
    assert stage.hands[2] == []
    assert sorted(len(hand) for hand in stage.hands) == [0, 1, 2, 3]


def test_cards_are_passed_to_the_next_seat_with_cards() -> None:
    stage = stage_of(4, cards("2S 3S"), 3, 0, 1)
    for event in (Gave(0, Card.parse("3S")), Gave(1, None), Gave(3, None)):
        stage.apply(event)
    given = dict(stage.gifts)
    moved = stage.apply(PassedOn((Card.parse("KD"), None, None, None)))
    assert moved == [given[0], given[1], given[3]]
    assert shown(stage, 0) == ["2S", "KD"]
    assert given[0] in stage.hands[1]
    assert given[1] in stage.hands[3]
    assert [len(hand) for hand in stage.hands] == [2, 3, 0, 1]
    assert all(token.card is None for seat in (1, 3) for token in stage.hands[seat])
    assert not stage.gifts


def test_levels_and_who_is_out_are_noted() -> None:
    stage = stage_of(2, 2, 2, levels=[8, 8])
    assert prompts.note_on(stage, 1, None) == "level 8"
    stage.apply(LevelReached(1, 1, 7))
    assert prompts.note_on(stage, 1, None) == "level 7"
    assert prompts.note_on(stage, 0, None) == "level 8"
    pairs = stage_of(4, 2, 2, 2, 2)
    pairs.apply(WentOut(3))
    assert [prompts.note_on(pairs, seat, 2) for seat in range(4)] == ["", "", "partner", "out"]


# Countdown and partners


def test_a_countdown_shows_levels_and_what_is_wild_for_me(pilot: Pilot) -> None:
    hands = ["4S 4D 5S 5D 6S 6D 7S 7D", "4H 5H 6H 7H 9H 10H JH KH", "4C 5C 6C 7C 9C 10C JC KC"]
    table = pilot.deal(Game("countdown", 3), hands, "9S")
    assert "or play an 8" in table.prompt()
    said = pilot.said()
    assert said.count("level 8") == 2
    assert "level 8 · 8" in said, "beside the own name"
    table.director.stage.apply(LevelReached(2, 1, 7))
    assert "level 7" in pilot.said()
    pilot.resize(640, 480)
    pilot.frame()


def test_partners_are_shown_and_who_is_out(pilot: Pilot) -> None:
    game = Game("classic", 4, options={"partners": True, "hand_size": 2})
    table = pilot.deal(game, ["9S 3D", "5C 6C", "5D 6D", "5H 6H"], "4S", "KD KC JC KH 10D 10C")
    assert pilot.said().count("partner") == 1
    assert "You + Computer 2" in pilot.said()
    assert "Computer 1 + 3" in pilot.said()
    pilot.by_click(Move.parse("9S"))
    for _ in range(6):
        pilot.wait()
        if table.director.stage.out:
            break
        legal = table.view.legal_moves
        pilot.by_click(next((move for move in legal if str(move) == "3D"), legal[-1]))
    table.director.stage.apply(WentOut(1))
    assert "out" in pilot.said()


# Many seats, and decks of somebody's own


@pytest.mark.parametrize("size", SIZES)
def test_eight_play_at_one_table(pilot: Pilot, size: tuple[int, int]) -> None:
    pilot.resize(*size)
    table = pilot.sit_down(Game("switch", 8), seed=3)
    pilot.wait()
    pilot.frame()
    assert len(table.layout.places) == 7
    for at, place in enumerate(table.layout.places, 1):
        tokens = table.director.stage.hands[at]
        assert all(place.cards.contains(table.director.pose(token).x, place.cards.cy) for token in tokens)
    pilot.by_click(table.view.legal_moves[-1])
    pilot.wait()


@pytest.mark.parametrize("suits", [1, 3, 6, 9])
@pytest.mark.parametrize("size", SIZES)
def test_any_number_of_suits_can_be_called(pilot: Pilot, suits: int, size: tuple[int, int]) -> None:
    pilot.resize(*size)
    variant = coloured(suits)
    game = Game(variant, 2, options={"hand_size": 4})
    pilot.flow.leave_table()
    deck = list(game.deck.cards)
    eight = next(card for card in deck if card.rank.text == "8")
    deck.remove(eight)
    session = Session(game, [Seat("You"), Seat("Computer 1", Last(), "last")], 1, deck=[eight, *deck])
    pilot.flow.seat(session)
    assert pilot.kind == "TonightScreen", "nobody knows the rules of a variant that is not on offer"
    pilot.key("enter")
    pilot.wait()
    table = pilot.table
    wanted = game.deck.suits[-1]
    pilot.click(*pilot.place_of(eight))
    chooser, area = table.chooser, table.layout.area
    assert chooser.suits == game.deck.suits
    rects = chooser.rects(table.layout)
    for at, rect in enumerate(rects):
        assert rect.w >= 30
        assert area.x <= rect.x
        assert rect.right <= area.right
        assert chooser.hit(table.layout, rect.cx, rect.cy) == at
    pilot.frame()
    if wanted.letter.isascii():
        pilot.key(wanted.letter.lower())
    else:
        pilot.write("ä")
    assert table.session.state.active_suit == wanted
    pilot.wait()
    pilot.frame()


def test_the_arrows_go_through_several_rows_of_suits(pilot: Pilot) -> None:
    pilot.resize(640, 480)
    game = Game(coloured(9), 2, options={"hand_size": 2})
    deck = list(game.deck.cards)
    eight = next(card for card in deck if card.rank.text == "8")
    deck.remove(eight)
    pilot.flow.seat(Session(game, [Seat("You"), Seat("Computer 1", Last(), "last")], 1, deck=[eight, *deck]))
    pilot.key("enter")
    pilot.wait()
    table = pilot.table
    pilot.click(*pilot.place_of(eight))
    chooser = table.chooser
    columns = chooser.columns(table.layout)
    chooser.at = 0
    pilot.key("down")
    assert chooser.at == (columns if columns < 9 else 0)
    pilot.key("up")
    assert chooser.at == 0
    pilot.key("left")
    assert chooser.at == 8


@pytest.mark.parametrize("colours", ["two", "four", "mono"])
def test_every_suit_has_a_sign_of_its_own_whatever_the_colours(colours: str) -> None:
    every = [*Deck().suits, *COLOURS]
    brush = Brush(DARK, 1.0, colours)
    # In one colour for all, so that only what is drawn tells them apart.
    pictures = {Sign(suit, 40, "text").paint(brush).tobytes() for suit in every}
    assert len(pictures) == len(every)
    for suit in every:
        assert Sign(suit, 40).paint(brush).getbbox() is not None


def test_suits_called_after_a_colour_have_it() -> None:
    red, yellow, green, blue = (suit_colour(suit) for suit in COLOURS[:4])
    assert red[0] > max(red[1:3])
    assert green[1] > max(green[0], green[2])
    assert blue[2] > max(blue[:2])
    assert yellow[0] > yellow[2]
    assert yellow[1] > yellow[2]
    assert suit_colour(COLOURS[0], "mono") == suit_colour(COLOURS[1], "mono")


def test_a_suit_whose_letter_is_that_of_a_french_one_is_not_painted_as_that() -> None:
    hats, hearts = Suit("H", "hats", "▲"), Deck().suits[1]
    brush = Brush(DARK)
    assert Sign(hats, 40, "text").paint(brush).tobytes() != Sign(hearts, 40, "text").paint(brush).tobytes()


def test_signs_without_a_glyph_are_known() -> None:
    assert has_glyph("♠")
    assert has_glyph("+")
    assert not has_glyph("☾")


@pytest.mark.parametrize("text", ["1", "12", "Skip", "Reverse"])
def test_long_ranks_stay_on_the_card(text: str) -> None:
    face = paint_face(Card(Rank(text, text.lower(), 1), COLOURS[0]), 110, 1.0, DARK)
    # The corner is empty right of the index, as far as the middle's picture goes.
    ground = face.getpixel((55, 12))
    assert all(face.getpixel((x, 12)) == ground for x in range(40, 104))


def test_all_cards_of_a_strange_deck_are_painted_at_every_size(pilot: Pilot) -> None:
    table = pilot.sit_down(Game(coloured(6, jokers=2), 6, roles=["wild=*"]), seed=4)
    pilot.key("enter")
    pilot.wait()
    for size in SIZES:
        pilot.resize(*size)
        frames = pilot.window.frames
        pilot.frame()
        assert pilot.window.frames > frames
    assert {picture.card for picture in table.ahead()} == set(table.session.game.deck.faces)


# Variants that are drawn by chance


def test_the_rules_of_a_surprise_are_told_first(pilot: Pilot) -> None:
    game = Game("surprise-12", 4)
    pilot.sit_down(game, seed=12)
    assert pilot.kind == "TonightScreen"
    told = " ".join(pilot.said())
    assert game.variant.summary in told
    for _ in range(10):
        pilot.tick(0.2)
    assert pilot.table.director.stage.turn is None, "nothing is dealt before that was read"
    pilot.frame()
    pilot.press("deal")
    assert pilot.screen is pilot.table
    pilot.wait()


def test_the_rules_can_be_read_from_what_is_told_first(pilot: Pilot) -> None:
    pilot.sit_down(Game("surprise-7", 3), seed=7)
    pilot.key("r")
    assert pilot.screen is pilot.table
    assert pilot.table.rules_open


@pytest.mark.parametrize("variant", [name for name, found in default_registry().variants.items() if found.draw is None])
def test_known_variants_are_dealt_at_once(pilot: Pilot, variant: str) -> None:
    table = pilot.sit_down(Game(variant), seed=2)
    assert pilot.screen is table


# Watching


def test_a_watched_table_has_no_button_that_does_nothing(pilot: Pilot) -> None:
    table = pilot.sit_down(Game("pagat", 3), humans=(), seed=4)
    assert set(table.layout.buttons) == {"rules", "scores", "new", "menu"}
    assert all(not table.why_not(name) for name in table.layout.buttons)
    pilot.resize(640, 480)
    assert set(table.layout.buttons) == {"rules", "scores", "new", "menu"}
    for rect in table.layout.signs:
        pilot.click(*pilot.centre(rect))
    pilot.click(table.layout.stock.x, table.layout.stock.y)
    assert table.preset is None
    assert table.notice == ""


def test_no_suit_is_set_beforehand_where_no_card_calls_one(pilot: Pilot) -> None:
    game = Game("classic", 2, ["eight-keeps-suit"], ["crazy-eight"])
    table = pilot.sit_down(game, seed=4)
    pilot.wait()
    pilot.click(*pilot.centre(table.layout.signs[0]))
    pilot.key("shift+s")
    assert table.preset is None


# What the table says


def test_the_prompt_says_what_is_left_to_do(pilot: Pilot) -> None:
    game = Game("plain", 2, options={"hand_size": 2})
    table = pilot.deal(game, ["2S 3S", "5C 6C"], "KD", "QH")
    assert table.prompt() == "Your turn: no card fits, draw a card"
    empty = Game("plain", 2, options={"hand_size": 2, "draw_limit": 1, "after_draw": "play_drawn"})
    table = pilot.deal(empty, ["2S 3S", "5C 6C"], "KD", "QH")
    pilot.by_click(Move.parse("draw"))
    pilot.wait()
    assert table.prompt() == "Your turn: no card fits, pass"


def test_names_are_by_seats_so_that_pairs_are_short() -> None:
    names = ("You", "Computer 1", "Computer 2", "Computer 3")
    assert prompts.side_name((0, 2), names) == "You + Computer 2"
    assert prompts.side_name((1, 3), names) == "Computer 1 + 3"
    assert prompts.side_name((1,), names) == "Computer 1"
