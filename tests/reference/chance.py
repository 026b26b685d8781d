"""Tables made up by chance: options and roles of all sorts, and how players choose among the legal moves."""

from __future__ import annotations

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from typing import Any, TypeVar

from crazyeights import Game, OptionError, RuleConflictError, SeatError
from reference.model import Round
from reference.roles import ANY, DEFAULTS, RANKS, RULES, Roles, Table, one_deck
from reference.side_by_side import BASE, Pair, engine_rule
from support_decks import Offer

VALUES: dict[str, tuple[object, ...]] = {
    "hand_size": (1, 2, 3, 5, 7),
    "few_players": (2, 3, 5),
    "few_hand_size": (None, 1, 4, 9),
    "deck_cards": ("52", "36", "32"),
    "decks": (1, 2),
    "extra_deck_from": (None, 3, 5),
    "jokers": (0, 1, 2),
    "starter": ("any", "no_wild", "no_special", "acts"),
    "wild_starter": ("printed", "buried", "free", "called"),
    "draw_limit": (1, 2, 3, None),
    "after_draw": ("turn_ends", "play_drawn", "play_any", "must_play"),
    "voluntary_draw": (True, False),
    "voluntary_pass": (False, True),
    "empty_stock": ("reshuffle", "refill", "stays_empty", "ends_round"),
    "penalty_turn": ("then_play", "turn_lost"),
    "two_player_reverse": ("nothing", "skip", "again"),
    "last_card_acts": (False, True),
    "go_out": ("any", "no_special", "only_wild"),
    "last_wild_doubles": (False, True),
    "last_card_call": (0, 1, 2, 4),
    "false_call": (0, 1, 3),
    "partners": (False, True),
    "blocked": ("draw", "lowest_hand"),
    "block_after": ("all_pass", "one_more"),
    "max_plays": (None, 1, 4, 12, 30),
    "scoring": ("winner_collects", "losers_charged", "rounds_won"),
    "target": (None, 50, 200),
    "target_step": (0, 25),
    "rounds": (None, 1, 3),
}
# What the roles are given to; the more of a rank there is among them, the more often it comes to something.
KEYS = (*RANKS, "2", "8", "Q", "*", "QS", "JH", "9C", "*1")

_N = TypeVar("_N")
_SAME_RANK = {rank: (rank,) for rank in RANKS}
_NEXT_RANK = {rank: (above,) for rank, above in pairwise(RANKS)}
_EXCHANGES = ("swap", "rotate", "pass_left")


@dataclass
class Made:
    """A table that came up.

    Attributes:
        game: the game.
        rules: the names of the rules in `RULES` that are played by.
        roles: what cards do besides.
        players: how many play.
    """

    game: Game
    rules: set[str]
    roles: Roles
    players: int

    def pair(self, seed: int, first: int, model: type[Round] = Round) -> Pair:
        """Deal a round in the engine and in the restatement (or in one that was tampered with)."""
        first %= self.players
        return Pair(self.game, seed=seed, first=first, rules=self.rules, roles=self.roles, model=model)


def contradicts(options: Mapping[str, Any], players: int, roles: Roles, rules: Collection[str]) -> bool:
    """Whether the options contradict each other, or nobody could be dealt to or go out."""
    every = {**DEFAULTS, **options}
    if roles.levels and "hand_size" not in options:
        every["hand_size"] = roles.levels[0][0]
    if every["starter"] in ("no_wild", "no_special") and every["wild_starter"] in ("free", "called"):
        return True
    if every["after_draw"] == "turn_ends" and every["draw_limit"] != 1:
        return True
    if (every["false_call"] and not every["last_card_call"]) or (every["target_step"] and every["target"] is None):
        return True
    if every["partners"] and (players != 4 or roles.levels):
        return True
    faces = one_deck(every["deck_cards"], every["jokers"])
    decks = every["decks"] + (every["extra_deck_from"] is not None and players >= every["extra_deck_from"])
    few = every["few_hand_size"] is not None and players <= every["few_players"]
    if players * every["few_hand_size" if few else "hand_size"] + 1 > decks * len(faces):
        return True
    table = Table([*(RULES[name] for name in rules), roles], faces)
    if every["starter"] == "no_special" and all(table.is_special(card, 0) for card in faces):
        return True
    buries = every["starter"] == "no_wild" or every["wild_starter"] == "buried"
    if buries and all(table.is_wild(card, 0) for card in faces):
        return True
    return any(not last_cards(faces, every, level, table) for level in range(len(roles.levels) or 1))


def last_cards(faces: Collection[str], options: Mapping[str, Any], level: int, table: Table) -> list[str]:
    """The cards that may be a hand's last."""
    free = [card for card in faces if card not in table.forbid_finish]
    if options["go_out"] == "no_special":
        return [card for card in free if not table.is_special(card, level)]
    if options["go_out"] == "only_wild":
        return [card for card in free if table.is_wild(card, level)]
    return free


