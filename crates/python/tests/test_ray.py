"""The laboratory on a real cluster of Ray with two nodes on this machine, beside the functions that need none."""

import errno
import logging
import os
import pathlib
import signal
import time
import warnings
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

import numpy as np
import pytest

import quincunx

pytest.importorskip("ray", reason="Ray is not installed")

with warnings.catch_warnings():
    # Of what Ray itself imports.
    warnings.simplefilter("ignore")
    import ray
    from ray.cluster_utils import Cluster

    import quincunx.ray
    from quincunx import _saving
    from quincunx.ray import _training
    from quincunx.ray._crew import Crew, play_chunk

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")


class Enough(Exception):
    """What a test ends work by."""


NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two nodes of a core each, whose workers do not give way to whatever else this machine does, as they would by default."""
    os.environ["RAY_worker_niceness"] = "0"
    made = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    made.add_node(**NODE)
    ray.init(address=made.address, log_to_driver=False, logging_level=logging.ERROR)
    yield made
    ray.shutdown()
    made.shutdown()  # type: ignore[no-untyped-call]


@contextmanager
def one_node_more(cluster: Cluster, cores: int) -> Iterator[None]:
    """Has one node more in a cluster, and waits in the end until nobody counts on it any more."""

    def cores_there() -> float:
        return float(ray.cluster_resources().get("CPU", 0.0))  # type: ignore[no-untyped-call]

    before = cores_there()
    node = cluster.add_node(**{**NODE, "num_cpus": cores})
    try:
        yield
    finally:
        cluster.remove_node(node)
        end = time.monotonic() + 60
        while cores_there() != before:
            assert time.monotonic() < end, "the node is still there"
            time.sleep(0.1)


def test_results_are_those_of_the_local_twin(cluster: Cluster) -> None:
    arguments: dict[str, Any] = dict(agents="random", games=3000, seed=3, width=3)
    reported: list[tuple[int, int]] = []
    whole = quincunx.simulate("2048", **arguments)
    results = quincunx.ray.simulate("2048", progress=lambda *now: reported.append(now), **arguments)
    assert results == whole and results.text == whole.text
    assert reported[-1] == (3000, 3000) and reported == sorted(reported) and len(reported) > 2
    part = quincunx.ray.simulate("2048", shard="2/3", **arguments)
    assert part == quincunx.simulate("2048", shard="2/3", **arguments)
    assert quincunx.ray.simulate("2048", resume=part, threads=1, **arguments) == whole
    with pytest.raises(ValueError, match="option `width`"):
        quincunx.ray.simulate("2048", "random", width=99)
    with pytest.raises(ValueError, match="at least one thread"):
        quincunx.ray.simulate("2048", "random", threads=0)


def workers(title: str) -> list[int]:
    """Lists the processes of this process's cluster that have such a title."""
    parents, names = {}, {}
    for process in pathlib.Path("/proc").iterdir():
        if not process.name.isdecimal():
            continue
        try:
            parents[int(process.name)] = int((process / "stat").read_text().rpartition(")")[2].split()[1])
            names[int(process.name)] = (process / "cmdline").read_text()
        except OSError:
            # It has just ended.
            continue

    def is_ours(process: int) -> bool:
        while process in parents and process != os.getpid():
            process = parents[process]
        return process == os.getpid()

    return [process for process, name in names.items() if name.startswith(title) and is_ours(process)]


in_proc = pytest.mark.skipif(not pathlib.Path("/proc/self/stat").exists(), reason="processes are found in /proc alone")


@in_proc
def test_players_of_ones_own_play_on_the_cluster(cluster: Cluster) -> None:
    """Functions, objects and searches are sent to the workers, and positions as well."""

    def last(session: quincunx.Session) -> int:
        return session.legal_actions()[-1]

    def evaluator(observations: Any, masks: Any) -> Any:
        return masks * 1.0, [0.0] * len(masks)

    mcts = quincunx.Mcts(evaluator, simulations=20, batch=4, name="search")
    run: dict[str, Any] = dict(agents=[mcts, last], games=12, seed=2, positions=["44", "3"])
    assert quincunx.ray.simulate("connect-four", **run) == quincunx.simulate("connect-four", **run)


