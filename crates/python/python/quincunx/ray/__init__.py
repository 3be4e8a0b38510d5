"""The laboratory on a cluster of Ray: the functions of ``quincunx`` with the same arguments and the same results, bit for bit.

>>> import quincunx.ray
>>> results = quincunx.ray.simulate("2048", "level:3", games=100_000, folder="run")  # doctest: +SKIP

It needs Ray and, on every machine of the cluster, the same version of this package (``docs/how-to/ray.md``). The cluster is
the one to which ``ray.init`` has connected, or else what ``ray.init()`` finds or begins. Games are played in chunks of about a
second, each a task of one core; ``threads`` bounds how many are played side by side. The chunks of a worker that is lost are played
by another, and cores that join the cluster take part. A path among the arguments that is a ``pathlib.Path`` is read here and sent; one that is a part of
a player's name (``expectimax:network=/data/mine.safetensors``) is opened by the workers, so that it must be the same file on all
machines.

Ctrl-C, or what ``progress`` raises, ends the work. What was played is kept, every minute and whenever the work ends, by ``out``,
which names a file of everything that is written anew each time, and by ``folder``, which has a file for what is new: the better one
where there is a row for each of millions of games. The same call goes on from there, and files are there whole or not at all. Where
there is no room for them in the end, that is tried for ten minutes; an error that ends this has all that was played as its
attribute ``unsaved``.
"""

from __future__ import annotations

import operator
import os
from collections.abc import Callable, Mapping, Sequence
from contextlib import ExitStack
from functools import partial
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, overload, SupportsIndex

import quincunx
from quincunx._arguments import check_rule_options
from quincunx._native import _Claim, _read
from quincunx._train import beginning, begun, check_end

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from quincunx.typing import GameId, Options, Player

if find_spec("ray") is None:
    raise ModuleNotFoundError("quincunx.ray needs Ray: pip install 'quincunx[ray]'", name="ray")

from ._crew import Crew, Range
from ._parts import Keeper, Part, kept
from ._training import Networks, Training, train_all

__all__ = ["level_report", "simulate", "tournament", "train"]

_Progress = Callable[[int, int], object]
_Report = Callable[[int], object]


#: Bytes of networks that are returned in memory at most, where there are several.
MAX_IN_MEMORY = 4 << 30


class Stage(NamedTuple):
    """Games that can be played side by side, and take about as long."""

    ranges: list[Range]
    #: Makes of a range what the function takes as its argument ``only``.
    only: Callable[[int, int], Any]
    #: How much work a game is, in the unit of its progress.
    cost: int = 1


def _with_contents(options: Mapping[str, object]) -> dict[str, Any]:
    """Reads the files that options name here, as they need not be where they are used."""
    read = {}
    for name, value in options.items():
        read[name] = _read(value) if isinstance(value, os.PathLike) else value
    return read


def simulate(
    game: GameId,
    agents: Player | list[Player] | tuple[Player, ...],
    *,
    games: int = 1000,
    seed: int = 0,
    positions: Sequence[str] | None = None,
    opening: int | None = None,
    plies: int = 100_000,
    threads: int | None = None,
    keep_rows: bool = True,
    shard: str | None = None,
    only: Sequence[tuple[int, int]] | None = None,
    resume: quincunx.Results | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: _Progress | None = None,
    folder: str | os.PathLike[str] | None = None,
    **options: Unpack[Options],
) -> quincunx.Results:
    """Plays games between computer players on the cores of the cluster; see ``quincunx.simulate``.

    ``folder`` keeps what was played, as ``out`` does; see above.
    """
    arguments = dict(
        game=game,
        agents=agents,
        games=games,
        seed=seed,
        positions=positions,
        opening=opening,
        plies=plies,
        keep_rows=keep_rows,
        **_with_contents(options),
    )
    nothing = quincunx.simulate(only=[], **arguments)

    def missing(whole: quincunx.Results) -> Stage:
        return Stage(whole.missing(shard=shard, only=only), lambda first, end: [(first, end)])

    def count(whole: quincunx.Results) -> int:
        return sum(end - first for first, end in missing(whole).ranges)

    def report(whole: quincunx.Results) -> _Report:
        wanted = count(nothing)
        before = wanted - count(whole)
        return lambda played: progress and progress(before + played, wanted)

    return _play("simulate", arguments, nothing, missing, report, threads, resume, out, folder)


