"""Lookup tables that the engine reads in each move, made once from a ruleset and a number of players.

A hand is an int. Bit `f` says that it holds face `f`, bit `f + F` that it holds a second one, and so on, where `F` is
the number of faces. So equal hands are equal ints, a set of faces is a mask of the lowest `F` bits, and with one deck
a hand is simply the set of its cards.
"""

from __future__ import annotations

from typing import Final, TypeAlias

from crazyeights.cards import Card
from crazyeights.moves import DRAW, PASS, Move
from crazyeights.options import AfterDraw, EmptyStock, PenaltyTurn, TwoPlayerReverse
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


class Situation(dict[int, tuple[Move, ...]]):
    """The legal moves for each set of playable faces, worked out when first asked for.

    There is one for each combination of what else decides them.
    """

    def __init__(self, of_face: list[tuple[Move, ...]], draw: str, may_pass: bool) -> None:
        self._of_face = of_face
        self._draw = draw
        self._may_pass = may_pass

    def __missing__(self, playable: int) -> tuple[Move, ...]:
        moves: list[Move] = []
        left = playable
        while left:
            bit = left & -left
            moves += self._of_face[bit.bit_length()]
            left ^= bit
        if self._draw == "yes" or (self._draw == "unable" and not playable):
            moves.append(DRAW)
        if self._may_pass:
            moves.append(PASS)
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
        rows: what each move of the game does; no other move is ever legal.
        playable: faces that may be played, by top face and index of the active suit (the last one: no suit).
        answers: faces that answer a pending draw, by top face.
        orders: for direction 1 and -1, the next seat after each.
        can_finish: faces that may be a hand's last card.
        ordinary, must_draw, no_draw, may_pass: the legal moves where drawing is as the options say, always possible,
            not possible, and where passing is possible instead; each also for a hand's last card.
    """

    __slots__ = (
        "_all_faces",
        "_copies",
        "_effects",
        "_face_count",
        "_plain",
        "_suited",
        "answers",
        "bits",
        "can_finish",
        "cards",
        "draw_limit",
        "index",
        "last_card_acts",
        "may_pass",
        "may_pass_last",
        "must_draw",
        "must_draw_last",
        "no_draw",
        "no_draw_last",
        "no_suit",
        "orders",
        "ordinary",
        "ordinary_last",
        "own_suit",
        "play_drawn",
        "playable",
        "reshuffles",
        "reverse_skips",
        "rows",
        "ruleset",
        "single",
        "size",
        "stacks",
        "suit_index",
        "turn_ends",
        "turn_lost",
        "voluntary",
    )

    def __init__(self, ruleset: Ruleset, players: int) -> None:
        deck, options = ruleset.deck, ruleset.options
        self.ruleset = ruleset
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
        self.playable = ruleset.playable
        self.answers = ruleset.answers
        self.can_finish = ~ruleset.no_finish
        forward = tuple((seat + 1) % players for seat in range(players))
        backward = tuple((seat - 1) % players for seat in range(players))
        self.orders = (forward, backward)
        self.draw_limit = NO_LIMIT if options.draw_limit is None else options.draw_limit
        self.turn_ends = options.after_draw is AfterDraw.TURN_ENDS
        self.play_drawn = options.after_draw is AfterDraw.PLAY_DRAWN
        self.voluntary = options.voluntary_draw
        self.reshuffles = options.empty_stock is EmptyStock.RESHUFFLE
        self.turn_lost = options.penalty_turn is PenaltyTurn.TURN_LOST
        self.reverse_skips = players == 2 and options.two_player_reverse is TwoPlayerReverse.SKIP
        self.last_card_acts = options.last_card_acts
        self.stacks = any(ruleset.answers)
        self.own_suit = [self.no_suit if card.suit is None else self.suit_index[card.suit] for card in self.cards]
        self._effects = [self._effect_row(face) for face in range(self._face_count)]
        suits = deck.suits
        plain = [(Move.play(card),) for card in self.cards]
        # By bit_length of the face's bit, which counts from 1.
        self._plain: list[tuple[Move, ...]] = [(), *plain]
        self._suited: list[tuple[Move, ...]] = [
            (),
            *(
                tuple(Move.play(card, suit) for suit in suits) if ruleset.choose >> face & 1 else plain[face]
                for face, card in enumerate(self.cards)
            ),
        ]
        self.rows = self._move_rows()
        # A hand's last card calls no suit.
        self.ordinary = self._situation("yes" if self.voluntary else "unable")
        self.ordinary_last = self._situation("yes" if self.voluntary else "unable", last=True)
        self.must_draw = self._situation("yes")
        self.must_draw_last = self._situation("yes", last=True)
        self.no_draw = self._situation("no")
        self.no_draw_last = self._situation("no", last=True)
        self.may_pass = self._situation("no", may_pass=True)
        self.may_pass_last = self._situation("no", last=True, may_pass=True)

    def _situation(self, draw: str, *, last: bool = False, may_pass: bool = False) -> Situation:
        return Situation(self._plain if last else self._suited, draw, may_pass)

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

    def _move_rows(self) -> dict[Move, MoveRow]:
        nothing: MoveRow = (0, 0, 0, 0, None)
        rows = {DRAW: nothing, PASS: nothing}
        for face, card in enumerate(self.cards):
            rows[Move.play(card)] = self.row(face, self.own_suit[face])
            if self.ruleset.choose >> face & 1:
                for suit, called in self.suit_index.items():
                    rows[Move.play(card, suit)] = self.row(face, called)
        return rows

    def row(self, face: int, suit: int) -> MoveRow:
        """Give the row of a face on top of the discard pile while `suit` is the active one."""
        effect = self._effects[face]
        if effect is None and self.stacks:
            # Any card may be an answer, after which the pending draw must be looked after.
            effect = NO_EFFECT
        return (1 << face, face, suit, self.playable[face][suit], effect)

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
