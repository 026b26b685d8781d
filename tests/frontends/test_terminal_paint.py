"""The painter: whatever is on the table, and however large the window is, the screen fits and says what it must."""

from __future__ import annotations

import dataclasses
import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from crazyeights import SUITS, Card, Deck, Move, Outcome, Rank, Reason, Suit
from crazyeights.choices import Choice
from crazyeights_terminal.draft import Draft
from crazyeights_terminal.fullscreen.canvas import Canvas, Hit, cells, clip
from crazyeights_terminal.fullscreen.glyphs import ASCII, CONSOLE, UNICODE, choose_glyphs
from crazyeights_terminal.fullscreen.hand import COLOUR_NAMES, arrange, suit_style, written
from crazyeights_terminal.fullscreen.plan import MIN_HEIGHT, MIN_WIDTH, fits, make_plan
from crazyeights_terminal.fullscreen.scene import CARD_KEYS, Item, Line, Mode, Scene, Ui
from crazyeights_terminal.fullscreen.screen import paint
from crazyeights_terminal.fullscreen.snapshot import Score, Snapshot
from crazyeights_terminal.fullscreen.style import make_style
from crazyeights_terminal.sheet import Row

FACES = Deck(jokers=2).faces
SIZES = ((80, 24), (100, 30), (200, 50))
NAMES = st.text(st.characters(exclude_categories=("C", "Z", "M")), min_size=1, max_size=24)
COLOURS = tuple(
    Suit(name[0].upper(), name, name[0]) for name in ("reds", "greens", "blues", "yellows", "purples", "oranges")
)
COLOUR_RANKS = (*(Rank(str(n), str(n), n) for n in range(10)), Rank("+2", "plus two", 20), Rank("Skip", "skip", 20))
DECKS = (Deck(jokers=2), *(Deck(COLOURS[:count], COLOUR_RANKS, copies=2) for count in range(3, 7)))


def draft(card: Card, *seats: int, may_announce: bool = False) -> Draft:
    """A card for which something is to be chosen."""
    moves = tuple(Move.play(card, swap=seat) for seat in seats) or (Move.play(card, SUITS[0]),)
    return Draft(Choice(card, moves, SUITS if not seats else (), seats, False, may_announce))


def table(
    hand: tuple[Card, ...] = FACES[:5],
    players: int = 3,
    *,
    names: tuple[str, ...] | None = None,
    **changes: object,
) -> Snapshot:
    names = names or ("You", *(f"Computer {n}" for n in range(1, players)))
    top = Card.parse("8H")
    made = Snapshot(
        title="classic",
        names=names,
        score=Score(1, (0,) * players),
        people=(0,),
        you=0,
        hand=hand,
        playable=frozenset(hand[::2]),
        hand_sizes=(len(hand), *[5] * (players - 1)),
        to_move=0,
        top=top,
        shown_top=Card.parse("8D"),
        active_suit=SUITS[2],
        called_suit=SUITS[2],
        direction=1,
        stock=20,
        discards=7,
        pending=0,
        can_draw=True,
        can_pass=False,
        demand="match a diamond or an 8",
        suits=SUITS,
        caller="8",
        did=("",) * players,
    )
    return dataclasses.replace(made, **changes)  # type: ignore[arg-type]


