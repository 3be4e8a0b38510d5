"""Environments of Gymnasium: its own checkers, vector against single, the packed twins against the readable rules."""

import copy
import os
import pickle
import signal
import threading
import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium import wrappers
from gymnasium.error import ResetNeeded
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode

import quincunx
from quincunx.gym import QuincunxEnv, QuincunxVectorEnv, environment_id
from quincunx.typing import GameId

GAMES = [game.id for game in quincunx.games()]
TWO = [game.id for game in quincunx.games() if game.players == 2]
OPTIONS: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in GAMES),
    ("connect-four", {"columns": 5, "rows": 4}),
    ("2048", {"scoring": "contest", "four_rate": 0.5}),
    ("2048", {"width": 3, "height": 3}),
    ("quartet", {"topology": "torus"}),
    ("levels", {"name": "carousel"}),
]


def any_legal(generator: np.random.Generator, masks: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]:
    """Draws a legal action where there is one, and any other now and then."""
    noise = generator.random(masks.shape)
    chosen = np.argmax(noise * (masks + 1e-9), axis=-1)
    drawn: np.ndarray[Any, Any] = np.where(generator.random(chosen.shape) < 0.05, generator.integers(masks.shape[-1], size=chosen.shape), chosen)
    return drawn


def test_gymnasium_knows_an_id_a_game() -> None:
    assert environment_id("2048") == "quincunx/Game2048-v0"
    assert environment_id("connect-four") == "quincunx/ConnectFour-v0"
    for game in GAMES:
        spec = gymnasium.spec(environment_id(game))
        assert spec.kwargs == {"game": game}


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_gymnasium_finds_nothing_wrong(game: GameId, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # It advises against the word `game` in nothing, and against uint8 that are no pictures in nothing of ours.
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        environment = gymnasium.make(environment_id(game), **options)
        check_env(environment.unwrapped, skip_render_check=False)


#: The games that have a packed twin, which is played where nothing is rendered.
TWINS: list[tuple[str, dict[str, Any]]] = [
    ("connect-four", {}),
    ("connect-four", {"opponent": None}),
    ("connect-four", {"columns": 5, "rows": 4}),
    ("2048", {}),
    ("2048", {"scoring": "contest", "four_rate": 0.5}),
]


@pytest.mark.parametrize(("game", "options"), TWINS)
def test_packed_twins_match_the_readable_rules(game: GameId, options: dict[str, Any]) -> None:
    readable, fast = (gymnasium.make(environment_id(game), render_mode=mode, **options) for mode in ("ansi", None))
    # Only the readable rules can be shown.
    readable.reset(seed=5)
    assert readable.unwrapped._native.show()  # type: ignore[attr-defined]
    fast.reset(seed=5)
    with pytest.raises(ValueError, match="cannot be shown"):
        fast.unwrapped._native.show()  # type: ignore[attr-defined]
    check_environments_match(readable, fast, num_steps=400, seed=5, skip_render=True)


class FirstOfVector(gymnasium.Env[Any, Any]):
    """The only environment of a vector, as a single one: for what compares those."""

    def __init__(self, game: GameId, **arguments: Any) -> None:
        self.vector = QuincunxVectorEnv(1, game=game, autoreset_mode=AutoresetMode.DISABLED, **arguments)
        self.observation_space = self.vector.single_observation_space
        self.action_space = self.vector.single_action_space

    def reset(self, *, seed: int | None = None, options: dict[str, Any] | None = None) -> Any:
        super().reset(seed=seed)
        seen, info = self.vector.reset(seed=seed)
        return seen[0], first_of(info)

    def step(self, action: Any) -> Any:
        seen, rewards, terminated, truncated, info = self.vector.step(np.array([action]))
        return seen[0], float(rewards[0]), bool(terminated[0]), bool(truncated[0]), first_of(info)


def first_of(info: dict[str, Any]) -> dict[str, Any]:
    """Returns what a single environment would return, in its types."""
    firsts = {key: value[0] for key, value in info.items() if not key.startswith("_")}
    return {key: value.item() if isinstance(value, np.generic) else value for key, value in firsts.items()}


@pytest.mark.parametrize(
    ("game", "options"),
    [
        (game, {**options, **opponent})
        for game, options in OPTIONS
        for opponent in ([{"opponent": name} for name in ("random", "greedy", None)] if game in TWO else [{}])
    ],
)
def test_gymnasium_holds_vectors_and_single_environments_for_the_same(game: GameId, options: dict[str, Any]) -> None:
    single = gymnasium.make(environment_id(game), **options)
    check_environments_match(single, FirstOfVector(game, **options), num_steps=200, seed=3, skip_render=True)


#: Games with who plays the other side, where somebody does.
PLAYED: list[tuple[str, dict[str, Any]]] = [
    *((game, {}) for game in GAMES if game not in TWO),
    *((game, {"opponent": opponent}) for game in TWO for opponent in ("random", "greedy", "mcts:10", None)),
]


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize(("game", "played"), PLAYED)
def test_vectors_play_what_single_environments_play(game: GameId, played: dict[str, Any], mode: AutoresetMode) -> None:
    count, steps = 3, 80
    arguments: dict[str, Any] = {**played, "illegal_reward": -0.5}
    vector = gymnasium.make_vec(
        environment_id(game), num_envs=count, autoreset_mode=mode, max_episode_steps=30, **arguments
    )
    assert isinstance(vector, QuincunxVectorEnv) and vector.metadata["autoreset_mode"] is mode
    singles = [gymnasium.make(environment_id(game), max_episode_steps=30, **arguments) for _ in range(count)]
    seen, info = vector.reset(seed=9)
    others = [single.reset(seed=9 + number) for number, single in enumerate(singles)]
    generator = np.random.default_rng(1)
    over, fresh = np.zeros(count, np.bool_), np.ones(count, np.bool_)
    ended = 0
    for _ in range(steps):
        for number, (other, other_info) in enumerate(others):
            assert np.array_equal(seen[number], other)
            for key, value in other_info.items():
                assert np.array_equal(info[key][number], value) and info[f"_{key}"][number] == fresh[number], key
        actions = any_legal(generator, info["action_mask"])
        if mode == AutoresetMode.DISABLED and over.any():
            seen, info = vector.reset(options={"reset_mask": over})
            fresh = over.copy()
            for number in map(int, np.flatnonzero(over)):
                others[number] = singles[number].reset()
            over[:] = False
            continue
        seen, rewards, terminated, truncated, info = vector.step(actions)
        fresh[:] = True
        for number, single in enumerate(singles):
            if over[number]:
                others[number] = single.reset()
                reported = (0.0, False, False)
            else:
                last, *now, last_info = single.step(actions[number])
                reported = tuple(now)  # type: ignore[assignment]
                others[number] = (last, last_info)
                if mode == AutoresetMode.SAME_STEP and (reported[1] or reported[2]):
                    assert info["_final_obs"][number] and info["_final_info"][number]
                    assert np.array_equal(info["final_obs"][number], last)
                    for key, value in last_info.items():
                        if key != "TimeLimit.truncated":
                            assert np.array_equal(info["final_info"][key][number], value), key
                    others[number] = single.reset()
                elif mode == AutoresetMode.SAME_STEP and "final_obs" in info:
                    assert not info["_final_obs"][number] and info["final_obs"][number] is None
            assert (rewards[number], terminated[number], truncated[number]) == reported
        ended += int((terminated | truncated).sum())
        over = (terminated | truncated) if mode != AutoresetMode.SAME_STEP else over
    assert ended > 0
    vector.close()


@pytest.mark.parametrize("game", GAMES)
def test_an_environment_of_a_seed_is_the_session_of_that_seed(game: GameId) -> None:
    environment = QuincunxEnv(game, opponent=None)
    for episode in range(2):
        seen, info = environment.reset(seed=3) if episode == 0 else environment.reset()
        session = quincunx.new(game, seed=quincunx.episode_seed(3, episode))
        for _ in range(15):
            assert np.array_equal(seen.ravel(), np.frombuffer(session.observation(), np.uint8)) or session.is_over
            assert list(np.flatnonzero(info["action_mask"])) == session.legal_actions()
            if session.is_over:
                break
            action = session.legal_actions()[-1]
            session.play(action)
            seen, reward, terminated, _, info = environment.step(action)
            assert terminated == session.is_over and info["points"] == session.points
    assert quincunx.episode_seed(3, 0) == 3


@pytest.mark.parametrize("game", GAMES)
def test_pictures_are_drawn(game: GameId) -> None:
    text = gymnasium.make(environment_id(game), render_mode="ansi", opponent=None)
    pixels = gymnasium.make(environment_id(game), render_mode="rgb_array", opponent=None)
    for environment in (text, pixels):
        environment.reset(seed=1)
        mask = environment.unwrapped.action_masks()  # type: ignore[attr-defined]
        environment.step(int(np.flatnonzero(mask)[0]))
    drawn = pixels.render()
    assert isinstance(drawn, np.ndarray) and drawn.dtype == np.uint8 and drawn.shape[2] == 3
    assert len(np.unique(drawn.reshape(-1, 3), axis=0)) > 2
    written = text.render()
    assert isinstance(written, str) and written.count("\n") >= 4


def test_a_position_is_written_as_a_grid() -> None:
    environment = QuincunxEnv("connect-four", render_mode="ansi", opponent=None)
    environment.reset(seed=1)
    environment.step(3)
    environment.step(3)
    lines = environment.render().splitlines()
    assert lines[:4] == [". . . . . . ."] * 4
    assert lines[4].split() == [".", ".", ".", lines[4].split()[3], ".", ".", "."] and lines[4].split()[3] != "."


def test_observations_are_never_aliased_unless_that_is_asked_for() -> None:
    for copy in (True, False):
        vector = QuincunxVectorEnv(4, game="2048", copy=copy)
        first, info = vector.reset(seed=1)
        before = first.copy()
        second, *_ = vector.step(any_legal(np.random.default_rng(1), info["action_mask"]))
        assert np.shares_memory(first, second) != copy
        assert np.array_equal(first, before) == copy
        single = QuincunxEnv("2048")
        seen, info = single.reset(seed=1)
        again, *_ = single.step(int(np.flatnonzero(info["action_mask"])[0]))
        assert not np.shares_memory(seen, again)


@pytest.mark.parametrize("game", TWO)
def test_named_opponents_play(game: GameId) -> None:
    environment = QuincunxEnv(game, opponent="greedy", seat="second")
    generator = np.random.default_rng(1)
    rewards = []
    for episode in range(10):
        _, info = environment.reset(seed=episode)
        assert info["player"] == 1 or game == "quartet"
        over = False
        while not over:
            legal = np.flatnonzero(info["action_mask"])
            _, reward, over, _, info = environment.step(int(generator.choice(legal)))
        rewards.append(float(reward))
    assert sum(rewards) < 0, "random play loses to greedy"


def test_wrong_arguments_are_told() -> None:
    with pytest.raises(ValueError, match="a seat needs|seat is one of"):
        QuincunxEnv("connect-four", seat="third")
    with pytest.raises(ValueError, match="there is no player `oracle`"):
        QuincunxEnv("connect-four", opponent="oracle")
    with pytest.raises(ValueError, match="option `width`"):
        QuincunxEnv("2048", width=1)
    with pytest.raises(ValueError, match="render_mode is one of"):
        QuincunxEnv("2048", render_mode="human")
    with pytest.raises(ValueError, match="`random` is named as an opponent"):
        QuincunxEnv("2048", opponent="random")
    with pytest.raises(ValueError, match="is named as an opponent"):
        QuincunxVectorEnv(2, game="2048", opponent="level:1")
    with pytest.raises(ValueError, match="a seat needs|seat is one of"):
        QuincunxVectorEnv(2, game="quartet", seat="third")
    for wrong, why in (
        ({"seat": "first"}, "a seat needs an opponent"),
        ({"illegal_reward": float("nan")}, "found NaN"),
        ({"illegal_reward": float("-inf")}, "found -inf"),
    ):
        for arguments in ({"game": "2048"}, {"game": "connect-four", "opponent": None}):
            with pytest.raises(ValueError, match=why):
                QuincunxEnv(**{**arguments, **wrong})  # type: ignore[arg-type]
            with pytest.raises(ValueError, match=why):
                QuincunxVectorEnv(2, **{**arguments, **wrong})  # type: ignore[arg-type]
    single = QuincunxEnv("2048")
    for environment in (single, QuincunxVectorEnv(2, game="2048")):
        with pytest.raises(ValueError, match="reset takes no option 'position'"):
            environment.reset(options={"position": "x"})
    vector = QuincunxVectorEnv(2, game="2048")
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="4 in environment 1 is no action: they are 0 to 3"):
        vector.step(np.array([0, 4]))
    with pytest.raises(ValueError, match="2 environments take 2 actions, not 3"):
        vector.step(np.array([0, 1, 2]))
    with pytest.raises(ValueError, match="2 environments take 2 seeds or marks, not 1"):
        vector.reset(seed=[1])
    for actions in (np.array([0.9, 1.9]), np.array([[0], [1]])):
        with pytest.raises(TypeError, match="expected whole numbers in one dimension, found"):
            vector.step(actions)
    with pytest.raises(ValueError, match="below 2\\*\\*63, found 18446744073709551615"):
        vector.step(np.array([0, 2**64 - 1], np.uint64))
    with pytest.raises(ValueError, match="did you mean the argument `autoreset_mode`"):
        QuincunxVectorEnv(2, game="2048", autoreset="Disabled")  # type: ignore[call-arg]
    with pytest.raises(ValueError) as caught:
        QuincunxEnv("2048", max_steps=5)  # type: ignore[call-arg]
    assert "did you mean" not in str(caught.value)
    single.reset(seed=1)
    for number in (-1, 4, 2**70):
        with pytest.raises(ValueError, match=f"{number} .*is no action: they are 0 to 3"):
            single.step(number)
    with pytest.raises(TypeError):
        single.step(0.9)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="array of bool"):
        vector.reset(options={"reset_mask": np.array([1, 0])})
    for seed in (-1, 2**64):
        with pytest.raises(ValueError, match="from 0 to 2\\*\\*64 - 1"):
            single.reset(seed=seed)
        with pytest.raises(ValueError, match="from 0 to 2\\*\\*64 - 1"):
            vector.reset(seed=seed)
    with pytest.raises(ValueError, match="expected at least one environment"):
        QuincunxVectorEnv(0, game="2048")


