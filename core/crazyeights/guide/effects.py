"""The guide on what cards do: special cards, having to draw, exchanging hands, and announcing the last card."""

from __future__ import annotations

from crazyeights.cards import Card
from crazyeights.guide.examples import ordinary
from crazyeights.guide.facts import Facts
from crazyeights.guide.naming import some
from crazyeights.guide.texts import rule_texts
from crazyeights.options import PenaltyTurn, TwoPlayerReverse
from crazyeights.words import the_card


def specials(facts: Facts) -> tuple[str, ...]:
    """Say what each special card does, in the words of its rule."""
    texts = rule_texts(facts)
    if facts.two and facts.reverses:
        does = {
            TwoPlayerReverse.NOTHING: "changes nothing about who is next",
            TwoPlayerReverse.SKIP: "skips the other player: the same player plays again",
            TwoPlayerReverse.AGAIN: "lets the same player play again",
        }[facts.options.two_player_reverse]
        texts.append(f"With two players, turning the direction {does}.")
    if len(facts.touched) < len(facts.deck.faces):
        if not facts.touched:
            texts.append("No card does anything but match.")
        elif texts:
            texts.append("Every other card does nothing but match.")
    return tuple(texts)


def penalty(facts: Facts) -> tuple[str, ...]:
    """Say what becomes of a player who is made to draw."""
    if not facts.draws and not facts.rules.has_callables:
        return ()
    lost = facts.options.penalty_turn is PenaltyTurn.TURN_LOST
    then = "and loses the turn" if lost else "and then plays the turn as usual"
    if lost and facts.draws_and_plays_again:
        then += " (unless the other player, whose card it was, has another turn first)"
    few = "If there are fewer cards than that, those are all."
    if not facts.answering:
        none = "No card can be played instead of it"
        adds = "" if facts.follows else ", so what must be drawn never adds up"
        takes = f"A player who is made to draw takes the cards when the turn comes {then}."
        return (f"{takes} {few} {none}{adds} (no stacking).",)
    texts = [f"A player who is made to draw and does not answer takes the cards {then}. {few}"]
    adding, cancelling = _answers(facts)
    if adding:
        texts.append(
            f"Answering is to play a card instead of drawing{adding}. What was to be drawn then goes on to the next "
            "player, together with what the answering card itself makes draw."
        )
    if cancelling:
        cancel = (
            "Cancelling is to answer so that nobody has to draw"
            if adding
            else ("Answering is to play a card instead of drawing, so that nobody has to draw")
        )
        texts.append(f"{cancel}{cancelling}.")
    texts.append("A card that is played instead of drawing need not match in any other way.")
    return tuple(texts)


def _answers(facts: Facts) -> tuple[str, str]:
    """Say which cards answer by adding to the draw and which by cancelling it; "" if none do."""
    index, answers = facts.deck.index, facts.rules.answers
    tops = [card for card in facts.deck.faces if facts.rules.draw[index[card]] or facts.rules.effects[index[card]]]
    for top in tops:  # grows while it is gone through: what answers can be answered in its turn
        tops += [card for card in facts.rules.faces_of(answers[index[top]] & ~facts.rules.cancel) if card not in tops]
    told = []
    for cancels in (False, True):
        groups: dict[tuple[Card, ...], list[Card]] = {}
        for top in tops:
            cards = [
                card for card in facts.rules.faces_of(answers[index[top]]) if (card in facts.cancelling) == cancels
            ]
            groups.setdefault(tuple(cards), []).append(top)
        answering = {cards: on for cards, on in groups.items() if cards}
        if not answering:
            told.append("")
        elif len(groups) == 1:
            told.append(f"; {facts.plural(next(iter(answering)))} can do so")
        else:
            parts = [f"on {facts.either(on, 'a')}, {facts.either(cards)}" for cards, on in answering.items()]
            told.append(f": {'; '.join(parts)}")
    return told[0], told[1]


def exchanges(facts: Facts) -> tuple[str, ...]:
    """Say how cards change hands."""
    rules = facts.rules
    texts = []
    for mask, several, two in (
        (
            rules.swap,
            "whoever plays it chooses another player who has cards, and the two swap their whole hands.",
            "the two players swap their whole hands.",
        ),
        (
            rules.rotate,
            "everybody hands the whole hand on to the next player, in the direction in which play was going.",
            "the two players swap their whole hands.",
        ),
        (
            rules.pass_left,
            (
                "everybody chooses a card and passes it to the left. Nobody sees what the others give away; when all "
                "have chosen, the cards change hands at once."
            ),
            (
                "both players choose a card and give it to the other. Neither sees the other's choice; when both have "
                "chosen, the cards change hands at once."
            ),
        ),
    ):
        if mask:
            cards = facts.either(rules.faces_of(mask), "a")
            texts.append(f"When {cards} is played, {two if facts.two else several}")
    if texts:
        without = " Players without cards take no part." if facts.options.partners else ""
        last = "that card wins the round" if facts.levels else "the card was the last one of its player's hand"
        texts.append(f"Nothing of the kind happens when {last}.{without}")
    return tuple(texts)


def announcing(facts: Facts) -> tuple[str, ...]:
    """Say how a last card is announced and what it costs not to, or to do it wrongly."""
    cost, wrong = facts.options.last_card_call, facts.options.false_call
    if not cost:
        return ()
    card = ordinary(facts) or facts.deck.faces[0]
    texts = [
        (
            f"When you play a card that leaves you with just one, you must say so as you play it: {card}! plays "
            f"{the_card(card)} and announces your last card. Whoever forgets it must draw {some(cost, 'card')} at once."
        )
    ]
    if wrong:
        level = ", or none left at that level," if facts.levels else ""
        left = f"but has more than one card left{level}"
        texts.append(f"Whoever announces a last card {left} must draw {some(wrong, 'card')} at once.")
    else:
        texts.append(
            "A last card can't be announced wrongly: only a card that leaves you with just one can be played so."
        )
    if facts.follows:
        texts.append("What counts is how many cards you have left when your turn ends; it is enough to announce once.")
    if facts.exchanging:
        texts.append("It counts before any cards change hands.")
    return tuple(texts)
