"""Trainings on a Ray cluster, an actor each, which go on elsewhere when they are lost."""

from __future__ import annotations

import time
import warnings
from collections import deque
from collections.abc import Callable, Generator, Sequence
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, NamedTuple

import quincunx
import ray
from quincunx import Network, _saving
from quincunx._native import _write
from ray.exceptions import RayError

from ._crew import LOST, MAX_LOST, check_version

#: Seconds after which a training reports its progress.
TELL_EVERY = 5.0

#: Seconds that are waited for what each training has learned when all of them end before their time.
RESCUE_WITHIN = 60.0


class Learner:
    """A network in training, in a process of the cluster."""

    def __init__(self, course: dict[str, Any]) -> None:
        self._course = course
        self._network: Any = None

    def begin(self, version: str) -> None:
        """Reports to the driver that the process is there, or that it has another version of this package."""
        check_version(version)

    def take(self, made: dict[str, Any], contents: bytes | None) -> None:
        """Makes a network, or goes on with what one has learned."""
        self._network = Network(**made) if contents is None else Network.parse(contents)

    def train(self, games: int | None, seconds: float | None, pause: float) -> tuple[int, float]:
        """Trains on for a while; returns from how many games it has learned, and how long that took in all."""
        self._network.train(games=games, seconds=seconds, pause=pause, **self._course)
        return self._network.games, self._network.seconds

    def contents(self) -> bytes:
        """Returns all that training needs to go on."""
        return bytes(self._network)

    def wait(self, seconds: float) -> None:
        """Keeps what was learned for a while, in which somebody may make room for it."""
        time.sleep(seconds)


class Step(NamedTuple):
    """What comes next in a training."""

    #: Begins it, and returns the reference to its end.
    begin: Callable[[], Any]
    #: Whether all that a network has learned is sent, up to gigabytes: of such steps one is done at a time.
    is_large: bool = False


_Steps = Generator[Step, Any, None]


class Training:
    """One of the trainings: how far it has got, and where what it has learned is safe.

    That is its file, or memory where it has none. Of a network that is new only how it is made is held.
    """

    def __init__(
        self,
        begun: Network,
        start: Callable[[], tuple[Network, bool]],
        is_new: bool,
        is_saved: bool,
        target: Path | None,
        goal: tuple[int | None, float | None],
        save_every: float,
    ) -> None:
        rules = {"game": begun.game, "network": begun.network, **begun.options}
        self._made: dict[str, Any] = {**rules, "seed": begun.seed, "optimism": begun.optimism}
        self._target = target
        self._contents: bytes | None = None
        #: Games that it has learned from, and the seconds that it took, as far as is known, and as far as is safe.
        self.games, self._seconds = begun.games, begun.seconds
        self._safe_games, self._safe_seconds = begun.games, begun.seconds
        #: The seconds that it had taken when it was to be made safe, whether or not it was.
        self._tried_seconds = begun.seconds
        self._max_games = goal[0]
        self._max_seconds = None if goal[1] is None else begun.seconds + goal[1]
        self._save_every = save_every
        self._actor: Any = None
        #: Whether the actor may have learned what is not safe.
        self._knows_more = False
        #: Whether anything is safe but how it is made.
        self._is_kept = not is_new or self._is_over
        if self._is_kept and target is None:
            self._contents = bytes(begun)
        #: Makes again what is to be in the file before training begins.
        self._start = start if self._is_kept and target is not None and not is_saved else None

    @property
    def _is_learned(self) -> bool:
        of_games = self._max_games is not None and self.games >= self._max_games
        return of_games or (self._max_seconds is not None and self._seconds >= self._max_seconds)

    @property
    def _is_over(self) -> bool:
        return self._is_learned and self._safe_games == self.games

    def save_beginning(self) -> None:
        """Saves what training begins with, unless the file has it or it is made anew: when nothing is refused any more."""
        if self._start is not None and self._target is not None:
            self._start()[0].save(self._target)
            self._start = None

    def network(self) -> Network:
        """Returns what is safe, and holds it no more where it was in memory."""
        if self._target is not None:
            return Network.read(self._target)
        assert self._contents is not None, "it is over"
        contents, self._contents = self._contents, None
        return Network.parse(contents)

    def steps(self, hire: Callable[[], Any]) -> _Steps:
        """Yields what comes next and is sent what it has given, until all is learned and safe.

        When a process is lost, what was safe goes on in another one.
        """
        lost = 0
        while not self._is_over:
            safe = self._safe_games
            try:
                yield from self._in_process(hire())
            except LOST:
                lost = 1 if self._safe_games > safe else lost + 1
                if lost == MAX_LOST:
                    raise
                self.games, self._seconds = self._safe_games, self._safe_seconds
                self._tried_seconds = self._safe_seconds
                self._knows_more = False
            # What else ends it leaves the process for `rescue`.
            self.dismiss()

    def _in_process(self, actor: Any) -> _Steps:
        self._actor = actor
        yield Step(lambda: actor.begin.remote(quincunx.__version__))
        yield Step(lambda: actor.take.remote(self._made, self._safe()), is_large=self._is_kept)
        tries = 0
        while not self._is_over:
            if self._is_learned:
                contents = yield Step(actor.contents.remote, is_large=True)
                tries += 1
                try:
                    self._keep(contents)
                    continue
                except OSError as error:
                    if tries >= _saving.TRIES or not _saving.is_want_of_room(error):
                        raise
                    _saving.warn_of_room(self._target, error)
                del contents
                # The others go on meanwhile.
                yield Step(lambda: actor.wait.remote(_saving.BETWEEN_TRIES))
                continue
            self._knows_more = True
            left = None if self._max_seconds is None else max(0.0, self._max_seconds - self._seconds)
            self.games, self._seconds = yield Step(lambda: actor.train.remote(self._max_games, left, TELL_EVERY))
            if not self._is_learned and self._seconds - self._tried_seconds >= self._save_every:
                self._tried_seconds = self._seconds
                contents = yield Step(actor.contents.remote, is_large=True)
                with _saving.tried_again(self._target):
                    self._keep(contents)
                del contents

    def _safe(self) -> bytes | None:
        return self._target.read_bytes() if self._is_kept and self._target is not None else self._contents

    def _keep(self, contents: bytes) -> None:
        """Makes safe what was learned."""
        if self._target is None:
            self._contents = contents
        else:
            _write(self._target, contents)
        self._safe_games, self._safe_seconds = self.games, self._seconds
        self._is_kept, self._knows_more = True, False

    def rescue(self) -> None:
        """Makes safe what there is, if there is a file for it, as the work ends before its time."""
        if self._target is None or self._actor is None or not self._knows_more:
            return
        try:
            contents = ray.get(self._actor.contents.remote(), timeout=RESCUE_WITHIN)
        except RayError as error:
            seed, known, safe = self._made["seed"], self.games, self._safe_games
            warnings.warn(
                f"what the network of seed {seed} has learned from games after {safe} is lost, {known - safe} that are known of: "
                f"it did not come ({type(error).__name__})",
                RuntimeWarning,
                stacklevel=2,
            )
        else:
            with _saving.carried(lambda: Network.parse(contents)):
                _saving.when_there_is_room(lambda: self._keep(contents), self._target)

    def dismiss(self) -> None:
        """Gives its cores back."""
        actor, self._actor = self._actor, None
        if actor is not None:
            with suppress(RayError):
                ray.kill(actor)


