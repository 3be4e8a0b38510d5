"""Players of the calling program wherever a specification is taken, and positions in which games begin."""

import pickle
import re
import shutil
import threading
import traceback
from pathlib import Path
from typing import Any

import pytest

import quincunx
from quincunx.typing import Player


def first(session: quincunx.Session) -> int:
    """Plays the first legal action."""
    return session.legal_actions()[0]


class Drawn:
    """Plays at random by the seed of the game."""

    name = "drawn"

    def begin(self, seed: int) -> "DrawnGame":
        return DrawnGame(seed)


class DrawnGame:
    def __init__(self, seed: int) -> None:
        self.state = seed

    def choose(self, session: quincunx.Session) -> str:
        self.state = (self.state * 6364136223846793005 + 1442695040888963407) % 2**64
        legal = session.legal_actions()
        return session.action_text(legal[(self.state >> 33) % len(legal)])


def test_functions_and_objects_play_as_specifications_do() -> None:
    run = quincunx.simulate("connect-four", [first, "greedy"], games=40, seed=3)
    assert run.agents == ["custom:first", "greedy"]
    assert run.played == 40
    # The same games however many threads play them, and by text or by number.
    one = quincunx.simulate("connect-four", [Drawn(), first], games=40, threads=1)
    two = quincunx.simulate("connect-four", [Drawn(), lambda session: first(session)], games=40, threads=2)
    assert one.rows() == two.rows() and two.agents == ["custom:drawn", "custom:lambda"]
    # Each game has a seed of its own.
    assert len({row[4] for row in one.rows() or []}) > 3
    # One object for both seats, and an agent in place of its specification.
    assert quincunx.simulate("quartet", first, games=4).agents == ["custom:first"] * 2
    assert quincunx.simulate("2048", quincunx.agent("greedy"), games=2).agents == ["greedy"]


def test_a_file_goes_on_with_the_same_names_only(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    quincunx.simulate("2048", first, games=10, only=[(0, 4)], out=path)
    whole = quincunx.simulate("2048", first, games=10, out=path)
    assert whole == quincunx.simulate("2048", first, games=10)
    assert quincunx.Results.parse(path.read_text()) == whole
    with pytest.raises(ValueError, match="the players are"):
        quincunx.simulate("2048", Drawn(), games=10, out=path)


def test_tournaments_rate_them() -> None:
    standing = quincunx.tournament("connect-four", [first, "random", "level:2"], seeds=10)
    assert {row["agent"] for row in standing.table} == {"custom:first", "random", "level:2"}
    assert standing.table[0]["agent"] == "level:2"
    assert all(row["error"] is not None for row in standing.table)


def test_errors_come_with_their_traceback() -> None:
    class Broken:
        def choose(self, session: quincunx.Session) -> int:
            if session.position.count("1") > 2:
                raise KeyError("no such thing")
            return first(session)

    for work in (
        lambda: quincunx.simulate("connect-four", [Broken(), "random"], games=100),
        lambda: quincunx.tournament("connect-four", ["random", Broken()], seeds=5),
    ):
        with pytest.raises(KeyError, match="no such thing") as caught:
            work()
        assert "in choose" in "".join(traceback.format_tb(caught.tb))

    class CannotBegin:
        def begin(self, seed: int) -> Player:
            raise RuntimeError(f"seed {seed}")

    with pytest.raises(RuntimeError, match="seed"):
        quincunx.simulate("2048", CannotBegin(), games=3)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("chosen", "message"),
    [
        (99, r"player `wrong` chose 99 in `.*`, where \[0, 1, .*\] are legal"),
        (None, "player `wrong` chose None, which is no action"),
        ("nine", "player `wrong` chose 'nine', which is no action"),
    ],
)
def test_what_is_no_legal_action_is_an_error(chosen: object, message: str) -> None:
    def wrong(session: quincunx.Session) -> object:
        return chosen

    with pytest.raises(ValueError, match=message):
        quincunx.simulate("connect-four", [wrong, "random"], games=10)  # type: ignore[list-item]


