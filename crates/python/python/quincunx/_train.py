"""Training of networks, saved on the way."""

from __future__ import annotations

import math
import os
import time
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from ._arguments import check_rule_options
from ._native import Network, _Claim
from ._saving import save_at_last, tried_again

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from .typing import GameId, Options


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
    seed: int | None = None,
    threads: int | None = None,
    out: str | os.PathLike[str] | None = None,
    resume: Network | str | os.PathLike[str] | None = None,
    from_: Network | str | os.PathLike[str] | None = None,
    new_stages: Literal["before", "nothing"] = "before",
    save_every: float = 600.0,
    progress: Callable[[int, int | None], object] | None = None,
    **options: Unpack[Options],
) -> Network:
    """Trains an n-tuple network by self-play and returns it, as ``quincunx train`` does.

    It ends after ``games`` or ``seconds``, whatever is first. The same arguments, ``threads`` and ``games`` among them, give
    the same weights, bit for bit, and with ``threads=1`` also however often it was stopped in between.

    Args:
        game: The id of the game.
        games: The games from which the network has learned in all when training ends.
        seconds: The time after which training ends.
        network: The name of the network, or its description in words of the game.
        lambda_: From 0, the next value alone, to 1: how much of what followed later counts; 0.5 by default.
        rate: The part of an error that is learned at once; 1 by default, or 0.1 without ``coherence``.
        coherence: Whether each entry has a rate of its own, which falls as its errors go to and fro; by default it has.
        restart: The fewest actions of a game that goes on from its middle when it has ended; 0, the default, for never.
        optimism: The points that every position seems to be worth at first, so that all is tried: learning takes longer
            and comes further.
        seed: What all chance derives from; by default 0, or with ``from_`` the one behind its own.
        threads: Threads with a copy of the network each, which put together what they have learned behind each
            thirty-second of the games so far; by default all, up to four with copies of up to 4 GiB.
        out: A file in which the network is saved at the end, however that comes, and every ``save_every`` seconds; an old
            file stays whole until the new one is. Where it is there already, training goes on with it; one of other
            rules, another network, another seed, other optimism or another beginning is refused, and so is one for
            which another process works.
        resume: A network, which stays as it is, or a file to go on with; rules, network, seed and optimism are its own.
        from_: A network or a file, also one for players, with whose values training begins, by games of another seed;
            where the seed is the same, by games behind those that it has had. Rules and optimism are its own, and
            ``network`` has the same tables or more stages (``"4x6 @16384"``).
        new_stages: What these stages begin with: the values of the stage ``"before"``, or ``"nothing"``, where that one
            has learned that games end there. Where ``out`` is there already, it decides nothing.
        save_every: Seconds between two saves of ``out``.
        progress: Called from time to time and at the end with the games that the network has learned from, those of
            before included, and ``games``; what it raises ends the work, as Ctrl-C does.
        **options: The options of the rules.

    Returns:
        The network.

    Raises:
        ValueError: The arguments make no training.
        FileExistsError: ``out`` is there already, and of another training.
        OSError: The file cannot be written at the end, after ten minutes of trying where there is no room; the error's
            attribute ``unsaved`` is the network. On the way it is a RuntimeWarning and tried again later.

    In 2048 the network is one of n-tuples (Szubert and Jaśkowski, "Temporal Difference Learning of N-Tuple Networks for the Game
    2048", 2014). Coherence is after Beal and Smith ("Temporal Coherence and Prediction Decay in TD Learning", 1999) and Jaśkowski
    ("Mastering 2048 with Delayed Temporal Coherence Learning", 2017), what threads learn is averaged after McDonald, Hall and
    Mann ("Distributed Training Strategies for the Structured Perceptron", 2010), restarts after Matsuzaki ("Developing Value Networks for Game 2048 with Reinforcement Learning", 2021).
    """
    check_rule_options(train, game, options)
    check_end(games, seconds, save_every)
    target = None if out is None else Path(out)
    begin = beginning(game, network, seed, optimism, resume, from_, new_stages, options)
    with _Claim(target):
        learner, is_saved = begun(begin, target)
        #: Games that the file has, or that were learned from before.
        safe = learner.games
        end = None if seconds is None else time.monotonic() + seconds
        while True:
            try:
                learner.train(
                    games=games,
                    seconds=None if end is None else max(0.0, end - time.monotonic()),
                    pause=None if target is None else save_every,
                    lambda_=lambda_,
                    rate=rate,
                    coherence=coherence,
                    restart=restart,
                    threads=threads,
                    progress=progress,
                )
                is_learned = games is not None and learner.games >= games
                is_over = is_learned or (end is not None and time.monotonic() >= end)
                is_new = learner.games > safe or not is_saved
                if target is not None and is_new and not is_over:
                    with tried_again(target):
                        learner.save(target)
                        safe, is_saved = learner.games, True
            except BaseException:
                # Wrong arguments leave nothing behind, Ctrl-C all that was learned.
                if target is not None and learner.games > safe:
                    save_at_last(learner, target)
                raise
            if is_over:
                if target is not None and is_new:
                    save_at_last(learner, target)
                return learner