def test_nothing_but_the_package_is_imported_by_it() -> None:
    import subprocess
    import sys

    # Modules of the standard library beside those that an interpreter has anyway took more than ten times as long as the package.
    show = "import sys; before = {*sys.modules}; import quincunx; print(*sorted({*sys.modules} - before))"
    reported = subprocess.run([sys.executable, "-c", show], check=True, capture_output=True, text=True)
    assert reported.stdout.split() == ["quincunx", "quincunx._extension", "quincunx._native"]


def test_what_a_module_needs_is_told() -> None:
    import subprocess
    import sys

    ask = "import sys; sys.modules['ray'] = None; import quincunx.ray"
    reported = subprocess.run([sys.executable, "-c", ask], check=False, capture_output=True, text=True)
    assert reported.stderr.endswith("quincunx.ray needs Ray: pip install 'quincunx[ray]'\n")


def test_what_is_imported_when_it_is_asked_for_is_there() -> None:
    assert "train" in dir(quincunx) and quincunx.train is quincunx._train.train
    with pytest.raises(AttributeError, match="module 'quincunx' has no attribute 'trian'"):
        getattr(quincunx, "trian")


def test_games_begin_with_a_reset() -> None:
    with pytest.raises(ResetNeeded):
        QuincunxEnv("2048").step(0)
    vector = QuincunxVectorEnv(2, game="2048")
    with pytest.raises(ResetNeeded):
        vector.step(np.zeros(2, np.int64))
    with pytest.raises(RuntimeError, match="call `reset` first"):
        vector.reset(options={"reset_mask": np.array([True, False])})


