"""Very many rounds of a game, to see what its rules do: by the compiled kernel where it can, else by the engine.

Which of them plays makes no difference to what comes out: both have the chance of `fast.plainstream`.
"""

from __future__ import annotations

import operator
import queue
import threading
import time
import warnings
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any, Final

from crazyeights import kernel
from crazyeights.errors import MissingExtraError, OptionError, SeatError, UnknownNameError
from crazyeights.fast.limits import POLICIES
from crazyeights.game import Game
from crazyeights.plugins import default_registry
from crazyeights.streamed import Chooser, StreamedRounds

if TYPE_CHECKING:
    import numpy as np

#: After so many moves a round is stopped, if nobody says otherwise.
MAX_MOVES: Final = 5_000
_RANDOM: Final = "random"
# A chunk of rounds takes about so many seconds: long enough to be worth handing out, short enough for Ctrl-C.
_CHUNK: Final = 0.03
_FIRST: Final = 64
_LARGEST: Final = 1 << 18
_TICK: Final = 0.1

Progress = Callable[[int], object]


def simulate(
    game: Game,
    rounds: int,
    policy: str | Sequence[str] = _RANDOM,
    seed: int = 0,
    jobs: int = 1,
    *,
    engine: str = "auto",
    max_moves: int = MAX_MOVES,
    progress: Progress | None = None,
) -> np.ndarray[Any, Any]:
    """Play very many rounds of a game, each with another deal, seat 0 always moving first.

    Round `i` of a seed is the same however many rounds are asked for, whoever plays them and on how many threads.

    Args:
        game: the game.
        rounds: how many rounds are played.
        policy: how moves are chosen: "random", each legal move being as likely as any other, or "greedy", as the
            strategy of that name does; or one of them for each seat.
        seed: what all chance follows from, a whole number from 0 to 2 ** 64 - 1.
        jobs: how many threads the kernel plays on; the engine in Python has one.
        engine: "python", "kernel", or "auto": the engine in Python begins, and where the kernel can play the game and
            is sooner done, compiling included, it plays the rest.
        max_moves: after so many moves a round is stopped.
        progress: told now and then how many rounds are done.

    Returns:
        A NumPy array with a place for each round and these fields: `winner` (a seat, -1 for nobody; of two partners the
        one who went out last), `reason` (1 an empty hand, 2 blocked, 3 the limit of played cards, 4 stopped),
        `points` (of each seat), and how many `moves` were made, cards `played`, cards `drawn` as a move and as a
        `penalty`, turns `passed`, suits `called`, how often the direction was `reversed`, turns `skipped`, turns had
        again (`replayed`), and how often the discard pile was `reshuffled`.

    Raises:
        MissingExtraError: NumPy is not installed, or numba for the kernel.
        UnknownNameError: there is no such policy or engine.
        SeatError: there is not one policy for each seat.
        OptionError: a number is none that makes sense.
        CrazyEightsError: the kernel was asked for and can't play the game; says which rule is to blame.
    """
    kernel.check_game(game)
    rounds, seed = _number("rounds", rounds, 0), _number("seed", seed, 0)
    jobs, max_moves = _number("jobs", jobs, 1), _number("max_moves", max_moves, 1)
    if seed >= 1 << 64:
        raise OptionError(f"seed is a whole number below 2 ** 64, not {seed}")
    kernel.check_engine(engine)
    names = _names(policy, game.players)
    try:
        import numpy as np  # noqa: PLC0415  # as long as nobody simulates, it need not be there

        from crazyeights.fast.layout import results  # noqa: PLC0415
    except ImportError:
        raise MissingExtraError("simulate", "NumPy", kernel.EXTRA) from None
    found = np.zeros(rounds, results(game.players))
    tell = progress or _nobody
    done = 0
    if engine == "kernel":
        kernel.demand('simulate(engine="kernel")', game)
    else:
        may_leave = engine == "auto" and not kernel.kernel_refusal(game)
        pays = partial(kernel.pays, game=game, policies=[POLICIES[name] for name in names]) if may_leave else None
        done = _by_engine(game, found, [_chooser(name) for name in names], seed, max_moves, tell, pays)
    if done < rounds or engine == "kernel":
        _by_kernel(game, found, done, [POLICIES[name] for name in names], seed, jobs, max_moves, tell)
        note = kernel.cache_note()
        if note:
            warnings.warn(note, RuntimeWarning, stacklevel=2)
    tell(rounds)
    return found


def _number(what: str, number: object, lowest: int) -> int:
    """Give a number as Python's, which NumPy's are not."""
    with suppress(TypeError):
        whole = operator.index(number)  # type: ignore[arg-type]  # that is what is tried
        if whole >= lowest and not isinstance(number, bool):
            return whole
    raise OptionError(f"{what} is a whole number from {lowest}, not {number!r}")


def _nobody(_: int) -> None:
    """Be told how many rounds are done, and do nothing about it."""


