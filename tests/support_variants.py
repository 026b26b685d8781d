"""Rounds of the variants with hands chosen by hand, whatever sizes of hands a variant has."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from crazyeights import Game, Move, Variant
from support_decks import Offer, arrange, deal, play

_BARE = Offer(variants=[Variant("bare", "Nothing is special.")])


def table(
    variant: str, hands: Sequence[str], starter: str, stock: str = "", *, registry: Any = None, **options: Any
) -> Any:
    """Deal a round of a variant in which the seats hold exactly these hands."""
    given = {"few_hand_size": None, **options}
    return deal(variant, hands, starter, stock, options=given, registry=registry)


def house(rules: str, hands: Sequence[str], starter: str, stock: str = "", **options: Any) -> Any:
    """Deal a round in which nothing is special but what these rules say, and one card drawn ends the turn."""
    return deal("bare", hands, starter, stock, rules_added=rules.split(), options=options, registry=_BARE)


def arranged(game: Game, hands: Sequence[str], starter: str, stock: str = "") -> Any:
    """Deal a round of a game in which the seats hold exactly these hands."""
    return game.deal(deck=arrange(game.deck, hands, starter, stock, hand_size=game.hand_size))


def allowed(state: Any, move: str) -> bool:
    """Say whether a move is legal."""
    return Move.parse(move, state.game.deck) in state.legal_moves()


def repeat(state: Any, move: str, *, most: int = 60) -> int:
    """Make the move again and again as long as it is legal; say how often it was."""
    seat, times = state.to_move, 0
    while state.to_move == seat and times < most and allowed(state, move):
        play(state, move)
        times += 1
    return times
