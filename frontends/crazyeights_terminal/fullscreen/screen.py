"""Paints a scene: the only function that the shell calls, and the one that tests look at."""

from __future__ import annotations

from crazyeights_terminal.fullscreen.board import draw_board
from crazyeights_terminal.fullscreen.canvas import Canvas
from crazyeights_terminal.fullscreen.chooser import draw_seats, draw_suits
from crazyeights_terminal.fullscreen.dialogs import draw_hand_over, draw_question, draw_told, draw_too_small
from crazyeights_terminal.fullscreen.over import draw_over
from crazyeights_terminal.fullscreen.panels import draw_panel, panel_room
from crazyeights_terminal.fullscreen.plan import fits, make_plan
from crazyeights_terminal.fullscreen.scene import PANELS, Mode, Scene

_KEPT = "It is kept: crazyeights play --resume goes on with it."
_LOST = "It is not kept."


def paint(scene: Scene, width: int, height: int) -> Canvas:
    """Paint a scene onto a canvas of the given size.

    Args:
        scene: what is shown.
        width: how many columns the window has, however few.
        height: how many rows it has.
    """
    canvas = Canvas(width, height, ascii_only=scene.glyphs.ascii)
    if not fits(width, height):
        draw_too_small(canvas)
        return canvas
    mode = scene.ui.mode
    if mode is Mode.HAND_OVER:
        draw_hand_over(canvas, scene)
        return canvas
    room = panel_room(width, height) if mode in PANELS else None
    plan = make_plan(width if room is None else room.table_width, height)
    draw_board(canvas, scene, plan)
    if room is not None:
        draw_panel(canvas, scene, room)
    elif mode is Mode.CHOOSE:
        draw_suits(canvas, scene, plan)
    elif mode is Mode.SEAT:
        draw_seats(canvas, scene, plan)
    elif mode is Mode.TOLD:
        draw_told(canvas, scene, plan)
    elif mode is Mode.OVER:
        draw_over(canvas, scene, plan)
    elif mode is Mode.ASK_QUIT:
        text = f"The round is not over. {_KEPT if scene.resumable else _LOST}"
        draw_question(canvas, scene, plan, "Leave the table?", text, "[Q]uit", "Esc go on playing")
    elif mode is Mode.ASK_NEW:
        text = "This round is not over; it is dropped and counts for nobody."
        other = ("[G]ame menu", "game")
        draw_question(canvas, scene, plan, "Deal a new round?", text, "[N]ew round", "Esc go on playing", other)
    return canvas
