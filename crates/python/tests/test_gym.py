"""Environments of Gymnasium: its own checkers, vector against single, the packed twins against the readable rules."""

import warnings
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.utils.env_match import check_environments_match
from gymnasium.vector import AutoresetMode

import quincunx
from quincunx.gym import QuincunxEnv, QuincunxVectorEnv, environment_id

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
def test_gymnasium_finds_nothing_wrong(game: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings():
        # It advises against the word `game` in nothing, and against uint8 that are no pictures in nothing of ours.
        warnings.filterwarnings("ignore", message=".*Box observation space.*")
        environment = gymnasium.make(environment_id(game), **options)
        check_env(environment.unwrapped, skip_render_check=False)


@pytest.mark.parametrize(("game", "options"), OPTIONS)
def test_packed_twins_match_the_readable_rules(game: str, options: dict[str, Any]) -> None:
    readable, fast = (gymnasium.make(environment_id(game), fast=fast, **options) for fast in (False, True))
    check_environments_match(readable, fast, num_steps=400, seed=5)


@pytest.mark.parametrize("mode", list(AutoresetMode))
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("opponent", ["random", None])
def test_vectors_play_what_single_environments_play(game: str, mode: AutoresetMode, opponent: str | None) -> None:
    count, steps = 3, 80
    arguments: dict[str, Any] = {"opponent": opponent, "illegal_reward": -0.5}
    vector = gymnasium.make_vec(
        environment_id(game), num_envs=count, autoreset_mode=mode, max_episode_steps=30, **arguments
    )
    assert isinstance(vector, QuincunxVectorEnv) and vector.metadata["autoreset_mode"] is mode
    singles = [gymnasium.make(environment_id(game), max_episode_steps=30, **arguments) for _ in range(count)]
    seen, info = vector.reset(seed=9)
    others = [single.reset(seed=9 + number) for number, single in enumerate(singles)]
    generator = np.random.default_rng(1)
    over = np.zeros(count, np.bool_)
    ended = 0
    for _ in range(steps):
        for number, (other, other_info) in enumerate(others):
            assert np.array_equal(seen[number], other)
            for key, value in other_info.items():
                assert np.array_equal(info[key][number], value), key
        actions = any_legal(generator, info["action_mask"])
        if mode == AutoresetMode.DISABLED and over.any():
            seen, info = vector.reset(options={"reset_mask": over})
            for number in map(int, np.flatnonzero(over)):
                others[number] = singles[number].reset()
            over[:] = False
            continue
        seen, rewards, terminated, truncated, info = vector.step(actions)
        for number, single in enumerate(singles):
            if over[number]:
                others[number] = single.reset()
                told = (0.0, False, False)
            else:
                last, *told_now, last_info = single.step(actions[number])
                told = tuple(told_now)  # type: ignore[assignment]
                others[number] = (last, last_info)
                if mode == AutoresetMode.SAME_STEP and (told[1] or told[2]):
                    assert info["_final_obs"][number]
                    assert np.array_equal(info["final_obs"][number], last)
                    first, first_info = single.reset()
                    # What the step says of itself stays.
                    others[number] = (first, {**first_info, "illegal": last_info["illegal"], "points": last_info["points"]})
            assert (rewards[number], terminated[number], truncated[number]) == told
        ended += int((terminated | truncated).sum())
        over = (terminated | truncated) if mode != AutoresetMode.SAME_STEP else over
    assert ended > 0
    vector.close()


@pytest.mark.parametrize("game", GAMES)
def test_an_environment_of_a_seed_is_the_session_of_that_seed(game: str) -> None:
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
def test_pictures_are_drawn(game: str) -> None:
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
def test_named_opponents_play(game: str) -> None:
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
    with pytest.raises(ValueError, match="a seat is|seat is one of"):
        QuincunxEnv("connect-four", seat="third")
    with pytest.raises(ValueError, match="there is no player `oracle`"):
        QuincunxEnv("connect-four", opponent="oracle")
    with pytest.raises(ValueError, match="option `width`"):
        QuincunxEnv("2048", width=1)
    with pytest.raises(ValueError, match="render_mode is one of"):
        QuincunxEnv("2048", render_mode="human")
    with pytest.raises(ValueError, match="cannot be rendered"):
        QuincunxEnv("2048", render_mode="ansi", fast=True)
    vector = QuincunxVectorEnv(2, game="2048")
    vector.reset(seed=1)
    with pytest.raises(ValueError, match="4 in environment 1 is no action: they are 0 to 3"):
        vector.step(np.array([0, 4]))
    with pytest.raises(ValueError, match="2 environments take 2 actions, not 3"):
        vector.step(np.array([0, 1, 2]))
    with pytest.raises(ValueError, match="2 environments take 2 seeds or marks, not 1"):
        vector.reset(seed=[1])
    with pytest.raises(ValueError, match="there is at least one environment"):
        QuincunxVectorEnv(0, game="2048")


def test_nothing_but_the_package_is_imported_by_it() -> None:
    import subprocess
    import sys

    told = subprocess.run(
        [sys.executable, "-c", "import sys, quincunx; print([m for m in ('numpy', 'gymnasium') if m in sys.modules])"],
        check=True,
        capture_output=True,
        text=True,
    )
    assert told.stdout.strip() == "[]"
