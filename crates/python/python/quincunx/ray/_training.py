"""Trainings on a Ray cluster, an actor each, which go on elsewhere when they are lost."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import ray
from ray.exceptions import ObjectLostError, RayActorError

from quincunx import Network

from ._crew import MOST_LOST

#: Seconds after which a training tells how far it has got.
TELL_EVERY = 5.0


class Learner:
    """A network in training, in a process of the cluster."""

    def __init__(self, contents: bytes, course: dict[str, Any]) -> None:
        self._network = Network.parse(contents)
        self._course = course

    def train(self, games: int | None, seconds: float) -> tuple[int, float]:
        """Trains on for some seconds; returns from how many games it has learned, and how long that took in all."""
        self._network.train(games=games, seconds=seconds, **self._course)
        return self._network.games, self._network.seconds

    def contents(self) -> bytes:
        """Returns all that training needs to go on."""
        return bytes(self._network)


class Training:
    """One of the trainings: how far it has got, and who goes on with it."""

    def __init__(
        self, begun: Network, target: Path | None, goal: tuple[int | None, float | None], save_every: float
    ) -> None:
        #: What is safe.
        self.network = begun
        #: Games that it has learned from, and the seconds that it took, as far as is known.
        self.games, self._seconds = begun.games, begun.seconds
        self._target = target
        self._most_games = goal[0]
        self._most_seconds = None if goal[1] is None else begun.seconds + goal[1]
        self._save_every = save_every
        self._saved_at = begun.seconds
        self._actor: Any = None
        self._is_fetching = False
        self._lost = 0

    @property
    def is_over(self) -> bool:
        """Whether it has learned all, and that is safe."""
        return self._is_learned and self.network.games == self.games

    @property
    def _is_learned(self) -> bool:
        of_games = self._most_games is not None and self.games >= self._most_games
        return of_games or (self._most_seconds is not None and self._seconds >= self._most_seconds)

    def go_on(self, hire: Callable[[bytes], Any]) -> Any:
        """Begins the next task, and returns what tells its end."""
        if self._actor is None:
            self._actor = hire(bytes(self.network))
        is_due = self.games > self.network.games and self._seconds - self._saved_at >= self._save_every
        self._is_fetching = self._is_learned or is_due
        if self._is_fetching:
            return self._actor.contents.remote()
        left = TELL_EVERY if self._most_seconds is None else min(TELL_EVERY, self._most_seconds - self._seconds)
        return self._actor.train.remote(self._most_games, left)

    def take(self, task: Any) -> None:
        """Takes what a task has given; of one that was lost, what was safe goes on elsewhere."""
        try:
            given = ray.get(task)
        except (RayActorError, ObjectLostError):
            self._lost += 1
            if self._lost == MOST_LOST:
                raise
            self.dismiss()
            self.games, self._seconds = self.network.games, self.network.seconds
            return
        if not self._is_fetching:
            self.games, self._seconds = given
            return
        self.network = Network.parse(given)
        self._saved_at = self._seconds
        self._lost = 0
        if self._target is not None:
            self.network.save(self._target)
        if self.is_over:
            self.dismiss()

    def dismiss(self) -> None:
        """Gives its cores back."""
        if self._actor is not None:
            ray.kill(self._actor)
            self._actor = None


def train_all(
    trainings: Sequence[Training], course: dict[str, Any], cores: int, tell: Callable[[int], object]
) -> list[Network]:
    """Trains all to their ends, as many at a time as the cluster has room for."""
    if not ray.is_initialized():
        ray.init()
    learner = ray.remote(num_cpus=cores)(Learner)

    def hire(contents: bytes) -> Any:
        return learner.remote(contents, {**course, "threads": cores})

    try:
        tasks = {training.go_on(hire): training for training in trainings if not training.is_over}
        while tasks:
            ready, _ = ray.wait(list(tasks), num_returns=1, timeout=1.0)
            for task in ready:
                training = tasks.pop(task)
                training.take(task)
                if not training.is_over:
                    tasks[training.go_on(hire)] = training
            tell(sum(training.games for training in trainings))
    finally:
        for training in trainings:
            training.dismiss()
    return [training.network for training in trainings]