def test_a_killed_worker_costs_nothing_but_time(cluster: Cluster) -> None:
    arguments: dict[str, Any] = dict(agents="greedy", games=4000, seed=5)
    killed: list[int] = []

    def kill(played: int, games: int) -> None:
        if not killed and played > 10 and (playing := workers("ray::play_chunk")):
            killed.append(playing[0])
            os.kill(killed[0], signal.SIGKILL)

    results = quincunx.ray.simulate("2048", progress=kill, **arguments)
    assert killed and killed[0] not in workers("ray::")
    assert results == quincunx.simulate("2048", **arguments)


def one_range(first: int, end: int) -> list[tuple[int, int]]:
    return [(first, end)]


@in_proc
def test_workers_lost_while_they_wait_cost_nothing_but_time(cluster: Cluster) -> None:
    arguments: dict[str, Any] = dict(game="2048", agents="random", games=20, seed=5)

    def play(version: str, twin: str, arguments: dict[str, Any], only: Any) -> Any:
        # So long that no worker has two of them.
        time.sleep(1)
        return play_chunk(version, twin, arguments, only)

    with one_node_more(cluster, 3), Crew[quincunx.Results]("simulate", arguments) as crew:
        crew._chunk = ray.remote(num_cpus=1, max_retries=0)(play)
        end = time.monotonic() + 120
        while len(workers("ray::IDLE")) < 4:
            assert time.monotonic() < end, "four workers never waited"
            list(crew.play([(game, game + 1) for game in range(1, 6)], one_range))
        for worker in workers("ray::IDLE"):
            # One of another test may just have ended.
            with suppress(ProcessLookupError):
                os.kill(worker, signal.SIGKILL)
        ((count, part),) = crew.play([(0, 1)], one_range)
    assert count == 1 and part == quincunx.simulate(only=[(0, 1)], **arguments)


def test_a_machine_that_loses_workers_ends_the_work_only_if_no_other_does_it(cluster: Cluster, tmp_path: pathlib.Path) -> None:
    good = ray.get_runtime_context().get_node_id()

    def play(version: str, twin: str, arguments: dict[str, Any], only: Any) -> Any:
        if ray.get_runtime_context().get_node_id() != good:
            (tmp_path / f"{os.getpid()}").touch()
            os._exit(1)
        if only == [(0, 1)]:
            # Meanwhile the other machine could lose many.
            time.sleep(3)
        return play_chunk(version, twin, arguments, only)

    def lose(*arguments: Any) -> None:
        os._exit(1)

    with Crew[quincunx.Results]("simulate", dict(game="2048", agents="random", games=100)) as crew:
        crew._chunk = ray.remote(num_cpus=1, max_retries=0)(play)
        assert sum(count for count, _ in crew.play([(0, 100)], one_range)) == 100
        assert list(tmp_path.iterdir())
        crew._chunk = ray.remote(num_cpus=1, max_retries=0)(lose)
        with pytest.raises(RuntimeError, match="3 workers were lost over the same games"):
            list(crew.play([(0, 100)], one_range))


def test_the_next_run_has_the_processes_of_the_one_before(cluster: Cluster) -> None:
    """What they have decoded, as networks, is decoded once."""

    def play(version: str, twin: str, arguments: dict[str, Any], only: Any) -> tuple[int, float, str]:
        return os.getpid(), 0.1, ray.get_runtime_context().get_node_id()

    runs: list[set[int]] = []
    for _ in range(2):
        with Crew[int]("simulate", {}) as crew:
            crew._chunk = ray.remote(num_cpus=1, max_retries=0)(play)
            runs.append({process for _, process in crew.play([(0, 100)], one_range)})
    assert runs[0] & runs[1]


def test_games_that_nobody_waits_for_are_ended(cluster: Cluster) -> None:
    def play(version: str, twin: str, arguments: dict[str, Any], only: Any) -> Any:
        if only != [(0, 1)]:
            # For hours, and without a network: what is being read is read to its end.
            arguments = {**arguments, "agents": "expectimax:depth=7", "width": 5}
        return play_chunk(version, twin, arguments, only)

    def idle() -> float:
        return float(ray.available_resources().get("CPU", 0.0))  # type: ignore[no-untyped-call]

    with pytest.raises(Enough), Crew[quincunx.Results]("simulate", dict(game="2048", agents="random", games=100)) as crew:
        crew._chunk = ray.remote(num_cpus=1, max_retries=0)(play)
        for _ in crew.play([(0, 100)], one_range):
            raise Enough
    end = time.monotonic() + 60
    while idle() != ray.cluster_resources()["CPU"]:  # type: ignore[no-untyped-call]
        assert time.monotonic() < end, "games are still played"
        time.sleep(0.1)