def test_arguments_that_are_no_players_are_refused() -> None:
    with pytest.raises(TypeError, match="a player is a specification, a function"):
        quincunx.simulate("2048", 7)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="two players have the name `lambda`"):
        quincunx.simulate("connect-four", [lambda session: 0, lambda session: 1])
    with pytest.raises(ValueError, match="no player"):
        quincunx.simulate("2048", "custom:first")
    # A player may play games of its own in its turn, also by a player of its own name.
    def deep(session: quincunx.Session) -> int:
        if session.game == "quartet":
            quincunx.simulate("2048", deep, games=2, plies=5)
        return first(session)

    assert quincunx.simulate("quartet", deep, games=2).played == 2


@pytest.mark.parametrize("positions", [None, ["44", "3"]])
def test_they_are_opponents_in_environments(positions: list[str] | None) -> None:
    pytest.importorskip("gymnasium")
    from quincunx.gym import QuincunxEnv, QuincunxVectorEnv

    seat = "second" if positions is None else "drawn"
    env = QuincunxEnv("connect-four", opponent=first, seat=seat, positions=positions)
    observation, info = env.reset(seed=1)
    # The opponent has played: on an empty board, or behind `44` or `3`.
    assert observation.sum() in ((1,) if positions is None else (2, 3)) and not info["illegal"]
    total = 0.0
    over = False
    while not over:
        _, reward, over, _, info = env.step(int(info["action_mask"].nonzero()[0][-1]))
        total += float(reward)
    assert total in (-1.0, 0.0, 1.0)
    again = pickle.loads(pickle.dumps(env))
    assert (again.action_masks() == env.action_masks()).all()

    def broken(session: quincunx.Session) -> int:
        raise ZeroDivisionError("broken")

    vector = QuincunxVectorEnv(3, game="connect-four", opponent=broken, seat="second", positions=positions)
    with pytest.raises(ZeroDivisionError, match="broken"):
        vector.reset(seed=1)
    with pytest.raises(Exception, match="reset"):
        vector.step(vector.action_space.sample())


