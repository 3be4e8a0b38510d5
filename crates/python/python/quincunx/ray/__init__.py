"""The laboratory on a cluster of Ray: the functions of ``quincunx`` with the same arguments and the same results, bit for bit.

>>> import quincunx.ray
>>> results = quincunx.ray.simulate("2048", "level:3", games=100_000, folder="run")  # doctest: +SKIP

It needs Ray (``pip install quincunx[ray]``) and, on every machine of the cluster, the same version of this package. The cluster is
the one to which ``ray.init`` has connected, or else what ``ray.init()`` finds or begins. Games are played by one actor a core, in
chunks of about a second; ``threads`` bounds how many work. The chunks of a worker that is lost are played by another, and cores
that join the cluster take part. A path among the arguments that is a ``pathlib.Path`` is read here and sent; one that is a part of
a player's name (``expectimax:network=/data/mine.safetensors``) is opened by the workers, so that it must be the same file on all
machines.

Ctrl-C, or what ``progress`` raises, ends the work. What was played is kept, every minute and whenever the work ends, by ``out``, which
names a file of everything that is written anew each time, and by ``folder``, which has a file for what is new: the better one where
there is a row for each of millions of games. The same call goes on from there, and files are there whole or not at all.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, Literal, NamedTuple, overload

import quincunx
from quincunx._train import begun as begun_training

from ._crew import Crew, Range
from ._parts import Keeper, Part, kept
from ._training import Training, train_all

__all__ = ["level_report", "simulate", "tournament", "train"]

_Progress = Callable[[int, int], object]
_Tell = Callable[[int], object]


class Stage(NamedTuple):
    """Games that can be played side by side, and take about as long."""

    ranges: list[Range]
    #: Makes of a range what the function takes as its argument ``only``.
    only: Callable[[int, int], Any]
    #: How much work a game is, in the unit in which progress is told.
    cost: int = 1


def _read(options: dict[str, Any]) -> dict[str, Any]:
    """Reads the files that options name here, as they need not be where they are used."""
    read = {}
    for name, value in options.items():
        if isinstance(value, os.PathLike):
            with open(value, encoding="utf-8") as file:
                value = file.read()
        read[name] = value
    return read


def simulate(
    game: str,
    agents: str | Sequence[str],
    *,
    games: int = 1000,
    seed: int = 0,
    opening: int | None = None,
    plies: int = 100_000,
    threads: int | None = None,
    rows: bool = True,
    shard: str | None = None,
    only: Sequence[tuple[int, int]] | None = None,
    resume: quincunx.Results | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: _Progress | None = None,
    folder: str | os.PathLike[str] | None = None,
    **options: Any,
) -> quincunx.Results:
    """Plays games between computer players on the cores of the cluster; see ``quincunx.simulate``.

    ``folder`` keeps what was played, as ``out`` does; see above.
    """
    arguments = dict(
        game=game, agents=agents, games=games, seed=seed, opening=opening, plies=plies, rows=rows, **_read(options)
    )
    begun = quincunx.simulate(only=[], resume=resume, out=out, **arguments)

    def missing(whole: quincunx.Results) -> Stage:
        return Stage(whole.missing(shard=shard, only=only), lambda first, end: [(first, end)])

    def tell(whole: quincunx.Results) -> _Tell:
        total = sum(end - first for first, end in missing(whole).ranges)
        return lambda played: progress and progress(played, total)

    return _play("simulate", arguments, begun, missing, tell, threads, out, folder)


def tournament(
    game: str,
    agents: Sequence[str],
    *,
    format: Literal["round-robin", "knock-out"] = "round-robin",
    seeds: int = 10,
    seed: int = 0,
    opening: int | None = None,
    plies: int = 100_000,
    nodes: int | None = None,
    seconds: float | None = None,
    threads: int | None = None,
    only: Sequence[tuple[int, int, Sequence[int]]] | None = None,
    resume: quincunx.Standing | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: _Progress | None = None,
    folder: str | os.PathLike[str] | None = None,
    **options: Any,
) -> quincunx.Standing:
    """Has computer players meet on the cores of the cluster; see ``quincunx.tournament``.

    All games of a round robin are played side by side; the rounds of a knock-out follow each other. With ``seconds`` each game has a
    core of its own, and the clock decides with. ``folder`` keeps what was played, as ``out`` does; see above.
    """
    arguments = dict(
        game=game,
        agents=list(agents),
        format=format,
        seeds=seeds,
        seed=seed,
        opening=opening,
        plies=plies,
        nodes=nodes,
        seconds=seconds,
        **_read(options),
    )
    begun = quincunx.tournament(only=[], resume=resume, out=out, **arguments)

    def missing(whole: quincunx.Standing) -> Stage:
        games = whole.missing(only=only)
        return Stage([(0, len(games))] if games else [], lambda first, end: games[first:end])

    def tell(whole: quincunx.Standing) -> _Tell:
        return lambda played: progress and progress(whole.played + played, max(whole.games, whole.played + played))

    return _play("tournament", arguments, begun, missing, tell, threads, out, folder)


def level_report(
    level: str | os.PathLike[str],
    /,
    *,
    agents: Sequence[str] | None = None,
    games: int = 1000,
    seed: int = 0,
    success: float | None = None,
    threads: int | None = None,
    progress: _Progress | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> dict[str, Any]:
    """Tells what a level gives to players of several tiers; see ``quincunx.level_report``.

    The players' games are played one player after the other, those of one side by side. ``folder`` keeps what was played; see above.
    """
    arguments = dict(agents=agents, games=games, seed=seed, success=success, **_read({"level": level}))
    begun = quincunx.level_games(only=[], **arguments)

    def missing(whole: quincunx.LevelGames) -> Stage:
        lots = whole.missing()
        if not lots:
            return Stage([], lambda first, end: [])
        player, limit, ranges = lots[0]
        return Stage(list(ranges), lambda first, end: [(player, limit, [(first, end)])], whole.costs[player])

    def tell(whole: quincunx.LevelGames) -> _Tell:
        return lambda played: progress and progress(played, whole.cost)

    return _play("level_games", arguments, begun, missing, tell, threads, None, folder).report()


@overload
def train(
    game: str,
    *,
    games: int | None = None,
    seconds: float | None = None,
    network: str | None = None,
    lambda_: float | None = None,
    rate: float | None = None,
    restart: int | None = None,
    seed: int | None = None,
    threads: int = 1,
    out: str | os.PathLike[str] | None = None,
    resume: quincunx.Network | str | os.PathLike[str] | None = None,
    save_every: float = 600.0,
    progress: Callable[[int, int | None], object] | None = None,
    **options: Any,
) -> quincunx.Network: ...
@overload
def train(
    game: str,
    *,
    games: int | None = None,
    seconds: float | None = None,
    network: str | None = None,
    lambda_: float | None = None,
    rate: float | None = None,
    restart: int | None = None,
    seed: Sequence[int],
    threads: int = 1,
    out: str | os.PathLike[str] | None = None,
    save_every: float = 600.0,
    progress: Callable[[int, int | None], object] | None = None,
    **options: Any,
) -> list[quincunx.Network]: ...
def train(
    game: str,
    *,
    games: int | None = None,
    seconds: float | None = None,
    network: str | None = None,
    lambda_: float | None = None,
    rate: float | None = None,
    restart: int | None = None,
    seed: int | Sequence[int] | None = None,
    threads: int = 1,
    out: str | os.PathLike[str] | None = None,
    resume: quincunx.Network | str | os.PathLike[str] | None = None,
    save_every: float = 600.0,
    progress: Callable[[int, int | None], object] | None = None,
    **options: Any,
) -> quincunx.Network | list[quincunx.Network]:
    """Has networks learn a game, each on one machine of the cluster; see ``quincunx.train``.

    One training is one task, and several seeds (``seed=range(8)``) are as many trainings side by side, whose networks are returned in
    their order. The games of one are not spread over machines: each learns from what all before it have changed, so that whoever
    spreads them learns something else with every worker more, and no two runs would agree. Side by side is what a cluster is for here: to
    see how far seeds or settings differ, or to keep the best.

    With ``threads=1``, as it is here unless said otherwise, a network has the weights of its local twin, bit for bit. What it has
    learned is fetched every ``save_every`` seconds; when a worker is lost another goes on from there, and the weights are the same
    as if none had been. ``out`` is saved here whenever something is fetched, and has ``{seed}`` in its name where there are several.
    ``progress`` is called with the games of all trainings together.
    """
    seeds: list[int | None] = [seed] if seed is None or isinstance(seed, int) else list(seed)
    pattern = None if out is None else os.fspath(out)
    if len(seeds) > 1 and pattern is not None and "{seed}" not in pattern:
        raise ValueError(f"{pattern} is one file for {len(seeds)} networks; with {{seed}} in its name each has its own")
    if games is None and seconds is None:
        raise ValueError("training ends after `games` in all or after `seconds`, and neither is given")
    course: dict[str, Any] = dict(lambda_=lambda_, rate=rate, restart=restart)
    trainings = []
    for one in seeds:
        target = None if pattern is None else Path(pattern.replace("{seed}", str(one or 0)))
        learner = begun_training(game, network, one, resume, target, options)
        # Trains on no game, and refuses wrong arguments here.
        learner.train(games=learner.games, threads=threads, **course)
        trainings.append(Training(learner, target, (games, seconds), save_every))
    total = None if games is None else games * len(seeds)
    networks = train_all(trainings, course, threads, lambda played: progress and progress(played, total))
    return networks if isinstance(seed, Sequence) else networks[0]


def _play(
    twin: str,
    arguments: dict[str, Any],
    begun: Part,
    missing: Callable[[Part], Stage],
    tell: Callable[[Part], _Tell],
    threads: int | None,
    out: str | os.PathLike[str] | None,
    folder: str | os.PathLike[str] | None,
) -> Part:
    """Plays what is missing of what was begun: stage after stage, where what is missing follows from what was played."""
    keeper: Keeper[Part]
    with kept(begun, folder, out) as keeper, Crew[Part](twin, arguments, threads) as crew:
        whole = keeper.whole()
        told, played = tell(whole), 0
        while True:
            stage = missing(whole)
            if not stage.ranges:
                told(played)
                return whole
            for count, part in crew.play(stage.ranges, stage.only):
                keeper.add(part)
                played += count * stage.cost
                told(played)
            whole = keeper.whole()
