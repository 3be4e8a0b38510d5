"""Measures Ray beside threads, what a chunk costs the driver, and what follows for clusters of any size.

    cargo xtask wheel && pip install target/wheels/quincunx-*.whl 'ray==2.60.0'
    python crates/python/benches/cluster.py [short | beside | scale] [--rounds N]

`short`: the same few games are played on two threads and on a cluster of two nodes with a core each, which is begun here, in turns. The
first call on the cluster, in which workers begin and decode the network, is reported apart; the medians are of the calls after it. Five
rounds take half a minute.

`beside`: the same with many games. Wall time counts all that a call of ``quincunx.ray.simulate`` does; CPU time is that of this process
and, for Ray, of every process of the cluster. The mean speed-up by Ray is reported with the 95 % interval of Student's t, both of
logarithms. Five rounds take eleven minutes on two cores that have nothing else to do.

`scale`: each of some works is played in short and in long chunks, and the driver's CPU time is taken for a sum of so much a chunk and so
much a game. The table follows from a model of ``quincunx/ray/_crew.py``, in which N workers play r games a second each, of which n = r s
are a chunk of s seconds:

    driver   d = a + b n            CPU seconds a chunk: a handing it out, b reading, checking and adding what a game gave
    chunks   s = 1, longer when the driver would be busy for more than half of its time (N d / s > 1/2), 30 at most
    workers  N r s / (s + g)        games a second, if the driver keeps up; g seconds pass between two chunks of a worker
    driver   n / d                  games a second that it can take: beyond them it grows no more, however many workers there are

Where the rows of an hour are more than 64 GB as text alone, which no usual driver holds, there is a †.

The games of an hour are 3,600 times the less of both. The model leaves out the seconds in which workers begin, what networks and other
users of a cluster cost, and takes every core for one of this machine.
"""

from __future__ import annotations

import argparse
import math
import os
import pathlib
import statistics
import time
import warnings
from collections import deque
from collections.abc import Callable
from typing import Any, NamedTuple

# Before Ray is imported: its workers would give way to everything else on the machine, and threads do not.
os.environ["RAY_worker_niceness"] = "0"

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import ray
    from ray.cluster_utils import Cluster

import quincunx
import quincunx.ray
from quincunx.ray import _crew
from quincunx.ray._crew import Crew, Part, Range, play_chunk
from quincunx.ray._parts import kept

#: What is played in short: two seconds of two cores.
SHORT: dict[str, Any] = dict(game="2048", agents="expectimax:depth=1", games=200, seed=7)

#: What is played beside threads: a minute of two cores.
BESIDE: dict[str, Any] = dict(game="2048", agents="expectimax:depth=2", games=1200, seed=7)

#: Student's t for intervals of 95 %, by the rounds.
STUDENT = {2: 12.71, 3: 4.30, 4: 3.18, 5: 2.78, 6: 2.57, 7: 2.45, 8: 2.36, 9: 2.31, 10: 2.26}

#: Works whose games take from a twentieth of a millisecond to seconds, and how many are played by a worker in a second, about.
WORKS: list[tuple[str, dict[str, Any]]] = [
    ("2048 on 4×4, random, a row a game", dict(game="2048", agents="random")),
    ("2048 on 4×4, random, counters only", dict(game="2048", agents="random", keep_rows=False)),
    ("Connect Four, level 3 against level 2, a row a game", dict(game="connect-four", agents=["level:3", "level:2"])),
    ("2048, level 4, a row a game", dict(game="2048", agents="level:4")),
]

CORES = [1, 16, 256, 4096]

#: Bytes of rows that no usual driver holds.
TOO_MANY = 64e9

TICKS = os.sysconf("SC_CLK_TCK")


class Spending:
    """The CPU time of this process and of all that it has begun: of those that have ended, as far as was seen before."""

    def __init__(self) -> None:
        self._seen: dict[int, float] = {}

    def look(self) -> float:
        """Returns the CPU seconds of all that were ever seen."""
        parents, spent = {}, {}
        for process in pathlib.Path("/proc").iterdir():
            if process.name.isdecimal():
                try:
                    fields = (process / "stat").read_text().rpartition(")")[2].split()
                except OSError:
                    continue
                parents[int(process.name)] = int(fields[1])
                spent[int(process.name)] = sum(map(int, fields[11:13])) / TICKS

        def is_ours(process: int) -> bool:
            while process in parents and process != os.getpid():
                process = parents[process]
            return process == os.getpid()

        self._seen |= {process: seconds for process, seconds in spent.items() if is_ours(process)}
        return sum(self._seen.values())


Work = Callable[[Callable[[int, int], object]], Any]


def timed(spending: Spending, work: Work) -> tuple[Any, float, float]:
    """Returns the result of some work, which reports its progress, and its seconds of wall and CPU time."""
    wall, cpu = time.perf_counter(), spending.look()
    given = work(lambda played, games: spending.look())
    return given, time.perf_counter() - wall, spending.look() - cpu