@st.composite
def scenes(draw: st.DrawFn) -> Scene:
    """Any table that there can be, and anything that somebody may be doing at it."""
    players = draw(st.integers(2, 8))
    deck = draw(st.sampled_from(DECKS))
    cards = st.sampled_from(deck.faces)
    suits = st.sampled_from([None, *deck.suits])
    hand = tuple(draw(st.lists(cards, max_size=40 if deck is DECKS[0] else 20)))
    mode = draw(st.sampled_from(list(Mode)))
    over = mode is Mode.OVER or draw(st.booleans())
    revealed = tuple(tuple(draw(st.lists(cards, max_size=40))) for _ in range(players))
    numbers = st.tuples(*[st.integers(-999, 9999)] * players)
    rows = tuple(
        Row(at + 1, draw(st.one_of(st.none(), numbers)), draw(st.sampled_from([(), (0,), (0, 1)])))
        for at in range(draw(st.integers(1 if over else 0, 4)))
    )
    shown = table(
        hand,
        players,
        names=tuple(draw(NAMES) for _ in range(players)),
        score=Score(
            draw(st.integers(1, 99)),
            draw(numbers),
            draw(st.sampled_from(["", "The match ends when somebody has 100 points."])),
            draw(st.sampled_from(["", "to 100", "of 12"])),
            rows,
            draw(st.sampled_from(["", "The match is over: You win it with 100 points."])) if over else "",
        ),
        people=tuple(range(draw(st.integers(0, players)))),
        you=draw(st.sampled_from([None, *range(players)])),
        playable=frozenset(draw(st.lists(st.sampled_from(hand), max_size=9))) if hand else frozenset(),
        hand_sizes=tuple(draw(st.integers(0, 40)) for _ in range(players)),
        to_move=None if over else draw(st.integers(0, players - 1)),
        top=draw(cards),
        shown_top=draw(cards),
        suits=deck.suits,
        stock=draw(st.integers(0, 104)),
        pending=draw(st.integers(0, 12)),
        caller=draw(st.sampled_from(["8", "", "jack or joker", "jack of spades or jack of clubs"])),
        called_suit=draw(suits),
        active_suit=draw(suits),
        did=tuple(draw(st.sampled_from(["", "played 10♥, calls ♠", "was skipped"])) for _ in range(players)),
        title=draw(NAMES),
        demand=draw(st.text(max_size=200)),
        adding=draw(st.booleans()),
        giving=draw(st.booleans()),
        calling=draw(st.booleans()),
        levels=draw(st.one_of(st.none(), st.tuples(*[st.integers(1, 8)] * players))),
        partner=draw(st.sampled_from([None, *range(players)])),
        out=draw(st.frozensets(st.integers(0, players - 1), max_size=2)),
        announced=draw(st.booleans()),
        outcome=Outcome(draw(st.sampled_from([None, 0, 1])), Reason.EMPTY_HAND, (7,) * players) if over else None,
        verdict=draw(st.text(max_size=200)) if over else "",
        revealed=revealed if over else (),
    )
    seats = tuple(range(1, players))
    card = draw(cards)
    picked = draft(card, *(seats if mode is Mode.SEAT else ()), may_announce=draw(st.booleans()))
    ui = Ui(
        mode=mode if over or mode is not Mode.OVER else Mode.TABLE,
        cursor=draw(st.integers(0, 40)),
        preset=draw(suits),
        draft=None if mode is Mode.CHOOSE and card.suit is not None and draw(st.booleans()) else picked,
        aloud=draw(st.booleans()),
        choice=draw(st.integers(0, min(len(deck.suits), len(seats)) - 1)),
        typed=draw(st.text(max_size=100)),
        scroll=draw(st.integers(0, 500)),
        message=draw(st.text(max_size=300)),
        waiting_for=draw(st.integers(0, players - 1)),
        log=draw(st.lists(st.text(max_size=120), max_size=30)),
    )
    return Scene(
        shown,
        ui,
        glyphs=draw(st.sampled_from([UNICODE, CONSOLE, ASCII])),
        show_playable=draw(st.booleans()),
        thinking=draw(st.sampled_from([None, *range(players)])),
        tick=draw(st.integers(0, 99)),
        panel=tuple(Line(text) for text in draw(st.lists(st.text(max_size=300), max_size=40))),
        items=tuple(Item(f"option {n}", "value" * n, "detail " * n) for n in range(draw(st.integers(1, 60)))),
        by_hand=draw(st.booleans()),
        told=draw(st.text(max_size=400)),
    )