def test_no_more_workers_are_asked_for_than_there_are_cores(cluster: Cluster) -> None:
    with Crew[quincunx.Results]("simulate", dict(game="2048", agents="random", games=100, width=2), 10**9) as crew:
        for _ in crew.play([(0, 100)], one_range):
            assert len(crew._playing) <= 2
        assert 1 <= crew._width <= 2


def test_all_machines_need_the_same_version() -> None:
    with pytest.raises(RuntimeError, match="the driver has quincunx 0.0.0 and a worker"):
        play_chunk("0.0.0", "simulate", {}, [])


def test_what_was_played_is_kept(cluster: Cluster, tmp_path: pathlib.Path) -> None:
    arguments: dict[str, Any] = dict(agents="random", games=4000, seed=7)

    def stop(played: int, games: int) -> None:
        if played > 100:
            raise RuntimeError(f"enough at {played} of {games}")

    with pytest.raises(RuntimeError, match="enough at"):
        quincunx.ray.simulate("2048", folder=tmp_path, progress=stop, **arguments)
    (kept,) = tmp_path.glob("part-*.json")
    before = quincunx.Results.parse(kept.read_text()).played
    assert before > 100
    reported: list[int] = []
    results = quincunx.ray.simulate("2048", folder=tmp_path, progress=lambda _, left: reported.append(left), **arguments)
    assert results == quincunx.simulate("2048", **arguments) and reported[-1] == 4000
    parts = [quincunx.Results.parse(part.read_text()) for part in tmp_path.glob("part-*.json")]
    assert len(parts) == 2 and quincunx.merge(parts) == results
    # The file of everything that the local function keeps, and goes on with.
    out = tmp_path / "run.json"
    with pytest.raises(RuntimeError, match="enough at"):
        quincunx.ray.simulate("2048", out=out, progress=stop, **arguments)
    assert 100 < quincunx.Results.parse(out.read_text()).played < 4000
    assert quincunx.ray.simulate("2048", out=out, **arguments) == results and out.read_text() == results.text
    # The same call twice, also with results to go on with.
    part = quincunx.simulate("2048", shard="1/2", **arguments)
    for _ in range(2):
        assert quincunx.ray.simulate("2048", resume=part, out=tmp_path / "resumed.json", **arguments) == results
    folder = tmp_path / "resumed"
    for _ in range(2):
        assert quincunx.ray.simulate("2048", resume=part, folder=folder, **arguments) == results
    assert quincunx.merge([quincunx.Results.parse(file.read_text()) for file in sorted(folder.iterdir())]) == results
    # What is refused leaves no file behind.
    with pytest.raises(ValueError, match="4000"):
        quincunx.ray.simulate("2048", out=tmp_path / "refused.json", only=[(4000, 4001)], **arguments)
    assert not (tmp_path / "refused.json").exists()
    # Nothing is left to do, and it is done without the cluster.
    assert quincunx.ray.simulate("2048", folder=tmp_path, **arguments) == results
    with pytest.raises(ValueError, match="different runs: the seed"):
        quincunx.ray.simulate("2048", "random", games=4000, seed=8, folder=tmp_path)
    kept.write_text(kept.read_text()[:1000])
    with pytest.raises(ValueError, match=f"{kept.name}: damaged results"):
        quincunx.ray.simulate("2048", folder=tmp_path, **arguments)


@pytest.mark.parametrize("format", ["round-robin", "knock-out"])
def test_tournaments_are_those_of_the_local_twin(cluster: Cluster, tmp_path: pathlib.Path, format: Any) -> None:
    arguments: dict[str, Any] = dict(agents=["random", "greedy", "level:2"], seeds=8, format=format)
    reported: list[tuple[int, int]] = []
    whole = quincunx.tournament("quartet", **arguments)
    standing = quincunx.ray.tournament(
        "quartet", folder=tmp_path, progress=lambda *now: reported.append(now), **arguments
    )
    assert standing == whole and standing.text == whole.text
    assert reported[-1] == (whole.played, max(whole.games, whole.played))
    assert quincunx.ray.tournament("quartet", folder=tmp_path, **arguments) == whole
    # Progress of some games counts these.
    games = quincunx.tournament("quartet", only=[], **arguments).missing()
    part = quincunx.ray.tournament("quartet", only=games[:3], **arguments)
    reported.clear()
    more = quincunx.ray.tournament("quartet", only=games[1:7], resume=part, progress=lambda *now: reported.append(now), **arguments)
    assert more == quincunx.tournament("quartet", only=games[:7], **arguments)
    assert reported[-1] == (6, 6) and all(done <= of == 6 for done, of in reported)