def tournament(
    game: GameId,
    agents: list[Player] | tuple[Player, ...],
    *,
    format: Literal["round-robin", "knock-out"] = "round-robin",
    seeds: int = 10,
    seed: int = 0,
    positions: Sequence[str] | None = None,
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
    **options: Unpack[Options],
) -> quincunx.Standing:
    """Has computer players meet on the cores of the cluster; see ``quincunx.tournament``.

    All games of a round robin are played side by side; the rounds of a knock-out follow each other. With ``seconds`` each game has
    a core of its own, and the clock decides with. ``folder`` keeps what was played, as ``out`` does; see above.
    """
    arguments = dict(
        game=game,
        agents=list(agents),
        format=format,
        seeds=seeds,
        seed=seed,
        positions=positions,
        opening=opening,
        plies=plies,
        nodes=nodes,
        seconds=seconds,
        **_with_contents(options),
    )
    nothing = quincunx.tournament(only=[], **arguments)

    def missing(whole: quincunx.Standing) -> Stage:
        games = whole.missing(only=only)
        return Stage([(0, len(games))] if games else [], lambda first, end: games[first:end])

    def report(whole: quincunx.Standing) -> _Report:
        wanted, before = whole.games, whole.played
        if only is not None:
            wanted = len(nothing.missing(only=only))
            before = wanted - len(whole.missing(only=only))
        return lambda played: progress and progress(before + played, max(wanted, before + played))

    return _play("tournament", arguments, nothing, missing, report, threads, resume, out, folder)


def level_report(
    level: str | os.PathLike[str],
    *,
    agents: Sequence[str] | None = None,
    games: int = 1000,
    seed: int = 0,
    success: float | None = None,
    threads: int | None = None,
    resume: quincunx.LevelGames | None = None,
    out: str | os.PathLike[str] | None = None,
    progress: _Progress | None = None,
    folder: str | os.PathLike[str] | None = None,
) -> dict[str, Any]:
    """Plays a level by players of several tiers, and reports the outcome of each; see ``quincunx.level_report``.

    The players' games are played one player after the other, those of one side by side. ``folder`` keeps what was played, as
    ``out`` does; see above.
    """
    arguments = dict(agents=agents, games=games, seed=seed, success=success, **_with_contents({"level": level}))
    nothing = quincunx.level_games(only=[], **arguments)

    def missing(whole: quincunx.LevelGames) -> Stage:
        lots = whole.missing()
        if not lots:
            return Stage([], lambda first, end: [])
        player, limit, ranges = lots[0]
        return Stage(list(ranges), lambda first, end: [(player, limit, [(first, end)])], whole.costs[player])

    def report(whole: quincunx.LevelGames) -> _Report:
        done, cost = whole.done, whole.cost
        return lambda played: progress and progress(done + played, max(cost, done + played))

    return _play("level_games", arguments, nothing, missing, report, threads, resume, out, folder).report()


