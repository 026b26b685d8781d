"""Where everything on the table is, for a size of the window. Pure, without arcade.

A wide window has a panel at its right side; a small one has a bar at its foot instead. The rules, when they are open,
take a strip beside the table, which makes room: it stays playable.
"""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from crazyeights_arcade.geometry import ARC_STARTS, CARD_RATIO, Pose, Rect, arc_thickness, fan
from crazyeights_arcade.theme import Type

MINIMUM: Final = (640, 480)
BUTTONS: Final = ("draw", "pass", "announce", "hint", "sort", "rules", "scores", "new", "menu")
#: Those that share a row of the panel with the one before them.
_BESIDE: Final = frozenset({"scores"})
_MOST_ROWS: Final = 8

# For each number of opponents: how many sit at the left, at the top and at the right.
_SIDES: Final[Mapping[int, tuple[int, int, int]]] = {
    1: (0, 1, 0),
    2: (1, 0, 1),
    3: (1, 1, 1),
    4: (1, 2, 1),
    5: (2, 1, 2),
}
_LEAST_SEAT: Final = 88.0
_GAP: Final = 0.27
_SWEEP: Final = 62  # how many degrees of its ellipse an arrow has
_SUITS_IN_COLUMN: Final = 6


@dataclass(frozen=True, slots=True)
class SeatPlace:
    """The place of another player: a fan of backs, and a pill with the name below it."""

    pill: Rect
    cards: Rect
    scale: float

    def poses(self, count: int, width: float) -> tuple[Pose, ...]:
        """Lay out the backs.

        Args:
            count: how many cards the player has.
            width: a card's width in the hand.
        """
        mini = width * self.scale
        # Turned cards are wider than upright ones.
        room = max(self.cards.w - 1.14 * mini, 0.0)
        step = min(0.3 * mini, room / max(count - 1, 1))
        middle = (count - 1) / 2
        turn = min(7.0, 1.4 * middle)
        poses = []
        for index in range(count):
            away = (index - middle) / middle if count > 1 else 0.0
            sag = 0.035 * mini * away * away * min(middle, 3)
            x = self.cards.cx + (index - middle) * step
            poses.append(Pose(x, self.cards.cy + sag, turn * away, self.scale))
        return tuple(poses)


@dataclass(frozen=True, slots=True)
class TableLayout:
    """The table at one size of the window.

    Attributes:
        width, height: of the window.
        type: the sizes of type.
        compact: whether there is a bar at the foot instead of the side panel.
        area: the felt that is left for the table.
        card: a card's width.
        lift, raise_: how far a playable card stands up, and one that is pointed at.
        hand: where the own cards lie.
        stock, pile: the two piles.
        signs: the suit selector beside the pile.
        message: what is to be done now.
        caption: the y of the captions under the piles.
        me: the pill of the seat at the bottom.
        places: of the other seats, in the order of the seats after the one at the bottom.
        arcs: the arrows that go round.
        sweep: how many degrees of their ellipse they have, so that they end before they reach the piles.
        panel, scores, log: the side panel, and the scores and the log in it; None in a small window.
        bar: the bar at the foot; None in a wide window.
        buttons: by name.
        rules: the strip with the rules; None while they are closed.
    """

    width: float
    height: float
    type: Type
    compact: bool
    area: Rect
    card: float
    lift: float
    raise_: float
    hand: Rect
    stock: Pose
    pile: Pose
    signs: tuple[Rect, ...]
    message: Rect
    caption: float
    me: Rect
    places: tuple[SeatPlace, ...]
    arcs: Rect
    sweep: int
    panel: Rect | None
    scores: Rect | None
    log: Rect | None
    bar: Rect | None
    buttons: Mapping[str, Rect]
    rules: Rect | None

    @property
    def card_height(self) -> float:
        """A card's height."""
        return self.card * CARD_RATIO

    def fan(self, count: int) -> tuple[Pose, ...]:
        """Lay out the own hand."""
        return fan(count, self.hand, self.card, self.card_height, self.raise_)


def type_for(width: float, height: float) -> Type:
    """Give the sizes of type for a window."""
    return Type(max(0.9, min(height / 720, width / 1120)))