def _names(policy: str | Sequence[str], players: int) -> tuple[str, ...]:
    """Give the name of the policy of each seat."""
    if not isinstance(policy, Iterable):
        raise UnknownNameError("policy", repr(policy), POLICIES)
    names = (policy,) * players if isinstance(policy, str) else tuple(policy)
    for name in names:
        if name not in POLICIES:
            raise UnknownNameError("policy", str(name), POLICIES)
    if len(names) != players:
        few = "there is 1 policy" if len(names) == 1 else f"there are {len(names)} policies"
        raise SeatError(f"{few} for {players} players; give one name, or one for each seat")
    return names


def _chooser(policy: str) -> Chooser:
    """Give what makes a strategy that chooses as a policy does; None for one that takes its chance from the stream."""
    if policy == _RANDOM:
        return None
    specs = default_registry().strategies
    spec = next((spec for spec in specs.values() if spec.kernel == policy), None)
    if spec is None:
        raise UnknownNameError("strategy", policy, specs, f"the policy {policy}")
    return partial(spec.make, Random(0))


def _by_engine(
    game: Game,
    found: Any,  # noqa: ANN401  # NumPy is not there yet
    choosers: Sequence[Chooser],
    seed: int,
    max_moves: int,
    tell: Progress,
    pays: Callable[[float], bool] | None,
) -> int:
    """Play rounds until all are played, or the kernel had better play the others, so many seconds of them.

    Returns:
        How many were played.
    """
    engine = StreamedRounds(game, choosers, seed, max_moves)
    began = told = time.monotonic()
    known = 0
    before = 0.0
    for number in range(len(found)):
        found[number] = engine.play(number)
        now = time.monotonic()
        if now - told > _TICK:
            done = number + 1
            tell(done)
            # By all rounds so far and by the last ones: a hiccup makes one of these guesses too long, but not the next.
            left = (len(found) - done) * min((now - began) / done, (now - told) / (done - known))
            if pays is not None and pays(min(left, before)):
                return done
            told, known, before = now, done, left
    return len(found)


def _by_kernel(
    game: Game,
    found: Any,  # noqa: ANN401  # as above
    done: int,
    policies: Sequence[int],
    seed: int,
    jobs: int,
    max_moves: int,
    tell: Progress,
) -> None:
    """Play the rounds that are left after so many."""
    from crazyeights import machine  # noqa: PLC0415  # numba takes half a second

    # Compiled here, once, and not by all threads at the same time.
    machine.Machine(game).play(policies, seed, 0, 0, max_moves)
    chunks = _Chunks(done, len(found))

    def work() -> None:
        """Play chunks until there are none left."""
        own = machine.Machine(game)
        while (chunk := chunks.take()) is not None:
            began = time.perf_counter()
            results = own.play(policies, seed, chunk.start, len(chunk), max_moves)
            machine.plain(results, found[chunk.start : chunk.stop])
            chunks.give_back(chunk, time.perf_counter() - began)
            if here:
                tell(chunks.done)

    here = jobs == 1
    if here:
        work()
    else:
        _on_threads(work, jobs, chunks, tell)


class _Chunks:
    """Hands out rounds to threads, a chunk at a time, each about as long as it should take."""

    def __init__(self, done: int, rounds: int) -> None:
        self.done = done
        self._rounds = rounds
        self._next = done
        self._size = _FIRST
        self._lock = threading.Lock()

    def take(self) -> range | None:
        """Give the next rounds; None if there are none left."""
        with self._lock:
            start = self._next
            if start >= self._rounds:
                return None
            self._next = min(self._rounds, start + self._size)
            return range(start, self._next)

    def give_back(self, chunk: range, seconds: float) -> None:
        """Take note of a chunk that is done."""
        with self._lock:
            self.done += len(chunk)
            if len(chunk) == self._size:
                fitting = int(self._size * _CHUNK / max(seconds, 1e-9))
                self._size = max(_FIRST, min(fitting, 8 * self._size, _LARGEST))

    def stop(self) -> None:
        """Hand out no more."""
        with self._lock:
            self._next = self._rounds


def _on_threads(work: Callable[[], None], jobs: int, chunks: _Chunks, tell: Progress) -> None:
    """Do the work on several threads; Ctrl-C and whatever goes wrong end it after the chunks in hand."""
    ended: queue.SimpleQueue[BaseException | None] = queue.SimpleQueue()

    def run() -> None:
        try:
            work()
        except BaseException as error:  # noqa: BLE001  # raised again where somebody waits for it
            ended.put(error)
        else:
            ended.put(None)

    threads = [threading.Thread(target=run, name=f"crazyeights-simulate-{number}") for number in range(jobs)]
    try:
        for thread in threads:
            thread.start()
        left = jobs
        while left:
            try:
                error = ended.get(timeout=_TICK)
            except queue.Empty:
                tell(chunks.done)
                continue
            left -= 1
            if error is not None:
                raise error
    finally:
        chunks.stop()
        for thread in threads:
            if thread.ident is not None:
                thread.join()
