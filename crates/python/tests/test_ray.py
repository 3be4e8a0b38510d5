"""The laboratory on a real cluster of Ray with two nodes on this machine, beside the functions that need none."""

import logging
import os
import pathlib
import signal
import warnings
from collections.abc import Iterator
from typing import Any

import pytest

import quincunx

pytest.importorskip("ray", reason="Ray is not installed: `pip install quincunx[ray]`")

with warnings.catch_warnings():
    # Of what Ray itself imports.
    warnings.simplefilter("ignore")
    import ray
    from ray.cluster_utils import Cluster

    import quincunx.ray
    from quincunx.ray import _training

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::FutureWarning", "ignore::DeprecationWarning")

NODE: dict[str, Any] = {"num_cpus": 1, "object_store_memory": 80 << 20}


@pytest.fixture(scope="module")
def cluster() -> Iterator[Cluster]:
    """Two nodes of a core each."""
    made = Cluster(initialize_head=True, head_node_args={**NODE, "include_dashboard": False})
    made.add_node(**NODE)
    ray.init(address=made.address, log_to_driver=False, logging_level=logging.ERROR)
    yield made
    ray.shutdown()
    made.shutdown()  # type: ignore[no-untyped-call]


def test_results_are_those_of_the_local_twin(cluster: Cluster) -> None:
    arguments: dict[str, Any] = dict(agents="random", games=3000, seed=3, width=3)
    told: list[tuple[int, int]] = []
    whole = quincunx.simulate("2048", **arguments)
    results = quincunx.ray.simulate("2048", progress=lambda *now: told.append(now), **arguments)
    assert results == whole and results.text == whole.text
    assert told[-1] == (3000, 3000) and told == sorted(told) and len(told) > 2
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
def test_a_killed_worker_costs_nothing_but_time(cluster: Cluster) -> None:
    arguments: dict[str, Any] = dict(agents="greedy", games=400, seed=5)
    killed: list[int] = []

    def kill(played: int, games: int) -> None:
        if not killed and played > 10:
            killed.append(workers("ray::Hand")[0])
            os.kill(killed[0], signal.SIGKILL)

    results = quincunx.ray.simulate("2048", progress=kill, **arguments)
    assert killed and killed[0] not in workers("ray::Hand")
    assert results == quincunx.simulate("2048", **arguments)


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
    told: list[int] = []
    results = quincunx.ray.simulate("2048", folder=tmp_path, progress=lambda _, left: told.append(left), **arguments)
    assert results == quincunx.simulate("2048", **arguments) and told[-1] == 4000 - before
    parts = [quincunx.Results.parse(part.read_text()) for part in tmp_path.glob("part-*.json")]
    assert len(parts) == 2 and quincunx.merge(parts) == results
    # The file of everything that the local function keeps, and goes on with.
    out = tmp_path / "run.json"
    with pytest.raises(RuntimeError, match="enough at"):
        quincunx.ray.simulate("2048", out=out, progress=stop, **arguments)
    assert 100 < quincunx.Results.parse(out.read_text()).played < 4000
    assert quincunx.ray.simulate("2048", out=out, **arguments) == results and out.read_text() == results.text
    # Nothing is left to do, and it is done without the cluster.
    assert quincunx.ray.simulate("2048", folder=tmp_path, **arguments) == results
    with pytest.raises(ValueError, match="different runs: the seed"):
        quincunx.ray.simulate("2048", "random", games=4000, seed=8, folder=tmp_path)
    kept.write_text(kept.read_text()[:1000])
    with pytest.raises(ValueError, match=f"{kept.name}: the results are damaged"):
        quincunx.ray.simulate("2048", folder=tmp_path, **arguments)


@pytest.mark.parametrize("format", ["round-robin", "knock-out"])
def test_tournaments_are_those_of_the_local_twin(cluster: Cluster, tmp_path: pathlib.Path, format: Any) -> None:
    arguments: dict[str, Any] = dict(agents=["random", "greedy", "level:2"], seeds=8, format=format)
    told: list[tuple[int, int]] = []
    whole = quincunx.tournament("quartet", **arguments)
    standing = quincunx.ray.tournament(
        "quartet", folder=tmp_path, progress=lambda *now: told.append(now), **arguments
    )
    assert standing == whole and standing.text == whole.text
    assert told[-1] == (whole.played, max(whole.games, whole.played))
    assert quincunx.ray.tournament("quartet", folder=tmp_path, **arguments) == whole


def test_level_reports_are_those_of_the_local_twin(cluster: Cluster, tmp_path: pathlib.Path) -> None:
    arguments: dict[str, Any] = dict(agents=["random", "greedy"], games=60, seed=7, success=0.5)
    told: list[tuple[int, int]] = []
    level = "first-steps"
    whole = quincunx.level_report(level, **arguments)
    report = quincunx.ray.level_report(level, folder=tmp_path, progress=lambda *now: told.append(now), **arguments)
    assert report == whole and report["is_whole"] and report["target"] is not None
    assert told == sorted(told) and told[-1][0] >= told[-1][1] > 0
    assert quincunx.ray.level_report(level, folder=tmp_path, **arguments) == whole
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
    with pytest.raises(ValueError, match="one file for 2 networks"):
        quincunx.ray.train("2048", games=1, seed=[1, 2], out=tmp_path / "same")


def test_a_lost_node_costs_nothing_but_time(cluster: Cluster) -> None:
    arguments: dict[str, Any] = dict(agents="greedy", games=400, seed=6)
    lost: list[Any] = []

    def lose(played: int, games: int) -> None:
        if not lost and played > 10:
            lost.append(cluster.worker_nodes.copy().pop())
            cluster.remove_node(lost[0], allow_graceful=False)

    results = quincunx.ray.simulate("2048", progress=lose, **arguments)
    assert lost and results == quincunx.simulate("2048", **arguments)
