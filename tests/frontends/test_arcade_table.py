"""The table in the real window: every button, the chooser, hints, refusals, resizing, and impatient people."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import Any

import pytest

from crazyeights import DRAW, HEARTS, Card, Deck, Game, Move, Reshuffled, Rule, State, View
from crazyeights.session import Seat, Session
from crazyeights.specs import TableRequest
from support_window import Pilot

pytestmark = [
    pytest.mark.filterwarnings("ignore::ResourceWarning"),
    pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning"),
]

SIZES = [(800, 600), (1280, 720), (1000, 1100), (1920, 1080)]


def stacked(hands: Sequence[str], starter: str, stock: str, game: Game) -> list[Card]:
    """Make a deck that deals these hands, with the other cards at its end."""
    dealt = [hand.split() for hand in hands]
    names = [hand[at] for at in range(len(dealt[0])) for hand in dealt] + [starter, *stock.split()]
    cards = [Card.parse(name) for name in names]
    return cards + [card for card in game.deck.cards if card not in cards]


class Still:
    """Draws, or passes: never does anything else."""

    def choose(self, view: View) -> Move:
        return view.legal_moves[-1]


def open_stacked(
    pilot: Pilot, mine: str, theirs: str, starter: str, stock: str = "", strategy: Any = None, **options: Any
) -> Any:
    size = len(mine.split())
    game = Game("classic", 2, options={"hand_size": size, **options})
    seats = [Seat("You"), Seat("Computer 1", strategy or Still(), "still")]
    session = Session(game, seats, 1, deck=stacked([mine, theirs], starter, stock, game))
    pilot.flow.seat(session)
    pilot.wait()
    return pilot.table


EIGHT = ("8H 2C 3S 9D", "4S 5S 6S 7S", "9C", "10C JC")


# The chooser


@pytest.mark.parametrize("letter", "SHDC")
def test_the_chooser_calls_the_suit_that_is_clicked(pilot: Pilot, letter: str) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(*pilot.place_of(Card.parse("8H")))
    assert table.session.position == 1
    suit = next(suit for suit in Deck().suits if suit.letter == letter)
    pilot.choose(suit)
    assert table.session.state.active_suit == suit
    pilot.wait()
    shown = table.director.stage.pile[-1] if table.director.stage.top.card.rank.text == "8" else None
    assert shown is None or shown.shown == Card.parse(f"8{letter}")


@pytest.mark.parametrize("letter", "SHDC")
def test_the_chooser_calls_the_suit_whose_key_is_pressed(pilot: Pilot, letter: str) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(*pilot.place_of(Card.parse("8H")))
    pilot.key(letter.lower())
    assert table.session.state.active_suit.letter == letter


def test_the_chooser_calls_the_suit_that_the_arrows_lead_to(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(*pilot.place_of(Card.parse("8H")))
    chosen = table.chooser.suits[(table.chooser.at + 1) % 4]
    pilot.key("right")
    pilot.key("enter")
    assert table.session.state.active_suit == chosen


def test_the_chooser_starts_on_the_suit_that_the_hand_has_most_of_and_counts_all(pilot: Pilot) -> None:
    table = open_stacked(pilot, "8H 2D 3D 9C", "4S 5S 6S 7S", "9H")
    pilot.click(*pilot.place_of(Card.parse("8H")))
    assert table.chooser.held == (0, 0, 2, 1)
    assert table.chooser.suits[table.chooser.at].letter == "D"


def test_escape_takes_the_eight_back(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(*pilot.place_of(Card.parse("8H")))
    pilot.key("escape")
    assert table.chooser is None
    assert pilot.screen is table
    assert table.session.position == 1
    assert Card.parse("8H") in table.view.hand


def test_a_click_outside_the_chooser_takes_the_eight_back(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(*pilot.place_of(Card.parse("8H")))
    pilot.click(8, 8)
    assert table.chooser is None
    assert table.session.position == 1


def test_other_keys_do_nothing_while_a_suit_is_chosen(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(*pilot.place_of(Card.parse("8H")))
    for name in ("n", "p", "t", "r"):
        pilot.key(name)
    assert table.chooser is not None
    assert table.session.position == 1


def test_a_last_eight_asks_for_no_suit(pilot: Pilot) -> None:
    table = open_stacked(pilot, "8H", "4S", "9C")
    pilot.click(*pilot.place_of(Card.parse("8H")))
    assert table.chooser is None
    assert table.session.over


def test_an_eight_is_played_at_once_with_the_suit_set_before(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(*pilot.centre(table.layout.signs[1]))
    pilot.click(*pilot.place_of(Card.parse("8H")))
    assert table.chooser is None
    assert table.session.state.active_suit == HEARTS
    assert table.preset is None


def test_the_suit_is_set_and_unset_by_key(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.key("shift+h")
    assert table.preset == HEARTS
    pilot.key("shift+h")
    assert table.preset is None


# Playing


def test_the_top_eight_turns_into_the_eight_of_the_called_suit(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(*pilot.place_of(Card.parse("8H")))
    pilot.key("d")
    pilot.wait()
    top = table.director.stage.top
    assert (top.card, top.shown) == (Card.parse("8H"), Card.parse("8D"))
    assert table.director.face(top) == (Card.parse("8D"), 1.0)


def test_a_card_that_does_not_fit_says_why(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(*pilot.place_of(Card.parse("3S")))
    assert table.session.position == 1
    assert table.notice == "The 3 of spades matches neither clubs nor a 9."
    assert table.warns


def test_pass_says_why_it_is_not_allowed(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.press("pass")
    assert "only when there is nothing to draw" in table.notice


def test_out_of_turn_it_says_whose_turn_it_is(pilot: Pilot) -> None:
    class Slow:
        def choose(self, view: View) -> Move:
            time.sleep(0.2)
            return view.legal_moves[-1]

    table = open_stacked(pilot, *EIGHT, strategy=Slow())
    pilot.press("draw")
    pilot.until(lambda: table.director.idle)
    position = table.session.position
    pilot.key("d")
    assert table.session.position == position
    assert table.notice == "It is Computer 1's turn."


def test_a_click_on_the_stock_draws(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.click(table.layout.stock.x, table.layout.stock.y)
    assert len(table.session.state.hands[0]) == 5


def test_a_card_that_is_dropped_elsewhere_goes_home(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.drag(pilot.place_of(Card.parse("2C")), (60, 60))
    assert table.session.position == 1
    pilot.wait()
    token = next(token for token in table.hand() if token.card is Card.parse("2C"))
    assert table.director.pose(token).y > table.layout.message.bottom


def test_a_card_that_does_not_fit_goes_home_from_the_pile_and_says_why(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.drag(pilot.place_of(Card.parse("3S")), (table.layout.pile.x, table.layout.pile.y))
    assert table.session.position == 1
    assert "matches neither" in table.notice


def test_many_fast_clicks_make_one_move_each_at_most(pilot: Pilot) -> None:
    game = Game("plain", 2)
    table = pilot.sit_down(game, seed=3)
    pilot.wait()
    position = table.session.position
    for _ in range(12):
        pilot.click(table.layout.stock.x, table.layout.stock.y)
    assert table.session.position == position + 1, "the cards had not even moved yet"


def test_a_held_key_makes_one_move(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    for _ in range(5):
        pilot.key("d")
    assert table.session.position <= 2


def test_clicks_while_cards_move_play_nothing_and_hurry(pilot: Pilot) -> None:
    pilot.window.settings.set("speed", "slow")
    table = pilot.sit_down(Game("classic", 4), seed=2)
    pilot.tick()
    assert not table.director.idle
    began = table.director.now
    pilot.click(500, 620)
    assert table.session.position == 1
    pilot.tick(0.1)
    assert table.director.now - began > 0.3


def test_pointing_raises_a_card_and_names_it(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.move_to(*pilot.place_of(Card.parse("3S")))
    assert table.pointed.card is Card.parse("3S")
    pilot.frame()
    texts = [getattr(item.picture, "text", "") for item in table.sheet().items]
    assert "3 of spades" in texts


def test_playable_cards_stand_up_unless_switched_off(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    token = next(token for token in table.hand() if token.card is Card.parse("2C"))
    other = next(token for token in table.hand() if token.card is Card.parse("3S"))
    assert table.raised(token) > table.raised(other) == 0
    pilot.window.settings.set("show_playable", False)
    assert table.raised(token) == 0


# Buttons


def test_the_hint_names_a_card_and_why(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.press("hint")
    pilot.until(lambda: table.notice.startswith("Hint"))
    assert table.hinted in table.view.playable
    # Enter goes to that card, not to the first that can be played.
    pilot.key("enter")
    assert table.pointed is not None
    assert table.pointed.card is table.hinted


def test_the_hand_is_sorted_by_rank_and_by_suit(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    assert [str(token.card) for token in table.hand()] == ["3S", "8H", "9D", "2C"]
    pilot.press("sort")
    assert [str(token.card) for token in table.hand()] == ["2C", "3S", "8H", "9D"]
    pilot.key("t")
    assert [str(token.card) for token in table.hand()] == ["3S", "8H", "9D", "2C"]


def test_the_rules_open_beside_the_table_which_stays_playable(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.press("rules")
    strip = table.layout.rules
    assert strip is not None
    assert table.layout.hand.right <= strip.x
    before = table.rules.position
    pilot.frame()
    pilot.window.dispatch_event("on_mouse_scroll", round(strip.cx), 300, 0, -2)
    pilot.window.dispatch_events()
    assert table.rules.position > before
    pilot.click(*pilot.place_of(Card.parse("2C")))
    assert table.session.position == 2
    pilot.key("escape")
    assert not table.rules_open
    assert pilot.screen is table


def test_the_rules_hold_the_example_and_the_questions(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    lines = " ".join(line.text for line in table.rules._flow(400, table.type))
    assert "5♣" in lines or "5 of clubs" in lines
    assert "Questions" in lines


def test_the_rules_close_at_their_cross(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.press("rules")
    pilot.click(table.layout.rules.right - 20, table.layout.rules.y + 20)
    assert not table.rules_open


def test_a_new_round_in_mid_round_asks_first(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.press("new")
    assert table.session.match.round == 0
    assert "again" in table.notice
    pilot.press("new")
    assert table.session.match.round == 1
    pilot.until(lambda: table.director.idle)
    assert len(table.director.stage.hands[0]) == 4


def test_the_log_can_be_turned_back(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.press("draw")
    pilot.wait()
    pilot.window.dispatch_event("on_mouse_scroll", 1150, 400, 0, 1)
    pilot.window.dispatch_events()
    assert table.log_back == 1
    pilot.frame()


# Sizes


def test_every_card_can_be_clicked_after_each_resize(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    for size in SIZES:
        pilot.resize(*size)
        pilot.frame()
        assert table.size == size
        for token in table.hand():
            pilot.move_to(*pilot.place_of(token))
            assert table.pointed is token
            for _ in range(12):
                pilot.tick()
        for name, rect in table.layout.buttons.items():
            pilot.move_to(rect.cx, rect.cy)
            assert table.hovered == name


def test_a_hand_of_thirty_cards_can_be_played_from(pilot: Pilot) -> None:
    game = Game("classic", 2, options={"hand_size": 15, "decks": 2})
    table = pilot.sit_down(game, seed=4)
    for _ in range(15):
        pilot.wait()
        if table.session.over:
            return
        pilot.by_click(DRAW if DRAW in table.view.legal_moves else table.view.legal_moves[0])
    pilot.wait()
    assert len(table.hand()) == 30
    pilot.resize(800, 600)
    pilot.wait()
    for token in table.hand():
        pilot.move_to(*pilot.place_of(token))
        assert table.pointed is token
        pilot.until(lambda: not table.director.moving)


@pytest.mark.parametrize("players", range(2, 8))
def test_every_table_can_be_painted_at_every_size(pilot: Pilot, players: int) -> None:
    table = pilot.sit_down(Game("classic", players), seed=players)
    pilot.wait()
    for size in SIZES:
        pilot.resize(*size)
        frames = pilot.window.frames
        pilot.frame()
        assert pilot.window.frames > frames
    assert table.session.position == 1 or players > 2


# Motion and rest


def test_nothing_is_painted_while_nothing_changes(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    pilot.until(lambda: not table.animating)
    pilot.frame()
    frames = pilot.window.frames
    for _ in range(20):
        pilot.frame()
    assert pilot.window.frames == frames


def test_reduced_motion_ends_in_the_same_places(pilot: Pilot) -> None:
    pilot.window.settings.set("reduced_motion", True)
    table = open_stacked(pilot, *EIGHT)
    pilot.by_click(Move.parse("2C"))
    pilot.wait()
    stage = table.director.stage
    assert stage.pile[-2 if stage.discards > 2 else -1].card is not None
    assert table.director.pose(stage.top).x == table.layout.pile.x


def test_the_turn_light_moves_last(pilot: Pilot) -> None:
    table = open_stacked(pilot, *EIGHT)
    assert table.director.stage.turn == 0
    pilot.press("draw")
    pilot.tick()
    assert not table.director.idle
    assert table.director.stage.turn == 0


def test_a_reshuffle_moves_cards_from_the_pile_to_the_stock(pilot: Pilot) -> None:
    pilot.window.settings.set("speed", "normal")
    table = open_stacked(pilot, "2C 3S", "4S 5S", "9C")
    stage = table.director.stage
    stage.apply(Reshuffled(30, None))
    assert stage.stock == len(table.session.state.stock) + 30
    table.director._happen(Reshuffled(5, None))
    table.arrange()
    loose = table.director.stage.loose
    assert loose
    assert table.director.pose(loose[0]) == table.layout.pile
    pilot.until(lambda: not table.director.moving)
    assert table.director.pose(loose[0]).x == table.layout.stock.x
    assert "reshuffled" not in [badge.text for badge in table.director.badges]


def test_pending_cards_stand_at_the_stock(pilot: Pilot) -> None:
    answers = Rule("answer-two", "A 2 answers a 2.", "", lambda build: build.answers(build.rank("2")))
    game = Game("classic", 2, [answers], options={"hand_size": 2})
    deck = stacked(["3C 2H", "2C 5S"], "9C", "", game)

    class Twos:
        def choose(self, view: View) -> Move:
            return view.legal_moves[0]

    session = Session(game, [Seat("You"), Seat("Computer 1", Twos(), "twos")], 1, deck=deck)
    pilot.flow.seat(session)
    pilot.wait()
    pilot.by_click(Move.parse("3C"))
    pilot.wait()
    said = [getattr(item.picture, "text", "") for item in pilot.table.sheet().items]
    assert "+2" in said
    assert "Draw 2" in said
    assert pilot.table.prompt() == "Your turn: answer with a 2, or draw 2 cards"
    pilot.frame()


# Strategies that fail


def test_a_strategy_that_raises_is_told_in_the_log_and_the_game_goes_on(pilot: Pilot) -> None:
    class Broken:
        def choose(self, view: View) -> Move:
            raise ValueError("oh no")

    table = open_stacked(pilot, *EIGHT, strategy=Broken())
    pilot.press("draw")
    pilot.wait()
    assert table.my_turn
    assert any("oh no" in line for line in table.director.log)


def test_leaving_never_waits_for_a_strategy_that_hangs(pilot: Pilot) -> None:
    class Hanging:
        def choose(self, view: View) -> Move:
            time.sleep(60)
            raise AssertionError

    table = open_stacked(pilot, *EIGHT, strategy=Hanging())
    pilot.press("draw")
    pilot.until(lambda: table.controller.thinking is not None)
    began = time.monotonic()
    pilot.flow.leave_table()
    assert time.monotonic() - began < 10


def test_a_watched_table_plays_by_itself_and_takes_no_moves(pilot: Pilot) -> None:
    table = pilot.sit_down(Game("classic", 3), humans=(), seed=4)
    pilot.until(lambda: table.director.stage.discards > 3 or table.session.over)
    assert all(not token.face_up for hand in table.director.stage.hands for token in hand) or table.session.over
    pilot.key("d")
    assert "watching" in table.notice or table.session.over
    pilot.until(lambda: pilot.screen is not table)
    assert pilot.screen.title().endswith("wins") or pilot.screen.title() == "Nobody wins"


def test_the_window_hides_all_other_hands(pilot: Pilot) -> None:
    table = pilot.sit_down(Game("classic", 4), seed=6)
    pilot.wait()
    state: State = table.session.state
    shown = {item.picture.card for item in table.sheet().items if hasattr(item.picture, "card")}
    assert shown <= {*state.hands[0], *state.discard}


def test_tables_are_opened_from_requests(pilot: Pilot) -> None:
    game = Game("plain", 2)
    pilot.flow.open(TableRequest(game, (Seat("You"), Seat("Computer 1", Still(), "still")), 5))
    assert pilot.table.session.seed == 5
