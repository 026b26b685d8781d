"""Why a move is not legal, in a code for programs and a sentence for people."""

from __future__ import annotations

from typing import TYPE_CHECKING

from crazyeights.cards import Card
from crazyeights.errors import IllegalMoveError, IllegalReason, listed
from crazyeights.moves import DRAW, PASS, Move
from crazyeights.options import AfterDraw

if TYPE_CHECKING:
    from crazyeights.view import View


def refusal(view: View, move: object) -> IllegalMoveError | None:
    """Say why the view's seat may not make a move now; None if it may."""
    if not isinstance(move, Move):
        return IllegalMoveError(move, f"{move!r} is not a move.", IllegalReason.NOT_A_MOVE)
    if view.to_move is None:
        return IllegalMoveError(move, "The round is over.", IllegalReason.ROUND_OVER)
    if view.to_move != view.seat:
        return IllegalMoveError(move, "It is not your turn.", IllegalReason.NOT_YOUR_TURN)
    if move in view.legal_moves:
        return None
    if move is DRAW:
        code, reason = _why_not_draw(view)
    elif move is PASS:
        code, reason = _why_not_pass(view)
    else:
        assert move.card is not None
        code, reason = _why_not_play(view, move, move.card)
    return IllegalMoveError(move, reason, code)


def _why_not_draw(view: View) -> tuple[IllegalReason, str]:
    limit = view.game.options.draw_limit
    if limit is not None and view.drawn >= limit:
        cards = "one card" if limit == 1 else f"{limit} cards"
        return IllegalReason.DRAW_LIMIT, f"You may draw only {cards} in a turn."
    if view.playable and not view.game.options.voluntary_draw:
        return IllegalReason.MUST_PLAY, f"You may not draw while you can play: {_named(view.playable)}."
    return IllegalReason.NOTHING_TO_DRAW, "There is no card left to draw."


def _why_not_pass(view: View) -> tuple[IllegalReason, str]:
    if view.pending_draw:
        return IllegalReason.ANSWER_OR_DRAW, f"You may not pass: {_answer(view)}."
    if view.can_draw:
        return IllegalReason.MUST_DRAW, "You may pass only when there is nothing to draw: draw a card or play one."
    return IllegalReason.MUST_PLAY, f"You may not pass while you can play: {_named(view.playable)}."


def _why_not_play(view: View, move: Move, card: Card) -> tuple[IllegalReason, str]:
    if card not in view.hand:
        return IllegalReason.NOT_IN_HAND, f"You do not hold {card.with_article}."
    suited = [legal for legal in view.legal_moves if legal.card is card]
    if suited and move.suit is None:
        ways = [str(legal) for legal in suited]
        return IllegalReason.SUIT_NEEDED, f"{_start(card)} needs a suit: {listed(ways, 'or')}."
    if suited and suited[0].suit is not None:
        names = " or ".join(suit.name for suit in view.game.deck.suits)
        return IllegalReason.SUIT_NOT_ASKED, f"The suit called must be {names}."
    if suited:
        why = "is your last card, so it calls no suit" if len(view.hand) == 1 else "calls no suit"
        return IllegalReason.SUIT_NOT_ASKED, f"{_start(card)} {why}: play it as {card}."
    if view.pending_draw:
        return IllegalReason.ANSWER_OR_DRAW, f"You may not play {card.with_article}: {_answer(view)}."
    matches = matches_top(view, card)
    if view.drawn and view.game.options.after_draw is AfterDraw.PLAY_DRAWN:
        return IllegalReason.ONLY_DRAWN_CARD, "After drawing, only the card just drawn may be played."
    if matches:
        return IllegalReason.NOT_AS_LAST_CARD, f"{_start(card)} may not be your last card."
    rank = view.top.rank.article
    if view.active_suit is None:
        return IllegalReason.NO_MATCH, f"{_start(card)} is not {rank}."
    if view.top.suit is None:
        return IllegalReason.NO_MATCH, f"{_start(card)} matches neither {view.active_suit.name} nor a joker."
    return IllegalReason.NO_MATCH, f"{_start(card)} matches neither {view.active_suit.name} nor {rank}."


def matches_top(view: View, card: Card) -> bool:
    """Say whether a card may be laid on the top card as far as suit, rank and wild cards go."""
    ruleset = view.ruleset
    index, suits = ruleset.deck.index, ruleset.deck.suits
    suit = len(suits) if view.active_suit is None else suits.index(view.active_suit)
    return bool(ruleset.playable[index[view.top]][suit] >> index[card] & 1)


def _start(card: Card) -> str:
    return card.with_article[:1].upper() + card.with_article[1:]


def _answer(view: View) -> str:
    cards = "a card" if view.pending_draw == 1 else f"{view.pending_draw} cards"
    if view.playable:
        return f"draw {cards} or answer with {_named(view.playable)}"
    return f"you must draw {cards}"


def _named(cards: tuple[Card, ...]) -> str:
    return listed([card.with_article for card in cards], "or", most=3)
