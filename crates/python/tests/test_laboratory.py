"""Simulations, tournaments and level reports: the local twins of the command line."""

import contextlib
import json
import os
import pathlib
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable
from functools import partial
from typing import Any

import numpy as np
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
    with pytest.raises(ValueError, match=r"parts\[1\]: game 0 is also in an earlier part"):
        quincunx.merge([whole, parts[1]])
    with pytest.raises(ValueError, match="different runs: the seed"):
        quincunx.simulate("2048", "random", games=60, seed=4, resume=whole)


def test_results_tell_what_the_games_gave() -> None:
    reported: list[tuple[int, int]] = []
    results = quincunx.simulate(
        "2048", "random", games=30, width=3, progress=lambda played, games: reported.append((played, games))
    )
    assert reported[-1] == (30, 30)
    assert results.columns == ["game", "seed", "outcome", "points", "plies", "highest-tile"]
    rows = results.rows()
    assert rows is not None and [row[0] for row in rows] == list(range(30))
    points = results.figures["points"]
    assert points["count"] == 30
    assert points["mean"] == pytest.approx(sum(row[3] for row in rows) / 30)
    assert points["least"] == min(row[3] for row in rows)
    assert results.ends == {"score": 30}
    assert quincunx.Results.parse(results.text) == results == pickle.loads(pickle.dumps(results))
    assert json.loads(results.text)["run"]["options"]["width"] == "3"
    # Game i has the luck of a session of its seed: a player without luck of its own plays the same there.
    told_row = quincunx.simulate("2048", "expectimax:depth=1", games=1, seed=9, width=2, height=2).rows()
    assert told_row is not None
    _, seed, _, points, plies, _ = told_row[0]
    session = quincunx.new("2048", seed=seed, width=2, height=2)
    player = quincunx.agent("expectimax:depth=1")
    while not session.is_over:
        session.play(player.choose(session))
    assert (session.points, session.ply) == (points, plies)
    assert quincunx.simulate("2048", "random", games=5, keep_rows=False).rows() is None



def test_results_are_tables_of_pandas() -> None:
    pandas = pytest.importorskip("pandas")
    results = quincunx.simulate("2048", "random", games=20, seed=1)
    table = results.to_pandas()
    assert list(table.columns) == results.columns and len(table) == 20
    assert table["points"].mean() == results.figures["points"]["mean"]
    with pytest.raises(ValueError, match="no rows were kept"):
        quincunx.simulate("2048", "random", games=1, keep_rows=False).to_pandas()
    standing = quincunx.tournament("connect-four", ["random", "greedy"], seeds=3)
    assert list(standing.to_pandas()["agent"]) == [row["agent"] for row in standing.table]
    assert isinstance(standing.to_pandas(), pandas.DataFrame)


def test_rows_of_the_board_are_an_option() -> None:
    results = quincunx.simulate("connect-four", "random", games=5, columns=5, rows=4)
    assert all(row[4] <= 20 for row in results.rows() or [])


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
    with pytest.raises(ValueError, match="different tournaments: the seeds of a meeting are `9` in the first and `10` in this"):
        quincunx.tournament("quartet", ["random", "greedy"], seeds=9, resume=standing)


def test_a_levels_games_are_put_together() -> None:
    arguments: dict[str, Any] = dict(agents=["random"], games=30, seed=7)
    whole = quincunx.level_games("first-steps", **arguments)
    assert whole.is_whole and whole.missing() == []
    assert whole.report() == quincunx.level_report("first-steps", **arguments)
    parts = [quincunx.level_games("first-steps", only=[], **arguments)]
    assert parts[0].played == 0 and parts[0].cost > 0
    while missing := quincunx.merge(parts).missing():
        player, limit, ranges = missing[0]
        parts += [
            quincunx.level_games("first-steps", only=[(player, limit, [part])], **arguments)
            for first, end in ranges
            for part in ((first, first + 1), (first + 1, end))
            if part[0] < part[1]
        ]
    merged = quincunx.merge(parts)
    assert merged == whole == quincunx.LevelGames.parse(whole.text) == pickle.loads(pickle.dumps(whole))
    with pytest.raises(ValueError, match="none of this report"):
        quincunx.level_games("first-steps", only=[(0, 20, [(0, 31)])], **arguments)
    assert quincunx.level_report(level="first-steps", resume=whole, **arguments) == whole.report()
    with pytest.raises(ValueError, match=r"parts\[1\]: game .* is also in an earlier part"):
        quincunx.merge([whole, parts[1]])