@dataclass(frozen=True)
class Focus:
    """What a table is to be about.

    Attributes:
        kinds: the kinds of events that its rounds should come to.
        options: options that it has, and of which values.
        roles: roles that go over those that came up.
    """

    kinds: tuple[str, ...]
    options: Mapping[str, tuple[object, ...]] = field(default_factory=dict)
    roles: Callable[[random.Random], Mapping[str, Any]] = lambda rng: {}


FOCUSES = {
    "anything": Focus(("played", "called", "drew", "skipped", "reversed", "passed", "reshuffled", "over")),
    "piles": Focus(
        ("reshuffled", "passed", "over"),
        {
            "hand_size": (7, 10),
            "deck_cards": ("36", "32"),
            "empty_stock": VALUES["empty_stock"],
            "voluntary_pass": (False, True),
            "block_after": VALUES["block_after"],
        },
    ),
    "penalties": Focus(
        ("drew", "skipped", "cancelled"),
        {"penalty_turn": VALUES["penalty_turn"], "draw_limit": (1,), "hand_size": (5, 7)},
        lambda rng: {
            "draw": {"2": 2, "5": rng.randint(1, 5), "J": 3, "9": 1},
            "answers": {rng.choice([ANY, "2", "9"]): ("2", "9"), "5": ("5", "2"), "J": ("JS", "JC")},
            "cancels": {rng.choice([ANY, "J", "2"]): ("JH", "JD", "K")},
        },
    ),
    "starters": Focus(
        ("called", "skipped", "reversed"),
        {"starter": VALUES["starter"], "wild_starter": VALUES["wild_starter"], "max_plays": (None, 4)},
        lambda rng: {"wild": rng.sample(RANKS, 5), "skip": {"9": 1}, "reverse": ("A", "J"), "draw": {"2": 2, "5": 1}},
    ),
    "announcements": Focus(
        ("announced", "forgot", "false call"),
        {"last_card_call": (1, 2), "false_call": (0, 1, 3), "hand_size": (2, 3, 5), "deck_cards": ("52", "32")},
        lambda rng: {
            "follows": rng.choice([{}, _SAME_RANK, _NEXT_RANK]),
            "gifts": rng.choice([{}, {"9": (0, 2), "4": (0, 1), "J": (1, 1)}]),
            "levels": rng.choice([(), (), [(1, []), (1, ["K"]), (1, []), (1, ["7"]), (2, [])]]),
        },
    ),
    "several cards": Focus(
        ("played", "called"),
        {"hand_size": (5, 7)},
        lambda rng: {
            "follows": rng.choice([_SAME_RANK, _NEXT_RANK, {"3": ("3", "8"), "8": ("8", "2", "A"), "2": ("2",)}])
        },
    ),
    "exchanges": Focus(
        ("swapped", "rotated", "gave", "passed on"),
        {"hand_size": (2, 3, 5)},
        lambda rng: dict(zip(rng.sample(_EXCHANGES, 3), (("7", "J"), ("10", "3"), ("K", "5")), strict=True)),
    ),
    "countdown": Focus(
        ("level", "over"),
        {"max_plays": (None,)},
        lambda rng: {"levels": [(rng.randint(1, 4), rng.sample(RANKS, 1)) for _ in range(rng.randint(2, 4))]},
    ),
    "partners": Focus(("went out", "over"), {"partners": (True,), "hand_size": (1, 2, 3)}),
    "endings": Focus(
        ("over",),
        {
            "hand_size": (1, 2, 3),
            "max_plays": (None, 1, 4, 12),
            "go_out": VALUES["go_out"],
            "last_card_acts": (False, True),
            "last_wild_doubles": (False, True),
            "blocked": VALUES["blocked"],
            "scoring": VALUES["scoring"],
        },
    ),
}


def random_options(rng: random.Random, wanted: Mapping[str, Sequence[object]] | None = None) -> dict[str, Any]:
    """A few options, or none, or many; and those wanted, of these values."""
    chosen = rng.sample(sorted(VALUES), rng.choice([0, 0, 1, 2, 3, 5, 8, 12]))
    options = {name: rng.choice(VALUES[name]) for name in chosen}
    options |= {name: rng.choice(values) for name, values in (wanted or {}).items()}
    # What needs something else to be so mostly gets it.
    if rng.random() < 0.9:
        if options.get("after_draw", "turn_ends") == "turn_ends" and options.get("draw_limit", 1) != 1:
            options["after_draw"] = rng.choice(VALUES["after_draw"][1:])
        if options.get("false_call"):
            options["last_card_call"] = rng.choice(VALUES["last_card_call"][1:])
        if options.get("target_step"):
            options["target"] = 200
        if options.get("starter") in ("no_wild", "no_special"):
            options.pop("wild_starter", None)
    return options