def in_short(rounds: int) -> None:
    """Plays few games on threads and on Ray, in turns, and prints the medians."""

    def seconds_of(simulate: Callable[..., quincunx.Results]) -> float:
        begun = time.perf_counter()
        assert simulate(threads=2, **SHORT) == expected
        return time.perf_counter() - begun

    # Decodes the network here, so that the first local call is like the others.
    expected = quincunx.simulate(threads=2, **SHORT)
    first = seconds_of(quincunx.ray.simulate)
    turns = [(seconds_of(quincunx.simulate), seconds_of(quincunx.ray.simulate)) for _ in range(rounds)]
    threads, spread = (statistics.median(times) for times in zip(*turns))
    ratios = [of_ray / of_threads for of_threads, of_ray in turns]
    print(
        f"{SHORT['games']} games of {SHORT['game']}, {SHORT['agents']}: threads {threads:.2f} s, Ray {spread:.2f} s, "
        f"{statistics.median(ratios):.2f} times as long ({min(ratios):.2f} to {max(ratios):.2f} in {rounds} turns); "
        f"the first call on a fresh cluster {first:.2f} s",
        flush=True,
    )


def beside_threads(rounds: int) -> None:
    """Plays the same on Ray and on threads, in turns."""
    walls, cpus = [], []
    spending = Spending()
    for number in range(rounds):
        local, wall, cpu = timed(spending, lambda progress: quincunx.simulate(threads=2, **BESIDE))
        spread, wall_of_ray, cpu_of_ray = timed(
            spending, lambda progress: quincunx.ray.simulate(threads=2, progress=progress, **BESIDE)
        )
        assert local == spread
        walls.append(wall / wall_of_ray)
        cpus.append(cpu / cpu_of_ray)
        print(
            f"round {number + 1}: threads {wall:.1f} s ({cpu:.1f} of CPU), Ray {wall_of_ray:.1f} s ({cpu_of_ray:.1f}); "
            f"{walls[-1]:.2f} and {cpus[-1]:.2f} times as fast",
            flush=True,
        )
    for name, ratios in (("wall", walls), ("CPU", cpus)):
        line = f"Ray beside threads by {name} time: {statistics.geometric_mean(ratios):.3f} times as fast"
        if rounds in STUDENT:
            logs = [math.log(ratio) for ratio in ratios]
            error = STUDENT[rounds] * statistics.stdev(logs) / math.sqrt(rounds)
            low, high = (math.exp(statistics.mean(logs) + side * error) for side in (-1, 1))
            line += f" (95 %: {low:.3f} to {high:.3f})"
        print(f"{line}, from {min(ratios):.2f} to {max(ratios):.2f} in {rounds} rounds of {BESIDE['games']} games", flush=True)


class Costs(NamedTuple):
    """What a work costs."""

    #: Games that a worker plays in a second of CPU time.
    pace: float
    #: CPU seconds of the driver a chunk, and more a game.
    chunk: float
    game: float
    #: Bytes that come back a game.
    sent: float


class Spent(NamedTuple):
    """What a run of chunks took."""

    chunks: int
    games: int
    #: CPU seconds of the driver.
    driver: float


class InChunks(Crew[Part]):
    """A crew whose chunks are the ranges as they are given."""

    def _cut(self, left: deque[Range], games: int) -> Range:
        return left.popleft()


def waiting() -> float:
    """Returns the CPU seconds a second that Ray takes the driver while it waits."""
    cpu = time.process_time()
    time.sleep(5)
    return (time.process_time() - cpu) / 5


def in_chunks(arguments: dict[str, Any], size: int, chunks: int, idle: float) -> Spent:
    """Plays chunks of a size, whose results are kept as in any run; what waiting takes is left out."""
    games = size * chunks
    nothing = quincunx.simulate(only=[], games=games, **arguments)
    crew = InChunks[quincunx.Results]("simulate", dict(games=games, **arguments), 1)
    ranges = [(number * size, (number + 1) * size) for number in range(chunks)]
    with kept(nothing, None, None, None) as keeper, crew:
        # Until the worker is there.
        for _, part in crew.play(ranges[:1], lambda first, end: [(first, end)]):
            keeper.add(part)
        cpu, wall = time.process_time(), time.perf_counter()
        for _, part in crew.play(ranges[1:], lambda first, end: [(first, end)]):
            keeper.add(part)
        driver = time.process_time() - cpu - idle * (time.perf_counter() - wall)
    return Spent(chunks - 1, games - size, driver)


