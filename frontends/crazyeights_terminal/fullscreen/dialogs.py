"""What is drawn over the table or in its place: questions, the rules of a drawn variant, handing over, the frame."""

from __future__ import annotations

from crazyeights_terminal.fullscreen.canvas import Canvas, Hit, cells, clip, wrap
from crazyeights_terminal.fullscreen.plan import MIN_HEIGHT, MIN_WIDTH, Plan
from crazyeights_terminal.fullscreen.scene import Scene


def draw_question(
    canvas: Canvas,
    scene: Scene,
    plan: Plan,
    title: str,
    text: str,
    yes: str,
    no: str,
    other: tuple[str, str] = ("", ""),
) -> None:
    """Draw a question over the hand, with one answer that does it and one that does not.

    Args:
        canvas: where.
        scene: the table.
        plan: where its parts are.
        title: what it is about.
        text: the question.
        yes: the answer that does it, with its key.
        no: the one that does not.
        other: one that does something else, and its action.
    """
    width = min(60, plan.width - 8)
    lines = wrap(text, width - 6)
    height = len(lines) + 5
    x = plan.left + (plan.width - width) // 2
    y = min(plan.prompt + 1, canvas.height - height)
    draw_frame(canvas, scene, plan, x, y, width, height, f" {title} ")
    for row, line in enumerate(lines):
        canvas.put(x + 3, y + 1 + row, line)
    at = canvas.put(x + 3, y + height - 2, f" {yes} ", "class:lit", Hit("yes"))
    if other[0]:
        at = canvas.put(at + 2, y + height - 2, other[0], "class:button", Hit(other[1]))
    canvas.put(at + 2, y + height - 2, f"[{no}]", "class:button", Hit("cancel"))


def draw_told(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Draw what is to be known before the game begins: the rules of a variant that was drawn by chance."""
    table = scene.table
    width = min(72, plan.width - 4)
    lines = wrap(scene.told, width - 6)
    height = min(len(lines) + 4, canvas.height)
    x = plan.left + (plan.width - width) // 2
    y = max(0, (canvas.height - height) // 2)
    draw_frame(canvas, scene, plan, x, y, width, height, f" {table.title.capitalize()} ")
    for row, line in enumerate(lines[: height - 4]):
        canvas.put(x + 3, y + 1 + row, line, "class:prompt")
    at = canvas.put(x + 3, y + height - 2, " Enter begins ", "class:lit", Hit("yes"))
    at = canvas.put(at + 2, y + height - 2, "[R]ules", "class:button", Hit("rules"))
    at = canvas.put(at + 2, y + height - 2, "[G]ame", "class:button", Hit("game"))
    canvas.put(at + 2, y + height - 2, "[Q]uit", "class:button", Hit("quit"))


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


def draw_frame(canvas: Canvas, scene: Scene, plan: Plan, x: int, y: int, width: int, height: int, title: str) -> None:
    """Draw an empty dialog; nothing of the table shows through, and no halves of cards stand at its sides.

    Args:
        canvas: where.
        scene: the table.
        plan: where its parts are.
        x: the column of its left edge.
        y: the row of its upper edge.
        width: how many columns it takes.
        height: how many rows it takes.
        title: what stands on its upper edge.
    """
    canvas.forget_hits()
    canvas.clear(plan.left, y, plan.width, height)
    canvas.box(x, y, width, height, scene.glyphs.frame, "class:window")
    canvas.put(x + 2, y, clip(title, width - 4), "class:window.title")
