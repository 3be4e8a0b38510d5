"""Games on the cores of a Ray cluster, in chunks that are played again when a worker is lost.

A chunk is a plain task, not a call of an actor. Ray keeps the processes of tasks, and with them the networks that they have
decoded, so that the next call does not wait for either. It holds no core for them meanwhile.
"""

from __future__ import annotations

import threading
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from types import TracebackType
from typing import Any, Generic, TypeVar

import quincunx
import ray
from ray.exceptions import (
    NodeDiedError,
    ObjectLostError,
    OutOfMemoryError,
    RayActorError,
    RayError,
    WorkerCrashedError,
)
from ray.util.scheduling_strategies import NodeAffinitySchedulingStrategy

Part = TypeVar("Part")

#: Games from the first of two numbers to the one before the second.
Range = tuple[int, int]

#: Seconds of a chunk: long against what Ray takes to hand one out, short against what a lost worker costs.
MIN_SECONDS = 1.0
MAX_SECONDS = 30.0

#: The part of its time that the driver may be busy with what comes back, before chunks grow longer.
MAX_BUSY = 0.5

#: Workers that may be lost over the same games.
MAX_LOST = 3

#: What is raised over a worker that is lost, or over what it has made.
LOST = (RayActorError, ObjectLostError, NodeDiedError, WorkerCrashedError, OutOfMemoryError)

#: Seconds after which the cluster is asked again how many cores it has.
LOOK_EVERY = 5.0

#: Seconds that are waited for chunks to be cancelled, and then for them to end: after a second interrupt so long that a network can
#: be read meanwhile.
CANCEL_WITHIN = 10.0
END_WITHIN = (2.0, 20.0, 2.0)


def check_version(of_driver: str) -> None:
    """Sees that a worker plays what the driver means."""
    if quincunx.__version__ != of_driver:
        raise RuntimeError(f"the driver has quincunx {of_driver} and a worker {quincunx.__version__}: all machines need the same")


def play_chunk(version: str, twin: str, arguments: dict[str, Any], only: Any) -> tuple[Any, float, str]:
    """Plays some games by a function of the laboratory, in a process of the cluster.

    Returns them, the seconds they took and the node that the process is on.

    RuntimeError: the driver has another version of this package.
    """
    check_version(version)
    begun = time.perf_counter()
    part = getattr(quincunx, twin)(**arguments, only=only, threads=1)
    return part, time.perf_counter() - begun, ray.get_runtime_context().get_node_id()