def costs_of(arguments: dict[str, Any], idle: float) -> Costs:
    """Measures a work; waiting takes the driver so much a second."""
    games = 2
    while True:
        begun = time.process_time()
        results = quincunx.simulate(games=games, threads=1, **arguments)
        took = time.process_time() - begun
        if took > 1.0:
            break
        games *= 2
    pace = games / took
    sent = len(results.text) / games
    # Chunks of a twentieth of a second and of half of one.
    few, many = max(1, round(pace / 20)), max(2, round(pace / 2))
    short, long = in_chunks(arguments, few, 60, idle), in_chunks(arguments, many, 20, idle)
    # driver = chunk × chunks + game × games, twice.
    determinant = short.chunks * long.games - long.chunks * short.games
    chunk = (short.driver * long.games - long.driver * short.games) / determinant
    game = (short.chunks * long.driver - long.chunks * short.driver) / determinant
    return Costs(pace, max(chunk, 0.0), max(game, 0.0), sent)


def gap() -> float:
    """Returns the wall seconds between two chunks of a worker, of which the first is known to be over."""
    chunk: Any = ray.remote(num_cpus=1)(play_chunk)
    arguments: Any = quincunx.__version__, "simulate", dict(game="2048", agents="random", games=1), []
    ray.get(chunk.remote(*arguments))
    gaps: list[float] = []
    for _ in range(200):
        begun = time.perf_counter()
        _, played, _ = ray.get(chunk.remote(*arguments))
        gaps.append(time.perf_counter() - begun - played)
    return statistics.median(gaps)


def games_an_hour(costs: Costs, cores: int, gap: float) -> tuple[float, float, float]:
    """Returns the games of an hour, the seconds of a chunk and the part of its time that the driver is busy; see above."""
    seconds = _crew.MIN_SECONDS
    while seconds < _crew.MAX_SECONDS:
        if cores * (costs.chunk + costs.game * costs.pace * seconds) / seconds <= _crew.MAX_BUSY:
            break
        seconds *= 1.01
    seconds = min(seconds, _crew.MAX_SECONDS)
    of_chunk = costs.chunk + costs.game * costs.pace * seconds
    played = cores * costs.pace * seconds / (seconds + gap)
    taken = costs.pace * seconds / of_chunk
    rate = min(played, taken)
    return rate * 3600, seconds, rate / taken


def millions(games: float, sent: float) -> str:
    """Writes a number of games of an hour by two digits at least, and marks those whose rows are too many."""
    number = f"{games / 1e6:,.0f} M" if games >= 1e7 else f"{games / 1e6:.2g} M"
    return number + "†" * (games * sent > TOO_MANY)


def scale() -> None:
    """Prints what a chunk costs, and the table."""
    between, idle = gap(), waiting()
    print(f"{between * 1000:.2f} ms between chunks; waiting takes {idle:.2%} of a core\n")
    cores = " | ".join(f"{cores:,} cores" for cores in CORES)
    print(f"| work | games/s a core | driver: a chunk, a game | bytes a game | {cores} | at most |")
    print("| --- |" + " --- |" * (len(CORES) + 4))
    for name, arguments in WORKS:
        costs = costs_of(arguments, idle)
        line = [games_an_hour(costs, cores, between) for cores in CORES]
        # The longest chunks make the most of the driver.
        games = costs.pace * _crew.MAX_SECONDS
        most = games / (costs.chunk + costs.game * games)
        cells = [f"{millions(hour, costs.sent)} ({seconds:.0f} s, {busy:.0%})" for hour, seconds, busy in line]
        print(
            f"| {name} | {costs.pace:,.3g} | {costs.chunk * 1000:.2g} ms, {costs.game * 1e6:.2g} µs | {costs.sent:.0f} | "
            + " | ".join(cells)
            + f" | {millions(most * 3600, costs.sent)}, from {most / costs.pace:,.0f} cores on |",
            flush=True,
        )


def main() -> None:
    """Prints what is asked for, or everything."""
    parser = argparse.ArgumentParser(description="Measures Ray beside threads, and what follows for clusters of any size.")
    parser.add_argument("part", nargs="?", choices=["short", "beside", "scale"], help="what is measured; everything by default")
    parser.add_argument("--rounds", type=int, default=5, choices=range(1, 11), help="how often the same is played on threads and on Ray")
    asked = parser.parse_args()
    node: dict[str, Any] = dict(num_cpus=1, object_store_memory=200 << 20)
    cluster = Cluster(initialize_head=True, head_node_args={**node, "include_dashboard": False})
    cluster.add_node(**node)
    ray.init(address=cluster.address, log_to_driver=False)
    try:
        # First, as it reports what a fresh cluster costs.
        if asked.part in (None, "short"):
            in_short(asked.rounds)
        if asked.part in (None, "beside"):
            beside_threads(asked.rounds)
        if asked.part in (None, "scale"):
            scale()
    finally:
        ray.shutdown()
        cluster.shutdown()  # type: ignore[no-untyped-call]


if __name__ == "__main__":
    main()