class TestAnything:
    @settings(max_examples=160, deadline=None)
    @given(scene=scenes(), width=st.integers(0, 210), height=st.integers(0, 60))
    def test_every_screen_fits_its_window(self, scene: Scene, width: int, height: int) -> None:
        canvas = paint(scene, width, height)
        rows = canvas.rows()
        assert len(rows) == height
        for line, row in zip(canvas.lines(), rows, strict=True):
            assert wcswidth(line) == width
            assert "".join(text for _, text in row).rstrip() == line.rstrip()
        if scene.glyphs.ascii:
            assert all(line.isascii() for line in canvas.lines())

    @settings(max_examples=100, deadline=None)
    @given(scene=scenes(), size=st.sampled_from([(MIN_WIDTH, MIN_HEIGHT), (80, 23), *SIZES, (91, 28), (131, 37)]))
    def test_the_hand_can_be_reached_and_read(self, scene: Scene, size: tuple[int, int]) -> None:
        scene = dataclasses.replace(scene, ui=dataclasses.replace(scene.ui, mode=Mode.TABLE))
        canvas = paint(scene, *size)
        for index, card in enumerate(scene.table.hand):
            place = canvas.find(Hit("play", index))
            assert place is not None, f"card {index} is not on the screen:\n" + "\n".join(canvas.lines())
            row = [y for y in range(canvas.height) if any(_hits(canvas, y, index))]
            shown = ["".join(_texts(canvas, y, index)) for y in row]
            # Where the names of cards are long, so much of them that they can be told apart.
            face = written(card, scene.glyphs)
            assert any(face in text for text in shown), (card, shown)

    @settings(max_examples=200, deadline=None)
    @given(count=st.integers(0, 40), width=st.integers(68, 200), height=st.integers(6, 14))
    def test_a_hand_takes_no_more_than_its_room(self, count: int, width: int, height: int) -> None:
        plan = arrange(count, width, height, make_plan(200, 50).hand_sizes)
        assert plan.rows * plan.per_row >= count
        assert plan.row_width(min(plan.per_row, count)) <= width
        assert plan.height <= height

    @given(width=st.integers(MIN_WIDTH, 400), height=st.integers(MIN_HEIGHT, 120))
    def test_the_parts_of_the_table_follow_each_other(self, width: int, height: int) -> None:
        plan = make_plan(width, height)
        rows = [
            plan.header,
            plan.opponents,
            plan.opponents + plan.opponent_rows,
            plan.piles + plan.pile[1],
            plan.prompt,
            plan.hand,
            plan.hand + plan.hand_height,
            plan.message + plan.message_rows,
            plan.status,
        ]
        assert rows == sorted(rows)
        assert plan.header >= 0
        assert plan.status < height
        assert plan.left >= 0
        assert plan.left + plan.width <= width


def _hits(canvas: Canvas, y: int, index: int) -> list[bool]:
    return [canvas.hit_at(x, y) == Hit("play", index) for x in range(canvas.width)]


def _texts(canvas: Canvas, y: int, index: int) -> list[str]:
    line = canvas._text[y]
    return [line[x] for x, hit in enumerate(_hits(canvas, y, index)) if hit]