def test_a_level_is_reported(tmp_path: pathlib.Path) -> None:
    report = quincunx.level_report("first-steps", agents=["random", "noisy"], games=20, seed=7)
    assert {tier["agent"] for tier in report["tiers"]} >= {"random", "noisy"}
    assert all(tier["games"] == 20 for tier in report["tiers"])
    assert report["is_whole"]
    with pytest.raises(ValueError, match="line 1"):
        quincunx.level_report("name = 1")
    for success in (float("nan"), -0.1, 0.0, 1.0, 70.0):
        with pytest.raises(ValueError, match="`success` is a share of attempts between 0 and 1"):
            quincunx.level_report("first-steps", games=1, success=success)
    wrong = tmp_path / "wrong.toml"
    wrong.write_text("name = 1")
    with pytest.raises(ValueError, match="wrong.toml: line 1"):
        quincunx.level_report(wrong)
    with pytest.raises(FileNotFoundError, match="none.toml"):
        quincunx.level_report(tmp_path / "none.toml")
    with pytest.raises(ValueError, match=r"there is no level `mine.toml`; there are .*first-steps.*pathlib.Path"):
        quincunx.level_report("mine.toml")


def test_results_are_saved(tmp_path: pathlib.Path) -> None:
    for reported in (
        quincunx.simulate("2048", "random", games=2),
        quincunx.tournament("quartet", ["random", "greedy"], seeds=1),
        quincunx.level_games("first-steps", agents=["random"], games=2),
    ):
        file = tmp_path / "saved.json"
        reported.save(file)
        assert file.read_text() == reported.text and list(tmp_path.iterdir()) == [file]
        with pytest.raises(FileNotFoundError, match="none"):
            reported.save(tmp_path / "none" / "saved.json")


