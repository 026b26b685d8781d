"""A round at one moment, and which moves are legal then."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from reference.roles import Table, rank_of, suit_of
from reference.scoring import Result, partner_of


class Position:
    """All that lies on the table and all that has to be remembered.

    Attributes:
        phase: what is to be decided: a "turn", whether to "add" a card, which card to "give", the suit to "call".
        levels: for countdown, which of the levels each seat plays at.
        drawn: what the player to move has drawn in this turn.
        announced: whether the last card was announced in this turn.
        left: how many cards were left after the last card played in this turn.
        swap_with: whom that card's player chose to swap hands with.
        noted_reverse, noted_again, noted_skips, noted_draw: what the turn's cards will do when it ends.
        giving_player: who played the card for which everybody gives one.
        gifts: what was given so far, by seat.
        passes: how many passes there were in a row.
        plays: how many cards were played in the round.
    """

    options: dict[str, Any]
    players: int
    suits: Sequence[str]
    order: dict[str, int]
    table: Table

    hands: list[list[str]]
    stock: list[str]
    discard: list[str]
    suit: str | None
    levels: list[int]
    phase: str
    to_move: int | None
    direction: int
    pending: int
    drawn: list[str]
    announced: bool
    left: int
    swap_with: int | None
    noted_reverse: bool
    noted_again: bool
    noted_skips: int
    noted_draw: int
    giving_player: int
    gifts: dict[int, str]
    passes: int
    plays: int
    outcome: Result | None

    # What a player may do

    @property
    def top(self) -> str:
        return self.discard[-1]

    def legal_moves(self) -> list[str]:
        """All legal moves: plays in the deck's order, then draw, then pass, then done."""
        if self.to_move is None:
            return []
        if self.phase == "call":
            return [f"={suit}" for suit in self.suits]
        if self.phase == "give":
            return [f"give {card}" for card in self._in_order(self.hands[self.to_move])]
        if self.phase == "add":
            return [move for card in self._addable() for move in self._ways_to_play(card)] + ["done"]
        playable = [card for card in self._in_order(self.hands[self.to_move]) if self._is_playable(card)]
        moves = [move for card in playable for move in self._ways_to_play(card)]
        if self.pending:
            return [*moves, "draw"]
        if self.options["after_draw"] == "must_play" and self.drawn and playable:
            return moves
        limit = self.options["draw_limit"]
        at_limit = limit is not None and len(self.drawn) >= limit
        if self._can_draw() and not at_limit:
            if self.options["voluntary_draw"] or not playable:
                moves.append("draw")
        elif at_limit or not playable or self.options["voluntary_pass"]:
            moves.append("pass")
        return moves

    def _in_order(self, cards: Collection[str]) -> list[str]:
        return sorted(set(cards), key=self.order.__getitem__)

    def _is_playable(self, card: str) -> bool:
        """Whether the player to move may begin the turn with this card of the hand, or go on after drawing."""
        hand, level = self._mine()
        if len(hand) == 1 and not self._may_be_last(card):
            return False
        if card in self.table.forbidden[self.top]:
            return False
        if card in self.table.last_resort:
            others = [each for each in hand if each not in self.table.last_resort]
            if self.suit is not None and any(suit_of(each) == self.suit for each in others):
                return False
        if self.pending:
            return self._meets_a_draw(card)
        if self.drawn and self.options["after_draw"] in ("play_drawn", "must_play") and card != self.drawn[-1]:
            return False
        if self.suit is None or self.table.is_wild(card, level):
            return True
        return suit_of(card) == self.suit or rank_of(card) == rank_of(self.top)

    def _mine(self) -> tuple[list[str], int]:
        assert self.to_move is not None
        return self.hands[self.to_move], self.levels[self.to_move]

    def _may_be_last(self, card: str) -> bool:
        _, level = self._mine()
        if card in self.table.forbid_finish:
            return False
        if self.options["go_out"] == "no_special":
            return not self.table.is_special(card, level)
        return self.options["go_out"] == "any" or self.table.is_wild(card, level)

    def _meets_a_draw(self, card: str) -> bool:
        return card in self.table.answers[self.top] or card in self.table.cancels[self.top]

    def _addable(self) -> list[str]:
        """The cards that may be added to the one just played."""
        hand, _ = self._mine()
        if self.table.is_exchange(self.top):
            return []
        cards = [card for card in self._in_order(hand) if card in self.table.follows[self.top]]
        return [card for card in cards if len(hand) > 1 or self._may_be_last(card)]

    def _ways_to_play(self, card: str) -> list[str]:
        """Every way to play the card: the suits it may call, with whom to swap hands, with the announcement or not."""
        hand, level = self._mine()
        ways = [card]
        if not self._would_end_round():
            if self.table.calls(card, level):
                ways = [f"{way}={suit}" for way in ways for suit in self.suits]
            # Nothing is swapped for an empty hand, but it is not empty when the next level's is dealt.
            if card in self.table.swap and (len(hand) > 1 or self.table.levels):
                others = [seat for seat in range(self.players) if seat != self.to_move and self.hands[seat]]
                ways = [f"{way}@{seat}" for way in ways for seat in others]
        if self.options["last_card_call"] and len(hand) == 2:
            return [text for way in ways for text in (f"{way}!", way)]
        if self.options["false_call"]:
            return [text for way in ways for text in (way, f"{way}!")]
        return ways

    def _would_end_round(self) -> bool:
        """Whether playing a card now ends the round, because it is the last of all or enough have been played."""
        hand, _ = self._mine()
        assert self.to_move is not None
        is_last = len(hand) == 1 and self._is_at_last_hand(self.to_move)
        return is_last or self.plays + 1 == self.options["max_plays"]

    def _is_at_last_hand(self, seat: int) -> bool:
        """Whether the seat (and with partners, its partner too) has nothing more to play once this hand is empty."""
        partner = partner_of(seat, self.options)
        if partner is not None:
            return not self.hands[partner]
        return not self.table.levels or self.levels[seat] == len(self.table.levels) - 1

    def _can_draw(self) -> bool:
        recycles = self.options["empty_stock"] in ("reshuffle", "refill")
        return bool(self.stock) or (recycles and len(self.discard) > 1)