def test_seeds_are_whole_numbers_of_any_kind_and_may_be_missing() -> None:
    vector = QuincunxVectorEnv(3, game="2048")
    plain, _ = vector.reset(seed=7)
    for seeds in (np.int64(7), [7, 8, 9], [np.int64(7), np.uint64(8), 9], np.array([7, 8, 9])):
        assert np.array_equal(vector.reset(seed=seeds)[0], plain)  # type: ignore[arg-type]
    vector.step(np.zeros(3, np.int64))
    # Where there is no seed the environment goes on with its own next game.
    seen, _ = vector.reset(seed=[7, None, 9])
    session = quincunx.new("2048", seed=quincunx.episode_seed(8, 1))
    assert np.array_equal(seen[[0, 2]], plain[[0, 2]])
    assert np.array_equal(seen[1].ravel(), np.frombuffer(session.observation(), np.uint8))
    # Environment i has seed s + i, beyond the greatest from 0 again.
    last, _ = vector.reset(seed=2**64 - 1)
    assert np.array_equal(last[1:], vector.reset(seed=0)[0][:2])
    single = QuincunxEnv("2048")
    first = single.reset(seed=np.int64(7))[0]  # type: ignore[arg-type]
    assert np.array_equal(first, plain[0])


def test_an_opponent_has_other_luck_in_every_game() -> None:
    environment = QuincunxEnv("connect-four", opponent="greedy", seat="first")
    environment.reset(seed=1)
    answers = set()
    for _ in range(40):
        answers.add(environment.step(3)[0].tobytes())
        environment.reset()
    assert len(answers) > 3
    vector = QuincunxVectorEnv(40, game="connect-four", opponent="greedy", seat="first")
    vector.reset(seed=1)
    seen, *_ = vector.step(np.full(40, 3))
    assert len({one.tobytes() for one in seen}) > 3


