"""The table itself: the score line, the opponents, the piles, the log, whose turn it is, and what can be pressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crazyeights.words import counted, direction_name
from crazyeights_terminal.fullscreen.buttons import draw_buttons
from crazyeights_terminal.fullscreen.canvas import Canvas, Fragment, Hit, cells, clip, wrap
from crazyeights_terminal.fullscreen.hand import draw_back, draw_card, draw_hand, suit_style, written
from crazyeights_terminal.fullscreen.plan import Plan
from crazyeights_terminal.fullscreen.scene import Mode, Scene
from crazyeights_terminal.fullscreen.snapshot import Snapshot

_MARGIN: Final = 2
_INFO: Final = 27
_WIDEST_LOG: Final = 52
_LABEL: Final = 7


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
    draw_buttons(canvas, scene, plan.left + _MARGIN, plan.buttons, plan.width - 2 * _MARGIN)
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
    room = plan.width - 2 * _MARGIN
    way = glyphs.clockwise if table.direction > 0 else glyphs.anticlockwise
    tag = table.score.tag
    tag = f" {tag}" if tag.startswith("of") else f" {glyphs.dot} {tag}" if tag else ""
    # Many players with high scores: the arrow alone must do for the direction, then names are cut off, and at last the
    # goal goes too.
    named = f"{way} {direction_name(table.direction)}"
    for goal, direction, cut in ((tag, named, False), (tag, way, False), (tag, way, True), ("", way, True)):
        facts: list[Fragment] = [
            ("class:quiet", f" {glyphs.dot} round {table.score.round}{goal} {glyphs.dot} "),
            ("", direction),
        ]
        used = sum(cells(text) for _, text in facts)
        scores = _scores(table, room - used - min(cells(table.title), 12) - 2, cut=cut)
        if scores:
            break
    width = sum(cells(text) for _, text in scores)
    title = clip(table.title.capitalize(), room - used - width - 2)
    at = canvas.put(left, plan.header, title, "class:title", Hit("rules"))
    canvas.put_all(at, plan.header, facts)
    canvas.put_all(left + room - width, plan.header, scores, Hit("scores"))


def _scores(table: Snapshot, room: int, *, cut: bool) -> list[Fragment]:
    """Give the score line, with names as long as the room allows; with names that are cut off only if so said."""
    for length, gap in ((16, "  "), (10, "  "), (6, "  "), (3, "  "), (3, " ")):
        names = short_names(table.names, length)
        if not cut and any(name.endswith("…") for name in names):
            continue
        pairs = zip(names, table.score.totals, strict=True)
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
    long, short = _tags(table, seat)
    # Where there is no room for it beside the name, the tag takes the place of the card backs.
    name = clip(short_names(table.names, width - 4)[seat], width - 4)
    beside = next((tag for tag in (long, short) if tag and cells(name) + cells(tag) + 6 <= width), "")
    spinner = glyphs.spinner[scene.tick % len(glyphs.spinner)] if scene.thinking == seat else ""
    if turn:
        at = canvas.put(x, row, f"{glyphs.pointer} {name} ", "class:name.turn")
        at = canvas.put(at + 1, row, spinner, "class:quiet") + (not spinner)
    else:
        at = canvas.put(x + 2, row, name, "class:name") + 1
    canvas.put(at, row, beside, "class:tag")
    size = table.hand_sizes[seat]
    at = x + 2
    if seat in table.out:
        canvas.put(at, row + 1, "out", "class:quiet")
    elif size == 1:
        at = canvas.put(at, row + 1, glyphs.back, "class:back")
        canvas.put(at + 1, row + 1, "last card!"[: max(0, width - 4)], "class:alarm")
    else:
        at = canvas.put(at, row + 1, f"{size:>2} ", "")
        if short and not beside:
            at = canvas.put(at, row + 1, clip(short, width - 5), "class:tag") + 1
        shown = min(size, max(0 if short and not beside else 1, width - 3 - (at - x)), 12)
        canvas.put(at, row + 1, glyphs.back * max(0, shown), "class:back")
    if plan.opponent_rows > 2:
        canvas.put(x + 2, row + 2, clip(_short_deed(table.did[seat], width - 2), width - 2), "class:did")


def _tags(table: Snapshot, seat: int) -> tuple[str, str]:
    """Say what there is to know of a player besides the cards, in a word or two and in fewer characters."""
    if table.levels is not None:
        return f"level {table.levels[seat]}", f"L{table.levels[seat]}"
    return ("partner", "P") if seat == table.partner else ("", "")


def _short_deed(deed: str, width: int) -> str:
    """Say what a player did in as many words as there is room for: `played 8♥, calls ♠`, or `8♥=♠`."""
    if cells(deed) <= width:
        return deed
    return deed.removeprefix("played ").removeprefix("was ").removeprefix("had to ").replace(", calls ", "=")


def _middle(scene: Scene, plan: Plan) -> tuple[int, int, int]:
    """Give the columns of the piles and of the log, and the width of the log; both together are in the middle."""
    before_log = 2 * (plan.pile[0] + 3) + max(_INFO, _LABEL + 3 * len(scene.table.suits) + 1)
    room = plan.width - 2 * _MARGIN - 2
    log_width = max(0, min(room - before_log, _WIDEST_LOG))
    x = plan.left + _MARGIN + 2 + max(0, room - before_log - log_width) // 2
    return x, x + before_log, log_width


def _piles(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    table, glyphs = scene.table, scene.glyphs
    width, height = plan.pile
    x, y = _middle(scene, plan)[0], plan.piles
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
    text = f"{written(table.top, glyphs)} called "
    # Wider than a small card: it goes on to the right, where there is nothing in this row.
    at = canvas.put(x + max(0, (width - cells(text) - cells(sign)) // 2), y, text, "class:prompt")
    canvas.put(at, y, sign, suit_style(table.called_suit, table.suits))


def _info(canvas: Canvas, scene: Scene, x: int, y: int) -> None:
    """Say beside the piles what is to be matched, and let a suit be called beforehand."""
    table, ui, glyphs = scene.table, scene.ui, scene.glyphs
    suit = table.active_suit
    canvas.put(x, y, clip(table.shown_top.name.capitalize(), _INFO - 2), "class:prompt")
    if table.called_suit is not None:
        canvas.put(x, y + 1, clip(f"{table.called_suit.name} called", _INFO - 2), "class:prompt")
    elif suit is None:
        canvas.put(x, y + 1, "any card goes", "class:prompt")
    if table.pending:
        canvas.put(x, y + 2, f" {counted(table.pending, 'card')} to draw ", "class:lit")
    elif table.levels is not None and table.you is not None:
        canvas.put(x, y + 2, f"your level: {table.levels[table.you]}", "class:tag")
    at = canvas.put(x, y + 3, "match".ljust(_LABEL), "class:quiet")
    for each in table.suits:
        style = "class:lit" if each == suit else suit_style(each, table.suits)
        at = canvas.put(at, y + 3, _lit(glyphs.suit(each), each == suit), style)
    if not table.caller or not table.people:
        return
    label = f"next {table.caller}"
    at = canvas.put(
        x, y + 4, (label if len(label) < _LABEL else "calls").ljust(_LABEL), "class:quiet", Hit("preset", -1)
    )
    for index, each in enumerate(table.suits):
        style = "class:lit" if each == ui.preset else suit_style(each, table.suits)
        at = canvas.put(at, y + 4, _lit(glyphs.suit(each), each == ui.preset), style, Hit("preset", index))
    if len(table.suits) < 5:
        # Not lit as a suit is: that asking is the usual thing needs nobody's attention.
        canvas.put(at + 1, y + 4, _lit("ask", ui.preset is None), "class:quiet", Hit("preset", -1))


def _lit(text: str, lit: bool) -> str:
    return f"[{text}]" if lit else f" {text} "


def _log(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Write the end of the log beside the piles; what is new since the person's last move stands out."""
    x, width = _middle(scene, plan)[1:]
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
    asked = [""]
    if table.to_move is None:
        badges = ["Round over"]
    elif ui.mode is Mode.HIDE and ui.waiting_for is not None:
        badges = [f"Enter hides your cards for {table.names[ui.waiting_for]}"]
    elif table.yours:
        badges = ["Your turn", "You"] if len(table.people) < 2 else [f"{table.names[table.to_move]}'s turn"]
        asked = _asked(table)
    else:
        spinner = scene.glyphs.spinner[scene.tick % len(scene.glyphs.spinner)] if scene.thinking is not None else " "
        out = f" {scene.glyphs.dot} you are out, and your partner plays on" if table.you in table.out else ""
        turn = clip(f"{spinner} {table.names[table.to_move]}'s turn{out}", room)
        _centered(canvas, plan, plan.prompt, [("class:quiet", turn)])
        return
    ways = [(badge, text) for text in asked for badge in badges]
    badge, text = next((way for way in ways if sum(map(cells, way)) + 3 <= room), ways[-1])
    badge = f" {clip(badge, room - 2)} "
    rest = clip(text, room - cells(badge) - 1)
    hit = Hit("enter") if ui.mode is Mode.HIDE else None
    _centered(canvas, plan, plan.prompt, [("class:turn", badge), ("class:prompt", f" {rest}" if rest else "")], hit)


