"""The guide on a turn: what can be played, drawing, passing, several cards in one turn, and the empty stock."""

from __future__ import annotations

from crazyeights.guide.chains import added
from crazyeights.guide.facts import Facts
from crazyeights.guide.naming import capital, number, some
from crazyeights.options import AfterDraw, EmptyStock, WildStarter


def turn(facts: Facts) -> tuple[str, ...]:
    """Say what a player does in a turn."""
    one = "one card (sometimes several, as told below)" if facts.follows else "one card"
    match = f"On your turn you play {one} or draw. "
    match += "A card can be played if it has the active suit or the rank of the top card"
    if facts.ever_wild:
        match += f"; {facts.wild_clause}"
    match += ". The active suit is the suit of the top card"
    if facts.ever_calls or (facts.options.wild_starter is WildStarter.CALLED and facts.wild):
        match += ", or the suit that was called with it"
    if facts.rules.has_callables:
        match += ", unless a special card has changed it"
    texts = [f"{match}.", *_exceptions(facts), *_jokers(facts)]
    return (*texts, f"{_draw(facts)} {_after_drawing(facts)}", _pass(facts))


def _exceptions(facts: Facts) -> list[str]:
    """Say what can't be played although it matches."""
    texts = []
    for cards, tops in facts.barred.items():
        if not cards <= set(facts.wild) or facts.by_level:
            names = capital(facts.plural(cards))
            texts.append(f"{names} can't be played on {facts.either(tops, 'a')}, even if they match.")
    rest = [card for card in facts.last_resort if card not in facts.wild or facts.by_level]
    if rest:
        names = capital(facts.plural(rest))
        texts.append(f"{names} can be played only by a player who holds {facts.nothing_else} of the active suit.")
    return texts


def _jokers(facts: Facts) -> list[str]:
    jokers = {card for card in facts.deck.faces if card.suit is None}
    if not jokers:
        return []
    text = "A joker has no suit: while one is on top and no suit was called, any card can be played."
    barred = facts.barred
    hindered = any(jokers & cards and jokers & tops for cards, tops in barred.items())
    if not jokers & set(facts.ever_wild) and not hindered:
        free = facts.options.wild_starter is WildStarter.FREE and set(facts.wild) - set(facts.buried)
        also = ", or on a starter on which any card may be played" if free else ""
        text += f" It can itself be played only on a joker{also}."
    return [text]


def _draw(facts: Facts) -> str:
    options = facts.options
    limit = options.draw_limit
    if limit == 1:
        text = "If you can't play, you must draw one card."
        most = ""
    else:
        drawn = options.after_draw in {AfterDraw.PLAY_DRAWN, AfterDraw.MUST_PLAY}
        until = "until the card just drawn can be played" if drawn else "until you can play"
        stop = "" if limit is None else f" or {'you ' if drawn else ''}have drawn {number(limit)}"
        text = f"If you can't play, you must draw, one card at a time, {until}{stop}."
        most = ", as often as you like" if limit is None else f", up to {some(limit, 'card')} in a turn"
    if options.voluntary_draw:
        return f"{text} You may also draw when you could play{most}."
    return f"{text} While you can play, you may not draw."


def _after_drawing(facts: Facts) -> str:
    match facts.options.after_draw:
        case AfterDraw.TURN_ENDS:
            return "Drawing ends the turn; the card drawn waits for a later one."
        case AfterDraw.PLAY_DRAWN:
            text = "Drawing does not end the turn, but after it only the card drawn last can be played in that turn"
        case AfterDraw.PLAY_ANY:
            return "Drawing does not end the turn: any card that matches can be played after it."
        case AfterDraw.MUST_PLAY:
            text = "Drawing does not end the turn: a card just drawn that can be played must be played at once, and no "
            text += "other card can be played after drawing"
    return f"{text} (but others may be added to it)." if facts.follows else f"{text}."


def nothing_left(facts: Facts) -> str:
    """Say when there is nothing to draw."""
    if facts.options.empty_stock in {EmptyStock.RESHUFFLE, EmptyStock.REFILL}:
        return "there is nothing left to draw, not even in the discard pile"
    return "the stock is empty"


def stuck(facts: Facts) -> str:
    """Say when a player may pass without having drawn."""
    if facts.options.voluntary_pass:
        return f"{nothing_left(facts)}, even if you could play then"
    return f"{nothing_left(facts)}{',' if ',' in nothing_left(facts) else ''} and no card can be played"


def _pass(facts: Facts) -> str:
    limit = facts.options.draw_limit
    if limit is None or facts.options.after_draw is AfterDraw.TURN_ENDS:
        return f"You may pass only when {stuck(facts)}."
    drawn = some(limit, "card")
    if facts.options.after_draw is AfterDraw.MUST_PLAY:
        drawn += " and the last one can't be played" if limit > 1 else " and it can't be played"
    return f"You may pass once you have drawn {drawn}; before that, only when {stuck(facts)}."


def several(facts: Facts) -> tuple[str, ...]:
    """Say which cards can be played together."""
    if not facts.follows:
        return ()
    texts = [
        (
            f"{added(facts)} More can be added to that by the same rule, as long as you like. An added card need not "
            "match in any other way. The card played last is the new top card."
        ),
    ]
    done = "You need not add any: say done to end your turn."
    if facts.ever_special:
        done += " What the cards do adds up and happens only when your turn ends"
        done += "; turning the direction twice changes nothing." if facts.reverses else "."
    texts.append(done)
    if facts.exchanging:
        texts.append(f"Nothing can be added to {facts.either(facts.exchanging, 'a')}.")
    return tuple(texts)


def empty_stock(facts: Facts) -> str:
    """Say what happens when the stock is empty."""
    match facts.options.empty_stock:
        case EmptyStock.STAYS_EMPTY:
            return "The stock is not filled up again. Once it is empty, nobody can draw any more in this round."
        case EmptyStock.ENDS_ROUND:
            return (
                "The stock is not filled up again. Once it is empty, nobody can draw any more in this round, and the "
                "first player who passes ends it."
            )
        case EmptyStock.RESHUFFLE:
            text = "When a card is to be drawn and the stock is empty, "
            text += "the discard pile but for its top card is shuffled into a new stock."
        case EmptyStock.REFILL:
            text = "As soon as the stock is empty, the discard pile but for its top card is shuffled into a new one. "
            text += "If there is only the top card, this waits until another card is played."
    if facts.ever_calls:
        text += " A suit that was called for the top card stays in force; the cards in the new stock count as printed."
    return text