def random_roles(rng: random.Random, *, most: int = 3) -> Roles:
    """Roles of several kinds for up to `most` keys each."""

    def some(chance: float = 0.35) -> tuple[str, ...]:
        return tuple(rng.sample(KEYS, rng.randint(1, most))) if rng.random() < chance else ()

    def numbers(high: int) -> dict[str, int]:
        return single({key: rng.randint(1, high) for key in some()})

    def pairs(chance: float, *, among: Sequence[str] = ()) -> dict[str, tuple[str, ...]]:
        keys = [*some(chance), *(among if rng.random() < chance else ())]
        return {key: some(1.0) for key in keys}

    draw = numbers(5)
    exchanges = {key: rng.choice(_EXCHANGES) for key in some(0.4) if key in (*RANKS, "*")}
    exchange = {kind: tuple(key for key in exchanges if exchanges[key] == kind) for kind in _EXCHANGES}
    follows = pairs(0.3) | (_SAME_RANK if rng.random() < 0.3 else {})
    levels = []
    if rng.random() < 0.1:
        levels = [(rng.randint(1, 4), rng.sample(RANKS, rng.randint(0, 2))) for _ in range(rng.randint(1, 4))]
    return Roles(
        wild=some(),
        choose_suit=some(),
        reverse=some(),
        play_again=some(0.2),
        forbid_finish=some(0.2),
        last_resort=some(0.2),
        skip=numbers(3),
        draw=draw,
        points=single({key: rng.randint(0, 60) for key in some(0.2)}),
        answers=pairs(0.4, among=(ANY, "2", *draw)),
        cancels=pairs(0.25, among=(ANY, "2", *draw)),
        forbidden=pairs(0.25),
        follows=follows,
        gifts=single({key: (rng.randint(0, 3), rng.randint(1, 3)) for key in some(0.15)}),
        **exchange,
        levels=levels,
    )


def single(table: Mapping[str, _N]) -> dict[str, _N]:
    """Leave out the single cards whose rank is there too: the engine takes but one number for a card."""
    return {key: number for key, number in table.items() if key[:-1] not in table}


def make(
    variant: str,
    players: int,
    options: Mapping[str, Any],
    roles: Roles,
    removed: Collection[str] = (),
    *,
    by_function: bool = False,
) -> Made | None:
    """Make the table in both; None if the options contradict each other or the rules do.

    Raises:
        AssertionError: the engine refuses what does not contradict itself, or takes what does.
    """
    # A function's effect comes on top of what the rules' tables say, and is not the same said twice.
    removed = {*removed, "ace-reverse", "draw-two", "queen-skip"} if by_function else removed
    rules = [name for name in BASE[variant][0] if name not in removed]
    left_out = [name for name in BASE[variant][0] if name in removed]
    rule = engine_rule(roles, by_function=by_function)
    refused = contradicts({**BASE[variant][1], **options}, players, roles, rules)
    try:
        game = Game(
            variant,
            players=players,
            rules_added=[rule.name],
            rules_removed=left_out,
            options=options,
            registry=Offer(rule),
        )
    except RuleConflictError:
        return None
    except (OptionError, SeatError) as error:
        if not refused:
            raise AssertionError(f"refused: {variant} for {players} with {options} and {roles}") from error
        return None
    if refused:
        raise AssertionError(f"not refused: {variant} for {players} with {options} and {roles}")
    return Made(game, set(rules), roles, players)


def random_table(rng: random.Random, focus: Focus = FOCUSES["anything"]) -> Made:
    """Make up a table until one comes up that makes sense."""
    while True:
        variant = rng.choice(["classic", "classic", "classic", "plain"])
        players = rng.randint(2, 7) if variant == "classic" else 2
        options = random_options(rng, focus.options)
        if options.get("partners"):
            variant, players = "classic", 4
        roles = random_roles(rng) if rng.random() < 0.8 else Roles()
        roles = replace(roles, **focus.roles(rng))
        removed = [name for name in BASE[variant][0] if rng.random() < 0.3]
        made = make(variant, players, options, roles, removed, by_function=rng.random() < 0.2)
        if made is not None:
            return made


def chooser(rng: random.Random, pair: Pair, habit: str | None = None) -> Callable[[int], int]:
    """Give the numbers of the moves that a player of some habit makes.

    Random players draw for ever where drawing is free; lazy ones run the stock down; those who only play end the round.
    """
    how = habit or rng.choice(["any", "play", "play", "draw"])

    def choose(_: int) -> int:
        count = len(pair.legal)
        if how == "play" and rng.random() < 0.9:
            return 0
        if how == "draw" and rng.random() < 0.7:
            return count - 1
        return rng.randrange(count)

    return choose
