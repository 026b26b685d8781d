"""Why a move is not legal, in a code for programs and a sentence for people."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, TypeAlias

from crazyeights.cards import Card
from crazyeights.errors import IllegalMoveError, IllegalReason, listed
from crazyeights.moves import DONE, DRAW, PASS, Move, MoveKind
from crazyeights.options import AfterDraw

if TYPE_CHECKING:
    from crazyeights.view import View

_Why: TypeAlias = "tuple[IllegalReason, str]"


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
    code, reason = _why_not(view, move)
    return IllegalMoveError(move, reason, code)


def _why_not(view: View, move: Move) -> _Why:
    if view.calling:
        return _why_not_while_calling(view, move)
    if view.giving:
        return _why_not_while_giving(view, move)
    if move.kind is MoveKind.PLAY:
        assert move.card is not None
        return _why_not_play(view, move, move.card)
    if view.adding:
        return IllegalReason.ADD_OR_DONE, f"You have played a card already: {_add(view)}."
    if move is DRAW:
        return _why_not_draw(view)
    if move is PASS:
        return _why_not_pass(view)
    if move is DONE:
        return IllegalReason.NOTHING_TO_END, "There is nothing to end: done is for who could still add a card."
    if move.kind is MoveKind.GIVE:
        return IllegalReason.NOTHING_TO_GIVE, "No card is passed on now."
    return IllegalReason.NOTHING_TO_CALL, "There is no starter to call a suit for: a suit is called with a card."


# In the middle of something


def _why_not_while_calling(view: View, move: Move) -> _Why:
    if move.kind is MoveKind.CALL:
        return IllegalReason.SUIT_NOT_ASKED, _suits(view)
    calls = listed([str(legal) for legal in view.legal_moves], "or")
    return IllegalReason.CALL_THE_SUIT, f"First call a suit for {view.top.with_article}: {calls}."


def _why_not_while_giving(view: View, move: Move) -> _Why:
    if move.kind is MoveKind.GIVE:
        assert move.card is not None
        return IllegalReason.NOT_IN_HAND, f"You do not hold {move.card.with_article}."
    example = view.legal_moves[0]
    return IllegalReason.GIVE_A_CARD, f"First choose the card that you pass to the left, as in {example}."


# Drawing and passing


def _why_not_draw(view: View) -> _Why:
    options = view.game.options
    limit = options.draw_limit
    if view.drawn and view.playable and options.after_draw is AfterDraw.MUST_PLAY:
        return IllegalReason.MUST_PLAY, f"You must play the card just drawn: {_named(view.playable)}."
    if limit is not None and view.drawn >= limit:
        cards = "one card" if limit == 1 else f"{limit} cards"
        return IllegalReason.DRAW_LIMIT, f"You may draw only {cards} in a turn."
    if view.playable and not options.voluntary_draw:
        return IllegalReason.MUST_PLAY, f"You may not draw while you can play: {_named(view.playable)}."
    return IllegalReason.NOTHING_TO_DRAW, "There is no card left to draw."


def _why_not_pass(view: View) -> _Why:
    if view.pending_draw:
        return IllegalReason.ANSWER_OR_DRAW, f"You may not pass: {_answer(view)}."
    if view.can_draw:
        limit = view.game.options.draw_limit
        enough = "" if limit is None or limit <= 1 else f" or you have drawn {limit} cards"
        only = f"You may pass only when there is nothing to draw{enough}"
        return IllegalReason.MUST_DRAW, f"{only}: draw a card{' or play one' if view.playable else ''}."
    if view.drawn and view.game.options.after_draw is AfterDraw.MUST_PLAY:
        return IllegalReason.MUST_PLAY, f"You must play the card just drawn: {_named(view.playable)}."
    return IllegalReason.MUST_PLAY, f"You may not pass while you can play: {_named(view.playable)}."


# Playing a card


def _why_not_play(view: View, move: Move, card: Card) -> _Why:
    if card not in view.hand:
        return IllegalReason.NOT_IN_HAND, f"You do not hold {card.with_article}."
    ways = [legal for legal in view.legal_moves if legal.card is card]
    if ways:
        return _why_not_so(view, move, card, ways)
    if view.adding:
        top = view.top.with_article
        return IllegalReason.ADD_OR_DONE, f"{_start(card)} can't be added to {top}: {_add(view)}."
    if view.pending_draw:
        return IllegalReason.ANSWER_OR_DRAW, f"You may not play {card.with_article}: {_answer(view)}."
    if view.drawn and view.game.options.after_draw in {AfterDraw.PLAY_DRAWN, AfterDraw.MUST_PLAY}:
        return IllegalReason.ONLY_DRAWN_CARD, "After drawing, only the card just drawn may be played."
    if matches_top(view, card):
        return _why_not_now(view, card)
    if not _may_ever_follow(view, card):
        return IllegalReason.NOT_ON_THIS_CARD, f"{_start(card)} may not be played on {view.top.with_article}."
    rank = view.top.rank.article
    if view.active_suit is None:
        return IllegalReason.NO_MATCH, f"{_start(card)} is not {rank}."
    if view.top.suit is None:
        return IllegalReason.NO_MATCH, f"{_start(card)} matches neither {view.active_suit.name} nor a joker."
    return IllegalReason.NO_MATCH, f"{_start(card)} matches neither {view.active_suit.name} nor {rank}."


def _why_not_so(view: View, move: Move, card: Card, ways: Sequence[Move]) -> _Why:
    """Say what is wrong with playing a card so; it may be played in these ways."""
    calling = ways[0].suit is not None
    if calling and move.suit is None:
        suits = listed(_unique(f"{card}={way.suit}" for way in ways), "or")
        return IllegalReason.SUIT_NEEDED, f"{_start(card)} needs a suit: {suits}."
    if calling and all(move.suit is not way.suit for way in ways):
        return IllegalReason.SUIT_NOT_ASKED, _suits(view)
    if not calling and move.suit is not None:
        return IllegalReason.SUIT_NOT_ASKED, f"{_start(card)}{_ending(view, card)} calls no suit: {_as(card)}."
    seats = _unique(f"{card}@{way.swap}" for way in ways if way.swap is not None)
    if seats and move.swap is None:
        return IllegalReason.SEAT_NEEDED, f"{_start(card)} needs the seat to swap hands with: {listed(seats, 'or')}."
    if seats and all(move.swap != way.swap for way in ways):
        return IllegalReason.NO_SWAP, f"You can't swap hands with seat {move.swap}: {listed(seats, 'or')}."
    if not seats and move.swap is not None:
        return IllegalReason.NO_SWAP, f"{_start(card)}{_ending(view, card)} swaps no hands: {_as(card)}."
    if not view.game.options.last_card_call:
        return IllegalReason.NO_ANNOUNCEMENT, f"No last card is announced in this game: {_as(move.silent)}."
    left = len(view.hand) - 1
    keep = "leaves you none" if not left else f"leaves you {left} cards"
    why = f"{_start(card)} {keep}, and only a card that leaves you one is announced"
    return IllegalReason.NO_ANNOUNCEMENT, f"{why}: {_as(move.silent)}."


def _ending(view: View, card: Card) -> str:
    """Say why a card does not do now what it usually does; "" if it never does."""
    rules = view.ruleset
    if len(view.hand) == 1:
        return " is your last card, so it"
    return " ends the round, so it" if (rules.choose | rules.swap) >> rules.deck.index[card] & 1 else ""


def _why_not_now(view: View, card: Card) -> _Why:
    """Say what speaks against a card that matches."""
    rules, suit = view.ruleset, view.active_suit
    kept = rules.last_resort
    if suit is not None and kept >> rules.deck.index[card] & 1:
        for held in view.hand:
            if held.suit == suit and not kept >> rules.deck.index[held] & 1:
                why = f"only by who holds no other {suit.singular}, and you hold {held.with_article}"
                return IllegalReason.ONLY_IF_STUCK, f"{_start(card)} may be played {why}."
    return IllegalReason.NOT_AS_LAST_CARD, f"{_start(card)} may not be your last card."


def matches_top(view: View, card: Card) -> bool:
    """Say whether a card may be laid on the top card as far as suit, rank, wild and forbidden cards go."""
    ruleset = view.ruleset
    index, suits = ruleset.deck.index, ruleset.deck.suits
    suit = len(suits) if view.active_suit is None else suits.index(view.active_suit)
    return bool(ruleset.playable[index[view.top]][suit] >> index[card] & 1)


def _may_ever_follow(view: View, card: Card) -> bool:
    """Say whether a card may be laid on the top card whatever the active suit: it can't if that is forbidden."""
    index = view.ruleset.deck.index
    return bool(view.ruleset.playable[index[view.top]][-1] >> index[card] & 1)


# Words


def _start(card: Card) -> str:
    return card.with_article[:1].upper() + card.with_article[1:]


def _as(move: Move | Card) -> str:
    return f"play it as {move}"


def _suits(view: View) -> str:
    names = " or ".join(suit.name for suit in view.game.deck.suits)
    return f"The suit called must be {names}."


def _add(view: View) -> str:
    return f"add {_named(view.playable)}, or say done"


def _answer(view: View) -> str:
    cards = "a card" if view.pending_draw == 1 else f"{view.pending_draw} cards"
    if view.playable:
        return f"draw {cards} or answer with {_named(view.playable)}"
    return f"you must draw {cards}"


def _named(cards: tuple[Card, ...]) -> str:
    return listed([card.with_article for card in cards], "or", most=3)


def _unique(texts: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(texts))
