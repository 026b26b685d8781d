"""The texts of the panels: the rules in force, the score sheet, and which keys there are."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from crazyeights.game import Game
from crazyeights.guide import guide
from crazyeights_terminal.fullscreen.board import short_names
from crazyeights_terminal.fullscreen.canvas import cells
from crazyeights_terminal.fullscreen.glyphs import Glyphs
from crazyeights_terminal.fullscreen.scene import Line
from crazyeights_terminal.fullscreen.snapshot import Snapshot

# As wide as the narrowest panel.
_SHEET: Final = 62
_NUMBER: Final = 7


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


def scores_text(table: Snapshot) -> tuple[Line, ...]:
    """Give the score sheet: a line for each round, a column for each player, and the totals."""
    score = table.score
    width = min(18, (_SHEET - _NUMBER) // len(table.names))
    names = short_names(table.names, max(3, width - 2))

    def row(label: str, entries: Sequence[str]) -> str:
        return f"{label:<{_NUMBER}}" + "".join(" " * max(0, width - cells(entry)) + entry for entry in entries)

    lines = [Line(row("Round", [f"{name} " for name in names]), title=True)]
    for each in score.rows:
        points = ("-",) * len(names) if each.points is None else each.points
        marks = ["*" if seat in each.winners else " " for seat in range(len(names))]
        lines.append(
            Line(row(str(each.round), [f"{number}{mark}" for number, mark in zip(points, marks, strict=True)]))
        )
    if not score.rows:
        lines.append(Line("No round is over yet."))
    lines += [Line(row("Total", [f"{total} " for total in score.totals]), title=True), Line("")]
    told = [
        "* won the round." if any(each.winners for each in score.rows) else "",
        "- the round was dropped." if any(each.points is None for each in score.rows) else "",
        score.goal,
        score.over,
    ]
    return (*lines, *(Line(text) for text in told if text))


def help_text(table: Snapshot, glyphs: Glyphs) -> tuple[Line, ...]:
    """Explain the keys and the mouse, for the rules in force."""
    caller = table.caller
    keys = [
        ("On your turn", ""),
        (f"{glyphs.arrows}  Home End", "choose a card"),
        (f"{glyphs.up_down}  Tab", "choose the next or last card that can be played"),
        ("Enter  Space", "play the chosen card"),
        ("1 2 … 9 0  A … Z", "play the card that has this key (capital letters)"),
        (":", "type a move: 9h, draw, pass" + (", or 8h d for the 8 of hearts calling diamonds" if caller else "")),
        ("d  p", "draw, pass; p also ends a turn in which cards may be added"),
        ("h", "a hint from the strongest strategy, and why"),
        *(
            [
                ("s", f"say beforehand which suit the next {caller} calls; it is then played at once"),
                (
                    " ".join(suit.letter.lower() for suit in table.suits),
                    "while a suit is chosen: call it; Esc takes the card back",
                ),
            ]
            if caller
            else []
        ),
        *(
            [("!", "announce your last card with the next card (option Announce the last card: manual)")]
            if table.announced
            else []
        ),
        ("At any time", ""),
        ("c", "the score sheet of the match"),
        ("g", "another game: variant, players, match, options, house rules"),
        ("t", "sort the hand by suit or by rank"),
        ("f", "do not wait for the computers until it is your turn"),
        ("+  -", "let the computers play slower, faster"),
        ("r  l  ?", "the rules, the log, this help; Esc goes back"),
        ("o", "options: colours, characters, pace, mouse, announcing"),
        ("n", "deal a new round"),
        ("q", "leave the table"),
        ("Ctrl-L  Ctrl-Z", "draw the screen again; go to the shell (fg comes back)"),
        ("Mouse", ""),
        ("click a card", "play it"),
        ("click the stock", "draw"),
        ("click a button", "do what it says; so do the suits beside the pile and the scores"),
        ("Shift and drag", "select text, in most terminals"),
    ]
    lines: list[Line] = []
    for key, meaning in keys:
        if not meaning:
            lines += [*([Line("")] if lines else []), Line(key, title=True)]
        else:
            lines.append(Line(f"{key:<18}{meaning}"))
    return tuple(lines)