def shown(scene: Scene, width: int = 80, height: int = 24) -> str:
    return "\n".join(line.rstrip() for line in paint(scene, width, height).lines())


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("glyphs", [UNICODE, CONSOLE, ASCII])
class TestTable:
    def test_opponents_are_named_in_seat_order_with_their_cards(self, size: tuple[int, int], glyphs: object) -> None:
        scene = Scene(table(players=4, hand_sizes=(5, 9, 1, 14), you=1), Ui(), glyphs)  # type: ignore[arg-type]
        lines = shown(scene, *size).splitlines()
        names = next(line for line in lines if "Computer 2" in line and "Computer 3" in line and "round" not in line)
        assert names.index("Computer 2") < names.index("Computer 3") < names.index("You")
        sizes = lines[lines.index(names) + 1]
        assert sizes.index("last card!") < sizes.index("14 ") < sizes.index(" 5 ")

    def test_the_turn_is_marked(self, size: tuple[int, int], glyphs: object) -> None:
        scene = Scene(table(players=4, to_move=2), Ui(), glyphs)  # type: ignore[arg-type]
        text = shown(scene, *size)
        assert f"{scene.glyphs.pointer} Computer 2" in text
        assert f"{scene.glyphs.pointer} Computer 1" not in text

    def test_the_called_suit_is_shown_three_times(self, size: tuple[int, int], glyphs: object) -> None:
        scene = Scene(table(), Ui(), glyphs)  # type: ignore[arg-type]
        text = shown(scene, *size)
        eight, sign = scene.glyphs.card(Card.parse("8D")), scene.glyphs.suit(SUITS[2])
        assert eight in text
        assert f"{scene.glyphs.card(Card.parse('8H'))} called {sign}" in text
        assert f"[{sign}]" in text

    def test_stock_direction_scores_and_pending_draws(self, size: tuple[int, int], glyphs: object) -> None:
        shown_table = table(stock=31, direction=-1, score=Score(1, (34, 12, 57)), pending=4)
        scene = Scene(shown_table, Ui(), glyphs)  # type: ignore[arg-type]
        text = shown(scene, *size)
        assert "stock 31" in text
        assert f"{scene.glyphs.anticlockwise} anticlockwise" in text
        assert "You 34  Computer 1 12  Computer 2 57" in text
        assert "4 cards to draw" in text

    def test_playable_cards_are_higher_and_have_their_key(self, size: tuple[int, int], glyphs: object) -> None:
        hand = tuple(Card.parse(text) for text in ("4S", "9S", "3D", "10D"))
        scene = Scene(table(hand, playable=frozenset(hand[2:])), Ui(cursor=3), glyphs)  # type: ignore[arg-type]
        canvas = paint(scene, *size)
        tops = [canvas.find(Hit("play", index)) for index in range(4)]
        rows = [place[1] for place in tops if place is not None]
        assert rows[0] == rows[1] == rows[2] + 1 == rows[3] + 1
        text = shown(scene, *size)
        assert scene.glyphs.frame.bottom_left + scene.glyphs.frame.across + "3" in text
        assert scene.glyphs.heavy.bottom_left + scene.glyphs.heavy.across + "4" in text
        assert scene.glyphs.frame.across + "1" + scene.glyphs.frame.across not in text

    def test_the_buttons_have_their_keys(self, size: tuple[int, int], glyphs: object) -> None:
        text = shown(Scene(table(), Ui(), glyphs), *size)  # type: ignore[arg-type]
        for button in ("[D]raw", "[H]int", "sor[T]", "[R]ules", "s[C]ores", "[N]ew", "[G]ame", "[O]ptions", "[Q]uit"):
            assert button in text
        assert "[P]ass" not in text, "passing is not possible now, and the button shows it"


PHASES: dict[str, dict[str, object]] = {
    "my turn": {"announced": True},
    "adding": {"adding": True, "announced": True},
    "giving": {"giving": True, "announced": True},
    "calling": {"calling": True, "playable": frozenset()},
    "another's turn": {"to_move": 1},
    "the end": {"to_move": None},
    "looking on": {"you": None, "people": (), "hand": (), "to_move": 1},
}


@pytest.mark.parametrize("by_hand", [True, False])
@pytest.mark.parametrize("glyphs", [UNICODE, ASCII])
@pytest.mark.parametrize("phase", PHASES)
class TestTheNarrowestWindow:
    def test_the_buttons_and_the_keys_at_the_foot_are_whole(self, phase: str, glyphs: object, by_hand: bool) -> None:
        scene = Scene(table(**PHASES[phase]), Ui(), glyphs, pace="0.8 s", by_hand=by_hand)  # type: ignore[arg-type]
        lines = shown(scene, MIN_WIDTH, MIN_HEIGHT).splitlines()
        foot = next(line for line in reversed(lines) if line.strip())
        assert foot.endswith("? help")
        row = next(line for line in lines if "[R]ules" in line)
        assert row.rstrip().endswith("[Q]uit")
        for word in ("[N]ew", "[G]ame", "[O]ptions"):
            assert word in row
        if phase == "adding":
            assert "done[P]" in row
        assert ("last[!]" in row) == (by_hand and bool(PHASES[phase].get("announced")))


