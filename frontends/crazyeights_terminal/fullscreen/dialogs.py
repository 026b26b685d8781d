"""What is drawn over the table or in its place: the suit chooser, questions, the end of the round, handing over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from crazyeights.cards import Card, Suit
from crazyeights.events import Reason
from crazyeights.words import counted
from crazyeights_terminal.fullscreen.canvas import Canvas, Fragment, Hit, cells, clip, wrap
from crazyeights_terminal.fullscreen.hand import draw_card, suit_style
from crazyeights_terminal.fullscreen.plan import MIN_HEIGHT, MIN_WIDTH, Plan
from crazyeights_terminal.fullscreen.scene import Scene, Snapshot

_SLOT = 13


def draw_chooser(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Draw the eight in each suit, over the hand, so that the piles and the table stay in sight."""
    table, ui = scene.table, scene.ui
    card = ui.choosing
    assert card is not None
    held = Counter(other.suit for other in _without(table.hand, card))
    size = plan.hand_sizes[0] if plan.hand_height > 8 else (6, 4)
    width = max(_SLOT * len(table.suits) + 4, 44)
    height = size[1] + 5
    x = plan.left + (plan.width - width) // 2
    y = min(plan.prompt + 1, canvas.height - height)
    title = f" Call a suit for the {scene.glyphs.card(card)} "
    _dialog(canvas, scene, plan, x, y, width, height, title)
    for index, suit in enumerate(table.suits):
        _suit_slot(canvas, scene, x + 2 + index * _SLOT, y + 1, size, card, suit, held[suit], index)
    keys = " ".join(suit.letter.lower() for suit in table.suits)
    foot = f"{scene.glyphs.arrows} Enter, or {keys} {scene.glyphs.dot} Esc takes the card back"
    canvas.center(y + height - 2, clip(foot, width - 4), "class:quiet", left=x, width=width)


