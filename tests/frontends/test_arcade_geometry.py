"""Where things are on the table, for any size of the window, any hand and any number of players. Needs no display."""

from __future__ import annotations

import math
import subprocess
import sys

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crazyeights_arcade.damage import bounds_of, damaged, overlap
from crazyeights_arcade.geometry import ARC_STARTS, Pose, Rect, arc_thickness, bounds, corners, fan, hits, topmost
from crazyeights_arcade.layout import BUTTONS, MINIMUM, TableLayout, lay_out
from crazyeights_arcade.motion import Glide, ease_out
from crazyeights_arcade.pictures import Back, Box, Item, shorten, shorten_name, text_width, wrap

sizes = st.tuples(st.integers(MINIMUM[0], 3840), st.integers(MINIMUM[1], 2160))
switches = st.booleans()
SLACK = 0.6


@st.composite
def layouts(draw: st.DrawFn) -> TableLayout:
    width, height = draw(sizes)
    buttons = tuple(name for name in BUTTONS if name != "announce" or draw(switches))
    return lay_out(
        width,
        height,
        draw(st.integers(2, 8)),
        draw(st.integers(1, 12)),
        buttons=buttons,
        large=draw(switches),
        rules=draw(switches),
    )


@settings(max_examples=300, deadline=None)
@given(layouts(), st.integers(1, 40))
def test_all_cards_of_a_hand_lie_inside_the_window(layout: TableLayout, count: int) -> None:
    poses = layout.fan(count)
    assert len(poses) == count
    for pose in (*poses, *(pose.moved(0, -layout.raise_) for pose in poses)):
        for x, y in corners(pose, layout.card, layout.card_height):
            assert -SLACK <= x <= layout.area.right + SLACK
            assert -SLACK <= y <= layout.height + SLACK


@settings(max_examples=300, deadline=None)
@given(layouts(), st.integers(1, 40), st.floats(0, 1), st.floats(0, 1), st.data())
def test_the_visible_part_of_each_card_is_hit_as_that_card(
    layout: TableLayout, count: int, across: float, down: float, data: st.DataObject
) -> None:
    poses = layout.fan(count)
    at = data.draw(st.integers(0, count - 1))
    pose = poses[at].moved((across - 0.5) * layout.card * 0.99, (down - 0.5) * layout.card_height * 0.99)
    over = [
        index for index in range(at + 1, count) if hits(poses[index], layout.card, layout.card_height, pose.x, pose.y)
    ]
    assert topmost(poses, layout.card, layout.card_height, pose.x, pose.y) == (max(over) if over else at)


@settings(max_examples=300, deadline=None)
@given(layouts(), st.integers(1, 40))
def test_every_card_of_a_hand_can_be_hit_at_its_corner_index(layout: TableLayout, count: int) -> None:
    poses = layout.fan(count)
    for at, pose in enumerate(poses):
        # As far to the left and as far up as the index begins.
        place = pose.moved(-0.47 * layout.card, -0.44 * layout.card_height)
        assert topmost(poses, layout.card, layout.card_height, place.x, place.y) == at


@settings(max_examples=300, deadline=None)
@given(layouts())
def test_nothing_on_the_table_lies_outside_the_window_or_on_one_another(layout: TableLayout) -> None:
    window = Rect(0, 0, layout.width, layout.height).inset(-SLACK)
    buttons = list(layout.buttons.values())
    seats = [place.pill for place in layout.places]
    for rect in (*buttons, *seats, *layout.signs, layout.message, layout.me, *(place.cards for place in layout.places)):
        assert window.x <= rect.x
        assert rect.right <= window.right
        assert window.y <= rect.y
        assert rect.bottom <= window.bottom
    piles = [Rect.around(pose.x, pose.y, layout.card, layout.card_height) for pose in (layout.stock, layout.pile)]
    cards = [place.cards for place in layout.places]
    apart = [*buttons, *seats, *cards, *piles, *layout.signs, layout.message, layout.me]
    for at, one in enumerate(apart):
        for other in apart[at + 1 :]:
            assert not overlap(one.inset(0.5), other.inset(0.5)), (one, other)
    assert layout.log is None or layout.log.h > 0


@settings(max_examples=300, deadline=None)
@given(layouts())
def test_the_arrows_touch_neither_the_piles_nor_the_suits(layout: TableLayout) -> None:
    arcs = layout.arcs
    thick = arc_thickness(arcs.h)
    cards = [Rect.around(pose.x, pose.y, layout.card, layout.card_height) for pose in (layout.stock, layout.pile)]
    for start in ARC_STARTS:
        for part in range(21):
            turn = math.radians(start + layout.sweep * part / 20)
            x = (arcs.w / 2 - 4 * thick) * math.cos(turn)
            y = arcs.cy + (arcs.h / 2 - 4 * thick) * math.sin(turn)
            for side in (-1, 1):
                assert not any(rect.contains(arcs.cx + side * x, y) for rect in (*cards, *layout.signs))


@pytest.mark.parametrize("size", [(640, 480), (1280, 720), (3840, 2160)])
def test_a_table_of_twenty_has_a_place_for_everybody_inside_the_window(size: tuple[int, int]) -> None:
    layout = lay_out(*size, 20)
    pills = [place.pill for place in layout.places]
    assert len(pills) == 19
    for at, pill in enumerate(pills):
        assert pill.w > 10
        assert pill.x >= 0
        assert pill.right <= layout.area.right
        assert not any(overlap(pill.inset(0.5), other.inset(0.5)) for other in pills[at + 1 :])