@overload
def train(
    game: GameId,
    *,
    games: int | None = None,
    seconds: float | None = None,
    network: str | None = None,
    lambda_: float | None = None,
    rate: float | None = None,
    coherence: bool | None = None,
    restart: int | None = None,
    optimism: float | None = None,
    seed: SupportsIndex | None = None,
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: quincunx.Network | str | os.PathLike[str] | None = None,
    from_: quincunx.Network | str | os.PathLike[str] | None = None,
    new_stages: Literal["before", "nothing"] = "before",
    save_every: float = 600.0,
    progress: Callable[[int, int | None], object] | None = None,
    **options: Unpack[Options],
) -> quincunx.Network: ...
@overload
def train(
    game: GameId,
    *,
    games: int | None = None,
    seconds: float | None = None,
    network: str | None = None,
    lambda_: float | None = None,
    rate: float | None = None,
    coherence: bool | None = None,
    restart: int | None = None,
    optimism: float | None = None,
    seed: Sequence[SupportsIndex],
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    from_: quincunx.Network | str | os.PathLike[str] | None = None,
    new_stages: Literal["before", "nothing"] = "before",
    save_every: float = 600.0,
    progress: Callable[[int, int | None], object] | None = None,
    **options: Unpack[Options],
) -> Sequence[quincunx.Network]: ...
def train(
    game: GameId,
    *,
    games: int | None = None,
    seconds: float | None = None,
    network: str | None = None,
    lambda_: float | None = None,
    rate: float | None = None,
    coherence: bool | None = None,
    restart: int | None = None,
    optimism: float | None = None,
    seed: SupportsIndex | Sequence[SupportsIndex] | None = None,
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: quincunx.Network | str | os.PathLike[str] | None = None,
    from_: quincunx.Network | str | os.PathLike[str] | None = None,
    new_stages: Literal["before", "nothing"] = "before",
    save_every: float = 600.0,
    progress: Callable[[int, int | None], object] | None = None,
    **options: Unpack[Options],
) -> quincunx.Network | Sequence[quincunx.Network]:
    """Has networks learn a game, each on one machine of the cluster; see ``quincunx.train``.

    One training is one task, and several seeds (``seed=range(8)``) are as many trainings side by side, whose networks are returned
    in their order. The games of one are not spread over machines: each learns from what all before it have changed, so that whoever
    spreads them learns something else with every worker more, and no two runs would agree. Side by side is what a cluster is for
    here: to see how far seeds or settings differ, or to keep the best.

    With one thread, as it is here by default, a network has the weights of its local twin, bit for bit. What
    it has learned is fetched every ``save_every`` seconds; when a worker is lost another goes on from there, and the weights are
    the same as if none had been. ``out`` is saved here whenever something is fetched, and has ``{seed}`` in its name where there
    are several: the seed of each, also where it follows from ``from_`` or ``resume``. Ctrl-C, or what ``progress`` raises, ends the
    work as soon as what was learned until then is in these files; without ``out`` it is lost. A file that cannot be written on the
    way is a RuntimeWarning and tried again later; at the end, where there is no room, for ten minutes in which the other trainings
    go on, and in which the network stays with its worker; after Ctrl-C for ten minutes a file, one after the other. An error that
    ends this has the network as its attribute ``unsaved`` that could not be saved; where several could not, the error of each
    has that of the one before as its ``__context__``. ``progress`` is called with the games of all trainings together.

    What one network has learned is sent at a time, and held here only where there is no file for it. Of several networks with
    ``out`` each is read from its file whenever it is asked for; without it all are in memory, and more than 4 GiB of several are
    refused.

    ValueError: also when no machine of the cluster has as many cores as ``threads``.
    """
    check_rule_options(train, game, options)
    check_end(games, seconds, save_every)
    seeds: list[int | None]
    try:
        seeds = [None if seed is None else operator.index(seed)]  # type: ignore[arg-type]
        is_one = True
    except TypeError:
        seeds, is_one = [operator.index(one) for one in seed], False  # type: ignore[union-attr]
    if twice := {one for one in seeds if seeds.count(one) > 1}:
        raise ValueError(f"seed {min(map(str, twice))} is there twice, and each has one network")
    pattern = None if out is None else os.fspath(out)
    if len(seeds) > 1 and pattern is not None and "{seed}" not in pattern:
        raise ValueError(f"{pattern} is one file for {len(seeds)} networks; with {{seed}} in its name each has its own")
    course: dict[str, Any] = dict(lambda_=lambda_, rate=rate, coherence=coherence, restart=restart)
    cores = 1 if threads is None else threads
    targets: list[Path | None] = []
    trainings: list[Training] = []
    with ExitStack() as claims:
        for one in seeds:
            begin = beginning(game, network, one, optimism, resume, from_, new_stages, options)
            if one is None and pattern is not None and "{seed}" in pattern:
                # That of what training begins with or goes on with, or the usual one.
                one = begin().seed
            target = None if pattern is None else Path(pattern.replace("{seed}", str(one)))
            targets.append(target)
            claims.enter_context(_Claim(target))
            start = partial(_start, begin, target, dict(games=games, threads=cores, **course))
            learner, is_saved = start()
            is_new = resume is None and from_ is None and not is_saved
            is_one_of_many = len(seeds) > 1 and target is None
            if not trainings and is_one_of_many and len(bytes(learner)) * len(seeds) > MAX_IN_MEMORY:
                most = MAX_IN_MEMORY >> 30
                raise ValueError(f"{len(seeds)} networks take more than {most} GiB of memory; files for them are named by `out`")
            trainings.append(Training(learner, start, is_new, is_saved, target, (games, seconds), save_every))
            del learner
        total = None if games is None else games * len(seeds)
        train_all(trainings, course, cores, lambda played: progress and progress(played, total))
    if is_one:
        return trainings[0].network()
    if pattern is None:
        return [training.network() for training in trainings]
    return Networks([target for target in targets if target is not None])


def _start(
    begin: Callable[[], quincunx.Network], target: Path | None, course: dict[str, Any]
) -> tuple[quincunx.Network, bool]:
    """Returns what a training goes on with, which has the course of now, and whether its file holds that."""
    learner, is_saved = begun(begin, target)
    games = course["games"]
    # Trains on no game, and refuses wrong arguments here.
    learner.train(**{**course, "games": learner.games if games is None else min(games, learner.games)})
    return learner, is_saved


def _play(
    twin: str,
    arguments: dict[str, Any],
    nothing: Part,
    missing: Callable[[Part], Stage],
    report: Callable[[Part], _Report],
    threads: int | None,
    resume: Part | None,
    out: str | os.PathLike[str] | None,
    folder: str | os.PathLike[str] | None,
) -> Part:
    """Plays what is missing of what was begun: stage after stage, where what is missing follows from what was played."""
    keeper: Keeper[Part]
    with kept(nothing, resume, folder, out) as keeper, Crew[Part](twin, arguments, threads) as crew:
        whole = keeper.whole()
        report_played, played = report(whole), 0
        while True:
            stage = missing(whole)
            if not stage.ranges:
                report_played(played)
                return whole
            for count, part in crew.play(stage.ranges, stage.only):
                keeper.add(part)
                played += count * stage.cost
                report_played(played)
            whole = keeper.whole()
