"""The guide on how a round begins: the aim, the pairs, the deal and the hands of a countdown."""

from __future__ import annotations

from crazyeights.cards import STANDARD_DECK, Card
from crazyeights.guide.facts import Facts
from crazyeights.guide.naming import number, some
from crazyeights.options import DeckCards, Starter, WildStarter
from crazyeights.words import listed

_LOWEST = {DeckCards.FROM_SIX: "6", DeckCards.FROM_SEVEN: "7"}


def aim(facts: Facts) -> str:
    """Say what the players try to do, and how."""
    if facts.levels:
        text = f"Be the first to get through all {number(len(facts.levels))} levels: whenever you have got rid of your "
        text += "cards you get those of the next level, and whoever gets rid of the last ones wins. "
    elif facts.options.partners:
        text = "Get rid of all your cards, and so must your partner: the first pair without cards wins. "
    else:
        text = "Be the first to get rid of all your cards. "
    text += "A card is played by matching the active suit or the rank of the top card"
    if facts.ever_wild:
        text += f"; {facts.wild_clause}"
    if facts.ever_calls:
        text += f". Whoever plays {facts.a_caller} chooses the suit that is to be matched next"
    return f"{text}."


def partners(facts: Facts) -> tuple[str, ...]:
    """Say who plays with whom."""
    if not facts.options.partners:
        return ()
    return (
        (
            "The four players are two pairs: the first and the third player against the second and the fourth. "
            "Partners sit opposite each other and take turns with the other two."
        ),
        (
            "A player who has got rid of all cards is out and is passed over from then on, and the partner plays on. A "
            "pair wins when both of its players are out."
        ),
    )


def deal(facts: Facts) -> tuple[str, ...]:
    """Say how the cards are dealt and what becomes of the starter."""
    size = facts.rules.hand_size
    dealt = (
        f"{_deck(facts)} Each of the {number(facts.game.players)} players is dealt {some(size, 'card')}"
        f"{_other_size(facts)}. The next card is turned face up: it is the starter, the first card of the discard "
        "pile. The rest is the stock, face down."
    )
    begins = "One player begins the first round, the next player the second, and so on."
    return (dealt, *_starter(facts), *([begins] if facts.options.rounds != 1 else []))


def _other_size(facts: Facts) -> str:
    """Say how many cards would be dealt if there were more or fewer players."""
    options = facts.options
    few, most = options.few_hand_size, options.few_players
    low, high = facts.game.variant.min_players, facts.game.variant.max_players
    if few is None or few == options.hand_size:
        return ""
    if facts.game.players > most:
        up_to = number(most) if most <= low else f"up to {number(most)}"
        return f" ({number(few)} if {up_to} play)" if low <= most else ""
    return f" ({number(options.hand_size)} if more than {number(most)} play)" if high > most else ""


def _deck(facts: Facts) -> str:
    deck = facts.deck
    jokers = deck.jokers * deck.copies
    own = facts.game.variant.deck is not None
    lowest = _LOWEST.get(facts.options.deck_cards)
    if own and (deck.suits, deck.ranks) != (STANDARD_DECK.suits, STANDARD_DECK.ranks):
        suits = listed([suit.name for suit in deck.suits])
        ranks = listed([rank.name for rank in deck.ranks])
        also = f", and {some(jokers, 'joker')}" if jokers else ""
        each = "" if deck.copies == 1 else f", each of them {_times(deck.copies)}"
        return f"There are {len(deck)} cards: {suits}, with the ranks {ranks}{each}{also}."
    count = len(deck.suits) * len(deck.ranks)
    ranks = f" each ({lowest} to king, and the aces)" if deck.copies > 1 else f" ({lowest} to king, and the aces)"
    which = "" if lowest is None or own else ranks
    one = "a standard deck" if not which else "a deck"
    many = f"{number(deck.copies)} {'decks' if which else 'standard decks'}"
    decks = f"{one if deck.copies == 1 else many} of {count} cards{which}"
    text = f"The game is played with {decks}, {'with ' + some(jokers, 'joker') if jokers else 'without jokers'}."
    extra = facts.options.extra_deck_from
    if extra is not None and not own and extra <= facts.game.variant.max_players:
        if facts.game.players >= extra:
            text += f" One of the decks is there only because {_or_more(extra)} play."
        else:
            text += f" If {_or_more(extra)} play, there is one deck more."
    return text