@pytest.mark.parametrize("players", range(2, 9))
def test_play_that_goes_to_higher_seats_goes_round_clockwise_on_screen(players: int) -> None:
    layout = lay_out(1280, 720, players)
    middle = layout.area.cx, layout.pile.y
    xs = [place.pill.cx for place in layout.places]
    assert xs == sorted(xs) or players > 5
    assert layout.places[0].pill.cx <= middle[0] <= layout.places[-1].pill.cx + 1


def test_seats_of_a_round_table_are_as_far_left_as_right() -> None:
    for players in range(2, 9):
        layout = lay_out(1500, 900, players)
        for one, other in zip(layout.places, reversed(layout.places), strict=True):
            assert one.pill.cx - layout.area.cx == pytest.approx(layout.area.cx - other.pill.cx, abs=0.01)


def test_a_small_window_has_a_bar_and_a_wide_one_a_panel() -> None:
    small, wide = lay_out(800, 600, 4), lay_out(1280, 720, 4)
    assert small.bar is not None
    assert small.panel is None
    assert wide.panel is not None
    assert wide.bar is None


def test_a_window_below_the_minimum_is_laid_out_as_the_minimum() -> None:
    assert lay_out(100, 80, 3) == lay_out(*MINIMUM, 3)


def test_a_raised_card_slides_along_its_own_axis() -> None:
    assert Pose(10, 10, 90).moved(0, -5) == pytest.approx(Pose(15, 10, 90)) or Pose(10, 10, 90).moved(0, -5).x == 15


def test_an_empty_fan_has_no_cards() -> None:
    assert fan(0, Rect(0, 0, 100, 100), 10, 14, 2) == ()


def test_a_hand_too_large_for_one_row_gets_two() -> None:
    layout = lay_out(800, 600, 2)
    assert len({round(pose.y) for pose in layout.fan(40)}) > len({round(pose.y) for pose in layout.fan(9)})
    box = bounds(layout.fan(40), layout.card, layout.card_height)
    assert box.bottom <= layout.me.y + 1


@given(st.floats(0, 1), st.floats(0, 1))
def test_easing_goes_forward_from_0_to_1(one: float, other: float) -> None:
    assert ease_out(0) == 0
    assert ease_out(1) == 1
    assert (ease_out(one) <= ease_out(other)) == (one <= other) or ease_out(one) == ease_out(other)


def test_a_glide_ends_exactly_where_it_should() -> None:
    glide = Glide(Pose(0, 0), Pose(100, 50, 8, 0.5), began=1.0, lasts=0.5, arc=0.1)
    assert glide.pose(0.9) == Pose(0, 0)
    assert 0 < glide.pose(1.1).x < 100
    assert glide.pose(1.5) == Pose(100, 50, 8, 0.5)
    assert glide.done(1.5)


def test_with_reduced_motion_a_card_is_there_at_once_and_fades_in() -> None:
    glide = Glide(Pose(0, 0), Pose(9, 9), began=0.0, lasts=1.0, fade=True)
    assert glide.pose(0.1) == Pose(9, 9)
    assert 0 < glide.alpha(0.1) < glide.alpha(0.5) < 1


def test_only_what_changed_is_painted_again() -> None:
    window = Rect(0, 0, 1000, 1000)
    table = [Item(Box(1000, 1000), 500, 500), Item(Back(50), 100, 100), Item(Back(60), 700, 700)]
    moved = [*table[:2], Item(Back(60), 720, 700, 30)]
    assert damaged(table, table, window) == []
    (rect,) = damaged(table, moved, window)
    assert rect.contains(700, 700)
    assert rect.contains(720, 700)
    assert not overlap(rect, bounds_of(table[1]))
    assert damaged(table, [table[0], table[2], table[1]], window) == [window]


@given(st.lists(st.tuples(st.integers(0, 900), st.integers(0, 900)), max_size=30))
def test_places_that_are_painted_again_cover_every_change_and_never_overlap(places: list[tuple[int, int]]) -> None:
    ground = Item(Box(1000, 1000), 500, 500)
    items = [ground, *(Item(Back(20 + at), x, y) for at, (x, y) in enumerate(places))]
    rects = damaged([ground], items, Rect(0, 0, 1000, 1000))
    for at, one in enumerate(rects):
        assert not any(overlap(one, other) for other in rects[at + 1 :])
    for item in items[1:]:
        assert any(rect.contains(item.x, item.y) for rect in rects)


@given(st.text(st.characters(categories=["L", "N"]), max_size=60), st.integers(20, 300))
def test_shortened_text_fits(text: str, width: int) -> None:
    short = shorten(text, 14, width)
    assert text_width(short, 14) <= width or short == "…"


def test_a_shortened_name_keeps_its_number() -> None:
    full = text_width("Computer 17", 13, bold=True)
    assert shorten_name("Computer 17", 13, full) == "Computer 17"
    assert shorten_name("Computer 17", 13, full - 1).endswith("… 17")
    assert text_width(shorten_name("Computer 17", 13, 60), 13, bold=True) <= 60
    assert shorten_name("Annabelle", 13, 40) == shorten("Annabelle", 13, 40, bold=True)


@given(st.lists(st.text("abcdef", min_size=1, max_size=30), max_size=12), st.integers(60, 300))
def test_wrapped_text_fits_and_loses_nothing(words: list[str], width: int) -> None:
    lines = wrap(" ".join(words), 14, width)
    assert "".join(lines).replace(" ", "") == "".join(words)
    assert all(text_width(line, 14) <= width for line in lines)


def test_geometry_and_painting_import_no_arcade() -> None:
    code = (
        "import sys; import crazyeights_arcade.plugin, crazyeights_arcade.table_screen, crazyeights_arcade.flow, "
        "crazyeights_arcade.menu_screen; print('arcade' in sys.modules or 'pyglet' in sys.modules)"
    )
    answer = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert answer.stdout.strip() == "False"
