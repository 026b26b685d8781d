"""The compiled form of a set of rules: integers in tables, frozen and picklable.

A card of the deck is a bit; a set of cards is an int. The faces (each different card once) have the bits 0, 1, …; with
several decks, copy `c` of face `f` has bit `f + c × number of faces`. "What may be played on this" is then one `&`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from crazyeights.cards import Card, Deck, Suit
from crazyeights.errors import OptionError
from crazyeights.options import Options, OptionValue, Starter
from crazyeights.rules import Declared, Effect, Rule, RulesetBuilder


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules and options of a game, compiled.

    The masks are sets of faces; the tuples hold one entry a face.

    Attributes:
        deck: the cards.
        options: the value of each option.
        rules: the names of the rules, in the order in which they were applied.
        wild: faces that may be played on anything.
        choose: faces whose player calls a suit.
        reverse: faces that turn the direction.
        again: faces whose player has another turn.
        no_finish: faces that can't be a player's last card.
        special: faces that do anything at all when played.
        skip: turns that each face skips.
        draw: cards that each face makes the next player draw.
        answers: for each face on top, the faces that answer its draw.
        points: what each face counts in a hand.
        effects: for each face, the (rule name, function) pairs to call when it is played.
        playable: for each face on top and each active suit (and after these, for no suit), the faces that may follow.
    """

    deck: Deck
    options: Options
    rules: tuple[str, ...]
    wild: int
    choose: int
    reverse: int
    again: int
    no_finish: int
    special: int
    skip: tuple[int, ...]
    draw: tuple[int, ...]
    answers: tuple[int, ...]
    points: tuple[int, ...]
    effects: tuple[tuple[tuple[str, Effect], ...], ...]
    playable: tuple[tuple[int, ...], ...]

    @property
    def has_callables(self) -> bool:
        """Whether any card calls a Python function, which a compiled kernel can't run."""
        return any(self.effects)

    @property
    def callable_rules(self) -> tuple[str, ...]:
        """The names of the rules that call Python functions."""
        return tuple(dict.fromkeys(name for pairs in self.effects for name, _ in pairs))

    def faces_of(self, mask: int) -> tuple[Card, ...]:
        """Give the cards of a mask of faces, in the deck's order."""
        return tuple(card for face, card in enumerate(self.deck.faces) if mask >> face & 1)

    def card_points(self, card: Card) -> int:
        """Say what a card counts against the hand that holds it at the end."""
        return self.points[self.deck.index[card]]


def compile_ruleset(
    rules: Sequence[Rule],
    base: Mapping[str, OptionValue] | None = None,
    chosen: Mapping[str, OptionValue] | None = None,
    deck: Deck | None = None,
) -> Ruleset:
    """Compile rules and options.

    Args:
        rules: the rules, in the order in which they are applied.
        base: a variant's options; what a rule sets goes over them.
        chosen: the user's options, which go over everything.
        deck: a deck of the variant's own; its jokers and copies are then its own too.

    Raises:
        RuleConflictError: two rules contradict each other.
        RuleError: a rule failed.
        UnknownNameError, OptionError: an option is wrong.
    """
    options = Options().with_values(base or {}).with_values(chosen or {})
    tried: set[Options] = set()
    while True:
        cards = _deck_for(options, deck)
        builder = RulesetBuilder(cards)
        for rule in rules:
            builder.add(rule)
        ruled = Options().with_values(base or {}).with_values(builder.declared.options).with_values(chosen or {})
        # A rule that brings jokers or a second deck must be applied to the deck that has them.
        if _deck_for(ruled, deck) == cards:
            return _compile(cards, ruled.check(), tuple(rule.name for rule in rules), builder.declared)
        tried.add(options)
        if ruled in tried:
            raise OptionError("the rules set a different deck each time they are applied")
        options = ruled


def _deck_for(options: Options, own: Deck | None) -> Deck:
    if own is not None:
        return own
    return Deck(jokers=options.jokers, copies=options.decks)


def _compile(deck: Deck, options: Options, rules: tuple[str, ...], declared: Declared) -> Ruleset:
    faces = deck.faces
    index = {card: face for face, card in enumerate(faces)}

    def mask(cards: Iterable[Card]) -> int:
        bits = 0
        for card in cards:
            bits |= 1 << index[card]
        return bits

    doers = (declared.choose, declared.reverse, declared.again, declared.skip, declared.draw, declared.effects)
    special = mask(set().union(*doers))
    wild = mask(declared.wild)
    ruleset = Ruleset(
        deck=deck,
        options=options,
        rules=rules,
        wild=wild,
        choose=mask(declared.choose),
        reverse=mask(declared.reverse),
        again=mask(declared.again),
        no_finish=mask(declared.no_finish),
        special=special,
        skip=tuple(declared.skip.get(card, 0) for card in faces),
        draw=tuple(declared.draw.get(card, 0) for card in faces),
        answers=tuple(mask(declared.answers.get(card, ())) for card in faces),
        points=tuple(declared.points.get(card, card.rank.points) for card in faces),
        effects=tuple(tuple(declared.effects.get(card, ())) for card in faces),
        playable=tuple(tuple(_playable(deck, top, suit) | wild for suit in (*deck.suits, None)) for top in faces),
    )
    buried = {Starter.NO_WILD: wild, Starter.NO_SPECIAL: special | wild}.get(options.starter, 0)
    if buried == (1 << len(faces)) - 1:
        raise OptionError(f"starter={options.starter} leaves no card to start with: all of them are special")
    return ruleset


def _playable(deck: Deck, top: Card, active: Suit | None) -> int:
    bits = 0
    for face, card in enumerate(deck.faces):
        # Without a suit to match (a joker that called none is on top) any card goes.
        if active is None or card.suit == active or card.rank == top.rank:
            bits |= 1 << face
    return bits