class Crew(Generic[Part]):
    """Plays games by a function of the laboratory on the cores of the cluster, one chunk a core at a time.

    How many games a chunk has follows from how long games take, and from nothing that changes what they give. A chunk whose worker
    is lost is played again by another one; cores that join the cluster take part.
    """

    def __init__(self, twin: str, arguments: dict[str, Any], most: int | None = None) -> None:
        """Makes a crew of at most so many, and of no more than the cluster has cores."""
        if most is not None and most < 1:
            raise ValueError(f"work is done on at least one thread, not on {most}")
        self._chunk: Any = ray.remote(num_cpus=1, max_retries=0)(play_chunk)
        # Sent once, and not with every chunk.
        self._given = quincunx.__version__, twin, ray.put(arguments)
        self._most = most
        #: The chunks that are played, or wait for a core.
        self._playing: dict[Any, Range] = {}
        #: How many chunks are played side by side, and when the cluster is asked for it again.
        self._width = 1
        self._look_at = 0.0
        #: The node that the last chunk came from: one that works.
        self._node: str | None = None
        #: Seconds of a game; not known before the first was played.
        self._pace: float | None = None
        #: Seconds that the driver is busy with a chunk.
        self._busy = 0.0

    def __enter__(self) -> Crew[Part]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        playing = list(self._playing)
        self._playing.clear()
        # What ends the work may be that the cluster is gone.
        with suppress(RayError):
            _cancel(playing)

    def play(self, ranges: Iterable[Range], only: Callable[[int, int], Any]) -> Iterator[tuple[int, Part]]:
        """Plays the games of some ranges, and yields parts as they come, each with its number of games.

        ``only`` makes of a range what the function takes as its argument of that name.
        """
        if not ray.is_initialized():
            ray.init()
        left = deque(ranges)
        # These games may take longer than those before.
        self._pace = None
        #: By the first game of chunks, whose length may be another the next time.
        lost: Counter[int] = Counter()
        while left or self._playing:
            self._look()
            games = sum(end - first for first, end in left)
            while left and len(self._playing) < self._width:
                is_lost = lost[left[0][0]] > 0
                if is_lost and self._node is None and self._playing:
                    # Where no node is known to work, one of those that play may turn out to.
                    break
                chunk = self._cut(left, games)
                games -= chunk[1] - chunk[0]
                self._playing[self._begin(only(*chunk), self._node if is_lost else None)] = chunk
            ready = self._ready()
            begun = time.perf_counter()
            for task in ready:
                chunk = self._playing.pop(task)
                try:
                    part, seconds, self._node = ray.get(task)
                except LOST as error:
                    left.appendleft(chunk)
                    lost[chunk[0]] += 1
                    if lost[chunk[0]] == MAX_LOST:
                        raise RuntimeError(f"{MAX_LOST} workers were lost over the same games") from error
                    continue
                count = chunk[1] - chunk[0]
                self._learn(count, seconds)
                yield count, part
            if ready:
                busy = (time.perf_counter() - begun) / len(ready)
                self._busy += (busy - self._busy) / 8

    def _look(self) -> None:
        """Asks the cluster from time to time how many cores it has."""
        if time.monotonic() < self._look_at:
            return
        self._look_at = time.monotonic() + LOOK_EVERY
        # One is asked for where there is no core yet: clusters may grow when they are asked.
        cores = max(1, int(ray.cluster_resources().get("CPU", 0)))  # type: ignore[no-untyped-call]
        self._width = min(cores, self._most or cores)

    def _begin(self, only: Any, node: str | None) -> Any:
        """Hands out a chunk, to a node if one is named and still there."""
        chunk = self._chunk
        if node is not None:
            chunk = chunk.options(scheduling_strategy=NodeAffinitySchedulingStrategy(node, soft=True))
        return chunk.remote(*self._given, only)

    def _ready(self) -> list[Any]:
        """Waits for something to be done, and returns all that is."""
        tasks = list(self._playing)
        ready, _ = ray.wait(tasks, num_returns=1, timeout=1.0)
        if ready:
            ready, _ = ray.wait(tasks, num_returns=len(tasks), timeout=0)
        return list(ready)

    def _cut(self, left: deque[Range], games: int) -> Range:
        """Takes the next chunk away."""
        first, end = left.popleft()
        # No more than would leave others without work at the end.
        count = -(-games // (2 * self._width))
        if self._pace is None:
            count = 1
        else:
            count = min(count, int(self._seconds() / max(self._pace, 1e-9)))
        cut = min(end, first + max(1, count))
        if cut < end:
            left.appendleft((cut, end))
        return first, cut

    def _seconds(self) -> float:
        """Returns how long a chunk is to take: so long that the driver has time for those of all cores."""
        return min(max(MIN_SECONDS, self._busy * self._width / MAX_BUSY), MAX_SECONDS)

    def _learn(self, count: int, seconds: float) -> None:
        """Learns how long games take. Of the first, few, it is known roughly, so that chunks grow twofold at most."""
        pace = seconds / count
        if self._pace is None:
            self._pace = max(pace, MIN_SECONDS / 8)
        else:
            self._pace = (self._pace + pace) / 2


def _cancel(tasks: Sequence[Any]) -> None:
    """Ends tasks before their time. Their processes stay, with what they have read, unless a task does not end.

    Ray loses an interrupt that reaches a process before it has begun with its task.
    """
    for force, seconds in zip((False, False, True), END_WITHIN, strict=True):
        if tasks:
            _send_cancel(tasks, force)
            _, tasks = ray.wait(list(tasks), num_returns=len(tasks), timeout=seconds, fetch_local=False)


def _send_cancel(tasks: Sequence[Any], force: bool) -> None:
    """Asks Ray to end tasks, with their processes if that is forced.

    Ray 2.60 ends the driver where a task is cancelled while its result arrives (https://github.com/ray-project/ray/pull/54798 describes
    the race). Callbacks run in the thread that receives results, so that none arrives meanwhile.
    """
    cancelled = threading.Event()
    ready: Any = ray.put(None)

    def cancel(_: Any) -> None:
        # Ray ends the driver also where nobody holds the reference any more.
        nonlocal ready
        try:
            for task in tasks:
                ray.cancel(task, force=force)
        finally:
            ready = None
            cancelled.set()

    ready._on_completed(cancel)
    cancelled.wait(CANCEL_WITHIN)
