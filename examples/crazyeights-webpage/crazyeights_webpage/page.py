"""The page: HTML made from what a seat may know."""

from collections.abc import Sequence
from html import escape

from crazyeights import Move, View
from crazyeights.words import describe_move, to_match

_STYLE = """
body { max-width: 40rem; margin: 2rem auto; padding: 0 1rem; font: 1.1rem/1.5 system-ui, sans-serif; }
.card { display: inline-block; margin: .2rem; padding: .4rem .6rem; border: 1px solid; border-radius: .4rem; }
button { font: inherit; margin: .2rem; padding: .3rem .7rem; }
ol { color: #555; }
"""


def page(view: View | None, names: Sequence[str], story: Sequence[str], notice: str, position: int) -> str:
    """Write the page.

    Args:
        view: what the person sees; None for somebody who only looks on.
        names: the players' names, by seat.
        story: what has happened last, in sentences.
        notice: what the person must be told, a refused move say.
        position: the number of the position that is shown: a button is for this one and no other.
    """
    body = [f"<p role=alert>{escape(notice)}</p>"] if notice else []
    body.append(f"<ol>{''.join(f'<li>{escape(sentence)}</li>' for sentence in story)}</ol>")
    mine = view is not None and view.legal_moves
    if view is not None:
        body += _table(view, names)
    if view is not None and mine:
        body.append(f"<p>It is your turn: {escape(to_match(view))}.</p>")
        body.append(_form("move", position, [(str(move), _label(move, names)) for move in view.legal_moves]))
    body.append(_form("leave", position, [("", "Leave the table")]))
    # Nothing to press: the page looks again whether somebody has moved.
    again = "" if mine else '<meta http-equiv="refresh" content="1">'
    head = f'<meta charset="utf-8"><title>Crazy Eights</title>{again}<style>{_STYLE}</style>'
    return f"<!doctype html><html lang=en><head>{head}</head><body>{''.join(body)}</body></html>"


def _table(view: View, names: Sequence[str]) -> list[str]:
    others = ", ".join(
        f"{name} holds {size}" for name, size in zip(names, view.hand_sizes, strict=True) if name != names[view.seat]
    )
    hand = "".join(f"<span class=card>{escape(card.sign)}</span>" for card in view.hand)
    return [
        f"<p>{escape(others)}; the stock has {view.stock_size}.</p>",
        f"<p>On top: <span class=card>{escape(view.shown_top.sign)}</span></p>",
        f"<p>You hold: {hand}</p>",
    ]


def _label(move: Move, names: Sequence[str]) -> str:
    words = describe_move(move, names)
    return f"{words[:1].upper()}{words[1:]}"


def _form(action: str, position: int, buttons: Sequence[tuple[str, str]]) -> str:
    made = "".join(
        f'<button name="{action}" value="{escape(value)}">{escape(label)}</button>' for value, label in buttons
    )
    return f"<form method=post><input type=hidden name=position value={position}>{made}</form>"