@pytest.mark.parametrize("kind", ["simulate", "tournament", "level_games"])
def test_what_was_played_is_kept_in_a_file(kind: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "run.json"
    arguments: dict[str, Any]
    if kind == "simulate":
        arguments = {"game": "2048", "agents": "random", "games": 30_000, "seed": 5}
        work: Any = quincunx.simulate
        read: Any = quincunx.Results.parse
    elif kind == "level_games":
        arguments = {"level": "first-steps", "agents": ["random"], "games": 5_000, "seed": 5}
        work, read = quincunx.level_games, quincunx.LevelGames.parse
    else:
        arguments = {"game": "connect-four", "agents": ["random", "greedy"], "seeds": 20_000, "seed": 5}
        work, read = quincunx.tournament, quincunx.Standing.parse

    def stop(played: int, games: int) -> None:
        if played:
            raise Enough

    # A machine that is quick enough has played all of it before it is asked to stop.
    with contextlib.suppress(Enough):
        work(**arguments, out=path, progress=stop)
    kept = read(path.read_text())
    assert 0 < kept.played
    assert list(tmp_path.iterdir()) == [path], "nothing else stays"
    whole = work(**arguments)
    assert whole.played >= kept.played
    # The same call goes on with it, and what it gives is what one without a break gives.
    assert work(**arguments, out=path) == whole
    assert read(path.read_text()) == whole
    assert work(**arguments, out=str(path)) == whole
    with pytest.raises(ValueError, match="different (runs|tournaments|reports): the seed"):
        work(**{**arguments, "seed": 6}, out=path)
    assert read(path.read_text()) == whole
    with pytest.raises(FileNotFoundError, match="run.json"):
        work(**arguments, out=tmp_path / "none" / "run.json")
    path.write_text("{}")
    with pytest.raises(ValueError, match="run.json: "):
        work(**arguments, out=path)
    assert path.read_text() == "{}"


@pytest.mark.parametrize("kind", ["simulate", "tournament", "level_games"])
def test_the_same_call_goes_on_with_results_and_a_file(kind: str, tmp_path: pathlib.Path) -> None:
    arguments: dict[str, Any]
    if kind == "simulate":
        arguments = {"game": "2048", "agents": "random", "games": 20}
        work: Any = quincunx.simulate
        part = work(**arguments, only=[(0, 5)])
        other = work(**arguments, only=[(3, 8)])
    elif kind == "level_games":
        arguments = {"level": "first-steps", "agents": ["random"], "games": 20}
        work = quincunx.level_games
        ((player, limit, _), *_) = work(**arguments, only=[]).missing()
        part, other = (work(**arguments, only=[(player, limit, [games])]) for games in ((0, 5), (3, 8)))
    else:
        arguments = {"game": "quartet", "agents": ["random", "greedy"], "seeds": 5}
        work = quincunx.tournament
        games = work(**arguments, only=[]).missing()
        part, other = work(**arguments, only=games[:4]), work(**arguments, only=games[3:6])
    path, whole = tmp_path / "run.json", work(**arguments)
    nothing: list[Any] = []
    assert work(**arguments, only=nothing, resume=part, out=path) == part
    for _ in range(2):
        assert work(**arguments, resume=part, out=path) == whole
    assert work(**arguments, resume=other, out=path) == whole
    part.save(path)
    # Some of it is there, and some is not.
    with pytest.raises(ValueError, match="in an earlier part"):
        work(**arguments, resume=other, out=path)
    foreign = work(**{**arguments, "seed": 9}, only=nothing)
    with pytest.raises(ValueError, match="different"):
        work(**arguments, resume=foreign, out=path)


@pytest.mark.parametrize("kind", ["simulate", "tournament", "level_games"])
def test_progress_tells_what_is_done_of_all_and_the_end(kind: str) -> None:
    arguments: dict[str, Any]
    if kind == "simulate":
        arguments = {"game": "2048", "agents": "random", "games": 40}
        work: Any = quincunx.simulate
        part = work(**arguments, shard="1/4")
        count = 40
    elif kind == "level_games":
        arguments = {"level": "first-steps", "agents": ["random"], "games": 20}
        work = quincunx.level_games
        ((player, limit, _), *_) = work(**arguments, only=[]).missing()
        part = work(**arguments, only=[(player, limit, [(0, 5)])])
        count = work(**arguments).done
    else:
        arguments = {"game": "quartet", "agents": ["random", "greedy"], "seeds": 5}
        work = quincunx.tournament
        part = work(**arguments, only=work(**arguments, only=[]).missing()[:4])
        count = 10
    reported: list[tuple[int, int]] = []
    whole = work(**arguments, resume=part, progress=lambda *now: reported.append(now))
    assert reported[-1] == (count, count) and all(done <= of for done, of in reported)
    reported.clear()
    work(**arguments, resume=whole, progress=lambda *now: reported.append(now))
    assert set(reported) == {(count, count)}


@pytest.mark.parametrize("kind", ["simulate", "tournament", "level_games"])
def test_progress_of_some_games_tells_these(kind: str) -> None:
    arguments: dict[str, Any]
    had: list[Any]
    wanted: list[Any]
    if kind == "simulate":
        arguments = {"game": "2048", "agents": "random", "games": 40}
        work: Any = quincunx.simulate
        had, wanted = [(0, 3)], [(1, 5), (2, 6), (30, 31)]
        count = 6
    elif kind == "level_games":
        arguments = {"level": "first-steps", "agents": ["random"], "games": 20}
        work = quincunx.level_games
        nothing = work(**arguments, only=[])
        ((player, limit, _), *_) = nothing.missing()
        had, wanted = [(player, limit, [(0, 3)])], [(player, limit, [(1, 5), (2, 6)]), (player, limit, [(4, 7)])]
        count = 6 * nothing.costs[player]
    else:
        arguments = {"game": "quartet", "agents": ["random", "greedy"], "seeds": 5}
        work = quincunx.tournament
        games = work(**arguments, only=[]).missing()
        had, wanted = games[:3], games[1:6] + games[2:7]
        count = 6
    part = work(**arguments, only=had)
    reported: list[tuple[int, int]] = []
    more = work(**arguments, resume=part, only=wanted, progress=lambda *now: reported.append(now))
    assert reported[-1] == (count, count) and all(done <= of == count for done, of in reported)
    assert more.played == part.played + 4 and more == work(**arguments, only=[*had, *wanted])


def test_games_that_cannot_be_wanted_are_refused() -> None:
    run = quincunx.simulate("2048", "random", games=4, only=[[0, 2], (np.int64(1), 3), (3, 3)])
    assert run.played == 3 and run.missing(only=[[2, 4]]) == [(3, 4)]
    for wrong, message in (
        ([(-1, 2)], "a whole number from 0"),
        ([(3, 1)], "a first game and the one behind the last, found 3 and 1"),
        ([(1, 2, 3)], "length 2"),
        ([(0, 2**63)], "expected games of a run of 4"),
    ):
        with pytest.raises(ValueError, match=message):
            run.missing(only=wrong)
        with pytest.raises(ValueError, match=message):
            quincunx.simulate("2048", "random", games=4, only=wrong)
    games = quincunx.tournament("quartet", ["random", "greedy"], seeds=2, only=[]).missing()
    lists = [[number, seed, seats] for number, seed, seats in games[:1]]
    assert quincunx.tournament("quartet", ["random", "greedy"], seeds=2, only=lists).played == 1  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: quincunx.merge(quincunx.simulate("2048", "random", games=1)), "a list of `Results`, .*, found Results"),  # type: ignore[call-overload]
        (lambda: quincunx.Mcts(len).search_many(7), "`Sessions` or a list of sessions, found int"),  # type: ignore[arg-type]
        (lambda: quincunx.level_report(7), "the name of a level, its text or a path, found int"),  # type: ignore[arg-type]
        (lambda: quincunx.train("2048", games=1, from_=7), "a network or the path of its file, found int"),  # type: ignore[arg-type]
    ],
)
def test_arguments_of_no_accepted_type_are_one_sentence(call: Callable[[], object], message: str) -> None:
    with pytest.raises(TypeError, match=f"expected {message}") as caught:
        call()
    assert "\n" not in str(caught.value)


