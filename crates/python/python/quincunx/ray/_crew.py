"""Hands on the cores of a Ray cluster, who play games in chunks and are replaced when they are lost."""

from __future__ import annotations

import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator
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

Part = TypeVar("Part")

#: Games from the first of two numbers to the one before the second.
Range = tuple[int, int]

#: Seconds of a chunk: long against what Ray takes to hand one out, short against what a lost worker costs.
LEAST_SECONDS = 1.0
MOST_SECONDS = 30.0

#: How much longer than what it takes to begin one a chunk is at least, where that is more.
LEAST_GAIN = 20

#: The part of its time that the driver may be busy with what comes back, before chunks grow longer.
MOST_BUSY = 0.5

#: Workers that may be lost over the same games, and times that workers may be asked for and lost before any has begun.
MOST_LOST = 3

#: What is raised over a worker that is lost, or over what it has made.
LOST = (RayActorError, ObjectLostError, NodeDiedError, WorkerCrashedError, OutOfMemoryError)

#: Seconds after which the cluster is asked again how many cores it has.
LOOK_EVERY = 5.0


class Hand:
    """A process on a core of the cluster; see ``Crew``."""

    def __init__(self, twin: str, arguments: dict[str, Any]) -> None:
        self._twin = getattr(quincunx, twin)
        self._arguments = arguments
        self._fixed: float | None = None

    def begin(self, version: str) -> float:
        """Returns how many seconds a chunk takes that has no game: what files and tables cost, once they were read.

        RuntimeError: the driver has another version of this package.
        """
        check_version(version)
        if self._fixed is None:
            self.play([])
            self._fixed = self.play([])[1]
        return self._fixed

    def play(self, only: Any) -> tuple[Any, float]:
        """Plays some games and returns the seconds they took."""
        begun = time.perf_counter()
        part = self._twin(**self._arguments, only=only, threads=1)
        return part, time.perf_counter() - begun


def check_version(of_driver: str) -> None:
    """Sees that a worker plays what the driver means."""
    if quincunx.__version__ != of_driver:
        raise RuntimeError(f"the driver has quincunx {of_driver} and a worker {quincunx.__version__}: all machines need the same")


