"""The table itself: the score line, the opponents, the piles, the log, whose turn it is, and the buttons."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, NamedTuple

from crazyeights.words import counted, direction_name
from crazyeights_terminal.fullscreen.canvas import Canvas, Fragment, Hit, cells, clip, wrap
from crazyeights_terminal.fullscreen.hand import draw_back, draw_card, draw_hand, suit_style
from crazyeights_terminal.fullscreen.plan import Plan
from crazyeights_terminal.fullscreen.scene import Mode, Scene, Snapshot

_MARGIN: Final = 2
_INFO: Final = 27
_WIDEST_LOG: Final = 52


class Button(NamedTuple):
    """A button: its action, and its word with the key in it."""

    action: str
    before: str
    key: str
    after: str


BUTTONS: Final = (
    Button("draw", "", "D", "raw"),
    Button("pass", "", "P", "ass"),
    Button("hint", "", "H", "int"),
    Button("sort", "sor", "T", ""),
    Button("rules", "", "R", "ules"),
    Button("new", "", "N", "ew round"),
    Button("options", "", "O", "ptions"),
    Button("quit", "", "Q", "uit"),
)


def draw_board(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Draw the whole table."""
    _header(canvas, scene, plan)
    _opponents(canvas, scene, plan)
    _piles(canvas, scene, plan)
    _log(canvas, scene, plan)
    _prompt(canvas, scene, plan)
    draw_hand(
        canvas,
        scene,
        plan.left + _MARGIN,
        plan.hand,
        plan.width - 2 * _MARGIN,
        plan.hand_height,
        plan.hand_sizes,
    )
    _message(canvas, scene, plan)
    _buttons(canvas, scene, plan)
    _status(canvas, scene, plan)


def short_names(names: Sequence[str], length: int) -> list[str]:
    """Shorten names for a score line, so that they can still be told apart: `Computer 12` becomes `Comp. 12` or `C12`.

    Args:
        names: the names.
        length: how many characters each may have; at least 3.
    """
    short = []
    for name in names:
        words = name.split()
        if cells(name) <= length:
            short.append(name)
        elif len(words) > 1 and words[-1].isdigit():
            number = words[-1]
            cut = length - len(number) - 2
            short.append(f"{words[0][:cut]}. {number}" if cut > 2 else f"{words[0][0]}{number}")
        else:
            short.append(clip(name, length))
    return short


