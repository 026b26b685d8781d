"""What the strategies have in common: reading the rules, the table and a move."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from crazyeights import Move, MoveKind, Ruleset, View


def is_play(move: Move) -> bool:
    """Say whether a move plays a card."""
    return move.kind is MoveKind.PLAY


def sensible(view: View, moves: Sequence[Move]) -> list[Move]:
    """Leave out the moves that announce the last card wrongly, or don't where it is the last; never all of them.

    Args:
        view: what the player knows.
        moves: legal moves.
    """
    if not any(move.announces for move in moves):
        return list(moves)
    # Only a play that leaves a single card is announced.
    due = len(view.hand) == 2
    return [move for move in moves if not is_play(move) or move.announces == due] or list(moves)


def next_seat(view: View) -> int:
    """Give the seat whose turn is next, if nothing changes that; of partners one that is not out."""
    seat = (view.seat + view.direction) % view.players
    while not view.hand_sizes[seat] and seat != view.seat:
        seat = (seat + view.direction) % view.players
    return seat


def unseen_faces(view: View) -> int:
    """Give the faces of which a card may lie in another hand or in the stock."""
    index = view.ruleset.deck.index
    seen = Counter(view.hand)
    seen.update(view.discard)
    copies = view.ruleset.deck.copies
    mask = (1 << len(index)) - 1
    for card, count in seen.items():
        if count >= copies:
            mask &= ~(1 << index[card])
    return mask


def playable_after(rules: Ruleset, move: Move) -> int:
    """Give the faces that may be played on the card that a move plays."""
    assert move.card is not None
    suits = rules.deck.suits
    suit = move.suit or move.card.suit
    return rules.playable[rules.deck.index[move.card]][len(suits) if suit is None else suits.index(suit)]


def chance_stuck(follows: int, hand: Sequence[tuple[int, int]]) -> float:
    """Give the chance that a hand, of which this is known, holds none of the faces that may follow.

    Args:
        follows: the faces that may follow.
        hand: what is known: so many cards, each one of these faces.
    """
    chance = 1.0
    for count, faces in hand:
        possible = faces.bit_count()
        if possible:
            chance *= (1 - (faces & follows).bit_count() / possible) ** count
    return chance


def to_give(view: View) -> Move:
    """Choose the card to pass to the left: none that is wild, and of the others one in the shortest suit."""
    rules = view.ruleset
    index = rules.deck.index
    held = Counter(card.suit for card in view.hand)

    def worth(move: Move) -> tuple[int, int, int]:
        assert move.card is not None
        return (rules.wild >> index[move.card] & 1, held[move.card.suit], -rules.card_points(move.card))

    return min(view.legal_moves, key=worth)


def to_call(view: View) -> Move:
    """Choose the suit of a wild starter: the one that is held most."""
    held = Counter(card.suit for card in view.hand)
    return max(view.legal_moves, key=lambda move: held[move.suit])


def received(view: View, move: Move) -> int | None:
    """Say with how many cards a play leaves its player if it exchanges hands; None if it exchanges none."""
    rules = view.ruleset
    assert move.card is not None
    if len(view.hand) == 1:
        return None  # the hand is empty first
    if move.swap is not None:
        return view.hand_sizes[move.swap]
    if rules.rotate >> rules.deck.index[move.card] & 1:
        before = (view.seat - view.direction) % view.players
        while not view.hand_sizes[before]:
            before = (before - view.direction) % view.players
        return view.hand_sizes[before]
    return None
