"""What the table looks like: painted from below, felt, piles, the others, the own hand, what flies, and the panel."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Final

from crazyeights_arcade import controls, panel_paint, prompts
from crazyeights_arcade.canvas import has_glyph
from crazyeights_arcade.controls import BUTTON, PRIMARY, Control
from crazyeights_arcade.geometry import Pose, Rect
from crazyeights_arcade.pictures import (
    Back,
    Box,
    Dot,
    Face,
    Item,
    Rim,
    Shadow,
    Sheet,
    Sign,
    in_rect,
    put,
    shorten,
    shorten_name,
    text_width,
)
from crazyeights_arcade.scenery import Arcs, Felt
from crazyeights_arcade.stage import Token

if TYPE_CHECKING:
    from crazyeights.cards import Card, Suit
    from crazyeights.view import View
    from crazyeights_arcade.layout import TableLayout
    from crazyeights_arcade.table_play import TablePlay

LABELS: Final = {
    "draw": ("Draw", "D"),
    "pass": ("Pass", "P"),
    "announce": ("Last card!", "!"),
    "hint": ("Hint", "H"),
    "sort": ("Sort", "T"),
    "rules": ("Rules", "R"),
    "scores": ("Scores", "C"),
    "new": ("New round", "N"),
    "menu": ("Menu", "Esc"),
}
_LEAST_SWEEP: Final = 15


def paint(screen: TablePlay) -> Sheet:
    """Paint a table."""
    sheet = Sheet()
    width, height = screen.size
    layout = screen.layout
    sheet.add(Item(Felt(width, height, layout.area.cx / width), width / 2, height / 2))
    _direction(sheet, screen, layout)
    _piles(sheet, screen, layout)
    _signs(sheet, screen, layout)
    for at in range(len(layout.places)):
        _place(sheet, screen, layout, at)
    _message(sheet, screen, layout)
    _hand(sheet, screen, layout)
    _me(sheet, screen, layout)
    _flying(sheet, screen, layout)
    _badges(sheet, screen, layout)
    panel_paint.paint(sheet, screen, layout)
    for control in button_controls(screen):
        controls.paint(sheet, control, layout.type, hovered=screen.hovered == control.name)
    _dragged(sheet, screen, layout)
    if screen.chooser is not None:
        screen.chooser.paint(sheet, layout, width, height)
    return sheet


def button_controls(screen: TablePlay) -> list[Control]:
    """Give the table's buttons as they stand now; what is the only thing to do is the primary one."""
    view = screen.view if screen.my_turn else None
    golden = "announce" if screen.calling else None
    if view is not None and view.adding:
        golden = golden or "pass"
    elif view is not None and not view.playable:
        golden = "draw" if view.can_draw else "pass" if view.can_pass else None
    made = []
    for name, rect in screen.layout.buttons.items():
        key = LABELS[name][1]
        label = _label(name, screen, view)
        made.append(Control(name, rect, label, PRIMARY if name == golden else BUTTON, key, why=screen.why_not(name)))
    return made


def _label(name: str, screen: TablePlay, view: View | None) -> str:
    """Give what stands on a button as it is now."""
    compact, session = screen.layout.compact, screen.session
    match name:
        case "sort" if not compact:
            return f"Sort by {'rank' if screen.host.settings.text('sort') == 'suit' else 'suit'}"
        case "draw" if view is not None and view.pending_draw:
            return f"Draw {view.pending_draw}"
        case "pass" if view is not None and view.adding:
            return "Done"
        case "announce" if compact:
            return "Last!"
        case "new":
            if compact:
                return "New"
            between = session.over and session.match.ends
            return "New match" if session.match_over else "Next round" if between else "New round"
        case _:
            return LABELS[name][0]


def card_items(token: Token, screen: TablePlay, pose: Pose, layout: TableLayout, *, shadow: bool = True) -> list[Item]:
    """Give a card as it is now, with its shadow."""
    card, wide = screen.director.face(token)
    alpha = screen.director.alpha(token)
    # Painted at the two sizes that there are and stretched only on the way from one to the other.
    full = layout.card
    mini = round(layout.card * layout.places[0].scale) if layout.places else full
    base = mini if pose.scale < 0.9 else full
    stretch = pose.scale * full / base
    picture = Face(card, base) if card is not None else Back(base)
    items = [Item(picture, pose.x, pose.y, pose.angle, alpha, wide * stretch, stretch)]
    if shadow:
        items.insert(0, Item(Shadow(base), pose.x, pose.y, pose.angle, alpha, wide * stretch, stretch))
    return items


