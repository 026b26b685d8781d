"""The kernel beside the engine: the same deck and the same moves, compared after every step."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from crazyeights import Game, Move, State
from crazyeights.fast import arrays, layout, limits, stepping
from crazyeights.fast.limits import POLICIES


class KernelDiffersError(AssertionError):
    """The engine and the kernel disagree; says about what and after which moves."""


class Twin:
    """A round in the kernel that follows one in the engine.

    Attributes:
        rules: the kernel's record of the rules; a test may spoil it.
    """

    def __init__(self, game: Game) -> None:
        assert not limits.why_not(game)
        self.game = game
        self.rules: Any = arrays.rules_record(game)[0]
        rounds: Any = np.zeros(1, dtype=layout.ROUND)
        self.round: Any = rounds[0]
        # The same memory, whose fields are read many times faster by name than as attributes.
        self._fields: Any = rounds.view(np.dtype((np.void, layout.ROUND)))[0]
        self.chance: Any = np.zeros(1, dtype=layout.CHANCE)[0]
        self._found = np.zeros(4096, dtype=np.int64)
        self._codes: dict[Move, int] = {}

    def deal(self, state: State) -> None:
        """Begin the same round."""
        order = state._deal.order
        self.chance.mode = layout.SHAKE
        self.chance.order[: len(order)] = order
        stepping.deal(self.rules, self.round, self.chance, state.first)

    def code(self, move: Move) -> int:
        """The kernel's number of a move."""
        code = self._codes.get(move)
        if code is None:
            code = self._codes[move] = arrays.encode(self.game, move)
            assert arrays.decode(self.game, code) is move
        return code

    def apply(self, move: Move) -> None:
        stepping.apply(self.rules, self.round, self.chance, self.code(move))

    def choice(self, policy: str) -> Move:
        """What a policy chooses now."""
        code = stepping.choose(self.rules, self.round, self.chance, POLICIES[policy])
        return arrays.decode(self.game, int(code))

    def facts(self) -> dict[str, object]:
        """All that the round is now."""
        s, game = self._fields, self.game
        players, copies, faces = game.players, game.deck.copies, len(game.deck.faces)
        over = s["to_move"] < 0
        count = 0 if over else int(s["count"])
        if count:
            stepping.moves(self.rules, self.round, self._found)
        hands = s["hands"][:players, :copies].tolist()
        facts: dict[str, object] = {
            "to move": None if over else int(s["to_move"]),
            "hands": [sum(word << (copy * faces) for copy, word in enumerate(words)) for words in hands],
            "sizes": s["sizes"][:players].tolist(),
            "stock": s["stock"][: s["left"]].tolist(),
            "top": int(s["top"]),
            "suit": int(s["suit"]),
            "direction": int(s["step"]),
            "pending": int(s["pending"]),
            "drawn": int(s["drawn"]),
            "legal": self._found[:count].tolist(),
            "reshuffled": int(s["reshuffled"]),
            "moves": int(s["moves"]),
        }
        if game._tables().rich:
            facts |= {
                "phase": int(s["phase"]),
                "actor": int(s["actor"]),
                "announced": bool(s["announced"]),
                "plays": int(s["played"]),
                "levels": s["levels"][:players].tolist(),
                "gifts": s["gifts"][:players].tolist(),
            }
        if over:
            winner = None if s["winner"] < 0 else int(s["winner"])
            facts["end"] = (winner, arrays.REASONS[s["reason"]], tuple(s["points"][:players].tolist()))
        return facts

    def engine_facts(self, state: State, moves: int) -> dict[str, object]:
        """The same, of the engine's round after so many moves."""
        x, orders, reshuffled = state._x, state._orders, 0
        while orders is not None:
            orders, _ = orders
            reshuffled += 1
        facts: dict[str, object] = {
            "to move": state.to_move,
            "hands": state._hands,
            "sizes": state._sizes,
            "stock": list(state._stock[: state._left]),
            "top": state._top[1],
            "suit": state._top[2],
            "direction": state.direction,
            "pending": state.pending_draw,
            "drawn": state.drawn,
            "legal": [self.code(move) for move in state.legal_moves()],
            "reshuffled": reshuffled,
            "moves": moves,
        }
        if x is not None:
            facts |= {
                "phase": int(x.phase),
                "actor": x.actor,
                "announced": x.announced,
                "plays": x.plays,
                "levels": x.levels,
                "gifts": x.gifts,
            }
        outcome = state.outcome
        if outcome is not None:
            facts["end"] = (outcome.winner, outcome.reason, outcome.points)
        return facts


def run(
    twin: Twin,
    choose: Callable[[State], Move],
    seed: int,
    first: int = 0,
    longest: int = 80,
    greedy: Callable[[State], Move] | None = None,
) -> int:
    """Play a round in both and compare every state.

    Args:
        twin: the kernel's.
        choose: chooses the moves.
        seed: what the deal follows from.
        first: who has the first turn.
        longest: after how many moves to stop.
        greedy: chooses as the strategy; the kernel's policy must choose the same, now and then.

    Returns:
        How many moves were made.

    Raises:
        KernelDiffersError: they differ.
    """
    state = twin.game.deal(seed=seed, first=first)
    twin.deal(state)
    made: list[Move] = []
    while True:
        mine, theirs = twin.engine_facts(state, len(made)), twin.facts()
        if mine != theirs:
            told = [f"{name}: engine {mine.get(name)}, kernel {theirs.get(name)}" for name in mine | theirs]
            wrong = [line for name, line in zip(mine | theirs, told, strict=True) if mine.get(name) != theirs.get(name)]
            moves = " ".join(map(str, made))
            raise KernelDiffersError(f"{'; '.join(wrong)} (seed {seed}, first {first}, after: {moves})")
        if state.to_move is None or len(made) >= longest:
            return len(made)
        if greedy is not None and len(made) % 3 == 0:
            wanted, chosen = greedy(state), twin.choice("greedy")
            if wanted is not chosen:
                raise KernelDiffersError(f"greedy chooses {wanted}, the kernel {chosen}, of {state.legal_moves()}")
        move = choose(state)
        state.apply(move)
        twin.apply(move)
        made.append(move)