def _asked(table: Snapshot) -> list[str]:
    """Say what the turn asks for; then, if that can be said in fewer words, in those."""
    ways = " or ".join(word for word, may in (("draw", table.can_draw), ("pass", table.can_pass)) if may)
    if table.pending:
        draw = f"draw {counted(table.pending, 'card')}"
        return [f"{table.demand}.", f"answer or {draw}." if table.playable else f"you must {draw}."]
    if table.playable or not ways:
        return [f"{table.demand}."]
    short = f"you can't play, so {ways}."
    # After drawing, it is all said.
    return [f"{table.demand}." if table.demand.startswith(ways) else f"{table.demand}: you can't, so {ways}.", short]


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
    advice = f"{_example(scene.table)}; Esc leaves"
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


def _example(table: Snapshot) -> str:
    """Give what may be typed, as an example."""
    suit = table.suits[-2:][0].letter.lower()
    if table.calling:
        return f"{suit}, or {table.suits[-2:][0].name}"
    card = str(next((card for card in table.hand if card in table.playable), table.top)).lower()
    if table.giving:
        return card
    if table.adding:
        return f"{card}, done"
    return f"8h {suit}, draw, pass" if table.caller == "8" else f"{card}, draw, pass"


def _status(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Name the keys that matter most now, as many as there is room for."""
    glyphs, table = scene.glyphs, scene.table
    dot = f" {glyphs.dot} "
    # The last ones go first where there is too little room, but for the help.
    if table.yours:
        play = "give" if table.giving else "call" if table.calling else "add" if table.adding else "play"
        keys = [
            f"{glyphs.arrows} choose",
            f"Enter {play}",
            ": type a move",
            *(["S suit"] if table.caller or table.calling else []),
            *(["! last card"] if table.announced and scene.by_hand else []),
            "1-9 cards",
            "L log",
            "G game",
        ]
    elif table.to_move is None:
        keys = [
            f"Enter new {'match' if table.score.over else 'round'}",
            "C scores",
            "G another game",
            "Q quit",
            "L log",
        ]
    else:
        keys = ["F faster", f"+/- pace {scene.pace}", "C scores", "L log", "G game"]
    room = plan.width - 2 * _MARGIN
    while len(keys) > 1 and cells(dot.join([*keys, "? help"])) > room:
        keys.pop()
    _centered(canvas, plan, plan.status, [("class:quiet", clip(dot.join([*keys, "? help"]), room))], Hit("help"))
