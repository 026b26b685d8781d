"""The guide on how a round and a match end, and what they count."""

from __future__ import annotations

from crazyeights.cards import Card
from crazyeights.guide.facts import Facts
from crazyeights.guide.naming import number, some
from crazyeights.options import BlockAfter, Blocked, EmptyStock, GoOut, Scoring
from crazyeights.words import listed


def end(facts: Facts) -> tuple[str, ...]:
    """Say how a round ends."""
    return tuple(filter(None, (_won(facts), last_cards(facts), blocked(facts), _play_limit(facts))))


def _won(facts: Facts) -> str:
    options = facts.options
    if facts.levels:
        winner = "The first player who gets rid of the cards of the last level wins the round"
        card = "That last card"
        before = f" The last card of any other level has its effect{_and_calls(facts)} as usual."
    elif options.partners:
        winner = "The first pair of which both players are out wins the round"
        card = "The card with which the second of them goes out"
        before = f" The last card of the first of them has its effect{_and_calls(facts)} as usual."
    else:
        winner = "The first player without cards wins the round"
        card = "A last card"
        before = ""
    if not facts.ever_special:
        return f"{winner} at once."
    if options.last_card_acts:
        does = ", except that no suit is called" if facts.ever_calls else ""
        gives = "if it gives that player new cards, the round goes on"
        return f"{winner}. {card} still has its effect before that{does}; {gives}.{before}"
    none = ["no suit is called"] * facts.ever_calls + ["nobody has to draw for it"] * facts.draws
    and_added = ", nor have those played before it in the same turn" if facts.follows else ""
    return f"{winner} at once. {card} has no effect{and_added}{': ' + listed(none) if none else ''}.{before}"


def _and_calls(facts: Facts) -> str:
    return " and calls its suit" if facts.ever_calls else ""


def last_cards(facts: Facts) -> str:
    """Say which cards can't be the last of a hand; "" if all can."""
    if not facts.not_last:
        return ""
    go_out = facts.options.go_out
    may = [card for card in facts.deck.faces if card not in facts.not_last]
    if go_out is GoOut.ONLY_WILD:
        must = "a card that is wild at your level" if facts.by_level else facts.either(may, "a")
        return f"The last card of a hand must be {must}. If the only card that you hold is another, you have to draw."
    if go_out is GoOut.NO_SPECIAL:
        cards = (
            "a card that is wild at your level, nor another special card"
            if facts.by_level
            else (f"a special card ({facts.plural(facts.not_last)})")
        )
        text = f"The last card of a hand can't be {cards}"
    else:
        text = f"The last card of a hand can't be {facts.either(facts.not_last, 'a')}"
    return f"{text}. If it is the only card that you hold, you have to draw."


def blocked(facts: Facts) -> str:
    """Say what ends a round in which nobody can move, and how."""
    return f"{_when_blocked(facts)}, {_how_blocked(facts)}."


def _when_blocked(facts: Facts) -> str:
    options = facts.options
    if options.empty_stock is EmptyStock.ENDS_ROUND:
        return "As soon as a player passes with an empty stock"
    who = "both players" if facts.two else "all players"
    if options.partners:
        who += " who still have cards"
    if options.block_after is BlockAfter.ONE_MORE:
        return f"When {who} have passed in a row, and the first of them passes once more"
    return "When both players pass in a row" if facts.two else f"When {who} have passed in a row"


def _how_blocked(facts: Facts) -> str:
    if facts.options.blocked is Blocked.DRAW:
        return f"the round ends in a draw: {_result(facts)}"
    return f"the round ends and {_result(facts)}"


def _result(facts: Facts) -> str:
    """Say who wins a round that nobody has won by going out."""
    if facts.options.blocked is Blocked.DRAW:
        return "nobody wins"
    if facts.options.partners:
        return "the pair whose hands together have the fewest points wins. If both pairs have as few, nobody wins"
    return "the hand with the fewest points wins. If several hands have the fewest, nobody wins"


def _play_limit(facts: Facts) -> str:
    most = facts.options.max_plays
    if most is None:
        return ""
    none = ["has no effect"] * bool(facts.special) + ["calls no suit"] * facts.ever_calls
    effect = f" The last of these cards {listed(none)}." if none else ""
    when = "As soon as one card has" if most == 1 else f"As soon as {some(most, 'card')} have"
    return f"{when} been played in a round without a winner, it ends too: {_result(facts)}.{effect}"


