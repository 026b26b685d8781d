"""What the table says: what is to be done now, and what stands beside a player's name."""

from __future__ import annotations

from collections.abc import Sequence

from crazyeights.errors import listed
from crazyeights.match import Match
from crazyeights.options import Scoring
from crazyeights.view import View
from crazyeights.words import counted, shown_name, to_match
from crazyeights_arcade.stage import Stage


def prompt(view: View, whose: str, names: Sequence[str]) -> str:
    """Say what the player whose turn it is has to do.

    Args:
        view: what the player sees.
        whose: whose turn it is, as in "Your turn".
        names: the name of each seat.
    """
    if view.giving:
        return f"{whose}: choose a card to pass to the left, to {shown_name(names[left_of(view)])}"
    # What can be played is told from the rules; a hand in which nothing fits would make half of it idle.
    if view.calling or view.adding or view.playable or view.pending_draw:
        return f"{whose}: {to_match(view)}"
    how = [word for word, may in (("draw a card", view.can_draw), ("pass", view.can_pass)) if may]
    if not view.can_draw and not view.drawn:
        return f"{whose}: no card fits and there is nothing to draw, pass"
    return f"{whose}: no card fits, {listed(how, 'or')}"


def left_of(view: View) -> int:
    """Give the seat to which a card goes that is passed to the left: the next one with cards."""
    seats = [(view.seat + step) % view.players for step in range(1, view.players)]
    return next((seat for seat in seats if view.hand_sizes[seat]), seats[0])


def note_on(stage: Stage, seat: int, partner: int | None) -> str:
    """Give what stands at a player's cards besides their number; "" for nothing.

    Args:
        stage: the table.
        seat: whose cards.
        partner: the partner of the player at the bottom; None where everybody plays alone.
    """
    notes = [f"level {stage.levels[seat]}"] if stage.levels else []
    if seat == partner:
        notes.append("partner")
    if seat in stage.out:
        notes.append("out")
    return " · ".join(notes)


def round_of(match: Match) -> str:
    """Say which round is played, as in "round 3 of 5" or "round 3, to 100 points"."""
    number = f"round {match.round + 1}"
    if match.rounds is not None:
        number += f" of {match.rounds}"
    return f"{number} · {goal_score(match)}" if match.target is not None else number


def goal_score(match: Match) -> str:
    """Say which score ends a match, as in "to 100 points"; "" if none does."""
    if match.target is None:
        return ""
    if match.scoring is Scoring.ROUNDS_WON:
        return f"to {match.target} won"
    return f"to {counted(match.target, 'point')}"


def side_name(side: Sequence[int], names: Sequence[str]) -> str:
    """Name a player, or a pair of partners, as in "You + Computer 2" or "Computer 1 + 3"."""
    first, *rest = (shown_name(names[seat]) for seat in side)
    kind = first.rpartition(" ")[0]
    return " + ".join([first, *(name.removeprefix(f"{kind} ") if kind else name for name in rest)])
