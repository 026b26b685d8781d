"""The painter: whatever is on the table, and however large the window is, the screen fits and says what it must."""

from __future__ import annotations

import dataclasses

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from wcwidth import wcswidth

from crazyeights import SUITS, Card, Deck, Outcome, Reason
from crazyeights_terminal.fullscreen.canvas import Canvas, Hit, cells, clip
from crazyeights_terminal.fullscreen.glyphs import ASCII, CONSOLE, UNICODE, choose_glyphs
from crazyeights_terminal.fullscreen.hand import arrange
from crazyeights_terminal.fullscreen.plan import MIN_HEIGHT, MIN_WIDTH, fits, make_plan
from crazyeights_terminal.fullscreen.scene import CARD_KEYS, Line, Mode, Scene, Snapshot, Ui
from crazyeights_terminal.fullscreen.screen import paint

FACES = Deck(jokers=2).faces
SIZES = ((80, 24), (100, 30), (200, 50))
NAMES = st.text(st.characters(exclude_categories=("C", "Z", "M")), min_size=1, max_size=24)


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
        round=1,
        names=names,
        scores=(0,) * players,
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
    players = draw(st.integers(2, 7))
    hand = tuple(draw(st.lists(st.sampled_from(FACES), max_size=40)))
    mode = draw(st.sampled_from(list(Mode)))
    over = mode is Mode.OVER or draw(st.booleans())
    revealed = tuple(tuple(draw(st.lists(st.sampled_from(FACES), max_size=40))) for _ in range(players))
    shown = table(
        hand,
        players,
        names=tuple(draw(NAMES) for _ in range(players)),
        scores=tuple(draw(st.integers(-999, 9999)) for _ in range(players)),
        people=tuple(range(draw(st.integers(0, players)))),
        you=draw(st.sampled_from([None, *range(players)])),
        hand_sizes=tuple(draw(st.integers(0, 40)) for _ in range(players)),
        to_move=None if over else draw(st.integers(0, players - 1)),
        stock=draw(st.integers(0, 104)),
        pending=draw(st.integers(0, 12)),
        caller=draw(st.sampled_from(["8", "", "jack or joker", "jack of spades or jack of clubs"])),
        called_suit=draw(st.sampled_from([None, *SUITS])),
        active_suit=draw(st.sampled_from([None, *SUITS])),
        did=tuple(draw(st.sampled_from(["", "played 10♥, calls ♠", "was skipped"])) for _ in range(players)),
        title=draw(NAMES),
        demand=draw(st.text(max_size=200)),
        outcome=Outcome(draw(st.sampled_from([None, 0, 1])), Reason.EMPTY_HAND, (7,) * players) if over else None,
        revealed=revealed if over else (),
    )
    ui = Ui(
        mode=mode if over or mode is not Mode.OVER else Mode.TABLE,
        cursor=draw(st.integers(0, 40)),
        preset=draw(st.sampled_from([None, *SUITS])),
        choosing=Card.parse("8H"),
        choice=draw(st.integers(0, 3)),
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
        options=tuple((f"option {n}", "value" * n) for n in range(9)),
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
            assert any(scene.glyphs.card(card) in text for text in shown), (card, shown)

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
        shown_table = table(stock=31, direction=-1, scores=(34, 12, 57), pending=4)
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
        for button in ("[D]raw", "[H]int", "sor[T]", "[R]ules", "[N]ew round", "[O]ptions", "[Q]uit"):
            assert button in text
        assert "[P]ass" not in text, "passing is not possible now, and the button shows it"


class TestManyAndMuch:
    def test_seven_players_at_80_columns_can_be_told_apart(self) -> None:
        sizes = (5, 12, 1, 3, 10, 2, 7)
        text = shown(Scene(table(players=7, hand_sizes=sizes, scores=(999,) * 7), Ui()))
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
        assert "Call a suit" not in shown(Scene(table(), Ui(mode=Mode.CHOOSE, choosing=Card.parse("8H"))), 60, 24)


class TestDialogs:
    def test_the_chooser_counts_what_is_held_without_the_eight_itself(self) -> None:
        hand = tuple(Card.parse(text) for text in ("8H", "2H", "3H", "5C"))
        text = shown(Scene(table(hand), Ui(mode=Mode.CHOOSE, choosing=hand[0], choice=1)))
        assert "S hold 0" in text
        assert "H hold 2" in text
        assert "D hold 0" in text
        assert "C hold 1" in text

    @pytest.mark.parametrize("size", SIZES)
    @pytest.mark.parametrize("mode", [Mode.CHOOSE, Mode.ASK_QUIT, Mode.ASK_NEW])
    def test_the_piles_and_the_turn_stay_in_sight(self, size: tuple[int, int], mode: Mode) -> None:
        text = shown(Scene(table(), Ui(mode=mode, choosing=Card.parse("8H"))), *size)
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
        scene = Scene(
            table((), 7, to_move=None, outcome=outcome, revealed=hands, scores=(177, *[3] * 6)), Ui(mode=Mode.OVER)
        )
        text = shown(scene, *size)
        assert "You win" in text
        assert "with an empty hand and score 77 points" in text
        assert "+77    177" in text
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

    def test_clipping_counts_cells(self) -> None:
        assert clip("漢字漢字", 5) == "漢字…"
        assert cells(clip("漢字漢字", 4)) <= 4
        assert clip("short", 5) == "short"
