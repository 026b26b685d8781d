"""The compiled kernel: random rounds of `classic` beside a plain C program, OpenSpiel's C++ and the engine in Python.

`kernel.c` plays the very rounds that the kernel plays, and its checksum is compared before any time is. Everything
runs in turn, several times over, and the medians are compared; times are processor time. OpenSpiel's game is the
nearest that it has to `classic`: its rounds are others, and the shuffle is in them, too.
"""

from __future__ import annotations

import importlib.util
import os
import random
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from benchmarks.timing import Timing, goal
from crazyeights import Game

SOURCE = Path(__file__).with_suffix(".c")
ROUNDS = 10_000
_FEW = 400
_RUNS = 60
SEED = 8
MAX_MOVES = 100_000
REPEATS = 7
_ALL = (1 << 64) - 1
_SPIEL = "OpenSpiel's C++"
_SHORT = "classic, drawing if one must"


@dataclass(frozen=True)
class Played:
    """What came of some rounds that the C program played.

    Attributes:
        seconds: the processor time that they took.
        moves: of all rounds together.
        draws: cards drawn in ordinary draws.
        nobody: rounds that nobody won.
        wins: of each seat.
        checksum: a number that follows from the winner and the moves of every round.
        each: for each round its winner, -1 for nobody, and its moves; empty if it was not asked for.
    """

    seconds: float
    moves: int
    draws: int
    nobody: int
    wins: tuple[int, ...]
    checksum: int
    each: tuple[tuple[int, int], ...] = ()


def build(folder: Path) -> tuple[Path | None, str]:
    """Compile the C program into a folder; gives it and how it was compiled, or None and why that can't be done."""
    compiler = os.environ.get("CC") or shutil.which("gcc") or shutil.which("cc")
    if compiler is None:
        return None, "there is no C compiler here"
    program = folder / ("kernel.exe" if sys.platform == "win32" else "kernel")
    said = ""
    # numba compiles for the processor at hand, so C may; not every compiler takes the flag on every machine.
    for native in ("-march=native", ""):
        command = [compiler, "-O3", *filter(None, [native]), str(SOURCE), "-o", str(program)]
        try:
            run = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        except OSError as error:
            return None, f"{compiler} can't be started: {error.strerror}"
        if run.returncode == 0:
            return program, " ".join(["gcc" if "gcc" in compiler else compiler, *command[1:-3]])
        said = run.stderr.strip().partition("\n")[0]
    return None, f"{compiler} refuses kernel.c: {said}"


def c_rounds(
    program: Path,
    players: int,
    rounds: int,
    seed: int = SEED,
    first: int = 0,
    max_moves: int = MAX_MOVES,
    *,
    each: bool = False,
) -> Played:
    """Play rounds number `first`, `first` + 1, … in C."""
    numbers = [str(number) for number in (players, rounds, seed, first, max_moves)]
    run = subprocess.run(
        [str(program), *numbers, *(["each"] if each else [])], capture_output=True, text=True, timeout=600, check=True
    )
    *lines, last = run.stdout.splitlines()
    words = last.split()
    known = dict(zip(words[::2], words[1::2], strict=True))
    return Played(
        seconds=float(known["seconds"]),
        moves=int(known["moves"]),
        draws=int(known["draws"]),
        nobody=int(known["nobody"]),
        wins=tuple(map(int, known["wins"].split(","))),
        checksum=int(known["checksum"]),
        each=tuple((int(winner), int(moves)) for _, winner, moves in map(str.split, lines)),
    )


def checksum(winners: list[int], moves: list[int], first: int = 0) -> int:
    """Give the C program's checksum of rounds that something else played."""
    from crazyeights.fast.plainstream import mix

    total = 0
    for number, (winner, count) in enumerate(zip(winners, moves, strict=True), start=first):
        total += mix((number << 32 ^ count << 8 ^ winner + 1) & _ALL)
    return total & _ALL


def kernel_rounds(
    players: int, rounds: int = ROUNDS, seed: int = SEED, game: Game | None = None
) -> tuple[float, list[int], list[int]]:
    """Play the same rounds in the kernel; gives the seconds, and the winner and the moves of each round."""
    from crazyeights.machine import Machine

    machine = Machine(game or Game("classic", players))
    start = time.process_time()
    results = machine.play([0] * players, seed, 0, rounds, MAX_MOVES)
    seconds = time.process_time() - start
    return seconds, results["winner"].tolist(), results["moves"].tolist()


