"""The rules of a round once more: slow, obvious, and sharing nothing with the engine.

Cards, suits and moves are plain strings in the notation, hands and piles are lists, and what a card does is looked up
in sets and dictionaries of cards. `roles` says what there is to play with, `position` which moves are legal, this
module what a move does, `scoring` what a round is worth. The tests play it beside the engine; the benchmark times it
as what somebody would write who does not care for speed.
"""

from __future__ import annotations

import copy
import random
import re
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any

from reference.position import Position
from reference.roles import (
    DEFAULTS,
    PLAIN,
    RULES,
    SUITS,
    Roles,
    Table,
    one_deck,
    suit_of,
    whole_deck,
)
from reference.scoring import Result, score_stopped, score_won

__all__ = ["DEFAULTS", "PLAIN", "RULES", "SUITS", "Result", "Roles", "Round", "whole_deck"]

_PLAY = re.compile(r"(?P<card>[^=@!]+)(=(?P<suit>[^@!]+))?(@(?P<swap>\d+))?(?P<announces>!)?")


class Round(Position):
    """One round.

    `reshuffle` gets the cards that become the new stock and gives them back in the order in which they are drawn.
    What happens is noted in `events`, each as a tuple of its kind and what there is to tell.
    """

    def __init__(
        self,
        deck: Sequence[str],
        players: int,
        rules: Collection[str] = (),
        options: Mapping[str, Any] | None = None,
        *,
        first: int = 0,
        roles: Roles | Sequence[Roles] = (),
        reshuffle: Callable[[list[str]], Sequence[str]] | None = None,
        own_deck: Sequence[str] | None = None,
        suits: Sequence[str] = SUITS,
    ) -> None:
        """Deal.

        Args:
            deck: the cards in dealing order.
            players: how many play.
            rules: names of rules in `RULES`.
            options: options that are not as in `DEFAULTS`.
            first: who has the first turn.
            roles: what cards do besides.
            reshuffle: see above.
            own_deck: all cards in their order, for a variant with a deck of its own.
            suits: the suits in their order.
        """
        more = [roles] if isinstance(roles, Roles) else roles
        every = [*(RULES[name] for name in sorted(rules)), *more]
        levels = [level for each in every for level in each.levels]
        dealt = {"hand_size": levels[0][0]} if levels else {}
        self.options = {**DEFAULTS, **dealt, **(options or {})}
        self.players = players
        self.suits = suits
        if own_deck is None:
            extra = self.options["extra_deck_from"]
            decks = self.options["decks"] + (extra is not None and players >= extra)
            own_deck = one_deck(self.options["deck_cards"], self.options["jokers"]) * decks
        assert Counter(deck) == Counter(own_deck), "not a whole deck"
        self.order = {card: place for place, card in enumerate(dict.fromkeys(own_deck))}
        self.table = Table(every, self.order)
        self.reshuffle = reshuffle or (lambda cards: random.Random(0).sample(cards, len(cards)))
        self.events: list[tuple[Any, ...]] = []

        self.levels = [0] * players
        self.direction = 1
        self.pending = 0
        self.passes = 0
        self.plays = 0
        self.outcome = None
        self.first = first
        self.phase = "turn"
        self._begin_turn(first)
        self._deal(list(deck))

    # Dealing

    def hand_size(self) -> int:
        few = self.options["few_hand_size"]
        if few is not None and self.players <= self.options["few_players"]:
            return int(few)
        return int(self.options["hand_size"])

    def _deal(self, deck: list[str]) -> None:
        self.hands = [[] for _ in range(self.players)]
        for _ in range(self.hand_size()):
            for hand in self.hands:
                hand.append(deck.pop(0))
        starter = deck.pop(0)
        turned = 0
        half = len(deck) // 2
        while self._is_buried(starter) and not all(self._is_buried(card) for card in deck):
            # A buried card comes up again when all of the upper half was buried: from then on they go to the bottom.
            deck.insert(half if turned <= half else len(deck), starter)
            starter = deck.pop(0)
            turned += 1
        self.stock = deck
        self.discard = [starter]
        self.suit = suit_of(starter)
        if self.table.is_wild(starter, 0) and self.options["wild_starter"] == "free":
            self.suit = None
        if self.table.is_wild(starter, 0) and self.options["wild_starter"] == "called":
            self.phase = "call"
            self.to_move = self._dealer()
        else:
            self._let_starter_act()

    def _is_buried(self, card: str) -> bool:
        starter = self.options["starter"]
        if self.table.is_wild(card, 0):
            return starter in ("no_wild", "no_special") or self.options["wild_starter"] == "buried"
        return starter == "no_special" and self.table.is_special(card, 0)

    def _dealer(self) -> int:
        return (self.first - 1) % self.players

    def _let_starter_act(self) -> None:
        if self.options["starter"] == "acts":
            self._begin_turn(self._dealer())
            self._note_effects(self.top)
            self._let_effects_act(self._dealer())

    # What a move does

    def apply(self, move: str) -> None:
        """Carry out a move, which must be one of `legal_moves()`."""
        assert self.to_move is not None
        if move == "pass":
            self._pass()
            return
        self.passes = 0
        if move.startswith("="):
            self.suit = move[1:]
            self.events.append(("called", self.to_move, self.suit))
            self.phase = "turn"
            self._begin_turn(self.first)
            self._let_starter_act()
        elif move.startswith("give "):
            self._give(move.removeprefix("give "))
        elif move == "done":
            self._judge_announcement(self.to_move)
            self._end_turn()
        elif move == "draw" and self.pending:
            self._pay(self.to_move)
            if self.options["penalty_turn"] == "turn_lost":
                self.events.append(("skipped", self.to_move))
                self._begin_turn(self._after(self.to_move))
        elif move == "draw":
            self.drawn += self._draw(self.to_move, 1)
            if self.options["after_draw"] == "turn_ends":
                self._begin_turn(self._after(self.to_move))
        else:
            found = _PLAY.fullmatch(move)
            assert found is not None, move
            self.swap_with = None if found["swap"] is None else int(found["swap"])
            self._play(found["card"], found["suit"], announces=found["announces"] is not None)

    def _pass(self) -> None:
        assert self.to_move is not None
        self.events.append(("passed", self.to_move))
        self.passes += 1
        enough = sum(1 for hand in self.hands if hand) + (self.options["block_after"] == "one_more")
        if self.options["empty_stock"] == "ends_round" and not self._can_draw():
            enough = 1
        if self.passes >= enough:
            self._stop("blocked")
        else:
            self._begin_turn(self._after(self.to_move))

    def _play(self, card: str, called: str | None, *, announces: bool) -> None:
        assert self.to_move is not None
        player = self.to_move
        hand = self.hands[player]
        hand.remove(card)
        self.discard.append(card)
        self.suit = called or suit_of(card)
        self.plays += 1
        self.announced |= announces
        self.events.append(("played", player, card))
        if called:
            self.events.append(("called", player, called))
        if announces:
            self.events.append(("announced", player))
        self.left = len(hand)
        self._refill()
        if not hand:
            self._go_to_next_level(player)
        if not hand:
            if not self._is_at_last_hand(player):
                self.events.append(("went out", player))
            elif not self.options["last_card_acts"] or self.plays == self.options["max_plays"]:
                self._win(player)
                return
        if self.plays == self.options["max_plays"]:
            self._stop("play_limit")
            return
        if self.pending and card in self.table.cancelling:
            self.pending = 0
            self.events.append(("cancelled", player))
        may_add = bool(self._addable())
        if not may_add:
            self._judge_announcement(player)
        self._note_effects(card)
        if may_add:
            self.phase = "add"
        else:
            self._end_turn()

    def _go_to_next_level(self, player: int) -> None:
        """Deal the next level's hand; a level for which there are no cards at all counts as done too."""
        while self.table.levels and not self.hands[player] and not self._is_at_last_hand(player):
            self.levels[player] += 1
            size = self.table.levels[self.levels[player]][0]
            self.events.append(("level", player, self.levels[player], size))
            self._draw(player, size)

    def _note_effects(self, card: str) -> None:
        """Add what the card does to what the turn's other cards do; what it makes draw at once is drawn."""
        gifts = self.table.gifts
        if card in gifts:
            assert self.to_move is not None
            places, count = gifts[card]
            self._draw((self.to_move + places) % self.players, count, penalty=True)
        if card in self.table.reverse:
            self.noted_reverse = not self.noted_reverse
        self.noted_again |= card in self.table.play_again
        self.noted_skips += self.table.skip.get(card, 0)
        self.noted_draw += self.table.draw.get(card, 0)

    def _end_turn(self) -> None:
        """End the turn of a player who played: exchange hands, and let the effects act."""
        assert self.to_move is not None
        player = self.to_move
        self.phase = "turn"
        if self.hands[player]:
            if self.swap_with is not None:
                other = self.swap_with
                self.hands[player], self.hands[other] = self.hands[other], self.hands[player]
                self.events.append(("swapped", player, other, *self._shown([player, other])))
            if self.top in self.table.rotate:
                self._rotate()
            if self.top in self.table.pass_left:
                self.phase = "give"
                self.giving_player = player
                self.gifts = {}
                return
        self._finish_turn(player)

    def _judge_announcement(self, player: int) -> None:
        if not self.hands[player]:
            return
        if self.options["last_card_call"] and self.left == 1 and not self.announced:
            self.events.append(("forgot", player))
            self._draw(player, self.options["last_card_call"], penalty=True)
        elif self.options["false_call"] and self.left != 1 and self.announced:
            self.events.append(("false call", player))
            self._draw(player, self.options["false_call"], penalty=True)

    def _rotate(self) -> None:
        seats = [seat for seat in range(self.players) if self.hands[seat]]
        held = {seat: self.hands[seat] for seat in seats}
        for place, seat in enumerate(seats):
            self.hands[seats[(place + self.direction) % len(seats)]] = held[seat]
        self.events.append(("rotated", self.direction, *self._shown(range(self.players))))

    def _shown(self, seats: Iterable[int]) -> list[tuple[str, ...]]:
        return [tuple(sorted(self.hands[seat], key=self.order.__getitem__)) for seat in seats]

    def _give(self, card: str) -> None:
        assert self.to_move is not None
        self.gifts[self.to_move] = card
        self.events.append(("gave", self.to_move, card))
        seats = [seat for seat in range(self.players) if self.hands[seat]]
        left_of = {seat: seats[(place + 1) % len(seats)] for place, seat in enumerate(seats)}
        if len(self.gifts) < len(seats):
            self.to_move = left_of[self.to_move]
            return
        for giver, gift in self.gifts.items():
            self.hands[giver].remove(gift)
        for giver, gift in self.gifts.items():
            self.hands[left_of[giver]].append(gift)
        received = {left_of[giver]: gift for giver, gift in self.gifts.items()}
        self.events.append(("passed on", *(received.get(seat) for seat in range(self.players))))
        self.phase = "turn"
        self._finish_turn(self.giving_player)

    def _finish_turn(self, player: int) -> None:
        self._let_effects_act(player)
        # An effect may have given the player of the last card new cards.
        if not self.hands[player] and self._is_at_last_hand(player):
            self._win(player)

    def _let_effects_act(self, player: int) -> None:
        """Let all that was noted in `player`'s turn act, and go on to the next turn."""
        is_out = self.options["partners"] and not self.hands[player]
        again, skips = self.noted_again, self.noted_skips
        if self.noted_reverse:
            self.direction = -self.direction
            self.events.append(("reversed", self.direction))
            if self.players == 2:
                skips += self.options["two_player_reverse"] == "skip"
                again |= self.options["two_player_reverse"] == "again"
        again = again and not is_out
        if self._can_draw():
            self.pending += self.noted_draw
        following = self._after(player)
        if not again:
            for _ in range(skips):
                self.events.append(("skipped", following))
                following = self._after(following)
        self._begin_turn(player if again else following)
        if not self.pending:
            return
        # Nobody answers the card that won the round, or whose player is gone.
        if not again and self.hands[player] and self._anything_meets_a_draw():
            return
        self._pay(following)
        if not again and self.options["penalty_turn"] == "turn_lost":
            self.events.append(("skipped", following))
            self._begin_turn(self._after(following))

    def _anything_meets_a_draw(self) -> bool:
        return any(self._meets_a_draw(card) and card not in self.table.forbidden[self.top] for card in self.order)

    def _after(self, seat: int) -> int:
        """The seat after this one in the direction of play; with partners, the next that still has cards."""
        following = (seat + self.direction) % self.players
        while self.options["partners"] and not self.hands[following]:
            following = (following + self.direction) % self.players
        return following

    def _begin_turn(self, seat: int) -> None:
        self.to_move = seat
        self.drawn = []
        self.announced = False
        self.left = 0
        self.swap_with = None
        self.noted_reverse = self.noted_again = False
        self.noted_skips = self.noted_draw = 0

    # Drawing

    def _pay(self, seat: int) -> None:
        self._draw(seat, self.pending, penalty=True)
        self.pending = 0

    def _draw(self, seat: int, count: int, *, penalty: bool = False) -> list[str]:
        drawn: list[str] = []
        while len(drawn) < count and self._can_draw():
            if not self.stock:
                self._make_stock()
            # As many at once as there are.
            chunk = [self.stock.pop(0) for _ in range(min(count - len(drawn), len(self.stock)))]
            self.hands[seat] += chunk
            self.events.append(("drew", seat, *chunk, penalty))
            drawn += chunk
            self._refill()
        return drawn

    def _refill(self) -> None:
        if self.options["empty_stock"] == "refill" and not self.stock and len(self.discard) > 1:
            self._make_stock()

    def _make_stock(self) -> None:
        old = self.discard[:-1]
        self.stock = list(self.reshuffle(list(old)))
        assert Counter(self.stock) == Counter(old), "the reshuffled stock has other cards than the discards"
        self.discard = self.discard[-1:]
        self.events.append(("reshuffled", *self.stock))

    # The end

    def level_sizes(self) -> tuple[int, ...] | None:
        """For countdown, how many cards each seat's level began with."""
        return tuple(self.table.levels[level][0] for level in self.levels) if self.table.levels else None

    def card_points(self, card: str) -> int:
        return self.table.card_points(card)

    def hand_points(self) -> list[int]:
        return [sum(self.card_points(card) for card in hand) for hand in self.hands]

    def _win(self, winner: int) -> None:
        last_was_wild = self.table.is_wild(self.top, self.levels[winner])
        self._end(score_won(winner, self.hand_points(), self.options, last_was_wild=last_was_wild))

    def _stop(self, reason: str) -> None:
        self._end(score_stopped(reason, self.hand_points(), self.options))

    def _end(self, result: Result) -> None:
        self.outcome = result
        self.events.append(("over", *self._shown(range(self.players))))
        self.to_move = None
        self.pending = 0
        self.drawn = []
        self.phase = "turn"

    def copy(self) -> Round:
        """An independent round at the same moment."""
        new = copy.copy(self)
        new.hands = [list(hand) for hand in self.hands]
        new.stock, new.discard, new.drawn = list(self.stock), list(self.discard), list(self.drawn)
        new.levels, new.events = list(self.levels), list(self.events)
        if self.phase == "give":
            new.gifts = dict(self.gifts)
        return new
