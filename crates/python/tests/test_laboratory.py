"""Simulations, tournaments and level reports: the local twins of the command line."""

import json
import os
import pathlib
import pickle
import signal
import threading

import pytest

import quincunx


def test_results_are_the_same_on_any_number_of_threads_and_in_shards() -> None:
    arguments = {"agents": "random", "games": 60, "seed": 3}
    whole = quincunx.simulate("2048", threads=1, **arguments)  # type: ignore[arg-type]
    assert quincunx.simulate("2048", threads=2, **arguments) == whole  # type: ignore[arg-type]
    parts = [quincunx.simulate("2048", shard=f"{part}/3", **arguments) for part in (3, 1, 2)]  # type: ignore[arg-type]
    assert [part.played for part in parts] == [20, 20, 20] and not parts[0].is_whole
    merged = quincunx.merge(parts)
    assert merged.is_whole and merged.text == whole.text
    resumed = quincunx.simulate("2048", resume=parts[0], **arguments)  # type: ignore[arg-type]
    assert resumed == whole
    with pytest.raises(ValueError, match="game 0 is in both"):
        quincunx.merge([whole, parts[1]])
    with pytest.raises(ValueError, match="different runs: the seed"):
        quincunx.simulate("2048", "random", games=60, seed=4, resume=whole)


def test_results_tell_what_the_games_gave() -> None:
    told: list[tuple[int, int]] = []
    results = quincunx.simulate(
        "2048", "random", games=30, width=3, progress=lambda played, games: told.append((played, games))
    )
    assert told[-1] == (30, 30)
    assert results.columns == ["game", "seed", "outcome", "points", "plies", "highest-tile"]
    rows = results.rows()
    assert rows is not None and [row[0] for row in rows] == list(range(30))
    points = results.figures["points"]
    assert points["count"] == 30
    assert points["mean"] == pytest.approx(sum(row[3] for row in rows) / 30)
    assert points["least"] == min(row[3] for row in rows)
    assert results.ends == {"scored": 30} or sum(results.ends.values()) == 30
    assert quincunx.Results.parse(results.text) == results == pickle.loads(pickle.dumps(results))
    assert json.loads(results.text)["run"]["options"]["width"] == "3"
    # Row i has the luck of a session of its seed.
    session = quincunx.new("2048", seed=rows[0][1], width=3)
    assert session.ply == 0
    assert quincunx.simulate("2048", "random", games=5, rows=False).rows() is None


def test_two_players_take_a_seat_each() -> None:
    results = quincunx.simulate("connect-four", ["greedy", "random"], games=40)
    assert results.agents == ["greedy", "random"]
    wins = dict(results.ends)
    assert sum(wins.values()) == 40
    with pytest.raises(ValueError, match="3 players were named; this is a game for 2"):
        quincunx.simulate("connect-four", ["random"] * 3, games=1)


def test_tournaments_rate_players() -> None:
    standing = quincunx.tournament("quartet", ["random", "greedy"], seeds=10)
    assert standing.is_over and standing.played == 20
    first, second = standing.table
    assert first["agent"] == "greedy" and first["elo"] > second["elo"]
    assert first["points"] + second["points"] == 20
    assert quincunx.Standing.parse(standing.text) == standing == pickle.loads(pickle.dumps(standing))
    assert quincunx.tournament("quartet", ["random", "greedy"], seeds=10, threads=1) == standing
    knock_out = quincunx.tournament("2048", ["random", "greedy"], seeds=3, format="knock-out")
    assert knock_out.winner in ("random", "greedy")
    with pytest.raises(ValueError, match="is no format"):
        quincunx.tournament("quartet", ["random", "greedy"], format="swiss")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="of another tournament"):
        quincunx.tournament("quartet", ["random", "greedy"], seeds=9, resume=standing)


def test_a_level_is_reported(tmp_path: pathlib.Path) -> None:
    report = quincunx.level_report("first-steps", agents=["random", "noisy"], games=20, seed=7)
    assert {tier["agent"] for tier in report["tiers"]} >= {"random", "noisy"}
    assert all(tier["games"] == 20 for tier in report["tiers"])
    assert report["is_whole"]
    with pytest.raises(ValueError, match="line 1"):
        quincunx.level_report("name = 1")
    with pytest.raises(FileNotFoundError):
        quincunx.level_report(tmp_path / "none.toml")


@pytest.mark.skipif(os.name != "posix", reason="signals are raised so on POSIX alone")
def test_a_signal_ends_a_simulation() -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        quincunx.simulate("2048", "random", games=100_000_000, rows=False)
    timer.join()


def test_what_progress_raises_ends_the_work() -> None:
    def stop(played: int, games: int) -> None:
        raise RuntimeError(f"enough at {played} of {games}")

    with pytest.raises(RuntimeError, match="enough at"):
        quincunx.simulate("2048", "random", games=100_000_000, rows=False, progress=stop)