class Networks(Sequence[Network]):
    """Trained networks in files, of which each is read whenever it is asked for: all of them may be more than there is memory."""

    def __init__(self, files: Sequence[Path]) -> None:
        self._files = files

    def __len__(self) -> int:
        return len(self._files)

    def __getitem__(self, place: Any) -> Any:
        if isinstance(place, slice):
            return Networks(self._files[place])
        return Network.read(self._files[place])

    def __repr__(self) -> str:
        return f"<quincunx.ray.Networks in {', '.join(map(str, self._files))}>"


def train_all(
    trainings: Sequence[Training], course: dict[str, Any], cores: int, report: Callable[[int], object]
) -> None:
    """Trains all to their ends, as many at a time as the cluster has room for."""
    if not ray.is_initialized():
        ray.init()
    check_room(cores)
    for training in trainings:
        training.save_beginning()
    learner = ray.remote(num_cpus=cores)(Learner)
    begun = [training.steps(lambda: learner.remote({**course, "threads": cores})) for training in trainings]
    with ExitStack() as in_the_end:
        for training in trainings:
            in_the_end.callback(training.dismiss)
        try:
            _take_turns(begun, lambda: report(sum(training.games for training in trainings)))
        except BaseException:
            with ExitStack() as before:
                for training in trainings:
                    before.callback(training.rescue)
                # In here, so that it is the context of what else is wrong.
                raise


def _take_turns(begun: Sequence[_Steps], report: Callable[[], object]) -> None:
    """Has all trainings do their steps beside each other, of which one at a time is large."""
    waiting = deque((steps, step) for steps in begun if (step := next(steps, None)) is not None)
    tasks: dict[Any, tuple[_Steps, Step]] = {}
    while waiting or tasks:
        report()
        for _ in range(len(waiting)):
            steps, step = waiting.popleft()
            if step.is_large and any(other.is_large for _, other in tasks.values()):
                waiting.append((steps, step))
            else:
                tasks[step.begin()] = steps, step
        ready, _ = ray.wait(list(tasks), num_returns=1, timeout=1.0)
        while ready:
            # What a task refers to may be large, and goes when nobody names it any more.
            task = ready.pop()
            steps, _ = tasks.pop(task)
            following = _following(steps, task)
            del task
            if following is not None:
                waiting.append((steps, following))
    report()


def _following(steps: _Steps, task: Any) -> Step | None:
    """Gives a training the result of a task, or the error that lost it, and returns what comes next, if anything does."""
    try:
        given = ray.get(task)
    except LOST as error:
        return _or_none(lambda: steps.throw(error))
    return _or_none(lambda: steps.send(given))


def _or_none(go_on: Callable[[], Step]) -> Step | None:
    try:
        return go_on()
    except StopIteration:
        return None


def check_room(cores: int) -> None:
    """Sees that a machine of the cluster has so many cores, unless all are yet to come: a cluster may grow when it is asked."""
    nodes = [node["Resources"].get("CPU", 0.0) for node in ray.nodes() if node["Alive"]]  # type: ignore[no-untyped-call]
    most = max(nodes, default=0.0)
    if 0.0 < most < cores:
        raise ValueError(
            f"a training takes `threads={cores}` of one machine, and the largest of the cluster has {most:g}; where larger ones "
            "come when they are asked for, ray.autoscaler.sdk.request_resources asks"
        )
