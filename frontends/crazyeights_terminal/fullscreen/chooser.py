"""The choosers, drawn over the hand so that the piles and the table stay in sight: which suit, and whose hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Final

from crazyeights.cards import Card, Suit
from crazyeights.words import counted
from crazyeights_terminal.fullscreen.canvas import Canvas, Hit, cells, clip
from crazyeights_terminal.fullscreen.dialogs import draw_frame
from crazyeights_terminal.fullscreen.hand import draw_card, written
from crazyeights_terminal.fullscreen.plan import Plan
from crazyeights_terminal.fullscreen.scene import Scene

_SLOT: Final = 13
_NARROWEST: Final = 8
_SEATS_WIDTH: Final = 50


def draw_suits(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Draw the card in each suit, with how many cards of the suit are held."""
    table, ui = scene.table, scene.ui
    card = ui.draft.choice.card if ui.draft is not None else table.top
    held = Counter(other.suit for other in _without(table.hand, card if ui.draft is not None else None))
    # Many suits stand closer, and at last not all of them are in sight.
    slot = max(_NARROWEST, min(_SLOT, (plan.width - 8) // len(table.suits)))
    shown = min(len(table.suits), (plan.width - 8) // slot)
    first = max(0, min(ui.choice - shown + 1, len(table.suits) - shown))
    size = plan.hand_sizes[0] if plan.hand_height > 8 and slot == _SLOT else (6, 4)
    width = max(slot * shown + 4, 50)
    height = size[1] + 5
    x = plan.left + (plan.width - width) // 2
    y = min(plan.prompt + 1, canvas.height - height)
    name = written(card, scene.glyphs)
    title = f"Call a suit for the {name}" if ui.draft is not None else f"You are the dealer: call a suit for the {name}"
    draw_frame(canvas, scene, plan, x, y, width, height, f" {title} ")
    left = x + (width - slot * shown) // 2
    for place, suit in enumerate(table.suits[first : first + shown]):
        index = first + place
        _suit_slot(canvas, scene, (left + place * slot, y + 1, slot), size, card, suit, held[suit], index)
    keys = " ".join(suit.letter.lower() for suit in table.suits)
    back = "Esc takes the card back" if ui.draft is not None else "Esc looks at the table"
    _foot(canvas, scene, x, y + height - 2, width, f"{scene.glyphs.arrows} Enter, or {keys}", back)


def _suit_slot(
    canvas: Canvas,
    scene: Scene,
    place: tuple[int, int, int],
    size: tuple[int, int],
    card: Card,
    suit: Suit,
    held: int,
    index: int,
) -> None:
    x, y, slot = place
    selected = scene.ui.choice == index
    hit = Hit("choose", index)
    for row in range(y, y + size[1] + 3):
        canvas.put(x, row, " " * slot, "", hit)
    inset = (slot - size[0]) // 2
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
    canvas.put(x + max(0, slot - cells(text)) // 2, y + size[1] + 1, text, "class:prompt" if selected else "", hit)


def _without(hand: Sequence[Card], card: Card | None) -> list[Card]:
    rest = list(hand)
    if card in rest:
        rest.remove(card)
    return rest


def draw_seats(canvas: Canvas, scene: Scene, plan: Plan) -> None:
    """Draw a list of the players with whom hands can be swapped, with how many cards each holds."""
    table, ui = scene.table, scene.ui
    assert ui.draft is not None
    seats = ui.draft.choice.seats
    width = min(_SEATS_WIDTH, plan.width - 4)
    height = len(seats) + 4
    x = plan.left + (plan.width - width) // 2
    y = max(0, min(plan.prompt + 1, canvas.height - height))
    title = f" Swap hands for the {written(ui.draft.choice.card, scene.glyphs)} "
    draw_frame(canvas, scene, plan, x, y, width, height, title)
    for index, seat in enumerate(seats):
        selected = ui.choice == index
        hit = Hit("seat", index)
        row = y + 1 + index
        canvas.put(x + 1, row, " " * (width - 2), "", hit)
        canvas.put(x + 2, row, scene.glyphs.pointer if selected else " ", "class:card.selected", hit)
        canvas.put(x + 4, row, f"{index + 1} ", "class:button.key", hit)
        canvas.put(x + 6, row, clip(table.names[seat], width - 20), "class:name" if selected else "", hit)
        cards = counted(table.hand_sizes[seat], "card")
        canvas.put(x + width - 2 - len(cards), row, cards, "class:prompt" if selected else "", hit)
    keys = f"{scene.glyphs.up_down} Enter, or 1-{len(seats)}" if len(seats) > 1 else "Enter"
    _foot(canvas, scene, x, y + height - 2, width, keys, "Esc takes the card back")


def _foot(canvas: Canvas, scene: Scene, x: int, y: int, width: int, keys: str, back: str) -> None:
    """Name the keys; where the last card is announced by hand, say whether it is, for it can still be switched."""
    dot = f" {scene.glyphs.dot} "
    text = f"{keys}{dot}{back}"
    draft = scene.ui.draft
    if not (scene.by_hand and draft is not None and draft.choice.may_announce):
        canvas.center(y, clip(text, width - 4), "class:quiet", left=x, width=width)
        return
    button = " last card! " if scene.ui.aloud else "[!] last card"
    room = width - 5 - len(button)
    text = clip(text if cells(text) <= room else f"{keys}{dot}Esc back", room)
    at = x + (width - cells(text) - 1 - len(button)) // 2
    at = canvas.put(at, y, button, "class:button.lit" if scene.ui.aloud else "class:button", Hit("announce"))
    canvas.put(at + 1, y, text, "class:quiet")