def test_calls_side_by_side_have_players_of_one_name() -> None:
    results = []

    def play() -> None:
        results.append(quincunx.simulate("connect-four", [first, "random"], games=30))

    threads = [threading.Thread(target=play) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 4 and all(one == results[0] for one in results)


def test_games_before_an_error_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    asked = 0

    def tires(session: quincunx.Session) -> int:
        nonlocal asked
        asked += 1
        if asked > 300:
            raise RuntimeError("tired")
        return first(session)

    with pytest.raises(RuntimeError, match="tired"):
        quincunx.simulate("connect-four", [tires, "random"], games=1000, out=path)
    assert 5 < quincunx.Results.parse(path.read_text()).played < 300
    assert asked == 301


def test_games_before_an_error_that_cannot_be_saved_go_with_the_error(tmp_path: Path) -> None:
    for work in (
        lambda tires, out: quincunx.simulate("connect-four", [tires, "random"], games=1000, out=out),
        lambda tires, out: quincunx.tournament("connect-four", [tires, "random"], seeds=500, out=out),
    ):
        folder = tmp_path / "folder"
        folder.mkdir()
        asked = 0

        def tires(session: quincunx.Session) -> int:
            nonlocal asked
            asked += 1
            if asked > 300:
                folder.rename(tmp_path / "away")
                raise RuntimeError("tired")
            return first(session)

        with pytest.raises(FileNotFoundError) as lost:
            work(tires, folder / "run.json")
        assert 5 < lost.value.unsaved.played < 300  # type: ignore[attr-defined]
        assert isinstance(lost.value.__context__, RuntimeError)
        shutil.rmtree(tmp_path / "away")


def test_copies_of_a_position_meet_chance_of_their_own() -> None:
    came = set()

    def looks_ahead(session: quincunx.Session) -> int:
        action = first(session)
        session.play(action)
        came.update(session.chances())
        return action

    quincunx.simulate("2048", looks_ahead, games=1, plies=40)
    assert len(came) > 8


def test_limits_bound_searches_and_no_other_players_of_ones_own() -> None:
    asked = 0

    def evaluator(observations: Any, masks: Any) -> Any:
        nonlocal asked
        asked += len(masks)
        return masks * 0.0, [0.0] * len(masks)

    mcts = quincunx.Mcts(evaluator, simulations=1000, batch=4)
    standing = quincunx.tournament("connect-four", [mcts, "random"], seeds=1, nodes=10, plies=10)
    assert standing.is_over and 0 < asked <= 2 * 5 * 10
    for limit in ({"nodes": 10}, {"seconds": 0.1}):
        with pytest.raises(ValueError, match="no other players of your own"):
            quincunx.tournament("connect-four", [first, "random"], seeds=1, **limit)


def test_games_begin_in_positions_drawn_by_their_seeds() -> None:
    positions = ["4444", "123", "7654321"]
    run = quincunx.simulate("connect-four", ["random", "greedy"], games=30, positions=positions)
    assert run.positions == positions
    parts = [quincunx.simulate("connect-four", ["random", "greedy"], games=30, positions=positions, opening=0, shard=f"{n}/2") for n in (1, 2)]
    assert quincunx.merge(parts) == run
    with pytest.raises(ValueError, match="the positions are"):
        quincunx.merge([parts[0], quincunx.simulate("connect-four", ["random", "greedy"], games=30, opening=0, shard="2/2")])
    seen = []

    def noting(session: quincunx.Session) -> int:
        seen.append(session.position)
        return first(session)

    # Without an opening, of which there is none by default then.
    quincunx.simulate("connect-four", [noting, "random"], games=30, positions=["4444", "12"])
    begun = {quincunx.new("connect-four", position=text).position for text in ("4444", "12")}
    assert begun <= set(seen)
    assert quincunx.tournament("connect-four", ["random", "greedy"], seeds=3, positions=positions).is_over
    board = "2,2,0,0/0,0,0,0/0,0,0,0/0,0,0,0 0 0 0"
    assert quincunx.simulate("2048", "random", games=3, positions=[quincunx.new("2048", position=board).position]).played == 3


@pytest.mark.parametrize(
    ("position", "message"),
    [("nonsense", "position 2: `n` is not a column"), ("1122334", "position 2: .*over")],
)
def test_positions_that_are_none_are_named(position: str, message: str) -> None:
    pytest.importorskip("gymnasium")
    from quincunx.gym import QuincunxEnv

    positions = ["4", position]
    for work in (
        lambda: quincunx.simulate("connect-four", "random", positions=positions),
        lambda: quincunx.tournament("connect-four", ["random", "greedy"], positions=positions),
        lambda: QuincunxEnv("connect-four", positions=positions),
    ):
        with pytest.raises(ValueError, match=message):
            work()


def test_misspelt_arguments_are_recognised() -> None:
    for wrong, right in {"n_games": "games", "position": "positions", "thread": "threads", "rows": "keep_rows"}.items():
        with pytest.raises(ValueError, match=f"did you mean the argument `{right}`"):
            quincunx.simulate("2048", "random", **{wrong: False})  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="did you mean the argument `seeds`"):
        quincunx.tournament("connect-four", ["random", "greedy"], n_seeds=3)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="did you mean the argument `seed`"):
        quincunx.new("2048", seeds=3)  # type: ignore[call-arg]
    with pytest.raises(ValueError, match="did you mean the argument `lambda_`"):
        quincunx.train("2048", games=1, lamda_=0.5)  # type: ignore[call-arg]
    with pytest.raises(ValueError) as caught:
        quincunx.simulate("2048", "random", zzz=1)  # type: ignore[call-arg]
    assert not re.search("did you mean", str(caught.value))
