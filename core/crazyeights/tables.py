"""Lookup tables that the engine reads in each move, made once from a ruleset and a number of players.

A hand is an int. Bit `f` says that it holds face `f`, bit `f + F` that it holds a second one, and so on, where `F` is
the number of faces. So equal hands are equal ints, a set of faces is a mask of the lowest `F` bits, and with one deck
a hand is simply the set of its cards.
"""

from __future__ import annotations

import dataclasses
from enum import IntEnum
from typing import Final, TypeAlias

from crazyeights.cards import Card
from crazyeights.moves import DONE, DRAW, PASS, Move
from crazyeights.options import (
    AfterDraw,
    BlockAfter,
    EmptyStock,
    PenaltyTurn,
    Scoring,
    Starter,
    TwoPlayerReverse,
    WildStarter,
)
from crazyeights.rules import Effect
from crazyeights.ruleset import Ruleset

#: What a special card does: reverse, turns skipped, cards to draw, play again, functions with their rules' names.
EffectRow: TypeAlias = "tuple[bool, int, int, bool, tuple[tuple[str, Effect], ...]]"
#: What a move does: its face's bit, its face, the index of the new active suit, what may be played on it, its effect.
MoveRow: TypeAlias = "tuple[int, int, int, int, EffectRow | None]"
NO_LIMIT: Final = 1 << 30
NO_EFFECT: Final[EffectRow] = (False, 0, 0, False, ())
# There are more sets of playable cards than a memory holds: the memo starts anew when it is this large.
_MEMO_LIMIT: Final = 50_000


class Draw(IntEnum):
    """When drawing is among the legal moves."""

    NO = 0
    UNABLE = 1  # if no card can be played
    YES = 2


class Call(IntEnum):
    """Whether the announcement of a last card is among the legal moves."""

    NONE = 0
    RIGHT = 1  # it would be right; it comes before the silent play
    WRONG = 2  # it would be wrong; it comes after the silent play


class Situation(dict[int, tuple[Move, ...]]):
    """The legal moves for each set of playable faces, worked out when first asked for.

    There is one for each combination of what else decides them.
    """

    def __init__(self, of_face: list[tuple[Move, ...]], draw: Draw, last: Move | None) -> None:
        self._of_face = of_face
        self._draw = draw
        self._last = (last,) if last is not None else ()

    def __missing__(self, playable: int) -> tuple[Move, ...]:
        moves: list[Move] = []
        left = playable
        while left:
            bit = left & -left
            moves += self._of_face[bit.bit_length()]
            left ^= bit
        if self._draw is Draw.YES or (self._draw is Draw.UNABLE and not playable):
            moves.append(DRAW)
        moves += self._last
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        legal = self[playable] = tuple(moves)
        return legal


