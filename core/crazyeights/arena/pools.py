"""Runners with several workers: processes on this machine by loky, and any number of machines by dask.distributed."""

from __future__ import annotations

import importlib
import os
import queue
import signal
import threading
import time
from concurrent.futures import CancelledError, Future
from contextlib import suppress
from typing import Any, Final

from crazyeights.arena.blocks import Block, BlockResult, play_block
from crazyeights.arena.child import end_apart, play_block_apart
from crazyeights.arena.errors import ArenaError, MissingExtraError
from crazyeights.arena.plan import Plan
from crazyeights.arena.runner import Lost
from crazyeights.errors import CrazyEightsError, describe_error

_CONNECT: Final = 10
_END: Final = 5
# After so many seconds it is asked again how many workers there are.
_ASK_AGAIN: Final = 2.0


class LokyRunner:
    """Plays blocks in several processes on this machine.

    Args:
        plan: the tournament.
        version: the version of crazyeights.
        jobs: how many processes.

    Raises:
        MissingExtraError: loky is not installed.
    """

    block_seconds = 0.3

    def __init__(self, plan: Plan, version: str, jobs: int) -> None:
        try:
            loky: Any = importlib.import_module("loky")
        except ImportError as error:
            raise MissingExtraError("--jobs", "loky", "arena") from error
        self.jobs = jobs
        self._loky = loky
        self._plan = plan
        self._version = version
        self._finished: queue.SimpleQueue[tuple[int, Block, Future[BlockResult]]] = queue.SimpleQueue()
        self._executor: Any = None
        # Counts the executors: what an earlier one still says is no longer of interest.
        self._number = 0
        self._out: dict[Block, Future[BlockResult]] = {}

    def submit(self, block: Block) -> None:
        """Take a block to be played."""
        if self._executor is None:
            self._start()
        number = self._number
        try:
            future: Future[BlockResult] = self._executor.submit(play_block, self._plan, block, self._version)
        except self._loky.process_executor.BrokenProcessPool:
            # A worker has just ended; `wait` will hear of it and start the others anew.
            future = Future()
            future.set_exception(self._loky.process_executor.TerminatedWorkerError("it had to be started anew"))
        self._out[block] = future
        future.add_done_callback(lambda done: self._finished.put((number, block, done)))

    def wait(self, seconds: float) -> list[BlockResult | Lost]:
        """Give the blocks that are finished."""
        found: list[BlockResult | Lost] = []
        broken = spoiled = False
        for number, block, future in _drain(self._finished, seconds):
            if number != self._number or block not in self._out:
                continue
            try:
                result = future.result()
            except CrazyEightsError:
                raise
            except self._loky.process_executor.BrokenProcessPool:
                broken = True
                continue
            except Exception as error:
                raise ArenaError(f"a worker failed: {describe_error(error)}") from error
            del self._out[block]
            found.append(result)
            spoiled = spoiled or result.spoiled
        if broken:
            # Which of the blocks in hand it was that ended a process is not known: each may have been.
            lost = [Lost(block, "a worker process ended") for block in self._out]
            self._out.clear()
            self._stop()
            found += lost[: self.jobs]
            for one in lost[self.jobs :]:
                self.submit(one.block)
        elif spoiled:
            left = list(self._out)
            self._out.clear()
            self._stop()
            for block in left:
                self.submit(block)
        return found

    def close(self) -> None:
        """End the processes."""
        self._out.clear()
        self._stop()

    def _start(self) -> None:
        context = self._loky.backend.get_context("loky")
        self._executor = self._loky.ProcessPoolExecutor(self.jobs, context=context, initializer=_begin_worker)

    def _stop(self) -> None:
        self._number += 1
        if self._executor is not None:
            executor, self._executor = self._executor, None
            executor.shutdown(wait=True, kill_workers=True)


def _begin_worker() -> None:
    """Make a process ready: Ctrl-C is the parent's business, and what a strategy prints is no result."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    with suppress(OSError):
        os.dup2(2, 1)


class DaskRunner:
    """Plays blocks on the workers of a dask cluster, which may come and go.

    Args:
        plan: the tournament.
        version: the version of crazyeights.
        address: where the scheduler is, as in `tcp://10.0.0.1:8786`.

    Raises:
        MissingExtraError: distributed is not installed.
        ArenaError: there is no cluster at that address, or it has no workers.
    """

    block_seconds = 1.0

    def __init__(self, plan: Plan, version: str, address: str) -> None:
        try:
            distributed: Any = importlib.import_module("distributed")
        except ImportError as error:
            raise MissingExtraError("--cluster", "distributed", "cluster") from error
        self._plan = plan
        self._version = version
        self._address = address
        self._finished: queue.SimpleQueue[tuple[Block, Any]] = queue.SimpleQueue()
        self._out: dict[Block, Any] = {}
        self._threads = 0
        self._asked = -_ASK_AGAIN
        self._lost: tuple[type[BaseException], ...] = (distributed.scheduler.KilledWorker,)
        try:
            self._client: Any = distributed.Client(address, timeout=_CONNECT, set_as_default=False)
        except Exception as error:
            raise ArenaError(f"there is no dask scheduler at {address}: {describe_error(error)}") from error
        try:
            self._client.wait_for_workers(1, timeout=_CONNECT)
        except Exception as error:
            self.close()
            raise ArenaError(f"the dask cluster at {address} has no workers") from error

    @property
    def jobs(self) -> int:
        """How many threads the workers have, as far as is known now."""
        now = time.monotonic()
        if now > self._asked + _ASK_AGAIN:
            self._asked = now
            self._threads = sum(self._client.nthreads().values())
        return self._threads

    def submit(self, block: Block) -> None:
        """Take a block to be played."""
        future = self._client.submit(play_block_apart, self._plan, block, self._version, pure=False)
        self._out[block] = future
        future.add_done_callback(lambda done: self._finished.put((block, done)))

    def wait(self, seconds: float) -> list[BlockResult | Lost]:
        """Give the blocks that are finished."""
        found: list[BlockResult | Lost] = []
        future: Any
        for block, future in _drain(self._finished, seconds):
            if block not in self._out or self._out[block] is not future:
                continue
            del self._out[block]
            try:
                found.append(future.result(timeout=_CONNECT))
            except CrazyEightsError:
                raise
            except self._lost:
                found.append(Lost(block, "a worker process ended, several times"))
            except (CancelledError, OSError, TimeoutError) as error:
                raise ArenaError(f"the dask cluster at {self._address} is gone: {describe_error(error)}") from error
            except Exception as error:
                raise ArenaError(f"a worker failed: {describe_error(error)}") from error
        if not found and self._client.status not in {"running", "connecting"}:
            raise ArenaError(f"the dask cluster at {self._address} is gone")
        return found

    def close(self) -> None:
        """Leave the cluster; what its workers have in hand counts no more."""
        # A worker that does not answer must not hold this up.
        ending = threading.Thread(target=self._end_workers, daemon=True)
        ending.start()
        ending.join(_END)
        self._out.clear()
        with suppress(Exception):
            self._client.close(timeout=_CONNECT)

    def _end_workers(self) -> None:
        with suppress(Exception):
            self._client.cancel(list(self._out.values()))
            self._client.run(end_apart, self._plan, on_error="ignore")


def _drain(finished: queue.SimpleQueue[Any], seconds: float) -> list[Any]:
    """Give all that is in a queue; if there is nothing, what comes first within some seconds."""
    found = []
    with suppress(queue.Empty):
        found.append(finished.get(timeout=seconds))
        while True:
            found.append(finished.get_nowait())
    return found
