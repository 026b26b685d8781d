"""A game's compiled rules as the kernel's record; moves as its numbers."""

from __future__ import annotations

from typing import Any, Final

import numpy as np

from crazyeights.events import Reason
from crazyeights.fast import layout
from crazyeights.fast.limits import is_plain, is_rich
from crazyeights.fast.parts import LEAVES_OUT
from crazyeights.game import Game
from crazyeights.moves import DONE, DRAW, PASS, Move, MoveKind
from crazyeights.options import Blocked, Scoring, Starter, WildStarter
from crazyeights.tables import Tables

#: What each number for the end of a round means; None where it goes on or was stopped.
REASONS: Final[tuple[Reason | None, ...]] = (None, Reason.EMPTY_HAND, Reason.BLOCKED, Reason.PLAY_LIMIT, None)
_SCORING: Final = {
    Scoring.WINNER_COLLECTS: layout.WINNER_COLLECTS,
    Scoring.LOSERS_CHARGED: layout.LOSERS_CHARGED,
    Scoring.ROUNDS_WON: layout.ROUNDS_WON,
}


def rules_record(game: Game) -> Any:  # a record, whose fields no type checker knows
    """Give the rules of a game as an array of one record.

    Args:
        game: the game; one for which `limits.why_not` says nothing.
    """
    tables = game._tables()  # the kernel's source, as the engine's
    rules, options = tables.ruleset, game.options
    array: Any = np.zeros(1, dtype=layout.RULES)
    record = array[0]
    levels = tables.levels or (tables,)
    for number, level in enumerate(levels):
        playable = np.array(level.playable, dtype=np.int64)
        record.playable[number, : playable.shape[0], : playable.shape[1]] = playable
        record.wild[number] = level.ruleset.wild
        record.chooses[number] = level.ruleset.choose
        record.can_finish[number] = level.can_finish
    for at, hand in enumerate(tables.level_hands):
        record.level_hands[at] = hand
    faces = len(tables.cards)
    for name in ("answers", "follows", "skip", "draw", "points"):
        record[name][:faces] = getattr(rules, name)
    record.suit_of[:faces] = tables.own_suit
    record.suit_faces[: len(tables.suit_faces)] = tables.suit_faces
    for name in (*layout.SAME, *layout.SAME_IF_RICH):
        record[name] = getattr(tables, name)
    record.reverse = rules.reverse
    record.again = rules.again
    record.rich = is_rich(game)
    record.quick = not (record.rich or rules.last_resort)
    record.acts = _acting(tables)
    # Any card may answer a pending draw, be the last that counts or be followed by a new stock.
    any_card = tables.stacks or tables.refills or options.max_plays is not None
    record.involved = (1 << faces) - 1 if any_card else record.acts
    record.unfit = _unfit(game)
    record.players = game.players
    record.faces = faces
    record.copies = game.deck.copies
    record.cards = tables.size
    record.suits = tables.no_suit
    record.hand_size = game.hand_size
    record.levels = len(levels) if tables.levels else 0
    record.scoring = _SCORING[options.scoring]
    record.follow = any(rules.follows)
    record.starter_free = options.wild_starter is WildStarter.FREE
    record.starter_called = options.wild_starter is WildStarter.CALLED
    record.lowest_hand = options.blocked is Blocked.LOWEST_HAND
    record.last_wild_doubles = options.last_wild_doubles
    return _plain(array) if LEAVES_OUT and is_plain(game) else array


def _plain(array: Any) -> Any:
    """Leave out what plain games don't have."""
    plain: Any = np.zeros(1, dtype=layout.PLAIN_RULES)
    for name in layout.PLAIN_RULES.names or ():
        plain[name] = array[name]
    return plain


def _acting(tables: Tables) -> int:
    """Give the faces that turn, skip, make draw or give another turn."""
    rules = tables.ruleset
    faces = range(len(tables.cards))
    return rules.reverse | rules.again | sum(1 << face for face in faces if rules.skip[face] or rules.draw[face])


def _unfit(game: Game) -> int:
    """Give the faces that may not be the starter."""
    rules, options = game.ruleset, game.options
    if options.starter is Starter.NO_SPECIAL:
        return rules.wild | rules.special
    buried = options.starter is Starter.NO_WILD or options.wild_starter is WildStarter.BURIED
    return rules.wild if buried else 0


_KINDS: Final = {MoveKind.PLAY: layout.PLAY, MoveKind.CALL: layout.CALL, MoveKind.GIVE: layout.GIVE}
_WORDS: Final = {layout.DRAW: DRAW, layout.PASS: PASS, layout.DONE: DONE}


def encode(game: Game, move: Move) -> int:
    """Give a move as the kernel's number."""
    for code, word in _WORDS.items():
        if move is word:
            return code
    face = 0 if move.card is None else game.deck.index[move.card]
    suit = 0 if move.suit is None else game.deck.suits.index(move.suit) + 1
    swap = 0 if move.swap is None else move.swap + 1
    code = _KINDS[move.kind] | face << layout.FACE_AT | suit << layout.SUIT_AT
    return code | swap << layout.SWAP_AT | int(move.announces) << layout.ALOUD_AT


def decode(game: Game, code: int) -> Move:
    """Give the move of a kernel's number."""
    kind = code & layout.KIND_BITS
    if kind in _WORDS:
        return _WORDS[kind]
    card = game.deck.faces[code >> layout.FACE_AT & 63]
    called = (code >> layout.SUIT_AT & 15) - 1
    suit = game.deck.suits[called] if called >= 0 else None
    if kind == layout.CALL:
        assert suit is not None
        return Move.call(suit)
    if kind == layout.GIVE:
        return Move.give(card)
    swap = (code >> layout.SWAP_AT & 15) - 1
    return Move.play(card, suit, swap=swap if swap >= 0 else None, announces=bool(code >> layout.ALOUD_AT & 1))
