"""The player's guide: the rules in force in plain English, made from the active rules and options.

Each sentence hangs on what it is about: on cards that the compiled rules really make special, or on the value that an
option really has. What a special card does is told by its rule's own guide text.
"""

from __future__ import annotations

import textwrap
from collections.abc import Collection
from dataclasses import dataclass
from functools import reduce
from operator import or_
from typing import Final

from crazyeights.cards import DIAMONDS, JOKER, STANDARD_DECK, Card, Suit, indefinite
from crazyeights.game import Game
from crazyeights.options import (
    OPTION_NAMES,
    AfterDraw,
    Blocked,
    EmptyStock,
    PenaltyTurn,
    Starter,
    TwoPlayerReverse,
    option_summary,
    option_values,
    show_option,
)
from crazyeights.words import listed, the_card

_NUMBERS: Final = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")


@dataclass(frozen=True, slots=True)
class Section:
    """A part of the guide: a title and its paragraphs, none of which holds a line break."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Guide:
    """The rules in force, explained.

    Attributes:
        title: the variant and what was changed about it.
        sections: the rules, from the aim to the points; the last one lists the rules and options in force.
        questions: questions that come up in play, each with its answer.
    """

    title: str
    sections: tuple[Section, ...]
    questions: tuple[tuple[str, str], ...]


def guide(game: Game) -> Guide:
    """Explain the rules of a game.

    Args:
        game: the game; its rules, its options and its number of players all count.
    """
    facts = _Facts(game)
    sections = (
        Section("Aim", (_aim(facts),)),
        Section("The deal", _deal(facts)),
        Section("A turn", _turn(facts)),
        Section("Special cards", _specials(facts)),
        Section("Having to draw", _penalty(facts)),
        Section("When the stock is empty", (_empty_stock(facts),)),
        Section("The end of the round", _end(facts)),
        Section("Points", _points(facts)),
        Section("Example", _example(facts)),
        Section("Rules and options in force", _in_force(game)),
    )
    return Guide(title(game), tuple(section for section in sections if section.paragraphs), questions(game))


def title(game: Game) -> str:
    """Name the variant and what was changed about it, as in "plain with queen-skip"."""
    text = game.name
    if game.rules_added:
        text += f" with {listed(game.rules_added)}"
    if game.rules_removed:
        text += f" without {listed(game.rules_removed)}"
    changed = [f"{name}={show_option(value)}" for name, value in game.options_given.items()]
    return f"{text}, {', '.join(changed)}" if changed else text


def questions(game: Game) -> tuple[tuple[str, str], ...]:
    """Give questions that come up in play, each with the answer that is true of the rules in force."""
    facts = _Facts(game)
    everybody = "both players are" if facts.two else "everybody is"
    example = " ".join(_example(facts))
    pairs = [
        ("What is the aim?", _aim(facts)),
        *([("Can you show an example?", example)] if example else []),
        ("Which mistake should I avoid?", _mistake(facts)),
        ("How many people can play here?", _people(facts)),
        _playing_after_drawing(facts),
        ("Can I pass while I have a matching card?", _passing_with_a_match(facts)),
        *(
            [(f"How do I choose the suit for {_one(facts.caller, facts)}?", _calling(facts.caller, facts))]
            if facts.caller
            else []
        ),
        (f"What happens when {everybody} blocked?", _blocked(facts)),
        ("What rules and limits are used here?", _limits(facts)),
    ]
    return tuple(pairs)


def render(guide: Guide, width: int = 79, *, with_questions: bool = True) -> str:
    """Give the guide as plain text.

    Args:
        guide: the guide.
        width: how long a line may be; a longer word is not broken.
        with_questions: whether the questions follow after the rules.
    """
    width = max(20, width)
    lines = [*_wrap(f"The rules of {guide.title}", width), ""]
    for section in guide.sections:
        lines += [section.title, "-" * len(section.title)]
        for paragraph in section.paragraphs:
            lines += _wrap(paragraph, width)
        lines.append("")
    if with_questions:
        lines += ["Questions", "---------"]
        for question, answer in guide.questions:
            lines += [*_wrap(question, width), *(f"  {line}" for line in _wrap(answer, width - 2))]
    return "\n".join(lines).rstrip("\n")


def _wrap(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_long_words=False, break_on_hyphens=False)


class _Facts:
    """What the sentences are made from."""

    def __init__(self, game: Game) -> None:
        rules = game.ruleset
        self.game = game
        self.rules = rules
        self.options = game.options
        self.deck = game.deck
        self.two = game.players == 2
        self.wild = rules.faces_of(rules.wild)
        self.callers = rules.faces_of(rules.choose)
        self.special = rules.faces_of(rules.special | rules.wild)
        self.answering = rules.faces_of(reduce(or_, rules.answers, 0))
        self.not_last = rules.faces_of(rules.no_finish)
        self.reverses = bool(rules.reverse)
        self.skips = any(rules.skip)
        self.draws = any(rules.draw)
        self.caller = next((card for card in self.callers if card in self.wild), next(iter(self.callers), None))


# Naming cards


def _kinds(cards: Collection[Card], facts: _Facts) -> list[tuple[str, str]]:
    """Sum cards up: (singular, plural) for each whole rank and whole suit, (name, name) for a single card."""
    left = set(cards)
    names = []
    faces = facts.deck.faces
    for one, many, whole in (
        *((suit.singular, suit.name, {face for face in faces if face.suit == suit}) for suit in facts.deck.suits),
        *(
            (rank.name, rank.plural, {face for face in faces if face.rank == rank})
            for rank in (*facts.deck.ranks, JOKER)
        ),
    ):
        if whole and whole <= left:
            names.append((one, many))
            left -= whole
    return names + [(the_card(card), the_card(card)) for card in faces if card in left]


def _plural(cards: Collection[Card], facts: _Facts) -> str:
    """Name all the cards, as in "8s and the queen of spades"."""
    return listed([many for _, many in _kinds(cards, facts)])


def _either(cards: Collection[Card], facts: _Facts, word: str = "any") -> str:
    """Name one of the cards, as in "any 8 or the queen of spades"; `word` may be "a"."""
    return listed([_with(word, one) if one != many else one for one, many in _kinds(cards, facts)], "or")


def _with(word: str, noun: str) -> str:
    return indefinite(noun) if word == "a" else f"{word} {noun}"


def _one(card: Card, facts: _Facts) -> str:
    """Name a calling card by its rank, as in "an 8", if the whole rank calls; else by its name."""
    whole = all(face in facts.callers for face in facts.deck.faces if face.rank == card.rank)
    return card.rank.article if whole else the_card(card)


def _number(count: int) -> str:
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else str(count)


def _counted(count: int, thing: str) -> str:
    return f"{_number(count)} {thing}{'' if count == 1 else 's'}"


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


# The sections


def _aim(facts: _Facts) -> str:
    text = "Be the first to get rid of all your cards. "
    text += "A card is played by matching the active suit or the rank of the top card"
    if facts.wild:
        text += f"; {_plural(facts.wild, facts)} can be played on anything"
    if facts.callers:
        text += f". Whoever plays {_either(facts.callers, facts, 'a')} chooses the suit that is to be matched next"
    return f"{text}."


def _deal(facts: _Facts) -> tuple[str, ...]:
    options = facts.options
    hand = _counted(options.hand_size, "card")
    dealt = (
        f"{_deck(facts)} Each of the {_number(facts.game.players)} players is dealt {hand}. The next card is turned "
        "face up: it is the starter, the first card of the discard pile. The rest is the stock, face down."
    )
    texts = [dealt]
    bury = "into the middle of the stock, and the next card is turned instead"
    if options.starter is Starter.NO_WILD and facts.wild:
        texts.append(f"The starter is never {_either(facts.wild, facts, 'a')}: such a card goes {bury}.")
    elif options.starter is Starter.NO_SPECIAL and facts.special:
        texts.append(f"The starter is never a special card ({_plural(facts.special, facts)}): such a card goes {bury}.")
    elif options.starter is Starter.ACTS and facts.special:
        acts = "A starter that is a special card acts as if the player before the first one had played it"
        texts.append(f"{acts}, except that no suit is called." if facts.callers else f"{acts}.")
    elif facts.special:
        texts.append(
            "Any card may be the starter; it counts as printed and has no effect, even if it is a special card."
        )
    texts.append("One player begins the first round, the next player the second, and so on.")
    return tuple(texts)


def _deck(facts: _Facts) -> str:
    deck = facts.deck
    jokers = deck.jokers * deck.copies
    if (deck.suits, deck.ranks) != (STANDARD_DECK.suits, STANDARD_DECK.ranks):
        suits = listed([suit.name for suit in deck.suits])
        ranks = listed([rank.name for rank in deck.ranks])
        also = f", and {_counted(jokers, 'joker')}" if jokers else ""
        each = "" if deck.copies == 1 else f", each of them {_counted(deck.copies, 'time')}"
        return f"There are {len(deck)} cards: {suits}, with the ranks {ranks}{each}{also}."
    decks = "a standard deck of 52 cards" if deck.copies == 1 else f"{_number(deck.copies)} standard decks of 52 cards"
    return f"The game is played with {decks}, {'with ' + _counted(jokers, 'joker') if jokers else 'without jokers'}."


def _turn(facts: _Facts) -> tuple[str, ...]:
    match = "On your turn you play one card or draw. "
    match += "A card can be played if it has the active suit or the rank of the top card"
    if facts.wild:
        match += f"; {_plural(facts.wild, facts)} can be played on anything"
    match += ". The active suit is the suit of the top card"
    if facts.callers:
        match += ", or the suit that was called with it"
    if facts.rules.has_callables:
        match += ", unless a special card has changed it"
    texts = [f"{match}."]
    jokers = {card for card in facts.deck.faces if card.suit is None}
    if jokers:
        text = "A joker has no suit: while one is on top and no suit was called, any card can be played."
        if not jokers & set(facts.wild):
            text += " It can itself be played only on a joker."
        texts.append(text)
    return (*texts, f"{_draw(facts)} {_after_drawing(facts)}", _pass(facts))


def _draw(facts: _Facts) -> str:
    options = facts.options
    limit = options.draw_limit
    if limit == 1:
        text = "If you can't play, you must draw one card."
        most = ""
    else:
        drawn = options.after_draw is AfterDraw.PLAY_DRAWN
        until = "until the card just drawn can be played" if drawn else "until you can play"
        stop = "" if limit is None else f" or have drawn {_number(limit)}"
        text = f"If you can't play, you must draw, one card at a time, {until}{stop}."
        most = ", as often as you like" if limit is None else f", up to {_counted(limit, 'card')} in a turn"
    if options.voluntary_draw:
        return f"{text} You may also draw when you could play{most}."
    return f"{text} While you can play, you may not draw."


def _after_drawing(facts: _Facts) -> str:
    match facts.options.after_draw:
        case AfterDraw.TURN_ENDS:
            return "Drawing ends the turn; the card drawn waits for a later one."
        case AfterDraw.PLAY_DRAWN:
            return "Drawing does not end the turn, but after it only the card drawn last can be played in that turn."
        case AfterDraw.PLAY_ANY:
            return "Drawing does not end the turn: any card that matches can be played after it."


def _stuck(facts: _Facts) -> str:
    if facts.options.empty_stock is EmptyStock.RESHUFFLE:
        return "there is nothing left to draw, not even in the discard pile, and no card can be played"
    return "the stock is empty and no card can be played"


def _pass(facts: _Facts) -> str:
    limit = facts.options.draw_limit
    if limit is None or facts.options.after_draw is AfterDraw.TURN_ENDS:
        return f"You may pass only when {_stuck(facts)}."
    return f"You may pass once you have drawn {_counted(limit, 'card')}; before that, only when {_stuck(facts)}."


def _specials(facts: _Facts) -> tuple[str, ...]:
    texts = [_sentence(rule.guide or rule.summary) for rule in facts.game.rules]
    if facts.two and facts.reverses:
        skip = facts.options.two_player_reverse is TwoPlayerReverse.SKIP
        does = "lets the same player play again" if skip else "changes nothing about who is next"
        texts.append(f"With two players, turning the direction {does}.")
    if not facts.answering and not facts.not_last:
        texts.append("Every other card does nothing but match." if texts else "No card does anything but match.")
    return tuple(texts)


def _sentence(text: str) -> str:
    joined = _capital(" ".join(text.split()))
    return joined if joined.endswith((".", "!", "?", ")")) else f"{joined}."


def _penalty(facts: _Facts) -> tuple[str, ...]:
    if not facts.draws and not facts.rules.has_callables:
        return ()
    lost = facts.options.penalty_turn is PenaltyTurn.TURN_LOST
    then = "and loses the turn" if lost else "and then plays the turn as usual"
    if lost and facts.rules.again & facts.rules.special:
        then += " (unless the other player, whose card it was, has another turn first)"
    few = "If there are fewer cards than that, those are all."
    if not facts.answering:
        none = "No card can be played instead of it, so what must be drawn never adds up (no stacking)."
        return (f"A player who is made to draw takes the cards when the turn comes {then}. {few} {none}",)
    answers = (
        f"Answering is to play a card instead of drawing; {_plural(facts.answering, facts)} can do so. What was to be "
        "drawn then goes on to the next player, together with what the answering card itself makes draw."
    )
    return (f"A player who is made to draw and does not answer takes the cards {then}. {few}", answers)


def _empty_stock(facts: _Facts) -> str:
    if facts.options.empty_stock is EmptyStock.STAYS_EMPTY:
        return "The stock is not filled up again. Once it is empty, nobody can draw any more in this round."
    text = "When a card is to be drawn and the stock is empty, "
    text += "the discard pile but for its top card is shuffled into a new stock."
    if facts.callers:
        text += " A suit that was called for the top card stays in force; the cards in the new stock count as printed."
    return text


def _end(facts: _Facts) -> tuple[str, ...]:
    if facts.special and facts.options.last_card_acts:
        does = ", except that no suit is called" if facts.callers else ""
        won = (
            f"The first player without cards wins the round. A last card still has its effect before that{does}; if it "
            "gives that player new cards, the round goes on."
        )
    else:
        won = "The first player without cards wins the round at once."
        if facts.special:
            none = ["no suit is called"] * bool(facts.callers) + ["nobody has to draw for it"] * facts.draws
            won += f" A last card has no effect{': ' + listed(none) if none else ''}."
    banned = f"The last card of a hand can't be {_either(facts.not_last, facts, 'a')}." if facts.not_last else ""
    return tuple(filter(None, (won, banned, _blocked(facts))))


def _blocked(facts: _Facts) -> str:
    when = "When both players pass in a row" if facts.two else "When all players have passed in a row"
    if facts.options.blocked is Blocked.DRAW:
        return f"{when}, the round ends in a draw: nobody wins."
    fewest = "the hand with the fewest points wins. If several hands have the fewest, nobody wins"
    return f"{when}, the round ends and {fewest}."


def _points(facts: _Facts) -> tuple[str, ...]:
    texts = [
        "Whoever wins with an empty hand scores the points of all cards that the others still hold.",
        f"{_card_points(facts)}.",
    ]
    if facts.options.blocked is Blocked.DRAW:
        texts.append("Nobody scores in a draw.")
    else:
        texts.append(
            "Whoever wins with the fewest points scores, for each other hand, the difference to it. If several hands "
            "have the fewest points, they share those differences equally; what can't be shared is dropped."
        )
    return tuple(texts)


def _card_points(facts: _Facts) -> str:
    by_points: dict[int, list[Card]] = {}
    own_number = []
    for card in facts.deck.faces:
        points = facts.rules.card_points(card)
        if card.rank.text == str(points):
            own_number.append(card)
        else:
            by_points.setdefault(points, []).append(card)
    parts = [f"{_plural(cards, facts)} {points}" for points, cards in sorted(by_points.items())]
    if own_number:
        others = any(card.rank.text.isdecimal() for cards in by_points.values() for card in cards)
        parts.append(f"{'other ' if others else ''}cards with a number that number")
    return f"What each card counts: {'; '.join(parts)}"


def _example(facts: _Facts) -> tuple[str, ...]:
    top = _example_card(facts)
    if top is None or top.suit is None:
        return ()
    if_on_top = f"If the {top.name} is on top" + (" and you hold several cards" if facts.not_last else "")
    can = [f"another {top.suit.singular}", f"another {top.rank.name}"]
    if facts.wild:
        can.append(_either(facts.wild, facts))
    text = f"{if_on_top}, you can play {listed(can, 'or')}."
    if facts.caller is None:
        return (text,)
    suit = _called(facts)
    call = f"Calling {suit.name} with {_one(facts.caller, facts)} makes {suit.name} the active suit"
    if facts.caller.suit is None or facts.answering:
        return (text, f"{call}.")
    rank = {face for face in facts.deck.faces if face.rank == facts.caller.rank}
    follow = f"{_with('any', suit.singular)} or {_either(rank | set(facts.wild), facts)}"
    return (text, f"{call}, whatever suit the card itself has: {follow} can be played on it.")


def _example_card(facts: _Facts) -> Card | None:
    """Find a card on which only matching bears: the 5 of clubs, or else the first that will do."""
    apart = {*facts.special, *facts.answering}
    plain = [card for card in facts.deck.faces if card not in apart and card.suit is not None]
    five = STANDARD_DECK.find("5C")
    return five if five in plain else next(iter(plain), None)


def _called(facts: _Facts) -> Suit:
    return next((suit for suit in facts.deck.suits if suit.name == "hearts"), facts.deck.suits[-1])


def _in_force(game: Game) -> tuple[str, ...]:
    values = game.options.as_dict()
    rules = f"Rules: {', '.join(rule.name for rule in game.rules) or 'none'}."
    options = (
        f"{name}={show_option(values[name])}: {option_summary(name)}; {option_values(name)}." for name in OPTION_NAMES
    )
    return (rules, *options)


# The answers


def _mistake(facts: _Facts) -> str:
    if facts.caller is not None:
        own = f"the suit printed on {_one(facts.caller, facts)}"
        return f"Don't take {own} for the suit to match. What counts is the suit that was called with it."
    return "Don't look at the suit alone: a card of the same rank as the top card can be played too."


def _people(facts: _Facts) -> str:
    variant = facts.game.variant
    low, high = variant.min_players, variant.max_players
    fits = (len(facts.deck) - 1) // facts.options.hand_size
    high = min(high, fits)
    may = f"{_capital(_number(low))} players" if low == high else f"{_capital(_number(low))} to {_number(high)} players"
    here = "" if low == high else f" {_capital(_number(facts.game.players))} do in this game."
    return f"{may} can play.{here} Each of them can be a person or a computer player."


def _playing_after_drawing(facts: _Facts) -> tuple[str, str]:
    match facts.options.after_draw:
        case AfterDraw.TURN_ENDS:
            return (
                "Why can't I play after drawing?",
                "Drawing is a turn of its own here. The card drawn can be played on a later turn.",
            )
        case AfterDraw.PLAY_DRAWN:
            return (
                "Why can I play only one card after drawing?",
                "Drawing does not end a turn here, but it leaves only the card drawn last to be played in that turn.",
            )
        case AfterDraw.PLAY_ANY:
            return (
                "Why can I still play after drawing?",
                "Drawing alone does not end a turn here. Play a card that matches, or draw on while that is allowed.",
            )


def _passing_with_a_match(facts: _Facts) -> str:
    limit = facts.options.draw_limit
    if limit is None or facts.options.after_draw is AfterDraw.TURN_ENDS:
        return f"No. Passing is possible only when {_stuck(facts)}."
    return f"Only after drawing {_counted(limit, 'card')} in that turn. Otherwise, pass only when {_stuck(facts)}."


def _calling(card: Card, facts: _Facts) -> str:
    suit = next((suit for suit in reversed(facts.deck.suits) if suit != card.suit), facts.deck.suits[0])
    suit = DIAMONDS if DIAMONDS in facts.deck.suits and card.suit != DIAMONDS else suit
    return (
        f"You name it as you play the card: {card}={suit} plays {the_card(card)} and calls {suit.name}. "
        "Your last card calls no suit."
    )


def _limits(facts: _Facts) -> str:
    names = [rule.name for rule in facts.game.rules]
    text = f"{_capital(facts.game.name)}" + (
        f" with the rule{'s' if len(names) > 1 else ''} {listed(names)}." if names else " without special rules."
    )
    if not facts.rules.has_callables:
        none = [
            *(["turns the direction"] if not facts.reverses else []),
            *(["skips anybody"] if not facts.skips else []),
            *(["makes anybody draw"] if not facts.draws else []),
        ]
        if none:
            text += f" No card {listed(none, 'or')}."
    if facts.draws and not facts.answering:
        text += " What must be drawn can't be passed on by another card (no stacking)."
    limit = facts.options.draw_limit
    most = (
        "There is no limit to drawing in a turn."
        if limit is None
        else f"At most {_counted(limit, 'card')} can be drawn in a turn."
    )
    if facts.draws:
        most = most.replace("drawn in a turn", "drawn in a turn, besides those that must be drawn")
    return f"{text} {most}"