def _header(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    table, glyphs = scene.table, scene.glyphs
    left = plan.left + _MARGIN
    way = glyphs.clockwise if table.direction > 0 else glyphs.anticlockwise
    facts: list[Fragment] = [
        ("class:quiet", f" {glyphs.dot} round {table.round} {glyphs.dot} "),
        ("", f"{way} {direction_name(table.direction)}"),
    ]
    room = plan.width - 2 * _MARGIN
    title_room = min(cells(table.title), 12) + 2
    scores = _scores(table, room - sum(cells(text) for _, text in facts) - title_room)
    if not scores:
        # Many players with high scores: the arrow alone must do.
        facts[-1] = ("", way)
        scores = _scores(table, room - sum(cells(text) for _, text in facts) - title_room)
    used = sum(cells(text) for _, text in facts)
    width = sum(cells(text) for _, text in scores)
    title = clip(table.title.capitalize(), room - used - width - 2)
    at = canvas.put(left, plan.header, title, "class:title")
    canvas.put_all(at, plan.header, facts)
    canvas.put_all(left + room - width, plan.header, scores)


def _scores(table: Snapshot, room: int) -> list[Fragment]:
    """Give the score line, with names as long as the room allows."""
    for length, gap in ((16, "  "), (10, "  "), (6, "  "), (3, "  "), (3, " ")):
        pairs = zip(short_names(table.names, length), table.scores, strict=True)
        fragments: list[Fragment] = []
        for name, score in pairs:
            fragments += [("class:quiet", f"{gap if fragments else ''}{name} "), ("", str(score))]
        if sum(cells(text) for _, text in fragments) <= room:
            return fragments
    return []


def _opponents(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    others = scene.table.others
    room = plan.width - 2 * _MARGIN
    column = min(room // len(others), 36)
    # With few opponents, their places stand apart as they would round a table.
    gap = max(0, room - column * len(others)) // len(others)
    left = plan.left + _MARGIN + gap // 2
    for place, seat in enumerate(others):
        _opponent(canvas, scene, plan, left + place * (column + gap), column - 1, seat)


def _opponent(canvas: Canvas, scene: Scene, plan: Plan, x: int, width: int, seat: int) -> None:
    table, glyphs = scene.table, scene.glyphs
    row = plan.opponents
    turn = table.to_move == seat
    name = clip(short_names(table.names, width - 4)[seat], width - 4)
    spinner = glyphs.spinner[scene.tick % len(glyphs.spinner)] if scene.thinking == seat else ""
    if turn:
        at = canvas.put(x, row, f"{glyphs.pointer} {name} ", "class:name.turn")
        canvas.put(at + 1, row, spinner, "class:quiet")
    else:
        canvas.put(x + 2, row, name, "class:name")
    size = table.hand_sizes[seat]
    at = x + 2
    if size == 1:
        at = canvas.put(at, row + 1, glyphs.back, "class:back")
        canvas.put(at + 1, row + 1, "last card!"[: max(0, width - 4)], "class:alarm")
    else:
        shown = min(size, max(1, width - 6), 12)
        at = canvas.put(at, row + 1, f"{size:>2} ", "")
        canvas.put(at, row + 1, glyphs.back * shown if size else "", "class:back")
    if plan.opponent_rows > 2:
        canvas.put(x + 2, row + 2, clip(_short_deed(table.did[seat], width - 2), width - 2), "class:did")


def _short_deed(deed: str, width: int) -> str:
    """Say what a player did in as many words as there is room for: `played 8♥, calls ♠`, or `8♥=♠`."""
    if cells(deed) <= width:
        return deed
    return deed.removeprefix("played ").removeprefix("was ").removeprefix("had to ").replace(", calls ", "=")


def _middle(plan: Plan) -> tuple[int, int, int]:
    """Give the columns of the piles and of the log, and the width of the log; both together are in the middle."""
    before_log = 2 * (plan.pile[0] + 3) + _INFO
    room = plan.width - 2 * _MARGIN - 2
    log_width = min(room - before_log, _WIDEST_LOG)
    x = plan.left + _MARGIN + 2 + (room - before_log - log_width) // 2
    return x, x + before_log, log_width


def _piles(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    table, glyphs = scene.table, scene.glyphs
    width, height = plan.pile
    x, y = _middle(plan)[0], plan.piles
    draw = Hit("draw")
    if table.stock:
        draw_back(canvas, x, y, plan.pile, glyphs, draw)
    else:
        canvas.box(x, y, width, height, glyphs.frame, "class:quiet", draw)
        canvas.put(x + 1, y + height // 2, "empty"[: width - 2].center(width - 2), "class:quiet", draw)
    under = f"stock {table.stock}"
    canvas.put(x + max(0, (width - len(under)) // 2), y + height, under, "class:quiet", draw)
    x += width + 3
    draw_card(canvas, x, y, plan.pile, table.shown_top, glyphs, table.suits, edge="class:prompt")
    _under_pile(canvas, scene, x, y + height, width)
    x += width + 3
    _info(canvas, scene, x, y)


def _under_pile(canvas: Canvas, scene: Scene, x: int, y: int, width: int) -> None:
    """Name the called suit under the pile, which shows the eight turned into it."""
    table, glyphs = scene.table, scene.glyphs
    if table.called_suit is None:
        under = f"pile {table.discards}"
        canvas.put(x + max(0, (width - len(under)) // 2), y, under, "class:quiet")
        return
    sign = glyphs.suit(table.called_suit)
    text = f"{glyphs.card(table.top)} called {sign}"
    # Wider than a small card: it goes on to the right, where there is nothing in this row.
    at = canvas.put(x + max(0, (width - len(text)) // 2), y, text[:-1], "class:prompt")
    canvas.put(at, y, sign, suit_style(table.called_suit, table.suits))


def _info(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    """Say beside the piles what is to be matched, and let a suit be called beforehand."""
    table, ui, glyphs = scene.table, scene.ui, scene.glyphs
    suit = table.active_suit
    canvas.put(x, y, clip(table.shown_top.name.capitalize(), _INFO - 2), "class:prompt")
    if table.called_suit is not None:
        canvas.put(x, y + 1, f"{table.called_suit.name} called", "class:prompt")
    elif suit is None:
        canvas.put(x, y + 1, "any card goes", "class:prompt")
    if table.pending:
        canvas.put(x, y + 2, f" {counted(table.pending, 'card')} to draw ", "class:lit")
    at = canvas.put(x, y + 3, "match  ", "class:quiet")
    for each in table.suits:
        style = "class:lit" if each == suit else suit_style(each, table.suits)
        at = canvas.put(at, y + 3, _lit(glyphs.suit(each), each == suit), style)
    if not table.caller:
        return
    at = canvas.put(x, y + 4, f"next {table.caller}"[:6].ljust(7), "class:quiet", Hit("preset", -1))
    for index, each in enumerate(table.suits):
        style = "class:lit" if each == ui.preset else suit_style(each, table.suits)
        at = canvas.put(at, y + 4, _lit(glyphs.suit(each), each == ui.preset), style, Hit("preset", index))
    # Not lit as a suit is: that asking is the usual thing needs nobody's attention.
    canvas.put(at + 1, y + 4, _lit("ask", ui.preset is None), "class:quiet", Hit("preset", -1))


def _lit(text: str, lit: bool) -> str:
    return f"[{text}]" if lit else f" {text} "


def _log(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Write the end of the log beside the piles; what is new since the person's last move stands out."""
    x, width = _middle(plan)[1:]
    height = plan.pile[1] + 1
    ui = scene.ui
    lines: list[tuple[str, str]] = []
    for index in range(len(ui.log) - 1, -1, -1):
        style = "class:news" if index >= ui.fresh else "class:log"
        wrapped = wrap(ui.log[index], width - 1)
        if lines and len(lines) + len(wrapped) > height:
            break
        lines[:0] = [(style, line if at == 0 else f" {line}") for at, line in enumerate(wrapped)]
    for row, (style, line) in enumerate(lines[-height:]):
        canvas.put(x, plan.piles + row, line[:width], style, Hit("log"))


def _prompt(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Say whose turn it is and what it asks for."""
    table, ui = scene.table, scene.ui
    room = plan.width - 2 * _MARGIN
    rest = ""
    if table.to_move is None:
        badge = "Round over"
    elif ui.mode is Mode.HIDE and ui.waiting_for is not None:
        badge = f"Enter hides your cards for {table.names[ui.waiting_for]}"
    elif table.yours:
        badge = "Your turn" if len(table.people) < 2 else f"{table.names[table.to_move]}'s turn"
        rest = f"{table.demand}."
        if not table.playable and not table.pending:
            ways = [word for word, may in (("draw", table.can_draw), ("pass", table.can_pass)) if may]
            rest = f"{table.demand}: you can't, so {' or '.join(ways)}."
    else:
        spinner = scene.glyphs.spinner[scene.tick % len(scene.glyphs.spinner)] if scene.thinking is not None else " "
        _centered(canvas, plan, plan.prompt, [("class:quiet", f"{spinner} {table.names[table.to_move]}'s turn")])
        return
    badge = f" {clip(badge, room - 2)} "
    rest = clip(rest, room - cells(badge) - 1)
    hit = Hit("enter") if ui.mode is Mode.HIDE else None
    _centered(canvas, plan, plan.prompt, [("class:turn", badge), ("class:prompt", f" {rest}" if rest else "")], hit)


def _centered(canvas: Canvas, plan: Plan, row: int, fragments: Sequence[Fragment], hit: Hit | None = None) -> None:
    width = sum(cells(text) for _, text in fragments)
    canvas.put_all(plan.left + max(0, plan.width - width) // 2, row, fragments, hit)


def _message(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    ui = scene.ui
    room = plan.width - 2 * _MARGIN
    style = "class:trouble" if ui.trouble else "class:message"
    lines = wrap(ui.message, room)[: plan.message_rows]
    if ui.mode is Mode.TYPE:
        _typing(canvas, scene, plan)
        if plan.message_rows > 1:
            _centered(canvas, plan, plan.message + 1, [(style, clip(ui.message, room))])
        return
    for row, line in enumerate(lines):
        _centered(canvas, plan, plan.message + row, [(style, line)])


def _typing(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Show the line in which a move is typed, and its fault in the same row if there is no other one."""
    ui = scene.ui
    example = "8h d" if scene.table.caller else "9h"
    advice = f"{example}, draw, pass; Esc leaves"
    if ui.message and plan.message_rows == 1:
        advice = ui.message
    # The end of what is typed must be seen, for it is where the person types.
    typed = ui.typed[-30:]
    fragments = [
        ("class:quiet", "Move: "),
        ("class:typed", typed),
        ("class:caret", " "),
        ("class:quiet", f"  {advice}"),
    ]
    room = plan.width - 2 * _MARGIN
    x = plan.left + max(_MARGIN, (plan.width - 60) // 2)
    end = plan.left + _MARGIN + room
    for style, text in fragments:
        x = canvas.put(x, plan.message, clip(text, end - x), style)


def _enabled(scene: Scene, action: str) -> tuple[bool, bool]:
    """Say whether a button can be used, and whether it is all that can be done."""
    table = scene.table
    forced = table.yours and not table.playable
    match action:
        case "draw":
            return table.can_draw, table.can_draw and forced
        case "pass":
            return table.can_pass, table.can_pass and forced and not table.can_draw
        case "hint":
            return table.yours, False
        case "sort":
            return table.you is not None, False
        case _:
            return True, False


def _buttons(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    width = sum(len(button.before) + len(button.after) + 3 for button in BUTTONS)
    room = plan.width - 2 * _MARGIN
    gap = max(0, min(3, (room - width) // (len(BUTTONS) - 1)))
    x = plan.left + max(0, plan.width - width - gap * (len(BUTTONS) - 1)) // 2
    for button in BUTTONS:
        enabled, lit = _enabled(scene, button.action)
        hit = Hit(button.action)
        if lit:
            x = canvas.put(x, plan.buttons, f"{button.before}[{button.key}]{button.after}", "class:button.lit", hit)
        elif enabled:
            x = canvas.put(x, plan.buttons, button.before, "class:button", hit)
            x = canvas.put(x, plan.buttons, f"[{button.key}]", "class:button.key", hit)
            x = canvas.put(x, plan.buttons, button.after, "class:button", hit)
        else:
            # Without its brackets, so that it can be told without colours.
            text = f" {button.before}{button.key.lower() if button.before else button.key}{button.after} "
            x = canvas.put(x, plan.buttons, text, "class:button.off", hit)
        x += gap


def _status(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    glyphs, table = scene.glyphs, scene.table
    dot = f" {glyphs.dot} "
    if table.yours:
        keys = [
            f"{glyphs.arrows} choose",
            "Enter play",
            "1-9 play",
            ": type a move",
            *(["S suit"] if table.caller else []),
        ]
    elif table.to_move is None:
        keys = ["Enter new round", "Q quit"]
    else:
        keys = ["F faster", f"+/- pace {scene.pace}"]
    keys += ["L log", "? help"]
    text = clip(dot.join(keys), plan.width - 2 * _MARGIN)
    _centered(canvas, plan, plan.status, [("class:quiet", text)], Hit("help"))