class Enough(Exception):
    """What a test ends work by."""


@pytest.mark.parametrize("kind", ["simulate", "tournament", "level_games"])
def test_what_cannot_be_saved_in_the_end_goes_with_the_error(kind: str, tmp_path: pathlib.Path) -> None:
    folder, away = tmp_path / "folder", tmp_path / "away"
    folder.mkdir()
    calls: dict[str, Callable[..., Any]] = {
        "simulate": partial(quincunx.simulate, "2048", "random", games=10**9, keep_rows=False),
        "tournament": partial(quincunx.tournament, "connect-four", ["random", "greedy"], seeds=100_000),
        "level_games": partial(quincunx.level_games, "first-steps", agents=["random"], games=1_000_000),
    }

    def move(done: int, of: int) -> None:
        if done:
            folder.rename(away)
            raise Enough

    with pytest.raises(FileNotFoundError, match="run.json") as lost:
        calls[kind](out=folder / "run.json", progress=move)
    unsaved = lost.value.unsaved  # type: ignore[attr-defined]
    assert unsaved.played > 0
    assert isinstance(lost.value.__context__, Enough)
    assert "`unsaved`" in str(getattr(lost.value, "__notes__", ["`unsaved`"]))
    # It is saved elsewhere, and gone on with.
    away.rename(folder)
    unsaved.save(folder / "run.json")
    reported: list[int] = []

    def stop(done: int, of: int) -> None:
        reported.append(done)
        raise Enough

    with pytest.raises(Enough):
        calls[kind](out=folder / "run.json", progress=stop)
    assert reported[0] > 0 and type(unsaved).parse((folder / "run.json").read_text()).played >= unsaved.played


def test_what_holds_no_text_is_told(tmp_path: pathlib.Path) -> None:
    binary = tmp_path / "binary"
    binary.write_bytes(b"name = 1\n\xff\xfe\n")
    calls: list[Callable[[pathlib.Path], object]] = [
        lambda path: quincunx.simulate("2048", "random", games=1, out=path),
        lambda path: quincunx.tournament("quartet", ["random", "greedy"], seeds=1, out=path),
        lambda path: quincunx.level_report("first-steps", games=1, out=path),
        lambda path: quincunx.level_report(path),
        lambda path: quincunx.new("levels", file=path),
        lambda path: quincunx.simulate("levels", "random", games=1, file=path),
    ]
    for call in calls:
        with pytest.raises(ValueError, match="binary: line 2 is not UTF-8"):
            call(binary)
        with pytest.raises(IsADirectoryError if os.name == "posix" else OSError):
            call(tmp_path)
    if os.name == "posix":
        with pytest.raises(ValueError, match="/dev/zero: expected a regular file"):
            quincunx.level_report(pathlib.Path("/dev/zero"))
    assert binary.read_bytes().endswith(b"\xfe\n") and list(tmp_path.iterdir()) == [binary]