class Crew(Generic[Part]):
    """Plays games by a function of the laboratory on the cores of the cluster, one actor a core.

    How many games a chunk has follows from how long games take, and from nothing that changes what they give. A chunk whose worker
    is lost goes to another one, and the worker is replaced; on cores that join the cluster more begin to work.
    """

    def __init__(self, twin: str, arguments: dict[str, Any], most: int | None = None) -> None:
        """Makes a crew of at most so many, and of no more than the cluster has cores."""
        if most is not None and most < 1:
            raise ValueError(f"work is done on at least one thread, not on {most}")
        self._make: Callable[[], Any] = lambda: ray.remote(num_cpus=1)(Hand).remote(twin, arguments)
        self._most = most
        #: Who begins or shows that it lives, by its signal, with the time that it was asked for if it has never begun; who
        #: plays, by the chunk that they play; and who waits.
        self._beginning: dict[Any, tuple[Any, int | None]] = {}
        self._playing: dict[Any, tuple[Any, Range]] = {}
        self._idle: list[Any] = []
        self._look_at = 0.0
        #: How many times hands were asked for, and which of these times some were lost and none has begun since.
        self._times = 0
        self._lost_times: set[int] = set()
        #: Seconds to begin a chunk, and of a game; not known before the first was played.
        self._fixed = 0.0
        self._pace: float | None = None
        #: Seconds that the driver is busy with a chunk.
        self._busy = 0.0

    def __enter__(self) -> Crew[Part]:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        for hand in self._hands():
            # What ends the work may be that the cluster is gone.
            with suppress(RayError):
                ray.kill(hand)

    def _hands(self) -> list[Any]:
        busy = (*self._beginning.values(), *self._playing.values())
        return [*(hand for hand, _ in busy), *self._idle]

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
            games = sum(end - first for first, end in left)
            self._hire(games)
            while left and self._idle:
                chunk = self._cut(left, games)
                games -= chunk[1] - chunk[0]
                hand = self._idle.pop()
                self._playing[hand.play.remote(only(*chunk))] = hand, chunk
            ready = self._ready()
            begun = time.perf_counter()
            for task in ready:
                if task in self._beginning:
                    self._begin(task)
                    continue
                hand, chunk = self._playing.pop(task)
                try:
                    part, seconds = ray.get(task)
                except LOST as error:
                    left.appendleft(chunk)
                    lost[chunk[0]] += 1
                    if lost[chunk[0]] == MOST_LOST:
                        raise RuntimeError(f"{MOST_LOST} workers were lost over the same games") from error
                    self._dismiss(hand)
                    continue
                self._idle.append(hand)
                count = chunk[1] - chunk[0]
                self._learn(count, seconds)
                yield count, part
            if ready:
                busy = (time.perf_counter() - begun) / len(ready)
                self._busy += (busy - self._busy) / 8

    def _hire(self, games: int) -> None:
        """Has as many hands as are wanted, or at least asked the cluster for them; they need not come."""
        if time.monotonic() < self._look_at:
            return
        self._look_at = time.monotonic() + LOOK_EVERY
        # One is asked for where there is no core yet: clusters may grow when they are asked.
        cores = max(1, int(ray.cluster_resources().get("CPU", 0)))  # type: ignore[no-untyped-call]
        wanted = min(cores, self._most or cores, games + len(self._playing))
        for _ in range(wanted - len(self._hands())):
            self._ask(self._make(), self._times)
        self._times += 1

    def _ask(self, hand: Any, time_asked_for: int | None = None) -> None:
        """Has a hand begin, or show that it lives."""
        self._beginning[hand.begin.remote(quincunx.__version__)] = hand, time_asked_for

    def _dismiss(self, hand: Any) -> None:
        """Counts no more on a hand, and looks for another one. Those that wait may have been on the same machine."""
        ray.kill(hand)
        for waiting in self._idle:
            self._ask(waiting)
        self._idle.clear()
        self._look_at = 0.0

    def _begin(self, task: Any) -> None:
        """Welcomes a hand, if it has come."""
        hand, time_asked_for = self._beginning.pop(task)
        try:
            self._fixed = ray.get(task)
        except LOST:
            if time_asked_for is not None:
                self._lost_times.add(time_asked_for)
            if len(self._lost_times) >= MOST_LOST and not self._is_hope():
                raise
            self._dismiss(hand)
            if time_asked_for is not None:
                # The next one may be lost as well, and on the same machine.
                self._look_at = time.monotonic() + LOOK_EVERY
        else:
            if time_asked_for is not None:
                self._lost_times.clear()
            self._idle.append(hand)

    def _is_hope(self) -> bool:
        """Tells whether others than the lost may work: who plays, waits, shows that it lives, or began to come with the first."""
        first = min(self._lost_times)
        begins = any(asked is None or asked <= first for _, asked in self._beginning.values())
        return bool(self._playing or self._idle or begins)

    def _ready(self) -> list[Any]:
        """Waits for something to be done, and returns all that is."""
        tasks = [*self._beginning, *self._playing]
        if not tasks:
            # Whoever was there is lost, and others are asked for when it is time.
            time.sleep(0.1)
            return []
        ready, _ = ray.wait(tasks, num_returns=1, timeout=1.0)
        if ready:
            ready, _ = ray.wait(tasks, num_returns=len(tasks), timeout=0)
        return list(ready)

    def _cut(self, left: deque[Range], games: int) -> Range:
        """Takes the next chunk away."""
        first, end = left.popleft()
        hands = len(self._playing) + len(self._idle)
        # No more than would leave others without work at the end.
        count = -(-games // (2 * hands))
        if self._pace is None:
            count = 1
        else:
            count = min(count, int(self._seconds(hands) / max(self._pace, 1e-9)))
        cut = min(end, first + max(1, count))
        if cut < end:
            left.appendleft((cut, end))
        return first, cut

    def _seconds(self, hands: int) -> float:
        """Returns how long a chunk is to take: so long that the driver has time for all of as many hands."""
        seconds = max(LEAST_SECONDS, LEAST_GAIN * self._fixed, self._busy * hands / MOST_BUSY)
        return min(seconds, max(MOST_SECONDS, LEAST_GAIN * self._fixed))

    def _learn(self, count: int, seconds: float) -> None:
        """Learns how long games take. Of the first, few, it is known roughly, so that chunks grow twofold at most."""
        pace = max(seconds - self._fixed, 0.0) / count
        if self._pace is None:
            self._pace = max(pace, LEAST_SECONDS / 8)
        else:
            self._pace = (self._pace + pace) / 2
