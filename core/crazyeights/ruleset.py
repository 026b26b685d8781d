"""The compiled form of a set of rules: integers in tables, frozen and picklable.

A card of the deck is a bit; a set of cards is an int. The faces (each different card once) have the bits 0, 1, …; with
several decks, copy `c` of face `f` has bit `f + c × number of faces`. "What may be played on this" is then one `&`.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from crazyeights.builder import Declared, Exchange, RulesetBuilder
from crazyeights.cards import RANKS, Card, Deck, Rank
from crazyeights.errors import OptionError, listed
from crazyeights.options import DeckCards, GoOut, Options, OptionValue, Starter, WildStarter
from crazyeights.rules import Effect, Rule


@dataclass(frozen=True, eq=False)
class Ruleset:
    """The rules and options of a game, compiled.

    The masks are sets of faces; the tuples hold one entry a face.

    Attributes:
        deck: the cards.
        options: the value of each option.
        hand_size: how many cards each seat is dealt.
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
        cancel: faces that wipe out a pending draw which they answer.
        swap: faces whose player swaps hands with another.
        rotate: faces that hand all hands on.
        pass_left: faces that let everybody pass a card to the left.
        last_resort: faces that may be played only by who holds no other card of the active suit.
        follows: for each face just played, the faces that may be added in the same turn.
        levels: for a countdown, how many cards each level begins with and its ruleset; else ().
        effects: for each face, the (rule name, function) pairs to call when it is played.
        playable: for each face on top and each active suit (and after these, for no suit), the faces that may follow.
    """

    deck: Deck
    options: Options
    hand_size: int
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
    cancel: int
    swap: int
    rotate: int
    pass_left: int
    last_resort: int
    follows: tuple[int, ...]
    effects: tuple[tuple[tuple[str, Effect], ...], ...]
    playable: tuple[tuple[int, ...], ...]
    levels: tuple[tuple[int, Ruleset], ...] = ()

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
    players: int = 2,
) -> Ruleset:
    """Compile rules and options.

    Args:
        rules: the rules, in the order in which they are applied.
        base: a variant's options; what a rule sets goes over them.
        chosen: the user's options, which go over everything.
        deck: a deck of the variant's own; its cards, jokers and copies are then its own too.
        players: how many play, on which the size of hands and the number of decks may depend.

    Raises:
        RuleConflictError: two rules contradict each other.
        RuleError: a rule failed.
        UnknownNameError, OptionError: an option is wrong, or nobody could ever play or win.
    """
    options = Options().with_values(base or {}).with_values(chosen or {})
    tried: set[Options] = set()
    while True:
        cards = _deck_for(options, deck, players)
        builder = RulesetBuilder(cards)
        for rule in rules:
            builder.add(rule)
        ruled = Options().with_values(base or {}).with_values(builder.declared.options).with_values(chosen or {})
        # A rule that brings jokers or a second deck must be applied to the deck that has them.
        if _deck_for(ruled, deck, players) == cards:
            _check_deck_options(ruled, deck)
            return _compile(cards, ruled.check(), tuple(rule.name for rule in rules), builder.declared, players)
        tried.add(options)
        if ruled in tried:
            raise OptionError("the rules set a different deck each time they are applied")
        options = ruled


_DECK_OPTIONS = ("deck_cards", "decks", "extra_deck_from", "jokers")


def _deck_for(options: Options, own: Deck | None, players: int) -> Deck:
    if own is not None:
        return own
    lowest = {DeckCards.ALL: "2", DeckCards.FROM_SIX: "6", DeckCards.FROM_SEVEN: "7"}[options.deck_cards]
    first = next(place for place, rank in enumerate(RANKS) if rank.text == lowest)
    more = options.extra_deck_from is not None and players >= options.extra_deck_from
    return Deck(ranks=(RANKS[0], *RANKS[first:]), jokers=options.jokers, copies=options.decks + more)


def _check_deck_options(options: Options, own: Deck | None) -> None:
    """Refuse options about a deck that the variant does not use; who sets one would see nothing of it."""
    plain = Options()
    changed = [name for name in _DECK_OPTIONS if getattr(options, name) != getattr(plain, name)]
    if own is not None and changed:
        raise OptionError(f"{listed(changed)} can't be set here: the variant has a deck of its own")


def _compile(deck: Deck, options: Options, rules: tuple[str, ...], declared: Declared, players: int) -> Ruleset:
    faces = deck.faces
    index = {card: face for face, card in enumerate(faces)}

    def mask(cards: Iterable[Card]) -> int:
        bits = 0
        for card in cards:
            bits |= 1 << index[card]
        return bits

    def exchanging(how: Exchange) -> int:
        return mask(card for card, exchange in declared.exchange.items() if exchange is how)

    few = options.few_hand_size is not None and players <= options.few_players
    ruleset = Ruleset(
        deck=deck,
        options=options,
        hand_size=options.few_hand_size if few and options.few_hand_size is not None else options.hand_size,
        rules=rules,
        wild=mask(declared.wild),
        choose=mask(declared.choose),
        reverse=mask(declared.reverse),
        again=mask(declared.again),
        no_finish=mask(declared.no_finish),
        special=mask(_doers(declared)),
        skip=tuple(declared.skip.get(card, 0) for card in faces),
        draw=tuple(declared.draw.get(card, 0) for card in faces),
        answers=tuple(mask(declared.answers.get(top, set()) - declared.forbidden.get(top, set())) for top in faces),
        points=tuple(declared.points.get(card, card.rank.points) for card in faces),
        cancel=mask(declared.cancel),
        swap=exchanging(Exchange.SWAP),
        rotate=exchanging(Exchange.ROTATE),
        pass_left=exchanging(Exchange.PASS_LEFT),
        last_resort=mask(declared.last_resort),
        follows=tuple(mask(declared.follows.get(card, ())) for card in faces),
        effects=tuple(tuple(declared.effects.get(card, ())) for card in faces),
        playable=(),
    )
    levels = tuple((hand, _finish(_with_wild(ruleset, mask(wild)), declared, wild)) for hand, wild in declared.levels)
    ruleset = dataclasses.replace(levels[0][1], levels=levels) if levels else _finish(ruleset, declared)
    _check_sense(ruleset, players)
    return ruleset


def _with_wild(ruleset: Ruleset, wild: int) -> Ruleset:
    return dataclasses.replace(ruleset, wild=ruleset.wild | wild, choose=ruleset.choose | wild)


def _doers(declared: Declared) -> set[Card]:
    """Give all cards that do something."""
    sets = (declared.choose, declared.reverse, declared.again, declared.skip, declared.draw, declared.effects)
    return set().union(*sets, declared.cancel, declared.exchange)


def _finish(ruleset: Ruleset, declared: Declared, level_wild: Iterable[Card] = ()) -> Ruleset:
    """Fill in what follows from the wild cards."""
    deck, wild = ruleset.deck, ruleset.wild
    index = deck.index
    special = ruleset.special
    for card in level_wild:
        special |= 1 << index[card]
    everything = (1 << len(deck.faces)) - 1
    by_suit = [sum(1 << face for face, card in enumerate(deck.faces) if card.suit == suit) for suit in deck.suits]
    # Without a suit to match (a joker that called none is on top) any card goes.
    by_suit.append(everything)
    by_rank: dict[Rank, int] = {}
    for face, card in enumerate(deck.faces):
        by_rank[card.rank] = by_rank.get(card.rank, 0) | 1 << face
    tops = []
    for top in deck.faces:
        forbidden = 0
        for card in declared.forbidden.get(top, ()):
            forbidden |= 1 << index[card]
        tops.append(tuple((suited | by_rank[top.rank] | wild) & ~forbidden for suited in by_suit))
    no_finish = ruleset.no_finish
    if ruleset.options.go_out is GoOut.NO_SPECIAL:
        no_finish |= special | wild
    elif ruleset.options.go_out is GoOut.ONLY_WILD:
        no_finish |= ((1 << len(deck.faces)) - 1) & ~wild
    return dataclasses.replace(ruleset, special=special, playable=tuple(tops), no_finish=no_finish)


def _check_sense(ruleset: Ruleset, players: int) -> None:
    """Refuse rules by which nobody could ever begin, play or win."""
    options = ruleset.options
    everything = (1 << len(ruleset.deck.faces)) - 1
    unfit = {Starter.NO_WILD: ruleset.wild, Starter.NO_SPECIAL: ruleset.special | ruleset.wild}.get(options.starter, 0)
    if options.wild_starter is WildStarter.BURIED:
        unfit |= ruleset.wild
    if unfit == everything:
        why = f"starter={options.starter}" if options.starter is not Starter.ANY else "wild_starter=buried"
        raise OptionError(f"{why} leaves no card to start with: all of them are special")
    for _, level in ruleset.levels or ((0, ruleset),):
        if level.no_finish == everything:
            if options.go_out is GoOut.ONLY_WILD and not level.wild:
                raise OptionError("go_out=only_wild makes no sense without wild cards: nobody could ever go out")
            raise OptionError("nobody could ever go out: no card may be the last one of a hand")
    if not any(any(row) for row in ruleset.playable):
        raise OptionError("nobody could ever play: no card may be played on any other")
    if options.partners and players != 4:
        raise OptionError(f"partners=yes is for four players, not {players}")
    if options.partners and ruleset.levels:
        raise OptionError("partners=yes contradicts a countdown, where each player goes out several times")