def _suit_slot(
    canvas: Canvas, scene: Scene, x: int, y: int, size: tuple[int, int], card: Card, suit: Suit, held: int, index: int
) -> None:
    selected = scene.ui.choice == index
    hit = Hit("choose", index)
    for row in range(y, y + size[1] + 3):
        canvas.put(x, row, " " * _SLOT, "", hit)
    inset = (_SLOT - size[0]) // 2
    draw_card(
        canvas,
        x + inset,
        y if selected else y + 1,
        size,
        Card(card.rank, suit),
        scene.glyphs,
        scene.table.suits,
        edge="class:card.selected" if selected else "class:card",
        heavy=selected,
        hit=hit,
    )
    text = f"{suit.letter} hold {held}"
    canvas.put(x + (_SLOT - len(text)) // 2, y + size[1] + 1, text, "class:prompt" if selected else "", hit)


def _without(hand: Sequence[Card], card: Card) -> list[Card]:
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return rest


def draw_question(canvas: Canvas, scene: Scene, plan: Plan, title: str, text: str, yes: str, no: str) -> None:
    """Draw a question over the hand, with one answer that does it and one that does not.

    Args:
        canvas: where.
        scene: the table.
        plan: where its parts are.
        title: what it is about.
        text: the question.
        yes: the answer that does it, with its key.
        no: the one that does not.
    """
    width = min(60, plan.width - 8)
    lines = wrap(text, width - 6)
    height = len(lines) + 5
    x = plan.left + (plan.width - width) // 2
    y = min(plan.prompt + 1, canvas.height - height)
    _dialog(canvas, scene, plan, x, y, width, height, f" {title} ")
    for row, line in enumerate(lines):
        canvas.put(x + 3, y + 1 + row, line)
    at = canvas.put(x + 3, y + height - 2, f" {yes} ", "class:lit", Hit("yes"))
    canvas.put(at + 3, y + height - 2, f"[{no}]", "class:button", Hit("cancel"))


def draw_over(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Draw who won and why, what everybody still holds, and the scores."""
    table = scene.table
    assert table.outcome is not None
    width = min(90, plan.width - 4)
    inner = width - 6
    names = max(6, *(cells(clip(name, 16)) for name in table.names))
    hand_room = inner - names - 17
    hands = [_hand_lines(scene, hand, hand_room) for hand in table.revealed]
    # As many lines of each hand as the window has room for.
    room = canvas.height - 8 - plan.header
    lines_each = max(1, min(max(len(lines) for lines in hands), room // len(hands)))
    rows = sum(min(len(lines), lines_each) for lines in hands)
    height = rows + 7
    x = plan.left + (plan.width - width) // 2
    y = max(plan.header + 1, min(plan.piles - 1, canvas.height - height - 2))
    _dialog(canvas, scene, plan, x, y, width, height, f" Round {table.round} is over ")
    at = canvas.put(x + 3, y + 1, f" {_verdict(table)} ", "class:turn")
    canvas.put(at + 1, y + 1, clip(_why(table), inner - (at + 1 - x - 3)), "class:prompt")
    left, right = x + 3, x + 3 + inner
    canvas.put(left + names + 2, y + 3, "left in hand", "class:quiet")
    canvas.put(right - 13, y + 3, "round  total", "class:quiet")
    row = y + 4
    for seat, lines in enumerate(hands):
        winner = seat == table.outcome.winner
        canvas.put(left, row, clip(table.names[seat], names), "class:name" if winner else "")
        points = f"{table.outcome.points[seat]:+}" if table.outcome.points[seat] else "0"
        canvas.put(right - 13, row, f"{points:>5}  {table.scores[seat]:>5}", "class:name" if winner else "")
        for number, fragments in enumerate(lines[:lines_each]):
            canvas.put_all(left + names + 2, row + number, fragments)
        row += min(len(lines), lines_each)
    at = canvas.put(left, y + height - 2, " [N]ew round ", "class:lit", Hit("yes"))
    at = canvas.put(at + 2, y + height - 2, "[L]og", "class:button", Hit("log"))
    at = canvas.put(at + 2, y + height - 2, "[R]ules", "class:button", Hit("rules"))
    canvas.put(at + 2, y + height - 2, "[Q]uit", "class:button", Hit("quit"))


def _hand_lines(scene: Scene, hand: Sequence[Card], room: int) -> list[list[Fragment]]:
    """Write a hand in words, wrapped; the last line says what it counts."""
    table = scene.table
    if not hand:
        return [[("class:quiet", "nothing")]]
    lines: list[list[Fragment]] = [[]]
    used = 0
    for card in hand:
        text = f"{scene.glyphs.card(card)} "
        if used + len(text) > room:
            lines.append([])
            used = 0
        lines[-1].append((suit_style(card.suit, table.suits), text))
        used += len(text)
    return lines


def _verdict(table: Snapshot) -> str:
    assert table.outcome is not None
    winner = table.outcome.winner
    if winner is None:
        return "Nobody wins"
    name = table.names[winner]
    return "You win" if name.lower() == "you" else f"{name} wins"


def _why(table: Snapshot) -> str:
    assert table.outcome is not None
    outcome = table.outcome
    if outcome.winner is None:
        return "nobody can move: the round is a draw"
    points = counted(outcome.points[outcome.winner], "point")
    how = "with an empty hand" if outcome.reason is Reason.EMPTY_HAND else "with the lowest hand, for nobody can move"
    return f"{how} and scores {points}".replace("and scores", "and score" if _is_you(table) else "and scores")


def _is_you(table: Snapshot) -> bool:
    assert table.outcome is not None
    winner = table.outcome.winner
    return winner is not None and table.names[winner].lower() == "you"


def draw_hand_over(canvas: Canvas, scene: Scene) -> None:
    """Draw the page between two people, on which there is nothing to see."""
    table, ui = scene.table, scene.ui
    assert ui.waiting_for is not None
    name = table.names[ui.waiting_for]
    middle = canvas.height // 2
    canvas.center(middle - 3, f"Pass the keyboard to {name}", "class:title")
    canvas.center(middle - 1, "The hands are hidden until then.", "class:quiet")
    text = f" {name} presses Enter "
    x = max(0, (canvas.width - cells(text)) // 2)
    canvas.put(x, middle + 1, text, "class:lit", Hit("yes"))
    canvas.center(middle + 3, "[Q]uit", "class:quiet")


def draw_too_small(canvas: Canvas) -> None:
    """Say that the window is too small, in whatever room there is."""
    text = f"This window has {canvas.width}x{canvas.height} characters. The table needs {MIN_WIDTH}x{MIN_HEIGHT}."
    lines = [*wrap(text, canvas.width), "", *wrap("Make it larger, or press Q to quit.", canvas.width)]
    top = max(0, (canvas.height - len(lines)) // 2)
    for row, line in enumerate(lines):
        canvas.center(top + row, line)


def _dialog(canvas: Canvas, scene: Scene, plan: Plan, x: int, y: int, width: int, height: int, title: str) -> None:
    """Draw an empty dialog; nothing of the table shows through, and no halves of cards stand at its sides."""
    canvas.forget_hits()
    canvas.clear(plan.left, y, plan.width, height)
    canvas.box(x, y, width, height, scene.glyphs.frame, "class:window")
    canvas.put(x + 2, y, clip(title, width - 4), "class:window.title")