@pytest.mark.parametrize("mode", list(AutoresetMode))
def test_wrappers_of_gymnasium_stand_vectors(mode: AutoresetMode) -> None:
    vector: Any = QuincunxVectorEnv(4, game="connect-four", columns=4, rows=4, autoreset_mode=mode)
    assert vector.single_observation_space.shape == (2, 4, 4)
    vector = wrappers.vector.RecordEpisodeStatistics(vector)
    if mode != AutoresetMode.SAME_STEP:
        # Of Gymnasium's wrappers of observations none knows that mode.
        vector = wrappers.vector.FlattenObservation(vector)
        assert vector.single_observation_space.shape == (32,)
    vector = wrappers.vector.DictInfoToList(vector)
    _, infos = vector.reset(seed=1)
    ended = 0
    for _ in range(30):
        masks = np.array([info["action_mask"] for info in infos])
        seen, _, terminated, truncated, infos = vector.step(np.argmax(masks, axis=1))
        assert seen in vector.observation_space
        over = terminated | truncated
        ended += int(over.sum())
        for info, was_over in zip(infos, over, strict=True):
            assert ("episode" in info) == was_over
            assert ("final_obs" in info) == (was_over and mode == AutoresetMode.SAME_STEP)
        if mode == AutoresetMode.DISABLED and over.any():
            _, infos = vector.reset(options={"reset_mask": over})
            infos = [info or {"action_mask": mask} for info, mask in zip(infos, vector.unwrapped.action_masks(), strict=True)]
    assert ended > 0


