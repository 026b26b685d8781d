"""What a player can do, in words: a move, and what the next card must be."""

from __future__ import annotations

from collections.abc import Sequence
from typing import assert_never

from crazyeights.cards import indefinite
from crazyeights.errors import listed
from crazyeights.moves import Move, MoveKind
from crazyeights.options import AfterDraw
from crazyeights.view import View
from crazyeights.words.names import counted, kinds, shown_name, the_card


def describe_move(move: Move, names: Sequence[str] | None = None) -> str:
    """Say what a move does, as in "play the 8 of hearts and call diamonds".

    Args:
        move: the move.
        names: the name of each seat, for whose hand is swapped; without them it is called by its number.
    """
    match move.kind:
        case MoveKind.DRAW:
            return "draw a card"
        case MoveKind.PASS:
            return "pass"
        case MoveKind.DONE:
            return "end your turn"
        case MoveKind.CALL:
            assert move.suit is not None
            return f"call {move.suit.name}"
        case MoveKind.GIVE:
            assert move.card is not None
            return f"pass {the_card(move.card)} to the left"
        case MoveKind.PLAY:
            return _play(move, names)
        case _:
            assert_never(move.kind)


def _play(move: Move, names: Sequence[str] | None) -> str:
    assert move.card is not None
    does = [f"play {the_card(move.card)}"]
    if move.suit is not None:
        does.append(f"call {move.suit.name}")
    if move.swap is not None:
        known = names is not None and move.swap < len(names)
        name = shown_name(names[move.swap]) if names is not None and known else f"seat {move.swap}"
        does.append(f"swap hands with {'you' if name.lower() == 'you' else name}")
    if move.announces:
        does.append("announce your last card")
    return listed(does)


def to_match(view: View) -> str:
    """Say what the next card must be, as in "match a diamond or a 9, or play an 8"."""
    if view.calling:
        return f"call a suit for {the_card(view.top)}"
    if view.giving:
        return "choose a card to pass to the left"
    if view.adding:
        return f"add {listed([the_card(card) for card in view.playable], 'or', most=4)}, or end your turn"
    if view.pending_draw:
        return _to_answer(view)
    drawn_only = view.ruleset.options.after_draw in {AfterDraw.PLAY_DRAWN, AfterDraw.MUST_PLAY}
    if view.drawn and view.legal_moves and drawn_only:
        return _after_drawing(view)
    return _to_follow(view)


def _after_drawing(view: View) -> str:
    """Say what can be done where only the card just drawn may be played."""
    other = [word for word, may in (("draw again", view.can_draw), ("pass", view.can_pass)) if may]
    if not view.playable:
        return f"{listed(other, 'or')}, for the card that you drew can't be played"
    also = f", or {listed(other, 'or')}" if other else ""
    return f"play {the_card(view.playable[0])} that you drew{also}"


def _to_answer(view: View) -> str:
    ruleset = view.ruleset
    deck = ruleset.deck
    answers = ruleset.answers[deck.index[view.top]]
    choices = []
    for word, mask in (("answer", answers & ~ruleset.cancel), ("cancel", answers & ruleset.cancel)):
        if mask:
            choices.append(f"{word} with {listed(kinds(ruleset.faces_of(mask), deck), 'or')}")
    return _or([*choices, f"draw {counted(view.pending_draw, 'card')}"])


def _to_follow(view: View) -> str:
    ruleset = view.ruleset
    deck = ruleset.deck
    suit = view.active_suit
    if suit is None:
        return "play any card"
    may = ruleset.playable[deck.index[view.top]][deck.suits.index(suit)]
    held = [card for card in view.hand if card.suit == suit and not ruleset.last_resort >> deck.index[card] & 1]
    if held:
        may &= ~ruleset.last_resort
    others = [card for card in ruleset.faces_of(may) if card.suit != suit]
    matching = [indefinite(suit.singular)]
    if any(card.rank == view.top.rank for card in others):
        matching.append(view.top.rank.article)
    wild = [card for card in ruleset.faces_of(may & ruleset.wild) if card.rank != view.top.rank]
    choices = [f"match {listed(matching, 'or')}"]
    if wild:
        choices.append(f"play {listed(kinds(wild, deck), 'or')}")
    return _or(choices)


def _or(choices: Sequence[str]) -> str:
    """Join what can be done, as in "answer with a 2, cancel with a king, or draw 4 cards"."""
    return ", or ".join(filter(None, (", ".join(choices[:-1]), choices[-1])))
