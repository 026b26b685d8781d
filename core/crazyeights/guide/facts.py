"""What the guide's sentences are made from: the compiled rules, looked at as a reader would."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from functools import cached_property, reduce
from operator import and_, or_

from crazyeights.cards import Card, Suit
from crazyeights.game import Game
from crazyeights.guide.naming import each, either, kinds, plural
from crazyeights.options import Starter, TwoPlayerReverse, WildStarter
from crazyeights.roles import Casting
from crazyeights.ruleset import Ruleset
from crazyeights.words import listed, the_card


class Facts:
    """The rules in force.

    Attributes:
        game, options, deck: the game, its options and its cards.
        rules: the ruleset; in a countdown, the first level's.
        rule_names: the names of the rules, and the roles as they are written.
        levels: in a countdown, how many cards each level begins with and its ruleset; else ().
        two: whether there are two players.
        wild: the cards that are wild, at the first level if there are levels.
        by_level: whether the levels have wild cards of their own.
        callers: the cards that call a suit, at the first level.
        caller: one of them to explain calling with, if possible a wild one; None if there is none.
        special: the cards that are wild or do something, at the first level.
        always_wild, ever_wild: the cards that are wild at all levels, and at any.
        ever_calls: whether any card calls a suit, at any level.
        ever_special: whether any card is wild or does something, at any level.
        touched: all cards of which any rule says anything, but for what they count.
        follows: for each card to which others may be added, which these are.
        exchanging: the cards with which cards change hands.
        cancelling: the cards that wipe out what is to be drawn.
        answering: the cards that can be played instead of drawing, the cancelling ones among them.
        not_last: the cards that can't be the last of a hand, at the first level.
        last_resort: the cards that may be played only by who holds nothing else of the active suit.
        reverses, skips, draws: whether any card turns the direction, skips or makes draw.
    """

    def __init__(self, game: Game) -> None:
        rules = game.ruleset
        self.game = game
        self.rules = rules
        self.rule_names = [*(rule.name for rule in game.rules if not isinstance(rule.apply, Casting)), *game.roles]
        self.options = game.options
        self.deck = game.deck
        self.two = game.players == 2
        self.levels = rules.levels
        self._all: tuple[Ruleset, ...] = tuple(ruleset for _, ruleset in rules.levels) or (rules,)
        self.by_level = len({ruleset.wild for ruleset in self._all}) > 1
        self.wild = rules.faces_of(rules.wild)
        self.always_wild = rules.faces_of(reduce(and_, (ruleset.wild for ruleset in self._all)))
        self.ever_wild = rules.faces_of(self._any(ruleset.wild for ruleset in self._all))
        self.callers = rules.faces_of(rules.choose)
        self.ever_calls = bool(self._any(ruleset.choose for ruleset in self._all))
        self.special = rules.faces_of(rules.special | rules.wild)
        self.ever_special = any(ruleset.special | ruleset.wild for ruleset in self._all)
        self.follows = {
            card: frozenset(rules.faces_of(mask))
            for card, mask in zip(self.deck.faces, rules.follows, strict=True)
            if mask and card not in rules.faces_of(rules.swap | rules.rotate | rules.pass_left)
        }
        self.exchanging = rules.faces_of(rules.swap | rules.rotate | rules.pass_left)
        self.cancelling = rules.faces_of(rules.cancel)
        self.answering = rules.faces_of(self._any(rules.answers))
        self.not_last = rules.faces_of(rules.no_finish)
        self.last_resort = rules.faces_of(rules.last_resort)
        self.reverses = bool(rules.reverse)
        self.skips = any(rules.skip)
        self.draws = any(rules.draw)
        self.caller = next((card for card in self.callers if card in self.wild), next(iter(self.callers), None))
        self.touched = self._touched()

    @staticmethod
    def _any(masks: Iterable[int]) -> int:
        return reduce(or_, masks, 0)

    def _touched(self) -> frozenset[Card]:
        masks = [ruleset.wild | ruleset.choose | ruleset.special | ruleset.no_finish for ruleset in self._all]
        touched = {*self.answering, *self.last_resort, *self.follows, *self.rules.faces_of(self._any(masks))}
        return frozenset(touched.union(*self.barred))

    @property
    def untypical(self) -> frozenset[Card]:
        """The cards for which, or on which, more than matching counts, at the first level."""
        return frozenset({*self.special, *self.answering, *self.last_resort}.union(*self.barred, *self.barred.values()))

    @property
    def draws_and_plays_again(self) -> bool:
        """Whether in one turn a player can both make draw and win another turn."""
        rules = self.rules
        reverses_again = self.two and self.options.two_player_reverse is TwoPlayerReverse.AGAIN
        again = set(rules.faces_of(rules.again | (rules.reverse if reverses_again else 0)))
        if not again:
            return rules.has_callables
        draws = {card for card, count in zip(self.deck.faces, rules.draw, strict=True) if count}
        # What one card does, an answer hands on, and cards played together add up.
        return bool(again & draws or again & set(self.answering) or rules.has_callables or self._together(again, draws))

    def _together(self, some: Collection[Card], others: Collection[Card]) -> bool:
        """Whether a card of each set can be played in one turn."""
        for first in {*some, *others}:
            chain = [first]
            for card in chain:  # grows while it is gone through
                chain += [card for card in self.follows.get(card, ()) if card not in chain]
            if any(card in others for card in chain) and any(card in some for card in chain):
                return True
        return False

    # What may be played on what

    @cached_property
    def barred(self) -> dict[frozenset[Card], frozenset[Card]]:
        """The cards that may not be played on certain cards, and those cards, for all that have the same ones."""
        tops_of: dict[Card, list[Card]] = {}
        everything = (1 << len(self.deck.faces)) - 1
        for top, rows in zip(self.deck.faces, self.rules.playable, strict=True):
            # Without a suit to match everything may be played, but for what is forbidden.
            for card in self.rules.faces_of(everything & ~rows[-1]):
                tops_of.setdefault(card, []).append(top)
        found: dict[frozenset[Card], list[Card]] = {}
        for card, tops in tops_of.items():
            found.setdefault(frozenset(tops), []).append(card)
        return {frozenset(cards): tops for tops, cards in found.items()}

    def may_follow(self, top: Card, suit: Suit) -> frozenset[Card]:
        """Give the cards that may be played on a card while a suit is to be matched."""
        row = self.rules.playable[self.deck.index[top]]
        return frozenset(self.rules.faces_of(row[self.deck.suits.index(suit)]))

    # Words for sets of cards

    def plural(self, cards: Collection[Card], joint: str = "and") -> str:
        """Name all the cards, as in "8s and the queen of spades"."""
        return plural(cards, self.deck, joint)

    def either(self, cards: Collection[Card], word: str = "any") -> str:
        """Name one of the cards, as in "any 8 or the queen of spades"; `word` may be "a"."""
        return either(cards, self.deck, word)

    def kinds(self, cards: Collection[Card]) -> list[tuple[str, str]]:
        """Sum cards up, as (singular, plural); see `naming.kinds`."""
        return kinds(cards, self.deck)

    def level_wild(self, ruleset: Ruleset) -> tuple[Card, ...]:
        """Give the cards that are wild at a level, but for those that are wild at all of them."""
        return tuple(card for card in ruleset.faces_of(ruleset.wild) if card not in self.always_wild)

    @property
    def a_caller(self) -> str:
        """Name one of the calling cards, as in "an 8", or "a wild card of their level" in a countdown."""
        if not self.by_level:
            return self.either(self.callers, "a")
        always = self.rules.faces_of(reduce(and_, (ruleset.choose for ruleset in self._all)))
        return listed([*each(always, self.deck, "a"), "a wild card of their level"], "or")

    @property
    def wild_clause(self) -> str:
        """Say what wild cards may be played on, as in "8s can be played on anything"; "" if there are none."""
        groups: dict[tuple[bool, frozenset[Card]], list[Card]] = {}
        for card in self.always_wild:
            groups.setdefault((card in self.last_resort, self.not_on(card)), []).append(card)
        parts = []
        for (last, tops), cards in sorted(groups.items(), key=lambda group: group[0][0]):
            but = f" but {self.either(tops, 'a')}" if tops else ""
            by = f" by a player who holds {self.nothing_else} of the active suit" if last else ""
            parts.append(f"{self.plural(cards)} can be played on anything{but}{by}")
        if self.by_level:
            hindered = any(self.not_on(card) or card in self.last_resort for card in self.ever_wild)
            parts.append(f"the wild cards of your level can be played on {'almost ' * hindered}anything")
        return listed(parts) if parts else ""

    def not_on(self, card: Card) -> frozenset[Card]:
        """Give the cards on which a card may not be played."""
        return next((tops for cards, tops in self.barred.items() if card in cards), frozenset())

    @property
    def nothing_else(self) -> str:
        """What who plays a last resort must hold of the active suit, as in "no other card"."""
        return "no other card" if any(card.suit for card in self.last_resort) else "no card"

    def one(self, card: Card) -> str:
        """Name a calling card by its rank, as in "an 8", if the whole rank calls; else by its name."""
        whole = all(face in self.callers for face in self.deck.faces if face.rank == card.rank)
        return card.rank.article if whole else the_card(card)

    # The starter

    @property
    def buried(self) -> tuple[Card, ...]:
        """The cards that are never the starter."""
        rules = self.rules
        mask = {Starter.NO_WILD: rules.wild, Starter.NO_SPECIAL: rules.special | rules.wild}.get(
            self.options.starter, 0
        )
        if self.options.wild_starter is WildStarter.BURIED:
            mask |= rules.wild
        return rules.faces_of(mask)