class Tables:
    """The tables for one ruleset and number of players; shared by all rounds, changed by none (but for the memo).

    Attributes:
        cards: the card of each face.
        bits: the bit of each face in a hand.
        index: the face of each card.
        rows: what each move does that was ever legal.
        playable: faces that may be played, by top face and index of the active suit (the last one: no suit).
        answers: faces that answer a pending draw, by top face.
        follows: faces that may be added in the same turn, by the face just played.
        orders: for direction 1 and -1, the next seat after each.
        can_finish: faces that may be a hand's last card.
        may_draw, must_draw, no_draw, may_pass: the legal moves where drawing is as the options say, always possible,
            not possible, and where passing is possible instead; each also for a hand's last card, which calls no suit.
        ordinary: the first of `may_draw`.
        quick: whether every turn that is not a hand's last is so; else more must be looked at.
        rich: whether a card does more than skip, reverse, draw and give another turn, or a turn can have more parts.
        levels: for a countdown, the tables of each level, else ().
        level_hands: for a countdown, how many cards each level begins with.
    """

    __slots__ = (
        "_all_faces",
        "_copies",
        "_effects",
        "_face_count",
        "_situations",
        "answers",
        "bits",
        "calls",
        "can_finish",
        "cancel",
        "cards",
        "draw_limit",
        "ends_round",
        "exchange",
        "false_call",
        "follows",
        "gives",
        "index",
        "last_card_acts",
        "last_card_call",
        "last_resort",
        "level_hands",
        "levels",
        "max_plays",
        "may_draw",
        "may_pass",
        "must_draw",
        "must_play",
        "no_draw",
        "no_suit",
        "one_more_pass",
        "orders",
        "ordinary",
        "own_suit",
        "partners",
        "pass_left",
        "play_drawn",
        "playable",
        "players",
        "quick",
        "refills",
        "reshuffles",
        "reverse_again",
        "reverse_skips",
        "rich",
        "rotate",
        "rows",
        "ruleset",
        "single",
        "size",
        "stacks",
        "starter_acts",
        "suit_faces",
        "suit_index",
        "swap",
        "turn_ends",
        "turn_lost",
        "voluntary",
        "voluntary_pass",
        "winner_collects",
    )

    def __init__(self, ruleset: Ruleset, players: int, rows: dict[Move, MoveRow] | None = None) -> None:
        deck, options = ruleset.deck, ruleset.options
        self.ruleset = ruleset
        self.players = players
        self.cards: tuple[Card, ...] = deck.faces
        self.index = {card: face for face, card in enumerate(self.cards)}
        self._face_count = len(self.cards)
        self._all_faces = (1 << self._face_count) - 1
        self.bits = tuple([1 << face for face in range(self._face_count)])
        self.size = len(deck)
        self.single = deck.copies == 1
        self._copies = deck.copies
        self.suit_index = {suit: number for number, suit in enumerate(deck.suits)}
        self.no_suit = len(deck.suits)
        self.own_suit = [self.no_suit if card.suit is None else self.suit_index[card.suit] for card in self.cards]
        self.suit_faces = [self._mask_of_suit(suit) for suit in range(self.no_suit)] + [0]
        self.playable = ruleset.playable
        self.answers = ruleset.answers
        self.follows = ruleset.follows
        self.cancel = ruleset.cancel
        self.swap, self.rotate, self.pass_left = ruleset.swap, ruleset.rotate, ruleset.pass_left
        self.exchange = ruleset.swap | ruleset.rotate | ruleset.pass_left
        self.last_resort = ruleset.last_resort
        self.can_finish = ~ruleset.no_finish
        forward = tuple((seat + 1) % players for seat in range(players))
        backward = tuple((seat - 1) % players for seat in range(players))
        self.orders = (forward, backward)
        self.draw_limit = NO_LIMIT if options.draw_limit is None else options.draw_limit
        self.turn_ends = options.after_draw is AfterDraw.TURN_ENDS
        self.play_drawn = options.after_draw in {AfterDraw.PLAY_DRAWN, AfterDraw.MUST_PLAY}
        self.must_play = options.after_draw is AfterDraw.MUST_PLAY
        self.voluntary = options.voluntary_draw
        self.voluntary_pass = options.voluntary_pass
        self.refills = options.empty_stock is EmptyStock.REFILL
        self.reshuffles = self.refills or options.empty_stock is EmptyStock.RESHUFFLE
        self.ends_round = options.empty_stock is EmptyStock.ENDS_ROUND
        self.one_more_pass = options.block_after is BlockAfter.ONE_MORE
        self.turn_lost = options.penalty_turn is PenaltyTurn.TURN_LOST
        two_player_reverse = options.two_player_reverse if players == 2 else TwoPlayerReverse.NOTHING
        self.reverse_skips = two_player_reverse is TwoPlayerReverse.SKIP
        self.reverse_again = two_player_reverse is TwoPlayerReverse.AGAIN
        self.last_card_acts = options.last_card_acts
        self.starter_acts = options.starter is Starter.ACTS
        self.last_card_call = options.last_card_call
        self.false_call = options.false_call
        self.partners = options.partners
        scores_simply = options.scoring is Scoring.WINNER_COLLECTS and not options.last_wild_doubles
        self.winner_collects = scores_simply and not options.partners
        self.max_plays = NO_LIMIT if options.max_plays is None else options.max_plays
        self.stacks = any(ruleset.answers)
        self.levels: tuple[Tables, ...] = ()
        self.level_hands = tuple(hand for hand, _ in ruleset.levels)
        # The tables of a further level share the rows of the first one's.
        self.rich = rows is not None or bool(
            any(ruleset.follows)
            or self.exchange
            or self.cancel
            or ruleset.levels
            or options.last_card_call
            or options.partners
            or options.max_plays is not None
            or self.refills
            or options.wild_starter is WildStarter.CALLED
        )
        self.quick = not self.rich and not self.last_resort
        self._effects = [self._effect_row(face) for face in range(self._face_count)]
        self._situations: dict[tuple[object, ...], Situation] = {}
        nothing: MoveRow = (0, 0, 0, 0, None)
        self.rows = {DRAW: nothing, PASS: nothing} if rows is None else rows
        self.calls = tuple(Move.call(suit) for suit in deck.suits)
        self.gives = tuple(Move.give(card) for card in self.cards)
        # What is neither a card on the pile nor drawing nor passing has an effect.
        self.rows.update(dict.fromkeys((DONE, *self.calls, *self.gives), (0, 0, 0, 0, NO_EFFECT)))
        self.may_draw = self._pair(Draw.YES if self.voluntary else Draw.UNABLE)
        self.must_draw = self._pair(Draw.YES)
        self.no_draw = self._pair(Draw.NO)
        self.may_pass = self._pair(Draw.NO, PASS)
        self.ordinary = self.may_draw[0]
        self.levels = tuple(
            Tables(dataclasses.replace(level, levels=()), players, self.rows) if number else self
            for number, (_, level) in enumerate(ruleset.levels)
        )

    def _mask_of_suit(self, suit: int) -> int:
        return sum(1 << face for face, own in enumerate(self.own_suit) if own == suit)

    def _pair(self, draw: Draw, last: Move | None = None) -> tuple[Situation, Situation]:
        return self.situation(draw, last), self.situation(draw, last, calls_suit=False)

    def situation(
        self,
        draw: Draw,
        last: Move | None = None,
        *,
        calls_suit: bool = True,
        call: Call = Call.NONE,
        targets: tuple[int, ...] = (),
    ) -> Situation:
        """Give the legal moves by playable faces.

        Args:
            draw: when drawing is among them.
            last: PASS or DONE, if that is among them.
            calls_suit: whether cards that call a suit do; a hand's last card does not.
            call: whether a last card may be announced.
            targets: the seats with which hands may be swapped.
        """
        key = (draw, last, calls_suit, call, targets)
        known = self._situations.get(key)
        if known is None:
            of_face = [(), *(self._plays(face, calls_suit, call, targets) for face in range(self._face_count))]
            known = self._situations.setdefault(key, Situation(of_face, draw, last))
        return known

    def _plays(self, face: int, calls_suit: bool, call: Call, targets: tuple[int, ...]) -> tuple[Move, ...]:
        card, bit = self.cards[face], 1 << face
        suits = self.ruleset.deck.suits if calls_suit and self.ruleset.choose & bit else (None,)
        seats = targets if targets and self.swap & bit else (None,)
        announced = {Call.NONE: (False,), Call.RIGHT: (True, False), Call.WRONG: (False, True)}[call]
        moves = []
        for suit in suits:
            row = self.row(face, self.own_suit[face] if suit is None else self.suit_index[suit])
            for seat in seats:
                for aloud in announced:
                    move = Move.play(card, suit, swap=seat, announces=aloud)
                    self.rows.setdefault(move, row)
                    moves.append(move)
        return tuple(moves)

    def _effect_row(self, face: int) -> EffectRow | None:
        rules, bit = self.ruleset, 1 << face
        row = (
            bool(rules.reverse & bit),
            rules.skip[face],
            rules.draw[face],
            bool(rules.again & bit),
            rules.effects[face],
        )
        return None if row == NO_EFFECT else row

    def row(self, face: int, suit: int) -> MoveRow:
        """Give the row of a face on top of the discard pile while `suit` is the active one."""
        effect = self._effects[face]
        if effect is None and (self.stacks or not self.quick):
            # Any card may be an answer, after which the pending draw must be looked after, and the like.
            effect = NO_EFFECT
        return (1 << face, face, suit, self.playable[face][suit], effect)

    def laid(self, move: Move) -> tuple[int, int]:
        """Give the face that a move lays on the pile, and the index of the active suit after it."""
        assert move.card is not None
        face = self.index[move.card]
        return face, self.own_suit[face] if move.suit is None else self.suit_index[move.suit]

    # Hands as ints

    def with_card(self, hand: int, face: int) -> int:
        """Give the hand with one more card of that face."""
        bit = 1 << face
        while hand & bit:
            bit <<= self._face_count
        return hand | bit

    def without_card(self, hand: int, face: int) -> int:
        """Give the hand, which holds such a card, with one less of that face."""
        bit = 1 << face
        while hand & bit << self._face_count:
            bit <<= self._face_count
        return hand ^ bit

    def faces_in(self, hand: int) -> list[int]:
        """Give the face of each card in the hand, in the deck's order; equal ones side by side."""
        return faces_in(hand, self._face_count)

    def faces_outside(self, hands: list[int], top: int) -> list[int]:
        """Give the faces of all cards that are in no hand and not on top: with an empty stock, those of the pile."""
        if self.single:
            return self.faces_in(self._all_faces ^ sum(hands) ^ 1 << top)
        rest = list(range(self._face_count)) * self._copies
        for face in (top, *(face for hand in hands for face in self.faces_in(hand))):
            rest.remove(face)
        return sorted(rest)

    def cards_in(self, hand: int) -> tuple[Card, ...]:
        """Give the cards in the hand, in the deck's order."""
        return cards_in(hand, self.cards)

    def points_in(self, hand: int) -> int:
        """Say what the cards in the hand count against it."""
        points, count, total = self.ruleset.points, self._face_count, 0
        while hand:
            bit = hand & -hand
            total += points[(bit.bit_length() - 1) % count]
            hand ^= bit
        return total


def faces_in(hand: int, face_count: int) -> list[int]:
    """Give the face of each card in a hand, in the deck's order; equal ones side by side."""
    # The binary digits from the lowest: the quickest way to the bits of a large int.
    faces = [place for place, digit in enumerate(bin(hand)[:1:-1]) if digit == "1"]
    return faces if not faces or faces[-1] < face_count else sorted(place % face_count for place in faces)


def cards_in(hand: int, cards: tuple[Card, ...]) -> tuple[Card, ...]:
    """Give the cards in a hand, in the deck's order, from the card of each face."""
    return tuple([cards[face] for face in faces_in(hand, len(cards))])
