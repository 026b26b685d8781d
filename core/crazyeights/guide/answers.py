"""The guide's questions: what comes up in play, each with the answer that is true of the rules in force."""

from __future__ import annotations

from crazyeights.cards import DIAMONDS, Card
from crazyeights.guide.beginning import aim
from crazyeights.guide.ending import blocked, match
from crazyeights.guide.examples import example, ordinary
from crazyeights.guide.facts import Facts
from crazyeights.guide.naming import capital, number, some
from crazyeights.guide.turns import nothing_left, stuck
from crazyeights.options import AfterDraw
from crazyeights.words import listed, the_card


def answered(facts: Facts) -> tuple[tuple[str, str], ...]:
    """Give the questions and answers."""
    everybody = "both players are" if facts.two else "everybody is"
    shown = " ".join(example(facts))
    pairs = [
        ("What is the aim?", aim(facts)),
        ("Can you show an example?", shown),
        ("Which mistake should I avoid?", _mistake(facts)),
        ("How many people can play here?", _people(facts)),
        ("Who is my partner?", _partner(facts)),
        _playing_after_drawing(facts),
        ("Can I pass while I have a matching card?", _passing_with_a_match(facts)),
        (f"How do I choose the suit for {facts.one(facts.caller)}?" if facts.caller else "", _calling(facts)),
        ("How do I play several cards in one turn?", _adding(facts)),
        ("How do I say with whom I swap hands?", _swapping(facts)),
        ("How do I pass a card to the left?" if not facts.two else "How do I give a card away?", _giving(facts)),
        ("How do I announce my last card?", _announcing(facts)),
        ("Which cards are wild for me?", _levels(facts)),
        (f"What happens when {everybody} blocked?", blocked(facts)),
        ("When is the match over?", " ".join(match(facts))),
        ("What rules and limits are used here?", _limits(facts)),
    ]
    return tuple((question, answer) for question, answer in pairs if answer)


def _mistake(facts: Facts) -> str:
    if facts.caller is not None:
        own = f"the suit printed on {facts.one(facts.caller)}"
        return f"Don't take {own} for the suit to match. What counts is the suit that was called with it."
    return "Don't look at the suit alone: a card of the same rank as the top card can be played too."


def _people(facts: Facts) -> str:
    variant = facts.game.variant
    low, high = (4, 4) if facts.options.partners else (variant.min_players, variant.max_players)
    may = [players for players in range(low, high + 1) if _enough_cards(facts, players)]
    if may == list(range(may[0], may[-1] + 1)):
        how_many = number(may[0]) if len(may) == 1 else f"{number(may[0])} to {number(may[-1])}"
    else:
        how_many = listed([number(players) for players in may], "or")
    here = "" if len(may) == 1 else f" {capital(number(facts.game.players))} do in this game."
    return f"{capital(how_many)} players can play.{here} Each of them can be a person or a computer player."


def _enough_cards(facts: Facts, players: int) -> bool:
    """Say whether the cards are enough for a number of players: their hands and a starter."""
    options, deck = facts.options, facts.deck
    few = options.few_hand_size is not None and players <= options.few_players
    hand = options.few_hand_size if few and options.few_hand_size is not None else options.hand_size
    copies = deck.copies
    if facts.game.variant.deck is None and options.extra_deck_from is not None:
        copies = options.decks + (players >= options.extra_deck_from)
    return players * hand < len(deck.faces) * copies


def _partner(facts: Facts) -> str:
    if not facts.options.partners:
        return ""
    return "The player opposite you: the one who comes after the next. You win together, when both of you are out."


def _playing_after_drawing(facts: Facts) -> tuple[str, str]:
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
        case AfterDraw.MUST_PLAY:
            return (
                "Must I play the card that I have just drawn?",
                "Yes, if it can be played; and no other card can be played once you have drawn.",
            )


def _passing_with_a_match(facts: Facts) -> str:
    limit = facts.options.draw_limit
    no_limit = limit is None or facts.options.after_draw is AfterDraw.TURN_ENDS
    if facts.options.voluntary_pass:
        only = f"Only when {nothing_left(facts)}"
        if no_limit or facts.options.after_draw is AfterDraw.MUST_PLAY:
            return f"{only}."
        return f"{only}, or after drawing {some(limit or 0, 'card')} in that turn."
    if no_limit or facts.options.after_draw is AfterDraw.MUST_PLAY:
        when = stuck(facts)
        return f"No. Passing is possible only when {when}." if no_limit else "No. You must play it or draw."
    return f"Only after drawing {some(limit or 0, 'card')} in that turn. Otherwise, pass only when {stuck(facts)}."


def _calling(facts: Facts) -> str:
    card = facts.caller
    if card is None:
        return ""
    suit = next((suit for suit in reversed(facts.deck.suits) if suit != card.suit), facts.deck.suits[0])
    suit = DIAMONDS if DIAMONDS in facts.deck.suits and card.suit != DIAMONDS else suit
    if facts.levels:
        last = "The last card of the last level"
    elif facts.options.partners:
        last = "The card that wins the round"
    else:
        last = "Your last card"
    return (
        f"You name it as you play the card: {card}={suit} plays {the_card(card)} and calls {suit.name}. "
        f"{last} calls no suit."
    )


def _adding(facts: Facts) -> str:
    if not facts.follows:
        return ""
    return "Play them one after the other. As long as you can add a card it is still your turn; done ends it."


def _swapping(facts: Facts) -> str:
    cards = facts.rules.faces_of(facts.rules.swap)
    if not cards:
        return ""
    card = cards[0]
    return (
        f"You name the seat as you play the card: {card}@1 plays {the_card(card)} and swaps with seat 1. Seats are "
        "counted from 0, which is the seat that begins the first round."
    )


def _giving(facts: Facts) -> str:
    if not facts.rules.pass_left:
        return ""
    card = ordinary(facts) or facts.deck.faces[0]
    return f"When it is your turn to choose, give {card} chooses {the_card(card)}. You get yours when all have chosen."


def _announcing(facts: Facts) -> str:
    if not facts.options.last_card_call:
        return ""
    card: Card = ordinary(facts) or facts.deck.faces[0]
    mark = "Put an exclamation mark after the card that leaves you with one"
    return f"{mark}: {card}! plays {the_card(card)} and announces."


def _levels(facts: Facts) -> str:
    if not facts.by_level:
        return ""
    wild = [facts.plural(facts.level_wild(rules)) if facts.level_wild(rules) else "none" for _, rules in facts.levels]
    text = f"Those of the level that you are at, one after the other: {'; '.join(wild)}."
    return f"{text} Besides, at every level: {facts.plural(facts.always_wild)}." if facts.always_wild else text


def _limits(facts: Facts) -> str:
    names = facts.rule_names
    text = f"{capital(facts.game.name)}" + (
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
        else f"At most {some(limit, 'card')} can be drawn in a turn."
    )
    if facts.draws:
        most = most.replace("drawn in a turn", "drawn in a turn, besides those that must be drawn")
    return f"{text} {most}"