def _or_more(players: int) -> str:
    return f"{number(players)} or more"


def _times(count: int) -> str:
    return "twice" if count == 2 else f"{number(count)} times"


def _starter(facts: Facts) -> tuple[str, ...]:
    """Say what may be the first discard, and what comes of it."""
    options = facts.options
    special = facts.special
    if not special:
        return ()
    texts = []
    buried = facts.buried
    bury = "goes into the middle of the stock, and the next card is turned instead"
    if buried:
        if options.starter is Starter.NO_SPECIAL:
            never = f"a special card ({facts.plural(buried)})"
        else:
            never = facts.either(buried, "a")
        texts.append(f"The starter is never {never}: such a card {bury}.")
    left = [card for card in special if card not in buried]
    wild = [card for card in facts.wild if card not in buried]
    if options.starter is Starter.ACTS and left:
        texts.append(_acting(facts, left, wild))
    elif options.starter is Starter.ANY and left:
        any_card = "Any other card" if buried else "Any card"
        texts.append(f"{any_card} may be the starter; {_without_effect(facts, wild)}.")
    if wild and options.wild_starter is WildStarter.FREE:
        barred = {card for cards, tops in facts.barred.items() if tops & set(wild) for card in cards}
        but = f" but {facts.either(barred, 'a')}" if barred else ""
        texts.append(f"If the starter is {facts.either(wild, 'a')}, any card{but} may be played on it.")
    elif wild and options.wild_starter is WildStarter.CALLED:
        texts.append(
            f"If the starter is {facts.either(wild, 'a')}, the dealer (the player before the first one) calls a suit "
            "for it before the first turn."
        )
    return tuple(texts)


def _without_effect(facts: Facts, wild: list[Card]) -> str:
    if wild and facts.options.wild_starter is not WildStarter.PRINTED:
        return "it has no effect, even if it is a special card"
    return "it counts as printed and has no effect, even if it is a special card"


def _acting(facts: Facts, left: list[Card], wild: list[Card]) -> str:
    text = "A starter that is a special card acts as if the player before the first one had played it"
    calling = facts.rules.choose and any(card in facts.callers for card in left)
    called = facts.options.wild_starter is WildStarter.CALLED
    but = []
    if calling and not (called and wild):
        but.append("no suit is called")
    elif calling and any(card not in wild for card in left if card in facts.callers):
        but.append("a suit is called only for a wild card")
    if any(card in facts.exchanging for card in left):
        but.append("no cards change hands")
    return f"{text}, except that {listed(but)}." if but else f"{text}."


def countdown(facts: Facts) -> tuple[str, ...]:
    """Say which levels a player must get through, and which cards are wild at each."""
    if not facts.levels:
        return ()
    sizes = [facts.rules.hand_size, *(hand for hand, _ in facts.levels[1:])]
    parts = []
    for size, (_, rules) in zip(sizes, facts.levels, strict=True):
        wild = facts.level_wild(rules)
        also = f" with {facts.plural(wild)} wild" if wild else ""
        parts.append(f"{some(size, 'card')}{also}")
    texts = [f"There are {some(len(facts.levels), 'level')}, one after the other: {listed(parts)}."]
    if facts.by_level:
        texts.append(
            "Which of these cards are wild for you depends only on the level that you are at: a card that is wild for "
            "you may be an ordinary card for somebody else."
            + (f" Besides, {facts.plural(facts.always_wild)} are wild for everybody." if facts.always_wild else "")
        )
    more = (
        "When you have got rid of your cards, those of the next level are dealt to you at once, from the stock, and "
        "play goes on. If there are fewer cards than that, you get those that there are; if there are none, the level "
        "counts as done too."
    )
    return (*texts, more)