def check_end(games: int | None, seconds: float | None, save_every: float) -> None:
    """Refuses a training that would not end, or be saved on the way."""
    if games is None and seconds in (None, math.inf):
        raise ValueError("training ends after `games` in all or after `seconds`, and neither is given")
    for name, time_given in (("seconds", seconds), ("save_every", save_every)):
        if time_given is not None and not time_given >= 0:
            raise ValueError(f"`{name}` is a time of 0 seconds or more, not {time_given}")


def beginning(
    game: GameId,
    network: str | None,
    seed: int | None,
    optimism: float | None,
    resume: Network | str | os.PathLike[str] | None,
    from_: Network | str | os.PathLike[str] | None,
    new_stages: Literal["before", "nothing"],
    options: Options,
) -> Callable[[], Network]:
    """Returns what makes the network with which training begins, or a copy of the one with which it goes on."""
    if resume is not None and from_ is not None:
        raise ValueError("training goes on with `resume` or begins with `from_`, not both")
    if resume is not None and (options or any(given is not None for given in (network, seed, optimism))):
        raise ValueError(
            "rules, network, seed and optimism are those of what training goes on with, and cannot be given with `resume`"
        )
    if new_stages != "before" and (from_ is None or network is None):
        raise ValueError("`new_stages` is for stages that `network` has and what training begins with, `from_`, has not")
    if from_ is not None and (options or optimism is not None):
        raise ValueError("rules and optimism are those of what training begins with, and cannot be given with `from_`")

    def begin() -> Network:
        if resume is not None:
            learner = Network.parse(bytes(resume)) if isinstance(resume, Network) else Network.read(resume)
        elif from_ is not None:
            learner = Network.begin_from(from_, network, seed=seed, new_stages=new_stages)
        else:
            learner = Network(game, network, seed=seed or 0, optimism=optimism or 0.0, **options)
        if learner.game != game:
            raise ValueError(f"what training is to begin or go on with is of {learner.game}, not of {game}")
        return learner

    return begin


def begun(begin: Callable[[], Network], target: Path | None) -> tuple[Network, bool]:
    """Returns what has learned most of what there is to go on with, and whether the file holds it."""
    learner = begin()
    if target is None or not target.exists():
        return learner, False
    what, games = _what(learner), learner.games
    # One at a time is in memory, as it may be gigabytes.
    del learner
    kept = Network.read(target)
    if _what(kept) != what:
        raise FileExistsError(f"{target} is there already, a network of another training, and stays as it is")
    if kept.games >= games:
        return kept, True
    del kept
    return begin(), False


def _what(network: Network) -> tuple[object, ...]:
    """Returns what a network is, whatever it has learned since its training began, and however long trainings took."""
    origins = [
        (origin["network"], origin["seed"], sum(stretch["games"] for stretch in origin["log"]), origin.get("rounded"))
        for origin in network.origins
    ]
    return network.game, network.options, network.network, network.seed, network.optimism, origins