def engine_rounds(players: int, rounds: int) -> int:
    """Random rounds in the engine, as a program in Python has them; gives how many moves they had."""
    game = Game("classic", players)
    rand = random.Random(SEED).random
    moves = 0
    for number in range(rounds):
        state = game.deal(seed=number)
        while state.outcome is None:
            legal = state.legal_moves()
            state.apply(legal[int(rand() * len(legal))])
            moves += 1
    return moves


_NEAREST = ",max_draw_cards=1,max_turns=100000,use_special_cards=True,reshuffle=True"


def openspiel_rounds(players: int, rounds: int, options: str = _NEAREST) -> int:
    """Random rounds wholly in OpenSpiel's C++; gives how many decisions players and chance made."""
    import pyspiel

    game = pyspiel.load_game(f"crazy_eights(players={players}{options})")
    bots = [pyspiel.make_uniform_random_bot(seat, SEED + seat) for seat in range(players)]
    moves = 0
    for number in range(rounds):
        state = game.new_initial_state()
        pyspiel.evaluate_bots(state, bots, number)
        moves += state.move_number()
    return moves


def _timed(work: Callable[[int, int], int], players: int, rounds: int) -> tuple[float, int]:
    start = time.process_time()
    moves = work(players, rounds)
    return time.process_time() - start, moves


def time_of_c(players: int, program: Path) -> tuple[float, float]:
    """Give the nanoseconds a move of the kernel and of C: the quickest of many short runs in turn.

    On a shared machine both are now and then half as quick as usual, each at other times, and so is any mean.
    """
    kernel, plain = [], []
    for number in range(_RUNS):
        seconds, _, moves = kernel_rounds(players, _FEW, SEED + number)
        kernel.append(seconds / sum(moves))
        played = c_rounds(program, players, _FEW, SEED + number)
        plain.append(played.seconds / played.moves)
    return min(kernel) * 1e9, min(plain) * 1e9