class TestWhatIsAsked:
    def test_what_is_to_be_done_is_never_cut_off(self) -> None:
        long = "match a diamond or a queen, or play an ace, a jack or a joker"
        stuck = table(playable=frozenset(), demand=long, can_draw=True)
        for width, said in ((MIN_WIDTH, "you can't play, so draw."), (120, f"{long}: you can't, so draw.")):
            assert said in shown(Scene(stuck, Ui()), width, 30)
        pending = table(playable=frozenset(), demand=f"{long}, or draw 12 cards", pending=12)
        assert "you must draw 12 cards." in shown(Scene(pending, Ui()), MIN_WIDTH, MIN_HEIGHT)
        answer = table(demand=f"{long}, or draw 12 cards", pending=12)
        assert "answer or draw 12 cards." in shown(Scene(answer, Ui()), MIN_WIDTH, MIN_HEIGHT)

    def test_after_drawing_it_is_said_once(self) -> None:
        demand = "pass, for the card that you drew can't be played"
        scene = Scene(table(playable=frozenset(), demand=demand, can_draw=False, can_pass=True), Ui())
        assert f"Your turn  {demand}." in shown(scene)


class TestDecksOfOnesOwn:
    HAND = tuple(Card(rank, suit) for suit in COLOURS[:2] for rank in COLOUR_RANKS[-3:])

    @pytest.mark.parametrize("size", [(MIN_WIDTH, MIN_HEIGHT), *SIZES])
    def test_long_names_and_six_suits(self, size: tuple[int, int]) -> None:
        scene = Scene(table(self.HAND, suits=COLOURS, top=self.HAND[0], shown_top=self.HAND[0], called_suit=None), Ui())
        text = shown(scene, *size)
        assert "Skipr" in text
        assert "Skipg" in text
        canvas = paint(scene, *size)
        for index in range(6):
            assert canvas.find(Hit("preset", index)) is not None

    def test_a_very_long_name_loses_its_end_and_not_its_suit(self) -> None:
        card = Card(Rank("Wilddrawfour", "wild draw four", 50), COLOURS[0])
        assert written(card, UNICODE) == "Wilddr…r"
        assert written(card, UNICODE, 5) == "Wil…r"

    @pytest.mark.parametrize("count", [2, 3, 4, 5, 6, 9, 12])
    def test_every_suit_can_be_chosen(self, count: int) -> None:
        suits = tuple(Suit(letter, f"{letter}s", letter.lower()) for letter in "ABCDEFGHIJKL"[:count])
        card = Card(COLOUR_RANKS[0], suits[0])
        for choice in range(count):
            ui = Ui(mode=Mode.CHOOSE, draft=draft(card), choice=choice)
            canvas = paint(Scene(table(suits=suits, top=card, shown_top=card), ui), MIN_WIDTH, MIN_HEIGHT)
            assert canvas.find(Hit("choose", choice)) is not None

    def test_suits_named_after_a_colour_have_it(self) -> None:
        style = make_style("two")
        for name in COLOUR_NAMES:
            suit = Suit(name[0].upper(), f"{name}s", name[0])
            assert suit_style(suit, (suit,)) == f"class:suit.{name}"
            assert style.get_attrs_for_style_str(f"class:suit.{name}").color == {"blue": "ansibrightblue"}.get(
                name, f"ansi{name}"
            )
            assert make_style("mono").get_attrs_for_style_str(f"class:suit.{name}").color == ""


