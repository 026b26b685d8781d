"""A round in the engine and the same round in OpenSpiel, kept in step: every step compares them.

The cards are ours: where OpenSpiel asks chance for a card, it gets the one that comes next here. So whoever sits where,
may do what, or wins there does so here too, or `DiffersError` says what is different and after which moves.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from crazyeights import PASS, Card, Dealt, Drew, Event, Game, Move, MoveKind, Reason, Reshuffled
from peers.openspiel import (
    DEALER,
    NAMES_SUIT,
    OVER,
    Setting,
    actions,
    charge,
    choices,
    number,
    our_game,
    seen_here,
    seen_there,
    their_charge,
    their_game,
)


class DiffersError(AssertionError):
    """The engine and OpenSpiel disagree; says about what, and how to get there."""


@dataclass(frozen=True)
class End:
    """How a round ended.

    Attributes:
        reason: why.
        winner: who won by our rules.
        points: what each hand costs by the rules, both ours and those that OpenSpiel states.
        returns: what OpenSpiel takes for each.
        sooner: whether OpenSpiel's round was over a pass sooner than ours (see `Pair`).
    """

    reason: Reason
    winner: int | None
    points: tuple[int, ...]
    returns: tuple[int, ...]
    sooner: bool

    @property
    def points_differ(self) -> bool:
        """Whether the charges are not those of the rules."""
        return self.points != self.returns

    @property
    def best_differ(self) -> bool:
        """Whether others have the fewest points by them."""

        def best(charges: Sequence[int]) -> list[int]:
            return [seat for seat, each in enumerate(charges) if each == min(charges)]

        return best(self.points) != best(self.returns)


class Pair:
    """A round in both.

    What is known to differ is foreseen here and must come exactly so. Apart from the charges it is one thing: if the
    cards drawn for twos take the last one of the deck, OpenSpiel counts that as a pass, so that a round in which nobody
    plays any more is over one pass sooner.

    Attributes:
        setting: the parameters.
        ours, theirs: the states.
        legal: our legal moves; () when the round is over.
        left: how many cards the stock has.
        end: how it ended; None while it goes on.
        met: how often what is worth counting was met.
    """

    def __init__(
        self,
        setting: Setting,
        *,
        seed: int | None = None,
        deck: Sequence[Card] | None = None,
        first: int = 0,
        game: Game | None = None,
    ) -> None:
        self.setting = setting
        self.game = our_game(setting) if game is None else game
        self.ours = self.game.deal(seed, deck=deck, first=first)
        self.theirs: Any = their_game(setting).new_initial_state()
        self.end: End | None = None
        self.met: Counter[str] = Counter()
        self._moves: list[Move] = []
        self._plays = 0
        self._passes = 0  # as OpenSpiel counts them
        self._ahead = False  # whether one of them is a penalty
        self.left = len(self.ours.stock)
        (dealt, *_), self._mark = self.ours.events_after(None)
        self._deal(dealt)
        self._compare()

    # The cards

    def _deal(self, dealt: Event) -> None:
        assert isinstance(dealt, Dealt)
        players, first = self.setting.players, self.ours.first
        order = list(map(number, self.ours.deck_order))
        deck = Counter(order)
        self.theirs.apply_action_with_legality_check(DEALER + (first - 1) % players)
        for turn in range(dealt.hand_sizes[0]):
            # The dealer gets the last card there; here seat 0 gets the first one, whoever deals.
            for step in range(players):
                self._turn_up(order[turn * players + (first + step) % players], deck)
        for card in dealt.buried:
            self._turn_up(number(card), deck)
            deck[number(card)] += 1
            self.met["an eight put back into the deck"] += 1
        self._turn_up(number(dealt.starter), deck)
        if self.setting.specials and dealt.starter.rank.text in ("2", "Q", "A"):
            self.met[f"{dealt.starter.rank.text} as the starter"] += 1

    def _turn_up(self, card: int, deck: Counter[int]) -> None:
        """Let chance take a card there, where all those must be left that are left here."""
        if not self.theirs.is_chance_node():
            raise self._differs("who is next", "chance", self.theirs.current_player())
        total = deck.total()
        left = [(each, count / total) for each, count in sorted(deck.items()) if count]
        outcomes = self.theirs.chance_outcomes()
        if outcomes != left:
            raise self._differs("the cards left, and their chances", left, outcomes)
        self.theirs.apply_action(card)
        deck[card] -= 1

    def _draw(self, events: Sequence[Event], deck: Counter[int]) -> int:
        """Draw there what was drawn here; says how many cards that were."""
        drawn = 0
        for event in events:
            if isinstance(event, Drew):
                assert event.cards is not None
                for card in event.cards:
                    self._turn_up(number(card), deck)
                drawn += event.count
                self.left -= event.count
            elif isinstance(event, Reshuffled):
                assert event.stock is not None
                deck = Counter(map(number, event.stock))
                self.left = event.count
                self.met["the deck refilled"] += 1
        return drawn

    # The moves

    def step(self, move: Move) -> None:
        """Make a move in both."""
        seat = self.ours.to_move
        draws = move.kind is MoveKind.DRAW
        deck = Counter(map(number, self.ours.stock)) if draws else Counter()
        owed = self.ours.pending_draw
        had = self.left
        self._count(move)
        self._moves.append(move)
        self.ours.apply(move)
        events, self._mark = self.ours.events_after(self._mark)
        for part, action in enumerate(actions(move)):
            if part:
                found = (self.theirs.current_player(), self.theirs.legal_actions())
                if found != (seat, NAMES_SUIT):
                    raise self._differs("who names a suit, and which", (seat, NAMES_SUIT), found)
            self.theirs.apply_action_with_legality_check(action)
        drawn = self._draw(events, deck)
        self._plays += move.kind is MoveKind.PLAY
        self._passes = self._passes + 1 if move is PASS and not had else 0
        self._ahead = self._ahead and self._passes > 0
        if draws and owed:
            if drawn < owed:
                self.met["a penalty cut short"] += 1
            elif not self.left:
                self.met["a penalty that took the last card"] += 1
                self._passes, self._ahead = 1, True
        if not self.left and self.setting.refill and self.ours.to_move is not None:
            self.met["nothing to refill from"] += 1
        self._compare()

    def _count(self, move: Move) -> None:
        if move is PASS:
            self.met["passed with a card to play"] += len(self.legal) > 1
            self.met["passed at the limit with cards left"] += self.left > 0
        elif move.card is not None:
            rank = move.card.rank.text
            self.met["a two answered"] += rank == "2" and self.ours.pending_draw > 0
            self.met["a two with an empty deck"] += rank == "2" and self.setting.specials and not self.left
            self.met["an eight that named no suit"] += rank == "8" and move.suit is None
            self.met[f"{rank} played by one of two"] += (
                rank in ("Q", "A") and self.setting.specials and self.setting.players == 2
            )

    # The comparison

    def _compare(self) -> None:
        ours, theirs = self.ours, self.theirs
        seat = ours.to_move
        self.legal = legal = ours.legal_moves()
        sooner = self._ahead and self._passes > self.setting.players
        player = theirs.current_player()
        if sooner and (seat is None or player != OVER):
            raise self._differs("whether the round is over (known: there alone)", seat is None, player == OVER)
        if not sooner and player != (OVER if seat is None else seat):
            raise self._differs(
                "who is next (-1: chance, -4: nobody, the round is over)", OVER if seat is None else seat, player
            )
        if seat is None or sooner:
            self._compare_end(sooner)
            return
        known, complete = choices(legal)
        if not complete:
            raise self._differs("suits to name", list(map(str, legal)), "any after an eight, none after another card")
        found = theirs.legal_actions()
        if found != known:
            raise self._differs("legal actions", known, found)
        direction = ours.direction if self.setting.specials else None
        here, there = seen_here(ours, seat, direction), seen_there(theirs, seat)
        if here != there:
            raise self._differs(f"what seat {seat} sees", here, there)

    def _compare_end(self, sooner: bool) -> None:
        ours, theirs, players = self.ours, self.theirs, self.setting.players
        if sooner:
            # Ours, too, is over with the next pass.
            if PASS not in self.legal:
                raise self._differs("legal moves", list(map(str, self.legal)), "the round is over a pass sooner")
            self.ours.apply(PASS)
            self._moves.append(PASS)
        last = self._moves[-1]
        direction = ours.direction if self.setting.specials else None
        if direction is not None and last.card is not None and last.card.rank.text == "A":
            direction = -direction  # the last card of a round does nothing here, but an ace still turns there
        there = [seen_there(theirs, seat) for seat in range(players)]
        here = [seen_here(ours, seat, direction) for seat in range(players)]
        if here != there:
            raise self._differs("what is seen at the end", here, there)
        empty = [seat for seat, seen in enumerate(there) if not seen.cards]
        points = [sum(map(charge, seen.cards)) for seen in there]
        lowest = [seat for seat in range(players) if points[seat] == min(points)]
        returns = [sum(map(their_charge, seen.cards)) for seen in there]
        if theirs.returns() != [-each for each in returns]:
            raise self._differs("what OpenSpiel takes", [-each for each in returns], theirs.returns())
        reason = Reason.EMPTY_HAND if empty else Reason.BLOCKED if last is PASS else Reason.PLAY_LIMIT
        if reason is Reason.PLAY_LIMIT and self._plays != self.setting.max_plays:
            raise self._differs("cards played", self._plays, self.setting.max_plays)
        winner = empty[0] if empty else lowest[0] if len(lowest) == 1 else None
        outcome = ours.outcome
        found = outcome and (outcome.reason, outcome.winner, outcome.points)
        if found != (reason, winner, tuple(points)):
            raise self._differs("outcome", found, (reason, winner, points))
        self.legal = ()
        self.end = End(reason, winner, tuple(points), tuple(returns), sooner)

    def _differs(self, what: str, here: object, there: object) -> DiffersError:
        deck = " ".join(map(str, self.ours.deck_order))
        moves = " ".join(map(str, self._moves))
        return DiffersError(
            f"{what}: {here} here, {there} in OpenSpiel\n"
            f"{self.setting}, seat {self.ours.first} first\ndeck: {deck}\nmoves: {moves or 'none'}"
        )