def compare(players: int, program: Path | None) -> list[str]:
    """Measure rounds for so many players, and give the lines of the report."""
    kernel_rounds(players, 1)  # compiled, or found, before anything is timed
    works: dict[str, Callable[[], tuple[float, int, int]]] = {}

    def kernel() -> tuple[float, int, int]:
        seconds, _, moves = kernel_rounds(players)
        return seconds, ROUNDS, sum(moves)

    works["kernel"] = kernel
    if program is not None:
        played = c_rounds(program, players, ROUNDS)
        _, winners, moves = kernel_rounds(players)
        if checksum(winners, moves) != played.checksum:
            raise AssertionError(f"C and the kernel don't play the same rounds with {players} players")

        def plain() -> tuple[float, int, int]:
            again = c_rounds(program, players, ROUNDS)
            return again.seconds, ROUNDS, again.moves

        works["C"] = plain
    if importlib.util.find_spec("pyspiel"):
        works[_SPIEL] = lambda: _others(openspiel_rounds, players, ROUNDS // 20)
    works["Python engine"] = lambda: _others(engine_rounds, players, ROUNDS // 250)
    timings, lengths = _in_turn(works)
    lines = [f"Random rounds of classic, {players} players, shuffle included"]
    for name, timing in timings.items():
        # OpenSpiel's are players' decisions and chance's.
        what = "decisions" if name == _SPIEL else "moves"
        each = f"{lengths[name]:6.0f} {what} a round, {timing.nanoseconds / lengths[name]:8.1f} ns each"
        lines.append(f"  {name:15} {timing.per_second:12,.0f} rounds/s {each}")
    rate = timings["kernel"].per_second
    if program is not None:
        ours, theirs = time_of_c(players, program)
        lines.append(f"  the quickest short runs: kernel {ours:.1f} ns a move, C {theirs:.1f} ns")
        lines.append(goal("time of C", ours / theirs, 1.3, unit="×"))
    if _SPIEL in timings:
        spiel = rate / timings[_SPIEL].per_second
        lines.append(f"  {spiel:.1f}× the rounds/s of OpenSpiel's C++, in games that differ")
    lines.append(
        goal("rounds/s of our engine", rate / timings["Python engine"].per_second, 25, at_most=False, unit="×")
    )
    return lines


def _others(work: Callable[[int, int], int], players: int, rounds: int) -> tuple[float, int, int]:
    seconds, moves = _timed(work, players, rounds)
    return seconds, rounds, moves


def _in_turn(
    works: Mapping[str, Callable[[], tuple[float, int, int]]],
) -> tuple[dict[str, Timing], dict[str, float]]:
    """Run each work in turn, several times over; gives the time of its rounds, and how many moves one has."""
    measured: dict[str, list[tuple[float, int, int]]] = {name: [] for name in works}
    for _ in range(REPEATS):
        for name, work in works.items():
            measured[name].append(work())
    timings, lengths = {}, {}
    for name, results in measured.items():
        _, rounds, moves = results[0]
        timings[name] = Timing(statistics.median(seconds / count for seconds, count, _ in results) * rounds, rounds)
        lengths[name] = moves / rounds
    return timings, lengths


def same_game(players: int) -> list[str]:
    """Measure random rounds of OpenSpiel's own game, as it is without options, in both."""
    game = Game("openspiel", players)
    kernel_rounds(players, 1, game=game)

    def kernel() -> tuple[float, int, int]:
        seconds, _, moves = kernel_rounds(players, game=game)
        return seconds, ROUNDS, sum(moves)

    short = Game("classic", players, options={"voluntary_draw": False})

    def short_rounds() -> tuple[float, int, int]:
        seconds, _, moves = kernel_rounds(players, game=short)
        return seconds, ROUNDS, sum(moves)

    theirs = "OpenSpiel's, C++"
    timings, lengths = _in_turn(
        {
            theirs: lambda: _others(lambda *of: openspiel_rounds(*of, ""), players, ROUNDS // 5),
            "the same, kernel": kernel,
            _SHORT: short_rounds,
        }
    )
    lines = [f"Random rounds of OpenSpiel's crazy_eights as it is without options, {players} players, shuffle included"]
    for name, timing in timings.items():
        what = "decisions" if name == theirs else "moves"
        lines.append(f"  {name:28} {timing.per_second:12,.0f} rounds/s {lengths[name]:6.0f} {what} a round")
    rate = timings[theirs].per_second
    return [
        *lines,
        goal("the same game, rounds/s of OpenSpiel", timings["the same, kernel"].per_second / rate, 30, at_most=False),
        goal(f"{_SHORT}, rounds/s of OpenSpiel", timings[_SHORT].per_second / rate, 30, at_most=False),
    ]


def variants() -> list[str]:
    """Measure random rounds of every variant, as times of what a move of classic takes."""
    from crazyeights import default_registry

    names = [name for name, variant in default_registry().variants.items() if variant.draw is None]
    games = {name: Game(name, None) for name in (*names, "surprise-7")}
    best: dict[str, float] = {}
    for _ in range(REPEATS):
        for name, game in games.items():
            seconds, _, moves = kernel_rounds(game.players, 300, game=game)
            best[name] = min(best.get(name, 1.0), seconds / sum(moves))
    lines = ["Random rounds of every variant, its usual number of players: the quickest of some runs"]
    for name, seconds in best.items():
        lines.append(f"  {name:18} {seconds * 1e9:6.1f} ns a move  {seconds / best['classic']:5.2f}×")
    return [*lines, goal("the heaviest, times classic", max(best.values()) / best["classic"], 3, unit="×")]


_START = """
import time
start = time.perf_counter()
from benchmarks.kernel import kernel_rounds
kernel_rounds(2, 1)
print(time.perf_counter() - start)
"""


def first_calls() -> list[str]:
    """Measure the imports and the first round, with nothing compiled yet and from what was kept."""
    times = []
    with tempfile.TemporaryDirectory() as folder:
        env = {**os.environ, "NUMBA_CACHE_DIR": folder, "PYTHONPATH": str(Path(__file__).parents[1])}
        for _ in range(4):
            run = subprocess.run(
                [sys.executable, "-c", _START], env=env, capture_output=True, text=True, timeout=600, check=True
            )
            times.append(float(run.stdout))
    return [
        "Imports and the first round (in seconds of the clock)",
        goal("cold", times[0], 6, unit=" s"),
        goal("from what was kept", statistics.median(times[1:]), 1, unit=" s"),
    ]


def main() -> list[str]:
    """Measure, and give the lines of the report."""
    if not importlib.util.find_spec("numba"):
        return ["The kernel is not installed (pip install 'crazyeights[fast]'): not measured"]
    with tempfile.TemporaryDirectory() as folder:
        program, how = build(Path(folder))
        lines = [f"  C is not measured: {how}" if program is None else f"C is compiled by {how}"]
        for players in (2, 4):
            lines += compare(players, program)
    if importlib.util.find_spec("pyspiel"):
        lines += same_game(2)
    return lines + variants() + first_calls()


if __name__ == "__main__":
    print("\n".join(main()))