class TestManyAndMuch:
    def test_seven_players_at_80_columns_can_be_told_apart(self) -> None:
        sizes = (5, 12, 1, 3, 10, 2, 7)
        text = shown(Scene(table(players=7, hand_sizes=sizes, score=Score(1, (999,) * 7)), Ui()))
        lines = text.splitlines()
        names = next(line for line in lines if "Comp. 1" in line)
        for n, size in enumerate(sizes[1:], 1):
            column = names.index(f"Comp. {n}")
            below = lines[lines.index(names) + 1][column - 1 : column + 10]
            assert ("last" if size == 1 else str(size)) in below
        assert "C6 999" in lines[0]

    def test_thirty_cards_are_all_there_with_their_keys(self) -> None:
        hand = FACES[:30]
        text = shown(Scene(table(hand, playable=frozenset(hand)), Ui(cursor=0)))
        assert all(card.sign in text for card in hand)
        labels = [f"─{key}─" for key in CARD_KEYS[1:30]]
        assert [label for label in labels if label not in text] == []

    def test_more_cards_than_boxes_have_room_become_words(self) -> None:
        hand = FACES[:40]
        text = shown(Scene(table(hand, playable=frozenset(hand[:3])), Ui(cursor=5)), MIN_WIDTH, MIN_HEIGHT)
        assert f"[{hand[0].sign}]" in text
        assert f"►{hand[5].sign}" in text
        assert hand[39].sign in text

    def test_a_larger_window_has_larger_cards(self) -> None:
        small, medium, large = (make_plan(*size) for size in SIZES)
        assert small.pile < medium.pile < large.pile
        assert small.hand_sizes[0] < medium.hand_sizes[0] < large.hand_sizes[0]

    def test_a_large_card_has_its_pips_and_a_court_card_its_frame(self) -> None:
        pips = paint(Scene(table((), shown_top=Card.parse("10C"), to_move=1), Ui()), 200, 50)
        # Two corners, ten pips, the suit to match and the suit to call.
        assert "\n".join(pips.lines()).count("♣") == 14
        court = shown(Scene(table((), shown_top=Card.parse("QC"), to_move=1), Ui()), 200, 50)
        assert "│ Q │" in court


class TestTooSmall:
    @pytest.mark.parametrize("size", [(MIN_WIDTH - 1, 40), (200, MIN_HEIGHT - 1), (20, 5)])
    def test_it_says_what_is_needed(self, size: tuple[int, int]) -> None:
        text = " ".join(shown(Scene(table(), Ui()), *size).split())
        assert f"{size[0]}x{size[1]}" in text
        assert f"{MIN_WIDTH}x{MIN_HEIGHT}" in text
        assert not fits(*size)

    def test_no_dialog_is_drawn_either(self) -> None:
        assert "Call a suit" not in shown(Scene(table(), Ui(mode=Mode.CHOOSE, draft=draft(Card.parse("8H")))), 60, 24)