@lru_cache(maxsize=64)
def lay_out(
    width: int,
    height: int,
    players: int,
    suits: int = 4,
    *,
    buttons: tuple[str, ...] = BUTTONS,
    rows: int | None = None,
    large: bool = False,
    rules: bool = False,
) -> TableLayout:
    """Lay out the table.

    Args:
        width: of the window; a smaller one than `MINIMUM` is laid out as if it were that large.
        height: of the window.
        players: how many seats there are.
        suits: how many suits the selector shows.
        buttons: which of `BUTTONS` there are.
        rows: how many scores the panel shows; one for each seat if left out.
        large: whether the user wants large cards.
        rules: whether the rules are open.
    """
    width, height = max(width, MINIMUM[0]), max(height, MINIMUM[1])
    kind = type_for(width, height)
    s, unit = kind.scale, kind.unit
    compact = width < 1000 or width / height < 1.45 or height < 640 * s
    panel = bar = scores = log = strip = None
    right = float(width)
    foot = float(height)
    if compact:
        bar = Rect(0, height - 44 * s, width, 44 * s)
        foot = bar.y
        places_of = _row(buttons, bar.inset(8 * s, 5 * s), 6 * s)
    else:
        panel = Rect(width - 216 * s - unit, unit, 216 * s, height - 2 * unit)
        right = panel.x
        places_of = _column(buttons, panel, 35 * s, 6 * s, unit)
        lines = players if rows is None else rows
        top = panel.y + (86 + score_lead(lines) * shown_scores(lines)) * s
        scores = Rect(panel.x, panel.y, panel.w, top - panel.y - 6 * s)
        log = Rect(panel.x + 1.4 * unit, top, panel.w - 2.8 * unit, places_of[buttons[0]].y - unit - top)
    if rules:
        wide = min(350 * s, right * 0.42)
        strip = Rect(right - wide - unit / 2, unit, wide, foot - 2 * unit)
        right = strip.x
    area = Rect(0, 0, right, foot)
    others = players - 1
    mini = 0.62 if others <= 3 else 0.5 if others <= 5 else 0.44 if others <= 6 else 0.4
    card = _card_width(area, suits, mini, s, large=large)
    card_height = card * CARD_RATIO
    lift, raise_ = 0.13 * card_height, 0.27 * card_height
    me = Rect.around(area.cx, foot - 19 * s, min(188 * s, area.w * 0.34), 30 * s)
    message_height = 34 * s
    message_y = min(0.592 * foot, me.y - 4 * s - 1.03 * card_height - raise_ - message_height / 2 - 4 * s)
    message = Rect.around(area.cx, message_y, min(460 * s, area.w - 2 * unit), message_height)
    hand = Rect(area.x + unit, message.bottom + 2 * s, area.w - 2 * unit, me.y - 3 * s - message.bottom - 2 * s)
    columns = -(-suits // _SUITS_IN_COLUMN)
    lines = -(-suits // columns)
    sign = min(38 * s, card_height * 0.92 / max(lines, 1))
    gap = _GAP * card
    group = card * 2 + 2 * gap + sign * columns
    left = area.cx - group / 2
    block = card_height * mini + 32 * s
    upper = 8 * s + block + 6 * s if _sides(others)[1] else 8 * s
    pile_y = (upper + message.y - 26 * s) / 2
    stock = Pose(left + card / 2, pile_y)
    pile = Pose(left + card * 1.5 + gap, pile_y)
    first = pile_y - sign * lines / 2
    signs = tuple(
        Rect(left + card * 2 + 2 * gap + sign * (at // lines), first + sign * (at % lines), sign, sign)
        for at in range(suits)
    )
    places = _places(others, area, pile_y, mini, card_height, left - area.x, message.y, s)
    # Clear of the name above and of the message below; not centred on the piles, for the words under them need room.
    arcs_top = max(pile_y - 0.89 * card_height, upper + 10 * s)
    arcs_foot = min(pile_y + 0.89 * card_height, message.y - 5 * s)
    arcs_width = group + (2.4 if players < 5 else 1.6) * card
    arcs = Rect(area.cx - arcs_width / 2, arcs_top, arcs_width, arcs_foot - arcs_top)
    # With the captions, and as far as the signs reach on the right.
    middle = Rect(left, pile_y - card_height / 2, group, card_height + 22 * s)
    return TableLayout(
        width=width,
        height=height,
        type=kind,
        compact=compact,
        area=area,
        card=card,
        lift=lift,
        raise_=raise_,
        hand=hand,
        stock=stock,
        pile=pile,
        signs=signs,
        message=message,
        caption=pile_y + card_height / 2 + 13 * s,
        me=me,
        places=places,
        arcs=arcs,
        sweep=_sweep(arcs, middle, 8 * s),
        panel=panel,
        scores=scores,
        log=log,
        bar=bar,
        buttons=places_of,
        rules=strip,
    )


def shown_scores(rows: int) -> int:
    """Say for how many of so many players or pairs the panel has room."""
    return min(rows, _MOST_ROWS)


def score_lead(rows: int) -> float:
    """Give the distance between two scores in the panel, at 1280×720."""
    return 21.0 if rows <= 5 else 18.0


def _sides(others: int) -> tuple[int, int, int]:
    return _SIDES.get(others) or (2, others - 4, 2)


def _sweep(arcs: Rect, middle: Rect, head: float) -> int:
    """Give how far the arrows can go round the middle of the table without touching it.

    Args:
        arcs: the arrows.
        middle: what is there.
        head: how far an arrow's head must stay away from it.
    """
    thick = arc_thickness(arcs.h)
    rx, ry = arcs.w / 2 - 4 * thick, arcs.h / 2 - 4 * thick
    around = middle.inset(-head)
    clear = 0
    for degrees in range(_SWEEP + 1):
        turns = [math.radians(start + degrees) for start in ARC_STARTS]
        # Both ways round: when the direction turns, the arrows are mirrored.
        tips = [
            (arcs.cx + side * rx * math.cos(turn), arcs.cy + ry * math.sin(turn)) for turn in turns for side in (-1, 1)
        ]
        if any(middle.contains(*tip) for tip in tips):
            break
        if not any(around.contains(*tip) for tip in tips):
            clear = degrees
    return clear


def _card_width(area: Rect, suits: int, mini: float, s: float, *, large: bool) -> float:
    """Give the largest width for which everything has room: piles between the seats, and all rows below one another."""
    wanted = min(0.218 * area.h, 0.27 * area.w) * (1.16 if large else 1.0)
    # Seats at the top, piles, caption, message, the hand with a raised card, and the own pill.
    tall = (area.h - 160 * s) / (mini + 2.32)
    columns = -(-suits // _SUITS_IN_COLUMN)
    signs = 0.92 * CARD_RATIO * columns / max(-(-suits // columns), 3)
    wide = (area.w - 2 * (_LEAST_SEAT + 14) * s) / (2 + 2 * _GAP + signs) * CARD_RATIO
    return float(max(round(min(wanted, tall, wide) / CARD_RATIO), 40))


def _places(
    others: int, area: Rect, pile_y: float, mini: float, card_height: float, side: float, low: float, s: float
) -> tuple[SeatPlace, ...]:
    """Place the other seats: up the left side, along the top, down the right one.

    Args:
        others: how many there are.
        area: the table.
        pile_y: the middle of the piles.
        mini: the size of the others' cards.
        card_height: of a card of the hand.
        side: the room beside the piles.
        low: where the message begins.
        s: the scale of type.
    """
    lefts, tops, rights = _sides(others)
    cards_height, pill_height = card_height * mini, 28 * s
    block = cards_height + 4 * s + pill_height
    edge = 8 * s
    wide = min((188 if others <= 4 else 160) * s, side - edge - 6 * s)
    crowded = lefts > 1 and tops > 1
    if crowded:
        # The upper seats at the sides are as high as those at the top, and beside them.
        wide = min(wide, area.w / (tops + 2) - 10 * s)
    outer = edge + wide / 2
    row = tops * wide + (tops - 1) * 10 * s
    most = (area.w - row - wide) / 2 - 7 * s if crowded else side - 6 * s - wide / 2
    inner = max(min(outer + 0.35 * (side - wide), side - 6 * s - wide / 2, most), outer)
    if lefts == 1:
        column = [((outer + inner) / 2 if others == 3 else inner if others == 2 else outer, pile_y + 0.04 * area.h)]
        if others == 2:
            column = [(inner, pile_y - 0.05 * area.h)]
    else:
        middle = min(pile_y + 0.12 * block, low - block - 8 * s)
        column = [(outer, middle + block / 2 + 5 * s), (inner, middle - block / 2 - 5 * s)][:lefts]
    centres = [(area.x + x, y) for x, y in column]
    taken = (inner + wide / 2 + 6 * s if lefts > 1 else edge) + wide / 2
    spread = min(max(0.2 * area.w, (row - wide) / 2), area.w / 2 - taken) if tops > 1 else 0.0
    for at in range(tops):
        part = (at - (tops - 1) / 2) / ((tops - 1) / 2) if tops > 1 else 0.0
        centres.append((area.cx + part * spread, edge + block / 2))
    centres += [(area.right - x, y) for x, y in reversed(column)][-rights:] if rights else []
    places = []
    for x, y in centres:
        cards = Rect(x - wide / 2, y - block / 2, wide, cards_height)
        places.append(SeatPlace(Rect(x - wide / 2, cards.bottom + 4 * s, wide, pill_height), cards, mini))
    return tuple(places)


def _column(names: Sequence[str], panel: Rect, height: float, gap: float, margin: float) -> dict[str, Rect]:
    """Place buttons below one another at the foot of the panel; some share a row."""
    lines: list[list[str]] = []
    for name in names:
        if name in _BESIDE and lines:
            lines[-1].append(name)
        else:
            lines.append([name])
    top = panel.bottom - margin - len(lines) * height - (len(lines) - 1) * gap
    places: dict[str, Rect] = {}
    for at, line in enumerate(lines):
        row = Rect(panel.x + margin, top + at * (height + gap), panel.w - 2 * margin, height)
        places |= _row(line, row, gap)
    return places


def _row(names: Sequence[str], row: Rect, gap: float) -> dict[str, Rect]:
    wide = (row.w - gap * (len(names) - 1)) / len(names)
    return {name: Rect(row.x + at * (wide + gap), row.y, wide, row.h) for at, name in enumerate(names)}