def test_level_reports_are_those_of_the_local_twin(cluster: Cluster, tmp_path: pathlib.Path) -> None:
    arguments: dict[str, Any] = dict(agents=["random", "greedy"], games=60, seed=7, success=0.5)
    reported: list[tuple[int, int]] = []
    level = "first-steps"
    whole = quincunx.level_report(level, **arguments)
    folder, out = tmp_path / "folder", tmp_path / "games.json"
    report = quincunx.ray.level_report(level, folder=folder, progress=lambda *now: reported.append(now), **arguments)
    assert report == whole and report["is_whole"] and report["target"] is not None
    assert reported == sorted(reported) and reported[-1][0] >= reported[-1][1] > 0
    assert quincunx.ray.level_report(level, folder=folder, **arguments) == whole
    # The file of everything that the local function keeps, and goes on with.
    ((player, limit, _), *_) = quincunx.level_games(level, only=[], **arguments).missing()
    part = quincunx.level_games(level, only=[(player, limit, [(0, 9)])], **arguments)
    for _ in range(2):
        assert quincunx.ray.level_report(level, resume=part, out=out, **arguments) == whole
    assert quincunx.LevelGames.parse(out.read_text()).report() == whole == quincunx.level_report(level, out=out, **arguments)
    with pytest.raises(FileNotFoundError):
        quincunx.ray.level_report(tmp_path / "none.toml")