class TestDialogs:
    def test_the_chooser_counts_what_is_held_without_the_eight_itself(self) -> None:
        hand = tuple(Card.parse(text) for text in ("8H", "2H", "3H", "5C"))
        text = shown(Scene(table(hand), Ui(mode=Mode.CHOOSE, draft=draft(hand[0]), choice=1)))
        assert "S hold 0" in text
        assert "H hold 2" in text
        assert "D hold 0" in text
        assert "C hold 1" in text

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("mode", [Mode.CHOOSE, Mode.ASK_QUIT, Mode.ASK_NEW])
    def test_the_piles_and_the_turn_stay_in_sight(self, size: tuple[int, int], mode: Mode) -> None:
        text = shown(Scene(table(), Ui(mode=mode, draft=draft(Card.parse("8H")))), *size)
        assert "8♥ called ♦" in text
        assert "Your turn" in text

    def test_no_click_reaches_the_table_behind_a_dialog(self) -> None:
        canvas = paint(Scene(table(), Ui(mode=Mode.ASK_QUIT)), 80, 24)
        assert canvas.find(Hit("draw")) is None
        assert canvas.find(Hit("yes")) is not None
        assert canvas.find(Hit("cancel")) is not None

    def test_handing_over_shows_no_card(self) -> None:
        hand = (Card.parse("QS"),)
        text = shown(Scene(table(hand), Ui(mode=Mode.HAND_OVER, waiting_for=1)))
        assert "Pass the keyboard to Computer 1" in text
        assert "Q♠" not in text

    @pytest.mark.parametrize("size", [(MIN_WIDTH, MIN_HEIGHT), *SIZES])
    def test_the_end_shows_all_hands_and_scores(self, size: tuple[int, int]) -> None:
        hands = tuple(FACES[at * 5 : at * 5 + 5 if at else 0] for at in range(7))
        outcome = Outcome(0, Reason.EMPTY_HAND, (77, *[0] * 6))
        shown_table = table(
            (),
            7,
            to_move=None,
            outcome=outcome,
            verdict="You win with an empty hand and score 77 points.",
            revealed=hands,
            score=Score(1, (177, *[3] * 6), rows=(Row(1, outcome.points, (0,)),)),
        )
        text = shown(Scene(shown_table, Ui(mode=Mode.OVER)), *size)
        assert "You win  with an empty hand and score 77 points." in text
        assert re.search(r"You .* \+77 +177", text)
        assert all(card.sign in text for hand in hands for card in hand)
        assert "[N]ew round" in text


class TestGlyphs:
    class Stream:
        encoding = "utf-8"

    @pytest.mark.parametrize(
        ("charset", "env", "expected"),
        [
            ("auto", {"LANG": "en_GB.UTF-8", "TERM": "xterm-256color"}, UNICODE),
            ("auto", {"LANG": "en_GB.UTF-8", "TERM": "linux"}, CONSOLE),
            ("auto", {"LC_ALL": "C", "LANG": "en_GB.UTF-8", "TERM": "xterm"}, ASCII),
            ("auto", {"LANG": "en_GB.UTF-8", "TERM": "vt100"}, ASCII),
            ("unicode", {"LC_ALL": "C", "TERM": "xterm"}, UNICODE),
            ("ascii", {"LANG": "en_GB.UTF-8", "TERM": "xterm"}, ASCII),
        ],
    )
    def test_flag_before_setting_before_locale(self, charset: str, env: dict[str, str], expected: object) -> None:
        assert choose_glyphs(charset, self.Stream(), env) is expected  # type: ignore[arg-type]

    @pytest.mark.parametrize("glyphs", [UNICODE, CONSOLE, ASCII])
    def test_every_character_is_one_cell_wide(self, glyphs: object) -> None:
        for value in dataclasses.astuple(glyphs):  # type: ignore[call-overload]
            parts = [value] if isinstance(value, str) else value if isinstance(value, tuple) else []
            assert all(wcswidth(part) == len(part) for part in parts)


class TestCanvas:
    def test_wide_characters_are_cut_at_the_edge_and_not_in_the_middle(self) -> None:
        canvas = Canvas(5, 1)
        canvas.put(0, 0, "ab漢字漢字")
        assert canvas.lines() == ["ab漢 "]

    @pytest.mark.parametrize("name", ["\U0001f1e6\U0001f1e6", "\U0001f44d\U0001f3fb", "\U0001f1e6 \U0001f1e6"])
    def test_what_terminals_join_does_not_move_the_rest(self, name: str) -> None:
        canvas = Canvas(12, 1)
        end = canvas.put(0, 0, name)
        assert end == cells(name)
        assert wcswidth(canvas.lines()[0]) == 12

    def test_clipping_counts_cells(self) -> None:
        assert clip("漢字漢字", 5) == "漢字…"
        assert cells(clip("漢字漢字", 4)) <= 4
        assert clip("short", 5) == "short"