@pytest.mark.parametrize("kind", ["simulate", "tournament", "level_games"])
def test_what_is_refused_leaves_no_file(kind: str, tmp_path: pathlib.Path) -> None:
    path = tmp_path / "run.json"
    calls: dict[str, Callable[..., object]] = {
        "simulate": partial(quincunx.simulate, "2048", "random", games=9, only=[(5, 10)]),
        "tournament": partial(quincunx.tournament, "quartet", ["random", "greedy"], only=[(9, 9, [0, 1])]),
        "level_games": partial(quincunx.level_games, "first-steps", agents=["random"], games=9, only=[(0, 20, [(0, 10)])]),
    }
    with pytest.raises(ValueError):
        calls[kind](out=path)
    assert not list(tmp_path.iterdir())


def test_a_levels_report_goes_on_where_it_was_ended(tmp_path: pathlib.Path) -> None:
    arguments: dict[str, Any] = dict(agents=["random", "greedy"], games=300, seed=7)
    path = tmp_path / "games.json"
    reported: list[tuple[int, int]] = []

    def stop(done: int, cost: int) -> None:
        if done:
            raise KeyboardInterrupt

    with contextlib.suppress(KeyboardInterrupt):
        quincunx.level_report("first-steps", out=path, progress=stop, **arguments)
    kept = quincunx.LevelGames.parse(path.read_text())
    assert 0 < kept.played and 0 < kept.done <= kept.cost
    whole = quincunx.level_report("first-steps", **arguments)
    in_memory = quincunx.level_report("first-steps", resume=kept, progress=lambda *now: reported.append(now), **arguments)
    assert in_memory == whole == quincunx.level_report("first-steps", out=path, **arguments)
    assert all(kept.done <= done for done, _ in reported)
    games = quincunx.LevelGames.parse(path.read_text())
    assert games.is_whole and games.report() == whole and games.done >= games.cost


def test_long_calls_let_other_threads_run() -> None:
    results = quincunx.simulate("2048", "random", games=20_000, width=2, height=2)
    standing = quincunx.tournament("2048", ["random", "greedy"], seeds=5_000, width=2, height=2)
    games = quincunx.level_games("first-steps", agents=["random"], games=2_000)
    network, like = (quincunx.Network("2048", "4x4") for _ in range(2))
    contents = bytes(network)
    calls: list[Callable[[], object]] = [
        *(partial(type(part).parse, part.text) for part in (results, standing, games)),
        *(partial(quincunx.merge, [part]) for part in (results, standing, games)),
        *(partial(getattr, part, "text") for part in (results, standing, games)),
        games.report,
        partial(quincunx.Network, "2048", "01234", optimism=1.0),
        partial(quincunx.Network.parse, contents),
        partial(bytes, network),
        lambda: network == like,
    ]
    ticks, done = 0, threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.is_set():
            ticks += 1
            time.sleep(0)

    thread = threading.Thread(target=tick)
    interval = sys.getswitchinterval()
    # Nobody is made to give way, so that others run only when they are let.
    sys.setswitchinterval(60)
    try:
        thread.start()
        for call in calls:
            before = ticks
            # On a busy machine the others may come too late for a short one.
            for _ in range(1000):
                call()
                if ticks > before:
                    break
            assert ticks > before, call
    finally:
        sys.setswitchinterval(interval)
        done.set()
        thread.join()


def test_numbers_out_of_range_are_told() -> None:
    for arguments in ({"games": -1}, {"seed": -1}, {"seed": 2**64}, {"opening": -1}, {"plies": 2**32}, {"threads": -1}):
        with pytest.raises(ValueError, match="a whole number from 0 to"):
            quincunx.simulate("2048", "random", **arguments)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one thread"):
        quincunx.simulate("2048", "random", threads=0)
    for seconds in (-5.0, float("nan")):
        with pytest.raises(ValueError, match="`seconds` is a time of 0 seconds or more"):
            quincunx.tournament("quartet", ["random", "greedy"], seconds=seconds)
    # A time that no clock reaches is none.
    free = quincunx.tournament("quartet", ["random", "greedy"], seeds=1)
    for seconds in (1e300, float("inf")):
        assert quincunx.tournament("quartet", ["random", "greedy"], seeds=1, seconds=seconds) == free


@pytest.mark.skipif(os.name != "posix", reason="signals are raised so on POSIX alone")
def test_a_signal_ends_a_simulation() -> None:
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        quincunx.simulate("2048", "random", games=100_000_000, keep_rows=False)
    timer.join()


def test_what_progress_raises_ends_the_work() -> None:
    def stop(played: int, games: int) -> None:
        raise RuntimeError(f"enough at {played} of {games}")

    with pytest.raises(RuntimeError, match="enough at"):
        quincunx.simulate("2048", "random", games=100_000_000, keep_rows=False, progress=stop)