@pytest.mark.parametrize(("game", "played"), PLAYED)
@pytest.mark.parametrize("copied", [copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_copies_of_environments_live_their_own_lives(game: GameId, played: dict[str, Any], copied: Any) -> None:
    environment = gymnasium.make(environment_id(game), **played)
    assert np.array_equal(copied(environment).reset(seed=5)[0], environment.reset(seed=5)[0])
    environment.reset()
    generator = np.random.default_rng(2)
    _, info = environment.reset()
    for _ in range(5):
        info = environment.step(any_legal(generator, info["action_mask"]))[4]
    other = copied(environment)
    for one in (environment, other):
        assert np.array_equal(one.get_wrapper_attr("action_masks")(), info["action_mask"].astype(bool))
    for _ in range(60):
        action = any_legal(generator, info["action_mask"])
        reported = [one.step(action) for one in (environment, other)]
        info = reported[0][4]
        assert np.array_equal(reported[0][0], reported[1][0]) and reported[0][1:4] == reported[1][1:4]
        if reported[0][2] or reported[0][3]:
            (seen, info), (again, _) = environment.reset(), other.reset()
            assert np.array_equal(seen, again)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy, lambda it: pickle.loads(pickle.dumps(it))])
def test_vectors_are_copied_until_their_games_begin(copied: Any) -> None:
    arguments: dict[str, Any] = dict(opponent=None, columns=5, rows=4, autoreset_mode=AutoresetMode.SAME_STEP)
    vector = gymnasium.make_vec(environment_id("connect-four"), num_envs=3, **arguments)
    other = copied(vector)
    assert other.spec == vector.spec and other.metadata == vector.metadata
    assert np.array_equal(other.reset(seed=1)[0], vector.reset(seed=1)[0])
    vector.step(np.zeros(3, np.int64))
    assert not np.array_equal(other._now.observations, vector._now.observations)  # type: ignore[attr-defined]
    with pytest.raises(TypeError, match="whose games have begun is not copied"):
        copied(vector)