@in_proc
def test_trainings_are_those_of_the_local_twin(
    cluster: Cluster, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So that they are seen, and fetched, on the way.
    monkeypatch.setattr(_training, "TELL_EVERY", 0.1)
    course: dict[str, Any] = dict(games=100, network="4x4", rate=0.5)
    killed: list[int] = []

    def kill(games: int, goal: int | None) -> None:
        assert goal == 200
        if not killed and games > 20:
            killed.append(workers("ray::Learner")[0])
            os.kill(killed[0], signal.SIGKILL)

    out = tmp_path / "of-{seed}.safetensors"
    networks = quincunx.ray.train("2048", seed=range(2), out=out, save_every=0.0, progress=kill, **course)
    for seed, network in enumerate(networks):
        assert network == quincunx.train("2048", seed=seed, threads=1, **course)
        assert network == quincunx.Network.read(tmp_path / f"of-{seed}.safetensors")
    assert killed
    longer = quincunx.ray.train("2048", games=110, network="4x4", out=tmp_path / "of-1.safetensors", seed=1)
    assert longer == quincunx.train("2048", games=110, resume=networks[1], threads=1)
    # Each is read when it is asked for.
    (last,) = networks[1:]
    assert len(networks) == 2 and last == longer != networks[0]
    # Each begins with what one of them has learned.
    begun = quincunx.ray.train("2048", games=10, seed=range(2, 4), from_=networks[0], out=tmp_path / "from-{seed}")
    for network in begun:
        assert network == quincunx.train("2048", games=10, seed=network.seed, from_=networks[0], threads=1)
    assert quincunx.ray.train("2048", games=10, from_=tmp_path / "of-0.safetensors", seed=2) == begun[0]
    # Files have the seed of their network, also where nobody has given it.
    (tmp_path / "own").mkdir()
    own: dict[str, Any] = dict(out=tmp_path / "own" / "{seed}", threads=None)
    of_next = quincunx.ray.train("2048", games=10, from_=networks[0], **own)
    assert of_next == quincunx.train("2048", games=10, from_=networks[0], threads=1) and of_next.seed == 1
    assert quincunx.ray.train("2048", games=1, network="4x4", **own).seed == 0
    assert quincunx.ray.train("2048", games=10, resume=begun[1], **own) == begun[1]
    assert sorted(file.name for file in (tmp_path / "own").iterdir()) == ["0", "1", "3"]


def test_what_ends_trainings_leaves_what_was_learned(cluster: Cluster, tmp_path: pathlib.Path) -> None:
    out = tmp_path / "of-{seed}.safetensors"

    def stop(games: int, goal: int | None) -> None:
        if games > 20:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        quincunx.ray.train("2048", games=10**6, network="4x4", seed=range(2), out=out, progress=stop)
    learned = {file.name: quincunx.Network.read(file).games for file in tmp_path.iterdir()}
    assert learned.keys() <= {"of-0.safetensors", "of-1.safetensors"} and sum(learned.values()) > 20
    assert all(0 < games < 10**6 for games in learned.values())


def test_what_is_not_in_time_when_trainings_end_is_told(
    cluster: Cluster, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_training, "RESCUE_WITHIN", 0.0)

    def stop(games: int, goal: int | None) -> None:
        if games > 20:
            raise KeyboardInterrupt

    with (
        pytest.warns(RuntimeWarning, match=r"seed 7 has learned from games after 0 is lost, \d+ that .*GetTimeoutError"),
        pytest.raises(KeyboardInterrupt),
    ):
        quincunx.ray.train("2048", games=10**6, network="4x4", seed=7, out=tmp_path / "of-7", progress=stop)


def test_files_that_cannot_be_saved_on_the_way_cost_nothing(
    cluster: Cluster, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # So that it is reported, and to be saved, after every game.
    monkeypatch.setattr(_training, "TELL_EVERY", 0.0)
    write, failed = quincunx._native._write, 0
    most: float = 2

    def fail(path: pathlib.Path, contents: bytes) -> None:
        nonlocal failed
        if failed < most:
            failed += 1
            raise OSError("the disk is full")
        write(path, contents)

    monkeypatch.setattr(_training, "_write", fail)
    course: dict[str, Any] = dict(games=10, network="4x4", seed=1, save_every=0.0)
    with pytest.warns(RuntimeWarning, match="one cannot be saved now, and is tried again: the disk is full"):
        network = quincunx.ray.train("2048", out=tmp_path / "one", **course)
    assert network == quincunx.train("2048", threads=1, **course)
    assert failed == 2
    most = float("inf")
    with pytest.warns(RuntimeWarning), pytest.raises(OSError, match="the disk is full"):
        quincunx.ray.train("2048", out=tmp_path / "none", **course)
    # What could not be saved in the end is tried once more before it is lost.
    failed, most = 0, 1
    with pytest.raises(OSError, match="the disk is full"):
        quincunx.ray.train("2048", out=tmp_path / "other", **{**course, "save_every": float("inf")})
    assert quincunx.Network.read(tmp_path / "other").games == 10
    failed, most = 0, float("inf")
    with pytest.raises(OSError, match="the disk is full") as lost:
        quincunx.ray.train("2048", out=tmp_path / "lost", **{**course, "save_every": float("inf")})
    assert lost.value.unsaved == network  # type: ignore[attr-defined]


def test_what_was_learned_waits_for_room_when_the_work_is_ended(
    cluster: Cluster, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_training, "TELL_EVERY", 0.0)
    monkeypatch.setattr(_saving, "BETWEEN_TRIES", 0.0)
    write, failed, out = quincunx._native._write, 0, tmp_path / "one"

    def fail(path: pathlib.Path, contents: bytes) -> None:
        nonlocal failed
        failed += 1
        if failed <= 2:
            raise OSError(errno.ENOSPC, "no room")
        write(path, contents)

    def stop(games: int, of: int | None) -> None:
        if games > 3:
            raise Enough

    monkeypatch.setattr(_training, "_write", fail)
    with pytest.warns(RuntimeWarning, match="one cannot be saved, and is tried again"), pytest.raises(Enough):
        quincunx.ray.train("2048", games=10**6, network="4x4", out=out, progress=stop)
    assert failed == 3 and quincunx.Network.read(out).games > 3


def test_of_several_networks_that_cannot_be_saved_each_goes_with_an_error(cluster: Cluster) -> None:

    class Lost:
        games = 0

        def __init__(self, name: str) -> None:
            self.name = name

        def save_beginning(self) -> None: ...

        def dismiss(self) -> None: ...

        def steps(self, hire: object) -> Iterator[None]:
            raise Enough
            yield

        def rescue(self) -> None:
            with _saving.carried(lambda: self.name):  # type: ignore[arg-type, return-value]
                raise OSError(self.name)

    with pytest.raises(OSError) as caught:
        _training.train_all([Lost("one"), Lost("other")], {}, 1, lambda games: None)  # type: ignore[list-item]
    errors: list[BaseException] = [caught.value]
    while (before := errors[-1].__context__) is not None:
        errors.append(before)
    assert {getattr(error, "unsaved", None) for error in errors} == {"one", "other", None}
    assert isinstance(errors[-1], Enough)


def test_trainings_wait_for_room_in_the_end(
    cluster: Cluster, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(_saving, "BETWEEN_TRIES", 0.1)
    write, failed, other = quincunx._native._write, 0, tmp_path / "of-2"

    def fail(path: pathlib.Path, contents: bytes) -> None:
        nonlocal failed
        # Until another training is safe, which goes on meanwhile.
        if path.name == "of-1" and (failed < 2 or not other.exists()):
            failed += 1
            raise OSError(errno.ENOSPC, "No space left on device")
        write(path, contents)

    monkeypatch.setattr(_training, "_write", fail)
    course: dict[str, Any] = dict(games=10, network="4x4")
    with pytest.warns(RuntimeWarning, match="of-1 cannot be saved, and is tried again: .*No space left"):
        networks = quincunx.ray.train("2048", seed=[1, 2], out=tmp_path / "of-{seed}", **course)
    assert failed >= 2
    for network in networks:
        assert network == quincunx.train("2048", seed=network.seed, threads=1, **course)


def test_wrong_trainings_are_told(
    cluster: Cluster, tmp_path: pathlib.Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    arguments: dict[str, Any] = dict(game="2048", games=1, network="4x4")
    for wrong, reason in (
        (dict(seed=[1, 2], out=tmp_path / "same"), "one file for 2 networks"),
        (dict(seed=[1, 1]), "seed 1 is there twice"),
        # No machine has as many, and the training would have waited for one for ever.
        (dict(threads=64), "takes `threads=64` of one machine, and the largest of the cluster has 1"),
        (dict(games=-1), "from 0 to"),
        (dict(seconds=-1.0), "`seconds` is a time of 0 seconds or more, not -1"),
        (dict(seconds=float("nan"), games=None), "`seconds` is a time"),
        (dict(save_every=float("nan")), "`save_every` is a time"),
        (dict(optimism=-1.0), "`optimism` is a number of points"),
    ):
        with pytest.raises(ValueError, match=reason):
            quincunx.ray.train(**{**arguments, **wrong})
    assert not list(tmp_path.iterdir())
    of_three = quincunx.Network("2048", "4x4", seed=3)
    files = tmp_path / "of-{seed}"
    with pytest.raises(ValueError, match="takes `threads=64` of one machine"):
        quincunx.ray.train("2048", games=1, from_=of_three, threads=64, out=files)
    (tmp_path / "of-2").write_text("of somebody else")
    with pytest.raises(ValueError, match="no file of weights"):
        quincunx.ray.train("2048", games=1, from_=of_three, seed=[1, 2], out=files)
    assert [file.name for file in tmp_path.iterdir()] == ["of-2"]
    # Several networks in memory have a bound, which 4x6 exceeds by six of them; one has none.
    monkeypatch.setattr(quincunx.ray, "MAX_IN_MEMORY", 1 << 20)
    with pytest.raises(ValueError, match="files for them are named by `out`"):
        quincunx.ray.train(seed=range(8), **arguments)
    assert len(bytes(quincunx.ray.train(seed=1, **arguments))) > quincunx.ray.MAX_IN_MEMORY
    monkeypatch.undo()
    seeds: Any = np.arange(2)
    in_memory: Any = quincunx.ray.train(seed=seeds, optimism=9.0, **arguments)
    assert [network.seed for network in in_memory] == [0, 1]
    assert in_memory[1] == quincunx.train(seed=1, threads=1, optimism=9.0, **arguments)


def test_a_lost_node_costs_nothing_but_time(cluster: Cluster) -> None:
    arguments: dict[str, Any] = dict(agents="greedy", games=4000, seed=6)
    lost: list[Any] = []

    def lose(played: int, games: int) -> None:
        if not lost and played > 10:
            lost.append(cluster.worker_nodes.copy().pop())
            cluster.remove_node(lost[0], allow_graceful=False)

    results = quincunx.ray.simulate("2048", progress=lose, **arguments)
    assert lost and results == quincunx.simulate("2048", **arguments)
