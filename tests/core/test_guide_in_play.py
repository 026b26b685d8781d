"""What the guide says is what happens: rounds of random rules are played and held against its sentences."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from crazyeights import CrazyEightsError, Game, Move, MoveKind, Outcome, Reason, State
from crazyeights.cards import Card
from crazyeights.events import Drew, Event, FalseCall, Forgot, Played, Reshuffled
from crazyeights.guide import guide
from crazyeights.options import OPTION_NAMES, option_choices, show_option
from crazyeights.plugins import default_registry
from crazyeights.roles import ROLES

WORDS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
NUMBERS: dict[str, tuple[Any, ...]] = {
    "hand_size": (3, 5, 7),
    "few_players": (2, 3),
    "few_hand_size": (None, None, 4),
    "decks": (1, 1, 2),
    "extra_deck_from": (None, 3),
    "jokers": (0, 0, 1, 2),
    "draw_limit": (1, 1, 2, 3, None),
    "last_card_call": (0, 1, 3),
    "false_call": (0, 0, 2),
    "max_plays": (None, None, 30),
    "target": (None, 50, 100),
    "target_step": (0, 0, 50),
    "rounds": (None, 1, 5),
}


@cache
def told_of(seed: int) -> Told:
    """Give what the guide says of a game of random rules, roles and options that go together."""
    return Told(random_game(Random(seed)))


def random_game(rng: Random) -> Game:
    registry = default_registry()
    while True:
        rules = rng.sample(sorted(registry.rules), rng.choice((0, 1, 2, 4, 6)))
        roles = [
            f"{ROLES[role].start}{rng.choice(('3', '4', 'J', 'QS', '9,10', '*'))}"
            for role in rng.sample(sorted(ROLES), rng.choice((0, 0, 1, 2)))
        ]
        values = {name: rng.choice(NUMBERS.get(name) or option_choices(name)) for name in OPTION_NAMES}
        # Of everything at once hardly anything goes together.
        options = {name: values[name] for name in rng.sample(OPTION_NAMES, rng.randint(0, 14))}
        try:
            return Game("classic", rng.choice((2, 3, 4, 4)), rules, options=options, roles=roles)
        except CrazyEightsError:
            continue


@dataclass(eq=False)
class Told:
    """What the guide says of a game, section by section in one line, but for the list of options."""

    game: Game

    def __post_init__(self) -> None:
        made = guide(self.game)
        self.guide = made
        self.sections = {section.title: " ".join(section.paragraphs) for section in made.sections[:-1]}
        self.all = " ".join(self.sections.values())
        self.texts = [text for section in made.sections for text in section.paragraphs]
        self.texts += [text for pair in made.questions for text in pair]

    def __contains__(self, words: str) -> bool:
        return words in self.all

    def number(self, pattern: str) -> int | None:
        """Read a number that the guide says in words, at `#` in a pattern."""
        found = re.search(pattern.replace("#", r"(\w+)"), self.all)
        return None if found is None else WORDS.index(found[1]) if found[1] in WORDS else int(found[1])

    def names(self, pattern: str, card: Card) -> bool:
        """Whether a card is among those that stand where the pattern has `#`."""
        found = re.search(pattern.replace("#", "(.+?)"), self.all)
        return found is not None and named_in(found[1], card)


def named_in(text: str, card: Card) -> bool:
    """Whether a text names a card: by itself, by its rank, by its suit, or by colour and rank."""
    colour = {"S": "black", "C": "black", "H": "red", "D": "red"}.get(str(card.suit), "")
    for name in (card.with_article, card.rank.name, card.rank.plural):
        if re.search(rf"(?<!black )(?<!red )(?<!the )\b{name}\b(?! of )", f" {text}") and name != card.with_article:
            return True
    if card.suit is not None and re.search(rf"(?<!of )\b{card.suit.singular}s?\b", text):
        return True
    return bool(re.search(rf"\b{card.with_article}\b", text) or re.search(rf"\b{colour} {card.rank.name}s?\b", text))


Step = tuple[State, Move, list[Event], State]


def played(game: Game, seed: int, moves: int = 150) -> Iterator[Step]:
    """Play a round by chance, and give for each move the state before it, the events and the state after it."""
    state = game.deal(seed=seed)
    rng = Random(seed)
    mark = state.events_after(None)[1]
    for _ in range(moves):
        legal = state.legal_moves()
        if not legal:
            return
        plays = [move for move in legal if move.kind is MoveKind.PLAY]
        move = rng.choice(plays if plays and rng.random() < 0.7 else legal)
        before = state.copy()
        state.apply(move)
        events, mark = state.events_after(mark)
        yield before, move, events, state


def rounds(check: Callable[[Told, Step], None], seeds: range) -> int:
    """Hold every move of many random rounds against a check; gives the number of moves."""
    count = 0
    for seed in seeds:
        told = told_of(seed)
        for step in played(told.game, seed):
            check(told, step)
            count += 1
    return count


SEEDS = range(60)


@pytest.mark.parametrize("seed", range(150))
def test_the_guide_is_good_english_and_says_nothing_twice_over(seed: int) -> None:
    told = told_of(seed)
    for section in told.guide.sections:
        assert section.title
        assert section.paragraphs
        assert all(section.paragraphs)
    for text in told.texts:
        assert text[0].isupper() or text[0].isdigit() or text.split("=")[0] in OPTION_NAMES, text
        assert text[-1] in ".?", text
        bad = (
            r"\n|  |\.\.|;;|,,| ,| \.|\(\)|\ba (8|ace)\b|\ban [^8aeiou]|None|True|False"
            r"|\bone (card|joker|deck|point)s\b|\b(never|after|playing|plays|by|with|on|add) nothing\b"
        )
        assert not re.search(bad, text), text
        assert text.isascii(), text
    titles = [section.title for section in told.guide.sections]
    assert len(set(titles)) == len(titles)
    assert len({question for question, _ in told.guide.questions}) == len(told.guide.questions)
    values = told.game.options.as_dict()
    for name in OPTION_NAMES:
        assert any(
            text.startswith(f"{name}={show_option(values[name])}: ") for text in told.guide.sections[-1].paragraphs
        )


EITHER_OR = [
    ("No card does anything but match.", "Every other card does nothing but match."),
    ("No card does anything but match.", "can be played on anything"),
    ("No card does anything but match.", "Whenever"),
    ("Drawing ends the turn", "Drawing does not end the turn"),
    ("You may also draw when you could play", "While you can play, you may not draw"),
    ("no stacking", "Answering is"),
    ("never adds up", "adds up and happens"),
    ("ends in a draw: nobody wins", "the hand with the fewest points wins"),
    ("Points are bad here", "scores the points of all cards"),
    ("Points are bad here", "scores one point"),
    ("scores one point", "scores the points of all cards"),
    ("must announce", "more than one card left must draw no"),
    ("can't be announced wrongly", "more than one card left"),
    ("A last card has no effect", "A last card still has its effect"),
    ("The last card of a hand must be", "The last card of a hand can't be"),
    ("without jokers", "A joker has no suit"),
    ("is not filled up again", "is shuffled into a new"),
    ("Be the first to get rid", "first pair without cards"),
    ("Any card may be the starter", "The starter is never"),
    ("it counts as printed and has no effect", "acts as if the player before"),
    ("except that no suit is called and", "calls a suit for it before the first turn"),
    ("When both players pass in a row", "As soon as a player passes"),
    ("whoever has the most points", "whoever has the fewest points"),
]


@pytest.mark.parametrize("seed", range(150))
def test_the_guide_never_contradicts_itself(seed: int) -> None:
    told = told_of(seed)
    for one, other in EITHER_OR:
        assert not (one in told and other in told), (one, other)
    # "Nobody scores in a draw" is for who scores at all.
    if "Points are bad here" in told:
        assert "Nobody scores" not in told


def test_the_starter_is_as_told() -> None:
    looked_at = 0
    for seed in range(60):
        told = told_of(seed)
        deal = told.sections["The deal"]
        never = re.search(r"The starter is never (.+?): such a card", deal)
        for number in range(6):
            state = told.game.deal(seed=number)
            looked_at += never is not None
            assert never is None or not named_in(never[1], state.discard[0]), (never, state.discard)
            free = re.search(r"If the starter is (.+?), any card may be played on it", deal)
            if free and named_in(free[1], state.discard[0]) and state.pending_draw == 0:
                assert state.active_suit is None
            called = re.search(r"If the starter is (.+?), the dealer", deal)
            asked = state.legal_moves()[0].kind is MoveKind.CALL
            assert asked == bool(called and named_in(called[1], state.discard[0]))
    assert looked_at > 50


def test_drawing_and_passing_are_as_told() -> None:
    def check(told: Told, step: Step) -> None:
        before, move, _, after = step
        legal = before.legal_moves()
        kinds = {move.kind for move in legal}
        seat = before.to_move
        if before.pending_draw or kinds & {MoveKind.DONE, MoveKind.GIVE, MoveKind.CALL}:
            return
        turn = told.sections["A turn"]
        can_play = MoveKind.PLAY in kinds
        if "you may not draw" in turn:
            assert not (can_play and MoveKind.DRAW in kinds)
        if MoveKind.PASS in kinds:
            limit = told.number("You may pass once you have drawn #")
            assert not before.stock or before.drawn == limit
            # Unless it says so, nobody passes who could play, but after drawing.
            assert not can_play or before.drawn == limit or "even if you could play" in turn
        if before.drawn and ("only the card drawn last" in turn or "no other card can be played after drawing" in turn):
            assert len({move.card for move in legal if move.kind is MoveKind.PLAY}) <= 1
        if before.drawn and can_play and "must be played at once" in turn:
            assert kinds == {MoveKind.PLAY}
        if move.kind is MoveKind.DRAW and after.outcome is None and told.game.players > 2:
            assert (after.to_move == seat) == ("Drawing does not end the turn" in turn)
        assert not before.drawn or "Drawing does not end the turn" in turn

    assert rounds(check, SEEDS) > 2000


def test_cards_are_added_as_told() -> None:
    added = 0

    def check(told: Told, step: Step) -> None:
        nonlocal added
        before, _, _, _ = step
        legal = before.legal_moves()
        adding = any(move.kind is MoveKind.DONE for move in legal)
        assert not adding or "Several cards in one turn" in told.sections
        if not adding:
            return
        text = told.sections["Several cards in one turn"]
        order = [rank.text for rank in told.game.deck.ranks]
        beside = {frozenset(pair) for pair in pairwise(order)}
        top = before.top
        for card in {move.card for move in legal if move.card is not None}:
            same = "another card of the same rank" in text and card.rank == top.rank
            near = frozenset({card.rank.text, top.rank.text}) in beside
            run = "of the same suit that is one rank higher or lower" in text and near and card.suit == top.suit
            chain = "of any suit that is one rank higher or lower" in text and near
            assert same or run or chain, (top, card, text)
            added += 1

    rounds(check, range(150))
    assert added > 20


def test_last_cards_are_as_told() -> None:
    def check(told: Told, step: Step) -> None:
        before, move, _, _ = step
        seat = before.to_move
        assert seat is not None
        if move.kind is not MoveKind.PLAY or len(before.hands[seat]) > 1 or told.game.ruleset.levels:
            return
        assert move.card is not None
        end = told.sections["The end of the round"]
        banned = re.search(r"The last card of a hand can't be (.+?)\. If", end)
        assert banned is None or not named_in(banned[1], move.card), (move, banned)
        needed = re.search(r"The last card of a hand must be (.+?)\. If", end)
        assert needed is None or named_in(needed[1], move.card), (move, needed)

    assert rounds(check, range(60)) > 2000


def test_announcing_costs_what_is_told() -> None:
    seen = {Forgot: 0, FalseCall: 0}

    def check(told: Told, step: Step) -> None:
        before, move, events, _ = step
        assert not move.announces or "Announcing the last card" in told.sections
        told_of_it = [event for event in events if not isinstance(event, Reshuffled)]
        for event, after in pairwise([*told_of_it, None]):
            for kind, pattern in (
                (Forgot, "forgets it must draw # card"),
                (FalseCall, "more than one card left must draw # card"),
            ):
                if isinstance(event, kind):
                    seen[kind] += 1
                    cost = told.number(pattern)
                    assert cost is not None
                    if len(before.stock) >= cost:
                        assert isinstance(after, Drew)
                        assert (after.count, after.penalty) == (cost, True)

    rounds(check, range(100))
    assert min(seen.values()) > 5


def test_the_stock_is_as_told() -> None:
    def check(told: Told, step: Step) -> None:
        _, _, events, after = step
        text = told.sections["When the stock is empty"]
        kinds = [type(event).__name__ for event in events]
        if "not filled up again" in text:
            assert "Reshuffled" not in kinds
        if text.startswith("As soon as the stock is empty") and after.outcome is None:
            assert after.stock or len(after.discard) == 1

    assert rounds(check, SEEDS) > 2000


def points_told(told: Told, state: State, outcome: Outcome) -> list[int]:
    """Work out from the guide's sentences what a round that is over scores."""
    text = told.sections["Points"]
    held = [sum(map(told.game.ruleset.card_points, hand)) for hand in state.hands]
    pairs = "of the pair" in text
    mine = [held[seat] + held[(seat + 2) % 4] if pairs else held[seat] for seat in range(len(held))]
    if "Points are bad here" in text:
        points = mine
    elif "scores one point" in text:
        points = [int(seat in outcome.winners) for seat in range(len(held))]
    elif outcome.reason is Reason.EMPTY_HAND:
        others = [sum(held) - mine[seat] for seat in range(len(held))]
        points = [others[seat] if seat in outcome.winners else 0 for seat in range(len(held))]
    elif "Nobody scores in a draw." in text:
        points = [0] * len(held)
    elif pairs:
        points = [max(mine) - min(mine) if seat in outcome.winners else 0 for seat in range(len(held))]
    else:
        best = [seat for seat in range(len(held)) if held[seat] == min(held)]
        share = sum(count - min(held) for count in held) // len(best)
        points = [share if seat in best else 0 for seat in range(len(held))]
    return points


