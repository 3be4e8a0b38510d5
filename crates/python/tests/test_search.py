"""Search with evaluators of the calling program, batches of sessions, and self-play."""

import copy
import gc
import pickle
import signal
import subprocess
import sys
import threading
import time
import weakref
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

import quincunx
from quincunx.typing import GameId

GAMES: list[GameId] = [game.id for game in quincunx.games()]


def uniform(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[NDArray[Any], NDArray[Any]]:
    """Has no opinion."""
    return np.zeros(masks.shape, np.float32), np.zeros(len(masks), np.float32)


@pytest.mark.parametrize("game", GAMES)
def test_an_evaluator_sees_what_sessions_show(game: GameId) -> None:
    session = quincunx.new(game, seed=1)
    (planes, rows, columns), most = session.observation_shape
    seen = []

    def evaluator(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[NDArray[Any], NDArray[Any]]:
        assert observations.shape == (len(masks), planes, rows, columns) and observations.max() <= most
        assert masks.shape == (len(observations), session.action_count) and masks.any(axis=1).all()
        seen.append((observations[0].tobytes(), masks[0]))
        return uniform(observations, masks)

    search = quincunx.Mcts(evaluator, simulations=50, batch=8).search(session)
    assert seen[0][0] == session.observation()
    assert list(seen[0][1].nonzero()[0]) == session.legal_actions()
    assert search.simulations == 50 and search.visits.sum() == 49
    assert np.isclose(search.policy.sum(), 1) and np.isclose(search.priors.sum(), 1)
    assert list(np.flatnonzero(~np.isnan(search.values))) == session.legal_actions()
    assert session.is_legal(search.best)


def test_wins_are_found() -> None:
    session = quincunx.new("connect-four", position="112233")
    assert quincunx.Mcts(uniform, simulations=200).choose(session) == 3
    session = quincunx.new("connect-four", position="11223")
    search = quincunx.Mcts(uniform, simulations=4000).search(session)
    assert search.best in (3,) and search.value < 0.5


def test_priors_and_values_guide_the_search() -> None:
    def likes_the_edge(
        observations: NDArray[np.uint8], masks: NDArray[np.int8]
    ) -> tuple[NDArray[Any], list[float]]:
        logits = np.zeros(masks.shape)
        logits[:, 6] = 3.0
        return logits, [0.25] * len(masks)

    search = quincunx.Mcts(likes_the_edge, simulations=1).search(quincunx.new("connect-four"))
    assert search.priors[6] == pytest.approx(np.exp(3) / (np.exp(3) + 6), rel=1e-5)
    assert search.value == 0.25 and search.best == 6 and np.array_equal(search.policy, search.priors)
    # Without visits a temperature draws by the priors.
    drawn = [
        quincunx.Mcts(likes_the_edge, simulations=1, temperature=1.0, seed=seed).choose(quincunx.new("connect-four"))
        for seed in range(60)
    ]
    assert 30 < drawn.count(6) < 60


def test_equal_seeds_give_equal_searches() -> None:
    def search(seed: int, noise: float = 0.25, session_seed: int = 0) -> list[int]:
        mcts = quincunx.Mcts(uniform, simulations=300, noise=noise, temperature=1.0, seed=seed)
        found = mcts.search(quincunx.new("quartet", seed=session_seed))
        return [*found.visits, found.chosen]

    assert search(1) == search(1)
    assert search(1) != search(2) and search(1) != search(1, session_seed=5)


def test_many_sessions_share_batches() -> None:
    sizes = []

    def counting(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[NDArray[Any], NDArray[Any]]:
        sizes.append(len(masks))
        return uniform(observations, masks)

    sessions = quincunx.Sessions("connect-four", range(16))
    found = quincunx.Mcts(counting, simulations=40, batch=16).search_many(sessions)
    assert sizes == [16] * 40
    alone = quincunx.Mcts(uniform, simulations=40, batch=1).search(sessions[3])
    assert np.array_equal(found[3].visits, alone.visits)
    listed = quincunx.Mcts(uniform, simulations=40, batch=16).search_many([sessions[n] for n in range(16)])
    assert [one.best for one in listed] == [one.best for one in found]
    assert quincunx.Mcts(uniform).search_many([]) == []


def test_padded_batches_have_one_shape() -> None:
    shapes = set()

    def evaluator(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[NDArray[Any], NDArray[Any]]:
        shapes.add(masks.shape)
        assert masks.any(axis=1).all()
        return uniform(observations, masks)

    padded = quincunx.Mcts(evaluator, simulations=100, batch=8, pad=True).search(quincunx.new("2048", seed=1))
    assert shapes == {(8, 4)}
    assert np.array_equal(padded.visits, quincunx.Mcts(uniform, simulations=100, batch=8).search(quincunx.new("2048", seed=1)).visits)


def test_memory_of_other_libraries_is_taken_by_dlpack() -> None:
    class Tensor:
        """As tensors of PyTorch and JAX, which are no arrays of NumPy."""

        def __init__(self, array: NDArray[Any]) -> None:
            self.array = array

        def __dlpack__(self, **arguments: Any) -> Any:
            return self.array.__dlpack__(**arguments)

        def __dlpack_device__(self) -> Any:
            return self.array.__dlpack_device__()

    def evaluator(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[Tensor, Tensor]:
        return Tensor(masks.astype(np.float64)), Tensor(np.zeros((len(masks), 1), np.float32))

    assert quincunx.Mcts(evaluator, simulations=50).search(quincunx.new("connect-four")).simulations == 50


@pytest.mark.parametrize(
    ("answer", "error", "message"),
    [
        (lambda masks: masks, TypeError, "an evaluator returns two arrays"),
        (lambda masks: (np.zeros((1, 3)), np.zeros(1)), ValueError, r"logits: expected the shape \[1, 7\], found \(1, 3\)"),
        (lambda masks: (masks, np.zeros(2)), ValueError, r"values: expected the shape \[1\], found \(2,\)"),
        (lambda masks: (masks * np.nan, np.zeros(1)), ValueError, "the evaluator returned NaN"),
        (lambda masks: (masks, np.full(1, np.inf)), ValueError, "the evaluator returned inf"),
        (lambda masks: (masks, np.full(1, 5.0)), ValueError, "the value 5, where values are from -1 to 1"),
        (lambda masks: 1 / 0, ZeroDivisionError, "division by zero"),
    ],
)
def test_wrong_answers_are_errors(answer: Any, error: type[Exception], message: str) -> None:
    with pytest.raises(error, match=message):
        quincunx.Mcts(lambda observations, masks: answer(masks)).search(quincunx.new("connect-four"))


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"simulations": 0}, "simulations: expected 1 to 16777216, found 0"),
        ({"batch": 0}, "batch: expected 1 to 65536, found 0"),
        ({"noise": 1.5}, "noise: expected a number from 0 to 1, found 1.5"),
        ({"temperature": float("nan")}, "temperature: expected"),
        ({"virtual_loss": -1}, "virtual_loss: expected"),
    ],
)
def test_wrong_settings_are_errors(arguments: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        quincunx.Mcts(uniform, **arguments)
    with pytest.raises(TypeError, match="an evaluator is a function"):
        quincunx.Mcts(7)  # type: ignore[arg-type]


def test_an_evaluator_that_fails_is_not_asked_again() -> None:
    asked = 0

    def failing(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> Any:
        nonlocal asked
        asked += 1
        raise RuntimeError(f"call {asked}")

    with pytest.raises(RuntimeError, match="call 1"):
        quincunx.Mcts(failing, batch=4).search_many(quincunx.Sessions("2048", range(40)))
    assert asked == 1


def test_a_signal_ends_a_search() -> None:
    def slow(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> Any:
        time.sleep(0.01)
        return uniform(observations, masks)

    for work in (
        lambda: quincunx.Mcts(slow, simulations=1 << 20, batch=1).search(quincunx.new("2048")),
        lambda: quincunx.simulate("2048", quincunx.Mcts(slow, simulations=1 << 20, batch=1), games=3),
    ):
        timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
        timer.start()
        with pytest.raises(KeyboardInterrupt):
            work()


def test_a_search_is_pickled() -> None:
    mcts = quincunx.Mcts(uniform, simulations=90, batch=8, noise=0.25, temperature=0.5, seed=4, pad=True, name="mine")
    again = pickle.loads(pickle.dumps(mcts))
    assert repr(again) == repr(mcts) and again.name == "mine"
    session = quincunx.new("quartet", seed=3)
    assert np.array_equal(again.search(session).visits, mcts.search(session).visits)
    assert again.choose(session) == mcts.choose(session) == copy.copy(mcts).choose(session)
    found = mcts.search(session)
    for same in (pickle.loads(pickle.dumps(found)), copy.deepcopy(found)):
        assert repr(same) == repr(found) and np.array_equal(same.policy, found.policy)
        assert same.principal_variation == found.principal_variation


def test_a_search_that_its_evaluator_holds_is_collected() -> None:
    class Holder:
        def __init__(self) -> None:
            self.mcts = quincunx.Mcts(self.judge)

        def judge(self, observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> Any:
            return list(uniform(observations, masks))

    holder = Holder()
    # A list of two arrays is as good as a tuple.
    assert holder.mcts.search(quincunx.new("quartet"), simulations=4).simulations == 4
    gone = weakref.ref(holder)
    del holder
    gc.collect()
    assert gone() is None


def test_without_numpy_it_is_an_import_error() -> None:
    program = """
import sys
sys.modules["numpy"] = None
import quincunx
session, sessions = quincunx.new("2048"), quincunx.Sessions("2048", [1, 2])
mcts = quincunx.Mcts(lambda observations, masks: None)
calls = [sessions.masks, sessions.observations, lambda: sessions.players, lambda: mcts.search(session)]
calls.append(lambda: quincunx._native.Environment("2048"))
for call in calls:
    try:
        call()
    except ImportError:
        continue
    sys.exit(f"{call} needs no NumPy")
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


def test_a_search_plays_in_simulations() -> None:
    mcts = quincunx.Mcts(uniform, simulations=100, name="uniform-100")
    run = quincunx.simulate("connect-four", [mcts, "random"], games=20, seed=2)
    assert run.agents[0] == "custom:uniform-100"
    assert run.ends.get("P1", 0) >= 17
    assert run == quincunx.simulate("connect-four", [mcts, "random"], games=20, seed=2, threads=1)


def test_sessions_are_stepped_copied_and_selected() -> None:
    batch = quincunx.Sessions("connect-four", range(4), rows=4, columns=5)
    assert len(batch) == 4 and batch.game == "connect-four"
    batch.play(np.array([0, 1, 2, -1]))
    assert list(batch.plies) == [1, 1, 1, 0] and list(batch.players) == [1, 1, 1, 0]
    kept = batch.copy()
    twice = batch.select(np.array([0, 0, 3]))
    twice.play(np.array([1, 2, 4]))
    assert list(twice.plies) == [2, 2, 1] and list(batch.plies) == [1, 1, 1, 0]
    assert list(batch) == [batch[number] for number in range(4)]
    for beyond in (4, -5, 2**70):
        with pytest.raises(IndexError, match="there is no session"):
            batch[beyond]
    assert batch[-1] == batch[3] and batch[0].history == [(0, 0)]
    assert twice.positions == [one.position for one in (twice[0], twice[1], twice[2])]
    for places in ([2**64 - 1] * 4, np.full(4, 2**64 - 1, dtype=np.uint64)):
        with pytest.raises(ValueError, match="found 18446744073709551615"):
            batch.play(places)
    observations, masks = batch.observations(), batch.masks()
    for number in range(4):
        assert observations[number].tobytes() == batch[number].observation()
        assert list(masks[number].nonzero()[0]) == batch[number].legal_actions()
    # Nothing is changed where one action is not legal.
    with pytest.raises(ValueError, match=r"action 9 is not legal in session 1; legal are \[0, 1, 2, 3, 4\]"):
        batch.play(np.array([0, 9, 0, 0]))
    assert batch.positions == kept.positions
    batch.undo()
    assert list(batch.plies) == [0, 0, 0, 0]
    assert pickle.loads(pickle.dumps(twice)).positions == twice.positions
    assert copy.copy(twice).positions == copy.deepcopy(twice).positions == twice.positions
    with pytest.raises(IndexError, match="there is no session 4"):
        batch[4]
    with pytest.raises(ValueError, match="there is no session -1"):
        batch.select(np.array([-1]))
    with pytest.raises(ValueError, match="4 sessions take 4 actions, not 2"):
        batch.play(np.array([0, 0]))
    # Lists, marks, slices, and none at all.
    assert batch.select([3, 1]).positions == batch.select(np.array([3, 1], np.int32)).positions
    assert len(batch.select([True, False, False, True])) == 2 and len(batch.select(slice(None, None, 2))) == 2
    none = batch.select(~np.ones(4, np.bool_))
    none.play([])
    assert len(none) == 0 and none.masks().shape == (0, 5) and none.observations().shape[0] == 0
    assert len(pickle.loads(pickle.dumps(none))) == len(quincunx.Sessions("2048", [])) == 0
    assert quincunx.Mcts(uniform).search_many(none) == []
    with pytest.raises(ValueError, match="4 sessions take 4 marks, not 1"):
        batch.select([True])
    for wrong in ([0.5, 1.0], [[0]], ["a"]):
        with pytest.raises(TypeError, match="expected whole numbers in one dimension"):
            batch.select(wrong)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="at least one session"):
        quincunx.Sessions.of([])
    with pytest.raises(ValueError, match="different games or rules"):
        quincunx.Sessions.of([quincunx.new("2048"), quincunx.new("quartet")])


def test_ends_of_sessions_are_arrays() -> None:
    batch = quincunx.Sessions("connect-four", range(2), position="112233")
    batch.play(np.array([3, 6]))
    assert list(batch.is_over) == [True, False] and list(batch.results) == [1, 0] and list(batch.players) == [-1, 1]
    with pytest.raises(ValueError, match="the game of session 0 is over"):
        quincunx.Mcts(uniform).search_many(batch)
    points = quincunx.Sessions("2048", [1, 2])
    while not points.is_over.all():
        legal = points.masks()
        points.play(np.where(points.is_over, -1, legal.argmax(axis=1)))
    assert list(points.points) == [points[0].points, points[1].points]


@pytest.fixture(scope="module")
def played() -> quincunx.SelfPlay:
    mcts = quincunx.Mcts(uniform, simulations=16, batch=8, noise=0.25, temperature=1.0)
    return quincunx.self_play("connect-four", mcts, games=12, parallel=8, seed=4, rows=4, columns=5)


def test_self_play_is_data_of_whole_games(played: quincunx.SelfPlay) -> None:
    assert set(played.games) == set(range(12))
    assert played.observations.shape[1:] == quincunx.new("connect-four", rows=4, columns=5).observation_shape[0]
    assert np.allclose(played.policies.sum(axis=1), 1, atol=1e-5)
    assert not (played.policies[played.masks == 0]).any()
    for game in range(12):
        rows = np.flatnonzero(played.games == game)
        assert list(played.plies[rows]) == list(range(len(rows)))
        session = quincunx.new("connect-four", seed=quincunx.episode_seed(4, game), rows=4, columns=5)
        for row in rows:
            assert session.position == played.positions[row]
            assert session.observation() == played.observations[row].tobytes()
            session.play(int(played.actions[row]))
        outcome = session.outcome
        assert outcome is not None
        won = [0.0 if outcome.winner is None else 1.0 if player == outcome.winner else -1.0 for player in played.players[rows]]
        assert list(played.returns[rows]) == won
    # Noise and temperature make games that differ.
    assert len({tuple(played.actions[played.games == game]) for game in range(12)}) > 6


def test_self_play_of_a_game_for_one_returns_points_still_to_come() -> None:
    mcts = quincunx.Mcts(uniform, simulations=4)
    calls: list[tuple[int, int]] = []
    data = quincunx.self_play("2048", mcts, games=2, plies=50, temperature_plies=0, progress=lambda *call: calls.append(call))
    assert calls[-1] == (2, 2)
    assert list(data.plies) == [*range(50)] * 2
    first = data.returns[data.games == 0]
    assert (np.diff(first) <= 0).all() and first[0] > 0


@pytest.mark.parametrize("ending", [".npz", ".parquet"])
def test_self_play_is_read_as_it_is_saved(played: quincunx.SelfPlay, ending: str, tmp_path: Path) -> None:
    if ending == ".parquet":
        pytest.importorskip("pyarrow")
    path = tmp_path / f"games{ending}"
    played.save(path)
    again = quincunx.SelfPlay.load(path)
    assert (again.game, again.options) == ("connect-four", {"columns": 5, "rows": 4})
    for name, array in vars(played).items():
        if isinstance(array, np.ndarray):
            read = getattr(again, name)
            assert np.array_equal(read, array) and read.dtype == array.dtype and read.flags.writeable, name
    assert [file.name for file in tmp_path.iterdir()] == [path.name]
    with pytest.raises(ValueError, match="expected a file name that ends in .npz or .parquet"):
        played.save(tmp_path / "games.csv")
    for contents in (b"nonsense", b""):
        path.write_bytes(contents)
        with pytest.raises(ValueError, match=f"games{ending}: expected data of self-play"):
            quincunx.SelfPlay.load(path)


def test_onnx_networks_are_evaluators(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    pytest.importorskip("onnxruntime")
    from onnx import TensorProto, helper

    from quincunx.onnx import Evaluator

    session = quincunx.new("connect-four")
    (planes, rows, columns), _ = session.observation_shape
    length = planes * rows * columns
    draw = np.random.default_rng(1)
    weights = {"logit_weights": draw.normal(size=(length, 7)), "value_weights": draw.normal(size=(length, 1)) / 100}
    nodes = [
        helper.make_node("Flatten", ["seen"], ["flat"]),
        helper.make_node("MatMul", ["flat", "logit_weights"], ["logits"]),
        helper.make_node("MatMul", ["flat", "value_weights"], ["values"]),
    ]
    graph = helper.make_graph(
        nodes,
        "linear",
        [helper.make_tensor_value_info("seen", TensorProto.FLOAT, ["n", planes, rows, columns])],
        [
            helper.make_tensor_value_info("logits", TensorProto.FLOAT, ["n", 7]),
            helper.make_tensor_value_info("values", TensorProto.FLOAT, ["n", 1]),
        ],
        [helper.make_tensor(name, TensorProto.FLOAT, array.shape, array.ravel()) for name, array in weights.items()],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)], ir_version=9)
    path = tmp_path / "linear.onnx"
    path.write_bytes(model.SerializeToString())

    def linear(observations: NDArray[np.uint8], masks: NDArray[np.int8]) -> tuple[NDArray[Any], NDArray[Any]]:
        flat = observations.reshape(len(observations), -1).astype(np.float32)
        return flat @ weights["logit_weights"].astype(np.float32), flat @ weights["value_weights"].astype(np.float32)

    session.play(3)
    found = quincunx.Mcts(pickle.loads(pickle.dumps(Evaluator(path))), simulations=200).search(session)
    own = quincunx.Mcts(linear, simulations=200).search(session)
    assert np.allclose(found.priors, own.priors, atol=1e-5)
    assert np.abs(found.visits - own.visits).max() <= 2
    assert onnx.__version__
    path.write_bytes(b"nonsense")
    with pytest.raises(ValueError, match="expected an ONNX network"):
        Evaluator(path)
