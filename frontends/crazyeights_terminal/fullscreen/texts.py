"""The texts of the panels: the rules in force, and which keys there are."""

from __future__ import annotations

from crazyeights.game import Game
from crazyeights.guide import guide
from crazyeights_terminal.fullscreen.glyphs import Glyphs
from crazyeights_terminal.fullscreen.scene import Line, Snapshot


def rules_text(game: Game) -> tuple[Line, ...]:
    """Explain the rules in force, with the worked example and the questions that come up in play."""
    rules = guide(game)
    lines = [Line(f"The rules of {rules.title}", title=True)]
    for section in rules.sections:
        lines += [Line(""), Line(section.title, title=True), *(Line(text) for text in section.paragraphs)]
    lines += [Line(""), Line("Questions", title=True)]
    for question, answer in rules.questions:
        lines += [Line(""), Line(question, title=True), Line(answer)]
    return tuple(lines)


def log_text(log: list[str]) -> tuple[Line, ...]:
    """Give what happened in the round."""
    return tuple(Line(line) for line in log) or (Line("Nothing has happened yet."),)


def help_text(table: Snapshot, glyphs: Glyphs) -> tuple[Line, ...]:
    """Explain the keys and the mouse, for the rules in force."""
    keys = [
        ("On your turn", ""),
        (f"{glyphs.arrows}  Home End", "choose a card"),
        (f"{glyphs.up_down}  Tab", "choose the next or last card that can be played"),
        ("Enter  Space", "play the chosen card"),
        ("1 2 … 9 0  A … Z", "play the card that has this key (capital letters)"),
        (
            ":",
            "type a move: 9h, draw, pass" + (", or 8h d for the 8 of hearts calling diamonds" if table.caller else ""),
        ),
        ("d  p", "draw, pass"),
        ("h", "a hint from the strongest strategy, and why"),
        *(
            [
                ("s", f"say beforehand which suit the next {table.caller} calls; it is then played at once"),
                ("s h d c", "while a suit is chosen: call it; Esc takes the card back"),
            ]
            if table.caller
            else []
        ),
        ("At any time", ""),
        ("t", "sort the hand by suit or by rank"),
        ("f", "do not wait for the computers until it is your turn"),
        ("+  -", "let the computers play slower, faster"),
        ("r  l  ?", "the rules, the log, this help; Esc goes back"),
        ("o", "options: colours, characters, pace, mouse, the next game"),
        ("n", "deal a new round"),
        ("q", "leave the table"),
        ("Ctrl-L  Ctrl-Z", "draw the screen again; go to the shell (fg comes back)"),
        ("Mouse", ""),
        ("click a card", "play it"),
        ("click the stock", "draw"),
        ("click a button", "do what it says; so do the suits beside the pile"),
        ("Shift and drag", "select text, in most terminals"),
    ]
    lines: list[Line] = []
    for key, meaning in keys:
        if not meaning:
            lines += [*([Line("")] if lines else []), Line(key, title=True)]
        else:
            lines.append(Line(f"{key:<18}{meaning}"))
    return tuple(lines)