def _direction(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    if layout.sweep < _LEAST_SWEEP:
        return
    turning = screen.director.turning
    way = screen.director.stage.direction
    # Seen from the side while it turns over, like a card.
    wide = way * (2 * turning - 1) if turning < 1 else way
    wide = wide if abs(wide) > 0.02 else 0.02
    arcs = Arcs(round(layout.arcs.w), round(layout.arcs.h), layout.sweep)
    sheet.add(Item(arcs, layout.arcs.cx, layout.arcs.cy, wide=wide))


def _piles(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    stage, kind = screen.director.stage, layout.type
    stock = layout.stock
    if stage.stock:
        sheet.add(Item(Shadow(layout.card), stock.x, stock.y))
        deep = min(4, 1 + stage.stock // 9)
        for level in range(deep):
            shift = (deep - 1 - level) * 1.6 * kind.scale
            sheet.add(Item(Back(layout.card), stock.x + shift * 0.6, stock.y + shift - (deep - 1) * 0.8 * kind.scale))
    else:
        sheet.add(
            Item(
                Box(layout.card, round(layout.card_height), None, 8 * kind.scale, "line", 1.5 * kind.scale),
                stock.x,
                stock.y,
            )
        )
    left = stage.stock + sum(not screen.director.begun(token) for token in stage.tokens if token not in stage.loose)
    count = f"{left} in the stock" if left else "stock is empty"
    sheet.label(count, stock.x, layout.caption, kind.quiet, "mm")
    resting = [token for token in stage.pile if not screen.director.flying(token) or token is not stage.top]
    for token in resting:
        sheet.add(
            *card_items(
                token, screen, screen.director.pose(token), layout, shadow=token is resting[-1] or len(resting) < 3
            )
        )
    _top(sheet, screen, layout)
    pending = screen.view.pending_draw if screen.director.idle else 0
    if pending:
        wide, high = round(44 * kind.scale), round(28 * kind.scale)
        x, y = stock.x + layout.card / 2, stock.y - layout.card_height / 2
        sheet.add(put(Box(wide, high, "accent", 99), x, y, "mm"))
        sheet.label(f"+{pending}", x, y, kind.body, "mm", colour="on_accent", bold=True)
    if screen.my_turn and screen.view.can_draw and not screen.view.playable:
        sheet.add(Item(Rim(layout.card, "accent", round(3 * kind.scale)), stock.x, stock.y))


def _top(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    """Paint what stands below the pile, and on a joker the suit that was called with it."""
    stage, kind = screen.director.stage, layout.type
    top = stage.top
    if top is None or top.card is None:
        return
    text, called = f"{stage.discards} played", True
    if stage.suit is None:
        text = "any card goes"
    elif top.card.suit is None:
        text = f"{stage.suit.name} called"
    elif top.shown is not top.card:
        text = f"{_written(top.card)} called {_sign_of(stage.suit)}"
    else:
        called = False
    if called:
        wide = round(text_width(text, kind.quiet, bold=True) + 1.6 * kind.unit)
        box = Box(wide, round(20 * kind.scale), "sheet", 99, "accent", kind.scale)
        sheet.add(put(box, layout.pile.x, layout.caption, "mm"))
    colour = "accent" if called else "text"
    sheet.label(text, layout.pile.x, layout.caption, kind.quiet, "mm", colour=colour, bold=called)
    if top.card.suit is None and stage.suit is not None and not screen.director.flying(top):
        size = round(0.42 * layout.card)
        sheet.add(put(Dot(size, "face"), layout.pile.x, layout.pile.y, "mm"))
        sheet.add(put(Sign(stage.suit, round(0.6 * size)), layout.pile.x, layout.pile.y, "mm"))


def _sign_of(suit: Suit) -> str:
    """Give a suit's sign for a line of text; its name if the typeface has no such sign."""
    return suit.sign if has_glyph(suit.sign) else suit.name


def _written(card: Card) -> str:
    if card.suit is None or has_glyph(card.suit.sign):
        return card.sign
    return card.name


def _signs(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    signs = layout.signs
    if not signs:
        return
    kind, stage = layout.type, screen.director.stage
    low = max(rect.bottom for rect in signs)
    frame = Rect(signs[0].x, signs[0].y, signs[-1].right - signs[0].x, low - signs[0].y).inset(-4 * kind.scale)
    sheet.add(in_rect(Box(round(frame.w), round(frame.h), "panel", 10 * kind.scale), frame))
    for suit, rect in zip(screen.session.game.deck.suits, signs, strict=True):
        size = round(rect.w * 0.6)
        inner = rect.inset(2 * kind.scale)
        box = (round(inner.w), round(inner.h))
        if suit == stage.suit:
            # On ivory, so that the sign keeps the colour that it has on the cards.
            sheet.add(in_rect(Box(*box, "face", 8 * kind.scale, "accent", 2.4 * kind.scale), inner))
            sheet.add(in_rect(Sign(suit, size), rect))
        else:
            sheet.add(in_rect(Sign(suit, size, "quiet"), rect))
        if suit == screen.preset:
            sheet.add(in_rect(Box(*box, None, 8 * kind.scale, "text", 2.0 * kind.scale), inner))
            sheet.label("next", rect.right + 7 * kind.scale, rect.cy, kind.quiet, colour="text", bold=True)


def _place(sheet: Sheet, screen: TablePlay, layout: TableLayout, at: int) -> None:
    place, stage = layout.places[at], screen.director.stage
    seat = (screen.bottom + 1 + at) % stage.players
    for token in stage.hands[seat]:
        if not screen.director.flying(token):
            sheet.add(
                *card_items(token, screen, screen.director.pose(token), layout, shadow=token is stage.hands[seat][0])
            )
    note = prompts.note_on(stage, seat, screen.partner)
    if note:
        kind = layout.type
        wide = min(round(text_width(note, kind.quiet, bold=True) + 1.4 * kind.unit), round(place.pill.w))
        x, y = place.cards.cx, place.cards.bottom - 8 * kind.scale
        sheet.add(put(Box(wide, round(19 * kind.scale), "sheet", 99, "line", kind.scale), x, y, "mm"))
        sheet.label(shorten(note, kind.quiet, wide - 6, bold=True), x, y, kind.quiet, "mm", bold=True)
    _pill(sheet, screen, layout, place.pill, seat)


def _pill(sheet: Sheet, screen: TablePlay, layout: TableLayout, pill: Rect, seat: int) -> None:
    kind, stage = layout.type, screen.director.stage
    s = kind.scale
    turn = stage.turn == seat and stage.outcome is None
    won = stage.outcome is not None and seat in stage.outcome.winners
    lit = turn or won
    sheet.add(in_rect(Box(round(pill.w), round(pill.h), "panel", 99, "accent" if lit else None, 2.2 * s), pill))
    name = screen.session.names[seat]
    dot = round(pill.h - 8 * s)
    x = pill.x + 5 * s + dot / 2
    sheet.add(put(Dot(dot, "accent" if lit else "button_lit"), x, pill.cy, "mm"))
    initial = f"{name[:1]}{name.rpartition(' ')[2]}" if name.rpartition(" ")[2].isdigit() else name[:1].upper()
    sheet.label(initial, x, pill.cy, round(kind.quiet * 0.86), "mm", bold=True, colour="on_accent" if lit else "text")
    # While cards are dealt or drawn they count as they leave the stock.
    size = sum(screen.director.begun(token) for token in stage.hands[seat])
    last = len(stage.hands[seat]) == 1 and stage.outcome is None
    count = "last card!" if last else str(size)
    note = prompts.note_on(stage, seat, None) if seat == screen.bottom else ""
    if note:
        count = f"{note} · {count}"
    sheet.label(count, pill.right - 11 * s, pill.cy, kind.quiet, "rm", colour="accent" if last else "text", bold=True)
    room = pill.right - 11 * s - text_width(count, kind.quiet, bold=True) - 8 * s - (x + dot / 2 + 7 * s)
    said = shorten_name(name, kind.quiet, room)
    # What is left of a name must tell something; what the dot shows of it does.
    said = said if said == name or room > 44 * s else ""
    sheet.label(said, x + dot / 2 + 7 * s, pill.cy, kind.quiet, bold=True)


def _message(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    kind = layout.type
    rect = layout.message
    notice = screen.notice
    text = notice or screen.prompt()
    size = kind.body
    most = layout.area.w - 1.5 * kind.unit
    need = text_width(text, size, bold=True) + 3 * kind.unit
    while need > most and size > kind.quiet * 0.85:
        size -= 1
        need = text_width(text, size, bold=True) + 2 * kind.unit
    wide = round(min(max(need, rect.w * 0.6), most) / 8) * 8
    warns = bool(notice) and screen.warns
    mine = screen.my_turn and not notice
    line = "warn" if warns else "accent" if mine else None
    box = Box(wide, round(rect.h), "sheet", 99, line, 1.8 * kind.scale)
    sheet.add(in_rect(box, rect))
    text = shorten(text, size, wide - kind.unit, bold=True)
    sheet.label(text, rect.cx, rect.cy, size, "mm", bold=True, colour="warn" if warns else "text")


def _hand(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    playable = screen.playable() if screen.host.settings.flag("show_playable") else set()
    s = layout.type.scale
    for token in screen.hand():
        if screen.director.flying(token) or _is_dragged(screen, token):
            continue
        pose = screen.director.pose(token)
        items = card_items(token, screen, pose, layout)
        rim = None
        if (token is screen.pointed and screen.director.viewer is not None) or (
            token.card is not None and token.card is screen.hinted
        ):
            rim = Rim(layout.card, "accent", round(3.4 * s))
        elif token.card in playable:
            rim = Rim(layout.card, "text", round(2.2 * s))
        if rim is not None:
            items.insert(1, Item(rim, pose.x, pose.y, pose.angle))
        sheet.add(*items)


def _me(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    _pill(sheet, screen, layout, layout.me, screen.bottom)
    pointed = screen.pointed
    if pointed is not None and pointed.card is not None and not _is_dragged(screen, pointed):
        name = pointed.card.name
        pose = screen.director.pose(pointed)
        kind = layout.type
        wide = round(text_width(name, kind.quiet, bold=True) + 1.6 * kind.unit)
        x = min(max(pose.x, wide / 2 + 4), layout.area.w - wide / 2 - 4)
        y = pose.y - layout.card_height / 2 - 13 * kind.scale
        if y - 11 * kind.scale < layout.message.bottom:
            # In a small window there is room on the card only.
            y = pose.y + 0.3 * layout.card_height
        sheet.add(put(Box(wide, round(22 * kind.scale), "sheet", 99, "accent", kind.scale), x, y, "mm"))
        sheet.label(name, x, y, kind.quiet, "mm", bold=True)


def _is_dragged(screen: TablePlay, token: Token) -> bool:
    return screen.drag is not None and screen.drag.moved and screen.drag.token is token


def _flying(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    director = screen.director
    # Later ones lie lower in the stock, so the first is painted last; what goes to the pile is over everything.
    for token in reversed([token for token in director.stage.tokens if director.flying(token)]):
        if director.begun(token):
            sheet.add(*card_items(token, screen, director.pose(token), layout))


def _badges(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    kind, director = layout.type, screen.director
    for badge in director.badges:
        part = (director.now - badge.began) / badge.lasts
        alpha = min(1.0, part * 8, (1 - part) * 4)
        rise = 0.0 if director.reduced else 10 * kind.scale * part
        if badge.seat is None:
            x, y = layout.area.cx, layout.pile.y - layout.card_height / 2 - 20 * kind.scale
        elif badge.seat == screen.bottom:
            x, y = layout.me.cx, layout.message.bottom + 24 * kind.scale
        else:
            place = layout.places[(badge.seat - screen.bottom - 1) % director.stage.players]
            x, y = place.cards.cx, place.cards.cy
        wide = round(text_width(badge.text, kind.body, bold=True) + 2 * kind.unit)
        item = put(Box(wide, round(27 * kind.scale), "accent", 99), x, y - rise, "mm")
        sheet.add(replace(item, alpha=max(alpha, 0.0)))
        sheet.label(badge.text, x, y - rise, kind.body, "mm", colour="on_accent", bold=True, alpha=max(alpha, 0.0))


def _dragged(sheet: Sheet, screen: TablePlay, layout: TableLayout) -> None:
    drag = screen.drag
    if drag is None or not drag.moved:
        return
    zone = screen.drop_zone()
    over = zone.contains(drag.x, drag.y)
    if over:
        sheet.add(Item(Rim(layout.card, "accent", round(4 * layout.type.scale)), layout.pile.x, layout.pile.y))
    pose = Pose(drag.x + drag.dx, drag.y + drag.dy, 0.0, 1.0)
    sheet.add(*card_items(drag.token, screen, pose, layout))
    sheet.add(Item(Rim(layout.card, "accent", round(3 * layout.type.scale)), pose.x, pose.y))