def points(facts: Facts) -> tuple[str, ...]:
    """Say what a round scores."""
    options = facts.options
    texts = {
        Scoring.WINNER_COLLECTS: _collected,
        Scoring.LOSERS_CHARGED: _charged,
        Scoring.ROUNDS_WON: _counted_rounds,
    }[options.scoring](facts)
    if options.last_wild_doubles and facts.ever_wild:
        texts.append("If the card that wins the round is a wild card, all points of the round count twice.")
    return tuple(texts)


def _collected(facts: Facts) -> list[str]:
    partners = facts.options.partners
    texts = [
        "Each player of the pair that wins without cards scores the points of all cards that the other two still hold."
        if partners
        else "Whoever wins with an empty hand scores the points of all cards that the others still hold.",
        f"{_card_points(facts)}.",
    ]
    if facts.options.blocked is Blocked.DRAW:
        return [*texts, "Nobody scores in a draw."]
    if partners:
        return [
            *texts,
            (
                "Each player of the pair that wins with the fewest points scores what the hands of the other pair "
                "count more than their own. If both pairs hold the same, nobody scores."
            ),
        ]
    return [
        *texts,
        (
            "Whoever wins with the fewest points scores, for each other hand, the difference to it. If several hands "
            "have the fewest points, they share those differences equally; what can't be shared is dropped."
        ),
    ]


def _charged(facts: Facts) -> list[str]:
    whose = "the cards that the two of the pair still hold" if facts.options.partners else "the cards still in the hand"
    return [
        f"Points are bad here. However a round ends, each player is charged the points of {whose}.",
        f"{_card_points(facts)}.",
    ]


def _counted_rounds(facts: Facts) -> list[str]:
    pair = "Each player of the pair that wins a round" if facts.options.partners else "Whoever wins a round"
    if facts.options.blocked is Blocked.DRAW:
        return [f"{pair} scores one point, whatever cards the others hold. Nobody scores in a draw."]
    return [
        (
            f"{pair} scores one point, whatever cards the others hold. What cards count is used only to find the "
            "hand with the fewest points. If nobody wins, nobody scores."
        ),
        f"{_card_points(facts)}.",
    ]


def _card_points(facts: Facts) -> str:
    by_points: dict[int, list[Card]] = {}
    own_number = []
    for card in facts.deck.faces:
        count = facts.rules.card_points(card)
        if card.rank.text == str(count):
            own_number.append(card)
        else:
            by_points.setdefault(count, []).append(card)
    parts = [f"{facts.plural(cards)} {count}" for count, cards in sorted(by_points.items())]
    if own_number:
        others = any(card.rank.text.isdecimal() for cards in by_points.values() for card in cards)
        parts.append(f"{'other ' if others else ''}cards with a number that number")
    return f"What each card counts: {'; '.join(parts)}"


def match(facts: Facts) -> tuple[str, ...]:
    """Say when a match is over and who wins it; () if it has no end of its own."""
    options = facts.options
    target, rounds = facts.game.target, options.rounds
    if target is None and rounds is None:
        return ()
    bad = options.scoring is Scoring.LOSERS_CHARGED
    best = "the fewest points" if bad else "the most points"
    whoever = "the pair with" if options.partners else "whoever has"
    texts = []
    if target is None:
        assert rounds is not None
        rounds_played = "after one round" if rounds == 1 else f"after {number(rounds)} rounds"
        texts.append(f"The match is over {rounds_played}, and {whoever} {best} wins it.")
    else:
        step = options.target_step
        fewer = f" ({target - step * (facts.game.players - 2)} with two players, and {step} more for each further one)"
        texts.append(
            f"Rounds are played and their points added up until somebody has {some(target, 'point')} or more"
            f"{fewer if step else ''}; then {whoever} {best} wins the match."
        )
        if rounds is not None:
            last = "one round" if rounds == 1 else f"{number(rounds)} rounds"
            texts.append(f"After {last} the match is over in any case.")
    texts.append(_tie(facts))
    return (" ".join(texts),)


def _tie(facts: Facts) -> str:
    options = facts.options
    several = "both pairs are" if options.partners else "several players are"
    alone = "pair" if options.partners else "player"
    if facts.game.target is None:
        return f"If {several} equal, they share the victory."
    further = f"If {several} equal then, further rounds are played until one {alone} is best alone"
    return (
        f"{further}."
        if options.rounds is None
        else f"{further}; if they still are after the last round, they share the victory."
    )