def test_rounds_end_and_score_as_told() -> None:
    ended = dict.fromkeys(Reason, 0)
    for seed in range(150):
        told = told_of(seed)
        if told.game.ruleset.levels:
            continue
        last: Card | None = None
        state, cards = told.game.deal(seed=seed), 0
        for _, _, events, after in played(told.game, seed, 400):
            state = after
            for event in events:
                if isinstance(event, Played):
                    last, cards = event.card, cards + 1
        outcome = state.outcome
        if outcome is None:
            continue
        ended[outcome.reason] += 1
        end = told.sections["The end of the round"]
        held = [len(hand) for hand in state.hands]
        if outcome.reason is Reason.PLAY_LIMIT:
            assert cards == told.number("As soon as # cards have been played")
        if outcome.reason is Reason.EMPTY_HAND:
            assert all(not held[seat] for seat in outcome.winners)
            assert len(outcome.winners) == (2 if "The first pair of which" in end else 1)
        elif "nobody wins." in end and "fewest points" not in end:
            assert outcome.winners == ()
        expected = points_told(told, state, outcome)
        wild = last is not None and last in told.game.ruleset.faces_of(told.game.ruleset.wild)
        if "count twice" in told.all and outcome.reason is Reason.EMPTY_HAND and wild:
            expected = [2 * number for number in expected]
        assert list(outcome.points) == expected, (seed, outcome, told.sections["Points"])
    assert min(ended.values()) > 3