def test_levels_tell_whether_their_goals_were_reached() -> None:
    environment = QuincunxEnv("levels", name="first-steps")
    generator = np.random.default_rng(1)
    reached = []
    for seed in range(6):
        _, info = environment.reset(seed=seed)
        session = quincunx.new("levels", name="first-steps", seed=seed)
        assert not info["reached"]
        over = False
        while not over:
            action = int(generator.choice(np.flatnonzero(info["action_mask"])))
            session.play(action)
            _, _, over, _, info = environment.step(action)
        assert session.outcome is not None and info["reached"] == session.outcome.reached
        reached.append(info["reached"])
    assert "reached" not in QuincunxEnv("2048").reset(seed=1)[1]
    vector = QuincunxVectorEnv(2, game="levels", name="first-steps")
    assert not vector.reset(seed=1)[1]["reached"].any()


def test_vectors_are_shown() -> None:
    for mode in ("ansi", "rgb_array"):
        vector = gymnasium.make_vec(environment_id("2048"), num_envs=2, render_mode=mode)
        assert vector.render_mode == mode
        vector.reset(seed=3)
        shown = vector.render()
        single = QuincunxEnv("2048", render_mode=mode)
        single.reset(seed=4)
        assert shown is not None and len(shown) == 2
        assert np.array_equal(shown[1], single.render())
    with pytest.raises(ValueError, match="render_mode is one of"):
        QuincunxVectorEnv(2, game="2048", render_mode="human")


def test_arrays_that_were_given_away_can_be_spoiled_but_say_so() -> None:
    vector = QuincunxVectorEnv(2, game="2048", copy=False)
    seen, _ = vector.reset(seed=1)
    seen.setflags(write=False)
    with pytest.raises(RuntimeError, match="made read-only"):
        vector.step(np.zeros(2, np.int64))


@pytest.mark.skipif(os.name != "posix", reason="signals are raised so on POSIX alone")
@pytest.mark.parametrize("kind", ["single", "vector"])
def test_a_signal_ends_an_opponent_that_thinks(kind: str) -> None:
    arguments: dict[str, Any] = {"game": "connect-four", "opponent": "mcts:1000000000", "seat": "first"}
    environment: Any = QuincunxEnv(**arguments) if kind == "single" else QuincunxVectorEnv(2, **arguments)
    action = 3 if kind == "single" else np.array([3, 3])
    environment.reset(seed=1)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        environment.step(action)
    timer.join()
    # What the opponent chose in a hurry is of no use.
    with pytest.raises(ResetNeeded):
        environment.step(action)
    environment.reset(seed=1)


def test_games_that_are_passed_over_are_the_same_everywhere() -> None:
    # The opponent, who begins, wins in one of seven columns.
    arguments: dict[str, Any] = {"game": "connect-four", "positions": ["112233"], "seat": "second", "opponent": "random"}
    single = QuincunxEnv(**arguments)
    vector = QuincunxVectorEnv(20, **arguments)
    for episode in range(4):
        seen, info = vector.reset(seed=5) if episode == 0 else vector.reset()
        assert info["action_mask"].any(axis=1).all()
        for number in range(20):
            single.reset(seed=5 + number)
            for _ in range(episode):
                seen_alone, _ = single.reset()
            if episode:
                assert np.array_equal(seen[number], seen_alone)
    arguments["opponent"] = "greedy"
    environments: list[tuple[Any, Any]] = [(QuincunxEnv(**arguments), 0), (QuincunxVectorEnv(2, **arguments), np.array([0, 0]))]
    for environment, action in environments:
        with pytest.raises(ValueError, match="in a row were over before the learner acted"):
            environment.reset(seed=1)
        with pytest.raises(ResetNeeded):
            environment.step(action)


def test_seeds_outlive_a_step_that_fails() -> None:
    fails = False

    def opponent(session: quincunx.Session) -> int:
        if fails:
            raise ZeroDivisionError
        return session.legal_actions()[0]

    arguments: dict[str, Any] = {"game": "connect-four", "opponent": opponent}
    vectors = [QuincunxVectorEnv(30, **arguments) for _ in range(2)]
    single = QuincunxEnv(**arguments)
    for vector in vectors:
        vector.reset(seed=1)
    single.reset(seed=1)
    fails = True
    with pytest.raises(ZeroDivisionError):
        vectors[0].step(np.zeros(30, np.int64))
    with pytest.raises(ZeroDivisionError):
        single.step(0)
    fails = False
    # The next games of the same seeds.
    assert np.array_equal(vectors[0].reset()[0], vectors[1].reset()[0])
    again = copy.deepcopy(single)
    with pytest.raises(ResetNeeded):
        again.step(0)
    assert np.array_equal(again.reset()[0], single.reset()[0])
